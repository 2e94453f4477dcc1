//! Figures of a text that are about something else than the mechanic whose outcomes they name.

use trueodds::page::Page;
use trueodds::verify::{Finding, Level};

use crate::prepared::{findings_about, with_judge};
use crate::told::holds;

/// A hydra leaves a trophy with 15%, more on the harder modes, and scales by what a die says of how deep it lives.
const HYDRA: &str = r#"mechanic fenwater/hydra "Fen hydra" use "kill", "kills"

input mode: { normal "Normal mode", heroic "Heroic mode", mythic "Mythic mode" } = normal "Mode"
input depth: integer 1..100 = 1 "Depth"

outcome trophy: flag "Trophy"
outcome egg: flag "Egg"
outcome scale: { green "Green scale", red "Red scale", gold "Gold scale" } "Scale"

trophy = chance(match mode { normal => 15/100, heroic => 25/100, mythic => 40/100 })
egg = chance(3/100)
scale = match depth {
    1 to 20 => one of { 70% => green, 20% => red, else => gold }
    21 to 50 => one of { 55% => green, 28% => red, else => gold }
    51 to 100 => one of { 35% => green, 33% => red, else => gold }
}
"#;

const KNOWN: &str = "# Fen hydra\n\nA kill leaves a trophy with 15%, a green scale with 70%, a red scale with 20% and a gold \
                     scale with 10%. An egg comes with 3%.\n\n";

fn hydra(text: &str) -> Vec<Finding> {
    findings_about("fenwater", HYDRA, &format!("{KNOWN}{text}\n"), true)
}

/// The figures behind what is known that are wrong or in doubt, and whether they are wrong.
fn loud(text: &str) -> Vec<(String, bool)> {
    let is_behind =
        |finding: &Finding| finding.range.as_ref().is_some_and(|range| range.start >= KNOWN.len());
    let found = hydra(text).into_iter().filter(is_behind);
    let found = found.map(|finding| (finding.level() == Level::Error, finding));
    let found = found.filter(|(is_wrong, finding)| *is_wrong || finding.is_doubt);
    found.map(|(is_wrong, finding)| (finding.stated, is_wrong)).collect()
}

#[test]
fn what_a_chance_once_was_states_nothing() {
    for text in [
        "The chance of a trophy used to be 12%.",
        "Trophy 15% (was 10%).",
        "The trophy rate was increased from 10% to 15%.",
        "Before patch 2.4 a trophy came with 10%.",
        "In the beta a trophy came with 12%.",
        "* 1.3: Trophy chance 12%.\n* 1.4: Trophy chance 15%.",
        "* Patch 5.2: a trophy now comes with 13%.",
    ] {
        assert_eq!(loud(text), [], "{text}");
    }
    holds(hydra, "A trophy now comes with 15.0%.", &[("15.0%", "15.5%")]);
}

#[test]
fn by_how_much_something_changes_is_no_chance() {
    for text in [
        "A trophy raises your damage by 10%.",
        "A trophy adds 12% to the price.",
        "The trophy rate rises by 12 percentage points.",
        "A trophy makes you 12% faster.",
        "A second kill of the day has half the chance: 7.5% for the trophy.",
    ] {
        assert_eq!(loud(text), [], "{text}");
    }
}

#[test]
fn what_comes_otherwise_or_many_times_or_is_the_rest_is_another_question() {
    for text in [
        "Otherwise there is a 17.6% chance of a trophy.",
        "If you don't get an egg, a trophy comes with 14%.",
        "Heroic hunters are split 64% vs 36% over the trophy.",
        "Trophies in a row: two come with 2.25%, so a trophy twice is 2.25%.",
        "All but 16% of hunters have a trophy.",
    ] {
        assert_eq!(loud(text), [], "{text}");
    }
}

#[test]
fn what_a_word_is_about_that_nobody_knows_is_no_error() {
    // So far from an answer it is about something else.
    for text in ["Trophies sell for 80% of their price.", "An egg heals 35% of your health."] {
        assert_eq!(loud(text), [], "{text}");
    }
    // What stands near it may have been meant.
    assert_eq!(loud("The taxidermist swears that a trophy comes with 17%."), [("17%".to_owned(), false)]);
    assert_eq!(loud("A trophy comes with 17%."), [("17%".to_owned(), true)]);
}

#[test]
fn how_much_of_a_quantity_and_what_no_label_has_is_no_outcome() {
    for text in [
        "A trophy costs 12% of your health.",
        "The trophy has a 12% chance to glow.",
        "In the old rulebook a trophy came with 12%.",
        "Surprise: an egg 50%, a trophy 90%.",
        "Nothing bad happens nine times in ten.",
    ] {
        assert_eq!(loud(text), [], "{text}");
    }
}

