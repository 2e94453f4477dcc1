//! The numbers that mechanics publish: what a change of the data can change.

use std::collections::{BTreeMap, BTreeSet};

use super::error::is_of_the_mechanic;
use super::{Mechanic, QueryError, law};
use crate::check::model::Declaration;
use crate::check::{FieldId, InputId, Kind};
use crate::diagnostic::Code;
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::rules::RuleSetId;
use crate::scenario::{Scenario, all_values, ascending, steps, whole_numbers};
use crate::value::Value;

/// The inputs under which numbers are published: their defaults, but for one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The input with another value than its default; `None` for the defaults.
    pub input: Option<(InputId, Value)>,
}

impl Case {
    /// The case under a rule set.
    #[must_use]
    pub fn scenario(&self, mechanic: &Mechanic, rule_set: RuleSetId) -> Scenario {
        let mut scenario = Scenario::of_defaults(mechanic, rule_set);
        if let Some((input, value)) = &self.input {
            scenario.set_input(*input, value.clone());
            scenario.named.push(*input);
        }
        scenario
    }
}

/// The inputs under which numbers are published: the defaults, and each input of a rule set with its other
/// values, of a whole number with some of them.
#[must_use]
pub fn cases(mechanic: &Mechanic, rule_set: RuleSetId) -> Vec<Case> {
    let available = &mechanic.rule_set(rule_set).available;
    let mut cases = vec![Case { input: None }];
    let defaults = Scenario::of_defaults(mechanic, rule_set);
    for id in mechanic.model.input_ids().filter(|id| available[id.index()]) {
        let usual = defaults.value(mechanic, id);
        let values = values(mechanic, &mechanic.model[id].declaration, usual.as_ref());
        let others = values.into_iter().filter(|value| Some(value) != usual.as_ref());
        cases.extend(others.map(|value| Case { input: Some((id, value)) }));
    }
    cases
}

/// Values of an input that stand for all: of a whole number up to 14 if it has no more, else its ends and the
/// two values after the least.
pub(super) fn values(mechanic: &Mechanic, declaration: &Declaration, usual: Option<&Value>) -> Vec<Value> {
    const MOST: i64 = 14;
    if declaration.kind != Kind::Integer {
        // No number that is not whole stands for the others.
        return all_values(&mechanic.model, declaration.kind).unwrap_or_default();
    }
    let range = &declaration.range;
    let numbers = whole_numbers(range, MOST).unwrap_or_else(|| match (&range.low, &range.high, usual) {
        (None, Some(high), _) => steps(&(&high.floor() - &Rational::ONE), 2).collect(),
        (Some(low), high, _) => steps(&low.ceil(), 3).chain(high.as_ref().map(Rational::floor)).collect(),
        (None, None, Some(Value::Number(usual))) => steps(usual, 3).collect(),
        (None, None, _) => Vec::new(),
    });
    ascending(numbers)
}

/// A law that is published: of which outcome of which mechanic, under which rule set and inputs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FigureKey {
    /// The mechanic.
    pub mechanic: String,
    /// The rule set.
    pub rules: String,
    /// The input that is not at its default, as a person would type it: `lucky_foot=true`; empty for the
    /// defaults.
    pub inputs: String,
    /// The outcome field.
    pub field: String,
}

impl FigureKey {
    /// Whether it is of the same mechanic under the same rule set and inputs.
    fn stands_beside(&self, other: &FigureKey) -> bool {
        self.mechanic == other.mechanic && self.rules == other.rules && self.inputs == other.inputs
    }
}

/// What is published of an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figure {
    /// The chance of each value that has one.
    Law(BTreeMap<String, Rational>),
    /// That the mechanic refuses the inputs, and why.
    Refused(String),
    /// Nothing yet: a limit ended the evaluation.
    NotComputed(String),
}

/// The numbers that mechanics publish.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Figures(BTreeMap<FigureKey, Figure>);

