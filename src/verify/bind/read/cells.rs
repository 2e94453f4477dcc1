//! The figures of tables, each with the heads of its row and column.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::about::About;
use super::beside::sign_at;
use super::defined::said_of;
use super::layers::{Layer, Layers};
use super::numbers::{self, is_decimal};
use super::place::{Counted, Numbering, Place, Since, Uses, states_chance};
use super::places::{Group, MOST, Placed, Reader, column_of, first, last};
use super::points::{Line, Lines};
use super::units::Unit;
use crate::names::Named;
use crate::page::{CellKind, Figure, Grid, TokenKind};

/// A cell with more figures than this is no cell of a table that somebody reads.
const OF_CELL: usize = 20;
/// Nor is a table with more columns: what a cell says is asked of all columns of its row.
const WIDEST: usize = 300;

/// What stands around a table: its caption, what was said over it, the heading, the headings above.
struct Around {
    near: [Vec<Range<usize>>; 3],
    above: Vec<Range<usize>>,
}

/// A table with what is known of it.
struct Table<'g> {
    block: usize,
    grid: &'g Grid,
    index: usize,
    /// Whether its first column only numbers the rows.
    numbered: bool,
    /// Whether its first column says under which number its rows stand.
    labels: bool,
    /// Further columns that say under which number their row stands: `Luck`.
    given: Vec<usize>,
    /// Columns that say how many uses: `Pulls`, with the mechanics of which they are.
    uses: BTreeMap<usize, Vec<usize>>,
    lines: Lines,
    /// Columns of what was so before: `Old article`.
    old: BTreeSet<usize>,
}

/// The words of the heads of a cell.
#[derive(Default)]
struct Heads {
    own: Vec<Range<usize>>,
    of: Vec<(Group, Range<usize>)>,
    /// Heads of the row behind the first.
    further: Vec<Range<usize>>,
    /// Remarks that say under what another column of the row holds.
    apart: Vec<Range<usize>>,
    counted: Vec<Counted>,
    since: Vec<Since>,
    uses: Vec<Uses>,
    times: Option<i64>,
    unclear: bool,
    is_bare: bool,
}

impl<'a> Reader<'a> {
    pub(crate) fn grid(&mut self, block: usize, index: usize) {
        let Some((around, table)) = self.table(block, index) else { return };
        let grid = table.grid;
        let mut seen = BTreeSet::new();
        for row in (0..grid.rows).filter(|row| !grid.is_head(*row) && !grid.is_total(*row)) {
            if self.found.len() >= MOST {
                return;
            }
            for column in 0..grid.columns {
                let Some(cell) = grid.cell(row, column).filter(|cell| seen.insert(*cell)) else { continue };
                if !table.given.contains(&column) {
                    self.cell(&table, &around, (row, column), cell);
                }
            }
        }
    }

    /// What is known of the lines of a table whose numbers are percentages or turned round.
    pub(super) fn lines_of(&mut self, block: usize, index: usize) -> Lines {
        self.table(block, index).map(|(_, table)| table.lines).unwrap_or_default()
    }

    /// What is known of a table as a whole, and what stands around it; nothing of one that is too wide.
    fn table(&mut self, block: usize, index: usize) -> Option<(Around, Table<'a>)> {
        let page = self.page;
        let grid = &page.outline.grids[index];
        if grid.columns > WIDEST {
            return None;
        }
        let [heading, above] = self.headings(block);
        let parent = page.outline.blocks[block].parent.map(|parent| last(self.block_tokens(parent)));
        let mut over = self.said_over(block);
        let mut caption = first(self.tokens(&grid.caption));
        if caption.is_empty() && over.first().is_some_and(|line| self.is_title(line)) {
            caption = over.remove(0);
        }
        let said: Vec<Range<usize>> = parent.into_iter().chain(over).collect();
        let around = Around { near: [vec![caption], said, heading], above };
        let is_given =
            |column: &usize| self.is_given_column(grid, *column) || self.is_value_column(grid, *column);
        let is_of_points = |column: &usize| self.is_column_of_points(grid, *column);
        let mut given: Vec<usize> = (1..grid.columns).filter(is_given).collect();
        let of_points = (0..grid.columns.saturating_sub(1)).filter(is_of_points);
        given.extend(of_points.filter(|column| !grid.is_label(*column)));
        let lines = self.lines(grid, &given, &around.near);
        // `Chance (%)` over all columns says nothing of the first, which says under which luck each row stands.
        let labels = grid.is_label(0) && self.is_given_column(grid, 0);
        let (numbered, uses) = (self.is_numbered(grid), self.uses_columns(grid));
        let old = self.old_columns(grid);
        Some((around, Table { block, grid, index, numbered, labels, given, uses, lines, old }))
    }

