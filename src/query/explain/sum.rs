//! The value of a measure as sums of products, one sum for each draw that matters.
//!
//! Branches that go on alike are one term, branches worth nothing are left out, and a draw whose branches all go
//! on alike is no sum at all.

use rustc_hash::FxHashMap;

use crate::evaluate::{Target, Tree};
use crate::exact::Rational;

/// What the mass of a term is multiplied with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Factor {
    /// A number.
    Number(Rational),
    /// The value of a sum.
    Sum(usize),
}

/// A sum of products.
#[derive(Debug, Clone)]
pub(super) struct Sum {
    /// The draw.
    pub(super) node: usize,
    pub(super) terms: Vec<Term>,
}

/// A product.
#[derive(Debug, Clone)]
pub(super) struct Term {
    /// The mass of the branches.
    pub(super) mass: Rational,
    pub(super) factor: Factor,
    /// The branches of the draw, by their indices.
    pub(super) branches: Vec<usize>,
}

/// All sums of a measure.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    pub(super) sums: Vec<Sum>,
    pub(super) root: Factor,
}

/// What makes two sums equal: the position in the program, the masses and what they lead to.
type Key = (usize, Vec<(Rational, Factor)>);

impl Sums {
    /// The measure that is `weight` at each leaf, and nothing where something is ruled out. `masses` has for
    /// each node those of its branches.
    pub(super) fn new(tree: &Tree, masses: &[Vec<Rational>], weight: &[Rational]) -> Sums {
        let mut sums: Vec<Sum> = Vec::new();
        let mut known: FxHashMap<Key, usize> = FxHashMap::default();
        let mut factors: Vec<Factor> = vec![Factor::Number(Rational::ZERO); tree.nodes.len()];
        let factor = |target: Target, factors: &[Factor]| match target {
            Target::Node(node) => factors[node].clone(),
            Target::Leaf(leaf) => Factor::Number(weight[leaf].clone()),
            Target::RuledOut => Factor::Number(Rational::ZERO),
        };
        for (index, node) in tree.nodes.iter().enumerate().rev() {
            let mut terms: Vec<Term> = Vec::new();
            for (number, (branch, mass)) in node.branches.iter().zip(&masses[index]).enumerate() {
                let next = factor(branch.next, &factors);
                if mass.is_zero() || next == Factor::Number(Rational::ZERO) {
                    continue;
                }
                match terms.iter_mut().find(|term| term.factor == next) {
                    Some(term) => {
                        term.mass = &term.mass + mass;
                        term.branches.push(number);
                    }
                    None => terms.push(Term { mass: mass.clone(), factor: next, branches: vec![number] }),
                }
            }
            factors[index] = match terms.as_slice() {
                [] => Factor::Number(Rational::ZERO),
                [only] if only.mass == Rational::ONE => only.factor.clone(),
                _ => {
                    let each = terms.iter().map(|term| (term.mass.clone(), term.factor.clone()));
                    let key = (node.place, each.collect());
                    let next = sums.len();
                    let found = *known.entry(key).or_insert(next);
                    if found == next {
                        sums.push(Sum { node: index, terms });
                    }
                    Factor::Sum(found)
                }
            };
        }
        let root = factor(tree.root, &factors);
        Sums { sums, root }
    }

    /// Which sums the value needs, and how often each is referred to.
    pub(super) fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.sums.len()];
        if let Factor::Sum(root) = self.root {
            uses[root] = 1;
        }
        // A sum refers to those that were made before it.
        for index in (0..self.sums.len()).rev() {
            if uses[index] > 0 {
                for term in &self.sums[index].terms {
                    if let Factor::Sum(inner) = term.factor {
                        uses[inner] += 1;
                    }
                }
            }
        }
        uses
    }

    /// The sums that the value needs, those of the last draws first.
    pub(super) fn used(&self) -> impl DoubleEndedIterator<Item = &Sum> {
        self.used_by_index().map(|(_, sum)| sum)
    }

    /// The same, each with its index.
    pub(super) fn used_by_index(&self) -> impl DoubleEndedIterator<Item = (usize, &Sum)> {
        self.sums.iter().enumerate().zip(self.uses()).filter(|(_, uses)| *uses > 0).map(|(sum, _)| sum)
    }

    /// How many terms it has in all.
    pub(super) fn size(&self) -> usize {
        self.used().map(|sum| sum.terms.len()).sum()
    }

    /// The values of the sums.
    pub(super) fn values(&self) -> Vec<Rational> {
        let mut values: Vec<Rational> = Vec::with_capacity(self.sums.len());
        for sum in &self.sums {
            let term = |term: &Term| match &term.factor {
                Factor::Number(number) => &term.mass * number,
                Factor::Sum(inner) => &term.mass * &values[*inner],
            };
            values.push(sum.terms.iter().fold(Rational::ZERO, |total, one| &total + &term(one)));
        }
        values
    }
}

/// The masses of a tree as they are.
pub(super) fn masses(tree: &Tree) -> Vec<Vec<Rational>> {
    tree.nodes.iter().map(|node| node.branches.iter().map(|branch| branch.mass.clone()).collect()).collect()
}

/// The masses given the evidence, which has these probabilities at the leaves.
pub(super) fn masses_given(tree: &Tree, evidence: &[Rational]) -> Vec<Vec<Rational>> {
    let mut from = vec![Rational::ZERO; tree.nodes.len()];
    let at = |target: Target, from: &[Rational]| match target {
        Target::Node(node) => from[node].clone(),
        Target::Leaf(leaf) => evidence[leaf].clone(),
        Target::RuledOut => Rational::ZERO,
    };
    let mut masses = vec![Vec::new(); tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let shares: Vec<Rational> =
            node.branches.iter().map(|branch| &branch.mass * &at(branch.next, &from)).collect();
        let total = shares.iter().fold(Rational::ZERO, |total, share| &total + share);
        let given: Option<Vec<Rational>> = shares.iter().map(|share| share.checked_div(&total)).collect();
        // A draw after which the evidence cannot hold is never made given it: its shares, all 0, stay as they are.
        masses[index] = given.unwrap_or(shares);
        from[index] = total;
    }
    masses
}
