//! `chain … --decimals`: every number holds the exact answer to the same question.

use num_rational::BigRational;
use serde_json::Value as Json;
use trueodds::exact::Rational;

use super::command::{FORK, ROLL, STREAK, answer, json, refuses};
use super::rounded::{correctly_rounded, read};

fn fraction(text: &str) -> BigRational {
    text.parse::<Rational>().unwrap().to_big()
}

/// Holds a number in decimals to the exact one.
fn compare(found: &Json, exact: &str, digits: usize, place: &str) {
    let text = |key: &str| found[key].as_str().unwrap_or_else(|| panic!("{place} has no `{key}`: {found}"));
    let exact = fraction(exact);
    assert!(
        read(text("low")) <= exact && exact <= read(text("high")),
        "{place}: {exact} is not within {found}"
    );
    assert_eq!(read(text("decimal")), correctly_rounded(&exact, digits), "{place}: {exact} and {found}");
}

/// Walks both documents side by side; how many numbers were compared.
fn walk(found: &Json, exact: &Json, digits: usize, place: &str) -> usize {
    match (found, exact) {
        (Json::Object(_), Json::String(exact)) => {
            compare(found, exact, digits, place);
            1
        }
        (Json::Object(all), Json::Object(exacts)) => {
            let mut compared = 0;
            if let Some(probability) = exacts.get("probability") {
                compare(found, probability.as_str().unwrap(), digits, place);
                compared += 1;
            }
            let added = ["low", "high", "decimal", "decimals"];
            for (key, value) in all.iter().filter(|(key, _)| !added.contains(&key.as_str())) {
                let exact = exacts.get(key).unwrap_or_else(|| panic!("{place} has `{key}` in decimals only"));
                compared += walk(value, exact, digits, &format!("{place}.{key}"));
            }
            compared
        }
        (Json::Array(all), Json::Array(exacts)) => {
            assert_eq!(all.len(), exacts.len(), "{place}");
            let pairs = (0..).zip(all.iter().zip(exacts));
            pairs.map(|(at, (own, exact))| walk(own, exact, digits, &format!("{place}[{at}]"))).sum()
        }
        _ => {
            assert_eq!(found, exact, "{place}");
            0
        }
    }
}

/// Every question that is answered in decimals.
const QUESTIONS: &[&[&str]] = &[
    &[STREAK, "after", "0"],
    &[STREAK, "after", "3", "--state", "streak=2", "--with", "lucky"],
    &[STREAK, "stationary", "streak >= 2", "worth", "--with", "lucky"],
    &[FORK, "stationary", "--state", "place=left"],
    &[FORK, "after", "5"],
    &[STREAK, "hit", "streak = 3", "--over", "5", "--not-yet", "4,10,0,10", "--quantile", "0.9,1"],
    &[STREAK, "hit", "streak = 3", "--with", "lucky", "--quantile", "3/4,0.99"],
    &[FORK, "hit", "turned", "--over", "3", "--not-yet", "2", "--quantile", "0.2"],
    &[ROLL, "after", "30"],
    &[ROLL, "stationary", "offset < -10"],
    &[ROLL, "hit", "rarity = rare", "--not-yet", "40,60"],
    &[ROLL, "hit", "rarity = rare", "--over", "50", "--rules", "document-code"],
];

#[test]
fn every_number_holds_the_exact_answer_to_the_same_question() {
    for question in QUESTIONS {
        for digits in [1, 12, 30, 70] {
            // One digit of one half of one half is a tie, or may be.
            if digits == 1 && question[0] != ROLL {
                continue;
            }
            let typed = digits.to_string();
            let found = json(&[question, &["--decimals", &typed][..]].concat());
            assert_eq!(found["decimals"], digits);
            let compared = walk(&found, &json(question), digits, &question.join(" "));
            assert!(compared > 0, "{question:?}");
        }
    }
}

#[test]
fn decimals_in_every_format() {
    let questions = [
        &[STREAK, "after", "3", "--with", "lucky"][..],
        &[FORK, "stationary", "--state", "place=left"],
        &[ROLL, "hit", "rarity = rare", "--over", "4", "--not-yet", "40,1000"],
        &[ROLL, "stationary", "--show", "one-in", "--rules", "document-code"],
        &[FORK, "hit", "turned", "--over", "3", "--not-yet", "2"],
    ];
    for format in ["terminal", "wikitext", "markdown", "csv", "json", "html", "latex", "lua"] {
        let mut page = String::new();
        for question in questions {
            let text =
                answer(&[question, &["--decimals", "12", "--format", format, "--width", "80"]].concat());
            page.push_str(&format!("==== {}\n{text}\n", question[1..].join(" ")));
        }
        insta::assert_snapshot!(format!("decimals-{format}"), page);
    }
}

#[test]
fn what_goes_with_decimals_and_what_does_not() {
    let decimals = |digits: &'static str, more: &[&'static str]| {
        [&[ROLL, "hit", "rarity = rare", "--decimals", digits], more].concat()
    };
    refuses(&decimals("0", &[]), &["a number of significant digits from 1 to 100 is expected"]);
    refuses(&decimals("100000", &[]), &["from 1 to 100"]);
    refuses(&decimals("many", &[]), &["from 1 to 100"]);
    refuses(&decimals("5", &["--show", "both"]), &["`--decimals` has no fractions"]);
    refuses(&decimals("5", &["--digits", "3"]), &["leave out `--digits`"]);
    refuses(&[ROLL, "states", "--decimals", "5"], &["`--decimals` goes with `after`"]);
    refuses(&[FORK, "stationary", "--decimals", "5"], &["closed classes"]);
    refuses(&[STREAK, "hit", "streak = 3 and streak = 2", "--decimals", "5"], &["never happens"]);
    // A hundred digits.
    let text = answer(&[ROLL, "hit", "rarity = rare", "--over", "0", "--decimals", "100", "--width", "200"]);
    assert!(text.contains("Every digit is proven, to 100 significant digits."), "{text}");
}
