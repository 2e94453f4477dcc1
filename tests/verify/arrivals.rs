//! When a state comes to a value: how many uses that takes, and the chance that it has come there, or stands there, after so
//! many.

use trueodds::verify::Finding;

use crate::parts::{behind, is_right};
use crate::told::holds;

/// Two tosses in five lead a rung up, so the rung after some tosses is a number of heads: after four it is two with 6 · 4/25 ·
/// 9/25 = 34.56% and three or more with 4 · 8/125 · 3/5 + 16/625 = 17.92%. One rung takes 5/2 tosses on average, and 5/3
/// with the glove.
const LADDER: &str = r#"mechanic yard/ladder "Ladder" use "toss", "tosses"

input glove: flag "Glove"

state rung: integer 0..3 = 0 "Rung"

outcome side: { heads "Heads", tails "Tails" } "Side"

side = if chance(if glove { 3/5 } else { 2/5 }) { heads } else { tails }
rung = if side == heads { min(3, rung + 1) } else { rung }
"#;

fn told(text: &str) -> Vec<Finding> {
    let known = "A toss is heads in 40% of cases and tails in 60%; with the Glove it is heads in 60% and tails in 40%. \
        Two tosses have at least one head in 64% of cases, three in 78.4% and four in 87.04%.\n\n";
    behind("ladder", LADDER, known, text)
}

#[test]
fn a_mean_number_of_uses() {
    holds(told, "Reaching rung 2 takes 5.0 tosses on average.", &[("5.0", "6.3")]);
    holds(told, "On average you need 3.33 tosses to get to rung 2 with the Glove.", &[("3.33", "4.33")]);
    holds(told, "From rung 1 to rung 3 it takes 5.0 tosses on average.", &[("5.0", "6.0")]);
    let table =
        "{|\n! Rung !! Tosses to reach it, on average\n|-\n| 1 || 2.5\n|-\n| 2 || 5.0\n|-\n| 3 || 7.5\n|}";
    let found = told(table);
    ["5.0", "7.5"].iter().for_each(|stated| is_right(&found, stated));
}

#[test]
fn a_chance_within_so_many() {
    holds(told, "Within four tosses you reach rung 3 in 17.92% of cases.", &[("17.92%", "19.72%")]);
    holds(told, "After four tosses 82.08% have not reached rung 3.", &[("82.08%", "80.28%")]);
    holds(told, "The chance to go from rung 1 to rung 2 in three tosses is 78.4%.", &[("78.4%", "87.4%")]);
}

#[test]
fn where_it_stands_after_so_many() {
    holds(told, "After four tosses you are at rung 2 in 34.56% of cases.", &[("34.56%", "35.46%")]);
}

#[test]
fn what_is_reached_may_be_a_condition() {
    holds(told, "Once you reach rung 2, a toss is heads in 40% of cases.", &[("40%", "45%")]);
}
