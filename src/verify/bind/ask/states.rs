//! The numbers of a state: where it starts, and the least and the greatest that it ever is.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::background::Background;
use super::candidate::{Candidate, Measure};
use super::laws::{Given, Laws, scenario};
use super::question::Asker;
use super::reach::Reach;
use crate::check::StateId;
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::{Page, Shape, TokenKind, Written};
use crate::query::chain::ChainContext;
use crate::rules::RuleSetId;
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::place::Numbering;

/// What may be said of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fact {
    /// Its value before the first use, to which it may go back.
    Start,
    /// The least that can be reached.
    Least,
    /// The greatest.
    Most,
}

impl Fact {
    /// The same of the number with the other sign.
    fn turned(self) -> Fact {
        match self {
            Fact::Start => Fact::Start,
            Fact::Least => Fact::Most,
            Fact::Most => Fact::Least,
        }
    }
}

/// The start, the least and the greatest value of each state of a mechanic; `None` for those that are no numbers.
pub(crate) type Facts = Vec<Option<[Rational; 3]>>;

/// Where a word says that a state is: `once the offset has bottomed out`, `with the offset down there`.
pub(super) fn end_at(page: &Page, token: usize) -> Option<Fact> {
    match page.word_at(token)? {
        "down" if page.word_at(token + 1) == Some("there") => Some(Fact::Least),
        "starting" | "initial" | "fresh" => Some(Fact::Start),
        "bottom" | "bottomed" | "lowest" | "minimum" => Some(Fact::Least),
        "maxed" | "highest" | "maximum" => Some(Fact::Most),
        _ => None,
    }
}

impl Laws<'_> {
    /// Follows a mechanic from its start to all states that it can reach.
    pub(crate) fn follow(&self, mechanic: usize, rule_set: RuleSetId) -> Option<Facts> {
        let own = *self.names.mechanics.get(mechanic)?;
        let scenario = scenario(own, rule_set, &Given::default())?;
        let context = ChainContext::new(own, &scenario, self.limits);
        let start = context.start().ok()?;
        let all = context.states().ok()?.states;
        let facts = |state: usize| {
            let values: Vec<&Rational> =
                all.iter().filter_map(|values| values.get(state)?.as_number()).collect();
            let start = start.get(state)?.as_number()?;
            let (least, most) = (values.iter().min()?, values.iter().max()?);
            Some([start.clone(), (*least).clone(), (*most).clone()])
        };
        Some((0..own.model.states.len()).map(facts).collect())
    }
}

impl Asker<'_, '_> {
    /// The start and the ends of the states of a mechanic, where one of them is named around a figure and a word says
    /// that it is there. Cost: the mechanic is followed to all its states, once.
    pub(super) fn facts_of(&mut self, reach: &Reach<'_>, index: usize) -> Option<Arc<Facts>> {
        let is_state = |mention: &usize| {
            let mut named = self.mentions.get(*mention).named_in(index);
            named.any(|named| matches!(named.meaning, Meaning::State(_)))
        };
        let is_end = |token: usize| end_at(self.page, token).is_some();
        let is_told = reach.labels.all().any(is_state) && reach.place.tokens(Layer::Title).any(is_end);
        let rule_set = self.names.mechanics[index].default_rule_set();
        is_told.then(|| self.laws.facts(index, rule_set)).flatten()
    }

    /// What a plain number in a sentence may say of a state, where a word says what.
    pub(super) fn of_states(
        &mut self,
        reach: &Reach<'_>,
        index: usize,
        (sets, is_named): (&[RuleSetId], bool),
        found: &mut Vec<Candidate>,
    ) {
        let (place, figure) = (reach.place, reach.place.figure);
        let counts_uses = self.tells_of_uses(place, index);
        let points = self.points_at(figure).filter(|_| !place.in_table);
        let is_number = place.is_number && matches!(place.kind, Numbering::Any | Numbering::Condition);
        if !is_number && points.is_none() || counts_uses && !self.is_put(figure) {
            return;
        }
        if self.names.mechanics[index].model.states.is_empty() {
            return;
        }
        let before = |range: &Range<usize>| range.start..range.end.min(figure);
        let own = place.layers.own();
        // `At offset 0 you have 9%, and 4% at the start` tells of chances.
        let told = match &points {
            None => own.to_vec(),
            Some(_) => own.iter().map(before).collect(),
        };
        let Some(fact) = self.fact(&told, figure) else { return };
        let Some(state) = self.state_of(reach, index) else { return };
        let idle = |mention: &usize| {
            let mut named = self.mentions.get(*mention).named_in(index);
            let is_state = |meaning: &Meaning| *meaning == Meaning::State(state);
            let is_outcome = |meaning: &Meaning| matches!(meaning, Meaning::Outcome(..) | Meaning::Field(_));
            // `A rare puts it back to +5`
            named.any(|named| is_state(&named.meaning) || fact == Fact::Start && is_outcome(&named.meaning))
        };
        let mut telling = reach.labels.own().iter().filter(|mention| self.names_something(**mention, index));
        let full = telling.all(idle);
        for rule_set in sets {
            let facts = self.laws.facts(index, *rule_set);
            let Some(Some([start, least, most])) = facts.as_ref().and_then(|facts| facts.get(state.index()))
            else {
                continue;
            };
            let value = |fact: Fact| match fact {
                Fact::Start => start.clone(),
                Fact::Least => least.clone(),
                Fact::Most => most.clone(),
            };
            let values = match &points {
                None => vec![(fact, value(fact))],
                // What a page adds a mechanic may take off, so that its highest is the lowest here.
                Some(points) => [(fact, value(fact)), (fact.turned(), -&value(fact.turned()))]
                    .map(|(fact, value)| (fact, &value * &Rational::new(1, 100)))
                    .into_iter()
                    .filter(|(_, value)| value.is_negative() == points.is_negative())
                    .collect(),
            };
            for (fact, value) in values {
                let (measure, given) = (Measure::State(state, fact), Given::default());
                let of_state = Candidate::tried(index, *rule_set, measure, given, value);
                let background = Background::OWN;
                found.push(Candidate { background, full, is_named, is_told: full, ..of_state });
            }
        }
    }

