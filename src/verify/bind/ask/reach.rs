//! What questions see of a figure: where it stands, and the labels around it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::question::Asker;
use crate::page::TokenKind;
use crate::verify::bind::read::beside::{Gives, gives};
use crate::verify::bind::read::layers::{Layer, Layers};
use crate::verify::bind::read::mention::Mention;
use crate::verify::bind::read::place::Place;
use crate::verify::bind::read::words::is_set_against;

/// A place with the labels that stand in each of its layers, but for those that the figure is part of.
pub(crate) struct Reach<'p> {
    pub(crate) place: &'p Place,
    pub(crate) labels: Layers<usize>,
    /// Whether the figure states a chance, and no plain number.
    pub(crate) is_chance: bool,
}

impl Place {
    /// The tokens of the nearest layers, down to `last`.
    pub(crate) fn tokens(&self, last: Layer) -> impl Iterator<Item = usize> + Clone {
        self.layers.upto(last).flat_map(Clone::clone)
    }

    /// The words of a layer among which a label stands.
    pub(crate) fn within(&self, layer: Layer, mention: &Mention) -> Option<&Range<usize>> {
        self.layers[layer].iter().find(|range| range.contains(&mention.tokens.start))
    }
}

impl Asker<'_, '_> {
    pub(crate) fn reach<'p>(&self, place: &'p Place, is_chance: bool) -> Reach<'p> {
        // The failures of `after four failures` are what a state counts, and no outcome.
        let is_since = |mention: &usize| {
            let start = self.mentions.get(*mention).tokens.start;
            place.since.iter().any(|since| since.token.is_some_and(|token| token + 1 == start))
        };
        let mut labels = place.layers.map(|ranges| {
            let mut labels = self.mentioned(ranges, place.figure);
            labels.retain(|mention| !is_since(mention));
            labels
        });
        if !place.in_table {
            for layer in [Layer::Said, Layer::Earlier] {
                labels[layer].retain(|mention| !self.is_set_aside(*mention));
            }
        }
        Reach { place, labels, is_chance }
    }

    /// Whether a label says under what a figure is told that another is set against, so that what follows is not told under
    /// it: `at 10 luck it is 23.3%, compared to 32% at 0 luck`.
    fn is_set_aside(&self, mention: usize) -> bool {
        const NEAR: usize = 5;
        let first = self.mentions.get(mention).tokens.start;
        let is_chance = |token: usize| self.page.has_chance_at(token);
        let is_sign = |token: usize| {
            matches!(self.page.tokens.list[token].kind, TokenKind::Symbol(_) | TokenKind::LineEnd)
        };
        let mut before = (first.saturating_sub(NEAR)..first).rev();
        let last = before.find(|token| is_sign(*token) || is_chance(*token));
        last.is_some_and(|last| is_chance(last) && is_set_against(self.page, last))
    }

    /// The labels that stand in some ranges, but for those that a figure is part of.
    pub(crate) fn mentioned(&self, ranges: &[Range<usize>], figure: usize) -> Vec<usize> {
        let inside = ranges.iter().flat_map(|range| self.mentions.within(range));
        inside.filter(|mention| !self.mentions.get(*mention).tokens.contains(&figure)).collect()
    }

    /// The mechanics of which labels stand around a figure.
    pub(in crate::verify::bind) fn mechanics_in(&self, reach: &Reach<'_>) -> BTreeSet<usize> {
        let named = reach.labels.all().flat_map(|mention| self.mentions.get(*mention).named.iter());
        named.map(|named| named.mechanic).collect()
    }

    /// What a label of a layer gives in a mechanic, by another number than the figure itself.
    pub(super) fn given_by(
        &self,
        place: &Place,
        layer: Layer,
        mention: usize,
        index: usize,
    ) -> Option<Gives> {
        let found = self.mentions.get(mention);
        let gives = gives(self.page, self.names, found, index, place.within(layer, found)?)?;
        (gives.number != Some(place.figure)).then_some(gives)
    }
}
