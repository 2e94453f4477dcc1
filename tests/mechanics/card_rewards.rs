//! Card rewards against laws written apart from the engine, the document's figures, and simulations.

#[path = "../oracle/cards.rs"]
#[allow(unreachable_pub, missing_docs, reason = "an oracle is a module of its tests")]
pub(super) mod oracle;

use std::collections::BTreeMap;

use crate::support::{Random, agrees, law, mechanic, transitions};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One as _;
use oracle::{Reading, Reward};
use trueodds::exact::Rational;
use trueodds::value::Value;

pub(super) const RULE_SETS: [&str; 4] = ["shipped", "document-code", "document-prose", "document-constants"];

pub(super) fn ratio(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(BigInt::from(numerator), BigInt::from(denominator))
}

pub(super) fn offset(value: i64) -> Vec<Value> {
    vec![Value::Number(Rational::from(value))]
}

pub(super) fn set(pairs: &[(&str, String)]) -> Vec<String> {
    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect()
}

#[test]
fn every_roll_from_every_offset_under_every_rule_set() {
    let mechanic = mechanic("sts/card-roll");
    assert_eq!(mechanic.rule_sets.len(), RULE_SETS.len());
    for rules in RULE_SETS {
        for room in ["normal", "elite", "boss", "event"] {
            for (gift, swarm) in [(false, false), (true, false), (false, true), (true, true)] {
                for from in (-70..=5).step_by(if gift || swarm { 9 } else { 1 }) {
                    let inputs = set(&[
                        ("room", room.to_owned()),
                        ("nloths_gift", gift.to_string()),
                        ("elite_swarm", swarm.to_string()),
                    ]);
                    let mut found: Vec<(String, i64, BigRational)> =
                        transitions(&mechanic, rules, &inputs, &[0], &offset(from))
                            .into_iter()
                            .map(|(rarity, next, mass)| (rarity[0].clone(), next[0].parse().unwrap(), mass))
                            .collect();
                    let mut expected: Vec<(String, i64, BigRational)> =
                        oracle::roll(rules, room, gift, swarm, from)
                            .into_iter()
                            .map(|(rarity, next, mass)| (rarity.to_owned(), next, mass))
                            .collect();
                    found.sort();
                    expected.sort();
                    assert_eq!(found, expected, "{rules} {room} {gift} {swarm} from {from}");
                }
            }
        }
    }
}

#[test]
fn the_tables_of_the_document_are_not_what_its_rules_give() {
    let mechanic = mechanic("sts/card-roll");
    let chances = |from: i64| -> Vec<String> {
        let mut sums: BTreeMap<String, BigRational> = BTreeMap::new();
        for (rarity, _, mass) in transitions(&mechanic, "document-prose", &[], &[0], &offset(from)) {
            *sums.entry(rarity[0].clone()).or_insert_with(|| ratio(0, 1)) += mass;
        }
        sums.into_iter().map(|(rarity, mass)| format!("{rarity} {mass}")).collect()
    };
    assert_eq!(chances(5), ["common 13/20", "uncommon 7/20"]);
    assert_eq!(chances(-40), ["common 1/5", "rare 43/100", "uncommon 37/100"]);
}

#[test]
fn every_shop_card() {
    let mechanic = mechanic("sts/shop-card");
    for rules in RULE_SETS {
        for from in [8, 5, 0, -3, -17, -40, -95] {
            let found = law(&mechanic, rules, &set(&[("offset", from.to_string())]), &[0]);
            let expected = ["rare", "uncommon", "common"].into_iter().zip(oracle::shop(rules, from));
            let expected: BTreeMap<Vec<String>, BigRational> = expected
                .filter(|(_, mass)| *mass != ratio(0, 1))
                .map(|(rarity, mass)| (vec![rarity.to_owned()], mass))
                .collect();
            assert_eq!(found, expected, "{rules} {from}");
        }
    }
}

