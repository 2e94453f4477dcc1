//! Whole numbers modulo primes, polynomials by their values at roots of unity, and the way back from residues.

use super::natural::{Natural, halves};
use super::{Integer, Ring};

/// Every prime leaves 1 modulo 2 to this power: so many times a root of unity can be halved.
const TWOS: u32 = 24;
/// Primes lie below 2 to this power, so that several products fit into two words.
const DIGITS: u32 = 60;

/// The whole numbers modulo a prime. Each is held times 2⁶⁴, so that products are reduced without a division
/// (P. Montgomery, 1985).
///
/// ```
/// use trueodds::exact::{Integer, residues::PrimeField};
///
/// let field = PrimeField::all().next().expect("there are many");
/// let third = field.inverse(field.residue(&Integer::from(3)));
/// assert_eq!(field.value(field.mul(third, field.residue(&Integer::from(-12)))), field.prime() - 4);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrimeField {
    prime: u64,
    /// −1 / prime modulo 2⁶⁴.
    inverse: u64,
    /// 2¹²⁸ modulo the prime.
    square: u64,
    /// A root of unity whose order is 2 to the power of [`TWOS`].
    root: u64,
}

impl PrimeField {
    /// How many binary digits of a number each prime decides.
    pub const BITS: u64 = 59;
    /// The greatest number of roots of unity that a [`Transform`] may have.
    pub const ROOTS: usize = 1 << TWOS;

    /// The fields, always in the same order.
    pub fn all() -> impl Iterator<Item = PrimeField> {
        // So many primes lie in the upper half that no question comes to the lower.
        let factors = 1_u64 << (DIGITS - 1 - TWOS)..1 << (DIGITS - TWOS);
        factors.rev().filter_map(|factor| PrimeField::new((factor << TWOS) + 1))
    }

    /// The field of an odd number, if that is a prime.
    fn new(prime: u64) -> Option<PrimeField> {
        // Each step doubles the digits that are right, of which there are three at first.
        let mut inverse = prime;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2_u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let square = halves((u128::MAX % u128::from(prime) + 1) % u128::from(prime)).0;
        let mut field = PrimeField { prime, inverse: inverse.wrapping_neg(), square, root: 0 };
        let minus_one = field.negative(field.one());
        // What is no square has a power of the greatest order.
        let power = |base| field.pow(field.of(base), (prime - 1) >> TWOS);
        let is_root = |root: &u64| field.pow(*root, 1 << (TWOS - 1)) == minus_one;
        field.root = field.is_prime().then(|| (2..).map(power).find(is_root))??;
        Some(field)
    }

