//! Which readings of a figure those around it confirm.

use std::collections::{BTreeMap, BTreeSet};

use super::ballot::{Ballot, OF_NUMBERS, OF_TEXT};
use super::votes::{FEWEST, Votes};
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::Reading;
use crate::verify::bind::read::places::Group;

/// The readings of a figure that others confirm, and how many of how many these are.
pub(super) type Confirmed<'r> = (BTreeSet<&'r Reading>, Option<(usize, usize)>);

/// The readings of a figure that the nearest others confirm which confirm any, and how many of how many these are: of
/// its column, its row, both, its table; of its list, its section, the page.
pub(super) fn confirmed<'r>(
    bound: &Bound,
    readings: &'r BTreeMap<Reading, bool>,
    ballot: &Ballot,
) -> Confirmed<'r> {
    let others = Others { bound, ballot };
    let (by_groups, in_table) = (others.by_groups(readings), bound.placed.place.in_table);
    if !by_groups.0.is_empty() || !in_table {
        return by_groups;
    }
    let by_lines = others.by_lines(readings);
    if by_lines.0.is_empty() { others.by_page(readings) } else { by_lines }
}

/// What the other figures say that stand together with one.
struct Others<'b> {
    bound: &'b Bound,
    ballot: &'b Ballot,
}

impl Others<'_> {
    /// What the others of a group say of a reading in which the figure is right or not.
    fn of(&self, group: Group, reading: &Reading, right: bool) -> Option<Votes> {
        if self.is_foreign(group, reading, right) {
            return None;
        }
        let votes = self.ballot.votes.get(&(group, reading.clone()))?;
        Some(votes.without(right, self.bound.is_precise()))
    }

    /// A column of which nothing else is right in a reading is about something else, whatever its rows say.
    fn is_foreign(&self, group: Group, reading: &Reading, right: bool) -> bool {
        let is_other = |line: &&Group| **line != group && line.is_line();
        let mut lines = self.bound.placed.groups.iter().filter(is_other);
        let of_line = |line: &Group| self.ballot.votes.get(&(*line, reading.clone()));
        group.is_table() && lines.any(|line| of_line(line).is_some_and(|votes| votes.are_foreign_but(right)))
    }

    fn by_groups<'r>(&self, readings: &'r BTreeMap<Reading, bool>) -> Confirmed<'r> {
        let (bound, ballot) = (self.bound, self.ballot);
        let in_table = bound.placed.place.in_table;
        let is_own = |reading: &&Reading| **reading != OF_NUMBERS || !bound.placed.is_chance;
        let groups = &bound.placed.groups;
        let mut together: Vec<&[Group]> = groups.chunks(1).collect();
        if in_table {
            together.insert(2, &groups[..2]);
        }
        let mut confirmed = BTreeSet::new();
        let mut by = None;
        for groups in together {
            for (reading, right) in readings.iter().filter(|(reading, _)| is_own(reading)) {
                let votes = groups.iter().filter_map(|group| self.of(*group, reading, *right));
                let sum = votes.fold(Votes::default(), Votes::and);
                let shuffled =
                    matches!(groups, [group] if ballot.shuffled.contains(&(*group, reading.clone())));
                if sum.are_enough(in_table) || shuffled {
                    confirmed.insert(reading);
                    by = by.max(Some((sum.right, sum.all)));
                }
            }
            if !confirmed.is_empty() {
                break;
            }
        }
        (confirmed, by)
    }

    /// One figure of a column that is wrong already hides no other, where nothing in its row speaks against it.
    fn by_lines<'r>(&self, readings: &'r BTreeMap<Reading, bool>) -> Confirmed<'r> {
        let mut confirmed = BTreeSet::new();
        let mut by = None;
        let [column, row, ..] = *self.bound.placed.groups.as_slice() else { return (confirmed, by) };
        for (reading, right) in readings {
            let [column, row] =
                [column, row].map(|group| self.of(group, reading, *right).unwrap_or_default());
            let hides = |line: Votes, across: Votes| {
                line.right >= FEWEST && line.right + 1 == line.all && across.right == across.all
            };
            if hides(column, row) || hides(row, column) {
                confirmed.insert(reading);
                by = by.max(Some((column.right + row.right, column.all + row.all)));
            }
        }
        (confirmed, by)
    }

    /// A table too small to confirm anything stands with the text around it: the readings in which it holds no error.
    fn by_page<'r>(&self, readings: &'r BTreeMap<Reading, bool>) -> Confirmed<'r> {
        let of_page = self.of(Group::Page, &OF_TEXT, readings.values().any(|right| *right));
        let Some(votes) = of_page.filter(|votes| votes.are_enough(false)) else {
            return (BTreeSet::new(), None);
        };
        let groups = &self.bound.placed.groups;
        let small = readings.iter().filter_map(|(reading, right)| {
            let votes = self.of(groups[groups.len() - 1], reading, *right)?;
            (votes.right == votes.all && votes.all < FEWEST).then_some((votes.right, reading))
        });
        let small: Vec<(usize, &Reading)> = small.collect();
        let most = small.iter().map(|(own, _)| *own).max();
        let most = small.iter().filter(|(own, _)| Some(*own) == most);
        let confirmed: BTreeSet<&Reading> = most.map(|(_, reading)| *reading).collect();
        let by = (!confirmed.is_empty()).then_some((votes.right, votes.all));
        (confirmed, by)
    }
}
