//! Paragraphs and lists by their values: where one thing that their words do not say, or say in other words, gives
//! several of their figures, they are told under it: all chances of a paragraph in first place, all shares of a list
//! of the strikes that connect.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{FieldId, InputId, Kind, StateId};
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::{BlockKind, Figure, Shape};
use crate::value::Value;
use crate::verify::bind::ask::background::Background;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure, Test};
use crate::verify::bind::ask::laws::Stage;
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::ask::wider::{CHANCE, most_questions};
use crate::verify::bind::read::beside::gives;
use crate::verify::bind::read::places::tokens;

/// So many paragraphs and lists of a page are read so, with so many laws together.
pub(super) const MOST_GROUPS: usize = 40;
const MOST_LAWS: usize = 600;
/// A group of more figures tells of several things.
pub(super) const MOST_FIGURES: usize = 24;
/// So many values of an input or an outcome are tried, and so many questions of a figure.
const MOST_VALUES: usize = 8;
const MOST_ASKED: usize = 3;
/// Numbers are given at most so many sentences and items before.
const MOST_BLOCKS: usize = 24;
/// So many sides of chances of a mechanic.
pub(super) const MOST_SIDES: usize = 8;
/// Chance brings the figures of a group under one thing in one group of so many at most.
const GROUPS: i64 = 1_000;
/// Of what the group or the heading over it names, in one of so many.
const NAMED: i64 = 60;
/// Each figure that it does not give makes that so many times as likely.
const MISSED: i64 = 20;
/// A share in words is one of so few that people use.
const WORDS: i64 = 12;

/// What may be given for a whole group.
#[derive(Debug, Clone, PartialEq)]
enum Under {
    Input(InputId, Value),
    State(StateId, Value),
    Known(FieldId, Test),
}

impl Under {
    /// Whether a label stands for it.
    fn is_named(&self, mechanic: usize, named: &Named) -> bool {
        let is_it = match (self, &named.meaning) {
            (Under::Input(input, value), Meaning::Is(own, is)) => input == own && value == is,
            (Under::Known(field, Test::In(values)), Meaning::Outcome(own, is)) => {
                field == own && values.contains(is)
            }
            (Under::Known(field, _), Meaning::Field(own)) => field == own,
            _ => false,
        };
        named.mechanic == mechanic && is_it
    }
}

/// What one thing makes of the figures of a group: of how many such groups chance makes one right, and the questions for each.
struct Tried {
    rarity: Rational,
    told: Vec<(usize, Candidate)>,
}

impl Asker<'_, '_> {
    /// Adds to the figures of paragraphs and lists the questions under what their values tell.
    pub(in crate::verify::bind) fn told_under(&mut self, bound: &mut [Bound]) {
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (at, own) in bound.iter().enumerate().filter(|(_, own)| is_open(own)) {
            groups.entry(own.placed.paragraph).or_default().push(at);
        }
        let few = groups.into_values().filter(|group| (2..=MOST_FIGURES).contains(&group.len()));
        let mut spare = MOST_LAWS;
        for group in few.take(MOST_GROUPS) {
            let asked: Vec<(usize, Vec<Candidate>)> = group
                .iter()
                .map(|at| (*at, asked(&bound[*at])))
                .filter(|(_, asked)| !asked.is_empty())
                .collect();
            let mechanics: BTreeSet<usize> =
                asked.iter().flat_map(|(_, asked)| asked).map(|candidate| candidate.mechanic).collect();
            let around = self.named_around(bound, &group);
            let mut best: Option<Tried> = None;
            for mechanic in mechanics {
                let mut things = self.may_hold(mechanic);
                let numbers = things.len()..;
                things.extend(self.numbers_said(bound, &group, mechanic));
                let is_named = |(at, thing): (usize, &Under)| {
                    numbers.contains(&at) || around.iter().any(|named| thing.is_named(mechanic, named))
                };
                let named = things.iter().enumerate().filter(|thing| is_named(*thing)).count();
                for (at, thing) in things.iter().enumerate() {
                    let (groups, all) =
                        if is_named((at, thing)) { (NAMED, named) } else { (GROUPS, things.len()) };
                    let tries = Rational::from(groups) * Rational::from(i64::try_from(all).unwrap_or(1));
                    if spare == 0 || !self.laws.has_room() {
                        break;
                    }
                    let tried = self.tried_under(bound, &asked, mechanic, thing, &mut spare);
                    let is_better = best.as_ref().is_none_or(|best| best.rarity < tried.rarity);
                    if tried.rarity >= tries && is_better {
                        best = Some(tried);
                    }
                }
            }
            for (at, candidate) in best.into_iter().flat_map(|best| best.told) {
                bound[at].candidates.push(candidate);
            }
        }
    }

