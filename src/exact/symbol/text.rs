//! Polynomials and their quotients as people write them: expanded or in factors, whichever is shorter.

use std::fmt;

use super::{Function, Poly};
use crate::exact::{Integer, Rational, Ring};

/// How the parts of a formula are written. [`Plain`] is the only one here; markup has its own.
pub trait Notation {
    /// What stands between the terms of a sum, and between those of a difference.
    fn plus_and_minus(&self) -> [&str; 2];
    /// The sign of what is negative.
    fn minus(&self) -> &str;
    /// What stands between factors.
    fn times(&self) -> &str;
    /// A power; the exponent is greater than 1.
    fn power(&self, base: &str, exponent: usize) -> String;
    /// A quotient.
    fn quotient(&self, top: Written, bottom: Written) -> String;
    /// Whether a quotient needs parentheses around a sum.
    fn has_stroke(&self) -> bool {
        true
    }
}

/// `931*(luck+1)/20000`, `luck^2`: what calculators and the parser functions of MediaWiki read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plain;

impl Notation for Plain {
    fn plus_and_minus(&self) -> [&str; 2] {
        ["+", "-"]
    }

    fn minus(&self) -> &'static str {
        "-"
    }

    fn times(&self) -> &'static str {
        "*"
    }

    fn power(&self, base: &str, exponent: usize) -> String {
        format!("{base}^{exponent}")
    }

    fn quotient(&self, top: Written, bottom: Written) -> String {
        top.stroke(bottom)
    }
}

/// A text, and whether it binds as tightly as a product, or as a single number or symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// Whether it is no sum.
    pub is_product: bool,
    is_atom: bool,
}

impl Written {
    /// The quotient by something, with a stroke between them.
    #[must_use]
    pub fn stroke(self, bottom: Written) -> String {
        let top = if self.is_product { self.text } else { format!("({})", self.text) };
        let bottom = if bottom.is_atom { bottom.text } else { format!("({})", bottom.text) };
        format!("{top}/{bottom}")
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text("x", &Plain))
    }
}

impl Function {
    /// The formula in a symbol of this name. Cost: the rational roots of numerator and denominator.
    ///
    /// ```
    /// use trueodds::exact::{Number, Rational, symbol::{Function, Plain}};
    ///
    /// let x = Function::symbol();
    /// let f = x.plus(&Function::from(Rational::ONE)).times(&Function::from(Rational::new(3, 20)));
    /// assert_eq!(f.text("luck", &Plain), "3*(luck+1)/20");
    /// ```
    #[must_use]
    pub fn text(&self, symbol: &str, notation: &dyn Notation) -> String {
        let writer = Writer { symbol, notation };
        if self.denominator().is_one() {
            return writer.poly(self.numerator(), false).text;
        }
        let stroke = notation.has_stroke();
        notation.quotient(writer.poly(self.numerator(), stroke), writer.poly(self.denominator(), stroke))
    }
}

impl Poly {
    /// The polynomial in a symbol of this name. Cost: its rational roots.
    #[must_use]
    pub fn text(&self, symbol: &str, notation: &dyn Notation) -> String {
        Writer { symbol, notation }.poly(self, false).text
    }
}

struct Writer<'a> {
    symbol: &'a str,
    notation: &'a dyn Notation,
}

