//! `explain`: how a number arises.

use clap::Args;

use crate::cli::args::{AxesArgs, ScenarioArgs};
use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::ExplanationsDocument;
use crate::query::{Gaps, explain};
use crate::render::{Format, Style};

const EXAMPLES: &str = "\
Examples:
  trueodds explain isaac/room-clear-award 'P(award = chest)'
  trueodds explain isaac/special-rooms --set keys=2 \\
    'P(dice_or_sacrifice = dice | dice_or_sacrifice != none)'
  trueodds explain isaac/room-clear-award 'P(award = chest)' -o chest.wikitext";

const NOTES: &str = "\
What has to happen, the chance as a product, and where each of its numbers comes from.
`--verbose` quotes the lines of the mechanic.";

/// Why a number is what it is, with the source of each factor
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = NOTES)]
pub(crate) struct ExplainArgs {
    /// A mechanic, or the path of an .odds file
    #[arg(add = Completes::Mechanic.completer())]
    mechanic: String,
    /// Questions, each in quotes: P, E, Var, and what is calculated with them
    #[arg(required = true)]
    queries: Vec<String>,
    /// Quote the line of the mechanic that each number comes from
    #[arg(long, short)]
    verbose: bool,
    /// Rules and inputs
    #[command(flatten)]
    scenario: ScenarioArgs,
}

impl Run for ExplainArgs {
    const NAME: &'static str = "explain";
    const FORMATS: &'static [Format] = &Format::OF_EXPLANATIONS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut session = context.session()?;
        let mechanic = context.mechanic(&mut session, &self.mechanic)?;
        let asked = context.asked(&mechanic, &self.scenario, &AxesArgs::default(), Gaps::Refused)?;
        let mut found = Vec::new();
        for text in &self.queries {
            let mut reader = session.reader();
            let question = reader.question(&mechanic, text)?;
            for scenario in &asked.scenarios {
                let one = explain(&mechanic, &question, scenario, reader.sources(), &context.limits);
                found.push(one.map_err(|error| CliError::stopped(error, &mechanic, reader.sources()))?);
            }
        }
        let document = ExplanationsDocument::new(&mechanic, &found).leaving_out(&asked.left_out);
        let style = Style { verbose: self.verbose, ..context.style(Vec::new()) };
        context.print_styled(target, &document, &style)?;
        context.mention_left_out(&mechanic, &asked.left_out);
        Ok(Status::Clean)
    }
}
