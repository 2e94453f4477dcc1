//! Settings of whole families: `size=19` and `size.silent=19` say the same of several members.

use super::{Mechanic, Settings};
use crate::check::FieldId;
use crate::check::model::{Binding, FamilyOf};

impl Settings {
    /// The same with a setting for each member of the families that are named. What is said of fewer members counts.
    pub(super) fn of_members(&self, mechanic: &Mechanic) -> Settings {
        let inputs = |name: &str| mechanic.input(name).is_ok();
        Settings {
            rules: self.rules.clone(),
            set: spread(mechanic, FamilyOf::Inputs, &self.set, inputs),
            with: spread(mechanic, FamilyOf::Inputs, &self.with, inputs),
            state: spread(mechanic, FamilyOf::States, &self.state, |name| mechanic.state(name).is_ok()),
            rule: spread(mechanic, FamilyOf::Rules, &self.rule, |name| mechanic.rule(name).is_ok()),
        }
    }
}

/// A setting, and of how many members it was said.
type Spread = (usize, String, Option<String>);

fn spread(
    mechanic: &Mechanic,
    of: FamilyOf,
    settings: &[String],
    is_one: impl Fn(&str) -> bool,
) -> Vec<String> {
    let mut all: Vec<Spread> = Vec::new();
    for setting in settings {
        let (name, value) = match setting.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (setting.as_str(), None),
        };
        let members = if is_one(name.trim()) { None } else { mechanic.model.members_named(of, name.trim()) };
        let Some((_, _, members)) = members else {
            all.push((1, name.to_owned(), value));
            continue;
        };
        for member in &members {
            if let Some(name) = mechanic.model.member_name(*member) {
                all.push((members.len(), name.to_owned(), value.clone()));
            }
        }
    }
    let narrower = |one: &Spread| all.iter().any(|other| other.1.trim() == one.1.trim() && other.0 < one.0);
    let kept = all.iter().filter(|one| !narrower(one));
    let text = |(_, name, value): &Spread| match value {
        Some(value) => format!("{name}={value}"),
        None => name.clone(),
    };
    kept.map(text).collect()
}

/// The outcomes of a family or a row of it, where a name stands for one.
pub(super) fn fields_of_family(mechanic: &Mechanic, name: &str) -> Option<Vec<FieldId>> {
    let (_, _, members) = mechanic.model.members_named(FamilyOf::Outcomes, name)?;
    Some(members.into_iter().filter_map(Binding::index).map(FieldId::new).collect())
}
