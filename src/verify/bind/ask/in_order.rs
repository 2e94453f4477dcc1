//! Figures side by side with a sign between them, one for each value of an input in its order: `Frozen crown: 2% / 3% / 5%`,
//! where there are three difficulties.

use super::bound::fit;
use super::candidate::Candidate;
use super::laws::Given;
use super::question::Asker;
use crate::check::InputId;
use crate::page::{Figure, Fit};
use crate::value::Value;
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::places::Placed;

/// So many figures stand side by side at most.
const MOST: usize = 8;
/// So many of the others have to be right for one that is not to be wrong.
const FEWEST: usize = 2;

impl Asker<'_, '_> {
    /// Adds the questions under the value of an input that has the place of a figure among those beside it: sure where the
    /// others are right under theirs. What is asked of all of them is not sure.
    pub(crate) fn in_order(&mut self, placed: &Placed, candidates: &mut Vec<Candidate>) {
        let Some((place, all)) = self.side_by_side(placed) else { return };
        let mut found: Vec<Candidate> = Vec::new();
        for own in candidates.iter_mut() {
            (own.full, own.left) = (false, None);
            for (input, values) in self.inputs_of(own, all.len()) {
                if found.len() >= MOST {
                    break;
                }
                let mut right = 0;
                let mut under = None;
                for (number, (value, figure)) in values.into_iter().zip(&all).enumerate() {
                    let give = |given: &mut Given| drop(given.inputs.insert(input, value));
                    let Some(told) = self.asked_with(own, None, give) else { continue };
                    right += usize::from(number != place && fit(figure, &told.value) != Fit::Off);
                    if number == place {
                        under = Some(told);
                    }
                }
                let is_sure = right >= FEWEST && right + 1 == all.len();
                let under = under.filter(|one| is_sure || placed.is_uncut(&one.value));
                found.extend(under.map(|one| Candidate {
                    full: is_sure,
                    left: is_sure.then(Vec::new),
                    ..one
                }));
            }
        }
        if found.iter().any(|one| one.full) {
            candidates.clear();
            found.retain(|one| one.full);
        }
        candidates.extend(found);
    }

    /// The inputs with so many values that are not given for a question, each with these.
    fn inputs_of(&self, own: &Candidate, count: usize) -> Vec<(InputId, Vec<Value>)> {
        let model = &self.names.mechanics[own.mechanic].model;
        let open = model.input_ids().filter(|input| !own.given.inputs.contains_key(input));
        let values = open.map(|input| (input, model.values(model[input].declaration.kind)));
        values.filter(|(_, values)| values.len() == count).collect()
    }

    /// The chances that stand beside one with nothing but a sign between, three or more, and its place among them.
    fn side_by_side(&self, placed: &Placed) -> Option<(usize, Vec<Figure>)> {
        let chance = |token: usize| self.page.figure_at(token).filter(Figure::is_chance);
        // A bar also stands between the cells of a table.
        let in_table = placed.place.in_table;
        let joins = |token: usize| match sign_at(self.page, token) {
            '/' => true,
            '|' => !in_table,
            _ => false,
        };
        let own = placed.token;
        let before = (1..MOST).take_while(|back| {
            let sign = own.checked_sub(2 * back - 1).filter(|sign| joins(*sign));
            sign.is_some_and(|sign| sign > 0 && chance(sign - 1).is_some())
        });
        let behind =
            (1..MOST).take_while(|step| joins(own + 2 * step - 1) && chance(own + 2 * step).is_some());
        let (before, behind) = (before.count(), behind.count());
        let first = own - 2 * before;
        let all: Vec<Figure> =
            (0..before + behind + 1).filter_map(|number| chance(first + 2 * number)).collect();
        let is_several = placed.is_chance && placed.series.is_none() && all.len() > FEWEST;
        is_several.then_some((before, all))
    }
}
