//! Figures that are right for something else than what they are told of: a list under the name of another place, two that traded
//! their places, one that another place alone explains. And what was misheard beside them: the rest by its parts, all but one
//! outcome, what is said again in brackets, what is so now.

use trueodds::page::Page;
use trueodds::verify::Finding;

use crate::parts::{are_right, loud};
use crate::prepared::{findings_about, judge};

/// In percent, eels, crabs, reeds and boots: 23, 12, 41 and 24 in the pond, 8, 13, 60 and 19 in the river, 9, 17, 33 and 41 in
/// the lake.
const CATCH: &str = r#"mechanic marsh/catch "Catch" use "cast", "casts"

input water: { pond "Pond", river "River", lake "Lake" } = pond "Water"
input charm: flag "Eel Charm"
outcome catch: { eel "Eel", crab "Crab", reed "Reed", boot "Boot" } "Catch"

catch = match water {
    pond => one of { weight 23 => eel, weight 12 => crab, weight 41 => reed, weight 24 => boot }
    river => one of { weight 8 => eel, weight 13 => crab, weight 60 => reed, weight 19 => boot }
    lake => one of { weight 9 => eel, weight 17 => crab, weight 33 => reed, weight 41 => boot }
}
if charm and catch == boot and chance(1/4) { catch = eel }
"#;

fn catch(text: &str) -> Vec<Finding> {
    findings_about("marsh", CATCH, text, true)
}

fn codes(findings: &[Finding]) -> Vec<&str> {
    findings
        .iter()
        .filter(|finding| finding.code == "wrong-list")
        .map(|finding| finding.message.as_str())
        .collect()
}

#[test]
fn what_is_told_under_the_name_of_another_place_is_found() {
    let under = [
        "## River\n\n- Eel: A%\n- Crab: B%\n- Reed: C%\n- Boot: D%\n",
        "In the river an eel bites in A% of casts, a crab in B%, a reed in C% and a boot in D%.\n",
        "- River: eel A%, crab B%, reed C%, boot D%\n",
    ];
    for text in under {
        let of = |law: [&str; 4]| {
            let put = |text: String, (letter, value): (&str, &str)| {
                text.replace(&format!("{letter}%"), &format!("{value}%"))
            };
            ["A", "B", "C", "D"].into_iter().zip(law).fold(text.to_owned(), put)
        };
        are_right(catch, &of(["8", "13", "60", "19"]), &["8%", "13%", "60%", "19%"]);
        let found = catch(&of(["9", "17", "33", "41"]));
        assert_eq!(codes(&found), ["the 4 figures from here on are those of Lake, not of River"], "{text}");
        let found = catch(&of(["23", "12", "41", "24"]));
        assert!(loud(&found).is_empty() || !codes(&found).is_empty(), "{text}");
    }
}

#[test]
fn figures_that_traded_places_are_in_doubt() {
    let sentence = "In the river, an eel bites in 8% of casts, a boot in 19%.";
    are_right(catch, sentence, &["8%", "19%"]);
    assert_eq!(loud(&catch("In the river, an eel bites in 19% of casts, a boot in 8%.")), ["19%", "8%"]);
    let list = "River\n- Eel: 8%\n- Crab: 13%\n- Reed: 60%\n- Boot: 19%\n";
    are_right(catch, list, &["8%", "13%", "60%", "19%"]);
    let traded = list.replace("8%", "x").replace("13%", "8%").replace('x', "13%");
    assert_eq!(loud(&catch(&traded)), ["13%", "8%"]);
    let row = "* Eel: 23% (Pond), 8% (River), 9% (Lake)\n* Crab: 12% (Pond), 13% (River), 17% (Lake)\n";
    are_right(catch, row, &["23%", "8%", "9%", "12%", "13%", "17%"]);
    let traded = row.replace("8% (River), 9%", "9% (River), 8%");
    assert_eq!(loud(&catch(&traded)), ["9%", "8%"]);
}

