//! Questions and findings in words: as a person would type them, and as a page would say them.

use super::ask::candidate::{By, Candidate, Measure, Test};
use super::ask::chains::Sought;
use super::ask::draws::drawn;
use super::ask::laws::{Given, Stage};
use super::ask::states::Fact;
use super::read::mention::nothing;
use crate::check::model::{Declaration, Model, UseName};
use crate::check::{FieldId, Kind, StateId};
use crate::exact::Rational;
use crate::names::Names;
use crate::page::Figure;
use crate::page::arithmetic::percent_text;
use crate::value::Value;
use crate::verify::words::written_as;

/// What is right in the place of a figure, in the words of the mechanic: `Coin is 15% before replacements, not 18%`.
/// `after` is what becomes of it in the end, where that is another number.
pub(super) fn correction(
    names: &Names<'_>,
    candidate: &Candidate,
    figure: &Figure,
    stated: &str,
    after: Option<&Rational>,
) -> String {
    let [right, after] = right(names, candidate, figure, after);
    format!("{right}, not {stated}{after}")
}

/// The same of a figure that is only in doubt: `nothing that its words name gives 18%; Coin is 15% before replacements`.
pub(super) fn doubted(
    names: &Names<'_>,
    candidate: &Candidate,
    figure: &Figure,
    stated: &str,
    after: Option<&Rational>,
) -> String {
    let [right, after] = right(names, candidate, figure, after);
    format!("nothing that its words name gives {stated}; {right}{after}")
}

/// What a question gives, in the form of a figure: `Nothing (Lucky Foot) is 13.3%`.
pub(super) fn answered(
    names: &Names<'_>,
    candidate: &Candidate,
    figure: &Figure,
    after: Option<&Rational>,
) -> String {
    right(names, candidate, figure, after).concat()
}

/// What a question gives, in the form of a figure, and what becomes of it in the end.
fn right(names: &Names<'_>, candidate: &Candidate, figure: &Figure, after: Option<&Rational>) -> [String; 2] {
    let mechanic = names.mechanics[candidate.mechanic];
    let model = &mechanic.model;
    let subject = subject(model, candidate);
    let mut given = given_labels(model, &candidate.given);
    if !matches!(candidate.measure, Measure::Both(..)) {
        given.extend(known_labels(model, &candidate.given));
    }
    if let Measure::Share(field, _) = candidate.measure {
        given.extend(nothing(mechanic, field).map(|value| all_but(model, field, &value)));
    }
    let subject = match (given.is_empty(), subject.strip_suffix(',')) {
        (true, _) => subject,
        // `Rooms, on average (Stage 7), is 20`
        (false, Some(subject)) => format!("{subject} ({}),", given.join(", ")),
        (false, None) => format!("{subject} ({})", given.join(", ")),
    };
    let is_first = matches!(candidate.measure, Measure::Chance(_, _, Stage::First));
    let stage = if is_first { " before replacements" } else { "" };
    let after = after.map(|after| format!(" (after them {})", written_as(figure, after))).unwrap_or_default();
    [format!("{subject} is {}{stage}", written_as(figure, &candidate.value)), after]
}

/// What speaks for a reading: so many of so many other figures agree with it, or the digits themselves.
pub(super) fn confirmed(right: usize, all: usize) -> Option<String> {
    match (right, all) {
        (0, 0) => Some("two of its digits have changed places".to_owned()),
        (0, _) => None,
        _ if right == all => Some(format!("the {all} figures beside it agree with this reading")),
        _ => Some(format!("{right} of the {all} figures beside it agree with this reading")),
    }
}

/// An end of a number by its label, which may say so itself: `Dead ends at least`.
fn end_of(label: &str, end: &str) -> String {
    if label.ends_with(end) { label.to_owned() } else { format!("{label} {end}") }
}

