//! What figures are told under where words say it in another way: two outcomes at once, uses in a row, ranges of numbers,
//! numbers with a sign, parts of labels; and what a whole paragraph is told under that its words do not say.

use trueodds::verify::Level;

use crate::parts::{are_right, behind, is_right, loud};
use crate::prepared::findings_about;
use crate::told::holds;

/// A hoard of a drake: on the old peak a blade comes with 3/20 and apart from it a saddle with 1/25; on the young one with
/// 11/20 and 37/50. Deeper hoards hold more gold.
const HOARD: &str = r#"mechanic tarnkeep/hoard "Hoard" use "hoard", "hoards"

input drake: { old "Old drake", young "Young drake", blind "Blind drake" } = old "Drake"
input depth: integer 1..99 = 1 "Cellar depth"

outcome blade: flag "Blade"
outcome saddle: flag "Saddle"
outcome metal: { none "No metal", tin "Tin coin", gold "Gold coin" } "Metal"

blade = chance(match drake { old => 15%, young => 55%, blind => 37% })
saddle = chance(match drake { old => 4%, young => 74%, blind => 63% })
metal = one of { (if depth >= 60 { 46% } else if depth >= 30 { 31% } else { 17% }) => gold, 36% => tin, else => none }
"#;

const KNOWN: &str = "A hoard of an old drake has a blade with 15% and a saddle with 4%. At a depth of 1, 17% of hoards \
                     have a gold coin, 36% a tin coin.\n\n";

fn hoard(text: &str) -> Vec<trueodds::verify::Finding> {
    behind("tarnkeep", HOARD, KNOWN, text)
}

/// That in each of some texts this figure is right.
#[track_caller]
fn each_is_right(texts: &[(&str, &str)]) {
    texts.iter().for_each(|(text, stated)| is_right(&hoard(text), stated));
}

#[test]
fn two_outcomes_come_at_once() {
    // 3/20 · 1/25 = 3/500
    for text in [
        "Both a blade and a saddle come from one hoard with 0.60%.",
        "A hoard has a blade with a saddle beside it 0.60% of the time.",
        "A blade and no saddle: 14.4% of hoards.",
    ] {
        let stated = if text.contains("14.4%") { "14.4%" } else { "0.60%" };
        is_right(&hoard(text), stated);
    }
    let altered = hoard("Both a blade and a saddle come from one hoard with 0.80%.");
    assert_eq!(loud(&altered), ["0.80%"], "both are named, and it is 0.60%");
}

#[test]
fn and_alone_lists_what_comes_in_several() {
    // Each is told of by itself, or under the other.
    for (text, stated) in [
        ("Once the blade is there, a saddle comes with 4.0%.", "4.0%"),
        ("Both are rare, the blade with 15.0% and the saddle with 4.0%.", "15.0%"),
        ("Within ten hoards a blade is there with 80.3%, three in a row have one with 0.34%.", "80.3%"),
    ] {
        let found = hoard(text);
        is_right(&found, stated);
        assert!(loud(&found).is_empty(), "{text}: {found:#?}");
    }
}

#[test]
fn what_comes_in_a_row_is_each_of_them() {
    // 0.15³ = 0.003375, 0.85⁴ = 0.52200625, 1 − 0.85³ = 0.385875
    each_is_right(&[
        ("Three hoards in a row with a blade happen in 0.34% of all runs.", "0.34%"),
        ("Four hoards in a row without a blade: 52.2%.", "52.2%"),
        ("At least one blade in three hoards: 38.6%.", "38.6%"),
        ("Three consecutive hoards with a blade: 0.34%.", "0.34%"),
    ]);
}

