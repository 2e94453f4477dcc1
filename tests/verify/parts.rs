//! What a figure is a part of, and what it is told under where its own words do not say so: shares of what is there, all that
//! was not named, labels that several inputs share, numbers that stand for themselves, many uses counted a sentence before.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;
use crate::told::holds;

/// A ferry is on time with 60% in calm weather and with 25% in a gale. Of those that are late one in five sinks; of those
/// on time 13% carry mail.
pub(crate) const FERRY: &str = r#"mechanic skerry/ferry "Ferry" use "crossing", "crossings"

input pilot: flag "Pilot"
input weather: { calm "Calm", breeze "Breeze", gale "Gale", squall "Squall" } = calm "Weather"

outcome ferry: { late "Late", sunk "Sunk", punctual "Punctual" } "Ferry"
outcome mail: flag "Mail"

ferry = punctual
let late = match weather { calm => 40%, breeze => 55%, else => 75% }
if chance(if pilot { late / 2 } else { late }) { ferry = if chance(20%) { sunk } else { late } }
mail = ferry == punctual and chance(13%)
"#;

pub(crate) const KNOWN: &str = "A crossing is punctual in 60% of calm weather, late in 32% and sunk in 8%. In a breeze 45% are \
                     punctual and 44% late.\n\n";

fn ferry(text: &str) -> Vec<Finding> {
    behind("skerry", FERRY, KNOWN, text)
}

/// What is said of a text that stands behind what makes the page one about a mechanic.
pub(crate) fn behind(name: &str, mechanic: &str, known: &str, text: &str) -> Vec<Finding> {
    let findings = findings_about(name, mechanic, &format!("{known}{text}\n"), true);
    let is_own = |found: &Finding| found.range.as_ref().is_some_and(|range| range.start >= known.len());
    findings.into_iter().filter(is_own).collect()
}

/// That a figure is right.
#[track_caller]
pub(crate) fn is_right(findings: &[Finding], stated: &str) {
    let own = findings.iter().find(|finding| finding.stated.contains(stated));
    assert!(own.is_some_and(|finding| finding.verdict.is_right()), "{stated}: {findings:#?}");
}

/// That some figures of a text are right, and none is wrong or in doubt.
#[track_caller]
pub(crate) fn are_right(told: impl Fn(&str) -> Vec<Finding>, text: &str, stated: &[&str]) {
    let found = told(text);
    stated.iter().for_each(|stated| is_right(&found, stated));
    assert_eq!(loud(&found), Vec::<String>::new(), "{text}");
}

/// The figures that are wrong or in doubt.
pub(crate) fn loud(findings: &[Finding]) -> Vec<String> {
    let loud = findings.iter().filter(|finding| finding.is_doubt || finding.level() == Level::Error);
    loud.map(|finding| finding.stated.clone()).collect()
}

#[test]
fn a_share_of_what_is_there_is_told_in_other_words() {
    // 8% of the 40% that are not punctual are a fifth.
    for (text, stated) in [
        ("If the ferry is not on time, 20.0% of them are sunk.", "20.0%"),
        ("Mail only comes with punctual ferries. 13.0% of those have some.", "13.0%"),
    ] {
        let found = ferry(text);
        is_right(&found, stated);
        let altered = ferry(&text.replace(stated, "27.3%"));
        assert!(
            !altered.iter().any(|finding| finding.stated == "27.3%" && finding.verdict.is_right()),
            "{text}"
        );
    }
}

/// Three in five are lifted; of the others one in four is jailed by day and 12% at night.
const THIEF: &str = r#"mechanic alley/thief "Pocket" use "attempt", "attempts"

input night: flag "Night"
outcome result: { lifted "Lifted", escaped "Escaped", jailed "Jailed" } "Result"

result = if chance(60%) { lifted } else if chance(if night { 12% } else { 25% }) { jailed } else { escaped }
"#;

