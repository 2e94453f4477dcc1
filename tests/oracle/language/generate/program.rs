//! Whole programs: what is declared, what is done, and what comes out.

use super::*;

impl Generator {
    /// The program, of which the names of the states begin with a letter, and what it costs.
    pub(super) fn program(mut self, used: Option<(Box<Program>, i64)>, letter: char) -> (Program, i64) {
        let begin = self.room;
        // The families of what it uses keep their numbers.
        self.families.extend(used.iter().flat_map(|(used, _)| used.families.iter().cloned()));
        let globals = self.globals(letter);
        // The states of what it uses may be read.
        for state in
            used.iter().flat_map(|(used, _)| &used.globals).filter(|global| global.role == Role::State)
        {
            let name = used.as_ref().map(|(used, _)| used.names[&state.id].clone()).unwrap_or_default();
            self.names.insert(state.id, name);
            self.known(state.id, state.kind, false);
        }
        self.used = used;
        let globals_end = self.scope.len();
        let mut items = Vec::new();
        let mut outcomes = self.outcomes(&mut items);
        for _ in 0..self.within(1, 3) {
            let kind = self.pick(&[Kind::Integer, Kind::Flag]).unwrap_or(Kind::Flag);
            let drawn = if kind == Kind::Integer { self.die() } else { self.coin(0) };
            let first = drawn.unwrap_or(self.literal(kind));
            let id = self.local(kind, true, 0);
            items.push(Item::Statement(Statement::Let(id, None, first)));
        }
        for _ in 0..self.within(2, 8) {
            match self.below(9) {
                0 | 1 => items.push(self.function(globals_end)),
                2 => items.push(self.procedure()),
                _ => {
                    self.may_be_given = !self.is_used();
                    let statements = self.statement(DEPTH);
                    self.may_be_given = false;
                    items.extend(statements.into_iter().map(Item::Statement));
                }
            }
        }
        let mut ends: Vec<Statement> = Vec::new();
        for outcome in &outcomes {
            ends.extend(self.end_of(outcome));
        }
        // A state that nothing changes is none.
        for global in globals.iter().filter(|global| global.role == Role::State) {
            ends.push(match global.kind {
                Kind::Family(family) => self.set_member(global.id, family),
                kind => Statement::Assign(global.id, self.value_of(kind, 1).0),
            });
        }
        let mut globals = globals;
        if !self.is_used() && self.once_in(8) {
            let (rule, outcome, statements) = self.dark();
            globals.push(rule);
            outcomes.push(outcome);
            ends.extend(statements);
        }
        items.extend(ends.into_iter().map(Item::Statement));
        let (enumerations, families, names) = (self.enumerations, self.families, self.names);
        let (used, library) = (self.used.map(|(used, _)| used), self.library);
        let program = Program { enumerations, families, globals, outcomes, items, library, used, names };
        (program, begin - self.room)
    }

    /// Whether it is made for another one, which uses it: it has no rules of its own then, and says nothing of what is
    /// known.
    fn is_used(&self) -> bool {
        self.base > 0
    }

    fn known(&mut self, id: Id, kind: Kind, writable: bool) {
        self.scope.push(Variable { id, kind, writable, longest: 2, rounds: 1 });
    }

    /// Rules, inputs and states.
    fn globals(&mut self, letter: char) -> Vec<Global> {
        let mut globals = Vec::new();
        for (role, letter) in [(Role::Rule, 'r'), (Role::Input, 'i'), (Role::State, letter)] {
            if self.is_used() && role == Role::Rule {
                continue;
            }
            for index in 0..self.below(3) {
                let global = self.global(role, format!("{letter}{index}"));
                self.known(global.id, global.kind, role == Role::State);
                globals.push(global);
            }
        }
        globals
    }

