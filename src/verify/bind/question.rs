//! What a figure may be the answer to: questions about mechanics whose labels stand around it.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::check::{FieldId, Kind, Model, StateId};
use crate::exact::Rational;
use crate::names::{Meaning, Named, Names, stem};
use crate::page::Page;
use crate::rules::RuleSetId;
use crate::scenario::Mechanic;
use crate::value::Value;

use super::cues;
use super::laws::{Asked, Given, Law, Laws, Sought, Stage};
use super::mentions::Mentions;
use super::numbers::Numbering;
use super::states::Fact;
use super::subject::Subject;

/// The words in reach of a figure, nearest first: its own clause, row and column; the sentence before it; the sentence
/// after it; what introduces it, or the caption of a table; what was said some sentences before, or over the table; the heading;
/// the title.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    pub(super) layers: [Vec<Range<usize>>; LAYERS],
    /// Numbers that head its row or column.
    pub(super) counted: Vec<Counted>,
    /// What the heads of its row are together.
    pub(super) joined: Vec<Named>,
    /// How many uses came before the one that heads its row or column.
    pub(super) since: Vec<Since>,
    /// Whether it is a cell of a table.
    pub(super) in_table: bool,
    /// Whether its own words hold one that nobody knows; where they do not say what the figure is about, that may.
    pub(super) has_unknown: bool,
    /// Whether something in its own words is not understood: a head that is a number of nobody knows what.
    pub(super) unclear: bool,
    /// Whether it is a decimal of which its words say that it is a chance: `library roll: 0.05`.
    pub(super) is_decimal_chance: bool,
    /// Whether it is a plain number.
    pub(super) is_number: bool,
    /// Which number of something it is.
    pub(super) kind: Numbering,
    /// A line before it that only names what it goes on about: `Library.`
    pub(super) topic: Option<Range<usize>>,
}

/// A number that heads a row or column.
#[derive(Debug, Clone)]
pub(super) struct Counted {
    /// The mechanic in which the label stands for what it counts.
    pub(super) mechanic: usize,
    /// The label, by its place among those of the page.
    pub(super) label: usize,
    pub(super) number: Rational,
}

/// A state that counts uses, and its value.
#[derive(Debug, Clone)]
pub(super) struct Since {
    pub(super) mechanic: usize,
    pub(super) state: StateId,
    pub(super) value: Value,
}

