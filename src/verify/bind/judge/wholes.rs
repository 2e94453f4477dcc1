//! Chances that a text tells as parts of a whole: `3% rare, 37% uncommon, 60% common`.

use std::collections::{BTreeMap, BTreeSet};

use super::Judged;
use super::told::{Said, laws, sentence, told};
use crate::exact::Rational;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::read::places::Group;

/// More parts than these are no whole that a sentence or a list tells.
const MOST: usize = 16;

/// The figures of a text, by their number, that stand beside each other in a sentence, or are all those of a list, and make
/// one together.
pub(in crate::verify::bind) fn wholes(bound: &[Bound]) -> Vec<Vec<usize>> {
    let mut sentences: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    let mut lists: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, own) in bound.iter().enumerate().filter(|(_, bound)| is_chance_of_text(bound)) {
        sentences.entry(sentence(own)).or_default().push(number);
        if let Some(Group::List(list)) = own.placed.groups.first() {
            lists.entry(*list).or_default().push(number);
        }
    }
    let mut found: Vec<Vec<usize>> = lists.into_values().filter(|parts| is_whole(bound, parts)).collect();
    for figures in sentences.into_values() {
        let mut start = 0;
        while start < figures.len() {
            // Of many figures two are one together by chance.
            let least = if figures.len() == 2 { 2 } else { 3 };
            let mut lengths = least..=MOST.min(figures.len() - start);
            let length = lengths.find(|length| is_whole(bound, &figures[start..start + length]));
            found.extend(length.map(|length| figures[start..start + length].to_vec()));
            start += length.unwrap_or(1);
        }
    }
    // As they stand on the page.
    found.sort_by_key(|parts| parts.first().copied());
    found
}

/// The rows and columns of tables, by the numbers of their figures, that make one together.
pub(in crate::verify::bind) fn lines_of_one(bound: &[Bound]) -> Vec<Vec<usize>> {
    let mut lines: BTreeMap<Group, Vec<usize>> = BTreeMap::new();
    for (number, own) in bound.iter().enumerate().filter(|(_, own)| own.placed.is_chance) {
        let of_table = own.placed.groups.iter().filter(|_| own.placed.place.in_table);
        for line in of_table.filter(|group| matches!(group, Group::Row(..) | Group::Column(..))) {
            lines.entry(*line).or_default().push(number);
        }
    }
    lines.into_values().filter(|parts| is_whole(bound, parts)).collect()
}

/// The same of sentences and lists that tell of nothing else: of more parts three make one by chance.
fn only_wholes(bound: &[Bound]) -> Vec<Vec<usize>> {
    let wholes = wholes(bound);
    let parts: BTreeSet<usize> = wholes.iter().flatten().copied().collect();
    let is_part = |(number, _): &(usize, &Bound)| parts.contains(number);
    let others =
        bound.iter().enumerate().filter(|(_, own)| is_chance_of_text(own)).filter(|own| !is_part(own));
    let others: BTreeSet<(usize, usize)> = others.map(|(_, own)| sentence(own)).collect();
    let is_only = |parts: &Vec<usize>| parts.iter().all(|part| !others.contains(&sentence(&bound[*part])));
    wholes.into_iter().filter(is_only).collect()
}

fn is_chance_of_text(bound: &Bound) -> bool {
    bound.placed.is_chance && !bound.placed.place.in_table
}

/// Whether several figures, none of them all of it, make one together.
fn is_whole(bound: &[Bound], parts: &[usize]) -> bool {
    let value = |number: &usize| bound[*number].placed.figure.value();
    (2..=MOST).contains(&parts.len())
        && parts.iter().all(|part| value(part) != Some(Rational::ONE))
        && parts.iter().map(value).sum::<Option<Rational>>() == Some(Rational::ONE)
}

/// Leaves alone what one part of a whole would be wrong by: were it, another would be too. Several are what a law says only
/// where what it gives for all parts is a whole as well.
pub(super) fn leave_wholes<'a>(bound: &'a [Bound], judged: &mut [Option<Judged<'a>>]) {
    for parts in only_wholes(bound) {
        let said = |part: &usize| match &judged[*part] {
            Some(Judged::Wrong(candidate, ..) | Judged::Doubt(candidate)) => Some(*candidate),
            _ => None,
        };
        let laws = laws(bound, &parts);
        let total = |law: &Said<'_>| law.values().map(|(told, _)| &told.value).sum::<Rational>();
        let is_of_whole = |part: &usize| {
            let law = said(part).and_then(told).and_then(|law| laws.get(&law));
            law.is_some_and(|law| law.len() < parts.len() || total(law) == Rational::ONE)
        };
        let missed: Vec<usize> = parts.iter().copied().filter(|part| said(part).is_some()).collect();
        let (of_whole, others): (Vec<usize>, Vec<usize>) = missed.into_iter().partition(is_of_whole);
        let left = if of_whole.len() == 1 { of_whole } else { Vec::new() };
        others.into_iter().chain(left).for_each(|part| judged[part] = None);
    }
}
