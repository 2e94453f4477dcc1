//! Where a page names what the mechanics know, and the numbers beside that.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::check::{FieldId, Kind};
use crate::exact::Rational;
use crate::names::{Meaning, Named, Names, stem};
use crate::page::{Page, Shape, Token, TokenKind};
use crate::value::Value;

use super::beside::{
    counts_points, counts_them, goes_on, is_said_of, number_at, number_of, sign_at, stands_alone,
    takes_number,
};
use super::denial::denial;
use super::labels::{labels, words};
use super::learned::Learned;
use super::mention::{Mention, Mentions, game};
use super::short::{
    abbreviated, initials, is_a_value, is_capital, is_thing, is_told_as_one, short_names, values,
};
use super::siblings::siblings;
use super::topic::topic;

/// The label of a number that stands alone was said at most so many words before.
const AGO: usize = 120;

/// So many words of a page say what it is about.
const OPENING: usize = 60;

impl Mentions {
    /// `learned` is what the page calls things besides. Cost: linear in the length of the page.
    pub(crate) fn read(page: &Page, names: &Names<'_>, learned: &[Learned]) -> Mentions {
        let words = words(page, names);
        let list = labels(page, names, &words);
        let uses = uses(page, names);
        let mut mentions = Mentions {
            list,
            words,
            given: BTreeSet::new(),
            points: BTreeSet::new(),
            parts: Vec::new(),
            uses,
        };
        mentions.leave_titles(page, names);
        mentions.leave_usual(page);
        mentions.split(names);
        mentions.tell_apart(page, names.mechanics.len());
        mentions.add_short(page, names);
        mentions.take_up(page, names);
        mentions.add_learned(page, learned);
        mentions.add_topic(page);
        mentions.find_rolled(page, names);
        mentions.tell_turns(page, names);
        mentions.keep_absent(page, names);
        mentions.keep_games(names);
        mentions.add_siblings(page, names);
        mentions.find_holders(page, names);
        mentions.find_given(page, names);
        mentions.add_points(page, names);
        mentions.add_signed(page, names);
        mentions.go_on(page, names);
        mentions.add_series(page, names);
        mentions.add_nothing(page, names);
        mentions.add_missed(page, names);
        mentions
    }

    /// Adds what is there where nothing is chosen: `28% with compost, 44% with guano and 13% with nothing`.
    fn add_nothing(&mut self, page: &Page, names: &Names<'_>) {
        const NEAR: usize = 24;
        let usual = |named: &Named| match &named.meaning {
            Meaning::Is(input, Value::Variant(_)) => {
                let value = names.mechanics[named.mechanic].model[*input].default.value()?.clone();
                Some(Named { mechanic: named.mechanic, meaning: Meaning::Is(*input, value) })
            }
            _ => None,
        };
        let mut found = Vec::new();
        for token in 1..page.tokens.list.len() {
            let says = match (page.word_before(token, 1), page.word_at(token)) {
                (Some("with"), Some("nothing" | "none")) => true,
                (Some("without"), word) => matches!(word, Some("anything" | "any")),
                _ => false,
            };
            if !says || self.within(&(token..token + 1)).next().is_some() {
                continue;
            }
            let ends = |token: &usize| {
                matches!(page.tokens.list[*token].kind, TokenKind::LineEnd | TokenKind::Symbol('.'))
            };
            let near = token.saturating_sub(NEAR)..token;
            let start = near.clone().rev().find(ends).map_or(near.start, |end| end + 1);
            let last = self.within(&(start..token)).last();
            let named: Option<Vec<Named>> =
                last.and_then(|at| self.get(at).named.iter().map(usual).collect());
            found.extend(named.map(|named| Self::mention(page, token..token + 1, &named)));
        }
        self.add(found);
    }

