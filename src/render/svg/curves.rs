//! Curves and stacked areas over an axis, each named at its right end; columns of a law over whole numbers.

use super::frame::Frame;
use super::measure::{PX, Px, Wrapped, spread, width, wrapped};
use super::page::{Anchor, EDGE, LINE, Page, SMALL, TEXT, WIDTH};
use super::{shown, tooltip};
use crate::document::plot::{Curve, PlotDocument, Position};
use crate::exact::Rational;
use crate::query::plot::{Chart, Series};
use crate::render::Style;

/// The height of the plane; labels that need more get more.
const HEIGHT: Px = 320 * PX;
/// Names at the right end have no more room than this.
const NAMES: Px = 180 * PX;
/// Between the end of a curve and its name: room for a line that leads there.
const LEAD: Px = 16 * PX;
/// A sample of the curve before its name, for who cannot follow that line.
const SAMPLE: Px = 24 * PX;
/// Where there are more places than this, curves have no dots.
const MOST_DOTS: usize = 24;

/// A name at the right end, and where it wants to be.
struct Name {
    full: String,
    lines: Wrapped,
    /// The end of what it names.
    at: Px,
    /// Colour and dash of the curve, or colour and hatch of the area.
    style: (usize, usize),
}

impl Name {
    fn new(label: &str, number: &str, at: Px, style: (usize, usize)) -> Name {
        // The number first: behind a label that ends with a number it would be misread.
        let full = format!("{number} {label}");
        let lines = wrapped(&full, NAMES, 3, |text| width(text, TEXT));
        Name { full, lines, at, style }
    }

    fn width(&self) -> Px {
        self.lines.lines.iter().map(|line| width(line, TEXT)).max().unwrap_or(0)
    }

    fn height(&self) -> Px {
        Px::try_from(self.lines.lines.len()).unwrap_or(1) * LINE
    }
}

/// Draws curves or areas below `top`; the height of the picture.
pub(super) fn draw(page: &mut Page, chart: &PlotDocument<'_>, style: &Style, top: Px) -> Px {
    let top = subtitle(page, chart, top) + 12 * PX;
    // Names are measured first: they decide how wide and how high the plane is.
    let measured = names(chart, style, |_| 0);
    let room = measured.iter().map(Name::width).max().unwrap_or(0);
    let needed: Px = measured.iter().map(Name::height).sum();
    let top = top + if chart.marks.is_empty() { 0 } else { marks_height(chart) };
    let bottom = top + HEIGHT.max(needed);
    let frame = Frame::new(chart, style, top, bottom, WIDTH - EDGE - room - LEAD - SAMPLE - 6 * PX, false);
    let height = frame.draw(page, chart, style);
    if chart.plot.chart == Chart::Stacked {
        areas(page, chart, &frame);
    } else {
        curves(page, chart, style, &frame);
    }
    marks(page, chart, &frame);
    let mut names = names(chart, style, |value| frame.y(value));
    // The sort keeps the order of those that end at one height: areas are named from the lowest up.
    if chart.plot.chart == Chart::Stacked {
        names.reverse();
    }
    names.sort_by_key(|name| name.at);
    let wanted: Vec<(Px, Px)> = names.iter().map(|name| (name.at, name.height())).collect();
    // Half a line beyond the plane is as good as within it.
    let places = spread(&wanted, frame.top - LINE / 2, frame.bottom + LINE / 2);
    for (name, middle) in names.iter().zip(places) {
        let from = frame.right + LEAD;
        page.line((frame.right + 3 * PX, name.at), (from - 2 * PX, middle), "p");
        if chart.plot.chart == Chart::Stacked {
            page.swatch((from, middle - 5 * PX), (SAMPLE, 10 * PX), name.style.0);
        } else {
            page.curve(&[(from, middle), (from + SAMPLE, middle)], name.style, "");
        }
        page.lines(from + SAMPLE + 6 * PX, middle, Anchor::Start, "", &name.lines, &name.full);
    }
    height
}

/// What the numbers are, above the scale.
fn subtitle(page: &mut Page, chart: &PlotDocument<'_>, top: Px) -> Px {
    let measure = wrapped(&chart.measure, WIDTH - 2 * EDGE, 1, |text| width(text, SMALL));
    page.lines(EDGE, top + 8 * PX, Anchor::Start, "m", &measure, &chart.measure);
    top + 16 * PX
}

