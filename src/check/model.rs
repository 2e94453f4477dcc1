//! The checked model: every name bound, every kind known.

use rustc_hash::FxHashMap;

pub use super::families::{Domain, Family, FamilyOf, FamilyTotal};
use super::ids::FieldId;
pub use super::library::Function;
pub use super::uses::Used;
use crate::diagnostic::Code;
use crate::exact::Rational;
use crate::parse::ast::{self, ExprId};
use crate::source::Span;
use crate::value::{InputValue, RuleValue, Value};

/// Which enumeration of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EnumId(pub usize);

/// What kind of value an expression has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Flag,
    /// A whole number.
    Integer,
    /// A rational number.
    Number,
    /// A continuous roll.
    Roll,
    /// A value of an enumeration.
    Enum(EnumId),
    /// Some values, one after another.
    List(Element),
    /// All outcomes of the mechanic of that number among those used.
    Record(usize),
    /// A pool, by its number in the file.
    Pool(usize),
    /// All members of a family, by its place in the model.
    Family(usize),
    /// Not known, because an error was already reported. Fits everywhere.
    Unknown,
}

impl Kind {
    /// Whether a value of this kind can stand where `wanted` is needed: whole numbers are numbers, and
    /// a number is a roll that always gives the same.
    #[must_use]
    pub fn fits(self, wanted: Kind) -> bool {
        match (self, wanted) {
            (Kind::Unknown, _) | (_, Kind::Unknown) => true,
            (Kind::Integer, Kind::Number | Kind::Roll) | (Kind::Number, Kind::Roll) => true,
            (Kind::List(own), Kind::List(other)) => own.kind().fits(other.kind()),
            _ => self == wanted,
        }
    }

    /// The kind that has room for both, if there is one.
    #[must_use]
    pub fn join(self, other: Kind) -> Option<Kind> {
        if self == Kind::Unknown || other.fits(self) {
            Some(if self == Kind::Unknown { other } else { self })
        } else if self.fits(other) {
            Some(other)
        } else {
            None
        }
    }

    /// Whether it can be calculated with.
    #[must_use]
    pub fn is_numeric(self) -> bool {
        matches!(self, Kind::Integer | Kind::Number | Kind::Roll | Kind::Unknown)
    }
}

/// What a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// Flags.
    Flag,
    /// Whole numbers.
    Integer,
    /// Rational numbers.
    Number,
    /// Values of an enumeration.
    Enum(EnumId),
}

impl Element {
    /// The kind of each.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Element::Flag => Kind::Flag,
            Element::Integer => Kind::Integer,
            Element::Number => Kind::Number,
            Element::Enum(id) => Kind::Enum(id),
        }
    }

    /// What a list of such values holds; `None` for what no list can hold.
    #[must_use]
    pub fn of(kind: Kind) -> Option<Element> {
        Some(match kind {
            Kind::Flag => Element::Flag,
            Kind::Integer => Element::Integer,
            Kind::Number => Element::Number,
            Kind::Enum(id) => Element::Enum(id),
            _ => return None,
        })
    }
}

/// What is asked of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListPart {
    /// `first of`
    First,
    /// `last of`
    Last,
    /// `length of`
    Length,
    /// `sum of`
    Sum,
}

impl ListPart {
    /// The part that the word before `of` asks for.
    #[must_use]
    pub fn named(word: &str) -> Option<ListPart> {
        Some(match word {
            "first" => ListPart::First,
            "last" => ListPart::Last,
            "length" => ListPart::Length,
            "sum" => ListPart::Sum,
            _ => return None,
        })
    }
}

/// One value of an enumeration.
#[derive(Debug, Clone)]
pub struct Variant {
    /// Its name in the language and on the command line.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// The template that writes it on a wiki.
    pub template: Option<String>,
}

/// A list of named values.
#[derive(Debug, Clone)]
pub struct Enumeration {
    /// The input, rule or outcome that declares it.
    pub name: String,
    /// Its values in the order of the declaration.
    pub variants: Vec<Variant>,
}

