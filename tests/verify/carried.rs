//! Texts that tell on under a state or a thing which other words gave. Each is read without an error as it stands, and a
//! figure that is altered in it is found.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;
use crate::told::holds;

/// A strike succeeds with 9/10, less 2/25 for each grade, more 3/50 for each ember and 1/10 with flux; one success in 15
/// is a masterwork. A failure leaves an ember, up to five.
const ANVIL: &str = r#"mechanic forge/anvil "Anvil" use "strike", "strikes"

input grade: integer 0..9 = 0 "Grade of the weapon"
input flux: flag "Silver flux"

outcome result: { nothing "Nothing", success "Success", masterwork "Masterwork" } "Result"

state embers: integer 0..5 = 0 "Embers"

if chance(min(1, 9/10 - 2/25 * grade + 3/50 * embers + (if flux { 1/10 } else { 0 }))) {
    result = if chance(1/15) { masterwork } else { success }
    embers = 0
} else {
    result = nothing
    embers = min(5, embers + 1)
}
"#;

/// A cast brings a carp with 3% and one in a hundred more for each cast without one, up to 43%; with the rod three times
/// the 3%.
const POND: &str = r#"mechanic pond/cast "Cast" use "cast", "casts"

input rod: flag "Golden Rod"

outcome fish: { weed "Weed", carp "Carp" } "Fish"

state mood: integer -40..5 = 0 "Mood"

fish = if chance((if rod { 9/100 } else { 3/100 }) - mood * 1/100) { carp } else { weed }
mood = if fish == carp { 0 } else { max(-40, mood - 1) }
"#;

/// What is said of a text about the anvil, with three figures before it that are right.
fn forge(text: &str) -> Vec<Finding> {
    const KNOWN: &str = "Success comes in 90% of strikes at grade 0, in 58% at grade 4. A strike at grade 9 is a success 18% \
                         of the time.";
    told("anvil-told-on", ANVIL, KNOWN, text)
}

/// The same about the pond.
fn pond(text: &str) -> Vec<Finding> {
    const KNOWN: &str = "A carp is on 3% of casts at mood 0. With the Golden Rod it is on 9%. At mood -5 a carp is on 8% of \
                         casts, at mood -10 on 13%.";
    told("pond-told-on", POND, KNOWN, text)
}

fn told(name: &str, mechanic: &str, known: &str, text: &str) -> Vec<Finding> {
    let findings = findings_about(name, mechanic, &format!("{known}\n\n{text}"), false);
    let is_told = |finding: &Finding| finding.range.as_ref().is_some_and(|range| range.start >= known.len());
    findings.into_iter().filter(is_told).collect()
}

#[test]
fn what_one_chance_gives_is_called_as_one() {
    // 0.9 - 0.08 · 6 = 0.42, of which one in 15 is a masterwork.
    let text = "Take grade 6. No embers: 42%. With three embers success is at 60%.";
    holds(forge, text, &[("60%", "66%")]);
}

#[test]
fn of_all_that_one_had_nothing_is_left() {
    // 0.18 + 0.3, and 0.1 more; with the flux alone 0.28.
    let text = "At grade 9 with five embers a strike is a success 48% of the time, and adding Silver flux makes it 58%. \
                Silver flux alone, on cold coals, is a sadder 28%.";
    holds(forge, text, &[("58%", "85%")]);
}

#[test]
fn a_number_between_two_chances_is_what_the_second_is_told_under() {
    let text = "At mood -20 a carp is on 23% of casts. At the very bottom, -40, it is 43%.";
    holds(pond, text, &[("43%", "34%")]);
    let text = "At mood -20 a carp is on 23% of casts, at minus thirty 33%, and who lets it sink to its floor of -40 finds \
                a carp on 43%.";
    holds(pond, text, &[("33%", "36%")]);
}

#[test]
fn with_it_after_without() {
    let text = "At mood -30 a carp is on 33% of casts without the Golden Rod, and on 39% with it.";
    holds(pond, text, &[("39%", "36%")]);
}

#[test]
fn a_line_of_capitals_stands_over_its_list() {
    let text = "1. MOOD -30, PLAIN ROD\n   - a carp: 33%\n\n2. MOOD -10, GOLDEN ROD\n   - a carp: 19%\n";
    holds(pond, text, &[("19%", "16%")]);
}

#[test]
fn what_has_gone_by_is_what_was_drawn() {
    // Each weed takes one off: after twenty of them the mood is at -20.
    let text = "Once twenty weeds have gone by, a carp is on 23% of casts.";
    holds(pond, text, &[("23%", "32%")]);
}

#[test]
fn what_another_figure_is_set_against_is_not_told_on() {
    let text = "At grade 7 a strike succeeds in 34% of all cases, compared to 90% at grade 0. You do get nothing from 66% of \
                strikes then.";
    holds(forge, text, &[("34%", "43%")]);
    // What becomes of a part of them is no chance of all.
    let found =
        forge("At grade 0 success comes in 90% of strikes, which is a masterwork one half of the time.");
    assert!(found.iter().all(|finding| finding.level() != Level::Error && !finding.is_doubt), "{found:#?}");
}
