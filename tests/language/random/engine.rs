//! What the engine says of a text: laws and answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Zero;
use trueodds::check::{Library, Model, check_query, check_using};
use trueodds::diagnostic::Code;
use trueodds::evaluate::{Bindings, Limits, Plan, tree};
use trueodds::exact::Rational;
use trueodds::lower::{self, lower};
use trueodds::parse::{parse, parse_query};
use trueodds::query::{Question, measure};
use trueodds::rules::{RuleSetFile, resolve_all};
use trueodds::scenario::{Mechanic, Scenario, Settings, scenarios};
use trueodds::source::SourceMap;
use trueodds::value::Value;

/// Values with their probabilities.
pub(super) type Masses = BTreeMap<Vec<Value>, BigRational>;

/// The texts of a program, of the mechanic and the library that it uses, and of a rule set.
#[derive(Debug, Clone)]
pub(super) struct Texts {
    pub(super) program: String,
    pub(super) used: Option<String>,
    pub(super) library: Option<String>,
    pub(super) rules: String,
    pub(super) inputs: Vec<String>,
}

/// A program with what it is asked with.
pub(super) struct Engine {
    mechanic: Mechanic,
    scenario: Scenario,
    bindings: Bindings<Rational>,
    limits: Limits,
}

/// A checked program, of which nobody need read everything.
fn checked(text: &str, library: &Library, sources: &mut SourceMap) -> Result<Model, String> {
    let (tree, mut findings) = parse(sources.add("random.odds", text), text);
    let (model, more) = check_using(tree, library);
    findings.extend(more);
    findings.retain(trueodds::diagnostic::Diagnostic::is_error);
    let said: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
    if said.is_empty() { Ok(model) } else { Err(format!("{said:?}")) }
}

impl Engine {
    pub(super) fn new(texts: &Texts) -> Result<Engine, String> {
        // The files are told apart by their numbers.
        let sources = &mut SourceMap::default();
        let mut library = Library::new();
        if let Some(used) = &texts.used {
            library.insert("sub".to_owned(), Arc::new(checked(used, &Library::new(), sources)?));
        }
        if let Some(functions) = &texts.library {
            library.insert("lib".to_owned(), Arc::new(checked(functions, &Library::new(), sources)?));
        }
        let model = checked(&texts.program, &library, sources)?;
        let program = lower(&model).map_err(|finding| finding.message)?;
        let file = SourceMap::default().add("given.toml", texts.rules.as_str());
        let rules = RuleSetFile::read("given", file, &texts.rules).map_err(|finding| finding.message)?;
        let rule_sets = resolve_all(&[rules], &model).map_err(|findings| format!("{findings:?}"))?;
        let mechanic = Mechanic { model, program, rule_sets, warnings: Vec::new() };
        let settings = Settings { set: texts.inputs.clone(), ..Settings::default() };
        let scenario = scenarios(&mechanic, &settings).map_err(|found| format!("{found:?}"))?.remove(0);
        let bindings = scenario.bindings(&mechanic);
        Ok(Engine { mechanic, scenario, bindings, limits: Limits::default() })
    }

    /// The places of outcomes by their names.
    fn fields(&self, names: &[String]) -> Vec<usize> {
        let place = |name: &String| self.mechanic.model.fields.iter().position(|field| field.name == *name);
        names.iter().map(|name| place(name).unwrap()).collect()
    }

    pub(super) fn states(&self) -> Vec<String> {
        self.mechanic.model.states.iter().map(|state| state.declaration.name.clone()).collect()
    }

    /// The law of some outcomes together.
    pub(super) fn law(&self, outcomes: &[String]) -> Result<Masses, Code> {
        let wanted = self.fields(outcomes);
        let plan = Plan::<Rational>::new(&self.mechanic.program, &self.bindings, &wanted, &(), &self.limits);
        let law = plan.law(&self.limits).map_err(|stop| stop.code)?;
        Ok(law.iter().map(|(values, mass)| (values.clone(), mass.to_big())).collect())
    }

    /// The outcomes and the states after one use, as a chain has it: from the states at the start.
    pub(super) fn step(&self, outcomes: &[String]) -> Result<Masses, Code> {
        let (program, limits) = (&self.mechanic.program, &self.limits);
        let start = Plan::<Rational>::start(program, &self.bindings, &(), limits).law(limits);
        let start = start.map_err(|stop| stop.code)?.iter().next().unwrap().0.clone();
        let wanted = self.fields(outcomes);
        let step = Plan::<Rational>::step(program, &self.bindings, &wanted, &(), limits);
        let transitions = step.transitions(&start, limits).map_err(|stop| stop.code)?;
        let joined = |(outcome, states, mass): (Vec<Value>, Vec<Value>, Rational)| {
            ([outcome, states].concat(), mass.to_big())
        };
        Ok(transitions.into_iter().map(joined).collect())
    }

    /// The law of all outcomes of the mechanic by the tree of the draws, where that is small enough.
    pub(super) fn leaves(&self, outcomes: &[String]) -> Option<Result<Masses, Code>> {
        let wanted = self.fields(outcomes);
        if wanted.len() < self.mechanic.model.fields.len() {
            return None;
        }
        leaves(&self.mechanic.program, &self.bindings, &wanted)
    }

    /// The answer to a question.
    pub(super) fn answer(&self, text: &str) -> Result<BigRational, String> {
        let file = SourceMap::default().add("query", text);
        let (query, expressions) = parse_query(file, text).map_err(|findings| format!("{findings:?}"))?;
        let query = check_query(&self.mechanic.model, query, expressions)
            .map_err(|findings| format!("{findings:?}"))?;
        let question = Question { text: text.to_owned(), query };
        let scenario = std::slice::from_ref(&self.scenario);
        let answers = measure(&self.mechanic, &question, scenario, None, &self.limits)
            .map_err(|error| format!("{error:?}"))?;
        let (_, amount) = answers.values.first().ok_or("no answer")?;
        amount.as_number().map(Rational::to_big).ok_or_else(|| format!("{amount:?}"))
    }
}

fn leaves(
    program: &lower::Program,
    bindings: &Bindings<Rational>,
    wanted: &[usize],
) -> Option<Result<Masses, Code>> {
    let tree = match tree(program, bindings, &Limits::default(), 300) {
        Err(stop) if stop.code == Code::Limit => return None,
        Err(stop) => return Some(Err(stop.code)),
        Ok(tree) => tree,
    };
    let (_, masses, ruled_out) = tree.reached();
    let left = &Rational::ONE - &ruled_out;
    if left.is_zero() {
        return Some(Err(Code::ImpossibleEvidence));
    }
    let mut law = Masses::new();
    for (leaf, mass) in tree.leaves.iter().zip(masses).filter(|(_, mass)| !mass.is_zero()) {
        let leaf = wanted.iter().map(|place| leaf[*place].clone()).collect();
        *law.entry(leaf).or_insert_with(BigRational::zero) += mass.checked_div(&left)?.to_big();
    }
    Some(Ok(law))
}
