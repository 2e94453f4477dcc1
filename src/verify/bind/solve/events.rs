//! Paragraphs that do not name what comes of something: where one outcome gives nearly all of their figures under what
//! these name, they tell of it. `Vaults with a Whisper Pick start at 24% and end, at Sleight 5, at 49%` is about locks that
//! open, if the figures beside it are.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::FieldId;
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::ask::alike::Alike;
use crate::verify::bind::ask::background::{Background, Taken};
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure, Test};
use crate::verify::bind::ask::figures::one;
use crate::verify::bind::ask::laws::{Asked, Given, Stage};
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::mention::nothing;
use crate::verify::bind::read::places::Placed;

use super::under::{MOST_FIGURES, MOST_GROUPS, MOST_SIDES, rarity_of};

/// So many laws are computed for all paragraphs together.
const MOST_LAWS: usize = 900;
/// So many things that may be given are tried for a figure.
const MOST_GIVEN: usize = 5;
/// So many chances of the text of a mechanic are tried.
const MOST_DRAWN: usize = 40;
/// So many outcomes of one paragraph are told apart.
const MOST_TOLD: usize = 2;
/// Chance brings the figures of a paragraph under one outcome in one paragraph of so many at most.
const GROUPS: usize = 100;
/// The same with an outcome that other paragraphs of the page tell of.
const GROUPS_OF_PAGE: usize = 20;
/// So many figures that an outcome gives, and three of four, put others in doubt.
const FEWEST_RIGHT: usize = 3;

/// A figure of a paragraph that no words ask about, or whose questions do not give it.
struct Open {
    placed: Placed,
    /// Its place among the figures that have questions; of one that has none, before which of them it stands.
    at: Result<usize, usize>,
    /// What may be given, the likeliest first.
    givens: Vec<Given>,
    /// For each layer of words around it down to which they may be taken in, which of these that is.
    layers: BTreeMap<Taken, usize>,
}

impl Open {
    /// What is given where all words down to a layer are taken in.
    fn down_to(&self, layer: Taken) -> Option<usize> {
        self.layers.range(..=layer).next_back().map(|(_, given)| *given)
    }

    /// Whether its own words give something.
    fn gives_something(&self) -> bool {
        self.layers.values().min().is_some_and(|own| !self.givens[*own].is_empty())
    }
}

/// What a paragraph may be about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// An outcome, and of what its chances are told.
    Outcome(FieldId, Test, Of),
    /// A chance in the text of the mechanic, by its place there, or what it leaves to 1: `an egg hatches with 68%`.
    Drawn(usize, bool),
}

impl Event {
    /// Whether it is about what comes on one side of a chance, or no outcome is.
    fn is_inside(&self) -> bool {
        match self {
            Event::Outcome(_, Test::In(values), of) => values.len() != 1 || matches!(of, Of::Side(_)),
            Event::Outcome(..) | Event::Drawn(..) => true,
        }
    }
}

/// Of what a chance is told.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    All,
    /// Of what is there, and not nothing.
    Present,
    /// Of what comes on one side of a chance: `30% of the wet days`.
    Side(Vec<Value>),
}

/// A question, what it takes as given, and what it gives.
type Answer = (Measure, Given, Rational);

/// What an outcome makes of a paragraph.
struct Told {
    rarity: Rational,
    /// The figures that it gives, with the question.
    right: Vec<(usize, Candidate)>,
    /// Those that it does not give where all words down to some layer are given, with what they should be.
    missed: Vec<(usize, Candidate)>,
}

/// The figures of a paragraph of which nothing is known, and what was found of them.
struct Paragraph {
    open: Vec<Open>,
    mechanic: usize,
    rule_set: RuleSetId,
    right: BTreeMap<usize, Candidate>,
    /// Those that events miss which give the figures around them, each with the event that does.
    missed: BTreeMap<usize, (Event, Candidate)>,
}

