//! Waits for several things and what they cost, against closed forms and dense elimination.

use num_rational::BigRational;
use num_traits::{One as _, Zero};
use trueodds::exact::Rational;
use trueodds::prob::chain::{Bounds, Chain, ChainError, Costs, Errand, Kernel, Transition, first_hit};

use super::against_oracle::dense;
use crate::support::Random;

type Walk = Chain<(), Vec<u64>>;

fn way(to: usize, outcome: Vec<u64>, mass: Rational) -> Transition<Vec<u64>> {
    Transition { to, outcome, mass }
}

/// One state, and what each of its steps gives.
fn alone(steps: impl IntoIterator<Item = (Vec<u64>, Rational)>) -> Walk {
    let steps = steps.into_iter().map(|(outcome, mass)| way(0, outcome, mass));
    Chain { states: vec![()], transitions: vec![steps.collect()] }
}

/// The errand whose gains are all but the last number of a step, which is its cost.
fn errand(chain: &Walk, goals: &[u64]) -> Errand {
    let gains = |outcome: &Vec<u64>| outcome[..outcome.len() - 1].to_vec();
    Errand::new(chain, 0, goals, gains, |outcome| *outcome.last().unwrap(), &Bounds::none()).unwrap()
}

fn choose(n: i64, k: i64) -> Rational {
    (0..k).fold(Rational::ONE, |product, i| &product * &Rational::new(n - i, i + 1))
}

/// P(total = 0), P(total = unit), … and the unit.
fn totals(chain: &Walk, goals: &[u64], most: u64) -> (Vec<Rational>, u64, Kernel) {
    let Costs { kernel, unit } = errand(chain, goals).by_cost(&Bounds::none()).unwrap();
    let kernel = kernel.whole();
    let law = first_hit(&kernel, 0, &Bounds::none()).unwrap().law(most, &Bounds::none()).unwrap();
    (law.steps().map(|step| step.at()).collect(), unit, kernel)
}

#[test]
fn the_time_of_the_kth_success_is_negative_binomial() {
    let (p, q) = (Rational::new(1, 6), Rational::new(5, 6));
    let die = alone([(vec![1, 1], p.clone()), (vec![0, 1], q.clone())]);
    for k in 1_u32..6 {
        let kernel = errand(&die, &[k.into()]).by_steps().whole();
        let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
        let moments = hit.moments.as_ref().unwrap();
        assert_eq!(moments.mean, Rational::from(6 * i64::from(k)));
        assert_eq!(moments.variance, Rational::from(30 * i64::from(k)));
        let k = i32::try_from(k).unwrap();
        for step in hit.law(30, &Bounds::none()).unwrap().steps() {
            let n = i32::try_from(step.step).unwrap();
            let expected = if n < k {
                Rational::ZERO
            } else {
                let ways = choose((n - 1).into(), (k - 1).into());
                &(&ways * &p.checked_pow(k).unwrap()) * &q.checked_pow(n - k).unwrap()
            };
            assert_eq!(step.at(), expected, "success {k} at {n}");
        }
    }
}

#[test]
fn goals_of_more_parts_than_may_be_held_are_refused_before_any_is_held() {
    let die = alone([(vec![2], Rational::new(1, 6)), (vec![0], Rational::new(5, 6))]);
    let unasked = || -> bool { panic!("the first part was held") };
    for (goal, values) in [(u64::MAX, 1_000_000), (22, 10)] {
        let bounds = Bounds { values, interrupted: &unasked, ..Bounds::none() };
        let refused = Errand::new(&die, 0, &[goal], Vec::clone, |_| 1, &bounds);
        assert_eq!(refused.unwrap_err(), ChainError::TooMany);
    }
    // As many as may be held: 20, 18, … 2.
    let bounds = Bounds { values: 10, ..Bounds::none() };
    assert!(Errand::new(&die, 0, &[20], Vec::clone, |_| 1, &bounds).is_ok());
}

#[test]
fn several_goals_are_coupons() {
    // Six faces, all wanted: 6 (1 + 1/2 + … + 1/6) rolls.
    let face = |face: usize| (0..7).map(|at| u64::from(at == face || at == 6)).collect();
    let die = alone((0..6).map(|own| (face(own), Rational::new(1, 6))));
    let kernel = errand(&die, &[1; 6]).by_steps().whole();
    let mean = (1..=6).fold(Rational::ZERO, |sum, n| &sum + &Rational::new(6, n));
    assert_eq!(first_hit(&kernel, 0, &Bounds::none()).unwrap().moments.unwrap().mean, mean);
}

#[test]
fn a_sum_of_gains_is_waited_for() {
    // A die of 1 and 2 until 5 are there, passed or not: E(n) = 1 + (E(n − 1) + E(n − 2)) / 2, E(≤ 0) = 0.
    let die = alone([(vec![1, 1], Rational::new(1, 2)), (vec![2, 1], Rational::new(1, 2))]);
    let mut means = vec![Rational::ZERO, Rational::ONE];
    for n in 2..=5 {
        means.push(&Rational::ONE + &(&(&means[n - 1] + &means[n - 2]) * &Rational::new(1, 2)));
    }
    let kernel = errand(&die, &[5]).by_steps().whole();
    assert_eq!(first_hit(&kernel, 0, &Bounds::none()).unwrap().moments.unwrap().mean, means[5]);
}

#[test]
fn the_faces_until_a_six_sum_as_wald_says() {
    // Six, and before it a geometric number of faces from 1 to 5: mean 5 · 3 + 6, variance 5 · 2 + 30 · 9.
    let die = alone((1..=6).map(|face| (vec![u64::from(face == 6), face], Rational::new(1, 6))));
    let (_, unit, kernel) = totals(&die, &[1], 1);
    let moments = first_hit(&kernel, 0, &Bounds::none()).unwrap().moments.unwrap();
    assert_eq!(unit, 1);
    assert_eq!(&moments.mean - &Rational::ONE, Rational::from(21));
    assert_eq!(moments.variance, Rational::from(280));
}

