//! `changes`: what two rule sets make different in all mechanics of a game.

use clap::Args;

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::ChangesDocument;
use crate::query::changes;
use crate::render::Format;
use crate::scenario::{Settings, sides};

const EXAMPLES: &str = "\
Examples:
  trueodds changes isaac --from afterbirth-plus --to repentance
  trueodds changes isaac/special-rooms --from rebirth --format wikitext";

/// What changed in a game, rule by rule, when, and how much
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct ChangesArgs {
    /// A game, or mechanics
    #[arg(required = true, value_name = "GAME")]
    names: Vec<String>,
    /// The rule set on one side
    #[arg(long, value_name = "NAME")]
    from: String,
    /// The rule set on the other side [default: the default one]
    #[arg(long, value_name = "NAME")]
    to: Option<String>,
}

impl Run for ChangesArgs {
    const NAME: &'static str = "changes";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut session = context.session()?;
        let (mut changed, mut left_out, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        for name in self.mechanics(&session.names()) {
            let mechanic = context.mechanic(&mut session, &name)?;
            match sides(&mechanic, Some(&self.from), self.to.as_deref(), &Settings::default()) {
                Ok(sides) => {
                    let found = changes(&mechanic, &sides, &context.limits)
                        .map_err(|error| CliError::stopped(error, &mechanic, session.sources()))?;
                    changed.push((mechanic, found));
                }
                Err(lacks) => {
                    problems = lacks;
                    left_out.push(name);
                }
            }
        }
        let Some((first, _)) = changed.first() else { return Err(problems.into()) };
        let style = context.style_of(&session, first)?;
        context.print_styled(target, &ChangesDocument::new(&changed, &left_out), &style)?;
        Ok(Status::Clean)
    }
}

impl ChangesArgs {
    /// The mechanics of the games that are named, and those named themselves.
    fn mechanics(&self, all: &[String]) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for name in &self.names {
            let game = format!("{}/", name.trim_end_matches('/'));
            let own: Vec<&String> = all.iter().filter(|other| other.starts_with(&game)).collect();
            match own.is_empty() {
                true => found.push(name.clone()),
                false => found.extend(own.into_iter().cloned()),
            }
        }
        found
    }
}
