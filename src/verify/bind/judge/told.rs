//! Outcomes that are told together: `3% rare, 37% uncommon, 60% common`. All but one of them say what is given for all, and
//! the one that only something else explains is wrong.

use std::collections::{BTreeMap, BTreeSet};

use super::Judged;
use crate::check::FieldId;
use crate::rules::RuleSetId;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure, Test};
use crate::verify::bind::ask::laws::{Given, Stage};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::Group;

/// So many figures beside one have to be right under what is given.
const FEWEST: usize = 2;

/// One law: an outcome of a mechanic, and what is given.
pub(super) type Told<'a> = (usize, RuleSetId, FieldId, Of, &'a Given);

/// Of what the chances of a law are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Of {
    /// Of all that comes, at a stage.
    All(Stage),
    /// Of what there is.
    Present,
}

/// What a law says of some figures, by their number: the question, and whether its answer is the figure.
pub(super) type Said<'a> = BTreeMap<usize, (&'a Candidate, bool)>;

/// The law of all that comes that a question asks of, where it is about one of its values.
pub(super) fn told(candidate: &Candidate) -> Option<Told<'_>> {
    law(candidate).filter(|(.., of, _)| *of != Of::Present)
}

/// The law that a question asks of, where it is about one of its values.
fn law(candidate: &Candidate) -> Option<Told<'_>> {
    let (field, of) = match &candidate.measure {
        Measure::Chance(field, Test::In(_), stage) => (*field, Of::All(*stage)),
        Measure::Share(field, Test::In(_)) => (*field, Of::Present),
        _ => return None,
    };
    candidate.full.then_some((candidate.mechanic, candidate.rule_set, field, of, &candidate.given))
}

/// The sentence of a figure in a text, by its first and last words in reach.
pub(in crate::verify::bind) fn sentence(bound: &Bound) -> (usize, usize) {
    let ranges = || bound.placed.place.layers.upto(Layer::After);
    let start = ranges().map(|range| range.start).min().unwrap_or_default();
    let end = ranges().map(|range| range.end).max().unwrap_or_default();
    bound.placed.series.map_or((start, end), |series| (series, series))
}

/// Calls the figures wrong that are told together with others of one law, and are right only under something else; in
/// doubt where only two others say so, or the page is not sure about the mechanic. What stands in another sentence of the
/// paragraph is in doubt at most, and only where nothing explains it or it is an item of a list.
pub(super) fn told_together<'a>(
    bound: &'a [Bound],
    judged: &mut [Option<Judged<'a>>],
    sure: &BTreeSet<usize>,
) {
    let mut sentences: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    let mut paragraphs: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let states = |bound: &Bound| bound.placed.is_chance && !bound.placed.place.in_table;
    for (number, bound) in bound.iter().enumerate().filter(|(_, bound)| states(bound)) {
        sentences.entry(sentence(bound)).or_default().push(number);
        paragraphs.entry(bound.placed.paragraph).or_default().push(number);
    }
    for figures in sentences.values().filter(|figures| figures.len() > FEWEST) {
        for (candidate, number, right) in missed(bound, judged, figures) {
            judged[number] = Some(if right >= super::votes::FEWEST && sure.contains(&candidate.mechanic) {
                Judged::Wrong(candidate, right, right)
            } else {
                Judged::Doubt(candidate)
            });
        }
    }
    for figures in paragraphs.values().filter(|figures| figures.len() > FEWEST) {
        for (candidate, number, right) in missed(bound, judged, figures) {
            // The items of a list are told of one thing: what another one explains in one of them alone is wrong.
            let is_item = matches!(bound[number].placed.groups.first(), Some(Group::List(_)));
            let is_list = is_item && right >= super::votes::FEWEST;
            if (judged[number].is_none() || is_list) && sure.contains(&candidate.mechanic) {
                judged[number] = Some(Judged::Doubt(candidate));
            }
        }
    }
}

/// The figures that are the only ones which a law does not give, of those of which it says something: each with what it gives
/// and how many others are right.
fn missed<'a>(
    bound: &'a [Bound],
    judged: &[Option<Judged<'a>>],
    figures: &[usize],
) -> Vec<(&'a Candidate, usize, usize)> {
    let laws = laws(bound, figures);
    let right = |said: &Said<'_>| said.values().filter(|(_, fits)| *fits).count();
    let mut found = Vec::new();
    for said in laws.values().filter(|said| right(said) >= FEWEST && right(said) + 1 == said.len()) {
        let Some((number, (candidate, _))) = said.iter().find(|(_, (_, fits))| !fits) else { continue };
        // The same outcome twice is told under two things.
        let is_again = said.values().filter(|(other, _)| other.measure == candidate.measure).count() > 1;
        // What nobody understands beside one that is right says nothing here either.
        let is_like = |other: &usize| other != number && bound[*other].is_doubtful();
        let is_doubtful = is_again || bound[*number].is_doubtful() && !said.keys().any(is_like);
        // Another law that explains it explains as many others, or none of them.
        let is_of_another = laws
            .values()
            .any(|other| other.get(number).is_some_and(|(_, fits)| *fits) && right(other) >= right(said));
        let is_alone = matches!(judged[*number], Some(Judged::Right(..)) | None) && !is_of_another;
        if is_alone && !is_doubtful {
            found.push((*candidate, *number, right(said)));
        }
    }
    found
}

/// For each law which of some figures it says something of, with what, and whether that is right.
pub(super) fn laws<'a>(bound: &'a [Bound], figures: &[usize]) -> BTreeMap<Told<'a>, Said<'a>> {
    let mut laws: BTreeMap<Told<'_>, Said<'_>> = BTreeMap::new();
    for number in figures {
        let own = &bound[*number];
        for candidate in &own.candidates {
            let Some(law) = law(candidate) else { continue };
            let fits = own.placed.is(&candidate.value);
            let said = laws.entry(law).or_default().entry(*number).or_insert((candidate, fits));
            if fits {
                *said = (candidate, true);
            }
        }
    }
    laws
}
