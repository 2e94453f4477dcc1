//! Tables as grids: cells that span several rows or columns stand in all of them, and every cell knows its heads.

use std::ops::Range;

use crate::page::Figure;

/// Columns and rows that a cell may span.
const WIDEST: usize = 100;
const HIGHEST: usize = 200;
/// Rows of heads above a cell that are looked at.
const HEADS: usize = 4;
/// Columns of labels; left of all chances there may be more.
const LABELS: usize = 3;
const LABELS_LEFT: usize = 5;

/// A table.
#[derive(Debug, Clone, Default)]
pub struct Grid {
    /// The bytes of its caption; empty where it has none of its own.
    pub caption: Range<usize>,
    /// Its cells in the order of the page.
    pub cells: Vec<Cell>,
    /// How many rows it has, heads among them.
    pub rows: usize,
    /// How many columns the widest row has.
    pub columns: usize,
    /// For each row its cells by column.
    map: Vec<Row>,
    /// The columns that say what a row is about.
    labels: Vec<usize>,
    /// After how many columns its heads begin again, where a long table was broken into halves that stand side by side.
    again: Option<usize>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Its bytes, with its attributes.
    pub range: Range<usize>,
    /// The bytes that readers see.
    pub content: Range<usize>,
    /// Its first row.
    pub row: usize,
    /// Its first column.
    pub column: usize,
    /// What its markup says that it is.
    pub kind: CellKind,
    /// How many rows and columns it spans.
    span: (usize, usize),
}

/// What the markup of a cell says that it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellKind {
    /// A cell as others.
    Plain,
    /// A head; of a row where other cells of its row are none.
    Head,
    /// A head of its row.
    RowHead,
}

#[derive(Debug, Clone, Default)]
struct Row {
    cells: Vec<u32>,
    is_head: bool,
    /// Whether it is one head as wide as the table.
    is_banner: bool,
    is_total: bool,
    /// The head rows above it that are its own.
    heads: Range<usize>,
    /// The head above it that is as wide as the table.
    banner: Option<usize>,
}

/// No cell.
const NONE: u32 = u32::MAX;

impl Grid {
    /// The cell at a place.
    #[must_use]
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        let cell = *self.map.get(row)?.cells.get(column)?;
        (cell != NONE).then_some(cell as usize)
    }

    /// How many columns a row has.
    #[must_use]
    pub fn width(&self, row: usize) -> usize {
        self.map.get(row).map_or(0, |row| row.cells.len())
    }

    /// The cell that begins at a place: one that spans several stands in the first.
    #[must_use]
    pub fn own(&self, row: usize, column: usize) -> Option<&Cell> {
        let cell = self.cells.get(self.cell(row, column)?)?;
        (cell.row == row && cell.column == column).then_some(cell)
    }

    /// The cell that holds a byte.
    #[must_use]
    pub fn cell_at(&self, byte: usize) -> Option<usize> {
        let after = self.cells.partition_point(|cell| cell.range.start <= byte);
        let cell = after.checked_sub(1)?;
        (byte < self.cells[cell].range.end).then_some(cell)
    }

    /// The columns that stand together with one: all, or those of its half where heads begin again.
    #[must_use]
    pub fn block(&self, column: usize) -> Range<usize> {
        self.again.map_or(0..self.columns, |again| column / again * again..(column / again + 1) * again)
    }

    /// The cells that say what a row is about, from left to right: its heads, else the cells of columns that state
    /// no chances.
    #[must_use]
    pub fn row_heads(&self, row: usize, column: usize) -> Vec<usize> {
        let own = self.cell(row, column);
        let Some(found) = self.map.get(row).filter(|row| !row.is_head) else { return Vec::new() };
        let cells = (0..).zip(found.cells.iter().take(WIDEST)).filter(|(_, cell)| **cell != NONE);
        let marked = cells.filter(|(_, cell)| self.cells[**cell as usize].kind != CellKind::Plain);
        let mut columns: Vec<usize> = marked.map(|(column, _)| column).collect();
        // Beside a head that is marked there may be one that is not: `Basement` before `II`.
        let block = self.block(column);
        let left: Vec<usize> =
            self.labels.iter().copied().filter(|label| block.contains(label) && *label < column).collect();
        columns.extend(if left.is_empty() && columns.is_empty() { self.labels.clone() } else { left });
        columns.sort_unstable();
        let mut heads: Vec<usize> = columns.into_iter().filter_map(|column| self.cell(row, column)).collect();
        heads.dedup();
        heads.retain(|head| Some(*head) != own);
        heads
    }

    /// Whether a column says what its rows are about.
    #[must_use]
    pub fn is_label(&self, column: usize) -> bool {
        self.labels.contains(&column)
    }

    /// The heads above a cell: one as wide as the table first, then from the top.
    #[must_use]
    pub fn column_heads(&self, row: usize, column: usize) -> Vec<usize> {
        let Some(found) = self.map.get(row) else { return Vec::new() };
        let rows = found.heads.start.max(found.heads.end.saturating_sub(HEADS))..found.heads.end.min(row);
        let banner = found.banner.and_then(|banner| self.cell(banner, 0));
        let mut heads: Vec<usize> =
            banner.into_iter().chain(rows.filter_map(|row| self.cell(row, column))).collect();
        heads.dedup();
        let own = self.cell(row, column);
        heads.retain(|head| Some(*head) != own);
        heads
    }

    /// Whether a row is one of heads.
    #[must_use]
    pub fn is_head(&self, row: usize) -> bool {
        self.map.get(row).is_some_and(|row| row.is_head)
    }

    /// Whether a row is the sum of those above.
    #[must_use]
    pub fn is_total(&self, row: usize) -> bool {
        self.map.get(row).is_some_and(|row| row.is_total)
    }
}

