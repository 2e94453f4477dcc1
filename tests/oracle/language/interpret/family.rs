//! Families and their members.

use super::*;

impl Walk<'_> {
    /// The values that something goes by.
    pub(super) fn values_of(&self, over: Over) -> Vec<Value> {
        match over {
            Over::Enumeration(of) => (0..self.program.enumerations[of].1.len()).map(Value::Variant).collect(),
            Over::Range(low, high) => (low..=high).map(integer).collect(),
        }
    }

    /// Of a family all members, where one value is said for all of them.
    pub(super) fn members(&self, kind: Kind, value: Value) -> Value {
        match (kind, value) {
            (Kind::Family(_), value @ Value::List(_)) => value,
            (Kind::Family(family), value) => {
                let over = &self.program.families[family].over;
                let count = over.iter().map(|over| self.values_of(*over).len()).product();
                Value::List(vec![value; count])
            }
            (_, value) => value,
        }
    }

    /// The place of a member: the last index goes fastest.
    pub(super) fn member(&self, family: usize, of: &[Value]) -> Result<usize, Stop> {
        let mut place = 0;
        for (over, value) in self.program.families[family].over.iter().zip(of) {
            let values = self.values_of(*over);
            let found = values.iter().position(|own| own == value);
            place = place * values.len() + found.ok_or(Stop::Wrong("a family has no such member"))?;
        }
        Ok(place)
    }

    /// What is asked of all members.
    pub(super) fn of_all(&mut self, expr: &Expr, environment: &Environment) -> Result<Value, Stop> {
        match expr {
            Expr::OfAll(of, id) => {
                let numbers =
                    list_of(environment, *id)?.iter().map(number).collect::<Result<Vec<_>, Stop>>()?;
                Ok(Value::Number(match of {
                    OfAll::Sum => numbers.iter().sum(),
                    OfAll::Most => numbers.into_iter().max().unwrap_or_default(),
                    OfAll::Least => numbers.into_iter().min().unwrap_or_default(),
                }))
            }
            Expr::KindsWith(id, pattern) => {
                let mut count = 0;
                for member in list_of(environment, *id)?.clone() {
                    count += i64::from(self.takes(pattern, &member)?);
                }
                Ok(integer(count))
            }
            _ => Err(Stop::Wrong("this is not asked of a family")),
        }
    }

    /// A member is given a value, or one more.
    pub(super) fn set_member(
        &mut self,
        statement: &Statement,
        environment: Environment,
    ) -> Result<After, Stop> {
        let (id, family, exprs): (_, _, Vec<&Expr>) = match statement {
            Statement::SetMember(id, family, of, value) => (*id, *family, of.iter().chain([value]).collect()),
            Statement::Tally(id, family, of) => (*id, *family, vec![of]),
            _ => return Err(Stop::Wrong("no family is changed here")),
        };
        let mut after = After::new();
        for (mut values, mut environment, p) in self.all(&exprs, environment)? {
            let new = if matches!(statement, Statement::Tally(..)) { None } else { values.pop() };
            let place = self.member(family, &values)?;
            let member = &mut list_mut(&mut environment, id)?[place];
            *member = match new {
                Some(new) => new,
                None => Value::Number(number(member)? + Number::one()),
            };
            after.push((environment, p));
        }
        Ok(after)
    }
}
