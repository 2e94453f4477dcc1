//! What a figure may be the answer to: questions about mechanics whose labels stand around it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::check::{FieldId, Kind, Model};
use crate::exact::Rational;
use crate::names::{Meaning, Named, Names};
use crate::page::Page;
use crate::rules::{RuleSetId, RuleSetKind};
use crate::scenario::Mechanic;
use crate::value::Value;

use super::cues;
use super::laws::{Asked, Given, Law, Laws, Sought, Stage};
use super::mentions::{Gives, Mentions, game, gives, number_of};

/// The words in reach of a figure, nearest first: its own clause, row and column; the sentence before it; the sentence
/// after it; what introduces it; the caption; the heading; the title.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    pub(super) layers: [Vec<Range<usize>>; LAYERS],
    /// Numbers that head its row or column, each with the label that says what they count.
    pub(super) counted: Vec<(usize, Rational)>,
    /// What the heads of its row are together.
    pub(super) joined: Vec<Named>,
    /// Whether it is a cell of a table.
    pub(super) in_table: bool,
    /// Whether its own words hold one that nobody knows; where they do not say what the figure is about, that may.
    pub(super) has_unknown: bool,
    /// Whether something in its own words is not understood: a head that is a number of nobody knows what.
    pub(super) unclear: bool,
}

pub(super) const LAYERS: usize = 7;

/// What is asked of an outcome.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Test {
    /// It is one of these.
    In(Vec<Value>),
    /// It is not this.
    Not(Value),
    /// It is at least so much.
    AtLeast(Rational),
    /// It is at most so much.
    AtMost(Rational),
    /// It is the most that it can be.
    Most,
}

impl Test {
    fn holds(&self, value: &Value, law: &Law) -> bool {
        match self {
            Test::In(values) => values.contains(value),
            Test::Not(other) => value != other,
            Test::AtLeast(least) => value.as_number().is_some_and(|number| number >= least),
            Test::AtMost(most) => value.as_number().is_some_and(|number| number <= most),
            Test::Most => law.keys().next_back() == Some(value),
        }
    }
}

/// How a value comes from a mechanic.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Measure {
    /// The chance of an event, at a point of the mechanic.
    Chance(FieldId, Test, Stage),
    /// The chance that it does not happen.
    Complement(FieldId, Test, Stage),
    /// The chance of a value, given that the outcome is there at all.
    Share(FieldId, Test),
    /// The mean of a number.
    Mean(FieldId),
    /// The least and the greatest value of a number.
    Least(FieldId),
    /// The greatest.
    Most(FieldId),
    /// The value of a rule; and of a chance also the rest to 1.
    Rule(usize, bool),
    /// A number about many uses.
    Chain(Sought, FieldId, Test),
    /// A chance or a bound in the text of the mechanic, by its place there; and of a chance also the rest to 1.
    Drawn(usize, bool),
}

/// A question whose answer a figure may be.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) mechanic: usize,
    pub(super) rule_set: RuleSetId,
    pub(super) measure: Measure,
    pub(super) given: Given,
    /// How much of what is in reach it takes as given: up to which layer.
    pub(super) background: usize,
    pub(super) value: Rational,
    /// Whether it uses everything that the figure's own words name.
    pub(super) full: bool,
    /// Whether the figure's own words name its rule set.
    pub(super) is_named: bool,
}

/// A reading of a table, a list or a section: what its figures have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reading {
    pub(super) mechanic: usize,
    /// The rule set, where the figure's own words name none.
    pub(super) rule_set: Option<RuleSetId>,
    pub(super) kind: u8,
    pub(super) background: usize,
}

impl Candidate {
    /// Whether it is a number that stands in the text of the mechanic, or one about many uses: its words say so much
    /// that it counts whatever the figures beside it are.
    pub(super) fn is_apart(&self) -> bool {
        matches!(self.measure, Measure::Rule(..) | Measure::Drawn(..) | Measure::Chain(..))
    }

