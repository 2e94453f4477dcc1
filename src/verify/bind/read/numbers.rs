//! Plain numbers: which of them count something, and which end of a range each of them is.
//!
//! A number in a sentence may count anything. What makes it a statement about a mechanic is a word that says what kind
//! of number it is, a second number with which it is a range, or digits after a point, which only a mean has.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::beside::has_places;
use super::cues;
use super::mention::Mentions;
use super::place::{Numbering, states_chance};
use super::places::{Placed, Reader};
use super::words;
use crate::exact::Rational;
use crate::names::{Meaning, Named, is_glue, stem};
use crate::page::{Ends, Figure, Grid, Hedge, Page, Shape, TokenKind};

/// A range of numbers or percentages as its two ends, each a figure of its own; any other figure as it is.
pub(crate) fn ends(page: &Page, figure: &Figure) -> Vec<(Figure, Option<Numbering>)> {
    let Shape::Interval(of) = &figure.shape else { return vec![(figure.clone(), None)] };
    let Ends { low, high, percent } = &**of;
    let text = page.text.get(figure.range.clone()).unwrap_or_default();
    let is_digit = |sign: char| sign.is_ascii_digit() || matches!(sign, '.' | ',');
    let first = text.len() - text.trim_start_matches(|sign: char| !sign.is_ascii_digit()).len();
    let length = text[first..].find(|sign: char| !is_digit(sign)).unwrap_or(0);
    let length = length + usize::from(*percent && text[first + length..].starts_with('%'));
    let numbers = text.trim_end_matches(|sign: char| !sign.is_ascii_digit());
    let last = numbers
        .rfind(|sign: char| !is_digit(sign))
        .map_or(0, |at| at + numbers[at..].chars().next().map_or(0, char::len_utf8));
    let start = figure.range.start;
    let one = |written: &crate::page::Written, range: Range<usize>, end| {
        let shape = if *percent { Shape::Percent } else { Shape::Number };
        let shape = shape(written.clone());
        (Figure { shape, range, ..figure.clone() }, Some(end))
    };
    vec![
        one(low, start..start + first + length, Numbering::Low),
        one(high, start + last..figure.range.end, Numbering::High),
    ]
}

/// Whether some figures are a band of a roll: `0.22 to 0.30`.
pub(super) fn is_band(figures: &[(usize, Figure)]) -> bool {
    let decimal = |figure: &Figure| match &figure.shape {
        Shape::Interval(ends) => !ends.percent && ends.low.places > 0 && ends.high.places > 0,
        _ => is_decimal(figure),
    };
    let count = match figures {
        [(_, only)] => usize::from(matches!(only.shape, Shape::Interval(_))) * 2,
        _ => figures.len(),
    };
    count == 2 && figures.iter().all(|(_, figure)| decimal(figure))
}

/// Whether a figure is a number from 0 to 1 with digits after its point.
pub(super) fn is_decimal(figure: &Figure) -> bool {
    match &figure.shape {
        Shape::Number(number) => {
            number.places > 0 && !number.value.is_negative() && number.value <= Rational::ONE
        }
        _ => false,
    }
}

/// Whether a plain number counts something that nobody knows: `135 gold`.
pub(crate) fn counts_the_unknown(page: &Page, mentions: &Mentions, token: usize) -> bool {
    const NEAR: usize = 3;
    let next = page.word_at(token + 1).filter(|word| word.len() > 2);
    next.is_some_and(|word| {
        let plain = is_glue(&stem(word)) || cues::AFTER.contains(&word) || cues::MEAN.contains(&word);
        let mut behind = token + 1..token + 1 + NEAR;
        !plain && mentions.within(&behind).is_empty() && !behind.any(|token| mentions.is_some_use(token))
    })
}

