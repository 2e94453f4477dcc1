//! An enumeration of Isaac's level generation, written apart from the engine as a test oracle for
//! `isaac/room-count` and `isaac/special-rooms`. It reads no rule data and shares no code with the engine:
//! every way through the generation is walked on an explicit queue of dead ends, with exact fractions.
//! [`simulate`] tells the same story once more, imperatively and with its own rule checks, so that the two
//! can be held against each other.

use std::collections::{BTreeMap, VecDeque};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The five editions, then the three readings.
#[rustfmt::skip]
pub const RULE_SETS: [&str; 8] = [
    "rebirth", "afterbirth", "afterbirth-plus", "repentance", "repentance-plus",
    "pseudo-code", "wiki-2022", "wiki-older",
];

/// The curses that change how many rooms there are.
pub const CURSES: [&str; 4] = ["none", "labyrinth", "lost", "labyrinth_and_lost"];

/// All outcome fields of one floor, by name, as text.
pub type Outcome = BTreeMap<&'static str, String>;

fn ratio(numerator: i64, denominator: i64) -> BigRational {
    BigRational::new(BigInt::from(numerator), BigInt::from(denominator))
}

/// What a rule set says, and what is assumed where it says nothing.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Rooms are counted as the prose does: rounded and capped at the end.
    pub prose_count: bool,
    /// Curse of the Lost adds its rooms with the Labyrinth and in the Void too.
    pub lost_always: bool,
    /// What only Repentance knows: Luna, Voodoo Head, the crowns.
    pub modern: bool,
    /// A second boss and a second treasure room on XL floors.
    pub doubles: bool,
    /// That second boss takes a dead end of its own.
    pub second_boss_takes_end: bool,
    /// How many bosses the Void has, where that is known.
    pub void_bosses: Option<u32>,
    /// A refused dead end goes to the front of the line, not to its end.
    pub refused_to_front: bool,
    /// The flag of the book works.
    pub book_flag: bool,
    /// The challenge room is certain where it can be, else it has one half.
    pub sure_challenge: bool,
    /// From which victory lap on there is no shop: the one of Silver Dollar past stage 6, and any.
    pub laps: (Option<i64>, Option<i64>),
    /// The last stage with optional rooms.
    pub last_optional: i64,
    /// The last stage with a dice or sacrifice room.
    pub last_dice: i64,
    /// Need of a bedroom as the prose words it.
    pub need_by_prose: bool,
    /// The stages where a crown gives shop and treasure room.
    pub crowned: (i64, i64),
    /// Voodoo Head's room comes after all others.
    pub second_curse_last: bool,
    /// The planetarium's chance on the first six stages.
    pub planetarium: BigRational,
    /// Whether the planetarium's chance can be given.
    pub has_planetarium: bool,
}

impl Reading {
    /// What a rule set says.
    pub fn of(rules: &str) -> Reading {
        assert!(RULE_SETS.contains(&rules), "unknown rule set {rules}");
        let (code, older) = (rules == "pseudo-code", rules == "wiki-older");
        let prose = rules.starts_with("wiki-");
        let modern = ["repentance", "repentance-plus", "wiki-2022"].contains(&rules);
        Reading {
            prose_count: prose,
            lost_always: prose,
            modern,
            doubles: !code,
            second_boss_takes_end: false,
            void_bosses: code.then_some(1),
            refused_to_front: older,
            book_flag: code || older,
            sure_challenge: !prose,
            laps: match (older, prose) {
                (true, _) => (Some(3), Some(3)),
                (false, true) => (None, None),
                (false, false) => (Some(3), None),
            },
            last_optional: if older { 10 } else { 12 },
            last_dice: match (older, prose) {
                (true, _) => 10,
                (false, true) => 12,
                (false, false) => 11,
            },
            need_by_prose: prose,
            crowned: (9, 10),
            second_curse_last: false,
            planetarium: if modern { ratio(1, 100) } else { BigRational::zero() },
            has_planetarium: modern,
        }
    }
}

