//! Chances and numbers of uses that are told in the same order: `for a 50%, 90% and 99% chance you need 14, 45 and 90 kills`,
//! `in 100 it's 55%, in 300 91%`.
//!
//! What they are of is what the words around them ask for or what was told before, where that gives all of them, or all of
//! three or more but one.

use super::at_a_count::ended_by;
use super::bound::{Bound, fit};
use super::candidate::{Candidate, Measure, Test};
use super::chains::{Sought, is_round};
use super::follow::{event_of, told};
use super::laws::{Asked, Given, Stage};
use super::question::Asker;
use crate::exact::Rational;
use crate::page::{BlockKind, Figure, Fit, Shape};
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::ordinals::MOST_USES;
use crate::verify::bind::read::place::{Place, states_chance};
use crate::verify::bind::read::places::{Placed, tokens};
use crate::verify::bind::read::told::still_waits;

/// So many figures of a sentence are looked at.
const MOST: usize = 16;
/// So far they stand from each other.
const FAR: usize = 100;
/// So many sentences before, another may have the chances or the numbers.
const SENTENCES: usize = 4;
/// So many questions are tried for all of them.
const MOST_ASKED: usize = 24;
/// So many figures before may say what they are of.
const BEFORE: usize = 6;
/// So many of the others have to be right for one that is not to be wrong.
const FEWEST: usize = 2;

/// Words that tell how many uses something takes.
const NEEDS: [&str; 15] = [
    "need", "needs", "needed", "take", "takes", "taking", "require", "requires", "required", "must", "clear",
    "sure", "enough", "requiring", "confident",
];

/// A chance or a number of uses, by its token.
#[derive(Clone)]
struct Told {
    token: usize,
    figure: Figure,
    /// The number of uses; `None` for a chance.
    uses: Option<u64>,
}

/// What the figures of a row say together.
#[derive(Clone, Copy, PartialEq)]
enum Says {
    /// By which use so many have it.
    By,
    /// How many have it by then.
    Within,
}

/// What becomes of a figure that is told in such an order.
pub(crate) enum Paired {
    /// It only says for which chance or in how many uses.
    Given,
    /// It may be wrong by this question.
    Asked(Box<Candidate>),
}

impl Asker<'_, '_> {
    /// What a figure says beside the one that it is told with; `None` where it is told with none, or nothing gives all of them.
    /// Cost: linear in [`FAR`], and up to [`MOST_ASKED`] questions for each of them.
    pub(crate) fn paired(&mut self, placed: &Placed, before: &[Bound]) -> Option<Paired> {
        let row = self.paired_row(placed)?;
        let at = row.iter().position(|(chance, uses)| [chance.token, uses.token].contains(&placed.token))?;
        if let [(chance, uses)] = row.as_slice() {
            return self.paired_alone(placed, before, chance, uses);
        }
        let is_level =
            |(chance, _): &(Told, Told)| chance.figure.value().is_some_and(|share| is_level(&share));
        let ways: &[Says] = match row.iter().filter(|pair| is_level(pair)).count() {
            0 => &[Says::Within],
            all if all == row.len() => &[Says::By, Says::Within],
            _ => &[Says::Within, Says::By],
        };
        let events = self.of_pairs(placed, before);
        let mut off = None;
        for (says, (event, test)) in
            ways.iter().flat_map(|says| events.iter().map(move |event| (says, event)))
        {
            let mut wrong = 0;
            for pair in &row {
                wrong += usize::from(!self.is_pair(event, test, pair, *says).unwrap_or_default());
            }
            match wrong {
                0 => return self.said_of(placed, &row[at], event, test, *says),
                1 if row.len() > FEWEST && off.is_none() => off = Some((*says, event, test)),
                _ => {}
            }
        }
        let (says, event, test) = off?;
        self.said_of(placed, &row[at], event, test, says)
    }

