//! Card rewards of the `sts/*` mechanics: an oracle written apart from the engine.
//!
//! Everything is counted out the slow way. One roll goes over all hundred values of `random(100)`; a
//! reward goes over every sequence of rarities. Given how many cards of a rarity a reward holds, the chance that
//! one fixed card of it is among them has a closed form ([`held`]), and upgrades of the non-rare cards are binomial.
//! `simulate_reward` does it once more as the game does: card by card, with re-rolled duplicates.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// Where the offset starts, and where any rare puts it back.
pub const START: i64 = 5;
/// The printed cap.
pub const CAP: i64 = -40;

/// (rares, uncommons, commons, upgraded, given rare, given uncommon, given common, next offset).
pub type Outcome = (i64, i64, i64, i64, bool, bool, bool, i64);
/// How many commons, uncommons and rares, in the order of `Reward::pools`.
type Counts = [i64; 3];

/// How a text is read where it says nothing, and the other texts otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Prayer Wheel works after elites and bosses too.
    pub wheel_after_all: bool,
    /// A duplicate is rolled again from the character's cards alone.
    pub rerolls_own: bool,
}

impl Reading {
    /// The reading of a rule set.
    pub fn of(rules: &str) -> Reading {
        match rules {
            "shipped" => Reading { wheel_after_all: false, rerolls_own: false },
            "document-code" | "document-prose" | "document-constants" => {
                Reading { wheel_after_all: true, rerolls_own: true }
            }
            other => panic!("no rules {other}"),
        }
    }

    /// How many rewards a room gives.
    fn rewards(self, reward: &Reward) -> usize {
        let works = match reward.room {
            "normal" => true,
            "elite" | "boss" => self.wheel_after_all,
            _ => false,
        };
        1 + usize::from(reward.prayer_wheel && works)
    }
}

/// What is asked of `sts/card-reward`.
#[derive(Clone, Debug)]
pub struct Reward {
    /// `normal`, `elite`, `boss` or `event`.
    pub room: &'static str,
    pub nloths_gift: bool,
    pub question_card: bool,
    pub busted_crown: bool,
    pub binary: bool,
    pub prayer_wheel: bool,
    pub elite_swarm: bool,
    /// The chance that a card that is not rare comes upgraded.
    pub upgrade: BigRational,
    /// Pool sizes: common, uncommon, rare.
    pub pools: [i64; 3],
    /// How many of these are of the character.
    pub own: [i64; 3],
    /// Whether the given cards are of another colour.
    pub given_other: bool,
}

fn ratio(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(BigInt::from(numerator), BigInt::from(denominator))
}

/// The thresholds (R, U) of a room that rolls, before N'loth's Gift.
fn base(rules: &str, room: &str) -> (i64, i64) {
    match (rules, room) {
        ("shipped" | "document-code" | "document-prose" | "document-constants", "normal" | "event") => {
            (3, 37)
        }
        ("shipped" | "document-prose" | "document-constants", "elite") => (10, 40),
        ("document-code", "elite") => (3, 37),
        ("document-code" | "document-prose" | "document-constants", "boss") => (3, 37),
        ("shipped" | "document-code" | "document-prose", "shop") => (9, 37),
        ("document-constants", "shop") => (3, 37),
        _ => panic!("no thresholds for {rules}, {room}"),
    }
}

/// The rarity a value of v stands for: below R rare, below R + U uncommon, else common.
fn band(value: i64, rare: i64, uncommon: i64) -> &'static str {
    if value < rare {
        "rare"
    } else if value < rare + uncommon {
        "uncommon"
    } else {
        "common"
    }
}

/// The rarity of one card of a reward, `value` being random(100) + offset.
fn rarity(rules: &str, room: &str, nloths_gift: bool, elite_swarm: bool, value: i64) -> &'static str {
    let always = (rules == "shipped" && room == "boss") || (elite_swarm && room == "elite");
    if always {
        return "rare";
    }
    let (rare, uncommon) = base(rules, room);
    band(value, if nloths_gift { 3 * rare } else { rare }, uncommon)
}

/// The offset after a card of this rarity.
fn moved(rules: &str, rarity: &str, offset: i64) -> i64 {
    match rarity {
        "rare" => START,
        "uncommon" => offset,
        "common" => capped(rules, offset - 1),
        other => panic!("no rarity {other}"),
    }
}

