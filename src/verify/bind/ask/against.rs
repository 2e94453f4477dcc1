//! What is set against something else: how many times as likely something is, `oil makes a masterwork 1.6 times as likely`,
//! `gold is seven times as common as bronze`; by how many points its chance changes, `oil adds 15 percentage points`; or
//! by what part, `with oil masterworks are 60% more common`.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::background::Background;
use super::candidate::{Against, By, Candidate, Measure};
use super::laws::{Asked, Given, Stage};
use super::question::Asker;
use super::reach::Reach;
use super::subject::Subject;
use crate::check::{InputId, Kind, StateId};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::page::{Page, Shape, Word};
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::likelier::{CHANCES, LIKELY, part};
use crate::verify::bind::read::places::Placed;
use crate::verify::bind::read::units::counts_percentage_points;

/// So many mechanics are tried, so many events, so many ways to take what is given.
const MOST_MECHANICS: usize = 2;
const MOST_EVENTS: usize = 3;
const MOST_GIVEN: usize = 6;
/// So many words behind the second "as" say what something is set against.
const BEHIND: usize = 6;

/// An input or a state with the two values that are set against each other.
#[derive(Debug, Clone)]
enum Sides {
    Input(InputId, [Value; 2]),
    State(StateId, [Value; 2]),
}

impl Sides {
    fn values(&self) -> &[Value; 2] {
        match self {
            Sides::Input(_, values) | Sides::State(_, values) => values,
        }
    }

    /// What is given on one of the two sides.
    fn give(&self, given: &mut Given, value: Value) {
        match self {
            Sides::Input(input, _) => given.inputs.insert(*input, value),
            Sides::State(state, _) => given.states.insert(*state, value),
        };
    }
}

impl Asker<'_, '_> {
    /// The question what an event is under one thing, set against what it is under another that the sentence names: one that
    /// gives the figure, else one that its words ask in full.
    pub(crate) fn against(&mut self, placed: &Placed) -> Option<Candidate> {
        let asked = ways(self.page, placed).into_iter().filter_map(|way| self.against_by(placed, way));
        let asked: Vec<Candidate> = asked.collect();
        let gives = |candidate: &&Candidate| placed.is_uncut(&candidate.value);
        asked.iter().find(gives).or(asked.first()).cloned()
    }

    fn against_by(&mut self, placed: &Placed, way: Way) -> Option<Candidate> {
        let reach = self.reach(&placed.place, false);
        for index in self.mechanics_in(&reach).into_iter().take(MOST_MECHANICS) {
            let Some(rule_set) = self.usual_rules(&reach, index) else { continue };
            let selections: Vec<Given> =
                self.selections(&reach, index).into_iter().take(MOST_GIVEN).collect();
            if let Some(others) = self.compared(placed, index).filter(|_| way.by != By::Points) {
                let asked = (index, rule_set, way.by);
                let found = self.of_two_events(asked, &reach, &others, &selections, placed);
                if found.is_some() {
                    return found;
                }
                continue;
            }
            let mut sides = self.sides(&reach, index, way.by);
            let mut is_step = false;
            let mut events = self.all_subjects(&reach, index);
            // Where nothing says of what a page about one mechanic tells, it may be of anything.
            if events.is_empty() && way.by != By::Times && self.names.mechanics.len() == 1 {
                events = self.every_event(index, true);
            }
            let is_named =
                |event: &Subject| event.mentions.iter().any(|own| reach.labels.own().contains(own));
            // What its own clause names is what it tells of.
            if events.iter().any(is_named) {
                events.retain(is_named);
            }
            let named: BTreeSet<_> = events
                .iter()
                .filter(|event| is_named(event))
                .map(|event| (event.field, &event.test))
                .collect();
            let is_one = named.len() == 1;
            if way.by == By::Points
                && sides.is_empty()
                && let Some(given) = selections.first()
                && let told = if is_one { events.first() } else { None }
                && let Some(step) = self.step_of_uses(&reach, (index, rule_set), given, told)
            {
                sides.push(Sides::State(step.state, step.values));
                events = vec![step.event];
                is_step = true;
            }
            // What else is given may be what it is set against as well.
            let is_alone = selections.iter().all(|given| given.inputs.len() <= 1 && given.states.is_empty());
            let is_clear = is_step || way.is_sure && sides.len() == 1 && is_one && is_alone;
            let mut told = None;
            for sides in &sides {
                for given in &selections {
                    for event in events.iter().take(MOST_EVENTS) {
                        if !self.laws.has_room() {
                            return None;
                        }
                        let asked = self.on_both((index, rule_set), event, sides, given, (placed, way.by));
                        let Some(candidate) = asked else { continue };
                        if placed.is_uncut(&candidate.value) {
                            return Some(Candidate { full: is_clear, is_told: is_clear, ..candidate });
                        }
                        told.get_or_insert(candidate);
                    }
                }
            }
            if let Some(told) = told.filter(|_| is_clear) {
                let (left, background) = (Some(Vec::new()), Background::OWN);
                return Some(Candidate { full: true, is_told: true, left, background, ..told });
            }
        }
        None
    }

