//! What a text leaves out: the outcome that a section or a paragraph is about, of what its chances are told, the rest of a
//! name, what a figure is set against.

use trueodds::page::Page;
use trueodds::verify::Finding;

use crate::parts::{are_right, behind, is_right, loud};
use crate::prepared::with_judge;
use crate::told::holds;

/// A latch is opened with 57%, a door with 33%, a vault with 12%; the pick adds 8%, each level of Skill 4%. Of what fails a
/// pin snaps with 22% and a pick with 9%, and with 7% more for each notch.
const LOCK: &str = r#"mechanic harbour/lock "Locks" use "attempt", "attempts"

input tool: { pin "Bent Pin", pick "Fine Pick" } = pin "Tool"
input lock: { latch "Garden Latch", door "Iron Door", vault "Vault Lock" } = latch "Lock"
input skill: integer 0..5 = 0 "Skill"

state notches: integer 0..4 = 0 "Notches"

outcome result: { opened "Opened", slipped "Slipped", snapped "Snapped" } "Result"

let base = match lock { latch => 57%, door => 33%, vault => 12% }
let brittle = match tool { pin => 22%, pick => 9% }

if chance(base + (if tool == pick { 8% } else { 0 }) + skill * 4%) {
    result = opened
} else {
    result = if chance(brittle + notches * 7%) { snapped } else { slipped }
}
notches = match result { opened => notches, slipped => min(4, notches + 1), snapped => 0 }
"#;

/// Two shots at a target; each hits with 7/10, and with 9/10 from near.
const SHOTS: &str = r#"mechanic range/shots "Shots" use "round", "rounds"

input near: flag "Short range"
input shots: integer 1..4 = 2 "Shots"

outcome first: flag "First shot"
outcome hits: integer 0..4 "Hits"
outcome bulls: integer 0..4 "Bulls"

hits = 0
bulls = 0
first = false
for each i in 1..shots {
    let hit = chance(if near { 9/10 } else { 7/10 })
    if i == 1 { first = hit }
    if hit {
        hits = hits + 1
        if chance(1/10) { bulls = bulls + 1 }
    }
}
"#;

fn locks(text: &str) -> Vec<Finding> {
    let known = "A latch is opened with 57%, an iron door with 33%. With the fine pick a latch is opened with 65% and a \
        door with 41%.\n\n";
    behind("lock", LOCK, known, text)
}

#[test]
fn a_value_is_called_by_the_word_that_tells_it_apart() {
    holds(
        locks,
        "A vault is opened with 12%, with the fine pick with 20%.",
        &[("12%", "21%"), ("20%", "26%")],
    );
}

#[test]
fn a_section_is_about_what_most_of_its_figures_are() {
    let text = "== Iron doors ==\nAn iron door is opened with 33%, at Skill 1 with 37% and at Skill 2 with 41%.\n\nThat is \
        how it goes on. With Skill 3 it is 45%, with Skill 5 it is 53%.";
    holds(locks, text, &[("45%", "54%"), ("53%", "58%")]);
}

#[test]
fn a_paragraph_is_about_what_gives_its_figures() {
    let text = "== Practice ==\nIron doors start at 33% and end, at Skill 5, at 53%. Vaults begin with 12% and get to 32%, \
        latches climb from 57% to 77%.";
    are_right(locks, text, &["33%", "53%", "12%", "32%", "57%", "77%"]);
}

#[test]
fn chances_may_be_told_of_one_side_of_another() {
    // 36% is 22% and twice 7%, told of the attempts that fail.
    let text = "== Breakage ==\nOf what fails, a pin is lost in 22% of cases and a fine pick in 9%. At two notches those \
        are 36% and 23%, at three notches 43% and 30%.";
    are_right(locks, text, &["22%", "9%", "36%", "23%", "43%", "30%"]);
}

#[test]
fn what_a_figure_is_set_against_is_not_what_it_is() {
    // Whatever brings it from 33% to 41%, no question about doors alone says that 41% is wrong.
    are_right(locks, "Something in your pocket lifts a door from 33% to 41%.", &["33%"]);
    are_right(locks, "With the fine pick it is 41% instead of 33% for a door.", &["41%", "33%"]);
}

