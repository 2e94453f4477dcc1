//! A continuous roll: a combination of uniforms, or the least or greatest of several.

use std::cmp::Ordering;

use crate::check::model::Builtin;
use crate::diagnostic::Code;
use crate::exact::{Number, Rational};
use crate::source::Span;

use super::cell::{Affine, Cell};
use super::limits::{Stop, internal, refuse};
use super::term::Context;

/// Of how many rolls the least or greatest may be taken.
const MOST: usize = 200;

/// What a roll is.
///
/// The least of several is compared one after another, each on its own, so that nothing is said of how they lie
/// to each other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Roll<N> {
    /// A constant plus a combination of uniforms.
    Sum(Affine<N>),
    /// The least of several.
    Least(Vec<Roll<N>>),
    /// The greatest of several.
    Greatest(Vec<Roll<N>>),
}

impl<N: Number> Roll<N> {
    /// A number, as the roll that always gives it.
    pub(super) fn number(number: N) -> Roll<N> {
        Roll::Sum(Affine::number(number))
    }

    /// The least or the greatest of several; one of which each is of the same sort is one of all.
    pub(super) fn extreme(greatest: bool, rolls: Vec<Roll<N>>) -> Roll<N> {
        let mut all: Vec<Roll<N>> = Vec::with_capacity(rolls.len());
        for roll in rolls {
            let parts = match roll {
                Roll::Least(parts) if !greatest => parts,
                Roll::Greatest(parts) if greatest => parts,
                roll => vec![roll],
            };
            for part in parts {
                if !all.contains(&part) {
                    all.push(part);
                }
            }
        }
        match (all.pop(), all.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                all.extend(last);
                if greatest { Roll::Greatest(all) } else { Roll::Least(all) }
            }
        }
    }

    /// Goes through the sums in it.
    pub(super) fn each<'a>(&'a self, visit: &mut dyn FnMut(&'a Affine<N>)) {
        match self {
            Roll::Sum(sum) => visit(sum),
            Roll::Least(rolls) | Roll::Greatest(rolls) => rolls.iter().for_each(|roll| roll.each(visit)),
        }
    }

    /// As [`Roll::each`], to change them.
    pub(super) fn each_mut(&mut self, visit: &mut dyn FnMut(&mut Affine<N>)) {
        match self {
            Roll::Sum(sum) => visit(sum),
            Roll::Least(rolls) | Roll::Greatest(rolls) => {
                rolls.iter_mut().for_each(|roll| roll.each_mut(visit));
            }
        }
    }

    /// How many sums there are in it.
    pub(super) fn size(&self) -> usize {
        let mut size = 0;
        self.each(&mut |_| size += 1);
        size
    }

    /// Whether it mentions a uniform.
    pub(super) fn mentions(&self, id: u32) -> bool {
        let mut found = false;
        self.each(&mut |sum| found |= sum.terms.iter().any(|(own, _)| *own == id));
        found
    }

    /// The sum of two rolls: what is added to the least of several is added to each.
    pub(super) fn plus(&self, other: &Roll<N>) -> Roll<N> {
        match (self, other) {
            (Roll::Sum(one), Roll::Sum(two)) => Roll::Sum(one.plus_scaled(two, &N::from(Rational::ONE))),
            (Roll::Least(rolls), other) | (other @ Roll::Sum(_), Roll::Least(rolls)) => {
                Roll::extreme(false, rolls.iter().map(|roll| roll.plus(other)).collect())
            }
            (Roll::Greatest(rolls), other) | (other @ Roll::Sum(_), Roll::Greatest(rolls)) => {
                Roll::extreme(true, rolls.iter().map(|roll| roll.plus(other)).collect())
            }
        }
    }

    /// The roll times a number: the least becomes the greatest where that is negative.
    pub(super) fn scaled(&self, factor: &N, negative: bool) -> Roll<N> {
        let all = |rolls: &[Roll<N>]| rolls.iter().map(|roll| roll.scaled(factor, negative)).collect();
        match self {
            Roll::Sum(sum) => Roll::Sum(sum.scaled(factor)),
            Roll::Least(rolls) => Roll::extreme(negative, all(rolls)),
            Roll::Greatest(rolls) => Roll::extreme(!negative, all(rolls)),
        }
    }

    /// The other way round.
    pub(super) fn negated(&self) -> Roll<N> {
        self.scaled(&N::from(Rational::from(-1)), true)
    }

    /// The number, if it is always the same.
    fn known(&self) -> Option<&N> {
        match self {
            Roll::Sum(Affine { constant, terms }) if terms.is_empty() => Some(constant),
            _ => None,
        }
    }

    /// As a cell: a plain number where no uniform is left, so that a luck of 0 is no special case.
    pub(super) fn into_cell(self) -> Cell<N> {
        match self {
            Roll::Sum(Affine { constant, terms }) if terms.is_empty() => Cell::Number(constant),
            roll => Cell::Roll(Box::new(roll)),
        }
    }
}

