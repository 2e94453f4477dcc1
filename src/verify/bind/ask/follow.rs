//! What goes on from the figure before: `the chance of a chest is 4.7%; two points of luck take it to 14%`.
//!
//! A figure of which the words only give something, and name no outcome, is told of the same as the one before it. What
//! that one is about its own value says best.

use std::collections::BTreeMap;
use std::ops::Range;

use super::background::{Background, Taken};
use super::bound::{Bound, fit};
use super::candidate::{Candidate, Measure, Test};
use super::chains::Sought;
use super::laws::Given;
use super::question::Asker;
use crate::check::{FieldId, InputId};
use crate::names::{is_glue, stem};
use crate::page::{Fit, Page, TokenKind};
use crate::rules::RuleSetId;
use crate::value::Value;
use crate::verify::bind::read::beside::{gives, sign_at};
use crate::verify::bind::read::cues;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::place::Numbering;
use crate::verify::bind::read::places::Placed;
use crate::verify::bind::read::plain::is_plain;
use crate::verify::bind::read::told::still_waits;
use crate::verify::bind::read::words::is_set_against;

/// So many tokens stand between the two at most.
pub(super) const NEAR: usize = 60;
/// So many figures before one are looked at.
const FIGURES: usize = 4;
/// So many things that they may be about are gone on with.
const MOST: usize = 4;

impl Asker<'_, '_> {
    /// The questions that go on with what the figures before are about, under what the words of this one give.
    pub(crate) fn follow(&mut self, placed: &Placed, bound: &[Bound]) -> Vec<Candidate> {
        let is_near = |last: &&Bound| {
            let before = &last.placed;
            before.token < placed.token && placed.token - before.token <= NEAR && !before.place.in_table
        };
        let is_of_uses = |told: &Candidate| told.measure.is_of_uses();
        // A number between two chances is what the second of them is told under: `at the bottom, −40, it is 43%`.
        // `A 50% chance of at least one gem, 38% without it`: so does how often something comes.
        let is_times = |token: usize| self.way(token.saturating_sub(2)..token).is_some();
        let is_between = |last: &&Bound| {
            let (token, is_number) = (last.placed.token, !last.placed.is_chance);
            placed.is_chance && (self.mentions.is_given(token) || is_number && is_times(token))
        };
        // `1 in 150, so 100 kills give you 48.8%`
        let counts_uses = |last: &&Bound| {
            placed.is_chance && !last.placed.is_chance && self.mentions.is_some_use(last.placed.token + 1)
        };
        let is_passed = |last: &&Bound| {
            is_between(last) || counts_uses(last) || self.is_aside(last.placed.token, placed.token)
        };
        let skipped = bound.iter().rev().take_while(is_near).take_while(is_passed).count();
        let before = &bound[..bound.len() - skipped];
        let Some((last, others)) = before.split_last().filter(|_| !placed.place.in_table) else {
            return Vec::new();
        };
        // Where the last one is not understood, nobody knows what goes on.
        let mut all: Vec<&Candidate> = Some(last).filter(is_near).map(told).unwrap_or_default();
        all.retain(|told| placed.is_chance == last.placed.is_chance || is_of_uses(told));
        if all.is_empty() {
            return Vec::new();
        }
        let is_change = is_change(self.page, last.placed.token, placed.token);
        if !is_change {
            // An item that has begun goes on with itself.
            let item =
                self.item_of(placed.block).filter(|item| self.item_of(last.placed.block) == Some(*item));
            let is_here = |other: &&Bound| item.is_none() || self.item_of(other.placed.block) == item;
            let others = others.iter().rev().take(FIGURES - 1).take_while(is_near).take_while(is_here);
            // `4.2 rewards instead of 7.0. For elites 1.7`: what was only set against is not what is spoken of.
            let is_passing = is_set_against(self.page, last.placed.token);
            for other in others.flat_map(told) {
                let is_known = |known: &&Candidate| {
                    known.measure == other.measure && (!is_passing || known.given == other.given)
                };
                if all.len() < MOST && !all.iter().any(is_known) {
                    all.push(other);
                }
            }
        }
        let mut found: Vec<Candidate> = Vec::new();
        for told in all {
            let measures = self.measures_on(placed, told);
            let mut measures = self.of_what_is_asked(placed, last.placed.token, told, measures);
            if let Some(counted) = self.of_its_number(placed, told) {
                measures = vec![counted];
            }
            if let Some(within) = self.within_its_uses(placed, told) {
                measures = vec![within];
            }
            for (rule_set, given) in self.given_on(placed, last, told, is_change) {
                for measure in &measures {
                    let is_same = |other: &Candidate| {
                        other.measure == *measure && other.given == given && other.rule_set == rule_set
                    };
                    let (measure, given) = (measure.clone(), given.clone());
                    if found.iter().any(is_same) {
                        continue;
                    }
                    // Another number of times may be told of than before.
                    let is_tried = matches!(&measure, Measure::Chain(Sought::Times(..), ..))
                        && (measure == told.measure || !told.counts_times())
                        || measure.is_of_uses() && !told.measure.is_of_uses();
                    let told = Candidate { measure, rule_set, given, ..told.clone() };
                    let value = self.value_on(&told, Some(placed.token));
                    let value = value.filter(|value| !is_tried || placed.is(value));
                    let is_clear = placed.is_chance || told.measure.is_of_uses() || self.is_so_many(placed);
                    found.extend(value.map(|value| Candidate {
                        background: Background::of(Taken::Nothing),
                        value,
                        full: is_clear,
                        left: is_clear.then(Vec::new),
                        is_named: false,
                        is_told: !placed.is_chance && told.is_apart(),
                        ..told
                    }));
                }
            }
        }
        found
    }

