//! What a state is and what comes of it, called by the same words; what something is set against in a cell or a sentence; base
//! chances.

use trueodds::page::Page;
use trueodds::verify::Finding;

use crate::parts::{are_right, behind, loud};
use crate::prepared::judge;

/// The sky of a day by that of the day before.
const SKY: &str = r#"mechanic harbour/sky "Weather" use "day", "days"

enumeration sky { sunny "Sunny", misty "Misty" or "mist", stormy "Stormy" or "storm" }

state today: sky = sunny "Weather today"

outcome sky: sky "Weather tomorrow"
outcome wreck: flag "Wreck"

sky = match today {
    sunny => one of { 1/2 => sunny, 3/10 => misty, else => stormy }
    misty => one of { 1/4 => sunny, 1/2 => misty, else => stormy }
    stormy => one of { 1/10 => sunny, 3/5 => misty, else => stormy }
}
wreck = sky == stormy and chance(1/3)
today = sky
"#;

const KNOWN: &str = "If it is sunny, tomorrow is misty in 30% of cases. If it is stormy, it stays so in 30%, and mist follows in 60%.\n\n";

fn sky(text: &str) -> Vec<Finding> {
    behind("harbour", SKY, KNOWN, text)
}

fn ours(text: &str) -> Vec<Finding> {
    judge().page(&Page::read(text))
}

#[test]
fn the_rows_of_a_table_may_be_where_a_state_is() {
    let table = "| Today | Sunny | Misty | Stormy |\n|---|---|---|---|\n| Sunny | 50% | 30% | 20% |\n| Misty | 25% | 50% | 25% |\n\
                 | Stormy | 10% | 60% | 30% |\n";
    assert_eq!(loud(&sky(table)), Vec::<String>::new());
    are_right(sky, table, &["50%", "25%", "10%", "60%"]);
    assert_eq!(loud(&sky(&table.replace("10% |", "15% |"))), ["15%"]);
}

#[test]
fn a_sentence_tells_under_which_state_it_holds() {
    are_right(sky, "A misty day turns into a storm 25% of the time.", &["25%"]);
    are_right(sky, "After a stormy day there is a 60% chance of mist.", &["60%"]);
    are_right(sky, "Chance of a storm tomorrow: 20% if it's sunny now, 25% if it's misty.", &["20%", "25%"]);
    assert_eq!(loud(&sky("A misty day turns into a storm 52% of the time.")), ["52%"]);
    are_right(
        sky,
        "A misty harbour turns sunny on 25% of days, and a stormy one stays stormy on 30%.",
        &["25%"],
    );
    // What does something is what comes.
    are_right(
        sky,
        "After a stormy day it is sunny only 10% of the time, while mist climbs to 60%.",
        &["10%", "60%"],
    );
    are_right(sky, "After a misty day, mist comes with 50% and storms with 25%.", &["50%"]);
}

#[test]
fn a_base_chance_is_one_that_no_offset_has_moved() {
    // 10, 40 and 50 of 100 in elite rooms; the offset of 5 at the start of a run takes from the rares.
    let elite = "# Elite card rewards (Slay the Spire)\n\n| Rarity | Base chance | Chance at offset 5 |\n|---|---|---|\n\
                 | Common | 50% | 55% |\n| Uncommon | 40% | 40% |\n| Rare | 10% | 5% |\n";
    are_right(ours, elite, &["50%", "55%", "40%", "10%"]);
    assert!(loud(&ours(&elite.replace("50%", "57%"))).contains(&"57%".to_owned()));
    // So it is in shops, where a claim asks for the start of a run.
    let shop = "# Shop cards (Slay the Spire)\n\n| Rarity | Base chance (before offset) | At the start of a run |\n|---|---|---|\n\
                | Common | 54% | 59% |\n| Uncommon | 37% | 37% |\n| Rare | 9% | 4% |\n";
    are_right(ours, shop, &["54%", "59%", "9%", "4%"]);
    assert!(loud(&ours(&shop.replace("54%", "57%"))).contains(&"57%".to_owned()));
}

const AWARDS: &str = "# Room clear awards (The Binding of Isaac)\n\nNothing comes in 22% of rooms, a key in 18.62%, a chest in 4.66%.\n\n";

#[test]
fn a_cell_tells_what_its_chance_is_set_against() {
    let table = "| Trinket | Effect on room clear awards |\n|---|---|\n| Lucky Toe | 13.33% nothing instead of 22%. |\n\
                 | Ace of Spades | Tarot cards appear in 10.03% of rooms rather than 2.48%. |\n";
    let table = format!("{AWARDS}{table}");
    are_right(ours, &table, &["13.33%", "22%", "10.03%", "2.48%"]);
    assert!(loud(&ours(&table.replace("13.33%", "18.33%"))).contains(&"18.33%".to_owned()));
}

#[test]
fn what_takes_the_place_of_something_is_had_alone() {
    // The Toe adds 1/10 of the awards to what is there at 1 luck, the Foot a luck and its own.
    let text =
        format!("{AWARDS}At 1 luck a chest comes in 9.83% of rooms with Lucky Toe instead of Lucky Foot.");
    are_right(ours, &text, &["9.83%"]);
    assert_eq!(loud(&ours(&text.replace("9.83%", "8.93%"))), ["8.93%"]);
}

#[test]
fn a_number_before_another_label_is_one_of_that() {
    let text = format!("{AWARDS}Having Contract from Below at 5 luck makes it 36.1% for nothing.");
    are_right(ours, &text, &["36.1%"]);
}

#[test]
fn a_title_over_all_columns_says_nothing_of_the_numbers_of_rows() {
    let table = "{|\n! colspan=\"4\" | Empty rooms (%) for different luck values\n|-\n! Luck !! No items !! Lucky Foot !! Lucky Toe\n\
                 |-\n| 3 || 8.07 || 2.67 || 2.96\n|}\n";
    let text = format!("{AWARDS}{table}");
    are_right(ours, &text, &["8.07", "2.67", "2.96"]);
    assert_eq!(loud(&ours(&text.replace("2.96", "2.69"))), ["2.69"]);
}

#[test]
fn a_median_is_told_to_the_percent() {
    // After 18 cards 47.7% have a rare one, after 19 more than half.
    let known = "# Card rewards (Slay the Spire)\n\nThe first card of a run is common in 65% of cases and uncommon in 35%. A card \
                 from an elite is rare 5% of the time.\n\n";
    let told = |card: u32| {
        ours(&format!("{known}Half of all players will have seen their first rare by card {card}."))
    };
    let is_right = |card: u32| {
        let own = card.to_string();
        told(card).iter().any(|finding| finding.stated == own && finding.verdict.is_right())
    };
    assert!(is_right(19) && !is_right(18) && !is_right(20));
}
