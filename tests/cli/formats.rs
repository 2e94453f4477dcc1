//! One answer through every format, kept as snapshots; and a pasted wikitext table read back.

use std::collections::BTreeMap;

use crate::support::awards;
use trueodds::document::{AnswersDocument, LawDocument, Shown, TableLayout};
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::{Cumulative, LawRequest, Laws, laws, measure};
use trueodds::render::{Format, Style, render};
use trueodds::scenario::{Axes, Mechanic, Settings, Sweep, scenarios};
use trueodds::session::Session;

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

/// Laws with what a document of them needs.
struct Computed {
    mechanic: Mechanic,
    laws: Laws,
    axes: Axes,
    layout: TableLayout,
}

impl Computed {
    fn render(&self, format: Format, style: &Style) -> String {
        let layout = self.layout.clone();
        render(&LawDocument::new(&self.mechanic, &self.laws, &self.axes, layout), format, style)
    }
}

fn computed(
    settings: &Settings,
    sweep: Option<&str>,
    fields: &[&str],
    cumulative: Option<Cumulative>,
    layout: TableLayout,
) -> Computed {
    let mechanic = awards();
    let fields: Vec<String> = fields.iter().map(|field| (*field).to_owned()).collect();
    let axes = Axes::from(sweep.map(|text| Sweep::parse(&mechanic, text, 100).unwrap()));
    let request = LawRequest {
        scenarios: axes.spread(&mechanic, &scenarios(&mechanic, settings).unwrap()).unwrap(),
        outcomes: mechanic.outcomes(&fields).unwrap(),
        cumulative,
        given: None,
    };
    let laws = laws(&mechanic, &request, &Limits::default()).unwrap();
    Computed { mechanic, laws, axes, layout }
}

/// The first outcome as a table with its total.
fn table(settings: &Settings, sweep: Option<&str>) -> Computed {
    computed(settings, sweep, &[], None, TableLayout { total: true, ..TableLayout::default() })
}

fn with(flags: &[&str], set: &[&str]) -> Settings {
    let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    Settings { rules: Vec::new(), set: texts(set), with: texts(flags), ..Settings::default() }
}

#[test]
fn a_sweep_in_every_format() {
    let table = table(&with(&["lucky_foot"], &[]), Some("luck=-1,0,7/3"));
    for (format, name) in FORMATS {
        insta::assert_snapshot!(format!("sweep-{name}"), table.render(*format, &style()));
    }
}

#[test]
fn a_joint_law_with_every_way_to_show_a_chance() {
    let layout = TableLayout {
        total: true,
        shown: vec![Shown::Percent, Shown::Fraction, Shown::Both, Shown::OneIn],
        caption: Some("Awards | with <markup> & {{braces}}".to_owned()),
        ..TableLayout::default()
    };
    let settings = with(&["broken_modem"], &["contracts=1"]);
    let table = computed(&settings, None, &["award", "count"], None, layout);
    for (format, name) in FORMATS {
        insta::assert_snapshot!(format!("joint-{name}"), table.render(*format, &style()));
    }
}

#[test]
fn cumulative_and_transposed_together() {
    let settings = with(&[], &["contracts=2"]);
    let layout = TableLayout { transpose: true, ..TableLayout::default() };
    let table = computed(&settings, Some("difficulty"), &["count"], Some(Cumulative::AtLeast), layout);
    insta::assert_snapshot!("cumulative-terminal", table.render(Format::Terminal, &style()));
    insta::assert_snapshot!("cumulative-json", table.render(Format::Json, &style()));
}

#[test]
fn answers_in_every_format() {
    let session = Session::embedded().unwrap();
    let mechanic = awards();
    let scenarios = scenarios(&mechanic, &with(&["broken_modem"], &[])).unwrap();
    let answers = [
        "P(award = chest | award != nothing)",
        "E(count)",
        "sd(count)",
        "mode(award)",
        "quantile(count, 1/2)",
    ]
    .map(|text| {
        let question = session.question(&mechanic, text).unwrap();
        measure(&mechanic, &question, &scenarios, None, &Limits::default()).unwrap()
    });
    let (axes, layout) =
        (Axes::default(), TableLayout { shown: vec![Shown::Both], ..TableLayout::default() });
    let document = AnswersDocument::new(&mechanic, &answers, &axes, layout);
    for (format, name) in FORMATS {
        insta::assert_snapshot!(format!("answers-{name}"), render(&document, *format, &style()));
    }
}

#[test]
fn no_line_of_the_terminal_is_wider_than_asked() {
    for width in [40, 60, 80, 132] {
        let table = table(&with(&[], &[]), Some("luck=0..10"));
        let text = table.render(Format::Terminal, &Style { width, ..Style::default() });
        assert!(text.lines().all(|line| line.chars().count() <= width), "{width}\n{text}");
        // Nothing is cut: every figure of the widest rendering is there.
        let wide = table.render(Format::Terminal, &Style { width: 500, ..Style::default() });
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
    let table = table(&with(&["lucky_foot", "guppys_tail"], &[]), Some("luck=0..4"));
    let text = table.render(Format::Wikitext, &style());
    let (caption, rows) = read_wikitable(&text);
    assert!(caption.starts_with("Room clear award by Luck (Repentance+; with {{i|Lucky Foot}}"), "{caption}");
    let (header, body) = rows.split_first().unwrap();
    assert_eq!(header.len(), 6);
    let (total, body) = body.split_last().unwrap();
    assert!(total[1..].iter().all(|(sort, text)| sort.as_deref() == Some("100") && text == "100%"));
    // The columns, against the laws that the table was made of.
    assert_eq!(table.laws.columns.len(), 5);
    let award = table.mechanic.model[table.mechanic.field("award").unwrap()].kind;
    for (column, (_, law)) in table.laws.columns.iter().enumerate() {
        let law = law.as_ref().unwrap();
        let exact: BTreeMap<String, Rational> = law
            .iter()
            .map(|(values, mass)| (table.mechanic.model.value_text(award, &values[0]), mass.clone()))
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
