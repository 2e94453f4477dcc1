//! What the heads of a table say of its cells: labels in several heads, and what a number counts that is a head.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::beside::{interval_at, number_at, number_of};
use super::cues::{LEAST_OF_ALL, MEAN, MOST_OF_ALL};
use super::mention::subject_of;
use super::places::{REACH, Reader, column_of};
use super::roman::value_at;
use crate::check::Kind;
use crate::exact::Rational;
use crate::names::{Meaning, Named, Spoken};
use crate::page::{Grid, TokenKind};
use crate::value::Value;

/// So many heads before a number are looked at for what it counts.
const NEIGHBOURS: usize = 3;

impl Reader<'_> {
    /// Whether the first column only numbers the rows: 1, 2, 3.
    pub(super) fn is_numbered(&self, grid: &Grid) -> bool {
        let rows = (0..grid.rows).filter(|row| !grid.is_head(*row) && !grid.is_total(*row));
        let numbers = rows.map(|row| {
            let cell = grid.cell(row, 0)?;
            self.bare_number(&self.cell_words(grid, cell))
        });
        numbers.zip(1..).all(|(number, row)| number == Some(Rational::from(row)))
    }

    /// The label that heads of one row are together: `Basement` before `II`.
    pub(crate) fn joined(&self, heads: &[usize], grid: &Grid) -> Vec<Named> {
        let words: Vec<Spoken> = heads
            .iter()
            .flat_map(|head| self.tokens(&grid.cells[*head].content))
            .filter(|token| self.page.word_at(*token).is_some())
            .map(|token| Spoken { word: self.mentions.words[token], is_idle: false })
            .collect();
        let first = heads.first().map_or(0, |head| self.tokens(&grid.cells[*head].content).len());
        match self.names.longest(&words) {
            Some((length, named)) if heads.len() > 1 && length > first => named.to_vec(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn says_both(&self, tokens: &Range<usize>) -> bool {
        self.mentions.within(tokens).is_empty()
            && tokens.clone().any(|token| self.page.word_at(token) == Some("both"))
    }

    /// The labels of flags that head other rows, or other columns: what "both" means; of "both of these" the last two before
    /// it.
    pub(crate) fn both(
        &self,
        grid: &Grid,
        (head, is_row): (usize, bool),
        row: usize,
        tokens: &Range<usize>,
    ) -> Vec<Range<usize>> {
        let points =
            |token: usize| matches!(self.page.word_at(token), Some("these" | "those" | "them" | "above"));
        let is_above = tokens.clone().any(points);
        let own = &grid.cells[head];
        let column = column_of(grid, row, head);
        let (at, all) = if is_row { (row, grid.rows) } else { (column, grid.columns) };
        let others = if is_above { at.saturating_sub(REACH)..at } else { 0..all.min(REACH) };
        let cell = |other| if is_row { grid.cell(other, column) } else { grid.cell(own.row, other) };
        let cells: BTreeSet<usize> = others.filter_map(cell).collect();
        let tokens = cells.into_iter().map(|cell| self.tokens(&grid.cells[cell].content));
        let flag = |mention: &usize| {
            let named = &self.mentions.get(*mention).named;
            named.iter().any(|named| matches!(named.meaning, Meaning::Is(_, Value::Flag(true))))
        };
        let mut all: Vec<usize> = Vec::new();
        for mention in tokens.flat_map(|tokens| self.mentions.within(&tokens)).filter(flag) {
            let named = &self.mentions.get(mention).named;
            all.retain(|other| !is_above || self.mentions.get(*other).named != *named);
            all.push(mention);
        }
        let first = if is_above { all.len().saturating_sub(2) } else { 0 };
        let found = &all[first..];
        let tokens = |mention: &usize| self.mentions.get(*mention).tokens.clone();
        if found.len() == 2 { found.iter().map(tokens).collect() } else { Vec::new() }
    }

    pub(crate) fn is_none(&self, tokens: &Range<usize>) -> bool {
        tokens.clone().any(|token| self.page.word_at(token) == Some("none"))
    }

    /// The number that a head is, where it has no label of its own.
    pub(crate) fn bare_number(&self, tokens: &Range<usize>) -> Option<Rational> {
        let none = |token| matches!(self.page.word_at(token), Some("none")).then_some(Rational::ZERO);
        let mut found =
            tokens.clone().filter_map(|token| number_at(self.page, token).or_else(|| none(token)));
        let number = found.next()?;
        if let Some(next) = found.next() {
            let is_step = next == &number + &Rational::ONE && found.next().is_none();
            return (is_step && self.is_step(tokens)).then_some(number);
        }
        // What a cell begins with is no dash between two numbers: `-10`.
        let list = &self.page.tokens.list;
        let is_negative = list.get(tokens.start).is_some_and(|sign| {
            sign.kind == TokenKind::Symbol('-')
                && list.get(tokens.start + 1).is_some_and(|next| next.start == sign.end)
        });
        let number = if is_negative { -&number } else { number };
        let number = if number.is_integer() { &number + &self.beyond(tokens) } else { number };
        self.mentions.within(tokens).is_empty().then_some(number)
    }

    /// What the first number is off that a head means which begins with a bound: `below 40` is told of 39.
    fn beyond(&self, tokens: &Range<usize>) -> Rational {
        let is_sign = |sign| {
            self.page.tokens.list.get(tokens.start).is_some_and(|token| token.kind == TokenKind::Symbol(sign))
        };
        match self.page.word_at(tokens.start) {
            Some("below" | "under") => -&Rational::ONE,
            Some("above" | "beyond" | "past") => Rational::ONE,
            _ if tokens.len() == 2 && is_sign('<') => -&Rational::ONE,
            _ if tokens.len() == 2 && is_sign('>') => Rational::ONE,
            _ => Rational::ZERO,
        }
    }

    /// Whether a head is two numbers with an arrow or "to" between them: `+6 → +7`.
    fn is_step(&self, tokens: &Range<usize>) -> bool {
        let mut has_arrow = false;
        let is_part = |token: usize| match self.page.tokens.list[token].kind {
            TokenKind::Symbol(sign) => {
                has_arrow |= matches!(sign, '>' | '\u{2192}');
                matches!(sign, '+' | '-' | '>' | '\u{2192}')
            }
            _ => {
                let is_to = self.page.word_at(token) == Some("to");
                has_arrow |= is_to;
                is_to || number_at(self.page, token).is_some()
            }
        };
        tokens.clone().all(is_part) && has_arrow
    }

    /// The first number of a head that is a range of numbers: `5 to 11`, `5–11`.
    pub(crate) fn bare_range(&self, tokens: &Range<usize>) -> Option<Rational> {
        let (low, high) = match tokens.len() {
            1 => return interval_at(self.page, tokens.start).map(|(low, _)| low),
            3 => (number_at(self.page, tokens.start)?, number_at(self.page, tokens.start + 2)?),
            _ => return None,
        };
        (low < high && low.is_integer() && high.is_integer()).then_some(low)
    }

    /// What stands over the names of rows and says under what all of them hold: `Setup (storm)` over the names of rods. What
    /// the other heads of a cell give themselves is told there.
    pub(super) fn given_over(
        &self,
        grid: &Grid,
        row: usize,
        (rows, columns): (&[usize], &[usize]),
    ) -> Option<Range<usize>> {
        let column = column_of(grid, row, *rows.first()?);
        let over = grid.column_heads(row, column);
        let [corner] = over.as_slice() else { return None };
        let content = |cell: &usize| self.cell_words(grid, *cell);
        let given = |tokens: &Range<usize>| -> Vec<(usize, (bool, usize))> {
            let named = self.mentions.within(tokens).flat_map(|at| self.mentions.get(at).named.iter());
            named.filter_map(|named| Some((named.mechanic, subject_of(&named.meaning)?))).collect()
        };
        let is_choice = |named: &Named| matches!(named.meaning, Meaning::Is(..) | Meaning::StateIs(..));
        let tokens = content(corner);
        let mut own = self.mentions.within(&tokens).map(|at| self.mentions.get(at)).peekable();
        own.peek()?;
        let are_choices = own.all(|mention| mention.named.iter().all(is_choice));
        let others: Vec<Range<usize>> =
            rows.iter().chain(columns).filter(|head| *head != corner).map(content).collect();
        let is_told =
            |thing: &(usize, (bool, usize))| others.iter().any(|other| given(other).contains(thing));
        let says_whether = others.iter().any(|other| self.yes_or_no(other).is_some());
        (are_choices && !says_whether && !given(&tokens).iter().any(is_told)).then_some(tokens)
    }

    /// The outcome that goes on from the head of the column before, where the heads of a cell name none: `in 20 casts` behind
    /// `At least one koi in 10 casts`.
    pub(super) fn outcome_beside(
        &self,
        grid: &Grid,
        (row, column): (usize, usize),
        (rows, columns): (&[usize], &[usize]),
    ) -> Option<Range<usize>> {
        let content = |cell: &usize| self.cell_words(grid, *cell);
        let outcome = |cell: &usize| {
            let mut own = self.mentions.within(&content(cell)).map(|at| self.mentions.get(at));
            own.find(|mention| mention.is_outcome()).map(|mention| mention.tokens.clone())
        };
        if rows.iter().chain(columns).any(|head| outcome(head).is_some()) {
            return None;
        }
        let mut before = (0..column).rev().take_while(|before| !grid.is_label(*before));
        before.find_map(|before| grid.column_heads(row, before).iter().find_map(outcome))
    }

    /// What the number counts that a head is, for each mechanic: the head of its column says it, or the corner, or what stands around the
    /// table.
    pub(crate) fn counted(
        &self,
        grid: &Grid,
        head: usize,
        is_row: bool,
        (row, column): (usize, usize),
        around: &[Vec<Range<usize>>; 3],
    ) -> Vec<(usize, usize)> {
        let corner = grid.cell(0, 0).filter(|corner| *corner != head);
        let own: Vec<usize> = if is_row {
            grid.column_heads(row, column_of(grid, row, head))
        } else {
            grid.column_heads(row, column).into_iter().filter(|other| *other != head).collect()
        };
        let content = |cell: usize| self.cell_words(grid, cell);
        let own: Vec<Range<usize>> = own.into_iter().map(content).collect();
        // `rares, 0` under `outcome, value`
        let is_value = is_row && own.iter().any(|own| self.says_value(own));
        let before = column_of(grid, row, head).checked_sub(1).filter(|_| is_value);
        if let Some(left) = before.and_then(|column| grid.cell(row, column)) {
            return self.each(&[content(left)], &|named| matches!(named.meaning, Meaning::Field(_)));
        }
        let outside = corner.map(content).into_iter();
        // What names an outcome itself says what is told: `Chance of any SSR:` over a list, whatever was asked before.
        let names_outcome = |range: &Range<usize>| {
            let named =
                self.mentions.within(range).flat_map(|mention| self.mentions.get(mention).named.iter());
            { named }.any(|named| matches!(named.meaning, Meaning::Outcome(..)))
        };
        let said: Vec<&Range<usize>> = around.iter().flatten().collect();
        let nearest = said.iter().position(|range| names_outcome(range)).map_or(said.len(), |at| at + 1);
        let outside = outside.chain(said[..nearest].iter().map(|range| (*range).clone()));
        let all: Vec<Range<usize>> = own.iter().cloned().chain(outside).collect();
        // "None" counts only what the head right above it names: elsewhere it says that nothing is there.
        let all = if self.is_none(&content(head)) { own.clone() } else { all };
        let given = |named: &Named| matches!(named.meaning, Meaning::Input(_) | Meaning::State(_));
        let outcome = |named: &Named| matches!(named.meaning, Meaning::Field(_));
        // `No rare`, `one rare`, `two or more`: what the heads before it count.
        let before: Vec<Range<usize>> = if is_row {
            let own = column_of(grid, row, head);
            let rows = (row.saturating_sub(NEIGHBOURS)..row).rev();
            rows.filter_map(|row| grid.cell(row, own)).map(content).collect()
        } else {
            let of_row = grid.cells[head].row;
            let columns = (column.saturating_sub(NEIGHBOURS)..column).rev();
            columns.filter_map(|column| grid.cell(of_row, column)).map(content).collect()
        };
        // The head right above says it best. "Room" over the names of rooms counts nothing where something is given.
        let found = |places: &[Range<usize>], wanted: &dyn Fn(&Named) -> bool| {
            Some(self.each(places, wanted)).filter(|found| !found.is_empty())
        };
        let right_above = || found(&own, &given).or_else(|| found(&own, &outcome));
        let around = || found(&all, &given).or_else(|| found(&all, &outcome));
        let nearest = is_row.then(right_above).flatten().or_else(|| self.counted_before(&before));
        nearest.or_else(around).unwrap_or_default()
    }

    /// For each mechanic the nearest label that stands for something, among places from the nearest on.
    fn each(&self, places: &[Range<usize>], wanted: &dyn Fn(&Named) -> bool) -> Vec<(usize, usize)> {
        let mechanics = 0..self.names.mechanics.len();
        let of = |mechanic: usize| {
            let own = |named: &Named| named.mechanic == mechanic && wanted(named);
            Some((mechanic, places.iter().find_map(|place| self.label(place, &own))?))
        };
        mechanics.filter_map(of).collect()
    }

    /// Whether a head names the first and the last of several values of what is given: `Basement I–II`.
    pub(super) fn spans_values(&self, tokens: &Range<usize>) -> bool {
        let inputs = |mention: usize| {
            let named = self.mentions.get(mention).named.iter();
            let input = |named: &Named| match named.meaning {
                Meaning::Is(input, _) => Some((named.mechanic, input)),
                _ => None,
            };
            named.filter_map(input).collect::<BTreeSet<_>>()
        };
        let joins = |token: usize| {
            let is_sign = matches!(self.page.tokens.list[token].kind, TokenKind::Symbol('-' | '–' | '—'));
            is_sign || matches!(self.page.word_at(token), Some("to" | "through" | "thru"))
        };
        let all: Vec<usize> = self.mentions.within(tokens).collect();
        all.iter().enumerate().any(|(number, first)| {
            let end = self.mentions.get(*first).tokens.end;
            if inputs(*first).is_empty() || end + 1 >= tokens.end || !joins(end) {
                return false;
            }
            let next = all.get(number + 1).filter(|next| self.mentions.get(**next).tokens.start == end + 1);
            let is_same = next.is_some_and(|next| !inputs(*first).is_disjoint(&inputs(*next)));
            is_same || value_at(self.page, end + 1).is_some()
        })
    }

    /// Whether a head says that its cells are means, and not of what: `Average`, `Expected number`.
    pub(crate) fn is_mean_alone(&self, tokens: &Range<usize>) -> bool {
        let words: Vec<&str> = tokens.clone().filter_map(|token| self.page.word_at(token)).collect();
        let is_idle = |word: &&&str| !matches!(**word, "number" | "value" | "amount" | "count");
        let telling: Vec<&&str> = words.iter().filter(is_idle).collect();
        matches!(telling[..], [word] if MEAN.contains(word))
    }

    /// What a head says of something that is there or not, which its column names: `Yes`, `false`, `none`.
    pub(super) fn yes_or_no(&self, tokens: &Range<usize>) -> Option<Rational> {
        let mut words = tokens.clone().filter_map(|token| self.page.word_at(token));
        let Some(word) = words.next() else { return self.tick(tokens) };
        let says = match word {
            "yes" | "true" => Rational::ONE,
            "no" | "false" | "none" => Rational::ZERO,
            _ => return None,
        };
        words.next().is_none().then_some(says)
    }

    /// What the only sign of a head says of it: `✓`, `✗`.
    fn tick(&self, tokens: &Range<usize>) -> Option<Rational> {
        if tokens.len() != 1 {
            return None;
        }
        match self.page.tokens.list[tokens.start].kind {
            TokenKind::Symbol('✓' | '✔' | '✅') => Some(Rational::ONE),
            TokenKind::Symbol('✗' | '✘' | '❌') => Some(Rational::ZERO),
            _ => None,
        }
    }

    /// For each mechanic the label of something that one has or not, over the column of a head.
    pub(super) fn flag_above(&self, grid: &Grid, head: usize, row: usize) -> Vec<(usize, usize)> {
        let above = grid.column_heads(row, column_of(grid, row, head)).into_iter();
        let above: Vec<Range<usize>> = above.map(|cell| self.cell_words(grid, cell)).collect();
        self.each(&above, &is_had)
    }

    /// For each mechanic the labels of what one has or not whose rows begin above a cell, and say so in its column: `Lucky
    /// Foot | no | yes`.
    pub(super) fn flags_left(
        &self,
        grid: &Grid,
        (row, column): (usize, usize),
    ) -> Vec<((usize, usize), Rational)> {
        /// No table has more such rows.
        const ROWS: usize = 8;
        let content = |row: usize, column: usize| Some(self.cell_words(grid, grid.cell(row, column)?));
        let of_row = |above: usize| {
            let says = self.yes_or_no(&content(above, column)?)?;
            let found = self.each(&[content(above, 0)?], &is_had);
            Some(found.into_iter().map(move |found| (found, says.clone())))
        };
        (0..row.min(ROWS)).filter(|_| column > 0).filter_map(of_row).flatten().collect()
    }

    /// Whether a label stands for an outcome that may be nothing.
    pub(super) fn may_be_nothing(&self, label: usize, mechanic: usize) -> bool {
        let mut own = self.mentions.get(label).named_in(mechanic);
        own.any(|named| match named.meaning {
            Meaning::Field(field) => {
                matches!(self.names.mechanics[mechanic].model[field].kind, Kind::Flag | Kind::Enum(_))
            }
            _ => false,
        })
    }

    /// Whether a label stands for an outcome that is one of several things.
    pub(super) fn is_kind(&self, label: usize, mechanic: usize) -> bool {
        let mut own = self.mentions.get(label).named_in(mechanic);
        own.all(|named| match named.meaning {
            Meaning::Field(field) => {
                matches!(self.names.mechanics[mechanic].model[field].kind, Kind::Enum(_))
            }
            _ => false,
        })
    }

    /// Whether a head says that its column has the value of what the column before it names.
    pub(super) fn says_value(&self, tokens: &Range<usize>) -> bool {
        const VALUE: [&str; 5] = ["value", "number", "count", "amount", "quantity"];
        let mut words = tokens.clone().filter_map(|token| self.page.word_at(token));
        words.next().is_some_and(|word| VALUE.contains(&word)) && words.next().is_none()
    }

    /// The label of the number that `Average` is the mean of, where the head beside it says it: `Most fish`.
    pub(super) fn number_beside(&self, grid: &Grid, head: usize) -> Option<Range<usize>> {
        let is_one_of = |tokens: &Range<usize>, words: &[&str]| {
            tokens.clone().any(|token| words.contains(&self.page.word_at(token).unwrap_or_default()))
        };
        let content = |cell: usize| self.cell_words(grid, cell);
        let (own, column) = (content(head), grid.cells[head].column);
        if own.len() != 1 || !is_one_of(&own, &MEAN) {
            return None;
        }
        let beside = [column.checked_sub(1), Some(column + 1)].into_iter().flatten();
        let heads = beside.filter_map(|column| grid.cell(grid.cells[head].row, column)).map(content);
        let mut ends =
            heads.filter(|tokens| is_one_of(tokens, &LEAST_OF_ALL) || is_one_of(tokens, &MOST_OF_ALL));
        let label = ends.find_map(|tokens| self.label(&tokens, &|named| self.is_number(named)))?;
        Some(self.mentions.get(label).tokens.clone())
    }

    /// What heads count that have a number and a label: for each mechanic the nearest of them. `None` where none does.
    fn counted_before(&self, heads: &[Range<usize>]) -> Option<Vec<(usize, usize)>> {
        let counts = |mention: &usize, tokens: &Range<usize>| {
            let mention = self.mentions.get(*mention);
            mention.denied || number_of(self.page, mention, tokens).is_some()
        };
        let mut found: BTreeMap<usize, usize> = BTreeMap::new();
        for tokens in heads {
            for mention in self.mentions.within(tokens).filter(|mention| counts(mention, tokens)) {
                for named in self.mentions.get(mention).named.iter().filter(|named| self.is_number(named)) {
                    found.entry(named.mechanic).or_insert(mention);
                }
            }
        }
        (!found.is_empty()).then(|| found.into_iter().collect())
    }

    /// Whether a label stands for an outcome that is a whole number.
    fn is_number(&self, named: &Named) -> bool {
        match named.meaning {
            Meaning::Field(field) => self.names.mechanics[named.mechanic].model[field].kind == Kind::Integer,
            _ => false,
        }
    }

    /// The first label that stands for something; before it one of which words say that it is counted.
    fn label(&self, tokens: &Range<usize>, wanted: &dyn Fn(&Named) -> bool) -> Option<usize> {
        let may_be_counted = |mention: &usize| {
            let mention = self.mentions.get(*mention);
            // What has a number already counts nothing else.
            mention.named.iter().any(wanted) && number_of(self.page, mention, tokens).is_none()
        };
        let mut all = self.mentions.within(tokens).filter(may_be_counted);
        let first = all.next()?;
        let is_counted = |mention: &usize| {
            let start = self.mentions.get(*mention).tokens.start;
            let before = |back: usize| self.page.word_at(start.checked_sub(back)?);
            matches!((before(2), before(1)), (Some("number"), Some("of")) | (Some("how"), Some("many")))
        };
        Some(std::iter::once(first).chain(all).find(is_counted).unwrap_or(first))
    }
}

/// Whether a label stands for something that one has.
fn is_had(named: &Named) -> bool {
    matches!(named.meaning, Meaning::Is(_, Value::Flag(true)))
}
