//! The members of a family beside each other, and tables given something: numbers against an enumeration written
//! apart, the grid in every format.

#[path = "../oracle/rooms.rs"]
#[allow(unreachable_pub, missing_docs, dead_code, reason = "an oracle is a module of its tests")]
#[allow(clippy::collapsible_if, reason = "it follows the printed code line by line")]
mod oracle;

use std::collections::BTreeMap;
use std::path::Path;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use oracle::{Floor, Outcome, Reading};

use crate::unknown::{game, json, out, refused};

const ROOMS: [(&str, &str); 17] = [
    ("boss", "Boss Room"),
    ("second_boss", "second Boss Room"),
    ("super_secret", "Super Secret Room"),
    ("second_super_secret", "second Super Secret Room"),
    ("shop", "Shop"),
    ("treasure", "Treasure Room"),
    ("second_treasure", "second Treasure Room"),
    ("dice_or_sacrifice", "Dice or Sacrifice Room"),
    ("library", "Library"),
    ("curse", "Curse Room"),
    ("second_curse", "second Curse Room"),
    ("miniboss", "Miniboss Room"),
    ("challenge", "Challenge Room"),
    ("vault_or_arcade", "Vault or Arcade"),
    ("planetarium", "Planetarium"),
    ("bedroom", "Bedroom"),
    ("grave", "Grave Room"),
];

/// A room and where it is, with the chance.
type Chances = BTreeMap<(String, String), BigRational>;

fn number(text: &str) -> BigRational {
    text.parse().unwrap()
}

/// The cells of a grid in Markdown: row, column, fraction. What is left out is certain.
fn cells(grid: &str) -> Chances {
    let line = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut rows = grid.lines().filter(|line| line.starts_with('|'));
    let header = line(rows.next().unwrap());
    let mut found = Chances::new();
    for row in rows.skip(1).map(line) {
        let filled = header.iter().zip(&row).skip(1).filter(|(_, cell)| !cell.is_empty());
        found.extend(filled.map(|(column, cell)| ((row[0].clone(), column.clone()), number(cell))));
    }
    let left_out = grid.lines().find_map(|line| line.strip_prefix("Always None: "));
    let names = left_out.into_iter().flat_map(|names| names.trim_end_matches('.').split(", "));
    found.extend(names.map(|name| ((name.to_owned(), "None".to_owned()), BigRational::one())));
    found
}

/// The same from the joint law of the enumeration, given an event.
fn expected(reading: &Reading, floor: &Floor, given: &dyn Fn(&Outcome) -> bool) -> Chances {
    let ways: Vec<(Outcome, BigRational)> =
        oracle::special_rooms(reading, floor).into_iter().filter(|(outcome, _)| given(outcome)).collect();
    let total: BigRational = ways.iter().map(|(_, mass)| mass.clone()).sum();
    assert!(!total.is_zero(), "{floor:?}");
    let mut chances = Chances::new();
    for (outcome, mass) in &ways {
        for (room, label) in ROOMS {
            let rank = &outcome[format!("{room}_rank").as_str()];
            let rank = if rank == "0" { "None" } else { rank };
            *chances.entry((label.to_owned(), rank.to_owned())).or_default() += mass / &total;
        }
    }
    chances
}

