//! Heads that say that nothing is held: `Normal` over `Shiny Charm` and `Amulet`, where a mechanic calls something else normal.

use std::collections::BTreeSet;
use std::ops::Range;

use super::mention::Mentions;
use super::siblings::lines;
use crate::names::Meaning;
use crate::page::Page;
use crate::value::Value;

/// So many heads of a line are items.
const FEWEST: usize = 2;
const WORDS: [&str; 11] = [
    "normal", "regular", "standard", "base", "basic", "plain", "default", "usual", "ordinary", "vanilla",
    "bare",
];

impl Mentions {
    /// A word for what is usual is no outcome where it heads a row or column among items.
    pub(super) fn leave_usual(&mut self, page: &Page) {
        let is_word = |token: usize| page.word_at(token).is_some_and(|word| WORDS.contains(&word));
        let is_alone = |tokens: &Range<usize>| tokens.len() == 1 && is_word(tokens.start);
        if !self.list.iter().any(|mention| is_alone(&mention.tokens)) {
            return;
        }
        let mut left: BTreeSet<usize> = BTreeSet::new();
        for line in page.outline.grids.iter().flat_map(|grid| lines(page, grid)) {
            let usual: Vec<&Range<usize>> = line.heads.iter().filter(|head| is_alone(head)).collect();
            if usual.is_empty() {
                continue;
            }
            let has = |head: &Range<usize>, is_so: fn(&Meaning) -> bool| {
                let named = self.within(head).flat_map(|mention| self.get(mention).named.iter());
                named.map(|named| &named.meaning).any(is_so)
            };
            let is_item = |meaning: &Meaning| matches!(meaning, Meaning::Is(_, Value::Flag(true)));
            let is_outcome = |meaning: &Meaning| matches!(meaning, Meaning::Outcome(..));
            let others = || line.heads.iter().filter(|head| !usual.contains(head));
            if others().filter(|head| has(head, is_item)).count() >= FEWEST
                && !others().any(|head| has(head, is_outcome))
            {
                left.extend(usual.into_iter().map(|head| head.start));
            }
        }
        let is_left = |tokens: &Range<usize>| tokens.len() == 1 && left.contains(&tokens.start);
        for mention in self.list.iter_mut().filter(|mention| is_left(&mention.tokens)) {
            mention.keep(|named| !matches!(named.meaning, Meaning::Outcome(..)));
        }
        self.list.retain(|mention| !mention.named.is_empty());
    }
}
