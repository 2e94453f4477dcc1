//! Columns of what was so before: where most of one is right all the same, its edition is known.

use std::collections::BTreeMap;

use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::places::Group;

/// Takes the figures of a column under a head such as `Old` for figures like any where more than half of them are right.
pub(crate) fn trust_known_columns(bound: &mut [Bound]) {
    let column = |bound: &Bound| {
        let is_old = bound.placed.place.in_table && bound.placed.place.about == About::Once;
        let column = bound.placed.groups.iter().copied().find(|group| matches!(group, Group::Column(..)));
        column.filter(|_| is_old)
    };
    let mut columns: BTreeMap<Group, (usize, usize)> = BTreeMap::new();
    for own in bound.iter() {
        let Some(column) = column(own) else { continue };
        let (right, all) = columns.entry(column).or_default();
        *right += usize::from(own.candidates.iter().any(|candidate| own.placed.is(&candidate.value)));
        *all += 1;
    }
    for own in bound.iter_mut() {
        if column(own).and_then(|column| columns.get(&column)).is_some_and(|(right, all)| right * 2 > *all) {
            own.placed.place.about = About::Now;
        }
    }
}
