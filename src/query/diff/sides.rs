//! The two sides of a comparison, from what a person typed.

use super::super::Mechanic;
use super::super::scenario::{Scenario, Settings, find_input, scenario};

/// The two sides of a comparison.
#[derive(Debug, Clone)]
pub struct SidePair {
    /// What is compared with the other.
    pub from: Scenario,
    /// The other.
    pub to: Scenario,
    /// What is to be said of inputs that only one of them has.
    pub notes: Vec<String>,
}

/// The two sides that rule sets by name and common settings describe; without a name the default rule set.
/// Rules are changed on the second side only. An input that one of them lacks is off there, and that is
/// noted.
///
/// # Errors
/// Everything that is wrong with the settings, one message each.
pub fn sides(
    mechanic: &Mechanic,
    from: Option<&str>,
    to: Option<&str>,
    settings: &Settings,
) -> Result<SidePair, Vec<String>> {
    let default = || mechanic.rule_sets.iter().find(|set| set.default).map(|set| set.name.clone());
    let name = |name: Option<&str>| name.map(str::to_owned).or_else(default).unwrap_or_default();
    let (from, to) = (name(from), name(to));
    let mut notes = Vec::new();
    let plain = Settings { rule: Vec::new(), ..settings.clone() };
    let first = side(mechanic, &from, &to, &plain, &mut notes);
    let second = side(mechanic, &to, &from, settings, &mut notes);
    match (first, second) {
        (Ok(from), Ok(to)) => Ok(SidePair { from, to, notes }),
        (Err(mut problems), Err(others)) => {
            let new: Vec<String> = others.into_iter().filter(|problem| !problems.contains(problem)).collect();
            problems.extend(new);
            Err(problems)
        }
        (Err(problems), _) | (_, Err(problems)) => Err(problems),
    }
}

fn side(
    mechanic: &Mechanic,
    rules: &str,
    other: &str,
    settings: &Settings,
    notes: &mut Vec<String>,
) -> Result<Scenario, Vec<String>> {
    let set = |name: &str| mechanic.rule_sets.iter().find(|set| set.name == name);
    let mut own = Settings { rules: vec![rules.to_owned()], ..settings.clone() };
    if let (Some(set), Some(other)) = (set(rules), set(other)) {
        let mut lacks = |assignment: &String| {
            let name = assignment.split('=').next().unwrap_or_default().trim();
            let place = find_input(&mechanic.model, name).ok().flatten();
            let missing = place.is_some_and(|place| !set.available[place] && other.available[place]);
            if missing && let Some(place) = place {
                let label = &mechanic.model.inputs[place].declaration.label;
                notes.push(format!("{label} is not in {}, and left at its default there.", set.title));
            }
            missing
        };
        own.set.retain(|assignment| !lacks(assignment));
        own.with.retain(|flag| !lacks(flag));
    }
    scenario(mechanic, &own)?.into_iter().next().ok_or_else(Vec::new)
}
