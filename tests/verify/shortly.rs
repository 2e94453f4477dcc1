//! What pages say shortly: one name for two figures, lines of names and figures, so many uses in a list or over a column, the
//! next question of many, how often one has a thing, numbers with a plus.

use trueodds::page::Page;
use trueodds::verify::Finding;

use crate::parts::{are_right, behind, loud};
use crate::prepared::judge;

/// With an iron hook half of all dives bring a shell, a fifth coral and a twentieth a pearl; with a bronze one two in five,
/// three in ten and a tenth. A lantern doubles the pearls, each belt halves what is left for nothing.
const DIVE: &str = r#"mechanic lagoon/dive "Dive" use "dive", "dives"

input hook: { iron "Iron Hook", bronze "Bronze Hook" } = iron "Hook"
input lantern: flag "Lantern"
input belts: integer 0..3 = 0 "Belts" or "Belt of Grey Lead"

outcome find: { nothing "Nothing", shell "Shell", pearl "Pearl", coral "Coral" } "Find"

let pearls = (if hook == iron { 1/20 } else { 1/10 }) * (if lantern { 2 } else { 1 })
let corals = if hook == iron { 1/5 } else { 3/10 }
let shells = if hook == iron { 1/2 } else { 2/5 }
let rest = 1 - pearls - corals - shells
let none = rest * (if belts == 0 { 1 } else if belts == 1 { 1/2 } else if belts == 2 { 1/4 } else { 1/8 })
find = one of { pearls => pearl, corals => coral, none => nothing, else => shell }
"#;

const KNOWN: &str = "With an Iron Hook a dive brings a shell in 50% of cases, coral in 20% and a pearl in 5%. With a Bronze Hook \
                     30% bring coral and 10% a pearl.\n\n";

fn dive(text: &str) -> Vec<Finding> {
    behind("lagoon", DIVE, KNOWN, text)
}

fn ours(text: &str) -> Vec<Finding> {
    judge().page(&Page::read(text))
}

#[test]
fn one_number_is_not_that_of_two_names() {
    are_right(dive, "A Bronze Hook brings coral (30%) and pearls (10%).", &["30%", "10%"]);
    assert_eq!(loud(&dive("A Bronze Hook brings coral (30%) and pearls (30%).")), ["30%"]);
    assert_eq!(loud(&dive("A Bronze Hook brings coral (10%) and pearls (10%).")), ["10%"]);
    // So it is with an item and without.
    let lantern = "With an Iron Hook 5% of dives bring a pearl. With an Iron Hook and the Lantern it is 10%.";
    are_right(dive, lantern, &["5%", "10%"]);
    assert_eq!(loud(&dive(&lantern.replace("10%", "5%"))), ["5%"]);
}

#[test]
fn each_line_of_names_and_figures_stands_alone() {
    let lines = "iron hook: shell 50%, coral 20%, pearl 5%\nbronze hook: shell 40%, coral 30%, pearl 10%\n";
    are_right(dive, lines, &["50%", "20%", "5%", "40%", "30%", "10%"]);
    assert_eq!(loud(&dive(&lines.replace("pearl 5%", "pearl 10%"))), ["10%"]);
}

#[test]
fn so_many_uses_are_told_of_at_least_one() {
    // 1 - (19/20)^10 and 1 - (9/10)^10, of 20 and of 5 dives as well.
    let list = "## Pearls\n\n- Iron Hook: 5%\n  - in 10 dives: 40.1%\n  - in 20 dives: 64.2%\n- Bronze Hook: 10%\n  - in 10 dives: 65.1%\n";
    are_right(dive, list, &["5%", "40.1%", "64.2%", "10%", "65.1%"]);
    assert_eq!(loud(&dive(&list.replace("40.1%", "50.1%"))), ["50.1%"]);
    // The corner says under what all rows hold, and a head goes on with what the one before it names.
    let table = "| Setup (Bronze Hook) | Pearl per dive | at least one pearl in 5 dives | in 10 dives |\n|---|---|---|---|\n\
                 | No lantern | 10% | 41% | 65.1% |\n| Lantern | 20% | 67.2% | 89.3% |\n";
    are_right(dive, table, &["41%", "65.1%", "20%", "67.2%", "89.3%"]);
    assert_eq!(loud(&dive(&table.replace("67.2%", "76.2%"))), ["76.2%"]);
}

#[test]
fn the_next_question_may_name_something_else() {
    let asked =
        "; How many dives do I need for coral?\n: 5 on average.\n; And for a pearl?\n: 20 on average.\n";
    are_right(dive, asked, &["20"]);
    are_right(dive, "Q: How likely is coral?\nA: 20%.\n\nQ: And a pearl?\nA: 5%.\n", &["20%", "5%"]);
}

#[test]
fn things_may_be_had_more_than_once() {
    // A quarter of all dives bring nothing, an eighth with one belt and a sixteenth with two.
    let table = "| Item | Nothing |\n|---|---|\n| – | 25% |\n| Belt of Grey Lead ×1 | 12.5% |\n| Belt of Grey Lead ×2 | 6.25% |\n\
                 | Belt of Grey Lead x3 | 3.125% |\n";
    are_right(dive, table, &["25%", "12.5%", "6.25%", "3.125%"]);
    assert_eq!(loud(&dive(&table.replace("6.25%", "12.5%"))), ["12.5%"]);
    are_right(dive, "With 2x Belt of Grey Lead a dive brings nothing in 6.25%.", &["6.25%"]);
    // Where it is named it is had.
    are_right(dive, "With Belt of Grey Lead 12.5% of dives bring nothing.", &["12.5%"]);
    assert_eq!(loud(&dive("With Belt of Grey Lead 15.2% of dives bring nothing.")), ["15.2%"]);
}

