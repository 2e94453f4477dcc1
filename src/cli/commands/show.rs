//! `show`: what a mechanic asks for, and what it gives.

use clap::Args;

use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::{LibraryDocument, ShowDocument};
use crate::query::start;
use crate::render::Format;
use crate::scenario::Scenario;

const EXAMPLES: &str = "\
Examples:
  trueodds show isaac/room-clear-award
  trueodds show my.odds";

/// The inputs, rules with their sources, and outcomes of a mechanic
///
/// Of a library, its functions.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct ShowArgs {
    /// A mechanic, or the path of an .odds file
    #[arg(add = Completes::Mechanic.completer())]
    mechanic: String,
}

impl Run for ShowArgs {
    const NAME: &'static str = "show";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut session = context.session()?;
        context.add(&mut session, &self.mechanic)?;
        if let Some(library) = session.library(&self.mechanic)? {
            context.print_styled(target, &LibraryDocument::new(&library), &context.style(Vec::new()))?;
            return Ok(Status::Clean);
        }
        let mechanic = context.added(&session, &self.mechanic)?;
        let usual = Scenario::of_defaults(&mechanic, mechanic.default_rule_set());
        let start = start(&mechanic, &usual, &context.limits);
        context.print(target, &ShowDocument::new(&mechanic, start.as_deref()), &session, &mechanic)?;
        Ok(Status::Clean)
    }
}
