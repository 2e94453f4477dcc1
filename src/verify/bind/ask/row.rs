//! Figures side by side that name nothing between them, one for each value of something in its order: `Frozen crown: 2% /
//! 3% / 5%`, where there are three difficulties, `0.2% on Story and 0.67% on Torment; with the charm 0.3% and 1%`.

use super::bound::{Bound, fit};
use super::candidate::{Candidate, Measure};
use super::follow::told;
use super::laws::Given;
use super::question::Asker;
use crate::check::{InputId, StateId};
use crate::page::{Figure, Fit};
use crate::value::Value;
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::places::Placed;

/// So many figures stand side by side at most, so many questions of one are asked for all, and in so many orders.
const MOST: usize = 8;
const MOST_ASKED: usize = 4;
/// So many of the others have to be right for one that is not to be wrong.
const FEWEST: usize = 2;
/// So many tokens before the first of them the values are told whose order they have.
const NEAR: usize = 120;

/// Chances side by side.
struct Row {
    first: usize,
    figures: Vec<Figure>,
    /// The place of the one that is asked about.
    place: usize,
    /// Whether signs stand between them that part values: `2% / 3% / 5%`.
    is_parted: bool,
}

/// What one of them has that the others have not.
#[derive(Clone, PartialEq)]
enum Step {
    Input(InputId, Value),
    State(StateId, Value),
    Event(Measure),
}

impl Step {
    /// A question with it.
    fn of(self, own: &Candidate) -> Candidate {
        let mut told = own.clone();
        match self {
            Step::Input(input, value) => drop(told.given.inputs.insert(input, value)),
            Step::State(state, value) => drop(told.given.states.insert(state, value)),
            Step::Event(measure) => told.measure = measure,
        }
        told
    }
}

impl Asker<'_, '_> {
    /// Adds the questions under the value that has the place of a figure among those beside it: sure where all of them are
    /// right under theirs, or all others that are two or more; whether it is. What is asked of all that signs part is not sure.
    pub(crate) fn in_row(
        &mut self,
        placed: &Placed,
        before: &[Bound],
        candidates: &mut Vec<Candidate>,
    ) -> bool {
        let Some(row) = self.row_of(placed) else { return false };
        let has_answer = candidates.iter().any(|own| own.full && placed.takes(own));
        let mut asked: Vec<Candidate> = Vec::new();
        // What the first of them is about the others are about.
        let begun = before.iter().rev().find(|bound| bound.placed.token == row.first).map(told);
        for own in candidates.iter().chain(begun.into_iter().flatten()) {
            let is_same = |other: &Candidate| other.measure == own.measure && other.given == own.given;
            if asked.len() < MOST_ASKED && !asked.iter().any(is_same) {
                asked.push(own.clone());
            }
        }
        if row.is_parted && !has_answer {
            candidates.iter_mut().for_each(|own| (own.full, own.left) = (false, None));
        }
        let mut found: Vec<Candidate> = Vec::new();
        for own in &asked {
            for order in self.orders(own, &row, placed, before) {
                if found.len() < MOST {
                    found.extend(self.in_its_place(own, &row, order));
                }
            }
        }
        let is_sure = found.iter().any(|one| one.full);
        if is_sure {
            candidates.clear();
            found.retain(|one| one.full);
        } else if !found.is_empty() {
            candidates.iter_mut().for_each(|own| (own.full, own.left) = (false, None));
        }
        candidates.extend(found);
        is_sure
    }

    /// The question that has the place of a figure, where it gives that or the others are right by theirs.
    fn in_its_place(&mut self, own: &Candidate, row: &Row, order: Vec<Step>) -> Option<Candidate> {
        let mut right = 0;
        let mut asked = None;
        for (number, (step, figure)) in order.into_iter().zip(&row.figures).enumerate() {
            if !self.laws.has_room() {
                return None;
            }
            let told = step.of(own);
            let Some(value) = self.value_on(&told, None) else { continue };
            let fits = matches!(fit(figure, &value), Fit::Exact | Fit::Rounded);
            right += usize::from(number != row.place && fits);
            if number == row.place {
                let told = Candidate::tried(told.mechanic, told.rule_set, told.measure, told.given, value);
                asked = Some((told, fits));
            }
        }
        let (told, fits) = asked?;
        let is_sure = right + 1 == row.figures.len() && (fits || right >= FEWEST);
        (is_sure || fits && (row.is_parted || right > 0)).then(|| Candidate {
            full: is_sure,
            left: is_sure.then(Vec::new),
            ..told
        })
    }

