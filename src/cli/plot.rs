//! `plot`: its arguments as a request for a chart.

use clap::Args;

use super::args::{CumulativeArg, ScenarioArgs};
use super::closed_form::ClosedForm;
use super::run::{Job, Trouble, failed, stopped};
use crate::check::Asks;
use crate::query::{About, Asked, Cumulative, Mechanic, PlotRequest, parse_along, plot};
use crate::render;
use crate::session::Session;

/// Arguments of `plot`.
#[derive(Debug, Args)]
pub struct PlotArgs {
    /// A mechanic, or the path of an .odds file
    pub mechanic: String,
    /// Questions to draw in place of outcomes, each in quotes: 'P(award = chest)', 'E(count)'
    #[arg(conflicts_with_all = ["outcome", "marginals", "first"])]
    pub queries: Vec<String>,
    /// Rules and inputs
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// Run an input, or a state before the use, through values: luck=0..10:1/4, offset=-40..5
    #[arg(long, value_name = "NAME=A..B:STEP")]
    pub sweep: Option<String>,
    /// Draw the closed form in an input such as luck: every end of its parts is a point of the curve, and marked
    #[arg(long = "in", value_name = "SYMBOL", conflicts_with_all = ["sweep", "first", "cumulative"])]
    pub symbol: Option<String>,
    /// With `--in`: between these values: 0..10 [default: a little more than where the form changes]
    #[arg(long, value_name = "FROM..TO", allow_hyphen_values = true, requires = "symbol")]
    pub range: Option<String>,
    /// The outcome, or several for their joint law [default: those of the mechanic's overview, each on its
    /// own; without one the first]
    #[arg(long, value_name = "FIELD[,FIELD…]", value_delimiter = ',')]
    pub outcome: Vec<String>,
    /// Several outcomes each on its own, not their joint law
    #[arg(long, conflicts_with = "cumulative")]
    pub marginals: bool,
    /// Cumulative probabilities of a number, or with `--first` of the use
    #[arg(long, value_enum)]
    pub cumulative: Option<CumulativeArg>,
    /// Areas over the sweep that sum to 100%
    #[arg(long)]
    pub stacked: bool,
    /// How many uses until something first happens: 'rarity = rare'
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["outcome", "marginals", "sweep", "stacked"])]
    pub first: Option<String>,
    /// The title, in place of the one made from rules and inputs
    #[arg(long)]
    pub caption: Option<String>,
}

impl Job {
    pub(super) fn plot(&self, args: &PlotArgs) -> Result<u8, Trouble> {
        let target = self.target()?;
        let limits = self.limits()?;
        let mut session = self.session()?;
        let mechanic = self.mechanic(&mut session, &args.mechanic)?;
        let scenarios = self.scenarios(&mechanic, &args.scenario, args.sweep.as_deref())?;
        let mut along =
            args.sweep.as_deref().map(|text| parse_along(&mechanic, text, limits.columns)).transpose()?;
        given_twice(args)?;
        let about = about(args, &mechanic, &mut session)?;
        let mut marks = Vec::new();
        if let Some(name) = &args.symbol {
            let asked = ClosedForm { mechanic: &mechanic, about: &about, name, range: args.range.as_deref() };
            let (values, found) = asked
                .values(&scenarios, &limits.evaluate)?
                .map_err(|error| stopped(error, &mechanic, &session))?;
            along = Some(values);
            marks = found;
        }
        let cumulative = args.cumulative.map(|cumulative| match cumulative {
            CumulativeArg::AtLeast => Cumulative::AtLeast,
            CumulativeArg::AtMost => Cumulative::AtMost,
        });
        let caption = args.caption.clone();
        let request = PlotRequest { scenarios, along, about, cumulative, stacked: args.stacked, caption };
        let mut chart = plot(&mechanic, &request, &limits.evaluate)
            .map_err(|error| stopped(error, &mechanic, &session))?;
        chart.marks.extend(marks);
        let wiki = session.wiki(&mechanic.model.path).map_err(|failure| failed(failure, &session))?;
        let style = self.style(wiki.templates(self.common.wiki.name()));
        target.write(&render::plot(&chart, self.common.format, &style))?;
        Ok(0)
    }
}

/// A state that runs cannot begin anywhere else; of inputs that is said where they are read.
fn given_twice(args: &PlotArgs) -> Result<(), Trouble> {
    let name = |text: &str| text.split('=').next().unwrap_or(text).trim().to_owned();
    let swept = args.sweep.as_deref().map(name);
    match swept.filter(|swept| args.scenario.state.iter().any(|state| name(state) == *swept)) {
        Some(state) => Err(format!("`{state}` is swept and given a value; leave out one of the two").into()),
        None => Ok(()),
    }
}

/// What is drawn: questions, a first hit, or outcomes as `table` chooses them.
fn about(args: &PlotArgs, mechanic: &Mechanic, session: &mut Session) -> Result<About, Trouble> {
    if let Some(text) = &args.first {
        return match session.expression(mechanic, text, Asks::Event) {
            Ok(checked) => Ok(About::First(Asked { text: text.trim().to_owned(), checked })),
            Err(failure) => Err(failed(failure, session)),
        };
    }
    if !args.queries.is_empty() {
        let mut queries = Vec::new();
        for text in &args.queries {
            match session.query(mechanic, text) {
                Ok(query) => queries.push((text.trim().to_owned(), query)),
                Err(failure) => return Err(failed(failure, session)),
            }
        }
        return Ok(About::Queries(queries));
    }
    let model = &mechanic.model;
    let names = |fields: &mut dyn Iterator<Item = usize>| {
        fields.map(|field| model.fields[field].name.clone()).collect()
    };
    // Areas need outcomes that exclude each other, which those of an overview do not.
    let own_law = args.cumulative.is_some() || args.stacked;
    Ok(match args.outcome.as_slice() {
        [all] if all == "all" => {
            About::Outcomes { fields: names(&mut (0..model.fields.len())), marginal: args.marginals }
        }
        [] if !model.overview.is_empty() && !own_law => {
            About::Outcomes { fields: names(&mut model.overview.iter().copied()), marginal: true }
        }
        chosen => About::Outcomes { fields: chosen.to_vec(), marginal: args.marginals },
    })
}
