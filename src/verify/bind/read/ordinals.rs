//! Heads that number the uses of a mechanic: the 31st crate comes after 30 others.

use std::ops::Range;

use super::beside::{is_miss, number_at};
use super::mention::Mentions;
use super::place::Since;
use super::places::{REACH, Reader, column_of};
use crate::check::{Counter, FieldId, Kind, StateId};
use crate::exact::Rational;
use crate::names::{Names, stem};
use crate::page::{Grid, Page, TokenKind};
use crate::value::Value;

/// The number that a word such as `31st` or `tenth` is the place of.
pub(crate) fn ordinal(word: &str) -> Option<Rational> {
    const ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];
    const WORDS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
        "eleventh", "twelfth",
    ];
    const TENS: [&str; 9] = [
        "tenth", "twentieth", "thirtieth", "fortieth", "fiftieth", "sixtieth", "seventieth", "eightieth",
        "ninetieth",
    ];
    // Most words are asked in vain.
    if !ENDINGS.iter().any(|ending| word.ends_with(ending)) {
        return None;
    }
    let place = |words: &[&str], step: usize| Some((words.iter().position(|own| *own == word)? + 1) * step);
    let in_digits = || {
        let digits = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending))?;
        digits.parse::<u32>().ok().map(i64::from)
    };
    let in_words =
        place(&WORDS, 1).or_else(|| place(&TENS, 10)).and_then(|number| i64::try_from(number).ok());
    in_digits().or(in_words).map(Rational::from)
}

/// So many uses are followed at most.
pub(crate) const MOST_USES: u64 = 1_000;

/// Words before a number of uses in which something happens.
pub(crate) const OF_USES: [&str; 11] =
    ["within", "first", "by", "after", "in", "among", "over", "of", "next", "per", "across"];

/// The number of one use of a mechanic that a token is: `the 31st crate`, `pull 41`. The first is one like any.
pub(crate) fn place_of_use(page: &Page, mentions: &Mentions, mechanic: usize, token: usize) -> Option<u64> {
    let is_use = |token: usize| mentions.is_use(token, mechanic);
    let before = |back: usize| token.checked_sub(back);
    let is_cue =
        |token: usize| page.word_at(token).is_some_and(|word| OF_USES.contains(&word) || word == "until");
    let is_cued = || (1..=3).filter_map(before).any(is_cue);
    // `Get a second roll` is told of one use more.
    let is_another = || page.word_before(token, 1) == Some("a");
    let is_told = || is_use(token + 1) && !is_another() || stands_for_a_use(page, mentions, mechanic, token);
    let in_line = page.word_at(token).and_then(ordinal).filter(|_| is_told() && !is_cued());
    // `The rarity of card 10` is that of one card.
    let is_of = || before(2).and_then(|token| page.word_at(token)) == Some("of");
    let is_numbered = || before(1).is_some_and(is_use) && !is_use(token + 1) && (is_of() || !is_cued());
    let number = in_line.or_else(|| number_at(page, token).filter(|_| is_numbered()))?;
    let number = number.to_i64().and_then(|number| u64::try_from(number).ok())?;
    (2..=MOST_USES).contains(&number).then_some(number)
}

/// Whether an ordinal goes on with those of uses beside it: `7% on the 41st summon and 12% on the 42nd`.
fn stands_for_a_use(page: &Page, mentions: &Mentions, mechanic: usize, token: usize) -> bool {
    const NEAR: usize = 30;
    let list = &page.tokens.list;
    let is_ordinal = |token: usize| page.word_at(token).and_then(ordinal).is_some();
    let is_alone = matches!(page.word_at(token + 1), None | Some("and" | "but" | "or" | "while" | "then"))
        && page.figure_at(token + 1).is_none();
    let ends =
        |token: &usize| matches!(list[*token].kind, TokenKind::LineEnd | TokenKind::Symbol('.' | ';' | '|'));
    let is_numbered = |other: usize| is_ordinal(other) && mentions.is_use(other + 1, mechanic);
    let after = || (token + 1..list.len().min(token + NEAR)).take_while(|token| !ends(token));
    let before = || (token.saturating_sub(NEAR)..token).rev().take_while(|token| !ends(token));
    is_ordinal(token)
        && is_alone
        && page.word_before(token, 1) == Some("the")
        && (after().any(is_numbered) || before().any(is_numbered))
}

