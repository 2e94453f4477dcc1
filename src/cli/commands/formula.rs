//! `formula`: the closed form of a number.

use clap::Args;

use super::axis::axis;
use crate::cli::args::AxisArgs;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::diagnostic::or_nearest;
use crate::query::report::Text;
use crate::query::{
    Formula, FormulaView, Mechanic, formula_report, formula_text, outcome_formulas, query_formula,
};
use crate::render::Format;

const HELP: &str = "\
Examples:
  trueodds formula isaac/room-clear-award 'P(award = chest)' --in luck
  trueodds formula isaac/room-clear-award --in luck --with lucky_foot
  trueodds formula isaac/room-clear-award 'P(award = lil_battery)' --in battery
  trueodds formula isaac/room-clear-award 'E(count)' --in luck --range 0..10 --shape
  trueodds formula isaac/room-clear-award 'P(award = chest)' --in luck --format latex";

/// The closed form of a number in luck, or in any other number: piecewise, with exact ends
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct FormulaArgs {
    /// A mechanic, or the path of an .odds file
    mechanic: String,
    /// Queries such as 'P(award = chest)' or 'E(count)' [default: the chances of all outcomes]
    queries: Vec<String>,
    /// What it is in, and under which rules and inputs
    #[command(flatten)]
    axis: AxisArgs,
    /// Without a query: the outcome [default: the first]
    #[arg(long, value_name = "FIELD", conflicts_with = "queries")]
    outcome: Option<String>,
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
        let axis = axis(context, &mechanic, &self.axis)?;
        let setting = axis.setting(&mechanic, &context.limits);
        let mut formulas = Vec::new();
        for text in &self.queries {
            let query = session.query(&mechanic, text);
            let query = query.map_err(|failure| CliError::failure(failure, &session))?;
            let formula = query_formula(&setting, &query)
                .map_err(|error| CliError::stopped(error, &mechanic, &session))?;
            formulas.push(Formula { query: text.clone(), label: Text::plain(text.clone()), formula });
        }
        if self.queries.is_empty() {
            let field = field(&mechanic, self.outcome.as_deref())?;
            formulas = outcome_formulas(&setting, field)
                .map_err(|error| CliError::stopped(error, &mechanic, &session))?;
        }
        if self.derivative {
            formulas.iter_mut().for_each(|own| own.formula = own.formula.derivative());
        }
        let view =
            FormulaView { derivative: self.derivative, shape: self.shape, ..axis.view(&mechanic, &formulas) };
        let text = match context.common.format {
            Format::Latex => formula_text(&view, false),
            Format::Wikitext => formula_text(&view, true),
            _ => context.render(&formula_report(&view), &session, &mechanic)?,
        };
        target.write(&text)?;
        Ok(Status::Clean)
    }
}

/// The outcome of that name; the first where none is named.
fn field(mechanic: &Mechanic, name: Option<&str>) -> Result<usize, String> {
    let fields = &mechanic.model.fields;
    let Some(name) = name else { return Ok(0) };
    fields.iter().position(|field| field.name == name).ok_or_else(|| {
        let help = or_nearest(name, fields.iter().map(|field| field.name.as_str()));
        let help = help.map(|help| format!("; {help}")).unwrap_or_default();
        format!("no outcome `{name}`{help}")
    })
}
