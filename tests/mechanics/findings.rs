//! The figures of data/*/findings against the enumerations of tests/oracle, and closed forms worked out by hand. A
//! finding whose figures have no second route here fails the test.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed as _, Zero as _};
use trueodds::evaluate::Limits;
use trueodds::findings::{Finding, numbers};
use trueodds::session::Session;

use crate::level_generation::oracle::{Floor, Outcome, Reading, room_count, special_rooms};

/// A figure by its mechanic, the words that its sentence begins with, and its name.
type Key = (&'static str, &'static str, &'static str);

fn ratio(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(numerator.into(), denominator.into())
}

fn found() -> (Session, Vec<Finding>) {
    let session = Session::embedded().unwrap();
    let findings = session.findings().unwrap().into_iter().flat_map(|file| file.findings).collect();
    (session, findings)
}

/// Holds every figure of the findings about some mechanics to what is expected of it, and the other way round.
fn holds(mechanics: &[&str], expected: BTreeMap<Key, BigRational>) {
    holds_as(mechanics, expected, BigRational::eq);
}

fn holds_as(
    mechanics: &[&str],
    mut expected: BTreeMap<Key, BigRational>,
    same: impl Fn(&BigRational, &BigRational) -> bool,
) {
    let (session, findings) = found();
    for finding in findings.iter().filter(|finding| mechanics.contains(&finding.mechanic.as_str())) {
        let mechanic = session.mechanic(&finding.mechanic).unwrap();
        let computed = numbers(finding, &mechanic, &Limits::default()).unwrap();
        let text = finding.sentence.with(|name| format!("{{{name}}}"));
        for (figure, number) in finding.figures.iter().zip(computed) {
            let key = expected.keys().find(|(about, begins, name)| {
                *about == finding.mechanic && text.starts_with(begins) && *name == figure.name
            });
            let key = *key.unwrap_or_else(|| panic!("no second route for {{{}}} of {text}", figure.name));
            let expected = expected.remove(&key).unwrap();
            assert!(same(&number.to_big(), &expected), "{key:?}: {number} is not {expected}");
        }
    }
    assert!(expected.is_empty(), "not in any finding: {:?}", expected.keys());
}

/// The chance of an event given another, by enumeration.
fn chance_given(
    reading: &Reading,
    floor: &Floor,
    event: impl Fn(&Outcome) -> bool,
    given: impl Fn(&Outcome) -> bool,
) -> BigRational {
    let (mut both, mut all) = (BigRational::zero(), BigRational::zero());
    for (outcome, mass) in special_rooms(reading, floor) {
        if given(&outcome) {
            if event(&outcome) {
                both += &mass;
            }
            all += mass;
        }
    }
    both / all
}

fn chance(reading: &Reading, floor: &Floor, event: impl Fn(&Outcome) -> bool) -> BigRational {
    chance_given(reading, floor, event, |_| true)
}

fn library(outcome: &Outcome) -> bool {
    outcome["library"] == "true"
}

fn miniboss(outcome: &Outcome) -> bool {
    outcome["miniboss"] == "true"
}

fn planetarium(outcome: &Outcome) -> bool {
    outcome["planetarium"] == "true"
}

fn curse(outcome: &Outcome) -> bool {
    outcome["curse"] != "0"
}

fn challenge(outcome: &Outcome) -> bool {
    outcome["challenge"] != "none"
}

fn dice(outcome: &Outcome) -> bool {
    outcome["dice_or_sacrifice"] != "none"
}

fn bedroom(outcome: &Outcome) -> bool {
    outcome["bedroom"] != "none"
}

#[test]
fn special_rooms_have_the_chances_of_an_enumeration() {
    let usual = || Reading::of("repentance-plus");
    let own = Reading { second_boss_takes_end: true, ..usual() };
    let front = Reading { refused_to_front: true, ..usual() };
    let half = Reading { sure_challenge: false, ..usual() };
    let late = Reading { second_curse_last: true, ..usual() };
    let prose = Reading { need_by_prose: true, ..usual() };
    let bosses = |count| Reading { void_bosses: Some(count), ..usual() };
    let usual = usual();
    let on = |stage: i64, dead_ends: u32| Floor { stage, dead_ends, ..Floor::default() };
    let xl = Floor { xl: true, ..on(1, 6) };
    let book = Floor { touched_book: true, ..Floor::default() };
    let head = Floor { voodoo_head: true, ..on(3, 6) };
    let hurt = Floor { hearts: 3, ..on(1, 20) };
    let bones = Floor { hearts: 1, bone_hearts: 2, ..on(1, 20) };
    let curse_at = |reading: &Reading, rank: &str| {
        chance_given(reading, &on(3, 8), |outcome| outcome["curse_rank"] == rank, curse)
    };
    let challenge_at_5 = |reading: &Reading| {
        chance_given(reading, &on(3, 8), |outcome| outcome["challenge_rank"] == "5", challenge)
    };
    let about = "isaac/special-rooms";
    let expected: &[(&str, &[(&str, BigRational)])] = &[
        (
            "An XL first floor",
            &[
                ("library", chance(&usual, &xl, library)),
                ("curse", chance(&usual, &xl, curse)),
                ("miniboss", chance(&usual, &xl, miniboss)),
                ("own_library", chance(&own, &xl, library)),
                ("own_curse", chance(&own, &xl, curse)),
                ("own_miniboss", chance(&own, &xl, miniboss)),
            ],
        ),
        (
            "The printed",
            &[
                ("printed", ratio(1, 20)),
                ("five", chance(&usual, &on(1, 5), library)),
                ("six", chance(&usual, &on(1, 6), library)),
            ],
        ),
        (
            "A book",
            &[
                ("never", chance(&usual, &book, library)),
                ("works", chance(&Reading { book_flag: true, ..usual.clone() }, &book, library)),
            ],
        ),
        (
            "With full health",
            &[
                ("code", chance(&usual, &on(3, 8), challenge)),
                ("half", chance(&half, &on(3, 8), challenge)),
                ("prose", ratio(1, 2)),
            ],
        ),
        ("On stage 3", &[("end", challenge_at_5(&usual)), ("front", challenge_at_5(&front))]),
        (
            "On the same floor",
            &[
                ("end", curse_at(&usual, "7")),
                ("front_five", curse_at(&front, "5")),
                ("front_six", curse_at(&front, "6")),
                ("front_seven", curse_at(&front, "7")),
            ],
        ),
        (
            "Where a refused",
            &[("end", chance(&usual, &on(3, 8), challenge)), ("front", chance(&front, &on(3, 8), challenge))],
        ),
        (
            "Voodoo Head",
            &[
                ("miniboss", chance(&usual, &on(3, 6), miniboss)),
                ("challenge", chance(&usual, &on(3, 6), challenge)),
                ("head_miniboss", chance(&usual, &head, miniboss)),
                ("head_challenge", chance(&usual, &head, challenge)),
                ("last_miniboss", chance(&late, &head, miniboss)),
                ("last_challenge", chance(&late, &head, challenge)),
            ],
        ),
        (
            "One and a half",
            &[("code", chance(&usual, &hurt, bedroom)), ("prose", chance(&prose, &hurt, bedroom))],
        ),
        (
            "Half a red heart",
            &[("code", chance(&usual, &bones, bedroom)), ("prose", chance(&prose, &bones, bedroom))],
        ),
        (
            "A Planetarium",
            &[
                ("printed", ratio(1, 100)),
                ("six", chance(&usual, &on(2, 6), planetarium)),
                ("eight", chance(&usual, &on(2, 8), planetarium)),
                ("ten", chance(&usual, &on(2, 10), planetarium)),
            ],
        ),
        (
            "The last stage",
            &[
                ("code", chance(&usual, &on(11, 8), dice)),
                ("older", chance(&Reading { last_dice: 10, ..usual.clone() }, &on(11, 8), dice)),
                ("void", chance(&Reading { last_dice: 12, ..bosses(1) }, &on(12, 8), dice)),
            ],
        ),
        (
            "Of the Void",
            &[
                ("secret", ratio(1, 1)),
                ("six", chance(&bosses(6), &on(12, 8), curse)),
                ("seven", chance(&bosses(7), &on(12, 8), curse)),
            ],
        ),
    ];
    let keyed = |(begins, figures): &(&'static str, &[(&'static str, BigRational)])| {
        figures.iter().map(|(name, number)| ((about, *begins, *name), number.clone())).collect::<Vec<_>>()
    };
    holds(&[about], expected.iter().flat_map(keyed).collect());
    // Some of them as they are worked out by hand: of the first floor with one dead end left, dice or sacrifice comes
    // with 1 - (6/7)(3/4), and the rest is for the others.
    assert_eq!(chance(&usual, &xl, library), ratio(9, 14) * ratio(1, 20));
    assert_eq!(chance(&usual, &xl, curse), ratio(9, 14) * ratio(19, 20) * ratio(1, 2));
    assert_eq!(challenge_at_5(&usual), ratio(384, 595));
}

