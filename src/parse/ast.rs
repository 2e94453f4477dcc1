//! The tree as written: every construct of the text, printable back to it.

use std::fmt;

use crate::exact::Rational;
use crate::source::Span;

/// A name with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// A comment, with the `#`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Its place.
    pub span: Span,
    /// Its text from the `#` to the end of the line.
    pub text: String,
    /// Whether nothing stands before it on its line.
    pub own_line: bool,
}

/// Where a number comes from: a source named in quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The source as a person would cite it.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// How something is called for people, and the wiki template that writes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Naming {
    /// The label in quotes.
    pub label: Option<String>,
    /// The template with its braces.
    pub template: Option<String>,
}

/// A whole file.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// The items in the order of the text.
    pub items: Vec<Item>,
    /// The comments in the order of the text.
    pub comments: Vec<Comment>,
    /// The start of the text.
    pub span: Span,
    /// How many expressions there are; their ids are below it.
    pub expressions: u32,
}

/// A declaration or a statement.
#[derive(Debug, Clone)]
pub struct Item {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: ItemKind,
}

/// What an item is.
#[derive(Debug, Clone)]
pub enum ItemKind {
    /// `mechanic isaac/room-clear-award "Room clear award" from "…"`
    Mechanic(Mechanic),
    /// `editions rebirth, afterbirth`
    Editions(Vec<Name>),
    /// `input luck: number = 0 "Luck"`
    Input(Input),
    /// `rule battery = 1/20 from "…"`
    Rule(Rule),
    /// `outcome award: { coin, bomb }`
    Outcome(Outcome),
    /// `function either(p: number, q: number) = …`
    Function(Function),
    /// A step of the mechanic.
    Statement(Statement),
}

/// The head of a file.
#[derive(Debug, Clone)]
pub struct Mechanic {
    /// `isaac/room-clear-award`
    pub path: Name,
    /// Label and template.
    pub naming: Naming,
    /// Where the numbers below come from unless they say otherwise.
    pub source: Option<Source>,
}

/// A kind as written.
#[derive(Debug, Clone)]
pub struct KindSyntax {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: KindName,
}

/// What a written kind is.
#[derive(Debug, Clone)]
pub enum KindName {
    /// `flag`
    Flag,
    /// `number`, perhaps with a range
    Number(Option<RangeSyntax>),
    /// `integer`, perhaps with a range
    Integer(Option<RangeSyntax>),
    /// `probability`
    Probability,
    /// `roll`
    Roll,
    /// `{ normal, hard }`
    Enumeration(Vec<Variant>),
    /// The enumeration of the input, rule or outcome of that name.
    Named(Name),
}

/// `0..10`, `0..`, `..10`: both ends belong to it.
#[derive(Debug, Clone)]
pub struct RangeSyntax {
    /// The least value.
    pub low: Option<Expr>,
    /// The greatest value.
    pub high: Option<Expr>,
}

/// One value of an enumeration.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its name.
    pub name: Name,
    /// Label and template.
    pub naming: Naming,
}

/// Which editions have an input.
#[derive(Debug, Clone)]
pub enum Availability {
    /// From this edition on.
    Since(Name),
    /// In the editions before this one.
    Before(Name),
}

/// Something the player brings.
#[derive(Debug, Clone)]
pub struct Input {
    /// Its name.
    pub name: Name,
    /// Its kind.
    pub kind: KindSyntax,
    /// The value when nothing is said.
    pub default: Option<Expr>,
    /// The editions that have it.
    pub availability: Option<Availability>,
    /// Label and template.
    pub naming: Naming,
}

/// A named constant that a rule set may override.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name.
    pub name: Name,
    /// Its kind, where it is not plain from the value.
    pub kind: Option<KindSyntax>,
    /// The value when no rule set says otherwise.
    pub default: Expr,
    /// Label and template.
    pub naming: Naming,
    /// Where the value comes from.
    pub source: Option<Source>,
}

/// A field of the result.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Its name.
    pub name: Name,
    /// Its kind.
    pub kind: KindSyntax,
    /// Label and template.
    pub naming: Naming,
}

/// A function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Its parameters with their kinds.
    pub parameters: Vec<(Name, KindSyntax)>,
    /// Its value.
    pub body: Body,
}

/// A step of the mechanic.
#[derive(Debug, Clone)]
pub struct Statement {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: StatementKind,
}

/// What a statement is.
#[derive(Debug, Clone)]
pub enum StatementKind {
    /// `let x = …`
    Let(Box<Let>),
    /// `x = …`
    Assign(Name, Expr),
    /// `if a { … } else if b { … } else { … }`
    If(Vec<(Expr, Block)>, Option<Block>),
    /// `match x { … }`
    Match(Expr, Vec<Arm<Block>>),
    /// `repeat n { … }`
    Repeat(Expr, Block),
}

/// `let x: kind = …`
#[derive(Debug, Clone)]
pub struct Let {
    /// Its place.
    pub span: Span,
    /// The new name.
    pub name: Name,
    /// Its kind, where it is said.
    pub kind: Option<KindSyntax>,
    /// Its value.
    pub value: Expr,
}

/// Statements in braces.
#[derive(Debug, Clone)]
pub struct Block {
    /// Its place.
    pub span: Span,
    /// The statements.
    pub statements: Vec<Statement>,
    /// Whether it stands in braces; an arm of a match may be a single statement without.
    pub braced: bool,
}

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

/// The value of a branch: some bindings, then an expression.
#[derive(Debug, Clone)]
pub struct Body {
    /// Its place.
    pub span: Span,
    /// Names bound before the value.
    pub lets: Vec<Let>,
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
    /// What the others leave.
    Else,
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

impl ExprKind {
    /// The expressions directly inside: operands, arguments, and those of bodies, patterns and weights.
    #[must_use]
    pub fn children(&self) -> Vec<&Expr> {
        match self {
            ExprKind::Number(..) | ExprKind::Flag(_) | ExprKind::Name(..) | ExprKind::Invalid => Vec::new(),
            ExprKind::Paren(inner) | ExprKind::Unary(_, inner) => vec![inner],
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::In(left, members) => std::iter::once(&**left).chain(members).collect(),
            ExprKind::Call(_, arguments) => arguments.iter().collect(),
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
                    if let ChoiceWeight::Given(weight) = &choice.weight {
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
    /// The values of its bindings, then its own.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.lets.iter().map(|binding| &binding.value).chain([&self.value])
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
    /// `chance(1/20)`
    Call(Name, Vec<Expr>),
    /// `if a { x } else { y }`
    If(Box<Expr>, Box<Body>, Box<Body>),
    /// `match x { … }`
    Match(Box<Expr>, Vec<Arm<Body>>),
    /// `one of { … }`
    OneOf(Vec<Choice>),
    /// What could not be read; an error was reported.
    Invalid,
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