#[test]
fn a_range_of_numbers_is_told_of_all_of_it() {
    each_is_right(&[
        ("At a depth of 30 to 59 a hoard has a gold coin with 31%.", "31%"),
        ("Between depth 30 and 59 31% of hoards have a gold coin.", "31%"),
        ("Cellar depth 60–99: a gold coin in 46% of hoards.", "46%"),
        ("Below depth 59 a gold coin is in 46% of hoards.", "46%"),
    ]);
    // From 1 to 40 it is 17% and then 31%: neither is wrong.
    for stated in ["17%", "31%"] {
        let found = hoard(&format!("Cellar depth 1–40: a gold coin in {stated} of hoards."));
        assert!(loud(&found).is_empty(), "{found:#?}");
    }
}

#[test]
fn ranges_in_a_column_say_under_what_their_row_stands() {
    let table = "| Drake | Depth | Gold coin | Blade |\n|---|---|---|---|\n| Old | 1–29 | 17% | 15% |\n\
                 | Old | 30–59 | 31% | 15% |\n| Young | 60+ | 46% | 55% |\n| Blind | 60+ | 46% | 37% |\n";
    let found = hoard(table);
    assert_eq!(found.iter().filter(|finding| finding.verdict.is_right()).count(), 8, "{found:#?}");
    let altered = hoard(&table.replace("| 31% |", "| 37% |"));
    assert_eq!(loud(&altered), ["37%"]);
}

#[test]
fn a_paragraph_is_told_under_what_its_figures_say() {
    // "The fledgling" is no label. A blade of 55%, a saddle of 74%, and both with 0.55 · 0.74 = 40.7%.
    let text = "With the fledgling it is another story. A blade comes with 55.0% and a saddle with 74.0%.";
    let found = hoard(text);
    is_right(&found, "55.0%");
    is_right(&found, "74.0%");
}

#[test]
fn a_paragraph_that_is_told_under_something_unknown_is_not_wrong() {
    // Nothing in the mechanic gives these three.
    let text = "At the fair there is a blade with 21%, a saddle with 9% and a gold coin with 26%.";
    let found = hoard(text);
    assert!(found.iter().all(|finding| finding.level() != Level::Error), "{found:#?}");
    assert!(loud(&found).len() < 2, "{found:#?}");
}

#[test]
fn what_is_only_tried_is_not_cut_off_as_well() {
    // Of the third that is no tin 1/6 is gold with an iron hammer: 16% says nothing of that, with the other it is 15%.
    let geode = r#"mechanic scarp/geode "Geode" use "geode", "geodes"

input hammer: { iron "Iron hammer", brass "Brass hammer" } = iron "Hammer"

outcome gem: { none "No gem", quartz "Quartz", opal "Opal" } "Gem"

gem = match hammer {
    iron => one of { 70% => none, 25% => quartz, else => opal }
    brass => one of { 40% => none, 45% => quartz, else => opal }
}
"#;
    let text = "An Iron hammer leaves you with nothing in 70% of geodes, a quartz in 25% and an opal in 5%. If there is a \
                gem at all, one in six is an opal.\n\nWith the Brass hammer 45% hold quartz and 15% opal.\n";
    let right = findings_about("scarp", geode, text, true);
    assert!(loud(&right).is_empty(), "{right:#?}");
    let altered = findings_about("scarp", geode, &text.replace("15% opal", "16% opal"), true);
    let own = altered.iter().find(|finding| finding.stated == "16%").expect("the figure is listed");
    assert!(!own.verdict.is_right(), "{own:#?}");
}

/// A rune goes up with 9/10 − level/10, never below 1/10.
const RUNE: &str = r#"mechanic quarrel/rune "Rune" use "attempt", "attempts"

input level: integer 0..8 = 0 "Rune level"
input oil: flag "Blessed oil"

outcome result: { same "Unchanged", better "Improved" } "Result"

let chance: probability = max(1/10, 9/10 - level / 10)
result = if chance(if oil { min(1, chance + 1/20) } else { chance }) { better } else { same }
"#;