#[test]
fn floors_and_their_numbers_of_rooms_have_those_of_an_enumeration() {
    let usual = Reading::of("repentance-plus");
    let half = Reading { sure_challenge: false, ..Reading::of("repentance-plus") };
    let own = Reading { second_boss_takes_end: true, ..Reading::of("repentance-plus") };
    let least = |stage, curse: &str| {
        let law = room_count(&usual, stage, curse, "normal");
        u32::try_from(law.keys().next().unwrap().1).unwrap()
    };
    let plain = |stage| Floor { stage, dead_ends: least(stage, "none"), ..Floor::default() };
    let xl = Floor { stage: 3, dead_ends: least(3, "labyrinth"), xl: true, ..Floor::default() };
    let devil = Floor { visited_devil_room: true, ..plain(1) };
    let luna = Floor { luna: true, ..plain(1) };
    let one_more = Floor { dead_ends: least(1, "none") + 1, ..plain(1) };
    let (floor, count) = ("isaac/floor", "isaac/room-count");
    let rooms = |reading: &Reading, stage, curse, difficulty| -> Vec<(i64, BigRational)> {
        let law = room_count(reading, stage, curse, difficulty);
        law.into_iter().map(|((rooms, _), mass)| (rooms, mass)).collect()
    };
    let most = |reading: &Reading, stage, curse, difficulty| {
        let law = rooms(reading, stage, curse, difficulty);
        ratio(law.iter().map(|(rooms, _)| *rooms).max().unwrap(), 1)
    };
    let mean = |reading: &Reading, stage, curse| -> BigRational {
        let law = rooms(reading, stage, curse, "normal");
        law.into_iter().map(|(rooms, mass)| ratio(rooms, 1) * mass).sum()
    };
    let always = Reading { lost_always: true, ..Reading::of("repentance-plus") };
    let exact = Reading { prose_count: true, ..Reading::of("repentance-plus") };
    let labyrinth = "The Curse of the Labyrinth";
    let lost = "Curse of the Lost";
    let luna_says = "Luna's second";
    let devil_says = "A visit to a Devil Room";
    let expected: BTreeMap<Key, BigRational> = [
        ((floor, "With as few", "none"), chance(&usual, &plain(1), library)),
        ((floor, "With as few", "one"), chance(&usual, &one_more, library)),
        ((floor, "With as few", "printed"), ratio(1, 20)),
        ((floor, labyrinth, "library"), chance(&usual, &xl, library)),
        ((floor, labyrinth, "curse"), chance(&usual, &xl, curse)),
        ((floor, labyrinth, "plain_library"), chance(&usual, &plain(3), library)),
        ((floor, labyrinth, "plain_curse"), chance(&usual, &plain(3), curse)),
        ((floor, labyrinth, "own_library"), chance(&own, &xl, library)),
        ((floor, labyrinth, "own_curse"), chance(&own, &xl, curse)),
        ((floor, "At the fewest dead ends a healthy", "code"), chance(&usual, &plain(3), challenge)),
        ((floor, "At the fewest dead ends a healthy", "half"), chance(&half, &plain(3), challenge)),
        ((floor, "At the fewest dead ends a healthy", "prose"), ratio(1, 2)),
        ((floor, "At the fewest dead ends a Planetarium", "first"), chance(&usual, &plain(1), planetarium)),
        (
            (floor, "At the fewest dead ends a Planetarium", "first_in"),
            chance(&usual, &plain(1), planetarium),
        ),
        ((floor, "At the fewest dead ends a Planetarium", "later"), chance(&usual, &plain(2), planetarium)),
        (
            (floor, "At the fewest dead ends a Planetarium", "later_in"),
            chance(&usual, &plain(2), planetarium),
        ),
        ((floor, "At the fewest dead ends a Planetarium", "printed"), ratio(1, 100)),
        ((floor, devil_says, "curse"), chance(&usual, &plain(1), curse)),
        ((floor, devil_says, "miniboss"), chance(&usual, &plain(1), miniboss)),
        ((floor, devil_says, "devil_curse"), chance(&usual, &devil, curse)),
        ((floor, devil_says, "devil_miniboss"), chance(&usual, &devil, miniboss)),
        ((floor, luna_says, "dice"), chance(&usual, &luna, dice)),
        ((floor, luna_says, "library"), chance(&usual, &luna, library)),
        ((floor, luna_says, "curse"), chance(&usual, &luna, curse)),
        ((floor, luna_says, "plain_dice"), chance(&usual, &plain(1), dice)),
        ((floor, luna_says, "plain_library"), chance(&usual, &plain(1), library)),
        ((floor, luna_says, "plain_curse"), chance(&usual, &plain(1), curse)),
        ((count, "No XL floor", "most"), most(&usual, 7, "labyrinth", "normal")),
        ((count, "No XL floor", "cap"), ratio(20, 1)),
        ((count, "No XL floor", "limit"), ratio(45, 1)),
        ((count, "No XL floor", "prose"), most(&exact, 7, "labyrinth", "normal")),
        ((count, "Floors stop", "cap"), ratio(20, 1)),
        ((count, "Floors stop", "five"), mean(&usual, 5, "none")),
        ((count, "Floors stop", "eleven"), mean(&usual, 11, "none")),
        ((count, lost, "plain"), mean(&usual, 3, "lost") - mean(&usual, 3, "none")),
        ((count, lost, "labyrinth"), mean(&usual, 3, "labyrinth_and_lost") - mean(&usual, 3, "labyrinth")),
        ((count, lost, "void"), mean(&usual, 12, "lost") - mean(&usual, 12, "none")),
        ((count, lost, "prose"), mean(&always, 12, "lost") - mean(&always, 12, "none")),
        ((count, "Hard mode", "hard"), most(&usual, 11, "labyrinth", "hard")),
        ((count, "Hard mode", "normal"), most(&usual, 11, "labyrinth", "normal")),
    ]
    .into();
    holds(&[floor, count], expected);
    // No stage has more than the one that is named.
    let all = (1..=11).map(|stage| most(&usual, stage, "labyrinth", "normal"));
    assert_eq!(all.max(), Some(ratio(36, 1)));
}