/// The law of `(rooms, min_dead_ends)`.
pub fn room_count(
    reading: &Reading,
    stage: i64,
    curse: &str,
    difficulty: &str,
) -> BTreeMap<(i64, i64), BigRational> {
    assert!(CURSES.contains(&curse), "unknown curse {curse}");
    assert!(["normal", "hard"].contains(&difficulty), "unknown difficulty {difficulty}");
    let prose = reading.prose_count;
    let labyrinth = curse.starts_with("labyrinth");
    let lost = curse.ends_with("lost");
    let void = stage == 12;
    let added = if lost && (reading.lost_always || !(labyrinth || void)) { 4 } else { 0 };

    let mut bases: Vec<i64> = Vec::new(); // equally likely
    if void {
        bases.extend(50..60);
    } else {
        for bit in 0..2 {
            // The printed code rounds and caps before it enlarges; the prose does both only at the end.
            let hundredths = 333 * stage + 100 * (5 + bit);
            let small = if prose { hundredths / 100 } else { 5 + bit + 10 * stage / 3 }.min(20);
            bases.push(match (labyrinth, prose) {
                (true, true) => (hundredths * 18 / 1000).min(45),
                (true, false) => (small * 18 / 10).min(45),
                (false, _) => small,
            });
        }
    }
    let extras: &[i64] = if difficulty == "hard" { &[2, 3] } else { &[0] };

    let min_dead_ends = 5 + i64::from(stage != 1) + i64::from(labyrinth) + 2 * i64::from(void);
    let share = ratio(1, (bases.len() * extras.len()) as i64);
    let mut law = BTreeMap::new();
    for base in &bases {
        for extra in extras {
            *law.entry((base + added + extra, min_dead_ends)).or_insert_with(BigRational::zero) += &share;
        }
    }
    law
}

/// What a floor is asked with; hearts in the game's half-heart units.
#[derive(Clone, Debug)]
pub struct Floor {
    pub dead_ends: u32,
    pub stage: i64,
    pub xl: bool,
    pub dark_room: bool,
    pub hearts: i64,
    pub soul_hearts: i64,
    pub max_hearts: i64,
    pub bone_hearts: i64,
    pub keys: i64,
    pub coins: i64,
    pub touched_book: bool,
    pub visited_devil_room: bool,
    pub silver_dollar: bool,
    pub bloody_crown: bool,
    pub fragmented_card: bool,
    pub luna: bool,
    pub voodoo_head: bool,
    pub holy_crown: bool,
    pub wicked_crown: bool,
    pub victory_lap: i64,
    /// `other`, `the_lost`, `blue_baby` or `the_soul`.
    pub player: &'static str,
    /// The planetarium's chance in hundredths, where it is given.
    pub planetarium: Option<i64>,
}

impl Default for Floor {
    fn default() -> Floor {
        Floor {
            dead_ends: 8,
            stage: 1,
            xl: false,
            dark_room: false,
            hearts: 6,
            soul_hearts: 0,
            max_hearts: 6,
            bone_hearts: 0,
            keys: 0,
            coins: 0,
            touched_book: false,
            visited_devil_room: false,
            silver_dollar: false,
            bloody_crown: false,
            fragmented_card: false,
            luna: false,
            voodoo_head: false,
            holy_crown: false,
            wicked_crown: false,
            victory_lap: 0,
            player: "other",
            planetarium: None,
        }
    }
}

/// A floor on which nothing has been placed yet.
fn blank() -> Outcome {
    let counts = "boss super_secret shop treasure curse secret dead_ends_left";
    let ranks = "boss_rank second_boss_rank super_secret_rank second_super_secret_rank shop_rank treasure_rank \
        second_treasure_rank dice_or_sacrifice_rank library_rank curse_rank second_curse_rank miniboss_rank \
        challenge_rank vault_or_arcade_rank planetarium_rank bedroom_rank grave_rank";
    let flags = "library miniboss planetarium grave";
    let kinds = "dice_or_sacrifice challenge vault_or_arcade bedroom";
    [(counts, "0"), (ranks, "0"), (flags, "false"), (kinds, "none")]
        .into_iter()
        .flat_map(|(fields, text)| fields.split_whitespace().map(move |field| (field, text.to_string())))
        .collect()
}

