//! Charts: the numbers of the table, pictures that are XML, keep their text apart and inside, and come out
//! the same every time.

use std::path::Path;

use crate::support::awards;
use crate::support::xml::{Element, parse};
use trueodds::check::Asks;
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::plot::Chart;
use trueodds::query::report::{Block, Cell, Shown};
use trueodds::query::{
    About, Asked, Cumulative, Mechanic, Plot, PlotRequest, Settings, TableError, TableRequest, parse_along,
    parse_sweep, plot, scenario, table, table_report,
};
use trueodds::render::{self, Format, Style};
use trueodds::session::{DataSource, Session};

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn session() -> Session {
    Session::open(&DataSource::Embedded).unwrap()
}

fn request(mechanic: &Mechanic, rules: &[&str], with: &[&str], sweep: Option<&str>) -> PlotRequest {
    let settings = Settings { rules: texts(rules), with: texts(with), ..Settings::default() };
    let marginal = !mechanic.model.overview.is_empty();
    let fields = mechanic.model.overview.iter().map(|own| mechanic.model.fields[*own].name.clone()).collect();
    PlotRequest {
        scenarios: scenario(mechanic, &settings).unwrap(),
        along: sweep.map(|text| parse_along(mechanic, text, 1000).unwrap()),
        about: About::Outcomes { fields, marginal },
        cumulative: None,
        stacked: false,
        caption: None,
    }
}

fn drawn(mechanic: &Mechanic, request: &PlotRequest) -> Plot {
    plot(mechanic, request, &Limits::default()).unwrap()
}

fn problem(mechanic: &Mechanic, request: &PlotRequest) -> String {
    match plot(mechanic, request, &Limits::default()) {
        Err(TableError::Usage(problems)) => problems.join("\n"),
        other => panic!("{other:?}"),
    }
}

/// One chart of every kind, with many and long labels among them.
fn charts() -> Vec<(&'static str, Plot)> {
    let awards = awards();
    let rooms = session().mechanic("isaac/special-rooms").unwrap();
    let mut cards_session = session();
    let cards = cards_session.mechanic("sts/card-roll").unwrap();
    let text = "rarity = rare".to_owned();
    let checked = cards_session.expression(&cards, &text, Asks::Event).unwrap();
    let first = |rules: &[&str], cumulative| PlotRequest {
        about: About::First(Asked { text: text.clone(), checked: checked.clone() }),
        cumulative,
        ..request(&cards, rules, &[], None)
    };
    let stacked = |own: PlotRequest| PlotRequest { stacked: true, ..own };
    let long = PlotRequest {
        caption: Some("A title of many words & <marks> that \"quote\" and go on ".repeat(4)),
        ..request(&awards, &[], &[], None)
    };
    let lucky: &[&str] = &["lucky_foot", "lucky_toe"];
    let sets = &["rebirth", "fandom", "wiki-gg"];
    vec![
        ("bars", drawn(&awards, &request(&awards, &[], &[], None))),
        ("long title", drawn(&awards, &long)),
        ("grouped", drawn(&awards, &request(&awards, sets, lucky, None))),
        ("groups by value", drawn(&awards, &request(&awards, &[], &["childs_heart"], Some("difficulty")))),
        ("long labels", drawn(&rooms, &request(&rooms, &["repentance-plus", "wiki-older"], &[], None))),
        ("curves", drawn(&awards, &request(&awards, &[], &[], Some("luck=-1..10:1/4")))),
        ("overlaid", drawn(&awards, &request(&awards, sets, lucky, Some("luck=0..10")))),
        ("room curves", drawn(&rooms, &request(&rooms, &[], &[], Some("dead_ends=4..12")))),
        ("stacked", drawn(&awards, &stacked(request(&awards, &[], &[], Some("luck=0..10:1/2"))))),
        ("by state", drawn(&cards, &stacked(request(&cards, &[], &[], Some("offset=-40..5"))))),
        ("first", drawn(&cards, &first(&[], None))),
        ("first by then", drawn(&cards, &first(&["shipped", "document-code"], Some(Cumulative::AtMost)))),
    ]
}

