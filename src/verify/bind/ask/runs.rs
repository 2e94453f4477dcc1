//! What was drawn so many times one after the other, and what that makes of a state: `after 15 commons`.

use std::ops::Range;
use std::sync::Arc;

use super::laws::{Given, Laws, scenario};
use super::question::Asker;
use super::reach::Reach;
use crate::check::{FieldId, Kind, StateId};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::TokenKind;
use crate::query::chain::ChainContext;
use crate::value::Value;
use crate::verify::bind::read::beside::{Gives, number_of};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::mention::game;
use crate::verify::bind::read::place::Place;

/// The values of a state before the first use and after each further one that draws the same; whether the last of
/// them lasts.
pub(crate) type Run = (Vec<Rational>, bool);

/// A run that was followed, or that there is none.
pub(super) type Followed = Option<Arc<Run>>;

/// What an outcome of a mechanic, drawn again and again, makes of one of its states.
pub(super) type RunKey = (usize, FieldId, Value, StateId);

/// What was drawn several times gives.
pub(crate) struct Drawn {
    /// The labels that say so: of what was drawn, and since when.
    pub(crate) mentions: Vec<usize>,
    pub(crate) gives: Vec<Gives>,
}

impl Laws<'_> {
    /// Follows a mechanic from its start through uses that all draw the same.
    pub(super) fn follow_run(&self, (mechanic, field, value, state): &RunKey) -> Option<Run> {
        let own = *self.names.mechanics.get(*mechanic)?;
        let scenario = scenario(own, own.default_rule_set(), &Given::default())?;
        let (states, lasts) = ChainContext::new(own, &scenario, self.limits).run_of(*field, value).ok()?;
        let values = states.iter().map(|values| values.get(state.index())?.as_number().cloned());
        Some((values.collect::<Option<Vec<Rational>>>()?, lasts))
    }
}

impl Asker<'_, '_> {
    /// What a number of draws gives that stands in the sentence of a figure or in a head of its row or column.
    pub(super) fn drawn_several(&mut self, reach: &Reach<'_>, index: usize) -> Option<Drawn> {
        let place = reach.place;
        let near: Vec<usize> = reach.labels.upto(Layer::Before).copied().collect();
        let (mention, number) = near.into_iter().find_map(|mention| {
            let number = self.number_of_draws(place, mention)?;
            Some((mention, number))
        })?;
        let named = self.mentions.get(mention).named.clone();
        let (mechanic, field, value) = named.iter().find_map(|named| match &named.meaning {
            Meaning::Outcome(field, value) => {
                let model = &self.names.mechanics[named.mechanic].model;
                (model.states.len() == 1).then(|| (named.mechanic, *field, value.clone()))
            }
            _ => None,
        })?;
        if game(self.names, mechanic) != game(self.names, index) {
            return None;
        }
        let state = self.names.mechanics[mechanic].model.state_ids().next()?;
        let run = self.laws.run(&(mechanic, field, value, state))?;
        let (values, lasts) = &*run;
        let at = usize::try_from(number).ok()?;
        let value = values.get(at).or_else(|| values.last().filter(|_| *lasts))?;
        let label = &self.names.mechanics[mechanic].model[state].declaration.label;
        let gives = self.called(index, label, value);
        // `Commons since the last rare`: the head says nothing else.
        let words = self.words_of_draws(place, mention)?;
        let mut mentions: Vec<usize> =
            if place.in_table { self.mentions.within(&words).collect() } else { Vec::new() };
        mentions.push(mention);
        (!gives.is_empty()).then_some(Drawn { mentions, gives })
    }

    /// The inputs and states of a mechanic that have a label, with a value.
    fn called(&self, index: usize, label: &str, value: &Rational) -> Vec<Gives> {
        let model = &self.names.mechanics[index].model;
        let inputs = model.input_ids().map(|input| (Meaning::Input(input), &model[input].declaration));
        let states = model.state_ids().map(|state| (Meaning::State(state), &model[state].declaration));
        inputs
            .chain(states)
            .filter(|(_, declaration)| {
                declaration.label == label && matches!(declaration.kind, Kind::Integer | Kind::Number)
            })
            .filter_map(|(meaning, declaration)| {
                let value = model.check_number(declaration, value.clone()).ok()?;
                Some(Gives { meaning, value, number: None })
            })
            .collect()
    }

    /// How often a label says that something was drawn before: `after 15 commons`, `with 20 commons behind you`,
    /// `Commons since the last rare` over 10.
    fn number_of_draws(&self, place: &Place, mention: usize) -> Option<i64> {
        const CUES: [&str; 8] = ["after", "since", "behind", "row", "straight", "without", "once", "gone"];
        let found = self.mentions.get(mention);
        let mut near = self.words_of_draws(place, mention)?;
        if !near.any(|token| self.page.word_at(token).is_some_and(|word| CUES.contains(&word))) {
            return None;
        }
        let within = place.layers.upto(Layer::Before).find(|range| range.contains(&found.tokens.start))?;
        let number = if place.in_table {
            place
                .counted
                .iter()
                .find(|counted| counted.label == mention)
                .map(|counted| counted.number.clone())
        } else {
            number_of(self.page, found, within).map(|(_, number)| number)
        };
        // Where a row tells of none yet, the state is where it starts.
        let least = if place.in_table { 0 } else { 1 };
        number.filter(Rational::is_integer)?.to_i64().filter(|number| *number >= least)
    }

    /// The words around a label in its clause, or behind it in its head.
    fn words_of_draws(&self, place: &Place, mention: usize) -> Option<Range<usize>> {
        const NEAR: usize = 6;
        let tokens = &self.mentions.get(mention).tokens;
        let list = &self.page.tokens.list;
        if place.in_table {
            let is_in_head = |token: &usize| {
                !matches!(list[*token].kind, TokenKind::LineEnd | TokenKind::Symbol('|' | '!' | '<'))
            };
            let end = (tokens.end..list.len()).take(NEAR).take_while(is_in_head).last();
            return Some(tokens.start..end.map_or(tokens.end, |last| last + 1));
        }
        let within = place.layers.upto(Layer::Before).find(|range| range.contains(&tokens.start))?;
        Some(tokens.start.saturating_sub(NEAR).max(within.start)..(tokens.end + NEAR).min(within.end))
    }
}