    /// The reading it belongs to; in a table also how much of what is around it is given.
    pub(super) fn reading(&self, in_table: bool) -> Reading {
        let kind = match &self.measure {
            Measure::Chance(_, _, Stage::End) | Measure::Complement(_, _, Stage::End) => 0,
            Measure::Chance(..) | Measure::Complement(..) => 1,
            Measure::Share(..) => 2,
            Measure::Mean(_) => 3,
            Measure::Least(_) => 4,
            Measure::Most(_) => 5,
            Measure::Rule(..) | Measure::Drawn(..) => 6,
            Measure::Chain(..) => 7,
        };
        let background = if kind >= 6 || !in_table { 0 } else { self.background };
        let rule_set = (!self.is_named).then_some(self.rule_set);
        Reading { mechanic: self.mechanic, rule_set, kind, background }
    }
}

/// So many words may stand from one label to the next where they are told together.
const TOGETHER: usize = 6;

/// An event that words name, with the label that names it.
#[derive(Debug, Clone)]
struct Subject {
    field: FieldId,
    test: Test,
    mentions: Vec<usize>,
    /// Whether the figure's own sentence or row names it.
    is_near: bool,
    /// Whether nothing says how many.
    is_plain: bool,
}

pub(super) struct Asker<'a, 'n> {
    pub(super) page: &'a Page,
    pub(super) names: &'n Names<'n>,
    pub(super) mentions: &'a Mentions,
    pub(super) laws: &'a mut Laws<'n>,
    pub(super) chosen: &'a [String],
}

impl Asker<'_, '_> {
    /// All questions that the words in reach ask, for a figure at a token that states a chance or a plain number.
    pub(super) fn candidates(&mut self, place: &Place, figure: usize, chance: bool) -> Vec<Candidate> {
        let layers: Vec<Vec<usize>> =
            place.layers.iter().map(|ranges| self.mentioned(ranges, figure)).collect();
        let mechanics: BTreeSet<usize> = layers
            .iter()
            .flatten()
            .flat_map(|mention| self.mentions.get(*mention).named.iter().map(|named| named.mechanic))
            .collect();
        let mut found = Vec::new();
        for mechanic in mechanics {
            self.of_mechanic(place, &layers, mechanic, figure, chance, &mut found);
        }
        found
    }

    /// What a question about an outcome gives under another rule set.
    pub(super) fn under(&mut self, candidate: &Candidate, rule_set: RuleSetId) -> Option<Rational> {
        let Measure::Chance(field, test, stage) = &candidate.measure else { return None };
        let law = self.laws.law(&Asked {
            mechanic: candidate.mechanic,
            rule_set,
            field: *field,
            stage: *stage,
            given: candidate.given.clone(),
        })?;
        Some(mass(&law, test))
    }

    fn mentioned(&self, ranges: &[Range<usize>], figure: usize) -> Vec<usize> {
        let inside = ranges.iter().flat_map(|range| self.mentions.within(range));
        inside.filter(|mention| !self.mentions.get(*mention).tokens.contains(&figure)).collect()
    }

    fn of_mechanic(
        &mut self,
        place: &Place,
        layers: &[Vec<usize>],
        index: usize,
        figure: usize,
        chance: bool,
        found: &mut Vec<Candidate>,
    ) {
        let mechanic = self.names.mechanics[index];
        let subjects = self.subjects(place, layers, index, figure);
        let backgrounds = self.backgrounds(place, layers, index, figure);
        let ambiguous = !place.in_table && self.is_ambiguous(place, layers, index);
        let sets = self.rule_sets(layers, index);
        let edition = |mention: &usize| {
            let named = &self.mentions.get(*mention).named;
            named.iter().any(|named| matches!(named.meaning, Meaning::Edition(_)))
        };
        let is_named = layers[0].iter().any(edition);
        let mut seen = BTreeSet::new();
        for subject in &subjects {
            for (background, (given, used)) in &backgrounds {
                for rule_set in &sets {
                    if !seen.insert((subject.field, subject.test.clone(), given.clone(), *rule_set)) {
                        continue;
                    }
                    let uses = |mention: &usize| {
                        subject.mentions.contains(mention)
                            || used.contains(mention)
                            || !self.names_something(*mention, index)
                            || self.counts_elsewhere(place, *mention, index)
                            || self.names_field(*mention, index, subject.field)
                            || self.gives_nothing(place, *mention, index)
                    };
                    // The number of what its own words name without one may be another than was said before.
                    let vague = |mention: &usize| {
                        !place.in_table
                            && !used.contains(mention)
                            && self.is_given(*mention, index, given)
                            && self.gives_nothing(place, *mention, index)
                    };
                    let full = subject.is_near
                        && !ambiguous
                        && layers[0].iter().all(uses)
                        && !layers[..2].iter().flatten().any(vague);
                    let denied = layers[0].iter().any(|mention| {
                        subject.mentions.contains(mention) && self.mentions.get(*mention).denied
                    });
                    let base = Candidate {
                        mechanic: index,
                        rule_set: *rule_set,
                        measure: Measure::Mean(subject.field),
                        given: given.clone(),
                        background: *background,
                        value: Rational::ZERO,
                        full,
                        is_named,
                    };
                    self.of_subject(mechanic, place, subject, &base, chance, denied, found);
                }
            }
        }
        self.rules(place, layers, index, (&sets, is_named), chance, found);
        self.drawn(place, layers, index, (&sets, is_named), chance, found);
    }

