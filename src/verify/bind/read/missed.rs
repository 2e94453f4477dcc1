//! What the name of a state counts misses of: `after 10 pulls without a star, the next one has 11%` is told of a star.

use super::beside::{number_of, takes_number};
use super::mention::{Mention, Mentions};
use super::series::sentence_of;
use crate::names::{Meaning, Named, Names, Spoken};
use crate::page::Page;

impl Mentions {
    /// Adds the outcome in the name of a state that has a number in a text, where its sentence names no other.
    pub(super) fn add_missed(&mut self, page: &Page, names: &Names<'_>) {
        let all = 0..page.tokens.list.len();
        let is_counter =
            |named: &Named| matches!(named.meaning, Meaning::State(_)) && takes_number(names, named, None);
        let mut found: Vec<Mention> = Vec::new();
        for state in self.list.iter().filter(|mention| mention.named.iter().any(is_counter)) {
            let first = state.tokens.start;
            let byte = page.tokens.list[first].start as usize;
            if page.outline.cell_at(byte).is_some() || number_of(page, state, &all).is_none() {
                continue;
            }
            let sentence = sentence_of(page, first);
            let mut others = self.within(&sentence).map(|mention| self.get(mention));
            if others.any(Mention::is_outcome) {
                continue;
            }
            let is_own = |named: &Named| state.named.iter().any(|own| own.mechanic == named.mechanic);
            let spoken = |token: usize| Spoken {
                word: self.words[token],
                is_idle: page.word_at(token).is_some_and(Names::is_idle),
            };
            let named = (first + 1..state.tokens.end).find_map(|start| {
                let words: Vec<Spoken> = (start..state.tokens.end).map(spoken).collect();
                let (length, named) = names.longest(&words).filter(|(length, _)| *length == words.len())?;
                let outcomes = named.iter().filter(|named| matches!(named.meaning, Meaning::Outcome(..)));
                let outcomes: Vec<Named> = outcomes.filter(|named| is_own(named)).cloned().collect();
                (!outcomes.is_empty()).then(|| Mention::of(start..start + length, outcomes))
            });
            found.extend(named);
        }
        self.add(found);
    }
}
