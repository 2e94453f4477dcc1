//! What is printed can be typed: every label of every mechanic, in each place that takes a name.

use trueodds::check::Kind;
use trueodds::check::model::Declaration;
use trueodds::scenario::{Mechanic, Settings, Sweep, scenarios};
use trueodds::session::Session;

/// As other people type it.
fn spellings(label: &str) -> [String; 4] {
    let curly = label.replace('\'', "\u{2019}");
    [label.to_owned(), label.to_uppercase(), label.to_lowercase(), curly]
}

fn mechanics(session: &Session) -> Vec<Mechanic> {
    session.names().iter().map(|name| session.mechanic(name).unwrap()).collect()
}

/// The labels that only one of some things has; of the others a message says which names they have.
fn unique<'m>(all: &[&'m Declaration]) -> Vec<(usize, &'m Declaration)> {
    let same =
        |one: &Declaration, other: &Declaration| one.label.to_lowercase() == other.label.to_lowercase();
    let once = |own: &Declaration| all.iter().filter(|other| same(own, other)).count() == 1;
    all.iter().copied().enumerate().filter(|(_, own)| once(own)).collect()
}

#[test]
fn rule_sets_and_mechanics_go_by_their_titles() {
    let session = Session::embedded().unwrap();
    for mechanic in mechanics(&session) {
        let path = &mechanic.model.path;
        for (index, set) in mechanic.rule_sets.iter().enumerate() {
            for typed in spellings(&set.title).iter().chain(&set.short) {
                let found =
                    mechanic.find_rule_set(typed).unwrap_or_else(|problem| panic!("{path}: {problem:?}"));
                assert_eq!(found.index(), index, "{path}: {typed}");
                let settings = Settings { rules: vec![typed.clone()], ..Settings::default() };
                assert_eq!(scenarios(&mechanic, &settings).unwrap()[0].rule_set.index(), index);
            }
        }
        for typed in spellings(&mechanic.model.label) {
            let found = session.mechanic(&typed).unwrap_or_else(|problem| panic!("{typed}: {problem}"));
            assert_eq!(&found.model.path, path, "{typed}");
        }
    }
}

#[test]
fn inputs_rules_states_and_outcomes_go_by_their_labels() {
    let session = Session::embedded().unwrap();
    let mut typed = 0;
    for mechanic in mechanics(&session) {
        let model = &mechanic.model;
        let inputs: Vec<_> = model.inputs.iter().map(|input| &input.declaration).collect();
        let rules: Vec<_> = model.rules.iter().map(|rule| &rule.declaration).collect();
        let states: Vec<_> = model.states.iter().map(|state| &state.declaration).collect();
        let fields: Vec<_> = model.fields.iter().collect();
        let mut each = |all: &[&Declaration], found: &dyn Fn(&str) -> usize| {
            for (index, own) in unique(all) {
                for label in spellings(&own.label) {
                    assert_eq!(found(&label), index, "{} {label}", model.path);
                    typed += 1;
                }
            }
        };
        each(&inputs, &|label| mechanic.input(label).unwrap().index());
        each(&rules, &|label| mechanic.rule(label).unwrap().index());
        each(&states, &|label| mechanic.state(label).unwrap().index());
        each(&fields, &|label| mechanic.field(label).unwrap().index());
    }
    assert!(typed > 1000, "{typed}");
}

/// The values of inputs and rules as they are printed, after `--set`, `--sweep` and `--rule`.
#[test]
fn values_go_by_their_labels() {
    let session = Session::embedded().unwrap();
    let mut typed = 0;
    for mechanic in mechanics(&session) {
        let model = &mechanic.model;
        let declared = model.inputs.iter().map(|input| &input.declaration);
        let declared = declared.chain(model.rules.iter().map(|rule| &rule.declaration)).chain(&model.fields);
        for own in declared {
            let labels = model.variants(own.kind).iter().map(|variant| (&variant.label, &variant.name));
            for (label, name) in labels {
                let value = model.parse_value(own, name).unwrap();
                for label in spellings(label) {
                    assert_eq!(model.parse_value(own, &label).unwrap(), value, "{} {label}", model.path);
                    typed += 1;
                }
            }
            for number in &own.labels {
                for label in spellings(&number.label) {
                    let value = model.parse_value(own, &label).unwrap();
                    assert_eq!(value.as_number(), Some(&number.value), "{} {label}", model.path);
                    typed += 1;
                }
            }
        }
    }
    assert!(typed > 300, "{typed}");
    let floor = session.mechanic("isaac/floor").unwrap();
    let sweep = Sweep::parse(&floor, "Stage=Basement I..Depths II", 100).unwrap();
    assert_eq!(sweep.values.len(), 6);
}

