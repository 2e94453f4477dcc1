//! Differences that were put there, in data folders of their own.

use std::fs;
use std::path::{Path, PathBuf};

use crate::reading::problems;
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::{ExhaustiveRequest, Witness, exhaustive};
use trueodds::scenario::{Mechanic, Settings, sides};
use trueodds::session::{DataSource, Session};

use super::{distance, off_but, request, search, texts, typed};

/// The flags that are on, and the luck.
fn items(mechanic: &Mechanic, witness: &Witness) -> (Vec<String>, Rational) {
    let typed = typed(mechanic, witness);
    let flags = typed.iter().filter_map(|text| text.strip_suffix("=true")).map(str::to_owned).collect();
    let luck = typed.iter().find_map(|text| text.strip_prefix("luck=")).unwrap();
    (flags, luck.parse().unwrap())
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
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("exhaustive-{name}"));
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
        assert!(found.bound.unwrap() >= most.total_variation);
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
    let sides = sides(&mechanic, None, None, &settings).unwrap_or_else(|_| panic!());
    let fields = mechanic.fields(&texts(&["award"])).unwrap();
    let request = ExhaustiveRequest { sides, fields, over: Vec::new(), combinations: 1000 };
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
    let problems = problems(exhaustive(&mechanic, &request, &Limits::default(), &|_, _| {}));
    assert!(problems[0].contains("not rational"), "{problems:?}");
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
    let sides = sides(&mechanic, None, None, &settings).unwrap();
    let (fields, over) = (mechanic.fields_or_all(&[]).unwrap(), Vec::new());
    let request = ExhaustiveRequest { sides, fields, over, combinations: 10 };
    let found = search(&mechanic, &request);
    let curve = |distance: &Rational| {
        let odds = &Rational::new(1, 6).checked_div(distance).unwrap() - &Rational::new(5, 6);
        &odds * &odds
    };
    let (most, bound) = (found.most.unwrap().total_variation, found.bound.unwrap());
    assert!(curve(&most) >= Rational::new(2, 3) && curve(&bound) <= Rational::new(2, 3), "{most} {bound}");
    assert!(&bound - &most < Rational::new(1, 2000), "{most} {bound}");
}
