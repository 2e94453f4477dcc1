//! Random programs, computed by the engine and by walking every way through them.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_rational::BigRational;
use num_traits::Zero;
use trueodds::check::{Library, Model, check_using};
use trueodds::diagnostic::Code;
use trueodds::evaluate::{Bindings, Limits, Plan, tree};
use trueodds::exact::Rational;
use trueodds::lower::{self, lower};
use trueodds::parse::{parse, print};
use trueodds::source::SourceMap;
use trueodds::value::{InputValue, RuleValue, Value};

use crate::oracle::{self, Law, Program, Role, Stop};

/// How many programs are compared.
const PROGRAMS: u32 = 5_000;

fn value(own: &oracle::Value) -> Value {
    match own {
        oracle::Value::Number(number) => {
            let whole = |n: &i128| n.to_string().parse::<Rational>().unwrap();
            Value::Number(whole(number.numer()).checked_div(&whole(number.denom())).unwrap())
        }
        oracle::Value::Flag(flag) => Value::Flag(*flag),
        oracle::Value::Variant(index) => Value::Variant(u32::try_from(*index).unwrap()),
        oracle::Value::List(list) => Value::List(list.iter().map(value).collect()),
        oracle::Value::Pool(_) => panic!("a pool is no value"),
    }
}

/// Values with their probabilities.
type Masses = BTreeMap<Vec<Value>, BigRational>;

/// The laws that the engine gives: of all outcomes together, by the tree of the draws where that is small enough, of
/// each of them, and of the outcomes with the states after them.
struct Engine {
    text: String,
    laws: Vec<Result<Masses, Code>>,
    states: Vec<String>,
}

/// A checked program, of which nobody need read everything.
fn checked(text: &str, library: &Library) -> Model {
    let (tree, mut findings) = parse(SourceMap::default().add("random.odds", text), text);
    let (model, more) = check_using(tree, library);
    findings.extend(more);
    findings.retain(|finding| finding.is_error() && finding.code != Code::NeverRead);
    let said: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
    assert!(said.is_empty(), "{said:?}\n{text}");
    model
}

fn engine(program: &Program, text: &str, used: Option<&str>) -> Engine {
    let mut library = Library::new();
    if let Some(used) = used {
        library.insert("sub".to_owned(), Arc::new(checked(used, &Library::new())));
    }
    let model = checked(text, &library);
    let lowered = lower(&model).unwrap();
    let given = |role: Role, name: &str| {
        let global =
            program.globals.iter().find(|global| global.role == role && program.names[&global.id] == name);
        value(&oracle::constant(program, &global.unwrap().given).unwrap())
    };
    let inputs = model.inputs.iter().map(|input| given(Role::Input, &input.declaration.name));
    let inputs: Vec<InputValue> = inputs.map(InputValue::Value).collect();
    let rules = model.rules.iter().map(|rule| given(Role::Rule, &rule.declaration.name));
    let rules: Vec<RuleValue> = rules.map(RuleValue::Known).collect();
    let bindings = Bindings::new(&inputs, &rules);
    let limits = Limits::default();
    let all: Vec<usize> = (0..program.outcomes.len()).collect();
    let law = |wanted: &[usize]| {
        let plan = Plan::<Rational>::new(&lowered, &bindings, wanted, &(), &limits);
        let law = plan.law(&limits).map_err(|stop| stop.code)?;
        Ok(law.iter().map(|(values, mass)| (values.clone(), mass.to_big())).collect())
    };
    let joint = law(&all);
    let leaves = leaves(&lowered, &bindings).unwrap_or_else(|| joint.clone());
    let mut laws = vec![joint, leaves];
    laws.extend(all.iter().map(|outcome| law(&[*outcome])));
    // One use as a chain has it: from the states at the start.
    let start = Plan::<Rational>::start(&lowered, &bindings, &(), &limits).law(&limits).unwrap();
    let start = start.iter().next().unwrap().0.clone();
    let step = Plan::<Rational>::step(&lowered, &bindings, &all, &(), &limits);
    let transitions = step.transitions(&start, &limits).map_err(|stop| stop.code);
    laws.push(transitions.map(|transitions| {
        let joined = |(outcome, states, mass): (Vec<Value>, Vec<Value>, Rational)| {
            ([outcome, states].concat(), mass.to_big())
        };
        transitions.into_iter().map(joined).collect()
    }));
    let states = model.states.iter().map(|state| state.declaration.name.clone()).collect();
    Engine { text: format!("{text}\n{}", used.unwrap_or_default()), laws, states }
}

/// The law of all outcomes by the tree of the draws, where that is small enough.
fn leaves(program: &lower::Program, bindings: &Bindings<Rational>) -> Option<Result<Masses, Code>> {
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
        *law.entry(leaf.clone()).or_insert_with(BigRational::zero) += mass.checked_div(&left)?.to_big();
    }
    Some(Ok(law))
}

/// The same laws by the oracle, of which the states are in the order of the model.
fn expected(program: &Program, law: &Law, states: &[String]) -> Vec<Masses> {
    let outcomes = program.outcomes.len();
    let own: Vec<&String> = oracle::states(program).iter().map(|state| &program.names[&state.id]).collect();
    let states = states.iter().map(|name| outcomes + own.iter().position(|own| *own == name).unwrap());
    let all: Vec<usize> = (0..outcomes).collect();
    let mut wanted = vec![all.clone(), all.clone()];
    wanted.extend(all.iter().map(|outcome| vec![*outcome]));
    wanted.push(all.into_iter().chain(states).collect());
    let of = |wanted: Vec<usize>| {
        let mut masses = Masses::new();
        for (values, p) in law {
            let key = wanted.iter().map(|place| value(&values[*place])).collect();
            *masses.entry(key).or_insert_with(BigRational::zero) += p;
        }
        masses
    };
    wanted.into_iter().map(of).collect()
}

/// Compares a program; whether it was small enough.
fn agrees(seed: u64) -> bool {
    let program = oracle::program(seed);
    let law = match oracle::law(&program) {
        Err(Stop::TooLarge) => return false,
        Err(Stop::Wrong(what)) => panic!("{what}\n{:?}", oracle::print(&program, seed)),
        law => law,
    };
    let (text, used) = oracle::print(&program, seed);
    let mut found = vec![engine(&program, &text, used.as_deref())];
    // In the canonical layout it means the same.
    if seed % 8 == 0 {
        let (tree, _) = parse(SourceMap::default().add("random.odds", text.as_str()), &text);
        found.push(engine(&program, &print(&tree, &text), used.as_deref()));
    }
    for Engine { text, laws, states } in found {
        match &law {
            Ok(law) => {
                for (place, (found, expected)) in
                    laws.iter().zip(expected(&program, law, &states)).enumerate()
                {
                    assert_eq!(found.as_ref(), Ok(&expected), "seed {seed}, law {place}\n{text}");
                }
            }
            // Evidence is never left out, whatever is asked.
            Err(_) => {
                let impossible = Err(Code::ImpossibleEvidence);
                assert!(laws.iter().all(|law| *law == impossible), "seed {seed}: {laws:?}\n{text}");
            }
        }
    }
    true
}

#[test]
fn random_programs_mean_what_walking_every_way_through_them_gives() {
    let (mut compared, mut seed) = (0, 0);
    while compared < PROGRAMS {
        seed += 1;
        compared += u32::from(agrees(seed));
    }
    assert!(seed < 2 * u64::from(PROGRAMS), "{seed} programs, of which most are too large");
}
