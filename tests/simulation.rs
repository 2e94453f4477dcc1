//! A simulation written apart from the engine, with a fixed seed: frequencies within five standard errors.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::float_arithmetic, reason = "a simulation is about frequencies")]

mod support;

use std::collections::BTreeMap;

use approx::assert_abs_diff_eq;
use num_traits::ToPrimitive as _;
use support::{FLAGS, awards, law};

/// SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn float(&mut self) -> f64 {
        f64::from(u32::try_from(self.next() >> 32).unwrap()) / f64::from(u32::MAX)
    }
    fn one_in(&mut self, n: u64) -> bool {
        self.next().is_multiple_of(n)
    }
}

/// One room with every item of the printed code but the contracts, at luck 3.7 in hard mode.
fn room(random: &mut Random) -> &'static str {
    let mut roll = random.float() * 0.9 + 0.1;
    roll += random.float() * 3.7 * 0.1;
    roll = roll * 0.98 + 0.02;
    let mut award = "nothing";
    if roll > 0.22 {
        award = if roll < 0.3 {
            if random.one_in(3) {
                "tarot_card"
            } else if random.one_in(2) {
                "trinket"
            } else {
                "pill"
            }
        } else if roll < 0.5 {
            "coin"
        } else if roll < 0.6 && random.one_in(5) {
            "heart"
        } else if roll < 0.8 {
            "key"
        } else if roll < 0.95 {
            "bomb"
        } else {
            "chest"
        };
        if random.one_in(20) || random.one_in(15) {
            award = "lil_battery";
        }
        if random.one_in(50) {
            award = "sack";
        }
        if random.one_in(10) {
            award = "tarot_card";
        } else if random.one_in(10) {
            award = "pill";
        } else if random.one_in(10) {
            award = "bomb";
        } else if random.one_in(10) && random.one_in(5) {
            award = "heart";
        } else if random.one_in(10) {
            award = "key";
        }
        if random.one_in(50) {
            award = "trinket";
        }
    }
    if !random.one_in(3) {
        if random.one_in(3) {
            award = "nothing";
        }
    } else {
        award = if random.one_in(2) { "chest" } else { "locked_chest" };
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
