//! Exact odds of game mechanics: nothing is sampled, every answer is a fraction.
//!
//! ```
//! use trueodds::session::Session;
//!
//! let session = Session::embedded()?;
//! let award = session.mechanic("isaac/room-clear-award")?;
//! let law = award.law("award")?.set("luck", 3)?.rules("repentance")?.run()?;
//! assert_eq!(law.probability("chest")?.to_string(), "931/5000");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Start with [`session`], the front: it opens data, mechanics and questions. What a question gives is in
//! [`query`], values with methods; what people, programs and spreadsheets read of it is made by [`document`] and
//! written by [`render`]. The folder `examples/` of the repository has a law, a pity timer, a mechanic of one's own
//! and the findings of a page, a few lines each.
//!
//! # How a mechanic becomes an answer
//!
//! ```text
//!     source text (.odds)      rule sets, claims (.toml)      a page
//!         | parse   text -> tree, and errors with line and column     | page   text -> figures
//!         | check   names, kinds, totals: everything that can be wrong is said here, all at once
//!         | rules   rule sets against the checked model
//!         | lower   one small core program, every step with its origin in the text
//!         v evaluate  program + rule set + inputs -> exact law of the outcomes, or a transition kernel
//!           scenario  what was asked for, typed: rule sets, inputs, sweeps, paths
//!           query     answers as values: law, measure, chain, diff, tree, explanation, formula, chart  <- verify
//!           document  an answer -> blocks for people, a serde struct for programs, rows for spreadsheets
//!           render    document -> terminal, wikitext, markdown, csv, json, html, latex, lua, svg, dot, mermaid
//!     under them: exact/ (integers, rationals, polynomials, linear systems)   prob/ (mass functions, Markov chains)
//!     over them:  session (the library's front), report, web, cli
//! ```
//!
//! # Layers
//!
//! A module imports only from the modules named in its row; a test reads the `use crate::` lines and
//! holds them to this table.
//!
//! | module | may import |
//! |---|---|
//! | source | |
//! | cores | |
//! | exact | |
//! | value | exact |
//! | diagnostic | source |
//! | prob | exact, cores |
//! | page | exact |
//! | parse | source, diagnostic, exact |
//! | claims | page, diagnostic, source |
//! | check | parse, source, diagnostic, exact, value |
//! | rules | check, source, diagnostic, value |
//! | lower | check, parse, source, diagnostic, exact, value |
//! | evaluate | lower, check, parse, prob, exact, value, source, diagnostic |
//! | scenario | evaluate, lower, rules, check, exact, value, diagnostic |
//! | names | page, scenario, rules, check, exact, value |
//! | query | scenario, evaluate, lower, rules, check, parse, prob, exact, cores, value, diagnostic, source |
//! | verify | names, claims, page, lower, query, scenario, rules, evaluate, check, parse, exact, cores, value, diagnostic, source |
//! | findings | verify, claims, page, query, scenario, rules, evaluate, check, parse, diagnostic, source, exact |
//! | document | verify, query, scenario, evaluate, rules, check, prob, exact, value, diagnostic, source |
//! | render | verify, document, query, diagnostic, source, exact |
//! | session | names, findings, verify, claims, document, query, scenario, evaluate, lower, rules, check, parse, prob, diagnostic, source, exact, value |
//! | report | session, findings, claims, verify, render, document, query, scenario, evaluate, rules, check, exact, value, diagnostic |
//! | web | session, verify, page, render, document, names, scenario, rules, evaluate, check, parse, exact, value, diagnostic, source |
//! | cli | web, report, session, verify, page, render, document, query, scenario, evaluate, check, parse, exact, diagnostic, source |
//!
//! # Invariants
//!
//! - `parse` never fails: it returns a tree and errors.
//! - What depends only on the text is refused by `check`; what depends on inputs and rules is refused by
//!   `evaluate`, with its place in the text, on every branch that leads to what is asked: a draw or value that the
//!   question does not need is not made, and so not checked. Nothing is ever normalised silently.
//! - No module below `session` reads files, clocks or the environment.
//! - `evaluate` never formats; `query` never words, lays out or serialises; `document` never computes a
//!   probability; `render` knows no mechanic.
//! - No text below `cli` names an option of the command line: a [`Message`](diagnostic::Message) holds settings as
//!   values, and whoever shows it says how they are given.
//! - No floating point anywhere below a picture: decimals are cut from the exact quotient.
//! - Hash order never reaches output.
//! - Every step of a program knows its place in the text.
//! - A defect of ours is an internal error that asks to be reported, never a number.
//!
//! # Glossary
//!
//! | word | meaning |
//! |---|---|
//! | mechanic | what an author describes: inputs, rules, draws, outcomes |
//! | rule set | values for the rules of a mechanic: a game edition, or one reading of a text |
//! | scenario | a rule set and a value for every input |
//! | case | inputs that are given together, under a name |
//! | axis | what scenarios that stand side by side differ in: rule sets, cases, what runs |
//! | draw | one source of randomness: a chance, a whole number, a continuous roll |
//! | branch | one alternative of a draw, with its probability |
//! | outcome | what one use of a mechanic gives; its fields are named in the text |
//! | law | the probability of every outcome; sums to 1 |
//! | mass | the probability of one outcome; a weight is a mass not yet normalised |
//! | evidence | what is given after a vertical bar, or by `given`; the law is restricted to it and normalised |
//! | state | variables that survive from one use to the next |
//! | transition | from one state to the next, with its probability |
//! | claim | a figure that a page states, with the question that decides it |
//! | finding | what is wrong with a text, or what became of a figure, with its place; in data, what an editor would post |

pub mod check;
pub mod claims;
pub mod cli;
pub mod cores;
pub mod diagnostic;
pub mod document;
pub mod evaluate;
pub mod exact;
pub mod findings;
pub mod lower;
pub mod names;
pub mod page;
pub mod parse;
pub mod prob;
pub mod query;
pub mod render;
pub mod report;
pub mod rules;
pub mod scenario;
pub mod session;
pub mod source;
pub mod value;
pub mod verify;
#[cfg(feature = "web")]
pub mod web;
