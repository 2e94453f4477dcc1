//! What a figure may be the answer to: questions about mechanics whose labels stand around it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::check::Kind;
use crate::exact::Rational;
use crate::names::{Meaning, Named, Names};
use crate::page::Page;
use crate::rules::RuleSetId;

use super::background::Taken;
use super::candidate::{Candidate, Measure, Test};
use super::known::Condition;
use super::laws::{Asked, Given, Laws, Stage};
use super::reach::Reach;
use super::subject::Subject;
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::{Layer, Layers};
use crate::verify::bind::read::mention::Mentions;
use crate::verify::bind::read::mention::nothing;
use crate::verify::bind::read::place::{Place, Since};
use crate::verify::bind::read::told::happens_often;

/// So many times what words name is passed over, as it is certain.
const MOST_PASSED: usize = 3;

/// What may be given for a figure, by how much of its words it takes, with the labels that give it.
pub(super) type Backgrounds = BTreeMap<Taken, (Given, BTreeSet<usize>)>;

/// What holds around a figure for all events that its words name.
struct Around<'r> {
    reach: &'r Reach<'r>,
    index: usize,
    /// Whether its words name the edition.
    is_named: bool,
    is_ambiguous: bool,
    says_without: bool,
    /// Whether it is told of several uses.
    has_uses: bool,
    /// Whether uses before it are told of.
    has_waited: bool,
}

pub(crate) struct Asker<'a, 'n> {
    pub(crate) page: &'a Page,
    pub(crate) names: &'n Names<'n>,
    pub(crate) mentions: &'a Mentions,
    pub(crate) laws: &'a mut Laws<'n>,
    pub(crate) chosen: &'a [String],
}

impl Asker<'_, '_> {
    /// All questions that the words in reach of a figure ask which states a chance or a plain number.
    pub(crate) fn candidates(&mut self, place: &Place, is_chance: bool) -> Vec<Candidate> {
        let reach = self.reach(place, is_chance);
        let mut found = Vec::new();
        for mechanic in self.mechanics_in(&reach) {
            self.of_mechanic(&reach, mechanic, &mut found);
        }
        // What is told of a state is nothing else.
        let is_of_state =
            |candidate: &Candidate| candidate.full && matches!(candidate.measure, Measure::State(..));
        if found.iter().any(is_of_state) {
            found.retain(|candidate| candidate.full);
        }
        // What is told at a number of a state is no rule, which holds at each of them.
        let is_at_a_state = |candidate: &Candidate| {
            candidate.full && !candidate.given.states.is_empty() && candidate.background.is_of_sentence()
        };
        if is_chance && !place.in_table && found.iter().any(is_at_a_state) {
            found.retain(|candidate| candidate.full || !candidate.is_of_rules());
        }
        // Where a mechanic is told of that the figure's own words may ask about, they ask about no other. A table shows of
        // itself which it is about.
        if place.in_table {
            return found;
        }
        let told = Some(self.told_by_use(&found, place.figure)).filter(|told| !told.is_empty());
        let told = told.unwrap_or_else(|| self.told(&reach.labels));
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
        let noun = (figure + 2..figure + 4).find(|token| !idle(token));
        let is_use = |index: &usize| noun.is_some_and(|noun| self.mentions.is_use(noun, *index));
        let all: BTreeSet<usize> = found.iter().map(|candidate| candidate.mechanic).collect();
        all.into_iter().filter(is_use).collect()
    }

    /// The mechanics that the nearest words name which name any and nothing else.
    fn told(&self, labels: &Layers<usize>) -> BTreeSet<usize> {
        let names_it = |mention: &&usize| {
            let mut named = self.mentions.get(**mention).named.iter();
            named.all(|named| named.meaning == Meaning::Mechanic)
        };
        let told = |mentions: &[usize]| -> BTreeSet<usize> {
            let named =
                mentions.iter().filter(names_it).flat_map(|mention| self.mentions.get(*mention).named.iter());
            named.map(|named| named.mechanic).collect()
        };
        let near = labels.iter().filter(|(layer, _)| *layer != Layer::Title);
        near.map(|(_, mentions)| told(mentions)).find(|told| !told.is_empty()).unwrap_or_default()
    }

    /// What a question about an outcome gives under another rule set.
    pub(crate) fn under(&mut self, candidate: &Candidate, rule_set: RuleSetId) -> Option<Rational> {
        let Measure::Chance(_, _, stage) = candidate.measure else { return None };
        self.again(candidate, rule_set, stage)
    }

