//! A grid: heads of rows, heads of columns, and a cell for each pair of them.

use super::block::{Cell, Header, Row, Table, Text};

/// The head of a row or a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// What it has in common with those beside it.
    pub group: Option<Text>,
    /// What tells it from them.
    pub text: Text,
}

/// A table with two axes, of which any may be the rows: members of a family, values, scenarios.
#[derive(Debug, Clone)]
pub struct Grid {
    /// What it is about.
    pub caption: Text,
    /// What the rows are.
    pub row_axis: Text,
    /// What the columns are.
    pub column_axis: Text,
    /// The rows.
    pub rows: Vec<Head>,
    /// The columns.
    pub columns: Vec<Head>,
    /// For each row a cell for each column.
    pub cells: Vec<Vec<Cell>>,
}

impl From<Text> for Head {
    fn from(text: Text) -> Head {
        Head { group: None, text }
    }
}

impl Head {
    /// `Ironclad, Common`
    pub(super) fn whole(&self) -> Text {
        Text::list(self.group.iter().chain([&self.text]).cloned(), ", ")
    }
}

impl Grid {
    /// The rows as columns.
    ///
    /// ```
    /// use trueodds::document::{Cell, Grid, Text};
    ///
    /// let heads = |texts: &[&str]| texts.iter().map(|text| Text::plain(*text).into()).collect();
    /// let grid = Grid {
    ///     caption: Text::plain("Rooms"),
    ///     row_axis: Text::plain("Room"),
    ///     column_axis: Text::plain("Place"),
    ///     rows: heads(&["Shop"]),
    ///     columns: heads(&["1", "2"]),
    ///     cells: vec![vec![Cell::words("a"), Cell::words("b")]],
    /// };
    /// let turned = grid.transposed();
    /// assert_eq!((turned.rows.len(), turned.columns.len(), turned.cells.len()), (2, 1, 2));
    /// ```
    #[must_use]
    pub fn transposed(self) -> Grid {
        let cells = (0..self.columns.len())
            .map(|column| self.cells.iter().filter_map(|row| row.get(column).cloned()).collect());
        Grid {
            cells: cells.collect(),
            caption: self.caption,
            row_axis: self.column_axis,
            column_axis: self.row_axis,
            rows: self.columns,
            columns: self.rows,
        }
    }

    /// The same as a table.
    #[must_use]
    pub fn table<'t>(&self) -> Table<'t> {
        let column =
            |head: &Head| Header::numbers(head.text.clone()).under(head.group.iter().cloned().collect());
        let corner = Header::words(self.row_axis.clone());
        let rows = self.rows.iter().zip(&self.cells);
        Table {
            caption: self.caption.clone(),
            header: std::iter::once(corner).chain(self.columns.iter().map(column)).collect(),
            rows: rows.map(|(head, cells)| Row::new(head.whole(), cells.iter().cloned())).collect(),
        }
    }
}
