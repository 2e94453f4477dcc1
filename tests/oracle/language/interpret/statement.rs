//! Statements.

use super::*;

impl<'a> Walk<'a> {
    pub(super) fn block(&mut self, block: &Block, mut after: After) -> Result<After, Stop> {
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

    pub(super) fn statement(&mut self, statement: &Statement, before: After) -> Result<After, Stop> {
        self.count(before.len().max(1))?;
        let mut after = After::new();
        match statement {
            Statement::Until(block, guard) => after = self.until(block, guard, before)?,
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
    pub(super) fn from(&mut self, statement: &Statement, environment: Environment) -> Result<After, Stop> {
        match statement {
            Statement::Let(id, kind, value) => {
                let ways = self.eval(value, environment)?;
                let kind = kind.unwrap_or(Kind::Flag);
                Ok(ways
                    .into_iter()
                    .map(|(value, environment, p)| (with(environment, *id, self.members(kind, value)), p))
                    .collect())
            }
            Statement::Assign(id, value) => {
                let ways = self.eval(value, environment)?;
                Ok(ways
                    .into_iter()
                    .map(|(value, environment, p)| (with(environment, *id, value), p))
                    .collect())
            }
            Statement::SetMember(..) | Statement::Tally(..) => self.set_member(statement, environment),
            Statement::Count { p, most, into, .. } => counted(*p, *most, *into, &environment),
            Statement::Shared { shape, flags, .. } => self.shared(*shape, flags, &environment),
            Statement::Skill { shape, times, wins, .. } => self.skill(*shape, *times, *wins, &environment),
            Statement::PutBack(value, pool) => {
                let mut after = After::new();
                for (value, mut environment, p) in self.eval(value, environment)? {
                    put_back(&mut environment, *pool, &value)?;
                    after.push((environment, p));
                }
                Ok(after)
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
            Statement::Pool(id, entries) => self.pool(*id, entries, environment),
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

    pub(super) fn for_each(
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

    /// A pool, of which nothing is drawn yet.
    fn pool(&mut self, id: Id, entries: &[Entry], environment: Environment) -> Result<After, Stop> {
        let mut pool = Vec::new();
        for entry in entries {
            let each = match entry.each {
                None => vec![environment.clone()],
                Some((id, over)) => self
                    .values_of(over)
                    .into_iter()
                    .map(|value| with(environment.clone(), id, value))
                    .collect(),
            };
            for inside in each {
                let count = whole(&self.constant_in(&entry.count, inside.clone())?)?;
                let weight = match &entry.weight {
                    None => Number::one(),
                    Some(weight) => number(&self.constant_in(weight, inside.clone())?)?,
                };
                pool.push((count, weight, self.constant_in(&entry.value, inside)?));
            }
        }
        Ok(vec![(with(environment, id, Value::Pool(pool)), BigRational::one())])
    }

    /// The arm that takes a value.
    pub(super) fn arm<'b, T>(&mut self, arms: &'b [(Pattern, T)], value: &Value) -> Result<&'b T, Stop> {
        for (pattern, taken) in arms {
            if self.takes(pattern, value)? {
                return Ok(taken);
            }
        }
        Err(Stop::Wrong("no arm takes a value"))
    }

    pub(super) fn takes(&mut self, pattern: &Pattern, value: &Value) -> Result<bool, Stop> {
        let bound = |bound: &i64| Number::from_integer((*bound).into());
        Ok(match pattern {
            Pattern::Else => true,
            Pattern::Below(than) => number(value)? < bound(than),
            Pattern::AtMost(than) => number(value)? <= bound(than),
            Pattern::Above(than) => number(value)? > bound(than),
            Pattern::AtLeast(than) => number(value)? >= bound(than),
            Pattern::Values(values) => {
                let mut any = false;
                for (low, high) in values {
                    let low = self.constant(low)?;
                    any |= match high {
                        None => low == *value,
                        Some(high) => number(&low)? <= number(value)? && number(value)? <= bound(high),
                    };
                }
                any
            }
        })
    }
}
