//! Figures in doubt that stand near an answer: a slip of the hand away from it, or not far off.
//!
//! What was typed wrong stands near what was meant; what is about something else stands anywhere. So a figure which
//! no question gives is worth a look where an answer is near. How near, and how much of the page has to be right for
//! that, was chosen by counts over pages: docs/pages.md.

use std::collections::BTreeSet;

use super::doubt::{Around, counts, of_page};
use super::votes::Votes;
use super::{Judged, is_right};
use crate::exact::Rational;
use crate::page::{Figure, Shape};
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure};

/// So many figures before and after one may say the same again.
const BESIDE: usize = 12;

/// Puts the figures in doubt of which nothing else is known and that stand near an answer.
pub(super) fn doubt_near<'a>(bound: &'a [Bound], judged: &mut [Option<Judged<'a>>], sure: &BTreeSet<usize>) {
    let page = of_page(bound, judged);
    let all = bound.iter().zip(judged.iter());
    let mut all: Vec<(usize, bool)> =
        all.map(|(bound, judged)| (bound.placed.token, is_right(judged))).collect();
    all.sort_unstable();
    for (at, judged) in judged.iter_mut().enumerate().filter(|(_, judged)| judged.is_none()) {
        let beside = &bound[at.saturating_sub(BESIDE)..bound.len().min(at + BESIDE)];
        let bound = &bound[at];
        let Some(value) = bound.placed.figure.value() else { continue };
        let likely = bound
            .candidates
            .iter()
            .filter(|candidate| sure.contains(&candidate.mechanic) && candidate.is_open());
        let near = Near { bound, value, likely: likely.collect() };
        let around = Around::of(&all, bound.placed.token);
        let found = if !bound.placed.is_chance {
            near.number()
        } else if bound.placed.is_over() {
            near.moved()
        } else if !counts(bound) {
            None
        } else if bound.placed.place.in_table {
            near.cell(&around)
        } else {
            near.chance(page.without(false, bound.is_precise()))
        };
        let among_right = || near.among_right(beside).filter(|_| around.are_all_right());
        *judged = found.or_else(among_right).map(Judged::Doubt);
    }
}

/// How far two numbers are apart, as a part of the larger of the two.
pub(super) fn off(one: &Rational, other: &Rational) -> Rational {
    (one - other).abs().checked_div(&one.abs().max(other.abs())).unwrap_or_default()
}

/// Whether a slip of the hand makes a number of a figure: two digits exchanged or turned round, the point elsewhere, one digit
/// of three or more another.
pub(super) fn is_slip(figure: &Figure, value: &Rational) -> bool {
    const LONG: usize = 3;
    let is_long = figure.digits() >= LONG && figure.slips(value);
    is_long || figure.exchanges(value) || figure.turns_round(value) || figure.moves_point(value)
}

/// A figure and the answers that stand near it.
struct Near<'a> {
    bound: &'a Bound,
    value: Rational,
    likely: Vec<&'a Candidate>,
}

impl<'a> Near<'a> {
    /// How far an answer is off, as a part of the larger of the two.
    fn off(&self, candidate: &Candidate) -> Rational {
        off(&self.value, &candidate.value)
    }

    /// The nearest of some answers, and how far it is off.
    fn nearest(&self, of: impl Fn(&Candidate) -> bool) -> Option<(Rational, &'a Candidate)> {
        let likely = self.likely.iter().filter(|candidate| of(candidate));
        let distant = likely.map(|candidate| (self.off(candidate), *candidate));
        distant.min_by(|(one, _), (other, _)| one.cmp(other))
    }

