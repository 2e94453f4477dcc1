//! Means of numbers that grow without end, without their values.
//!
//! In place of a growing number a state carries what its mean needs: it is there once for each product of such
//! numbers, with its mass weighted by that product. The mass itself is that of the empty product. An assignment is
//! then a linear map between these, as a draw is, so that loops are solved as ever; where the number is also
//! compared, its value is carried as far as the comparison needs it, beside its mean.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::check::model::{Builtin, Range};
use crate::evaluate::cell::Cell;
use crate::evaluate::fold::Folded;
use crate::evaluate::layer::Layer;
use crate::evaluate::limits::{Stop, internal};
use crate::evaluate::run::Run;
use crate::evaluate::state::State;
use crate::evaluate::term::{Bound, BoundKind};
use crate::exact::{Number, Rational, Ring};
use crate::lower::{Op, Slot};
use crate::parse::ast::{BinaryOp, UnaryOp};
use crate::source::Span;

use super::extent::Extents;
use super::product::{Product, Products, times_of, without};

/// A term is taken apart into at most so many products.
const MOST_TERMS: usize = 32;
/// Powers are taken apart up to this one.
const MOST_POWER: i64 = 4;

/// An assignment to a number whose products are carried: a sum of products of such numbers.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Update<N> {
    products: Arc<Products>,
    /// Where a state says which product its mass is weighted with.
    weight: Bound<N>,
    target: Slot,
    /// The numbers in the products.
    reads: Vec<Bound<N>>,
    terms: Vec<(Product, Bound<N>)>,
}

/// Where states say with which of some products their masses are weighted.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Weights {
    pub(in crate::evaluate) place: Slot,
    pub(in crate::evaluate) products: Arc<Products>,
}

impl Weights {
    /// Which product the mass of a state is weighted with.
    pub(in crate::evaluate) fn of<N>(&self, state: &State<N>) -> usize {
        match state.cells.get(self.place.0 as usize) {
            Some(Cell::Variant(index)) => *index as usize,
            _ => 0,
        }
    }
}

impl<N> Update<N> {
    /// The terms inside.
    pub(in crate::evaluate) fn terms(&self) -> impl Iterator<Item = &Bound<N>> {
        std::iter::once(&self.weight).chain(&self.reads).chain(self.terms.iter().map(|(_, term)| term))
    }

    pub(in crate::evaluate) fn with_slots(self, of: &dyn Fn(Slot) -> Slot) -> Update<N> {
        Update {
            weight: self.weight.with_slots(of),
            reads: self.reads.into_iter().map(|term| term.with_slots(of)).collect(),
            terms: self.terms.into_iter().map(|(product, term)| (product, term.with_slots(of))).collect(),
            ..self
        }
    }
}

/// A program that carries means.
pub(in crate::evaluate) struct Weighted<N> {
    pub(in crate::evaluate) nodes: Vec<Folded<N>>,
    pub(in crate::evaluate) slots: u32,
    /// Where states say with which product their masses are weighted.
    pub(in crate::evaluate) weight: Slot,
    pub(in crate::evaluate) products: Arc<Products>,
    /// What must be carried to the end: the subject, and what tells whether ranges are kept.
    pub(in crate::evaluate) kept: Vec<Slot>,
}

/// The program with the powers of a slot up to one as weights: the first product is the mass, then come the powers.
/// `None` where they need too many products.
pub(in crate::evaluate) fn weighted<N: Number>(
    nodes: Vec<Folded<N>>,
    slots: u32,
    ranges: &[(String, Range)],
    subject: Slot,
    power: usize,
) -> Option<Weighted<N>> {
    let extents = Extents::of(&nodes, slots, &[]);
    let mut sums = Sums { extents, carried: BTreeMap::new(), slots };
    sums.carry(subject);
    while sums.grow(&nodes) {}
    let mut assigned: Vec<(Slot, Vec<Product>)> = Vec::new();
    nodes.iter().for_each(|node| node.each(&mut |node| assigned.extend(sums.products(&node.op))));
    let products = Arc::new(Products::of(*sums.carried.get(&subject)?, power, &assigned)?);
    let weight = sums.fresh();
    let origin = Span::default();
    let plain = |kind| Bound { origin, kind, rules: Vec::new() };
    let mass = plain(BoundKind::Constant(Cell::Variant(0)));
    let mut kept = vec![*sums.carried.get(&subject)?];
    let checks = sums.checks(&nodes, ranges);
    let begin = Folded { origin, op: Op::Assign(weight, mass) };
    let mut nodes: Vec<Folded<N>> =
        std::iter::once(begin).chain(sums.updated(nodes, &products, weight)).collect();
    for (slot, end) in checks {
        let end = plain(BoundKind::Constant(Cell::Number(N::from(end))));
        let number = plain(BoundKind::Slot(slot));
        let beyond = BoundKind::Binary(BinaryOp::GreaterEquals, Box::new(number), Box::new(end));
        let check = sums.fresh();
        nodes.push(Folded { origin, op: Op::Assign(check, plain(beyond)) });
        kept.push(check);
    }
    Some(Weighted { nodes, slots: sums.slots, weight, products, kept })
}

