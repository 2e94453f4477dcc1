//! Limits that hold: whatever is asked ends, with the limit that ended it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A path to a program with this text.
fn program(name: &str, body: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.odds"));
    fs::write(&path, format!("mechanic t/{name}\n{body}")).unwrap();
    path.to_str().unwrap().to_owned()
}

fn trueodds(args: &[&str]) -> Output {
    let binary = assert_cmd::cargo::cargo_bin!("trueodds");
    Command::new(binary).args(args).env_remove("TRUEODDS_DATA").output().unwrap()
}

/// What the command says that a limit ended.
fn refused(args: &[&str]) -> String {
    let output = trueodds(args);
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(said.contains("error[limit]"), "{args:?}: {said}");
    assert_eq!(output.stdout, b"", "{args:?}");
    said
}

/// Three inputs that make many combinations, and two draws in a row in each of many rounds.
const MANY: &str = "input p: probability = 1/3
input a: integer 0..40 = 3
input b: integer 0..40 = 3
input c: integer 0..40 = 3
rule half: probability = 1/2
outcome k: integer
k = a * random(40) + b * random(50) + c * random(60)
repeat 300 {
    if chance(p) { k = k + 1 }
    if chance(half) { k = k + 2 }
}
";

/// A state that goes through thousands of values in no order.
const WALK: &str = "state s: integer = 0
outcome hit: flag
outcome gain: integer
hit = s == 777
gain = random(5)
s = mod(s * 7919 + random(13), 3001)
";

#[test]
fn every_phase_ends_when_the_time_is_up() {
    let many = program("many", MANY);
    let walk = program("walk", WALK);
    let flags = |word: &dyn Fn(usize) -> String| (0..26).map(word).collect::<String>();
    let nested = format!(
        "outcome k: integer\nk = 0\n{}{}",
        flags(&|n| format!("let b{n} = chance(1/{})\n", n + 2)),
        flags(&|n| format!("if b{n} {{ if b{} {{ k = k + {n} }} }}\n", 25 - n)),
    );
    let nested = program("nested", &nested);
    let draws = program("draws", "outcome k: integer\nk = 0\nrepeat 3000 { k = k + random(100) }\n");
    let endless = "outcome k: integer\nlet s = 0\nk = 0\n\
                   repeat { s = mod(s * 31 + random(97), 50021)\n k = min(k + 1, 50) } until s == 7\n";
    let endless = program("endless", endless);
    let pool = "outcome k: integer\npool p { 30 => 1, 30 => 2, 30 => 3, 30 => 4, 30 => 5, 30 => 6, 30 => 7 }\n\
                k = 0\nrepeat 100 { k = k + draw p }\n";
    let pool = program("pool", pool);
    let questions: &[&[&str]] = &[
        &["table", &draws],
        &["table", &nested, "--limit", "states=100000000"],
        &["table", &endless],
        &["table", &pool],
        &["table", &many, "--sweep", "a=0..40"],
        &["query", &many, "E(k)", "--sweep", "p=0..1:1/1000"],
        &["plot", &many, "--in", "p"],
        &["formula", &many, "P(k = 500)", "--in", "p"],
        &["solve", &many, "P(k = 500) >= 1/50", "--in", "p"],
        &["diff", &many, "--rule", "half=1/3", "--all-inputs"],
        &["chain", &walk, "count", "hit", "--over", "300"],
    ];
    for question in questions {
        let said = refused(&[question, &["--limit", "seconds=1"][..]].concat());
        assert!(said.contains("the limit `seconds` is 1"), "{question:?}: {said}");
    }
}

#[test]
fn a_number_that_doubles_ends_at_the_limit_on_memory() {
    let path =
        program("double", "outcome k: integer\nlet x = 3 + random(50000)\nrepeat 40 { x = x * x }\nk = x\n");
    let said = refused(&["table", &path, "--limit", "memory=100", "--limit", "digits=10000000"]);
    assert!(said.contains("the limit `memory` is 100 (MiB)"), "{said}");
    assert!(said.contains("`--limit memory=…`"), "{said}");
}

#[test]
fn work_that_ends_early_leaves_no_file_behind() {
    let path = program("cut", "outcome k: integer\nk = 0\nrepeat 3000 { k = k + random(100) }\n");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits-cut");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("out.csv");
    refused(&["table", &path, "--limit", "seconds=0", "--output", file.to_str().unwrap()]);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn a_table_of_more_cells_than_anybody_reads_is_refused_with_what_to_do() {
    let path =
        program("wide", "input bonus: integer 0..99 = 0\noutcome k: integer\nk = bonus + random(200)\n");
    let question = ["table", &path, "--sweep", "bonus=0..99", "--limit"];
    let said = refused(&[&question[..], &["cells=10000"]].concat());
    assert!(said.contains("the limit `cells` is 10000"), "{said}");
    for advice in ["`--outcome …`", "`query`", "`--limit cells=…`"] {
        assert!(said.contains(advice), "{said}");
    }
    // 0..298 in a hundred columns.
    assert_eq!(trueodds(&[&question[..], &["cells=29900"]].concat()).status.code(), Some(0));
    refused(&[&question[..], &["cells=29899"]].concat());
}

#[test]
fn the_advice_to_raise_digits_helps_or_is_not_given() {
    let path = program("power", "input n: integer 0..\noutcome dry: flag\ndry = chance((2999 / 3000) ^ n)\n");
    let question = ["query", &path, "P(dry)", "--set"];
    let said = refused(&[&question[..], &["n=50000"]].concat());
    let advice = said.split("`--limit ").nth(1).and_then(|rest| rest.split('`').next()).unwrap();
    assert!(advice.starts_with("digits="), "{said}");
    let raised = trueodds(&[&question[..], &["n=50000", "--limit", advice]].concat());
    assert_eq!(raised.status.code(), Some(0), "{raised:?}");
    let said = refused(&[&question[..], &["n=100000000"]].concat());
    assert!(!said.contains("--limit") && said.contains("whatever the limit"), "{said}");
}

#[test]
fn people_read_a_decimal_and_programs_all_digits_of_a_long_fraction() {
    let path = program("tiny", "outcome hit: flag\nhit = chance((1 / 2) ^ 300)\n");
    let said = |args: &[&str]| {
        let output = trueodds(args);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    // 2^300
    let whole = "2037035976334486086268445688409378161051468393665936250636140449354381299763336706183397376";
    assert_eq!(
        said(&["query", &path, "P(hit)"]),
        "P(hit) = ~4.9091 \u{d7} 10^\u{2212}91 (a fraction of 91 digits)\n"
    );
    assert_eq!(said(&["query", &path, "1 / P(hit)"]), "1 / P(hit) = ~2.037 \u{d7} 10^90 (91 digits)\n");
    let table = said(&["table", &path, "--show", "fraction"]);
    assert!(table.contains("~4.9091 \u{d7} 10^\u{2212}91 (a fraction of 91 digits)"), "{table}");
    assert!(table.contains(">99.99% (a fraction of 91 digits)"), "{table}");
    assert!(said(&["table", &path, "--show", "one-in"]).contains("1 in 2.04 \u{d7} 10^90"));
    for format in ["json", "csv"] {
        assert!(said(&["query", &path, "P(hit)", "--format", format]).contains(&format!("1/{whole}")));
    }
}
