//! A question about a mechanic, and its answer.

use std::cmp::Ordering;

use crate::check::model::{Declaration, Model};
use crate::check::{FieldId, StateId};
use crate::exact::Rational;
use crate::rules::RuleSetId;
use crate::value::Value;

use super::background::{Background, Taken};
use super::chains::Sought;
use super::law::Law;
use super::laws::{Asked, Given, Stage};
use super::states::Fact;

/// What is asked of an outcome.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Test {
    /// It is one of these.
    In(Vec<Value>),
    /// It is not this.
    Not(Value),
    /// It is at least so much.
    AtLeast(Rational),
    /// It is at most so much.
    AtMost(Rational),
    /// It is the most that it can be.
    Most,
}

impl Test {
    /// The chance of it under a law.
    pub(crate) fn mass(&self, law: &Law) -> Rational {
        match self {
            // Where there is none at all they are not all of it.
            Test::Most => {
                let is_some = |value: &Value| value.as_number().is_none_or(|number| !number.is_zero());
                let last = law.last_key_value().filter(|(value, _)| is_some(value));
                last.map(|(_, mass)| mass.clone()).unwrap_or_default()
            }
            _ => law.iter().filter(|(value, _)| self.holds(value)).map(|(_, mass)| mass).sum(),
        }
    }

    /// Whether it is told of a number: so many, more or fewer.
    pub(crate) fn is_of_number(&self) -> bool {
        match self {
            Test::AtLeast(_) | Test::AtMost(_) => true,
            Test::In(values) => values.iter().all(|value| value.as_number().is_some()),
            Test::Not(_) | Test::Most => false,
        }
    }

    /// The event as the language has it; `None` for one that it has no form of.
    pub(crate) fn expression(&self, model: &Model, field: FieldId) -> Option<String> {
        self.expression_of(model, &model[field])
    }

    /// The same of anything that is declared: a state too.
    pub(crate) fn expression_of(&self, model: &Model, of: &Declaration) -> Option<String> {
        let (name, kind) = (&of.name, of.kind);
        let text = |value: &Value| model.value_text(kind, value);
        Some(match self {
            Test::In(values) => match values.as_slice() {
                [Value::Flag(true)] => name.clone(),
                [one] => format!("{name} = {}", text(one)),
                many => {
                    let many: Vec<String> = many.iter().map(text).collect();
                    format!("{name} in {{ {} }}", many.join(", "))
                }
            },
            Test::Not(Value::Flag(true)) => format!("not {name}"),
            Test::Not(other) => format!("{name} != {}", text(other)),
            Test::AtLeast(least) => format!("{name} >= {least}"),
            Test::AtMost(most) => format!("{name} <= {most}"),
            Test::Most => return None,
        })
    }

    /// Whether it is that there is none of a number.
    pub(crate) fn is_none(&self) -> bool {
        matches!(self, Test::In(values) if *values == [Value::Number(Rational::ZERO)])
    }

    /// Whether it is said of no number that there is: at most 25 of three.
    pub(super) fn is_idle(&self, law: &Law) -> bool {
        let mut numbers = law.keys().filter_map(Value::as_number);
        match self {
            Test::AtLeast(least) => numbers.all(|number| number > least),
            Test::AtMost(most) => numbers.all(|number| number < most),
            Test::In(_) | Test::Not(_) | Test::Most => false,
        }
    }

    /// Whether it is so of a value, whatever else there may be; of [`Test::Most`] that is not known.
    pub(crate) fn holds(&self, value: &Value) -> bool {
        match self {
            Test::In(values) => values.contains(value),
            Test::Not(other) => value != other,
            Test::AtLeast(least) => value.as_number().is_some_and(|number| number >= least),
            Test::AtMost(most) => value.as_number().is_some_and(|number| number <= most),
            Test::Most => false,
        }
    }
}

/// What the chance of an event is set against, and in which way.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Against {
    pub(crate) field: FieldId,
    pub(crate) test: Test,
    pub(crate) given: Given,
    pub(crate) by: By,
}

