//! Tables whose columns are aligned with spaces: all lines of one are read together, since only together they show
//! where its columns stand.

use std::collections::BTreeMap;
use std::ops::Range;

use super::classes::{is_item, is_rule, looks_like_code};

/// A table is no longer.
const LINES: usize = 500;
/// More pieces has no line of a table.
const PIECES: usize = 40;
/// So many lines of heads stand over a rule.
const HEADS: usize = 3;

/// The rows of a table.
#[derive(Debug)]
pub(super) struct Aligned {
    /// For each row its cells: their bytes, their first column and how many they span.
    pub(super) rows: Vec<Vec<(Range<usize>, usize, usize)>>,
    /// How many of them are heads.
    pub(super) heads: usize,
    /// Where the last line ends.
    pub(super) end: usize,
}

/// Some words of a line with the characters that they stand at.
#[derive(Debug, Clone)]
struct Piece {
    bytes: Range<usize>,
    at: Range<usize>,
}

/// The table that begins with the line at a byte, if one does: a rule stands under its heads, or its columns are
/// aligned in every line. Else where the lines end that were looked at: none of them begins one.
pub(super) fn aligned(text: &str, start: usize, end: usize) -> Result<Aligned, usize> {
    let read = read(text, start, end);
    let last = read.last;
    table(text, read).ok_or(last)
}

/// Lines that may be a table.
struct Read {
    lines: Vec<Vec<Piece>>,
    /// How many of them stand over a rule.
    heads: usize,
    has_rule: bool,
    /// For each line whose pieces have a rule of their own below them these rules, which are as wide as what they head.
    spans: BTreeMap<usize, Vec<Piece>>,
    /// Where the last one ends.
    last: usize,
}

fn read(text: &str, start: usize, end: usize) -> Read {
    let mut lines: Vec<Vec<Piece>> = Vec::new();
    let mut heads = 0;
    let mut has_rule = false;
    let mut spans: BTreeMap<usize, Vec<Piece>> = BTreeMap::new();
    let mut at = start;
    let mut last = start;
    while at < end && lines.len() < LINES {
        let stop = line_end(text, at, end);
        let line = text.get(at..stop).unwrap_or_default();
        let trimmed = line.trim();
        let rules = if is_rule(trimmed) { pieces(line, at) } else { Vec::new() };
        if let Some(over) = lines.last().filter(|_| !has_rule && line.starts_with("  "))
            && rules.len() > 1
            && rules.len() == over.len()
            && rules.iter().zip(over).all(|(rule, head)| off(head, &rule.at) == 0)
        {
            spans.insert(lines.len() - 1, rules);
        } else if !rules.is_empty() {
            // A second rule ends the table, or stands over its sum. One over all lines says nothing.
            if !has_rule && !lines.is_empty() && lines.len() <= HEADS {
                heads = lines.len();
            }
            has_rule |= !lines.is_empty();
        } else {
            if looks_like_code(line) || line.contains('\t') || trimmed.starts_with('|') {
                break;
            }
            let pieces = pieces(line, at);
            let next = (stop + 1).min(end);
            let below = text.get(next..line_end(text, next, end)).unwrap_or_default();
            // The heads of a table may be longer than a line.
            let is_more = !lines.is_empty() && is_rule(below.trim()) && line.starts_with("  ");
            if pieces.is_empty() || pieces.len() == 1 && !is_more && !is_banner(trimmed, below) {
                break;
            }
            lines.push(pieces);
        }
        last = stop;
        at = stop + 1;
    }
    Read { lines, heads, has_rule, spans, last }
}

fn table(text: &str, read: Read) -> Option<Aligned> {
    let Read { lines, mut heads, has_rule, spans, last } = read;
    if lines.len() < 2 || lines.iter().any(|line| line.len() > PIECES) {
        return None;
    }
    let has =
        |line: &Vec<Piece>, sign: char| line.iter().any(|piece| text[piece.bytes.clone()].contains(sign));
    // Plain numbers over percentages head their columns.
    let over_percent = || !has(&lines[0], '%') && lines[1..].iter().all(|line| has(line, '%'));
    let has_digits = |line: &Vec<Piece>| line.iter().any(|piece| has_digit(text, piece));
    if heads == 0 && lines.len() > 2 && (!has_digits(&lines[0]) || over_percent()) {
        // One head may stand over several.
        let is_over =
            lines.len() > 3 && (2..lines[1].len()).contains(&lines[0].len()) && !has_digits(&lines[1]);
        heads = if is_over && has_digits(&lines[2]) { 2 } else { 1 };
    }
    let body: Vec<&[Piece]> =
        lines.get(heads..)?.iter().map(Vec::as_slice).filter(|line| line.len() > 1).collect();
    let columns = columns(&body)?;
    let is_item = |line: &Vec<Piece>| line.first().is_some_and(|piece| is_item(&text[piece.bytes.clone()]));
    if !has_rule && (!is_even(&body, &columns) || lines.iter().any(is_item)) {
        return None;
    }
    let states = body.iter().copied().flatten().filter(|piece| has_digit(text, piece)).count();
    if states < body.len() {
        return None;
    }
    let place = |(number, line): (usize, &Vec<Piece>)| -> Vec<(Range<usize>, usize, usize)> {
        match line.as_slice() {
            over if number + 1 < heads && spans.contains_key(&number) => {
                let rules = over.iter().zip(spans.get(&number).into_iter().flatten());
                let spanned = rules.map(|(head, rule)| {
                    let (_, first, count) = place(rule, &columns);
                    (head.bytes.clone(), first, count)
                });
                spanned.collect()
            }
            over if number + 1 < heads => spread(over, &columns),
            // What stands alone between rows is said of those that follow.
            [only] if number >= heads => vec![(only.bytes.clone(), 0, columns.len())],
            _ => line.iter().map(|piece| place(piece, &columns)).collect(),
        }
    };
    Some(Aligned { rows: lines.iter().enumerate().map(place).collect(), heads, end: last })
}

