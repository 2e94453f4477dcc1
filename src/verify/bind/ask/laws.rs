//! What the mechanics say under what a page gives, each computed once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::amounts::Amounts;
use super::candidate::Test;
use super::chains::{Counted, Sought};
use super::draws::{Draws, branches, drawn, sides};
use super::joined::{Joined, joined};
use super::law::Law;
use super::runs::{Followed, RunKey};
use super::states::Facts;
use crate::check::{FieldId, InputId, StateId};
use crate::evaluate::{Limits, Plan, StateValues, inputs_read, needed_steps};
use crate::exact::Rational;
use crate::lower::{Op, Program, Slot};
use crate::names::Names;
use crate::query::chain::{Awaited, Counts, OutcomeChain};
use crate::rules::RuleSetId;
use crate::scenario::{Mechanic, Scenario};
use crate::source::Span;
use crate::value::{RuleValue, Value};

/// What a text gives: inputs and states with their values, in their order; and what is known of other outcomes, as in
/// `of the rare items 15% have a gem`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Given {
    pub(crate) inputs: BTreeMap<InputId, Value>,
    pub(crate) states: BTreeMap<StateId, Value>,
    pub(crate) outcomes: BTreeMap<FieldId, Test>,
}

impl Given {
    pub(crate) fn is_empty(&self) -> bool {
        self.inputs.is_empty() && self.states.is_empty() && self.outcomes.is_empty()
    }
}

/// At which point of a mechanic an outcome is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// When all is done.
    End,
    /// Right after it was first drawn, before anything replaces it.
    First,
}

/// What a law depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Asked {
    /// The mechanic, by its place in [`Names::mechanics`].
    pub(crate) mechanic: usize,
    pub(crate) rule_set: RuleSetId,
    pub(crate) field: FieldId,
    pub(crate) stage: Stage,
    pub(crate) given: Given,
}

/// Of what the inputs that are read are sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Reads {
    /// Of one use, at its end.
    Use,
    /// Of use after use, in which states go on.
    Uses,
}

/// So many laws are computed for one page. A page of honest figures needs some hundreds, and its tables as many again.
const MOST: usize = 6_000;

/// What was computed, and the last page that it counts for: a page has as many as it may, whatever others asked before.
#[derive(Debug, Clone)]
pub(super) struct Known<T> {
    pub(super) found: T,
    page: usize,
}

/// The laws of one page; `None` where there is none.
#[derive(Debug, Clone)]
pub(in crate::verify) struct Laws<'a> {
    pub(crate) names: &'a Names<'a>,
    pub(crate) limits: &'a Limits,
    computed: FxHashMap<Asked, Known<Option<Arc<Law>>>>,
    /// For each outcome the program up to where it is first drawn, where something comes after that.
    first: FxHashMap<(usize, FieldId), Option<Arc<Program>>>,
    /// For each mechanic and outcome the inputs that the law of one use can depend on, and those of many uses.
    read: FxHashMap<(usize, FieldId, Reads), Arc<BTreeSet<usize>>>,
    /// The chances and bounds in the text of each mechanic.
    drawn: FxHashMap<usize, Arc<Draws>>,
    /// The values that one chance leads to together, of each mechanic.
    branches: Vec<BTreeSet<(FieldId, Vec<Value>)>>,
    /// The values on one side of a chance, of each mechanic.
    sides: Vec<BTreeSet<(FieldId, Vec<Value>)>>,
    /// The rules of each mechanic of which either is enough.
    joined: Vec<BTreeSet<Joined>>,
    /// What was asked of many uses.
    pub(super) chains: FxHashMap<(Asked, Sought, Counted, Test), Known<Option<Rational>>>,
    /// What several numbers are read from: the chain up to an event.
    pub(super) awaited: FxHashMap<(Asked, Counted, Test), Option<Arc<Awaited>>>,
    /// The same of how often an event comes in so many uses.
    pub(super) counts: FxHashMap<(Asked, Test, u64), Option<Arc<Counts>>>,
    /// What several events are read from: the chain of an outcome, where its values can be listed.
    pub(super) outcomes: FxHashMap<Asked, Option<OutcomeChain>>,
    /// Where states begin that are given.
    pub(super) starts: FxHashMap<Asked, Option<StateValues>>,
    /// The start and the ends of the states of each mechanic.
    facts: FxHashMap<(usize, RuleSetId), Option<Arc<Facts>>>,
    /// What draws one after the other make of the states of mechanics.
    runs: FxHashMap<RunKey, Followed>,
    /// Which page this is, in the order in which they were judged.
    page: usize,
    /// How many this page asked for.
    of_page: usize,
    /// How many that may be at most while some of them are asked for sparingly.
    most: usize,
    /// Why one of them was not.
    refused: Option<String>,
}

