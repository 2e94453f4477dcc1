//! Room clear awards: the worked facts, and every pair of items under every rule set against an
//! enumerator that shares no code with the engine.

use std::collections::BTreeMap;

use crate::support::{FLAGS, award, awards, law};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use trueodds::exact::Rational;
use trueodds::scenario::{Mechanic, Settings, scenarios};

fn q(n: i64, d: i64) -> BigRational {
    BigRational::new(BigInt::from(n), BigInt::from(d))
}

#[test]
fn base_chances_after_the_replacements() {
    let mechanic = awards();
    let base = |name| award(&mechanic, "repentance-plus", &[], name);
    assert_eq!(base("chest"), Rational::new(931, 20_000));
    assert_eq!(base("nothing"), Rational::new(11, 50));
}

/// The chest band before the replacements: P(chest) = band · 19/20 · 49/50.
fn chest_band(set: &[&str]) -> Rational {
    let chest = award(&awards(), "pseudo-code", set, "chest");
    chest.checked_div(&Rational::new(931, 1000)).unwrap()
}

#[test]
fn at_luck_1_only_nothing_and_chests_move() {
    let mechanic = awards();
    let at = |luck: &str, name| award(&mechanic, "pseudo-code", &[luck], name);
    assert_eq!(at("luck=1", "nothing"), Rational::new(17, 100));
    assert_eq!(chest_band(&["luck=1"]), Rational::new(1, 10));
    for unmoved in ["tarot_card", "trinket", "pill", "coin", "heart", "key", "bomb"] {
        assert_eq!(at("luck=0", unmoved), at("luck=1", unmoved), "{unmoved}");
    }
}

#[test]
fn lucky_foot_alone_lifts_the_chest_band_to_one_in_eighteen() {
    assert_eq!(chest_band(&["lucky_foot=true"]), Rational::new(1, 18));
}

#[test]
fn with_foot_and_toe_the_chance_of_nothing_jumps_just_above_luck_0() {
    let mechanic = awards();
    let nothing =
        |luck: &str| award(&mechanic, "pseudo-code", &["lucky_foot=true", "lucky_toe=true", luck], "nothing");
    assert_eq!(nothing("luck=0"), Rational::new(1, 27));
    // Just above luck 0 the roll is 98/100 of a roll on [1/10, 1] plus 2/100: 17/147 in the limit.
    let above = nothing("luck=1/1000000000");
    let distance = (&above - &Rational::new(17, 147)).abs();
    assert!(above < Rational::new(17, 147) && distance < Rational::new(1, 1_000_000_000));
}

#[test]
fn luck_10_gives_a_chest_band_of_439_in_800() {
    assert_eq!(chest_band(&["luck=10"]), Rational::new(439, 800));
    assert_eq!(chest_band(&["luck=250"]), Rational::new(439, 800));
}

#[test]
fn negative_luck_is_luck_0() {
    let mechanic = awards();
    let fields = [0, 1];
    let at = |luck: &str| law(&mechanic, "repentance-plus", &[luck.to_owned()], &fields);
    assert_eq!(at("luck=-7/3"), at("luck=0"));
}

// The enumerator. It follows the printed steps with plain fractions, walks every combination of draws
// one after the other, and merges nothing.

/// The values of the rules under one rule set, typed from the table of readings.
struct Rules {
    foot_raises_both: bool,
    toe_raises_base: bool,
    battery: BigRational,
    watch: BigRational,
    watch_added: bool,
    tail_spares_child: bool,
    guppy_nothing: BigRational,
    ratio: BigRational,
    hard: BigRational,
}

