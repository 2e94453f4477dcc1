//! Trees of draws: their leaves are the table, nothing is lost by cutting, and each format as a snapshot.

use std::collections::BTreeMap;
use std::process::Output;

use crate::support::{Random, law};
use assert_cmd::Command;
use serde_json::Value as Json;
use trueodds::check::{Asks, FieldId};
use trueodds::document::tree::TargetView;
use trueodds::document::{Document, Drawing, TreesDocument};
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::{DrawTarget, DrawTree, TreeRequest, trees};
use trueodds::render::{Format, Style, render};
use trueodds::scenario::{Mechanic, Settings, scenarios};
use trueodds::session::Session;

const MOST: usize = 50_000;

struct Asked<'a> {
    rules: &'a str,
    set: Vec<String>,
    fields: Vec<String>,
    depth: Option<usize>,
    min_mass: Option<Rational>,
    only: Option<&'a str>,
}

impl<'a> Asked<'a> {
    fn new(rules: &'a str, set: &[&str], fields: &[&str]) -> Asked<'a> {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        Asked { rules, set: texts(set), fields: texts(fields), depth: None, min_mass: None, only: None }
    }

    fn tree(&self, session: &Session, name: &str) -> Shown {
        let mechanic = session.mechanic(name).unwrap();
        let only = self.only.map(|text| session.expression(&mechanic, text, Asks::Event).unwrap());
        let rules = if self.rules.is_empty() { Vec::new() } else { vec![self.rules.to_owned()] };
        let settings = Settings { rules, set: self.set.clone(), ..Settings::default() };
        let request = TreeRequest {
            scenarios: scenarios(&mechanic, &settings).unwrap_or_else(|problems| panic!("{problems:?}")),
            fields: vec![mechanic.fields(&self.fields).unwrap()],
            depth: self.depth,
            min_mass: self.min_mass.clone(),
            only,
        };
        let limits = Limits { nodes: MOST, ..Limits::default() };
        let found = trees(&mechanic, &request, session.sources(), &limits);
        let tree = found.unwrap_or_else(|error| panic!("{name}: {error:?}")).remove(0);
        Shown { mechanic, tree }
    }
}

/// A tree with what it takes to show it.
struct Shown {
    mechanic: Mechanic,
    tree: DrawTree,
}

impl Shown {
    fn document(&self) -> TreesDocument<'_> {
        TreesDocument::new(&self.mechanic, std::slice::from_ref(&self.tree), None)
    }
}

fn session() -> Session {
    Session::embedded().unwrap()
}

/// The masses at the ends of the branches, by walking every path on its own: shared subtrees count as often as
/// paths lead to them. The last one is what is cut.
fn expanded(shown: &Shown) -> (BTreeMap<String, Rational>, Rational) {
    let document = shown.document();
    let Some(Drawing::Trees(views)) = document.drawing() else { panic!("no tree") };
    let view = &views[0];
    let mut ends: BTreeMap<String, Rational> = BTreeMap::new();
    let mut cut = Rational::ZERO;
    let mut open = vec![(view.root.clone(), Rational::ONE)];
    while let Some((target, mass)) = open.pop() {
        match target {
            TargetView::Node(node) => {
                for branch in &view.nodes[node].branches {
                    open.push((branch.next.clone(), &mass * branch.mass));
                }
            }
            TargetView::Outcome(text) => {
                let own = ends.entry(text.to_plain()).or_insert(Rational::ZERO);
                *own = &*own + &mass;
            }
            TargetView::RuledOut => {}
            TargetView::Cut => cut = &cut + &mass,
        }
    }
    (ends, cut)
}

fn total(masses: &BTreeMap<String, Rational>) -> Rational {
    masses.values().fold(Rational::ZERO, |total, mass| &total + mass)
}

/// The masses of the table, without the names of the outcomes.
fn sorted(masses: impl Iterator<Item = Rational>) -> Vec<Rational> {
    let mut masses: Vec<Rational> = masses.collect();
    masses.sort();
    masses
}