    /// The values of one event under one scenario.
    #[allow(
        clippy::too_many_arguments,
        reason = "a question is put together from what it is about and how it is told"
    )]
    fn of_subject(
        &mut self,
        mechanic: &Mechanic,
        place: &Place,
        subject: &Subject,
        base: &Candidate,
        chance: bool,
        denied: bool,
        found: &mut Vec<Candidate>,
    ) {
        let field = subject.field;
        let mut push = |measure, value| found.push(Candidate { measure, value, ..base.clone() });
        let asked = |stage| Asked {
            mechanic: base.mechanic,
            rule_set: base.rule_set,
            field,
            stage,
            given: base.given.clone(),
        };
        for stage in [Stage::End, Stage::First] {
            let Some(law) = self.laws.law(&asked(stage)) else { continue };
            let mass = mass(&law, &subject.test);
            // That there is something which is always there is not what a figure says.
            if chance && mass == Rational::ONE && subject.is_plain {
                continue;
            }
            if chance {
                if denied {
                    push(Measure::Complement(field, subject.test.clone(), stage), &Rational::ONE - &mass);
                }
                if stage == Stage::End
                    && self.near_has(place, &cues::THERE)
                    && let Some(nothing) = nothing(mechanic, field)
                    && !matches!(&subject.test, Test::Not(value) if *value == nothing)
                    && !matches!(&subject.test, Test::In(values) if values.contains(&nothing))
                    && let Some(share) =
                        mass.checked_div(&(&Rational::ONE - &law.get(&nothing).cloned().unwrap_or_default()))
                {
                    push(Measure::Share(field, subject.test.clone()), share);
                }
                push(Measure::Chance(field, subject.test.clone(), stage), mass);
            } else if stage == Stage::End && self.page_has(place, &cues::UNTIL) {
                // How many uses it takes is no number of the outcome.
            } else if stage == Stage::End
                && matches!(mechanic.model[field].kind, Kind::Integer | Kind::Number)
            {
                let numbers = || law.iter().filter_map(|(value, mass)| Some((value.as_number()?, mass)));
                // What is always the same says nothing of how often.
                if numbers().count() != law.len() || law.len() < 2 {
                    continue;
                }
                let mean: Rational = numbers().map(|(value, mass)| value * mass).sum();
                let ends = (numbers().next(), numbers().next_back());
                let says =
                    [&cues::MEAN[..], &cues::LEAST, &cues::MOST].map(|words| self.page_has(place, words));
                let any = !says.contains(&true);
                if any || says[0] {
                    push(Measure::Mean(field), mean);
                }
                if let (Some((least, _)), Some((most, _))) = ends {
                    if any || says[1] {
                        push(Measure::Least(field), least.clone());
                    }
                    if any || says[2] {
                        push(Measure::Most(field), most.clone());
                    }
                }
            }
        }
        for sought in Sought::ALL {
            let fits = if chance { sought == Sought::Share } else { sought != Sought::Share };
            if fits
                && self.page_has(place, sought.cues())
                && let Some(text) = event_text(&mechanic.model, field, &subject.test)
                && let Some(value) = self.laws.chain(&asked(Stage::End), sought, &text)
            {
                push(Measure::Chain(sought, field, subject.test.clone()), value);
            }
        }
    }

    /// Whether one of some words stands in reach of a figure, up to the caption.
    fn near_has(&self, place: &Place, words: &[&str]) -> bool {
        let mut tokens = place.layers[..5].iter().flatten().flat_map(Clone::clone);
        tokens.any(|token| self.page.word_at(token).is_some_and(|word| words.contains(&word)))
    }

    /// Whether one of some words stands in the sentence of a figure, or in its heads.
    fn page_has(&self, place: &Place, words: &[&str]) -> bool {
        let mut tokens = place.layers[..3].iter().flatten().flat_map(Clone::clone);
        tokens.any(|token| self.page.word_at(token).is_some_and(|word| words.contains(&word)))
    }

    /// Whether a label says something in the game of a mechanic that a question about it has to take in. The mechanic
    /// itself and editions are taken in by every question about them.
    fn names_something(&self, mention: usize, mechanic: usize) -> bool {
        let game = |index: usize| game(self.names, index);
        let named = &self.mentions.get(mention).named;
        let idle = |meaning: &Meaning| matches!(meaning, Meaning::Mechanic | Meaning::Edition(_));
        let own = named.iter().any(|named| named.mechanic == mechanic && idle(&named.meaning));
        !own && named.iter().any(|named| {
            game(named.mechanic) == game(mechanic) && !matches!(named.meaning, Meaning::Edition(_))
        })
    }

    /// Whether a label is that of an outcome.
    fn names_field(&self, mention: usize, mechanic: usize, field: FieldId) -> bool {
        let named = &self.mentions.get(mention).named;
        named.iter().any(|named| named.mechanic == mechanic && named.meaning == Meaning::Field(field))
    }

    /// Whether a label stands for what takes a number, and there is none: `at any luck`.
    fn gives_nothing(&self, place: &Place, mention: usize, mechanic: usize) -> bool {
        let found = self.mentions.get(mention);
        let near = place.layers[..3].iter().flatten();
        let within = near.into_iter().find(|range| range.contains(&found.tokens.start)).cloned();
        let counts = |meaning: &Meaning, index: usize| match meaning {
            Meaning::Input(_) | Meaning::State(_) => true,
            Meaning::Field(field) => {
                let kind = self.names.mechanics[index].model[*field].kind;
                index != mechanic && matches!(kind, Kind::Integer | Kind::Number)
            }
            Meaning::Mechanic | Meaning::Edition(_) => true,
            Meaning::Is(..) | Meaning::Outcome(..) => false,
        };
        let own = game(self.names, mechanic);
        let mut named = found.named.iter().filter(|named| game(self.names, named.mechanic) == own);
        named.all(|named| counts(&named.meaning, named.mechanic))
            && number_of(self.page, found, &within.unwrap_or(0..0)).is_none()
    }

    /// Whether something is given for what a label stands for.
    fn is_given(&self, mention: usize, mechanic: usize, given: &Given) -> bool {
        let named = &self.mentions.get(mention).named;
        named.iter().filter(|named| named.mechanic == mechanic).any(|named| match &named.meaning {
            Meaning::Input(input) | Meaning::Is(input, _) => given.inputs.contains_key(input),
            Meaning::State(state) => given.states.contains_key(state),
            _ => false,
        })
    }

    /// Whether a label only says what a number counts in another mechanic.
    fn counts_elsewhere(&self, place: &Place, mention: usize, mechanic: usize) -> bool {
        let own = self.mentions.get(mention).named.iter().any(|named| named.mechanic == mechanic);
        !own && place.counted.iter().any(|(label, _)| *label == mention)
    }

    /// The events that the nearest words name which name any.
    fn subjects(&self, place: &Place, layers: &[Vec<usize>], index: usize, figure: usize) -> Vec<Subject> {
        const MOST: usize = 6;
        for (layer, mentions) in layers.iter().enumerate() {
            let mut subjects: Vec<Subject> = mentions
                .iter()
                .flat_map(|mention| self.events(place, *mention, index, &place.layers[layer]))
                .collect();
            if subjects.is_empty() {
                continue;
            }
            // What was spoken of before goes on where the sentence itself gives something.
            let gives = |mention: &usize| {
                self.names_something(*mention, index) && !self.gives_nothing(place, *mention, index)
            };
            let is_near = layer == 0
                || place.in_table
                || !place.has_unknown && (layer == 1 || layer == 3 && layers[0].iter().any(gives));
            subjects.iter_mut().for_each(|subject| subject.is_near &= is_near);
            match layer {
                // Of the words before it the last, of those after it the first.
                1 => subjects = last_run(subjects, |subject| self.position(subject)),
                2 => subjects.truncate(1),
                _ => {}
            }
            if layer == 0 {
                subjects.sort_by_key(|subject| self.position(subject).abs_diff(figure));
            }
            if layer >= 3 && !place.in_table {
                subjects.sort_by_key(|subject| self.position(subject).abs_diff(figure));
                subjects.truncate(1);
            }
            subjects.truncate(MOST);
            let denied =
                |subject: &Subject| subject.mentions.iter().any(|mention| self.mentions.get(*mention).denied);
            let together = union(&subjects, |subject| self.position(subject)).filter(|all| !denied(all));
            match together {
                // `2.2% each`
                Some(all) if self.page_has(place, &cues::EACH) => {
                    subjects.iter_mut().for_each(|subject| subject.mentions.clone_from(&all.mentions));
                }
                together => subjects.extend(together),
            }
            return subjects;
        }
        Vec::new()
    }

    fn position(&self, subject: &Subject) -> usize {
        subject.mentions.first().map_or(0, |mention| self.mentions.get(*mention).tokens.start)
    }

    fn events(&self, place: &Place, mention: usize, index: usize, ranges: &[Range<usize>]) -> Vec<Subject> {
        let mechanic = self.names.mechanics[index];
        let found = self.mentions.get(mention);
        let within = ranges.iter().find(|range| range.contains(&found.tokens.start)).cloned().unwrap_or(0..0);
        let own = found.named.iter().filter(|named| named.mechanic == index);
        let mut subjects = Vec::new();
        let push = |subjects: &mut Vec<Subject>, field, test| {
            subjects.push(Subject { field, test, mentions: vec![mention], is_near: true, is_plain: false })
        };
        for named in own {
            match &named.meaning {
                Meaning::Outcome(field, value) => {
                    push(&mut subjects, *field, Test::In(vec![value.clone()]));
                    // `at least one rare`: that is said of several.
                    let counts = self.count_of(found, &within).is_some() || self.all_of(found);
                    subjects.last_mut().into_iter().for_each(|subject| subject.is_near = !counts);
                }
                Meaning::Field(field) => match mechanic.model[*field].kind {
                    Kind::Flag => push(&mut subjects, *field, Test::In(vec![Value::Flag(true)])),
                    Kind::Integer => {
                        let counted = place.counted.iter().find(|(label, _)| *label == mention);
                        let number = counted.map(|(_, number)| number.clone());
                        let number = number.or_else(|| self.count_of(found, &within));
                        match number {
                            Some(number) => {
                                push(&mut subjects, *field, Test::In(vec![Value::Number(number.clone())]));
                                push(&mut subjects, *field, Test::AtLeast(number.clone()));
                                push(&mut subjects, *field, Test::AtMost(number));
                            }
                            None if found.denied => {
                                push(&mut subjects, *field, Test::In(vec![Value::Number(Rational::ZERO)]))
                            }
                            None if self.all_of(found) => push(&mut subjects, *field, Test::Most),
                            None => {
                                push(&mut subjects, *field, Test::AtLeast(Rational::ONE));
                                subjects.last_mut().into_iter().for_each(|subject| subject.is_plain = true);
                            }
                        }
                    }
                    _ => {
                        if let Some(nothing) = nothing(mechanic, *field) {
                            push(&mut subjects, *field, Test::Not(nothing));
                        }
                    }
                },
                _ => {}
            }
        }
        subjects
    }

    /// The number beside a label that counts it, and does not say what something else is.
    fn count_of(&self, mention: &super::mentions::Mention, within: &Range<usize>) -> Option<Rational> {
        let (token, number) = number_of(self.page, mention, within)?;
        (!self.mentions.is_given(token)).then_some(number)
    }

    /// `all commons`, `every card is common`
    fn all_of(&self, mention: &super::mentions::Mention) -> bool {
        let before = mention.tokens.start.checked_sub(1).and_then(|token| self.page.word_at(token));
        matches!(before, Some("all" | "only" | "every" | "three"))
    }

    /// What is given, taking in more and more of the words in reach, and at last nothing; each once.
    fn backgrounds(
        &self,
        place: &Place,
        layers: &[Vec<usize>],
        index: usize,
        figure: usize,
    ) -> BTreeMap<usize, (Given, BTreeSet<usize>)> {
        let mut given = Given::default();
        let mut used = BTreeSet::new();
        let mut found: BTreeMap<usize, (Given, BTreeSet<usize>)> = BTreeMap::new();
        for (mention, number) in &place.counted {
            self.count(*mention, number, index, &mut given, &mut used);
        }
        for named in place.joined.iter().filter(|named| named.mechanic == index) {
            if let Meaning::Is(input, value) = &named.meaning {
                given.inputs.insert(*input, value.clone());
            }
        }
        for (layer, mentions) in layers.iter().enumerate() {
            let mut near: Vec<usize> = mentions.clone();
            near.sort_by_key(|mention| self.mentions.get(*mention).tokens.start.abs_diff(figure));
            for mention in near {
                if used.contains(&mention) {
                    continue;
                }
                let at = &self.mentions.get(mention).tokens;
                let within = place.layers[layer].iter().find(|range| range.contains(&at.start));
                let Some(within) = within else { continue };
                let gives = gives(self.page, self.names, self.mentions.get(mention), index, within);
                let Some(gives) = gives.filter(|gives| gives.number != Some(figure)) else { continue };
                if take(gives, &mut given) {
                    used.insert(mention);
                }
            }
            if !found.values().any(|(other, _)| *other == given) {
                found.insert(layer, (given.clone(), used.clone()));
            }
        }
        let nothing = Given::default();
        if !found.values().any(|(other, _)| *other == nothing) {
            found.insert(LAYERS, (nothing, BTreeSet::new()));
        }
        found
    }

    /// Whether the rest of the sentence gives several values to what the figure's own words give none: `14% at -5 and
    /// 19% at -10; commons are 49% and 44%`.
    fn is_ambiguous(&self, place: &Place, layers: &[Vec<usize>], index: usize) -> bool {
        let values = |layer: &[usize], ranges: &[Range<usize>]| -> Vec<Gives> {
            let one = |mention: &usize| {
                let found = self.mentions.get(*mention);
                let within = ranges.iter().find(|range| range.contains(&found.tokens.start))?;
                gives(self.page, self.names, found, index, within)
            };
            layer.iter().filter_map(one).collect()
        };
        let own = values(&layers[0], &place.layers[0]);
        let same = |a: &Gives, b: &Gives| {
            std::mem::discriminant(&a.meaning) == std::mem::discriminant(&b.meaning)
                && subject_of(&a.meaning) == subject_of(&b.meaning)
        };
        let rest = [values(&layers[1], &place.layers[1]), values(&layers[2], &place.layers[2])].concat();
        rest.iter().any(|first| {
            rest.iter().any(|other| same(first, other) && first.value != other.value)
                && !own.iter().any(|own| same(own, first))
        })
    }

    /// A number that heads a row or column: what it counts has this value.
    fn count(
        &self,
        mention: usize,
        number: &Rational,
        index: usize,
        given: &mut Given,
        used: &mut BTreeSet<usize>,
    ) {
        let model = &self.names.mechanics[index].model;
        for named in self.mentions.get(mention).named.iter().filter(|named| named.mechanic == index) {
            let declaration = match &named.meaning {
                Meaning::Input(input) => &model[*input].declaration,
                Meaning::State(state) => &model[*state].declaration,
                _ => continue,
            };
            if let Ok(value) = model.check_number(declaration, number.clone())
                && take(Gives { meaning: named.meaning.clone(), value, number: None }, given)
            {
                used.insert(mention);
            }
        }
    }

    /// The rule sets to try: the edition that stands in reach; else those that were chosen, or the usual one, and
    /// then the other editions.
    fn rule_sets(&self, layers: &[Vec<usize>], index: usize) -> Vec<RuleSetId> {
        let mechanic = self.names.mechanics[index];
        // The title of a page names the game, which an edition may be called like.
        for mentions in &layers[..LAYERS - 1] {
            let editions = mentions.iter().flat_map(|mention| &self.mentions.get(*mention).named);
            let named: Vec<RuleSetId> = editions
                .filter(|named| named.mechanic == index)
                .filter_map(|named| match named.meaning {
                    Meaning::Edition(set) => Some(set),
                    _ => None,
                })
                .collect();
            if !named.is_empty() {
                return named;
            }
        }
        let chosen: Vec<RuleSetId> =
            self.chosen.iter().filter_map(|name| mechanic.find_rule_set(name).ok()).collect();
        if !chosen.is_empty() {
            return chosen;
        }
        let editions =
            mechanic.rule_set_ids().filter(|set| mechanic.rule_set(*set).kind == RuleSetKind::Edition);
        let mut sets = vec![mechanic.default_rule_set()];
        let others: Vec<RuleSetId> = editions.filter(|set| !sets.contains(set)).collect();
        sets.extend(others);
        sets
    }

    /// Rules whose telling words all stand in reach, one of them nearest.
    fn rules(
        &self,
        place: &Place,
        layers: &[Vec<usize>],
        index: usize,
        (sets, is_named): (&[RuleSetId], bool),
        chance: bool,
        found: &mut Vec<Candidate>,
    ) {
        let words = |layers: &[Vec<Range<usize>>]| -> BTreeSet<u32> {
            layers
                .iter()
                .flatten()
                .flat_map(|range| self.mentions.words[range.clone()].iter().flatten().copied())
                .collect()
        };
        let own = words(&place.layers[..1]);
        let near = words(&place.layers[..LAYERS - 1]);
        for rule in self.names.rules.iter().filter(|rule| rule.mechanic == index) {
            if !rule.words.is_subset(&near)
                || rule.words.is_disjoint(&own)
                    && !rule.words.is_disjoint(&near)
                    && layers[0].iter().any(|mention| self.names_something(*mention, index))
            {
                continue;
            }
            let covers = |mention: &usize| {
                let tokens = self.mentions.get(*mention).tokens.clone();
                self.mentions.words[tokens].iter().flatten().all(|word| rule.words.contains(word))
            };
            let mut names = layers[0].iter().filter(|mention| {
                self.names_something(**mention, index) && !self.gives_nothing(place, **mention, index)
            });
            let full = !rule.words.is_disjoint(&own) && names.all(covers);
            for rule_set in sets {
                let Some(value) = self.laws.rule(index, *rule_set, rule.rule.index()) else { continue };
                let value = if rule.hundredths && chance { &value * &Rational::new(1, 100) } else { value };
                let mut push = |value, is_rest: bool| {
                    found.push(Candidate {
                        mechanic: index,
                        rule_set: *rule_set,
                        measure: Measure::Rule(rule.rule.index(), is_rest),
                        given: Given::default(),
                        background: 0,
                        value,
                        full: full && !is_rest,
                        is_named,
                    });
                };
                let is_chance = value.is_negative() || value > Rational::ONE;
                if chance && !is_chance {
                    push(&Rational::ONE - &value, true);
                }
                if chance && !is_chance || !chance && value.is_integer() {
                    push(value, false);
                }
            }
        }
    }
}