fn rules(name: &str) -> Rules {
    let printed = Rules {
        foot_raises_both: false,
        toe_raises_base: false,
        battery: q(1, 20),
        watch: q(1, 15),
        watch_added: false,
        tail_spares_child: false,
        guppy_nothing: q(2, 9),
        ratio: q(666, 1000),
        hard: q(65, 100),
    };
    match name {
        "rebirth" | "afterbirth" | "afterbirth-plus" | "pseudo-code" => printed,
        "repentance" | "repentance-plus" => Rules { hard: q(33, 100), ..printed },
        "wiki-gg" => Rules { watch_added: true, ratio: q(1, 3), hard: q(33, 100), ..printed },
        "fandom" => Rules {
            foot_raises_both: true,
            toe_raises_base: true,
            battery: q(0, 1),
            watch: q(1, 30),
            tail_spares_child: true,
            guppy_nothing: q(1, 3),
            ratio: q(1, 2),
            hard: q(33, 100),
            ..printed
        },
        other => panic!("no rule set {other}"),
    }
}

/// Which way each draw went, and which ways are still to be walked.
struct Tape {
    path: Vec<(usize, usize)>,
    at: usize,
    mass: BigRational,
}

impl Tape {
    fn choose(&mut self, weights: &[BigRational]) -> usize {
        if self.at == self.path.len() {
            self.path.push((0, weights.len()));
        }
        let (way, _) = self.path[self.at];
        self.at += 1;
        self.mass *= &weights[way];
        way
    }

    fn chance(&mut self, p: &BigRational) -> bool {
        self.choose(&[BigRational::one() - p, p.clone()]) == 1
    }
}

fn enumerate(play: impl Fn(&mut Tape) -> (String, u64)) -> BTreeMap<Vec<String>, BigRational> {
    let mut law: BTreeMap<Vec<String>, BigRational> = BTreeMap::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    loop {
        let mut tape = Tape { path: std::mem::take(&mut path), at: 0, mass: BigRational::one() };
        let (award, count) = play(&mut tape);
        if !tape.mass.is_zero() {
            *law.entry(vec![award, count.to_string()]).or_insert_with(BigRational::zero) += &tape.mass;
        }
        path = tape.path;
        while let Some((way, ways)) = path.pop() {
            if way + 1 < ways {
                path.push((way + 1, ways));
                break;
            }
        }
        if path.is_empty() {
            return law;
        }
    }
}

/// P(aU + bV < s) by the area of the unit square below the line, case by case.
fn below(a: &BigRational, b: &BigRational, s: &BigRational) -> BigRational {
    let (small, large) = if a < b { (a, b) } else { (b, a) };
    let zero = BigRational::zero();
    if *s <= zero {
        return zero;
    }
    let whole = small + large;
    if *s >= whole {
        return BigRational::one();
    }
    if small.is_zero() {
        return s / large;
    }
    let triangle = |t: &BigRational| t * t / (q(2, 1) * small * large);
    if s <= small {
        triangle(s)
    } else if s <= large {
        (s - small / q(2, 1)) / large
    } else {
        BigRational::one() - triangle(&(whole - s))
    }
}

struct Player {
    luck: BigRational,
    hard: bool,
    contracts: u64,
    items: Vec<&'static str>,
}

impl Player {
    fn has(&self, item: &str) -> bool {
        self.items.contains(&item)
    }
}

