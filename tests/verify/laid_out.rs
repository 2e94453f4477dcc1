//! How pages of wikis are laid out: boxes before and beside their text, names that they give themselves, letters that
//! stand for numbers, tables that were copied from a browser.

use trueodds::verify::{Finding, Level};

use crate::prepared::findings_about;
use crate::told::holds;

/// A pike comes with one cast in ten, from rank 12 on with one in five; an eel with 49%, 20% more with the lure and 1%
/// more for each patch of reeds.
const MERE: &str = r#"mechanic mere/cast "Cast" use "cast", "casts"

input lure: flag "Moon Lure"
input rank_12: flag "Rank 12"
input boat: flag "Boat"
input reeds: integer 0..9 = 0 "Reeds nearby"
input wind: integer -20..20 = 0 "Wind"

outcome fish: { nothing "Nothing", pike "Pike", eel "Eel" } "Fish"
outcome weeds: integer 0.. "Weeds"

let pike_odds = if rank_12 { 20/100 } else { 10/100 }
let lured = if lure { 20/100 } else { 0 }
fish = one of {
    pike_odds => pike
    49/100 + reeds / 100 + wind / 100 + lured - (if boat { 5/100 } else { 0 }) => eel
    else => nothing
}
weeds = one of { 1/2 => 1, else => 2 }
"#;

fn laid_out(text: &str) -> Vec<Finding> {
    findings_about("mere", MERE, text, false)
}

#[test]
fn a_page_about_one_thing_begins_behind_its_box() {
    const TABLE: &str = "{| class=\"wikitable\"\n! Reeds nearby !! Off !! On\n|-\n| 0 || 49% || 69%\n|-\n| 3 || 52% || 72%\n\
        |-\n| 5 || 54% || 74%\n|-\n| 8 || 57% || 77%\n|}\n";
    let page = |before: &str| {
        format!(
            "{before}\n'''Moon Lure''' is a bait. It makes eels come more often, and hardly changes how often a [[pike]] \
             does.\n\n== Effect on casts ==\n* The chance of an eel from a cast goes from 49% up to 69%, and nothing is \
             left 21% of the time.\n\nChance of an eel by reeds nearby, without the lure and with it:\n\n{TABLE}"
        )
    };
    let boxes = [
        "{{Infobox bait\n| name = Moon Lure\n| slot = bait\n}}",
        "{{Stub|section=Reeds nearby 9}}\n{{Bait\n |name = Moon Lure\n |price = 40\n}}",
    ];
    for before in boxes {
        let figures = [("69%", "96%"), ("21%", "12%"), ("72%", "62%"), ("57%", "75%"), ("77%", "72%")];
        holds(laid_out, &page(before), &figures);
    }
}

#[test]
fn names_that_a_page_gives_stand_for_what_they_have() {
    let page = "# Who to fish with\n\n- **Old Tom**: the Moon Lure, and three reeds nearby.\n- **Isa**: a boat.\n\
                - **Brother Cob**: no lure at all. He sits where there are 6 reeds nearby.\n\n\
                | who | Pike | Eel | Nothing |\n|--|--|--|--|\n| Old Tom | 10% | 72% | 18% |\n\
                | Isa | 10% | 44% | 46% |\n| Brother Cob | 10% | 55% | 35% |\n\n\
                With Isa a cast brings an eel 44% of the time.\n";
    holds(laid_out, page, &[("72%", "69%"), ("46%", "41%"), ("55%", "49%"), ("35%", "41%")]);
}