/// What the number of a use gives in a mechanic that has one state which counts them: how many came before. `without` are the
/// outcomes that none of these brought, as far as words say.
pub(super) fn before(
    names: &Names<'_>,
    mechanic: usize,
    number: &Rational,
    without: &[(FieldId, Value)],
) -> Option<Since> {
    let model = &names.mechanics.get(mechanic)?.model;
    let counters = names.counters(mechanic);
    let may_be_told = |counter: &&Counter| {
        without.is_empty()
            || counter.ended_by.is_empty()
            || without.iter().any(|one| counter.ended_by.contains(one))
    };
    // Of a timer for five stars and one for four or more the first is told of five.
    let is_exact = |counter: &&Counter| counter.ended_by.iter().eq(without.iter());
    let exact = counters.iter().find(is_exact).filter(|_| !without.is_empty());
    let all =
        counters.iter().filter(may_be_told).filter(|own| exact.is_none_or(|one| one.state == own.state));
    let mut told = all.map(|counter| counter.state);
    let counts = |state: &StateId| {
        let declaration = &model[*state].declaration;
        let mut words = declaration.label.split_whitespace();
        declaration.kind == Kind::Integer
            && declaration.range.low.as_ref().is_some_and(Rational::is_zero)
            && !counters.iter().any(|counter| counter.state == *state)
            && words.any(|word| {
                let word = word.to_lowercase();
                is_miss(&stem(&word)) || word == "since" || names.is_use(mechanic, &word)
            })
    };
    let mut named = model.state_ids().filter(counts);
    let state = match (told.next(), told.next()) {
        (Some(state), None) => state,
        (None, _) => named.next().filter(|_| named.next().is_none())?,
        _ => return None,
    };
    let value = model.check_number(&model[state].declaration, number - &Rational::ONE).ok()?;
    Some(Since { mechanic, state, value, token: None })
}

impl Reader<'_> {
    /// What a head that numbers uses gives: how many came before. For each mechanic whose uses the head of its
    /// column, the corner or the caption names, and which has one state that counts them.
    pub(crate) fn since(
        &self,
        grid: &Grid,
        head: usize,
        tokens: &Range<usize>,
        around: &[Vec<Range<usize>>; 3],
    ) -> Vec<Since> {
        let Some((number, is_ordinal)) = self.place_in_line(tokens) else { return Vec::new() };
        let own = &grid.cells[head];
        let above = grid.column_heads(own.row, column_of(grid, own.row, head));
        let cells = above.into_iter().chain(grid.cell(0, 0)).filter(|cell| *cell != head);
        let near: Vec<Range<usize>> = cells.map(|cell| self.cell_words(grid, cell)).collect();
        // A plain number under a label is a number of what that stands for.
        let is_labelled = near.iter().any(|range| !self.mentions.within(range).is_empty());
        if !is_ordinal && is_labelled {
            return Vec::new();
        }
        let mut found = Vec::new();
        for mechanic in 0..self.names.mechanics.len() {
            let is_use = |token: usize| self.mentions.is_use(token, mechanic);
            let says = |ranges: &[Range<usize>]| ranges.iter().cloned().flatten().any(is_use);
            if !(says(&near) || is_ordinal && says(&around[0])) {
                continue;
            }
            found.extend(before(self.names, mechanic, &number, &[]));
        }
        found
    }

    /// The same for a figure in a clause of a sentence: `pull 41 is at 9.2%`, `after 40 dry pulls it is 9.2%`.
    pub(super) fn since_in_text(
        &self,
        sentence: &Range<usize>,
        clause: &Range<usize>,
        figure: usize,
    ) -> Vec<Since> {
        // A sentence may be as long as the page.
        let near = figure.saturating_sub(REACH).max(sentence.start)..(figure + REACH).min(sentence.end);
        let dry = self.dry_in_text(&near, clause, figure);
        if dry.is_empty() { self.since_place(&near, clause, figure) } else { dry }
    }

    /// What the number of a use gives that stands beside a figure.
    fn since_place(&self, sentence: &Range<usize>, own: &Range<usize>, figure: usize) -> Vec<Since> {
        let is_number = |token: &usize| {
            let is_place = || self.page.word_at(*token).and_then(ordinal).is_some();
            *token != figure && (number_at(self.page, *token).is_some() || is_place())
        };
        let mut numbers: Vec<usize> = own.clone().filter(is_number).collect();
        numbers.sort_by_key(|token| token.abs_diff(figure));
        let of_mechanic = |mechanic: usize| {
            let place = |token: &usize| place_of_use(self.page, self.mentions, mechanic, *token);
            let number = match numbers.iter().find_map(place) {
                Some(number) => Rational::from(i64::try_from(number).ok()?),
                None => {
                    let token = numbers.iter().find(|token| self.stands_alone_at(**token))?;
                    (sentence.start..own.start).rev().find_map(|token| place(&token))?;
                    number_at(self.page, *token)?
                }
            };
            before(self.names, mechanic, &number, &[])
        };
        (0..self.names.mechanics.len()).filter_map(of_mechanic).collect()
    }

    /// Whether a number goes on with the place of a use that was told before: `from the 31st pull on: 10% at 31, 18% at 32`.
    fn stands_alone_at(&self, token: usize) -> bool {
        let is_word =
            |token: usize| self.page.word_at(token).is_some_and(|word| !matches!(word, "and" | "but"));
        self.page.word_before(token, 1) == Some("at")
            && !is_word(token + 1)
            && number_at(self.page, token).is_some_and(|number| number.is_integer())
    }

    /// The number of a head that is `31st`, `31` or `#31`, and whether it is an ordinal.
    fn place_in_line(&self, tokens: &Range<usize>) -> Option<(Rational, bool)> {
        if !self.mentions.within(tokens).is_empty() {
            return None;
        }
        let one = |token: usize| {
            let ordinal = self.page.word_at(token).and_then(ordinal).map(|number| (number, true));
            ordinal.or_else(|| Some((number_at(self.page, token)?, false)))
        };
        let mut found = tokens.clone().filter_map(one);
        found.next().filter(|(number, _)| number.is_integer() && found.next().is_none())
    }
}
