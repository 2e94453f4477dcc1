//! What is set against something else, what a word stands for that no label has, and what a table tells without a word.

use trueodds::verify::Finding;

use crate::parts::{behind, is_right, loud};

/// A blade succeeds with 70% at the low tier, 40% at the middle and 15% at the high one; grit adds 5% for each failure, up to
/// six, and oil adds 15%. What fails at the high tier shatters one time in five.
const BLADE: &str = r#"mechanic ridge/blade "Tempering" use "try", "tries"

input tier: { low "+1 to +4", middle "+5 to +7", high "+8 to +10" } = low "Tier"
input oil: flag "Quenching Oil"
input draft: integer 0..4 = 0 "Draft Strength"

outcome result: { success "Success", nothing "No change", shattered "Shattered" } "Result"

state grit: integer 0..6 = 0 "Grit"

let base = match tier { low => 70%, middle => 40%, high => 15% }
if chance(min(1, base + grit * 5% + draft * 1% + (if oil { 15% } else { 0 }))) {
    result = success
    grit = 0
} else {
    result = if tier == high and chance(1/5) { shattered } else { nothing }
    grit = min(6, grit + 1)
}
"#;

fn blade(text: &str) -> Vec<Finding> {
    const KNOWN: &str =
        "A try at +1 to +4 succeeds 70% of the time, at +5 to +7 it is 40%, and at +8 to +10 it is 15%.\n\n";
    behind("ridge", BLADE, KNOWN, text)
}

#[test]
fn a_value_is_called_by_its_name_and_what_it_is_of() {
    for (text, stated) in [
        ("At the high tier 15.0% of tries succeed.", "15.0%"),
        ("A low-tier try succeeds 70.0% of the time.", "70.0%"),
    ] {
        is_right(&blade(text), stated);
        let altered = text.replace(stated, "55.0%");
        assert_eq!(loud(&blade(&altered)), ["55.0%"], "{altered}");
    }
    is_right(&blade("Going to +5 through +7 succeeds 40.0% of the time."), "40.0%");
}

#[test]
fn a_name_of_a_value_is_no_cue() {
    // On average 2.2 tries; the median is two.
    let found = blade("On average it takes 2.21 tries at the middle tier until a success.");
    assert_eq!(loud(&found), Vec::<String>::new());
}

#[test]
fn so_many_tries_are_enough() {
    // 1 - 60% * 55% * 50%, and with oil 1 - 45% * 40% * 35%.
    let text = "Three tries are enough for a middle tier success 83.5% of the time, 93.7% with oil.";
    let found = blade(text);
    is_right(&found, "83.5%");
    is_right(&found, "93.7%");
    let found = blade("Three tries get you a middle tier success 38.5% of the time.");
    assert!(found.iter().all(|finding| !finding.verdict.is_right()), "{found:?}");
}

#[test]
fn several_in_a_row_go_on() {
    // 70% to the fourth, and 85% to the fourth.
    let found = blade("Four successes in a row come with 24.0%. With the oil it's 52.2%.");
    is_right(&found, "24.0%");
    is_right(&found, "52.2%");
}

#[test]
fn points_are_what_a_chance_changes_by() {
    for (text, stated) in [
        ("Quenching Oil adds a flat 15 percentage points to the rate of success.", "15"),
        ("Each point of grit is worth another 5 percentage points of success.", "5"),
        ("Quenching Oil puts 15 points to the chance of success.", "15"),
    ] {
        is_right(&blade(text), stated);
    }
    let found = blade("Quenching Oil adds 25 percentage points to the rate of success.");
    assert!(found.iter().all(|finding| !finding.verdict.is_right()), "{found:?}");
    // Of something else nothing is said.
    assert_eq!(loud(&blade("Quenching Oil has 25 points of damage.")), Vec::<String>::new());
}

#[test]
fn an_outcome_is_so_many_times_as_likely_as_another() {
    // At the high tier 68% against 17%.
    let text = |times| format!("At the high tier no change is {times} times as likely as a shattered blade.");
    is_right(&blade(&text("four")), "four");
    let found = blade(&text("nine"));
    assert_eq!(loud(&found), Vec::<String>::new(), "two outcomes are only tried");
    // Weights are no chances.
    assert_eq!(loud(&blade("With oil a success counts three times as much.")), Vec::<String>::new());
}