#[test]
fn room_clear_awards_have_the_figures_of_closed_forms() {
    let about = "isaac/room-clear-award";
    // What is left of a band when neither a battery nor a sack replaces it.
    let kept = ratio(19, 20) * ratio(49, 50);
    // Base U, luck 1: U + V/10. A whole step of the base has all of it; at both ends it is cut or longer.
    let lucky_nothing = ratio(22, 100) - ratio(1, 20);
    let lucky_chest = ratio(5, 100) + ratio(1, 20);
    // Lucky Foot squeezes all above 0.1 by 9/10.
    let foot_chest = ratio(5, 100) / ratio(9, 10);
    // Both: foot, then toe again by 9/10 at luck 0; at luck l it is 0.98 x + 0.02 of a sum of two uniform numbers.
    let both = |luck: BigRational| {
        // 0.98 (0.1 + 0.9 U + l V / 10) + 0.02 < 0.22, so 0.9 U + l V / 10 < w.
        let w = ratio(20, 98) - ratio(1, 10);
        let l = luck / ratio(10, 1);
        // The line reaches V = 1, or U's axis before it: l is below w in all that is asked here.
        (&w - &l / ratio(2, 1)) / ratio(9, 10)
    };
    let squeezed = (ratio(22, 100) - ratio(10, 100)) / ratio(9, 10);
    let both_none = (squeezed - ratio(10, 100)) / ratio(9, 10);
    let nothing = ratio(22, 100);
    // A third becomes a chest; of the rest the share becomes nothing, and what was nothing stays it.
    let tail = |share: BigRational| {
        let rest = ratio(1, 1) - ratio(1, 3) - &share;
        share + rest * &nothing
    };
    // Without Rib of Greed hearts have its part of the coins too.
    let heart = ratio(15, 100) * &kept;
    let expected: BTreeMap<Key, BigRational> = [
        ((about, "A point of luck", "nothing"), nothing.clone()),
        ((about, "A point of luck", "chest"), ratio(5, 100) * &kept),
        ((about, "A point of luck", "coin"), ratio(15, 100) * &kept),
        ((about, "A point of luck", "lucky_nothing"), lucky_nothing),
        ((about, "A point of luck", "lucky_chest"), lucky_chest * &kept),
        ((about, "A point of luck", "lucky_coin"), ratio(15, 100) * &kept),
        ((about, "Lucky Foot alone", "none"), ratio(5, 100) * &kept),
        ((about, "Lucky Foot alone", "foot"), &foot_chest * &kept),
        ((about, "Lucky Foot alone", "toe"), &foot_chest * &kept),
        ((about, "With Lucky Foot and", "none"), both_none),
        ((about, "With Lucky Foot and", "little"), both(ratio(1, 10))),
        ((about, "With Lucky Foot and", "one"), both(ratio(1, 1))),
        ((about, "With Guppy's Tail", "tail"), tail(ratio(2, 9))),
        ((about, "With Guppy's Tail", "none"), nothing.clone()),
        ((about, "With Guppy's Tail", "more"), ratio(1, 3)),
        ((about, "With Guppy's Tail", "fandom"), tail(ratio(1, 3))),
        ((about, "Hard mode", "new"), ratio(33, 100)),
        ((about, "Hard mode", "old"), ratio(65, 100)),
        ((about, "Hard mode", "heart"), heart.clone()),
        ((about, "Hard mode", "hard"), &heart * ratio(67, 100)),
        ((about, "Hard mode", "hard_old"), &heart * ratio(35, 100)),
        ((about, "A Contract", "first"), ratio(333, 1000)),
        ((about, "A Contract", "second"), ratio(333, 1000) * ratio(666, 1000)),
        ((about, "A Contract", "ratio"), ratio(666, 1000)),
        ((about, "A Contract", "wiki"), ratio(1, 3)),
        ((about, "A Contract", "fandom"), ratio(1, 2)),
        ((about, "Watch Battery", "watch"), (ratio(1, 20) + ratio(19, 20) * ratio(1, 15)) * ratio(49, 50)),
        ((about, "Watch Battery", "none"), ratio(1, 20) * ratio(49, 50)),
        ((about, "Watch Battery", "fandom"), ratio(1, 30) * ratio(49, 50)),
    ]
    .into();
    holds(&[about], expected);
}

