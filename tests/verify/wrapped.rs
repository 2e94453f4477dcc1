//! Where the lines of a paragraph end says nothing: a page is judged alike however it is wrapped.

use std::fs;
use std::path::Path;

use trueodds::evaluate::Limits;
use trueodds::page::Page;
use trueodds::session::Session;
use trueodds::verify::Judge;

use crate::parts::{FERRY, KNOWN, behind, is_right};

/// Pages of the first half of the corpus whose text stands in long lines.
const PAGES: [&str; 7] = [
    "124-anvil.md",
    "227-weather.wikitext",
    "311-starlit-covenant.txt",
    "339-banner.md",
    "340-camp.md",
    "341-duel.md",
    "346-runes.txt",
];

/// Wraps the lines that are nothing but prose, unless a line would begin like an item or a heading.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let is_prose =
            line.starts_with(|c: char| c.is_alphabetic() || c == '"') && !line.contains(['|', '\t']);
        let mut pieces = vec![String::new()];
        for word in line.split(' ').filter(|_| is_prose) {
            let last = pieces.last_mut().unwrap();
            if !last.is_empty() && last.len() + word.len() >= width {
                pieces.push(word.to_owned());
            } else {
                last.push_str(if last.is_empty() { "" } else { " " });
                last.push_str(word);
            }
        }
        let begins = |piece: &String| piece.starts_with(|c: char| c.is_alphabetic() || c == '(');
        if is_prose && pieces.iter().all(begins) { lines.extend(pieces) } else { lines.push(line.to_owned()) }
    }
    lines.join("\n")
}

#[test]
fn a_page_is_judged_alike_however_it_is_wrapped() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages/seen");
    let limits = Limits::default();
    let mut wraps = 0;
    for page in PAGES {
        let (stem, _) = page.rsplit_once('.').unwrap();
        let mut session = Session::default();
        let model = folder.join(format!("{stem}-model.odds"));
        session.add_file(&model.display().to_string()).unwrap();
        let own = session.claims(&[]).unwrap();
        let names = own.names();
        let mut judge = Judge::new(&names, Vec::new(), &limits);
        let mut said = |text: &str| -> Vec<String> {
            let findings = judge.page(&Page::read(text));
            let said = findings.iter().map(|found| {
                let stated: Vec<&str> = found.stated.split_whitespace().collect();
                format!("{} is {:?}: {:?}", stated.join(" "), found.verdict, found.question)
            });
            said.collect()
        };
        let text = fs::read_to_string(folder.join(page)).unwrap();
        let whole = said(&text);
        for width in [60, 78, 100] {
            let wrapped = wrapped(&text, width);
            wraps += wrapped.lines().count() - text.lines().count();
            assert_eq!(said(&wrapped), whole, "{page} at {width}:\n{wrapped}");
        }
    }
    assert!(wraps > 200, "{wraps}");
}

#[test]
fn what_belongs_together_may_stand_on_two_lines() {
    for (text, stated) in [
        ("In calm weather and with a\npilot a ferry is late in 16.0% of all cases.", "16.0%"),
        ("In calm weather and without a\npilot a ferry is late in 32.0% of all cases.", "32.0%"),
        (
            "The mail only comes with those of all the ferries which are\npunctual: 13.0% of them have some.",
            "13.0%",
        ),
    ] {
        let found = behind("wrapped", &FERRY.replace("skerry", "wrapped"), KNOWN, text);
        is_right(&found, stated);
    }
    let text = "A ferry sinks in calm weather with a pilot in one\nin 25 cases.";
    let found = behind("wrapped", &FERRY.replace("skerry", "wrapped"), KNOWN, text);
    is_right(&found, "one\nin 25");
}
