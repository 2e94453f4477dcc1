//! First hits of chains whose laws have closed forms.

use std::collections::BTreeMap;

use num_rational::BigRational;
use trueodds::exact::Rational;
use trueodds::prob::chain::{Bounds, Found, Kernel, first_hit};

/// A walk that goes up with a chance until it is at either end of `0..=end`; the ends are left by the hit.
fn walk(end: usize, up: &Rational) -> Kernel {
    let down = Rational::ONE - up;
    let row = |place: usize| match place {
        0 => BTreeMap::from([((0, 1), Rational::ONE)]),
        place if place == end => BTreeMap::from([((end, 1), Rational::ONE)]),
        place => BTreeMap::from([((place - 1, 0), down.clone()), ((place + 1, 0), up.clone())]),
    };
    Kernel::of((0..=end).map(row).collect())
}

/// Coupons are collected until all are there.
fn collector(coupons: i64) -> Kernel {
    let row = |have: i64| {
        let (here, next) = (usize::try_from(have).unwrap(), usize::try_from(have + 1).unwrap());
        let old = Rational::new(have, coupons);
        let last = i64::from(have + 1 == coupons);
        let mut row = BTreeMap::from([((next, last), Rational::ONE - &old)]);
        if have > 0 {
            row.insert((here, 0), old);
        }
        row
    };
    let rows = (0..coupons).map(row).chain([BTreeMap::from([((0, 0), Rational::ONE)])]);
    Kernel::of(rows.collect())
}

#[test]
fn a_fair_walk_ends_on_average_after_the_product_of_the_ways_to_the_ends() {
    for (end, start) in [(2, 1), (9, 4), (40, 13), (300, 120)] {
        let kernel = walk(end, &Rational::new(1, 2));
        let hit = first_hit(&kernel, start, &Bounds::none()).unwrap();
        let moments = hit.moments.as_ref().unwrap();
        let (start, end) = (i64::try_from(start).unwrap(), i64::try_from(end).unwrap());
        let product = start * (end - start);
        // One step more leads out of the end.
        assert_eq!(moments.mean, Rational::from(product + 1), "{start} of {end}");
        // Var = k (N − k) (k² + (N − k)² − 2) / 3.
        let squares = start * start + (end - start) * (end - start) - 2;
        assert_eq!(moments.variance, Rational::new(product * squares, 3), "{start} of {end}");
    }
}

#[test]
fn a_walk_with_a_drift_ends_as_the_ruin_of_a_gambler_does() {
    // The chance of the upper end is (1 − r^k) / (1 − r^N) with r = q / p, and the mean (N · that − k) / (p − q).
    let (end, start) = (50, 20);
    let (up, down) = (Rational::new(2, 5), Rational::new(3, 5));
    let hit = walk(end, &up);
    let hit = first_hit(&hit, start, &Bounds::none()).unwrap();
    let ratio = down.to_big() / up.to_big();
    let power = |n: usize| (0..n).fold(BigRational::from_integer(1.into()), |p, _| p * &ratio);
    let one = BigRational::from_integer(1.into());
    let upper = (&one - power(start)) / (&one - power(end));
    let number = |n: usize| BigRational::from_integer(n.into());
    let mean = (number(end) * upper - number(start)) / (up.to_big() - down.to_big()) + one;
    assert_eq!(hit.moments.as_ref().unwrap().mean.to_big(), mean);
}

#[test]
fn a_collection_is_complete_after_n_harmonic_steps() {
    for coupons in [1, 2, 3, 12, 60] {
        let kernel = collector(coupons);
        let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
        let moments = hit.moments.as_ref().unwrap();
        let mean: Rational = (1..=coupons).map(|k| Rational::new(coupons, k)).sum();
        let variance: Rational = (1..=coupons).map(|k| Rational::new(coupons * (coupons - k), k * k)).sum();
        assert_eq!((&moments.mean, &moments.variance), (&mean, &variance), "{coupons} coupons");
    }
}

#[test]
fn quantiles_that_lie_far_out_are_those_of_the_geometric_law() {
    // The least n with 1 − (1 − 1/d)^n ≥ 1/2, worked out apart, for denominators of which few powers fit.
    for (bottom, median) in [(100, 69), (3_000, 2_080), (1_000_003, 693_149)] {
        let (hit, miss) = (Rational::new(1, bottom), Rational::new(bottom - 1, bottom));
        let kernel = Kernel::of(vec![BTreeMap::from([((0, 0), miss), ((0, 1), hit)])]);
        let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
        let found = hit.search(&[Rational::new(1, 2)], &Bounds::none()).unwrap();
        assert_eq!(found.quantiles, [Found::At(median)], "1 in {bottom}");
        assert_eq!(found.modes, Some(vec![1]));
    }
}

#[test]
fn modes_are_found_although_the_first_steps_have_less_mass_than_a_unit() {
    let kernel = collector(110);
    let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
    let found = hit.search(&[Rational::new(1, 2)], &Bounds::none()).unwrap();
    assert_eq!(found.modes, Some(hit.modes(&Bounds::none()).unwrap()));
    assert_eq!(
        found.quantiles,
        [Found::At(hit.quantile(&Rational::new(1, 2), &Bounds::none()).unwrap().unwrap())]
    );
}