#[test]
fn the_leaves_sum_to_the_table() {
    let session = session();
    let cases: &[(&str, &str, &[&str], &[&str])] = &[
        ("isaac/room-clear-award", "repentance-plus", &[], &["award"]),
        ("isaac/room-clear-award", "repentance-plus", &["luck=7/3", "difficulty=hard"], &["award", "count"]),
        ("isaac/room-clear-award", "rebirth", &["daemons_tail=on", "childs_heart=on", "luck=3"], &["award"]),
        ("isaac/room-clear-award", "fandom", &["contracts=2", "guppys_tail=on"], &["count"]),
        ("isaac/room-clear-award", "pseudo-code", &["lucky_toe=on", "lucky_foot=on", "luck=1"], &["award"]),
        ("isaac/special-rooms", "repentance-plus", &["dead_ends=5"], &["dice_or_sacrifice", "bedroom"]),
        ("isaac/special-rooms", "rebirth", &["dead_ends=6", "keys=2"], &["library", "curse", "miniboss"]),
        ("isaac/special-rooms", "repentance", &["stage=2", "coins=9"], &["vault_or_arcade"]),
        ("isaac/special-rooms", "repentance-plus", &["dead_ends=5"], &["library_rank", "dead_ends_left"]),
        ("isaac/room-count", "repentance-plus", &[], &[]),
        ("sts/card-roll", "shipped", &[], &["rarity"]),
        ("sts/card-roll", "document-code", &["room=elite"], &["rarity"]),
        ("sts/card-reward", "shipped", &["room=elite"], &["rares"]),
        ("sts/colorless-reward", "shipped", &[], &[]),
        ("sts/shop-card", "shipped", &[], &[]),
        ("sts/relic-can-spawn", "shipped", &[], &[]),
    ];
    for (name, rules, set, fields) in cases {
        let mechanic = session.mechanic(name).unwrap();
        let has_rules = mechanic.rule_sets.iter().any(|own| own.name == *rules);
        let rules = if has_rules { *rules } else { mechanic.rule_sets[0].name.as_str() };
        let names: Vec<String> = if fields.is_empty() {
            vec![mechanic.model.fields[0].name.clone()]
        } else {
            fields.iter().map(|field| (*field).to_owned()).collect()
        };
        let places: Vec<usize> = names
            .iter()
            .map(|name| mechanic.model.fields.iter().position(|field| field.name == *name).unwrap())
            .collect();
        let set_texts: Vec<String> = set.iter().map(|text| (*text).to_owned()).collect();
        let table = law(&mechanic, rules, &set_texts, &places);
        let asked = Asked { fields: names, ..Asked::new(rules, set, &[]) };
        let shown = asked.tree(&session, name);
        let table = sorted(table.values().map(|mass| Rational::from_big(mass.clone())));
        let ((ends, cut), tree) = (expanded(&shown), &shown.tree);
        assert_eq!(sorted(ends.values().cloned()), table, "{name} {rules} {set:?}");
        assert_eq!(sorted(tree.outcomes.iter().map(|(_, mass)| mass.clone())), table, "{name}");
        assert!(cut.is_zero() && tree.cut.is_zero() && tree.left_out.is_zero());
        for node in &tree.nodes {
            let sum = node.branches.iter().fold(Rational::ZERO, |sum, branch| &sum + &branch.mass);
            assert_eq!(sum, Rational::ONE, "{name}: {}", node.origin.text);
        }
    }
}

