//! Charts: the numbers of the table, pictures that are XML, keep their text apart and inside, and come out
//! the same every time.

use crate::reading::problems;
use crate::support::awards;
use crate::support::xml::{Element, parse};
use trueodds::check::Asks;
use trueodds::document::{Block, Cell, Document, LawDocument, PlotDocument, TableLayout};
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::plot::Chart;
use trueodds::query::{About, Cumulative, LawRequest, Plot, PlotRequest, laws, plot};
use trueodds::render::{Format, Style, render};
use trueodds::scenario::{Axes, Mechanic, Settings, Sweep, scenarios};
use trueodds::session::Session;

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn session() -> Session {
    Session::embedded().unwrap()
}

fn request(mechanic: &Mechanic, rules: &[&str], with: &[&str], sweep: Option<&str>) -> PlotRequest {
    let settings = Settings { rules: texts(rules), with: texts(with), ..Settings::default() };
    let marginal = !mechanic.model.overview.is_empty();
    let fields = mechanic.fields_or_overview(&[]).unwrap();
    PlotRequest {
        scenarios: scenarios(mechanic, &settings).unwrap(),
        axes: sweep.map(|text| Sweep::parse(mechanic, text, 1000).unwrap()).into(),
        marked: Vec::new(),
        about: About::Outcomes { outcomes: fields.into(), marginal, given: None },
        cumulative: None,
        stacked: false,
    }
}

/// A chart with what it takes to show it.
struct Drawn {
    mechanic: Mechanic,
    plot: Plot,
    caption: Option<String>,
}

impl Drawn {
    fn document(&self) -> PlotDocument<'_> {
        PlotDocument::new(&self.mechanic, &self.plot, self.caption.as_deref())
    }

    fn render(&self, format: Format, style: &Style) -> String {
        render(&self.document(), format, style)
    }

    fn svg(&self) -> String {
        self.render(Format::Svg, &Style::default())
    }
}

fn drawn(mechanic: &Mechanic, request: &PlotRequest) -> Drawn {
    let plot = plot(mechanic, request, &Limits::default()).unwrap();
    Drawn { mechanic: mechanic.clone(), plot, caption: None }
}

fn problem(mechanic: &Mechanic, request: &PlotRequest) -> String {
    problems(plot(mechanic, request, &Limits::default())).join("\n")
}

