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

/// Gold comes with 5%, 5% more for each point of heat and 1% more for each bed; each blue heats by one, up to 5.
const KILN: &str = r#"mechanic kiln/firing "Firing" use "firing", "firings"

input beds: integer 0..4 = 0 "Ash beds nearby"

outcome glaze: { gold "Gold", red "Red", blue "Blue" } "Glaze"

state heat: integer 0..5 = 0 "Heat"

glaze = one of {
    (1 + heat) / 20 + beds / 100 => gold
    9/20 => red
    else => blue
}
if glaze == gold { heat = 0 } else if glaze == blue { heat = min(5, heat + 1) }
"#;

/// What comes after a text about a firing in which three figures are right.
const FIRED: &str = "A firing gives gold 5% of the time, red 45% of the time and blue 50% of the time.";

/// The figures of a text about a firing, and whether they are right.
fn fired(text: &str) -> Vec<(String, bool)> {
    let findings = findings_about("kiln", KILN, &format!("{FIRED}\n\n{text}"), false);
    findings.into_iter().skip(3).map(|finding| (finding.stated, finding.verdict.is_right())).collect()
}

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

#[test]
fn what_was_drawn_several_times_gives_a_state() {
    // (1 + 3) / 20, and with the heat at its end (1 + 5) / 20.
    assert_eq!(fired("After 3 blues in a row gold comes 20% of the time."), [("20%".to_owned(), true)]);
    assert_eq!(fired("After 4 blues in a row gold comes 20% of the time.")[0], ("20%".to_owned(), false));
    assert_eq!(fired("After 12 blues in a row gold comes 30% of the time."), [("30%".to_owned(), true)]);
}

#[test]
fn words_say_that_a_state_is_at_an_end() {
    assert_eq!(fired("Once the heat is maxed gold comes 30% of the time."), [("30%".to_owned(), true)]);
}

#[test]
fn a_part_of_a_label_counts() {
    // 5 + 2
    assert_eq!(fired("With two beds gold comes 7% of the time."), [("7%".to_owned(), true)]);
    assert_eq!(fired("With three beds gold comes 7% of the time.")[0], ("7%".to_owned(), false));
}

#[test]
fn a_number_with_its_comparison_is_not_cut() {
    let text = "A newt is caught 13.7% of the time. A heron is caught 5.2% of the time if you have fewer than two coins, \
                and 15.2% of the time if you have two or more coins.";
    is_right(text, "5.2%");
    is_right(text, "15.2%");
    is_loud(&text.replace("15.2%", "17.2%"), "17.2%");
}

#[test]
fn after_that_is_one_more() {
    let text = "A newt is caught 13.7% of the time. A heron is caught 5.2% of the time with 1 coin, 15.2% after that.";
    is_right(text, "15.2%");
}

#[test]
fn an_item_that_names_something_begins_anew() {
    let text = "* The Silver Bell rings. A newt is caught 24.8% of the time.\n\
                * Herons do not mind. A heron is caught 5.2% of the time, and a newt 13.7% of the time.\n\
                * The Moon Lure shines. A newt is caught 35.9% of the time.\n";
    for stated in ["24.8%", "5.2%", "35.9%"] {
        is_right(text, stated);
    }
    let loud = findings(text).into_iter().filter(|finding| finding.level() == Level::Error);
    assert_eq!(loud.map(|finding| finding.message).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn two_digits_that_changed_places_are_in_doubt() {
    let text = "A newt is caught 13.7% of the time and a heron 5.2% of the time. As my uncle found, the Moon Lure once \
                made that 35.9%.";
    is_right(text, "35.9%");
    is_loud(&text.replace("35.9%", "53.9%"), "53.9%");
}

#[test]
fn a_mechanic_without_a_state_is_waited_for() {
    // 1000 / 137, and the least n for which 0.863^n is at most a half
    let text = "A newt is caught 13.7% of the time and a heron 5.2% of the time. On average it takes 7.3 snares until a \
                newt is caught. The median wait for a newt is 5 snares.";
    is_right(text, "7.3");
    is_right(text, "5");
}

#[test]
fn a_mean_is_rounded() {
    // 1000 / 52 is 19.2.
    let text = "A newt is caught 13.7% of the time and a heron 5.2% of the time. On average it takes 19 snares until a \
                heron is caught.";
    is_right(text, "19");
}

#[test]
fn what_did_not_come_goes_on_as_it_was_told() {
    // Step by step through the heats: 0.788625 after 3 firings without gold, 0.5885746875 after 5, 1 in 2.51 after 7.
    let text =
        "The chance that no gold comes within 3 firings is 78.9%; after 5 firings it is down to 58.9%.";
    let right: Vec<bool> = fired(text).iter().map(|(_, right)| *right).collect();
    assert_eq!(right, [true, true]);
    let seven = "Gold is rare. After 7 firings 39.8% of potters still don't have it.";
    assert!(fired(seven).contains(&("39.8%".to_owned(), true)));
    assert!(fired(&seven.replace("39.8", "60.8")).contains(&("60.8%".to_owned(), false)));
}

#[test]
fn what_kind_something_is_of_is_no_chance_of_it() {
    let text =
        format!("{BOTH} A heron is caught 5.2% of the time. A newt is the spotted one half of the time.");
    let loud =
        findings(&text).into_iter().filter(|finding| finding.level() == Level::Error || finding.is_doubt);
    assert_eq!(loud.map(|finding| finding.message).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn several_things_told_as_one_are_not_the_one_that_is_named() {
    let text = format!(
        "{BOTH} A heron is caught 5.2% of the time. Some sort of heron (white or grey together) comes 8.4% of the time."
    );
    let loud =
        findings(&text).into_iter().filter(|finding| finding.level() == Level::Error || finding.is_doubt);
    assert_eq!(loud.map(|finding| finding.message).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn what_something_is_like_names_it() {
    let storm = MARSH.replace("flag \"Moon Lure\"", "flag \"Storm\"");
    let text = "A newt is caught 13.7% of the time and a heron 5.2% of the time. With the Silver Bell a newt is caught \
                24.8% of the time. On a stormy night a newt is caught 35.9% of the time.";
    let found = findings_about("marsh-storm", &storm, text, false);
    assert!(found.iter().any(|finding| finding.stated == "35.9%" && finding.verdict.is_right()));
    let found = findings_about("marsh-storm", &storm, &text.replace("35.9%", "29.5%"), false);
    assert!(found.iter().any(|finding| finding.stated == "29.5%" && !finding.verdict.is_right()));
}
