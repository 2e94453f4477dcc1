//! Bars: outcomes from the top down, in each the groups side by side, every bar with its number.

use super::measure::{PX, Px, width, wrapped};
use super::page::{Anchor, EDGE, LINE, Page, SMALL, TEXT, WIDTH, place};
use super::{shown, told};
use crate::exact::Rational;
use crate::query::plot::Plot;
use crate::render::Style;

/// The labels at the left have no more room than this, the names of groups at the right neither.
const LABELS: Px = 190 * PX;
const NAMES: Px = 150 * PX;
const GAP: Px = 8 * PX;

/// Draws the bars below `top`; the height of the picture.
pub(super) fn draw(page: &mut Page, plot: &Plot, style: &Style, top: Px) -> Px {
    let several = plot.groups.len() > 1;
    let (pitch, thick) = if several { (16 * PX, 12 * PX) } else { (20 * PX, 14 * PX) };
    let labels = plot.axis.places.iter().map(|own| width(&own.label.to_plain(), TEXT)).max().unwrap_or(0);
    let left = EDGE + labels.min(LABELS) + GAP;
    let values = plot.series.iter().flat_map(|series| &series.values);
    let numbers = values.map(|value| width(&shown(plot, style, value), SMALL)).max().unwrap_or(0);
    let names = plot.groups.iter().map(|own| width(&own.label.to_plain(), SMALL)).max().unwrap_or(0);
    let right = WIDTH - EDGE - numbers - GAP - if several { names.min(NAMES) + GAP } else { 0 };
    let (low, high) = plot.range();
    let at = |value: &Rational| place(value, (&low, &high), (left, right));
    let zero = at(&Rational::ZERO);
    let groups = Px::try_from(plot.groups.len()).unwrap_or(1);
    let begin = top + GAP;
    let mut y = begin;
    for (index, category) in plot.axis.places.iter().enumerate() {
        let full = category.label.to_plain();
        let label = wrapped(&full, labels.min(LABELS), 2, |text| width(text, TEXT));
        let lines = Px::try_from(label.lines.len()).unwrap_or(1) * LINE;
        let height = (groups * pitch).max(lines);
        page.lines(left - GAP, y + height / 2, Anchor::End, "", &label, &full);
        let mut bar = y + (height - groups * pitch) / 2;
        for series in &plot.series {
            let Some(value) = series.values.get(index) else { continue };
            let (from, to) = (zero.min(at(value)), zero.max(at(value)));
            let group = plot.groups.get(series.group).map_or(String::new(), |own| own.label.to_plain());
            let whose = if several { format!("{full}, {group}") } else { full.clone() };
            let corner = (from, bar + (pitch - thick) / 2);
            page.bar(
                corner,
                (to - from, thick),
                series.group,
                &format!("{whose}: {}", told(plot, style, value)),
            );
            let number = shown(plot, style, value);
            let base = bar + pitch / 2 + 4 * PX;
            page.text(to + GAP / 2, base, Anchor::Start, "k", &number);
            if several {
                let name = wrapped(&group, NAMES, 1, |text| width(text, SMALL));
                let x = to + GAP / 2 + width(&number, SMALL) + GAP;
                // By its middle, which is where one line is put around.
                page.lines(x, base - 4 * PX, Anchor::Start, "m", &name, &group);
            }
            bar += pitch;
        }
        y += height + if several { 10 * PX } else { 4 * PX };
    }
    page.line((zero, begin - 2 * PX), (zero, y), "x");
    y + EDGE
}
