//! Figures in all their forms, and what pages say of themselves.

use std::ops::RangeBounds;

use super::arithmetic::check;
use super::{Fit, Hedge, Page, Shape, read_figure};
use crate::exact::Rational;

/// The chances of a text, with how they are hedged.
fn chances(text: &str) -> Vec<(String, Hedge)> {
    let page = Page::read(text);
    let chances = page.tokens.figures.iter().filter(|figure| figure.is_chance());
    chances
        .map(|figure| (figure.value().map_or("-".to_owned(), |value| value.to_string()), figure.hedge))
        .collect()
}

#[track_caller]
fn says(text: &str, values: &[&str]) {
    let found: Vec<String> = chances(text).into_iter().map(|(value, _)| value).collect();
    assert_eq!(found, values, "{text}");
}

#[test]
fn chances_told_in_several_words() {
    let value = |text: &str| {
        let page = Page::read(text);
        let found: Vec<Rational> = page
            .tokens
            .figures
            .iter()
            .filter(|figure| figure.is_chance())
            .filter_map(|figure| figure.value())
            .collect();
        found
    };
    let is = |text: &str, up: i64, down: i64| assert_eq!(value(text), [Rational::new(up, down)], "{text}");
    is("Nine runs in ten have one.", 9, 10);
    is("It comes 1 time in 10.", 1, 10);
    is("One floor in seven has one.", 1, 7);
    is("That works four times out of five.", 4, 5);
    is("Two in five become one.", 2, 5);
    is("You get stung in 3 of 10 harvests.", 3, 10);
    is("It comes once in 100 foalings.", 1, 100);
    is("It comes once every 40 rooms.", 1, 40);
    is("Now it is one per 40.", 1, 40);
    is("In the barn that is a tenth.", 1, 10);
    is("Four stars are a tenth in the barn.", 1, 10);
    // A third chest is the third one, and three of ten cards are no chance by themselves.
    assert_eq!(value("It drops a third chest."), []);
    assert_eq!(value("He has 3 of 10 cards."), []);
    assert_eq!(value("Once in the room, stay."), []);
}

#[test]
fn chances_are_read_in_all_their_forms() {
    says(r"15\% of them, 22 %, 22&nbsp;%, 30 percent", &["3/20", "11/50", "11/50", "3/10"]);
    says("22,0 % and 1,5% or 0,125 %, never 33,333 %", &["11/50", "3/200", "1/800", "33333/100000"]);
    says("1,250% of 12.5%", &["25/2", "1/8"]);
    says("a 1/16,384 chance, 1 in 8,192 (roughly 0.0122%)", &["1/16384", "1/8192"]);
    says("1/20 or 0.05, 1/8 (0.125), 5% (1/20), 1/4 = 25%", &["1/20", "1/8", "1/20", "1/4"]);
    says("the odds are 3:1, or 2 to 5 odds; at 21:45 from 3 to 5", &["1/4", "2/7"]);
    says("one in five, three out of ten, 3 out of 10", &["1/5", "3/10", "3/10"]);
    says(
        "two thirds, two-thirds, three quarters, half the time, a third of them",
        &["2/3", "2/3", "3/4", "1/2", "1/3"],
    );
    says("every twentieth crate, a quarter chance, one in twenty", &["1/20", "1/4", "1/20"]);
    says("a third chest on every second floor, half a heart, two of them", &[]);
    says("{{chance|1|7}}, {{frac|3|8}}, {{#expr: 1/7*100 round 0}}%", &["1/7", "3/8", "7/50"]);
    says("{{#expr: 1/7*100}}% but {{#expr: {{{1}}} * 2}}%", &["1/7"]);
    says("186\u{2030}, 18.6 pct., 18.6\u{ff05} and 1.5 \u{2030}", &["93/500", "93/500", "93/500", "3/2000"]);
    says("3 percentage points more, 3 percent more", &["3/100"]);
    says("140 in 1000, 1,397 out of 10,000, 3 per 100", &["7/50", "1397/10000", "3/100"]);
    says("carp 2 in 9, eels 1 in 4; take 2 in 3 boats", &["2/9", "1/4"]);
    says("It was built in 1000, and 3 in 1001 know; 1 in 100 does.", &["1/100"]);
}

