//! Cases and what runs, crossed: every cell against a closed form, the heads of tables as grids, and what is refused.

use std::collections::BTreeMap;
use std::path::PathBuf;

use num_bigint::BigInt;
use num_rational::BigRational;

use crate::support::contract;
use crate::unknown::{game, json, out, refused};

/// A chest has (1 + luck + 3 foot + 5 toe) / 20 of all, a key twice `keys` of a hundred.
const COINS: &str = "\
mechanic g/coins \"Coins\" from \"a test\"
editions old, middle, new

input luck: integer 0..9 = 0 \"Luck\"
input keys: integer 0..5 = 1 \"Held keys\"
input foot: flag \"Rabbit Foot\"
input toe: flag since middle \"Cat's Toe\"
input mode: { easy \"Easy\", very_hard \"Very hard\" } \"Mode\"
rule fewer: integer = 0
outcome find: { none \"Nothing\", chest \"Chest\" {{p|Chest}}, key \"Key\" }
outcome two: flag \"Two\"
let feet = (if foot { 3 } else { 0 }) + (if toe { 5 } else { 0 })
find = one of {
    (1 + luck + feet - fewer) / 20 => chest,
    keys / 50 => key,
    else => none,
}
two = mode == very_hard and chance(1/2)
";

const WIKI: &str = "\
[dialect.wikigg]
templates = [\"p\", \"dlc\"]
[dialect.wikigg.editions]
template = \"dlc\"
[dialect.wikigg.editions.codes]
\"both\" = 3
\"later\" = 6
";

fn set(title: &str, rest: &str) -> String {
    format!("title = \"{title}\"\nkind = \"edition\"\nedition = \"{}\"\n{rest}", title.to_lowercase())
}

/// Old and middle agree where there is no toe.
fn coins(name: &str) -> PathBuf {
    let fewer = |count| format!("[mechanic.coins.rules]\nfewer = {{ value = {count}, from = \"a page\" }}\n");
    let files = [
        ("coins.odds", COINS),
        ("wiki.toml", WIKI),
        ("rulesets/old.toml", &set("Old", &fewer(0))),
        ("rulesets/middle.toml", &set("Middle", &fewer(0))),
        ("rulesets/new.toml", &set("New", &format!("default = true\n{}", fewer(1)))),
    ];
    game(&format!("axes-{name}"), &files)
}

fn number(text: &str) -> BigRational {
    text.parse().unwrap()
}

/// The chance of a chest in the newest edition, by the closed form.
fn chest(luck: i64, feet: i64) -> BigRational {
    BigRational::new(BigInt::from(luck + feet), BigInt::from(20))
}

const CASES: [(&str, &str, i64); 4] = [
    ("Nothing", "Nothing", 0),
    ("Foot", "Foot: foot", 3),
    ("Toe", "Toe: Cat's Toe", 5),
    ("Both", "Both: rabbit foot, toe=true, very_hard", 8),
];

fn with_cases<'a>(args: &[&'a str]) -> Vec<&'a str> {
    args.iter().copied().chain(CASES.iter().flat_map(|(_, case, _)| ["--case", case])).collect()
}

/// The records of a CSV by their column names.
fn records(csv: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let record = |record: csv::StringRecord| {
        header.iter().cloned().zip(record.iter().map(str::to_owned)).collect::<BTreeMap<_, _>>()
    };
    reader.records().map(|own| record(own.unwrap())).collect()
}

fn feet(case: &str) -> i64 {
    CASES.iter().find(|(name, ..)| *name == case).unwrap().2
}

#[test]
fn every_cell_is_the_closed_form_in_table_query_and_plot() {
    let folder = coins("cells");
    let commands: [(&[&str], &str); 4] = [
        (&["table", "coins.odds", "--outcome", "find=Chest"], "probability"),
        (&["table", "coins.odds", "--outcome", "find=chest", "--marginals"], "probability"),
        (&["query", "coins.odds", "P(find = chest)"], "value"),
        (&["plot", "coins.odds", "--outcome", "find=chest"], "value"),
    ];
    for (command, value) in commands {
        let args = with_cases(&[command, &["--sweep", "luck=1..3"]].concat());
        let all = records(&out(&folder, &[&args[..], &["-f", "csv"]].concat()));
        assert_eq!(all.len(), 12, "{args:?}");
        for record in &all {
            let expected = chest(record["luck"].parse().unwrap(), feet(&record["case"]));
            assert_eq!(number(&record[value]), expected, "{args:?} {record:?}");
        }
        assert_eq!(all[0]["rules"], "new");
        let data = json(&folder, &args).to_string();
        assert_eq!(
            data.matches("\"case\":\"Both\"").count(),
            if command[0] == "plot" { 1 } else { 3 },
            "{data}"
        );
    }
}

