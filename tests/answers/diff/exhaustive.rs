//! `diff --all-inputs` against brute force over laws, and against differences that were put there.

mod planted;

use std::collections::{BTreeMap, BTreeSet};

use crate::reading::problems;
use crate::support::{FLAGS, awards, law, mechanic};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use trueodds::document::ExhaustiveDocument;
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::{Exhaustive, ExhaustiveRequest, Varied, Witness, exhaustive};
use trueodds::render::{Format, Style, render};
use trueodds::scenario::{Mechanic, Settings, Sweep, sides};

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn request(mechanic: &Mechanic, from: &str, to: &str, set: &[String], over: &[&str]) -> ExhaustiveRequest {
    let settings = Settings { set: set.to_vec(), ..Settings::default() };
    let sides = sides(mechanic, Some(from), Some(to), &settings).unwrap();
    let over = over.iter().map(|text| Sweep::parse(mechanic, text, 1000).unwrap()).collect();
    ExhaustiveRequest { sides, fields: mechanic.fields_or_all(&[]).unwrap(), over, combinations: 100_000 }
}

fn search(mechanic: &Mechanic, request: &ExhaustiveRequest) -> Exhaustive {
    exhaustive(mechanic, request, &Limits::default(), &|_, _| {}).unwrap_or_else(|error| panic!("{error:?}"))
}

/// All items off but these.
fn off_but(kept: &[&str]) -> Vec<String> {
    FLAGS.iter().filter(|flag| !kept.contains(flag)).map(|flag| format!("{flag}=false")).collect()
}

fn distance(mechanic: &Mechanic, from: &str, to: &str, set: &[String]) -> BigRational {
    let fields: Vec<usize> = (0..mechanic.model.fields.len()).collect();
    let (a, b) = (law(mechanic, from, set, &fields), law(mechanic, to, set, &fields));
    let keys: BTreeSet<_> = a.keys().chain(b.keys()).collect();
    let mass = |law: &BTreeMap<_, BigRational>, key| law.get(key).cloned().unwrap_or_else(BigRational::zero);
    keys.into_iter().map(|key| (mass(&a, key) - mass(&b, key)).abs()).sum::<BigRational>() / BigInt::from(2)
}

/// The inputs of a witness as a person types them, but for those that were left at defaults that follow from rules.
fn typed(mechanic: &Mechanic, witness: &Witness) -> Vec<String> {
    let inputs = mechanic.model.inputs.iter().zip(&witness.inputs);
    inputs
        .filter_map(|(input, value)| {
            let declaration = &input.declaration;
            let value = mechanic.model.value_text(declaration.kind, value.value()?);
            Some(format!("{}={value}", declaration.name))
        })
        .collect()
}

/// Every luck at which a corner of the two rolls meets a threshold, under any reading of the two items.
fn breakpoints() -> BTreeSet<Rational> {
    let r = Rational::new;
    let mut all: BTreeSet<Rational> = [r(0, 1), r(10, 1)].into();
    for threshold in [22, 30, 45, 50, 60, 80, 95] {
        for (scale, raise) in [(r(1, 1), r(0, 1)), (r(9, 10), r(1, 10)), (r(49, 50), r(1, 50))] {
            for base in [r(0, 1), r(1, 10), r(1, 50), r(118, 1000), r(1, 1)] {
                for bonus in [r(1, 10), r(1, 1)] {
                    // scale (base + bonus luck / 10) + raise = threshold
                    let inner = (&r(threshold, 100) - &raise).checked_div(&scale).unwrap();
                    let luck = &(&inner - &base).checked_div(&bonus).unwrap() * &r(10, 1);
                    if !luck.is_negative() && luck <= r(10, 1) {
                        all.insert(luck);
                    }
                }
            }
        }
    }
    all
}

/// The breakpoints, a luck between each two, and some beyond.
fn lucks() -> Vec<Rational> {
    let points: Vec<Rational> = breakpoints().into_iter().collect();
    let mut all: Vec<Rational> =
        points.windows(2).map(|pair| &(&pair[0] + &pair[1]) * &Rational::new(1, 2)).collect();
    all.extend(points);
    all.extend([Rational::from(-3), Rational::from(12)]);
    all.sort();
    all
}

