//! A law, or how it moves, as the exact numbers of a chart that knows nothing of pixels.

mod closed_form;
mod draw;
mod first;
mod rows;

pub use closed_form::ClosedForm;
pub use draw::plot;

use super::{Cumulative, Expression, Question};
use crate::check::FieldId;
use crate::exact::Rational;
use crate::scenario::{Axes, Axis, Outcomes, Scenario, Sweep};
use crate::value::Value;

/// What is drawn.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "a plot has one of them")]
pub enum About {
    /// The law of outcomes.
    Outcomes {
        /// Which.
        outcomes: Outcomes,
        /// Each on its own, not their joint law.
        marginal: bool,
        /// What is known: the laws are those given it.
        given: Option<Expression>,
    },
    /// Questions with a number for an answer.
    Questions(Vec<Question>),
    /// How many uses it takes until an event first happens.
    First(Expression),
}

impl About {
    /// What is known of outcomes.
    #[must_use]
    pub fn given(&self) -> Option<&Expression> {
        match self {
            About::Outcomes { given, .. } => given.as_ref(),
            About::Questions(_) | About::First(_) => None,
        }
    }
}

/// What a plot is asked for.
#[derive(Debug, Clone)]
pub struct PlotRequest {
    /// The rule sets and inputs, told apart in one picture.
    pub scenarios: Vec<Scenario>,
    /// What they differ in beside their rule sets. What runs first lies along the axis, where it is a number.
    pub axes: Axes,
    /// Values of what runs that are pointed out, such as the ends of the parts of a closed form.
    pub marked: Vec<Rational>,
    /// What is drawn.
    pub about: About,
    /// Cumulative probabilities.
    pub cumulative: Option<Cumulative>,
    /// Areas that sum to all there is.
    pub stacked: bool,
}

/// How numbers are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chart {
    /// A bar for each quantity and scenario.
    Bars,
    /// A curve for each series.
    Curves,
    /// Areas upon each other, which sum to 1 at every position.
    Stacked,
    /// A column for each whole number along the axis.
    Columns,
}

/// What a number of a chart is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Quantity {
    /// An outcome: fields with their values.
    Outcome(Vec<(FieldId, Value)>),
    /// A value of one of several fields that stand each on its own.
    Marginal(FieldId, Value),
    /// The answer to a question, by its text.
    Question(String),
    /// The use at which an event first happens, by its text.
    First(String),
}

/// What lies along the axis of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Along {
    /// The quantities.
    Quantities,
    /// The values of what runs.
    Sweep,
    /// Uses from the first on.
    Uses,
}

/// Numbers, one for each position of the axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// The index of what it is of in [`Plot::quantities`]; bars run through all of them.
    pub quantity: usize,
    /// The index of its scenario in [`Plot::groups`].
    pub group: usize,
    /// The numbers.
    pub values: Vec<Rational>,
}

/// A value of the axis that is pointed out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Marker {
    /// The median of a first hit, under the scenario with this index in [`Plot::groups`].
    Median(usize, Rational),
    /// A value of what runs.
    Value(Rational),
}

impl Marker {
    /// Where it lies on the axis.
    #[must_use]
    pub fn at(&self) -> &Rational {
        let (Marker::Median(_, at) | Marker::Value(at)) = self;
        at
    }
}

/// A chart: what a picture says, in exact numbers.
#[derive(Debug, Clone)]
pub struct Plot {
    /// How it is drawn.
    pub chart: Chart,
    /// What lies along its axis.
    pub along: Along,
    /// Where what lies along the axis is on it, ascending; what is no number is at its index. Never empty.
    pub positions: Vec<Rational>,
    /// Whether only whole numbers lie on the axis.
    pub whole: bool,
    /// What the numbers are of.
    pub quantities: Vec<Quantity>,
    /// What is told apart, by the first scenario of each in [`Plot::scenarios`]: rule sets, cases and what runs; all but
    /// what lies along the axis.
    pub groups: Vec<usize>,
    /// The numbers. Never empty.
    pub series: Vec<Series>,
    /// Values of the axis that are pointed out.
    pub markers: Vec<Marker>,
    /// Whether the numbers are probabilities.
    pub chances: bool,
    /// Whether they are cumulative.
    pub cumulative: Option<Cumulative>,
    /// All scenarios that were evaluated.
    pub scenarios: Vec<Scenario>,
    /// What they differ in beside their rule sets, numbers in their order.
    pub axes: Axes,
    /// Which of these lies along the axis of the chart.
    pub course: Option<usize>,
    /// Where the states begin in the first scenario; `None` for a mechanic without states.
    pub start: Option<Vec<Value>>,
    /// What is known, as typed.
    pub given: Option<String>,
}

impl Plot {
    /// What runs along the axis of the chart.
    #[must_use]
    pub fn sweep(&self) -> Option<&Sweep> {
        match self.axes.0.get(self.course?)? {
            Axis::Sweep(sweep) => Some(sweep),
            Axis::Cases(_) => None,
        }
    }

    /// The least and the greatest number, with 0 between them; never the same.
    #[must_use]
    pub fn range(&self) -> (Rational, Rational) {
        if self.chart == Chart::Stacked {
            return (Rational::ZERO, Rational::ONE);
        }
        let all = self.series.iter().flat_map(|series| &series.values);
        let zero = Rational::ZERO;
        let (low, high) = all.fold((&zero, &zero), |(low, high), own| (low.min(own), high.max(own)));
        if low == high { (zero, Rational::ONE) } else { (low.clone(), high.clone()) }
    }

    /// Where the axis begins and ends; never at the same position.
    #[must_use]
    pub fn extent(&self) -> (Rational, Rational) {
        match self.positions.as_slice() {
            [] => (Rational::ZERO, Rational::ONE),
            [only] => (only.clone(), only + &Rational::ONE),
            [first, .., last] => (first.clone(), last.clone()),
        }
    }

    /// The indices of the series, those together that are equal everywhere: a curve under another would not be
    /// seen.
    #[must_use]
    pub fn curves(&self) -> Vec<Vec<usize>> {
        let mut equal: Vec<Vec<usize>> = Vec::new();
        for (index, series) in self.series.iter().enumerate() {
            match equal.iter_mut().find(|own| self.series[own[0]].values == series.values) {
                Some(own) => own.push(index),
                None => equal.push(vec![index]),
            }
        }
        equal
    }
}
