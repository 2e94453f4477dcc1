//! Charts: what they are called, and their numbers as a table, as data and as records.

mod words;

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Cell, Header, Row, Shown, Stream, Table, Text};
use super::data::{Decimal, Fraction, Head, Values, inputs};
use super::labels::typeset;
use super::left_out::{LeftOutData, left_out_data, left_out_notes, left_out_words};
use super::{Data, Document, Drawing, Records};
use crate::exact::{Rational, decimal};
use crate::query::LeftOut;
use crate::query::plot::{Along, Chart, Marker, Plot, Series};
use crate::scenario::{Mechanic, Scenario};

use words::Words;

/// A chart: kind `plot`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlotData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// What is known, as typed; left out where nothing is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<&'a str>,
    /// `bars`, `curves`, `stacked` or `columns`.
    pub chart: &'static str,
    /// The title.
    pub title: String,
    /// What is to be seen, in a sentence.
    pub description: &'a str,
    /// What lies along the axis, by name.
    pub axis: &'a str,
    /// What people call it.
    pub axis_label: &'a str,
    /// What the numbers are.
    pub measure: &'a str,
    /// The numbers.
    pub series: Vec<SeriesData<'a>>,
    /// Values of the axis that are pointed out.
    pub marks: Vec<MarkData<'a>>,
    /// Where all rule sets were asked for, those that cannot answer; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules_left_out: Vec<LeftOutData>,
}

/// Numbers along the axis.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SeriesData<'a> {
    /// The rule set by name.
    pub rules: &'a str,
    /// The case by name; left out where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// The inputs that the rule set has.
    pub inputs: Values,
    /// What the numbers are of; left out for bars, which run through all there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<&'a str>,
    /// What tells the series from the others.
    pub label: String,
    /// The numbers.
    pub points: Stream<'a, PointData<'a>>,
}

/// A number at a position of the axis.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PointData<'a> {
    /// The position, as a person would type it.
    pub at: &'a str,
    /// The number.
    pub value: Fraction,
    /// The number as a decimal.
    pub decimal: Decimal,
}

/// A value of the axis that is pointed out.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MarkData<'a> {
    /// What it is called.
    pub label: &'a str,
    /// Where it lies.
    pub at: Fraction,
}

/// Something by its name in data and by its label for people.
#[derive(Debug, Clone)]
pub struct Named {
    /// As in JSON and CSV.
    pub name: String,
    /// What people call it.
    pub label: Text,
}

/// A position of the axis.
#[derive(Debug, Clone)]
pub struct Position {
    /// As a person would type it.
    pub name: String,
    /// What people call it.
    pub label: Text,
    /// Where it lies.
    pub at: Rational,
}

/// A value of the axis that is pointed out.
#[derive(Debug, Clone)]
pub struct Mark {
    /// What it is called.
    pub label: String,
    /// Where it lies.
    pub at: Rational,
}

/// A curve of a picture: all series that are the same number for number, with one label for them all.
#[derive(Debug, Clone)]
pub struct Curve {
    /// The label.
    pub label: String,
    /// The first of them, by its index in [`Plot::series`].
    pub first: usize,
}

/// A chart with the words that stand in it.
#[derive(Debug, Clone)]
pub struct PlotDocument<'a> {
    mechanic: &'a Mechanic,
    /// The numbers.
    pub plot: &'a Plot,
    /// The title.
    pub title: Text,
    /// What is to be seen, in a sentence.
    pub description: String,
    /// What the numbers are.
    pub measure: String,
    /// What lies along the axis, as in JSON and CSV.
    pub axis_name: String,
    /// What people call it.
    pub axis_label: String,
    /// The positions of the axis, ascending.
    pub positions: Vec<Position>,
    /// What the numbers are of, in the order of [`Plot::quantities`]; for bars what they all are.
    pub quantities: Vec<Named>,
    /// The labels of [`Plot::groups`].
    pub groups: Vec<Text>,
    /// Values of the axis that are pointed out.
    pub marks: Vec<Mark>,
    left_out: &'a [LeftOut],
}

