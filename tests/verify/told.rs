//! How people tell figures: shares in words, so many uses until half of all have something, what one has not, several
//! of what was named, and the least there has to be.

use trueodds::page::Page;
use trueodds::verify::{Finding, Level};

use crate::prepared::{findings_about, with_judge};

/// A pike comes with one cast in ten, an eel with 49%, 20% more with the lure and 1% more for each patch of reeds.
const TARN: &str = r#"mechanic tarn/cast "Cast" use "cast", "casts"

input lure: flag "Moon Lure"
input reeds: integer 0..9 = 0 "Reeds nearby"

outcome fish: { nothing "Nothing", pike "Pike", eel "Eel" } "Fish"

state dry: integer 0..9 = 0 "Casts since a pike"

fish = one of {
    1/10 => pike
    49/100 + reeds / 100 + (if lure { 20/100 } else { 0 }) => eel
    else => nothing
}
if fish == pike { dry = 0 } else { dry = min(9, dry + 1) }
"#;

/// What stands before a text, so that the page is about casts.
const CAST: &str = "A cast catches a pike 10% of the time, an eel 49% of the time and nothing 41% of the time. With the \
    Moon Lure a cast catches an eel 69% of the time.";

fn told(text: &str) -> Vec<Finding> {
    let begins = CAST.len() + 2;
    let findings = findings_about("tarn", TARN, &format!("{CAST}\n\n{text}"), false);
    let is_told = |finding: &Finding| finding.range.as_ref().is_some_and(|range| range.start >= begins);
    findings.into_iter().filter(is_told).collect()
}

fn is_loud(finding: &Finding) -> bool {
    finding.is_doubt || finding.level() == Level::Error
}

/// Each figure is right where a text has it, and each other that stands instead of it is reported.
#[track_caller]
pub(crate) fn holds(told: impl Fn(&str) -> Vec<Finding>, text: &str, figures: &[(&str, &str)]) {
    let known = told(text);
    for (stated, other) in figures {
        let own = known.iter().find(|finding| finding.stated == *stated);
        let own = own.unwrap_or_else(|| panic!("nothing is said of {stated}: {known:?}"));
        assert!(own.verdict.is_right(), "{stated}: {}", own.message);
        let altered = told(&text.replacen(stated, other, 1));
        let loud = altered.iter().any(|finding| finding.stated == *other && is_loud(finding));
        assert!(loud, "{other} instead of {stated}: {altered:?}");
    }
}

#[test]
fn shares_in_words_are_rounded() {
    let of =
        |text: &str| told(text).into_iter().map(|finding| finding.verdict.is_right()).collect::<Vec<_>>();
    assert_eq!(of("A cast catches an eel half the time."), [true]);
    assert_eq!(
        of("A cast catches an eel one half of the time, and a pike one tenth of the time."),
        [true, true]
    );
    assert_eq!(of("A cast catches an eel two thirds of the time."), [false]);
}

#[test]
fn each_share_has_its_own_number_of_uses() {
    // 1 - 0.9^7 = 52%, 1 - 0.9^22 = 90.2%, 1 - 0.9^44 = 99.03%; with one cast less it is 46.9%, 89.1%, 98.9%.
    let text = "Half of all anglers have a pike by cast 7, nine in ten by cast 22, 99% by cast 44.";
    holds(told, text, &[("7", "9"), ("22", "25"), ("44", "33")]);
}

#[test]
fn those_who_still_wait_have_none() {
    // 0.9^6 = 53.1441%
    let text = "After 6 casts 53.1% of all anglers are still waiting for a pike.";
    holds(told, text, &[("53.1%", "46.9%")]);
}

#[test]
fn what_one_does_not_have_is_not_given() {
    let text = "## Moon Lure\n\nIf you do not have the Moon Lure a cast catches an eel 49% of the time.";
    holds(told, text, &[("49%", "69%")]);
}

#[test]
fn several_of_them_are_what_was_named() {
    let text = "With three Reeds nearby a cast catches an eel 52% of the time. With five of them a cast catches an eel \
        54% of the time.";
    holds(told, text, &[("54%", "57%")]);
}

#[test]
fn dates_and_ranges_of_what_is_given_state_nothing() {
    let stated = |text: &str| told(text).into_iter().map(|finding| finding.stated).collect::<Vec<_>>();
    assert_eq!(
        stated("Last seen on 14-06-2022 at 21:17, and on 3/11/2021: a pike. Reeds nearby 3 to 5 were tried."),
        [""; 0]
    );
}

/// What is said of a text about the floors of a game that is built in.
fn floors(text: &str) -> Vec<Finding> {
    const FLOORS: &str =
        "Basement I has 8 or 9 rooms, 8.5 on average. Basement II has 11 or 12 rooms, 11.5 on average.";
    let read = Page::read(&format!("# Rooms per floor\n\n{FLOORS}\n\n{text}"));
    let mut found = Vec::new();
    with_judge(|judge| found = judge.clone().page(&read));
    found.split_off(6)
}

