//! The events that a label names: a value that an outcome may have, some of it, so many or more.

use std::cmp::Ordering;
use std::ops::Range;

use crate::check::{FieldId, Kind};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::{Page, TokenKind};
use crate::value::Value;
use crate::verify::bind::read::beside::number_of;
use crate::verify::bind::read::mention::{Mention, nothing};
use crate::verify::bind::read::place::{Counted, Place};

use super::candidate::Test;
use super::question::Asker;
use super::subject::Subject;

/// A label with what stands around it.
struct Label<'p> {
    place: &'p Place,
    mention: usize,
    found: &'p Mention,
    index: usize,
    /// The words that it stands in.
    within: Range<usize>,
    /// Whether its figure stands in them, or beside it in a table.
    is_own: bool,
}

impl Label<'_> {
    fn event(&self, field: FieldId, test: Test) -> Subject {
        Subject { field, test, mentions: vec![self.mention], is_near: true, is_plain: false }
    }

    /// That there is some of it, where nothing says how many.
    fn some(&self, field: FieldId) -> Subject {
        Subject { is_plain: true, ..self.event(field, Test::AtLeast(Rational::ONE)) }
    }
}

impl Asker<'_, '_> {
    /// The events of a mechanic that a label names, `ranges` being the words around it. The likeliest comes first.
    pub(crate) fn events(
        &self,
        place: &Place,
        mention: usize,
        index: usize,
        ranges: &[Range<usize>],
    ) -> Vec<Subject> {
        let found = self.mentions.get(mention);
        let within = ranges.iter().find(|range| range.contains(&found.tokens.start)).cloned();
        let is_own = place.in_table || ranges.iter().any(|own| own.contains(&place.figure));
        let label = Label { place, mention, found, index, within: within.unwrap_or(0..0), is_own };
        let own = found.named_in(index);
        let mut subjects: Vec<Subject> =
            own.flat_map(|named| self.events_of_meaning(&label, &named.meaning)).collect();
        // What is counted is told of a number, whatever else has that name.
        if self.count_said(&label).is_some() {
            subjects.sort_by_key(|subject| !subject.test.is_of_number());
        }
        subjects
    }

    /// The events of one thing that a label stands for.
    fn events_of_meaning(&self, label: &Label<'_>, meaning: &Meaning) -> Vec<Subject> {
        let Label { place, found, index, .. } = *label;
        let mechanic = self.names.mechanics[index];
        // `library, false` under `outcome, value`
        let is_none = || self.count_of_head(label).is_some_and(|number| number.is_zero());
        match meaning {
            // What uses before did not bring is what the next may.
            Meaning::Outcome(..)
                if found.without
                    && !place.in_table
                    && place.since.is_empty()
                    && self.uses(place, index).is_empty() =>
            {
                Vec::new()
            }
            Meaning::Outcome(field, value) => {
                // `At least one rare`: that is said of several.
                let counts = self.count_said(label).is_some() || self.all_of(found);
                let values = self.values_of(found, index, *field, value).into_iter();
                // Which end was meant a table shows itself.
                let is_near = |is_sure: bool| (is_sure || place.in_table) && !counts;
                let event = |(values, is_sure)| Subject {
                    is_near: is_near(is_sure),
                    ..label.event(*field, Test::In(values))
                };
                values.map(event).collect()
            }
            Meaning::Field(field) => match mechanic.model[*field].kind {
                Kind::Flag => vec![label.event(*field, Test::In(vec![Value::Flag(!is_none())]))],
                Kind::Integer => self.events_of_count(label, *field),
                _ => {
                    let nothing = nothing(mechanic, *field);
                    let test = |nothing| if is_none() { Test::In(vec![nothing]) } else { Test::Not(nothing) };
                    nothing.map(|nothing| label.event(*field, test(nothing))).into_iter().collect()
                }
            },
            Meaning::Mechanic if place.is_number || place.in_table => {
                let field = self.names.counted_by_title(index);
                field.map(|field| label.some(field)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The events of an outcome that is a number: so many of it, more, fewer, some.
    fn events_of_count(&self, label: &Label<'_>, field: FieldId) -> Vec<Subject> {
        let Label { place, found, .. } = *label;
        // `On 22.5% of nights, for an average of 1.125 chicks`: that is what the other figure is of.
        if !place.is_number && !place.in_table && self.has_mean(found, &label.within) {
            return Vec::new();
        }
        // `Exactly one` may go on from `at least one`; what is rolled is told of itself.
        let bound = |(token, number): (usize, Rational)| {
            let (off, way) = self.bound_of(token, label.is_own);
            (&number + &off, way)
        };
        let of_head = self.count_of_head(label).map(|number| (number, None));
        let counted = of_head.or_else(|| self.count_said(label).map(bound));
        match counted {
            // `Without a single rare` there are none.
            Some((number, bound)) => {
                let is_none = found.denied && number == Rational::ONE;
                let number = if is_none { Rational::ZERO } else { number };
                let mut tests = vec![
                    (Ordering::Equal, Test::In(vec![Value::Number(number.clone())])),
                    (Ordering::Greater, Test::AtLeast(number.clone())),
                    (Ordering::Less, Test::AtMost(number)),
                ];
                tests.retain(|(way, _)| bound.is_none_or(|bound| bound == *way));
                tests.into_iter().map(|(_, test)| label.event(field, test)).collect()
            }
            None if found.denied => vec![label.event(field, Test::In(vec![Value::Number(Rational::ZERO)]))],
            None if self.all_of(found) => vec![label.event(field, Test::Most)],
            None => vec![label.some(field)],
        }
    }

    /// How many of a label its words say there are. What is stated is no condition: `it sells 1.85 uncommons`.
    fn count_said(&self, label: &Label<'_>) -> Option<(usize, Rational)> {
        let told = self.count_of(label.found, &label.within).or_else(|| self.times_behind(label));
        told.filter(|(token, count)| {
            *token != label.place.figure && count.is_integer() && self.page.word_at(*token) != Some("first")
        })
    }

    /// How often something happens, right behind its label: `to hit at least twice`.
    fn times_behind(&self, label: &Label<'_>) -> Option<(usize, Rational)> {
        const NEAR: usize = 3;
        let end = label.found.tokens.end;
        let times = |token: usize| match self.page.word_at(token)? {
            "twice" => Some((token, Rational::from(2))),
            "thrice" => Some((token, Rational::from(3))),
            _ => None,
        };
        let is_joined =
            |token: &usize| matches!(self.page.word_at(*token), Some("at" | "least" | "most" | "exactly"));
        let token = (end..end + NEAR).find(|token| !is_joined(token))?;
        times(token).filter(|_| token < label.within.end)
    }

    /// How many of it the head of a row or column says there are.
    fn count_of_head(&self, label: &Label<'_>) -> Option<Rational> {
        let own = |counted: &&Counted| counted.mechanic == label.index && counted.label == label.mention;
        label.place.counted.iter().find(own).map(|counted| counted.number.clone())
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