impl Asker<'_, '_> {
    /// Adds to the figures of paragraphs the questions about an outcome that their values tell. `silent` are those that no
    /// words ask about, each with the place of the figure before which it stands.
    pub(in crate::verify::bind) fn told_of(&mut self, bound: &mut Vec<Bound>, silent: Vec<(usize, Placed)>) {
        let mut paragraphs = self.paragraphs(bound, silent);
        let mut spare = MOST_LAWS;
        // What some paragraph of a page is about, and how many figures say so.
        let mut known: BTreeMap<(usize, Event), Vec<usize>> = BTreeMap::new();
        for paragraph in paragraphs.iter_mut().filter(|paragraph| paragraph.open.len() > 1) {
            let events = self.events_of(paragraph.mechanic);
            // What is told of the inside of a mechanic is one of many things that may be.
            let plain = events.iter().filter(|event| !event.is_inside()).count();
            let tries = |event: &Event| GROUPS * if event.is_inside() { events.len() } else { plain };
            for (event, right) in self.tell(paragraph, &events, tries, &mut spare) {
                known.entry((paragraph.mechanic, event)).or_default().extend(right);
            }
        }
        // So may others be of the same page.
        for paragraph in &mut paragraphs {
            let own = known.keys().filter(|(mechanic, _)| *mechanic == paragraph.mechanic);
            let events: Vec<Event> = own.map(|(_, event)| event.clone()).collect();
            let tries = |_: &Event| GROUPS_OF_PAGE * events.len();
            for (event, right) in self.tell(paragraph, &events, tries, &mut spare) {
                known.entry((paragraph.mechanic, event)).or_default().extend(right);
            }
        }
        let mut added: Vec<(usize, Bound)> = Vec::new();
        let mut add = |asker: &Self, open: Open, candidates: Vec<Candidate>, alike: Vec<Alike>| match open.at
        {
            Ok(at) => {
                bound[at].candidates.extend(candidates);
                bound[at].alike.extend(alike);
            }
            Err(before) => {
                let own = one(asker, open.placed, candidates);
                added.push((before, Bound { alike, ..own }));
            }
        };
        let mut missed: BTreeMap<(usize, Event), usize> = BTreeMap::new();
        for paragraph in &paragraphs {
            for (event, _) in paragraph.missed.values() {
                *missed.entry((paragraph.mechanic, event.clone())).or_default() += 1;
            }
        }
        for mut paragraph in paragraphs {
            for (number, open) in paragraph.open.into_iter().enumerate() {
                if let Some(right) = paragraph.right.remove(&number) {
                    add(self, open, vec![right], Vec::new());
                } else if let Some((event, candidate)) = paragraph.missed.remove(&number) {
                    if self.names_another(&open.placed, paragraph.mechanic, &event) {
                        continue;
                    }
                    let event = (paragraph.mechanic, event);
                    let right = known.get(&event).map_or(&[][..], Vec::as_slice);
                    let missed = missed.get(&event).copied().unwrap_or(0);
                    // A figure is in doubt where nearly all others say what is meant.
                    if right.len() >= FEWEST_RIGHT && missed * 3 <= right.len() && open.gives_something() {
                        let beside = right[0];
                        let (is_clear, only_excuses, of_paragraph) = (true, false, true);
                        let alike = Alike { candidate, beside, is_clear, only_excuses, of_paragraph };
                        add(self, open, Vec::new(), vec![alike]);
                    }
                }
            }
        }
        insert(bound, &mut [], added);
    }

    /// Whether the sentence of a figure names an outcome that a paragraph is not about.
    fn names_another(&self, placed: &Placed, mechanic: usize, event: &Event) -> bool {
        let Event::Outcome(field, test, _) = event else { return false };
        let layers = [Layer::Own, Layer::Before, Layer::After];
        let mut all = layers.iter().flat_map(|layer| &placed.place.layers[*layer]);
        let is_own = |named: &&Named| match &named.meaning {
            Meaning::Outcome(own, value) => own == field && test.holds(value),
            Meaning::Field(own) => own == field,
            _ => true,
        };
        // What may be called so as well is no other.
        let is_other = |mention: usize| {
            let named = &self.mentions.get(mention).named;
            let mut own = named.iter().filter(|named| named.mechanic == mechanic).peekable();
            own.peek().is_some() && !own.any(|named| is_own(&named))
        };
        all.any(|range| self.mentions.within(range).any(is_other))
    }

