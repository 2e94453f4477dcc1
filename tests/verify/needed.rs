//! How many uses something takes, questions that a page asks and answers, counts alone in a list, means of many uses, and what
//! was so in the edition before.

use trueodds::page::Page;
use trueodds::verify::{Finding, Verdict};

use crate::parts::{are_right, behind, loud};
use crate::prepared::judge;

/// A pearl is in one oyster of twenty, with a knife in one of ten; two oysters of ten have one barnacle, one has two.
const OYSTER: &str = r#"mechanic reef/oyster "Oyster" use "oyster", "oysters"

input water: { warm "Warm water", cold "Cold water" } = warm "Water"
input knife: flag "Pearl knife"

outcome find: { none "Nothing", pearl "Pearl", black "Black pearl" } "Find"
outcome barnacles: integer 0..2 "Barnacles"

let chance_of_pearl = if knife { 1/10 } else { 1/20 }
find = one of { chance_of_pearl => pearl, (if water == cold { 2% } else { 1% }) => black, else => none }
barnacles = one of { weight 7 => 0, weight 2 => 1, weight 1 => 2 }
"#;

const KNOWN: &str = "An oyster holds a pearl with 5%, a Black pearl with 1% and nothing with 94%.\n\n";

fn oyster(text: &str) -> Vec<Finding> {
    behind("reef", OYSTER, KNOWN, text)
}

fn ours(text: &str) -> Vec<Finding> {
    judge().page(&Page::read(text))
}

// The least n with 1 - 0.95^n of at least a half is 14, for 90% it is 45, for 99% 90; with 0.9 they are 7, 22 and 44.
#[test]
fn as_many_chances_as_numbers_of_uses_have_one_order() {
    let text = "To have a 50%, 90% and 99% chance of a pearl you need 14, 45 and 90 oysters. With the knife you need 7, 22 and 44.";
    are_right(oyster, text, &["14", "45", "90", "7", "22", "44"]);
    assert_eq!(loud(&oyster(&text.replace("45", "54"))), ["54"]);
    assert_eq!(loud(&oyster(&text.replace("22", "45"))), ["45"]);
    // What is asked for is no answer.
    let asked = ["50%", "90%", "99%"];
    assert!(oyster(text).iter().all(|found| !asked.contains(&found.stated.as_str())));
    let turns = "For a 50% chance of a pearl open 14 oysters, for 90% 45, for 99% 90.";
    are_right(oyster, turns, &["14", "45", "90"]);
    assert_eq!(loud(&oyster(&turns.replace("99% 90", "99% 80"))), ["80"]);
}

#[test]
fn chances_within_so_many_uses_have_the_order_of_these() {
    // 1 - 0.95^10, 1 - 0.95^25, 1 - 0.95^50; with 0.9 the same.
    let text = "A pearl is found within 10 oysters with 40.1%, within 25 with 72.3% and within 50 with 92.3%. With the knife that's \
                65.1%, 92.8% and 99.5%.";
    are_right(oyster, text, &["40.1%", "72.3%", "92.3%", "65.1%", "92.8%", "99.5%"]);
    assert_eq!(loud(&oyster(&text.replace("65.1%", "72.3%"))), ["72.3%"]);
}

#[test]
fn one_chance_needs_one_number_of_uses() {
    are_right(oyster, "For a 90% chance of a pearl you need 45 oysters.", &["45"]);
    are_right(oyster, "For a 60% chance of a pearl it takes 18 oysters, with the knife 9.", &["18", "9"]);
    are_right(ours, "To be 90% sure of a key you have to clear 12 rooms.", &["12"]);
    // So many uses are not followed.
    let many = "To have a 50%, 90% and 99% chance of a pearl you need 140000, 450000 and 900000 oysters.";
    assert_eq!(loud(&oyster(many)), Vec::<String>::new());
    // A number of uses that is only told says nothing of itself.
    assert_eq!(loud(&oyster("After 60 oysters 95% of divers have a pearl.")), Vec::<String>::new());
}

#[test]
fn a_mean_is_told_of_so_many_uses_or_of_each() {
    are_right(oyster, "In 30 oysters you can expect 1.5 pearls, with the knife 3.0.", &["1.5"]);
    are_right(oyster, "The expected number of Black pearls per oyster is 0.01.", &["0.01"]);
    // 931/5000 for each room.
    are_right(ours, "In 10 rooms you'll find 1.86 keys.", &["1.86"]);
    are_right(ours, "On average a key drops every 5.37 rooms.", &["5.37"]);
    are_right(ours, "The chance of at least one key within three rooms is 46.1%.", &["46.1%"]);
    // 1 - 0.95^30.
    are_right(oyster, "With 30 oysters you'll have a pearl in 78.5% of all cases.", &["78.5%"]);
    are_right(oyster, "* from 30 oysters: a pearl 78.5% of the time\n", &["78.5%"]);
    // Two coins may come at once, so that so many a room are no error.
    assert_eq!(
        loud(&ours("With one contract you end up with 0.19 coins per room on average.")),
        Vec::<String>::new()
    );
}

