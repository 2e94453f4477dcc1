//! Figures of texts that go on with what the figure before them is about. Every text is read without an error as it
//! stands, and a figure that is altered in it is the one that is found.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;

/// A gem lies in 4.1% of caves, 1.3% more for each point of luck and 17.3% more with the lamp; a coin in 12.7%, a
/// silver one in 3.1% and moss in 5.9%, whatever one has; pearls are 2 or 3 in half of the caves each, and one more with the lamp.
const CAVE: &str = r#"mechanic glow/cave "Cave" use "cave", "caves"

input luck: integer 0..9 = 0 "Luck"
input lamp: flag "Bright Lamp"

outcome find: { nothing "Nothing", gem "Gem", coin "Coin", silver "Silver coin", moss "Glowing moss" } "Find"
outcome pearls: integer 0..9 "Cave pearls"

let lit = if lamp { 173/1000 } else { 0 }
find = one of {
    41/1000 + luck * 13/1000 + lit => gem
    127/1000 => coin
    31/1000 => silver
    59/1000 => moss
    else => nothing
}
pearls = 2 + (if lamp { 1 } else { 0 }) + one of { 1/2 => 1, else => 0 }
"#;

/// What every text begins with, so that enough of it is right.
const KNOWN: &str = "A gem lies in 4.1% of caves. A coin lies in 12.7% of caves, a silver coin in 3.1% of caves. \
                     Glowing moss lies in 5.9% of caves. With the Bright Lamp a gem lies in 21.4% of caves.\n\n";

fn findings(text: &str) -> Vec<Finding> {
    findings_about("cave", CAVE, &format!("{KNOWN}{text}"), false)
}

/// What is said of figures that are wrong or in doubt.
fn loud(text: &str) -> Vec<(String, String)> {
    let loud = |finding: &Finding| finding.level() == Level::Error || finding.is_doubt;
    let found = findings(text).into_iter().filter(loud);
    found.map(|finding| (finding.stated, finding.message)).collect()
}

#[track_caller]
fn notices(text: &str, stated: &str, altered: &str) {
    assert_eq!(loud(text), [], "{text}");
    assert_eq!(text.matches(stated).count(), 1, "{stated} stands there once");
    let own = findings(text);
    let is_right = |finding: &Finding| finding.stated.contains(stated) && finding.verdict.is_right();
    assert!(own.iter().any(is_right), "{stated} is not explained: {own:#?}");
    let text = text.replacen(stated, altered, 1);
    let found = loud(&text);
    assert!(matches!(found.as_slice(), [(figure, _)] if figure.contains(altered)), "{text}: {found:?}");
}

#[test]
fn the_same_goes_on_under_what_is_given_now() {
    let text = "At luck 0 a gem lies in 4.1% of caves. One single point of luck brings that up to 5.4%, two points to \
                6.7%, and at 5 you are looking at 10.6%.";
    notices(text, "6.7%", "7.6%");
    notices(text, "5.4%", "4.5%");
}

#[test]
fn from_one_to_another() {
    let text = "The Bright Lamp lifts the chance of a gem from 4.1% to 21.4%.";
    notices(text, "21.4%", "24.1%");
}

#[test]
fn the_same_in_another_form() {
    let text = "A silver coin lies in 3.1% of caves, which is about 1 in 32.";
    notices(text, "1 in 32", "1 in 53");
    let text = "You find a silver coin in 3.1% of caves (31 in 1000).";
    notices(text, "31 in 1000", "13 in 1000");
}

#[test]
fn without_what_was_there() {
    let text = "With the Bright Lamp at luck 2 a gem lies in 24% of caves. Without it you would be at 6.7%.";
    notices(text, "6.7%", "7.6%");
}

#[test]
fn every_kind_of_something() {
    notices("Some kind of coin lies in 15.8% of caves.", "15.8%", "18.5%");
    notices("Coins of both kinds lie in 15.8% of caves.", "15.8%", "18.5%");
}

#[test]
fn a_part_of_a_name_stands_for_a_value() {
    notices("Brewers look for moss, and find it in 5.9% of caves.", "5.9%", "9.5%");
}

#[test]
fn numbers_of_outcomes_are_counted_by_their_plural() {
    let text = "You carry home 2.5 pearls on average. With the Bright Lamp it is 3.5 pearls on average.";
    notices(text, "3.5", "5.3");
}