#[test]
fn two_sweeps_and_cases_are_the_same_as_each_alone() {
    let folder = coins("alone");
    let base = ["table", "coins.odds", "-f", "csv"];
    let crossed = [&base[..], &["--sweep", "luck=1,3", "--sweep", "keys=1..2"]].concat();
    let all = records(&out(&folder, &with_cases(&crossed)));
    let mut compared = 0;
    for (luck, keys) in [("1", "1"), ("1", "2"), ("3", "1"), ("3", "2")] {
        for (name, case, _) in CASES {
            let given: Vec<String> = case.split_once(": ").map_or_else(Vec::new, |(_, given)| {
                let values = given.split(", ").map(|own| match own {
                    "very_hard" => "mode=Very Hard".to_owned(),
                    own if own.contains('=') => own.to_owned(),
                    own => format!("{own}=true"),
                });
                values.collect()
            });
            let numbers = [format!("luck={luck}"), format!("keys={keys}")];
            let given = numbers.iter().chain(&given).flat_map(|own| ["--set", own.as_str()]);
            let alone = records(&out(&folder, &base.into_iter().chain(given).collect::<Vec<_>>()));
            for record in &alone {
                let same = |own: &&BTreeMap<String, String>| {
                    own["case"] == name
                        && own["luck"] == luck
                        && own["keys"] == keys
                        && own["find"] == record["find"]
                };
                let found = all.iter().find(same).unwrap();
                assert_eq!(found["probability"], record["probability"], "{found:?}");
                compared += 1;
            }
        }
    }
    assert_eq!((compared, all.len()), (48, 48));
}

/// A cell of a table in markup: its columns, rows, whether it is a head, its text.
type Marked = (usize, usize, bool, String);

fn attribute(attributes: &str, name: &str) -> usize {
    let found = attributes.split_once(&format!("{name}=\""));
    found.map_or(1, |(_, rest)| rest.split_once('"').unwrap().0.parse().unwrap())
}

/// The rows of the first table in wikitext.
fn wikitext_rows(text: &str) -> Vec<Vec<Marked>> {
    let table = text.split_once("{|").unwrap().1.split_once("\n|}").unwrap().0;
    let rows = table.split("\n|-").skip(1);
    let cell = |line: &str| {
        let is_head = line.starts_with('!');
        assert!(is_head || line.starts_with("| "), "{line}");
        let (attributes, text) = match line[1..].split_once(" | ") {
            Some((attributes, text)) => (attributes, text),
            None => ("", &line[2..]),
        };
        assert!(!is_head || attributes.contains("scope="), "{line}");
        (attribute(attributes, "colspan"), attribute(attributes, "rowspan"), is_head, text.to_owned())
    };
    rows.map(|row| row.lines().skip(1).map(cell).collect()).collect()
}

/// The rows of the first table in HTML.
fn html_rows(text: &str) -> Vec<Vec<Marked>> {
    let table = text.split_once("</table>").unwrap().0;
    let rows = table.split("<tr").skip(1).map(|row| row.split_once("</tr>").unwrap().0);
    let cell = |line: &str| {
        let is_head = line.starts_with("<th");
        let (attributes, text) = line.split_once('>').unwrap();
        assert!(!is_head || attributes.contains("scope="), "{line}");
        let text = text.strip_suffix(if is_head { "</th>" } else { "</td>" }).unwrap();
        (attribute(attributes, "colspan"), attribute(attributes, "rowspan"), is_head, text.to_owned())
    };
    rows.map(|row| row.lines().skip(1).map(cell).collect()).collect()
}

