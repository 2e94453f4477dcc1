//! Round numbers along a scale.

use super::{Style, shown};
use crate::document::PlotDocument;
use crate::exact::Rational;
use crate::exact::decimal::plain;

/// Round numbers for the scale of values, at most `most`; the last is not below any value.
pub(super) fn of_values(chart: &PlotDocument<'_>, most: usize) -> Vec<Rational> {
    let (low, high) = chart.plot.range();
    // A scale of percentages has round percentages.
    let scale = if chart.plot.chances { Rational::from(100) } else { Rational::ONE };
    let found = ticks(&(&low * &scale), &(&high * &scale), most, false, true);
    found.iter().filter_map(|tick| tick.checked_div(&scale)).collect()
}

/// Round numbers along the axis, at most `most`; every position where they are so few.
pub(super) fn of_axis(chart: &PlotDocument<'_>, most: usize) -> Vec<Rational> {
    if chart.positions.len() <= most {
        return chart.positions.iter().map(|position| position.at.clone()).collect();
    }
    let (low, high) = chart.plot.extent();
    ticks(&low, &high, most, chart.plot.whole, false)
}

/// `25%`, or the number itself.
pub(super) fn tick_text(chart: &PlotDocument<'_>, style: &Style, tick: &Rational) -> String {
    /// What is longer is written as any other number is, with a power of ten.
    const LONGEST: usize = 12;
    let text =
        if chart.plot.chances { format!("{}%", plain(&(tick * &Rational::from(100)))) } else { plain(tick) };
    if text.len() > LONGEST {
        return shown(chart, style, tick);
    }
    text.replace('-', "\u{2212}")
}

/// Numbers with a step of 1, 2 or 5 times a power of ten from `low` to `high`, at most `most` of them.
/// `whole` keeps the step whole; `around` goes on to the first that is not below `high`, and begins with
/// one that is not above `low`.
fn ticks(low: &Rational, high: &Rational, most: usize, whole: bool, around: bool) -> Vec<Rational> {
    let step = step(&(high - low), most, whole);
    let (Some(from), Some(to)) = (low.checked_div(&step), high.checked_div(&step)) else { return Vec::new() };
    let (first, last) = if around { (from.floor(), to.ceil()) } else { (from.ceil(), to.floor()) };
    let (Some(first), Some(last)) = (first.to_i64(), last.to_i64()) else { return Vec::new() };
    (first..=last).map(|count| &Rational::from(count) * &step).collect()
}

/// The least round step that makes no more than `most` ticks of a width.
fn step(width: &Rational, most: usize, whole: bool) -> Rational {
    let gaps = i64::try_from(most.saturating_sub(1).max(1)).unwrap_or(1);
    let least = width * &Rational::new(1, gaps);
    let (ten, tenth) = (Rational::from(10), Rational::new(1, 10));
    let mut power = Rational::ONE;
    while !whole && !least.is_zero() && power > least {
        power = &power * &tenth;
    }
    while &power * &ten <= least {
        power = &power * &ten;
    }
    let steps = [1, 2, 5, 10].map(|factor| &power * &Rational::from(factor));
    steps.into_iter().find(|step| *step >= least).unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(low: &str, high: &str, most: usize, whole: bool, around: bool) -> Vec<String> {
        let number = |text: &str| text.parse::<Rational>().expect("a number");
        ticks(&number(low), &number(high), most, whole, around).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(texts("-1", "10", 12, false, false).len(), 12);
        assert_eq!(texts("0", "46.55", 6, false, true), ["0", "10", "20", "30", "40", "50"]);
        assert_eq!(texts("-40", "5", 6, true, false), ["-40", "-30", "-20", "-10", "0"]);
        assert_eq!(texts("0", "3", 20, true, false), ["0", "1", "2", "3"]);
        assert_eq!(texts("0", "0.03", 4, false, true), ["0", "1/100", "1/50", "3/100"]);
    }
}
