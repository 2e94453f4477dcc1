//! What is said of several scenarios, each in blocks of its own, as the blocks of one document.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{Block, Cell, Header, Row, Table, Text};
use crate::exact::Rational;

/// A row by its label, and which it is of those that have that label.
type Key = (String, usize);

/// Blocks of the same shape become one: a table has the columns of each scenario under its name, which `names` has
/// along every axis. Where the shapes differ each scenario has a heading.
pub(super) fn beside<'a>(all: Vec<(Vec<Text>, Vec<Block<'a>>)>) -> Vec<Block<'a>> {
    let alike = all.windows(2).all(|pair| shape(&pair[0].1) == shape(&pair[1].1));
    let (names, blocks): (Vec<Vec<Text>>, Vec<Vec<Block<'a>>>) = all.into_iter().unzip();
    if !alike {
        let own = names.into_iter().zip(blocks);
        let headed = own.flat_map(|(names, blocks)| {
            std::iter::once(Block::Heading(Text::list(names, ", "))).chain(blocks)
        });
        return headed.collect();
    }
    let mut columns: Vec<_> = blocks.into_iter().map(Vec::into_iter).collect();
    let mut merged = Vec::new();
    loop {
        let next: Vec<Block<'a>> = columns.iter_mut().filter_map(Iterator::next).collect();
        if next.is_empty() {
            return merged;
        }
        merged.extend(one(&names, next));
    }
}

/// What two blocks have to have in common to be one.
fn shape(blocks: &[Block<'_>]) -> Vec<Option<Vec<String>>> {
    let shape = |block: &Block<'_>| match block {
        Block::Table(table) => {
            let header = table.header.iter().map(|header| header.whole().to_plain());
            Some(std::iter::once(table.caption.to_plain()).chain(header).collect())
        }
        _ => None,
    };
    blocks.iter().map(shape).collect()
}

/// Blocks at the same place as one, where they are tables; words that all have in common are said once.
fn one<'a>(names: &[Vec<Text>], blocks: Vec<Block<'a>>) -> Vec<Block<'a>> {
    let mut tables = Vec::new();
    let mut others: Vec<Block<'a>> = Vec::new();
    let mut said = BTreeSet::new();
    for (names, block) in names.iter().zip(blocks) {
        match block {
            Block::Table(table) => tables.push((names.clone(), table)),
            Block::Paragraph(text) | Block::Aside(text) if !said.insert(text.to_plain()) => {}
            other => others.push(other),
        }
    }
    others.extend(joined(tables).map(Block::Table));
    others
}

fn joined<'a>(tables: Vec<(Vec<Text>, Table<'a>)>) -> Option<Table<'a>> {
    let (_, first) = tables.first()?;
    let (caption, corner) = (first.caption.clone(), first.header.first()?.clone());
    let header = tables.iter().flat_map(|(names, table)| {
        let own = table.header.iter().skip(1);
        own.map(|header| match (names.split_last(), table.header.len()) {
            // One number needs no name of its own.
            (Some((last, groups)), 2) => {
                Header { text: last.clone(), groups: groups.to_vec(), ..header.clone() }
            }
            _ => header.clone().under(names.clone()),
        })
    });
    let header = std::iter::once(corner).chain(header).collect();
    let rows: Vec<BTreeMap<Key, Row>> = tables.iter().map(|(_, table)| keyed(table)).collect();
    let orders: Vec<Vec<Key>> = tables.iter().map(|(_, table)| keys(table)).collect();
    let row = |key: Key| {
        let own = || rows.iter().filter_map(|rows| rows.get(&key));
        let label = own().next().map(|row| row.label.clone()).unwrap_or_default();
        let cells = rows.iter().zip(&tables).flat_map(|(rows, (_, table))| match rows.get(&key) {
            Some(row) => row.cells.clone(),
            None => vec![Cell::words(""); table.header.len().saturating_sub(1)],
        });
        Row { total: own().any(|row| row.total), ..Row::new(label, cells) }
    };
    let rows: Vec<Row> = order(&orders).into_iter().map(row).collect();
    Some(Table { caption, header, rows: rows.into() })
}

fn keys(table: &Table<'_>) -> Vec<Key> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let key = |row: Row| {
        let label = row.label.to_plain();
        let count = seen.entry(label.clone()).or_default();
        *count += 1;
        (label, *count)
    };
    table.rows.iter().map(key).collect()
}

fn keyed(table: &Table<'_>) -> BTreeMap<Key, Row> {
    keys(table).into_iter().zip(table.rows.iter()).collect()
}

/// The rows of all tables, each once: numbers ascending, others as the tables have them.
fn order(orders: &[Vec<Key>]) -> Vec<Key> {
    let number = |key: &Key| key.0.replace('\u{2212}', "-").parse::<Rational>().ok();
    let all: BTreeSet<&Key> = orders.iter().flatten().collect();
    let numbers: Option<Vec<(Rational, &Key)>> = all.iter().map(|key| Some((number(key)?, *key))).collect();
    if let Some(mut numbers) = numbers {
        numbers.sort();
        return numbers.into_iter().map(|(_, key)| key.clone()).collect();
    }
    let mut merged: Vec<Key> = Vec::new();
    for own in orders {
        let known: BTreeSet<Key> = merged.iter().cloned().collect();
        let mut rest = std::mem::take(&mut merged).into_iter().peekable();
        for key in own {
            // What the tables before have ahead of it stands ahead of it.
            if known.contains(key) {
                while let Some(before) = rest.next_if(|other| other != key) {
                    merged.push(before);
                }
                rest.next_if(|other| other == key);
            }
            if !merged.contains(key) {
                merged.push(key.clone());
            }
        }
        merged.extend(rest);
    }
    merged
}
