//! Right figures in words and tables that any editor may choose, and the same figures altered.

use trueodds::verify::Finding;

use crate::parts::{are_right, behind, loud};
use crate::told::holds;

/// Of clay, oak and stone vats 5%, 10% and 15% of the batches spoil, and of the others 1%, 4% and 10% are royal and 25% stout.
const VAT: &str = r#"mechanic cellar/vat "Vat" use "batch", "batches"

enumeration wood { clay "Clay vat" or "clay", oak "Oak vat" or "oak", stone "Stone vat" or "stone" }

input vat: wood = clay "Vat"

rule spoils by wood: probability { clay 1/20, oak 1/10, stone 3/20 } "Spoiled"
rule fine by wood: probability { clay 1/100, oak 1/25, stone 1/10 } "Royal brew"

outcome brew: { spoiled "Spoiled", ale "Ale", stout "Stout", royal "Royal brew" or "royal" } "Brew"

if chance(spoils of vat) {
    brew = spoiled
} else {
    brew = one of { (fine of vat) => royal, 1/4 => stout, else => ale }
}
"#;

const KNOWN: &str = "Stone vats spoil 15% of their batches, oak vats 10% and clay vats 5%. A stone vat brews a royal in 8.5% of \
                     batches, an oak vat in 3.6%.\n\n";

fn vat(text: &str) -> Vec<Finding> {
    behind("cellar", VAT, KNOWN, text)
}

#[test]
fn a_count_of_uses_goes_on_in_the_next_sentence() {
    // 1 - 0.915^10, 1 - 0.964^20 and 1 - 0.915^5.
    let text =
        "With ten stone batches the chance of at least one royal is 58.9%. With 20 oak batches it is 52.0%.";
    holds(vat, text, &[("52.0%", "25.0%")]);
    are_right(vat, text, &["58.9%", "52.0%"]);
    let text =
        "With ten stone batches the chance of at least one royal is 58.9%. For 5 stone batches that's 35.9%.";
    holds(vat, text, &[("35.9%", "53.9%")]);
}

#[test]
fn what_is_excluded_over_a_table_holds_in_it() {
    let table = "| Brew | Clay | Oak | Stone |\n|---|---|---|---|\n| Ale | 74% | 71% | 65% |\n| Stout | 25% | 25% | 25% |\n\
                 | Royal brew | 1% | 4% | 10% |\n";
    let text = format!("If the batch is not spoiled, it is chosen as follows:\n\n{table}");
    are_right(vat, &text, &["74%", "71%", "65%", "4%"]);
    assert_eq!(loud(&vat(&text)), Vec::<String>::new());
    assert!(loud(&vat(&text.replacen("71%", "77%", 1))).contains(&"77%".to_owned()));
    let heads = "| Vat | Ale (not spoiled) | Stout (not spoiled) | Royal (not spoiled) |\n|---|---|---|---|\n\
                 | Oak | 71% | 25% | 4% |\n| Stone | 65% | 25% | 10% |\n";
    assert_eq!(loud(&vat(heads)), Vec::<String>::new());
}

#[test]
fn a_column_may_sum_the_one_beside_it() {
    let table = "| Stone vat | Chance | Cumulative |\n|---|---|---|\n| Royal brew | 8.5% | 8.5% |\n| Stout | 21.25% | 29.75% |\n\
                 | Ale | 55.25% | 85% |\n| Spoiled | 15% | 100% |\n";
    assert_eq!(loud(&vat(table)), Vec::<String>::new());
    are_right(vat, table, &["29.75%", "85%", "100%"]);
    assert_eq!(loud(&vat(&table.replace("29.75%", "27.95%"))), ["27.95%"]);
    // From the bottom up.
    let better = "| Stone vat | Chance | This or better |\n|---|---|---|\n| Spoiled | 15% | 100% |\n| Ale | 55.25% | 85% |\n\
                  | Stout | 21.25% | 29.75% |\n| Royal brew | 8.5% | 8.5% |\n";
    assert_eq!(loud(&vat(better)), Vec::<String>::new());
    assert_eq!(loud(&vat(&better.replace("85%", "58%"))), ["58%"]);
}

#[test]
fn prices_and_counts_stand_beside_chances() {
    let table = "| Brew | Oak vat | Stone vat | Price in coins |\n|---|---|---|---|\n| Ale | 63.9% | 55.25% | 50 |\n\
                 | Stout | 22.5% | 21.25% | 100 |\n| Royal brew | 3.6% | 8.5% | 5000 |\n";
    assert_eq!(loud(&vat(table)), Vec::<String>::new());
    assert_eq!(loud(&vat(&table.replace("22.5%", "25.2%"))), ["25.2%"]);
    // What somebody counted is no chance.
    let counted = "| Oak vat | Expected | Observed |\n|---|---|---|\n| Ale | 63.9% | 66.7% |\n| Stout | 22.5% | 20.8% |\n\
                   | Royal brew | 3.6% | 2.1% |\n| Spoiled | 10% | 10.4% |\n";
    assert_eq!(loud(&vat(counted)), Vec::<String>::new());
    assert_eq!(loud(&vat(&counted.replace("22.5%", "25.2%"))), ["25.2%"]);
}

