//! What several uses bring together, how long one waits, how often something comes on average; what a number counts that
//! has no word of its own; and how two chances that were told before compare.

use trueodds::verify::{Finding, Level};

use crate::parts::behind;
use crate::prepared::findings_about;
use crate::told::holds;

/// An acorn comes with 10% from a plum and 20% from a pear, 3% more with each season, twice that with the ladder; of the
/// rest half is fruit. A plum has 2 worms and a pear 4, one more with the ladder.
const ORCHARD: &str = r#"mechanic orchard/pick "Orchard picking" use "basket", "baskets"

input tree: { plum "Plum", pear "Pear" } = plum "Tree"
input season: integer 1..5 = 1 "Season"
input ladder: flag "Long Ladder"

outcome find: { none "Nothing", fruit "Ripe fruit", acorn "Golden acorn" } "Find"
outcome worms: integer 0..9 "Worms"

let base = (if tree == plum { 10/100 } else { 20/100 }) + 3/100 * (season - 1)
find = if chance(if ladder { 2 * base } else { base }) { acorn } else { one of { fruit, none } }
worms = (if tree == plum { 2 } else { 4 }) + (if ladder { 1 } else { 0 })
"#;

const KNOWN: &str = "A golden acorn comes in 10% of baskets, ripe fruit in 45% and nothing in 45%.\n\n";

fn orchard(text: &str) -> Vec<Finding> {
    behind("orchard", ORCHARD, KNOWN, text)
}

/// Each figure is there and right.
#[track_caller]
fn right(text: &str, figures: &[&str]) {
    let found = orchard(text);
    for stated in figures {
        let own = found.iter().find(|finding| finding.stated == *stated);
        assert!(own.is_some_and(|own| own.verdict.is_right()), "{stated}: {found:#?}");
    }
}

/// 1 - 0.8³ = 48.8%, 1 - 0.9⁵ = 40.951%.
#[test]
fn uses_are_called_by_what_is_given_in_them() {
    holds(orchard, "Three pears show a golden acorn in 48.8% of mornings.", &[("48.8%", "44.8%")]);
    holds(
        orchard,
        "With five plum baskets you see a golden acorn in 41.0% of mornings.",
        &[("41.0%", "14.0%")],
    );
}

/// 30 · 0.1 = 3, 20 · 0.1 = 2, 20 · 0.2 = 4.
#[test]
fn what_comes_on_average_may_be_whole() {
    right("In 30 baskets you can expect 3 golden acorns.", &["3"]);
    holds(orchard, "In 45 baskets you can expect about 4.5 golden acorns.", &[("4.5", "5.9")]);
    right("In 25 plum baskets you find 2.5 golden acorns, but 5.0 with a Long Ladder.", &["2.5", "5.0"]);
}

/// 1 / 0.1 = 10 and 1 / 0.2 = 5.
#[test]
fn how_long_one_waits_is_told_in_many_ways() {
    holds(orchard, "You pick 10.0 baskets per golden acorn.", &[("10.0", "12.0")]);
    holds(
        orchard,
        "How long do I wait for a golden acorn with the Long Ladder? 5.0 baskets.",
        &[("5.0", "7.0")],
    );
    holds(
        orchard,
        "With the Long Ladder the wait for a golden acorn shrinks from 10.0 baskets to 5.0.",
        &[("5.0", "6.0")],
    );
}

#[test]
fn a_number_counts_what_the_one_before_it_did() {
    holds(orchard, "A plum has 2 worms. A pear has 4.", &[("4", "3")]);
    right("How many worms are there in a pear? 4.", &["4"]);
    holds(orchard, "A pear has 4 worms, always.", &[("4", "5")]);
    // What another number counts is not known.
    for text in [
        "A plum has 2 worms. A pear was sold for 7.",
        "A plum has 2 worms. For a pear there is a cap of 9, which none reaches.",
    ] {
        let found = orchard(text);
        assert!(found.iter().all(|finding| finding.verdict.is_right()), "{found:#?}");
    }
}

#[test]
fn two_chances_told_before_are_set_against_each_other() {
    let told = "A golden acorn comes in 10% of plum baskets and 26% of pear baskets in season 3.";
    holds(orchard, &format!("{told} That is 2.6 times as likely."), &[("2.6", "3.6")]);
    let told = "A golden acorn comes in 10% of plum baskets and 20% of pear baskets";
    right(&format!("{told}, i.e. 2.0 times as often."), &["2.0"]);
    let told = "A golden acorn comes in 10% of plum baskets and 26% of pear baskets in season 3";
    right(&format!("{told}, a difference of 16 percentage points."), &["16"]);
}

/// What is named before a table is not always what it is about.
#[test]
fn a_table_may_be_about_what_nothing_near_it_names() {
    let table = "Ripe fruit is what most people are after, and ripe fruit keeps.\n\n\
                 | Season | Plum | Pear |\n|---|---|---|\n| 1 | 10% | 20% |\n| 2 | 13% | 23% |\n\
                 | 3 | 16% | 26% |\n| 4 | 19% | 29% |\n| 5 | 22% | 32% |\n";
    holds(orchard, table, &[("16%", "61%"), ("29%", "25%")]);
}

#[test]
fn what_becomes_of_a_chance_is_no_part_of_what_is_there() {
    let found = orchard("Every basket less is a golden acorn less: 10% becomes 6.6%.");
    let becomes = found.iter().find(|finding| finding.stated == "6.6%");
    assert!(becomes.is_none_or(|own| own.is_doubt || own.level() != Level::Error), "{found:#?}");
}

/// A pearl comes with 1/4, with 1/2 after one dip without and for sure after two: from the start after
/// 1 + 3/4 + 3/8 = 2.125 dips on average, after one without in 1.5 more.
const WELL: &str = r#"mechanic well/dip "Dipping the well" use "dip", "dips"

outcome pearl: flag "Pearl"

state dry: integer 0..2 = 0 "Dry streak"

pearl = chance(if dry == 0 { 1/4 } else { if dry == 1 { 1/2 } else { 1 } })
dry = if pearl { 0 } else { min(2, dry + 1) }
"#;

#[test]
fn what_is_told_of_a_game_begins_where_it_does() {
    let text = "At a dry streak of 1 a pearl comes in 50% of dips. The wait for the first pearl of a game is 2.125 dips.";
    let well = |text: &str| findings_about("well", WELL, text, true);
    holds(well, text, &[("50%", "25%")]);
    let found = well(text);
    let own = found.iter().find(|finding| finding.stated == "2.125");
    assert!(own.is_some_and(|own| own.verdict.is_right()), "{found:#?}");
}
