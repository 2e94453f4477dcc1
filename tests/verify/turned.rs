//! Tables that count a number with the other sign, brackets that say when the usual holds, and names beside listed values
//! that stand for none of them.

use trueodds::verify::Finding;

use crate::parts::{behind, is_right, loud};
use crate::told::holds;

/// Of pots 10.3% are cracked, 5.2% ash, or 20.4% where the lid is off, and 3.5% are treasures; each degree of chill below five
/// makes one in a hundred bright.
const POT: &str = r#"mechanic kilnside/pot "Pot" use "pot", "pots"

input chill: integer -40..5 = 5 "Chill"
input lid: flag = true "Lid"

outcome glaze: { dull "Dull", bright "Bright", cracked "Cracked", ash "Ash", gold "Gold", silver "Silver" } "Glaze"

glaze = one of {
    (5 - chill) / 100 => bright
    103/1000 => cracked
    (if lid { 52/1000 } else { 204/1000 }) => ash
    11/1000 => gold
    24/1000 => silver
    else => dull
}
"#;

const KNOWN: &str = "A pot comes out cracked in 10.3% of cases, as ash in 5.2% and dull in 81%.\n\n";

fn pot(text: &str) -> Vec<Finding> {
    behind("kilnside", POT, KNOWN, text)
}

#[track_caller]
fn are_right(text: &str, stated: &[&str]) {
    let found = pot(text);
    stated.iter().for_each(|stated| is_right(&found, stated));
    assert_eq!(loud(&found), Vec::<String>::new(), "{text}");
}

#[test]
fn a_column_may_count_with_the_other_sign() {
    let rows = [("-5", "0%", "81%"), ("0", "5%", "76%"), ("+10", "15%", "66%"), ("+40", "45%", "36%")];
    for sign in ["", "%"] {
        let row =
            |(chill, bright, dull): &(&str, &str, &str)| format!("| {chill}{sign} | {bright} | {dull} |\n");
        let rows: String = rows.iter().map(row).collect();
        let table = format!("| Chill | Bright | Dull |\n|---|---|---|\n{rows}");
        holds(pot, &table, &[("15%", "51%"), ("36%", "42%")]);
        are_right(&table, &["81%", "76%", "15%", "66%", "45%", "36%"]);
    }
    are_right("| Chill | Bright |\n|---|---|\n| 5 | 0% |\n| -10 | 15% |\n| -40 | 45% |", &["15%", "45%"]);
}

#[test]
fn brackets_may_say_when_the_usual_holds() {
    let table = "| Glaze | Chance |\n|---|---|\n| Ash | 20.4% (5.2% with the Lid) |\n| Cracked | 10.3% |\n| Gold | 1.1% |";
    are_right(table, &["20.4%", "5.2%", "10.3%"]);
    let altered = pot(&table.replacen("20.4%", "30.4%", 1));
    assert!(loud(&altered).contains(&"30.4%".to_owned()), "{altered:?}");
}

#[test]
fn a_name_beside_listed_values_stands_for_none_that_was_told_before() {
    let told = "Treasures are gold in 1.1% of pots, and silver in 2.4%.\n\n";
    are_right(
        &format!("{told}- Dull: 81.0%\n- Cracked: 10.3%\n- Ash: 5.2%\n- Curios: 3.5%\n"),
        &["81.0%", "3.5%"],
    );
    let found = pot(&format!("{told}- Dull: 81.0%\n- Cracked: 10.3%\n- Ash: 5.2%\n- Oddments: 7.4%\n"));
    assert_eq!(loud(&found), Vec::<String>::new());
}
