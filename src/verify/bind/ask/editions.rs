//! Under which rule sets a figure is judged.

use super::arrows::leads_to_chance;
use super::follow::is_change;
use super::question::Asker;
use super::reach::Reach;
use crate::names::{Meaning, Named};
use crate::rules::{RuleSetId, RuleSetKind};
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::layers::{Layer, Layers};

/// Words for what is so in the newest edition.
const NOW: [&str; 4] = ["now", "currently", "nowadays", "today"];
/// What opens a bracket stands at most so many tokens before a label in it.
const FAR_BRACKET: usize = 12;

impl Asker<'_, '_> {
    /// The first of the rule sets to try for a figure.
    pub(super) fn usual_rules(&self, reach: &Reach<'_>, index: usize) -> Option<RuleSetId> {
        self.rule_sets(&reach.labels, reach.place.figure, index).first().copied()
    }

    /// The rule sets to try for a figure: the edition that stands in reach; else those that were chosen, or the usual one, and
    /// then the other editions.
    pub(crate) fn rule_sets(&self, labels: &Layers<usize>, figure: usize, index: usize) -> Vec<RuleSetId> {
        let mechanic = self.names.mechanics[index];
        let of = |mention: usize| self.editions_of(mention, index);
        // A table as a whole is told of no figure.
        let is_placed = figure < self.page.tokens.list.len();
        // The title of a page names the game, which an edition may be called like.
        let mut named: Vec<RuleSetId> = Vec::new();
        for (layer, mentions) in labels.iter().filter(|(layer, _)| *layer != Layer::Title) {
            let is_first = named.is_empty();
            // What was so in an edition goes on in no other sentence, and what stands in brackets is told there alone.
            let is_over = |mention: usize| match layer {
                Layer::Said | Layer::Earlier => {
                    self.is_of_the_past(mention) || is_placed && self.tells_of_now(labels, figure)
                }
                Layer::Before => {
                    is_placed
                        && (self.is_in_brackets_apart(mention, figure) || self.is_now_since(mention, figure))
                }
                Layer::After => is_placed && self.is_in_brackets_apart(mention, figure),
                _ => false,
            };
            for (mention, sets) in mentions.iter().map(|mention| (*mention, of(*mention))) {
                if !sets.is_empty() && !is_over(mention) {
                    let new = |set: &RuleSetId| is_first || !named.contains(set);
                    let sets: Vec<RuleSetId> = sets.into_iter().filter(new).collect();
                    named.extend(sets);
                }
            }
            // What the figure's own words name is the one; what others name may have become another.
            if labels.own().iter().any(|mention| !of(*mention).is_empty()) {
                break;
            }
        }
        if !named.is_empty() {
            // What an edition changes was so before it: `raised from 5% to 10%`.
            if is_placed && self.is_changed_from(figure) {
                let before = named.first().and_then(|set| self.edition_before(index, *set));
                named.extend(before.filter(|set| !named.contains(set)));
            }
            // What is told of now is told of the newest of them: `Rebirth against Repentance`.
            if is_placed && named.len() > 1 && self.tells_of_now(labels, figure) {
                let newest = |set: &RuleSetId| mechanic.rule_set_ids().position(|other| other == *set);
                named.sort_by_key(|set| std::cmp::Reverse(newest(set)));
            }
            return named;
        }
        let chosen: Vec<RuleSetId> =
            self.chosen.iter().filter_map(|name| mechanic.find_rule_set(name).ok()).collect();
        if !chosen.is_empty() {
            return chosen;
        }
        let editions =
            mechanic.rule_set_ids().filter(|set| mechanic.rule_set(*set).kind == RuleSetKind::Edition);
        let mut sets = vec![mechanic.default_rule_set()];
        let others: Vec<RuleSetId> = editions.filter(|set| !sets.contains(set)).collect();
        sets.extend(others);
        sets
    }

    /// The editions that a label stands for; where it tells of what was so before one, the one before that.
    pub(super) fn editions_of(&self, mention: usize, index: usize) -> Vec<RuleSetId> {
        let own = self.mentions.get(mention).named_in(index);
        let edition = |named: &Named| match named.meaning {
            Meaning::Edition(set) => Some(set),
            _ => None,
        };
        let is_left = self.is_left_behind(mention);
        let earlier = |set: RuleSetId| if is_left { self.edition_before(index, set) } else { Some(set) };
        own.filter_map(edition).filter_map(earlier).collect()
    }