    /// What the paragraph or list of some figures names, and the heading over it.
    fn named_around(&self, bound: &[Bound], group: &[usize]) -> Vec<Named> {
        let Some(first) = group.first().map(|at| &bound[*at].placed) else { return Vec::new() };
        let blocks = &self.page.outline.blocks;
        let heading = blocks[first.block].section.and_then(|section| blocks.get(section));
        let own = blocks.iter().filter(|block| block.group == first.paragraph).chain(heading);
        let mentions = own.flat_map(|block| self.mentions.within(&tokens(self.page, &block.range)));
        let named = mentions.map(|mention| self.mentions.get(mention)).filter(|mention| !mention.denied);
        named.flat_map(|mention| mention.named.iter().cloned()).collect()
    }

    /// The numbers of inputs and states that stand in a section up to the end of some figures' paragraph or list: `a character
    /// whose offset stands at −5` over a list of relics.
    fn numbers_said(&self, bound: &[Bound], group: &[usize], mechanic: usize) -> Vec<Under> {
        let Some(last) = group.last().map(|at| bound[*at].placed.block) else { return Vec::new() };
        let blocks = &self.page.outline.blocks;
        let section = blocks[last].section;
        let is_text = |kind: BlockKind| matches!(kind, BlockKind::Sentence | BlockKind::Item);
        let own = blocks[..=last].iter().rev().take(MOST_BLOCKS);
        let own = own.filter(|block| block.section == section && is_text(block.kind));
        let mut found = Vec::new();
        for block in own {
            let all = tokens(self.page, &block.range);
            for mention in self.mentions.within(&all).map(|mention| self.mentions.get(mention)) {
                let gives = gives(self.page, self.names, mention, mechanic, &all);
                let Some(gives) = gives.filter(|gives| gives.number.is_some()) else { continue };
                let thing = match gives.meaning {
                    Meaning::Input(input) => Under::Input(input, gives.value),
                    Meaning::State(state) => Under::State(state, gives.value),
                    _ => continue,
                };
                if found.len() < MOST_VALUES && !found.contains(&thing) {
                    found.push(thing);
                }
            }
        }
        found
    }

    /// What may be given in a mechanic: a value of a choice, that one has something, what is known of an outcome.
    fn may_hold(&self, mechanic: usize) -> Vec<Under> {
        let model = &self.names.mechanics[mechanic].model;
        let values = |kind: Kind| {
            let all = match kind {
                Kind::Enum(_) | Kind::Flag => model.values(kind),
                _ => Vec::new(),
            };
            all.into_iter().take(MOST_VALUES)
        };
        let mut found = Vec::new();
        for input in model.input_ids() {
            let default = model[input].default.value().cloned();
            let others =
                values(model[input].declaration.kind).filter(|value| Some(value) != default.as_ref());
            found.extend(others.map(|value| Under::Input(input, value)));
        }
        for field in model.field_ids() {
            for value in values(model[field].kind) {
                if model[field].kind != Kind::Flag {
                    found.push(Under::Known(field, Test::Not(value.clone())));
                }
                found.push(Under::Known(field, Test::In(vec![value])));
            }
        }
        // `55% of the wet days`
        let sides = self.laws.sides(mechanic).take(MOST_SIDES);
        found.extend(sides.map(|(field, values)| Under::Known(*field, Test::In(values.clone()))));
        found
    }