/// A table while it is read.
#[derive(Debug, Default)]
pub(super) struct GridBuilder {
    pub(super) caption: Range<usize>,
    cells: Vec<Cell>,
    /// The first cell of each row.
    rows: Vec<usize>,
    /// Rows whose markup says that they are heads.
    heads: Vec<usize>,
}

impl GridBuilder {
    /// Begins a row; rows without cells are none.
    pub(super) fn row(&mut self) {
        if self.rows.last() != Some(&self.cells.len()) {
            self.rows.push(self.cells.len());
        }
    }

    /// Says that the row just read is one of heads.
    pub(super) fn head_row(&mut self) {
        self.heads.extend(self.rows.len().checked_sub(1));
    }

    /// Says that all rows so far are heads.
    pub(super) fn head_rows(&mut self) {
        self.heads.extend(0..self.rows.len());
    }

    pub(super) fn cell(
        &mut self,
        range: Range<usize>,
        content: Range<usize>,
        kind: CellKind,
        span: (usize, usize),
    ) {
        if self.rows.is_empty() {
            self.rows.push(0);
        }
        let span = (span.0.clamp(1, HIGHEST), span.1.clamp(1, WIDEST));
        self.cells.push(Cell { range, content, row: self.rows.len() - 1, column: 0, kind, span });
    }

    /// More of the last cell.
    pub(super) fn extend(&mut self, end: usize) {
        if let Some(last) = self.cells.last_mut() {
            last.range.end = last.range.end.max(end);
            last.content.end = last.content.end.max(end);
        }
    }

    pub(super) fn has_cells(&self) -> bool {
        !self.cells.is_empty()
    }

    pub(super) fn finish(mut self, text: &str, figures: &[Figure]) -> Grid {
        if self.rows.last() == Some(&self.cells.len()) {
            self.rows.pop();
        }
        let map = self.place();
        let columns = map.iter().map(|row| row.cells.len()).max().unwrap_or(0);
        let rows = map.len();
        let mut grid =
            Grid { caption: self.caption, cells: self.cells, rows, columns, map, ..Grid::default() };
        let content = |cell: &Cell| text.get(cell.content.clone()).unwrap_or_default();
        let states_chance = |cell: &Cell| {
            let first = figures.partition_point(|figure| figure.range.start < cell.content.start);
            figures[first..]
                .iter()
                .take_while(|figure| figure.range.end <= cell.content.end)
                .any(Figure::is_chance)
        };
        for row in &self.heads {
            grid.map[*row].is_head = true;
        }
        grid.mark_heads(content, states_chance);
        grid.again = grid.repeats(content);
        grid.find_labels(content, states_chance);
        for row in &mut grid.map {
            let first = row
                .cells
                .iter()
                .filter(|cell| **cell != NONE)
                .map(|cell| content(&grid.cells[*cell as usize]));
            row.is_total =
                !row.is_head && first.map(str::trim).find(|text| !text.is_empty()).is_some_and(is_total);
        }
        grid
    }

