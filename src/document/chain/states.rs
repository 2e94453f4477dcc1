//! The states of a chain, and what one use does from each.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::block::{Block, Cell, Header, Row, Stream, Table};
use super::super::data::{OutcomeRow, Probability, Values};
use super::super::{Data, Records};
use super::{ChainHead, Frame, Part, texts};
use crate::exact::decimal;
use crate::prob::Pmf;
use crate::prob::chain::Class;
use crate::query::chain::{ChainStates, Steps};
use crate::value::Value;

/// The states that can be reached: question `states`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StatesData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// The states.
    pub states: Vec<ClassOfState>,
    /// The communicating classes.
    pub classes: Vec<ClassData>,
}

/// A state with its class.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassOfState {
    /// The state.
    pub state: Values,
    /// The number of its class, from 1 on.
    pub class: usize,
}

/// States that lead to each other.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassData {
    /// Its number, from 1 on.
    pub class: usize,
    /// `transient`, `recurrent` or `absorbing`.
    pub kind: &'static str,
    /// The greatest common divisor of the numbers of uses after which a state can be there again; 0 where it
    /// cannot.
    pub period: u64,
    /// How many states it has.
    pub size: usize,
}

/// What one use does from each state: question `step`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StepsData<'a> {
    /// What every answer about a chain begins with.
    #[serde(flatten)]
    pub head: ChainHead<'a>,
    /// For each state, the law of the state after the use.
    pub kernel: Stream<'a, KernelRow>,
    /// For each state, the law of what comes out of the use.
    pub rows: Stream<'a, StateOutcome>,
}

/// The transitions from one state.
#[derive(Debug, Serialize, JsonSchema)]
pub struct KernelRow {
    /// The state before the use.
    pub from: Values,
    /// The states after it.
    pub to: Vec<NextState>,
}

/// A state after a use and its probability.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NextState {
    /// The state.
    pub state: Values,
    /// Its probability, exactly and as a decimal.
    #[serde(flatten)]
    pub probability: Probability,
}

/// What comes out of a use from a state, with its probability.
#[derive(Debug, Serialize, JsonSchema)]
pub struct StateOutcome {
    /// The state before the use.
    pub state: Values,
    /// The outcome and its probability.
    #[serde(flatten)]
    pub row: OutcomeRow,
}

/// What a class is, in a word.
fn nature(class: &Class) -> &'static str {
    match (class.is_absorbing(), class.closed) {
        (true, _) => "absorbing",
        (false, true) => "recurrent",
        (false, false) => "transient",
    }
}

impl Part for ChainStates {
    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        let (states, classes) = (self.states.len(), self.classes.len());
        let plural = |count: usize, ending: &'static str| if count == 1 { "" } else { ending };
        let title = format!(
            "{states} reachable state{} in {classes} class{}",
            plural(states, "s"),
            plural(classes, "es")
        );
        let row = |(number, class): (usize, &Class)| {
            let period = if class.period == 0 { "\u{2013}".to_owned() } else { class.period.to_string() };
            let size = class.states.len().to_string();
            Row::words(number.to_string(), [runs(self, class, frame), size, nature(class).to_owned(), period])
        };
        vec![Block::Table(Table {
            caption: frame.caption(title),
            header: vec![
                Header::words("Class"),
                Header::words(frame.state_header()),
                Header::numbers("States"),
                Header::words("Kind"),
                Header::numbers("Period"),
            ],
            rows: (1..).zip(&self.classes).map(row).collect(),
        })]
    }

    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a> {
        let numbered = || (1..).zip(&self.classes);
        let mut class_of = vec![0; self.states.len()];
        for (number, class) in numbered() {
            class.states.iter().for_each(|state| class_of[*state] = number);
        }
        let state = |(state, class): (&Vec<Value>, usize)| ClassOfState { state: frame.state(state), class };
        let class = |(number, class): (usize, &Class)| ClassData {
            class: number,
            kind: nature(class),
            period: class.period,
            size: class.states.len(),
        };
        Box::new(StatesData {
            head: frame.head("states"),
            states: self.states.iter().zip(class_of).map(state).collect(),
            classes: numbered().map(class).collect(),
        })
    }

    fn records<'a>(&'a self, frame: Frame<'a>) -> Records<'a> {
        let header = [frame.state_names(), texts(&["class", "kind", "period"])].concat();
        let of_class = move |(number, class): (usize, &'a Class)| {
            let own = [number.to_string(), nature(class).to_owned(), class.period.to_string()];
            let record =
                move |state: &usize| [frame.state_texts(&self.states[*state]), own.to_vec()].concat();
            class.states.iter().map(record)
        };
        Box::new(std::iter::once(header).chain((1..).zip(&self.classes).flat_map(of_class)))
    }
}