    /// What becomes in the end of a chance that is asked for before replacements.
    pub(crate) fn at_the_end(&mut self, candidate: &Candidate) -> Option<Rational> {
        let Measure::Chance(_, _, Stage::First) = candidate.measure else { return None };
        self.again(candidate, candidate.rule_set, Stage::End)
    }

    fn again(&mut self, candidate: &Candidate, rule_set: RuleSetId, stage: Stage) -> Option<Rational> {
        let Measure::Chance(field, test, _) = &candidate.measure else { return None };
        let law = self.laws.law(&Asked { rule_set, ..candidate.asked(*field, stage) })?;
        Some(test.mass(&law))
    }

    /// Some labels in the order of how near they begin to a token.
    pub(super) fn nearest_first(&self, mentions: &[usize], token: usize) -> Vec<usize> {
        let mut near = mentions.to_vec();
        near.sort_by_key(|mention| self.mentions.get(*mention).tokens.start.abs_diff(token));
        near
    }

    fn of_mechanic(&mut self, reach: &Reach<'_>, index: usize, found: &mut Vec<Candidate>) {
        let facts = self.facts_of(reach, index);
        let drawn = self.drawn_several(reach, index);
        let mut passed: Vec<usize> = drawn.as_ref().map_or_else(Vec::new, |drawn| drawn.mentions.clone());
        let backgrounds = self.backgrounds(reach, index, (facts.as_deref(), drawn.as_ref()));
        let sets = self.rule_sets(&reach.labels, reach.place.figure, index);
        let edition = |mention: &usize| {
            let named = &self.mentions.get(*mention).named;
            named.iter().any(|named| matches!(named.meaning, Meaning::Edition(_)))
        };
        let is_named = reach.labels.own().iter().any(edition);
        // `It adds two rolls. With a chain of 5 it is 1 in 373`: what is certain under what is given is not what a chance
        // is told of, so that the words around it are.
        let start = found.len();
        let mut settled = Vec::new();
        for _ in 0..MOST_PASSED {
            let subjects = self.subjects_beside_known(reach, index, &passed);
            let first = found.len();
            self.of_subjects(reach, index, (&subjects, &backgrounds), (&sets, is_named), found);
            let is_settled = |candidate: &Candidate| {
                matches!(candidate.measure, Measure::Chance(..) | Measure::Complement(..))
                    && !candidate.is_open()
            };
            let is_told_of_others = reach.is_chance
                && !reach.place.in_table
                && !self.states_what_is_certain(reach.place.figure)
                && found.len() > first
                && found[first..].iter().all(is_settled);
            if !is_told_of_others {
                break;
            }
            settled.extend(found.drain(first..));
            passed.extend(subjects.iter().flat_map(|subject| &subject.mentions));
        }
        if !found[start..].iter().any(|candidate| candidate.full) {
            found.extend(settled);
        }
        self.arrivals(reach, index, (&sets, is_named), &backgrounds, found);
        self.of_states(reach, index, (&sets, is_named), found);
        self.rules(reach, index, (&sets, is_named), found);
        self.drawn(reach, index, (&sets, is_named), found);
    }

    /// Whether a figure is none or all.
    fn states_what_is_certain(&self, token: usize) -> bool {
        let value = self.page.figure_at(token).and_then(|figure| figure.value());
        value.is_some_and(|value| value.is_zero() || value == Rational::ONE)
    }

