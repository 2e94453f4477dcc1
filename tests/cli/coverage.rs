//! docs/coverage.md says of every figure and condition of the sources where it is modelled: its names are names of the
//! data, its rows hold the claims, nothing of the data is left out, and its totals are those of its rows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use trueodds::session::Session;

/// The section whose rows name what is on none of the pages.
const ON_NO_PAGE: &str = "In the data, on no page";

/// One row of a table of a page.
#[derive(Debug)]
struct Row {
    /// The pages it stands on.
    pages: Vec<String>,
    section: String,
    figure: String,
    place: String,
    claims: Vec<String>,
}

impl Row {
    /// Modelled, only claimed, or not modelled.
    fn column(&self) -> usize {
        match (self.place.strip_prefix("Not modelled: "), self.claims.is_empty()) {
            (None, _) => 0,
            (Some(_), false) => 1,
            (Some(_), true) => 2,
        }
    }
}

/// The document, read.
#[derive(Debug, Default)]
struct Coverage {
    rows: Vec<Row>,
    /// The cells in which names of the data stand, those of no page included.
    places: Vec<String>,
    /// The figures of each line of the totals at the top.
    totals: BTreeMap<String, Vec<usize>>,
}

fn quoted(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

impl Coverage {
    fn read(text: &str) -> Coverage {
        let mut read = Coverage::default();
        let (mut page, mut section, mut also) = (String::new(), String::new(), None);
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("## ") {
                (page, section, also) = (name.to_owned(), String::new(), None);
            } else if let Some(name) = line.strip_prefix("### ") {
                (section, also) = (name.to_owned(), None);
            } else if let Some(name) = line.strip_prefix("Also in: ") {
                also = Some(name.to_owned());
            } else if line == "Only on this page:" {
                also = None;
            } else if let Some(cells) = line.strip_prefix("| ").and_then(|line| line.strip_suffix(" |")) {
                let cells: Vec<&str> = cells.split(" | ").map(str::trim).collect();
                match cells[..] {
                    ["What" | "Where" | "Page", ..] => {}
                    [name, ref figures @ ..] if page.is_empty() => {
                        let figures = figures.iter().map(|figure| figure.parse().unwrap()).collect();
                        read.totals.insert(name.to_owned(), figures);
                    }
                    [place, _] if page == ON_NO_PAGE => read.places.push(place.to_owned()),
                    [_, figure, place, claims] => {
                        read.places.push(place.to_owned());
                        read.rows.push(Row {
                            pages: [Some(page.clone()), also.clone()].into_iter().flatten().collect(),
                            section: section.clone(),
                            figure: figure.to_owned(),
                            place: place.to_owned(),
                            claims: quoted(claims),
                        });
                    }
                    _ => panic!("a row of another form: {line}"),
                }
            }
        }
        read
    }

    /// `isaac/special-rooms` and `dice_keys`, for all that is named.
    fn named(&self) -> BTreeSet<(String, String)> {
        let mut named = BTreeSet::new();
        for place in self.places.iter().filter(|place| !place.starts_with("Not modelled")) {
            for part in place.split("; ") {
                let mut words = quoted(part).into_iter();
                let mechanic = words.next().unwrap_or_default();
                named.extend(words.map(|word| (mechanic.clone(), word)));
            }
        }
        named
    }
}

/// What a mechanic declares, and whether it is a rule or an input: those need a row.
fn declared() -> BTreeMap<(String, String), bool> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let mut declared = BTreeMap::new();
    for mechanic in Session::embedded().unwrap().names() {
        let text = fs::read_to_string(data.join(format!("{mechanic}.odds"))).unwrap();
        for line in text.lines() {
            let Some((word, rest)) = line.trim_start().split_once(' ') else { continue };
            let asked = matches!(word, "input" | "rule");
            if asked || matches!(word, "outcome" | "state" | "let" | "pool" | "function" | "procedure") {
                let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                *declared.entry((mechanic.clone(), name.to_owned())).or_default() |= asked;
            }
        }
    }
    declared
}