#[test]
fn random_items_give_the_table_too() {
    let session = session();
    let mechanic = session.mechanic("isaac/room-clear-award").unwrap();
    let mut random = Random(11);
    for _ in 0..25 {
        let mut set: Vec<String> = crate::support::FLAGS
            .iter()
            .filter(|_| random.below(2) == 0)
            .map(|flag| format!("{flag}=on"))
            .collect();
        set.push(format!("luck={}/4", random.below(44)));
        set.push(format!("contracts={}", random.below(3)));
        let table = law(&mechanic, "repentance-plus", &set, &[0, 1]);
        let mut asked = Asked::new("repentance-plus", &[], &["award", "count"]);
        asked.set = set.clone();
        let (ends, _) = expanded(&asked.tree(&session, "isaac/room-clear-award"));
        let table = sorted(table.values().map(|mass| Rational::from_big(mass.clone())));
        assert_eq!(sorted(ends.into_values()), table, "{set:?}");
    }
}

#[test]
fn cutting_loses_no_mass() {
    let session = session();
    let masses = [Rational::new(1, 1000), Rational::new(1, 100), Rational::new(1, 10), Rational::ONE];
    for depth in [None, Some(0), Some(1), Some(2), Some(5)] {
        for min_mass in std::iter::once(None).chain(masses.iter().cloned().map(Some)) {
            for (name, set, field) in [
                ("isaac/room-clear-award", "luck=3", "award"),
                ("isaac/special-rooms", "dead_ends=5", "dead_ends_left"),
            ] {
                let mut asked = Asked::new("repentance-plus", &[set], &[field]);
                asked.depth = depth;
                asked.min_mass.clone_from(&min_mass);
                let shown = asked.tree(&session, name);
                let ((ends, cut), tree) = (expanded(&shown), &shown.tree);
                assert_eq!(&total(&ends) + &cut, Rational::ONE, "{name} {depth:?} {min_mass:?}");
                assert_eq!(cut, tree.cut);
                let kept = tree.nodes.iter().flat_map(|node| &node.branches);
                if let Some(least) = &min_mass {
                    let mut shown = kept.filter(|branch| branch.next != DrawTarget::Cut);
                    assert!(shown.all(|branch| branch.through >= *least));
                }
            }
        }
    }
}

#[test]
fn only_keeps_the_masses_of_what_may_still_be() {
    let session = session();
    let all = Asked::new("", &["luck=3"], &["award"]).tree(&session, "isaac/room-clear-award");
    let mut asked = Asked::new("", &["luck=3"], &["award"]);
    asked.only = Some("award = chest or award = sack");
    let some = asked.tree(&session, "isaac/room-clear-award");
    let (every, _) = expanded(&all);
    let (found, cut) = expanded(&some);
    assert!(cut.is_zero());
    assert_eq!(found.keys().map(String::as_str).collect::<Vec<_>>(), ["Chest", "Sack"]);
    for (name, mass) in &found {
        assert_eq!(mass, &every[name]);
    }
    assert_eq!(&total(&found) + &some.tree.left_out, Rational::ONE);
    asked.only = Some("award = locked_chest");
    let none = asked.tree(&session, "isaac/room-clear-award");
    assert!(none.tree.nodes.is_empty());
    assert_eq!(none.tree.left_out, Rational::ONE);
}

