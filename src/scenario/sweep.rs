//! What runs through values: an input, or a state before the use.

use std::collections::BTreeSet;

use super::{Mechanic, Scenario, all_values, available, whole_numbers};
use crate::check::model::{Declaration, Model};
use crate::check::{InputId, Kind, StateId};
use crate::diagnostic::{Message, Setting};
use crate::exact::Rational;
use crate::value::Value;

/// What runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Swept {
    /// An input.
    Input(InputId),
    /// A state before the use.
    State(StateId),
}

/// An input or a state with the values that it runs through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sweep {
    /// What runs.
    pub swept: Swept,
    /// The values, in the order in which they were given.
    pub values: Vec<Value>,
}

impl Sweep {
    /// Reads `luck=0..10:1/4`, `luck=0,1,2.5`, `difficulty` (all its values), or `offset=-40..5` for a state. At
    /// most `most` values.
    ///
    /// # Errors
    /// What is wrong with it.
    ///
    /// ```
    /// use trueodds::scenario::{Sweep, Swept};
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let sweep = Sweep::parse(&award, "luck=0..1:1/4", 100)?;
    /// assert_eq!(sweep.swept, Swept::Input(award.input("luck")?));
    /// assert_eq!(sweep.values.len(), 5);
    /// assert!(Sweep::parse(&award, "luck=0..1:0", 100).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(mechanic: &Mechanic, text: &str, most: usize) -> Result<Sweep, Message> {
        let (name, values) = match text.split_once('=') {
            Some((name, values)) => (name.trim(), Some(values.trim())),
            None => (text.trim(), None),
        };
        let swept = match mechanic.input(name) {
            Ok(input) => Swept::Input(input),
            Err(problem) => Swept::State(mechanic.state(name).map_err(|_| problem)?),
        };
        let reader = Reader { model: &mechanic.model, declaration: swept.declaration(mechanic), most };
        Ok(Sweep { swept, values: reader.values(values)? })
    }

    /// An input through some numbers.
    #[must_use]
    pub fn numbers(input: InputId, numbers: impl IntoIterator<Item = Rational>) -> Sweep {
        Sweep { swept: Swept::Input(input), values: numbers.into_iter().map(Value::Number).collect() }
    }

    /// The input that runs, where it is one.
    #[must_use]
    pub fn input(&self) -> Option<InputId> {
        match self.swept {
            Swept::Input(input) => Some(input),
            Swept::State(_) => None,
        }
    }

    /// What was declared of what runs.
    #[must_use]
    pub fn declaration<'m>(&self, mechanic: &'m Mechanic) -> &'m Declaration {
        self.swept.declaration(mechanic)
    }

    /// Whether its values lie on a line, so that there is something between two of them.
    #[must_use]
    pub fn is_number(&self, mechanic: &Mechanic) -> bool {
        matches!(self.declaration(mechanic).kind, Kind::Integer | Kind::Number)
    }

    /// The same with numbers in their order.
    #[must_use]
    pub fn ascending(mut self) -> Sweep {
        self.values.sort();
        self
    }

    /// Each scenario, for each value.
    ///
    /// # Errors
    /// The rule sets that do not have the input.
    pub fn scenarios(
        &self,
        mechanic: &Mechanic,
        scenarios: &[Scenario],
    ) -> Result<Vec<Scenario>, Vec<Message>> {
        let mut problems = Vec::new();
        let mut spread = Vec::new();
        for scenario in scenarios {
            if let Swept::Input(input) = self.swept {
                problems.extend(available(mechanic, scenario.rule_set, input).err());
            }
            for value in &self.values {
                let mut own = scenario.clone();
                self.swept.give(mechanic, &mut own, value.clone());
                spread.push(own);
            }
        }
        if problems.is_empty() { Ok(spread) } else { Err(problems) }
    }
}

impl Swept {
    /// What was declared of it.
    #[must_use]
    pub fn declaration(self, mechanic: &Mechanic) -> &Declaration {
        match self {
            Swept::Input(input) => &mechanic.model[input].declaration,
            Swept::State(state) => &mechanic.model[state].declaration,
        }
    }

    /// Its value in a scenario; a state has one only where it does not begin as declared.
    #[must_use]
    pub fn value(self, scenario: &Scenario) -> Option<&Value> {
        match self {
            Swept::Input(input) => scenario.input(input).value(),
            Swept::State(state) => scenario.states.get(state.index())?.as_ref(),
        }
    }

    fn give(self, mechanic: &Mechanic, scenario: &mut Scenario, value: Value) {
        match self {
            Swept::Input(input) => scenario.set_input(input, value),
            Swept::State(state) => scenario.set_state(mechanic, state, value),
        }
    }
}

/// Reads the values of a sweep.
struct Reader<'a> {
    model: &'a Model,
    declaration: &'a Declaration,
    most: usize,
}

