//! What labels give: which numbers beside them do, and names that stand for two things at once.

use std::collections::BTreeMap;

use super::beside::{has_places, number_at, number_of, range_behind, takes_decimal, takes_number};
use super::cues;
use super::mention::{Mention, Mentions};
use super::place::states_chance;
use crate::check::{InputId, Kind};
use crate::names::{Meaning, Named, Names};
use crate::page::{Page, TokenKind};
use crate::value::Value;

impl Mentions {
    /// Makes two of a name that stands for two things at once: `Caves XL` is Caves I under the Curse of the Labyrinth.
    pub(super) fn split(&mut self, names: &Names<'_>) {
        let mut rest = Vec::new();
        for mention in self.list.iter_mut().filter(|mention| mention.tokens.len() > 1) {
            let mut first: BTreeMap<usize, (InputId, &str)> = BTreeMap::new();
            let is_other = |named: &Named| match &named.meaning {
                Meaning::Is(input, value) => {
                    let label = label(names, named.mechanic, *input, value);
                    let own = first.entry(named.mechanic).or_insert((*input, label));
                    // Both parents may be white.
                    own.0 != *input && own.1 != label
                }
                _ => false,
            };
            let (other, own): (Vec<Named>, Vec<Named>) = mention.named.iter().cloned().partition(is_other);
            if !other.is_empty() {
                let tokens = mention.tokens.start + 1..mention.tokens.end;
                mention.tokens.end = tokens.start;
                mention.named = own.into();
                rest.push(Mention { tokens, named: other.into(), ..mention.clone() });
            }
        }
        self.add(rest);
    }

    /// Finds the numbers that say what is given.
    pub(super) fn find_given(&mut self, page: &Page, names: &Names<'_>) {
        let all = 0..page.tokens.list.len();
        let takes = |named: &Named| takes_number(names, named, None);
        // A number in the cell beside it is no number of it.
        let cell = |token: usize| page.cell_of(token);
        let mentions = self.list.iter().filter(|mention| mention.named.iter().any(takes));
        // `Basement I needs at least 5 dead ends` gives nothing: it says how many there are.
        let counts = |named: &Named| match named.meaning {
            Meaning::Field(field) => names.mechanics[named.mechanic].model[field].kind == Kind::Integer,
            _ => false,
        };
        let given = mentions.filter_map(|mention| {
            let (token, _) = number_of(page, mention, &all)?;
            // `Coin: 14.0` is no number of coins.
            let is_taken = |named: &Named| takes_decimal(names, named);
            if has_places(page, token) && !mention.named.iter().any(is_taken) {
                return None;
            }
            let is_stated = mention.named.iter().any(counts) && states_the_least(page, token);
            // `14 floors` are so many, where each of them is a use, and `57 rooms` those of a floor.
            let is_plural = page.word_at(token + 1).is_some_and(|word| word.ends_with('s'));
            let is_input = |named: &Named| matches!(named.meaning, Meaning::Input(_));
            let is_of_uses = is_plural
                && self.is_some_use(token + 1)
                && mention.named.iter().all(is_input)
                && number_at(page, token).is_some();
            let is_stated = is_stated || mention.is_outcome() && is_expected(page, token);
            (!is_stated && !is_of_uses && cell(token) == cell(mention.tokens.start)).then_some(token)
        });
        self.given = given.collect();
        // `Stages 5 to 11`
        let behind = self.list.iter().filter(|mention| mention.named.iter().any(takes));
        let interval = behind.filter_map(|mention| {
            let (token, ..) = range_behind(page, mention.tokens.end)?;
            (cell(token) == cell(token - 1)).then_some(token)
        });
        let intervals: Vec<usize> = interval.collect();
        self.given.extend(intervals);
    }
}

/// Whether a number is what is to be expected: `you can expect about 14 coins`.
fn is_expected(page: &Page, token: usize) -> bool {
    let is_hedge = |word: &str| {
        matches!(word, "about" | "around" | "roughly" | "some" | "approximately" | "only" | "just")
    };
    let mut before = (0..token).rev().map_while(|token| page.word_at(token));
    before.find(|word| !is_hedge(word)).is_some_and(|word| matches!(word, "expect" | "expects" | "average"))
}

/// The label of a value of an input, or of the input itself where its values have none.
fn label<'n>(names: &'n Names<'_>, mechanic: usize, input: InputId, value: &Value) -> &'n str {
    let model = &names.mechanics[mechanic].model;
    let declaration = &model[input].declaration;
    let variant = match value {
        Value::Variant(variant) => model.variants(declaration.kind).get(*variant as usize),
        _ => None,
    };
    variant.map_or(declaration.label.as_str(), |variant| variant.label.as_str())
}

/// Whether a number is said to be the least there is of something, in a sentence that states no chance.
fn states_the_least(page: &Page, token: usize) -> bool {
    const NEAR: usize = 4;
    let list = &page.tokens.list;
    let ends = |token: &usize| {
        matches!(list[*token].kind, TokenKind::LineEnd | TokenKind::Symbol('.' | ';' | '|' | '\u{2022}'))
    };
    let first = (0..token).rev().find(ends).map_or(0, |end| end + 1);
    let last = (token..list.len()).find(ends).unwrap_or(list.len());
    let word = |token: usize| page.word_at(token).unwrap_or_default();
    let mut near = token.saturating_sub(NEAR).max(first)..token;
    let is_told = near
        .clone()
        .any(|token| cues::LEAST_OF_ALL.contains(&word(token)) || cues::NEEDED.contains(&word(token)))
        || near.clone().any(|token| word(token) == "few" && word(token + 1) == "as");
    let is_given =
        near.any(|token| matches!(word(token), "with" | "if" | "when" | "where" | "once" | "given"));
    let states_chance = |token: usize| {
        page.figure_at(token).is_some_and(|figure| states_chance(&figure))
            || cues::CHANCE.contains(&word(token))
    };
    is_told && !is_given && !(first..last).any(states_chance)
}
