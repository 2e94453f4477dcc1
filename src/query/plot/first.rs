//! How many uses it takes until an event first happens: its law as columns, or as curves that rise to 1.

use super::{Along, Chart, Marker, Plot, PlotRequest, Quantity, Series};
use crate::diagnostic::{Message, Setting};
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::prob::chain::HitStep;
use crate::query::chain::{ChainContext, FirstHit, Goals, HitRequest};
use crate::query::{Cumulative, Expression, QueryError, start};
use crate::scenario::{Mechanic, Scenario};

/// The chart of a first hit: columns for one rule set, curves for several or where they are cumulative.
pub(super) fn first(
    mechanic: &Mechanic,
    request: &PlotRequest,
    event: &Expression,
    limits: &Limits,
) -> Result<Plot, QueryError> {
    if request.axes.sweeps().next().is_some() || request.stacked {
        let problem = Message::default().typed(Setting::First, "");
        let problem = problem.words(" draws a law over uses; it goes with neither ");
        let problem = problem.typed(Setting::Sweep, "").words(" nor ").typed(Setting::Stacked, "");
        return Err(QueryError::usage(problem));
    }
    let scenarios = request.axes.spread(mechanic, &request.scenarios)?;
    let hits = hits(mechanic, &scenarios, event, limits)?;
    let uses = hits.iter().map(|hit| hit.listed).max().unwrap_or(0);
    let chance = |step: HitStep<'_>| match request.cumulative {
        None => step.at(),
        Some(Cumulative::AtMost) => step.by_then(),
        Some(Cumulative::AtLeast) => step.not_yet(),
    };
    let series = |(group, hit): (usize, &FirstHit)| Series {
        quantity: 0,
        group,
        values: hit.rows(uses).map(|(_, step)| chance(step)).collect(),
    };
    let columns = hits.len() == 1 && request.cumulative.is_none();
    let median = |(group, hit): (usize, &FirstHit)| {
        let median = i64::try_from(hit.median()?).ok()?;
        Some(Marker::Median(group, Rational::from(median)))
    };
    Ok(Plot {
        chart: if columns { Chart::Columns } else { Chart::Curves },
        along: Along::Uses,
        positions: (1_i64..).take(uses).map(Rational::from).collect(),
        whole: true,
        quantities: vec![Quantity::First(event.text.clone())],
        groups: (0..scenarios.len()).collect(),
        series: hits.iter().enumerate().map(series).collect(),
        markers: hits.iter().enumerate().filter_map(median).collect(),
        chances: true,
        cumulative: request.cumulative,
        start: scenarios.first().and_then(|first| start(mechanic, first, limits)),
        scenarios,
        given: None,
        axes: request.axes.clone(),
        course: None,
    })
}

/// The laws under all scenarios, each over at least as many uses as are listed of any.
fn hits(
    mechanic: &Mechanic,
    scenarios: &[Scenario],
    event: &Expression,
    limits: &Limits,
) -> Result<Vec<FirstHit>, QueryError> {
    let goals = Goals::once(event.clone());
    let contexts = scenarios.iter().map(|scenario| ChainContext::new(mechanic, scenario, limits));
    let contexts: Vec<ChainContext<'_>> = contexts.collect();
    let hits = contexts.iter().map(|context| context.first_hit(&goals, &HitRequest::default()));
    let mut hits = hits.collect::<Result<Vec<_>, _>>()?;
    let most = hits.iter().map(|hit| hit.listed).max().unwrap_or(0);
    for (hit, context) in hits.iter_mut().zip(&contexts) {
        if hit.computed() < most {
            let over = u64::try_from(most).ok();
            *hit = context.first_hit(&goals, &HitRequest { over, ..HitRequest::default() })?;
        }
    }
    Ok(hits)
}
