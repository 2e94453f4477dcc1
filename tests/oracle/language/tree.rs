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
    /// All members of the family of that number.
    Family(usize),
}

/// Something declared once for every value of what it goes by.
#[derive(Debug, Clone)]
pub struct Family {
    /// How the members are called, with braces for the value; without them they are called after the family.
    pub pattern: Option<String>,
    pub over: Vec<Over>,
    /// The kind of each member.
    pub kind: Kind,
}

/// What a family goes by.
#[derive(Debug, Clone, Copy)]
pub enum Over {
    Enumeration(usize),
    Range(i64, i64),
}

#[derive(Debug, Clone)]
pub struct Program {
    /// The enumerations, each with its values.
    pub enumerations: Vec<(String, Vec<String>)>,
    pub globals: Vec<Global>,
    pub families: Vec<Family>,
    pub outcomes: Vec<Outcome>,
    /// In the order of the text.
    pub items: Vec<Item>,
    /// The functions that stand in a library.
    pub library: Vec<Id>,
    /// Another mechanic, that this one uses.
    pub used: Option<Box<Program>>,
    pub names: BTreeMap<Id, String>,
}

#[derive(Debug, Clone)]
pub struct Outcome {
    pub id: Id,
    pub kind: Kind,
    pub bounds: Bounds,
    /// What it is where nothing gives it a value.
    pub start: Option<Expr>,
    /// Whether nobody can know it.
    pub dark: bool,
}

/// What a number that comes out may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bounds {
    None,
    Within(i64, i64),
    /// All from the second on are one.
    OrMore(i64, i64),
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
    /// The value in the text: of a family that of each member, or all of them. Of an input it may follow from others.
    pub declared: Expr,
    /// The value that it is given, if it is.
    pub given: Option<Expr>,
    /// Whether nobody knows it.
    pub unknown: bool,
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
    Root,
    Xor,
    Float32,
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
    Power(Box<Expr>, Box<Expr>),
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
    /// The values of all members of a family, one after another.
    Members(Vec<Expr>),
    /// Some member of a family of that number.
    Member(Id, usize, Vec<Expr>),
    OfAll(OfAll, Id),
    /// How many members of a family are so.
    KindsWith(Id, Box<Pattern>),
    /// The dice themselves, sorted.
    Dice {
        count: Box<Expr>,
        keep: Option<(Keep, Box<Expr>)>,
        sides: i64,
    },
    /// How many are left in a pool.
    Left(Id),
    /// Whether a roll lies below a number, or above it.
    Compared(Shape, bool, Box<Expr>),
    /// A roll, so many times, rounded down.
    Floored(Shape, i64),
    /// What happens with a probability that is itself a roll.
    ChanceOf(Shape),
    /// Which of some ascending bounds a roll lies below.
    Rolled(Shape, Vec<((i64, i64), Body)>, Body),
}

/// What is asked of all members of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfAll {
    Most,
    Least,
    Sum,
}

/// A continuous roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Between two numbers, in quarters.
    Between(i64, i64),
    /// The sum of several between 0 and 1.
    Sum(u32),
    Most(u32),
    Least(u32),
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
    Pool(Id, Vec<Entry>),
    ForEach(Id, Source, Block),
    Run(Id, Vec<Expr>),
    /// Uses the other mechanic once: the name of that, the inputs, and a name for each outcome.
    Use(Id, Vec<(Id, Expr)>, Vec<(Id, Id)>),
    /// To the end of a list, or to its front.
    Add(Expr, Id, bool),
    /// At a place of a list.
    Put(Id, Expr, Expr),
    /// Into a pool.
    PutBack(Expr, Id),
    /// Gives some member of a family of that number a value.
    SetMember(Id, usize, Vec<Expr>, Expr),
    /// One more of some member.
    Tally(Id, usize, Expr),
    /// Counts until something happens that has a probability, and adds the count to a number, or another number where
    /// that is less.
    Count {
        counter: Id,
        p: (i64, i64),
        most: i64,
        into: Id,
    },
    /// Compares one roll with several numbers, one after another.
    Shared {
        roll: Id,
        shape: Shape,
        flags: Vec<(Id, (i64, i64))>,
    },
    /// Rolls a skill, and adds to a number how often it is met in so many times.
    Skill {
        skill: Id,
        shape: Shape,
        times: u32,
        wins: Id,
    },
}

/// Some equal things of a pool, or some for each of several values.
#[derive(Debug, Clone)]
pub struct Entry {
    pub each: Option<(Id, Over)>,
    pub count: Expr,
    pub weight: Option<Expr>,
    pub value: Expr,
}