    fn cell(&mut self, table: &Table<'_>, around: &Around, (row, column): (usize, usize), cell: usize) {
        let grid = table.grid;
        let tokens = self.tokens(&grid.cells[cell].content);
        let mut figures = self.figures(tokens.clone());
        // A band may stand where the head of its row is.
        let heads_band = numbers::is_band(&figures);
        let is_label = column == 0 && table.labels;
        if figures.is_empty() || is_label || grid.cells[cell].kind == CellKind::Head && !heads_band {
            return;
        }
        let bands = self.ends_of_cell(&figures);
        let content = |cell: &usize| self.cell_words(grid, *cell);
        let is_edge = heads_band
            || self.says_edge(&grid.column_heads(row, column).iter().map(content).collect::<Vec<_>>());
        let unit = if is_edge { Unit::Number } else { self.unit(grid, row, column, &around.near[0][0]) };
        figures.iter_mut().for_each(|(_, figure)| unit.turn(figure));
        // What numbers the rows states nothing.
        figures.retain(|(_, figure)| unit.is_of(figure) || heads_band || !grid.is_label(column));
        let rows = self.rows_of(table, (row, column), cell, heads_band);
        let columns = self.columns_of(grid, (row, column), unit, &figures);
        if figures.is_empty() || rows.contains(&cell) || columns.contains(&cell) {
            return;
        }
        let joined = self.joined(&rows, grid);
        let own = Heads { own: vec![first(tokens)], ..Heads::default() };
        let heads = self.heads_of(table, around, (row, column), (&rows, &columns), (own, &joined, &figures));
        self.place_cell(table, around, (row, column), (unit, is_edge), (heads, joined), (figures, &bands));
    }

    /// The cells that head the row of a cell.
    fn rows_of(
        &self,
        table: &Table<'_>,
        (row, column): (usize, usize),
        cell: usize,
        heads_band: bool,
    ) -> Vec<usize> {
        let grid = table.grid;
        let mut rows = grid.row_heads(row, column);
        if heads_band && rows.contains(&cell) {
            rows = self.labels_of_row(grid, row, cell);
        }
        let given = table.given.iter().filter_map(|given| grid.cell(row, *given));
        let given: Vec<usize> = given.filter(|given| !rows.contains(given)).collect();
        rows.extend(given);
        rows
    }

    /// The cells that head its column.
    fn columns_of(
        &self,
        grid: &Grid,
        (row, column): (usize, usize),
        unit: Unit,
        figures: &[(usize, Figure)],
    ) -> Vec<usize> {
        let mut columns = grid.column_heads(row, column);
        let content = |cell: &usize| self.cell_words(grid, *cell);
        let names = |head: &usize| !self.mentions.within(&content(head)).is_empty();
        // `1 in` beside a chance says the same in another form; so may what stands under no head at all.
        let is_bare = || columns.iter().all(|head| content(head).is_empty());
        if column > 0
            && !grid.is_label(column - 1)
            && !columns.iter().any(names)
            && (unit == Unit::OneIn || is_bare() && figures.iter().all(|(_, figure)| states_chance(figure)))
        {
            columns.extend(grid.column_heads(row, column - 1));
        }
        columns
    }