/// What a question is about, as people call it.
fn subject(model: &Model, candidate: &Candidate) -> String {
    match &candidate.measure {
        Measure::Chance(field, test, _) | Measure::Share(field, test) => event_labels(model, *field, test),
        Measure::Complement(field, test, _) => format!("not {}", event_labels(model, *field, test)),
        Measure::Both(field, test) => {
            let others = known_labels(model, &candidate.given);
            std::iter::once(event_labels(model, *field, test)).chain(others).collect::<Vec<_>>().join(" and ")
        }
        Measure::Against(field, test, against) => {
            let event = event_labels(model, *field, test);
            let other = if (*field, test) == (against.field, &against.test) {
                let own = given_labels(model, &candidate.given);
                let other =
                    given_labels(model, &against.given).into_iter().filter(|label| !own.contains(label));
                format!("with {}", other.collect::<Vec<_>>().join(", "))
            } else {
                event_labels(model, against.field, &against.test)
            };
            match against.by {
                By::Times => format!("how many times as likely {event} is as {other}"),
                By::Points => format!("how much likelier {event} is than {other}"),
                By::Gain => format!("by what part {event} is likelier than {other}"),
                By::Loss => format!("by what part {event} is less likely than {other}"),
            }
        }
        Measure::Count(field, test, _, total) => {
            let of =
                total.as_ref().map_or_else(|| "one in how many".to_owned(), |total| format!("of {total}"));
            format!("{}, {of},", event_labels(model, *field, test))
        }
        Measure::Chain(sought, field, test) => {
            let event = event_labels(model, *field, test);
            let is_sum = model[*field].kind == Kind::Integer;
            let counted = if is_sum { &model[*field].label } else { &event };
            of_uses(&model.use_name, sought, (&event, counted))
        }
        Measure::Arrival(sought, state, test) => {
            let event = state_label(model, *state, test);
            if let Sought::At(number) = sought {
                return format!("{event} after {number} {}", model.use_name.many);
            }
            of_uses(&model.use_name, sought, (&event, &event))
        }
        Measure::Mean(field) => format!("{}, on average,", model[*field].label),
        Measure::Least(field) => end_of(&model[*field].label, "at least"),
        Measure::Most(field) => end_of(&model[*field].label, "at most"),
        Measure::State(state, fact) => {
            let label = &model[*state].declaration.label;
            match fact {
                Fact::Start => format!("{label} at the start"),
                Fact::Least => format!("the lowest {label}"),
                Fact::Most => format!("the highest {label}"),
            }
        }
        Measure::Edge(field, values, is_upper) => {
            let event = event_labels(model, *field, &Test::In(values.clone()));
            format!("the {} end of the band of {event}", if *is_upper { "upper" } else { "lower" })
        }
        Measure::Rule(rule, _) => format!("\"{}\"", model.rules[*rule].declaration.label),
        Measure::Either(one, other) => {
            let label = |rule: &usize| &model.rules[*rule].declaration.label;
            format!("\"{}\" or \"{}\"", label(one), label(other))
        }
        Measure::Drawn(number, false) => roll(model, *number),
        Measure::Drawn(number, true) => format!("that {} fails", roll(model, *number)),
    }
}

/// What is asked of many uses about an event, or about how much of something they bring, as people call it.
fn of_uses(use_name: &UseName, sought: &Sought, (event, counted): (&str, &str)) -> String {
    let (one, uses) = (&use_name.one, &use_name.many);
    match sought {
        Sought::Share => format!("{event} in the long run"),
        Sought::Mean => format!("the mean number of {uses} until {event}"),
        Sought::Median => format!("the median number of {uses} until {event}"),
        Sought::Mode => format!("the likeliest number of {uses} until {event}"),
        Sought::At(number) => format!("{event} in {one} number {number}"),
        Sought::First(number) => format!("{event} for the first time in {one} number {number}"),
        Sought::Sum(count) => format!("{counted} in {count} {uses}, on average,"),
        Sought::Within(count) => format!("{event} within {count} {uses}"),
        Sought::NotYet(count) => format!("no {event} within {count} {uses}"),
        Sought::Times(times, count) => format!("{event} {times} in {count} {uses}"),
        Sought::Level(level) if *level == Rational::ONE => {
            format!("the greatest number of {uses} until {event}")
        }
        Sought::Level(level) => {
            let share = percent_text(level, 0, false);
            format!("the number of {uses} within which {share} have had {event}")
        }
    }
}

/// A value that a state comes to, as people call it: `Level 5`.
fn state_label(model: &Model, state: StateId, test: &Test) -> String {
    let declaration = &model[state].declaration;
    let value = match test {
        Test::In(values) => values.first().cloned(),
        Test::AtLeast(value) | Test::AtMost(value) => Some(Value::Number(value.clone())),
        Test::Not(_) | Test::Most => None,
    };
    value.map_or_else(|| declaration.label.clone(), |value| value_label(model, declaration, &value))
}

/// A chance in the text of a mechanic, by what it leads to or else by what it needs: `the roll for Gold or Silver`.
fn roll(model: &Model, number: usize) -> String {
    const FEW: usize = 3;
    let all = drawn(model).all;
    let Some(drawn) = all.get(number) else { return "this chance".to_owned() };
    let outcomes = drawn.outcomes.iter().map(|(field, value)| value_label(model, &model[*field], value));
    let outcomes: Vec<String> = outcomes.take(FEW).collect();
    let inputs = drawn.inputs.iter().map(|input| model[*input].declaration.label.clone());
    match outcomes.is_empty() {
        true => format!("the roll with {}", inputs.take(FEW).collect::<Vec<_>>().join(", ")),
        false => format!("the roll for {}", outcomes.join(" or ")),
    }
}

