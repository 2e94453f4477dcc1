//! Expressions, and the patterns, bodies and choices in them.

use std::fmt;

use super::{Name, Statement};
use crate::exact::Rational;
use crate::source::Span;

/// One arm of a match.
#[derive(Debug, Clone)]
pub struct Arm<B> {
    /// Its place.
    pub span: Span,
    /// The values it takes.
    pub pattern: Pattern,
    /// What it does or gives.
    pub body: B,
}

/// The values an arm takes.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: PatternKind,
}

/// What a pattern is.
#[derive(Debug, Clone)]
pub enum PatternKind {
    /// `else`: whatever no arm before it took.
    Else,
    /// `below 0.22`
    Threshold(Threshold, Expr),
    /// `2 or 4 or 6 to 8`
    Values(Vec<PatternValue>),
}

/// One value of a pattern, or a range of whole numbers.
#[derive(Debug, Clone)]
pub struct PatternValue {
    /// The value, or the first of the range.
    pub low: Expr,
    /// The last of the range.
    pub high: Option<Expr>,
}

/// The side of a threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Threshold {
    /// `below x`
    Below,
    /// `at most x`
    AtMost,
    /// `above x`
    Above,
    /// `at least x`
    AtLeast,
}

impl Threshold {
    /// As written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Threshold::Below => "below",
            Threshold::AtMost => "at most",
            Threshold::Above => "above",
            Threshold::AtLeast => "at least",
        }
    }

    /// The comparison it stands for.
    #[must_use]
    pub fn operator(self) -> BinaryOp {
        match self {
            Threshold::Below => BinaryOp::Less,
            Threshold::AtMost => BinaryOp::LessEquals,
            Threshold::Above => BinaryOp::Greater,
            Threshold::AtLeast => BinaryOp::GreaterEquals,
        }
    }
}

/// The value of a branch: some statements, then an expression.
#[derive(Debug, Clone)]
pub struct Body {
    /// Its place.
    pub span: Span,
    /// What is done before the value. It changes nothing outside.
    pub statements: Vec<Statement>,
    /// The value.
    pub value: Expr,
    /// Whether it stands in braces.
    pub braced: bool,
}

/// One alternative of a choice.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Its place.
    pub span: Span,
    /// Its probability.
    pub weight: ChoiceWeight,
    /// Its value.
    pub value: Body,
}

/// The probability of an alternative.
#[derive(Debug, Clone)]
pub enum ChoiceWeight {
    /// The same as all others.
    Equal,
    /// As given.
    Given(Expr),
    /// `weight 5`: its share of the sum of all weights.
    Weight(Expr),
    /// What the others leave.
    Else,
}

/// Several equal rolls: `sum of highest 3 of 4 die(6)`, `4 die(6)`.
#[derive(Debug, Clone)]
pub struct Dice {
    /// Whether `sum of` stands before them; else they are a list.
    pub added: bool,
    /// Which of them count, and how many, where not all do.
    pub keep: Option<(Keep, Expr)>,
    /// How many there are.
    pub count: Expr,
    /// What is rolled.
    pub thing: Expr,
}

/// Which of several rolls count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Keep {
    /// `highest 3 of`
    Highest,
    /// `lowest 1 of`
    Lowest,
}

impl Keep {
    /// As written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Keep::Highest => "highest",
            Keep::Lowest => "lowest",
        }
    }
}

/// The number of an expression in its file, by which the checker keeps what it found out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(pub u32);

impl fmt::Debug for ExprId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// Its number.
    pub id: ExprId,
    /// Its place.
    pub span: Span,
    /// How many expressions stand inside one another, this one included.
    pub depth: u16,
    /// What it is.
    pub kind: ExprKind,
}

impl Expr {
    /// What stands in its parentheses, where it stands in some.
    #[must_use]
    pub fn unparenthesised(&self) -> &Expr {
        match &self.kind {
            ExprKind::Paren(inner) => inner.unparenthesised(),
            _ => self,
        }
    }
}

impl ExprKind {
    /// The expressions directly inside: operands, arguments, and those of bodies, patterns and weights.
    #[must_use]
    pub fn children(&self) -> Vec<&Expr> {
        match self {
            ExprKind::Number(..)
            | ExprKind::Flag(_)
            | ExprKind::Name(..)
            | ExprKind::Draw(_)
            | ExprKind::Take(..)
            | ExprKind::Invalid => Vec::new(),
            ExprKind::Paren(inner) | ExprKind::Unary(_, inner) | ExprKind::Member(inner, _) => vec![inner],
            ExprKind::Use(_, arguments) => arguments.iter().map(|(_, argument)| argument).collect(),
            ExprKind::Binary(_, left, right)
            | ExprKind::InList(left, right)
            | ExprKind::Range(left, right)
            | ExprKind::At(left, right) => vec![left, right],
            ExprKind::In(left, members) => std::iter::once(&**left).chain(members).collect(),
            ExprKind::Dice(dice) => {
                let kept = dice.keep.as_ref().map(|(_, number)| number);
                kept.into_iter().chain([&dice.count, &dice.thing]).collect()
            }
            ExprKind::KindsWith(of, pattern) => std::iter::once(&**of).chain(pattern.expressions()).collect(),
            ExprKind::Call(_, items) | ExprKind::Of(_, items) | ExprKind::List(items) => {
                items.iter().collect()
            }
            ExprKind::If(guard, then, otherwise) => {
                std::iter::once(&**guard).chain(then.expressions()).chain(otherwise.expressions()).collect()
            }
            ExprKind::Match(subject, arms) => {
                let inside = arms
                    .iter()
                    .flat_map(|arm| arm.pattern.expressions().into_iter().chain(arm.body.expressions()));
                std::iter::once(&**subject).chain(inside).collect()
            }
            ExprKind::OneOf(choices) => {
                let mut all: Vec<&Expr> = Vec::new();
                for choice in choices {
                    if let ChoiceWeight::Given(weight) | ChoiceWeight::Weight(weight) = &choice.weight {
                        all.push(weight);
                    }
                    all.extend(choice.value.expressions());
                }
                all
            }
        }
    }
}

