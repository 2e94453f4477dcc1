//! Under what a figure holds: what a sentence says at its beginning, things that one has together or alone, the greatest
//! level, yes or no under the name of a thing; and figures that tell of something else or of a bound.

use std::fs;
use std::process::Command;

use trueodds::verify::Finding;

use crate::parts::{are_right, behind, is_right, loud};
use crate::prepared::findings_about;
use crate::told::holds;

/// A sturgeon comes with 4%; each level of the rod adds 2%, the hook 5%, the lantern 3%. Of the rest half are boots, three in
/// ten carps.
const FISHING: &str = r#"mechanic mirelake/fishing "Fishing" use "cast", "casts"

input rod: integer 1..5 = 1 "Rod level"
input hook: flag "Silver Hook"
input lamp: flag "Night Lantern"

outcome result: { boot "Old boot", carp "Carp", pike "Pike", sturgeon "Sturgeon" } "Catch"

let p = 4/100 + 2/100 * (rod - 1) + (if hook { 5/100 } else { 0 }) + (if lamp { 3/100 } else { 0 })
if chance(p) { result = sturgeon } else { result = one of { 1/2 => boot, 3/10 => carp, else => pike } }
"#;

/// Three in ten eggs crack, two in a hundred less with each level; a nest in the marsh has one feather in fifty, another one
/// in a hundred. A firing of the kiln that does not crack gives slag, ingots or glass with 50, 40 and 1 to 5.
const KILN: &str = r#"mechanic ember/kiln "Kiln" use "firing", "firings"

input fuel: { twigs "Twigs", peat "Dragonpeat" or "peat" } = twigs "Fuel"
input skill: integer 0..10 = 0 "Smelting"
input bellows: flag "Goblin Bellows"

outcome result: { cracked "Cracked crucible", slag "Slag", ingot "Ember ingot" or "ingot", glass "Emberglass" or "glass" } "Result"
outcome scale: flag "Dragon scale"

state cold: integer 0..24 = 0 "Firings since an Emberglass"

if cold == 24 {
    result = glass
} else if chance(3/10 - skill * 2/100) {
    result = cracked
} else {
    result = one of { weight (if fuel == peat { 10 } else { 1 }) => glass, weight 40 => ingot, weight 50 => slag }
}
scale = chance(if bellows { 7/100 } else { 2/100 })
cold = if result == glass { 0 } else { cold + 1 }
"#;

fn fishing(text: &str) -> Vec<Finding> {
    let known = "An old boot is caught in 48% of casts, a carp in 28.8%, a pike in 19.2% and a sturgeon in 4%.\n\n\
        With a Silver Hook the chance of a sturgeon is 9%.\n\n";
    behind("mirelake", FISHING, known, text)
}

#[test]
fn signs_that_set_words_apart_part_no_denial_from_what_it_denies() {
    for name in ["**Silver Hook**", "*Silver Hook*", "`Silver Hook`", "'''Silver Hook'''", "''Silver Hook''"]
    {
        let text = format!("Without a {name} the chance of a sturgeon is only 4%; with it, it is 9%.");
        holds(fishing, &text, &[("4%", "6%")]);
        are_right(fishing, &text, &["4%", "9%"]);
        are_right(
            fishing,
            &format!("If you have a Night Lantern but not a {name}, the chance of a sturgeon is 7%."),
            &["7%"],
        );
    }
}

#[test]
fn what_and_joins_is_one_condition_and_just_is_alone() {
    for text in [
        "Sturgeon: 12% with both Silver Hook and Night Lantern, 7% with just Night Lantern, 4% with neither.",
        "Sturgeon: 12% with Silver Hook and Night Lantern, 7% with only the Night Lantern, 4% without them.",
    ] {
        are_right(fishing, text, &["12%", "7%", "4%"]);
        holds(fishing, text, &[("12%", "16%"), ("7%", "9.5%")]);
    }
}

