//! Families in rule sets and on the command line: all members, a row, one.

use crate::unknown::{game, json, out, refused};

const CARDS: &str = "\
mechanic g/cards \"Cards\" from \"a test\"
enumeration character { ironclad \"Ironclad\", silent \"Silent\" }
enumeration rarity { common, uncommon, rare }
input who: character = silent
input luck by rarity: integer = 0
rule size by character, rarity: integer 1.. { ironclad 20 36 16; silent 19 33 19 }
rule base by rarity: probability { common 1/2, uncommon 1/4, rare 1/8 }
outcome {rarity}_found by rarity: flag \"The {rarity} card\"
for each r in rarity { found of r = chance(base of r / ((size of who, r) + luck of r)) }
";
const USING: &str = "\
mechanic g/two \"Two\" from \"a test\"
uses cards
outcome both: flag
let a = cards()
both = a.common_found and a.rare_found
";
const EDITION: &str = "\
title = \"A\"
kind = \"edition\"
default = true
[mechanic.cards.rules]
\"size.silent.rare\" = { value = 2, from = \"cell\" }
\"size.silent\" = { value = [4, 5, 6], from = \"row\" }
base = { value = [\"1/2\", 0.05, 1], from = \"all\" }
[mechanic.two.rules]
";
const READING: &str = "\
title = \"B\"
kind = \"reading\"
[mechanic.cards.rules]
size = { value = [[1, 2, 3], [4, 5, 6]], from = \"table\" }
\"base.rare\" = { unknown = \"not said\", from = \"note\" }
";

#[test]
fn a_rule_set_changes_a_family_a_row_or_one_member_each_with_its_source() {
    let folder = game(
        "families",
        &[
            ("cards.odds", CARDS),
            ("two.odds", USING),
            ("rulesets/a.toml", EDITION),
            ("rulesets/b.toml", READING),
        ],
    );
    let shown = json(&folder, &["show", "cards.odds"]);
    let of = |rule: &str, rules: &str, key: &str| {
        let values = shown["rule_values"].as_array().unwrap();
        let by = &values.iter().find(|value| value["name"] == rule).unwrap()["by_rules"];
        let value = by.as_array().unwrap().iter().find(|value| value["rules"] == rules).unwrap();
        value[key].as_str().unwrap().to_owned()
    };
    let silent =
        ["common", "uncommon", "rare"].map(|rarity| of(&format!("size.silent.{rarity}"), "a", "value"));
    assert_eq!(silent, ["4", "5", "2"]);
    assert_eq!(of("size.silent.uncommon", "a", "source"), "row");
    assert_eq!(of("size.silent.rare", "a", "source"), "cell");
    assert_eq!(of("size.ironclad.rare", "a", "value"), "16");
    assert_eq!(of("base.uncommon", "a", "value"), "1/20");
    assert_eq!(of("size.ironclad.uncommon", "b", "value"), "2");
    assert_eq!(of("base.rare", "b", "value"), "?");
    let family = &shown["families"][3];
    assert_eq!((&family["name"], &family["of"]), (&"found".into(), &"outcome".into()));
    assert_eq!(family["members"][2]["name"], "rare_found");
    // 1/2 of 1/4, and 1 of 1/2.
    assert!(out(&folder, &["query", "two.odds", "P(both)"]).starts_with("P(both) = 1/16"));
}

#[test]
fn settings_name_a_family_a_row_or_one_member() {
    let folder = game("families-set", &[("cards.odds", CARDS), ("two.odds", USING)]);
    let asked = ["query", "cards.odds", "P(found of rare)"];
    let with = |more: &[&str]| out(&folder, &[&asked[..], more].concat());
    assert!(with(&["--rule", "size=7"]).starts_with("P(found of rare) = 1/56"));
    assert!(
        with(&["--rule", "size.silent.rare=9", "--rule", "size=7"]).starts_with("P(found of rare) = 1/72")
    );
    assert!(with(&["--set", "luck=1"]).starts_with("P(found of rare) = 1/160"));
    assert!(with(&["--set", "luck.rare=3", "--set", "luck=1"]).starts_with("P(found of rare) = 1/176"));
    let table = out(&folder, &["table", "cards.odds", "--outcome", "found"]);
    assert!(table.contains("Yes, Yes, Yes"), "{table}");
    let used = out(&folder, &["query", "two.odds", "P(both)", "--rule", "cards.size.silent=2"]);
    assert!(used.starts_with("P(both) = 1/64"), "{used}");
}

#[test]
fn what_is_wrong_with_a_family_in_a_rule_set_says_what_it_goes_through() {
    let wrong = "\
title = \"C\"
kind = \"reading\"
[mechanic.cards.rules]
size = { value = [[1, 2, 3], [4, 5]], from = \"x\" }
\"size.silent.rare\" = { value = [1], from = \"x\" }
\"size.loud\" = { value = 1, from = \"x\" }
base = { value = [\"1/2\", 2, 1], from = \"x\" }
";
    let folder = game("families-wrong", &[("cards.odds", CARDS), ("rulesets/c.toml", wrong)]);
    let said = refused(&folder, &["show", "cards.odds"]);
    for part in [
        "2 values for 3 members",
        "one for each of common, uncommon, rare",
        "several values stand here for one rule",
        "in `size` character is one of ironclad, silent",
        "`base.uncommon` goes from 0 to 1: found 2",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    let said = refused(&folder, &["query", "cards.odds", "P(common_found)", "--rule", "size.loud=2"]);
    assert!(said.contains("character is one of"), "{said}");
}
