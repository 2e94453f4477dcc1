//! The figures of a page, each with the questions that it may answer and with what of its words is not understood.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::exact::Rational;
use crate::page::{Shape, Written};
use crate::verify::bind::read::places::{Group, MOST, Placed, placed};
use crate::verify::bind::read::strangers::strangers;
use crate::verify::bind::read::{numbers, told, words};

use super::asked::candidates;
use super::bound::Bound;
use super::candidate::{Candidate, Measure};
use super::chains::Sought;
use super::paired::Paired;
use super::question::Asker;

/// On pages with more figures than this no question goes beyond the words near its figure.
pub(super) const MOST_WIDER: usize = 400;

/// The figures of a page: those that may be judged, in their order, and those of its text that no words ask about, each
/// with the number of the former before which it stands.
#[derive(Default)]
pub(crate) struct Figures {
    pub(crate) bound: Vec<Bound>,
    pub(crate) silent: Vec<(usize, Placed)>,
    /// The tokens of the percentages that only say under which number a row or column of a table stands.
    pub(crate) given: BTreeSet<usize>,
    /// Behind which byte no more figures are read, where the page has more than are.
    pub(crate) read_to: Option<usize>,
}

/// All figures of a page; the first of them where the time is up before.
pub(crate) fn figures(asker: &mut Asker<'_, '_>) -> Figures {
    let Figures { mut bound, mut silent, .. } = Figures::default();
    let (placed, mut given) = placed(asker.page, asker.names, asker.mentions);
    let last = placed.last().filter(|_| placed.len() >= MOST);
    let read_to = last.map(|last| last.figure.range.end);
    let is_short = placed.len() <= MOST_WIDER;
    for placed in placed {
        if asker.laws.is_over() {
            break;
        }
        match if is_short { asker.paired(&placed, &bound) } else { None } {
            Some(Paired::Given) => {
                given.insert(placed.token);
                continue;
            }
            // What it is told with says what it is, whatever else its words are.
            Some(Paired::Asked(own)) => {
                let own = one(asker, placed, vec![*own]);
                bound.push(Bound { strangers: false, is_share: false, ..own });
                continue;
            }
            None => {}
        }
        let candidates = candidates(asker, &placed, &mut bound, is_short);
        // What is calculated with is what it is, whatever a list or a paragraph is about.
        let is_factor = || !placed.place.in_table && numbers::is_in_a_product(asker.page, placed.token);
        if candidates.is_empty() && is_factor() {
            continue;
        }
        // What no words ask for the values of a table or a list may tell.
        let is_listed = matches!(placed.groups.first(), Some(Group::List(_)));
        if !candidates.is_empty() || placed.place.in_table || is_listed {
            bound.push(one(asker, placed, candidates));
        } else if is_short {
            silent.push((bound.len(), placed));
        }
    }
    Figures { bound, silent, given, read_to }
}

/// A figure with its questions and with what of its words is not understood.
pub(in crate::verify::bind) fn one(
    asker: &Asker<'_, '_>,
    mut placed: Placed,
    candidates: Vec<Candidate>,
) -> Bound {
    placed.figure.approximate |= is_rounded_mean(&placed, &candidates);
    let (page, mentions) = (asker.page, asker.mentions);
    let (place, token) = (&placed.place, placed.token);
    let mechanics: BTreeSet<usize> = candidates.iter().map(|candidate| candidate.mechanic).collect();
    let uses = mechanics.iter().flat_map(|own| asker.uses(place, *own));
    let in_line = mechanics.iter().filter_map(|own| asker.place_in_line(place, *own));
    let since = place.since.iter().filter_map(|since| since.token);
    let counted = uses.chain(in_line).map(|(token, _)| token).chain(numbers::partner(&placed));
    let counted = counted.chain(since).collect();
    let counts_unknown = || {
        place.is_number
            && (numbers::counts_the_unknown(page, mentions, token) || numbers::is_in_a_formula(page, token))
    };
    let gives_unknown = || {
        (place.is_number || place.is_decimal_chance && !place.in_table)
            && numbers::gives_the_unknown(page, mentions, place.layers.own(), token)
    };
    // What it is a share of is understood where a question takes that as known.
    let knows = |candidate: &Candidate| candidate.full && !candidate.given.outcomes.is_empty();
    let is_part = !candidates.iter().any(knows) && told::is_told_of_a_share(page, mentions, place, token);
    // What something changes to is told under something: `rubbish goes up, to 46.3%`.
    let is_under = |candidate: &Candidate| !candidate.given.is_empty();
    let changes = !place.in_table && told::is_changed(page, token) && !candidates.iter().any(is_under);
    let strangers = is_part
        || changes
        || strangers(page, mentions, place, token, &counted)
        || counts_unknown()
        || gives_unknown();
    let is_share = is_part
        || told::are_told_together(page, mentions, place)
        || !place.in_table && told::is_told_of_one(page, mentions, place);
    let of_uses = |candidate: &Candidate| candidate.full && candidate.measure.is_of_uses();
    let tells_of_uses = place.in_table && candidates.iter().any(of_uses);
    let is_strange = |head: &Range<usize>| words::is_strange(page, mentions, head, tells_of_uses);
    let heads = placed.heads.iter().filter(|(_, head)| is_strange(head));
    let strange = heads.map(|(group, head)| (*group, head.start)).collect();
    Bound { candidates, strangers, strange, is_share, placed, alike: Vec::new() }
}

/// Whether a whole number is what the mean of many uses is rounded to: `7 fights on average`, where it is 6.99.
fn is_rounded_mean(placed: &Placed, candidates: &[Candidate]) -> bool {
    let Shape::Number(Written { value, places: 0 }) = &placed.figure.shape else { return false };
    let is_mean = |candidate: &&Candidate| {
        matches!(candidate.measure, Measure::Chain(Sought::Mean | Sought::Sum(_), ..))
    };
    let mut means = candidates.iter().filter(is_mean);
    means.any(|mean| (&mean.value - value).abs() <= Rational::new(1, 2))
}