/// Brute force over some combinations and all lucks: how many differ, the greatest distance, and the fewest
/// inputs that are not at their defaults and show it.
fn brute(
    mechanic: &Mechanic,
    from: &str,
    to: &str,
    all: &[(Vec<String>, usize)],
) -> (u64, BigRational, usize) {
    let lucks = lucks();
    let (mut differing, mut greatest, mut fewest) = (0_u64, BigRational::zero(), usize::MAX);
    for (set, unusual) in all {
        let mut differs = false;
        for luck in &lucks {
            let mut set = set.clone();
            set.push(format!("luck={luck}"));
            let distance = distance(mechanic, from, to, &set);
            differs |= !distance.is_zero();
            greatest = greatest.max(distance);
        }
        differing += u64::from(differs);
        if differs {
            fewest = fewest.min(*unusual);
        }
    }
    (differing, greatest, fewest)
}

/// Combinations of flags with difficulty and numbers of contracts, and how many inputs are unusual.
fn combinations(flags: &[&str], contracts: &[u32]) -> Vec<(Vec<String>, usize)> {
    let mut all = Vec::new();
    for mask in 0..1_usize << flags.len() {
        for difficulty in ["normal", "hard"] {
            for number in contracts {
                let mut set: Vec<String> = off_but(flags);
                set.extend(
                    flags.iter().enumerate().map(|(i, flag)| format!("{flag}={}", mask >> i & 1 == 1)),
                );
                set.extend([format!("difficulty={difficulty}"), format!("contracts={number}")]);
                let unusual = mask.count_ones() as usize + usize::from(difficulty == "hard");
                all.push((set, unusual + usize::from(*number > 0)));
            }
        }
    }
    all
}

fn agrees_with_brute_force(from: &str, to: &str, flags: &[&str], contracts: &[u32]) {
    let mechanic = awards();
    let numbers: Vec<String> = contracts.iter().map(ToString::to_string).collect();
    let over = format!("contracts={}", numbers.join(","));
    let found = search(&mechanic, &request(&mechanic, from, to, &off_but(flags), &[&over]));
    let all = combinations(flags, contracts);
    let (differing, greatest, fewest) = brute(&mechanic, from, to, &all);
    assert_eq!((found.combinations, found.refused), (all.len() as u64, 0));
    assert_eq!(found.differing, differing, "{from} {to}");
    let most = found.most.unwrap();
    assert!(most.total_variation.to_big() >= greatest, "{from} {to}: {} {greatest}", most.total_variation);
    assert_eq!(distance(&mechanic, from, to, &typed(&mechanic, &most)), most.total_variation.to_big());
    let bound = found.bound.unwrap();
    assert!(bound >= most.total_variation);
    assert!(&bound - &most.total_variation <= &most.total_variation * &Rational::new(1, 1000), "{bound}");
    let least = found.fewest.unwrap();
    assert_eq!(distance(&mechanic, from, to, &typed(&mechanic, &least)), least.total_variation.to_big());
    assert!(!least.total_variation.is_zero());
    let usual = ["luck", "difficulty=normal", "contracts=0"];
    let unusual = typed(&mechanic, &least);
    let unusual =
        unusual.iter().filter(|text| !text.ends_with("=false") && !usual.iter().any(|u| text.starts_with(u)));
    assert_eq!(unusual.count(), fewest, "{from} {to}");
}

#[test]
fn the_readings_of_two_items_agree_with_brute_force_at_every_breakpoint() {
    agrees_with_brute_force("pseudo-code", "fandom", &["lucky_foot", "lucky_toe"], &[0, 2]);
}

#[test]
fn items_behind_the_roll_agree_with_brute_force() {
    agrees_with_brute_force("wiki-gg", "pseudo-code", &["guppys_tail", "watch_battery"], &[0, 1, 2]);
    agrees_with_brute_force(
        "afterbirth-plus",
        "repentance",
        &["daemons_tail", "childs_heart", "lucky_toe"],
        &[0, 3],
    );
}

#[test]
fn two_editions_with_the_same_rules_are_proven_to_agree() {
    let mechanic = awards();
    let request = request(&mechanic, "repentance", "repentance-plus", &[], &["contracts=0..2"]);
    let found = search(&mechanic, &request);
    assert_eq!((found.combinations, found.refused, found.differing), ((1 << 13) * 2 * 3, 0, 0));
    assert!(found.most.is_none() && found.fewest.is_none());
    assert_eq!(found.bound, Some(Rational::ZERO));
    let document = ExhaustiveDocument::new(&mechanic, &found, None);
    let text = render(&document, Format::Terminal, &Style::default());
    assert!(text.replace('\n', " ").contains("This is proven, not sampled."), "{text}");
}