    /// The orders that a row may have for a question: all values of an input that is not given, and the last values or
    /// outcomes that were told before it.
    fn orders(&self, own: &Candidate, row: &Row, placed: &Placed, before: &[Bound]) -> Vec<Vec<Step>> {
        let count = row.figures.len();
        let model = &self.names.mechanics[own.mechanic].model;
        let mut orders: Vec<Vec<Step>> = Vec::new();
        if count > FEWEST {
            let open = model.input_ids().filter(|input| !own.given.inputs.contains_key(input));
            let values = open.map(|input| (input, model.values(model[input].declaration.kind)));
            let whole = values.filter(|(_, values)| values.len() == count);
            let steps = |(input, values): (InputId, Vec<Value>)| {
                values.into_iter().map(|value| Step::Input(input, value)).collect()
            };
            orders.extend(whole.map(steps));
        }
        if placed.place.in_table {
            return orders;
        }
        let near = |bound: &&Bound| bound.placed.token < row.first && bound.placed.token + NEAR > row.first;
        let near: Vec<(&Candidate, bool)> = before
            .iter()
            .filter(near)
            .filter_map(|bound| Some((told(bound).first().copied()?, bound.placed.place.in_table)))
            .filter(|(told, _)| told.mechanic == own.mechanic)
            .collect();
        let mut add = |mut steps: Vec<Step>| {
            steps.dedup();
            let last = steps.split_off(steps.len().saturating_sub(count));
            let is_order = last.len() == count && (1..count).all(|at| !last[..at].contains(&last[at]));
            if is_order && !orders.contains(&last) {
                orders.push(last);
            }
        };
        let given = || near.iter().filter(|(_, in_table)| !in_table).map(|(told, _)| &told.given);
        let said = self.given_in(placed.place.layers.own(), placed, own.mechanic);
        for input in model.input_ids().filter(|input| !said.inputs.contains_key(input)) {
            let values = given().filter_map(|given| given.inputs.get(&input));
            add(values.map(|value| Step::Input(input, value.clone())).collect());
        }
        // `55.6% without it and 69.7% with it. At Omen 4 that falls to 50.3% and 63.0%`
        for input in model.input_ids().filter(|input| !said.inputs.contains_key(input)) {
            let Some(default) = model[input].default.value() else { continue };
            let of = |given: &Given| given.inputs.get(&input).unwrap_or(default).clone();
            add(given().map(|given| Step::Input(input, of(given))).collect());
        }
        for state in model.state_ids().filter(|state| !said.states.contains_key(state)) {
            let values = given().filter_map(|given| given.states.get(&state));
            add(values.map(|value| Step::State(state, value.clone())).collect());
        }
        let names = |range| self.names_event(placed, range, own.mechanic);
        if !placed.place.layers.own().iter().any(names) {
            let events = near.iter().filter(|(told, _)| matches!(told.measure, Measure::Chance(..)));
            add(events.map(|(told, _)| Step::Event(told.measure.clone())).collect());
        }
        orders
    }

    /// The chances that stand side by side with one, with nothing but a sign or "and" between; of a table with a slash.
    fn row_of(&self, placed: &Placed) -> Option<Row> {
        if !placed.is_chance || placed.series.is_some() {
            return None;
        }
        let list = &self.page.tokens.list;
        let is_chance = |token: usize| self.page.has_chance_at(token);
        let in_table = placed.place.in_table;
        let parts = |token: usize| match sign_at(self.page, token) {
            '/' => true,
            '|' | '\u{2192}' => !in_table,
            _ => false,
        };
        let joins = |token: usize| {
            parts(token)
                || !in_table
                    && (sign_at(self.page, token) == ','
                        || matches!(self.page.word_at(token), Some("and" | "or")))
        };
        // A comma and "and" stand between the last two.
        let next = |token: &usize| {
            let end = token + 1 + (token + 1..token + 3).take_while(|token| joins(*token)).count();
            (end > token + 1 && end < list.len() && is_chance(end)).then_some(end)
        };
        let last = |token: &usize| {
            let joined = (1..=2).take_while(|back| token >= back && joins(token - back)).count();
            let before = token.checked_sub(joined + 1)?;
            (joined > 0 && is_chance(before)).then_some(before)
        };
        let back = std::iter::successors(Some(placed.token), last).take(MOST);
        let first = back.last()?;
        let tokens: Vec<usize> = std::iter::successors(Some(first), next).take(MOST + 1).collect();
        let place = tokens.iter().position(|token| *token == placed.token)?;
        let end = *tokens.last()?;
        let is_parted = (first..end).any(parts);
        let is_row = (2..=MOST).contains(&tokens.len()) && (!in_table || tokens.len() > FEWEST);
        let figures = tokens.iter().filter_map(|token| self.page.figure_at(*token)).collect();
        is_row.then_some(Row { first, figures, place, is_parted })
    }
}