    fn global(&mut self, role: Role, name: String) -> Global {
        let kinds = match role {
            Role::State => [Kind::Integer, Kind::Flag, Kind::Variant(0), Kind::List],
            _ => [Kind::Integer, Kind::Number, Kind::Flag, Kind::Variant(1)],
        };
        let kinds = if self.is_used() { &kinds[..3] } else { &kinds[..] };
        let kind = self.pick(kinds).unwrap_or(Kind::Flag);
        let id = self.declare(name);
        if !self.is_used() && kind != Kind::List && self.once_in(3) {
            return self.global_family(role, id, kind);
        }
        let declared = self.literal(kind);
        let given = (role != Role::State).then(|| self.literal(kind));
        let global = Global { id, role, kind, declared, given, unknown: false };
        if role != Role::Input || self.is_used() || !self.once_in(3) {
            return global;
        }
        // It follows from what stands above it.
        let declared = match kind {
            Kind::Integer | Kind::Number => joined(Binary::Add, self.leaf(kind), number(1)),
            Kind::Flag => Expr::Not(Box::new(self.leaf(kind))),
            kind => self.leaf(kind),
        };
        Global { declared, given: None, ..global }
    }

    /// Outcomes, and what they begin with where that is not declared.
    fn outcomes(&mut self, items: &mut Vec<Item>) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        for index in 0..self.within(1, 3) {
            let kinds = [Kind::Integer, Kind::Flag, Kind::Variant(0), Kind::Variant(1)];
            let kinds = if self.is_used() { &kinds[..2] } else { &kinds[..] };
            let kind = self.pick(kinds).filter(|_| index > 0).unwrap_or(Kind::Integer);
            let id = self.declare(format!("o{index}"));
            let (low, high) = (self.within(-1, 1), self.within(6, 20));
            let bounds = match self.below(5) {
                _ if kind != Kind::Integer || self.is_used() => Bounds::None,
                0 => Bounds::Within(low, high),
                1 => Bounds::OrMore(low, high),
                _ => Bounds::None,
            };
            let first = match bounds {
                Bounds::None => self.literal(kind),
                _ => number(self.within(low, 4)),
            };
            if !self.is_used() && bounds == Bounds::None && self.once_in(4) {
                let family = self.family(id, kind, 3);
                outcomes.push(Outcome {
                    id,
                    kind: Kind::Family(family),
                    bounds,
                    start: Some(first),
                    dark: false,
                });
            } else {
                let start = self.once_in(2).then(|| first.clone());
                if start.is_none() {
                    items.push(Item::Statement(Statement::Assign(id, first)));
                }
                outcomes.push(Outcome { id, kind, bounds, start, dark: false });
            }
        }
        for outcome in &outcomes {
            self.known(outcome.id, outcome.kind, true);
        }
        outcomes
    }

    /// What an outcome is in the end.
    fn end_of(&mut self, outcome: &Outcome) -> Option<Statement> {
        let value = match (outcome.kind, outcome.bounds) {
            (Kind::Family(family), _) => return Some(self.set_member(outcome.id, family)),
            (Kind::Integer, Bounds::None) => self.digest(),
            (Kind::Integer, Bounds::Within(low, high)) => {
                built(Builtin::Clamp, vec![self.digest(), number(low), number(high)])
            }
            (Kind::Integer, Bounds::OrMore(low, _)) => built(Builtin::Max, vec![self.digest(), number(low)]),
            (Kind::Flag, _) => joined(Binary::Less, self.digest(), number(self.within(2, 5))),
            _ if self.once_in(2) => return None,
            (kind, _) => self.expr(kind, DEPTH),
        };
        Some(Statement::Assign(outcome.id, value))
    }

    /// A rule that nobody knows, and an outcome that follows from it.
    fn dark(&mut self) -> (Global, Outcome, Vec<Statement>) {
        let (rule, outcome) = (self.declare("unsaid".to_owned()), self.declare("dark".to_owned()));
        let kind = Kind::Integer;
        let global =
            Global { id: rule, role: Role::Rule, kind, declared: number(1), given: None, unknown: true };
        let declared =
            Outcome { id: outcome, kind, bounds: Bounds::None, start: Some(number(0)), dark: true };
        let statements = match self.below(3) {
            0 => vec![Statement::Assign(outcome, joined(Binary::Add, self.leaf(kind), read(rule)))],
            1 => {
                let local = self.local(kind, false, 0);
                let twice = joined(Binary::Multiply, read(rule), number(2));
                vec![Statement::Let(local, None, twice), Statement::Assign(outcome, read(local))]
            }
            _ => {
                let more = Statement::Assign(outcome, joined(Binary::Add, read(outcome), number(1)));
                let often = built(Builtin::Mod, vec![read(rule), number(3)]);
                vec![Statement::Repeat(often, vec![more])]
            }
        };
        (global, declared, statements)
    }
}
