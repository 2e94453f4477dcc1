//! What of many uses a figure may say, where words around it ask for that.

use std::cmp::Ordering;
use std::ops::Range;

use super::candidate::{Candidate, Measure, Test};
use super::chains::Sought;
use super::laws::{Asked, Stage};
use super::question::Asker;
use super::subject::Subject;
use super::times::Times;
use super::uses::MOST_COUNTED;
use crate::check::Kind;
use crate::exact::Rational;
use crate::verify::bind::read::beside::{has_places, number_at, sign_at};
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::place::Place;
use crate::verify::bind::read::told::{happens_often, still_waits};

/// What comes in more uses than these is not summed up.
const MOST_SUMMED: u64 = 100;
/// Words that say that a number of uses is asked for.
const UNTIL: [&str; 6] = ["until", "till", "takes", "take", "needed", "before"];

impl Asker<'_, '_> {
    /// What a figure may say of many uses, where words around it ask for that.
    pub(super) fn of_uses(
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
        let test = if denied && subject.test.is_none() {
            Test::AtLeast(Rational::ONE)
        } else {
            subject.test.clone()
        };
        let mut own = place.layers.own().iter().filter(|range| !chance && range.contains(&place.figure));
        let counted = own.find_map(|range| self.count_of_uses(place, range, place.figure, base.mechanic));
        let sought = if chance {
            self.sought_chances(place, subject, base.mechanic, waits)
        } else {
            self.sought_numbers(place, base.mechanic, counted.is_some())
        };
        let mut given = base.given.clone();
        // `The wait for the first rare of a run` begins where a run does, whatever was told of before.
        if !chance && !place.in_table && self.tells_of_a_run(place) {
            let own = place.layers.own().iter().flat_map(|range| self.mentions.within(range));
            let is_own = own.into_iter().any(|mention| self.mentions.get(mention).is_state());
            given.states.retain(|_, _| is_own);
        }
        // The number of a use in a head says where it stands, or how many there are: here that.
        if !place.uses.is_empty() {
            place.since.iter().for_each(|since| {
                given.states.remove(&since.state);
            });
        }
        let asked = Asked { given, ..base.asked(subject.field, Stage::End) };
        // What another sentence counts may be something else.
        let is_counted_here = !self.uses_within(place, Layer::After, base.mechanic).is_empty()
            || !self.tells_of_one(place)
                && (place.times.is_some() || self.counted_before(place, base.mechanic).is_none());
        for sought in sought {
            let Some(value) = self.laws.chain(&asked, &sought, &test) else { continue };
            let (sought, value, is_stated) = if chance {
                // Of a chance and its number of uses the chance is what is stated, unless it is one that is told of many.
                let share = self.share_of(&asked, &sought, &test, (place.figure, place.in_table));
                let is_stated = sought != Sought::Share || self.tells_of_the_long_run(place, base.mechanic);
                (sought, share.unwrap_or(value), is_stated)
            } else {
                self.stated_number(place, &asked, (sought, &test, value), counted)
            };
            // Two coins may come at once: how many there are of one of several outcomes is told by no more than a mean.
            let kind = self.names.mechanics[base.mechanic].model[subject.field].kind;
            let is_tried = !chance
                && !matches!(kind, Kind::Flag | Kind::Integer)
                && matches!(sought, Sought::Sum(_))
                && (self.is_per_use(place, base.mechanic) || !self.tells_a_mean(place));
            let is_stated = is_stated && is_counted_here && !is_tried;
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
            return self.stands_behind_per(place)
                || self.is_uses_per(place, index)
                || self.is_asked_how_long(place)
                || self.has(place.layers.upto(Layer::After), &cues::TAKES)
                || !place.in_table
                    && (self.tells_a_mean(place)
                        || self.counts_an_outcome(place.figure)
                        || self.goes_on(place))
                    && (self.is_per_use(place, index) || !self.uses(place, index).is_empty());
        }
        // A question asks for one that comes in so many.
        let is_asked = |token: usize| {
            let is_other = |range: &&Range<usize>| !range.contains(&place.figure);
            !place.in_table && place.layers.own().iter().filter(is_other).any(|range| range.contains(&token))
        };
        // `Chance of a mythic in 20 packs`, and not `in 20 packs 2.5% are mythic`
        let is_in = |token: usize| {
            matches!(self.page.word_before(token, 1), Some("in" | "from" | "with"))
                && !place.in_table
                && token.checked_sub(2).is_none_or(|before| number_at(self.page, before).is_none())
                && !self.has(place.layers.own(), &["are", "were"])
        };
        let is_within = |token: usize| {
            let is_by = self.page.word_before(token, 1) == Some("within");
            is_by || is_in(token) || self.are_done(token) || is_asked(token)
        };
        let uses = self.uses_within(place, Layer::Own, index);
        let in_line = || self.place_in_line(place, index);
        !place.uses.is_empty()
            || in_line().is_some_and(|(token, _)| self.is_the_first(place, token))
            || uses.is_empty() && self.counted_before(place, index).is_some()
            || uses.is_empty() && !self.uses_over(place, index).is_empty()
            || !uses.is_empty() && (!self.times(place, subject).is_empty() || self.tells_of_one(place))
            || !uses.is_empty() && !place.in_table && self.tells_of_a_row(place)
            || !place.in_table && uses.iter().any(|(token, _)| self.bring_together(place, *token, index))
            || uses.iter().any(|(token, _)| waits && !place.in_table || is_within(*token))
    }