    /// Whether a number stands where how many there are stands: `A pear has 4`, and not `A pear was sold for 7`.
    fn is_so_many(&self, placed: &Placed) -> bool {
        const IDLE: [&str; 14] = [
            "then", "always", "only", "just", "about", "around", "roughly", "exactly", "still", "now",
            "even", "least", "most", "at",
        ];
        const OTHER: [&str; 8] = ["for", "in", "on", "by", "sold", "costs", "since", "until"];
        const NUMBERS: [&str; 8] =
            ["average", "mean", "number", "total", "count", "minimum", "maximum", "median"];
        let mut before = (0..placed.token).rev().map_while(|token| self.page.word_at(token));
        match before.find(|word| !IDLE.contains(word)) {
            // `An average of 4`, and not `a cap of 9`
            Some("of") => before.next().is_some_and(|word| NUMBERS.contains(&word)),
            word => word.is_none_or(|word| !OTHER.contains(&word)),
        }
    }

    /// Whether a figure whose own words name no outcome goes on with something else than what they were taken for: with
    /// what the figure before it is about.
    pub(crate) fn doubt_carried(&self, placed: &Placed, bound: &[Bound], candidates: &mut [Candidate]) {
        let is_before = |last: &&Bound| !last.placed.place.in_table && last.placed.token < placed.token;
        let Some(last) = bound.last().filter(is_before).filter(|_| !placed.place.in_table) else { return };
        let told = told(last);
        let is_near = placed.token - last.placed.token <= NEAR;
        if !is_near || told.is_empty() || placed.is_chance != last.placed.is_chance {
            return;
        }
        let own = placed.place.layers.own().last().map_or(placed.token + 1, |own| own.end);
        let since = last.placed.token + 1..own.max(self.behind(placed.token).end);
        for candidate in candidates.iter_mut().filter(|candidate| candidate.full && !candidate.is_apart()) {
            let is_named = self.names_event(placed, &since, candidate.mechanic);
            let is_same = |told: &&Candidate| event_of(&told.measure) == event_of(&candidate.measure);
            candidate.full = is_named || told.iter().any(is_same);
        }
    }

    /// Where a figure goes on with the one before it under something that makes no difference, and words around that one
    /// are not understood, both are told of something else: `with it the prize comes with 36.8%, without it with 18.4%`.
    pub(crate) fn doubt_idle(&self, placed: &Placed, bound: &[Bound], candidates: &mut [Candidate]) {
        let is_near = |last: &&Bound| {
            let before = &last.placed;
            let is_text = !before.place.in_table && !placed.place.in_table;
            is_text && (before.token + 1..=before.token + NEAR).contains(&placed.token)
        };
        let Some(last) = bound.last().filter(is_near).filter(|last| last.placed.place.has_unknown) else {
            return;
        };
        let is_idle = |told: &&Candidate, candidate: &Candidate| {
            told.measure == candidate.measure
                && told.value == candidate.value
                && told.given != candidate.given
        };
        let told = told(last);
        if candidates.iter().any(|own| own.full && told.iter().any(|told| is_idle(told, own))) {
            candidates.iter_mut().for_each(|candidate| candidate.full = false);
        }
    }

