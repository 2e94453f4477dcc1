//! Chances that are told in several words: `one in five`, `3 of 10 floors`, `nine runs in ten`, `a quarter of`.

use super::Joiner;
use crate::exact::Rational;
use crate::page::figure::{Figure, Hedge, Shape, Written};
use crate::page::lexer::{TokenKind, word_figure};
use crate::page::word::Word;

/// What a chance is told of: `nine runs in ten`, `1 time in 10`.
const TRIED: [&str; 28] = [
    "time", "times", "case", "cases", "run", "runs", "game", "games", "player", "players", "people", "room",
    "rooms", "floor", "floors", "seed", "seeds", "try", "tries", "attempt", "attempts", "roll", "rolls",
    "card", "cards", "reward", "rewards", "pulls",
];
/// Words that a noun stands before, and none after.
const AFTER_A_NOUN: [&str; 18] = [
    "in", "with", "at", "on", "for", "when", "if", "under", "and", "but", "or", "while", "without", "after",
    "before", "once", "by", "from",
];

impl Joiner {
    /// `nine runs in ten`, `two in five`, `in 3 of 10 harvests`, `four times out of five`
    pub(super) fn some_of(&self, at: usize) -> Option<(Figure, usize)> {
        const MOST: i64 = 100;
        let some = self.count(at)?;
        let is_spelled = |at: usize| self.figure(at).is_none();
        let before = at.checked_sub(1);
        // `At least one boon in three offerings` is told of three of them.
        let is_count = before.is_some_and(|before| self.is_word(before, &["least"])) && self.is_noun(at + 4);
        let is_tried =
            self.is_word(at + 1, &TRIED) || some == Rational::ONE && self.is_noun(at + 1) && !is_count;
        let is_spoken = is_spelled(at) && is_spelled(at + 3) && self.is_noun(at + 1);
        let is_last = || is_spoken && self.is_after_a_noun(at + 4);
        let has_in = self.is_word(at + 2, &["in"]) && (is_tried || is_last());
        let has_of = self.is_word(at + 2, &["of"]) && (is_tried && is_spoken || is_last());
        // `One rainy day in four`
        let is_one = some == Rational::ONE && is_spelled(at) && !is_count;
        let has_two =
            || is_one && self.is_noun(at + 1) && self.is_noun(at + 2) && self.is_word(at + 3, &["in"]);
        let has_out = is_tried && self.is_word(at + 2, &["out"]) && self.is_word(at + 3, &["of"]);
        let (last, is_told) = if has_in || has_of {
            (at + 3, true)
        } else if has_out || has_two() && is_spelled(at + 4) {
            (at + 4, true)
        } else if self.is_word(at + 1, &["in"]) {
            (at + 2, is_spelled(at) && is_spelled(at + 2))
        } else {
            let is_in = before.is_some_and(|before| self.is_word(before, &["in", "on", "for"]));
            (at + 2, self.is_word(at + 1, &["of"]) && is_in && self.is_noun(at + 3))
        };
        // `One room in twenty-one`
        let (all, last) = match self.tens_and_units(last) {
            Some((all, taken)) => (all, last + taken - 1),
            None => (self.count(last)?, last),
        };
        if !is_told {
            return None;
        }
        let is_share =
            some < all && (all <= Rational::from(MOST) || some == Rational::ONE) && !some.is_zero();
        let (figure, taken) = is_share.then(|| self.chance(some.checked_div(&all)?, at..=last))??;
        // `1 room in 5` is rounded as `1 in 5` is; of a few `one out of five rooms` is a fifth.
        let has_digits = self.figure(last).is_some() && all.is_integer();
        let is_one_in = some == Rational::ONE && has_digits && self.is_word(last - 1, &["in"]);
        let of = Written { value: all, places: 0 };
        Some((if is_one_in { Figure { shape: Shape::OneIn(of), ..figure } } else { figure }, taken))
    }

