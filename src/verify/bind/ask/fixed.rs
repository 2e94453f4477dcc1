//! Numbers that stand in a mechanic: its rules, and the chances and bounds in its text.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::amounts::Amounts;
use super::background::Background;
use super::candidate::{Candidate, Measure, Test};
use super::draws::Drawn;
use super::laws::{Given, Stage};
use super::question::Asker;
use super::reach::Reach;
use crate::check::{FieldId, InputId, Kind};
use crate::exact::Rational;
use crate::names::{Meaning, RuleName};
use crate::page::Shape;
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::read::beside::number_at;
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::{Layer, Layers};
use crate::verify::bind::read::place::{Numbering, Place};

/// Words for what a chance leaves as it is.
const REST: [&str; 22] = [
    "keep", "keeps", "kept", "stay", "stays", "remain", "remains", "remaining", "leave", "leaves", "left",
    "survive", "survives", "lose", "loses", "lost", "unless", "safe", "still", "instead", "only", "ordinary",
];

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
            let meant = |mention: &usize| self.words_behind(*mention, index);
            place.layers.upto(last).flat_map(words).chain(labels.upto(last).flat_map(meant)).collect()
        };
        let (mut own, mut near) = (words(Layer::Own), words(Layer::Heading));
        // `Never more than 20 rooms` is told of the most.
        let [_, least, most] = self.said(place, Layer::Own);
        let ends = [(least, "least"), (most, "most")].into_iter().filter(|(says, _)| *says);
        for word in ends.filter_map(|(_, word)| self.names.word(word)) {
            own.insert(word);
            near.insert(word);
        }
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
        let model = &self.names.mechanics[index].model;
        let may_be_stated = |other: &RuleName| {
            if matches!(model[other.rule].declaration.kind, Kind::Flag | Kind::Enum(_)) {
                return false;
            }
            let value = sets.first().and_then(|set| self.laws.rule(index, *set, other.rule.index()));
            !chance || other.hundredths || value.is_none_or(|value| value <= Rational::ONE)
        };
        // `25% in act 2, 50% in act 3` has the number of "Upgrade from act 3 on" beside the second.
        let own_numbers = LazyCell::new(|| self.numbers_around(place, Layer::Own));
        let has_own_number =
            |rule: &RuleName| !rule.numbers.is_empty() && rule.numbers.is_subset(&own_numbers);
        // `A pull fails with 40%`, and not `a pull has a ribbon with 40%`
        let around = || place.layers.upto(Layer::After);
        let tells_of_rest = self.has(around(), &cues::DENIALS) || self.has(around(), &REST);
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
                let mut meant = self.words_behind(*mention, index).peekable();
                self.mentions.words[tokens].iter().flatten().all(|word| rule.words.contains(word))
                    || meant.peek().is_some() && meant.all(|word| rule.words.contains(&word))
            };
            // In a sentence its own clause has to say which rule it is.
            let said = place.in_table || rule.words.is_subset(&own) && rule.words.len() > 1;
            // A width is no bound: `uncommon if the roll is below 40`.
            let is_bound = rule.hundredths && self.has(place.layers.upto(Layer::Own), &cues::BOUND);
            // Nor is an end of a range: `adds 2 or 3`.
            let is_end = matches!(place.kind, Numbering::Low | Numbering::High);
            let full = is_own
                && said
                && !is_bound
                && !is_end
                && self.telling(place, labels.own(), index).all(covers);
            for rule_set in sets {
                let Some(value) = self.laws.rule(index, *rule_set, rule.rule.index()) else { continue };
                let value = if rule.hundredths && chance { &value * &Rational::new(1, 100) } else { value };
                // What else may bring it need not be said again: `for a total of 35.7%`.
                for (more, either) in self.laws.joined(index, *rule_set, rule.rule.index()) {
                    let both = (rule.rule.index().min(more), rule.rule.index().max(more));
                    let measure = Measure::Either(both.0, both.1);
                    let is_new =
                        || !found.iter().any(|own| own.measure == measure && own.rule_set == *rule_set);
                    if chance && is_new() && !self.is_without_effect(rule, *rule_set, found) {
                        found.push(fixed(index, *rule_set, measure, either, false, is_named));
                    }
                }
                let mut push = |value, is_rest: bool| {
                    let measure = Measure::Rule(rule.rule.index(), is_rest);
                    let candidate = fixed(index, *rule_set, measure, value, full && !is_rest, is_named);
                    found.push(Candidate { is_told: !chance && candidate.full, ..candidate });
                };
                let may_be_chance = !value.is_negative() && value <= Rational::ONE;
                let is_count = value.is_integer() || place.kind == Numbering::Mean;
                let may_be_meant = if chance { may_be_chance } else { is_count };
                if may_be_meant {
                    push(value.clone(), false);
                }
                if chance && may_be_chance && tells_of_rest {
                    push(&Rational::ONE - &value, true);
                }
            }
        }
    }

    /// The telling words of the label that is meant where a page has other words for it: those of "Curse of the Labyrinth"
    /// where it has "XL floor".
    fn words_behind(&self, mention: usize, index: usize) -> impl Iterator<Item = u32> {
        let named = self.mentions.get(mention).named_in(index);
        named.flat_map(move |named| self.names.behind(named))
    }

    /// Whether what is given for a figure changes nothing, as a book does where its flag is never set: more is never added
    /// then.
    fn is_without_effect(&self, rule: &RuleName, rule_set: RuleSetId, found: &[Candidate]) -> bool {
        let model = &self.names.mechanics[rule.mechanic].model;
        // What it does not change about a Miniboss Room it may change about a Vault.
        let is_named = |field: FieldId, test: &Test| {
            let variants = model.variants(model[field].kind);
            let own = |value: &Value| match value {
                Value::Variant(value) => {
                    variants.get(usize::try_from(*value).ok()?).map(|own| own.label.as_str())
                }
                _ => None,
            };
            let values = match test {
                Test::In(values) => values.as_slice(),
                _ => &[],
            };
            let labels = std::iter::once(model[field].label.as_str()).chain(values.iter().filter_map(own));
            let mut words = labels.flat_map(|label| label.split(' ')).map(str::to_lowercase);
            words.any(|word| self.names.word(&word).is_some_and(|word| rule.words.contains(&word)))
        };
        let is_unusual = |(input, value): (&InputId, &Value)| model[*input].default.value() != Some(value);
        let chances = || {
            found.iter().filter(|own| {
                (own.mechanic, own.rule_set) == (rule.mechanic, rule_set)
                    && matches!(&own.measure, Measure::Chance(field, test, Stage::End) if is_named(*field, test))
                    && !own.value.is_zero()
            })
        };
        let mut given = chances()
            .filter(|own| own.full && own.background.is_of_sentence())
            .filter(|own| own.given.inputs.iter().any(is_unusual));
        given.any(|own| {
            chances().any(|plain| {
                plain.given.is_empty() && plain.measure == own.measure && plain.value == own.value
            })
        })
    }

    /// The whole numbers that stand around a figure down to a layer, each end of a range for itself.
    fn numbers_around(&self, place: &Place, last: Layer) -> BTreeSet<String> {
        let is_whole = |token: &usize| {
            // `A12` for Ascension 12
            let is_short = |word: &str| {
                let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
                !digits.is_empty()
                    && word.len() == digits.len() + 1
                    && digits.bytes().all(|byte| byte.is_ascii_digit())
            };
            let figure = self.page.figure_at(*token);
            let is_number = figure.is_some_and(|figure| match &figure.shape {
                Shape::Number(number) => number.places == 0,
                shape => shape.ends().is_some_and(|ends| !ends.percent),
            });
            is_number || self.page.word_at(*token).is_some_and(is_short)
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
            drop(names);
            for rule_set in sets {
                let mut rules = Amounts::of_rules(mechanic, *rule_set, &draws.bound);
                let mut given = Given::default();
                let value = drawn.value(&mut rules).or_else(|| {
                    // `Two contracts: 22.2%`: what it needs stands in the sentence.
                    given = self.given_for(drawn, (index, *rule_set), found)?;
                    self.laws.drawn_under((index, *rule_set), number, &given)
                });
                let may_be_meant =
                    |value: &Rational| drawn.is_bound || !value.is_negative() && *value <= Rational::ONE;
                let Some(value) = value.filter(may_be_meant) else { continue };
                // What a rule says goes by its name.
                let is_rule =
                    |own: &Candidate| own.rule_set == *rule_set && own.is_written() && own.value == value;
                if !given.is_empty() && found.iter().any(is_rule) {
                    continue;
                }
                let rest = (!drawn.is_bound).then(|| (&Rational::ONE - &value, true));
                for (value, is_rest) in [(value, false)].into_iter().chain(rest) {
                    let measure = Measure::Drawn(number, is_rest);
                    let asked = fixed(index, *rule_set, measure, value, full && !is_rest, is_named);
                    found.push(Candidate { given: given.clone(), ..asked });
                }
            }
        }
    }

    /// What the words of a figure give for a chance in the text, where they give all that it needs.
    fn given_for(
        &self,
        drawn: &Drawn,
        (index, rule_set): (usize, RuleSetId),
        found: &[Candidate],
    ) -> Option<Given> {
        let mut asked = found.iter().filter(|own| {
            (own.mechanic, own.rule_set) == (index, rule_set)
                && own.background.is_of_sentence()
                && own.given.outcomes.is_empty()
                && !drawn.inputs.is_empty()
                && drawn.inputs.iter().all(|input| own.given.inputs.contains_key(input))
        });
        asked.next().map(|own| Given { states: BTreeMap::new(), ..own.given.clone() })
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
