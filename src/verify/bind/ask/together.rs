//! Values of an outcome that words tell of together: those of a kind, and those from one on in their order, as in `epic or
//! better`, `at least rare`, `better than common`.

use std::ops::Range;

use super::question::Asker;
use crate::check::FieldId;
use crate::names::{is_glue, stem, stems};
use crate::page::TokenKind;
use crate::value::Value;
use crate::verify::bind::read::mention::Mention;
use crate::verify::bind::read::plain::is_plain;

/// What says that a value is on the better side of another, and on the other side.
const MORE: [&str; 8] = ["better", "rarer", "higher", "greater", "above", "up", "upwards", "upward"];
const LESS: [&str; 7] = ["worse", "commoner", "lower", "lesser", "below", "down", "under"];
/// Those of them that say nothing else: `and lower prices` is no rank.
const ONLY: [&str; 4] = ["better", "rarer", "worse", "commoner"];

/// Which values the words around the label of one tell of.
struct Rank {
    /// Whether that one is among them.
    takes_it: bool,
    /// Whether they are those on the lesser side of it.
    is_less: bool,
}

impl Asker<'_, '_> {
    /// What the label of a value stands for with the words around it: the value alone, or several together, and whether
    /// they surely are meant.
    pub(super) fn values_of(
        &self,
        mention: &Mention,
        index: usize,
        field: FieldId,
        value: &Value,
    ) -> Vec<(Vec<Value>, bool)> {
        if let Some(rank) = self.rank(&mention.tokens) {
            return self.ranked(index, field, value, &rank);
        }
        if let Some(kinds) = self.kinds_of(mention, index, field) {
            return vec![(kinds, true)];
        }
        let together = self.laws.branches(index, field).filter(|all| all.contains(value));
        std::iter::once(vec![value.clone()])
            .chain(together.map(<[Value]>::to_vec))
            .map(|all| (all, true))
            .collect()
    }

    /// The values on either side of one, and whether they surely are meant. Which end of a list is the better one nobody
    /// says: oftener it is the last. All values together are no news, and said of none.
    fn ranked(&self, index: usize, field: FieldId, value: &Value, rank: &Rank) -> Vec<(Vec<Value>, bool)> {
        let model = &self.names.mechanics[index].model;
        let variants = (0..).zip(model.variants(model[field].kind));
        let all: Vec<Value> = variants.map(|(place, _)| Value::Variant(place)).collect();
        let Some(at) = all.iter().position(|own| own == value) else { return Vec::new() };
        let towards_last = &all[at + usize::from(!rank.takes_it)..];
        let towards_first = &all[..at + usize::from(rank.takes_it)];
        let mut ends = [(towards_last, !rank.is_less), (towards_first, rank.is_less)];
        ends.sort_by_key(|(_, is_sure)| !is_sure);
        let ends = ends.into_iter().filter(|(some, _)| (1..all.len()).contains(&some.len()));
        ends.map(|(some, is_sure)| (some.to_vec(), is_sure)).collect()
    }

    /// Which values the words around a label tell of; `None` where it is that one alone.
    fn rank(&self, label: &Range<usize>) -> Option<Rank> {
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let is_rank = |token: usize| MORE.contains(&word(token)) || LESS.contains(&word(token));
        let is_end = |token: usize| {
            let word = word(token);
            let goes_on = matches!(word, "to" | "than" | "the" | "a") || self.page.figure_at(token).is_some();
            !goes_on && (word.is_empty() || is_glue(&stem(word)) || is_plain(word))
        };
        let joins = |token: usize| {
            let says = is_rank(token + 1) && (is_end(token + 2) || ONLY.contains(&word(token + 1)));
            (matches!(word(token), "or" | "and") && says).then(|| LESS.contains(&word(token + 1)))
        };
        // `Epic chests or better`
        let after_noun = || joins(label.end + 1).filter(|_| !word(label.end).is_empty());
        if let Some(is_less) = joins(label.end).or_else(after_noun) {
            return Some(Rank { takes_it: true, is_less });
        }
        if self.is_plus_behind(label.end) {
            return Some(Rank { takes_it: true, is_less: false });
        }
        let back = |tokens: usize| label.start.checked_sub(tokens).map(word).unwrap_or_default();
        if let ("at", end @ ("least" | "most")) = (back(2), back(1)) {
            return Some(Rank { takes_it: true, is_less: end == "most" });
        }
        // `Better than a common item`; what is no better than that is that or less.
        let than = 1 + usize::from(matches!(back(1), "a" | "an" | "the"));
        let is_denied = matches!(back(than + 2), "no" | "not" | "nothing");
        let is_than = back(than) == "than" && label.start.checked_sub(than + 1).is_some_and(is_rank);
        is_than.then(|| Rank { takes_it: is_denied, is_less: LESS.contains(&back(than + 1)) != is_denied })
    }

    /// Whether a plus sign stands right behind a label, and parts it from nothing: `Epic+`.
    fn is_plus_behind(&self, end: usize) -> bool {
        let list = &self.page.tokens.list;
        let touches = |first: usize| list[first].end == list.get(first + 1).map_or(0, |next| next.start);
        let is_plus = list.get(end).is_some_and(|token| token.kind == TokenKind::Symbol('+'));
        let is_end =
            || !touches(end) || !matches!(list[end + 1].kind, TokenKind::Word(_) | TokenKind::Figure(_));
        is_plus && end > 0 && touches(end - 1) && is_end()
    }

    /// The values of an outcome that a label stands for together: `some kind of chest`, `chests of both kinds`, `a chest,
    /// locked or not`.
    fn kinds_of(&self, mention: &Mention, index: usize, field: FieldId) -> Option<Vec<Value>> {
        const NEAR: usize = 4;
        let Range { start, end } = mention.tokens;
        // `A 5★` of featured and standard ones
        let bytes = self.page.tokens.list.get(start)?.start..self.page.tokens.list.get(end - 1)?.end;
        let text = self.page.text.get(bytes.start as usize..bytes.end as usize)?;
        if let Some(kind) = self.names.kind(index, field, text) {
            return Some(kind.to_vec());
        }
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let is_kind = |token: usize| matches!(word(token), "kind" | "kinds" | "sort" | "sorts");
        let is_before = start >= 2 && word(start - 1) == "of" && is_kind(start - 2);
        let is_behind = word(end) == "of" && (end + 1..end + NEAR).any(is_kind);
        let comma = usize::from(word(end).is_empty());
        let or_not = || word(end + comma + 1) == "or" && matches!(word(end + comma + 2), "not" | "otherwise");
        let other = (comma > 0 && or_not()).then(|| stem(word(end + comma)).into_owned());
        if !is_before && !is_behind && other.is_none() {
            return None;
        }
        let model = &self.names.mechanics[index].model;
        let own: Vec<String> = mention.tokens.clone().map(|token| stem(word(token)).into_owned()).collect();
        let is_of_kind = |label: &str| {
            let label = stems(label);
            let is_known = |word: &String| own.contains(word) || other.as_ref() == Some(word);
            own.iter().all(|word| label.contains(word)) && (other.is_none() || label.iter().all(is_known))
        };
        let variants = (0..).zip(model.variants(model[field].kind));
        let values = variants.filter(|(_, variant)| is_of_kind(&variant.label));
        let values: Vec<Value> = values.map(|(value, _)| Value::Variant(value)).collect();
        (values.len() > 1).then_some(values)
    }
}
