//! The space of inputs: which are varied, through which values, and their combinations by number.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::classes::Classes;
use super::grid::{Grid, GridAxis};
use super::groups::differing;
use super::{ExhaustiveRequest, Mechanic, Varied, Within};
use crate::check::model::{Declaration, Range};
use crate::check::{InputId, Kind};
use crate::diagnostic::{Message, Setting};
use crate::evaluate::{Family, Limits};
use crate::exact::Rational;
use crate::lower::Program;
use crate::scenario::{Swept, all_values, ascending, steps, whole_numbers};
use crate::source::Span;
use crate::value::{InputValue, Value};

/// All inputs that are varied.
#[derive(Debug)]
pub(super) struct Space {
    /// The input that takes every value.
    pub(super) axis: Option<InputId>,
    /// Its usual value, where it has one.
    pub(super) usual: Option<Rational>,
    /// The ends of its range, which belong to it.
    pub(super) range: Range,
    /// The head of the mechanic, for what has no other place in the text.
    pub(super) place: Span,
    pub(super) family: Family,
    /// Inputs that are read before the cut.
    pub(super) first: Grid,
    /// Inputs that are read behind it; some may be in both.
    pub(super) last: Grid,
    pub(super) varied: Vec<Varied>,
    /// Where not all combinations are compared, how many inputs may be away from their defaults at once, and how many
    /// combinations there are.
    pub(super) within: Option<Within>,
    /// Inputs that are read and left at their defaults though nobody gave them a value.
    pub(super) left: Vec<InputId>,
}

impl Space {
    /// Whether two combinations agree on the inputs that both have.
    pub(super) fn fit(&self, first: usize, last: usize) -> bool {
        self.first.fits(first, &self.last, last)
    }

    /// How many inputs of a pair of combinations are not as usual.
    pub(super) fn unusual(&self, first: usize, last: usize) -> usize {
        let only_first = self.first.alone(first, &self.last).map(|choice| choice.unusual);
        self.last.unusual(last) + only_first.sum::<usize>()
    }

    /// The numbers of the combinations of a grid that are compared.
    pub(super) fn numbers(&self, grid: &Grid) -> Vec<usize> {
        match self.within {
            Some(within) => grid.within(within.changed),
            None => (0..grid.count()).collect(),
        }
    }

    /// Whether a pair of combinations is compared.
    pub(super) fn has(&self, first: usize, last: usize) -> bool {
        self.within.is_none_or(|within| self.unusual(first, last) <= within.changed)
    }

    /// For how many combinations of all inputs a pair of combinations stands.
    pub(super) fn weight(&self, first: usize, last: usize) -> u64 {
        let only_first = self.first.alone(first, &self.last).map(|choice| choice.weight);
        self.last.weight(last) * only_first.product::<u64>()
    }
}