    /// What stands behind the name of a game and a colon is a part of its title, and no edition: `Isaac: Rebirth`.
    fn leave_titles(&mut self, page: &Page, names: &Names<'_>) {
        let is_title = |first: usize, named: &Named| {
            let is_behind = first > 1 && sign_at(page, first - 1) == ':';
            is_behind
                && matches!(named.meaning, Meaning::Edition(_))
                && page.word_at(first - 2).is_some_and(|word| word == game(names, named.mechanic))
        };
        for mention in &mut self.list {
            let first = mention.tokens.start;
            mention.keep(|named| !is_title(first, named));
        }
        self.list.retain(|mention| !mention.named.is_empty());
    }

    /// A word that stands for one thing and ends the name of another is that other right after it: `the tail` after
    /// `Daemon's Tail`.
    fn take_up(&mut self, page: &Page, names: &Names<'_>) {
        let word = |token: usize| page.word_at(token).unwrap_or_default();
        let mut taken: Vec<(usize, Arc<[Named]>)> = Vec::new();
        for (at, own) in self.list.iter().enumerate() {
            let first = own.tokens.start;
            let is_that = || matches!(word(first.saturating_sub(1)), "the" | "this" | "that" | "your");
            if own.tokens.len() != 1 || !own.is_thing() || !is_that() {
                continue;
            }
            let name = stem(word(first));
            let ends = |other: &&Mention| {
                other.is_thing() && other.tokens.len() > 1 && stem(word(other.tokens.end - 1)) == name
            };
            let mut near = self.list[..at].iter().rev().take_while(|other| other.tokens.end + AGO > first);
            // What a page begins with it is about: `the tail` all over the page of Daemon's Tail, unless another tail is
            // named before, or a thing is called just that.
            let is_named = || {
                let is_same = |other: &&Mention| other.named == own.named;
                let is_that = |other: &Mention| {
                    let before = word(other.tokens.start.saturating_sub(1));
                    other.tokens.len() == 1 && matches!(before, "the" | "this" | "that" | "your")
                };
                self.list[..at].iter().filter(is_same).any(|other| !is_that(other))
            };
            let is_label = || own.named.iter().any(|named| is_whole_label(names, named, &name));
            let opening = || {
                let mut opening = self.list[..at].iter().take_while(|other| other.tokens.end < OPENING);
                opening.find(ends).filter(|_| !is_named() && !is_label())
            };
            taken.extend(near.find(ends).or_else(opening).map(|other| (at, other.named.clone())));
        }
        taken.into_iter().for_each(|(at, named)| self.list[at].named = named);
    }

    /// Adds the numbers whose label was said before: they have a sign, or stand after the same word as one that has its
    /// label.
    fn go_on(&mut self, page: &Page, names: &Names<'_>) {
        let is_alone = |token: usize| {
            stands_alone(page, token) || counts_points(page, token) || counts_them(page, token)
        };
        let numbers: Vec<(usize, Rational)> = (1..page.tokens.list.len())
            .filter(|token| !self.given.contains(token))
            .filter(|token| is_alone(*token) || goes_on(page, *token))
            .filter_map(|token| Some((token, number_at(page, token)?)))
            .collect();
        let mut found = Vec::new();
        for (token, number) in numbers {
            let before = self.list.partition_point(|mention| mention.tokens.start < token);
            let is_inside = |mention: &Mention| mention.tokens.contains(&token);
            if before.checked_sub(1).is_some_and(|last| is_inside(&self.list[last])) {
                continue;
            }
            let near = self.list[..before].iter().rev();
            let mut near = near.take_while(|mention| mention.tokens.end + AGO > token);
            // `At luck 5 and one contract it is 36%, at 10 it is 35%`: the same word stands before both.
            let told = (!is_alone(token)).then(|| page.word_at(token - 1)).flatten();
            let is_same = |mention: &Mention| {
                let first = mention.tokens.start;
                let of_number = number_of(page, mention, &(0..token)).map(|(number, _)| number);
                let first = of_number.map_or(first, |number| number.min(first));
                let plus = usize::from(first > 0 && sign_at(page, first - 1) == '+');
                of_number.is_some() && page.word_before(first - plus, 1) == told
            };
            let takes = |named: &Named| takes_number(names, named, Some(&number));
            let last =
                near.find(|mention| mention.named.iter().any(takes) && (told.is_none() || is_same(mention)));
            let Some(last) = last else { continue };
            let named: Vec<Named> = last.named.iter().filter(|named| takes(named)).cloned().collect();
            found.push(Mention { number: Some(number), ..Mention::of(token..token + 1, named) });
            self.given.insert(token);
        }
        self.add(found);
    }

