//! Figures bound to mechanics by the labels around them, without a claim.
//!
//! What stands in reach of a figure names outcomes, inputs, states and rules. Each question that these make has an
//! exact answer; a figure that is one of the answers is right. It is wrong only where the figures that stand together
//! with it confirm a reading, and every question of that reading which uses all that its own words name says
//! something else.

mod ask;
mod complete;
mod finding;
mod judge;
mod nearest;
mod read;
mod solve;
mod what;
mod wording;

use std::collections::{BTreeMap, BTreeSet};

use crate::page::Page;

use self::ask::bound::Bound;
use self::ask::figures::{Figures, figures};
pub(super) use self::ask::laws::Laws;
use self::ask::question::Asker;
use self::finding::findings;
use self::judge::evidence::excuse;
use self::judge::old::trust_known_columns;
use self::judge::{Judged, judge};
pub(super) use self::nearest::Nearest;
use self::nearest::nearest;
use self::read::learned::of_heads;
use self::read::mention::Mentions;
use self::read::places::{MOST, placed};
use self::solve::solve;
pub use self::what::{Again, Hit, Hits, what};
use super::Finding;

/// What is known of the figures of a page by its labels.
#[derive(Debug, Default)]
pub(super) struct Known {
    pub(super) findings: Vec<Finding>,
    /// The first bytes of the figures that state nothing: they only say under which number others stand.
    pub(super) given: BTreeSet<usize>,
    /// Those of the figures whose own words or heads say under what they hold, and that are right under that.
    pub(super) told: BTreeSet<usize>,
    /// For figures of which nothing is known, by their first bytes, what their words come nearest to.
    pub(super) nearest: BTreeMap<usize, Nearest>,
    /// Behind which byte no figure was compared with mechanics, where the page has too many of them.
    pub(super) read_to: Option<usize>,
}

/// So many figures have [`MOST`] of them in reach of a label where a page is about nothing else.
const OF_BEGINNING: usize = 4 * MOST;

/// What the labels of a page say of its figures. `chosen` are rule sets by name; `is_asked` says that
/// somebody named the mechanics which the page is about.
///
/// Cost: linear in the length of the page, and one evaluation for each different law. Of a long page that is about
/// nothing else only the beginning is read: what would be bound of the rest is too much.
pub(super) fn bind(page: &Page, laws: &mut Laws<'_>, chosen: &[String], is_asked: bool) -> Known {
    let is_enough = |part: &Page| {
        let mentions = Mentions::read(part, laws.names, &[]);
        placed(part, laws.names, &mentions).0.len() >= MOST
    };
    match page.beginning(OF_BEGINNING).filter(is_enough) {
        Some(part) => bind_all(&part, laws, chosen, is_asked),
        None => bind_all(page, laws, chosen, is_asked),
    }
}

fn bind_all(page: &Page, laws: &mut Laws<'_>, chosen: &[String], is_asked: bool) -> Known {
    let names = laws.names;
    if laws.is_over() {
        return Known::default();
    }
    let mut mentions = Mentions::read(page, names, &[]);
    // A page about one mechanic alone may call everything something else.
    if mentions.is_empty() && names.mechanics.len() > 1 {
        return Known::default();
    }
    let mut learned = of_heads(page, &mentions);
    if !learned.is_empty() && !laws.is_over() {
        mentions = Mentions::read(page, names, &learned);
    }
    let mut asker = Asker { page, names, mentions: &mentions, laws, chosen };
    let Figures { mut bound, mut silent, mut given, read_to } = figures(&mut asker);
    let told = solve(&mut asker, &mut bound);
    // What tables tell of words that nobody knew holds in the text as well, and in other tables.
    let again;
    if !told.is_empty() && !asker.laws.is_over() {
        learned.extend(told);
        again = Mentions::read(page, names, &learned);
        asker.mentions = &again;
        Figures { bound, silent, given, .. } = figures(&mut asker);
        solve(&mut asker, &mut bound);
    }
    asker.one_by_one(&mut bound, &mut silent);
    asker.wholes(&mut bound);
    asker.told_under(&mut bound);
    asker.told_of_main(&mut bound, &mut silent);
    asker.told_of(&mut bound, silent);
    asker.bracketed(&mut bound);
    asker.said_again(&mut bound);
    // What the first tells of a table the table tells of the rest.
    asker.as_widened(&mut bound);
    asker.as_widened(&mut bound);
    asker.alike(&mut bound);
    bound.retain(|bound| !bound.candidates.is_empty() || !bound.alike.is_empty());
    trust_known_columns(&mut bound);
    excuse(asker.mentions, &mut bound);
    let judged = judge(&bound, is_asked);
    let told = right_as_told(&bound, &judged);
    let mut nearest = nearest(&mut asker, &bound, &judged);
    let mut findings = findings(&mut asker, &bound, judged);
    // Where an answer is missing, so is what a figure may be right by.
    if asker.laws.refused().is_some() {
        findings.retain(|finding| finding.verdict.is_right());
        nearest.clear();
    }
    let start = |token: &usize| Some(page.figure_at(*token)?.range.start);
    let given = given.union(&asker.mentions.points).filter_map(start).collect();
    Known { findings, given, told, nearest, read_to }
}

/// The first bytes of the figures that are right under what their own words or heads give.
fn right_as_told(bound: &[Bound], judged: &[Option<Judged<'_>>]) -> BTreeSet<usize> {
    let told = bound.iter().zip(judged).filter(|(_, judged)| is_told(judged.as_ref()));
    told.map(|(own, _)| own.placed.figure.range.start).collect()
}

/// Whether a figure is right under what its own words or heads give.
fn is_told(judged: Option<&Judged<'_>>) -> bool {
    matches!(judged, Some(Judged::Right(right, _)) if right.full
        && right.background.is_of_sentence()
        && !right.given.is_empty())
}