/// In which way one chance is set against another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum By {
    /// How many times as much it is.
    Times,
    /// How much more it is.
    Points,
    /// By what part of the other it is more.
    Gain,
    /// By what part of the other it is less.
    Loss,
}

impl By {
    /// What a chance is set against another; `None` where that is 0 and would divide it.
    pub(super) fn between(self, own: &Rational, other: &Rational) -> Option<Rational> {
        Some(match self {
            By::Times => own.checked_div(other)?,
            By::Points => own - other,
            By::Gain => &own.checked_div(other)? - &Rational::ONE,
            By::Loss => &Rational::ONE - &own.checked_div(other)?,
        })
    }
}

/// How a value comes from a mechanic.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Measure {
    /// The chance of an event, at a point of the mechanic.
    Chance(FieldId, Test, Stage),
    /// The chance that it does not happen.
    Complement(FieldId, Test, Stage),
    /// How many of so many have it; without that number of how many one has it.
    Count(FieldId, Test, Stage, Option<Rational>),
    /// The chance of a value, given that the outcome is there at all.
    Share(FieldId, Test),
    /// The chance of an event together with what is given of other outcomes.
    Both(FieldId, Test),
    /// What the chance of an event is, set against another.
    Against(FieldId, Test, Box<Against>),
    /// The mean of a number.
    Mean(FieldId),
    /// The least value of a number.
    Least(FieldId),
    /// The greatest.
    Most(FieldId),
    /// The start or an end of a state.
    State(StateId, Fact),
    /// An end of the band of some values in a roll; whether it is the upper one.
    Edge(FieldId, Vec<Value>, bool),
    /// The value of a rule; and of a chance also the rest to 1.
    Rule(usize, bool),
    /// The chance of either of two rules that the mechanic joins.
    Either(usize, usize),
    /// A number about many uses.
    Chain(Sought, FieldId, Test),
    /// A number about the uses in which a state comes to some values, or after which it has them.
    Arrival(Sought, StateId, Test),
    /// A chance or a bound in the text of the mechanic, by its place there; and of a chance also the rest to 1.
    Drawn(usize, bool),
}

/// A question whose answer a figure may be.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) mechanic: usize,
    pub(crate) rule_set: RuleSetId,
    pub(crate) measure: Measure,
    pub(crate) given: Given,
    /// How much of what is in reach it takes as given.
    pub(crate) background: Background,
    pub(crate) value: Rational,
    /// Whether it uses everything that the figure's own words name.
    pub(crate) full: bool,
    /// The labels among the figure's own words that it leaves out, where nothing else speaks against it.
    pub(crate) left: Option<Vec<usize>>,
    /// Whether the figure's own words name its rule set.
    pub(crate) is_named: bool,
    /// Whether the words of a plain number say that it is this kind of number, or those around a chance before replacements
    /// that it is one.
    pub(crate) is_told: bool,
}

/// A reading of a table, a list or a section: what its figures have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reading {
    /// The mechanic that a table is about; none of the two readings of a text, which may speak of several.
    pub(crate) mechanic: Option<usize>,
    /// The rule set, where the figure's own words name none.
    pub(crate) rule_set: Option<RuleSetId>,
    pub(crate) kind: Kind,
    pub(crate) background: Background,
}

/// What kind of number the figures of a reading are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A chance in one use, and the rest to 1.
    Chance,
    /// The same before anything replaces what was drawn.
    ChanceBefore,
    Share,
    Against,
    Mean,
    Least,
    Most,
    /// A number that stands in the mechanic.
    Written,
    /// A number of uses, or a chance in one of many.
    Uses,
    LowerEnd,
    UpperEnd,
    /// How many of so many.
    Count,
    Within,
    NotYet,
    AtMost,
    Exactly,
    AtLeast,
}

