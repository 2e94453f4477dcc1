//! What no text says: rules and inputs that are assumed, and where that is said.

use crate::unknown::{game, json, out, refused};

const FLOOR: &str = "\
mechanic g/floor \"Floor\" from \"the page: floors\"

input dead_ends: integer 0.. = 2 \"Dead ends\" assumed \"the page gives the least\"
input bones: integer 0.. = 0 \"Bones\"
rule second: { hangs, own } = hangs \"Second boss\" assumed \"they stand back to back\"
rule places by 1..2: integer { 1 1 assumed \"as the first\"; 2 2 }
rule library: probability = 1/20 \"Library\"
outcome library: flag \"Library\"
outcome shop: flag \"Shop\"

let left = dead_ends - (if second == own { 2 } else { places of 1 })
library = left > 0 and chance(rule.library)
shop = bones > places of 2 or chance(1/2)
";

const OLD: &str = "\
title = \"Old\"
kind = \"reading\"
default = true
[mechanic.floor.rules]
library = { value = \"1/10\", assumed = \"the page has two figures\" }
[mechanic.floor.inputs]
bones = { available = true, assumed = \"no edition is named\" }
";

fn folder(name: &str) -> std::path::PathBuf {
    game(&format!("assumed-{name}"), &[("floor.odds", FLOOR), ("rulesets/old.toml", OLD)])
}

#[test]
fn show_says_what_is_assumed_and_why() {
    let folder = folder("show");
    let text = out(&folder, &["show", "floor.odds", "--width", "200"]);
    for line in [
        "dead_ends                   not said; assumed: the page gives the least",
        "bones      is there         not said; assumed: no edition is named (old)",
        "second     hangs            not said; assumed: they stand back to back",
        "library    1/10             not said; assumed: the page has two figures (set by old)",
    ] {
        let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.lines().any(|own| squeezed(own) == squeezed(line)), "{line}\n{text}");
    }
    let data = json(&folder, &["show", "floor.odds"]);
    let rule = |name: &str| {
        let rules = data["rule_values"].as_array().unwrap();
        rules.iter().find(|rule| rule["name"] == name).unwrap()["by_rules"][0].clone()
    };
    assert_eq!(rule("second")["assumed"], "they stand back to back");
    assert!(rule("second")["source"].is_null());
    assert_eq!(rule("places.1")["assumed"], "as the first");
    assert_eq!(rule("places.2")["source"], "the page: floors");
    assert!(rule("places.2").get("assumed").is_none());
    assert_eq!(data["inputs"][0]["assumed"], "the page gives the least");
}

#[test]
fn explain_names_the_assumptions_that_the_answer_needs_and_no_others() {
    let folder = folder("explain");
    let assumed = |args: &[&str]| {
        let all = [&["explain", "floor.odds"][..], args].concat();
        let text = out(&folder, &all).replace('\n', " ");
        let data = json(&folder, &all);
        let none = Vec::new();
        let listed = data["explanations"][0]["assumptions"].as_array().unwrap_or(&none);
        let names: Vec<String> = listed.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect();
        assert_eq!(text.matches("Not said; assumed: ").count(), names.len(), "{text}");
        names
    };
    assert_eq!(assumed(&["P(library)"]), ["dead_ends", "second", "places.1", "library"]);
    // Neither rule has a say in it, and what is given is not assumed.
    assert_eq!(assumed(&["P(shop)", "--set", "dead_ends=3"]), [""; 0]);
    assert_eq!(assumed(&["P(shop)", "--set", "dead_ends=3", "--set", "bones=1"]), ["bones"]);
    let given = ["P(library)", "--set", "dead_ends=3", "--rule", "second=own", "--rule", "library=1/3"];
    assert_eq!(assumed(&given), [""; 0]);
}

#[test]
fn a_default_that_is_assumed_is_in_every_caption() {
    let folder = folder("caption");
    let head = |args: &[&str]| {
        let all = [&["table", "floor.odds", "--outcome", "library"][..], args].concat();
        out(&folder, &all).lines().next().unwrap().to_owned()
    };
    assert_eq!(head(&[]), "Floor (Old; Dead ends 2)");
    assert_eq!(head(&["--set", "bones=1"]), "Floor (Old; Dead ends 2, Bones 1)");
    assert_eq!(head(&["--sweep", "dead_ends=1..2"]), "Floor by Dead ends (Old)");
}

#[test]
fn a_source_or_the_reason_stands_there_and_not_both() {
    for (line, said) in [
        ("library = { value = 1, from = \"x\", assumed = \"y\" }", "`library` has a source and is assumed"),
        ("library = { value = 1 }", "`library` does not say where it comes from"),
        ("library = { value = 1, assumed = \" \" }", "why is the value of `library` assumed?"),
    ] {
        let old = format!("title = \"Old\"\nkind = \"reading\"\n[mechanic.floor.rules]\n{line}\n");
        let folder = game("assumed-both", &[("floor.odds", FLOOR), ("rulesets/old.toml", &old)]);
        let problem = refused(&folder, &["table", "floor.odds"]);
        assert!(problem.contains(said) && problem.contains("old.toml:4:1"), "{line}: {problem}");
    }
    let broken = FLOOR.replace("assumed \"they stand back to back\"", "assumed");
    let folder = game("assumed-bare", &[("floor.odds", &broken)]);
    let problem = refused(&folder, &["table", "floor.odds"]);
    assert!(problem.contains("why it is assumed as a text in quotes"), "{problem}");
}

#[test]
fn fmt_keeps_it() {
    let folder = folder("fmt");
    out(&folder, &["fmt", "floor.odds"]);
    let text = std::fs::read_to_string(folder.join("floor.odds")).unwrap();
    for part in [
        "\"Dead ends\" assumed \"the page gives the least\"",
        "\"Second boss\" assumed \"they stand back to back\"",
        "1 1 assumed \"as the first\"",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert_eq!(out(&folder, &["fmt", "--check", "floor.odds"]), "");
}
