//! Programs that people wrote for games they know: `before` is how they wrote them without dice, lists, families and
//! procedures, and `now` how they would; what reads as well without has no second text.
//!
//! The first hold the language to its word that old programs keep working unchanged. The second are compared with the
//! first, outcome by outcome, under every rule set and under inputs that are drawn.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use trueodds::check::model::Declaration;
use trueodds::diagnostic::{Code, has_errors};
use trueodds::evaluate::{Limits, Plan, Stop};
use trueodds::exact::Rational;
use trueodds::parse::{parse, print};
use trueodds::rules::RuleSetId;
use trueodds::scenario::{Mechanic, Scenario, all_values};
use trueodds::session::{DataSource, Session};
use trueodds::source::SourceMap;
use trueodds::value::Value;

use crate::support::Random;

/// Programs that take long, and why.
const TOO_LONG: &[(&str, &str)] = &[
    ("dnd/exploding", "a sum that grows without end"),
    ("dnd/sorted", "six numbers in order, carried as six variables"),
];

/// Inputs that are kept small, and outcomes that are not all asked for at once, where all of it takes long.
struct Small {
    program: &'static str,
    /// The most that an input may be.
    inputs: &'static [(&'static str, i64)],
    /// Which outcomes are asked for together.
    together: &'static [&'static [&'static str]],
}

const SMALL: &[Small] = &[
    Small { program: "balatro/flush", inputs: &[("discards", 0)], together: &[&["flush", "most"]] },
    Small { program: "diablo/drop", inputs: &[], together: &[&["runes", "uniques"], &["best_rune"]] },
    Small {
        program: "dnd/array",
        inputs: &[],
        together: &[&["best"], &["worst"], &["second"], &["eighteens"], &["total"]],
    },
    Small { program: "dnd/array-best", inputs: &[], together: &[&["best", "worst"]] },
    Small { program: "dnd/array-fast", inputs: &[], together: &[&["best", "worst"], &["total"]] },
    Small {
        program: "dnd/attack",
        inputs: &[("dice", 4), ("sides", 12)],
        together: &[&["result", "damage"]],
    },
    Small { program: "dnd/sorted-law", inputs: &[], together: &[&["s1"], &["s2"], &["s3"]] },
    Small {
        program: "isaac/chest",
        inputs: &[],
        together: &[&["coins", "keys", "locked"], &["hearts", "bombs"], &["trinkets", "pills"]],
    },
    Small {
        program: "isaac/item-pool",
        inputs: &[("floors", 4), ("wanted", 50)],
        together: &[&["floor", "got"]],
    },
    Small {
        program: "isaac/slot-session",
        inputs: &[("coins", 3)],
        together: &[&["exploded", "left"], &["hearts"]],
    },
    Small { program: "isaac/slot-s2", inputs: &[("coins", 3)], together: &[&["exploded", "left"]] },
    Small { program: "l5r/tenkfive", inputs: &[("rolled", 8)], together: &[&["total"]] },
    Small {
        program: "magic/combo",
        inputs: &[("turn", 2)],
        together: &[&["ok", "tutors"], &["lands"], &["a"], &["b"]],
    },
    Small {
        program: "magic/opening",
        inputs: &[("deck", 90)],
        together: &[&["size", "lands_in_hand"], &["has_key"]],
    },
    Small {
        program: "minecraft/enchant",
        inputs: &[("base", 12)],
        together: &[&["sharpness", "looting"], &["unbreaking", "number"], &["level"]],
    },
    Small {
        program: "pokemon/catch",
        inputs: &[("rate", 120), ("max_hp", 120)],
        together: &[&["shakes", "caught"]],
    },
    Small {
        program: "risk/battle",
        inputs: &[("attackers", 4), ("defenders", 3)],
        together: &[&["attacker_wins", "attackers_left"], &["defenders_left"]],
    },
    Small {
        program: "sts/act",
        inputs: &[("questions", 2), ("fights", 3)],
        together: &[&["potions", "shops"]],
    },
    Small {
        program: "sts/encounters",
        inputs: &[("strong", 4)],
        together: &[&["last", "third"], &["gangs"], &["slavers"]],
    },
    Small {
        program: "sts/map-path",
        inputs: &[],
        together: &[&["elites", "rests"], &["shops"], &["unknowns"], &["monsters"]],
    },
];

/// How many more questions each program is asked: with inputs that are drawn, or from states that are reached.
const DRAWN: usize = 4;

type Law = BTreeMap<Vec<String>, Rational>;

fn programs(which: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(which)
}

/// All files of a folder, by their paths in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut left = vec![folder.to_owned()];
    while let Some(next) = left.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                left.push(path)
            } else {
                found.push(path.strip_prefix(folder).unwrap().to_owned())
            }
        }
    }
    found.sort();
    found
}

