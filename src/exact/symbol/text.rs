//! Polynomials and their quotients as people write them: expanded or in factors, whichever is shorter.

use super::{Function, Poly};
use crate::exact::{Integer, Rational, Ring};

/// How a formula is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// `931·(luck + 1)/20000`, `luck²`
    Unicode,
    /// `\frac{931 luck + 931}{20000}`
    Latex,
    /// `931*(luck+1)/20000`, `luck^2`: what calculators and the parser functions of MediaWiki read.
    Plain,
}

impl Function {
    /// The formula in a symbol of this name. Cost: the rational roots of numerator and denominator.
    ///
    /// ```
    /// use trueodds::exact::{Number, Rational, symbol::{Function, Notation}};
    ///
    /// let x = Function::symbol();
    /// let f = x.plus(&Function::from(Rational::ONE)).times(&Function::from(Rational::new(3, 20)));
    /// assert_eq!(f.text("luck", Notation::Unicode), "3·(luck + 1)/20");
    /// assert_eq!(f.text("luck", Notation::Latex), "\\frac{3 luck + 3}{20}");
    /// ```
    #[must_use]
    pub fn text(&self, symbol: &str, notation: Notation) -> String {
        let writer = Writer { symbol, notation };
        if self.denominator().is_one() {
            return writer.poly(self.numerator(), false).text;
        }
        // A sum needs parentheses beside a stroke.
        let stroke = notation != Notation::Latex;
        let (top, bottom) = (writer.poly(self.numerator(), stroke), writer.poly(self.denominator(), stroke));
        match notation {
            Notation::Latex if top.text.starts_with('-') && top.is_product => {
                format!("-\\frac{{{}}}{{{}}}", &top.text[1..], bottom.text)
            }
            Notation::Latex => format!("\\frac{{{}}}{{{}}}", top.text, bottom.text),
            _ => {
                let top = if top.is_product { top.text } else { format!("({})", top.text) };
                let bottom = if bottom.is_atom { bottom.text } else { format!("({})", bottom.text) };
                format!("{top}/{bottom}")
            }
        }
    }

    /// The derivative.
    #[must_use]
    pub fn derivative(&self) -> Function {
        let (n, d) = (self.numerator(), self.denominator());
        let slope = n.derivative().mul(d).minus(&n.mul(&d.derivative()));
        Function::reduced(slope, d.mul(d))
    }

    /// The limit towards plus infinity, or towards minus infinity; `None` where it is infinite.
    #[must_use]
    pub fn limit(&self) -> Option<Rational> {
        let (top, bottom) = (self.numerator(), self.denominator());
        if self.is_zero() || top.degree() < bottom.degree() {
            return Some(Rational::ZERO);
        }
        if top.degree() > bottom.degree() {
            return None;
        }
        Rational::from_integers(&top.leading(), &bottom.leading())
    }
}

struct Writer<'a> {
    symbol: &'a str,
    notation: Notation,
}

/// A text, and whether it binds as tightly as a product, or as a single number or symbol.
struct Written {
    text: String,
    is_product: bool,
    is_atom: bool,
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

    fn minus(&self) -> &'static str {
        if self.notation == Notation::Unicode { "\u{2212}" } else { "-" }
    }

    fn times(&self) -> &'static str {
        match self.notation {
            Notation::Unicode => "·",
            Notation::Latex => " ",
            Notation::Plain => "*",
        }
    }

    fn power(&self, base: &str, exponent: usize) -> String {
        match (exponent, self.notation) {
            (1, _) => base.to_owned(),
            (_, Notation::Unicode) => {
                let digit =
                    |c: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c.to_digit(10).unwrap_or(0) as usize).unwrap_or(c);
                format!("{base}{}", exponent.to_string().chars().map(digit).collect::<String>())
            }
            (_, Notation::Latex) => format!("{base}^{{{exponent}}}"),
            (_, Notation::Plain) => format!("{base}^{exponent}"),
        }
    }

    /// The terms, the highest power first; the other way round where only that avoids a minus at the start.
    fn expanded(&self, poly: &Poly) -> Written {
        let mut text = String::new();
        let mut terms = 0;
        let (plus, minus) = match self.notation {
            Notation::Plain => ("+".to_owned(), "-".to_owned()),
            _ => (" + ".to_owned(), format!(" {} ", self.minus())),
        };
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
                (0, true) => text.push_str(self.minus()),
                (0, false) => {}
                (_, true) => text.push_str(&minus),
                (_, false) => text.push_str(&plus),
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
            _ => format!("{size}{}{}", self.times(), self.power(self.symbol, exponent)),
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
        let sign = if content.is_negative() { self.minus() } else { "" };
        Some(Written { text: format!("{sign}{}", factors.join(self.times())), is_product: true, is_atom })
    }
}
