//! Enumerations by name, values qualified by them, and names for whole numbers.

use super::model::{Binding, EnumId, NumberLabel, Range};
use super::{Checker, Code, Diagnostic, Kind};
use crate::diagnostic::or_nearest;
use crate::exact::Rational;
use crate::parse::ast::{Enumeration, Expr, ExprKind, Name, NumberLabels};

impl Checker {
    /// An enumeration of its own. Another of the same name would be hidden by it or hide it.
    pub(super) fn named_enumeration(&mut self, item: &Enumeration) {
        let taken = self.model.enumerations.iter().any(|other| other.name == item.name.text);
        let known = ["flag", "number", "integer", "probability", "roll"].contains(&item.name.text.as_str());
        if taken || known {
            let message = format!("there is already a kind `{}`", item.name.text);
            self.report(
                Diagnostic::error(Code::DuplicateName, item.name.span, message).help("choose another name"),
            );
        }
        self.enumeration(&item.name, &item.variants);
    }

    /// What the numbers of a declaration are called.
    pub(super) fn number_labels(
        &mut self,
        name: &Name,
        labels: Option<&NumberLabels>,
        range: &Range,
    ) -> Vec<NumberLabel> {
        let mut found: Vec<NumberLabel> = Vec::new();
        for entry in labels.iter().flat_map(|labels| &labels.labels) {
            let Some(value) = self.constant(&entry.value).filter(Rational::is_integer) else {
                let message = "what is called so is a whole number";
                self.report(Diagnostic::error(Code::NotWhole, entry.value.span, message));
                continue;
            };
            if !range.contains(&value) {
                let goes = range.describe().unwrap_or_default();
                let message = format!("`{}` goes {goes}; this is {value}", name.text);
                self.report(Diagnostic::error(Code::OutOfRange, entry.value.span, message));
            }
            if found.iter().any(|other| other.value == value) {
                let message = format!("{value} has two names");
                self.report(Diagnostic::error(Code::DuplicateName, entry.span, message).help("remove one"));
            }
            let label = entry.naming.label.clone().unwrap_or_default();
            let (aliases, template) = (entry.naming.alias_texts(), entry.naming.template.clone());
            found.push(NumberLabel { value, label, aliases, template });
        }
        found
    }

    /// `room.boss`: the value of that name of the enumeration of that name. `None` where there is no such
    /// enumeration.
    pub(super) fn qualified_value(&mut self, list: &Name, value: &Name) -> Option<(Kind, Option<Binding>)> {
        let named: Vec<EnumId> = (0..self.model.enumerations.len())
            .map(EnumId)
            .filter(|id| self.model.enumerations[id.0].name == list.text)
            .collect();
        let first = *named.first()?;
        let found = named.iter().find_map(|id| Some((*id, self.variant_index(*id, &value.text)?)));
        if let Some((id, index)) = found {
            return Some((Kind::Enum(id), Some(Binding::Variant(index))));
        }
        let known = self.model.enumerations[first.0].variants.iter().map(|variant| variant.name.as_str());
        let help = or_nearest(&value.text, known);
        let message = format!("`{}` has no value `{}`", list.text, value.text);
        self.report(Diagnostic::error(Code::UnknownName, value.span, message).maybe_help(help));
        Some((Kind::Unknown, None))
    }

    /// Whether an expression is the name of that enumeration.
    pub(super) fn names_enumeration(&self, expr: &Expr, list: EnumId) -> bool {
        matches!(&expr.kind, ExprKind::Name(None, name) if self.model.enumerations[list.0].name == name.text)
    }
}
