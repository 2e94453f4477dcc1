//! The space of inputs: which are varied, through which values, and their combinations by number.

use super::super::super::Mechanic;
use super::EverywhereRequest;
use crate::check::Kind;
use crate::check::model::Input;
use crate::evaluate::Family;
use crate::exact::Rational;
use crate::lower::Program;
use crate::value::Value;

/// Some inputs with the values that each runs through.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid {
    /// The input, its values, and the usual one.
    axes: Vec<(usize, Vec<Value>, Value)>,
}

impl Grid {
    pub(super) fn count(&self) -> usize {
        self.axes.iter().map(|(_, values, _)| values.len()).product()
    }

    /// The values of a combination, by its number.
    fn values(&self, mut number: usize) -> impl Iterator<Item = (usize, &Value)> {
        self.axes.iter().filter_map(move |(input, values, _)| {
            let value = values.get(number % values.len().max(1))?;
            number /= values.len().max(1);
            Some((*input, value))
        })
    }

    fn value_of(&self, number: usize, input: usize) -> Option<&Value> {
        self.values(number).find(|(own, _)| *own == input).map(|(_, value)| value)
    }

    /// How many inputs of a combination are not as usual.
    pub(super) fn unusual(&self, number: usize) -> usize {
        self.values(number).zip(&self.axes).filter(|((_, value), (_, _, usual))| *value != usual).count()
    }
}

/// All inputs that are varied.
#[derive(Debug)]
pub(super) struct Space {
    /// The input that takes every value.
    pub(super) axis: Option<usize>,
    /// The ends of its range, which belong to it.
    pub(super) range: (Option<Rational>, Option<Rational>),
    pub(super) family: Family,
    /// Inputs that are read before the cut.
    pub(super) first: Grid,
    /// Inputs that are read behind it; some may be in both.
    pub(super) last: Grid,
    pub(super) varied: Vec<(usize, Vec<Value>, bool)>,
    /// Inputs that are read and left at their defaults though nobody gave them a value.
    pub(super) left: Vec<usize>,
}

impl Space {
    /// Inputs with a combination of a grid put in.
    pub(super) fn inputs(&self, base: &[Value], grid: &Grid, number: usize) -> Vec<Value> {
        let mut inputs = base.to_vec();
        for (input, value) in grid.values(number) {
            inputs[input] = value.clone();
        }
        inputs
    }

    /// Whether two combinations agree on the inputs that both have.
    pub(super) fn fit(&self, first: usize, last: usize) -> bool {
        self.first
            .values(first)
            .all(|(input, value)| self.last.value_of(last, input).is_none_or(|other| other == value))
    }

    /// How many inputs of a pair of combinations are not as usual.
    pub(super) fn unusual(&self, first: usize, last: usize) -> usize {
        let only_first =
            self.first.values(first).zip(&self.first.axes).filter(|((input, value), (_, _, usual))| {
                *value != usual && self.last.value_of(last, *input).is_none()
            });
        self.last.unusual(last) + only_first.count()
    }
}

/// The inputs that are varied, cut at the axis.
///
/// # Errors
/// Too many combinations, with what to do about them.
pub(super) fn space(
    mechanic: &Mechanic,
    request: &EverywhereRequest,
    program: &Program,
) -> Result<Space, Vec<String>> {
    let model = &mechanic.model;
    let sets = [&mechanic.rule_sets[request.from.rule_set], &mechanic.rule_sets[request.to.rule_set]];
    let named = |input: usize| request.from.named.contains(&input) || request.to.named.contains(&input);
    let lacking = |input: usize| sets.iter().filter(|set| !set.available[input]).count();
    let given = |input: usize| named(input) || lacking(input) > 0;
    let swept = |input: usize| request.over.iter().find(|(own, _)| *own == input);
    let problems = twice(mechanic, request, named, lacking);
    if !problems.is_empty() {
        return Err(problems);
    }
    let axis = (0..model.inputs.len()).find(|input| {
        model.inputs[*input].declaration.kind == Kind::Number && !given(*input) && swept(*input).is_none()
    });
    let family = Family::new(program, axis);
    let range = axis.map_or((None, None), |axis| {
        let range = &model.inputs[axis].declaration.range;
        (range.low.clone(), range.high.clone())
    });
    let mut varied = Vec::new();
    let mut left = Vec::new();
    for (place, input) in model.inputs.iter().enumerate() {
        let read = family.first_inputs.contains(&place) || family.last_inputs.contains(&place);
        if Some(place) == axis || !read {
            continue;
        }
        let (values, some) = match swept(place) {
            Some((_, values)) => (values.clone(), true),
            None if given(place) => {
                if lacking(place) == 1 && !named(place) {
                    left.push(place);
                }
                continue;
            }
            None if input.declaration.kind == Kind::Number => {
                left.push(place);
                continue;
            }
            None => values_of(mechanic, input),
        };
        if values.len() > 1 || swept(place).is_some() {
            varied.push((place, values, some));
        }
    }
    let grid = |wanted: &std::collections::BTreeSet<usize>| Grid {
        axes: varied
            .iter()
            .filter(|(input, ..)| wanted.contains(input))
            .map(|(input, values, _)| (*input, values.clone(), request.to.inputs[*input].clone()))
            .collect(),
    };
    let count = varied.iter().fold(1_usize, |count, (_, values, _)| count.saturating_mul(values.len()));
    if count > request.combinations {
        return Err(vec![too_many(mechanic, &varied, count, request.combinations)]);
    }
    let (first, last) = (grid(&family.first_inputs), grid(&family.last_inputs));
    Ok(Space { axis, range, family, first, last, varied, left })
}