#[test]
fn letters_stand_for_numbers_and_numbers_have_signs() {
    let page = "The wind (''w'' for short) drives the eels: how often a cast brings one.\n\n\
                {| class=\"wikitable\"\n! ''w'' !! Bare hands !! Moon Lure !! Boat\n|-\n| 20 || 69% || 89% || 64%\n|-\n\
                | 0 || 49% || 69% || 44%\n|-\n| \u{2212}10 || 39% || 59% || 34%\n|-\n\
                | \u{2212}20 || 29% || 49% || 24%\n|}\n\n\
                A cast with the wind at minus ten brings an eel 39% of the time, with the wind at minus 14 35%. \
                With ''w'' = 5 there are as many weeds as ever.\n";
    holds(laid_out, page, &[("89%", "98%"), ("34%", "43%"), ("24%", "42%"), ("35%", "63%")]);
    assert!(!laid_out(page).iter().any(|finding| finding.stated == "5"), "{:?}", laid_out(page));
}

#[test]
fn below_a_rank_it_is_not_there() {
    let page = "Pikes by cast:\n\n| | Pike | Eel | Nothing |\n|--|--|--|--|\n| Below Rank 12 | 10% | 49% | 41% |\n\
                | Rank 12 | 20% | 49% | 31% |\n\nUnder Rank 12 a cast brings a pike 10% of the time and nothing 41%.\n";
    holds(laid_out, page, &[("41%", "31%"), ("20%", "10%"), ("31%", "41%")]);
}

#[test]
fn tables_copied_from_a_browser_are_read() {
    let page = "Casts\n\nChances of a cast by reeds nearby.\n\nReeds nearby\t0\t3\t5\t9\nBare hands\n\
                Eel\t49%\t52%\t54%\t58%\nNothing\t41%\t38%\t36%\t32%\nMoon Lure\nEel\t69%\t72%\t74%\t78%\n\
                Nothing\t21%\t18%\t16%\t12%\n\nAnd for the boat, all chances again:\n\n\
                Reeds nearby\nEel\nNothing\n0\n44%\n46%\n3\n47%\n43%\n5\n49%\n41%\n9\n53%\n37%\n";
    let figures =
        [("58%", "56%"), ("38%", "83%"), ("78%", "87%"), ("16%", "36%"), ("53%", "35%"), ("37%", "57%")];
    holds(laid_out, page, &figures);
}

#[test]
fn the_item_is_what_the_page_is_about() {
    let page = "{{Infobox item\n| name = Moon Lure\n}}\n'''Moon Lure''' is a rare item for anglers.\n\n== Effect on casts ==\n\
                With the item a cast brings an eel 69% of the time and nothing 21% of the time. \
                Without this item nothing is left 41% of the time, and a pike 10% of the time.\n";
    holds(laid_out, page, &[("69%", "96%"), ("21%", "12%"), ("41%", "14%")]);
    let asked = |stated: &str| {
        let found = laid_out(page).into_iter().find(|finding| finding.stated == stated);
        found.and_then(|finding| finding.question).unwrap_or_default()
    };
    assert!(asked("69%").contains("lure=true"), "{}", asked("69%"));
    assert!(!asked("41%").contains("lure=true"), "{}", asked("41%"));
}

/// An upgrade from level 0 succeeds with 95%, from 1 with 90%, then with 81%, 74%, 66%, 55%; from 3 on it may break with
/// 2% for each level.
const FORGE: &str = r#"mechanic forge/upgrade "Upgrade" use "upgrade", "upgrades"

input level: integer 0..5 = 0 "Level"

outcome result: { success "Success", same "No change", broken "Broken" } "Result"

let p = match level { 0 => 95, 1 => 90, 2 => 81, 3 => 74, 4 => 66, else => 55 }
result = one of {
    p / 100 => success
    (if level < 3 { 0 } else { 2 * level }) / 100 => broken
    else => same
}
"#;