/// The masses of the bands of the roll, in the order of the page.
fn bands(player: &Player, rules: &Rules) -> Vec<BigRational> {
    let luck = player.luck.clone().max(q(0, 1)).min(q(10, 1));
    // The roll is a·U + b·V + c.
    let (mut a, mut c) = (q(1, 1), q(0, 1));
    let mut b = &luck / q(10, 1);
    if player.has("lucky_foot") {
        (a, c) = (q(9, 10), q(1, 10));
        if rules.foot_raises_both {
            c += &b * q(1, 10);
            b *= q(9, 10);
        }
    }
    if player.has("lucky_toe") {
        if rules.toe_raises_base {
            // Only the first number is raised: its constant part is c without that of the second.
            let second =
                if player.has("lucky_foot") && rules.foot_raises_both { &luck / q(100, 1) } else { q(0, 1) };
            c = (&c - &second) * q(98, 100) + q(2, 100) + second;
            a *= q(98, 100);
        } else {
            let weak = player.has("lucky_foot") && luck > q(0, 1);
            let (scale, lift) = if weak { (q(98, 100), q(2, 100)) } else { (q(9, 10), q(1, 10)) };
            (a, b, c) = (a * &scale, b * &scale, c * &scale + lift);
        }
    }
    let edges = [q(22, 100), q(30, 100), q(45, 100), q(50, 100), q(60, 100), q(80, 100), q(95, 100)];
    let mut masses = Vec::new();
    let mut last = q(0, 1);
    for edge in edges {
        let next = below(&a, &b, &(edge - &c));
        masses.push(&next - &last);
        last = next;
    }
    masses.push(q(1, 1) - last);
    masses
}

fn heart_or_key(player: &Player, tape: &mut Tape) -> &'static str {
    if player.has("daemons_tail") && !tape.chance(&q(1, 5)) { "key" } else { "heart" }
}

fn play(player: &Player, rules: &Rules, bands: &[BigRational], tape: &mut Tape) -> (String, u64) {
    let band = tape.choose(bands);
    let mut award = match band {
        0 => "nothing",
        1 => ["tarot_card", "trinket", "pill"][tape.choose(&[q(1, 3), q(1, 3), q(1, 3)])],
        2 => "coin",
        3 if player.has("rib_of_greed") => "coin",
        3 | 4 => heart_or_key(player, tape),
        5 => "key",
        6 => "bomb",
        _ => "chest",
    };
    if band > 0 {
        award = replaced(player, rules, award, tape);
    }
    if player.has("guppys_tail") {
        let rest = q(2, 3) - &rules.guppy_nothing;
        award = match tape.choose(&[q(1, 6), q(1, 6), rules.guppy_nothing.clone(), rest]) {
            0 => "chest",
            1 => "locked_chest",
            2 => "nothing",
            _ => award,
        };
    }
    let mut count = 1;
    if player.contracts > 0 && award != "trinket" {
        count = player.contracts + 1;
        let mut none = q(333, 1000);
        for _ in 1..player.contracts {
            none *= &rules.ratio;
        }
        if tape.chance(&none) {
            count = 0;
        }
    }
    if player.hard && award == "heart" && tape.chance(&rules.hard) {
        award = "nothing";
    }
    let copied = ["coin", "heart", "key", "bomb", "sack"].contains(&award);
    if player.has("broken_modem") && count >= 1 && copied && tape.chance(&q(1, 4)) {
        count += 1;
    }
    if award == "nothing" || count == 0 { ("nothing".to_owned(), 0) } else { (award.to_owned(), count) }
}

fn replaced(player: &Player, rules: &Rules, mut award: &'static str, tape: &mut Tape) -> &'static str {
    let watch = player.has("watch_battery");
    let battery =
        if watch && rules.watch_added { &rules.battery + &rules.watch } else { rules.battery.clone() };
    if tape.chance(&battery) || (watch && !rules.watch_added && tape.chance(&rules.watch)) {
        award = "lil_battery";
    }
    if tape.chance(&q(1, 50)) {
        award = "sack";
    }
    let tenth = q(1, 10);
    if player.has("ace_of_spades") && tape.chance(&tenth) {
        award = "tarot_card";
    } else if player.has("safety_cap") && tape.chance(&tenth) {
        award = "pill";
    } else if player.has("match_stick") && tape.chance(&tenth) {
        award = "bomb";
    } else if player.has("childs_heart")
        && tape.chance(&tenth)
        && (rules.tail_spares_child || heart_or_key(player, tape) == "heart")
    {
        award = "heart";
    } else if player.has("rusted_key") && tape.chance(&tenth) {
        award = "key";
    }
    if player.has("smelter") && tape.chance(&q(1, 50)) {
        award = "trinket";
    }
    award
}

/// What a player may bring: the thirteen flags, contracts, hard mode.
fn brings() -> Vec<&'static str> {
    FLAGS.iter().copied().chain(["contracts=1", "contracts=3", "difficulty=hard"]).collect()
}