/// Writes down a room, and under `<name>_rank` the dead end it took.
fn note(outcome: &mut Outcome, name: &str, field: &str, text: &str, rank: u32) {
    *outcome.get_mut(field).unwrap() = text.to_string();
    *outcome.get_mut(format!("{name}_rank").as_str()).unwrap() = rank.to_string();
}

/// One state on the way: the dead ends still to be had, in order, and what has been placed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    queue: VecDeque<u32>,
    outcome: Outcome,
}

/// A row of draws, each a hit on one face of so many that counts only if its condition holds, the next drawn
/// only when the one before did not count: the chance that one of them does.
fn any_of(row: &[(i64, bool)]) -> BigRational {
    match row {
        [] => BigRational::zero(),
        [(sides, counts), rest @ ..] => {
            let hit = if *counts { ratio(1, *sides) } else { BigRational::zero() };
            &hit + (BigRational::one() - &hit) * any_of(rest)
        }
    }
}

/// Every world that can be at this point of the generation, with its probability.
struct Worlds {
    all: BTreeMap<World, BigRational>,
    /// A refused dead end goes before all the others.
    to_front: bool,
}

impl Worlds {
    /// Replaces every world that has a dead end left by the ways in which it can go on with the next one.
    fn branch(&mut self, ways: impl Fn(&World, u32) -> Vec<(World, BigRational)>) {
        let mut next = BTreeMap::new();
        for (mut world, mass) in std::mem::take(&mut self.all) {
            let split = match world.queue.pop_front() {
                Some(rank) => ways(&world, rank),
                None => vec![(world, BigRational::one())],
            };
            for (way, share) in split.into_iter().filter(|(_, share)| !share.is_zero()) {
                *next.entry(way).or_insert_with(BigRational::zero) += share * &mass;
            }
        }
        self.all = next;
    }

    /// A room that is certain as long as a dead end is left; `field` counts it or flags it.
    fn take(&mut self, name: &str, field: &str) {
        self.branch(|world, rank| {
            let mut world = world.clone();
            let count = world.outcome[field].parse::<u32>();
            let text = count.map_or("true".to_string(), |count| (count + 1).to_string());
            note(&mut world.outcome, name, field, &text, rank);
            vec![(world, BigRational::one())]
        });
    }

    /// One more boss room, of which nobody writes down where it is.
    fn take_unranked(&mut self) {
        self.branch(|world, _| {
            let mut world = world.clone();
            let bosses = world.outcome["boss"].parse::<u32>().unwrap() + 1;
            world.outcome.insert("boss", bosses.to_string());
            vec![(world, BigRational::one())]
        });
    }

    /// A boss room that hangs on the first and takes no dead end.
    fn hang(&mut self) {
        let hung = |(mut world, mass): (World, BigRational)| {
            if world.outcome["boss"] == "1" {
                world.outcome.insert("boss", "2".to_string());
            }
            (world, mass)
        };
        self.all = std::mem::take(&mut self.all).into_iter().map(hung).collect();
    }

    /// A room that takes a dead end, is of one of `kinds`, and either stays or gives it back.
    fn attempt(&mut self, field: &str, kinds: &[(&str, BigRational)], stays: &BigRational) {
        let to_front = self.to_front;
        self.branch(|world, rank| {
            let mut ways = Vec::new();
            for (kind, share) in kinds {
                let (mut placed, mut failed) = (world.clone(), world.clone());
                note(&mut placed.outcome, field, field, kind, rank);
                match to_front {
                    true => failed.queue.push_front(rank),
                    false => failed.queue.push_back(rank),
                }
                ways.push((placed, share * stays));
                ways.push((failed, share * (BigRational::one() - stays)));
            }
            ways
        });
    }
}

