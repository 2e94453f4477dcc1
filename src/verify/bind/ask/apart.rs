//! What a figure of a table is where its row or cell tells under what another one holds: `14.3% (35.7% at full health)`, a base
//! chance beside an increased one with a remark that says when.

use std::collections::BTreeSet;
use std::ops::Range;

use super::candidate::Candidate;
use super::laws::Given;
use super::question::Asker;
use crate::check::{InputId, Kind};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::value::Value;
use crate::verify::bind::read::beside::{gives, number_of};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::mention::Mention;
use crate::verify::bind::read::place::Place;
use crate::verify::bind::read::places::{Placed, tokens};

/// An input has so many other values at most that are tried.
const MOST_VALUES: usize = 12;

/// What another figure is told under.
struct Apart {
    mechanic: usize,
    input: InputId,
    value: Value,
    /// Whether that is what it is not told under: `not on the first floor`.
    is_denied: bool,
    others: Vec<Value>,
    /// Whether the other figure has it for itself, so that this one holds where it is not so.
    is_sure: bool,
}

impl Asker<'_, '_> {
    /// Adds the questions under what another figure of the cell or row is not told under: sure where that figure has the
    /// condition for itself and everything else gives the same, else only tried.
    ///
    /// What is asked without it is not sure any more where it is what is usual.
    pub(crate) fn under_the_rest(&mut self, placed: &Placed, candidates: &mut Vec<Candidate>) {
        if !placed.is_chance {
            return;
        }
        let mut told = self.told_apart(placed);
        // Where two things have to be so, one that is not may be either.
        let sure: BTreeSet<(usize, InputId)> =
            told.iter().filter(|apart| apart.is_sure).map(|apart| (apart.mechanic, apart.input)).collect();
        let is_several = sure.iter().any(|(mechanic, input)| {
            sure.iter().any(|(other, another)| other == mechanic && another != input)
        });
        told.iter_mut().for_each(|apart| apart.is_sure &= !is_several);
        // A remark that nobody understands may say anything.
        if is_several || placed.place.is_base && sure.is_empty() {
            candidates.iter_mut().for_each(|own| (own.full, own.left) = (false, None));
        }
        for apart in told {
            let default = self.names.mechanics[apart.mechanic].model[apart.input].default.value().cloned();
            let holds = |own: Option<&Value>| own.is_some_and(|own| (*own == apart.value) != apart.is_denied);
            let mut found = Vec::new();
            for own in candidates.iter_mut().filter(|own| own.mechanic == apart.mechanic) {
                if !holds(own.given.inputs.get(&apart.input).or(default.as_ref())) {
                    continue;
                }
                let mut under: Vec<Candidate> = Vec::new();
                for other in &apart.others {
                    let give = |given: &mut Given| drop(given.inputs.insert(apart.input, other.clone()));
                    let told = self.asked_with(own, Some(placed.token), give);
                    let told = told.filter(|told| !under.iter().any(|other| other.value == told.value));
                    under.extend(told);
                }
                if !self.laws.has_room() {
                    return;
                }
                if apart.is_sure {
                    if let [one] = under.as_mut_slice() {
                        (one.full, one.left) = (own.full, own.left.clone());
                    }
                    (own.full, own.left) = (false, None);
                }
                found.extend(under.into_iter().filter(|one| one.full || placed.is_uncut(&one.value)));
            }
            candidates.extend(found);
        }
    }

    /// What the other figures of a cell or row are told under.
    fn told_apart(&self, placed: &Placed) -> Vec<Apart> {
        let place = &placed.place;
        let is_kept = |place: &Place, range| place.layers[Layer::Own].contains(range);
        let remarks = || {
            let narrow = placed.narrow.iter();
            narrow.flat_map(|narrow| place.layers.own().iter().filter(|range| !is_kept(narrow, range)))
        };
        let in_cell = place.apart.iter().map(|range| (range, true));
        // `Even with two keys it is 3.1%, at full health 7.7%`: what is told of the next figure is usual, and need not be so.
        let next = self.sentences_behind(placed);
        let after = place.layers[Layer::After].iter().chain(&next).filter(|_| !place.in_table);
        let is_usual = |mechanic: usize, input: InputId, value: &Value| {
            self.names.mechanics[mechanic].model[input].default.value() == Some(value)
        };
        let mut found = Vec::new();
        for (range, is_sure) in in_cell.chain(remarks().chain(after).map(|range| (range, false))) {
            for label in self.mentions.within(range).map(|label| self.mentions.get(label)) {
                for named in label.named.iter() {
                    let (Meaning::Is(input, _) | Meaning::Input(input)) = &named.meaning else { continue };
                    let mechanic = named.mechanic;
                    // `Not on the first floor` is told of another, `no soul hearts` of none.
                    let is_number = matches!(named.meaning, Meaning::Input(_));
                    let begins = self.page.word_at(range.start);
                    let is_not = matches!(begins, Some("not" | "except")) && !label.denied;
                    let is_none = is_number && number_of(self.page, label, range).is_none();
                    let is_denied = is_not || label.denied && !is_none;
                    let plain = Mention { denied: label.denied && is_none, ..label.clone() };
                    let Some(gives) = gives(self.page, self.names, &plain, mechanic, range) else { continue };
                    // `After the first floor` is told of many, and not of the first.
                    let is_sure = is_sure && self.range_of(label).is_none();
                    if !place.in_table && (is_denied || !is_usual(mechanic, *input, &gives.value)) {
                        continue;
                    }
                    let others = match is_denied {
                        true => vec![gives.value.clone()],
                        false => self.others(mechanic, *input, &gives.value),
                    };
                    let (input, value) = (*input, gives.value);
                    found.push(Apart { mechanic, input, value, is_denied, others, is_sure });
                }
            }
        }
        found
    }

    /// The next sentences behind that of a figure in its paragraph.
    fn sentences_behind(&self, placed: &Placed) -> Vec<Range<usize>> {
        const NEXT: usize = 2;
        let blocks = &self.page.outline.blocks;
        let Some(own) = blocks.get(placed.block) else { return Vec::new() };
        let behind = blocks[placed.block..].iter().skip(1).take(NEXT);
        let of_paragraph = behind.take_while(|next| (next.group, next.section) == (own.group, own.section));
        of_paragraph.map(|next| tokens(self.page, &next.range)).collect()
    }

    /// What an input can be but one value: of numbers those right beside it and the ends.
    fn others(&self, mechanic: usize, input: InputId, value: &Value) -> Vec<Value> {
        let model = &self.names.mechanics[mechanic].model;
        let declaration = &model[input].declaration;
        let mut others: Vec<Value> = match (declaration.kind, value) {
            (Kind::Integer, Value::Number(number)) => {
                let one = Rational::ONE;
                let ends = [&declaration.range.low, &declaration.range.high].into_iter().flatten().cloned();
                let near = [number - &one, number + &one].into_iter().chain(ends);
                near.filter_map(|number| model.check_number(declaration, number).ok()).collect()
            }
            (kind, _) => model.values(kind),
        };
        others.retain(|other| other != value);
        if others.len() > MOST_VALUES { Vec::new() } else { others }
    }
}