fn line_end(text: &str, start: usize, end: usize) -> usize {
    text.get(start..end).and_then(|rest| rest.find('\n')).map_or(end, |found| start + found)
}

/// Whether a line that has no columns tells of the rows below it: a few words, and columns in the next line.
fn is_banner(line: &str, below: &str) -> bool {
    const WORDS: usize = 6;
    !line.contains(|c: char| c.is_ascii_digit())
        && line.split_whitespace().count() <= WORDS
        && !line.ends_with(['.', '?', '!'])
        && pieces(below, 0).len() > 1
}

fn has_digit(text: &str, piece: &Piece) -> bool {
    text[piece.bytes.clone()].contains(|c: char| c.is_ascii_digit())
}

/// The dots that lead from one column to the next, where there are several: `carp ..... 3% ..... 4%`. One label and its
/// figure are no table.
fn leaders(line: &str) -> Vec<Range<usize>> {
    const SHORTEST: usize = 3;
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in line.match_indices('.') {
        match found.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = at + 1,
            None => found.push(at..at + 1),
        }
    }
    found.retain(|dots| dots.len() >= SHORTEST);
    if found.len() > 1 { found } else { Vec::new() }
}

/// What stands between gaps of two spaces or more.
fn pieces(line: &str, start: usize) -> Vec<Piece> {
    let leaders = leaders(line);
    let mut leaders = leaders.iter().peekable();
    let mut found: Vec<Piece> = Vec::new();
    let mut spaces = 2;
    for (character, (byte, c)) in line.char_indices().enumerate() {
        while leaders.next_if(|dots| dots.end <= byte).is_some() {}
        if c.is_whitespace() || leaders.peek().is_some_and(|dots| dots.contains(&byte)) {
            spaces += 1;
            continue;
        }
        let bytes = start + byte..start + byte + c.len_utf8();
        match found.last_mut().filter(|_| spaces < 2) {
            Some(piece) => {
                piece.bytes.end = bytes.end;
                piece.at.end = character + 1;
            }
            None => found.push(Piece { bytes, at: character..character + 1 }),
        }
        spaces = 0;
    }
    found
}

/// Where the columns stand: what overlaps in two lines is one. `None` where two pieces of a line stand in the same.
fn columns(lines: &[&[Piece]]) -> Option<Vec<Range<usize>>> {
    let mut all: Vec<Range<usize>> = lines.iter().copied().flatten().map(|piece| piece.at.clone()).collect();
    all.sort_by_key(|at| at.start);
    let mut columns: Vec<Range<usize>> = Vec::new();
    for at in all {
        match columns.last_mut().filter(|last| at.start < last.end) {
            Some(last) => last.end = last.end.max(at.end),
            None => columns.push(at),
        }
    }
    let column = |piece: &Piece| columns.iter().position(|column| column.contains(&piece.at.start));
    let apart = |line: &&[Piece]| line.windows(2).all(|pair| column(&pair[0]) != column(&pair[1]));
    (columns.len() > 1 && lines.iter().all(apart)).then_some(columns)
}

/// Whether every line fills all columns but the first, and all of them begin or end at one place: no text has that by
/// chance.
fn is_even(lines: &[&[Piece]], columns: &[Range<usize>]) -> bool {
    const FEWEST: usize = 2;
    let edges = |column: usize, edge: &dyn Fn(&Piece) -> usize| {
        let mut edges = lines.iter().filter_map(|line| line.get(column)).map(edge);
        let first = edges.next();
        edges.all(|edge| Some(edge) == first)
    };
    lines.len() >= FEWEST
        && lines.iter().all(|line| line.len() == columns.len())
        && (0..columns.len())
            .all(|column| edges(column, &|piece| piece.at.start) || edges(column, &|piece| piece.at.end))
}

/// How many characters a piece stands beside a column; 0 where it stands over it.
fn off(piece: &Piece, column: &Range<usize>) -> usize {
    column.start.saturating_sub(piece.at.end).max(piece.at.start.saturating_sub(column.end))
}

/// Heads over several columns: each stands over those that it is nearest to, and over none left of all.
fn spread(heads: &[Piece], columns: &[Range<usize>]) -> Vec<(Range<usize>, usize, usize)> {
    let mut found: Vec<(Range<usize>, usize, usize)> = Vec::new();
    let first = usize::from(heads.iter().all(|head| off(head, &columns[0]) > 0));
    for (number, column) in columns.iter().enumerate().skip(first) {
        let Some(head) = heads.iter().min_by_key(|head| off(head, column)) else { break };
        match found.last_mut().filter(|(bytes, ..)| *bytes == head.bytes) {
            Some((.., count)) => *count += 1,
            None => found.push((head.bytes.clone(), number, 1)),
        }
    }
    found
}

/// The columns that a piece stands over, else the nearest.
fn place(piece: &Piece, columns: &[Range<usize>]) -> (Range<usize>, usize, usize) {
    let over = |column: &Range<usize>| column.start < piece.at.end && piece.at.start < column.end;
    let first = columns.iter().position(over);
    let count = columns.iter().filter(|column| over(column)).count();
    let nearest = || (0..columns.len()).min_by_key(|column| off(piece, &columns[*column])).unwrap_or(0);
    (piece.bytes.clone(), first.unwrap_or_else(nearest), count.max(1))
}