/// Every published result of the conformance programs, also those with loops, pools and what is known.
#[test]
fn the_leaves_of_every_conformance_program_sum_to_its_law() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/conformance");
    let mut compared = 0;
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "odds")) {
        let mut session = session();
        session.add_file(path.to_str().unwrap()).unwrap();
        let Ok(mechanic) = session.mechanic(path.to_str().unwrap()) else { continue };
        for field in 0..mechanic.model.fields.len() {
            let scenarios = scenarios(&mechanic, &Settings::default()).unwrap();
            let limits = Limits { nodes: 3_000, ..Limits::default() };
            let bindings = scenarios[0].bindings(&mechanic);
            let plan = trueodds::evaluate::Plan::<Rational>::new(
                &mechanic.program,
                &bindings,
                &[field],
                &(),
                &limits,
            );
            let Ok(table) = plan.law(&limits) else { continue };
            let request = TreeRequest {
                scenarios,
                fields: vec![vec![FieldId::new(field)]],
                depth: None,
                min_mass: None,
                only: None,
            };
            let Ok(found) = trees(&mechanic, &request, session.sources(), &limits) else { continue };
            let masses = sorted(found[0].outcomes.iter().map(|(_, mass)| mass.clone()));
            let table = sorted(table.iter().map(|(_, mass)| mass.clone()));
            assert_eq!(masses, table, "{} field {field}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}

fn run(args: &[&str]) -> Output {
    Command::cargo_bin("trueodds").unwrap().args(args).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn what_does_not_fit_is_refused() {
    let cases: &[(&[&str], &str)] = &[
        (&["tree", "isaac/room-clear-award", "--outcome", "awrd"], "did you mean `award`"),
        (&["tree", "isaac/room-clear-award", "--only", "award = cest"], "chest"),
        (&["tree", "isaac/room-clear-award", "--min-mass", "2"], "between 0 and 1"),
        (&["tree", "isaac/room-clear-award", "--min-mass", "x"], "--min-mass x"),
        (&["tree", "isaac/room-clear-award", "--limit", "nodes=3"], "limit `nodes` is 3"),
        (&["tree", "isaac/room-clear-award", "--format", "csv"], "`mermaid`"),
        (&["table", "isaac/room-clear-award", "--format", "dot"], "formats of `tree`"),
        (&["tree", "isaac/nothing"], "isaac/nothing"),
    ];
    for (args, expected) in cases {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        assert!(said(&output).contains(expected), "{args:?}: {}", said(&output));
    }
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for width in ["60", "80", "120"] {
        for args in [
            &["tree", "isaac/room-clear-award", "--width", width][..],
            &[
                "tree",
                "isaac/special-rooms",
                "--set",
                "dead_ends=5",
                "--outcome",
                "bedroom",
                "--width",
                width,
            ],
        ] {
            let text = String::from_utf8(run(args).stdout).unwrap();
            let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
            // A tree that is deeper than the terminal is wide still has words to show.
            let deep =
                text.lines().any(|line| line.contains("         │") || line.starts_with(&" ".repeat(24)));
            assert!(widest <= width.parse().unwrap() || deep, "{widest} of {width}");
        }
    }
}

#[test]
fn the_json_leads_from_the_root_to_every_node() {
    let output = run(&["tree", "isaac/room-clear-award", "--set", "luck=3", "--format", "json"]);
    let json: Json = crate::support::contract::read(&String::from_utf8_lossy(&output.stdout));
    assert_eq!((&json["schema"], &json["kind"]), (&"trueodds/1".into(), &"tree".into()));
    let tree = &json["trees"][0];
    let nodes = tree["nodes"].as_array().unwrap();
    let mut reached = vec![false; nodes.len()];
    reached[usize::try_from(tree["root"]["node"].as_u64().unwrap()).unwrap()] = true;
    for (index, node) in nodes.iter().enumerate() {
        assert!(reached[index]);
        for way in node["ways"].as_array().unwrap() {
            if let Some(next) = way["next"]["node"].as_u64() {
                reached[usize::try_from(next).unwrap()] = true;
            }
        }
    }
}

#[test]
fn small_trees_in_every_format() {
    let session = session();
    let mut asked = Asked::new("", &["keys=2"], &["dice_or_sacrifice"]);
    asked.min_mass = Some(Rational::new(1, 20));
    let shown = asked.tree(&session, "isaac/special-rooms");
    for (format, name) in [
        (Format::Terminal, "terminal"),
        (Format::Json, "json"),
        (Format::Html, "html"),
        (Format::Svg, "svg"),
        (Format::Dot, "dot"),
        (Format::Mermaid, "mermaid"),
    ] {
        let text = render(&shown.document(), format, &Style::default());
        if format == Format::Svg {
            // Every line of the text stands in the picture, and the picture is XML.
            let root = crate::support::xml::parse(&text).unwrap();
            assert_eq!(root.name, "svg");
            assert_eq!(text.matches("<text ").count(), text.matches("</text>").count());
        }
        insta::assert_snapshot!(format!("tree-{name}"), text);
    }
}
