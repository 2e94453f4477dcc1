//! The questions that a figure may answer, asked in an order: what its words say, what goes on from the figures before it,
//! and only then what asks for more than they say.

use std::collections::BTreeSet;

use crate::check::FieldId;
use crate::names::{Meaning, stem};
use crate::page::{Figure, Fit, Page, Shape, TokenKind};
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::beside::{is_miss, is_one_that_changes, number_of};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::numbers;
use crate::verify::bind::read::place::states_chance;
use crate::verify::bind::read::places::Placed;
use crate::verify::bind::read::units::counts_percentage_points;
use crate::verify::bind::read::words::is_set_against;

use super::again::say_again;
use super::against::ways;
use super::arrows::behind_arrow;
use super::bound::{Bound, fit};
use super::candidate::{Candidate, Measure};
use super::chains::Sought;
use super::follow::event_of;
use super::laws::Stage;
use super::question::Asker;

/// A chance that another is set against stands at most so many tokens from it.
const BESIDE: usize = 5;

/// The questions that a figure may answer, those behind `before`; the figure before it may learn from it. On a short page
/// more is tried.
pub(super) fn candidates(
    asker: &mut Asker<'_, '_>,
    placed: &Placed,
    before: &mut [Bound],
    is_short: bool,
) -> Vec<Candidate> {
    if asker.mentions.is_rolled(asker.page, placed.token) {
        return Vec::new();
    }
    let is_all = ways(asker.page, placed).iter().any(|way| way.is_all());
    let mut asked = Asked { placed, is_short, is_all, is_sure: false, candidates: asker.of_placed(placed) };
    asked.tell(asker, before);
    asked.compare(asker, before);
    asked.vary(asker, before);
    asked.go_on(asker, before);
    if is_short && !asked.is_sure {
        asked.widen(asker);
    }
    asked.leave(asker);
    asked.candidates
}

/// What has been asked of a figure so far.
struct Asked<'f> {
    placed: &'f Placed,
    /// Whether the page has few figures, so that more may be tried.
    is_short: bool,
    /// Whether it tells of what something is altogether: `20% more likely`.
    is_all: bool,
    /// Whether the figures beside it say what it is asked.
    is_sure: bool,
    candidates: Vec<Candidate>,
}

