//! Products of numbers, and what an assignment makes of them.

use std::collections::BTreeSet;

use crate::lower::Slot;

/// Slots that are multiplied, in order; one may be there several times.
pub(super) type Product = Vec<Slot>;

/// More products than this are not carried.
const MOST: usize = 64;

/// A product of more numbers than this is none of them.
const MOST_FACTORS: usize = 12;

/// The products whose means are carried. The first is the empty one, whose mean is the mass itself.
#[derive(Debug)]
pub(in crate::evaluate) struct Products {
    pub(super) list: Vec<Product>,
    /// Whether no product comes back to itself by way of another.
    triangular: bool,
}

impl Products {
    /// The powers of a slot up to one, and what they need, where the slots are assigned sums of such products.
    /// `None` where there are too many.
    pub(super) fn of(subject: Slot, power: usize, assigned: &[(Slot, Vec<Product>)]) -> Option<Products> {
        let mut list: Vec<Product> = (0..=power).map(|power| vec![subject; power]).collect();
        let mut needs: Vec<BTreeSet<usize>> = Vec::new();
        while let Some(product) = list.get(needs.len()).cloned() {
            let mut needed = BTreeSet::new();
            for (slot, terms) in assigned {
                let times = product.iter().filter(|own| *own == slot).count();
                let longest = terms.iter().map(Vec::len).max().unwrap_or(0);
                if product.len() + times * longest > MOST_FACTORS + times {
                    return None;
                }
                for before in replaced(&product, *slot, terms) {
                    let index = list.iter().position(|own| *own == before).unwrap_or_else(|| {
                        list.push(before);
                        list.len() - 1
                    });
                    needed.insert(index);
                }
            }
            needed.remove(&needs.len());
            needs.push(needed);
            if list.len() > MOST {
                return None;
            }
        }
        let triangular = is_acyclic(&needs);
        Some(Products { list, triangular })
    }

    /// Whether the mean of one may come back to itself by way of the mean of another.
    pub(in crate::evaluate) fn circular(&self, one: usize, other: usize) -> bool {
        one == other || !self.triangular
    }
}

/// The products that a product is made of where a slot in it is assigned a sum of products.
fn replaced(product: &Product, slot: Slot, terms: &[Product]) -> Vec<Product> {
    let rest: Product = product.iter().copied().filter(|own| *own != slot).collect();
    let times = product.len() - rest.len();
    if times == 0 {
        return Vec::new();
    }
    let mut made = BTreeSet::from([rest]);
    for _ in 0..times {
        made = made.iter().flat_map(|product| terms.iter().map(|term| times_of(product, term))).collect();
    }
    made.into_iter().collect()
}

/// Two products, multiplied.
pub(super) fn times_of(left: &Product, right: &Product) -> Product {
    let mut product: Product = left.iter().chain(right).copied().collect();
    product.sort_unstable();
    product
}

/// A product without the factors of another one, which it must have.
pub(super) fn without(product: &Product, factors: &Product) -> Option<Product> {
    let mut rest = product.clone();
    for factor in factors {
        let place = rest.iter().position(|own| own == factor)?;
        rest.remove(place);
    }
    Some(rest)
}

fn is_acyclic(edges: &[BTreeSet<usize>]) -> bool {
    let mut left: BTreeSet<usize> = (0..edges.len()).collect();
    loop {
        let leads_on =
            |index: &usize| edges.get(*index).is_some_and(|to| to.iter().any(|to| left.contains(to)));
        let ends: Vec<usize> = left.iter().copied().filter(|index| !leads_on(index)).collect();
        if ends.is_empty() {
            return left.is_empty();
        }
        ends.iter().for_each(|index| _ = left.remove(index));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn a_product_needs_those_that_its_factors_are_made_of() {
        let (x, y) = (Slot(0), Slot(1));
        // y = x + …, x = x + …
        let assigned = [(y, vec![vec![x], vec![]]), (x, vec![vec![x], vec![]])];
        let products = Products::of(y, 2, &assigned).unwrap();
        assert_eq!(products.list, [vec![], vec![y], vec![y, y], vec![x], vec![x, x]]);
        assert!(products.triangular && products.circular(3, 3) && !products.circular(1, 3));
    }

    #[test]
    fn products_that_grow_without_end_are_refused_and_circles_are_found() {
        let (x, y) = (Slot(0), Slot(1));
        assert!(Products::of(x, 1, &[(x, vec![vec![x, y]])]).is_none());
        assert!(Products::of(x, 1, &[(x, vec![vec![x, x]])]).is_none());
        let circle = [(x, vec![vec![x], vec![y]]), (y, vec![vec![x]])];
        let products = Products::of(x, 1, &circle).unwrap();
        assert!(!products.triangular && products.circular(1, 2));
    }
}
