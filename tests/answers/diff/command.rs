//! `trueodds diff` as a person types it: exit statuses, refusals, two folders of data, formats, edition marks.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{awards, law};
use num_bigint::BigInt;
use num_rational::BigRational;

const AWARDS: &str = "isaac/room-clear-award";

fn trueodds(args: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    command.args(args).env_remove("TRUEODDS_DATA").output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn status(args: &[&str]) -> i32 {
    let output = trueodds(args);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    output.status.code().unwrap()
}

fn refuses(args: &[&str], said: &[&str]) {
    let output = trueodds(args);
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {error}");
    assert_eq!(out(&output), "", "{args:?}");
    for text in said {
        assert!(error.contains(text), "{args:?} does not say {text:?}:\n{error}");
    }
}

/// A copy of data/ in a folder of its own.
fn copy(name: &str) -> PathBuf {
    copied(name, |_| true)
}

/// A copy of what room clear awards are made of: all numbers of all mechanics take seconds to compare.
fn copy_of_awards(name: &str) -> PathBuf {
    copied(name, |path| {
        let other_mechanic = path.extension().is_some_and(|ending| ending == "odds")
            && path.file_stem().is_some_and(|stem| stem != "room-clear-award");
        !other_mechanic && !path.ends_with("sts") && !path.ends_with("claims")
    })
}

fn copied(name: &str, wanted: fn(&Path) -> bool) -> PathBuf {
    fn copy_wanted(from: &Path, to: &Path, wanted: fn(&Path) -> bool) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let target = to.join(path.file_name().unwrap());
            if !wanted(&path) {
                continue;
            }
            if path.is_dir() {
                copy_wanted(&path, &target, wanted);
            } else {
                fs::copy(path, target).unwrap();
            }
        }
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("diff-{name}"));
    let _ = fs::remove_dir_all(&folder);
    copy_wanted(Path::new("data"), &folder, wanted);
    folder
}

fn edit(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} does not contain {from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn the_status_says_whether_there_is_a_difference_only_where_asked() {
    let hard = [AWARDS, "--from", "afterbirth-plus", "--to", "repentance", "--set", "difficulty=hard"];
    let run = |args: &[&str], more: &[&str]| status(&[&["diff"], args, more].concat());
    assert_eq!(run(&hard, &[]), 0);
    assert_eq!(run(&hard, &["--exit-code"]), 1);
    assert_eq!(run(&hard[..5], &["--exit-code"]), 0);
    assert_eq!(run(&[AWARDS, "--rule", "battery=1/25"], &["--exit-code"]), 1);
    assert_eq!(run(&[AWARDS, "--rule", "battery=1/20"], &["--exit-code"]), 0);
    let rooms = ["isaac/room-count", "--all-inputs", "--from", "repentance", "--to"];
    assert_eq!(run(&rooms, &["repentance-plus", "--exit-code"]), 0);
    assert_eq!(run(&rooms, &["wiki-2022", "--exit-code"]), 1);
    assert_eq!(run(&rooms, &["wiki-2022"]), 0);
}

#[test]
fn over_all_inputs_every_outcome_is_compared_where_none_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("diff-second-outcome");
    fs::create_dir_all(folder.join("x")).unwrap();
    let text = "mechanic x/two \"Two\" from \"A test\"\n\noutcome first: flag\noutcome second: flag\n\
                overview first\nrule half: probability = 1/2\nfirst = chance(1/2)\nsecond = chance(half)\n";
    fs::write(folder.join("x/two.odds"), text).unwrap();
    let data = folder.to_str().unwrap();
    let args = ["diff", "x/two", "--data", data, "--rule", "half=1/3", "--all-inputs", "--exit-code"];
    assert_eq!(status(&args), 1);
    assert_eq!(status(&[&args[..], &["--outcome", "first"]].concat()), 0);
}

