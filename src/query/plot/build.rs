//! From a request to a chart: bars of a law, curves over a sweep, areas that sum to 1.

use super::super::columns::{citation, common_inputs_label, joined, start_label};
use super::super::report::Text;
use super::super::scenario::Scenario;
use super::super::table::TableError;
use super::super::{Mechanic, json};
use super::model::{Axis, Chart, Group, Place, Plot, Series, Subject};
use super::rows::{Rows, rows};
use super::sweep::Along;
use super::{About, PlotRequest, first};
use crate::evaluate::Limits;
use crate::exact::Rational;

/// More bars are not read any more.
const MOST_BARS: usize = 60;
/// More curves are not told apart any more.
const MOST_CURVES: usize = 24;

/// Computes what a plot shows: one evaluation for each scenario and each value of its sweep.
///
/// # Errors
/// Where the request does not fit the mechanic, there is nothing to draw or too much for a picture, or an
/// evaluation stops.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{About, PlotRequest, Settings, plot, scenario};
/// use trueodds::session::{DataSource, Session};
///
/// let mechanic = Session::open(&DataSource::Embedded)?.mechanic("isaac/room-clear-award")?;
/// let request = PlotRequest {
///     scenarios: scenario(&mechanic, &Settings::default()).expect("the default rule set"),
///     along: None,
///     about: About::Outcomes { fields: Vec::new(), marginal: false },
///     cumulative: None,
///     stacked: false,
///     caption: None,
/// };
/// let chart = plot(&mechanic, &request, &Limits::default()).expect("a chart");
/// assert_eq!(chart.axis.places[0].label.to_plain(), "Nothing");
/// assert_eq!(chart.series[0].values[0].to_string(), "11/50");
/// # Ok::<(), trueodds::session::Failure>(())
/// ```
pub fn plot(mechanic: &Mechanic, request: &PlotRequest, limits: &Limits) -> Result<Plot, TableError> {
    let plot = match &request.about {
        About::First(event) => first::first(mechanic, request, event, limits)?,
        _ => law_or_course(mechanic, request, limits)?,
    };
    let empty = plot.axis.places.is_empty() || plot.series.is_empty();
    if empty {
        return Err(TableError::Usage(vec!["there is nothing to draw".to_owned()]));
    }
    Ok(plot)
}

/// Bars of a law, or how numbers move along what runs.
fn law_or_course(mechanic: &Mechanic, request: &PlotRequest, limits: &Limits) -> Result<Plot, TableError> {
    let along =
        request.along.clone().map(|along| if along.is_number(mechanic) { along.ascending() } else { along });
    let builder = Builder { mechanic, request, along: along.as_ref() };
    builder.fits().map_err(|problem| TableError::Usage(vec![problem]))?;
    let spread = match &along {
        None => request.scenarios.clone(),
        Some(along) => along.scenarios(mechanic, &request.scenarios).map_err(TableError::Usage)?,
    };
    let rows = rows(mechanic, request, spread.clone(), limits)?;
    let curves = along.as_ref().filter(|along| along.is_number(mechanic) && along.len() > 1);
    let plot = match curves {
        Some(along) => builder.curves(along, rows, &spread),
        None => builder.bars(rows, &spread),
    };
    plot.map_err(|problem| TableError::Usage(vec![problem]))
}

pub(super) struct Builder<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) request: &'a PlotRequest,
    pub(super) along: Option<&'a Along>,
}