/// A question with labels is the question with names.
#[test]
fn questions_take_labels() {
    let session = Session::embedded().unwrap();
    let mut asked = 0;
    for mechanic in mechanics(&session) {
        let model = &mechanic.model;
        let fields: Vec<_> = model.fields.iter().collect();
        for (_, own) in unique(&fields) {
            let plain = |text: &str| session.question(&mechanic, text).map(|found| found.query.fields);
            match own.kind {
                Kind::Flag => {
                    for label in spellings(&own.label) {
                        let expected = plain(&format!("P({})", own.name)).unwrap();
                        assert_eq!(
                            plain(&format!("P(\"{label}\")")).unwrap(),
                            expected,
                            "{} {label}",
                            model.path
                        );
                        asked += 1;
                    }
                }
                Kind::Enum(_) => {
                    for variant in model.variants(own.kind) {
                        for (field, value) in spellings(&own.label).iter().zip(spellings(&variant.label)) {
                            let expected = plain(&format!("P({} = {})", own.name, variant.name)).unwrap();
                            let text = format!("P(\"{field}\" = \"{value}\")");
                            assert_eq!(plain(&text).unwrap(), expected, "{} {text}", model.path);
                            asked += 1;
                        }
                    }
                }
                _ => {
                    for label in spellings(&own.label) {
                        let expected = plain(&format!("E({})", own.name)).unwrap();
                        assert_eq!(
                            plain(&format!("E(\"{label}\")")).unwrap(),
                            expected,
                            "{} {label}",
                            model.path
                        );
                        asked += 1;
                    }
                }
            }
        }
    }
    assert!(asked > 300, "{asked}");
    // A word needs no quotes, and the value is the same one.
    let award = session.mechanic("isaac/room-clear-award").unwrap();
    let chance = |text: &str| {
        let question = session.question(&award, text).unwrap();
        let scenarios = scenarios(&award, &Settings::default()).unwrap();
        let limits = trueodds::evaluate::Limits::default();
        trueodds::query::measure(&award, &question, &scenarios, None, &limits).unwrap().values[0].1.clone()
    };
    assert_eq!(chance("P(Award = Chest)"), chance("P(award = chest)"));
    assert_eq!(
        chance("P(award = \"Tarot card\" | \"How many\" > 0)"),
        chance("P(award = tarot_card | count > 0)")
    );
}

/// The other words that a mechanic has for its labels can be typed wherever labels can.
#[test]
fn what_is_called_otherwise_goes_by_the_other_words() {
    const POND: &str = r#"mechanic lake/pond "Pond" or "the fishing hole" use "cast", "casts"

input bait: { bread "Bread" or "crust", worm "Worm" or "nightcrawler" } = bread "Bait"
input lure: flag "Moon lure" or "shiny lure"
input depth: integer 0..2 { 0 "Shallow" or "the edge", 2 "Deep" } = 1 "Depth" or "metres"
rule luck: probability = 1/10 "Luck of the lure" or "what the lure adds"
state dry: integer 0..9 = 0 "Casts since a carp" or "dry streak"
outcome fish: { nothing "Nothing", carp "Carp" or "goldie", boot "Boot" or "shoe" } "Fish" or "catch"

fish = one of {
    (if bait == worm { 2/5 } else { 1/5 }) + (if lure { luck } else { 0 }) => carp
    1/5 => boot
    else => nothing
}
if fish == carp { dry = 0 } else { dry = min(9, dry + 1) }
"#;
    let mut session = Session::embedded().unwrap();
    session.add_text("lake/pond", POND);
    let pond = session.mechanic("The Fishing Hole").unwrap();
    assert_eq!(pond.model.path, "lake/pond");
    let model = &pond.model;
    assert_eq!(pond.input("Shiny Lure").unwrap().index(), 1);
    assert_eq!(pond.rule("what the lure adds").unwrap().index(), 0);
    assert_eq!(pond.state("Dry Streak").unwrap().index(), 0);
    assert_eq!(pond.field("catch").unwrap().index(), 0);
    let bait = &model.inputs[0].declaration;
    assert_eq!(model.parse_value(bait, "Nightcrawler").unwrap(), model.parse_value(bait, "worm").unwrap());
    let depth = &model.inputs[2].declaration;
    assert_eq!(model.parse_value(depth, "The edge").unwrap(), model.parse_value(depth, "0").unwrap());
    let asks = |text: &str| session.question(&pond, text).map(|found| found.query.fields).unwrap();
    assert_eq!(asks("P(catch = goldie)"), asks("P(fish = carp)"));
    // A word that two things have is none of them; a label comes before the other words.
    let mut session = Session::embedded().unwrap();
    let twice = POND.replace("\"Moon lure\" or \"shiny lure\"", "\"Moon lure\" or \"bait\" or \"metres\"");
    session.add_text("lake/pond", &twice);
    let pond = session.mechanic("lake/pond").unwrap();
    assert_eq!(pond.input("Bait").unwrap().index(), 0);
    let problem = pond.input("Metres").unwrap_err();
    assert_eq!(problem.to_string(), "`Metres` is the label of several inputs: `lure`, `depth`; give a name");
}
