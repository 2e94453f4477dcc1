//! The checked model: every name bound, every kind known.

pub use super::binding::{Binding, Builtin, LocalId, Procedure, Resolution};
pub use super::families::{Domain, Family, FamilyOf, FamilyTotal};
use super::ids::FieldId;
pub use super::kind::{Element, EnumId, Enumeration, Kind, ListPart, Range, Variant};
pub use super::library::Function;
pub use super::names::{NumberLabel, UseName};
pub use super::uses::Used;
use crate::diagnostic::Code;
use crate::exact::Rational;
use crate::parse::ast;
use crate::source::Span;
use crate::value::{Basis, InputValue, RuleValue, Value};

/// An input, a rule or an outcome field: what can be said of all three.
#[derive(Debug, Clone)]
pub struct Declaration {
    /// Its name in the language and on the command line.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// Other words that people use for it.
    pub aliases: Vec<String>,
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

    /// The number that people call so, whether in capitals or not.
    pub(crate) fn number_called(&self, text: &str) -> Option<Rational> {
        let by_label = only_labelled(self.labels.iter().map(|label| label.label.as_str()), text);
        let found = by_label.or_else(|| only_alias(self.labels.iter().map(|label| &label.aliases), text))?;
        self.labels.get(found).map(|label| label.value.clone())
    }
}

/// The labels that a text is, in any case and spacing, by their places.
pub(crate) fn labelled<'l>(labels: impl Iterator<Item = &'l str>, text: &str) -> impl Iterator<Item = usize> {
    let wanted = folded(text);
    let labels = labels.enumerate().filter(move |(_, label)| !wanted.is_empty() && folded(label) == wanted);
    labels.map(|(index, _)| index)
}

/// The only label that a text is.
pub(crate) fn only_labelled<'l>(labels: impl Iterator<Item = &'l str>, text: &str) -> Option<usize> {
    let mut found = labelled(labels, text);
    found.next().filter(|_| found.next().is_none())
}

/// The things of whose other words a text is one, by their places.
pub(crate) fn with_alias<'l>(
    aliases: impl Iterator<Item = &'l Vec<String>>,
    text: &str,
) -> impl Iterator<Item = usize> {
    let is_one = move |(_, own): &(usize, &'l Vec<String>)| {
        labelled(own.iter().map(String::as_str), text).next().is_some()
    };
    aliases.enumerate().filter(is_one).map(|(index, _)| index)
}

/// The only thing of whose other words a text is one.
pub(crate) fn only_alias<'l>(aliases: impl Iterator<Item = &'l Vec<String>>, text: &str) -> Option<usize> {
    let mut found = with_alias(aliases, text);
    found.next().filter(|_| found.next().is_none())
}

/// A label without what people type in one way or another: case, spaces, underscores, hyphens and apostrophes.
pub(crate) fn folded(text: &str) -> String {
    let letters = text.chars().filter(|c| !c.is_whitespace() && !"_-'\u{2019}".contains(*c));
    letters.flat_map(char::to_lowercase).collect()
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
    /// Where it is said that there is such an input, if that is said.
    pub basis: Option<Basis>,
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
    pub basis: Option<Basis>,
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

/// A checked mechanic.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// `isaac/room-clear-award`
    pub path: String,
    /// Whether it is a library: functions and enumerations for others, without outcomes.
    pub library: bool,
    /// What people call it.
    pub label: String,
    /// Other words that people use for it.
    pub aliases: Vec<String>,
    /// What one use of it is called.
    pub use_name: UseName,
    /// Where its numbers come from unless they say otherwise.
    pub basis: Option<Basis>,
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

    /// All values of a kind that is an enumeration or a flag; none of others.
    pub(crate) fn values(&self, kind: Kind) -> Vec<Value> {
        match kind {
            Kind::Flag => vec![Value::Flag(false), Value::Flag(true)],
            _ => (0..).zip(self.variants(kind)).map(|(value, _)| Value::Variant(value)).collect(),
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
                let by_name = names().position(|variant| variant == text);
                let labels = variants.iter().map(|variant| variant.label.as_str());
                let aliases = variants.iter().map(|variant| &variant.aliases);
                let by_word = || only_labelled(labels, text).or_else(|| only_alias(aliases, text));
                match by_name.or_else(by_word) {
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
            _ => match text.parse().or_else(|error| declaration.number_called(text).ok_or(error)) {
                Ok(number) => self.check_number(declaration, number),
                Err(error) => {
                    let labels = declaration.labels.iter().map(|label| label.label.as_str());
                    let help = crate::diagnostic::or_nearest(text, labels);
                    match help.filter(|_| !declaration.labels.is_empty()) {
                        Some(help) => mismatch(format!("`{name}` has no value `{text}`; {help}")),
                        None => mismatch(format!("`{name}`: {error}")),
                    }
                }
            },
        }
    }

    /// Whether a number can be the value of a declaration.
    ///
    /// # Errors
    /// What is wrong with it, and what could stand there instead.
    pub fn check_number(&self, declaration: &Declaration, number: Rational) -> Result<Value, ValueError> {
        let name = &declaration.name;
        if !matches!(declaration.kind, Kind::Integer | Kind::Number) {
            let message = format!("`{name}` is no number: found {number}");
            return Err(ValueError { code: Code::KindMismatch, message });
        }
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
