//! Random programs, as small trees. Each has few ways through it, and does nothing that is refused.

use std::collections::BTreeMap;

mod dice;
mod expr;
mod family;
mod list;
mod part;
mod pool;
mod program;
mod roll;
mod statement;

use super::tree::{
    Binary, Block, Body, Bounds, Builtin, Entry, Expr, Family, Global, Id, Item, Keep, Kind, OfAll, Outcome,
    Over, Pattern, Program, Role, Shape, Source, Statement,
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
    /// What it holds, where no two of them are the same.
    things: Vec<Expr>,
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
    families: Vec<Family>,
    names: BTreeMap<Id, String>,
    /// How many local names the part at hand has.
    locals: usize,
    functions: Vec<Part>,
    /// Which functions stand in a library, and whether one is made.
    library: Vec<Id>,
    in_library: bool,
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

fn read(id: Id) -> Expr {
    Expr::Read(id)
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
            families: Vec::new(),
            names: BTreeMap::new(),
            locals: 0,
            functions: Vec::new(),
            library: Vec::new(),
            in_library: false,
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
                Kind::Family(family) => match self.total(known.id, family) {
                    Some(total) => total,
                    None => continue,
                },
                Kind::List if self.once_in(2) => Expr::Total(known.id),
                Kind::List => Expr::Length(known.id),
            };
            sum = joined(Binary::Add, sum, joined(Binary::Multiply, share, number(factor)));
        }
        if !self.once_in(4) { sum } else { built(Builtin::Mod, vec![sum, number(7)]) }
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

    /// What changes nothing outside.
    fn fenced<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let kept = (self.fence, self.pool_fence, self.may_be_given, self.pure);
        (self.fence, self.pool_fence, self.may_be_given, self.pure) =
            (self.scope.len(), self.pools.len(), false, true);
        let made = make(self);
        (self.fence, self.pool_fence, self.may_be_given, self.pure) = kept;
        made
    }
}
