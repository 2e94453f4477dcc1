//! Laws of counts and where a count stands in them, by closed forms and by other routes.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use trueodds::exact::Rational;
use trueodds::prob::chain::{
    Bounds, ChainError, Kernel, count_law, count_law_along, count_mean, count_standing,
};

use crate::support::Random;

type Rows = Vec<BTreeMap<(usize, i64), Rational>>;

/// Some states whose rows lead anywhere, with counts from `least` on.
fn rows_at_random(random: &mut Random, size: usize, least: i64) -> Rows {
    let row = |random: &mut Random| {
        let mut weights: BTreeMap<(usize, i64), i64> = BTreeMap::new();
        for _ in 0..1 + random.below(4) {
            let to = usize::try_from(random.below(size as u64)).unwrap();
            let counted = least + 3 * i64::try_from(random.below(4)).unwrap();
            *weights.entry((to, counted)).or_default() += 1 + i64::try_from(random.below(9)).unwrap();
        }
        let total: i64 = weights.values().sum();
        weights.into_iter().map(|(way, weight)| (way, Rational::new(weight, total))).collect()
    };
    (0..size).map(|_| row(random)).collect()
}

/// The same chain with a second state that is just as the first.
fn with_a_twin(rows: &Rows) -> Kernel {
    let half = Rational::new(1, 2);
    let twice = |row: &BTreeMap<(usize, i64), Rational>| {
        let ways = row
            .iter()
            .flat_map(|((_, counted), mass)| [((0, *counted), mass * &half), ((1, *counted), mass * &half)]);
        ways.collect::<BTreeMap<_, _>>()
    };
    Kernel::of(vec![twice(&rows[0]), twice(&rows[0])])
}

#[test]
fn a_chain_without_memory_counts_as_the_binomial_law_says() {
    for (top, bottom, uses) in [(1, 3000, 60_u32), (2, 3, 41), (1, 2, 7), (0, 1, 9), (1, 1, 9), (3, 7, 0)] {
        let (hit, miss) = (Rational::new(top, bottom), Rational::new(bottom - top, bottom));
        let mut row = BTreeMap::from([((0, 0), miss.clone()), ((0, 1), hit.clone())]);
        row.retain(|_, mass| *mass != Rational::ZERO);
        let kernel = Kernel::of(vec![row]);
        let law = count_law(&kernel, 0, uses.into(), &Bounds::none()).unwrap().pmf();
        let mut choose = BigInt::from(1);
        for count in 0..=uses {
            let power = |mass: &Rational, power: u32| -> BigRational {
                (0..power).fold(BigRational::from_integer(1.into()), |product, _| product * mass.to_big())
            };
            let expected =
                power(&hit, count) * power(&miss, uses - count) * BigRational::from(choose.clone());
            assert_eq!(law.mass_of(&count.into()).to_big(), expected, "{count} of {uses}");
            choose = choose * (uses - count) / (count + 1);
        }
    }
}

#[test]
fn the_power_of_one_use_is_what_the_steps_of_a_chain_with_a_twin_give() {
    let mut random = Random(7);
    for round in 0..60 {
        let rows = rows_at_random(&mut random, 1, round % 7 - 3);
        let kernel = Kernel::of(rows.clone());
        for uses in [0, 1, 2, 5, 14] {
            let law = count_law(&kernel, 0, uses, &Bounds::none()).unwrap();
            let twin = count_law(&with_a_twin(&rows), 0, uses, &Bounds::none()).unwrap();
            assert_eq!(law.pmf(), twin.pmf());
            assert_eq!(law.moments(), twin.moments());
        }
    }
}

#[test]
fn where_a_count_stands_is_what_the_whole_law_says() {
    let mut random = Random(11);
    for round in 0..40 {
        let size = 1 + usize::try_from(random.below(4)).unwrap();
        let kernel = Kernel::of(rows_at_random(&mut random, size, round % 9 - 6));
        for uses in [0, 1, 6, 11] {
            // Along a path every use is made on its own, with all powers.
            let path = vec![&kernel; uses];
            let (law, _) = count_law_along(&path, 0, &Bounds::none()).unwrap();
            for seen in -80..80 {
                let found = count_standing(&kernel, 0, uses as u64, seen, &Bounds::none()).unwrap();
                assert_eq!(found, law.standing(seen), "{seen} in {uses} uses of {kernel:?}");
            }
            for seen in [i64::MIN, i64::MAX] {
                let found = count_standing(&kernel, 0, uses as u64, seen, &Bounds::none()).unwrap();
                assert_eq!(found, law.standing(seen));
            }
        }
    }
}

#[test]
fn a_mean_count_is_that_of_the_law() {
    let mut random = Random(13);
    for round in 0..40 {
        let size = 1 + usize::try_from(random.below(4)).unwrap();
        let kernel = Kernel::of(rows_at_random(&mut random, size, round % 9 - 6));
        for uses in [0, 1, 2, 6, 11] {
            let law = count_law(&kernel, 0, uses, &Bounds::none()).unwrap();
            let mean = count_mean(&kernel, 0, uses, &Bounds::none()).unwrap();
            assert_eq!(mean, law.moments().0, "{uses} uses of {kernel:?}");
        }
    }
}

#[test]
fn counts_that_are_no_machine_words_are_refused() {
    let sure = |counted| Kernel::of(vec![BTreeMap::from([((0, counted), Rational::ONE)])]);
    assert_eq!(count_law(&sure(i64::MIN), 0, 2, &Bounds::none()).unwrap_err(), ChainError::TooMany);
    assert_eq!(count_law(&sure(i64::MAX), 0, 2, &Bounds::none()).unwrap_err(), ChainError::TooMany);
    let law = count_law(&sure(i64::MAX / 3), 0, 3, &Bounds::none()).unwrap();
    assert_eq!(law.pmf().support().copied().collect::<Vec<_>>(), [i64::MAX / 3 * 3]);
    let half = Rational::new(1, 2);
    let far = Kernel::of(vec![BTreeMap::from([((0, i64::MIN), half.clone()), ((0, i64::MAX), half)])]);
    let law = count_law(&far, 0, 1, &Bounds::none()).unwrap();
    assert_eq!(law.pmf().support().copied().collect::<Vec<_>>(), [i64::MIN, i64::MAX]);
    assert_eq!(count_law(&far, 0, 2, &Bounds::none()).unwrap_err(), ChainError::TooMany);
}

#[test]
fn the_law_over_many_uses_agrees_with_its_ends_and_its_mean_by_other_routes() {
    // A streak of up to three; a use that keeps it counts, and one that breaks it may count down.
    let streak = |state: usize| {
        let mut row = BTreeMap::from([((0, 0), Rational::new(2, 6)), ((0, -1), Rational::new(1, 6))]);
        row.insert(((state + 1).min(3), i64::from(state > 0)), Rational::new(3, 6));
        row
    };
    let kernel = Kernel::of((0..4).map(streak).collect());
    let uses = 900;
    let law = count_law(&kernel, 1, uses, &Bounds::none()).unwrap();
    assert_eq!(law.mass(|_| true), Rational::ONE);
    for seen in [-900, -897, -880, 880, 899, 900] {
        let found = count_standing(&kernel, 1, uses, seen, &Bounds::none()).unwrap();
        assert_eq!(found, law.standing(seen), "{seen}");
    }
}
