//! States that count the uses since something came, whatever they are called: their number of a text is the uses that it
//! tells of.

use trueodds::verify::Finding;

use crate::parts::{are_right, behind, is_right, loud};
use crate::told::holds;

/// Two timers: one for five stars, which begins to help after twenty pulls, one for four stars or more, which is sure to bring
/// one after nine.
const BANNER: &str = r#"mechanic starlit/banner "Star banner" use "pull", "pulls"

outcome star: { three "3-star", four "4-star", five "5-star" } "Rarity"

state pity: integer 0..39 = 0 "Pity"
state lean: integer 0..9 = 0 "Lean time"

let p = min(1, 1/50 + max(0, pity - 19) * 8/100)
if chance(p) { star = five } else if lean == 9 or chance(1/10) { star = four } else { star = three }
pity = if star == five { 0 } else { pity + 1 }
if star == four or star == five { lean = 0 } else { lean = lean + 1 }
"#;

const KNOWN: &str = "A pull is a 5-star with a chance of 2%, a 4-star with 9.8% and a 3-star with 88.2%.\n\n";

fn banner(text: &str) -> Vec<Finding> {
    behind("starlit", BANNER, KNOWN, text)
}

#[test]
fn uses_without_something_are_the_number_of_the_state_that_counts_them() {
    // 1/50 + (25 − 19) · 8/100, and so on; after nine pulls 49/50 is what the five stars leave.
    for (text, stated, other) in [
        ("After 25 pulls without a 5-star, the next one has a 50% chance.", "50%", "58%"),
        ("After 25 pulls without a 5-star, the chance of a 5-star is 50%.", "50%", "42%"),
        ("After 22 pulls with no 5-star your chance of one is 26%.", "26%", "34%"),
        ("After 9 pulls without a 4-star, the next one is a 4-star with a chance of 98%.", "98%", "89%"),
    ] {
        holds(banner, text, &[(stated, other)]);
        let found = banner(text);
        is_right(&found, stated);
        assert_eq!(loud(&found), Vec::<String>::new(), "{text}");
    }
}

/// A timer with a bound that a choice of values moves: at 0.6% for 73 pulls, then 6% more with each, sure after 89.
const WISH: &str = r#"mechanic lanternfall/wish "Wish" use "pull", "pulls"

state pity: integer 0..89 = 0 "Pity"

outcome star: { three "3-star", four "4-star", five "5-star" } "Rarity"

let p = if pity < 73 { 6/1000 } else if pity == 89 { 1 } else { 6/1000 + 6/100 * (pity - 72) }
star = one of {
    p => five
    (1 - p) * 51/994 => four
    else => three
}
pity = match star { five => 0, else => min(pity + 1, 89) }
"#;

fn wish(text: &str) -> Vec<Finding> {
    let known = "A pull is a 5-star with a chance of 0.6%, a 4-star with 5.1% and a 3-star with 94.3%.\n\n";
    behind("lanternfall", WISH, known, text)
}

#[test]
fn the_number_of_a_pull_says_where_a_timer_stands() {
    // 0.006 + 0.06 · (73 − 72), and so on.
    let named = "The chance of a 5-star is 6.6% on the 74th pull, 12.6% on the 75th and 100% on the 90th.";
    holds(wish, named, &[("6.6%", "7.6%"), ("12.6%", "16.2%")]);
    are_right(wish, named, &["6.6%", "12.6%", "100%"]);
    // What resets the timer need not be named.
    let unnamed = "From the 74th pull on the chance rises: 6.6% on the 74th pull, 12.6% on the 75th.";
    holds(wish, unnamed, &[("6.6%", "7.6%"), ("12.6%", "16.2%")]);
    are_right(wish, unnamed, &["6.6%", "12.6%"]);
}

#[test]
fn a_chance_may_rise_with_each_pull() {
    for text in [
        "Starting from pull 74, the rate increases by 6% per pull.",
        "From the 74th pull on, each pull adds 6% to the chance of a 5-star.",
        "After 73 pulls the chance of a 5-star rises by 6% with every pull.",
    ] {
        are_right(wish, text, &["6%"]);
    }
    let named = "After 73 pulls the chance of a 5-star rises by 6% with every pull.";
    holds(wish, named, &[("6%", "8%")]);
}

#[test]
fn pity_may_be_soft_or_hard() {
    for text in ["Hard pity is 90 pulls.", "Soft pity begins at 74 pulls, hard pity comes at 90."] {
        holds(wish, text, &[("90", "80")]);
        are_right(wish, text, &["90"]);
    }
    assert_eq!(
        loud(&wish("At hard pity (no 5-star in the first 89) the next one is sure.")),
        Vec::<String>::new()
    );
    // Where the chance begins to rise is not where the count begins.
    assert_eq!(loud(&wish("Soft pity starts at 74.")), Vec::<String>::new());
}

#[test]
fn what_else_comes_with_a_pull_is_no_chance_of_the_timer() {
    for text in [
        "Refunds are 10% on the 13th pull.",
        "The drop rate of coal is 25% on the 13th pull.",
        "0.56% get it on the 13th pull.",
        "Fuel costs rise by 10% with each pull.",
        "Every pull raises your rank by 10%.",
        "From the 74th pull on the chance rises by 60% every ten pulls.",
        "Hard pity after 89 pulls without a 5-star.",
        "Hard pity in other games is 80 pulls.",
        "Hard pity comes at 80 pulls for the weapon banner.",
        "Hard pity sits at counter 89.",
        "My first quartile took 40 pulls.",
        "The first quartile is 48 pulls; the upper end is 90 pulls.",
    ] {
        assert_eq!(loud(&wish(text)), Vec::<String>::new(), "{text}");
    }
}
