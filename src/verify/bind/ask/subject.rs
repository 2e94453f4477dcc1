//! What a figure is about: the outcomes that the nearest words name which name any.

use std::cmp::Ordering;
use std::ops::Range;

use super::candidate::Test;
use super::question::Asker;
use super::reach::Reach;
use crate::check::{FieldId, Kind};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::{Page, TokenKind};
use crate::value::Value;
use crate::verify::bind::read::beside::{number_at, number_of};
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::mention::Mention;
use crate::verify::bind::read::mention::nothing;
use crate::verify::bind::read::place::{Counted, Numbering, Place};
use crate::verify::bind::read::words::{is_compared, is_reason};

/// So many words may stand from one label to the next where they are told together.
const TOGETHER: usize = 6;

/// So many from "all" to the label that says what they are: `all five cards of a shop are commons`.
const ALL: usize = 9;

/// An event that words name, with the label that names it.
#[derive(Debug, Clone)]
pub(crate) struct Subject {
    pub(crate) field: FieldId,
    pub(crate) test: Test,
    pub(crate) mentions: Vec<usize>,
    /// Whether the figure's own sentence or row names it.
    pub(crate) is_near: bool,
    /// Whether nothing says how many.
    pub(crate) is_plain: bool,
}

impl Subject {
    /// An event that no words name.
    pub(super) fn unnamed(field: FieldId, test: Test) -> Subject {
        Subject { field, test, mentions: Vec::new(), is_near: false, is_plain: false }
    }
}

impl Asker<'_, '_> {
    /// The events that the nearest words name which name any, but for those that were `drawn` before.
    pub(crate) fn subjects(&self, reach: &Reach<'_>, index: usize, drawn: &[usize]) -> Vec<Subject> {
        const MOST: usize = 6;
        let (place, labels, figure) = (reach.place, &reach.labels, reach.place.figure);
        for (layer, mentions) in labels.iter() {
            let mut subjects: Vec<Subject> = mentions
                .iter()
                .filter(|mention| !drawn.contains(mention))
                .filter(|mention| place.in_table || !self.is_compared(**mention))
                .flat_map(|mention| self.events(place, *mention, index, &place.layers[layer]))
                .collect();
            let denied =
                |subject: &Subject| subject.mentions.iter().any(|mention| self.mentions.get(*mention).denied);
            // `No trinket` over a column of coins, hearts and keys says that nothing is given.
            if place.in_table && !subjects.iter().all(denied) {
                subjects.retain(|subject| !denied(subject));
            }
            if matches!(layer, Layer::Before | Layer::After) {
                subjects.retain(|subject| !self.is_reason(subject));
            }
            if subjects.is_empty() {
                continue;
            }
            // What was spoken of before goes on where the sentence itself gives something.
            let gives = |mention: &usize| {
                self.names_something(*mention, index) && !self.gives_nothing(place, *mention, index)
            };
            // So does what stands alone, where nothing else was told of it yet: `The Library? It is a 5% room.`
            let is_first = || {
                labels.own().iter().all(|mention| !self.names_something(*mention, index))
                    && subjects.iter().all(|subject| !self.states_between(self.position(subject), figure))
            };
            let is_told =
                !place.has_unknown || place.is_number && self.has(place.layers.upto(Layer::Own), &cues::MEAN);
            let is_near = layer == Layer::Own
                || place.in_table
                || (!place.has_unknown || place.kind == Numbering::Mean)
                    && (layer == Layer::Before
                        || (layer == Layer::Said || layer == Layer::Heading && is_told)
                            && (place.is_number || labels.own().iter().any(gives) || is_first()));
            // A second figure of the same outcome is told under something else: `Pennies: 7% and 3.5%`.
            let is_second = layer == Layer::Before
                && !place.in_table
                && labels.own().iter().all(|mention| !self.names_something(*mention, index))
                && self.uses_within(place, Layer::Own, index).is_empty()
                && subjects.iter().any(|subject| self.states_between(self.position(subject), figure));
            let is_near = is_near && !is_second;
            let is_topic = |subject: &Subject| {
                let topic = place.topic.as_ref().filter(|_| layer == Layer::Said);
                topic.is_some_and(|topic| topic.contains(&self.position(subject)))
            };
            subjects.iter_mut().for_each(|subject| subject.is_near &= is_near || is_topic(subject));
            match layer {
                // Of the words before it the last, of those after it the first.
                Layer::Before => subjects = last_run(subjects, |subject| self.position(subject)),
                Layer::After => subjects.truncate(1),
                _ => {}
            }
            if layer == Layer::Own {
                subjects.sort_by_key(|subject| self.position(subject).abs_diff(figure));
            }
            if layer >= Layer::Said && !place.in_table {
                subjects = self.of_nearest(place, layer, subjects);
            }
            subjects.truncate(MOST);
            let is_neither = self.has(&place.layers[layer], &["neither", "nor"]);
            let together = union(&subjects, |subject| self.position(subject));
            match together.filter(|all| is_neither || !denied(all)) {
                // `Neither a shield nor a fang`: none of them.
                Some(all) if is_neither && denied(&all) => subjects = vec![all],
                // `2.2% each`
                Some(all) if self.has(place.layers.upto(Layer::After), &cues::EACH) => {
                    subjects.iter_mut().for_each(|subject| subject.mentions.clone_from(&all.mentions));
                }
                together => subjects.extend(together),
            }
            return subjects;
        }
        Vec::new()
    }

