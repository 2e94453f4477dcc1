//! What editors who had read nothing of this wrote, and was misheard: words that are no labels, number words with a hyphen, what
//! is so now, what one sentence tells of one thing, of the end, of how many there are.

use trueodds::page::Page;
use trueodds::verify::Finding;

use crate::parts::{are_right, loud};
use crate::prepared::{findings_about, judge};

const AWARDS: &str = "The Binding of Isaac: room clear awards.\n\n";

fn ours(text: &str) -> Vec<Finding> {
    judge().page(&Page::read(&format!("{AWARDS}{text}\n")))
}

/// 13.73% at 5 luck on Normal.
#[test]
fn what_hardly_moves_is_not_hard() {
    let text = "At 0 luck 14% of rooms have a heart, 18.6% a key. At luck 5 the hearts hardly move (13.7%), while the coins drop to \
                10.5% and chests shoot up to 27.9%.";
    are_right(ours, text, &["13.7%", "10.5%", "27.9%"]);
    assert_eq!(loud(&ours(&text.replace("10.5%", "15.0%"))), ["15.0%"]);
}

/// One in 64.0 and one in 21.5.
#[test]
fn number_words_go_on_behind_a_hyphen() {
    are_right(ours, "A sack drops after one in sixty-four rooms.", &["one in sixty-four"]);
    are_right(ours, "A chest is left by one room in twenty-one.", &["one room in twenty-one"]);
    let page = |text: &str| {
        ours(&format!("Nothing comes in 22% of rooms, a coin in 13.97%, a key in 18.62%. {text}"))
    };
    assert_eq!(loud(&page("A sack drops after one in forty-four rooms.")), ["one in forty-four"]);
}

/// 13.97% · 35% in the first editions, 13.97% · 67% in the last.
#[test]
fn what_is_so_now_is_so_in_the_last_edition() {
    let text = "On Hard at 0 luck a heart dropped in 4.89% of rooms in Rebirth and now drops in 9.36%.";
    are_right(ours, text, &["4.89%", "9.36%"]);
    assert!(
        !ours(&text.replace("9.36%", "9.63%"))
            .iter()
            .any(|own| own.stated == "9.63%" && own.verdict.is_right())
    );
}

#[test]
fn what_gives_nothing_is_without_a_drop() {
    let table =
        "| Luck | Rooms without a drop |\n|-----:|-----:|\n| 0 | 22% |\n| 5 | 4.8% |\n| 10 | 2.4% |\n";
    are_right(ours, table, &["22%", "4.8%", "2.4%"]);
}

/// Of chests and coins luck 7 alone gives what is told, and of keys 17.96%; at 0 luck they come with 18.62%.
#[test]
fn one_condition_holds_for_all_that_is_listed_behind_it() {
    let list = |key: &str| format!("At luck 7: chest 37.2%, key {key}, bomb 14%, coin 7.5%.");
    are_right(ours, &list("18.0%"), &["37.2%", "18.0%", "14%", "7.5%"]);
    assert_eq!(loud(&ours(&list("18.6%"))), ["18.6%"]);
}

/// A coin is 15% before replacements, and 13.97% after them.
#[test]
fn a_sentence_about_what_comes_in_the_end_tells_of_no_first_roll() {
    let drops = |coin: &str| {
        format!(
            "At 0 luck you get a coin in {coin} of rooms, a chest in 4.66% and a key in 18.6%. Nothing comes in 22%."
        )
    };
    are_right(ours, &drops("14%"), &["14%", "4.66%", "18.6%", "22%"]);
    assert_eq!(loud(&ours(&drops("15%"))), ["15%"]);
    are_right(
        ours,
        "Coins have a base chance of 15%; in the end 13.97% of rooms have one, and 18.62% a key.",
        &["15%", "13.97%", "18.62%"],
    );
}

/// A number of gems from none to two, with 9, 6 and 1 of 16; a dig is critical with the same 3/8.
const DIG: &str = r#"mechanic demo/dig "Dig" use "dig", "digs"
outcome gems: integer 0..2 "Gems"
outcome crit: flag "Critical dig"
gems = 0
repeat 2 { if chance(1/4) { gems = gems + 1 } }
crit = chance(3/8)
"#;

fn dig(text: &str) -> Vec<Finding> {
    findings_about("demo", DIG, text, true)
}

#[test]
fn numbers_go_on_from_none() {
    let text = "A dig has no gems in 56.25% of cases, one in 37.5% and two in 6.25%.\n";
    are_right(dig, text, &["56.25%", "37.5%", "6.25%"]);
    let found = dig(text);
    let one = found.iter().find(|finding| finding.stated == "37.5%").expect("it is judged");
    assert!(one.details.join(" ").contains("P(gems = 1)"), "{one:?}");
}

#[test]
fn how_many_there_are_on_average_is_not_how_many_have_one() {
    let before = "A dig has no gems in 56.25% of cases and one in 37.5%. It is critical with 37.5%.\n\n";
    let silent =
        |text: &str| assert_eq!(loud(&dig(&format!("{before}{text}\n"))), Vec::<String>::new(), "{text}");
    silent("Average number of gems:\n- Dig: 0.5");
    silent("On average you find half a gem per dig.");
    silent("On average that makes three quarters of a gem per dig with luck.");
}

