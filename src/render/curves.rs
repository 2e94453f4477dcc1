//! A chart of a few curves for a terminal: a dozen rows, the curves in signs, each with its own.

use super::{Style, paint, shown, ticks};
use crate::document::PlotDocument;
use crate::exact::Rational;

/// How many rows the curves have.
const ROWS: usize = 12;
/// Below so many columns a picture shows less than a line of small columns does.
const NARROWEST: usize = 24;
/// What the curves are drawn with.
const SIGNS: [char; 3] = ['●', '○', '×'];

/// Whether there are as few curves as can be told apart, and room for them.
pub(super) fn fits(chart: &PlotDocument<'_>, style: &Style) -> bool {
    let curves = chart.curves().len();
    (1..=SIGNS.len()).contains(&curves) && Canvas::new(chart, style).columns >= NARROWEST
}

/// Where the curves are drawn.
struct Canvas {
    /// The labels of the scale, from the top row down; most rows have none.
    labels: Vec<String>,
    columns: usize,
    low: Rational,
    high: Rational,
    /// For each row and column the curve that is seen there.
    cells: Vec<Vec<Option<usize>>>,
}

/// The lines of the chart.
pub(super) fn draw(chart: &PlotDocument<'_>, style: &Style) -> Vec<String> {
    let mut canvas = Canvas::new(chart, style);
    let curves = chart.curves();
    // What is named first is drawn last, over the others.
    for (index, curve) in curves.iter().enumerate().rev() {
        canvas.curve(chart, &chart.plot.series[curve.first].values, index);
    }
    let mut lines: Vec<String> = (0..ROWS).map(|row| canvas.row(row, style)).collect();
    lines.extend(canvas.axis(chart));
    lines.push(String::new());
    lines.extend(curves.iter().enumerate().map(|(index, curve)| {
        let values = &chart.plot.series[curve.first].values;
        let end = |value: Option<&Rational>| value.map(|value| shown(chart, style, value));
        let (first, last) = (end(values.first()), end(values.last()));
        let ends = format!("{} to {}", first.unwrap_or_default(), last.unwrap_or_default());
        format!("{} {}: {ends}", paint::curve(SIGNS[index % SIGNS.len()], index, style), curve.label)
    }));
    lines.extend(chart.marks.iter().map(|mark| mark.label.clone()));
    lines
}

/// The nearest whole number, from 0 to `most`.
fn nearest(number: &Rational, most: usize) -> usize {
    let rounded = (number + &Rational::new(1, 2)).floor().to_i64().unwrap_or(0);
    usize::try_from(rounded).unwrap_or(0).min(most)
}

fn count(count: usize) -> Rational {
    Rational::from(i64::try_from(count).unwrap_or(i64::MAX))
}

/// The value of a curve at a place of the axis: straight from each position to the next.
fn value_at(chart: &PlotDocument<'_>, values: &[Rational], place: &Rational) -> Option<Rational> {
    let next =
        chart.positions.partition_point(|position| position.at < *place).min(values.len().checked_sub(1)?);
    let before = next.saturating_sub(1);
    let (from, to) = (&chart.positions[before].at, &chart.positions[next].at);
    let share = (place - from).checked_div(&(to - from)).unwrap_or(Rational::ONE);
    Some(&values[before] + &(&share * &(&values[next] - &values[before])))
}

impl Canvas {
    fn new(chart: &PlotDocument<'_>, style: &Style) -> Canvas {
        const MOST_LABELS: usize = 5;
        let scale = ticks::of_values(chart, MOST_LABELS);
        let (low, high) = match scale.as_slice() {
            [low, .., high] => (low.clone(), high.clone()),
            _ => chart.plot.range(),
        };
        let mut labels = vec![String::new(); ROWS];
        let mut canvas = Canvas { labels: Vec::new(), columns: 0, low, high, cells: Vec::new() };
        for tick in &scale {
            labels[canvas.row_of(tick)] = ticks::tick_text(chart, style, tick);
        }
        let widest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        // A wide terminal makes no better picture.
        const WIDEST: usize = 90;
        canvas.columns = style.width.saturating_sub(widest + 2).min(WIDEST);
        canvas.labels = labels.into_iter().map(|label| format!("{label:>widest$}")).collect();
        canvas.cells = vec![vec![None; canvas.columns]; ROWS];
        canvas
    }

    /// The row of a value, from the top.
    fn row_of(&self, value: &Rational) -> usize {
        let share = (value - &self.low).checked_div(&(&self.high - &self.low)).unwrap_or(Rational::ZERO);
        ROWS - 1 - nearest(&(&share * &count(ROWS - 1)), ROWS - 1)
    }

    /// Draws a curve; where it is steep, its cells reach from one column's row to the next.
    fn curve(&mut self, chart: &PlotDocument<'_>, values: &[Rational], index: usize) {
        let (from, to) = chart.plot.extent();
        let step = (&to - &from).checked_div(&count(self.columns.saturating_sub(1).max(1)));
        let Some(step) = step else { return };
        let mut last = None;
        for column in 0..self.columns {
            let Some(value) = value_at(chart, values, &(&from + &(&step * &count(column)))) else { return };
            let row = self.row_of(&value);
            let (top, bottom) = match last {
                Some(last) if last < row => (last + 1, row),
                Some(last) if last > row => (row, last - 1),
                _ => (row, row),
            };
            self.cells[top..=bottom].iter_mut().for_each(|row| row[column] = Some(index));
            last = Some(row);
        }
    }

    fn row(&self, row: usize, style: &Style) -> String {
        let label = &self.labels[row];
        let border = if label.trim().is_empty() { '│' } else { '┤' };
        let cell = |cell: &Option<usize>| match cell {
            Some(index) => paint::curve(SIGNS[index % SIGNS.len()], *index, style),
            None => " ".to_owned(),
        };
        format!("{label} {border}{}", self.cells[row].iter().map(cell).collect::<String>())
    }

    /// The axis with as many labels as have room, and below it what it is of.
    fn axis(&self, chart: &PlotDocument<'_>) -> [String; 3] {
        const MOST: usize = 12;
        let (from, to) = chart.plot.extent();
        let column = |tick: &Rational| {
            let share = (tick - &from).checked_div(&(&to - &from)).unwrap_or(Rational::ZERO);
            nearest(&(&share * &count(self.columns.saturating_sub(1))), self.columns.saturating_sub(1))
        };
        let placed = |most: usize| {
            let mut text = String::new();
            let mut columns = Vec::new();
            for tick in ticks::of_axis(chart, most) {
                let (label, at) = (chart.position_label(&tick), column(&tick));
                let length = label.chars().count();
                let begin = at.saturating_sub(length / 2).min(self.columns.saturating_sub(length));
                let room = begin.checked_sub(text.chars().count() + usize::from(!text.is_empty()))?;
                text.push_str(&" ".repeat(room + usize::from(!text.is_empty())));
                text.push_str(&label);
                columns.push(at);
            }
            (text.chars().count() <= self.columns).then_some((text, columns))
        };
        let (text, columns) = (2..=MOST).rev().find_map(placed).unwrap_or_default();
        let line = (0..self.columns).map(|at| if columns.contains(&at) { '┬' } else { '─' });
        let indent = " ".repeat(self.labels[0].chars().count() + 1);
        let name = &chart.axis_label;
        let before = " ".repeat(self.columns.saturating_sub(name.chars().count()) / 2);
        [
            format!("{indent}└{}", line.collect::<String>()),
            format!("{indent} {text}"),
            format!("{indent} {before}{name}"),
        ]
    }
}