/// Every cell where it stands, those that span several at each place; the table is a rectangle without holes.
fn expanded(rows: &[Vec<Marked>]) -> Vec<Vec<(bool, String)>> {
    let mut grid: Vec<BTreeMap<usize, (bool, String)>> = vec![BTreeMap::new(); rows.len()];
    for (row, cells) in rows.iter().enumerate() {
        let mut column = 0;
        for (columns, down, is_head, text) in cells {
            assert!(row + down <= rows.len(), "{text} leaves the table");
            while grid[row].contains_key(&column) {
                column += 1;
            }
            for below in grid.iter_mut().skip(row).take(*down) {
                for beside in column..column + columns {
                    let before = below.insert(beside, (*is_head, text.clone()));
                    assert!(before.is_none(), "two cells at {row}, {beside}");
                }
            }
            column += columns;
        }
    }
    let width = grid[0].len();
    for row in &grid {
        assert!(row.len() == width && row.keys().copied().eq(0..width), "{grid:?}");
    }
    grid.into_iter().map(|row| row.into_values().collect()).collect()
}

#[test]
fn the_heads_of_tables_are_rectangles_in_wikitext_and_html() {
    let folder = coins("heads");
    let layouts: [&[&str]; 12] = [
        &["table", "coins.odds", "--outcome", "find=chest", "--sweep", "luck=1..3"],
        &["table", "coins.odds", "--outcome", "find=chest,find=key", "--sweep", "luck=1..3"],
        &["table", "coins.odds", "--sweep", "luck=1..2", "--sweep", "keys=1..3"],
        &["table", "coins.odds", "--sweep", "luck=1..2", "--show", "percent,fraction"],
        &["table", "coins.odds", "--sweep", "luck=1..2", "--transpose"],
        &["table", "coins.odds", "--rules", "middle,new", "--sweep", "luck=1..2"],
        &["table", "coins.odds", "--outcome", "find,two", "--marginals", "--sweep", "luck=1..2"],
        &["query", "coins.odds", "P(find = chest)", "--rules", "middle,new", "--sweep", "luck=1..2"],
        &["query", "coins.odds", "P(find = chest)", "P(two)", "--sweep", "luck=1..2", "--transpose"],
        &["query", "coins.odds", "P(find = chest)", "P(two)", "--show", "percent", "--caption", "Both"],
        &["diff", "coins.odds", "--from", "middle", "--to", "new", "--sweep", "luck=1..2"],
        &["plot", "coins.odds", "--outcome", "find=chest", "--sweep", "luck=1..2"],
    ];
    for layout in layouts {
        let args = with_cases(layout);
        let wikitext = expanded(&wikitext_rows(&out(&folder, &[&args[..], &["-f", "wikitext"]].concat())));
        let html = expanded(&html_rows(&out(&folder, &[&args[..], &["-f", "html"]].concat())));
        assert_eq!(wikitext.len(), html.len(), "{args:?}");
        for (wikitext, html) in wikitext.iter().zip(&html) {
            let heads = |row: &[(bool, String)]| row.iter().map(|(is_head, _)| *is_head).collect::<Vec<_>>();
            assert_eq!(heads(wikitext), heads(html), "{args:?}");
        }
    }
}

#[test]
fn the_cells_below_a_head_are_its_own() {
    let folder = coins("below");
    let args =
        ["table", "coins.odds", "--outcome", "find=chest", "--sweep", "luck=1..3", "--show", "fraction"];
    let args = with_cases(&args);
    let text = out(&folder, &[&args[..], &["-f", "wikitext"]].concat());
    assert!(text.contains("\n|+ {{p|Chest}} chance by Luck (New)\n"), "{text}");
    let grid = expanded(&wikitext_rows(&text));
    let words = |row: usize| grid[row].iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>();
    assert_eq!(words(0), ["Luck", "{{p|Chest}}", "{{p|Chest}}", "{{p|Chest}}", "{{p|Chest}}"]);
    assert_eq!(words(1), ["Luck", "Nothing", "Foot", "Toe", "Both"]);
    for row in 2..5 {
        for (case, cell) in words(1).iter().zip(words(row)).skip(1) {
            assert_eq!(number(cell), chest(words(row)[0].parse().unwrap(), feet(case)));
        }
    }
    assert_eq!(grid.len(), 5);
}

