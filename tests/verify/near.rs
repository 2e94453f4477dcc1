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
    for slip in ["31.8%", "33.1%", "13.3%", "3.3%"] {
        assert_eq!(loud(&sentence(slip)), [slip]);
    }
}

#[test]
fn a_mean_that_is_not_far_off_is_in_doubt() {
    let sentence =
        |figure: &str| format!("With the smuggler's lantern a crate has {figure} nails on average.");
    assert_eq!(loud(&sentence("7.0")), [""; 0]);
    assert_eq!(loud(&sentence("7.6")), ["7.6"]);
    assert_eq!(loud(&sentence("19.5")), [""; 0], "nobody knows what the lantern does");
}
