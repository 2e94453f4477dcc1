//! Rounded numbers and chains in them against exact fractions, found by another route.

use std::collections::{BTreeMap, BTreeSet};

use super::against_oracle::dense;
use crate::support::Random;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use trueodds::exact::decimal::{Rounding, places_for_digits, round};
use trueodds::exact::{Known, Proven, Rational, Rounded};
use trueodds::prob::chain::rounded::{self, HitAsked};
use trueodds::prob::chain::{Bounds, ChainError, Found, Kernel, classes};

/// A decimal, perhaps with a power of ten, as a fraction.
pub(super) fn read(text: &str) -> BigRational {
    let (digits, power) = text.split_once('e').unwrap_or((text, "0"));
    let digits: Rational = digits.parse().unwrap();
    let power: i32 = power.parse().unwrap();
    digits.to_big() * BigRational::from_integer(10.into()).pow(power)
}

/// Holds an answer in decimals to the exact number.
#[track_caller]
pub(super) fn assert_holds(proven: &Proven, exact: &BigRational, digits: usize) {
    let (low, high) = (read(&proven.low().to_string()), read(&proven.high().to_string()));
    assert!(low <= *exact && *exact <= high, "{exact} is not from {low} to {high}");
    if !proven.is_settled() {
        assert!(is_tie(exact, digits), "{exact} is not settled: {low} to {high}");
        return;
    }
    assert_eq!(read(&proven.to_string()), correctly_rounded(exact, digits), "{exact} with {digits} digits");
}

/// A number that is not negative with so many significant digits, half up.
pub(super) fn correctly_rounded(exact: &BigRational, digits: usize) -> BigRational {
    if exact.is_zero() {
        return exact.clone();
    }
    let ten = BigRational::from_integer(10.into());
    let (mut unit, most) = (BigRational::one(), ten.clone().pow(i32::try_from(digits).unwrap()));
    while exact / &unit >= most {
        unit *= &ten;
    }
    while exact / &unit < &most / &ten {
        unit /= &ten;
    }
    ((exact / &unit) + BigRational::new(1.into(), 2.into())).floor() * unit
}

/// Whether a number lies in the middle between two of so many significant digits.
fn is_tie(exact: &BigRational, digits: usize) -> bool {
    let rounded = correctly_rounded(exact, digits);
    let other = correctly_rounded(&(exact + exact - &rounded), digits);
    &rounded - exact == exact - other && rounded != *exact
}

fn rational(random: &mut Random) -> Rational {
    let mut part = || i64::try_from(random.next() >> (1 + random.below(62))).unwrap();
    Rational::new(part(), part() + 1)
}

fn operations<const K: usize>(seed: u64) {
    let mut random = Random(seed);
    for _ in 0..300 {
        let first = rational(&mut random);
        let (mut exact, mut rounded) = (first.clone(), Rounded::<K>::of(&first));
        for _ in 0..random.below(12) {
            let next = rational(&mut random);
            let other = Rounded::of(&next);
            (exact, rounded) = match random.below(4) {
                0 => (&exact + &next, rounded.plus(&other)),
                1 => (&exact * &next, rounded.times(&other)),
                2 if !next.is_zero() => (exact.checked_div(&next).unwrap(), rounded.over(&other)),
                _ => (&exact * &exact, rounded.power(2)),
            };
            if exact.bits() > 2000 {
                break;
            }
            assert_holds(&rounded.proven(9), &exact.to_big(), 9);
        }
        let (a, b) = (rational(&mut random), rational(&mut random));
        let (less, more) = if a < b { (a, b) } else { (b, a) };
        let difference = Rounded::<K>::of(&more).proven_minus(&Rounded::of(&less), 9);
        let exact = (&more - &less).to_big();
        let (low, high) = (read(&difference.low().to_string()), read(&difference.high().to_string()));
        assert!(low <= exact && exact <= high, "{more} - {less}");
        let compared = Rounded::<K>::of(&more).compare(&Rounded::of(&less));
        assert!(
            compared.is_none_or(|compared| compared == more.cmp(&less)),
            "{more} and {less}: {compared:?}"
        );
    }
}

#[test]
fn operations_hold_the_exact_result_and_show_its_digits() {
    operations::<2>(1);
    operations::<4>(2);
    operations::<8>(3);
}

#[test]
fn roots_and_reciprocals_hold_the_exact_ones() {
    let mut random = Random(4);
    for _ in 0..200 {
        let number = &rational(&mut random) + &Rational::new(1, 1000);
        let proven = Rounded::<2>::of(&number).proven(10);
        assert_holds(&proven.reciprocal().unwrap(), &number.to_big().recip(), 10);
        let root = Rounded::<2>::of(&(&number * &number)).proven(10).square_root();
        let (low, high) = (read(&root.low().to_string()), read(&root.high().to_string()));
        assert!(low <= number.to_big() && number.to_big() <= high, "{number}");
    }
}

