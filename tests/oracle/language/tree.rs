//! A program as the oracle has it: a tree of its own, of which the text is printed and the law computed.

use std::collections::BTreeMap;

/// What has a name: every declaration has a number of its own.
pub type Id = u32;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Integer,
    Number,
    Flag,
    /// A value of the enumeration of that number.
    Variant(usize),
    /// A list of whole numbers.
    List,
}

#[derive(Debug, Clone)]
pub struct Program {
    /// The enumerations, each with its values.
    pub enumerations: Vec<(String, Vec<String>)>,
    pub globals: Vec<Global>,
    pub outcomes: Vec<(Id, Kind)>,
    /// In the order of the text.
    pub items: Vec<Item>,
    /// Another mechanic, that this one uses.
    pub used: Option<Box<Program>>,
    pub names: BTreeMap<Id, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Input,
    Rule,
    State,
}

/// An input, a rule or a state.
#[derive(Debug, Clone)]
pub struct Global {
    pub id: Id,
    pub role: Role,
    pub kind: Kind,
    /// The value in the text.
    pub declared: Expr,
    /// The value that it is given.
    pub given: Expr,
}

#[derive(Debug, Clone)]
pub enum Item {
    Function(Id, Vec<(Id, Kind)>, Body),
    Procedure(Id, Vec<(Id, Kind)>, Block),
    Statement(Statement),
}

pub type Block = Vec<Statement>;

/// A block that gives a value.
#[derive(Debug, Clone)]
pub struct Body {
    pub statements: Block,
    pub value: Box<Expr>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Equal,
    Unequal,
    And,
    Or,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Builtin {
    Min,
    Max,
    Clamp,
    Floor,
    Ceil,
    Round,
    Abs,
    Mod,
}

/// Which dice count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    Highest,
    Lowest,
}

#[derive(Debug, Clone)]
pub enum Expr {
    /// A fraction.
    Number(i64, i64),
    Flag(bool),
    /// A value of an enumeration, by their numbers.
    Variant(usize, usize),
    Read(Id),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Power(Box<Expr>, u32),
    Builtin(Builtin, Vec<Expr>),
    /// Whether the first is one of the others.
    OneOfThese(Box<Expr>, Vec<Expr>),
    Chance(Box<Expr>),
    Random(Box<Expr>),
    Die(Box<Expr>),
    /// The sum of several rolls, of which some may count: how many, and which.
    Sum {
        count: Box<Expr>,
        keep: Option<(Keep, Box<Expr>)>,
        roll: Box<Expr>,
    },
    If(Vec<(Expr, Body)>, Body),
    Match(Box<Expr>, Vec<(Pattern, Body)>),
    /// Equally likely.
    Any(Vec<Expr>),
    /// With probabilities; the rest to the last.
    Shares(Vec<(Expr, Body)>, Option<Body>),
    /// With weights, which are shares of their sum.
    Weights(Vec<(Expr, Body)>),
    Call(Id, Vec<Expr>),
    /// An outcome of the mechanic that is used, with some of its inputs.
    Use(Vec<(Id, Expr)>, Id),
    /// From a pool.
    Draw(Id),
    List(Vec<Expr>),
    /// The whole numbers from one to another.
    Range(Box<Expr>, Box<Expr>),
    First(Id),
    Last(Id),
    Length(Id),
    Total(Id),
    At(Id, Box<Expr>),
    Holds(Box<Expr>, Id),
    TakeFirst(Id),
    TakeLast(Id),
}

#[derive(Debug, Clone)]
pub enum Pattern {
    Else,
    Below(i64),
    AtMost(i64),
    Above(i64),
    AtLeast(i64),
    /// One of some values, or from one whole number to another.
    Values(Vec<(Expr, Option<i64>)>),
}

/// What a loop goes through.
#[derive(Debug, Clone)]
pub enum Source {
    Enumeration(usize),
    Range(Expr, Expr),
    List(Id),
}

#[derive(Debug, Clone)]
pub enum Statement {
    /// With the kind, where it is said.
    Let(Id, Option<Kind>, Expr),
    Assign(Id, Expr),
    If(Vec<(Expr, Block)>, Option<Block>),
    Match(Expr, Vec<(Pattern, Block)>),
    Repeat(Expr, Block),
    Until(Block, Expr),
    Given(Expr),
    /// How many there are, with what weight, and what is drawn then.
    Pool(Id, Vec<(Expr, Option<Expr>, Expr)>),
    ForEach(Id, Source, Block),
    Run(Id, Vec<Expr>),
    /// Uses the other mechanic once: the name of that, the inputs, and a name for each outcome.
    Use(Id, Vec<(Id, Expr)>, Vec<(Id, Id)>),
    /// To the end of a list, or to its front.
    Add(Expr, Id, bool),
    /// At a place of a list.
    Put(Id, Expr, Expr),
}
