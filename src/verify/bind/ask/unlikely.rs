//! Questions that a figure of a text is hardly meant by: they leave out some of its words, and another takes all of them.

use crate::names::Meaning;
use crate::page::{Fit, TokenKind};

use super::bound::{fit, weight};
use super::candidate::{Candidate, Measure, Test};
use super::chains::Sought;
use super::follow::event_of;
use super::laws::{Asked, Given, Stage};
use super::question::Asker;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::place::{Since, states_chance};
use crate::verify::bind::read::places::Placed;
use crate::verify::bind::read::words::is_set_against;

/// Three digits or more are no coincidence.
const PRECISE: usize = 2;

impl Asker<'_, '_> {
    /// Takes away the questions that a figure answers by coincidence, or only without what it is told under, where
    /// another takes all of its words and gives something else.
    pub(super) fn leave_unlikely(&mut self, placed: &Placed, candidates: &mut Vec<Candidate>) {
        if placed.place.in_table {
            return;
        }
        self.leave_first(placed, candidates);
        let is_given = |candidate: &Candidate| placed.is(&candidate.value);
        let asked: Vec<Candidate> = candidates.iter().filter(|own| own.full).cloned().collect();
        if asked.is_empty() || asked.iter().any(is_given) {
            return;
        }
        let is_meant = |own: &Candidate| {
            !asked.iter().any(|asked| {
                self.drops_a_condition(placed, own, asked)
                    || self.borrows_a_condition(placed, own, asked)
                    || self.borrows_an_outcome(placed, own, asked)
            })
        };
        let is_chance_hit = |own: &Candidate| is_coincidence(placed, own) && !self.is_rule_of_many_words(own);
        candidates.retain(|own| !is_given(own) || !is_chance_hit(own) && is_meant(own));
    }

    /// Whether a question asks for a rule whose name has so many words that none stands around a figure by chance.
    fn is_rule_of_many_words(&self, own: &Candidate) -> bool {
        const FEWEST: usize = 3;
        let Measure::Rule(rule, false) = own.measure else { return false };
        let mut rules = self.names.rules.iter();
        rules.any(|name| {
            name.mechanic == own.mechanic && name.rule.index() == rule && name.words.len() >= FEWEST
        })
    }

    /// Takes away the chances before replacements that are the same without something which is given, where that changes
    /// what is left at the end: `With Guppy's Tail a coin drops in 15% of rooms`.
    fn leave_first(&mut self, placed: &Placed, candidates: &mut Vec<Candidate>) {
        let mut idle: Vec<Candidate> = Vec::new();
        for own in candidates.iter().filter(|own| placed.is(&own.value) && own.background.is_own()) {
            if self.leaves_what_is_given(own) {
                idle.push(own.clone());
            }
        }
        candidates.retain(|own| {
            let is_of = |idle: &Candidate| {
                (own.mechanic, own.rule_set) == (idle.mechanic, idle.rule_set) && own.measure == idle.measure
            };
            !(placed.is(&own.value) && idle.iter().any(is_of))
        });
    }

    /// Whether a chance before replacements is the same without something that is given, and what is left at the end is
    /// not.
    fn leaves_what_is_given(&mut self, own: &Candidate) -> bool {
        let Measure::Chance(field, test, Stage::First) = &own.measure else { return false };
        let mut chance = |given: &Given, stage: Stage| {
            let asked = Asked { given: given.clone(), ..own.asked(*field, stage) };
            self.laws.law(&asked).map(|law| test.mass(&law))
        };
        let Some(end) = chance(&own.given, Stage::End) else { return false };
        own.given.without_one().iter().any(|rest| {
            chance(rest, Stage::First).is_some_and(|first| first == own.value)
                && chance(rest, Stage::End).is_some_and(|other| other != end)
        })
    }

    /// Whether a label stands before a figure, or is joined to what stands behind it: `13.97% of rooms on Hard`.
    fn is_beside(&self, figure: usize, mention: usize) -> bool {
        const JOINS: [&str; 12] =
            ["on", "in", "at", "with", "without", "under", "if", "when", "while", "after", "once", "during"];
        let label = self.mentions.get(mention).tokens.start;
        let parts = |token: usize| matches!(self.page.tokens.list[token].kind, TokenKind::Symbol(_));
        let is_article = |word: &str| matches!(word, "a" | "an" | "the" | "your");
        let back = 1 + usize::from(self.page.word_before(label, 1).is_some_and(is_article));
        let is_joined = || self.page.word_before(label, back).is_some_and(|word| JOINS.contains(&word));
        // What is told before another chance is given for that.
        let is_before = label <= figure && !self.states_between(label, figure);
        is_before || label > figure && is_joined() && !(figure + 1..label).any(parts)
    }

    /// Whether a question leaves out what the words around a figure give, and another asks the same with it: `At luck 10
    /// nothing drops in 22% of rooms`, where 22% is the chance without luck.
    fn drops_a_condition(&self, placed: &Placed, candidate: &Candidate, asked: &Candidate) -> bool {
        /// `from 18.6% up to 24.6%`
        const NEAR: usize = 6;
        let figure = placed.token;
        let next = || (figure + 1..figure + NEAR).filter_map(|token| self.page.figure_at(token));
        let is_same = (asked.mechanic, asked.rule_set) == (candidate.mechanic, candidate.rule_set)
            && is_of_the_same(&asked.measure, &candidate.measure)
            && asked.background.is_of_sentence()
            && asked.given.holds_more_than(&candidate.given);
        let own = || placed.place.layers.upto(Layer::Before).flat_map(|range| self.mentions.within(range));
        let left = || {
            own().filter(|mention| {
                self.is_given(*mention, asked.mechanic, &asked.given)
                    && !self.is_given(*mention, asked.mechanic, &candidate.given)
            })
        };
        let is_since = |since: &Since| {
            since.mechanic == asked.mechanic
                && asked.given.states.contains_key(&since.state)
                && !candidate.given.states.contains_key(&since.state)
                && since.token.is_none_or(|token| !self.states_between(token + 1, figure))
        };
        let is_told = || {
            (left().next().is_some() || placed.place.since.iter().any(is_since))
                && left().all(|mention| self.is_beside(figure, mention))
        };
        is_same
            && is_told()
            && !is_set_against(self.page, figure)
            && !next().any(|figure| states_chance(&figure))
    }