impl Asked<'_> {
    /// Whether some question gives the figure.
    fn fits(&self) -> bool {
        self.candidates.iter().any(|candidate| self.placed.takes(candidate))
    }

    /// Whether some question uses all that the words name.
    fn has_full(&self) -> bool {
        self.candidates.iter().any(|candidate| candidate.full)
    }

    /// Whether one that does gives the figure.
    fn has_answer(&self) -> bool {
        self.candidates.iter().any(|candidate| candidate.full && self.placed.takes(candidate))
    }

    /// What was asked so far is not all that the words name.
    fn leave_open(&mut self) {
        self.candidates.iter_mut().for_each(|candidate| candidate.full = false);
    }

    /// What its own words say, with what the figure right before it was told of.
    fn tell(&mut self, asker: &mut Asker<'_, '_>, before: &mut [Bound]) {
        let placed = self.placed;
        // What a figure is told under is no answer itself, unless it is where a state begins or ends.
        if !placed.place.in_table && asker.mentions.is_given(placed.token) {
            self.candidates.retain(|own| own.is_of_rules() || matches!(own.measure, Measure::State(..)));
        }
        asker.before_arrow(placed, &mut self.candidates);
        if let Some(last) = before.last_mut() {
            say_again(asker.page, last, placed, &mut self.candidates);
            behind_arrow(asker.page, &last.placed, placed, &mut self.candidates);
        }
        // What nothing near a figure gives may go on from what was said before.
        if !self.fits() {
            self.candidates.extend(before.last().into_iter().flat_map(|last| last.again(placed)));
        }
    }

    /// What it is set against, what it is the rest of, and what is told like it.
    fn compare(&mut self, asker: &mut Asker<'_, '_>, before: &[Bound]) {
        let placed = self.placed;
        if self.is_all {
            self.leave_open();
        }
        if self.is_short && (self.is_all || !self.fits()) {
            self.candidates.extend(asker.against(placed));
        }
        if !placed.place.in_table && !self.fits() {
            self.candidates.extend(asker.of_told(placed, before));
        }
        if let Some(rest) = asker.the_rest(placed, before) {
            self.leave_open();
            self.candidates.push(rest);
        } else if asker.is_the_rest(placed) {
            // Of what it is the rest is not known.
            self.candidates.iter_mut().for_each(|own| (own.full, own.left) = (false, None));
        }
        let others = asker.otherwise(placed, before);
        if !others.is_empty() {
            self.leave_open();
            self.candidates.extend(others);
        }
    }

    /// The same questions over the values of what is given, at their ends, in an order, at a count.
    fn vary(&mut self, asker: &mut Asker<'_, '_>, before: &[Bound]) {
        let placed = self.placed;
        asker.over_ranges(placed, &mut self.candidates);
        asker.unmoved(placed, &mut self.candidates);
        asker.under_the_rest(placed, &mut self.candidates);
        self.candidates.extend(asker.difference(placed, before));
        asker.over_values(placed, &mut self.candidates);
        if !self.has_answer() {
            asker.extreme(placed, &mut self.candidates);
        }
        if !self.has_full() {
            self.candidates.extend(asker.at_a_count(placed));
            self.candidates.extend(asker.hard_pity(placed));
        }
    }

    /// What it goes on with, where its own words do not say it.
    fn go_on(&mut self, asker: &mut Asker<'_, '_>, before: &[Bound]) {
        let placed = self.placed;
        // What is told in a series has its own labels.
        if placed.series.is_none() {
            asker.doubt_carried(placed, before, &mut self.candidates);
        }
        if !self.has_full() {
            self.candidates.extend(asker.follow(placed, before));
        } else if !self.fits() {
            self.candidates.extend(asker.follow(placed, before).into_iter().filter(|own| placed.takes(own)));
        }
        self.is_sure = asker.in_row(placed, before, &mut self.candidates);
        if self.is_sure {
            return;
        }
        if !self.fits() {
            asker.doubt_idle(placed, before, &mut self.candidates);
        }
    }

    /// What asks for more than its words say, until something gives the figure.
    fn widen(&mut self, asker: &mut Asker<'_, '_>) {
        let placed = self.placed;
        if !self.fits() {
            self.candidates.extend(asker.both(placed));
        }
        if !self.fits() {
            self.candidates.extend(asker.waits(placed));
        }
        if !self.has_full() && !self.fits() {
            self.candidates.extend(asker.mean_wait(placed));
        }
        if !self.fits() {
            self.candidates.extend(asker.long_run(placed, &self.candidates));
        }
        if !self.fits() {
            self.candidates.extend(asker.possible(placed, &self.candidates));
        }
        if !self.fits() {
            let has_full = self.has_full();
            self.candidates.extend(asker.wider(placed, has_full));
        }
        if !self.fits() {
            self.candidates.extend(asker.among(placed));
        }
    }

    /// Takes away what it is not about, though its words seem to ask it.
    fn leave(&mut self, asker: &mut Asker<'_, '_>) {
        let placed = self.placed;
        let fits = |candidate: &Candidate| placed.takes(candidate);
        if !placed.place.in_table && has_a_condition_in_brackets(asker.page, placed.token) {
            self.leave_open();
        }
        if tells_of_a_miss(asker, placed) {
            self.candidates.retain(|own| fits(own) || !matches!(own.measure, Measure::Chance(..)));
        }
        if changes_a_state(asker, placed) {
            self.candidates.retain(fits);
        }
        // `13.97% becomes 9.36%` tells of no part of what is there.
        let becomes =
            matches!(asker.page.word_before(placed.token, 1), Some("becomes" | "become" | "became"));
        if becomes && placed.token > 1 && asker.page.has_chance_at(placed.token - 2) {
            self.candidates.retain(|own| fits(own) || !matches!(own.measure, Measure::Share(..)));
        }
        // `At worst 160` is no mean.
        let is_an_end = matches!(asker.page.word_before(placed.token, 1), Some("worst" | "best" | "latest"))
            && asker.page.word_before(placed.token, 2) == Some("at");
        if placed.place.is_number && is_an_end {
            self.candidates
                .retain(|own| fits(own) || !matches!(own.measure, Measure::Chain(Sought::Mean, ..)));
        }
        // `Each card is rare with 30%` says nothing of how many of a reward are.
        let counts = |own: &Candidate| {
            matches!(&own.measure, Measure::Chance(_, test, _) if test.is_of_number())
                && asker.tells_of_each_part(&placed.place, own.mechanic)
        };
        if placed.is_chance && self.candidates.iter().all(|own| counts(own) && !fits(own)) {
            self.candidates.clear();
        }
        // Of `a foil or a legendary` the one alone is not asked.
        if asker.names_either(placed) {
            self.leave_open();
        }
        // `A base chance of 15%`
        const FIRST: [&str; 14] = [
            "base", "before", "roll", "rolls", "rolled", "initial", "initially", "first", "original",
            "originally", "replaced", "replacement", "replacements", "band",
        ];
        if asker.has(placed.place.layers.upto(Layer::Title), &FIRST) {
            let is_first = |own: &&mut Candidate| matches!(own.measure, Measure::Chance(_, _, Stage::First));
            self.candidates.iter_mut().filter(is_first).for_each(|own| own.is_told = true);
        }
        // `Average number of gems: 0.5` says nothing of how many have one.
        if asker.tells_of_a_mean(placed) {
            let counts =
                |own: &Candidate| matches!(&own.measure, Measure::Chance(_, test, _) if test.is_of_number());
            self.candidates.retain(|own| fits(own) || !counts(own));
        }
        // `Mean | 1.2` under so many rares is no chance.
        let is_mean = |own: &Candidate| own.full && matches!(own.measure, Measure::Mean(_));
        let is_plain = matches!(placed.figure.shape, Shape::Number(_));
        if is_plain && placed.place.in_table && self.candidates.iter().any(is_mean) {
            self.candidates.retain(|own| {
                event_of(&own.measure).is_none_or(|(_, test)| test.is_none()) || own.measure.is_of_uses()
            });
        }
        leave_out(asker, placed, &mut self.candidates);
        // What an older version had is what a question gives by coincidence, unless its words name that edition.
        if placed.place.about == About::Older {
            self.candidates.retain(|candidate| candidate.full);
        }
        // `20% more likely` is no chance of anything.
        if self.is_all && placed.is_chance {
            self.candidates.retain(|own| own.is_of_rules() || matches!(own.measure, Measure::Against(..)));
        }
        asker.leave_unlikely(placed, &mut self.candidates);
    }
}

