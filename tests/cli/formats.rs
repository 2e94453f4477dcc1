//! One report through every format, kept as snapshots; and a pasted wikitext table read back.

use std::collections::BTreeMap;

use crate::support::awards;
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::report::Shown;
use trueodds::query::{
    Cumulative, Report, Settings, TableRequest, parse_sweep, scenario, table, table_report,
};
use trueodds::render::{Format, Style, render};
use trueodds::session::{DataSource, Session};

const FORMATS: &[(Format, &str)] = &[
    (Format::Terminal, "terminal"),
    (Format::Wikitext, "wikitext"),
    (Format::Markdown, "markdown"),
    (Format::Csv, "csv"),
    (Format::Json, "json"),
    (Format::Html, "html"),
    (Format::Latex, "latex"),
    (Format::Lua, "lua"),
];

fn style() -> Style {
    Style { templates: vec!["p".to_owned(), "i".to_owned(), "t".to_owned()], ..Style::default() }
}

fn report(settings: &Settings, sweep: Option<&str>, change: impl Fn(&mut TableRequest)) -> Report {
    let mechanic = awards();
    let mut request = TableRequest {
        scenarios: scenario(&mechanic, settings).unwrap(),
        sweep: sweep.map(|text| parse_sweep(&mechanic.model, text, 100).unwrap()),
        fields: Vec::new(),
        cumulative: None,
        transpose: false,
        total: true,
        shown: vec![Shown::Percent],
        caption: None,
    };
    change(&mut request);
    let computed = table(&mechanic, &request, &Limits::default()).unwrap();
    table_report(&mechanic, &request, &computed)
}

fn with(flags: &[&str], set: &[&str]) -> Settings {
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    Settings { rules: Vec::new(), set: texts(set), with: texts(flags), ..Settings::default() }
}

#[test]
fn a_sweep_in_every_format() {
    let report = report(&with(&["lucky_foot"], &[]), Some("luck=-1,0,7/3"), |_| {});
    for (format, name) in FORMATS {
        insta::assert_snapshot!(format!("sweep-{name}"), render(&report, *format, &style()));
    }
}

#[test]
fn a_joint_law_with_every_way_to_show_a_chance() {
    let report = report(&with(&["broken_modem"], &["contracts=1"]), None, |request| {
        request.fields = vec!["award".to_owned(), "count".to_owned()];
        request.shown = vec![Shown::Percent, Shown::Fraction, Shown::Both, Shown::OneIn];
        request.caption = Some("Awards | with <markup> & {{braces}}".to_owned());
    });
    for (format, name) in FORMATS {
        insta::assert_snapshot!(format!("joint-{name}"), render(&report, *format, &style()));
    }
}

#[test]
fn cumulative_and_transposed_together() {
    let report = report(&with(&[], &["contracts=2"]), Some("difficulty"), |request| {
        request.fields = vec!["count".to_owned()];
        request.cumulative = Some(Cumulative::AtLeast);
        request.transpose = true;
        request.total = false;
    });
    insta::assert_snapshot!("cumulative-terminal", render(&report, Format::Terminal, &style()));
    insta::assert_snapshot!("cumulative-json", render(&report, Format::Json, &style()));
}

#[test]
fn answers_in_every_format() {
    let mut session = Session::open(&DataSource::Embedded).unwrap();
    let mechanic = awards();
    let scenarios = scenario(&mechanic, &with(&["broken_modem"], &[])).unwrap();
    let mut joined: Option<Report> = None;
    for text in [
        "P(award = chest | award != nothing)",
        "E(count)",
        "sd(count)",
        "mode(award)",
        "quantile(count, 1/2)",
    ] {
        let query = session.query(&mechanic, text).unwrap();
        let answers = trueodds::query::ask(&mechanic, &query, &scenarios, None, &Limits::default()).unwrap();
        let next = trueodds::query::ask_report(&mechanic, text, &answers, false, None, Shown::Both);
        joined = Some(match joined {
            None => next,
            Some(first) => first.join(next),
        });
    }
    let report = joined.unwrap();
    for (format, name) in FORMATS {
        insta::assert_snapshot!(format!("answers-{name}"), render(&report, *format, &style()));
    }
}