fn event_labels(model: &Model, field: FieldId, test: &Test) -> String {
    let declaration = &model[field];
    let label = &declaration.label;
    let value = |value: &Value| match value {
        Value::Variant(index) => {
            let variant = model.variants(declaration.kind).get(*index as usize);
            variant.map_or_else(|| label.clone(), |variant| variant.label.clone())
        }
        Value::Flag(true) => label.clone(),
        other => format!("{label}: {}", model.value_text(declaration.kind, other)),
    };
    match test {
        Test::In(values) => values.iter().map(value).collect::<Vec<_>>().join(" or "),
        Test::Not(_) => label.clone(),
        Test::AtLeast(least) => format!("{label}: {least} or more"),
        Test::AtMost(most) => format!("{label}: {most} or fewer"),
        Test::Most => format!("{label}: all"),
    }
}

/// The inputs and states that are given, as people call them.
fn given_labels(model: &Model, given: &Given) -> Vec<String> {
    let inputs = given.inputs.iter().map(|(input, value)| (&model[*input].declaration, value));
    let states = given.states.iter().map(|(state, value)| (&model[*state].declaration, value));
    let word = |(declaration, value): (&Declaration, &Value)| value_label(model, declaration, value);
    // A state has the values of an outcome: `Weather today: Fog`.
    let of_state = |(declaration, value): (&Declaration, &Value)| match value {
        Value::Variant(_) => format!("{}: {}", declaration.label, word((declaration, value))),
        _ => word((declaration, value)),
    };
    inputs.map(word).chain(states.map(of_state)).collect()
}

/// What is known of other outcomes, as people call it.
fn known_labels(model: &Model, given: &Given) -> Vec<String> {
    let known = |(field, test): (&FieldId, &Test)| match test {
        Test::In(values) if values.len() == 1 => value_label(model, &model[*field], &values[0]),
        Test::Not(value) => format!("not {}", value_label(model, &model[*field], value)),
        _ => event_labels(model, *field, test),
    };
    given.outcomes.iter().map(known).collect()
}

/// Of what a share is told that leaves a value out, as people call it.
fn all_but(model: &Model, field: FieldId, value: &Value) -> String {
    format!("of all but {}", value_label(model, &model[field], value))
}

/// A value of something, as people call it.
pub(super) fn value_label(model: &Model, declaration: &Declaration, value: &Value) -> String {
    match value {
        Value::Flag(true) => declaration.label.clone(),
        Value::Flag(false) => format!("no {}", declaration.label),
        Value::Variant(index) => {
            let variant = model.variants(declaration.kind).get(*index as usize);
            variant.map_or_else(|| declaration.label.clone(), |variant| variant.label.clone())
        }
        other => format!("{} {}", declaration.label, model.value_text(declaration.kind, other)),
    }
}

/// An event as a person would type it.
pub(super) fn event_words(model: &Model, field: FieldId, test: &Test) -> String {
    let words = test.expression(model, field);
    words.unwrap_or_else(|| format!("{} = its greatest value", model[field].name))
}

/// An event together with what is known of other outcomes, as a person would type it.
pub(super) fn at_once(model: &Model, field: FieldId, test: &Test, given: &Given) -> String {
    let known = given.outcomes.iter().map(|(field, test)| event_words(model, *field, test));
    std::iter::once(event_words(model, field, test)).chain(known).collect::<Vec<_>>().join(" and ")
}

/// What is given, each as a person would type it.
pub(super) fn given_words(model: &Model, given: &Given) -> Vec<String> {
    let inputs = given.inputs.iter().map(|(input, value)| (&model[*input].declaration, value));
    let states = given.states.iter().map(|(state, value)| (&model[*state].declaration, value));
    let word = |(declaration, value): (&Declaration, &Value)| {
        format!("{}={}", declaration.name, model.value_text(declaration.kind, value))
    };
    inputs.chain(states).map(word).collect()
}

/// What is asked of many uses about an event, or about how much of something they bring, as a person would type it.
fn asked_of_uses(sought: &Sought, (event, counted): (&str, &str)) -> String {
    match sought {
        Sought::Share => format!("the long-run share of {event}"),
        Sought::Mean => format!("the mean uses until {event}"),
        Sought::Median => format!("the median uses until {event}"),
        Sought::Mode => format!("the most probable number of uses until {event}"),
        Sought::At(number) => format!("P({event} in use {number})"),
        Sought::First(number) => format!("P({event} for the first time in use {number})"),
        Sought::Sum(count) => format!("the mean sum of {counted} over {count} uses"),
        Sought::Within(count) => format!("P({event} within {count} uses)"),
        Sought::NotYet(count) => format!("P(not {event} within {count} uses)"),
        Sought::Times(times, count) => format!("P({event} {times} in {count} uses)"),
        Sought::Level(level) if *level == Rational::ONE => format!("the most uses until {event}"),
        Sought::Level(level) => format!("the uses within which {event} with {level}"),
    }
}