    /// What goes on. Of several uses the words of a figure say which number it is, or how many of them there are.
    pub(super) fn measures_on(&self, placed: &Placed, told: &Candidate) -> Vec<Measure> {
        let Measure::Chain(sought, field, test) = &told.measure else {
            let is_kind = matches!(told.measure, Measure::Mean(_)) != placed.is_chance;
            return is_kind.then(|| told.measure.clone()).into_iter().collect();
        };
        let place = &placed.place;
        let uses = || self.uses_within(place, Layer::Own, told.mechanic);
        let sought: Vec<Sought> = if placed.is_chance {
            let is_denied = matches!(sought, Sought::NotYet(_))
                || self.has(place.layers.upto(Layer::Own), &cues::DENIALS)
                || still_waits(self.page, place.layers.own().iter());
            let within = |uses: u64| if is_denied { Sought::NotYet(uses) } else { Sought::Within(uses) };
            // `Of ten casts 74% bring none, 22.6% just one`
            if let Sought::Times(_, over) | Sought::Within(over) | Sought::NotYet(over) = sought
                && (told.counts_times() || uses().is_empty() && !self.times_again(place).is_empty())
            {
                let again = self.times_again(place).into_iter().map(|times| times.sought(*over));
                let mut again: Vec<Sought> = again.collect();
                // `Four in a row: 24%. With a scroll it is 34%`
                if again.is_empty() && uses().is_empty() {
                    again.push(sought.clone());
                }
                return again
                    .into_iter()
                    .map(|sought| Measure::Chain(sought, *field, test.clone()))
                    .collect();
            }
            let uses = uses();
            let is_chance = matches!(sought, Sought::Share | Sought::Within(_) | Sought::NotYet(_));
            let same = uses.is_empty() && is_chance;
            let same = same.then(|| sought.clone());
            uses.into_iter().map(|(_, uses)| within(uses)).chain(same).collect()
        } else {
            let asked = |sought: &Sought| self.has(place.layers.upto(Layer::Own), sought.cues());
            let numbers = Sought::NUMBERS.into_iter().filter(|sought| *sought != Sought::Share);
            let mut numbers: Vec<Sought> = numbers.filter(asked).collect();
            if numbers.is_empty() && matches!(sought, Sought::Mean | Sought::Median | Sought::Mode) {
                numbers.push(sought.clone());
            }
            // `After 30 crates 74% are still waiting` says nothing of 30.
            numbers.retain(|_| place.kind != Numbering::Condition);
            let levels = self.levels(place, told.mechanic).into_iter().map(Sought::Level);
            numbers.extend(levels.filter(Sought::is_stated));
            numbers
        };
        sought.into_iter().map(|sought| Measure::Chain(sought, *field, test.clone())).collect()
    }

