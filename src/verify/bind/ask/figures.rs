//! The figures of a page, each with the questions that it may answer and with what of its words is not understood.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::check::FieldId;
use crate::exact::Rational;
use crate::names::{Meaning, stem};
use crate::page::{Figure, Fit, Page, Shape, TokenKind, Written};
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::beside::{is_miss, is_one_that_changes, number_of};
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::place::states_chance;
use crate::verify::bind::read::places::{Group, Placed, placed};
use crate::verify::bind::read::strangers::strangers;
use crate::verify::bind::read::units::counts_percentage_points;
use crate::verify::bind::read::words::is_set_against;
use crate::verify::bind::read::{numbers, told, words};

use super::again::say_again;
use super::against::ways;
use super::bound::{Bound, fit};
use super::candidate::{Candidate, Measure};
use super::chains::Sought;
use super::follow::event_of;
use super::question::Asker;

/// On pages with more figures than this no question goes beyond the words near its figure.
pub(super) const MOST_WIDER: usize = 400;

/// The figures of a page: those that may be judged, in their order, and those of its text that no words ask about, each
/// with the number of the former before which it stands.
#[derive(Default)]
pub(crate) struct Figures {
    pub(crate) bound: Vec<Bound>,
    pub(crate) silent: Vec<(usize, Placed)>,
    /// The tokens of the percentages that only say under which number a row or column of a table stands.
    pub(crate) given: BTreeSet<usize>,
}

/// All figures of a page; the first of them where the time is up before.
pub(crate) fn figures(asker: &mut Asker<'_, '_>) -> Figures {
    let Figures { mut bound, mut silent, .. } = Figures::default();
    let (placed, given) = placed(asker.page, asker.names, asker.mentions);
    let is_short = placed.len() <= MOST_WIDER;
    for placed in placed {
        if asker.laws.is_over() {
            break;
        }
        let candidates = candidates(asker, &placed, &mut bound, is_short);
        // What no words ask for the values of a table or a list may tell.
        let is_listed = matches!(placed.groups.first(), Some(Group::List(_)));
        if !candidates.is_empty() || placed.place.in_table || is_listed {
            bound.push(one(asker, placed, candidates));
        } else if is_short {
            silent.push((bound.len(), placed));
        }
    }
    Figures { bound, silent, given }
}