impl Measure {
    /// Whether it is a number about many uses.
    pub(crate) fn is_of_uses(&self) -> bool {
        matches!(self, Measure::Chain(..) | Measure::Arrival(..))
    }
}

impl Candidate {
    /// Whether what it asks for neither cannot be nor must be.
    pub(crate) fn is_open(&self) -> bool {
        !self.value.is_zero() && self.value != Rational::ONE
    }

    /// Whether it is told of how often something comes in so many uses.
    pub(crate) fn counts_times(&self) -> bool {
        matches!(self.measure, Measure::Chain(Sought::Times(..), ..))
    }

    /// What the law of an outcome depends on under the rules and what is given of this question.
    pub(crate) fn asked(&self, field: FieldId, stage: Stage) -> Asked {
        let (mechanic, rule_set, given) = (self.mechanic, self.rule_set, self.given.clone());
        Asked { mechanic, rule_set, field, stage, given }
    }

    /// A question that was only tried: it may make a figure right, and says nothing of what its words ask.
    pub(crate) fn tried(
        mechanic: usize,
        rule_set: RuleSetId,
        measure: Measure,
        given: Given,
        value: Rational,
    ) -> Candidate {
        Candidate {
            mechanic,
            rule_set,
            measure,
            given,
            background: Background::of(Taken::Nothing),
            value,
            full: false,
            left: None,
            is_named: false,
            is_told: false,
        }
    }

    /// Whether it asks for rules themselves, or for what of them is enough.
    pub(crate) fn is_of_rules(&self) -> bool {
        matches!(self.measure, Measure::Rule(..) | Measure::Either(..))
    }

    /// Whether it is a number that stands in the text of the mechanic, or one about many uses: its words say so much
    /// that it counts whatever the figures beside it are.
    pub(crate) fn is_apart(&self) -> bool {
        self.measure.is_of_uses()
            || self.is_of_rules()
            || matches!(self.measure, Measure::Drawn(..) | Measure::State(..))
    }

    /// Whether it asks for rules that stand in the mechanic, and not for what one leaves to 1.
    pub(crate) fn is_written(&self) -> bool {
        matches!(self.measure, Measure::Rule(_, false) | Measure::Either(..))
    }

    /// The reading of a table that it belongs to.
    pub(crate) fn reading(&self) -> Reading {
        let kind = match &self.measure {
            Measure::Chance(_, _, Stage::End) | Measure::Complement(_, _, Stage::End) | Measure::Both(..) => {
                Kind::Chance
            }
            Measure::Chance(..) | Measure::Complement(..) => Kind::ChanceBefore,
            Measure::Count(..) => Kind::Count,
            Measure::Share(..) => Kind::Share,
            Measure::Against(..) => Kind::Against,
            Measure::Mean(_) => Kind::Mean,
            Measure::Least(_) => Kind::Least,
            Measure::Most(_) => Kind::Most,
            Measure::Rule(..) | Measure::Either(..) | Measure::Drawn(..) | Measure::State(..) => {
                Kind::Written
            }
            Measure::Edge(_, _, false) => Kind::LowerEnd,
            Measure::Edge(_, _, true) => Kind::UpperEnd,
            Measure::Chain(Sought::Within(_), ..) | Measure::Arrival(Sought::Within(_), ..) => Kind::Within,
            Measure::Chain(Sought::NotYet(_), ..) | Measure::Arrival(Sought::NotYet(_), ..) => Kind::NotYet,
            Measure::Chain(Sought::Times(times, _), ..) => match times.way {
                Ordering::Less => Kind::AtMost,
                Ordering::Equal => Kind::Exactly,
                Ordering::Greater => Kind::AtLeast,
            },
            Measure::Chain(..) | Measure::Arrival(..) => Kind::Uses,
        };
        let background = if self.is_apart() { Background::OWN } else { self.background };
        let rule_set = (!self.is_named).then_some(self.rule_set);
        Reading { mechanic: Some(self.mechanic), rule_set, kind, background }
    }
}