/// The numbers whose products are carried: those that grow without end and go into a subject.
struct Sums {
    extents: Extents,
    /// For each the slot that stands for it in products.
    carried: BTreeMap<Slot, Slot>,
    slots: u32,
}

impl Sums {
    fn fresh(&mut self) -> Slot {
        self.slots += 1;
        Slot(self.slots - 1)
    }

    /// Whether it was not carried before.
    fn carry(&mut self, slot: Slot) -> bool {
        if self.carried.contains_key(&slot) {
            return false;
        }
        let carried = self.fresh();
        self.carried.insert(slot, carried);
        true
    }

    /// Adds what goes into those that are carried; whether there was something.
    fn grow<N: Number>(&mut self, nodes: &[Folded<N>]) -> bool {
        let mut found: Vec<Slot> = Vec::new();
        let mut look = |node: &Folded<N>| {
            if let Op::Assign(slot, term) = &node.op
                && self.carried.contains_key(slot)
            {
                found.extend(self.taken_apart(term).into_iter().flat_map(|(product, _)| product));
            }
        };
        nodes.iter().for_each(|node| node.each(&mut |node| look(node)));
        found.into_iter().fold(false, |new, slot| self.carry(slot) | new)
    }

    /// What a step assigns to a number that is carried, as products of those that stand for the numbers.
    fn products<N: Number>(&self, op: &Op<Bound<N>, Vec<Folded<N>>>) -> Option<(Slot, Vec<Product>)> {
        let carried = *self.carried.get(&op.writes()?)?;
        let terms = match op {
            Op::Assign(_, term) => self.terms(term).into_iter().map(|(product, _)| product).collect(),
            _ => vec![Vec::new()],
        };
        Some((carried, terms))
    }

    /// A term as a sum of products of what stands for numbers that are carried, each times a plain term.
    fn terms<N: Number>(&self, term: &Bound<N>) -> Vec<(Product, Bound<N>)> {
        let stands_for = |slot: &Slot| self.carried.get(slot).copied().unwrap_or(*slot);
        let named = |(product, term): (Product, Bound<N>)| {
            let mut product: Product = product.iter().map(stands_for).collect();
            product.sort_unstable();
            (product, term)
        };
        self.taken_apart(term).into_iter().map(named).collect()
    }

    /// A term as a sum of products of numbers that grow without end, each times a plain term.
    fn taken_apart<N: Number>(&self, term: &Bound<N>) -> Vec<(Product, Bound<N>)> {
        let origin = term.origin;
        let plain = |kind| Bound { origin, kind, rules: Vec::new() };
        let whole = || vec![(Product::new(), term.clone())];
        let terms = match &term.kind {
            BoundKind::Slot(slot) if self.extents.slot(*slot).is_unbounded() => {
                vec![(vec![*slot], plain(BoundKind::Constant(Cell::Number(N::from(Rational::ONE)))))]
            }
            BoundKind::Unary(UnaryOp::Negate, inner) => {
                let negated = |term| plain(BoundKind::Unary(UnaryOp::Negate, Box::new(term)));
                self.taken_apart(inner).into_iter().map(|(product, term)| (product, negated(term))).collect()
            }
            BoundKind::Binary(BinaryOp::Add, left, right) => {
                [self.taken_apart(left), self.taken_apart(right)].concat()
            }
            BoundKind::Binary(BinaryOp::Subtract, left, right) => {
                let negated = |term| plain(BoundKind::Unary(UnaryOp::Negate, Box::new(term)));
                let right =
                    self.taken_apart(right).into_iter().map(|(product, term)| (product, negated(term)));
                self.taken_apart(left).into_iter().chain(right).collect()
            }
            BoundKind::Binary(BinaryOp::Multiply, left, right) => {
                multiplied(&self.taken_apart(left), &self.taken_apart(right), origin)
            }
            BoundKind::Binary(BinaryOp::Divide, left, right) => {
                let over = |term| plain(BoundKind::Binary(BinaryOp::Divide, Box::new(term), right.clone()));
                self.taken_apart(left).into_iter().map(|(product, term)| (product, over(term))).collect()
            }
            BoundKind::Binary(BinaryOp::Power, base, exponent) => match power(exponent) {
                Some(times) => {
                    let base = self.taken_apart(base);
                    let all = (1..times).fold(base.clone(), |all, _| multiplied(&all, &base, origin));
                    all.into_iter().take(MOST_TERMS + 1).collect()
                }
                None => whole(),
            },
            BoundKind::Call(Builtin::Max, arguments) => match arguments.as_slice() {
                [one, other] => self.greater(one, other).unwrap_or_else(whole),
                _ => whole(),
            },
            BoundKind::Call(Builtin::Abs, arguments) => match arguments.as_slice() {
                [inner] => self.absolute(inner).unwrap_or_else(whole),
                _ => whole(),
            },
            _ => whole(),
        };
        // What holds no such number stays in one piece, and so does what falls into too many.
        let is_plain = terms.iter().all(|(product, _)| product.is_empty());
        if is_plain || terms.len() > MOST_TERMS { whole() } else { terms }
    }

