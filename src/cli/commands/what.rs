//! `what`: the questions that give a number.

use clap::Args;

use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::cli::typed::{address_advice, one_by_one};
use crate::document::WhatDocument;
use crate::page::read_figure;
use crate::render::Format;
use crate::scenario::Settings;
use crate::verify::{Again, what};

const EXAMPLES: &str = "\
Examples:
  trueodds what 13.97%                              in all games
  trueodds what 27/125 isaac                        in one
  trueodds what '1 in 7' isaac/special-rooms --set keys=2";

const NOTES: &str = "\
Asked are the chances of all outcomes (at the end, before replacements, and where there
is something), means, least and greatest values, rules, and the chances and bounds in the
text: with the inputs that you give, and with one flag, choice or whole number changed,
or from another state.";

/// Which questions give a number: the index by value
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = NOTES)]
pub(crate) struct WhatArgs {
    /// A number as a page has it: 15.52%, 27/125, 0.45, '1 in 7', 20
    #[arg(allow_hyphen_values = true)]
    value: String,
    /// Games, mechanics, or the paths of .odds files [default: all]
    #[arg(add = Completes::Names.completer(), value_name = "NAME")]
    names: Vec<String>,
    /// Rule sets by name, or `all` [default: the editions]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    rules: Vec<String>,
    /// Give an input a value
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Switch flags on
    #[arg(long, value_name = "FLAG,…", value_delimiter = ',')]
    with: Vec<String>,
}

impl Run for WhatArgs {
    const NAME: &'static str = "what";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let figure = read_figure(&self.value)?;
        let figure = Some(figure).filter(|figure| figure.value().is_some());
        let problem =
            || format!("`{}` is no number; numbers are such as 15.52%, 27/125, 0.45, 1 in 7, 20", self.value);
        let figure = figure.ok_or_else(problem)?;
        if let Some(advice) = self.names.iter().find_map(|name| address_advice(name)) {
            return Err(advice.into());
        }
        let claims = context.session()?.claims(&self.names)?;
        let names = claims.names();
        let paths: Vec<String> = claims.mechanics.keys().cloned().collect();
        let (rules, set, with) = (self.rules.clone(), one_by_one(&self.set), self.with.clone());
        let settings = Settings { rules, set, with, ..Settings::default() };
        let hits = what(&figure, &names, &paths, &settings, &context.limits)?;
        if hits.hits.is_empty() {
            let named = self.names.join(", ");
            let place = if named.is_empty() { "the data" } else { &named };
            let asked = hits.asked;
            return Err(format!(
                "none of {asked} questions of {place} gives {} or a number within a tenth of it; \
                 give inputs with --set and --with, or other rules with --rules",
                self.value
            )
            .into());
        }
        let commands: Vec<String> = hits.hits.iter().map(|hit| command(&hit.again)).collect();
        let document = WhatDocument { stated: &self.value, hits: &hits, commands: &commands };
        context.print_styled(target, &document, &context.style(Vec::new()))?;
        Ok(Status::Clean)
    }
}

/// A question as it is typed here.
fn command(again: &Again) -> String {
    let query = if again.query.is_empty() { String::new() } else { format!(" '{}'", again.query) };
    let set: String = again.set.iter().map(|given| format!(" --set {given}")).collect();
    let state: String = again.state.iter().map(|given| format!(" --state {given}")).collect();
    let rules = again.rules.as_ref().map(|rules| format!(" --rules {rules}")).unwrap_or_default();
    format!("trueodds {} {}{query}{set}{state}{rules}", again.command, again.mechanic)
}
