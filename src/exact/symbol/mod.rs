//! Numbers that hold a symbol: quotients of polynomials on an interval.
//!
//! The engine computes with a [`Function`] as it does with a rational. Where a comparison comes out
//! differently within the interval of the [`Axis`], the evaluation stops; [`Axis::undecided`] then says of
//! which polynomial the sign changes, and [`pieces`] cuts the interval at its roots and begins anew.

mod function;
mod piecewise;
mod poly;
mod roots;
mod text;

use std::cell::RefCell;
use std::cmp::Ordering;

pub use function::Function;
pub use piecewise::{Extreme, Interval, Part, Piecewise, Shape, Sign};
pub use poly::Poly;
pub use roots::Root;
pub use text::{Notation, Plain, Written};

use super::{Rational, Undecided};

/// An open interval of the symbol; without an end it goes on for ever.
#[derive(Debug, Default)]
pub struct Axis {
    /// Its lower end.
    pub low: Option<Rational>,
    /// Its upper end.
    pub high: Option<Rational>,
    undecided: RefCell<Option<Poly>>,
}

impl Axis {
    /// The open interval between two ends.
    #[must_use]
    pub fn new(low: Option<Rational>, high: Option<Rational>) -> Axis {
        Axis { low, high, undecided: RefCell::new(None) }
    }

    /// The polynomial whose sign was asked last and changes within the interval.
    #[must_use]
    pub fn undecided(&self) -> Option<Poly> {
        self.undecided.borrow().clone()
    }

    /// How a polynomial compares with zero, anywhere in the interval.
    ///
    /// # Errors
    /// [`Undecided`] where its sign changes within the interval; [`Axis::undecided`] then has the polynomial.
    pub fn sign(&self, poly: &Poly) -> Result<Ordering, Undecided> {
        if let Some(constant) = poly.to_constant() {
            return Ok(poly::sign(&constant));
        }
        if poly.roots_between(self.low.as_ref(), self.high.as_ref()) > 0 {
            *self.undecided.borrow_mut() = Some(poly.clone());
            return Err(Undecided);
        }
        Ok(poly.at(&self.sample()).signum())
    }

    /// A number within the interval.
    #[must_use]
    pub fn sample(&self) -> Rational {
        sample(self.low.as_ref(), self.high.as_ref())
    }
}

/// A number between two ends: the middle, or a whole one beyond the only end.
#[must_use]
pub fn sample(low: Option<&Rational>, high: Option<&Rational>) -> Rational {
    match (low, high) {
        (Some(low), Some(high)) => &(low + high) * &Rational::new(1, 2),
        (Some(low), None) => &low.floor() + &Rational::ONE,
        (None, Some(high)) => &high.ceil() - &Rational::ONE,
        (None, None) => Rational::ZERO,
    }
}

/// A part of the axis on which something is one expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece<T> {
    /// The lower end, which does not belong to it.
    pub low: Option<Rational>,
    /// The upper end, which does not belong to it.
    pub high: Option<Rational>,
    /// What holds on it.
    pub value: T,
}

/// Why an interval could not be cut into pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PieceError<E> {
    /// The work on a piece failed.
    Failed(E),
    /// A sign changes at a number that is not rational.
    Irrational(Poly),
    /// More pieces than this.
    TooMany(usize),
}

impl<E: std::fmt::Display> std::fmt::Display for PieceError<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PieceError::Failed(error) => error.fmt(f),
            PieceError::Irrational(_) => f.write_str("a sign changes at a number that is not rational"),
            PieceError::TooMany(most) => write!(f, "more than {most} pieces"),
        }
    }
}

impl<E: std::fmt::Debug + std::fmt::Display> std::error::Error for PieceError<E> {}

/// Does some work on the whole axis, which is cut where the work finds that a sign changes. The ends
/// between the pieces are not part of any.
///
/// # Errors
/// [`PieceError`]: the error of the work where no sign is undecided, or an end that cannot be given.
pub fn pieces<T, E>(
    most: usize,
    work: impl FnMut(&Axis) -> Result<T, E>,
) -> Result<Vec<Piece<T>>, PieceError<E>> {
    pieces_between(None, None, most, work)
}

/// As [`pieces`], on the open interval between two ends only.
///
/// # Errors
/// As [`pieces`].
pub fn pieces_between<T, E>(
    low: Option<Rational>,
    high: Option<Rational>,
    most: usize,
    mut work: impl FnMut(&Axis) -> Result<T, E>,
) -> Result<Vec<Piece<T>>, PieceError<E>> {
    let mut open: Vec<(Option<Rational>, Option<Rational>)> = vec![(low, high)];
    let mut done: Vec<Piece<T>> = Vec::new();
    while let Some((low, high)) = open.pop() {
        if done.len() + open.len() >= most {
            return Err(PieceError::TooMany(most));
        }
        let axis = Axis::new(low.clone(), high.clone());
        let error = match work(&axis) {
            Ok(value) => {
                done.push(Piece { low, high, value });
                continue;
            }
            Err(error) => error,
        };
        let Some(poly) = axis.undecided() else { return Err(PieceError::Failed(error)) };
        let Some(roots) = poly.rational_roots(low.as_ref(), high.as_ref()) else {
            return Err(PieceError::Irrational(poly));
        };
        if roots.is_empty() {
            return Err(PieceError::Failed(error));
        }
        // The last piece is put in first, so that they are done from the left.
        let ends: Vec<Option<Rational>> =
            std::iter::once(low).chain(roots.into_iter().map(Some)).chain([high]).collect();
        open.extend(ends.windows(2).rev().map(|pair| (pair[0].clone(), pair[1].clone())));
    }
    Ok(done)
}
