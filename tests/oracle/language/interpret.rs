//! The law of a program, by walking every way through it.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub, One, Signed, Zero};

use super::tree::{
    Binary, Block, Body, Builtin, Expr, Global, Id, Item, Keep, Kind, Pattern, Program, Role, Source,
    Statement,
};

/// A number of a program. What outgrows it is given up.
pub type Number = Ratio<i128>;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    Number(Number),
    Flag(bool),
    Variant(usize),
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
    let mut environment = Environment::new();
    for global in &program.globals {
        let value = walk.constant(&global.given)?;
        environment.insert(global.id, value);
    }
    // The states of what is used move with each use.
    for global in program.used.iter().flat_map(|used| &used.globals) {
        if global.role == Role::State {
            let value = walk.constant(&global.declared)?;
            environment.insert(global.id, value);
        }
    }
    let mut after = vec![(environment, BigRational::one())];
    for item in &program.items {
        if let Item::Statement(statement) = item {
            after = walk.statement(statement, after)?;
        }
    }
    let mut law = Law::new();
    for (environment, p) in after {
        let states = states(program).into_iter().map(|state| state.id);
        let outcome = program.outcomes.iter().map(|(id, _)| *id).chain(states);
        let outcome = outcome.map(|id| environment.get(&id).cloned());
        let outcome =
            outcome.collect::<Option<Vec<Value>>>().ok_or(Stop::Wrong("an outcome has no value"))?;
        *law.entry(outcome).or_insert_with(BigRational::zero) += p;
    }
    let total: BigRational = law.values().sum();
    if total.is_zero() {
        return Err(Stop::Impossible);
    }
    law.values_mut().for_each(|p| *p = &*p / &total);
    Ok(law)
}

/// The value of an expression that draws and reads nothing.
pub fn constant(program: &Program, expr: &Expr) -> Result<Value, Stop> {
    Walk::new(program).constant(expr)
}

/// How many environments are gone through at most.
const MOST: usize = 30_000;

