//! What a figure is not right by: a question that leaves out what its words give, or one that is only near to it by chance.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;
use crate::told::holds;

/// A search finds an egg three times in ten and at dusk twice; the broom makes half of the eggs feathers.
const BARN: &str = r#"mechanic barn/search "Search" use "search", "searches"

input dusk: flag "Dusk"
input broom: flag "Broom"

outcome find: { nothing "Nothing", egg "Egg", feather "Feather" } "Find"

find = one of {
    30/100 - (if dusk { 10/100 } else { 0 }) => egg
    17/100 => feather
    else => nothing
}
if broom and find == egg { find = one of { 1/2 => feather, else => egg } }
"#;

/// What stands before a text, so that the page is about searches.
const SEARCH: &str = "A search finds an egg 30% of the time, a feather 17% of the time and nothing 53% of the time. At \
    dusk it finds an egg 20% of the time.";

fn told(text: &str) -> Vec<Finding> {
    let begins = SEARCH.len() + 2;
    let findings = findings_about("barn", BARN, &format!("{SEARCH}\n\n{text}"), false);
    let is_told = |finding: &Finding| finding.range.as_ref().is_some_and(|range| range.start >= begins);
    findings.into_iter().filter(is_told).collect()
}

/// A dig has a gem with 2%, and 1% more for each dig since the last one.
const SEAM: &str = r#"mechanic seam/dig "Dig" use "dig", "digs"

outcome ore: { nothing "Nothing", iron "Iron", gem "Gem" } "Ore"

state dry: integer 0..20 = 0 "Digs since a gem"

ore = one of { 2/100 + dry / 100 => gem, 25/100 => iron, else => nothing }
if ore == gem { dry = 0 } else { dry = min(20, dry + 1) }
"#;

/// What is said of a text behind one about digs.
fn told_of_digs(text: &str) -> Vec<Finding> {
    let dig = "A dig has a gem 2% of the time, iron 25% of the time and nothing 73% of the time.\n\n";
    let findings = findings_about("seam", SEAM, &format!("{dig}{text}"), false);
    let is_told = |finding: &Finding| finding.range.as_ref().is_some_and(|range| range.start >= dig.len());
    findings.into_iter().filter(is_told).collect()
}

#[test]
fn how_many_uses_gave_nothing_is_not_left_out() {
    let text = "After 5 digs without a gem the next one has a gem 7% of the time.";
    holds(told_of_digs, text, &[("7%", "9%")]);
    let dry = "After ten dry digs, gems are at 12%.";
    holds(told_of_digs, dry, &[("12%", "9%")]);
    // Right after a gem it is 2%.
    for wrong in [text.replace("7%", "2%"), dry.replace("12%", "2%")] {
        let told = told_of_digs(&wrong);
        assert!(!told.iter().any(|finding| finding.verdict.is_right()), "{told:?}");
    }
}

#[test]
fn what_is_given_for_a_figure_is_not_left_out() {
    holds(told, "At dusk a search finds an egg in 20% of cases.", &[("20%", "30%")]);
    holds(told, "A search finds an egg in 20% of cases at dusk.", &[("20%", "30%")]);
    holds(told, "At dusk, a search finds an egg in 20% of cases.", &[("20%", "30%")]);
    holds(told, "Unless it is dusk, a search finds an egg in 30% of cases.", &[("30%", "20%")]);
}

#[test]
fn what_something_was_before_may_be_told_without() {
    let text = "Dusk takes eggs from 30% of all searches down to 20%.";
    let loud = |finding: &Finding| finding.is_doubt || finding.level() == Level::Error;
    let told = told(text);
    assert!(!told.is_empty() && !told.iter().any(loud), "{told:?}");
}

#[test]
fn chances_under_something_are_not_those_before_it_replaces_anything() {
    holds(told, "With the broom a search finds an egg in 15% of cases.", &[("15%", "30%")]);
}

#[test]
fn a_share_without_what_is_given_is_near_by_chance() {
    // 20 of 37 at dusk; by day 30 of 47, which is 64%.
    let text = "When dusk falls fewer are found. A search finds an egg in 54% of cases.";
    holds(told, text, &[("54%", "64%")]);
    let altered = told(&text.replace("54%", "64%"));
    assert_eq!(altered[0].message, "Egg (Dusk, of all but Nothing) is 54%, not 64%");
}

#[test]
fn what_is_never_exceeded_is_a_bound_from_above() {
    holds(told, "The chance of an egg in a search never exceeds 30%.", &[("30%", "27%")]);
}

#[test]
fn what_is_given_for_a_figure_behind_is_not_its_own() {
    let first =
        "A search finds an egg 30% of the time, a feather 17% of the time and nothing 53% of the time.";
    let told = |text: &str| {
        let findings = findings_about("barn", BARN, &format!("{first}\n\n{text}"), false);
        let is_told =
            |finding: &Finding| finding.range.as_ref().is_some_and(|range| range.start > first.len());
        findings.into_iter().filter(is_told).collect()
    };
    holds(told, "Eggs come in 30% of all searches (20% at dusk).", &[("30%", "20%")]);
    holds(told, "Eggs come in 30% of searches, or in 20% at dusk.", &[("30%", "20%")]);
}

#[test]
fn what_another_sentence_tells_of_is_not_what_a_clause_names() {
    let text = "Feathers come in 17% of searches.";
    holds(told, text, &[("17%", "19%")]);
    let told = told(&text.replace("17%", "53%"));
    assert!(!told.iter().any(|finding| finding.verdict.is_right()), "{told:?}");
}

#[test]
fn every_use_is_each_and_not_all_of_them() {
    // In the long run 8.8% of digs have a gem: a wait takes 11.36 of them.
    let told = told_of_digs("Every dig has a 9% chance of a gem.");
    assert!(!told.iter().any(|finding| finding.verdict.is_right()), "{told:?}");
}
