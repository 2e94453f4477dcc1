//! Continuous rolls in formulas and trees.

use std::fs;
use std::path::Path;
use std::process::Command;

const SKILL: &str = "mechanic test/skill
input luck: number 0..1 = 1/2
outcome wins: integer 0..3
outcome low: flag
let skill = uniform()
wins = 0
repeat 3 { if chance(skill * luck) { wins = wins + 1 } }
low = min(uniform(), uniform()) < luck
";

/// What a command says about the program.
fn said(name: &str, args: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rolls");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.odds"));
    fs::write(&path, SKILL).unwrap();
    let path = path.to_str().unwrap();
    let args = args.iter().map(|arg| if *arg == "FILE" { path } else { arg });
    let output = Command::new(assert_cmd::cargo::cargo_bin!("trueodds")).args(args).output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

#[test]
fn rolls_as_probabilities_and_least_rolls_have_formulas() {
    // The integral of (luck · u)³, three times that of luck · u, and 1 - (1 - luck)².
    let formulas = said("formula", &["formula", "--in", "luck", "FILE", "P(wins = 3)", "E(wins)", "P(low)"]);
    for expected in ["luck³/4", "3·luck/2", "2·luck − luck²"] {
        assert!(formulas.contains(expected), "{formulas}");
    }
}

#[test]
fn a_tree_has_one_draw_for_all_that_a_roll_decides() {
    let tree = said("tree", &["tree", "FILE"]);
    assert_eq!(tree.lines().filter(|line| line.contains("⇒")).count(), 4, "{tree}");
    assert!(tree.contains("1/32  wins = 3"), "{tree}");
}
