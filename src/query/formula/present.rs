//! How formulas are shown.

use serde_json::{Map, Value as Json};

use super::super::columns::{common_label, joined};
use super::super::report::{Block, Cell, Header, Report, Row, Table, Text};
use super::super::scenario::Scenario;
use super::super::{Mechanic, json};
use super::{Ends, Symbol};
use crate::exact::symbol::{Extreme, Interval, Notation, Part, Piecewise, Root, Shape};
use crate::exact::{Rational, decimal};

/// A formula and what it is of.
#[derive(Debug, Clone)]
pub struct Formula {
    /// What it is of, as a person would type it: `P(award = chest)`.
    pub query: String,
    /// What people call it.
    pub label: Text,
    /// The formula.
    pub formula: Piecewise,
}

/// Formulas with what they were computed from, and what is to be told of them.
#[derive(Debug, Clone, Copy)]
pub struct FormulaView<'a> {
    /// The mechanic.
    pub mechanic: &'a Mechanic,
    /// Rules and inputs.
    pub scenario: &'a Scenario,
    /// The symbol.
    pub symbol: Symbol,
    /// The part of the axis that was looked at.
    pub ends: &'a Ends,
    /// The formulas.
    pub formulas: &'a [Formula],
    /// Whether these are derivatives.
    pub derivative: bool,
    /// Whether to say where they rise and fall, and how small and great they get.
    pub shape: bool,
}

impl FormulaView<'_> {
    fn symbol_name(&self) -> &str {
        self.symbol.name(self.mechanic)
    }

    pub(super) fn inputs(&self) -> Text {
        common_label(self.mechanic, std::slice::from_ref(self.scenario), false, None)
    }

    fn title(&self, what: Text) -> Text {
        let derivative = if self.derivative { "derivative of " } else { "" };
        let inputs = self.inputs();
        let text = Text::plain(derivative).join(what).and(format!(" in {}", self.symbol_name()));
        if inputs.0.is_empty() { text } else { text.and(" (").join(inputs).and(")") }
    }
}

/// The report of some formulas: a row for each part of each.
#[must_use]
pub fn formula_report(view: &FormulaView<'_>) -> Report {
    let name = view.symbol_name();
    let header = |text: &str| Header { text: Text::plain(text), numeric: false };
    let mut blocks = Vec::new();
    let text = |part: &Part| Cell::Text(Text::plain(part.function.text(name, Notation::Unicode)));
    let place = |part: &Part| Text::plain(part_text(part, name, SIGNS));
    match view.formulas {
        [only] => {
            let rows = only.formula.parts.iter();
            let rows = rows.map(|part| Row { label: place(part), cells: vec![text(part)], total: false });
            blocks.push(Block::Table(Table {
                caption: view.title(Text::plain(only.query.clone())),
                header: vec![header("Where"), header("Value")],
                rows: rows.collect(),
            }));
        }
        all => {
            let outcomes = all.iter().any(|own| own.label.to_plain() != own.query);
            let row = |formula: &Formula, part: &Part| Row {
                label: formula.label.clone(),
                cells: vec![Cell::Text(place(part)), text(part)],
                total: false,
            };
            let rows = all.iter().flat_map(|own| own.formula.parts.iter().map(move |part| row(own, part)));
            blocks.push(Block::Table(Table {
                caption: view.title(Text::plain(view.mechanic.model.label.clone())),
                header: vec![
                    header(if outcomes { "Outcome" } else { "Of" }),
                    header("Where"),
                    header("Value"),
                ],
                rows: rows.collect(),
            }));
        }
    }
    if view.shape {
        blocks.push(Block::Table(shapes(view)));
        blocks.extend(view.formulas.iter().filter_map(|formula| extremes(view, formula)));
    }
    Report { blocks, json: document(view), records: records(view), subject: subject(view) }
}

fn subject(view: &FormulaView<'_>) -> String {
    let inputs = joined([view.inputs()]).to_plain();
    let rules = &view.mechanic.rule_sets[view.scenario.rule_set].name;
    format!("{}; rules {rules}; in {}; {inputs}", view.mechanic.model.path, view.symbol_name())
}

/// The signs of a comparison: less, at most.
const SIGNS: [&str; 2] = ["<", "≤"];

/// `0 ≤ luck < 10`
fn part_text(part: &Part, name: &str, signs: [&str; 2]) -> String {
    let end = |end: &Option<Rational>| end.as_ref().map(ToString::to_string);
    bounds_text((end(&part.low), part.low_closed), (end(&part.high), part.high_closed), name, signs)
}

/// As [`part_text`]; ends that are not rational to some digits.
pub(super) fn interval_text(interval: &Interval, name: &str, digits: usize) -> String {
    let is_point = interval.low == interval.high;
    let end = |root: &Option<Root>| {
        root.as_ref().map(|root| match root.to_rational() {
            Some(number) if !number.is_integer() && !is_point => format!("{number} ({})", near(number)),
            _ => root_text(root, digits),
        })
    };
    bounds_text(
        (end(&interval.low), interval.low_closed),
        (end(&interval.high), interval.high_closed),
        name,
        SIGNS,
    )
}

