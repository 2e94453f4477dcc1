//! What is known of one outcome where a figure tells of another, and outcomes that are told together.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;

/// A chest is old, gilded or royal. Gilded ones have a gem 15 times in 100 and 2d6 coins more on average 7; royal ones
/// have one 40 times in 100 and three times as many. Old ones have none, and one die of coins.
const CHEST: &str = r#"mechanic vault/chest "Vault chest" use "chest", "chests"

input luck: integer 0..5 = 0 "Luck"

outcome quality: { old "Old", gilded "Gilded", royal "Royal" } "Quality"
outcome gem: flag "Gem"
outcome coins: integer 0..99 "Coins"

quality = one of {
    3/50 + luck * 3/100 => royal
    13/50 => gilded
    else => old
}
gem = match quality { old => false, gilded => chance(15/100), royal => chance(2/5) }
coins = match quality {
    old => die(6)
    gilded => sum of 2 die(6)
    royal => 3 * (sum of 2 die(6))
}
"#;

fn findings(text: &str) -> Vec<Finding> {
    findings_about("vault", CHEST, text, false)
}

/// The figures that are wrong or in doubt.
fn loud(text: &str) -> Vec<String> {
    let is_loud = |finding: &Finding| finding.level() == Level::Error || finding.is_doubt;
    findings(text).into_iter().filter(is_loud).map(|finding| finding.stated).collect()
}

#[track_caller]
fn notices(text: &str, stated: &str, altered: &str) {
    assert_eq!(loud(text), [""; 0], "{text}");
    assert_eq!(text.matches(stated).count(), 1, "{stated} stands there once");
    let right = findings(text).into_iter().find(|finding| finding.stated.contains(stated));
    assert!(right.is_some_and(|finding| finding.verdict.is_right()), "{stated} is not explained");
    assert_eq!(loud(&text.replacen(stated, altered, 1)), [altered], "{text}");
}

/// At luck 0: royal 6%, gilded 26%, old 68%; a gem in 0.26 · 0.15 + 0.06 · 0.4 = 6.3%.
const BEGINNING: &str = "# Vault chest\n\nA chest is old in 68% of cases, gilded in 26% and royal in 6%. A gem lies in 6.3% of \
                         chests. At luck 3 a chest is royal in 15% of cases.\n\n";

#[test]
fn a_share_of_one_kind_takes_the_kind_as_known() {
    let text = format!("{BEGINNING}Gems are rare: 15.0% of the gilded chests have a gem.\n");
    notices(&text, "15.0%", "51.0%");
}

#[test]
fn a_kind_is_known_of_what_has_it() {
    for known in ["If the chest was gilded", "When a chest is gilded", "If your chest got gilded"] {
        let text = format!("{BEGINNING}{known}, a gem lies in it with a chance of 15.0%.\n");
        notices(&text, "15.0%", "51.0%");
    }
}

#[test]
fn what_one_kind_brings_is_a_mean_of_that_kind() {
    // 7/2, 7 and 21; over all chests 0.68 · 3.5 + 0.26 · 7 + 0.06 · 21 = 5.46
    let text = format!(
        "{BEGINNING}A royal chest has 21.0 coins on average, and all in all there are 5.46 coins on average.\n"
    );
    notices(&text, "21.0", "12.0");
}

#[test]
fn a_table_of_kinds_has_what_each_of_them_brings() {
    let text = "# Vault chest\n\n| Quality | Chance | Gem | Coins, average |\n|---|---|---|---|\n| Old | 68% | 0% | 3.5 |\n\
                | Gilded | 26% | 15% | 7 |\n| Royal | 6% | 40% | 21 |\n";
    assert_eq!(loud(text), [""; 0]);
    for (stated, altered) in [("| 15% |", "| 51% |"), ("| 26% |", "| 62% |"), ("| 40% |", "| 45% |")] {
        let text = text.replacen(stated, altered, 1);
        assert_eq!(loud(&text), [altered.trim_matches(['|', ' '])], "{text}");
    }
}

#[test]
fn outcomes_told_together_are_told_of_one_law() {
    // At luck 2 royal is 12%, and at luck 0 6%: nobody tells two of three under one luck and the third under another.
    let text = format!(
        "{BEGINNING}At luck 2 a chest is royal in 12% of cases.\n\nWithout luck: 26% gilded, 6% royal, 68% old.\n"
    );
    assert_eq!(loud(&text), [""; 0]);
    let altered = text.replacen("6% royal, 68% old", "12% royal, 68% old", 1);
    assert_eq!(loud(&altered), ["12%"]);
}

#[test]
fn a_column_of_one_in_how_many() {
    let text = "# Vault chest\n\n| Luck | Royal | 1 in |\n|---|---|---|\n| 0 | 6% | 16.67 |\n| 1 | 9% | 11.11 |\n\
                | 2 | 12% | 8.33 |\n| 3 | 15% | 6.67 |\n";
    assert_eq!(loud(text), [""; 0]);
    assert_eq!(loud(&text.replacen("11.11", "12.11", 1)), ["12.11"]);
}
