//! What something was before it is changed: 22% of `Lucky Foot: nothing 22% → 13.33%` is told without the foot.

use super::candidate::Candidate;
use super::question::Asker;
use crate::page::{Page, TokenKind};
use crate::value::Value;
use crate::verify::bind::read::place::states_chance;
use crate::verify::bind::read::places::Placed;

impl Asker<'_, '_> {
    /// Makes the questions of a chance before an arrow and another chance those without what one has. Others stay as they are.
    pub(super) fn before_arrow(&mut self, placed: &Placed, candidates: &mut [Candidate]) {
        if !placed.is_chance || !leads_to_chance(self.page, placed.token) {
            return;
        }
        let is_thing = |value: &Value| *value == Value::Flag(true);
        for candidate in candidates {
            // What is right with it is told of something else that changes.
            let has_thing = candidate.given.inputs.values().any(is_thing);
            if !has_thing || placed.takes(candidate) {
                continue;
            }
            let mut told = candidate.clone();
            told.given.inputs.retain(|_, value| !is_thing(value));
            if let Some(value) = self.value_on(&told, Some(placed.token)) {
                *candidate = Candidate { value, ..told };
            }
        }
    }
}

/// Whether an arrow stands between a figure and a chance right behind it.
pub(super) fn leads_to_chance(page: &Page, figure: usize) -> bool {
    let sign = |token: usize| match page.tokens.list.get(token).map(|token| token.kind) {
        Some(TokenKind::Symbol(sign)) => sign,
        _ => ' ',
    };
    let length = match (sign(figure + 1), sign(figure + 2)) {
        ('\u{2192}' | '\u{21d2}' | '\u{2794}' | '\u{27a1}' | '\u{279c}', _) => 1,
        ('-' | '=', '>') => 2,
        _ => return false,
    };
    let is_arrow = |token: usize| matches!(sign(token), '\u{2192}' | '\u{21d2}' | '\u{2794}' | '>');
    let next = figure + length + 1;
    // `2% → 3% → 5%` is no change but a row.
    let is_row = figure > 0 && is_arrow(figure - 1) || is_arrow(next + 1) || is_arrow(next + 2);
    !is_row && page.figure_at(next).is_some_and(|figure| states_chance(&figure))
}