    /// Under which rules and what given a figure goes on: what its own words and those behind the last figure give, alone
    /// and with what was given before. Nothing where they name an outcome of their own, or give nothing.
    fn given_on(
        &self,
        placed: &Placed,
        last: &Bound,
        told: &Candidate,
        is_change: bool,
    ) -> Vec<(RuleSetId, Given)> {
        let place = &placed.place;
        let index = told.mechanic;
        let end_of =
            |placed: &Placed| placed.place.layers.own().last().map_or(placed.token + 1, |own| own.end);
        let between = end_of(&last.placed).max(last.placed.token + 1)..end_of(placed);
        let names = |range: &Range<usize>| self.names_event(placed, range, index);
        // `(49%) leave nothing behind; with it that falls to 36.75%`: what ends there is told of the figure before.
        let clause = |own: &Range<usize>| {
            let end = own.clone().rev().find(|token| sign_at(self.page, *token) == ';');
            end.map_or(own.start, |end| end + 1)..own.end
        };
        let mut clauses = place.layers.own().iter().map(clause);
        if clauses.any(|clause| names(&clause)) || names(&self.behind(placed.token)) {
            return Vec::new();
        }
        let mut given = self.given_in(std::slice::from_ref(&between), placed, index);
        if is_change {
            // `With the Battery it rises from 3.8% to 8.7%`: the second is what the sentence gives, or what stands over it.
            let nearest =
                [Layer::Before, Layer::After].map(|layer| self.given_in(&place.layers[layer], placed, index));
            for mut around in nearest {
                around.inputs.extend(given.inputs);
                around.states.extend(given.states);
                given = around;
            }
            let over = [Layer::Said, Layer::Earlier, Layer::Heading].into_iter();
            let mut over = over.map(|layer| self.given_in(&place.layers[layer], placed, index));
            if given == Given::default() {
                given = over.find(|over| *over != Given::default()).unwrap_or_default();
            }
        }
        let own = self.mentioned(place.layers.own(), placed.token);
        let before = self.mentioned(&place.layers[Layer::Before], placed.token);
        let is_over = |mention: &usize| self.is_now_since(*mention, placed.token);
        let mut named = own.iter().chain(before.iter().filter(|mention| !is_over(mention))).copied();
        let mut rule_set = named.find_map(|mention| self.editions_of(mention, index).first().copied());
        if rule_set.is_none() && before.iter().any(|mention| !self.editions_of(*mention, index).is_empty()) {
            rule_set = self.usual_rules(&self.reach(place, true), index);
        }
        if is_change && rule_set.is_none() {
            // `Patch 2: raised from 2.5% to 5%`: what it was is told of the edition before.
            let now = self.usual_rules(&self.reach(place, true), index);
            rule_set = now.filter(|now| self.edition_before(index, *now) == Some(told.rule_set));
        }
        let set = rule_set.unwrap_or(told.rule_set);
        let tells_uses =
            || !self.uses_within(place, Layer::Own, index).is_empty() || !self.times_again(place).is_empty();
        let is_of_uses = matches!(told.measure, Measure::Chain(..)) && (!placed.is_chance || tells_uses());
        let is_within = || self.within_its_uses(placed, told).is_some();
        if given == Given::default() && rule_set.is_none() && !is_of_uses && !is_within() {
            return self.turned(placed, told).map(|given| (set, given)).into_iter().collect();
        }
        let with = |mut before: Given| {
            before.inputs.extend(given.inputs.clone());
            before.states.extend(given.states.clone());
            before
        };
        // `Flux alone is a much sadder 28%`: of all that one had nothing is left.
        let kept = told.given.inputs.iter().filter(|(_, value)| !matches!(value, Value::Flag(_)));
        let kept: BTreeMap<InputId, Value> = kept.map(|(input, value)| (*input, value.clone())).collect();
        let before = if self.has(place.layers.upto(Layer::Own), &["alone", "itself"]) {
            Given { inputs: kept.clone(), ..Given::default() }
        } else {
            told.given.clone()
        };
        let mut found = vec![given.clone()];
        // `The Crown brings it to 3%. The Wheel is better still`: what one has takes the place of what one had.
        let has = |given: &Given| given.inputs.values().any(|value| *value == Value::Flag(true));
        let replaces = has(&given) && has(&told.given);
        let states = || told.given.states.clone();
        if replaces && !kept.is_empty() {
            found.push(with(Given { inputs: kept, states: states(), ..Given::default() }));
        }
        found.push(with(before));
        if replaces {
            found.push(with(Given { states: states(), ..Given::default() }));
        }
        found.into_iter().map(|given| (set, given)).collect()
    }

    /// The words behind a figure that say what it is of: `51% of rooms pay a chest`.
    pub(super) fn behind(&self, figure: usize) -> Range<usize> {
        const WORDS: usize = 10;
        let list = &self.page.tokens.list;
        let ends = |token: &usize| {
            let sign = matches!(list[*token].kind, TokenKind::Symbol('.' | ',' | ';' | ':'));
            sign || self.page.figure_at(*token).is_some()
        };
        let first = figure + 1;
        let last = (first..list.len().min(first + WORDS)).take_while(|token| !ends(token)).last();
        first..last.map_or(first, |last| last + 1)
    }

    /// Whether some words around a figure name an outcome.
    pub(super) fn names_event(&self, placed: &Placed, range: &Range<usize>, index: usize) -> bool {
        let near = std::slice::from_ref(range);
        let mut mentions = self.mentioned(near, placed.token).into_iter();
        mentions.any(|mention| !self.events(&placed.place, mention, index, near).is_empty())
    }

    /// What some words around a figure give.
    pub(super) fn given_in(&self, ranges: &[Range<usize>], placed: &Placed, index: usize) -> Given {
        let mut found = Given::default();
        for mention in self.mentioned(ranges, placed.token) {
            let mention = self.mentions.get(mention);
            let within = ranges.iter().find(|range| range.contains(&mention.tokens.start));
            let given = within.and_then(|within| gives(self.page, self.names, mention, index, within));
            given.filter(|given| given.number != Some(placed.token)).into_iter().for_each(|given| {
                found.take(given);
            });
        }
        found
    }

