//! Under which rule sets a figure is judged.

use super::question::Asker;
use crate::names::Meaning;
use crate::rules::{RuleSetId, RuleSetKind};
use crate::verify::bind::read::beside::sign_at;
use crate::verify::bind::read::layers::{Layer, Layers};

impl Asker<'_, '_> {
    /// The rule sets to try: the edition that stands in reach; else those that were chosen, or the usual one, and
    /// then the other editions.
    pub(crate) fn rule_sets(&self, labels: &Layers<usize>, index: usize) -> Vec<RuleSetId> {
        let mechanic = self.names.mechanics[index];
        let of = |mentions: &[usize]| -> Vec<RuleSetId> {
            let editions = mentions.iter().flat_map(|mention| &self.mentions.get(*mention).named);
            editions
                .filter(|named| named.mechanic == index)
                .filter_map(|named| match named.meaning {
                    Meaning::Edition(set) => Some(set),
                    _ => None,
                })
                .collect()
        };
        // The title of a page names the game, which an edition may be called like.
        let mut named: Vec<RuleSetId> = Vec::new();
        for (layer, mentions) in labels.iter().filter(|(layer, _)| *layer != Layer::Title) {
            let is_first = named.is_empty();
            // What was so in an edition goes on in no other sentence.
            let is_over = |mention: &usize| {
                matches!(layer, Layer::Said | Layer::Earlier) && self.is_of_the_past(*mention)
            };
            let mentions: Vec<usize> = mentions.iter().copied().filter(|own| !is_over(own)).collect();
            named.extend(
                of(&mentions).into_iter().filter(|set| is_first || !named.contains(set)).collect::<Vec<_>>(),
            );
            // What the figure's own words name is the one; what others name may have become another.
            if !of(labels.own()).is_empty() {
                break;
            }
        }
        if !named.is_empty() {
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

    /// Whether an edition is named only for what was so in it: `in version 1 it was 2%`, `(version 1: 2%)`.
    fn is_of_the_past(&self, mention: usize) -> bool {
        const NEAR: usize = 6;
        let tokens = &self.mentions.get(mention).tokens;
        let is_end = |token: usize| matches!(sign_at(self.page, token), '.' | ';' | ')');
        let mut behind = (tokens.end..tokens.end + NEAR).take_while(|token| !is_end(*token));
        let is_past = |token: usize| matches!(self.page.word_at(token), Some("was" | "were" | "had"));
        let is_bracketed = tokens.start > 0 && sign_at(self.page, tokens.start - 1) == '(';
        is_bracketed && sign_at(self.page, tokens.end) == ':' || behind.any(is_past)
    }
}