#[test]
fn the_factors_of_a_printed_product_are_no_answers() {
    let text = "The royal chance of a stone vat is 0.85 × 10% = 8.5%, and of an oak vat 0.9 x 4% = 3.6%.";
    assert_eq!(loud(&vat(text)), Vec::<String>::new());
    are_right(vat, text, &["8.5%", "3.6%"]);
    let text =
        "* Royal from a stone vat, or from an oak one in two of five: 0.6 × 8.5% + 0.4 × 3.6% = 6.54%.";
    assert_eq!(loud(&vat(text)), Vec::<String>::new());
}

/// Each die hits in one of two cases.
const DICE: &str = r#"mechanic yard/strike "Strike"

input dice: integer 1..5 = 2 "Dice"

outcome hits: integer 0..5 "Hits"

hits = random(2)
if dice >= 2 { hits = hits + random(2) }
if dice >= 3 { hits = hits + random(2) }
"#;

#[test]
fn each_die_is_one_and_twice_is_two() {
    let known = "With two dice you hit at least once in 75% of strikes, with three dice in 87.5%.\n\n";
    let dice = |text: &str| behind("yard", DICE, known, text);
    are_right(dice, "Each die has a 50% chance to hit.", &["50%"]);
    are_right(dice, "With three dice you have a 50% chance to hit at least twice.", &["50%"]);
    holds(dice, "With one die you hit in 50.0% of strikes.", &[("50.0%", "55.0%")]);
}

#[test]
fn what_somebody_has_of_something_else_is_no_chance() {
    for text in [
        "Royal brews win 62% of their contests, stouts 55%.",
        "An ale restores 60% of your energy, a stout 30%.",
        "According to the brewers 62% of players have made a royal, and 3% of players have made all of them.",
    ] {
        assert_eq!(loud(&vat(text)), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_page_may_begin_with_any_word_of_it() {
    let text = "Two oak batches: 10%. After 70 batches without a royal the chance is 3.6%, after 75 batches 8.5%. First of all \
                half of them, at 4 of 10, with 5 stone batches it is 35.9%, that's 1 batch in 3 (at −5, +10% or x 2 = 20%).";
    for (at, _) in text.match_indices(' ') {
        let page = &text[at + 1..];
        let found = behind("cellar", VAT, "", page);
        assert!(
            found.iter().all(|finding| finding.range.as_ref().is_none_or(|range| range.end <= page.len()))
        );
    }
}

/// A lamp is lit in 5% of cases, in 3% more for each oil and in 10% more with a wick.
const LAMP: &str = r#"mechanic yard/lamp "Lamp" use "night", "nights"

input oil: integer 0..9 = 0 "Oil"
input wick: flag "Wick"

outcome lit: flag "Lit"

lit = chance((5 + 3 * oil + (if wick { 10 } else { 0 })) / 100)
"#;

fn lamp(text: &str) -> Vec<Finding> {
    let known = "Without oil a lamp is lit in 5% of nights. With 3 oil it is lit in 14% of nights, with 5 oil in 20%.\n\n";
    behind("yard", LAMP, known, text)
}

#[test]
fn chances_in_a_row_are_those_of_numbers_that_go_on_by_one() {
    for text in [
        "The chance that a lamp is lit with oil from 0 to 4: 5.0%, 8.0%, 11.0%, 14.0%, 17.0%.",
        "With oil going from 0 to 4 a lamp is lit in 5.0% → 8.0% → 11.0% → 14.0% → 17.0% of nights.",
    ] {
        are_right(lamp, text, &["5.0%", "8.0%", "11.0%", "14.0%", "17.0%"]);
        holds(lamp, text, &[("11.0%", "13.0%")]);
    }
    let is_right = |text: &str, stated: &str| {
        lamp(text).iter().any(|finding| finding.stated == stated && finding.verdict.is_right())
    };
    // At 5 it is 20%, and with a wick 10% more.
    assert!(!is_right("With oil 0, 1, 2, 5 a lamp is lit with 5.0%, 8.0%, 11.0%, 14.0%.", "14.0%"));
    assert!(!is_right(
        "With a wick a lamp is lit with oil from 0 to 3 in 5.0%, 8.0%, 11.0%, 14.0%.",
        "11.0%"
    ));
}
