//! Data of one's own: a folder over the built-in data, a mechanic to begin with, and the built-in data as files.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::ran::{err, fed, out};

/// Runs a command in a folder, with a text on standard input.
fn run_with(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    fed(command.args(args).current_dir(folder).env_remove("TRUEODDS_DATA"), input.as_bytes())
}

fn run(folder: &TempDir, line: &str) -> Output {
    run_with(folder.path(), &line.split_whitespace().collect::<Vec<_>>(), "")
}

/// What a command prints that has nothing to complain of.
fn clean(folder: &TempDir, line: &str) -> String {
    let output = run(folder, line);
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{line}: {}", out(&output));
    out(&output)
}

fn refused(folder: &TempDir, line: &str) -> String {
    let output = run(folder, line);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{line}");
    err(&output)
}

fn write(folder: &TempDir, path: &str, text: &str) {
    let path = folder.path().join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

const COIN: &str = "mechanic mine/coin \"My coin\"\noutcome heads: flag\nheads = chance(1/3)\n";

#[test]
fn a_folder_adds_to_the_built_in_data() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "d/mine/coin.odds", COIN);
    let list = clean(&folder, "list --data d");
    assert!(
        list.contains("mine/coin") && list.contains("isaac/floor") && list.contains("sts/card-roll"),
        "{list}"
    );
    assert_eq!(clean(&folder, "query mine/coin P(heads) --data d"), "P(heads) = 1/3 (~33.33%)\n");
    assert_eq!(clean(&folder, "table isaac/floor --data d"), clean(&folder, "table isaac/floor"));
    // A mechanic of one's own uses those that are built in.
    let uses = "mechanic mine/card\nuses sts/card-roll\noutcome rare: flag\nlet it = card-roll()\nrare = it.rarity == rare\n";
    write(&folder, "d/mine/card.odds", uses);
    let own = clean(&folder, "query mine/card P(rare) --data d");
    let built_in = clean(&folder, "query sts/card-roll P(rarity=rare)");
    assert_eq!(own.split(" = ").last(), built_in.split(" = ").last());
    // What goes through all of it goes through the folder alone.
    assert_eq!(clean(&folder, "check --data d"), "no findings in 2 mechanics\n");
}

#[test]
fn a_mechanic_of_the_same_name_stands_in_place_of_the_built_in_one_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let text = fs::read_to_string(data.join("sts/relic-can-spawn.odds")).unwrap();
    write(&folder, "same/sts/relic-can-spawn.odds", &text);
    let same = clean(&folder, "table sts/relic-can-spawn --data same");
    assert_eq!(same, clean(&folder, "table sts/relic-can-spawn"));
    let other = "mechanic sts/relic-can-spawn\noutcome rarity: { rare, common }\nrarity = one of { 1/7 => rare, else => common }\n";
    write(&folder, "d/sts/relic-can-spawn.odds", other);
    let output = run(&folder, "query sts/relic-can-spawn P(rarity=rare) --data d");
    assert_eq!(out(&output), "P(rarity=rare) = 1/7 (~14.29%)\n", "{}", err(&output));
    let said = err(&output);
    assert_eq!(
        said,
        "sts/relic-can-spawn is as d/sts/relic-can-spawn.odds says, and not as it is built in\n"
    );
    assert_eq!(err(&run(&folder, "query sts/relic-can-spawn P(rarity=rare) --data d --quiet")), "");
    // A rule set of the same name does the same.
    let set = fs::read_to_string(data.join("sts/rulesets/shipped.toml")).unwrap();
    write(&folder, "r/sts/rulesets/shipped.toml", &format!("# mine\n{set}"));
    let said = err(&run(&folder, "table sts/card-roll --data r"));
    assert_eq!(said, "sts/card-roll is as r/sts/rulesets/shipped.toml says, and not as it is built in\n");
    // Others are as they were, and claims about the built-in one say nothing of this one.
    assert_eq!(clean(&folder, "table isaac/floor --data d"), clean(&folder, "table isaac/floor"));
    write(&folder, "page.txt", "A third is 1/3 (~33%).\n");
    let judged = run(&folder, "verify --page page.txt --data d");
    assert_eq!(judged.status.code(), Some(0), "{}{}", out(&judged), err(&judged));
}

