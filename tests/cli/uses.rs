//! Mechanics of other games: where they are found, what their rules are, and what is said of those that are not there.

use crate::unknown::{game, json, out, refused};

const ROLL: &str = "\
mechanic sts/roll \"Roll\" from \"the book\"
input sides: integer 1..20 = 4 \"Sides\"
rule bonus: integer = 0
outcome face: integer
state rolls: integer = 0
face = random(sides) + bonus
rolls = rolls + 1
";
const NEW: &str = "\
title = \"New\"
kind = \"edition\"
default = true
[mechanic.roll.rules]
bonus = { value = 10, from = \"the new book\" }
";
const USING: &str = "\
mechanic isaac/two \"Two\" from \"a test\"
uses sts/roll
outcome total: integer
outcome twelve: flag
total = roll().face
twelve = total == 12
";
const READING: &str = "\
title = \"R\"
kind = \"reading\"
[mechanic.two]
[mechanic.\"sts/roll\".rules]
bonus = { value = 11, from = \"a page\" }
";

fn two(name: &str, more: &[(&str, &str)]) -> std::path::PathBuf {
    let files = [
        ("d/sts/roll.odds", ROLL),
        ("d/sts/rulesets/new.toml", NEW),
        ("d/isaac/two.odds", USING),
        ("d/isaac/rulesets/r.toml", READING),
    ];
    game(name, &[&files[..], more].concat())
}

#[test]
fn a_mechanic_of_another_game_has_the_rules_that_it_has_when_it_is_asked_for() {
    let folder = two("other-game", &[("drafts/deep/draft.odds", USING)]);
    let chance = |args: &[&str]| json(&folder, args)["answers"][0]["value"].as_str().map(str::to_owned);
    // Faces 10 to 13 by its default rule set.
    for mechanic in
        [&["d/isaac/two.odds"][..], &["isaac/two", "--data", "d"], &["drafts/deep/draft.odds", "--data", "d"]]
    {
        let found = chance(&[&["query", mechanic[0], "P(total = 13)"], &mechanic[1..]].concat());
        assert_eq!(found.as_deref(), Some("1/4"), "{mechanic:?}");
    }
    let own = |rules: &str, value: &str| {
        let query = format!("P(total = {value})");
        chance(&["query", "d/isaac/two.odds", &query, "--rules", rules])
    };
    // A rule set of this game speaks of it by its whole name.
    assert_eq!(own("r", "14").as_deref(), Some("1/4"));
    let changed = ["query", "d/isaac/two.odds", "P(total = 3)", "--rule", "sts/roll.bonus=0"];
    assert_eq!(chance(&changed).as_deref(), Some("1/4"));
    let shown = json(&folder, &["show", "d/isaac/two.odds"]);
    assert_eq!(shown["rule_values"][0]["by_rules"][0]["source"], "the new book");
    assert_eq!(shown["states"][0]["of"], "sts/roll");
    assert_eq!(shown["uses"][0], "sts/roll");
    let explained = out(&folder, &["explain", "d/isaac/two.odds", "P(total = 13)"]);
    assert!(explained.contains("sts/roll: the book"), "{explained}");
    assert_eq!(out(&folder, &["check", "--data", "d"]), "no findings in 2 mechanics\n");
    assert_eq!(out(&folder, &["check", "d/isaac/two.odds"]), "no findings in 1 file\n");
}

#[test]
fn what_is_wrong_between_games_is_said() {
    let wrong = READING.replace("bonus", "bonsu");
    let folder = two("wrong-rule", &[("d/isaac/rulesets/r.toml", wrong.as_str())]);
    let said = refused(&folder, &["table", "d/isaac/two.odds"]);
    assert!(said.contains("did you mean `sts/roll.bonus`?"), "{said}");
    let circle = ROLL.replace("input", "uses isaac/two\ninput");
    let folder = two("circle", &[("d/sts/roll.odds", circle.as_str())]);
    let said = refused(&folder, &["table", "d/isaac/two.odds"]);
    assert!(said.contains("in a circle: two -> sts/roll -> isaac/two"), "{said}");
    let near = USING.replace("sts/roll", "sts/rol");
    let folder = two("near", &[("d/isaac/two.odds", near.as_str())]);
    let said = refused(&folder, &["table", "isaac/two", "--data", "d"]);
    assert!(said.contains("no mechanic `sts/rol`") && said.contains("did you mean `sts/roll`?"), "{said}");
    let bare = USING.replace("sts/roll", "roll");
    let folder = two("bare", &[("d/isaac/two.odds", bare.as_str())]);
    let said = refused(&folder, &["table", "isaac/two", "--data", "d"]);
    assert!(said.contains("that of another game is named with the game: `uses sts/roll`"), "{said}");
}

const DICE: &str = "\
library common/dice \"Dice\" from \"the book\"
enumeration luck { bad, good }
function two(sides: integer 1..20) = die(sides) + die(sides)
";

#[test]
fn a_library_is_listed_and_shown_and_has_no_table() {
    let using = "mechanic g/use \"Use\"\nuses common/dice\noutcome sum: integer\nsum = two(2)\n";
    let folder = game("library", &[("d/common/dice.odds", DICE), ("d/g/use.odds", using)]);
    let data = ["--data", "d"];
    assert_eq!(json(&folder, &[&["list"][..], &data].concat())["libraries"][0]["library"], "common/dice");
    let shown = json(&folder, &["show", "d/common/dice.odds"]);
    assert_eq!(shown["functions"][0]["parameters"][0]["type"], "a whole number from 1 to 20");
    assert_eq!(shown["enumerations"][0]["values"][1], "good");
    for asked in [&["table", "common/dice"][..], &["query", "common/dice", "P(x)"]] {
        let said = refused(&folder, &[asked, &data].concat());
        assert!(said.contains("`common/dice` is a library"), "{said}");
    }
    assert_eq!(out(&folder, &["check", "d/common/dice.odds"]), "no findings in 1 file\n");
    assert_eq!(out(&folder, &["check", "--data", "d"]), "no findings in 1 mechanic\n");
    let found = out(&folder, &["query", "g/use", "P(sum = 3)", "--data", "d"]);
    assert!(found.contains("1/2"), "{found}");
    let explained = out(&folder, &["explain", "g/use", "P(sum = 3)", "--data", "d"]);
    assert!(explained.contains("common/dice: the book"), "{explained}");
    assert!(explained.contains("called in use.odds:4"), "{explained}");
}

const WRAPPED: &str = "\
mechanic sts/sword \"Sword\" from \"the book\"
editions old, new
overview damage, hit
input skill: integer 0..10 = 5 \"Skill\"
input magic: flag since new \"Magic\"
input range: integer 0..3 = 0 \"Range\"
rule dice: integer 1..3 = 1
outcome hit: flag \"Hit\"
outcome damage: integer \"Damage\"
state blows: integer = 0
hit = chance((skill - range) / 10)
damage = 0
repeat dice { damage = damage + die(2) }
if magic { damage = 2 * damage }
blows = blows + 1
";
const WRAPPER: &str = "\
mechanic isaac/duel \"Duel\" from \"a test\"
uses sts/sword with its inputs and outcomes
input block: integer 0..6 = 2 \"Block\"
outcome wounded: flag \"Wounded\"
let blow = sword(range = 1)
wounded = hit and damage > block
";
const OLD: &str = "\
title = \"Old\"
kind = \"edition\"
edition = \"old\"
default = true
[mechanic.sword.rules]
dice = { value = 2, from = \"the old book\" }
";

#[test]
fn a_mechanic_has_the_inputs_outcomes_and_rule_sets_of_one_that_it_takes_over() {
    let files = [
        ("d/sts/sword.odds", WRAPPED),
        ("d/sts/rulesets/old.toml", OLD),
        (
            "d/sts/rulesets/new.toml",
            &OLD.replace("old", "new").replace("Old", "New").replace("default = true\n", ""),
        ),
        ("d/isaac/duel.odds", WRAPPER),
    ];
    let folder = game("wrapped", &files);
    let shown = json(&folder, &["show", "d/isaac/duel.odds"]);
    let names = |list: &str| -> Vec<String> {
        let list = shown[list].as_array().unwrap();
        list.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("inputs"), ["skill", "magic", "block"]);
    assert_eq!(names("outcomes"), ["hit", "damage", "wounded"]);
    assert_eq!(names("rules"), ["old", "new"]);
    assert_eq!(shown["inputs"][1]["available"].as_array().unwrap(), &["new"]);
    assert_eq!(shown["rule_values"][0]["by_rules"][0]["source"], "the old book");
    let chance = |args: &[&str]| {
        let args = [&["query", "isaac/duel", "P(damage = 4)", "--data", "d"], args].concat();
        json(&folder, &args)["answers"][0]["value"].as_str().unwrap().to_owned()
    };
    assert_eq!(chance(&[]), "1/4");
    assert_eq!(chance(&["--rules", "new", "--with", "magic", "--rule", "sts/sword.dice=1"]), "1/2");
    assert_eq!(
        json(&folder, &["query", "d/isaac/duel.odds", "P(hit)", "--set", "skill=7"])["answers"][0]["value"],
        "3/5"
    );
    let said = refused(&folder, &["table", "d/isaac/duel.odds", "--set", "range=2"]);
    assert!(said.contains("no input `range` of isaac/duel"), "{said}");
    let table = out(&folder, &["table", "d/isaac/duel.odds"]);
    assert!(table.contains("Damage") && table.contains("Hit") && !table.contains("Wounded"), "{table}");
    assert_eq!(out(&folder, &["check", "--data", "d"]), "no findings in 2 mechanics\n");
}
