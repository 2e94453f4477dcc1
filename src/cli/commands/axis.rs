//! The axis of a closed form: what `formula` and `solve` have in common.

use crate::cli::args::AxisArgs;
use crate::cli::context::Context;
use crate::cli::error::CliError;
use crate::query::FormulaRequest;
use crate::scenario::Mechanic;

/// What the arguments name. Formulas of several rule sets are asked for one by one.
pub(super) fn axis(
    context: &Context,
    mechanic: &Mechanic,
    args: &AxisArgs,
) -> Result<FormulaRequest, CliError> {
    let mut scenarios = context.scenarios(mechanic, &args.scenario)?;
    if scenarios.len() != 1 {
        return Err(format!("a formula is of one rule set; `--rules` names {}", scenarios.len()).into());
    }
    let scenario = scenarios.remove(0);
    Ok(FormulaRequest::new(mechanic, scenario, &args.symbol, args.range.as_deref())?)
}
