//! Families: something declared once for every value of an enumeration, of a range of whole numbers, or of two such.

use super::FieldId;
use super::model::{Binding, EnumId, Kind, Model, Range};
use crate::diagnostic::{nearest, or_nearest};
use crate::exact::Rational;
use crate::parse::ast::{ExprKind, ItemKind};
use crate::source::Span;
use crate::value::Value;

/// What a family goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// The values of an enumeration, and how many there are.
    Values(EnumId, usize),
    /// Whole numbers from the first on, and how many there are.
    Numbers(i64, usize),
}

impl Domain {
    /// How many values it has.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Domain::Values(_, count) | Domain::Numbers(_, count) => count,
        }
    }

    /// The kind of its values.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Domain::Values(id, _) => Kind::Enum(id),
            Domain::Numbers(..) => Kind::Integer,
        }
    }

    /// The value at a place, from 0.
    #[must_use]
    pub fn value(self, place: usize) -> Value {
        match self {
            Domain::Values(..) => Value::Variant(u32::try_from(place).unwrap_or(u32::MAX)),
            Domain::Numbers(first, _) => {
                Value::Number(Rational::from(first.saturating_add(i64::try_from(place).unwrap_or(i64::MAX))))
            }
        }
    }

    /// The place of a value, from 0, where it has it.
    #[must_use]
    pub fn place(self, value: &Value) -> Option<usize> {
        let place = match (self, value) {
            (Domain::Values(..), Value::Variant(index)) => usize::try_from(*index).ok(),
            (Domain::Numbers(first, _), Value::Number(number)) if number.is_integer() => {
                number.to_i64().and_then(|number| usize::try_from(number.checked_sub(first)?).ok())
            }
            _ => None,
        };
        place.filter(|place| *place < self.count())
    }

    /// As said in messages: `room`, `1..6`.
    #[must_use]
    pub fn describe(self, model: &Model) -> String {
        match self {
            Domain::Values(id, _) => model.enumerations.get(id.0).map_or("?", |list| &list.name).to_owned(),
            Domain::Numbers(first, count) => {
                format!("{first}..{}", first.saturating_add(i64::try_from(count).unwrap_or(i64::MAX) - 1))
            }
        }
    }
}

/// What the members of a family are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FamilyOf {
    /// Inputs.
    Inputs,
    /// Rules.
    Rules,
    /// Outcomes.
    Outcomes,
    /// States.
    States,
    /// Variables of the mechanic.
    Variables,
}

impl FamilyOf {
    /// One of them, as said in messages.
    #[must_use]
    pub fn member(self) -> &'static str {
        match self {
            FamilyOf::Inputs => "input",
            FamilyOf::Rules => "rule",
            FamilyOf::Outcomes => "outcome",
            FamilyOf::States => "state",
            FamilyOf::Variables => "variable",
        }
    }
}

/// What is asked of all members of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FamilyTotal {
    /// `most of faces`: the largest.
    Most,
    /// `least of faces`: the smallest.
    Least,
    /// `sum of faces`
    Sum,
}

impl FamilyTotal {
    /// What a word before `of` asks of all members, if it does.
    #[must_use]
    pub fn named(word: &str) -> Option<FamilyTotal> {
        Some(match word {
            "most" => FamilyTotal::Most,
            "least" => FamilyTotal::Least,
            "sum" => FamilyTotal::Sum,
            _ => return None,
        })
    }
}

/// Something declared once for every value of what it goes through.
#[derive(Debug, Clone)]
pub struct Family {
    /// Its name in the language.
    pub name: String,
    /// What its members are.
    pub of: FamilyOf,
    /// What it goes through; nothing where that could not be understood.
    pub over: Vec<Domain>,
    /// The kind of each member.
    pub kind: Kind,
    /// The numbers each member may be.
    pub range: Range,
    /// The members: for each value of what it goes through first, those for each value of what it goes through second.
    pub members: Vec<Binding>,
    /// The mechanic that declares it, without its game, where that is one that this mechanic uses.
    pub owner: Option<String>,
    /// Where it is declared.
    pub span: Span,
}

impl Family {
    /// The member at a place for each of what it goes through.
    #[must_use]
    pub fn member(&self, places: &[usize]) -> Option<Binding> {
        let all = places.iter().zip(&self.over).fold(0, |index, (place, over)| index * over.count() + place);
        self.members.get(all).copied()
    }

    /// The numbers that each member can be at any time: of inputs, rules and states.
    #[must_use]
    pub fn declared_range(&self) -> Range {
        match self.of {
            FamilyOf::Inputs | FamilyOf::Rules | FamilyOf::States => self.range.clone(),
            FamilyOf::Outcomes | FamilyOf::Variables => Range::default(),
        }
    }

    /// The places of the member of that number.
    #[must_use]
    pub fn places(&self, member: usize) -> Vec<usize> {
        let mut rest = member;
        let mut places: Vec<usize> = Vec::new();
        for over in self.over.iter().rev() {
            places.push(rest % over.count().max(1));
            rest /= over.count().max(1);
        }
        places.reverse();
        places
    }
}

impl Model {
    /// The name of a value of what a family goes through: `silent`, `3`.
    #[must_use]
    pub fn place_name(&self, over: Domain, place: usize) -> String {
        self.value_text(over.kind(), &over.value(place))
    }