/// Everything that the document has wrong.
fn problems(text: &str) -> Vec<String> {
    let coverage = Coverage::read(text);
    let (named, declared) = (coverage.named(), declared());
    let mut problems = Vec::new();
    for (mechanic, name) in named.iter().filter(|name| !declared.contains_key(name)) {
        problems.push(format!("`{mechanic}` has no `{name}`"));
    }
    for ((mechanic, name), _) in declared.iter().filter(|(name, asked)| **asked && !named.contains(name)) {
        problems.push(format!("`{name}` of `{mechanic}` is nowhere named"));
    }

    // A claim stands on each of its pages, in its section, in one row, and the row has its figure.
    let mut claimed = BTreeSet::new();
    for claim in Session::embedded().unwrap().claims(&[]).unwrap().files.iter().flat_map(|file| &file.claims)
    {
        for page in &claim.source {
            claimed.insert((page.clone(), claim.section.clone(), claim.id.clone()));
            let rows: Vec<&Row> = coverage
                .rows
                .iter()
                .filter(|row| row.pages.contains(page) && row.section == claim.section)
                .filter(|row| row.claims.contains(&claim.id))
                .collect();
            let [row] = rows[..] else {
                let (id, section, count) = (&claim.id, &claim.section, rows.len());
                problems.push(format!("{count} rows for the claim `{id}` of {page}, {section}"));
                continue;
            };
            for stated in claim.stated.iter().filter(|stated| !row.figure.contains(stated.as_str())) {
                problems.push(format!("`{}` states {stated}, its row has {}", claim.id, row.figure));
            }
        }
    }
    for row in &coverage.rows {
        for (page, id) in row.pages.iter().flat_map(|page| row.claims.iter().map(move |id| (page, id))) {
            if !claimed.contains(&(page.clone(), row.section.clone(), id.clone())) {
                problems.push(format!("no claim `{id}` of {page}, {}", row.section));
            }
        }
        if row.figure.is_empty() || (row.column() == 0 && quoted(&row.place).len() < 2) {
            problems.push(format!("a row without a figure or a place: {row:?}"));
        }
    }

    let mut counted: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for row in &coverage.rows {
        for line in [row.pages[0].as_str(), "Together"] {
            let counts = counted.entry(line.to_owned()).or_insert_with(|| vec![0; 4]);
            counts[row.column()] += 1;
            counts[3] += 1;
        }
    }
    if counted != coverage.totals {
        problems.push(format!("the totals are {:?}, the rows give {counted:?}", coverage.totals));
    }
    problems
}

fn document() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/coverage.md")).unwrap()
}

#[test]
fn the_document_holds_all_of_the_data_and_nothing_else() {
    let problems = problems(&document());
    assert!(problems.is_empty(), "docs/coverage.md:\n{}", problems.join("\n"));
}

/// Each mistake that the document could have is found, so that the test above means something.
#[test]
fn a_mistake_in_the_document_is_found() {
    let text = document();
    let row = text.lines().find(|line| line.contains("`rusted-key`")).unwrap();
    let mistakes = [
        (text.replace("`vault_keys`", "`vault_kees`"), "`isaac/special-rooms` has no `vault_kees`"),
        (text.replace("`smelter`", "`sack`"), "`smelter` of `isaac/room-clear-award` is nowhere named"),
        (
            text.replacen(row, "", 1),
            "0 rows for the claim `rusted-key` of Room Clear Awards, wiki.gg, Process",
        ),
        (
            text.replacen(row, "", 1),
            "0 rows for the claim `rusted-key` of Room Clear Awards, Fandom, Process",
        ),
        (text.replacen(row, "", 1), "the totals are"),
        (text.replacen(row, &row.replace("10%", "11%"), 1), "`rusted-key` states 10%, its row has 11%"),
        (
            text.replacen("`rusted-key`", "`rusty-key`", 1),
            "no claim `rusty-key` of Room Clear Awards, wiki.gg",
        ),
        (text.replacen(row, &format!("{row}\n{row}"), 1), "2 rows for the claim `rusted-key`"),
        (
            text.replacen("Also in: Room", "Also in: Rome", 1),
            "no claim `daemons-tail` of Rome Clear Awards, Fandom",
        ),
    ];
    for (changed, expected) in mistakes {
        assert_ne!(changed, text, "{expected}");
        let found = problems(&changed);
        assert!(found.iter().any(|problem| problem.contains(expected)), "{expected}:\n{}", found.join("\n"));
    }
}
