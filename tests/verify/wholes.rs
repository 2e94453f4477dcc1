//! Chances that are parts of a whole say together what they are told of.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;

/// Of 100 sacks `7 - dust` are silk, 41 fine and the rest coarse; of a wind mill 12 and 44. Dust is 4 at first, one less after
/// each coarse sack down to -20, and 4 again after silk.
const MILL: &str = r#"mechanic mill/sack "Flour sack" use "sack", "sacks"

input mill: { water "Water mill", wind "Wind mill" } = water "Mill"
outcome flour: { silk "Silk flour", fine "Fine flour", coarse "Coarse flour" } "Flour"
state dust: integer -20..4 = 4 "Dust"

let silks = if mill == wind { 12 } else { 7 }
let fines = if mill == wind { 44 } else { 41 }
let roll = random(100) + dust
flour = if roll < silks { silk } else if roll < silks + fines { fine } else { coarse }
match flour {
    silk => dust = 4
    fine => {}
    coarse => dust = max(dust - 1, -20)
}
"#;

fn found(page: &str) -> Vec<Finding> {
    findings_about("mill", MILL, page, false)
}

/// The figures of a page that are right, with the question each is right by.
fn right(page: &str) -> Vec<(String, String)> {
    let right = found(page).into_iter().filter(|found| found.verdict.is_right());
    right.map(|found| (found.stated, found.question.unwrap_or_default())).collect()
}

/// The figures of a page that are wrong or in doubt.
fn loud(page: &str) -> Vec<String> {
    let is_loud = |finding: &Finding| finding.level() == Level::Error || finding.is_doubt;
    found(page).into_iter().filter(is_loud).map(|finding| finding.stated).collect()
}

fn asked(flour: &str, given: &str) -> String {
    let with = if given.is_empty() { String::new() } else { format!(" with {given}") };
    format!("P(flour = {flour}) of mill/sack{with}")
}

#[test]
fn what_nothing_has_moved_is_told_without_a_word() {
    // At dust 0 there are 7, 41 and 52; at 4, where it starts, 3, 41 and 56.
    let told = "A sack holds silk flour in 7%, fine flour in 41% and coarse flour in 52% of cases.";
    let all = right(told);
    assert_eq!(all.len(), 3, "{all:?}");
    assert!(all.contains(&("7%".to_owned(), asked("silk", "dust=0"))), "{all:?}");
    assert!(all.contains(&("52%".to_owned(), asked("coarse", "dust=0"))), "{all:?}");
    let start = "A sack holds silk flour in 3%, fine flour in 41% and coarse flour in 56% of cases.";
    let all = right(start);
    assert!(all.contains(&("56%".to_owned(), asked("coarse", ""))), "{all:?}");
}

#[test]
fn a_list_is_a_whole_as_well_and_an_end_of_a_state_is_tried() {
    // At dust -20 there are 27, 41 and 32.
    let all = right("# Flour sack\n\n* silk flour 27%\n* fine flour 41%\n* coarse flour 32%\n");
    assert_eq!(all.len(), 3, "{all:?}");
    assert!(all.contains(&("27%".to_owned(), asked("silk", "dust=-20"))), "{all:?}");
}

#[test]
fn a_whole_goes_on_in_the_order_of_the_one_before() {
    // At dust 0 a wind mill has 12, 44 and 44; at its start 8, 44 and 48.
    let first = "A sack holds silk flour in 3%, fine flour in 41% and coarse flour in 56% of cases. ";
    for (silk, coarse) in [("12%", "44%"), ("8%", "48%")] {
        let page = format!("{first}With a wind mill it is {silk}, 44% and {coarse}.");
        assert_eq!(right(&page).len(), 6, "{page}");
    }
}

#[test]
fn one_part_of_a_whole_cannot_be_wrong_alone() {
    let page = |other: &str| {
        format!(
            "A sack holds silk flour in 3% of cases, fine flour in 41%, coarse flour in 56%. With a wind mill silk flour has 8% and \
             fine flour 44%.\n\nIn the old days a sack held {other}.\n"
        )
    };
    // Nothing gives 30 and 70, and a law that gave fine flour 41% would not leave 70%.
    assert_eq!(loud(&page("silk flour in 30% of cases, fine flour in 70%")), [""; 0]);
    assert_eq!(loud(&page("silk flour in 3% of cases, fine flour in 42%, coarse flour in 56%")), ["42%"]);
}

#[test]
fn a_state_may_be_told_in_points_and_with_the_other_sign() {
    assert_eq!(right("The dust of a sack starts at 4%.").len(), 1);
    assert_eq!(right("The dust of a sack starts at -4%.").len(), 1);
    assert_eq!(right("The dust of a sack starts at -5%."), []);
    // What is taken off here at most 20 times is what is added there at most.
    assert_eq!(right("The dust of a sack grows to a maximum of +20%.").len(), 1);
}
