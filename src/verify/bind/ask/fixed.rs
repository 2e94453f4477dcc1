//! Numbers that stand in a mechanic: its rules, and the chances and bounds in its text.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::ops::Range;

use super::amounts::Amounts;
use super::background::Background;
use super::candidate::{Candidate, Measure};
use super::laws::Given;
use super::question::Asker;
use super::reach::Reach;
use crate::check::{FieldId, InputId};
use crate::exact::Rational;
use crate::names::{Meaning, RuleName};
use crate::page::Shape;
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::read::beside::number_at;
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::{Layer, Layers};
use crate::verify::bind::read::place::Place;

impl Asker<'_, '_> {
    /// Rules whose telling words all stand in reach, one of them nearest.
    pub(crate) fn rules(
        &self,
        reach: &Reach<'_>,
        index: usize,
        (sets, is_named): (&[RuleSetId], bool),
        found: &mut Vec<Candidate>,
    ) {
        let (place, labels, chance) = (reach.place, &reach.labels, reach.is_chance);
        let words = |last: Layer| -> BTreeSet<u32> {
            let words = |range: &Range<usize>| self.mentions.words[range.clone()].iter().flatten().copied();
            place.layers.upto(last).flat_map(words).collect()
        };
        let (own, near) = (words(Layer::Own), words(Layer::Heading));
        let is_told = |rule: &&RuleName| rule.mechanic == index && rule.words.is_subset(&near);
        let told: Vec<&RuleName> = self.names.rules.iter().filter(is_told).collect();
        let numbers = LazyCell::new(|| self.numbers_around(place, Layer::Heading));
        // Of `Floors 1 to 5` and `Floors 6 to 10` the numbers say which is told.
        let numbers_say_another = |rule: &RuleName| {
            let is_told_apart =
                |other: &&RuleName| other.words == rule.words && other.numbers != rule.numbers;
            told.iter().any(is_told_apart) && !rule.numbers.is_subset(&numbers)
        };
        // How many rares there are says nothing of the chance of one.
        let may_be_stated = |other: &RuleName| {
            let value = sets.first().and_then(|set| self.laws.rule(index, *set, other.rule.index()));
            !chance || other.hundredths || value.is_none_or(|value| value <= Rational::ONE)
        };
        // `25% in act 2, 50% in act 3` has the number of "Upgrade from act 3 on" beside the second.
        let own_numbers = LazyCell::new(|| self.numbers_around(place, Layer::Own));
        let has_own_number =
            |rule: &RuleName| !rule.numbers.is_empty() && rule.numbers.is_subset(&own_numbers);
        for rule in &told {
            let is_own = !rule.words.is_disjoint(&own);
            let of_something_else =
                || labels.own().iter().any(|mention| self.names_something(*mention, index));
            // Of `rare` and `rare in elite rooms` what is said of an elite is the second.
            let says_more = |other: &&RuleName| {
                may_be_stated(other)
                    && rule.words.is_subset(&other.words)
                    && other.words.difference(&rule.words).any(|word| own.contains(word))
            };
            if !is_own && of_something_else()
                || told.iter().any(says_more)
                || numbers_say_another(rule)
                || self.is_of_another_number(place, rule)
                || !has_own_number(rule) && self.is_of_another_value(&rule.words, labels, index)
            {
                continue;
            }
            let covers = |mention: &usize| {
                let tokens = self.mentions.get(*mention).tokens.clone();
                self.mentions.words[tokens].iter().flatten().all(|word| rule.words.contains(word))
            };
            // In a sentence its own clause has to say which rule it is.
            let said = place.in_table || rule.words.is_subset(&own) && rule.words.len() > 1;
            // A width is no bound: `uncommon if the roll is below 40`.
            let is_bound = rule.hundredths && self.has(place.layers.upto(Layer::Own), &cues::BOUND);
            let full = is_own && said && !is_bound && self.telling(place, labels.own(), index).all(covers);
            for rule_set in sets {
                let Some(value) = self.laws.rule(index, *rule_set, rule.rule.index()) else { continue };
                let value = if rule.hundredths && chance { &value * &Rational::new(1, 100) } else { value };
                let mut push = |value, is_rest: bool| {
                    let measure = Measure::Rule(rule.rule.index(), is_rest);
                    let candidate = fixed(index, *rule_set, measure, value, full && !is_rest, is_named);
                    found.push(Candidate { is_told: !chance && candidate.full, ..candidate });
                };
                let may_be_chance = !value.is_negative() && value <= Rational::ONE;
                let may_be_meant = if chance { may_be_chance } else { value.is_integer() };
                if may_be_meant {
                    push(value.clone(), false);
                }
                if chance && may_be_chance {
                    push(&Rational::ONE - &value, true);
                }
            }
        }
    }

    /// The whole numbers that stand around a figure down to a layer, each end of a range for itself.
    fn numbers_around(&self, place: &Place, last: Layer) -> BTreeSet<String> {
        let is_whole = |token: &usize| {
            let figure = self.page.figure_at(*token);
            figure.is_some_and(|figure| match &figure.shape {
                Shape::Number(number) => number.places == 0,
                shape => shape.ends().is_some_and(|ends| !ends.percent),
            })
        };
        let tokens = place.tokens(last).filter(|token| *token != place.figure).filter(is_whole);
        let digits =
            tokens.flat_map(|token| self.page.token_text(token).split(|c: char| !c.is_ascii_digit()));
        digits.filter(|digits| !digits.is_empty()).map(str::to_owned).collect()
    }