    /// What people call a value of what a family goes through.
    #[must_use]
    pub fn place_label(&self, over: Domain, place: usize) -> String {
        let variant = self.variants(over.kind()).get(place);
        variant.map_or_else(|| self.place_name(over, place), |variant| variant.label.clone())
    }

    /// What people say for that label; nothing for a number of a range.
    pub(super) fn place_aliases(&self, over: Domain, place: usize) -> &[String] {
        self.variants(over.kind()).get(place).map_or(&[], |variant| &variant.aliases)
    }

    /// What something may stand for: the members of a family, or itself.
    #[must_use]
    pub fn members_of(&self, binding: Binding) -> Vec<Binding> {
        match binding {
            Binding::Family(index) => {
                self.families.get(index).map_or_else(Vec::new, |family| family.members.clone())
            }
            other => vec![other],
        }
    }

    /// The value by name that an outcome of an enumeration has unless another one is given, where that is said.
    #[must_use]
    pub fn start_of(&self, field: FieldId) -> Option<Value> {
        let own = self.tree.items.iter().find_map(|item| match &item.kind {
            ItemKind::Outcome(outcome) if outcome.name.span == self[field].span => Some(outcome),
            _ => None,
        });
        match &own?.start.as_ref()?.kind {
            ExprKind::Name(None, name) => self.parse_value(&self[field], &name.text).ok(),
            _ => None,
        }
    }

    /// The name of a member of a family.
    #[must_use]
    pub fn member_name(&self, member: Binding) -> Option<&str> {
        Some(match member {
            Binding::Input(index) => &self.inputs.get(index)?.declaration.name,
            Binding::Rule(index) => &self.rules.get(index)?.declaration.name,
            Binding::Field(index) => &self.fields.get(index)?.name,
            Binding::State(index) => &self.states.get(index)?.declaration.name,
            Binding::Local(id) => &self.resolution.local(id)?.0,
            _ => return None,
        })
    }

    /// The family of which something is a member, and its number in it.
    #[must_use]
    pub fn family_of(&self, member: Binding) -> Option<(&Family, usize)> {
        self.families.iter().find_map(|family| {
            family.members.iter().position(|other| *other == member).map(|index| (family, index))
        })
    }

    /// All members of a family, of a row of it, or one: `size`, `size.silent`, `size.silent.rare`. With the family
    /// stands how many of what it goes through are named.
    #[must_use]
    pub fn members_named(&self, of: FamilyOf, text: &str) -> Option<(&Family, usize, Vec<Binding>)> {
        let named = |family: &&Family| {
            let rest = text.strip_prefix(family.name.as_str());
            family.of == of && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.families.iter().filter(named).find_map(|family| {
            let rest = text.get(family.name.len()..)?;
            let names: Vec<&str> = rest.split('.').skip(1).collect();
            if names.len() > family.over.len() {
                return None;
            }
            let fits = |member: &usize| {
                let places = family.places(*member);
                let of = family.over.iter().zip(places).map(|(over, place)| self.place_name(*over, place));
                names.iter().zip(of).all(|(name, own)| own == *name)
            };
            let members: Vec<Binding> = (0..family.members.len())
                .filter(fits)
                .filter_map(|member| family.members.get(member).copied())
                .collect();
            (!members.is_empty()).then_some((family, names.len(), members))
        })
    }

    /// The inputs, rules, outcomes or states by name; with `own`, without those of the mechanics it uses.
    fn names_of(&self, of: FamilyOf, own: bool) -> Vec<(Binding, &str)> {
        let members: Vec<Binding> = match of {
            FamilyOf::Inputs => (0..self.inputs.len()).map(Binding::Input).collect(),
            FamilyOf::Rules => {
                let own = (0..self.rules.len()).filter(|rule| !own || self.rules[*rule].owner.is_none());
                own.map(Binding::Rule).collect()
            }
            FamilyOf::Outcomes => (0..self.fields.len()).map(Binding::Field).collect(),
            FamilyOf::States => {
                let own = (0..self.states.len()).filter(|state| !own || self.states[*state].owner.is_none());
                own.map(Binding::State).collect()
            }
            FamilyOf::Variables => Vec::new(),
        };
        members.into_iter().filter_map(|member| Some((member, self.member_name(member)?))).collect()
    }

    /// What may be meant by a name that is none; of a family, what it goes through.
    #[must_use]
    pub fn name_help(&self, of: FamilyOf, typed: &str, own: bool) -> Option<String> {
        let families = || {
            let fits = |family: &&Family| family.of == of && (family.owner.is_none() || !own);
            self.families.iter().filter(fits)
        };
        let names = self.names_of(of, own);
        let family_names = || families().map(|family| family.name.as_str());
        if let Some(near) = nearest(typed, names.iter().map(|(_, name)| *name).chain(family_names())) {
            return Some(format!("did you mean `{near}`?"));
        }
        let family = families().find(|family| {
            typed.strip_prefix(family.name.as_str()).is_some_and(|rest| rest.starts_with('.'))
        });
        if let Some(family) = family {
            let by = family.over.iter().map(|over| {
                let names: Vec<String> =
                    (0..over.count().min(16)).map(|place| self.place_name(*over, place)).collect();
                format!("{} is one of {}", over.describe(self), names.join(", "))
            });
            return Some(format!("in `{}` {}", family.name, by.collect::<Vec<_>>().join(" and ")));
        }
        let alone = names.iter().filter(|(binding, _)| self.family_of(*binding).is_none());
        or_nearest(typed, alone.map(|(_, name)| *name).chain(family_names()))
    }
}
