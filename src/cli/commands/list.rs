//! `list`: the mechanics there are.

use clap::Args;

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::ListDocument;
use crate::render::Format;

/// List the mechanics and libraries
#[derive(Debug, Args)]
pub(crate) struct ListArgs {}

impl Run for ListArgs {
    const NAME: &'static str = "list";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut session = context.session()?;
        let mut mechanics = Vec::new();
        for name in session.names() {
            mechanics.push(context.mechanic(&mut session, &name)?);
        }
        let mut libraries = Vec::new();
        for name in session.libraries() {
            libraries.extend(session.library(&name)?);
        }
        let style = context.style(Vec::new());
        let list = ListDocument::new(&mechanics).with_libraries(&libraries);
        context.print_styled(target, &list, &style)?;
        Ok(Status::Clean)
    }
}
