//! Many uses of a mechanic: tables that count them, how often something comes in them, and what a chain prints.

use std::process::Command;

use crate::prepared::{findings_about, with_judge};
use crate::told::holds;
use trueodds::page::Page;
use trueodds::verify::{Finding, Level};

/// A ring comes with 1/8, a club with 1/4, so that of n ogres all are without a ring with (7/8)^n.
const OGRE: &str = r#"mechanic farm/ogre "Ogre" use "ogre", "ogres"

outcome drop: { nothing "Nothing", club "Club", ring "Ring" } "Drop"

drop = one of { 1/8 => ring, 1/4 => club, else => nothing }
"#;

const BEGIN: &str = "An ogre drops a ring with 12.5%, a club with 25% and nothing with 62.5%.";

fn told(text: &str) -> Vec<Finding> {
    let findings = findings_about("ogre", OGRE, &format!("{BEGIN}\n\n{text}"), false);
    let is_told =
        |finding: &Finding| finding.range.as_ref().is_some_and(|range| range.start >= BEGIN.len() + 2);
    findings.into_iter().filter(is_told).collect()
}

#[test]
fn a_column_says_how_many_uses_its_rows_are_about() {
    let head = |count: &str| format!("| {count} | Chance of at least one ring |\n|---|---|\n");
    let rows = "| 5 | 48.71% |\n| 10 | 73.69% |\n| 20 | 93.08% |\n| 40 | 99.52% |\n";
    // Every mechanic's uses are also kills, tries, runs and the like where a table counts them.
    for count in ["Ogres", "Ogres killed", "Number of kills", "Attempts"] {
        holds(told, &format!("{}{rows}", head(count)), &[("73.69%", "76.39%"), ("93.08%", "92.08%")]);
    }
    let across = "| Ogres | 5 | 10 | 20 |\n|---|---|---|---|\n| Ring | 48.71% | 73.69% | 93.08% |\n\
        | Club | 76.27% | 94.37% | 99.68% |\n";
    holds(told, across, &[("73.69%", "76.39%"), ("94.37%", "93.47%")]);
    let none = "| Ogres | No ring yet | Chance of a ring by then |\n|---|---|---|\n| 5 | 51.29% | 48.71% |\n\
        | 10 | 26.31% | 73.69% |\n| 20 | 6.92% | 93.08% |\n| 40 | 0.48% | 99.52% |\n";
    holds(told, none, &[("26.31%", "36.21%"), ("93.08%", "98.03%")]);
}

#[test]
fn something_comes_once_in_so_many_uses() {
    for (text, altered) in [
        ("That is one club per 4.0 ogres.", "That is one club per 6.0 ogres."),
        ("That is one ring per 8.0 ogres.", "That is one ring per 12.0 ogres."),
    ] {
        assert!(told(text).iter().all(|finding| finding.verdict.is_right()), "{text}");
        assert!(!told(altered).iter().any(|finding| finding.verdict.is_right()), "{altered}");
    }
    let found = told("A club comes once per 4 ogres, a ring one per 8.");
    assert!(found.iter().all(|finding| finding.verdict.is_right()), "{found:#?}");
}

/// A choice is called like the uses.
const RAFFLE: &str = r#"mechanic fair/raffle "Raffle" use "ticket", "tickets"

input ticket: { green "Green", golden "Golden" } = green "Ticket"
outcome prize: { blank "Blank", lamp "Lamp", boat "Boat" } "Prize"

prize = one of { (if ticket == golden { 4% } else { 1% }) => boat, 1/4 => lamp, else => blank }
"#;

#[test]
fn a_head_says_in_how_many_uses_something_comes() {
    let table = |head: &str| {
        format!(
            "| Ticket | Boat | Lamp | Blank | {head} |\n|---|---|---|---|---|\n| Green | 1% | 25% | 74% | 9.56% |\n\
             | Golden | 4% | 25% | 71% | 33.52% |\n"
        )
    };
    let raffle = |text: &str| findings_about("raffle", RAFFLE, text, false);
    // 1 - 0.99^10 and 1 - 0.96^10.
    for head in ["Boat in 10 tickets", "Boat within 10 tickets", "A boat in ten tickets"] {
        holds(raffle, &table(head), &[("9.56%", "6.56%"), ("33.52%", "53.32%")]);
    }
    // What nobody knows may come in that many of it.
    let is_loud = |finding: &Finding| finding.is_doubt || finding.level() == Level::Error;
    for head in ["Boat in 10 stalls", "Boat after 10 rounds"] {
        assert!(!raffle(&table(head)).iter().any(is_loud), "{head}");
    }
}

#[test]
fn a_column_says_within_how_many_uses_so_many_have_something() {
    let table = "| Chance of a ring | Ogres needed |\n|---|---|\n| 50% | 6 |\n| 90% | 18 |\n| 99% | 35 |\n";
    let loud = |text: &str| {
        told(text).into_iter().filter(|finding| finding.is_doubt || finding.level() == Level::Error).count()
    };
    assert_eq!(
        (told(table).iter().filter(|finding| finding.verdict.is_right()).count(), loud(table)),
        (3, 0)
    );
    for (old, new) in [("18", "28"), ("35", "25"), ("90%", "97%")] {
        assert_eq!(loud(&table.replacen(old, new, 1)), 1, "{new} for {old}");
    }
}