/// The inputs that are varied, cut at the axis.
///
/// # Errors
/// Too many combinations, with what to do about them.
pub(super) fn space(
    mechanic: &Mechanic,
    request: &ExhaustiveRequest,
    program: &Program,
    limits: &Limits,
) -> Result<Space, Vec<Message>> {
    let model = &mechanic.model;
    let wishes = Wishes { mechanic, request };
    let over = wishes.over()?;
    wishes.without_laws()?;
    let swept = |input: InputId| over.iter().find(|(own, _)| *own == input).map(|(_, values)| *values);
    // What follows from rules is compared as it follows.
    let is_free_number = |input: &InputId| {
        let number = model[*input].declaration.kind == Kind::Number && !wishes.follows(*input);
        number && !wishes.given(*input) && swept(*input).is_none()
    };
    let axis = model.input_ids().find(is_free_number);
    let usual = |input: InputId| request.sides.to.value(mechanic, input);
    let runs = |input: InputId| {
        let free = !wishes.given(input) && model[input].declaration.kind != Kind::Number;
        let values = free.then(|| values_of(mechanic, &model[input].declaration, usual(input).as_ref()));
        values.filter(|(values, _)| values.len() > 1)
    };
    let stays = |input: &InputId| Some(*input) != axis && swept(*input).is_none();
    let follows = model.input_ids().filter(|input| wishes.follows(*input)).filter(stays);
    let follows: BTreeSet<usize> = follows.map(InputId::index).collect();
    let read = Family::new(program, axis.map(InputId::index), &follows);
    let read: BTreeSet<usize> = read.first_inputs.union(&read.last_inputs).copied().collect();
    let program = &differing(mechanic, &wishes, program, limits);
    let family = Family::new(program, axis.map(InputId::index), &follows);
    let mut varied = Vec::new();
    let mut left = Vec::new();
    for input in model.input_ids() {
        if Some(input) == axis || !read.contains(&input.index()) {
            continue;
        }
        if let Some(values) = swept(input) {
            varied.push(Varied { input, values: values.to_vec(), complete: false, follows: false });
        } else if wishes.given(input) {
            left.extend((wishes.lacking(input) == 1 && !wishes.named(input)).then_some(input));
        } else if model[input].declaration.kind == Kind::Number {
            left.push(input);
        } else if let Some((values, complete)) = runs(input) {
            varied.push(Varied { input, values, complete, follows: wishes.follows(input) });
        }
    }
    let both: BTreeSet<usize> = family.first_inputs.intersection(&family.last_inputs).copied().collect();
    let open = varied.iter().map(|varied| varied.input).chain(axis).map(InputId::index).collect();
    let classes = Classes { mechanic, program, request, limits, varied: open };
    let axes = |wanted: &dyn Fn(usize) -> bool| {
        let wanted = varied.iter().filter(|varied| wanted(varied.input.index()));
        let axis = |varied: &Varied| {
            GridAxis::single(varied.input, varied.all(), request.sides.to.input(varied.input))
        };
        classes.of(wanted.map(axis).collect(), &both)
    };
    let shared = axes(&|input| both.contains(&input));
    let only_first = axes(&|input| family.first_inputs.contains(&input) && !both.contains(&input));
    // What only outcomes read that are alike on both sides is among these, and nothing tells its values apart.
    let only_last = axes(&|input| !family.first_inputs.contains(&input));
    let told_apart = [&shared, &only_first, &only_last].into_iter().flatten();
    let told_apart = told_apart.fold(1_usize, |count, axis| count.saturating_mul(axis.choices.len()));
    let all = varied.iter().try_fold(1_u64, |count, varied| count.checked_mul(varied.all().count() as u64));
    let axes: Vec<&GridAxis> = [&shared, &only_first, &only_last].into_iter().flatten().collect();
    let within = if told_apart > request.combinations || all.is_none() {
        let Some(changed) = most_changed(&axes, request.combinations / SHARE) else {
            return Err(vec![too_many(mechanic, &varied, all, told_apart, request.combinations)]);
        };
        Some(Within { changed, all, told_apart })
    } else {
        None
    };
    let first = Grid::new(shared.iter().cloned().chain(only_first.iter().cloned()).collect());
    let last = Grid::new(shared.into_iter().chain(only_last).collect());
    let range = axis.map(|axis| model[axis].declaration.range.clone()).unwrap_or_default();
    let place = model.tree.items.first().map(|item| item.span).unwrap_or_default();
    let usual = axis.and_then(usual).and_then(|value| value.as_number().cloned());
    Ok(Space { axis, usual, range, place, family, first, last, varied, within, left })
}

/// What was said of the inputs.
pub(super) struct Wishes<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) request: &'a ExhaustiveRequest,
}

impl<'a> Wishes<'a> {
    /// Whether it was given a value by name.
    fn named(&self, input: InputId) -> bool {
        let sides = &self.request.sides;
        sides.from.named.contains(&input) || sides.to.named.contains(&input)
    }

    /// How many of the rule sets lack it.
    fn lacking(&self, input: InputId) -> usize {
        let sets =
            [&self.request.sides.from, &self.request.sides.to].map(|side| self.mechanic.rule_set_of(side));
        sets.iter().filter(|set| !set.available[input.index()]).count()
    }

    /// Whether it has a default on some side that follows from rules and other inputs.
    pub(super) fn follows(&self, input: InputId) -> bool {
        let sides = &self.request.sides;
        [&sides.from, &sides.to].into_iter().any(|side| *side.input(input) == InputValue::Default)
    }

    /// Whether it keeps the value it has.
    pub(super) fn given(&self, input: InputId) -> bool {
        self.named(input) || self.lacking(input) > 0
    }

    /// Refuses inputs with a law: they are drawn, and here all inputs are gone through.
    fn without_laws(&self) -> Result<(), Vec<Message>> {
        let sides = &self.request.sides;
        let Some(input) = sides.from.with_laws().chain(sides.to.with_laws()).next() else { return Ok(()) };
        let name = &self.mechanic.model[input].declaration.name;
        let problem = Message::from(format!(
            "`{name}` has a law, and what is looked for is the greatest difference for values of the inputs: run it through its values with "
        ));
        let problem = problem.typed(Setting::Sweep, format!("{name}=…")).words(", or give it one with ");
        Err(vec![problem.typed(Setting::Set, format!("{name}=…"))])
    }