    /// Gives every cell its places. What cells span beyond four times their number is left out.
    fn place(&mut self) -> Vec<Row> {
        let mut spare = 4 * self.cells.len() + 1000;
        let mut map = Vec::with_capacity(self.rows.len());
        // For each column the cell that comes down from above, and how many rows it still spans.
        let mut down: Vec<(u32, usize)> = Vec::new();
        for row in 0..self.rows.len() {
            let first = self.rows[row];
            let end = self.rows.get(row + 1).copied().unwrap_or(self.cells.len());
            let mut line: Vec<u32> = Vec::with_capacity(end - first);
            let mut next = first;
            spare = spare.saturating_sub(down.len());
            if spare == 0 || down.iter().all(|(_, left)| *left == 0) {
                down.clear();
            }
            loop {
                if let Some((above, left)) = down.get_mut(line.len()).filter(|(_, left)| *left > 0) {
                    *left -= 1;
                    line.push(*above);
                    continue;
                }
                if next == end {
                    if line.len() >= down.len() {
                        break;
                    }
                    line.push(NONE);
                    continue;
                }
                let index = u32::try_from(next).unwrap_or(NONE);
                let cell = &mut self.cells[next];
                cell.column = line.len();
                let extra = cell.span.0 * cell.span.1 - 1;
                if extra > spare {
                    cell.span = (1, 1);
                } else {
                    spare -= extra;
                }
                for _ in 0..cell.span.1 {
                    if cell.span.0 > 1 {
                        down.resize(down.len().max(line.len() + 1), (NONE, 0));
                        down[line.len()] = (index, cell.span.0 - 1);
                    }
                    line.push(index);
                }
                next += 1;
            }
            while line.last() == Some(&NONE) {
                line.pop();
            }
            map.push(Row { cells: line, ..Row::default() });
        }
        map
    }
}

impl Grid {
    /// The rows of heads, and for each row those that are its own: the last ones together above it, and the last
    /// head that is as wide as the table.
    fn mark_heads<'a>(&mut self, content: impl Fn(&Cell) -> &'a str, states_chance: impl Fn(&Cell) -> bool) {
        let own = |row: &Row| -> Vec<u32> {
            let mut cells: Vec<u32> = row.cells.iter().copied().filter(|cell| *cell != NONE).collect();
            cells.dedup();
            cells
        };
        // A sheet that was printed with the letters of its columns has its heads below them.
        let letters = (0..self.rows).find(|number| {
            let cells = own(&self.map[*number]);
            let texts: Vec<&str> =
                cells.iter().map(|cell| content(&self.cells[*cell as usize]).trim()).collect();
            are_letters(&texts)
        });
        let named = letters.map(|letters| letters + 1).filter(|named| *named < self.rows);
        for number in 0..self.rows {
            let row = &self.map[number];
            let cells = own(row);
            let full = cells.iter().filter(|cell| !content(&self.cells[**cell as usize]).trim().is_empty());
            let kinds: Vec<CellKind> = full.map(|cell| self.cells[*cell as usize].kind).collect();
            let all = !kinds.is_empty() && kinds.iter().all(|kind| *kind == CellKind::Head);
            let wide = self.columns > 1
                && cells.len() == 1
                && cells.first().is_some_and(|cell| {
                    let cell = &self.cells[*cell as usize];
                    cell.row == number && cell.span.1 >= self.columns && !states_chance(cell)
                });
            let row = &mut self.map[number];
            row.is_banner = wide;
            row.is_head |= all || wide || Some(number) == letters || Some(number) == named;
        }
        let is_marked = self.map.iter().any(|row| row.is_head && !row.is_banner);
        let plain = self.rows > 1 && !is_marked && !self.map[0].is_banner;
        let states = |cell: &u32| {
            let cell = &self.cells[*cell as usize];
            states_chance(cell) || self.columns == 2 && cell.column == 1 && is_bare_decimal(content(cell))
        };
        if plain && !own(&self.map[0]).iter().any(states) {
            self.map[0].is_head = true;
            self.add_heads(&content);
        }
        let (mut heads, mut banner) = (0..0, None);
        for number in (0..self.rows).filter(|number| Some(*number) != letters) {
            if self.map[number].is_banner {
                self.map[number].heads = heads.clone();
                self.map[number].banner = banner;
                banner = Some(number);
                continue;
            }
            if self.map[number].is_head {
                if heads.end != number || number == 0 {
                    heads = number..number;
                    // New heads of columns begin a table of their own, unless a title is right above.
                    banner = banner.filter(|banner| banner + 1 == number);
                }
                heads.end = number + 1;
            }
            let row = &mut self.map[number];
            row.heads = heads.clone();
            row.banner = banner;
        }
    }

    /// Adds further rows of heads to an unmarked one that says nothing over the first column. Where a spreadsheet was
    /// copied, the cells that a head spans are empty behind it.
    fn add_heads<'a>(&mut self, content: &impl Fn(&Cell) -> &'a str) {
        let text = |map: &[Row], row: usize, column: usize| {
            let cell = map.get(row).and_then(|row| row.cells.get(column)).filter(|cell| **cell != NONE);
            cell.map_or("", |cell| content(&self.cells[*cell as usize]).trim())
        };
        let names = |map: &[Row], row: usize| {
            let mut texts = (0..self.columns).map(|column| text(map, row, column));
            row < self.rows && texts.all(|text| !text.contains(|sign: char| sign.is_ascii_digit()))
        };
        let mut last = 0;
        while last < HEADS && text(&self.map, last, 0).is_empty() && names(&self.map, last + 1) {
            last += 1;
        }
        for row in 0..last {
            let mut cells = self.map[row].cells.clone();
            cells.resize(self.columns, NONE);
            for column in 2..self.columns {
                if text(&self.map, row, column).is_empty() {
                    cells[column] = cells[column - 1];
                }
            }
            self.map[row].cells = cells;
            self.map[row + 1].is_head = true;
        }
    }

    /// The columns that hold labels: the first one and others with words, where hardly any cell states a chance.
    fn find_labels<'a>(&mut self, content: impl Fn(&Cell) -> &'a str, states_chance: impl Fn(&Cell) -> bool) {
        // By column: cells with chances, with words, and all.
        let mut counts = vec![(0_usize, 0_usize, 0_usize); self.columns];
        for cell in self.cells.iter().filter(|cell| !self.map[cell.row].is_head) {
            let text = content(cell);
            let Some(counts) = counts.get_mut(cell.column).filter(|_| !text.trim().is_empty()) else {
                continue;
            };
            counts.0 += usize::from(states_chance(cell));
            counts.1 += usize::from(text.contains(char::is_alphabetic) || is_tick(text));
            counts.2 += 1;
        }
        let is_label = |column: &usize| {
            let (chances, words, all) = counts[*column];
            all > 0 && chances * 2 < all && (*column == 0 || words * 2 > all)
        };
        let states = |column: &usize| counts[*column].0 * 2 >= counts[*column].2.max(1);
        let first = self.block(0).find(states).unwrap_or(self.columns);
        let mut labels: Vec<usize> = self.block(0).filter(is_label).take(LABELS_LEFT).collect();
        let left = labels.partition_point(|column| *column < first);
        labels.truncate(left.max(LABELS));
        if let Some(again) = self.again {
            let further = (1..).map(|half| half * again).take_while(|start| *start < self.columns);
            let of_half: Vec<usize> =
                further.flat_map(|start| labels.iter().map(move |own| start + own)).collect();
            labels.extend(of_half);
        }
        self.labels = labels;
    }

    /// After how many columns the heads of the first rows begin again, perhaps behind an empty one:
    /// `Luck, Chest, Luck, Chest`.
    fn repeats<'a>(&self, content: impl Fn(&Cell) -> &'a str) -> Option<usize> {
        const FEWEST: usize = 2;
        let row = (0..self.rows).take_while(|row| self.is_head(*row)).last()?;
        let text = |column| self.own(row, column).map_or("", |cell| content(cell).trim());
        let heads: Vec<String> =
            (0..self.columns.min(WIDEST)).map(|column| text(column).to_lowercase()).collect();
        let first = heads.first().filter(|first| !first.is_empty())?;
        let again = heads.iter().skip(1).position(|head| head == first)? + 1;
        let width = heads[..again].iter().rposition(|head| !head.is_empty())? + 1;
        let are_full = heads[..width].iter().all(|head| !head.is_empty());
        let is_again = (again..heads.len()).all(|column| heads[column] == heads[column - again]);
        let ends = [0, width].contains(&(heads.len() % again));
        (width >= FEWEST && are_full && is_again && ends).then_some(again)
    }
}

