//! Weights of alternatives: shares of their sum.

use super::{Checker, Code, Diagnostic, Kind};
use crate::parse::ast::{Choice, ChoiceWeight, Expr};
use crate::source::Span;

impl Checker {
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
