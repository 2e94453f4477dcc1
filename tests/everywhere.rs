//! `diff --all-inputs` against brute force over laws, and against differences that were put there.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use support::{FLAGS, awards, law, mechanic};
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::{
    Everywhere, EverywhereRequest, Mechanic, Settings, TableError, Witness, everywhere, everywhere_report,
    parse_sweep, sides,
};
use trueodds::render::{Format, Style, render};
use trueodds::session::{DataSource, Session};

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn request(mechanic: &Mechanic, from: &str, to: &str, set: &[String], over: &[&str]) -> EverywhereRequest {
    let settings = Settings { set: set.to_vec(), ..Settings::default() };
    let pair = sides(mechanic, Some(from), Some(to), &settings).unwrap();
    let over = over.iter().map(|text| parse_sweep(&mechanic.model, text, 1000).unwrap()).collect();
    EverywhereRequest { from: pair.from, to: pair.to, fields: Vec::new(), over, combinations: 100_000 }
}

fn search(mechanic: &Mechanic, request: &EverywhereRequest) -> Everywhere {
    everywhere(mechanic, request, &Limits::default(), &|_, _| {}).unwrap_or_else(|error| panic!("{error:?}"))
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

/// The inputs of a witness as a person types them.
fn typed(mechanic: &Mechanic, witness: &Witness) -> Vec<String> {
    let inputs = mechanic.model.inputs.iter().zip(&witness.inputs);
    inputs
        .map(|(input, value)| {
            let declaration = &input.declaration;
            format!("{}={}", declaration.name, mechanic.model.value_text(declaration.kind, value))
        })
        .collect()
}

/// The flags that are on, and the luck.
fn items(mechanic: &Mechanic, witness: &Witness) -> (Vec<String>, Rational) {
    let typed = typed(mechanic, witness);
    let flags = typed.iter().filter_map(|text| text.strip_suffix("=true")).map(str::to_owned).collect();
    let luck = typed.iter().find_map(|text| text.strip_prefix("luck=")).unwrap();
    (flags, luck.parse().unwrap())
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
) -> (usize, BigRational, usize) {
    let lucks = lucks();
    let (mut differing, mut greatest, mut fewest) = (0, BigRational::zero(), usize::MAX);
    for (set, unusual) in all {
        let mut differs = false;
        for luck in &lucks {
            let mut set = set.clone();
            set.push(format!("luck={luck}"));
            let distance = distance(mechanic, from, to, &set);
            differs |= !distance.is_zero();
            greatest = greatest.max(distance);
        }
        differing += usize::from(differs);
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
    assert_eq!((found.combinations, found.refused), (all.len(), 0));
    assert_eq!(found.differing, differing, "{from} {to}");
    let most = found.most.unwrap();
    assert!(most.total_variation.to_big() >= greatest, "{from} {to}: {} {greatest}", most.total_variation);
    assert_eq!(distance(&mechanic, from, to, &typed(&mechanic, &most)), most.total_variation.to_big());
    let ceiling = found.ceiling.unwrap();
    assert!(ceiling >= most.total_variation);
    assert!(&ceiling - &most.total_variation <= &most.total_variation * &Rational::new(1, 1000), "{ceiling}");
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
    assert_eq!(found.ceiling, Some(Rational::ZERO));
    let text =
        render(&everywhere_report(&mechanic, &request, &found, None), Format::Terminal, &Style::default());
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
            for curse in ["none", "labyrinth", "lost"] {
                for difficulty in ["normal", "hard"] {
                    let set = [
                        format!("stage={stage}"),
                        format!("curse={curse}"),
                        format!("difficulty={difficulty}"),
                    ];
                    let distance = distance(&mechanic, from, to, &set);
                    differing += usize::from(!distance.is_zero());
                    greatest = greatest.max(distance);
                }
            }
        }
        assert_eq!((found.combinations, found.refused), (stages * 6, (12 - stages) * 6), "{from} {to}");
        assert_eq!((found.axis, found.differing), (None, differing), "{from} {to}");
        assert_eq!(found.most.map(|most| most.total_variation.to_big()).unwrap_or_default(), greatest);
        assert_eq!(found.ceiling.map(|ceiling| ceiling.to_big()), Some(greatest));
    }
}