    /// What of many uses a chance may be of: how often something comes in them, what the use in one place brings, what has
    /// come by then or not, how often it comes in the long run.
    fn sought_chances(&self, place: &Place, subject: &Subject, index: usize, waits: bool) -> Vec<Sought> {
        let mut uses = self.uses(place, index);
        // `Over 100 spins 9.5%, over 500 spins 39.4%`: each is told of its own.
        let own = self.uses_within(place, Layer::Own, index);
        if !own.is_empty() && !place.in_table {
            uses = own;
        }
        let times = self.times(place, subject);
        if !times.is_empty() {
            let all = uses.iter().flat_map(|(_, uses)| times.iter().map(|times| times.sought(*uses)));
            return all
                .filter(|sought| !matches!(sought, Sought::Times(_, uses) if *uses > MOST_COUNTED))
                .collect();
        }
        if let Some((token, number)) = self.place_in_line(place, index) {
            let is_first = self.is_the_first(place, token);
            return vec![if is_first { Sought::First(number) } else { Sought::At(number) }];
        }
        if uses.is_empty() {
            let is_part = !place.in_table && self.is_part_of_uses(place, index);
            let is_told = is_part || self.tells_of_the_long_run(place, index);
            return is_told.then_some(Sought::Share).into_iter().collect();
        }
        if self.tells_of_the_first(place) {
            return uses.iter().map(|(_, uses)| Sought::First(*uses)).collect();
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

    /// Whether the clause of a figure says that what comes in the use of a number is the first: `the chance that the first
    /// relic comes on the 4th dig`.
    fn is_the_first(&self, place: &Place, use_token: usize) -> bool {
        let is_first = |token: usize| {
            let counts = number_at(self.page, token + 1).is_some();
            let is_name = || !self.mentions.within(&(token + 1..token + 2)).is_empty();
            token != use_token && self.page.word_at(token) == Some("first") && (!counts || is_name())
        };
        !place.in_table && place.tokens(Layer::Own).any(is_first)
    }

    /// Whether the heads of a cell say that something comes in the use that its row is about, and its title or they that it is
    /// the first time: `At this use` under `Rare for the first time`.
    fn tells_of_the_first(&self, place: &Place) -> bool {
        let is_there = |token: usize| {
            let before = matches!(self.page.word_before(token, 1), Some("at" | "on" | "in"));
            before && matches!(self.page.word_at(token), Some("this" | "that" | "exactly"))
        };
        let is_first =
            |range: &Range<usize>| range.clone().any(|token| self.page.word_at(token) == Some("first"));
        place.in_table
            && place.tokens(Layer::Own).any(is_there)
            && place.layers.own().iter().chain(self.title(place)).any(is_first)
    }

    /// Whether words around a figure tell of the long run: `overall`, `of all cards`, or `Over a whole season` over it. All
    /// players are no cards.
    fn tells_of_the_long_run(&self, place: &Place, index: usize) -> bool {
        let titles = if place.in_table { Layer::Said } else { Layer::Heading };
        if self.has(place.layers.between(titles, Layer::Heading), &cues::LONG_TITLE) {
            return true;
        }
        // `The rate including pity is 4%`
        let counts_all = |token: usize| match self.page.word_at(token) {
            Some("effective") => true,
            Some("pity") => (1..=2).any(|back| {
                let before = self.page.word_before(token, back);
                matches!(before, Some("with" | "including" | "incl" | "counting" | "considering"))
            }),
            _ => false,
        };
        if place.tokens(Layer::Own).any(counts_all) {
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
        let states = |token: &usize| self.page.has_chance_at(*token);
        let before = || place.layers[Layer::Before].iter().flat_map(Clone::clone).rfind(states);
        let figure = place.figure;
        let goes_on = || figure > 0 && word(figure - 1) == Some("and") && before().is_some_and(is_part);
        is_part(figure) || goes_on()
    }

    /// What of many uses a plain number may be: of how many it tells, or how often something comes in them.
    fn sought_numbers(&self, place: &Place, index: usize, is_counted: bool) -> Vec<Sought> {
        if !place.in_table && self.is_per_use(place, index) {
            let is_mean = self.tells_a_mean(place) && !self.is_whole(place.figure);
            return is_mean.then_some(Sought::Sum(1)).into_iter().collect();
        }
        let is_plain = !place.in_table && self.is_whole(place.figure);
        if self.is_uses_per(place, index) && !is_plain {
            return vec![Sought::Mean];
        }
        let is_asked = self.is_asked_how_long(place);
        let counts_uses = is_asked || self.tells_of_uses(place, index);
        // `Guaranteed after at most 50 summons` is no mean.
        if counts_uses && !place.in_table && self.tells_of_certainty(place) {
            return vec![Sought::Level(Rational::ONE)];
        }
        if counts_uses
            && !place.in_table
            && let Some(level) = self.quantile(place)
        {
            return vec![Sought::Level(level)];
        }
        let is_told = |sought: &Sought| match sought {
            Sought::Share => false,
            Sought::Mode if self.says_most_common(place) => true,
            Sought::Mean if is_asked || self.stands_behind_per(place) => true,
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
            let is_whole = self.is_whole(place.figure);
            if !is_whole {
                sought.retain(|sought| *sought == Sought::Mean);
            }
            // `Over 100 rooms you can expect about 14 coins`
            let is_mean = match is_whole {
                true => self.tells_a_mean(place) && self.is_of_an_outcome(place.figure),
                false => {
                    self.tells_a_mean(place) || self.counts_an_outcome(place.figure) || self.goes_on(place)
                }
            };
            sought.extend(sums(self.uses(place, index)).filter(|_| is_mean));
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

    /// Whether the clause of a number says by when something has come for certain: `guaranteed within 50`, `never takes more
    /// than 50`.
    fn tells_of_certainty(&self, place: &Place) -> bool {
        const SURE: [&str; 5] = ["guaranteed", "guarantee", "guarantees", "certain", "inevitable"];
        const NEAR: usize = 3;
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let own = || place.tokens(Layer::Own).chain(place.tokens(Layer::Before));
        let is_bound = |token: usize| {
            // `It takes 50 pulls at most`
            if word(token) == "at" && word(token + 1) == "most" {
                return place.figure.abs_diff(token) <= NEAR;
            }
            let than =
                word(token) == "more" && word(token + 1) == "than" && matches!(word(token + 2), "" | "about");
            let behind = own()
                .any(|other| other < token && matches!(word(other), "never" | "no" | "can't" | "cannot"));
            than && behind
        };
        let is_mean = self.has(place.layers.own(), &cues::MEAN);
        !is_mean && (self.has(place.layers.upto(Layer::Before), &SURE) || own().any(is_bound))
    }

    /// `The most common number is 64`
    fn says_most_common(&self, place: &Place) -> bool {
        let mut own = place.tokens(Layer::Own);
        own.any(|token| {
            self.page.word_at(token) == Some("most")
                && matches!(self.page.word_at(token + 1), Some("common" | "frequent" | "usual" | "probable"))
        })
    }

    /// Whether a number with digits after its point is of an outcome right behind it: `2.8 hearts`, which is a mean.
    fn counts_an_outcome(&self, figure: usize) -> bool {
        !self.is_whole(figure) && self.is_of_an_outcome(figure)
    }

    /// Whether a number counts what the one before it in its sentence did: `2.8 hearts on Normal, but just 1.9 on Hard`.
    fn goes_on(&self, place: &Place) -> bool {
        let names = |range: &Range<usize>| {
            let mut own = self.mentions.within(range);
            own.any(|mention| self.mentions.get(mention).is_outcome())
        };
        !place.layers.own().iter().any(names)
            && place.tokens(Layer::Before).any(|token| self.counts_an_outcome(token))
    }

    /// Whether what comes of a mechanic stands right behind a number.
    fn is_of_an_outcome(&self, figure: usize) -> bool {
        let mut behind = self.mentions.within(&(figure + 1..figure + 2));
        behind.any(|mention| self.mentions.get(mention).is_outcome())
    }

    /// Whether words around a number say that it is a mean: `in 10 rooms you can expect 1.9 keys`.
    fn tells_a_mean(&self, place: &Place) -> bool {
        self.has(place.layers.upto(Layer::After), &cues::MEAN)
            || self.has(place.layers.upto(Layer::Own), &["expect"])
    }

    /// Whether a number says how much of something one use brings: `0.25 wounds per bout`.
    fn is_per_use(&self, place: &Place, index: usize) -> bool {
        let mut own = place.tokens(Layer::Own);
        own.any(|token| self.page.word_at(token) == Some("per") && self.mentions.is_use(token + 1, index))
    }

    /// Whether a number says in how many uses something comes once: `one heart per 20.5 rooms`, `a key every 5.4 rooms`.
    fn stands_behind_per(&self, place: &Place) -> bool {
        matches!(self.page.word_before(place.figure, 1), Some("per" | "every"))
    }

    /// Whether a number says how many uses one of something takes: `7.2 rooms per coin, 5.4 per key`, a number under
    /// `Rooms per coin`.
    fn is_uses_per(&self, place: &Place, index: usize) -> bool {
        let is_of = |per: usize| {
            let of = match (self.page.word_at(per), self.page.word_at(per + 1)) {
                (Some("per"), _) => per + 1,
                (Some("for"), Some("each" | "every" | "a" | "an" | "one")) => per + 2,
                _ => return false,
            };
            self.mentions.within(&(of..of + 1)).any(|mention| self.mentions.get(mention).is_outcome())
        };
        if place.in_table {
            let is_head = |token: usize| self.mentions.is_use(token, index) && is_of(token + 1);
            return place.tokens(Layer::Own).any(is_head);
        }
        let behind = place.figure + 1;
        is_of(behind + usize::from(self.mentions.is_use(behind, index)))
    }

    /// Whether the words of a number tell of a run from its beginning.
    fn tells_of_a_run(&self, place: &Place) -> bool {
        place.tokens(Layer::Own).chain(place.tokens(Layer::Before)).any(|token| {
            matches!(self.page.word_at(token), Some("run" | "game" | "career" | "save"))
                && matches!(self.page.word_before(token, 1), Some("a" | "the" | "your" | "each" | "every"))
                && matches!(self.page.word_before(token, 2), Some("of" | "in"))
        })
    }

    /// Whether a number with places answers a question right before it for how long something takes: `How long do I wait for
    /// a rare? 4.2 rewards`.
    fn is_asked_how_long(&self, place: &Place) -> bool {
        let is_question =
            |range: &&Range<usize>| (**range).clone().any(|token| sign_at(self.page, token) == '?');
        let said = || place.layers[Layer::Said].first().filter(is_question);
        let asks = |range: &Range<usize>| {
            self.has([range], &["how"])
                && self.has([range], &["long", "many"])
                && self.has([range], &cues::TAKES)
        };
        !place.in_table && !self.is_whole(place.figure) && said().is_some_and(asks)
    }

    /// Whether a plain number is written as a whole one, as 3.0 is not.
    fn is_whole(&self, token: usize) -> bool {
        let value = self.page.figure_at(token).and_then(|figure| figure.value());
        !has_places(self.page, token) && value.is_none_or(|value| value.is_integer())
    }
}
