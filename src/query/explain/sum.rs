//! The value of a measure as sums of products, one sum for each draw that matters.
//!
//! Ways that go on alike are one term, ways worth nothing are left out, and a draw whose ways all go on alike
//! is no sum at all.

use rustc_hash::FxHashMap;

use crate::evaluate::{Target, Tree};
use crate::exact::Rational;

/// What a term is multiplied with.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Part {
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
    pub(super) factor: Rational,
    pub(super) part: Part,
    /// The ways of the draw that are meant.
    pub(super) ways: Vec<usize>,
}

/// All sums of a measure.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    pub(super) sums: Vec<Sum>,
    pub(super) root: Part,
}

/// The factors and what they lead to: what makes two sums equal, at the same place of the text.
type Key = (usize, Vec<(Rational, Part)>);

impl Sums {
    /// The measure that is `weight` at each leaf, and nothing where something is ruled out. `masses` has for
    /// each node those of its ways.
    pub(super) fn new(tree: &Tree, masses: &[Vec<Rational>], weight: &[Rational]) -> Sums {
        let mut sums: Vec<Sum> = Vec::new();
        let mut known: FxHashMap<Key, usize> = FxHashMap::default();
        let mut parts: Vec<Part> = vec![Part::Number(Rational::ZERO); tree.nodes.len()];
        let part = |target: Target, parts: &[Part]| match target {
            Target::Node(node) => parts[node].clone(),
            Target::Leaf(leaf) => Part::Number(weight[leaf].clone()),
            Target::RuledOut => Part::Number(Rational::ZERO),
        };
        for (index, node) in tree.nodes.iter().enumerate().rev() {
            let mut terms: Vec<Term> = Vec::new();
            for (number, (way, mass)) in node.branches.iter().zip(&masses[index]).enumerate() {
                let to = part(way.next, &parts);
                if mass.is_zero() || to == Part::Number(Rational::ZERO) {
                    continue;
                }
                match terms.iter_mut().find(|term| term.part == to) {
                    Some(term) => {
                        term.factor = &term.factor + mass;
                        term.ways.push(number);
                    }
                    None => terms.push(Term { factor: mass.clone(), part: to, ways: vec![number] }),
                }
            }
            parts[index] = match terms.as_slice() {
                [] => Part::Number(Rational::ZERO),
                [only] if only.factor == Rational::ONE => only.part.clone(),
                _ => {
                    let each = terms.iter().map(|term| (term.factor.clone(), term.part.clone()));
                    let key = (node.place, each.collect());
                    let next = sums.len();
                    let found = *known.entry(key).or_insert(next);
                    if found == next {
                        sums.push(Sum { node: index, terms });
                    }
                    Part::Sum(found)
                }
            };
        }
        let root = part(tree.root, &parts);
        Sums { sums, root }
    }

    /// Which sums the value needs, and how often each is referred to.
    pub(super) fn uses(&self) -> Vec<usize> {
        let mut uses = vec![0; self.sums.len()];
        if let Part::Sum(root) = self.root {
            uses[root] = 1;
        }
        // A sum refers to those that were made before it.
        for index in (0..self.sums.len()).rev() {
            if uses[index] > 0 {
                for term in &self.sums[index].terms {
                    if let Part::Sum(inner) = term.part {
                        uses[inner] += 1;
                    }
                }
            }
        }
        uses
    }

    /// How many terms it has in all.
    pub(super) fn size(&self) -> usize {
        let uses = self.uses();
        self.sums.iter().zip(uses).filter(|(_, uses)| *uses > 0).map(|(sum, _)| sum.terms.len()).sum()
    }

    /// The values of the sums.
    pub(super) fn values(&self) -> Vec<Rational> {
        let mut values: Vec<Rational> = Vec::with_capacity(self.sums.len());
        for sum in &self.sums {
            let term = |term: &Term| match &term.part {
                Part::Number(number) => &term.factor * number,
                Part::Sum(inner) => &term.factor * &values[*inner],
            };
            values.push(sum.terms.iter().fold(Rational::ZERO, |total, one| &total + &term(one)));
        }
        values
    }
}

/// The masses of a tree as they are.
pub(super) fn masses(tree: &Tree) -> Vec<Vec<Rational>> {
    tree.nodes.iter().map(|node| node.branches.iter().map(|way| way.mass.clone()).collect()).collect()
}

/// The masses given what is known, which has these probabilities at the leaves.
pub(super) fn masses_given(tree: &Tree, known: &[Rational]) -> Vec<Vec<Rational>> {
    let mut from = vec![Rational::ZERO; tree.nodes.len()];
    let at = |target: Target, from: &[Rational]| match target {
        Target::Node(node) => from[node].clone(),
        Target::Leaf(leaf) => known[leaf].clone(),
        Target::RuledOut => Rational::ZERO,
    };
    let mut masses = vec![Vec::new(); tree.nodes.len()];
    for (index, node) in tree.nodes.iter().enumerate().rev() {
        let shares: Vec<Rational> =
            node.branches.iter().map(|way| &way.mass * &at(way.next, &from)).collect();
        let total = shares.iter().fold(Rational::ZERO, |total, share| &total + share);
        masses[index] = shares.iter().map(|share| share.checked_div(&total).unwrap_or_default()).collect();
        from[index] = total;
    }
    masses
}