impl Builder<'_> {
    /// Whether the options go together.
    fn fits(&self) -> Result<(), String> {
        if self.request.stacked && self.along.is_none_or(|along| !along.is_number(self.mechanic)) {
            return Err(
                "`--stacked` draws areas over a number that runs: add `--sweep`, as in `--sweep luck=0..10`"
                    .to_owned(),
            );
        }
        if self.request.stacked && self.request.scenarios.len() > 1 {
            return Err("`--stacked` draws one rule set at a time; name one after `--rules`".to_owned());
        }
        if self.request.cumulative.is_some() && matches!(self.request.about, About::Queries(_)) {
            return Err("`--cumulative` is about an outcome; a question has its own `<=` and `>=`".to_owned());
        }
        Ok(())
    }

    /// A bar for each row and scenario.
    fn bars(&self, rows: Rows, spread: &[Scenario]) -> Result<Plot, String> {
        let bars = rows.rows.len() * spread.len();
        if bars > MOST_BARS {
            return Err(format!(
                "{bars} bars are more than a picture can hold ({MOST_BARS}): choose outcomes with `--outcome`, or fewer rule sets; `table` has room for all"
            ));
        }
        let series = |group: usize| Series {
            subject: 0,
            group,
            values: rows.rows.iter().map(|row| row.values[group].clone()).collect(),
        };
        let place = |(index, row): (i64, &super::rows::Row)| Place {
            name: row.name.clone(),
            label: row.label.clone(),
            at: Rational::from(index),
        };
        let groups = self.bar_groups(spread);
        let axis = Axis {
            name: rows.name.clone(),
            label: rows.label.clone(),
            places: (0..).zip(&rows.rows).map(place).collect(),
            whole: true,
        };
        let what = if rows.chances { "chance" } else { "value" };
        let under = if groups.len() > 1 { format!(", {} side by side", groups.len()) } else { String::new() };
        let description = format!("Bar chart: the {what} of each of {} outcomes{under}.", axis.places.len());
        let subject = Subject { name: axis.name.clone(), label: Text::plain(axis.label.clone()) };
        Ok(Plot {
            chart: Chart::Bars,
            description: if matches!(self.request.about, About::Queries(_)) {
                format!("Bar chart: the answers to {} questions{under}.", axis.places.len())
            } else {
                description
            },
            series: (0..groups.len()).map(series).collect(),
            groups,
            subjects: vec![subject],
            ..self.empty(axis, rows.chances, spread)
        })
    }

    /// What is told apart among bars: rule sets, values of what runs, or both.
    fn bar_groups(&self, spread: &[Scenario]) -> Vec<Group> {
        let several = self.request.scenarios.len() > 1;
        let per_set = self.along.map_or(1, Along::len);
        let group = |(index, scenario): (usize, &Scenario)| {
            let title = self.set_title(scenario);
            let label = match self.along {
                None => title,
                Some(along) => {
                    let value = along.label(self.mechanic, index % per_set);
                    if several { title.and(", ").join(value) } else { value }
                }
            };
            self.group(label, scenario)
        };
        spread.iter().enumerate().map(group).collect()
    }

    /// A curve for each row and rule set; areas where they are asked for.
    fn curves(&self, along: &Along, rows: Rows, spread: &[Scenario]) -> Result<Plot, String> {
        let points = along.len();
        let sets = &self.request.scenarios;
        let mut series = Vec::new();
        for (subject, row) in rows.rows.iter().enumerate() {
            for (group, values) in row.values.chunks(points).enumerate() {
                series.push(Series { subject, group, values: values.to_vec() });
            }
        }
        let subjects = rows
            .rows
            .iter()
            .map(|row| Subject { name: row.name.clone(), label: row.label.clone() })
            .collect();
        let groups = sets.iter().map(|scenario| self.group(self.set_title(scenario), scenario)).collect();
        let chart = if self.request.stacked { Chart::Stacked } else { Chart::Curves };
        if chart == Chart::Stacked && !sum_to_one(&series, points) {
            return Err("areas can be stacked only where they sum to 100%: name one outcome with `--outcome`, and no `--cumulative`".to_owned());
        }
        let axis = along.axis(self.mechanic);
        let ends = |place: Option<&Place>| place.map_or(String::new(), |place| place.label.to_plain());
        let description = format!(
            "{} over {} from {} to {}, exact at {points} points.",
            if chart == Chart::Stacked { "Stacked areas that sum to 100%," } else { "Curves" },
            axis.label,
            ends(axis.places.first()),
            ends(axis.places.last())
        );
        let plot =
            Plot { chart, description, series, subjects, groups, ..self.empty(axis, rows.chances, spread) };
        let lines = if chart == Chart::Stacked { plot.series.len() } else { plot.drawn().len() };
        if lines > MOST_CURVES {
            return Err(format!(
                "{lines} curves are more than can be told apart ({MOST_CURVES}): choose outcomes with `--outcome`, ask for some with 'P(…)', or name fewer rule sets"
            ));
        }
        Ok(plot)
    }

    pub(super) fn set_title(&self, scenario: &Scenario) -> Text {
        Text::plain(self.mechanic.rule_sets[scenario.rule_set].title.clone())
    }

    pub(super) fn group(&self, label: Text, scenario: &Scenario) -> Group {
        let rules = self.mechanic.rule_sets[scenario.rule_set].name.clone();
        Group { label, rules, inputs: json::inputs(self.mechanic, scenario) }
    }

    /// A chart with all but its numbers.
    pub(super) fn empty(&self, axis: Axis, chances: bool, spread: &[Scenario]) -> Plot {
        let mechanic = self.mechanic;
        let sweep = self.along.and_then(Along::input);
        let one = match self.request.about {
            About::Queries(ref queries) if queries.len() == 1 => {
                queries.first().map(|(text, _)| text.clone())
            }
            _ => None,
        };
        let head = one.clone().unwrap_or_else(|| mechanic.model.label.clone());
        let head = match self.along {
            Some(along) => format!("{head} by {}", along.declaration(mechanic).label),
            None => head,
        };
        let several = self.request.scenarios.len() > 1;
        let inputs = common_inputs_label(mechanic, spread, several, sweep.as_ref());
        // Where a state runs, it begins everywhere.
        let runs = matches!(self.along, Some(Along::State(..)));
        let start = if runs { None } else { spread.first().and_then(|first| start_label(mechanic, first)) };
        let common = joined([inputs].into_iter().chain(start));
        let made = if common.0.is_empty() {
            Text::plain(head)
        } else {
            Text::plain(format!("{head} (")).join(common).and(")")
        };
        Plot {
            mechanic: mechanic.model.path.clone(),
            chart: Chart::Bars,
            title: self.request.caption.as_ref().map_or(made, |caption| Text::plain(caption.clone())),
            description: String::new(),
            axis,
            measure: if chances { "Chance".to_owned() } else { one.unwrap_or_else(|| "Value".to_owned()) },
            chances,
            subjects: Vec::new(),
            groups: Vec::new(),
            series: Vec::new(),
            marks: Vec::new(),
            cited: citation(mechanic, spread, sweep.as_ref()),
        }
    }
}

/// Whether the numbers of all series sum to 1 at every place.
fn sum_to_one(series: &[Series], points: usize) -> bool {
    let total = |place: usize| series.iter().filter_map(|own| own.values.get(place)).sum::<Rational>();
    (0..points).all(|place| total(place) == Rational::ONE)
}
