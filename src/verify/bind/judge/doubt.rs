//! Figures in doubt: their words name an outcome of a mechanic that the page tells of rightly, and no question that
//! these words allow gives them.
//!
//! How much of a page is understood is seen from its other figures: where nearly all that stand like this one are
//! right, one that is not is worth a look. That is less than an error, for which the reading itself is confirmed.

use std::collections::{BTreeMap, BTreeSet};

use super::lines::{Rows, is_stated_beside};
use super::near::{is_slip, off};
use super::votes::Votes;
use super::{Judged, is_right};
use crate::exact::Rational;
use crate::page::{Shape, Word};
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure};
use crate::verify::bind::read::places::Group;

/// Puts the figures in doubt of which nothing else is known.
///
/// Where somebody said which mechanic a page is about, what its words ask in full is in doubt however little else stands
/// there.
pub(crate) fn doubt<'a>(
    bound: &'a [Bound],
    judged: &mut [Option<Judged<'a>>],
    rows: &Rows,
    is_asked: bool,
    sure: &BTreeSet<usize>,
) {
    let page = of_page(bound, judged);
    // The figures of the text by their tokens, and whether they are right.
    let mut text: Vec<(usize, bool)> = Vec::new();
    // How many figures of a row or column are right, and how many there are.
    let mut lines: BTreeMap<Group, (usize, usize)> = BTreeMap::new();
    let all = bound.iter().zip(judged.iter()).filter(|(bound, judged)| counts(bound) && !is_tried(judged));
    for (bound, judged) in all {
        let right = is_right(judged);
        if !bound.placed.place.in_table {
            text.push((bound.placed.token, right));
            continue;
        }
        for group in bound.placed.groups.iter().take(2) {
            let (of_line, all) = lines.entry(*group).or_default();
            (*of_line, *all) = (*of_line + usize::from(right), *all + 1);
        }
    }
    text.sort_unstable();
    for (at, own) in bound.iter().enumerate().filter(|(_, bound)| counts(bound)) {
        let is_open = own.placed.place.is_decimal_chance && own.is_doubtful();
        // A row or column of which hardly anything is right is about something else.
        let is_other = |group: &Group| lines.get(group).is_some_and(|(right, all)| right * 2 + 1 < *all);
        let is_apart = own.placed.place.in_table && own.placed.groups.iter().any(is_other);
        if judged[at].is_some() || own.is_share || is_open || is_apart {
            continue;
        }
        let around = Around::of(&text, own.placed.token);
        // What few figures of a text say, they say of no table.
        let is_few = is_asked || !own.placed.place.in_table && around.are_few_and_right();
        let told = own.candidates.iter().filter(|candidate| is_few || sure.contains(&candidate.mechanic));
        let Some((told, has_full)) = plausible(own, told.collect(), rows) else { continue };
        let others = page.without(false, own.is_precise());
        let is_clear = has_full || !own.is_doubtful();
        let is_told = others.are_nearly_all() && is_clear && !is_about_the_unknown(own);
        let in_text = !own.placed.place.in_table && has_full && around.are_mostly_right();
        let is_plain = !own.is_doubtful() && !own.placed.place.has_unknown;
        let is_asked_for = is_few && has_full && is_plain;
        let exchanged = told.iter().find(|candidate| own.placed.figure.exchanges(&candidate.value));
        let slips = |candidate: &&Candidate| candidate.full && own.placed.figure.slips(&candidate.value);
        let slipped = || own.is_precise() && !own.is_doubtful() && told.iter().any(slips);
        if is_told || in_text || is_asked_for || exchanged.is_some() || slipped() {
            judged[at] = exchanged.copied().or_else(|| nearest(own, &told)).map(Judged::Doubt);
        }
    }
}

/// Puts the plain numbers in doubt whose words say what kind of number they are, where no question gives them and one comes
/// near.
pub(super) fn doubt_numbers<'a>(
    bound: &'a [Bound],
    judged: &mut [Option<Judged<'a>>],
    sure: &BTreeSet<usize>,
) {
    for (bound, judged) in bound.iter().zip(judged).filter(|(bound, _)| !bound.placed.is_chance) {
        // `Exactly one piece of gear`: that is said of much.
        let is_one = matches!(bound.placed.figure.shape, Shape::Word(Word::Count(1)));
        if judged.is_some() || bound.is_doubtful() || bound.placed.place.in_table || is_one {
            continue;
        }
        let told = bound.candidates.iter().filter(|candidate| candidate.is_told && candidate.full);
        let told: Vec<&Candidate> = told.filter(|candidate| sure.contains(&candidate.mechanic)).collect();
        let near = nearest(bound, &told).filter(|own| is_within(bound, own, &Rational::new(1, 2)));
        *judged = near.map(Judged::Doubt);
    }
}

