//! `explain`: how a number arises.

use clap::Args;

use super::args::ScenarioArgs;
use super::run::{Job, Trouble, failed, stopped};
use crate::query::explain;
use crate::render;

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A mechanic, or the path of an .odds file
    pub mechanic: String,
    /// Questions, each in quotes: P, E, Var, and what is calculated with them
    #[arg(required = true)]
    pub queries: Vec<String>,
    /// Rules and inputs
    #[command(flatten)]
    pub scenario: ScenarioArgs,
}

pub(super) const EXPLAIN_HELP: &str = "\
Examples:
  trueodds explain isaac/room-clear-award 'P(award = chest)'
  trueodds explain isaac/special-rooms --set keys=2 \\
    'P(dice_or_sacrifice = dice | dice_or_sacrifice != none)'
  trueodds explain isaac/room-clear-award 'P(award = chest)' --format wikitext

Every number of the formula is the chance of a draw, named below it with its line and its rules.
Formats: terminal, markdown, wikitext, latex, json.";

impl Job {
    pub(super) fn why(&self, args: &ExplainArgs) -> Result<u8, Trouble> {
        let target = self.target()?;
        let limits = self.limits()?;
        if render::explanations("", &[], self.common.format, &self.style(Vec::new())).is_none() {
            let message = "`explain` prints `--format terminal`, `markdown`, `wikitext`, `latex` or `json`";
            return Err(message.to_owned().into());
        }
        let mut session = self.session()?;
        let mechanic = self.mechanic(&mut session, &args.mechanic)?;
        let scenarios = self.scenarios(&mechanic, &args.scenario, None)?;
        let mut found = Vec::new();
        for text in &args.queries {
            let query = session.query(&mechanic, text).map_err(|failure| failed(failure, &session))?;
            for scenario in &scenarios {
                let sources = session.sources();
                let one = explain(&mechanic, &query, text, scenario, sources, &limits.evaluate, limits.nodes)
                    .map_err(|error| stopped(error, &mechanic, &session))?;
                found.push(one);
            }
        }
        let style = self.style(Vec::new());
        let text = render::explanations(&mechanic.model.path, &found, self.common.format, &style);
        target.write(&text.unwrap_or_default())?;
        Ok(0)
    }
}
