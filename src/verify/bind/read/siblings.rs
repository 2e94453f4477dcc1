//! Heads of one line are values of one thing: `Plain`, `Compost`, `Star Ash`. Where most of them are labels of it, or the
//! head over them names it, the others may be parts of labels: `Plain` for `Plain soil`, `Oak` under `Wand` for `Oak wand`.
//! Where one is a label, another may be one in other words: `Pot is wrecked` for `Wrecked pot`.

use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::mention::Mentions;
use crate::check::{FieldId, InputId, Kind, Model};
use crate::names::{Meaning, Named, Names, is_glue, stem, stems};
use crate::page::{Grid, Page, TokenKind, spoken};
use crate::value::Value;

/// So many of the heads of a line are labels of one thing at least.
const FEWEST: usize = 2;
/// Lines of heads that are looked at in a table, and heads in one.
const LINES: usize = 12;
const HEADS: usize = 40;

/// What has values with labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thing {
    Input(InputId),
    Field(FieldId),
    /// The outcomes that a mechanic has.
    Fields,
}

/// What the heads stand for that are parts of labels, by their tokens and in the order of these.
pub(super) fn siblings(
    page: &Page,
    names: &Names<'_>,
    mentions: &Mentions,
) -> Vec<(Range<usize>, Vec<Named>)> {
    let mut found: BTreeMap<(usize, usize), Vec<Named>> = BTreeMap::new();
    let lines = page.outline.grids.iter().flat_map(|grid| lines(page, grid));
    let parts: Vec<LazyCell<Words, _>> =
        names.mechanics.iter().map(|mechanic| LazyCell::new(|| Words::of(&mechanic.model))).collect();
    for line in lines.filter(|line| line.heads.len() >= FEWEST) {
        let words = LazyCell::new(|| words_of(page, mentions, &line));
        for (mechanic, parts) in parts.iter().enumerate() {
            let spelled = || parts.spelled(words.as_ref()?);
            for (tokens, named) in of_line(page, names, mentions, &line, (mechanic, &spelled)) {
                found.entry((tokens.start, tokens.end)).or_default().push(named);
            }
        }
    }
    found.into_iter().map(|((start, end), named)| (start..end, named)).collect()
}

/// The heads over the columns of a table, or those of its rows: the tokens of each.
pub(super) struct Line {
    pub(super) heads: Vec<Range<usize>>,
    /// What stands over the heads of rows.
    over: Vec<Range<usize>>,
}

pub(super) fn lines(page: &Page, grid: &Grid) -> Vec<Line> {
    let list = &page.tokens.list;
    let tokens = |cell: usize| {
        let bytes = &grid.cells[cell].content;
        let at = |byte| list.partition_point(|token| (token.start as usize) < byte);
        at(bytes.start)..at(bytes.end)
    };
    let collect = |cells: &mut dyn Iterator<Item = usize>| -> Vec<Range<usize>> {
        let cells: BTreeSet<usize> = cells.take(HEADS).collect();
        cells.into_iter().map(tokens).filter(|tokens| !tokens.is_empty()).collect()
    };
    let heads = (0..grid.rows).filter(|row| grid.is_head(*row)).take(LINES);
    let over_columns = |row| {
        let heads = collect(&mut (0..grid.columns).filter_map(|column| grid.cell(row, column)));
        Line { heads, over: Vec::new() }
    };
    let mut lines: Vec<Line> = heads.map(over_columns).collect();
    for column in (0..grid.columns).filter(|column| grid.is_label(*column)) {
        let rows: Vec<usize> = (0..grid.rows).filter(|row| !grid.is_head(*row)).collect();
        let over = rows.first().map(|row| grid.column_heads(*row, column)).unwrap_or_default();
        lines.push(Line {
            heads: collect(&mut rows.iter().filter_map(|row| grid.cell(*row, column))),
            over: over.into_iter().map(tokens).collect(),
        });
    }
    lines
}

/// What the heads of a line are values of.
struct Values {
    thing: Thing,
    /// Those that are labels.
    known: BTreeSet<u32>,
    /// Whether so much is known that a part of a label is enough. Else only what holds all words of a label is one.
    is_sure: bool,
}

