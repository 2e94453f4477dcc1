//! What each rule that differs between two rule sets changes, and which inputs make it matter.
//!
//! All combinations of inputs are too many. What a rule is read together with says which inputs can matter to it; of
//! these few are put away from their defaults at a time.

mod dependence;
mod search;

use super::diff::{Held, differing};
use super::figures::values;
use super::{Mechanic, QueryError};
use crate::check::{FieldId, InputId, RuleId};
use crate::cores;
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::query::Changed;
use crate::scenario::Sides;
use crate::value::{RuleValue, Value};
use search::Search;

/// What two rule sets make different in a mechanic.
#[derive(Debug, Clone)]
pub struct Changes {
    /// The two sides, with the inputs from which the search begins.
    pub sides: Sides,
    /// The rules that differ, in the order of the model.
    pub rules: Vec<RuleChange>,
    /// The inputs that only the second side has.
    pub gained: Vec<InputId>,
    /// The inputs that only the first side has.
    pub lost: Vec<InputId>,
}

/// A rule that differs.
#[derive(Debug, Clone)]
pub struct RuleChange {
    /// The rule.
    pub rule: RuleId,
    /// What it is on one side.
    pub from: RuleValue,
    /// What it is on the other.
    pub to: RuleValue,
    /// When it matters and how much, where that was found.
    pub effect: Option<RuleEffect>,
    /// Inputs that one of the two refuses and the other takes, where that was found.
    pub refused: Option<Refused>,
    /// The inputs that were varied, in the order of the model.
    pub varied: Vec<InputId>,
    /// How many of them were away from their defaults at once.
    pub at_once: usize,
}

/// When a rule matters, and what it does at most of all that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleEffect {
    /// The smallest changes of the inputs under which it matters, each with as many inputs: none where it matters with
    /// the inputs as they are.
    pub needs: Vec<Inputs>,
    /// Where the chance of one outcome changes most.
    pub greatest: GreatestEffect,
}

/// Inputs that a rule has refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The inputs that are put away.
    pub inputs: Inputs,
    /// Whether the mechanic refuses them with the rule as the first side has it; else as the second has it.
    pub by_first: bool,
}

/// Inputs that are put away from where they are, with their values.
pub type Inputs = Vec<(InputId, Value)>;

/// The outcome whose chance a rule changes most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GreatestEffect {
    /// The inputs that are put away.
    pub inputs: Inputs,
    /// The outcome field.
    pub field: FieldId,
    /// Its value.
    pub value: Value,
    /// The chance with the rule as the first side has it.
    pub from: Rational,
    /// The chance with the rule as the second side has it.
    pub to: Rational,
    /// Whose other rules and inputs hold there: those of the second side, unless the rule matters only with the first.
    pub of_second: bool,
}

impl GreatestEffect {
    /// By how much the chance changes.
    #[must_use]
    pub fn size(&self) -> Rational {
        (&self.to - &self.from).abs()
    }

    /// Whether it is greater; of equals that of the rarer outcome, and one that becomes more probable.
    fn exceeds(&self, other: &GreatestEffect) -> bool {
        let rank = |one: &GreatestEffect| {
            let likelier = (&one.from).max(&one.to).clone();
            (one.size(), std::cmp::Reverse(likelier), one.to > one.from)
        };
        rank(self) > rank(other)
    }
}

/// Finds what each rule does that differs: with all other rules as the second side has them and, where it does nothing
/// there, as the first has them.
///
/// Cost: for each rule two laws for each outcome that it reaches, under at most some hundreds of inputs.
///
/// # Errors
/// What stops an evaluation; that the mechanic refuses some inputs does not.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::changes;
/// use trueodds::scenario::{Settings, sides};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let sides = sides(&award, Some("afterbirth-plus"), Some("repentance"), &Settings::default()).expect("two sides");
/// let found = changes(&award, &sides, &Limits::default())?;
/// let effect = found.rules[0].effect.as_ref().expect("hearts are rarer in Hard mode");
/// // It takes Hard mode, and nothing else.
/// assert_eq!(effect.needs.len(), 1);
/// assert_eq!(effect.needs[0][0].0, award.input("difficulty")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn changes(mechanic: &Mechanic, sides: &Sides, limits: &Limits) -> Result<Changes, QueryError> {
    let has = |side: &crate::scenario::Scenario, input: InputId| {
        mechanic.rule_set_of(side).available[input.index()]
    };
    let only = |one: &crate::scenario::Scenario, other: &crate::scenario::Scenario| {
        mechanic.model.input_ids().filter(|input| has(one, *input) && !has(other, *input)).collect()
    };
    let rules = differing(mechanic, sides).into_iter().filter_map(|own| match own {
        (Changed::Rule(rule), Held::Rule(from), Held::Rule(to)) => Some((rule, from, to)),
        _ => None,
    });
    let found = cores::map(rules.collect(), |(rule, from, to)| {
        Search::new(mechanic, sides, limits, (rule, &from, &to)).run()
    })?;
    Ok(Changes {
        gained: only(&sides.to, &sides.from),
        lost: only(&sides.from, &sides.to),
        rules: found,
        sides: sides.clone(),
    })
}

/// Values of an input to look at: those that stand for all, and those beside what it is compared with.
fn candidates(mechanic: &Mechanic, input: InputId, usual: Option<&Value>, near: &[Rational]) -> Vec<Value> {
    let declaration = &mechanic.model[input].declaration;
    let mut found = values(mechanic, declaration, usual);
    let fits = |number: &Rational| {
        let range = &declaration.range;
        range.low.as_ref().is_none_or(|low| number >= low)
            && range.high.as_ref().is_none_or(|high| number <= high)
            && (declaration.kind != crate::check::Kind::Integer || number.is_integer())
    };
    if declaration.kind.is_numeric() {
        for number in near {
            let beside = [number - &Rational::ONE, number.clone(), number + &Rational::ONE];
            found.extend(beside.into_iter().filter(fits).map(Value::Number));
        }
        found.sort();
        found.dedup();
    }
    found.retain(|value| Some(value) != usual);
    found
}
