//! What was said before a sentence, an item or a table: it may go on there.

use std::ops::Range;

use crate::exact::Rational;
use crate::page::{BlockKind, TokenKind};

use super::about::says_in_a_row;
use super::beside::{number_at, sign_at};
use super::places::{Reader, last};

impl Reader<'_> {
    /// The sentences over a table, up to the heading or the table before it. Where these are no more than a few words,
    /// as in `From elites:`, what was said over that table goes on.
    pub(super) fn said_over(&self, block: usize) -> Vec<Range<usize>> {
        const SENTENCES: usize = 6;
        const FEW: usize = 5;
        let blocks = &self.page.outline.blocks;
        let section = blocks[block].section;
        let is_said = |other: &usize| {
            let own = &blocks[*other];
            own.section == section && own.kind == BlockKind::Sentence
        };
        let over = |block: usize| {
            let over = (block.saturating_sub(SENTENCES)..block).rev().take_while(is_said);
            over.map(|sentence| last(self.block_tokens(sentence))).collect::<Vec<_>>()
        };
        let mut said = over(block);
        let is_short = |ranges: &[Range<usize>]| ranges.iter().map(Range::len).sum::<usize>() <= FEW;
        let before = block.checked_sub(1 + said.len()).filter(|before| {
            let own = &blocks[*before];
            matches!(own.kind, BlockKind::Grid(_)) && own.section == section
        });
        if let Some(before) = before.filter(|_| is_short(&said)) {
            said.extend(over(before));
        }
        said
    }

    /// Whether a line over a table is its title: in bold, and without figures that tell something.
    pub(super) fn is_title(&self, line: &Range<usize>) -> bool {
        const LONGEST: usize = 16;
        let list = &self.page.tokens.list;
        let byte = |token: usize| list.get(token).map_or(0, |token| token.start as usize);
        let before = self.page.text.get(..byte(line.start)).unwrap_or_default();
        let is_bold = ["**", "'''"].iter().any(|sign| before.ends_with(sign));
        let states = |token: usize| self.page.has_chance_at(token);
        let after =
            line.end.checked_sub(1).and_then(|last| list.get(last)).map_or(0, |last| last.end as usize);
        let rest = self.page.text.get(after..).unwrap_or_default().trim_start_matches([':', '.']);
        let ends = ["**", "'''"].iter().any(|sign| rest.starts_with(sign));
        is_bold && ends && line.len() <= LONGEST && !line.clone().any(states)
    }

    /// The sentences of the section before what was said right before: whatever they tell of may go on.
    pub(super) fn earlier(&self, block: usize, before: &[Range<usize>]) -> Vec<Range<usize>> {
        const SENTENCES: usize = 8;
        let blocks = &self.page.outline.blocks;
        let is_text = |other: &usize| {
            blocks[*other].section == blocks[block].section
                && matches!(blocks[*other].kind, BlockKind::Sentence | BlockKind::Item)
        };
        let all = (block.saturating_sub(SENTENCES)..block).rev().filter(is_text);
        all.map(|other| last(self.block_tokens(other))).filter(|range| !before.contains(range)).collect()
    }

    /// The line that ends with a colon over the list of an item.
    pub(super) fn introduction(&self, block: usize, group: usize) -> Option<Range<usize>> {
        const ITEMS: usize = 40;
        let blocks = &self.page.outline.blocks;
        let section = blocks[block].section;
        let is_of_list = |other: &usize| {
            let own = &blocks[*other];
            own.kind == BlockKind::Item && own.group == group && own.section == section
        };
        let over = (block.saturating_sub(ITEMS)..block).rev().find(|other| !is_of_list(other))?;
        let tokens = self.block_tokens(over);
        let is_colon = |token: usize| self.page.tokens.list[token].kind == TokenKind::Symbol(':');
        let ends = tokens.clone().rev().take(2).any(is_colon)
            || self
                .page
                .text
                .get(blocks[over].range.clone())
                .is_some_and(|text| text.trim_end().ends_with(':'));
        let is_said = matches!(blocks[over].kind, BlockKind::Sentence | BlockKind::Item);
        (blocks[over].section == section && is_said && ends).then(|| last(tokens))
    }

    /// The question right before a sentence that answers it, where it asks of so many uses or of two things at once: `Chance
    /// of a foil if I buy four packs?`, `I want one in ten packs.` That is what the answer is about, though it says nothing of
    /// it.
    pub(super) fn question(&self, block: usize) -> Option<Range<usize>> {
        let asked = block.checked_sub(1)?;
        let blocks = &self.page.outline.blocks;
        let is_near = blocks[asked].section == blocks[block].section || blocks[block].section == Some(asked);
        let is_text = !matches!(blocks[asked].kind, BlockKind::Grid(_) | BlockKind::Code);
        let tokens = last(self.block_tokens(asked));
        let word = |token: usize| self.page.word_at(token);
        let asks = self.ends_asking(asked) || tokens.clone().any(|token| word(token) == Some("want"));
        let states = |token: usize| self.page.has_chance_at(token);
        let is_both = || tokens.clone().any(|token| word(token) == Some("both"));
        let is_of_many = || self.counts_uses(&tokens) || says_in_a_row(self.page, tokens.clone());
        let is_question = is_near && is_text && asks && !tokens.clone().any(states);
        (is_question && (is_of_many() || is_both())).then_some(tokens)
    }

    /// Whether some words tell of a number of uses.
    pub(super) fn counts_uses(&self, tokens: &Range<usize>) -> bool {
        let is_use = |token: usize| token < tokens.end && self.mentions.is_some_use(token);
        let is_many = |token: usize| {
            number_at(self.page, token).is_some_and(|number| number > Rational::ONE && number.is_integer())
        };
        tokens.clone().any(|token| {
            let is_joined = || sign_at(self.page, token + 1) == '-' && is_use(token + 2);
            is_many(token) && (is_use(token + 1) || is_joined())
        })
    }

    /// What was said right before: the last sentences of the paragraph, and a line without a figure of its own, which
    /// asks or begins something.
    pub(super) fn said_before(&self, block: usize, group: usize) -> Vec<Range<usize>> {
        const SENTENCES: usize = 4;
        let section = self.page.outline.blocks[block].section;
        let mut found = Vec::new();
        for other in (block.saturating_sub(SENTENCES)..block).rev() {
            let own = &self.page.outline.blocks[other];
            if own.section != section || !matches!(own.kind, BlockKind::Sentence | BlockKind::Item) {
                break;
            }
            let tokens = last(self.block_tokens(other));
            let states = tokens.clone().any(|token| self.page.has_chance_at(token));
            let own_item = self.page.outline.blocks[block].parent == Some(other);
            if states && !own_item && (own.group != group || own.kind == BlockKind::Item) {
                break;
            }
            // An item that names something begins anew.
            let begins = own_item && !self.mentions.within(&tokens).is_empty();
            found.push(tokens);
            // So does a question.
            if begins || self.ends_asking(other) {
                return found;
            }
        }
        let asked = self.answered(block).map(|question| last(self.block_tokens(question)));
        found.extend(asked.filter(|question| !found.contains(question)));
        found
    }

    /// The question that a sentence answers with those before it: the nearest one, if it has a line of its own or one
    /// with the answer, and gives nothing itself.
    fn answered(&self, block: usize) -> Option<usize> {
        const SENTENCES: usize = 12;
        let blocks = &self.page.outline.blocks;
        let is_said = |other: &usize| {
            let own = &blocks[*other];
            own.section == blocks[block].section && matches!(own.kind, BlockKind::Sentence | BlockKind::Item)
        };
        let mut before = (block.saturating_sub(SENTENCES)..block).rev().take_while(is_said);
        let asked = before.find(|other| self.ends_asking(*other))?;
        let begins = asked.checked_sub(1).is_none_or(|over| blocks[over].group != blocks[asked].group);
        let states = |token: usize| self.page.has_chance_at(token);
        (begins && !self.block_tokens(asked).any(states)).then_some(asked)
    }

    /// Whether a sentence ends with a question mark, whatever marks come behind it.
    fn ends_asking(&self, block: usize) -> bool {
        let text = self.page.text.get(self.page.outline.blocks[block].range.clone()).unwrap_or_default();
        text.trim_end_matches(|sign: char| sign != '?' && !sign.is_alphanumeric()).ends_with('?')
    }
}