    /// What was given before but for the things that one has, where the words of a figure say `without it`; with those
    /// that one has not, where they say `with it`.
    fn turned(&self, placed: &Placed, told: &Candidate) -> Option<Given> {
        let word = |token: usize| self.page.word_at(token);
        let says = |with: &str| {
            let mut own = placed.place.tokens(Layer::Own);
            own.any(|token| {
                let is_pronoun = matches!(
                    word(token + 1),
                    Some("it" | "them" | "that" | "one" | "either" | "any" | "both")
                );
                // `Without, it is 56.7%`
                let is_bare = || with == "without" && word(token + 1).is_none();
                word(token) == Some(with) && (is_pronoun || is_bare())
            })
        };
        let mut given = told.given.clone();
        if says("without") {
            let is_thing = |value: &Value| *value == Value::Flag(true);
            // What has a level is one of several that one has: without it there is none.
            if given.inputs.values().any(is_thing) {
                given.inputs.retain(|_, value| !is_thing(value));
            } else if let (1, Some((input, Value::Number(_)))) =
                (given.inputs.len(), given.inputs.first_key_value())
            {
                let input = *input;
                given.inputs.remove(&input);
            }
        } else if says("with") {
            let has_not = given.inputs.values_mut().filter(|value| **value == Value::Flag(false));
            has_not.for_each(|value| *value = Value::Flag(true));
        }
        (given != told.given).then_some(given)
    }
}

/// The outcome that a question is about.
pub(in crate::verify::bind) fn event_of(measure: &Measure) -> Option<(FieldId, Option<&Test>)> {
    match measure {
        Measure::Chance(field, test, _)
        | Measure::Complement(field, test, _)
        | Measure::Share(field, test)
        | Measure::Count(field, test, ..)
        | Measure::Chain(_, field, test) => Some((*field, Some(test))),
        Measure::Mean(field) | Measure::Least(field) | Measure::Most(field) => Some((*field, None)),
        _ => None,
    }
}

/// What a figure is about: what gives it and uses all of its words, else whatever gives it. Of one that nothing gives,
/// what its words ask, where that is about one thing.
pub(super) fn told(last: &Bound) -> Vec<&Candidate> {
    let fits = |candidate: &&Candidate| last.placed.is(&candidate.value);
    // What was only tried as known says nothing of what comes after it.
    let is_told = |candidate: &&Candidate| candidate.full || candidate.given.outcomes.is_empty();
    let mut all: Vec<&Candidate> = last.candidates.iter().filter(fits).collect();
    let is_tried = !all.is_empty() && !all.iter().any(is_told);
    all.retain(is_told);
    if is_tried {
        return Vec::new();
    }
    // `Half of all mythics` are what they are by chance.
    if last.is_share && !all.iter().any(|candidate| candidate.full) {
        return Vec::new();
    }
    if all.is_empty() && !last.is_doubtful() {
        all = last.candidates.iter().collect();
    }
    if all.iter().any(|candidate| candidate.full) {
        all.retain(|candidate| candidate.full);
    }
    // What it is to the last digit says more than what it is rounded.
    let is_exact = |candidate: &&Candidate| fit(&last.placed.figure, &candidate.value) == Fit::Exact;
    if all.iter().any(is_exact) {
        all.retain(is_exact);
    }
    let is_right = all.iter().any(fits);
    let is_one =
        || all.iter().all(|other| other.full && event_of(&other.measure) == event_of(&all[0].measure));
    if !is_right && !is_one() {
        return Vec::new();
    }
    all.truncate(MOST);
    all
}

/// Whether the second of two figures is what the first becomes: `from 3.8% to 8.7%`.
pub(super) fn is_change(page: &Page, first: usize, second: usize) -> bool {
    const BETWEEN: usize = 8;
    let is_after = |token: usize, word: &str| {
        let before = |back: usize| page.word_before(token, back);
        let is_hedge = || before(1).is_some_and(|word| is_glue(&stem(word)) || is_plain(word));
        before(1) == Some(word) || is_hedge() && before(2) == Some(word)
    };
    second - first <= BETWEEN && is_after(first, "from") && is_after(second, "to")
}
