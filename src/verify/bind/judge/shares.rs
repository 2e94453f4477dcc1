//! Figures that together are all of a part: `a key (1.78%): wooden 80%, silver 16%, golden 4%` says what each is of the keys,
//! and not of everything.

use std::collections::BTreeMap;

use super::Judged;
use super::told::{sentence, told};
use crate::exact::Rational;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::Candidate;

/// Fewer figures are no list.
const FEWEST: usize = 2;

/// Leaves alone the figures of a sentence that are wrong or in doubt, where they are right as shares of what they name together.
pub(super) fn leave_shares(bound: &[Bound], judged: &mut [Option<Judged<'_>>]) {
    let mut sentences: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (number, bound) in bound.iter().enumerate() {
        let is_loud = matches!(judged[number], Some(Judged::Wrong(..) | Judged::Doubt(_)));
        if is_loud && bound.placed.is_chance && !bound.placed.place.in_table {
            sentences.entry(sentence(bound)).or_default().push(number);
        }
    }
    for figures in sentences.values() {
        // The first may say how much the part is itself.
        let Some((first, rest)) = figures.split_first() else { continue };
        if part(bound, figures).is_some() {
            figures.iter().for_each(|number| judged[*number] = None);
        } else if let Some(all) = part(bound, rest) {
            rest.iter().for_each(|number| judged[*number] = None);
            judged[*first].take_if(|_| bound[*first].placed.is(&all));
        }
    }
}

/// How much some figures are of together, where each is right as a share of that.
fn part(bound: &[Bound], figures: &[usize]) -> Option<Rational> {
    let first = figures.first().filter(|_| figures.len() >= FEWEST)?;
    let mut laws = bound[*first].candidates.iter().filter_map(told);
    laws.find_map(|law| {
        let value = |number: &usize| {
            let of_law = |candidate: &&Candidate| told(candidate) == Some(law);
            bound[*number].candidates.iter().find(of_law).map(|candidate| &candidate.value)
        };
        let values = figures.iter().map(value).collect::<Option<Vec<&Rational>>>()?;
        let all: Rational = values.iter().copied().sum();
        let is_share = |(number, value): (&usize, &&Rational)| {
            let share = value.checked_div(&all);
            share.is_some_and(|share| bound[*number].placed.is(&share))
        };
        (all < Rational::ONE && figures.iter().zip(&values).all(is_share)).then_some(all)
    })
}
