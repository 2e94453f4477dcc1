//! The two sides of a comparison.

use super::{Mechanic, Scenario, Settings, scenarios};
use crate::check::InputId;
use crate::diagnostic::Message;
use crate::rules::RuleSetId;
use crate::value::InputValue;

/// The two sides of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sides {
    /// What is compared with the other.
    pub from: Scenario,
    /// The other.
    pub to: Scenario,
    /// The inputs that were given a value and that one side lacks.
    pub lacking: Vec<Lacking>,
}

/// An input that a rule set lacks, so that it is left at its default there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lacking {
    /// The input.
    pub input: InputId,
    /// The rule set.
    pub rule_set: RuleSetId,
}

impl Sides {
    /// The inputs of the comparison: those that the second side lacks are as the first has them.
    #[must_use]
    pub fn inputs(&self, mechanic: &Mechanic) -> Vec<InputValue> {
        let available = &mechanic.rule_set_of(&self.to).available;
        let pairs = self.to.inputs.iter().zip(&self.from.inputs).zip(available);
        pairs.map(|((to, from), has)| if *has { to } else { from }.clone()).collect()
    }

    /// Both sides with other inputs; what a side lacks stays as it is there.
    #[must_use]
    pub fn at(&self, mechanic: &Mechanic, inputs: &[InputValue]) -> Sides {
        let side = |side: &Scenario| {
            let mut side = side.clone();
            let available = &mechanic.rule_set_of(&side).available;
            for ((own, new), _) in side.inputs.iter_mut().zip(inputs).zip(available).filter(|(_, has)| **has)
            {
                own.clone_from(new);
            }
            side
        };
        Sides { from: side(&self.from), to: side(&self.to), lacking: Vec::new() }
    }
}

/// The two sides that rule sets by name and common settings describe; without a name the default rule set.
/// Rules are changed on the second side only. An input that only one of them lacks is left at its default
/// there.
///
/// # Errors
/// Everything that is wrong with the settings, one message each.
///
/// ```
/// use trueodds::scenario::{Settings, sides};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let settings = Settings { with: vec!["broken_modem".to_owned()], ..Settings::default() };
/// let sides = sides(&award, Some("rebirth"), Some("repentance"), &settings).expect("two sides");
/// assert_eq!(sides.lacking.len(), 1);
/// assert_eq!(sides.lacking[0].input, award.input("broken_modem")?);
/// assert_eq!(sides.lacking[0].rule_set, award.find_rule_set("rebirth")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sides(
    mechanic: &Mechanic,
    from: Option<&str>,
    to: Option<&str>,
    settings: &Settings,
) -> Result<Sides, Vec<Message>> {
    let default = mechanic.rule_set(mechanic.default_rule_set()).name.as_str();
    let (from, to) = (from.unwrap_or(default), to.unwrap_or(default));
    let mut lacking = Vec::new();
    let settings = settings.of_members(mechanic);
    let unchanged = Settings { rule: Vec::new(), ..settings.clone() };
    let first = side(mechanic, from, to, unchanged, &mut lacking);
    let second = side(mechanic, to, from, settings.clone(), &mut lacking);
    match (first, second) {
        (Ok(from), Ok(to)) => Ok(Sides { from, to, lacking }),
        (Err(mut problems), Err(mut others)) => {
            others.retain(|problem| !problems.contains(problem));
            problems.extend(others);
            Err(problems)
        }
        (Err(problems), _) | (_, Err(problems)) => Err(problems),
    }
}

fn side(
    mechanic: &Mechanic,
    own: &str,
    other: &str,
    mut settings: Settings,
    lacking: &mut Vec<Lacking>,
) -> Result<Scenario, Vec<Message>> {
    if let (Ok(rule_set), Ok(other)) = (mechanic.find_rule_set(own), mechanic.find_rule_set(other)) {
        let has = |set: RuleSetId, input: InputId| mechanic.rule_set(set).available[input.index()];
        let mut keep = |name: &str| match mechanic.input(name.trim()) {
            Ok(input) if !has(rule_set, input) && has(other, input) => {
                lacking.push(Lacking { input, rule_set });
                false
            }
            _ => true,
        };
        settings.set.retain(|text| keep(text.split_once('=').map_or(text.as_str(), |(name, _)| name)));
        settings.with.retain(|text| keep(text.split_once('=').map_or(text.as_str(), |(name, _)| name)));
    }
    settings.rules = vec![own.to_owned()];
    scenarios(mechanic, &settings)?.into_iter().next().ok_or_else(Vec::new)
}