/// The cap rule, applied to the offset after the decrement.
fn capped(rules: &str, offset: i64) -> i64 {
    match rules {
        "document-code" if offset > CAP => CAP,
        "document-code" => offset,
        _ if offset < CAP => CAP,
        _ => offset,
    }
}

/// One roll: (rarity, next offset, chance) for each rarity that can come, rare first.
pub fn roll(
    rules: &str,
    room: &str,
    nloths_gift: bool,
    elite_swarm: bool,
    offset: i64,
) -> Vec<(&'static str, i64, BigRational)> {
    let mut law = Vec::new();
    for name in ["rare", "uncommon", "common"] {
        let hits = |draw: &i64| rarity(rules, room, nloths_gift, elite_swarm, draw + offset) == name;
        let count = (0..100).filter(hits).count() as i64;
        if count > 0 {
            law.push((name, moved(rules, name, offset), ratio(count, 100)));
        }
    }
    law
}

/// One shop roll: the chances of rare, uncommon, common.
pub fn shop(rules: &str, offset: i64) -> [BigRational; 3] {
    let (rare, uncommon) = base(rules, "shop");
    let shift = if rules == "shipped" { offset } else { 0 };
    ["rare", "uncommon", "common"].map(|name| {
        let count = (0..100).filter(|draw| band(draw + shift, rare, uncommon) == name).count();
        ratio(count as i64, 100)
    })
}

/// How many cards one reward shows.
fn shown(reward: &Reward) -> i64 {
    let fewer = 2 * i64::from(reward.busted_crown) + i64::from(reward.binary);
    (3 + i64::from(reward.question_card) - fewer).max(0)
}

/// Where a rarity stands in `Counts`.
fn place(rarity: &str) -> usize {
    match rarity {
        "common" => 0,
        "uncommon" => 1,
        "rare" => 2,
        other => panic!("no rarity {other}"),
    }
}

/// The law of (counts, next offset) over every sequence of rarities of one reward.
fn sequences(rules: &str, reward: &Reward, offset: i64) -> BTreeMap<(Counts, i64), BigRational> {
    let mut law = BTreeMap::new();
    walk(rules, reward, shown(reward), [0; 3], offset, &BigRational::one(), &mut law);
    law
}

/// Goes on with a sequence that has `left` cards to come.
fn walk(
    rules: &str,
    reward: &Reward,
    left: i64,
    counts: Counts,
    offset: i64,
    mass: &BigRational,
    law: &mut BTreeMap<(Counts, i64), BigRational>,
) {
    if left == 0 {
        add(law, (counts, offset), mass.clone());
        return;
    }
    for (name, next, chance) in roll(rules, reward.room, reward.nloths_gift, reward.elite_swarm, offset) {
        let mut more = counts;
        more[place(name)] += 1;
        walk(rules, reward, left - 1, more, next, &(mass * chance), law);
    }
}

/// Adds mass to a law, leaving out what cannot come.
fn add<K: Ord>(law: &mut BTreeMap<K, BigRational>, key: K, mass: BigRational) {
    if !mass.is_zero() {
        *law.entry(key).or_insert_with(BigRational::zero) += mass;
    }
}

/// The counts of each reward of a room, and the offset after them.
fn rewards(
    rules: &str,
    reading: Reading,
    reward: &Reward,
    offset: i64,
) -> BTreeMap<(Vec<Counts>, i64), BigRational> {
    let mut law = BTreeMap::from([((Vec::new(), offset), BigRational::one())]);
    for _ in 0..reading.rewards(reward) {
        let mut next = BTreeMap::new();
        for ((before, offset), mass) in law {
            for ((counts, offset), chance) in sequences(rules, reward, offset) {
                let mut all = before.clone();
                all.push(counts);
                add(&mut next, (all, offset), &mass * chance);
            }
        }
        law = next;
    }
    law
}

/// The law of what a room's rewards offer, all their cards taken together.
pub fn reward(rules: &str, reading: Reading, reward: &Reward, offset: i64) -> BTreeMap<Outcome, BigRational> {
    let mut law = BTreeMap::new();
    for ((parts, next), mass) in rewards(rules, reading, reward, offset) {
        offer(reading, reward, &parts, next, &mass, &mut law);
    }
    law
}

