//! Figures of tables: what their heads say, whatever the markup, and what the values say where heads are not known.

use trueodds::page::{BlockKind, Page};
use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;

/// A berry comes with 12.3%, 23.4% or 34.5%, a plum with 1.7% and 1.3% more for each point of luck, a pear with 2.5% and
/// 2.5% more for each basket before it.
const MEADOW: &str = r#"mechanic meadow/basket "Basket of fruit" use "basket", "baskets"

input soil: { plain "Plain soil", compost "Compost", ash "Star Ash" } = plain "Soil"
input luck: integer 0..9 = 0 "Luck"
input glove: flag "Glove"
input rake: flag "Rake"

outcome fruit: { none "Nothing", berry "Berry", plum "Plum", pear "Pear" } "Fruit"

state dry: integer 0..9 = 0 "Baskets since a pear"

let berry = match soil { plain => 123/1000, compost => 234/1000, ash => 345/1000 }
let gloved = if glove { 111/1000 } else { 0 }
let raked = if rake { 222/1000 } else { 0 }
fruit = one of {
    berry => berry
    (17 + luck * 13) / 1000 + gloved + raked => plum
    (dry + 1) / 40 => pear
    else => none
}
dry = if fruit == pear { 0 } else { min(9, dry + 1) }
"#;

fn findings(text: &str) -> Vec<Finding> {
    findings_about("meadow", MEADOW, text, false)
}

/// The figures of a page that are wrong, each with what to write instead.
fn wrong(text: &str) -> Vec<(String, Option<String>)> {
    let loud = findings(text).into_iter().filter(|finding| finding.level() == Level::Error);
    loud.map(|finding| (finding.stated, finding.instead)).collect()
}

/// Replaces one figure, and asks whether that is noticed and what is said instead.
#[track_caller]
fn notices(text: &str, stated: &str, altered: &str) {
    assert_eq!(wrong(text), [], "{text}");
    let found = wrong(&text.replacen(stated, altered, 1));
    let found: Vec<(&str, Option<&str>)> =
        found.iter().map(|(stated, instead)| (stated.as_str(), instead.as_deref())).collect();
    let digits = |text: &str| text.trim_end_matches('%').trim_end().to_owned();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, altered);
    assert_eq!(found[0].1.map(digits), Some(digits(stated)));
}

#[test]
fn columns_aligned_with_spaces_and_heads_that_are_parts_of_labels() {
    let page = "THE MEADOW\n\n1. FRUIT of a basket, luck 0\n\n\
                \x20  Soil       Plain   Compost   Star Ash\n\
                \x20             (old)   (old)     (old)\n\
                \x20  -------------------------------------\n\
                \x20  Berry     12.3 %    23.4 %     34.5 %\n\
                \x20  Plum       1.7 %     1.7 %      1.7 %\n\
                \x20  Pear       2.5 %     2.5 %      2.5 %\n\nNothing more is known.\n";
    notices(page, "23.4 %", "32.4 %");
    notices(page, "12.3 %", "13.2 %");
}

#[test]
fn a_list_in_columns_is_a_table() {
    let page = "The basket of fruit with Star Ash:\n\n\
                Berry              34.5 %\nPlum                1.7 %\nPear                2.5 %\nNothing            61.3 %\n";
    let grids = &Page::read(page).outline.grids;
    assert_eq!((grids.len(), grids[0].rows, grids[0].columns), (1, 4, 2));
    notices(page, "34.5 %", "43.5 %");
}

#[test]
fn text_with_gaps_is_no_table() {
    let page = "It ends here.  It begins there.\nThere it is  and goes on\nas  before and after, 3  times.\n";
    assert!(Page::read(page).outline.grids.is_empty());
    let page =
        Page::read("NOTES\n=====\n\nv1.0  Spring 2014\n-----------------\n + soil: 3 -> 5\n + luck: 2\n");
    assert!(page.outline.grids.is_empty());
    assert!(page.outline.blocks.iter().any(|block| block.kind == BlockKind::Heading(2)));
}

const BY_LUCK: &str = "{|\n! Held !! Luck !! % with a plum !! % with a berry\n\
                       |-\n| nothing || 0 || 1.7 || 12.3\n|-\n| nothing || 3 || 5.6 || 12.3\n\
                       |-\n| Glove || 0 || 12.8 || 12.3\n|-\n| Glove || 4 || 18 || 12.3\n\
                       |-\n| Rake || 5 || 30.4 || 12.3\n|-\n| both of these || 0 || 35 || 12.3\n|}\n";

#[test]
fn a_head_says_that_its_numbers_are_percentages() {
    notices(BY_LUCK, "5.6", "6.5");
    notices(BY_LUCK, "30.4", "34.0");
}

#[test]
fn a_column_says_what_is_given_and_both_are_those_above() {
    notices(BY_LUCK, "18", "81");
    notices(BY_LUCK, "35", "53");
}