#[test]
fn too_many_combinations_are_refused_with_the_limit_and_what_to_do() {
    let mechanic = awards();
    let request = EverywhereRequest {
        combinations: 3072,
        ..request(&mechanic, "rebirth", "repentance-plus", &[], &["contracts=0..2"])
    };
    // Four items are not in Rebirth.
    let found = everywhere(&mechanic, &request, &Limits::default(), &|_, _| {});
    assert!(found.is_ok(), "2^9 items, 2 difficulties and 3 numbers");
    let request = EverywhereRequest { combinations: 3071, ..request };
    let Err(TableError::Usage(problems)) = everywhere(&mechanic, &request, &Limits::default(), &|_, _| {})
    else {
        panic!("not refused");
    };
    for said in [
        "3072 combinations",
        "the limit `combinations` is 3071",
        "contracts (3 values)",
        "--over",
        "--limit combinations=",
    ] {
        assert!(problems[0].contains(said), "{said}: {problems:?}");
    }
}

/// A data folder of its own with the awards, where a statement runs under the rule set `planted` only.
fn planted(name: &str, statement: &str) -> Mechanic {
    let folder = folder(name);
    let text = fs::read_to_string("data/isaac/room-clear-award.odds").unwrap();
    let rule = "rule planted: { no, yes } = no from \"A test\"\n\n# Daemon's Tail turns";
    let end = format!("{statement}\n\n# No copies and no award");
    let text = text.replacen("# Daemon's Tail turns", rule, 1).replacen("# No copies and no award", &end, 1);
    fs::write(folder.join("isaac/room-clear-award.odds"), text).unwrap();
    for (name, value) in [("planted", "yes"), ("twin", "no"), ("plain", "no")] {
        let text = format!(
            "title = \"{name}\"\nkind = \"reading\"\n[mechanic.room-clear-award.rules]\n\
             planted = {{ value = \"{value}\", from = \"A test\" }}\n"
        );
        fs::write(folder.join("isaac/rulesets").join(format!("{name}.toml")), text).unwrap();
    }
    Session::open(&DataSource::Folder(folder)).unwrap().mechanic("isaac/room-clear-award").unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("everywhere-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("isaac/rulesets")).unwrap();
    folder
}

#[test]
fn a_difference_of_two_items_above_a_luck_is_found_with_just_these() {
    let guard = "planted == yes and match_stick and rusted_key";
    let kept = ["match_stick", "rusted_key", "guppys_tail"];
    let set = [off_but(&kept), texts(&["contracts=0"])].concat();
    // Above 9.5; in a thousandth of luck; at a single luck; in a bump between two lucks.
    for (name, chance, low, high) in [
        ("above", "luck > 9.5 and chance(1/1000)", "9.5", "1000"),
        ("sliver", "luck > 9.5 and luck < 9.501 and chance(1/1000)", "9.5", "9.501"),
        ("point", "luck == 9.5 and chance(1/1000)", "9.4999", "9.5001"),
        ("bump", "chance(max(0, (luck - 9.6) * (9.7 - luck)))", "9.6", "9.7"),
    ] {
        let mechanic = planted(name, &format!("if {guard} and {chance} {{ award = pill }}"));
        let found = search(&mechanic, &request(&mechanic, "plain", "planted", &set, &[]));
        assert_eq!(found.combinations, 8 * 2, "{name}");
        assert_eq!(found.differing, 2 * 2, "{name}");
        let (flags, luck) = items(&mechanic, &found.fewest.unwrap());
        assert_eq!(flags, ["match_stick", "rusted_key"], "{name}");
        let (low, high): (Rational, Rational) = (low.parse().unwrap(), high.parse().unwrap());
        assert!(low < luck && luck < high, "{name}: {luck}");
        let most = found.most.unwrap();
        let (flags, luck) = items(&mechanic, &most);
        assert!(low < luck && luck < high, "{name}: {luck}");
        assert!(
            flags.iter().any(|flag| flag == "match_stick") && flags.iter().any(|flag| flag == "rusted_key")
        );
        assert_eq!(
            distance(&mechanic, "plain", "planted", &typed(&mechanic, &most)),
            most.total_variation.to_big(),
            "{name}"
        );
        assert!(found.ceiling.unwrap() >= most.total_variation);
        let twins = search(&mechanic, &request(&mechanic, "plain", "twin", &set, &[]));
        assert!(twins.most.is_none() && twins.differing == 0, "{name}: {:?}", twins.most);
    }
}

#[test]
fn the_jump_of_foot_with_toe_at_no_luck_is_looked_at() {
    // Without luck a roll of foot and toe is at least 19/100, with any at least 118/1000.
    let mechanic =
        planted("jump", "if planted == yes and luck == 0 and lucky_foot and lucky_toe { award = nothing }");
    let kept = ["lucky_foot", "lucky_toe", "ace_of_spades"];
    let mut set = off_but(&kept);
    set.extend(texts(&["contracts=0", "difficulty=normal"]));
    let found = search(&mechanic, &request(&mechanic, "plain", "planted", &set, &[]));
    assert_eq!(found.differing, 2);
    let most = found.most.unwrap();
    assert_eq!(items(&mechanic, &most).1, Rational::ZERO);
    assert_eq!(most.total_variation, Rational::new(26, 27));
    // And where the jump itself is what differs: 17/147 of the rolls are nothing in place of 1/27.
    let folder = folder("no-jump");
    let text = fs::read_to_string("data/isaac/room-clear-award.odds").unwrap();
    let text = text.replacen("and clamped_luck > 0 {", "and (clamped_luck > 0 or jumps == no) {", 1);
    let text = text.replacen("rule sack:", "rule jumps: { no, yes } = yes from \"A test\"\nrule sack:", 1);
    fs::write(folder.join("isaac/room-clear-award.odds"), text).unwrap();
    let mechanic =
        Session::open(&DataSource::Folder(folder)).unwrap().mechanic("isaac/room-clear-award").unwrap();
    let settings = Settings { set, rule: texts(&["jumps=no"]), ..Settings::default() };
    let pair = sides(&mechanic, None, None, &settings).unwrap_or_else(|_| panic!());
    let request = EverywhereRequest {
        from: pair.from,
        to: pair.to,
        fields: texts(&["award"]),
        over: Vec::new(),
        combinations: 1000,
    };
    let found = search(&mechanic, &request);
    let (flags, luck) = items(&mechanic, &found.fewest.unwrap());
    assert_eq!((flags, luck), (texts(&["lucky_foot", "lucky_toe"]), Rational::ZERO));
    assert_eq!(found.differing, 2);
    // Bands at luck 0, times 100: from 22 below to 100, of a roll from 19 or from 11.8 on.
    let distance = &Rational::new(17, 147) - &Rational::new(1, 27);
    assert_eq!(found.most.unwrap().total_variation, distance);
}

#[test]
fn a_difference_that_begins_at_no_rational_luck_is_refused_by_name() {
    let mechanic =
        planted("irrational", "if planted == yes and chance(max(0, 1/2 - luck * luck)) { award = pill }");
    let request = request(&mechanic, "plain", "planted", &off_but(&[]), &[]);
    match everywhere(&mechanic, &request, &Limits::default(), &|_, _| {}) {
        Err(TableError::Stopped(stop, _)) => assert!(stop.message.contains("not rational"), "{stop:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_greatest_distance_is_closed_in_where_it_lies_between_points() {
    // With odds r of luck the distance is r/6 / ((r + 1/2)(r + 1/3)), greatest where r² = 1/6: it is then d with
    // (1/(6d) - 5/6)² = 2/3, at no rational luck.
    let folder = folder("evidence");
    let text = "mechanic isaac/evidence \"Evidence\" from \"A test\"\n\ninput luck: number = 0\n\
                rule half: probability = 1/2\noutcome hit: flag\n\
                let lucky = chance((1 + clamp(luck, 0, 10)) / 20)\nlet other = chance(half)\n\
                given lucky or other\nhit = lucky\n";
    fs::write(folder.join("isaac/evidence.odds"), text).unwrap();
    let mechanic = Session::open(&DataSource::Folder(folder)).unwrap().mechanic("isaac/evidence").unwrap();
    let settings = Settings { rule: texts(&["half=1/3"]), ..Settings::default() };
    let pair = sides(&mechanic, None, None, &settings).unwrap();
    let (fields, over) = (Vec::new(), Vec::new());
    let request = EverywhereRequest { from: pair.from, to: pair.to, fields, over, combinations: 10 };
    let found = search(&mechanic, &request);
    let curve = |distance: &Rational| {
        let odds = &Rational::new(1, 6).checked_div(distance).unwrap() - &Rational::new(5, 6);
        &odds * &odds
    };
    let (most, ceiling) = (found.most.unwrap().total_variation, found.ceiling.unwrap());
    assert!(
        curve(&most) >= Rational::new(2, 3) && curve(&ceiling) <= Rational::new(2, 3),
        "{most} {ceiling}"
    );
    assert!(&ceiling - &most < Rational::new(1, 2000), "{most} {ceiling}");
}
