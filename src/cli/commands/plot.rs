//! `plot`: its arguments as a request for a chart.

use clap::Args;

use crate::check::Asks;
use crate::cli::args::{AxesArgs, CumulativeArg, ScenarioArgs};
use crate::cli::complete::Completes;
use crate::cli::context::{Asked, Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::PlotDocument;
use crate::query::{About, ClosedForm, Cumulative, Gaps, PlotRequest, plot};
use crate::render::Format;
use crate::scenario::{Axis, Mechanic};
use crate::session::Reader;

const EXAMPLES: &str = "\
Examples:
  trueodds plot isaac/room-clear-award
  trueodds plot isaac/room-clear-award --sweep luck=-1..10:1/4 -o luck.svg
  trueodds plot isaac/room-clear-award --sweep luck=0..10 --stacked -o luck.svg
  trueodds plot isaac/room-clear-award 'E(count)' --sweep luck=0..10 --rules all
  trueodds plot sts/card-roll --sweep offset=-40..5
  trueodds plot sts/card-roll --first 'rarity = rare'";

/// A picture of a law, of how it moves, or of a pity timer
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct PlotArgs {
    /// A mechanic, or the path of an .odds file
    #[arg(add = Completes::Mechanic.completer())]
    mechanic: String,
    /// Questions to draw in place of outcomes, each in quotes
    #[arg(conflicts_with_all = ["outcome", "marginals", "first"])]
    queries: Vec<String>,
    /// Rules and inputs
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// What runs, and cases
    #[command(flatten)]
    axes: AxesArgs,
    /// Draw the closed form in an input such as luck
    ///
    /// Every end of its parts is a point of the curve, and marked.
    #[arg(add = Completes::Numbers.completer(), long = "in", value_name = "SYMBOL", conflicts_with_all = ["sweep", "first", "cumulative"])]
    symbol: Option<String>,
    /// With `--in`: between these values, as 0..10
    ///
    /// Where nothing is said, a little more than where the form changes.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "FROM..TO",
        allow_hyphen_values = true,
        requires = "symbol"
    )]
    range: Option<String>,
    /// Outcomes: count, award=chest, all
    ///
    /// Several are drawn together, each combination with its chance; a value is drawn alone. Without any, those of
    /// the mechanic's overview, each on its own; without one the first.
    #[arg(add = Completes::Outcomes.completer(), long, value_name = "NAME,…", value_delimiter = ',')]
    outcome: Vec<String>,
    /// What is known, as 'award != nothing'
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["queries", "first", "symbol"])]
    given: Option<String>,
    /// Several outcomes each on its own
    #[arg(long, conflicts_with = "cumulative")]
    marginals: bool,
    /// Chances of `at-least` or `at-most` a number
    #[arg(long, value_enum, value_name = "HOW", hide_possible_values = true)]
    cumulative: Option<CumulativeArg>,
    /// Areas over the sweep that sum to 100%
    #[arg(long)]
    stacked: bool,
    /// How many uses until 'rarity = rare' first holds
    #[arg(long, value_name = "EVENT", conflicts_with_all = ["outcome", "marginals", "sweep", "stacked"])]
    first: Option<String>,
    /// The title, in place of the one made here
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
}

impl Run for PlotArgs {
    const NAME: &'static str = "plot";
    const FORMATS: &'static [Format] = &Format::OF_CHARTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let limits = &context.limits;
        let mut session = context.session()?;
        let mechanic = context.mechanic(&mut session, &self.mechanic)?;
        // A curve has no gaps.
        let Asked { scenarios, mut axes, left_out } =
            context.asked(&mechanic, &self.scenario, &self.axes, Gaps::Refused)?;
        let mut reader = session.reader();
        let about = about(self, &mechanic, &mut reader)?;
        let stopped = |error| CliError::stopped(error, &mechanic, reader.sources());
        let mut marked = Vec::new();
        if let Some(name) = &self.symbol {
            let range = self.range.as_deref();
            let scenarios = axes.spread(&mechanic, &scenarios)?;
            let form =
                ClosedForm::new(&mechanic, &scenarios, &about, name, range, limits).map_err(stopped)?;
            axes.0.push(Axis::Sweep(form.sweep));
            marked = form.ends;
        }
        let cumulative = self.cumulative.map(Cumulative::from);
        let request = PlotRequest { scenarios, axes, marked, about, cumulative, stacked: self.stacked };
        let chart = plot(&mechanic, &request, limits).map_err(stopped)?;
        let document = PlotDocument::new(&mechanic, &chart, self.caption.as_deref());
        let document = document.leaving_out(&left_out);
        context.print(target, &document, &session, &mechanic)?;
        Ok(Status::Clean)
    }
}

/// What is drawn: questions, a first hit, or outcomes as `table` chooses them.
fn about(args: &PlotArgs, mechanic: &Mechanic, reader: &mut Reader) -> Result<About, CliError> {
    if let Some(text) = &args.first {
        return Ok(About::First(reader.expression(mechanic, text, Asks::Event)?));
    }
    if !args.queries.is_empty() {
        let questions = args.queries.iter().map(|text| reader.question(mechanic, text.trim()));
        return Ok(About::Questions(questions.collect::<Result<_, _>>()?));
    }
    let model = &mechanic.model;
    // Areas need outcomes that exclude each other, which those of an overview do not.
    let own_law = args.cumulative.is_some() || args.stacked;
    let (outcomes, marginal) = match args.outcome.as_slice() {
        [] if !model.overview.is_empty() && !own_law => (model.overview.clone().into(), true),
        chosen => (mechanic.outcomes(chosen)?, args.marginals),
    };
    let given = args.given.as_deref();
    let given = given.map(|text| reader.expression(mechanic, text, Asks::Evidence)).transpose()?;
    Ok(About::Outcomes { outcomes, marginal, given })
}
