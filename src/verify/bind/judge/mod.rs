//! From candidates to judgements: which readings the figures of a table, a list or a section confirm, and which
//! figures miss what those readings make them.

mod alike;
mod ballot;
mod beside;
mod confirmed;
pub(super) mod doubt;
mod elsewhere;
pub(super) mod evidence;
mod held;
mod lines;
mod many;
mod near;
pub(super) mod old;
mod one;
mod shares;
mod stage;
mod swapped;
pub(super) mod told;
pub(super) mod traded;
mod twice;
mod votes;
pub(super) mod wholes;
mod written;

use std::collections::BTreeMap;

use crate::page::Fit;

use self::alike::doubt_alike;
use self::ballot::{Ballot, readings};
use self::beside::doubt_beside;
use self::doubt::{doubt, doubt_numbers};
use self::elsewhere::leave_elsewhere;
use self::held::{leave_bounds, leave_given, leave_uses};
use self::lines::other_laws;
use self::many::leave_many;
use self::near::doubt_near;
use self::one::one;
use self::shares::leave_shares;
use self::stage::choose_stages;
use self::swapped::doubt_swapped;
use self::told::told_together;
use self::twice::doubt_twice;
use self::wholes::leave_wholes;
use self::written::choose_written;
use super::ask::bound::Bound;
use super::ask::candidate::{Candidate, Reading};

/// What became of a figure.
pub(crate) enum Judged<'a> {
    /// It is what this question gives.
    Right(&'a Candidate, Fit),
    /// It is not, and so many of so many others in the same reading are.
    Wrong(&'a Candidate, usize, usize),
    /// Nothing that its words name gives it, and this is what they most likely mean.
    Doubt(&'a Candidate),
}

/// Whether a figure is right.
fn is_right(judged: &Option<Judged<'_>>) -> bool {
    matches!(judged, Some(Judged::Right(..)))
}

/// For each figure what became of it; `None` where nothing is known. `is_asked` says that somebody named the mechanics.
pub(crate) fn judge(bound: &[Bound], is_asked: bool) -> Vec<Option<Judged<'_>>> {
    let readings: Vec<BTreeMap<Reading, bool>> = bound.iter().map(readings).collect();
    let ballot = Ballot::count(bound, &readings);
    let mut judged: Vec<Option<Judged<'_>>> =
        bound.iter().zip(&readings).map(|(bound, readings)| one(bound, readings, &ballot)).collect();
    let other = other_laws(bound, &judged);
    judged
        .iter_mut()
        .enumerate()
        .filter(|(number, _)| other.contains(number))
        .for_each(|(_, judged)| *judged = None);
    told_together(bound, &mut judged, &ballot.sure);
    doubt(bound, &mut judged, &ballot.rows, is_asked, &ballot.sure);
    doubt_numbers(bound, &mut judged, &ballot.sure);
    doubt_beside(bound, &mut judged);
    doubt_alike(bound, &mut judged, &ballot.sure);
    doubt_near(bound, &mut judged, &ballot.sure);
    leave_given(bound, &mut judged);
    leave_bounds(bound, &mut judged);
    leave_uses(bound, &mut judged);
    leave_shares(bound, &mut judged);
    leave_elsewhere(bound, &mut judged);
    doubt_twice(bound, &mut judged);
    leave_many(bound, &mut judged);
    leave_wholes(bound, &mut judged);
    choose_stages(bound, &mut judged);
    choose_written(bound, &mut judged);
    doubt_swapped(bound, &mut judged);
    judged
}