#[test]
fn mistakes_are_refused_with_what_to_type_instead() {
    refuses(
        &["diff", AWARDS, "--from", "rebrth", "--to", "fandom"],
        &["no rule set `rebrth`", "did you mean `rebirth`?"],
    );
    refuses(&["diff", AWARDS, "--to", "fandm"], &["no rule set `fandm`", "did you mean `fandom`?"]);
    refuses(&["diff", AWARDS, "--from", "x", "--to", "y"], &["no rule set `x`", "no rule set `y`"]);
    refuses(&["diff", AWARDS, "--rule", "batery=1/25"], &["no rule `batery`", "did you mean `battery`?"]);
    refuses(&["diff", AWARDS, "--rule", "battery=2"], &["`battery` goes from 0 to 1: found 2"]);
    refuses(&["diff", AWARDS, "--to", "fandom", "--outcome", "awards"], &["no outcome `awards`", "`award`"]);
    refuses(&["diff", AWARDS, "--to", "fandom", "--set", "lukc=1"], &["no input `lukc`", "`luck`"]);
    refuses(
        &["diff", AWARDS, "--from", "rebirth", "--to", "rebirth", "--with", "smelter"],
        &["not in Rebirth"],
    );
    refuses(&["diff", AWARDS], &["say what to compare", "two rule sets after the mechanic", "--rule"]);
    refuses(&["diff"], &["needs a mechanic"]);
    refuses(&["diff", AWARDS, "--to", "fandom", "--over", "luck=0..3"], &["`--sweep NAME=VALUES`"]);
    refuses(&["diff", AWARDS, "--from-data", "data", "--from", "rebirth"], &["--from-data", "--from"]);
    refuses(&["diff", "--from-data", "no/such/folder"], &["no/such/folder"]);
    refuses(
        &["diff", AWARDS, "--to", "fandom", "--all-inputs", "--limit", "combinations=10"],
        &[
            "49152 combinations",
            "the limit `combinations` is 10",
            "--set",
            "--sweep",
            "--limit combinations=",
        ],
    );
    refuses(&["diff", AWARDS, "--to", "fandom", "--limit", "player=3"], &["did you mean `players`?"]);
}

/// Changes a value of Fandom's rules; the other side of the comparisons has its 33/100.
fn edit_fandom(folder: &Path) {
    edit(
        folder,
        "isaac/rulesets/fandom.toml",
        "hard_removes_heart = { value = \"33/100\"",
        "hard_removes_heart = { value = \"1/2\"",
    );
}

fn json(output: &Output) -> serde_json::Value {
    crate::support::contract::read(&String::from_utf8_lossy(&output.stdout))
}

#[test]
fn an_unchanged_folder_changes_no_figure() {
    let folder = copy_of_awards("unchanged");
    let args = ["diff", "--from-data", folder.to_str().unwrap(), AWARDS];
    let output = trueodds(&[&args[..], &["--exit-code"]].concat());
    assert_eq!(output.status.code(), Some(0));
    let text = out(&output);
    assert!(text.starts_with("No published number changes: "), "{text}");
    let json = json(&trueodds(&[&args[..], &["--format", "json"]].concat()));
    assert_eq!(json["changed"].as_array().map(Vec::len), Some(0));
    assert!(json["numbers"].as_u64().unwrap() > 100, "{text}");
    assert!(text.contains(&format!(" {} are the same", json["numbers"])), "{text}");
}

#[test]
fn an_edited_value_lists_exactly_the_figures_that_follow_from_it() {
    // The one comparison of everything: the folder is the side before, the built-in data are after.
    let folder = copy("edited");
    edit_fandom(&folder);
    let data = folder.to_str().unwrap();
    let output = trueodds(&["diff", "--from-data", data, "--format", "json", "--exit-code"]);
    assert_eq!(output.status.code(), Some(1));
    let all = json(&output);
    // A heart of normal mode stays with 1/2 or with 67/100; the others are nothing, of which there are none.
    let normal = law(&awards(), "fandom", &["difficulty=normal".to_owned()], &[0]);
    let (heart, nothing) = (&normal[&vec!["heart".to_owned()]], &normal[&vec!["nothing".to_owned()]]);
    let part = |n: i64, d: i64| heart * BigRational::new(BigInt::from(n), BigInt::from(d));
    let one = BigRational::from_integer(BigInt::from(1));
    let (before, after) = (nothing + part(1, 2), nothing + part(33, 100));
    let expected: BTreeMap<&str, (BigRational, BigRational)> = [
        ("award = heart", (part(1, 2), part(67, 100))),
        ("award = nothing", (before.clone(), after.clone())),
        ("count = 0", (before.clone(), after.clone())),
        ("count = 1", (&one - before, &one - after)),
    ]
    .into();
    let changed = all["changed"].as_array().unwrap();
    assert_eq!(changed.len(), expected.len(), "{changed:?}");
    for number in changed {
        assert_eq!((&number["mechanic"], &number["rules"]), (&AWARDS.into(), &"fandom".into()));
        assert_eq!(number["inputs"], "difficulty=hard");
        let (from, to) = &expected[number["event"].as_str().unwrap()];
        let read = |side: &str| number[side].as_str().unwrap().parse::<BigRational>().unwrap();
        assert_eq!((&read("from"), &read("to")), (from, to), "{number}");
    }
    // A named mechanic alone.
    let rooms = trueodds(&["diff", "isaac/room-count", "--from-data", data, "--exit-code"]);
    assert!(rooms.status.success() && out(&rooms).starts_with("No published number changes"));
    let awards = json(&trueodds(&["diff", AWARDS, "--from-data", data, "--format", "json"]));
    assert_eq!(awards["changed"], all["changed"]);
    assert!(awards["numbers"].as_u64() < all["numbers"].as_u64(), "all mechanics were compared");
}

