//! Chains against textbook elimination and the enumeration of every path, and each kind of question by two
//! routes.

#[path = "../../oracle/dense.rs"]
#[allow(unreachable_pub, missing_docs, reason = "an oracle is a module of its tests")]
pub(super) mod dense;

use std::collections::BTreeMap;

use crate::support::{Random, mechanic};
use num_rational::BigRational;
use num_traits::{One as _, Signed as _, Zero as _};
use trueodds::evaluate::{Limits, Plan, Reach, StateValues, explore};
use trueodds::exact::Rational;
use trueodds::prob::chain::{
    Bounds, Chain, ChainError, FirstHit, Found, Kernel, after, classes, count_law, count_law_along,
    first_hit, long_run, not_yet,
};
use trueodds::scenario::{Mechanic, Settings, scenarios};
use trueodds::source::Span;
use trueodds::value::Value;

type Matrix = Vec<Vec<BigRational>>;
type Walk = Chain<StateValues, Vec<Value>>;

/// The chain of a mechanic with its first outcome, the start first.
fn walk(mechanic: &Mechanic, rules: &str, set: &[&str]) -> Walk {
    let settings = Settings {
        rules: vec![rules.to_owned()],
        set: set.iter().map(|text| (*text).to_owned()).collect(),
        ..Settings::default()
    };
    let scenario = &scenarios(mechanic, &settings).unwrap()[0];
    let (limits, bindings) = (Limits::default(), scenario.bindings(mechanic));
    let start = Plan::start(&mechanic.program, &bindings, &(), &limits).law(&limits).unwrap();
    let start: Vec<StateValues> = start.support().cloned().collect();
    let plan = Plan::step(&mechanic.program, &bindings, &[0], &(), &limits);
    explore(&mut |state| plan.transitions(state, &limits), &start, Reach::all(), Span::default(), &limits)
        .unwrap()
}

/// The kernel whose marks say that a card is rare.
fn rares(walk: &Walk) -> Kernel {
    walk.kernel(|way| i64::from(way.outcome[0] == Value::Variant(0)))
}

fn dense_of(kernel: &Kernel, keep: impl Fn(i64) -> bool) -> Matrix {
    let size = kernel.len();
    let mut matrix = vec![vec![BigRational::zero(); size]; size];
    for (from, row) in kernel.rows.iter().enumerate() {
        for (to, mark, weight) in row.iter().filter(|(_, mark, _)| keep(*mark)) {
            let _ = mark;
            matrix[from][*to] += BigRational::new(weight.to_big(), kernel.denominator.to_big());
        }
    }
    matrix
}

/// The masses of the first steps.
fn first_masses(hit: &FirstHit<'_>, steps: u64) -> Vec<Rational> {
    hit.law(steps, &Bounds::none()).unwrap().steps().map(|step| step.at()).collect()
}

fn big(values: &[Rational]) -> Vec<BigRational> {
    values.iter().map(Rational::to_big).collect()
}

/// A chain at random: every state leads to the next, so that all communicate, and to some others.
fn chain_at_random(random: &mut Random, size: usize) -> Kernel {
    let rows = (0..size).map(|state| {
        let mut weights: BTreeMap<(usize, i64), i64> = BTreeMap::new();
        let mut add = |to: usize, mark: u64, weight: u64| {
            *weights.entry((to, i64::try_from(mark).unwrap())).or_default() += i64::try_from(weight).unwrap();
        };
        add((state + 1) % size, random.below(2), 1 + random.below(9));
        for _ in 0..random.below(3) {
            let to = usize::try_from(random.below(size as u64)).unwrap();
            add(to, random.below(3), 1 + random.below(9));
        }
        let total: i64 = weights.values().sum();
        weights.into_iter().map(|(way, weight)| (way, Rational::new(weight, total))).collect()
    });
    Kernel::of(rows.collect())
}

#[test]
fn stationary_laws_agree_with_dense_elimination() {
    let mut random = Random(1);
    for size in 1..30 {
        let kernel = chain_at_random(&mut random, size);
        let found = long_run(&kernel, 0, &Bounds::none()).unwrap();
        assert_eq!(
            big(&found.weights.masses()),
            dense::stationary(&dense_of(&kernel, |_| true)),
            "{size} states"
        );
    }
}