#[test]
fn so_much_for_each_step() {
    are_right(locks, "Each level of Skill is worth a flat 4%.", &["4%"]);
    are_right(
        locks,
        "Two levels of Skill make an iron door eight percentage points likelier to be opened.",
        &[],
    );
    are_right(
        locks,
        "Each level of Skill makes it four percentage points likelier that a door is opened.",
        &["four"],
    );
}

#[test]
fn none_and_all_are_right_only_by_all_words() {
    // What has not been opened at Skill 5 is opened by nobody, and any question about that gives none or all.
    let found = locks("With Skill 5 an iron door is opened with 100%.");
    assert!(found.iter().all(|finding| !finding.verdict.is_right()), "{found:?}");
}

#[test]
fn one_over_so_many_is_rounded() {
    const RARE: &str = "mechanic pond/catch \"Catch\"\n\ninput lure: flag \"Lure\"\n\noutcome gold: flag \"Golden carp\"\n\n\
        gold = chance(1 - (1 - 1/4096) ^ (if lure { 6 } else { 3 }))\n";
    // 1 - (4095/4096)^3 is one in 1365.7, and with six one in 683.1.
    let known = "A catch is a golden carp 1 in 1366 times, with the Lure 1 in 683 times; in percent that is 0.0732%, with \
        the Lure 0.1464%.\n\n";
    let told = |text: &str| behind("carp", RARE, known, text);
    let found = told("A golden carp comes with 1/1366, with the Lure with 1/683 (0.146%).");
    ["1/1366", "1/683 (0.146%)"].iter().for_each(|stated| is_right(&found, stated));
    let wrong = told("A golden carp comes with 1/1366, with the Lure with 1/638.");
    assert_eq!(loud(&wrong), ["1/638"]);
}

#[test]
fn heads_may_say_how_many_by_a_word() {
    // 0.7^2 = 49%, 0.3^2 = 9%; near 81% and 1%.
    let known = "The first shot hits with 70%, at short range with 90%.\n\n";
    let text = "{|\n! !! First shot !! Both of two shots !! Neither of two shots\n|-\n! Long range\n| 70% || 49% || 9%\n|-\n\
        ! Short range\n| 90% || 81% || 1%\n|}";
    let found = behind("shots", SHOTS, known, text);
    ["49%", "81%", "9%"].iter().for_each(|stated| is_right(&found, stated));
}

#[test]
fn a_table_may_be_told_of_an_outcome_over_it() {
    const SPELL: &str = r#"mechanic tower/spell "Spells" use "cast", "casts"

input circle: integer 1..2 = 1 "Circle"

outcome cast: { works "Works", fizzle "Fizzle", backlash "Backlash" } "Cast"
outcome harm: { none "No harm", singed "Singed", muted "Muted", frogged "Frogged" } "Harm"

cast = one of { 3/5 => works, 1/4 => fizzle, else => backlash }
harm = if cast == backlash {
    if circle == 1 { one of { 50% => singed, 35% => muted, else => frogged } } else { one of { 32% => singed, 27% => muted, else => frogged } }
} else { none }
"#;
    let known = "A cast works in 60% and fizzles in 25%.\n\n";
    let text = "== Backlash ==\nWhat a backlash does depends on the circle.\n\n{|\n! !! Circle 1 !! Circle 2\n|-\n! Singed\n| \
        50% || 32%\n|-\n! Muted\n| 35% || 27%\n|-\n! Frogged\n| 15% || 41%\n|}";
    let found = behind("spell", SPELL, known, text);
    ["50%", "32%", "35%", "27%", "41%"].iter().for_each(|stated| is_right(&found, stated));
}

#[test]
fn before_an_edition_is_another_version() {
    // On Hard a third of the 14% of hearts is nothing since Repentance.
    let text = "# Room clear awards\n\nOn Normal a heart drops in 14.0% of rooms, a key in 18.6%, a bomb in 14.0% and \
        nothing in 22.0%.\n\nOn Hard it is 9.3% for a heart. Before Repentance it was a lot worse, 4.9%.";
    let found = with_judge(|judge| judge.page(&Page::read(text)));
    assert!(!loud(&found).iter().any(|stated| stated == "4.9%"), "{found:?}");
}
