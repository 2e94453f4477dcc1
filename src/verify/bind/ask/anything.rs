//! Whatever comes: `the chance of getting anything`, `you get something 78% of the time`.

use super::candidate::Test;
use super::question::Asker;
use super::reach::Reach;
use super::subject::Subject;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::mention::nothing;

/// What somebody does who has something then.
const GETS: [&str; 22] = [
    "get", "gets", "getting", "got", "drop", "drops", "dropping", "find", "finds", "finding", "receive",
    "win", "wins", "winning", "yield", "yields", "give", "gives", "giving", "contain", "contains", "catch",
];
/// What may stand behind it, where nothing ends the clause.
const AFTER: [&str; 13] =
    ["at", "for", "from", "in", "with", "after", "when", "is", "about", "only", "out", "on", "per"];

impl Asker<'_, '_> {
    /// That there is something at all, where the words of a layer say so and the mechanic has one outcome that may be nothing.
    pub(super) fn anything(&self, reach: &Reach<'_>, index: usize, layer: Layer) -> Option<Subject> {
        let ends = |token: usize| self.page.word_at(token).is_none_or(|word| AFTER.contains(&word));
        let says = |token: usize| {
            // `You win 10% of your spins`
            if matches!(self.page.word_at(token), Some("win" | "wins" | "winning" | "won")) {
                return ends(token + 1) && self.mentions.within(&(token..token + 1)).is_empty();
            }
            let is_it = matches!(self.page.word_at(token), Some("something" | "anything"));
            let is_got = || self.page.word_before(token, 1).is_some_and(|word| GETS.contains(&word));
            is_it && is_got() && ends(token + 1)
        };
        if !reach.place.tokens(layer).any(says) {
            return None;
        }
        let mechanic = self.names.mechanics[index];
        let mut fields =
            mechanic.model.field_ids().filter_map(|field| Some((field, nothing(mechanic, field)?)));
        let (field, nothing) = fields.next().filter(|_| fields.next().is_none())?;
        Some(Subject { is_near: true, ..Subject::unnamed(field, Test::Not(nothing)) })
    }
}
