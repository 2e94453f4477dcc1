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
