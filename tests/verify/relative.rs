//! How much likelier something is with what one has, in parts of its chance; the numbers of one label, told one after the
//! other; and what one sentence tells of several counts, of misses, or of what is left.

use trueodds::verify::Finding;

use crate::parts::{are_right, behind, loud};
use crate::prepared::findings_about;
use crate::told::holds;

/// A mask comes with 10%, 2% more with each rank, 5% with the ticket, a fifth more with the charm; from the sixth draw
/// without one on with 10% more each time, and with the tenth for sure. Of the rest two thirds are candles.
const FAIR: &str = r#"mechanic lanternfair/draw "Lantern draw" use "draw", "draws"

input rank: integer 1..4 = 1 "Fair rank"
input ticket: flag "Paper Ticket"
input charm: flag "Fox Charm"

outcome prize: { candle "Candle", kite "Kite", mask "Fox mask" } "Prize"

state dry: integer 0..9 = 0 "Draws without a fox mask"

let base = 10/100 + 2/100 * (rank - 1) + (if ticket { 5/100 } else { 0 }) + max(0, dry - 4) * 10/100
let p = if dry == 9 { 1 } else { min(1, base * (if charm { 6/5 } else { 1 })) }
if chance(p) { prize = mask } else { prize = one of { 2/3 => candle, 1/3 => kite } }
dry = if prize == mask { 0 } else { dry + 1 }
"#;

const KNOWN: &str = "A candle comes in 60% of draws, a kite in 30% and a fox mask in 10%.\n\n";

fn fair(text: &str) -> Vec<Finding> {
    behind("lanternfair", FAIR, KNOWN, text)
}

#[test]
fn a_chance_is_more_by_a_part_of_itself() {
    // 12% is a fifth more than 10%, 15% half as much again.
    for text in [
        "With a Fox Charm you are 20% more likely to draw a fox mask.",
        "A Fox Charm makes fox masks 20% more common.",
        "A Fox Charm gives a 20% higher chance of a fox mask.",
        "A Fox Charm is a relative increase of 20% in the chance of a fox mask.",
    ] {
        are_right(fair, text, &["20%"]);
        // What it would be told as a plain chance is not right.
        let found = fair(&text.replace("20%", "12%"));
        assert!(found.iter().all(|finding| !finding.verdict.is_right()), "{found:?}");
    }
    // Two points, or half of it: either may be meant.
    are_right(fair, "A Fox Charm raises the chance of a fox mask by 2%.", &["2%"]);
    are_right(fair, "The Paper Ticket increases the chance of a fox mask by 50%.", &["50%"]);
    // 28.33% for 30%.
    are_right(fair, "With a Paper Ticket kites are 5.56% rarer.", &["5.56%"]);
}

#[test]
fn the_numbers_of_a_label_each_have_their_chance() {
    let text = "At fair ranks 1, 2 and 3 the chance of a fox mask is 10%, 12% and 14% respectively.";
    holds(fair, text, &[("12%", "15%"), ("14%", "18%")]);
    holds(fair, "The chance of a fox mask by fair rank: 1: 10%, 2: 12%, 3: 14%, 4: 16%.", &[("14%", "17%")]);
    let text =
        "Without any item the chance of a fox mask is between 10% and 16%, depending on the fair rank.";
    are_right(fair, text, &["10%", "16%"]);
}

#[test]
fn of_the_uses_that_bring_none_others_have_a_share() {
    for text in [
        "Of the draws that bring no fox mask, 67% give a candle.",
        "67% of draws without a fox mask give a candle.",
        "If a draw brings no fox mask, it brings a candle 67% of the time.",
    ] {
        are_right(fair, text, &["67%"]);
    }
}

#[test]
fn what_a_state_counts_misses_of_comes_next() {
    holds(fair, "After 6 draws without a fox mask, the next one has a 30% chance.", &[("30%", "35%")]);
    let text = "The chance to draw a kite is 30%.\n\nAfter 7 draws without a fox mask, the next one has a 40% chance.";
    are_right(fair, text, &["40%"]);
}

#[test]
fn a_sentence_counts_none_one_and_more() {
    // 0.9⁴, 4 · 0.1 · 0.9³, and what is left.
    let text = "Of four draws, 65.61% of players get no fox mask, 29.16% exactly one and 5.23% two or more.";
    are_right(fair, text, &["65.61%", "29.16%", "5.23%"]);
    are_right(fair, "With 4 draws the probability of getting at least two fox masks is 5.23%.", &["5.23%"]);
    // 1 − 0.85⁴
    let text = "Someone who makes five draws with a Paper Ticket has a 55.6% chance to see at least one fox mask, against 40.95% \
                without it.";
    are_right(fair, text, &["55.6%", "40.95%"]);
    // The sum of the chances that a mask comes in each of ten draws.
    are_right(fair, "10 draws contain 1.50 fox masks on average.", &["1.50"]);
    are_right(fair, "66% of players still have not drawn a fox mask after 4 draws.", &["66%"]);
}

#[test]
fn yes_and_no_run_along_the_row_of_what_one_has() {
    for table in [
        "{| class=\"wikitable\"\n|+ Chance of a fox mask\n! Paper Ticket !! No !! Yes !! No !! Yes\n|-\n\
         ! Fox Charm !! No !! No !! Yes !! Yes\n|-\n| Chance || 10% || 15% || 12% || 18%\n|}",
        "| Paper Ticket | No | Yes | No | Yes |\n|---|---|---|---|---|\n| Fox Charm | No | No | Yes | Yes |\n\
         | Fox mask | 10% | 15% | 12% | 18% |",
    ] {
        are_right(fair, table, &["10%", "15%", "12%", "18%"]);
    }
}

#[test]
fn columns_are_no_laws_where_rows_are() {
    let text = "| Prize | Candle | Kite | Fox mask |\n|---|---|---|---|\n| Without Paper Ticket | 60% | 30% | 10% |\n\
                | With Paper Ticket | 56.67% | 28.33% | 15% |\n| With Fox Charm | 58.67% | 29.33% | 12% |\n";
    let found = findings_about("lanternfair", FAIR, text, true);
    assert_eq!(loud(&found), Vec::<String>::new());
    // The two columns of 3 · 33% would be one where no row is whole.
    let two = "| | Candle | Kite |\n|---|---|---|\n| With Paper Ticket | 50% | 50% |\n| With Fox Charm | 49% | 51% |\n";
    let found = findings_about("lanternfair", FAIR, two, true);
    assert!(!found.iter().any(|finding| finding.code == "wrong-sum"), "{found:#?}");
}

#[test]
fn a_plain_number_among_percentages_is_none() {
    let text = "- A candle comes in 60% of draws.\n- A kite comes in 30% of draws.\n- With a Fox Charm the chance of a fox \
                mask is 12%.\n- The average number of draws until the first fox mask is 5.79.\n- It takes 10 draws at most.\n";
    let found = findings_about("lanternfair", FAIR, text, true);
    assert_eq!(loud(&found), Vec::<String>::new(), "{found:#?}");
}
