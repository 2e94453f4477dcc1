//! Formulas: a row for each part of each.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Header, Row, Table, Text};
use super::columns::Columns;
use super::data::{Fraction, Given, Head};
use super::labels::declared_value;
use super::notation::{function_text, interval_text, part_text, root_text};
use super::{Data, Document, Drawing, Records};
use crate::exact::decimal::{self, Rounding};
use crate::exact::symbol::{Extreme, Part, Plain, Poly, Shape};
use crate::exact::{Integer, Rational};
use crate::query::{Formula, FormulaOf, FormulaRequest, Formulas, Symbol};
use crate::scenario::Mechanic;
use crate::value::Value;

/// Digits after the point of a number that is not rational.
const DIGITS: usize = 6;
const DIGITS_OF_EXTREME: usize = 10;

/// Formulas in one number: kind `formula`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FormulaData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// Rules and inputs, without the one that the formulas are in.
    #[serde(flatten)]
    pub given: Given,
    /// The input or rule that the formulas are in.
    pub symbol: &'a str,
    /// Whether these are derivatives.
    pub derivative: bool,
    /// The only formula once more; left out where there are none or several.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub only: Option<PiecewiseData>,
    /// All formulas.
    pub formulas: Vec<PiecewiseData>,
}

/// A formula in parts.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PiecewiseData {
    /// What it is of: a question as typed, or the chance of an outcome as it would be typed.
    pub query: String,
    /// The parts, ascending; where none is, there is no value.
    pub pieces: Vec<PieceData>,
}

/// A quotient of polynomials on an interval or at a point.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PieceData {
    /// The lower end; null where it goes on for ever.
    pub from: Option<Fraction>,
    /// The upper end; null where it goes on for ever.
    pub to: Option<Fraction>,
    /// Whether the lower end belongs to it.
    pub from_closed: bool,
    /// Whether the upper end belongs to it.
    pub to_closed: bool,
    /// The coefficients of the numerator, that of the least power first.
    pub numerator: Vec<String>,
    /// The coefficients of the denominator, that of the least power first.
    pub denominator: Vec<String>,
}

/// Formulas of the same mechanic in the same number.
#[derive(Debug, Clone)]
pub struct FormulaDocument<'a> {
    pub(super) axis: AxisLabels<'a>,
    formulas: &'a Formulas,
    shape: bool,
}

/// What the number on an axis and all else are called.
#[derive(Debug, Clone, Copy)]
pub(super) struct AxisLabels<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) request: &'a FormulaRequest,
    pub(super) start: Option<&'a [Value]>,
}

impl<'a> AxisLabels<'a> {
    /// The name of the number.
    pub(super) fn symbol(&self) -> &'a str {
        self.request.symbol.name(self.mechanic)
    }

    /// What else holds: the rule set, the inputs, where the states begin.
    pub(super) fn common(&self) -> Text {
        Columns::one(self.mechanic, &self.request.scenario, self.start).common()
    }

    /// Rules and inputs, without the one that the formula is in.
    pub(super) fn given(&self) -> Given {
        let mut given = Given::new(self.mechanic, &self.request.scenario);
        if let Symbol::Input(_) = self.request.symbol {
            given.inputs.shift_remove(self.symbol());
        }
        given
    }

    /// The mechanic, the rule set by name, the number.
    pub(super) fn subject(&self) -> String {
        let rules = &self.mechanic.rule_set_of(&self.request.scenario).name;
        format!("{}; rules {rules}; in {}", self.mechanic.model.path, self.symbol())
    }
}