/// Whether brackets behind a figure say under what it holds: `12% on floor 12 (if it isn't a mimic)`.
fn has_a_condition_in_brackets(page: &Page, figure: usize) -> bool {
    const FAR: usize = 6;
    const NEAR: usize = 4;
    let ends = |token: &usize| {
        matches!(
            page.tokens.list.get(*token).map(|token| token.kind),
            Some(TokenKind::Symbol('.' | ',' | ';'))
        ) || page.has_chance_at(*token)
    };
    let opens = |token: &usize| {
        matches!(page.tokens.list.get(*token).map(|token| token.kind), Some(TokenKind::Symbol('(')))
    };
    let open = (figure + 1..figure + FAR).take_while(|token| !ends(token)).find(opens);
    open.is_some_and(|open| {
        let is_condition = |token: usize| {
            matches!(page.word_at(token), Some("if" | "unless" | "when" | "provided" | "assuming" | "given"))
        };
        (open + 1..open + NEAR).any(is_condition)
    })
}

/// Whether the clause of a figure tells of a use that gave nothing, where no outcome is called so and no state counts it:
/// `and a failure has 55%`.
fn tells_of_a_miss(asker: &Asker<'_, '_>, placed: &Placed) -> bool {
    let place = &placed.place;
    let is_event = |token: usize| {
        let article = asker.page.word_before(token, 1);
        let is_miss = || asker.page.word_at(token).is_some_and(|word| is_miss(&stem(word)));
        matches!(article, Some("a" | "an" | "another"))
            && is_miss()
            && !asker.mentions.has_outcome(&(token..token + 1))
    };
    !place.in_table && place.tokens(Layer::Own).any(is_event)
}

