//! What a page calls things in its tables, and then in its text: `Sunny` over a column of which the figures say that it is
//! Clear sky, `Gold (5-star)`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::mention::{Mention, Mentions};
use super::places::tokens;
use super::short::is_capital;
use crate::names::{Meaning, Named, is_glue, stem};
use crate::page::{Grid, Page, TokenKind};

/// So many words of a name.
const WORDS: usize = 4;
/// So many names of a page.
const MOST: usize = 60;

/// Words that stand over columns and rows, and in the text for anything.
const PLAIN: [&str; 12] = [
    "base", "total", "rest", "averag", "rate", "odd", "percentag", "probabl", "default", "standard", "no",
    "yes",
];

/// What a page calls a thing that has another label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Learned {
    /// Its words in the form in which labels are compared.
    words: Vec<String>,
    named: Vec<Named>,
    /// The tokens of the table whose figures told it: there these say more than a label does.
    taught: Range<usize>,
    /// Whether it is a name only with a capital: a part of a label is often a word like any, `plain` for Plain soil.
    is_part: bool,
}

/// What a name stands for, each with its mechanic.
type Things<'a> = Vec<(usize, &'a Meaning)>;

impl Learned {
    /// The words of a head as a name, which the table `taught` told; `None` where they tell of no one thing.
    pub(crate) fn new(
        page: &Page,
        head: &Range<usize>,
        named: Vec<Named>,
        taught: Range<usize>,
    ) -> Option<Learned> {
        let mut words = Vec::new();
        // What stands in brackets is said of it: `Straight (like 2-3-4)`.
        let opens = |token: &usize| page.tokens.list[*token].kind == TokenKind::Symbol('(');
        let end = head.clone().find(opens).filter(|open| *open > head.start).unwrap_or(head.end);
        for token in head.start..end {
            match page.tokens.list[token].kind {
                TokenKind::Word(_) => words.push(stem(page.word_at(token)?).into_owned()),
                TokenKind::Symbol(_) | TokenKind::LineEnd => {}
                _ => return None,
            }
        }
        let is_plain = |word: &String| is_glue(word) || PLAIN.contains(&word.as_str()) || word.len() < 3;
        // `Three of a kind` is a name, `of coins` none.
        let is_open = words.first().is_none_or(is_plain) || words.last().is_none_or(is_plain);
        let is_told = |word: &String| !is_plain(word) || is_glue(word);
        let tells = words.len() <= WORDS && !is_open && words.iter().all(is_told);
        tells.then_some(Learned { words, named, taught, is_part: false })
    }

    fn things(&self) -> Things<'_> {
        self.named.iter().map(|named| (named.mechanic, &named.meaning)).collect()
    }

    /// The tokens from one on that are this name.
    fn place(&self, page: &Page, first: usize) -> Option<Range<usize>> {
        let is_sign = |token: &usize| matches!(page.tokens.list[*token].kind, TokenKind::Symbol('\'' | '-'));
        let mut end = first;
        for own in &self.words {
            let between = (end..page.tokens.list.len()).take_while(|token| end > first && is_sign(token));
            end += between.count();
            if page.word_at(end).is_none_or(|word| stem(word) != own.as_str()) {
                return None;
            }
            end += 1;
        }
        let is_name = !self.is_part || is_capital(page, first);
        Some(first..end).filter(|place| is_name && !self.taught.contains(&place.start))
    }
}

/// Keeps the names that stand for one thing each, and of which no other stands for it.
pub(crate) fn of_one(learned: Vec<Learned>) -> Vec<Learned> {
    let mut things: BTreeMap<&[String], BTreeSet<Things<'_>>> = BTreeMap::new();
    let mut names: BTreeMap<Things<'_>, BTreeSet<&[String]>> = BTreeMap::new();
    for own in &learned {
        things.entry(&own.words).or_default().insert(own.things());
        names.entry(own.things()).or_default().insert(&own.words);
    }
    let is_of_one =
        |own: &&Learned| things[own.words.as_slice()].len() == 1 && names[&own.things()].len() == 1;
    let mut kept: BTreeMap<&[String], &Learned> = BTreeMap::new();
    learned.iter().filter(is_of_one).for_each(|own| {
        kept.entry(&own.words).or_insert(own);
    });
    kept.into_values().take(MOST).cloned().collect()
}

