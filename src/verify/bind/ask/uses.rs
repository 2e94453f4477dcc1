//! Questions about many uses of a mechanic: how many uses stand in a sentence, and what is asked of them.

use std::ops::Range;

use super::candidate::{Candidate, Measure, Test};
use super::chains::Sought;
use super::laws::{Asked, Stage};
use super::question::Asker;
use super::subject::Subject;
use crate::exact::{Integer, Rational};
use crate::names::{Meaning, Named};
use crate::page::TokenKind;
use crate::value::Value;
use crate::verify::bind::read::beside::number_at;
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::ordinals::{MOST_USES, OF_USES, ordinal, place_of_use};
use crate::verify::bind::read::place::{Numbering, Place};
use crate::verify::bind::read::told::{happens_often, still_waits};

/// How often something comes is not counted in more uses than these.
const MOST_COUNTED: u64 = 200;
/// What comes in more uses than these is not summed up.
const MOST_SUMMED: u64 = 100;
/// Words that say that a number of uses is asked for.
const UNTIL: [&str; 6] = ["until", "till", "takes", "take", "needed", "before"];
/// So many uses may begin a sentence: of fewer something else may be told.
const MANY: u64 = 10;

impl Asker<'_, '_> {
    /// Whether a word is what one use of a mechanic is called.
    pub(super) fn is_use(&self, token: usize, index: usize) -> bool {
        self.page.word_at(token).is_some_and(|word| self.names.is_use(index, word))
    }

    /// The number of uses that a token is: `among the first 40 cards`, `by pull 80`, `by the tenth reward`; where uses
    /// were named before also `within 30` and `by the tenth`.
    fn count_of_uses(&self, place: &Place, range: &Range<usize>, token: usize, index: usize) -> Option<u64> {
        if place.since.iter().any(|since| since.token == Some(token)) {
            return None;
        }
        let word = |back: usize| self.page.word_before(token, back);
        let place_of = || {
            let is_by = matches!((word(2), word(1)), (Some("by" | "until"), Some("the" | "your")));
            // `On your 55th pull or earlier`
            let is_earlier = self.is_use(token + 1, index)
                && self.page.word_at(token + 2) == Some("or")
                && matches!(self.page.word_at(token + 3), Some("earlier" | "sooner" | "before"));
            ordinal(self.page.word_at(token)?).filter(|_| is_by || is_earlier)
        };
        let in_line = place_of();
        let is_place = in_line.is_some();
        let is_within = is_place || matches!(word(1), Some("within"));
        let number = in_line.or_else(|| number_at(self.page, token)).filter(Rational::is_integer)?;
        let is_use = |token: usize| self.is_use(token, index);
        // `After 30 low-tide crates`, `after five normal fights`
        let labels = self
            .mentions
            .within(&(token + 1..token + 2))
            .map(|mention| self.mentions.get(mention).tokens.end);
        let next = labels.max().unwrap_or(token + 1);
        let after = token + 1 < range.end && (is_use(token + 1) || is_use(next - 1))
            || next < range.end && is_use(next);
        let before = token > range.start && is_use(token - 1);
        let first = token - usize::from(before && !after);
        let mut near = first.saturating_sub(2).max(range.start)..first;
        let is_cued = near.any(|token| self.page.word_at(token).is_some_and(|word| OF_USES.contains(&word)));
        let number: u64 = number.to_string().parse().ok()?;
        // `A hundred pulls give 1.6 stars`
        let is_first = || number >= MANY && self.begins_a_sentence(first);
        let near = place.tokens(Layer::Earlier);
        let goes_on = || is_within && self.page.word_at(token + 1).is_none() && near.clone().any(is_use);
        // `40 cards without a single rare`
        let lacks =
            || after && (token + 2..next + 2).any(|token| self.page.word_at(token) == Some("without"));
        // `The rarity of card 10` is that of one.
        let is_up_to = is_cued && word(2) != Some("of");
        let is_told =
            after && (is_cued || is_place || is_first()) || before && is_up_to || lacks() || goes_on();
        (is_told && (2..=MOST_USES).contains(&number)).then_some(number)
    }