    pub(crate) fn is_compared(&self, mention: usize) -> bool {
        is_compared(self.page, self.mentions.get(mention).tokens.start)
    }

    /// Whether a figure that states a chance stands between two tokens.
    pub(super) fn states_between(&self, first: usize, end: usize) -> bool {
        let states = |token: usize| self.page.figure_at(token).is_some_and(|figure| figure.is_chance());
        (first..end).any(states)
    }

    /// Whether what is named only gives a reason: `4%, because a sack may replace it`.
    fn is_reason(&self, subject: &Subject) -> bool {
        const NEAR: usize = 4;
        let at = self.position(subject);
        (at.saturating_sub(NEAR)..at).any(|token| self.page.word_at(token).is_some_and(is_reason))
    }

    /// The subjects of the sentence that stands nearest. Of several nobody knows which one goes on.
    fn of_nearest(&self, place: &Place, layer: Layer, mut subjects: Vec<Subject>) -> Vec<Subject> {
        subjects.sort_by_key(|subject| self.position(subject).abs_diff(place.figure));
        let Some(nearest) = subjects.first().map(|subject| self.position(subject)) else { return subjects };
        let sentence = place.layers[layer].iter().find(|range| range.contains(&nearest));
        subjects.retain(|subject| sentence.is_some_and(|range| range.contains(&self.position(subject))));
        let is_same = |subject: &Subject| {
            subject.field == subjects[0].field && subject.test == subjects[0].test
                || subject.mentions == subjects[0].mentions
        };
        let is_one = subjects.iter().all(is_same);
        subjects.iter_mut().for_each(|subject| subject.is_near &= is_one);
        subjects
    }

    pub(crate) fn position(&self, subject: &Subject) -> usize {
        subject.mentions.first().map_or(0, |mention| self.mentions.get(*mention).tokens.start)
    }