fn names(folder: &Path) -> Vec<String> {
    let mechanics =
        files(folder).into_iter().filter(|path| path.extension().is_some_and(|end| end == "odds"));
    mechanics.map(|path| path.with_extension("").to_str().unwrap().to_owned()).collect()
}

/// The programs of now, and for all others those of before.
fn now() -> Session {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs-now");
    let _ = fs::remove_dir_all(&folder);
    for from in [programs("before"), programs("now")] {
        for file in files(&from) {
            fs::create_dir_all(folder.join(&file).parent().unwrap()).unwrap();
            fs::copy(from.join(&file), folder.join(&file)).unwrap();
        }
    }
    Session::open(&DataSource::Folder(folder)).unwrap()
}

fn before() -> Session {
    Session::open(&DataSource::Folder(programs("before"))).unwrap()
}

fn small(name: &str) -> Option<&'static Small> {
    SMALL.iter().find(|small| small.program == name)
}

/// Which outcomes are asked for together.
fn together(mechanic: &Mechanic) -> Vec<Vec<&str>> {
    match small(&mechanic.model.path) {
        Some(small) => small.together.iter().map(|names| names.to_vec()).collect(),
        None => vec![mechanic.model.fields.iter().map(|field| field.name.as_str()).collect()],
    }
}

fn fields(mechanic: &Mechanic, names: &[&str]) -> Vec<usize> {
    let place = |name: &&str| mechanic.model.fields.iter().position(|field| field.name == **name);
    names
        .iter()
        .map(|name| place(name).unwrap_or_else(|| panic!("{}: {name}", mechanic.model.path)))
        .collect()
}

fn text(mechanic: &Mechanic, of: &Declaration, value: &Value) -> String {
    mechanic.model.value_text(of.kind, value)
}

/// The joint law of some outcomes in one use from the start, or the code of what stops it.
fn law(mechanic: &Mechanic, scenario: &Scenario, names: &[&str]) -> Result<Law, Code> {
    let limits = Limits::default();
    let wanted = fields(mechanic, names);
    let bindings = scenario.bindings(mechanic);
    let law = Plan::<Rational>::new(&mechanic.program, &bindings, &wanted, &(), &limits).law(&limits);
    let texts = |values: &[Value]| {
        let of = wanted.iter().map(|field| &mechanic.model.fields[*field]);
        of.zip(values).map(|(of, value)| text(mechanic, of, value)).collect()
    };
    Ok(law.map_err(|stop| stop.code)?.iter().map(|(values, mass)| (texts(values), mass.clone())).collect())
}

/// One use from a state: the outcomes with the states after it, and these states as values.
fn step(mechanic: &Mechanic, scenario: &Scenario, state: &[Value]) -> Result<(Law, Vec<Vec<Value>>), Stop> {
    let limits = Limits::default();
    let wanted: Vec<usize> = (0..mechanic.model.fields.len()).collect();
    let bindings = scenario.bindings(mechanic);
    let plan = Plan::<Rational>::step(&mechanic.program, &bindings, &wanted, &(), &limits);
    let (mut law, mut reached) = (Law::new(), Vec::new());
    let states: Vec<&Declaration> = mechanic.model.states.iter().map(|state| &state.declaration).collect();
    for (outcome, next, mass) in plan.transitions(state, &limits)? {
        let mut texts = Vec::new();
        for (of, value) in mechanic.model.fields.iter().zip(&outcome).chain(states.iter().copied().zip(&next))
        {
            texts.push(format!("{} {}", of.name, text(mechanic, of, value)));
        }
        texts.sort();
        law.insert(texts, mass);
        reached.push(next);
    }
    Ok((law, reached))
}

fn start(mechanic: &Mechanic, scenario: &Scenario) -> Vec<Value> {
    let limits = Limits::default();
    let plan = Plan::<Rational>::start(&mechanic.program, &scenario.bindings(mechanic), &(), &limits);
    let law = plan.law(&limits).unwrap();
    let (state, mass) = law.iter().next().unwrap();
    assert_eq!(mass, &Rational::ONE);
    state.clone()
}

/// Inputs drawn in their ranges; one that is open on a side lies near its default.
fn draw(mechanic: &Mechanic, rule_set: RuleSetId, random: &mut Random) -> Scenario {
    let mut scenario = Scenario::of_defaults(mechanic, rule_set);
    let caps = small(&mechanic.model.path).map_or(&[][..], |small| small.inputs);
    for (place, input) in mechanic.model.inputs.iter().enumerate() {
        let of = &input.declaration;
        let value = if let Some(values) = all_values(&mechanic.model, of.kind) {
            values[usize::try_from(random.below(values.len() as u64)).unwrap()].clone()
        } else {
            let default =
                input.default.value().and_then(Value::as_number).and_then(|number| number.floor().to_i64());
            let default = default.unwrap();
            let bound = |bound: &Option<Rational>| bound.as_ref().and_then(Rational::to_i64);
            let low = bound(&of.range.low).unwrap_or(default - 3).max(default - 60);
            let cap = caps.iter().find(|(name, _)| *name == of.name).map(|(_, most)| *most);
            let high = bound(&of.range.high).unwrap_or(default + 6).min(cap.unwrap_or(default + 60));
            let span = u64::try_from(high - low + 1).unwrap();
            Value::Number((low + i64::try_from(random.below(span)).unwrap()).into())
        };
        if mechanic.rule_set(rule_set).available[place] {
            scenario.inputs[place] = value.into();
        }
    }
    scenario
}

