//! `tree`: the draws of a mechanic.

use clap::Args;

use super::args::ScenarioArgs;
use super::run::{Job, Trouble, failed, stopped};
use crate::check::Asks;
use crate::exact::Rational;
use crate::query::{Mechanic, TreeRequest, trees};
use crate::render;

/// Arguments of `tree`.
#[derive(Debug, Args)]
pub struct TreeArgs {
    /// A mechanic, or the path of an .odds file
    pub mechanic: String,
    /// Rules and inputs
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// The outcome, or several together; `all` for every one [default: those of the mechanic's overview, a
    /// tree for each; without one the first]
    #[arg(long, value_name = "FIELD[,FIELD…]", value_delimiter = ',')]
    pub outcome: Vec<String>,
    /// Show so many draws after one another
    #[arg(long, value_name = "N")]
    pub depth: Option<usize>,
    /// Show no way that is less probable, all in all: 1/100, 1%
    #[arg(long, value_name = "P")]
    pub min_mass: Option<String>,
    /// Show only the ways on which this may still hold: 'award = chest'
    #[arg(long, value_name = "EXPR")]
    pub only: Option<String>,
    /// The caption, in place of the one made from rules and inputs
    #[arg(long)]
    pub caption: Option<String>,
}

pub(super) const TREE_HELP: &str = "\
Examples:
  trueodds tree isaac/room-clear-award --depth 2
  trueodds tree isaac/room-clear-award --only 'award = chest'
  trueodds tree isaac/special-rooms --set keys=2 --outcome dice_or_sacrifice
  trueodds tree sts/card-roll --format mermaid

Every way has its probability at the draw, every end its probability from the beginning on. Draws to
which several ways lead have a letter and are drawn once; an end behind one stands for all these ways.
Formats: terminal, json, html, svg, dot, mermaid.";

impl Job {
    pub(super) fn tree(&self, args: &TreeArgs) -> Result<u8, Trouble> {
        let target = self.target()?;
        let limits = self.limits()?;
        if render::trees("", &[], self.common.format, &self.style(Vec::new())).is_none() {
            let message = "`tree` prints `--format terminal`, `json`, `html`, `svg`, `dot` or `mermaid`";
            return Err(message.to_owned().into());
        }
        let mut session = self.session()?;
        let mechanic = self.mechanic(&mut session, &args.mechanic)?;
        let scenarios = self.scenarios(&mechanic, &args.scenario, None)?;
        let min_mass = args.min_mass.as_deref().map(least).transpose()?;
        let only = match &args.only {
            None => None,
            Some(text) => {
                let found = session.expression(&mechanic, text, Asks::Event);
                Some(found.map_err(|failure| failed(failure, &session))?)
            }
        };
        let request = TreeRequest {
            scenarios,
            fields: fields(&mechanic, &args.outcome),
            depth: args.depth,
            min_mass,
            only,
            most: limits.nodes,
            caption: args.caption.clone(),
        };
        let views = trees(&mechanic, &request, session.sources(), &limits.evaluate)
            .map_err(|error| stopped(error, &mechanic, &session))?;
        let text = render::trees(&mechanic.model.path, &views, self.common.format, &self.style(Vec::new()));
        target.write(&text.unwrap_or_default())?;
        Ok(0)
    }
}

/// The outcomes of each tree.
fn fields(mechanic: &Mechanic, outcome: &[String]) -> Vec<Vec<String>> {
    let model = &mechanic.model;
    match outcome {
        [all] if all == "all" => vec![model.fields.iter().map(|field| field.name.clone()).collect()],
        [] if !model.overview.is_empty() => {
            model.overview.iter().map(|field| vec![model.fields[*field].name.clone()]).collect()
        }
        chosen => vec![chosen.to_vec()],
    }
}

/// The least mass of a way: a number from 0 to 1, or a percentage.
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
