//! Columns under a head such as `Old`: one whose figures are right is about an edition that is known.

use std::collections::BTreeMap;
use std::mem::Discriminant;

use super::lines::rows;
use crate::exact::Rational;
use crate::page::Shape;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::Candidate;
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::places::Group;

/// Takes the figures of such a column for figures like any where more than half of those are right which differ from what
/// another column of their row says.
pub(crate) fn trust_known_columns(bound: &mut [Bound]) {
    let column = |bound: &Bound| {
        let is_old = bound.placed.place.in_table && bound.placed.place.about == About::Once;
        let column = bound.placed.groups.iter().copied().find(|group| matches!(group, Group::Column(..)));
        column.filter(|_| is_old)
    };
    let mut columns: BTreeMap<Group, (usize, usize)> = BTreeMap::new();
    let rows = rows(bound);
    for own in bound.iter() {
        let Some(column) = column(own) else { continue };
        let value = own.placed.figure.value();
        let is_same = |(_, other): &&(Discriminant<Shape>, Rational)| Some(other) == value.as_ref();
        let row = own.placed.groups.iter().filter_map(|group| rows.get(group)).flatten();
        if row.filter(is_same).count() > 1 {
            continue;
        }
        let fits = |candidate: &Candidate| candidate.full && own.placed.is(&candidate.value);
        let (right, all) = columns.entry(column).or_default();
        *right += usize::from(own.candidates.iter().any(fits));
        *all += 1;
    }
    for own in bound.iter_mut() {
        if column(own).and_then(|column| columns.get(&column)).is_some_and(|(right, all)| right * 2 > *all) {
            own.placed.place.about = About::Now;
        }
    }
}