#[test]
fn what_is_not_told_of_a_whole_outcome_is_left_alone() {
    let silent = |text: &str| assert_eq!(loud(&dive(text)), Vec::<String>::new(), "{text}");
    silent("It gives a 35% chance of nothing at all.");
    silent("Shells are replaced by pearls 35% of the time.");
    silent("The Lantern triples the chance of sparkling finds.");
    silent("One of each: 4.7%.");
}

#[test]
fn something_is_whatever_comes() {
    // Three quarters of all dives bring something, 15 of 16 with two belts.
    are_right(dive, "With an Iron Hook you get something in 75% of dives.", &["75%"]);
    assert_eq!(loud(&dive("With an Iron Hook you get something in 85% of dives.")), ["85%"]);
    let belts = "Chance of getting anything:\n\n* Belts 0: 75%\n* Belts 1: 87.5%\n* Belts 2: 93.75%\n";
    are_right(dive, belts, &["75%", "87.5%", "93.75%"]);
    assert_eq!(loud(&dive(&belts.replace("87.5%", "78.5%"))), ["78.5%"]);
    // What is told of better things is not.
    assert_eq!(loud(&dive("You get something better in 12% of dives.")), Vec::<String>::new());
}

#[test]
fn who_begins_with_a_small_letter_goes_on_so() {
    let small = "with an iron hook a dive brings a pearl in 5% of cases. with the lantern it's 10%.";
    are_right(dive, small, &["5%", "10%"]);
}

#[test]
fn things_and_choices_are_joined() {
    let waits = "That is one pearl every 20 dives with an Iron Hook, and one every 5 dives with a Bronze Hook and the Lantern.";
    are_right(dive, waits, &["20", "5"]);
}

#[test]
fn a_state_is_reached_with_a_plus() {
    // Each level takes two attempts on average.
    const KILN: &str = r#"mechanic kiln/glaze "Glazing" use "attempt", "attempts"

input ash: flag "White Ash"

state level: integer 0..6 = 0 "Glaze level"

outcome result: { better "Better", same "Same" } "Result"

result = same
if level < 6 and chance(if ash { 4/5 } else { 1/2 }) {
    result = better
    level = level + 1
}
"#;
    const LEARNT: &str = "An attempt is better in 50% of cases, in 80% with White Ash.\n\n";
    let kiln = |text: &str| behind("kiln", KILN, LEARNT, text);
    are_right(kiln, "It takes 10 attempts on average to reach +5.", &["10"]);
    are_right(
        kiln,
        "* From +0 to +2: 4 attempts on average\n* From +0 to +4: 8 attempts on average\n",
        &["4", "8"],
    );
    let table = "{|\n|+ Average number of attempts to reach a level\n! Glaze level !! No items !! White Ash\n|-\n| 3 || 6 || 3.75\n|-\n\
                 | 5 || 10 || 6.25\n|-\n| 6 || 12 || 7.5\n|}\n";
    are_right(kiln, table, &["3.75", "6.25", "7.5"]);
    assert_eq!(loud(&kiln(&table.replace("6.25", "7.25"))), ["7.25"]);
}

#[test]
fn a_number_with_a_plus_may_be_a_bonus() {
    const CLIMB: &str = r#"mechanic cliff/climb "Climb" use "climb", "climbs"

input bonus: integer 0..15 = 0 "Rope bonus"
input grade: integer 1..30 = 10 "Grade"

outcome climb: { top "Top", fall "Fall" } "Climb"

climb = if die(20) + bonus >= grade { top } else { fall }
"#;
    let known =
        "At grade 16 a climb ends at the top in 25% and with a fall in 75%. At grade 11 it is 50%.\n\n";
    let climb = |text: &str| behind("cliff", CLIMB, known, text);
    are_right(climb, "With +7 you get to the top at grade 16 in 60% of climbs.", &["60%"]);
    assert_eq!(loud(&climb("With +7 you get to the top at grade 16 in 40% of climbs.")), ["40%"]);
}

#[test]
fn what_stands_behind_the_same_word_goes_on() {
    // A tenth of the cards of elites, less what the offset takes.
    let elites = "Elites: at +5, 5% of the cards are rare; at 0, 10%; at -10, 20%. Normal fights: at +5, 0%; at 0, 3%; at -10, 13%.";
    are_right(ours, elites, &["5%", "10%", "20%", "3%", "13%"]);
    assert_eq!(loud(&ours(&elites.replace("20%", "25%"))), ["25%"]);
}

#[test]
fn cards_are_told_one_by_one_and_before_the_offset() {
    // 9, 37 and 54 of 100 in shops; an offset of 5 at the start of a run takes from the rares.
    let shop = "Before the offset is applied, 9% of shop cards are rare, 37% uncommon and 54% common. At the start of a run (offset \
                5) 4% are rare, 37% uncommon and 59% common.";
    are_right(ours, shop, &["9%", "54%", "4%", "59%"]);
    let each = "Each card of a colorless reward is rare with a 30% chance. So 65.7% of them offer at least one rare.";
    assert_eq!(loud(&ours(each)), Vec::<String>::new());
}
