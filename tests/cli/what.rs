//! The index by value: which questions give a number, and that the commands beside them answer them.

use std::process::Command;

use serde_json::Value as Json;
use trueodds::exact::Rational;

fn run(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    let output = command.args(args).env_remove("TRUEODDS_DATA").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Value, fit and command of each answer.
fn answers(args: &[&str]) -> Vec<(Rational, String, String)> {
    let (status, out, err) = run(&[&["what"], args, &["--format", "json"]].concat());
    assert_eq!(status, 0, "{err}");
    let document: Json = serde_json::from_str(&out).unwrap();
    let text = |json: &Json| json.as_str().unwrap().to_owned();
    let answers = document["answers"].as_array().unwrap().iter();
    answers
        .map(|hit| (text(&hit["exact"]).parse().unwrap(), text(&hit["fit"]), text(&hit["command"])))
        .collect()
}

/// The words of a command as a shell makes them.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words
}

#[test]
fn a_number_of_the_game_has_its_question() {
    let commands =
        |args: &[&str]| -> Vec<String> { answers(args).into_iter().map(|(_, _, command)| command).collect() };
    // 0.15 · 0.95 · 0.98, as the code of the page has it.
    let coin = "trueodds query isaac/room-clear-award 'P(award = coin)'".to_owned();
    assert!(commands(&["13.97%", "isaac"]).contains(&coin));
    assert_eq!(answers(&["13.97%", "isaac"])[0].0, Rational::new(2793, 20_000));
    let first = "trueodds explain isaac/room-clear-award 'P(award = coin)'".to_owned();
    assert!(commands(&["15%", "isaac/room-clear-award"]).contains(&first));
    // The page has it with two keys.
    let keys = commands(&["27/125", "isaac/special-rooms"]);
    assert!(keys.iter().any(|command| command.contains("--set keys=2")), "{keys:?}");
    let rule = "trueodds show isaac/special-rooms".to_owned();
    assert!(commands(&["1 in 7", "isaac/special-rooms"]).contains(&rule));
    // At the cap 43 of a hundred cards are rare: 3 and 40 for the offset.
    let capped = commands(&["43%", "sts/card-roll"]);
    assert!(capped.iter().any(|command| command.ends_with("--state offset=-40")), "{capped:?}");
    // What is given goes into every question.
    let given =
        commands(&["13.3%", "isaac/room-clear-award", "--with", "lucky_foot", "--rules", "repentance"]);
    assert!(given.iter().all(|command| command.contains("--set lucky_foot=true")), "{given:?}");
}

#[test]
fn the_commands_give_what_is_said_beside_them() {
    let mut asked = 0;
    for (value, name) in [("13.97%", "isaac"), ("27/125", "sts"), ("8", "isaac/room-count")] {
        for (exact, fit, command) in answers(&[value, name]) {
            let words = words(&command);
            if words[1] != "query" {
                continue;
            }
            let args: Vec<&str> = words[1..].iter().map(String::as_str).collect();
            let (status, out, err) = run(&[&args[..], &["--format", "json"]].concat());
            assert_eq!(status, 0, "{command}: {err}");
            assert!(out.contains(&format!("\"{exact}\"")), "{fit} {command}: {exact} is not in {out}");
            asked += 1;
        }
    }
    assert!(asked >= 5, "{asked}");
}

#[test]
fn where_nothing_gives_the_number_the_nearest_are_told() {
    let (status, out, _) = run(&["what", "13.98%", "isaac/room-clear-award"]);
    assert_eq!(status, 0);
    assert!(out.starts_with("No question asked gives 13.98%. The nearest:\n"), "{out}");
    assert!(out.contains("2793/20000 (~13.97%)"), "{out}");
}

#[test]
fn what_cannot_be_looked_up_is_said() {
    let refused = |args: &[&str], said: &str| {
        let (status, out, err) = run(&[&["what"], args].concat());
        assert_eq!((status, out.as_str()), (2, ""));
        assert!(err.contains(said), "{err}");
    };
    refused(&["abc"], "`abc` is no figure");
    refused(&["5-6"], "`5-6` is no number");
    refused(&["99999", "sts"], "gives 99999 or a number within a tenth");
    refused(&["5%", "isac"], "no game `isac`");
    refused(&["5%", "isaac/room-clear-award", "--set", "lukc=1"], "lukc");
    refused(&["5%", "isaac/room-clear-award", "--rules", "repentence"], "repentence");
}