/// The questions that the words of a figure ask, and what goes on from the figures before it.
fn candidates(
    asker: &mut Asker<'_, '_>,
    placed: &Placed,
    before: &mut [Bound],
    is_short: bool,
) -> Vec<Candidate> {
    if asker.mentions.is_rolled(asker.page, placed.token) {
        return Vec::new();
    }
    let mut candidates = asker.of_placed(placed);
    // What a figure is told under is no answer itself, unless it is where a state begins or ends.
    if !placed.place.in_table && asker.mentions.is_given(placed.token) {
        candidates.retain(|candidate| matches!(candidate.measure, Measure::State(..) | Measure::Rule(..)));
    }
    asker.before_arrow(placed, &mut candidates);
    let fits = |candidate: &Candidate| placed.takes(candidate);
    if let Some(last) = before.last_mut() {
        say_again(asker.page, last, placed, &mut candidates);
    }
    // What nothing near a figure gives may go on from what was said before.
    if !candidates.iter().any(fits) {
        candidates.extend(before.last().into_iter().flat_map(|last| last.again(placed)));
    }
    let is_all = ways(asker.page, placed).iter().any(|way| way.is_all());
    if is_all {
        candidates.iter_mut().for_each(|candidate| candidate.full = false);
    }
    if is_short && (is_all || !candidates.iter().any(fits)) {
        candidates.extend(asker.against(placed));
    }
    if let Some(rest) = asker.the_rest(placed, before) {
        candidates.iter_mut().for_each(|candidate| candidate.full = false);
        candidates.push(rest);
    } else if asker.is_the_rest(placed) {
        // Of what it is the rest is not known.
        candidates.iter_mut().for_each(|candidate| (candidate.full, candidate.left) = (false, None));
    }
    if !candidates.iter().any(fits) {
        candidates.extend(asker.in_parallel(placed, before).filter(fits));
    }
    let others = asker.otherwise(placed, before);
    if !others.is_empty() {
        candidates.iter_mut().for_each(|candidate| candidate.full = false);
        candidates.extend(others);
    }
    asker.over_ranges(placed, &mut candidates);
    asker.under_the_rest(placed, &mut candidates);
    candidates.extend(asker.difference(placed, before));
    asker.over_values(placed, &mut candidates);
    if !candidates.iter().any(|candidate| candidate.full && fits(candidate)) {
        asker.extreme(placed, &mut candidates);
    }
    if !candidates.iter().any(|candidate| candidate.full && fits(candidate)) {
        asker.in_order(placed, &mut candidates);
    }
    if !candidates.iter().any(|candidate| candidate.full) {
        candidates.extend(asker.at_a_count(placed));
        candidates.extend(asker.hard_pity(placed));
    }
    // What is told in a series has its own labels.
    if placed.series.is_none() {
        asker.doubt_carried(placed, before, &mut candidates);
    }
    if !candidates.iter().any(|candidate| candidate.full) {
        candidates.extend(asker.follow(placed, before));
    } else if !candidates.iter().any(fits) {
        candidates.extend(asker.follow(placed, before).into_iter().filter(fits));
    }
    if !candidates.iter().any(fits) {
        asker.doubt_idle(placed, before, &mut candidates);
    }
    if is_short && !candidates.iter().any(fits) {
        candidates.extend(asker.both(placed));
    }
    if is_short && !candidates.iter().any(fits) {
        candidates.extend(asker.waits(placed));
    }
    if is_short && !candidates.iter().any(|candidate| candidate.full || fits(candidate)) {
        candidates.extend(asker.mean_wait(placed));
    }
    if is_short && !candidates.iter().any(fits) {
        candidates.extend(asker.long_run(placed, &candidates));
    }
    if is_short && !candidates.iter().any(fits) {
        let has_full = candidates.iter().any(|candidate| candidate.full);
        candidates.extend(asker.wider(placed, has_full));
    }
    if is_short && !candidates.iter().any(fits) {
        candidates.extend(asker.among(placed));
    }
    if tells_of_a_miss(asker, placed) {
        candidates.retain(|candidate| fits(candidate) || !matches!(candidate.measure, Measure::Chance(..)));
    }
    if changes_a_state(asker, placed) {
        candidates.retain(fits);
    }
    leave_out(asker, placed, &mut candidates);
    // What an older version had is what a question gives by coincidence, unless its words name that edition.
    if placed.place.about == About::Older {
        candidates.retain(|candidate| candidate.full);
    }
    // `20% more likely` is no chance of anything.
    if is_all && placed.is_chance {
        candidates.retain(|own| matches!(own.measure, Measure::Rule(..) | Measure::Against(..)));
    }
    asker.leave_unlikely(placed, &mut candidates);
    candidates
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
            matches!(candidate.measure, Measure::Rule(..) | Measure::Drawn(..) | Measure::Against(..))
        });
    }
    // `One heart per 20.5 rooms` says how long it takes, and not how many rooms there are.
    let is_per = || matches!(page.word_before(token, 1), Some("per" | "every"));
    if place.is_number && (numbers::is_in_a_formula(page, token) || !place.in_table && is_per()) {
        candidates.retain(|candidate| fits(candidate) || !counts(&candidate.measure));
    }
    let is_one_of_many = || place.is_number && !place.in_table && numbers::is_one_of_many(page, token);
    let is_factor = || place.is_decimal_chance && numbers::is_factor(page, token);
    if let Some(other) = set_beside(page, placed) {
        candidates
            .retain(|candidate| placed.is(&candidate.value) || fit(&other, &candidate.value) == Fit::Off);
    }
    if is_one_of_many() || is_factor() || !place.in_table && adds_up(asker, placed) {
        candidates.retain(fits);
    }
}