    /// The questions about some events under what is given around a figure.
    fn of_subjects(
        &mut self,
        reach: &Reach<'_>,
        index: usize,
        (subjects, backgrounds): (&[Subject], &Backgrounds),
        (sets, is_named): (&[RuleSetId], bool),
        found: &mut Vec<Candidate>,
    ) {
        let (place, chance) = (reach.place, reach.is_chance);
        let since: Vec<&Since> = place.since.iter().filter(|since| since.mechanic == index).collect();
        let has_uses = chance && !self.uses(place, index).is_empty();
        let around = Around {
            reach,
            index,
            is_named,
            is_ambiguous: !place.in_table && self.is_ambiguous(reach, index),
            says_without: !place.in_table && self.says_without(place.layers.own()),
            has_uses,
            has_waited: !since.is_empty(),
        };
        // `After 5 digs without a gem` gives where a state stands, though no label of it is there.
        let takes_since = |given: &Given| {
            place.in_table || since.iter().all(|since| given.states.contains_key(&since.state))
        };
        let in_line = self.place_in_line(place, index);
        let of_several =
            chance && (has_uses && !place.in_table || in_line.is_some() && place.since.is_empty());
        let mut seen = BTreeSet::new();
        for subject in subjects {
            for condition in self.with_known(reach, index, subject, backgrounds) {
                let given = &condition.given;
                for rule_set in sets {
                    if !seen.insert((subject.field, subject.test.clone(), given.clone(), *rule_set)) {
                        continue;
                    }
                    let base = self.base(&around, subject, &condition, *rule_set);
                    let denied = self.denies(&around, subject);
                    self.of_uses(place, subject, &base, (chance, denied), found);
                    // What comes within so many uses is no chance of one.
                    let full = base.full && !of_several && takes_since(given);
                    let left = base.left.filter(|_| !of_several);
                    let base = Candidate { full, left, ..base };
                    if !chance {
                        self.of_band(place, subject, &base, found);
                    }
                    self.of_subject(place, subject, &base, (chance, denied), found);
                }
            }
        }
    }