/// The chances of a rare, an uncommon and a common card at an offset, by counting the hundred numbers.
fn rarity(offset: i64, rare: i64, uncommon: i64) -> [BigRational; 3] {
    let of = |wanted: usize| {
        let kind = |roll: i64| usize::from(roll >= rare) + usize::from(roll >= rare + uncommon);
        (0..100).filter(|roll| kind(roll + offset) == wanted).count() as i64
    };
    [ratio(of(0), 100), ratio(of(1), 100), ratio(of(2), 100)]
}

/// The mean, the most probable number and the median of the cards up to the first rare, by following the offset until
/// almost nothing is left; and the long-run shares of rares and uncommons, which come round with each rare.
fn until_rare(rare: i64, uncommon: i64) -> [BigRational; 5] {
    // By offset, what has not seen a rare yet; all numbers in units of 10^-40 rounded down, which is far below what is
    // compared.
    let unit = BigInt::from(10).pow(40);
    let share = |mass: &BigInt, part: &BigRational| mass * part.numer() / part.denom();
    let mut waiting = BTreeMap::from([(5_i64, unit.clone())]);
    let (mut mean, mut uncommons, mut before) = (BigInt::zero(), BigInt::zero(), BigInt::zero());
    let (mut best, mut mode, mut median) = (BigInt::zero(), 0, 0);
    for card in 1..3000_i64 {
        let mut next = BTreeMap::new();
        let mut now = BigInt::zero();
        for (offset, mass) in waiting {
            let [hit, same, fall] = rarity(offset, rare, uncommon);
            mean += &mass;
            uncommons += share(&mass, &same);
            now += share(&mass, &hit);
            *next.entry(offset).or_insert_with(BigInt::zero) += share(&mass, &same);
            *next.entry((offset - 1).max(-40)).or_insert_with(BigInt::zero) += share(&mass, &fall);
        }
        waiting = next;
        before += &now;
        if now > best {
            (best, mode) = (now, card);
        }
        if median == 0 && &before * 2 >= unit {
            median = card;
        }
    }
    let of = |mass: BigInt| BigRational::new(mass, unit.clone());
    let (mean, uncommons) = (of(mean), of(uncommons));
    let long_run = [mean.recip(), &uncommons / &mean];
    let [rares, uncommons] = long_run;
    [mean, ratio(mode, 1), ratio(median, 1), rares, uncommons]
}