    /// Whether the figure's own words have another number behind a word of a rule: `Act 1` beside "Upgrade in act 2".
    fn is_of_another_number(&self, place: &Place, rule: &RuleName) -> bool {
        let numbers = || rule.numbers.iter().filter_map(|number| number.parse::<i64>().ok());
        let (Some(least), Some(most)) = (numbers().min(), numbers().max()) else { return false };
        let mut own = place.tokens(Layer::Own).filter(|token| *token > 0 && *token != place.figure);
        own.any(|token| {
            let is_behind = self.mentions.words[token - 1].is_some_and(|word| rule.words.contains(&word));
            let number = number_at(self.page, token).filter(|_| is_behind);
            number.and_then(|number| number.to_i64()).is_some_and(|number| !(least..=most).contains(&number))
        })
    }

    /// Whether the figure's own words give an input another value than some words do that stand further away: a rule of
    /// elite rooms says nothing of a normal fight.
    fn is_of_another_value(&self, words: &BTreeSet<u32>, labels: &Layers<usize>, index: usize) -> bool {
        let values = |mention: &usize| {
            let named = self.mentions.get(*mention).named.iter();
            let own = named.filter(|named| named.mechanic == index);
            let given = own.filter_map(|named| match &named.meaning {
                Meaning::Is(input, value) => Some((*input, value.clone())),
                _ => None,
            });
            given.collect::<Vec<_>>()
        };
        let has_word = |mention: &&usize| {
            let tokens = self.mentions.get(**mention).tokens.clone();
            self.mentions.words[tokens].iter().flatten().any(|word| words.contains(word))
        };
        let far = labels.between(Layer::Before, Layer::Heading).filter(has_word);
        let far: Vec<(InputId, Value)> = far.flat_map(values).collect();
        let own: Vec<(InputId, Value)> = labels.own().iter().flat_map(values).collect();
        far.iter().any(|(input, value)| {
            own.iter().any(|(other, own)| other == input && own != value)
                && !own.contains(&(*input, value.clone()))
        })
    }

    /// Chances and bounds in the text of a mechanic: all the inputs that one needs stand in reach, and what it leads to.
    pub(crate) fn drawn(
        &mut self,
        reach: &Reach<'_>,
        index: usize,
        (sets, is_named): (&[RuleSetId], bool),
        found: &mut Vec<Candidate>,
    ) {
        let mechanic = self.names.mechanics[index];
        let (place, labels, chance) = (reach.place, &reach.labels, reach.is_chance);
        let meanings = |last: Layer| -> Vec<&Meaning> {
            let named = labels.upto(last).flat_map(|mention| self.mentions.get(*mention).named.iter());
            named.filter(|named| named.mechanic == index).map(|named| &named.meaning).collect()
        };
        // What a page is about need not be named again.
        let [own, near, given] = [Layer::Before, Layer::Heading, Layer::Title].map(meanings);
        let draws = self.laws.drawn(index);
        for (number, drawn) in draws.all.iter().enumerate() {
            let input = |input| {
                given
                    .iter()
                    .any(|near| matches!(near, Meaning::Is(near, _) | Meaning::Input(near) if near == input))
            };
            let outcome = |(field, value): &(FieldId, Value)| {
                near.iter().any(|near| match near {
                    Meaning::Outcome(own, near) => own == field && near == value,
                    Meaning::Field(own) => own == field,
                    _ => false,
                })
            };
            let leads = drawn.outcomes.is_empty() || drawn.outcomes.iter().any(outcome);
            let is_near = own.iter().any(|meaning| drawn.has(meaning)) || own.is_empty();
            if !leads || !is_near || !drawn.inputs.iter().all(input) || drawn.is_bound && chance {
                continue;
            }
            let belongs = |mention: &usize| {
                let named = self.mentions.get(*mention).named_in(index);
                named.into_iter().any(|named| drawn.has(&named.meaning))
            };
            let mut names = self.telling(place, labels.own(), index).peekable();
            let full = names.peek().is_some() && names.all(belongs);
            for rule_set in sets {
                let mut rules = Amounts::of_rules(mechanic, *rule_set, &draws.bound);
                let Some(value) = drawn.value(&mut rules) else { continue };
                let rest = (!drawn.is_bound).then(|| (&Rational::ONE - &value, true));
                for (value, is_rest) in [(value, false)].into_iter().chain(rest) {
                    let measure = Measure::Drawn(number, is_rest);
                    found.push(fixed(index, *rule_set, measure, value, full && !is_rest, is_named));
                }
            }
        }
    }

    /// The labels among some that a question has to take in.
    fn telling<'m>(
        &'m self,
        place: &'m Place,
        mentions: &'m [usize],
        index: usize,
    ) -> impl Iterator<Item = &'m usize> {
        mentions.iter().filter(move |mention| {
            self.names_something(**mention, index) && !self.gives_nothing(place, **mention, index)
        })
    }
}

/// A question about a number that stands in a mechanic, whatever is given.
fn fixed(
    mechanic: usize,
    rule_set: RuleSetId,
    measure: Measure,
    value: Rational,
    full: bool,
    is_named: bool,
) -> Candidate {
    let left = full.then(Vec::new);
    let of_rule = Candidate::tried(mechanic, rule_set, measure, Given::default(), value);
    Candidate { background: Background::OWN, full, left, is_named, ..of_rule }
}
