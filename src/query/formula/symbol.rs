//! The number that a formula is in, and the part of its axis that is looked at.

use crate::check::model::Declaration;
use crate::check::{InputId, Kind, RuleId};
use crate::diagnostic::{Message, Setting, or_nearest};
use crate::evaluate::{Bindings, Cell, InputBinding};
use crate::exact::{Number, Rational};
use crate::scenario::{Mechanic, Scenario, available};

/// The number that a formula is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// An input.
    Input(InputId),
    /// A rule.
    Rule(RuleId),
}

/// A part of the axis: both ends belong to it; without an end it goes on for ever.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ends {
    /// The lower end.
    pub low: Option<Rational>,
    /// The upper end.
    pub high: Option<Rational>,
}

impl Symbol {
    /// The input or rule of a name.
    ///
    /// # Errors
    /// Where there is none, it is no number, the rule set lacks it, or it was given a value.
    pub fn find(mechanic: &Mechanic, scenario: &Scenario, name: &str) -> Result<Symbol, Message> {
        let model = &mechanic.model;
        let input = model.input_ids().find(|input| model[*input].declaration.name == name);
        let rule = model.rule_ids().find(|rule| model[*rule].declaration.name == name);
        // An item and the rule of its chance may have one name; the number is meant.
        let is_number = |input: &InputId| model[*input].declaration.kind == Kind::Number;
        match (input.filter(|input| rule.is_none() || is_number(input)), rule) {
            (Some(input), _) => {
                available(mechanic, scenario.rule_set, input)?;
                check_number(&model[input].declaration, "input")?;
                check_open(name, scenario.named.contains(&input))?;
                Ok(Symbol::Input(input))
            }
            (None, Some(rule)) => {
                check_number(&model[rule].declaration, "rule")?;
                check_open(name, scenario.changed.iter().any(|(changed, _)| *changed == rule))?;
                Ok(Symbol::Rule(rule))
            }
            (None, None) => Err(unknown(mechanic, name)),
        }
    }

    /// What was declared of it.
    #[must_use]
    pub fn declaration(self, mechanic: &Mechanic) -> &Declaration {
        match self {
            Symbol::Input(input) => &mechanic.model[input].declaration,
            Symbol::Rule(rule) => &mechanic.model[rule].declaration,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self, mechanic: &Mechanic) -> &str {
        &self.declaration(mechanic).name
    }

    /// Its usual value under the rules of a scenario, where that is a number.
    #[must_use]
    pub fn usual(self, mechanic: &Mechanic, scenario: &Scenario) -> Option<Rational> {
        match self {
            Symbol::Input(input) => scenario.value(mechanic, input)?.as_number().cloned(),
            Symbol::Rule(rule) => scenario.rule_values(mechanic)[rule.index()].known()?.as_number().cloned(),
        }
    }

    /// The values that it can have.
    #[must_use]
    pub fn domain(self, mechanic: &Mechanic) -> Ends {
        let range = &self.declaration(mechanic).range;
        Ends { low: range.low.clone(), high: range.high.clone() }
    }

    /// Those of its values that lie in a range such as `0..10`, `0..` or `..10`; all of them where none is given.
    ///
    /// # Errors
    /// Where the text is no range, or none of its values lies there.
    pub fn ends(self, mechanic: &Mechanic, range: Option<&str>) -> Result<Ends, Message> {
        let domain = self.domain(mechanic);
        let Some(text) = range else { return Ok(domain) };
        let given = || Message::default().typed(Setting::Range, text);
        let malformed = || given().words(" is no range; write it as 0..10, or 0.. or ..10");
        let (low, high) = text.split_once("..").ok_or_else(malformed)?;
        let end = |text: &str| match text.trim() {
            "" => Ok(None),
            number => number.parse().map(Some).map_err(|_| malformed()),
        };
        let (low, high): (Option<Rational>, _) = (end(low)?, end(high)?);
        let ends = Ends {
            low: low.into_iter().chain(domain.low).max(),
            high: high.into_iter().chain(domain.high).min(),
        };
        match (&ends.low, &ends.high) {
            (Some(from), Some(to)) if from >= to => {
                let name = self.name(mechanic);
                Err(given().words(format!(" is empty: `{name}` has no values there")))
            }
            _ => Ok(ends),
        }
    }

    /// Puts a value in the place of what the scenario has.
    pub(super) fn bind<N: Number>(self, bindings: &mut Bindings<N>, value: N) {
        match self {
            Symbol::Input(input) => bindings.inputs[input.index()] = InputBinding::Value(Cell::Number(value)),
            Symbol::Rule(rule) => bindings.rules[rule.index()] = Ok(Cell::Number(value)),
        }
    }
}

/// Only what may be any fraction is a symbol.
fn check_number(declaration: &Declaration, what: &str) -> Result<(), Message> {
    let name = &declaration.name;
    match declaration.kind {
        Kind::Number => Ok(()),
        Kind::Integer => Err(Message::from(format!(
            "`{name}` is a whole number, and a formula needs one that may be any fraction; run through its values with "
        ))
        .command("table", Setting::Sweep, format!("{name}=…"))),
        _ => Err(format!("the {what} `{name}` is no number, so no formula is in it").into()),
    }
}

/// What has a value is no symbol.
fn check_open(name: &str, given: bool) -> Result<(), Message> {
    if given {
        let problem =
            format!("`{name}` is what the formula is in, and has a value; leave out one of the two");
        return Err(problem.into());
    }
    Ok(())
}

/// What is said of a name that is no input and no rule.
fn unknown(mechanic: &Mechanic, name: &str) -> Message {
    let model = &mechanic.model;
    if model.states.iter().any(|state| state.declaration.name == name) {
        let problem = format!("`{name}` is a state, and a formula is in an input or a rule; ");
        let problem = Message::from(problem).command("plot", Setting::Sweep, format!("{name}=…"));
        return problem.words(" runs it through values");
    }
    let inputs = model.inputs.iter().map(|input| &input.declaration);
    let declared = inputs.chain(model.rules.iter().map(|rule| &rule.declaration));
    let numbers = declared.filter(|declaration| declaration.kind == Kind::Number);
    let names: Vec<&str> = numbers.map(|declaration| declaration.name.as_str()).collect();
    Message::from(format!("no input or rule `{name}`")).advice(or_nearest(name, names.iter().copied()))
}