/// Whether the cells of a row are the letters of its columns: `A`, `B`, `C`, perhaps behind an empty one.
fn are_letters(cells: &[&str]) -> bool {
    const FEWEST: usize = 3;
    let cells = if cells.first() == Some(&"") { &cells[1..] } else { cells };
    cells.len() >= FEWEST
        && cells.iter().zip('A'..='Z').filter(|(cell, letter)| cell.chars().eq([*letter])).count()
            == cells.len()
}

/// Whether a label is "Total", and not only has the word.
fn is_total(label: &str) -> bool {
    let text = label.get(..40.min(label.len())).unwrap_or_default().to_lowercase();
    let text = text.trim_matches(|c: char| !c.is_alphabetic());
    matches!(text, "total" | "sum" | "in total" | "all" | "totals" | "all together")
}

/// Whether a cell says by a sign that something is there, or not.
fn is_tick(text: &str) -> bool {
    const TICKS: [&str; 6] = ["✓", "✔", "✅", "✗", "✘", "❌"];
    TICKS.contains(&text.trim())
}

/// Whether a cell is nothing but a number with digits after its point, which heads no column alone: `19.97`.
fn is_bare_decimal(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.trim().split_once('.').is_some_and(|(whole, places)| is_digits(whole) && is_digits(places))
}