/// A question as a person would type it: `P(award = chest) of isaac/room-clear-award with luck=3`.
pub(super) fn question(names: &Names<'_>, candidate: &Candidate) -> String {
    let mechanic = names.mechanics[candidate.mechanic];
    let model = &mechanic.model;
    let event = |field: FieldId, test: &Test| event_words(model, field, test);
    // What is known of other outcomes stands behind a bar.
    let known: Vec<String> =
        candidate.given.outcomes.iter().map(|(field, test)| event(*field, test)).collect();
    let known = if known.is_empty() { String::new() } else { format!(" | {}", known.join(" and ")) };
    let asked = match &candidate.measure {
        Measure::Chance(field, test, Stage::End) => format!("P({}{known})", event(*field, test)),
        Measure::Chance(field, test, Stage::First) => {
            format!("P({}) before replacements", event(*field, test))
        }
        Measure::Complement(field, test, _) => format!("P(not ({}){known})", event(*field, test)),
        Measure::Both(field, test) => format!("P({})", at_once(model, *field, test, &candidate.given)),
        Measure::Against(field, test, against) => {
            let (one, other) = (event(*field, test), event(against.field, &against.test));
            let given = given_words(model, &against.given);
            let with = if given.is_empty() { String::new() } else { format!(" with {}", given.join(", ")) };
            match against.by {
                By::Times => format!("P({one}) / P({other}){with}"),
                By::Points => format!("P({one}) - P({other}){with}"),
                By::Gain => format!("P({one}) / P({other}){with} - 1"),
                By::Loss => format!("1 - P({one}) / P({other}){with}"),
            }
        }
        Measure::Count(field, test, stage, total) => {
            let times = total.as_ref().map_or_else(|| "1 /".to_owned(), |total| format!("{total} *"));
            let before = if *stage == Stage::First { " before replacements" } else { "" };
            format!("{times} P({}{known}){before}", event(*field, test))
        }
        Measure::Share(field, test) => {
            let nothing = nothing(mechanic, *field);
            let nothing =
                nothing.map(|value| model.value_text(model[*field].kind, &value)).unwrap_or_default();
            format!("P({} | {} != {nothing})", event(*field, test), model[*field].name)
        }
        Measure::Chain(sought, field, test) => {
            let event = event(*field, test);
            let is_sum = model[*field].kind == Kind::Integer;
            let counted = if is_sum { &model[*field].name } else { &event };
            asked_of_uses(sought, (&event, counted))
        }
        Measure::Arrival(sought, state, test) => {
            let declaration = &model[*state].declaration;
            let event = test.expression_of(model, declaration).unwrap_or_else(|| declaration.name.clone());
            asked_of_uses(sought, (&event, &event))
        }
        Measure::Mean(field) => format!("E({}{known})", model[*field].name),
        Measure::Least(field) => format!("the least {}", model[*field].name),
        Measure::Most(field) => format!("the greatest {}", model[*field].name),
        Measure::State(state, fact) => {
            let name = &model[*state].declaration.name;
            match fact {
                Fact::Start => format!("the start of {name}"),
                Fact::Least => format!("the least {name} that is reached"),
                Fact::Most => format!("the greatest {name} that is reached"),
            }
        }
        Measure::Edge(field, values, is_upper) => {
            let end = if *is_upper { "upper" } else { "lower" };
            format!("the {end} end of the band of {}", event(*field, &Test::In(values.clone())))
        }
        Measure::Rule(rule, rest) => {
            let rule = &model.rules[*rule].declaration.name;
            if *rest { format!("1 - rule {rule}") } else { format!("rule {rule}") }
        }
        Measure::Either(one, other) => {
            let name = |rule: &usize| &model.rules[*rule].declaration.name;
            format!("rule {} or rule {}", name(one), name(other))
        }
        Measure::Drawn(number, false) => roll(model, *number),
        Measure::Drawn(number, true) => format!("1 - {}", roll(model, *number)),
    };
    let given = given_words(model, &candidate.given);
    let with = if given.is_empty() { String::new() } else { format!(" with {}", given.join(", ")) };
    format!("{asked} of {}{with}", model.path)
}