fn svg(plot: &Plot) -> String {
    render::plot(plot, Format::Svg, &Style::default())
}

#[test]
fn bars_show_the_numbers_of_the_table() {
    let mechanic = awards();
    let chart = drawn(&mechanic, &request(&mechanic, &["rebirth", "fandom"], &["daemons_tail"], None));
    let settings = Settings {
        rules: texts(&["rebirth", "fandom"]),
        with: texts(&["daemons_tail"]),
        ..Settings::default()
    };
    let own = TableRequest {
        scenarios: scenario(&mechanic, &settings).unwrap(),
        sweep: None,
        fields: Vec::new(),
        cumulative: None,
        transpose: false,
        total: false,
        shown: vec![Shown::Percent],
        caption: None,
    };
    let computed = table(&mechanic, &own, &Limits::default()).unwrap();
    let report = table_report(&mechanic, &own, &computed);
    assert_eq!(numbers(&report.blocks[0]), numbers(&chart.report().blocks[0]));
}

#[test]
fn curves_show_the_numbers_of_the_table() {
    let mechanic = awards();
    let chart = drawn(&mechanic, &request(&mechanic, &[], &[], Some("luck=-1..10:1/4")));
    assert_eq!(chart.chart, Chart::Curves);
    let own = TableRequest {
        scenarios: scenario(&mechanic, &Settings::default()).unwrap(),
        sweep: Some(parse_sweep(&mechanic.model, "luck=-1..10:1/4", 100).unwrap()),
        fields: Vec::new(),
        cumulative: None,
        transpose: true,
        total: false,
        shown: vec![Shown::Percent],
        caption: None,
    };
    let computed = table(&mechanic, &own, &Limits::default()).unwrap();
    let report = table_report(&mechanic, &own, &computed);
    assert_eq!(numbers(&report.blocks[0]), numbers(&chart.report().blocks[0]));
}

fn numbers(block: &Block) -> Vec<Vec<Rational>> {
    let Block::Table(table) = block else { panic!("a table") };
    let number = |cell: &Cell| match cell {
        Cell::Probability(value, _) => value.clone(),
        other => panic!("{other:?}"),
    };
    table.rows.iter().map(|row| row.cells.iter().map(number).collect()).collect()
}

#[test]
fn a_first_hit_is_marked_at_its_median_and_sums_up() {
    let charts = charts();
    let (_, columns) = charts.iter().find(|(name, _)| *name == "first").unwrap();
    assert_eq!(columns.chart, Chart::Columns);
    assert_eq!(columns.marks[0].at, Rational::from(19));
    let (_, by_then) = charts.iter().find(|(name, _)| *name == "first by then").unwrap();
    assert_eq!(by_then.marks.len(), 2);
    let sum: Rational = columns.series[0].values.iter().sum();
    assert_eq!(Some(&sum), by_then.series[0].values.get(columns.series[0].values.len() - 1));
}

#[test]
fn pictures_are_xml_that_says_what_it_shows() {
    for (name, chart) in charts() {
        let text = svg(&chart);
        assert_eq!(text, svg(&chart), "{name}");
        let root = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(root.name, "svg", "{name}");
        assert_eq!(root.attribute("role"), "img");
        assert_eq!(root.attribute("width"), "720");
        let ids: Vec<&str> = root.attribute("aria-labelledby").split(' ').collect();
        let title = root.children.iter().find(|own| own.name == "title").unwrap();
        let desc = root.children.iter().find(|own| own.name == "desc").unwrap();
        assert_eq!(ids, [title.attribute("id"), desc.attribute("id")]);
        assert_eq!(title.text.trim_end(), chart.title.to_plain().trim_end(), "{name}");
        // Every number of a law is read out.
        if chart.chart == Chart::Bars {
            assert_eq!(
                desc.text.matches('%').count(),
                chart.series.len() * chart.axis.places.len(),
                "{name}"
            );
        }
        root.visit(&mut |element| {
            assert!(element.name != "script" && element.name != "image", "{name}");
            let links = element.attributes.iter().filter(|(_, value)| value.contains("url("));
            assert!(links.clone().all(|(_, value)| value.starts_with("url(#to")), "{name}");
            for (key, value) in &element.attributes {
                if matches!(
                    key.as_str(),
                    "x" | "y" | "width" | "height" | "x1" | "y1" | "x2" | "y2" | "points"
                ) {
                    let plain = value.chars().all(|c| c.is_ascii_digit() || " ,.".contains(c));
                    assert!(plain, "{name}: {key}={value}");
                }
            }
        });
    }
}