/// Whether the clause of a figure tells what becomes of a state, and names no outcome that does: `takes a level away in 15%`,
/// `63% to drop a level`.
fn changes_a_state(asker: &Asker<'_, '_>, placed: &Placed) -> bool {
    const NEAR: usize = 6;
    let (page, token) = (asker.page, placed.token);
    let goes_on = |token: &usize| page.word_at(*token).is_some();
    let behind = (token + 1..token + NEAR).take_while(goes_on).count();
    let event = (page.word_at(token + 1) == Some("to")).then_some(token + 1..token + 1 + behind);
    let own = placed.place.layers.own().iter().cloned().chain(event);
    own.filter(|_| !placed.place.in_table).any(|range| {
        let mut all = asker.mentions.within(&range).map(|mention| asker.mentions.get(mention));
        !asker.mentions.has_outcome(&range)
            && all.any(|mention| mention.is_state() && is_one_that_changes(page, mention))
    })
}

/// Takes away the questions that a figure is not about, though its words seem to ask them.
fn leave_out(asker: &Asker<'_, '_>, placed: &Placed, candidates: &mut Vec<Candidate>) {
    let fits = |candidate: &Candidate| placed.is(&candidate.value);
    let (page, place, token) = (asker.page, &placed.place, placed.token);
    // `8 dead ends` are no rooms, whatever a floor has 8 of.
    let counted = counted(asker, placed);
    let is_of = |candidate: &Candidate| match event_of(&candidate.measure) {
        Some((field, _)) => counted.contains(&(candidate.mechanic, field)),
        None => false,
    };
    let counts =
        |measure: &Measure| matches!(measure, Measure::Mean(_) | Measure::Least(_) | Measure::Most(_));
    if candidates.iter().any(is_of) {
        candidates.retain(|candidate| is_of(candidate) || !counts(&candidate.measure));
    }
    // `multiplies the roll by 0.9`: no number of something is off from that.
    // `4 percentage points` are by how much something changes.
    if counts_percentage_points(page, token) {
        candidates.retain(|candidate| {
            candidate.is_of_rules() || matches!(candidate.measure, Measure::Drawn(..) | Measure::Against(..))
        });
    }
    // `One heart per 20.5 rooms` says how long it takes, and not how many rooms there are.
    let is_per = || matches!(page.word_before(token, 1), Some("per" | "every"));
    if place.is_number && (numbers::is_in_a_formula(page, token) || !place.in_table && is_per()) {
        candidates.retain(|candidate| fits(candidate) || !counts(&candidate.measure));
    }
    let is_one_of_many = || place.is_number && !place.in_table && numbers::is_one_of_many(page, token);
    let is_factor = || place.is_decimal_chance && numbers::is_factor(page, token);
    if set_beside(page, placed).is_some() {
        let said = place.tokens(Layer::Own).chain(place.tokens(Layer::Before));
        let said = said.chain(token + 1..token + BESIDE);
        let others = said.filter(|other| *other != token).filter_map(|other| page.figure_at(other));
        let others: Vec<Figure> = others.filter(states_chance).collect();
        let is_anothers =
            |candidate: &Candidate| others.iter().any(|other| fit(other, &candidate.value) != Fit::Off);
        // Neither is anything else under what gives that one.
        let under = |own: &Candidate| (own.mechanic, own.given.clone());
        let at_the_end = |own: &&Candidate| !matches!(own.measure, Measure::Chance(_, _, Stage::First));
        let anothers = candidates.iter().filter(at_the_end).filter(|own| is_anothers(own));
        let anothers: BTreeSet<_> = anothers.map(under).collect();
        candidates.retain(|own| fits(own) || !is_anothers(own) && !anothers.contains(&under(own)));
    }
    let is_multiplied = || !place.in_table && numbers::is_in_a_product(page, token);
    if is_one_of_many() || is_factor() || is_multiplied() || !place.in_table && adds_up(asker, placed) {
        candidates.retain(fits);
    }
}