fn missing(rules: &str, item: &str) -> bool {
    match rules {
        "rebirth" => ["rib_of_greed", "watch_battery", "smelter", "broken_modem"].contains(&item),
        "afterbirth" => ["smelter", "broken_modem"].contains(&item),
        _ => false,
    }
}

fn compare(mechanic: &Mechanic, rule_set: &str, brings: &[&'static str], luck: (i64, i64)) {
    let contracts =
        brings.iter().filter_map(|item| item.strip_prefix("contracts=")).filter_map(|n| n.parse().ok()).max();
    let player = Player {
        luck: q(luck.0, luck.1),
        hard: brings.contains(&"difficulty=hard"),
        contracts: contracts.unwrap_or(0),
        items: brings.iter().filter(|item| !item.contains('=')).copied().collect(),
    };
    let mut set: Vec<String> = vec![format!("luck={}/{}", luck.0, luck.1)];
    for item in brings {
        set.push(if item.contains('=') { (*item).to_owned() } else { format!("{item}=true") });
    }
    let rules = rules(rule_set);
    let bands = bands(&player, &rules);
    let expected = enumerate(|tape| play(&player, &rules, &bands, tape));
    let found = law(mechanic, rule_set, &set, &[0, 1]);
    assert_eq!(found, expected, "{rule_set} with {set:?}");
}

const RULE_SETS: &[&str] = &[
    "rebirth", "afterbirth", "afterbirth-plus", "repentance", "repentance-plus", "pseudo-code", "wiki-gg",
    "fandom",
];

#[test]
fn every_pair_of_items_agrees_with_the_enumerator_under_every_rule_set() {
    let mechanic = awards();
    assert_eq!(mechanic.rule_sets.len(), RULE_SETS.len());
    let lucks = [(0, 1), (1, 1), (7, 3), (10, 1), (33, 10), (-1, 2), (25, 2), (1, 100)];
    let brings = brings();
    let mut compared = 0;
    for rule_set in RULE_SETS {
        for (first, one) in brings.iter().enumerate() {
            for (second, other) in brings.iter().enumerate().skip(first) {
                let both_contracts =
                    one.starts_with("contracts") && other.starts_with("contracts") && first != second;
                if missing(rule_set, one) || missing(rule_set, other) || both_contracts {
                    continue;
                }
                let these: Vec<&'static str> = if first == second { vec![*one] } else { vec![*one, *other] };
                for shift in 0..2 {
                    compare(&mechanic, rule_set, &these, lucks[(first + second + shift * 3) % lucks.len()]);
                    compared += 1;
                }
            }
        }
        compare(&mechanic, rule_set, &[], (0, 1));
    }
    assert!(compared > 1900, "{compared}");
}

#[test]
fn many_items_at_once_agree_with_the_enumerator() {
    let mechanic = awards();
    let items: Vec<&'static str> = brings().into_iter().filter(|item| *item != "contracts=1").collect();
    compare(&mechanic, "repentance-plus", &items, (3, 1));
    compare(&mechanic, "fandom", &items, (41, 10));
}

#[test]
fn an_item_the_edition_lacks_is_refused() {
    let mechanic = awards();
    for rule_set in RULE_SETS {
        for item in FLAGS {
            let settings = Settings {
                rules: vec![(*rule_set).to_owned()],
                set: Vec::new(),
                with: vec![(*item).to_owned()],
                ..Settings::default()
            };
            let refused = scenarios(&mechanic, &settings).is_err();
            assert_eq!(refused, missing(rule_set, item), "{rule_set} {item}");
        }
    }
}
