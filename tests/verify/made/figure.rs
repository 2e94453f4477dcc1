//! Figures as a page writes them, rounded; and the same with another number, which no rounding explains.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::mechanic::ratio;
use crate::support::Random;

/// A figure as it is written: `1 in 33` is a number with something before it.
pub(super) struct Figure {
    /// The sentence or the caption that it stands under, before anything is filled in.
    pub(super) shape: &'static str,
    before: &'static str,
    number: String,
    after: String,
    /// What the number is exactly.
    exact: BigRational,
    /// By how much of itself another number has to be away to be wrong for sure.
    apart: BigRational,
}

impl Figure {
    /// An exact number rounded, and in hundredths how far away another has to be.
    pub(super) fn new(
        shape: &'static str,
        before: &'static str,
        exact: BigRational,
        decimals: usize,
        after: &str,
        apart: u64,
    ) -> Figure {
        let number = rounded(&exact, decimals);
        Figure { shape, before, number, after: after.to_owned(), exact, apart: ratio(apart, 100) }
    }

    /// As it stands on the page.
    pub(super) fn text(&self) -> String {
        self.with(&self.number)
    }

    fn with(&self, number: &str) -> String {
        format!("{}{number}{}", self.before, self.after)
    }

    /// With another number of as many digits behind the point, which no rounding explains.
    pub(super) fn altered(&self, random: &mut Random) -> Option<String> {
        let decimals = self.number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        let written = number(&self.number)?;
        // Half of them are slips of a hand that trades two digits.
        let swapped = || {
            let mut digits = self.number.clone().into_bytes();
            let at =
                digits.windows(2).position(|two| two[0] != two[1] && two[0] != b'.' && two[1] != b'.')?;
            digits.swap(at, at + 1);
            String::from_utf8(digits).ok()
        };
        for _ in 0..40 {
            let swapped = if random.below(2) == 0 { swapped() } else { None };
            let scaled = rounded(&(&written * ratio(60 + random.below(106), 100)), decimals);
            let other = swapped.unwrap_or(scaled);
            let value = number(&other)?;
            let away = if value > self.exact { &value - &self.exact } else { &self.exact - &value };
            let least = ratio(2, 1) / power_of_ten(decimals);
            // Nobody types a zero before a number, or a chance of all.
            let is_number = !other.starts_with('0') || other.starts_with("0.");
            let is_share = self.after != "%" || value < ratio(100, 1);
            if is_number
                && is_share
                && value > ratio(0, 1)
                && away > least
                && away > &self.exact * &self.apart
            {
                return Some(self.with(&other));
            }
        }
        None
    }
}

fn power_of_ten(decimals: usize) -> BigRational {
    BigRational::from_integer(BigInt::from(10).pow(u32::try_from(decimals).unwrap()))
}

fn number(text: &str) -> Option<BigRational> {
    let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let digits: BigInt = text.replace('.', "").parse().ok()?;
    Some(BigRational::from_integer(digits) / power_of_ten(decimals))
}

/// With so many decimals, half up.
fn rounded(value: &BigRational, decimals: usize) -> String {
    let digits = (value * power_of_ten(decimals)).round().to_integer().to_string();
    let digits = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, decimals) = digits.split_at(digits.len() - decimals);
    if decimals.is_empty() { whole.to_owned() } else { format!("{whole}.{decimals}") }
}

/// With how many decimals a number is exact, if two are enough.
pub(super) fn exact_decimals(value: &BigRational) -> Option<usize> {
    (0..3).find(|decimals| (value * power_of_ten(*decimals)).is_integer())
}