/// Where a line of text lies, in thousandths of a pixel: left, top, right, bottom.
type Extent = (i64, i64, i64, i64);

/// A length as it stands in a picture, in thousandths of a pixel.
fn length(text: &str) -> i64 {
    let thousandths = &text.parse::<Rational>().unwrap() * &Rational::from(1000);
    thousandths.to_i64().unwrap()
}

/// A model of widths that is not the one of the pictures: three classes of letters.
fn width(text: &str, size: i64) -> i64 {
    let class = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '(' | ')' | '/' | ' ' => 270,
        'm' | 'w' | 'M' | 'W' | '%' | '…' => 890,
        _ => 590,
    };
    text.chars().map(class).sum::<i64>() * size
}

/// The extents of all texts.
fn extents(root: &Element) -> Vec<(Extent, String)> {
    let mut found = Vec::new();
    root.visit(&mut |element| {
        if element.name != "text" {
            return;
        }
        let (x, y) = (length(element.attribute("x")), length(element.attribute("y")));
        let size = match element.attribute("class") {
            "t" => 15,
            "k" | "m" => 11,
            _ => 12,
        };
        let width = width(&element.text, size);
        let left = match element.attribute("text-anchor") {
            "middle" => x - width / 2,
            "end" => x - width,
            _ => x,
        };
        found.push(((left, y - 760 * size, left + width, y + 200 * size), element.text.clone()));
    });
    found
}

#[test]
fn text_stays_inside_and_never_overlaps() {
    for (name, chart) in charts() {
        let root = parse(&svg(&chart)).unwrap();
        let height = length(root.attribute("height"));
        let extents = extents(&root);
        assert!(extents.len() > 5, "{name}");
        for (index, ((left, top, right, bottom), text)) in extents.iter().enumerate() {
            assert!(*left >= 0 && *right <= 720_000 && *top >= 0 && *bottom <= height, "{name}: {text}");
            for ((l, t, r, b), other) in &extents[index + 1..] {
                let apart = right <= l || r <= left || bottom <= t || b <= top;
                assert!(apart, "{name}: `{text}` and `{other}` overlap");
            }
        }
    }
}

#[test]
fn series_that_are_equal_share_a_line_and_a_name() {
    let mechanic = awards();
    let sets = &["repentance", "repentance-plus"];
    let chart = drawn(&mechanic, &request(&mechanic, sets, &[], Some("luck=0..10")));
    let labels: Vec<String> = chart.drawn().into_iter().map(|line| line.label).collect();
    assert!(labels.contains(&"Tarot card, Trinket, Pill".to_owned()), "{labels:?}");
    assert!(!labels.iter().any(|label| label.contains("Repentance")), "{labels:?}");
    assert_eq!(chart.series.len(), 22);
}

#[test]
fn a_terminal_has_bars_and_courses() {
    let mechanic = awards();
    let style = Style { width: 60, ..Style::default() };
    let mut out = String::new();
    for (rules, sweep, stacked) in [
        (&[][..], None, false),
        (&["rebirth", "fandom"][..], Some("luck=0..10"), false),
        (&[][..], Some("luck=0..10:2"), true),
    ] {
        let own = PlotRequest { stacked, ..request(&mechanic, rules, &[], sweep) };
        out.push_str(&render::plot(&drawn(&mechanic, &own), Format::Terminal, &style));
        out.push('\n');
    }
    assert!(out.lines().all(|line| line.chars().count() <= 60), "{out}");
    insta::assert_snapshot!("plot-terminal", out);
}