impl Body {
    /// The expressions of its statements, then its value.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.statements.iter().flat_map(Statement::expressions).chain([&self.value])
    }

    /// A value without braces.
    #[must_use]
    pub fn plain(value: Expr) -> Body {
        Body { span: value.span, statements: Vec::new(), value, braced: false }
    }
}

impl Pattern {
    /// The expressions in it.
    #[must_use]
    pub fn expressions(&self) -> Vec<&Expr> {
        match &self.kind {
            PatternKind::Else => Vec::new(),
            PatternKind::Threshold(_, bound) => vec![bound],
            PatternKind::Values(values) => {
                values.iter().flat_map(|value| std::iter::once(&value.low).chain(&value.high)).collect()
            }
        }
    }
}

/// In which list a name is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Namespace {
    /// `input.luck`
    Input,
    /// `rule.battery`
    Rule,
}

/// What an expression is.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number as written, and its value.
    Number(String, Rational),
    /// `true`, `false`
    Flag(bool),
    /// `luck`, `rule.battery`, `coin`
    Name(Option<Namespace>, Name),
    /// `(…)`
    Paren(Box<Expr>),
    /// `not x`, `-x`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `x in { a, b }`
    In(Box<Expr>, Vec<Expr>),
    /// `x in ends`
    InList(Box<Expr>, Box<Expr>),
    /// `chance(1/20)`
    Call(Name, Vec<Expr>),
    /// `size of silent, rare`: a member of a family.
    Of(Name, Vec<Expr>),
    /// `kinds of faces with 2`: how many members of a family are so.
    KindsWith(Box<Expr>, Box<Pattern>),
    /// `card-roll(room = elite)`: another mechanic, with values for some of its inputs.
    Use(Name, Vec<(Name, Expr)>),
    /// `rolled.rarity`: an outcome of another mechanic.
    Member(Box<Expr>, Name),
    /// `draw bag`
    Draw(Name),
    /// `sum of 4 die(6)`, `highest 3 of 4 die(6)`
    Dice(Box<Dice>),
    /// `1..n`: whole numbers, both ends among them.
    Range(Box<Expr>, Box<Expr>),
    /// `{ 1, 2, 3 }`
    List(Vec<Expr>),
    /// `ends at 2`
    At(Box<Expr>, Box<Expr>),
    /// `take first of ends`: what stands there, which is then gone from the list.
    Take(End, Name),
    /// `if a { x } else { y }`
    If(Box<Expr>, Box<Body>, Box<Body>),
    /// `match x { … }`
    Match(Box<Expr>, Vec<Arm<Body>>),
    /// `one of { … }`
    OneOf(Vec<Choice>),
    /// What could not be read; an error was reported.
    Invalid,
}

/// An end of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum End {
    /// `first`
    First,
    /// `last`
    Last,
}

impl End {
    /// As written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            End::First => "first",
            End::Last => "last",
        }
    }
}

/// An operator before its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `-`
    Negate,
}

/// An operator between its operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equals,
    /// `!=`
    NotEquals,
    /// `<`
    Less,
    /// `<=`
    LessEquals,
    /// `>`
    Greater,
    /// `>=`
    GreaterEquals,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `^`
    Power,
}

impl BinaryOp {
    /// As written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Or => "or",
            BinaryOp::And => "and",
            BinaryOp::Equals => "==",
            BinaryOp::NotEquals => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessEquals => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEquals => ">=",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Power => "^",
        }
    }

    /// How tightly it binds: `or` 1, `and` 2, comparisons 4 (`not` is 3), sums 5, products 6, powers 8
    /// (a minus before an operand is 7).
    #[must_use]
    pub fn precedence(self) -> u8 {
        match self {
            BinaryOp::Or => 1,
            BinaryOp::And => 2,
            BinaryOp::Equals
            | BinaryOp::NotEquals
            | BinaryOp::Less
            | BinaryOp::LessEquals
            | BinaryOp::Greater
            | BinaryOp::GreaterEquals => 4,
            BinaryOp::Add | BinaryOp::Subtract => 5,
            BinaryOp::Multiply | BinaryOp::Divide => 6,
            BinaryOp::Power => 8,
        }
    }

    /// Whether it compares two values.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        self.precedence() == 4
    }
}