#[test]
fn some_of_the_uses_are_what_a_chance_is_of() {
    let known = "An attempt is lifted in 60%, jailed in 10% and escaped in 30% of all cases. At night 4.8% are jailed and \
                 35.2% escaped.\n\n";
    let thief = |text: &str| behind("thief", THIEF, known, text);
    for text in [
        "A failed attempt ends in jail 25% of the time by day and 12% at night.",
        "Looking only at the attempts that fail, 25% end in jail (at night it's 12%).",
        "Counting only failed attempts, 25% are jailed, at night 12%.",
    ] {
        let found = thief(text);
        is_right(&found, "25%");
        assert_eq!(loud(&found), [""; 0], "{text}");
    }
}

#[test]
fn otherwise_stands_for_all_values_that_were_not_named() {
    holds(ferry, "Punctual: 60% when calm, 45% in a breeze, otherwise 25%.", &[("25%", "35%")]);
    holds(
        ferry,
        "It is late with 32% when calm, with 44% in a breeze, in all other weather 60%.",
        &[("60%", "66%")],
    );
    // What was said of all of them before stays: of two things that are given the one that differs is meant.
    let text = "With the pilot aboard it is punctual with 80.0% when calm, with 72.5% in a breeze, otherwise with 62.5%.";
    holds(ferry, text, &[("62.5%", "52.5%")]);
    // Something else is the rest to 1, and no other weather.
    assert_eq!(loud(&ferry("It is punctual with 60% when calm, with anything else at 40%.")), [""; 0]);
    // Gale and squall are alike, calm and these two are not: either may be meant.
    let text = "Punctual: 45% in a breeze, otherwise 60%.";
    is_right(&ferry(text), "60%");
    is_right(&ferry(&text.replace("60%", "25%")), "25%");
}

#[test]
fn figures_stand_respectively_for_what_is_given() {
    let text =
        "A punctual ferry comes with 60%, 45% and 25% in the calm, in a breeze and in a gale respectively.";
    holds(ferry, text, &[("25%", "28%")]);
}

/// A foal has one gene of each parent.
const FOAL: &str = r#"mechanic paddock/foal "Foal" use "foal", "foals"

enumeration coat { dun "Dun", roan "Roan", bay "Bay" }

input dam: coat = dun "Dam"
input sire: coat = dun "Sire"

outcome foal: coat "Foal"
outcome starred: flag "Star"

function gene(of: coat) = match of { dun => 0, bay => 1, roan => random(2) }

let genes = gene(dam) + gene(sire)
foal = match genes { 0 => dun, 1 => roan, else => bay }
starred = chance(if dam == sire { 1/16 } else { 1/64 })
"#;

fn foal(text: &str) -> Vec<Finding> {
    findings_about("paddock", FOAL, &format!("# Foals\n\n{text}\n"), true)
}

#[test]
fn of_two_parents_each_has_its_own_colour() {
    let joined = "| Parents | Dun | Roan | Bay | Star |\n|---|---|---|---|---|\n| Dun × Roan | 50% | 50% | 0% | 1/64 |\n\
                  | Roan × Roan | 25% | 50% | 25% | 1/16 |\n| Roan × Bay | 0% | 50% | 50% | 1/64 |\n\
                  | Bay × Bay | 0% | 0% | 100% | 1/16 |\n";
    assert_eq!(loud(&foal(joined)), [""; 0]);
    assert_eq!(loud(&foal(&joined.replacen("1/16", "1/18", 1))), ["1/18"]);
    let named = "| Dam | Sire | Star |\n|---|---|---|\n| Roan | Bay | 1/64 |\n| Roan | Roan | 1/16 |\n| Bay | Bay | 1/16 |\n\
                 | Dun | Bay | 1/64 |\n";
    assert_eq!(loud(&foal(named)), [""; 0]);
    assert_eq!(loud(&foal(&named.replacen("| Bay | Bay | 1/16", "| Bay | Bay | 1/64", 1))), ["1/64"]);
    let both_ways = "## Roan foals\n\n| | Dun sire | Roan sire | Bay sire |\n|---|---|---|---|\n| Dun dam | 0% | 50% | 100% |\n\
                     | Roan dam | 50% | 50% | 50% |\n| Bay dam | 100% | 50% | 0% |\n";
    assert_eq!(loud(&foal(both_ways)), [""; 0]);
}

/// Two dice, and a card on doubles; a hit is one of three.
const DICE: &str = r#"mechanic dicelands/turn "Turn" use "turn", "turns"

input floor: integer 1..10 = 1 "Floor"