struct Walk<'a> {
    program: &'a Program,
    functions: BTreeMap<Id, (&'a [(Id, Kind)], &'a Body)>,
    procedures: BTreeMap<Id, (&'a [(Id, Kind)], &'a Block)>,
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
        let mut ways = self.eval(expr, Environment::new())?;
        ways.pop().map(|(value, ..)| value).ok_or(Stop::Wrong("a constant has no value"))
    }

    fn block(&mut self, block: &Block, mut after: After) -> Result<After, Stop> {
        for statement in block {
            after = self.statement(statement, after)?;
        }
        // What is bound in a block ends with it.
        for statement in block {
            if let Statement::Let(id, ..) | Statement::Pool(id, _) = statement {
                after.iter_mut().for_each(|(environment, _)| drop(environment.remove(id)));
            }
        }
        Ok(merged(after))
    }

    fn statement(&mut self, statement: &Statement, before: After) -> Result<After, Stop> {
        self.count(before.len().max(1))?;
        let mut after = After::new();
        match statement {
            // Each round is made of all that are in the loop at once.
            Statement::Until(block, guard) => {
                let mut inside = before;
                while !inside.is_empty() {
                    inside = self.block(block, inside)?;
                    let mut again = After::new();
                    for (environment, p) in inside {
                        for (ends, environment, q) in self.eval(guard, environment)? {
                            let next = if flag(&ends)? { &mut after } else { &mut again };
                            next.push((environment, times(&p, &q)));
                        }
                    }
                    inside = merged(again);
                    self.count(1)?;
                }
            }
            _ => {
                for (environment, p) in before {
                    for (environment, q) in self.from(statement, environment)? {
                        after.push((environment, times(&p, &q)));
                    }
                }
            }
        }
        Ok(merged(after))
    }

    /// A statement from one environment.
    fn from(&mut self, statement: &Statement, environment: Environment) -> Result<After, Stop> {
        match statement {
            Statement::Let(id, _, value) | Statement::Assign(id, value) => {
                let ways = self.eval(value, environment)?;
                Ok(ways
                    .into_iter()
                    .map(|(value, environment, p)| (with(environment, *id, value), p))
                    .collect())
            }
            Statement::If(branches, otherwise) => {
                let mut after = After::new();
                let mut rest = vec![(environment, BigRational::one())];
                for (guard, block) in branches {
                    let (mut taken, mut left) = (After::new(), After::new());
                    for (environment, p) in rest {
                        for (holds, environment, q) in self.eval(guard, environment)? {
                            let next = if flag(&holds)? { &mut taken } else { &mut left };
                            next.push((environment, times(&p, &q)));
                        }
                    }
                    after.extend(self.block(block, taken)?);
                    rest = left;
                }
                match otherwise {
                    Some(block) => after.extend(self.block(block, rest)?),
                    None => after.extend(rest),
                }
                Ok(after)
            }
            Statement::Match(subject, arms) => {
                let mut after = After::new();
                for (value, environment, p) in self.eval(subject, environment)? {
                    let block = self.arm(arms, &value)?;
                    after.extend(self.block(block, vec![(environment, p)])?);
                }
                Ok(after)
            }
            Statement::Repeat(count, block) => {
                let mut after = After::new();
                for (count, environment, p) in self.eval(count, environment)? {
                    let mut inside = vec![(environment, p)];
                    for _ in 0..whole(&count)? {
                        inside = self.block(block, inside)?;
                    }
                    after.extend(inside);
                }
                Ok(after)
            }
            Statement::Until(..) => Err(Stop::Wrong("loops are walked elsewhere")),
            Statement::Given(evidence) => {
                let mut after = After::new();
                for (holds, environment, p) in self.eval(evidence, environment)? {
                    if flag(&holds)? {
                        after.push((environment, p));
                    }
                }
                Ok(after)
            }
            Statement::Pool(id, entries) => {
                let one = Expr::Number(1, 1);
                let parts: Vec<&Expr> = entries
                    .iter()
                    .flat_map(|(count, weight, value)| [count, weight.as_ref().unwrap_or(&one), value])
                    .collect();
                let mut after = After::new();
                for (values, environment, p) in self.all(&parts, environment)? {
                    let thing =
                        |parts: &[Value]| Ok((whole(&parts[0])?, number(&parts[1])?, parts[2].clone()));
                    let pool = values.chunks(3).map(thing).collect::<Result<Vec<_>, Stop>>()?;
                    after.push((with(environment, *id, Value::Pool(pool)), p));
                }
                Ok(after)
            }
            Statement::ForEach(id, source, block) => self.for_each(*id, source, block, environment),
            Statement::Run(id, arguments) => {
                let (parameters, block) = self.procedures[id];
                let arguments: Vec<&Expr> = arguments.iter().collect();
                let mut after = After::new();
                for (values, mut environment, p) in self.all(&arguments, environment)? {
                    environment.extend(parameters.iter().map(|(id, _)| *id).zip(values));
                    after.extend(self.block(block, vec![(environment, p)])?);
                }
                for (environment, _) in &mut after {
                    parameters.iter().for_each(|(id, _)| drop(environment.remove(id)));
                }
                Ok(after)
            }
            Statement::Use(_, inputs, outcomes) => {
                let mut after = After::new();
                for (values, mut environment, p) in self.used(inputs, environment)? {
                    for (id, outcome) in outcomes {
                        let value =
                            values.get(outcome).cloned().ok_or(Stop::Wrong("an outcome has no value"))?;
                        environment.insert(*id, value);
                    }
                    after.push((environment, p));
                }
                Ok(after)
            }
            Statement::Add(value, list, front) => {
                let mut after = After::new();
                for (value, mut environment, p) in self.eval(value, environment)? {
                    let list = list_mut(&mut environment, *list)?;
                    if *front {
                        list.insert(0, value)
                    } else {
                        list.push(value)
                    }
                    after.push((environment, p));
                }
                Ok(after)
            }
            Statement::Put(list, place, value) => {
                let mut after = After::new();
                for (mut values, mut environment, p) in self.all(&[place, value], environment)? {
                    let value = values.pop().ok_or(Stop::Wrong("a value is missing"))?;
                    let list = list_mut(&mut environment, *list)?;
                    let place = place_in(list, &values[0])?;
                    list[place] = value;
                    after.push((environment, p));
                }
                Ok(after)
            }
        }
    }

    fn for_each(
        &mut self,
        id: Id,
        source: &Source,
        block: &Block,
        environment: Environment,
    ) -> Result<After, Stop> {
        let ways: Ways<Vec<Value>> = match source {
            Source::Enumeration(of) => {
                let values = (0..self.program.enumerations[*of].1.len()).map(Value::Variant).collect();
                vec![(values, environment, BigRational::one())]
            }
            Source::List(list) => {
                let values = list_of(&environment, *list)?.clone();
                vec![(values, environment, BigRational::one())]
            }
            Source::Range(low, high) => {
                let mut ways = Vec::new();
                for (ends, environment, p) in self.all(&[low, high], environment)? {
                    let values = (whole(&ends[0])?..=whole(&ends[1])?).map(integer).collect();
                    ways.push((values, environment, p));
                }
                ways
            }
        };
        let mut after = After::new();
        for (values, environment, p) in ways {
            let mut inside = vec![(environment, p)];
            for value in values {
                let begin = |(environment, p)| (with(environment, id, value.clone()), p);
                inside = self.block(block, inside.into_iter().map(begin).collect())?;
            }
            for (environment, _) in &mut inside {
                environment.remove(&id);
            }
            after.extend(inside);
        }
        Ok(after)
    }

    /// The arm that takes a value.
    fn arm<'b, T>(&mut self, arms: &'b [(Pattern, T)], value: &Value) -> Result<&'b T, Stop> {
        for (pattern, taken) in arms {
            let holds = match pattern {
                Pattern::Else => true,
                Pattern::Below(bound) => number(value)? < Number::from_integer((*bound).into()),
                Pattern::AtMost(bound) => number(value)? <= Number::from_integer((*bound).into()),
                Pattern::Above(bound) => number(value)? > Number::from_integer((*bound).into()),
                Pattern::AtLeast(bound) => number(value)? >= Number::from_integer((*bound).into()),
                Pattern::Values(values) => {
                    let mut any = false;
                    for (low, high) in values {
                        let low = self.constant(low)?;
                        any |= match high {
                            None => low == *value,
                            Some(high) => {
                                number(&low)? <= number(value)?
                                    && number(value)? <= Number::from_integer((*high).into())
                            }
                        };
                    }
                    any
                }
            };
            if holds {
                return Ok(taken);
            }
        }
        Err(Stop::Wrong("no arm takes a value"))
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

    /// A block that gives a value.
    fn body(&mut self, body: &Body, environment: Environment) -> Result<Ways<Value>, Stop> {
        let mut after = vec![(environment, BigRational::one())];
        for statement in &body.statements {
            after = self.statement(statement, after)?;
        }
        let mut ways = Vec::new();
        for (environment, p) in after {
            for (value, mut environment, q) in self.eval(&body.value, environment)? {
                for statement in &body.statements {
                    if let Statement::Let(id, ..) | Statement::Pool(id, _) = statement {
                        environment.remove(id);
                    }
                }
                ways.push((value, environment, times(&p, &q)));
            }
        }
        Ok(ways)
    }

    /// One use of the other mechanic: its outcomes, and what is there then.
    fn used(
        &mut self,
        inputs: &[(Id, Expr)],
        environment: Environment,
    ) -> Result<Ways<BTreeMap<Id, Value>>, Stop> {
        let used = self.program.used.as_ref().ok_or(Stop::Wrong("nothing is used"))?;
        let values: Vec<&Expr> = inputs.iter().map(|(_, value)| value).collect();
        let mut ways = Vec::new();
        for (values, mut environment, p) in self.all(&values, environment)? {
            for global in used.globals.iter().filter(|global| global.role != Role::State) {
                let value = self.constant(&global.declared)?;
                environment.insert(global.id, value);
            }
            environment.extend(inputs.iter().map(|(id, _)| *id).zip(values));
            let mut after = vec![(environment, p)];
            for item in &used.items {
                if let Item::Statement(statement) = item {
                    after = self.statement(statement, after)?;
                }
            }
            for (mut environment, p) in after {
                let outcome = |(id, _): &(Id, Kind)| Some((*id, environment.get(id)?.clone()));
                let outcomes = used.outcomes.iter().filter_map(outcome).collect();
                let state = |id: &Id| states(self.program).iter().any(|state| state.id == *id);
                let own = |id: &Id| used.names.contains_key(id) && !state(id);
                environment.retain(|id, _| !own(id));
                ways.push((outcomes, environment, p));
            }
        }
        Ok(ways)
    }

    /// A function sees its parameters and what is the same everywhere, and leaves everything as it is.
    fn call(&mut self, id: Id, values: Vec<Value>, environment: Environment) -> Result<Ways<Value>, Stop> {
        let (parameters, body) = self.functions[&id];
        let used = self.program.used.iter().flat_map(|used| &used.globals);
        let globals = self.program.globals.iter().chain(used).map(|global| global.id);
        let mut own: Environment =
            globals.filter_map(|id| Some((id, environment.get(&id)?.clone()))).collect();
        own.extend(parameters.iter().map(|(id, _)| *id).zip(values));
        let ways = self.body(body, own)?;
        Ok(ways.into_iter().map(|(value, _, p)| (value, environment.clone(), p)).collect())
    }

    fn eval(&mut self, expr: &Expr, environment: Environment) -> Result<Ways<Value>, Stop> {
        self.count(1)?;
        let one = BigRational::one;
        let operands: Vec<&Expr> = match expr {
            Expr::Number(n, d) => {
                return Ok(vec![(Value::Number(Number::new((*n).into(), (*d).into())), environment, one())]);
            }
            Expr::Flag(flag) => return Ok(vec![(Value::Flag(*flag), environment, one())]),
            Expr::Variant(_, index) => return Ok(vec![(Value::Variant(*index), environment, one())]),
            Expr::Read(id) => {
                let value = environment.get(id).cloned().ok_or(Stop::Wrong("nothing is there"))?;
                return Ok(vec![(value, environment, one())]);
            }
            Expr::Binary(op @ (Binary::And | Binary::Or), left, right) => {
                let mut ways = Vec::new();
                for (value, environment, p) in self.eval(left, environment)? {
                    if flag(&value)? == (*op == Binary::Or) {
                        ways.push((value, environment, p));
                        continue;
                    }
                    for (value, environment, q) in self.eval(right, environment)? {
                        ways.push((value, environment, times(&p, &q)));
                    }
                }
                return Ok(ways);
            }
            Expr::If(branches, otherwise) => return self.if_value(branches, otherwise, environment),
            Expr::Match(subject, arms) => {
                let mut ways = Vec::new();
                for (value, environment, p) in self.eval(subject, environment)? {
                    let body = self.arm(arms, &value)?;
                    for (value, environment, q) in self.body(body, environment)? {
                        ways.push((value, environment, times(&p, &q)));
                    }
                }
                return Ok(ways);
            }
            Expr::Any(values) => {
                let share = BigRational::new(BigInt::one(), BigInt::from(values.len()));
                let mut ways = Vec::new();
                for value in values {
                    for (value, environment, p) in self.eval(value, environment.clone())? {
                        ways.push((value, environment, times(&share, &p)));
                    }
                }
                return Ok(ways);
            }
            Expr::Shares(shares, rest) => return self.shares(shares, rest.as_ref(), false, environment),
            Expr::Weights(weights) => return self.shares(weights, None, true, environment),
            Expr::Use(inputs, outcome) => {
                let mut ways = Vec::new();
                for (values, environment, p) in self.used(inputs, environment)? {
                    let value = values.get(outcome).cloned().ok_or(Stop::Wrong("an outcome has no value"))?;
                    ways.push((value, environment, p));
                }
                return Ok(ways);
            }
            Expr::Draw(pool) => return draw(*pool, environment),
            Expr::Sum { count, keep, roll } => return self.sum(count, keep.as_ref(), roll, environment),
            Expr::TakeFirst(id) | Expr::TakeLast(id) => {
                let mut environment = environment;
                let list = list_mut(&mut environment, *id)?;
                if list.is_empty() {
                    return Err(Stop::Wrong("nothing can be taken from an empty list"));
                }
                let taken = if matches!(expr, Expr::TakeFirst(_)) {
                    list.remove(0)
                } else {
                    list.remove(list.len() - 1)
                };
                return Ok(vec![(taken, environment, one())]);
            }
            Expr::First(id) | Expr::Last(id) | Expr::Length(id) | Expr::Total(id) => {
                let value = of_list(expr, list_of(&environment, *id)?)?;
                return Ok(vec![(value, environment, one())]);
            }
            Expr::Not(inner)
            | Expr::Negate(inner)
            | Expr::Power(inner, _)
            | Expr::Chance(inner)
            | Expr::Random(inner)
            | Expr::Die(inner)
            | Expr::At(_, inner)
            | Expr::Holds(inner, _) => vec![inner],
            Expr::Binary(_, left, right) | Expr::Range(left, right) => vec![left, right],
            Expr::Builtin(_, arguments) | Expr::Call(_, arguments) | Expr::List(arguments) => {
                arguments.iter().collect()
            }
            Expr::OneOfThese(value, these) => std::iter::once(&**value).chain(these).collect(),
        };
        let mut ways = Vec::new();
        for (values, environment, p) in self.all(&operands, environment)? {
            for (value, environment, q) in self.apply(expr, values, environment)? {
                ways.push((value, environment, times(&p, &q)));
            }
        }
        Ok(ways)
    }

    /// What becomes of the values of the operands.
    fn apply(
        &mut self,
        expr: &Expr,
        values: Vec<Value>,
        environment: Environment,
    ) -> Result<Ways<Value>, Stop> {
        let value = match expr {
            Expr::Chance(_) => {
                let p = number(&values[0])?;
                if p.is_negative() || p > Number::one() {
                    return Err(Stop::Wrong("a probability lies between 0 and 1"));
                }
                let p = probability(p);
                let ways = [(true, p.clone()), (false, BigRational::one() - p)];
                let ways = ways.into_iter().filter(|(_, p)| !p.is_zero());
                return Ok(ways.map(|(flag, p)| (Value::Flag(flag), environment.clone(), p)).collect());
            }
            Expr::Random(_) | Expr::Die(_) => {
                let sides = whole(&values[0])?;
                if sides < 1 {
                    return Err(Stop::Wrong("there is no such die"));
                }
                let share = BigRational::new(BigInt::one(), BigInt::from(sides));
                let least = i64::from(matches!(expr, Expr::Die(_)));
                let way = |n| (integer(n + least), environment.clone(), share.clone());
                return Ok((0..sides).map(way).collect());
            }
            Expr::Call(id, _) => return self.call(*id, values, environment),
            Expr::Not(_) => Value::Flag(!flag(&values[0])?),
            Expr::Negate(_) => Value::Number(-number(&values[0])?),
            Expr::Power(_, exponent) => {
                let base = number(&values[0])?;
                let power = (0..*exponent).try_fold(Number::one(), |power, _| power.checked_mul(&base));
                Value::Number(power.ok_or(Stop::TooLarge)?)
            }
            Expr::Binary(op, ..) => binary(*op, &values[0], &values[1])?,
            Expr::Builtin(builtin, _) => {
                let numbers = values.iter().map(number).collect::<Result<Vec<_>, Stop>>()?;
                Value::Number(called(*builtin, &numbers)?)
            }
            Expr::OneOfThese(..) => Value::Flag(values[1..].contains(&values[0])),
            Expr::List(_) => Value::List(values),
            Expr::Range(..) => Value::List((whole(&values[0])?..=whole(&values[1])?).map(integer).collect()),
            Expr::At(list, _) => {
                let list = list_of(&environment, *list)?;
                list[place_in(list, &values[0])?].clone()
            }
            Expr::Holds(_, list) => Value::Flag(list_of(&environment, *list)?.contains(&values[0])),
            _ => return Err(Stop::Wrong("an expression has no operands")),
        };
        Ok(vec![(value, environment, BigRational::one())])
    }

    fn if_value(
        &mut self,
        branches: &[(Expr, Body)],
        otherwise: &Body,
        environment: Environment,
    ) -> Result<Ways<Value>, Stop> {
        let mut ways = Vec::new();
        let mut rest = vec![(environment, BigRational::one())];
        for (guard, body) in branches {
            let mut left = After::new();
            for (environment, p) in rest {
                for (holds, environment, q) in self.eval(guard, environment)? {
                    let p = times(&p, &q);
                    if !flag(&holds)? {
                        left.push((environment, p));
                        continue;
                    }
                    for (value, environment, q) in self.body(body, environment)? {
                        ways.push((value, environment, times(&p, &q)));
                    }
                }
            }
            rest = left;
        }
        for (environment, p) in rest {
            for (value, environment, q) in self.body(otherwise, environment)? {
                ways.push((value, environment, times(&p, &q)));
            }
        }
        Ok(ways)
    }

    /// One of several things, with probabilities or with weights; what they leave is for the rest.
    fn shares(
        &mut self,
        shares: &[(Expr, Body)],
        rest: Option<&Body>,
        weighted: bool,
        environment: Environment,
    ) -> Result<Ways<Value>, Stop> {
        let weights: Vec<&Expr> = shares.iter().map(|(weight, _)| weight).collect();
        let mut ways = Vec::new();
        for (weights, environment, p) in self.all(&weights, environment)? {
            let weights = weights.iter().map(number).collect::<Result<Vec<_>, Stop>>()?;
            let sum: Number = weights.iter().sum();
            let total = if weighted { sum } else { Number::one() };
            if total.is_zero() || weights.iter().any(Signed::is_negative) || sum > total {
                return Err(Stop::Wrong("the shares are no shares"));
            }
            let bodies = shares.iter().map(|(_, body)| body).zip(weights);
            for (body, weight) in bodies.chain(rest.map(|rest| (rest, total - sum))) {
                if weight.is_zero() {
                    continue;
                }
                let p = times(&p, &probability(weight / total));
                for (value, environment, q) in self.body(body, environment.clone())? {
                    ways.push((value, environment, times(&p, &q)));
                }
            }
        }
        Ok(ways)
    }

    /// All rolls one after another, then the sum of those that count.
    fn sum(
        &mut self,
        count: &Expr,
        keep: Option<&(Keep, Box<Expr>)>,
        roll: &Expr,
        environment: Environment,
    ) -> Result<Ways<Value>, Stop> {
        let mut numbers = Vec::new();
        numbers.extend(keep.map(|(_, kept)| &**kept));
        numbers.push(count);
        let mut ways = Vec::new();
        for (numbers, environment, p) in self.all(&numbers, environment)? {
            let count = numbers.last().map_or(Ok(0), whole)?;
            let kept = if numbers.len() > 1 { whole(&numbers[0])? } else { count };
            let rolls =
                vec![roll; usize::try_from(count).map_err(|_| Stop::Wrong("so many dice cannot be rolled"))?];
            for (rolled, environment, q) in self.all(&rolls, environment)? {
                let mut rolled = rolled.iter().map(number).collect::<Result<Vec<_>, Stop>>()?;
                rolled.sort();
                if keep.is_some_and(|(which, _)| *which == Keep::Highest) {
                    rolled.reverse();
                }
                let kept = usize::try_from(kept).map_err(|_| Stop::Wrong("so many dice cannot be kept"))?;
                let sum = rolled.iter().take(kept).sum();
                ways.push((Value::Number(sum), environment, times(&p, &q)));
            }
        }
        Ok(ways)
    }
}