    /// What all questions about an event under a condition have, with what of the words around the figure they leave out.
    fn base(
        &self,
        around: &Around<'_>,
        subject: &Subject,
        condition: &Condition,
        rule_set: RuleSetId,
    ) -> Candidate {
        let Around { reach, index, has_uses, .. } = *around;
        let (place, labels) = (reach.place, &reach.labels);
        let (given, used) = (&condition.given, &condition.used);
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
            let mut own = labels.own().iter().filter(|own| used.contains(own));
            own.any(|own| self.names_the_same(*own, *mention, index))
        };
        let vague = |mention: &usize| {
            !place.in_table
                && !used.contains(mention)
                && self.is_given(*mention, index, given)
                && self.gives_nothing(place, *mention, index)
                && !is_told_here(mention)
        };
        let is_of_each =
            reach.is_chance && subject.test.is_of_number() && self.tells_of_each_part(place, index);
        // What the words of a plain number leave open is tried with all that stands around it.
        let is_told = subject.is_near || has_uses && !self.times(place, subject).is_empty();
        let is_clear = is_told
            && condition.is_sure
            && !is_of_each
            && (place.is_number || !around.is_ambiguous && !labels.upto(Layer::Before).any(vague));
        let left: Vec<usize> = labels.own().iter().copied().filter(|mention| !uses(mention)).collect();
        Candidate {
            mechanic: index,
            rule_set,
            measure: Measure::Mean(subject.field),
            given: given.clone(),
            background: condition.background,
            value: Rational::ZERO,
            full: is_clear && left.is_empty(),
            left: is_clear.then_some(left),
            is_named: around.is_named,
            is_told: false,
        }
    }

    /// Whether the words around a figure say that an event does not come. What goes on from the words before goes on as it was
    /// told there; what did not come before is no denial of what comes.
    fn denies(&self, around: &Around<'_>, subject: &Subject) -> bool {
        let (place, labels) = (around.reach.place, &around.reach.labels);
        let named_in =
            |layer: Layer| labels[layer].iter().filter(|mention| subject.mentions.contains(*mention));
        let is_own = named_in(Layer::Own).next().is_some();
        let told_in = if is_own || place.in_table { Layer::Own } else { Layer::Before };
        let is_denied =
            |mention: &usize| self.mentions.get(*mention).denied && (!around.has_waited || around.has_uses);
        around.says_without || named_in(told_in).any(is_denied)
    }

    /// The values of one event under one scenario.
    fn of_subject(
        &mut self,
        place: &Place,
        subject: &Subject,
        base: &Candidate,
        (chance, denied): (bool, bool),
        found: &mut Vec<Candidate>,
    ) {
        let (mechanic, field) = (self.names.mechanics[base.mechanic], subject.field);
        let push = |found: &mut Vec<Candidate>, measure, value| {
            found.push(Candidate { measure, value, ..base.clone() })
        };
        for stage in [Stage::End, Stage::First] {
            let Some(law) = self.laws.law(&base.asked(field, stage)) else { continue };
            let mass = subject.test.mass(&law);
            // That there is something which is always there is not what a figure says.
            if chance && mass == Rational::ONE && (subject.is_plain || subject.test.is_idle(&law)) {
                continue;
            }
            if chance {
                // That none comes is no denial of it.
                if denied && !subject.test.is_none() {
                    push(
                        found,
                        Measure::Complement(field, subject.test.clone(), stage),
                        &Rational::ONE - &mass,
                    );
                }
                if stage == Stage::End
                    && (self.has(place.layers.upto(Layer::Earlier), &cues::THERE)
                        || !place.in_table && self.is_part_of(place.figure))
                    && let Some(nothing) = nothing(mechanic, field)
                    && !matches!(&subject.test, Test::Not(value) if *value == nothing)
                    && let Some(share) = law.share(&subject.test, &nothing)
                {
                    // What a sentence before says of what is there it says under what it gives itself.
                    let is_here = self.has(place.layers.upto(Layer::After), &cues::THERE)
                        || self.is_part_of(place.figure);
                    let full = base.full
                        && (is_here
                            || place.in_table
                            || !self.leaves_given(place, &base.given, base.mechanic));
                    let measure = Measure::Share(field, subject.test.clone());
                    found.push(Candidate { measure, value: share, full, ..base.clone() });
                }
                push(found, Measure::Chance(field, subject.test.clone(), stage), mass);
            } else if stage == Stage::End
                && matches!(mechanic.model[field].kind, Kind::Integer | Kind::Number)
            {
                self.of_number(place, subject, &law, base, found);
            }
        }
    }

    /// Whether the sentence of a figure, or what introduces it, gives something that a question does not take.
    fn leaves_given(&self, place: &Place, given: &Given, index: usize) -> bool {
        let around = place.layers.upto(Layer::Said).flat_map(|range| self.mentions.within(range));
        let gives = |mention: &usize| {
            let named = &self.mentions.get(*mention).named;
            named.iter().any(|named| {
                let is_choice = matches!(named.meaning, Meaning::Is(..) | Meaning::StateIs(..));
                named.mechanic == index && is_choice
            })
        };
        around.into_iter().filter(gives).any(|mention| !self.is_given(mention, index, given))
    }

    /// Whether a sentence tells of each of something that is no use of a mechanic: `each colorless card of a reward is`,
    /// `per card: 30%`.
    pub(super) fn tells_of_each_part(&self, place: &Place, index: usize) -> bool {
        /// What is one of them has no more words.
        const WORDS: usize = 3;
        let word = |token: usize| self.page.word_at(token);
        let called = self.names.mechanics[index].model.label.to_lowercase();
        let is_use = |token: usize| {
            let plural = word(token).map(|word| format!("{word}s"));
            self.mentions.is_use(token, index)
                || plural.is_some_and(|plural| plural != "cards" && happens_often(&plural))
                || word(token).is_some_and(|word| called.rsplit(' ').next() == Some(word))
        };
        let ends = |token: usize| {
            matches!(word(token), None | Some("is" | "has" | "of" | "in" | "at" | "from" | "for"))
                && self.page.figure_at(token).is_none()
        };
        let is_each = |token: usize| {
            let last = (token + 1..=token + WORDS).find(|last| ends(last + 1) || word(*last).is_none());
            matches!(word(token), Some("each" | "every" | "per"))
                && last.is_some_and(|last| word(last).is_some() && !(token + 1..=last).any(is_use))
        };
        let is_open = !place.in_table && !self.tells_of_one(place);
        is_open && place.layers.upto(Layer::Before).flat_map(Clone::clone).any(is_each)
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

    /// Whether one of some words stands in some of the ranges around a figure.
    pub(crate) fn has<'r>(&self, ranges: impl IntoIterator<Item = &'r Range<usize>>, words: &[&str]) -> bool {
        /// Longer labels hardly have such words.
        const NEAR: usize = 4;
        // `The middle tier` says nothing of a median.
        let is_value = |token: usize| {
            let mut near = self.mentions.within(&(token.saturating_sub(NEAR)..token + 1));
            near.any(|mention| {
                let found = self.mentions.get(mention);
                let names = |named: &Named| {
                    matches!(named.meaning, Meaning::Is(..) | Meaning::StateIs(..) | Meaning::Outcome(..))
                };
                found.tokens.contains(&token) && found.tokens.len() > 1 && found.named.iter().all(names)
            })
        };
        let mut tokens = ranges.into_iter().flat_map(Clone::clone);
        tokens.any(|token| {
            self.page.word_at(token).is_some_and(|word| words.contains(&word)) && !is_value(token)
        })
    }
}