    /// The answer that a slip makes another number, off by so much at most; by hardly anything where it is a rule, and some
    /// words are left out.
    fn slip(&self, most: &Rational) -> Option<&'a Candidate> {
        let slips = |candidate: &&&Candidate| {
            let off = self.off(candidate);
            let is_rule = candidate.is_of_rules() && !candidate.full;
            self.bound.placed.figure.slips(&candidate.value)
                && off <= *most
                && (!is_rule || off <= Rational::new(1, 10))
        };
        self.likely.iter().find(slips).copied()
    }

    /// The answer whose digits these are, with the point elsewhere: of three digits, or told in full by the words.
    fn moved(&self) -> Option<&'a Candidate> {
        const PRECISE: usize = 3;
        let is_precise = self.bound.placed.figure.digits() >= PRECISE;
        let is_told = |candidate: &Candidate| candidate.full && !self.bound.is_doubtful();
        let moves = |candidate: &&&Candidate| self.bound.placed.figure.moves_point(&candidate.value);
        self.likely.iter().filter(|candidate| is_precise || is_told(candidate)).find(moves).copied()
    }

    /// A plain number whose words say what kind of number it is, and that is not far off.
    fn number(&self) -> Option<&'a Candidate> {
        // `7 sorts of seeds`: a whole number may count what nobody knows.
        let is_whole = self.value.is_integer();
        if self.bound.placed.place.in_table || is_whole && self.bound.is_doubtful() {
            return None;
        }
        let (off, nearest) = self.nearest(|candidate| candidate.is_told)?;
        (off <= Rational::new(1, 4)).then_some(nearest)
    }

    /// The answer to a question that uses all its words, off by two fifths at most: where all that stands around is right,
    /// so much is not told of something else. In a text all words have to be known.
    fn among_right(&self, around: &[Bound]) -> Option<&'a Candidate> {
        let placed = &self.bound.placed;
        let is_known = placed.place.in_table || !self.bound.is_doubtful() && !self.bound.is_share;
        // `Half of them`: that is said of much.
        let is_word = matches!(placed.figure.shape, Shape::Word(_)) && self.value < Rational::ONE;
        let is_told = if placed.is_chance { counts(self.bound) } else { !is_word };
        if placed.is_over() || !is_known || !is_told {
            return None;
        }
        let (off, full) = self.nearest(|candidate| candidate.full)?;
        // `389/560, 0.6946`: the decimal says again what the fraction says.
        let is_again = |other: &Bound| {
            let is_beside =
                other.placed.token != placed.token && other.placed.groups.get(1) == placed.groups.get(1);
            is_beside && other.placed.figure.value().is_some_and(|value| placed.is(&value))
        };
        (off <= Rational::new(2, 5) && !around.iter().any(is_again)).then_some(full)
    }

    /// A cell of a table that is hardly off, or not far where its digits say little or all that stands around it is right.
    fn cell(&self, around: &Around) -> Option<&'a Candidate> {
        const FEW_DIGITS: usize = 2;
        // A chance in the text of a mechanic is a part of what a cell says.
        let (off, nearest) = self.nearest(|candidate| !matches!(candidate.measure, Measure::Drawn(..)))?;
        let is_rough = self.bound.placed.figure.digits() <= FEW_DIGITS;
        let most = match (around.are_all_right(), is_rough) {
            // Of what all its words ask a cell that is no error is about something else.
            _ if nearest.full => Rational::new(1, 10),
            (true, _) => Rational::new(2, 5),
            (false, true) => Rational::new(1, 3),
            (false, false) => Rational::new(1, 10),
        };
        (off <= most).then_some(nearest)
    }

    /// A chance in a text, on a page of which so much else is right.
    fn chance(&self, others: Votes) -> Option<&'a Candidate> {
        const PRECISE: usize = 3;
        const FEW: usize = 2;
        let digits = self.bound.placed.figure.digits();
        if digits >= PRECISE
            && let Some(slip) = self.slip(&Rational::ONE)
        {
            return Some(slip);
        }
        if let Some(moved) = self.moved().filter(|_| digits >= PRECISE) {
            return Some(moved);
        }
        // Two digits are a slip away from many numbers. One, and one in so many, are from few.
        let slip = self.slip(&Rational::new(3, 8));
        if slip.is_some() && (digits < FEW || others.are_at_least(2, 3)) {
            return slip;
        }
        // `A carp sells for 30, give or take 15%`: what holds something unknown may be about anything.
        let is_clear = !self.bound.is_doubtful() && !self.bound.is_share;
        if !others.are_at_least(5, 9) || !is_clear {
            return None;
        }
        // What is hardly off may be rounded in another way.
        let [least, most] = [Rational::new(7, 100), Rational::new(7, 10)];
        let (off, full) = self.nearest(|candidate| candidate.full)?;
        (least < off && off <= most).then_some(full)
    }
}
