//! Figures of pages about a mechanic of one's own, judged by what stands around them alone.

use trueodds::exact::Rational;
use trueodds::page::Page;
use trueodds::verify::{Finding, Level, Verdict};

use crate::prepared::findings_about;

/// Each cast is apart from those before: what is asked of many has closed forms.
const POND: &str = r#"mechanic pond/catch "Catch" use "cast", "casts"

input worm: flag "Worm"
input depth: integer 1..9 = 1 "Depth"

outcome fish: { none "Nothing", carp "Carp", eel "Eel", pike "Pike" } "Fish"
outcome weight: integer 0.. "Weight"

rule line: integer = 12 "Length of the line"

state dry: integer 0..3 = 0 "Casts since a bite"
state torn: flag = false "Torn net"

let luck = if worm { 2 } else { 1 }
fish = if torn { none } else { one of {
    1/50 => pike
    depth/10 => carp
    luck/100 => eel
    else => none
} }
weight = if fish == carp { die(6) } else { 0 }
dry = if fish == none { min(3, dry + 1) } else { 0 }
"#;

/// What became of each figure of a page: its text and its verdict.
fn verdicts(text: &str) -> Vec<(String, Verdict)> {
    findings(text).into_iter().map(|finding| (finding.stated, finding.verdict)).collect()
}

fn findings(text: &str) -> Vec<Finding> {
    findings_about("pond", POND, text, false)
}

/// The figures of a page that are wrong.
fn wrong(text: &str) -> Vec<String> {
    let loud = |verdict: &Verdict| verdict.level() == Level::Error;
    verdicts(text).into_iter().filter(|(_, verdict)| loud(verdict)).map(|(stated, _)| stated).collect()
}

/// The figures of a page that are in doubt.
fn doubtful(text: &str) -> Vec<String> {
    let in_doubt = findings(text).into_iter().filter(|finding| finding.is_doubt);
    in_doubt
        .inspect(|finding| {
            assert_eq!((finding.verdict, finding.level()), (Verdict::Unclassified, Level::Warning))
        })
        .map(|finding| finding.stated)
        .collect()
}

fn is_right(text: &str, stated: &str) -> bool {
    verdicts(text).iter().any(|(own, verdict)| own == stated && verdict.is_right())
}

/// Replaces one figure, and asks whether that is noticed.
#[track_caller]
fn notices(text: &str, stated: &str, altered: &str) {
    assert_eq!(wrong(text), Vec::<String>::new(), "{text}");
    assert!(is_right(text, stated), "{stated}: {:?}", verdicts(text));
    assert_eq!(wrong(&text.replacen(stated, altered, 1)), [altered], "{altered}");
}

const PLAIN: &str =
    "A carp comes with 10%. An eel comes with 1%, and a pike with 2%. With the worm an eel is 2%.\n\n";

#[test]
fn what_comes_within_so_many_uses() {
    // 1 - (49/50)^40
    let none = (0..40).fold(Rational::ONE, |none, _| &none * &Rational::new(49, 50));
    assert!(none > Rational::new(4457, 10_000) && none < Rational::new(4458, 10_000));
    notices(&format!("{PLAIN}A pike is caught within 40 casts with 55.4%."), "55.4%", "54.5%");
    notices(&format!("{PLAIN}No pike among the first 40 casts has a chance of 44.6%."), "44.6%", "46.4%");
    // The first number of casts n with (49/50)^n of 1/2 at most.
    let left = |uses: usize| (0..uses).fold(Rational::ONE, |none, _| &none * &Rational::new(49, 50));
    assert!(left(34) > Rational::new(1, 2) && left(35) < Rational::new(1, 2));
    assert!(is_right(&format!("{PLAIN}50% of anglers have seen a pike by cast 35."), "35"));
}

#[test]
fn a_chance_of_many_uses_is_not_one_of_one() {
    let page = format!("{PLAIN}Among the first 40 casts there is a carp with 98.5%.");
    assert_eq!(wrong(&page), Vec::<String>::new());
}

#[test]
fn labels_are_heard_with_other_small_words() {
    let page = "| Casts since the last bite | Carp |\n|---|---|\n| 0 | 10% |\n| 1 | 10% |\n| 2 | 10% |\n| 3 | 10% |\n";
    notices(page, "10%", "12%");
}

#[test]
fn a_flag_of_the_state_is_given_by_its_label() {
    assert!(is_right(&format!("{PLAIN}With a torn net a carp is 0%."), "0%"));
}

