//! Round numbers along a scale.

use crate::exact::Rational;

/// Numbers with a step of 1, 2 or 5 times a power of ten from `low` to `high`, at most `most` of them.
/// `whole` keeps the step whole; `around` goes on to the first that is not below `high`, and begins with
/// one that is not above `low`.
pub(super) fn ticks(
    low: &Rational,
    high: &Rational,
    most: usize,
    whole: bool,
    around: bool,
) -> Vec<Rational> {
    let step = step(&(high - low), most, whole);
    let steps = |end: &Rational| end.checked_div(&step).unwrap_or_default();
    let (first, last) = if around {
        (steps(low).floor(), steps(high).ceil())
    } else {
        (steps(low).ceil(), steps(high).floor())
    };
    let (Some(first), Some(last)) = (first.to_i64(), last.to_i64()) else { return Vec::new() };
    (first..=last).map(|count| &Rational::from(count) * &step).collect()
}

/// The least round step that makes no more than `most` ticks of a width.
fn step(width: &Rational, most: usize, whole: bool) -> Rational {
    let gaps = i64::try_from(most.saturating_sub(1).max(1)).unwrap_or(1);
    let least = width.checked_div(&Rational::from(gaps)).unwrap_or_default();
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