#[test]
fn digits_are_those_of_the_exact_decimal() {
    let mut random = Random(5);
    for digits in [1, 2, 12, 24, 35] {
        for _ in 0..40 {
            let number = rational(&mut random);
            if number.is_zero() {
                continue;
            }
            let proven = Rounded::<4>::of(&number).proven(digits);
            for rounding in [Rounding::HalfUp, Rounding::HalfEven, Rounding::Truncate] {
                let text = match proven.known(rounding) {
                    Known::Exactly(ten) | Known::About(ten) => ten.to_string(),
                    // The number ends there, or half a digit behind it, and that is not known.
                    _ => {
                        let exact = number.to_big();
                        assert!(
                            is_tie(&exact, digits) || correctly_rounded(&exact, digits) == exact,
                            "{number}"
                        );
                        continue;
                    }
                };
                let whole = number.floor().to_string().len();
                if number < Rational::new(1, 1_000_000) || (number >= Rational::ONE && whole > digits) {
                    continue;
                }
                // Where rounding up adds a digit, it is a zero at the end.
                let expected = round(&number, places_for_digits(&number, digits), rounding).to_string();
                let expected: Rational = expected.parse().unwrap();
                assert_eq!(text.parse::<Rational>().unwrap(), expected, "{number} to {digits}");
            }
        }
    }
}

#[test]
fn what_is_not_settled_says_between_what_it_lies() {
    // A third three times is 1, but nobody can know.
    let third = Rounded::<2>::of(&Rational::new(1, 3));
    let one = third.plus(&third).plus(&third).proven(5);
    assert_eq!(one.to_string(), "1.0000");
    assert!(matches!(one.known(Rounding::Truncate), Known::Between(..)), "{one:?}");
    assert_eq!(one.clone().chance().high().to_string(), "1");
    // A tie of the last digit that is not known to be one.
    let tie = third.times(&Rounded::of(&Rational::new(3, 8))).proven(2);
    assert!(!tie.is_settled() && tie.to_string() == "0.1249 to 0.1251", "{tie}");
    let less = Proven::within(&Rational::ZERO, &Rational::new(1, 3), 3);
    assert_eq!(less.to_string(), "0 to 0.334");
    assert_eq!(Rounded::<2>::of(&Rational::new(1, 8)).proven(2).to_string(), "0.13");
    assert_eq!(Rounded::<2>::of(&Rational::new(1, 8)).proven(5).to_string(), "0.125");
    assert_eq!(Rounded::<2>::of(&Rational::from(1_000_000)).proven(2).to_string(), "1000000");
    assert_eq!(Rounded::<2>::of(&Rational::new(10_000_000, 3)).proven(2).to_string(), "3.3e6");
}

/// A chain at random in which every state leads to the next, with rewards.
fn rows_at_random(random: &mut Random, size: usize) -> Vec<BTreeMap<(usize, i64), Rational>> {
    let row = |state: usize| {
        let mut weights: BTreeMap<(usize, i64), i64> = BTreeMap::new();
        let mut add = |to: usize, reward: u64, weight: u64| {
            let way = (to, i64::try_from(reward).unwrap());
            *weights.entry(way).or_default() += i64::try_from(weight).unwrap();
        };
        add((state + 1) % size, random.below(2), 1 + random.below(9));
        for _ in 0..random.below(4) {
            let to = usize::try_from(random.below(size as u64)).unwrap();
            add(to, random.below(2), 1 + random.below(999));
        }
        let total: i64 = weights.values().sum();
        weights.into_iter().map(|(way, weight)| (way, Rational::new(weight, total))).collect()
    };
    (0..size).map(row).collect()
}

fn dense_of(kernel: &Kernel<Rational>, keep: impl Fn(i64) -> bool) -> Vec<Vec<BigRational>> {
    let mut matrix = vec![vec![BigRational::zero(); kernel.len()]; kernel.len()];
    for (from, row) in kernel.rows.iter().enumerate() {
        for (to, _, mass) in row.iter().filter(|(_, reward, _)| keep(*reward)) {
            matrix[from][*to] += mass.to_big();
        }
    }
    matrix
}

