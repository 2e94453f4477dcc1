//! Bars: outcomes from the top down, in each the groups side by side, every bar with its number.

use super::measure::{PX, Px, width, wrapped};
use super::page::{Anchor, EDGE, LINE, Page, SMALL, TEXT, WIDTH, place};
use super::{shown, tooltip};
use crate::document::PlotDocument;
use crate::exact::Rational;
use crate::render::Style;

/// The labels at the left have no more room than this, the names of groups at the right neither.
const LABELS: Px = 190 * PX;
const NAMES: Px = 150 * PX;
const GAP: Px = 8 * PX;

/// Where bars lie.
struct Layout {
    labels: Px,
    left: Px,
    right: Px,
    /// From one bar to the next, and how thick each is.
    pitch: Px,
    thick: Px,
    /// The ends of the scale.
    low: Rational,
    high: Rational,
}

impl Layout {
    fn new(chart: &PlotDocument<'_>, style: &Style) -> Layout {
        let several = chart.groups.len() > 1;
        let (pitch, thick) = if several { (16 * PX, 12 * PX) } else { (20 * PX, 14 * PX) };
        let labels = chart.positions.iter().map(|own| width(&own.label.to_plain(), TEXT)).max().unwrap_or(0);
        let labels = labels.min(LABELS);
        let values = chart.plot.series.iter().flat_map(|series| &series.values);
        let numbers = values.map(|value| width(&shown(chart, style, value), SMALL)).max().unwrap_or(0);
        let names = chart.groups.iter().map(|own| width(&own.to_plain(), SMALL)).max().unwrap_or(0);
        let names = if several { names.min(NAMES) + GAP } else { 0 };
        let (low, high) = chart.plot.range();
        let (left, right) = (EDGE + labels + GAP, WIDTH - EDGE - numbers - GAP - names);
        Layout { labels, left, right, pitch, thick, low, high }
    }

    fn at(&self, value: &Rational) -> Px {
        place(value, (&self.low, &self.high), (self.left, self.right))
    }
}

/// Draws the bars below `top`; the height of the picture.
pub(super) fn draw(page: &mut Page, chart: &PlotDocument<'_>, style: &Style, top: Px) -> Px {
    let layout = Layout::new(chart, style);
    let groups = Px::try_from(chart.groups.len()).unwrap_or(1);
    let begin = top + GAP;
    let mut y = begin;
    for (index, category) in chart.positions.iter().enumerate() {
        let full = category.label.to_plain();
        let label = wrapped(&full, layout.labels, 2, |text| width(text, TEXT));
        let lines = Px::try_from(label.lines.len()).unwrap_or(1) * LINE;
        let height = (groups * layout.pitch).max(lines);
        page.lines(layout.left - GAP, y + height / 2, Anchor::End, "", &label, &full);
        let mut middle = y + (height - groups * layout.pitch) / 2 + layout.pitch / 2;
        for series in &chart.plot.series {
            if let Some(value) = series.values.get(index) {
                bar(page, chart, style, &layout, (&full, series.group, value), middle);
            }
            middle += layout.pitch;
        }
        y += height + if groups > 1 { 10 * PX } else { 4 * PX };
    }
    let zero = layout.at(&Rational::ZERO);
    page.line((zero, begin - 2 * PX), (zero, y), "x");
    y + EDGE
}

/// A bar around a middle, with its number and, where there are several, the name of its group.
fn bar(
    page: &mut Page,
    chart: &PlotDocument<'_>,
    style: &Style,
    layout: &Layout,
    (outcome, group, value): (&str, usize, &Rational),
    middle: Px,
) {
    let several = chart.groups.len() > 1;
    let (zero, end) = (layout.at(&Rational::ZERO), layout.at(value));
    let (from, to) = (zero.min(end), zero.max(end));
    let name = chart.groups[group].to_plain();
    let whose = if several { format!("{outcome}, {name}") } else { outcome.to_owned() };
    let tooltip = format!("{whose}: {}", tooltip(chart, style, value));
    page.bar((from, middle - layout.thick / 2), (to - from, layout.thick), group, &tooltip);
    let number = shown(chart, style, value);
    page.text(to + GAP / 2, middle + 4 * PX, Anchor::Start, "k", &number);
    if several {
        let short = wrapped(&name, NAMES, 1, |text| width(text, SMALL));
        let x = to + GAP / 2 + width(&number, SMALL) + GAP;
        page.lines(x, middle, Anchor::Start, "m", &short, &name);
    }
}