/// The names of what is drawn, each at the value of its end; areas are named at their middle.
fn names(chart: &PlotDocument<'_>, style: &Style, y: impl Fn(&Rational) -> Px) -> Vec<Name> {
    let last = |series: &Series| series.values[series.values.len() - 1].clone();
    if chart.plot.chart != Chart::Stacked {
        let name = |(curve, own): (Curve, (usize, usize))| {
            let value = last(&chart.plot.series[curve.first]);
            Name::new(&curve.label, &shown(chart, style, &value), y(&value), own)
        };
        let mut curves = styled(chart);
        curves.sort_by_key(|(curve, _)| std::cmp::Reverse(last(&chart.plot.series[curve.first])));
        return curves.into_iter().map(name).collect();
    }
    let mut below = Rational::ZERO;
    let mut names = Vec::new();
    for (index, series) in chart.plot.series.iter().enumerate() {
        let value = last(series);
        let middle = &below + &(&value * &Rational::new(1, 2));
        below = &below + &value;
        let label = chart.series_label(series).to_plain();
        names.push(Name::new(&label, &shown(chart, style, &value), y(&middle), (index, index)));
    }
    names
}

/// The curves, each with its colour and dash. Of one rule set every curve has both of its own; of several,
/// what curves are of has the colour and the rule set the dash.
fn styled(chart: &PlotDocument<'_>) -> Vec<(Curve, (usize, usize))> {
    let both = chart.groups.len() > 1 && chart.quantities.len() > 1;
    let mut quantities: Vec<usize> = Vec::new();
    let mut curves = Vec::new();
    for (index, curve) in chart.curves().into_iter().enumerate() {
        let series = &chart.plot.series[curve.first];
        let color = quantities.iter().position(|own| *own == series.quantity).unwrap_or_else(|| {
            quantities.push(series.quantity);
            quantities.len() - 1
        });
        curves.push((curve, if both { (color, series.group) } else { (index, index) }));
    }
    curves
}

fn curves(page: &mut Page, chart: &PlotDocument<'_>, style: &Style, frame: &Frame) {
    for (curve, own) in styled(chart) {
        let series = &chart.plot.series[curve.first];
        let at = |(position, value): (&Position, &Rational)| (frame.x(&position.at), frame.y(value));
        let points: Vec<(Px, Px)> = chart.positions.iter().zip(&series.values).map(at).collect();
        page.curve(&points, own, &curve.label);
        if points.len() > MOST_DOTS {
            continue;
        }
        for ((position, value), at) in chart.positions.iter().zip(&series.values).zip(points) {
            let position = format!("{} {}", chart.axis_label, position.label.to_plain());
            page.dot(at, own.0, &format!("{position}, {}: {}", curve.label, tooltip(chart, style, value)));
        }
    }
}

fn areas(page: &mut Page, chart: &PlotDocument<'_>, frame: &Frame) {
    let mut below: Vec<Rational> = vec![Rational::ZERO; chart.positions.len()];
    for (index, series) in chart.plot.series.iter().enumerate() {
        let above: Vec<Rational> = below.iter().zip(&series.values).map(|(low, own)| low + own).collect();
        let point = |(position, value): (&Position, &Rational)| (frame.x(&position.at), frame.y(value));
        let upper = chart.positions.iter().zip(&above).map(point);
        let lower = chart.positions.iter().zip(&below).map(point).rev();
        let points: Vec<(Px, Px)> = upper.chain(lower).collect();
        page.area(&points, index, &chart.series_label(series).to_plain());
        below = above;
    }
}

/// A line for each value that is pointed out, with its name above the plane.
fn marks(page: &mut Page, chart: &PlotDocument<'_>, frame: &Frame) {
    let mut y = frame.top - marks_height(chart) + 10 * PX;
    for mark in &chart.marks {
        let x = frame.x(&mark.at);
        page.line((x, y - 8 * PX), (x, frame.bottom), "q");
        let wide = width(&mark.label, SMALL);
        let fits = x + 5 * PX + wide <= frame.right;
        let (place, anchor) = if fits { (x + 5 * PX, Anchor::Start) } else { (x - 5 * PX, Anchor::End) };
        page.text(place, y, anchor, "k", &mark.label);
        y += LINE;
    }
}

/// The room for the names of marks, one below the other.
fn marks_height(chart: &PlotDocument<'_>) -> Px {
    Px::try_from(chart.marks.len()).unwrap_or(0) * LINE
}

/// Draws a column for each whole number; the height of the picture.
pub(super) fn columns(page: &mut Page, chart: &PlotDocument<'_>, style: &Style, top: Px) -> Px {
    let top = subtitle(page, chart, top) + 12 * PX + marks_height(chart);
    let frame = Frame::new(chart, style, top, top + HEIGHT - 60 * PX, WIDTH - EDGE, true);
    let height = frame.draw(page, chart, style);
    let half = Rational::new(2, 5);
    for series in &chart.plot.series {
        for (position, value) in chart.positions.iter().zip(&series.values) {
            let (left, right) = (frame.x(&(&position.at - &half)), frame.x(&(&position.at + &half)));
            let top = frame.y(value);
            let size = ((right - left).max(PX), frame.bottom - top);
            let where_ = format!("{} {}", chart.axis_label, position.label.to_plain());
            page.bar((left, top), size, 0, &format!("{where_}: {}", tooltip(chart, style, value)));
        }
    }
    marks(page, chart, &frame);
    height
}
