//! Two figures that go on side by side with two before them: `54% with common steel and 72% with star steel; within three
//! strikes it is 72.7% and 87.6%`.

use super::background::{Background, Taken};
use super::bound::Bound;
use super::candidate::Candidate;
use super::follow::told;
use super::question::Asker;
use crate::verify::bind::read::places::Placed;

/// So many tokens stand between the two pairs at most.
const NEAR: usize = 60;

impl Asker<'_, '_> {
    /// The question of the second of two figures that stand side by side and name nothing: what the first is about, under
    /// what the second of the pair before is told under, where the first is told under the same as the first of that pair.
    pub(crate) fn in_parallel(&mut self, placed: &Placed, before: &[Bound]) -> Option<Candidate> {
        let [.., one, other, first] = before else { return None };
        let all = [one, other, first];
        let is_text =
            |bound: &&Bound| !bound.placed.place.in_table && bound.placed.is_chance == placed.is_chance;
        let tokens = all.map(|bound| bound.placed.token);
        let is_near = tokens.is_sorted() && tokens[2] < placed.token && placed.token - tokens[0] <= NEAR;
        let is_beside = first.placed.token + 2 == placed.token
            && matches!(self.page.word_at(placed.token - 1), Some("and" | "or" | "versus" | "vs"));
        if placed.place.in_table || !is_near || !is_beside || !all.iter().all(is_text) {
            return None;
        }
        let [one, other, first] = all.map(|bound| told(bound).first().copied().cloned());
        let (one, other, first) = (one?, other?, first?);
        let is_same = |a: &Candidate, b: &Candidate| {
            (a.mechanic, a.rule_set, &a.given) == (b.mechanic, b.rule_set, &b.given)
        };
        if !is_same(&one, &first) || one.given == other.given || one.mechanic != other.mechanic {
            return None;
        }
        let (rule_set, given) = (other.rule_set, other.given);
        let told = Candidate { rule_set, given, ..first };
        let value = self.value_on(&told, Some(placed.token))?;
        let (full, left, background) = (true, Some(Vec::new()), Background::of(Taken::Nothing));
        Some(Candidate { value, full, left, background, is_named: false, ..told })
    }
}
