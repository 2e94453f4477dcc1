//! What is told of states and of what changes: labels in other words, what becomes of a state, by when something has come
//! for certain, versions that are gone, changes that change nothing.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;
use crate::told::holds;

/// A brew succeeds with 90%, and 10% less for each rank; of the others half bring nothing, three in ten cost a rank and
/// the rest spoil.
const BREW: &str = r#"mechanic brewery/brew "Brewing" use "brew", "brews"

state rank: integer 0..6 = 0 "Rank"

outcome result: {
    success "Success" or "succeeds"
    nothing "Nothing"
    lost "Rank lost"
    spoiled "Spoiled" or "spoils"
} "Result"

if chance(9/10 - rank / 10) {
    result = success
} else {
    result = one of { 1/2 => nothing, 3/10 => lost, else => spoiled }
}
rank = if result == success { min(6, rank + 1) } else if result == lost { max(0, rank - 1) } else if result == spoiled { 0 } else { rank }
"#;

/// A bell rings with 10%, and for certain the tenth time.
const BELL: &str = r#"mechanic tower/pull "Pull" use "pull", "pulls"

state silent: integer 0..9 = 0 "Pulls since a ring"

outcome sound: { silence "Silence", ring "Ring" } "Sound"

sound = if chance(if silent == 9 { 1 } else { 1/10 }) { ring } else { silence }
silent = if sound == ring { 0 } else { silent + 1 }
"#;

/// What is said of a text behind one that tells what its page is about.
fn behind(name: &str, mechanic: &str, first: &str, text: &str) -> Vec<Finding> {
    let findings = findings_about(name, mechanic, &format!("{first}\n\n{text}"), false);
    let is_told = |finding: &Finding| finding.range.as_ref().is_some_and(|range| range.start >= first.len());
    findings.into_iter().filter(is_told).collect()
}

fn told(text: &str) -> Vec<Finding> {
    let first = "At rank 1 a brew succeeds 80% of the time, at rank 2 70%, at rank 3 60% and at rank 4 50%. At rank 4 \
        it spoils 10% of the time.";
    behind("brew", BREW, first, text)
}

fn told_of_bells(text: &str) -> Vec<Finding> {
    let first = "A pull has a 10% chance of a ring; otherwise there is silence, 90% of the time. Within two pulls a \
        ring comes 19% of the time, within three 27.1%.";
    behind("bell", BELL, first, text)
}

fn is_loud(finding: &Finding) -> bool {
    finding.is_doubt || finding.level() == Level::Error
}

#[track_caller]
fn is_left_alone(told: &[Finding]) {
    assert!(!told.iter().any(is_loud), "{told:?}");
}

#[test]
fn a_label_may_be_a_sentence() {
    holds(told, "At rank 4 a rank is lost 15% of the time.", &[("15%", "18%")]);
    holds(told, "At rank 2 ranks are lost in 9% of brews.", &[("9%", "7%")]);
}

#[test]
fn what_becomes_of_a_state_is_no_condition() {
    let text = "When a brew fails, there is a 30% chance that a rank is lost and a 20% chance that it spoils and you \
        are back at rank 0.";
    let own = told(text);
    is_left_alone(&own);
    let twenty = own.iter().find(|finding| finding.stated == "20%");
    assert!(twenty.is_some_and(|finding| finding.verdict.is_right()), "{own:?}");
}

#[test]
fn what_takes_one_of_a_state_is_not_what_came_before() {
    is_left_alone(&told("At rank 4 a brew spoils 10% of the time and takes a rank away in another 15%."));
    is_left_alone(&told("At rank 4 a rank goes missing 15% of the time."));
}

#[test]
fn a_number_of_uses_is_no_state_that_cannot_be() {
    let own = told("Without any tools 44.5% of casks are done within ten brews.");
    assert!(!own.iter().any(|finding| finding.message.contains("Rank 10")), "{own:?}");
}

#[test]
fn a_total_of_several_is_none_of_them() {
    is_left_alone(&told(
        "At rank 4 a rank is lost 15% of the time, so all in all 25% of brews make things worse.",
    ));
}

#[test]
fn an_older_version_is_not_right_by_coincidence() {
    // 25% is what brings nothing at rank 4.
    for text in [
        "Until patch 2.0 the last step had a rate of only 25%.",
        "Before 1.3 the last step had a rate of only 25%.",
        "In the beta the last step had a rate of only 25%.",
    ] {
        let own = told(text);
        assert!(!own.iter().any(|finding| is_loud(finding) || finding.verdict.is_right()), "{text}: {own:?}");
    }
}

#[test]
fn what_is_cut_in_half_is_no_chance() {
    is_left_alone(&told("Rank 5 cuts the chance to succeed roughly in half."));
}

#[test]
fn by_how_much_a_chance_goes_up_is_no_chance() {
    is_left_alone(&told("The chance that it spoils goes up by 2% with each rank."));
}

#[test]
fn what_is_guaranteed_comes_within_so_many_uses() {
    holds(told_of_bells, "A ring is guaranteed within 10 pulls.", &[("10", "12"), ("10", "8")]);
    holds(told_of_bells, "It never takes more than 10 pulls until a ring.", &[("10", "8")]);
    holds(told_of_bells, "You are guaranteed a ring after at most 10 pulls.", &[("10", "8")]);
    // Nothing is certain of a brew.
    is_left_alone(&told("A success is guaranteed within 10 brews."));
}

#[test]
fn a_change_has_two_sides() {
    let both = |text: &str| told(text).iter().any(|finding| finding.message.contains("both sides"));
    for text in [
        "From rank 3 to rank 4 a success goes from 60% to 60%.",
        "At rank 4 it succeeds in 50% instead of 50%.",
        "At rank 4 it succeeds in 50%, up from '''50%'''.",
        "At rank 4 it succeeds in 50% of brews rather than 50%.",
    ] {
        assert!(both(text), "{text}");
    }
    for text in [
        "From rank 3 to rank 4 a success goes from 60% to 50%.",
        "At rank 4 it is 50% against 50% for nothing of the kind.",
        "It goes from rank 3 to rank 3 in 50%, and 50% of these are lost.",
    ] {
        assert!(!both(text), "{text}");
    }
}

#[test]
fn what_is_said_to_fall_falls() {
    let turned = |text: &str| told(text).iter().any(|finding| finding.message.contains("is said to"));
    for text in [
        "From rank 3 to rank 4 the chance to succeed drops from 50% to 60%.",
        "A scroll raises the chance to succeed from 60% to 50%.",
        "With the scroll the wait drops from 39.9 brews to 59.8.",
        "At rank 4 it succeeds in 50% of brews, down from 40%.",
        "At rank 3 it succeeds in 50% of brews, up from 60%.",
    ] {
        assert!(turned(text), "{text}");
    }
    for text in [
        "From rank 3 to rank 4 the chance to succeed drops from 60% to 50%.",
        "A scroll raises drops from 50% to 60%.",
        "Rank drops go from 50% to 60%.",
        "The scroll does not raise the chance to succeed from 60% to 50%.",
        "It reduces the misses, and a success goes from 50% to 60%.",
        "At rank 3 it succeeds in 60% of brews, up from 50%.",
        "It rises from 1 in 20 to 1 in 10.",
    ] {
        assert!(!turned(text), "{text}");
    }
}