    /// The outcomes that something is set against: `a mimic is three times as likely as a relic`, `60% more common than
    /// relics`. `None` where it is set against what is given.
    fn compared(&self, placed: &Placed, index: usize) -> Option<Vec<Subject>> {
        let is = |token: &usize, word: &str| self.page.word_at(*token) == Some(word);
        let behind = || placed.token + 1..placed.token + 2 * BEHIND;
        let second_as = || behind().filter(|token| is(token, "as")).nth(1);
        let second = second_as().or_else(|| behind().find(|token| is(token, "than")))?;
        let near = second + 1..second + 1 + BEHIND;
        let near = std::slice::from_ref(&near);
        let mentions = self.mentioned(near, placed.token).into_iter();
        let found: Vec<Subject> =
            mentions.flat_map(|mention| self.events(&placed.place, mention, index, near)).collect();
        (!found.is_empty()).then_some(found)
    }

    /// How many times as likely one outcome is as another, or by what part it is likelier, where that gives the figure.
    fn of_two_events(
        &mut self,
        (mechanic, rule_set, by): (usize, RuleSetId, By),
        reach: &Reach<'_>,
        others: &[Subject],
        selections: &[Given],
        placed: &Placed,
    ) -> Option<Candidate> {
        let events = self.all_subjects(reach, mechanic);
        for given in selections {
            for other in others {
                let of_other = self.chance((mechanic, rule_set), other, given)?;
                for event in events.iter().filter(|own| own.test != other.test).take(MOST_EVENTS) {
                    let own = self.chance((mechanic, rule_set), event, given)?;
                    let value = by.between(&own, &of_other).filter(|value| placed.is_uncut(value));
                    let Some(value) = value else { continue };
                    let (field, test, given) = (other.field, other.test.clone(), given.clone());
                    let against = Against { field, test, given: given.clone(), by };
                    let measure = Measure::Against(event.field, event.test.clone(), Box::new(against));
                    return Some(Candidate::tried(mechanic, rule_set, measure, given, value));
                }
            }
        }
        None
    }

    /// How likely an event is in the end under what is given.
    pub(super) fn chance(
        &mut self,
        (mechanic, rule_set): (usize, RuleSetId),
        event: &Subject,
        given: &Given,
    ) -> Option<Rational> {
        let (field, stage, given) = (event.field, Stage::End, given.clone());
        let asked = Asked { mechanic, rule_set, field, stage, given };
        Some(event.test.mass(&*self.laws.law(&asked)?))
    }

    /// The inputs of which a sentence names two values, or that one has something; for points also what takes a number, which
    /// is one more: `each level adds 5 points`.
    fn sides(&self, reach: &Reach<'_>, index: usize, by: By) -> Vec<Sides> {
        let model = &self.names.mechanics[index].model;
        let mut named: BTreeMap<InputId, Vec<Value>> = BTreeMap::new();
        let mut steps: Vec<Sides> = Vec::new();
        let layers = [Layer::Own, Layer::Before, Layer::After];
        for mention in layers.iter().flat_map(|layer| &reach.labels[*layer]) {
            for own in self.mentions.get(*mention).named_in(index) {
                match &own.meaning {
                    Meaning::Is(input, value) => {
                        let values = named.entry(*input).or_default();
                        if !values.contains(value) {
                            values.push(value.clone());
                        }
                    }
                    Meaning::Input(input) if model[*input].declaration.kind == Kind::Integer => {
                        let usual = model[*input].default.value().cloned();
                        let step = usual.and_then(|usual| Some(Sides::Input(*input, [next(&usual)?, usual])));
                        steps.extend(step);
                    }
                    Meaning::State(state) if model[*state].declaration.kind == Kind::Integer => {
                        let start = Value::Number(Rational::ZERO);
                        steps.extend(next(&start).map(|next| Sides::State(*state, [next, start])));
                    }
                    _ => {}
                }
            }
        }
        let sides = |(input, values): (InputId, Vec<Value>)| match values.as_slice() {
            [one, other] => Some(Sides::Input(input, [one.clone(), other.clone()])),
            [Value::Flag(_)] => Some(Sides::Input(input, [Value::Flag(true), Value::Flag(false)])),
            [one] if by != By::Times => {
                let usual = model[input].default.value().filter(|usual| *usual != one)?;
                Some(Sides::Input(input, [one.clone(), usual.clone()]))
            }
            _ => None,
        };
        let mut found: Vec<Sides> = named.into_iter().filter_map(sides).collect();
        if by == By::Points {
            found.extend(steps);
        }
        found
    }