impl Reader<'_> {
    /// `--sweep NAME`, and what follows it.
    fn problem(&self, rest: impl Into<String>) -> Message {
        Message::default().typed(Setting::Sweep, self.declaration.name.clone()).words(rest)
    }

    /// Listed, from one to another, or all there are.
    fn values(&self, text: Option<&str>) -> Result<Vec<Value>, Message> {
        let Some(text) = text else { return self.all() };
        let values = match text.split_once("..") {
            Some((low, rest)) => self.range(low, rest)?,
            None => {
                let values = text.split(',').map(|value| self.value(value.trim()));
                let values = values.collect::<Result<Vec<_>, _>>();
                values.map_err(|problem| self.meant_range(text).unwrap_or(problem))?
            }
        };
        if values.len() > self.most {
            return Err(self.too_many(&values.len().to_string()));
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = values.iter().find(|value| !seen.insert(*value)) {
            let value = self.model.value_text(self.declaration.kind, twice);
            return Err(self.problem(format!(" has {value} twice")));
        }
        Ok(values)
    }

    /// What is said of a range that is written as people write one elsewhere: `0-10`, `0:10`, `0 to 10`.
    fn meant_range(&self, text: &str) -> Option<Message> {
        let is_number = |text: &str| text.trim().parse::<Rational>().is_ok();
        let ends = |sign: &str| {
            let cuts = text.match_indices(sign).map(|(at, _)| (&text[..at], &text[at + sign.len()..]));
            cuts.into_iter().find(|(low, high)| is_number(low) && is_number(high))
        };
        let (low, high) = ["-", "–", "−", ":", "to", "…"].iter().find_map(|sign| ends(sign))?;
        let range = format!("{}={}..{}", self.declaration.name, low.trim(), high.trim());
        let problem = Message::default().typed(Setting::Sweep, format!("{}={text}", self.declaration.name));
        Some(problem.words(": a range has two dots; write ").typed(Setting::Sweep, range))
    }

    fn value(&self, text: &str) -> Result<Value, Message> {
        self.model.parse_value(self.declaration, text).map_err(|error| error.message.into())
    }

    fn too_many(&self, count: &str) -> Message {
        let most = self.most;
        Message::from(format!(
            "the sweep has {count} columns; the limit `columns` is {most}. Take a larger step, or raise it with "
        ))
        .typed(Setting::Limit, "columns=…")
    }

    /// All values there are, where these can be listed.
    fn all(&self) -> Result<Vec<Value>, Message> {
        let range = &self.declaration.range;
        if let (Kind::Integer, Some(low), Some(high)) = (self.declaration.kind, &range.low, &range.high) {
            let most = i64::try_from(self.most).unwrap_or(i64::MAX);
            let count = &(&high.floor() - &low.ceil()) + &Rational::ONE;
            let numbers = whole_numbers(range, most).ok_or_else(|| self.too_many(&count.to_string()))?;
            return Ok(numbers.into_iter().map(Value::Number).collect());
        }
        all_values(self.model, self.declaration.kind).ok_or_else(|| {
            self.problem(": say through which values, as in ")
                .typed(Setting::Sweep, format!("{}=0..10", self.declaration.name))
        })
    }

    /// `0..10`, `0..1:1/4`
    fn range(&self, low: &str, rest: &str) -> Result<Vec<Value>, Message> {
        let name = &self.declaration.name;
        if !matches!(self.declaration.kind, Kind::Integer | Kind::Number) {
            let problem = format!("`{name}` is no number; list its values with commas, or write ");
            return Err(Message::from(problem).typed(Setting::Sweep, name).words(" for all of them"));
        }
        if rest.starts_with('.') {
            return Err(self.problem(format!(": a range has two dots, as in `{name}=0..10`")));
        }
        if let Some((high, step)) = rest.split_once("..") {
            let meant = format!("{name}={}..{}:{}", low.trim(), high.trim(), step.trim());
            let problem = self.problem(": a step follows a colon; write ");
            return Err(problem.typed(Setting::Sweep, meant));
        }
        let number =
            |text: &str| text.trim().parse::<Rational>().map_err(|error| self.problem(format!(": {error}")));
        // An end may be what people call it.
        let end = |text: &str| match self.declaration.number_called(text) {
            Some(called) => Ok(called),
            None => number(text),
        };
        let (high, step) = match rest.split_once(':') {
            Some((high, step)) => (end(high)?, number(step)?),
            None => (end(rest)?, Rational::ONE),
        };
        let low = end(low)?;
        let Some(steps) = (&high - &low).checked_div(&step) else {
            let problem = format!(": a step of 0 never arrives; write a step such as `{low}..{high}:1`");
            return Err(self.problem(problem));
        };
        let steps = steps.floor();
        if steps.is_negative() {
            let problem = format!(
                ": from {low} in steps of {step} there is no way to {high}; swap the ends or the sign"
            );
            return Err(self.problem(problem));
        }
        let count = &steps + &Rational::ONE;
        let fits = count.to_i64().and_then(|count| usize::try_from(count).ok());
        let Some(count) = fits.filter(|count| *count <= self.most) else {
            return Err(self.too_many(&count.to_string()));
        };
        let numbers = std::iter::successors(Some(low), |last| Some(last + &step)).take(count);
        let check = |number| self.model.check_number(self.declaration, number);
        numbers.map(|number| check(number).map_err(|error| error.message.into())).collect()
    }
}
