//! What is not known and what is drawn: rules without a value, defaults that follow others, inputs with a law.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;

use crate::support::contract;

fn trueodds(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    command.args(args).current_dir(folder).env_remove("TRUEODDS_DATA").output().unwrap()
}

/// What a command prints that has an answer.
pub(crate) fn out(folder: &Path, args: &[&str]) -> String {
    let output = trueodds(folder, args);
    let problem = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {problem}");
    String::from_utf8(output.stdout).unwrap()
}

/// What a command says that has none.
pub(crate) fn refused(folder: &Path, args: &[&str]) -> String {
    let output = trueodds(folder, args);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).unwrap()
}

pub(crate) fn json(folder: &Path, args: &[&str]) -> Json {
    let args: Vec<&str> = args.iter().copied().chain(["-f", "json"]).collect();
    let data = serde_json::from_str(&out(folder, &args)).unwrap();
    contract::assert_fits(&data);
    data
}

/// A game in a folder of its own: its mechanics and rule sets.
pub(crate) fn game(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("unknown").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("rulesets")).unwrap();
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

const ROOMS: &str = "\
mechanic g/rooms \"Rooms\" from \"a test\"
overview boss, void

input luck: integer 0..9 = 0 \"Luck\"
rule p: probability = 1/2
rule bosses: integer unknown \"how many is not said\"
outcome boss: flag \"Boss\"
outcome void: integer \"Void\"
boss = chance(p)
if luck > 2 { void = random(bosses) + 1 } else { void = 0 }
";

