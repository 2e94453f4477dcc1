//! Questions about many uses of a mechanic: how many uses stand in a sentence, and what is asked of them.

use std::cmp::Ordering;
use std::ops::Range;

use super::candidate::{Candidate, Measure, Test};
use super::chains::Sought;
use super::laws::{Asked, Stage};
use super::question::Asker;
use super::subject::Subject;
use super::times::Times;
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::TokenKind;
use crate::value::Value;
use crate::verify::bind::read::about::says_in_a_row;
use crate::verify::bind::read::beside::{number_at, sign_at};
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::ordinals::{MOST_USES, OF_USES, ordinal, place_of_use};
use crate::verify::bind::read::place::Place;
use crate::verify::bind::read::told::{happens_often, still_waits};

/// How often something comes is not counted in more uses than these.
pub(super) const MOST_COUNTED: u64 = 200;
/// What comes in more uses than these is not summed up.
const MOST_SUMMED: u64 = 100;
/// Words that say that a number of uses is asked for.
const UNTIL: [&str; 6] = ["until", "till", "takes", "take", "needed", "before"];
/// So many uses may begin a sentence: of fewer something else may be told.
const MANY: u64 = 10;
/// So many words behind a number of uses say that these are enough.
const ENOUGH: usize = 8;

impl Asker<'_, '_> {
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
            let is_earlier = self.mentions.is_use(token + 1, index)
                && self.page.word_at(token + 2) == Some("or")
                && matches!(self.page.word_at(token + 3), Some("earlier" | "sooner" | "before"));
            ordinal(self.page.word_at(token)?).filter(|_| is_by || is_earlier)
        };
        let in_line = place_of();
        let is_place = in_line.is_some();
        let is_within = is_place || matches!(word(1), Some("within"));
        let number = in_line.or_else(|| number_at(self.page, token)).filter(Rational::is_integer)?;
        let is_use = |token: usize| self.mentions.is_use(token, index);
        // `After 30 low-tide crates`, `after five normal fights`
        let labels = self
            .mentions
            .within(&(token + 1..token + 2))
            .map(|mention| self.mentions.get(mention).tokens.end);
        let next = labels.max().unwrap_or(token + 1);
        // `In a ten-swing fight`
        let is_joined = || sign_at(self.page, token + 1) == '-' && is_use(token + 2);
        let after = token + 1 < range.end && (is_use(token + 1) || is_use(next - 1) || is_joined())
            || next < range.end && is_use(next);
        let before = token > range.start && is_use(token - 1);
        let first = token - usize::from(before && !after);
        let mut near = first.saturating_sub(2).max(range.start)..first;
        let is_cued = near.any(|token| self.page.word_at(token).is_some_and(|word| OF_USES.contains(&word)));
        let number: u64 = number.to_string().parse().ok()?;
        // `A hundred pulls give 1.6 stars`, `three attempts have at least one success`
        let is_first = || self.begins_a_sentence(first) && (number >= MANY || self.tells_of_one(place));
        let near = place.tokens(Layer::Earlier);
        let goes_on = || is_within && self.page.word_at(token + 1).is_none() && near.clone().any(is_use);
        // `40 cards without a single rare`
        let lacks =
            || after && (token + 2..next + 2).any(|token| self.page.word_at(token) == Some("without"));
        // `The rarity of card 10` is that of one.
        let is_up_to = is_cued && word(2) != Some("of");
        // `Five offerings in a row`, `three consecutive pulls`
        let is_row = || {
            let last = if is_use(token + 1) { token + 1 } else { next };
            after && says_in_a_row(self.page, token + 1..last + 5)
        };
        // `Three tries are enough`, `five tries at the high tier get you one`
        let is_enough = || {
            let mut behind = next..range.end.min(next + ENOUGH);
            let word = |token: usize| self.page.word_at(token);
            after
                && self.begins_a_sentence(first)
                && behind.any(|token| match word(token) {
                    Some("enough" | "suffice" | "sufficient") => true,
                    Some("get" | "give" | "bring" | "net" | "earn") => word(token + 1) == Some("you"),
                    _ => false,
                })
        };
        let is_told = after && (is_cued || is_place || self.are_done(token) || is_first())
            || is_enough()
            || before && is_up_to
            || lacks()
            || goes_on()
            || is_row();
        (is_told && (2..=MOST_USES).contains(&number)).then_some(number)
    }

    /// Whether a number of uses is one that somebody makes: `if you buy four packs`.
    fn are_done(&self, token: usize) -> bool {
        let word = |back: usize| self.page.word_before(token, back);
        word(1).is_some()
            && matches!(word(2), Some("you" | "i" | "we" | "they" | "someone" | "somebody" | "players"))
            && matches!(word(3), Some("if" | "when" | "whenever" | "once" | "after" | "suppose" | "say"))
    }

    /// `The most common number is 64`
    fn says_most_common(&self, place: &Place) -> bool {
        let mut own = place.tokens(Layer::Own);
        own.any(|token| {
            self.page.word_at(token) == Some("most")
                && matches!(self.page.word_at(token + 1), Some("common" | "frequent" | "usual" | "probable"))
        })
    }

    /// Whether a clause tells of one or more of something: `at least one`, `at least once`, `one or more`.
    fn tells_of_one(&self, place: &Place) -> bool {
        let word = |token: usize| self.page.word_at(token);
        place.tokens(Layer::Own).any(|token| match (word(token), word(token + 1)) {
            (Some("at"), Some("least")) => matches!(word(token + 2), Some("one" | "once" | "a" | "an")),
            (Some("one"), Some("or")) => word(token + 2) == Some("more"),
            _ => false,
        })
    }

    /// Whether the clause of a figure tells of what comes again and again.
    fn tells_of_a_row(&self, place: &Place) -> bool {
        place.layers.own().iter().any(|range| says_in_a_row(self.page, range.clone()))
    }

    /// Whether nothing but an article stands before a word in its sentence or item.
    fn begins_a_sentence(&self, token: usize) -> bool {
        let is_article = token > 0 && matches!(self.page.word_at(token - 1), Some("a" | "one"));
        let first = token - usize::from(is_article);
        let byte = self.page.tokens.list[first].start as usize;
        let block = self.page.outline.block_at(byte).map(|block| &self.page.outline.blocks[block]);
        let begins = block.is_some_and(|block| block.range.start == byte);
        let before = first.checked_sub(1);
        begins
            || before.is_none_or(|before| match self.page.tokens.list[before].kind {
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
            .find_map(|(_, token)| Some((token, place_of_use(self.page, self.mentions, index, token)?)))
    }

    /// Whether what is said around a figure names the uses of a mechanic, or says that something takes some.
    pub(super) fn tells_of_uses(&self, place: &Place, index: usize) -> bool {
        const NEAR: usize = 5;
        let is_use = |token: usize| self.mentions.is_use(token, index);
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
                    let is_often = self.page.word_at(token).is_some_and(happens_often);
                    is_often && !self.mentions.is_use(token, index)
                };
                // `All five are rare`
                let is_counted = number_at(self.page, token + 1).is_some();
                // `Every summon has a 2% chance` is told of each.
                let is_of_each = self.page.word_at(token) == Some("every")
                    && self.mentions.is_use(token + 1, index)
                    && !matches!(self.page.word_before(token, 1), Some("of" | "in" | "over"));
                let is_counted = is_counted || is_of_each;
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
        let is_part =
            |figure: usize| word(figure + 1) == Some("of") && self.mentions.is_use(figure + 2, index);
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
        if found.is_empty() && self.tells_of_one(place) {
            found.extend(self.uses_before(place, index));
        }
        if found.is_empty() {
            found.extend(self.uses_over(place, index));
        }
        found
    }

    /// The numbers of uses that stand over a table within which something comes: `a thunderstorm within 7 days` over seasons
    /// and regions.
    fn uses_over(&self, place: &Place, index: usize) -> Vec<(usize, u64)> {
        let over = place.layers.between(Layer::Said, Layer::Heading).filter(|_| place.in_table);
        let mut found = self.uses_in(place, over, index);
        found.retain(|(token, _)| self.page.word_before(*token, 1) == Some("within"));
        found
    }

    /// The number of uses that the sentence before a figure of a text tells: `A game has 20 turns. At least one pair comes
    /// with 97.4%`.
    fn uses_before(&self, place: &Place, index: usize) -> Option<(usize, u64)> {
        // `One pack has at least one gem` is told of one.
        let is_one = |token: usize| {
            let before = self.page.word_before(token, 1);
            self.mentions.is_use(token, index)
                && matches!(before, Some("a" | "one" | "each" | "every" | "per" | "single"))
        };
        if place.in_table || place.tokens(Layer::Own).any(is_one) {
            return None;
        }
        let said = place.layers[Layer::Said].iter().flat_map(Clone::clone);
        let number = |token: usize| {
            let number = number_at(self.page, token).filter(Rational::is_integer)?.to_i64()?;
            let number = u64::try_from(number).ok().filter(|number| (2..=MOST_USES).contains(number))?;
            self.mentions.is_use(token + 1, index).then_some((token, number))
        };
        said.rev().find_map(number)
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

    /// Whether a number says how much of something one use brings: `0.25 wounds per bout`.
    fn is_per_use(&self, figure: usize, index: usize) -> bool {
        const NEAR: usize = 5;
        (figure + 1..figure + NEAR)
            .any(|token| self.page.word_at(token) == Some("per") && self.mentions.is_use(token + 1, index))
    }

    /// Whether a number says in how many uses something comes once: `one heart per 20.5 rooms`.
    fn stands_behind_per(&self, place: &Place) -> bool {
        self.page.word_before(place.figure, 1) == Some("per")
    }

    /// Whether a plain number is a whole one.
    fn is_whole(&self, token: usize) -> bool {
        self.page.figure_at(token).and_then(|figure| figure.value()).is_none_or(|value| value.is_integer())
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
        let waits = denied || !place.in_table && still_waits(self.page, place.layers.upto(Layer::Before));
        if !self.asks_of_uses(place, subject, base.mechanic, (chance, waits)) {
            return;
        }
        // That none comes is that one has not come yet.
        let none = matches!(&subject.test, Test::In(values) if *values == [Value::Number(Rational::ZERO)]);
        let test = if denied && none { Test::AtLeast(Rational::ONE) } else { subject.test.clone() };
        let mut own = place.layers.own().iter().filter(|range| !chance && range.contains(&place.figure));
        let counted = own.find_map(|range| self.count_of_uses(place, range, place.figure, base.mechanic));
        let sought = if chance {
            self.sought_chances(place, subject, base.mechanic, waits)
        } else {
            self.sought_numbers(place, base.mechanic, counted.is_some())
        };
        let mut given = base.given.clone();
        // The number of a use in a head says where it stands, or how many there are: here that.
        if !place.uses.is_empty() {
            place.since.iter().for_each(|since| {
                given.states.remove(&since.state);
            });
        }
        let asked = Asked { given, ..base.asked(subject.field, Stage::End) };
        // What another sentence counts may be something else.
        let is_counted_here =
            !self.uses_within(place, Layer::After, base.mechanic).is_empty() || !self.tells_of_one(place);
        for sought in sought {
            let Some(value) = self.laws.chain(&asked, &sought, &test) else { continue };
            let (value, is_stated) = if chance {
                // Of a chance and its number of uses the chance is what is stated, unless it is one that is told of many.
                let share = self.share_of(&asked, &sought, &test, (place.figure, place.in_table));
                let is_stated = sought != Sought::Share || self.tells_of_the_long_run(place, base.mechanic);
                (share.unwrap_or(value), is_stated)
            } else {
                self.stated_number(place, &asked, (&sought, &test, value), counted)
            };
            let is_stated = is_stated && is_counted_here;
            found.push(Candidate {
                measure: Measure::Chain(sought, subject.field, test.clone()),
                value,
                given: asked.given.clone(),
                full: base.full && is_stated,
                left: base.left.clone().filter(|_| is_stated),
                is_told: !chance && is_stated,
                ..base.clone()
            });
        }
    }

    /// Whether words around a figure ask for several uses. Without a state each use is like any other: only what says how
    /// long it takes does.
    fn asks_of_uses(
        &self,
        place: &Place,
        subject: &Subject,
        index: usize,
        (chance, waits): (bool, bool),
    ) -> bool {
        if !self.names.mechanics[index].model.states.is_empty() {
            return true;
        }
        if !chance {
            return self.stands_behind_per(place) || self.has(place.layers.upto(Layer::After), &cues::TAKES);
        }
        // A question asks for one that comes in so many.
        let is_asked = |token: usize| {
            let is_other = |range: &&Range<usize>| !range.contains(&place.figure);
            !place.in_table && place.layers.own().iter().filter(is_other).any(|range| range.contains(&token))
        };
        let is_within = |token: usize| {
            self.page.word_before(token, 1) == Some("within") || self.are_done(token) || is_asked(token)
        };
        let uses = self.uses_within(place, Layer::Own, index);
        !place.uses.is_empty()
            || uses.is_empty() && self.tells_of_one(place) && self.uses_before(place, index).is_some()
            || uses.is_empty() && !self.uses_over(place, index).is_empty()
            || !uses.is_empty() && (!self.times(place, subject).is_empty() || self.tells_of_one(place))
            || !uses.is_empty() && !place.in_table && self.tells_of_a_row(place)
            || uses.iter().any(|(token, _)| waits && !place.in_table || is_within(*token))
    }

    /// What of many uses a chance may be of: how often something comes in them, what the use in one place brings, what has
    /// come by then or not, how often it comes in the long run.
    fn sought_chances(&self, place: &Place, subject: &Subject, index: usize, waits: bool) -> Vec<Sought> {
        let uses = self.uses(place, index);
        let times = self.times(place, subject);
        if !times.is_empty() {
            let all = uses.iter().flat_map(|(_, uses)| times.iter().map(|times| times.sought(*uses)));
            return all
                .filter(|sought| !matches!(sought, Sought::Times(_, uses) if *uses > MOST_COUNTED))
                .collect();
        }
        if let Some((_, number)) = self.place_in_line(place, index) {
            return vec![Sought::At(number)];
        }
        if uses.is_empty() {
            let is_part = !place.in_table && self.is_part_of_uses(place, index);
            let is_told = is_part || self.tells_of_the_long_run(place, index);
            return is_told.then_some(Sought::Share).into_iter().collect();
        }
        let is_row = !place.in_table && self.tells_of_a_row(place);
        let one = |(_, uses): &(usize, u64)| match (waits, is_row) {
            (true, _) => Sought::NotYet(*uses),
            (false, true) => Times { way: Ordering::Equal, number: *uses }.sought(*uses),
            (false, false) => Sought::Within(*uses),
        };
        let counted = |sought: &Sought| !matches!(sought, Sought::Times(_, uses) if *uses > MOST_COUNTED);
        uses.iter().map(one).filter(counted).collect()
    }

    /// Whether the clause of a number says by when something has come for certain: `guaranteed within 50`, `never takes more
    /// than 50`.
    fn tells_of_certainty(&self, place: &Place) -> bool {
        const SURE: [&str; 5] = ["guaranteed", "guarantee", "guarantees", "certain", "inevitable"];
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let own = || place.tokens(Layer::Own).chain(place.tokens(Layer::Before));
        let is_bound = |token: usize| {
            let than =
                word(token) == "more" && word(token + 1) == "than" && matches!(word(token + 2), "" | "about");
            let behind = own()
                .any(|other| other < token && matches!(word(other), "never" | "no" | "can't" | "cannot"));
            than && behind
        };
        let is_mean = self.has(place.layers.own(), &cues::MEAN);
        !is_mean && (self.has(place.layers.upto(Layer::Before), &SURE) || own().any(is_bound))
    }

    /// What of many uses a plain number may be: of how many it tells, or how often something comes in them.
    fn sought_numbers(&self, place: &Place, index: usize, is_counted: bool) -> Vec<Sought> {
        if !place.in_table && self.is_per_use(place.figure, index) {
            return Vec::new();
        }
        let counts_uses = self.tells_of_uses(place, index);
        // `Guaranteed after at most 50 summons` is no mean.
        if counts_uses && !place.in_table && self.tells_of_certainty(place) {
            return vec![Sought::Level(Rational::ONE)];
        }
        let is_told = |sought: &Sought| match sought {
            Sought::Share => false,
            Sought::Mode if self.says_most_common(place) => true,
            Sought::Mean if self.stands_behind_per(place) => true,
            _ => self.has(place.layers.upto(Layer::After), sought.cues()),
        };
        let mut sought: Vec<Sought> =
            Sought::NUMBERS.into_iter().filter(|sought| counts_uses && is_told(sought)).collect();
        if is_counted || place.in_table && counts_uses {
            sought.extend(self.levels(place, index).into_iter().map(Sought::Level));
        }
        let sums = |uses: Vec<(usize, u64)>| {
            let few = uses.into_iter().filter(|(_, uses)| *uses <= MOST_SUMMED);
            few.map(|(_, uses)| Sought::Sum(uses))
        };
        if !place.in_table {
            // A median, a mode and a number of uses are whole; a mean that is told of so many uses is that of their sum.
            if !self.is_whole(place.figure) {
                sought.retain(|sought| *sought == Sought::Mean);
                let is_mean = self.has(place.layers.upto(Layer::After), &cues::MEAN)
                    || self.has(place.layers.upto(Layer::Own), &["expect"]);
                sought.extend(sums(self.uses(place, index)).filter(|_| is_mean));
            }
            return sought;
        }
        // A mean in a table about so many uses is that of how often something comes in them.
        let says_until = |range: &Range<usize>| self.has([range], &UNTIL);
        let over = |index: usize| self.uses_in(place, self.title(place), index);
        let is_over = || (0..self.names.mechanics.len()).any(|index| !over(index).is_empty());
        if !sought.is_empty()
            && !place.layers.upto(Layer::After).chain(self.title(place)).any(says_until)
            && is_over()
        {
            let is_mean = sought.contains(&Sought::Mean);
            return sums(over(index)).filter(|_| is_mean).collect();
        }
        sought
    }
}
