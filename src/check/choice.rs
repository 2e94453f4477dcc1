//! Choices between alternatives: their weights, which are shares of their sum, and names that nobody declared.

use super::{Checker, Code, Diagnostic, Kind};
use crate::parse::ast::{Choice, ChoiceWeight, Expr, ExprKind, Name};
use crate::source::Span;

impl Checker {
    /// Reports a choice between names of which none is declared, with what declares them all. Whether it is one.
    pub(super) fn reports_undeclared(&mut self, choices: &[Choice]) -> bool {
        let name = |choice: &Choice| match &choice.value.value.kind {
            ExprKind::Name(None, name) if choice.value.statements.is_empty() => Some(name.clone()),
            _ => None,
        };
        let Some(mut names) = choices.iter().map(name).collect::<Option<Vec<Name>>>() else { return false };
        let is_known = |name: &Name| {
            self.find(None, &name.text).is_some() || !self.enumerations_with(&name.text).is_empty()
        };
        if names.len() < 2 || names.iter().any(is_known) {
            return false;
        }
        let span = names[0].span;
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(name.text.clone()));
        let listed: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        let message = format!("no names `{}`", listed.join("`, `"));
        let help = format!(
            "declare them above, under a name of their own: `enumeration kind {{ {} }}`",
            listed.join(", ")
        );
        self.report(Diagnostic::error(Code::UnknownName, span, message).help(help));
        true
    }

    /// One weight: a number that is not negative and draws nothing.
    pub(super) fn weight(&mut self, weight: &Expr) {
        self.require(weight, Kind::Number, "a weight");
        self.not_negative(weight, "a weight");
        self.must_not_draw(weight, "a weight");
    }

    /// Alternatives of which one has a weight: all must have one, and not all may be 0.
    pub(super) fn shares(&mut self, choices: &[Choice], span: Span) {
        let mut nothing = true;
        for choice in choices {
            let message = match &choice.weight {
                ChoiceWeight::Weight(weight) => {
                    nothing &= self.bounds(weight).high.is_some_and(|high| high.is_zero());
                    continue;
                }
                ChoiceWeight::Given(_) => "some alternatives have a weight and others a probability",
                ChoiceWeight::Else => "`else` takes what probabilities leave, and weights leave nothing",
                ChoiceWeight::Equal => "some alternatives have a weight and some have none",
            };
            return self.report(
                Diagnostic::error(Code::WeightsSum, choice.span, message)
                    .help("give each a weight, as in `weight 5 => book`"),
            );
        }
        if nothing {
            self.report(
                Diagnostic::error(Code::WeightsSum, span, "all weights are 0, so there is nothing to choose")
                    .help("give what can come a weight above 0"),
            );
        }
    }
}
