//! Pages written for these tests: as they stand nothing is wrong with them, and when one figure is altered
//! `verify` says so. Which figures are not altered, and why, is said in [`OUT_OF_SCOPE`].
//!
//! The tables of misses are printed with `cargo test --test verify mutations -- --nocapture`.
#![allow(clippy::print_stdout, reason = "the shares that were found are worth reading")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::mutants::{Mutant, mutants};
use crate::prepared::with_judge;
use crate::support::Random;
use trueodds::page::Page;
use trueodds::verify::{Judge, Level, fixed};

const PAGES: &[&str] = &[
    "room-clear.wikitext",
    "room-clear-scraped.txt",
    "card-rewards.md",
    "level-generation.wikitext",
    "level-generation-diff.txt",
    "pseudo-code.txt",
    "arithmetic-only.md",
];

/// Texts in which no figure is altered: the page, or `*` for all; the text; and the reason. Whether a figure was
/// found is no reason. A text that stands nowhere fails the test.
const OUT_OF_SCOPE: &[(&str, &str, &str)] = &[
    ("room-clear.wikitext", "1.9.7.12", "version"),
    ("room-clear.wikitext", "<!-- 10 on the other side -->", "comment that readers do not see"),
    ("room-clear.wikitext", "data-sort-value=\"", "sort key that readers do not see"),
    ("room-clear.wikitext", "at luck 0 and luck 1, no items", "names the columns"),
    ("room-clear.wikitext", "| Luck 0", "names a column"),
    ("room-clear.wikitext", "| Luck 1", "names a column"),
    (
        "room-clear-scraped.txt",
        "\n  1 Roll\n    1.1 Bands\n    1.2 Replacements\n  2 Trivia",
        "table of contents",
    ),
    ("room-clear-scraped.txt", "Luck 0\tLuck 5", "names the columns"),
    ("room-clear-scraped.txt", "3 February 2025, at 18:42", "date"),
    ("room-clear-scraped.txt", "BY-SA 4.0", "version"),
    ("room-clear-scraped.txt", "oldid=482913", "id"),
    ("card-rewards.md", "version 2.3.4, checked 2024-11-02", "version, date"),
    ("card-rewards.md", "notes-v2.html#rarity-7", "address"),
    ("card-rewards.md", "In act 3", "a condition"),
    ("card-rewards.md", "Both |", "Binary alone leaves 2 cards too, so the two names may be traded"),
    ("card-rewards.md", "upgraded with 50%", "stated by none of the five pages, so no claim is about it"),
    ("card-rewards.md", "3% becomes 9%", "stated by none of the five pages"),
    ("card-rewards.md", "takes 19.97 cards on average (median 19)", "stated by none of the five pages"),
    (
        "card-rewards.md",
        "5.01% of all cards are rare, 36.77% uncommon and 58.22%",
        "stated by none of the five pages",
    ),
    ("level-generation.wikitext", "2025-01-17", "date"),
    ("level-generation.wikitext", "v1.7.9b", "version"),
    ("level-generation.wikitext", "1.7.9b, 12 March 2024", "version, date"),
    ("level-generation.wikitext", "2024-03.html", "address"),
    ("level-generation.wikitext", "2024-03-15", "date"),
    (
        "level-generation.wikitext",
        "21 rooms at most; do not restore, it was 50%",
        "comment that readers do not see",
    ),
    ("level-generation.wikitext", "data-sort-value=\"", "sort key that readers do not see"),
    ("level-generation.wikitext", "one time in 7, that is 14.3%", "arithmetic told as prose"),
    ("level-generation.wikitext", "a chance of 5%, so 95%", "arithmetic told as prose"),
    ("level-generation-diff.txt", "09:14, 2 May 2023", "date"),
    ("level-generation-diff.txt", "21:07, 30 May 2023", "date"),
    ("level-generation-diff.txt", "+1,204 bytes", "size of the edit"),
    ("level-generation-diff.txt", "Tag: 2017", "name of a tag"),
    ("level-generation-diff.txt", "Line 18:\tLine 18:", "number of a line"),
    ("pseudo-code.txt", "get_player(0)", "number of a player, undecided"),
    ("pseudo-code.txt", "award_seed, 35) -- 5, 9, 7", "random generator, undecided"),
    ("pseudo-code.txt", "== 0", "face of a draw, undecided"),
    ("pseudo-code.txt", "!= 0", "face of a draw, undecided"),
    ("pseudo-code.txt", "& 1 == 0 or stage_id", "bit that any stage with a room makes irrelevant, undecided"),
    ("pseudo-code.txt", "difficulty == 1", "number of a difficulty, undecided"),
    ("pseudo-code.txt", "sub_type = 0", "spawning, undecided"),
    ("pseudo-code.txt", "vector(0, 0), 0", "spawning, undecided"),
    ("pseudo-code.txt", "get_bone_hearts() * 2", "units of the game, undecided"),
    ("arithmetic-only.md", "20 casts (5%)", "one in 21 is 4.76%, which is 5% as well"),
    ("arithmetic-only.md", "1 in 8 (12.5%)", "a count of one in so many may be rounded"),
    ("arithmetic-only.md", "1 in 3 (33%)", "a count of one in so many may be rounded"),
    ("arithmetic-only.md", "One in 40 (2.5%)", "a count of one in so many may be rounded"),
    ("arithmetic-only.md", "one in six (16.7%)", "a count of one in so many may be rounded"),
    ("arithmetic-only.md", "10,000 (0.01%)", "one in 11,000 is 0.0091%, which is 0.01% as well"),
    (
        "arithmetic-only.md",
        "20% chance, plus an independent 10% chance for a total of 28%",
        "whole percentages: one more or less of each is still within the rounding of the others",
    ),
    (
        "arithmetic-only.md",
        "12% chance, plus an additional 8% chance for a total of 20%",
        "whole percentages: one more or less of each is still within the rounding of the others",
    ),
    (
        "arithmetic-only.md",
        "65% carp",
        "two parts that are each rounded to whole percentages may sum to 101% or 99%",
    ),
    ("arithmetic-only.md", "2021-06-18", "date"),
    ("arithmetic-only.md", "patch 3.14.2 (build 20240115)", "version"),
    ("arithmetic-only.md", "7 March 2024", "date"),
    ("arithmetic-only.md", "7/10 and 9/10, one even 4.5/5; the servers run 24/7", "scores, idiom"),
    ("arithmetic-only.md", "+1 555-0142, or (030) 901820-77", "telephone"),
    ("arithmetic-only.md", "mirefold/v3.14/odds?id=1/3&p=25%25", "address"),
    ("arithmetic-only.md", "odds-0.22.tar.gz", "name of a file"),
    ("arithmetic-only.md", "30% of days; on the other 70%", "arithmetic told as prose"),
    ("arithmetic-only.md", "85% and fails with 15%", "arithmetic told as prose"),
    ("arithmetic-only.md", "the second table give 100.1%", "arithmetic told as prose"),
    ("arithmetic-only.md", "Copper | 10% | 2% |", "bonuses that are no law"),
    ("arithmetic-only.md", "Silver | 25% | 5% |", "bonuses that are no law"),
    ("arithmetic-only.md", "Gold | 40% | 9% |", "bonuses that are no law"),
    ("arithmetic-only.md", "Amber | 60% | 12% |", "bonuses that are no law"),
    ("arithmetic-only.md", "| 1 | 55% | 45% |", "two whole percentages may sum to 101% or 99%"),
    ("arithmetic-only.md", "| 2 | 62% | 38% |", "two whole percentages may sum to 101% or 99%"),
    (
        "arithmetic-only.md",
        "| Grey | 16.7% |\n| Brown | 16.7% |\n| White | 16.7% |\n| Black | 25% |\n| Gold | 25% |\n| Total | 100% |",
        "whole percentages among finer ones: half of one more or less is within their rounding",
    ),
    ("arithmetic-only.md", "| 50% |\n| Fly", "whole percentages among finer ones"),
    ("arithmetic-only.md", "| 30% |\n| Bread", "whole percentages among finer ones"),
    ("arithmetic-only.md", "| 12.5% |\n| Cheese", "whole percentages among finer ones"),
    ("arithmetic-only.md", "| 7.5% |", "whole percentages among finer ones"),
    ("arithmetic-only.md", "| 2021 | +12% | 48,210 |", "statistics, no chance"),
    ("arithmetic-only.md", "| 2022 | −7% | 44,835 |", "statistics, no chance"),
    ("arithmetic-only.md", "| 2023 | +31.5% | 58,958 |", "statistics, no chance"),
    ("arithmetic-only.md", "by 1.5, then adds 2", "another game: nothing to compare it with"),
    (
        "arithmetic-only.md",
        "by 1/3, from 30% to 20%. Rain halves it: 30% becomes 15%",
        "arithmetic told as prose",
    ),
    (
        "arithmetic-only.md",
        "Between −5 and 5 °C nothing bites; 3–4 lanterns burn at once, at most 12.",
        "sizes",
    ),
    (
        "arithmetic-only.md",
        "21:45. The pond measures 1,204 m² (640×480 px on the map), about 2.5%",
        "time, sizes",
    ),
    (
        "arithmetic-only.md",
        "(12% vs 4%), and need more pulls (9 vs 3)",
        "another game: nothing to compare it with",
    ),
    ("arithmetic-only.md", "== 0", "face of a draw, undecided"),
    ("arithmetic-only.md", "0.95.1", "version"),
    (
        "arithmetic-only.md",
        "3      # 30% of the total 10",
        "a weight: of what it is a share stands elsewhere",
    ),
    ("arithmetic-only.md", "7      # 70%", "a weight: of what it is a share stands elsewhere"),
    (
        "arithmetic-only.md",
        "Of 12,000 casts 3,000 (25%) gave a carp and 1 500 (12.5%)",
        "arithmetic told as prose",
    ),
    ("arithmetic-only.md", "In 2,500 of 10,000 nights (25%)", "arithmetic told as prose"),
    ("arithmetic-only.md", "1'024", "a count with nothing to compare it with"),
];

fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages").join(name);
    fs::read_to_string(path).unwrap()
}

/// One finding to act upon: line, claim, kind, message.
type Alarm = (usize, Option<usize>, &'static str, String);

/// The findings of level error and warning, with how often each comes.
fn alarms(text: &str, judge: &mut Judge<'_>) -> BTreeMap<Alarm, usize> {
    let read = Page::read(text);
    let mut alarms = BTreeMap::new();
    for finding in judge.page(&read) {
        if finding.verdict.level() != Level::Note {
            let (line, _) = read.locate(finding.range.map_or(0, |range| range.start));
            *alarms.entry((line, finding.case, finding.code, finding.message)).or_default() += 1;
        }
    }
    alarms
}

#[test]
fn nothing_is_wrong_with_the_pages_as_they_stand() {
    let mut said = String::new();
    with_judge(|judge| {
        for name in PAGES.iter().chain(&["other-games.txt"]) {
            let text = text(name);
            for (ends, text) in [("", text.clone()), (" with CRLF", text.replace('\n', "\r\n"))] {
                for (line, _, code, message) in alarms(&text, judge).into_keys() {
                    let _ = writeln!(said, "{name}{ends}:{line}: {code}: {message}");
                }
            }
        }
    });
    assert!(said.is_empty(), "\n{said}");
}

#[test]
fn the_ends_of_lines_change_no_verdict() {
    with_judge(|judge| {
        for name in PAGES {
            let mut verdicts = |text: &str| {
                let read = Page::read(text);
                let findings = judge.page(&read);
                let verdict = |finding: trueodds::verify::Finding| {
                    let place = read.locate(finding.range.unwrap().start);
                    (place, finding.verdict, finding.stated)
                };
                findings.into_iter().map(verdict).collect::<Vec<_>>()
            };
            let text = text(name);
            assert_eq!(verdicts(&text), verdicts(&text.replace('\n', "\r\n")), "{name}");
        }
    });
}

#[test]
fn code_on_one_line_is_read_as_code_on_many() {
    // Without its comments, as a page that lost its line ends has it.
    let text = text("pseudo-code.txt");
    let lines = text.lines().map(|line| line.split("--").next().unwrap().trim());
    let line = lines.collect::<Vec<_>>().join(" ");
    with_judge(|judge| {
        assert_eq!(alarms(&line, judge), BTreeMap::new());
        let altered = line.replace("random_int(20)", "random_int(21)");
        assert_ne!(altered, line);
        assert!(!alarms(&altered, judge).is_empty(), "one in 21 for the battery");
    });
}

/// Markup that is begun and not ended, and figures that are none.
const HOSTILE: &[&str] = &[
    "{{",
    "}}",
    "[[",
    "]]",
    "{|",
    "|-",
    "|}",
    "||",
    "!!",
    "<ref>",
    "<!--",
    "-->",
    "<math>",
    "`",
    "```",
    "$\\frac{",
    "%",
    " %",
    "~",
    "1/0",
    "0/0",
    "-1/-2",
    "1/",
    "/2",
    "150%",
    "−",
    "–",
    "…",
    "½",
    "\u{feff}",
    "\r",
    "\u{a0}",
    "\t",
    "(",
    ")",
    "99999999999999999999999999999999/3",
    "0.0000000000000000000000000001%",
    "1,234,5",
    "1e400",
    "&nbsp;",
    "&#x2F;",
    "🎲",
    "e\u{301}",
    "one in zero",
    "1 in 0",
    "0 in 5",
    "5-",
    "9-1",
    ".5.",
    "total of",
];

#[test]
fn whatever_becomes_of_a_page_every_finding_stands_on_it_and_mending_ends() {
    let mut random = Random(20);
    let pick = |random: &mut Random, n: usize| usize::try_from(random.below(n as u64)).unwrap();
    with_judge(|judge| {
        let mut judge = judge.clone();
        let texts: Vec<Vec<char>> = PAGES.iter().map(|name| text(name).chars().collect()).collect();
        for _ in 0..150 {
            let mut chars = texts[pick(&mut random, texts.len())].clone();
            for _ in 0..=pick(&mut random, 6) {
                let at = pick(&mut random, chars.len());
                let end = (at + pick(&mut random, 30)).min(chars.len() - 1);
                let new = HOSTILE[pick(&mut random, HOSTILE.len())].chars();
                match pick(&mut random, 3) {
                    0 => drop(chars.drain(at..end)),
                    1 => drop(chars.splice(at..at, new)),
                    _ => drop(chars.splice(at..end, new)),
                }
            }
            let text: String = chars.into_iter().collect();
            let read = Page::read(&text);
            let findings = judge.page(&read);
            for finding in &findings {
                let range = finding.range.clone().unwrap();
                let stands = text.get(range.clone()).unwrap_or_else(|| panic!("{range:?} of {text:?}"));
                // A law has its figures in several places, and stands at the first.
                assert!(finding.stated.starts_with(stands), "{finding:?} is not {stands:?}");
            }
            let (once, _) = fixed(&read, &findings);
            let read = Page::read(&once);
            let findings = judge.page(&read);
            assert_eq!(fixed(&read, &findings).0, once, "what was mended is mended again");
        }
    });
}

#[test]
fn every_text_that_is_out_of_scope_stands_on_its_page() {
    for (name, needle, reason) in OUT_OF_SCOPE {
        assert!(text(name).contains(needle), "{name}: {needle:?}");
        assert!(!reason.is_empty());
    }
    let listed: BTreeSet<_> = OUT_OF_SCOPE.iter().map(|(name, needle, _)| (name, needle)).collect();
    assert_eq!(listed.len(), OUT_OF_SCOPE.len(), "a text is listed twice");
}

/// Whether an alteration of the figure makes a finding that was not there before.
fn found(mutant: &Mutant, text: &str, before: &BTreeMap<Alarm, usize>, judge: &mut Judge<'_>) -> bool {
    mutant.instead.iter().any(|new| {
        let mut altered = text.to_owned();
        altered.replace_range(mutant.range.clone(), new);
        let after = alarms(&altered, judge);
        after.iter().any(|(alarm, count)| count > before.get(alarm).unwrap_or(&0))
    })
}

/// On a page about a game without mechanics the names of rows say nothing about their figures, and a cell with
/// places after the point is only decided by the sum of its column: it is altered by more than the five rows
/// may have been rounded by.
fn unnamed(text: &str, mut mutants: Vec<Mutant>) -> Vec<Mutant> {
    mutants.retain(|mutant| !mutant.is_swap);
    for mutant in &mut mutants {
        let number = &text[mutant.range.clone()];
        let line = text[..mutant.range.start].rfind('\n').map_or(0, |end| end + 1);
        if text[line..].starts_with("| ")
            && let Some((whole, place)) = number.split_once('.')
        {
            let tenths: i64 = format!("{whole}{place}").parse().unwrap();
            let write = |tenths: i64| format!("{}.{}", tenths / 10, tenths % 10);
            mutant.instead = vec![write(tenths + 6), write(tenths - 6)];
        }
    }
    mutants
}

/// The figures that are missed, of how many.
fn missed(name: &str, judge: &Judge<'_>) -> (Vec<Mutant>, usize) {
    let text = text(name);
    let before = alarms(&text, &mut judge.clone());
    let skipped = OUT_OF_SCOPE.iter().filter(|(page, ..)| *page == name).map(|(_, needle, _)| *needle);
    let all = mutants(&text, &skipped.collect::<Vec<_>>());
    let all = if name == "arithmetic-only.md" { unnamed(&text, all) } else { all };
    let (first, second) = all.split_at(all.len() / 2);
    let half = |half: &[Mutant]| {
        let mut judge = judge.clone();
        let missed = half.iter().filter(|mutant| !found(mutant, &text, &before, &mut judge));
        missed.cloned().collect::<Vec<_>>()
    };
    let missed = std::thread::scope(|scope| {
        let second = scope.spawn(|| half(second));
        let mut missed = half(first);
        missed.append(&mut second.join().unwrap());
        missed
    });
    (missed, all.len())
}

#[test]
fn of_the_altered_figures_at_least_95_in_100_are_found_on_each_page() {
    let mut short = Vec::new();
    let mut figures = 0;
    with_judge(|judge| {
        for name in PAGES {
            let text = text(name);
            let (missed, all) = missed(name, judge);
            figures += all;
            println!("{name}: {} of {all} altered figures found", all - missed.len());
            for mutant in &missed {
                let (line, column) = Page::read(&text).locate(mutant.range.start);
                let stands = &text[mutant.range.clone()].replace('\n', "⏎");
                println!("  missed {line}:{column}: {stands:?} as {:?}", mutant.instead);
            }
            if missed.len() * 20 > all {
                short.push(format!("{name}: {} of {all}", all - missed.len()));
            }
        }
    });
    assert!(figures > 800, "only {figures} figures were altered");
    assert!(short.is_empty(), "found too few: {}", short.join(", "));
}
