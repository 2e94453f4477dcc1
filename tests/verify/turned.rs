//! Tables that count a number with the other sign, brackets that say when the usual holds, and names beside listed values
//! that stand for none of them.

use trueodds::verify::Finding;

use crate::parts::{are_right, behind, loud};
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

#[test]
fn a_column_may_count_with_the_other_sign() {
    let rows = [("-5", "0%", "81%"), ("0", "5%", "76%"), ("+10", "15%", "66%"), ("+40", "45%", "36%")];
    for sign in ["", "%"] {
        let row =
            |(chill, bright, dull): &(&str, &str, &str)| format!("| {chill}{sign} | {bright} | {dull} |\n");
        let rows: String = rows.iter().map(row).collect();
        let table = format!("| Chill | Bright | Dull |\n|---|---|---|\n{rows}");
        holds(pot, &table, &[("15%", "51%"), ("36%", "42%")]);
        are_right(pot, &table, &["81%", "76%", "15%", "66%", "45%", "36%"]);
    }
    are_right(
        pot,
        "| Chill | Bright |\n|---|---|\n| 5 | 0% |\n| -10 | 15% |\n| -40 | 45% |",
        &["15%", "45%"],
    );
}

#[test]
fn heads_may_count_with_the_other_sign() {
    let rows = "| Bright | 0% | 5% | 15% | 45% |\n| Dull | 81% | 76% | 66% | 36% |\n";
    let rule = "|---|---|---|---|---|\n";
    for heads in [
        "| Chill | -5% | 0% | +10% | +40% |\n",
        "| Chill | −5 | 0 | +10 | +40 |\n",
        "| Glaze | Chill -5% | Chill 0% | Chill +10% | Chill +40% |\n",
    ] {
        let table = format!("{heads}{rule}{rows}");
        holds(pot, &table, &[("15%", "51%"), ("36%", "42%")]);
        are_right(pot, &table, &["81%", "15%", "45%", "36%"]);
        // What only says under which number a column stands states nothing.
        let stated = pot(&table).into_iter().map(|finding| finding.stated);
        assert!(!stated.into_iter().any(|stated| stated.contains("10%") || stated.contains("40%")));
    }
    // Without a sign percentages at the head of a table may be anything.
    let bare = format!("| Glaze | 5% | 10% | 20% | 40% |\n{rule}| Gold | 1.1% | 1.1% | 1.1% | 1.1% |\n");
    assert_eq!(loud(&pot(&bare)), Vec::<String>::new());
}

#[test]
fn a_text_may_write_a_number_as_a_percentage() {
    let text = "The chill starts at -5%. With a chill of +10% a pot is bright in 15% of cases and dull in 66%, \
                at +40% bright in 45%.";
    holds(pot, text, &[("15%", "51%"), ("66%", "56%"), ("45%", "54%")]);
    are_right(pot, text, &["15%", "66%", "45%"]);
    // One number alone does not say which way they are counted.
    let one = pot("With a chill of -5% a pot is bright in 10% of cases.");
    assert_eq!(loud(&one), Vec::<String>::new());
    // 0% is 0 whichever way they are counted.
    let zero = "At a chill of 0% a pot is bright in 5.0% of cases and dull in 76%.";
    holds(pot, zero, &[("5.0%", "7.0%")]);
    are_right(pot, zero, &["5.0%", "76%"]);
}

#[test]
fn a_text_goes_by_the_table_of_its_page() {
    let text = "At a chill of +10% a pot is bright in 15.0% of cases and dull in 66.0%.";
    // Alone it does not say which way it counts.
    assert_eq!(loud(&pot(&text.replace("15.0%", "51.0%"))), Vec::<String>::new());
    let table = "\n\n| Chill | Bright | Dull |\n|---|---|---|\n| -5% | 0% | 81% |\n| 0% | 5% | 76% |\n| +40% | 45% | 36% |\n";
    let page = format!("{text}{table}");
    holds(pot, &page, &[("15.0%", "51.0%"), ("66.0%", "56.0%")]);
    are_right(pot, &page, &["15.0%", "66.0%"]);
}

#[test]
fn brackets_may_say_when_the_usual_holds() {
    let table = "| Glaze | Chance |\n|---|---|\n| Ash | 20.4% (5.2% with the Lid) |\n| Cracked | 10.3% |\n| Gold | 1.1% |";
    are_right(pot, table, &["20.4%", "5.2%", "10.3%"]);
    let altered = pot(&table.replacen("20.4%", "30.4%", 1));
    assert!(loud(&altered).contains(&"30.4%".to_owned()), "{altered:?}");
}

#[test]
fn a_name_beside_listed_values_stands_for_none_that_was_told_before() {
    let told = "Treasures are gold in 1.1% of pots, and silver in 2.4%.\n\n";
    are_right(
        pot,
        &format!("{told}- Dull: 81.0%\n- Cracked: 10.3%\n- Ash: 5.2%\n- Curios: 3.5%\n"),
        &["81.0%", "3.5%"],
    );
    let found = pot(&format!("{told}- Dull: 81.0%\n- Cracked: 10.3%\n- Ash: 5.2%\n- Oddments: 7.4%\n"));
    assert_eq!(loud(&found), Vec::<String>::new());
}