impl<'a> PlotDocument<'a> {
    /// The chart of some numbers; `caption` is its title, where that is not made from them.
    ///
    /// ```
    /// use trueodds::document::PlotDocument;
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::plot::{About, PlotRequest, plot};
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::{Axes, Scenario};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let request = PlotRequest {
    ///     scenarios: vec![Scenario::of_defaults(&award, award.default_rule_set())],
    ///     axes: Axes::default(),
    ///     marked: Vec::new(),
    ///     about: About::Outcomes {
    ///         outcomes: award.outcomes(&["award".to_owned()]).expect("an outcome"),
    ///         marginal: false,
    ///         given: None,
    ///     },
    ///     cumulative: None,
    ///     stacked: false,
    /// };
    /// let chart = plot(&award, &request, &Limits::default())?;
    /// let document = PlotDocument::new(&award, &chart, Some("Awards"));
    /// assert!(render(&document, Format::Svg, &Style::default()).contains("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mechanic: &'a Mechanic, plot: &'a Plot, caption: Option<&str>) -> PlotDocument<'a> {
        let words = Words { mechanic, plot };
        let mut quantities: Vec<Named> = plot.quantities.iter().map(|own| words.quantity(own)).collect();
        let (axis_name, axis_label) = words.axis();
        let at = |(named, at): (Named, &Rational)| Position {
            name: named.name,
            label: named.label,
            at: at.clone(),
        };
        let positions: Vec<Position> =
            words.positions(&quantities).into_iter().zip(&plot.positions).map(at).collect();
        if plot.along == Along::Quantities {
            quantities = vec![Named { name: axis_name.clone(), label: Text::plain(axis_label.clone()) }];
        }
        let groups = words.groups();
        let mark = |own: &Marker| Mark { label: words.marker(own, &groups), at: own.at().clone() };
        let marks: Vec<Mark> = plot.markers.iter().map(mark).collect();
        let measure = words.measure();
        PlotDocument {
            mechanic,
            plot,
            title: caption.map_or_else(|| words.title(), Text::raw),
            description: words.description(&axis_label, &positions, &measure, &marks),
            measure: measure.to_owned(),
            axis_name,
            axis_label,
            positions,
            quantities,
            groups,
            marks,
            left_out: &[],
        }
    }

    /// Says which rule sets are left out, where all were asked for.
    #[must_use]
    pub fn leaving_out(self, left_out: &'a [LeftOut]) -> PlotDocument<'a> {
        let words = left_out_words(self.mechanic, left_out);
        let description = std::iter::once(self.description).chain(words).collect::<Vec<_>>().join(" ");
        PlotDocument { left_out, description, ..self }
    }

    /// What is said below it: which rule sets are left out.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        left_out_words(self.mechanic, self.left_out)
    }

    /// What tells a series from the others.
    #[must_use]
    pub fn series_label(&self, series: &Series) -> Text {
        let group = self.groups[series.group].clone();
        let quantity = self.quantities[series.quantity].label.clone();
        match (self.plot.chart, self.quantities.len() > 1, self.groups.len() > 1) {
            (Chart::Bars | Chart::Columns, ..) | (_, false, true) => group,
            (_, _, false) => quantity,
            (_, true, true) => quantity.and(", ").join(group),
        }
    }

    /// The curves of a picture, each with one label for all series that it shows.
    #[must_use]
    pub fn curves(&self) -> Vec<Curve> {
        let curve = |own: Vec<usize>| Curve { label: self.label_of(&own), first: own[0] };
        self.plot.curves().into_iter().map(curve).collect()
    }

    /// `Pill, Trinket: Rebirth, Afterbirth`; the groups are left out where they are all there are.
    fn label_of(&self, series: &[usize]) -> String {
        let mut quantities: Vec<(usize, Vec<usize>)> = Vec::new();
        for own in series.iter().map(|index| &self.plot.series[*index]) {
            match quantities.iter_mut().find(|(quantity, _)| *quantity == own.quantity) {
                Some((_, groups)) => groups.push(own.group),
                None => quantities.push((own.quantity, vec![own.group])),
            }
        }
        // What has the same groups stands together.
        let mut parts: Vec<(Vec<String>, String)> = Vec::new();
        for (quantity, groups) in quantities {
            let label = self.quantities[quantity].label.to_plain();
            let under = if groups.len() == self.groups.len() {
                String::new()
            } else {
                let labels = groups.iter().map(|group| self.groups[*group].to_plain());
                labels.collect::<Vec<_>>().join(", ")
            };
            match parts.iter_mut().find(|(_, other)| *other == under) {
                Some((labels, _)) => labels.push(label),
                None => parts.push((vec![label], under)),
            }
        }
        let only = self.quantities.len() == 1;
        let part = |(labels, under): &(Vec<String>, String)| match (under.is_empty(), only) {
            (true, _) => labels.join(", "),
            (false, true) => under.clone(),
            (false, false) => format!("{}: {under}", labels.join(", ")),
        };
        parts.iter().map(part).collect::<Vec<_>>().join("; ")
    }

    /// A number of the chart as a cell.
    #[must_use]
    pub fn cell(&self, value: &Rational, shown: Shown) -> Cell {
        if self.plot.chances { Cell::Probability(value.clone(), shown) } else { Cell::Number(value.clone()) }
    }

