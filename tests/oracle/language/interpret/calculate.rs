//! What becomes of values.

use super::*;

pub(super) fn with(mut environment: Environment, id: Id, value: Value) -> Environment {
    environment.insert(id, value);
    environment
}

pub(super) fn list_of(environment: &Environment, id: Id) -> Result<&Vec<Value>, Stop> {
    match environment.get(&id) {
        Some(Value::List(list)) => Ok(list),
        _ => Err(Stop::Wrong("a list was expected")),
    }
}

pub(super) fn list_mut(environment: &mut Environment, id: Id) -> Result<&mut Vec<Value>, Stop> {
    match environment.get_mut(&id) {
        Some(Value::List(list)) => Ok(list),
        _ => Err(Stop::Wrong("a list was expected")),
    }
}

/// A place of a list, which are counted from 1.
pub(super) fn place_in(list: &[Value], place: &Value) -> Result<usize, Stop> {
    let place = usize::try_from(whole(place)? - 1).map_err(|_| Stop::Wrong("a list begins at 1"))?;
    if place < list.len() { Ok(place) } else { Err(Stop::Wrong("a list ends before")) }
}

pub(super) fn of_list(expr: &Expr, list: &[Value]) -> Result<Value, Stop> {
    let nothing = Stop::Wrong("nothing stands in an empty list");
    match expr {
        Expr::First(_) => list.first().cloned().ok_or(nothing),
        Expr::Last(_) => list.last().cloned().ok_or(nothing),
        Expr::Length(_) => Ok(integer(list.len() as i64)),
        _ => Ok(Value::Number(list.iter().map(number).sum::<Result<Number, Stop>>()?)),
    }
}

/// One thing of a pool, which is gone then.
pub(super) fn draw(id: Id, environment: Environment) -> Result<Ways<Value>, Stop> {
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

/// One more of something in a pool.
pub(super) fn put_back(environment: &mut Environment, id: Id, value: &Value) -> Result<(), Stop> {
    let Some(Value::Pool(things)) = environment.get_mut(&id) else {
        return Err(Stop::Wrong("a pool was expected"));
    };
    let thing = things.iter_mut().find(|(_, _, own)| own == value);
    thing.ok_or(Stop::Wrong("a pool never held this"))?.0 += 1;
    Ok(())
}

/// The nearest 32-bit float, halves to the even one.
fn float32(x: Number) -> Result<Number, Stop> {
    if x.is_zero() {
        return Ok(x);
    }
    let two = Number::from_integer(2);
    // What the last of 24 binary digits is worth.
    let mut unit = Number::one();
    let most = Number::from_integer(1 << 24);
    while x.abs() / unit >= most {
        unit *= two;
    }
    while x.abs() / unit < most / two {
        unit /= two;
        if *unit.denom() > 1 << 60 {
            return Err(Stop::TooLarge);
        }
    }
    let scaled = x.checked_div(&unit).ok_or(Stop::TooLarge)?;
    let down = scaled.floor();
    let over = scaled - down;
    let half = Number::new(1, 2);
    let up = over > half || (over == half && down.to_integer() % 2 != 0);
    let whole = if up { down + Number::one() } else { down };
    whole.checked_mul(&unit).ok_or(Stop::TooLarge)
}

/// The greatest whole number of which the square is not more.
fn root(x: Number) -> Result<Number, Stop> {
    if x.is_negative() {
        return Err(Stop::Wrong("there is no such root"));
    }
    let mut root = Number::zero();
    while (root + Number::one()) * (root + Number::one()) <= x {
        root += Number::one();
    }
    Ok(root)
}

pub(super) fn binary(op: Binary, left: &Value, right: &Value) -> Result<Value, Stop> {
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

pub(super) fn called(builtin: Builtin, numbers: &[Number]) -> Result<Number, Stop> {
    let first = numbers[0];
    Ok(match builtin {
        Builtin::Min => numbers.iter().copied().fold(first, Number::min),
        Builtin::Max => numbers.iter().copied().fold(first, Number::max),
        Builtin::Clamp => first.max(numbers[1]).min(numbers[2]),
        Builtin::Floor => first.floor(),
        Builtin::Ceil => first.ceil(),
        Builtin::Round => (first + Number::new(1, 2)).floor(),
        Builtin::Abs => first.abs(),
        Builtin::Float32 => float32(first)?,
        Builtin::Root if first > Number::from_integer(1_000_000) => return Err(Stop::TooLarge),
        Builtin::Root => root(first)?,
        Builtin::Xor => {
            if numbers.iter().any(|number| number.is_negative() || !number.is_integer()) {
                return Err(Stop::Wrong("there is no such exclusive or"));
            }
            Number::from_integer(first.to_integer() ^ numbers[1].to_integer())
        }
        Builtin::Mod => {
            if numbers[1].is_zero() {
                return Err(Stop::Wrong("nothing is divided by zero"));
            }
            first - numbers[1] * (first / numbers[1]).floor()
        }
    })
}
