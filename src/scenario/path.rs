//! Paths: uses in a row whose inputs change on the way.

use super::{Mechanic, Scenario, Settings, scenarios};
use crate::diagnostic::{Message, Setting};
use crate::exact::Rational;

/// Reads a path: `room=normal*3, room=elite & nloths_gift, boss*2`. Each use has the inputs of `base`
/// but for those it names; a value of an enumeration that only one input has stands for that input, and
/// a flag alone is switched on. At most `most` uses.
///
/// # Errors
/// Everything that is wrong with it, one message each.
pub fn parse_path(
    mechanic: &Mechanic,
    base: &Scenario,
    text: &str,
    most: usize,
) -> Result<Vec<Scenario>, Vec<Message>> {
    let mut path = Vec::new();
    let mut problems: Vec<Message> = Vec::new();
    for part in text.split(',').map(str::trim) {
        match uses(mechanic, base, part) {
            Ok((_, count)) if count.saturating_add(path.len()) > most => {
                let problem = format!(
                    "the path has more than {most} uses; the limit `columns` is {most}, raise it with "
                );
                problems.push(Message::from(problem).typed(Setting::Limit, "columns=…"));
                break;
            }
            Ok((scenario, count)) => path.extend(std::iter::repeat_n(scenario, count)),
            Err(mut found) => problems.append(&mut found),
        }
    }
    problems.dedup();
    if problems.is_empty() {
        return Ok(path);
    }
    problems.push("a path is written as `room=normal*3, room=elite & nloths_gift`".into());
    Err(problems)
}

/// `room=elite & nloths_gift * 3`: the inputs, and how often.
fn uses(mechanic: &Mechanic, base: &Scenario, part: &str) -> Result<(Scenario, usize), Vec<Message>> {
    let problem = |text: String| vec![Message::default().typed(Setting::Path, "").words(text)];
    let (inputs, count) = match part.rsplit_once(['*', '\u{d7}']) {
        None => (part, 1),
        Some((inputs, count)) => match count.trim().parse::<Rational>() {
            Ok(count) if count.is_integer() && count >= Rational::ONE => {
                let count = count.to_i64().and_then(|count| usize::try_from(count).ok());
                (inputs.trim(), count.unwrap_or(usize::MAX))
            }
            _ => {
                return Err(problem(format!(
                    ": in `{part}` a whole number from 1 on should follow the `*`, as in `room=elite*3`"
                )));
            }
        },
    };
    let mut settings = Settings::default();
    settings.rules.push(mechanic.rule_set_of(base).name.clone());
    for input in inputs.split('&').map(str::trim).filter(|input| !input.is_empty()) {
        settings.add(mechanic, input);
    }
    if inputs.is_empty() && part.is_empty() {
        let text = ": an empty use; write the inputs of each, as in `room=normal*3,room=elite`";
        return Err(problem(text.to_owned()));
    }
    let mut result = base.clone();
    for given in scenarios(mechanic, &settings)? {
        for input in &given.named {
            result.set_input(*input, given.input(*input).clone());
        }
    }
    Ok((result, count))
}

/// The scenario with the inputs that all uses of a path share; the others at their defaults.
#[must_use]
pub fn shared(mechanic: &Mechanic, base: &Scenario, path: &[Scenario]) -> Scenario {
    let mut shared = base.clone();
    for input in mechanic.model.input_ids() {
        let default = mechanic.model[input].usual();
        let mut values = path.iter().map(|scenario| scenario.input(input));
        let first = values.next().unwrap_or(&default);
        let same = values.all(|value| value == first);
        shared.set_input(input, if same { first.clone() } else { default.clone() });
    }
    shared
}