fn with(mut environment: Environment, id: Id, value: Value) -> Environment {
    environment.insert(id, value);
    environment
}

fn list_of(environment: &Environment, id: Id) -> Result<&Vec<Value>, Stop> {
    match environment.get(&id) {
        Some(Value::List(list)) => Ok(list),
        _ => Err(Stop::Wrong("a list was expected")),
    }
}

fn list_mut(environment: &mut Environment, id: Id) -> Result<&mut Vec<Value>, Stop> {
    match environment.get_mut(&id) {
        Some(Value::List(list)) => Ok(list),
        _ => Err(Stop::Wrong("a list was expected")),
    }
}

/// A place of a list, which are counted from 1.
fn place_in(list: &[Value], place: &Value) -> Result<usize, Stop> {
    let place = usize::try_from(whole(place)? - 1).map_err(|_| Stop::Wrong("a list begins at 1"))?;
    if place < list.len() { Ok(place) } else { Err(Stop::Wrong("a list ends before")) }
}

fn of_list(expr: &Expr, list: &[Value]) -> Result<Value, Stop> {
    let nothing = Stop::Wrong("nothing stands in an empty list");
    match expr {
        Expr::First(_) => list.first().cloned().ok_or(nothing),
        Expr::Last(_) => list.last().cloned().ok_or(nothing),
        Expr::Length(_) => Ok(integer(list.len() as i64)),
        _ => Ok(Value::Number(list.iter().map(number).sum::<Result<Number, Stop>>()?)),
    }
}

