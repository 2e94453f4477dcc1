//! Curves and stacked areas over an axis, each named at its right end; columns of a law over whole numbers.

use super::frame::Frame;
use super::measure::{PX, Px, Wrapped, spread, width, wrapped};
use super::page::{Anchor, EDGE, LINE, Page, SMALL, TEXT, WIDTH};
use super::{shown, told};
use crate::exact::Rational;
use crate::query::plot::{Chart, Plot, Series};
use crate::render::Style;

/// The height of the plane; labels that need more get more.
const HEIGHT: Px = 320 * PX;
/// Names at the right end have no more room than this.
const NAMES: Px = 180 * PX;
/// Between the end of a curve and its name: room for a line that leads there.
const LEAD: Px = 22 * PX;
/// Where there are more places than this, curves have no dots.
const MOST_DOTS: usize = 24;

/// A name at the right end, and where it wants to be.
struct Name {
    full: String,
    lines: Wrapped,
    /// The end of what it names.
    at: Px,
}

impl Name {
    fn new(label: &str, number: &str, at: Px) -> Name {
        let full = format!("{label} {number}");
        let mut lines = wrapped(label, NAMES, 2, |text| width(text, TEXT));
        // The number goes behind the last line where there is room, and else below it.
        let number_fits = |line: &String| width(&format!("{line} {number}"), TEXT) <= NAMES;
        match lines.lines.last_mut() {
            Some(last) if number_fits(last) => *last = format!("{last} {number}"),
            _ => lines.lines.push(number.to_owned()),
        }
        Name { full, lines, at }
    }

    fn width(&self) -> Px {
        self.lines.lines.iter().map(|line| width(line, TEXT)).max().unwrap_or(0)
    }

    fn height(&self) -> Px {
        Px::try_from(self.lines.lines.len()).unwrap_or(1) * LINE
    }
}

/// Draws curves or areas below `top`; the height of the picture.
pub(super) fn draw(page: &mut Page, plot: &Plot, style: &Style, top: Px) -> Px {
    let top = subtitle(page, plot, top) + 12 * PX;
    // Names are measured first: they decide how wide and how high the plane is.
    let measured = names(plot, style, |_| 0);
    let room = measured.iter().map(Name::width).max().unwrap_or(0);
    let needed: Px = measured.iter().map(Name::height).sum();
    let top = top + if plot.marks.is_empty() { 0 } else { marks_height(plot) };
    let bottom = top + HEIGHT.max(needed);
    let frame = Frame::new(plot, top, bottom, WIDTH - EDGE - room - LEAD - 4 * PX, false);
    let height = frame.draw(page, plot);
    if plot.chart == Chart::Stacked {
        areas(page, plot, &frame);
    } else {
        curves(page, plot, style, &frame);
    }
    marks(page, plot, &frame);
    let mut names = names(plot, style, |value| frame.y(value));
    names.sort_by_key(|name| name.at);
    let wanted: Vec<(Px, Px)> = names.iter().map(|name| (name.at, name.height())).collect();
    // Half a line beyond the plane is as good as within it.
    let places = spread(&wanted, frame.top - LINE / 2, frame.bottom + LINE / 2);
    for (name, middle) in names.iter().zip(places) {
        page.line((frame.right + 3 * PX, name.at), (frame.right + LEAD - 3 * PX, middle), "p");
        page.lines(frame.right + LEAD, middle, Anchor::Start, "", &name.lines, &name.full);
    }
    height
}

/// What the numbers are, above the scale.
fn subtitle(page: &mut Page, plot: &Plot, top: Px) -> Px {
    let measure = wrapped(&plot.measure, WIDTH - 2 * EDGE, 1, |text| width(text, SMALL));
    page.lines(EDGE, top + 8 * PX, Anchor::Start, "m", &measure, &plot.measure);
    top + 16 * PX
}

