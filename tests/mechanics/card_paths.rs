//! Paths of rooms with shops and events: one room from every offset, and whole paths, against the oracle.

use std::collections::BTreeMap;

use super::card_rewards::oracle::{self, Reading, Reward};
use super::card_rewards::{RULE_SETS, offset, ratio, reward, set};
use crate::support::{mechanic, transitions};
use num_rational::BigRational;
use trueodds::scenario::Mechanic;
use trueodds::value::Value;

const POOLS: [i64; 3] = [20, 36, 16];

/// The law of (rares, uncommons, commons, next offset) of one room.
fn one_room(
    rooms: &Mechanic,
    rules: &str,
    inputs: &[String],
    from: i64,
) -> BTreeMap<([i64; 3], i64), BigRational> {
    let mut law = BTreeMap::new();
    for (outcome, next, mass) in transitions(rooms, rules, inputs, &[0, 1, 2], &offset(from)) {
        let [rares, uncommons, commons] = [0, 1, 2].map(|at: usize| outcome[at].parse::<i64>().unwrap());
        let key = ([commons, uncommons, rares], next[0].parse().unwrap());
        *law.entry(key).or_insert_with(|| ratio(0, 1)) += mass;
    }
    law
}

#[test]
fn every_room_from_many_offsets_under_every_rule_set() {
    let rooms = mechanic("sts/room-cards");
    assert_eq!(rooms.rule_sets.len(), RULE_SETS.len());
    let mut compared = 0;
    for rules in RULE_SETS {
        for room in ["normal", "elite", "boss", "event", "shop"] {
            for (bits, shop_cards) in [(0, 5), (0b01_0001, 7), (0b01_0100, 1), (0b10_0000, 0)] {
                for from in [5, 0, -7, -38, -40, -60] {
                    let (asked, mut inputs) = reward(rules, bits, room, POOLS);
                    inputs.extend(set(&[("shop_cards", shop_cards.to_string())]));
                    let found = one_room(&rooms, rules, &inputs, from);
                    let expected = oracle::room(rules, Reading::of(rules), &asked, shop_cards, from);
                    assert_eq!(found, expected, "{rules} {room} {bits:b} {shop_cards} from {from}");
                    compared += found.len();
                }
            }
        }
    }
    assert!(compared > 5_000, "only {compared} outcomes were compared");
}

/// The means of the rares, uncommons and commons of a path, by the rooms one after another.
fn along(rules: &str, path: &[Vec<String>]) -> [BigRational; 3] {
    let rooms = mechanic("sts/room-cards");
    let mut law = BTreeMap::from([(5, ratio(1, 1))]);
    let mut means = [0, 1, 2].map(|_| ratio(0, 1));
    for inputs in path {
        let mut next: BTreeMap<i64, BigRational> = BTreeMap::new();
        for (from, mass) in law {
            for ((counts, to), chance) in one_room(&rooms, rules, inputs, from) {
                for (mean, count) in means.iter_mut().zip(counts.into_iter().rev()) {
                    *mean += &mass * &chance * ratio(count, 1);
                }
                *next.entry(to).or_insert_with(|| ratio(0, 1)) += &mass * chance;
            }
        }
        law = next;
    }
    means
}

#[test]
fn paths_with_shops_and_events_against_the_oracle() {
    let path = ["normal", "normal", "shop", "event", "elite", "shop", "boss"];
    for rules in RULE_SETS {
        for bits in [0, 0b01_0000] {
            let all: Vec<(Reward, Vec<String>)> =
                path.iter().map(|room| reward(rules, bits, room, POOLS)).collect();
            let (asked, mut inputs): (Vec<Reward>, Vec<Vec<String>>) = all.into_iter().unzip();
            inputs.iter_mut().for_each(|inputs| inputs.extend(set(&[("shop_cards", "4".to_owned())])));
            let law = oracle::path(rules, Reading::of(rules), &asked, 4, 5);
            let mean = |at: usize| -> BigRational {
                law.iter().map(|(counts, mass)| ratio(counts[at], 1) * mass).sum()
            };
            assert_eq!(along(rules, &inputs), [2, 1, 0].map(mean), "{rules} {bits:b}");
        }
    }
}

#[test]
fn a_shop_leaves_the_offset_and_an_event_is_a_normal_room_without_prayer_wheel() {
    let rooms = mechanic("sts/room-cards");
    for rules in RULE_SETS {
        let room = |name: &str, wheel: bool| {
            one_room(
                &rooms,
                rules,
                &set(&[("room", name.to_owned()), ("prayer_wheel", wheel.to_string())]),
                -9,
            )
        };
        assert!(room("shop", true).keys().all(|(_, next)| *next == -9), "{rules}");
        assert_eq!(room("event", true), room("normal", false), "{rules}");
        assert_ne!(room("event", true), room("normal", true), "{rules}");
    }
}

#[test]
fn without_shops_a_path_is_that_of_its_rewards() {
    let (rooms, rewards) = (mechanic("sts/room-cards"), mechanic("sts/card-reward"));
    for rules in RULE_SETS {
        for room in ["normal", "elite", "boss", "event"] {
            let inputs = set(&[("room", room.to_owned()), ("question_card", "true".to_owned())]);
            let law =
                |mechanic: &Mechanic, from: &[Value]| transitions(mechanic, rules, &inputs, &[0, 1, 2], from);
            assert_eq!(law(&rooms, &offset(-4)), law(&rewards, &offset(-4)), "{rules} {room}");
        }
    }
}