#[test]
fn rarities_of_cards_have_the_figures_of_counting() {
    let (roll, shop, colorless) = ("sts/card-roll", "sts/shop-card", "sts/colorless-reward");
    let [rare, uncommon, common] = rarity(5, 3, 37);
    let [no_rare, no_uncommon, no_common] = rarity(0, 3, 37);
    let [cap_rare, cap_uncommon, cap_common] = rarity(-40, 3, 37);
    let [mean, mode, median, long_rare, long_uncommon] = until_rare(3, 37);
    let [elite_mean, .., elite_rare, _] = until_rare(10, 40);
    let none_of_three = |rare: BigRational| {
        let common = ratio(1, 1) - rare;
        ratio(1, 1) - &common * &common * &common
    };
    let expected: BTreeMap<Key, BigRational> = [
        ((roll, "At the start", "start"), ratio(5, 1)),
        ((roll, "At the start", "rare"), rare),
        ((roll, "At the start", "uncommon"), uncommon),
        ((roll, "At the start", "common"), common),
        ((roll, "At the start", "no_rare"), no_rare.clone()),
        ((roll, "At the start", "no_uncommon"), no_uncommon.clone()),
        ((roll, "At the start", "no_common"), no_common),
        ((roll, "Even at the cap", "cap"), ratio(-40, 1)),
        ((roll, "Even at the cap", "rare"), cap_rare.clone()),
        ((roll, "Even at the cap", "uncommon"), cap_uncommon),
        ((roll, "Even at the cap", "common"), cap_common),
        ((roll, "From the start", "mean"), mean),
        ((roll, "From the start", "mode"), mode),
        ((roll, "From the start", "median"), median),
        ((roll, "From the start", "elite"), elite_mean),
        ((roll, "In the long run", "rare"), long_rare),
        ((roll, "In the long run", "uncommon"), long_uncommon),
        ((roll, "In the long run", "base"), no_rare),
        ((roll, "In the long run", "base_uncommon"), no_uncommon),
        ((roll, "In the long run", "elite"), elite_rare),
        ((roll, "The comparison", "start"), ratio(5, 1)),
        ((roll, "The comparison", "lowest"), ratio(-40, 1)),
        ((roll, "The comparison", "code"), cap_rare),
        ((roll, "The comparison", "game"), rarity(4, 3, 37)[0].clone()),
        ((shop, "The offset counts", "start"), rarity(5, 9, 37)[0].clone()),
        ((shop, "The offset counts", "cap"), rarity(-40, 9, 37)[0].clone()),
        ((shop, "The offset counts", "none"), rarity(0, 9, 37)[0].clone()),
        ((shop, "Without an offset", "shop"), rarity(0, 9, 37)[0].clone()),
        ((shop, "Without an offset", "constants"), rarity(0, 3, 37)[0].clone()),
        ((colorless, "A colorless card", "rare"), ratio(3, 10)),
        ((colorless, "A colorless card", "document"), ratio(33, 100)),
        ((colorless, "A colorless card", "any"), none_of_three(ratio(3, 10))),
        ((colorless, "A colorless card", "document_any"), none_of_three(ratio(33, 100))),
    ]
    .into();
    // What was followed in units of 10^-40 is compared so far.
    let near = |a: &BigRational, b: &BigRational| (a - b).abs() < ratio(1, 10_i64.pow(18));
    holds_as(&[roll, shop, colorless], expected, near);
}