#[test]
fn laws_and_times_agree_with_dense_elimination_and_with_every_path() {
    let (mut random, none) = (Random(6), Bounds::none());
    for size in 1..18 {
        let masses = Kernel::of_masses(rows_at_random(&mut random, size));
        let kernel = masses.rounded::<2>();
        let law = rounded::stationary(&kernel, &classes(&kernel)[0], &none).unwrap();
        for (proven, exact) in law.iter().zip(dense::stationary(&dense_of(&masses, |_| true))) {
            assert_holds(&proven.proven(14), &exact, 14);
        }
        let law = rounded::after(&kernel, 0, 7, &none).unwrap();
        for (proven, exact) in law.iter().zip(dense::power(&dense_of(&masses, |_| true), 0, 7)) {
            assert_holds(&proven.proven(14), &exact, 14);
        }
        let waiting = match rounded::first_hit(&kernel, &masses, 0) {
            Ok(waiting) => waiting,
            Err(error) => {
                assert_eq!(error, ChainError::NeverHits);
                continue;
            }
        };
        let hit = waiting.solve(&none).unwrap();
        let (means, variances) = dense::hitting_moments(&dense_of(&masses, |reward| reward == 0));
        let (mean, product) = hit.times.unwrap();
        assert_holds(&mean.proven(14), &means[0], 14);
        let variance = product.proven_minus(&mean.plus(&mean.times(&mean)), 14);
        let (low, high) = (read(&variance.low().to_string()), read(&variance.high().to_string()));
        assert!(low <= variances[0] && variances[0] <= high, "{} is not from {low} to {high}", variances[0]);
        let asked = HitAsked { over: Some(6), not_yet: BTreeSet::from([0, 3, 6]), ..HitAsked::default() };
        let found = waiting.find(&hit.ever, &asked, &none).unwrap();
        let steps = |state: usize| -> Vec<(usize, i64, BigRational)> {
            masses.rows[state].iter().map(|(to, reward, mass)| (*to, *reward, mass.to_big())).collect()
        };
        let first = dense::first_hit_by_paths(&steps, 0, 6);
        let mut by_then = BigRational::zero();
        for (row, exact) in found.rows.iter().zip(&first) {
            assert_holds(&row.at.proven(9), exact, 9);
            by_then += exact;
            assert_holds(&row.by_then.proven(9), &by_then, 9);
            let left = BigRational::one() - &by_then;
            assert_holds(&row.not_yet.proven(9), &left, 9);
        }
        let left = |steps: usize| BigRational::one() - first[..steps].iter().sum::<BigRational>();
        for (proven, steps) in found.not_yet.iter().zip([0, 3, 6]) {
            assert_holds(&proven.proven(9), &left(steps), 9);
        }
    }
}

#[test]
fn quantiles_and_modes_are_those_of_the_exact_masses_where_levels_are_met_exactly_too() {
    let chance = |top, bottom| {
        let row = BTreeMap::from([
            ((0, 0), Rational::new(bottom - top, bottom)),
            ((0, 1), Rational::new(top, bottom)),
        ]);
        Kernel::of_masses(vec![row])
    };
    let level = Rational::new;
    let search = |masses: &Kernel<Rational>, levels: Vec<Rational>| {
        let kernel = masses.rounded::<2>();
        let waiting = rounded::first_hit(&kernel, masses, 0).unwrap();
        let asked = HitAsked { over: Some(0), levels, ..HitAsked::default() };
        let found = waiting.find(&Rounded::one(), &asked, &Bounds::none()).unwrap();
        (found.quantiles, found.modes)
    };
    // Nine times out of ten: within one use 9/10, within two 99/100, both met exactly; 1 is never reached.
    let (quantiles, modes) =
        search(&chance(9, 10), vec![level(9, 10), level(99, 100), level(991, 1000), level(1, 1)]);
    assert_eq!(quantiles, [Found::At(1), Found::At(2), Found::At(3), Found::Never].map(Some));
    assert_eq!(modes, Some(vec![1]));
    // The median of a chance of one in 3000: the least n with (2999/3000)^n ≤ 1/2, which is 2080 (ln 2 · 2999.5).
    assert_eq!(search(&chance(1, 3000), vec![level(1, 2)]).0, [Some(Found::At(2080))]);
    // One of three cards, without putting back: each place is as probable as the others.
    let way = |to, reward, top, bottom| ((to, reward), Rational::new(top, bottom));
    let deck = Kernel::of_masses(vec![
        BTreeMap::from([way(1, 0, 2, 3), way(0, 1, 1, 3)]),
        BTreeMap::from([way(2, 0, 1, 2), way(0, 1, 1, 2)]),
        BTreeMap::from([way(0, 1, 1, 1)]),
    ]);
    let (quantiles, modes) = search(&deck, vec![level(1, 3), level(2, 3), level(1, 1)]);
    assert_eq!(quantiles, [Found::At(1), Found::At(2), Found::At(3)].map(Some));
    assert_eq!(modes, Some(vec![1, 2, 3]));
}