/// A reward with some flags, and the upgrade chance that goes with the rule set; all cards are the character's.
pub(super) fn reward(rules: &str, bits: u32, room: &'static str, pools: [i64; 3]) -> (Reward, Vec<String>) {
    let flag = |bit: u32| bits >> bit & 1 == 1;
    // Act 2 and a quarter as given are the same chance.
    let upgrade = ratio(1, 4);
    let reward = Reward {
        room,
        nloths_gift: flag(0),
        question_card: flag(1),
        busted_crown: flag(2),
        binary: flag(3),
        prayer_wheel: flag(4),
        elite_swarm: flag(5),
        upgrade,
        pools,
        own: pools,
        given_other: false,
    };
    let mut inputs = vec![
        ("room", room.to_owned()),
        ("nloths_gift", flag(0).to_string()),
        ("question_card", flag(1).to_string()),
        ("busted_crown", flag(2).to_string()),
        ("binary", flag(3).to_string()),
        ("prayer_wheel", flag(4).to_string()),
        ("elite_swarm", flag(5).to_string()),
        ("common_pool", pools[0].to_string()),
        ("uncommon_pool", pools[1].to_string()),
        ("rare_pool", pools[2].to_string()),
    ];
    inputs.push(if rules == "shipped" {
        ("act", "2".to_owned())
    } else {
        ("upgrade_chance", "1/4".to_owned())
    });
    (reward, set(&inputs))
}

/// The law of a reward as the oracle lists it: seven outcomes and the offset after it.
fn found(rules: &str, inputs: &[String], from: i64) -> BTreeMap<oracle::Outcome, BigRational> {
    let mechanic = mechanic("sts/card-reward");
    let way = |(outcome, next, mass): (Vec<String>, Vec<String>, BigRational)| {
        let number = |index: usize| outcome[index].parse::<i64>().unwrap();
        let flag = |index: usize| outcome[index] == "true";
        let next = next[0].parse().unwrap();
        ((number(0), number(1), number(2), number(3), flag(4), flag(5), flag(6), next), mass)
    };
    let fields: Vec<usize> = (0..7).collect();
    transitions(&mechanic, rules, inputs, &fields, &offset(from)).into_iter().map(way).collect()
}

#[test]
fn the_joint_law_of_rewards_under_every_rule_set() {
    let mut outcomes = 0;
    for (index, rules) in RULE_SETS.into_iter().enumerate() {
        for (bits, room, pools, from) in [
            (0b00_0000, "normal", [20, 36, 16], 5),
            (0b00_0000, "elite", [19, 33, 19], -12),
            (0b00_0011, "normal", [4, 5, 6], -33),
            (0b00_0100, "elite", [18, 36, 17], 0),
            (0b01_1000, "normal", [4, 3, 2], -20),
            (0b10_0001, "elite", [4, 4, 4], 2),
            (0b01_0000, "boss", [76, 160, 84], -7),
            (0b01_0000, "elite", [9, 8, 7], -30),
            (0b01_0010, "event", [9, 8, 7], -30),
        ] {
            let (asked, inputs) = reward(rules, bits, room, pools);
            let expected = oracle::reward(rules, Reading::of(rules), &asked, from);
            outcomes += expected.len();
            assert_eq!(found(rules, &inputs, from), expected, "{rules} {bits:b} {room} {from} ({index})");
        }
    }
    assert!(outcomes > 1_000, "only {outcomes} outcomes were compared");
}

#[test]
fn a_reroll_of_duplicates_is_a_draw_without_replacement() {
    // k different cards of n: a given one is among them with probability k/n. Elites with the swarm give
    // rares alone, so that k is the number of cards.
    for (cards, flags) in [(1, 0b10_0100), (2, 0b10_1000), (3, 0b10_0000), (4, 0b10_0010)] {
        for pool in [4, 7, 16] {
            let (_, inputs) = reward("shipped", flags, "elite", [9, 9, pool]);
            let law = found("shipped", &inputs, 5);
            let given: BigRational = law.iter().filter(|(key, _)| key.4).map(|(_, mass)| mass).sum();
            assert_eq!(given, ratio(cards, pool), "{cards} of {pool}");
        }
    }
}