    /// "None" and "Neither" name an outcome only in a head of a table, where its own words, the heads above it, the
    /// corner or the caption name which.
    fn keep_absent(&mut self, page: &Page, names: &Names<'_>) {
        let tokens = |bytes: &Range<usize>| {
            let at = |byte| page.tokens.list.partition_point(|token| (token.start as usize) < byte);
            at(bytes.start)..at(bytes.end)
        };
        let states = |range: &Range<usize>| tokens(range).any(|token| page.has_chance_at(token));
        // The outcomes that the nearest place names which names any.
        let fields = |mention: &Mention| -> Vec<(usize, FieldId)> {
            let byte = page.tokens.list[mention.tokens.start].start as usize;
            let Some((grid, cell)) = page.outline.cell_at(byte) else { return Vec::new() };
            let own = &grid.cells[cell];
            if !grid.is_head(own.row) && states(&own.content) {
                return Vec::new();
            }
            let content = |cell: usize| grid.cells[cell].content.clone();
            let heads = grid.column_heads(own.row, own.column).into_iter().chain(grid.cell(0, 0));
            let places =
                [vec![own.content.clone()], heads.map(content).collect(), vec![grid.caption.clone()]];
            let named = |places: Vec<Range<usize>>| -> Vec<(usize, FieldId)> {
                let mentions = places.iter().flat_map(|range| self.within(&tokens(range)));
                let all = mentions.flat_map(|mention| self.list[mention].named.iter());
                let field = |named: &Named| match named.meaning {
                    Meaning::Field(field) => Some((named.mechanic, field)),
                    _ => None,
                };
                all.filter_map(field).collect()
            };
            places.into_iter().map(named).find(|found| !found.is_empty()).unwrap_or_default()
        };
        let is_absent = |mention: &Mention| mention.named.iter().any(|named| names.absent(named).is_some());
        let kept = |mention: &Mention| -> Arc<[Named]> {
            let fields = fields(mention);
            let stays = |named: &&Named| {
                names.absent(named).is_none_or(|field| fields.contains(&(named.mechanic, field)))
            };
            mention.named.iter().filter(stays).cloned().collect()
        };
        let absent = self.list.iter().enumerate().filter(|(_, mention)| is_absent(mention));
        let kept: Vec<(usize, Arc<[Named]>)> = absent.map(|(at, mention)| (at, kept(mention))).collect();
        kept.into_iter().for_each(|(at, kept)| self.list[at].named = kept);
        self.list.retain(|mention| !mention.named.is_empty());
    }

    /// Leaves the games of which the page names the most: labels of others are words like any.
    fn keep_games(&mut self, names: &Names<'_>) {
        /// A game that has so many times fewer labels on the page is not what it is about.
        const FEWER: usize = 2;
        let mut labels: BTreeMap<&str, BTreeSet<(usize, &Meaning)>> = BTreeMap::new();
        for named in self.list.iter().flat_map(|mention| mention.named.iter()) {
            labels.entry(game(names, named.mechanic)).or_default().insert((named.mechanic, &named.meaning));
        }
        let most = labels.values().map(BTreeSet::len).max().unwrap_or(0);
        let kept: BTreeSet<String> = labels
            .iter()
            .filter(|(_, found)| found.len() * FEWER > most)
            .map(|(game, _)| (*game).to_owned())
            .collect();
        self.list.iter_mut().for_each(|mention| {
            mention.keep(|named| kept.contains(game(names, named.mechanic)));
        });
        self.list.retain(|mention| !mention.named.is_empty());
    }

