//! Level generation against an enumeration written apart from the engine, figures worked out by hand, and a
//! simulation.

#[path = "../oracle/rooms.rs"]
#[allow(unreachable_pub, missing_docs, reason = "an oracle is a module of its tests")]
#[allow(clippy::collapsible_if, reason = "it follows the printed code line by line")]
pub(crate) mod oracle;

use std::collections::BTreeMap;

use crate::support::{Random, agrees, law, law_with_rules, mechanic};
use num_rational::BigRational;
use num_traits::Zero as _;
use oracle::{CURSES, Floor, RULE_SETS, Reading};
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
            for curse in CURSES {
                for difficulty in ["normal", "hard"] {
                    let inputs = set(&[
                        ("stage", stage.to_string()),
                        ("curse", curse.to_owned()),
                        ("difficulty", difficulty.to_owned()),
                    ]);
                    let found = law(&mechanic, rules, &inputs, &[0, 1]);
                    let expected: BTreeMap<Vec<String>, BigRational> =
                        oracle::room_count(&Reading::of(rules), stage, curse, difficulty)
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
    assert_eq!(all.len() + 1, mechanic.model.inputs.len(), "an input is not in the test");
    let planetarium = floor.planetarium.map(|hundredths| ("planetarium_chance", format!("{hundredths}/100")));
    let rule_set = mechanic.rule_sets.iter().find(|set| set.name == rules).unwrap();
    let there = |name: &str| {
        let index = mechanic.model.inputs.iter().position(|input| input.declaration.name == name);
        rule_set.available[index.unwrap_or_else(|| panic!("no input {name}"))]
    };
    set(&all.into_iter().chain(planetarium).filter(|(name, _)| there(name)).collect::<Vec<_>>())
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
            planetarium: [None, None, Some(0), Some(20), Some(100)][usize::try_from(below(5)).unwrap()],
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
        planetarium: floor.planetarium.filter(|_| Reading::of(rules).has_planetarium),
        ..floor.clone()
    }
}

#[test]
fn the_joint_law_of_all_rooms_and_their_dead_ends_under_every_rule_set() {
    let mechanic = mechanic("isaac/special-rooms");
    assert_eq!(mechanic.model.fields.len(), 32);
    let mut outcomes = 0;
    for rules in RULE_SETS {
        for floor in floors(40, 20_261_121) {
            let floor = fitting(rules, &floor);
            let (reading, changed) = with_bosses(rules, &floor);
            outcomes += compare(&mechanic, rules, &reading, &changed, &floor);
        }
    }
    assert!(outcomes > 5_000, "only {outcomes} outcomes were compared");
}

/// What a rule set says, with a number of bosses for the Void where the floor is that and nobody knows it.
fn with_bosses(rules: &str, floor: &Floor) -> (Reading, Vec<String>) {
    let mut reading = Reading::of(rules);
    let mut changed = Vec::new();
    if floor.stage == 12 && reading.void_bosses.is_none() {
        reading.void_bosses = Some(3);
        changed.push("void_bosses=3".to_owned());
    }
    (reading, changed)
}

/// Holds the joint law of all outcomes of a floor to the enumeration; how many outcomes were compared.
#[track_caller]
fn compare(mechanic: &Mechanic, rules: &str, reading: &Reading, changed: &[String], floor: &Floor) -> usize {
    let names: Vec<&str> = mechanic.model.fields.iter().map(|field| field.name.as_str()).collect();
    let fields: Vec<usize> = (0..names.len()).collect();
    let found = law_with_rules(mechanic, rules, &inputs(mechanic, rules, floor), changed, &fields);
    let expected: BTreeMap<Vec<String>, BigRational> = oracle::special_rooms(reading, floor)
        .into_iter()
        .map(|(outcome, mass)| (names.iter().map(|name| outcome[name].clone()).collect(), mass))
        .collect();
    assert_eq!(found, expected, "{rules} {changed:?} {floor:?}");
    expected.len()
}