    /// The greater of a number and one that has an end: their sum without the lesser, which has one as well.
    fn greater<N: Number>(&self, one: &Bound<N>, other: &Bound<N>) -> Option<Vec<(Product, Bound<N>)>> {
        let ends = |term: &Bound<N>| self.extents.term(term).high().is_some();
        let (number, end) = if ends(other) { (one, other) } else { (other, one) };
        if !ends(end) {
            return None;
        }
        let plain = |kind| Bound { origin: number.origin, kind, rules: Vec::new() };
        let lesser = plain(BoundKind::Call(Builtin::Min, vec![number.clone(), end.clone()]));
        let rest = BoundKind::Binary(BinaryOp::Subtract, Box::new(end.clone()), Box::new(lesser));
        let mut terms = self.taken_apart(number);
        terms.push((Product::new(), plain(rest)));
        Some(terms)
    }

    /// The distance of a number from 0, where it can be so far only above: the number without twice what is below.
    fn absolute<N: Number>(&self, inner: &Bound<N>) -> Option<Vec<(Product, Bound<N>)>> {
        self.extents.term(inner).low()?;
        let plain = |kind| Bound { origin: inner.origin, kind, rules: Vec::new() };
        let number = |number: i64| plain(BoundKind::Constant(Cell::Number(N::from(Rational::from(number)))));
        let below = plain(BoundKind::Call(Builtin::Min, vec![inner.clone(), number(0)]));
        let rest = BoundKind::Binary(BinaryOp::Multiply, Box::new(number(-2)), Box::new(below));
        let mut terms = self.taken_apart(inner);
        terms.push((Product::new(), plain(rest)));
        Some(terms)
    }

    /// The steps with the products carried on where a number is assigned.
    fn updated<N: Number>(
        &self,
        nodes: Vec<Folded<N>>,
        products: &Arc<Products>,
        weight: Slot,
    ) -> Vec<Folded<N>> {
        let mut updated = Vec::with_capacity(nodes.len());
        for node in nodes {
            let origin = node.origin;
            let plain = |kind| Bound { origin, kind, rules: Vec::new() };
            let target = node.op.writes().and_then(|slot| Some((slot, *self.carried.get(&slot)?)));
            let update = |terms: Vec<(Product, Bound<N>)>, target: Slot| {
                let reads = terms.iter().flat_map(|(product, _)| product.iter().copied());
                let reads = reads.map(|slot| plain(BoundKind::Slot(slot))).collect();
                let weight = plain(BoundKind::Slot(weight));
                let update = Update { products: products.clone(), weight, target, reads, terms };
                Folded { origin, op: Op::Assign(target, plain(BoundKind::Update(Box::new(update)))) }
            };
            // A term reads what was before it; a draw is carried once it is made.
            if let (Some((_, target)), Op::Assign(_, term)) = (target, &node.op) {
                updated.push(update(self.terms(term), target));
            }
            let drawn = target.filter(|_| !matches!(node.op, Op::Assign(..)));
            let op = node.op.map(|slot| slot, |term| term, |body| self.updated(body, products, weight));
            updated.push(Folded { origin, op });
            if let Some((slot, target)) = drawn {
                updated.push(update(vec![(Product::new(), plain(BoundKind::Slot(slot)))], target));
            }
        }
        updated
    }

