//! What something was before it is changed: 22% of `Lucky Foot: nothing 22% → 13.33%` is told without the foot.

use super::candidate::Candidate;
use super::question::Asker;
use crate::page::Page;
use crate::value::Value;
use crate::verify::bind::read::beside::sign_at;
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

/// Leaves out of a figure behind an arrow what asks for the one before it: `0.78 -> 0.935` is a change.
pub(super) fn behind_arrow(page: &Page, last: &Placed, placed: &Placed, candidates: &mut Vec<Candidate>) {
    let is_behind = arrow(page, last.token).is_some_and(|length| last.token + length + 1 == placed.token);
    // `2% → 3% → 5%` is no change but a row.
    let is_row = is_behind && (arrow(page, placed.token).is_some() || ends_in_arrow(page, last.token));
    if is_behind && !is_row && last.is_chance == placed.is_chance {
        candidates.retain(|own| placed.takes(own) || !last.is(&own.value));
    }
}

/// How many signs the arrow right behind a figure has.
fn arrow(page: &Page, figure: usize) -> Option<usize> {
    match (sign_at(page, figure + 1), sign_at(page, figure + 2)) {
        ('\u{2192}' | '\u{21d2}' | '\u{2794}' | '\u{27a1}' | '\u{279c}', _) => Some(1),
        ('-' | '=', '>') => Some(2),
        _ => None,
    }
}

/// Whether an arrow stands right before a figure.
fn ends_in_arrow(page: &Page, figure: usize) -> bool {
    figure > 0 && matches!(sign_at(page, figure - 1), '\u{2192}' | '\u{21d2}' | '\u{2794}' | '>')
}

/// Whether an arrow stands between a figure and a chance right behind it.
pub(super) fn leads_to_chance(page: &Page, figure: usize) -> bool {
    let Some(length) = arrow(page, figure) else { return false };
    let next = figure + length + 1;
    let is_row = ends_in_arrow(page, figure) || arrow(page, next).is_some();
    !is_row && page.figure_at(next).is_some_and(|figure| states_chance(&figure))
}
