//! What most figures of a section are about: a chance of it whose words give something and name nothing that comes of it is of
//! that too. `With a chain of 5 the rate is 1 in 373` is about shiny ones, where the figures beside it are.

use std::collections::BTreeMap;

use crate::check::FieldId;
use crate::names::{Meaning, Named};
use crate::rules::RuleSetId;
use crate::verify::bind::ask::background::Background;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure, Test};
use crate::verify::bind::ask::figures::one;
use crate::verify::bind::ask::laws::{Asked, Given, Stage};
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::{Group, Placed};

use super::events::{insert, is_open};

/// So many right chances at least are of what a section or a page is about, and three of four.
const FEWEST: usize = 3;
/// What the chances of a page, or of a section, are mostly of.
type Main = (usize, RuleSetId, FieldId, Test);

impl Asker<'_, '_> {
    /// Adds to the chances of a text whose words give something and name nothing that comes of it the questions about what
    /// the figures of their section, else of the page, are mostly about: `With a chain of 5 the rate is 1 in 373`.
    pub(in crate::verify::bind) fn told_of_main(
        &mut self,
        bound: &mut Vec<Bound>,
        silent: &mut Vec<(usize, Placed)>,
    ) {
        let mains = Mains::of(bound);
        if mains.is_empty() {
            return;
        }
        for own in bound.iter_mut().filter(|own| is_open(own)) {
            if !own.candidates.iter().any(|candidate| candidate.full) {
                let found = self.of_main(&own.placed, &mains);
                own.candidates.extend(found);
            }
        }
        let mut added: Vec<(usize, Bound)> = Vec::new();
        silent.retain(|(before, placed)| {
            let found = self.of_main(placed, &mains);
            let is_found = !found.is_empty();
            if is_found {
                added.push((*before, one(self, placed.clone(), found)));
            }
            !is_found
        });
        insert(bound, silent, added);
    }

    /// The questions about what its section or page is mostly about under what the words of a chance give.
    fn of_main(&mut self, placed: &Placed, mains: &Mains) -> Vec<Candidate> {
        let Some(((index, rule_set, field, test), is_near)) = mains.around(placed) else { return Vec::new() };
        if !placed.is_chance || placed.is_over() || placed.place.in_table || !self.laws.has_room() {
            return Vec::new();
        }
        let reach = self.reach(&placed.place, true);
        let own = reach.labels.own();
        let is_event = |named: &Named| matches!(named.meaning, Meaning::Outcome(..) | Meaning::Field(_));
        let names_event = |mention: &usize| self.mentions.get(*mention).named.iter().any(is_event);
        if own.iter().any(names_event) || !self.numbers_of_uses(placed).is_empty() {
            return Vec::new();
        }
        // What the sentence before asks for, or names, is told of here: `How often do I get a fine ingot? With twigs, 9%.`
        let is_main = |named: &Named| match &named.meaning {
            Meaning::Outcome(own, value) => own == field && *test == Test::In(vec![value.clone()]),
            Meaning::Field(own) => own == field,
            _ => false,
        };
        let said = reach.labels.between(Layer::Before, Layer::Said);
        let said = said.flat_map(|mention| self.mentions.get(*mention).named.iter());
        let mut said = said.filter(|named| named.mechanic == *index && is_event(named)).peekable();
        if said.peek().is_some() && !said.any(is_main) {
            return Vec::new();
        }
        // What a whole page is about some section of it may not be; nor is a word that nobody knows.
        let is_sure = is_near && !placed.place.has_unknown && !placed.place.has_foreign;
        let mut found = Vec::new();
        for (taken, (given, used)) in self.backgrounds(&reach, *index, (None, None)) {
            let is_used = |mention: &usize| used.contains(mention) || !self.names_something(*mention, *index);
            if !own.iter().any(|mention| used.contains(mention)) || !own.iter().all(is_used) {
                continue;
            }
            let (mechanic, rule_set, field, stage) = (*index, *rule_set, *field, Stage::End);
            let given = Given { outcomes: BTreeMap::new(), ..given };
            let asked = Asked { mechanic, rule_set, field, stage, given };
            let Some(value) = self.laws.law(&asked).map(|law| test.mass(&law)) else { continue };
            let measure = Measure::Chance(field, test.clone(), stage);
            let tried = Candidate::tried(mechanic, rule_set, measure, asked.given, value);
            let background = Background::of(taken);
            found.push(Candidate { background, full: is_sure, left: is_sure.then(Vec::new), ..tried });
        }
        found
    }
}

/// What the sections of a page and the page are mostly about.
struct Mains {
    sections: BTreeMap<Group, Main>,
    page: Option<Main>,
}

impl Mains {
    /// What most chances are of that are right by all of their words.
    fn of(bound: &[Bound]) -> Mains {
        let mut counts: BTreeMap<Group, BTreeMap<Main, usize>> = BTreeMap::new();
        for own in bound.iter().filter(|own| own.placed.is_chance) {
            let right = own.candidates.iter().find(|own_candidate| {
                let is_chance = matches!(own_candidate.measure, Measure::Chance(_, _, Stage::End));
                own_candidate.full && is_chance && own.placed.is(&own_candidate.value)
            });
            let Some(candidate) = right else { continue };
            let Measure::Chance(field, test, _) = &candidate.measure else { continue };
            let main = (candidate.mechanic, candidate.rule_set, *field, test.clone());
            let sections = own.placed.groups.iter().filter(|group| matches!(group, Group::Section(_)));
            for group in sections.copied().chain([Group::Page]) {
                *counts.entry(group).or_default().entry(main.clone()).or_default() += 1;
            }
        }
        let most = |counts: BTreeMap<Main, usize>| {
            let all: usize = counts.values().sum();
            let (main, most) = counts.into_iter().max_by_key(|(_, count)| *count)?;
            (most >= FEWEST && most * 4 >= all * 3).then_some(main)
        };
        let mut found: BTreeMap<Group, Main> =
            counts.into_iter().filter_map(|(group, counts)| Some((group, most(counts)?))).collect();
        let page = found.remove(&Group::Page);
        Mains { sections: found, page }
    }

    fn is_empty(&self) -> bool {
        self.sections.is_empty() && self.page.is_none()
    }

    /// What the figures around one are mostly about, and whether those are of its section.
    fn around(&self, placed: &Placed) -> Option<(&Main, bool)> {
        let near = placed.groups.iter().find_map(|group| self.sections.get(group));
        near.map(|main| (main, true)).or(self.page.as_ref().map(|main| (main, false)))
    }
}