    /// The test of G. Miller and M. Rabin, with bases that are proof below 2⁶⁴.
    fn is_prime(self) -> bool {
        let (one, minus_one) = (self.one(), self.negative(self.one()));
        let twos = (self.prime - 1).trailing_zeros();
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37].into_iter().all(|base| {
            let mut power = self.pow(self.of(base), (self.prime - 1) >> twos);
            let mut passes = power == one;
            for _ in 0..twos {
                passes |= power == minus_one;
                power = self.mul(power, power);
            }
            passes
        })
    }

    /// The prime.
    #[must_use]
    pub fn prime(self) -> u64 {
        self.prime
    }

    /// The quotient by 2⁶⁴ of a number that is below the prime times that.
    fn reduce(self, number: u128) -> u64 {
        let factor = halves(number).0.wrapping_mul(self.inverse);
        let sum = halves(number + u128::from(factor) * u128::from(self.prime)).1;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    fn of(self, number: u64) -> u64 {
        self.mul(number, self.square)
    }

    /// One.
    #[must_use]
    pub fn one(self) -> u64 {
        self.of(1)
    }

    /// A whole number as it is held here.
    #[must_use]
    pub fn residue(self, number: &Integer) -> u64 {
        self.of(number.residue(self.prime))
    }

    /// What is held here as a number from 0 to the prime.
    #[must_use]
    pub fn value(self, own: u64) -> u64 {
        self.reduce(own.into())
    }

    /// The product.
    #[must_use]
    pub fn mul(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    /// The sum.
    #[must_use]
    pub fn add(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    /// The difference.
    #[must_use]
    pub fn sub(self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.prime - b }
    }

    /// The number that gives zero together with this one.
    #[must_use]
    pub fn negative(self, a: u64) -> u64 {
        self.sub(0, a)
    }

    /// The power.
    #[must_use]
    pub fn pow(self, base: u64, mut exponent: u64) -> u64 {
        let (mut power, mut product) = (base, self.one());
        while exponent > 0 {
            if exponent & 1 == 1 {
                product = self.mul(product, power);
            }
            power = self.mul(power, power);
            exponent >>= 1;
        }
        product
    }

    /// The inverse; zero for zero.
    #[must_use]
    pub fn inverse(self, own: u64) -> u64 {
        self.pow(own, self.prime - 2)
    }

    /// The sum of the products of two rows, as far as both go.
    #[must_use]
    pub fn dot(self, a: &[u64], b: &[u64]) -> u64 {
        // Eight products are below half of what can be reduced.
        let half = u128::from(self.prime) << 63;
        let mut sum = 0_u128;
        for (a, b) in a.chunks(8).zip(b.chunks(8)) {
            sum += a.iter().zip(b).map(|(a, b)| u128::from(*a) * u128::from(*b)).sum::<u128>();
            if sum >= half {
                sum -= half;
            }
        }
        self.reduce(sum)
    }
}

/// Polynomials by their values at all roots of unity of an order that is a power of two (J. Cooley and J. Tukey).
///
/// ```
/// use trueodds::exact::{Integer, residues::{PrimeField, Transform}};
///
/// // (1 + x)² = 1 + 2 x + x²
/// let field = PrimeField::all().next().expect("there are many");
/// let transform = Transform::new(field, 4);
/// let mut numbers = vec![field.one(), field.one(), 0, 0];
/// transform.values(&mut numbers);
/// numbers.iter_mut().for_each(|value| *value = field.mul(*value, *value));
/// transform.coefficients(&mut numbers);
/// assert_eq!(numbers.iter().map(|own| field.value(*own)).collect::<Vec<_>>(), [1, 2, 1, 0]);
/// ```
#[derive(Debug, Clone)]
pub struct Transform {
    field: PrimeField,
    /// The powers of a root of order 2h lie from h to 2h.
    roots: Vec<u64>,
    /// Those of its inverse.
    inverses: Vec<u64>,
}

impl Transform {
    /// For polynomials with so many coefficients, which is a power of two up to [`PrimeField::ROOTS`].
    #[must_use]
    pub fn new(field: PrimeField, size: usize) -> Transform {
        let mut roots = vec![field.one(); size.max(1)];
        let mut inverses = roots.clone();
        let (mut half, mut order) = (1, 2_u64);
        while half < size {
            let root = field.pow(field.root, (1 << TWOS) / order);
            let inverse = field.inverse(root);
            for place in half + 1..2 * half {
                roots[place] = field.mul(roots[place - 1], root);
                inverses[place] = field.mul(inverses[place - 1], inverse);
            }
            (half, order) = (2 * half, 2 * order);
        }
        Transform { field, roots, inverses }
    }

    /// Coefficients become values, in an order of their own.
    pub fn values(&self, numbers: &mut [u64]) {
        let field = self.field;
        // Behind the last coefficient there is nothing to add, until halves are as short.
        let used = numbers.iter().rposition(|number| *number != 0).map_or(0, |last| last + 1);
        let mut half = numbers.len() / 2;
        while half > 0 {
            let roots = &self.roots[half..2 * half];
            for block in numbers.chunks_exact_mut(2 * half) {
                let (lower, upper) = block.split_at_mut(half);
                if used <= half {
                    for ((a, b), root) in lower[..used].iter().zip(upper).zip(roots) {
                        *b = field.mul(*a, *root);
                    }
                    continue;
                }
                for ((a, b), root) in lower.iter_mut().zip(upper).zip(roots) {
                    let difference = field.sub(*a, *b);
                    *a = field.add(*a, *b);
                    *b = field.mul(difference, *root);
                }
            }
            half /= 2;
        }
    }

    /// Values in the order of [`Transform::values`] become coefficients.
    pub fn coefficients(&self, numbers: &mut [u64]) {
        let field = self.field;
        // The inverse of 2 is (p + 1) / 2.
        let (two, mut scale) = (field.of(field.prime.div_ceil(2)), field.one());
        let mut half = 1;
        while half < numbers.len() {
            let roots = &self.inverses[half..2 * half];
            for block in numbers.chunks_exact_mut(2 * half) {
                let (lower, upper) = block.split_at_mut(half);
                for ((a, b), root) in lower.iter_mut().zip(upper).zip(roots) {
                    let product = field.mul(*b, *root);
                    (*a, *b) = (field.add(*a, product), field.sub(*a, product));
                }
            }
            scale = field.mul(scale, two);
            half *= 2;
        }
        numbers.iter_mut().for_each(|number| *number = field.mul(*number, scale));
    }
}

/// Numbers from their residues modulo several primes (H. Garner, 1959).
///
/// ```
/// use trueodds::exact::{Integer, Ring, residues::{PrimeField, Remainders}};
///
/// let fields: Vec<PrimeField> = PrimeField::all().take(3).collect();
/// let number = Integer::from(-10).pow(45);
/// let residues: Vec<u64> = fields.iter().map(|field| field.residue(&number)).collect();
/// assert_eq!(Remainders::new(&fields).signed(&residues), number);
/// ```
#[derive(Debug, Clone)]
pub struct Remainders {
    fields: Vec<PrimeField>,
    /// In each field the products of the first primes before its own.
    products: Vec<Vec<u64>>,
    /// In each field the inverse of the product of all primes before its own.
    inverses: Vec<u64>,
    total: Integer,
}

impl Remainders {
    /// For residues in these fields.
    #[must_use]
    pub fn new(fields: &[PrimeField]) -> Remainders {
        let (mut products, mut inverses) = (Vec::new(), Vec::new());
        for (place, field) in fields.iter().enumerate() {
            let mut product = field.one();
            let mut own = Vec::with_capacity(place);
            for before in &fields[..place] {
                own.push(product);
                product = field.mul(product, field.of(before.prime));
            }
            products.push(own);
            inverses.push(field.inverse(product));
        }
        let primes = fields.iter().map(|field| Integer::from(u128::from(field.prime)));
        let total = primes.fold(Integer::ONE, |total, prime| total.mul(&prime));
        Remainders { fields: fields.to_vec(), products, inverses, total }
    }

    /// The number from 0 up to the product of the primes.
    #[must_use]
    pub fn number(&self, residues: &[u64]) -> Integer {
        // The number is d₀ + d₁ p₀ + d₂ p₀ p₁ + …; a digit is below its own prime, and its residue in a later field
        // is at most one prime less.
        let mut digits: Vec<u64> = Vec::with_capacity(residues.len());
        let places = self.fields.iter().zip(&self.products).zip(&self.inverses);
        for (((field, products), inverse), residue) in places.zip(residues) {
            let known = field.dot(&digits, products);
            let rest = field.sub(field.value(*residue), known);
            digits.push(field.mul(rest, *inverse));
        }
        let mut words: Vec<u64> = Vec::with_capacity(digits.len());
        for (digit, field) in digits.iter().zip(&self.fields).rev() {
            let mut carry = *digit;
            for word in &mut words {
                (*word, carry) = halves(u128::from(*word) * u128::from(field.prime) + u128::from(carry));
            }
            if carry > 0 {
                words.push(carry);
            }
        }
        Natural::of(words).to_integer()
    }

    /// The number of least magnitude.
    #[must_use]
    pub fn signed(&self, residues: &[u64]) -> Integer {
        let number = self.number(residues);
        let below = number.minus(&self.total);
        if below.mul(&Integer::from(-1)) < number { below } else { number }
    }
}
