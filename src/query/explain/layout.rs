//! How the sums of a measure become formulas: which get a line of their own, and in which order.

use super::Names;
use super::formula::Formula;
use super::sum::{Factor, Sum, Sums};
use crate::exact::Rational;

/// A part that has a line of its own.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) formula: Formula,
    pub(super) value: Rational,
    /// The index of the sum.
    pub(super) sum: usize,
}

/// The formula of a measure, and the parts that it names, in the order in which a reader meets them.
pub(super) fn lines(sums: &Sums, names: &mut Names) -> (Formula, Vec<Line>) {
    let root = match &sums.root {
        Factor::Number(number) => return (Formula::Number(number.clone()), Vec::new()),
        Factor::Sum(root) => *root,
    };
    let order = reading_order(sums, root, &separate(sums, &sums.uses()));
    let mut named: Vec<Option<String>> = vec![None; sums.sums.len()];
    for index in &order {
        named[*index] = Some(names.next());
    }
    let values = sums.values();
    let writer = Writer { sums, named: &named };
    let line = |index: usize| {
        let name = named[index].clone()?;
        Some(Line { name, formula: writer.sum(index), value: values[index].clone(), sum: index })
    };
    (writer.sum(root), order.into_iter().filter_map(line).collect())
}

/// The sums with a line of their own, in the order in which a reader meets them.
fn reading_order(sums: &Sums, root: usize, separate: &[bool]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut read = 0;
    let mut line = vec![root];
    loop {
        while let Some(index) = line.pop() {
            let inner = sums.sums[index].terms.iter().rev().filter_map(|term| match term.factor {
                Factor::Sum(inner) => Some(inner),
                Factor::Number(_) => None,
            });
            line.extend(inner);
            // What has a line of its own is read when its line comes.
            while let Some(next) = line.last().copied().filter(|next| separate[*next]) {
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
fn separate(sums: &Sums, uses: &[usize]) -> Vec<bool> {
    let mut sizes = vec![0; sums.sums.len()];
    let mut separate = vec![false; sums.sums.len()];
    for (index, sum) in sums.sums.iter().enumerate() {
        sizes[index] = size(sum, &sizes, &separate);
        let is_root = sums.root == Factor::Sum(index);
        separate[index] = uses[index] > 0 && !is_root && needs_line(sum, uses[index], sizes[index]);
    }
    separate
}

impl Sums {
    /// How many of its sums get a line of their own.
    pub(super) fn parts(&self) -> usize {
        separate(self, &self.uses()).into_iter().filter(|separate| *separate).count()
    }
}

/// How many numbers and names a sum has where those with a line of their own count as one.
fn size(sum: &Sum, sizes: &[usize], separate: &[bool]) -> usize {
    let factor = |factor: &Factor| match factor {
        Factor::Number(_) => 0,
        Factor::Sum(inner) if separate[*inner] => 1,
        Factor::Sum(inner) => sizes[*inner],
    };
    sum.terms.iter().map(|term| 1 + factor(&term.factor)).sum()
}

/// Whether a sum gets a line of its own: where it is used again and is no plain product, or grows too long to
/// be read in another one.
fn needs_line(sum: &Sum, uses: usize, size: usize) -> bool {
    const LONGEST: usize = 8;
    const LONGEST_TWICE: usize = 3;
    size > LONGEST || (uses > 1 && (sum.terms.len() > 1 || size > LONGEST_TWICE))
}

/// Writes sums as formulas.
struct Writer<'a> {
    sums: &'a Sums,
    /// The names of the sums with a line of their own.
    named: &'a [Option<String>],
}

impl Writer<'_> {
    fn sum(&self, index: usize) -> Formula {
        let terms = &self.sums.sums[index].terms;
        Formula::sum(terms.iter().map(|term| self.term(&term.mass, &term.factor)).collect())
    }

    fn term(&self, mass: &Rational, factor: &Factor) -> Formula {
        let mut factors = Vec::new();
        if *mass != Rational::ONE {
            factors.push(Formula::Number(mass.clone()));
        }
        match factor {
            Factor::Number(number) if *number == Rational::ONE && !factors.is_empty() => {}
            Factor::Number(number) => factors.push(Formula::Number(number.clone())),
            Factor::Sum(inner) => match &self.named[*inner] {
                Some(name) => factors.push(Formula::Name(name.clone())),
                None => match self.sum(*inner) {
                    Formula::Product(more) => factors.extend(more),
                    other => factors.push(other),
                },
            },
        }
        Formula::product(factors)
    }
}
