//! Solutions: for which values of a number comparisons hold.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Header, Row, Table, Text};
use super::data::{Fraction, Given, Head};
use super::formula::AxisLabels;
use super::notation::{equation, interval_text, narrowed, root_text};
use super::{Data, Document, Records};
use crate::exact::Integer;
use crate::exact::symbol::{Interval, Root};
use crate::query::{Solution, Solutions};
use crate::scenario::Mechanic;

/// Solutions in one number: kind `solve`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SolveData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// Rules and inputs, without the one that is sought.
    #[serde(flatten)]
    pub given: Given,
    /// The input or rule that is sought.
    pub symbol: &'a str,
    /// The solution of each comparison.
    pub solutions: Vec<SolutionData<'a>>,
}

/// Where a comparison holds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SolutionData<'a> {
    /// The comparison as typed.
    pub query: &'a str,
    /// The intervals and points where it holds, ascending.
    pub intervals: Vec<IntervalData>,
}

/// An interval, or a point.
#[derive(Debug, Serialize, JsonSchema)]
pub struct IntervalData {
    /// The lower end; null where it goes on for ever.
    pub from: Option<RootData>,
    /// The upper end; null where it goes on for ever.
    pub to: Option<RootData>,
    /// Whether the lower end belongs to it.
    pub from_closed: bool,
    /// Whether the upper end belongs to it.
    pub to_closed: bool,
}

/// An end of an interval.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum RootData {
    /// A rational number.
    Rational(Fraction),
    /// A number that is not rational.
    Irrational {
        /// Two numbers between which it lies.
        between: [Fraction; 2],
        /// The coefficients of a polynomial that is 0 at it, that of the least power first.
        root_of: Vec<String>,
    },
}

/// Solutions in the same number.
#[derive(Debug, Clone)]
pub struct SolveDocument<'a> {
    axis: AxisLabels<'a>,
    solutions: &'a [Solution],
    digits: usize,
}

impl<'a> SolveDocument<'a> {
    /// The document of some solutions; `digits` are those of ends that are not rational.
    ///
    /// ```
    /// use trueodds::document::SolveDocument;
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::{Comparison, FormulaRequest, Solutions, solve};
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::Scenario;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let usual = Scenario::of_defaults(&award, award.default_rule_set());
    /// let request = FormulaRequest::new(&award, usual, "luck", None)?;
    /// let comparison = Comparison::parse("P(award = chest) >= 931/6000")?;
    /// let difference = session.question(&award, &comparison.difference)?;
    /// let limits = Limits::default();
    /// let found = solve(&award, &comparison, &difference, &request, &limits)?;
    /// let solutions = Solutions::new(&award, request, vec![found], &limits);
    /// let document = SolveDocument::new(&award, &solutions, 10);
    /// assert!(render(&document, Format::Csv, &Style::default()).contains("7/3"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mechanic: &'a Mechanic, solutions: &'a Solutions, digits: usize) -> SolveDocument<'a> {
        let start = solutions.start.as_deref();
        let axis = AxisLabels { mechanic, request: &solutions.request, start };
        SolveDocument { axis, solutions: &solutions.solutions, digits }
    }

    /// Where a comparison holds.
    fn block(&self, solution: &Solution) -> Block<'a> {
        let symbol = self.axis.symbol();
        let given =
            |words: String| Text::plain(Text::plain(words).in_brackets(self.axis.common()).to_plain());
        let text = |interval| interval_text(interval, symbol, self.digits);
        match solution.intervals.as_slice() {
            [] => Block::Paragraph(given(format!("{}: for no {symbol}", solution.text))),
            [only] => Block::Paragraph(given(format!("{}: {}", solution.text, text(only)))),
            all => Block::Table(Table {
                caption: given(solution.text.clone()),
                header: vec![Header::words("Holds where")],
                rows: all.iter().map(|interval| Row::new(text(interval), [])).collect(),
            }),
        }
    }

    /// What ends that are not rational are roots of, each once.
    fn equations(&self, solution: &Solution) -> impl Iterator<Item = Block<'a>> {
        let mut equations: Vec<String> = Vec::new();
        for root in solution.intervals.iter().flat_map(|own| [&own.low, &own.high]).flatten() {
            if root.to_rational().is_none() {
                let text = equation(root, self.axis.symbol(), self.digits);
                if !equations.contains(&text) {
                    equations.push(text);
                }
            }
        }
        equations.into_iter().map(Block::paragraph)
    }

    fn interval(&self, interval: &Interval) -> IntervalData {
        let end = |root: &Option<Root>| root.as_ref().map(|root| RootData::new(root, self.digits));
        IntervalData {
            from: end(&interval.low),
            to: end(&interval.high),
            from_closed: interval.low_closed,
            to_closed: interval.high_closed,
        }
    }
}

impl RootData {
    fn new(root: &Root, digits: usize) -> RootData {
        if let Some(number) = root.to_rational() {
            return RootData::Rational(number.into());
        }
        let near = narrowed(root, digits);
        RootData::Irrational {
            between: [near.between().0, near.between().1].map(Fraction::from),
            root_of: root.poly().coefficients().iter().map(Integer::to_string).collect(),
        }
    }
}

impl<'a> Document for SolveDocument<'a> {
    fn blocks(&self) -> Vec<Block<'_>> {
        let of_solution = |solution| std::iter::once(self.block(solution)).chain(self.equations(solution));
        self.solutions.iter().flat_map(of_solution).collect()
    }

    fn data(&self) -> Data<'_> {
        let answer = |solution: &Solution| solution.intervals.iter().map(|own| self.interval(own)).collect();
        let solutions = self.solutions.iter();
        Box::new(SolveData {
            head: Head::new("solve"),
            mechanic: &self.axis.mechanic.model.path,
            given: self.axis.given(),
            symbol: self.axis.symbol(),
            solutions: solutions
                .map(|own| SolutionData { query: &own.text, intervals: answer(own) })
                .collect(),
        })
    }

    fn records(&self) -> Records<'_> {
        let header = ["query", "from", "to", "from_closed", "to_closed"].map(str::to_owned).to_vec();
        // An end that is not there is an empty cell.
        let end =
            |root: &Option<Root>| root.as_ref().map(|root| root_text(root, self.digits)).unwrap_or_default();
        let record = move |text: &str, own: &Interval| {
            let closed = [own.low_closed, own.high_closed].map(|closed| closed.to_string());
            [text.to_owned(), end(&own.low), end(&own.high)].into_iter().chain(closed).collect()
        };
        let of_solution = move |solution: &'a Solution| {
            solution.intervals.iter().map(move |own| record(&solution.text, own))
        };
        Box::new(std::iter::once(header).chain(self.solutions.iter().flat_map(of_solution)))
    }

    fn subject(&self) -> String {
        self.axis.subject()
    }
}