/// One thing of a pool, which is gone then.
fn draw(id: Id, environment: Environment) -> Result<Ways<Value>, Stop> {
    let Some(Value::Pool(things)) = environment.get(&id) else {
        return Err(Stop::Wrong("a pool was expected"));
    };
    let weight = |(count, weight, _): &(i64, Number, Value)| *weight * Number::from_integer((*count).into());
    let total: Number = things.iter().map(weight).sum();
    if total.is_zero() {
        return Err(Stop::Wrong("nothing is left in a pool"));
    }
    let mut ways = Vec::new();
    for (place, thing) in things.iter().enumerate().filter(|(_, thing)| !weight(thing).is_zero()) {
        let mut left = things.clone();
        left[place].0 -= 1;
        let after = with(environment.clone(), id, Value::Pool(left));
        ways.push((thing.2.clone(), after, probability(weight(thing) / total)));
    }
    Ok(ways)
}

fn binary(op: Binary, left: &Value, right: &Value) -> Result<Value, Stop> {
    match op {
        Binary::Equal => return Ok(Value::Flag(left == right)),
        Binary::Unequal => return Ok(Value::Flag(left != right)),
        _ => {}
    }
    let (left, right) = (number(left)?, number(right)?);
    let result = match op {
        Binary::Add => left.checked_add(&right),
        Binary::Subtract => left.checked_sub(&right),
        Binary::Multiply => left.checked_mul(&right),
        Binary::Divide if right.is_zero() => return Err(Stop::Wrong("nothing is divided by zero")),
        Binary::Divide => left.checked_div(&right),
        Binary::Less => return Ok(Value::Flag(left < right)),
        Binary::AtMost => return Ok(Value::Flag(left <= right)),
        Binary::Greater => return Ok(Value::Flag(left > right)),
        Binary::AtLeast => return Ok(Value::Flag(left >= right)),
        _ => return Err(Stop::Wrong("flags are joined elsewhere")),
    };
    result.map(Value::Number).ok_or(Stop::TooLarge)
}

fn called(builtin: Builtin, numbers: &[Number]) -> Result<Number, Stop> {
    let first = numbers[0];
    Ok(match builtin {
        Builtin::Min => numbers.iter().copied().fold(first, Number::min),
        Builtin::Max => numbers.iter().copied().fold(first, Number::max),
        Builtin::Clamp => first.max(numbers[1]).min(numbers[2]),
        Builtin::Floor => first.floor(),
        Builtin::Ceil => first.ceil(),
        Builtin::Round => (first + Number::new(1, 2)).floor(),
        Builtin::Abs => first.abs(),
        Builtin::Mod => {
            if numbers[1].is_zero() {
                return Err(Stop::Wrong("nothing is divided by zero"));
            }
            first - numbers[1] * (first / numbers[1]).floor()
        }
    })
}
