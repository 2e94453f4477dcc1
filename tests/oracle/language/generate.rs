//! Random programs, as small trees. Each has few ways through it, and does nothing that is refused.

use std::collections::BTreeMap;

use super::tree::{
    Binary, Block, Body, Builtin, Expr, Global, Id, Item, Keep, Kind, Pattern, Program, Role, Source,
    Statement,
};
use crate::support::Random;

/// How many ways there may be through a program, in tenths of a binary logarithm.
const ROOM: i64 = 110;
/// The same for a function or a procedure.
const ROOM_OF_A_PART: i64 = 30;
/// How deep expressions and statements are nested.
const DEPTH: usize = 3;

/// A random program.
pub fn program(seed: u64) -> Program {
    let mut random = Random(seed);
    let mut used = None;
    if random.below(3) == 0 {
        let mut generator = Generator::new(random.next(), 10_000);
        generator.room = ROOM_OF_A_PART;
        let (program, cost) = generator.program(None, 't');
        used = Some((Box::new(program), cost));
    }
    Generator::new(random.next(), 0).program(used, 's').0
}

/// What has a value where something is written.
#[derive(Debug, Clone)]
struct Variable {
    id: Id,
    kind: Kind,
    writable: bool,
    /// Of a list, how long it may be, and how often it is made.
    longest: i64,
    rounds: i64,
}

#[derive(Debug, Clone)]
struct Pool {
    id: Id,
    kind: Kind,
    left: i64,
    rounds: i64,
}

/// A function or a procedure.
#[derive(Debug, Clone)]
struct Part {
    id: Id,
    parameters: Vec<Kind>,
    result: Kind,
    cost: i64,
}

struct Generator {
    random: Random,
    /// The first number of a declaration.
    base: Id,
    /// What is used, and what that costs.
    used: Option<(Box<Program>, i64)>,
    enumerations: Vec<(String, Vec<String>)>,
    names: BTreeMap<Id, String>,
    /// How many local names the part at hand has.
    locals: usize,
    functions: Vec<Part>,
    procedures: Vec<Part>,
    scope: Vec<Variable>,
    pools: Vec<Pool>,
    /// What stands before these in the scope is not changed here.
    fence: usize,
    pool_fence: usize,
    /// How much may still be drawn on one way, as for [`ROOM`].
    room: i64,
    /// How often this is done at most, of all loops around it.
    rounds: i64,
    may_be_given: bool,
    /// Whether nothing outside may change.
    pure: bool,
}

/// Ten times the binary logarithm.
fn bits(sides: i64) -> i64 {
    match sides {
        ..=1 => 0,
        2 => 10,
        3 => 16,
        4 => 20,
        5 => 24,
        6 => 26,
        _ => 40,
    }
}

fn number(n: i64) -> Expr {
    Expr::Number(n, 1)
}

fn built(builtin: Builtin, arguments: Vec<Expr>) -> Expr {
    Expr::Builtin(builtin, arguments)
}

fn joined(op: Binary, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Box::new(left), Box::new(right))
}

fn plain(value: Expr) -> Body {
    Body { statements: Vec::new(), value: Box::new(value) }
}

impl Generator {
    fn new(seed: u64, base: Id) -> Generator {
        let enumerations = [("hue", &["red", "green", "blue"][..]), ("mood", &["blue", "calm"])];
        let owned = |(name, values): &(&str, &[&str])| {
            (name.to_string(), values.iter().map(ToString::to_string).collect())
        };
        Generator {
            random: Random(seed),
            base,
            used: None,
            enumerations: enumerations.iter().map(owned).collect(),
            names: BTreeMap::new(),
            locals: 0,
            functions: Vec::new(),
            procedures: Vec::new(),
            scope: Vec::new(),
            pools: Vec::new(),
            fence: 0,
            pool_fence: 0,
            room: ROOM,
            rounds: 1,
            may_be_given: false,
            pure: false,
        }
    }

    fn below(&mut self, n: i64) -> i64 {
        self.random.below(n.unsigned_abs()) as i64
    }

    fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high - low + 1)
    }

    /// True once in so many times.
    fn once_in(&mut self, n: i64) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        if from.is_empty() { None } else { from.get(self.random.below(from.len() as u64) as usize).cloned() }
    }

    fn declare(&mut self, name: String) -> Id {
        let id = self.base + self.names.len() as Id;
        self.names.insert(id, name);
        id
    }

    fn local(&mut self, kind: Kind, writable: bool, longest: i64) -> Id {
        let id = self.declare(format!("_v{}", self.locals));
        self.locals += 1;
        self.scope.push(Variable { id, kind, writable, longest, rounds: self.rounds });
        id
    }

    /// The program, of which the names of the states begin with a letter, and what it costs.
    fn program(mut self, used: Option<(Box<Program>, i64)>, letter: char) -> (Program, i64) {
        let begin = self.room;
        // A mechanic that is used has no rules of its own here, and says nothing of what is known.
        let is_used = self.base > 0;
        let mut globals = Vec::new();
        for (role, letter) in [(Role::Input, 'i'), (Role::Rule, 'r'), (Role::State, letter)] {
            if is_used && role == Role::Rule {
                continue;
            }
            for index in 0..self.below(3) {
                let kind = match role {
                    Role::State => self.pick(&[Kind::Integer, Kind::Flag, Kind::Variant(0)]),
                    _ => self.pick(&[Kind::Integer, Kind::Number, Kind::Flag]),
                };
                let kind = kind.unwrap_or(Kind::Flag);
                let id = self.declare(format!("{letter}{index}"));
                let (declared, other) = (self.literal(kind), self.literal(kind));
                let given = if role == Role::State { declared.clone() } else { other };
                globals.push(Global { id, role, kind, declared, given });
                let writable = role == Role::State;
                self.scope.push(Variable { id, kind, writable, longest: 0, rounds: 1 });
            }
        }
        // The states of what it uses may be read.
        for state in
            used.iter().flat_map(|(used, _)| &used.globals).filter(|global| global.role == Role::State)
        {
            let name = used.as_ref().map(|(used, _)| used.names[&state.id].clone()).unwrap_or_default();
            self.names.insert(state.id, name);
            let (id, kind) = (state.id, state.kind);
            self.scope.push(Variable { id, kind, writable: false, longest: 0, rounds: 1 });
        }
        self.used = used;
        let globals_end = self.scope.len();
        let mut outcomes = Vec::new();
        let mut items = Vec::new();
        for index in 0..self.within(1, 3) {
            let kinds = [Kind::Integer, Kind::Flag, Kind::Variant(0), Kind::Variant(1)];
            let kinds = if is_used { &kinds[..2] } else { &kinds[..] };
            let kind = self.pick(kinds).filter(|_| index > 0).unwrap_or(Kind::Integer);
            let id = self.declare(format!("o{index}"));
            outcomes.push((id, kind));
            let start = self.literal(kind);
            items.push(Item::Statement(Statement::Assign(id, start)));
            self.scope.push(Variable { id, kind, writable: true, longest: 0, rounds: 1 });
        }
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
                    self.may_be_given = !is_used;
                    let statements = self.statement(DEPTH);
                    self.may_be_given = false;
                    items.extend(statements.into_iter().map(Item::Statement));
                }
            }
        }
        let ends: Vec<(Id, Kind)> = outcomes.clone();
        for (id, kind) in ends {
            let value = match kind {
                Kind::Integer => self.digest(),
                Kind::Flag => joined(Binary::Less, self.digest(), number(self.within(2, 5))),
                _ if self.once_in(2) => continue,
                _ => self.expr(kind, DEPTH),
            };
            items.push(Item::Statement(Statement::Assign(id, value)));
        }
        // A state that nothing changes is none.
        for global in globals.iter().filter(|global| global.role == Role::State) {
            let value = self.expr(global.kind, 1);
            items.push(Item::Statement(Statement::Assign(global.id, value)));
        }
        let used = self.used.map(|(used, _)| used);
        let program =
            Program { enumerations: self.enumerations, globals, outcomes, items, used, names: self.names };
        (program, begin - self.room)
    }

    /// A number that most of what there is has a share in.
    fn digest(&mut self) -> Expr {
        let mut sum = number(0);
        for known in self.scope.clone() {
            let factor = self.pick(&[1, 3, 7, 20]).unwrap_or(1);
            let read = Expr::Read(known.id);
            let share = match known.kind {
                _ if self.once_in(6) => continue,
                Kind::Integer => read,
                Kind::Number => built(Builtin::Floor, vec![joined(Binary::Multiply, read, number(2))]),
                Kind::Flag => Expr::If(vec![(read, plain(number(1)))], plain(number(0))),
                Kind::Variant(of) => {
                    let some = self.literal(Kind::Variant(of));
                    Expr::If(vec![(joined(Binary::Equal, read, some), plain(number(1)))], plain(number(0)))
                }
                Kind::List if self.once_in(2) => Expr::Total(known.id),
                Kind::List => Expr::Length(known.id),
            };
            sum = joined(Binary::Add, sum, joined(Binary::Multiply, share, number(factor)));
        }
        if !self.once_in(4) { sum } else { built(Builtin::Mod, vec![sum, number(7)]) }
    }

    /// Makes a part of the program with room of its own, whose names nobody else sees. Returns also what it costs.
    fn part<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> (T, i64) {
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

    fn parameters(&mut self, letter: char) -> Vec<(Id, Kind)> {
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

    fn function(&mut self, globals: usize) -> Item {
        let kinds = [Kind::Integer, Kind::Integer, Kind::Number, Kind::Flag, Kind::Variant(0)];
        let result = self.pick(&kinds).unwrap_or(Kind::Integer);
        let locals = self.locals;
        let ((parameters, body), cost) = self.part(|own| {
            own.scope.truncate(globals);
            // The names of one function are not those of another.
            own.locals = 0;
            let parameters = own.parameters('p');
            own.fence = own.scope.len();
            own.pure = true;
            (parameters, own.body(result, DEPTH, true))
        });
        self.locals = locals;
        let id = self.declare(format!("f{}", self.functions.len()));
        let kinds = parameters.iter().map(|(_, kind)| *kind).collect();
        self.functions.push(Part { id, parameters: kinds, result, cost });
        Item::Function(id, parameters, body)
    }

    fn procedure(&mut self) -> Item {
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

    /// Alternatives, of which one is taken: each has all the room, and the dearest counts.
    fn ways<T>(&mut self, count: i64, mut make: impl FnMut(&mut Self, i64) -> T) -> Vec<T> {
        let (room, mut least) = (self.room, self.room);
        let mut made = Vec::new();
        for index in 0..count {
            self.room = room;
            made.push(make(self, index));
            least = least.min(self.room);
        }
        self.room = least;
        made
    }

    /// What is done up to so many times.
    fn times<T>(&mut self, most: i64, make: impl FnOnce(&mut Self) -> T) -> T {
        let most = most.max(1);
        let (room, rounds) = (self.room, self.rounds);
        self.room = room / most;
        self.rounds = rounds * most;
        let begin = self.room;
        let made = make(self);
        self.room = room - most * (begin - self.room);
        self.rounds = rounds;
        made
    }

    /// Whether there is room for a draw with so many sides.
    fn may_draw(&mut self, sides: i64) -> bool {
        let fits = bits(sides) <= self.room;
        if fits {
            self.room -= bits(sides);
        }
        fits
    }

    // Statements.

    fn block(&mut self, depth: usize) -> Block {
        let (scope, pools) = (self.scope.len(), self.pools.len());
        let mut block = Vec::new();
        for _ in 0..self.within(1, 3) {
            block.extend(self.statement(depth));
        }
        self.scope.truncate(scope);
        self.pools.truncate(pools);
        block
    }

    /// One statement, or several that belong together.
    fn statement(&mut self, depth: usize) -> Vec<Statement> {
        if depth == 0 {
            return if self.once_in(3) { self.bind(1) } else { self.assign(2) };
        }
        match self.below(18) {
            0..=2 => self.bind(depth),
            3..=6 => self.assign(depth),
            7 | 8 => self.if_statement(depth),
            9 => self.match_statement(depth),
            10 => self.repeat(depth),
            11 => self.until(depth),
            12 => self.pool(),
            13 => self.for_each(depth),
            14 if self.once_in(2) => self.use_of_another(depth),
            14 => self.run(depth),
            15 | 16 => self.of_a_list(depth),
            _ if self.may_be_given && self.once_in(2) => vec![Statement::Given(self.expr(Kind::Flag, depth))],
            _ => self.assign(depth),
        }
    }

    fn any_kind(&mut self) -> Kind {
        let kinds = [
            Kind::Integer,
            Kind::Integer,
            Kind::Number,
            Kind::Flag,
            Kind::Variant(0),
            Kind::Variant(1),
            Kind::List,
        ];
        self.pick(&kinds).unwrap_or(Kind::Flag)
    }

    fn bind(&mut self, depth: usize) -> Vec<Statement> {
        let kind = self.any_kind();
        let (value, longest) = self.value_of(kind, depth);
        let said = matches!(kind, Kind::Number | Kind::List) || self.once_in(3);
        let id = self.local(kind, true, longest);
        vec![Statement::Let(id, said.then_some(kind), value)]
    }

    /// A value, and how long it may be where it is a list.
    fn value_of(&mut self, kind: Kind, depth: usize) -> (Expr, i64) {
        if kind == Kind::List { self.list() } else { (self.expr(kind, depth), 0) }
    }

    fn list(&mut self) -> (Expr, i64) {
        let known: Vec<Variable> =
            self.scope.iter().filter(|known| known.kind == Kind::List).cloned().collect();
        match (self.below(3), self.pick(&known)) {
            (0, Some(known)) => (Expr::Read(known.id), known.longest),
            (1, _) => {
                let high = self.below(4);
                let low = self.within(-1, 1);
                (Expr::Range(Box::new(number(low)), Box::new(number(high))), (high - low + 1).max(0))
            }
            _ => {
                let count = self.below(4);
                (Expr::List((0..count).map(|_| self.expr(Kind::Integer, 1)).collect()), count)
            }
        }
    }

    fn writable(&self) -> Vec<usize> {
        let inside = self.scope.iter().enumerate().skip(self.fence);
        inside.filter(|(_, variable)| variable.writable).map(|(place, _)| place).collect()
    }

    fn assign(&mut self, depth: usize) -> Vec<Statement> {
        let places = self.writable();
        let Some(place) = self.pick(&places) else { return self.bind(depth) };
        let kind = self.scope[place].kind;
        let (value, longest) = self.value_of(kind, depth);
        self.scope[place].longest = self.scope[place].longest.max(longest);
        vec![Statement::Assign(self.scope[place].id, value)]
    }

    fn if_statement(&mut self, depth: usize) -> Vec<Statement> {
        let branches = self.within(1, 2);
        let guards: Vec<Expr> = (0..branches).map(|_| self.expr(Kind::Flag, depth - 1)).collect();
        let has_rest = self.once_in(2);
        let mut blocks = self.ways(branches + i64::from(has_rest), |own, _| own.block(depth - 1));
        let otherwise = if has_rest { blocks.pop() } else { None };
        vec![Statement::If(guards.into_iter().zip(blocks).collect(), otherwise)]
    }

    fn match_statement(&mut self, depth: usize) -> Vec<Statement> {
        let Some((subject, patterns)) = self.patterns() else { return self.assign(depth) };
        let blocks = self.ways(patterns.len() as i64, |own, _| own.block(depth - 1));
        vec![Statement::Match(subject, patterns.into_iter().zip(blocks).collect())]
    }

    /// A subject and patterns that cover it.
    fn patterns(&mut self) -> Option<(Expr, Vec<Pattern>)> {
        let subjects: Vec<Variable> = self
            .scope
            .iter()
            .filter(|known| {
                matches!(known.kind, Kind::Integer | Kind::Number | Kind::Flag | Kind::Variant(_))
            })
            .cloned()
            .collect();
        let subject = self.pick(&subjects)?;
        let one = |value: Expr| (value, None);
        let patterns = match subject.kind {
            Kind::Flag => {
                let first = self.once_in(2);
                vec![
                    Pattern::Values(vec![one(Expr::Flag(first))]),
                    Pattern::Values(vec![one(Expr::Flag(!first))]),
                ]
            }
            Kind::Variant(of) => {
                let count = self.enumerations[of].1.len();
                let split = 1 + self.below(count as i64 - 1) as usize;
                let values: Vec<_> = (0..count).map(|index| one(Expr::Variant(of, index))).collect();
                let rest =
                    if self.once_in(2) { Pattern::Else } else { Pattern::Values(values[split..].to_vec()) };
                vec![Pattern::Values(values[..split].to_vec()), rest]
            }
            Kind::Integer if self.once_in(2) => {
                let (first, second) = (self.below(2), self.within(3, 4));
                let high = self.once_in(2).then(|| second + self.below(3) + 1);
                vec![
                    Pattern::Values(vec![one(number(first)), one(number(2))]),
                    Pattern::Values(vec![(number(second), high)]),
                    Pattern::Else,
                ]
            }
            _ => {
                let bound = self.within(-1, 2);
                let further = bound + self.within(1, 2);
                match self.below(4) {
                    0 => vec![Pattern::Below(bound), Pattern::AtMost(further), Pattern::Else],
                    1 => vec![Pattern::AtMost(bound), Pattern::Else],
                    2 => vec![Pattern::Above(further), Pattern::AtLeast(bound), Pattern::Else],
                    _ => vec![Pattern::AtLeast(bound), Pattern::Else],
                }
            }
        };
        Some((Expr::Read(subject.id), patterns))
    }

    fn repeat(&mut self, depth: usize) -> Vec<Statement> {
        let most = self.within(1, 3);
        let count = if self.once_in(2) {
            number(most)
        } else {
            built(Builtin::Mod, vec![self.expr(Kind::Integer, 1), number(most + 1)])
        };
        let block = self.times(most, |own| own.block(depth - 1));
        vec![Statement::Repeat(count, block)]
    }

    /// A loop that ends after a few rounds at the latest.
    fn until(&mut self, depth: usize) -> Vec<Statement> {
        let most = self.within(1, 3);
        // Nothing else changes the counter.
        let counter = self.local(Kind::Integer, false, 0);
        let (block, guard) = self.times(most, |own| {
            let mut block = own.block(depth - 1);
            let one_more = joined(Binary::Add, Expr::Read(counter), number(1));
            block.push(Statement::Assign(counter, one_more));
            let ends = joined(Binary::AtLeast, Expr::Read(counter), number(most));
            let guard = own.expr(Kind::Flag, 1);
            let both = if own.once_in(2) { (ends, guard) } else { (guard, ends) };
            (block, joined(Binary::Or, both.0, both.1))
        });
        vec![Statement::Let(counter, None, number(0)), Statement::Until(block, guard)]
    }

    fn pool(&mut self) -> Vec<Statement> {
        let kind = self.pick(&[Kind::Integer, Kind::Flag, Kind::Variant(0)]).unwrap_or(Kind::Flag);
        let mut left = 0;
        let entries = (0..self.within(2, 3))
            .map(|_| {
                let count = self.within(1, 2);
                left += count;
                let weight = self.once_in(3).then(|| Expr::Number(self.within(1, 3), self.within(1, 2)));
                (number(count), weight, self.literal(kind))
            })
            .collect();
        let id = self.declare(format!("_v{}", self.locals));
        self.locals += 1;
        self.pools.push(Pool { id, kind, left, rounds: self.rounds });
        vec![Statement::Pool(id, entries)]
    }

    fn for_each(&mut self, depth: usize) -> Vec<Statement> {
        let lists: Vec<Variable> =
            self.scope.iter().filter(|known| known.kind == Kind::List).cloned().collect();
        let (source, kind, most) = match (self.below(3), self.pick(&lists)) {
            (0, Some(list)) if list.longest <= 4 => (Source::List(list.id), Kind::Integer, list.longest),
            (1, _) => {
                let of = self.below(2) as usize;
                (Source::Enumeration(of), Kind::Variant(of), self.enumerations[of].1.len() as i64)
            }
            _ => {
                let low = self.within(-1, 2);
                let high = if self.once_in(2) {
                    number(3)
                } else {
                    built(Builtin::Mod, vec![self.expr(Kind::Integer, 1), number(4)])
                };
                (Source::Range(number(low), high), Kind::Integer, 4 - low)
            }
        };
        let scope = self.scope.len();
        let (id, block) = self.times(most, |own| {
            let id = own.local(kind, false, 0);
            (id, own.block(depth - 1))
        });
        self.scope.truncate(scope);
        vec![Statement::ForEach(id, source, block)]
    }

    fn arguments(&mut self, part: &Part) -> Vec<Expr> {
        part.parameters.iter().map(|kind| self.value_of(*kind, 1).0).collect()
    }

    fn run(&mut self, depth: usize) -> Vec<Statement> {
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

    /// The inputs of a use of the other mechanic, where there is one and it may be used here.
    fn inputs_of_a_use(&mut self) -> Option<Vec<(Id, Expr)>> {
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

    fn use_of_another(&mut self, depth: usize) -> Vec<Statement> {
        let Some(inputs) = self.inputs_of_a_use() else { return self.assign(depth) };
        let used = self.used.clone().map(|(used, _)| used);
        let id = self.declare(format!("_v{}", self.locals));
        let place = self.locals;
        self.locals += 1;
        let mut outcomes = Vec::new();
        for (outcome, kind) in used.iter().flat_map(|used| &used.outcomes) {
            let name = used.as_ref().map(|used| used.names[outcome].clone()).unwrap_or_default();
            let local = self.declare(format!("_v{place}.{name}"));
            let rounds = self.rounds;
            self.scope.push(Variable { id: local, kind: *kind, writable: false, longest: 0, rounds });
            outcomes.push((local, *outcome));
        }
        vec![Statement::Use(id, inputs, outcomes)]
    }

    /// Something with a list; what may be empty is asked for its length first.
    fn of_a_list(&mut self, depth: usize) -> Vec<Statement> {
        let places: Vec<usize> =
            self.writable().into_iter().filter(|place| self.scope[*place].kind == Kind::List).collect();
        let Some(place) = self.pick(&places) else { return self.bind(depth) };
        let list = self.scope[place].id;
        let some = joined(Binary::Greater, Expr::Length(list), number(0));
        match self.below(3) {
            0 => {
                let more = self.rounds / self.scope[place].rounds.max(1);
                self.scope[place].longest += more.max(1);
                vec![Statement::Add(self.expr(Kind::Integer, depth - 1), list, self.once_in(2))]
            }
            1 => {
                // What the value takes from the list would move the place.
                let index = self.place(list);
                let kept = std::mem::replace(&mut self.fence, self.scope.len());
                let value = self.expr(Kind::Integer, depth - 1);
                self.fence = kept;
                vec![Statement::If(vec![(some, vec![Statement::Put(list, index, value)])], None)]
            }
            _ => {
                let first = self.once_in(2);
                let taken = if first { Expr::TakeFirst(list) } else { Expr::TakeLast(list) };
                let into = self.writable().into_iter().find(|place| self.scope[*place].kind == Kind::Integer);
                let Some(into) = into else { return self.assign(depth) };
                let into = self.scope[into].id;
                // What stands to the left is read before, and what stands to the right after.
                let value = match self.below(3) {
                    0 => taken,
                    1 => joined(Binary::Add, taken, Expr::Length(list)),
                    _ => joined(Binary::Subtract, Expr::Total(list), taken),
                };
                let (scope, pools) = (self.scope.len(), self.pools.len());
                let mut block = vec![Statement::Assign(into, value)];
                block.extend(self.statement(depth - 1));
                // What is bound there is gone after it.
                self.scope.truncate(scope);
                self.pools.truncate(pools);
                vec![Statement::If(vec![(some, block)], None)]
            }
        }
    }

    /// A place of a list that is not empty.
    fn place(&mut self, list: Id) -> Expr {
        let place = self.expr(Kind::Integer, 1);
        built(Builtin::Clamp, vec![place, number(1), Expr::Length(list)])
    }

    // Expressions.

    fn literal(&mut self, kind: Kind) -> Expr {
        match kind {
            Kind::Integer => number(self.within(-1, 4)),
            Kind::Number => Expr::Number(self.within(-2, 6), self.within(1, 4)),
            Kind::Flag => Expr::Flag(self.once_in(2)),
            Kind::Variant(of) => {
                let count = self.enumerations[of].1.len() as i64;
                Expr::Variant(of, self.below(count) as usize)
            }
            Kind::List => Expr::List(vec![number(1), number(2)]),
        }
    }

    fn leaf(&mut self, kind: Kind) -> Expr {
        let known: Vec<Id> =
            self.scope.iter().filter(|known| known.kind == kind).map(|known| known.id).collect();
        match self.pick(&known) {
            Some(id) if !self.once_in(6) => Expr::Read(id),
            _ => self.literal(kind),
        }
    }

    fn expr(&mut self, kind: Kind, depth: usize) -> Expr {
        if depth == 0 || (depth < DEPTH && self.once_in(6)) {
            return self.leaf(kind);
        }
        let special = match kind {
            Kind::Integer => self.integer(depth),
            Kind::Number => self.number(depth),
            Kind::Flag => self.flag(depth),
            _ => None,
        };
        special.unwrap_or_else(|| self.of_any_kind(kind, depth))
    }

    fn integer(&mut self, depth: usize) -> Option<Expr> {
        let next = depth - 1;
        Some(match self.below(16) {
            0 | 1 => {
                let op = self.pick(&[Binary::Add, Binary::Subtract])?;
                joined(op, self.expr(Kind::Integer, next), self.expr(Kind::Integer, next))
            }
            2 => joined(Binary::Multiply, self.expr(Kind::Integer, next), number(self.within(-1, 3))),
            3 => {
                let builtin = self.pick(&[Builtin::Min, Builtin::Max])?;
                let count = self.within(2, 3);
                built(builtin, (0..count).map(|_| self.expr(Kind::Integer, next)).collect())
            }
            4 => {
                let builtin = self.pick(&[Builtin::Floor, Builtin::Ceil, Builtin::Round])?;
                built(builtin, vec![self.expr(Kind::Number, next)])
            }
            5 => {
                let by = self.pick(&[2, 3, 5, -3])?;
                built(Builtin::Mod, vec![self.expr(Kind::Integer, next), number(by)])
            }
            6 => built(Builtin::Abs, vec![self.expr(Kind::Integer, next)]),
            7..=9 => self.die()?,
            10 => self.sum()?,
            11 | 12 => self.in_a_list(depth)?,
            13 => Expr::Negate(Box::new(self.expr(Kind::Integer, next))),
            _ => return None,
        })
    }

    /// One die.
    fn die(&mut self) -> Option<Expr> {
        let most = if self.once_in(8) { 1 } else { self.within(2, 4) };
        if !self.may_draw(most) {
            return None;
        }
        let sides = if self.once_in(3) {
            let kept = self.expr(Kind::Integer, 0);
            joined(Binary::Add, built(Builtin::Mod, vec![kept, number(most)]), number(1))
        } else {
            number(most)
        };
        Some(if self.once_in(2) { Expr::Die(Box::new(sides)) } else { Expr::Random(Box::new(sides)) })
    }

    /// Something that happens or does not.
    fn coin(&mut self, depth: usize) -> Option<Expr> {
        if !self.may_draw(2) {
            return None;
        }
        Some(Expr::Chance(Box::new(self.probability(depth))))
    }

    /// The sum of several dice, or of those that count.
    fn sum(&mut self) -> Option<Expr> {
        let most = self.within(1, 3);
        let calls: Vec<Part> = self
            .functions
            .iter()
            .filter(|part| matches!(part.result, Kind::Integer | Kind::Number) && part.cost > 0)
            .cloned()
            .collect();
        let call = self.pick(&calls).filter(|_| self.once_in(2));
        let sides = self.within(2, 3);
        let cost = most * call.as_ref().map_or(bits(sides), |part| part.cost);
        if cost > self.room {
            return None;
        }
        self.room -= cost;
        let roll = match &call {
            Some(part) if part.result == Kind::Integer => {
                // Each roll is made from the same state.
                let kept =
                    (std::mem::replace(&mut self.fence, self.scope.len()), std::mem::take(&mut self.room));
                let arguments = self.arguments(part);
                (self.fence, self.room) = kept;
                Expr::Call(part.id, arguments)
            }
            _ if self.once_in(3) => {
                let face = Expr::Die(Box::new(number(sides)));
                joined(Binary::Multiply, face, number(self.within(-2, 2)))
            }
            _ => Expr::Die(Box::new(number(sides))),
        };
        let count = if self.once_in(3) {
            built(Builtin::Mod, vec![self.expr(Kind::Integer, 0), number(most + 1)])
        } else {
            number(most)
        };
        let keep = self.once_in(2).then(|| {
            let which = if self.once_in(2) { Keep::Highest } else { Keep::Lowest };
            (which, Box::new(number(self.within(0, most))))
        });
        Some(Expr::Sum { count: Box::new(count), keep, roll: Box::new(roll) })
    }

    fn in_a_list(&mut self, depth: usize) -> Option<Expr> {
        let lists: Vec<Id> =
            self.scope.iter().filter(|known| known.kind == Kind::List).map(|known| known.id).collect();
        let list = self.pick(&lists)?;
        let read = match self.below(5) {
            0 => return Some(Expr::Length(list)),
            1 => return Some(Expr::Total(list)),
            2 => Expr::First(list),
            3 => Expr::Last(list),
            _ => {
                // What the place takes from the list would move it.
                let kept = std::mem::replace(&mut self.fence, self.scope.len());
                let place = self.place(list);
                self.fence = kept;
                Expr::At(list, Box::new(place))
            }
        };
        let some = joined(Binary::Greater, Expr::Length(list), number(0));
        let other = self.expr(Kind::Integer, depth - 1);
        Some(Expr::If(vec![(some, plain(read))], plain(other)))
    }

    fn number(&mut self, depth: usize) -> Option<Expr> {
        let next = depth - 1;
        Some(match self.below(9) {
            0..=2 => {
                let op = self.pick(&[Binary::Add, Binary::Subtract, Binary::Multiply])?;
                joined(op, self.expr(Kind::Number, next), self.expr(Kind::Number, next))
            }
            3 => {
                let by = self.pick(&[2, 3, -4])?;
                joined(Binary::Divide, self.expr(Kind::Number, next), number(by))
            }
            4 => Expr::Power(Box::new(self.leaf(Kind::Number)), self.below(4) as u32),
            5 => {
                let ends = (self.expr(Kind::Number, next), self.literal(Kind::Number));
                built(Builtin::Min, vec![ends.0, ends.1])
            }
            6 | 7 => self.expr(Kind::Integer, depth),
            _ => return None,
        })
    }

    /// A number from 0 to 1.
    fn probability(&mut self, depth: usize) -> Expr {
        if depth == 0 || !self.once_in(3) {
            let parts = self.within(2, 6);
            let certain = i64::from(!self.once_in(8));
            return Expr::Number(self.within(certain, parts - certain), parts);
        }
        let value = joined(Binary::Divide, self.expr(Kind::Number, depth - 1), number(4));
        built(Builtin::Clamp, vec![value, number(0), number(1)])
    }

    fn flag(&mut self, depth: usize) -> Option<Expr> {
        let next = depth - 1;
        Some(match self.below(14) {
            0..=2 => self.coin(next)?,
            3..=5 => {
                let kind = self.pick(&[Kind::Integer, Kind::Integer, Kind::Number])?;
                let ops = [
                    Binary::Less,
                    Binary::AtMost,
                    Binary::Greater,
                    Binary::AtLeast,
                    Binary::Equal,
                    Binary::Unequal,
                ];
                let op = self.pick(&ops)?;
                joined(op, self.expr(kind, next), self.expr(kind, next))
            }
            6 => {
                let kind = self.pick(&[Kind::Variant(0), Kind::Variant(1)])?;
                let op = self.pick(&[Binary::Equal, Binary::Unequal])?;
                joined(op, self.leaf(kind), self.literal(kind))
            }
            7..=9 => {
                let op = self.pick(&[Binary::And, Binary::Or])?;
                joined(op, self.expr(Kind::Flag, next), self.expr(Kind::Flag, next))
            }
            10 => Expr::Not(Box::new(self.expr(Kind::Flag, next))),
            11 => {
                let these = (0..self.within(1, 3)).map(number).collect();
                Expr::OneOfThese(Box::new(self.expr(Kind::Integer, next)), these)
            }
            12 => {
                let lists: Vec<Id> = self
                    .scope
                    .iter()
                    .filter(|known| known.kind == Kind::List)
                    .map(|known| known.id)
                    .collect();
                let list = self.pick(&lists)?;
                let kept = std::mem::replace(&mut self.fence, self.scope.len());
                let value = self.expr(Kind::Integer, next);
                self.fence = kept;
                Expr::Holds(Box::new(value), list)
            }
            _ => return None,
        })
    }

    /// What can be of any kind: branches, choices, calls, draws from pools.
    fn of_any_kind(&mut self, kind: Kind, depth: usize) -> Expr {
        let next = depth - 1;
        let made = match self.below(8) {
            7 => self.outcome_of_a_use(kind),
            0 | 1 => {
                let guard = self.expr(Kind::Flag, next);
                let mut bodies = self.ways(2, |own, _| own.body(kind, next, false));
                let otherwise = bodies.pop();
                bodies.pop().zip(otherwise).map(|(then, otherwise)| Expr::If(vec![(guard, then)], otherwise))
            }
            2 => self.patterns().map(|(subject, patterns)| {
                let bodies = self.ways(patterns.len() as i64, |own, _| own.body(kind, next, false));
                Expr::Match(Box::new(subject), patterns.into_iter().zip(bodies).collect())
            }),
            3 => self.choice(kind, next),
            4 | 5 => {
                let calls: Vec<Part> =
                    self.functions.iter().filter(|part| part.result == kind).cloned().collect();
                self.pick(&calls).filter(|part| part.cost <= self.room).map(|part| {
                    self.room -= part.cost;
                    Expr::Call(part.id, self.arguments(&part))
                })
            }
            _ => self.drawn(kind),
        };
        made.unwrap_or_else(|| self.leaf(kind))
    }

    fn choice(&mut self, kind: Kind, depth: usize) -> Option<Expr> {
        let count = self.within(2, 3);
        if !self.may_draw(count) {
            return None;
        }
        Some(match self.below(3) {
            0 => {
                let bodies = self.ways(count, |own, _| own.fenced(|own| own.expr(kind, depth)));
                Expr::Any(bodies)
            }
            1 => {
                // Shares of one half, a third or a sixth leave something, or not.
                let bodies = self.ways(count, |own, _| own.body(kind, depth, false));
                let mut bodies = bodies.into_iter();
                let first = (Expr::Number(1, self.within(2, 4)), bodies.next()?);
                let rest = bodies.next_back();
                let others = bodies.map(|body| (Expr::Number(1, 6), body));
                Expr::Shares(std::iter::once(first).chain(others).collect(), rest)
            }
            _ => {
                let mut weights: Vec<Expr> = (1..count).map(|_| number(self.within(0, 5))).collect();
                weights.push(if self.once_in(2) {
                    let some = self.leaf(Kind::Integer);
                    joined(Binary::Add, built(Builtin::Abs, vec![some]), Expr::Number(1, 2))
                } else {
                    number(self.within(1, 3))
                });
                let bodies = self.ways(count, |own, _| own.body(kind, depth, false));
                Expr::Weights(weights.into_iter().zip(bodies).collect())
            }
        })
    }

    fn outcome_of_a_use(&mut self, kind: Kind) -> Option<Expr> {
        let used = self.used.clone()?.0;
        let outcomes = used.outcomes.iter().filter(|(_, own)| *own == kind);
        let outcome = self.pick(&outcomes.map(|(id, _)| *id).collect::<Vec<_>>())?;
        Some(Expr::Use(self.inputs_of_a_use()?, outcome))
    }

    /// From a pool that holds something of the kind, and enough of it.
    fn drawn(&mut self, kind: Kind) -> Option<Expr> {
        let rounds = self.rounds;
        let often = |pool: &Pool| rounds / pool.rounds.max(1);
        let pools: Vec<usize> = (self.pool_fence..self.pools.len())
            .filter(|place| {
                self.pools[*place].kind == kind && self.pools[*place].left >= often(&self.pools[*place])
            })
            .collect();
        let place = self.pick(&pools)?;
        if !self.may_draw(3) {
            return None;
        }
        let often = often(&self.pools[place]);
        self.pools[place].left -= often;
        Some(Expr::Draw(self.pools[place].id))
    }

    /// What changes nothing outside.
    fn fenced<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let kept = (self.fence, self.pool_fence, self.may_be_given, self.pure);
        (self.fence, self.pool_fence, self.may_be_given, self.pure) =
            (self.scope.len(), self.pools.len(), false, true);
        let made = make(self);
        (self.fence, self.pool_fence, self.may_be_given, self.pure) = kept;
        made
    }

    /// A block that gives a value, with statements before it now and then.
    fn body(&mut self, kind: Kind, depth: usize, large: bool) -> Body {
        let (scope, pools) = (self.scope.len(), self.pools.len());
        let body = self.fenced(|own| {
            let mut statements = Vec::new();
            let count = if large { own.below(4) } else { i64::from(own.once_in(5)) };
            for _ in 0..count {
                statements.extend(own.statement(depth.min(2)));
            }
            Body { statements, value: Box::new(own.expr(kind, depth)) }
        });
        self.scope.truncate(scope);
        self.pools.truncate(pools);
        body
    }
}