/// The values a number may take; both ends belong to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub low: Option<Rational>,
    /// The greatest.
    pub high: Option<Rational>,
}

impl Range {
    /// From 0 to 1.
    #[must_use]
    pub fn probability() -> Range {
        Range { low: Some(Rational::ZERO), high: Some(Rational::ONE) }
    }

    /// Whether the number lies in it.
    #[must_use]
    pub fn contains(&self, number: &Rational) -> bool {
        self.low.as_ref().is_none_or(|low| number >= low)
            && self.high.as_ref().is_none_or(|high| number <= high)
    }

    /// As said in messages: `from 0 to 1`, `from 0`, `up to 10`.
    #[must_use]
    pub fn describe(&self) -> Option<String> {
        match (&self.low, &self.high) {
            (Some(low), Some(high)) => Some(format!("from {low} to {high}")),
            (Some(low), None) => Some(format!("from {low}")),
            (None, Some(high)) => Some(format!("up to {high}")),
            (None, None) => None,
        }
    }
}

/// What people call a whole number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberLabel {
    /// The number.
    pub value: Rational,
    /// What people call it.
    pub label: String,
    /// The template that writes it on a wiki.
    pub template: Option<String>,
}

/// An input, a rule or an outcome field: what can be said of all three.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// Its name in the language and on the command line.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// The template that writes it on a wiki.
    pub template: Option<String>,
    /// Its kind: flag, integer, number or an enumeration.
    pub kind: Kind,
    /// The numbers it may be.
    pub range: Range,
    /// Whether the greatest of them stands for all from it on: `1..30 or more`.
    pub or_more: bool,
    /// What people call some of them.
    pub labels: Vec<NumberLabel>,
    /// Where it is declared.
    pub span: Span,
}

impl Declaration {
    /// What people call one of its numbers, where it is said.
    #[must_use]
    pub fn number_label(&self, number: &Rational) -> Option<&NumberLabel> {
        self.labels.iter().find(|label| label.value == *number)
    }
}

/// Something the player brings.
#[derive(Debug, Clone)]
pub struct Input {
    /// Name, kind and range.
    pub declaration: Declaration,
    /// What it is when nothing is said.
    pub default: InputDefault,
    /// For each edition of the mechanic, in order, whether it has this input.
    pub editions: Vec<bool>,
}

/// What an input is when nothing is said.
#[derive(Debug, Clone)]
pub enum InputDefault {
    /// Always this.
    Value(Value),
    /// What follows from rules and from inputs above it.
    Follows {
        /// The expression.
        expr: Box<ast::Expr>,
        /// Its text in canonical layout.
        text: String,
    },
}

impl InputDefault {
    /// The value, where it is always the same.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        match self {
            InputDefault::Value(value) => Some(value),
            InputDefault::Follows { .. } => None,
        }
    }
}

impl Input {
    /// What it is in a scenario where nothing is said.
    #[must_use]
    pub fn usual(&self) -> InputValue {
        match &self.default {
            InputDefault::Value(value) => InputValue::Value(value.clone()),
            InputDefault::Follows { .. } => InputValue::Default,
        }
    }

    /// Whether a value says no more than its default does.
    #[must_use]
    pub fn is_usual(&self, value: &InputValue) -> bool {
        *value == self.usual()
    }
}

/// A named constant that rule sets may override.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Name, kind and range.
    pub declaration: Declaration,
    /// Its value when no rule set says otherwise.
    pub default: RuleValue,
    /// Where that value comes from.
    pub source: Option<String>,
    /// The mechanic that declares it, without its game, where that is one that this mechanic uses.
    pub owner: Option<String>,
}

/// A variable that survives from one use of the mechanic to the next.
#[derive(Debug, Clone)]
pub struct State {
    /// Name, kind and range.
    pub declaration: Declaration,
    /// The mechanic that declares it, without its game, where that is one that this mechanic uses.
    pub owner: Option<String>,
}

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// Why a value does not fit its declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueError {
    /// The kind of finding.
    pub code: Code,
    /// What was found and what was expected, in one line.
    pub message: String,
}

