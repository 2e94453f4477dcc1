//! What a text gives in other words, and goes on to hold: conditions that exclude something, what holds of two at once, misses
//! that a state counts, shares of a hundred, figures side by side, and how many times as likely something is.

use trueodds::verify::Finding;

use crate::parts::{behind, is_right, loud};

/// A coffer is a mimic with 6%. Of the others 4% on floor 1, and one in a hundred more for each floor above, have a relic;
/// what has none has gold with 55%, a potion with 30% and a sword with 15%. With the key three times as many are mimics.
const COFFER: &str = r#"mechanic cellar/coffer "Coffer" use "coffer", "coffers"

input floor: integer 1..20 = 1 "Floor"
input key: flag "Cursed key"

outcome content: { mimic "Mimic", gold "Gold", potion "Potion", sword "Sword", relic "Relic" } "Content"
outcome broken: flag "Broken"

if chance(6% * (if key { 3 } else { 1 })) {
    content = mimic
} else if chance(3% + floor * 1%) {
    content = relic
} else {
    content = one of { 55% => gold, 30% => potion, else => sword }
}
broken = content == relic and chance(1/4)
"#;

fn coffer(text: &str) -> Vec<Finding> {
    const KNOWN: &str = "A coffer is a mimic with 6%, or with 18% where it is opened by the Cursed key. It has a relic with \
                         3.76% on floor 1.\n\n";
    behind("cellar", COFFER, KNOWN, text)
}

/// A moth takes the colour of one of its parents, each as likely, but one in 40 is indigo. Of two indigo ones 4 in 512 shimmer,
/// of others 1.
const MOTH: &str = r#"mechanic loft/moth "Moth" use "moth", "moths"

enumeration wing { grey "Grey", amber "Amber", indigo "Indigo" }

input mother: wing = grey "Mother"
input father: wing = grey "Father"

outcome colour: wing "Colour"
outcome shimmering: flag "Shimmering"

colour = one of { mother, father }
if chance(1/40) { colour = indigo }
shimmering = chance(1/512 * (if mother == indigo and father == indigo { 4 } else { 1 }))
"#;

fn moth(text: &str) -> Vec<Finding> {
    const KNOWN: &str = "A moth of two grey parents is indigo in 2.5% of cases and grey in 97.5%, and is shimmering in \
                         0.195%.\n\n";
    behind("loft", MOTH, KNOWN, text)
}

/// A blow succeeds with 30% in copper and 45% in silver, and with 5% more for each one that failed before it.
const BLOW: &str = r#"mechanic forgery/blow "Blow" use "blow", "blows"

input metal: { copper "Copper", silver "Silver" } = copper "Metal"

outcome struck: flag "Success"

state failures: integer 0..5 = 0 "Failures in a row"

struck = chance((match metal { copper => 30%, silver => 45% }) + failures * 5%)
failures = if struck { 0 } else { min(5, failures + 1) }
"#;

fn blow(text: &str) -> Vec<Finding> {
    const KNOWN: &str = "A blow in copper is a success 30% of the time, one in silver 45% of the time.\n\n";
    behind("forgery", BLOW, KNOWN, text)
}

#[test]
fn what_is_excluded_is_known() {
    // 13% of those that are no mimic, and 12.22% of all.
    let text = "If the coffer is not a mimic, the chance for a relic is 13.0% on floor 10.";
    is_right(&coffer(text), "13.0%");
    assert_eq!(loud(&coffer(&text.replace("13.0", "31.0"))), ["31.0%"]);
    let text = "Whatever is neither a mimic nor a relic has gold in 55.0% and a sword in 15.0% of cases.";
    is_right(&coffer(text), "55.0%");
    is_right(&coffer(text), "15.0%");
    assert_eq!(loud(&coffer(&text.replace("15.0", "51.0"))), ["51.0%"]);
}

#[test]
fn a_condition_holds_in_the_sentence_that_goes_on_with_it() {
    let text = "If the coffer is not a mimic, there is a chance for a relic. It is 4.0% on floor 1 and 13.0% on floor 10.";
    is_right(&coffer(text), "4.0%");
    is_right(&coffer(text), "13.0%");
    // That no gold comes is no condition: 6% + 94% · (4% + 96% · 45%) = 50.37%.
    is_right(&coffer("The chance that no gold comes out of a coffer is 50.4% on floor 1."), "50.4%");
}

#[test]
fn a_pair_is_both_parents() {
    for text in [
        "An indigo pair has a shimmering moth with 0.781%.",
        "From two indigo parents 0.781% of moths are shimmering.",
    ] {
        is_right(&moth(text), "0.781%");
    }
}

