//! Which rules a number comes from: folding keeps them where it puts values in their place.

use std::collections::{BTreeMap, BTreeSet};

use crate::lower::{Op, Slot};
use crate::source::Span;

use super::fold::Folded;
use super::slots::SlotSet;
use super::term::Bound;

/// The rules behind the terms of a bound program, also by way of the slots that they read.
#[derive(Debug, Clone, Default)]
pub struct Provenance {
    /// What the terms of the draws and guards read, by their places.
    terms: BTreeMap<Span, Reads>,
    /// What the values read that each slot is given.
    values: BTreeMap<Slot, Reads>,
}

#[derive(Debug, Clone, Default)]
struct Reads {
    rules: BTreeSet<usize>,
    slots: BTreeSet<Slot>,
}

impl Reads {
    fn add<N>(&mut self, term: &Bound<N>) {
        term.each(&mut |inside| self.rules.extend(&inside.rules));
        term.each_slot(&mut |slot| {
            self.slots.insert(slot);
        });
    }
}

impl Provenance {
    /// That of a program whose first steps give the states their start. What the states become later comes
    /// from earlier draws, which have origins of their own.
    pub(super) fn of<N>(nodes: &[Folded<N>], starts: usize, states: &[Slot]) -> Provenance {
        let mut found = Provenance::default();
        let (start, body) = nodes.split_at(starts.min(nodes.len()));
        let mut later = SlotSet::default();
        states.iter().for_each(|slot| later.insert(*slot));
        start.iter().for_each(|node| node.each(&mut |node| found.add(node, &SlotSet::default())));
        body.iter().for_each(|node| node.each(&mut |node| found.add(node, &later)));
        found
    }

    fn add<N>(&mut self, node: &Folded<N>, without: &SlotSet) {
        match &node.op {
            Op::Assign(..) | Op::Given(_) | Op::Repeat(..) | Op::Until(..) => {}
            // It is the guard that is asked about.
            Op::Switch(arms, _) => {
                arms.iter().for_each(|(guard, _)| self.terms.entry(guard.origin).or_default().add(guard));
            }
            op => {
                let reads = self.terms.entry(node.origin).or_default();
                op.terms().into_iter().for_each(|term| reads.add(term));
            }
        }
        if let Some(slot) = node.op.writes().filter(|slot| !without.contains(*slot)) {
            let values = self.values.entry(slot).or_default();
            // Of a band this is the roll; its thresholds are no part of the value.
            if let Some(value) = node.op.terms().first() {
                values.add(value);
            }
            if let Op::Dice(_, dice, _) = &node.op {
                values.slots.insert(dice.face);
            }
        }
    }

    /// The rules that the terms at some places read, also by way of variables.
    #[must_use]
    pub fn rules(&self, places: &[Span]) -> BTreeSet<usize> {
        let mut rules = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Reads> = places.iter().filter_map(|place| self.terms.get(place)).collect();
        while let Some(reads) = open.pop() {
            rules.extend(&reads.rules);
            let new = reads.slots.iter().filter(|slot| seen.insert(**slot));
            open.extend(new.filter_map(|slot| self.values.get(slot)));
        }
        rules
    }
}