impl std::fmt::Display for ValueError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ValueError {}

/// What one use of a mechanic is called, and several: `card`, `cards`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UseName {
    /// One.
    pub one: String,
    /// Several.
    pub many: String,
}

impl Default for UseName {
    fn default() -> UseName {
        UseName { one: "use".to_owned(), many: "uses".to_owned() }
    }
}

impl UseName {
    /// `1 card`, `19 cards`
    #[must_use]
    pub fn counted(&self, count: u64) -> String {
        format!("{count} {}", if count == 1 { &self.one } else { &self.many })
    }

    /// As it begins a heading: `Card`.
    #[must_use]
    pub fn heading(&self) -> String {
        label_from_name(&self.one)
    }
}

/// A checked mechanic.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// `isaac/room-clear-award`
    pub path: String,
    /// Whether it is a library: functions and enumerations for others, without outcomes.
    pub library: bool,
    /// What people call it.
    pub label: String,
    /// What one use of it is called.
    pub use_name: UseName,
    /// Where its numbers come from unless they say otherwise.
    pub source: Option<String>,
    /// The editions it knows, oldest first.
    pub editions: Vec<String>,
    /// The enumerations of its inputs, rules and outcomes.
    pub enumerations: Vec<Enumeration>,
    /// Its inputs in the order of the text.
    pub inputs: Vec<Input>,
    /// Its rules in the order of the text, then those of the mechanics it uses, as `card-roll.cap`.
    pub rules: Vec<Rule>,
    /// Its outcome fields in the order of the text.
    pub fields: Vec<Declaration>,
    /// What survives from one use to the next: its own states, then those of the mechanics it uses.
    pub states: Vec<State>,
    /// The outcomes to show when nothing is asked; empty where the mechanic does not say.
    pub overview: Vec<FieldId>,
    /// What it declares once for every value, then what the mechanics it uses declare so.
    pub families: Vec<Family>,
    /// The mechanics it uses.
    pub uses: Vec<Used>,
    /// Where it says what is known, if it does.
    pub evidence: Option<Span>,
    /// The functions of the libraries it uses, then its own.
    pub functions: Vec<Function>,
    /// Its procedures.
    pub procedures: Vec<Procedure>,
    /// The tree it was made from.
    pub tree: ast::File,
    /// What the names in the tree stand for.
    pub resolution: Resolution,
}