/// Every way through the placing of special rooms, merged by equal outcomes, with its probability.
pub fn special_rooms(reading: &Reading, floor: &Floor) -> Vec<(Outcome, BigRational)> {
    let Reading { modern, doubles, book_flag, .. } = *reading;
    let stage = floor.stage;
    let crown_stage = (reading.crowned.0..=reading.crowned.1).contains(&stage);
    let crowned = modern && (floor.holy_crown || floor.wicked_crown) && crown_stage;
    let healthy = floor.hearts + floor.soul_hearts >= floor.max_hearts;
    let boneless = ["the_lost", "blue_baby", "the_soul"].contains(&floor.player);
    let containers = floor.max_hearts + if boneless { 0 } else { 2 * floor.bone_hearts };
    let in_need = if reading.need_by_prose {
        // Half hearts: two whole ones are four halves, and a bone heart is worth two.
        (floor.hearts + 2 * floor.bone_hearts < 4 && floor.soul_hearts == 0)
            || (floor.soul_hearts <= 4 && floor.hearts + floor.bone_hearts == 0)
    } else {
        (floor.hearts < 2 && floor.soul_hearts <= 0) || (containers <= 0 && floor.soul_hearts <= 2)
    };
    let second_of_chapter = [2, 4, 6, 8].contains(&stage);
    let lap_over = |last: Option<i64>| last.is_some_and(|last| floor.victory_lap >= last);
    let early_shop = stage < 7 && !lap_over(reading.laps.1);
    let dollar_shop =
        floor.silver_dollar && stage < 9 && !lap_over(reading.laps.1) && !lap_over(reading.laps.0);
    let shop = early_shop || dollar_shop || crowned;
    let treasure = stage < 7 || (floor.bloody_crown && stage < 9) || crowned;
    let optional = stage <= reading.last_optional;
    let (sure, never, half) = (BigRational::one(), BigRational::zero(), ratio(1, 2));
    let just_that = [("true", sure.clone())];
    let rare = |one: &'static str, other: &'static str, chance: BigRational| {
        [(one, chance.clone()), (other, BigRational::one() - chance)]
    };

    let start = World { queue: (1..=floor.dead_ends).collect(), outcome: blank() };
    let all = BTreeMap::from([(start, sure.clone())]);
    let mut worlds = Worlds { all, to_front: reading.refused_to_front };
    worlds.take("boss", "boss");
    if stage == 12 {
        for number in 1..reading.void_bosses.expect("how many bosses the Void has") {
            if number == 1 {
                worlds.take("second_boss", "boss");
            } else {
                worlds.take_unranked();
            }
        }
    } else if doubles && floor.xl {
        if reading.second_boss_takes_end {
            worlds.take("second_boss", "boss");
        } else {
            worlds.hang();
        }
    }
    worlds.take("super_secret", "super_secret");
    if modern && floor.luna {
        worlds.take("second_super_secret", "super_secret");
    }
    if shop {
        worlds.take("shop", "shop");
    }
    if treasure {
        worlds.take("treasure", "treasure");
        if doubles && floor.xl {
            worlds.take("second_treasure", "treasure");
        }
    }
    if optional && stage <= reading.last_dice {
        let kinds = rare("dice", "sacrifice", any_of(&[(50, true), (5, floor.keys >= 2)]));
        let stays = any_of(&[(7, true), (4, healthy)]);
        worlds.attempt("dice_or_sacrifice", &kinds, &stays);
    }
    if optional {
        let stays = any_of(&[(20, true), (4, book_flag && floor.touched_book)]);
        worlds.attempt("library", &just_that, &stays);
        let stays = any_of(&[(2, true), (4, floor.visited_devil_room)]);
        worlds.attempt("curse", &[("1", sure.clone())], &stays);
    }
    if modern && floor.voodoo_head && !reading.second_curse_last {
        worlds.take("second_curse", "curse");
    }
    if optional {
        let stays = any_of(&[(4, true), (4, stage != 1)]);
        worlds.attempt("miniboss", &just_that, &stays);
        let kind = if second_of_chapter { "boss" } else { "normal" };
        let stays = match healthy && stage > 1 {
            true if reading.sure_challenge => &sure,
            true => &half,
            false => &never,
        };
        worlds.attempt("challenge", &[(kind, sure.clone())], stays);
        let kinds = rare("vault", "arcade", any_of(&[(10, true), (3, floor.keys >= 2)]));
        let stays = if floor.coins >= 5 && second_of_chapter { &sure } else { &never };
        worlds.attempt("vault_or_arcade", &kinds, stays);
    }
    let usual = if stage < 7 { reading.planetarium.clone() } else { never.clone() };
    let planetarium = floor.planetarium.map_or(usual, |hundredths| ratio(hundredths, 100));
    // Where there is none no dead end is asked for.
    if !planetarium.is_zero() {
        worlds.attempt("planetarium", &just_that, &planetarium);
    }
    if stage < 7 {
        let stays = any_of(&[(50, true), (5, in_need)]);
        worlds.attempt("bedroom", &rare("clean", "dirty", half), &stays);
    }
    if stage == 11 && floor.dark_room {
        worlds.take("grave", "grave");
    }
    if modern && floor.voodoo_head && reading.second_curse_last {
        worlds.take("second_curse", "curse");
    }

    let mut law: BTreeMap<Outcome, BigRational> = BTreeMap::new();
    for (World { queue, mut outcome }, mass) in worlds.all {
        outcome.insert("secret", if floor.fragmented_card { "2" } else { "1" }.to_string());
        outcome.insert("dead_ends_left", queue.len().to_string());
        *law.entry(outcome).or_insert_with(BigRational::zero) += mass;
    }
    law.into_iter().collect()
}