    /// The share that a figure states, where it is a round one in words, or in a table, and a number of uses is the one
    /// within which so many have an event: `nine in ten by pull 46`, though it is 94.6%. In a text a share in digits is
    /// meant as it stands.
    pub(super) fn share_of(
        &mut self,
        asked: &Asked,
        sought: &Sought,
        test: &Test,
        (figure, in_table): (usize, bool),
    ) -> Option<Rational> {
        let Sought::Within(uses) = sought else { return None };
        let share = self.page.figure_at(figure)?.value()?;
        let is_in_digits = || self.page.token_text(figure).contains(|c: char| c.is_ascii_digit());
        if !in_table && is_in_digits() {
            return None;
        }
        let level = Sought::Level(share.clone());
        let is_own = level.is_stated()
            && self.laws.chain(asked, &level, test)? == Rational::from(&Integer::from(i128::from(*uses)));
        is_own.then_some(share)
    }

    /// `The most common number is 64`
    fn says_most_common(&self, place: &Place) -> bool {
        let mut own = place.tokens(Layer::Own);
        own.any(|token| {
            self.page.word_at(token) == Some("most")
                && matches!(self.page.word_at(token + 1), Some("common" | "frequent" | "usual" | "probable"))
        })
    }

    /// Whether nothing but an article stands before a word in its sentence.
    fn begins_a_sentence(&self, token: usize) -> bool {
        let is_article = token > 0 && matches!(self.page.word_at(token - 1), Some("a" | "one"));
        let before = (token - usize::from(is_article)).checked_sub(1);
        before.is_none_or(|before| match self.page.tokens.list[before].kind {
            TokenKind::Symbol(sign) => matches!(sign, '.' | ':' | '!' | '?' | '*' | '>'),
            kind => kind == TokenKind::LineEnd,
        })
    }

