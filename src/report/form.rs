//! The closed form of the outcomes in the first number among the inputs.

use super::{Made, Maker, Section, refusal};
use crate::check::Kind;
use crate::query::{
    FormulaSetting, FormulaSymbol, FormulaView, TableError, formula_report, outcome_formulas,
};

impl Maker<'_> {
    /// The formulas of the first outcome, where an input is a number and the outcome none.
    pub(super) fn closed_form(&mut self) -> Made {
        let model = &self.mechanic.model;
        let single = model.fields.first().is_some_and(|field| matches!(field.kind, Kind::Enum(_)));
        let number = model.inputs.iter().find(|input| input.declaration.kind == Kind::Number);
        let Some(declaration) = number.map(|input| &input.declaration).filter(|_| single) else {
            return Ok(None);
        };
        // An input that the usual rules lack has no formula here.
        let Ok(symbol) = FormulaSymbol::find(self.mechanic, &self.usual, &declaration.name) else {
            return Ok(None);
        };
        let mut section = Section {
            title: format!("Formulas in {}", declaration.label),
            command: format!("trueodds formula {} --in {}", model.path, declaration.name),
            ..Section::default()
        };
        let ends = symbol.domain(self.mechanic);
        let (mechanic, scenario, limits) = (self.mechanic, &self.usual, self.limits);
        match outcome_formulas(&FormulaSetting { mechanic, scenario, symbol, ends: &ends, limits }, 0) {
            Ok(formulas) => section.parts.push(formula_report(&FormulaView {
                mechanic,
                scenario,
                symbol,
                ends: &ends,
                formulas: &formulas,
                derivative: false,
                shape: false,
            })),
            Err(TableError::Usage(_)) => return Ok(None),
            Err(error) => section.words.push(format!("There is none: {}.", refusal(error)?)),
        }
        Ok(Some(section))
    }
}
