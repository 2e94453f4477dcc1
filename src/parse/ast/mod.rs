//! The tree as written: every construct of the text, printable back to it.

mod expr;
mod family;
mod uses;

pub use expr::{
    Arm, BinaryOp, Body, Choice, ChoiceWeight, Dice, End, Expr, ExprId, ExprKind, Keep, Namespace, Pattern,
    PatternKind, PatternValue, Threshold, UnaryOp,
};
pub use family::{Enumeration, Family, NumberLabel, NumberLabels, Over, Place, Row, Table};
pub use uses::Use;

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

/// Words in quotes: where a number comes from, or why there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// The words.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// What a declaration rests on: `from "page: section"`, or `assumed "the page does not say how many"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Basis {
    /// Whether no text says it.
    pub assumed: bool,
    /// The source, or why it is assumed.
    pub source: Source,
}

/// How something is called for people, and the wiki template that writes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Naming {
    /// The label in quotes.
    pub label: Option<String>,
    /// Other words for it: `"Coin" or "penny"`.
    pub aliases: Vec<Source>,
    /// The template with its braces.
    pub template: Option<String>,
}

impl Naming {
    /// The other words for it.
    #[must_use]
    pub fn alias_texts(&self) -> Vec<String> {
        self.aliases.iter().map(|own| own.text.clone()).collect()
    }
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
    /// The names that statements give new values, in the order of the text.
    pub changed: Vec<String>,
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
    /// `mechanic isaac/room-clear-award "Room clear award" from "…"`, `library common/dice "Dice"`
    Mechanic(Mechanic),
    /// `editions rebirth, afterbirth`
    Editions(Vec<Name>),
    /// `input luck: number = 0 "Luck"`
    Input(Input),
    /// `rule battery = 1/20 from "…"`
    Rule(Rule),
    /// `outcome award: { coin, bomb }`
    Outcome(Outcome),
    /// `state offset: integer = 5 "Offset"`
    State(State),
    /// `enumeration room { boss, shop }`
    Enumeration(Enumeration),
    /// `uses card-roll, common/dice`
    Uses(Vec<Use>),
    /// `overview library, curse`
    Overview(Vec<Name>),
    /// `function either(p: number, q: number) = …`
    Function(Function),
    /// `procedure place(r: room) { … }`
    Procedure(Procedure),
    /// A step of the mechanic.
    Statement(Statement),
}

/// The head of a file.
#[derive(Debug, Clone)]
pub struct Mechanic {
    /// Whether it is a library: `library common/dice`.
    pub library: bool,
    /// `isaac/room-clear-award`
    pub path: Name,
    /// Label and template.
    pub naming: Naming,
    /// What one use is called, and what several are: `use "box", "boxes"`.
    pub use_name: Option<(String, String)>,
    /// Where the numbers below come from unless they say otherwise.
    pub basis: Option<Basis>,
}

/// A kind as written.
#[derive(Debug, Clone)]
pub struct KindSyntax {
    /// Its place.
    pub span: Span,
    /// What it is.
    pub kind: KindName,
    /// What some of its numbers are called: `integer 0..39 { 10 "Jail" }`.
    pub labels: Option<NumberLabels>,
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
    /// `list of integer`
    List(Box<KindSyntax>),
    /// `{ normal, hard }`
    Enumeration(Vec<Variant>),
    /// The enumeration of the input, rule or outcome of that name.
    Named(Name),
}

impl KindSyntax {
    /// The words `or more`, where they stand after its range.
    #[must_use]
    pub fn or_more(&self) -> Option<Span> {
        match &self.kind {
            KindName::Number(Some(range)) | KindName::Integer(Some(range)) => range.or_more,
            _ => None,
        }
    }
}

/// `0..10`, `0..`, `..10`: both ends belong to it.
#[derive(Debug, Clone)]
pub struct RangeSyntax {
    /// The least value.
    pub low: Option<Expr>,
    /// The greatest value.
    pub high: Option<Expr>,
    /// The words `or more` after it, where the greatest value stands for all above it.
    pub or_more: Option<Span>,
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
    /// What it goes through, where it is a family.
    pub family: Option<Family>,
    /// Its kind.
    pub kind: KindSyntax,
    /// The value when nothing is said.
    pub default: Option<Expr>,
    /// The editions that have it.
    pub availability: Option<Availability>,
    /// Label and template.
    pub naming: Naming,
    /// Where it is said that there is such an input.
    pub basis: Option<Basis>,
}

/// A named constant that a rule set may override.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Its name.
    pub name: Name,
    /// What it goes through, where it is a family.
    pub family: Option<Family>,
    /// Its kind, where it is not plain from the value.
    pub kind: Option<KindSyntax>,
    /// The value when no rule set says otherwise.
    pub default: RuleDefault,
    /// Label and template.
    pub naming: Naming,
    /// Where the value comes from.
    pub basis: Option<Basis>,
}

/// What a rule is when no rule set says otherwise.
#[derive(Debug, Clone)]
pub enum RuleDefault {
    /// `= 1/20`
    Value(Expr),
    /// `{ boss 1, shop 1/2 }`: the values of a family.
    Table(Table),
    /// `unknown "how many is not said"`: nobody knows it, and why.
    Unknown(Source),
}

/// A field of the result.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Its name.
    pub name: Name,
    /// What it goes through, where it is a family.
    pub family: Option<Family>,
    /// Its kind.
    pub kind: KindSyntax,
    /// The value it has until it is given another.
    pub start: Option<Expr>,
    /// Label and template.
    pub naming: Naming,
}