#[test]
fn something_comes_so_often_in_so_many_uses() {
    for (text, figures) in [
        ("In 20 ogres the chance of at least two rings is 73.31%.", ("73.31%", "37.31%")),
        ("Three or more rings in 20 ogres happen 46.47% of the time.", ("46.47%", "47.64%")),
        ("Among 20 ogres there are two rings or fewer with 53.53%.", ("53.53%", "35.53%")),
        ("In 20 ogres there are exactly 2 rings in 26.84% of cases.", ("26.84%", "28.64%")),
        ("Over 20 ogres you get more than one ring 73.31% of the time.", ("73.31%", "37.31%")),
        ("Fewer than two rings in 20 ogres: 26.69%.", ("26.69%", "29.66%")),
    ] {
        holds(told, text, &[figures]);
    }
    let table = "| Ogres | At least two rings | Exactly one ring |\n|---|---|---|\n| 5 | 12.07% | 36.64% |\n\
        | 10 | 36.11% | 37.58% |\n| 20 | 73.31% | 19.77% |\n| 40 | 96.78% | 2.74% |\n";
    holds(told, table, &[("36.11%", "31.61%"), ("19.77%", "17.97%")]);
}

/// What a mean, a share and a count over so many uses are, in the tables that `chain` prints: all of it is right, and what is altered
/// is found.
#[test]
fn what_a_chain_prints_verifies_clean_and_altered_cells_are_found() {
    /// What is asked, and cells of it with others in their place.
    type Printed = (&'static [&'static str], &'static [(&'static str, &'static str)]);
    let calls: [Printed; 5] = [
        (&["sts/card-roll", "hit", "rarity = rare"], &[("19.9696", "16.9969"), ("31", "32")]),
        (
            &["sts/card-roll", "count", "rarity = rare", "--over", "50"],
            &[("54.01", "50.41"), ("99.89", "98.99")],
        ),
        (&["sts/card-reward", "count", "rares > 0", "--over", "20"], &[]),
        (&["sts/card-roll", "stationary"], &[("36.77", "37.67")]),
        (&["sts/card-roll", "after", "10"], &[("36.89", "39.86")]),
    ];
    let loud = |text: &str| {
        let findings = with_judge(|judge| judge.page(&Page::read(text)));
        let is_loud = |finding: &Finding| finding.is_doubt || finding.level() == Level::Error;
        findings.into_iter().filter(is_loud).map(|finding| finding.message).collect::<Vec<_>>()
    };
    for (call, altered) in calls {
        for format in ["wikitext", "html", "markdown", "terminal", "latex"] {
            let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
            command.arg("chain").args(call).args(["--format", format]).env_remove("TRUEODDS_DATA");
            let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
            assert_eq!(loud(&text), [""; 0], "{text}");
            for (old, new) in altered {
                // A sort key that is left would tell of it.
                let keyless = text.replace("data-sort-value=", "title=");
                let shown = |text: &str| text.rfind(old);
                let at = shown(&keyless).unwrap_or_else(|| panic!("{old} is not in\n{text}"));
                let mut other = keyless.clone();
                other.replace_range(at..at + old.len(), new);
                assert_ne!(loud(&other), [""; 0], "{new} for {old} in\n{other}");
            }
        }
    }
}

#[test]
fn a_number_of_one_in_so_many_may_be_hedged_and_told_in_millions() {
    // A pearl comes with 3/128, that is one time in 42.67; the crown one time in 2,097,152.
    let mechanic = r#"mechanic bay/dive "Dive" use "dive", "dives"

outcome find: { nothing "Nothing", pearl "Pearl", crown "Crown" } "Find"

find = one of { 3/128 => pearl, 1/2097152 => crown, else => nothing }
"#;
    let loud = |figure: &str, what: &str| {
        let page = format!(
            "A dive finds a pearl with 3/128, 2.34% that is. Per dive it is 2.344%. A dive finds a {what} {figure} times."
        );
        let findings = findings_about("bay-dive", mechanic, &page, true);
        findings.iter().any(|finding| finding.is_doubt || finding.level() == Level::Error)
    };
    assert!(!loud("about 1 in 43", "pearl") && !loud("about 1 in 44", "pearl") && !loud("1 in 42", "pearl"));
    assert!(loud("1 in 44", "pearl") && loud("about 1 in 52", "pearl"));
    assert!(!loud("1 in 2 million", "crown") && !loud("1 in 2.1 million", "crown"));
    assert!(loud("1 in 3 million", "crown"));
}

