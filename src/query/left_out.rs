//! All rule sets side by side: those that cannot answer are left out, with the reason.

use super::Mechanic;
use crate::check::InputId;
use crate::diagnostic::{Code, Message};
use crate::evaluate::{Limits, Plan};
use crate::exact::Rational;
use crate::rules::RuleSetId;
use crate::scenario::{Axes, Lacking, Scenario, Settings, all_scenarios, available};

/// A rule set that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Which.
    pub rule_set: RuleSetId,
    /// Why it cannot answer; never empty.
    pub why: Vec<Lack>,
}

/// Why a rule set cannot answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lack {
    /// It does not have an input that is given, in a case too, or runs.
    Input(InputId),
    /// The mechanic requires something else of the inputs there; in its words.
    Required(String),
}

/// Where something runs: whether a rule set may refuse some of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gaps {
    /// It stays as long as it answers for one of them.
    Allowed,
    /// It is left out, as where a curve is drawn.
    Refused,
}

/// The scenarios that settings describe, one for each rule set that can answer, and the others with the reason. What
/// can be said without asking anything is found here: inputs that are lacking, and what the mechanic requires.
///
/// # Errors
/// Everything that is wrong with the settings, one message each.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{Gaps, Lack, every_rule_set};
/// use trueodds::scenario::{Axes, Settings};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let rooms = session.mechanic("isaac/room-count")?;
/// let settings = Settings { set: vec!["stage=12".to_owned()], ..Settings::default() };
/// let found = every_rule_set(&rooms, &settings, &Axes::default(), Gaps::Allowed, &Limits::default());
/// let (_, left_out) = found.expect("settings that fit");
/// assert_eq!(rooms.rule_set(left_out[0].rule_set).name, "rebirth");
/// assert!(matches!(&left_out[0].why[0], Lack::Required(why) if why.starts_with("the Void came")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn every_rule_set(
    mechanic: &Mechanic,
    settings: &Settings,
    axes: &Axes,
    gaps: Gaps,
    limits: &Limits,
) -> Result<(Vec<Scenario>, Vec<LeftOut>), Vec<Message>> {
    let (mut scenarios, mut lacking) = all_scenarios(mechanic, settings)?;
    for input in axes.inputs() {
        let lacks = |scenario: &Scenario| available(mechanic, scenario.rule_set, input).is_err();
        let without = scenarios.extract_if(.., |scenario| lacks(scenario));
        lacking.extend(without.map(|scenario| Lacking { input, rule_set: scenario.rule_set }));
    }
    let (mut answering, mut left_out) = (Vec::new(), Vec::new());
    for scenario in scenarios {
        match refusals(mechanic, &scenario, axes, gaps, limits)? {
            why if why.is_empty() => answering.push(scenario),
            why => left_out.push(LeftOut { rule_set: scenario.rule_set, why }),
        }
    }
    for rule_set in mechanic.rule_set_ids() {
        let own = lacking.iter().filter(|lacking| lacking.rule_set == rule_set);
        let why: Vec<Lack> = own.map(|lacking| Lack::Input(lacking.input)).collect();
        if !why.is_empty() {
            left_out.push(LeftOut { rule_set, why });
        }
    }
    left_out.sort_by_key(|left_out| left_out.rule_set.index());
    Ok((answering, left_out))
}

/// What the mechanic requires and a rule set does not allow; nothing where it can answer.
fn refusals(
    mechanic: &Mechanic,
    scenario: &Scenario,
    axes: &Axes,
    gaps: Gaps,
    limits: &Limits,
) -> Result<Vec<Lack>, Vec<Message>> {
    let all = axes.spread(mechanic, std::slice::from_ref(scenario))?;
    let mut why = Vec::new();
    for scenario in &all {
        match required(mechanic, scenario, limits) {
            Some(words) if !why.contains(&Lack::Required(words.clone())) => why.push(Lack::Required(words)),
            Some(_) => {}
            None if gaps == Gaps::Allowed => return Ok(Vec::new()),
            None => {}
        }
    }
    Ok(why)
}

/// What the mechanic says where it refuses a scenario. Another reason to stop is said where something is asked.
fn required(mechanic: &Mechanic, scenario: &Scenario, limits: &Limits) -> Option<String> {
    let plan = Plan::<Rational>::new(&mechanic.program, &scenario.bindings(mechanic), &[], &(), limits);
    let stop = plan.law(limits).err().filter(|stop| stop.code == Code::Required)?;
    Some(stop.message.clone())
}