    fn is_noun(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(TokenKind::Word(_)))
            && !self.is_word(at, &AFTER_A_NOUN)
            && !self.is_word(
                at,
                &["the", "of", "to", "is", "are", "a", "an", "more", "them", "these", "those", "out"],
            )
    }

    /// Whether what stands before a token is complete without a noun: a sign or a word such as `in` follows.
    fn is_after_a_noun(&self, at: usize) -> bool {
        match self.kind(at) {
            None | Some(TokenKind::LineEnd) => true,
            Some(TokenKind::Symbol(sign)) => matches!(sign, ',' | '.' | ';' | ')' | ':'),
            Some(TokenKind::Word(_)) => self.is_word(at, &AFTER_A_NOUN),
            Some(_) => false,
        }
    }

    /// `ninety percent`, `twenty-five per cent`
    pub(super) fn spelled_percent(&self, at: usize) -> Option<(Figure, usize)> {
        if self.figure(at).is_some() {
            return None;
        }
        let (value, taken) = match self.tens_and_units(at) {
            Some(both) => both,
            None => (self.count(at)?, 1),
        };
        let next = at + taken;
        let signs = if self.is_word(next, &["percent"]) {
            1
        } else if self.is_word(next, &["per"]) && self.is_word(next + 1, &["cent"]) {
            2
        } else {
            return None;
        };
        let last = next + signs - 1;
        let (figure, taken) = self.chance(Rational::ONE, at..=last)?;
        Some((
            Figure { shape: Shape::Percent(Written { value, places: 0 }), hedge: Hedge::None, ..figure },
            taken,
        ))
    }

    /// `twenty-five`: its value, and how many tokens it takes.
    fn tens_and_units(&self, at: usize) -> Option<(Rational, usize)> {
        let (ten, hundred) = (Rational::from(10), Rational::from(100));
        let tens = self
            .count(at)
            .filter(|tens| *tens > ten && *tens < hundred && (tens * &Rational::new(1, 10)).is_integer())?;
        let next = at + 1 + usize::from(self.is_symbol(at + 1, &['-']));
        let units = self.count(next).filter(|units| *units < ten && !units.is_zero())?;
        let is_spelled = self.figure(at).is_none() && self.figure(next).is_none();
        is_spelled.then(|| (&tens + &units, next + 1 - at))
    }

    /// `thirty-one`
    pub(super) fn spelled_number(&self, at: usize) -> Option<(Figure, usize)> {
        let (value, taken) = self.tens_and_units(at)?;
        let (figure, taken) = self.chance(Rational::ONE, at..=at + taken - 1)?;
        let shape = Shape::Word(Word::Count(value.to_i64()?));
        Some((Figure { shape, hedge: Hedge::None, ..figure }, taken))
    }

    /// `3 out of 10`, `two thirds`, `a quarter of`, `every twentieth`
    pub(super) fn spelled(&self, at: usize) -> Option<(Figure, usize)> {
        const PARTS: [&str; 10] = [
            "thirds", "quarters", "fourths", "fifths", "sixths", "sevenths", "eighths", "ninths", "tenths",
            "twentieths",
        ];
        const PART: [&str; 10] = [
            "third", "quarter", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
            "twentieth",
        ];
        const OF: [i64; 10] = [3, 4, 4, 5, 6, 7, 8, 9, 10, 20];
        let part = |at: usize, names: &[&str]| {
            let place = names.iter().position(|name| self.is_word(at, &[*name]))?;
            OF.get(place).map(|of| Rational::from(*of))
        };
        if self.is_word(at + 1, &["out"]) && self.is_word(at + 2, &["of"]) {
            let (some, all) = (self.count(at)?, self.count(at + 3)?);
            return (some < all).then(|| self.chance(some.checked_div(&all)?, at..=at + 3))?;
        }
        let next = at + 1 + usize::from(self.is_symbol(at + 1, &['-']));
        if let (Some(some), Some(of)) =
            (self.count(at).filter(|_| self.figure(at).is_none()), part(next, &PARTS))
        {
            return (some < of).then(|| self.chance(some.checked_div(&of)?, at..=next))?;
        }
        // `a third chest` is the third one; where no noun follows it is a share.
        let is_share = |at: usize| {
            self.is_word(at, &["of", "chance", "chances", "probability"])
                || self.is_word(at, &["the"]) && self.is_word(at + 1, &["time"])
                || !self.is_word(at, &["time", "one"]) && self.is_after_a_noun(at)
        };
        if self.is_word(at, &["a", "one", "every"]) {
            let of = part(next, &PART)?;
            // `Every fifth` is said as roughly as `one in five`.
            if self.is_word(at, &["every"]) {
                let (figure, taken) = self.chance(Rational::ONE.checked_div(&of)?, at..=next)?;
                let shape = Shape::OneIn(Written { value: of, places: 0 });
                return Some((Figure { shape, hedge: Hedge::None, ..figure }, taken));
            }
            return is_share(next + 1).then(|| self.chance(Rational::ONE.checked_div(&of)?, at..=next))?;
        }
        let time = self.is_word(at, &["half"])
            && (self.is_word(at + 1, &["the"]) && self.is_word(at + 2, &["time"])
                || self.is_word(at + 1, &["of"])
                    && self.is_word(at + 2, &["the"])
                    && self.is_word(at + 3, &["time"])
                || self.is_word(at + 1, &["chance", "chances"]));
        time.then(|| self.chance(Rational::new(1, 2), at..=at))?
    }

    /// `Sixty` of `out of a hundred finds, sixty are shards and ten are coins`.
    pub(super) fn of_a_hundred(&self, at: usize) -> Option<(Figure, usize)> {
        const AGO: usize = 40;
        const ARE: [&str; 10] = ["are", "is", "have", "has", "hold", "contain", "give", "will", "end", "get"];
        const COUNTED: [&str; 10] =
            ["i", "we", "my", "our", "points", "opened", "tested", "logged", "tried", "recorded"];
        let (some, taken) = self.tens_and_units(at).or_else(|| Some((self.count(at)?, 1)))?;
        let hundred = Rational::from(100);
        if !self.is_word(at + taken, &ARE) || some.is_zero() || some >= hundred {
            return None;
        }
        let is_hundred = |at: usize| {
            let is_all =
                |at: usize| self.is_word(at, &["hundred"]) || self.count(at).as_ref() == Some(&hundred);
            let number = at + 1 + usize::from(self.is_word(at + 1, &["a", "one", "every", "each"]));
            self.is_word(at, &["of", "in"])
                && is_all(number)
                && matches!(self.kind(number + 1), Some(TokenKind::Word(_)))
        };
        let is_end = |at: usize| {
            matches!(self.kind(at), Some(TokenKind::LineEnd | TokenKind::Symbol('.' | '?' | '!')))
        };
        let before = (at.saturating_sub(AGO)..at).rev().take_while(|before| !is_end(*before));
        // What somebody counted, or points of something, is no share.
        let is_counted = |at: usize| self.is_word(at, &COUNTED);
        let first = before.clone().find(|before| is_hundred(*before))?;
        if (first..at).any(is_counted) {
            return None;
        }
        let (figure, taken) = self.chance(Rational::ONE, at..=at + taken - 1)?;
        let shape = Shape::Percent(Written { value: some, places: 0 });
        Some((Figure { shape, hedge: Hedge::None, ..figure }, taken))
    }

    /// `2 in 8 (25%)`, `3 in 20 casts (15%)`, `2 in 9.`: with a noun and without a percentage it may be said of anything.
    pub(super) fn several_in(&self, at: usize) -> Option<(Figure, usize)> {
        const MOST: i64 = 5000;
        /// So many words stand before the bracket at most: `3 in 8 hatch female (37.5%)`.
        const BETWEEN: usize = 3;
        let whole = |at: usize| match &self.figure(at)?.shape {
            Shape::Number(number) if number.places == 0 && number.value > Rational::ONE => {
                Some(&number.value)
            }
            _ => None,
        };
        let (some, all) = (whole(at)?, self.is_word(at + 1, &["in"]).then(|| whole(at + 2))??);
        let year = Rational::from(1900) <= *all && *all <= Rational::from(2100);
        let is_word = |at: usize| matches!(self.kind(at), Some(TokenKind::Word(_)));
        let words = (0..=BETWEEN).take_while(|word| *word == 0 || is_word(at + 2 + word)).last();
        let next = at + 3 + words.unwrap_or(0);
        let percent = self.figure(next + 1).is_some_and(|figure| matches!(figure.shape, Shape::Percent(_)));
        let bracketed = self.is_symbol(next, &['(']) && percent && self.is_symbol(next + 2, &[')']);
        if some >= all || year {
            return None;
        }
        if !bracketed {
            // Where no noun follows it counts nothing: `coins 2 in 9, hearts 1 in 4`
            let ends = self.is_symbol(at + 3, &[',', ';', '.', ')', '|'])
                || self.is_word(at + 3, &["chance", "chances", "odds"])
                || matches!(self.kind(at + 3), None | Some(TokenKind::LineEnd));
            // `140 in 1,000` is rounded.
            let is_rounded = *all == Rational::from(1_000);
            return (ends && !is_rounded && *all <= Rational::from(MOST))
                .then(|| self.chance(some.checked_div(all)?, at..=at + 2))?;
        }
        // With a word between, what is far from it may be said of something else.
        let off = &some.checked_div(all)? - &self.figure(next + 1)?.value()?;
        if next > at + 3 && off.abs() > Rational::new(1, 20) {
            return None;
        }
        self.chance(some.checked_div(all)?, at..=at + 2)
    }

    /// `140 in 1000`, `1397 out of 10,000`, `3 per 100`: what was rounded to as many digits as the second number has.
    pub(super) fn of_a_power(&self, at: usize) -> Option<(Figure, usize)> {
        const POWERS: [(i64, usize); 5] = [(100, 0), (1_000, 1), (10_000, 2), (100_000, 3), (1_000_000, 4)];
        let whole = |at: usize| match &self.figure(at)?.shape {
            Shape::Number(number) if number.places == 0 => Some(number.value.clone()),
            _ => None,
        };
        let last = if self.is_word(at + 1, &["in", "per"]) {
            at + 2
        } else if self.is_word(at + 1, &["out"]) && self.is_word(at + 2, &["of"]) {
            at + 3
        } else {
            return None;
        };
        let (some, all) = (whole(at)?, whole(last)?);
        let (of, places) = *POWERS.iter().find(|(power, _)| Rational::from(*power) == all)?;
        let is_several = Rational::ONE < some && some < all;
        let value = &some * &Rational::new(100, of);
        let (figure, taken) = is_several.then(|| self.chance(Rational::ONE, at..=last))??;
        Some((Figure { shape: Shape::Percent(Written { value, places }), ..figure }, taken))
    }

    /// `1 in 5`, `one in five`, `one per 5`, `once in 100`, `once every 40`
    pub(super) fn one_in(&self, at: usize) -> Option<(Figure, usize)> {
        let first = self.old.list.get(at)?;
        let is_one = match self.figure(at) {
            Some(figure) => {
                matches!(&figure.shape, Shape::Number(one) if one.value == Rational::ONE && one.places == 0)
            }
            None => self.is_word(at, &["one", "once"]),
        };
        let is_once = self.is_word(at, &["once"]);
        // `At least once in ten swings` is told of ten of them.
        let is_often = is_once
            && at
                .checked_sub(1)
                .is_some_and(|before| self.is_word(before, &["least", "than", "most", "exactly"]));
        let number_one = at.checked_sub(1).is_some_and(|before| self.is_word(before, &["number", "no"]));
        let joins = self.is_word(at + 1, &["in", "per"]) || is_once && self.is_word(at + 1, &["every"]);
        let is_out = self.is_word(at + 1, &["out"]) && self.is_word(at + 2, &["of"]);
        if !is_one || is_often || number_one || !joins && !is_out {
            return None;
        }
        let number = at + 2 + usize::from(is_out);
        let mut end = number;
        let of = match self.figure(number) {
            Some(Figure { shape: Shape::Number(number), .. }) => number.clone(),
            Some(_) => return None,
            None => match (self.tens_and_units(number), word_figure(&self.old, self.old.list.get(number)?)) {
                (Some((value, taken)), _) => {
                    end = number + taken - 1;
                    Written { value, places: 0 }
                }
                (_, Some(Word::Count(count))) if count > 1 => {
                    Written { value: Rational::from(count), places: 0 }
                }
                _ => return None,
            },
        };
        let last = self.old.list.get(end)?;
        // `One out of five` is a fifth, and `one out of 26` rounded.
        if of.value <= Rational::ONE || is_out && of.value < Rational::from(10) {
            return None;
        }
        let approximate = self.figure(number).is_some_and(|figure| figure.approximate);
        let taken = end + 1 - at;
        // `1 in 292 million` is no exact number.
        if let Some((times, last)) = self.thousands(number + 1) {
            let of = Written { value: &of.value * &times, places: 0 };
            let range = first.start as usize..last;
            let figure = Figure { shape: Shape::OneIn(of), approximate, hedge: Hedge::About, range };
            return Some((figure, taken + 1));
        }
        let range = first.start as usize..last.end as usize;
        Some((Figure { shape: Shape::OneIn(of), approximate, hedge: Hedge::None, range }, taken))
    }

    /// What a word such as "million" makes of the number before it, and where it ends.
    fn thousands(&self, at: usize) -> Option<(Rational, usize)> {
        const WORDS: [(&str, i64); 4] = [
            ("thousand", 1_000),
            ("million", 1_000_000),
            ("billion", 1_000_000_000),
            ("trillion", 1_000_000_000_000),
        ];
        let (_, times) = WORDS.iter().find(|(word, _)| self.is_word(at, &[word]))?;
        Some((Rational::from(*times), self.old.list.get(at)?.end as usize))
    }
}