/// The states of a class; runs of whole numbers as `5 to −40`.
fn runs(states: &ChainStates, class: &Class, frame: Frame<'_>) -> String {
    let number = |state: &usize| match states.states[*state].as_slice() {
        [Value::Number(number)] => number.to_i64(),
        _ => None,
    };
    let label = |state: usize| frame.state_label(&states.states[state]).to_plain();
    let Some(numbers) = class.states.iter().map(number).collect::<Option<Vec<i64>>>() else {
        return class.states.iter().map(|state| label(*state)).collect::<Vec<_>>().join("; ");
    };
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for index in 0..numbers.len() {
        let neighbour = index > 0 && numbers[index].abs_diff(numbers[index - 1]) == 1;
        match runs.last_mut() {
            Some((_, last)) if neighbour => *last = index,
            _ => runs.push((index, index)),
        }
    }
    let run = |(first, last): &(usize, usize)| {
        let (first, last) = (label(class.states[*first]), label(class.states[*last]));
        if first == last { first } else { format!("{first} to {last}") }
    };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

impl Part for Steps {
    fn blocks<'a>(&'a self, frame: Frame<'a>) -> Vec<Block<'a>> {
        if frame.layout.next_states {
            return vec![Block::Table(next_table(self, frame))];
        }
        (0..self.subjects.len()).map(|subject| Block::Table(outcome_table(self, subject, frame))).collect()
    }

    fn data<'a>(&'a self, frame: Frame<'a>) -> Data<'a> {
        let kernel_row = move |(state, next): (&Vec<Value>, &Pmf<usize>)| {
            let to = next.iter().map(|(to, mass)| NextState {
                state: frame.state(&self.states[*to]),
                probability: mass.into(),
            });
            KernelRow { from: frame.state(state), to: to.collect() }
        };
        let outcomes = move |(state, laws): (&'a Vec<Value>, &'a Vec<Pmf<Value>>)| {
            let rows = self.subjects.iter().zip(laws);
            let rows = rows.flat_map(move |(subject, law)| frame.outcome_rows(subject, law));
            rows.map(move |row| StateOutcome { state: frame.state(state), row })
        };
        Box::new(StepsData {
            head: frame.head("step"),
            kernel: Stream::new(move || self.states.iter().zip(&self.next).map(kernel_row)),
            rows: Stream::new(move || self.states.iter().zip(&self.outcomes).flat_map(outcomes)),
        })
    }

    fn records<'a>(&'a self, frame: Frame<'a>) -> Records<'a> {
        let names = frame.state_names();
        if frame.layout.next_states {
            let after = names.iter().map(|name| format!("next_{name}")).collect();
            let header = [names, after, texts(&["probability", "decimal"])].concat();
            let of_state = move |(state, next): (&'a Vec<Value>, &'a Pmf<usize>)| {
                next.iter().map(move |(to, mass)| {
                    let states = [frame.state_texts(state), frame.state_texts(&self.states[*to])].concat();
                    states.into_iter().chain([mass.to_string(), decimal::plain(mass)]).collect()
                })
            };
            let records = self.states.iter().zip(&self.next).flat_map(of_state);
            return Box::new(std::iter::once(header).chain(records));
        }
        let header = [names, texts(&["of", "value", "probability", "decimal"])].concat();
        let of_subject = move |(index, subject)| {
            let states = self.states.iter().zip(&self.outcomes);
            states.flat_map(move |(state, laws)| {
                let records = frame.outcome_records(subject, &laws[index]);
                records.map(move |record| [frame.state_texts(state), record].concat())
            })
        };
        Box::new(std::iter::once(header).chain(self.subjects.iter().enumerate().flat_map(of_subject)))
    }
}

/// The law of a subject from each state: states as rows, values as columns.
fn outcome_table<'a>(steps: &'a Steps, index: usize, frame: Frame<'a>) -> Table<'a> {
    let subject = &steps.subjects[index];
    let laws = steps.outcomes.iter().map(move |laws| &laws[index]);
    let mut values: Vec<&Value> = laws.clone().flat_map(Pmf::support).collect();
    values.sort();
    values.dedup();
    let label = |value: &&Value| Header::numbers(frame.value_label(subject, value).to_plain());
    let header = std::iter::once(Header::words(frame.state_header())).chain(values.iter().map(label));
    let header = header.collect();
    let title = format!("{} by {}", frame.label(subject), frame.state_header().to_lowercase());
    let rows = Stream::new(move || {
        let values = values.clone();
        steps.states.iter().zip(laws.clone()).map(move |(state, law)| {
            let cells = values.iter().map(|value| frame.chance(&law.mass_of(value)));
            Row::new(frame.state_label(state), cells)
        })
    });
    Table { caption: frame.caption(title), header, rows }
}

/// Every transition as a row: from, to, chance.
fn next_table<'a>(steps: &'a Steps, frame: Frame<'a>) -> Table<'a> {
    let of_state = move |(state, next): (&'a Vec<Value>, &'a Pmf<usize>)| {
        next.iter().map(move |(to, mass)| {
            let after = Cell::Text(frame.state_label(&steps.states[*to]));
            Row::new(frame.state_label(state), [after, frame.chance(mass)])
        })
    };
    Table {
        caption: frame.caption(format!("one {}", frame.use_name().one)),
        header: vec![
            Header::words(frame.state_header()),
            Header::words(format!("{} after the {}", frame.state_header(), frame.use_name().one)),
            Header::numbers("Chance"),
        ],
        rows: Stream::new(move || steps.states.iter().zip(&steps.next).flat_map(of_state)),
    }
}