/// A number with a few digits: `~4.3706`
fn near(number: &Rational) -> String {
    let rounded = decimal::round(number, 4, decimal::Rounding::HalfUp);
    format!("{}{}", if rounded.exact { "" } else { "~" }, rounded.trimmed())
}

fn bounds_text(
    (low, low_closed): (Option<String>, bool),
    (high, high_closed): (Option<String>, bool),
    name: &str,
    signs: [&str; 2],
) -> String {
    let sign = |closed: bool| signs[usize::from(closed)];
    match (low, high) {
        (None, None) => format!("every {name}"),
        (Some(low), Some(high)) if low == high && low_closed && high_closed => format!("{name} = {low}"),
        (Some(low), Some(high)) => {
            format!("{low} {} {name} {} {high}", sign(low_closed), sign(high_closed))
        }
        (None, Some(high)) => format!("{name} {} {high}", sign(high_closed)),
        (Some(low), None) => format!("{low} {} {name}", sign(low_closed)),
    }
}

/// A rational number as it is, another one to some digits with a `~`.
pub(super) fn root_text(root: &Root, digits: usize) -> String {
    match root.to_rational() {
        Some(number) => number.to_string(),
        None => {
            let width = (0..=digits).fold(Rational::ONE, |width, _| &width * &Rational::new(1, 10));
            let near = root.refined(&width);
            format!("~{}", decimal::round(near.between().0, digits, decimal::Rounding::HalfUp))
        }
    }
}

fn shapes(view: &FormulaView<'_>) -> Table {
    let name = view.symbol_name();
    let header = |text: &str| Header { text: Text::plain(text), numeric: false };
    let word = |shape: Shape| match shape {
        Shape::Rises => "rises",
        Shape::Falls => "falls",
        Shape::Constant => "constant",
    };
    let rows = view.formulas.iter().flat_map(|formula| {
        let moves = formula.formula.shape();
        moves.into_iter().map(|(interval, shape)| Row {
            label: formula.label.clone(),
            cells: [interval_text(&interval, name, 6), word(shape).to_owned()]
                .map(|text| Cell::Text(Text::plain(text)))
                .to_vec(),
            total: false,
        })
    });
    Table {
        caption: Text::plain("Where it rises and falls"),
        header: ["Of", "Where", "Moves"].map(header).to_vec(),
        rows: rows.collect(),
    }
}

fn extremes(view: &FormulaView<'_>, formula: &Formula) -> Option<Block> {
    let (least, most) = formula.formula.extremes()?;
    let told = |extreme: &Extreme| {
        let name = view.symbol_name();
        let value = if extreme.value.0 == extreme.value.1 {
            extreme.value.0.to_string()
        } else {
            format!("~{}", decimal::round(&extreme.value.0, 10, decimal::Rounding::HalfUp))
        };
        let at = match &extreme.at {
            Some(root) => format!("at {name} = {}", root_text(root, 6)),
            None => "far out".to_owned(),
        };
        format!("{value} {at}{}", if extreme.attained { "" } else { ", which it comes near to" })
    };
    let text = format!("{}: least {}; greatest {}.", formula.query, told(&least), told(&most));
    Some(Block::Paragraph(Text::plain(text)))
}

fn document(view: &FormulaView<'_>) -> Json {
    let mut document = json::document("formula", Some(&view.mechanic.model.path));
    let rules = view.mechanic.rule_sets[view.scenario.rule_set].name.clone();
    document.insert("rules".to_owned(), rules.into());
    insert_inputs(&mut document, view);
    document.insert("symbol".to_owned(), view.symbol_name().into());
    document.insert("derivative".to_owned(), view.derivative.into());
    let formula = |formula: &Formula| {
        let mut object = Map::new();
        object.insert("query".to_owned(), formula.query.clone().into());
        object.insert("pieces".to_owned(), formula.formula.parts.iter().map(piece).collect());
        object
    };
    if let [only] = view.formulas {
        document.extend(formula(only));
    }
    let all = view.formulas.iter().map(|own| Json::Object(formula(own)));
    document.insert("formulas".to_owned(), all.collect());
    Json::Object(document)
}

/// The inputs, without the one that the formula is in.
pub(super) fn insert_inputs(document: &mut Map<String, Json>, view: &FormulaView<'_>) {
    json::insert_inputs(document, view.mechanic, view.scenario);
    if let (Symbol::Input(_), Some(Json::Object(inputs))) = (view.symbol, document.get_mut("inputs")) {
        inputs.shift_remove(view.symbol_name());
    }
}