/// 28% is not "up to 35%".
#[test]
fn up_to_is_no_leave_to_be_less() {
    let forge = "mechanic forge/temper \"Tempering\" use \"try\", \"tries\"\nstate fails: integer 0..5 = 0 \"Failures\"\n\
                 outcome result: { success \"Success\", failure \"Failure\" } \"Result\"\n\
                 if chance(28/100 + fails * 5/100) { result = success; fails = 0 } else { result = failure; fails = min(5, fails + 1) }\n";
    let found = findings_about(
        "forge",
        forge,
        "A try is a success with 28%. Luck can help: up to 35% at best.\n",
        true,
    );
    assert!(!found.iter().any(|finding| finding.stated == "35%" && finding.verdict.is_right()), "{found:#?}");
}

/// Of an egg in a nest two fifths are red, two fifths blue and a fifth violet.
#[test]
fn what_one_bracket_says_of_itself_the_next_ones_hold_too() {
    let hatch = "mechanic loft/hatch \"Hatching\" use \"egg\", \"eggs\"\ninput nest: flag \"Crystal Nest\"\n\
                 outcome colour: { red \"Red\", blue \"Blue\", violet \"Violet\" } \"Colour\"\n\
                 colour = if nest { one of { 2/5 => red, 2/5 => blue, else => violet } } else { one of { 45% => red, 45% => blue, else => violet } }\n";
    let list = |blue: &str, violet: &str| {
        format!(
            "Eggs hatch in three colours:\n\n* Red: 45% (40% in a Crystal Nest)\n* Blue: 45% ({blue})\n* Violet: 10% ({violet})\n"
        )
    };
    let found = |text: &str| findings_about("loft", hatch, text, true);
    are_right(found, &list("40%", "20%"), &["40%", "20%"]);
    assert_eq!(loud(&found(&list("42%", "20%"))), ["42%"]);
    assert_eq!(loud(&found(&list("40%", "24%"))), ["24%"]);
}

/// 1 - 9/16 · 5/8 of a dig.
#[test]
fn of_two_with_or_between_the_one_alone_is_not_asked() {
    let before = "A dig has no gems in 56.25% of cases and one in 37.5%. It is critical with 37.5%.\n\n";
    let found = dig(&format!("{before}A gem or a critical dig comes 64.8% of the time.\n"));
    assert_eq!(loud(&found), Vec::<String>::new());
}

/// 3/10 in each slot: 0.6 gems on average with iron, 0.9 with gold, 1.2 with diamond.
#[test]
fn a_head_that_the_values_explain_holds_for_the_average_too() {
    let geode = "mechanic deep/geode \"Geode\" use \"geode\", \"geodes\"\n\
                 input pick: { iron \"Iron Pickaxe\", gold \"Golden Pickaxe\", diamond \"Diamond Pickaxe\" } = iron \"Pickaxe\"\n\
                 outcome gems: integer 0..4 \"Gems\"\nlet slots = match pick { iron => 2, gold => 3, diamond => 4 }\ngems = 0\n\
                 repeat slots { if chance(3/10) { gems = gems + 1 } }\n";
    let table = |gold: &str| {
        format!(
            "How many gems?\n\n| Pickaxe | 0 | 1 | 2 | 3 | 4 | Average |\n|---|---|---|---|---|---|---|\n| Iron | 49% | 42% | 9% | – | – | 0.6 |\n\
             | Gold | 34.3% | 44.1% | 18.9% | 2.7% | – | {gold} |\n| Diamond | 24% | 41.2% | 26.5% | 7.6% | 0.8% | 1.2 |\n"
        )
    };
    let found = |gold: &str| findings_about("deep", geode, &table(gold), true);
    are_right(|_| found("0.9"), "", &["0.6", "0.9", "1.2"]);
    assert_eq!(loud(&found("0.8")), ["0.8"]);
}

/// With the modem a quarter more of what can be doubled: 0.935 for 0.78.
#[test]
fn a_line_that_nobody_knows_begins_something_new() {
    let notes = "chests\n- 4.7% base. Lucky Foot barely helps (5.2%)\n- lucky toe: 13.3% nothing, 15.5% coin, 20.7% key\n\n\
                 modem\n- avg pickups/room 0.78 -> 0.935\n";
    assert_eq!(loud(&ours(notes)), Vec::<String>::new());
}

/// Where a miniboss is told of with keys, which change nothing about it, they change the Vault.
#[test]
fn what_is_without_effect_on_one_room_counts_for_another() {
    let text = "A quarter of first floors has a Miniboss Room. 10% of the time the Arcade is a Vault; with two or more keys, 40%.";
    let page = format!("The Binding of Isaac: special rooms.\n\n{text}\n");
    are_right(|page| judge().page(&Page::read(page)), &page, &["10%", "40%"]);
}
