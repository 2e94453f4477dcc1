//! Outcomes that one sentence tells together: `3% rare, 37% uncommon, 60% common`. All but one of them say what is given
//! for all, and the one that only something else explains is wrong.

use std::collections::{BTreeMap, BTreeSet};

use super::Judged;
use crate::check::FieldId;
use crate::rules::RuleSetId;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure, Test};
use crate::verify::bind::ask::laws::{Given, Stage};
use crate::verify::bind::read::layers::Layer;

/// So many figures beside one have to be right under what is given.
const FEWEST: usize = 2;

/// One law: an outcome of a mechanic, and what is given.
pub(super) type Told<'a> = (usize, RuleSetId, FieldId, Stage, &'a Given);

/// The law that a question asks of, where it is about one of its values.
pub(super) fn told(candidate: &Candidate) -> Option<Told<'_>> {
    match &candidate.measure {
        Measure::Chance(field, Test::In(_), stage) if candidate.full => {
            Some((candidate.mechanic, candidate.rule_set, *field, *stage, &candidate.given))
        }
        _ => None,
    }
}

/// The sentence of a figure in a text, by its first and last words in reach.
pub(super) fn sentence(bound: &Bound) -> (usize, usize) {
    let ranges = || bound.placed.place.layers.upto(Layer::After);
    let start = ranges().map(|range| range.start).min().unwrap_or_default();
    let end = ranges().map(|range| range.end).max().unwrap_or_default();
    bound.placed.series.map_or((start, end), |series| (series, series))
}

/// Calls the figures wrong that are told together with others of one law, and are right only under something else; in
/// doubt where only two others say so, or the page is not sure about the mechanic.
pub(super) fn told_together<'a>(
    bound: &'a [Bound],
    judged: &mut [Option<Judged<'a>>],
    sure: &BTreeSet<usize>,
) {
    let mut sentences: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    let states = |bound: &Bound| bound.placed.is_chance && !bound.placed.place.in_table;
    for (number, bound) in bound.iter().enumerate().filter(|(_, bound)| states(bound)) {
        sentences.entry(sentence(bound)).or_default().push(number);
    }
    for figures in sentences.values().filter(|figures| figures.len() > FEWEST) {
        // For each law which figures it says something of, with what, and whether that is right.
        let mut laws: BTreeMap<Told<'_>, BTreeMap<usize, (&Candidate, bool)>> = BTreeMap::new();
        for number in figures {
            let own = &bound[*number];
            for candidate in &own.candidates {
                let Some(law) = told(candidate) else { continue };
                let fits = own.placed.is(&candidate.value);
                let said = laws.entry(law).or_default().entry(*number).or_insert((candidate, fits));
                if fits {
                    *said = (candidate, true);
                }
            }
        }
        let right =
            |said: &BTreeMap<usize, (&Candidate, bool)>| said.values().filter(|(_, fits)| *fits).count();
        for said in laws.values().filter(|said| right(said) >= FEWEST && right(said) + 1 == said.len()) {
            let Some((number, (candidate, _))) = said.iter().find(|(_, (_, fits))| !fits) else { continue };
            // The same outcome twice is told under two things.
            let is_again = said.values().filter(|(other, _)| other.measure == candidate.measure).count() > 1;
            let is_doubtful = is_again || bound[*number].is_doubtful();
            // Another law that explains it explains others too, or none of them.
            let is_of_another = laws
                .values()
                .any(|other| other.get(number).is_some_and(|(_, fits)| *fits) && right(other) >= FEWEST);
            let is_alone = matches!(judged[*number], Some(Judged::Right(..)) | None) && !is_of_another;
            if is_alone && !is_doubtful {
                judged[*number] =
                    Some(if right(said) >= super::FEWEST && sure.contains(&candidate.mechanic) {
                        Judged::Wrong(candidate, right(said), right(said))
                    } else {
                        Judged::Doubt(candidate)
                    });
            }
        }
    }
}