    /// The numbers of which it must be seen whether they keep to their ranges, each with an end of its range.
    fn checks<N: Number>(&self, nodes: &[Folded<N>], ranges: &[(String, Range)]) -> Vec<(Slot, Rational)> {
        let mut checks = BTreeMap::new();
        let mut look = |node: &Folded<N>| {
            if let Op::CheckRange(slot, range) = &node.op
                && self.carried.contains_key(slot)
                && let Some((_, range)) = ranges.get(*range)
                && !self.extents.slot(*slot).is_within(range)
                && let Some(end) = range.high.as_ref().or(range.low.as_ref())
            {
                checks.insert(*slot, end.clone());
            }
        };
        nodes.iter().for_each(|node| node.each(&mut |node| look(node)));
        checks.into_iter().collect()
    }
}

fn multiplied<N: Number>(
    left: &[(Product, Bound<N>)],
    right: &[(Product, Bound<N>)],
    origin: Span,
) -> Vec<(Product, Bound<N>)> {
    let mut all = Vec::new();
    for (one, a) in left {
        for (other, b) in right {
            let kind = BoundKind::Binary(BinaryOp::Multiply, Box::new(a.clone()), Box::new(b.clone()));
            all.push((times_of(one, other), Bound { origin, kind, rules: Vec::new() }));
        }
        if all.len() > MOST_TERMS {
            break;
        }
    }
    all
}

/// An exponent that is taken apart.
fn power<N: Number>(exponent: &Bound<N>) -> Option<i64> {
    let BoundKind::Constant(Cell::Number(number)) = &exponent.kind else { return None };
    let number = number.to_rational().filter(Rational::is_integer)?;
    number.to_i64().filter(|power| (1..=MOST_POWER).contains(power))
}

impl<N: Number> Run<'_, N> {
    /// Carries products over an assignment to a number in them.
    pub(in crate::evaluate) fn update(
        &mut self,
        update: &Update<N>,
        layer: Layer<N>,
        origin: Span,
    ) -> Result<Layer<N>, Stop> {
        let BoundKind::Slot(place) = update.weight.kind else {
            return Err(internal(origin, "a weight has no place"));
        };
        let weights = Weights { place, products: update.products.clone() };
        let zero = N::from(Rational::ZERO);
        let mut next = layer.empty();
        let mut factors = Vec::with_capacity(layer.states.len());
        for (state, mass) in layer.states {
            self.meter.work(1, 0)?;
            let Some(product) = update.products.list.get(weights.of(&state)) else {
                return Err(internal(origin, "a mass has an unknown weight"));
            };
            let number = |(product, term): &(Product, Bound<N>)| {
                Ok((product.clone(), self.context.number(term, &state.cells)?))
            };
            let terms = update.terms.iter().map(number).collect::<Result<Vec<_>, Stop>>()?;
            for (index, to) in (0..).zip(&update.products.list) {
                let factor = coefficient(product, to, update.target, &terms);
                if factor != zero {
                    let mut weighted = state.clone();
                    weighted.set(place, Cell::Variant(index));
                    next.states.push((weighted, mass.clone()));
                    factors.push(factor);
                }
            }
        }
        next.weigh(&factors, &mut self.meter)?;
        next.merge(&mut self.meter)?;
        next.states.retain(|(_, mass)| !mass.is_zero());
        Ok(next)
    }
}

/// How often a product is in another one after the target was assigned a sum of products.
fn coefficient<N: Number>(product: &Product, to: &Product, target: Slot, terms: &[(Product, N)]) -> N {
    let rest: Product = to.iter().copied().filter(|slot| *slot != target).collect();
    match without(product, &rest) {
        Some(left) => in_power(&left, to.len() - rest.len(), terms),
        None => N::from(Rational::ZERO),
    }
}

/// How often a product is in a power of a sum of products.
fn in_power<N: Number>(product: &Product, times: usize, terms: &[(Product, N)]) -> N {
    if times == 0 {
        return N::from(if product.is_empty() { Rational::ONE } else { Rational::ZERO });
    }
    let mut sum = N::from(Rational::ZERO);
    for (term, factor) in terms {
        if let Some(left) = without(product, term) {
            sum = sum.plus(&factor.times(&in_power(&left, times - 1, terms)));
        }
    }
    sum
}
