//! Blocks that give a value, functions, and uses of another mechanic.

use super::*;

impl<'a> Walk<'a> {
    /// A block that gives a value.
    pub(super) fn body(&mut self, body: &Body, environment: Environment) -> Result<Ways<Value>, Stop> {
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
    pub(super) fn used(
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
            for outcome in &used.outcomes {
                if let Some(start) = &outcome.start {
                    environment.insert(outcome.id, self.constant(start)?);
                }
            }
            let mut after = vec![(environment, p)];
            for item in &used.items {
                if let Item::Statement(statement) = item {
                    after = self.statement(statement, after)?;
                }
            }
            for (mut environment, p) in after {
                let outcome = |own: &Outcome| Some((own.id, environment.get(&own.id)?.clone()));
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
    pub(super) fn call(
        &mut self,
        id: Id,
        values: Vec<Value>,
        environment: Environment,
    ) -> Result<Ways<Value>, Stop> {
        let (parameters, body) = self.functions[&id];
        let used = self.program.used.iter().flat_map(|used| &used.globals);
        let globals = self.program.globals.iter().chain(used).map(|global| global.id);
        let mut own: Environment =
            globals.filter_map(|id| Some((id, environment.get(&id)?.clone()))).collect();
        own.extend(parameters.iter().map(|(id, _)| *id).zip(values));
        let ways = self.body(body, own)?;
        Ok(ways.into_iter().map(|(value, _, p)| (value, environment.clone(), p)).collect())
    }
}
