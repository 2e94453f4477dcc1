//! What to ask to hear why a number of a table is what it is.

use crate::check::FieldId;
use crate::query::Cumulative;
use crate::scenario::{Mechanic, Scenario};
use crate::value::Value;

/// A question by the names of its settings, as in `queries`, `P(award = chest)`.
pub type Reason = Vec<(&'static str, String)>;

/// A question about a mechanic under a scenario.
pub(super) fn asked(mechanic: &Mechanic, scenario: &Scenario, query: String) -> Reason {
    let model = &mechanic.model;
    let mut asked = vec![("mechanic", model.path.clone()), ("queries", query)];
    if scenario.rule_set != mechanic.default_rule_set() {
        asked.push(("rules", mechanic.rule_set_of(scenario).name.clone()));
    }
    for id in model.input_ids().filter(|id| !model[*id].is_usual(scenario.input(*id))) {
        let name = &model[id].declaration.name;
        asked.push(("set", format!("{name}={}", scenario.input_text(mechanic, id))));
    }
    for (state, value) in model.states.iter().zip(&scenario.states) {
        if let Some(value) = value {
            let own = &state.declaration;
            asked.push(("state", format!("{}={}", own.name, model.value_text(own.kind, value))));
        }
    }
    for (rule, value) in &scenario.changed {
        let own = &model[*rule].declaration;
        asked.push(("rule", format!("{}={}", own.name, model.rule_text(own.kind, value))));
    }
    asked
}

/// The chance that outcomes have these values, given what is known; `None` where a value is no single one.
pub(super) fn chance_of<'v>(
    mechanic: &Mechanic,
    outcome: impl Iterator<Item = (FieldId, &'v Value)>,
    cumulative: Option<Cumulative>,
    given: Option<&str>,
) -> Option<String> {
    let model = &mechanic.model;
    let sign = match cumulative {
        None => "=",
        Some(Cumulative::AtLeast) => ">=",
        Some(Cumulative::AtMost) => "<=",
    };
    let part = |(field, value): (FieldId, &Value)| {
        let own = &model[field];
        match value {
            Value::Flag(true) => Some(own.name.clone()),
            Value::Flag(false) => Some(format!("not {}", own.name)),
            Value::Above(_) | Value::List(_) => None,
            Value::Number(_) | Value::Variant(_) => {
                Some(format!("{} {sign} {}", own.name, model.value_text(own.kind, value)))
            }
        }
    };
    let parts: Vec<String> = outcome.map(part).collect::<Option<_>>()?;
    let known = given.map(|given| format!(" | {given}")).unwrap_or_default();
    (!parts.is_empty()).then(|| format!("P({}{known})", parts.join(" and ")))
}
