//! The figures of tables, each with the heads of its row and column.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::about::About;
use super::beside::{number_at, sign_at};
use super::defined::said_of;
use super::layers::{Layer, Layers};
use super::mention::nothing;
use super::numbers::{self, is_decimal};
use super::place::{Counted, Numbering, Place, Since, Uses, states_chance};
use super::places::{Group, MOST, Placed, REACH, Reader, column_of, first, last};
use super::units::Unit;
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::{CellKind, Figure, Grid, TokenKind};
use crate::value::Value;

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
    /// Columns that say under which number their row stands: `Luck`.
    given: Vec<usize>,
    /// Columns that say how many uses: `Pulls`, with the mechanics of which they are.
    uses: BTreeMap<usize, Vec<usize>>,
    /// Columns whose numbers a mechanic takes with the other sign, with that mechanic.
    turned: BTreeSet<(usize, usize)>,
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
}

impl Reader<'_> {
    pub(crate) fn grid(&mut self, block: usize, index: usize) {
        let page = self.page;
        let grid = &page.outline.grids[index];
        if grid.columns > WIDEST {
            return;
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
        let is_of_points = |column: &usize| self.is_of_points(grid, *column);
        let mut given: Vec<usize> = (1..grid.columns).filter(is_given).collect();
        let of_points = (0..grid.columns.saturating_sub(1)).filter(is_of_points);
        given.extend(of_points.filter(|column| !grid.is_label(*column)));
        let numbers = given.iter().copied().chain((0..1).filter(|column| !given.contains(column)));
        let turned = |column: usize| self.turned(grid, column).into_iter().map(move |own| (column, own));
        let turned = numbers.flat_map(turned).collect();
        let (numbered, uses) = (self.is_numbered(grid), self.uses_columns(grid));
        let table = Table { block, grid, index, numbered, given, uses, turned };
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

    fn cell(&mut self, table: &Table<'_>, around: &Around, (row, column): (usize, usize), cell: usize) {
        let grid = table.grid;
        let tokens = self.tokens(&grid.cells[cell].content);
        let mut figures = self.figures(tokens.clone());
        // A band may stand where the head of its row is.
        let heads_band = numbers::is_band(&figures);
        if figures.is_empty() || grid.cells[cell].kind == CellKind::Head && !heads_band {
            return;
        }
        let bands = self.ends_of_cell(&figures);
        let content = |cell: &usize| first(self.tokens(&grid.cells[*cell].content));
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
        let content = |cell: &usize| first(self.tokens(&grid.cells[*cell].content));
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
            let tokens = first(self.tokens(&grid.cells[*head].content));
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
        // `90% within` over a row whose cells say how many uses that are
        let is_level = |(token, _): &(usize, Figure)| self.page.word_at(token + 1) == Some("within");
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
        // A remark behind the figures may say under what they hold; a base chance is one where that is not so.
        let remarks = self.remarks(grid, row, column);
        if !remarks.is_empty() && self.is_base(grid, row, columns) {
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

    /// Whether a column is called that of base chances, and another of the row has chances too: `Base chance | Increased
    /// chance`.
    fn is_base(&self, grid: &Grid, row: usize, columns: &[usize]) -> bool {
        const BASE: [&str; 6] = ["base", "basic", "normal", "usual", "default", "standard"];
        const CHANCE: [&str; 6] = ["chance", "chances", "odds", "rate", "probability", "likelihood"];
        let says = |cell: usize, words: &[&str]| {
            let mut tokens = first(self.tokens(&grid.cells[cell].content));
            tokens.any(|token| self.page.word_at(token).is_some_and(|word| words.contains(&word)))
        };
        let is_base = |head: &usize| says(*head, &CHANCE) && says(*head, &BASE);
        let states = |cell: usize| {
            let mut tokens = first(self.tokens(&grid.cells[cell].content));
            tokens.any(|token| self.page.figure_at(token).is_some_and(|figure| figure.is_chance()))
        };
        let is_other = |column: usize| {
            let cell = grid.cell(row, column).filter(|cell| states(*cell));
            cell.is_some() && !grid.column_heads(row, column).iter().any(is_base)
        };
        columns.iter().any(is_base) && (0..grid.columns).any(is_other)
    }

    /// The cells behind a figure that have labels and no figures: `A Devil Room has been entered`.
    fn remarks(&self, grid: &Grid, row: usize, column: usize) -> Vec<Range<usize>> {
        let behind = (column + 1..grid.columns).filter(|other| grid.is_label(*other) && grid.is_label(0));
        let cells = behind.filter_map(|column| grid.cell(row, column));
        let content = cells.map(|cell| first(self.tokens(&grid.cells[cell].content)));
        content.filter(|tokens| !self.mentions.within(tokens).is_empty()).collect()
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
        let tokens = first(self.tokens(&grid.cells[head].content));
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
        let points = || {
            let is_given = is_row && table.given.contains(&column_of_head);
            is_given.then(|| self.points(&tokens)).flatten()
        };
        if let Some(number) = self.bare_number(&tokens).or(range).or_else(points) {
            let times =
                if is_row && !counts_uses { self.times_of_head(grid, head, row, &around.near) } else { None };
            let mut labels = match &times {
                Some(_) => Vec::new(),
                None => self.counted(grid, head, is_row, (row, column), &around.near),
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
                let is_turned = is_row && table.turned.contains(&(column_of_head, mechanic));
                let number = if is_turned { -&number } else { number.clone() };
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
        // `The City (2)`: the number says what the name means.
        if !is_counted {
            heads.of.push((group, tokens.clone()));
        }
        heads.own.push(tokens);
    }

    fn has_brackets(&self, tokens: &Range<usize>) -> bool {
        tokens.clone().any(|token| self.page.tokens.list[token].kind == TokenKind::Symbol('('))
    }

    /// Whether a column has the value of what the column before it names.
    fn is_value_column(&self, grid: &Grid, column: usize) -> bool {
        let Some(row) = (0..grid.rows).find(|row| !grid.is_head(*row)) else { return false };
        let heads = grid.column_heads(row, column);
        let content = |cell: usize| first(self.tokens(&grid.cells[cell].content));
        let cells = || (row..grid.rows.min(REACH)).filter_map(|row| grid.cell(row, column)).map(content);
        let is_value = |tokens: Range<usize>| match self.bare_number(&tokens) {
            Some(number) => number.is_integer(),
            None => tokens.clone().all(|token| self.page.figure_at(token).is_none()),
        };
        column > 0
            && grid.is_label(column - 1)
            && heads.last().is_some_and(|head| self.says_value(&content(*head)))
            && cells().all(is_value)
    }

    /// Whether a column says under which number each row stands: its head is an input or a state, and its cells are
    /// numbers of it.
    fn is_given_column(&self, grid: &Grid, column: usize) -> bool {
        if column + 1 >= grid.columns {
            return false;
        }
        let Some(row) = (0..grid.rows).find(|row| !grid.is_head(*row)) else { return false };
        let content = |cell: usize| first(self.tokens(&grid.cells[cell].content));
        let heads = grid.column_heads(row, column);
        let Some(head) = heads.last().map(|head| content(*head)) else { return false };
        // "Skill 5" says itself under which number its column stands.
        if head.clone().any(|token| number_at(self.page, token).is_some()) {
            return false;
        }
        let named: Vec<&Named> =
            self.mentions.within(&head).flat_map(|mention| &self.mentions.get(mention).named).collect();
        let takes = |named: &&Named| matches!(named.meaning, Meaning::Input(_) | Meaning::State(_));
        let rows = (0..grid.rows.min(REACH)).filter(|row| !grid.is_head(*row));
        let numbers: Option<BTreeSet<Rational>> = rows
            .filter_map(|row| grid.cell(row, column))
            .map(|cell| self.bare_number(&content(cell)).or_else(|| self.bare_range(&content(cell))))
            .collect();
        !named.is_empty() && named.iter().all(takes) && numbers.is_some_and(|numbers| numbers.len() > 1)
    }

    /// Whether a head that is the label of what is not there stands among items: nothing is held.
    fn is_without_items(&self, grid: &Grid, head: usize, is_row: bool) -> bool {
        const FEWEST: usize = 2;
        let named = |cell: usize| -> Vec<&Named> {
            let tokens = first(self.tokens(&grid.cells[cell].content));
            self.mentions.within(&tokens).flat_map(|mention| &self.mentions.get(mention).named).collect()
        };
        let own = named(head);
        if own.is_empty() || !own.iter().all(|named| self.is_nothing(named)) {
            return false;
        }
        let at = &grid.cells[head];
        let cells: BTreeSet<usize> = if is_row {
            let rows = (0..grid.rows.min(REACH)).filter(|row| !grid.is_head(*row));
            rows.filter_map(|row| grid.cell(row, at.column)).collect()
        } else {
            (0..grid.columns.min(REACH)).filter_map(|column| grid.cell(at.row, column)).collect()
        };
        let is_flag = |named: &&Named| matches!(named.meaning, Meaning::Is(_, Value::Flag(true)));
        let is_other =
            |named: &&Named| matches!(named.meaning, Meaning::Outcome(..)) && !self.is_nothing(named);
        let others: Vec<Vec<&Named>> = cells.into_iter().filter(|cell| *cell != head).map(named).collect();
        let items = others.iter().filter(|named| named.iter().any(is_flag)).count();
        let outcomes = others.iter().filter(|named| !named.iter().any(is_flag) && named.iter().any(is_other));
        items >= FEWEST && outcomes.count() == 0
    }

    fn is_nothing(&self, named: &Named) -> bool {
        let Meaning::Outcome(field, value) = &named.meaning else { return false };
        nothing(self.names.mechanics[named.mechanic], *field).as_ref() == Some(value)
    }
}
