//! What whole columns of a table are: the numbers under which its rows stand, base chances, remarks on others.

use std::collections::BTreeSet;
use std::ops::Range;

use super::beside::number_at;
use super::mention::nothing;
use super::places::{REACH, Reader};
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::Grid;
use crate::value::Value;

impl Reader<'_> {
    /// Whether a column has the value of what the column before it names.
    pub(super) fn is_value_column(&self, grid: &Grid, column: usize) -> bool {
        let Some(row) = (0..grid.rows).find(|row| !grid.is_head(*row)) else { return false };
        let heads = grid.column_heads(row, column);
        let content = |cell: usize| self.cell_words(grid, cell);
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
    pub(super) fn is_given_column(&self, grid: &Grid, column: usize) -> bool {
        if column + 1 >= grid.columns {
            return false;
        }
        let Some(row) = (0..grid.rows).find(|row| !grid.is_head(*row)) else { return false };
        let content = |cell: usize| self.cell_words(grid, cell);
        let heads = grid.column_heads(row, column);
        let Some(head) = heads.last().map(|head| content(*head)) else { return false };
        // "Skill 5" says itself under which number its column stands.
        if head.clone().any(|token| number_at(self.page, token).is_some()) {
            return false;
        }
        let named: Vec<&Named> =
            self.mentions.within(&head).flat_map(|mention| self.mentions.get(mention).named.iter()).collect();
        let takes = |named: &&Named| matches!(named.meaning, Meaning::Input(_) | Meaning::State(_));
        let rows = (0..grid.rows.min(REACH)).filter(|row| !grid.is_head(*row));
        let cells: Vec<usize> = rows.filter_map(|row| grid.cell(row, column)).collect();
        let number = |cell: &usize| {
            let tokens = content(*cell);
            self.bare_number(&tokens).or_else(|| self.bare_range(&tokens))
        };
        let numbers: Vec<Rational> = cells.iter().filter_map(number).collect();
        let different: BTreeSet<&Rational> = numbers.iter().collect();
        // One row may stand for any of them.
        let are_numbers = numbers.len() + 1 >= cells.len() && different.len() > usize::from(column > 0);
        !named.is_empty() && named.iter().all(takes) && are_numbers
    }

    /// Whether a column is called that of base chances, or one beside it that of raised ones, and another of the row has
    /// chances too: `Base chance | Increased chance`, `Chance | With bonus`.
    pub(super) fn is_base(&self, grid: &Grid, row: usize, columns: &[usize]) -> bool {
        const BASE: [&str; 6] = ["base", "basic", "normal", "usual", "default", "standard"];
        const RAISED: [&str; 9] = [
            "bonus", "increased", "raised", "boosted", "improved", "enhanced", "higher", "modified",
            "condition",
        ];
        const CHANCE: [&str; 6] = ["chance", "chances", "odds", "rate", "probability", "likelihood"];
        let says = |cell: usize, words: &[&str]| {
            let mut tokens = self.cell_words(grid, cell);
            tokens.any(|token| self.page.word_at(token).is_some_and(|word| words.contains(&word)))
        };
        let is_base = |head: &usize| says(*head, &CHANCE) && says(*head, &BASE);
        let is_raised = |head: &usize| says(*head, &RAISED);
        let states = |cell: usize| {
            let mut tokens = self.cell_words(grid, cell);
            tokens.any(|token| self.page.has_chance_at(token))
        };
        let other = |is_so: &dyn Fn(&usize) -> bool| {
            (0..grid.columns).any(|column| {
                let cell = grid.cell(row, column).filter(|cell| states(*cell));
                cell.is_some() && grid.column_heads(row, column).iter().any(is_so)
            })
        };
        columns.iter().any(is_base) && other(&|head| !is_base(head))
            || columns.iter().any(|head| says(*head, &CHANCE))
                && !columns.iter().any(is_raised)
                && other(&is_raised)
    }

    /// Whether a head says that nothing is added: `Base chance`, `Without`.
    pub(super) fn is_bare(&self, grid: &Grid, head: usize) -> bool {
        const WORDS: [&str; 6] = ["base", "basic", "bare", "without", "unmodified", "initial"];
        let mut tokens = self.cell_words(grid, head);
        tokens.any(|token| self.page.word_at(token).is_some_and(|word| WORDS.contains(&word)))
    }

    /// The cells behind a figure that have labels and no figures: `A Devil Room has been entered`.
    pub(super) fn remarks(&self, grid: &Grid, row: usize, column: usize) -> Vec<Range<usize>> {
        let behind = (column + 1..grid.columns).filter(|other| grid.is_label(*other) && grid.is_label(0));
        let cells = behind.filter_map(|column| grid.cell(row, column));
        let content = cells.map(|cell| self.cell_words(grid, cell));
        content.filter(|tokens| !self.mentions.within(tokens).is_empty()).collect()
    }

    /// The columns of which heads say that they have what was so before or what somebody counted, beside one that does not:
    /// `Old article | Game`, `Expected | Observed`. An edition that a head names is one of those that are known.
    pub(super) fn old_columns(&self, grid: &Grid) -> BTreeSet<usize> {
        const ONCE: [&str; 7] = ["old", "older", "previous", "previously", "former", "formerly", "outdated"];
        const SHORT: usize = 5;
        const COUNTED: [&str; 10] = [
            "observed", "measured", "sample", "samples", "recorded", "tested", "test", "empirical",
            "simulated", "simulation",
        ];
        let Some(row) = (0..grid.rows).find(|row| !grid.is_head(*row)) else { return BTreeSet::new() };
        let says =
            |token: usize, words: &[&str]| self.page.word_at(token).is_some_and(|word| words.contains(&word));
        let is_old = |column: &usize| {
            let heads = grid.column_heads(row, *column).into_iter();
            let mut heads = heads.map(|head| self.cell_words(grid, head));
            heads.any(|head| {
                let is_once = || head.clone().any(|token| says(token, &ONCE));
                self.mentions.within(&head).is_empty() && is_once()
                    || head.len() <= SHORT && head.clone().any(|token| says(token, &COUNTED))
            })
        };
        let old: BTreeSet<usize> = (1..grid.columns).filter(is_old).collect();
        if old.len() + 1 < grid.columns { old } else { BTreeSet::new() }
    }

    /// Whether a head that is the label of what is not there stands among items: nothing is held.
    pub(super) fn is_without_items(&self, grid: &Grid, head: usize, is_row: bool) -> bool {
        const FEWEST: usize = 2;
        let named = |cell: usize| -> Vec<&Named> {
            let tokens = self.cell_words(grid, cell);
            self.mentions
                .within(&tokens)
                .flat_map(|mention| self.mentions.get(mention).named.iter())
                .collect()
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