#[test]
fn a_decimal_may_begin_with_its_point() {
    let numbers = |text: &str| -> Vec<String> {
        let figures = Page::read(text).tokens.figures;
        figures.iter().filter_map(|figure| Some(figure.value()?.to_string())).collect()
    };
    assert_eq!(numbers("Key: .25, (.5) and =.125"), ["1/4", "1/2", "1/8"]);
    // These are no decimals below one.
    assert_eq!(numbers("file.25 v.5 .5.1 ...7 .x"), ["25", "5", "51/10", "7"]);
}

#[test]
fn what_stands_around_a_figure_hedges_it() {
    for (text, hedge) in [
        ("5%", Hedge::None),
        ("about 5%", Hedge::About),
        ("~5%", Hedge::About),
        ("nearly a 5%", Hedge::About),
        ("at least 5%", Hedge::Least),
        ("no less than 5%", Hedge::Least),
        ("> 5%", Hedge::Least),
        ("5%+", Hedge::Least),
        ("5% or more", Hedge::Least),
        ("more than 5%", Hedge::Least),
        ("up to a 5%", Hedge::Most),
        ("from 1% at level 1 up to 5%", Hedge::None),
        ("no more than 5%", Hedge::Most),
        ("under 5%", Hedge::Most),
        ("(< 5%)", Hedge::Most),
        ("more chests, 5%", Hedge::None),
        ("up 5%", Hedge::None),
        ("10% -> 15%", Hedge::None),
        ("so.\n> 5% of them", Hedge::None),
        ("It is near. 5%", Hedge::None),
        ("approx. 5%", Hedge::About),
    ] {
        assert_eq!(chances(text).last().map(|(_, hedge)| *hedge), Some(hedge), "{text}");
    }
}

#[test]
fn the_writer_may_have_had_any_number_of_an_interval_in_mind() {
    for (text, within, without) in [
        ("15%", "0.145 0.15 0.1599", "0.1449 0.16"),
        ("5%", "0.045 0.0549", "0.055 0.0599"),
        ("~50%", "0.485 0.515", "0.48 0.52"),
        ("about 2.5%", "0.024 0.026", "0.02 0.03"),
        ("1/7", "1/7", "0.1428"),
        ("about 1/4", "0.2425 0.2575", "0.24 0.26"),
        ("1 in 5.4", "0.1852 0.186", "0.19 0.183"),
        ("about 1 in 3", "0.3333 0.35", "0.2 0.6"),
        ("at least 10%", "0.095 0.5", "0.09"),
        ("over 1/4", "1/4 0.9", "0.2"),
        ("< 5%", "0 0.05", "0.06"),
        ("0.9", "0.85 0.95", "0.98"),
        ("20", "20", "19.9"),
        ("5-10%", "0.045 0.1 0.07", "0.04 0.11"),
        ("140 in 1000", "0.1396 0.1404", "0.139 0.141"),
        ("3 in 128", "3/128", "0.0235"),
    ] {
        let interval = read_figure(text).unwrap().interval().unwrap();
        let numbers = |text: &str| -> Vec<Rational> { text.split(' ').map(|n| n.parse().unwrap()).collect() };
        assert!(numbers(within).iter().all(|number| interval.contains(number)), "{text}: {interval:?}");
        assert!(!numbers(without).iter().any(|number| interval.contains(number)), "{text}: {interval:?}");
    }
}