#[test]
fn two_folders_are_compared_both_ways() {
    let (before, after) = (copy_of_awards("before"), copy_of_awards("after"));
    edit_fandom(&before);
    let (before, after) = (before.to_str().unwrap(), after.to_str().unwrap());
    let forth = ["diff", "--from-data", before, "--data", after];
    let text = out(&trueodds(&forth));
    assert!(text.contains("4 published numbers change; "), "{text}");
    let json = json(&trueodds(&[&forth[..], &["--format", "json"]].concat()));
    let changed = json["changed"].as_array().unwrap();
    let back = out(&trueodds(&["diff", "--from-data", after, "--data", before, "--format", "csv"]));
    let swapped: BTreeSet<String> = changed
        .iter()
        .map(|n| format!("{},{},{}", n["event"], n["to"], n["from"]).replace('"', ""))
        .collect();
    assert_eq!(swapped.len(), 4);
    let rows = back.lines().skip(1).map(|line| line.split_once("difficulty=hard,").unwrap().1.to_owned());
    assert_eq!(rows.collect::<BTreeSet<_>>(), swapped);
}

#[test]
fn one_small_difference_in_every_format() {
    let args = [
        "diff", AWARDS, "--from", "afterbirth-plus", "--to", "repentance", "--set", "difficulty=hard",
        "--set", "luck=1/3", "--with", "guppys_tail",
    ];
    for format in ["terminal", "wikitext", "markdown", "csv", "json", "html", "latex"] {
        let output = trueodds(&[&args[..], &["--format", format]].concat());
        assert_eq!(output.status.code(), Some(0));
        insta::assert_snapshot!(format!("diff-{format}"), out(&output));
    }
}

/// What a code of the edition template says: where each `n` ends a stretch of editions and each plain name
/// begins one, as a mask with the first edition in the lowest bit.
fn editions(code: &str) -> u32 {
    if code == "n" {
        return 31;
    }
    let (mut rest, mut mask, mut present, mut next) = (code, 0, code.starts_with('n'), 0);
    while !rest.is_empty() {
        let ends = rest.starts_with('n');
        let name = rest.strip_prefix('n').unwrap_or(rest);
        let places = [("a+", 2), ("r+", 4), ("a", 1), ("r", 3)];
        let (name_length, place) = places
            .into_iter()
            .find(|(text, _)| name.starts_with(text))
            .map(|(text, place)| (text.len(), place))
            .unwrap();
        if present {
            mask |= (next..place).map(|bit| 1 << bit).sum::<u32>();
        }
        assert_eq!(present, ends, "{code}");
        (present, next, rest) = (!ends, place, &name[name_length..]);
    }
    if present { mask | (next..5).map(|bit| 1 << bit).sum::<u32>() } else { mask }
}

#[test]
fn the_codes_of_the_data_are_the_transitions_that_their_names_tell() {
    let session = trueodds::session::Session::embedded().unwrap();
    let mechanic = session.mechanic(AWARDS).unwrap();
    let codes = session.wiki(&mechanic).unwrap().edition_codes("wikigg").codes;
    for (code, mask) in &codes {
        assert_eq!(editions(code), *mask, "{code}");
    }
    let masks: BTreeSet<u32> = codes.iter().map(|(_, mask)| *mask).collect();
    assert_eq!(masks, (1..32).collect());
    assert!(session.wiki(&mechanic).unwrap().edition_codes("fandom").codes.is_empty());
}