    pub(crate) fn events(
        &self,
        place: &Place,
        mention: usize,
        index: usize,
        ranges: &[Range<usize>],
    ) -> Vec<Subject> {
        let mechanic = self.names.mechanics[index];
        let found = self.mentions.get(mention);
        let within = ranges.iter().find(|range| range.contains(&found.tokens.start)).cloned().unwrap_or(0..0);
        let own = found.named.iter().filter(|named| named.mechanic == index);
        // What is stated is no condition: `it sells 1.85 uncommons`.
        let count = || {
            self.count_of(found, &within).filter(|(token, count)| {
                *token != place.figure && count.is_integer() && self.page.word_at(*token) != Some("first")
            })
        };
        let mut subjects = Vec::new();
        let push = |subjects: &mut Vec<Subject>, field, test| {
            subjects.push(Subject { field, test, mentions: vec![mention], is_near: true, is_plain: false })
        };
        let of_head = || {
            let own = |counted: &&Counted| counted.mechanic == index && counted.label == mention;
            place.counted.iter().find(own).map(|counted| counted.number.clone())
        };
        // `library, false` under `outcome, value`
        let is_none = || of_head().is_some_and(|number| number.is_zero());
        for named in own {
            match &named.meaning {
                // What uses before did not bring is what the next may.
                Meaning::Outcome(..)
                    if found.without
                        && !place.in_table
                        && place.since.is_empty()
                        && self.uses(place, index).is_empty() => {}
                Meaning::Outcome(field, value) => {
                    // `At least one rare`: that is said of several.
                    let counts = count().is_some() || self.all_of(found);
                    for (values, is_sure) in self.values_of(found, index, *field, value) {
                        push(&mut subjects, *field, Test::In(values));
                        // Which end was meant a table shows itself.
                        let is_near = (is_sure || place.in_table) && !counts;
                        subjects.last_mut().into_iter().for_each(|subject| subject.is_near = is_near);
                    }
                }
                Meaning::Field(field) => match mechanic.model[*field].kind {
                    Kind::Flag => push(&mut subjects, *field, Test::In(vec![Value::Flag(!is_none())])),
                    // `On 22.5% of nights, for an average of 1.125 chicks`: that is what the other figure is of.
                    Kind::Integer if !place.is_number && !place.in_table && self.has_mean(found, &within) => {
                    }
                    Kind::Integer => {
                        // `Exactly one` may go on from `at least one`; what is rolled is told of itself.
                        let is_own = ranges.iter().any(|own| own.contains(&place.figure)) || place.in_table;
                        let bound = |(token, number): (usize, Rational)| {
                            let (off, way) = self.bound_of(token, is_own);
                            (Some(&number + &off), way)
                        };
                        let (number, bound) = match of_head() {
                            Some(number) => (Some(number), None),
                            None => count().map_or((None, None), bound),
                        };
                        // `Without a single rare` there are none.
                        let is_none = found.denied && number == Some(Rational::ONE);
                        let number = if is_none { Some(Rational::ZERO) } else { number };
                        match number {
                            Some(number) => {
                                let mut tests = vec![
                                    (Ordering::Equal, Test::In(vec![Value::Number(number.clone())])),
                                    (Ordering::Greater, Test::AtLeast(number.clone())),
                                    (Ordering::Less, Test::AtMost(number)),
                                ];
                                tests.retain(|(way, _)| bound.is_none_or(|bound| bound == *way));
                                tests.into_iter().for_each(|(_, test)| push(&mut subjects, *field, test));
                            }
                            None if found.denied => {
                                push(&mut subjects, *field, Test::In(vec![Value::Number(Rational::ZERO)]))
                            }
                            None if self.all_of(found) => push(&mut subjects, *field, Test::Most),
                            None => {
                                push(&mut subjects, *field, Test::AtLeast(Rational::ONE));
                                subjects.last_mut().into_iter().for_each(|subject| subject.is_plain = true);
                            }
                        }
                    }
                    _ => {
                        if let Some(nothing) = nothing(mechanic, *field) {
                            let test = if is_none() { Test::In(vec![nothing]) } else { Test::Not(nothing) };
                            push(&mut subjects, *field, test);
                        }
                    }
                },
                Meaning::Mechanic if place.is_number || place.in_table => {
                    if let Some(field) = self.names.counted_by_title(index) {
                        push(&mut subjects, field, Test::AtLeast(Rational::ONE));
                        subjects.last_mut().into_iter().for_each(|subject| subject.is_plain = true);
                    }
                }
                _ => {}
            }
        }
        // What is counted is told of a number, whatever else has that name.
        let is_number = |subject: &Subject| {
            matches!(&subject.test, Test::AtLeast(_) | Test::AtMost(_))
                || matches!(&subject.test, Test::In(values) if values.iter().all(|value| value.as_number().is_some()))
        };
        if count().is_some() {
            subjects.sort_by_key(|subject| !is_number(subject));
        }
        subjects
    }

    /// Whether more than a number is meant, fewer, or just that, where signs or words say so, with what is to be added to it.
    fn bound_of(&self, number: usize, is_own: bool) -> (Rational, Option<Ordering>) {
        if let Some((way, off)) = by_sign(self.page, number) {
            return (off, Some(way));
        }
        if let Some(way) = self.mentions.rolled_bound(self.page, number) {
            return (Rational::ZERO, Some(way));
        }
        let word = |back: usize| self.page.word_before(number, back);
        let before = match (word(2), word(1)) {
            (_, Some("exactly" | "precisely" | "just" | "only")) => number - 1..number,
            (Some("at" | "more" | "fewer" | "less"), Some(_)) => number - 2..number - 1,
            _ => number..number,
        };
        let by_words = || self.way(number + 1..number + 2).or_else(|| self.way(before));
        match by_words().filter(|_| is_own) {
            Some((way, off)) => (Rational::from(off), Some(way)),
            None => (Rational::ZERO, None),
        }
    }

