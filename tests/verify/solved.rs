//! Tables whose heads leave open what they mean: their values say it. Every table is read without an error as it
//! stands, and a figure that is altered in it is the one that is found.

use crate::prepared::findings_about;
use trueodds::verify::{Finding, Level};

/// A pot holds a crab with 18.6% at depth 1 and 1.3% more for each step down, with herring 11.1% more and with squid
/// 21.8% more; an eel with 2.1% for each step. Coins are 7 or 8, and 3 more for each step down.
const BAY: &str = r#"mechanic bay/pot "Crab pot" use "pot", "pots"

input bait: { plain "Plain bait", herring "Herring", squid "Squid" } = plain "Bait"
input depth: integer 1..6 = 1 "Depth"

outcome haul: { empty "Empty", crab "Crab", eel "Eel" } "Haul"
outcome coins: integer 0..30 "Coins"

let base = match bait { plain => 173, herring => 284, squid => 391 }
haul = one of {
    (base + depth * 13) / 1000 => crab
    depth * 21 / 1000 => eel
    else => empty
}
coins = 4 + depth * 3 + one of { 1/2 => 0, else => 1 }
"#;

/// A chick is red with 41.3%, 28.7% and 17.9% where the father is red, and with 8.3%, 4.1% and 0.7% where he is not: for a
/// red, a brown and a white mother.
const COOP: &str = r#"mechanic coop/chick "Chick"

input mother: { red "Red", brown "Brown", white "White" } = white "Mother"
input father: { red "Red", white "White" } = white "Father"

outcome chick: { red "Red", white "White" } "Chick"

let red = match father {
    red => match mother { red => 413/1000, brown => 287/1000, white => 179/1000 }
    white => match mother { red => 83/1000, brown => 41/1000, white => 7/1000 }
}
chick = if chance(red) { red } else { white }
"#;

fn findings(mechanic: &str, page: &str) -> Vec<Finding> {
    let name = if mechanic == BAY { "bay" } else { "coop" };
    findings_about(name, mechanic, page, false)
}

/// The figures of a page that are wrong, each with what to write instead.
fn wrong(mechanic: &str, page: &str) -> Vec<(String, Option<String>)> {
    let loud = findings(mechanic, page).into_iter().filter(|finding| finding.level() == Level::Error);
    loud.map(|finding| (finding.stated, finding.instead)).collect()
}

/// Whether a page is right as it stands, and a figure that is altered in it is found, with what to write instead.
#[track_caller]
fn notices(mechanic: &str, page: &str, stated: &str, altered: &str) {
    assert_eq!(wrong(mechanic, page), [], "{page}");
    let own = findings(mechanic, page);
    let is_it = |finding: &&Finding| finding.stated.starts_with(stated) && finding.verdict.is_right();
    assert!(own.iter().any(|finding| is_it(&finding)), "{stated} is not explained: {own:#?}");
    assert_eq!(page.matches(stated).count(), 1, "{stated} stands there once");
    let found = wrong(mechanic, &page.replacen(stated, altered, 1));
    let digits = |text: &str| text.trim_end_matches('%').trim_end().to_owned();
    let found: Vec<(String, Option<String>)> = found
        .into_iter()
        .map(|(stated, instead)| (digits(&stated), instead.map(|text| digits(&text))))
        .collect();
    assert_eq!(found, [(digits(altered), Some(digits(stated)))], "{page}");
}

#[test]
fn heads_that_no_label_has_are_the_values_that_give_their_figures() {
    let page = "What a crab pot holds, by bait\n\n\
                | Crab at depth | Fish | Tentacles | Bread |\n|---|---|---|---|\n\
                | 1 | 29.7% | 40.4% | 18.6% |\n| 2 | 31.0% | 41.7% | 19.9% |\n| 4 | 33.6% | 44.3% | 22.5% |\n";
    notices(BAY, page, "44.3%", "43.4%");
}

#[test]
fn plain_numbers_are_percentages_where_the_corner_says_so() {
    let page = "# Depth\n\nWith herring:\n\n\
                | In % of all pots | 1 | 2 | 4 | 6 |\n|---|---|---|---|---|\n\
                | Crab | 29.7 | 31 | 33.6 | 36.2 |\n| Eel | 2.1 | 4.2 | 8.4 | 12.6 |\n";
    notices(BAY, page, "36.2", "32.6");
}

