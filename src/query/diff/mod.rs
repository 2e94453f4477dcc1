//! `diff`: what two rule sets make of the same inputs, by how much, and which rules are responsible.

mod attribution;
mod everywhere;
mod present;
mod sides;

use std::collections::BTreeSet;

use super::Mechanic;
use super::scenario::Scenario;
use super::table::{TableError, fields_by_name, law};
use crate::diagnostic::Code;
use crate::evaluate::{Limits, Stop};
use crate::exact::Rational;
use crate::prob::{Pmf, total_variation};
use crate::rules::RuleSetKind;
use crate::value::Value;

pub use attribution::Responsible;
pub use everywhere::{Everywhere, EverywhereRequest, Witness, everywhere, everywhere_report};
pub use present::{EditionCodes, diff_report};
pub use sides::{SidePair, sides};

/// What is compared.
#[derive(Debug, Clone)]
pub struct DiffRequest {
    /// What is compared with the other.
    pub from: Scenario,
    /// The other.
    pub to: Scenario,
    /// The outcomes by name; empty for those of the overview, or the first.
    pub fields: Vec<String>,
    /// Most rules whose shares are computed; the cost is two to this power.
    pub players: usize,
    /// What is to be said of the inputs, such as those that one edition lacks.
    pub notes: Vec<String>,
    /// The caption, where it is not made from the scenarios.
    pub caption: Option<String>,
}

/// The laws of the outcomes on both sides.
#[derive(Debug, Clone)]
pub struct Compared {
    /// The outcomes, by their places in the model.
    pub fields: Vec<usize>,
    /// Their joint law on one side.
    pub from: Pmf<Vec<Value>>,
    /// And on the other.
    pub to: Pmf<Vec<Value>>,
    /// Half the sum of all differences.
    pub total_variation: Rational,
    /// The rules and inputs that differ, with their shares.
    pub responsible: Vec<Responsible>,
    /// The editions that have the same law as the one side under these inputs, where it is one.
    pub like_from: Vec<usize>,
    /// And as the other.
    pub like_to: Vec<usize>,
    /// Whether there were too many for shares.
    pub too_many: bool,
    /// Why there are no shares where a mixture of both sides is no rule set at all.
    pub unattributed: Option<String>,
}

/// Compares two scenarios of a mechanic.
///
/// Cost: an evaluation for each side; for shares, one for each subset of the rules that differ.
///
/// # Errors
/// An outcome that does not exist, or an evaluation that stops.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{DiffRequest, Settings, diff, scenario};
/// use trueodds::session::{DataSource, Session};
///
/// let mechanic = Session::open(&DataSource::Embedded)?.mechanic("isaac/room-clear-award")?;
/// let under = |rules: &str| {
///     let set = vec!["difficulty=hard".to_owned()];
///     let settings = Settings { rules: vec![rules.to_owned()], set, ..Settings::default() };
///     scenario(&mechanic, &settings).expect("a scenario").remove(0)
/// };
/// let (from, to) = (under("afterbirth-plus"), under("repentance"));
/// let request = DiffRequest { from, to, fields: Vec::new(), players: 10, notes: Vec::new(), caption: None };
/// let compared = diff(&mechanic, &request, &Limits::default()).expect("laws");
/// assert_eq!(compared.total_variation.to_string(), "2793/62500");
/// assert_eq!(compared.responsible[0].name, "hard_removes_heart");
/// # Ok::<(), trueodds::session::Failure>(())
/// ```
pub fn diff(mechanic: &Mechanic, request: &DiffRequest, limits: &Limits) -> Result<Compared, TableError> {
    let named = if request.fields.is_empty() {
        let overview = mechanic.model.overview.iter();
        overview.map(|field| mechanic.model.fields[*field].name.clone()).collect()
    } else {
        request.fields.clone()
    };
    let fields = fields_by_name(mechanic, &named).map_err(TableError::Usage)?;
    let at = |scenario: &Scenario| {
        let stopped = |stop: Stop| TableError::Stopped(stop, Box::new(scenario.clone()));
        law(mechanic, scenario, &fields, limits).map_err(stopped)
    };
    let (from, to) = (at(&request.from)?, at(&request.to)?);
    let total_variation = total_variation(&from, &to);
    let differing = attribution::differing(mechanic, &request.from, &request.to);
    let too_many = differing.len() > request.players;
    let mut unattributed = None;
    let responsible = if total_variation.is_zero() || too_many {
        differing
    } else {
        match attribution::shares(mechanic, request, &fields, &from, differing.clone(), limits) {
            Err(TableError::Stopped(stop, _)) if stop.code != Code::Limit => {
                unattributed = Some(stop.message.clone());
                differing
            }
            shares => shares?,
        }
    };
    let asked = asked_for(mechanic, request);
    let alike = |scenario: &Scenario, law: &Pmf<Vec<Value>>| {
        alike(mechanic, &Scenario { inputs: asked.clone(), ..scenario.clone() }, &fields, law, limits)
    };
    let (like_from, like_to) = (alike(&request.from, &from), alike(&request.to, &to));
    Ok(Compared {
        fields,
        from,
        to,
        total_variation,
        responsible,
        like_from,
        like_to,
        too_many,
        unattributed,
    })
}

