//! What the words of figures that nothing explains come nearest to: no judgement, but what an editor may ask next.

use std::collections::{BTreeMap, BTreeSet};

use super::ask::bound::{Bound, weight};
use super::ask::candidate::Candidate;
use super::ask::question::Asker;
use super::judge::Judged;
use super::judge::doubt::likeliest;
use super::wording::{answered, question};
use crate::exact::Rational;
use crate::rules::RuleSetId;
use crate::verify::exact_number;
use crate::verify::words::{exact_words, written_as};

/// So many laws are tried under other rule sets for a page.
const MOST_TRIED: usize = 200;

/// A question that may be meant, and what it gives.
#[derive(Debug)]
pub(in crate::verify) struct Nearest {
    /// In the form of the figure: `Nothing (Lucky Foot) is 13.3%`.
    pub(in crate::verify) says: String,
    /// The question, as a person would type it, and what is exact.
    pub(in crate::verify) details: Vec<String>,
    /// The rule set under which it is asked.
    pub(in crate::verify) under: String,
}

/// For each figure of which nothing is known, by its first byte, the question that its words come nearest to.
pub(super) fn nearest(
    asker: &mut Asker<'_, '_>,
    bound: &[Bound],
    judged: &[Option<Judged<'_>>],
) -> BTreeMap<usize, Nearest> {
    let open = bound.iter().zip(judged).filter(|(_, judged)| judged.is_none());
    let mut spare = MOST_TRIED;
    let near = |(own, _): (&Bound, _)| {
        let other = asker.under_another(own, &mut spare);
        let candidate = other.as_ref().map_or_else(|| likeliest(own), |(candidate, ..)| Some(*candidate))?;
        let (figure, after) = (&own.placed.figure, asker.at_the_end(candidate));
        let set = asker.names.mechanics[candidate.mechanic].rule_set(candidate.rule_set);
        let own = answered(asker.names, candidate, figure, after.as_ref());
        let near = Nearest {
            says: match &other {
                Some((_, title, value)) => {
                    format!("{own}; it is {} by \"{title}\" alone", written_as(figure, value))
                }
                None => own,
            },
            details: vec![
                format!("{}, under {}", question(asker.names, candidate), set.name),
                exact_words(&exact_number(&candidate.value)),
            ],
            under: set.name.clone(),
        };
        Some((figure.range.start, near))
    };
    open.filter_map(near).collect()
}

impl Asker<'_, '_> {
    /// The question of a figure that it is right by under a rule set which it is not asked under, and what that is called. Of
    /// all figures of a page together at most `spare` laws are tried.
    fn under_another<'a>(
        &mut self,
        own: &'a Bound,
        spare: &mut usize,
    ) -> Option<(&'a Candidate, String, Rational)> {
        let placed = &own.placed;
        if !placed.is_chance || weight(&placed.figure) == 0 || own.is_doubtful() {
            return None;
        }
        let asked: BTreeSet<RuleSetId> = own.candidates.iter().map(|asked| asked.rule_set).collect();
        for candidate in own.candidates.iter().filter(|asked| asked.full && asked.is_open()) {
            let mechanic = self.names.mechanics[candidate.mechanic];
            for rule_set in mechanic.rule_set_ids().filter(|set| !asked.contains(set)) {
                *spare = spare.checked_sub(1).filter(|_| self.laws.has_room())?;
                let other = Candidate { rule_set, ..candidate.clone() };
                let value = self.value_on(&other, Some(placed.token));
                if let Some(value) = value.filter(|value| placed.is(value)) {
                    return Some((candidate, mechanic.rule_set(rule_set).title.clone(), value));
                }
            }
        }
        None
    }
}