#[test]
fn how_many_of_a_thousand_and_one_in_how_many() {
    let page = "Out of 1000 crab pots with plain bait\n\n\
                depth\tcrab\teel\tempty\n1\t186\t21\t793\n2\t199\t42\t759\n4\t225\t84\t691\n6\t251\t126\t623\n";
    notices(BAY, page, "691", "619");
    let page = "How many pots it takes for one, with plain bait\n\n\
                | Depth | Crab, one in | Eel, one in |\n|---|---|---|\n\
                | 1 | 5.38 | 47.6 |\n| 2 | 5.03 | 23.8 |\n| 4 | 4.44 | 11.9 |\n| 6 | 3.98 | 7.94 |\n";
    notices(BAY, page, "11.9", "19.1");
}

#[test]
fn a_number_of_uses_that_heads_a_row() {
    let page = "Crab pots at depth 1 with plain bait\n\n\
                | Pots emptied | A crab by then |\n|---|---|\n\
                | 2 | 33.74% |\n| 5 | 64.26% |\n| 10 | 87.23% |\n| 20 | 98.37% |\n";
    notices(BAY, page, "64.26%", "62.46%");
    let page = "Crab pots at depth 1 with plain bait\n\n\
                | Pots emptied | Still no crab |\n|---|---|\n\
                | 2 | 66.26% |\n| 5 | 35.74% |\n| 10 | 12.77% |\n| 20 | 1.63% |\n";
    notices(BAY, page, "35.74%", "37.54%");
}

#[test]
fn ends_of_a_number_under_heads_that_say_nothing() {
    let page = "Coins in a crab pot\n\n\
                | Buoy | Fewest to most |\n|---|---|\n\
                | Depth 1 | 7–8 |\n| Depth 2 | 10–11 |\n| Depth 4 | 16–17 |\n| Depth 6 | 22–23 |\n";
    notices(BAY, page, "16", "19");
}

#[test]
fn lines_of_values_apart_by_bars() {
    let page =
        "Crab pots with squid\n\ndepth | crab | eel\n1 | 40.4% | 2.1%\n2 | 41.7% | 4.2%\n4 | 44.3% | 8.4%\n";
    notices(BAY, page, "41.7%", "47.1%");
    // Bars between words of a line are no table.
    let page = "Home | Pots | Bait\nAll about the bay | since 2014 | 30% more crabs\nNews | 12 | 13\n";
    assert_eq!(wrong(BAY, page), []);
}

#[test]
fn inputs_that_have_the_same_values() {
    let page = "Chance of a red chick\n\n\
                | Mother \\ Father | Red | White |\n|---|---|---|\n\
                | Red | 41.3% | 8.3% |\n| Brown | 28.7% | 4.1% |\n| White | 17.9% | 0.7% |\n";
    notices(COOP, page, "28.7%", "27.8%");
    // The other way round.
    let page = "Chance of a red chick\n\n\
                | Father \\ Mother | Red | Brown | White |\n|---|---|---|---|\n\
                | Red | 41.3% | 28.7% | 17.9% |\n| White | 8.3% | 4.1% | 0.7% |\n";
    notices(COOP, page, "17.9%", "19.7%");
}

#[test]
fn what_the_values_do_not_tell_is_not_wrong() {
    // The last row is about something that the mechanic does not have.
    let page = "Crab pots by bait\n\n\
                | Depth | Herring | Squid | Plain bait |\n|---|---|---|---|\n\
                | 1 | 29.7% | 40.4% | 18.6% |\n| 2 | 31.0% | 41.7% | 19.9% |\n| 4 | 33.6% | 44.3% | 22.5% |\n\
                | 4, in a storm | 11.2% | 14.8% | 7.5% |\n";
    assert_eq!(wrong(BAY, page), []);
    // Figures that no way to read the heads brings together are nothing.
    let page = "Crab pots by boat\n\n\
                | Boat | Crab | Eel |\n|---|---|---|\n\
                | Dory | 51.3% | 12.2% |\n| Skiff | 62.9% | 7.8% |\n| Punt | 70.1% | 3.4% |\n| Yawl | 44.4% | 9.9% |\n";
    assert_eq!(wrong(BAY, page), []);
}