/// The chance that another of a text is set against, or that is set against it: `goes from 10.47% to 14.80%`, `8.7%
/// instead of 3.8%`. What gives the one is not what the other is about.
fn set_beside(page: &Page, placed: &Placed) -> Option<Figure> {
    const NEAR: usize = 5;
    let chance = |token: usize| {
        let is_own = token != placed.token && !placed.place.in_table;
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
        (token + 1..token + NEAR).take_while(|other| !parts(*other)).find(|other| chance(*other).is_some());
    let before = (token.saturating_sub(NEAR)..token).rev().take_while(|other| !parts(*other));
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

/// A figure with its questions and with what of its words is not understood.
pub(in crate::verify::bind) fn one(
    asker: &Asker<'_, '_>,
    mut placed: Placed,
    candidates: Vec<Candidate>,
) -> Bound {
    placed.figure.approximate |= is_rounded_mean(&placed, &candidates);
    let (page, mentions) = (asker.page, asker.mentions);
    let (place, token) = (&placed.place, placed.token);
    let mechanics: BTreeSet<usize> = candidates.iter().map(|candidate| candidate.mechanic).collect();
    let uses = mechanics.iter().flat_map(|own| asker.uses(place, *own));
    let in_line = mechanics.iter().filter_map(|own| asker.place_in_line(place, *own));
    let since = place.since.iter().filter_map(|since| since.token);
    let counted = uses.chain(in_line).map(|(token, _)| token).chain(numbers::partner(&placed));
    let counted = counted.chain(since).collect();
    let counts_unknown = || {
        place.is_number
            && (numbers::counts_the_unknown(page, mentions, token) || numbers::is_in_a_formula(page, token))
    };
    let gives_unknown = || {
        (place.is_number || place.is_decimal_chance && !place.in_table)
            && numbers::gives_the_unknown(page, mentions, place.layers.own(), token)
    };
    // What it is a share of is understood where a question takes that as known.
    let knows = |candidate: &Candidate| candidate.full && !candidate.given.outcomes.is_empty();
    let is_part = !candidates.iter().any(knows) && told::is_told_of_a_share(page, mentions, place, token);
    // What something changes to is told under something: `rubbish goes up, to 46.3%`.
    let is_under = |candidate: &Candidate| !candidate.given.is_empty();
    let changes = !place.in_table && told::is_changed(page, token) && !candidates.iter().any(is_under);
    let strangers = is_part
        || changes
        || strangers(page, mentions, place, token, &counted)
        || counts_unknown()
        || gives_unknown();
    let is_share = is_part
        || told::are_told_together(page, mentions, place)
        || !place.in_table && told::is_told_of_one(page, mentions, place);
    let of_uses = |candidate: &Candidate| candidate.full && candidate.measure.is_of_uses();
    let tells_of_uses = place.in_table && candidates.iter().any(of_uses);
    let is_strange = |head: &Range<usize>| words::is_strange(page, mentions, head, tells_of_uses);
    let heads = placed.heads.iter().filter(|(_, head)| is_strange(head));
    let strange = heads.map(|(group, head)| (*group, head.start)).collect();
    Bound { candidates, strangers, strange, is_share, placed, alike: Vec::new() }
}

/// Whether a whole number of a table is what the mean of many uses is rounded to: `7 fights on average`, where it is 6.99.
fn is_rounded_mean(placed: &Placed, candidates: &[Candidate]) -> bool {
    let Shape::Number(Written { value, places: 0 }) = &placed.figure.shape else { return false };
    let is_mean = |candidate: &&Candidate| {
        matches!(candidate.measure, Measure::Chain(Sought::Mean | Sought::Sum(_), ..))
    };
    let mut means = candidates.iter().filter(is_mean);
    placed.place.in_table && means.any(|mean| (&mean.value - value).abs() <= Rational::new(1, 2))
}