/// The names of what is drawn, each at the value of its end; areas are named at their middle.
fn names(plot: &Plot, style: &Style, y: impl Fn(&Rational) -> Px) -> Vec<Name> {
    let last = |series: &Series| series.values.last().cloned().unwrap_or_default();
    if plot.chart != Chart::Stacked {
        let name = |drawn: crate::query::plot::Drawn| {
            let value = last(&plot.series[drawn.first]);
            Name::new(&drawn.label, &shown(plot, style, &value), y(&value))
        };
        return plot.drawn().into_iter().map(name).collect();
    }
    let mut below = Rational::ZERO;
    let mut names = Vec::new();
    for series in &plot.series {
        let value = last(series);
        let middle = &below + &(&value * &Rational::new(1, 2));
        below = &below + &value;
        let label = plot.series_label(series).to_plain();
        names.push(Name::new(&label, &shown(plot, style, &value), y(&middle)));
    }
    names
}

fn curves(page: &mut Page, plot: &Plot, style: &Style, frame: &Frame) {
    let one_group = plot.groups.len() == 1;
    let one_subject = plot.subjects.len() == 1;
    for drawn in plot.drawn() {
        let series = &plot.series[drawn.first];
        // One dimension has both colour and dash; of two, subjects have the colour and groups the dash.
        let (color, dash) = match (one_group, one_subject) {
            (true, _) => (series.subject, series.subject),
            (_, true) => (series.group, series.group),
            _ => (series.subject, series.group),
        };
        let points: Vec<(Px, Px)> = plot
            .axis
            .places
            .iter()
            .zip(&series.values)
            .map(|(place, value)| (frame.x(&place.at), frame.y(value)))
            .collect();
        page.curve(&points, color, dash, &drawn.label);
        if points.len() > MOST_DOTS {
            continue;
        }
        for ((place, value), at) in plot.axis.places.iter().zip(&series.values).zip(points) {
            let where_ = format!("{} {}", plot.axis.label, place.label.to_plain());
            page.dot(at, color, &format!("{where_}, {}: {}", drawn.label, told(plot, style, value)));
        }
    }
}

fn areas(page: &mut Page, plot: &Plot, frame: &Frame) {
    let mut below: Vec<Rational> = vec![Rational::ZERO; plot.axis.places.len()];
    for (index, series) in plot.series.iter().enumerate() {
        let above: Vec<Rational> = below.iter().zip(&series.values).map(|(low, own)| low + own).collect();
        let point =
            |(place, value): (&crate::query::plot::Place, &Rational)| (frame.x(&place.at), frame.y(value));
        let upper = plot.axis.places.iter().zip(&above).map(point);
        let lower = plot.axis.places.iter().zip(&below).map(point).rev();
        let points: Vec<(Px, Px)> = upper.chain(lower).collect();
        page.area(&points, index, &plot.series_label(series).to_plain());
        below = above;
    }
}

/// A line for each value that is pointed out, with its name above the plane.
fn marks(page: &mut Page, plot: &Plot, frame: &Frame) {
    let mut y = frame.top - marks_height(plot) + 10 * PX;
    for mark in &plot.marks {
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
fn marks_height(plot: &Plot) -> Px {
    Px::try_from(plot.marks.len()).unwrap_or(0) * LINE
}

/// Draws a column for each whole number; the height of the picture.
pub(super) fn columns(page: &mut Page, plot: &Plot, style: &Style, top: Px) -> Px {
    let top = subtitle(page, plot, top) + 12 * PX + marks_height(plot);
    let frame = Frame::new(plot, top, top + HEIGHT - 60 * PX, WIDTH - EDGE, true);
    let height = frame.draw(page, plot);
    let half = Rational::new(2, 5);
    for series in &plot.series {
        for (place, value) in plot.axis.places.iter().zip(&series.values) {
            let (left, right) = (frame.x(&(&place.at - &half)), frame.x(&(&place.at + &half)));
            let top = frame.y(value);
            let size = ((right - left).max(PX), frame.bottom - top);
            let where_ = format!("{} {}", plot.axis.label, place.label.to_plain());
            page.bar((left, top), size, 0, &format!("{where_}: {}", told(plot, style, value)));
        }
    }
    marks(page, plot, &frame);
    height
}
