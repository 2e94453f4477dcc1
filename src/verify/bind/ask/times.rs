//! How often something comes in so many uses: `at least two rares in 50 cards`, `exactly 3 of 20`.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use super::candidate::Test;
use super::chains::Sought;
use super::question::Asker;
use super::subject::Subject;
use crate::exact::{Integer, Rational};
use crate::value::Value;
use crate::verify::bind::read::beside::number_at;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::ordinals::ordinal;
use crate::verify::bind::read::place::Place;

/// So many words before a number and its label, and behind them, may say whether more are meant.
const NEAR: usize = 3;

/// So many times at least, at most or exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Times {
    /// `Greater` for this and more, `Less` for this and fewer.
    pub(crate) way: Ordering,
    pub(crate) number: u64,
}

impl Times {
    /// Whether an event that came so often came as often as is said.
    pub(super) fn holds(self, count: i64) -> bool {
        let order = count.cmp(&i64::try_from(self.number).unwrap_or(i64::MAX));
        order == Ordering::Equal || order == self.way
    }

    /// The same of a number that one use has.
    pub(super) fn test(self) -> Test {
        let number = Rational::from(&Integer::from(i128::from(self.number)));
        match self.way {
            Ordering::Greater => Test::AtLeast(number),
            Ordering::Less => Test::AtMost(number),
            Ordering::Equal => Test::In(vec![Value::Number(number)]),
        }
    }

    /// What is sought of so many uses: that something has come, or has not, has a question of its own.
    pub(super) fn sought(self, uses: u64) -> Sought {
        match (self.way, self.number) {
            (Ordering::Greater, 1) => Sought::Within(uses),
            (Ordering::Equal | Ordering::Less, 0) => Sought::NotYet(uses),
            _ => Sought::Times(self, uses),
        }
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = if self.number == 1 { "time" } else { "times" };
        let way = match self.way {
            Ordering::Greater => "at least",
            Ordering::Less => "at most",
            Ordering::Equal => "exactly",
        };
        write!(f, "{way} {} {times}", self.number)
    }
}

impl Asker<'_, '_> {
    /// How often an event is to come that is one of several things or that is there or not; nothing where no number is
    /// said of it, or one that says what something else is.
    pub(super) fn times(&self, place: &Place, subject: &Subject) -> Vec<Times> {
        let is_number = |value: &Value| value.as_number().is_some();
        let is_thing = matches!(&subject.test, Test::In(values) if !values.iter().any(is_number));
        let [mention] = subject.mentions[..] else { return Vec::new() };
        let found = self.mentions.get(mention);
        let within = place.layers.all().find(|range| range.contains(&found.tokens.start));
        let Some(within) = within.filter(|_| is_thing || place.times.is_some()) else { return Vec::new() };
        let beside = || {
            let (token, number) = self.count_of(found, within)?;
            let is_use = place.uses.iter().any(|uses| uses.token == token);
            let is_place = self.page.word_at(token).and_then(ordinal).is_some();
            let is_count = number.is_integer() && token != place.figure && !is_use && !is_place;
            let number = number.to_i64().filter(|_| is_count)?;
            let whole = token.min(found.tokens.start)..found.tokens.end.max(token + 1);
            let near = whole.start.saturating_sub(NEAR).max(within.start)..(whole.end + NEAR).min(within.end);
            Some((number, self.way(near)))
        };
        let in_heads = || {
            let way = place.layers.own().iter().find_map(|head| self.way(head.clone()));
            Some((place.times?, way))
        };
        let is_own =
            place.in_table || place.layers.own().iter().any(|range| range.contains(&found.tokens.start));
        let again = if is_own { Vec::new() } else { self.times_again(place) };
        if !again.is_empty() {
            return again;
        }
        // `Expect 2.62 rares; at least two come in 94.6%`
        let come = || {
            let comes =
                |token: usize| matches!(self.page.word_at(token + 1), Some("come" | "drop" | "appear"));
            let mut own = place.tokens(Layer::Own).filter(|token| !place.in_table && comes(*token));
            own.find_map(|token| {
                let number = number_at(self.page, token).filter(Rational::is_integer)?.to_i64()?;
                Some((number, Some(self.way(token.saturating_sub(NEAR)..token)?)))
            })
        };
        in_heads().or_else(beside).or_else(come).map(|(number, way)| of(number, way)).unwrap_or_default()
    }

    /// How often what was told right before is to come now: `of at least two it is 81%, of exactly two 54%`.
    pub(super) fn times_again(&self, place: &Place) -> Vec<Times> {
        let own = place.tokens(Layer::Own);
        let mut own = own.filter(|token| *token != place.figure && !self.mentions.is_given(*token));
        let number = |token: usize| {
            let number = number_at(self.page, token).filter(Rational::is_integer)?.to_i64()?;
            let way = self.way(token.saturating_sub(NEAR)..token + NEAR)?;
            Some((number, way))
        };
        own.find_map(number).map(|(number, way)| of(number, Some(way))).unwrap_or_default()
    }

    /// Whether so many or more are meant, or fewer, or just these, where words say so; and how many more or fewer than that.
    pub(super) fn way(&self, mut tokens: Range<usize>) -> Option<(Ordering, i64)> {
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let is_no = |token: usize| token > 0 && matches!(word(token - 1), "no" | "not");
        tokens.find_map(|token| match (word(token), word(token + 1)) {
            ("at", "least") | ("or", "more") => Some((Ordering::Greater, 0)),
            ("at", "most") | ("or", "fewer" | "less") => Some((Ordering::Less, 0)),
            ("more", "than") if is_no(token) => Some((Ordering::Less, 0)),
            ("more", "than") => Some((Ordering::Greater, 1)),
            ("fewer" | "less", "than") if is_no(token) => Some((Ordering::Greater, 0)),
            ("fewer" | "less", "than") => Some((Ordering::Less, -1)),
            ("exactly" | "precisely" | "just" | "only", _) => Some((Ordering::Equal, 0)),
            _ => None,
        })
    }
}

/// So many times, more or fewer; where no word says which, this and more, and just these.
fn of(number: i64, way: Option<(Ordering, i64)>) -> Vec<Times> {
    let ways = match way {
        Some(way) => vec![way],
        None => vec![(Ordering::Greater, 0), (Ordering::Equal, 0)],
    };
    let times = |(way, off): (Ordering, i64)| {
        Some(Times { way, number: u64::try_from(number.checked_add(off)?).ok()? })
    };
    ways.into_iter().filter_map(times).collect()
}
