//! The real roots of a polynomial, each in an interval of its own.

use std::cmp::Ordering;

use super::Poly;
use crate::exact::{Integer, Rational, Ring};

/// The signs of a polynomial's Sturm chain, from which roots are counted.
pub(super) struct Sturm {
    chain: Vec<Poly>,
}

impl Sturm {
    /// The chain of the part without repeated roots.
    pub(super) fn new(poly: &Poly) -> Sturm {
        let plain = poly.exact_div(&poly.gcd(&poly.derivative()));
        let mut chain = vec![plain.clone(), plain.derivative()];
        while let [.., a, b] = chain.as_slice()
            && b.degree() > 0
        {
            let rest = a.pseudo_remainder(b).scaled(&Integer::from(-1));
            if rest.is_zero() {
                break;
            }
            chain.push(rest);
        }
        Sturm { chain }
    }

    fn plain(&self) -> &Poly {
        &self.chain[0]
    }

    fn variations(&self, end: Option<&Rational>, plus: bool) -> usize {
        let signs = self.chain.iter().map(|poly| match end {
            Some(point) => poly.at(point).signum(),
            None => poly.sign_far(plus),
        });
        let signs: Vec<Ordering> = signs.filter(|sign| *sign != Ordering::Equal).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// How many distinct roots lie in the open interval (Sturm's theorem).
    pub(super) fn count(&self, low: Option<&Rational>, high: Option<&Rational>) -> usize {
        let half_open = self.variations(low, false).saturating_sub(self.variations(high, true));
        let at_end = high.is_some_and(|high| self.plain().at(high).is_zero());
        half_open.saturating_sub(usize::from(at_end))
    }
}

/// A real root: a rational number, or one that is not rational, between two rational numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// What it is a root of; without repeated roots.
    poly: Poly,
    low: Rational,
    high: Rational,
}

impl Root {
    /// A rational number as a root.
    #[must_use]
    pub fn exact(value: Rational) -> Root {
        Root { poly: Poly::symbol(), low: value.clone(), high: value }
    }

    /// The root, where it is rational.
    #[must_use]
    pub fn to_rational(&self) -> Option<&Rational> {
        (self.low == self.high).then_some(&self.low)
    }

    /// Two rational numbers between which it lies; equal where it is rational.
    #[must_use]
    pub fn between(&self) -> (&Rational, &Rational) {
        (&self.low, &self.high)
    }

    /// What it is a root of.
    #[must_use]
    pub fn poly(&self) -> &Poly {
        &self.poly
    }

    /// The same root between numbers that are no further apart than this. Cost: one value of the polynomial
    /// for each halving.
    #[must_use]
    pub fn refined(&self, width: &Rational) -> Root {
        let mut root = self.clone();
        while &root.high - &root.low > *width {
            let middle = &(&root.low + &root.high) * &Rational::new(1, 2);
            // The root is no rational number, so the middle is none, and the sign changes only at it.
            if root.poly.at(&root.low).signum() == root.poly.at(&middle).signum() {
                root.low = middle;
            } else {
                root.high = middle;
            }
        }
        root
    }
}

impl Poly {
    /// The real roots in the open interval, ascending, each once; without an end it goes on for ever. None for
    /// the zero polynomial.
    ///
    /// ```
    /// use trueodds::exact::{Integer, Rational, symbol::Poly};
    ///
    /// let poly = Poly::new(vec![Integer::from(-2), Integer::ZERO, Integer::ONE]); // x² - 2
    /// let roots = poly.roots(Some(&Rational::ZERO), None);
    /// let (low, high) = (Rational::new(1414, 1000), Rational::new(1415, 1000));
    /// let root = roots[0].refined(&Rational::new(1, 10_000));
    /// assert!(roots.len() == 1 && root.between().0 > &low && root.between().1 < &high);
    /// ```
    #[must_use]
    pub fn roots(&self, low: Option<&Rational>, high: Option<&Rational>) -> Vec<Root> {
        let lead = Rational::from(&self.leading()).abs();
        // All roots are nearer to 0 than this (Cauchy).
        let largest = self.coefficients().iter().map(|c| Rational::from(c).abs()).max();
        let Some(bound) = largest.and_then(|largest| largest.checked_div(&lead)) else { return Vec::new() };
        let bound = &bound + &Rational::ONE;
        let low = low.cloned().unwrap_or_else(|| -&bound);
        let high = high.cloned().unwrap_or(bound);
        let mut roots = Vec::new();
        if low < high && self.degree() > 0 {
            isolate(&Sturm::new(self), &low, &high, &mut roots);
        }
        roots
    }

    /// The roots in the open interval in ascending order, or `None` where one of them is not rational.
    #[must_use]
    pub fn rational_roots(&self, low: Option<&Rational>, high: Option<&Rational>) -> Option<Vec<Rational>> {
        if self.is_zero() {
            return None;
        }
        self.roots(low, high).iter().map(|root| root.to_rational().cloned()).collect()
    }
}

fn isolate(sturm: &Sturm, low: &Rational, high: &Rational, roots: &mut Vec<Root>) {
    match sturm.count(Some(low), Some(high)) {
        0 => {}
        1 => roots.push(only(sturm, low.clone(), high.clone())),
        _ => {
            let middle = &(low + high) * &Rational::new(1, 2);
            isolate(sturm, low, &middle, roots);
            if sturm.plain().at(&middle).is_zero() {
                roots.push(Root::exact(middle.clone()));
            }
            isolate(sturm, &middle, high, roots);
        }
    }
}

/// The only root of an open interval.
fn only(sturm: &Sturm, mut low: Rational, mut high: Rational) -> Root {
    let poly = sturm.plain();
    // A rational root is a multiple of one over the leading coefficient: in an interval that is narrower
    // there is one candidate.
    let lead = Rational::from(&poly.leading()).abs();
    loop {
        let narrow = &(&high - &low) * &lead < Rational::ONE;
        let ends_are_roots = poly.at(&low).is_zero() || poly.at(&high).is_zero();
        if narrow {
            let candidate = ((&low * &lead).floor() + Rational::ONE).checked_div(&lead);
            if let Some(candidate) = candidate.filter(|at| *at < high && poly.at(at).is_zero()) {
                return Root::exact(candidate);
            }
            if !ends_are_roots {
                return Root { poly: poly.clone(), low, high };
            }
        }
        let middle = &(&low + &high) * &Rational::new(1, 2);
        if poly.at(&middle).is_zero() {
            return Root::exact(middle);
        }
        if sturm.count(Some(&low), Some(&middle)) == 1 { high = middle } else { low = middle }
    }
}