#[test]
fn hitting_times_agree_with_dense_elimination_and_with_every_path() {
    let mut random = Random(2);
    let mut compared = 0;
    for size in 1..20 {
        let kernel = chain_at_random(&mut random, size);
        let Ok(hit) = first_hit(&kernel, 0, &Bounds::none()) else {
            assert!(kernel.rows.iter().flatten().all(|(_, mark, _)| *mark == 0));
            continue;
        };
        let waiting = dense_of(&kernel, |mark| mark == 0);
        // States that cannot be left without a hit make the textbook system singular only where they cannot
        // be left at all; here every state leads round to every other.
        let (means, variances) = dense::hitting_moments(&waiting);
        let moments = hit.moments.as_ref().unwrap();
        assert_eq!(moments.mean.to_big(), means[0], "{size} states");
        assert_eq!(moments.variance.to_big(), variances[0], "{size} states");
        let steps = |state: usize| -> Vec<(usize, i64, BigRational)> {
            let way = |(to, mark, weight): &(usize, i64, trueodds::exact::Integer)| {
                (*to, *mark, BigRational::new(weight.to_big(), kernel.denominator.to_big()))
            };
            kernel.rows[state].iter().map(way).collect()
        };
        let by_paths = dense::first_hit_by_paths(&steps, 0, 7);
        assert_eq!(big(&first_masses(&hit, 7)), by_paths, "{size} states");
        compared += 1;
    }
    assert!(compared > 10);
}

#[test]
fn quantiles_and_modes_by_bounds_are_those_of_the_exact_masses() {
    let mut random = Random(4);
    let levels: Vec<Rational> =
        ["0.1", "1/4", "1/2", "0.9", "0.99", "1"].iter().map(|level| level.parse().unwrap()).collect();
    for size in 1..40 {
        let kernel = chain_at_random(&mut random, size);
        let Ok(hit) = first_hit(&kernel, 0, &Bounds::none()) else { continue };
        let found = hit.search(&levels, &Bounds::none()).unwrap();
        for (level, found) in levels.iter().zip(&found.quantiles) {
            let exact = hit.quantile(level, &Bounds::none()).unwrap();
            assert_eq!(*found, exact.map_or(Found::Never, Found::At), "{size} states, {level}");
        }
        assert_eq!(found.modes, Some(hit.modes(&Bounds::none()).unwrap()), "{size} states");
    }
}

#[test]
fn a_chance_of_one_in_a_million_has_its_median_and_one_in_a_billion_says_that_it_lies_far_out() {
    let rare = |chances: i64| {
        let miss = Rational::new(chances - 1, chances);
        Kernel::of(vec![BTreeMap::from([((0, 1), Rational::new(1, chances)), ((0, 0), miss)])])
    };
    let half = [Rational::new(1, 2)];
    // The least n with (1 − 1/10⁶)ⁿ ≤ 1/2: ln 2 / −ln(1 − 10⁻⁶) = 693146.83….
    let kernel = rare(1_000_000);
    let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
    let found = hit.search(&half, &Bounds::none()).unwrap();
    assert_eq!(found.quantiles, [Found::At(693_147)]);
    assert_eq!(found.modes, Some(vec![1]));
    let kernel = rare(1_000_000_000);
    let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
    assert_eq!(hit.moments.as_ref().unwrap().mean, Rational::from(1_000_000_000));
    let found = hit.search(&half, &Bounds::none()).unwrap();
    assert!(matches!(found.quantiles[0], Found::Beyond(steps) if steps > 1_000_000));
    assert_eq!(found.modes, Some(vec![1]));
}