/// The inputs that both sides were asked about: what one of them lacks is as the other has it.
fn asked_for(mechanic: &Mechanic, request: &DiffRequest) -> Vec<Value> {
    let available = &mechanic.rule_sets[request.to.rule_set].available;
    let sides = request.to.inputs.iter().zip(&request.from.inputs).zip(available);
    sides.map(|((to, from), has)| if *has { to } else { from }.clone()).collect()
}

/// The editions under which the same inputs have the same law.
fn alike(
    mechanic: &Mechanic,
    scenario: &Scenario,
    fields: &[usize],
    own: &Pmf<Vec<Value>>,
    limits: &Limits,
) -> Vec<usize> {
    let sets = &mechanic.rule_sets;
    if sets[scenario.rule_set].kind != RuleSetKind::Edition || !scenario.changed.is_empty() {
        return Vec::new();
    }
    // Where an item is asked about, editions without it are not like one that has it, nor the other way round.
    let lacks = |place: usize| {
        let asked = mechanic.model.inputs.iter().zip(&scenario.inputs).zip(&sets[place].available);
        asked.map(|((input, value), has)| !has && *value != input.default).collect::<Vec<bool>>()
    };
    let own_lacks = lacks(scenario.rule_set);
    let same = |place: &usize| {
        let inputs = mechanic.model.inputs.iter().zip(&scenario.inputs).zip(&sets[*place].available);
        let inputs = inputs.map(|((input, value), has)| if *has { value } else { &input.default }.clone());
        let other = Scenario { rule_set: *place, inputs: inputs.collect(), ..scenario.clone() };
        lacks(*place) == own_lacks && law(mechanic, &other, fields, limits).is_ok_and(|law| law == *own)
    };
    (0..sets.len()).filter(|place| sets[*place].kind == RuleSetKind::Edition).filter(same).collect()
}

impl Compared {
    /// The law of one outcome on both sides.
    fn marginal(&self, place: usize) -> (Pmf<Value>, Pmf<Value>) {
        let of = |law: &Pmf<Vec<Value>>| law.map(|values| values[place].clone());
        (of(&self.from), of(&self.to))
    }

    /// Whether the rules that differ have shares.
    #[must_use]
    pub fn has_shares(&self) -> bool {
        !self.too_many && self.unattributed.is_none()
    }

    /// Whether both sides have the same law.
    #[must_use]
    pub fn agree(&self) -> bool {
        self.total_variation.is_zero()
    }
}

/// All outcomes with mass on either side, those that differ first, the greatest difference first.
fn rows<T: Ord + Clone>(from: &Pmf<T>, to: &Pmf<T>) -> Vec<(T, Rational, Rational)> {
    let all: BTreeSet<T> = from.support().chain(to.support()).cloned().collect();
    let mut rows: Vec<(T, Rational, Rational)> =
        all.into_iter().map(|value| (value.clone(), from.mass_of(&value), to.mass_of(&value))).collect();
    rows.sort_by_key(|row| std::cmp::Reverse((&row.2 - &row.1).abs()));
    rows
}