/// The names that heads of tables give: parts of labels, `Halls` for Drowned Halls; what stands beside a label,
/// `Gold (5-star)`, `5-star (gold)`, of which a table has two at least.
pub(crate) fn of_heads(page: &Page, mentions: &Mentions) -> Vec<Learned> {
    const FEWEST: usize = 2;
    let of_grid = |grid: &Grid| {
        let heads = grid.cells.iter().filter(|cell| grid.is_head(cell.row) || grid.is_label(cell.column));
        let found: Vec<Learned> =
            heads.filter_map(|cell| gloss(page, mentions, &tokens(page, &cell.content))).collect();
        if found.len() < FEWEST { Vec::new() } else { found }
    };
    let part = |(tokens, named): &(Range<usize>, Vec<Named>)| {
        Some(Learned { is_part: true, ..Learned::new(page, tokens, named.clone(), tokens.clone())? })
    };
    let parts = mentions.parts.iter().filter_map(part);
    of_one(page.outline.grids.iter().flat_map(of_grid).chain(parts).collect())
}

/// The name that a head gives beside its only label, one of them in brackets.
fn gloss(page: &Page, mentions: &Mentions, head: &Range<usize>) -> Option<Learned> {
    let at =
        |symbol: char| head.clone().find(|token| page.tokens.list[*token].kind == TokenKind::Symbol(symbol));
    let (open, close) = (at('(')?, at(')')?);
    let parts = [head.start..open, open + 1..close.max(open + 1)];
    let labels = parts.clone().map(|part| mentions.within(&part));
    let (label, name) = match labels.clone().map(|labels| labels.len()) {
        [0, 1] => (labels[1].start, &parts[0]),
        [1, 0] => (labels[0].start, &parts[1]),
        _ => return None,
    };
    let mention = mentions.get(label);
    let is_value = |named: &Named| {
        matches!(named.meaning, Meaning::Outcome(..) | Meaning::Is(..) | Meaning::StateIs(..))
    };
    let is_whole = mention.tokens.start == if name.start == head.start { open + 1 } else { head.start };
    if close + 1 < head.end || !is_whole || !mention.named.iter().all(is_value) {
        return None;
    }
    Learned::new(page, name, mention.named.to_vec(), 0..0)
}

impl Mentions {
    /// Adds what a page calls things wherever it does so, and no label stands.
    pub(super) fn add_learned(&mut self, page: &Page, learned: &[Learned]) {
        if learned.is_empty() {
            return;
        }
        // The names that begin with each word of the page.
        let mut begun: FxHashMap<u32, Vec<&Learned>> = FxHashMap::default();
        let begin = |word: u32| {
            let word = stem(page.tokens.words.text(word));
            learned.iter().filter(|own| own.words.first().is_some_and(|first| *first == word)).collect()
        };
        let mut found: Vec<Mention> = Vec::new();
        let mut known = self.list.iter().peekable();
        let mut token = 0;
        while token < page.tokens.list.len() {
            while known.next_if(|mention| mention.tokens.end <= token).is_some() {}
            if let Some(mention) = known.peek().filter(|mention| mention.tokens.contains(&token)) {
                token = mention.tokens.end;
                continue;
            }
            let TokenKind::Word(word) = page.tokens.list[token].kind else {
                token += 1;
                continue;
            };
            let next = known.peek().map_or(page.tokens.list.len(), |mention| mention.tokens.start);
            let here = begun.entry(word).or_insert_with(|| begin(word)).iter();
            let here = here.filter_map(|own| Some((own.place(page, token)?, *own)));
            let longest = here.filter(|(place, _)| place.end <= next).max_by_key(|(place, _)| place.end);
            token = longest.as_ref().map_or(token + 1, |(place, _)| place.end);
            found.extend(longest.map(|(place, own)| Self::mention(page, place, &own.named)));
        }
        for mention in &found {
            // Its words are understood.
            self.words[mention.tokens.clone()].iter_mut().for_each(|word| *word = word.or(Some(u32::MAX)));
        }
        // Beside its label it adds nothing: `Gold (5-star)`.
        found.retain(|mention| !self.stands_beside(mention));
        self.add(found);
    }

    /// Whether the label before or behind some words, with a bracket between them at most, stands for the same.
    fn stands_beside(&self, own: &Mention) -> bool {
        let next = self.list.partition_point(|mention| mention.tokens.start < own.tokens.start);
        let is_same = |mention: &&Mention| mention.named == own.named;
        let after = self.list.get(next).filter(|after| after.tokens.start <= own.tokens.end + 1);
        let before = next.checked_sub(1).map(|before| &self.list[before]);
        let before = before.filter(|before| before.tokens.end + 1 >= own.tokens.start);
        after.into_iter().chain(before).any(|mention| is_same(&mention))
    }
}
