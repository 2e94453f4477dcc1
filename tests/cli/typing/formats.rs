//! The format follows the ending of the file.

use super::{are_told, err, out, typed};

#[test]
fn the_ending_of_a_file_says_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let table = "table isaac/room-clear-award --sweep luck=0..1";
    let tree = "tree isaac/room-clear-award --depth 1";
    let plot = "plot isaac/room-clear-award --sweep luck=0..1";
    for (line, ending, format) in [
        (table, "csv", "csv"),
        (table, "md", "markdown"),
        (table, "html", "html"),
        (table, "tex", "latex"),
        (table, "lua", "lua"),
        (table, "json", "json"),
        (table, "wikitext", "wikitext"),
        (table, "WIKI", "wikitext"),
        (table, "txt", "terminal"),
        (table, "out", "terminal"),
        (plot, "svg", "svg"),
        (tree, "svg", "svg"),
        (tree, "dot", "dot"),
        (tree, "mmd", "mermaid"),
    ] {
        let file = folder.path().join(format!("it.{ending}"));
        let written = typed(&format!("{line} -o '{}'", file.display()));
        assert_eq!((written.status.code(), err(&written)), (Some(0), String::new()), "{ending}");
        let expected = out(&typed(&format!("{line} --format {format}")));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), expected, "{ending}");
    }
}

#[test]
fn a_plain_file_holds_any_format_and_a_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.txt");
    let written = typed(&format!("table isaac/floor -f wikitext -o '{}'", file.display()));
    assert_eq!(written.status.code(), Some(0), "{}", err(&written));
    let expected = out(&typed("table isaac/floor -f wikitext"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), expected);
    assert_eq!(out(&typed("table isaac/floor -f wikitext -o -")), expected);
    assert_eq!(out(&typed("table isaac/floor -f wiki")), expected);
}

#[test]
fn a_file_for_another_format_is_refused() {
    are_told(&[
        (
            "table isaac/floor -f csv -o t.svg",
            &["`--output t.svg` asks for svg", "`--format` for csv", "leave out `--format`", "t.csv"],
        ),
        ("table isaac/floor -f terminal -o t.csv", &["asks for csv", "t.txt"]),
        ("table isaac/floor -o t.svg", &["`--output t.svg`", "a format of `plot` and `tree`"]),
        ("plot isaac/floor -o t.png", &["no format for .png; write t.svg"]),
        ("table isaac/floor -o t.xlsx", &["no format for .xlsx; write t.csv"]),
    ]);
    assert!(!std::path::Path::new("t.svg").exists() && !std::path::Path::new("t.csv").exists());
}