#[test]
fn only_percentages_of_two_digits_are_cut() {
    let fit = |text: &str, up, down| read_figure(text).unwrap().fit(&Rational::new(up, down));
    assert_eq!(fit("2.66%", 2, 75), Fit::Truncated);
    assert_eq!(fit("2%", 2, 75), Fit::Off);
    assert_eq!(fit("0.9", 49, 50), Fit::Off);
    assert_eq!(fit("1 in 5.4", 5, 27), Fit::Exact);
    assert_eq!(fit("1 in 5.4", 37, 200), Fit::Rounded);
    assert!(
        matches!(read_figure("1 in 8 (12.5%)").unwrap().shape, Shape::Both(both) if both.one_in.is_some())
    );
}

/// The codes of what is wrong on a page by itself.
fn wrong(text: &str) -> Vec<&'static str> {
    check(&Page::read(text))
        .into_iter()
        .filter(|check| check.fit == Fit::Off)
        .map(|check| check.code)
        .collect()
}

fn table(head: &str, rows: &[&str]) -> String {
    let rule: String = head.chars().map(|c| if c == '|' { '|' } else { '-' }).collect();
    format!("{head}\n{rule}\n{}\n\n", rows.join("\n"))
}

#[test]
fn a_column_is_summed_where_its_rows_are_alternatives() {
    let head = "| Catch | Day | Night |";
    let right = table(head, &["| Eel | 20% | 33.3% |", "| Carp | 30% | 33.3% |", "| Pike | 50% | 33.4% |"]);
    assert!(wrong(&right).is_empty());
    assert_eq!(wrong(&right.replace("30%", "33%")), ["wrong-sum"]);
    // A table of the same rows says that they are alternatives.
    let alone = table("| Catch | Dusk |", &["| Eel | 25% |", "| Carp | 25% |", "| Pike | 53% |"]);
    assert!(wrong(&alone).is_empty());
    assert_eq!(wrong(&format!("{right}And\n\n{alone}")), ["wrong-sum"]);
    // Each cell has digits of its own.
    let mixed = ["| Eel | 33% | 20% |", "| Carp | 33.33% | 30% |", "| Pike | 33.33% | 50% |"];
    assert!(wrong(&table(head, &mixed)).is_empty());
}

#[test]
fn replacements_that_require_something_are_no_partition() {
    let rows =
        ["| Eel | Hook | 20.00% | 50% |", "| Carp | Net | 28.67% | 30% |", "| Pike | Rod | 50.00% | 20% |"];
    assert!(wrong(&table("| Catch | Requires | Chance | Other |", &rows)).is_empty());
    assert_eq!(wrong(&table("| Catch | With | Chance | Other |", &rows)), ["wrong-sum"]);
}

#[test]
fn rows_are_summed_where_heads_or_most_rows_say_so() {
    let rows = ["| Eel | 20% | 30% | 50% |", "| Carp | 5% | 10% | 27% |"];
    assert_eq!(wrong(&table("| Catch | Day | Night | Total |", &rows)), ["wrong-sum"]);
    assert!(wrong(&table("| Catch | Day | Night | Dusk |", &rows)).is_empty());
    let rows = ["| 1 | 55% | 45% |", "| 2 | 62% | 38% |", "| 3 | 71.5% | 28.5% |", "| 4 | 80% | 23% |"];
    assert_eq!(wrong(&table("| Level | Success | Failure |", &rows)), ["wrong-sum"]);
}

#[test]
fn a_total_may_be_that_one_of_several_happens() {
    let rows = ["| Eel | 50% | 25% | 62.5% |", "| Carp | 25% | 25% | 43.75% |"];
    let right = table("| Catch | Base | Bonus | Total |", &rows);
    assert!(wrong(&right).is_empty());
    assert_eq!(wrong(&right.replace("62.5%", "65.2%")), ["wrong-sum"]);
}

#[test]
fn a_list_without_its_last_row_and_a_bonus_sum_to_nothing() {
    let rows = ["| Eel | 50% | 49.5% |", "| Carp | 34% | 33.66% |", "| Pike | 15% | 14.85% |"];
    assert!(wrong(&table("| Catch | Day | Night |", &rows)).is_empty());
    let rows = ["| Eel | 50% | 15% |", "| Carp | 30% | 40% |", "| Pike | 20% | 42% |"];
    assert!(wrong(&table("| Catch | Chance | Bonus to gold |", &rows)).is_empty());
    assert_eq!(wrong(&table("| Catch | Day | Night |", &rows)), ["wrong-sum"]);
}