fn outside() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What is given, and the same as asked of the enumeration.
type Event = (&'static str, fn(&Outcome) -> bool);

#[test]
fn the_cells_of_the_placement_grid_are_the_marginals_of_the_enumeration() {
    let events: [Event; 4] = [
        ("true", |_| true),
        ("curse_rank > 4", |outcome| outcome["curse_rank"].parse::<i64>().unwrap() > 4),
        ("library or bedroom != none", |outcome| {
            outcome["library"] == "true" || outcome["bedroom"] != "none"
        }),
        ("curse = 0 and dead_ends_left > 0", |outcome| {
            outcome["curse"] == "0" && outcome["dead_ends_left"] != "0"
        }),
    ];
    let floors = [
        Floor { dead_ends: 6, ..Floor::default() },
        Floor { dead_ends: 9, stage: 4, keys: 2, coins: 5, touched_book: true, ..Floor::default() },
        Floor { dead_ends: 7, stage: 3, hearts: 1, visited_devil_room: true, ..Floor::default() },
    ];
    let mut compared = 0;
    for rules in ["repentance-plus", "rebirth", "wiki-older", "pseudo-code"] {
        for floor in &floors {
            let Floor { dead_ends, stage, hearts, keys, coins, .. } = floor;
            let settings = [
                format!("dead_ends={dead_ends}"),
                format!("stage={stage}"),
                format!("hearts={hearts}"),
                format!("keys={keys}"),
                format!("coins={coins}"),
                format!("touched_book={}", floor.touched_book),
                format!("visited_devil_room={}", floor.visited_devil_room),
            ];
            for (text, holds) in events {
                let mut args = vec!["table", "isaac/special-rooms", "--outcome", "rank", "--marginals"];
                args.extend(["--show", "fraction", "-f", "markdown", "--rules", rules, "--given", text]);
                args.extend(settings.iter().flat_map(|setting| ["--set", setting.as_str()]));
                let found = cells(&out(outside(), &args));
                assert_eq!(found, expected(&Reading::of(rules), floor, &holds), "{rules} {floor:?} {text}");
                compared += found.len();
            }
        }
    }
    assert!(compared > 1_000, "only {compared} cells were compared");
}

#[test]
fn a_table_given_something_is_the_joint_law_conditioned() {
    let args = ["table", "isaac/special-rooms", "--set", "dead_ends=6", "--given", "curse_rank = 5"];
    let joint = json(outside(), &[&args[..], &["--outcome", "curse_rank,miniboss,library"]].concat());
    assert_eq!(joint["given"], "curse_rank = 5");
    let mut law: BTreeMap<(String, String, String), BigRational> = BTreeMap::new();
    let floor = Floor { dead_ends: 6, ..Floor::default() };
    let ways = oracle::special_rooms(&Reading::of("repentance-plus"), &floor);
    let known: BigRational =
        ways.iter().filter(|(outcome, _)| outcome["curse_rank"] == "5").map(|(_, mass)| mass.clone()).sum();
    for (outcome, mass) in ways.iter().filter(|(outcome, _)| outcome["curse_rank"] == "5") {
        let key = ["curse_rank", "miniboss", "library"].map(|field| outcome[field].clone());
        *law.entry(key.into()).or_default() += mass / &known;
    }
    let rows = joint["tables"][0]["rows"].as_array().unwrap();
    let text = |row: &serde_json::Value, field: &str| row["outcome"][field].as_str().unwrap().to_owned();
    let found = rows.iter().map(|row| {
        let key = ["curse_rank", "miniboss", "library"].map(|field| text(row, field));
        (key.into(), number(row["probability"].as_str().unwrap()))
    });
    assert_eq!(found.collect::<BTreeMap<_, _>>(), law);
    // The same number as a query gives, accumulated.
    let at_least =
        json(outside(), &[&args[..], &["--outcome", "dead_ends_left", "--cumulative", "at-least"]].concat());
    for row in at_least["tables"][0]["rows"].as_array().unwrap() {
        let left = row["outcome"]["dead_ends_left"].as_str().unwrap();
        let question = format!("P(dead_ends_left >= {left} | curse_rank = 5)");
        let answer = json(outside(), &["query", "isaac/special-rooms", "--set", "dead_ends=6", &question]);
        assert_eq!(answer["answers"][0]["value"], row["probability"], "{question}");
    }
}

fn ask<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["table", "isaac/special-rooms", "--outcome", "curse,library"], more].concat()
}

#[test]
fn what_cannot_be_given_is_said_and_has_no_column() {
    let swept = ask(&["--marginals", "--sweep", "dead_ends=4..6", "--given", "curse_rank = 5"]);
    let table = out(outside(), &swept);
    assert!(table.contains("; given curse_rank = 5)"), "{table}");
    assert!(table.contains("\u{2013} not at Dead ends 4: what is given cannot happen."), "{table}");
    let data = json(outside(), &swept);
    let empty = |own: &&serde_json::Value| own["rows"].as_array().unwrap().is_empty();
    let gaps: Vec<_> = data["tables"].as_array().unwrap().iter().filter(empty).collect();
    assert_eq!(gaps.len(), 1);
    assert_eq!(gaps[0]["no_answer"], "what is given cannot happen");
    let never = refused(outside(), &ask(&["--sweep", "dead_ends=2..4", "--given", "curse_rank = 5"]));
    assert!(never.contains("error[impossible-evidence]: what is given has probability 0 here"), "{never}");
    for (wrong, said) in [
        ("curse_ran = 5", "did you mean `curse_rank`?"),
        ("curse_rank", "what is known is a flag, this is a whole number"),
        ("chance(1/2)", "a query draws nothing"),
        ("", "expected"),
    ] {
        let problem = refused(outside(), &ask(&["--given", wrong]));
        assert!(problem.contains(said), "{wrong}: {problem}");
    }
    // What is said of inputs only may be given too, as in a query.
    assert!(out(outside(), &ask(&["--given", "stage = 1"])).contains("given stage = 1"));
    let drawn = out(outside(), &["plot", "isaac/room-clear-award", "--given", "count > 0"]);
    assert!(drawn.starts_with("Room clear award (Repentance+; given count > 0)\n"), "{drawn}");
    assert!(!drawn.contains("Nothing"), "{drawn}");
}