    /// The edition before one, where there is any.
    pub(super) fn edition_before(&self, index: usize, set: RuleSetId) -> Option<RuleSetId> {
        let mechanic = self.names.mechanics[index];
        let is_edition = |set: &RuleSetId| mechanic.rule_set(*set).kind == RuleSetKind::Edition;
        mechanic.rule_set_ids().filter(is_edition).take_while(|other| *other != set).last()
    }

    /// Whether an edition is named for what was so before it: `before Repentance it was 4.9%`.
    fn is_left_behind(&self, mention: usize) -> bool {
        let label = self.mentions.get(mention).tokens.start;
        let word = |back: usize| self.page.word_before(label, back).unwrap_or_default();
        matches!(word(1), "before" | "pre") || (word(2), word(1)) == ("prior", "to")
    }

    /// Whether a figure is what something was changed from, with what it was changed to behind it.
    fn is_changed_from(&self, figure: usize) -> bool {
        const BETWEEN: usize = 8;
        let next = (figure + 1..figure + BETWEEN).find(|token| self.page.figure_at(*token).is_some());
        leads_to_chance(self.page, figure) || next.is_some_and(|next| is_change(self.page, figure, next))
    }

    /// Whether the words around a figure say that they tell of what is so now.
    fn tells_of_now(&self, labels: &Layers<usize>, figure: usize) -> bool {
        const FAR: usize = 20;
        let is_end = |token: &usize| sign_at(self.page, *token) == '.';
        let is_now = |token: usize| self.page.word_at(token).is_some_and(|word| NOW.contains(&word));
        let before = (figure.saturating_sub(FAR)..figure).rev().take_while(|token| !is_end(token));
        let behind = (figure..figure + FAR).take_while(|token| !is_end(token));
        labels.own().is_empty() && before.chain(behind).any(is_now)
    }

    /// Whether what is told behind an edition is told of now: `4.89% in Rebirth and now 9.36%`, `62.6% now`.
    pub(super) fn is_now_since(&self, mention: usize, figure: usize) -> bool {
        const BEHIND: usize = 3;
        let label = self.mentions.get(mention).tokens.end;
        (label..figure + BEHIND).any(|token| self.page.word_at(token).is_some_and(|word| NOW.contains(&word)))
    }

    /// Whether brackets stand around a label and not around a figure: `2% of kills (v1: 1.56%)`.
    fn is_in_brackets_apart(&self, mention: usize, figure: usize) -> bool {
        let label = self.mentions.get(mention).tokens.start;
        let has = |first: usize, end: usize, sign: char| {
            (first..end).any(|token| sign_at(self.page, token) == sign)
        };
        if label > figure {
            has(figure, label, '(') && !has(figure, label, ')')
        } else {
            let open = (0..label).rev().take_while(|token| sign_at(self.page, *token) != ')');
            let open = open.take(FAR_BRACKET).any(|token| sign_at(self.page, token) == '(');
            open && has(label, figure, ')')
        }
    }

    /// Whether brackets that end before a figure hold a label and a chance.
    pub(super) fn is_of_a_bracket(&self, mention: usize, figure: usize) -> bool {
        let label = self.mentions.get(mention).tokens.start;
        let is_sign = |token: usize, sign: char| sign_at(self.page, token) == sign;
        let first = label.saturating_sub(FAR_BRACKET);
        let open =
            (first..label).rev().take_while(|token| !is_sign(*token, ')')).find(|token| is_sign(*token, '('));
        let close = (label..figure.min(label + FAR_BRACKET)).find(|token| is_sign(*token, ')'));
        let inside = open.zip(close).map(|(open, close)| open..close);
        inside.is_some_and(|mut inside| inside.any(|token| self.page.has_chance_at(token)))
    }

    /// Whether an edition is named only for what was so in it: `in version 1 it was 2%`, `(version 1: 2%)`.
    fn is_of_the_past(&self, mention: usize) -> bool {
        const NEAR: usize = 12;
        let tokens = &self.mentions.get(mention).tokens;
        let is_end = |token: usize| matches!(sign_at(self.page, token), '.' | ';' | ')');
        let mut behind = (tokens.end..tokens.end + NEAR).take_while(|token| !is_end(*token));
        let is_past = |token: usize| {
            let word = self.page.word_at(token);
            matches!(word, Some("was" | "were" | "had" | "dropped" | "used" | "started" | "got"))
        };
        let before = (tokens.start.saturating_sub(NEAR)..tokens.start).rev();
        let mut before = before.take_while(|token| !is_end(*token));
        let is_bracketed = tokens.start > 0 && sign_at(self.page, tokens.start - 1) == '(';
        is_bracketed && sign_at(self.page, tokens.end) == ':' || behind.any(is_past) || before.any(is_past)
    }
}