impl<N: Number> Context<'_, N> {
    pub(super) fn scaled(&self, roll: &Roll<N>, factor: &N, origin: Span) -> Result<Roll<N>, Stop> {
        // Where it is a sum, its sign does not matter yet.
        let negative = !matches!(roll, Roll::Sum(_)) && self.sign(factor, origin)?.is_lt();
        Ok(roll.scaled(factor, negative))
    }

    pub(super) fn sum_of_rolls(&self, one: &Roll<N>, two: &Roll<N>, origin: Span) -> Result<Roll<N>, Stop> {
        few_enough(one.size().saturating_mul(two.size()), origin)?;
        Ok(one.plus(two))
    }

    /// The least or greatest of rolls and numbers, of which at least one is a roll.
    pub(super) fn call_of_rolls(
        &self,
        builtin: Builtin,
        rolls: &[Roll<N>],
        origin: Span,
    ) -> Result<Cell<N>, Stop> {
        let roll = match (builtin, rolls) {
            (Builtin::Min | Builtin::Max, _) => Roll::extreme(builtin == Builtin::Max, rolls.to_vec()),
            (Builtin::Abs, [roll]) => Roll::extreme(true, vec![roll.clone(), roll.negated()]),
            (Builtin::Clamp, [roll, low, high]) => {
                // As for numbers: the upper end wins where the ends are crossed.
                let raised = Roll::extreme(true, vec![roll.clone(), low.clone()]);
                Roll::extreme(false, vec![raised, high.clone()])
            }
            _ => return Err(internal(origin, "a function met a roll, which it does not take")),
        };
        few_enough(roll.size(), origin)?;
        self.roll_cell(roll, origin)
    }

    /// A roll as a cell, with one number in place of several.
    pub(super) fn roll_cell(&self, roll: Roll<N>, origin: Span) -> Result<Cell<N>, Stop> {
        let roll = self.tidied(roll, origin)?;
        let mut too_long = Ok(());
        roll.each(&mut |sum| {
            let numbers = sum.terms.iter().map(|(_, coefficient)| coefficient).chain([&sum.constant]);
            for number in numbers {
                if too_long.is_ok() {
                    too_long = self.check_number(number, origin);
                }
            }
        });
        too_long?;
        Ok(roll.into_cell())
    }

    fn tidied(&self, roll: Roll<N>, origin: Span) -> Result<Roll<N>, Stop> {
        let (greatest, rolls) = match roll {
            Roll::Sum(_) => return Ok(roll),
            Roll::Least(rolls) => (false, rolls),
            Roll::Greatest(rolls) => (true, rolls),
        };
        let wanted = if greatest { Ordering::Greater } else { Ordering::Less };
        let (mut best, mut others): (Option<N>, Vec<Roll<N>>) = (None, Vec::new());
        for roll in rolls {
            let roll = self.tidied(roll, origin)?;
            let Some(number) = roll.known() else {
                others.push(roll);
                continue;
            };
            let better = match &best {
                Some(best) => self.sign(&number.minus(best), origin)? == wanted,
                None => true,
            };
            if better {
                best = Some(number.clone());
            }
        }
        // A number is compared first: that decides nothing about the rolls.
        Ok(Roll::extreme(greatest, best.map(Roll::number).into_iter().chain(others).collect()))
    }
}

fn few_enough(rolls: usize, origin: Span) -> Result<(), Stop> {
    if rolls <= MOST {
        return Ok(());
    }
    let message = format!("the least or greatest of more than {MOST} rolls");
    Err(refuse(Code::RollNotIntegrable, origin, message))
}
