//! Programs that state their own results: the examples of data/README.md and of docs/examples, and the folder
//! tests/conformance.
//!
//! A line `#: QUERY = VALUE` in a program is a result worked out by hand; the test computes the query and
//! compares.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use trueodds::diagnostic::has_errors;
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::parse::{parse, print};
use trueodds::query::Amount;
use trueodds::session::Session;
use trueodds::source::SourceMap;

/// The results a program states.
fn stated(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("#:"));
    lines.map(|line| line.rsplit_once(" = ").unwrap_or_else(|| panic!("`{line}` states no result"))).collect()
}

/// The folder of a game, where programs find one another.
fn of_game(game: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("language").join(game);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Checks a program, evaluates what it states, and holds the printer to it. Returns how many results it states.
fn run(name: &str, text: &str) -> usize {
    // Named as the mechanic is, so that later ones can use it.
    let head = |line| str::strip_prefix(line, "mechanic ").or_else(|| str::strip_prefix(line, "library "));
    let head = text.lines().find_map(head).unwrap();
    let (game, stem) = head.split_whitespace().next().unwrap().split_once('/').unwrap();
    let path = of_game(game).join(format!("{stem}.odds"));
    fs::write(&path, text).unwrap();
    run_file(name, &path, text)
}

/// As [`run`], of a file that is there.
fn run_file(name: &str, path: &Path, text: &str) -> usize {
    let path = path.to_str().unwrap();
    let mut session = Session::embedded().unwrap();
    let findings = session.check_file(path, &Limits::default()).unwrap().findings;
    assert!(!has_errors(&findings), "{name}: {findings:?}");
    let stated = stated(text);
    for (query, expected) in &stated {
        let mechanic = session.mechanic(path).unwrap();
        let query = query.trim();
        let amount = crate::support::answer(&session, &mechanic, query)
            .unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let found = match amount {
            Amount::Probability(value) | Amount::Number(value) => value,
            Amount::Values(_, values) => {
                assert_eq!(values.len(), 1, "{name}: {query} is not one value");
                values[0].as_number().cloned().unwrap_or_else(|| panic!("{name}: {query} is no number"))
            }
            Amount::Root(square) => panic!("{name}: {query} is the root of {square}"),
            Amount::Missing(missing) => panic!("{name}: {query}: {missing:?}"),
        };
        assert_eq!(found, expected.trim().parse::<Rational>().unwrap(), "{name}: {query}");
    }
    let file = SourceMap::default().add(name, text);
    let (tree, _) = parse(file, text);
    let printed = print(&tree, text);
    assert_eq!(printed, text, "{name} is not in canonical layout");
    stated.len()
}

#[test]
fn every_example_of_the_language_guide_gives_the_results_it_states() {
    let guide = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("data/README.md")).unwrap();
    // Files that the examples read: "```csv NAME", and what is in it.
    for part in guide.split("```csv ").skip(1) {
        let (name, rest) = part.split_once('\n').unwrap();
        fs::write(of_game("example").join(name), rest.split("```").next().unwrap()).unwrap();
    }
    let mut examples = 0;
    for part in guide.split("```odds\n").skip(1) {
        let text = part.split("```").next().unwrap();
        examples += 1;
        let results = run(&format!("guide-{examples}"), text);
        let library = text.starts_with("library ");
        assert!(results > 0 || library, "example {examples} of the guide states no result");
    }
    assert!(examples >= 20, "only {examples} examples were found");
}

#[test]
fn conformance_programs_give_the_results_they_state() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let mut paths: Vec<PathBuf> = fs::read_dir(source).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    // Files that the programs read stand beside them.
    for path in paths.extract_if(.., |path| path.extension().is_some_and(|ending| ending == "csv")) {
        fs::copy(&path, of_game("conformance").join(path.file_name().unwrap())).unwrap();
    }
    let mut results = 0;
    for path in &paths {
        let text = fs::read_to_string(path).unwrap();
        results += run(path.file_stem().unwrap().to_str().unwrap(), &text);
    }
    assert!(paths.len() >= 17 && results >= 55, "{} programs with {results} results", paths.len());
}

#[test]
fn the_programs_that_the_page_begins_with_give_the_results_they_state() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/examples");
    let mut count = 0;
    for entry in fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        assert!(run(&name, &fs::read_to_string(&path).unwrap()) > 0, "{name} states no result");
        count += 1;
    }
    assert!(count >= 8, "only {count} programs");
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples")
}

#[test]
fn examples_of_games_give_the_results_they_state() {
    let index = fs::read_to_string(examples().join("README.md")).unwrap();
    let mut count = 0;
    for entry in fs::read_dir(examples()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".odds") {
            let text = fs::read_to_string(&path).unwrap();
            assert!(run_file(&name, &path, &text) > 0, "{name} states no result");
            assert!(index.contains(&format!("({name})")), "{name} is not in the index");
            count += 1;
        }
    }
    assert!(count >= 20, "{count} examples");
}

/// The words of a command line, in which a question stands in quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

#[test]
fn the_commands_in_the_index_of_examples_give_the_answers_that_stand_beside_them() {
    let index = fs::read_to_string(examples().join("README.md")).unwrap();
    let mut rows = 0;
    for row in index.lines().filter(|line| line.contains("`trueodds ") && line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, _, command, answer] = cells[..] else { panic!("{row}") };
        let command = words(command.trim_matches('`'));
        let output = Command::new(env!("CARGO_BIN_EXE_trueodds"))
            .args(&command[1..])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        assert!(output.split([' ', '\n']).any(|word| word == answer), "{row}\n{output}");
        rows += 1;
    }
    assert!(rows >= 20, "{rows} rows");
}

#[test]
fn the_printer_keeps_every_binding_and_every_comment_wherever_they_stand() {
    let body = "if true { let a = 1 # why\na } else { 2 }";
    let places = [
        format!("o = round({body})"),
        format!("o = if {body} in {{ 1 }} {{ 1 }} else {{ 2 }}"),
        format!("o = if 1 in {{ {body}, 3 }} {{ 1 }} else {{ 2 }}"),
        format!("o = match 1 {{ {body} => 1, else => 2 }}"),
        format!("o = match 1 {{ below {body} => 1\nelse => 2 }}"),
        format!("o = one of {{ 1 / ({body}) => 1, else => 2 }}"),
        format!("o = min(1, # one\n 2, # two\n {body} # three\n)"),
        format!("o = 1\nif true {{ o = 2 }} # after\nelse {{ # before\n o = {body} }}"),
    ];
    for place in places {
        let text = format!("mechanic t/a\noutcome o: integer\n{place}\n");
        let file = SourceMap::default().add("t.odds", text.as_str());
        let (tree, findings) = parse(file, &text);
        assert!(findings.is_empty(), "{findings:?}\n{text}");
        let printed = print(&tree, &text);
        let words = |text: &str| text.replace([' ', '\n'], "").matches("leta=1").count();
        assert_eq!(words(&printed), 1, "{printed}");
        let comments = |text: &str| text.lines().filter(|line| line.contains('#')).count();
        assert_eq!(comments(&printed), comments(&text), "{text}\n{printed}");
        let (again, findings) = parse(file, &printed);
        assert!(findings.is_empty(), "{findings:?}\n{printed}");
        assert_eq!(print(&again, &printed), printed);
    }
}
