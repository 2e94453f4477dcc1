//! The number on an axis, and the part of the axis that is looked at.

use clap::Args;

use super::ScenarioArgs;
use crate::exact::Rational;
use crate::query::{Ends, FormulaSymbol, Mechanic};

/// The number on the axis, and where it is looked at.
#[derive(Debug, Args)]
pub(crate) struct AxisArgs {
    /// The number on the axis: an input such as luck, or a rule such as battery
    #[arg(long = "in", value_name = "SYMBOL")]
    pub(crate) symbol: String,
    /// Only between these values: 0..10
    #[arg(long, value_name = "FROM..TO", allow_hyphen_values = true)]
    pub(crate) range: Option<String>,
    /// Rules and inputs
    #[command(flatten)]
    pub(crate) scenario: ScenarioArgs,
}

/// The part of the axis: all that the symbol can be, or a part of that.
pub(crate) fn ends(mechanic: &Mechanic, symbol: FormulaSymbol, range: Option<&str>) -> Result<Ends, String> {
    let domain = symbol.domain(mechanic);
    let Some(text) = range else { return Ok(domain) };
    let form = || format!("`--range {text}` is no range; write it as 0..10, or 0.. or ..10");
    let (low, high) = text.split_once("..").ok_or_else(form)?;
    let end = |text: &str| -> Result<Option<Rational>, String> {
        let text = text.trim();
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| form()) }
    };
    let (low, high) = (end(low)?, end(high)?);
    let low = low.into_iter().chain(domain.0).max();
    let high = high.into_iter().chain(domain.1).min();
    match (&low, &high) {
        (Some(from), Some(to)) if from >= to => {
            Err(format!("`--range {text}` is empty: `{}` has no values there", symbol.name(mechanic)))
        }
        _ => Ok((low, high)),
    }
}
