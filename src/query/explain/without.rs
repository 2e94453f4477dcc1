//! What each input that is not as usual does: the answer with that one alone put back.

use super::super::Amount;
use super::Explainer;
use super::measure::Measured;
use crate::check::InputId;
use crate::evaluate::tree;
use crate::exact::Rational;
use crate::scenario::Scenario;
use crate::value::InputValue;

/// The answer with one input put back to what it usually is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Without {
    /// The input.
    pub input: InputId,
    /// What it usually is.
    pub usual: InputValue,
    /// The answer then.
    pub value: Rational,
}

impl Explainer<'_> {
    /// Finds the answers without each input, and the rolls. Where there is no answer then, nothing is said.
    pub(super) fn without(&mut self) {
        let Measured { mechanic, scenario, limits, .. } = *self.measured;
        for input in mechanic.model.input_ids() {
            let usual = mechanic.model[input].usual();
            let is_set = matches!(scenario.input(input), InputValue::Value(_));
            if !is_set || *scenario.input(input) == usual {
                continue;
            }
            let mut other = scenario.clone();
            other.set_input(input, usual.clone());
            let one = std::slice::from_ref(&other);
            let Ok(answers) = super::super::measure(mechanic, self.question, one, None, limits) else {
                continue;
            };
            if let Some((_, Amount::Probability(value) | Amount::Number(value))) =
                answers.values.into_iter().next()
            {
                self.without.push(Without { input, usual, value });
                self.rolls_without(input, &other);
            }
        }
    }

    /// What the rolls would be made of.
    fn rolls_without(&mut self, input: InputId, other: &Scenario) {
        let Measured { mechanic, lowered, sources, limits, .. } = *self.measured;
        if self.draws.iter().all(|draw| draw.roll.is_none()) {
            return;
        }
        for outputs in &lowered.measures {
            let program = self.measured.program(*outputs);
            let Ok(tree) = tree(&program, &other.bindings(mechanic), limits, limits.nodes) else { continue };
            for draw in &mut self.draws {
                let Some(roll) = &mut draw.roll else { continue };
                let is_it = |line: usize, file: &str, span| {
                    sources.locate(span).line == line
                        && sources.file(span.file).is_some_and(|own| own.name == file)
                };
                let same = tree.nodes.iter().find(|node| {
                    node.roll.is_some() && is_it(draw.origin.line, &draw.origin.file, node.origin)
                });
                let found = same.and_then(|node| node.roll.clone());
                if let Some(found) = found.filter(|found| *found != roll.formula)
                    && roll.without.iter().all(|(own, _)| *own != input)
                {
                    roll.without.push((input, found));
                }
            }
        }
    }
}
