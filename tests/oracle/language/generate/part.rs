//! Functions, procedures, and uses of another mechanic.

use super::*;

impl Generator {
    /// Makes a part of the program with room of its own, whose names nobody else sees. Returns also what it costs.
    pub(super) fn part<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> (T, i64) {
        let kept = (self.room, self.rounds, self.locals, self.scope.clone(), self.pools.clone());
        let fences = (self.fence, self.pool_fence, self.pure);
        self.room = ROOM_OF_A_PART.min(self.room);
        let begin = self.room;
        self.rounds = 1;
        self.pools.clear();
        self.pool_fence = 0;
        let made = make(self);
        let cost = begin - self.room;
        (self.room, self.rounds, _, self.scope, self.pools) = kept;
        (self.fence, self.pool_fence, self.pure) = fences;
        (made, cost)
    }

    pub(super) fn parameters(&mut self, letter: char) -> Vec<(Id, Kind)> {
        let kinds = [Kind::Integer, Kind::Number, Kind::Flag, Kind::Variant(0), Kind::List];
        let count = self.below(3);
        (0..count)
            .map(|index| {
                let kind = self.pick(&kinds).unwrap_or(Kind::Flag);
                let id = self.declare(format!("{letter}{index}"));
                self.scope.push(Variable { id, kind, writable: false, longest: 2, rounds: 1 });
                (id, kind)
            })
            .collect()
    }

    pub(super) fn function(&mut self, globals: usize) -> Item {
        let kinds = [Kind::Integer, Kind::Integer, Kind::Number, Kind::Flag, Kind::Variant(0)];
        let result = self.pick(&kinds).unwrap_or(Kind::Integer);
        let locals = self.locals;
        // It sees nothing of the mechanic, and calls only what stands there too.
        self.in_library = self.base == 0 && self.once_in(5);
        let ((parameters, body), cost) = self.part(|own| {
            own.scope.truncate(if own.in_library { 0 } else { globals });
            // The names of one function are not those of another.
            own.locals = 0;
            let parameters = own.parameters('p');
            own.fence = own.scope.len();
            own.pure = true;
            (parameters, own.body(result, DEPTH, true))
        });
        self.locals = locals;
        let id = self.declare(format!("f{}", self.functions.len()));
        if std::mem::take(&mut self.in_library) {
            self.library.push(id);
        }
        let kinds = parameters.iter().map(|(_, kind)| *kind).collect();
        self.functions.push(Part { id, parameters: kinds, result, cost });
        Item::Function(id, parameters, body)
    }

    pub(super) fn procedure(&mut self) -> Item {
        let ((parameters, block), cost) = self.part(|own| {
            let parameters = own.parameters('q');
            (parameters, own.block(DEPTH))
        });
        // Its names go on counting: it sees those of the mechanic.
        self.locals += 20;
        let id = self.declare(format!("proc{}", self.procedures.len()));
        let kinds = parameters.iter().map(|(_, kind)| *kind).collect();
        self.procedures.push(Part { id, parameters: kinds, result: Kind::Flag, cost });
        Item::Procedure(id, parameters, block)
    }

    pub(super) fn arguments(&mut self, part: &Part) -> Vec<Expr> {
        part.parameters.iter().map(|kind| self.value_of(*kind, 1).0).collect()
    }

    pub(super) fn run(&mut self, depth: usize) -> Vec<Statement> {
        let known = self.procedures.clone();
        // It changes what stands outside, so it is not run where nothing outside may change.
        match self.pick(&known) {
            Some(part) if part.cost <= self.room && !self.pure => {
                self.room -= part.cost;
                vec![Statement::Run(part.id, self.arguments(&part))]
            }
            _ => self.assign(depth),
        }
    }

    /// The functions that may be called here.
    pub(super) fn callable(&self) -> Vec<Part> {
        let all = self.functions.iter().filter(|part| !self.in_library || self.library.contains(&part.id));
        all.cloned().collect()
    }

    /// The inputs of a use of the other mechanic, where there is one and it may be used here.
    pub(super) fn inputs_of_a_use(&mut self) -> Option<Vec<(Id, Expr)>> {
        let (used, cost) = self.used.clone()?;
        if self.pure || cost > self.room {
            return None;
        }
        self.room -= cost;
        let mut inputs = Vec::new();
        for global in used.globals.iter().filter(|global| global.role == Role::Input) {
            if self.once_in(2) {
                inputs.push((global.id, self.expr(global.kind, 1)));
            }
        }
        Some(inputs)
    }

    pub(super) fn use_of_another(&mut self, depth: usize) -> Vec<Statement> {
        let Some(inputs) = self.inputs_of_a_use() else { return self.assign(depth) };
        let used = self.used.clone().map(|(used, _)| used);
        let id = self.declare(format!("_v{}", self.locals));
        let place = self.locals;
        self.locals += 1;
        let mut outcomes = Vec::new();
        for Outcome { id: outcome, kind, .. } in used.iter().flat_map(|used| &used.outcomes) {
            let name = used.as_ref().map(|used| used.names[outcome].clone()).unwrap_or_default();
            let local = self.declare(format!("_v{place}.{name}"));
            let rounds = self.rounds;
            self.scope.push(Variable { id: local, kind: *kind, writable: false, longest: 0, rounds });
            outcomes.push((local, *outcome));
        }
        vec![Statement::Use(id, inputs, outcomes)]
    }

    pub(super) fn outcome_of_a_use(&mut self, kind: Kind) -> Option<Expr> {
        let used = self.used.clone()?.0;
        let outcomes = used.outcomes.iter().filter(|own| own.kind == kind);
        let outcome = self.pick(&outcomes.map(|own| own.id).collect::<Vec<_>>())?;
        Some(Expr::Use(self.inputs_of_a_use()?, outcome))
    }
}
