//! Two figures that traded their places: `a crystal drops in 18% of kills, a feather in 6%`, where each is what the other's
//! words ask.
//!
//! One of them alone may be told of something else. That both are, each of what the other's words name, is no chance.

use std::collections::BTreeMap;
use std::mem::discriminant;

use super::Judged;
use super::told::sentence;
use crate::page::Fit;
use crate::verify::bind::ask::bound::{Bound, fit, weight};
use crate::verify::bind::ask::candidate::Candidate;
use crate::verify::bind::ask::follow::event_of;
use crate::verify::bind::read::places::Group;

/// So many figures behind one are looked at in the same sentence, list, paragraph or line.
const NEAR: usize = 12;

/// Puts both figures in doubt where questions that use all of their words make each of them the other.
///
/// Cost: linear in the figures, for at most [`NEAR`] of them are looked at behind each.
pub(super) fn doubt_swapped<'a>(bound: &'a [Bound], judged: &mut [Option<Judged<'a>>]) {
    let mut near: BTreeMap<Near, Vec<usize>> = BTreeMap::new();
    let is_open = |(number, own): &(usize, &Bound)| {
        let is_right =
            matches!(&judged[*number], Some(Judged::Right(candidate, _)) if is_of_its_own(candidate));
        !is_right && (own.placed.is_chance || own.is_precise())
    };
    for (number, own) in bound.iter().enumerate().filter(is_open) {
        for place in places(own) {
            near.entry(place).or_default().push(number);
        }
    }
    for figures in near.values() {
        for (at, one) in figures.iter().enumerate() {
            let mut others = figures[at + 1..].iter().take(NEAR);
            let pair = others.find_map(|other| {
                let (first, second) = (&bound[*one], &bound[*other]);
                let told = || {
                    told_of_each_other((first, judged[*one].as_ref()?), (second, judged[*other].as_ref()?))
                };
                Some((*other, swapped(first, second).or_else(told)?))
            });
            if let Some((other, (first, second))) = pair {
                for (number, meant) in [(*one, first), (other, second)] {
                    if !matches!(judged[number], Some(Judged::Wrong(..))) {
                        judged[number] = Some(Judged::Doubt(meant));
                    }
                }
            }
        }
    }
}

/// Where figures stand that may have traded their places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Near {
    Sentence((usize, usize)),
    Paragraph(usize),
    Line(Group),
}

fn places(bound: &Bound) -> Vec<Near> {
    if !bound.placed.place.in_table {
        return vec![Near::Sentence(sentence(bound)), Near::Paragraph(bound.placed.paragraph)];
    }
    let lines =
        bound.placed.groups.iter().filter(|group| matches!(group, Group::Row(..) | Group::Column(..)));
    lines.copied().map(Near::Line).collect()
}

/// What the words of two figures ask that are right by what the other's words name alone: `keys drop in 13.97% of rooms and
/// coins in 18.62%`.
fn told_of_each_other<'a>(
    (one, first): (&'a Bound, &Judged<'a>),
    (other, second): (&'a Bound, &Judged<'a>),
) -> Option<(&'a Candidate, &'a Candidate)> {
    let (Judged::Right(first, _), Judged::Right(second, _)) = (first, second) else { return None };
    let is_alike = (first.mechanic, first.rule_set) == (second.mechanic, second.rule_set)
        && discriminant(&first.measure) == discriminant(&second.measure)
        && event_of(&first.measure) != event_of(&second.measure);
    let asks = |bound: &'a Bound, of: &Candidate| {
        let event = event_of(&of.measure).filter(|_| is_alike)?;
        bound.candidates.iter().find(|own| {
            own.full
                && own.mechanic == of.mechanic
                && event_of(&own.measure) == Some(event)
                && !bound.placed.is(&own.value)
        })
    };
    asks(one, second).zip(asks(other, first))
}

/// Whether a question uses all words of a figure, and nothing that its sentence says behind its clause: `the wait is 5.37
/// rewards, with the card it's 6.99`.
fn is_of_its_own(candidate: &Candidate) -> bool {
    candidate.full && !candidate.background.is_of_what_follows()
}

/// What the words of two figures ask, where each is what the other's do.
fn swapped<'a>(one: &'a Bound, other: &'a Bound) -> Option<(&'a Candidate, &'a Candidate)> {
    let full = |bound: &'a Bound| bound.candidates.iter().filter(|own| own.full && own.is_open());
    let is = |bound: &Bound, told: &Candidate| bound.placed.is(&told.value);
    let is_exact = |bound: &Bound, told: &Candidate| fit(&bound.placed.figure, &told.value) == Fit::Exact;
    let says = weight(&one.placed.figure) + weight(&other.placed.figure) > 0;
    // What gives one of them is no other's.
    let is_told = |bound: &'a Bound| full(bound).any(|own| is_of_its_own(own) && is(bound, own));
    if is_told(one) || is_told(other) {
        return None;
    }
    let is_like = |first: &Candidate, second: &Candidate| {
        (first.mechanic, first.rule_set) == (second.mechanic, second.rule_set)
            && discriminant(&first.measure) == discriminant(&second.measure)
            && first.value != second.value
            && (says || is_exact(other, first) && is_exact(one, second))
    };
    full(one).filter(|first| is(other, first)).find_map(|first| {
        let second = full(other).find(|second| is(one, second) && is_like(first, second))?;
        Some((first, second))
    })
}
