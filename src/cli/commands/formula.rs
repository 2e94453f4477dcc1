//! `formula`: the closed form of a number.

use clap::Args;

use super::axis::axis;
use crate::cli::args::AxisArgs;
use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::FormulaDocument;
use crate::query::{Formulas, formula, outcome_formulas};
use crate::render::Format;

const EXAMPLES: &str = "\
Examples:
  trueodds formula isaac/room-clear-award 'P(award = chest)' --in luck
  trueodds formula isaac/room-clear-award --in luck --with lucky_foot
  trueodds formula isaac/room-clear-award 'P(award = lil_battery)' --in battery
  trueodds formula isaac/room-clear-award 'E(count)' --in luck --shape
  trueodds formula isaac/room-clear-award 'E(count)' --in luck -o count.tex";

/// The closed form of a number in luck or any other number
///
/// It is given in pieces, with exact ends.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct FormulaArgs {
    /// A mechanic, or the path of an .odds file
    #[arg(add = Completes::Mechanic.completer())]
    mechanic: String,
    /// Questions such as 'P(award = chest)' [default: all chances]
    queries: Vec<String>,
    /// What it is in, and under which rules and inputs
    #[command(flatten)]
    axis: AxisArgs,
    /// Without a question: outcomes [default: the first]
    #[arg(add = Completes::Outcomes.completer(), long, value_name = "NAME,…", value_delimiter = ',', conflicts_with = "queries")]
    outcome: Vec<String>,
    /// The derivative
    #[arg(long)]
    derivative: bool,
    /// Say where it rises and falls, and its least and greatest value
    #[arg(long)]
    shape: bool,
}

impl Run for FormulaArgs {
    const NAME: &'static str = "formula";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut session = context.session()?;
        let mechanic = context.mechanic(&mut session, &self.mechanic)?;
        let request = axis(context, &mechanic, &self.axis)?;
        let limits = &context.limits;
        let mut formulas = Vec::new();
        for text in &self.queries {
            let mut reader = session.reader();
            let question = reader.question(&mechanic, text)?;
            let one = formula(&mechanic, &question, &request, limits);
            formulas.push(one.map_err(|error| CliError::stopped(error, &mechanic, reader.sources()))?);
        }
        if self.queries.is_empty() {
            for field in mechanic.fields(&self.outcome)? {
                let own = outcome_formulas(&mechanic, field, &request, limits);
                formulas.extend(own.map_err(|error| CliError::stopped(error, &mechanic, session.sources()))?);
            }
        }
        let formulas = Formulas::new(&mechanic, request, formulas, limits);
        let formulas = if self.derivative { formulas.derivatives() } else { formulas };
        context.print(
            target,
            &FormulaDocument::new(&mechanic, &formulas, self.shape),
            &session,
            &mechanic,
        )?;
        Ok(Status::Clean)
    }
}