/// What the head over them names, else what most heads of a line are labels of.
fn values_of(
    mentions: &Mentions,
    line: &Line,
    (mechanic, spelled): (usize, &dyn Fn() -> Option<Thing>),
) -> Option<Values> {
    let mut things: Vec<(Thing, BTreeSet<u32>)> = Vec::new();
    let labels = line.heads.iter().filter_map(|head| mentions.within(head).next());
    for named in labels.flat_map(|first| mentions.get(first).named.iter()) {
        let (thing, value) = match (&named.meaning, named.mechanic == mechanic) {
            (Meaning::Is(input, Value::Variant(value)), true) => (Thing::Input(*input), *value),
            (Meaning::Outcome(field, Value::Variant(value)), true) => (Thing::Field(*field), *value),
            (Meaning::Field(field), true) => (Thing::Fields, u32::try_from(field.index()).unwrap_or(0)),
            _ => continue,
        };
        match things.iter_mut().find(|(other, _)| *other == thing) {
            Some((_, values)) => drop(values.insert(value)),
            None => things.push((thing, BTreeSet::from([value]))),
        }
    }
    let most = things.iter().max_by_key(|(thing, values)| (values.len(), *thing != Thing::Fields)).cloned();
    if let Some((thing, known)) = most.clone().filter(|(_, values)| values.len() >= FEWEST) {
        return Some(Values { thing, known, is_sure: line.heads.len() > FEWEST });
    }
    let over = line.over.iter().flat_map(|head| mentions.within(head));
    let told =
        over.flat_map(|mention| mentions.get(mention).named.iter()).find_map(|named| match named.meaning {
            Meaning::Input(input) if named.mechanic == mechanic => Some(Thing::Input(input)),
            Meaning::Field(field) if named.mechanic == mechanic => Some(Thing::Field(field)),
            _ => None,
        });
    let Some(thing) = told.or_else(spelled) else {
        return most.map(|(thing, known)| Values { thing, known, is_sure: false });
    };
    let own = things.into_iter().find(|(other, _)| *other == thing);
    Some(Values { thing, known: own.map(|(_, values)| values).unwrap_or_default(), is_sure: true })
}

/// The values of all things of a mechanic that have a word in their labels.
#[derive(Default)]
struct Words {
    things: Vec<Thing>,
    /// For each word the values, each by the place of its thing.
    values: BTreeMap<String, BTreeSet<(usize, u32)>>,
}

impl Words {
    fn of(model: &Model) -> Words {
        let mut words = Words::default();
        let inputs = model.input_ids().map(Thing::Input);
        for thing in inputs.chain(model.field_ids().map(Thing::Field)) {
            for (value, label) in (0..).zip(labels(model, thing)) {
                for word in stems(label).into_iter().filter(|word| !is_glue(word)) {
                    words.values.entry(word).or_default().insert((words.things.len(), value));
                }
            }
            words.things.push(thing);
        }
        words
    }

    /// The values whose labels have all words of a head.
    fn all(&self, head: &[String]) -> BTreeSet<(usize, u32)> {
        let sets: Option<Vec<_>> = head.iter().map(|word| self.values.get(word)).collect();
        let Some((first, rest)) = sets.as_deref().and_then(<[_]>::split_first) else {
            return BTreeSet::new();
        };
        first.iter().filter(|value| rest.iter().all(|other| other.contains(value))).copied().collect()
    }

    /// What all heads of a line are values of, each by a part of the label of another: `Galleries`, `Halls`, `Core` for
    /// Upper Galleries, Drowned Halls and Ashen Core. One head may stand over those of rows.
    fn spelled(&self, line: &[Vec<String>]) -> Option<Thing> {
        let heads: Vec<BTreeSet<(usize, u32)>> = line.iter().map(|head| self.all(head)).collect();
        if heads.iter().filter(|head| !head.is_empty()).count() + 1 < line.len() {
            return None;
        }
        let is_of_all = |thing: &usize| {
            let value = |head: &BTreeSet<(usize, u32)>| {
                let mut own = head.iter().filter(|(other, _)| other == thing).map(|(_, value)| *value);
                own.next().filter(|_| own.next().is_none())
            };
            let told: Vec<u32> = heads.iter().filter_map(value).collect();
            let different: BTreeSet<u32> = told.iter().copied().collect();
            told.len() >= FEWEST && told.len() + 1 >= line.len() && different.len() == told.len()
        };
        (0..self.things.len()).find(is_of_all).map(|thing| self.things[thing])
    }
}

/// The words of the heads of a line as labels have them; `None` where more than one head has a word that no label has.
fn words_of(page: &Page, mentions: &Mentions, line: &Line) -> Option<Vec<Vec<String>>> {
    let telling = |head: &Range<usize>| head.clone().filter(|token| page.word_at(*token).is_some());
    let is_known = |head: &&Range<usize>| telling(head).all(|token| mentions.words[token].is_some());
    if line.heads.iter().filter(is_known).count() + 1 < line.heads.len() {
        return None;
    }
    let words = |head: &Range<usize>| {
        telling(head).filter_map(|token| Some(stem(page.word_at(token)?).into_owned())).collect()
    };
    Some(line.heads.iter().map(words).collect())
}

