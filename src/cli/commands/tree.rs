//! `tree`: the draws of a mechanic.

use clap::Args;

use crate::check::{Asks, FieldId};
use crate::cli::args::{AxesArgs, ScenarioArgs};
use crate::cli::complete::Completes;
use crate::cli::context::{Asked, Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::TreesDocument;
use crate::exact::Rational;
use crate::query::{Gaps, TreeRequest, trees};
use crate::render::Format;
use crate::scenario::Mechanic;

const EXAMPLES: &str = "\
Examples:
  trueodds tree isaac/room-clear-award --depth 2
  trueodds tree isaac/room-clear-award --only 'award = chest'
  trueodds tree isaac/special-rooms --set keys=2 --outcome dice_or_sacrifice
  trueodds tree sts/card-roll -o card-roll.svg";

const NOTES: &str = "\
Every way has its probability at the draw, every end its probability from the beginning on. Draws to
which several ways lead have a letter and are drawn once; an end behind one stands for all these ways.";

/// The draws of a mechanic as a tree, each way with its chance
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = NOTES)]
pub(crate) struct TreeArgs {
    /// A mechanic, or the path of an .odds file
    #[arg(add = Completes::Mechanic.completer())]
    mechanic: String,
    /// Rules and inputs
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// Outcomes: count, or several together; all
    ///
    /// Without any, those of the mechanic's overview, a tree for each; without one the first.
    #[arg(add = Completes::Outcomes.completer(), long, value_name = "NAME,…", value_delimiter = ',')]
    outcome: Vec<String>,
    /// Show so many draws after one another
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// Leave out ways that are less probable: 1/100, 1%
    #[arg(long, value_name = "P")]
    min_mass: Option<String>,
    /// Only ways on which it may hold: 'award = chest'
    #[arg(long, value_name = "EVENT")]
    only: Option<String>,
    /// The caption, in place of the one made here
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
}

impl Run for TreeArgs {
    const NAME: &'static str = "tree";
    const FORMATS: &'static [Format] = &Format::OF_TREES;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut session = context.session()?;
        let mechanic = context.mechanic(&mut session, &self.mechanic)?;
        let Asked { scenarios, left_out, .. } =
            context.asked(&mechanic, &self.scenario, &AxesArgs::default(), Gaps::Refused)?;
        let min_mass = self.min_mass.as_deref().map(least).transpose()?;
        let mut reader = session.reader();
        let only = self.only.as_deref();
        let only = only.map(|text| reader.expression(&mechanic, text, Asks::Event)).transpose()?;
        let request = TreeRequest {
            scenarios,
            fields: fields(&mechanic, &self.outcome)?,
            depth: self.depth,
            min_mass,
            only,
        };
        let trees = trees(&mechanic, &request, reader.sources(), &context.limits)
            .map_err(|error| CliError::stopped(error, &mechanic, reader.sources()))?;
        let document = TreesDocument::new(&mechanic, &trees, self.caption.clone()).leaving_out(&left_out);
        context.print_styled(target, &document, &context.style(Vec::new()))?;
        context.mention_left_out(&mechanic, &left_out);
        Ok(Status::Clean)
    }
}

/// The outcomes of each tree.
fn fields(mechanic: &Mechanic, outcome: &[String]) -> Result<Vec<Vec<FieldId>>, CliError> {
    let model = &mechanic.model;
    Ok(match outcome {
        [] if !model.overview.is_empty() => model.overview.iter().map(|field| vec![*field]).collect(),
        chosen => vec![mechanic.fields(chosen)?],
    })
}

/// The least mass of a branch: a number from 0 to 1, or a percentage.
fn least(text: &str) -> Result<Rational, String> {
    let (number, percent) = match text.trim().strip_suffix('%') {
        Some(number) => (number, true),
        None => (text.trim(), false),
    };
    let value: Rational = number.parse().map_err(|error| format!("`--min-mass {text}`: {error}"))?;
    let value = if percent { &value * &Rational::new(1, 100) } else { value };
    if value.is_negative() || value > Rational::ONE {
        return Err(format!(
            "`--min-mass {text}`: a probability lies between 0 and 1, as in `--min-mass 1%`"
        ));
    }
    Ok(value)
}
