//! The parts of a whole by their values: `3% rare, 37% uncommon, 60% common` is what a mechanic gives where nothing has moved
//! it yet, also where a run starts elsewhere and no word says so.

use std::collections::BTreeSet;

use super::sheet::is_right;
use crate::check::{FieldId, InputId};
use crate::names::{Meaning, Named};
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::ask::bound::{Bound, weight};
use crate::verify::bind::ask::candidate::{Candidate, Measure, Test};
use crate::verify::bind::ask::laws::{Asked, Given, Stage};
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::judge::wholes::{lines_of_one, wholes};
use crate::verify::bind::read::layers::Layer;

/// So many wholes of a page are looked at.
const MOST_WHOLES: usize = 40;
/// So many laws are tried for each, and so many for all of a page.
const MOST_LAWS: usize = 60;
const MOST_OF_PAGE: usize = 600;
/// Inputs with more values than these are not tried.
const MOST_VALUES: usize = 8;
/// What the figures of a whole have to say together where anything but 0 is tried.
const FEWEST_WEIGHT: usize = 2;

/// The law that a whole may be: each part is a value of one outcome.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Whole {
    mechanic: usize,
    rule_set: RuleSetId,
    field: FieldId,
    stage: Stage,
    given: Given,
}

impl Whole {
    fn asked(&self) -> Asked {
        let Whole { mechanic, rule_set, field, stage, given } = self.clone();
        Asked { mechanic, rule_set, field, stage, given }
    }

    /// The law that a question asks of, and of which value.
    fn of(candidate: &Candidate) -> Option<(Whole, &Value)> {
        let Measure::Chance(field, Test::In(values), stage) = &candidate.measure else { return None };
        let [value] = values.as_slice() else { return None };
        let Candidate { mechanic, rule_set, given, .. } = candidate;
        let given = given.clone();
        Some((Whole { mechanic: *mechanic, rule_set: *rule_set, field: *field, stage: *stage, given }, value))
    }
}

impl Asker<'_, '_> {
    /// Adds to the parts of wholes what gives all of them, where no law that their words ask does.
    ///
    /// Cost: at most [`MOST_OF_PAGE`] laws for a page.
    pub(in crate::verify::bind) fn wholes(&mut self, bound: &mut [Bound]) {
        let mut last: Option<(Whole, Vec<Value>)> = None;
        let mut spare = MOST_OF_PAGE;
        // Of a table what its own words say of each figure comes first.
        let is_open = |parts: &Vec<usize>| !parts.iter().all(|part| is_right(&bound[*part]));
        let lines = lines_of_one(bound).into_iter().filter(is_open);
        let all: Vec<Vec<usize>> = wholes(bound).into_iter().chain(lines).take(MOST_WHOLES).collect();
        for parts in all {
            let own: Vec<&Bound> = parts.iter().map(|part| &bound[*part]).collect();
            let asked = asked_of(&own, last.as_ref());
            let Some((whole, values)) = self.law_of_whole(&own, &asked, &mut spare) else { continue };
            let asks =
                |part: &&Bound| part.candidates.iter().filter_map(Whole::of).any(|(own, _)| own == whole);
            let law = if own.iter().all(asks) { None } else { self.laws.law(&whole.asked()) };
            let told = parts.iter().zip(&values).filter_map(|(part, value)| {
                let test = Test::In(vec![value.clone()]);
                let mass = test.mass(law.as_deref()?);
                let measure = Measure::Chance(whole.field, test, whole.stage);
                let tried =
                    Candidate::tried(whole.mechanic, whole.rule_set, measure, whole.given.clone(), mass);
                Some((*part, Candidate { full: true, left: Some(Vec::new()), ..tried }))
            });
            for (part, told) in told {
                let own = &mut bound[part].candidates;
                // What its words ask already says more of it.
                let is_same = |own: &Candidate| own.full && Whole::of(own) == Whole::of(&told);
                if !own.iter().any(is_same) {
                    own.push(told);
                }
            }
            last = Some((whole, values));
        }
    }

    /// The law that gives all parts of a whole, with the value that each is of: one of those that are asked, or like one of
    /// them where none gives it.
    fn law_of_whole(
        &mut self,
        parts: &[&Bound],
        asked: &[(Whole, Vec<Value>)],
        spare: &mut usize,
    ) -> Option<(Whole, Vec<Value>)> {
        if let Some(asked) =
            asked.iter().find(|(whole, values)| self.gives_whole((whole, values), parts, spare))
        {
            return Some(asked.clone());
        }
        let mut left = MOST_LAWS;
        for (whole, values) in asked {
            for other in self.beside_whole(whole, parts) {
                if left == 0 || !self.laws.has_room() {
                    return None;
                }
                left -= 1;
                if self.gives_whole((&other, values), parts, spare) {
                    return Some((other, values.clone()));
                }
            }
        }
        None
    }

    fn gives_whole(
        &mut self,
        (whole, values): (&Whole, &[Value]),
        parts: &[&Bound],
        spare: &mut usize,
    ) -> bool {
        let law = self.laws.sparingly(spare, |laws| laws.law(&whole.asked()));
        let Some(law) = law else { return false };
        let mass = |value: &Value| law.get(value).cloned().unwrap_or_default();
        parts.iter().zip(values).all(|(part, value)| part.placed.is(&mass(value)))
    }

