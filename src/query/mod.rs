//! Questions to answers: values with the methods that a reader looks for.
//!
//! Nothing here words, lays out or serialises an answer: that is the business of `document`.

mod answered;
mod assumed;
pub mod chain;
mod changes;
mod diff;
mod error;
mod exhaustive;
mod explain;
mod figures;
mod formula;
mod law;
mod left_out;
mod measure;
mod order;
mod origin;
pub mod plot;
mod tail;
mod tree;

pub use answered::{Answered, NoAnswer, NotKnown};
pub use assumed::Assumption;
pub use chain::{ChainAnswer, ChainAnswered, ChainContext, ChainQuestion, ChainRequest, chain};
pub use changes::{Changes, GreatestEffect, Inputs, Refused, RuleChange, RuleEffect, changes};
pub use diff::{Attribution, Changed, Diff, DiffRequest, Difference, Effect, Held, Responsible, diff};
pub use error::QueryError;
pub use exhaustive::{Exhaustive, ExhaustiveRequest, Varied, Within, Witness, exhaustive};
pub(crate) use explain::part_name;
pub use explain::{
    BranchNumber, ExplainedDraw, ExplainedPart, ExplainedRoll, Explanation, Formula as ExplainedFormula,
    Meaning, Note, Saved, Story, Way, Without, explain,
};
pub use figures::{
    Case, ChangedFigure, Figure, FigureKey, FigureSide, Figures, FiguresDiff, NotCompared, cases, figures,
};
pub use formula::{
    Comparison, Ends, Formula, FormulaOf, FormulaRequest, Formulas, Solution, Solutions, Symbol, formula,
    outcome_formulas, solve,
};
pub use law::{Cumulative, LawRequest, Laws, Marginals, law, laws, marginals, start};
pub use left_out::{Gaps, Lack, LeftOut, every_rule_set};
pub use measure::{Amount, Answers, Expression, Question, Ready, measure, measures, support};
pub use origin::{Origin, RuleNote, UsedNote};
pub use plot::{About, ClosedForm, Plot, PlotRequest, plot};
pub use tail::law_to_tail;
pub use tree::{BranchLabel, DrawBranch, DrawNode, DrawTarget, DrawTree, SharedChange, TreeRequest, trees};

use crate::scenario::Mechanic;