/// The defaults, with the inputs that must be small made so.
fn defaults(mechanic: &Mechanic, rule_set: RuleSetId) -> Scenario {
    let mut scenario = Scenario::of_defaults(mechanic, rule_set);
    for (name, most) in small(&mechanic.model.path).map_or(&[][..], |small| small.inputs) {
        let place = mechanic.model.inputs.iter().position(|input| input.declaration.name == *name).unwrap();
        let most = Value::Number((*most).into());
        if scenario.inputs[place].value().is_some_and(|value| *value > most) {
            scenario.inputs[place] = most.into();
        }
    }
    scenario
}

#[test]
fn programs_of_before_are_evaluated_as_they_are() {
    let session = before();
    let names = names(&programs("before"));
    assert!(names.len() >= 70, "{} programs", names.len());
    for name in &names {
        if TOO_LONG.iter().any(|(long, _)| long == name) {
            continue;
        }
        let mechanic = session.mechanic(name).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        for rule_set in mechanic.rule_set_ids() {
            let scenario = defaults(&mechanic, rule_set);
            for names in together(&mechanic) {
                let law = law(&mechanic, &scenario, &names);
                let law = law.unwrap_or_else(|code| panic!("{name}: {names:?}: {code}"));
                assert_eq!(law.values().sum::<Rational>(), Rational::ONE, "{name}");
            }
        }
    }
}

#[test]
fn programs_of_now_are_those_of_before_in_other_words() {
    let (before, now) = (before(), now());
    let names = names(&programs("now"));
    assert!(names.len() >= 20, "{} programs", names.len());
    let mut random = Random(2026);
    for name in names.iter().filter(|name| !TOO_LONG.iter().any(|(long, _)| long == name)) {
        let was = before.mechanic(name).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        let is = now.mechanic(name).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        let inputs = |of: &Mechanic| -> Vec<String> {
            of.model.inputs.iter().map(|input| input.declaration.name.clone()).collect()
        };
        assert_eq!(inputs(&was), inputs(&is), "{name}");
        for rule_set in was.rule_set_ids() {
            let mut scenarios = vec![defaults(&was, rule_set)];
            scenarios.extend((0..DRAWN).map(|_| draw(&was, rule_set, &mut random)));
            // Without inputs all are the same.
            scenarios.dedup();
            for scenario in &scenarios {
                compare(&was, &is, scenario);
            }
            if !was.model.states.is_empty() {
                walk(&was, &is, &scenarios[0], &mut random);
            }
        }
    }
}

#[track_caller]
fn compare(was: &Mechanic, is: &Mechanic, scenario: &Scenario) {
    let name = &was.model.path;
    for names in together(was) {
        let (was, is) = (law(was, scenario, &names), law(is, scenario, &names));
        assert!(was == is, "{name}: {names:?} with {:?}: was {was:?}, is {is:?}", scenario.inputs);
    }
}

/// Compares the transitions from the start, and from states that are reached from there one after another.
#[track_caller]
fn walk(was: &Mechanic, is: &Mechanic, scenario: &Scenario, random: &mut Random) {
    let name = &was.model.path;
    let mut state = start(was, scenario);
    assert_eq!(state, start(is, scenario), "{name}");
    for _ in 0..=DRAWN {
        let (found, reached) = step(was, scenario, &state).unwrap_or_else(|stop| panic!("{name}: {stop:?}"));
        let (again, _) = step(is, scenario, &state).unwrap_or_else(|stop| panic!("{name}: {stop:?}"));
        assert!(found == again, "{name} from {state:?}: was {found:?}, is {again:?}");
        state.clone_from(&reached[usize::try_from(random.below(reached.len() as u64)).unwrap()]);
    }
}

#[test]
fn programs_of_now_have_no_errors_and_are_in_canonical_layout() {
    let session = now();
    for name in names(&programs("now")) {
        let text = fs::read_to_string(programs("now").join(format!("{name}.odds"))).unwrap();
        let file = SourceMap::default().add(&name, text.as_str());
        let (tree, findings) = parse(file, &text);
        assert!(!has_errors(&findings), "{name}: {findings:?}");
        assert_eq!(print(&tree, &text), text, "{name} is not in canonical layout");
        let mechanic = session.mechanic(&name).unwrap_or_else(|failure| panic!("{name}: {failure}"));
        assert!(mechanic.warnings.is_empty(), "{name}: {:?}", mechanic.warnings);
    }
}