#[test]
fn a_number_with_a_plus_says_which_level_it_is() {
    let text = "An attempt leaves a rune improved with 90%. On +2 it is improved with 70%, on +4 with 50%. \
                +6 -> +7 is improved in 30% of attempts. With Blessed oil +2 is improved with 75%.\n";
    let found = findings_about("quarrel", RUNE, text, true);
    for stated in ["90%", "70%", "50%", "30%"] {
        is_right(&found, stated);
    }
    // A bonus is no level.
    let bonus = findings_about("quarrel", RUNE, "A +3 bonus: the rune is improved with 90%.\n", true);
    is_right(&bonus, "90%");
}

#[test]
fn a_word_of_a_label_stands_for_it_before_a_number() {
    let found =
        findings_about("quarrel", RUNE, "Level 4: a rune is improved with 50%.\nLevel 6: 30%.\n", true);
    is_right(&found, "50%");
    is_right(&found, "30%");
}

#[test]
fn colours_of_parents_are_told_by_their_first_words() {
    let brood = r#"mechanic ashwing/brood "Brood" use "egg", "eggs"

enumeration colour { ash "Ash drake", ember "Ember drake", rime "Rime drake" }

input mother: colour = ash "Mother"
input father: colour = ash "Father"

outcome young: colour "Hatchling"

young = if mother == father { one of { 98% => mother, else => rime } } else { one of { 57% => mother, 31% => father, else => rime } }
"#;
    let table = "| Mother | Father | Ash | Ember |\n|---|---|---|---|\n| Ash | Ember | 57% | 31% |\n\
                 | Ember | Ash | 31% | 57% |\n| Rime | Ash | 31% | 0% |\n| Rime | Ember | 0% | 31% |\n";
    let found = findings_about("ashwing", brood, table, true);
    assert_eq!(found.iter().filter(|finding| finding.verdict.is_right()).count(), 8, "{found:#?}");
    let altered = findings_about("ashwing", brood, &table.replacen("57%", "52%", 1), true);
    assert_eq!(loud(&altered), ["52%"]);
}

/// A smelt is pure with 3.1%, 0.9 more for each degree of heat, 11.3 more with bellows and 5.7 more with charcoal.
const SMELT: &str = r#"mechanic slagholm/smelt "Smelt" use "smelt", "smelts"

input bellows: flag "Bellows"
input charcoal: flag "Charcoal"
input ore: { red "Red ore", grey "Grey ore" } = red "Ore"

state heat: integer 0..40 = 0 "Heat"

outcome pure: flag "Pure" or "pure ingot"

let aid = (if bellows { 113 } else { 0 }) + (if charcoal { 57 } else { 0 }) + (if ore == grey { 208 } else { 0 })
pure = chance((31 + heat * 9 + aid) / 1000)
heat = if pure { 0 } else { min(heat + 1, 40) }
"#;

fn smelt(text: &str) -> Vec<trueodds::verify::Finding> {
    let known = "A smelt is pure with 3.1%, with the Bellows 14.4%, with Charcoal 8.8%. Grey ore is pure with 23.9%.\n\n";
    behind("slagholm", SMELT, known, text)
}

#[test]
fn a_list_is_told_under_a_number_that_was_said_over_it() {
    // (31 + 12 · 9) / 1000 and 113 or 57 more.
    let text = "Take an oven whose heat stands at 12. A smelt is pure with 13.9% then.\n\n\
                - Bellows: pure with 25.2%\n- Charcoal: pure with 19.6%\n- Grey ore: pure with 34.7%\n";
    holds(smelt, text, &[("25.2%", "22.5%"), ("34.7%", "37.4%")]);
    are_right(smelt, text, &["13.9%", "25.2%", "19.6%", "34.7%"]);
}

#[test]
fn what_one_has_takes_the_place_of_what_one_had() {
    // 31 + 208 + 113, and 57 instead of 113.
    let text = "Grey ore is pure with 23.9% as it stands, 35.2% with the Bellows, 29.6% with Charcoal.";
    holds(smelt, text, &[("35.2%", "32.5%"), ("29.6%", "26.9%")]);
    are_right(smelt, text, &["23.9%", "35.2%", "29.6%"]);
}
