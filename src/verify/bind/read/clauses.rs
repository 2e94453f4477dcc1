//! The clauses of a sentence: which words are said of which figure.

use std::ops::Range;

use super::mention::Mention;
use super::places::Reader;
use super::words;
use crate::page::TokenKind;

/// Words that part what is said of two figures.
const JOINTS: [&str; 13] = [
    "and", "but", "while", "whereas", "or", "then", "to", "instead", "versus", "vs", "against", "than",
    "rather",
];
/// Words that begin a condition.
const CONDITIONS: [&str; 14] = [
    "if", "with", "when", "for", "at", "under", "without", "on", "in", "while", "once", "unless", "after",
    "provided",
];

/// No name of a thing has more words.
const NAME: usize = 8;

impl Reader<'_> {
    /// Whether spaces part a word from the chance before it: `1 die: 66.7%   2 dice: 44.4%`.
    fn is_behind_gap(&self, token: usize) -> bool {
        let list = &self.page.tokens.list;
        let Some(before) = token.checked_sub(1).map(|before| &list[before]) else { return false };
        let between = self.page.text.get(before.end as usize..list[token].start as usize).unwrap_or_default();
        let is_gap = between.len() > 1 && between.bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        is_gap && self.page.has_chance_at(token - 1)
    }

    /// Whether "and" stands between two things that one has, behind which the clause ends: `12% with the Hook and the Lantern,
    /// 7% with the Lantern`.
    fn joins_things(&self, token: usize) -> bool {
        let page = self.page;
        if page.word_at(token) != Some("and") {
            return false;
        }
        let near = self.mentions.within(&(token.saturating_sub(NAME)..token));
        let before = near.map(|mention| self.mentions.get(mention));
        let is_article = matches!(page.word_at(token + 1), Some("the" | "a" | "an" | "your"));
        let next = token + 1 + usize::from(is_article);
        let after = self.mentions.within(&(next..next + 1)).map(|mention| self.mentions.get(mention));
        let ends = |end: usize| match page.tokens.list.get(end).map(|token| token.kind) {
            None | Some(TokenKind::LineEnd) => true,
            Some(TokenKind::Symbol(sign)) => matches!(sign, ',' | ';' | ')' | '.' | ':'),
            _ => matches!(page.word_at(end), Some("and" | "but" | "while")),
        };
        let before: Vec<&Mention> = before.filter(|mention| mention.tokens.end == token).collect();
        // Two values of one choice are told one after the other.
        let is_other = |mention: &Mention| {
            before.iter().any(|other| mention.gives() && other.gives() && !mention.shares(other))
        };
        after.into_iter().any(|mention| is_other(mention) && ends(mention.tokens.end))
    }

    /// The parts of a sentence between signs and between "and" and its like, each with a figure.
    /// Dashes part them too where `dashes` says so.
    pub(super) fn clauses(
        &self,
        tokens: &Range<usize>,
        states: impl Fn(usize) -> bool,
        dashes: bool,
    ) -> Vec<Range<usize>> {
        /// `from 3% to a bit over 9%`
        const BEHIND: usize = 5;
        let page = self.page;
        let mut clauses: Vec<(Range<usize>, bool)> = Vec::new();
        let mut start = tokens.start;
        let mut has = false;
        for token in tokens.clone() {
            let sign = matches!(
                page.tokens.list[token].kind,
                TokenKind::Symbol(',' | ';' | ':' | '(' | ')' | '[' | ']' | '|' | '/')
            );
            let sign = sign || dashes && self.is_dash(token) || self.is_behind_gap(token);
            // `A 5% chance to drop from a small chest` is told of that chest, `a 5% chance to see at least one gem` of
            // gems, and `18% of swings against armour 14` of that armour.
            let leads_on = || {
                matches!(page.word_at(token), Some("to" | "against"))
                    && !(token + 1..=token + BEHIND).any(|token| tokens.contains(&token) && states(token))
            };
            let joins = has
                && page.word_at(token).is_some_and(|word| JOINTS.contains(&word))
                && !words::is_of_a_count(page, token)
                && !leads_on()
                && !self.joins_things(token);
            if (sign || joins) && token > start {
                clauses.push((start..token, has));
                (start, has) = (token, false);
            }
            has |= states(token);
        }
        clauses.push((start..tokens.end, has));
        // What has no figure belongs to what follows; at the end, where it is a condition, to what was before.
        let mut merged: Vec<Range<usize>> = Vec::new();
        let mut open: Option<usize> = None;
        let mut follows = false;
        for (clause, has) in clauses {
            // `22% (luck 0), 4.8% (luck 5)`: what stands in brackets behind a figure is told of it.
            // `(elites: from 28% to 66%)` is told of what it goes on with.
            let kind = |token: usize| page.tokens.list.get(token).map(|token| token.kind);
            let is_bracket = kind(clause.start) == Some(TokenKind::Symbol('('))
                && kind(clause.end) != Some(TokenKind::Symbol(':'));
            if let Some(last) = merged.last_mut().filter(|_| follows && is_bracket && !has) {
                last.end = clause.end;
                follows = false;
                continue;
            }
            follows = has;
            let start = open.take().unwrap_or(clause.start);
            let because = |token: usize| page.word_at(token).is_some_and(words::is_reason);
            if has {
                merged.push(start..clause.end);
            } else if !(clause.start..clause.end.min(clause.start + 2)).any(because) {
                open = Some(start);
            }
        }
        let condition = |token: usize| page.word_at(token).is_some_and(|word| CONDITIONS.contains(&word));
        let rest = |token: usize| matches!(page.word_at(token), Some("rest" | "otherwise" | "remaining"));
        match (open, merged.last_mut()) {
            // What comes in the rest of the cases is no condition.
            (Some(open), Some(_)) if (open..tokens.end).any(rest) => {}
            (Some(open), Some(last)) if (open..tokens.end).any(condition) => last.end = tokens.end,
            // `4.8%: nothing`
            (Some(open), Some(last))
                if last.start == tokens.start
                    && states(tokens.start)
                    && page.tokens.list[open].kind == TokenKind::Symbol(':') =>
            {
                last.end = tokens.end;
            }
            (Some(_), None) => merged.push(tokens.clone()),
            _ => {}
        }
        merged
    }
}