/// Computes the law of every outcome of a mechanic under every rule set: with the defaults, with each flag
/// switched alone, with each other value of an enumeration, and with some values of each whole number.
///
/// Cost: one evaluation for each outcome, rule set and such input.
///
/// # Errors
/// Only a defect of trueodds: what is refused, or not computed within the limits, is kept as that.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::figures;
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let count = figures(&session.mechanic("isaac/room-count")?, &Limits::default())?;
/// let diff = count.compare(&count);
/// assert!(diff.changed.is_empty() && diff.not_compared.is_empty() && diff.same > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn figures(mechanic: &Mechanic, limits: &Limits) -> Result<Figures, QueryError> {
    let model = &mechanic.model;
    let mut figures = BTreeMap::new();
    for rule_set in mechanic.rule_set_ids() {
        for case in cases(mechanic, rule_set) {
            let inputs = case.input.as_ref().map_or_else(String::new, |(input, value)| {
                let declaration = &model[*input].declaration;
                format!("{}={}", declaration.name, model.value_text(declaration.kind, value))
            });
            let scenario = case.scenario(mechanic, rule_set);
            for field in model.field_ids() {
                let key = FigureKey {
                    mechanic: model.path.clone(),
                    rules: mechanic.rule_set(rule_set).name.clone(),
                    inputs: inputs.clone(),
                    field: model[field].name.clone(),
                };
                figures.insert(key, figure(mechanic, &scenario, field, limits)?);
            }
        }
    }
    Ok(Figures(figures))
}

fn figure(
    mechanic: &Mechanic,
    scenario: &Scenario,
    field: FieldId,
    limits: &Limits,
) -> Result<Figure, QueryError> {
    match law(mechanic, scenario, &[field], limits) {
        Ok(law) => {
            let text = |values: &[Value]| mechanic.model.value_text(mechanic.model[field].kind, &values[0]);
            Ok(Figure::Law(law.iter().map(|(values, mass)| (text(values), mass.clone())).collect()))
        }
        Err(stop) if is_of_the_mechanic(&stop) => Ok(Figure::Refused(stop.message)),
        Err(stop) if stop.code == Code::Limit => Ok(Figure::NotComputed(stop.message)),
        Err(stop) => Err(QueryError::stopped(scenario)(stop)),
    }
}

/// What differs between the numbers that are published on two sides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FiguresDiff {
    /// The numbers that differ.
    pub changed: Vec<ChangedFigure>,
    /// How many are the same.
    pub same: usize,
    /// The laws that were not computed on some side.
    pub not_compared: Vec<NotCompared>,
}

/// A number that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFigure {
    /// The law it belongs to.
    pub key: FigureKey,
    /// The value whose chance it is; `None` where both sides refuse the inputs, or one and the other has none.
    pub value: Option<String>,
    /// What one side says.
    pub from: FigureSide,
    /// And the other.
    pub to: FigureSide,
}

/// What one side says of a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FigureSide {
    /// Nothing: it does not have the mechanic, the rule set or the input.
    Absent,
    /// The chance.
    Chance(Rational),
    /// Why it has none.
    Refused(String),
}

/// A law that was not compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotCompared {
    /// Which.
    pub key: FigureKey,
    /// The limit that ended the evaluation.
    pub reason: String,
}

impl Figures {
    /// The published laws.
    pub fn iter(&self) -> impl Iterator<Item = (&FigureKey, &Figure)> {
        self.0.iter()
    }

    /// Adds those of another mechanic.
    pub fn extend(&mut self, other: Figures) {
        self.0.extend(other.0);
    }