/// One rule away from what a rule set says.
fn other_readings(reading: &Reading) -> Vec<(String, Reading)> {
    let own = || reading.clone();
    let place = |front: bool| if front { "front" } else { "end" };
    vec![
        ("second_rooms_on_xl=true".to_owned(), Reading { doubles: true, ..own() }),
        ("second_boss_takes=dead_end".to_owned(), Reading { second_boss_takes_end: true, ..own() }),
        ("void_bosses=1".to_owned(), Reading { void_bosses: Some(1), ..own() }),
        ("void_bosses=2".to_owned(), Reading { void_bosses: Some(2), ..own() }),
        ("void_bosses=4".to_owned(), Reading { void_bosses: Some(4), ..own() }),
        (
            format!("refused_goes_to={}", place(!reading.refused_to_front)),
            Reading { refused_to_front: !reading.refused_to_front, ..own() },
        ),
        ("second_curse_comes=last".to_owned(), Reading { second_curse_last: true, ..own() }),
        ("crown_first=8".to_owned(), Reading { crowned: (8, 10), ..own() }),
        ("crown_last=11".to_owned(), Reading { crowned: (9, 11), ..own() }),
        ("dice_last_stage=3".to_owned(), Reading { last_dice: 3, ..own() }),
        ("dice_last_stage=12".to_owned(), Reading { last_dice: 12, ..own() }),
        (
            format!("bedroom_need={}", if reading.need_by_prose { "code" } else { "prose" }),
            Reading { need_by_prose: !reading.need_by_prose, ..own() },
        ),
    ]
}

#[test]
fn the_joint_law_under_every_assumption_that_is_made_otherwise() {
    let mechanic = mechanic("isaac/special-rooms");
    let mut outcomes = 0;
    for (index, rules) in RULE_SETS.into_iter().enumerate() {
        for floor in floors(24, 8_000 + u64::try_from(index).unwrap()) {
            let floor = fitting(rules, &floor);
            let (usual, bosses) = with_bosses(rules, &floor);
            for (rule, reading) in other_readings(&usual) {
                let known = bosses.iter().filter(|_| !rule.starts_with("void_bosses"));
                let changed: Vec<String> = known.cloned().chain([rule.clone()]).collect();
                outcomes += compare(&mechanic, rules, &reading, &changed, &floor);
            }
        }
    }
    assert!(outcomes > 20_000, "only {outcomes} outcomes were compared");
}

#[test]
fn the_prose_of_the_bedroom_counts_whole_hearts() {
    // Red hearts, soul hearts, containers and bone hearts as the game counts them: red and soul in halves.
    let mechanic = mechanic("isaac/special-rooms");
    let index = mechanic.model.fields.iter().position(|field| field.name == "bedroom").unwrap();
    let need = |rules: &str, [red, soul, bone]: [i64; 3]| {
        let set = [("hearts", red), ("soul_hearts", soul), ("bone_hearts", bone), ("dead_ends", 20)];
        let set: Vec<String> = set.iter().map(|(name, value)| format!("{name}={value}")).collect();
        law(&mechanic, rules, &set, &[index])[&vec!["none".to_owned()]].to_string() == "98/125"
    };
    // One and a half hearts, then two; bone hearts count whole in the prose and not at all in the code.
    for (hearts, prose, code) in [
        ([3, 0, 0], true, false),
        ([4, 0, 0], false, false),
        ([1, 0, 0], true, true),
        ([1, 0, 2], false, true),
        ([2, 0, 1], false, false),
        ([0, 4, 0], true, false),
        ([0, 5, 0], false, false),
        ([0, 4, 1], false, false),
        ([1, 1, 0], false, false),
    ] {
        assert_eq!(need("wiki-older", hearts), prose, "prose, {hearts:?}");
        assert_eq!(need("pseudo-code", hearts), code, "code, {hearts:?}");
    }
}

/// The law of one outcome.
fn law_of(rules: &str, set: &[&str], rule: &[&str], field: &str) -> BTreeMap<String, BigRational> {
    let mechanic = mechanic("isaac/special-rooms");
    let index = mechanic.model.fields.iter().position(|other| other.name == field).unwrap();
    let texts = |all: &[&str]| -> Vec<String> { all.iter().map(|text| (*text).to_owned()).collect() };
    let law = law_with_rules(&mechanic, rules, &texts(set), &texts(rule), &[index]);
    law.into_iter().map(|(mut values, mass)| (values.remove(0), mass)).collect()
}