#[test]
fn a_column_sums_the_one_beside_it_to_the_digit() {
    let rows = [
        "| Eel | 22% | 22% |",
        "| Carp | 18.62% | 40.62% |",
        "| Pike | 13.97% | 54.59% |",
        "| Roach | 4.66% | 59.25% |",
    ];
    let right = table("| Catch | Chance | So far |", &rows);
    assert!(wrong(&right).is_empty());
    assert_eq!(wrong(&right.replace("54.59%", "54.95%")), ["wrong-running-sum"]);
}

#[test]
fn equal_shares_are_parts_of_what_their_sentence_has() {
    assert!(wrong("- Nothing: 22%.\n- Eels, carps and pikes are equally likely at 13.97% each.").is_empty());
    assert!(wrong("- A crab: 4.66%.\n- The three rarest share 7.45% equally (2.48% each).").is_empty());
    assert_eq!(wrong("- The three rarest share 7.45% equally (2.84% each)."), ["wrong-share"]);
    assert_eq!(wrong("- A crab: 8%.\n- All three are equally likely, 3.66% each."), ["wrong-share"]);
    // The number counts no shares.
    assert!(
        wrong("- A crab comes in 0.5%.\n- At 2 luck, crabs and eels are equally common (13.97%).").is_empty()
    );
}

#[test]
fn a_percentage_behind_a_product_is_what_it_makes() {
    assert!(wrong("2% of the 5/14, i.e. 0.71%").is_empty());
    assert_eq!(wrong("It is 5/14, i.e. 0.71%"), ["wrong-rounding"]);
    // The point of `i.e.` makes no decimal of a fraction: 3/16 is 18.75%.
    assert_eq!(wrong("After a boss it's 3/16, i.e. 18.85%."), ["wrong-rounding"]);
    assert!(wrong("After a boss it's 3/16, i.e. 18.75%.").is_empty());
}

#[test]
fn what_lies_far_beyond_a_bound_is_told_by_it_in_no_way() {
    let right = |text: &str| check(&Page::read(text)).iter().filter(|check| check.fit != Fit::Off).count();
    assert_eq!(right("Better than two in three (68.8%)"), 1);
    assert_eq!(right("Better than two in three (86.8%)"), 0);
    assert_eq!(wrong("Better than two in three (61.8%)"), ["wrong-rounding"]);
    let hedge = |text: &str| Page::read(text).tokens.figures[0].hedge;
    assert_eq!(hedge("It never gets above 15%."), Hedge::Most);
    assert_eq!(hedge("It does not drop below 15%."), Hedge::Least);
    assert_eq!(hedge("It gets above 15%."), Hedge::Least);
}

#[test]
fn one_of_so_many_with_its_noun_is_rounded_as_without() {
    assert!(wrong("About 1 shop in 5 (18.5%) has a pike.").is_empty());
    assert!(wrong("Only one reward in three (35.4%) has one.").is_empty());
    assert_eq!(wrong("About 1 shop in 5 (28.5%) has a pike."), ["wrong-rounding"]);
}

#[test]
fn counts_say_what_share_of_all_they_are() {
    let rows = ["| Eel | 5 | 25% |", "| Carp | 4 | 20% |", "| Pike | 1 | 5% |", "| Roach | 10 | 50% |"];
    let right = table("| Catch | Weight | Chance |", &rows);
    assert!(wrong(&right).is_empty());
    assert!(wrong(&right.replace("20%", "21%")).contains(&"wrong-share"));
}

