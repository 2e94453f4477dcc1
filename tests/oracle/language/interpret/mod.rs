//! The law of a program, by walking every way through it.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, Zero};

mod calculate;
mod expr;
mod family;
mod part;
mod roll;
mod statement;
mod until;

use self::calculate::*;
use self::roll::counted;
use super::tree::{
    Binary, Block, Body, Bounds, Builtin, Entry, Expr, Global, Id, Item, Keep, Kind, OfAll, Outcome, Over,
    Pattern, Program, Role, Shape, Source, Statement,
};

/// A number of a program. What outgrows it is given up.
pub type Number = Ratio<i128>;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Number(Number),
    Flag(bool),
    Variant(usize),
    /// All numbers from one on.
    Above(i64),
    /// Also all members of a family.
    List(Vec<Value>),
    /// For each thing how many are left, and its weight.
    Pool(Vec<(i64, Number, Value)>),
}

/// Everything that has a value at a place of the program.
type Environment = BTreeMap<Id, Value>;

/// What an expression may give, with all that is there then, and the probability of that.
type Ways<T> = Vec<(T, Environment, BigRational)>;

/// The environments after a statement.
type After = Vec<(Environment, BigRational)>;

/// Why there is no law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// There are too many ways, or a number grows too long.
    TooLarge,
    /// What is given cannot be.
    Impossible,
    /// The program does what no program may do.
    Wrong(&'static str),
}

/// The states of a program, and then those of what it uses.
pub fn states(program: &Program) -> Vec<&Global> {
    let used = program.used.iter().flat_map(|used| &used.globals);
    program.globals.iter().chain(used).filter(|global| global.role == Role::State).collect()
}

/// The law of the outcomes and of the states after them, in their order.
pub type Law = BTreeMap<Vec<Value>, BigRational>;

/// The number that a value is.
pub fn big(value: &Value) -> BigRational {
    number(value).map_or_else(|_| BigRational::zero(), probability)
}

/// The law of a program: of all ways on which everything that is given holds.
pub fn law(program: &Program) -> Result<Law, Stop> {
    let mut walk = Walk::new(program);
    let environment = walk.start()?;
    let mut after = vec![(environment, BigRational::one())];
    for item in &program.items {
        if let Item::Statement(statement) = item {
            after = walk.statement(statement, after)?;
        }
    }
    let mut law = Law::new();
    for (environment, p) in after {
        *law.entry(walk.row(&environment)?).or_insert_with(BigRational::zero) += p;
    }
    let total: BigRational = law.values().sum();
    if total.is_zero() {
        return Err(Stop::Impossible);
    }
    law.values_mut().for_each(|p| *p = &*p / &total);
    Ok(law)
}

/// What an input or a rule is given; nothing where it is left to follow from others.
pub fn given(program: &Program, global: &Global) -> Option<Value> {
    let mut walk = Walk::new(program);
    let value = walk.constant(global.given.as_ref()?).ok()?;
    Some(walk.members(global.kind, value))
}

/// How many environments are gone through at most.
const MOST: usize = 30_000;

/// The parameters of what can be called, and what is in it.
type Callable<'a, B> = (&'a [(Id, Kind)], &'a B);

struct Walk<'a> {
    program: &'a Program,
    functions: BTreeMap<Id, Callable<'a, Body>>,
    procedures: BTreeMap<Id, Callable<'a, Block>>,
    made: usize,
}

fn number(value: &Value) -> Result<Number, Stop> {
    match value {
        Value::Number(number) => Ok(*number),
        _ => Err(Stop::Wrong("a number was expected")),
    }
}

fn flag(value: &Value) -> Result<bool, Stop> {
    match value {
        Value::Flag(flag) => Ok(*flag),
        _ => Err(Stop::Wrong("a flag was expected")),
    }
}

fn whole(value: &Value) -> Result<i64, Stop> {
    let number = number(value)?;
    if !number.is_integer() {
        return Err(Stop::Wrong("a whole number was expected"));
    }
    i64::try_from(number.to_integer()).map_err(|_| Stop::TooLarge)
}

fn integer(n: i64) -> Value {
    Value::Number(Number::from_integer(n.into()))
}

fn probability(number: Number) -> BigRational {
    BigRational::new(BigInt::from(*number.numer()), BigInt::from(*number.denom()))
}

/// The members of a family, or the one value.
fn flat(kind: Kind, value: Value) -> Vec<Value> {
    match (kind, value) {
        (Kind::Family(_), Value::List(members)) => members,
        (_, value) => vec![value],
    }
}

