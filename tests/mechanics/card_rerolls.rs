//! Re-rolls of duplicates and Prayer Wheel as each text has them, against closed forms, against the enumeration of
//! every card that can come, and against simulations.

use std::collections::{BTreeMap, BTreeSet};

use super::card_rewards::oracle::{self, Outcome, Reading, Reward};
use super::card_rewards::{RULE_SETS, ratio, reward, set};
use crate::support::{Random, agrees, law_with_rules, mechanic};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One as _;
use trueodds::scenario::{Settings, scenarios};

/// The chance that a card is among so many of a pool, by every card that can come: the first rolls are of the whole
/// pool, and one that is there already is rolled again from the first `own` cards until it is new.
fn by_enumeration(cards: usize, pool: u64, own: u64, given: u64) -> BigRational {
    let mut law: BTreeMap<BTreeSet<u64>, BigRational> = BTreeMap::from([(BTreeSet::new(), ratio(1, 1))]);
    for _ in 0..cards {
        let mut next: BTreeMap<BTreeSet<u64>, BigRational> = BTreeMap::new();
        for (there, mass) in law {
            let open: Vec<u64> = (0..own).filter(|card| !there.contains(card)).collect();
            for first in 0..pool {
                let each = &mass / BigInt::from(pool);
                // Rolling until it is new makes each that is open equally likely.
                let new = if there.contains(&first) { open.clone() } else { vec![first] };
                let each = each / BigInt::from(new.len());
                for card in new {
                    let mut there = there.clone();
                    there.insert(card);
                    *next.entry(there).or_insert_with(|| ratio(0, 1)) += &each;
                }
            }
        }
        law = next;
    }
    law.into_iter().filter(|(there, _)| there.contains(&given)).map(|(_, mass)| mass).sum()
}

/// The chance that a given rare is offered by an elite of the swarm, which gives rares alone.
fn given_rare(flags: u32, any: &str, other: bool, rules: &[&str]) -> BigRational {
    let (_, mut inputs) = reward("shipped", flags, "elite", [76, 160, any.parse().unwrap()]);
    inputs.extend(set(&[("cards", "any_colour".to_owned()), ("given_other_colour", other.to_string())]));
    let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
    let law = law_with_rules(&mechanic("sts/card-reward"), "shipped", &inputs, &rules, &[4]);
    law.get(&vec!["true".to_owned()]).cloned().unwrap_or_else(|| ratio(0, 1))
}