impl<'a> FormulaDocument<'a> {
    /// The document of some formulas; with `shape` it says where they rise and fall, and how small and great they
    /// get.
    ///
    /// ```
    /// use trueodds::document::FormulaDocument;
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::{FormulaRequest, Formulas, formula};
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::Scenario;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let usual = Scenario::of_defaults(&award, award.default_rule_set());
    /// let request = FormulaRequest::new(&award, usual, "luck", None)?;
    /// let question = session.question(&award, "P(award = chest)")?;
    /// let limits = Limits::default();
    /// let chest = formula(&award, &question, &request, &limits)?;
    /// let formulas = Formulas::new(&award, request, vec![chest], &limits);
    /// let document = FormulaDocument::new(&award, &formulas, false);
    /// assert!(render(&document, Format::Latex, &Style::default()).contains("\\frac"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mechanic: &'a Mechanic, formulas: &'a Formulas, shape: bool) -> FormulaDocument<'a> {
        let start = formulas.start.as_deref();
        FormulaDocument { axis: AxisLabels { mechanic, request: &formulas.request, start }, formulas, shape }
    }

    /// The name of the number that they are in.
    #[must_use]
    pub fn symbol(&self) -> &'a str {
        self.axis.symbol()
    }

    /// What that number usually is.
    #[must_use]
    pub fn usual(&self) -> Option<Rational> {
        self.formulas.request.symbol.usual(self.axis.mechanic, &self.formulas.request.scenario)
    }

    /// The formulas.
    #[must_use]
    pub fn formulas(&self) -> &'a Formulas {
        self.formulas
    }

    /// What a formula is of, as a person would type it: `P(award = chest)`.
    #[must_use]
    pub fn query(&self, formula: &Formula) -> String {
        match &formula.of {
            FormulaOf::Question(text) => text.clone(),
            FormulaOf::Outcome(field, value) => {
                let model = &self.axis.mechanic.model;
                let declaration = &model[*field];
                format!("P({} = {})", declaration.name, model.value_text(declaration.kind, value))
            }
        }
    }

    fn label(&self, formula: &Formula) -> Text {
        match &formula.of {
            FormulaOf::Question(text) => Text::plain(text.clone()),
            FormulaOf::Outcome(field, value) => {
                let model = &self.axis.mechanic.model;
                declared_value(model, &model[*field], value)
            }
        }
    }

    fn caption(&self, what: impl Into<String>) -> Text {
        let derivative = if self.formulas.derivative { "derivative of " } else { "" };
        let title = Text::plain(derivative).join(Text::plain(what)).and(format!(" in {}", self.symbol()));
        title.in_brackets(self.axis.common())
    }

    /// A row for each part of the only formula.
    fn single(&self, formula: &'a Formula) -> Table<'a> {
        let symbol = self.symbol();
        let row = |part: &Part| Row::words(part_text(part, symbol), [function_text(&part.function, symbol)]);
        Table {
            caption: self.caption(self.query(formula)),
            header: ["Where", "Value"].map(Header::words).to_vec(),
            rows: formula.function.parts.iter().map(row).collect(),
        }
    }

    /// A row for each part of each formula.
    fn several(&self) -> Table<'a> {
        let symbol = self.symbol();
        let of_formula = |formula: &'a Formula| {
            let label = self.label(formula);
            let row = move |part: &Part| {
                let words = [part_text(part, symbol), function_text(&part.function, symbol)];
                Row::words(label.clone(), words)
            };
            formula.function.parts.iter().map(row)
        };
        let outcomes = self.formulas.formulas.iter().any(|own| matches!(own.of, FormulaOf::Outcome(..)));
        let corner = if outcomes { "Outcome" } else { "Of" };
        Table {
            caption: self.caption(self.axis.mechanic.model.label.as_str()),
            header: [corner, "Where", "Value"].map(Header::words).to_vec(),
            rows: self.formulas.formulas.iter().flat_map(of_formula).collect(),
        }
    }

    /// Where they rise and fall.
    fn shapes(&self) -> Table<'a> {
        let symbol = self.symbol();
        let word = |shape: Shape| match shape {
            Shape::Rises => "rises",
            Shape::Falls => "falls",
            Shape::Constant => "constant",
        };
        let of_formula = |formula: &Formula| {
            let label = self.label(formula);
            formula.function.shape().into_iter().map(move |(interval, shape)| {
                let cells = [interval_text(&interval, symbol, DIGITS), word(shape).to_owned()];
                Row::new(label.clone(), cells.map(Cell::words))
            })
        };
        Table {
            caption: Text::plain("Where it rises and falls"),
            header: ["Of", "Where", "Moves"].map(Header::words).to_vec(),
            rows: self.formulas.formulas.iter().flat_map(of_formula).collect(),
        }
    }

    /// The least and the greatest value of a formula, where it has bounds.
    fn extremes(&self, formula: &Formula) -> Option<Block<'a>> {
        let (least, greatest) = formula.function.extremes()?;
        let (least, greatest) = (self.extreme(&least), self.extreme(&greatest));
        Some(Block::paragraph(format!("{}: least {least}; greatest {greatest}.", self.query(formula))))
    }

    fn extreme(&self, extreme: &Extreme) -> String {
        let value = if extreme.value.0 == extreme.value.1 {
            extreme.value.0.to_string()
        } else {
            format!("~{}", decimal::round(&extreme.value.0, DIGITS_OF_EXTREME, Rounding::HalfUp))
        };
        let at = match &extreme.at {
            Some(root) => format!("at {} = {}", self.symbol(), root_text(root, DIGITS)),
            None => "far out".to_owned(),
        };
        format!("{value} {at}{}", if extreme.attained { "" } else { ", which it comes near to" })
    }

    fn piecewise(&self, formula: &Formula) -> PiecewiseData {
        let pieces = formula.function.parts.iter().map(PieceData::from).collect();
        PiecewiseData { query: self.query(formula), pieces }
    }
}