const BAG: &str = "\
mechanic g/bag \"Bag\" from \"a test\"
enumeration color { red \"Red\" {{c|Red}}, dark \"Dark | blue\", grey \"Grey\" }
enumeration size { small \"Small\", large \"Large\" }
input balls: integer 0..3 = 2 \"Balls\"
rule weight: integer unknown \"no page says it\"
outcome {color}_place by color: integer 0..2 or more { 0 \"Nowhere\" } = 0 \"Place of {color}\"
outcome {color}_{size}_fits by color, size: flag = false \"{size} {color} fits\"
outcome {color}_kind by color: { plain \"Plain\", shiny \"Shiny\" } = plain \"Kind of {color}\"
outcome {color}_rolled by color: integer 0.. = 0 \"Roll of {color}\"
outcome {color}_{size}_sum by color, size: integer 0.. = 0 \"Sum of {color}, {size}\"
place of red = if balls > 0 { 1 + random(3) } else { 0 }
place of dark = if balls > 1 { random(2) } else { 0 }
fits of red, small = chance(1/3)
fits of dark, large = chance(1/4)
kind of dark = if chance(1/8) { shiny } else { plain }
rolled of red = random(weight)
rolled of dark = random(2)
sum of red, small = random(2)
sum of red, large = random(3)
";

#[test]
fn a_grid_in_every_format() {
    let folder = game("grid-formats", &[("bag.odds", BAG), ("wiki.toml", "")]);
    let mut shown = String::new();
    for format in ["terminal", "wikitext", "markdown", "html", "latex", "csv", "json", "lua"] {
        let args = ["table", "bag.odds", "--outcome", "place", "--marginals", "-f", format];
        shown.push_str(&format!("--- {format}\n{}", out(&folder, &args)));
    }
    for format in ["terminal", "wikitext", "markdown", "html", "latex"] {
        let args = ["table", "bag.odds", "--outcome", "sum", "--marginals", "--transpose", "-f", format];
        shown.push_str(&format!("--- two indices turned, {format}\n{}", out(&folder, &args)));
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn grids_of_every_kind() {
    let folder = game("grid-kinds", &[("bag.odds", BAG)]);
    let mut shown = String::new();
    for args in [
        "--outcome place --marginals --sweep balls=0..2",
        "--outcome place --marginals --given red_place=1",
        "--outcome place --marginals --sweep balls=0..2 --given dark_place=1",
        "--outcome place --marginals --set balls=0",
        "--outcome place.grey --marginals",
        "--outcome fits --marginals",
        "--outcome fits --marginals --sweep balls=0..1 --transpose",
        "--outcome kind --marginals",
        "--outcome rolled --marginals",
        "--outcome red_rolled --marginals --rule weight=3 --transpose --caption Red",
        "--outcome sum --marginals --show fraction",
        "--outcome red_place,dark_kind --marginals",
        "--outcome red_place,dark_kind --marginals --transpose",
    ] {
        let args: Vec<&str> = ["table", "bag.odds"].into_iter().chain(args.split(' ')).collect();
        shown.push_str(&format!("$ {}\n{}\n", args[2..].join(" "), out(&folder, &args)));
    }
    insta::assert_snapshot!(shown);
    let data = json(&folder, &["table", "bag.odds", "--outcome", "place", "--marginals"]);
    assert_eq!(data["marginals"], true);
    assert_eq!(data["tables"][0]["rows"][0]["outcome"]["red_place"], "1");
}

#[test]
fn a_grid_of_many_dead_ends_has_a_place_for_each_room() {
    let args = ["table", "isaac/special-rooms", "--outcome", "rank", "--marginals", "--set", "dead_ends=99"];
    let grid = out(outside(), &args);
    assert!(grid.lines().all(|line| line.chars().count() <= 80), "{grid}");
    let whole = out(outside(), &[&args[..], &["--show", "fraction", "-f", "markdown"]].concat());
    let mut rows: BTreeMap<String, BigRational> = BTreeMap::new();
    for ((room, _), mass) in cells(&whole) {
        *rows.entry(room).or_default() += mass;
    }
    assert_eq!(rows.len(), ROOMS.len());
    assert!(rows.values().all(|total| *total == BigRational::from(BigInt::one())), "{rows:?}");
}