#[test]
fn own_rerolls_by_closed_form_by_enumeration_and_by_the_mechanic() {
    let mut compared = 0;
    for (cards, flags) in [(1, 0b10_0100), (2, 0b10_1000), (3, 0b10_0000), (4, 0b10_0010)] {
        for (pool, own) in [(5, 4), (6, 4), (7, 4), (6, 5), (9, 6)] {
            for other in [false, true] {
                let given = if other { pool - 1 } else { 0 };
                let counted = by_enumeration(cards, pool, own, given);
                let closed = oracle::held(
                    i64::try_from(cards).unwrap(),
                    i64::try_from(pool).unwrap(),
                    i64::try_from(own).unwrap(),
                    other,
                );
                assert_eq!(closed, counted, "{cards} of {pool}, {own} own, {other}");
                let size = format!("size.ironclad.rare={own}");
                let rules = [&size, "reroll_from=own_cards"];
                let found = given_rare(flags, &pool.to_string(), other, &rules);
                assert_eq!(found, counted, "{cards} of {pool}, {own} own, {other}");
                // Rolled again from all cards, every card is as likely.
                let found = given_rare(flags, &pool.to_string(), other, &["reroll_from=all_cards"]);
                assert_eq!(found, BigRational::new(cards.into(), pool.into()));
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 40);
}

#[test]
fn a_given_own_common_as_the_second_of_two() {
    // Of 76 commons 20 are Ironclad's. It comes second if the first is another one, and then by the first roll, or by
    // a duplicate of the first that becomes it.
    let any = ratio(1, 76);
    let own = (ratio(76, 1) + ratio(76, 20) - ratio(1, 1)) / ratio(76 * 76, 1);
    assert_eq!((any.to_string(), own.to_string()), ("1/76".to_owned(), "197/14440".to_owned()));
    assert_eq!(oracle::held(2, 76, 20, false) - oracle::held(1, 76, 20, false), own);
    assert_eq!(oracle::held(2, 76, 76, false) - oracle::held(1, 76, 76, false), any);
    assert_eq!(by_enumeration(2, 76, 20, 0) - ratio(1, 76), own);
    // The same two numbers by the mechanic, with rares: 84 of which 16 are Ironclad's.
    let second = |rules: &[&str]| {
        given_rare(0b10_1000, "84", false, rules) - given_rare(0b10_0100, "84", false, rules)
    };
    assert_eq!(second(&["reroll_from=all_cards"]), ratio(1, 84));
    let own = (ratio(84, 1) + ratio(84, 16) - ratio(1, 1)) / ratio(84 * 84, 1);
    assert_eq!(second(&["reroll_from=own_cards"]), own);
}

const ANY: [i64; 3] = [76, 160, 84];

/// A reward with Prismatic Shard, small pools of the character, and what is asked of the mechanic.
fn with_shard(rules: &str, bits: u32, room: &'static str, other: bool) -> (Reward, Vec<String>) {
    let (asked, mut inputs) = reward(rules, bits, room, ANY);
    inputs.extend(set(&[
        ("cards", "any_colour".to_owned()),
        ("character", "silent".to_owned()),
        ("given_other_colour", other.to_string()),
    ]));
    (Reward { own: [19, 33, 19], given_other: other, ..asked }, inputs)
}

/// The seven outcomes without the offset after them.
fn outcomes(law: BTreeMap<Outcome, BigRational>) -> BTreeMap<Vec<String>, BigRational> {
    let mut sums = BTreeMap::new();
    for (key, mass) in law {
        let numbers = [key.0, key.1, key.2, key.3].map(|number| number.to_string());
        let flags = [key.4, key.5, key.6].map(|flag| flag.to_string());
        let values: Vec<String> = numbers.into_iter().chain(flags).collect();
        *sums.entry(values).or_insert_with(|| ratio(0, 1)) += mass;
    }
    sums
}

#[test]
fn every_reading_gives_the_joint_law_with_prismatic_shard() {
    let mechanic = mechanic("sts/card-reward");
    let fields: Vec<usize> = (0..7).collect();
    let mut compared = 0;
    for rules in RULE_SETS {
        for (bits, room, other) in [
            (0b01_0010, "normal", false),
            (0b01_0010, "elite", true),
            (0b01_0000, "boss", false),
            (0b01_0000, "event", true),
        ] {
            let (asked, inputs) = with_shard(rules, bits, room, other);
            let found = law_with_rules(&mechanic, rules, &inputs, &[], &fields);
            let expected = outcomes(oracle::reward(rules, Reading::of(rules), &asked, 5));
            assert_eq!(found, expected, "{rules} {bits:b} {room} {other}");
            compared += found.len();
        }
    }
    for (wheel_after_all, wheel) in [(false, "normal_combats"), (true, "all_combats")] {
        for (rerolls_own, reroll) in [(false, "all_cards"), (true, "own_cards")] {
            let (asked, inputs) = with_shard("shipped", 0b01_0000, "elite", false);
            let rule = [format!("prayer_wheel_after={wheel}"), format!("reroll_from={reroll}")];
            let found = law_with_rules(&mechanic, "shipped", &inputs, &rule, &fields);
            let reading = Reading { wheel_after_all, rerolls_own };
            assert_eq!(found, outcomes(oracle::reward("shipped", reading, &asked, 5)), "{rule:?}");
            compared += found.len();
        }
    }
    assert!(compared > 2_000, "only {compared} outcomes were compared");
}

#[test]
fn prayer_wheel_by_room() {
    let mechanic = mechanic("sts/card-reward");
    for rules in RULE_SETS {
        for room in ["normal", "elite", "boss", "event"] {
            let inputs = set(&[("room", room.to_owned()), ("prayer_wheel", "true".to_owned())]);
            let law = law_with_rules(&mechanic, rules, &inputs, &[], &[0, 1, 2]);
            let twice = room == "normal" || (rules != "shipped" && room != "event");
            let cards = if twice { 6 } else { 3 };
            for counts in law.keys() {
                let sum: i64 = counts.iter().map(|count| count.parse::<i64>().unwrap()).sum();
                assert_eq!(sum, cards, "{rules} {room}");
            }
        }
    }
}

#[test]
fn simulated_rerolls_from_own_cards_agree_with_the_law() {
    const RUNS: u32 = 60_000;
    let (_, inputs) = reward("shipped", 0b00_0010, "normal", [7, 8, 9]);
    let mut random = Random(404);
    for other in [false, true] {
        let (asked, _) = reward("shipped", 0b00_0010, "normal", [7, 8, 9]);
        let asked = Reward { own: [4, 5, 6], given_other: other, ..asked };
        let mut inputs = inputs.clone();
        inputs.extend(set(&[("cards", "any_colour".to_owned()), ("given_other_colour", other.to_string())]));
        let sizes = ["size.ironclad.rare=6", "size.ironclad.uncommon=5", "size.ironclad.common=4"];
        let rule = [&["reroll_from=own_cards"], &sizes[..]].concat();
        let rule: Vec<String> = rule.into_iter().map(str::to_owned).collect();
        let fields: Vec<usize> = (0..7).collect();
        let law = law_with_rules(&mechanic("sts/card-reward"), "shipped", &inputs, &rule, &fields);
        let reading = Reading { wheel_after_all: false, rerolls_own: true };
        let mut seen: BTreeMap<Outcome, u32> = BTreeMap::new();
        for _ in 0..RUNS {
            let run = oracle::simulate_reward("shipped", reading, &asked, 5, 1, 4, &mut |n| random.below(n));
            *seen.entry(run).or_default() += 1;
        }
        let share = |(key, count): (Outcome, u32)| (key, BigRational::new(count.into(), BigInt::one()));
        let seen = outcomes(seen.into_iter().map(share).collect());
        assert!(seen.keys().all(|outcome| law.contains_key(outcome)), "an outcome the law does not have");
        for (outcome, mass) in law {
            let count = seen.get(&outcome).map_or(0, |count| count.to_integer().try_into().unwrap());
            assert!(agrees(count, RUNS, &mass), "{outcome:?}: {count} of {RUNS}, {mass}");
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let mechanic = mechanic("sts/card-reward");
    for (rules, inputs, reason) in [
        ("shipped", vec!["character=any_colour", "cards=any_colour"], "a character has cards of one colour"),
        ("shipped", vec!["character=silent"], "without Prismatic Shard the cards are those of the character"),
        (
            "shipped",
            vec!["given_other_colour=true"],
            "cards of another colour come with Prismatic Shard only",
        ),
        ("shipped", vec!["common_pool=2"], "rolled again without end"),
        ("document-code", vec!["cards=any_colour", "rare_pool=15"], "more cards than that many in the pool"),
    ] {
        let inputs = inputs.iter().map(|input| (*input).to_owned()).collect();
        let settings = Settings { rules: vec![rules.to_owned()], set: inputs, ..Settings::default() };
        let scenario = &scenarios(&mechanic, &settings).unwrap()[0];
        let limits = trueodds::evaluate::Limits::default();
        let bindings = scenario.bindings(&mechanic);
        let plan = trueodds::evaluate::Plan::<trueodds::exact::Rational>::new(
            &mechanic.program,
            &bindings,
            &[0],
            &(),
            &limits,
        );
        let stop = plan.law(&limits).unwrap_err();
        assert!(format!("{stop:?}").contains(reason), "{stop:?}");
    }
}
