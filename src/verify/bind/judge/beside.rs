//! Figures in doubt beside one that is right: what is told with it is told of the same, so its own words need not be
//! understood any better.
//!
//! No vote of the page is asked for, as elsewhere: what is right in the same sentence says more of a figure than what is
//! right at the other end of the page.

use std::collections::{BTreeMap, BTreeSet};

use super::Judged;
use super::doubt::{counts, nearest};
use crate::exact::Rational;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::Candidate;

/// Puts the figures of a text in doubt of which nothing else is known, where a question uses all of their words that is
/// about the same mechanic as one by which another figure of the sentence is right. Where nothing in their words is
/// unknown and their own sentence has no other like them, that figure may stand in the sentence right before or after.
pub(super) fn doubt_beside<'a>(bound: &'a [Bound], judged: &mut [Option<Judged<'a>>]) {
    // The mechanics about which a sentence has something right.
    let mut right: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    // How many figures of a sentence nothing is known of.
    let mut open: BTreeMap<usize, usize> = BTreeMap::new();
    for (bound, judged) in bound.iter().zip(judged.iter()).filter(|(bound, _)| !bound.placed.place.in_table) {
        if let Some(Judged::Right(candidate, _)) = judged
            && candidate.full
        {
            right.entry(bound.placed.block).or_default().insert(candidate.mechanic);
        }
        *open.entry(bound.placed.block).or_default() += usize::from(judged.is_none() && counts(bound));
    }
    let blocks: BTreeMap<usize, usize> =
        bound.iter().map(|bound| (bound.placed.token, bound.placed.block)).collect();
    for (bound, judged) in bound.iter().zip(judged).filter(|(bound, _)| !bound.placed.place.in_table) {
        // What a question like that of its own sentence gives is right by that.
        let is_beside = |token: usize| blocks.get(&token) == Some(&bound.placed.block);
        let is_alike = || {
            let mut beside = bound.alike.iter().filter(|alike| is_beside(alike.beside));
            beside.any(|alike| bound.placed.is(&alike.candidate.value))
        };
        if judged.is_some() || bound.is_share || !counts(bound) || is_alike() {
            continue;
        }
        let block = bound.placed.block;
        let is_clear = !bound.is_doubtful() && !bound.placed.place.has_unknown;
        let reach = usize::from(is_clear && open.get(&block) == Some(&1));
        let beside = right.range(block.saturating_sub(reach)..=block.saturating_add(reach));
        let beside: BTreeSet<usize> = beside.flat_map(|(_, mechanics)| mechanics).copied().collect();
        let is_told = |candidate: &&Candidate| {
            beside.contains(&candidate.mechanic)
                && candidate.full
                && !candidate.is_apart()
                && candidate.value != Rational::ONE
        };
        let told: Vec<&Candidate> = bound.candidates.iter().filter(is_told).collect();
        *judged = nearest(bound, &told).map(Judged::Doubt);
    }
}