impl From<&Part> for PieceData {
    fn from(part: &Part) -> PieceData {
        let coefficients = |poly: &Poly| poly.coefficients().iter().map(Integer::to_string).collect();
        PieceData {
            from: part.low.as_ref().map(Fraction::from),
            to: part.high.as_ref().map(Fraction::from),
            from_closed: part.low_closed,
            to_closed: part.high_closed,
            numerator: coefficients(part.function.numerator()),
            denominator: coefficients(part.function.denominator()),
        }
    }
}

impl<'a> Document for FormulaDocument<'a> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let formulas = self.formulas.formulas.as_slice();
        let mut blocks = vec![Block::Table(match formulas {
            [only] => self.single(only),
            _ => self.several(),
        })];
        if self.shape {
            blocks.push(Block::Table(self.shapes()));
            blocks.extend(formulas.iter().filter_map(|formula| self.extremes(formula)));
        }
        blocks
    }

    fn drawing(&self) -> Option<Drawing<'_>> {
        Some(Drawing::Formulas(self))
    }

    fn data(&self) -> Data<'_> {
        let all = self.formulas.formulas.as_slice();
        Box::new(FormulaData {
            head: Head::new("formula"),
            mechanic: &self.axis.mechanic.model.path,
            given: self.axis.given(),
            symbol: self.symbol(),
            derivative: self.formulas.derivative,
            only: if let [only] = all { Some(self.piecewise(only)) } else { None },
            formulas: all.iter().map(|formula| self.piecewise(formula)).collect(),
        })
    }

    fn records(&self) -> Records<'_> {
        let header =
            ["query", "from", "to", "from_closed", "to_closed", "formula"].map(str::to_owned).to_vec();
        // An end that is not there is an empty cell.
        let end = |end: &Option<Rational>| end.as_ref().map(ToString::to_string).unwrap_or_default();
        let record = move |query: String, part: &Part| {
            let closed = [part.low_closed, part.high_closed].map(|closed| closed.to_string());
            let text = part.function.text(self.symbol(), &Plain);
            [query, end(&part.low), end(&part.high)].into_iter().chain(closed).chain([text]).collect()
        };
        let of_formula = move |formula: &'a Formula| {
            let query = self.query(formula);
            formula.function.parts.iter().map(move |part| record(query.clone(), part))
        };
        Box::new(std::iter::once(header).chain(self.formulas.formulas.iter().flat_map(of_formula)))
    }

    fn subject(&self) -> String {
        format!("{}; {}", self.axis.subject(), self.axis.common().to_plain())
    }
}
