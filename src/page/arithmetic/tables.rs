//! Tables: a column of percentages that is a law sums to 100%, a total is the sum, a sort key is its cell.

use std::ops::Range;

use super::{Check, near, shown};
use crate::exact::Rational;
use crate::page::{Figure, Fit, Page, Shape, Written};

/// A cell with its figure.
struct Cell {
    figure: usize,
    percent: Written,
    approximate: bool,
}

/// What a line of a table is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Head,
    Body,
    Total,
}

/// A row, and its cells by column.
struct Row {
    kind: Kind,
    /// The text of each cell.
    texts: Vec<Range<usize>>,
    cells: Vec<Option<Cell>>,
    /// Of each cell the only fraction, where it has no percentage.
    fractions: Vec<Option<Rational>>,
}

/// The columns of all tables.
pub(super) fn columns(page: &Page) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut wiki: Option<Row> = None;
    for line in 0..page.line_count() {
        let text = page.line_text(line).trim();
        if is_wiki(text) || text.is_empty() && wiki.is_some() {
            rows.extend(wiki.take());
            if text.starts_with("|-") || text.starts_with("{|") {
                wiki = Some(Row::default());
            }
            if text.starts_with("{|") || text.starts_with("|}") {
                checks.extend(table(page, &rows));
                rows.clear();
            }
        } else if let Some(row) = &mut wiki {
            let head = text.starts_with('!') && !text.contains("scope=\"row\"");
            row.extend(page, page.line_range(line), &["||", "!!"], head);
        } else if text.starts_with('|') && text.len() > 1 {
            let start = page.line_range(line).start + page.line_text(line).find('|').unwrap_or(0) + 1;
            rows.push(Row::read(page, start..page.line_range(line).end, "|"));
        } else if text.contains('\t') {
            rows.push(Row::read(page, page.line_range(line), "\t"));
        } else if !rows.is_empty() {
            checks.extend(table(page, &rows));
            rows.clear();
        }
    }
    rows.extend(wiki);
    checks.extend(table(page, &rows));
    checks
}

/// Whether a line is one that only tables of MediaWiki have. `|---|---|` is Markdown.
fn is_wiki(text: &str) -> bool {
    let row = text.starts_with("|-") && !text[1..].contains('|');
    row || text.starts_with("{|") || text.starts_with("|}") || text.starts_with("|+")
}

impl Default for Row {
    fn default() -> Row {
        Row { kind: Kind::Body, texts: Vec::new(), cells: Vec::new(), fractions: Vec::new() }
    }
}

impl Row {
    fn read(page: &Page, range: Range<usize>, separator: &str) -> Row {
        let mut row = Row::default();
        row.extend(page, range, &[separator], false);
        row
    }

    /// Takes the cells of a line: of each the only percentage in it, if there is one.
    fn extend(&mut self, page: &Page, range: Range<usize>, separators: &[&str], head: bool) {
        let text = page.text.get(range.clone()).unwrap_or_default();
        let first = self.texts.is_empty();
        let found = separators.iter().flat_map(|separator| text.match_indices(separator));
        let mut ends: Vec<(usize, usize)> = found.map(|(at, separator)| (at, separator.len())).collect();
        ends.sort_unstable();
        ends.push((text.len(), 0));
        let mut start = 0;
        for (end, length) in ends {
            let cell = range.start + start..range.start + end;
            self.cells.push(only_percent(page, cell.clone()));
            self.fractions.push(only_fraction(page, &cell));
            self.texts.push(cell);
            start = end + length;
        }
        if first && self.texts.first().is_some_and(|label| is_total(page, label)) {
            self.kind = Kind::Total;
        } else if first && head {
            self.kind = Kind::Head;
        }
    }
}

/// Whether a label is "Total", and not only has the word.
fn is_total(page: &Page, label: &Range<usize>) -> bool {
    let text = page.text.get(label.clone()).unwrap_or_default();
    // Attributes of a cell stand before a bar.
    let text = text.rsplit('|').next().unwrap_or_default().to_lowercase();
    let text = text.trim_matches(|c: char| !c.is_alphabetic());
    matches!(text, "total" | "sum" | "in total" | "all" | "totals" | "all together")
}