#[test]
fn counts_agree_with_the_enumeration_of_every_path() {
    let mut random = Random(3);
    for size in 1..9 {
        let kernel = chain_at_random(&mut random, size);
        let steps = |state: usize| -> Vec<(usize, i64, BigRational)> {
            let way = |(to, mark, weight): &(usize, i64, trueodds::exact::Integer)| {
                // Marks that go down as well as up.
                (*to, *mark, BigRational::new(weight.to_big(), kernel.denominator.to_big()))
            };
            kernel.rows[state].iter().map(way).collect()
        };
        for uses in 0..9_u32 {
            let law = count_law(&kernel, 0, uses.into(), &Bounds::none()).unwrap();
            let expected = dense::count_law_by_paths(&steps, 0, uses);
            let found: BTreeMap<i64, BigRational> =
                law.pmf().iter().map(|(count, mass)| (*count, mass.to_big())).collect();
            assert_eq!(found, expected, "{size} states, {uses} uses");
            let path = vec![&kernel; uses as usize];
            let (along, last) = count_law_along(&path, 0, &Bounds::none()).unwrap();
            assert_eq!(along.pmf(), law.pmf());
            let power = dense::power(&dense_of(&kernel, |_| true), 0, uses);
            assert_eq!(big(&after(&kernel, 0, uses.into(), &Bounds::none()).unwrap().masses()), power);
            if uses > 0 {
                assert_eq!(big(&last), power);
            }
        }
    }
}

#[test]
fn counts_may_go_down_and_lie_far_apart() {
    let rows = vec![BTreeMap::from([((0, -5), Rational::new(1, 3)), ((0, 40), Rational::new(2, 3))])];
    let law = count_law(&Kernel::of(rows), 0, 3, &Bounds::none()).unwrap();
    let found: Vec<(i64, String)> =
        law.pmf().iter().map(|(count, mass)| (*count, mass.to_string())).collect();
    let expected = [(-15, "1/27"), (30, "2/9"), (75, "4/9"), (120, "8/27")];
    assert_eq!(found, expected.map(|(count, mass)| (count, mass.to_owned())));
    assert_eq!(law.moments().0, Rational::from(75));
    let few = Bounds { values: 100, ..Bounds::none() };
    let third = || Rational::new(1, 3);
    let rows =
        vec![BTreeMap::from([((0, 1_000_000_000_000), third()), ((0, 7), third()), ((0, 0), third())])];
    assert_eq!(count_law(&Kernel::of(rows), 0, 3, &few).unwrap_err(), ChainError::TooMany);
}

#[test]
fn classes_periods_and_what_cannot_be_asked() {
    // 0 leads to a circle of three, or to a state that is never left.
    let one = Rational::ONE;
    let half = Rational::new(1, 2);
    let rows = vec![
        BTreeMap::from([((1, 0), half.clone()), ((4, 1), half.clone())]),
        BTreeMap::from([((2, 0), one.clone())]),
        BTreeMap::from([((3, 0), one.clone())]),
        BTreeMap::from([((1, 0), one.clone())]),
        BTreeMap::from([((4, 0), one.clone())]),
    ];
    let kernel = Kernel::of(rows);
    let classes = classes(&kernel);
    let shape: Vec<(Vec<usize>, bool, u64, bool)> = classes
        .iter()
        .map(|class| (class.states.clone(), class.closed, class.period, class.is_absorbing()))
        .collect();
    let expected = [(vec![0], false, 0, false), (vec![1, 2, 3], true, 3, false), (vec![4], true, 1, true)];
    assert_eq!(shape, expected);
    assert_eq!(long_run(&kernel, 0, &Bounds::none()).unwrap_err(), ChainError::SeveralClasses(vec![1, 4]));
    let circle = long_run(&kernel, 2, &Bounds::none()).unwrap();
    assert_eq!(
        circle.weights.masses()[1..4],
        [Rational::new(1, 3), Rational::new(1, 3), Rational::new(1, 3)]
    );
    let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
    assert_eq!(hit.ever, half);
    assert!(hit.moments.is_none());
    assert_eq!(hit.quantile(&half, &Bounds::none()).unwrap(), Some(1));
    assert_eq!(hit.quantile(&Rational::new(3, 4), &Bounds::none()).unwrap(), None);
    assert!(matches!(first_hit(&kernel, 1, &Bounds::none()), Err(ChainError::NeverHits)));
}

