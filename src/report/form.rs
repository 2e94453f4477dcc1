//! The closed form of the outcomes in the first number among the inputs.

use super::write::Tables;
use super::{Made, Maker, Section, refusal};
use crate::check::{FieldId, Kind};
use crate::document::FormulaDocument;
use crate::query::{FormulaRequest, Formulas, QueryError, outcome_formulas};

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
        let request = FormulaRequest::new(self.mechanic, self.usual.clone(), &declaration.name, None);
        let Ok(request) = request else {
            return Ok(None);
        };
        let mut section = Section {
            title: format!("Formulas in {}", declaration.label),
            command: format!("trueodds formula {} --in {}", model.path, declaration.name),
            ..Section::default()
        };
        let field = FieldId::new(0);
        match outcome_formulas(self.mechanic, field, &request, self.limits) {
            Ok(formulas) => {
                let formulas = Formulas::new(self.mechanic, request, formulas, self.limits);
                let document = FormulaDocument::new(self.mechanic, &formulas, false);
                section.parts.push(self.part(&Tables(&document)));
            }
            Err(QueryError::Usage(_)) => return Ok(None),
            Err(error) => section.words.push(format!("There is none: {}.", refusal(error)?)),
        }
        Ok(Some(section))
    }
}
