//! Figures of a text whose own words tell of something else than what a question asks: how it once was, by how much it
//! changes, what a word says that nobody knows. Hardly anything is said against these.

use std::collections::{BTreeMap, BTreeSet};

use super::Judged;
use super::doubt::counts;
use super::near::{is_slip, off};
use super::told::sentence;
use crate::exact::Rational;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure, Test};
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::place::Numbering;

/// Leaves them alone, or calls them in doubt and not wrong.
///
/// What was typed wrong mostly stands near what was meant, what is told of something else stands anywhere: so far from
/// an answer nothing is said where a word is not known, and no more than a doubt where all are. How far was chosen by counts
/// over pages: docs/pages.md. Where a question uses all words of a chance and another figure of its sentence is right by one
/// like that, it is in doubt however far off.
pub(super) fn leave_elsewhere<'a>(bound: &'a [Bound], judged: &mut [Option<Judged<'a>>]) {
    let understood = understood(bound, judged);
    // Of a table it is left to its heads, but where a cell says otherwise.
    let is_looked_at = |bound: &Bound| !bound.placed.place.in_table || bound.placed.place.about != About::Now;
    for (bound, judged) in bound.iter().zip(judged).filter(|(bound, _)| is_looked_at(bound)) {
        let candidate: &'a Candidate = match judged {
            Some(Judged::Wrong(candidate, ..) | Judged::Doubt(candidate)) => candidate,
            Some(Judged::Right(..)) | None => continue,
        };
        let is_beside = || bound.placed.is_chance && candidate.full && is_within(bound, &understood);
        let most = match may_ask(bound, candidate) {
            false => Strength::Nothing,
            true => match strength(bound, candidate) {
                Strength::Nothing if is_beside() => Strength::Doubt,
                most => most,
            },
        };
        match most {
            Strength::Wrong => {}
            Strength::Doubt => *judged = Some(Judged::Doubt(candidate)),
            Strength::Nothing => *judged = None,
        }
    }
}

/// The sentences of which one figure in five is right by a question that uses all of its words.
fn understood(bound: &[Bound], judged: &[Option<Judged<'_>>]) -> BTreeSet<(usize, usize)> {
    const PART: usize = 5;
    let mut sentences: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
    for (bound, judged) in bound.iter().zip(judged).filter(|(bound, _)| counts(bound)) {
        let (right, all) = sentences.entry(sentence(bound)).or_default();
        *right += usize::from(matches!(judged, Some(Judged::Right(candidate, _)) if candidate.full));
        *all += 1;
    }
    let is_understood = |(right, all): &(usize, usize)| *right > 0 && right * PART >= *all;
    sentences.into_iter().filter(|(_, votes)| is_understood(votes)).map(|(sentence, _)| sentence).collect()
}

fn is_within(bound: &Bound, sentences: &BTreeSet<(usize, usize)>) -> bool {
    !bound.placed.place.in_table && sentences.contains(&sentence(bound))
}

/// Whether a figure may be what a question asks for, by what it is told of.
fn may_ask(bound: &Bound, candidate: &Candidate) -> bool {
    let counts = matches!(candidate.measure, Measure::Mean(_) | Measure::Least(_) | Measure::Most(_));
    let is_condition = bound.placed.place.kind == Numbering::Condition;
    let given = &candidate.given;
    // `Doubles the chance of rare drops`: not of all drops.
    if matches!(candidate.measure, Measure::Against(_, Test::Not(_), _)) && bound.placed.place.has_unknown {
        return false;
    }
    match bound.placed.place.about {
        // `At least two scales: 50%`: what a number gives in a sentence with a chance it does not state.
        About::Now => bound.placed.is_chance || !is_condition || !counts,
        About::Once | About::Older | About::Rest | About::Else => false,
        About::Change => matches!(candidate.measure, Measure::Rule(..) | Measure::Against(..)),
        About::Otherwise => !given.outcomes.is_empty() || !given.states.is_empty(),
        About::Effect => !given.inputs.is_empty(),
        About::Many => candidate.measure.is_of_uses(),
    }
}

/// How much may be said against a figure.
enum Strength {
    Wrong,
    Doubt,
    Nothing,
}

fn strength(bound: &Bound, candidate: &Candidate) -> Strength {
    let figure = &bound.placed.figure;
    let Some(value) = figure.value() else { return Strength::Wrong };
    if figure.exchanges(&candidate.value) {
        return Strength::Wrong;
    }
    let off = off(&value, &candidate.value);
    let has_slipped = || {
        let mut answers = bound.candidates.iter().chain([candidate]).map(|own| &own.value);
        answers.any(|answer| is_slip(figure, answer))
    };
    let is_near = |hundredths: i64| off <= Rational::new(hundredths, 100);
    match (bound.placed.is_chance, bound.placed.place.has_foreign) {
        // A plain number may count anything.
        (false, _) if is_near(60) => Strength::Wrong,
        (true, true) if is_near(45) => Strength::Doubt,
        (true, false) if is_near(60) => Strength::Wrong,
        (true, false) if is_near(70) => Strength::Doubt,
        _ if has_slipped() => Strength::Doubt,
        _ => Strength::Nothing,
    }
}
