//! Formulas over numbers and named parts.

use crate::exact::Rational;

/// A formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// A number.
    Number(Rational),
    /// A part with a line of its own.
    Name(String),
    /// A sum.
    Sum(Vec<Formula>),
    /// A product.
    Product(Vec<Formula>),
    /// A difference.
    Difference(Box<Formula>, Box<Formula>),
    /// A quotient.
    Quotient(Box<Formula>, Box<Formula>),
}

impl Formula {
    /// As people type it: `1/50 + 49/50 * 1/5`. `times` stands between factors.
    ///
    /// ```
    /// use trueodds::exact::Rational;
    /// use trueodds::query::ExplainedFormula as Formula;
    ///
    /// let half = Formula::Number(Rational::new(1, 2));
    /// let sum = Formula::Sum(vec![half.clone(), Formula::Name("A".to_owned())]);
    /// assert_eq!(Formula::Product(vec![half, sum]).infix("*"), "1/2 * (1/2 + A)");
    /// ```
    #[must_use]
    pub fn infix(&self, times: &str) -> String {
        match self {
            Formula::Number(number) if number.is_negative() => format!("({number})"),
            Formula::Number(number) => number.to_string(),
            Formula::Name(name) => name.clone(),
            Formula::Sum(terms) => terms.iter().map(|term| term.infix(times)).collect::<Vec<_>>().join(" + "),
            Formula::Product(factors) => {
                let factors: Vec<String> = factors.iter().map(|factor| factor.inner(times)).collect();
                factors.join(&format!(" {times} "))
            }
            Formula::Difference(left, right) => format!("{} - {}", left.infix(times), right.inner(times)),
            Formula::Quotient(left, right) => {
                let side = |side: &Formula| match side {
                    Formula::Name(name) => name.clone(),
                    other => format!("({})", other.infix(times)),
                };
                format!("{} / {}", side(left), side(right))
            }
        }
    }

    /// Inside a product: sums and quotients in parentheses.
    fn inner(&self, times: &str) -> String {
        match self {
            Formula::Number(_) | Formula::Name(_) | Formula::Product(_) => self.infix(times),
            _ => format!("({})", self.infix(times)),
        }
    }

    /// The sum of some terms: one alone is itself, none is 0.
    pub(super) fn sum(mut terms: Vec<Formula>) -> Formula {
        match (terms.len(), terms.pop()) {
            (1, Some(only)) => only,
            (_, None) => Formula::Number(Rational::ZERO),
            (_, Some(last)) => {
                terms.push(last);
                Formula::Sum(terms)
            }
        }
    }

    /// The product of some factors: one alone is itself, none is 1.
    pub(super) fn product(mut factors: Vec<Formula>) -> Formula {
        match (factors.len(), factors.pop()) {
            (1, Some(only)) => only,
            (_, None) => Formula::Number(Rational::ONE),
            (_, Some(last)) => {
                factors.push(last);
                Formula::Product(factors)
            }
        }
    }

    /// How many numbers and names it has.
    pub(super) fn size(&self) -> usize {
        match self {
            Formula::Number(_) | Formula::Name(_) => 1,
            Formula::Sum(parts) | Formula::Product(parts) => parts.iter().map(Formula::size).sum(),
            Formula::Difference(left, right) | Formula::Quotient(left, right) => left.size() + right.size(),
        }
    }

    /// Its value, where `part` knows the values of the names; `None` for a name that it does not know, and
    /// where a divisor is 0.
    pub(super) fn value(&self, part: &impl Fn(&str) -> Option<Rational>) -> Option<Rational> {
        match self {
            Formula::Number(number) => Some(number.clone()),
            Formula::Name(name) => part(name),
            Formula::Sum(terms) => {
                terms.iter().try_fold(Rational::ZERO, |total, term| Some(&total + &term.value(part)?))
            }
            Formula::Product(factors) => factors
                .iter()
                .try_fold(Rational::ONE, |product, factor| Some(&product * &factor.value(part)?)),
            Formula::Difference(left, right) => Some(&left.value(part)? - &right.value(part)?),
            Formula::Quotient(left, right) => left.value(part)?.checked_div(&right.value(part)?),
        }
    }
}

/// The name of a part, by its number: `A`, `B`, …, `Z`, `A2`, … without `E` and `P`, the measures of queries.
pub(crate) fn part_name(index: usize) -> String {
    const LETTERS: [char; 24] = [
        'A', 'B', 'C', 'D', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'Q', 'R', 'S', 'T', 'U', 'V',
        'W', 'X', 'Y', 'Z',
    ];
    let letter = LETTERS[index % LETTERS.len()];
    match index / LETTERS.len() {
        0 => letter.to_string(),
        round => format!("{letter}{}", round + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_on_after_z() {
        let names: Vec<String> = [0, 4, 23, 24, 48].into_iter().map(part_name).collect();
        assert_eq!(names, ["A", "F", "Z", "A2", "A3"]);
    }

    #[test]
    fn a_formula_without_a_value_says_so() {
        let number = |n: i64| Box::new(Formula::Number(n.into()));
        assert_eq!(Formula::Quotient(number(3), number(0)).value(&|_| None), None);
        assert_eq!(Formula::Name("A".to_owned()).value(&|_| None), None);
        let known = |name: &str| (name == "A").then_some(Rational::from(2));
        let sum = Formula::Sum(vec![*number(3), Formula::Name("A".to_owned())]);
        assert_eq!(sum.value(&known), Some(5.into()));
    }
}