/// Those of some questions that a figure in doubt may have been meant to answer, and whether one of all that it may ask uses
/// all of its words. `None` where the figure beside it says what one of them gives.
fn plausible<'a>(own: &Bound, told: Vec<&'a Candidate>, rows: &Rows) -> Option<(Vec<&'a Candidate>, bool)> {
    let mut told: Vec<&Candidate> = told.into_iter().filter(|candidate| !candidate.is_apart()).collect();
    let in_table = own.placed.place.in_table;
    if in_table {
        let is_beside = |candidate: &&Candidate| is_stated_beside(own, candidate, rows);
        let has_full = told.iter().any(|candidate| candidate.full);
        return (own.placed.narrow.is_none() || !told.iter().any(is_beside)).then_some((told, has_full));
    }
    // What cannot be, or must be, is not what a figure in doubt was meant to say.
    told.retain(|candidate| candidate.is_open());
    let has_full = told.iter().any(|candidate| candidate.full);
    // What was typed wrong stands near what was meant, and nearer where that leaves out some of the words.
    let [most, most_of_part] = [Rational::new(7, 10), Rational::new(2, 5)];
    told.retain(|candidate| is_within(own, candidate, if candidate.full { &most } else { &most_of_part }));
    Some((told, has_full))
}

/// The question that the words of a figure of which nothing is known come nearest to; `None` where they ask none in full.
pub(crate) fn likeliest(own: &Bound) -> Option<&Candidate> {
    let (is_plain, in_table) = (!own.placed.is_chance, own.placed.place.in_table);
    if own.is_share || is_plain && in_table || (is_plain || in_table) && own.is_doubtful() {
        return None;
    }
    let most = if is_plain { Rational::new(1, 2) } else { Rational::new(7, 10) };
    let asks = |candidate: &&Candidate| {
        let is_told = candidate.is_told || !is_plain;
        let stands_in_text =
            matches!(candidate.measure, Measure::Rule(..) | Measure::Either(..) | Measure::Drawn(..));
        candidate.full
            && is_told
            && !stands_in_text
            && candidate.is_open()
            && is_within(own, candidate, &most)
    };
    nearest(own, &own.candidates.iter().filter(asks).collect::<Vec<_>>())
}

/// Whether an answer is off by so large a part of a figure at most, or a slip of the hand away.
fn is_within(bound: &Bound, candidate: &Candidate, most: &Rational) -> bool {
    let figure = &bound.placed.figure;
    let is_near = |value: Rational| off(&value, &candidate.value) <= *most;
    is_slip(figure, &candidate.value) || figure.value().is_some_and(is_near)
}

/// How many of the figures of a page that may be in doubt are right.
pub(super) fn of_page(bound: &[Bound], judged: &[Option<Judged<'_>>]) -> Votes {
    let mut page = Votes::default();
    let all = bound.iter().zip(judged).filter(|(bound, judged)| counts(bound) && !is_tried(judged));
    for (bound, judged) in all {
        page.take(is_right(judged), bound.is_precise());
    }
    page
}

/// Whether a figure is right by a question about many uses, or about a part of them, that was only tried: that says nothing
/// of how much of a page is understood.
fn is_tried(judged: &Option<Judged<'_>>) -> bool {
    let Some(Judged::Right(candidate, _)) = judged else { return false };
    !candidate.full && (candidate.measure.is_of_uses() || !candidate.given.outcomes.is_empty())
}

/// Whether a figure is one of those of which so much is known that they may be in doubt. Half, never and certain are
/// said of much.
pub(super) fn counts(bound: &Bound) -> bool {
    let figure = &bound.placed.figure;
    let is_word = matches!(figure.shape, Shape::Word(_));
    let value = figure.value().filter(|value| !value.is_zero() && *value != Rational::ONE);
    bound.placed.is_chance && !bound.placed.is_over() && !is_word && value.is_some()
}

/// The figures around one, and how many of them are right.
pub(super) struct Around {
    all: usize,
    right: usize,
}

impl Around {
    /// Those nearest to a token, of some by their tokens and whether they are right, in the order of these.
    pub(super) fn of(text: &[(usize, bool)], token: usize) -> Around {
        const NEAREST: usize = 8;
        let at = text.partition_point(|(other, _)| *other < token);
        let around = &text[at.saturating_sub(NEAREST)..text.len().min(at + NEAREST + 1)];
        let mut near: Vec<(usize, bool)> = around
            .iter()
            .filter(|(other, _)| *other != token)
            .map(|(other, right)| (other.abs_diff(token), *right))
            .collect();
        near.sort_unstable();
        near.truncate(NEAREST);
        Around { all: near.len(), right: near.iter().filter(|(_, right)| *right).count() }
    }

    /// Whether there are some, and nothing is wrong with them.
    pub(super) fn are_all_right(&self) -> bool {
        const FEWEST: usize = 5;
        self.all >= FEWEST && self.right == self.all
    }

    /// Whether what is written there is understood.
    fn are_mostly_right(&self) -> bool {
        const FEWEST: usize = 5;
        self.all >= FEWEST && self.right * 5 >= self.all * 4
    }

    /// Whether there are hardly any, and nothing is wrong with them.
    fn are_few_and_right(&self) -> bool {
        (2..5).contains(&self.all) && self.right == self.all
    }
}

/// Whether no question uses all that the figure's own words name, and these hold one that nobody knows: it may be
/// what the figure is about.
fn is_about_the_unknown(bound: &Bound) -> bool {
    bound.placed.place.has_unknown && !bound.candidates.iter().any(|candidate| candidate.full)
}

/// The question that is likeliest meant: one that uses all that the figure's own words name, else the nearest.
pub(super) fn nearest<'a>(bound: &Bound, told: &[&'a Candidate]) -> Option<&'a Candidate> {
    let value = bound.placed.figure.value()?;
    let plausible = told.iter().filter(|candidate| !candidate.value.is_zero());
    plausible.min_by_key(|candidate| (!candidate.full, (&candidate.value - &value).abs())).copied()
}