#[test]
fn a_table_too_small_to_confirm_itself_stands_with_the_text() {
    let page = format!("{PLAIN}| Depth | Carp |\n|---|---|\n| 3 | 30% |\n| 7 | 70% |\n");
    notices(&page, "70%", "75%");
}

#[test]
fn one_error_hides_no_other() {
    let page = "| Depth | Carp | Pike |\n|---|---|---|\n| 2 | 20% | 2% |\n| 3 | 30% | 2% |\n| 4 | 40% | 2% |\n\
        | 5 | 55% | 2% |\n| 6 | 60% | 2% |\n";
    assert_eq!(wrong(page), ["55%"]);
    assert_eq!(wrong(&page.replace("30%", "33%")), ["33%", "55%"]);
}

#[test]
fn rows_with_number_words_count_what_their_head_says() {
    let page = "At depth 1:\n\n| Weight | Chance |\n|---|---|\n| none | 90% |\n| one | 1.67% |\n| two | 1.67% |\n\
        | exactly three | 1.67% |\n| four | 1.67% |\n";
    notices(page, "90%", "80%");
}

#[test]
fn aligned_columns_between_tags_are_a_table() {
    let lines = "Depth  Carp  Pike\n1      10%   2%\n2      20%   2%\n3      30%   2%\n4      40%   2%\n";
    for page in [
        format!("== Pond ==\n<pre>\n{lines}</pre>\n'''End'''\n"),
        format!("# Pond\n\n```\n{lines}```\n"),
        format!("<h1>Pond</h1><p>Fish<p>all<pre>\n{lines}</pre><p>End"),
    ] {
        notices(&page, "30%", "35%");
    }
}

#[test]
fn two_digits_that_changed_places_tell_what_was_meant() {
    // 1 - (49/50)^40 = 55.43%
    let page = format!("{PLAIN}A pike is caught within 40 casts with 55.43%.");
    assert_eq!(wrong(&page.replace("55.43", "55.34")), ["55.34%"]);
}

#[test]
fn conditions_that_nobody_knows_make_nothing_wrong() {
    for sentence in [
        "If the moon is out, a carp is 40%.",
        "When it has rained, a pike comes with 9%.",
        "20% of the carp are red.",
        "Half a carp is enough for a cat.",
        "Among the eels 40% are young.",
    ] {
        assert_eq!(wrong(&format!("{PLAIN}{sentence}")), Vec::<String>::new(), "{sentence}");
    }
}

#[test]
fn what_numbers_the_rows_states_nothing() {
    let page = "| No. | Fish | Chance |\n|---|---|---|\n| 1 | Carp | 10% |\n| 2 | Eel | 1% |\n| 3 | Pike | 2% |\n\
        | 4 | Nothing | 87% |\n";
    notices(page, "10%", "12%");
    assert!(verdicts(page).iter().all(|(stated, _)| stated.ends_with('%')));
}

/// Each depth adds a tenth of carps: the closed form of a carp is depth/10, of an eel 1/100, with the worm 2/100.
const TABLE: &str =
    "| Depth | Carp | Eel |\n|---|---|---|\n| 1 | 10% | 1% |\n| 3 | 30% | 1% |\n| 5 | 50% | 1% |\n";

#[test]
fn what_nearly_all_others_confirm_is_in_doubt_and_no_error() {
    // Nobody knows what the moon does: the figure may be right, and nothing that is known gives it.
    let text = format!("{PLAIN}{TABLE}\nUnder a Blood Moon the carp is at 17%.\n");
    assert_eq!(wrong(&text), Vec::<String>::new());
    assert_eq!(doubtful(&text), ["17%"]);
    assert_eq!(doubtful(&text.replace("17%", "10%")), Vec::<String>::new());
    let finding = findings(&text).into_iter().find(|finding| finding.is_doubt).unwrap();
    assert_eq!(finding.message, "nothing that its words name gives 17%; Carp is 10%");
}

#[test]
fn where_little_is_understood_nothing_is_in_doubt() {
    let text = "A carp comes with 10%. Under a Blood Moon a carp is at 17%, at dawn the eel at 31% and the pike at 44%.\n";
    assert_eq!(doubtful(text), Vec::<String>::new());
    assert_eq!(wrong(text), Vec::<String>::new());
}

#[test]
fn amounts_words_and_certainties_are_in_no_doubt() {
    let text = format!(
        "{PLAIN}{TABLE}\nA carp sells at 30% off under a Blood Moon, half of the carps for nothing.\n"
    );
    assert_eq!(doubtful(&text), Vec::<String>::new());
    assert_eq!(wrong(&text), Vec::<String>::new());
}

