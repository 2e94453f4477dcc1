//! From a scenario to its chain: the program with what is asked, explored from the start.

use super::super::Mechanic;
use super::super::report::{Shown, Text};
use super::super::scenario::{Scenario, value_label, with_help};
use super::Asked;
use crate::check::Kind;
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::evaluate::{Limits, Plan, Reach, StateValues, Stop, explore};
use crate::exact::Rational;
use crate::lower::{Program, lower_expressions};
use crate::prob::chain::{Bounds, Chain, ChainError, Kernel, Transition};
use crate::source::Span;
use crate::value::Value;

/// What an answer is about.
pub(super) struct Answering<'a> {
    pub(super) mechanic: &'a Mechanic,
    /// Its inputs are those that all uses share.
    pub(super) scenario: &'a Scenario,
    /// The scenario that was asked for: the states begin under its inputs, also where a path changes them.
    pub(super) base: &'a Scenario,
    pub(super) limits: &'a Limits,
    pub(super) shown: Shown,
    /// Whether captions say where the states begin.
    pub(super) begins: bool,
    /// The caption in place of the one made from the question.
    pub(super) caption: Option<&'a str>,
}

/// Why there is no answer.
pub(super) enum Problem {
    Usage(Vec<String>),
    Stopped(Stop),
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Problem {
        Problem::Stopped(stop)
    }
}

pub(super) type Answered<T> = Result<T, Problem>;

/// Something whose law is asked for: an outcome or an expression.
pub(super) struct Subject {
    /// As in JSON and CSV.
    pub(super) name: String,
    /// As for people.
    pub(super) label: String,
    pub(super) kind: Kind,
}

/// A chain with what it is about. Each way carries the values of the subjects.
pub(super) struct Walk {
    pub(super) chain: Chain<StateValues, Vec<Value>>,
    /// The state in which it begins.
    pub(super) start: usize,
    pub(super) subjects: Vec<Subject>,
}

/// How much further than printed numbers those may grow that only decide a comparison.
const SEARCH: u64 = 10;