    /// Adds heads that are a part of the label of a value, where the heads beside them are the other values.
    fn add_siblings(&mut self, page: &Page, names: &Names<'_>) {
        let found = siblings(page, names, self);
        if !found.is_empty() {
            let is_inside = |mention: &Mention| {
                let start = mention.tokens.start;
                let before = found.partition_point(|(tokens, _)| tokens.start <= start);
                before.checked_sub(1).is_some_and(|last| found[last].0.contains(&start))
            };
            self.list.retain(|mention| !is_inside(mention));
            self.add(found.iter().cloned().map(|(tokens, named)| Mention::of(tokens, named)).collect());
            self.parts = found;
        }
    }

    /// Adds what is called by a part of its name: one whose whole name was given, else one with a capital or a number
    /// that no other thing shares.
    fn add_short(&mut self, page: &Page, names: &Names<'_>) {
        let short = short_names(page, names, &self.list, &self.words);
        let initials = initials(page, &self.list);
        let mut found = Vec::new();
        for token in 0..self.words.len() {
            let Some(word) = self.words[token] else {
                let named = if initials.is_empty() { None } else { initials.get(page.token_text(token)) };
                found.extend(named.map(|named| Self::mention(page, token..token + 1, named)));
                let cut = abbreviated(page, names, token);
                found.extend((!cut.is_empty()).then(|| Self::mention(page, token..token + 1, &cut)));
                continue;
            };
            let is_told = || is_capital(page, token);
            let is_counted = || token > 0 && number_at(page, token - 1).is_some();
            let is_numbered = || is_plain_number(page, token + 1);
            let named = match short.get(&word).map_or(&[][..], Vec::as_slice) {
                [] if is_numbered() && !names.numbered(word).is_empty() => names.numbered(word),
                [] if is_counted() => names.counted(word),
                [] if is_told() => names.short(word),
                [] if is_a_value(page, token) || self.is_beside_another(page, token, names.short(word)) => {
                    values(names.short(word))
                }
                own => own,
            };
            // Where each use is a booster, a booster is no Deluxe booster.
            let is_use = |named: &Named| self.is_use(token, named.mechanic);
            if named.iter().all(is_use) {
                continue;
            }
            let before = self.list.partition_point(|mention| mention.tokens.start <= token);
            let is_inside = before.checked_sub(1).is_some_and(|last| self.list[last].tokens.contains(&token));
            // What a table has in its heads is told by the heads beside it.
            let in_table = || {
                let byte = page.tokens.list[token].start as usize;
                page.outline.cell_at(byte).is_some()
            };
            let is_value = || !named.iter().any(is_thing) && !in_table();
            if !is_inside && (is_told_as_one(page, token) || is_counted() || is_numbered() || is_value()) {
                found.push(Self::mention(page, token..token + 1, named));
            }
        }
        self.add(found);
    }

    /// Whether another value of the same stands near a part of a label: `compost gives 17%, guano 32%` for Bat guano. Right
    /// before a chance it may stand further away: `with a copper pick … Better ones are worse: steel 8.1%`.
    fn is_beside_another(&self, page: &Page, token: usize, named: &[Named]) -> bool {
        const NEAR: usize = 16;
        const FAR: usize = 48;
        let most = if page.has_chance_at(token + 1) { FAR } else { NEAR };
        let of = |named: &Named| match &named.meaning {
            Meaning::Is(input, _) => Some((named.mechanic, Some(*input), None)),
            Meaning::Outcome(field, _) => Some((named.mechanic, None, Some(*field))),
            _ => None,
        };
        let [own] = named else { return false };
        let is_another = |other: &Named| of(own).is_some() && of(other) == of(own) && other != own;
        let near = self.within(&(token.saturating_sub(most)..token + NEAR));
        { near }.any(|mention| self.get(mention).named.iter().any(is_another))
    }

