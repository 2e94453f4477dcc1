//! Two axes with their ticks, and where numbers lie between them.

use super::measure::{PX, Px, width};
use super::page::{Anchor, EDGE, Page, SMALL, place};
use super::ticks::{self, tick_text};
use crate::document::PlotDocument;
use crate::exact::Rational;
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
    pub(super) fn new(
        chart: &PlotDocument<'_>,
        style: &Style,
        top: Px,
        bottom: Px,
        right: Px,
        half: bool,
    ) -> Frame {
        let ticks = ticks::of_values(chart, 7);
        let labels = ticks.iter().map(|tick| width(&tick_text(chart, style, tick), SMALL)).max().unwrap_or(0);
        let (low, high) = chart.plot.range();
        let low = ticks.first().cloned().unwrap_or(low);
        let high = ticks.last().cloned().unwrap_or(high);
        let (from, to) = chart.plot.extent();
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
    pub(super) fn draw(&self, page: &mut Page, chart: &PlotDocument<'_>, style: &Style) -> Px {
        for tick in &self.ticks {
            let y = self.y(tick);
            page.line((self.left, y), (self.right, y), if tick.is_zero() { "x" } else { "r" });
            page.text(self.left - 6 * PX, y + 4 * PX, Anchor::End, "k", &tick_text(chart, style, tick));
        }
        let base = self.bottom + 18 * PX;
        for tick in self.axis_ticks(chart) {
            let x = self.x(&tick);
            page.line((x, self.bottom), (x, self.bottom + 4 * PX), "x");
            page.text(x, base, Anchor::Middle, "k", &chart.position_label(&tick));
        }
        page.text((self.left + self.right) / 2, base + 18 * PX, Anchor::Middle, "", &chart.axis_label);
        base + 18 * PX + EDGE - 4 * PX
    }

    /// As many ticks as have room for their labels.
    fn axis_ticks(&self, chart: &PlotDocument<'_>) -> Vec<Rational> {
        const MOST: usize = 16;
        let clear = |ticks: &[Rational]| {
            let ends = ticks.iter().map(|tick| {
                let half = width(&chart.position_label(tick), SMALL) / 2 + 3 * PX;
                (self.x(tick) - half, self.x(tick) + half)
            });
            let ends: Vec<(Px, Px)> = ends.collect();
            ends.windows(2).all(|pair| matches!(pair, [left, right] if left.1 <= right.0))
        };
        let mut counts = (2..=MOST).rev().map(|most| ticks::of_axis(chart, most));
        counts.find(|ticks| clear(ticks)).unwrap_or_default()
    }
}
