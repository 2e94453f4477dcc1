//! Level generation against an enumeration written apart from the engine, figures worked out by hand, and a
//! simulation.

#[path = "../oracle/rooms.rs"]
#[allow(unreachable_pub, missing_docs, reason = "an oracle is a module of its tests")]
#[allow(clippy::collapsible_if, reason = "it follows the printed code line by line")]
mod oracle;

use std::collections::BTreeMap;

use crate::support::{Random, agrees, law, mechanic};
use num_rational::BigRational;
use num_traits::Zero as _;
use oracle::{Floor, RULE_SETS};
use trueodds::scenario::Mechanic;

fn set(pairs: &[(&str, String)]) -> Vec<String> {
    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect()
}

/// Whether a rule set has no Void.
fn ends_at_11(rules: &str) -> bool {
    ["rebirth", "afterbirth"].contains(&rules)
}

#[test]
fn the_number_of_rooms_of_every_floor_under_every_rule_set() {
    let mechanic = mechanic("isaac/room-count");
    assert_eq!(mechanic.rule_sets.len(), RULE_SETS.len());
    for rules in RULE_SETS {
        for stage in (1..=12).filter(|stage| *stage < 12 || !ends_at_11(rules)) {
            for curse in ["none", "labyrinth", "lost"] {
                for difficulty in ["normal", "hard"] {
                    let inputs = set(&[
                        ("stage", stage.to_string()),
                        ("curse", curse.to_owned()),
                        ("difficulty", difficulty.to_owned()),
                    ]);
                    let found = law(&mechanic, rules, &inputs, &[0, 1]);
                    let expected: BTreeMap<Vec<String>, BigRational> =
                        oracle::room_count(rules, stage, curse, difficulty)
                            .into_iter()
                            .map(|((rooms, ends), mass)| (vec![rooms.to_string(), ends.to_string()], mass))
                            .collect();
                    assert_eq!(found, expected, "{rules}, stage {stage}, {curse}, {difficulty}");
                }
            }
        }
    }
}

/// The inputs of a floor, without those that the rule set does not have.
fn inputs(mechanic: &Mechanic, rules: &str, floor: &Floor) -> Vec<String> {
    let all = [
        ("dead_ends", floor.dead_ends.to_string()),
        ("stage", floor.stage.to_string()),
        ("xl", floor.xl.to_string()),
        ("dark_room", (floor.dark_room && floor.stage == 11).to_string()),
        ("hearts", floor.hearts.to_string()),
        ("soul_hearts", floor.soul_hearts.to_string()),
        ("max_hearts", floor.max_hearts.to_string()),
        ("bone_hearts", floor.bone_hearts.to_string()),
        ("keys", floor.keys.to_string()),
        ("coins", floor.coins.to_string()),
        ("touched_book", floor.touched_book.to_string()),
        ("visited_devil_room", floor.visited_devil_room.to_string()),
        ("silver_dollar", floor.silver_dollar.to_string()),
        ("bloody_crown", floor.bloody_crown.to_string()),
        ("fragmented_card", floor.fragmented_card.to_string()),
        ("luna", floor.luna.to_string()),
        ("voodoo_head", floor.voodoo_head.to_string()),
        ("holy_crown", floor.holy_crown.to_string()),
        ("wicked_crown", floor.wicked_crown.to_string()),
        ("victory_lap", floor.victory_lap.to_string()),
        ("player", floor.player.to_owned()),
    ];
    assert_eq!(all.len(), mechanic.model.inputs.len(), "an input is not in the test");
    let rule_set = mechanic.rule_sets.iter().find(|set| set.name == rules).unwrap();
    let there = |name: &str| {
        let index = mechanic.model.inputs.iter().position(|input| input.declaration.name == name);
        rule_set.available[index.unwrap_or_else(|| panic!("no input {name}"))]
    };
    set(&all.into_iter().filter(|(name, _)| there(name)).collect::<Vec<_>>())
}

