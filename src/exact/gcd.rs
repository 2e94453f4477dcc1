//! The greatest common divisor of numbers of many machine words.

use num_bigint::BigUint;
use num_integer::Integer as _;

/// The greatest common divisor, by Lehmer's method (D. E. Knuth, The Art of Computer Programming 4.5.2, algorithm L):
/// many steps of Euclid's algorithm are made on the leading 128 bits alone, and then on the whole numbers at once.
///
/// Cost: for numbers of n words, about n²/60 products of words for each bit of a word. What is left when one of them
/// fits two words is done with machine numbers.
pub(super) fn gcd(a: &BigUint, b: &BigUint) -> BigUint {
    let (mut large, mut small) = (a.to_u64_digits(), b.to_u64_digits());
    loop {
        if is_below(&large, &small) {
            std::mem::swap(&mut large, &mut small);
        }
        if let Some(last) = two_words(&small) {
            return last_steps(&large, last);
        }
        let close = large.len() - small.len() <= 1;
        match close.then(|| Steps::of_leading(&large, &small)).flatten() {
            Some(steps) => steps.apply(&mut large, &mut small),
            None => {
                let rest = number(&large) % number(&small);
                large = std::mem::replace(&mut small, rest.to_u64_digits());
            }
        }
    }
}

/// The greatest common divisor where one number fits two words.
fn last_steps(large: &[u64], small: u128) -> BigUint {
    if small == 0 {
        return number(large);
    }
    let rest = two_words(&(number(large) % small).to_u64_digits()).unwrap_or(0);
    BigUint::from(small.gcd(&rest))
}

/// Consecutive steps of Euclid's algorithm on a and b. Afterwards the larger number is u·a − v·b and the smaller
/// v'·b − u'·a, or the negative of both after an odd number of steps.
struct Steps {
    larger: (u64, u64),
    smaller: (u64, u64),
    odd: bool,
}

/// Factors stay below 2^62, so that a product with a word, a difference of two and a carry fit 128 bits with a sign.
const LARGEST_FACTOR: u128 = 1 << 62;

impl Steps {
    /// The steps that the leading bits of two numbers show to be those of the numbers themselves; none where not even
    /// the first is certain. The first number is not below the second and has at most one word more.
    fn of_leading(large: &[u64], small: &[u64]) -> Option<Steps> {
        let (mut x, mut y) = leading(large, small);
        let (mut before, mut last) = ((1_u128, 0_u128), (0_u128, 1_u128));
        let mut odd = false;
        let mut any = false;
        while y != 0 {
            let (quotient, rest) = divided(x, y);
            // A factor that is too large ends the steps before the product could overflow.
            if quotient >= LARGEST_FACTOR {
                break;
            }
            let next = (before.0 + quotient * last.0, before.1 + quotient * last.1);
            // G. E. Collins' condition: whatever the bits below are, the quotient is this one.
            let certain = rest >= next.1 && y - rest >= last.1 + next.1;
            if !certain || next.1 >= LARGEST_FACTOR || next.0 >= LARGEST_FACTOR {
                break;
            }
            (x, y, before, last, odd, any) = (y, rest, last, next, !odd, true);
        }
        let words = |(u, v): (u128, u128)| Some((u64::try_from(u).ok()?, u64::try_from(v).ok()?));
        any.then_some(Steps { larger: words(before)?, smaller: words(last)?, odd })
    }

    fn apply(&self, large: &mut Vec<u64>, small: &mut Vec<u64>) {
        small.resize(large.len(), 0);
        let (mut carry, mut small_carry) = (0_i128, 0_i128);
        for (a, b) in large.iter_mut().zip(small.iter_mut()) {
            let (from_a, from_b) = if self.odd { (*b, *a) } else { (*a, *b) };
            let (u, v) = if self.odd { (self.larger.1, self.larger.0) } else { self.larger };
            let (s, t) = if self.odd { (self.smaller.1, self.smaller.0) } else { self.smaller };
            carry += times(u, from_a) - times(v, from_b);
            small_carry += times(t, from_b) - times(s, from_a);
            *a = low_word(carry);
            *b = low_word(small_carry);
            carry >>= 64;
            small_carry >>= 64;
        }
        trim(large);
        trim(small);
    }
}

/// The product of a factor below 2^62 and a word.
fn times(factor: u64, word: u64) -> i128 {
    (u128::from(factor) * u128::from(word)).cast_signed()
}

#[allow(clippy::cast_possible_truncation, reason = "the low word is what is wanted")]
fn low_word(n: i128) -> u64 {
    n.cast_unsigned() as u64
}

