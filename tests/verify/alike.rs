//! What is told like a figure beside it, with other things in their places: words that nobody knows do no harm then.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;

/// A haul has crab with 9%, with the lamp 21%, less 4% for each knot of wind; eel with 35%. One without a crab makes the
/// next likelier by 2%.
const HAUL: &str = r#"mechanic harbour/haul "Haul" use "haul", "hauls"

input lamp: flag "Lamp"
input knots: integer 0..2 = 0 "Knots of wind"

outcome catch: { nothing "Nothing", eel "Eel", crab "Crab" } "Catch"

state empty: integer 0..20 = 0 "Hauls since the last crab"

catch = one of {
    (if lamp { 21/100 } else { 9/100 }) + empty * 2/100 - knots * 4/100 => crab,
    35/100 => eel,
    else => nothing
}
empty = if catch == crab { 0 } else { min(20, empty + 1) }
"#;

/// Three figures that are right, and others that nobody understands: too many for what nearly all of a page says.
const KNOWN: &str = "# Haul\n\nA haul has an eel in 35% of cases, a crab in 9%, nothing in 56%.\n\nThe Guild took 13% of it \
                     last year, the Crown 24%. Of each purse 2% went to Bram and 71% to the widows.\n\n";

/// The figures of some sentences that are wrong or in doubt.
fn loud(sentences: &str) -> Vec<String> {
    let is_loud = |finding: &Finding| finding.level() == Level::Error || finding.is_doubt;
    let found = findings_about("haul", HAUL, &format!("{KNOWN}{sentences}\n"), false);
    found.into_iter().filter(is_loud).map(|finding| finding.stated).collect()
}

#[test]
fn what_a_clause_gives_takes_the_place_of_what_was_given() {
    let told = |figure: &str| {
        format!("A crab is in 9% of hauls. Fenwick the Elder swears that with the Lamp it comes in {figure}.")
    };
    assert_eq!(loud(&told("21%")), [""; 0]);
    assert_eq!(loud(&told("14%")), ["14%"]);
    assert_eq!(loud(&told("77%")), [""; 0], "so far off it may be told of anything");
}

#[test]
fn what_something_is_set_against_is_told_without_it() {
    let told = |figure: &str| format!("With the Lamp 21% of Guild hauls have a crab instead of {figure}.");
    assert_eq!(loud(&told("9%")), [""; 0]);
    assert_eq!(loud(&told("5%")), ["5%"]);
}

/// By the third haul: 1 - 0.91 * 0.89 * 0.87 = 29.5%. By the fifth: 1 - 0.91 * 0.89 * 0.87 * 0.85 * 0.83 = 50.3%.
#[test]
fn a_number_takes_the_place_of_another() {
    let told = |figure: &str| {
        format!("Within 3 hauls 29.5% of skippers have a crab, and {figure} once Fenwick's 5 are in.")
    };
    assert_eq!(loud(&told("50.3%")), [""; 0]);
    assert_eq!(loud(&told("35.3%")), ["35.3%"]);
}

/// Without a crab are 0.91 * 0.89 * 0.87 = 70.5% after three hauls, and with that * 0.85 * 0.83 = 49.7% after five.
#[test]
fn who_has_none_after_so_many_uses_is_tried() {
    let text = "# Haul\n\nThree hauls and still no crab, that is what 70.5% of Bram's crews told. Fenwick's boats get through \
                five with 49.7%.\n";
    let found = findings_about("haul", HAUL, text, false);
    let is_right = |stated: &str| found.iter().any(|own| own.stated == stated && own.verdict.is_right());
    assert!(is_right("70.5%") && is_right("49.7%"), "{found:#?}");
}

#[test]
fn what_is_told_of_many_runs_is_not_what_is_told_of_one() {
    let told = "A crab is in 9% of hauls. With the Lamp Fenwick's was seen by 12% of us.";
    assert_eq!(loud(told), [""; 0]);
}
