//! Sentences that take something of what was said before, call things by a part of their names, or hedge their figures.

use trueodds::verify::{Finding, Level, Verdict};

use crate::prepared::findings_about;

/// A newt comes with 13.7%, 11.1% more with the bell and 22.2% more with the lure; a heron with 5.2%, 10% more with two
/// coins and 1.3% more for each bait.
const MARSH: &str = r#"mechanic marsh/snare "Snare" use "snare", "snares"

input bell: flag "Silver Bell"
input lure: flag "Moon Lure"
input coins: integer 0..9 = 0 "Coins"
input bait: integer 0..9 = 0 "Bait"

outcome catch: { nothing "Nothing", newt "Newt", heron "Heron" } "Catch"

let belled = if bell { 111/1000 } else { 0 }
let lured = if lure { 222/1000 } else { 0 }
let paid = if coins >= 2 { 100/1000 } else { 0 }
catch = one of {
    137/1000 + belled + lured => newt
    52/1000 + paid + bait * 13/1000 => heron
    else => nothing
}
"#;

const BOTH: &str = "A newt is caught 13.7% of the time and a heron 5.2% of the time. With the Silver Bell a newt is \
    caught 24.8% of the time. With the Moon Lure a newt is caught 35.9% of the time. With both a newt is caught 47.0% \
    of the time.";

fn findings(text: &str) -> Vec<Finding> {
    findings_about("marsh", MARSH, text, false)
}

/// What is known of a figure of a page.
#[track_caller]
fn of(text: &str, stated: &str) -> Finding {
    let found = findings(text).into_iter().find(|finding| finding.stated == stated);
    found.unwrap_or_else(|| panic!("nothing is said of {stated}"))
}

#[track_caller]
fn is_right(text: &str, stated: &str) {
    let finding = of(text, stated);
    assert!(finding.verdict.is_right(), "{stated}: {}", finding.message);
}

#[track_caller]
fn is_loud(text: &str, stated: &str) {
    let finding = of(text, stated);
    assert!(finding.is_doubt || finding.level() == Level::Error, "{stated}: {}", finding.message);
}

#[test]
fn both_are_the_two_things_named_last() {
    // 13.7 + 11.1 + 22.2
    is_right(BOTH, "47.0%");
    let altered = of(&BOTH.replace("47.0%", "41.0%"), "41.0%");
    assert!(!altered.verdict.is_right(), "{}", altered.message);
}

#[test]
fn a_part_of_a_name_stands_for_it() {
    let text =
        format!("{BOTH} The Bell alone gives a newt 24.8% of the time, and with the Lure it is 35.9%.");
    let all = findings(&text);
    let right = all.iter().filter(|finding| ["24.8%", "35.9%"].contains(&finding.stated.as_str()));
    assert_eq!(right.filter(|finding| finding.verdict.is_right()).count(), 4, "{all:?}");
    is_loud(&text.replace("alone gives a newt 24.8%", "alone gives a newt 34.9%"), "34.9%");
}

#[test]
fn fewer_than_two_are_one() {
    let text = "A heron is caught 15.2% of the time with two coins. With fewer than two coins a heron is caught 5.2% of the \
                time. A newt is caught 13.7% of the time. With 3 bait a heron is caught 9.1% of the time.";
    is_right(text, "5.2%");
    is_loud(&text.replace("5.2%", "2.5%").replace("12.5%", "15.2%"), "2.5%");
}

#[test]
fn a_number_goes_on_with_what_was_counted() {
    // 5.2 + 3 · 1.3, 5.2 + 5 · 1.3
    let text = "A newt is caught 13.7% of the time and a heron 5.2% of the time. With 3 bait a heron is caught 9.1% of the \
                time, with 5 it is 11.7% of the time.";
    is_right(text, "11.7%");
}

#[test]
fn hedges_are_heard_and_have_ends() {
    let text = "With the Silver Bell a newt is caught about a quarter of the time. With the Moon Lure a newt \
                is caught more than a third of the time. Without anything a newt is caught 13.7% of the time.";
    is_right(text, "a quarter");
    is_right(text, "a third");
    // 0.359 is far more than 0.2.
    let far = of(&text.replace("more than a third", "more than a fifth"), "a fifth");
    assert!(!far.verdict.is_right(), "{}", far.message);
}

#[test]
fn a_short_text_puts_in_doubt_what_its_words_ask() {
    let text = "A newt is caught 13.7% of the time, a heron 5.2% of the time and nothing 25% of the time.";
    let finding = of(text, "25%");
    assert!(finding.is_doubt, "{}", finding.message);
    // 100 - 13.7 - 5.2
    assert!(finding.message.contains("81"), "{}", finding.message);
    assert_eq!(of(text, "13.7%").verdict, Verdict::Exact);
}

#[test]
fn one_figure_is_in_doubt_where_its_mechanic_was_named() {
    let text = "A newt is caught 19.7% of the time.";
    let doubts = |is_asked| {
        let findings = findings_about("marsh", MARSH, text, is_asked);
        findings.iter().filter(|finding| finding.is_doubt).count()
    };
    assert_eq!((doubts(false), doubts(true)), (0, 1));
}