/// Inputs that were given a value and values to run through, or those twice, or that a side lacks.
fn twice(
    mechanic: &Mechanic,
    request: &EverywhereRequest,
    named: impl Fn(usize) -> bool,
    lacking: impl Fn(usize) -> usize,
) -> Vec<String> {
    let mut problems = Vec::new();
    for (place, (input, _)) in request.over.iter().enumerate() {
        let name = &mechanic.model.inputs[*input].declaration.name;
        if request.over[..place].iter().any(|(other, _)| other == input) {
            problems.push(format!("`{name}` stands twice after `--over`; write all its values in one list"));
        }
        if named(*input) {
            problems
                .push(format!("`{name}` has a value and is to run through others; leave out one of the two"));
        }
        if lacking(*input) > 0 {
            problems
                .push(format!("`{name}` is not an input of both rule sets, so it cannot run through values"));
        }
    }
    problems
}

/// The values that an input runs through when nobody says, and whether they are only some of them.
fn values_of(mechanic: &Mechanic, input: &Input) -> (Vec<Value>, bool) {
    /// A range of more values than this is not run through.
    const MOST: i64 = 100;
    let whole = |end: &Option<Rational>| end.as_ref().and_then(Rational::to_i64);
    match input.declaration.kind {
        Kind::Flag => (vec![Value::Flag(false), Value::Flag(true)], false),
        kind @ Kind::Enum(_) => {
            let count = u32::try_from(mechanic.model.variants(kind).len()).unwrap_or(u32::MAX);
            ((0..count).map(Value::Variant).collect(), false)
        }
        Kind::Integer => {
            let range = &input.declaration.range;
            let usual = input.default.as_number().and_then(Rational::to_i64).unwrap_or(0);
            let number = |value: i64| Value::Number(Rational::from(value));
            match (whole(&range.low), whole(&range.high)) {
                (Some(low), Some(high)) if high.saturating_sub(low) < MOST => {
                    ((low..=high).map(number).collect(), false)
                }
                (low, high) => {
                    let mut values: Vec<i64> = match (low, high) {
                        (None, Some(high)) => vec![high - 2, high - 1, high, usual],
                        (low, high) => {
                            let low = low.unwrap_or(usual);
                            [low, low + 1, low + 2, usual].into_iter().chain(high).collect()
                        }
                    };
                    values.sort_unstable();
                    values.dedup();
                    (values.into_iter().map(number).collect(), true)
                }
            }
        }
        _ => (vec![input.default.clone()], true),
    }
}

fn too_many(mechanic: &Mechanic, varied: &[(usize, Vec<Value>, bool)], count: usize, most: usize) -> String {
    let mut largest: Vec<&(usize, Vec<Value>, bool)> = varied.iter().collect();
    largest.sort_by_key(|(_, values, _)| std::cmp::Reverse(values.len()));
    let names: Vec<String> = largest
        .iter()
        .take(4)
        .map(|(input, values, _)| {
            format!("{} ({} values)", mechanic.model.inputs[*input].declaration.name, values.len())
        })
        .collect();
    let count = if count == usize::MAX { "too many".to_owned() } else { count.to_string() };
    format!(
        "the inputs have {count} combinations; the limit `combinations` is {most}. The largest are {}: give some a value with \
         `--set`, run them through fewer with `--over NAME=VALUES`, or raise it with `--limit combinations=…`",
        names.join(", ")
    )
}

/// The inputs of a witness that are not at their defaults: `luck=10, lucky_foot`.
pub(super) fn combination(mechanic: &Mechanic, inputs: &[Value]) -> String {
    let model = &mechanic.model;
    let parts: Vec<String> = model
        .inputs
        .iter()
        .zip(inputs)
        .filter(|(input, value)| input.default != **value)
        .map(|(input, value)| match value {
            Value::Flag(true) => input.declaration.name.clone(),
            _ => format!("{}={}", input.declaration.name, model.value_text(input.declaration.kind, value)),
        })
        .collect();
    if parts.is_empty() { "every input at its default".to_owned() } else { parts.join(", ") }
}
