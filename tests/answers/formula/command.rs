//! The commands formula and solve: formats, statuses, refusals.

use std::process::{Command, Output};

const AWARDS: &str = "isaac/room-clear-award";

fn trueodds(args: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    command.args(args).env_remove("TRUEODDS_DATA").output().unwrap()
}

fn out(args: &[&str]) -> String {
    let output = trueodds(args);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn refuses(args: &[&str], said: &[&str]) {
    let output = trueodds(args);
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{args:?}");
    for text in said {
        assert!(error.contains(text), "{args:?} does not say {text:?}:\n{error}");
    }
}

#[test]
fn a_formula_in_every_format() {
    for format in ["terminal", "wikitext", "markdown", "csv", "json", "html", "latex", "lua"] {
        let args = ["formula", AWARDS, "P(award = chest)", "--in", "luck", "--format", format];
        insta::assert_snapshot!(format!("formula-{format}"), out(&args));
    }
}

#[test]
fn solutions_in_some_formats() {
    let comparisons =
        ["P(award = chest) > P(award = coin)", "P(award = chest) > 9/10", "P(award = sack) = 1/5"];
    for format in ["terminal", "json", "csv"] {
        let mut args = vec!["solve", AWARDS];
        args.extend(comparisons);
        args.extend(["--in", "luck", "--format", format]);
        insta::assert_snapshot!(format!("solve-{format}"), out(&args));
    }
}

#[test]
fn an_end_that_is_not_rational_is_a_root_of_an_equation() {
    // Dice with keys is p + (1 - p)/5; its square is 1/2 where 4p + 1 is 5/√2.
    let args = [
        "solve",
        "isaac/special-rooms",
        "P(dice_or_sacrifice = dice | dice_or_sacrifice != none) * P(dice_or_sacrifice = dice | dice_or_sacrifice != none) >= 1/2",
        "--in",
        "dice",
        "--set",
        "keys=2",
        "--digits",
        "12",
    ];
    let text = out(&args);
    // (5/√2 - 1)/4
    assert!(text.contains("~0.633883476483"), "{text}");
    assert!(text.contains("is a root of"), "{text}");
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let luck = |query: &'static str| vec!["formula", AWARDS, query, "--in", "luck"];
    refuses(&["formula", AWARDS, "--in", "lukc"], &["did you mean `luck`?"]);
    refuses(&["formula", AWARDS, "--in", "contracts"], &["whole number", "table --sweep contracts="]);
    refuses(&["formula", AWARDS, "--in", "lucky_foot"], &["is no number"]);
    refuses(&["formula", AWARDS, "--in", "luck", "--set", "luck=3"], &["leave out one of the two"]);
    refuses(&["formula", AWARDS, "--in", "luck", "--rules", "all"], &["one rule set"]);
    refuses(&["formula", AWARDS, "--in", "luck", "--range", "3"], &["--range 3", "0..10"]);
    refuses(&["formula", AWARDS, "--in", "luck", "--range", "3..2"], &["is empty"]);
    refuses(&["formula", AWARDS, "--in", "luck", "--outcome", "awrd"], &["did you mean `award`?"]);
    refuses(&luck("mode(award)"), &["only P, E and Var"]);
    refuses(&luck("P(award = chset)"), &["did you mean `chest`?"]);
    refuses(&["solve", AWARDS, "P(award = chest)", "--in", "luck"], &["compares nothing"]);
    refuses(&["solve", AWARDS, "1 < P(award = chest) < 2", "--in", "luck"], &["compares twice"]);
    refuses(&["solve", AWARDS, "--in", "luck"], &["a question in quotes"]);
}

#[test]
fn a_range_is_looked_at_only() {
    let text =
        out(&["formula", AWARDS, "P(award = chest)", "--in", "luck", "--range", "1..2", "--format", "csv"]);
    assert_eq!(text.lines().nth(1), Some("P(award = chest),1,2,true,true,931*(luck+1)/20000"), "{text}");
}

#[test]
fn a_closed_form_is_drawn_with_its_ends_marked_and_its_jumps_whole() {
    let items = "lucky_foot,lucky_toe";
    let args = [
        "plot", AWARDS, "P(award = nothing)", "--in", "luck", "--with", items, "--range", "-2..11", "-f",
        "json",
    ];
    let document = crate::support::contract::read(&out(&args));
    let marks: Vec<&str> =
        document["marks"].as_array().unwrap().iter().map(|mark| mark["at"].as_str().unwrap()).collect();
    assert_eq!(marks, ["0", "51/49", "10"]);
    let points = document["series"][0]["points"].as_array().unwrap();
    let at = |wanted: &str| {
        let point = points.iter().find(|point| point["at"] == wanted).unwrap();
        point["value"].as_str().unwrap().to_owned()
    };
    // Nothing comes 1 in 27 up to luck 0, and 289 in 48020 from luck 10 on.
    assert_eq!((at("0"), at("-2"), at("11")), ("1/27".to_owned(), "1/27".to_owned(), "289/48020".to_owned()));
    refuses(&["plot", AWARDS, "--in", "battery"], &["runs along an input"]);
    refuses(&["plot", AWARDS, "--in", "luck", "--sweep", "luck=0..1"], &["cannot be used with"]);
}
