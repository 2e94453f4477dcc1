//! Inputs with the values that they run through, and their combinations by number.

use crate::check::InputId;
use crate::value::InputValue;

/// Some inputs with the values that they run through.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid {
    axes: Vec<GridAxis>,
}

/// Inputs that run through their values together; mostly it is one.
#[derive(Debug, Clone)]
pub(super) struct GridAxis {
    pub(super) inputs: Vec<InputId>,
    /// Never empty.
    pub(super) choices: Vec<Choice>,
}

/// Values of the inputs of an axis, which stand for all that neither side tells apart from them.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// In the order of the inputs.
    pub(super) values: Vec<InputValue>,
    /// How many of them are not as usual.
    pub(super) unusual: usize,
    /// For how many they stand.
    pub(super) weight: u64,
}

impl GridAxis {
    /// One input with its values.
    pub(super) fn single(
        input: InputId,
        values: impl Iterator<Item = InputValue>,
        usual: &InputValue,
    ) -> GridAxis {
        let choice = |value| Choice { unusual: usize::from(value != *usual), values: vec![value], weight: 1 };
        GridAxis { inputs: vec![input], choices: values.map(choice).collect() }
    }

    /// Two axes as one, with all combinations.
    pub(super) fn with(&self, other: &GridAxis) -> GridAxis {
        let both = |ours: &Choice, theirs: &Choice| Choice {
            values: ours.values.iter().chain(&theirs.values).cloned().collect(),
            unusual: ours.unusual + theirs.unusual,
            weight: ours.weight.saturating_mul(theirs.weight),
        };
        let choices =
            self.choices.iter().flat_map(|ours| other.choices.iter().map(move |theirs| both(ours, theirs)));
        GridAxis {
            inputs: self.inputs.iter().chain(&other.inputs).copied().collect(),
            choices: choices.collect(),
        }
    }
}

impl Choice {
    fn value(&self, axis: &GridAxis, input: InputId) -> Option<&InputValue> {
        let place = axis.inputs.iter().position(|own| *own == input)?;
        self.values.get(place)
    }
}

impl Grid {
    pub(super) fn new(axes: Vec<GridAxis>) -> Grid {
        Grid { axes }
    }

    pub(super) fn count(&self) -> usize {
        self.axes.iter().map(|axis| axis.choices.len()).product()
    }

    /// The numbers of the combinations in which at most so many inputs are not as usual, ascending.
    pub(super) fn within(&self, most: usize) -> Vec<usize> {
        let mut found = vec![(0, 0)];
        let mut stride = 1;
        for axis in &self.axes {
            let more = |&(number, unusual): &(usize, usize)| {
                let choices = axis.choices.iter().enumerate();
                let own = choices.filter(move |(_, choice)| unusual + choice.unusual <= most);
                own.map(move |(place, choice)| (number + place * stride, unusual + choice.unusual))
            };
            found = found.iter().flat_map(more).collect();
            stride *= axis.choices.len();
        }
        let mut numbers: Vec<usize> = found.into_iter().map(|(number, _)| number).collect();
        numbers.sort_unstable();
        numbers
    }

    /// What a combination takes of each axis, by its number.
    fn choices(&self, mut number: usize) -> impl Iterator<Item = (&GridAxis, &Choice)> {
        self.axes.iter().map(move |axis| {
            let choice = &axis.choices[number % axis.choices.len()];
            number /= axis.choices.len();
            (axis, choice)
        })
    }

    fn has(&self, input: InputId) -> bool {
        self.axes.iter().any(|axis| axis.inputs.contains(&input))
    }

    fn value_of(&self, number: usize, input: InputId) -> Option<&InputValue> {
        self.choices(number).find_map(|(axis, choice)| choice.value(axis, input))
    }

    /// How many inputs of a combination are not as usual.
    pub(super) fn unusual(&self, number: usize) -> usize {
        self.choices(number).map(|(_, choice)| choice.unusual).sum()
    }

    /// Puts a combination into inputs.
    pub(super) fn put(&self, number: usize, inputs: &mut [InputValue]) {
        for (axis, choice) in self.choices(number) {
            for (input, value) in axis.inputs.iter().zip(&choice.values) {
                inputs[input.index()].clone_from(value);
            }
        }
    }

    /// For how many combinations one stands.
    pub(super) fn weight(&self, number: usize) -> u64 {
        self.choices(number).map(|(_, choice)| choice.weight).product()
    }

    /// Whether a combination agrees with one of another grid on the inputs that both have.
    pub(super) fn fits(&self, number: usize, other: &Grid, others: usize) -> bool {
        self.choices(number).all(|(axis, choice)| {
            let mut values = axis.inputs.iter().zip(&choice.values);
            values.all(|(input, value)| other.value_of(others, *input).is_none_or(|theirs| theirs == value))
        })
    }

    /// What a combination takes of the axes that another grid does not have.
    pub(super) fn alone<'a>(&'a self, number: usize, other: &'a Grid) -> impl Iterator<Item = &'a Choice> {
        let alone =
            self.choices(number).filter(|(axis, _)| !axis.inputs.iter().any(|input| other.has(*input)));
        alone.map(|(_, choice)| choice)
    }
}