impl Writer<'_> {
    fn poly(&self, poly: &Poly, beside_stroke: bool) -> Written {
        let expanded = self.expanded(poly);
        // Of two that are as long, the one without parentheses around all of it.
        let parentheses = if beside_stroke && !expanded.is_product { 3 } else { 0 };
        match self.factored(poly) {
            Some(factored) if factored.text.chars().count() < expanded.text.chars().count() + parentheses => {
                factored
            }
            _ => expanded,
        }
    }

    fn power(&self, base: &str, exponent: usize) -> String {
        if exponent == 1 { base.to_owned() } else { self.notation.power(base, exponent) }
    }

    /// The terms, the highest power first; the other way round where only that avoids a minus at the start.
    fn expanded(&self, poly: &Poly) -> Written {
        let mut text = String::new();
        let mut terms = 0;
        let [plus, minus] = self.notation.plus_and_minus();
        let mut ordered: Vec<(usize, &Integer)> = poly.coefficients().iter().enumerate().rev().collect();
        let lowest = poly.coefficients().iter().find(|c| !c.is_zero());
        if poly.leading().is_negative() && lowest.is_some_and(|c| !c.is_negative()) {
            ordered.reverse();
        }
        for (exponent, coefficient) in ordered {
            if coefficient.is_zero() {
                continue;
            }
            let negative = coefficient.is_negative();
            match (terms, negative) {
                (0, true) => text.push_str(self.notation.minus()),
                (0, false) => {}
                (_, true) => text.push_str(minus),
                (_, false) => text.push_str(plus),
            }
            terms += 1;
            text.push_str(&self.term(coefficient, exponent));
        }
        if terms == 0 {
            text.push('0');
        }
        let atom = terms < 2 && poly.coefficients().iter().all(|c| !c.is_negative());
        let plain = poly.degree() == 0 || poly.coefficients().last().is_some_and(Ring::is_one);
        Written { text, is_product: terms < 2, is_atom: atom && plain }
    }

    /// A term without its sign.
    fn term(&self, coefficient: &Integer, exponent: usize) -> String {
        let size = Rational::from(coefficient).abs();
        match exponent {
            0 => size.to_string(),
            _ if size == Rational::ONE => self.power(self.symbol, exponent),
            _ => format!("{size}{}{}", self.notation.times(), self.power(self.symbol, exponent)),
        }
    }

    /// The product of a number, linear factors of rational roots and what is left; `None` where that is no
    /// product.
    fn factored(&self, poly: &Poly) -> Option<Written> {
        /// The roots of longer ones take too long to find.
        const LONGEST: usize = 24;
        if poly.degree() > LONGEST {
            return None;
        }
        let (content, mut rest) = poly.content_and_primitive();
        let mut factors: Vec<String> = Vec::new();
        for root in poly.roots(None, None).iter().rev().filter_map(|root| root.to_rational()) {
            let factor = Poly::new(vec![Integer::ZERO.minus(&root.numerator()), root.denominator()]);
            let mut exponent = 0;
            while rest.degree() > 0 && rest.at(root).is_zero() {
                rest = rest.exact_div(&factor);
                exponent += 1;
            }
            let base = self.expanded(&factor);
            let base = if base.is_atom { base.text } else { format!("({})", base.text) };
            factors.push(self.power(&base, exponent));
        }
        if rest.degree() > 0 {
            factors.push(format!("({})", self.expanded(&rest).text));
        }
        if factors.is_empty() {
            return None;
        }
        // One factor in parentheses needs no further ones.
        let is_atom = factors.len() == 1 && content.is_one();
        // A lone symbol reads better first, as in x·(x + 1).
        factors.sort_by_key(|factor| factor.starts_with('('));
        let size = Rational::from(&content).abs();
        if size != Rational::ONE {
            factors.insert(0, size.to_string());
        }
        let sign = if content.is_negative() { self.notation.minus() } else { "" };
        Some(Written {
            text: format!("{sign}{}", factors.join(self.notation.times())),
            is_product: true,
            is_atom,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Number;

    /// A quotient of polynomials, given by their coefficients, the constant first.
    fn text(numerator: &[i64], denominator: &[i64]) -> String {
        let function = |coefficients: &[i64]| {
            let coefficients = coefficients.iter().rev().map(|c| Function::from(Rational::from(*c)));
            let horner = |sum: Function, c: Function| sum.times(&Function::symbol()).plus(&c);
            coefficients.fold(Function::from(Rational::ZERO), horner)
        };
        function(numerator).over(&function(denominator)).unwrap().to_string()
    }

    #[test]
    fn the_shorter_of_expanded_and_factored_is_written() {
        assert_eq!(text(&[0, 1, 1], &[1]), "x^2+x");
        assert_eq!(text(&[1, 3, 3, 1], &[1]), "(x+1)^3");
        assert_eq!(text(&[0, -2, -2], &[3]), "-2*x*(x+1)/3");
    }

    #[test]
    fn a_sum_beside_a_stroke_stands_in_parentheses() {
        assert_eq!(text(&[1, 2], &[3]), "(2*x+1)/3");
        assert_eq!(text(&[1], &[0, 2]), "1/(2*x)");
        assert_eq!(text(&[1], &[0, 1]), "1/x");
        assert_eq!(text(&[1], &[1, 1]), "1/(x+1)");
    }

    #[test]
    fn a_minus_at_the_start_is_avoided_where_the_lowest_term_has_none() {
        assert_eq!(text(&[1, 0, -2], &[1]), "1-2*x^2");
        assert_eq!(text(&[], &[1]), "0");
    }
}