fn piece(part: &Part) -> Json {
    let mut object = Map::new();
    let end = |end: &Option<Rational>| Json::from(end.as_ref().map(ToString::to_string));
    object.insert("from".to_owned(), end(&part.low));
    object.insert("to".to_owned(), end(&part.high));
    object.insert("from_closed".to_owned(), part.low_closed.into());
    object.insert("to_closed".to_owned(), part.high_closed.into());
    let coefficients = |poly: &crate::exact::symbol::Poly| -> Json {
        poly.coefficients().iter().map(ToString::to_string).collect()
    };
    object.insert("numerator".to_owned(), coefficients(part.function.numerator()));
    object.insert("denominator".to_owned(), coefficients(part.function.denominator()));
    Json::Object(object)
}

fn records(view: &FormulaView<'_>) -> Vec<Vec<String>> {
    let header = ["query", "from", "to", "from_closed", "to_closed", "formula"].map(str::to_owned).to_vec();
    let end = |end: &Option<Rational>| end.as_ref().map(ToString::to_string).unwrap_or_default();
    let row = |query: &str, part: &Part| {
        vec![
            query.to_owned(),
            end(&part.low),
            end(&part.high),
            part.low_closed.to_string(),
            part.high_closed.to_string(),
            part.function.text(view.symbol_name(), Notation::Plain),
        ]
    };
    let rows =
        view.formulas.iter().flat_map(|own| own.formula.parts.iter().map(move |part| row(&own.query, part)));
    std::iter::once(header).chain(rows).collect()
}

/// The formulas for LaTeX, or with `wikitext` for a wiki: as `<math>`, and as parser functions that calculate
/// the value from a template's parameter.
#[must_use]
pub fn formula_text(view: &FormulaView<'_>, wikitext: bool) -> String {
    let one = |formula: &Formula| {
        let math = latex(view, formula);
        // What it holds for stands beside it, where readers of the page do not see it.
        let about = subject(view).replace("--", "- -");
        if wikitext {
            format!("<!-- {about} --><math>{math}</math>\n\n{}\n", parser_functions(view, formula))
        } else {
            format!("% {about}\n\\[{math}\\]\n")
        }
    };
    view.formulas.iter().map(one).collect::<Vec<_>>().join("\n")
}

fn latex(view: &FormulaView<'_>, formula: &Formula) -> String {
    let escape =
        |text: &str| text.replace('\\', "").replace('_', "\\_").replace('%', "\\%").replace('#', "\\#");
    let symbol = format!("\\mathrm{{{}}}", escape(view.symbol_name()));
    let query = format!("\\text{{{}}}", escape(&formula.query).replace(['{', '}'], ""));
    let left = if view.derivative { format!("\\frac{{d}}{{d\\,{symbol}}} {query}") } else { query };
    let part = |part: &Part| {
        let place = part_text(part, &symbol, ["<", "\\le"]).replacen("every ", "\\text{every } ", 1);
        format!("{} & {place}", part.function.text(&symbol, Notation::Latex))
    };
    let parts: Vec<String> = formula.formula.parts.iter().map(part).collect();
    format!("{left} = \\begin{{cases}} {} \\end{{cases}}", parts.join(" \\\\ "))
}

/// `{{#ifexpr: {{{luck|0}}} < 10 | {{#expr: … }} | … }}`
fn parser_functions(view: &FormulaView<'_>, formula: &Formula) -> String {
    let usual = view.symbol.usual(view.mechanic, view.scenario).unwrap_or_default();
    let parameter = format!("({{{{{{{}|{usual}}}}}}})", view.symbol_name());
    // A chance is written as a percentage, as pages do.
    let chance =
        formula.query.starts_with("P(") && formula.query.matches("(").count() == 1 && !view.derivative;
    let value = |part: &Part| {
        let text = part.function.text(&parameter, Notation::Plain);
        if chance {
            format!("{{{{#expr: 100*({text}) round 2 }}}}%")
        } else {
            format!("{{{{#expr: {text} }}}}")
        }
    };
    let parts = &formula.formula.parts;
    let whole = parts.first().is_some_and(|part| part.low.is_none())
        && parts.last().is_some_and(|part| part.high.is_none());
    let condition = |part: &Part| {
        let sign = |closed: bool| if closed { "<=" } else { "<" };
        let number = |end: &Rational| format!("({end})");
        match (&part.low, &part.high) {
            (Some(low), Some(high)) if low == high => Some(format!("{parameter} = {}", number(low))),
            (low, high) => {
                let low =
                    low.as_ref().map(|low| format!("{} {} {parameter}", number(low), sign(part.low_closed)));
                let high = high
                    .as_ref()
                    .map(|high| format!("{parameter} {} {}", sign(part.high_closed), number(high)));
                let both: Vec<String> = low.into_iter().chain(high).collect();
                (!both.is_empty()).then(|| both.join(" and "))
            }
        }
    };
    parts.iter().rev().fold(String::new(), |rest, part| match condition(part) {
        // What is left at the end needs no condition.
        Some(_) if rest.is_empty() && whole => value(part),
        Some(condition) => format!("{{{{#ifexpr: {condition} | {} | {rest} }}}}", value(part)),
        None => value(part),
    })
}