#[test]
fn the_pity_timer_has_the_figures_that_were_worked_out_apart() {
    let kernel = rares(&walk(&mechanic("sts/card-roll"), "shipped", &[]));
    assert_eq!(kernel.len(), 46);
    let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
    let moments = hit.moments.as_ref().unwrap();
    let waiting = dense_of(&kernel, |mark| mark == 0);
    assert_eq!(moments.mean.to_big(), dense::hitting_moments(&waiting).0[0]);
    assert!(trueodds::exact::decimal::plain(&moments.mean).starts_with("19.969591"));
    assert_eq!(hit.quantile(&Rational::new(1, 2), &Bounds::none()).unwrap(), Some(19));
    assert_eq!(hit.modes(&Bounds::none()).unwrap(), [17]);
    let elite = rares(&walk(&mechanic("sts/card-roll"), "shipped", &["room=elite"]));
    let hit = first_hit(&elite, 0, &Bounds::none()).unwrap();
    assert!(trueodds::exact::decimal::plain(&hit.moments.unwrap().mean).starts_with("10.97672"));
}

/// In the long run the share of rares from the stationary law.
fn share_of_rares(kernel: &Kernel) -> BigRational {
    let law = long_run(kernel, 0, &Bounds::none()).unwrap();
    let rare = |row: &Vec<(usize, i64, trueodds::exact::Integer)>| -> BigRational {
        let weights = row.iter().filter(|(_, mark, _)| *mark == 1).map(|(_, _, weight)| weight.to_big());
        BigRational::new(weights.sum(), kernel.denominator.to_big())
    };
    law.weights.masses().iter().zip(&kernel.rows).map(|(mass, row)| mass.to_big() * rare(row)).sum()
}

#[test]
fn renewal_the_share_of_rares_is_one_over_the_mean_return_time() {
    for (rules, set, states) in [
        ("shipped", "room=normal", 46),
        ("shipped", "room=elite", 46),
        ("document-code", "room=normal", 22),
        ("document-prose", "room=boss", 46),
        ("document-constants", "nloths_gift=true", 46),
    ] {
        let kernel = rares(&walk(&mechanic("sts/card-roll"), rules, &[set]));
        assert_eq!(kernel.len(), states, "{rules} {set}");
        let mean = first_hit(&kernel, 0, &Bounds::none()).unwrap().moments.unwrap().mean;
        assert_eq!(share_of_rares(&kernel), mean.to_big().recip(), "{rules} {set}");
    }
    let kernel = rares(&walk(&mechanic("sts/card-roll"), "shipped", &["room=boss"]));
    assert_eq!(share_of_rares(&kernel), BigRational::one());
}

#[test]
fn the_stationary_law_is_where_many_steps_lead_within_a_proven_bound() {
    let kernel = rares(&walk(&mechanic("sts/card-roll"), "shipped", &[]));
    let law = big(&long_run(&kernel, 0, &Bounds::none()).unwrap().weights.masses());
    // It is fixed by the kernel.
    let matrix = dense_of(&kernel, |_| true);
    for to in 0..kernel.len() {
        let sum: BigRational = (0..kernel.len()).map(|from| &law[from] * &matrix[from][to]).sum();
        assert_eq!(sum, law[to]);
    }
    // Doeblin: if after n steps every state leads to some state with probability at least e, then the
    // distance to the stationary law shrinks by 1 − e with every n steps. From any state all of the
    // following reach the start within 60 steps.
    let block = 60;
    let rows: Vec<Vec<BigRational>> = (0..kernel.len())
        .map(|state| big(&after(&kernel, state, block, &Bounds::none()).unwrap().masses()))
        .collect();
    let least = |to: usize| rows.iter().map(|row| row[to].clone()).min().unwrap();
    let e: BigRational = (0..kernel.len()).map(least).sum();
    assert!(e > BigRational::zero());
    let blocks = 6;
    let many = big(&after(&kernel, 0, block * blocks, &Bounds::none()).unwrap().masses());
    let distance: BigRational = many.iter().zip(&law).map(|(a, b)| (a - b).abs()).sum();
    let bound =
        (0..blocks).fold(BigRational::from_integer(2.into()), |bound, _| bound * (BigRational::one() - &e));
    assert!(distance <= bound, "{distance} against {bound}");
    assert!(bound < BigRational::new(1.into(), 1000.into()), "the bound says little: {bound}");
}