const EDITIONS: [&str; 5] = ["rebirth", "afterbirth", "afterbirth-plus", "repentance", "repentance-plus"];

/// The codes in the two column heads of a wikitext difference.
fn marks(args: &[&str]) -> Vec<String> {
    let text = out(&trueodds(&[args, &["--format", "wikitext"]].concat()));
    let heads = text.lines().filter(|line| line.starts_with("! scope=\"col\" data-sort-type")).take(2);
    heads
        .map(|line| {
            line.split_once("{{dlc|")
                .and_then(|(_, rest)| rest.split_once("}}"))
                .unwrap_or_else(|| panic!("{text}"))
                .0
                .to_owned()
        })
        .collect()
}

#[test]
fn a_column_is_marked_with_the_editions_that_have_its_law() {
    let mechanic = awards();
    for with in ["", "watch_battery", "smelter", "childs_heart", "broken_modem"] {
        let mut set = vec!["difficulty=hard".to_owned(), "luck=2".to_owned()];
        set.extend((!with.is_empty()).then(|| format!("{with}=true")));
        // The first edition that has the item, against Repentance.
        let first = match with {
            "watch_battery" => 1,
            "smelter" | "broken_modem" => 2,
            _ => 0,
        };
        let own = |place: usize| law(&mechanic, EDITIONS[place], &set, &[0]);
        let mask = |law_of: usize| {
            (first..5).filter(|place| own(*place) == own(law_of)).map(|place| 1 << place).sum::<u32>()
        };
        let mut args = vec!["diff", AWARDS, "--from", EDITIONS[first], "--to", "repentance"];
        set.iter().for_each(|text| args.extend(["--set", text]));
        let found: Vec<u32> = marks(&args).iter().map(|code| editions(code)).collect();
        assert_eq!(found, [mask(first), mask(3)], "{with}");
    }
}

#[test]
fn every_set_of_editions_has_its_mark() {
    let folder = copy_of_awards("marks");
    let data = folder.to_str().unwrap();
    for mask in 1_u32..31 {
        let inside = |place: usize| mask >> place & 1 == 1;
        for (place, name) in EDITIONS.iter().enumerate() {
            let value = if inside(place) { "1/2" } else { "1/3" };
            let text = format!(
                "title = \"{name}\"\nkind = \"edition\"\nedition = \"{name}\"\n[mechanic.room-clear-award.rules]\n\
                 hard_removes_heart = {{ value = \"{value}\", from = \"A test\" }}\n"
            );
            fs::write(folder.join("isaac/rulesets").join(format!("{name}.toml")), text).unwrap();
        }
        let one = |wanted: bool| EDITIONS[(0..5).find(|place| inside(*place) == wanted).unwrap()];
        let args = [
            "diff",
            AWARDS,
            "--data",
            data,
            "--from",
            one(true),
            "--to",
            one(false),
            "--set",
            "difficulty=hard",
        ];
        let found: Vec<u32> = marks(&args).iter().map(|code| editions(code)).collect();
        assert_eq!(found, [mask, 31 - mask]);
    }
}

#[test]
fn a_file_by_its_path_is_compared_or_refused() {
    let folder = copy_of_awards("by-path");
    edit(&folder, "isaac/rulesets/fandom.toml", "battery = { value = 0,", "battery = { value = \"1/2\",");
    let data = folder.to_str().unwrap();
    let output = trueodds(&["diff", "data/isaac/room-clear-award.odds", "--from-data", data, "--exit-code"]);
    assert_ne!(output.status.code(), Some(0), "{}", out(&output));
}

#[test]
fn a_rule_of_contracts_changes_a_figure() {
    let folder = copy_of_awards("contracts");
    edit(&folder, "isaac/room-clear-award.odds", "probability = 333/1000", "probability = 1/1000");
    let output = trueodds(&["diff", AWARDS, "--from-data", folder.to_str().unwrap(), "--exit-code"]);
    assert_eq!(output.status.code(), Some(1), "{}", out(&output));
}