    /// The inputs that run through values that were given.
    ///
    /// # Errors
    /// Those that have a value too, or were given values twice, or that a side lacks.
    fn over(&self) -> Result<Vec<(InputId, &'a [Value])>, Vec<Message>> {
        let mut problems: Vec<Message> = Vec::new();
        let mut over: Vec<(InputId, &[Value])> = Vec::new();
        for sweep in &self.request.over {
            let name = &sweep.declaration(self.mechanic).name;
            let Swept::Input(input) = sweep.swept else {
                problems.extend(self.mechanic.input(name).err());
                continue;
            };
            if over.iter().any(|(other, _)| *other == input) {
                let problem = Message::from(format!("`{name}` stands twice after "));
                problems.push(problem.typed(Setting::Sweep, "").words("; write all its values in one list"));
            }
            if self.named(input) {
                let problem = "has a value and is to run through others; leave out one of the two";
                problems.push(format!("`{name}` {problem}").into());
            }
            if self.lacking(input) > 0 {
                let problem = "is not an input of both rule sets, so it cannot run through values";
                problems.push(format!("`{name}` {problem}").into());
            }
            if sweep.values.is_empty() {
                problems.push(format!("`{name}` has no value to run through").into());
            }
            over.push((input, &sweep.values));
        }
        if problems.is_empty() { Ok(over) } else { Err(problems) }
    }
}

/// The values that an input runs through when nobody says, and whether they are all that it can have.
fn values_of(mechanic: &Mechanic, declaration: &Declaration, usual: Option<&Value>) -> (Vec<Value>, bool) {
    /// A range of more values than this is not run through.
    const MOST: i64 = 100;
    if let Some(values) = all_values(&mechanic.model, declaration.kind) {
        return (values, true);
    }
    if let Some(numbers) = whole_numbers(&declaration.range, MOST) {
        return (ascending(numbers), true);
    }
    let usual = usual.and_then(Value::as_number);
    let mut numbers: Vec<Rational> = match (&declaration.range.low, &declaration.range.high, usual) {
        (None, Some(high), _) => steps(&(&high.floor() - &Rational::from(2)), 3).collect(),
        (Some(low), high, _) => steps(&low.ceil(), 3).chain(high.as_ref().map(Rational::floor)).collect(),
        (None, None, Some(usual)) => steps(usual, 3).collect(),
        (None, None, None) => Vec::new(),
    };
    numbers.extend(usual.cloned());
    (ascending(numbers), false)
}

/// Where there are more combinations than the limit, no more than this share of it is compared: who did not ask for all
/// of them waits for a part only.
const SHARE: usize = 5;

/// How many inputs may be away from their defaults at once where no more combinations than `most` are compared; `None`
/// where there are too many with a single one.
fn most_changed(axes: &[&GridAxis], most: usize) -> Option<usize> {
    // How many combinations there are with so many inputs that are not as usual.
    let mut counts = vec![1_usize];
    for axis in axes {
        let mut more = Vec::new();
        for choice in &axis.choices {
            let width = counts.len() + choice.unusual;
            if more.len() < width {
                more.resize(width, 0_usize);
            }
            for (slot, count) in more[choice.unusual..].iter_mut().zip(&counts) {
                *slot = slot.saturating_add(*count);
            }
        }
        counts = more;
    }
    let sums = counts.iter().scan(0_usize, |sum, count| {
        *sum = sum.saturating_add(*count);
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= most).count().checked_sub(1).filter(|changed| *changed > 0)
}

/// `all` is the number of combinations, where it can be said, `told_apart` of how many neither side makes the same.
fn too_many(
    mechanic: &Mechanic,
    varied: &[Varied],
    all: Option<u64>,
    told_apart: usize,
    most: usize,
) -> Message {
    let mut largest: Vec<&Varied> = varied.iter().collect();
    largest.sort_by_key(|varied| Reverse(varied.all().count()));
    let name = |varied: &&Varied| {
        format!("{} ({} values)", mechanic.model[varied.input].declaration.name, varied.all().count())
    };
    let names: Vec<String> = largest.iter().take(4).map(name).collect();
    let all = all.map_or_else(|| "too many".to_owned(), |all| all.to_string());
    let problem = format!(
        "the inputs have {all} combinations, of which the rules tell {told_apart} apart; the limit `combinations` is {most}. The largest are {}: give some a value with ",
        names.join(", ")
    );
    let problem = Message::from(problem).typed(Setting::Set, "").words(", run them through fewer with ");
    let problem = problem.typed(Setting::Sweep, "NAME=VALUES").words(", or raise it with ");
    problem.typed(Setting::Limit, "combinations=…")
}
