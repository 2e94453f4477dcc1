//! Charts in block characters, for a terminal: bars, a line of small columns for each curve, letters for
//! stacked areas.

use super::curves;
use super::{Style, paint, shown, wrap};
use crate::document::plot::{PlotDocument, Position};
use crate::exact::Rational;
use crate::query::plot::{Chart, Series};

/// A cell filled from the left, in eighths.
const LEFT: [char; 9] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];
/// A cell filled from below, in eighths.
const BELOW: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// A bar is not drawn shorter than this for want of room.
const SHORTEST: usize = 10;

/// The text of a chart; it ends with a line break.
pub(super) fn render(chart: &PlotDocument<'_>, style: &Style) -> String {
    let mut out = wrap(&chart.title.to_plain(), style.width);
    out.push_str("\n\n");
    let lines = match chart.plot.chart {
        Chart::Bars | Chart::Columns => bars(chart, style),
        Chart::Curves if curves::fits(chart, style) => curves::draw(chart, style),
        Chart::Curves => courses(chart, style),
        Chart::Stacked => stacked(chart, style),
    };
    for line in lines {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    for note in chart.notes() {
        out.push_str(&format!("\n{}\n", wrap(&note, style.width)));
    }
    out
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// A label cut and filled to a width.
fn cell(text: &str, width: usize) -> String {
    if length(text) <= width {
        return format!("{text}{}", " ".repeat(width - length(text)));
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// How many eighths of so many cells a share of the greatest number fills; what is not 0 is seen.
fn eighths(share: &Rational, cells: usize) -> usize {
    let all = &Rational::from(i64::try_from(cells * 8).unwrap_or(i64::MAX)) * share;
    let nearest = (&all + &Rational::new(1, 2)).floor().to_i64().unwrap_or(0);
    let drawn = usize::try_from(nearest).unwrap_or(0).min(cells * 8);
    if drawn == 0 && !share.is_zero() && !share.is_negative() { 1 } else { drawn }
}

/// How far a number lies on the way from `low` to `high`; where there is no way, at its beginning.
fn share(value: &Rational, low: &Rational, high: &Rational) -> Rational {
    (value - low).checked_div(&(high - low)).unwrap_or(Rational::ZERO)
}

fn bar(share: &Rational, cells: usize) -> String {
    let drawn = eighths(share, cells);
    let mut bar: String = std::iter::repeat_n('█', drawn / 8).collect();
    if !drawn.is_multiple_of(8) {
        bar.push(LEFT[drawn % 8]);
    }
    bar
}

/// A line for each bar; the groups of an outcome stand below its name.
fn bars(chart: &PlotDocument<'_>, style: &Style) -> Vec<String> {
    let several = chart.groups.len() > 1;
    let (_, high) = chart.plot.range();
    let group = |series: &Series| {
        let label = chart.groups[series.group].to_plain();
        format!("  {label}")
    };
    let labels: Vec<usize> = if several {
        chart.plot.series.iter().map(|series| length(&group(series))).collect()
    } else {
        chart.positions.iter().map(|position| length(&position.label.to_plain())).collect()
    };
    let label = labels.into_iter().max().unwrap_or(0).min(style.width / 2);
    let values = chart.plot.series.iter().flat_map(|series| &series.values);
    let number = values.map(|value| length(&shown(chart, style, value))).max().unwrap_or(0);
    let marked = chart.marks.iter().map(|mark| length(&mark.label) + 3).max().unwrap_or(0);
    let cells = style.width.saturating_sub(label + number + marked + 3).max(SHORTEST);
    let mut lines = Vec::new();
    for (index, position) in chart.positions.iter().enumerate() {
        let name = position.label.to_plain();
        if several {
            lines.push(name.clone());
        }
        for series in &chart.plot.series {
            let value = &series.values[index];
            let own = if several { group(series) } else { name.clone() };
            let share = share(value, &Rational::ZERO, &high);
            let drawn = bar(&share, cells);
            let gap = if drawn.is_empty() { "" } else { " " };
            let mark: String = marks_at(chart, position).iter().map(|mark| format!("  ◂ {mark}")).collect();
            lines.push(format!("{} │{drawn}{gap}{}{mark}", cell(&own, label), shown(chart, style, value)));
        }
    }
    lines
}

fn marks_at<'p>(chart: &'p PlotDocument<'_>, position: &Position) -> Vec<&'p str> {
    chart.marks.iter().filter(|mark| mark.at == position.at).map(|mark| mark.label.as_str()).collect()
}

/// Positions that are drawn where there is room for so many: all of them, or some at even distances.
fn sampled(count: usize, room: usize) -> Vec<usize> {
    if count <= room {
        return (0..count).collect();
    }
    let last = room.saturating_sub(1).max(1);
    (0..room).map(|column| column * (count - 1) / last).collect()
}

/// A line for each curve: its name, its course on a scale that all share, and the numbers at both ends.
fn courses(chart: &PlotDocument<'_>, style: &Style) -> Vec<String> {
    let drawn = chart.curves();
    let ends = |series: &Series| {
        let text =
            |value: Option<&Rational>| value.map(|value| shown(chart, style, value)).unwrap_or_default();
        (text(series.values.first()), text(series.values.last()))
    };
    let numbers: Vec<(String, String)> =
        drawn.iter().map(|line| ends(&chart.plot.series[line.first])).collect();
    let first = numbers.iter().map(|(first, _)| length(first)).max().unwrap_or(0);
    let last = numbers.iter().map(|(_, last)| length(last)).max().unwrap_or(0);
    let widest = drawn.iter().map(|line| length(&line.label)).max().unwrap_or(0);
    let room = style.width.saturating_sub(first + last + 6);
    let label = widest.min(room.saturating_sub(SHORTEST)).max(SHORTEST);
    let indices = sampled(chart.positions.len(), room.saturating_sub(label).max(SHORTEST));
    let (low, high) = chart.plot.range();
    let mut lines = Vec::new();
    for (line, (begin, end)) in drawn.iter().zip(&numbers) {
        let series = &chart.plot.series[line.first];
        let level = |index: &usize| {
            let share = share(&series.values[*index], &low, &high);
            BELOW[eighths(&share, 1)]
        };
        let course: String = indices.iter().map(level).collect();
        let begin = format!("{}{begin}", " ".repeat(first - length(begin)));
        lines.push(format!("{}  {begin} {course} {end}", cell(&line.label, label)));
    }
    let end = |end: Option<&Position>| end.map(|end| end.label.to_plain()).unwrap_or_default();
    let (from, to) = (end(chart.positions.first()), end(chart.positions.last()));
    let scale = format!("{} to {}", shown(chart, style, &low), shown(chart, style, &high));
    lines.push(String::new());
    let notes =
        format!("{} from {from} to {to}; {} on a scale from {scale}", chart.axis_label, chart.measure);
    lines.extend(wrap(&notes, style.width).lines().map(str::to_owned));
    lines.extend(chart.marks.iter().map(|mark| mark.label.clone()));
    lines
}

/// A line for each position, filled with a letter for each area.
fn stacked(chart: &PlotDocument<'_>, style: &Style) -> Vec<String> {
    /// More lines are no picture any more.
    const MOST_LINES: usize = 48;
    let label = chart.positions.iter().map(|position| length(&position.label.to_plain())).max().unwrap_or(0);
    let label = label.min(style.width / 2);
    let cells = style.width.saturating_sub(label + 3).max(SHORTEST);
    let letter = |index: usize| char::from(b'A' + u8::try_from(index % 26).unwrap_or(0));
    let width = Rational::from(i64::try_from(cells).unwrap_or(1));
    let mut lines = Vec::new();
    for index in sampled(chart.positions.len(), MOST_LINES) {
        let position = &chart.positions[index];
        let (mut row, mut filled) = (String::new(), 0);
        let mut sum = Rational::ZERO;
        for (area, series) in chart.plot.series.iter().enumerate() {
            sum = &sum + &series.values[index];
            let end = (&(&sum * &width) + &Rational::new(1, 2)).floor().to_i64().unwrap_or(0);
            let missing = usize::try_from(end).unwrap_or(0).saturating_sub(filled);
            let letters: String = std::iter::repeat_n(letter(area), missing).collect();
            row.push_str(&paint::area(&letters, area, style));
            filled += missing;
        }
        lines.push(format!("{} │{row}│", cell(&position.label.to_plain(), label)));
    }
    lines.push(String::new());
    let names: Vec<String> = chart
        .plot
        .series
        .iter()
        .enumerate()
        .map(|(index, series)| format!("{} {}", letter(index), chart.series_label(series).to_plain()))
        .collect();
    let key = format!("Down: {}. {}", chart.axis_label, names.join(", "));
    lines.extend(wrap(&key, style.width).lines().map(str::to_owned));
    lines
}
