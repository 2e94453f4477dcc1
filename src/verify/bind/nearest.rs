//! What the words of figures that nothing explains come nearest to: no judgement, but what an editor may ask next.

use std::collections::BTreeMap;

use super::ask::bound::Bound;
use super::ask::question::Asker;
use super::judge::Judged;
use super::judge::doubt::likeliest;
use super::wording::{answered, question};
use crate::verify::exact_number;
use crate::verify::words::exact_words;

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
    let near = |(own, _): (&Bound, _)| {
        let candidate = likeliest(own)?;
        let (figure, after) = (&own.placed.figure, asker.at_the_end(candidate));
        let set = asker.names.mechanics[candidate.mechanic].rule_set(candidate.rule_set);
        let near = Nearest {
            says: answered(asker.names, candidate, figure, after.as_ref()),
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