/// The floor that [`simulate`] fills: the free dead ends, the next one last, and the rooms so far.
struct Site {
    ends: Vec<u32>,
    rooms: Outcome,
    /// A refused dead end is the next one again.
    front: bool,
}

impl Site {
    fn fill(&mut self, name: &str, field: &str, text: &str) {
        if let Some(end) = self.ends.pop() {
            note(&mut self.rooms, name, field, text, end);
        }
    }

    fn settle(&mut self, end: u32, good: bool, field: &str, text: &str) {
        if good {
            note(&mut self.rooms, field, field, text, end);
        } else if self.front {
            self.ends.push(end);
        } else {
            self.ends.insert(0, end);
        }
    }
}

/// One floor drawn with a generator, where `random(n)` gives 0 to n - 1.
pub fn simulate(reading: &Reading, floor: &Floor, random: &mut impl FnMut(u64) -> u64) -> Outcome {
    let Floor { stage, hearts, soul_hearts, max_hearts, bone_hearts, keys, .. } = *floor;
    let repentant = reading.modern;
    let twice = floor.xl && reading.doubles;
    let crown = repentant
        && (floor.holy_crown || floor.wicked_crown)
        && stage >= reading.crowned.0
        && stage <= reading.crowned.1;
    let well = hearts + soul_hearts >= max_hearts;
    let front = reading.refused_to_front;
    let mut site = Site { ends: (1..=floor.dead_ends).rev().collect(), rooms: blank(), front };

    site.fill("boss", "boss", "1");
    if stage == 12 {
        for number in 2..=reading.void_bosses.expect("how many bosses the Void has") {
            let before = site.rooms["second_boss_rank"].clone();
            site.fill("second_boss", "boss", &number.to_string());
            if number > 2 {
                site.rooms.insert("second_boss_rank", before);
            }
        }
    } else if twice && reading.second_boss_takes_end {
        site.fill("second_boss", "boss", "2");
    } else if twice && site.rooms["boss"] == "1" {
        site.rooms.insert("boss", "2".to_string());
    }
    site.fill("super_secret", "super_secret", "1");
    if repentant && floor.luna {
        site.fill("second_super_secret", "super_secret", "2");
    }
    let late = |lap: Option<i64>| lap.is_some_and(|lap| floor.victory_lap >= lap);
    let mut has_shop = stage < 7;
    if stage < 9 && floor.silver_dollar && !late(reading.laps.0) {
        has_shop = true;
    }
    if late(reading.laps.1) {
        has_shop = false;
    }
    has_shop |= crown;
    if has_shop {
        site.fill("shop", "shop", "1");
    }
    if stage < 7 || (stage < 9 && floor.bloody_crown) || crown {
        site.fill("treasure", "treasure", "1");
        if twice {
            site.fill("second_treasure", "treasure", "2");
        }
    }
    if stage <= reading.last_optional {
        if stage <= reading.last_dice {
            if let Some(end) = site.ends.pop() {
                let dice = random(50) == 0 || (random(5) == 0 && keys > 1);
                let good = random(7) == 0 || (random(4) == 0 && well);
                site.settle(end, good, "dice_or_sacrifice", if dice { "dice" } else { "sacrifice" });
            }
        }
        if let Some(end) = site.ends.pop() {
            let flagged = floor.touched_book && reading.book_flag;
            let good = random(20) == 0 || (random(4) == 0 && flagged);
            site.settle(end, good, "library", "true");
        }
        if let Some(end) = site.ends.pop() {
            let good = random(2) == 0 || (random(4) == 0 && floor.visited_devil_room);
            site.settle(end, good, "curse", "1");
        }
    }
    if repentant && floor.voodoo_head && !reading.second_curse_last {
        let text = if site.rooms["curse_rank"] == "0" { "1" } else { "2" };
        site.fill("second_curse", "curse", text);
    }
    if stage <= reading.last_optional {
        if let Some(end) = site.ends.pop() {
            let good = random(4) == 0 || (random(4) == 0 && stage != 1);
            site.settle(end, good, "miniboss", "true");
        }
        if let Some(end) = site.ends.pop() {
            let good = (random(2) == 0 || stage >= 2 && reading.sure_challenge) && well && stage > 1;
            let boss = stage < 9 && stage % 2 == 0;
            site.settle(end, good, "challenge", if boss { "boss" } else { "normal" });
        }
        if let Some(end) = site.ends.pop() {
            let vault = random(10) == 0 || (random(3) == 0 && keys > 1);
            let good = floor.coins >= 5 && (stage == 2 || stage == 4 || stage == 6 || stage == 8);
            site.settle(end, good, "vault_or_arcade", if vault { "vault" } else { "arcade" });
        }
    }
    let usual = &reading.planetarium * ratio(100, 1);
    let hundredths = match floor.planetarium {
        Some(given) => given,
        None if stage <= 6 => i64::try_from(usual.to_integer()).unwrap(),
        None => 0,
    };
    if let (true, Some(end)) = (hundredths > 0, site.ends.last().copied()) {
        site.ends.pop();
        site.settle(end, (random(100) as i64) < hundredths, "planetarium", "true");
    }
    if stage < 7 {
        if let Some(end) = site.ends.pop() {
            let clean = random(2) == 0;
            let most = match floor.player {
                "the_lost" | "blue_baby" | "the_soul" => max_hearts,
                _ => max_hearts + bone_hearts * 2,
            };
            let mut second = (hearts < 2 && soul_hearts <= 0) || (most <= 0 && soul_hearts <= 2);
            if reading.need_by_prose {
                let red_or_bone = hearts + 2 * bone_hearts;
                second = if soul_hearts == 0 { red_or_bone < 4 } else { red_or_bone == 0 && soul_hearts < 5 };
            }
            let good = random(50) == 0 || (random(5) == 0 && second);
            site.settle(end, good, "bedroom", if clean { "clean" } else { "dirty" });
        }
    }
    if stage == 11 && floor.dark_room {
        site.fill("grave", "grave", "true");
    }
    if repentant && floor.voodoo_head && reading.second_curse_last {
        let text = if site.rooms["curse_rank"] == "0" { "1" } else { "2" };
        site.fill("second_curse", "curse", text);
    }
    site.rooms.insert("secret", (1 + u32::from(floor.fragmented_card)).to_string());
    site.rooms.insert("dead_ends_left", site.ends.len().to_string());
    site.rooms
}