    /// What one number of uses and its chance say, where words tell that the one takes the other: `for a 90% chance of a key
    /// you need 12 rooms`.
    fn paired_alone(
        &mut self,
        placed: &Placed,
        before: &[Bound],
        chance: &Told,
        uses: &Told,
    ) -> Option<Paired> {
        let share = chance.figure.value().filter(is_level)?;
        let tokens = tokens(self.page, &self.page.outline.blocks[placed.block].range);
        if !self.has([&tokens], &NEEDS) {
            return None;
        }
        let events = self.of_pairs(placed, before);
        let pair = (chance.clone(), uses.clone());
        for (event, test) in &events {
            if self.is_pair(event, test, &pair, Says::By).unwrap_or_default() {
                return self.said_of(placed, &pair, event, test, Says::By);
            }
        }
        // Of two numbers for one chance each may be told of something else.
        let is_one = self.told_in(placed.block, None).is_some_and(|told| told.len() == 2);
        let (event, test) = events.first().filter(|_| is_one && self.mentions.is_some_use(uses.token + 1))?;
        if uses.uses.is_none_or(|number| number > self.most_uses(event.mechanic)) {
            return None;
        }
        let first = self.laws.chain(event, &Sought::Level(share), test)?;
        (first > Rational::ONE).then(|| self.said_of(placed, &pair, event, test, Says::By))?
    }

    /// Whether a chance and a number of uses belong together.
    fn is_pair(
        &mut self,
        event: &Asked,
        test: &Test,
        (chance, uses): &(Told, Told),
        says: Says,
    ) -> Option<bool> {
        let number = uses.uses.filter(|number| *number <= self.most_uses(event.mechanic))?;
        let within = self.laws.chain(event, &self.sought_within(chance, number), test)?;
        if says == Says::Within {
            return Some(fit(&chance.figure, &within) != Fit::Off);
        }
        let share = chance.figure.value()?;
        if !is_level(&share) || within.is_zero() {
            return Some(false);
        }
        let first = self.laws.chain(event, &Sought::Level(share), test)?;
        Some(fit(&uses.figure, &first) != Fit::Off)
    }

    /// What a chance says of so many uses: `over 500 spins 39.4%, and after 1000 spins 36.8% have not seen one`.
    fn sought_within(&self, chance: &Told, uses: u64) -> Sought {
        /// No clause that says so is longer.
        const CLAUSE: usize = 10;
        let is_end = |token: &usize| matches!(sign_at(self.page, *token), ',' | ';' | '.');
        let clause = (chance.token..chance.token + CLAUSE).take_while(|token| !is_end(token)).count();
        let clause = chance.token..chance.token + clause;
        if still_waits(self.page, std::iter::once(&clause)) {
            Sought::NotYet(uses)
        } else {
            Sought::Within(uses)
        }
    }

    /// So many uses of a mechanic are followed at most: without a state each is like any other, and a power tells of all.
    fn most_uses(&self, mechanic: usize) -> u64 {
        const MOST_ALIKE: u64 = 10_000;
        let has_states = !self.names.mechanics[mechanic].model.states.is_empty();
        if has_states { MOST_USES } else { MOST_ALIKE }
    }

    /// What one of a pair says, where it is known what they are of.
    fn said_of(
        &mut self,
        placed: &Placed,
        (chance, uses): &(Told, Told),
        event: &Asked,
        test: &Test,
        says: Says,
    ) -> Option<Paired> {
        let share = chance.figure.value()?;
        let sought = match says {
            Says::By if is_level(&share) => Sought::Level(share),
            _ => self.sought_within(chance, uses.uses?),
        };
        let stated = if matches!(sought, Sought::Level(_)) { uses } else { chance };
        if placed.token != stated.token {
            return Some(Paired::Given);
        }
        let value = self.laws.chain(event, &sought, test)?;
        let measure = Measure::Chain(sought, event.field, test.clone());
        let own = Candidate::tried(event.mechanic, event.rule_set, measure, event.given.clone(), value);
        Some(Paired::Asked(Box::new(Candidate { full: true, left: Some(Vec::new()), is_told: true, ..own })))
    }

