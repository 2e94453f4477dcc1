//! Quotients of polynomials.

use std::cmp::Ordering;

use super::{Axis, Poly};
use crate::exact::{Integer, Number, Rational, Ring, Undecided};

/// A quotient of two polynomials in lowest terms, whose denominator has a positive leading coefficient.
///
/// ```
/// use trueodds::exact::{Number, Rational, symbol::Function};
///
/// let x = Function::symbol();
/// let one = Function::from(Rational::ONE);
/// let sum = one.over(&x).expect("x is not zero").plus(&x); // 1/x + x
/// assert_eq!(sum.at(&Rational::from(2)), Some(Rational::new(5, 2)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Function {
    numerator: Poly,
    denominator: Poly,
}

impl Function {
    /// The symbol itself.
    #[must_use]
    pub fn symbol() -> Function {
        Function { numerator: Poly::symbol(), denominator: Poly::one() }
    }

    pub(super) fn reduced(numerator: Poly, denominator: Poly) -> Function {
        if numerator.is_zero() {
            return Function { numerator, denominator: Poly::one() };
        }
        let shared = numerator.gcd(&denominator);
        let shared =
            if denominator.leading().is_negative() { shared.scaled(&Integer::from(-1)) } else { shared };
        Function { numerator: numerator.exact_div(&shared), denominator: denominator.exact_div(&shared) }
    }

    /// The numerator.
    #[must_use]
    pub fn numerator(&self) -> &Poly {
        &self.numerator
    }

    /// The denominator.
    #[must_use]
    pub fn denominator(&self) -> &Poly {
        &self.denominator
    }

    /// The value at a point; `None` at a pole.
    #[must_use]
    pub fn at(&self, point: &Rational) -> Option<Rational> {
        self.numerator.at(point).checked_div(&self.denominator.at(point))
    }

    /// The derivative.
    #[must_use]
    pub fn derivative(&self) -> Function {
        let (n, d) = (&self.numerator, &self.denominator);
        Function::reduced(n.derivative().mul(d).minus(&n.mul(&d.derivative())), d.mul(d))
    }

    /// The limit towards plus infinity, or towards minus infinity; `None` where it is infinite.
    #[must_use]
    pub fn limit(&self) -> Option<Rational> {
        let (top, bottom) = (&self.numerator, &self.denominator);
        if self.is_zero() || top.degree() < bottom.degree() {
            return Some(Rational::ZERO);
        }
        if top.degree() > bottom.degree() {
            return None;
        }
        Rational::from_integers(&top.leading(), &bottom.leading())
    }

    /// Whether it is zero everywhere.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Bounds of its values between two ends at which it has none of its poles: the values at the ends
    /// where it is monotone, else those of numerator and denominator apart. `None` where the latter say
    /// nothing.
    #[must_use]
    pub fn range(&self, low: &Rational, high: &Rational) -> Option<(Rational, Rational)> {
        let (a, b) = (self.at(low)?, self.at(high)?);
        let slope = self
            .numerator
            .derivative()
            .mul(&self.denominator)
            .minus(&self.numerator.mul(&self.denominator.derivative()));
        let monotone = slope.is_zero() || slope.roots_between(Some(low), Some(high)) == 0;
        if monotone {
            return Some(if a <= b { (a, b) } else { (b, a) });
        }
        let (top, bottom) = (interval(&self.numerator, low, high), interval(&self.denominator, low, high));
        if bottom.0.is_negative() != bottom.1.is_negative() || bottom.0.is_zero() || bottom.1.is_zero() {
            return None;
        }
        let quotients: Vec<Rational> = [&top.0, &top.1]
            .into_iter()
            .flat_map(|t| [&bottom.0, &bottom.1].into_iter().filter_map(move |b| t.checked_div(b)))
            .collect();
        Some((quotients.iter().min()?.clone(), quotients.iter().max()?.clone()))
    }
}