#[test]
fn a_lone_mechanic_may_be_told_of_in_any_words() {
    let text = "You come home with empty hands in 74.2% of caves.";
    let own = findings(text);
    let is_right = |finding: &&Finding| finding.stated == "74.2%" && finding.verdict.is_right();
    assert!(own.iter().any(|finding| is_right(&finding)), "{own:#?}");
    // What goes on from there is about that, and not about the gem of which a label was told last.
    assert_eq!(loud(&format!("A gem lies in 4.1% of caves. {text} With the Bright Lamp it is 56.9%.")), []);
}

#[test]
fn what_points_elsewhere_is_no_error() {
    for text in [
        "A coin lies in 12.7% of caves and a silver coin in 3.1%. The latter is what 19.6% of all coins are.",
        "A gem lies in 4.1% of caves. Leaving aside the caves without a find it is 15.9%.",
        "A gem lies in 4.1% of caves. Any given gem is blue in 25.3% of them.",
    ] {
        assert_eq!(loud(text), [], "{text}");
    }
}

#[test]
fn a_part_of_a_formula_is_no_number_of_its_own() {
    let text = "You carry home 2.5 pearls on average, and 3.5 pearls on average with the Bright Lamp. No cave holds more \
                than 4 pearls.\n\n* Cave pearls = 0.5 × Luck + 5-6 (maximum of 4)\n";
    assert_eq!(loud(text), []);
    assert_eq!(loud(&text.replace("of 4)", "of 9)")).len(), 1);
}

#[test]
fn the_other_ones_are_all_that_was_not_told() {
    notices("A gem lies in 4.1% of caves. The other 95.9% have none.", "95.9%", "91.9%");
    let text =
        "A coin lies in 12.7% of caves and a silver coin in 3.1%; the remaining 84.2% go without money.";
    notices(text, "84.2%", "82.4%");
}

#[test]
fn a_single_point_is_one() {
    let text =
        "At luck 0 a gem lies in 4.1% of caves. With a single point of luck a gem lies in 5.4% of caves.";
    notices(text, "5.4%", "4.5%");
}

#[test]
fn what_a_figure_is_compared_with_is_not_what_it_is_of() {
    notices("* Coins: 12.7%, so a lot likelier than a gem.\n", "12.7%", "17.2%");
}

#[test]
fn a_line_that_only_names_something_is_what_the_next_is_about() {
    notices("* *Glowing moss.* The traditional sort hides in 5.9% of caves.\n", "5.9%", "9.5%");
}

#[test]
fn what_is_given_without_a_label_is_no_error() {
    for text in [
        "Three is the cap of it. Then 51.7% of caves hold a gem.",
        "If it is a gem, 19.3% of caves are worth the way twice.",
    ] {
        assert_eq!(loud(text), [], "{text}");
    }
}

/// A star comes with 11.3% at first and 7.1% more for each pull without one; three of four stars are the common one.
const PULLS: &str = r#"mechanic vale/pull "Star banner" use "pull", "pulls"

outcome star: { none "No star", common "Common star", rare "Rare star" } "Star"

state misses: integer 0..9 = 0 "Pulls since the last star"

if chance(113/1000 + misses * 71/1000) {
    star = one of { 3/4 => common, else => rare }
    misses = 0
} else {
    star = none
    misses = min(9, misses + 1)
}
"#;

#[test]
fn the_number_of_a_use_says_how_many_came_before_or_how_often_that_one_has_it() {
    let known =
        "A first pull has a star with 11.3%. The 4th pull has one with 32.6%, and pull 6 is at 46.8%. ";
    let loud = |text: &str| -> Vec<String> {
        let all = findings_about("pull", PULLS, text, true).into_iter();
        let all = all.filter(|finding| finding.level() == Level::Error || finding.is_doubt);
        all.map(|finding| finding.stated).collect()
    };
    assert_eq!(loud(known), [] as [&str; 0]);
    assert_eq!(loud(&known.replace("32.6%", "36.2%")), ["36.2%"]);
    // How often something is, is no name of an outcome.
    let text = format!("{known}Three is the most common number of pulls, and the answer of 18.5% of us.");
    assert_eq!(loud(&text), [] as [&str; 0]);
}