#[test]
fn without_a_number_every_combination_is_compared() {
    let mechanic = mechanic("isaac/room-count");
    for (from, to) in
        [("pseudo-code", "wiki-2022"), ("rebirth", "wiki-older"), ("repentance", "repentance-plus")]
    {
        let found = search(&mechanic, &request(&mechanic, from, to, &[], &[]));
        // Without the Void in Rebirth.
        let stages = if from == "rebirth" { 11 } else { 12 };
        let (mut differing, mut greatest) = (0, BigRational::zero());
        for stage in 1..=stages {
            for curse in ["none", "labyrinth", "lost", "labyrinth_and_lost"] {
                for difficulty in ["normal", "hard"] {
                    let set = [
                        format!("stage={stage}"),
                        format!("curse={curse}"),
                        format!("difficulty={difficulty}"),
                    ];
                    let distance = distance(&mechanic, from, to, &set);
                    differing += u64::from(!distance.is_zero());
                    greatest = greatest.max(distance);
                }
            }
        }
        assert_eq!((found.combinations, found.refused), (stages * 8, (12 - stages) * 8), "{from} {to}");
        assert_eq!((found.axis, found.differing), (None, differing), "{from} {to}");
        assert_eq!(found.most.map(|most| most.total_variation.to_big()).unwrap_or_default(), greatest);
        assert_eq!(found.bound.map(|bound| bound.to_big()), Some(greatest));
    }
}

