//! Pictures: SVG laid out by hand, the same bytes for the same numbers.
//!
//! No script, no font from elsewhere. Marks lie at exact numbers cut to tenths of a pixel; text takes the
//! room that [`measure`] says, and nothing else is put there.

mod bars;
mod curves;
mod frame;
mod measure;
mod page;

use page::Page;

use super::Style;
use crate::query::plot::{Chart, Plot};
use crate::query::report::{Cell, Text};

/// The document of a chart.
pub(super) fn render(plot: &Plot, style: &Style) -> String {
    let title = plot.title.to_plain();
    let description = described(plot, style);
    let mut page = Page::new(name(&[&title, &description]));
    let top = page.title(&title);
    let height = match plot.chart {
        Chart::Bars => bars::draw(&mut page, plot, style, top),
        Chart::Curves | Chart::Stacked => curves::draw(&mut page, plot, style, top),
        Chart::Columns => curves::columns(&mut page, plot, style, top),
    };
    page.finish(height, &title, &description)
}

/// A number as text.
fn shown(plot: &Plot, style: &Style, value: &crate::exact::Rational) -> String {
    if plot.chances { style.percent(value) } else { style.decimal(value) }
}

/// A number with its fraction, for where the pointer rests.
fn told(plot: &Plot, style: &Style, value: &crate::exact::Rational) -> String {
    use crate::query::report::Shown;
    match plot.cell(value) {
        Cell::Probability(value, _) => style.cell(&Cell::Probability(value, Shown::Both), Text::to_plain),
        cell => style.cell(&cell, Text::to_plain),
    }
}

/// What is to be seen and its numbers, for who does not see it: all of them where they are few, else those
/// at the ticks of the axis.
fn described(plot: &Plot, style: &Style) -> String {
    const MOST_PLACES: usize = 12;
    let mut text = plot.description.clone();
    let ticks = plot.axis_ticks(MOST_PLACES);
    let all = plot.chart == Chart::Bars;
    for (index, place) in plot.axis.places.iter().enumerate() {
        if !all && !ticks.contains(&place.at) {
            continue;
        }
        let label = place.label.to_plain();
        let head = if all { label } else { format!("{} {label}", plot.axis.label) };
        let number = |value| shown(plot, style, value);
        let numbers = plot.series.iter().filter_map(|series| {
            let value = number(series.values.get(index)?);
            let own = plot.series_label(series).to_plain();
            Some(if plot.series.len() == 1 { value } else { format!("{own} {value}") })
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
