//! When a state comes to a value: how many uses that takes, and the chance that it has come there, or stands there, after so
//! many.

use trueodds::verify::Finding;

use crate::parts::behind;
use crate::told::holds;

/// Half of all tosses lead a rung up, so the rung after some tosses is a number of heads: after four it is two with 6/16
/// and three or more with 5/16. One rung takes two tosses on average.
const LADDER: &str = r#"mechanic yard/ladder "Ladder" use "toss", "tosses"

input glove: flag "Glove"

state rung: integer 0..3 = 0 "Rung"

outcome side: { heads "Heads", tails "Tails" } "Side"

side = if chance(if glove { 3/4 } else { 1/2 }) { heads } else { tails }
rung = if side == heads { min(3, rung + 1) } else { rung }
"#;

fn told(text: &str) -> Vec<Finding> {
    let known = "A toss is heads in 50% of cases and tails in 50%; with the Glove it is heads in 75% and tails in 25%.";
    behind("ladder", LADDER, known, text)
}

#[test]
fn a_mean_number_of_uses() {
    holds(told, "Reaching rung 2 takes 4.0 tosses on average.", &[("4.0", "5.3")]);
    holds(told, "On average you need 2.67 tosses to get to rung 2 with the Glove.", &[("2.67", "3.67")]);
    holds(told, "From rung 1 to rung 3 it takes 4.0 tosses on average.", &[("4.0", "6.0")]);
    let table =
        "{|\n! Rung !! Tosses to reach it, on average\n|-\n| 1 || 2.00\n|-\n| 2 || 4.00\n|-\n| 3 || 6.00\n|}";
    holds(told, table, &[("4.00", "4.50"), ("6.00", "9.00")]);
}

#[test]
fn a_chance_within_so_many() {
    holds(told, "Within four tosses you reach rung 3 in 31.25% of cases.", &[("31.25%", "31.52%")]);
    holds(told, "After four tosses 68.75% have not reached rung 3.", &[("68.75%", "65.78%")]);
    holds(told, "The chance to go from rung 1 to rung 2 in three tosses is 87.5%.", &[("87.5%", "78.5%")]);
}

#[test]
fn where_it_stands_after_so_many() {
    holds(told, "After four tosses you are at rung 2 in 37.5% of cases.", &[("37.5%", "35.7%")]);
}

#[test]
fn what_is_reached_may_be_a_condition() {
    holds(told, "Once you reach rung 2, a toss is heads in 50% of cases.", &[("50%", "40%")]);
}