    /// The figures of each paragraph of which nothing is known, with what may be given for them.
    fn paragraphs(&self, bound: &[Bound], silent: Vec<(usize, Placed)>) -> Vec<Paragraph> {
        let mut groups: BTreeMap<usize, Vec<Open>> = BTreeMap::new();
        let open = bound.iter().enumerate().filter(|(_, own)| is_open(own));
        let open = open.map(|(at, own)| (Ok(at), own.placed.clone()));
        let silent = silent.into_iter().map(|(before, placed)| (Err(before), placed));
        for (at, placed) in open.chain(silent) {
            let is_change = placed.place.about == About::Change;
            if placed.is_chance && !placed.is_over() && !is_change {
                let open = Open { placed, at, givens: Vec::new(), layers: BTreeMap::new() };
                groups.entry(open.placed.paragraph).or_default().push(open);
            }
        }
        let few = groups.into_values().filter(|group| group.len() <= MOST_FIGURES);
        let paragraph = |mut open: Vec<Open>| {
            let (mechanic, rule_set) = self.mechanic_of(&open)?;
            open.iter_mut().for_each(|open| self.fill(open, mechanic));
            let (right, missed) = (BTreeMap::new(), BTreeMap::new());
            Some(Paragraph { open, mechanic, rule_set, right, missed })
        };
        few.take(MOST_GROUPS).filter_map(paragraph).collect()
    }

    /// Tells a paragraph by some events, of which so many times as many as a number says would bring its figures by chance;
    /// gives those that it is told by, each with the tokens of the figures that say so.
    fn tell(
        &mut self,
        paragraph: &mut Paragraph,
        events: &[Event],
        tries: impl Fn(&Event) -> usize,
        spare: &mut usize,
    ) -> Vec<(Event, Vec<usize>)> {
        let mut found = Vec::new();
        for _ in 0..MOST_TOLD {
            let mut best: Option<(&Event, Told)> = None;
            for event in events {
                if *spare == 0 || !self.laws.has_room() {
                    break;
                }
                let answers = self.answers_of_event(paragraph, event, spare);
                let told = told_of_event(paragraph, &answers);
                let needed = Rational::from(i64::try_from(tries(event)).unwrap_or(i64::MAX));
                let is_better = best.as_ref().is_none_or(|(_, best)| best.rarity < told.rarity);
                if told.rarity >= needed && is_better {
                    best = Some((event, told));
                }
            }
            let Some((event, told)) = best else { break };
            let token = |(number, _): &(usize, Candidate)| paragraph.open[*number].placed.token;
            found.push((event.clone(), told.right.iter().map(token).collect()));
            let missed =
                told.missed.into_iter().map(|(number, candidate)| (number, (event.clone(), candidate)));
            paragraph.missed.extend(missed);
            paragraph.right.extend(told.right);
        }
        paragraph.missed.retain(|number, _| !paragraph.right.contains_key(number));
        found
    }

