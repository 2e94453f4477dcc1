//! Where a closed form is drawn: the ends of its parts, and points between them.

use std::collections::BTreeSet;

use crate::cli::args::ends;
use crate::cli::error::CliError;
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::exact::symbol::Piecewise;
use crate::query::plot::Mark;
use crate::query::{
    About, Along, Ends, FormulaSetting, FormulaSymbol, Mechanic, Scenario, TableError, outcome_formulas,
    query_formula,
};

/// What is drawn, along which input.
pub(super) struct ClosedForm<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) about: &'a About,
    pub(super) name: &'a str,
    pub(super) range: Option<&'a str>,
}

/// Parts of the axis between which a curve is drawn.
const STEPS: i64 = 60;
/// More marks than these cover the picture.
const MOST_MARKS: usize = 8;

impl ClosedForm<'_> {
    /// The values along the axis, and the ends of parts as marks.
    ///
    /// # Errors
    /// Where the name is no numeric input; inside, where a formula cannot be computed.
    #[allow(clippy::type_complexity, reason = "what stops an evaluation is told apart from what was typed")]
    pub(super) fn values(
        &self,
        scenarios: &[Scenario],
        limits: &Limits,
    ) -> Result<Result<(Along, Vec<Mark>), TableError>, CliError> {
        let mut cuts: BTreeSet<Rational> = BTreeSet::new();
        let mut jumps: BTreeSet<Rational> = BTreeSet::new();
        let mut axis: Option<(usize, Ends, Rational)> = None;
        for scenario in scenarios {
            let symbol = FormulaSymbol::find(self.mechanic, scenario, self.name)?;
            let FormulaSymbol::Input(place) = symbol else {
                let name = self.name;
                return Err(format!("`{name}` is a rule; a curve runs along an input, such as luck").into());
            };
            let ends = ends(self.mechanic, symbol, self.range)?;
            let setting = FormulaSetting { mechanic: self.mechanic, scenario, symbol, ends: &ends, limits };
            let formulas = match self.formulas(&setting) {
                Ok(formulas) => formulas,
                Err(error) => return Ok(Err(error)),
            };
            for formula in &formulas {
                collect(formula, &mut cuts, &mut jumps);
            }
            let usual = symbol.usual(self.mechanic, scenario).unwrap_or_default();
            axis = Some((place, ends, usual));
        }
        let Some((place, (low, high), usual)) = axis else { return Err("nothing to draw".into()) };
        let one = Rational::ONE;
        let low = low.unwrap_or_else(|| cuts.first().unwrap_or(&usual) - &one);
        let high = high.unwrap_or_else(|| cuts.last().unwrap_or(&usual) + &one);
        let inside = |point: &Rational| *point >= low && *point <= high;
        let step = &(&high - &low) * &Rational::new(1, STEPS);
        let mut values: BTreeSet<Rational> =
            (0..=STEPS).map(|n| &low + &(&step * &Rational::from(n))).collect();
        values.extend(cuts.iter().cloned());
        // Beside a jump the curve goes on at its other end.
        let beside = &step * &Rational::new(1, 10_000);
        values.extend(jumps.iter().flat_map(|jump| [jump - &beside, jump + &beside]));
        let values = values.into_iter().filter(inside);
        let within: Vec<&Rational> = cuts.iter().filter(|cut| **cut > low && **cut < high).collect();
        let mark = |cut: &&Rational| Mark { label: format!("{} {cut}", self.name), at: (*cut).clone() };
        let marks = if within.len() > MOST_MARKS { Vec::new() } else { within.iter().map(mark).collect() };
        Ok(Ok((Along::numbers(place, values), marks)))
    }

    fn formulas(&self, setting: &FormulaSetting<'_>) -> Result<Vec<Piecewise>, TableError> {
        match self.about {
            About::Queries(queries) => {
                queries.iter().map(|(_, query)| query_formula(setting, query)).collect()
            }
            About::Outcomes { fields, .. } => {
                let all = &self.mechanic.model.fields;
                let mut places: Vec<usize> = fields
                    .iter()
                    .filter_map(|name| all.iter().position(|field| field.name == *name))
                    .collect();
                if places.is_empty() {
                    places.push(0);
                }
                let mut formulas = Vec::new();
                for place in places {
                    formulas.extend(outcome_formulas(setting, place)?.into_iter().map(|own| own.formula));
                }
                Ok(formulas)
            }
            About::First(_) => Ok(Vec::new()),
        }
    }
}

/// The ends of the parts, and those at which the values on both sides differ.
fn collect(formula: &Piecewise, cuts: &mut BTreeSet<Rational>, jumps: &mut BTreeSet<Rational>) {
    for pair in formula.parts.windows(2) {
        let Some(end) = pair[0].high.as_ref().filter(|end| pair[1].low.as_ref() == Some(*end)) else {
            continue;
        };
        cuts.insert(end.clone());
        if pair[0].function.at(end) != pair[1].function.at(end) {
            jumps.insert(end.clone());
        }
    }
}
