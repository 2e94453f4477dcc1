//! Values of an outcome that words tell of together: those of a kind, and those from one on in their order, as in `epic or
//! better`, `at least rare`, `better than common`.

use std::ops::Range;

use super::question::Asker;
use crate::check::FieldId;
use crate::names::{stem, stems};
use crate::page::TokenKind;
use crate::value::Value;
use crate::verify::bind::read::mention::Mention;

/// What is behind `or`, `and`, and before `than`.
const MORE: [&str; 8] = ["better", "higher", "rarer", "greater", "above", "up", "upwards", "upward"];
const LESS: [&str; 7] = ["worse", "lower", "lesser", "commoner", "below", "down", "under"];

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
        let ranks = self.ranks(mention, index, field, value);
        if !ranks.is_empty() {
            return ranks.into_iter().enumerate().map(|(number, values)| (values, number == 0)).collect();
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

    /// The values from one on, towards the last and towards the first; none where no words say such a thing. Which end of a
    /// list is the better one nobody says: oftener it is the last.
    fn ranks(&self, mention: &Mention, index: usize, field: FieldId, value: &Value) -> Vec<Vec<Value>> {
        let model = &self.names.mechanics[index].model;
        let variants = (0..).zip(model.variants(model[field].kind));
        let all: Vec<Value> = variants.map(|(place, _)| Value::Variant(place)).collect();
        let Some(at) = all.iter().position(|own| own == value) else { return Vec::new() };
        let Some(takes_it) = self.says_rank(&mention.tokens) else { return Vec::new() };
        let towards_last = &all[at + usize::from(!takes_it)..];
        let towards_first = &all[..at + usize::from(takes_it)];
        let ends = [towards_last, towards_first].into_iter();
        ends.filter(|some| (1..all.len()).contains(&some.len())).map(<[Value]>::to_vec).collect()
    }

    /// Whether the value that some words name is one of those that the words around it tell of together; `None` where
    /// these tell of it alone.
    fn says_rank(&self, label: &Range<usize>) -> Option<bool> {
        let word = |token: usize| self.page.word_at(token).unwrap_or_default();
        let is_rank = |token: usize| MORE.contains(&word(token)) || LESS.contains(&word(token));
        // `Epic chests or better`
        let joins = |token: usize| matches!(word(token), "or" | "and") && is_rank(token + 1);
        let is_joined = joins(label.end) || !word(label.end).is_empty() && joins(label.end + 1);
        if is_joined || self.is_plus_behind(label.end) {
            return Some(true);
        }
        let back = |tokens: usize| label.start.checked_sub(tokens).map(word).unwrap_or_default();
        if matches!((back(2), back(1)), ("at", "least" | "most")) {
            return Some(true);
        }
        // `Better than a common item`
        let than = 1 + usize::from(matches!(back(1), "a" | "an" | "the"));
        let is_than = back(than) == "than" && label.start.checked_sub(than + 1).is_some_and(is_rank);
        is_than.then(|| matches!(back(than + 2), "no" | "not" | "nothing"))
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
