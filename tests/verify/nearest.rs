//! What the words of a figure come nearest to, where nothing explains it: said as a note, and no finding.

use trueodds::verify::{Finding, Level, Verdict};

use crate::prepared::findings_about;

/// A drawer holds silver 313 times in 1000, tin 150 times, else nothing; and two dice of pins, 7 on average. With a lamp
/// there is silver 40 times in 100.
const DRAWER: &str = r#"mechanic attic/drawer "Attic drawer" use "drawer", "drawers"

input lamp: flag = false "Lamp"
outcome content: { nothing "Nothing", tin "Tin", silver "Silver" } "Content"
outcome pins: integer 0..99 "Pins"

content = if lamp { one of { 2/5 => silver, else => nothing } } else { one of { 313/1000 => silver, 150/1000 => tin, else => nothing } }
pins = sum of 2 die(6)
"#;

fn found(page: &str) -> Vec<Finding> {
    findings_about("attic", DRAWER, page, false)
}

/// The figures of a page that nothing explains, with what is said of each.
fn notes(page: &str) -> Vec<String> {
    let open =
        found(page).into_iter().filter(|found| found.verdict == Verdict::Unclassified && !found.is_doubt);
    let said = |found: Finding| {
        assert_eq!(found.level(), Level::Note);
        format!("{}: {}", found.stated, found.notes.join("; "))
    };
    open.map(said).collect()
}

#[test]
fn a_figure_alone_is_told_what_its_words_ask() {
    assert_eq!(
        notes("A drawer holds silver in 35% of cases."),
        ["35%: its words come nearest to: Silver is 31%"]
    );
    assert_eq!(
        notes("With a lamp a drawer holds silver in 35.5% of cases."),
        ["35.5%: its words come nearest to: Silver (Lamp) is 40.0%"]
    );
    assert_eq!(notes("A drawer holds silver in 31.3% of cases."), [""; 0]);
}

#[test]
fn what_is_far_off_or_leaves_out_some_of_the_words_is_not_near() {
    assert_eq!(notes("A drawer holds silver in 3% of cases."), ["3%: "]);
    assert_eq!(notes("There is a 35% chance of something."), ["35%: "]);
}

#[test]
fn a_number_is_told_where_its_words_say_what_kind_it_is() {
    assert_eq!(
        notes("A drawer holds 9 pins on average."),
        ["9: its words come nearest to: Pins, on average, is 7"]
    );
    assert_eq!(notes("A drawer costs 9 coins."), [""; 0]);
}
