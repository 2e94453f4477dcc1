//! Continuous rolls, by their distribution functions in closed form.

use super::*;

fn quarters(n: i64) -> Number {
    Number::new(n.into(), 4)
}

fn between_0_and_1(x: Number) -> Number {
    x.max(Number::zero()).min(Number::one())
}

fn power(base: Number, exponent: u32) -> Result<Number, Stop> {
    (0..exponent).try_fold(Number::one(), |power, _| power.checked_mul(&base)).ok_or(Stop::TooLarge)
}

fn ways(n: u32, k: u32) -> Number {
    (0..k).fold(Number::one(), |ways, i| ways * Number::new((n - i).into(), (i + 1).into()))
}

/// The probability that a roll lies below a number.
fn below(shape: Shape, x: Number) -> Result<Number, Stop> {
    match shape {
        Shape::Between(low, high) => Ok(between_0_and_1((x - quarters(low)) / quarters(high - low))),
        Shape::Most(count) => power(between_0_and_1(x), count),
        Shape::Least(count) => Ok(Number::one() - power(Number::one() - between_0_and_1(x), count)?),
        // P. Hall, J. O. Irwin (1927).
        Shape::Sum(count) => {
            let x = x.max(Number::zero()).min(Number::from_integer(count.into()));
            let mut sum = Number::zero();
            for j in 0..=count {
                let over = x - Number::from_integer(j.into());
                if over.is_positive() {
                    let sign = if j % 2 == 0 { Number::one() } else { -Number::one() };
                    sum += sign * ways(count, j) * power(over, count)?;
                }
            }
            Ok(sum / (1..=i128::from(count)).product::<i128>())
        }
    }
}

/// The ends of a roll.
fn ends(shape: Shape) -> (Number, Number) {
    match shape {
        Shape::Between(low, high) => (quarters(low), quarters(high)),
        Shape::Sum(count) => (Number::zero(), Number::from_integer(count.into())),
        Shape::Most(_) | Shape::Least(_) => (Number::zero(), Number::one()),
    }
}

fn mean(shape: Shape) -> Number {
    let one_more = |count: u32| Number::from_integer((count + 1).into());
    match shape {
        Shape::Between(low, high) => quarters(low + high) / 2,
        Shape::Sum(count) => Number::new(count.into(), 2),
        Shape::Most(count) => Number::from_integer(count.into()) / one_more(count),
        Shape::Least(count) => one_more(count).recip(),
    }
}

/// Values with their probabilities, without those that never come.
fn those(values: Vec<(Value, Number)>, environment: &Environment) -> Ways<Value> {
    let some = values.into_iter().filter(|(_, p)| !p.is_zero());
    some.map(|(value, p)| (value, environment.clone(), probability(p))).collect()
}

/// The probability of so many wins in so many times, where a uniform skill is the probability of each.
fn wins(shape: Shape, times: u32, wins: u32) -> Result<Number, Stop> {
    let (low, high) = ends(shape);
    // The integral of s^wins (1 - s)^losses, term by term.
    let mut integral = Number::zero();
    for j in 0..=times - wins {
        let sign = if j % 2 == 0 { Number::one() } else { -Number::one() };
        let degree = wins + j + 1;
        let area = (power(high, degree)? - power(low, degree)?) / Number::from_integer(degree.into());
        integral += sign * ways(times - wins, j) * area;
    }
    Ok(ways(times, wins) * integral / (high - low))
}

