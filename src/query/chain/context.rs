//! From a scenario to its chain: the program with what is asked, explored from the start.

use std::cell::OnceCell;

use crate::check::{FieldId, Kind};
use crate::diagnostic::{Code, Diagnostic, Message, Setting};
use crate::evaluate::{Limits, Plan, Reach, StateValues, Stop, explore, not_recorded};
use crate::exact::Rational;
use crate::lower::{Program, lower_expressions};
use crate::prob::Pmf;
use crate::prob::chain::{Bounds, Chain, ChainError, Kernel, StateWeights, Transition};
use crate::query::error::internal;
use crate::query::tail::{Asked, is_endless};
use crate::query::{Expression, QueryError};
use crate::scenario::{Mechanic, Scenario};
use crate::source::Span;
use crate::value::Value;

/// A mechanic under one scenario, used again and again. Every question about its chain is a method.
///
/// ```
/// use trueodds::check::Asks;
/// use trueodds::evaluate::Limits;
/// use trueodds::query::chain::{ChainContext, Goals, HitRequest};
/// use trueodds::scenario::Scenario;
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let roll = session.mechanic("sts/card-roll")?;
/// let scenario = Scenario::of_defaults(&roll, roll.default_rule_set());
/// let limits = Limits::default();
/// let chain = ChainContext::new(&roll, &scenario, &limits);
/// let event = session.expression(&roll, "rarity = rare", Asks::Event)?;
/// let hit = chain.first_hit(&Goals::once(event), &HitRequest::default())?;
/// assert_eq!(hit.median(), Some(19));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ChainContext<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) scenario: &'a Scenario,
    pub(super) limits: &'a Limits,
    /// Whether what is asked can be asked in decimals too.
    pub(super) has_decimals: bool,
}

/// Something whose law is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Subject {
    /// An outcome.
    Field(FieldId),
    /// An expression about one use, by its text, with its kind.
    Expression(String, Kind),
}

/// A chain whose transitions carry the values of what it was explored for.
pub(super) struct ExploredChain {
    pub(super) chain: Chain<StateValues, Vec<Value>>,
    /// The index of the state in which it begins.
    pub(super) start: usize,
}

/// Bounds only decide comparisons, so the numbers behind them may be this many times longer than those that
/// are printed.
const SEARCH: u64 = 10;

impl<'a> ChainContext<'a> {
    /// The chain of a mechanic; its states begin as the scenario says.
    #[must_use]
    pub fn new(mechanic: &'a Mechanic, scenario: &'a Scenario, limits: &'a Limits) -> ChainContext<'a> {
        ChainContext { mechanic, scenario, limits, has_decimals: false }
    }

    /// The bounds of numbers that are printed.
    pub(super) fn bounds(&self) -> Bounds<'a> {
        Bounds {
            bits: self.limits.bits(),
            values: self.limits.states,
            steps: self.limits.steps,
            interrupted: self.limits.watch.question(),
        }
    }

