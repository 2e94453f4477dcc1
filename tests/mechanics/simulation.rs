//! A simulation written apart from the engine, with a fixed seed: frequencies within five standard errors.
#![allow(clippy::float_arithmetic, reason = "a simulation is about frequencies")]

use std::collections::BTreeMap;

use crate::support::{FLAGS, Random, awards, law};
use approx::assert_abs_diff_eq;
use num_traits::ToPrimitive as _;

/// A float roll of 32 bits.
fn float(random: &mut Random) -> f64 {
    f64::from(u32::try_from(random.next() >> 32).unwrap()) / f64::from(u32::MAX)
}

fn one_in(random: &mut Random, n: u64) -> bool {
    random.below(n) == 0
}

/// One room with every item of the printed code but the contracts, at luck 3.7 in hard mode.
fn room(random: &mut Random) -> &'static str {
    let mut roll = float(random) * 0.9 + 0.1;
    roll += float(random) * 3.7 * 0.1;
    roll = roll * 0.98 + 0.02;
    let mut award = "nothing";
    if roll > 0.22 {
        award = if roll < 0.3 {
            if one_in(random, 3) {
                "tarot_card"
            } else if one_in(random, 2) {
                "trinket"
            } else {
                "pill"
            }
        } else if roll < 0.5 {
            "coin"
        } else if roll < 0.6 && one_in(random, 5) {
            "heart"
        } else if roll < 0.8 {
            "key"
        } else if roll < 0.95 {
            "bomb"
        } else {
            "chest"
        };
        if one_in(random, 20) || one_in(random, 15) {
            award = "lil_battery";
        }
        if one_in(random, 50) {
            award = "sack";
        }
        if one_in(random, 10) {
            award = "tarot_card";
        } else if one_in(random, 10) {
            award = "pill";
        } else if one_in(random, 10) {
            award = "bomb";
        } else if one_in(random, 10) && one_in(random, 5) {
            award = "heart";
        } else if one_in(random, 10) {
            award = "key";
        }
        if one_in(random, 50) {
            award = "trinket";
        }
    }
    if !one_in(random, 3) {
        if one_in(random, 3) {
            award = "nothing";
        }
    } else {
        award = if one_in(random, 2) { "chest" } else { "locked_chest" };
    }
    if award == "heart" && random.next() % 100 >= 35 {
        award = "nothing";
    }
    award
}

#[test]
fn frequencies_agree_with_the_law() {
    const ROOMS: u32 = 400_000;
    let mut random = Random(20_261_121);
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    for _ in 0..ROOMS {
        *seen.entry(room(&mut random)).or_default() += 1;
    }
    // A copy of the modem changes how many there are, not what they are.
    let flags = FLAGS.iter().filter(|flag| **flag != "broken_modem");
    let mut set: Vec<String> = flags.map(|flag| format!("{flag}=true")).collect();
    set.extend(["luck=3.7".to_owned(), "difficulty=hard".to_owned()]);
    let exact = law(&awards(), "pseudo-code", &set, &[0]);
    assert_eq!(exact.len(), 12);
    for (award, mass) in exact {
        let p = mass.to_f64().unwrap();
        let frequency = f64::from(seen.get(award[0].as_str()).copied().unwrap_or(0)) / f64::from(ROOMS);
        let standard_error = (p * (1.0 - p) / f64::from(ROOMS)).sqrt();
        assert_abs_diff_eq!(frequency, p, epsilon = 5.0 * standard_error);
    }
}