    /// What a table is called: its caption, else a line right before it that begins with the name of a mechanic
    /// and a colon.
    fn title<'p>(&self, place: &'p Place) -> impl Iterator<Item = &'p Range<usize>> + use<'p> {
        let (captions, said) =
            (place.layers[Layer::Said].as_slice(), place.layers[Layer::Earlier].as_slice());
        let is_captioned = !captions.iter().all(Range::is_empty);
        let begins = |line: &Range<usize>| {
            let first = self.mentions.within(line).next().map(|mention| self.mentions.get(mention));
            first.is_some_and(|first| {
                let is_title = |named: &Named| named.meaning == Meaning::Mechanic;
                let next = self.page.tokens.list.get(first.tokens.end).map(|token| token.kind);
                first.named.iter().any(is_title)
                    && next == Some(TokenKind::Symbol(':'))
                    && (line.start..first.tokens.start).all(|token| self.page.word_at(token).is_none())
            })
        };
        let title = said.first().filter(|line| !is_captioned && begins(line));
        captions.iter().chain(title).take(if place.in_table { usize::MAX } else { 0 })
    }

    /// The number of the use that a figure of a text is about, with its token: `the tenth card is rare with 3.3%`,
    /// `pull 41 is at 9.2%`.
    pub(crate) fn place_in_line(&self, place: &Place, index: usize) -> Option<(usize, u64)> {
        // Over a table its caption says it: `Rarity of card 10`.
        let own = (!place.in_table).then(|| place.layers.own().iter()).into_iter().flatten();
        let title = self.title(place).filter(|_| place.uses.is_empty());
        own.chain(title)
            .flat_map(|range| range.clone().map(move |token| (range, token)))
            .filter(|(_, token)| *token != place.figure)
            .filter(|(range, token)| self.count_of_uses(place, range, *token, index).is_none())
            .find_map(|(_, token)| Some((token, place_of_use(self.page, self.names, index, token)?)))
    }

    /// Whether what is said around a figure names the uses of a mechanic, or says that something takes some.
    pub(super) fn tells_of_uses(&self, place: &Place, index: usize) -> bool {
        const NEAR: usize = 5;
        let is_use = |token: usize| self.is_use(token, index);
        let figure = place.figure;
        let mut near = figure.saturating_sub(1)..figure + NEAR;
        // `The likeliest card to be the first is number 17`
        let is_numbered = || {
            let before = self.page.word_before(figure, 1);
            before == Some("number") && place.tokens(Layer::Own).any(is_use)
        };
        let takes = |range: &Range<usize>| self.has([range], &cues::TAKES);
        let all = || place.layers.upto(Layer::After).chain(self.title(place));
        all().any(takes)
            || near.any(is_use)
            || is_numbered()
            || place.in_table && all().flat_map(Clone::clone).any(is_use)
    }

    /// Whether words around a figure tell of the long run: `overall`, `of all cards`, or `Over a whole season` over it. All
    /// players are no cards.
    fn tells_of_the_long_run(&self, place: &Place, index: usize) -> bool {
        let titles = if place.in_table { Layer::Said } else { Layer::Heading };
        if self.has(place.layers.between(titles, Layer::Heading), &cues::LONG_TITLE) {
            return true;
        }
        let mut near = place.tokens(Layer::After);
        near.any(|token| match self.page.word_at(token) {
            Some("all" | "every") => {
                let other = |token: usize| {
                    self.page
                        .word_at(token)
                        .is_some_and(|word| happens_often(word) && !self.names.is_use(index, word))
                };
                // `All five are rare`
                let is_counted = number_at(self.page, token + 1).is_some();
                !other(token + 1) && !other(token + 2) && !is_counted
            }
            Some(word) => cues::LONG.contains(&word),
            None => false,
        })
    }

    /// Whether a figure says how many of the uses of a mechanic it is: `58.2% of days are sunny and 9.1% have hail`. That
    /// may be told of the first as well.
    fn is_part_of_uses(&self, place: &Place, index: usize) -> bool {
        let word = |token: usize| self.page.word_at(token);
        let is_part = |figure: usize| {
            word(figure + 1) == Some("of")
                && word(figure + 2).is_some_and(|word| self.names.is_use(index, word))
        };
        let states = |token: &usize| self.page.figure_at(*token).is_some_and(|figure| figure.is_chance());
        let before = || place.layers[Layer::Before].iter().flat_map(Clone::clone).rfind(states);
        let figure = place.figure;
        let goes_on = || figure > 0 && word(figure - 1) == Some("and") && before().is_some_and(is_part);
        is_part(figure) || goes_on()
    }

    /// The numbers of uses that stand around a figure, each with its token.
    pub(crate) fn uses(&self, place: &Place, index: usize) -> Vec<(usize, u64)> {
        let mut found = self.uses_within(place, Layer::After, index);
        // A table that counts how often something comes says over it in how many.
        if place.times.is_some() {
            found.extend(self.uses_in(place, self.title(place), index));
        }
        found
    }

    /// The same in the layers around it down to one.
    pub(super) fn uses_within(&self, place: &Place, last: Layer, index: usize) -> Vec<(usize, u64)> {
        let heads = place.uses.iter().filter(|uses| uses.mechanic == index);
        let said = self.uses_in(place, place.layers.upto(last), index);
        heads.map(|uses| (uses.token, uses.number)).chain(said).collect()
    }

    fn uses_in<'r>(
        &self,
        place: &Place,
        ranges: impl IntoIterator<Item = &'r Range<usize>>,
        index: usize,
    ) -> Vec<(usize, u64)> {
        let all = ranges.into_iter().flat_map(|range| range.clone().map(move |token| (range, token)));
        all.filter(|(_, token)| *token != place.figure && !place.uses.iter().any(|uses| uses.token == *token))
            .filter_map(|(range, token)| Some((token, self.count_of_uses(place, range, token, index)?)))
            .collect()
    }

    /// The chances that stand in the sentence of a figure: at what share of runs a number of uses is asked for.
    pub(super) fn levels(&self, place: &Place, index: usize) -> Vec<Rational> {
        // `Half have it by card 19, nine in ten by card 31`: each share has its own number.
        let others = self.uses(place, index);
        let is_of_another = |token: usize| {
            let between = token.min(place.figure)..token.max(place.figure);
            others.iter().any(|(other, _)| between.contains(other))
        };
        let tokens = place.tokens(Layer::After);
        let tokens = tokens.filter(|token| *token != place.figure && !is_of_another(*token));
        let level = |token: usize| {
            let value = self.page.figure_at(token).filter(|figure| figure.is_chance())?.value()?;
            (!value.is_negative() && !value.is_zero() && value < Rational::ONE).then_some(value)
        };
        let mut levels: Vec<Rational> = tokens.filter_map(level).collect();
        // `After 30 crates 74% are still waiting`: 26% have one within 30.
        if still_waits(self.page, place.layers.upto(Layer::Before)) {
            levels.iter_mut().for_each(|level| *level = &Rational::ONE - &*level);
        }
        levels.sort();
        levels.dedup();
        levels
    }

    /// Whether a plain number is a whole one.
    fn is_whole(&self, token: usize) -> bool {
        self.page.figure_at(token).and_then(|figure| figure.value()).is_none_or(|value| value.is_integer())
    }

    /// Whether about this share of runs have had an event within so many uses: nobody tells 49.8% otherwise than as half.
    fn is_about(&mut self, asked: &Asked, uses: u64, share: &Rational, test: &Test) -> bool {
        let Some(within) = self.laws.chain(asked, &Sought::Within(uses), test) else { return false };
        let narrow = share.clone().min(&Rational::ONE - share);
        (&within - share).abs() <= &narrow * &Rational::new(1, 20)
    }

    /// What a figure may say of many uses, where words around it ask for that.
    pub(crate) fn of_uses(
        &mut self,
        place: &Place,
        subject: &Subject,
        base: &Candidate,
        (chance, denied): (bool, bool),
        found: &mut Vec<Candidate>,
    ) {
        let figure = place.figure;
        let model = &self.names.mechanics[base.mechanic].model;
        // Without a state each use is like any other: only what says how long it takes asks for several.
        let waits = denied || !place.in_table && still_waits(self.page, place.layers.upto(Layer::Before));
        let tells_several = if chance {
            let word = |token: usize| self.page.word_at(token);
            let is_within = |token: usize| token.checked_sub(1).and_then(word) == Some("within");
            let uses = || self.uses_within(place, Layer::Own, base.mechanic);
            let counts = || !uses().is_empty() && !self.times(place, subject).is_empty();
            !place.uses.is_empty()
                || counts()
                || !place.in_table && uses().iter().any(|(token, _)| waits || is_within(*token))
        } else {
            self.has(place.layers.upto(Layer::After), &cues::TAKES)
        };
        let is_asked = !model.states.is_empty() || tells_several;
        if !is_asked {
            return;
        }
        // That none comes is that one has not come yet.
        let none = matches!(&subject.test, Test::In(values) if *values == [Value::Number(Rational::ZERO)]);
        let test = if denied && none { Test::AtLeast(Rational::ONE) } else { subject.test.clone() };
        let uses = self.uses(place, base.mechanic);
        let counts_uses = self.tells_of_uses(place, base.mechanic);
        let mut own = place.layers.own().iter().filter(|range| !chance && range.contains(&figure));
        let counted = own.find_map(|range| self.count_of_uses(place, range, figure, base.mechanic));
        let says_half = self.has(place.layers.upto(Layer::Own), &["half"]);
        let is_long = chance && self.tells_of_the_long_run(place, base.mechanic);
        let is_part = chance && !place.in_table && self.is_part_of_uses(place, base.mechanic);
        let mut sought: Vec<Sought> = Sought::NUMBERS
            .into_iter()
            .filter(|sought| {
                let is_told = match sought {
                    Sought::Share => is_long || is_part,
                    Sought::Mode if self.says_most_common(place) => true,
                    _ => self.has(place.layers.upto(Layer::After), sought.cues()),
                };
                chance == (*sought == Sought::Share) && is_told
            })
            .filter(|_| chance || counts_uses)
            .collect();
        let times = if chance { self.times(place, subject) } else { Vec::new() };
        if !times.is_empty() {
            let of = |uses: u64| times.iter().map(move |times| times.sought(uses));
            sought = uses.iter().flat_map(|(_, uses)| of(*uses)).collect();
            sought.retain(|sought| !matches!(sought, Sought::Times(_, uses) if *uses > MOST_COUNTED));
        } else if let Some((_, number)) = self.place_in_line(place, base.mechanic).filter(|_| chance) {
            sought = vec![Sought::At(number)];
        } else if chance {
            sought.retain(|_| uses.is_empty());
            sought.extend(
                uses.iter()
                    .map(|(_, uses)| if waits { Sought::NotYet(*uses) } else { Sought::Within(*uses) }),
            );
        } else if counted.is_some() || place.in_table && counts_uses {
            sought.extend(self.levels(place, base.mechanic).into_iter().map(Sought::Level));
        }
        if !chance && !place.in_table && !self.is_whole(figure) {
            // A median, a mode and a number of uses are whole; a mean that is told of so many uses is that of their sum.
            sought.retain(|sought| *sought == Sought::Mean);
            let is_mean = self.has(place.layers.upto(Layer::After), &cues::MEAN)
                || self.has(place.layers.upto(Layer::Own), &["expect"]);
            let sums = uses.iter().filter(|(_, uses)| is_mean && *uses <= MOST_SUMMED);
            sought.extend(sums.map(|(_, uses)| Sought::Sum(*uses)));
        }
        // `After 30 crates 74% are still waiting` says nothing of 30.
        let is_free = place.kind != Numbering::Condition;
        let mut given = base.given.clone();
        // The number of a use in a head says where it stands, or how many there are: here that.
        if !place.uses.is_empty() {
            place.since.iter().for_each(|since| {
                given.states.remove(&since.state);
            });
        }
        // A mean in a table about so many uses is that of how often something comes in them.
        let says_until = |range: &Range<usize>| self.has([range], &UNTIL);
        let until = || place.layers.upto(Layer::After).chain(self.title(place)).any(says_until);
        if !chance && place.in_table && !until() {
            let over = |index: usize| self.uses_in(place, self.title(place), index);
            if !sought.is_empty() && (0..self.names.mechanics.len()).any(|index| !over(index).is_empty()) {
                let is_mean = sought.contains(&Sought::Mean);
                let own = over(base.mechanic);
                let sums = own.iter().filter(|(_, uses)| is_mean && *uses <= MOST_SUMMED);
                sought = sums.map(|(_, uses)| Sought::Sum(*uses)).collect();
            }
        }
        let asked = Asked { given, ..base.asked(subject.field, Stage::End) };
        for sought in sought {
            if let Some(mut value) = self.laws.chain(&asked, &sought, &test) {
                let share = match &sought {
                    Sought::Level(share) if sought.is_stated() => Some(share.clone()),
                    Sought::Median if says_half => Some(Rational::new(1, 2)),
                    _ => None,
                };
                if let Some((uses, share)) = counted.zip(share.as_ref())
                    && self.is_about(&asked, uses, share, &test)
                {
                    value = Rational::from(&Integer::from(i128::from(uses)));
                }
                // `7 fights on average`: where it is 6.99
                if !chance && place.in_table && matches!(sought, Sought::Mean | Sought::Sum(_)) {
                    let stated = self.page.figure_at(figure).and_then(|figure| figure.value());
                    let is_near = |stated: &Rational| {
                        stated.is_integer() && (stated - &value).abs() <= Rational::new(1, 2)
                    };
                    value = stated.filter(is_near).unwrap_or(value);
                }
                // Of a chance and its number of uses the chance is what is stated, unless it is one that is told of many.
                if chance && let Some(share) = self.share_of(&asked, &sought, &test, (figure, place.in_table))
                {
                    value = share;
                }
                let is_level = (counted.is_some() || place.in_table) && share.is_some();
                let is_stated = if chance {
                    is_long || sought != Sought::Share
                } else {
                    sought.is_stated() && (is_free || is_level)
                };
                let full = base.full && is_stated;
                let left = base.left.clone().filter(|_| is_stated);
                let measure = Measure::Chain(sought, subject.field, test.clone());
                let is_told = !chance && is_stated;
                let given = asked.given.clone();
                found.push(Candidate { measure, value, given, full, left, is_told, ..base.clone() });
            }
        }
    }
}