    /// What a row may be of: what the words around one of its figures ask for, and what was told before, under what these words
    /// give or under what it was told; the likelier first. At last what ends the counter of a mechanic whose uses it counts.
    fn of_pairs(&mut self, placed: &Placed, before: &[Bound]) -> Vec<(Asked, Test)> {
        let place = Place { is_number: false, ..placed.place.clone() };
        let own = self.candidates(&place, true);
        let mut found: Vec<(Asked, Test)> = Vec::new();
        let mut add = |of: Asked, test: Test| {
            let event = (of, test);
            if found.len() < MOST_ASKED && event.0.given.outcomes.is_empty() && !found.contains(&event) {
                found.push(event);
            }
        };
        let event = |of: &Candidate, given: &Given| {
            let (field, test) = event_of(&of.measure)?;
            let test = test.cloned().unwrap_or(Test::AtLeast(Rational::ONE));
            Some((Asked { given: given.clone(), ..of.asked(field, Stage::End) }, test))
        };
        let is_near = |bound: &&Bound| placed.token.saturating_sub(bound.placed.token) <= FAR;
        let near = before.iter().rev().take(BEFORE).take_while(is_near);
        let told: Vec<&Candidate> = near.flat_map(told).collect();
        own.iter()
            .filter(|own| own.full)
            .filter_map(|own| event(own, &own.given))
            .for_each(|(of, test)| add(of, test));
        for told in told {
            let said = self.given_in(placed.place.layers.own(), placed, told.mechanic);
            let own = own.iter().filter(|own| own.mechanic == told.mechanic).map(|own| &own.given);
            for given in own.chain([&said, &Given::default()]) {
                let mut under = told.given.clone();
                under.inputs.extend(given.inputs.clone());
                under.states.extend(given.states.clone());
                event(told, &under).into_iter().for_each(|(of, test)| add(of, test));
            }
        }
        own.iter().filter_map(|own| event(own, &own.given)).for_each(|(of, test)| add(of, test));
        let reach = self.reach(&place, true);
        for mechanic in 0..self.names.mechanics.len() {
            if !self.tells_of_uses(&place, mechanic) {
                continue;
            }
            let rule_set = self.rule_sets(&reach.labels, place.figure, mechanic).first().copied();
            let ended = self.names.counters(mechanic).iter().find_map(ended_by);
            let Some((rule_set, of)) = rule_set.zip(ended) else { continue };
            for given in self.selections(&reach, mechanic) {
                add(Asked { mechanic, rule_set, field: of.field, stage: Stage::End, given }, of.test.clone());
            }
        }
        found
    }

    /// The chances and the numbers of uses that are told in the order of those of a figure: those of its sentence, or those of one
    /// before for as many in its own.
    fn paired_row(&self, placed: &Placed) -> Option<Vec<(Told, Told)>> {
        let blocks = &self.page.outline.blocks;
        if placed.place.in_table || matches!(blocks[placed.block].kind, BlockKind::Grid(_)) {
            return None;
        }
        let own = self.told_in(placed.block, Some(placed.token))?;
        if own.len() < 2 {
            return None;
        }
        if let Some(row) = row_with(&own, placed.token) {
            return Some(row);
        }
        // All of one kind: another sentence has the others.
        let is_number = own[0].uses.is_some();
        if own.iter().any(|told| told.uses.is_some() != is_number) {
            return None;
        }
        let section = blocks[placed.block].section;
        let before = (placed.block.saturating_sub(SENTENCES)..placed.block).rev();
        let mut before = before.take_while(|other| blocks[*other].section == section);
        let others = before.find_map(|other| {
            let told = self.told_in(other, None)?;
            let of_kind = |chance: Told, uses: Told| if is_number { chance } else { uses };
            let others: Vec<Told> = match rows(&told).into_iter().next_back() {
                Some(row) => row.into_iter().map(|(chance, uses)| of_kind(chance, uses)).collect(),
                None => told,
            };
            let is_other = others.iter().all(|told| told.uses.is_some() != is_number);
            (is_other && others.len() == own.len()).then_some(others)
        })?;
        let pair = |(own, other): (Told, Told)| if is_number { (other, own) } else { (own, other) };
        let row: Vec<(Told, Told)> = own.into_iter().zip(others).map(pair).collect();
        Some(row)
    }

