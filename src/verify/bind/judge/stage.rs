//! Which point of a mechanic a wrong figure was meant to tell of: the one that most figures beside it tell of. After
//! `a coin 13.97%, a key 18.62%`, which are chances at the end, so is that of a chest, though the chance before
//! replacements may stand nearer to what was typed.

use std::collections::{BTreeMap, BTreeSet};

use super::near::off;
use super::told::sentence;
use super::{Judged, is_right};
use crate::exact::Rational;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure};
use crate::verify::bind::ask::laws::Stage;
use crate::verify::bind::read::places::Group;

/// Figures that stand together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Beside {
    Sentence(usize, usize),
    Group(Group),
}

/// Where a figure stands, the nearest first.
fn places(bound: &Bound) -> Vec<Beside> {
    let (start, end) = sentence(bound);
    let sentence = (!bound.placed.place.in_table).then_some(Beside::Sentence(start, end));
    sentence.into_iter().chain(bound.placed.groups.iter().copied().map(Beside::Group)).collect()
}

/// At which point of the mechanic a question asks for a chance.
fn stage(candidate: &Candidate) -> Option<Stage> {
    match candidate.measure {
        Measure::Chance(_, _, stage) | Measure::Complement(_, _, stage) | Measure::Count(_, _, stage, _) => {
            Some(stage)
        }
        _ => None,
    }
}

/// Whether two questions differ in nothing but the point at which they ask.
fn is_same_but_for_stage(one: &Candidate, other: &Candidate) -> bool {
    let same_measure = match (&one.measure, &other.measure) {
        (Measure::Chance(field, test, _), Measure::Chance(other_field, other_test, _))
        | (Measure::Complement(field, test, _), Measure::Complement(other_field, other_test, _)) => {
            (field, test) == (other_field, other_test)
        }
        (Measure::Count(field, test, _, of), Measure::Count(other_field, other_test, _, other_of)) => {
            (field, test, of) == (other_field, other_test, other_of)
        }
        _ => false,
    };
    same_measure && (one.mechanic, one.rule_set, &one.given) == (other.mechanic, other.rule_set, &other.given)
}

/// What a figure of a text gives in the end that is right only before replacements, where the others of its sentence tell of
/// the end alone: `a coin in 15% of rooms, a chest in 4.66%`.
fn at_the_end_as_others<'a>(
    bound: &'a Bound,
    right: &Candidate,
    told: &BTreeMap<(Beside, Stage), usize>,
) -> Option<&'a Candidate> {
    /// So many others of a sentence tell of what comes in the end, and none of what came before.
    const FEWEST: usize = 2;
    let (start, end) = sentence(bound);
    let count = |stage| told.get(&(Beside::Sentence(start, end), stage)).copied().unwrap_or(0);
    let is_first = stage(right) == Some(Stage::First) && !right.is_told && !bound.placed.place.in_table;
    let fits_in_the_end = || {
        let mut fitting = bound.candidates.iter().filter(|own| bound.placed.is(&own.value));
        fitting.any(|own| stage(own) != Some(Stage::First))
    };
    if !is_first || count(Stage::First) > 1 || count(Stage::End) < FEWEST || fits_in_the_end() {
        return None;
    }
    bound
        .candidates
        .iter()
        .find(|own| stage(own) == Some(Stage::End) && own.full && is_same_but_for_stage(own, right))
}

/// The chance of the same, of all uses, where a share of those that bring anything is further off.
fn of_the_whole<'a>(bound: &'a Bound, chosen: &Candidate) -> Option<&'a Candidate> {
    let Measure::Share(field, test) = &chosen.measure else { return None };
    let value = bound.placed.figure.value()?;
    bound.candidates.iter().find(|own| {
        matches!(&own.measure, Measure::Chance(of, what, Stage::End) if of == field && what == test)
            && (own.mechanic, own.rule_set, &own.given) == (chosen.mechanic, chosen.rule_set, &chosen.given)
            && own.full == chosen.full
            && off(&value, &own.value) < off(&value, &chosen.value)
    })
}

/// Chooses, for each figure that is wrong or in doubt, the point of the mechanic that those beside it tell of.
pub(super) fn choose_stages<'a>(bound: &'a [Bound], judged: &mut [Option<Judged<'a>>]) {
    // For each place how many figures tell of one point alone.
    let mut told: BTreeMap<(Beside, Stage), usize> = BTreeMap::new();
    for (bound, _) in bound.iter().zip(judged.iter()).filter(|(_, judged)| is_right(judged)) {
        let fits = bound.candidates.iter().filter(|candidate| bound.placed.is(&candidate.value));
        let stages: BTreeSet<Stage> = fits.filter_map(stage).collect();
        if let [only] = stages.into_iter().collect::<Vec<_>>()[..] {
            places(bound).into_iter().for_each(|place| *told.entry((place, only)).or_default() += 1);
        }
    }
    for (bound, judged) in bound.iter().zip(judged.iter_mut()) {
        if let Some(Judged::Right(right, _)) = judged
            && let Some(meant) = at_the_end_as_others(bound, right, &told)
        {
            *judged = Some(Judged::Doubt(meant));
        }
    }
    for (bound, judged) in bound.iter().zip(judged) {
        let (Some(Judged::Wrong(chosen, ..)) | Some(Judged::Doubt(chosen))) = judged else { continue };
        if let Some(whole) = of_the_whole(bound, chosen) {
            *chosen = whole;
        }
        let Some(own) = stage(chosen) else { continue };
        let count = |place: Beside, stage: Stage| told.get(&(place, stage)).copied().unwrap_or(0);
        let other = if own == Stage::End { Stage::First } else { Stage::End };
        // The nearest place that tells of one point more than of the other decides.
        let mut counts = places(bound).into_iter().map(|place| (count(place, own), count(place, other)));
        let is_other = counts.find(|(own, other)| own != other).is_some_and(|(own, other)| own < other);
        let meant = |candidate: &&Candidate| {
            stage(candidate) == Some(other)
                && candidate.full == chosen.full
                && is_same_but_for_stage(candidate, chosen)
        };
        // Whatever they tell of: 5.1% is 4.9% in the end sooner than 15% before.
        let [near, far] = [Rational::new(1, 10), Rational::new(1, 3)];
        let is_off_by = |told: &Candidate, least: &Rational| {
            let value = bound.placed.figure.value();
            value.is_some_and(|value| off(&value, &told.value) > *least)
        };
        let is_far = |meant: &&Candidate| {
            let in_text = !bound.placed.place.in_table;
            in_text && !is_off_by(chosen, &near) && is_off_by(meant, &far)
        };
        if let Some(meant) = bound.candidates.iter().find(meant).filter(|meant| is_other && !is_far(meant)) {
            *chosen = meant;
        }
    }
}
