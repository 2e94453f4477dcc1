//! What runs along a plot: an input, or a state before the use.

use super::super::Mechanic;
use super::super::columns::columns;
use super::super::report::Text;
use super::super::scenario::{Scenario, labelled, parse_state_sweep, parse_sweep, value_label};
use super::model::{Axis, Place};
use crate::check::Kind;
use crate::check::model::Declaration;
use crate::exact::Rational;
use crate::value::Value;

/// An input or a state with the values it runs through.
#[derive(Debug, Clone)]
pub enum Along {
    /// An input.
    Input(usize, Vec<Value>),
    /// A state before the use.
    State(usize, Vec<Value>),
}

/// Reads `luck=0..10:1/4` for an input, or `offset=-40..5` for a state. At most `most` values.
///
/// # Errors
/// What is wrong with it.
///
/// ```
/// use trueodds::query::{Along, parse_along};
/// use trueodds::session::{DataSource, Session};
///
/// let mechanic = Session::open(&DataSource::Embedded)?.mechanic("sts/card-roll")?;
/// assert!(matches!(parse_along(&mechanic, "offset=-40..5", 100), Ok(Along::State(0, values)) if values.len() == 46));
/// # Ok::<(), trueodds::session::Failure>(())
/// ```
pub fn parse_along(mechanic: &Mechanic, text: &str, most: usize) -> Result<Along, String> {
    let model = &mechanic.model;
    if let Some(found) = parse_state_sweep(model, text, most) {
        return found.map(|(state, values)| Along::State(state, values));
    }
    parse_sweep(model, text, most).map(|(input, values)| Along::Input(input, values))
}

impl Along {
    /// An input through some numbers.
    #[must_use]
    pub fn numbers(input: usize, numbers: impl IntoIterator<Item = Rational>) -> Along {
        Along::Input(input, numbers.into_iter().map(Value::Number).collect())
    }

    /// How many values it has.
    #[must_use]
    pub fn len(&self) -> usize {
        let (Along::Input(_, values) | Along::State(_, values)) = self;
        values.len()
    }

    /// Whether it has no value at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is known of it.
    pub(super) fn declaration<'m>(&self, mechanic: &'m Mechanic) -> &'m Declaration {
        match self {
            Along::Input(index, _) => &mechanic.model.inputs[*index].declaration,
            Along::State(index, _) => &mechanic.model.states[*index].declaration,
        }
    }

    /// Whether its values lie on a line, so that there is something between two of them.
    pub(super) fn is_number(&self, mechanic: &Mechanic) -> bool {
        matches!(self.declaration(mechanic).kind, Kind::Integer | Kind::Number)
    }

    /// The same with numbers in their order.
    pub(super) fn ascending(mut self) -> Along {
        let (Along::Input(_, values) | Along::State(_, values)) = &mut self;
        values.sort();
        self
    }

    /// The axis; a value that is no number lies at its place in the list.
    pub(super) fn axis(&self, mechanic: &Mechanic) -> Axis {
        let declaration = self.declaration(mechanic);
        let (Along::Input(_, values) | Along::State(_, values)) = self;
        let place = |(index, value): (i64, &Value)| Place {
            name: mechanic.model.value_text(declaration.kind, value),
            label: value_label(&mechanic.model, declaration.kind, value),
            at: value.as_number().cloned().unwrap_or(Rational::from(index)),
        };
        Axis {
            name: declaration.name.clone(),
            label: declaration.label.clone(),
            places: (0..).zip(values).map(place).collect(),
            whole: declaration.kind == Kind::Integer,
        }
    }

    /// A value as the label of a group of bars: `Luck 3`, `Hard`.
    pub(super) fn label(&self, mechanic: &Mechanic, place: usize) -> Text {
        match self {
            Along::Input(index, values) => labelled(&mechanic.model, *index, &values[place]),
            Along::State(index, values) => {
                let declaration = &mechanic.model.states[*index].declaration;
                let value = value_label(&mechanic.model, declaration.kind, &values[place]);
                Text::plain(format!("{} ", declaration.label)).join(value)
            }
        }
    }

    /// Each scenario, for each value.
    ///
    /// # Errors
    /// The rule sets that do not have the input.
    pub(super) fn scenarios(
        &self,
        mechanic: &Mechanic,
        scenarios: &[Scenario],
    ) -> Result<Vec<Scenario>, Vec<String>> {
        match self {
            Along::Input(index, values) => columns(mechanic, scenarios, Some(&(*index, values.clone()))),
            Along::State(index, values) => {
                let with = |scenario: &Scenario, value: &Value| {
                    let mut own = scenario.clone();
                    own.states.resize(mechanic.model.states.len(), None);
                    own.states[*index] = Some(value.clone());
                    own
                };
                let each = |scenario| values.iter().map(move |value| with(scenario, value));
                Ok(scenarios.iter().flat_map(each).collect())
            }
        }
    }

    /// The input that runs, as tables have it.
    pub(super) fn input(&self) -> Option<(usize, Vec<Value>)> {
        match self {
            Along::Input(index, values) => Some((*index, values.clone())),
            Along::State(..) => None,
        }
    }
}
