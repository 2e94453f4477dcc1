//! Questions to laws, answers to neutral reports.
//!
//! Nothing here knows how an answer looks; a [`Report`] is turned into text by `render`.

mod ask;
mod catalogue;
mod chain;
mod columns;
mod diff;
mod explain;
mod formula;
mod json;
mod marginals;
mod origin;
pub mod plot;
mod published;
pub mod report;
mod scenario;
mod show;
mod table;
mod tree;

pub use ask::{Amount, Answer, ask, ask_report, support};
pub use catalogue::catalogue;
pub use chain::{Asked, ChainNumber, ChainQuestion, ChainRequest, Over, chain, chain_number, parse_path};
pub use columns::start_text;
pub use diff::{
    Compared, DiffRequest, EditionCodes, Everywhere, EverywhereRequest, Responsible, SidePair, Witness, diff,
    diff_report, everywhere, everywhere_report, sides,
};
pub use explain::{
    ExplainedDraw, ExplainedPart, Explanation, Formula as ExplainedFormula, explain, explanations_json,
    tex_name, tex_number,
};
pub use formula::{
    Comparison, Ends, Formula, FormulaView, Setting as FormulaSetting, Solution, Symbol as FormulaSymbol,
    formula as query_formula, formula_report, formula_text, outcome_formulas, solve_report, split_comparison,
};
pub use marginals::{Marginals, marginals, marginals_report};
pub use origin::{Origin, RuleNote};
pub use plot::{About, Along, Plot, PlotRequest, parse_along, plot};
pub use published::{NumberKey, Numbers, Published, PublishedDiff, cases, published, published_report};
pub use report::Report;
pub use scenario::{Scenario, Settings, parse_sweep, scenario};
pub use show::show;
pub use table::{Cumulative, Table, TableError, TableRequest, law, table, table_report};
pub use tree::{TreeRequest, TreeView, ViewNode, ViewTarget, ViewWay, trees, trees_json};

use crate::check::Model;
use crate::lower::Program;
use crate::rules::RuleSet;

/// A mechanic with all its rule sets: what questions are about.
#[derive(Debug, Clone)]
pub struct Mechanic {
    /// The checked model.
    pub model: Model,
    /// Its program.
    pub program: Program,
    /// Its rule sets; never empty.
    pub rule_sets: Vec<RuleSet>,
}