#[test]
fn the_data_of_a_chart_are_exact() {
    let mechanic = awards();
    let chart = drawn(&mechanic, &request(&mechanic, &[], &[], Some("luck=0..1")));
    let json: serde_json::Value =
        serde_json::from_str(&render::plot(&chart, Format::Json, &Style::default())).unwrap();
    assert_eq!(json["schema"], "trueodds/1");
    assert_eq!(json["kind"], "plot");
    assert_eq!(json["chart"], "curves");
    let point = &json["series"][0]["points"][0];
    assert_eq!(
        (&point["at"], &point["value"], &point["decimal"]),
        (&"0".into(), &"11/50".into(), &"0.22".into())
    );
    let csv = render::plot(&chart, Format::Csv, &Style::default());
    assert!(
        csv.starts_with("rules,series,luck,value,decimal\nrepentance-plus,Nothing,0,11/50,0.22\n"),
        "{csv}"
    );
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let mechanic = awards();
    let joint = PlotRequest {
        about: About::Outcomes { fields: texts(&["award", "count"]), marginal: false },
        ..request(
            &mechanic,
            &["rebirth", "afterbirth", "fandom", "wiki-gg", "pseudo-code", "repentance"],
            &[],
            None,
        )
    };
    assert!(problem(&mechanic, &joint).contains("bars are more than a picture can hold (60)"));
    let curves = PlotRequest {
        about: joint.about.clone(),
        ..request(
            &mechanic,
            &["repentance", "fandom"],
            &["broken_modem", "lucky_foot", "guppys_tail"],
            Some("luck=0..3"),
        )
    };
    assert!(problem(&mechanic, &curves).contains("can be told apart (24)"));
    let stacked = |sweep: Option<&str>, rules: &[&str]| PlotRequest {
        stacked: true,
        ..request(&mechanic, rules, &[], sweep)
    };
    assert!(problem(&mechanic, &stacked(None, &[])).contains("add `--sweep`"));
    assert!(problem(&mechanic, &stacked(Some("difficulty"), &[])).contains("add `--sweep`"));
    assert!(problem(&mechanic, &stacked(Some("luck=0..3"), &["rebirth", "fandom"])).contains("one rule set"));
    let rooms = session().mechanic("isaac/special-rooms").unwrap();
    let each = PlotRequest { stacked: true, ..request(&rooms, &[], &[], Some("dead_ends=4..9")) };
    assert!(problem(&rooms, &each).contains("sum to 100%"));
    let mut own = session();
    let query = own.query(&mechanic, "mode(award)").unwrap();
    let mode = PlotRequest {
        about: About::Queries(vec![("mode(award)".to_owned(), query)]),
        ..request(&mechanic, &[], &[], None)
    };
    assert!(problem(&mechanic, &mode).contains("no single number to draw"));
}

/// A question that is no probability, below zero too, has a scale of plain numbers.
#[test]
fn numbers_below_zero_have_their_place() {
    let mechanic = awards();
    let text = "P(award = nothing) - P(award = chest) - E(count)";
    let query = session().query(&mechanic, text).unwrap();
    for sweep in [None, Some("luck=0..10")] {
        let own = PlotRequest {
            about: About::Queries(vec![(text.to_owned(), query.clone())]),
            ..request(&mechanic, &["rebirth", "fandom"], &[], sweep)
        };
        let chart = drawn(&mechanic, &own);
        assert!(!chart.chances && chart.range().0.is_negative());
        let root = parse(&svg(&chart)).unwrap();
        assert!(extents(&root).iter().all(|((left, ..), _)| *left >= 0));
    }
}

#[test]
fn the_picture_of_the_readme_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let picture = "reports/isaac/room-clear-award-luck.svg";
    assert!(readme.contains(picture) && root.join(picture).is_file());
}