#[test]
fn steps_that_cost_nothing_are_no_time() {
    // How many odd faces come before a six: of odd and six, 3 to 1.
    let die = alone((1..=6).map(|face| (vec![u64::from(face == 6), face % 2 * 160], Rational::new(1, 6))));
    let (law, unit, kernel) = totals(&die, &[1], 20);
    assert_eq!(unit, 160);
    for (n, at) in (0..).zip(&law) {
        let expected = &Rational::new(3, 4).checked_pow(n).unwrap() * &Rational::new(1, 4);
        assert_eq!(*at, expected, "{n} odd faces");
    }
    let moments = first_hit(&kernel, 0, &Bounds::none()).unwrap().moments.unwrap();
    assert_eq!((&moments.mean - &Rational::ONE, moments.variance), (Rational::from(3), Rational::from(12)));
}

#[test]
fn what_never_happens_costs_nothing_for_ever() {
    // From the start a third each: done, stuck at no cost, and once more for 2.
    let third = || Rational::new(1, 3);
    let chain = Chain {
        states: vec![(); 2],
        transitions: vec![
            vec![way(0, vec![1, 0], third()), way(1, vec![0, 0], third()), way(0, vec![0, 2], third())],
            vec![way(1, vec![0, 0], Rational::ONE)],
        ],
    };
    let (law, unit, kernel) = totals(&chain, &[1], 5);
    assert_eq!(unit, 2);
    for (n, at) in (1..).zip(&law) {
        assert_eq!(*at, third().checked_pow(n).unwrap());
    }
    let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
    assert_eq!((&hit.ever, hit.moments.is_none()), (&Rational::new(1, 2), true));
    // Of the runs that end the paid steps are geometric, 1 in 3: mean 1/2.
    let given = hit.given.as_ref().unwrap();
    let given = first_hit(given, 0, &Bounds::none()).unwrap();
    assert_eq!(given.ever, Rational::ONE);
    assert_eq!(&given.moments.unwrap().mean - &Rational::ONE, Rational::new(1, 2));
}

/// Up to four states, steps that cost 0 to 3 and reach the goal now and then or never.
fn at_random(random: &mut Random) -> Walk {
    let size = 1 + usize::try_from(random.below(4)).unwrap();
    let row = |random: &mut Random| {
        let ways: Vec<(usize, Vec<u64>, u64)> = (0..=1 + random.below(4))
            .map(|_| {
                let to = usize::try_from(random.below(size as u64)).unwrap();
                (to, vec![u64::from(random.below(4) == 0), random.below(4)], 1 + random.below(5))
            })
            .collect();
        let total: u64 = ways.iter().map(|(.., weight)| weight).sum();
        let total = i64::try_from(total).unwrap();
        let way = |(to, outcome, weight): (usize, Vec<u64>, u64)| {
            way(to, outcome, Rational::new(i64::try_from(weight).unwrap(), total))
        };
        ways.into_iter().map(way).collect()
    };
    Chain { states: vec![(); size], transitions: (0..size).map(|_| row(random)).collect() }
}

/// P(total = 0), …: at each total the states are met as often as a dense system over the free steps says.
fn totals_by_levels(chain: &Walk, most: usize) -> Option<Vec<BigRational>> {
    let size = chain.states.len();
    let mut visits: Vec<Vec<BigRational>> = Vec::new();
    let mut law = Vec::new();
    for total in 0..most {
        let mut into = vec![BigRational::zero(); size];
        if total == 0 {
            into[0] = BigRational::one();
        }
        let mut free = vec![vec![BigRational::zero(); size]; size];
        (0..size).for_each(|state| free[state][state] = BigRational::one());
        for (from, ways) in chain.transitions.iter().enumerate() {
            for way in ways.iter().filter(|way| way.outcome[0] == 0) {
                let cost = usize::try_from(way.outcome[1]).unwrap();
                if cost == 0 {
                    free[way.to][from] -= way.mass.to_big();
                } else if let Some(before) = total.checked_sub(cost) {
                    into[way.to] += &visits[before][from] * way.mass.to_big();
                }
            }
        }
        visits.push(dense::solve(free, into)?);
        let mut at = BigRational::zero();
        for (from, ways) in chain.transitions.iter().enumerate() {
            for way in ways.iter().filter(|way| way.outcome[0] == 1) {
                if let Some(before) = total.checked_sub(usize::try_from(way.outcome[1]).unwrap()) {
                    at += &visits[before][from] * way.mass.to_big();
                }
            }
        }
        law.push(at);
    }
    Some(law)
}

#[test]
fn costs_agree_with_the_levels_of_totals() {
    let mut random = Random(10);
    let mut compared = 0;
    for _ in 0..300 {
        let chain = at_random(&mut random);
        // Where a state is never left for free there is no dense solution.
        let Some(expected) = totals_by_levels(&chain, 12) else { continue };
        let Costs { kernel, unit } = errand(&chain, &[1]).by_cost(&Bounds::none()).unwrap();
        let kernel = kernel.whole();
        let Ok(hit) = first_hit(&kernel, 0, &Bounds::none()) else {
            assert!(expected.iter().all(Zero::is_zero));
            continue;
        };
        let law = hit.law(12 / unit, &Bounds::none()).unwrap();
        for step in law.steps() {
            let total = usize::try_from((step.step - 1) * unit).unwrap();
            assert_eq!(step.at().to_big(), expected[total], "{total} in {chain:?}");
        }
        compared += 1;
    }
    assert!(compared > 100, "{compared} chains were compared");
}
