//! From a request to a chart: bars of a law, curves over a sweep, areas that sum to 1.

use super::rows::{Rows, rows};
use super::{About, Along, Chart, Marker, Plot, PlotRequest, Series, first};
use crate::check::Kind;
use crate::diagnostic::{Message, Setting};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::query::{QueryError, start};
use crate::scenario::{Axes, Axis, Mechanic, Sweep};
use crate::value::Value;

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
/// use trueodds::query::plot::{About, PlotRequest, plot};
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
/// assert_eq!(chart.series[0].values[0].to_string(), "11/50");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plot(mechanic: &Mechanic, request: &PlotRequest, limits: &Limits) -> Result<Plot, QueryError> {
    let plot = match &request.about {
        About::First(event) => first::first(mechanic, request, event, limits)?,
        _ => law_or_course(mechanic, request, limits)?,
    };
    if plot.positions.is_empty() || plot.series.is_empty() {
        return Err(QueryError::usage("there is nothing to draw"));
    }
    Ok(plot)
}

/// Bars of a law, or how numbers move along what runs.
fn law_or_course(mechanic: &Mechanic, request: &PlotRequest, limits: &Limits) -> Result<Plot, QueryError> {
    let ascending = |axis: &Axis| match axis {
        Axis::Sweep(sweep) if sweep.is_number(mechanic) => Axis::Sweep(sweep.clone().ascending()),
        axis => axis.clone(),
    };
    let axes = Axes(request.axes.0.iter().map(ascending).collect());
    let runs = |axis: &Axis| matches!(axis, Axis::Sweep(sweep) if sweep.is_number(mechanic) && sweep.values.len() > 1);
    let course = axes.0.iter().position(runs);
    let scenarios = axes.spread(mechanic, &request.scenarios)?;
    let at_first = |index: &usize| course.is_none_or(|course| axes.place(*index, course) == 0);
    let groups: Vec<usize> = (0..scenarios.len()).filter(at_first).collect();
    fits(mechanic, request, groups.len()).map_err(QueryError::usage)?;
    let Rows { quantities, values, chances } = rows(mechanic, request, scenarios.clone(), limits)?;
    let start = scenarios.first().and_then(|first| start(mechanic, first, limits));
    let plot = Plot {
        chart: Chart::Bars,
        along: Along::Quantities,
        positions: positions(quantities.len()),
        whole: true,
        quantities,
        groups,
        series: Vec::new(),
        markers: request.marked.iter().cloned().map(Marker::Value).collect(),
        chances,
        cumulative: request.cumulative,
        scenarios,
        axes,
        course,
        start,
        given: request.about.given().map(|given| given.text.clone()),
    };
    let plot = match plot.sweep().cloned() {
        Some(sweep) => curves(mechanic, request, &sweep, &values, plot),
        None => bars(&values, plot),
    };
    plot.map_err(QueryError::usage)
}

/// The positions of what is no number: 0, 1, 2 …
fn positions(count: usize) -> Vec<Rational> {
    (0_i64..).take(count).map(Rational::from).collect()
}

/// Whether the settings go together.
fn fits(mechanic: &Mechanic, request: &PlotRequest, groups: usize) -> Result<(), Message> {
    let stacked = || Message::default().typed(Setting::Stacked, "");
    if request.stacked && !request.axes.sweeps().any(|sweep| sweep.is_number(mechanic)) {
        return Err(stacked()
            .words(" draws areas over a number that runs: add ")
            .typed(Setting::Sweep, "")
            .words(", as in ")
            .typed(Setting::Sweep, "luck=0..10"));
    }
    if request.stacked && groups > 1 {
        let problem = stacked().words(" draws one rule set and case at a time; name one after ");
        return Err(problem.typed(Setting::Rules, "").words(", and leave out the others"));
    }
    if request.cumulative.is_some() && matches!(request.about, About::Questions(_)) {
        let problem = Message::default().typed(Setting::Cumulative, "");
        return Err(problem.words(" is about an outcome; a question has its own `<=` and `>=`"));
    }
    Ok(())
}

/// A bar for each quantity and scenario; `values` has a row for each quantity.
fn bars(values: &[Vec<Rational>], plot: Plot) -> Result<Plot, Message> {
    let bars = values.len() * plot.scenarios.len();
    if bars > MOST_BARS {
        let problem =
            format!("{bars} bars are more than a picture can hold ({MOST_BARS}): choose outcomes with ");
        let problem = Message::from(problem).typed(Setting::Outcome, "");
        return Err(problem.words(", or fewer rule sets; `table` has room for all"));
    }
    let series = |group: usize| Series {
        quantity: 0,
        group,
        values: values.iter().map(|row| row[group].clone()).collect(),
    };
    Ok(Plot { series: (0..plot.scenarios.len()).map(series).collect(), ..plot })
}

/// A curve for each quantity and what is told apart; areas where they are asked for.
fn curves(
    mechanic: &Mechanic,
    request: &PlotRequest,
    sweep: &Sweep,
    values: &[Vec<Rational>],
    plot: Plot,
) -> Result<Plot, Message> {
    let points = sweep.values.len();
    let stride = plot.course.map_or(1, |course| plot.axes.stride(course));
    let mut series = Vec::new();
    for (quantity, row) in values.iter().enumerate() {
        for (group, first) in plot.groups.iter().enumerate() {
            let own = row.iter().skip(*first).step_by(stride.max(1)).take(points);
            series.push(Series { quantity, group, values: own.cloned().collect() });
        }
    }
    let chart = if request.stacked { Chart::Stacked } else { Chart::Curves };
    if chart == Chart::Stacked && !sum_to_one(&series, points) {
        let problem = "areas can be stacked only where they sum to 100%: name one outcome with ";
        let problem = Message::from(problem).typed(Setting::Outcome, "").words(", and no ");
        return Err(problem.typed(Setting::Cumulative, ""));
    }
    let plot = Plot {
        chart,
        along: Along::Sweep,
        positions: sweep.values.iter().filter_map(Value::as_number).cloned().collect(),
        whole: sweep.declaration(mechanic).kind == Kind::Integer,
        series,
        ..plot
    };
    let lines = if chart == Chart::Stacked { plot.series.len() } else { plot.curves().len() };
    if lines > MOST_CURVES {
        let problem =
            format!("{lines} curves are more than can be told apart ({MOST_CURVES}): choose outcomes with ");
        let problem = Message::from(problem).typed(Setting::Outcome, "");
        return Err(problem.words(", ask for some with 'P(…)', or name fewer rule sets"));
    }
    Ok(plot)
}

/// Whether the numbers of all series sum to 1 at every position.
fn sum_to_one(series: &[Series], points: usize) -> bool {
    let total = |point: usize| series.iter().map(|own| &own.values[point]).sum::<Rational>();
    (0..points).all(|point| total(point) == Rational::ONE)
}