pub(super) const LAYERS: usize = 7;
/// The layer of what was said some sentences before, or over a table.
pub(super) const EARLIER: usize = 4;

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
    /// The chance of it under a law.
    pub(super) fn mass(&self, law: &Law) -> Rational {
        law.iter().filter(|(value, _)| self.holds(value, law)).map(|(_, mass)| mass).sum()
    }

    /// Whether it is said of no number that there is: at most 25 of three.
    fn is_idle(&self, law: &Law) -> bool {
        let mut numbers = law.keys().filter_map(Value::as_number);
        match self {
            Test::AtLeast(least) => numbers.all(|number| number > least),
            Test::AtMost(most) => numbers.all(|number| number < most),
            Test::In(_) | Test::Not(_) | Test::Most => false,
        }
    }

    fn holds(&self, value: &Value, law: &Law) -> bool {
        match self {
            Test::In(values) => values.contains(value),
            Test::Not(other) => value != other,
            Test::AtLeast(least) => value.as_number().is_some_and(|number| number >= least),
            Test::AtMost(most) => value.as_number().is_some_and(|number| number <= most),
            // Where there is none at all they are not all of it.
            Test::Most => {
                law.keys().next_back() == Some(value)
                    && value.as_number().is_none_or(|number| !number.is_zero())
            }
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
    /// How many of so many have it; without that number of how many one has it.
    Count(FieldId, Test, Stage, Option<Rational>),
    /// The chance of a value, given that the outcome is there at all.
    Share(FieldId, Test),
    /// The mean of a number.
    Mean(FieldId),
    /// The least value of a number.
    Least(FieldId),
    /// The greatest.
    Most(FieldId),
    /// The start or an end of a state.
    State(StateId, Fact),
    /// An end of the band of some values in a roll; whether it is the upper one.
    Edge(FieldId, Vec<Value>, bool),
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
    /// The labels among the figure's own words that it leaves out, where nothing else speaks against it.
    pub(super) left: Option<Vec<usize>>,
    /// Whether the figure's own words name its rule set.
    pub(super) is_named: bool,
    /// Whether the words of a plain number say that it is this kind of number.
    pub(super) is_told: bool,
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
        matches!(
            self.measure,
            Measure::Rule(..) | Measure::Drawn(..) | Measure::Chain(..) | Measure::State(..)
        )
    }

    /// The reading of a table that it belongs to.
    pub(super) fn reading(&self) -> Reading {
        let kind = match &self.measure {
            Measure::Chance(_, _, Stage::End) | Measure::Complement(_, _, Stage::End) => 0,
            Measure::Chance(..) | Measure::Complement(..) => 1,
            Measure::Count(..) => 10,
            Measure::Share(..) => 2,
            Measure::Mean(_) => 3,
            Measure::Least(_) => 4,
            Measure::Most(_) => 5,
            Measure::Rule(..) | Measure::Drawn(..) | Measure::State(..) => 6,
            Measure::Edge(_, _, is_upper) => 8 + u8::from(*is_upper),
            Measure::Chain(..) => 7,
        };
        let background = if self.is_apart() { 0 } else { self.background };
        let rule_set = (!self.is_named).then_some(self.rule_set);
        Reading { mechanic: self.mechanic, rule_set, kind, background }
    }
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
        // What is told of a state is nothing else.
        let is_of_state =
            |candidate: &Candidate| candidate.full && matches!(candidate.measure, Measure::State(..));
        if found.iter().any(is_of_state) {
            found.retain(|candidate| candidate.full);
        }
        // Where a mechanic is told of that the figure's own words may ask about, they ask about no other. A table shows of
        // itself which it is about.
        if place.in_table {
            return found;
        }
        let told = Some(self.told_by_use(&found, figure)).filter(|told| !told.is_empty());
        let told = told.unwrap_or_else(|| self.told(&layers));
        let asks = |candidate: &Candidate| candidate.full && told.contains(&candidate.mechanic);
        if found.iter().any(asks) {
            found.iter_mut().for_each(|candidate| candidate.full &= told.contains(&candidate.mechanic));
        }
        found
    }

    /// The mechanics of which a figure says of what it is a share: `5% of the cards are rare`, `4% per reward`.
    fn told_by_use(&self, found: &[Candidate], figure: usize) -> BTreeSet<usize> {
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        if !matches!(word(figure + 1), "of" | "per") {
            return BTreeSet::new();
        }
        let idle = |token: &usize| matches!(word(*token), "the" | "all" | "your" | "these");
        let noun = (figure + 2..figure + 4).find(|token| !idle(token)).map(word).unwrap_or_default();
        let is_use = |index: &usize| {
            let names = &self.names.mechanics[*index].model.use_name;
            [stem(&names.one), stem(&names.many)].contains(&stem(noun))
        };
        let all: BTreeSet<usize> = found.iter().map(|candidate| candidate.mechanic).collect();
        all.into_iter().filter(is_use).collect()
    }

    /// The mechanics that the nearest words name which name any and nothing else.
    fn told(&self, layers: &[Vec<usize>]) -> BTreeSet<usize> {
        let names_it = |mention: &&usize| {
            let mut named = self.mentions.get(**mention).named.iter();
            named.all(|named| named.meaning == Meaning::Mechanic)
        };
        let told = |mentions: &Vec<usize>| -> BTreeSet<usize> {
            let named =
                mentions.iter().filter(names_it).flat_map(|mention| &self.mentions.get(*mention).named);
            named.map(|named| named.mechanic).collect()
        };
        layers[..LAYERS - 1].iter().map(told).find(|told| !told.is_empty()).unwrap_or_default()
    }

    /// What a question about an outcome gives under another rule set.
    pub(super) fn under(&mut self, candidate: &Candidate, rule_set: RuleSetId) -> Option<Rational> {
        let Measure::Chance(_, _, stage) = candidate.measure else { return None };
        self.again(candidate, rule_set, stage)
    }

    /// What becomes in the end of a chance that is asked for before replacements.
    pub(super) fn at_the_end(&mut self, candidate: &Candidate) -> Option<Rational> {
        let Measure::Chance(_, _, Stage::First) = candidate.measure else { return None };
        self.again(candidate, candidate.rule_set, Stage::End)
    }

    fn again(&mut self, candidate: &Candidate, rule_set: RuleSetId, stage: Stage) -> Option<Rational> {
        let Measure::Chance(field, test, _) = &candidate.measure else { return None };
        let (mechanic, given) = (candidate.mechanic, candidate.given.clone());
        let law = self.laws.law(&Asked { mechanic, rule_set, field: *field, stage, given })?;
        Some(test.mass(&law))
    }

    /// Some labels in the order of how near they begin to a token.
    pub(super) fn nearest_first(&self, mentions: &[usize], token: usize) -> Vec<usize> {
        let mut near = mentions.to_vec();
        near.sort_by_key(|mention| self.mentions.get(*mention).tokens.start.abs_diff(token));
        near
    }

    pub(super) fn mentioned(&self, ranges: &[Range<usize>], figure: usize) -> Vec<usize> {
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
        let facts = self.facts_of(place, layers, index);
        let drawn = self.drawn_several(place, layers, index);
        let of_draws = drawn.as_ref().map_or(&[][..], |drawn| &drawn.mentions);
        let subjects = self.subjects(place, layers, index, figure, of_draws);
        let backgrounds = self.backgrounds(place, layers, index, figure, (facts.as_deref(), drawn.as_ref()));
        let ambiguous = !place.in_table && self.is_ambiguous(place, layers, index);
        let sets = self.rule_sets(layers, index);
        let edition = |mention: &usize| {
            let named = &self.mentions.get(*mention).named;
            named.iter().any(|named| matches!(named.meaning, Meaning::Edition(_)))
        };
        let is_named = layers[0].iter().any(edition);
        let says_without = !place.in_table && self.says_without(&place.layers[0]);
        let in_line = self.place_in_line(place, index, figure);
        let of_several = chance
            && (!self.uses(place, index, figure).is_empty() || in_line.is_some() && place.since.is_empty());
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
                            || !place.in_table && self.is_compared(*mention)
                            || place.in_table && self.mentions.get(*mention).denied
                            || self.mentions.get(*mention).without
                    };
                    // The number of what its own words name without one may be another than was said before.
                    let is_told_here = |mention: &usize| {
                        let mut own = layers[0].iter().filter(|own| used.contains(own));
                        own.any(|own| self.names_the_same(*own, *mention, index))
                    };
                    let vague = |mention: &usize| {
                        !place.in_table
                            && !used.contains(mention)
                            && self.is_given(*mention, index, given)
                            && self.gives_nothing(place, *mention, index)
                            && !is_told_here(mention)
                    };
                    // What the words of a plain number leave open is tried with all that stands around it.
                    let is_clear = subject.is_near
                        && (place.is_number || !ambiguous && !layers[..2].iter().flatten().any(vague));
                    let left: Vec<usize> =
                        layers[0].iter().copied().filter(|mention| !uses(mention)).collect();
                    let full = is_clear && left.is_empty();
                    // What goes on from the words before goes on as it was told there.
                    let named_in = |layer: usize| {
                        layers[layer].iter().filter(|mention| subject.mentions.contains(*mention))
                    };
                    let is_own = named_in(0).next().is_some();
                    let denied = says_without
                        || named_in(if is_own || place.in_table { 0 } else { 1 })
                            .any(|mention| self.mentions.get(*mention).denied);
                    let base = Candidate {
                        mechanic: index,
                        rule_set: *rule_set,
                        measure: Measure::Mean(subject.field),
                        given: given.clone(),
                        background: *background,
                        value: Rational::ZERO,
                        full,
                        left: is_clear.then_some(left),
                        is_named,
                        is_told: false,
                    };
                    self.of_uses(place, subject, &base, (figure, chance, denied), found);
                    // What comes within so many uses is no chance of one.
                    let left = base.left.filter(|_| !of_several);
                    let base = Candidate { full: full && !of_several, left, ..base };
                    if !chance {
                        self.of_band(place, (subject, figure), &base, found);
                    }
                    self.of_subject(mechanic, place, subject, &base, (figure, chance, denied), found);
                }
            }
        }
        self.of_states(place, layers, index, (figure, &sets, is_named), found);
        self.rules(place, layers, index, (&sets, is_named), chance, found);
        self.drawn(place, layers, index, (&sets, is_named), chance, found);
    }

    /// The values of one event under one scenario.
    fn of_subject(
        &mut self,
        mechanic: &Mechanic,
        place: &Place,
        subject: &Subject,
        base: &Candidate,
        (figure, chance, denied): (usize, bool, bool),
        found: &mut Vec<Candidate>,
    ) {
        let field = subject.field;
        let push = |found: &mut Vec<Candidate>, measure, value| {
            found.push(Candidate { measure, value, ..base.clone() })
        };
        let asked = |stage| Asked {
            mechanic: base.mechanic,
            rule_set: base.rule_set,
            field,
            stage,
            given: base.given.clone(),
        };
        for stage in [Stage::End, Stage::First] {
            let Some(law) = self.laws.law(&asked(stage)) else { continue };
            let mass = subject.test.mass(&law);
            // That there is something which is always there is not what a figure says.
            if chance && mass == Rational::ONE && (subject.is_plain || subject.test.is_idle(&law)) {
                continue;
            }
            if chance {
                if denied {
                    push(
                        found,
                        Measure::Complement(field, subject.test.clone(), stage),
                        &Rational::ONE - &mass,
                    );
                }
                if stage == Stage::End
                    && self.has(&place.layers[..5], &cues::THERE)
                    && let Some(nothing) = nothing(mechanic, field)
                    && !matches!(&subject.test, Test::Not(value) if *value == nothing)
                    && !matches!(&subject.test, Test::In(values) if values.contains(&nothing))
                    && let Some(share) =
                        mass.checked_div(&(&Rational::ONE - &law.get(&nothing).cloned().unwrap_or_default()))
                {
                    push(found, Measure::Share(field, subject.test.clone()), share);
                }
                push(found, Measure::Chance(field, subject.test.clone(), stage), mass);
            } else if stage == Stage::End
                && matches!(mechanic.model[field].kind, Kind::Integer | Kind::Number)
            {
                self.of_number(place, (subject, figure), &law, base, found);
            }
        }
    }

    /// Whether some words tell of what lacks that which was named before: `95% of floors go without one`, `1 in 32 still
    /// don't have it`.
    fn says_without(&self, own: &[Range<usize>]) -> bool {
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let is_pronoun = |token: usize| matches!(word(token), "one" | "it" | "any" | "them" | "her" | "him");
        let lacks = |token: usize| {
            let is_denial = word(token).ends_with("n't") || matches!(word(token), "not" | "never");
            is_denial && matches!(word(token + 1), "have" | "had" | "get" | "got" | "see" | "seen" | "find")
        };
        own.iter().flat_map(Clone::clone).any(|token| {
            word(token) == "without" && is_pronoun(token + 1) || lacks(token) && is_pronoun(token + 2)
        })
    }

    /// Whether one of some words stands in some of the layers around a figure.
    pub(super) fn has(&self, layers: &[Vec<Range<usize>>], words: &[&str]) -> bool {
        let mut tokens = layers.iter().flatten().flat_map(Clone::clone);
        tokens.any(|token| self.page.word_at(token).is_some_and(|word| words.contains(&word)))
    }
}

/// An event as the language has it; `None` for one that it has no short form of.
pub(super) fn event_text(model: &Model, field: FieldId, test: &Test) -> Option<String> {
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

/// The value of an outcome that stands for nothing.
pub(super) fn nothing(mechanic: &Mechanic, field: FieldId) -> Option<Value> {
    let variants = mechanic.model.variants(mechanic.model[field].kind);
    let none = variants.iter().position(|variant| matches!(variant.name.as_str(), "none" | "nothing"))?;
    Some(Value::Variant(u32::try_from(none).ok()?))
}
