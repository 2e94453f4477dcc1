//! reports/ is what the data give, to the byte; and what `report` says where it is not.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use trueodds::evaluate::Limits;
use trueodds::report::files;
use trueodds::session::{DataSource, Session};

fn listed(folder: &Path, root: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            listed(&path, root, found);
        } else {
            found.insert(path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/"));
        }
    }
}

#[test]
fn the_reports_are_what_the_data_give() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let session = Session::open(&DataSource::Embedded).unwrap();
    let made = files(&session, &Limits::default(), &|_| {}).unwrap();
    let mut known = BTreeSet::new();
    listed(&root, &root, &mut known);
    let own: BTreeSet<String> = made.iter().map(|file| file.path.clone()).collect();
    assert_eq!(known, own, "run `trueodds report`");
    for file in &made {
        let text = fs::read_to_string(root.join(&file.path)).unwrap();
        // Not assert_eq: two pages of output help nobody.
        assert!(text == file.text, "{} is not what the data give; run `trueodds report`", file.path);
        if file.path.ends_with(".svg") {
            crate::support::xml::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.path));
        }
        if file.path.ends_with(".md") {
            pictures_exist(&text, &file.path, &own);
        }
    }
}

/// Every link of a page leads to a file of the report.
fn pictures_exist(text: &str, path: &str, files: &BTreeSet<String>) {
    let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(files.contains(&format!("{folder}{link}")), "{path}: {link}");
    }
}

/// A folder of data that is small, so that a report of it is quick.
fn small_data(folder: &Path) {
    fs::create_dir_all(folder.join("dice")).unwrap();
    let text = "mechanic dice/coin \"A coin\"\n\ninput luck: number = 0 \"Luck\"\ninput charm: flag \"Charm\"\n\noutcome side: { heads \"Heads\", tails \"Tails\" } \"Side\"\n\nside = if charm or chance(clamp(luck, 0, 10) / 10) { heads } else { tails }\n";
    fs::write(folder.join("dice/coin.odds"), text).unwrap();
}

fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::cargo_bin("trueodds").unwrap();
    let output = command.current_dir(folder).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn drift_is_named_with_its_first_line_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    small_data(&folder.path().join("data"));
    let report = |more: &[&str]| {
        run(folder.path(), &[&["report", "--data", "data", "--output", "out"], more].concat())
    };
    let (status, out, _) = report(&["--check"]);
    assert_eq!(status, 1);
    assert!(out.contains("out/dice/coin.md: missing"), "{out}");
    assert!(!folder.path().join("out").exists());
    let (status, out, err) = report(&[]);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    assert_eq!(report(&["--check"]), (0, String::new(), String::new()));
    assert_eq!(report(&[]).1, "nothing changed\n");
    let page = folder.path().join("out/dice/coin.md");
    let text = fs::read_to_string(&page).unwrap();
    fs::write(&page, text.replace("# A coin", "# A dime")).unwrap();
    fs::write(folder.path().join("out/dice/old.svg"), "<svg/>").unwrap();
    let (status, out, _) = report(&["--check"]);
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "out/dice/coin.md: line 3 is `# A dime`, and should be `# A coin`\nout/dice/old.svg: made no longer; delete it\n"
    );
    assert!(fs::read_to_string(&page).unwrap().contains("# A dime"));
}

/// The small data with findings and tables about it.
fn data_with_findings(folder: &Path, findings: &str) {
    small_data(&folder.join("data"));
    fs::create_dir_all(folder.join("data/dice/findings")).unwrap();
    fs::write(folder.join("data/dice/findings/coin.toml"), findings).unwrap();
}

const FINDINGS: &str = r#"
[[finding]]
mechanic = "coin"
text = "A coin falls on its head in {three} of the throws at luck {least}, <b>so</b> {in}."
set = { luck = 3 }
ask.three = { query = "P(side = heads)" }
ask.in = { query = "P(side = heads)", show = "one-in" }
ask.least = { value = "2 * heads", ask.heads = { query = "E(3/2)", set = { luck = 0 } }, show = "number" }

[[table]]
mechanic = "coin"
title = "By luck, with the charm and without"
sweep = "luck=0..2"
column = [{ label = "Head", query = "P(side = heads)" }, { label = "Tail", query = "P(side = tails)" }]

[[table]]
mechanic = "coin"
title = "With the charm"
with = ["charm"]
outcome = ["side"]
"#;

