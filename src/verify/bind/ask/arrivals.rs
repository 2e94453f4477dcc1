//! When a state comes to a value, and whether it stands there after so many uses: `reaching level 5 takes 15.1 attempts on
//! average`, `within ten attempts you get to level 5 with 38%`.

use std::collections::BTreeSet;

use super::background::Background;
use super::candidate::{Candidate, Measure, Test};
use super::chains::{Counted, Sought};
use super::laws::{Asked, Given, Laws, Stage, scenario};
use super::question::{Asker, Backgrounds};
use super::reach::Reach;
use crate::check::{FieldId, Kind, StateId};
use crate::names::{Meaning, Named};
use crate::query::chain::ChainContext;
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::read::beside::{Gives, sign_at};
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::place::{Numbering, Place};
use crate::verify::bind::read::told::still_waits;

/// Words right before a value of a state that something comes to.
const REACHES: [&str; 9] =
    ["reach", "reaches", "reaching", "reached", "hit", "hits", "hitting", "attain", "attaining"];
/// Words of what goes `to` it.
const GOES: [&str; 30] = [
    "from", "get", "gets", "getting", "got", "go", "goes", "going", "gone", "climb", "climbs", "climbing",
    "come", "comes", "coming", "bring", "brings", "bringing", "raise", "raises", "raising", "rise", "rises",
    "upgrade", "upgrading", "take", "takes", "way", "up", "make",
];
/// Words of what is `at` it.
const STANDS: [&str; 12] =
    ["be", "are", "is", "being", "am", "stand", "stands", "sit", "sits", "end", "ends", "up"];
/// Words before such a verb that make a condition of it.
const CONDITIONS: [&str; 7] = ["when", "once", "if", "whenever", "after", "while", "since"];

/// What is told of a value of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    /// That it comes to it.
    Comes,
    /// That it stands there.
    Stands,
}

/// The value of a state that a figure is about.
#[derive(Debug, Clone)]
struct Goal {
    state: StateId,
    value: Value,
    how: How,
    /// Where it begins, where that is said: `from level 2 to level 5`.
    from: Option<Value>,
    /// The labels that say so.
    mentions: BTreeSet<usize>,
}

impl Laws<'_> {
    /// What holds of a state that has come to a value: so much or more, where it rises to it, and less, where it falls.
    fn arrived(&self, mechanic: usize, given: &Given, rule_set: RuleSetId, goal: &Goal) -> Option<Test> {
        let own = *self.names.mechanics.get(mechanic)?;
        let is_number = own.model[goal.state].declaration.kind == Kind::Integer;
        let exactly = Test::In(vec![goal.value.clone()]);
        let Some(value) = goal.value.as_number().filter(|_| is_number && goal.how == How::Comes) else {
            return Some(exactly);
        };
        let scenario = scenario(own, rule_set, given)?;
        let start = ChainContext::new(own, &scenario, self.limits).start().ok()?;
        let start = start.get(goal.state.index())?.as_number()?;
        Some(match start.cmp(value) {
            std::cmp::Ordering::Less => Test::AtLeast(value.clone()),
            std::cmp::Ordering::Equal => exactly,
            std::cmp::Ordering::Greater => Test::AtMost(value.clone()),
        })
    }
}

impl Asker<'_, '_> {
    /// What a figure may say of the uses in which a state comes to a value that its words name.
    pub(super) fn arrivals(
        &mut self,
        reach: &Reach<'_>,
        index: usize,
        (sets, is_named): (&[RuleSetId], bool),
        backgrounds: &Backgrounds,
        found: &mut Vec<Candidate>,
    ) {
        let told = self.goal(reach, index);
        let is_table = reach.place.in_table && self.tells_of_arrivals(reach);
        if told.is_none() && !is_table || self.names.mechanics[index].model.states.is_empty() {
            return;
        }
        let sought = self.sought_of_goal(reach, index, told.as_ref().map_or(How::Comes, |goal| goal.how));
        let mut seen = BTreeSet::new();
        for (taken, (given, used)) in backgrounds {
            let mut given = given.clone();
            given.outcomes.clear();
            let of_table = || {
                let (state, value) = given.states.first_key_value()?;
                let (state, value, mentions) = (*state, value.clone(), BTreeSet::new());
                Some(Goal { state, value, how: How::Comes, from: None, mentions })
            };
            let Some(goal) = told.clone().or_else(of_table) else { continue };
            if is_table {
                given.states.clear();
            }
            // The goal gives nothing. What another sentence says is where it begins.
            if !goal.mentions.is_disjoint(used) {
                given.states.remove(&goal.state);
            }
            if let Some(from) = &goal.from {
                given.states.insert(goal.state, from.clone());
            }
            let is_used = |mention: &usize| {
                used.contains(mention)
                    || goal.mentions.contains(mention)
                    || !self.names_something(*mention, index)
                    || self.mentions.get(*mention).named.iter().any(|named| names_state(named, goal.state))
            };
            let left: Vec<usize> =
                reach.labels.own().iter().copied().filter(|mention| !is_used(mention)).collect();
            for rule_set in sets {
                if !seen.insert((given.clone(), *rule_set)) {
                    continue;
                }
                let Some(test) = self.laws.arrived(index, &given, *rule_set, &goal) else { continue };
                let asked = Asked {
                    mechanic: index,
                    rule_set: *rule_set,
                    field: FieldId::new(0),
                    stage: Stage::End,
                    given: given.clone(),
                };
                for sought in &sought {
                    let Some(value) = self.laws.chain_of(&asked, sought, Counted::State(goal.state), &test)
                    else {
                        continue;
                    };
                    let measure = Measure::Arrival(sought.clone(), goal.state, test.clone());
                    let full = left.is_empty();
                    found.push(Candidate {
                        background: Background::of(*taken),
                        full,
                        left: Some(left.clone()),
                        is_named,
                        is_told: full && !reach.is_chance,
                        ..Candidate::tried(index, *rule_set, measure, given.clone(), value)
                    });
                }
            }
        }
    }