#[test]
fn what_is_hardly_possible_is_not_written_as_0_percent() {
    let mechanic = r#"mechanic egg/egg "Egg" use "egg", "eggs"

input generation: integer 3..9 = 5 "Generation"
outcome shiny: flag "Shiny"

shiny = chance(if generation <= 5 { 1/8192 } else { 1/4096 })
"#;
    let said = |page: &str| {
        let findings = findings_about("egg", mechanic, page, true);
        findings.into_iter().map(|finding| (finding.stated, finding.message)).collect::<Vec<_>>()
    };
    // A label that takes a number may be cut short before it.
    let page = "An egg is shiny with 1/8192. In Gen 6 an egg is shiny with 1/4096, in gen. 4 with 1/8192. A shiny egg: 0.04%.";
    let found = said(page);
    assert!(
        found[..3].iter().all(|(stated, message)| message.starts_with(&format!("{stated} is 1/"))),
        "{found:?}"
    );
    assert!(found[3].1.ends_with("Shiny (Generation 6) is 0.02%"), "{found:?}");
}

#[test]
fn spaces_part_what_is_told_of_several_chances_and_money_is_no_label() {
    let mechanic = r#"mechanic dice/bust "Bust" use "throw", "throws"

input dice: integer 1..6 = 6 "Dice"
outcome bust: flag "Bust"
outcome tier: { none "Nothing", four "4" } "Tier"

bust = (sum of dice die(3)) == dice
tier = if bust { four } else { none }
"#;
    let said = |page: &str| {
        let findings = findings_about("bust", mechanic, page, true);
        let is_loud = |finding: &Finding| finding.is_doubt || finding.level() == Level::Error;
        findings
            .iter()
            .filter(|finding| is_loud(finding))
            .map(|finding| finding.stated.clone())
            .collect::<Vec<_>>()
    };
    let line = "Chance to bust, by dice:\n\n1 dice: 33.33%   2 dice: 11.11%   3 dice: 3.704%\n";
    assert_eq!(said(line), [""; 0]);
    assert_eq!(said(&line.replace("11.11", "11.71")), ["11.71%"]);
    let prizes = format!("{line}\nOver 40% of all prizes are the $4 ones.\n");
    assert_eq!(said(&prizes), [""; 0]);
}

/// A star comes with 0.8%, from the 61st pull on with 5% more each time, and for certain on the 80th.
const SHRINE: &str = r#"mechanic shrinehill/pull "Shrine pull" use "pull", "pulls"

outcome rank: { three "3★", four "4★", five "5★" } "Rank"

state pity: integer 0..79 = 0 "Pity"
state assured: flag = false "Guaranteed"

let number = pity + 1
let rate = if number >= 80 { 1 } else { min(1, 0.8% + max(0, number - 60) * 5%) }
if chance(rate) {
    rank = five
    assured = not assured
    pity = 0
} else {
    rank = if chance(5.1%) { four } else { three }
    pity = number
}
"#;

#[test]
fn the_number_of_a_pull_is_one_more_than_what_is_behind_it() {
    let rows = [
        (1, "0.8%"),
        (60, "0.8%"),
        (61, "5.8%"),
        (63, "15.8%"),
        (65, "25.8%"),
        (68, "40.8%"),
        (70, "50.8%"),
        (75, "75.8%"),
        (78, "90.8%"),
    ];
    let rows: String = rows.iter().map(|(pull, rate)| format!("| {pull} | {rate} |\n")).collect();
    let page = format!("| Pull | 5★ rate |\n|---|---|\n{rows}");
    holds(
        |text| findings_about("shrinehill", SHRINE, text, true),
        &page,
        &[("25.8%", "28.5%"), ("50.8%", "45.8%")],
    );
}

/// 1 - (7/8)^4 = 41.38%, 1 - (7/8)^10 = 73.69% and (7/8)^5 = 51.29%.
#[test]
fn a_question_says_in_how_many_uses_something_comes() {
    for text in [
        "**Chance of a ring if I kill four ogres?** 41.4%, a bit less than a coin flip.",
        "**Q: What are my odds of a ring if we kill four ogres?**\n\nA: They are 41.4% then.",
        "If you kill four ogres, the chance of a ring is 41.4%.",
    ] {
        holds(told, text, &[("41.4%", "44.1%")]);
    }
    for text in [
        "**How likely is a ring in ten ogres?** That is 73.7%.",
        "### How likely is a ring in ten ogres?\n\nThat is 73.7%.",
        "**I want at least one ring in a ten-ogre run.** You get one in 73.7% of them.",
    ] {
        holds(told, text, &[("73.7%", "77.3%")]);
    }
    holds(told, "**What are the odds of five ogres in a row without a ring?** 51.3%.", &[("51.3%", "53.1%")]);
    // The answer may be about one.
    for text in [
        "**Is it worth it to kill ten ogres?** Each one has a ring with 12.5%.",
        "**What about a club in ten ogres?** Per ogre that is 25%.",
    ] {
        let found = told(text);
        assert!(found.iter().all(|finding| finding.verdict.is_right()), "{text}: {found:#?}");
    }
}
