//! What `diff` once got wrong, in the smallest mechanics that show it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::reading::{json, option};
use trueodds::check::InputId;
use trueodds::document::{DiffDocument, DiffLayout, Document, ExhaustiveDocument, FiguresDocument};
use trueodds::evaluate::{Halt, Limits};
use trueodds::exact::Rational;
use trueodds::query::{
    Diff, DiffRequest, Exhaustive, ExhaustiveRequest, QueryError, diff, exhaustive, figures,
};
use trueodds::render::{Format, Style, render};
use trueodds::rules::RuleSetId;
use trueodds::scenario::{Mechanic, Settings, Sweep, sides};
use trueodds::session::{DataSource, Session};

/// A mechanic `x/NAME` with the rule sets `a` and `b`, which give one rule different values.
fn small(name: &str, body: &str, rules: [&str; 2]) -> Mechanic {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("known-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("x/rulesets")).unwrap();
    let text = format!("mechanic x/{name} \"Small\" from \"A test\"\n\noutcome hit: flag \"Hit\"\n{body}\n");
    fs::write(folder.join(format!("x/{name}.odds")), text).unwrap();
    for (set, rules) in ["a", "b"].iter().zip(rules) {
        let pair =
            |(rule, value): (&str, &str)| format!("{rule} = {{ value = \"{value}\", from = \"A test\" }}\n");
        let values: String = rules.split(' ').filter_map(|text| text.split_once('=')).map(pair).collect();
        let text = format!("title = \"{set}\"\nkind = \"reading\"\n[mechanic.{name}.rules]\n{values}");
        fs::write(folder.join(format!("x/rulesets/{set}.toml")), text).unwrap();
    }
    let mechanic = Session::open(&DataSource::Folder(folder)).unwrap().mechanic(&format!("x/{name}"));
    mechanic.unwrap_or_else(|failure| panic!("{failure:?}"))
}

fn awards() -> Mechanic {
    Session::embedded().unwrap().mechanic("isaac/room-clear-award").unwrap()
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

/// What is compared of all outcomes.
fn request(mechanic: &Mechanic, from: &str, to: &str, settings: &Settings) -> ExhaustiveRequest {
    let sides =
        sides(mechanic, Some(from), Some(to), settings).unwrap_or_else(|problems| panic!("{problems:?}"));
    let fields = mechanic.fields_or_all(&[]).unwrap();
    ExhaustiveRequest { sides, fields, over: Vec::new(), combinations: 1000 }
}

fn search(
    mechanic: &Mechanic,
    from: &str,
    to: &str,
    set: &[&str],
    over: &[&str],
) -> Result<Exhaustive, QueryError> {
    let settings = Settings { set: texts(set), ..Settings::default() };
    let over = over.iter().map(|text| Sweep::parse(mechanic, text, 100).unwrap()).collect();
    let request = ExhaustiveRequest { over, combinations: 100_000, ..request(mechanic, from, to, &settings) };
    exhaustive(mechanic, &request, &Limits::default(), &|_, _| {})
}

fn compare(mechanic: &Mechanic, from: Option<&str>, to: Option<&str>, settings: &Settings) -> Diff {
    let sides = sides(mechanic, from, to, settings).unwrap_or_else(|problems| panic!("{problems:?}"));
    let request = DiffRequest { sides, fields: mechanic.fields_or_overview(&[]).unwrap(), players: 10 };
    diff(mechanic, &request, &Limits::default()).unwrap_or_else(|error| panic!("{error:?}"))
}

fn document<'a>(mechanic: &'a Mechanic, found: &'a Diff) -> DiffDocument<'a> {
    DiffDocument::new(mechanic, found, DiffLayout { setting: option, ..DiffLayout::default() })
}

const HALVES: [&str; 2] = ["half=1/2", "half=1/3"];

#[test]
fn an_input_run_through_one_value_has_that_value() {
    let body = "input n: integer 0..3 = 0\nrule half: probability = 1/2\nhit = n == 2 and chance(half)";
    let found = search(&small("single", body, HALVES), "a", "b", &[], &["n=2"]).unwrap();
    assert_eq!(found.most.map(|most| most.total_variation), Some(Rational::new(1, 6)));
}

#[test]
fn a_second_number_is_not_passed_over_in_silence() {
    let body = "input luck: number = 0\ninput speed: number = 0\nrule half: number = 1/2\n\
                hit = chance(1/2 + clamp(luck, 0, 10) / 40 + clamp(speed * half, 0, 10) / 40)";
    // With speed 10: 1/8 and 1/12 more.
    if let Ok(found) = search(&small("numbers", body, HALVES), "a", "b", &[], &[]) {
        assert!(found.most.is_some() || found.left == [InputId::new(1)]);
    }
}

#[test]
fn a_requirement_on_the_axis_leaves_the_rest_of_it() {
    let body = "input luck: number = 0\nrule half: probability = 1/2\nrequire luck >= 0 \"no bad luck\"\n\
                hit = chance(half + clamp(luck, 0, 10) / 40)";
    let found = search(&small("require", body, HALVES), "a", "b", &[], &[]).unwrap();
    assert_eq!((found.combinations, found.refused), (1, 0));
    assert_eq!(found.most.map(|most| most.total_variation), Some(Rational::new(1, 6)));
}

#[test]
fn a_number_is_not_looked_at_outside_its_range() {
    let body = "input luck: number 0..10 = 0\nrule cap: number = 10\nhit = chance(clamp(luck, 0, cap) / 40)";
    let found = search(&small("range", body, ["cap=10", "cap=20"]), "a", "b", &[], &[]).unwrap();
    assert!(found.most.is_none(), "{:?}", found.most);
}

#[test]
fn a_chance_that_is_an_input_can_be_compared() {
    let body = "input p: number 0..1 = 0\nrule half: probability = 1/2\nhit = chance(p) and chance(half)";
    let found = search(&small("chance", body, HALVES), "a", "b", &[], &[]).unwrap();
    assert_eq!(found.most.unwrap().total_variation, Rational::new(1, 6));
    let cards = Session::embedded().unwrap().mechanic("sts/card-reward").unwrap();
    let items = ["elite_swarm", "question_card", "busted_crown", "binary", "prayer_wheel", "singing_bowl"];
    let mut set: Vec<String> = items.iter().map(|item| format!("{item}=false")).collect();
    let pools = ["common_pool=20", "uncommon_pool=36", "rare_pool=16"];
    set.extend(texts(&["room=elite", "cards=ironclad"]).into_iter().chain(texts(&pools)));
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    assert!(search(&cards, "document-prose", "document-code", &set, &[]).is_ok());
}

#[test]
fn an_input_that_one_side_lacks_is_off_there_for_all_inputs() {
    let off = support_off(&["smelter", "rib_of_greed", "watch_battery"]);
    let set: Vec<&str> = off.iter().map(String::as_str).chain(["smelter=true", "contracts=0"]).collect();
    let found = search(&awards(), "afterbirth", "afterbirth-plus", &set, &[]).unwrap();
    // At luck 0 as `diff` has it; 39/50 of the rolls can be replaced, by one in fifty at most.
    let most = found.most.expect("a difference");
    assert!(most.total_variation >= Rational::new(28_319, 1_875_000));
}

fn support_off(kept: &[&str]) -> Vec<String> {
    let flags = ["lucky_foot", "lucky_toe", "daemons_tail", "ace_of_spades", "safety_cap", "match_stick"];
    let more = ["childs_heart", "rusted_key", "guppys_tail"];
    flags
        .iter()
        .chain(&more)
        .filter(|flag| !kept.contains(flag))
        .map(|flag| format!("{flag}=false"))
        .collect()
}

#[test]
fn of_equal_witnesses_always_the_first_is_named() {
    let body = "input luck: number = 0\ninput f1: flag\ninput f2: flag\nrule half: probability = 1/2\n\
                let roll = uniform() + clamp(luck, 0, 1)\nlet k = 0\n\
                if f1 { repeat 30 { if chance(1/2) { k = k + 1 } } }\nhit = roll > 1/2\n\
                if f1 and not f2 and chance(half) { hit = k > 1000 }\nif f2 and not f1 and chance(half) { hit = false }";
    let mechanic = small("threads", body, HALVES);
    let named = |_| search(&mechanic, "a", "b", &[], &[]).unwrap().fewest.unwrap().inputs;
    let all: BTreeSet<Vec<trueodds::value::InputValue>> = (0..60).map(named).collect();
    assert_eq!(all.len(), 1, "{all:?}");
}

#[test]
fn rules_that_only_fit_together_are_compared_all_the_same() {
    let body = "rule a: probability = 1/2\nrule b: probability = 1/2\nhit = one of { rule.a => true, rule.b => false }";
    let mechanic = small("weights", body, ["a=1/2 b=1/2", "a=1/3 b=2/3"]);
    let compared = compare(&mechanic, Some("a"), Some("b"), &Settings::default());
    assert_eq!(compared.total_variation, Rational::new(1, 6));
}

#[test]
fn an_input_that_the_second_side_lacks_is_named_in_what_is_pasted() {
    let mechanic = awards();
    let settings = Settings { with: texts(&["smelter"]), ..Settings::default() };
    let found = compare(&mechanic, Some("afterbirth-plus"), Some("afterbirth"), &settings);
    let document = document(&mechanic, &found);
    assert_eq!(json(&document)["inputs"]["smelter"], "true");
    assert!(document.subject().contains("Smelter"), "{}", document.subject());
}

#[test]
fn states_of_other_combinations_are_not_evaluated() {
    // With a, x is 0 or 1; without, 0 or 2. Neither is ever a chance of 2.
    let body = "input luck: number = 0\ninput a: flag\nrule half: probability = 1/2\nlet x = 0\n\
                if uniform() < 1/2 { x = if a { 1 } else { 2 } }\n\
                let again = chance(clamp(luck, 0, 10) / 10)\n\
                hit = again and chance(half) and chance(if a { x } else { x / 2 })";
    let mechanic = small("states", body, HALVES);
    let found = search(&mechanic, "a", "b", &[], &[]).unwrap();
    assert_eq!(found.most.unwrap().total_variation, Rational::new(1, 12));
}

#[test]
fn a_side_that_lacks_an_item_is_not_marked_with_the_editions_that_have_it() {
    // Rib of Greed came with Afterbirth: with it, only Rebirth is as Rebirth.
    let mechanic = awards();
    let settings = Settings { with: texts(&["rib_of_greed"]), ..Settings::default() };
    let compared = compare(&mechanic, Some("rebirth"), Some("afterbirth"), &settings);
    let names = |sets: &[RuleSetId]| {
        sets.iter().map(|set| mechanic.rule_set(*set).name.clone()).collect::<BTreeSet<_>>()
    };
    assert_eq!(names(&compared.alike_from), BTreeSet::from(["rebirth".to_owned()]));
    assert_eq!(names(&compared.alike_to).len(), 4);
}

#[test]
fn a_figure_that_is_refused_is_not_called_zero() {
    let body = "input n: integer 0..5 = 1\nrule half: probability = 1/2\nhit = chance(half * n / 5)";
    let before = figures(&small("figures", body, HALVES), &Limits::default()).unwrap();
    let refused = format!("{body}\nrequire n > 1 \"more\"");
    let after = figures(&small("figures", &refused, HALVES), &Limits::default()).unwrap();
    let found = before.compare(&after);
    for number in json(&FiguresDocument::new(&found))["changed"].as_array().unwrap() {
        assert_ne!(number["to"], "0", "{number}");
    }
}

#[test]
fn the_distance_says_what_it_is_in_wikitext() {
    let mechanic = awards();
    let settings = Settings { rule: texts(&["battery=1/25"]), ..Settings::default() };
    let found = compare(&mechanic, None, None, &settings);
    let text = render(&document(&mechanic, &found), Format::Wikitext, &Style::default());
    assert!(text.contains("otal variation distance"), "{text}");
}

const SIDES: &str = "rule which: integer = 5\nhit = sides == which or chance(1/2)";

#[test]
fn an_input_that_is_given_twice_is_refused() {
    let mechanic = small("twice", &format!("input sides: integer 1.. = 6\n{SIDES}"), ["which=5", "which=50"]);
    let twice = search(&mechanic, "a", "b", &[], &["sides=1..3", "sides=5,6"]);
    assert!(twice.is_err() || twice.unwrap().most.is_some());
    let set = search(&mechanic, "a", "b", &["sides=5"], &["sides=1..3"]);
    assert!(set.is_err() || set.unwrap().most.is_some());
}

#[test]
fn a_range_that_is_open_below_is_not_left() {
    let mechanic =
        small("below", &format!("input sides: integer ..10 = 10\n{SIDES}"), ["which=11", "which=50"]);
    let found = search(&mechanic, "a", "b", &[], &[]).unwrap();
    assert!(found.most.is_none(), "{:?}", found.most);
}

#[test]
fn values_with_a_gap_are_not_called_a_range() {
    let mechanic =
        small("gap", &format!("input sides: integer 1..200 = 6\n{SIDES}"), ["which=5", "which=50"]);
    let request = request(&mechanic, "a", "b", &Settings::default());
    let found = exhaustive(&mechanic, &request, &Limits::default(), &|_, _| {}).unwrap();
    let document = ExhaustiveDocument::new(&mechanic, &found, None);
    let text = render(&document, Format::Terminal, &Style::default());
    assert!(found.combinations == 200 || !text.contains("1 to 6"), "{text}");
}

#[test]
fn evidence_that_is_impossible_at_one_luck_leaves_the_others() {
    let body = "input luck: number = 1\nrule half: probability = 1/2\n\
                given chance(clamp(luck, 0, 10) / 10)\nhit = chance(half)";
    let found = search(&small("evidence", body, HALVES), "a", "b", &[], &[]).unwrap();
    assert_eq!(found.most.map(|most| most.total_variation), Some(Rational::new(1, 6)));
}

#[test]
fn the_time_is_watched_from_the_beginning() {
    let flags = (0..9).map(|n| format!("input f{n}: flag\n")).collect::<String>();
    let uses = (0..9).map(|n| format!("if f{n} and chance(half) {{ k = k + 1 }}\n")).collect::<String>();
    let body = format!(
        "input luck: number = 0\n{flags}rule half: probability = 1/2\nlet k = 0\n{uses}\
         hit = k > 4 and chance(clamp(luck, 0, 10) / 10)"
    );
    let mechanic = small("seconds", &body, HALVES);
    let request = request(&mechanic, "a", "b", &Settings::default());
    let limits = Limits::default();
    limits.watch.end(Halt::Seconds(0));
    // The time is up from the start.
    let begin = std::time::Instant::now();
    assert!(exhaustive(&mechanic, &request, &limits, &|_, _| {}).is_err());
    assert!(begin.elapsed() < std::time::Duration::from_millis(100), "{:?}", begin.elapsed());
}

#[test]
fn the_state_at_the_beginning_is_named() {
    let mechanic = Session::embedded().unwrap().mechanic("sts/card-roll").unwrap();
    let settings =
        Settings { state: texts(&["offset=-10"]), rule: texts(&["rare=4"]), ..Settings::default() };
    let found = compare(&mechanic, None, None, &settings);
    let text = render(&document(&mechanic, &found), Format::Terminal, &Style::default());
    assert!(text.contains("from Offset \u{2212}10"), "{text}");
}