    /// The same law where nothing has moved it, and, where the parts say enough, where a state is at an end or an input that
    /// no words name has another value.
    fn beside_whole(&mut self, whole: &Whole, parts: &[&Bound]) -> Vec<Whole> {
        let (mechanic, set) = (whole.mechanic, whole.rule_set);
        let says: usize = parts.iter().map(|part| weight(&part.placed.figure)).sum();
        let with = |given: Given| Whole { given, ..whole.clone() };
        let mut givens = vec![self.at_zero(mechanic, set, &whole.given)];
        let is_enough = parts.len() > 2 && says >= FEWEST_WEIGHT;
        let model = &self.names.mechanics[mechanic].model;
        if is_enough && !model.states.is_empty() {
            let facts = self.laws.facts(mechanic, set);
            for state in model.state_ids().filter(|state| !whole.given.states.contains_key(state)) {
                let ends = facts.as_ref().and_then(|facts| facts.get(state.index())?.clone());
                for end in ends.into_iter().flatten() {
                    let mut given = whole.given.clone();
                    given.states.insert(state, Value::Number(end));
                    givens.push(given);
                }
            }
        }
        if is_enough {
            for input in model.input_ids().filter(|input| !whole.given.inputs.contains_key(input)) {
                let values = model.values(model[input].declaration.kind).into_iter().take(MOST_VALUES);
                for value in
                    values.filter(|value| !self.is_told_under_another(parts, (mechanic, input), value))
                {
                    let mut given = whole.given.clone();
                    given.inputs.insert(input, value);
                    givens.push(given);
                }
            }
        }
        givens.into_iter().filter(|given| *given != whole.given).map(with).collect()
    }
}

impl Asker<'_, '_> {
    /// Whether the words around some figures, the title of the page apart, give an input of a mechanic another value, and those
    /// before their sentence do not name this one: `## Swamp` over a list says that it is told of no other place. What one has one may also lack.
    pub(super) fn is_told_under_another(
        &self,
        figures: &[&Bound],
        (mechanic, input): (usize, InputId),
        value: &Value,
    ) -> bool {
        let asked = figures.iter().flat_map(|own| &own.candidates).filter(|own| own.mechanic == mechanic);
        let near = asked.filter(|own| !own.background.is_of_title());
        let mut given = near.filter_map(|own| own.given.inputs.get(&input)).peekable();
        let is_it =
            |named: &Named| matches!(&named.meaning, Meaning::Is(own, is) if *own == input && is == value);
        let is_named = || {
            let ranges =
                figures.iter().flat_map(|own| own.placed.place.layers.between(Layer::Said, Layer::Heading));
            let mut mentions = ranges.flat_map(|range| self.mentions.within(range));
            mentions.any(|mention| self.mentions.get(mention).named_in(mechanic).any(is_it))
        };
        !matches!(value, Value::Flag(_))
            && given.peek().is_some()
            && given.all(|given| given != value)
            && !is_named()
    }
}

/// The laws that the words of a whole ask, with the value that each part is of: those that they name, and then those that go
/// on in the order of the whole that came `last`, as in `in elite fights it is 10%, 40% and 50%`.
fn asked_of(parts: &[&Bound], last: Option<&(Whole, Vec<Value>)>) -> Vec<(Whole, Vec<Value>)> {
    let asked = parts.iter().flat_map(|part| part.candidates.iter().filter_map(Whole::of));
    let asked: BTreeSet<Whole> = asked.map(|(whole, _)| whole).collect();
    let named = |whole: &Whole| Some((whole.clone(), values(parts, whole)?));
    let in_order = |whole: &Whole| {
        let (before, values) = last?;
        let is_same = (before.mechanic, before.field) == (whole.mechanic, whole.field);
        (is_same && values.len() == parts.len()).then(|| (whole.clone(), values.clone()))
    };
    let not_named = asked.iter().filter(|whole| values(parts, whole).is_none());
    asked.iter().filter_map(named).chain(not_named.filter_map(in_order)).collect()
}

/// The value of an outcome that each part of a whole is told of; `None` where one is of none, or two are of the same.
fn values(parts: &[&Bound], whole: &Whole) -> Option<Vec<Value>> {
    let value = |part: &&Bound| {
        let is_same = |other: &Whole| (other.mechanic, other.field) == (whole.mechanic, whole.field);
        // What stands beside it may be told of the next.
        let leaves = |own: &Candidate| (!own.full, own.left.as_ref().map_or(usize::MAX, Vec::len));
        let asked = part.candidates.iter().filter_map(|own| Some((leaves(own), Whole::of(own)?)));
        let asked = asked.filter(|(_, (other, _))| is_same(other)).min_by_key(|(leaves, _)| *leaves);
        asked.map(|(_, (_, value))| value.clone())
    };
    let values: Vec<Value> = parts.iter().map(value).collect::<Option<_>>()?;
    (values.iter().collect::<BTreeSet<_>>().len() == parts.len()).then_some(values)
}
