//! Whatever comes: `the chance of getting anything`, `you get something 78% of the time`, `any chest: 35.4%`.

use super::candidate::Test;
use super::question::Asker;
use super::reach::Reach;
use super::subject::Subject;
use crate::value::Value;
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

    /// Of "any chest" all that is called a chest: a locked one too.
    pub(super) fn of_any_kind(&self, subjects: &[Subject], index: usize) -> Vec<Subject> {
        let model = &self.names.mechanics[index].model;
        let widened = |subject: &Subject| {
            let (Test::In(own), [mention]) = (&subject.test, subject.mentions.as_slice()) else {
                return None;
            };
            let [Value::Variant(own)] = own.as_slice() else { return None };
            let start = self.mentions.get(*mention).tokens.start;
            if self.page.word_before(start, 1) != Some("any") {
                return None;
            }
            let labels: Vec<String> = model
                .variants(model[subject.field].kind)
                .iter()
                .map(|variant| variant.label.to_lowercase())
                .collect();
            let kind = format!(" {}", labels.get(*own as usize)?);
            let is_of_kind = |(value, label): &(u32, &String)| value == own || label.ends_with(&kind);
            let all = (0..).zip(&labels).filter(is_of_kind).map(|(value, _)| Value::Variant(value));
            let test = Test::In(all.collect());
            (test != subject.test).then(|| Subject { test, ..subject.clone() })
        };
        subjects.iter().filter_map(widened).collect()
    }
}
