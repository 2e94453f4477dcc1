//! What is told of a range of numbers: `on floors 41–80 it is 55%`, `below floor 40`, `the first ten floors`.

use std::collections::BTreeSet;

use super::candidate::Candidate;
use super::laws::Given;
use super::question::Asker;
use super::reach::Reach;
use crate::check::Model;
use crate::check::{InputId, Kind};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::value::Value;
use crate::verify::bind::read::beside::{number_at, number_of, range_behind};
use crate::verify::bind::read::mention::Mention;
use crate::verify::bind::read::places::Placed;

/// What an input is under which a figure is told, and what else is meant with it or in its place.
struct Ranged {
    mechanic: usize,
    input: InputId,
    value: Value,
    others: Vec<Value>,
}

/// So many values of an input are tried where a figure depends on it.
const MOST_VALUES: usize = 12;

/// What an input is unless it is given, and what else it can be: of numbers the least and the greatest.
fn all(model: &Model, input: InputId) -> Option<(Value, Vec<Value>)> {
    let value = model[input].default.value()?.clone();
    let declaration = &model[input].declaration;
    let others: Vec<Value> = match declaration.kind {
        Kind::Integer => {
            let ends = [&declaration.range.low, &declaration.range.high];
            ends.into_iter().flatten().cloned().map(Value::Number).collect()
        }
        kind => model.values(kind),
    };
    (others.len() <= MOST_VALUES).then_some((value, others))
}

impl Asker<'_, '_> {
    /// Leaves of the questions under a range of numbers only those sure that give the same at its other end, and adds what
    /// gives the figure there.
    pub(crate) fn over_ranges(&mut self, placed: &Placed, candidates: &mut Vec<Candidate>) {
        if candidates.is_empty() {
            return;
        }
        let reach = self.reach(&placed.place, placed.is_chance);
        for ranged in self.ranged(&reach) {
            let mut further = Vec::new();
            let default = self.names.mechanics[ranged.mechanic].model[ranged.input].default.value();
            for candidate in candidates.iter_mut() {
                let own = candidate.given.inputs.get(&ranged.input).or(default);
                if candidate.mechanic != ranged.mechanic || own != Some(&ranged.value) {
                    continue;
                }
                for other in &ranged.others {
                    let give = |given: &mut Given| drop(given.inputs.insert(ranged.input, other.clone()));
                    let Some(told) = self.asked_with(candidate, Some(placed.token), give) else { continue };
                    if told.value != candidate.value {
                        (candidate.full, candidate.left) = (false, None);
                        further.extend(Some(told).filter(|told| placed.is_uncut(&told.value)));
                    }
                }
            }
            candidates.extend(further);
        }
    }

    /// The ranges that stand around a figure.
    fn ranged(&self, reach: &Reach<'_>) -> Vec<Ranged> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        // Of a table what stands in the cell itself: its heads are read as such.
        let place = reach.place;
        let is_near = |label: &Mention| {
            let mut own = place.layers.own().iter();
            !place.in_table
                || own.any(|range| range.contains(&place.figure) && range.contains(&label.tokens.start))
        };
        for mention in reach.labels.all().filter(|mention| seen.insert(**mention)) {
            let label = self.mentions.get(*mention);
            if !is_near(label) {
                continue;
            }
            for named in label.named.iter() {
                let Meaning::Input(input) = named.meaning else { continue };
                let model = &self.names.mechanics[named.mechanic].model;
                let declaration = &model[input].declaration;
                let of_numbers = || {
                    let (number, mut others) = self.range_of(label)?;
                    others.retain(|other| model.check_number(declaration, other.clone()).is_ok());
                    let others = others.into_iter().map(Value::Number).collect();
                    Some((Value::Number(number), others)).filter(|_| declaration.kind == Kind::Integer)
                };
                let of_all = || self.depends_on(label).then(|| all(model, input)).flatten();
                let Some((value, others)) = of_numbers().or_else(of_all) else { continue };
                found.push(Ranged { mechanic: named.mechanic, input, value, others });
            }
        }
        found
    }

    /// Whether words say that a figure is told of all values of a label: `depending on the rod level`.
    fn depends_on(&self, label: &Mention) -> bool {
        let word = |back: usize| self.page.word_before(label.tokens.start, back);
        let back = 1 + usize::from(matches!(word(1), Some("the" | "your")));
        word(back) == Some("on") && matches!(word(back + 1), Some("depending" | "depends" | "depend"))
    }

    /// The number that a label has, and where the range ends that it begins; of what lies beyond it the next ones.
    pub(super) fn range_of(&self, label: &Mention) -> Option<(Rational, Vec<Rational>)> {
        const BEYOND: [&str; 9] =
            ["below", "above", "under", "over", "beneath", "beyond", "past", "after", "before"];
        if let Some((_, low, high)) = range_behind(self.page, label.tokens.end) {
            return Some((low, vec![high]));
        }
        let all = 0..self.page.tokens.list.len();
        let (token, number) = number_of(self.page, label, &all)?;
        let word = |back: usize| self.page.word_before(token.min(label.tokens.start), back);
        if token > label.tokens.start {
            let joins = match self.page.word_at(token + 1) {
                Some("and") => word(1) == Some("between"),
                Some("to" | "through" | "until") => true,
                _ => false,
            };
            if let Some(high) = number_at(self.page, token + 2).filter(|high| joins && *high > number) {
                return Some((number, vec![high]));
            }
        }
        let one = Rational::ONE;
        let is_beyond = |back: usize| word(back).is_some_and(|word| BEYOND.contains(&word));
        if is_beyond(1) || word(1) == Some("the") && is_beyond(2) {
            return Some((number.clone(), vec![&number + &one, &number - &one]));
        }
        (token < label.tokens.start && word(1) == Some("first")).then_some((number, vec![one]))
    }
}