/// What is known of a number that comes out.
fn recorded(bounds: Bounds, value: Value) -> Result<Value, Stop> {
    let (low, high) = match bounds {
        Bounds::None => return Ok(value),
        Bounds::Within(low, high) | Bounds::OrMore(low, high) => (low, high),
    };
    let found = number(&value)?;
    let above = found >= Number::from_integer(high.into());
    if found < Number::from_integer(low.into()) {
        return Err(Stop::Wrong("an outcome is below its range"));
    }
    match bounds {
        Bounds::OrMore(..) if above => Ok(Value::Above(high)),
        Bounds::Within(..) if above && value != integer(high) => {
            Err(Stop::Wrong("an outcome is above its range"))
        }
        _ => Ok(value),
    }
}

fn times(p: &BigRational, q: &BigRational) -> BigRational {
    if q.is_one() { p.clone() } else { p * q }
}

/// Equal environments as one.
fn merged(after: After) -> After {
    if after.len() < 2 {
        return after;
    }
    let mut all: BTreeMap<Environment, BigRational> = BTreeMap::new();
    for (environment, p) in after {
        *all.entry(environment).or_insert_with(BigRational::zero) += p;
    }
    all.into_iter().collect()
}

impl<'a> Walk<'a> {
    fn new(program: &'a Program) -> Walk<'a> {
        let mut walk = Walk { program, functions: BTreeMap::new(), procedures: BTreeMap::new(), made: 0 };
        let used = program.used.iter().flat_map(|used| &used.items);
        for item in program.items.iter().chain(used) {
            match item {
                Item::Function(id, parameters, body) => {
                    walk.functions.insert(*id, (parameters, body));
                }

                Item::Procedure(id, parameters, block) => {
                    walk.procedures.insert(*id, (parameters, block));
                }

                Item::Statement(_) => {}
            }
        }
        walk
    }

    fn count(&mut self, ways: usize) -> Result<(), Stop> {
        self.made += ways;
        if self.made > MOST { Err(Stop::TooLarge) } else { Ok(()) }
    }

    fn constant(&mut self, expr: &Expr) -> Result<Value, Stop> {
        self.constant_in(expr, Environment::new())
    }

    fn constant_in(&mut self, expr: &Expr, environment: Environment) -> Result<Value, Stop> {
        let mut ways = self.eval(expr, environment)?;
        ways.pop().map(|(value, ..)| value).ok_or(Stop::Wrong("a constant has no value"))
    }

    /// What is there before the first statement.
    fn start(&mut self) -> Result<Environment, Stop> {
        let program = self.program;
        let mut environment = Environment::new();
        for role in [Role::Rule, Role::Input, Role::State] {
            for global in program.globals.iter().filter(|global| global.role == role) {
                let value = global.given.as_ref().unwrap_or(&global.declared);
                let value = self.constant_in(value, environment.clone())?;
                environment.insert(global.id, self.members(global.kind, value));
            }
        }
        // The states of what is used move with each use.
        for global in program.used.iter().flat_map(|used| &used.globals) {
            if global.role == Role::State {
                let value = self.constant(&global.declared)?;
                environment.insert(global.id, value);
            }
        }
        for outcome in &program.outcomes {
            if let Some(start) = &outcome.start {
                let value = self.constant_in(start, environment.clone())?;
                environment.insert(outcome.id, self.members(outcome.kind, value));
            }
        }
        Ok(environment)
    }

    /// What comes out, and the states after it.
    fn row(&self, environment: &Environment) -> Result<Vec<Value>, Stop> {
        let nothing = Stop::Wrong("an outcome has no value");
        let mut row = Vec::new();
        for outcome in self.program.outcomes.iter().filter(|outcome| !outcome.dark) {
            let value = environment.get(&outcome.id).cloned().ok_or(nothing.clone())?;
            for value in flat(outcome.kind, value) {
                row.push(recorded(outcome.bounds, value)?);
            }
        }
        for state in states(self.program) {
            let value = environment.get(&state.id).cloned().ok_or(nothing.clone())?;
            row.extend(flat(state.kind, value));
        }
        Ok(row)
    }

    /// Expressions one after another.
    fn all(&mut self, exprs: &[&Expr], environment: Environment) -> Result<Ways<Vec<Value>>, Stop> {
        let mut ways: Ways<Vec<Value>> = vec![(Vec::new(), environment, BigRational::one())];
        for expr in exprs {
            let mut next = Vec::with_capacity(ways.len());
            for (values, environment, p) in ways {
                for (value, environment, q) in self.eval(expr, environment)? {
                    let mut values = values.clone();
                    values.push(value);
                    next.push((values, environment, times(&p, &q)));
                }
            }
            ways = next;
        }
        Ok(ways)
    }
}
