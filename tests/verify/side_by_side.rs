//! Figures side by side in the order of what was told before, heads that lack a word of the one beside them, and what is told
//! of a part, of another case or of nothing at all.

use trueodds::page::Page;
use trueodds::verify::{Finding, Verdict};

use crate::parts::{are_right, behind, loud};
use crate::prepared::judge;

/// A fig comes with 1.5% in spring, 2.4% in summer and 4.1% in autumn, twice that with a ladder, and 0.7% more for each tier
/// above the first. A large basket has two chances of a golden apple, one in eight each.
const BASKET: &str = r#"mechanic orchard/basket "Basket" use "basket", "baskets"

input season: { spring "Spring", summer "Summer", autumn "Autumn" } = summer "Season"
input tier: integer 1..9 = 1 "Tier"
input large: flag "Large basket"
input ladder: flag "Ladder"

outcome apples: integer 0..2 "Golden apples"
outcome fruit: { none "Nothing", plum "Plum", pear "Pear", fig "Fig" } "Fruit"

let base = if season == spring { 15/1000 } else if season == summer { 24/1000 } else { 41/1000 }
let figs = base * (if ladder { 2 } else { 1 }) + (tier - 1) * 7/1000
fruit = one of { figs => fig, 20% => pear, 30% => plum, else => none }
apples = 0
repeat (if large { 2 } else { 1 }) {
    if chance(1/8) { apples = apples + 1 }
}
"#;

const KNOWN: &str = "In Summer a basket holds a plum in 30% of cases, a pear in 20% and a fig in 2.4%.\n\n";

fn basket(text: &str) -> Vec<Finding> {
    behind("orchard", BASKET, KNOWN, text)
}

fn ours(text: &str) -> Vec<Finding> {
    judge().page(&Page::read(text))
}

fn is_silent(text: &str) {
    assert_eq!(loud(&basket(text)), Vec::<String>::new(), "{text}");
}

#[test]
fn figures_have_the_order_of_the_values_told_before() {
    let seasons = "A basket holds a fig in 1.5% of cases in Spring, 2.4% in Summer and 4.1% in Autumn. With a Ladder it is 3%, \
                   4.8% and 8.2%.";
    are_right(basket, seasons, &["1.5%", "2.4%", "4.1%", "3%", "4.8%", "8.2%"]);
    // Summer comes second, also where a figure would be right in Summer.
    assert_eq!(loud(&basket(&seasons.replace("is 3%", "is 4.8%"))), ["4.8%"]);
    assert_eq!(loud(&basket(&seasons.replace("8.2%", "2.8%"))), ["2.8%"]);
    let tiers = "Figs come in 3.1% of baskets at tier 2, 4.5% at tier 4 and 5.9% at tier 6. With the Ladder these are 5.5%, 6.9% \
                 and 8.3%.";
    are_right(basket, tiers, &["3.1%", "4.5%", "5.9%", "5.5%", "6.9%", "8.3%"]);
    assert_eq!(loud(&basket(&tiers.replace("6.9%", "9.6%"))), ["9.6%"]);
    // Two of them are right together, and nothing is said where they are not.
    let two = "Figs come in 1.5% of baskets in Spring and 4.1% in Autumn. With the Ladder it is 3% and 8.2%.";
    are_right(basket, two, &["1.5%", "4.1%", "3%", "8.2%"]);
}

#[test]
fn figures_have_the_order_of_all_values() {
    let arrows = "* Fig: 1.5% → 2.4% → 4.1%\n* Fig with a Ladder: 3% → 4.8% → 8.2%\n";
    are_right(basket, arrows, &["1.5%", "2.4%", "4.1%", "3%", "4.8%", "8.2%"]);
    assert_eq!(loud(&basket(&arrows.replace("4.1%", "1.4%"))), ["1.4%"]);
    let respectively = "With a Ladder figs come in 3%, 4.8% and 8.2% respectively.";
    are_right(basket, respectively, &["3%", "4.8%", "8.2%"]);
    assert_eq!(loud(&basket(&respectively.replace("3%,", "5%,"))), ["5%"]);
}

#[test]
fn figures_have_the_order_of_the_outcomes_told_before() {
    let outcomes =
        "Plums come in 30% of baskets, pears in 20% and figs in 2.4%. In Autumn those are 30%, 20% and 4.1%.";
    are_right(basket, outcomes, &["30%", "20%", "2.4%", "4.1%"]);
    assert_eq!(loud(&basket(&outcomes.replace("4.1%", "1.4%"))), ["1.4%"]);
}

#[test]
fn what_each_use_is_called_is_no_thing() {
    // An eighth and a quarter; 7/8 and 49/64, 1/8 and 14/64.
    let means = "On average a basket has 0.125 golden apples, a large basket 0.25.";
    are_right(basket, means, &["0.125", "0.25"]);
    let table = "| Golden apples | Basket | Large basket |\n|---|---|---|\n| 0 | 87.5% | 76.56% |\n| 1 | 12.5% | 21.88% |\n";
    are_right(basket, table, &["87.5%", "76.56%", "12.5%", "21.88%"]);
    assert_eq!(loud(&basket(&table.replace("87.5%", "76.56%"))), ["76.56%"]);
    assert_eq!(loud(&basket(&table.replace("12.5%", "21.88%"))), ["21.88%"]);
}