#[test]
fn a_new_mechanic_passes_its_check_and_its_claim_holds() {
    for (data, prefix) in [("", ""), (" --data mine", "mine/")] {
        let folder = tempfile::tempdir().unwrap();
        let said = clean(&folder, &format!("new dice/loot-box{data}"));
        let file = format!("{prefix}dice/loot-box.odds");
        for written in [
            &file,
            &format!("{prefix}dice/rulesets/loot-box-page.toml"),
            &format!("{prefix}dice/claims/loot-box.toml"),
        ] {
            assert!(said.contains(&format!("wrote {written}\n")), "{said}");
            assert!(folder.path().join(written).is_file(), "{written}");
        }
        for next in ["check", "table", "verify"] {
            assert!(said.contains(&format!("\n  trueodds {next} {file}")), "{said}");
        }
        for line in said.lines().filter_map(|line| line.strip_prefix("  trueodds ")) {
            clean(&folder, line);
        }
        assert_eq!(clean(&folder, &format!("check {file}")), "no findings in 1 file\n");
        clean(
            &folder,
            &format!("check {prefix}dice/claims/loot-box.toml {prefix}dice/rulesets/loot-box-page.toml"),
        );
        assert_eq!(clean(&folder, &format!("fmt --check {file}")), "");
        // A quarter of a quarter, and under the page's rules at luck 10: (1/4 + 10/50) / 4.
        assert_eq!(clean(&folder, &format!("query {file} drop=chest")), "P(drop=chest) = 1/16 (6.25%)\n");
        let page = format!("query {file} drop=chest --rules loot-box-page --set luck=10");
        assert_eq!(clean(&folder, &page), "P(drop=chest) = 9/80 (11.25%)\n");
        let verdicts = clean(&folder, &format!("verify {file}"));
        assert!(verdicts.contains("1 exact"), "{verdicts}");
        let under = format!("{prefix}.");
        let data = if prefix.is_empty() { "." } else { "mine" };
        assert!(clean(&folder, &format!("list --data {data}")).contains("dice/loot-box"), "{under}");
        clean(&folder, &format!("check --data {data}"));
    }
}

#[test]
fn a_second_mechanic_goes_beside_the_first() {
    let folder = tempfile::tempdir().unwrap();
    clean(&folder, "new dice/one");
    clean(&folder, "new dice/two");
    for file in ["dice/one.odds", "dice/two.odds"] {
        assert_eq!(clean(&folder, &format!("check {file}")), "no findings in 1 file\n");
    }
    clean(&folder, "new isaac/extra --data mine");
    assert_eq!(clean(&folder, "check --data mine"), "no findings in 1 mechanic\n");
    assert_eq!(clean(&folder, "query isaac/extra drop=chest --data mine"), "P(drop=chest) = 1/16 (6.25%)\n");
}

#[test]
fn what_is_there_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    clean(&folder, "new dice/loot");
    let before = fs::read_to_string(folder.path().join("dice/loot.odds")).unwrap();
    fs::write(folder.path().join("dice/loot.odds"), format!("{before}# mine\n")).unwrap();
    fs::remove_file(folder.path().join("dice/claims/loot.toml")).unwrap();
    let said = refused(&folder, "new dice/loot");
    assert!(
        said.contains("dice/loot.odds is there already") && said.contains("loot-page.toml is there"),
        "{said}"
    );
    assert!(fs::read_to_string(folder.path().join("dice/loot.odds")).unwrap().ends_with("# mine\n"));
    assert!(!folder.path().join("dice/claims/loot.toml").exists());
    assert!(refused(&folder, "new isaac/floor").contains("a mechanic `isaac/floor` already"));
    for (name, said) in [
        ("loot", "names no game"),
        ("Dice/Loot", "is no name"),
        ("dice/../loot", "is no name"),
        ("/loot", "is no name"),
        ("dice/", "is no name"),
        ("dice/loot.odds", "is no name"),
    ] {
        let refusal = refused(&folder, &format!("new {name}"));
        assert!(refusal.contains(said) && refusal.contains("`dice/loot`"), "{name}: {refusal}");
    }
}

#[test]
fn the_built_in_data_are_written_as_files() {
    let folder = tempfile::tempdir().unwrap();
    let said = clean(&folder, "export mine/data");
    assert!(said.contains("`--data mine/data`"), "{said}");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    for file in ["isaac/floor.odds", "isaac/wiki.toml", "sts/rulesets", "isaac/claims/level-generation.toml"]
    {
        let (own, built_in) = (folder.path().join("mine/data").join(file), data.join(file));
        if built_in.is_file() {
            assert_eq!(fs::read(own).unwrap(), fs::read(built_in).unwrap(), "{file}");
        } else {
            assert!(own.is_dir(), "{file}");
        }
    }
    assert_eq!(clean(&folder, "list --data mine/data"), clean(&folder, "list"));
    assert!(refused(&folder, "export mine/data").contains("mine/data is not empty"));
    assert!(refused(&folder, "export mine/data/isaac/floor.odds").contains("floor.odds"));
}

#[test]
fn a_mechanic_comes_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let ask = |args: &[&str]| {
        let output = run_with(folder.path(), args, COIN);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{args:?}");
        out(&output)
    };
    assert_eq!(ask(&["query", "-", "heads"]), "P(heads) = 1/3 (~33.33%)\n");
    assert!(ask(&["table", "-"]).contains("My coin"));
    assert!(ask(&["show", "-"]).contains("heads"));
    assert_eq!(ask(&["check", "-"]), "no findings in 1 file\n");
    let broken = run_with(folder.path(), &["check", "-"], "mechanic a/b\noutcome x: flag\nx = chance(1/");
    assert_eq!(broken.status.code(), Some(1));
    assert!(out(&broken).contains("standard input:3:"), "{}", out(&broken));
}