/// A variable that survives from one use of the mechanic to the next.
#[derive(Debug, Clone)]
pub struct State {
    /// Its name.
    pub name: Name,
    /// What it goes through, where it is a family.
    pub family: Option<Family>,
    /// Its kind.
    pub kind: KindSyntax,
    /// The value before the first use.
    pub start: Option<Expr>,
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

/// Statements with a name and parameters.
#[derive(Debug, Clone)]
pub struct Procedure {
    /// Its name.
    pub name: Name,
    /// Its parameters with their kinds.
    pub parameters: Vec<(Name, KindSyntax)>,
    /// What it does.
    pub body: Block,
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
    /// `x = …`, `rank of boss = …`
    Assign(Place, Expr),
    /// `if a { … } else if b { … } else { … }`
    If(Vec<(Expr, Block)>, Option<Block>),
    /// `match x { … }`
    Match(Expr, Vec<Arm<Block>>),
    /// `repeat n { … }`
    Repeat(Expr, Block),
    /// `repeat { … } until x`
    Until(Block, Expr),
    /// `given x`
    Given(Expr),
    /// `require x "why"`
    Require(Expr, String),
    /// `pool bag { 3 => red, 5 => blue }`
    Pool(Pool),
    /// `place(shop, 1/2)`: a procedure is run.
    Run(Name, Vec<Expr>),
    /// `for each r in room { … }`
    ForEach(Name, Expr, Block),
    /// `ends at 2 = x`
    SetAt(Name, Expr, Expr),
    /// `add e to ends`, `add e to front of ends`
    Add(Expr, End, Name),
    /// `put card into deck`
    Put(Expr, Name),
}

impl<'a> Block {
    /// The expressions of its statements.
    #[must_use]
    pub fn expressions(&'a self) -> Vec<&'a Expr> {
        self.statements.iter().flat_map(Statement::expressions).collect()
    }
}

impl<'a> Statement {
    /// The expressions in it, those of the statements inside it among them.
    #[must_use]
    pub fn expressions(&'a self) -> Vec<&'a Expr> {
        match &self.kind {
            StatementKind::Let(binding) => vec![&binding.value],
            StatementKind::Assign(place, value) => place.of.iter().chain([value]).collect(),
            StatementKind::Add(value, ..) | StatementKind::Put(value, _) => vec![value],
            StatementKind::Given(value) | StatementKind::Require(value, _) => vec![value],
            StatementKind::If(branches, otherwise) => {
                let guarded =
                    branches.iter().flat_map(|(guard, block)| [guard].into_iter().chain(block.expressions()));
                guarded.chain(otherwise.iter().flat_map(Block::expressions)).collect()
            }
            StatementKind::Match(subject, arms) => {
                let inside =
                    |arm: &'a Arm<Block>| arm.pattern.expressions().into_iter().chain(arm.body.expressions());
                [subject].into_iter().chain(arms.iter().flat_map(inside)).collect()
            }
            StatementKind::Repeat(value, block)
            | StatementKind::Until(block, value)
            | StatementKind::ForEach(_, value, block) => {
                [value].into_iter().chain(block.expressions()).collect()
            }
            StatementKind::Pool(pool) => pool.entries.iter().flat_map(PoolEntry::expressions).collect(),
            StatementKind::Run(_, arguments) => arguments.iter().collect(),
            StatementKind::SetAt(_, place, value) => vec![place, value],
        }
    }

    /// The statements right inside it.
    #[must_use]
    pub fn inside(&'a self) -> Vec<&'a Statement> {
        let blocks: Vec<&'a Block> = match &self.kind {
            StatementKind::If(branches, otherwise) => {
                branches.iter().map(|(_, block)| block).chain(otherwise).collect()
            }
            StatementKind::Match(_, arms) => arms.iter().map(|arm| &arm.body).collect(),
            StatementKind::Repeat(_, block)
            | StatementKind::Until(block, _)
            | StatementKind::ForEach(_, _, block) => vec![block],
            _ => Vec::new(),
        };
        blocks.into_iter().flat_map(|block| &block.statements).collect()
    }
}

impl StatementKind {
    /// Whether it is short: several of them may stand on one line, with `;` between.
    #[must_use]
    pub fn is_simple(&self) -> bool {
        use StatementKind::{Add, Assign, Given, Let, Put, Run, SetAt};
        matches!(self, Let(_) | Assign(..) | Given(_) | SetAt(..) | Add(..) | Put(..) | Run(..))
    }
}

/// `pool bag { 3 => red, 2 of weight 1/2 => blue }`
#[derive(Debug, Clone)]
pub struct Pool {
    /// Its name.
    pub name: Name,
    /// What is in it.
    pub entries: Vec<PoolEntry>,
    /// The braces.
    pub span: Span,
}

/// Some equal things in a pool.
#[derive(Debug, Clone)]
pub struct PoolEntry {
    /// Its place.
    pub span: Span,
    /// What it is written out for: `for each r in rarity:`
    pub each: Vec<(Name, Expr)>,
    /// How many there are.
    pub count: Expr,
    /// How much each weighs, where it is not 1.
    pub weight: Option<Expr>,
    /// What each is.
    pub value: Expr,
}

impl<'a> PoolEntry {
    /// The expressions in it.
    #[must_use]
    pub fn expressions(&'a self) -> Vec<&'a Expr> {
        let own = [Some(&self.count), self.weight.as_ref(), Some(&self.value)];
        self.each.iter().map(|(_, all)| all).chain(own.into_iter().flatten()).collect()
    }
}

/// `let x: kind = …`
#[derive(Debug, Clone)]
pub struct Let {
    /// Its place.
    pub span: Span,
    /// The new name.
    pub name: Name,
    /// What it goes through, where it is a family.
    pub family: Option<Family>,
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