    /// What changes from these numbers to others.
    #[must_use]
    pub fn compare(&self, to: &Figures) -> FiguresDiff {
        let keys: BTreeSet<&FigureKey> = self.0.keys().chain(to.0.keys()).collect();
        let mut diff = FiguresDiff::default();
        for key in keys {
            let sides = [self.0.get(key), to.0.get(key)];
            let stopped = sides.iter().find_map(|side| match side {
                Some(Figure::NotComputed(reason)) => Some(reason.clone()),
                _ => None,
            });
            if let Some(reason) = stopped {
                diff.not_compared.push(NotCompared { key: key.clone(), reason });
                continue;
            }
            for value in numbers(&sides) {
                let [from, to] = [self, to].map(|side| side.side(key, value));
                if from == to {
                    diff.same += 1;
                } else {
                    let value = value.cloned();
                    diff.changed.push(ChangedFigure { key: key.clone(), value, from, to });
                }
            }
        }
        diff
    }

    fn side(&self, key: &FigureKey, value: Option<&String>) -> FigureSide {
        // A value without mass has the chance 0, also where the side has the inputs but not the outcome.
        let stands_beside = || {
            let first = FigureKey { field: String::new(), ..key.clone() };
            self.0.range(first..).next().is_some_and(|(other, _)| other.stands_beside(key))
        };
        match (self.0.get(key), value) {
            (Some(Figure::Law(law)), Some(value)) => {
                FigureSide::Chance(law.get(value).cloned().unwrap_or(Rational::ZERO))
            }
            (Some(Figure::Refused(reason) | Figure::NotComputed(reason)), _) => {
                FigureSide::Refused(reason.clone())
            }
            (Some(Figure::Law(_)), None) => FigureSide::Absent,
            (None, _) if stands_beside() => FigureSide::Chance(Rational::ZERO),
            (None, _) => FigureSide::Absent,
        }
    }
}

/// The values that have a chance on some side; only that there is none where no side has a law.
fn numbers<'a>(sides: &[Option<&'a Figure>; 2]) -> BTreeSet<Option<&'a String>> {
    let laws = sides.iter().filter_map(|side| match side {
        Some(Figure::Law(law)) => Some(law),
        _ => None,
    });
    let values: BTreeSet<Option<&String>> = laws.flat_map(BTreeMap::keys).map(Some).collect();
    if values.is_empty() { BTreeSet::from([None]) } else { values }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(figure: Figure) -> Figures {
        let [mechanic, rules, field] = ["x/a", "r", "hit"].map(str::to_owned);
        Figures(BTreeMap::from([(FigureKey { mechanic, rules, inputs: String::new(), field }, figure)]))
    }

    fn law(chances: &[(&str, i64)]) -> Figures {
        let chance = |(value, percent): &(&str, i64)| ((*value).to_owned(), Rational::new(*percent, 100));
        figures(Figure::Law(chances.iter().map(chance).collect()))
    }

    #[test]
    fn what_was_not_computed_is_neither_changed_nor_the_same() {
        let late = figures(Figure::NotComputed("the time is up".to_owned()));
        for (from, to) in [(&law(&[("true", 100)]), &late), (&late, &late)] {
            let diff = from.compare(to);
            assert_eq!((diff.changed.len(), diff.same, diff.not_compared.len()), (0, 0, 1));
        }
    }

    #[test]
    fn a_refusal_is_no_chance_of_zero() {
        let refused = figures(Figure::Refused("no luck".to_owned()));
        let diff = law(&[("false", 50), ("true", 50)]).compare(&refused);
        assert_eq!((diff.changed.len(), diff.same), (2, 0));
        assert!(diff.changed.iter().all(|number| number.to == FigureSide::Refused("no luck".to_owned())));
        assert_eq!(refused.compare(&refused).same, 1);
    }

    #[test]
    fn a_value_without_mass_has_the_chance_zero() {
        let diff = law(&[("false", 50), ("true", 50)]).compare(&law(&[("false", 100)]));
        assert_eq!(diff.changed[1].to, FigureSide::Chance(Rational::ZERO));
        assert_eq!(diff.changed[1].value.as_deref(), Some("true"));
        assert_eq!(law(&[("true", 1)]).compare(&Figures::default()).changed[0].to, FigureSide::Absent);
    }
}
