//! One number that is written twice in a paragraph of a text, once for what it is and once more for something else: `bass
//! (46.2%) and salmon (46.2%)`. The words of the second name salmon, which that question leaves out, and salmon is no 46.2%.

use std::collections::BTreeMap;
use std::mem::discriminant;

use super::Judged;
use super::doubt::{counts, nearest};
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Kind};
use crate::verify::bind::read::about::About;

/// Puts the figures in doubt that are right only by a question which leaves out some of their words and makes another
/// figure of the paragraph right in full, where what their own words ask in full gives something else.
pub(super) fn doubt_twice<'a>(bound: &'a [Bound], judged: &mut [Option<Judged<'a>>]) {
    // Nearly every number that has no digits after its point counts something else as well.
    let tells = |bound: &Bound| counts(bound) || !bound.placed.is_chance && bound.is_precise();
    let in_text = |bound: &Bound| !bound.placed.place.in_table && tells(bound);
    // The figures of each paragraph that are right in full.
    let mut right: BTreeMap<usize, Vec<(&Bound, &Candidate)>> = BTreeMap::new();
    for (bound, judged) in bound.iter().zip(judged.iter()).filter(|(bound, _)| in_text(bound)) {
        if let Some(Judged::Right(candidate, _)) = judged
            && candidate.full
        {
            right.entry(bound.placed.paragraph).or_default().push((bound, candidate));
        }
    }
    for (bound, judged) in bound.iter().zip(judged).filter(|(bound, _)| in_text(bound)) {
        let taken = match judged {
            Some(Judged::Right(candidate, _)) if !candidate.full && is_now(bound) => *candidate,
            _ => continue,
        };
        let beside = right.get(&bound.placed.paragraph).into_iter().flatten();
        let mut twins = beside.filter(|(other, question)| is_again(bound, other) && is_same(taken, question));
        if twins.next().is_none() {
            continue;
        }
        let kind = kind(taken);
        let own = bound.candidates.iter().filter(|own| own.full && own.mechanic == taken.mechanic);
        let own: Vec<&Candidate> = own.filter(|own| own.is_open() && self::kind(own) == kind).collect();
        if let Some(meant) = nearest(bound, &own) {
            *judged = Some(Judged::Doubt(meant));
        }
    }
}

/// Whether all words of a figure are understood, and tell of what is so now.
fn is_now(bound: &Bound) -> bool {
    bound.placed.place.about == About::Now && !bound.is_doubtful()
}

fn kind(candidate: &Candidate) -> Kind {
    candidate.reading().kind
}

/// Whether a figure writes the same number in the same way as another one.
fn is_again(bound: &Bound, other: &Bound) -> bool {
    let [own, other] = [&bound.placed.figure, &other.placed.figure];
    own.range != other.range
        && discriminant(&own.shape) == discriminant(&other.shape)
        && own.value() == other.value()
}

/// Whether two questions ask the same: what one takes as given besides makes no difference.
fn is_same(one: &Candidate, other: &Candidate) -> bool {
    (one.mechanic, &one.measure, &one.value) == (other.mechanic, &other.measure, &other.value)
}
