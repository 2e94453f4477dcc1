//! The short help of every command fits a screen, and shows examples first.

use std::process::Command;

fn help(words: &[String], flag: &str) -> String {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"))
        .args(words)
        .arg(flag)
        .env("COLUMNS", "80")
        .env_remove("TRUEODDS_DATA")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The commands that a help lists.
fn listed(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect()
}

/// Every command, as it is typed.
fn commands() -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    for name in listed(&help(&[], "-h")).into_iter().filter(|name| name != "help") {
        found.push(vec![name.clone()]);
        if name == "chain" {
            let own = [name, "sts/card-roll".to_owned()];
            let questions = listed(&help(&own, "-h"));
            found.extend(questions.into_iter().map(|question| [&own[..], &[question]].concat()));
        }
    }
    assert!(found.len() > 25, "{found:?}");
    found
}

#[test]
fn the_short_help_of_every_command_fits_a_screen() {
    for command in commands() {
        let text = help(&command, "-h");
        let lines = text.lines().count();
        assert!(lines <= 40, "{command:?} has {lines} lines:\n{text}");
        // A usage is one line, however long.
        let fits = |line: &str| line.starts_with("Usage: ") || line.chars().count() <= 80;
        assert!(text.lines().all(fits), "{command:?}:\n{text}");
    }
}

#[test]
fn every_help_shows_examples_first_and_what_all_commands_share_last() {
    for command in commands() {
        for flag in ["-h", "--help"] {
            let text = help(&command, flag);
            let place = |heading: &str| {
                text.find(heading).unwrap_or_else(|| panic!("{command:?}: {heading}\n{text}"))
            };
            assert!(place("Examples:\n  trueodds ") < place("\nUsage: "), "{command:?}");
            assert!(place("\nOptions:\n") < place("\nOptions of every command:\n"), "{command:?}");
            let examples = text.lines().skip_while(|line| *line != "Examples:").skip(1);
            for line in examples.take_while(|line| !line.is_empty()) {
                // A line that was broken begins anew without its command.
                assert!(line.contains("trueodds ") || line.starts_with("    "), "{command:?}: {line}");
            }
        }
    }
}

#[test]
fn a_help_lists_the_formats_of_its_command_alone() {
    let formats = |name: &str| {
        let text = help(&[name.to_owned()], "-h");
        let from = text.find("--format <FORMAT>").map_or("", |at| &text[at..]);
        let to = from.find("--output").unwrap_or(from.len());
        let words = from[..to].split([',', ' ', '\n']).filter(|word| !word.is_empty());
        words.skip(2).take_while(|word| *word != "-o").map(str::to_owned).collect::<Vec<_>>()
    };
    let reports = ["terminal", "wikitext", "markdown", "csv", "json", "html", "latex", "lua"];
    assert_eq!(formats("table"), reports);
    assert_eq!(formats("plot"), [&reports[..], &["svg"]].concat());
    assert_eq!(formats("tree"), ["terminal", "json", "html", "svg", "dot", "mermaid"]);
    assert_eq!(formats("verify"), [&reports[..], &["github", "sarif", "junit"]].concat());
    assert_eq!(formats("check"), ["terminal", "json"]);
    assert!(formats("man").is_empty() && formats("report").is_empty() && formats("fmt").is_empty());
}
