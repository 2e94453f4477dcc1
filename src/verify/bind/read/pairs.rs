//! Labels that are values of several inputs, as the colours of two parents are: which of these one stands for is said by the
//! name of an input beside it or over it, and of two that are joined each stands for one.

use std::collections::BTreeSet;
use std::ops::Range;

use super::mention::{Mention, Mentions};
use crate::check::InputId;
use crate::names::{Meaning, Named};
use crate::page::{Page, TokenKind};

/// So many words of a head are looked at.
const MOST: usize = 60;

impl Mentions {
    /// Keeps of labels that are values of several inputs of one mechanic what they stand for.
    pub(super) fn tell_apart(&mut self, page: &Page, mechanics: usize) {
        for mechanic in 0..mechanics {
            for at in self.open(mechanic) {
                self.tell_by_name(page, at, mechanic);
            }
            self.tell_of_both(page, mechanic);
            let open = self.open(mechanic);
            let joined: BTreeSet<usize> =
                open.iter().copied().filter(|at| self.is_joined(page, *at)).collect();
            for first in
                joined.iter().filter(|at| !at.checked_sub(1).is_some_and(|last| joined.contains(&last)))
            {
                let [both, other] = [*first, first + 1].map(|at| inputs(&self.list[at], mechanic));
                // Of three that are joined nobody knows which is which.
                if both.len() == 2 && both == other && !joined.contains(&(first + 1)) {
                    let each: Vec<InputId> = both.into_iter().collect();
                    self.keep(*first, mechanic, |input| input == each[0]);
                    self.keep(first + 1, mechanic, |input| input == each[1]);
                }
            }
        }
    }

    /// The labels that may be values of several inputs of a mechanic.
    fn open(&self, mechanic: usize) -> Vec<usize> {
        (0..self.list.len()).filter(|at| inputs(&self.list[*at], mechanic).len() > 1).collect()
    }

    /// Makes labels that stand for two at once a label of each: `an indigo pair`, `two indigo parents`.
    fn tell_of_both(&mut self, page: &Page, mechanic: usize) {
        let mut others = Vec::new();
        for at in self.open(mechanic) {
            let each: Vec<InputId> = inputs(&self.list[at], mechanic).into_iter().collect();
            if let ([first, second], true) = (each.as_slice(), is_of_both(page, &self.list[at].tokens)) {
                let whole = self.list[at].clone();
                self.keep(at, mechanic, |input| input == *second);
                others.push(std::mem::replace(&mut self.list[at], whole));
                self.keep(at, mechanic, |input| input == *first);
            }
        }
        self.add(others);
    }

    /// Whether a label is joined with the next one.
    fn is_joined(&self, page: &Page, at: usize) -> bool {
        let next = self.list.get(at + 1);
        next.is_some_and(|next| are_joined(page, self.list[at].tokens.end..next.tokens.start))
    }

    /// Keeps of a label what is a value of the input that is named right beside it, else over it.
    fn tell_by_name(&mut self, page: &Page, at: usize, mechanic: usize) {
        let own = &self.list[at];
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let beside =
            beside.filter_map(|other| self.list.get(other)).filter(|other| stands_beside(page, other, own));
        let beside: BTreeSet<InputId> = beside.flat_map(|other| named_inputs(other, mechanic)).collect();
        let over = self.over(page, &own.tokens, mechanic);
        if !self.keep(at, mechanic, |input| beside.contains(&input)) {
            self.keep(at, mechanic, |input| over.contains(&input));
        }
    }

    /// The inputs that the heads over the cell of a label name.
    fn over(&self, page: &Page, tokens: &Range<usize>, mechanic: usize) -> BTreeSet<InputId> {
        let byte = page.tokens.list[tokens.start].start as usize;
        let Some((grid, cell)) = page.outline.cell_at(byte) else { return BTreeSet::new() };
        let (row, column) = (grid.cells[cell].row, grid.cells[cell].column);
        let heads = grid.column_heads(row, column).into_iter().filter(|head| *head != cell);
        let tokens = |head: usize| {
            let bytes = &grid.cells[head].content;
            let at = |byte| page.tokens.list.partition_point(|token| (token.start as usize) < byte);
            let first = at(bytes.start);
            first..at(bytes.end).min(first + MOST)
        };
        heads
            .flat_map(|head| self.within(&tokens(head)))
            .flat_map(|head| named_inputs(self.get(head), mechanic))
            .collect()
    }

    /// Takes of a label what is a value of the wanted input alone, where there is one, and what it is in other mechanics;
    /// whether there is one.
    fn keep(&mut self, at: usize, mechanic: usize, is_meant: impl Fn(InputId) -> bool) -> bool {
        let meant = |named: &Named| matches!(named.meaning, Meaning::Is(input, _) if is_meant(input));
        let label = &mut self.list[at];
        let has = label.named.iter().any(|named| named.mechanic == mechanic && meant(named));
        if has {
            label.keep(|named| named.mechanic != mechanic || meant(named));
        }
        has
    }
}

/// The inputs of a mechanic of which a label is a value.
fn inputs(mention: &Mention, mechanic: usize) -> BTreeSet<InputId> {
    let own = mention.named_in(mechanic);
    let input = |named: &Named| match named.meaning {
        Meaning::Is(input, _) => Some(input),
        _ => None,
    };
    own.filter_map(input).collect()
}

/// The inputs of a mechanic that a label names.
fn named_inputs(mention: &Mention, mechanic: usize) -> impl Iterator<Item = InputId> + '_ {
    let own = mention.named.iter().filter(move |named| named.mechanic == mechanic);
    own.filter_map(|named| match named.meaning {
        Meaning::Input(input) => Some(input),
        _ => None,
    })
}

/// `Teal father`, `Father: Teal`
fn stands_beside(page: &Page, one: &Mention, other: &Mention) -> bool {
    let between = one.tokens.end.min(other.tokens.end)..one.tokens.start.max(other.tokens.start);
    let is_sign =
        |token: usize| matches!(page.tokens.list[token].kind, TokenKind::Symbol(':' | '=' | '(' | '-'));
    between.len() <= 1 && { between }.all(is_sign)
}

/// `An indigo pair`, `a pair of indigos`, `two indigo parents`, `from two indigos`.
fn is_of_both(page: &Page, label: &Range<usize>) -> bool {
    const OF: [&str; 12] = [
        "from", "of", "except", "between", "with", "cross", "crossing", "breed", "breeding", "mate",
        "mating", "pairing",
    ];
    let before = |back: usize| page.word_before(label.start, back).unwrap_or_default();
    let is_pair =
        matches!(page.word_at(label.end), Some("pair" | "pairs" | "couple" | "couples" | "parents"));
    let of_pair = before(1) == "of" && matches!(before(2), "pair" | "pairs" | "couple" | "couples");
    let of_two = before(1) == "two" && OF.contains(&before(2));
    is_pair || of_pair || of_two
}

/// `Teal × Blue`, `teal x blue`, `Teal + Blue`, and not `teal and blue`, which may be two outcomes.
fn are_joined(page: &Page, mut between: Range<usize>) -> bool {
    between.len() == 1
        && between.all(|token| match page.tokens.list[token].kind {
            TokenKind::Symbol(sign) => matches!(sign, '\u{d7}' | '+'),
            TokenKind::Word(_) => matches!(page.word_at(token), Some("x" | "with")),
            _ => false,
        })
}