fn floors(count: usize, seed: u64) -> Vec<Floor> {
    let mut random = Random(seed);
    let mut floor = || {
        let mut below = |n| i64::try_from(random.below(n)).unwrap();
        Floor {
            dead_ends: u32::try_from(below(14)).unwrap(),
            stage: 1 + below(12),
            xl: below(2) == 0,
            dark_room: below(2) == 0,
            hearts: below(7),
            soul_hearts: below(4),
            max_hearts: 2 * below(4),
            bone_hearts: below(2),
            keys: below(4),
            coins: below(9),
            touched_book: below(2) == 0,
            visited_devil_room: below(2) == 0,
            silver_dollar: below(2) == 0,
            bloody_crown: below(2) == 0,
            fragmented_card: below(2) == 0,
            luna: below(2) == 0,
            voodoo_head: below(2) == 0,
            holy_crown: below(3) == 0,
            wicked_crown: below(3) == 0,
            victory_lap: below(5),
            player: ["other", "the_lost", "blue_baby", "the_soul"][usize::try_from(below(4)).unwrap()],
        }
    };
    (0..count).map(|_| floor()).collect()
}

/// The floor as the rule set can have it: without what its edition lacks.
fn fitting(rules: &str, floor: &Floor) -> Floor {
    let early = ends_at_11(rules);
    let repentance = !(early || rules == "afterbirth-plus");
    Floor {
        stage: if early { floor.stage.min(11) } else { floor.stage },
        silver_dollar: floor.silver_dollar && !early,
        bloody_crown: floor.bloody_crown && !early,
        luna: floor.luna && repentance,
        voodoo_head: floor.voodoo_head && repentance,
        holy_crown: floor.holy_crown && repentance,
        wicked_crown: floor.wicked_crown && repentance,
        ..floor.clone()
    }
}

#[test]
fn the_joint_law_of_all_rooms_and_their_dead_ends_under_every_rule_set() {
    let mechanic = mechanic("isaac/special-rooms");
    let names: Vec<&str> = mechanic.model.fields.iter().map(|field| field.name.as_str()).collect();
    assert_eq!(names.len(), 32);
    let fields: Vec<usize> = (0..names.len()).collect();
    let mut outcomes = 0;
    for rules in RULE_SETS {
        for floor in floors(40, 20_261_121) {
            let floor = fitting(rules, &floor);
            let found = law(&mechanic, rules, &inputs(&mechanic, rules, &floor), &fields);
            let expected: BTreeMap<Vec<String>, BigRational> = oracle::special_rooms(rules, &floor)
                .into_iter()
                .map(|(outcome, mass)| (names.iter().map(|name| outcome[name].clone()).collect(), mass))
                .collect();
            outcomes += expected.len();
            assert_eq!(found, expected, "{rules} {floor:?}");
        }
    }
    assert!(outcomes > 5_000, "only {outcomes} outcomes were compared");
}

#[test]
fn the_chances_of_single_rooms_with_dead_ends_to_spare() {
    let mechanic = mechanic("isaac/special-rooms");
    let chance = |rules: &str, set: &[&str], field: &str, wanted: &str| {
        let index = mechanic.model.fields.iter().position(|other| other.name == field).unwrap();
        let mut set: Vec<String> = set.iter().map(|text| (*text).to_owned()).collect();
        set.push("dead_ends=13".to_owned());
        let law = law(&mechanic, rules, &set, &[index]);
        law.get(&vec![wanted.to_owned()]).cloned().unwrap_or_else(BigRational::zero).to_string()
    };
    let none = |set: &[&str], field: &str| chance("pseudo-code", set, field, "none");
    // 1 − 5/14, and 27/125 of 5/14 with two keys.
    assert_eq!(none(&[], "dice_or_sacrifice"), "9/14");
    assert_eq!(chance("pseudo-code", &["keys=2"], "dice_or_sacrifice", "dice"), "27/350");
    assert_eq!(chance("pseudo-code", &["touched_book=true"], "library", "true"), "23/80");
    assert_eq!(chance("wiki-2022", &["touched_book=true"], "library", "true"), "1/20");
    assert_eq!(chance("pseudo-code", &["visited_devil_room=true"], "curse", "1"), "5/8");
    assert_eq!(chance("pseudo-code", &["stage=3"], "miniboss", "true"), "7/16");
    assert_eq!(chance("pseudo-code", &["stage=1"], "miniboss", "true"), "1/4");
    assert_eq!(chance("pseudo-code", &["stage=2", "coins=5", "keys=2"], "vault_or_arcade", "vault"), "2/5");
    assert_eq!(none(&["hearts=1"], "bedroom"), "98/125");
    assert_eq!(chance("wiki-older", &["stage=2"], "challenge", "boss"), "1/2");
    assert_eq!(chance("pseudo-code", &["stage=2"], "challenge", "boss"), "1");
}