    /// What an event is on one side, set against what it is on the other, with the likelier one first where the figure says so.
    fn on_both(
        &mut self,
        (mechanic, rule_set): (usize, RuleSetId),
        event: &Subject,
        sides: &Sides,
        given: &Given,
        (placed, by): (&Placed, By),
    ) -> Option<Candidate> {
        let field = event.field;
        let mut both = Vec::new();
        for value in sides.values() {
            let mut given = given.clone();
            sides.give(&mut given, value.clone());
            both.push((self.chance((mechanic, rule_set), event, &given)?, given));
        }
        let is_more = match by {
            By::Times => placed.figure.value().is_some_and(|value| value > Rational::ONE),
            By::Points | By::Gain => true,
            By::Loss => false,
        };
        both.sort_by(|(one, _), (other, _)| if is_more { other.cmp(one) } else { one.cmp(other) });
        let [(first, given), (second, other)] = <[_; 2]>::try_from(both).ok()?;
        if first == second {
            return None;
        }
        let value = by.between(&first, &second)?;
        let against = Against { field, test: event.test.clone(), given: other, by };
        let measure = Measure::Against(field, event.test.clone(), Box::new(against));
        Some(Candidate::tried(mechanic, rule_set, measure, given, value))
    }
}

/// One more than a number.
fn next(value: &Value) -> Option<Value> {
    value.as_number().map(|number| Value::Number(number + &Rational::ONE))
}

/// In which way a figure sets something against something else, and whether its words say so for sure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Way {
    pub(super) by: By,
    pub(super) is_sure: bool,
}

impl Way {
    /// Whether the figure says nothing but that.
    pub(super) fn is_all(self) -> bool {
        self.by != By::Points && self.is_sure
    }
}

/// The ways in which a figure of a text may set something against something else: `1.6 times as likely`, `twice as often`,
/// `the factor is 1.2`, `15 percentage points more`, `60% more common`; none where it does not.
pub(super) fn ways(page: &Page, placed: &Placed) -> Vec<Way> {
    if placed.place.in_table {
        return Vec::new();
    }
    if !placed.is_chance {
        return times(page, placed).into_iter().collect();
    }
    let way = |by, is_sure| Way { by, is_sure };
    if is_of_another(page, placed.token) {
        return vec![way(By::Times, true)];
    }
    if counts_percentage_points(page, placed.token) {
        return vec![way(By::Points, true)];
    }
    if let Some(part) = part(page, placed.token) {
        let by = if part == Ordering::Greater { By::Gain } else { By::Loss };
        return vec![way(by, true)];
    }
    // `Oil raises the chance by 20%` may be told of either.
    let all = [By::Points, By::Gain, By::Loss].map(|by| way(by, false));
    all.into_iter().filter(|_| placed.place.about == About::Change).collect()
}

/// How many times as likely something is said to be as something else, where it is.
fn times(page: &Page, placed: &Placed) -> Option<Way> {
    const AGO: usize = 4;
    let times = |is_sure| Some(Way { by: By::Times, is_sure });
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let figure = placed.token;
    let is_factor = || (1..=AGO).any(|back| page.word_before(figure, back) == Some("factor"));
    // `Counts three times as much` tells of weights.
    let is_likely = |token: usize| LIKELY.contains(&word(token));
    let is_other = |token: usize| matches!(word(token), "that" | "the" | "less") || word(token + 1) == "many";
    let (next, is_times) = match placed.figure.shape {
        Shape::Word(Word::Times(..)) => (figure + 1, true),
        _ => (figure + 2, word(figure + 1) == "times"),
    };
    if !is_times {
        return is_factor().then(|| times(true)).flatten();
    }
    match word(next) {
        "as" if is_likely(next + 1) => times(true),
        "more" | "less" if is_likely(next + 1) => times(true),
        "likelier" | "better" | "higher" | "rarer" => times(true),
        "the" if (next + 1..next + 3).any(|token| CHANCES.contains(&word(token))) => times(true),
        _ => is_other(next).then(|| times(false)).flatten(),
    }
}

/// Whether a chance is the part of another chance that one is: `53% of what it was`, `two thirds of the usual rate`, `half
/// as likely`.
fn is_of_another(page: &Page, figure: usize) -> bool {
    const NEAR: usize = 6;
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    match (word(figure + 1), word(figure + 2)) {
        ("as", likely) => LIKELY.contains(&likely),
        // `Of what is caught` is told of all that is.
        ("of", "what") => {
            let is_same = matches!(word(figure + 3), "it" | "they" | "that" | "this" | "these");
            let is_verb = |token: usize| matches!(word(token), "was" | "were" | "is" | "are");
            is_same && (figure + 4..figure + NEAR).any(is_verb)
        }
        ("of", "the" | "its" | "your") => {
            let is_usual =
                matches!(word(figure + 3), "usual" | "normal" | "former" | "previous" | "original" | "old");
            is_usual && (figure + 4..figure + NEAR).any(|token| CHANCES.contains(&word(token)))
        }
        _ => false,
    }
}