    /// What the heads of a cell say, after what it says itself.
    fn heads_of(
        &self,
        table: &Table<'_>,
        around: &Around,
        (row, column): (usize, usize),
        (rows, columns): (&[usize], &[usize]),
        (mut heads, joined, figures): (Heads, &[Named], &[(usize, Figure)]),
    ) -> Heads {
        let grid = table.grid;
        for head in rows {
            let is_first = Some(head) == rows.first();
            let tokens = self.cell_words(grid, *head);
            let names_nothing = self.mentions.within(&tokens).is_empty() && self.yes_or_no(&tokens).is_none();
            let tells = !is_first && names_nothing;
            // Of several heads of a row those that name nothing only tell more of it: a date, a remark.
            if !tells || !joined.is_empty() || table.given.contains(&column_of(grid, row, *head)) {
                self.head(table, around, (row, column), (*head, true), &mut heads);
            }
            if !is_first && joined.is_empty() && !tells {
                heads.further.push(tokens);
            }
        }
        columns.iter().for_each(|head| self.head(table, around, (row, column), (*head, false), &mut heads));
        for ((mechanic, label), number) in self.flags_left(grid, (row, column)) {
            heads.own.push(self.mentions.get(label).tokens.clone());
            heads.counted.push(Counted { mechanic, label, number });
        }
        // `90% within`, `90% have one within` before the cell that says how many uses that are
        let last = heads
            .own
            .first()
            .and_then(|cell| cell.clone().rev().find(|token| self.page.word_at(*token).is_some()));
        let ends_open = last.is_some_and(|last| self.page.word_at(last) == Some("within"));
        let is_level = |(token, _): &(usize, Figure)| {
            self.page.word_at(token + 1) == Some("within")
                || ends_open && last.is_some_and(|last| last > *token)
        };
        if table.uses.contains_key(&column) {
            heads.own.extend(self.share_beside(grid, row, column));
        } else if figures.iter().any(is_level) {
            let every: Vec<usize> = (0..self.names.mechanics.len()).collect();
            let cells = (column + 1..grid.columns).filter_map(|other| grid.cell(row, other));
            heads.uses.extend(cells.flat_map(|cell| self.uses_of_cell(grid, cell, &every)));
        } else {
            let beside = table.uses.iter().filter(|(other, _)| grid.block(column).contains(other));
            let beside = beside.filter_map(|(other, mechanics)| Some((grid.cell(row, *other)?, mechanics)));
            let beside = beside.filter(|(cell, _)| !rows.contains(cell));
            heads.uses.extend(beside.flat_map(|(cell, mechanics)| self.uses_of_cell(grid, cell, mechanics)));
        }
        heads.own.extend(columns.iter().filter_map(|head| self.number_beside(grid, *head)));
        heads.own.extend(self.given_over(grid, row, (rows, columns)));
        if !heads.uses.is_empty() {
            heads.own.extend(self.outcome_beside(grid, (row, column), (rows, columns)));
        }
        let is_base = self.is_base(grid, row, columns);
        heads.is_bare = is_base || columns.iter().any(|head| self.is_bare(grid, *head));
        // A remark behind the figures may say under what they hold; a base chance is one where that is not so.
        let remarks = self.remarks(grid, row, column);
        if !remarks.is_empty() && is_base {
            heads.apart = remarks;
            return heads;
        }
        for remark in remarks {
            heads.own.push(remark.clone());
            heads.further.push(remark);
        }
        heads
    }

    /// Adds the figures of a cell, each with what stands around it.
    fn place_cell(
        &mut self,
        table: &Table<'_>,
        around: &Around,
        (row, column): (usize, usize),
        (unit, is_edge): (Unit, bool),
        (heads, joined): (Heads, Vec<Named>),
        (figures, bands): (Vec<(usize, Figure)>, &BTreeMap<usize, Numbering>),
    ) {
        let index = table.index;
        let groups = vec![Group::Column(index, column), Group::Row(index, row), Group::Grid(index)];
        let [caption, said, heading] = around.near.clone();
        let above = around.above.clone();
        let layers = Layers::new([heads.own, Vec::new(), Vec::new(), caption, said, heading, above]);
        let place = Place {
            layers,
            is_base: !heads.apart.is_empty(),
            is_bare: heads.is_bare,
            apart: heads.apart,
            counted: heads.counted,
            joined,
            since: heads.since,
            uses: heads.uses,
            times: heads.times,
            has_unknown: false,
            in_table: true,
            unclear: heads.unclear,
            ..Place::default()
        };
        let narrow = (!heads.further.is_empty()).then(|| {
            let mut narrow = place.clone();
            narrow.layers[Layer::Own].retain(|range| !heads.further.contains(range));
            narrow
        });
        let says_chance =
            !is_edge && self.says_chance(place.layers.own()) && !self.says_edge(place.layers.own());
        let is_old = table.old.contains(&column);
        let all = figures.into_iter().flat_map(|(token, figure)| {
            numbers::ends(self.page, &figure).into_iter().map(move |(figure, end)| (token, figure, end))
        });
        for (token, figure, end) in all.take(OF_CELL) {
            let kind = end.or_else(|| bands.get(&token).copied()).unwrap_or_default();
            let is_decimal_chance = says_chance && kind == Numbering::Any && is_decimal(&figure);
            let is_chance = is_decimal_chance || unit.is_of(&figure);
            let parts = self.parts_of_cell(place.layers.own().first(), token);
            let of = |place: &Place| {
                let mut own = Place { figure: token, kind, is_decimal_chance, ..place.clone() };
                if is_old {
                    own.about = About::Once;
                }
                if parts.as_ref().is_some_and(|parts| parts.is_unclear) {
                    own.about = About::Else;
                }
                // `+4%` is added to something.
                if is_chance && token > 0 && sign_at(self.page, token - 1) == '+' {
                    own.about = About::Change;
                }
                if let Some(parts) = &parts {
                    own.layers[Layer::Own].splice(0..1, parts.words.iter().cloned());
                    own.apart.extend(parts.apart.iter().cloned());
                }
                own
            };
            let (place, narrow) = (of(&place), narrow.as_ref().map(of));
            let (heads, groups) = (heads.of.clone(), groups.clone());
            let series = None;
            self.found.push(Placed {
                token,
                block: table.block,
                paragraph: self.page.outline.blocks[table.block].group,
                figure,
                is_chance,
                place,
                narrow,
                heads,
                series,
                groups,
            });
        }
    }