#[test]
fn misses_are_what_a_state_counts() {
    // 45% and three times 5%, four times 5%.
    let text = "In silver three failures mean 60.0% and four failures 65.0%.";
    is_right(&blow(text), "60.0%");
    is_right(&blow(text), "65.0%");
    assert_eq!(loud(&blow(text)), Vec::<String>::new());
    // 1 - 45% after three of them: a failure is what comes.
    let text = "After three failures with copper a success has 45.0% and a failure 55.0%.";
    assert_eq!(loud(&blow(text)), Vec::<String>::new());
}

#[test]
fn numbers_are_shares_of_a_hundred() {
    // 94% · 96% · 55% = 49.6%, and of what has something that is no relic 55 in a hundred.
    let text = "Of a hundred coffers on floor 1, fifty are gold, six are mimics and fourteen are swords.";
    let found = coffer(text);
    is_right(&found, "fifty");
    is_right(&found, "six");
    is_right(&found, "fourteen");
    // So many of so many others are none, nor what somebody counted.
    assert!(coffer("Sixty are gold.").iter().all(|found| !found.verdict.is_right()));
    assert_eq!(loud(&coffer("Of 100 coffers that I opened on floor 1, 9 are mimics.")), Vec::<String>::new());
}

#[test]
fn figures_side_by_side_go_on_with_as_many_before() {
    // 1 - 0.7 · 0.65 and 1 - 0.55 · 0.5; with a third blow 1 - 0.7 · 0.65 · 0.6 and 1 - 0.55 · 0.5 · 0.45.
    let text = "Within two blows you succeed 54.5% of the time with copper and 72.5% of the time with silver; within three \
                blows it is 72.7% and 87.6%.";
    let found = blow(text);
    is_right(&found, "72.7%");
    is_right(&found, "87.6%");
    assert!(
        blow(&text.replace("87.6", "78.6"))
            .iter()
            .all(|found| found.stated != "78.6%" || !found.verdict.is_right())
    );
    // Such a row may be told of something else.
    for text in ["In the alpha these were 20% and 25%.", "Halved by the curse these are 15% and 22.5%."] {
        assert_eq!(loud(&blow(text)), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_thing_is_so_many_times_as_likely() {
    // 18% and 6%; 45% and 30%.
    is_right(&coffer("With the Cursed key a mimic is three times as likely."), "three");
    // 18% and 4.1% are of two outcomes: that is not asked for.
    let two = coffer("A mimic is 3 times as likely as a relic with the Cursed key on floor 2.");
    assert!(two.iter().all(|found| !found.verdict.is_right()), "{two:?}");
    let text = "A success is 1.5 times as likely with silver as with copper.";
    is_right(&blow(text), "1.5");
    assert!(blow(&text.replace("1.5", "2.4")).iter().all(|found| !found.verdict.is_right()));
}

#[test]
fn a_word_may_be_the_opposite_of_a_label() {
    // 94% · 4% · 3/4 = 2.82%.
    is_right(&coffer("An unbroken relic comes out of 2.82% of coffers on floor 1."), "2.82%");
}

/// Of the coffers that are no mimic; which these are nobody says.
#[test]
fn a_part_that_nobody_knows_may_have_any_chance() {
    for text in [
        "Of the coffers that jingle, one in eleven is a mimic.",
        "Only counting coffers that jingle, a mimic has 9.1%.",
    ] {
        assert_eq!(loud(&coffer(text)), Vec::<String>::new(), "{text}");
    }
    assert_eq!(loud(&coffer("Of the coffers on floor 1, a mimic are 9.1%.")), ["9.1%"]);
}

/// Of 20 faces 11 hit armour 14, and 9 armour 16.
const SWING: &str = r#"mechanic arena/swing "Swing" use "swing", "swings"

input armour: integer 8..22 = 14 "Armour"

outcome hit: flag "Hit"

hit = die(20) + 4 >= armour
"#;

#[test]
fn what_stands_behind_against_is_told_of_the_figure_before() {
    const KNOWN: &str = "A swing is a hit with 55%, and with 65% against armour 12.\n\n";
    let swing = |text: &str| behind("arena", SWING, KNOWN, text);
    let text = "That comes to 55% of swings against armour 14 and 45% against armour 16.";
    is_right(&swing(text), "55%");
    is_right(&swing(text), "45%");
    // 54% is what no armour gives.
    assert!(
        swing(&text.replace("45%", "54%"))
            .iter()
            .all(|found| !found.verdict.is_right() || found.stated == "55%")
    );
}
