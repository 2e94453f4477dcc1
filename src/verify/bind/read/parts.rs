//! Cells with several chances: which words of the cell each of them has.

use std::ops::Range;

use super::beside::sign_at;
use super::places::Reader;
use super::plain::is_plain;
use crate::names::Meaning;

/// The words of a cell that are told of one of its figures.
pub(super) struct Parts {
    pub(super) words: Vec<Range<usize>>,
    /// Those that are told of another of its figures, in brackets.
    pub(super) apart: Vec<Range<usize>>,
    /// Whether there are some among them that nobody knows.
    pub(super) is_unclear: bool,
}

impl Reader<'_> {
    /// What of a cell is told of one of its figures, where others stand there with words of their own; `None` where all of it
    /// is. Cost: linear in the length of the cell.
    pub(super) fn parts_of_cell(&self, cell: Option<&Range<usize>>, figure: usize) -> Option<Parts> {
        let cell = cell.filter(|cell| cell.contains(&figure))?;
        self.in_brackets(cell, figure).or_else(|| self.with_labels(cell, figure))
    }

    fn states(&self, token: usize) -> bool {
        self.page.has_chance_at(token)
    }

    /// `50% (62.5% after a Devil Room)`: what stands in the brackets is told of the figure there, what the cell begins with
    /// of both.
    fn in_brackets(&self, cell: &Range<usize>, figure: usize) -> Option<Parts> {
        let is_sign = |token: &usize, sign: char| sign_at(self.page, *token) == sign;
        let open = cell.clone().find(|token| is_sign(token, '('))?;
        let close = (open..cell.end).find(|token| is_sign(token, ')'))?;
        let inside = open..close + 1;
        let first = cell.clone().find(|token| self.states(*token)).filter(|first| *first < open)?;
        let tells = |token: usize| self.page.word_at(token).is_some_and(|word| !is_plain(word));
        let has_words = inside.clone().any(tells);
        if !has_words || !inside.clone().any(|token| self.states(token)) {
            return None;
        }
        let is_inside = inside.contains(&figure);
        let is_unclear = is_inside && self.mentions.within(&inside).is_empty();
        let words = match is_inside {
            true => vec![inside.clone(), cell.start..first],
            false => vec![cell.start..open, close + 1..cell.end],
        };
        let apart = if is_inside { Vec::new() } else { vec![inside] };
        Some(Parts { words, apart, is_unclear })
    }

    /// `Normal: 12%<br>Hard: 18%`, `12% on Normal, 18% on Hard`: each figure has its own label of what is given, all of them
    /// before it or all behind.
    fn with_labels(&self, cell: &Range<usize>, figure: usize) -> Option<Parts> {
        let figures: Vec<usize> = cell.clone().filter(|token| self.states(*token)).collect();
        let [first, .., last] = figures[..] else { return None };
        let gives = |range: Range<usize>| {
            let all = self.mentions.within(&range);
            all.map(|mention| self.mentions.get(mention))
                .any(|mention| mention.named.iter().any(|named| matches!(named.meaning, Meaning::Is(..))))
        };
        let own = figures.iter().position(|token| *token == figure)?;
        let between = || figures.windows(2).all(|pair| gives(pair[0] + 1..pair[1]));
        let (before, behind) = (gives(cell.start..first), gives(last + 1..cell.end));
        if before == behind || !between() {
            return None;
        }
        let words = if before {
            // `Coin: Normal 14%, Hard 13%` is told of coins.
            let lead = cell.start..first;
            let mut labels = self.mentions.within(&lead).map(|mention| self.mentions.get(mention));
            let own_label = labels.find(|label| gives(label.tokens.clone()));
            let lead = cell.start..own_label.map_or(cell.start, |label| label.tokens.start);
            let begin = own.checked_sub(1).map_or(cell.start, |last| figures[last] + 1);
            vec![begin..figure + 1, lead]
        } else {
            let end = figures.get(own + 1).copied().unwrap_or(cell.end);
            vec![figure..end, cell.start..first]
        };
        Some(Parts { words, apart: Vec::new(), is_unclear: false })
    }
}
