//! Columns of what the two columns before them differ by: `4.66% | 5.17% | +0.52%`.

use super::bound::Bound;
use super::candidate::{Against, By, Candidate, Measure};
use super::question::Asker;
use crate::verify::bind::read::about::About;
use crate::verify::bind::read::places::{Group, Placed};

/// Words over such a column.
const WORDS: [&str; 8] =
    ["difference", "change", "gain", "increase", "bonus", "delta", "improvement", "effect"];

impl Asker<'_, '_> {
    /// By how much the chances of the two cells before one in its row differ, which are about the same under two things;
    /// sure where its sign or the head of its column says that it is a difference.
    pub(crate) fn difference(&self, placed: &Placed, before: &[Bound]) -> Option<Candidate> {
        if !placed.place.in_table || !placed.is_chance {
            return None;
        }
        let is_column = |group: Group| matches!(group, Group::Column(..));
        let mut heads = placed.heads.iter().filter(|(group, _)| is_column(*group));
        let says_so = heads.any(|(_, head)| self.has([head], &WORDS));
        if !says_so && placed.place.about != About::Change {
            return None;
        }
        let row = placed.groups.iter().find(|group| matches!(group, Group::Row(..)))?;
        let of_row = before.iter().rev().take_while(|other| other.placed.groups.contains(row));
        let mut right = of_row.filter(|other| other.placed.is_chance).map(|other| {
            let fits = |own: &&Candidate| own.full && other.placed.is(&own.value);
            other.candidates.iter().filter(fits)
        });
        let (lasts, firsts) = (right.next()?, right.next()?);
        let pairs = lasts.flat_map(|last| firsts.clone().map(move |first| (first, last)));
        let mut pairs = pairs.filter(|(first, last)| {
            let is_same = first.mechanic == last.mechanic && first.measure == last.measure;
            is_same && first.rule_set == last.rule_set && first.given != last.given
        });
        let (first, last) = pairs.next()?;
        let Measure::Chance(field, test, _) = &last.measure else { return None };
        let (more, less) = if last.value >= first.value { (last, first) } else { (first, last) };
        let against =
            Against { field: *field, test: test.clone(), given: less.given.clone(), by: By::Points };
        let measure = Measure::Against(*field, test.clone(), Box::new(against));
        let value = &more.value - &less.value;
        Some(Candidate { measure, value, full: true, left: Some(Vec::new()), ..more.clone() })
    }
}
