//! The axis of a symbol cut into pieces, and the points between them.

use super::{FormulaRequest, Mechanic, QueryError};
use crate::diagnostic::{Code, Diagnostic, Message, Setting};
use crate::evaluate::{Stop, refuses};
use crate::exact::Rational;
use crate::exact::decimal::{self, Rounding};
use crate::exact::symbol::{Axis, Function, Piece, PieceError, Poly, pieces_between};
use crate::source::Span;

/// More pieces of the axis than this are refused.
const MOST_PIECES: usize = 10_000;

/// What holds on the pieces of the axis, and at the points between them and the ends that belong to it. Nothing
/// where the mechanic refuses the number or something is divided by 0.
pub(super) struct Sampled<P, V> {
    pub(super) pieces: Vec<Piece<Option<P>>>,
    pub(super) points: Vec<(Rational, Option<V>)>,
}

impl<P, V> Sampled<P, V> {
    /// Cuts the axis of a request: `on_piece` evaluates with the symbol, `at_point` with a number in its place.
    pub(super) fn new(
        mechanic: &Mechanic,
        request: &FormulaRequest,
        on_piece: impl Fn(&Axis) -> Result<P, Stop>,
        at_point: impl Fn(&Rational) -> Result<V, Stop>,
    ) -> Result<Sampled<P, V>, QueryError> {
        let (low, high) = (request.ends.low.clone(), request.ends.high.clone());
        let pieces = pieces_between(low.clone(), high.clone(), MOST_PIECES, |axis| match on_piece(axis) {
            Ok(value) => Ok(Some(value)),
            Err(stop) if has_no_value(&stop) && axis.undecided().is_none() => Ok(None),
            Err(stop) => Err(stop),
        });
        let pieces = pieces.map_err(|error| cannot_cut(mechanic, request, error))?;
        let between = pieces.iter().filter_map(|piece| piece.high.clone());
        let mut ends: Vec<Rational> = low.into_iter().chain(between).chain(high).collect();
        ends.dedup();
        let mut points = Vec::with_capacity(ends.len());
        for end in ends {
            let value = match at_point(&end) {
                Ok(value) => Some(value),
                Err(stop) if has_no_value(&stop) => None,
                Err(stop) => return Err(QueryError::stopped(&request.scenario)(stop)),
            };
            points.push((end, value));
        }
        Ok(Sampled { pieces, points })
    }
}

/// Whether there is no value here, while there may be one elsewhere on the axis.
fn has_no_value(stop: &Stop) -> bool {
    refuses(stop) && stop.code != Code::NotKnown || stop.code == Code::DivisionByZero
}

/// Where a denominator is zero within the piece, the piece is cut there.
pub(super) fn without_poles<'a>(
    functions: impl IntoIterator<Item = &'a Function>,
    axis: &Axis,
) -> Result<(), Stop> {
    for function in functions {
        if axis.sign(function.denominator()).is_err() {
            // Nobody reads this: the axis now knows where the sign changes, and is cut there.
            let message = "a denominator is 0 here";
            return Err(Box::new(Diagnostic::error(Code::DivisionByZero, Span::default(), message)));
        }
    }
    Ok(())
}

fn cannot_cut(mechanic: &Mechanic, request: &FormulaRequest, error: PieceError<Stop>) -> QueryError {
    let name = request.symbol.name(mechanic);
    let problem = match error {
        PieceError::Failed(stop) => return QueryError::stopped(&request.scenario)(stop),
        PieceError::Irrational(poly) => {
            let near = near(request, &poly).map(|near| format!(", near {near}")).unwrap_or_default();
            format!(
                "the formula changes at a value of `{name}` that is not rational{near}; give a range without it: "
            )
        }
        PieceError::TooMany(most) => {
            format!("the formula in `{name}` has more than {most} pieces; look at a part of it with ")
        }
    };
    QueryError::usage(Message::from(problem).typed(Setting::Range, "FROM..TO"))
}

/// About where the first root is that is not rational.
fn near(request: &FormulaRequest, poly: &Poly) -> Option<String> {
    let roots = poly.roots(request.ends.low.as_ref(), request.ends.high.as_ref());
    let root = roots.iter().find(|root| root.to_rational().is_none())?;
    let root = root.refined(&Rational::new(1, 1_000_000));
    Some(decimal::round(root.between().0, 4, Rounding::HalfUp).to_string())
}