#[test]
fn a_count_alone_is_of_what_was_asked_for() {
    let list = "How many barnacles are on an oyster?\n\n* none: 70%\n* one: 20%\n* two: 10%\n";
    are_right(oyster, list, &["70%", "20%", "10%"]);
    assert_eq!(loud(&oyster(&list.replace("20%", "25%"))), ["25%"]);
    are_right(oyster, "Barnacles: 0 70%, 1 20%, 2 10%.", &["70%", "20%", "10%"]);
}

#[test]
fn a_row_of_means_is_that_of_what_the_rows_above_count() {
    // 2/10 + 2 · 1/10.
    let table = "{| class=\"wikitable\"\n! Barnacles !! Chance\n|-\n| 0 || 70%\n|-\n| 1 || 20%\n|-\n| 2 || 10%\n|-\n! Mean\n| 0.4\n|}\n";
    are_right(oyster, table, &["70%", "20%", "10%", "0.4"]);
    assert_eq!(loud(&oyster(&table.replace("0.4", "0.7"))), ["0.7"]);
}

#[test]
fn who_wins_has_something_and_does_nothing_is_no_outcome() {
    are_right(oyster, "You win 6% of the time, with the knife 11%.", &["6%", "11%"]);
    are_right(
        oyster,
        "Cold water does nothing for pearls (5%), but a Black pearl is found with 2%.",
        &["5%", "2%"],
    );
}

#[test]
fn a_question_ends_what_the_answer_before_it_gave() {
    let text = "Q: How often is there a Black pearl in Cold water?\nA: In 2% of oysters.\n\nQ: And a pearl with the knife?\nA: \
                10%, twice as often.\n\nQ: What if I have nothing?\nA: Then a pearl is in 5% of oysters and a Black pearl in 1%.\n";
    are_right(oyster, text, &["2%", "10%", "5%", "1%"]);
    let rooms = "Q: How big is Basement II?\nA: 11 or 12 rooms.\n\nQ: The Womb?\nA: 20 rooms, always. On hard 22 or 23.\n\nQ: How \
                 many dead ends are there?\nA: At least 5 on Basement I, 6 later.\n";
    assert_eq!(loud(&ours(rooms)), Vec::<String>::new());
}

#[test]
fn a_part_of_a_name_stands_beside_another_value_of_the_same() {
    let text = "In warm water an oyster holds a Black pearl with 1%, cold 2%.";
    are_right(oyster, text, &["1%", "2%"]);
}

#[test]
fn what_an_edition_changed_was_so_in_the_one_before() {
    // A third of the hearts stays where it was 35%: 35/100 and 67/100 of 2793/20000.
    let text = "In Repentance on Hard, hearts went up from 4.9% to 9.4% of rooms.";
    are_right(ours, text, &["4.9%", "9.4%"]);
    are_right(ours, "Before Repentance, hearts came up in 4.9% of rooms on Hard.", &["4.9%"]);
}

#[test]
fn versions_over_columns_count_nothing() {
    let table = "| Find | 1.0 | 2.0 |\n|---|---|---|\n| Pearl | 5% | 5% |\n| Black pearl | 1% | 1% |\n| Nothing | 94% | 95% |\n";
    // Within two oysters a black pearl would be 1.99%.
    let found = oyster(table).into_iter().filter(|found| found.message.contains("within")).count();
    assert_eq!(found, 0);
}

#[test]
fn a_range_of_values_holds_for_no_one_of_them() {
    // 1/4 on the first floor, 7/16 on the second: 1 - 3/4 · 9/16 for one on either.
    let table = "{| class=\"wikitable\"\n! Floors !! At least one miniboss\n|-\n| Basement I || 25%\n|-\n| Basement I–II || 57.8%\n|-\n| \
                 Basement I – Caves I || 76.3%\n|}\n";
    let page = format!("A miniboss room has a base chance of 25%, later 43.75%.\n\n{table}");
    let errors =
        ours(&page).into_iter().filter(|found| found.verdict == Verdict::Wrong).map(|found| found.stated);
    assert_eq!(errors.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn any_pearl_is_a_black_one_too() {
    let text = "Any pearl comes with 6%, with the knife with 11%.";
    are_right(oyster, text, &["6%", "11%"]);
    assert_eq!(loud(&oyster(&text.replace("11%", "13%"))), ["13%"]);
}

#[test]
fn what_is_so_now_was_otherwise_before() {
    let text = "A pearl took 40 oysters on average and now takes 20.";
    are_right(oyster, text, &["20"]);
    assert_eq!(loud(&oyster(text)), [""; 0]);
    assert_eq!(loud(&oyster("A pearl takes 40 oysters on average.")), ["40"]);
    // The number of a version counts nothing.
    let history = "Average barnacles per oyster: 0.4.\n\n* 1.2: in cold water a Black pearl comes with 2%.";
    assert_eq!(loud(&oyster(history)), [""; 0]);
}

// 0.2 · 1 + 0.1 · 2.
#[test]
fn no_row_of_means_is_a_chance() {
    let table = |mean: &str| {
        format!(
            "{{|\n! Barnacles !! Oyster\n|-\n| None || 70%\n|-\n| One || 20%\n|-\n| Two || 10%\n|-\n\
             | Average || {mean}\n|}}\n"
        )
    };
    are_right(oyster, &table("0.4"), &["70%", "20%", "10%", "0.4"]);
    assert_eq!(loud(&oyster(&table("0.3"))), ["0.3"]);
}