#[test]
fn waiting_times_stand_beside_each_other() {
    let folder = coins("chain");
    let args = ["chain", "coins.odds", "hit", "find = chest", "--over", "2", "--sweep", "luck=1..2"];
    let args = with_cases(&args);
    let data = json(&folder, &args);
    let answers = data["answers"].as_array().unwrap();
    assert_eq!(answers.len(), 8);
    for answer in answers {
        contract::assert_fits(answer);
        let luck = answer["inputs"]["luck"].as_str().unwrap().parse().unwrap();
        let chest = chest(luck, feet(answer["case"].as_str().unwrap()));
        assert_eq!(number(answer["mean"].as_str().unwrap()), chest.recip());
        assert_eq!(number(answer["rows"][0]["probability"].as_str().unwrap()), chest);
    }
    let text = out(&folder, &[&args[..], &["--show", "fraction", "-f", "wikitext"]].concat());
    let (measures, law) = text.split_once("\n|}\n").unwrap();
    assert!(measures.contains("first holds by Luck (New)\n"), "{measures}");
    let [measures, law] =
        [format!("{measures}\n|}}"), law.to_owned()].map(|text| expanded(&wikitext_rows(&text)));
    let words = |row: &[(bool, String)]| row.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>();
    assert_eq!(words(&measures[0])[..3], ["Measure", "Nothing", "Nothing"]);
    assert_eq!(words(&measures[1])[..3], ["Measure", "Luck 1", "Luck 2"]);
    assert_eq!(words(&measures[2])[..4], ["Mean", "20", "10", "5"]);
    // At this use, by then, not yet: the first two of both.
    let column = words(&law[0]).iter().rposition(|text| text == "Toe").unwrap() - 5;
    assert_eq!(words(&law[1])[column], "Luck 1");
    let [first, second] = [&law[3], &law[4]].map(|row| words(row)[column..column + 3].join(" "));
    assert_eq!((first.as_str(), second.as_str()), ("3/10 3/10 7/10", "21/100 51/100 49/100"));
    // The same records as of each alone.
    let all = records(&out(&folder, &[&args[..], &["-f", "csv"]].concat()));
    let alone = ["chain", "coins.odds", "hit", "find = chest", "--over", "2", "-f", "csv"];
    let alone = records(&out(&folder, &[&alone[..], &["--set", "luck=2", "--with", "foot"]].concat()));
    let own = all.iter().filter(|record| record["luck"] == "2" && record["case"] == "Foot");
    let own: Vec<BTreeMap<String, String>> = own
        .map(|record| record.clone().into_iter().filter(|(key, _)| alone[0].contains_key(key)).collect())
        .collect();
    assert_eq!(own, alone);
    // Editions that agree share a column here too.
    let rules = ["chain", "coins.odds", "hit", "find = chest", "--rules", "all", "--set", "luck=1"];
    let text = out(&folder, &[&rules[..], &["-f", "markdown"]].concat());
    assert!(text.contains("| Measure | Old, Middle | New |"), "{text}");
}