/// Bounds of a polynomial between two ends, by Horner's rule on intervals.
fn interval(poly: &Poly, low: &Rational, high: &Rational) -> (Rational, Rational) {
    let mut bounds = (Rational::ZERO, Rational::ZERO);
    for coefficient in poly.coefficients().iter().rev() {
        let [first, others @ ..] = [&bounds.0 * low, &bounds.0 * high, &bounds.1 * low, &bounds.1 * high];
        let (mut least, mut most) = (first.clone(), first);
        for product in others {
            least = least.min(product.clone());
            most = most.max(product);
        }
        let coefficient = Rational::from(coefficient);
        bounds = (least + &coefficient, most + &coefficient);
    }
    bounds
}

impl From<&Poly> for Function {
    fn from(value: &Poly) -> Function {
        Function { numerator: value.clone(), denominator: Poly::constant(Integer::ONE) }
    }
}

impl From<Rational> for Function {
    fn from(value: Rational) -> Function {
        Function {
            numerator: Poly::constant(value.numerator()),
            denominator: Poly::constant(value.denominator()),
        }
    }
}

impl Number for Function {
    type Ring = Poly;
    type Axis = Axis;

    fn plus(&self, other: &Self) -> Self {
        if self.denominator == other.denominator {
            let mut sum = self.numerator.clone();
            sum.add_assign(&other.numerator);
            return Function::reduced(sum, self.denominator.clone());
        }
        let mut sum = self.numerator.mul(&other.denominator);
        sum.add_assign(&other.numerator.mul(&self.denominator));
        Function::reduced(sum, self.denominator.mul(&other.denominator))
    }
    fn minus(&self, other: &Self) -> Self {
        let negative = other.numerator.scaled(&Integer::from(-1));
        self.plus(&Function { numerator: negative, denominator: other.denominator.clone() })
    }
    fn times(&self, other: &Self) -> Self {
        Function::reduced(self.numerator.mul(&other.numerator), self.denominator.mul(&other.denominator))
    }
    fn over(&self, other: &Self) -> Option<Self> {
        (!other.is_zero()).then(|| {
            Function::reduced(self.numerator.mul(&other.denominator), self.denominator.mul(&other.numerator))
        })
    }
    fn sign(&self, axis: &Axis) -> Result<Ordering, Undecided> {
        let (top, bottom) = (axis.sign(&self.numerator)?, axis.sign(&self.denominator)?);
        Ok(if bottom == Ordering::Less { top.reverse() } else { top })
    }
    fn to_rational(&self) -> Option<Rational> {
        Rational::from_integers(&self.numerator.to_constant()?, &self.denominator.to_constant()?)
    }
    fn ratio(&self) -> (Poly, Poly) {
        (self.numerator.clone(), self.denominator.clone())
    }
    fn bits(&self) -> u64 {
        self.numerator.bits().max(self.denominator.bits())
    }
    fn from_ratio(numerator: &Poly, denominator: &Poly) -> Option<Self> {
        (!denominator.is_zero()).then(|| Function::reduced(numerator.clone(), denominator.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::pieces;
    use super::*;

    #[test]
    fn the_axis_is_cut_where_a_sign_changes() {
        // |x - 1/2| + |x - 3|, whose signs change at 1/2 and at 3.
        let x = Function::symbol();
        let abs = |value: &Function, axis: &Axis| -> Result<Function, Undecided> {
            Ok(if value.sign(axis)?.is_lt() {
                Function::from(Rational::ZERO).minus(value)
            } else {
                value.clone()
            })
        };
        let found = pieces(100, |axis| {
            let a = abs(&x.minus(&Function::from(Rational::new(1, 2))), axis)?;
            Ok::<_, Undecided>(a.plus(&abs(&x.minus(&Function::from(Rational::from(3))), axis)?))
        });
        let found = found.unwrap();
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].high, Some(Rational::new(1, 2)));
        assert_eq!(found[1].value.to_rational(), Some(Rational::new(5, 2)));
        assert_eq!(found[2].value.at(&Rational::from(4)), Some(Rational::new(9, 2)));
    }

    #[test]
    fn bounds_hold_between_the_ends() {
        let x = Function::symbol();
        let f = x.times(&x).minus(&x); // least at 1/2, where it is -1/4
        let (low, high) = f.range(&Rational::ZERO, &Rational::ONE).unwrap();
        assert!(low <= Rational::new(-1, 4) && high >= Rational::ZERO);
        assert_eq!(f.range(&Rational::ONE, &Rational::from(2)), Some((Rational::ZERO, Rational::from(2))));
    }
}
