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

/// Questions about counts: their laws have rows only where all digits are proven.
const COUNTS: &[&[&str]] = &[
    &[STREAK, "count", "hit", "--over", "9", "--with", "lucky"],
    &[STREAK, "count", "worth - 2", "--over", "7", "--set", "size=large"],
    &[STREAK, "count", "hit", "--over", "0"],
    &[FORK, "count", "turned", "--over", "5"],
    &[ROLL, "count", "rarity = rare", "--over", "150"],
];

#[test]
fn counts_hold_the_exact_law_and_what_they_do_not_list() {
    for question in COUNTS {
        for digits in [3, 12, 50] {
            let place = question.join(" ");
            let found = json(&[question, &["--decimals", &digits.to_string()][..]].concat());
            let exact = json(question);
            for key in ["mean", "variance"] {
                let exact = fraction(exact[key].as_str().unwrap());
                let end = |end: &str| read(found[key][end].as_str().unwrap());
                assert!(end("low") <= exact && exact <= end("high"), "{place}: {key} {}", found[key]);
            }
            // Of two that are as probable nobody says which.
            for key in ["median", "mode"] {
                assert!(found[key].is_null() || found[key] == exact[key], "{place}: {key} {}", found[key]);
            }
            let rows = found["rows"].as_array().unwrap();
            assert!(!rows.is_empty(), "{place}");
            let count = |row: &Json| row["outcome"]["count"].as_str().unwrap().parse::<i64>().unwrap();
            let (first, last) = (count(&rows[0]), count(&rows[rows.len() - 1]));
            let (mut fewer, mut more) = (fraction("0"), fraction("0"));
            for row in exact["rows"].as_array().unwrap() {
                let mass = row["probability"].as_str().unwrap();
                match count(row) {
                    count if count < first => fewer += fraction(mass),
                    count if count > last => more += fraction(mass),
                    _ => {
                        let own = rows.iter().find(|own| own["outcome"] == row["outcome"]);
                        let own = own.unwrap_or_else(|| panic!("{place} has no {row}"));
                        let end = |end: &str| read(own[end].as_str().unwrap());
                        assert!(
                            end("low") <= fraction(mass) && fraction(mass) <= end("high"),
                            "{place}: {own}"
                        );
                        let decimal = own["decimal"].as_str().map(read);
                        let rounded = correctly_rounded(&fraction(mass), digits);
                        assert!(decimal.is_none_or(|decimal| decimal == rounded), "{place}: {own}");
                    }
                }
            }
            for (key, mass) in [("fewer", fewer), ("more", more)] {
                if found[key].is_null() {
                    assert_eq!(mass, fraction("0"), "{place}: {key}");
                } else {
                    let end = |end: &str| read(found[key][end].as_str().unwrap());
                    assert!(end("low") <= mass && mass <= end("high"), "{place}: {key} {}", found[key]);
                }
            }
        }
    }
    for seen in ["0", "9", "30"] {
        let question = [ROLL, "percentile", "rarity = rare", "--over", "150", "--seen", seen];
        let found = json(&[&question[..], &["--decimals", "9"]].concat());
        assert_eq!(walk(&found, &json(&question), 9, seen), 6);
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
        &[ROLL, "count", "rarity = rare", "--over", "12"],
        &[ROLL, "percentile", "rarity = rare", "--over", "40", "--seen", "0"],
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
fn a_wait_in_a_chain_of_many_ways_has_chances_although_it_has_no_mean() {
    let dense = "tests/data/example/dense.odds";
    let question = [dense, "hit", "hit", "--over", "0", "--not-yet", "300", "--decimals", "12"];
    let found = json(&question);
    let limited = json(&[&question[..], &["--limit", "states=1600"]].concat());
    assert_eq!(found["mean"]["decimal"], "50.0000000000");
    assert!(limited["mean"].is_null() && limited["variance"].is_null(), "{limited}");
    let exact = num_traits::pow(fraction("49/50"), 300);
    for found in [&found, &limited] {
        let decimal = found["not_yet"][0]["decimal"].as_str().unwrap();
        assert_eq!(read(decimal), correctly_rounded(&exact, 12));
        assert_eq!(found["median"], "35");
    }
    let text = answer(&[&question[..], &["--limit", "states=1600"]].concat());
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("? is not decided") && !text.contains("Ever "), "{text}");
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
    refuses(&[STREAK, "count", "hit", "--path", "large*2", "--decimals", "5"], &["over N uses"]);
    refuses(&[ROLL, "states", "--decimals", "5"], &["`--decimals` goes with `after`"]);
    refuses(&[FORK, "stationary", "--decimals", "5"], &["closed classes"]);
    refuses(&[STREAK, "hit", "streak = 3 and streak = 2", "--decimals", "5"], &["never happens"]);
    // A hundred digits.
    let text = answer(&[ROLL, "hit", "rarity = rare", "--over", "0", "--decimals", "100", "--width", "200"]);
    assert!(text.contains("Every digit is proven, to 100 significant digits."), "{text}");
}