/// One chart of every kind, with many and long labels among them.
fn charts() -> Vec<(&'static str, Drawn)> {
    let awards = awards();
    let rooms = session().mechanic("isaac/special-rooms").unwrap();
    let cards = session().mechanic("sts/card-roll").unwrap();
    let rare = session().expression(&cards, "rarity = rare", Asks::Event).unwrap();
    let first = |rules: &[&str], cumulative| PlotRequest {
        about: About::First(rare.clone()),
        cumulative,
        ..request(&cards, rules, &[], None)
    };
    let stacked = |own: PlotRequest| PlotRequest { stacked: true, ..own };
    let long = Drawn {
        caption: Some("A title of many words & <marks> that \"quote\" and go on ".repeat(4)),
        ..drawn(&awards, &request(&awards, &[], &[], None))
    };
    let lucky: &[&str] = &["lucky_foot", "lucky_toe"];
    let sets = &["rebirth", "fandom", "wiki-gg"];
    vec![
        ("bars", drawn(&awards, &request(&awards, &[], &[], None))),
        ("long title", long),
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

#[test]
fn bars_show_the_numbers_of_the_table() {
    let mechanic = awards();
    let chart = drawn(&mechanic, &request(&mechanic, &["rebirth", "fandom"], &["daemons_tail"], None));
    let settings = Settings {
        rules: texts(&["rebirth", "fandom"]),
        with: texts(&["daemons_tail"]),
        ..Settings::default()
    };
    let own = LawRequest {
        scenarios: scenarios(&mechanic, &settings).unwrap(),
        outcomes: mechanic.outcomes(&[]).unwrap(),
        cumulative: None,
        given: None,
    };
    let computed = laws(&mechanic, &own, &Limits::default()).unwrap();
    let axes = Axes::default();
    let table = LawDocument::new(&mechanic, &computed, &axes, TableLayout::default());
    assert_eq!(numbers(&table), numbers(&chart.document()));
}

#[test]
fn curves_show_the_numbers_of_the_table() {
    let mechanic = awards();
    let chart = drawn(&mechanic, &request(&mechanic, &[], &[], Some("luck=-1..10:1/4")));
    assert_eq!(chart.plot.chart, Chart::Curves);
    let axes = Axes::from(Some(Sweep::parse(&mechanic, "luck=-1..10:1/4", 100).unwrap()));
    let usual = scenarios(&mechanic, &Settings::default()).unwrap();
    let own = LawRequest {
        scenarios: axes.spread(&mechanic, &usual).unwrap(),
        outcomes: mechanic.outcomes(&[]).unwrap(),
        cumulative: None,
        given: None,
    };
    let computed = laws(&mechanic, &own, &Limits::default()).unwrap();
    let layout = TableLayout { transpose: true, ..TableLayout::default() };
    let table = LawDocument::new(&mechanic, &computed, &axes, layout);
    assert_eq!(numbers(&table), numbers(&chart.document()));
}

/// The numbers of the first table.
fn numbers(document: &dyn Document) -> Vec<Vec<Rational>> {
    let blocks = document.blocks();
    let Block::Table(table) = &blocks[0] else { panic!("a table") };
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
    assert_eq!(columns.plot.chart, Chart::Columns);
    assert_eq!(columns.document().marks[0].at, Rational::from(19));
    let (_, by_then) = charts.iter().find(|(name, _)| *name == "first by then").unwrap();
    assert_eq!(by_then.document().marks.len(), 2);
    let masses = &columns.plot.series[0].values;
    let sum: Rational = masses.iter().sum();
    assert_eq!(Some(&sum), by_then.plot.series[0].values.get(masses.len() - 1));
}

#[test]
fn pictures_are_xml_that_says_what_it_shows() {
    for (name, chart) in charts() {
        let text = chart.svg();
        assert_eq!(text, chart.svg(), "{name}");
        let root = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(root.name, "svg", "{name}");
        assert_eq!(root.attribute("role"), "img");
        assert_eq!(root.attribute("width"), "720");
        let ids: Vec<&str> = root.attribute("aria-labelledby").split(' ').collect();
        let title = root.children.iter().find(|own| own.name == "title").unwrap();
        let desc = root.children.iter().find(|own| own.name == "desc").unwrap();
        assert_eq!(ids, [title.attribute("id"), desc.attribute("id")]);
        assert_eq!(title.text.trim_end(), chart.document().title.to_plain().trim_end(), "{name}");
        // Every number of a law is read out.
        if chart.plot.chart == Chart::Bars {
            let positions = chart.document().positions.len();
            assert_eq!(desc.text.matches('%').count(), chart.plot.series.len() * positions, "{name}");
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
        let root = parse(&chart.svg()).unwrap();
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
    let labels: Vec<String> = chart.document().curves().into_iter().map(|line| line.label).collect();
    assert!(labels.contains(&"Tarot card, Trinket, Pill".to_owned()), "{labels:?}");
    assert!(!labels.iter().any(|label| label.contains("Repentance")), "{labels:?}");
    assert_eq!(chart.plot.series.len(), 22);
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
        out.push_str(&drawn(&mechanic, &own).render(Format::Terminal, &style));
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
        serde_json::from_str(&chart.render(Format::Json, &Style::default())).unwrap();
    assert_eq!(json["schema"], "trueodds/1");
    assert_eq!(json["kind"], "plot");
    assert_eq!(json["chart"], "curves");
    let point = &json["series"][0]["points"][0];
    assert_eq!(
        (&point["at"], &point["value"], &point["decimal"]),
        (&"0".into(), &"11/50".into(), &"0.22".into())
    );
    let csv = chart.render(Format::Csv, &Style::default());
    assert!(
        csv.starts_with("rules,series,luck,value,decimal\nrepentance-plus,Nothing,0,11/50,0.22\n"),
        "{csv}"
    );
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let mechanic = awards();
    let joint = PlotRequest {
        about: About::Outcomes {
            outcomes: mechanic.outcomes(&texts(&["award", "count"])).unwrap(),
            marginal: false,
            given: None,
        },
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
    let question = session().question(&mechanic, "mode(award)").unwrap();
    let mode = PlotRequest { about: About::Questions(vec![question]), ..request(&mechanic, &[], &[], None) };
    assert!(problem(&mechanic, &mode).contains("no single number to draw"));
}

/// A question that is no probability, below zero too, has a scale of plain numbers.
#[test]
fn numbers_below_zero_have_their_place() {
    let mechanic = awards();
    let text = "P(award = nothing) - P(award = chest) - E(count)";
    let question = session().question(&mechanic, text).unwrap();
    for sweep in [None, Some("luck=0..10")] {
        let own = PlotRequest {
            about: About::Questions(vec![question.clone()]),
            ..request(&mechanic, &["rebirth", "fandom"], &[], sweep)
        };
        let chart = drawn(&mechanic, &own);
        assert!(!chart.plot.chances && chart.plot.range().0.is_negative());
        let root = parse(&chart.svg()).unwrap();
        assert!(extents(&root).iter().all(|((left, ..), _)| *left >= 0));
    }
}
