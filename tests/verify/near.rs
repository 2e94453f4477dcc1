//! Figures that stand near an answer are in doubt, also where their words hold something that nobody knows.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;

/// A crate holds silver 313 times in 1000, tin 150 times, else nothing; and two dice of nails, 7 on average.
const CRATE: &str = r#"mechanic wharf/crate "Wharf crate" use "crate", "crates"

outcome content: { nothing "Nothing", tin "Tin", silver "Silver" } "Content"
outcome nails: integer 0..99 "Nails"

content = one of { 313/1000 => silver, 150/1000 => tin, else => nothing }
nails = sum of 2 die(6)
"#;

const BEGINNING: &str = "# Wharf crate\n\nA crate has silver in 31.3% of cases and tin in 15.0%. In 53.7% of crates there is \
                         nothing. A crate has 7 nails on average, at least 2 and at most 12.\n\n";

/// The figures of a page that are wrong or in doubt.
fn loud(sentence: &str) -> Vec<String> {
    let is_loud = |finding: &Finding| finding.level() == Level::Error || finding.is_doubt;
    let found = findings_about("wharf", CRATE, &format!("{BEGINNING}{sentence}\n"), false);
    found.into_iter().filter(is_loud).map(|finding| finding.stated).collect()
}

#[test]
fn a_slip_of_three_digits_is_in_doubt_whatever_its_words_are() {
    let sentence = |figure: &str| {
        format!("With the smuggler's lantern the old hands counted silver in {figure} of crates.")
    };
    assert_eq!(loud(&sentence("31.3%")), [""; 0]);
    for slip in ["31.8%", "33.1%", "13.3%"] {
        assert_eq!(loud(&sentence(slip)), [slip]);
    }
}

#[test]
fn what_is_far_off_is_in_doubt_beside_what_is_right_in_its_sentence() {
    let page = |tin: &str, place: &str| format!("A crate has silver in 31.3% of cases{place}tin in {tin}.");
    assert_eq!(loud(&page("15.0%", " and ")), [""; 0]);
    assert_eq!(loud(&page("90.5%", " and ")), ["90.5%"]);
    assert_eq!(loud(&page("90.5%", ". Mermaids have ")), [""; 0], "nothing in its sentence is right");
}

#[test]
fn a_mean_that_is_not_far_off_is_in_doubt() {
    let sentence =
        |figure: &str| format!("With the smuggler's lantern a crate has {figure} nails on average.");
    assert_eq!(loud(&sentence("7.0")), [""; 0]);
    assert_eq!(loud(&sentence("7.6")), ["7.6"]);
    assert_eq!(loud(&sentence("19.5")), [""; 0], "nobody knows what the lantern does");
}

#[test]
fn a_cell_that_is_not_far_off_among_figures_that_are_all_right_is_in_doubt() {
    let page = |first: &str, nails: &str| {
        format!(
            "# Wharf crate\n\n{first}\n\n| | Silver | Tin | Nothing |\n|---|---|---|---|\n| Crate | 31.3% | 15.0% | 53.7% |\n\n\
             | | Smuggler's crate |\n|---|---|\n| Nails on average | {nails} |\n"
        )
    };
    let doubts = |page: &str| {
        let found = findings_about("wharf", CRATE, page, false);
        found.into_iter().filter(|found| found.is_doubt).map(|found| found.stated).collect::<Vec<_>>()
    };
    let right = "A crate has at least 2 and at most 12 nails.";
    assert_eq!(doubts(&page(right, "7")), [""; 0]);
    assert_eq!(doubts(&page(right, "9")), ["9"]);
    assert_eq!(doubts(&page(right, "19")), [""; 0], "the smuggler may add so many");
    let wrong = "A crate has at least 5 and at most 12 nails.";
    assert!(!doubts(&page(wrong, "9")).contains(&"9".to_owned()), "the page may be about something else");
}

/// Other figures of the page are about something else, so that it says nothing of the one that is altered.
#[test]
fn what_is_told_beside_a_figure_that_is_right_is_in_doubt() {
    let said = |sentences: &str| {
        let prices =
            "Silver was 12% dearer last year, and tin 24%. Of the silver 8% was paid late, of the tin 22%.";
        let page = format!("# Wharf crate\n\n{prices}\n\n{sentences}\n");
        let found = findings_about("wharf", CRATE, &page, false);
        let is_doubt = |finding: &Finding| finding.is_doubt;
        found.into_iter().filter(is_doubt).map(|finding| finding.stated).collect::<Vec<_>>()
    };
    let together = |tin: &str| {
        format!("A crate has silver in 31.3% of cases and since the Pilfer Act tin in {tin} of them.")
    };
    assert_eq!(said(&together("15%")), [""; 0]);
    assert_eq!(said(&together("19%")), ["19%"]);
    // In another sentence nothing may be unknown.
    let apart = |before: &str| {
        said(&format!("The tide is high. A crate has silver in 31.3% of cases. {before} tin in 45%."))
    };
    assert_eq!(apart("It has"), ["45%"]);
    assert_eq!(apart("The Pilfer Act left"), [""; 0]);
}

#[test]
fn a_count_of_how_many_one_is_may_have_slipped() {
    let sentence = |figure: &str| {
        format!("With the smuggler's lantern the old hands counted silver in {figure} crates.")
    };
    assert_eq!(loud(&sentence("1 in 3.19")), [""; 0]);
    assert_eq!(loud(&sentence("1 in 3.91")), ["1 in 3.91"]);
}

#[test]
fn an_average_beside_the_ends_of_a_number_is_its_mean() {
    let means = |heads: &str| {
        let page =
            format!("# Wharf crate\n\n| Crate | {heads} |\n|---|---|---|---|\n| Any | 2 | 12 | 7.0 |\n");
        let found = findings_about("wharf", CRATE, &page, false);
        let is_right = |finding: &&Finding| finding.stated == "7.0" && finding.verdict.is_right();
        found.iter().filter(is_right).count()
    };
    assert_eq!(means("Fewest nails | Most nails | Average"), 1);
    assert_eq!(means("Fewest nails | Most | Average"), 0, "beside it nothing says of what");
}

#[test]
fn a_point_elsewhere_is_in_doubt_and_what_is_over_100_percent_is_no_chance() {
    for slip in ["313%", "3130%", "3.13%"] {
        let sentence =
            format!("With the smuggler's lantern the old hands counted silver in {slip} of crates.");
        assert_eq!(loud(&sentence), [slip]);
    }
    assert_eq!(loud("A crate has tin in 150% of cases."), ["150%"]);
    for other in ["A silver hammer does 150% damage.", "Tin sells for 120% of its price in the wharf."] {
        assert_eq!(loud(other), [""; 0], "{other}");
    }
}

/// The chances of a table are all right but one, which is no chance at all.
#[test]
fn a_cell_over_100_percent_is_wrong_where_its_column_is_right() {
    let table = |tin: &str| {
        format!("| Content | Chance |\n|---|---|\n| Silver | 31.3% |\n| Tin | {tin} |\n| Nothing | 53.7% |\n")
    };
    assert_eq!(loud(&table("15%")), [""; 0]);
    assert_eq!(loud(&table("150%")), ["150%"]);
    assert_eq!(loud(&table("115%")), ["115%"]);
}