#[test]
fn the_mean_of_a_first_hit_is_the_sum_of_its_tail() {
    // The tail beyond n is at most that at n times the longest mean wait.
    let kernel = rares(&walk(&mechanic("sts/card-roll"), "shipped", &["room=elite"]));
    let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
    let mean = hit.moments.as_ref().unwrap().mean.to_big();
    let masses = big(&first_masses(&hit, 300));
    let mut left = BigRational::one();
    let mut sum = BigRational::zero();
    for mass in &masses {
        sum += &left;
        left -= mass;
    }
    assert!(sum < mean);
    assert!(&mean - &sum <= &left * BigRational::from_integer(20.into()), "{left}");
    assert!(left < BigRational::new(1.into(), 10_i64.pow(15).into()));
}

#[test]
fn the_mean_of_a_count_is_the_sum_of_the_chances_of_each_use() {
    let kernel = rares(&walk(&mechanic("sts/card-roll"), "shipped", &[]));
    let rare: Vec<BigRational> = kernel
        .rows
        .iter()
        .map(|row| {
            let weights = row.iter().filter(|(_, mark, _)| *mark == 1).map(|(_, _, weight)| weight.to_big());
            BigRational::new(weights.sum(), kernel.denominator.to_big())
        })
        .collect();
    for uses in [1, 2, 7, 60] {
        let law = count_law(&kernel, 0, uses, &Bounds::none()).unwrap();
        let mut expected = BigRational::zero();
        for before in 0..uses {
            let masses = big(&after(&kernel, 0, before, &Bounds::none()).unwrap().masses());
            expected += masses.iter().zip(&rare).map(|(mass, rare)| mass * rare).sum::<BigRational>();
        }
        assert_eq!(law.moments().0.to_big(), expected, "{uses} uses");
        assert_eq!(law.pmf().total(), Rational::ONE);
    }
}

#[test]
fn no_rare_in_40_cards_by_two_routes() {
    let kernel = rares(&walk(&mechanic("sts/card-roll"), "shipped", &[]));
    let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
    let by_then: Rational = first_masses(&hit, 40).iter().sum();
    let none = count_law(&kernel, 0, 40, &Bounds::none()).unwrap().mass(|count| count == 0);
    assert_eq!(none, &Rational::ONE - &by_then);
    let not_yet = not_yet(&kernel, 0, &[7, 40].into(), &Bounds::none()).unwrap();
    assert_eq!(not_yet[1], none);
    assert_eq!(not_yet[0], &Rational::ONE - &first_masses(&hit, 7).iter().sum());
    let last = hit.law(40, &Bounds::none()).unwrap().steps().last().map(|step| step.not_yet());
    assert_eq!(last, Some(none.clone()));
    assert!(trueodds::exact::decimal::plain(&none).starts_with("0.0176256153371"));
}

#[test]
fn a_banded_chain_of_many_states_is_fixed_by_its_kernel() {
    let size = 400;
    let rows = (0..size).map(|state: usize| {
        let mut row: BTreeMap<(usize, i64), Rational> = BTreeMap::new();
        let mut stay = Rational::ONE;
        for (step, weight) in [(-2_i64, 7 + state % 5), (-1, 11 + state % 3), (1, 13 + state % 7), (2, 5)] {
            let Ok(to) = usize::try_from(i64::try_from(state).unwrap() + step) else { continue };
            if to < size {
                let weight = Rational::new(i64::try_from(weight).unwrap(), 100);
                stay = &stay - &weight;
                row.insert((to, 0), weight);
            }
        }
        row.insert((state, 0), stay);
        row
    });
    let kernel = Kernel::of(rows.collect());
    let law = big(&long_run(&kernel, 0, &Bounds::none()).unwrap().weights.masses());
    assert_eq!(law.iter().sum::<BigRational>(), BigRational::one());
    let mut next = vec![BigRational::zero(); size];
    for (from, row) in kernel.rows.iter().enumerate() {
        for (to, _, weight) in row {
            next[*to] += &law[from] * BigRational::new(weight.to_big(), kernel.denominator.to_big());
        }
    }
    assert_eq!(next, law);
}