#[test]
fn a_rounded_fraction_and_a_percentage_may_be_one_number() {
    for text in [
        "A key comes with 1 in 5.4 chance (18.6%)",
        "About 1 in 3 (35%)",
        "1 in 7 (15%)",
        "roughly 1/4 (24%)",
        "1/3 (33.33%), 1/3 or 0.33, 1/8 = 0.125",
        "Fewer than one in ten rooms (8.28%)",
        "less than one room in fifteen (6.21%)",
        "at least one room in four (29.79%)",
    ] {
        assert!(wrong(text).is_empty(), "{text}");
    }
    for text in [
        "1 in 5.4 (22%)",
        "1 in 7 (25%)",
        "1/4 (24%)",
        "17/20 (90%)",
        "1/8 = 0.135",
        "1/20 or 0.06",
        "Fewer than one room in four (29.79%)",
        "more than one in ten rooms (8.28%)",
    ] {
        assert_eq!(wrong(text), ["wrong-rounding"], "{text}");
    }
}

#[test]
fn one_out_of_many_is_rounded_as_one_in_many_is() {
    let shape = |text: &str| read_figure(text).map(|figure| figure.shape);
    assert!(matches!(shape("one out of 26"), Ok(Shape::OneIn(_))));
    assert!(matches!(shape("1 out of 26"), Ok(Shape::OneIn(_))));
    assert!(matches!(shape("one out of 5"), Ok(Shape::Fraction(_))));
}

#[test]
fn two_sides_and_two_ends_differ() {
    for text in [
        "Eels 8.7% (normally 8.7%).",
        "It pays 78.9 coins, or 78.9 with a ticket.",
        "Eels: 5% or 5% without the net.",
    ] {
        assert_eq!(wrong(text), ["no-change"], "{text}");
    }
    for text in
        ["The lake has 59 to 59 eels.", "16 or 16 of them", "between 50 and 50 carps", "from 7 to 7 pikes"]
    {
        assert_eq!(wrong(text), ["no-range"], "{text}");
    }
    for text in [
        "Eels 8.7% (normally 4.7%).",
        "1 or 1, who knows",
        "a draw of 1 to 1",
        "between 50 and 54 carps",
        "Eels 5%, carps 5% with the net",
        "5% or 5%",
    ] {
        assert!(wrong(text).is_empty(), "{text}");
    }
}

#[test]
fn what_is_added_by_a_second_try_is_no_sum() {
    // 1 - 0.95 · 0.75.
    let tries = table("| Catch | Base | With bread | Total |", &["| Eel | 5% | +25% | 28.75% |"]);
    assert!(wrong(&tries).is_empty());
    assert_eq!(wrong(&tries.replace("28.75%", "38.75%")), ["wrong-sum"]);
}

#[test]
fn numbers_without_an_end_may_go_on() {
    let counts =
        ["| No eel | 34.3% | 24.0% |", "| One eel | 44.1% | 41.2% |", "| Two eels | 18.9% | 26.5% |"];
    let last = "| Three eels | 2.7% | 7.6% |";
    let open = table("| Caught | Net | Large net |", &[&counts[..], &[last]].concat());
    assert!(wrong(&open).is_empty());
    assert_eq!(wrong(&open.replace("41.2%", "44.2%")), ["wrong-sum"]);
    let closed = open.replace("Three eels", "Three or more eels");
    assert_eq!(wrong(&closed), ["wrong-sum"]);
}

#[test]
fn one_column_of_three_may_be_near_a_whole_by_chance() {
    let rows = ["| +5 | 0.0% | 15.8% | 13.2% |", "| -40 | 81.5% | 87.5% | 86.7% |"];
    assert!(wrong(&table("| Counter | River | Lake | Pond |", &rows)).is_empty());
}

#[test]
fn the_last_factor_is_not_what_all_of_them_make() {
    assert!(wrong("Eels: 1 - 6/7 * 3/4 = 35.71% at noon.").is_empty());
    assert_eq!(wrong("Eels: 3/4 = 35.71% at noon."), ["wrong-rounding"]);
}