#[test]
fn a_pity_timer_has_the_product_of_its_misses() {
    let size = 600_usize;
    let row = |state: usize| {
        let hit = Rational::new(i64::try_from(state + 1).unwrap(), 600);
        let mut row = BTreeMap::from([((0, 1), hit.clone())]);
        if state + 1 < size {
            row.insert((state + 1, 0), &Rational::ONE - &hit);
        }
        row
    };
    let masses = Kernel::of_masses((0..size).map(row).collect());
    let kernel = masses.rounded::<2>();
    let law = rounded::stationary(&kernel, &classes(&kernel)[0], &Bounds::none()).unwrap();
    // To be at k all of the first k chances have missed.
    let mut misses = vec![BigRational::one()];
    for state in 1..size {
        let miss = BigRational::new((600 - i64::try_from(state).unwrap()).into(), 600.into());
        misses.push(misses.last().unwrap() * miss);
    }
    let mean: BigRational = misses.iter().sum();
    for (proven, miss) in law.iter().zip(&misses) {
        let (proven, exact) = (proven.proven(12), miss / &mean);
        let (low, high) = (read(&proven.low().to_string()), read(&proven.high().to_string()));
        assert!(low <= exact && exact <= high && proven.is_settled());
    }
    let hit = rounded::first_hit(&kernel, &masses, 0).unwrap().solve(&Bounds::none()).unwrap();
    assert_holds(&hit.times.unwrap().0.proven(20), &mean, 20);
}

#[test]
fn a_dry_streak_of_a_million_is_the_power_of_its_chance() {
    let row = BTreeMap::from([((0, 0), Rational::new(2999, 3000)), ((0, 1), Rational::new(1, 3000))]);
    let masses = Kernel::of_masses(vec![row]);
    let kernel = masses.rounded::<2>();
    let waiting = rounded::first_hit(&kernel, &masses, 0).unwrap();
    let asked = HitAsked { over: Some(0), not_yet: BTreeSet::from([1_000_000]), ..HitAsked::default() };
    let found = waiting.find(&Rounded::one(), &asked, &Bounds::none()).unwrap();
    let proven = found.not_yet[0].proven(12);
    // Squares and products of 2999/3000 in 200 decimal places, from below and from above.
    let unit = BigInt::from(10).pow(200_u32);
    let power = |up: i32| {
        let cut = |number: BigInt| -> BigInt { number / &unit + up };
        let (mut power, mut square, mut left) =
            (unit.clone(), BigInt::from(2999) * &unit / 3000 + up, 1_000_000_u32);
        while left > 0 {
            if left & 1 == 1 {
                power = cut(power * &square);
            }
            square = cut(&square * &square);
            left >>= 1;
        }
        BigRational::new(power, unit.clone())
    };
    let (low, high) = (power(0), power(1));
    assert_eq!(correctly_rounded(&low, 12), correctly_rounded(&high, 12));
    assert_eq!(read(&proven.to_string()), correctly_rounded(&low, 12));
    assert!(read(&proven.low().to_string()) <= high && low <= read(&proven.high().to_string()));
}

#[test]
fn counts_hold_the_enumeration_of_every_path() {
    let mut random = Random(7);
    for size in 1..9 {
        let mut rows = rows_at_random(&mut random, size);
        // Rewards that go down, and far apart.
        for row in &mut rows {
            *row = std::mem::take(row)
                .into_iter()
                .map(|((to, reward), mass)| ((to, 35 * reward - 14), mass))
                .collect();
        }
        let masses = Kernel::of_masses(rows);
        for steps in 0..6 {
            let law = rounded::count_law(&masses, 0, steps, 12, &Bounds::none()).unwrap();
            let ways = |state: usize| -> Vec<(usize, i64, BigRational)> {
                masses.rows[state].iter().map(|(to, reward, mass)| (*to, *reward, mass.to_big())).collect()
            };
            let exact = dense::count_law_by_paths(&ways, 0, u32::try_from(steps).unwrap());
            let counts: Vec<i64> = law.weights.iter().map(|(count, _)| *count).collect();
            assert_eq!(counts, exact.keys().copied().collect::<Vec<_>>(), "{size} states, {steps} steps");
            for (count, mass) in &exact {
                assert_holds(&law.mass(*count..=*count, 12), mass, 12);
            }
            let number = |count: &i64| BigRational::from_integer((*count).into());
            let mean: BigRational = exact.iter().map(|(count, mass)| number(count) * mass).sum();
            let square: BigRational =
                exact.iter().map(|(count, mass)| number(count) * number(count) * mass).sum();
            for (proven, exact) in
                [(&law.moments(9).0, &mean), (&law.moments(9).1, &(square - &mean * &mean))]
            {
                let (low, high) = (read(&proven.low().to_string()), read(&proven.high().to_string()));
                assert!(low <= *exact && *exact <= high, "{exact} is not from {low} to {high}");
            }
        }
    }
}

