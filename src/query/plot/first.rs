//! How many uses it takes until an event first happens: its law as columns, or as curves that rise to 1.

use super::super::Mechanic;
use super::super::chain::{Asked, ChainQuestion, ChainRequest, chain};
use super::super::report::{Block, Cell, Report, Shown, Text};
use super::super::scenario::Scenario;
use super::super::table::TableError;
use super::PlotRequest;
use super::build::Builder;
use super::model::{Axis, Chart, Group, Mark, Place, Plot, Series, Subject};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::query::Cumulative;

/// The law of a first hit, as the answer to `chain hit` lists it.
struct Law {
    /// At this use, by then, not yet: for each use from 1 on.
    uses: Vec<[Rational; 3]>,
    median: Option<Rational>,
}

/// The chart of a first hit: columns for one rule set, curves for several or where they are cumulative.
pub(super) fn first(
    mechanic: &Mechanic,
    request: &PlotRequest,
    event: &Asked,
    limits: &Limits,
) -> Result<Plot, TableError> {
    if request.along.is_some() || request.stacked {
        let problem = "`--first` draws a law over uses; it goes with neither `--sweep` nor `--stacked`";
        return Err(TableError::Usage(vec![problem.to_owned()]));
    }
    let laws = laws(mechanic, request, event, limits)?;
    let uses = laws.first().map_or(0, |law| law.uses.len());
    let builder = Builder { mechanic, request, along: None };
    let mut plot = builder.empty(axis(uses), true, &request.scenarios);
    if request.caption.is_none() {
        let until = format!("{}: uses until {} first holds", mechanic.model.label, event.text);
        plot.title = retitled(&plot.title, &mechanic.model.label, &until);
    }
    let (column, measure) = match request.cumulative {
        None => (0, "Chance at this use"),
        Some(Cumulative::AtMost) => (1, "Chance by then"),
        Some(Cumulative::AtLeast) => (2, "Chance of not yet"),
    };
    plot.chart = if laws.len() == 1 && column == 0 { Chart::Columns } else { Chart::Curves };
    plot.measure = measure.to_owned();
    plot.subjects = vec![Subject { name: event.text.clone(), label: Text::plain(event.text.clone()) }];
    plot.groups = request.scenarios.iter().map(|own| builder.group(builder.set_title(own), own)).collect();
    plot.marks =
        laws.iter().zip(&plot.groups).filter_map(|(law, group)| law.mark(group, laws.len())).collect();
    let series = |(group, law): (usize, &Law)| Series {
        subject: 0,
        group,
        values: law.uses.iter().map(|row| row[column].clone()).collect(),
    };
    plot.series = laws.iter().enumerate().map(series).collect();
    let medians: Vec<&str> = plot.marks.iter().map(|mark| mark.label.as_str()).collect();
    plot.description =
        format!("{measure}, where {} first holds, for uses 1 to {uses}. {}.", event.text, medians.join("; "));
    Ok(plot)
}

/// The laws under all scenarios, over as many uses as the longest of them has.
fn laws(
    mechanic: &Mechanic,
    request: &PlotRequest,
    event: &Asked,
    limits: &Limits,
) -> Result<Vec<Law>, TableError> {
    let ask = |scenario: &Scenario, over: Option<u64>| law(mechanic, scenario, event, over, limits);
    let mut laws = request.scenarios.iter().map(|own| ask(own, None)).collect::<Result<Vec<_>, _>>()?;
    let most = laws.iter().map(|law| law.uses.len()).max().unwrap_or(0);
    for (law, scenario) in laws.iter_mut().zip(&request.scenarios) {
        if law.uses.len() < most {
            *law = ask(scenario, u64::try_from(most).ok())?;
        }
    }
    Ok(laws)
}

/// The uses from the first on.
fn axis(uses: usize) -> Axis {
    let place = |count: i64| Place {
        name: count.to_string(),
        label: Text::plain(count.to_string()),
        at: Rational::from(count),
    };
    let places = (1..=i64::try_from(uses).unwrap_or(0)).map(place).collect();
    Axis { name: "uses".to_owned(), label: "Use".to_owned(), places, whole: true }
}

impl Law {
    /// The median, where there is one; of several laws with the rule set that it is of.
    fn mark(&self, group: &Group, laws: usize) -> Option<Mark> {
        let at = self.median.clone()?;
        let of = if laws == 1 { String::new() } else { format!(", {}", group.label.to_plain()) };
        Some(Mark { label: format!("Median {at}{of}"), at })
    }
}

/// The title with its head exchanged, so that what stands in brackets stays.
fn retitled(title: &Text, head: &str, new: &str) -> Text {
    let plain = title.to_plain();
    Text::plain(plain.strip_prefix(head).map_or_else(|| plain.clone(), |rest| format!("{new}{rest}")))
}

/// Asks the chain, and reads its law and median.
fn law(
    mechanic: &Mechanic,
    scenario: &Scenario,
    event: &Asked,
    over: Option<u64>,
    limits: &Limits,
) -> Result<Law, TableError> {
    let (quantiles, not_yet) = (Vec::new(), Vec::new());
    let question = ChainQuestion::Hit { event: event.clone(), over, quantiles, not_yet };
    let request = ChainRequest { scenario: scenario.clone(), question, shown: Shown::Percent, caption: None };
    let report = chain(mechanic, &request, limits)?;
    let median = report.json.get("median").and_then(|median| median.as_str());
    Ok(Law { median: median.and_then(|text| text.parse().ok()), uses: listed(&report) })
}

/// The rows of the table that lists the law: the last one.
fn listed(report: &Report) -> Vec<[Rational; 3]> {
    let Some(Block::Table(table)) = report.blocks.last() else { return Vec::new() };
    let number = |cell: Option<&Cell>| match cell {
        Some(Cell::Probability(value, _)) => value.clone(),
        _ => Rational::ZERO,
    };
    let row = |cells: &[Cell]| [0, 1, 2].map(|place| number(cells.get(place)));
    table.rows.iter().map(|own| row(&own.cells)).collect()
}
