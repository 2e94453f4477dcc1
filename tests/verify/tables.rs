//! Tables of outcomes on a page: what `table` prints verifies clean wherever it is pasted, and every cell and every
//! name that is altered afterwards is found.

use std::process::Command;

use crate::mutants::{Mutant, mutants};
use crate::prepared::with_judge;
use crate::support;
use trueodds::document::{LawDocument, Shown, TableLayout};
use trueodds::evaluate::Limits;
use trueodds::page::Page;
use trueodds::query::{LawRequest, laws};
use trueodds::render::{Format, Style, render};
use trueodds::scenario::{Axes, Settings, Sweep, scenarios};
use trueodds::verify::{Finding, Judge, Level, Verdict};

const FORMATS: &[Format] = &[Format::Wikitext, Format::Markdown, Format::Terminal];

struct Asked<'a> {
    mechanic: &'a str,
    settings: Settings,
    sweep: Option<&'a str>,
    fields: &'a [&'a str],
    shown: &'a [Shown],
    transpose: bool,
}

impl<'a> Asked<'a> {
    fn new(mechanic: &'a str) -> Asked<'a> {
        Asked {
            mechanic,
            settings: Settings::default(),
            sweep: None,
            fields: &[],
            shown: &[Shown::Percent],
            transpose: false,
        }
    }

    fn print(&self, format: Format) -> String {
        let mechanic = support::mechanic(self.mechanic);
        let fields: Vec<String> = self.fields.iter().map(|field| (*field).to_owned()).collect();
        let axes = Axes::from(self.sweep.map(|sweep| Sweep::parse(&mechanic, sweep, 100).unwrap()));
        let request = LawRequest {
            scenarios: axes.spread(&mechanic, &scenarios(&mechanic, &self.settings).unwrap()).unwrap(),
            outcomes: mechanic.outcomes(&fields).unwrap(),
            cumulative: None,
            given: None,
        };
        let found = laws(&mechanic, &request, &Limits::default()).unwrap();
        let layout =
            TableLayout { transpose: self.transpose, shown: self.shown.to_vec(), ..TableLayout::default() };
        let style =
            Style { templates: vec!["i".to_owned(), "p".to_owned(), "t".to_owned()], ..Style::default() };
        render(&LawDocument::new(&mechanic, &found, &axes, layout), format, &style)
    }
}

fn judged(text: &str, judge: &mut Judge<'_>, chosen: &[&str]) -> Vec<Finding> {
    let chosen: Vec<String> = chosen.iter().map(|name| (*name).to_owned()).collect();
    judge.clone().under(&chosen).page(&Page::read(text))
}

fn alarms(text: &str, judge: &mut Judge<'_>) -> Vec<String> {
    let findings = judged(text, judge, &[]);
    let loud = findings.into_iter().filter(|finding| finding.verdict.level() != Level::Note);
    loud.map(|finding| format!("{}: {:?}", finding.message, finding.notes)).collect()
}

fn tables() -> Vec<Asked<'static>> {
    let award = || Asked::new("isaac/room-clear-award");
    vec![
        Asked { sweep: Some("luck=0..4"), ..award() },
        Asked { sweep: Some("luck=0..2"), transpose: true, ..award() },
        Asked { sweep: Some("difficulty"), shown: &[Shown::Fraction, Shown::Percent], ..award() },
        Asked {
            settings: Settings {
                rules: vec!["rebirth".to_owned(), "fandom".to_owned()],
                set: vec!["luck=3".to_owned(), "difficulty=hard".to_owned()],
                with: vec!["lucky_foot".to_owned(), "daemons_tail".to_owned()],
                ..Settings::default()
            },
            ..award()
        },
        Asked { shown: &[Shown::Both], ..award() },
        Asked { sweep: Some("offset=0..2"), ..Asked::new("sts/shop-card") },
        Asked {
            settings: Settings { state: vec!["offset=-40".to_owned()], ..Settings::default() },
            sweep: Some("room=normal,elite"),
            ..Asked::new("sts/card-roll")
        },
    ]
}

