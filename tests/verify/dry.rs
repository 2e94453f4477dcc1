//! How many uses before gave nothing, and within how many so many players have something.

use crate::prepared::findings_about;
use crate::told::holds;
use trueodds::verify::Finding;

/// A star comes with 10%, after more than two pulls without one with 20% more for each: 30% after three, 50% after four,
/// 70%, 90%, always. So the pulls without one until then have 90%, 81%, 72.9%, 51.03%, 25.515%, 7.6545%, 0.76545%.
const SKY: &str = r#"mechanic sky/pull "Pull" use "pull", "pulls"

outcome light: { star "Star", moon "Moon", dark "Dark" } "Light"

state misses: integer 0..7 = 0 "Pulls since a star"

light = if chance(min(1, 1/10 + 1/5 * max(0, misses - 2))) { star } else if chance(1/4) { moon } else { dark }
misses = if light == star { 0 } else { misses + 1 }
"#;

const BEGIN: &str = "A pull has a star with 10%, a moon with 22.5% and is dark with 67.5%.";

fn told(text: &str) -> Vec<Finding> {
    let findings = findings_about("sky", SKY, &format!("{BEGIN}\n\n{text}"), false);
    let is_told =
        |finding: &Finding| finding.range.as_ref().is_some_and(|range| range.start >= BEGIN.len() + 2);
    findings.into_iter().filter(is_told).collect()
}

#[test]
fn uses_that_gave_nothing_say_what_a_state_is() {
    holds(told, "After 4 dry pulls the next one has a star with 50%, after 5 it is 70%.", &[("50%", "60%")]);
    let without = told("After 3 pulls without a star the chance is 30%.");
    assert!(
        without.iter().any(|finding| finding.stated == "30%" && finding.verdict.is_right()),
        "{without:#?}"
    );
    holds(told, "If your last 6 pulls had no star, the next has one with 90%.", &[("90%", "80%")]);
    // Of some players it is told what has not come by then.
    holds(told, "After 4 pulls 51.03% of all players are still without a star.", &[("51.03%", "53.01%")]);
}

#[test]
fn a_number_of_uses_is_told_by_a_round_share() {
    // By pull 6 it is 92.3455%, by pull 5 still 74.485%.
    for text in [
        "Nine players of ten have a star by pull 6.",
        "By pull 6 nine players of ten have a star.",
        "Half of all players have a star by pull 5, ninety percent by pull 6.",
    ] {
        let wrong: Vec<Finding> =
            told(text).into_iter().filter(|finding| !finding.verdict.is_right()).collect();
        assert!(wrong.is_empty(), "{text}: {wrong:#?}");
        let altered = text.replace("pull 6", "pull 4");
        assert!(told(&altered).iter().any(|finding| !finding.verdict.is_right()), "{altered}");
    }
    // In digits it is meant as it stands.
    let digits = told("By pull 6 90% of all players have a star.");
    assert!(
        !digits.iter().any(|finding| finding.stated == "90%" && finding.verdict.is_right()),
        "{digits:#?}"
    );
}

#[test]
fn the_number_of_a_use_goes_on_without_its_noun() {
    holds(
        told,
        "A star comes with 30% on the 4th pull, 50% on the 5th and 70% on the 6th.",
        &[("50%", "60%"), ("70%", "75%")],
    );
    holds(
        told,
        "A star comes with 30% on the 4th, 50% on the 5th and 70% on the 6th pull.",
        &[("30%", "35%"), ("50%", "60%")],
    );
    // One more is no second one.
    let again = told("The charm gives a second pull with a 10% chance of a star.");
    assert!(!again.iter().any(|finding| finding.message.contains("number 2")), "{again:?}");
}