#[test]
fn no_line_of_the_terminal_is_wider_than_asked() {
    for width in [40, 60, 80, 132] {
        let report = report(&with(&[], &[]), Some("luck=0..10"), |_| {});
        let text = render(&report, Format::Terminal, &Style { width, ..Style::default() });
        assert!(text.lines().all(|line| line.chars().count() <= width), "{width}\n{text}");
        // Nothing is cut: every figure of the widest rendering is there.
        let wide = render(&report, Format::Terminal, &Style { width: 500, ..Style::default() });
        let figures = |text: &str| text.split_whitespace().filter(|word| word.ends_with('%')).count();
        assert_eq!(figures(&text), figures(&wide));
    }
}

/// A sort value and the contents of a cell.
type PastedCell = (Option<String>, String);

/// A table of MediaWiki as a reader of the page sees it: rows of cells with their sort values.
fn read_wikitable(text: &str) -> (String, Vec<Vec<PastedCell>>) {
    let body = text.strip_prefix("{| class=\"wikitable sortable\"\n").unwrap().strip_suffix("|}\n").unwrap();
    let mut caption = String::new();
    let mut rows = Vec::new();
    for line in body.lines() {
        if let Some(text) = line.strip_prefix("|+") {
            caption = text.trim().to_owned();
        } else if line.starts_with("|-") {
            rows.push(Vec::new());
        } else {
            let cell = line.strip_prefix('!').or_else(|| line.strip_prefix('|')).unwrap();
            assert!(cell.starts_with(' '), "no space before the contents of {line:?}");
            // Attributes end at a bar that is not inside a template.
            let (attributes, contents) = match cell.split_once(" | ") {
                Some((attributes, contents)) => (attributes, contents),
                None => ("", cell),
            };
            let sort = attributes
                .split("data-sort-value=\"")
                .nth(1)
                .map(|rest| rest.split('"').next().unwrap().to_owned());
            rows.last_mut().unwrap().push((sort, contents.trim().to_owned()));
        }
    }
    (caption, rows)
}

#[test]
fn a_pasted_wikitext_table_reads_back_to_the_same_numbers() {
    let report = report(&with(&["lucky_foot", "guppys_tail"], &[]), Some("luck=0..4"), |_| {});
    let text = render(&report, Format::Wikitext, &style());
    let (caption, rows) = read_wikitable(&text);
    assert!(caption.starts_with("Room clear award (Repentance+; with {{i|Lucky Foot}}"), "{caption}");
    let (header, body) = rows.split_first().unwrap();
    assert_eq!(header.len(), 6);
    let (total, body) = body.split_last().unwrap();
    assert!(total[1..].iter().all(|(sort, text)| sort.as_deref() == Some("100") && text == "100%"));
    // The columns, against the law from the JSON of the same report.
    let tables = report.json["tables"].as_array().unwrap();
    for (column, json) in tables.iter().enumerate() {
        let exact: BTreeMap<String, Rational> = json["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                let name = row["outcome"]["award"].as_str().unwrap().to_owned();
                (name, row["probability"].as_str().unwrap().parse().unwrap())
            })
            .collect();
        assert_eq!(exact.values().sum::<Rational>(), Rational::ONE);
        assert_eq!(body.len(), exact.len());
        let mut pasted: Vec<Rational> =
            body.iter().map(|row| row[column + 1].0.as_ref().unwrap().parse().unwrap()).collect();
        let mut computed: Vec<Rational> = exact.values().map(|mass| mass * &Rational::from(100)).collect();
        pasted.sort();
        computed.sort();
        for (pasted, computed) in pasted.iter().zip(&computed) {
            assert!((pasted - computed).abs() < Rational::new(1, 1_000_000_000), "{pasted} {computed}");
        }
    }
}
