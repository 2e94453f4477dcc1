//! What shells are offered: the engine is asked as they ask it, and bash itself where there is one.

use std::process::{Command, Stdio};

use super::{out, typed};

/// The candidates for the last word of a line, as the script of bash asks for them.
fn candidates(line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let output = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"))
        .env("COMPLETE", "bash")
        .env("_CLAP_IFS", "\n")
        .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
        .env_remove("TRUEODDS_DATA")
        .arg("--")
        .args(&words)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{line}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Each line has these among its candidates.
fn offered(cases: &[(&str, &[&str])]) {
    for (line, expected) in cases {
        let found = candidates(line);
        for one in *expected {
            assert!(found.iter().any(|own| own == one), "{line}: no {one} in {found:?}");
        }
    }
}

#[test]
fn the_engine_knows_what_the_data_hold() {
    offered(&[
        ("trueodds ta", &["table"]),
        ("trueodds table isaac/ro", &["isaac/room-clear-award", "isaac/room-count"]),
        ("trueodds chain sts/card-ro", &["sts/card-roll"]),
        ("trueodds chain sts/card-roll st", &["states", "step", "stationary"]),
        ("trueodds diff isaac/room-clear-award reb", &["rebirth"]),
        ("trueodds diff isaac/room-clear-award rebirth repen", &["repentance", "repentance-plus"]),
        ("trueodds table isaac/room-clear-award --rules ", &["rebirth", "fandom", "all"]),
        ("trueodds table isaac/room-clear-award --rules rebirth,fan", &["rebirth,fandom"]),
        ("trueodds table isaac/room-clear-award --with lucky_", &["lucky_foot", "lucky_toe"]),
        ("trueodds table isaac/room-clear-award --with lucky_foot,lucky_", &["lucky_foot,lucky_toe"]),
        ("trueodds table isaac/room-clear-award --set lu", &["luck="]),
        ("trueodds table isaac/room-clear-award --set difficulty=h", &["difficulty=hard"]),
        ("trueodds query room-clear-award --sweep diff", &["difficulty"]),
        ("trueodds table sts/card-roll --state of", &["offset="]),
        ("trueodds table sts/card-roll --sweep of", &["offset="]),
        ("trueodds table isaac/room-clear-award --rule batt", &["battery="]),
        ("trueodds table isaac/room-clear-award --outcome award=ch", &["award=chest"]),
        ("trueodds table isaac/room-clear-award --outcome co", &["count"]),
        ("trueodds formula isaac/room-clear-award --in lu", &["luck"]),
        ("trueodds list is", &["isaac"]),
        ("trueodds verify sts/card-ro", &["sts/card-roll"]),
        ("trueodds check --explain unknown-n", &["unknown-name"]),
        ("trueodds table isaac/floor --limit st", &["states=", "steps="]),
    ]);
    // A flag is switched on by its name, and is none of what is given a number.
    assert!(!candidates("trueodds table isaac/room-clear-award --with lu").contains(&"luck".to_owned()));
}

#[test]
fn a_file_of_ones_own_is_asked_for_its_names() {
    let line = "trueodds table tests/data/example/thousands.odds --outcome co";
    assert_eq!(candidates(line), ["coins"]);
}

#[test]
fn every_shell_gets_its_script() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = typed(&format!("completions {shell}"));
        assert_eq!(script.status.code(), Some(0), "{shell}");
        assert!(out(&script).contains("COMPLETE") && out(&script).contains("trueodds"), "{shell}");
    }
}

/// What bash has in COMPREPLY after the script was asked about a line.
#[cfg(unix)]
fn replies(line: &str) -> Option<Vec<String>> {
    let program = assert_cmd::cargo::cargo_bin!("trueodds");
    let script = format!(
        "source <('{}' completions bash)\nCOMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}\n\
         compopt() {{ :; }}\n_trueodds\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
        program.display()
    );
    let output =
        Command::new("bash").args(["--norc", "-c", &script]).env_remove("TRUEODDS_DATA").output().ok()?;
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    Some(out(&output).lines().map(str::to_owned).collect())
}

#[cfg(unix)]
#[test]
fn bash_completes_what_stands_behind_a_sign() {
    let Some(values) = replies("trueodds table isaac/room-clear-award --set difficulty=h") else {
        // There is no bash here.
        return;
    };
    // Bash cuts words at `=`: what stands before it is on the line already.
    assert_eq!(values, ["hard"]);
    assert_eq!(replies("trueodds show sts/card-ro").unwrap(), ["sts/card-roll"]);
    let flags = replies("trueodds table isaac/room-clear-award --with lucky_").unwrap();
    assert_eq!(flags, ["lucky_foot", "lucky_toe"]);
}
