//! States that count the uses since something came, whatever they are called: their number of a text is the uses that it
//! tells of.

use trueodds::verify::Finding;

use crate::parts::{behind, is_right, loud};
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