/// The labels of all values of a thing.
fn labels(model: &Model, thing: Thing) -> Vec<&str> {
    let variants = |kind: Kind| model.variants(kind).iter().map(|variant| variant.label.as_str()).collect();
    match thing {
        Thing::Input(input) => variants(model[input].declaration.kind),
        Thing::Field(field) => variants(model[field].kind),
        Thing::Fields => model.field_ids().map(|field| model[field].label.as_str()).collect(),
    }
}

/// The heads of a line that are parts of labels of what the others are labels of.
fn of_line(
    page: &Page,
    names: &Names<'_>,
    mentions: &Mentions,
    line: &Line,
    (mechanic, spelled): (usize, &dyn Fn() -> Option<Thing>),
) -> Vec<(Range<usize>, Named)> {
    let Some(Values { thing, known, is_sure }) = values_of(mentions, line, (mechanic, spelled)) else {
        return Vec::new();
    };
    let model = &names.mechanics[mechanic].model;
    let rest: Vec<(u32, &str)> =
        (0..).zip(labels(model, thing)).filter(|(value, _)| !known.contains(value)).collect();
    // `Dice` is a part of `Dice or Sacrifice Room`, and a value of it.
    let is_value_of_rest = |named: &Named| match (&named.meaning, thing) {
        // `Miss`, `Hit` and `Crit` are values of what is called `hit` itself.
        (Meaning::Field(field), Thing::Field(own)) => *field == own && named.mechanic == mechanic,
        (Meaning::Outcome(field, _), Thing::Fields) if named.mechanic == mechanic => {
            rest.iter().any(|(other, _)| *other as usize == field.index())
        }
        (_, Thing::Fields) => named.mechanic != mechanic,
        _ => false,
    };
    let part = |part: Range<usize>| -> Option<(Range<usize>, Named)> {
        let words: Vec<usize> = part.clone().filter(|token| page.word_at(*token).is_some()).collect();
        let is_telling = |token: &usize| page.word_at(*token).is_some_and(|word| !is_glue(&stem(word)));
        let own = mentions.within(&part).flat_map(|mention| mentions.get(mention).named.iter());
        // What is a label already is no part of another.
        let is_label = mentions.within(&part).map(|mention| mentions.get(mention)).any(|mention| {
            let is_of_rest = mention.named.iter().all(&is_value_of_rest) && thing != Thing::Fields;
            let mut telling = words.iter().filter(|token| is_telling(token));
            !is_of_rest && telling.all(|token| mention.tokens.contains(token))
        });
        if is_label || !words.iter().any(is_telling) || !own.into_iter().all(&is_value_of_rest) {
            return None;
        }
        let has = |label: &str| words.iter().all(|token| is_part(page, *token, label));
        let fits = |label: &str| if is_sure { has(label) } else { has_all(page, &words, label) };
        let mut fitting: Vec<(usize, u32)> = rest
            .iter()
            .filter(|(_, label)| fits(label))
            .map(|(value, label)| (stems(label).len(), *value))
            .collect();
        fitting.sort_unstable();
        // `Place of the Library` is told of the library, and no other name of it.
        let is_one = match fitting.as_slice() {
            [_] => true,
            [first, second, ..] => thing == Thing::Fields && first.0 < second.0,
            [] => false,
        };
        let (_, value) = fitting.first().filter(|_| is_one)?;
        let variant = Value::Variant(*value);
        let meaning = match thing {
            Thing::Input(input) => Meaning::Is(input, variant),
            Thing::Field(field) => Meaning::Outcome(field, variant),
            Thing::Fields => {
                Meaning::Field(model.field_ids().find(|field| field.index() == *value as usize)?)
            }
        };
        Some((part, Named { mechanic, meaning }))
    };
    line.heads.iter().cloned().filter_map(part).collect()
}

/// Whether some words are those of a label in whatever order, but for words that only join.
fn has_all(page: &Page, words: &[usize], label: &str) -> bool {
    let telling = |word: &str| Some(stem(word).into_owned()).filter(|word| !is_glue(word));
    let spoken: Vec<&str> = words.iter().filter_map(|token| page.word_at(*token)).collect();
    let own: BTreeSet<String> = spoken.iter().filter_map(|word| telling(word)).collect();
    let label: BTreeSet<String> = stems(label).into_iter().filter(|word| !is_glue(word)).collect();
    own.len() > 1 && own == label && !spoken.iter().any(|word| matches!(*word, "no" | "not" | "without"))
}

/// Whether a word, or a short form of it that ends with a point, stands in a label.
fn is_part(page: &Page, token: usize, label: &str) -> bool {
    const SHORTEST: usize = 3;
    let Some(word) = page.word_at(token) else { return true };
    let is_short = word.len() >= SHORTEST
        && page.tokens.list.get(token + 1).is_some_and(|next| next.kind == TokenKind::Symbol('.'));
    stems(label).contains(&stem(word).into_owned())
        || is_short && spoken(label).iter().any(|other| other.starts_with(word))
}
