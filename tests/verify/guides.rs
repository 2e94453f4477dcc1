//! How guides write chances: for several choices at once, before and after an arrow, in brackets of a cell, under a title in
//! bold, with a decimal denominator, struck out, with a plus before them.

use trueodds::verify::Finding;

use crate::parts::{are_right, behind, is_right, loud};
use crate::prepared::findings_about;
use crate::told::holds;

/// One kill in five, three in ten or half of them bring something, with the horn one in ten more; a tenth of it are crowns.
const WARDEN: &str = r#"mechanic glassmoor/warden "Warden" use "kill", "kills"

input weather: { calm "Calm", stormy "Stormy", wild "Wild" } = calm "Weather"
input horn: flag "Reed Horn"

outcome drop: { nothing "Nothing", cloak "Cloak", crown "Glass crown" } "Drop"

let p = (match weather { calm => 20/100, stormy => 30/100, wild => 50/100 }) + (if horn { 10/100 } else { 0 })
if chance(p) { drop = one of { 9/10 => cloak, else => crown } } else { drop = nothing }
"#;

const KNOWN: &str = "A kill brings nothing in 80% of cases, a cloak in 18% and a glass crown in 2%.\n\n\
                     With a Reed Horn a cloak comes in 27% of kills.\n\n";

fn warden(text: &str) -> Vec<Finding> {
    behind("glassmoor", WARDEN, KNOWN, text)
}

#[test]
fn chances_for_each_choice_are_told_at_once() {
    holds(warden, "The chance is 2%/3%/5% for the Glass crown on Calm/Stormy/Wild.", &[("5%", "7%")]);
    are_right(
        warden,
        "Glass crowns come with 2%, 3% and 5% in Calm, Stormy and Wild weather.",
        &["2%", "3%", "5%"],
    );
    are_right(
        warden,
        "The chance of a glass crown is between 2% and 5%, depending on the weather.",
        &["2%", "5%"],
    );
}

#[test]
fn cells_say_what_each_of_their_figures_is_told_under() {
    for cell in ["Calm: 2%<br>Stormy: 3%<br>Wild: 5%", "2% on Calm, 3% on Stormy, 5% on Wild"] {
        let table = format!("| Drop | Chance |\n|---|---|\n| Glass crown | {cell} |\n| Cloak | 18% |");
        are_right(warden, &table, &["2%", "3%", "5%", "18%"]);
    }
    let table = "| Drop | Chance |\n|---|---|\n| Glass crown | 2% (3% with the Reed Horn) |\n| Cloak | 18% |";
    holds(warden, table, &[("3%", "4%")]);
    are_right(warden, table, &["2%", "3%", "18%"]);
    // What the brackets say is not known here.
    let table = "| Drop | Chance |\n|---|---|\n| Glass crown | 2% (8% when low on health) |\n| Cloak | 18% |";
    are_right(warden, table, &["2%", "18%"]);
}

#[test]
fn a_line_in_bold_is_the_title_of_a_table() {
    // 1 − 0.98ⁿ and so on.
    let table = "**Chance of at least one Glass crown**\n\n| Kills | Calm | Stormy | Wild |\n|---|---|---|---|\n\
                 | 10 | 18.3% | 26.3% | 40.1% |\n| 20 | 33.2% | 45.6% | 64.2% |\n";
    holds(warden, table, &[("26.3%", "23.6%"), ("64.2%", "68.2%")]);
}

#[test]
fn before_an_arrow_it_is_without_what_one_has() {
    let text = "- **Reed Horn** – cloak: 18% → 27%; glass crown: 2% → 3%";
    holds(warden, text, &[("18%", "16%"), ("27%", "24%")]);
    are_right(warden, text, &["18%", "27%", "2%", "3%"]);
    are_right(
        warden,
        "| Item | Effect |\n|---|---|\n| Reed Horn | Cloak 18% → 27% |\n| Nothing | Cloak 18% |",
        &["27%"],
    );
}