#[test]
fn an_xl_floor_at_its_minimum_has_one_dead_end_to_share() {
    // Basement I with the Labyrinth: six dead ends, of which boss, super secret, shop and two treasure rooms take
    // five. Each of the four rooms needs all before it to fail.
    let set = ["dead_ends=6", "xl=true"];
    let chance = |field: &str, value: &str| law_of("repentance-plus", &set, &[], field)[value].to_string();
    assert_eq!(chance("dice_or_sacrifice", "none"), "9/14"); // 1 − 5/14
    assert_eq!(chance("library", "true"), "9/280"); // 9/14 · 1/20
    assert_eq!(chance("curse", "1"), "171/560"); // 9/14 · 19/20 · 1/2
    assert_eq!(chance("miniboss", "true"), "171/2240"); // 9/14 · 19/20 · 1/2 · 1/4
    for (field, none) in
        [("dice_or_sacrifice", "none"), ("library", "false"), ("curse", "0"), ("miniboss", "false")]
    {
        let law = law_of("repentance-plus", &set, &["second_boss_takes=dead_end"], field);
        assert_eq!(law[none].to_string(), "1", "{field} where the second boss takes the last dead end");
    }
}

#[test]
fn where_a_refused_dead_end_goes_moves_rooms_and_not_their_chances() {
    let part = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    let ranks = |to: &str, field: &str| {
        let refused = format!("refused_goes_to={to}");
        law_of("repentance-plus", &["stage=3", "dead_ends=8"], &[&refused], field)
    };
    // Dead ends 5 to 8 are left. To the end of the line the challenge room has the fifth where the dice room was
    // refused and neither library nor miniboss stands there … as the enumeration has it.
    let end = ranks("end", "challenge_rank");
    assert_eq!(end["5"].to_string(), "9/14");
    let there =
        BigRational::from_integer(1.into()) - &end.get("0").cloned().unwrap_or_else(BigRational::zero);
    assert_eq!((&end["5"] / &there).to_string(), "384/595");
    let front = ranks("front", "challenge_rank");
    let there =
        BigRational::from_integer(1.into()) - &front.get("0").cloned().unwrap_or_else(BigRational::zero);
    // Refused to the front, it has the fifth where dice, library, curse and miniboss all failed.
    let all_failed = BigRational::new((9 * 19 * 9).into(), (14 * 20 * 2 * 16).into());
    assert_eq!(front["5"], all_failed);
    assert_eq!(
        ((&front["5"] / &there) * BigRational::from_integer(10_000.into())).round().to_string(),
        "1724"
    );
    // The curse room has the fifth where neither dice room nor library is there, the seventh where both are.
    let curse = ranks("front", "curse_rank");
    let shares = [5, 6, 7].map(|rank: i64| (&curse[&rank.to_string()] * part(2, 1)).to_string());
    assert_eq!(shares, ["171/280", "13/35", "1/56"]); // 61%, 37% and 2% of those that are there
    for (field, absent) in
        [("library", "false"), ("curse", "0"), ("miniboss", "false"), ("challenge", "none")]
    {
        assert_eq!(ranks("end", field)[absent], ranks("front", field)[absent], "{field}");
    }
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
        for (field, value) in oracle::simulate(&Reading::of("repentance"), &floor, &mut |n| random.below(n)) {
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

/// Why there is no law of an outcome, by its code; nothing where there is one.
fn refused(mechanic: &Mechanic, rules: &str, set: &str, field: &str) -> Option<&'static str> {
    use trueodds::scenario::{Settings, scenarios};
    let settings =
        Settings { rules: vec![rules.to_owned()], set: vec![set.to_owned()], ..Settings::default() };
    let scenario = &scenarios(mechanic, &settings).unwrap()[0];
    let limits = trueodds::evaluate::Limits::default();
    let fields = [mechanic.field(field).unwrap()];
    trueodds::query::law(mechanic, scenario, &fields, &limits).err().map(|stop| stop.code.name())
}

#[test]
fn the_void_is_not_in_the_first_editions() {
    for (name, field) in [("room-count", "rooms"), ("special-rooms", "secret"), ("floor", "rooms")] {
        let mechanic = mechanic(&format!("isaac/{name}"));
        for (rules, set, expected) in [
            ("rebirth", "stage=12", Some("required")),
            ("afterbirth", "stage=12", Some("required")),
            ("afterbirth-plus", "stage=12", None),
            ("rebirth", "stage=11", None),
        ] {
            assert_eq!(refused(&mechanic, rules, set, field), expected, "{name} {rules} {set}");
        }
    }
}

#[test]
fn how_many_bosses_the_void_has_is_known_to_the_code_alone() {
    let mechanic = mechanic("isaac/special-rooms");
    for rules in RULE_SETS.into_iter().filter(|rules| !ends_at_11(rules)) {
        assert_eq!(refused(&mechanic, rules, "stage=12", "secret"), None, "{rules}");
        for field in ["boss", "super_secret", "library", "dead_ends_left"] {
            let expected = (rules != "pseudo-code").then_some("not-known");
            assert_eq!(refused(&mechanic, rules, "stage=12", field), expected, "{rules} {field}");
        }
    }
}

/// What a floor is in the joint law of rooms, dead ends and special rooms, put together from the two enumerations.
fn floor_law(
    reading: &Reading,
    floor: &Floor,
    curse: &str,
    difficulty: &str,
    extra: &[(u32, BigRational)],
    fields: &[&str],
) -> BTreeMap<Vec<String>, BigRational> {
    let mut all = BTreeMap::new();
    for ((rooms, least), mass) in oracle::room_count(reading, floor.stage, curse, difficulty) {
        for (more, share) in extra {
            let dead_ends = u32::try_from(least).unwrap() + more;
            let xl = curse.starts_with("labyrinth");
            let floor = Floor { dead_ends, xl, ..floor.clone() };
            for (outcome, own) in oracle::special_rooms(reading, &floor) {
                let value = |name: &&str| match *name {
                    "rooms" => rooms.to_string(),
                    "min_dead_ends" => least.to_string(),
                    "dead_ends" => dead_ends.to_string(),
                    special => outcome[special].clone(),
                };
                *all.entry(fields.iter().map(value).collect()).or_insert_with(BigRational::zero) +=
                    &mass * share * own;
            }
        }
    }
    all
}

#[test]
fn a_floor_is_its_rooms_its_dead_ends_and_what_stands_in_them() {
    let (floors_of, rooms_of) = (mechanic("isaac/floor"), mechanic("isaac/special-rooms"));
    let names = ["rooms", "min_dead_ends", "dead_ends", "library", "curse", "miniboss", "curse_rank", "boss"];
    let fields: Vec<usize> = names.iter().map(|name| floors_of.field(name).unwrap().index()).collect();
    let part = |n: i64, d: i64| BigRational::new(n.into(), d.into());
    let laws = [
        ("0", vec![(0, part(1, 1))]),
        ("2", vec![(2, part(1, 1))]),
        ("one of { 1/2 => 0, 1/3 => 1, 1/6 => 4 }", vec![(0, part(1, 2)), (1, part(1, 3)), (4, part(1, 6))]),
    ];
    for rules in RULE_SETS {
        for (index, floor) in floors(12, 77).into_iter().enumerate() {
            let floor = fitting(rules, &floor);
            let (reading, mut changed) = with_bosses(rules, &floor);
            for rule in &mut changed {
                rule.insert_str(0, "special-rooms.");
            }
            let curse = CURSES[index % CURSES.len()];
            let difficulty = ["normal", "hard"][index / 4 % 2];
            let (law, extra) = &laws[index % laws.len()];
            let own = inputs(&rooms_of, rules, &floor);
            let mut set: Vec<String> = own
                .into_iter()
                .filter(|text| !text.starts_with("dead_ends=") && !text.starts_with("xl="))
                .collect();
            set.push(format!("floor_curse={curse}"));
            set.push(format!("difficulty={difficulty}"));
            set.push(format!("extra_dead_ends={law}"));
            let found = law_with_rules(&floors_of, rules, &set, &changed, &fields);
            let expected = floor_law(&reading, &floor, curse, difficulty, extra, &names);
            assert_eq!(found, expected, "{rules} {set:?}");
        }
    }
}

#[test]
fn stages_have_names() {
    let mechanic = mechanic("isaac/floor");
    let stage = &mechanic.model[mechanic.input("stage").unwrap()].declaration;
    let parse = |text: &str| mechanic.model.parse_value(stage, text).map_err(|error| error.message);
    assert_eq!(parse("Depths II"), parse("6"));
    assert_eq!(parse("the void"), parse("12"));
    let unknown = parse("Depths III").unwrap_err();
    assert!(unknown.contains("`Depths II`"), "{unknown}");
}