#[test]
fn a_use_in_the_line_comes_after_those_before_it() {
    let page = "{|\n|+ Chance that this basket holds a pear\n! Basket !! Plain soil !! Compost\n\
                |-\n| 1st || 2.5% || 2.5%\n|-\n| 3rd || 7.5% || 7.5%\n\
                |-\n| 6th || 15.0% || 15.0%\n|-\n| 9th || 22.5% || 22.5%\n|}\n";
    notices(page, "7.5%", "5.7%");
    notices(page, "15.0%", "17.5%");
}

#[test]
fn a_word_that_nobody_knows_is_excused_by_precise_values() {
    let page = |head: &str| {
        format!(
            "{{|\n! Luck !! {head}\n|-\n| 0 || 1.7%\n|-\n| 3 || 5.6%\n|-\n| 5 || 8.2%\n|-\n| 7 || 10.8%\n\
             |-\n| 8 || 12.1%\n|}}\n"
        )
    };
    notices(&page("Plum, mottled"), "8.2%", "2.8%");
    // Where the values are others, it says something.
    assert_eq!(wrong(&page("Pear, mottled").replace("8.2%", "2.8%")), []);
}

#[test]
fn a_remark_beside_the_head_of_a_row_may_say_nothing() {
    let page = "{|\n! Held !! Good for !! Plum !! Berry\n\
                |-\n| Glove || plums || 12.8% || 12.3%\n|-\n| Rake || pears || 23.9% || 12.3%\n\
                |-\n| Glove and Rake || berries || 35% || 12.3%\n|-\n| Nothing || pears || 1.7% || 12.3%\n|}\n";
    notices(page, "23.9%", "29.3%");
}

#[test]
fn columns_that_hold_at_least_one_and_all_three_are_no_parts_of_a_sum() {
    let page = "| Kind | Chance | At least one | All three upgraded |\n|---|---|---|---|\n\
                | a | 25% | 57.8% | 1.6% |\n| b | 50% | 87.5% | 12.5% |\n";
    assert_eq!(wrong(page), []);
}

#[test]
fn what_stands_in_another_row_is_noticed() {
    // 1.7 + 1.3 · luck; the berries stay.
    let page = "# Baskets\n\n| Luck | Berry | Plum |\n|---|---|---|\n| 0 | 12.3% | 1.7% |\n| 3 | 12.3% | 5.6% |\n\
                | 6 | 12.3% | 9.5% |\n| 9 | 12.3% | 13.4% |\n";
    notices(page, "9.5%", "1.7%");
    notices(page, "13.4%", "9.5%");
}

#[test]
fn a_remark_behind_says_under_what_a_figure_holds() {
    // 1.7 + 11.1, 23.4 on compost
    let page = "# Baskets\n\n| Fruit | Base chance | Raised to | When |\n|---|---|---|---|\n\
                | Plum | 1.7% | 12.8% | with the Glove |\n| Berry | 12.3% | 23.4% | on Compost |\n\
                | Pear | 2.5% | 2.5% | never |\n";
    assert_eq!(wrong(page), []);
    let right = findings(page).into_iter().filter(|finding| finding.verdict.is_right());
    assert_eq!(right.count(), 6);
    let altered = findings(&page.replace("12.8%", "18.2%"));
    let loud = altered.iter().find(|finding| finding.stated == "18.2%");
    assert!(loud.is_some_and(|finding| finding.is_doubt || finding.level() == Level::Error), "{loud:?}");
}

#[test]
fn the_head_over_rows_says_what_their_heads_are_parts_of() {
    let page = "# Basket of fruit\n\n| Soil | Berry | Plum | Pear |\n|---|---|---|---|\n| Plain | 12.3% | 1.7% | 2.5% |\n\
                | Ash | 34.5% | 1.7% | 2.5% |\n";
    notices(page, "34.5%", "43.5%");
}

#[test]
fn a_label_in_other_words_is_one_beside_another() {
    let page = "# Basket of fruit\n\n| | Berry | Plum | Pear |\n|---|---|---|---|\n| Compost | 23.4% | 1.7% | 2.5% |\n\
                | Soil is plain | 12.3% | 1.7% | 2.5% |\n";
    notices(page, "12.3%", "13.2%");
}

/// What all of a kind are not says nothing of how many there are.
#[test]
fn no_luck_that_is_missing_is_not_luck_0() {
    let page = |when: &str| {
        format!(
            "# Baskets at luck 4\n\n| Fruit | Chance | When |\n|---|---|---|\n| Berry | 12.3% | always |\n\
             | Plum | 6.9% | {when} |\n| Pear | 2.5% | always |\n| Nothing | 78.3% | always |\n"
        )
    };
    let right = |when: &str| {
        let found = findings(&page(when));
        found.iter().any(|finding| finding.stated == "6.9%" && finding.verdict.is_right())
    };
    assert!(right("no luck of yours is missing"));
    assert!(!right("no luck at all"));
}
