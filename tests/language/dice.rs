//! Dice in every answer: one draw with its values in a tree, a function of a symbol, a step of a chain.

use std::fs;
use std::path::Path;
use std::process::Command;

const HEADS: &str = "mechanic test/heads from \"this test\"
input p: probability = 1/3
rule bonus: integer = 0
outcome heads: integer
outcome best: integer
state total: integer 0..3 = 0
function coin() = if chance(p) { 1 } else { 0 }
heads = sum of 2 coin()
best = bonus + sum of highest 1 of 2 coin()
total = min(3, total + sum of 2 coin())
";

/// What a command says about a program.
fn said(name: &str, program: &str, args: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dice");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.odds"));
    fs::write(&path, program).unwrap();
    let path = path.to_str().unwrap();
    let args = args.iter().map(|arg| if *arg == "FILE" { path } else { arg });
    let output = Command::new(assert_cmd::cargo::cargo_bin!("trueodds")).args(args).output().unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_tree_has_one_draw_with_a_branch_for_each_sum() {
    let tree = said("tree", HEADS, &["tree", "FILE", "--outcome", "heads"]);
    let branches: Vec<&str> = tree.lines().filter(|line| line.contains("⇒")).collect();
    assert_eq!(branches.len(), 3, "{tree}");
    assert!(tree.contains("sum of 2 coin()"), "{tree}");
    assert!(branches.iter().any(|line| line.contains("4/9") && line.contains("Heads: 1")), "{tree}");
}

#[test]
fn an_explanation_names_the_dice_and_the_rules_of_one_of_them() {
    let program = HEADS.replace("chance(p)", "chance(p + bonus / 9)");
    let explained = said("explain", &program, &["explain", "FILE", "P(heads = 2)", "--verbose"]);
    assert!(explained.contains("heads = sum of 2 coin()"), "{explained}");
    assert!(explained.contains("several rolls taken together"), "{explained}");
    assert!(explained.contains("Bonus = 0"), "{explained}");
}

#[test]
fn chances_of_sums_are_formulas_in_a_symbol() {
    let args = ["formula", "--in", "p", "FILE", "P(heads = 1)", "P(best >= 1)", "E(heads)"];
    let formulas = said("formula", HEADS, &args);
    for expected in ["2·p − 2·p²", "2·p − p²", "2·p\n"] {
        assert!(formulas.contains(expected), "{formulas}");
    }
}

#[test]
fn a_chain_goes_on_from_sums() {
    // From 2: 9/5 uses; from 1: (1 + 4/9 · 9/5) · 9/5 = 81/25; from 0: (1 + 4/9 · 81/25 + 1/9 · 9/5) · 9/5.
    let hit = said("chain", HEADS, &["chain", "FILE", "hit", "total = 3"]);
    assert!(hit.contains("594/125"), "{hit}");
}

#[test]
fn a_difference_is_attributed_to_the_rule_behind_the_faces() {
    let diff = said("diff", HEADS, &["diff", "FILE", "--rule", "bonus=1", "--outcome", "best"]);
    assert!(diff.contains("bonus") && diff.contains("5/9"), "{diff}");
}

#[test]
fn hundreds_of_dice_are_rolled_as_fast_as_a_few() {
    let program = "mechanic test/many\noutcome sum: integer\noutcome best: integer\noutcome kept: integer\n\
                   function exploding() = one of { weight 9 => die(9), else_ => 10 + die(10) }\n\
                   sum = sum of 500 die(6)\nbest = sum of highest 3 of 300 die(20)\nkept = sum of highest 5 of 10 exploding()\n"
        .replace("else_", "weight 1");
    // Far beyond what rolls one after another could do within these steps.
    for query in ["P(sum > 1750)", "E(best)", "P(kept >= 60)"] {
        let answer = said("many", &program, &["query", "FILE", query, "--limit", "steps=200000"]);
        assert!(answer.starts_with(query), "{answer}");
    }
}