/// Whether a plain number is one of three or more in a row: `streaks of 20, 39, 42 and 17`. They are what happened once.
pub(crate) fn is_one_of_many(page: &Page, token: usize) -> bool {
    const FEWEST: usize = 3;
    let list = &page.tokens.list;
    let is_number = |token: usize| {
        let figure = page.figure_at(token);
        figure.is_some_and(|figure| matches!(figure.shape, Shape::Number(_)))
    };
    let is_comma = |token: usize| list.get(token).is_some_and(|sign| sign.kind == TokenKind::Symbol(','));
    let is_and = |token: usize| page.word_at(token) == Some("and");
    // `17, and 65`
    let next = |token: usize| {
        let sign = token + 1;
        let number = sign + 1 + usize::from(is_comma(sign) && is_and(sign + 1));
        ((is_comma(sign) || is_and(sign)) && is_number(number)).then_some(number)
    };
    let before = |token: usize| {
        (2..=3)
            .filter_map(|back| token.checked_sub(back))
            .find(|at| is_number(*at) && next(*at) == Some(token))
    };
    let first = std::iter::successors(Some(token), |at| before(*at)).take(FEWEST).last().unwrap_or(token);
    is_number(token) && std::iter::successors(Some(first), |at| next(*at)).take(FEWEST).count() == FEWEST
}

/// Whether a number is multiplied with the one behind it: `0.67*1/150`.
pub(crate) fn is_factor(page: &Page, token: usize) -> bool {
    let sign = page.tokens.list.get(token + 1).map(|sign| sign.kind);
    matches!(sign, Some(TokenKind::Symbol('\u{d7}' | '*'))) && page.figure_at(token + 2).is_some()
}

/// Whether a figure is one of those that a product is printed of, or is added to one: `0.81 x 5% = 4.05%`,
/// `1/7 + 6/7 x 1/4`.
pub(crate) fn is_in_a_product(page: &Page, token: usize) -> bool {
    /// So many figures are calculated with on each side.
    const MOST: usize = 4;
    let sign = |at: usize| match page.tokens.list.get(at).map(|sign| sign.kind) {
        Some(TokenKind::Symbol('\u{d7}' | '*' | '\u{b7}')) => Some(true),
        Some(TokenKind::Symbol('+')) => Some(false),
        _ => (page.word_at(at) == Some("x")).then_some(true),
    };
    let is_figure = |at: usize| page.figure_at(at).is_some();
    let behind = (0..MOST).map(|step| token + 1 + 2 * step);
    let behind = behind.map_while(|at| sign(at).filter(|_| is_figure(at + 1)));
    let before = (0..MOST).map_while(|step| token.checked_sub(1 + 2 * step));
    let before = before.map_while(|at| sign(at).filter(|_| at > 0 && is_figure(at - 1)));
    behind.chain(before).any(|is_product| is_product)
}

/// Whether a plain number is a part of a formula, or what a letter stands for: `3.33 × FloorDepth + 5-6`, `n = 5`. The
/// sign of a number stands right before it.
pub(crate) fn is_in_a_formula(page: &Page, token: usize) -> bool {
    /// What is multiplied has so many words.
    const MULTIPLIED: usize = 6;
    let list = &page.tokens.list;
    if is_factor(page, token) || is_term(page, token) {
        return true;
    }
    let apart = |first: usize| list[first].end < list[first + 1].start;
    token.checked_sub(1).is_some_and(|sign| match list[sign].kind {
        TokenKind::Symbol('\u{d7}' | '*') => true,
        TokenKind::Symbol('+') => apart(sign),
        // `with n = 5`
        TokenKind::Symbol('=') => {
            let before = sign.checked_sub(1).and_then(|letter| page.word_at(letter));
            before.is_some_and(|word| word.chars().count() == 1)
        }
        // `You multiply by 1.8`, `it multiplies the last roll by 0.9`
        _ => {
            let before = sign.saturating_sub(MULTIPLIED)..sign;
            let mut words = before.filter_map(|token| page.word_at(token));
            page.word_at(sign) == Some("by") && words.any(|word| word.starts_with("multipl"))
        }
    })
}

/// Whether a number is added in words: `5 or 6 plus 10/3 for every stage`.
fn is_term(page: &Page, token: usize) -> bool {
    let is_figure = |at: usize| page.figure_at(at).is_some();
    let is_sign = |at: usize| matches!(page.word_at(at), Some("plus" | "minus" | "times"));
    let is_either = page.word_at(token + 1) == Some("or") && is_figure(token + 2);
    let behind = if is_either { token + 3 } else { token + 1 };
    let before = token.checked_sub(2).is_some_and(|other| is_sign(token - 1) && is_figure(other));
    is_sign(behind) && is_figure(behind + 1) || before
}