#[test]
fn one_in_a_rounded_number_may_be_a_fraction() {
    holds(warden, "A glass crown comes with 1/50, on Stormy with 1/33.3.", &[("1/33.3", "1/43.3")]);
    are_right(
        warden,
        "A glass crown comes with 1/50, on Stormy with 1/33 and on Wild with 1/20.",
        &["1/33", "1/20"],
    );
}

#[test]
fn what_is_struck_out_states_nothing() {
    are_right(warden, "The chance of a glass crown is ~~4%~~ 2%.", &["2%"]);
    are_right(
        warden,
        "The chance of a glass crown is <del>4%</del> 2%, that of a cloak <s>12%</s> 18%.",
        &["2%", "18%"],
    );
}

#[test]
fn a_plus_says_how_much_is_added() {
    for text in ["A Reed Horn gives +1% glass crown chance.", "Reed Horn: +9% cloak chance."] {
        let found = warden(text);
        assert_eq!(loud(&found), Vec::<String>::new(), "{text}");
    }
    let table = "| Source | Glass crown |\n|---|---|\n| Base | 2% |\n| Reed Horn | +1% |";
    let known = "A kill brings nothing in 80% of cases, a cloak in 18% and a glass crown in 2%.\n\n";
    let found = findings_about("glassmoor", WARDEN, &format!("{known}{table}"), true);
    assert_eq!(loud(&found), Vec::<String>::new());
}

#[test]
fn means_are_rounded_through_a_sentence() {
    let text = "To get a glass crown you need 50 kills on average on Calm, 33 on Stormy and 20 on Wild.";
    are_right(warden, text, &["50", "33", "20"]);
}

#[test]
fn so_many_times_may_be_written_with_a_sign() {
    for text in [
        "A cloak is 9x as likely as a glass crown.",
        "A glass crown is 1.5 times more common on Stormy than on Calm.",
        "Wild has 2.5x the drop rate of Calm for a glass crown.",
    ] {
        let stated = if text.contains("9x") {
            "9"
        } else if text.contains("1.5") {
            "1.5"
        } else {
            "2.5"
        };
        are_right(warden, text, &[stated]);
    }
    are_right(warden, "Cloaks are 800% more common than glass crowns.", &["800%"]);
}

#[test]
fn figures_side_by_side_are_those_of_the_values_in_their_order() {
    let list = "- Glass crown: 2% / 3% / 5%\n- Cloak: 18% / 27% / 45%\n";
    holds(warden, list, &[("3%", "4%"), ("45%", "54%")]);
    are_right(warden, list, &["2%", "3%", "5%", "18%", "27%", "45%"]);
    are_right(warden, "{{drop|Glass crown|2%|3%|5%}}\n", &["2%", "3%", "5%"]);
    are_right(
        warden,
        "| Drop | Chance |\n|---|---|\n| Glass crown | 2%/3%/5% |\n| Cloak | 18%/27%/45% |",
        &["3%", "45%"],
    );
}

#[test]
fn a_range_of_chances_has_the_least_and_the_greatest() {
    let text = "A glass crown comes with a 2%–5% chance, depending on the weather.";
    holds(warden, text, &[("5%", "7%")]);
    are_right(warden, text, &["2%", "5%"]);
    are_right(warden, "Cloaks drop with a chance of 18-45%.", &["18", "45%"]);
}

#[test]
fn a_column_may_say_by_how_much_the_two_before_it_differ() {
    let table = "| Weather | Cloak | Cloak (Reed Horn) | Difference |\n|---|---|---|---|\n\
                 | Calm | 18% | 27% | +9% |\n| Wild | 45% | 54% | +9.0% |";
    holds(warden, table, &[("9.0%", "6.0%")]);
    are_right(warden, table, &["18%", "54%", "9%", "9.0%"]);
}

