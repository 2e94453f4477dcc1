//! What is told of a range of numbers: `on floors 41–80 it is 55%`, `below floor 40`, `the first ten floors`.

use std::collections::BTreeSet;

use super::candidate::Candidate;
use super::question::Asker;
use super::reach::Reach;
use crate::check::model::Input;
use crate::check::{InputId, Kind};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::value::Value;
use crate::verify::bind::read::beside::{number_at, number_of, range_behind};
use crate::verify::bind::read::mention::Mention;
use crate::verify::bind::read::places::Placed;

/// A number of an input under which a figure is told, and others that are meant with it or in its place.
struct Ranged {
    mechanic: usize,
    input: InputId,
    number: Rational,
    others: Vec<Rational>,
}

/// What an input is unless it is given, and the least and the greatest that it can be.
fn ends(input: &Input) -> Option<(Rational, Vec<Rational>)> {
    let number = input.default.value()?.as_number()?.clone();
    let range = &input.declaration.range;
    Some((number, [&range.low, &range.high].into_iter().flatten().cloned().collect()))
}

impl Asker<'_, '_> {
    /// Leaves of the questions under a range of numbers only those sure that give the same at its other end, and adds what
    /// gives the figure there.
    pub(crate) fn over_ranges(&mut self, placed: &Placed, candidates: &mut Vec<Candidate>) {
        if placed.place.in_table || candidates.is_empty() {
            return;
        }
        let reach = self.reach(&placed.place, placed.is_chance);
        for ranged in self.ranged(&reach) {
            let mut further = Vec::new();
            let default = self.names.mechanics[ranged.mechanic].model[ranged.input].default.value();
            for candidate in candidates.iter_mut() {
                let own = candidate.given.inputs.get(&ranged.input).or(default);
                let is_meant = candidate.mechanic == ranged.mechanic
                    && own.and_then(Value::as_number) == Some(&ranged.number);
                if !is_meant {
                    continue;
                }
                for other in &ranged.others {
                    if !self.laws.has_room() {
                        return;
                    }
                    let mut told = candidate.clone();
                    told.given.inputs.insert(ranged.input, Value::Number(other.clone()));
                    let Some(value) = self.value_on(&told, Some(placed.token)) else { continue };
                    if value != candidate.value {
                        (candidate.full, candidate.left) = (false, None);
                        if placed.is_uncut(&value) {
                            further.push(Candidate { value, full: false, left: None, ..told });
                        }
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
        for mention in reach.labels.all().filter(|mention| seen.insert(**mention)) {
            let label = self.mentions.get(*mention);
            for named in &label.named {
                let Meaning::Input(input) = named.meaning else { continue };
                let model = &self.names.mechanics[named.mechanic].model;
                if model[input].declaration.kind != Kind::Integer {
                    continue;
                }
                let of_all = || self.depends_on(label).then(|| ends(&model[input])).flatten();
                let Some((number, mut others)) = self.range_of(label).or_else(of_all) else { continue };
                others.retain(|other| model.check_number(&model[input].declaration, other.clone()).is_ok());
                found.push(Ranged { mechanic: named.mechanic, input, number, others });
            }
        }
        found
    }

    /// Whether words say that a figure is told of all numbers of a label: `depending on the rod level`.
    fn depends_on(&self, label: &Mention) -> bool {
        let word = |back: usize| self.page.word_before(label.tokens.start, back);
        let back = 1 + usize::from(matches!(word(1), Some("the" | "your")));
        word(back) == Some("on") && matches!(word(back + 1), Some("depending" | "depends" | "depend"))
    }

    /// The number that a label has, and where the range ends that it begins; of what lies beyond it the next ones.
    fn range_of(&self, label: &Mention) -> Option<(Rational, Vec<Rational>)> {
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
