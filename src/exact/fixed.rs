//! Many masses at once, as whole multiples of a tiny unit: laws of sums over very many steps.

use num_bigint::{BigInt, BigUint};

use super::natural::halves;
use super::{Integer, Rational};

/// Masses of sums in a row, in units, rounded down.
#[derive(Debug, Clone, Default)]
pub struct Masses<const K: usize> {
    first: i64,
    /// The digits in base 2⁶⁴, the least first.
    values: Vec<[u64; K]>,
}

/// Sums of masses times weights, before they are cut to a mass again.
#[derive(Debug, Clone, Default)]
pub struct Sum<const K: usize> {
    first: i64,
    values: Vec<([u64; K], u64)>,
}

/// What masses are multiplied with.
#[derive(Debug, Clone, Copy)]
pub enum Weight<const K: usize> {
    /// A whole number, less than 2⁶².
    Whole(u64),
    /// A share of 1, rounded down, in units of which 1 has two to the power of [`Masses::BITS`].
    Share([u64; K]),
}

impl<const K: usize> Weight<K> {
    /// A share of 1, rounded down.
    #[must_use]
    pub fn share(share: &Rational) -> Self {
        let (top, bottom) = (share.numerator().to_big(), share.denominator().to_big());
        if top >= bottom {
            return Weight::Share([u64::MAX; K]);
        }
        let mut words = [0; K];
        let units: BigInt = (top << Masses::<K>::BITS) / bottom;
        for (word, digit) in words.iter_mut().zip(units.iter_u64_digits()) {
            *word = digit;
        }
        Weight::Share(words)
    }
}

impl<const K: usize> Masses<K> {
    /// The binary digits of a mass; 1 is two to the power of one less.
    pub const BITS: u32 = 64 * K as u32;

    /// All of the mass at 0.
    #[must_use]
    pub fn one() -> Self {
        let mut one = [0; K];
        one[K - 1] = 1 << 63;
        Masses { first: 0, values: vec![one] }
    }

    /// Whether there is no mass at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The sums from the first on, to the one behind the last.
    #[must_use]
    pub fn range(&self) -> std::ops::Range<i64> {
        self.first..self.first + i64::try_from(self.values.len()).unwrap_or(i64::MAX)
    }

    /// Adds the products of all masses of one law with all of another, in units times two to the power of
    /// [`Masses::BITS`], rounded down.
    pub fn add_products(&self, other: &Self, sum: &mut Sum<K>) {
        for (shift, factor) in (other.first..).zip(&other.values) {
            for (own, value) in
                sum.values[place(self.first + shift, sum.first)..].iter_mut().zip(&self.values)
            {
                add_to(own, &high_product(value, factor));
            }
        }
    }
}

/// Adds a number.
#[inline]
fn add_to<const K: usize>(sum: &mut ([u64; K], u64), number: &[u64; K]) {
    let mut carry = 0;
    for (word, digit) in sum.0.iter_mut().zip(number) {
        (*word, carry) = halves(u128::from(*word) + u128::from(*digit) + u128::from(carry));
    }
    sum.1 += carry;
}

impl<const K: usize> Sum<K> {
    /// Makes room for these sums, all without mass.
    pub fn begin(&mut self, range: std::ops::Range<i64>) {
        self.first = range.start;
        self.values.clear();
        self.values.resize(place(range.end, range.start), ([0; K], 0));
    }

    /// Adds masses with a weight, their sums moved by so much. All of it together stays below 2⁶⁴ times 1.
    #[inline]
    pub fn add(&mut self, masses: &Masses<K>, shift: i64, weight: &Weight<K>) {
        let begin = place(masses.first + shift, self.first);
        let places = self.values[begin..].iter_mut().zip(&masses.values);
        match weight {
            Weight::Whole(weight) => places.for_each(|(own, value)| add_times(own, value, *weight)),
            Weight::Share(share) => places.for_each(|(own, value)| add_to(own, &high_product(value, share))),
        }
    }

    /// The masses, divided by a power of two and without those at either end that have fewer binary digits than
    /// `least`.
    #[must_use]
    pub fn cut(&self, shift: u32, least: u32) -> Masses<K> {
        let moved = |(words, top): &([u64; K], u64)| -> [u64; K] {
            if shift == 0 {
                return *words;
            }
            let mut moved = *words;
            for index in 0..K {
                let above = if index + 1 < K { words[index + 1] } else { *top };
                moved[index] = words[index] >> shift | above << (64 - shift);
            }
            moved
        };
        let mut values: Vec<[u64; K]> = self.values.iter().map(moved).collect();
        let counts = |words: &[u64; K]| bits(words) >= least.max(1);
        let end = values.iter().rposition(counts).map_or(0, |last| last + 1);
        values.truncate(end);
        let begin = values.iter().position(counts).unwrap_or(0);
        values.drain(..begin);
        Masses { first: self.first + i64::try_from(begin).unwrap_or(0), values }
    }

    /// The sums and what was added up, ascending.
    pub fn terms(&self) -> impl Iterator<Item = (i64, Integer)> + '_ {
        (self.first..).zip(&self.values).map(|(sum, (words, top))| {
            let bytes: Vec<u8> = words.iter().chain([top]).flat_map(|word| word.to_le_bytes()).collect();
            (sum, BigInt::from(BigUint::from_bytes_le(&bytes)).into())
        })
    }
}

/// Adds a number times a weight.
#[inline]
fn add_times<const K: usize>(sum: &mut ([u64; K], u64), number: &[u64; K], weight: u64) {
    let mut carry = 0;
    for (word, digit) in sum.0.iter_mut().zip(number) {
        // At most (2⁶⁴ − 1)² + 2 (2⁶⁴ − 1), which is 2¹²⁸ − 1.
        (*word, carry) =
            halves(u128::from(*digit) * u128::from(weight) + u128::from(*word) + u128::from(carry));
    }
    sum.1 += carry;
}

/// How far a sum is from the first.
fn place(sum: i64, first: i64) -> usize {
    usize::try_from(sum.saturating_sub(first)).unwrap_or(0)
}

fn bits<const K: usize>(words: &[u64; K]) -> u32 {
    let last = words.iter().rposition(|word| *word > 0);
    last.map_or(0, |last| 64 * u32::try_from(last).unwrap_or(0) + 64 - words[last].leading_zeros())
}

/// The upper half of a product.
#[inline]
fn high_product<const K: usize>(a: &[u64; K], b: &[u64; K]) -> [u64; K] {
    let (mut low, mut high) = ([0_u64; K], [0_u64; K]);
    for (index, digit) in a.iter().enumerate() {
        let mut carry = 0_u64;
        for (place, factor) in b.iter().enumerate() {
            let place = index + place;
            let slot = if place < K { &mut low[place] } else { &mut high[place - K] };
            (*slot, carry) =
                halves(u128::from(*digit) * u128::from(*factor) + u128::from(*slot) + u128::from(carry));
        }
        high[index] = carry;
    }
    high
}