#[test]
fn what_changes_stands_beside_each_other() {
    let folder = coins("diff");
    let args = ["diff", "coins.odds", "--from", "middle", "--to", "new", "--sweep", "luck=1..2"];
    let args = with_cases(&args);
    let data = json(&folder, &args);
    let answers = data["answers"].as_array().unwrap();
    assert_eq!(answers.len(), 8);
    let twentieth = BigRational::new(BigInt::from(1), BigInt::from(20));
    for answer in answers {
        contract::assert_fits(answer);
        let luck = answer["inputs"]["luck"].as_str().unwrap().parse().unwrap();
        let to = chest(luck, feet(answer["case"].as_str().unwrap()));
        let rows = answer["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["outcome"]["find"] == "chest").unwrap();
        assert_eq!(number(row["to"].as_str().unwrap()), to);
        assert_eq!(number(row["from"].as_str().unwrap()), to + &twentieth);
        assert_eq!(number(answer["total_variation"].as_str().unwrap()), twentieth);
        assert_eq!(answer["responsible"][0]["share"], "1/20");
    }
    let text = out(&folder, &[&args[..], &["-f", "markdown"]].concat());
    let both = "Both, Luck 2, Middle | Both, Luck 2, New | Both, Luck 2, Points | Both, Luck 2, Ratio |";
    assert!(text.contains(both) && text.contains("**Find: what changes by Luck**"), "{text}");
    assert!(text.contains("| Chest | 10% | 5% | \u{2212}5 | \u{d7}0.5 |"), "{text}");
    // Alone it says the same.
    let all = records(&out(&folder, &[&args[..], &["-f", "csv"]].concat()));
    let alone = [
        "diff", "coins.odds", "--from", "middle", "--to", "new", "-f", "csv", "--set", "luck=2", "--with",
        "foot",
    ];
    let alone = records(&out(&folder, &alone));
    let own = all.iter().filter(|record| record["luck"] == "2" && record["case"] == "Foot");
    let same = own.zip(&alone).filter(|(own, alone)| alone.iter().all(|(key, value)| own[key] == *value));
    assert_eq!((same.count(), alone.len()), (3, 3));
}

#[test]
fn editions_that_agree_share_a_column() {
    let folder = coins("editions");
    let args = ["table", "coins.odds", "--rules", "all", "--sweep", "luck=1..2", "--outcome", "find=chest"];
    let text =
        out(&folder, &[&args[..], &["--case", "Nothing", "--case", "Foot: foot", "-f", "wikitext"]].concat());
    let grid = expanded(&wikitext_rows(&text));
    let words = |row: usize| grid[row].iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>();
    let both = "{{dlc|both}} Old, Middle";
    assert_eq!(words(1), ["Luck", both, both, "New", "New"]);
    assert_eq!(words(2), ["Luck", "Nothing", "Foot", "Nothing", "Foot"]);
    // The closed form without what the newest edition takes off: 2/20 and 5/20, 1/20 and 4/20.
    assert_eq!(words(3), ["1", "10%", "25%", "5%", "20%"]);
    // Why heads are together is said to who asks, and not to the readers of a page.
    let together = "Rule sets that agree in every cell stand together.";
    assert!(!text.contains(together) && out(&folder, &args).contains(together), "{text}");
    // Data have each by itself.
    assert_eq!(records(&out(&folder, &[&args[..], &["-f", "csv"]].concat())).len(), 6);
    let query = ["query", "coins.odds", "P(find = chest)", "--rules", "all", "--width", "100"];
    let text = out(&folder, &query);
    assert!(
        text.lines().any(|line| line.starts_with("Old, Middle ") && line.ends_with("1/20 (5%)")),
        "{text}"
    );
    // One that lacks an input of a case is left out.
    let text = out(&folder, &[&args[..], &["--case", "Toe: toe"]].concat());
    assert!(text.contains("Not in Old: there is no Cat's Toe.") && text.contains("Middle"), "{text}");
}

#[test]
fn a_caption_is_as_its_editor_wrote_it() {
    let folder = coins("caption");
    let caption = "[[Chest]]s by ''luck''<br>{{p|Chest}} |";
    for command in [&["table", "coins.odds"][..], &["query", "coins.odds", "P(two)", "E(keys)"]] {
        let args = [command, &["--caption", caption, "-f", "wikitext"]].concat();
        assert!(out(&folder, &args).contains(&format!("\n|+ {caption}\n")), "{args:?}");
    }
}

#[test]
fn what_does_not_fit_is_refused_with_what_to_type() {
    let folder = coins("refused");
    let cases: [(&[&str], &str); 17] = [
        (&["--case", "Foot: fot"], "`--case \"Foot: fot\"`: no input `fot` of g/coins; did you mean `foot`?"),
        (
            &["--case", ""],
            "`--case \"\"` has no name; write one before its inputs, as in `--case \"Rabbit Foot: foot\"`",
        ),
        (&["--case", ": foot"], "has no name"),
        (&["--case", "Foot:"], "for a case with nothing set write `--case \"Foot\"`"),
        (&["--case", "Rabbit Foot"], "is a name without inputs; write `--case \"Rabbit Foot: foot\"`"),
        (&["--case", "luck"], "write `--case \"luck: luck=…\"`"),
        (&["--case", "A: foot", "--case", "A: toe"], "two cases are called `A`; give one another name"),
        (&["--case", "A: foot, rabbit foot"], "`foot` is given twice"),
        (&["--case", "A: luck"], "`luck` is not a flag; give it a value with `luck=…`"),
        (&["--case", "A: luck=12"], "12"),
        (&["--case", "A: luck=2", "--sweep", "luck=1..2"], "`luck` is swept and given by the case `A`"),
        (&["--case", "A: luck=2", "--set", "luck=1"], "`luck` is given for all and by the case `A`"),
        (&["--sweep", "luck=1..2", "--sweep", "luck=3"], "`luck` is swept twice"),
        (
            &["--sweep", "luck=0..9", "--sweep", "keys=0..5", "--limit", "columns=50"],
            "10 values of Luck times 6 values of Held keys make 60 columns; the limit `columns` is 50",
        ),
        (&["--outcome", "find=chests"], "`find` has no value `chests`; did you mean `chest`?"),
        (&["--outcome", "chest"], "`chest` is a value of `find`; write `find=chest`"),
        (&["--outcome", "find=chest", "--total"], "leave out `--total`"),
    ];
    for (args, said) in cases {
        let args = [&["table", "coins.odds"], args].concat();
        let problem = refused(&folder, &args);
        assert!(problem.contains(said), "{args:?}: {problem}");
    }
    let lacking = ["table", "coins.odds", "--rules", "old", "--case", "Toe: toe"];
    assert!(refused(&folder, &lacking).contains("is not in Old"));
}

#[test]
fn equal_rows_are_one_where_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let die = "mechanic example/die \"Loaded die\"\noutcome face: integer 1..6 \"Face\"\n\
               let roll = random(10)\nface = if roll < 5 { roll + 1 } else { 6 }\n";
    std::fs::write(folder.path().join("die.odds"), die).unwrap();
    let run = |args: &[&str]| {
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("trueodds"))
            .args(args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let args = ["table", "die.odds", "--merge-rows", "--total", "-f", "markdown"];
    let text = run(&args);
    let rows: Vec<&str> = text
        .lines()
        .skip_while(|line| !line.starts_with("| :--") && !line.starts_with("| ---"))
        .skip(1)
        .collect();
    assert_eq!(
        rows[..3],
        ["| 1, 2, 3, 4, 5 (each) | 10% |", "| 6 | 50% |", "| **Total** | 100% |"],
        "{text}"
    );
    // Data have each by itself.
    assert_eq!(run(&["table", "die.odds", "--merge-rows", "-f", "csv"]).lines().count(), 7);
}

#[test]
fn a_chart_on_the_terminal_keeps_to_its_width() {
    let plots: [&[&str]; 4] = [
        &["isaac/room-clear-award", "P(award = chest)", "--sweep", "luck=0..10"],
        &["isaac/room-clear-award", "P(award = chest)", "P(award = key)", "--sweep", "luck=-5..1000:45"],
        &["sts/card-roll", "--first", "rarity = rare", "--cumulative", "at-most"],
        &["sts/card-roll", "--outcome", "rarity", "--sweep", "offset=-40..5"],
    ];
    for (plot, width) in plots.iter().flat_map(|plot| ["50", "80", "120"].map(|width| (plot, width))) {
        let args = [&["plot"], *plot, &["--width", width, "--color", "never"]].concat();
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("trueodds"))
            .args(&args)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let rows = text.lines().filter(|line| line.contains('┤') || line.contains('│')).count();
        assert_eq!(rows, 12, "{args:?}: {text}");
        let most = width.parse::<usize>().unwrap();
        assert!(text.lines().all(|line| line.chars().count() <= most), "{args:?}: {text}");
    }
}

#[test]
fn a_number_with_a_least_and_a_greatest_value_runs_by_its_name_alone() {
    let folder = coins("closed");
    let table = |sweep: &str| out(&folder, &["table", "coins.odds", "--sweep", sweep]);
    assert_eq!(table("keys"), table("keys=0..5"));
}