impl Asker<'_, '_> {
    /// Chances and bounds in the text of a mechanic: all the inputs that one needs stand in reach, and what it leads to.
    fn drawn(
        &mut self,
        place: &Place,
        layers: &[Vec<usize>],
        index: usize,
        (sets, is_named): (&[RuleSetId], bool),
        chance: bool,
        found: &mut Vec<Candidate>,
    ) {
        let mechanic = self.names.mechanics[index];
        let meanings = |mentions: &[usize]| -> Vec<&Meaning> {
            let named = mentions.iter().flat_map(|mention| &self.mentions.get(*mention).named);
            named.filter(|named| named.mechanic == index).map(|named| &named.meaning).collect()
        };
        let own: Vec<&Meaning> = layers[..2].iter().flat_map(|layer| meanings(layer)).collect();
        let near: Vec<&Meaning> = layers[..LAYERS - 1].iter().flat_map(|layer| meanings(layer)).collect();
        let all = self.laws.drawn(index);
        for (number, drawn) in all.iter().enumerate() {
            let input = |input| {
                near.iter()
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
            let belongs = |mention: &&usize| {
                let named = self.mentions.get(**mention).named.iter().filter(|named| named.mechanic == index);
                named.into_iter().any(|named| drawn.has(&named.meaning))
            };
            let names: Vec<&usize> = layers[0]
                .iter()
                .filter(|mention| {
                    self.names_something(**mention, index) && !self.gives_nothing(place, **mention, index)
                })
                .collect();
            let full = !names.is_empty() && names.iter().all(belongs);
            for rule_set in sets {
                let Some(value) = drawn.value(&mechanic.model, mechanic.rule_set(*rule_set)) else {
                    continue;
                };
                let rest = (!drawn.is_bound).then(|| (&Rational::ONE - &value, true));
                for (value, is_rest) in [(value, false)].into_iter().chain(rest) {
                    found.push(Candidate {
                        mechanic: index,
                        rule_set: *rule_set,
                        measure: Measure::Drawn(number, is_rest),
                        given: Given::default(),
                        background: 0,
                        value,
                        full: full && !is_rest,
                        is_named,
                    });
                }
            }
        }
    }
}

/// An event as the language has it; `None` for one that it has no short form of.
fn event_text(model: &Model, field: FieldId, test: &Test) -> Option<String> {
    let declaration = &model[field];
    let name = &declaration.name;
    match test {
        Test::In(values) => match values.as_slice() {
            [Value::Flag(true)] => Some(name.clone()),
            [one] => Some(format!("{name} = {}", model.value_text(declaration.kind, one))),
            _ => None,
        },
        Test::Not(other) => Some(format!("{name} != {}", model.value_text(declaration.kind, other))),
        Test::AtLeast(least) => Some(format!("{name} >= {least}")),
        Test::AtMost(_) | Test::Most => None,
    }
}

/// The input or state that a label stands for.
fn subject_of(meaning: &Meaning) -> usize {
    match meaning {
        Meaning::Is(input, _) | Meaning::Input(input) => input.index(),
        Meaning::State(state) => state.index(),
        _ => usize::MAX,
    }
}

/// Takes what a label gives, unless something nearer gave the same input or state.
fn take(gives: Gives, given: &mut Given) -> bool {
    match gives.meaning {
        Meaning::Is(input, _) | Meaning::Input(input) => match given.inputs.get(&input) {
            Some(value) => *value == gives.value,
            None => given.inputs.insert(input, gives.value).is_none(),
        },
        Meaning::State(state) => match given.states.get(&state) {
            Some(value) => *value == gives.value,
            None => given.states.insert(state, gives.value).is_none(),
        },
        _ => false,
    }
}

fn mass(law: &Law, test: &Test) -> Rational {
    law.iter().filter(|(value, _)| test.holds(value, law)).map(|(_, mass)| mass).sum()
}

/// The value of an outcome that stands for nothing.
pub(super) fn nothing(mechanic: &Mechanic, field: FieldId) -> Option<Value> {
    let variants = mechanic.model.variants(mechanic.model[field].kind);
    let none = variants.iter().position(|variant| matches!(variant.name.as_str(), "none" | "nothing"))?;
    Some(Value::Variant(u32::try_from(none).ok()?))
}

/// Several values of one outcome, told together: `a card, a pill or a trinket`.
fn union(subjects: &[Subject], position: impl Fn(&Subject) -> usize) -> Option<Subject> {
    let first = subjects.first()?;
    let mut values = Vec::new();
    let mut mentions = Vec::new();
    let mut places: Vec<usize> = subjects.iter().map(position).collect();
    places.sort_unstable();
    if places.windows(2).any(|pair| pair[1] - pair[0] > TOGETHER) {
        return None;
    }
    for subject in subjects {
        match &subject.test {
            Test::In(own) if subject.field == first.field => {
                values
                    .extend(own.iter().filter(|value| !values.contains(*value)).cloned().collect::<Vec<_>>());
                mentions.extend(&subject.mentions);
            }
            _ => return None,
        }
    }
    let number = values.iter().any(|value| value.as_number().is_some());
    values.sort();
    let is_near = first.is_near;
    (values.len() > 1 && !number).then_some(Subject {
        field: first.field,
        test: Test::In(values),
        mentions,
        is_near,
        is_plain: false,
    })
}

/// The subjects that stand last, where several stand together.
fn last_run(subjects: Vec<Subject>, position: impl Fn(&Subject) -> usize) -> Vec<Subject> {
    let Some(last) = subjects.last().map(&position) else { return subjects };
    let mut from = last;
    for subject in subjects.iter().rev() {
        let at = position(subject);
        if from.saturating_sub(at) > TOGETHER {
            break;
        }
        from = at;
    }
    subjects.into_iter().filter(|subject| position(subject) >= from).collect()
}
