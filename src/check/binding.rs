//! What names stand for.

use rustc_hash::FxHashMap;

use super::kind::{EnumId, Kind, Range};
use crate::parse::ast::ExprId;
use crate::source::Span;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// A variable bound by `let`, or a parameter.
    Local(LocalId),
    /// An input, by its place in the model.
    Input(usize),
    /// A rule, by its place in the model.
    Rule(usize),
    /// An outcome field, by its place in the model.
    Field(usize),
    /// A state, by its place in the model.
    State(usize),
    /// A mechanic that this one uses, by its place in the model.
    Mechanic(usize),
    /// A value of an enumeration.
    Variant(u32),
    /// Some member of a family, by its place in the model.
    Family(usize),
    /// All values of an enumeration.
    Values(EnumId),
    /// A procedure of the file, by its place in the model.
    Procedure(usize),
    /// A function of the file, by its place in the model.
    Function(usize),
    /// A function of the language.
    Builtin(Builtin),
}

impl Binding {
    /// The place in its list, of an input, a rule, an outcome or a state.
    #[must_use]
    pub fn index(self) -> Option<usize> {
        match self {
            Binding::Input(index) | Binding::Rule(index) | Binding::Field(index) | Binding::State(index) => {
                Some(index)
            }
            _ => None,
        }
    }
}

/// The number of a variable in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A function of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Builtin {
    /// `chance(p)`: true with probability p.
    Chance,
    /// `random(n)`: a whole number below n, each equally likely.
    Random,
    /// `die(n)`: a whole number from 1 to n, each equally likely.
    Die,
    /// `uniform()`, `uniform(a, b)`: a continuous roll.
    Uniform,
    /// `min(a, b, …)`
    Min,
    /// `max(a, b, …)`
    Max,
    /// `clamp(x, low, high)`
    Clamp,
    /// `floor(x)`
    Floor,
    /// `ceil(x)`
    Ceil,
    /// `round(x)`: to the nearest whole number, halves up
    Round,
    /// `abs(x)`
    Abs,
    /// `mod(a, b)`: what is left of a after taking away b as often as possible
    Mod,
    /// A number, but all from another one on as one. Nobody writes it: outcomes are recorded so.
    OrMore,
    /// The same with all that are more than another one.
    MoreThan,
    /// `root(x)`: the square root, rounded down to a whole number
    Root,
    /// `xor(a, b)`: the binary digits of which exactly one of two whole numbers has a 1
    Xor,
    /// `float32(x)`: the nearest 32-bit float
    Float32,
}

impl Builtin {
    /// Whether a function of the author's own may have its name. The others were words of the language before
    /// there were functions that could be called so.
    #[must_use]
    pub fn yields(self) -> bool {
        matches!(self, Builtin::Die | Builtin::Root | Builtin::Xor | Builtin::Float32)
    }

    /// Every function with its name, and the least and greatest number of arguments.
    pub const ALL: &'static [(&'static str, Builtin, usize, usize)] = &[
        ("chance", Builtin::Chance, 1, 1),
        ("random", Builtin::Random, 1, 1),
        ("die", Builtin::Die, 1, 1),
        ("uniform", Builtin::Uniform, 0, 2),
        ("min", Builtin::Min, 2, 64),
        ("max", Builtin::Max, 2, 64),
        ("clamp", Builtin::Clamp, 3, 3),
        ("floor", Builtin::Floor, 1, 1),
        ("ceil", Builtin::Ceil, 1, 1),
        ("round", Builtin::Round, 1, 1),
        ("abs", Builtin::Abs, 1, 1),
        ("mod", Builtin::Mod, 2, 2),
        ("root", Builtin::Root, 1, 1),
        ("xor", Builtin::Xor, 2, 2),
        ("float32", Builtin::Float32, 1, 1),
    ];
}

/// A checked procedure.
#[derive(Debug, Clone)]
pub struct Procedure {
    /// Its parameters.
    pub parameters: Vec<LocalId>,
    /// Which item of the file it is.
    pub item: usize,
}

/// What the checker found out about the expressions and names of a tree.
#[derive(Debug, Clone, Default)]
pub struct Resolution {
    /// For each expression, its kind and what it names or calls.
    pub(crate) expressions: Vec<(Kind, Option<Binding>)>,
    /// What the name in a `let` or an assignment stands for, by the place of the name.
    pub(crate) targets: FxHashMap<Span, Binding>,
    /// The names of variables and the ranges they were bound with.
    pub(crate) locals: Vec<(String, Range)>,
    /// The states that are read of what came out of a use, with the mechanic among those used.
    pub(crate) states_of_uses: Vec<(usize, usize)>,
}

impl Resolution {
    /// The kind of an expression.
    #[must_use]
    pub fn kind(&self, id: ExprId) -> Kind {
        self.expressions.get(id.0 as usize).map_or(Kind::Unknown, |(kind, _)| *kind)
    }

    /// What an expression names or calls.
    #[must_use]
    pub fn binding(&self, id: ExprId) -> Option<Binding> {
        self.expressions.get(id.0 as usize).and_then(|(_, binding)| *binding)
    }

    /// Name and range of a variable.
    #[must_use]
    pub fn local(&self, id: LocalId) -> Option<&(String, Range)> {
        self.locals.get(id.0 as usize)
    }

    /// What the name at this place stands for, where a `let` or an assignment has it.
    #[must_use]
    pub fn target(&self, name: Span) -> Option<Binding> {
        self.targets.get(&name).copied()
    }
}