#[test]
fn what_table_prints_verifies_clean_and_nothing_of_it_is_open() {
    with_judge(|judge| {
        for asked in tables() {
            for format in FORMATS {
                let text = asked.print(*format);
                for around in ["", "Some notes.\n\n"] {
                    let text = format!("{around}{text}");
                    let open = |finding: &&Finding| !finding.verdict.is_right();
                    let findings = judged(&text, judge, &[]);
                    let open: Vec<_> = findings.iter().filter(open).collect();
                    assert!(open.is_empty() && !findings.is_empty(), "{text}\n{open:?}");
                }
            }
        }
    });
}

#[test]
fn every_altered_cell_and_every_swapped_row_is_found() {
    with_judge(|judge| {
        for asked in tables() {
            for format in FORMATS {
                let text = asked.print(*format);
                let heads: Vec<&str> =
                    ["Luck 0", "Luck 1", "Luck 2", "Luck 3", "Luck 4", "Offset 0", "Offset 1"]
                        .into_iter()
                        .chain(["Offset 2", "Offset 5", "Offset \u{2212}40", "data-sort-value=\""])
                        .collect();
                let mut altered = 0;
                for mutant in mutants(&text, &heads) {
                    // Two rows may have the same law.
                    let found = mutant.instead.iter().any(|new| {
                        let mut text = text.clone();
                        text.replace_range(mutant.range.clone(), new);
                        !alarms(&text, judge).is_empty()
                    });
                    assert!(found, "{:?} as {:?} in\n{text}", &text[mutant.range.clone()], mutant.instead);
                    altered += 1;
                }
                assert!(altered >= 3, "{text}");
            }
        }
    });
}

/// Every mechanic of the data, a question about it, and whether it has states.
const MECHANICS: &[(&str, &str, bool)] = &[
    ("isaac/floor", "P(library)", false),
    ("isaac/room-clear-award", "P(award = coin)", false),
    ("isaac/room-count", "P(rooms = 8)", false),
    ("isaac/special-rooms", "P(dice_or_sacrifice = none)", false),
    ("sts/card-reward", "P(uncommons = 1)", true),
    ("sts/card-roll", "P(rarity = uncommon)", true),
    ("sts/colorless-reward", "P(rares = 1)", false),
    ("sts/relic-can-spawn", "P(can_spawn)", false),
    ("sts/room-cards", "P(uncommons = 1)", true),
    ("sts/shop-card", "P(rarity = rare)", true),
];

/// Figures that nothing explains, and that nothing says are wrong.
const OPEN: &[(&str, &str, &str)] = &[
    ("isaac/floor", "100%", "other mechanics are given dead ends, and 5 is taken for such a number"),
    ("sts/relic-can-spawn", "100%", "a number that is 1 and stands alone says nothing"),
    ("isaac/room-count", "1/2", "two halves say nothing where no title names the mechanic"),
];

/// What the command prints about every mechanic in every form, with the mechanic.
fn printed() -> Vec<(&'static str, String)> {
    let mut texts = Vec::new();
    for (mechanic, query, has_states) in MECHANICS {
        let mut calls = vec![vec!["table", mechanic], vec!["query", mechanic, query]];
        if *has_states {
            calls.push(vec!["chain", mechanic, "step"]);
        }
        for (call, format) in calls.iter().flat_map(|call| {
            ["wikitext", "html", "markdown", "terminal", "latex", "csv"].map(|format| (call, format))
        }) {
            let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
            command.args(call).args(["--format", format]).env_remove("TRUEODDS_DATA");
            let output = command.output().unwrap();
            assert!(output.status.success(), "{call:?} {format}");
            texts.push((*mechanic, String::from_utf8(output.stdout).unwrap()));
        }
    }
    texts
}