const KNOWN: &str = "\
title = \"Known\"
kind = \"edition\"
default = true
[mechanic.rooms.rules]
bosses = { value = 3, from = \"one page\" }
";

const OPEN: &str = "\
title = \"Open\"
kind = \"reading\"
extends = \"known\"
[mechanic.rooms.rules]
bosses = { unknown = \"not said\", from = \"another page\" }
p = { unknown = \"no figure.\", from = \"another page\" }
";

fn rooms(name: &str) -> PathBuf {
    game(name, &[("rooms.odds", ROOMS), ("rulesets/known.toml", KNOWN), ("rulesets/open.toml", OPEN)])
}

#[test]
fn only_what_needs_an_unknown_rule_is_refused() {
    let folder = rooms("refused");
    assert_eq!(out(&folder, &["check", "rooms.odds"]), "no findings in 1 file\n");
    let open = ["--rules", "open"];
    let with = |args: &[&'static str]| -> Vec<&str> { args.iter().copied().chain(open).collect() };
    assert_eq!(out(&folder, &with(&["query", "rooms.odds", "P(void = 0)"])), "P(void = 0) = 1 (100%)\n");
    let problem = refused(&folder, &with(&["query", "rooms.odds", "P(boss)"]));
    assert!(problem.contains("error[not-known]: `p` is not known: no figure."), "{problem}");
    assert!(problem.contains("give it a value with `--rule p=…`"), "{problem}");
    let answered = out(&folder, &with(&["query", "rooms.odds", "P(boss)", "--rule", "p=1/3"]));
    assert!(answered.starts_with("P(boss) = 1/3 "), "{answered}");
    let explained = out(&folder, &with(&["explain", "rooms.odds", "P(boss or void = 7)", "--rule", "p=1/3"]));
    assert!(explained.contains("  1/3\n"), "{explained}");
    for needs in [
        with(&["explain", "rooms.odds", "P(boss)"]),
        with(&["tree", "rooms.odds", "--outcome", "boss"]),
        with(&["plot", "rooms.odds", "--outcome", "boss"]),
        with(&["chain", "rooms.odds", "hit", "boss"]),
        with(&["formula", "rooms.odds", "E(void)", "--in", "p", "--set", "luck=4"]),
        vec!["diff", "rooms.odds", "--from", "known", "--to", "open"],
        vec!["diff", "rooms.odds", "--from", "known", "--to", "open", "--all-inputs"],
    ] {
        assert!(refused(&folder, &needs).contains("is not known"), "{needs:?}");
    }
    for not in [
        with(&["tree", "rooms.odds", "--outcome", "void"]),
        with(&["plot", "rooms.odds", "--outcome", "void"]),
        with(&["chain", "rooms.odds", "count", "void", "--over", "2"]),
        vec!["diff", "rooms.odds", "--from", "known", "--to", "open", "--outcome", "void"],
    ] {
        out(&folder, &not);
    }
    // The symbol takes the place of what is not known.
    let formula = out(&folder, &with(&["formula", "rooms.odds", "P(not boss)", "--in", "p"]));
    assert!(formula.contains("1 − p") || formula.contains("1 - p"), "{formula}");
}

#[test]
fn tables_say_what_they_do_not_know_and_why() {
    let folder = rooms("tables");
    let both = out(&folder, &["table", "rooms.odds", "--rules", "all", "--set", "luck=3"]);
    let expected = "\
Rooms (Luck 3)

Outcome    Known  Open
----------------------
Boss         50%     ?
Void: 1  ~33.33%     ?
Void: 2  ~33.33%     ?
Void: 3  ~33.33%     ?

? needs the rule p, which is not known: no figure.

? needs the rule bosses, which is not known: not said.
";
    assert_eq!(both, expected);
    // One of several outcomes, each with a row of its own.
    let open = ["table", "rooms.odds", "--rules", "open", "--set", "luck=3", "--rule", "p=1/4"];
    let text = out(&folder, &open);
    assert!(text.contains("\nBoss        25%\nVoid          ?\n"), "{text}");
    // Some values of what runs, some rows of a spreadsheet.
    let swept = ["table", "rooms.odds", "--rules", "open", "--outcome", "void", "--sweep", "luck=1..4"];
    let text = out(&folder, &swept);
    assert!(text.contains("\n0       100%    100%       ?       ?\n"), "{text}");
    let csv: Vec<&str> = swept.iter().copied().chain(["-f", "csv"]).collect();
    let csv = out(&folder, &csv);
    let expected =
        "rules,luck,void,probability,decimal\nopen,1,0,1,1\nopen,2,0,1,1\nopen,3,,?,\nopen,4,,?,\n";
    assert_eq!(csv, expected);
    let total = ["table", "rooms.odds", "--rules", "all", "--outcome", "boss", "--total"];
    assert!(out(&folder, &total).contains("\nTotal   100%     ?\n"), "{}", out(&folder, &total));
    let turned = ["table", "rooms.odds", "--rules", "all", "--outcome", "boss", "--transpose"];
    assert!(out(&folder, &turned).contains("\nOpen     ?    ?\n"), "{}", out(&folder, &turned));
    // Several questions, and one of them alone.
    let several = ["query", "rooms.odds", "P(void = 0)", "P(boss)", "--rules", "open"];
    let text = out(&folder, &several);
    assert!(text.starts_with("P(void = 0) = 1 (100%)\nP(boss) = ?\n"), "{text}");
    let nothing = refused(&folder, &["table", "rooms.odds", "--rules", "open", "--set", "luck=3"]);
    assert!(nothing.contains("`p` is not known"), "{nothing}");
}

#[test]
fn programs_read_what_is_not_known() {
    let folder = rooms("data");
    let table = json(&folder, &["table", "rooms.odds", "--rules", "all", "--outcome", "boss"]);
    assert_eq!(table["tables"][1]["rows"], Json::Array(Vec::new()));
    let unknown = serde_json::json!([{ "outcomes": ["boss"], "rule": "p", "reason": "no figure." }]);
    assert_eq!(table["tables"][1]["unknown"], unknown);
    assert!(table["tables"][0].get("unknown").is_none());
    let each = json(&folder, &["table", "rooms.odds", "--rules", "open"]);
    assert_eq!(each["tables"][0]["unknown"], unknown);
    assert_eq!(each["tables"][0]["rows"][0]["outcome"]["void"], "0");
    let answers = json(&folder, &["query", "rooms.odds", "P(boss)", "--rules", "all"]);
    assert_eq!(answers["answers"][1]["value"], "?");
    assert_eq!(answers["answers"][1]["unknown"]["rule"], "p");
    assert!(answers["answers"][0].get("unknown").is_none());
    let shown = json(&folder, &["show", "rooms.odds"]);
    let bosses = &shown["rule_values"][1]["by_rules"];
    assert_eq!(bosses[0]["value"], "3");
    assert_eq!(
        bosses[1],
        serde_json::json!({ "rules": "open", "value": "?", "unknown": "not said", "source": "another page" })
    );
    let text = out(&folder, &["show", "rooms.odds"]);
    assert!(text.contains("not known: not said (another page) (set by open)"), "{text}");
}

#[test]
fn a_comparison_names_the_rules_that_one_side_does_not_know() {
    let folder = rooms("diff");
    let args = ["diff", "rooms.odds", "--from", "known", "--to", "open", "--outcome", "void"];
    let text = out(&folder, &args);
    assert!(text.contains("Known and Open agree here: Void."), "{text}");
    assert!(text.contains("Bosses is not known in Open: not said."), "{text}");
    let data = json(&folder, &args);
    let bosses =
        data["responsible"].as_array().unwrap().iter().find(|rule| rule["rule"] == "bosses").unwrap();
    assert_eq!((&bosses["from"], &bosses["to"]), (&Json::from("3"), &Json::from("?")));
}

#[test]
fn a_rule_set_says_either_a_value_or_why_there_is_none() {
    for (line, expected) in [
        ("p = { value = 1, unknown = \"no\", from = \"x\" }", "`p` has a value and is not known"),
        ("p = { from = \"x\" }", "`p` has no value"),
        ("p = { unknown = \"\", from = \"x\" }", "why is `p` not known?"),
        ("p = { unknown = \"no\" }", "`p` does not say where it comes from"),
    ] {
        let set = format!("title = \"Mine\"\nkind = \"reading\"\n[mechanic.rooms.rules]\n{line}\n");
        let folder = game("rule-set", &[("rooms.odds", ROOMS), ("rulesets/mine.toml", &set)]);
        let problem = refused(&folder, &["table", "rooms.odds"]);
        assert!(problem.contains(expected), "{line}: {problem}");
    }
}

#[test]
fn a_mechanic_that_is_used_has_its_unknown_rules_in_the_one_that_uses_it() {
    let user = "\
mechanic g/floor \"Floor\" from \"a test\"
uses rooms
input luck: integer 0..9 = 0
outcome boss: flag
outcome void: integer
let room = rooms(luck = luck)
boss = room.boss
void = room.void
";
    let folder = game("used", &[("rooms.odds", ROOMS), ("floor.odds", user)]);
    let boss = out(&folder, &["query", "floor.odds", "P(boss)", "P(void = 0)"]);
    assert_eq!(boss, "P(boss) = 1/2 (50%)\nP(void = 0) = 1 (100%)\n");
    let args = ["query", "floor.odds", "E(void)", "--set", "luck=5"];
    let problem = refused(&folder, &args);
    assert!(problem.contains("`rooms.bosses` is not known: how many is not said"), "{problem}");
    assert!(problem.contains("`--rule rooms.bosses=…`"), "{problem}");
    // One of three, each as likely as the others.
    let args: Vec<&str> = args.iter().copied().chain(["--rule", "rooms.bosses=3"]).collect();
    assert!(out(&folder, &args).starts_with("E(void) = 2"), "{}", out(&folder, &args));
}

/// A default that follows from a rule, and one that follows from that.
const POOL: &str = "\
mechanic g/pool \"Pool\" from \"a test\"
input extra: integer 0..9 = 0 \"Extra\"
input cards: integer 1..40 = size + extra \"Cards\"
input wide: flag = cards > 20 \"Wide\"
rule size: integer = 20
rule bonus: number unknown \"no page says\"
input gift: number 0..1 = bonus / 2 \"Gift\"
state turn: integer = cards
outcome mine: flag \"Mine\"
outcome tall: flag \"Tall\"
outcome free: flag \"Free\"
mine = chance(1 / cards)
tall = wide
free = chance(gift)
turn = turn + 1
";

const LARGE: &str = "\
title = \"Large\"
kind = \"edition\"
[mechanic.pool.rules]
size = { value = 30, from = \"one page\" }
bonus = { value = \"1/2\", from = \"one page\" }
";

const SMALL: &str = "\
title = \"Small\"
kind = \"edition\"
default = true
[mechanic.pool.rules]
";

fn pool(name: &str) -> PathBuf {
    game(name, &[("pool.odds", POOL), ("rulesets/large.toml", LARGE), ("rulesets/small.toml", SMALL)])
}

#[test]
fn a_default_follows_the_rules_and_the_inputs_that_are_given() {
    let folder = pool("follows");
    for (settings, expected) in [
        (vec![], "1/20"),
        (vec!["--set", "extra=3"], "1/23"),
        (vec!["--set", "extra=3", "--set", "cards=10"], "1/10"),
        (vec!["--rules", "large"], "1/30"),
        (vec!["--rules", "large", "--set", "extra=9"], "1/39"),
        (vec!["--rule", "size=7"], "1/7"),
    ] {
        let args: Vec<&str> = ["query", "pool.odds", "P(mine)"].into_iter().chain(settings).collect();
        let text = out(&folder, &args);
        assert!(text.starts_with(&format!("P(mine) = {expected} ")), "{args:?}: {text}");
    }
    let swept = out(&folder, &["query", "pool.odds", "P(mine)", "--sweep", "extra=0..2", "-f", "csv"]);
    let values: Vec<&str> = swept.lines().skip(1).map(|line| line.split(',').nth(3).unwrap()).collect();
    assert_eq!(values, ["1/20", "1/21", "1/22"]);
    // The symbol that it follows from, and the state that begins with it.
    let formula = out(&folder, &["formula", "pool.odds", "P(free)", "--in", "bonus", "--range", "0..1"]);
    assert!(
        formula.contains("bonus/2") || formula.contains("1/2 bonus") || formula.contains("bonus / 2"),
        "{formula}"
    );
    let start = out(&folder, &["chain", "pool.odds", "after", "1", "--set", "extra=4"]);
    assert!(start.contains("Turn 24"), "{start}");
    // Out of range, and only where it is needed.
    let beyond =
        refused(&folder, &["query", "pool.odds", "P(mine)", "--rule", "size=40", "--set", "extra=1"]);
    assert!(beyond.contains("the default of `cards` goes from 1 to 40; here it is 41"), "{beyond}");
    out(&folder, &["query", "pool.odds", "P(free)", "--rules", "large", "--rule", "size=90"]);
    let unknown = refused(&folder, &["query", "pool.odds", "P(free)"]);
    assert!(unknown.contains("`bonus` is not known: no page says"), "{unknown}");
    let given = out(&folder, &["query", "pool.odds", "P(free)", "--set", "gift=1/3"]);
    assert!(given.starts_with("P(free) = 1/3 "), "{given}");
}

#[test]
fn a_default_is_shown_as_what_it_follows_from_and_as_what_it_comes_to() {
    let folder = pool("shown");
    let text = out(&folder, &["show", "pool.odds"]);
    assert!(text.contains("size + extra"), "{text}");
    let rows = ["cards  30     20", "wide   true   false", "gift   1/4    ?"];
    assert!(rows.iter().all(|row| text.contains(row)), "{text}");
    let data = json(&folder, &["show", "pool.odds"]);
    assert_eq!(data["inputs"][1]["default"], "size + extra");
    let by_rules =
        serde_json::json!([{ "rules": "large", "value": "30" }, { "rules": "small", "value": "20" }]);
    assert_eq!(data["inputs"][1]["default_by_rules"], by_rules);
    assert!(data["inputs"][0].get("default_by_rules").is_none());
    // An answer says which value was taken.
    let table = json(&folder, &["table", "pool.odds", "--rules", "all", "--set", "extra=2"]);
    let inputs = |index: usize| &table["tables"][index]["inputs"];
    assert_eq!((&inputs(0)["cards"], &inputs(0)["gift"]), (&Json::from("32"), &Json::from("1/4")));
    assert_eq!((&inputs(1)["cards"], &inputs(1)["wide"]), (&Json::from("22"), &Json::from("true")));
    assert_eq!(inputs(1)["gift"], "?");
    // A caption names what was given.
    let caption = out(&folder, &["table", "pool.odds", "--set", "extra=2", "--outcome", "mine"]);
    assert!(caption.starts_with("Pool (Small; Extra 2; from Turn 22)"), "{caption}");
}

#[test]
fn a_comparison_holds_what_follows_from_a_rule_against_that_rule() {
    let folder = pool("compared");
    let args = ["diff", "pool.odds", "--from", "small", "--to", "large", "--outcome", "mine"];
    let data = json(&folder, &args);
    // 1/20 against 1/30.
    assert_eq!(data["total_variation"], "1/60");
    let named: Vec<&str> =
        data["responsible"].as_array().unwrap().iter().map(|one| one["rule"].as_str().unwrap()).collect();
    assert_eq!(named, ["size", "bonus"]);
    let all: Vec<&str> = args.iter().copied().chain(["--all-inputs"]).collect();
    let text = out(&folder, &all);
    // Only where nobody says how many cards there are: 20 + k against 30 + k, with 10 values of k, and 3 of `wide`,
    // which changes nothing.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("cards 1 to 40 and at its default, wide and at its default: 1230 combinations"),
        "{text}"
    );
    assert!(text.contains("differ under 30 of 1230 combinations"), "{text}");
    assert!(text.contains("Mine 5% ~3.33%"), "{text}");
}
