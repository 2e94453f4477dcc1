//! What a sentence says at its beginning holds to its end: `With peat 33.65% are slag and 29.62% ingots` is about peat in
//! both, also where one figure asks of itself for none. What a figure should be is said under all of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::InputId;
use crate::names::Meaning;
use crate::value::Value;

use super::ask::bound::Bound;
use super::ask::candidate::{Candidate, Measure, Test};
use super::ask::chains::{Sought, is_round};
use super::ask::laws::Stage;
use super::ask::question::Asker;
use super::judge::Judged;
use super::judge::told::sentence;

/// So many figures on each side are looked at.
const NEAR: usize = 12;
/// So many right figures of a sentence say of what all of it is told, where no words of it do.
const FEWEST: usize = 2;

/// For figures of texts that are wrong or in doubt, by their places, the question that their sentence asks, where that gives
/// more than the one that was found.
pub(super) fn completed(
    asker: &mut Asker<'_, '_>,
    bound: &[Bound],
    judged: &[Option<Judged<'_>>],
) -> BTreeMap<usize, Candidate> {
    let mut found = BTreeMap::new();
    for (at, (own, said)) in bound.iter().zip(judged).enumerate() {
        let Some(Judged::Wrong(candidate, ..) | Judged::Doubt(candidate)) = said else { continue };
        if own.placed.place.in_table || !own.placed.is_chance {
            continue;
        }
        let near = at.saturating_sub(NEAR)..bound.len().min(at + NEAR + 1);
        let beside: Vec<(&Bound, &Candidate)> = near
            .filter_map(|other| match &judged[other] {
                Some(Judged::Right(right, _)) => Some((&bound[other], *right)),
                _ => None,
            })
            .filter(|(other, right)| {
                (right.mechanic, right.rule_set) == (candidate.mechanic, candidate.rule_set)
                    && !other.placed.place.in_table
                    && sentence(other) == sentence(own)
            })
            .collect();
        let Some(told) = told(asker, own, &beside, candidate) else { continue };
        if let Some(value) = asker.value_on(&told, None) {
            found.insert(at, Candidate { value, ..told });
        }
    }
    found
}

/// Whether a figure is the round share of runs for which its words tell how many uses it takes: `90% have one within 19 casts`,
/// where 18 are not enough and after 19 it is 91%.
pub(super) fn is_reached(asker: &mut Asker<'_, '_>, bound: &Bound, candidate: &Candidate) -> bool {
    let Measure::Chain(Sought::Within(uses), field, test) = &candidate.measure else { return false };
    let Some(share) = bound.placed.figure.value().filter(is_round) else { return false };
    let Some(before) = uses.checked_sub(1).filter(|_| share <= candidate.value) else { return false };
    let asked = candidate.asked(*field, Stage::End);
    let before = asker.laws.chain(&asked, &Sought::Within(before), test);
    before.is_some_and(|before| before < share)
}

/// A question with what all right figures of its sentence are told under; `None` where that is nothing more.
fn told(
    asker: &Asker<'_, '_>,
    own: &Bound,
    beside: &[(&Bound, &Candidate)],
    candidate: &Candidate,
) -> Option<Candidate> {
    let (_, first) = beside.first()?;
    let mut told = candidate.clone();
    let tokens = beside.iter().map(|(other, _)| other.placed.token).chain([own.placed.token]);
    let before = sentence(own).0..tokens.min()?;
    let said: BTreeSet<InputId> = asker
        .mentions
        .within(&before)
        .flat_map(|mention| asker.mentions.get(mention).named.iter())
        .filter(|named| named.mechanic == candidate.mechanic)
        .filter_map(|named| match named.meaning {
            Meaning::Is(input, _) | Meaning::Input(input) => Some(input),
            _ => None,
        })
        .collect();
    let have = |input: &InputId, value: &Value| {
        beside.iter().all(|(_, right)| right.given.inputs.get(input) == Some(value))
    };
    for (input, value) in &first.given.inputs {
        if said.contains(input) && have(input, value) {
            told.given.inputs.entry(*input).or_insert_with(|| value.clone());
        }
    }
    let is_told = beside.len() >= FEWEST && candidate.given.outcomes.is_empty();
    if is_told && beside.iter().all(|(_, right)| right.given.outcomes == first.given.outcomes) {
        told.given.outcomes.clone_from(&first.given.outcomes);
    }
    if let (true, Measure::Chance(field, test @ Test::In(_), Stage::End)) = (is_told, &candidate.measure) {
        let shares = |(_, right): &(&Bound, &Candidate)| matches!(&right.measure, Measure::Share(own, _) if own == field);
        if beside.iter().all(shares) {
            told.measure = Measure::Share(*field, test.clone());
        }
    }
    (told.given != candidate.given || told.measure != candidate.measure).then_some(told)
}