#[test]
fn all_that_is_printed_about_every_mechanic_verifies_clean_and_altered_cells_are_found() {
    /// Of a text at least every so many figures are altered, and at most so many of them.
    const EVERY: usize = 7;
    const MOST: usize = 3;
    /// So many figures say together what they are about; of no more than these one that is altered is not found.
    const READING: usize = 3;
    let mut said = Vec::new();
    with_judge(|judge| {
        for (mechanic, text) in printed() {
            let open = |finding: &&Finding| {
                let listed = OPEN.iter().any(|(of, figure, _)| *of == mechanic && finding.stated == *figure);
                !(finding.verdict.is_right() || listed && finding.verdict == Verdict::Unclassified)
            };
            let findings = judged(&text, judge, &[]);
            let is_open = |range: &std::ops::Range<usize>| {
                let at =
                    |finding: &&Finding| finding.range.as_ref().is_some_and(|own| own.contains(&range.start));
                findings.iter().find(at).is_none_or(|finding| !finding.verdict.is_right())
            };
            said.extend(findings.iter().filter(open).map(|finding| format!("{}\n{text}", finding.message)));
            let is_chance = |mutant: &Mutant| {
                let behind = &text[mutant.range.end..];
                let is_last = behind.starts_with('\n') && text[mutant.range.clone()].contains('.');
                let is_value =
                    is_last && text.lines().next().is_some_and(|names| names.ends_with(",decimal"));
                !mutant.is_swap && (behind.starts_with('%') || behind.starts_with("\\%") || is_value)
            };
            let all: Vec<Mutant> = mutants(&text, &[]).into_iter().filter(is_chance).collect();
            if all.len() <= READING {
                continue;
            }
            for mutant in all.iter().step_by(EVERY.max(all.len() / MOST)) {
                let found = mutant.instead.iter().any(|new| {
                    let mut text = text.clone();
                    text.replace_range(mutant.range.clone(), new);
                    !alarms(&text, judge).is_empty()
                });
                if !found && !is_open(&mutant.range) {
                    let old = &text[mutant.range.clone()];
                    let line = text[..mutant.range.start].matches('\n').count() + 1;
                    said.push(format!(
                        "{old}% in line {line} as {:?} is not found in\n{text}",
                        mutant.instead
                    ));
                }
            }
        }
    });
    assert!(said.is_empty(), "{}", said.join("\n"));
}

#[test]
fn rows_of_rooms_are_judged_one_by_one() {
    let text = "| Room | Chance |\n|---|---|\n| Library | 5% |\n| Curse Room | 50% |\n| Miniboss | 25% |\n\
        | Planetarium | 1% |\n";
    with_judge(|judge| {
        assert_eq!(alarms(text, judge), Vec::<String>::new());
        let altered = text.replace("25%", "26%");
        let wrong: Vec<Finding> = judged(&altered, judge, &[])
            .into_iter()
            .filter(|finding| finding.verdict == Verdict::Wrong)
            .collect();
        assert_eq!(wrong.len(), 1);
        assert_eq!((wrong[0].code, wrong[0].exact.as_str()), ("wrong-cell", "1/4 (25%)"));
        let details = &wrong[0].details;
        assert!(details[0].contains("P(miniboss) of isaac/special-rooms"), "{details:?}");
        // A room with a condition of its own that the page gives in its prose.
        let later = text.replace("25%", "43.75%").replace("50%", "62.5%");
        assert_eq!(alarms(&later, judge), Vec::<String>::new());
    });
}