impl<'a> Laws<'a> {
    pub(in crate::verify) fn new(names: &'a Names<'a>, limits: &'a Limits) -> Laws<'a> {
        Laws {
            names,
            limits,
            computed: FxHashMap::default(),
            first: FxHashMap::default(),
            read: FxHashMap::default(),
            drawn: FxHashMap::default(),
            sides: names.mechanics.iter().map(|mechanic| sides(&mechanic.model)).collect(),
            joined: names.mechanics.iter().map(|mechanic| joined(&mechanic.model)).collect(),
            branches: names.mechanics.iter().map(|mechanic| branches(&mechanic.model)).collect(),
            chains: FxHashMap::default(),
            awaited: FxHashMap::default(),
            counts: FxHashMap::default(),
            outcomes: FxHashMap::default(),
            starts: FxHashMap::default(),
            facts: FxHashMap::default(),
            runs: FxHashMap::default(),
            page: 0,
            of_page: 0,
            most: usize::MAX,
            refused: None,
        }
    }

    /// The law of an outcome. `None` where its evaluation stops, where the rule set lacks an input that is given,
    /// and where the page needs too many.
    pub(crate) fn law(&mut self, asked: &Asked) -> Option<Arc<Law>> {
        if let Some(known) = self.computed.get(asked).filter(|known| self.counts_for_page(Some(known))) {
            return known.found.clone();
        }
        let same = self.without_idle(asked, Reads::Use)?;
        let known = self.computed.get(&same).cloned();
        if !self.counts_for_page(known.as_ref()) && !self.may_ask() {
            return None;
        }
        let found = match known {
            Some(known) => known.found,
            None => self.compute(&same).map(Arc::new),
        };
        self.computed.insert(same, self.known(found.clone()));
        self.computed.insert(asked.clone(), self.known(found.clone()));
        self.answered(found)
    }

    /// The chance of an event together with all that is known of other outcomes.
    pub(super) fn both(&mut self, asked: &Asked, test: &Test) -> Option<Rational> {
        let mut mass = test.mass(&*self.law(asked)?);
        let mut rest = asked.clone();
        while let Some((field, known)) = rest.given.outcomes.pop_last() {
            rest.field = field;
            mass = &mass * &known.mass(&*self.law(&rest)?);
        }
        Some(mass)
    }

    /// The same question without the inputs that its answer cannot depend on, and those that have their default. `None`
    /// where the rule set lacks an input that is given.
    pub(super) fn without_idle(&mut self, asked: &Asked, reads: Reads) -> Option<Asked> {
        let mechanic = *self.names.mechanics.get(asked.mechanic)?;
        let set = mechanic.rule_set(asked.rule_set);
        let has_default =
            |input: &InputId, value: &Value| mechanic.model[*input].default.value() == Some(value);
        for (input, value) in &asked.given.inputs {
            if !has_default(input, value) && !*set.available.get(input.index())? {
                return None;
            }
        }
        let mut same = asked.clone();
        same.given.inputs.retain(|input, value| !has_default(input, value));
        // What is known of other outcomes may depend on other inputs, as may what comes before the end.
        let is_plain = same.given.outcomes.is_empty() && asked.stage == Stage::End;
        if is_plain && !same.given.inputs.is_empty() {
            let read = || {
                let program = &mechanic.program;
                let own = program.outputs.get(asked.field.index()).copied();
                let states = program.states.iter().copied().filter(|_| reads == Reads::Uses);
                let outputs: Vec<Slot> = own.into_iter().chain(states).collect();
                Arc::new(inputs_read(&needed_steps(&Program { outputs, ..program.clone() })))
            };
            let key = (asked.mechanic, asked.field, reads);
            let read = Arc::clone(self.read.entry(key).or_insert_with(read));
            same.given.inputs.retain(|input, _| read.contains(&input.index()));
        }
        Some(same)
    }

    /// What `ask` finds where no more than `spare` laws may be computed for it; these are fewer afterwards by those that
    /// were.
    pub(crate) fn sparingly<T>(
        &mut self,
        spare: &mut usize,
        ask: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let before = self.of_page;
        // What is tried does not use up what the page may ask for.
        self.most = (before + *spare).min(MOST);
        let found = ask(self);
        self.most = usize::MAX;
        *spare -= self.of_page - before;
        found
    }

    /// Whether the page may still ask for what only may make a figure right, with enough left for what its words ask.
    pub(in crate::verify::bind) fn has_room(&self) -> bool {
        self.of_page < MOST / 2
    }

    /// How many the page has asked for.
    pub(in crate::verify::bind) fn asked(&self) -> usize {
        self.of_page
    }

    /// Whether as many were asked for as may be.
    pub(in crate::verify::bind) fn is_full(&self) -> bool {
        self.of_page >= MOST
    }

    /// Another page may need as many again. What many pages asked before is forgotten.
    pub(in crate::verify) fn begin_page(&mut self) {
        /// A folder of pages about the same mechanics asks for some ten thousand.
        const KEPT: usize = 60_000;
        self.page += 1;
        self.of_page = 0;
        if self.computed.len() + self.chains.len() > KEPT {
            self.computed.clear();
            self.chains.clear();
            self.awaited.clear();
            self.counts.clear();
            self.outcomes.clear();
            self.starts.clear();
        }
        // Time that is up is up for all pages: what was not computed then is known as missing.
        if !self.limits.watch.has_ended() {
            self.refused = None;
        }
    }

    /// Why not all that this page asks for was computed, so that what its figures should be is not known.
    pub(in crate::verify) fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Whether something was computed that this page asked for before.
    pub(super) fn counts_for_page<T>(&self, known: Option<&Known<T>>) -> bool {
        known.is_some_and(|known| known.page == self.page)
    }

    /// What was computed, for this page.
    pub(super) fn known<T>(&self, found: T) -> Known<T> {
        Known { found, page: self.page }
    }

    /// Counts one more; whether there may be one more for this page.
    pub(super) fn may_ask(&mut self) -> bool {
        if self.of_page >= self.most {
            return false;
        }
        if self.is_full() {
            self.refused = Some(format!("they ask for more than {MOST} laws; judge parts of the page alone"));
            return false;
        }
        self.of_page += 1;
        true
    }

    /// What was computed. That the time was up is known from now on.
    pub(super) fn answered<T>(&mut self, found: Option<T>) -> Option<T> {
        if found.is_none() && self.limits.watch.has_ended() {
            self.is_over();
        }
        found
    }

    /// Whether the time is up, so that no more is worth asking. That it was is known from now on.
    pub(in crate::verify) fn is_over(&mut self) -> bool {
        let Some(halt) = self.limits.watch.halt() else { return false };
        self.refused = Some(halt.stop(Span::default()).message);
        true
    }

    fn compute(&mut self, asked: &Asked) -> Option<Law> {
        let mechanic = *self.names.mechanics.get(asked.mechanic)?;
        let scenario = scenario(mechanic, asked.rule_set, &asked.given)?;
        let first = match asked.stage {
            Stage::End => None,
            Stage::First => Some(self.first(asked.mechanic, asked.field)?),
        };
        let program = first.as_deref().unwrap_or(&mechanic.program);
        let bindings = scenario.bindings(mechanic);
        let known = &asked.given.outcomes;
        // What is known of an outcome is known when all is done.
        if asked.stage == Stage::First && !known.is_empty() {
            return None;
        }
        let wanted: Vec<usize> =
            std::iter::once(asked.field.index()).chain(known.keys().map(|field| field.index())).collect();
        let plan = Plan::<Rational>::new(program, &bindings, &wanted, &(), self.limits);
        let mut law = Law::default();
        for (values, mass) in plan.law(self.limits).ok()?.iter() {
            let (own, others) = values.split_first()?;
            if known.values().zip(others).all(|(test, value)| test.holds(value)) {
                law.add(own.clone(), mass);
            }
        }
        if !known.is_empty() {
            law = law.normalized()?;
        }
        // An outcome that was only given a value before it is drawn says nothing.
        (asked.stage == Stage::End || law.len() > 1).then_some(law)
    }

    /// The program up to the step that first draws an outcome.
    fn first(&mut self, index: usize, field: FieldId) -> Option<Arc<Program>> {
        let mechanic = *self.names.mechanics.get(index)?;
        let found = || {
            let program = &mechanic.program;
            let slot = *program.outputs.get(field.index())?;
            let writes: Vec<usize> = (0..program.body.len())
                .filter(|step| {
                    let mut writes = false;
                    program.body[*step].each(&mut |node| writes |= node.op.writes() == Some(slot));
                    writes
                })
                .collect();
            let draws = |step: &&usize| !matches!(program.body[**step].op, Op::Assign(..));
            let first = *writes.iter().find(draws)?;
            (writes.last() != Some(&first)).then(|| {
                let body = program.body[..=first].to_vec();
                Arc::new(Program { body, ..program.clone() })
            })
        };
        self.first.entry((index, field)).or_insert_with(found).clone()
    }

    /// The chance of `outcome = value`, or of a flag, before anything replaces the outcome; `None` where nothing does, and
    /// for other events.
    pub(in crate::verify) fn before(
        &mut self,
        mechanic: usize,
        scenario: &Scenario,
        event: &str,
    ) -> Option<Rational> {
        let own = *self.names.mechanics.get(mechanic)?;
        let (name, value) = event.split_once('=').map_or((event, "true"), |(name, value)| (name, value));
        let field = own.field(name.trim()).ok()?;
        let inputs = scenario.named.iter().filter_map(|input| Some((*input, scenario.value(own, *input)?)));
        let given = Given { inputs: inputs.collect(), ..Given::default() };
        let asked = Asked { mechanic, rule_set: scenario.rule_set, field, stage: Stage::First, given };
        let law = self.law(&asked)?;
        let kind = own.model[field].kind;
        law.iter()
            .find(|(known, _)| own.model.value_text(kind, known) == value.trim())
            .map(|(_, mass)| mass.clone())
    }

    /// The start and the ends of the states of a mechanic.
    pub(crate) fn facts(&mut self, mechanic: usize, rule_set: RuleSetId) -> Option<Arc<Facts>> {
        if let Some(found) = self.facts.get(&(mechanic, rule_set)) {
            return found.clone();
        }
        let found = self.follow(mechanic, rule_set).map(Arc::new);
        self.facts.insert((mechanic, rule_set), found.clone());
        self.answered(found)
    }

    /// What uses that all draw the same make of a state.
    pub(crate) fn run(&mut self, key: &RunKey) -> Followed {
        if let Some(found) = self.runs.get(key) {
            return found.clone();
        }
        let found = self.follow_run(key).map(Arc::new);
        self.runs.insert(key.clone(), found.clone());
        self.answered(found)
    }

    /// The chances and bounds in the text of a mechanic.
    pub(crate) fn drawn(&mut self, mechanic: usize) -> Arc<Draws> {
        let model = &self.names.mechanics[mechanic].model;
        Arc::clone(self.drawn.entry(mechanic).or_insert_with(|| Arc::new(drawn(model))))
    }

    /// What a chance in the text of a mechanic is under what is given, by its place there.
    pub(in crate::verify::bind) fn drawn_under(
        &mut self,
        (mechanic, rule_set): (usize, RuleSetId),
        number: usize,
        given: &Given,
    ) -> Option<Rational> {
        let own = *self.names.mechanics.get(mechanic)?;
        let draws = self.drawn(mechanic);
        let scenario = scenario(own, rule_set, given)?;
        draws.all.get(number)?.value(&mut Amounts::under(own, &scenario, &draws.bound))
    }

    /// The values of an outcome that one chance leads to together.
    pub(crate) fn branches(&self, mechanic: usize, field: FieldId) -> impl Iterator<Item = &[Value]> {
        let own = self.branches.get(mechanic).into_iter().flatten();
        own.filter(move |(own, _)| *own == field).map(|(_, values)| values.as_slice())
    }

    /// The values of outcomes on one side of a chance, each with its outcome.
    pub(in crate::verify::bind) fn sides(
        &self,
        mechanic: usize,
    ) -> impl Iterator<Item = &(FieldId, Vec<Value>)> {
        self.sides.get(mechanic).into_iter().flatten()
    }

    /// The rules of which one or a given rule is enough, each with the chance of either.
    pub(crate) fn joined(&self, mechanic: usize, rule_set: RuleSetId, rule: usize) -> Vec<(usize, Rational)> {
        let either = |(one, other): &Joined| {
            let partner = if *one == rule { *other } else { *one };
            let [own, more] = [rule, partner].map(|rule| self.rule(mechanic, rule_set, rule));
            let neither = &(&Rational::ONE - &own?) * &(&Rational::ONE - &more?);
            Some((partner, &Rational::ONE - &neither))
        };
        let own = self.joined.get(mechanic).into_iter().flatten();
        own.filter(|(one, other)| *one == rule || *other == rule).filter_map(either).collect()
    }

    /// The value of a rule, where it is a known number.
    pub(crate) fn rule(&self, mechanic: usize, rule_set: RuleSetId, rule: usize) -> Option<Rational> {
        let mechanic = self.names.mechanics.get(mechanic)?;
        match &mechanic.rule_set(rule_set).rules.get(rule)?.value {
            RuleValue::Known(Value::Number(number)) => Some(number.clone()),
            _ => None,
        }
    }
}

/// A rule set with what is given, everything else at its default. `None` where the rule set lacks an input.
pub(crate) fn scenario(mechanic: &Mechanic, rule_set: RuleSetId, given: &Given) -> Option<Scenario> {
    let model = &mechanic.model;
    let set = mechanic.rule_set(rule_set);
    let mut scenario = Scenario::of_defaults(mechanic, rule_set);
    scenario.states = vec![None; model.states.len()];
    for (input, value) in &given.inputs {
        let default = model[*input].default.value() == Some(value);
        if !default && !*set.available.get(input.index())? {
            return None;
        }
        scenario.set_input(*input, value.clone());
        scenario.named.push(*input);
    }
    for (state, value) in &given.states {
        scenario.set_state(mechanic, *state, value.clone());
    }
    Some(scenario)
}