    /// The whole percentage, with a sign if it has one, that a figure is: a number of a state may be written like that, as in
    /// `the offset starts at −5%`.
    fn points_at(&self, figure: usize) -> Option<Rational> {
        let shape = self.page.figure_at(figure)?.shape;
        let Shape::Percent(Written { value, places: 0 }) = shape else { return None };
        let is_negative = figure.checked_sub(1).is_some_and(|before| sign_at(self.page, before) == '-');
        Some(if is_negative { -&value } else { value })
    }

    /// Whether the words right before a number say that something is put there: `it jumps back to 5`, `it begins at 5`.
    fn is_put(&self, figure: usize) -> bool {
        let word = |back: usize| self.page.word_before(figure, back);
        let put = |word: &str| {
            let is_start = cues::START.contains(&word) && !matches!(word, "open" | "opens" | "fresh");
            is_start || matches!(word, "stops" | "floor" | "bottoms")
        };
        matches!(word(1), Some("at" | "to" | "with")) && word(2).is_some_and(put)
    }

    /// The state that a clause is about: the one that it names, else the one that was named last. A number with a sign, or
    /// one that is told of "it", may be of what the text around it or its heading names.
    fn state_of(&self, reach: &Reach<'_>, index: usize) -> Option<StateId> {
        let figure = reach.place.figure;
        let state = |mention: &usize| {
            let named = &self.mentions.get(*mention).named;
            named.iter().find_map(|named| match named.meaning {
                Meaning::State(state) if named.mechanic == index => Some(state),
                _ => None,
            })
        };
        let nearest = |mentions: &[usize]| self.nearest_first(mentions, figure).iter().find_map(state);
        let is_signed = || {
            let text = self.page.figure_at(figure).and_then(|figure| self.page.text.get(figure.range));
            let sign = |token: usize| match self.page.tokens.list[token].kind {
                TokenKind::Symbol(sign) => matches!(sign, '+' | '-'),
                _ => false,
            };
            text.is_some_and(|text| text.starts_with(['-', '+', '\u{2212}', '&']))
                || figure.checked_sub(1).is_some_and(sign)
        };
        let of_layer = |layer: Layer| nearest(&reach.labels[layer]);
        [Layer::Own, Layer::Before, Layer::Said].into_iter().find_map(of_layer).or_else(|| {
            let is_open = is_signed() || self.has(reach.place.layers.own(), &["it"]);
            let mut wider = [Layer::Earlier, Layer::Heading, Layer::Title].into_iter().filter(|_| is_open);
            wider.find_map(of_layer)
        })
    }

    /// What the word nearest to a figure says of a state.
    fn fact(&self, own: &[Range<usize>], figure: usize) -> Option<Fact> {
        const NEAR: usize = 8;
        const AGO: usize = 3;
        let tokens: BTreeSet<usize> = own.iter().flat_map(Clone::clone).collect();
        let fact = |token: usize| {
            let word = self.page.word_at(token)?;
            let is = |words: &[&str]| words.contains(&word);
            let mut before =
                (token.saturating_sub(AGO)..token).filter_map(|before| self.page.word_at(before));
            let never = before.any(|word| matches!(word, "never" | "cannot" | "can't" | "not" | "no"));
            match word {
                _ if is(&cues::START) => Some(Fact::Start),
                _ if is(&cues::FLOOR) => Some(Fact::Least),
                "below" | "under" | "lower" if never => Some(Fact::Least),
                "above" | "over" | "higher" | "beyond" | "exceed" | "exceeds" if never => Some(Fact::Most),
                // `The most common pull` is no end.
                "most"
                    if self.page.word_at(token + 1).is_some_and(|word| {
                        matches!(word, "common" | "likely" | "probable" | "frequent")
                    }) =>
                {
                    None
                }
                _ if is(&cues::CEILING) => Some(Fact::Most),
                _ => None,
            }
        };
        let near = |token: &usize| token.abs_diff(figure) <= NEAR;
        let found =
            tokens.into_iter().filter(near).filter_map(|token| Some((token.abs_diff(figure), fact(token)?)));
        found.min_by_key(|(far, _)| *far).map(|(_, fact)| fact)
    }
}