/// The chance that another of a text or a cell is set against, or that is set against it: `goes from 10.47% to 14.80%`,
/// `8.7% instead of 3.8%`. What gives the one is not what the other is about.
fn set_beside(page: &Page, placed: &Placed) -> Option<Figure> {
    let chance = |token: usize| {
        let is_beside = || !placed.place.in_table || page.cell_of(token) == page.cell_of(placed.token);
        let is_own = token != placed.token && is_beside();
        page.figure_at(token).filter(|other| is_own && states_chance(other))
    };
    let parts = |token: usize| {
        matches!(
            page.tokens.list.get(token).map(|token| token.kind),
            Some(TokenKind::Symbol('.' | ';' | '('))
        )
    };
    let token = placed.token;
    let behind =
        (token + 1..token + BESIDE).take_while(|other| !parts(*other)).find(|other| chance(*other).is_some());
    let before = (token.saturating_sub(BESIDE)..token).rev().take_while(|other| !parts(*other));
    let before = before.into_iter().find(|other| chance(*other).is_some());
    let behind = behind.filter(|other| {
        let is_from = page.word_before(token, 1) == Some("from") && page.word_before(*other, 1) == Some("to");
        is_from || is_set_against(page, *other)
    });
    let before = before.filter(|other| {
        let is_from = page.word_before(*other, 1) == Some("from") && page.word_before(token, 1) == Some("to");
        is_from || is_set_against(page, token)
    });
    behind.or(before).and_then(chance)
}

/// Whether the clause of a figure adds up what was told before: `so all in all 35% leave you worse off`.
fn adds_up(asker: &Asker<'_, '_>, placed: &Placed) -> bool {
    const WORDS: [&str; 4] = ["so", "all", "in", "all"];
    let mut before = placed.place.layers.upto(Layer::Before).flat_map(Clone::clone);
    let says =
        |first: usize| (first..).zip(WORDS).all(|(token, word)| asker.page.word_at(token) == Some(word));
    before.any(|token| token < placed.token && says(token))
}

/// The outcomes of which a plain number in a text says how many there are: `8 dead ends`.
fn counted(asker: &Asker<'_, '_>, placed: &Placed) -> BTreeSet<(usize, FieldId)> {
    let place = &placed.place;
    let own = place.layers.own().iter().filter(|_| place.is_number && !place.in_table);
    let mut found = BTreeSet::new();
    for range in own.filter(|range| range.contains(&placed.token)) {
        for mention in asker.mentions.within(range).map(|mention| asker.mentions.get(mention)) {
            let number = number_of(asker.page, mention, range);
            if number.is_some_and(|(token, _)| token == placed.token) {
                found.extend(mention.named.iter().filter_map(|named| match named.meaning {
                    Meaning::Field(field) => Some((named.mechanic, field)),
                    _ => None,
                }));
            }
        }
    }
    found
}