    /// The bounds of numbers that are only compared.
    pub(super) fn search_bounds(&self) -> Bounds<'a> {
        Bounds { bits: self.limits.bits().saturating_mul(SEARCH), ..self.bounds() }
    }

    /// What outcomes and expressions are asked for, in the order of the outputs of [`ChainContext::program`].
    pub(super) fn subjects(fields: &[FieldId], about: &[Expression]) -> Vec<Subject> {
        let expression = |own: &Expression| Subject::Expression(own.text.clone(), own.checked.kind);
        fields.iter().copied().map(Subject::Field).chain(about.iter().map(expression)).collect()
    }

    /// The program whose outputs are outcomes and expressions.
    pub(super) fn program(&self, fields: &[FieldId], about: &[Expression]) -> Result<Program, QueryError> {
        let (model, program) = (&self.mechanic.model, &self.mechanic.program);
        let expressions: Vec<_> = about.iter().map(|expression| &expression.checked).collect();
        let grown = lower_expressions(model, program, &expressions)
            .map_err(Box::new)
            .map_err(QueryError::stopped(self.scenario))?;
        let fields = fields.iter().map(|field| &program.outputs[field.index()]);
        let outputs = fields.chain(&grown.outputs).copied().collect();
        Ok(Program { outputs, ..grown })
    }

    /// The program of [`ChainContext::program`] with outputs that grow without end told apart as far as they are
    /// listed after one use.
    fn up_to_tail(
        &self,
        program: &Program,
        fields: &[FieldId],
        about: &[Expression],
    ) -> Result<Program, QueryError> {
        let kinds = Self::subjects(fields, about).into_iter().map(|subject| subject.kind(self.mechanic));
        let asked = Asked {
            program,
            columns: vec![self.scenario.bindings(self.mechanic)],
            outputs: (0..).zip(kinds).collect(),
            given: None,
            limits: self.limits,
        };
        asked.program_to_tail().map_err(QueryError::stopped(self.scenario))
    }

    /// The plan of one use, from a state that is given each time.
    ///
    /// # Errors
    /// Where an input has a law.
    pub(super) fn plan(&self, scenario: &Scenario, program: &Program) -> Result<Plan<Rational>, QueryError> {
        self.without_laws(scenario)?;
        let bindings = scenario.bindings(self.mechanic);
        let wanted: Vec<usize> = (0..program.outputs.len()).collect();
        Ok(Plan::step(program, &bindings, &wanted, &(), self.limits))
    }

    /// A law does not say whether it is drawn at every use or once for all of them.
    fn without_laws(&self, scenario: &Scenario) -> Result<(), QueryError> {
        let Some(input) = scenario.with_laws().next() else { return Ok(()) };
        let name = &self.mechanic.model[input].declaration.name;
        let problem = format!(
            "`{name}` has a law, and it is not said whether it is drawn at every use or once for all of them: ask for each of its values, as in "
        );
        let problem = Message::from(problem).typed(Setting::Set, format!("{name}=…"));
        Err(QueryError::usage(problem.words(", or draw it in the mechanic, at every use")))
    }

    /// The states before the first use; none for a mechanic without states.
    ///
    /// # Errors
    /// Where they have no value.
    pub fn start(&self) -> Result<StateValues, QueryError> {
        self.start_of(self.scenario)
    }

    fn start_of(&self, scenario: &Scenario) -> Result<StateValues, QueryError> {
        self.without_laws(scenario)?;
        let bindings = scenario.bindings(self.mechanic);
        let plan = Plan::<Rational>::start(&self.mechanic.program, &bindings, &(), self.limits);
        let law = plan.law(self.limits).map_err(QueryError::stopped(self.scenario))?;
        let start = law.support().next().cloned();
        start.ok_or_else(|| self.stopped(internal(Span::default(), "there is no start")))
    }

    /// The chain from the start, with the values of outcomes and expressions on its transitions.
    pub(super) fn explore(
        &self,
        fields: &[FieldId],
        about: &[Expression],
    ) -> Result<ExploredChain, QueryError> {
        self.explore_within(fields, about, Reach::all())
    }

    /// As [`ChainContext::explore`], with only the states that a question needs.
    pub(super) fn explore_within(
        &self,
        fields: &[FieldId],
        about: &[Expression],
        reach: Reach<'_>,
    ) -> Result<ExploredChain, QueryError> {
        let program = self.program(fields, about)?;
        let start = [self.start()?];
        let explored = |plan: Plan<Rational>| {
            let mut step = |state: &StateValues| plan.transitions(state, self.limits);
            explore(&mut step, &start, reach, self.states_span(), self.limits)
        };
        let chain = match explored(self.plan(self.scenario, &program)?) {
            Err(stop) if is_endless(&stop) => {
                explored(self.plan(self.scenario, &self.up_to_tail(&program, fields, about)?)?)
            }
            chain => chain,
        };
        let chain = chain.map_err(QueryError::stopped(self.scenario))?;
        let Order { order, index } = self.order(&chain.states.iter().collect::<Vec<_>>())?;
        let mut transitions: Vec<Vec<Transition<Vec<Value>>>> = vec![Vec::new(); order.len()];
        for (old, own) in chain.transitions.into_iter().enumerate() {
            transitions[index[old]] = own
                .into_iter()
                .map(|transition| Transition { to: index[transition.to], ..transition })
                .collect();
        }
        let states = order.iter().map(|old| chain.states[*old].clone()).collect();
        // The start was explored first.
        Ok(ExploredChain { chain: Chain { states, transitions }, start: index[0] })
    }

    /// The order in which states are listed: by value; descending where none is greater than the declared start.
    pub(super) fn order(&self, states: &[&StateValues]) -> Result<Order, QueryError> {
        let declared = self.start_of(&Scenario { states: Vec::new(), ..self.scenario.clone() })?;
        let mut order: Vec<usize> = (0..states.len()).collect();
        order.sort_by(|a, b| states[*a].cmp(states[*b]));
        if order.last().is_some_and(|last| *states[*last] <= declared) {
            order.reverse();
        }
        let mut index = vec![0; states.len()];
        order.iter().enumerate().for_each(|(new, old)| index[*old] = new);
        Ok(Order { order, index })
    }

    /// Where the states are declared.
    pub(super) fn states_span(&self) -> Span {
        self.mechanic.model.states.first().map(|state| state.declaration.span).unwrap_or_default()
    }

    /// The kernel that counts an expression, which is the last that the chain was explored for.
    pub(super) fn kernel(
        &self,
        chain: &Chain<StateValues, Vec<Value>>,
        counted: &Expression,
    ) -> Result<Kernel, QueryError> {
        Ok(self.masses(chain, counted)?.whole())
    }

    /// As [`ChainContext::kernel`], with the probabilities as they are.
    pub(super) fn masses(
        &self,
        chain: &Chain<StateValues, Vec<Value>>,
        counted: &Expression,
    ) -> Result<Kernel<Rational>, QueryError> {
        let problem = OnceCell::new();
        let kernel = chain.masses(|transition| {
            let value = transition.outcome.last();
            value.and_then(whole).unwrap_or_else(|| {
                problem.get_or_init(|| self.not_whole(value, counted));
                0
            })
        });
        problem.into_inner().map_or(Ok(kernel), Err)
    }

    /// Why a value of what is counted has no sum.
    pub(super) fn not_whole(&self, value: Option<&Value>, counted: &Expression) -> QueryError {
        let place = counted.checked.expr.span;
        self.stopped(match value {
            Some(Value::Above(above)) if above.inclusive => not_recorded(above, place),
            Some(Value::Above(_)) => {
                let message = "this grows without end within one use, and no sum over uses can be listed";
                let help = "its mean in one use is `E(…)` in `query`; for several, ask that of a mechanic that uses this one as often";
                Box::new(Diagnostic::error(Code::Endless, place, message).help(help))
            }
            _ => stop(Code::NotWhole, place, "what is counted is a whole number, and not too large a one"),
        })
    }

    pub(super) fn stopped(&self, stop: Stop) -> QueryError {
        QueryError::stopped(self.scenario)(stop)
    }

    /// What went wrong with a chain, in words. `span` is the expression that was asked about.
    pub(super) fn problem(&self, error: &ChainError, states: &[StateValues], span: Span) -> QueryError {
        let limits = self.limits;
        let less = Message::from("ask for fewer uses");
        // What is dear about exact numbers is how long they are.
        let shorter = if self.has_decimals {
            Message::from("ask for decimals with ")
                .typed(Setting::Decimals, "12")
                .words(", or for fewer uses")
        } else {
            less.clone()
        };
        self.stopped(match error {
            ChainError::TooLong => {
                limited(span, "digits", &limits.digits.to_string(), "a number grows too long", shorter)
            }
            ChainError::TooMany => {
                let what = "the sum can have too many values";
                limited(span, "states", &limits.states.to_string(), what, shorter)
            }
            ChainError::TooMuch => {
                let what = "too many uses times ways between states";
                limited(span, "steps", &limits.steps.to_string(), what, less)
            }
            ChainError::Interrupted => {
                let halt = limits.watch.halt();
                halt.map_or_else(|| internal(span, "nothing ended the work"), |halt| halt.stop(span))
            }
            ChainError::NeverHits => {
                let message = "this never happens, from no state that can be reached";
                let help = "`chain … states` lists the states, `chain … step` what comes out of each";
                Box::new(Diagnostic::error(Code::ImpossibleEvidence, span, message).help(help))
            }
            ChainError::SeveralClasses(classes) => self.several_classes(classes, states),
            ChainError::Singular | ChainError::NoSuchState => {
                internal(span, "the chain's equations have no solution")
            }
        })
    }

    /// `classes` has one state of each.
    fn several_classes(&self, classes: &[usize], states: &[StateValues]) -> Stop {
        let text = |state: &usize| {
            let values = self.mechanic.model.states.iter().zip(&states[*state]);
            let part = values.map(|(state, value)| {
                let declaration = &state.declaration;
                format!("{}={}", declaration.name, self.mechanic.model.value_text(declaration.kind, value))
            });
            format!("`{}`", part.collect::<Vec<_>>().join(", "))
        };
        let examples: Vec<String> = classes.iter().take(4).map(text).collect();
        let message = format!(
            "there is no single long-run law: the chain ends up in one of {} closed classes, and chance decides which",
            classes.len()
        );
        let help = Message::from("begin in one of them with ")
            .typed(Setting::State, "")
            .words(", or ask `chain … after N`; `chain … states` lists the classes");
        let stop = Diagnostic::error(Code::SeveralClasses, self.states_span(), message);
        Box::new(
            stop.note(format!("one holds the state {}", examples.join(", another the state "))).help(help),
        )
    }
}

impl ExploredChain {
    /// The law of what is asked for, by its index, after one use from a state that has this law.
    pub(super) fn law_after(&self, law: &StateWeights, subject: usize) -> Pmf<Value> {
        self.chain.outcomes(law, |outcome| outcome[subject].clone())
    }
}

/// In which order states are listed.
pub(super) struct Order {
    /// The states from the first to the last, by their old indices.
    pub(super) order: Vec<usize>,
    /// For each old index the new one.
    pub(super) index: Vec<usize>,
}

/// What counts as one, or as so many.
pub(super) fn whole(value: &Value) -> Option<i64> {
    match value {
        Value::Flag(flag) => Some(i64::from(*flag)),
        Value::Number(number) if number.is_integer() => number.to_i64(),
        _ => None,
    }
}

pub(super) fn stop(code: Code, span: Span, message: impl Into<String>) -> Stop {
    Box::new(Diagnostic::error(code, span, message))
}

fn limited(span: Span, name: &str, value: &str, what: &str, less: Message) -> Stop {
    let help = less.words(", or raise it with ").typed(Setting::Limit, format!("{name}=…"));
    Box::new(
        Diagnostic::error(Code::Limit, span, format!("{what}: the limit `{name}` is {value}")).help(help),
    )
}
