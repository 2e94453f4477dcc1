//! Pictures: SVG laid out by hand, the same bytes for the same numbers.
//!
//! No script, no font from elsewhere. Marks lie at exact numbers cut to tenths of a pixel; text takes the
//! room that [`measure`] says, and nothing else is put there.

mod bars;
mod curves;
mod frame;
mod measure;
mod page;
mod tree;

use page::Page;
pub(super) use tree::trees;

use super::{Style, shown, ticks};
use crate::document::PlotDocument;
use crate::document::block::{Shown, Text};
use crate::query::plot::Chart;

/// The document of a chart.
pub(super) fn render(chart: &PlotDocument<'_>, style: &Style) -> String {
    let title = chart.title.to_plain();
    let description = described(chart, style);
    let mut page = Page::new(name(&[&title, &description]));
    let top = page.title(&title);
    let height = match chart.plot.chart {
        Chart::Bars => bars::draw(&mut page, chart, style, top),
        Chart::Curves | Chart::Stacked => curves::draw(&mut page, chart, style, top),
        Chart::Columns => curves::columns(&mut page, chart, style, top),
    };
    page.finish(height, &title, &description)
}

/// A number with its fraction, for where the pointer rests.
fn tooltip(chart: &PlotDocument<'_>, style: &Style, value: &crate::exact::Rational) -> String {
    style.cell(&chart.cell(value, Shown::Both), Text::to_plain)
}

/// What is to be seen and its numbers, for who does not see it: all of them where they are few, else those
/// at the ticks of the axis.
fn described(chart: &PlotDocument<'_>, style: &Style) -> String {
    const MOST_POSITIONS: usize = 12;
    let mut text = chart.description.clone();
    let ticks = ticks::of_axis(chart, MOST_POSITIONS);
    let all = chart.plot.chart == Chart::Bars;
    for (index, position) in chart.positions.iter().enumerate() {
        if !all && !ticks.contains(&position.at) {
            continue;
        }
        let label = position.label.to_plain();
        let head = if all { label } else { format!("{} {label}", chart.axis_label) };
        let number = |value| shown(chart, style, value);
        let numbers = chart.plot.series.iter().filter_map(|series| {
            let value = number(series.values.get(index)?);
            let own = chart.series_label(series).to_plain();
            Some(if chart.plot.series.len() == 1 { value } else { format!("{own} {value}") })
        });
        text.push_str(&format!("\n{head}: {}.", numbers.collect::<Vec<_>>().join(", ")));
    }
    text
}

/// A name that other pictures on the same page do not have, made from the text (FNV-1a).
fn name(texts: &[&str]) -> String {
    let mut hash: u32 = 0x811c_9dc5;
    for byte in texts.iter().flat_map(|text| text.bytes()) {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    format!("to{hash:08x}")
}