/// Hearts of three kinds make a character healthy or not, or in need: that is all that the rules ask of them.
#[test]
fn inputs_that_make_up_for_each_other_are_counted_as_if_each_were_compared() {
    let mechanic = mechanic("isaac/special-rooms");
    let kept = ["hearts", "max_hearts", "bone_hearts", "player"];
    let set = [
        "dead_ends=7",
        "stage=2",
        "xl=false",
        "dark_room=false",
        "soul_hearts=1",
        "keys=0",
        "coins=0",
        "touched_book=false",
        "visited_devil_room=false",
        "fragmented_card=false",
        "victory_lap=0",
    ];
    let request = request(&mechanic, "rebirth", "repentance", &texts(&set), &[]);
    let found = search(&mechanic, &request);
    let name = |varied: &Varied| mechanic.model[varied.input].declaration.name.clone();
    let names: Vec<String> = found.varied.iter().map(name).collect();
    assert_eq!(BTreeSet::from_iter(names.iter().map(String::as_str)), BTreeSet::from(kept));
    let mut all: Vec<Vec<String>> = vec![texts(&set)];
    for (varied, name) in found.varied.iter().zip(&names) {
        let kind = mechanic.model[varied.input].declaration.kind;
        let typed = |value| format!("{name}={}", mechanic.model.value_text(kind, value));
        let more = |set: &Vec<String>| {
            let with = |value| [set.clone(), vec![typed(value)]].concat();
            varied.values.iter().map(with).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(more).collect();
    }
    let distances: Vec<BigRational> =
        all.iter().map(|set| distance(&mechanic, "rebirth", "repentance", set)).collect();
    let differing = distances.iter().filter(|distance| !distance.is_zero()).count();
    assert_eq!((found.combinations, found.differing), (all.len() as u64, differing as u64));
    let most = found.most.unwrap();
    assert_eq!(Some(&most.total_variation.to_big()), distances.iter().max());
    // Rebirth lacks the others.
    let asked =
        |text: &String| kept.iter().chain(&set).any(|own| text.split('=').next() == own.split('=').next());
    let typed: Vec<String> = typed(&mechanic, &most).into_iter().filter(asked).collect();
    assert_eq!(distance(&mechanic, "rebirth", "repentance", &typed), most.total_variation.to_big());
}

/// Rooms and special rooms of a floor share no draw: where both sides make the rooms alike, they are left out, and
/// nothing else about the answer changes.
#[test]
fn outcomes_that_both_sides_make_alike_change_neither_the_count_nor_the_distance() {
    let mechanic = mechanic("isaac/floor");
    let given = |stage: u32| {
        let always = "hearts=6 soul_hearts=0 max_hearts=6 bone_hearts=0 keys=0 touched_book=false \
                      visited_devil_room=false fragmented_card=false victory_lap=0 player=other dark_room=false";
        let lacking = "silver_dollar bloody_crown luna voodoo_head holy_crown wicked_crown";
        let flags = lacking.split(' ').map(|flag| format!("{flag}=false"));
        let stage = [format!("stage={stage}")];
        (
            always.split_whitespace().map(str::to_owned).chain(stage).collect::<Vec<_>>(),
            flags.collect::<Vec<_>>(),
        )
    };
    for (from, to, stage) in [
        ("rebirth", "repentance", 2),    // the rooms alike
        ("pseudo-code", "wiki-2022", 2), // the rooms differ with a curse
        ("wiki-2022", "wiki-older", 3),  // the prose counts rooms in one way
        ("repentance", "repentance-plus", 4),
    ] {
        let (mut set, flags) = given(stage);
        if from != "rebirth" {
            set.extend(flags);
        }
        let over = ["extra_dead_ends=0,3", "coins=0,5"];
        let found = search(&mechanic, &request(&mechanic, from, to, &set, &over));
        let (mut count, mut distances) = (0, Vec::new());
        for curse in ["none", "labyrinth", "lost", "labyrinth_and_lost"] {
            for difficulty in ["normal", "hard"] {
                for (extra, coins) in [(0, 0), (0, 5), (3, 0), (3, 5)] {
                    let own = [
                        format!("floor_curse={curse}"),
                        format!("difficulty={difficulty}"),
                        format!("extra_dead_ends={extra}"),
                        format!("coins={coins}"),
                    ];
                    count += 1;
                    distances.push(distance(&mechanic, from, to, &[&set[..], &own[..]].concat()));
                }
            }
        }
        let differing = distances.iter().filter(|distance| !distance.is_zero()).count() as u64;
        assert_eq!((found.combinations, found.differing), (count, differing), "{from} {to}");
        let most = found.most.map(|most| most.total_variation.to_big()).unwrap_or_default();
        assert_eq!(Some(&most), distances.iter().max(), "{from} {to}");
    }
}

#[test]
fn of_too_many_combinations_those_near_the_defaults_are_compared() {
    let mechanic = mechanic("isaac/room-count");
    let all = request(&mechanic, "pseudo-code", "wiki-2022", &[], &[]);
    // 12 stages, 4 curses and 2 difficulties; one away from the defaults are 1 + 11 + 3 + 1.
    // A fifth of the limit.
    let near = ExhaustiveRequest { combinations: 80, ..all.clone() };
    let found = search(&mechanic, &near);
    let within = found.within.unwrap();
    assert_eq!((within.changed, within.all, within.told_apart), (1, Some(96), 96));
    let mut sets: Vec<Vec<String>> = (1..=12).map(|stage| vec![format!("stage={stage}")]).collect();
    sets.extend(["labyrinth", "lost", "labyrinth_and_lost"].map(|curse| vec![format!("curse={curse}")]));
    sets.push(vec!["difficulty=hard".to_owned()]);
    let distances: Vec<BigRational> =
        sets.iter().map(|set| distance(&mechanic, "pseudo-code", "wiki-2022", set)).collect();
    let differing = distances.iter().filter(|distance| !distance.is_zero()).count();
    assert_eq!((found.combinations, found.differing), (16, differing as u64));
    assert_eq!(found.most.map(|most| most.total_variation.to_big()), distances.iter().max().cloned());
    let document = search(&mechanic, &near);
    let text =
        render(&ExhaustiveDocument::new(&mechanic, &document, None), Format::Terminal, &Style::default());
    let said = "16 of 96 combinations, those in which at most 1 input is not as usual";
    assert!(text.replace('\n', " ").contains(said), "{text}");
    // All of them where the limit lets them.
    let found = search(&mechanic, &ExhaustiveRequest { combinations: 96, ..all });
    assert_eq!((found.within, found.combinations), (None, 96));
}

#[test]
fn too_many_combinations_are_refused_with_the_limit_and_what_to_do() {
    let mechanic = awards();
    let request = ExhaustiveRequest {
        combinations: 3072,
        ..request(&mechanic, "rebirth", "repentance-plus", &[], &["contracts=0..2"])
    };
    // Four items are not in Rebirth.
    let found = exhaustive(&mechanic, &request, &Limits::default(), &|_, _| {});
    assert!(found.is_ok(), "2^9 items, 2 difficulties and 3 numbers");
    let request = ExhaustiveRequest { combinations: 5, ..request };
    let problems = problems(exhaustive(&mechanic, &request, &Limits::default(), &|_, _| {}));
    for said in [
        "3072 combinations",
        "the limit `combinations` is 5",
        "contracts (3 values)",
        "--sweep",
        "--limit combinations=",
    ] {
        assert!(problems[0].contains(said), "{said}: {problems:?}");
    }
}
