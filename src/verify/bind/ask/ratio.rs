//! How many times as likely something is as something else: `oil makes a masterwork 1.6 times as likely`, `gold is seven times
//! as good as bronze`.

use std::collections::{BTreeMap, BTreeSet};

use super::background::Background;
use super::candidate::{Candidate, Measure};
use super::laws::{Asked, Given, Stage};
use super::question::Asker;
use super::reach::Reach;
use super::subject::Subject;
use crate::check::InputId;
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::{Page, Shape, Word};
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::Placed;

/// So many mechanics are tried, so many events, so many ways to take what is given.
const MOST_MECHANICS: usize = 2;
const MOST_EVENTS: usize = 3;
const MOST_GIVEN: usize = 6;
/// So many words behind the second "as" say what something is set against.
const BEHIND: usize = 6;

/// What is so many times as much where it is told of chances.
const LIKELY: [&str; 13] = [
    "likely", "often", "probable", "common", "frequent", "frequently", "good", "high", "great", "large", "rare",
    "easy", "lucky",
];

/// An input with the two values that are set against each other.
type Sides = (InputId, [Value; 2]);

impl Asker<'_, '_> {
    /// The question how many times as likely an event is under one thing as under another that the sentence names: one that
    /// gives the figure, else one that its words ask in full.
    pub(crate) fn ratio(&mut self, placed: &Placed) -> Option<Candidate> {
        let reach = self.reach(&placed.place, false);
        for index in self.mechanics_in(&reach).into_iter().take(MOST_MECHANICS) {
            let Some(rule_set) = self.rule_sets(&reach.labels, index).first().copied() else { continue };
            if self.compares_events(placed, index) {
                continue;
            }
            let sides = self.sides(&reach, index);
            let mut events = self.all_subjects(&reach, index);
            let is_named =
                |event: &Subject| event.mentions.iter().any(|own| reach.labels.own().contains(own));
            // What its own clause names is what it tells of.
            if events.iter().any(is_named) {
                events.retain(is_named);
            }
            let named: BTreeSet<_> = events
                .iter()
                .filter(|event| is_named(event))
                .map(|event| (event.field, &event.test))
                .collect();
            let is_clear = sides.len() == 1 && named.len() == 1;
            let mut told = None;
            for sides in &sides {
                for given in self.selections(&reach, index).into_iter().take(MOST_GIVEN) {
                    for event in events.iter().take(MOST_EVENTS) {
                        if !self.laws.has_room() {
                            return None;
                        }
                        let asked = self.against((index, rule_set), event, sides, &given, placed);
                        let Some(candidate) = asked else { continue };
                        if placed.is_uncut(&candidate.value) {
                            return Some(Candidate { full: is_clear, is_told: is_clear, ..candidate });
                        }
                        told.get_or_insert(candidate);
                    }
                }
            }
            if let Some(told) = told.filter(|_| is_clear) {
                let (left, background) = (Some(Vec::new()), Background::OWN);
                return Some(Candidate { full: true, is_told: true, left, background, ..told });
            }
        }
        None
    }

    /// Whether something is set against another outcome: `a mimic is three times as likely as a relic`.
    fn compares_events(&self, placed: &Placed, index: usize) -> bool {
        let is_as = |token: &usize| self.page.word_at(*token) == Some("as");
        let mut behind = (placed.token + 1..placed.token + 2 * BEHIND).filter(is_as);
        let Some(second) = behind.nth(1) else { return false };
        self.names_event(placed, &(second + 1..second + 1 + BEHIND), index)
    }

    /// The inputs of which a sentence names two values, or that one has something.
    fn sides(&self, reach: &Reach<'_>, index: usize) -> Vec<Sides> {
        let mut named: BTreeMap<InputId, Vec<Value>> = BTreeMap::new();
        let layers = [Layer::Own, Layer::Before, Layer::After];
        for mention in layers.iter().flat_map(|layer| &reach.labels[*layer]) {
            for own in self.mentions.get(*mention).named.iter().filter(|named| named.mechanic == index) {
                if let Meaning::Is(input, value) = &own.meaning {
                    let values = named.entry(*input).or_default();
                    if !values.contains(value) {
                        values.push(value.clone());
                    }
                }
            }
        }
        let sides = |(input, values): (InputId, Vec<Value>)| match values.as_slice() {
            [one, other] => Some((input, [one.clone(), other.clone()])),
            [Value::Flag(_)] => Some((input, [Value::Flag(true), Value::Flag(false)])),
            _ => None,
        };
        named.into_iter().filter_map(sides).collect()
    }

    /// How many times as likely an event is on one side as on the other, with the likelier one first where the figure is
    /// more than one.
    fn against(
        &mut self,
        (mechanic, rule_set): (usize, RuleSetId),
        event: &Subject,
        (input, sides): &Sides,
        given: &Given,
        placed: &Placed,
    ) -> Option<Candidate> {
        let field = event.field;
        let mut both = Vec::new();
        for value in sides {
            let mut given = given.clone();
            given.inputs.insert(*input, value.clone());
            let asked = Asked { mechanic, rule_set, field, stage: Stage::End, given: given.clone() };
            both.push((event.test.mass(&*self.laws.law(&asked)?), given));
        }
        let is_more = placed.figure.value().is_some_and(|value| value > Rational::ONE);
        both.sort_by(|(one, _), (other, _)| if is_more { other.cmp(one) } else { one.cmp(other) });
        let [(first, given), (second, other)] = <[_; 2]>::try_from(both).ok()?;
        let value = first.checked_div(&second).filter(|value| *value != Rational::ONE)?;
        let measure = Measure::Ratio(field, event.test.clone(), other);
        Some(Candidate::tried(mechanic, rule_set, measure, given, value))
    }
}

/// Whether a figure of a text says how many times as likely something is: `1.6 times as likely`, `twice as often`, `the
/// factor is 1.2`.
pub(super) fn is_ratio(page: &Page, placed: &Placed) -> bool {
    const AGO: usize = 4;
    if placed.place.in_table || placed.is_chance {
        return false;
    }
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let figure = placed.token;
    let is_factor = || (1..=AGO).any(|back| page.word_before(figure, back) == Some("factor"));
    // `Counts three times as much` tells of weights.
    let is_likely = |token: usize| LIKELY.contains(&word(token));
    match placed.figure.shape {
        Shape::Word(Word::Times(..)) => word(figure + 1) == "as" && is_likely(figure + 2),
        _ if word(figure + 1) == "times" => match word(figure + 2) {
            "as" => is_likely(figure + 3),
            "more" | "less" => word(figure + 3) == "likely",
            next => matches!(next, "likelier" | "better" | "higher" | "rarer"),
        },
        _ => is_factor(),
    }
}
