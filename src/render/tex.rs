//! Formulas of explanations as TeX has them.

use crate::exact::Rational;
use crate::query::ExplainedFormula as Formula;

/// A formula as TeX has it.
pub(super) fn formula(formula: &Formula) -> String {
    match formula {
        Formula::Number(value) if value.is_negative() => format!("\\left({}\\right)", number(value)),
        Formula::Number(value) => number(value),
        Formula::Name(part) => name(part),
        Formula::Sum(terms) => terms.iter().map(self::formula).collect::<Vec<_>>().join(" + "),
        Formula::Product(factors) => factors.iter().map(factor).collect::<Vec<_>>().join(" \\cdot "),
        Formula::Difference(left, right) => format!("{} - {}", self::formula(left), factor(right)),
        Formula::Quotient(top, bottom) => {
            format!("\\frac{{{}}}{{{}}}", self::formula(top), self::formula(bottom))
        }
    }
}

/// A formula inside a product: sums in parentheses.
fn factor(inner: &Formula) -> String {
    match inner {
        Formula::Sum(_) | Formula::Difference(..) => format!("\\left({}\\right)", formula(inner)),
        _ => formula(inner),
    }
}

/// A number as TeX has it.
pub(super) fn number(number: &Rational) -> String {
    if number.is_integer() {
        return number.to_string();
    }
    let sign = if number.is_negative() { "-" } else { "" };
    let number = number.abs();
    format!("{sign}\\frac{{{}}}{{{}}}", number.numerator(), number.denominator())
}

/// The name of a part: `A2` as a letter with an index.
pub(super) fn name(name: &str) -> String {
    match name.split_at_checked(1) {
        Some((letter, index)) if !index.is_empty() => format!("{letter}_{{{index}}}"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_inside_products_stand_in_parentheses() {
        let half = Formula::Number(Rational::new(-1, 2));
        let sum = Formula::Sum(vec![Formula::Number(1.into()), Formula::Name("A2".to_owned())]);
        let product = Formula::Product(vec![half, sum]);
        assert_eq!(formula(&product), r"\left(-\frac{1}{2}\right) \cdot \left(1 + A_{2}\right)");
    }
}