fn only_percent(page: &Page, range: Range<usize>) -> Option<Cell> {
    let figures = &page.tokens.figures;
    let first = figures.partition_point(|figure| figure.range.start < range.start);
    let inside = |figure: &&Figure| figure.range.end <= range.end;
    let mut percents = figures[first..].iter().take_while(inside).enumerate().filter_map(|(at, figure)| {
        match &figure.shape {
            Shape::Percent(percent) | Shape::Both { percent, .. } => {
                Some(Cell { figure: first + at, percent: percent.clone(), approximate: figure.approximate })
            }
            _ => None,
        }
    });
    let found = percents.next()?;
    percents.next().is_none().then_some(found)
}

fn only_fraction(page: &Page, range: &Range<usize>) -> Option<Rational> {
    let figures = &page.tokens.figures;
    let first = figures.partition_point(|figure| figure.range.start < range.start);
    let mut inside = figures[first..].iter().take_while(|figure| figure.range.end <= range.end);
    match (inside.next().map(|figure| &figure.shape), inside.next()) {
        (Some(Shape::Fraction(value)), None) => Some(value.clone()),
        _ => None,
    }
}

fn table(page: &Page, rows: &[Row]) -> Vec<Check> {
    let place = |check: Check| {
        let range = page.tokens.figures.get(check.figure).map_or(0..0, |figure| figure.range.clone());
        Check { range, ..check }
    };
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let columns: Vec<Column<'_>> = (0..width).map(|column| Column::read(rows, column)).collect();
    let sums =
        |column: &Column<'_>| column.total.is_none() && column.parts.len() > 1 && column.fit() != Fit::Off;
    let law = columns.iter().any(sums);
    let mut checks: Vec<Check> = columns
        .iter()
        .enumerate()
        // Chances of separate things sum to nothing in particular.
        .filter(|(number, column)| column.total.is_some() || law || heads_chances(page, rows, *number))
        .filter_map(|(_, column)| column.check())
        .map(place)
        .collect();
    checks.extend((1..width).flat_map(|column| beside(rows, column)).map(place));
    checks.extend(
        rows.iter()
            .flat_map(|row| row.texts.iter().zip(&row.cells))
            .filter_map(|(text, cell)| sort_key(page, text, cell.as_ref()?).map(place)),
    );
    checks
}

/// Whether the head of a column speaks of chances.
fn heads_chances(page: &Page, rows: &[Row], column: usize) -> bool {
    const WORDS: [&str; 5] = ["chance", "probability", "odds", "likelihood", "distribution"];
    let heads = rows.iter().take(1).chain(rows.iter().skip(1).filter(|row| row.kind == Kind::Head));
    heads.filter_map(|row| row.texts.get(column)).any(|text| {
        let text = page.text.get(text.clone()).unwrap_or_default().to_lowercase();
        WORDS.iter().any(|word| text.contains(word))
    })
}

/// The percentages of a column, and its total.
struct Column<'a> {
    parts: Vec<&'a Cell>,
    total: Option<&'a Cell>,
    /// The most places after the point that a part has.
    places: usize,
}

