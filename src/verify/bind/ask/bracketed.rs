//! What stands in brackets in each item of a list or sentence of a paragraph, and is said to be under something in one of them
//! alone:
//! `Red: 45% (40% in a nest)`, `Blue: 45% (40%)`, `Violet: 10% (20%)`.

use std::collections::BTreeMap;

use super::bound::Bound;
use super::candidate::Candidate;
use super::question::Asker;
use crate::check::InputId;
use crate::page::{BlockKind, Hedge};
use crate::value::Value;
use crate::verify::bind::read::beside::sign_at;

/// So many items are looked at behind the one that says it.
const MOST: usize = 24;

/// What is given in a bracket, and not before it.
struct Inside {
    mechanic: usize,
    inputs: BTreeMap<InputId, Value>,
}

impl Asker<'_, '_> {
    /// Adds to rough figures what the figure alone in the brackets behind them says again: `almost half of all trolls (49%)`.
    pub(in crate::verify::bind) fn said_again(&self, bound: &mut [Bound]) {
        for at in 1..bound.len() {
            let (before, own) = (&bound[at - 1], &bound[at]);
            let token = own.placed.token;
            let is_alone =
                token > 0 && sign_at(self.page, token - 1) == '(' && sign_at(self.page, token + 1) == ')';
            let is_rough = before.placed.figure.hedge == Hedge::About && before.placed.is_chance;
            if !is_alone || !is_rough || before.placed.block != own.placed.block {
                continue;
            }
            let is_told = |asked: &&Candidate| own.placed.is(&asked.value) && before.placed.is(&asked.value);
            let told: Vec<Candidate> = own.candidates.iter().filter(is_told).cloned().collect();
            bound[at - 1].candidates.extend(told);
        }
    }

    /// Adds to the figures that stand alone in the brackets of items what those before the brackets ask, under what the bracket
    /// of an item before gives.
    pub(in crate::verify::bind) fn bracketed(&mut self, bound: &mut [Bound]) {
        let mut last: Option<(usize, Inside)> = None;
        let mut spare = MOST;
        for at in 1..bound.len() {
            let (before, own) = (&bound[at - 1], &bound[at]);
            let block = &self.page.outline.blocks[own.placed.block];
            let token = own.placed.token;
            let is_told = matches!(block.kind, BlockKind::Item | BlockKind::Sentence);
            let is_item = is_told && before.placed.block == own.placed.block;
            let is_inside = token > 0 && sign_at(self.page, token - 1) == '(';
            if !is_item || !is_inside || !before.placed.is_chance || !own.placed.is_chance {
                continue;
            }
            if sign_at(self.page, token + 1) != ')' {
                last = inside(before, own).map(|inside| (block.group, inside));
                spare = MOST;
                continue;
            }
            let Some((_, inside)) = last.as_ref().filter(|(group, _)| *group == block.group && spare > 0)
            else {
                continue;
            };
            spare -= 1;
            let is_asked = |asked: &&Candidate| {
                asked.full && before.placed.is(&asked.value) && asked.mechanic == inside.mechanic
            };
            let asked: Option<Candidate> = before.candidates.iter().find(is_asked).cloned();
            let told = asked.and_then(|asked| {
                self.asked_with(&asked, Some(token), |given| given.inputs.extend(inside.inputs.clone()))
            });
            if let Some(told) = told {
                let own = &mut bound[at];
                own.candidates.iter_mut().for_each(|asked| (asked.full, asked.left) = (false, None));
                own.candidates.push(Candidate { full: true, left: Some(Vec::new()), ..told });
            }
        }
    }
}

/// What a right figure in brackets is told under that the right one before them is not.
fn inside(before: &Bound, own: &Bound) -> Option<Inside> {
    let right = |bound: &Bound| -> Vec<Candidate> {
        let fits = |asked: &&Candidate| asked.full && bound.placed.is(&asked.value);
        bound.candidates.iter().filter(fits).cloned().collect()
    };
    let firsts = right(before);
    right(own).into_iter().find_map(|own| {
        let first =
            firsts.iter().find(|first| first.mechanic == own.mechanic && first.measure == own.measure)?;
        let is_new = |(input, value): &(&InputId, &Value)| first.given.inputs.get(input) != Some(value);
        let inputs = own.given.inputs.iter().filter(is_new);
        let inputs: BTreeMap<InputId, Value> = inputs.map(|(input, value)| (*input, value.clone())).collect();
        (!inputs.is_empty()).then_some(Inside { mechanic: own.mechanic, inputs })
    })
}