#[test]
fn what_is_told_of_a_part_or_of_another_case_is_no_error() {
    // 1 - 0.976^10.
    are_right(basket, "To find a fig at least once in ten baskets: 21.6%.", &["21.6%"]);
    is_silent("With a Ladder on each side it would be 9.6%, but there is only one.");
    is_silent("A fig takes 41.7 baskets on average, at worst 160.");
    // 24/524 and 41/541 of those that hold something.
    for text in [
        "Figs are in 4.6% of baskets at tier 1 (if the basket holds something).",
        "Of the baskets that hold fruit, 4.6% hold a fig in Summer but 7.6% in Autumn.",
    ] {
        let errors = basket(text).into_iter().filter(|found| found.verdict == Verdict::Wrong).count();
        assert_eq!(errors, 0, "{text}");
    }
}

#[test]
fn what_stood_in_brackets_goes_on_in_them_alone() {
    let text = "In Spring 1.5% of baskets hold a fig (3% with a Ladder). In Autumn it is 4.1%.";
    are_right(basket, text, &["1.5%", "3%", "4.1%"]);
    assert_eq!(loud(&basket(&text.replace("4.1%", "1.4%"))), ["1.4%"]);
}

#[test]
fn so_many_uses_go_on_with_what_was_told_of_one() {
    // 1 - 0.976^20 and 1 - 0.976^50.
    let text = "* Figs come in 2.4% of baskets. 20 baskets: 38.5%. 50 baskets: 70.3%.\n";
    are_right(basket, text, &["2.4%", "38.5%", "70.3%"]);
    are_right(basket, "Figs are in 2.4% of all baskets, so 20 baskets give you 38.5%.", &["38.5%"]);
    // What is none of these may be told of something else.
    is_silent("* Figs come in 2.4% of baskets. 20 baskets: 48.5%.\n");
}

#[test]
fn how_many_there_are_is_said_by_the_number_of_its_own_words() {
    // 15, 14 and 1 of 64.
    let text =
        "A large basket has at least one golden apple in 23.4% of cases. Exactly one is 21.9%, two are 1.6%.";
    are_right(basket, text, &["23.4%", "21.9%", "1.6%"]);
    assert_eq!(loud(&basket(&text.replace("21.9%", "12.9%"))), ["12.9%"]);
}

#[test]
fn each_card_is_not_the_whole_reward() {
    for text in [
        "'''Colorless rewards'''\n* each card: 30% rare\n* no rare: 34.3%\n* exactly one rare: 44.1%\n",
        "Each colorless card in the reward has a 30% chance to be rare. None of the three is: 34.3%.",
    ] {
        assert_eq!(loud(&ours(text)), Vec::<String>::new(), "{text}");
    }
    // Of a reward it is 1 - 0.7^3.
    are_right(ours, "A colorless reward has at least one rare in 65.7% of cases.", &["65.7%"]);
}

#[test]
fn bbcode_has_tables_and_lists() {
    let table = "[h1]Figs[/h1]\n[table]\n[tr][th]Season[/th][th]Fig[/th][th]with Ladder[/th][/tr]\n\
                 [tr][td]Spring[/td][td]1.5%[/td][td]3%[/td][/tr]\n[tr][td]Autumn[/td][td]4.1%[/td][td]8.2%[/td][/tr]\n[/table]\n";
    are_right(basket, table, &["1.5%", "3%", "4.1%", "8.2%"]);
    assert_eq!(loud(&basket(&table.replace("8.2%", "4.1%"))), ["4.1%"]);
    let list = "[list]\n[*][b]Pear[/b]: 20%\n[*]Plum: 30%\n[/list]\n";
    are_right(basket, list, &["20%", "30%"]);
    assert_eq!(loud(&basket(&list.replace("Plum: 30%", "Plum: 20%"))), ["20%"]);
    let html = "Of figs there is a table.\n\n<table><tr><th>Season<th>Fig</tr><tr><td>Spring<td>1.5%<tr><td>Autumn<td>4.1%</table>\n";
    are_right(basket, html, &["1.5%", "4.1%"]);
}

#[test]
fn two_figures_have_the_order_of_two_things_or_of_one_that_is_there_or_not() {
    // Half of 8.2% is 4.1%.
    let ladder =
        "Figs come in 2.4% of baskets without the Ladder and 4.8% with it. In Autumn that's 4.1% and 8.2%.";
    are_right(basket, ladder, &["2.4%", "4.8%", "4.1%", "8.2%"]);
    let fruits = "With the Ladder a basket holds a pear in 20% and a fig in 4.8% of cases. In Autumn it is 20% and 8.2%.";
    are_right(basket, fruits, &["20%", "4.8%", "20%", "8.2%"]);
}

/// Gold is worth the most on guano, and the least on the soil as it is.
const CROP: &str = r#"mechanic farm/crop "Crop" use "crop", "crops"

input soil: { plain "Plain soil", compost "Compost", guano "Bat guano" } = plain "Soil"

outcome gold: flag "Gold"

gold = chance(match soil { plain => 1/20, compost => 3/20, guano => 3/10 })
"#;

#[test]
fn with_nothing_is_what_is_there_where_nothing_is_chosen() {
    let known = "A crop on Plain soil is Gold with 5%, on Compost with 15%, and on Bat guano with 30%.\n\n";
    let crop = |text: &str| behind("farm", CROP, known, text);
    let text = "Gold comes in 30% of crops with Bat guano, in 15% with Compost and in 5% with nothing.";
    are_right(crop, text, &["30%", "15%", "5%"]);
    assert_eq!(loud(&crop(&text.replace("5% with nothing", "6% with nothing"))), ["6%"]);
    // What a part of a name says stands right before a chance, further from the one that is named in full.
    let far = "Gold comes in 15% of crops with Compost. That is what most people use, as it is cheap and at hand wherever you are, \
               so there is hardly a reason for the other: guano 30%.";
    are_right(crop, far, &["15%", "30%"]);
}