    /// The mechanic that a paragraph is about: the one that most of its figures name.
    fn mechanic_of(&self, group: &[Open]) -> Option<(usize, RuleSetId)> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for open in group {
            let reach = self.reach(&open.placed.place, open.placed.is_chance);
            self.mechanics_in(&reach).into_iter().for_each(|index| *counts.entry(index).or_default() += 1);
        }
        let (mechanic, _) =
            counts.into_iter().max_by_key(|(index, count)| (*count, std::cmp::Reverse(*index)))?;
        let first = group.first()?;
        let reach = self.reach(&first.placed.place, first.placed.is_chance);
        Some((mechanic, self.rule_sets(&reach.labels, reach.place.figure, mechanic).first().copied()?))
    }

    /// What may be given for a figure: its own words, and layer by layer what stands around it; and the numbers that nothing
    /// says what they count.
    fn fill(&self, open: &mut Open, mechanic: usize) {
        let reach = self.reach(&open.placed.place, open.placed.is_chance);
        let mut givens: Vec<Given> = Vec::new();
        let mut layers = BTreeMap::new();
        for (taken, (given, _)) in self.backgrounds(&reach, mechanic, (None, None)) {
            let given = Given { outcomes: BTreeMap::new(), ..given };
            let known = givens.iter().position(|known| *known == given);
            let at = known.unwrap_or(givens.len());
            if matches!(taken, Taken::DownTo(_)) && at < MOST_GIVEN {
                layers.insert(taken, at);
            }
            if known.is_none() {
                givens.push(given);
            }
        }
        for gives in self.loose_numbers(&reach, mechanic) {
            for base in 0..givens.len().min(2) {
                let mut given = givens[base].clone();
                if given.take(gives.clone()) && !givens.contains(&given) {
                    givens.push(given);
                }
            }
        }
        givens.truncate(MOST_GIVEN);
        (open.givens, open.layers) = (givens, layers);
    }

    /// What may come of a mechanic: of all, of what is there, of what comes on one side of a chance; and its chances.
    fn events_of(&mut self, mechanic: usize) -> Vec<Event> {
        let mut found = BTreeSet::new();
        for subject in self.every_event(mechanic, true) {
            let (field, test) = (subject.field, subject.test);
            let none = nothing(self.names.mechanics[mechanic], field);
            let is_nothing = none.as_ref().is_some_and(|none| test == Test::In(vec![none.clone()]));
            if none.is_some() && !is_nothing {
                found.insert(Event::Outcome(field, test.clone(), Of::Present));
            }
            found.insert(Event::Outcome(field, test, Of::All));
        }
        let sides: Vec<&(FieldId, Vec<Value>)> = self.laws.sides(mechanic).take(MOST_SIDES).collect();
        for (field, values) in &sides {
            found.insert(Event::Outcome(*field, Test::In(values.clone()), Of::All));
            let of = Of::Side(values.clone());
            for value in values {
                let test = Test::In(vec![value.clone()]);
                found.insert(Event::Outcome(*field, test, of.clone()));
            }
            let is_inside = |inner: &&&(FieldId, Vec<Value>)| {
                inner.0 == *field
                    && inner.1.len() < values.len()
                    && inner.1.iter().all(|value| values.contains(value))
            };
            let inner = sides.iter().filter(is_inside).map(|(_, inner)| Test::In(inner.clone()));
            found.extend(inner.map(|test| Event::Outcome(*field, test, of.clone())));
        }
        for (number, drawn) in self.laws.drawn(mechanic).all.iter().enumerate().take(MOST_DRAWN) {
            if !drawn.is_bound {
                found.extend([Event::Drawn(number, false), Event::Drawn(number, true)]);
            }
        }
        found.into_iter().collect()
    }

    /// For each figure of a paragraph that has not been told of yet what an event is under all that may be given, but for
    /// what is certain.
    fn answers_of_event(
        &mut self,
        paragraph: &Paragraph,
        event: &Event,
        spare: &mut usize,
    ) -> Vec<(usize, Vec<Option<Answer>>)> {
        let (mechanic, rule_set) = (paragraph.mechanic, paragraph.rule_set);
        let open = paragraph.open.iter().enumerate();
        let mut found = Vec::new();
        for (number, open) in open.filter(|(number, _)| !paragraph.right.contains_key(number)) {
            let mut answers = Vec::new();
            for given in &open.givens {
                let answer = match event {
                    Event::Outcome(field, test, of) => {
                        let mut given = given.clone();
                        if let Of::Side(values) = of {
                            given.outcomes.insert(*field, Test::In(values.clone()));
                        }
                        let asked = Asked { mechanic, rule_set, field: *field, stage: Stage::End, given };
                        self.answer_of(asked, test, of, spare)
                    }
                    Event::Drawn(number, is_rest) => {
                        self.drawn_under((mechanic, rule_set), *number, *is_rest, given)
                    }
                };
                answers.push(answer.filter(|(.., value)| !value.is_zero() && *value != Rational::ONE));
            }
            found.push((number, answers));
        }
        found
    }

    /// What a question about an outcome gives.
    fn answer_of(&mut self, asked: Asked, test: &Test, of: &Of, spare: &mut usize) -> Option<Answer> {
        let before = self.laws.asked();
        let law = self.laws.law(&asked);
        *spare = spare.saturating_sub(self.laws.asked() - before);
        let law = law?;
        let (field, mass) = (asked.field, test.mass(&law));
        if *of != Of::Present {
            return Some((Measure::Chance(field, test.clone(), Stage::End), asked.given, mass));
        }
        let none = nothing(self.names.mechanics[asked.mechanic], field)?;
        let share = law.share(test, &none)?;
        Some((Measure::Share(field, test.clone()), asked.given, share))
    }

    /// What a chance in the text of a mechanic is under what is given, or what it leaves to 1.
    fn drawn_under(
        &mut self,
        (index, rule_set): (usize, RuleSetId),
        number: usize,
        is_rest: bool,
        given: &Given,
    ) -> Option<Answer> {
        let drawn = self.laws.drawn_under((index, rule_set), number, given)?;
        let value = if is_rest { &Rational::ONE - &drawn } else { drawn };
        Some((Measure::Drawn(number, is_rest), given.clone(), value))
    }
}