impl Model {
    /// The mechanic without its game: `room-clear-award`.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.split_once('/').map_or(self.path.as_str(), |(_, name)| name)
    }

    /// The values of a kind, if it is an enumeration.
    #[must_use]
    pub fn variants(&self, kind: Kind) -> &[Variant] {
        match kind {
            Kind::Enum(id) | Kind::List(Element::Enum(id)) => {
                self.enumerations.get(id.0).map_or(&[], |list| &list.variants)
            }
            _ => &[],
        }
    }

    /// How a kind is named in messages.
    #[must_use]
    pub fn describe(&self, kind: Kind) -> String {
        match kind {
            Kind::Flag => "a flag".to_owned(),
            Kind::Integer => "a whole number".to_owned(),
            Kind::Number => "a number".to_owned(),
            Kind::Roll => "a continuous roll".to_owned(),
            Kind::Enum(id) => {
                let name = self.enumerations.get(id.0).map_or("?", |list| list.name.as_str());
                format!("a value of `{name}`")
            }
            Kind::List(element) => match element {
                Element::Flag => "a list of flags".to_owned(),
                Element::Integer => "a list of whole numbers".to_owned(),
                Element::Number => "a list of numbers".to_owned(),
                Element::Enum(_) => format!("a list of which each is {}", self.describe(element.kind())),
            },
            Kind::Record(index) => {
                let name = self.uses.get(index).map_or("?", |used| used.name.as_str());
                format!("all outcomes of `{name}`")
            }
            Kind::Pool(_) => "a pool".to_owned(),
            Kind::Family(index) => {
                let of = self.families.get(index).map_or("member", |family| family.of.member());
                format!("a family of {of}s")
            }
            Kind::Unknown => "unknown".to_owned(),
        }
    }

    /// A value as a person would type it after `--set`.
    #[must_use]
    pub fn value_text(&self, kind: Kind, value: &Value) -> String {
        match value {
            Value::Flag(flag) => flag.to_string(),
            Value::Number(number) => number.to_string(),
            Value::Above(above) => above.to_string(),
            Value::List(list) => {
                list.iter().map(|value| self.value_text(kind, value)).collect::<Vec<_>>().join(",")
            }
            Value::Variant(index) => self
                .variants(kind)
                .get(*index as usize)
                .map_or_else(|| index.to_string(), |variant| variant.name.clone()),
        }
    }

    /// The value of a rule as a person would type it; `?` where it is not known.
    #[must_use]
    pub fn rule_text(&self, kind: Kind, value: &RuleValue) -> String {
        value.known().map_or_else(|| "?".to_owned(), |value| self.value_text(kind, value))
    }

    /// Reads a value as a person would type it after `--set`.
    ///
    /// # Errors
    /// What is wrong with it, and what could stand there instead.
    pub fn parse_value(&self, declaration: &Declaration, text: &str) -> Result<Value, ValueError> {
        let name = &declaration.name;
        let mismatch = |message| Err(ValueError { code: Code::KindMismatch, message });
        match declaration.kind {
            Kind::Flag => match text {
                "true" | "yes" | "on" | "1" => Ok(Value::Flag(true)),
                "false" | "no" | "off" | "0" => Ok(Value::Flag(false)),
                _ => mismatch(format!("`{name}` is a flag: found `{text}`, expected `true` or `false`")),
            },
            Kind::Enum(_) => {
                let variants = self.variants(declaration.kind);
                let names = || variants.iter().map(|variant| variant.name.as_str());
                match names().position(|variant| variant == text) {
                    Some(index) => Ok(Value::Variant(u32::try_from(index).unwrap_or(u32::MAX))),
                    None => {
                        let help = crate::diagnostic::or_nearest(text, names());
                        let help = help.map(|help| format!("; {help}")).unwrap_or_default();
                        mismatch(format!("`{name}` has no value `{text}`{help}"))
                    }
                }
            }
            Kind::List(element) => {
                let each = Declaration { kind: element.kind(), ..declaration.clone() };
                let parts = text.split(',').map(str::trim).filter(|_| !text.trim().is_empty());
                parts.map(|part| self.parse_value(&each, part)).collect::<Result<_, _>>().map(Value::List)
            }
            _ => match text.parse() {
                Ok(number) => self.check_number(declaration, number),
                Err(error) => mismatch(format!("`{name}`: {error}")),
            },
        }
    }

    /// Whether a number can be the value of a declaration.
    ///
    /// # Errors
    /// What is wrong with it, and what could stand there instead.
    pub fn check_number(&self, declaration: &Declaration, number: Rational) -> Result<Value, ValueError> {
        let name = &declaration.name;
        if declaration.kind == Kind::Integer && !number.is_integer() {
            let message = format!("`{name}` is a whole number: found {number}");
            return Err(ValueError { code: Code::NotWhole, message });
        }
        if !declaration.range.contains(&number) {
            let range = declaration.range.describe().unwrap_or_default();
            let message = format!("`{name}` goes {range}: found {number}");
            return Err(ValueError { code: Code::OutOfRange, message });
        }
        Ok(Value::Number(number))
    }
}

/// A label for people made from a name: `tarot_card` becomes `Tarot card`.
#[must_use]
pub fn label_from_name(name: &str) -> String {
    let spaced = name.replace(['_', '-'], " ");
    let mut letters = spaced.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