/// Spreads the mass of known counts over upgrades and given cards.
fn offer(
    reading: Reading,
    reward: &Reward,
    parts: &[Counts],
    next: i64,
    mass: &BigRational,
    law: &mut BTreeMap<Outcome, BigRational>,
) {
    let [commons, uncommons, rares] = [0, 1, 2].map(|at| parts.iter().map(|part| part[at]).sum::<i64>());
    let [common, uncommon, rare] = [0, 1, 2].map(|at| {
        let own = if reading.rerolls_own { reward.own[at] } else { reward.pools[at] };
        let missing = |part: &Counts| {
            BigRational::one()
                - held(part[at], reward.pools[at], own, reading.rerolls_own && reward.given_other)
        };
        BigRational::one() - parts.iter().map(missing).product::<BigRational>()
    });
    for (upgraded, chance) in binomial(commons + uncommons, &reward.upgrade) {
        for bits in 0..8 {
            let (r, u, c) = (bits & 4 != 0, bits & 2 != 0, bits & 1 != 0);
            let flags = side(&rare, r) * side(&uncommon, u) * side(&common, c);
            add(law, (rares, uncommons, commons, upgraded, r, u, c, next), mass * &chance * flags);
        }
    }
}

/// The law of (commons, uncommons, rares, next offset) of a room; a shop rolls at the offset and leaves it.
pub fn room(
    rules: &str,
    reading: Reading,
    asked: &Reward,
    shop_cards: i64,
    offset: i64,
) -> BTreeMap<(Counts, i64), BigRational> {
    let mut law = BTreeMap::new();
    if asked.room == "shop" {
        let [rare, uncommon, common] = shop(rules, offset);
        for rares in 0..=shop_cards {
            for uncommons in 0..=shop_cards - rares {
                let commons = shop_cards - rares - uncommons;
                let ways =
                    factorial(shop_cards) / (factorial(rares) * factorial(uncommons) * factorial(commons));
                let mass = power(&rare, rares) * power(&uncommon, uncommons) * power(&common, commons);
                add(&mut law, ([commons, uncommons, rares], offset), mass * BigRational::from(ways));
            }
        }
        return law;
    }
    for ((parts, next), mass) in rewards(rules, reading, asked, offset) {
        let sum = [0, 1, 2].map(|at| parts.iter().map(|part| part[at]).sum());
        add(&mut law, (sum, next), mass);
    }
    law
}

/// The law of how many commons, uncommons and rares the rooms of a path show together.
pub fn path(
    rules: &str,
    reading: Reading,
    rooms: &[Reward],
    shop_cards: i64,
    offset: i64,
) -> BTreeMap<Counts, BigRational> {
    let mut law = BTreeMap::from([(([0; 3], offset), BigRational::one())]);
    for asked in rooms {
        let mut next = BTreeMap::new();
        let mut known = BTreeMap::new();
        for ((before, offset), mass) in &law {
            let found = known
                .entry(*offset)
                .or_insert_with(|| room(rules, reading, asked, shop_cards, *offset))
                .clone();
            for ((counts, offset), chance) in found {
                let sum = [0, 1, 2].map(|at| before[at] + counts[at]);
                add(&mut next, (sum, offset), mass * chance);
            }
        }
        law = next;
    }
    let mut counts = BTreeMap::new();
    for ((sum, _), mass) in law {
        add(&mut counts, sum, mass);
    }
    counts
}

fn factorial(n: i64) -> BigInt {
    (1..=n).map(BigInt::from).product()
}

fn power(base: &BigRational, exponent: i64) -> BigRational {
    (0..exponent).map(|_| base.clone()).product()
}

/// The chance of a flag being as told.
fn side(chance: &BigRational, flag: bool) -> BigRational {
    if flag { chance.clone() } else { BigRational::one() - chance }
}