#[test]
fn what_is_added_says_nothing_of_the_figures_beside_it() {
    are_right(warden, "| Source | Glass crown |\n|---|---|\n| Base | 2% |\n| Reed Horn | +1% |", &["2%"]);
}

#[test]
fn the_least_and_the_greatest_are_told_alone() {
    are_right(warden, "The chance of a glass crown never exceeds 6%.", &["6%"]);
    assert_eq!(loud(&warden("The chance of a glass crown never exceeds 6.7%.")), Vec::<String>::new());
    are_right(warden, "Cloaks have a minimum chance of 18%.", &["18%"]);
    are_right(warden, "At most, that is on Wild, a cloak has 45%.", &["45%"]);
}

#[test]
fn neither_is_none_of_the_two() {
    let text = "A kill brings neither a cloak nor a glass crown in 80.0% of cases.";
    holds(warden, text, &[("80.0%", "88.0%")]);
    are_right(warden, text, &["80.0%"]);
    are_right(warden, "Two glass crowns in a row have a chance of 1/2,500.", &["1/2,500"]);
}

#[test]
fn what_stands_over_a_list_says_how_many_uses_are_told_of() {
    // 1 − 0.98²⁰ = 33.24%, 0.8²⁰ = 1.15%, 1 − 0.82²⁰ = 98.11%
    let list = "- at least one Glass crown: 33.2%\n- at least one Cloak: 98.1%\n";
    for over in [
        "## Twenty kills\n\n",
        "## A hunt (always 20 calm kills)\n\n",
        "In 20 calm kills:\n\n",
        "A hunt has 20 kills.\n\n",
    ] {
        are_right(warden, &format!("{over}{list}"), &["33.2%", "98.1%"]);
    }
    let table = "A hunt has 20 kills.\n\n| | Calm | Wild |\n|---|---|---|\n| At least one Glass crown | 33.2% | 64.2% |\n";
    are_right(warden, table, &["33.2%", "64.2%"]);
    // That no crown comes in any of them is no chance of one kill: 0.98²⁰ = 66.8%.
    let none = warden("## Twenty kills\n\n- at least one Glass crown: 33.2%\n- no Glass crown: 66.8%\n");
    assert_eq!(loud(&none), Vec::<String>::new());
}

#[test]
fn what_is_left_is_all_that_was_not_told() {
    let text = "On Wild a kill brings a cloak in 45% and a crown in 5%, which leaves you with 50%.";
    holds(warden, text, &[("50%", "55%")]);
    are_right(warden, text, &["45%", "5%", "50%"]);
}

#[test]
fn quartiles_are_numbers_of_uses() {
    // The least n with 1 − 0.98ⁿ at least 1/4, 3/4 and 99/100.
    let text = "The median number of kills until a glass crown is 35; the first quartile is kill 15, the third is kill 69, \
                and the 99th percentile is kill 228.";
    holds(warden, text, &[("15", "18"), ("228", "282")]);
    are_right(warden, text, &["35", "15", "69", "228"]);
}

#[test]
fn a_decimal_heads_no_column() {
    let rows = "Kills until a glass crown, mean\t50.0\nKills until a glass crown, median\t35\nNo glass crown in 20 kills\t66.8%\n\
                75% of hunters have a glass crown within\t69\n";
    are_right(warden, rows, &["50.0", "35", "66.8%"]);
}

#[test]
fn what_an_old_article_said_is_no_chance_of_now() {
    let table = "| What | Old article | Chance |\n|---|---|---|\n| Cloak | 19% | 18% |\n| Glass crown | 5% | 2% |\n\
                 | Nothing | 76% | 80% |\n| Cloak (Wild) | 40% | 45% |\n| Glass crown (Wild) | 9% | 5% |\n";
    let found = warden(table);
    ["18%", "2%", "45%"].into_iter().for_each(|stated| is_right(&found, stated));
    assert_eq!(loud(&found), Vec::<String>::new());
    holds(warden, table, &[("18%", "16%"), ("45%", "54%")]);
}