impl<'a> Column<'a> {
    fn read(rows: &'a [Row], column: usize) -> Column<'a> {
        let cell = |row: &'a Row| row.cells.get(column)?.as_ref();
        let of = |kind: Kind| rows.iter().filter(move |row| row.kind == kind).filter_map(cell);
        let parts: Vec<&Cell> = of(Kind::Body).collect();
        let places = parts.iter().map(|cell| cell.percent.places).max().unwrap_or(0);
        Column { parts, total: of(Kind::Total).next(), places }
    }

    fn sum(&self) -> Rational {
        self.parts.iter().map(|cell| &cell.percent.value).sum()
    }

    fn target(&self) -> Rational {
        self.total.map_or_else(|| Rational::from(100), |total| total.percent.value.clone())
    }

    /// Whether the parts sum to the total as far as their digits go. Beside 2.66% a plain 22% is 22.00%,
    /// unless it says that it is not exact.
    fn fit(&self) -> Fit {
        let step = |cell: &&Cell| {
            let places = if cell.approximate { cell.percent.places } else { self.places };
            Written { value: Rational::ZERO, places }.step()
        };
        let steps: Vec<Rational> = self.parts.iter().map(step).collect();
        near(&self.sum(), &self.target(), &steps)
    }

    /// A column that is near 100% is a law.
    fn check(&self) -> Option<Check> {
        let sum = self.sum();
        let off = (&sum - &self.target()).abs();
        if self.parts.len() < 2 || self.total.is_none() && off > Rational::from(5) {
            return None;
        }
        let figure = self.total.or(self.parts.last().copied())?.figure;
        let hundredth = Rational::new(1, 100);
        let described: Vec<String> = self.parts.iter().map(|cell| cell.percent.to_string()).collect();
        let count = self.parts.len();
        Some(Check {
            figure,
            code: "wrong-sum",
            fit: self.fit(),
            range: 0..0,
            exact: Some(if self.total.is_some() { &sum * &hundredth } else { Rational::ONE }),
            message: format!("the {count} percentages of this column sum to {}", shown(&(&sum * &hundredth))),
            derivation: format!("{} = {}%", described.join(" + "), crate::exact::decimal::plain(&sum)),
            fix: None,
            explains: self.parts.iter().map(|cell| cell.figure).collect(),
        })
    }
}

/// Two columns that say the same, as fractions and as percentages: where most rows agree, the others are
/// wrong.
fn beside(rows: &[Row], column: usize) -> Vec<Check> {
    let pairs: Vec<(&Cell, &Rational)> = rows
        .iter()
        .filter_map(|row| {
            let both = [column - 1, column].map(|column| row.cells.get(column)?.as_ref());
            let fraction = [column - 1, column].map(|column| row.fractions.get(column)?.as_ref());
            match (both, fraction) {
                ([Some(cell), None], [None, Some(fraction)])
                | ([None, Some(cell)], [Some(fraction), None]) => Some((cell, fraction)),
                _ => None,
            }
        })
        .collect();
    let fit = |cell: &Cell, fraction: &Rational| cell.percent.fit(&(fraction * &Rational::from(100)));
    let agree = pairs.iter().filter(|(cell, fraction)| fit(cell, fraction) != Fit::Off).count();
    if agree * 2 < pairs.len() {
        return Vec::new();
    }
    pairs
        .into_iter()
        .map(|(cell, fraction)| Check {
            figure: cell.figure,
            code: "wrong-rounding",
            fit: fit(cell, fraction),
            range: 0..0,
            exact: Some(fraction.clone()),
            message: format!("{fraction} stands beside it, which is {}", shown(fraction)),
            derivation: format!("{fraction} = {}", shown(fraction)),
            fix: None,
            explains: Vec::new(),
        })
        .collect()
}

/// `data-sort-value="22" | 22%`: the key by which a cell is sorted is what it shows.
fn sort_key(page: &Page, range: &Range<usize>, cell: &Cell) -> Option<Check> {
    let text = page.text.get(range.clone())?;
    let (_, after) = text.split_once("data-sort-value=\"")?;
    let (key, _) = after.split_once('"')?;
    let key: Rational = key.parse().ok()?;
    let hundred = Rational::from(100);
    let fit = cell.percent.fit(&key).min(cell.percent.fit(&(&key * &hundred)));
    (fit == Fit::Off).then(|| Check {
        figure: cell.figure,
        code: "wrong-sort-key",
        fit,
        range: 0..0,
        exact: None,
        message: format!("the cell is sorted as {}", crate::exact::decimal::plain(&key)),
        derivation: "the sort key of a cell is the number that it shows".to_owned(),
        fix: None,
        explains: Vec::new(),
    })
}