#[test]
fn the_characters_have_their_pools() {
    let mechanic = mechanic("sts/card-reward");
    let sizes: [(&str, [i64; 3]); 5] = [
        ("ironclad", [20, 36, 16]),
        ("silent", [19, 33, 19]),
        ("defect", [18, 36, 17]),
        ("watcher", [19, 35, 17]),
        ("any_colour", [76, 160, 84]),
    ];
    for (cards, pools) in sizes {
        let named =
            law(&mechanic, "shipped", &[format!("cards={cards}"), "room=elite".to_owned()], &[4, 5, 6]);
        let inputs = set(&[
            ("room", "elite".to_owned()),
            ("common_pool", pools[0].to_string()),
            ("uncommon_pool", pools[1].to_string()),
            ("rare_pool", pools[2].to_string()),
        ]);
        assert_eq!(named, law(&mechanic, "shipped", &inputs, &[4, 5, 6]), "{cards}");
    }
}

#[test]
fn upgrades_follow_from_act_and_ascension_in_the_game() {
    let mechanic = mechanic("sts/card-reward");
    for (act, ascension, chance) in [
        (1, false, ratio(0, 1)),
        (2, false, ratio(1, 4)),
        (3, false, ratio(1, 2)),
        (4, false, ratio(1, 2)),
        (1, true, ratio(0, 1)),
        (2, true, ratio(1, 8)),
        (3, true, ratio(1, 4)),
    ] {
        let inputs = set(&[("act", act.to_string()), ("ascension12", ascension.to_string())]);
        let law = law(&mechanic, "shipped", &inputs, &[3]);
        // From offset 5 no card is rare in a normal room's first three rolls: three independent upgrades.
        let none = law.get(&vec!["0".to_owned()]).cloned().unwrap();
        let miss = BigRational::one() - chance;
        assert_eq!(none, &miss * &miss * &miss, "act {act}, ascension {ascension}");
    }
}

#[test]
fn every_colorless_reward() {
    let mechanic = mechanic("sts/colorless-reward");
    for rules in RULE_SETS {
        for (cards, inputs) in [
            (3, vec![]),
            (4, vec!["question_card=true".to_owned()]),
            (1, vec!["busted_crown=true".to_owned()]),
        ] {
            let found = law(&mechanic, rules, &inputs, &[0, 1, 2, 3]);
            let expected: BTreeMap<Vec<String>, BigRational> = oracle::colorless(rules, cards, [20, 15])
                .into_iter()
                .map(|((rares, uncommons, rare, uncommon), mass)| {
                    (
                        vec![
                            rares.to_string(),
                            uncommons.to_string(),
                            rare.to_string(),
                            uncommon.to_string(),
                        ],
                        mass,
                    )
                })
                .collect();
            assert_eq!(found, expected, "{rules} {cards}");
        }
    }
}

#[test]
fn relics_are_found_up_to_floor_48_or_in_endless_runs() {
    let mechanic = mechanic("sts/relic-can-spawn");
    for rules in RULE_SETS {
        for relic in ["question_card", "singing_bowl"] {
            for (floor, endless, expected) in
                [(1, false, true), (48, false, true), (49, false, false), (49, true, true), (56, true, true)]
            {
                let inputs = set(&[
                    ("relic", relic.to_owned()),
                    ("floor", floor.to_string()),
                    ("endless", endless.to_string()),
                ]);
                let law = law(&mechanic, rules, &inputs, &[0]);
                assert_eq!(law.into_keys().collect::<Vec<_>>(), [vec![expected.to_string()]]);
            }
        }
    }
}