impl Walk<'_> {
    pub(super) fn rolled(&mut self, expr: &Expr, environment: Environment) -> Result<Ways<Value>, Stop> {
        let mut result = Vec::new();
        match expr {
            Expr::Compared(shape, is_below, bound) => {
                for (bound, environment, p) in self.eval(bound, environment)? {
                    let less = below(*shape, number(&bound)?)?;
                    let p_true = if *is_below { less } else { Number::one() - less };
                    let both =
                        vec![(Value::Flag(true), p_true), (Value::Flag(false), Number::one() - p_true)];
                    let both = those(both, &environment);
                    result.extend(
                        both.into_iter().map(|(value, environment, q)| (value, environment, times(&p, &q))),
                    );
                }
            }
            Expr::ChanceOf(shape) => {
                let mean = mean(*shape);
                let both = vec![(Value::Flag(true), mean), (Value::Flag(false), Number::one() - mean)];
                result = those(both, &environment);
            }
            Expr::Floored(shape, scale) => {
                let scale = Number::from_integer((*scale).into());
                let (low, high) = ends(*shape);
                let first = (low * scale).floor().to_integer();
                let last = (high * scale).ceil().to_integer();
                let mut values = Vec::new();
                for n in first..=last {
                    let n = Number::from_integer(n);
                    let mass = below(*shape, (n + Number::one()) / scale)? - below(*shape, n / scale)?;
                    values.push((Value::Number(n), mass));
                }
                result = those(values, &environment);
            }
            Expr::Rolled(shape, arms, otherwise) => {
                let mut before = Number::zero();
                let ends =
                    arms.iter().map(|((n, d), body)| (Some(Number::new((*n).into(), (*d).into())), body));
                for (end, body) in ends.chain([(None, otherwise)]) {
                    let less = end.map_or(Ok(Number::one()), |end| below(*shape, end))?;
                    let mass = less - before;
                    before = less;
                    if mass.is_zero() {
                        continue;
                    }
                    for (value, environment, q) in self.body(body, environment.clone())? {
                        result.push((value, environment, times(&probability(mass), &q)));
                    }
                }
            }
            _ => return Err(Stop::Wrong("this is no roll")),
        }
        Ok(result)
    }

    /// A skill that is rolled once, and met or not several times.
    pub(super) fn skill(
        &mut self,
        shape: Shape,
        often: u32,
        counter: Id,
        environment: &Environment,
    ) -> Result<After, Stop> {
        let before = environment.get(&counter).map_or(Err(Stop::Wrong("nothing is there")), number)?;
        let mut after = After::new();
        for won in 0..=often {
            let p = wins(shape, often, won)?;
            let value = Value::Number(before + Number::from_integer(won.into()));
            after.push((with(environment.clone(), counter, value), probability(p)));
        }
        Ok(after.into_iter().filter(|(_, p)| !p.is_zero()).collect())
    }

    /// Between the numbers that one roll is compared with, all that is asked of it is the same.
    pub(super) fn shared(
        &mut self,
        shape: Shape,
        flags: &[(Id, (i64, i64))],
        environment: &Environment,
    ) -> Result<After, Stop> {
        let bound = |(n, d): (i64, i64)| Number::new(n.into(), d.into());
        let mut bounds: Vec<Number> = flags.iter().map(|(_, by)| bound(*by)).collect();
        bounds.sort();
        let mut after = After::new();
        let mut before = Number::zero();
        for place in 0..=bounds.len() {
            let less = bounds.get(place).map_or(Ok(Number::one()), |end| below(shape, *end))?;
            let mut environment = environment.clone();
            for (flag, by) in flags {
                // Everything in this piece lies below all that end it or come later.
                let is_below = bounds.get(place).is_some_and(|end| bound(*by) >= *end);
                environment.insert(*flag, Value::Flag(is_below));
            }
            after.push((environment, probability(less - before)));
            before = less;
        }
        Ok(after.into_iter().filter(|(_, p)| !p.is_zero()).collect())
    }
}

/// The n-th time is the first with probability p (1 - p)^(n - 1).
pub(super) fn counted(
    (n, d): (i64, i64),
    most: i64,
    into: Id,
    environment: &Environment,
) -> Result<After, Stop> {
    let before = environment.get(&into).map_or(Err(Stop::Wrong("nothing is there")), number)?;
    let p = Number::new(n.into(), d.into());
    let mut left = Number::one();
    let mut after = After::new();
    for count in 1..=most {
        let mass = if count == most { left } else { left * p };
        left -= mass;
        let value = Value::Number(before + Number::from_integer(count.into()));
        after.push((with(environment.clone(), into, value), probability(mass)));
    }
    Ok(after.into_iter().filter(|(_, p)| !p.is_zero()).collect())
}