/// 1 − (1 − 0.08)^10 = 56.6% and 1 − (1 − 0.08)^30 = 91.8%; the rest of that is 8.2%.
#[test]
fn each_number_of_uses_is_told_of_its_own_figure() {
    let text = "Over 10 river casts you have a 56.6% chance of at least one eel, over 30 casts 91.8%.";
    are_right(catch, text, &["56.6%", "91.8%"]);
    let traded = "Over 10 river casts you have a 91.8% chance of at least one eel, over 30 casts 56.6%.";
    assert_eq!(loud(&catch(traded)), ["91.8%", "56.6%"]);
    // In the pond 1 − 0.77^5 = 72.9%, 1 − 0.77^10 = 92.7%; after 20 casts 0.77^20 = 0.54% have none.
    let text = "Over 5 casts you have a 72.9% chance of at least one eel, over 10 casts 92.7%, and after 20 casts 0.54% of \
                players still have not seen one. A crab bites with 12%.";
    are_right(catch, text, &["72.9%", "92.7%", "0.54%", "12%"]);
}

#[test]
fn an_item_of_a_list_that_another_place_alone_explains_is_in_doubt() {
    let text = "## Pond\n- Eel: 23%\n- Crab: 12%\n- Reed: 41%\n- Boot: 24%\n\n## River\n- Eel: 8%\n- Crab: 13%\n- Reed: 60%\n\
                - Boot: 19%\n\n## Lake\n- Eel: 9%\n- Crab: 17%\n- Reed: 33%\n- Boot: 41%\n";
    assert!(loud(&catch(text)).is_empty());
    assert_eq!(loud(&catch(&text.replace("- Eel: 8%", "- Eel: 23%"))), ["23%"]);
}

#[test]
fn the_rest_is_what_the_outcomes_behind_it_are_together() {
    let text = "Most of the time (60%) a river cast brings a reed; the remaining 32% are crabs (13%) and boots (19%).";
    are_right(catch, text, &["60%", "32%", "13%", "19%"]);
    assert_eq!(loud(&catch(&text.replace("32%", "35%"))), ["35%"]);
}

#[test]
fn all_but_one_outcome_is_what_it_is_not() {
    for head in ["Anything but reeds", "Everything except reeds", "Other than reeds", "All but reeds"] {
        let table = format!(
            "| Water | Eel | Crab | Reed | Boot | {head} |\n|---|---|---|---|---|---|\n| Pond | 23% | 12% | 41% | 24% | 59% |\n\
             | River | 8% | 13% | 60% | 19% | 40% |\n| Lake | 9% | 17% | 33% | 41% | 67% |\n"
        );
        are_right(catch, &table, &["59%", "40%", "67%"]);
        assert_eq!(loud(&catch(&table.replace("40%", "44%"))), ["44%"], "{head}");
    }
}

/// Almost half: 41% are no half, 24 + 23 are 47.
#[test]
fn what_stands_alone_in_brackets_says_again_what_is_before_them() {
    let text = "In the pond an eel or a boot is on the hook almost half of the time (47%), in the river 27%.";
    assert!(loud(&catch(text)).is_empty());
    are_right(
        catch,
        "Every fourth angler at the pond has a boot (24%), in the lake 41%.",
        &["Every fourth", "24%"],
    );
}

/// With the charm a quarter of 24% are eels: 29% and 18%.
#[test]
fn what_ends_before_a_semicolon_is_told_of_the_figure_before() {
    let text =
        "Without the charm nearly a quarter of the casts (24%) bring a boot up; with it that falls to 18%.";
    are_right(catch, text, &["24%", "18%"]);
    assert_eq!(loud(&catch(&text.replace("18%", "16%"))), ["16%"]);
}

/// 39.4% and 62.6% are 1 − (1 − 4.89%)^10 and 1 − (1 − 9.36%)^10.
#[test]
fn what_is_so_now_is_told_of_no_edition_before() {
    let text = "The Binding of Isaac: room clear awards.\n\nIn ten rooms of Hard mode you had a 39.4% chance for at least one heart \
                in Rebirth and have 62.6% now.";
    are_right(|text| judge().page(&Page::read(text)), text, &["39.4%", "62.6%"]);
}