#[test]
fn the_greatest_level_is_a_level() {
    // 4% and four times 2%
    holds(fishing, "At the maximum rod level the chance of a sturgeon is 12%.", &[("12%", "14%")]);
    holds(
        fishing,
        "At the highest rod level, a Silver Hook brings the chance of a sturgeon to 17%.",
        &[("17%", "19%")],
    );
}

#[test]
fn yes_and_no_are_told_of_what_their_column_names() {
    for (no, yes) in [("No", "Yes"), ("no", "yes"), ("\u{2717}", "\u{2713}"), ("\u{274c}", "\u{2705}")] {
        let table = format!(
            "| Silver Hook | Night Lantern | Sturgeon |\n|---|---|---|\n| {no} | {no} | 4% |\n| {no} | {yes} | 7% |\n\
             | {yes} | {no} | 9% |\n| {yes} | {yes} | 12% |\n"
        );
        are_right(fishing, &table, &["4%", "7%", "9%", "12%"]);
        holds(fishing, &table, &[("12%", "14%")]);
    }
    let across = "| Items | None | Silver Hook | Night Lantern | Both |\n|---|---|---|---|---|\n\
        | Sturgeon chance | 4% | 9% | 7% | 12% |\n";
    are_right(fishing, across, &["4%", "9%", "7%", "12%"]);
}

#[test]
fn a_flag_that_comes_may_stand_in_the_last_column_of_words() {
    let table = "| Smelting | Dragon scale | Goblin Bellows | Chance |\n|---|---|---|---|\n| 0 | yes | no | 2% |\n\
        | 0 | no | no | 98% |\n| 5 | yes | yes | 7% |\n| 5 | no | yes | 93% |\n";
    let found = findings_about("ember-kiln", KILN, table, true);
    ["2%", "98%", "7%", "93%"].iter().for_each(|stated| is_right(&found, stated));
    let table = table.replace(" | Goblin Bellows", "").replace("| yes | yes |", "| yes |");
    let table = table.replace("| no | yes |", "| no |").replace("| yes | no |", "| yes |");
    let table = table.replace("| no | no |", "| no |").replace("|---|---|---|---|", "|---|---|---|");
    let found = findings_about("ember-kiln", KILN, &table, true);
    ["2%", "98%"].iter().for_each(|stated| is_right(&found, stated));
}

#[test]
fn bounds_that_hold_are_true() {
    for text in [
        "A sturgeon is caught in more than 3% of casts.",
        "The chance of a sturgeon is over 3%.",
        "The chance of a sturgeon is less than 10%.",
        "Carps are caught in not even 40% of casts.",
        "Carps are caught in upwards of 20% of casts.",
    ] {
        assert_eq!(loud(&fishing(text)), Vec::<String>::new(), "{text}");
    }
    // What does not hold is reported: 28.8% are carps.
    let found = fishing("A carp is caught in less than 25% of casts.");
    assert_eq!(loud(&found), ["25%"], "{found:?}");
}