    /// Adds what a head says of a cell.
    fn head(
        &self,
        table: &Table<'_>,
        around: &Around,
        (row, column): (usize, usize),
        (head, is_row): (usize, bool),
        heads: &mut Heads,
    ) {
        let grid = table.grid;
        let tokens = self.cell_words(grid, head);
        if self.is_without_items(grid, head, is_row) {
            return;
        }
        let group = if is_row { Group::Row(table.index, row) } else { Group::Column(table.index, column) };
        if self.says_both(&tokens) {
            let both = self.both(grid, (head, is_row), row, &tokens);
            if !both.is_empty() {
                heads.own.extend(both);
                return;
            }
        }
        if self.mentions.within(&tokens).is_empty()
            && let Some(says) = said_of(self.page, &self.defined, &tokens)
        {
            heads.own.extend(says.iter().cloned());
            return;
        }
        let uses = self.uses_of_head(grid, head, &tokens);
        let since = self.since(grid, head, &tokens, &around.near);
        let counts_uses = !uses.is_empty();
        heads.uses.extend(uses);
        if !since.is_empty() {
            heads.since.extend(since);
            return;
        }
        let mut is_counted = false;
        let range = self.bare_range(&tokens);
        let is_range = range.is_some();
        let column_of_head = if is_row { column_of(grid, row, head) } else { 0 };
        let line = if is_row { Line::Column(column_of_head) } else { Line::Heads(grid.cells[head].row) };
        let is_of_points = table.lines.of_points.contains(&line);
        let points = is_of_points.then(|| self.points(&tokens)).flatten();
        let own = points.as_ref().and_then(|_| self.label_of_points(&tokens));
        if let Some(number) = points.or_else(|| self.bare_number(&tokens)).or(range) {
            let times =
                if is_row && !counts_uses { self.times_of_head(grid, head, row, &around.near) } else { None };
            let mut labels = match (&times, own) {
                (Some(_), _) => Vec::new(),
                (None, Some(own)) => {
                    let named = self.mentions.get(own).named.iter();
                    named.map(|named| (named.mechanic, own)).collect()
                }
                (None, None) => self.counted(grid, head, is_row, (row, column), &around.near),
            };
            // `10` under "Kills" counts no drops, where a drop is a robe or a crown.
            labels.retain(|(mechanic, label)| !counts_uses || !self.is_kind(*label, *mechanic));
            // `1-2 | Giant rats (33.3%)`: what is rolled for that which the cell itself names.
            let is_rolled = || heads.own.first().is_some_and(|cell| !self.mentions.within(cell).is_empty());
            let is_idle = is_row && (table.numbered || is_rolled()) || self.is_none(&tokens);
            // What holds of several numbers may hold of the first alone.
            heads.unclear |= is_range && !labels.is_empty();
            heads.unclear |= labels.is_empty() && !is_idle && !counts_uses && times.is_none();
            if let Some((times, label)) = times {
                heads.times = Some(times);
                heads.own.extend(label);
            }
            is_counted = !labels.is_empty() && self.has_brackets(&tokens);
            for (mechanic, label) in labels {
                let number =
                    if table.lines.turned.contains(&(line, mechanic)) { -&number } else { number.clone() };
                heads.own.push(self.mentions.get(label).tokens.clone());
                heads.counted.push(Counted { mechanic, label, number });
            }
        }
        if let Some(number) = self.yes_or_no(&tokens).filter(|_| is_row) {
            let labels = self.counted(grid, head, is_row, (row, column), &around.near);
            let labels = labels.into_iter().filter(|(own, label)| self.may_be_nothing(*label, *own));
            for (mechanic, label) in labels.chain(self.flag_above(grid, head, row)) {
                heads.own.push(self.mentions.get(label).tokens.clone());
                heads.counted.push(Counted { mechanic, label, number: number.clone() });
            }
        }
        // `Basement I–II`, `Basement I – Caves I`: what holds of all of them may hold of no one.
        heads.unclear |= is_row && self.spans_values(&tokens);
        // The mean of what the heads above and below it count.
        if is_row && self.is_mean_alone(&tokens) {
            let labels = self.counted(grid, head, is_row, (row, column), &around.near);
            heads.own.extend(labels.into_iter().map(|(_, label)| self.mentions.get(label).tokens.clone()));
        }
        // `The City (2)`: the number says what the name means.
        if !is_counted {
            heads.of.push((group, tokens.clone()));
        }
        heads.own.push(tokens);
    }

    fn has_brackets(&self, tokens: &Range<usize>) -> bool {
        tokens.clone().any(|token| self.page.tokens.list[token].kind == TokenKind::Symbol('('))
    }
}