#[test]
fn what_stands_alone_in_brackets_says_it_again() {
    holds(hydra, "One in five hydras leaves a red scale behind (20%).", &[("20%", "25%")]);
    assert_eq!(loud("Three in ten hydras leave a scale better than a green one (30%)."), []);
}

#[test]
fn what_is_torn_into_halves_is_no_chance() {
    assert_eq!(loud("The hunter cuts the trophy into half, and the egg into a third."), []);
}

#[test]
fn values_are_called_by_what_tells_them_apart() {
    let list = "* Normal: 15.0%\n* Heroic: 25.0% of trophies\n* Mythic: a trophy with 40.0%\n";
    holds(hydra, list, &[("40.0%", "44.0%")]);
    holds(hydra, "On Heroic a trophy comes with 25.0%.", &[("25.0%", "20.0%")]);
}

#[test]
fn ranges_head_columns() {
    let table = "| Scale | 1–20 | 21–50 | 51–100 |\n|---|---|---|---|\n| Green scale | 70.0% | 55.0% | 35.0% |\n\
                 | Red scale | 20.0% | 28.0% | 33.0% |\n";
    let page = format!("By depth:\n\n{table}");
    holds(hydra, &page, &[("55.0%", "65.0%"), ("33.0%", "38.0%")]);
}

#[test]
fn what_is_rolled_stands_before_what_comes() {
    let list = "The scale at depth 60:\n\n  1-35    Green scale (35.0%)\n  36-68   Red scale (33.0%)\n  69-100  Gold scale \
                (32.0%)\n";
    holds(hydra, list, &[("35.0%", "45.0%"), ("32.0%", "38.0%")]);
}

#[test]
fn a_cell_that_only_another_heading_explains_is_in_doubt() {
    let page = "## Depth 1\n\n| Drop | Chance |\n|---|---|\n| Green scale | 70.0% |\n| Red scale | 20.0% |\n\n## Depth 60\n\n\
                | Drop | Chance |\n|---|---|\n| Green scale | 35.0% |\n| Red scale | 33.0% |\n| Whole gold scale | 32.0% |\n";
    holds(hydra, page, &[("32.0%", "10.0%")]);
}

/// The figures of a page about a game of the data that are wrong or in doubt.
fn loud_of_data(text: &str) -> Vec<String> {
    let found = with_judge(|judge| judge.page(&Page::read(text)));
    let loud = found.into_iter().filter(|finding| finding.level() == Level::Error || finding.is_doubt);
    loud.map(|finding| finding.stated).collect()
}

/// 26.61% and 9.36% are those of the latest edition, 31.08% and 4.89% those of Rebirth.
#[test]
fn the_title_of_a_game_is_no_edition() {
    let page = |title: &str| {
        format!(
            "# {title} \u{2013} room drops\n\n| Drop | Normal | Hard |\n|---|---|---|\n| Nothing | 22% | 26.61% |\n\
             | Heart | 13.97% | 9.36% |\n| Coin | 13.97% | 13.97% |\n| Key | 18.62% | 18.62% |\n| Chest | 4.66% | 4.66% |\n"
        )
    };
    assert_eq!(loud_of_data(&page("The Binding of Isaac: Rebirth")), [""; 0]);
    assert_eq!(loud_of_data(&page("Room drops in Rebirth")), ["26.61%", "9.36%"]);
}

/// With Guppy's Tail 8.28% of rooms have a key, with Daemon's Tail 29.79%; 66.24% have anything with both.
#[test]
fn a_hedged_fraction_is_said_to_the_digit_in_the_brackets() {
    let known = "Of all rooms 22% are empty, 18.62% have a key and 13.97% a coin.\n\n";
    for text in [
        "Fewer than one in ten rooms (8.28%) have a key with Guppy's Tail.",
        "With Daemon's Tail at least one room in four (29.79%) has a key.",
        "With the Watch Battery a lil' battery comes in one out of 11.5 rooms (8.66%).",
        "About one in four (26.61%) rooms are empty on Hard.",
    ] {
        assert_eq!(loud_of_data(&format!("{known}{text}\n")), [""; 0], "{text}");
    }
    let wrong = "With Daemon's Tail fewer than one room in four (29.79%) has a key.";
    assert_eq!(loud_of_data(&format!("{known}{wrong}\n")).len(), 1);
}
