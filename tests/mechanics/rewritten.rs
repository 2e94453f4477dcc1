//! Mechanics that were written in other words before: their laws are those of the file they replaced, under every rule
//! set, for inputs drawn at random. The old files stand in tests/data/before.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{Random, mechanic};
use trueodds::check::Kind;
use trueodds::diagnostic::Code;
use trueodds::evaluate::{Limits, Plan};
use trueodds::exact::Rational;
use trueodds::scenario::{Mechanic, Settings, scenarios};
use trueodds::session::{DataSource, Session};

/// The mechanic as its old file says it, with the other files of its game as they are.
fn before(game: &str, name: &str) -> Mechanic {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let copy = |from: &Path, to: &Path| {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file()) {
            fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
    };
    let (data, own) = (root.join("data").join(game), folder.path().join(game));
    copy(&data, &own);
    copy(&data.join("rulesets"), &own.join("rulesets"));
    let old = root.join("tests/data/before").join(game).join(format!("{name}.odds"));
    fs::copy(old, own.join(format!("{name}.odds"))).unwrap();
    let session = Session::open(&DataSource::Folder(folder.path().to_owned())).unwrap();
    session.mechanic(&format!("{game}/{name}")).unwrap()
}

/// A value for some of the inputs that the rule set has, near the ends of their ranges more often than far from them.
fn inputs(mechanic: &Mechanic, rules: &str, random: &mut Random) -> Vec<String> {
    let model = &mechanic.model;
    let mut set = Vec::new();
    for input in model.inputs.iter().map(|input| &input.declaration) {
        if random.below(3) == 0 {
            continue;
        }
        let value = match input.kind {
            Kind::Flag => (random.below(2) == 0).to_string(),
            Kind::Enum(_) => {
                let values = model.variants(input.kind);
                values[usize::try_from(random.below(values.len() as u64)).unwrap()].name.clone()
            }
            Kind::Number => format!("1/{}", 4 + random.below(4)),
            _ => {
                let low = input.range.low.as_ref().and_then(Rational::to_i64).unwrap_or(0);
                let high = input.range.high.as_ref().and_then(Rational::to_i64).unwrap_or(i64::MAX);
                (low + i64::try_from(random.below(13)).unwrap()).min(high).to_string()
            }
        };
        set.push(format!("{}={value}", input.name));
        // A rule set may lack an input.
        let settings = Settings { rules: vec![rules.to_owned()], set: set.clone(), ..Settings::default() };
        if scenarios(mechanic, &settings).is_err() {
            set.pop();
        }
    }
    set
}

type Law = BTreeMap<Vec<String>, Rational>;

/// The joint law of some outcomes; `None` where the inputs do not go together, the finding where it is refused.
fn law(mechanic: &Mechanic, rules: &str, set: &[String], names: &[&str]) -> Option<Result<Law, Code>> {
    let settings = Settings { rules: vec![rules.to_owned()], set: set.to_vec(), ..Settings::default() };
    let scenario = scenarios(mechanic, &settings).ok()?.remove(0);
    let fields = &mechanic.model.fields;
    let place = |name: &&str| fields.iter().position(|field| field.name == *name).unwrap();
    let wanted: Vec<usize> = names.iter().map(place).collect();
    let limits = Limits::default();
    let plan = Plan::<Rational>::new(&mechanic.program, &scenario.bindings(mechanic), &wanted, &(), &limits);
    let text = |values: &Vec<trueodds::value::Value>| {
        let fields = wanted.iter().map(|field| &fields[*field]);
        fields.zip(values).map(|(field, value)| mechanic.model.value_text(field.kind, value)).collect()
    };
    let found = plan.law(&limits).map_err(|stop| stop.code);
    Some(found.map(|pmf| pmf.iter().map(|(values, mass)| (text(values), mass.clone())).collect()))
}

/// Compares the two files for so many random inputs under every rule set, and counts the laws.
fn agree(game: &str, name: &str, times: u64, groups: &[&[&str]]) {
    let (old, new) = (before(game, name), mechanic(&format!("{game}/{name}")));
    let all = |mechanic: &Mechanic| -> Vec<String> {
        mechanic.model.fields.iter().map(|field| field.name.clone()).collect()
    };
    assert_eq!(all(&old), all(&new));
    let mut random = Random(20);
    let (mut laws, mut refused) = (0, 0);
    for rules in old.rule_sets.iter().map(|set| set.name.clone()) {
        for _ in 0..times {
            let set = inputs(&new, &rules, &mut random);
            for group in groups {
                let before = law(&old, &rules, &set, group);
                let after = law(&new, &rules, &set, group);
                match (&before, &after) {
                    (Some(Err(_)), Some(Err(_))) => refused += 1,
                    _ => assert_eq!(before, after, "{rules} {set:?} {group:?}"),
                }
                laws += usize::from(matches!(before, Some(Ok(_))));
            }
        }
    }
    assert!(laws > 100, "only {laws} laws, and {refused} refused");
}

#[test]
fn card_rewards_are_what_they_were() {
    let numbers = ["rares", "uncommons", "commons", "upgraded", "skip_max_hp"];
    agree("sts", "card-reward", 12, &[&numbers, &["given_rare", "given_common"], &["given_uncommon"]]);
}