    /// What a position of the axis is called.
    #[must_use]
    pub fn position_label(&self, at: &Rational) -> String {
        let found = self.positions.iter().find(|position| position.at == *at);
        found.map_or_else(|| typeset(at), |position| position.label.to_plain())
    }

    fn rules(&self, series: &Series) -> &'a str {
        &self.mechanic.rule_set_of(self.scenario(series)).name
    }

    /// The first scenario of a series.
    fn scenario(&self, series: &Series) -> &'a Scenario {
        &self.plot.scenarios[self.plot.groups[series.group]]
    }

    fn case(&self, series: &Series) -> Option<String> {
        let words = Words { mechanic: self.mechanic, plot: self.plot };
        words.columns().case(self.plot.groups[series.group])
    }

    fn series_data(&'a self, series: &'a Series) -> SeriesData<'a> {
        let bars = self.plot.chart == Chart::Bars;
        let point = |(position, value): (&'a Position, &'a Rational)| PointData {
            at: &position.name,
            value: value.into(),
            decimal: value.into(),
        };
        SeriesData {
            rules: self.rules(series),
            case: self.case(series),
            inputs: inputs(self.mechanic, self.scenario(series)),
            of: (!bars).then(|| self.quantities[series.quantity].name.as_str()),
            label: self.series_label(series).to_plain(),
            points: Stream::new(move || self.positions.iter().zip(&series.values).map(point)),
        }
    }
}

impl<'a> Document for PlotDocument<'a> {
    /// A row for each position, a column for each series.
    fn blocks(&self) -> Vec<Block<'_>> {
        let series = &self.plot.series;
        let header = series.iter().map(|own| {
            let only = series.len() == 1;
            let text = if only { Text::plain(self.measure.clone()) } else { self.series_label(own) };
            Header::numbers(text)
        });
        let header = std::iter::once(Header::words(self.axis_label.as_str())).chain(header);
        let row = move |(index, position): (usize, &Position)| {
            let cells = series.iter().map(|own| self.cell(&own.values[index], Shown::Percent));
            Row::new(position.label.clone(), cells)
        };
        let table = Block::Table(Table {
            caption: self.title.clone(),
            header: header.collect(),
            rows: Stream::new(move || self.positions.iter().enumerate().map(row)),
        });
        std::iter::once(table).chain(left_out_notes(self.mechanic, self.left_out)).collect()
    }

    fn drawing(&self) -> Option<Drawing<'_>> {
        Some(Drawing::Chart(self))
    }

    fn data(&self) -> Data<'_> {
        let marks = self.marks.iter().map(|mark| MarkData { label: &mark.label, at: (&mark.at).into() });
        Box::new(PlotData {
            head: Head::new("plot"),
            mechanic: &self.mechanic.model.path,
            chart: match self.plot.chart {
                Chart::Bars => "bars",
                Chart::Curves => "curves",
                Chart::Stacked => "stacked",
                Chart::Columns => "columns",
            },
            given: self.plot.given.as_deref(),
            title: self.title.to_plain(),
            description: &self.description,
            axis: &self.axis_name,
            axis_label: &self.axis_label,
            measure: &self.measure,
            series: self.plot.series.iter().map(|series| self.series_data(series)).collect(),
            marks: marks.collect(),
            rules_left_out: left_out_data(self.mechanic, self.left_out),
        })
    }

    fn records(&self) -> Records<'_> {
        let words = Words { mechanic: self.mechanic, plot: self.plot };
        let columns = words.columns();
        // What lies along the axis has a column of its own; behind the rule set stand the others.
        let course = self.plot.course.map(|course| course + 1);
        let others = move |all: Vec<String>| {
            all.into_iter().enumerate().filter(move |(index, _)| Some(*index) != course).map(|(_, own)| own)
        };
        let header = ["series", self.axis_name.as_str(), "value", "decimal"].map(str::to_owned);
        let header = others(columns.key_names()).chain(header).collect();
        let of_series = move |series: &'a Series| {
            let key = others(columns.key(self.plot.groups[series.group]));
            let own: Vec<String> = key.chain([self.series_label(series).to_plain()]).collect();
            self.positions.iter().zip(&series.values).map(move |(position, value)| {
                let number = [position.name.clone(), value.to_string(), decimal::plain(value)];
                own.iter().cloned().chain(number).collect()
            })
        };
        Box::new(std::iter::once(header).chain(self.plot.series.iter().flat_map(of_series)))
    }

    fn subject(&self) -> String {
        Words { mechanic: self.mechanic, plot: self.plot }.columns().subject()
    }
}
