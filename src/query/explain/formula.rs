//! Formulas over numbers and named parts, and how sums become lines of them.

use super::Names;
use super::sum::{Part, Sum, Sums};
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

    /// As TeX has it.
    #[must_use]
    pub fn tex(&self) -> String {
        match self {
            Formula::Number(number) if number.is_negative() => {
                format!("\\left({}\\right)", tex_number(number))
            }
            Formula::Number(number) => tex_number(number),
            Formula::Name(name) => tex_name(name),
            Formula::Sum(terms) => terms.iter().map(Formula::tex).collect::<Vec<_>>().join(" + "),
            Formula::Product(factors) => {
                factors.iter().map(Formula::inner_tex).collect::<Vec<_>>().join(" \\cdot ")
            }
            Formula::Difference(left, right) => format!("{} - {}", left.tex(), right.inner_tex()),
            Formula::Quotient(left, right) => format!("\\frac{{{}}}{{{}}}", left.tex(), right.tex()),
        }
    }

    fn inner_tex(&self) -> String {
        match self {
            Formula::Sum(_) | Formula::Difference(..) => format!("\\left({}\\right)", self.tex()),
            _ => self.tex(),
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
}

/// A number as TeX has it.
#[must_use]
pub fn tex_number(number: &Rational) -> String {
    if number.is_integer() {
        return number.to_string();
    }
    let sign = if number.is_negative() { "-" } else { "" };
    let number = number.abs();
    format!("{sign}\\frac{{{}}}{{{}}}", number.numerator(), number.denominator())
}

/// `A2` as a letter with an index.
#[must_use]
pub fn tex_name(name: &str) -> String {
    match name.split_at_checked(1) {
        Some((letter, index)) if !index.is_empty() => format!("{letter}_{{{index}}}"),
        _ => name.to_owned(),
    }
}

/// A part that has a line of its own.
pub(super) struct Defined {
    pub(super) name: String,
    pub(super) formula: Formula,
    pub(super) value: Rational,
    /// Which sum it is.
    pub(super) sum: usize,
}

/// The formula of a measure, and the parts that it names, in the order in which they are met.
pub(super) fn written(sums: &Sums, names: &mut Names) -> (Formula, Vec<Defined>) {
    let mut named: Vec<Option<String>> = vec![None; sums.sums.len()];
    let root = match &sums.root {
        Part::Number(number) => return (Formula::Number(number.clone()), Vec::new()),
        Part::Sum(root) => *root,
    };
    let apart = apart(sums, &sums.uses());
    let order = reading_order(sums, root, &apart);
    for index in &order {
        named[*index] = Some(names.next());
    }
    let values = sums.values();
    let writer = Writer { sums, named: &named };
    let defined = order.into_iter().filter_map(|index| {
        let name = named[index].clone()?;
        Some(Defined { name, formula: writer.sum(index), value: values[index].clone(), sum: index })
    });
    (writer.sum(root), defined.collect())
}

/// The sums with a line of their own, in the order in which a reader meets them.
fn reading_order(sums: &Sums, root: usize, apart: &[bool]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut read = 0;
    let mut line = vec![root];
    loop {
        while let Some(index) = line.pop() {
            let inner = sums.sums[index].terms.iter().filter_map(|term| match term.part {
                Part::Sum(inner) => Some(inner),
                Part::Number(_) => None,
            });
            for inner in inner.collect::<Vec<_>>().into_iter().rev() {
                line.push(inner);
            }
            // What has a line of its own is read when its line comes.
            while let Some(next) = line.last().copied().filter(|next| apart[*next]) {
                line.pop();
                if !order.contains(&next) {
                    order.push(next);
                }
            }
        }
        let Some(next) = order.get(read) else { return order };
        line.push(*next);
        read += 1;
    }
}

/// Which sums get a line of their own.
fn apart(sums: &Sums, uses: &[usize]) -> Vec<bool> {
    let mut sizes = vec![0; sums.sums.len()];
    let mut apart = vec![false; sums.sums.len()];
    for index in 0..sums.sums.len() {
        sizes[index] = size(&sums.sums[index], &sizes, &apart);
        let is_root = sums.root == Part::Sum(index);
        apart[index] =
            uses[index] > 0 && !is_root && stands_apart(&sums.sums[index], uses[index], sizes[index]);
    }
    apart
}

impl Sums {
    /// How many of its sums get a line of their own.
    pub(super) fn parts(&self) -> usize {
        apart(self, &self.uses()).into_iter().filter(|apart| *apart).count()
    }
}

/// How many numbers and names a sum has where those that stand apart count as one.
fn size(sum: &Sum, sizes: &[usize], apart: &[bool]) -> usize {
    let part = |part: &Part| match part {
        Part::Number(_) => 0,
        Part::Sum(inner) if apart[*inner] => 1,
        Part::Sum(inner) => sizes[*inner],
    };
    sum.terms.iter().map(|term| 1 + part(&term.part)).sum()
}

/// Whether a sum gets a line of its own: where it is used again and is no plain product, or grows too long to
/// be read in another one.
fn stands_apart(sum: &Sum, uses: usize, size: usize) -> bool {
    const LONGEST: usize = 8;
    const LONGEST_TWICE: usize = 3;
    size > LONGEST || (uses > 1 && (sum.terms.len() > 1 || size > LONGEST_TWICE))
}

struct Writer<'a> {
    sums: &'a Sums,
    named: &'a [Option<String>],
}

impl Writer<'_> {
    fn sum(&self, index: usize) -> Formula {
        let mut terms: Vec<Formula> = self.sums.sums[index]
            .terms
            .iter()
            .map(|term| {
                let mut factors = Vec::new();
                if term.factor != Rational::ONE {
                    factors.push(Formula::Number(term.factor.clone()));
                }
                match &term.part {
                    Part::Number(number) if *number == Rational::ONE && !factors.is_empty() => {}
                    Part::Number(number) => factors.push(Formula::Number(number.clone())),
                    Part::Sum(inner) => match &self.named[*inner] {
                        Some(name) => factors.push(Formula::Name(name.clone())),
                        None => match self.sum(*inner) {
                            Formula::Product(more) => factors.extend(more),
                            other => factors.push(other),
                        },
                    },
                }
                match factors.pop() {
                    Some(only) if factors.is_empty() => only,
                    Some(last) => {
                        factors.push(last);
                        Formula::Product(factors)
                    }
                    None => Formula::Number(Rational::ONE),
                }
            })
            .collect();
        match terms.pop() {
            Some(only) if terms.is_empty() => only,
            Some(last) => {
                terms.push(last);
                Formula::Sum(terms)
            }
            None => Formula::Number(Rational::ZERO),
        }
    }
}
