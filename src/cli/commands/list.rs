//! `list`: the mechanics there are.

use clap::Args;

use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::diagnostic::or_nearest;
use crate::document::ListDocument;
use crate::render::Format;

const EXAMPLES: &str = "\
Examples:
  trueodds list
  trueodds list isaac";

/// List the mechanics and libraries
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct ListArgs {
    /// Only of these games
    #[arg(add = Completes::Games.completer(), value_name = "GAME")]
    games: Vec<String>,
}

impl Run for ListArgs {
    const NAME: &'static str = "list";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut session = context.session()?;
        let mut mechanics = Vec::new();
        if let Some(unknown) = self.games.iter().find(|game| !session.games().contains(game)) {
            let games = session.games();
            let help = or_nearest(unknown, games.iter().map(String::as_str)).unwrap_or_default();
            return Err(format!("no game `{unknown}`; {help}").into());
        }
        let wanted = |name: &String| {
            let game = name.split_once('/').map_or("", |(game, _)| game);
            self.games.is_empty() || self.games.iter().any(|own| own == game)
        };
        for name in session.names().into_iter().filter(wanted) {
            mechanics.push(context.mechanic(&mut session, &name)?);
        }
        let mut libraries = Vec::new();
        for name in session.libraries().into_iter().filter(wanted) {
            libraries.extend(session.library(&name)?);
        }
        let style = context.style(Vec::new());
        let list = ListDocument::new(&mechanics).with_libraries(&libraries);
        context.print_styled(target, &list, &style)?;
        Ok(Status::Clean)
    }
}
