//! Inputs that have a law in place of a value: the answer is a mixture, and says of what.

use super::Text;
use super::labels::{declared_label, declared_value};
use crate::check::InputId;
use crate::exact::Rational;
use crate::scenario::{Mechanic, Scenario};
use crate::value::{InputValue, Value};

/// More values than this are not listed.
const MOST_VALUES: usize = 6;

/// `mixture of Luck 0 (1/2) and 3 (1/2)`; nothing where no input has a law. The inputs `without` are left out.
pub(super) fn mixture(mechanic: &Mechanic, scenario: &Scenario, without: &[InputId]) -> Text {
    let mut text = Text::default();
    for input in scenario.with_laws().filter(|input| !without.contains(input)) {
        let InputValue::Law(law) = scenario.input(input) else { continue };
        let before = if text.is_empty() { "mixture of " } else { " and, independently, of " };
        text = text.and(before).join(law_label(mechanic, input, law));
    }
    text
}

/// `Luck 0 (1/2) and 3 (1/2)`
fn law_label(mechanic: &Mechanic, input: InputId, law: &[(Value, Rational)]) -> Text {
    let declaration = &mechanic.model[input].declaration;
    let value = |value: &Value| declared_value(&mechanic.model, declaration, value);
    let mut text = declared_label(declaration).and(" ");
    if let ([(first, _), .., (last, _)], true) = (law, law.len() > MOST_VALUES) {
        let count = format!(", {} values", law.len());
        return text.join(value(first)).and(" to ").join(value(last)).and(count);
    }
    for (place, (own, mass)) in law.iter().enumerate() {
        let between = match place {
            0 => "",
            place if place + 1 == law.len() => " and ",
            _ => ", ",
        };
        text = text.and(between).join(value(own)).and(format!(" ({mass})"));
    }
    text
}