    /// The value of a state that the clause of a figure of a text says something comes to, or stands at.
    fn goal(&self, reach: &Reach<'_>, index: usize) -> Option<Goal> {
        let place = reach.place;
        if place.in_table || self.names.mechanics[index].model.states.is_empty() {
            return None;
        }
        let mut goal: Option<Goal> = None;
        let mut from = None;
        for layer in [Layer::Own, Layer::Before, Layer::After] {
            for mention in &reach.labels[layer] {
                let Some(Gives { meaning: Meaning::State(state), value, number }) =
                    self.given_by(place, layer, *mention, index)
                else {
                    continue;
                };
                let first = self.mentions.get(*mention).tokens.start;
                let first = number.map_or(first, |number| number.min(first));
                match self.how(first) {
                    Some(how) if goal.is_none() => {
                        let mentions = BTreeSet::from([*mention]);
                        goal = Some(Goal { state, value, how, from: None, mentions });
                    }
                    None if self.begins_there(first) => from = Some((state, value, *mention)),
                    _ => {}
                }
            }
        }
        let mut goal = goal?;
        if let Some((_, value, mention)) = from.filter(|(state, ..)| *state == goal.state) {
            goal.from = Some(value);
            goal.mentions.insert(mention);
        }
        Some(goal)
    }

    /// Whether the heads or the caption of a table tell of what comes to a value: `Attempts to reach`, `until level`.
    fn tells_of_arrivals(&self, reach: &Reach<'_>) -> bool {
        let place = reach.place;
        let mut ranges = place.layers.own().iter().chain(self.title(place));
        ranges.any(|range| {
            range.clone().any(|token| match self.page.word_at(token) {
                Some("until" | "target") => true,
                Some("to") => self.page.word_at(token + 1) == Some("get"),
                Some(word) => REACHES.contains(&word),
                None => false,
            })
        })
    }

    /// What the words right before a value of a state say of it; nothing where they make a condition of it.
    fn how(&self, first: usize) -> Option<How> {
        const NEAR: usize = 6;
        let first = self.before_sign(first);
        let word = |back: usize| self.page.word_before(first, back).unwrap_or_default();
        let idle = usize::from(matches!(word(1), "the" | "a" | "your" | "about"));
        let (how, verb) = match word(1 + idle) {
            reaches if REACHES.contains(&reaches) => (How::Comes, 1 + idle),
            "to" => {
                let goes = (2 + idle..=NEAR + idle).find(|back| GOES.contains(&word(*back)))?;
                (How::Comes, goes)
            }
            "at" | "on" if STANDS.contains(&word(2 + idle)) => (How::Stands, 2 + idle),
            _ => return None,
        };
        let is_condition = (verb + 1..=verb + 3).any(|back| CONDITIONS.contains(&word(back)));
        (!is_condition).then_some(how)
    }

    /// Whether the words before a value of a state say that one begins there: `from level 2`, `at level 3`.
    fn begins_there(&self, first: usize) -> bool {
        let word = self.page.word_before(self.before_sign(first), 1);
        matches!(word, Some("from" | "at" | "with"))
    }

    /// The token of the plus before a number, where one stands there: `+7`.
    fn before_sign(&self, first: usize) -> usize {
        let is_signed = first > 0 && sign_at(self.page, first - 1) == '+';
        first - usize::from(is_signed)
    }

    /// What a figure may say of a state that comes to a value, or stands there.
    fn sought_of_goal(&self, reach: &Reach<'_>, index: usize, how: How) -> Vec<Sought> {
        let place = reach.place;
        if reach.is_chance {
            let uses = self.uses(place, index);
            let waits = still_waits(self.page, place.layers.upto(Layer::Before)) || self.is_denied(place);
            let one = |(_, uses): &(usize, u64)| match how {
                How::Stands => Sought::At(*uses),
                How::Comes if waits => Sought::NotYet(*uses),
                How::Comes => Sought::Within(*uses),
            };
            let is_long = how == How::Stands && self.has(place.layers.upto(Layer::After), &cues::LONG);
            return match uses.as_slice() {
                [] if is_long => vec![Sought::Share],
                uses => uses.iter().map(one).collect(),
            };
        }
        if how != How::Comes
            || !matches!(place.kind, Numbering::Any | Numbering::Mean)
            || !self.tells_of_uses(place, index)
        {
            return Vec::new();
        }
        let around = || place.layers.upto(Layer::After).chain(self.title(place));
        let says = |sought: &Sought| self.has(around(), sought.cues());
        let mut sought: Vec<Sought> =
            [Sought::Mean, Sought::Median, Sought::Mode].into_iter().filter(says).collect();
        // `Half of all players have reached level 5 by attempt 12`
        let mut own = place.layers.own().iter().filter(|range| range.contains(&place.figure));
        if own.any(|range| self.count_of_uses(place, range, place.figure, index).is_some()) {
            sought = self.levels(place, index).into_iter().map(Sought::Level).collect();
        }
        sought
    }

    /// Whether a clause says that something has not come: `not reached level 5`, `never get to`.
    fn is_denied(&self, place: &Place) -> bool {
        place.tokens(Layer::Own).any(|token| {
            let word = self.page.word_at(token).unwrap_or_default();
            matches!(word, "not" | "never" | "without") || word.ends_with("n't")
        })
    }
}

fn names_state(named: &Named, state: StateId) -> bool {
    matches!(&named.meaning, Meaning::State(own) | Meaning::StateIs(own, _) if *own == state)
}
