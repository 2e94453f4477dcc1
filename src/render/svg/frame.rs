//! Two axes with their ticks, and where numbers lie between them.

use super::measure::{PX, Px, width};
use super::page::{Anchor, EDGE, Page, SMALL, place};
use super::shown;
use crate::exact::Rational;
use crate::exact::decimal::plain;
use crate::query::plot::Plot;
use crate::render::Style;

/// The plane of a chart.
pub(super) struct Frame {
    pub(super) left: Px,
    pub(super) right: Px,
    pub(super) top: Px,
    pub(super) bottom: Px,
    low: Rational,
    high: Rational,
    from: Rational,
    to: Rational,
    ticks: Vec<Rational>,
}

impl Frame {
    /// The plane between `top` and `bottom`, left of `right`; `half` leaves room for half a column at the
    /// ends.
    pub(super) fn new(plot: &Plot, style: &Style, top: Px, bottom: Px, right: Px, half: bool) -> Frame {
        let ticks = plot.value_ticks(7);
        let labels = ticks.iter().map(|tick| width(&tick_text(plot, style, tick), SMALL)).max().unwrap_or(0);
        let (low, high) = plot.range();
        let low = ticks.first().cloned().unwrap_or(low);
        let high = ticks.last().cloned().unwrap_or(high);
        let (from, to) = plot.extent();
        let margin = if half { Rational::new(1, 2) } else { Rational::ZERO };
        let left = EDGE + labels + 8 * PX;
        Frame { left, right, top, bottom, low, high, from: &from - &margin, to: &to + &margin, ticks }
    }

    pub(super) fn x(&self, value: &Rational) -> Px {
        place(value, (&self.from, &self.to), (self.left, self.right))
    }

    pub(super) fn y(&self, value: &Rational) -> Px {
        place(value, (&self.low, &self.high), (self.bottom, self.top))
    }

    /// Draws the rules, the ticks and what runs along; where the picture ends.
    pub(super) fn draw(&self, page: &mut Page, plot: &Plot, style: &Style) -> Px {
        for tick in &self.ticks {
            let y = self.y(tick);
            page.line((self.left, y), (self.right, y), if tick.is_zero() { "x" } else { "r" });
            page.text(self.left - 6 * PX, y + 4 * PX, Anchor::End, "k", &tick_text(plot, style, tick));
        }
        let base = self.bottom + 18 * PX;
        for tick in self.axis_ticks(plot) {
            let x = self.x(&tick);
            page.line((x, self.bottom), (x, self.bottom + 4 * PX), "x");
            page.text(x, base, Anchor::Middle, "k", &plot.place_label(&tick));
        }
        page.text((self.left + self.right) / 2, base + 18 * PX, Anchor::Middle, "", &plot.axis.label);
        base + 18 * PX + EDGE - 4 * PX
    }

    /// As many ticks as have room for their labels.
    fn axis_ticks(&self, plot: &Plot) -> Vec<Rational> {
        const MOST: usize = 16;
        let clear = |ticks: &[Rational]| {
            let ends = ticks.iter().map(|tick| {
                let half = width(&plot.place_label(tick), SMALL) / 2 + 3 * PX;
                (self.x(tick) - half, self.x(tick) + half)
            });
            let ends: Vec<(Px, Px)> = ends.collect();
            ends.windows(2).all(|pair| matches!(pair, [left, right] if left.1 <= right.0))
        };
        let mut counts = (2..=MOST).rev().map(|most| plot.axis_ticks(most));
        counts.find(|ticks| clear(ticks)).unwrap_or_default()
    }
}

/// `25%`, or the number itself.
fn tick_text(plot: &Plot, style: &Style, tick: &Rational) -> String {
    /// What is longer is written as any other number is, with a power of ten.
    const LONGEST: usize = 12;
    let text = if plot.chances { format!("{}%", plain(&(tick * &Rational::from(100)))) } else { plain(tick) };
    if text.len() > LONGEST {
        return shown(plot, style, tick);
    }
    text.replace('-', "\u{2212}")
}
