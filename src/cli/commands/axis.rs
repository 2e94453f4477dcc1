//! The axis of a closed form: what `formula` and `solve` have in common.

use crate::cli::args::{AxisArgs, ends};
use crate::cli::context::Context;
use crate::cli::error::CliError;
use crate::evaluate::Limits;
use crate::query::{Ends, Formula, FormulaSetting, FormulaSymbol, FormulaView, Mechanic, Scenario};

/// The number that varies, where it is looked at, and everything else that was given.
pub(super) struct Axis {
    scenario: Scenario,
    symbol: FormulaSymbol,
    ends: Ends,
}

/// What the arguments name. Formulas of several rule sets are asked for one by one.
pub(super) fn axis(context: &Context, mechanic: &Mechanic, args: &AxisArgs) -> Result<Axis, CliError> {
    let mut scenarios = context.scenarios(mechanic, &args.scenario, None)?;
    if scenarios.len() != 1 {
        return Err(format!("a formula is of one rule set; `--rules` names {}", scenarios.len()).into());
    }
    let scenario = scenarios.remove(0);
    let symbol = FormulaSymbol::find(mechanic, &scenario, &args.symbol)?;
    let ends = ends(mechanic, symbol, args.range.as_deref())?;
    Ok(Axis { scenario, symbol, ends })
}

impl Axis {
    /// What a closed form is computed in.
    pub(super) fn setting<'a>(&'a self, mechanic: &'a Mechanic, limits: &'a Limits) -> FormulaSetting<'a> {
        FormulaSetting { mechanic, scenario: &self.scenario, symbol: self.symbol, ends: &self.ends, limits }
    }

    /// Closed forms to be shown.
    pub(super) fn view<'a>(&'a self, mechanic: &'a Mechanic, formulas: &'a [Formula]) -> FormulaView<'a> {
        FormulaView {
            mechanic,
            scenario: &self.scenario,
            symbol: self.symbol,
            ends: &self.ends,
            formulas,
            derivative: false,
            shape: false,
        }
    }
}