#[test]
fn simulated_rewards_agree_with_the_law() {
    const RUNS: u32 = 60_000;
    for (rules, bits, room, from) in [("shipped", 0b00_0011, "elite", -12), ("document-code", 0, "normal", 3)]
    {
        let (asked, inputs) = reward(rules, bits, room, [5, 6, 7]);
        let mut random = Random(u64::from(bits) + 77);
        let mut seen: BTreeMap<oracle::Outcome, u32> = BTreeMap::new();
        for _ in 0..RUNS {
            let outcome = oracle::simulate_reward(rules, Reading::of(rules), &asked, from, 1, 4, &mut |n| {
                random.below(n)
            });
            *seen.entry(outcome).or_default() += 1;
        }
        let law = found(rules, &inputs, from);
        assert!(seen.keys().all(|outcome| law.contains_key(outcome)), "an outcome the law does not have");
        for (outcome, mass) in law {
            let count = seen.get(&outcome).copied().unwrap_or(0);
            assert!(agrees(count, RUNS, &mass), "{rules} {outcome:?}: {count} of {RUNS}, {mass}");
        }
    }
}

#[test]
fn simulated_waits_for_a_rare_agree_with_the_chain() {
    use trueodds::evaluate::{Limits, Plan, Reach, explore};
    use trueodds::prob::chain::{Bounds, first_hit};
    use trueodds::scenario::{Settings, scenarios};
    const RUNS: u32 = 40_000;
    let mut random = Random(19);
    let mut seen: BTreeMap<usize, u32> = BTreeMap::new();
    for _ in 0..RUNS {
        let (mut bonus, mut cards) = (5_i64, 0);
        loop {
            cards += 1;
            let roll = i64::try_from(random.below(100)).unwrap() + bonus;
            if roll < 3 {
                break;
            }
            if roll >= 40 {
                bonus = (bonus - 1).max(-40);
            }
        }
        *seen.entry(cards).or_default() += 1;
    }
    let mechanic = mechanic("sts/card-roll");
    let scenario = &scenarios(&mechanic, &Settings::default()).unwrap()[0];
    let (limits, bindings) = (Limits::default(), scenario.bindings(&mechanic));
    let plan = Plan::step(&mechanic.program, &bindings, &[0], &(), &limits);
    let chain = explore(
        &mut |state| plan.transitions(state, &limits),
        &[offset(5)],
        Reach::all(),
        trueodds::source::Span::default(),
        &limits,
    )
    .unwrap();
    let kernel = chain.kernel(|way| i64::from(way.outcome[0] == Value::Variant(0)));
    let hit = first_hit(&kernel, 0, &Bounds::none()).unwrap();
    for (cards, step) in (1..).zip(hit.law(60, &Bounds::none()).unwrap().steps()) {
        let (count, mass) = (seen.get(&cards).copied().unwrap_or(0), step.at());
        assert!(agrees(count, RUNS, &mass.to_big()), "{cards} cards: {count} of {RUNS}, {mass}");
    }
}

#[test]
fn simulated_shop_and_colorless_cards_agree_with_the_law() {
    const RUNS: u32 = 60_000;
    let mut random = Random(31);
    let (mut rares, mut both) = (0, 0);
    for _ in 0..RUNS {
        // A shop card at offset −4: 13 of 100 rolls lie below 9.
        rares += u32::from(i64::try_from(random.below(100)).unwrap() - 4 < 9);
        // Three colorless cards, each rare with 3 in 10: whether a given rare is among them, when those of
        // the same rarity are rolled again.
        let mut taken: Vec<u64> = Vec::new();
        for _ in 0..3 {
            if random.below(10) < 3 {
                let card = std::iter::repeat_with(|| random.below(15)).find(|card| !taken.contains(card));
                taken.push(card.unwrap());
            }
        }
        both += u32::from(taken.contains(&0));
    }
    let shop = law(&mechanic("sts/shop-card"), "shipped", &["offset=-4".to_owned()], &[0]);
    assert!(agrees(rares, RUNS, &shop[&vec!["rare".to_owned()]]));
    let colorless = law(&mechanic("sts/colorless-reward"), "shipped", &[], &[2]);
    assert!(agrees(both, RUNS, &colorless[&vec!["true".to_owned()]]));
}