    /// Whether a question gives what only another figure behind is told under, and another asks the same without: `2.98% (2.98%
    /// with a lantern)`.
    fn borrows_a_condition(&self, placed: &Placed, candidate: &Candidate, asked: &Candidate) -> bool {
        let figure = placed.token;
        let is_same = (asked.mechanic, asked.rule_set) == (candidate.mechanic, candidate.rule_set)
            && is_of_the_same(&asked.measure, &candidate.measure)
            && candidate.given.holds_more_than(&asked.given);
        if !is_same {
            return false;
        }
        let states = |token: usize| {
            let other = self.page.figure_at(token).filter(|other| other.is_chance() == placed.is_chance);
            other.is_some() && !is_set_against(self.page, token)
        };
        let is_behind_another = |mention: usize| {
            let label = self.mentions.get(mention).tokens.start;
            label > figure && (figure + 1..label).any(states)
        };
        let layers = &placed.place.layers;
        let near = layers.upto(Layer::After).chain(&layers[Layer::Heading]);
        let mut more = near.flat_map(|range| self.mentions.within(range)).filter(|mention| {
            self.is_given(*mention, asked.mechanic, &candidate.given)
                && !self.is_given(*mention, asked.mechanic, &asked.given)
        });
        let first = more.next();
        first.is_some_and(is_behind_another) && more.all(is_behind_another)
    }

    /// Whether a question asks for an outcome of another sentence, and another for the one that the figure's own clause names:
    /// `A spider comes with 19.5%. Lobsters are rare at 19.5%.`
    fn borrows_an_outcome(&self, placed: &Placed, candidate: &Candidate, asked: &Candidate) -> bool {
        let events = event_of(&candidate.measure).zip(event_of(&asked.measure));
        let Some(((field, Some(test)), (own_field, Some(own_test)))) = events else { return false };
        let is_other = (asked.mechanic, asked.rule_set) == (candidate.mechanic, candidate.rule_set)
            && field == own_field
            && test != own_test
            && matches!((&asked.measure, test, own_test), (Measure::Chance(..), Test::In(_), Test::In(_)));
        let names = |mention: &usize, test: &Test| {
            let named = &self.mentions.get(*mention).named;
            named.iter().filter(|named| named.mechanic == asked.mechanic).any(|named| match &named.meaning {
                Meaning::Outcome(other, value) => *other == field && test.holds(value),
                _ => false,
            })
        };
        let among = |layer: Layer| {
            let near = placed.place.layers.upto(layer).flat_map(|range| self.mentions.within(range));
            near.collect::<Vec<usize>>()
        };
        // What stands behind may say why.
        let is_before = |mention: &usize| self.mentions.get(*mention).tokens.start < placed.token;
        is_other
            && among(Layer::Own).iter().any(|mention| is_before(mention) && names(mention, own_test))
            && !among(Layer::After).iter().any(|mention| names(mention, test))
    }
}

/// Whether two questions ask the same of the same outcome; a share in the long run of uses is a chance of one as well.
fn is_of_the_same(asked: &Measure, other: &Measure) -> bool {
    match (asked, other) {
        (Measure::Chain(..) | Measure::Arrival(..), _) => false,
        (Measure::Chance(field, test, _), Measure::Chain(Sought::Share, of, what)) => {
            (field, test) == (of, what)
        }
        _ => asked == other,
    }
}

/// Whether a figure may be by coincidence what a question gives that leaves some of its words out: none or all, or two digits
/// at most that are only rounded, by a question that hardly any text asks in such words, or one of a figure that any question
/// may give, as `a third`.
fn is_coincidence(placed: &Placed, candidate: &Candidate) -> bool {
    let weight = weight(&placed.figure);
    let is_rounded = fit(&placed.figure, &candidate.value) != Fit::Exact;
    let is_likely = || match candidate.measure {
        Measure::Rule(..) | Measure::Either(..) | Measure::Drawn(..) => false,
        Measure::Complement(..) | Measure::Share(..) => false,
        // What is told of many uses has words of its own.
        Measure::Chain(..) | Measure::Arrival(..) => true,
        _ => weight > 0,
    };
    // Many a question gives none or all.
    let is_settled = placed.is_chance && !candidate.is_open();
    is_settled || weight < PRECISE && is_rounded && !is_likely()
}

impl Given {
    /// Whether all of another is given, and something else as well.
    fn holds_more_than(&self, other: &Given) -> bool {
        let inputs = || other.inputs.iter().all(|(input, value)| self.inputs.get(input) == Some(value));
        let states = || other.states.iter().all(|(state, value)| self.states.get(state) == Some(value));
        let outcomes = || other.outcomes.iter().all(|(field, test)| self.outcomes.get(field) == Some(test));
        self != other && inputs() && states() && outcomes()
    }
}