#[test]
fn a_count_over_many_uses_is_binomial_where_they_are_independent() {
    let row = BTreeMap::from([((0, 0), Rational::new(5, 7)), ((0, 1), Rational::new(2, 7))]);
    let masses = Kernel::of_masses(vec![row]);
    let steps = 3000_u32;
    let law = rounded::count_law(&masses, 0, u64::from(steps), 12, &Bounds::none()).unwrap();
    let mut binomial = BigInt::from(1);
    let mut listed = 0;
    for count in 0..steps {
        let chosen = binomial.clone();
        binomial = binomial * (steps - count) / (count + 1);
        if !(600..1100).contains(&count) {
            continue;
        }
        let top = chosen * BigInt::from(2).pow(count) * BigInt::from(5).pow(steps - count);
        let exact = BigRational::new(top, BigInt::from(7).pow(steps));
        let proven = law.mass(i64::from(count)..=i64::from(count), 12);
        if proven.is_settled() {
            listed += 1;
            assert_eq!(read(&proven.to_string()), correctly_rounded(&exact, 12), "{count}");
        }
        let high = read(&proven.high().to_string());
        assert!(read(&proven.low().to_string()) <= exact && exact <= high, "{count}");
    }
    // The deviation is about 25: at 8 deviations to either side there are 13 digits after the zeros.
    assert!((350..450).contains(&listed), "{listed}");
    let (mean, variance) = law.moments(12);
    let exact = |top: i64, bottom: i64| BigRational::new(top.into(), bottom.into());
    assert_holds(&mean, &exact(6000, 7), 12);
    assert_holds(&variance, &exact(30_000, 49), 12);
    assert_eq!((law.median(), law.mode()), (Some(857), Some(857)));
}

#[test]
fn counts_of_weights_that_are_no_words_are_binomial_too() {
    let long = BigInt::from(10).pow(40);
    let (top, bottom): (BigInt, BigInt) = (&long + 9, &long * 3 + 7);
    let chance: Rational = format!("{top}/{bottom}").parse().unwrap();
    let row = BTreeMap::from([((0, 0), &Rational::ONE - &chance), ((0, 1), chance)]);
    let law = rounded::count_law(&Kernel::of_masses(vec![row]), 0, 90, 30, &Bounds::none()).unwrap();
    let mut binomial = BigInt::from(1);
    for count in 0..=90_u32 {
        let ways = binomial.clone() * top.pow(count) * (&bottom - &top).pow(90 - count);
        binomial = binomial * (90 - count) / (count + 1);
        let proven = law.mass(i64::from(count)..=i64::from(count), 30);
        let exact = BigRational::new(ways, bottom.pow(90));
        let (low, high) = (read(&proven.low().to_string()), read(&proven.high().to_string()));
        assert!(low <= exact && exact <= high, "{count}");
        if (15..45).contains(&count) {
            assert_holds(&proven, &exact, 30);
        }
    }
}

#[test]
fn what_is_certain_of_a_count_is_said_exactly() {
    let rare = Rational::new(1, 1_000_000_000_000_000_000);
    let rare = &(&rare * &rare) * &rare;
    let row = BTreeMap::from([((0, -1), &Rational::ONE - &rare), ((0, 2), rare)]);
    let law = rounded::count_law(&Kernel::of_masses(vec![row]), 0, 3, 12, &Bounds::none()).unwrap();
    assert_eq!(law.range(), (-3, 6));
    let exactly = |proven: Proven, whole: i64| {
        let whole = BigRational::from_integer(whole.into());
        proven.is_exact() && read(&proven.low().to_string()) == whole
    };
    assert!(exactly(law.mass(-3.., 12), 1) && exactly(law.mass(..=6, 12), 1));
    assert!(exactly(law.mass(..-3, 12), 0) && exactly(law.mass(7.., 12), 0));
    // The others are so improbable that they are not found, but they are not denied.
    let others = law.mass(-2.., 12);
    assert!(!others.is_exact() && !others.is_zero() && !law.mass(-3..=-3, 12).is_exact());
    assert!(read(&law.unlisted(12).high().to_string()) > BigRational::zero());
}