#[test]
fn few_dead_ends_lower_the_chance_of_a_library() {
    // With five dead ends on stage 1 four are taken for certain; the library needs the dice room to fail.
    let mechanic = mechanic("isaac/special-rooms");
    let index = mechanic.model.fields.iter().position(|field| field.name == "library").unwrap();
    let law = law(&mechanic, "repentance-plus", &["dead_ends=5".to_owned()], &[index]);
    assert_eq!(law[&vec!["true".to_owned()]].to_string(), "9/280");
}

#[test]
fn simulated_floors_agree_with_the_law() {
    const RUNS: u32 = 100_000;
    let mechanic = mechanic("isaac/special-rooms");
    let floor = Floor { dead_ends: 6, stage: 2, coins: 9, keys: 2, ..Floor::default() };
    let mut random = Random(2_022);
    let mut seen: BTreeMap<(&str, String), u32> = BTreeMap::new();
    for _ in 0..RUNS {
        for (field, value) in oracle::simulate("repentance", &floor, &mut |n| random.below(n)) {
            *seen.entry((field, value)).or_default() += 1;
        }
    }
    let given = inputs(&mechanic, "repentance", &floor);
    for (index, field) in mechanic.model.fields.iter().enumerate() {
        for (value, mass) in law(&mechanic, "repentance", &given, &[index]) {
            let count = seen.get(&(field.name.as_str(), value[0].clone())).copied().unwrap_or(0);
            assert!(agrees(count, RUNS, &mass), "{} = {}: {count} of {RUNS}, {mass}", field.name, value[0]);
        }
    }
}

#[test]
fn simulated_room_counts_agree_with_the_law() {
    const RUNS: u32 = 100_000;
    let mechanic = mechanic("isaac/room-count");
    let mut random = Random(12);
    let mut seen: BTreeMap<u64, u32> = BTreeMap::new();
    for _ in 0..RUNS {
        // Stage 4 with the Labyrinth in hard mode, as the printed code counts.
        let rooms = (5 + random.below(2) + 10 * 4 / 3).min(20) * 18 / 10;
        *seen.entry(rooms.min(45) + 2 + random.below(2)).or_default() += 1;
    }
    let given = ["stage=4", "curse=labyrinth", "difficulty=hard"].map(str::to_owned);
    for (rooms, mass) in law(&mechanic, "repentance", &given, &[0]) {
        let count = seen.get(&rooms[0].parse().unwrap()).copied().unwrap_or(0);
        assert!(agrees(count, RUNS, &mass), "{} rooms: {count} of {RUNS}, {mass}", rooms[0]);
    }
}

#[test]
fn the_void_is_not_in_the_first_editions_and_the_dark_room_only_on_stage_11() {
    use trueodds::scenario::{Settings, scenarios};
    for name in ["isaac/room-count", "isaac/special-rooms"] {
        let mechanic = mechanic(name);
        for (rules, set, refused) in [
            ("rebirth", "stage=12", true),
            ("afterbirth", "stage=12", true),
            ("afterbirth-plus", "stage=12", false),
            ("rebirth", "stage=11", false),
        ] {
            let settings =
                Settings { rules: vec![rules.to_owned()], set: vec![set.to_owned()], ..Settings::default() };
            let scenario = &scenarios(&mechanic, &settings).unwrap()[0];
            let limits = trueodds::evaluate::Limits::default();
            let bindings = scenario.bindings(&mechanic);
            let plan = trueodds::evaluate::Plan::new(&mechanic.program, &bindings, &[0], &(), &limits);
            let found = plan.law(&limits).map_err(|stop| stop.code.name());
            assert_eq!(found.is_err(), refused, "{name} {rules} {set}: {found:?}");
            if let Err(code) = found {
                assert_eq!(code, "required");
            }
        }
    }
}