/// What an event makes of a paragraph: by what each figure may be told of, or by all words down to one layer, which says more
/// where it gives as many figures.
fn told_of_event(paragraph: &Paragraph, answers: &[(usize, Vec<Option<Answer>>)]) -> Told {
    let loose = told_by(paragraph, answers, |_, answers| answers.iter().flatten().collect());
    let layers: BTreeSet<Taken> =
        paragraph.open.iter().flat_map(|open| open.layers.keys().copied()).collect();
    let strict = layers.into_iter().map(|layer| {
        told_by(paragraph, answers, |open, answers| {
            let answer = open.down_to(layer).and_then(|given| answers.get(given)?.as_ref());
            answer.into_iter().collect()
        })
    });
    let best = strict.max_by(|one, other| one.rarity.cmp(&other.rarity));
    match best {
        Some(strict) if strict.rarity >= loose.rarity => strict,
        _ => Told { missed: Vec::new(), ..loose },
    }
}

fn told_by<'a>(
    paragraph: &Paragraph,
    answers: &'a [(usize, Vec<Option<Answer>>)],
    take: impl Fn(&Open, &'a [Option<Answer>]) -> Vec<&'a Answer>,
) -> Told {
    let mut rarity = Rational::ONE;
    let mut seen: BTreeSet<Rational> = BTreeSet::new();
    let (mut right, mut missed) = (Vec::new(), Vec::new());
    let mut asked_of = 0_i64;
    let (mechanic, rule_set) = (paragraph.mechanic, paragraph.rule_set);
    for (number, answers) in answers {
        let open = &paragraph.open[*number];
        let taken = take(open, answers);
        let values: BTreeSet<&Rational> = taken.iter().map(|(.., value)| value).collect();
        let fit = taken.iter().find(|(.., value)| open.placed.is_uncut(value));
        let Some((measure, given, value)) = fit.or(taken.first()) else { continue };
        asked_of += 1;
        let tried = Candidate::tried(mechanic, rule_set, measure.clone(), given.clone(), value.clone());
        let tried = Candidate { background: Background::OWN, left: Some(Vec::new()), ..tried };
        if fit.is_none() {
            missed.push((*number, tried));
            continue;
        }
        if seen.insert(open.placed.figure.value().unwrap_or_default()) {
            let count = i64::try_from(values.len()).unwrap_or(1);
            let own = &rarity_of(&open.placed.figure) * &Rational::new(1, count);
            rarity = &rarity * &own.max(Rational::ONE);
        }
        right.push((*number, tried));
    }
    // Any of them may be those that chance gives.
    let ways = (0..i64::try_from(right.len()).unwrap_or(0)).map(|k| Rational::new(asked_of - k, k + 1));
    let ways = ways.fold(Rational::ONE, |all, one| &all * &one);
    Told { rarity: rarity.checked_div(&ways).unwrap_or_default(), right, missed }
}

/// Whether a figure of a text is right by no question.
pub(super) fn is_open(bound: &Bound) -> bool {
    let fits = |candidate: &Candidate| bound.placed.takes(candidate);
    !bound.placed.place.in_table && !bound.candidates.iter().any(fits)
}

/// Puts figures among those that have questions, and moves those that have none along.
pub(super) fn insert(bound: &mut Vec<Bound>, silent: &mut [(usize, Placed)], mut added: Vec<(usize, Bound)>) {
    added.sort_by_key(|(before, own)| std::cmp::Reverse((*before, own.placed.token)));
    for (before, own) in added {
        let token = own.placed.token;
        let behind = silent.iter_mut().filter(|(at, placed)| (*at, placed.token) > (before, token));
        behind.for_each(|(at, _)| *at += 1);
        bound.insert(before, own);
    }
}