/// Quotient and rest. Most quotients of Euclid's algorithm are small, and subtracting is faster than dividing.
fn divided(x: u128, y: u128) -> (u128, u128) {
    let mut rest = x;
    for quotient in 0..4 {
        if rest < y {
            return (quotient, rest);
        }
        rest -= y;
    }
    (4 + rest / y, rest % y)
}

/// The leading 128 bits of the larger number, and the bits of the other at the same places.
fn leading(large: &[u64], small: &[u64]) -> (u128, u128) {
    let top = large.len();
    let shift = large.last().map_or(0, |word| word.leading_zeros());
    let word = |digits: &[u64], below: usize| {
        u128::from(top.checked_sub(below).and_then(|place| digits.get(place)).copied().unwrap_or(0))
    };
    let bits = |digits: &[u64]| {
        let upper = word(digits, 1) << 64 | word(digits, 2);
        upper << shift | word(digits, 3) << shift >> 64
    };
    (bits(large), bits(small))
}

fn is_below(a: &[u64], b: &[u64]) -> bool {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev())).is_lt()
}

fn two_words(digits: &[u64]) -> Option<u128> {
    match *digits {
        [] => Some(0),
        [low] => Some(u128::from(low)),
        [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
        _ => None,
    }
}

fn trim(digits: &mut Vec<u64>) {
    while digits.last() == Some(&0) {
        digits.pop();
    }
}

fn number(digits: &[u64]) -> BigUint {
    #[allow(clippy::cast_possible_truncation, reason = "the two halves of a word")]
    let halves = digits.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]);
    BigUint::new(halves.collect())
}

#[cfg(test)]
mod tests {
    use num_integer::Integer as _;
    use rand_like::Words;

    use super::*;

    /// A small generator of words, the same in every run.
    mod rand_like {
        pub(super) struct Words(pub(super) u64);

        impl Words {
            /// xorshift64* (G. Marsaglia, S. Vigna).
            pub(super) fn next(&mut self) -> u64 {
                self.0 ^= self.0 >> 12;
                self.0 ^= self.0 << 25;
                self.0 ^= self.0 >> 27;
                self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
            }

            pub(super) fn number(&mut self, words: u64) -> super::BigUint {
                let digits: Vec<u64> = (0..words).map(|_| self.shaped()).collect();
                super::number(&digits)
            }

            /// A word; now and then one of zeros, of ones, or of a single bit.
            fn shaped(&mut self) -> u64 {
                match self.next() % 8 {
                    0 => 0,
                    1 => u64::MAX,
                    2 => 1 << (self.next() % 64),
                    _ => self.next(),
                }
            }
        }
    }

    /// The divisor by num-bigint's own method, a binary one.
    fn agree(a: &BigUint, b: &BigUint) {
        let expected = a.gcd(b);
        assert_eq!(gcd(a, b), expected, "{a} and {b}");
        assert_eq!(gcd(b, a), expected, "{b} and {a}");
    }

    #[test]
    fn it_is_the_divisor_of_a_million_random_pairs() {
        let mut words = Words(0x9E37_79B9_7F4A_7C15);
        for round in 0..250_000_u64 {
            let (n, m, k) = (1 + words.next() % 9, 1 + words.next() % 9, words.next() % 5);
            let (a, b, shared) = (words.number(n), words.number(m), words.number(k));
            agree(&a, &b);
            if round % 2 == 0 {
                agree(&(&a * &shared), &(&b * &shared));
            }
            if round % 2 == 1 {
                agree(&a, &(&a * &b + &shared));
            }
        }
    }

    #[test]
    fn it_is_the_divisor_of_pairs_that_are_hard() {
        // Consecutive Fibonacci numbers: every quotient is 1.
        let (mut a, mut b) = (BigUint::from(0_u8), BigUint::from(1_u8));
        for _ in 0..3_000 {
            agree(&a, &b);
            let sum = &a + &b;
            a = std::mem::replace(&mut b, sum);
        }
        let two = BigUint::from(2_u8);
        let ten = BigUint::from(10_u8);
        for n in 0..300 {
            // Powers, numbers beside them, equal numbers, and one word against many.
            let (power, tens) = (two.pow(n * 7), ten.pow(n));
            agree(&power, &tens);
            agree(&power, &power);
            agree(&(&power + 1_u8), &(&power - 1_u8));
            agree(&(&tens + 1_u8), &power);
            agree(&tens, &BigUint::from(n));
            agree(&tens, &BigUint::from(u64::MAX - u64::from(n)));
            agree(&(&tens * &power), &(&tens * &ten + &power));
            // Large quotients: the numbers differ much in length after each step.
            agree(&(&power * &power + 1_u8), &power);
            agree(&(two.pow(n * 64) - 1_u8), &(two.pow(n * 32) - 1_u8));
        }
        agree(&BigUint::default(), &BigUint::default());
    }
}
