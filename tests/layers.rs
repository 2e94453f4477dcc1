//! The table of layers in the crate documentation, held against the `use crate::` lines.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn source(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path)).unwrap()
}

/// Module and what it may import, as the table in `lib.rs` says.
fn table() -> BTreeMap<String, Vec<String>> {
    let text = source("lib.rs");
    let lines = text.lines().skip_while(|line| !line.starts_with("//! | module |")).skip(2);
    let rows = lines.map_while(|line| line.strip_prefix("//! | "));
    let mut table = BTreeMap::new();
    for row in rows {
        let mut cells = row.trim_end_matches('|').split('|').map(str::trim);
        let module = cells.next().unwrap().to_owned();
        let may = cells.next().unwrap_or_default();
        table.insert(module, may.split(", ").filter(|name| !name.is_empty()).map(str::to_owned).collect());
    }
    table
}

fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn modules_import_only_from_the_layers_below() {
    let table = table();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    let mut seen = 0;
    for path in paths {
        let below = path.strip_prefix(&root).unwrap();
        let module = below.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        if ["lib", "main"].contains(&module.as_str()) {
            continue;
        }
        let may = table.get(&module).unwrap_or_else(|| panic!("`{module}` is not in the table of layers"));
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let code: String =
            code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        for part in code.split("crate::").skip(1) {
            let used: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            seen += 1;
            assert!(
                used == module || may.contains(&used),
                "{}: `{module}` may not import `{used}`",
                below.display()
            );
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn every_module_says_what_it_is() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut paths);
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//! "), "{} does not begin with what it is", path.display());
    }
}

/// The lines of code of a module's files: neither comments nor tests.
fn code_lines(mut check: impl FnMut(&str, &str, usize, &str)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    for path in paths {
        let below = path.strip_prefix(&root).unwrap();
        let module = below.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for (index, line) in code.lines().enumerate() {
            if !line.trim_start().starts_with("//") {
                check(&module, below.to_str().unwrap(), index + 1, line);
            }
        }
    }
}

/// Whether a line of code holds something like `--limit`.
fn names_an_option(line: &str) -> bool {
    line.match_indices("--").any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + 2..].chars().next();
        before != Some('-') && after.is_some_and(|c| c.is_ascii_lowercase())
    })
}

#[test]
fn no_text_below_the_command_line_names_an_option() {
    assert!(names_an_option("raise it with `--limit`") && !names_an_option("a -- b, <!-- x"));
    code_lines(|module, file, line, text| {
        // A report shows the commands that make it.
        if !["cli", "report"].contains(&module) {
            assert!(!names_an_option(text), "{file}:{line}: {text}");
        }
    });
}

#[test]
fn json_is_made_above_documents_only() {
    code_lines(|module, file, line, text| {
        if !["render", "report", "web", "cli"].contains(&module) {
            assert!(!text.contains("serde_json"), "{file}:{line}: {text}");
        }
    });
}
