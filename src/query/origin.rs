//! Where a number of a mechanic comes from: the line of its text, and the rules behind a draw.

use std::collections::{BTreeMap, BTreeSet};

use super::Mechanic;
use crate::lower::{Node, Op, Program, Slot, Term, TermKind};
use crate::scenario::Scenario;
use crate::source::{SourceMap, Span};
use crate::value::Value;

/// A place in the text of a mechanic, with the rules that a draw reads there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The file, as in messages.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The draw itself, where it fits a line, else its first line.
    pub text: String,
    /// The whole line.
    pub whole_line: String,
    /// The numbers that the rule set gives.
    pub rules: Vec<RuleNote>,
}

/// The value of a rule, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleNote {
    /// The name of the rule.
    pub name: String,
    /// Its value as text.
    pub value: String,
    /// The rule set that gives it; `None` where it is declared so.
    pub rule_set: Option<String>,
    /// Where the value comes from.
    pub source: Option<String>,
}

impl Origin {
    /// `room-clear-award.odds:91`
    #[must_use]
    pub fn place(&self) -> String {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        format!("{name}:{}", self.line)
    }
}

/// Finds the origins of draws under a scenario.
pub(super) struct Origins<'a> {
    mechanic: &'a Mechanic,
    scenario: &'a Scenario,
    sources: &'a SourceMap,
    alive: &'a BTreeSet<Span>,
    /// The terms of each step, by its place.
    terms: BTreeMap<Span, Vec<&'a Term>>,
    /// The states, of which only the start is looked at: later values come from earlier draws.
    states: &'a [Slot],
    /// The steps that write each slot.
    writers: BTreeMap<Slot, Vec<(Span, &'a Term)>>,
}

impl<'a> Origins<'a> {
    pub(super) fn new(
        mechanic: &'a Mechanic,
        scenario: &'a Scenario,
        program: &'a Program,
        alive: &'a BTreeSet<Span>,
        sources: &'a SourceMap,
    ) -> Origins<'a> {
        let mut origins = Origins {
            mechanic,
            scenario,
            sources,
            alive,
            terms: BTreeMap::new(),
            states: &program.states,
            writers: BTreeMap::new(),
        };
        origins.index(&program.start);
        let start: Vec<_> = program.states.iter().map(|slot| origins.writers.get(slot).cloned()).collect();
        origins.index(&program.body);
        for (slot, writers) in origins.states.iter().zip(start) {
            origins.writers.insert(*slot, writers.unwrap_or_default());
        }
        origins
    }

    fn index(&mut self, nodes: &'a [Node]) {
        for node in nodes {
            let terms = self.terms.entry(node.origin).or_default();
            match &node.op {
                Op::Assign(slot, term) | Op::Floor(slot, term) | Op::Random(slot, term) => {
                    if !matches!(node.op, Op::Assign(..)) {
                        terms.push(term);
                    }
                    self.writers.entry(*slot).or_default().push((node.origin, term));
                }
                Op::Band(slot, roll, thresholds) => {
                    terms.push(roll);
                    terms.extend(thresholds.iter().map(|(_, bound)| bound));
                    self.writers.entry(*slot).or_default().push((node.origin, roll));
                }
                Op::Branch(arms, rest) => {
                    terms.extend(arms.iter().map(|(weight, _)| weight));
                    arms.iter().for_each(|(_, way)| self.index(way));
                    rest.iter().for_each(|way| self.index(way));
                }
                Op::Switch(arms, otherwise) => {
                    for (guard, way) in arms {
                        self.terms.entry(guard.origin).or_default().push(guard);
                        self.index(way);
                    }
                    self.index(otherwise);
                }
                Op::Repeat(_, body) | Op::Until(body, _) => self.index(body),
                Op::Uniform(_) | Op::Given(_) | Op::CheckRange(..) | Op::Refuse(..) => {}
            }
        }
    }

    /// The origin of a draw that is made by some steps.
    pub(super) fn origin(&self, span: Span, steps: &[Span]) -> Origin {
        let at = self.sources.locate(span);
        let file = self.sources.file(span.file).map_or(String::new(), |file| file.name.clone());
        let text = self.sources.text(span);
        let text = text.lines().next().unwrap_or_default().trim().to_owned();
        let whole = self.sources.file(span.file).and_then(|file| file.text.lines().nth(at.line - 1));
        let whole_line = whole.unwrap_or_default().trim().to_owned();
        Origin { file, line: at.line, text, whole_line, rules: self.rules(steps) }
    }

    /// The rules with numbers that the terms of some steps read, also by way of variables.
    fn rules(&self, steps: &[Span]) -> Vec<RuleNote> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for step in steps {
            for term in self.terms.get(step).into_iter().flatten() {
                self.read(term, &mut found, &mut seen);
            }
        }
        found.into_iter().filter_map(|rule| self.note(rule)).collect()
    }

    fn read(&self, term: &Term, found: &mut BTreeSet<usize>, seen: &mut BTreeSet<Slot>) {
        match &term.kind {
            TermKind::Rule(rule) => {
                found.insert(*rule);
            }
            TermKind::Constant(_) | TermKind::Input(_) => {}
            TermKind::Unary(_, inner) => self.read(inner, found, seen),
            TermKind::Binary(_, left, right) => {
                self.read(left, found, seen);
                self.read(right, found, seen);
            }
            TermKind::Call(_, arguments) => arguments.iter().for_each(|term| self.read(term, found, seen)),
            TermKind::Slot(slot) => {
                if seen.insert(*slot) {
                    let writers = self.writers.get(slot).into_iter().flatten();
                    let alive = writers.filter(|(place, _)| self.alive.contains(place));
                    alive.for_each(|(_, term)| self.read(term, found, seen));
                }
            }
        }
    }

    fn note(&self, rule: usize) -> Option<RuleNote> {
        let declared = self.mechanic.model.rules.get(rule)?;
        let assigned = self.mechanic.rule_set_of(self.scenario).rules.get(rule)?;
        let changed = self.scenario.changed.iter().find(|(id, _)| id.index() == rule).map(|(_, value)| value);
        let value = changed.unwrap_or(&assigned.value);
        if !matches!(value, Value::Number(_)) {
            return None;
        }
        let given = changed.is_none();
        Some(RuleNote {
            name: declared.declaration.name.clone(),
            value: self.mechanic.model.value_text(declared.declaration.kind, value),
            rule_set: assigned.rule_set.clone().filter(|_| given),
            source: assigned.source.clone().filter(|_| given),
        })
    }
}