#[test]
fn a_law_under_inputs_that_only_the_prose_gives_is_no_mistake() {
    with_judge(|judge| {
        let all = ["rib_of_greed", "daemons_tail", "watch_battery", "match_stick", "guppys_tail", "smelter"];
        for with in [&all[..1], &all[1..2], &all[..2], &all[..3], &all[2..4], &all[3..]] {
            for set in [vec![], vec!["luck=7".to_owned()]] {
                let with = with.iter().map(|name| (*name).to_owned()).collect();
                let settings = Settings { with, set, ..Settings::default() };
                let asked = Asked { settings, ..Asked::new("isaac/room-clear-award") };
                let text = asked.print(Format::Markdown);
                let (_, bare) = text.split_once('|').unwrap();
                let text = format!("# Room clear award\n\nGiven some things:\n\n|{bare}");
                assert_eq!(alarms(&text, judge), Vec::<String>::new(), "{text}");
            }
        }
    });
}

#[test]
fn tables_about_other_things_are_left_alone() {
    let texts = [
        "| Rarity | Chance |\n|---|---|\n| Rare | 5% |\n| Uncommon | 25% |\n| Common | 70% |\n",
        "| Rarity | Bonus |\n|---|---|\n| Rare | +9% |\n| Uncommon | +37% |\n| Common | +50% |\n",
        "| Award | After the patch |\n|---|---|\n| Nothing | 22% |\n| Key | 18.62% |\n| Sack | 9% |\n",
        "| Award | Chance | Chance |\n|---|---|---|\n| Coin | 1% | 2% |\n| Coin | 3% | 4% |\n| Key | 5% | 6% |\n",
    ];
    with_judge(|judge| {
        for text in texts {
            assert_eq!(alarms(text, judge), Vec::<String>::new(), "{text}");
        }
    });
}

#[test]
fn under_rule_sets_that_were_asked_for_a_table_of_others_depends() {
    let asked = Asked {
        settings: Settings { rules: vec!["fandom".to_owned()], ..Settings::default() },
        ..Asked::new("isaac/room-clear-award")
    };
    let text = asked.print(Format::Markdown);
    with_judge(|judge| {
        let of = |verdict: Verdict, chosen: &[&str], judge: &mut Judge<'_>| {
            let findings = judged(&text, judge, chosen);
            findings.iter().filter(|finding| finding.verdict == verdict).count()
        };
        assert_eq!(of(Verdict::Depends, &[], judge), 0);
        assert!(of(Verdict::Depends, &["rebirth"], judge) > 3);
        assert_eq!(of(Verdict::Wrong, &["rebirth"], judge), 0);
    });
}

#[test]
fn a_caption_that_names_another_item_is_found_out() {
    let settings = Settings {
        with: vec!["lucky_foot".to_owned()],
        set: vec!["luck=5".to_owned()],
        ..Settings::default()
    };
    let text = Asked { settings, ..Asked::new("isaac/room-clear-award") }.print(Format::Wikitext);
    let altered = text.replace("Lucky Foot", "Lucky Toe");
    assert_ne!(altered, text);
    with_judge(|judge| {
        assert_eq!(alarms(&text, judge), Vec::<String>::new());
        let said = alarms(&altered, judge);
        assert!(said.iter().any(|said| said.contains("those of Lucky Foot, not of Lucky Toe")), "{said:?}");
    });
}

#[test]
fn before_the_first_draw_a_state_is_where_it_starts() {
    // The offset starts at +5 and falls by one with each common; a rare is what is below 3 less the offset.
    let row = |commons: i64| format!("| {commons} | {:+} | {}% |\n", 5 - commons, (3 - (5 - commons)).max(0));
    let rows: String = [0, 3, 5, 10, 20, 30].into_iter().map(row).collect();
    let page = format!(
        "# The rare offset\n\n| Commons seen since the last rare | Offset | Rare chance (normal fight) |\n|---|---|---|\n{rows}"
    );
    let wrong = |page: &str| -> Vec<String> {
        let findings = with_judge(|judge| judge.page(&Page::read(page)));
        findings
            .into_iter()
            .filter(|finding| finding.level() == Level::Error)
            .map(|finding| finding.stated)
            .collect()
    };
    assert_eq!(wrong(&page), [""; 0]);
    assert_eq!(wrong(&page.replace("| 8% |", "| 18% |")), ["18%"]);
}
