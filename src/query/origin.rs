//! Where a number of a mechanic comes from: the line of its text, and the rules behind a draw.

use super::Mechanic;
use crate::evaluate::Provenance;
use crate::scenario::Scenario;
use crate::source::{SourceMap, Span};
use crate::value::{Basis, RuleValue, Value};

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
    /// The lines of the calls by which it is run, the innermost first.
    pub calls: Vec<usize>,
    /// The files of these calls.
    pub call_files: Vec<String>,
    /// The numbers that the rule set gives.
    pub rules: Vec<RuleNote>,
    /// The mechanic in use whose draw it is, where that says where its numbers come from.
    pub used: Option<UsedNote>,
}

/// A mechanic that another one uses, and where its numbers come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedNote {
    /// The mechanic, with its game.
    pub mechanic: String,
    /// Where its numbers come from.
    pub source: String,
}

/// The value of a rule, and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleNote {
    /// The name of the rule.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// Its value as text.
    pub value: String,
    /// The rule set that gives it; `None` where it is declared so.
    pub rule_set: Option<String>,
    /// What the value rests on; `None` where it was given, and where nothing is said.
    pub basis: Option<Basis>,
}

impl Origin {
    /// `room-clear-award.odds:91`, and in a function or procedure the lines of the calls:
    /// `special-rooms.odds:40, called in 52`.
    #[must_use]
    pub fn place(&self) -> String {
        let short = |file: &str| file.rsplit('/').next().unwrap_or(file).to_owned();
        let name = short(&self.file);
        // A function of a library is called in another file.
        let call = |(line, file): (&usize, &String)| match *file == self.file {
            true => line.to_string(),
            false => format!("{}:{line}", short(file)),
        };
        let calls: Vec<String> = self.calls.iter().zip(&self.call_files).map(call).collect();
        let calls =
            if calls.is_empty() { String::new() } else { format!(", called in {}", calls.join(" by ")) };
        format!("{name}:{}{calls}", self.line)
    }
}

/// Finds the origins of draws under a scenario.
pub(super) struct Origins<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) scenario: &'a Scenario,
    pub(super) sources: &'a SourceMap,
    pub(super) provenance: &'a Provenance,
}

impl Origins<'_> {
    /// The origin of a draw that is made by some steps.
    pub(super) fn origin(&self, span: Span, steps: &[Span]) -> Origin {
        let at = self.sources.locate(span);
        let file = self.sources.file(span.file).map_or(String::new(), |file| file.name.clone());
        let text = self.sources.text(span);
        let text = text.lines().next().unwrap_or_default().trim().to_owned();
        let whole = self.sources.file(span.file).and_then(|file| file.text.lines().nth(at.line - 1));
        let whole_line = whole.unwrap_or_default().trim().to_owned();
        let calls = self.mechanic.program.calls_of(span);
        let file_of =
            |span: &Span| self.sources.file(span.file).map_or(String::new(), |file| file.name.clone());
        let call_files = calls.iter().map(file_of).collect();
        let calls = calls.into_iter().map(|call| self.sources.locate(call).line).collect();
        let (rules, used) = (self.rules(steps), self.used(span));
        Origin { file, line: at.line, text, whole_line, calls, call_files, rules, used }
    }

    /// The mechanic in use that a place is of.
    fn used(&self, span: Span) -> Option<UsedNote> {
        let used = self.mechanic.model.used_in(span.file)?;
        Some(UsedNote { mechanic: used.path.clone(), source: used.basis.as_ref()?.to_string() })
    }

    /// The rules with numbers that the terms of some steps read, also by way of variables.
    fn rules(&self, steps: &[Span]) -> Vec<RuleNote> {
        self.provenance.rules(steps).into_iter().filter_map(|rule| self.note(rule)).collect()
    }

    fn note(&self, rule: usize) -> Option<RuleNote> {
        let declared = self.mechanic.model.rules.get(rule)?;
        let assigned = self.mechanic.rule_set_of(self.scenario).rules.get(rule)?;
        let changed = self.scenario.changed.iter().find(|(id, _)| id.index() == rule).map(|(_, value)| value);
        let value = changed.unwrap_or(&assigned.value);
        if !matches!(value, RuleValue::Known(Value::Number(_))) {
            return None;
        }
        let given = changed.is_none();
        Some(RuleNote {
            name: declared.declaration.name.clone(),
            label: declared.declaration.label.clone(),
            value: self.mechanic.model.rule_text(declared.declaration.kind, value),
            rule_set: assigned.rule_set.clone().filter(|_| given),
            basis: assigned.basis.clone().filter(|_| given),
        })
    }
}