    /// The chances and the plain numbers of a sentence, around a token if it is a long one; `None` where they are too many.
    fn told_in(&self, block: usize, around: Option<usize>) -> Option<Vec<Told>> {
        let tokens = tokens(self.page, &self.page.outline.blocks[block].range);
        let around = around.unwrap_or(tokens.start);
        let near = tokens.start.max(around.saturating_sub(FAR))..tokens.end.min(around + FAR);
        let mut found = Vec::new();
        for token in near {
            let Some(figure) = self.page.figure_at(token) else { continue };
            // `14 floors` may seem to give a floor.
            let is_given = self.mentions.is_given(token) && !self.mentions.is_some_use(token + 1);
            let uses = match &figure.shape {
                Shape::Number(number) if number.places == 0 && !is_given => {
                    Some(number.value.to_string().parse().ok().filter(|uses| *uses > 0)?)
                }
                _ if states_chance(&figure) => None,
                _ => continue,
            };
            found.push(Told { token, figure, uses });
            if found.len() > MOST {
                return None;
            }
        }
        Some(found)
    }
}

/// Whether a share is one of those for which people say how many uses it takes, and may be less than all.
fn is_level(share: &Rational) -> bool {
    let is_step = || (share * &Rational::from(20)).is_integer() && !share.is_zero();
    (is_round(share) || is_step()) && *share < Rational::ONE && !share.is_negative()
}

/// The pairs of a sentence that one of its figures belongs to.
fn row_with(told: &[Told], token: usize) -> Option<Vec<(Told, Told)>> {
    let has = |row: &Vec<(Told, Told)>| {
        row.iter().any(|(chance, uses)| chance.token == token || uses.token == token)
    };
    let mut rows = rows(told);
    // A chance of several rows is asked of the first.
    let at = rows.iter().position(has)?;
    Some(rows.swap_remove(at))
}

/// The chances and numbers of a sentence that belong together: as many of each one after the other, or in turns; else each
/// chance with the numbers beside it.
fn rows(told: &[Told]) -> Vec<Vec<(Told, Told)>> {
    let is_number = |run: &[Told]| run[0].uses.is_some();
    let runs: Vec<&[Told]> =
        told.chunk_by(|first, second| first.uses.is_some() == second.uses.is_some()).collect();
    let pair = |first: &Told, second: &Told| match first.uses {
        Some(_) => (second.clone(), first.clone()),
        None => (first.clone(), second.clone()),
    };
    let mut found: Vec<Vec<(Told, Told)>> = Vec::new();
    if runs.len() > 3 && runs.len().is_multiple_of(2) && runs.iter().all(|run| run.len() == 1) {
        found.push(runs.chunks_exact(2).map(|both| pair(&both[0][0], &both[1][0])).collect());
    }
    for both in runs.windows(2) {
        let [first, second] = both else { continue };
        let count = first.len().min(second.len());
        if count == 1 || first.len() % count != 0 || second.len() % count != 0 {
            continue;
        }
        // `You need 277, 920 and 1840 kills, on hard 173, 575 and 1149`
        let parts = first.len().max(second.len()) / count;
        let part = |run: &[Told], at: usize| {
            if run.len() == count { 0..count } else { at * count..(at + 1) * count }
        };
        for at in 0..parts {
            let (first, second) = (&first[part(first, at)], &second[part(second, at)]);
            found.push(first.iter().zip(second).map(|(first, second)| pair(first, second)).collect());
        }
    }
    if found.is_empty() {
        // `For 90% it's 31 instead of 11`
        let chance_leads = runs.first().is_some_and(|run| !is_number(run));
        for both in runs.windows(2).filter(|both| is_number(both[1]) == chance_leads) {
            let all = both[0].iter().flat_map(|first| both[1].iter().map(move |second| (first, second)));
            let one = |(first, second): (&Told, &Told)| vec![pair(first, second)];
            found.extend(all.filter(|_| both[0].len().min(both[1].len()) == 1).map(one));
        }
    }
    found
}
