//! Exact odds of game mechanics: nothing is sampled, every answer is a fraction.
//!
//! ```text
//! source text (.odds)      rule sets (.toml)
//!     | parse   text -> tree, and findings with line and column
//!     | check   names, kinds, totals: everything that can be wrong is said here, all at once
//!     | rules   rule sets against the checked model
//!     | lower   a small core program, every step with its origin in the text
//!     v evaluate  program + rule set + inputs -> exact law of the outcomes
//!       query     table, query, chain, tree, explain, show, list -> a neutral report
//!       render    report -> terminal, wikitext, markdown, csv, json, html, latex, lua, dot, mermaid
//!       query     table, query, chain, show, list -> a neutral report
//!       render    report -> terminal, wikitext, markdown, csv, json, html, latex, lua; plot -> svg
//! under them: exact/ (integers, rationals, linear systems)   prob/ (mass functions, moments, Markov chains)
//! over them:  session (the only place that strings the stages together), report, cli
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
//! | exact | |
//! | value | exact |
//! | diagnostic | source |
//! | prob | exact |
//! | page | exact |
//! | parse | source, diagnostic, exact |
//! | claims | page, diagnostic, source |
//! | check | parse, source, diagnostic, exact, value |
//! | rules | check, source, diagnostic, value |
//! | lower | check, parse, source, diagnostic, exact, value |
//! | evaluate | lower, check, parse, prob, exact, value, source, diagnostic |
//! | query | evaluate, lower, rules, check, parse, prob, exact, value, diagnostic, source |
//! | verify | claims, page, query, rules, evaluate, check, parse, exact, value, diagnostic, source |
//! | document | verify, query, exact |
//! | render | document, verify, query, diagnostic, source, exact |
//! | session | verify, claims, query, evaluate, lower, rules, check, parse, diagnostic, source, exact, value |
//! | report | session, verify, document, render, query, evaluate, rules, check, exact, value, diagnostic |
//! | cli | report, session, verify, claims, page, document, render, query, evaluate, check, parse, exact, diagnostic, source |
//!
//! # Invariants
//!
//! - `parse` never fails: it returns a tree and findings.
//! - What depends only on the text is refused by `check`; what depends on inputs and rules is refused by
//!   `evaluate`, with its place in the text, on every way to what is asked: a draw or value that the
//!   question does not need is not made, and so not checked. Nothing is ever normalised silently.
//! - No module below `session` reads files, clocks or the environment.
//! - `evaluate` never formats, `render` never computes a probability.
//! - No floating point anywhere below a picture: decimals are cut from the exact quotient.
//! - Hash order never reaches output.
//! - Every step of a program knows its place in the text.
//!
//! # Example
//!
//! ```
//! use trueodds::evaluate::Limits;
//! use trueodds::query::{Amount, Settings, ask, scenario};
//! use trueodds::session::{DataSource, Session};
//!
//! let mut session = Session::open(&DataSource::Embedded)?;
//! let mechanic = session.mechanic("isaac/room-clear-award")?;
//! let query = session.query(&mechanic, "P(award = chest)")?;
//! let scenarios = scenario(&mechanic, &Settings::default()).expect("the default rule set");
//! let answers = ask(&mechanic, &query, &scenarios, None, &Limits::default()).expect("an answer");
//! let Amount::Probability(chest) = &answers[0].amount else { panic!("a probability") };
//! assert_eq!(chest.to_string(), "931/20000");
//! # Ok::<(), trueodds::session::Failure>(())
//! ```

pub mod check;
pub mod claims;
pub mod cli;
pub mod diagnostic;
pub mod document;
pub mod evaluate;
pub mod exact;
pub mod lower;
pub mod page;
pub mod parse;
pub mod prob;
pub mod query;
pub mod render;
// pub mod report;
pub mod rules;
pub mod scenario;
pub mod session;
pub mod source;
pub mod value;
// pub mod verify;