    /// Whether a number before a label says how many of it there are on average.
    fn has_mean(&self, mention: &Mention, within: &Range<usize>) -> bool {
        number_of(self.page, mention, within)
            .is_some_and(|(token, number)| token < mention.tokens.start && !number.is_integer())
    }

    /// The number beside a label that counts it, and does not say what something else is, with its token.
    pub(super) fn count_of(&self, mention: &Mention, within: &Range<usize>) -> Option<(usize, Rational)> {
        let (token, number) = number_of(self.page, mention, within)?;
        (!self.mentions.is_given(token)).then_some((token, number))
    }

    /// `all commons`, `every card is common`, `commons only`
    pub(super) fn all_of(&self, mention: &Mention) -> bool {
        let word = |token: usize| self.page.word_at(token);
        let ends =
            word(mention.tokens.end + 1).is_none() && self.page.figure_at(mention.tokens.end + 1).is_none();
        if word(mention.tokens.end) == Some("only") && ends {
            return true;
        }
        let before = mention.tokens.start.checked_sub(1).and_then(word);
        // `All of them rare`
        let back = |tokens: usize| mention.tokens.start.checked_sub(tokens).and_then(word);
        if matches!((back(3), back(2), back(1)), (Some("all"), Some("of"), Some("them"))) {
            return true;
        }
        // `All three of them are common`
        let are_all = || {
            let mut earlier = mention.tokens.start.saturating_sub(ALL)..mention.tokens.start;
            let is_all = |token: usize| {
                let counts = matches!(word(token + 1), Some("of" | "the" | "them"))
                    || number_at(self.page, token + 1).is_some();
                word(token) == Some("all") && counts
            };
            matches!(before, Some("are" | "is" | "be")) && earlier.any(is_all)
        };
        matches!(before, Some("all" | "only" | "every" | "three")) || are_all()
    }
}

/// What a sign before a number makes of it: `rares > 0` are one or more. With what is to be added to the number.
fn by_sign(page: &Page, number: usize) -> Option<(Ordering, Rational)> {
    let sign = |back: usize| match page.tokens.list.get(number.checked_sub(back)?)?.kind {
        TokenKind::Symbol(sign) => Some(sign),
        _ => None,
    };
    match (sign(2), sign(1)?) {
        (Some('>'), '=') | (_, '\u{2265}') => Some((Ordering::Greater, Rational::ZERO)),
        (Some('<'), '=') | (_, '\u{2264}') => Some((Ordering::Less, Rational::ZERO)),
        (_, '>') => Some((Ordering::Greater, Rational::ONE)),
        (_, '<') => Some((Ordering::Less, -&Rational::ONE)),
        _ => None,
    }
}

/// Several values of one outcome, told together: `a card, a pill or a trinket`.
pub(crate) fn union(subjects: &[Subject], position: impl Fn(&Subject) -> usize) -> Option<Subject> {
    let first = subjects.first()?;
    let mut values = Vec::new();
    let mut mentions = Vec::new();
    let mut places: Vec<usize> = subjects.iter().map(position).collect();
    places.sort_unstable();
    if places.windows(2).any(|pair| pair[1] - pair[0] > TOGETHER) {
        return None;
    }
    for subject in subjects {
        match &subject.test {
            Test::In(own) if subject.field == first.field => {
                values
                    .extend(own.iter().filter(|value| !values.contains(*value)).cloned().collect::<Vec<_>>());
                mentions.extend(&subject.mentions);
            }
            _ => return None,
        }
    }
    let number = values.iter().any(|value| value.as_number().is_some());
    values.sort();
    let is_near = first.is_near;
    (values.len() > 1 && !number).then_some(Subject {
        field: first.field,
        test: Test::In(values),
        mentions,
        is_near,
        is_plain: false,
    })
}

/// The subjects that stand last, where several stand together.
fn last_run(subjects: Vec<Subject>, position: impl Fn(&Subject) -> usize) -> Vec<Subject> {
    let Some(last) = subjects.last().map(&position) else { return subjects };
    let mut from = last;
    for subject in subjects.iter().rev() {
        let at = position(subject);
        if from.saturating_sub(at) > TOGETHER {
            break;
        }
        from = at;
    }
    subjects.into_iter().filter(|subject| position(subject) >= from).collect()
}