impl Answering<'_> {
    /// The bounds of numbers that are printed.
    pub(super) fn bounds<'b>(&self, interrupted: &'b (dyn Fn() -> bool + Sync)) -> Bounds<'b> {
        Bounds { bits: self.limits.bits(), values: self.limits.states, steps: self.limits.steps, interrupted }
    }

    /// The bounds of numbers that are only compared.
    pub(super) fn search_bounds<'b>(&self, interrupted: &'b (dyn Fn() -> bool + Sync)) -> Bounds<'b> {
        Bounds { bits: self.limits.bits().saturating_mul(SEARCH), ..self.bounds(interrupted) }
    }

    /// Whether the work is to be ended.
    pub(super) fn interrupted(&self) -> impl Fn() -> bool + Sync + use<> {
        let interrupt = self.limits.interrupt.clone();
        move || interrupt.as_ref().is_some_and(|interrupt| interrupt())
    }

    /// The outcomes by name; where none is named those of the overview, or the first.
    pub(super) fn fields(&self, names: &[String]) -> Answered<Vec<usize>> {
        let model = &self.mechanic.model;
        if names.is_empty() {
            return Ok(if model.overview.is_empty() { vec![0] } else { model.overview.clone() });
        }
        let mut problems = Vec::new();
        let mut fields = Vec::new();
        for name in names {
            match model.fields.iter().position(|field| field.name == *name) {
                Some(index) => fields.push(index),
                None => {
                    let help = or_nearest(name, model.fields.iter().map(|field| field.name.as_str()));
                    problems.push(with_help(format!("no outcome `{name}` of {}", model.path), help));
                }
            }
        }
        if problems.is_empty() { Ok(fields) } else { Err(Problem::Usage(problems)) }
    }

    pub(super) fn subjects(&self, fields: &[usize], about: &[Asked]) -> Vec<Subject> {
        let field = |index: &usize| {
            let field = &self.mechanic.model.fields[*index];
            Subject { name: field.name.clone(), label: field.label.clone(), kind: field.kind }
        };
        let asked = |asked: &Asked| Subject {
            name: asked.text.clone(),
            label: asked.text.clone(),
            kind: asked.checked.kind,
        };
        fields.iter().map(field).chain(about.iter().map(asked)).collect()
    }

    /// The program whose outputs are outcomes and expressions.
    pub(super) fn program(&self, fields: &[usize], about: &[Asked]) -> Answered<Program> {
        let (model, program) = (&self.mechanic.model, &self.mechanic.program);
        let expressions: Vec<_> = about.iter().map(|asked| &asked.checked).collect();
        let grown = lower_expressions(model, program, &expressions).map_err(Box::new)?;
        let fields = fields.iter().filter_map(|field| program.outputs.get(*field));
        let outputs = fields.chain(&grown.outputs).copied().collect();
        Ok(Program { outputs, ..grown })
    }

    /// The plan of one use, from a state that is given each time.
    pub(super) fn plan(&self, scenario: &Scenario, program: &Program) -> Plan<Rational> {
        let bindings = scenario.bindings(self.mechanic);
        let wanted: Vec<usize> = (0..program.outputs.len()).collect();
        Plan::step(program, &bindings, &wanted, &(), self.limits)
    }

    /// The states before the first use.
    pub(super) fn start(&self) -> Answered<StateValues> {
        let bindings = self.base.bindings(self.mechanic);
        let law = Plan::start(&self.mechanic.program, &bindings, &(), self.limits).law(self.limits)?;
        let start = law.support().next().cloned();
        start.ok_or_else(|| self.stop(Code::Internal, Span::default(), "there is no start").into())
    }

    /// The states before the first use when nobody says otherwise.
    pub(super) fn declared_start(&self) -> Answered<StateValues> {
        let declared = Scenario { states: Vec::new(), ..self.base.clone() };
        Answering { base: &declared, ..*self }.start()
    }

    /// The chain from the start, with the values of outcomes and expressions on its ways.
    pub(super) fn walk(&self, fields: &[usize], about: &[Asked]) -> Answered<Walk> {
        self.walk_within(fields, about, Reach::all())
    }

    /// As [`Answering::walk`], with only the states that a question needs.
    pub(super) fn walk_within(&self, fields: &[usize], about: &[Asked], reach: Reach<'_>) -> Answered<Walk> {
        let program = self.program(fields, about)?;
        let start = self.start()?;
        let plan = self.plan(self.scenario, &program);
        let chain = explore(&plan, std::slice::from_ref(&start), reach, self.place(), self.limits)?;
        let (chain, start) = in_order(chain, &start, &self.declared_start()?);
        Ok(Walk { chain, start, subjects: self.subjects(fields, about) })
    }

    /// Where the states are declared.
    pub(super) fn place(&self) -> Span {
        self.mechanic.model.states.first().map(|state| state.declaration.span).unwrap_or_default()
    }

    /// What counts as one, or as so many: the mark of a value of the subject.
    pub(super) fn marks(&self, walk: &Walk, asked: &Asked) -> Answered<Kernel> {
        for way in walk.chain.transitions.iter().flatten() {
            self.mark(way, asked)?;
        }
        // The marks were checked just now.
        Ok(walk.chain.kernel(|way| self.mark(way, asked).unwrap_or_default()))
    }

    pub(super) fn mark(&self, way: &Transition<Vec<Value>>, asked: &Asked) -> Answered<i64> {
        let number = match way.outcome.last() {
            Some(Value::Flag(flag)) => Some(i64::from(*flag)),
            Some(Value::Number(number)) if number.is_integer() => number.to_i64(),
            _ => None,
        };
        number.ok_or_else(|| {
            let message = "what is counted is a whole number, and not too large a one";
            self.stop(Code::NotWhole, asked.checked.expr.span, message).into()
        })
    }

    pub(super) fn stop(&self, code: Code, span: Span, message: impl Into<String>) -> Stop {
        Box::new(Diagnostic::error(code, span, message))
    }

    /// What went wrong with a chain, in words. `span` is the expression that was asked about.
    pub(super) fn chain_problem(&self, error: &ChainError, walk: &Walk, span: Span) -> Problem {
        let digits = self.limits.digits;
        let limited = |name: &str, value: String, what: &str| {
            let message = format!("{what}: the limit `{name}` is {value}");
            let mut stop = Diagnostic::error(Code::Limit, span, message);
            stop = stop.help(format!("ask for fewer uses, or raise it with `--limit {name}=…`"));
            Box::new(stop)
        };
        let stop = match error {
            ChainError::TooLong => limited("digits", digits.to_string(), "a number grows too long"),
            ChainError::TooMany => {
                limited("states", self.limits.states.to_string(), "the sum can have too many values")
            }
            ChainError::TooMuch => {
                limited("steps", self.limits.steps.to_string(), "too many uses times ways between states")
            }
            ChainError::Interrupted => {
                limited("seconds", "reached".to_owned(), "the computation takes too long")
            }
            ChainError::NeverHits => {
                let mut stop = Diagnostic::error(
                    Code::ImpossibleEvidence,
                    span,
                    "this never happens, from no state that can be reached",
                );
                stop = stop.help("`chain … states` lists the states, `chain … step` what comes out of each");
                Box::new(stop)
            }
            ChainError::SeveralClasses(states) => self.several_classes(states, walk),
            ChainError::Singular | ChainError::NoSuchState => self.stop(
                Code::Internal,
                span,
                "the chain's equations have no solution; this is a defect of trueodds",
            ),
        };
        Problem::Stopped(stop)
    }

    fn several_classes(&self, states: &[usize], walk: &Walk) -> Stop {
        let labels: Vec<String> = states
            .iter()
            .take(4)
            .map(|state| self.state_label(&walk.chain.states[*state]).to_plain())
            .collect();
        let message = format!(
            "there is no single long-run law: the chain ends up in one of {} closed classes, and chance decides which",
            states.len()
        );
        let mut stop = Diagnostic::error(Code::SeveralClasses, self.place(), message);
        stop = stop.note(format!("one holds the state {}", labels.join(", another the state ")));
        stop = stop.help("begin in one of them with `--state`, or ask `chain … after N`; `chain … states` lists the classes");
        Box::new(stop)
    }

    /// A state as people read it: `5`, or `Offset 5, Streak 2` where there are several variables.
    pub(super) fn state_label(&self, values: &[Value]) -> Text {
        let model = &self.mechanic.model;
        let mut text = Text::default();
        for (index, (state, value)) in model.states.iter().zip(values).enumerate() {
            let declaration = &state.declaration;
            if index > 0 {
                text = text.and(", ");
            }
            if values.len() > 1 {
                text = text.and(format!("{} ", declaration.label));
            }
            text = text.join(value_label(model, declaration.kind, value));
        }
        if values.is_empty() { Text::plain("always") } else { text }
    }

    /// What the states are called: `Offset`.
    pub(super) fn state_header(&self) -> String {
        match self.mechanic.model.states.as_slice() {
            [only] => only.declaration.label.clone(),
            _ => "State".to_owned(),
        }
    }
}