#[test]
fn nothing_is_said_of_what_tells_of_something_else() {
    for text in [
        "The chance of a sturgeon is not 5% but 4%.",
        "As of last month, 8.7% of players own a Silver Hook.",
        "It is often said that a Silver Hook gives a 12% chance of a sturgeon. This is a myth.",
        "The base chance of a sturgeon is 4%, plus 5% with a Silver Hook.",
        "A sturgeon is caught in 4/6/8% of casts at rod level 1/2/3.",
    ] {
        assert_eq!(loud(&fishing(text)), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn what_comes_for_the_first_time_in_a_use() {
    // 0.96^3 times 0.04 is 3.54%; 0.91^3 times 0.09 is 6.78%.
    holds(
        fishing,
        "The chance that the first sturgeon comes exactly on the 4th cast is 3.54%.",
        &[("3.54%", "5.34%")],
    );
    holds(
        fishing,
        "With a Silver Hook, the chance that the first sturgeon comes on the 4th cast is 6.78%.",
        &[("6.78%", "8.76%")],
    );
}

#[test]
fn a_round_share_of_players_is_reached() {
    // 0.91^24 is 10.4%, 0.91^25 is 9.5%.
    let text = "With a Silver Hook 90% of players have caught a sturgeon within 25 casts.";
    assert_eq!(loud(&fishing(text)), Vec::<String>::new());
    assert_eq!(loud(&fishing(&text.replace("25", "36"))), ["90%"], "0.91^35 is 3.7%");
}

#[test]
fn what_a_sentence_says_at_its_beginning_holds_to_its_end() {
    // Of peat's hundred weights 50 are slag, 40 ingots and 10 glass: 35%, 28% and 7% of the 70% that do not crack. With
    // twigs it is 50 of 91.
    let page = "With twigs 38.46% are slag, 30.77% ingots and 0.77% glass; 30% crack.\n\nWith peat 35% are slag, 31% ingots and \
        7% glass.";
    let found = findings_about("ember-kiln", KILN, page, true);
    let wrong = found.iter().find(|finding| finding.stated == "31%").expect("31% is wrong");
    assert!(wrong.message.contains("28") && !wrong.message.contains("30.77"), "{}", wrong.message);
}

#[test]
fn a_mean_of_a_table_is_not_its_rounded_self() {
    // One firing in 130 gives glass, and the 25th does: (1 - (129/130)^25) * 130 = 22.8277.
    let table = "| | Twigs |\n|---|---|\n| Firings until glass, on average | 23 |\n";
    let found = findings_about("ember-kiln", KILN, table, true);
    let mean = found.iter().find(|finding| finding.stated == "23").expect("the mean");
    assert!(mean.verdict.is_right() && mean.message.contains("22.8"), "{}", mean.message);
    let found = findings_about("ember-kiln", KILN, &table.replace("23", "25"), true);
    assert!(!found.iter().any(|finding| finding.stated == "25" && finding.verdict.is_right()), "{found:?}");
}

#[test]
fn a_chance_of_the_text_under_what_a_paragraph_gives() {
    // 30%, and 2% less with each level: nothing calls it by its name.
    let list = "What breaks depends on your talent alone:\n* 26% at Smelting 2\n* 22% at Smelting 4\n* 18% at Smelting 6\n\
        * 14% at Smelting 8\n";
    let known = "A firing leaves 38.46% slag, 30.77% ingots and 0.77% glass.\n\n";
    let told = |text: &str| behind("ember-kiln", KILN, known, text);
    let found = told(list);
    ["26%", "22%", "18%", "14%"].iter().for_each(|stated| is_right(&found, stated));
    holds(told, list, &[("18%", "26.5%")]);
}

/// What is asked of a mechanic of one's own verifies clean as it is printed, in every form.
#[test]
fn what_is_printed_of_ones_own_mechanic_verifies_clean() {
    let folder = tempfile::tempdir().unwrap();
    let odds = folder.path().join("kiln.odds");
    fs::write(&odds, KILN).unwrap();
    let run = |args: &[&str]| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
        let output = command.args(args).env_remove("TRUEODDS_DATA").current_dir(&folder).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let calls: [&[&str]; 5] = [
        &["chain", "kiln.odds", "hit", "result = glass"],
        &["chain", "kiln.odds", "hit", "result = glass", "--set", "fuel=peat"],
        &["table", "kiln.odds", "--sweep", "skill=0,5,10", "--sweep", "fuel"],
        &["table", "kiln.odds", "--outcome", "scale", "--sweep", "bellows", "--sweep", "skill=0,5"],
        &["table", "kiln.odds", "--sweep", "fuel"],
    ];
    for call in calls {
        for format in ["wikitext", "html", "markdown", "terminal", "latex", "csv"] {
            if call[0] == "chain" && format == "csv" {
                continue;
            }
            let text = run(&[call, &["--format", format]].concat());
            let page = folder.path().join(if format == "csv" { "page.csv" } else { "page.txt" });
            fs::write(&page, &text).unwrap();
            let said = run(&["verify", "kiln.odds", "--page", page.to_str().unwrap()]);
            assert!(
                !said.contains("error[") && !said.contains("warning["),
                "{call:?} {format}\n{text}\n{said}"
            );
        }
    }
}