#[test]
fn a_page_opens_with_findings_and_the_tables_of_the_data() {
    let folder = tempfile::tempdir().unwrap();
    data_with_findings(folder.path(), FINDINGS);
    let (status, _, err) = run(folder.path(), &["report", "--data", "data", "--output", "out"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let page = fs::read_to_string(folder.path().join("out/dice/coin.md")).unwrap();
    let titles: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    // The table of the data stands for the sweep that a page has otherwise.
    assert_eq!(
        titles[..4],
        ["Findings", "By luck, with the charm and without", "With the charm", "Chances"],
        "{page}"
    );
    assert!(!titles.contains(&"By Luck"));
    let sentence =
        "1. A coin falls on its head in 3/10 (30%) of the throws at luck 3, &lt;b>so&lt;/b> 1 in 3.33.\n";
    assert!(page.contains(sentence), "{page}");
    assert!(
        page.contains("| Luck | Head | Tail |\n| :--- | ---: | ---: |\n| 0 | 0% | 100% |\n| 1 | 10% | 90% |")
    );
    let wikitext = fs::read_to_string(folder.path().join("out/dice/coin.wikitext")).unwrap();
    assert!(
        wikitext.starts_with("== Findings ==\n\n* A coin falls on its head in 3/10 (30%) of"),
        "{wikitext}"
    );
    let index = fs::read_to_string(folder.path().join("out/README.md")).unwrap();
    assert!(index.contains("  - Findings\n  - By luck, with the charm and without\n"), "{index}");
    // Each command can be typed, and gives the figures.
    let commands: Vec<&str> = page.lines().filter(|line| line.starts_with("trueodds query")).collect();
    let said = ["3/10 (30%)", "3/2 (1.5)", "90%"];
    assert_eq!(commands.len(), said.len(), "{commands:?}");
    for (command, said) in commands.iter().zip(said) {
        let line = format!("{command} --data data");
        let arguments = words_of(&line);
        let arguments: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
        let (status, out, err) = run(folder.path(), &arguments);
        assert!(status == 0 && out.contains(said), "{command}: {out}{err}");
    }
}

/// The words of a command line in which only single quotes quote.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn a_finding_that_cannot_be_computed_ends_the_report_with_its_place() {
    for (ask, said) in [
        ("ask.three = { query = \"E(2)\" }", "it is 2, which is no chance; write show = \"number\""),
        ("ask.three = { query = \"P(side = heads | side = tails and charm)\" }", "figure `three`: "),
        ("ask.thre = { query = \"P(side = heads)\" }", "no `ask.three` says what `{three}` is"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let text =
            format!("[[finding]]\nmechanic = \"coin\"\ntext = \"It falls in {{three}} of all.\"\n{ask}\n");
        data_with_findings(folder.path(), &text);
        let (status, _, err) = run(folder.path(), &["report", "--data", "data", "--output", "out"]);
        assert_eq!(status, 2, "{err}");
        assert!(err.contains("coin.toml:") && err.contains(said), "{err}");
        assert!(!folder.path().join("out").exists());
    }
}

#[test]
fn report_says_what_it_cannot_do() {
    let folder = tempfile::tempdir().unwrap();
    let (status, _, err) = run(folder.path(), &["report", "--format", "json"]);
    assert_eq!(status, 2);
    assert!(err.contains("`--output DIR`"), "{err}");
    small_data(&folder.path().join("data"));
    fs::write(folder.path().join("file"), "").unwrap();
    let (status, _, err) = run(folder.path(), &["report", "--data", "data", "--output", "file"]);
    assert_eq!(status, 2);
    assert!(err.contains("cannot make the folder"), "{err}");
}

#[test]
fn svg_is_a_format_of_plot_and_tree_only() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (status, _, err) = run(folder, &["table", "isaac/room-clear-award", "--format", "svg"]);
    assert_eq!(status, 2);
    assert_eq!(err, "error: `--format svg` is a format of `plot` and `tree`\n");
    let (status, _, err) = run(folder, &["plot", "isaac/room-clear-award", "--format", "sarif"]);
    assert_eq!(status, 2);
    assert!(err.contains("formats of `verify`"), "{err}");
    let (_, _, err) = run(folder, &["plot", "isaac/room-clear-award", "--sweep", "lukc=0..3"]);
    assert!(err.contains("did you mean `luck`?"), "{err}");
    let (_, _, err) = run(folder, &["plot", "isaac/room-clear-award", "--outcome", "awrd"]);
    assert!(err.contains("did you mean `award`?"), "{err}");
    let (_, _, err) = run(folder, &["plot", "sts/card-roll", "--sweep", "offset=-40..9"]);
    assert!(err.contains("offset"), "{err}");
    let both = ["plot", "sts/card-roll", "--sweep", "offset=-40..5", "--state", "offset=3"];
    assert!(run(folder, &both).2.contains("swept and given a value"));
}