#[test]
fn what_goes_up_from_a_figure_to_another_is_no_change_from_the_one_before() {
    let text = "From the pond to the lake eels fall to 9%, while boots go up from 24% to 41%.";
    assert!(catch(text).iter().all(|finding| finding.code != "wrong-direction"));
    let text = "Boots make 24%, up from 41%.";
    assert!(catch(text).iter().any(|finding| finding.code == "wrong-direction"));
}

/// A weapon that is hardened succeeds with 100, 90, 70, 50, 30, 15 and 5 percent by its level.
const HARDEN: &str = r#"mechanic forge/harden "Hardening" use "attempt", "attempts"

input level: integer 0..6 = 0 "Weapon level"
input ash: integer 0..10 = 0 "Ash"
outcome result: { success "Success", failure "Failure" } "Result"

let base = match level { 0 => 1, 1 => 9/10, 2 => 7/10, 3 => 1/2, 4 => 3/10, 5 => 3/20, 6 => 1/20 }
result = if chance(min(1, base + ash / 100)) { success } else { failure }
"#;

/// Round figures of one digit say little each, and six in the right order enough.
#[test]
fn a_list_by_numbers_alone_is_read_where_one_of_its_round_figures_is_wrong() {
    let list = |third: u32| {
        let of = [100, 90, 70, third, 30, 15, 5];
        let items =
            of.iter().enumerate().map(|(level, chance)| format!("+{level} → +{}: {chance}%\n", level + 1));
        format!("Success of hardening\n{}", items.collect::<String>())
    };
    let harden = |text: &str| findings_about("forge", HARDEN, text, true);
    are_right(harden, &list(50), &["90%", "70%", "50%", "30%", "15%", "5%"]);
    assert_eq!(loud(&harden(&list(46))), ["46%"]);
}

/// Without reeds 40% are left in the river: 8/40 = 20%, 13/40 = 32.5%, 19/40 = 47.5%.
#[test]
fn what_is_not_some_outcome_is_told_of_the_others() {
    for whole in [
        "Of the river catches that are not reeds,",
        "Of all non-reed catches in the river",
        "Of the river catches that aren't reeds,",
    ] {
        let text = format!("{whole} 20% are eels, 32.5% are crabs and 47.5% boots.");
        are_right(catch, &text, &["20%", "32.5%", "47.5%"]);
        assert_eq!(loud(&catch(&text.replace("32.5%", "35.2%"))), ["35.2%"], "{whole}");
    }
    are_right(catch, "In the pond the chance of no reed is 59%.", &["59%"]);
}

/// A pull is a featured or a standard five-star with 1% each, a four-star with 10% and a three-star with 88%; one is red, one
/// white, one red and white.
const BANNER: &str = r#"mechanic night/banner "Banner" use "pull", "pulls"

input pair: { mixed "Red × White", plain "Red × Red" } = mixed "Parents"
outcome item: { featured "Featured 5★", standard "Standard 5★", four "4★", three "3★" } "Item"
outcome flower: { red "Red", white "White", pink "Pink" } "Flower"

item = one of { 1/100 => featured, 1/100 => standard, 1/10 => four, else => three }
flower = match pair { mixed => one of { 1/4 => red, 5/8 => white, else => pink }, plain => red }
"#;

#[test]
fn what_the_labels_of_several_outcomes_end_with_is_all_of_them() {
    let banner = |text: &str| findings_about("night", BANNER, text, true);
    for star in ["5★", "5-star"] {
        let text = format!(
            "Each pull has a 2% chance of a {star}, a 10% chance of a 4★. The featured {star} comes with 1%."
        );
        are_right(banner, &text, &["2%", "10%", "1%"]);
        // 1 − 0.98^50 = 63.6%, and one in 50 pulls.
        let text = format!(
            "Chance of at least one {star}\n50 pulls: 63.6%\n100 pulls: 86.7%\n\nA {star} takes 50 pulls on average."
        );
        are_right(banner, &text, &["63.6%", "86.7%"]);
        assert_eq!(loud(&banner(&text.replace("63.6%", "66.3%"))), ["66.3%"]);
    }
}