#[test]
fn steps_are_told_by_where_they_begin_or_end() {
    let success = ["95%", "90%", "81%", "74%", "66%", "55%"];
    let broken = ["0%", "0%", "0%", "6%", "8%", "10%"];
    let lines = |line: &dyn Fn(usize) -> String| (0..6).map(line).collect::<Vec<_>>().join("\n");
    let pages = [
        lines(&|level| format!("Level {level} - {}", success[level])),
        lines(&|level| format!("+{level} -> +{}: {}", level + 1, success[level])),
        lines(&|level| {
            format!("+{level} → +{}: success {}, broken {}", level + 1, success[level], broken[level])
        }),
        format!(
            "| To | Success | Broken |\n|---|---|---|\n{}",
            lines(&|level| format!("| +{} | {} | {} |", level + 1, success[level], broken[level]))
        ),
    ];
    for page in pages {
        let page = format!("Upgrades\n\n{page}\n");
        let findings = findings_about("forge", FORGE, &page, true);
        let right = findings.iter().filter(|finding| finding.verdict.is_right()).count();
        assert_eq!(right, page.matches('%').count(), "{page}{findings:#?}");
        let altered = page.replacen("66%", "69%", 1);
        let loud = findings_about("forge", FORGE, &altered, true);
        let is_loud = |finding: &Finding| finding.is_doubt || finding.level() == Level::Error;
        let is_it = |finding: &Finding| finding.stated == "69%" && is_loud(finding);
        assert!(loud.iter().any(is_it), "{altered}{loud:#?}");
    }
}

#[test]
fn papers_are_judged_as_other_pages_are() {
    let page = "\\documentclass{article}\n\\begin{document}\n\\section{The mere}\n% 3\\% in an older text\n\
                A \\textbf{pike} takes $10\\,\\%$ of the casts, an \\emph{eel} $\\frac{49}{100} = 49\\%$.\n\
                \\begin{table}[ht]\n\\centering\n\\begin{tabular}{@{}lrr@{}}\n\\toprule\n\
                & \\multicolumn{2}{c}{Reeds nearby} \\\\ \\cmidrule(lr){2-3}\nCatch & 0 & 7 \\\\\n\\midrule\n\
                Pike & 10\\% & 10\\% \\\\\nEel & 49\\% & 56\\% \\\\[2pt]\nNothing & 41\\% & 34\\% \\\\\n\\bottomrule\n\
                \\end{tabular}\n\\caption{What a cast brings}\n\\end{table}\n\\end{document}\n";
    holds(laid_out, page, &[("56\\%", "65\\%"), ("34\\%", "43\\%"), ("41\\%", "14\\%")]);
    let altered = page.replace("56\\%", "65\\%");
    let findings = laid_out(&altered);
    let wrong = findings.iter().find(|finding| finding.stated == "65\\%");
    assert_eq!(wrong.and_then(|finding| finding.instead.as_deref()), Some("56\\%"));
}

#[test]
fn a_column_of_values_says_what_the_column_before_it_comes_to() {
    let page = "outcome,value,probability\nfish,nothing,0.41\nfish,pike,0.1\nfish,eel,0.49\nweeds,1,1/2\nweeds,2,0.5\n";
    holds(laid_out, page, &[("0.41", "0.14"), ("0.49", "0.94")]);
    // No comma stands between thousands here.
    holds(laid_out, &page.replace("weeds,1,1/2", "weeds,1,500/1000"), &[("0.41", "0.14")]);
}

#[test]
fn a_sign_that_marks_an_item_is_no_column_and_a_rule_no_code() {
    // Signs and figures that stand in columns by chance: a list all the same.
    let list = "Chance of an eel by reeds nearby:\n\n* 1 reeds nearby: 50%\n*  2 reeds nearby:  51%\n*  3 reeds nearby:  52% \n\
                *  4 reeds nearby:  53%\n*   5 reeds nearby:  54%\n";
    holds(laid_out, list, &[("52%", "62%"), ("53%", "35%")]);
    let printed = "# Casts\n\n```\nreeds        mean\n-----------------\nChance of an eel by reeds nearby:\n  1 reeds nearby: 50.0%   \
                   2 reeds nearby: 51.0%\n  3 reeds nearby: 52.0%   4 reeds nearby: 53.0%\n```\n";
    holds(laid_out, printed, &[("52.0%", "62.0%")]);
}