/// In which order states are listed.
pub(super) struct Listed {
    /// The states from the first to the last, by their old places.
    pub(super) order: Vec<usize>,
    /// For each old place the new one.
    pub(super) place: Vec<usize>,
}

/// By value; descending where none is greater than the declared start.
pub(super) fn listed(states: &[&StateValues], declared: &StateValues) -> Listed {
    let mut order: Vec<usize> = (0..states.len()).collect();
    order.sort_by(|a, b| states[*a].cmp(states[*b]));
    if order.last().is_some_and(|last| states[*last] <= declared) {
        order.reverse();
    }
    let mut place = vec![0; states.len()];
    order.iter().enumerate().for_each(|(new, old)| place[*old] = new);
    Listed { order, place }
}

/// The chain with its states in the order in which they are listed, and the place of the start.
fn in_order(
    chain: Chain<StateValues, Vec<Value>>,
    start: &StateValues,
    declared: &StateValues,
) -> (Chain<StateValues, Vec<Value>>, usize) {
    let Listed { order, place } = listed(&chain.states.iter().collect::<Vec<_>>(), declared);
    let mut ways: Vec<Vec<Transition<Vec<Value>>>> = vec![Vec::new(); order.len()];
    for (old, own) in chain.transitions.into_iter().enumerate() {
        ways[place[old]] = own.into_iter().map(|way| Transition { to: place[way.to], ..way }).collect();
    }
    let states: Vec<StateValues> = order.iter().map(|old| chain.states[*old].clone()).collect();
    let begin = states.iter().position(|state| state == start).unwrap_or(0);
    (Chain { states, transitions: ways }, begin)
}