enumeration part { low "Floors 1 to 5", high "Floors 6 to 10" }
enumeration blow { miss "Miss", plain "Plain hit", crushing "Crushing hit" }

rule share by part, blow: probability { low 30% 60% 10%, high 20% 65% 15% } "Chance"

outcome total: integer 2..12 "Total"
outcome doubles: flag "Doubles"
outcome hit: blow "Blow"
outcome find: { none "No find", coin "Coin", gem "Gem" } "Find"

let first = die(6)
let second = die(6)
total = first + second
doubles = first == second
let where: part = if floor <= 5 { low } else { high }
hit = one of { (share of where, miss) => miss, (share of where, plain) => plain, else => crushing }
find = one of { 70% => none, 27% => coin, else => gem }
"#;

const TURN: &str = "Doubles come in 1/6 of turns. A total of 2 has a chance of 1/36. The average total is 7. A coin comes with 27.0% \
     and a gem with 3.0%. Doubles come in 16.7% of turns.\n\n";

fn turn(text: &str) -> Vec<Finding> {
    behind("dicelands", DICE, TURN, text)
}

#[test]
fn a_number_may_stand_for_itself() {
    holds(turn, "A result of 10 or higher occurs in 1/6 of rolls.", &[("1/6", "1/5")]);
    is_right(&turn("A result of 10 or higher comes in 1/6 of rolls, and 9 or higher in 27.8%."), "27.8%");
    is_right(&turn("A 6 or an 8 is rolled 27.8% of the time."), "27.8%");
    holds(turn, "A 3 or 11 is twice as likely as that: 1 in 18 each.", &[("1 in 18", "1 in 15")]);
    // What cannot be rolled is no total, and neither is what has a noun of its own.
    for text in ["A 20 is rolled in 30% of turns.", "A 6 day wait ends in 30% of turns."] {
        assert_eq!(loud(&turn(text)), [""; 0], "{text}");
    }
}

#[test]
fn many_uses_may_be_counted_at_the_begin_or_a_sentence_before() {
    holds(turn, "Three turns have at least one gem in 8.7%.", &[("8.7%", "7.8%")]);
    is_right(&turn("A game has 20 turns. You will see at least one gem in 45.6% of games."), "45.6%");
    is_right(&turn("A gem takes 33.3 turns on average."), "33.3");
}

#[test]
fn heads_beside_each_other_tell_what_is_left() {
    let table = "| Floor | Miss | Hit | Crushing |\n|---|---|---|---|\n| 1–5 | 30% | 60% | 10% |\n| 6–10 | 20% | 65% | 15% |\n";
    assert_eq!(loud(&turn(table)), [""; 0]);
    let found = turn(table);
    ["60%", "65%"].iter().for_each(|stated| is_right(&found, stated));
    // Rules whose labels differ in their numbers alone are told by these: the 30% of the first row is no 30% of the second.
    assert_eq!(loud(&turn(&table.replace("20%", "30%"))), ["30%"]);
}

#[test]
fn nothing_is_what_has_another_label() {
    holds(turn, "Coin: 27%.\n\nGem: 3%.\n\nNothing comes in 70% of turns.", &[("70%", "77%")]);
}

#[test]
fn what_is_said_again_says_the_same() {
    let page = "A gem is 3/100, i.e. 3%. Doubles are 1/6, which is 16.7%, and a coin 27/100, that is 27%.";
    assert_eq!(loud(&turn(page)), [""; 0]);
    for (stated, other) in [("i.e. 3%", "i.e. 5%"), ("16.7%", "17.6%"), ("that is 27%", "that is 72%")] {
        assert!(!loud(&turn(&page.replace(stated, other))).is_empty(), "{other}");
    }
}

#[test]
fn what_is_compared_is_not_said_again() {
    assert_eq!(loud(&turn("Doubles are 1/6, which is 10% more than with other dice.")), [""; 0]);
}

#[test]
fn equal_shares_are_shares_of_everything_first() {
    let text = "- A gem is 15 times rarer: 3%.\n- In the dark all four are equally likely, 25% each.";
    let found = turn(text);
    assert!(!loud(&found).contains(&"25%".to_owned()), "{found:#?}");
}
