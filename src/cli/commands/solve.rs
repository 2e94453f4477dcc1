//! `solve`: where a comparison holds.

use clap::Args;

use super::axis::axis;
use crate::cli::args::AxisArgs;
use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::SolveDocument;
use crate::query::{Comparison, Solutions, solve};
use crate::render::Format;

const EXAMPLES: &str = "\
Examples:
  trueodds solve isaac/room-clear-award 'P(award = chest) >= 1/4' --in luck
  trueodds solve room-clear-award 'P(award = chest) > P(award = coin)' --in luck
  trueodds solve room-clear-award 'P(award = lil_battery) = 5%' --in battery";

/// Digits after the point of an end that is not rational, where nothing is said of them.
const PLACES: u16 = 10;

/// For which luck, or other number, a comparison holds
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    /// A mechanic, or the path of an .odds file
    #[arg(add = Completes::Mechanic.completer())]
    mechanic: String,
    /// Comparisons such as 'P(award = chest) >= 1/4'
    #[arg(required = true)]
    comparisons: Vec<String>,
    /// What is sought, and under which rules and inputs
    #[command(flatten)]
    axis: AxisArgs,
}

impl Run for SolveArgs {
    const NAME: &'static str = "solve";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut session = context.session()?;
        let mechanic = context.mechanic(&mut session, &self.mechanic)?;
        let request = axis(context, &mechanic, &self.axis)?;
        let mut solutions = Vec::new();
        for text in &self.comparisons {
            let comparison = Comparison::parse(text)?;
            let mut reader = session.reader();
            let difference = reader.question(&mechanic, &comparison.difference)?;
            let solution = solve(&mechanic, &comparison, &difference, &request, &context.limits);
            solutions.push(solution.map_err(|error| CliError::stopped(error, &mechanic, reader.sources()))?);
        }
        let solutions = Solutions::new(&mechanic, request, solutions, &context.limits);
        let document =
            SolveDocument::new(&mechanic, &solutions, usize::from(context.common.digits.unwrap_or(PLACES)));
        context.print(target, &document, &session, &mechanic)?;
        Ok(Status::Clean)
    }
}