#[test]
fn a_sign_between_two_words_is_a_part_of_a_label() {
    let banner = |text: &str| findings_about("night", BANNER, text, true);
    let table = "| Parents | Flower | Share |\n|---|---|---|\n| Red × White | Red | 25% |\n| Red × White | White | 62.5% |\n\
                 | Red × White | Pink | 12.5% |\n| Red × Red | Red | 100% |\n";
    are_right(banner, table, &["25%", "62.5%", "12.5%"]);
    assert!(!loud(&banner(&table.replace("62.5%", "65.2%"))).is_empty());
}

/// One in 12.5, in 7.7, in 1.67 and in 5.26 casts of the river.
#[test]
fn uses_per_outcome_over_a_column_are_its_mean() {
    let table = "| Water | Eel | Boot | Casts per eel |\n|---|---|---|---|\n| Pond | 23% | 24% | 4.3 |\n| River | 8% | 19% | 12.5 |\n\
                 | Lake | 9% | 41% | 11.1 |\n";
    are_right(catch, table, &["4.3", "12.5", "11.1"]);
    assert_eq!(loud(&catch(&table.replace("12.5", "14.5"))), ["14.5"]);
}

/// What every use is called is no kind of them: 15% of all casts are critical, and a quarter fizzles.
#[test]
fn a_use_is_no_kind_of_outcomes() {
    let text = r#"mechanic storm/cast "Spell" use "cast", "casts"

outcome result: { normal "Normal cast", critical "Critical cast", fizzle "Fizzle" } "Result"

result = one of { 3/20 => critical, 1/4 => fizzle, else => normal }
"#;
    let told = |page: &str| findings_about("storm", text, page, true);
    // 1 − 0.75^3 = 57.8%
    let page = "One cast in four is a fizzle, and 15% of casts are critical casts. In three casts you see at least one fizzle with 57.8%.";
    are_right(told, page, &["15%", "57.8%"]);
}

/// Nothing at luck 1 and 5 with the tail: 29.78% and 24.37%; a chest at luck 5 with it and without: 29.08% and 27.93%.
#[test]
fn without_names_nothing_where_another_item_says_without_reward() {
    let text = "'''Guppy's Tail''' is a passive item.\n* At 10 luck normal chests drop from 51.09% to 39.37%. At 5 luck it's 29.08% \
                with the tail and 27.93% without.\n* A room without reward comes more often: 29.78% at luck 1, 24.37% at luck 5.\n";
    are_right(|text| judge().page(&Page::read(text)), text, &["29.08%", "27.93%", "29.78%", "24.37%"]);
}

/// 1 − 0.92^20 − 20 · 0.08 · 0.92^19 = 48.3%, and less 190 · 0.08² · 0.92^18 = 21.2%.
#[test]
fn how_many_come_is_told_of_what_was_named_before() {
    let text =
        "In 20 river casts expect 1.6 eels; at least two come in 48.3% of sessions, at least three in 21.2%.";
    are_right(catch, text, &["1.6", "48.3%", "21.2%"]);
}

/// Upgraded from act 2 on: 25% and 50%, on Ascension 12 half of it.
#[test]
fn an_ascension_is_told_by_its_letter_and_number() {
    let text = "Slay the Spire, upgraded cards in card rewards\n\n| Act | Upgrade chance | Upgrade chance (A12+) |\n|---|---|---|\n\
                | 2 | 25% | 12.5% |\n| 3 | 50% | 25% |\n";
    let told = |text: &str| judge().page(&Page::read(text));
    are_right(told, text, &["25%", "12.5%", "50%"]);
    let found = told(&text.replace("50% | 25%", "50% | 50%"));
    assert_eq!(
        found.iter().filter(|finding| finding.stated == "50%" && finding.verdict.is_right()).count(),
        1
    );
}

/// An eel takes 1/0.23 = 4.35 casts, and with the charm, which makes a quarter of 24% one more, 1/0.29 = 3.45.
#[test]
fn what_is_given_behind_a_clause_belongs_to_the_next() {
    let text = "The average wait for an eel is 4.35 casts, with the Eel Charm it's 3.45.";
    are_right(catch, text, &["4.35", "3.45"]);
    assert_eq!(
        loud(&catch("The average wait for an eel is 3.45 casts, with the Eel Charm it's 4.35.")),
        ["3.45", "4.35"]
    );
}
