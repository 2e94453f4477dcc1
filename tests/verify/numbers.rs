//! Plain numbers of pages: ranges, means, bands, and the start and the ends of a state.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;

/// On sand there are 1 to 4 seeds, on clay 2 to 5, on loam 3 to 5, on peat 5 or 6.
const GARDEN: &str = r#"mechanic garden/harvest "Harvest" use "harvest", "harvests"

input soil: { sand "Sand", clay "Clay", loam "Loam", peat "Peat" } = sand "Soil"

outcome crop: { none "Nothing", beet "Beet", leek "Leek", kale "Kale" } "Crop"
outcome seeds: integer 0.. "Seeds"

state warmth: integer 0..20 = 3 "Warmth"

let roll = uniform()
crop = match roll {
    below 0.25 => none
    below 0.40 => beet
    below 0.80 => leek
    else => kale
}
seeds = match soil {
    sand => die(4)
    clay => 1 + die(4)
    loam => 2 + die(3)
    peat => 4 + die(2)
}
if crop == kale { warmth = 3 } else { warmth = min(9, warmth + 1) }
"#;

fn findings(text: &str) -> Vec<Finding> {
    findings_about("garden", GARDEN, text, false)
}

/// The figures of a page that are wrong or in doubt.
fn loud(text: &str) -> Vec<String> {
    let is_loud = |finding: &Finding| finding.level() == Level::Error || finding.is_doubt;
    findings(text).into_iter().filter(is_loud).map(|finding| finding.stated).collect()
}

/// What becomes loud where some text is put in the place of another.
fn altered(text: &str, from: &str, to: &str) -> Vec<String> {
    assert!(text.contains(from), "{from}");
    loud(&text.replacen(from, to, 1))
}

#[test]
fn both_ends_of_a_range_are_judged() {
    let page = "# Harvest\n\n| Soil | Seeds, range | Seeds, average |\n|---|---|---|\n| Sand | 1\u{2013}4 | 2.5 |\n\
                | Clay | 2\u{2013}5 | 3.5 |\n| Loam | 3\u{2013}5 | 4 |\n| Peat | 5\u{2013}6 | 5.5 |\n";
    assert_eq!(loud(page), [""; 0]);
    assert_eq!(altered(page, "3\u{2013}5", "3\u{2013}6"), ["6"]);
    assert_eq!(altered(page, "2\u{2013}5", "1\u{2013}5"), ["1"]);
    assert_eq!(altered(page, "| 4 |", "| 4.5 |"), ["4.5"]);
}

/// Three chances of a page, after which it is sure about the mechanic.
const CHANCES: &str = "# Harvest\n\n* Beet: 15%\n* Leek: 40%\n* Kale: 20%\n\n";

#[test]
fn a_word_says_what_kind_of_number_it_is() {
    let page =
        format!("{CHANCES}On clay a harvest has 3.5 seeds on average. On peat there are 5 or 6 seeds.\n");
    assert_eq!(loud(&page), [""; 0]);
    assert_eq!(altered(&page, "3.5", "5.3"), ["5.3"]);
    assert_eq!(altered(&page, "5 or 6", "5 or 7"), ["7"]);
    // What nobody says may count anything, and so may what counts something that nobody knows.
    assert_eq!(altered(&page, "5 or 6 seeds", "5 or 7 gold for the seeds"), [""; 0]);
    assert_eq!(altered(&page, "5 or 6 seeds", "7 sorts of seeds"), [""; 0]);
}

#[test]
fn a_state_starts_and_ends_somewhere() {
    let page = format!("{CHANCES}The warmth starts at 3. The highest warmth is 9.\n");
    assert_eq!(loud(&page), [""; 0]);
    assert_eq!(altered(&page, "at 3", "at 5"), ["5"]);
    assert_eq!(altered(&page, "is 9", "is 12"), ["12"]);
    let page = format!("{CHANCES}Every garden opens with a warmth of 3. It cannot go beyond 9.\n");
    assert_eq!(loud(&page), [""; 0]);
    assert_eq!(altered(&page, "of 3", "of 5"), ["5"]);
    assert_eq!(altered(&page, "beyond 9", "beyond 12"), ["12"]);
    let page = page.replace("cannot", "can't");
    assert_eq!(loud(&page), [""; 0]);
    assert_eq!(altered(&page, "beyond 9", "beyond 12"), ["12"]);
    // What it can do says nothing of where it ends.
    assert_eq!(loud(&page.replace("can't go beyond 9", "can go beyond 5")), [""; 0]);
}

#[test]
fn the_number_of_a_version_states_nothing() {
    let page = format!("{CHANCES}On clay a harvest has 3.5 seeds on average (patch 1.1).\n");
    assert!(findings(&page).iter().all(|finding| finding.stated != "1.1"));
}

#[test]
fn a_band_begins_where_the_one_before_it_ends() {
    let page = "# Harvest\n\n| Roll | Crop |\n|---|---|\n| 0.00 to 0.25 | Nothing |\n| 0.25 to 0.40 | Beet |\n\
                | 0.40 to 0.80 | Leek |\n| 0.80 to 1.00 | Kale |\n";
    assert_eq!(loud(page), [""; 0]);
    assert_eq!(altered(page, "0.40 | Beet", "0.45 | Beet"), ["0.45"]);
}

#[test]
fn a_decimal_beside_the_words_of_a_chance_states_one() {
    let page = format!("{CHANCES}Kale has a probability of 0.2, beet one of 0.15.\n");
    let right = |stated: &str| {
        let all = findings(&page);
        all.iter().any(|finding| finding.stated == stated && finding.verdict.is_right())
    };
    assert!(right("0.2") && right("0.15"));
    assert_eq!(loud(&page), [""; 0]);
}

#[test]
fn a_title_that_counts_something_says_what_numbers_count() {
    let mechanic = GARDEN.replace("\"Harvest\" use", "\"Number of seeds\" use");
    let loud = |page: &str| -> Vec<String> {
        let findings = findings_about("garden-title", &mechanic, page, false);
        let loud = findings.into_iter().filter(|finding| finding.level() == Level::Error);
        loud.map(|finding| finding.stated).collect()
    };
    let ends = "# Number of seeds\n\n| Soil | Fewest | Most |\n|---|---|---|\n| Sand | 1 | 4 |\n| Clay | 2 | 5 |\n\
                | Loam | 3 | 5 |\n| Peat | 5 | 6 |\n";
    assert_eq!(loud(ends), [""; 0]);
    assert_eq!(loud(&ends.replace("| 2 | 5 |", "| 2 | 7 |")), ["7"]);
    let means = "# Number of seeds\n\n| Soil | On average |\n|---|---|\n| Sand | 2.5 |\n| Clay | 3.5 |\n| Loam | 4 |\n\
                 | Peat | 5.5 |\n";
    let found = findings_about("garden-title", &mechanic, means, false);
    assert_eq!(found.iter().filter(|finding| finding.verdict.is_right()).count(), 4);
}

/// Two in five are one in 2.5, which nobody calls one in two.
#[test]
fn one_in_two_is_rounded_from_near_by_only() {
    let page = |figure: &str| format!("{CHANCES}A harvest is leek in {figure} cases, and kale in 20%.\n");
    assert_eq!(loud(&page("1 in 2.5")), [""; 0]);
    assert_eq!(loud(&page("1 in 3")), [""; 0]);
    assert_eq!(loud(&page("1 in 2")), ["1 in 2"]);
}