#[test]
fn a_list_is_a_table_too() {
    let page = "# Chicks\n\nHow often the chick is red:\n\n\
                - Red hen: 41.3% with a red cock, 8.3% with a white one\n\
                - Brown hen: 28.7% with a red cock, 4.1% with a white one\n\
                - White hen: 17.9% with a red cock, 0.7% with a white one\n";
    notices(COOP, page, "28.7%", "27.8%");
}

#[test]
fn a_sheet_with_the_letters_of_its_columns() {
    let page = "<table><tr><th>A</th><th>B</th><th>C</th></tr>\
                <tr><td>Depth</td><td>Herring</td><td>Squid</td></tr>\
                <tr><td>1</td><td>29.7%</td><td>40.4%</td></tr>\
                <tr><td>2</td><td>31.0%</td><td>41.7%</td></tr>\
                <tr><td>4</td><td>33.6%</td><td>44.3%</td></tr></table>\
                <p>All of it is the chance of a crab.</p>";
    notices(BAY, page, "41.7%", "47.1%");
}

#[test]
fn plain_decimals_of_a_table_may_be_chances() {
    // 173 + 13 d and 21 d of a thousand; with herring 284 + 13 d.
    let aligned = "depth   crab    eel\n    1  0.186  0.021\n    3  0.212  0.063\n    6  0.251  0.126\n";
    notices(BAY, &format!("Crab pot\n\n{aligned}"), "0.212", "0.221");
    let values = "depth;crab;eel\n1;0,186;0,021\n3;0,212;0,063\n6;0,251;0,126\n";
    notices(BAY, &format!("Crab pot\n\n{values}"), "0,212", "0,221");
    let spaced = "bait, crab, empty\nplain, 0.186, 0.793\nherring, 0.297, 0.682\nsquid, 0.404, 0.575\n";
    notices(BAY, &format!("Crab pot at depth 1\n\n{spaced}"), "0.297", "0.279");
}

#[test]
fn a_comma_between_thousands_is_none_before_decimals() {
    let page = "Crab pot\n\n| Depth | Crab | Eel |\n|---|---|---|\n| 1 | 1,860 in 10,000 | 210 in 10,000 |\n\
                | 3 | 2,210 in 10,000 | 630 in 10,000 |\n| 6 | 2,510 in 10,000 | 1,260 in 10,000 |\n";
    assert_eq!(wrong(BAY, page), [("2,210 in 10,000".to_owned(), Some("21.20".to_owned()))]);
}

/// Both sides choose a fighter of the same kinds: the boar wins with 5/8 against the fox, which nothing else gives.
const PIT: &str = r#"mechanic pit/duel "Pit duel" use "duel", "duels"

enumeration fighter { boar "Boar", fox "Fox", owl "Owl" }

input attacker: fighter = boar "Attacker"
input defender: fighter = boar "Defender"

outcome winner: { attacker "Attacker", tie "Draw", defender "Defender" } "Winner"

function cast(who: fighter) = match who { boar => die(12), fox => die(8), owl => sum of 2 die(4) }

let own = cast(attacker)
let other = cast(defender)
winner = if own > other { attacker } else if own == other { tie } else { defender }
"#;

#[test]
fn one_head_over_all_others_says_only_what_they_are() {
    // Counted by hand: of 12 · 12, 12 · 8, 8 · 8 and so on pairs those in which the first is higher.
    let page = "{| class=\"wikitable\"\n|+ How often the attacker wins\n! rowspan=2 {{Corner|Attacker|Defender}} !! colspan=3 | \
                Defender\n|-\n! Boar !! Fox !! Owl\n|-\n! Boar\n| 45.8% || 62.5% || 58.3%\n|-\n! Fox\n| 29.2% || 43.8% || \
                37.5%\n|-\n! Owl\n| 33.3% || 50.0% || 41.4%\n|}\n";
    let wrong = |page: &str| {
        let loud = findings_about("pit", PIT, page, true).into_iter();
        loud.filter(|finding| finding.level() == Level::Error)
            .map(|finding| finding.stated)
            .collect::<Vec<_>>()
    };
    assert_eq!(wrong(page), [""; 0]);
    assert_eq!(wrong(&page.replace("62.5%", "26.5%")), ["26.5%"]);
    assert_eq!(wrong(&page.replace("37.5%", "35.7%")), ["35.7%"]);
}