/// Whether the words of a number give something that has no label: `with it`, `with the other flag`.
pub(crate) fn gives_the_unknown(
    page: &Page,
    mentions: &Mentions,
    own: &[Range<usize>],
    figure: usize,
) -> bool {
    const NEAR: usize = 7;
    let gives = |range: &Range<usize>, token: usize| {
        matches!(page.word_at(token), Some("with" | "without" | "under" | "during"))
            && !(token..token + 3).contains(&figure)
            && mentions.within(&(token + 1..(token + NEAR).min(range.end))).is_empty()
    };
    own.iter().any(|range| range.clone().any(|token| gives(range, token)))
}

/// The other end of the range that a figure is one end of.
pub(crate) fn partner(placed: &Placed) -> Option<usize> {
    match placed.place.kind {
        Numbering::Low => Some(placed.token + 2),
        Numbering::High => placed.token.checked_sub(2),
        _ => None,
    }
}

/// So near before a number stands the word for where something starts or ends.
const NEAR_END: usize = 6;

impl Reader<'_> {
    /// The numbers of a sentence that count something, and say nothing of what is given.
    pub(super) fn counting(&self, tokens: &Range<usize>) -> BTreeSet<usize> {
        let counts = |token: &usize| {
            let figure = self.page.figure_at(*token);
            let is_number = match figure.map(|figure| figure.shape) {
                Some(Shape::Number(_) | Shape::Interval(_)) => true,
                Some(Shape::Word(_)) => self.counts(*token),
                _ => false,
            };
            is_number && !self.mentions.is_given(*token)
        };
        let all: BTreeSet<usize> = tokens.clone().filter(counts).collect();
        // Of two that are a range the second ends what is said of both.
        let first = |token: &usize| self.pair(tokens, *token).is_some_and(|(first, _)| first == *token);
        all.iter().copied().filter(|token| !first(token)).collect()
    }

    /// The range that a number belongs to: `11 or 12`, `10 to 12`, `between 14 and 16`.
    fn pair(&self, tokens: &Range<usize>, token: usize) -> Option<(usize, usize)> {
        let number = |token: usize| {
            let figure = self.page.figure_at(token).filter(|_| tokens.contains(&token))?;
            let is_whole = matches!(&figure.shape, Shape::Number(number) if number.places == 0);
            let is_counted = is_whole && !self.mentions.is_given(token);
            figure.value().filter(|_| is_counted)
        };
        let word = |token: usize| self.page.word_at(token);
        let is_pair = |first: usize| {
            let Some((low, high)) = number(first).zip(number(first + 2)) else { return false };
            let before = first.checked_sub(1).and_then(word);
            let joins = match word(first + 1) {
                Some("or") => true,
                Some("to" | "through") => true,
                Some("and") => matches!(before, Some("between" | "either" | "both")),
                _ => false,
            };
            // `3 or 11 = 2/36` tells of each of the two.
            let is_each = self
                .page
                .tokens
                .list
                .get(first + 3)
                .is_some_and(|sign| matches!(sign.kind, TokenKind::Symbol('=' | ':' | '\u{2248}')));
            joins && !is_each && (low < high || low > high && word(first + 1) == Some("or"))
        };
        let found = [Some(token), token.checked_sub(2)].into_iter().flatten().find(|first| is_pair(*first));
        found.map(|first| (first, first + 2))
    }

    /// Which number of something a figure of a sentence is.
    pub(crate) fn kind(
        &self,
        tokens: &Range<usize>,
        (token, figure): (usize, &Figure),
        gives_chance: bool,
    ) -> Numbering {
        if let Some((first, _)) = self.pair(tokens, token) {
            return if first == token { Numbering::Low } else { Numbering::High };
        }
        match &figure.shape {
            Shape::Number(number) if number.places > 0 => Numbering::Mean,
            // `At least 10 means 10, 11 or 12.`
            _ if self.page.word_at(token + 1) == Some("means") => Numbering::Condition,
            _ if gives_chance || self.is_of_uses(tokens, token) => Numbering::Condition,
            // `With 80 it cannot go wrong`
            _ if token > tokens.start && matches!(self.page.word_at(token - 1), Some("with" | "after")) => {
                Numbering::Condition
            }
            _ => Numbering::Any,
        }
    }

    /// Whether a number says over how many uses a mean is told: `1.56 stars in 100 pulls`.
    fn is_of_uses(&self, tokens: &Range<usize>, token: usize) -> bool {
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        token > tokens.start
            && matches!(word(token - 1), "in" | "over" | "per" | "of" | "across" | "among" | "a" | "every")
            && self.mentions.is_some_use(token + 1)
            && tokens.clone().any(|other| other != token && has_places(self.page, other))
    }

    /// A number of which its words or those before it in the sentence say that it is a mean, or about so many: one without
    /// digits after its point is rounded, as means are hardly ever whole.
    pub(super) fn as_mean(&self, figure: Figure, told: &Range<usize>) -> Figure {
        let is_mean = |token: usize| self.page.word_at(token).is_some_and(|word| cues::MEAN.contains(&word));
        let is_hedged = figure.hedge == Hedge::About;
        let approximate = figure.approximate || is_hedged || told.clone().any(is_mean);
        Figure { approximate, ..figure }
    }

    /// Whether a token is a dash between two parts of a sentence.
    pub(super) fn is_dash(&self, token: usize) -> bool {
        let list = &self.page.tokens.list;
        let apart = |first: usize| {
            list.get(first).zip(list.get(first + 1)).is_some_and(|(first, next)| first.end < next.start)
        };
        let is_dash = matches!(list[token].kind, TokenKind::Symbol('-'));
        is_dash && token > 0 && apart(token - 1) && apart(token)
    }

    /// Whether a sentence states a chance, or tells of one. Cost: linear in its length.
    pub(super) fn gives_chance(&self, tokens: &Range<usize>) -> bool {
        let chance = |token: usize| {
            self.page.figure_at(token).is_some_and(|figure| states_chance(&figure))
                || self.page.word_at(token).is_some_and(|word| cues::CHANCE.contains(&word))
        };
        tokens.clone().any(chance)
    }

    /// The numbers of a cell that are the ends of a band: `0.22 to 0.30`.
    pub(super) fn ends_of_cell(&self, figures: &[(usize, Figure)]) -> BTreeMap<usize, Numbering> {
        let [(first, low), (second, high)] = figures else { return BTreeMap::new() };
        let numbers = [low, high].map(|figure| match &figure.shape {
            Shape::Number(number) => Some(number.value.clone()),
            _ => None,
        });
        let joins = |token: usize| match self.page.tokens.list[token].kind {
            TokenKind::Symbol(sign) => matches!(sign, '-' | '\u{2026}' | '/'),
            _ => self.page.word_at(token).is_some_and(|word| matches!(word, "to" | "or" | "and" | "through")),
        };
        let together = second - first == 2 && joins(first + 1);
        match numbers {
            [Some(low), Some(high)] if together && low < high => {
                BTreeMap::from([(*first, Numbering::Low), (*second, Numbering::High)])
            }
            _ => BTreeMap::new(),
        }
    }

    /// The other cells of a row that have labels and no figures.
    pub(super) fn labels_of_row(&self, grid: &Grid, row: usize, cell: usize) -> Vec<usize> {
        let cells: BTreeSet<usize> = (0..grid.columns)
            .filter_map(|column| grid.cell(row, column))
            .filter(|own| *own != cell)
            .collect();
        let is_label = |cell: &usize| {
            let mut tokens = self.tokens(&grid.cells[*cell].content);
            let states = |token: usize| {
                self.page.figure_at(token).is_some_and(|figure| !matches!(figure.shape, Shape::Word(_)))
            };
            !self.mentions.within(&tokens).is_empty() && !tokens.any(states)
        };
        cells.into_iter().filter(is_label).collect()
    }

    /// Whether some words tell of the ends of bands.
    pub(super) fn says_edge(&self, own: &[Range<usize>]) -> bool {
        let mut tokens = own.iter().flat_map(Clone::clone);
        tokens.any(|token| {
            let word = self.page.word_at(token);
            word.is_some_and(|word| cues::BELOW.contains(&word) || cues::ABOVE.contains(&word))
        })
    }

    /// Whether some words tell of chances, and not of means.
    pub(super) fn says_chance(&self, own: &[Range<usize>]) -> bool {
        let has = |words: &[&str]| {
            let mut tokens = own.iter().flat_map(Clone::clone);
            tokens.any(|token| self.page.word_at(token).is_some_and(|word| words.contains(&word)))
        };
        has(&cues::CHANCE) && !has(&cues::MEAN)
    }

    /// The decimals of a sentence that state chances: a word says so, or a label and a sign stand right before one.
    pub(super) fn decimal_chances(&self, tokens: &Range<usize>) -> BTreeSet<usize> {
        let page = self.page;
        // `> 0.95` is a bound.
        let is_bound = |token: usize| {
            let sign = token.checked_sub(1).map(|before| page.tokens.list[before].kind);
            matches!(sign, Some(TokenKind::Symbol('<' | '>' | '\u{2264}' | '\u{2265}')))
        };
        let decimal = |token: &usize| {
            !is_bound(*token) && page.figure_at(*token).is_some_and(|figure| is_decimal(&figure))
        };
        let all: Vec<usize> = tokens.clone().filter(decimal).collect();
        let [first, ..] = all.as_slice() else { return BTreeSet::new() };
        let has = |words: &[&str]| {
            tokens.clone().any(|token| page.word_at(token).is_some_and(|word| words.contains(&word)))
        };
        if has(&cues::MEAN) || has(&["per", "multiplies", "multiply", "times", "factor"]) {
            return BTreeSet::new();
        }
        let said = has(&cues::CHANCE);
        // `curse room: 0.5 - with the flag 0.625`
        let named = first.checked_sub(1).is_some_and(|sign| {
            matches!(page.tokens.list[sign].kind, TokenKind::Symbol(':' | '='))
                && !self.mentions.within(&(tokens.start..sign)).is_empty()
        });
        if said || named { all.into_iter().collect() } else { BTreeSet::new() }
    }

    /// Whether a word right before a number says where a state starts or ends: `begins with the offset at +5`.
    pub(super) fn is_of_a_state(&self, token: usize) -> bool {
        let near = token.saturating_sub(NEAR_END)..token;
        let is_state = |named: &Named| matches!(named.meaning, Meaning::State(_));
        let mut mentions =
            self.mentions.within(&(near.start..token + 1)).map(|mention| self.mentions.get(mention));
        self.has_end(near) && mentions.any(|mention| mention.named.iter().any(is_state))
    }

    /// Whether a word right before a number says that "it" starts or ends there: `a rare resets it to −5%`.
    pub(super) fn is_of_it(&self, token: usize) -> bool {
        let near = token.saturating_sub(NEAR_END)..token;
        near.clone().any(|token| self.page.word_at(token) == Some("it")) && self.has_end(near)
    }

    /// Whether a word says where something starts or ends.
    fn has_end(&self, mut near: Range<usize>) -> bool {
        let words = [&cues::START[..], &cues::FLOOR, &cues::CEILING];
        let is_end = |word: &str| words.iter().any(|words| words.contains(&word));
        near.any(|token| self.page.word_at(token).is_some_and(is_end))
    }

    /// Whether a word counts something: `by one`, `never more than two`, `three Barnacles`.
    pub(crate) fn counts(&self, token: usize) -> bool {
        let before = token.checked_sub(1).and_then(|before| self.page.word_at(before));
        // `Seven times as likely`
        let is_factor = self.page.word_at(token + 1) == Some("times")
            && matches!(self.page.word_at(token + 2), Some("as" | "more" | "likelier"));
        let is_counted = before.is_some_and(|before| cues::COUNTED.contains(&before));
        self.page.word_at(token).is_some_and(words::is_cardinal) && (is_counted || is_factor)
    }
}
