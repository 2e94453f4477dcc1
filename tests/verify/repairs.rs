//! What mending wrong roundings changes on a page, and what it leaves as a person wrote it.

use std::fs;
use std::path::Path;
use std::process::Command;

use trueodds::evaluate::Limits;
use trueodds::names::Names;
use trueodds::page::Page;
use trueodds::verify::{Judge, fixed};

/// A text with its wrong roundings mended, judged by nothing but itself.
fn mended(text: &str) -> String {
    let read = Page::read(text);
    let (names, limits) = (Names::new([]), Limits::default());
    let findings = Judge::new(&names, Vec::new(), &limits).page(&read);
    fixed(&read, &findings).0
}

#[track_caller]
fn stays(texts: &[&str]) {
    for text in texts {
        assert_eq!(mended(text), *text, "text that is right was changed");
    }
}

#[track_caller]
fn becomes(pairs: &[(&str, &str)]) {
    for (text, right) in pairs {
        assert_eq!(mended(text), *right);
    }
}

#[test]
fn a_hedge_before_a_fraction_leaves_its_percentage_alone() {
    stays(&[
        "About 1 in 3 (35%)",
        "Roughly 1/4 (24%)",
        "Roughly 1/7 (15%)",
        "about 1/7 (15%)",
        "around one in seven (15%)",
        "It is approximately, on average, 1/7 (15%) of them.",
        "approx. 1/7 (15%)",
        "nearly a 1/7 (15%) chance",
        "almost '''one in seven''' (15%), almost 1/7 (15%)",
        "just under 1/7 (15%)",
        "more than a 1/7 (15%)",
        "at least 1/7 (15%), up to 4/7 (58%)",
        "somewhere near 1 in 7 (15%)",
        "not quite 1/7 (15%)",
        "an estimated 1/7 (15%) of chests",
        "A chest, roughly\n1/7 (15%) of the time, and so on.",
    ]);
}

#[test]
fn a_sign_that_hedges_a_fraction_leaves_its_percentage_alone() {
    stays(&[
        "~1/7 (15%)",
        "\u{2248} 1/7 (15%)",
        "1 in ~7 (15%)",
        "~1 in 7 (15%)",
        "15% \u{2248} 1/7",
        "15% (~1/7)",
        "15% (about 1/7)",
        "1/7 (about 15%)",
        "> 1/7 (15%)",
        "<b>\u{2265} 1/7</b> (15%), \u{b1}1/7 (15%)",
    ]);
}

#[test]
fn a_hedge_behind_a_figure_leaves_it_alone() {
    stays(&[
        "a chest has 1/7 (15%) or so",
        "a chest has 1/7 (15%), give or take",
        "a chest has 1/7 (15%), roughly.",
        "a chest has 1/7 (15%), rounded up",
        "a chest has 1/7 (15%)?",
        "a chest has 1/7 (15%)-ish odds",
    ]);
}

#[test]
fn a_rounded_fraction_says_nothing_about_the_digits_of_a_percentage() {
    stays(&[
        "A key comes with 1 in 5.4 chance (18.6%)",
        "A key comes with 1 in 5.4 (18.6%)",
        "18.6% (1 in 5.4)",
        "A chest has 1 in 7 (15%).",
        "one in seven (15%)",
        "1 in 6.9 (15%)",
    ]);
}

#[test]
fn a_percentage_one_unit_off_or_more_may_stand_beside_a_wrong_fraction() {
    stays(&[
        "a chest has 1/4 (24%)",
        "a chest has 1/3 (35%)",
        "a total of 27/125 (~23%)",
        "one in eight (11.5%), or 1/7 (16%)",
    ]);
}

#[test]
fn a_slip_of_the_last_digit_beside_an_exact_fraction_is_mended() {
    becomes(&[
        ("A chest has 1/7 (15%).", "A chest has 1/7 (14%)."),
        ("2 in 7 (29%), 4/7 (~58%)", "2 in 7 (29%), 4/7 (~57%)"),
        ("1/7, or 15%", "1/7, or 14%"),
        ("15% (1/7)", "14% (1/7)"),
        ("1/3 (33.4%)", "1/3 (33.3%)"),
        ("1/3 (33,4%)", "1/3 (33,3%)"),
        ("1/7 = 15%", "1/7 = 14%"),
        ("1/7 \u{2248} 15%", "1/7 \u{2248} 14%"),
        ("* A chest: 1/7 (15%)", "* A chest: 1/7 (14%)"),
        ("| chest || 1/7 (15%) ||", "| chest || 1/7 (14%) ||"),
    ]);
}

#[test]
fn a_percentage_of_latex_keeps_its_backslash() {
    let page = |percentage: &str| format!("\\section{{Keys}}\nA key: 27/145 ({percentage}).\n");
    becomes(&[(&page("18.63\\%"), &page("18.62\\%"))]);
}

#[test]
fn a_hedge_of_something_else_keeps_nothing_from_being_mended() {
    becomes(&[
        ("Roughly speaking. A chest has 1/7 (15%).", "Roughly speaking. A chest has 1/7 (14%)."),
        ("About 5 keys, and a chest with 1/7 (15%).", "About 5 keys, and a chest with 1/7 (14%)."),
        ("About the chest: 1/7 (15%)", "About the chest: 1/7 (14%)"),
        ("Around here a chest has 1/7 (15%)", "Around here a chest has 1/7 (14%)"),
        ("Some of them do not: 1/7 (15%)", "Some of them do not: 1/7 (14%)"),
        ("Over time there is more, namely 1/7 (15%)", "Over time there is more, namely 1/7 (14%)"),
        ("Nearly nothing\n\n1/7 (15%)", "Nearly nothing\n\n1/7 (14%)"),
        ("* nearly nothing\n* 1/7 (15%)", "* nearly nothing\n* 1/7 (14%)"),
        ("1/7 (15%), roughly 5 of 35", "1/7 (14%), roughly 5 of 35"),
    ]);
}

#[test]
fn the_command_leaves_hedged_text_as_it_is_and_mends_the_rest() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify-repairs");
    fs::create_dir_all(&folder).unwrap();
    let hedged = "A key comes with 1 in 5.4 chance (18.6%)\n\nAbout 1 in 3 (35%)\n\nRoughly 1/4 (24%)\n\nA key has 1/4 (23%)\n";
    let path = folder.join("page.txt");
    let fix = |text: &str| {
        fs::write(&path, text).unwrap();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
        let output =
            command.args(["verify", "--page", "page.txt", "--fix"]).current_dir(&folder).output().unwrap();
        (String::from_utf8(output.stderr).unwrap(), fs::read_to_string(&path).unwrap())
    };
    let (said, text) = fix(hedged);
    assert_eq!(text, hedged);
    assert!(said.contains("nothing to mend") && said.contains("by hand"), "{said}");
    let (said, text) = fix(&format!("{hedged}\nA chest has 1/7 (15%).\n"));
    assert_eq!(text, format!("{hedged}\nA chest has 1/7 (14%).\n"));
    assert!(said.contains("1 rounding mended"), "{said}");
}