/// The chance that one fixed card is among `cards` different ones of a pool, of which `own` are those that a
/// duplicate is rolled again from.
///
/// One of the others comes by a first roll alone, and the first rolls are independent of all that came before:
/// it is missed with (1 - 1/pool)^cards. So many of the others are there on average, and the rest of the cards
/// are own ones, each as likely as any other.
pub fn held(cards: i64, pool: i64, own: i64, other: bool) -> BigRational {
    assert!(cards <= own && own <= pool, "{cards} different cards out of {own} of {pool}");
    let each_other = BigRational::one() - power(&ratio(pool - 1, pool), cards);
    if other {
        assert!(own < pool, "no other card in the pool");
        return each_other;
    }
    (ratio(cards, 1) - ratio(pool - own, 1) * each_other) / ratio(own, 1)
}

/// The binomial law, one trial after the other.
fn binomial(trials: i64, chance: &BigRational) -> BTreeMap<i64, BigRational> {
    let mut law = BTreeMap::from([(0, BigRational::one())]);
    for _ in 0..trials {
        let mut next = BTreeMap::new();
        for (count, mass) in &law {
            add(&mut next, count + 1, mass * chance);
            add(&mut next, *count, mass * side(chance, false));
        }
        law = next;
    }
    law
}

/// A colorless reward: (rares, uncommons, given rare, given uncommon), without duplicates.
pub fn colorless(rules: &str, cards: i64, pools: [i64; 2]) -> BTreeMap<(i64, i64, bool, bool), BigRational> {
    let chance = match rules {
        "shipped" => ratio(3, 10),
        "document-code" | "document-prose" | "document-constants" => ratio(33, 100),
        other => panic!("no rules {other}"),
    };
    let mut law = BTreeMap::new();
    for (rares, mass) in binomial(cards, &chance) {
        let uncommons = cards - rares;
        let uncommon = ratio(uncommons, pools[0]);
        let rare = ratio(rares, pools[1]);
        for (r, u) in [(false, false), (false, true), (true, false), (true, true)] {
            add(&mut law, (rares, uncommons, r, u), &mass * side(&rare, r) * side(&uncommon, u));
        }
    }
    law
}

/// One simulated reward, as the game goes about it; `random(n)` is uniform over 0..n-1. The character's cards come
/// first in each pool. The fixed card of each rarity is the first of its pool, or the last of another colour.
pub fn simulate_reward(
    rules: &str,
    reading: Reading,
    reward: &Reward,
    offset: i64,
    upgrade_numerator: u64,
    upgrade_denominator: u64,
    random: &mut impl FnMut(u64) -> u64,
) -> Outcome {
    let mut offset = offset;
    let mut offered = Vec::new();
    let mut upgraded = 0;
    for _ in 0..reading.rewards(reward) {
        let cards = simulate_cards(rules, reading, reward, &mut offset, random);
        for (at, _) in &cards {
            let lucky = *at != place("rare") && random(upgrade_denominator) < upgrade_numerator;
            upgraded += i64::from(lucky);
        }
        offered.extend(cards);
    }
    let count = |name: &str| offered.iter().filter(|card| card.0 == place(name)).count() as i64;
    let given = |at: usize| if reward.given_other { reward.pools[at] as u64 - 1 } else { 0 };
    let holds = |name: &str| offered.contains(&(place(name), given(place(name))));
    let [rares, uncommons, commons] = ["rare", "uncommon", "common"].map(count);
    let [rare, uncommon, common] = ["rare", "uncommon", "common"].map(holds);
    (rares, uncommons, commons, upgraded, rare, uncommon, common, offset)
}

/// The cards of one simulated reward, as (rarity, index in its pool).
fn simulate_cards(
    rules: &str,
    reading: Reading,
    reward: &Reward,
    offset: &mut i64,
    random: &mut impl FnMut(u64) -> u64,
) -> Vec<(usize, u64)> {
    let mut cards = Vec::new();
    for _ in 0..shown(reward) {
        let value = random(100) as i64 + *offset;
        let name = rarity(rules, reward.room, reward.nloths_gift, reward.elite_swarm, value);
        *offset = moved(rules, name, *offset);
        let at = place(name);
        let again = if reading.rerolls_own { reward.own[at] } else { reward.pools[at] };
        let mut card = (at, random(reward.pools[at] as u64));
        while cards.contains(&card) {
            card = (at, random(again as u64));
        }
        cards.push(card);
    }
    cards
}