#[test]
fn a_chance_is_such_a_part_of_what_another_one_is() {
    // At the low tier a try changes nothing with 30%, and with oil with 15%.
    for (text, stated) in [
        ("Quenching Oil cuts the risk of no change at the low tier to 50.0% of what it was.", "50.0%"),
        ("With oil the risk of no change at the low tier is half of the usual risk.", "half"),
        ("With oil no change is half as likely.", "half"),
    ] {
        is_right(&blade(text), stated);
    }
    // At the middle tier a success comes with 40%, and with oil with 55%.
    is_right(&blade("With oil a success at the middle tier comes at 1.375 times the usual rate."), "1.375");
    // What it is not is no chance by itself.
    let found = blade("Quenching Oil cuts the risk of no change at the low tier to 26% of what it was.");
    assert!(found.iter().all(|finding| !finding.verdict.is_right()), "{found:?}");
}

#[test]
fn what_else_is_given_may_be_what_it_is_set_against() {
    // 30% against the 15% of no grit, and 45% against the 15% of neither.
    for text in [
        "The high tier at grit 3 makes a success 2 times as likely.",
        "With oil at grit 3 of the high tier a success is 3 times as likely.",
    ] {
        assert_eq!(loud(&blade(text)), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn initials_stand_for_any_label_of_the_page() {
    let found = blade("Draft strength (DS) helps a little.\n\nAt DS 3 a success comes with 73.0%.");
    is_right(&found, "73.0%");
}

#[test]
fn columns_over_single_numbers_hold_figures() {
    let table = |cell: &str| {
        format!(
            "Chances of success:\n\n| | Grit 0 | Grit 2 | Grit 4 |\n|---|---|---|---|\n| Low tier | 0.70 | {cell} | 0.90 |\n\
             | Middle tier | 0.40 | 0.50 | 0.60 |\n| High tier | 0.15 | 0.25 | 0.35 |\n"
        )
    };
    is_right(&blade(&table("0.80")), "0.80");
    assert_eq!(loud(&blade(&table("0.86"))), ["0.86"]);
}

#[test]
fn a_column_without_a_head_tells_of_the_one_before_it() {
    let table = |cell: &str| {
        format!(
            "| Tier | Success | |\n|---|---|---|\n| Low tier | 70.0% | 1 in 1.43 |\n| Middle tier | 40.0% | {cell} |\n\
             | High tier | 15.0% | 1 in 6.67 |\n"
        )
    };
    is_right(&blade(&table("1 in 2.5")), "1 in 2.5");
    assert_eq!(loud(&blade(&table("1 in 3.5"))), ["1 in 3.5"]);
}

/// Of a thousand raffle tickets 700 are blank, 200 win sweets, 80 a lamp and 20 a boat; on a fair day a blank is drawn anew.
const RAFFLE: &str = r#"mechanic quay/raffle "Raffle" use "ticket", "tickets"

input fair: flag "Fair day"
outcome prize: { blank "Blank", sweets "Sweets", lamp "Lamp", boat "Boat" } "Prize"

function drawn() = one of { weight 700 => blank, weight 200 => sweets, weight 80 => lamp, weight 20 => boat }
prize = drawn()
if fair and prize == blank { prize = drawn() }
"#;

fn raffle(text: &str) -> Vec<Finding> {
    const KNOWN: &str =
        "A ticket is blank with 70%; it wins sweets with 20%, a lamp with 8% and a boat with 2%.\n\n";
    behind("quay", RAFFLE, KNOWN, text)
}

#[test]
fn outcomes_that_a_paragraph_tells_together_are_of_one_law() {
    let text = |lamp| {
        format!("Of all prizes, 66.7% are sweets. Of them {lamp} are lamps. A boat is 6.67% of all prizes.")
    };
    is_right(&raffle(&text("26.7%")), "26.7%");
    let shares =
        |lamp| format!("Of the tickets that win, 66.7% win sweets, {lamp} win a lamp, and 6.67% win a boat.");
    is_right(&raffle(&shares("26.7%")), "26.7%");
    assert_eq!(loud(&raffle(&shares("26.7%"))), [""; 0]);
}

#[test]
fn blank_is_nothing() {
    is_right(&raffle("On a fair day any prize comes with 51.0%."), "51.0%");
    is_right(&raffle("A ticket comes up empty 70.0% of the time."), "70.0%");
}
