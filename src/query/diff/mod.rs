//! What two rule sets make of the same inputs, by how much, and which rules are responsible.

mod attribution;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::error::is_of_the_mechanic;
use super::{Mechanic, QueryError, law, start};
use crate::check::FieldId;
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::prob::{Pmf, total_variation};
use crate::rules::{RuleSetId, RuleSetKind};
use crate::scenario::{Scenario, Sides};
use crate::value::Value;

pub(super) use attribution::differing;
pub use attribution::{Attribution, Changed, Effect, Held, Responsible};

/// What is compared.
#[derive(Debug, Clone)]
pub struct DiffRequest {
    /// The two sides. Their states begin alike.
    pub sides: Sides,
    /// The outcome fields; never empty.
    pub fields: Vec<FieldId>,
    /// Most rules whose effects are computed, of which there are never more than 24: the cost is two to
    /// this power.
    pub players: usize,
}

/// The laws of the outcomes on both sides, and what makes the difference.
#[derive(Debug, Clone)]
pub struct Diff {
    /// The two sides.
    pub sides: Sides,
    /// The outcome fields.
    pub fields: Vec<FieldId>,
    /// Their joint law on one side.
    pub from: Pmf<Vec<Value>>,
    /// And on the other.
    pub to: Pmf<Vec<Value>>,
    /// Half the sum of all differences of masses.
    pub total_variation: Rational,
    /// The rules and inputs that differ; those with the greatest share first, where they have one.
    pub responsible: Vec<Responsible>,
    /// Whether they have a share, and why not.
    pub attribution: Attribution,
    /// The editions that have the same law as the one side under these inputs, where it is one.
    pub alike_from: Vec<RuleSetId>,
    /// And as the other.
    pub alike_to: Vec<RuleSetId>,
    /// Where the states begin; `None` for a mechanic without states.
    pub start: Option<Vec<Value>>,
}

/// An outcome with its probability on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference<T> {
    /// The outcome.
    pub outcome: T,
    /// Its probability on one side.
    pub from: Rational,
    /// And on the other.
    pub to: Rational,
}

/// Compares two scenarios of a mechanic.
///
/// Cost: an evaluation for each side and each edition; for the effects of the rules that differ, one for each
/// subset of them.
///
/// # Errors
/// Sides whose states do not begin alike, or an evaluation that stops.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{Changed, DiffRequest, diff};
/// use trueodds::scenario::{Settings, sides};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let mechanic = session.mechanic("isaac/room-clear-award")?;
/// let settings = Settings { set: vec!["difficulty=hard".to_owned()], ..Settings::default() };
/// let sides = sides(&mechanic, Some("afterbirth-plus"), Some("repentance"), &settings).expect("two sides");
/// let request = DiffRequest { sides, fields: vec![mechanic.field("award")?], players: 10 };
/// let diff = diff(&mechanic, &request, &Limits::default())?;
/// assert_eq!(diff.total_variation.to_string(), "2793/62500");
/// assert_eq!(diff.responsible[0].changed, Changed::Rule(mechanic.rule("hard_removes_heart")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn diff(mechanic: &Mechanic, request: &DiffRequest, limits: &Limits) -> Result<Diff, QueryError> {
    let DiffRequest { sides, fields, players } = request;
    if sides.from.states != sides.to.states {
        return Err(QueryError::usage("the states of both sides begin with the same values"));
    }
    let at =
        |scenario: &Scenario| law(mechanic, scenario, fields, limits).map_err(QueryError::stopped(scenario));
    let (from, to) = (at(&sides.from)?, at(&sides.to)?);
    let game = attribution::Game { mechanic, sides, fields, from: &from, to: &to, limits };
    let (responsible, attribution) = game.responsible(*players)?;
    let alike = |side: &Scenario, own: &Pmf<Vec<Value>>| {
        alike(mechanic, &Scenario { inputs: sides.inputs(mechanic), ..side.clone() }, fields, own, limits)
    };
    Ok(Diff {
        total_variation: total_variation(&from, &to),
        responsible,
        attribution,
        alike_from: alike(&sides.from, &from)?,
        alike_to: alike(&sides.to, &to)?,
        start: start(mechanic, &sides.to, limits),
        sides: sides.clone(),
        fields: fields.clone(),
        from,
        to,
    })
}

/// The editions under which the same inputs have the same law.
fn alike(
    mechanic: &Mechanic,
    scenario: &Scenario,
    fields: &[FieldId],
    own: &Pmf<Vec<Value>>,
    limits: &Limits,
) -> Result<Vec<RuleSetId>, QueryError> {
    let is_edition = |set: RuleSetId| mechanic.rule_set(set).kind == RuleSetKind::Edition;
    if !is_edition(scenario.rule_set) || !scenario.changed.is_empty() {
        return Ok(Vec::new());
    }
    // An edition that lacks an item that is asked about is not like one that has it, nor the other way round.
    let lacks = |set: RuleSetId| {
        let inputs =
            mechanic.model.inputs.iter().zip(&scenario.inputs).zip(&mechanic.rule_set(set).available);
        inputs.map(|((input, value), has)| !has && !input.is_usual(value)).collect::<Vec<bool>>()
    };
    let own_lacks = lacks(scenario.rule_set);
    let mut alike = Vec::new();
    for rule_set in mechanic.rule_set_ids().filter(|set| is_edition(*set) && lacks(*set) == own_lacks) {
        let available = &mechanic.rule_set(rule_set).available;
        let inputs = mechanic.model.inputs.iter().zip(&scenario.inputs).zip(available);
        let inputs = inputs.map(|((input, value), has)| if *has { value.clone() } else { input.usual() });
        let other = Scenario { rule_set, inputs: inputs.collect(), ..scenario.clone() };
        match law(mechanic, &other, fields, limits) {
            Ok(law) if law == *own => alike.push(rule_set),
            Ok(_) => {}
            Err(stop) if is_of_the_mechanic(&stop) => {}
            Err(stop) => return Err(QueryError::stopped(&other)(stop)),
        }
    }
    Ok(alike)
}

impl Diff {
    /// All outcomes with mass on either side, the greatest difference first.
    #[must_use]
    pub fn rows(&self) -> Vec<Difference<Vec<Value>>> {
        differences(&self.from, &self.to)
    }

    /// The values of one field with mass on either side, by its index in [`Diff::fields`], the greatest
    /// difference first. Of a flag only that it holds; the rest is the complement.
    #[must_use]
    pub fn field_rows(&self, index: usize) -> Vec<Difference<Value>> {
        let of = |law: &Pmf<Vec<Value>>| law.map(|values| values[index].clone());
        let mut rows = differences(&of(&self.from), &of(&self.to));
        rows.retain(|row| row.outcome != Value::Flag(false));
        rows
    }

    /// Whether both sides have the same law.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.total_variation.is_zero()
    }
}

impl<T> Difference<T> {
    /// By how much the second side has more.
    #[must_use]
    pub fn delta(&self) -> Rational {
        &self.to - &self.from
    }

    /// Whether both sides have the same probability.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.from == self.to
    }
}

fn differences<T: Ord + Clone>(from: &Pmf<T>, to: &Pmf<T>) -> Vec<Difference<T>> {
    let outcomes: BTreeSet<&T> = from.support().chain(to.support()).collect();
    let row = |outcome: &T| Difference {
        outcome: outcome.clone(),
        from: from.mass_of(outcome),
        to: to.mass_of(outcome),
    };
    let mut rows: Vec<Difference<T>> = outcomes.into_iter().map(row).collect();
    rows.sort_by_cached_key(|row| Reverse(row.delta().abs()));
    rows
}
