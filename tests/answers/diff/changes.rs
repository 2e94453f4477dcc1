//! What each rule changes: found effects are those of plain questions about both sides.

use trueodds::check::InputId;
use trueodds::document::ChangesDocument;
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::{Amount, Changes, GreatestEffect, Inputs, RuleChange, changes, measure};
use trueodds::render::{Format, Style, render};
use trueodds::scenario::{Mechanic, Settings, scenarios, sides};
use trueodds::session::Session;
use trueodds::value::{RuleValue, Value};

fn found(session: &Session, name: &str, from: &str, to: &str) -> (Mechanic, Changes) {
    let mechanic = session.mechanic(name).unwrap();
    let sides = sides(&mechanic, Some(from), Some(to), &Settings::default()).unwrap();
    let found = changes(&mechanic, &sides, &Limits::default()).unwrap();
    (mechanic, found)
}

fn of<'c>(mechanic: &Mechanic, changes: &'c Changes, rule: &str) -> &'c RuleChange {
    let rule = mechanic.rule(rule).unwrap();
    changes.rules.iter().find(|own| own.rule == rule).unwrap()
}

/// A probability as a person would ask for it, with one rule as it is given.
fn asked(
    session: &Session,
    mechanic: &Mechanic,
    rules: &str,
    rule: String,
    inputs: &Inputs,
    question: &str,
) -> Option<Rational> {
    let text = |(input, value): &(InputId, Value)| {
        let declaration = &mechanic.model[*input].declaration;
        format!("{}={}", declaration.name, mechanic.model.value_text(declaration.kind, value))
    };
    let settings = Settings {
        rules: vec![rules.to_owned()],
        set: inputs.iter().map(text).collect(),
        rule: vec![rule],
        ..Settings::default()
    };
    let scenarios = scenarios(mechanic, &settings).unwrap();
    let question = session.question(mechanic, question).unwrap();
    let answers = measure(mechanic, &question, &scenarios, None, &Limits::default()).ok()?;
    match &answers.values[0].1 {
        Amount::Probability(value) => Some(value.clone()),
        other => panic!("{other:?} is no probability"),
    }
}

fn question(mechanic: &Mechanic, effect: &GreatestEffect) -> String {
    let field = &mechanic.model[effect.field];
    format!("P({} = {})", field.name, mechanic.model.value_text(field.kind, &effect.value))
}

#[test]
fn effects_are_what_plain_questions_differ_by() {
    let session = Session::embedded().unwrap();
    let mut compared = 0;
    for (name, from, to) in [
        ("isaac/room-clear-award", "afterbirth-plus", "repentance"),
        ("isaac/room-clear-award", "fandom", "repentance"),
        ("isaac/room-clear-award", "repentance", "pseudo-code"),
        ("isaac/special-rooms", "rebirth", "repentance"),
        ("isaac/special-rooms", "repentance", "rebirth"),
        ("isaac/room-count", "rebirth", "repentance"),
        ("sts/card-roll", "document-prose", "shipped"),
        ("sts/card-reward", "document-prose", "shipped"),
    ] {
        let (mechanic, changes) = found(&session, name, from, to);
        for change in &changes.rules {
            let Some(effect) = &change.effect else { continue };
            let greatest = &effect.greatest;
            let declaration = &mechanic.model[change.rule].declaration;
            let rule = |value: &RuleValue| {
                format!("{}={}", declaration.name, mechanic.model.rule_text(declaration.kind, value))
            };
            let others = if greatest.of_second { to } else { from };
            let ask = |value: &RuleValue, inputs: &Inputs| {
                asked(&session, &mechanic, others, rule(value), inputs, &question(&mechanic, greatest))
            };
            let chances = [&change.from, &change.to].map(|value| ask(value, &greatest.inputs).unwrap());
            assert_eq!(chances, [greatest.from.clone(), greatest.to.clone()], "{name} {}", declaration.name);
            assert_ne!(greatest.from, greatest.to);
            // None of what is needed is too much.
            let fewest = effect.needs.iter().map(Vec::len).min().unwrap();
            assert!(effect.needs.iter().all(|need| need.len() == fewest) && greatest.inputs.len() >= fewest);
            if fewest > 0 {
                assert_eq!(ask(&change.from, &Vec::new()), ask(&change.to, &Vec::new()), "{name}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 12, "{compared}");
}

/// By hand: a heart falls in 3/20 of all rolls, and Lil' battery and Sack leave it; Hard mode then removes some.
#[test]
fn hard_mode_is_the_change_of_room_clear_awards() {
    let session = Session::embedded().unwrap();
    let (mechanic, changes) = found(&session, "isaac/room-clear-award", "afterbirth-plus", "repentance");
    assert_eq!(changes.rules.len(), 1);
    let change = of(&mechanic, &changes, "hard_removes_heart");
    let effect = change.effect.as_ref().unwrap();
    let hard = mechanic.input("difficulty").unwrap();
    assert_eq!(effect.needs, [vec![(hard, Value::Variant(1))]]);
    let heart = &(&Rational::new(3, 20) * &Rational::new(19, 20)) * &Rational::new(49, 50);
    assert_eq!(effect.greatest.from, &heart * &Rational::new(35, 100));
    assert_eq!(effect.greatest.to, &heart * &Rational::new(67, 100));
}

#[test]
fn a_rule_that_only_allows_inputs_says_which() {
    let session = Session::embedded().unwrap();
    let (mechanic, changes) = found(&session, "isaac/room-count", "rebirth", "repentance");
    let refused = of(&mechanic, &changes, "last_stage").refused.as_ref().unwrap();
    let stage = mechanic.input("stage").unwrap();
    assert_eq!(refused.inputs, [(stage, Value::Number(12.into()))]);
    assert!(refused.by_first);
}

/// Rules that matter only with two inputs, one of which the rule is not read with.
#[test]
fn what_takes_two_items_is_found() {
    let session = Session::embedded().unwrap();
    let (mechanic, changes) = found(&session, "isaac/room-clear-award", "fandom", "repentance");
    let of = |rule| of(&mechanic, &changes, rule).effect.as_ref().unwrap();
    let names = |inputs: &Inputs| -> Vec<String> {
        inputs.iter().map(|(input, _)| mechanic.model[*input].declaration.name.clone()).collect()
    };
    assert_eq!(names(&of("childs_heart_passes_tail").needs[0]), ["daemons_tail", "childs_heart"]);
    let mut foot = names(&of("lucky_foot").needs[0]);
    foot.sort();
    assert_eq!(foot, ["luck", "lucky_foot"]);
}

#[test]
fn changes_in_every_format() {
    let session = Session::embedded().unwrap();
    let changed = [
        found(&session, "isaac/room-clear-award", "afterbirth-plus", "pseudo-code"),
        found(&session, "isaac/room-count", "afterbirth-plus", "pseudo-code"),
        found(&session, "isaac/special-rooms", "afterbirth-plus", "pseudo-code"),
    ];
    let left_out = ["isaac/other".to_owned()];
    for (format, name) in [
        (Format::Terminal, "terminal"),
        (Format::Wikitext, "wikitext"),
        (Format::Markdown, "markdown"),
        (Format::Html, "html"),
        (Format::Json, "json"),
        (Format::Csv, "csv"),
    ] {
        let text = render(&ChangesDocument::new(&changed, &left_out), format, &Style::default());
        insta::assert_snapshot!(format!("changes-{name}"), text);
    }
}
