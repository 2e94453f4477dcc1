//! Paragraphs and lists of which most figures are something else than what their words ask: they are told under
//! something that nobody understood, and hardly all wrong.

use std::collections::BTreeMap;

use super::Judged;
use crate::verify::bind::ask::bound::Bound;

/// So many of a group that are not right are no slips.
const SEVERAL: usize = 2;
const MANY: usize = 3;

/// Calls the wrong figures of a text in doubt where others of their paragraph or list are not right either and hardly any
/// is, and says nothing against those in doubt; nor against any where they are many.
pub(super) fn leave_many(bound: &[Bound], judged: &mut [Option<Judged<'_>>]) {
    // How many figures are right, and how many are not.
    let mut groups: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    let in_text = |bound: &Bound| !bound.placed.place.in_table;
    for (bound, judged) in bound.iter().zip(judged.iter()).filter(|(bound, _)| in_text(bound)) {
        let (right, missed) = groups.entry(bound.placed.paragraph).or_default();
        match judged {
            Some(Judged::Right(..)) => *right += 1,
            Some(Judged::Wrong(..) | Judged::Doubt(_)) => *missed += 1,
            None => {}
        }
    }
    for (bound, judged) in bound.iter().zip(judged).filter(|(bound, _)| in_text(bound)) {
        let (right, missed) = groups.get(&bound.placed.paragraph).copied().unwrap_or_default();
        let (is_several, is_many) = (missed >= SEVERAL && missed >= right, missed >= MANY && missed > right);
        match judged {
            Some(Judged::Wrong(..) | Judged::Doubt(_)) if is_many => *judged = None,
            // Two digits that changed places tell of themselves what was meant.
            Some(Judged::Doubt(candidate))
                if is_several && !bound.placed.figure.exchanges(&candidate.value) =>
            {
                *judged = None;
            }
            Some(Judged::Wrong(candidate, ..)) if is_several => *judged = Some(Judged::Doubt(candidate)),
            _ => {}
        }
    }
}
