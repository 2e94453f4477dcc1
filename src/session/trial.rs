//! A trial evaluation: what can only be found by evaluating is found before somebody asks.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::check::Kind;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::evaluate::{Bindings, Halt, Limits, Plan, Stop};
use crate::exact::Rational;
use crate::rules::RuleSet;
use crate::scenario::Mechanic;
use crate::value::{InputValue, RuleValue, Value};

/// Outcomes of a mechanic that were not evaluated to their end, because the time was up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untried {
    /// The mechanic, as its first line names it.
    pub mechanic: String,
    /// The names of the outcomes.
    pub outcomes: Vec<String>,
}

/// The inputs and rules of an evaluation.
struct Setting<'a> {
    set: &'a RuleSet,
    all_on: bool,
    bindings: Bindings<Rational>,
}

/// The evaluation of one outcome, so that a mechanic with many stays cheap.
struct Task {
    setting: usize,
    field: usize,
    /// Made when it is first looked at, and dropped when it is done.
    plan: Option<Plan<Rational>>,
    /// Whether ranges show that nothing is wrong with it, so that only a limit can stop it.
    shown: bool,
    stop: Option<Stop>,
    /// Whether only the beginning of its values is evaluated.
    is_cut: bool,
    done: bool,
}

/// How often the first slice of an evaluation asks whether it may go on; each further slice is several times as
/// long. The clock decides only when all of it is over.
const FIRST_SLICE: u64 = 8;
const LONGER: u64 = 8;

/// Evaluates a mechanic under every rule set, once with the defaults and once with every flag on. Every outcome is
/// evaluated for itself, and those that take little time first; last come those of which ranges show already
/// that nothing is wrong with them.
pub(super) fn trial(mechanic: &Mechanic, limits: &Limits) -> (Vec<Diagnostic>, Option<Untried>) {
    let settings = settings(mechanic);
    let begin = Instant::now();
    let limits = match limits.trial {
        Some(time) => limits.watched(limits.watch.until(move || halt_if(begin.elapsed() > time))),
        None => limits.clone(),
    };
    let task = |setting, field| Task {
        setting,
        field,
        plan: None,
        shown: false,
        stop: None,
        is_cut: false,
        done: false,
    };
    let fields = mechanic.model.fields.len();
    let mut tasks: Vec<Task> =
        (0..settings.len()).flat_map(|setting| (0..fields).map(move |field| task(setting, field))).collect();
    for task in &mut tasks {
        if let Some(setting) = settings.get(task.setting).filter(|_| !limits.watch.is_over()) {
            task.plan(mechanic, &setting.bindings, &limits);
        }
    }
    for shown in [false, true] {
        let mut open: Vec<&mut Task> = tasks.iter_mut().filter(|task| task.shown == shown).collect();
        let mut slice = Some(FIRST_SLICE);
        while !open.is_empty() && !limits.watch.is_over() {
            // The last one has all the time that is left.
            slice = slice.filter(|_| open.len() > 1);
            open.iter_mut().for_each(|task| task.run(mechanic, &settings, slice, &limits));
            open.retain(|task| !task.done);
            slice = slice.map(|slice| slice.saturating_mul(LONGER));
        }
    }
    let is_untried = |task: &&Task| !task.done && !task.shown;
    let untried =
        (0..fields).filter(|field| tasks.iter().filter(is_untried).any(|task| task.field == *field));
    let names = untried.filter_map(|field| mechanic.model.fields.get(field)).map(|field| field.name.clone());
    let outcomes: Vec<String> = names.collect();
    let untried = Untried { mechanic: mechanic.model.path.clone(), outcomes };
    (findings(tasks, &settings, mechanic), (!untried.outcomes.is_empty()).then_some(untried))
}

/// The rule sets with the defaults and with every flag on; those that come to the same only once.
fn settings(mechanic: &Mechanic) -> Vec<Setting<'_>> {
    let mut settings = Vec::new();
    let mut known: Vec<(Vec<InputValue>, Vec<RuleValue>)> = Vec::new();
    for set in &mechanic.rule_sets {
        for all_on in [false, true] {
            let inputs = mechanic.model.inputs.iter().zip(&set.available);
            let inputs: Vec<InputValue> = inputs
                .map(|(input, available)| match input.declaration.kind {
                    Kind::Flag if all_on && *available => Value::Flag(true).into(),
                    _ => input.usual(),
                })
                .collect();
            let both = (inputs, set.values());
            if !known.contains(&both) {
                settings.push(Setting { set, all_on, bindings: Bindings::new(&both.0, &both.1) });
                known.push(both);
            }
        }
    }
    settings
}

impl Task {
    /// Makes its plan.
    fn plan(&mut self, mechanic: &Mechanic, bindings: &Bindings<Rational>, limits: &Limits) {
        let plan = Plan::new(&mechanic.program, bindings, &[self.field], &(), limits);
        self.shown = plan.is_shown();
        self.plan = Some(plan);
    }

    /// Evaluates it for a slice of the time, or to the end.
    fn run(&mut self, mechanic: &Mechanic, settings: &[Setting<'_>], slice: Option<u64>, limits: &Limits) {
        let Some(plan) = self.plan.take_if(|_| !limits.watch.is_over()) else { return };
        let asked = AtomicU64::new(0);
        let within = limits.watched(limits.watch.until(move || {
            let asked = asked.fetch_add(1, Ordering::Relaxed);
            halt_if(slice.is_some_and(|slice| asked >= slice))
        }));
        let stop = plan.law(&within).err();
        if within.watch.has_ended() {
            self.plan = Some(plan);
        } else if let Some(setting) = settings.get(self.setting)
            && !self.is_cut
            && stop.as_ref().is_some_and(|stop| stop.code == Code::Endless)
        {
            // Of what grows without end the beginning can be evaluated.
            self.is_cut = true;
            let program = mechanic.program.up_to(&[(self.field, Rational::ZERO)]);
            self.plan = Some(Plan::new(&program, &setting.bindings, &[self.field], &(), limits));
        } else {
            self.done = true;
            self.stop = stop;
        }
    }
}

/// Ends a part of the trial, if so.
fn halt_if(ends: bool) -> Option<Halt> {
    ends.then_some(Halt::Cancelled)
}

/// What stopped the evaluations, each place once.
fn findings(tasks: Vec<Task>, settings: &[Setting<'_>], mechanic: &Mechanic) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for task in tasks {
        let (Some(stop), Some(setting)) = (task.stop, settings.get(task.setting)) else { continue };
        // Flags that do not go together are refused, as they should be; what the text says is not known is nothing
        // to mend.
        let refused = setting.all_on && stop.code == Code::Required || stop.code == Code::NotKnown;
        let place = stop.primary.span.written();
        if refused || found.iter().any(|known| known.primary.span.written() == place) {
            continue;
        }
        let state = if setting.all_on { "with every flag on" } else { "with the defaults" };
        let note = format!("found by evaluating it {state}, under the rule set `{}`", setting.set.name);
        let cannot = matches!(stop.code, Code::Limit | Code::Endless);
        let severity = if cannot { Severity::Warning } else { stop.severity };
        found.push(Diagnostic { severity, ..mechanic.program.with_calls(*stop).note(note) });
    }
    found
}