    /// Adds what a page calls the one thing that it is about by its kind, which may be a label of something else.
    fn add_topic(&mut self, page: &Page) {
        let Some(topic) = topic(page, &self.list) else { return };
        let places = topic.places(page);
        if places.is_empty() {
            return;
        }
        let is_told = |mention: &Mention| {
            let start = mention.tokens.start;
            mention.tokens.len() == 1 && places.binary_search_by_key(&start, |place| place.start).is_ok()
        };
        self.list.retain(|mention| !is_told(mention));
        let is_free = |place: &&Range<usize>| {
            let before = self.list.partition_point(|mention| mention.tokens.start <= place.start);
            before.checked_sub(1).is_none_or(|last| !self.list[last].tokens.contains(&place.start))
        };
        let found: Vec<Mention> = places
            .iter()
            .filter(is_free)
            .map(|place| Self::mention(page, (*place).clone(), &topic.named))
            .collect();
        self.add(found);
    }

    /// A name that some words are.
    pub(super) fn mention(page: &Page, tokens: Range<usize>, named: &[Named]) -> Mention {
        let denial = denial(page, tokens.start);
        Mention::of(tokens, named.to_vec()).denied_by(denial)
    }

    /// Finds the labels that have a number of something else: `the floor has 8 rooms`, `two dice have at least one hit`,
    /// `a Contract at 5 luck`.
    fn find_holders(&mut self, page: &Page, names: &Names<'_>) {
        const NEAR: usize = 5;
        let counts = |named: &Named| {
            let counted = match named.meaning {
                Meaning::Field(field) => names.mechanics.get(named.mechanic).map(|own| own.model[field].kind),
                _ => None,
            };
            matches!(counted, Some(Kind::Integer | Kind::Number)) || takes_number(names, named, None)
        };
        let holds = |mention: &Mention| {
            let end = mention.tokens.end;
            let number = (end + 1..end + NEAR).find(|token| number_at(page, *token).is_some());
            let behind = |number: usize| self.within(&(number + 1..number + 2));
            let is_anothers =
                |number: usize| behind(number).any(|other| self.list[other].named.iter().any(counts));
            let is_joined =
                || matches!(page.word_at(end), Some("at" | "with" | "and")) || sign_at(page, end) == '+';
            number.is_some_and(|number| {
                (is_said_of(page, end) || number == end + 1 && is_joined()) && is_anothers(number)
            })
        };
        let holders: Vec<bool> = self.list.iter().map(holds).collect();
        self.list.iter_mut().zip(holders).for_each(|(mention, holds)| mention.holds = holds);
    }
}

/// Whether a token is a whole number in digits.
fn is_plain_number(page: &Page, token: usize) -> bool {
    let shape = page.figure_at(token).map(|figure| figure.shape);
    matches!(shape, Some(Shape::Number(number)) if number.places == 0)
}

/// The tokens that are what one use of a mechanic is called, with these mechanics. Each word is looked up once.
fn uses(page: &Page, names: &Names<'_>) -> BTreeMap<usize, Arc<[usize]>> {
    let mut known: FxHashMap<u32, Arc<[usize]>> = FxHashMap::default();
    let of_token = |(at, token): (usize, &Token)| {
        let TokenKind::Word(number) = token.kind else { return None };
        let look_up = || names.used_by(page.tokens.words.text(number)).into();
        let mechanics = known.entry(number).or_insert_with(look_up);
        (!mechanics.is_empty()).then(|| (at, Arc::clone(mechanics)))
    };
    page.tokens.list.iter().enumerate().filter_map(of_token).collect()
}

/// Whether the label of a thing that one has is one word alone.
fn is_whole_label(names: &Names<'_>, named: &Named, word: &str) -> bool {
    let Meaning::Is(input, _) = &named.meaning else { return false };
    let label = &names.mechanics[named.mechanic].model[*input].declaration.label;
    stem(&label.to_lowercase()) == word
}