#[test]
fn what_has_to_be_there_is_the_least_of_it() {
    let text = "Basement I needs at least 5 dead ends; Caves I needs at least 6 dead ends.";
    holds(floors, text, &[("5", "4"), ("6", "8")]);
    // Of a chance it is what is given.
    let given = floors("With at least 6 dead ends Caves I has a Curse Room half the time.");
    assert!(given.iter().all(|finding| finding.stated != "6"), "{given:?}");
}

#[test]
fn what_there_is_never_more_or_less_of_is_an_end() {
    let text = "Caves I: never fewer than 15 rooms, never more than 16 rooms.";
    holds(floors, text, &[("15", "13"), ("16", "18")]);
}

#[test]
fn a_name_may_stand_for_two_things_at_once() {
    // 1.8 times 15 and 16, rounded down: 27 and 28.
    holds(floors, "Caves XL has 27 or 28 rooms.", &[("27", "25"), ("28", "30")]);
}

#[test]
fn a_line_of_a_label_and_a_number_says_what_it_always_is() {
    let text = "## Curse of the Lost, rooms\n\n- Depths I: 24\n- Depths II: 24\n";
    holds(floors, text, &[("24", "26")]);
}

#[test]
fn so_many_uses_have_so_many_on_average() {
    // 25 casts with 1/10 each.
    let text = "Over 25 casts you can expect 2.5 pikes on average.";
    holds(told, text, &[("2.5", "3.4")]);
}

#[test]
fn what_was_meant_is_told_of_the_same_point_as_what_stands_beside_it() {
    // After a catch the eagle takes one fish in ten: 18% is left of a perch's 20%, 27% of a roach's 30%, 4.5% of a
    // tench's 5%.
    const WEIR: &str = r#"mechanic weir/cast "Cast at the weir" use "cast", "casts"

outcome fish: { nothing "Nothing", perch "Perch", roach "Roach", tench "Tench" } "Fish"

fish = one of { 20% => perch, 30% => roach, 5% => tench, else => nothing }
if chance(10%) { fish = nothing }
"#;
    let wrong = |text: &str| {
        let findings = findings_about("weir", WEIR, text, false);
        let wrong = findings.iter().find(|finding| finding.level() == Level::Error);
        wrong.expect("an error").message.clone()
    };
    let at_the_end = "A cast lands nothing 50.5%, a perch 18%, a roach 27% and a tench 5.3%.";
    assert_eq!(wrong(at_the_end), "Tench is 4.5%, not 5.3%");
    let before = "A cast lands nothing 45%, a perch 20%, a roach 30% and a tench 4.2%.";
    assert_eq!(wrong(before), "Tench is 5.0% before replacements, not 4.2% (after them 4.5%)");
}

#[test]
fn the_number_of_a_note_states_nothing() {
    let table = "{| class=\"wikitable\"\n! Fish !! Chance\n|-\n| Pike || 10%<sup>[1]</sup>\n|-\n| Eel || 49%[2]\n|-\n\
                 | Nothing || 41% [12]\n|}";
    let all =
        told(&format!("A pike comes with 10%[1], an eel with 49%[2][3], nothing with 41% [4].\n\n{table}"));
    assert!(!all.iter().any(is_loud), "{all:#?}");
}

#[test]
fn what_stands_in_brackets_behind_a_figure_is_told_of_it() {
    let reeds = "Eel: 49% (no reeds), 52% (3 reeds nearby), 55% (6 reeds nearby).";
    holds(told, reeds, &[("52%", "54%"), ("55%", "58%")]);
    let from = "An eel goes from 50% at 1 reeds nearby to 53% at 4 reeds nearby and 57% at 8 reeds nearby.";
    holds(told, from, &[("53%", "56%"), ("57%", "51%")]);
}

#[test]
fn numbers_told_for_all_items_of_a_list_head_its_figures() {
    let over = "Reeds nearby: 0 / 3 / 6\n\n* Eel: 49% / 52% / 55%\n* Nothing: 41% / 38% / 35%\n";
    holds(told, over, &[("52%", "57%"), ("35%", "33%")]);
    let behind = "* Eel: 49%, 52% and 55% at 0, 3 and 6 reeds nearby\n* Nothing: 41%, 38% and 35% at 0, 3 and 6 reeds nearby\n";
    holds(told, behind, &[("55%", "58%"), ("38%", "37%")]);
}

#[test]
fn a_mean_is_told_of_so_many_uses() {
    for text in [
        "In 25 casts you catch 2.5 pikes on average.",
        "You catch 2.5 pikes in 25 casts, on average.",
        "Per 25 casts you can expect 2.5 pikes.",
        "Twenty-five casts give 2.5 pikes on average.",
    ] {
        let all = told(text);
        let is_right = |finding: &Finding| finding.stated == "2.5" && finding.verdict.is_right();
        assert!(all.iter().any(is_right), "{text}: {all:#?}");
        assert!(!all.iter().any(is_loud), "{text}: {all:#?}");
    }
}
