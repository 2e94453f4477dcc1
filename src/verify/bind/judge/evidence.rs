//! What the values of a table say of its own words: where one reading gives nearly all figures of a column or a row, and
//! they are precise and different, no chance brought them there. A word that the reading leaves out says nothing then,
//! and neither does one that nobody knows.

use std::collections::{BTreeMap, BTreeSet};

use crate::exact::Rational;
use crate::page::Figure;
use crate::verify::bind::ask::bound::{Bound, weight};
use crate::verify::bind::ask::candidate::{Candidate, Reading};
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::read::mention::Mentions;
use crate::verify::bind::read::places::{Group, Placed};

impl Asker<'_, '_> {
    /// All questions that the words in reach of a figure ask; those too that leave out what further heads of its row
    /// say.
    pub(crate) fn of_placed(&mut self, placed: &Placed) -> Vec<Candidate> {
        let mut found = self.candidates(&placed.place, placed.is_chance);
        if let Some(narrow) = &placed.narrow {
            let further = self.candidates(narrow, placed.is_chance);
            let is_new = |candidate: &Candidate| {
                !found.iter().any(|other| {
                    (other.mechanic, other.rule_set, other.full)
                        == (candidate.mechanic, candidate.rule_set, candidate.full)
                        && other.measure == candidate.measure
                        && other.given == candidate.given
                })
            };
            let further: Vec<Candidate> = further.into_iter().filter(is_new).collect();
            found.extend(
                further
                    .into_iter()
                    .map(|candidate| Candidate { background: candidate.background.narrow(), ..candidate }),
            );
        }
        found
    }
}

/// Which heads a question leaves a label of out: of the column, of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Leaves {
    column: bool,
    row: bool,
}

/// What the figures of a column or row say of a reading.
#[derive(Default)]
pub(crate) struct Support {
    all: usize,
    right: usize,
    /// The different values that are right, each with how much it says.
    values: BTreeMap<Rational, usize>,
}

/// So many different values that are all right are no coincidence, however round they are.
pub(crate) const WHOLE: usize = 6;

impl Support {
    /// Takes one more figure, which is `right` or none that the reading gives.
    pub(crate) fn take(&mut self, right: Option<&Figure>) {
        self.all += 1;
        if let Some(figure) = right {
            self.right += 1;
            self.values.insert(figure.value().unwrap_or_default(), weight(figure));
        }
    }

    /// The same as [`Support::is_strong`] where some hundreds of readings were tried: half as much again is asked for, or
    /// that many different values are right; of round ones all but one.
    pub(crate) fn is_strong_among_many(&self) -> bool {
        const ENOUGH: usize = 6;
        const MANY: usize = 5;
        let weight: usize = self.values.values().sum();
        let few_missed = (self.all - self.right) * 5 <= self.all;
        self.is_strong() && weight >= ENOUGH
            || few_missed && weight >= 2 && self.values.len() >= MANY
            || self.all <= self.right + 1 && self.values.len() >= WHOLE
    }

    /// Whether it is no coincidence: at least three values, two of them with three digits or four with two, or one more
    /// that is right as well; and no more than one figure, or one of five, is another.
    fn is_strong(&self) -> bool {
        const ENOUGH: usize = 4;
        const FEWEST: usize = 3;
        let weight: usize = self.values.values().sum();
        let missed = self.all - self.right;
        let is_enough = weight >= ENOUGH || weight + 1 >= ENOUGH && self.right >= ENOUGH;
        is_enough && self.values.len() >= FEWEST && (missed <= 1 || missed * 5 <= self.all)
    }
}

type Key = (Group, Reading, Leaves);

/// Clears the figures of tables of words that their values speak against.
pub(crate) fn excuse(mentions: &Mentions, bound: &mut [Bound]) {
    let mut support: BTreeMap<Key, Support> = BTreeMap::new();
    for bound in bound.iter().filter(|bound| bound.placed.place.in_table && !bound.strangers) {
        let mut own: BTreeMap<(Reading, Leaves), bool> = BTreeMap::new();
        for candidate in &bound.candidates {
            let Some(leaves) = leaves(mentions, bound, candidate) else { continue };
            let right = bound.placed.is(&candidate.value);
            *own.entry((candidate.reading(), leaves)).or_insert(false) |= right;
        }
        for ((reading, leaves), right) in own {
            for group in lines(&bound.placed) {
                let support = support.entry((group, reading.clone(), leaves)).or_default();
                support.take(right.then_some(&bound.placed.figure));
            }
        }
    }
    let strong: BTreeSet<Key> =
        support.into_iter().filter(|(_, support)| support.is_strong()).map(|(key, _)| key).collect();
    if strong.is_empty() {
        return;
    }
    let shared = shared(bound);
    for bound in bound.iter_mut().filter(|bound| bound.placed.place.in_table) {
        let lines = lines(&bound.placed);
        let is_strong = |candidate: &Candidate| {
            let leaves = leaves(mentions, bound, candidate)?;
            let of = |group: &Group| strong.contains(&(*group, candidate.reading(), leaves));
            lines.iter().copied().find(of)
        };
        let found: Vec<Option<Group>> = bound.candidates.iter().map(is_strong).collect();
        let excused: BTreeSet<Group> = found.iter().copied().flatten().collect();
        bound
            .candidates
            .iter_mut()
            .zip(found)
            .for_each(|(candidate, found)| candidate.full |= found.is_some());
        // A head over all of a row says nothing there either.
        bound.strange.retain(|(_, head)| {
            !excused.iter().any(|line| shared.get(line).is_some_and(|heads| heads.contains(head)))
        });
    }
}

/// For each column and row the heads that all its figures have, by their first tokens.
fn shared(bound: &[Bound]) -> BTreeMap<Group, BTreeSet<usize>> {
    let mut found: BTreeMap<Group, BTreeSet<usize>> = BTreeMap::new();
    for bound in bound.iter().filter(|bound| bound.placed.place.in_table) {
        let own: BTreeSet<usize> = bound.placed.heads.iter().map(|(_, head)| head.start).collect();
        for line in lines(&bound.placed) {
            found
                .entry(line)
                .and_modify(|heads| heads.retain(|head| own.contains(head)))
                .or_insert_with(|| own.clone());
        }
    }
    found
}

/// The column and the row of a figure.
fn lines(placed: &Placed) -> Vec<Group> {
    let is_line = |group: &&Group| matches!(group, Group::Column(..) | Group::Row(..));
    placed.groups.iter().filter(is_line).copied().collect()
}

/// The heads that a question leaves something of out; `None` where it leaves out what stands elsewhere, or where other
/// things speak against it.
fn leaves(mentions: &Mentions, bound: &Bound, candidate: &Candidate) -> Option<Leaves> {
    let mut leaves = Leaves { column: false, row: false };
    for mention in candidate.left.as_ref()? {
        let at = mentions.get(*mention).tokens.start;
        let (group, _) = bound.placed.heads.iter().find(|(_, head)| head.contains(&at))?;
        match group {
            Group::Column(..) => leaves.column = true,
            _ => leaves.row = true,
        }
    }
    Some(leaves)
}