    /// The questions of the figures of a group under one thing more.
    fn tried_under(
        &mut self,
        bound: &[Bound],
        asked: &[(usize, Vec<Candidate>)],
        mechanic: usize,
        thing: &Under,
        spare: &mut usize,
    ) -> Tried {
        let mut rarity = Rational::ONE;
        let mut seen: BTreeSet<Rational> = BTreeSet::new();
        let mut told = Vec::new();
        for (at, candidates) in asked {
            let placed = &bound[*at].placed;
            let mut values = Vec::new();
            let own = [&bound[*at]];
            if matches!(thing, Under::Input(input, value) if self.is_told_under_another(&own, (mechanic, *input), value))
            {
                continue;
            }
            for candidate in candidates.iter().filter(|candidate| candidate.mechanic == mechanic) {
                let Some(own) = with(candidate, thing) else { continue };
                let value = self.value_sparingly(spare, &own, placed.token);
                let Some(value) =
                    value.filter(|value| !value.is_zero() && (!placed.is_chance || *value != Rational::ONE))
                else {
                    continue;
                };
                values.push(Candidate { value, background: Background::OWN, ..own });
            }
            if values.is_empty() {
                continue;
            }
            let fits = values.iter().any(|own| placed.is_uncut(&own.value));
            let count = i64::try_from(values.len()).unwrap_or(1);
            if !fits {
                rarity = &rarity * &Rational::new(1, MISSED);
            } else if seen.insert(placed.figure.value().unwrap_or_default()) {
                rarity = &rarity * &(&rarity_of(&placed.figure) * &Rational::new(1, count));
            }
            told.extend(
                values.into_iter().map(|own| (*at, Candidate { full: true, left: Some(Vec::new()), ..own })),
            );
        }
        Tried { rarity, told }
    }

    /// The answer of a question, with what it costs taken from what may still be computed.
    fn value_sparingly(&mut self, spare: &mut usize, told: &Candidate, figure: usize) -> Option<Rational> {
        let before = self.laws.asked();
        let value = self.value_on(told, Some(figure));
        *spare = spare.saturating_sub(self.laws.asked() - before);
        value
    }
}

/// Of how many figures like this one chance makes one right.
pub(super) fn rarity_of(figure: &Figure) -> Rational {
    let most = CHANCE * i64::try_from(most_questions(figure)).unwrap_or(i64::MAX / CHANCE);
    Rational::from(if matches!(figure.shape, Shape::Word(_)) { most.min(WORDS) } else { most }.max(1))
}

/// Whether a figure of a text is right by no question that uses all of its words.
fn is_open(bound: &Bound) -> bool {
    let fits = |candidate: &Candidate| candidate.full && bound.placed.is(&candidate.value);
    !bound.placed.place.in_table && !bound.placed.is_over() && !bound.candidates.iter().any(fits)
}

/// The questions that use all that the words of a figure name.
fn asked(bound: &Bound) -> Vec<Candidate> {
    let asks = |candidate: &&Candidate| {
        let is_clear = candidate.full || candidate.left.as_ref().is_some_and(Vec::is_empty);
        let is_kind = matches!(
            candidate.measure,
            Measure::Chance(_, _, Stage::End) | Measure::Complement(_, _, Stage::End) | Measure::Mean(_)
        );
        is_clear && is_kind && bound.placed.is_chance != matches!(candidate.measure, Measure::Mean(_))
    };
    bound.candidates.iter().filter(asks).take(MOST_ASKED).cloned().collect()
}

/// A question under one thing more; `None` where that is given already, or asked for.
fn with(candidate: &Candidate, thing: &Under) -> Option<Candidate> {
    let mut own = candidate.clone();
    match thing {
        Under::Input(input, value) => {
            if own.given.inputs.contains_key(input) {
                return None;
            }
            own.given.inputs.insert(*input, value.clone());
        }
        Under::State(state, value) => {
            if own.given.states.contains_key(state) {
                return None;
            }
            own.given.states.insert(*state, value.clone());
        }
        Under::Known(field, test) => {
            if own.given.outcomes.contains_key(field) {
                return None;
            }
            own.given.outcomes.insert(*field, test.clone());
        }
    }
    Some(own)
}
