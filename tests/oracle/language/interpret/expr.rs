//! Expressions.

use super::*;

impl<'a> Walk<'a> {
    pub(super) fn eval(&mut self, expr: &Expr, environment: Environment) -> Result<Ways<Value>, Stop> {
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
            Expr::Left(pool) => {
                let Some(Value::Pool(things)) = environment.get(pool) else {
                    return Err(Stop::Wrong("a pool was expected"));
                };
                let left = things.iter().map(|(count, ..)| *count).sum();
                return Ok(vec![(integer(left), environment, one())]);
            }
            Expr::OfAll(..) | Expr::KindsWith(..) => {
                let value = self.of_all(expr, &environment)?;
                return Ok(vec![(value, environment, one())]);
            }
            Expr::Compared(..) | Expr::Floored(..) | Expr::ChanceOf(_) | Expr::Rolled(..) => {
                return self.rolled(expr, environment);
            }
            Expr::Dice { count, keep, sides } => {
                let roll = Expr::Die(Box::new(Expr::Number(*sides, 1)));
                let ways = self.dice(count, keep.as_ref(), &roll, environment)?;
                return Ok(ways
                    .into_iter()
                    .map(|(rolled, environment, p)| (Value::List(rolled), environment, p))
                    .collect());
            }
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
            | Expr::Chance(inner)
            | Expr::Random(inner)
            | Expr::Die(inner)
            | Expr::At(_, inner)
            | Expr::Holds(inner, _) => vec![inner],
            Expr::Binary(_, left, right) | Expr::Range(left, right) | Expr::Power(left, right) => {
                vec![left, right]
            }
            Expr::Builtin(_, arguments)
            | Expr::Call(_, arguments)
            | Expr::List(arguments)
            | Expr::Members(arguments)
            | Expr::Member(_, _, arguments) => arguments.iter().collect(),
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
    pub(super) fn apply(
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
            Expr::Power(..) => {
                let base = number(&values[0])?;
                let exponent = whole(&values[1])?;
                let power = (0..exponent.abs()).try_fold(Number::one(), |power, _| power.checked_mul(&base));
                let power = power.ok_or(Stop::TooLarge)?;
                if exponent < 0 && power.is_zero() {
                    return Err(Stop::Wrong("nothing is divided by zero"));
                }
                Value::Number(if exponent < 0 { power.recip() } else { power })
            }
            Expr::Member(id, family, _) => {
                let place = self.member(*family, &values)?;
                list_of(&environment, *id)?[place].clone()
            }
            Expr::Members(_) => Value::List(values),
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

    pub(super) fn if_value(
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
    pub(super) fn shares(
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
        let mut ways = Vec::new();
        for (rolled, environment, p) in self.dice(count, keep, roll, environment)? {
            let sum = rolled.iter().map(number).sum::<Result<Number, Stop>>()?;
            ways.push((Value::Number(sum), environment, p));
        }
        Ok(ways)
    }

    /// All rolls one after another, then those that count: from the highest down, or from the lowest up.
    fn dice(
        &mut self,
        count: &Expr,
        keep: Option<&(Keep, Box<Expr>)>,
        roll: &Expr,
        environment: Environment,
    ) -> Result<Ways<Vec<Value>>, Stop> {
        let mut numbers = Vec::new();
        numbers.extend(keep.map(|(_, kept)| &**kept));
        numbers.push(count);
        let mut ways = Vec::new();
        for (numbers, environment, p) in self.all(&numbers, environment)? {
            let count = numbers.last().map_or(Ok(0), whole)?;
            let kept = if numbers.len() > 1 { whole(&numbers[0])? } else { count };
            let rolls =
                vec![roll; usize::try_from(count).map_err(|_| Stop::Wrong("so many dice cannot be rolled"))?];
            let kept = usize::try_from(kept).map_err(|_| Stop::Wrong("so many dice cannot be kept"))?;
            for (mut rolled, environment, q) in self.all(&rolls, environment)? {
                rolled.sort();
                if keep.is_none_or(|(which, _)| *which == Keep::Highest) {
                    rolled.reverse();
                }
                rolled.truncate(kept);
                ways.push((rolled, environment, times(&p, &q)));
            }
        }
        Ok(ways)
    }
}