#[test]
fn what_is_said_over_a_table_is_given_in_it() {
    let table =
        "| Fish | Chance |\n|---|---|\n| Carp | 30% |\n| Eel | 2% |\n| Pike | 2% |\n| Nothing | 66% |\n";
    let text = format!("Depth 3, with the worm; the water has 7 colors.\n\n{table}");
    notices(&text, "66%", "56%");
    // More is said than the figures take: only the depth holds.
    let eel = text.replace("| Eel | 2% |", "| Eel | 1% |").replace("66%", "67%");
    notices(&eel, "67%", "57%");
}

#[test]
fn a_head_that_denies_an_outcome_names_none() {
    let table = "| Fish | No pike | Worm |\n|---|---|---|\n| Carp | 10% | 10% |\n| Eel | 1% | 2% |\n| Nothing | 87% | 86% |\n";
    notices(table, "87%", "78%");
}

#[test]
fn none_among_things_that_are_held_counts_nothing() {
    let rows = "<tr><th>None</th><td>10%</td><td>30%</td><td>50%</td></tr><tr><th>Worm</th><td>10%</td><td>30%</td><td>50%</td></tr>";
    let text = format!(
        "<table><caption>Chance of a carp</caption><tr><th rowspan=\"2\">Held</th><th colspan=\"3\">Depth</th></tr>\
         <tr><th>1</th><th>3</th><th>5</th></tr>{rows}</table>"
    );
    notices(&text, "30%", "35%");
}

#[test]
fn what_changes_is_two_figures_and_no_range() {
    let text = format!("{PLAIN}The worm raises the eel from 1% to 2.0%.\n");
    assert!(is_right(&text, "2.0%") && is_right(&text, "1%"), "{:?}", verdicts(&text));
    assert!(!is_right(&text.replace("2.0%", "2.5%"), "2.5%"));
}

#[test]
fn a_reason_is_not_what_is_spoken_of() {
    let text = format!(
        "{PLAIN}Somebody will ask about eels. That is 1%, because a carp takes the bait; with the worm it is 2.0%.\n"
    );
    assert!(is_right(&text, "2.0%"), "{:?}", verdicts(&text));
    assert_eq!(wrong(&text), Vec::<String>::new());
}

#[test]
fn an_entity_is_a_sign_or_an_apostrophe() {
    let page = Page::read("&minus;15 and N&rsquo;loth&rsquo;s, 3&minus;2");
    let numbers: Vec<Option<Rational>> = page.tokens.figures.iter().map(|figure| figure.value()).collect();
    assert_eq!(numbers.first(), Some(&Some(Rational::from(-15))));
    assert!((0..page.tokens.list.len()).any(|token| page.word_at(token) == Some("n'loth's")));
}

#[test]
fn figures_told_one_after_the_other_belong_to_things_told_so() {
    // A carp is depth/10, an eel 1/100 and a pike 1/50.
    for sentence in [
        "At depth 4, carp, eel and pike come with 40%, 1.0% and 2.0%.",
        "At depth 4: 40% / 1.0% / 2.0% (carp / eel / pike).",
        "At depth 4, eel and carp come with 1.0% and 40% respectively.",
        "1.0% / 40% (eel / carp, depth 4).",
    ] {
        let text = format!("{PLAIN}{sentence}\n");
        notices(&text, "40%", "45%");
        notices(&text, "1.0%", "1.5%");
    }
}

#[test]
fn two_figures_of_two_things_may_be_told_of_both() {
    for sentence in [
        "Carp and eel: 40% at depth 4, and 50% at depth 5.",
        "The carp and the eel together go from 11% and then to 12%.",
        "Half of these are red; of them 40% are young.",
    ] {
        assert_eq!(wrong(&format!("{PLAIN}{sentence}\n")), Vec::<String>::new(), "{sentence}");
    }
}

#[test]
fn dates_and_amounts_are_in_no_doubt() {
    for sentence in [
        "A carp sells for 30, give or take 15%.",
        "The moon takes 50% off a carp, the sun another 20%.",
        "Carp were last counted 9/2023.",
        "There are carp in the pond; 40% of them are red.",
    ] {
        let text = format!("{PLAIN}{TABLE}\n{sentence}\n");
        assert_eq!(doubtful(&text), Vec::<String>::new(), "{sentence}");
        assert_eq!(wrong(&text), Vec::<String>::new(), "{sentence}");
    }
}
