//! Questions that stand beside figures: what they decide, what is no question, and that they are proposed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use trueodds::page::Page;
use trueodds::verify::{Finding, Verdict, annotated, fixed};

use crate::prepared::judge;

/// What is judged by a question on a text: the figure, its verdict, and what is said; or the question that is none.
fn judged(text: &str) -> Vec<(String, Verdict, String)> {
    let page = Page::read(text);
    let findings = judge().annotated_by(["odds".to_owned()].into()).page(&page);
    let asked = |finding: &Finding| {
        finding.code == "bad-annotation" || {
            let behind = finding.range.as_ref().and_then(|range| text.get(range.end..)).unwrap_or_default();
            finding.question.is_some() && (behind.contains("<!--") || text.contains("{{odds"))
        }
    };
    let found = findings.into_iter().filter(asked);
    found.map(|finding| (finding.stated, finding.verdict, finding.message)).collect()
}

#[track_caller]
fn gives(text: &str, verdict: Verdict) {
    let found = judged(text);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    assert_eq!(found[0].1, verdict, "{text}: {found:?}");
}

#[track_caller]
fn is_no_question(text: &str, said: &str) {
    let found = judged(text);
    let problem = found.iter().find(|(stated, _, _)| stated.contains("odds"));
    let (stated, verdict, message) = problem.unwrap_or_else(|| panic!("{text}: {found:?}"));
    assert!(message.contains(said), "{message}");
    assert_eq!((*verdict, text.contains(stated.as_str())), (Verdict::Wrong, true));
}

#[test]
fn a_question_decides_the_figure_before_it() {
    // The band is 0.15 wide; 0.95 · 0.98 of it are left.
    for question in [
        "P(award = coin)",
        "isaac/room-clear-award: P(award = coin)",
        "room-clear-award: P(award = coin)",
        "P(award = coin) of isaac/room-clear-award",
        "P(award = coin), luck=0",
        "P(award = coin) of isaac/room-clear-award with luck=0, under repentance",
        "P(award = coin), sack=1/50",
        "1 - P(award != coin)",
    ] {
        gives(&format!("A penny: 13.97%<!-- odds: {question} -->"), Verdict::Rounded);
        gives(&format!("A penny: '''13.97%''' <!--odds:{question}--> of all."), Verdict::Rounded);
        gives(&format!("A penny (13.97%)<!-- odds: {question} -->"), Verdict::Rounded);
        gives(&format!("A penny: {{{{odds|{question}|13.97%}}}}"), Verdict::Rounded);
        gives(&format!("A penny: 14.97%<!-- odds: {question} -->"), Verdict::Wrong);
        gives(&format!("{{|\n| penny || 14.97% <!-- odds: {question} --> || x\n|}}"), Verdict::Wrong);
    }
    gives("15%<!-- odds: P(award = coin) before replacements -->", Verdict::Exact);
    gives("about 14%<!-- odds: P(award = coin) -->", Verdict::Rounded);
    gives("at least 10%<!-- odds: P(award = coin) -->", Verdict::Rounded);
    gives("1/7 <!-- odds: rule dice_or_sacrifice of isaac/special-rooms -->", Verdict::Exact);
    let given = "isaac/special-rooms: P(dice_or_sacrifice = dice {{!}} dice_or_sacrifice != none), keys=2";
    gives(&format!("{{{{odds|{given}|21.6%}}}}"), Verdict::Exact);
}

#[test]
fn a_question_comes_before_what_claims_and_labels_say() {
    let sack = "* A sack (2% chance, always in effect)";
    let annotated = sack.replace("2%", "2%<!-- odds: rule battery of isaac/room-clear-award -->");
    gives(&annotated, Verdict::Wrong);
    gives(&annotated.replace("2%", "5%"), Verdict::Exact);
}

#[test]
fn a_question_is_asked_under_the_rules_it_names() {
    let page = |figure: &str, under: &str| {
        format!("{figure}<!-- odds: rule hard_removes_heart of isaac/room-clear-award{under} -->")
    };
    gives(&page("33%", ""), Verdict::Exact);
    gives(&page("65%", ""), Verdict::Depends);
    gives(&page("65%", ", under rebirth"), Verdict::Exact);
    gives(&page("33%", ", under rebirth"), Verdict::Wrong);
    gives(&page("34%", ""), Verdict::Wrong);
}

#[test]
fn what_is_no_question_is_said_at_its_place() {
    is_no_question("14% <!-- odds: P(awrd = coin) of isaac/room-clear-award -->", "did you mean `award`");
    is_no_question("14% <!-- odds: P(award = coin) of isac/awards -->", "no mechanic `isac/awards`");
    is_no_question("14% <!-- odds: P(award = coin), lukc=5 -->", "no mechanic answers");
    is_no_question("14% <!-- odds: isaac/room-clear-award: P(award = coin), lukc=5 -->", "lukc");
    is_no_question("14% <!-- odds: isaac/room-clear-award: P(award = coin), under rebrth -->", "rebrth");
    is_no_question("14% <!-- odds: -->", "there is no question");
    is_no_question("14% <!-- odds: P(award -->", "");
    is_no_question("14% of all <!-- odds: P(award = coin) -->", "no figure stands right before it");
    is_no_question("A word\n<!-- odds: P(award = coin) -->", "no figure stands right before it");
    // Other comments, other templates and printed code are none.
    assert_eq!(judged("14% <!-- the odds: 5 --> {{oddsx|P(a)|14%}} <!-- odds"), []);
    assert_eq!(judged("Write\n\n<pre>\n14% <!-- odds: P(award = coin) -->\n</pre>\n"), []);
}

#[test]
fn a_rounding_that_a_question_confirms_is_mended() {
    let mended = |text: &str| {
        let page = Page::read(text);
        fixed(&page, &judge().page(&page)).0
    };
    let question = "<!-- odds: rule dice_or_sacrifice of isaac/special-rooms -->";
    assert_eq!(mended(&format!("It is 15%{question}.")), format!("It is 14%{question}."));
    for stays in ["16%", "about 15%", "14%"] {
        let text = format!("It is {stays}{question}.");
        assert_eq!(mended(&text), text);
    }
}

const BARE: &str = "== Room clear awards ==\n* Coin: 15%\n* Heart: 15%\n* Bomb: 15%\nWith Lucky Foot and luck 0 you get \
    nothing in 13.3% of all rooms.\n";

#[test]
fn questions_are_proposed_that_hold_and_only_once() {
    let page = Page::read(BARE);
    let mut judge = judge();
    let findings = judge.page(&page);
    let proposals = judge.proposals(&page, &findings);
    assert!(proposals.len() >= 3, "{proposals:?}");
    let new = annotated(&page, &proposals);
    let bare =
        proposals.iter().fold(new.clone(), |text, (_, question)| text.replacen(question.as_str(), "", 1));
    assert_eq!(bare, BARE);
    let page = Page::read(&new);
    let findings = judge.page(&page);
    let right = findings.iter().filter(|finding| finding.question.is_some() && finding.verdict.is_right());
    assert_eq!(right.count(), proposals.len(), "{findings:?}");
    assert_eq!(judge.proposals(&page, &findings), []);
    // With other figures each is found.
    let altered = Page::read(&new.replace("15%", "16.1%").replace("13.3%", "14.4%"));
    let wrong = judge.page(&altered).into_iter().filter(|finding| !finding.verdict.is_right());
    assert_eq!(wrong.count(), proposals.len());
}

/// "Half" with a question behind it is no figure any more: a page that the tool wrote verifies clean.
#[test]
fn what_is_written_leaves_its_figure_one() {
    let text = "The Binding of Isaac: special rooms.\n\nHalf of all floors have a Curse Room. Once you have visited a Devil Room \
                it is 62.5%. A Library comes on 5% of floors.\n";
    let page = Page::read(text);
    let mut judge = judge();
    let findings = judge.page(&page);
    let half = findings.iter().find(|finding| finding.stated.starts_with("Half"));
    assert!(half.is_some_and(|half| half.verdict.is_right()), "{findings:#?}");
    let proposals = judge.proposals(&page, &findings);
    assert!(!proposals.is_empty());
    let wrong = judge.page(&Page::read(&annotated(&page, &proposals)));
    assert!(wrong.iter().all(|finding| finding.verdict.is_right()), "{wrong:#?}");
}

/// Another mechanic may have a question that gives the same: its figure stays as it is, and so do those beside it.
#[test]
fn nothing_is_proposed_where_a_paragraph_is_about_several_mechanics() {
    let dice = "What would be a Sacrifice Room has a 1/50 base chance to turn into a Dice Room. ";
    let keys = "Two keys add an independent 1/5 chance.";
    let asked = |text: &str| {
        let page = Page::read(&format!("{BARE}\n== Dice Rooms ==\n{text}\n"));
        let mut judge = judge();
        let findings = judge.page(&page);
        let is_there = |figure: &&Finding| figure.stated == "1/5";
        assert!(
            findings.iter().find(is_there).is_some_and(|finding| finding.verdict.is_right()),
            "{findings:?}"
        );
        let after = BARE.len() + "\n== Dice Rooms ==\n".len();
        judge.proposals(&page, &findings).into_iter().filter(|(place, _)| *place > after).count()
    };
    assert_eq!(asked(&format!("{dice}{keys}")), 0);
    assert_eq!(asked(&format!("* {dice}{keys}")), 0);
    // Each in a paragraph of its own: the first is a rule by its name.
    assert_eq!(asked(&format!("{dice}\n\nIn a room a key has a base chance of 1/5.")), 2);
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify-annotate").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    let output =
        command.args(["verify", "--page", "page.txt"]).args(args).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_command_proposes_and_writes_when_it_is_told_to() {
    let folder = folder("write");
    let text = "== Room clear awards ==\r\n* Coin: 15%\r\n* Heart: 15%\r\n* Bomb: 15%\r\n";
    fs::write(folder.join("page.txt"), text).unwrap();
    let (status, out, err) = run(&folder, &["--annotate"]);
    assert_eq!((status, out.matches("\n+* ").count()), (0, 3), "{out}{err}");
    assert!(out.starts_with("--- page.txt\n+++ page.txt\n@@ -2 +2 @@\n"), "{out}");
    assert!(err.contains("3 questions for page.txt; `--write` writes them"), "{err}");
    assert_eq!(fs::read_to_string(folder.join("page.txt")).unwrap(), text);
    let (status, _, err) = run(&folder, &["--annotate", "--write"]);
    assert_eq!((status, err.as_str()), (0, "3 questions written to page.txt\n"));
    let written = fs::read_to_string(folder.join("page.txt")).unwrap();
    assert_eq!((written.matches("<!-- odds: P(award = ").count(), written.matches("\r\n").count()), (3, 4));
    let (_, out, err) = run(&folder, &["--annotate", "--write"]);
    assert_eq!((out.as_str(), err.contains("nothing to write")), ("", true));
    assert_eq!(run(&folder, &["--write"]).0, 2);
}

/// LaTeX would print the comment, and CSV would have it in a cell: both are left as they are, and the other pages are not.
#[test]
fn where_comments_cannot_stand_nothing_is_proposed() {
    let folder = folder("no-comments");
    let latex = "\\section{Room clear awards}\n\\begin{itemize}\n\\item Coin: 15\\%\n\\end{itemize}\n";
    let csv = "award,chance\nCoin,15%\nHeart,15%\nBomb,15%\n";
    let bbcode = "[list]\n[*]Coin: 15%\n[*]Heart: 15%\n[/list]\n";
    let page = "* Coin: 15%\n* Heart: 15%\n";
    for (name, text) in [("page.txt", page), ("a.tex", latex), ("b.csv", csv), ("c.txt", bbcode)] {
        fs::write(folder.join(name), text).unwrap();
    }
    let pages = ["--page", "a.tex", "--page", "b.csv", "--page", "c.txt"];
    let args = [&["isaac/room-clear-award"], &pages[..], &["--annotate", "--write"]].concat();
    let (status, out, err) = run(&folder, &args);
    assert_eq!((status, out.contains("page.txt"), out.contains("a.tex")), (2, true, false), "{out}{err}");
    for name in ["a.tex", "b.csv", "c.txt"] {
        assert!(err.contains(&format!("{name} is LaTeX, BBCode or CSV, which has no comments")), "{err}");
    }
    assert_eq!(fs::read_to_string(folder.join("a.tex")).unwrap(), latex);
    assert_eq!(fs::read_to_string(folder.join("b.csv")).unwrap(), csv);
    assert!(fs::read_to_string(folder.join("page.txt")).unwrap().contains("<!-- odds: "), "{out}{err}");
}

#[test]
fn a_wiki_names_its_template() {
    let folder = folder("template");
    let mechanic = "mechanic g/die \"Die\" from \"a test\"\noutcome face: integer\nface = random(6) + 1\n";
    let rules = "title = \"Base\"\nkind = \"edition\"\ndefault = true\n[mechanic.die]\n";
    for (file, text) in [
        ("d/g/die.odds", mechanic),
        ("d/g/rulesets/base.toml", rules),
        ("d/g/wiki.toml", "annotation = \"q\"\n"),
        ("page.txt", "A six: {{q|P(face = 6)|1/6}}, a five: {{q|P(face = 5)|1/5}}.\n"),
    ] {
        fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
        fs::write(folder.join(file), text).unwrap();
    }
    let (status, out, err) = run(&folder, &["--data", "d", "--all"]);
    assert_eq!(status, 1, "{out}{err}");
    assert!(out.contains("page.txt:1:24: note[exact]: 1/6"), "{out}");
    assert!(out.contains("1 exact, 1 wrong"), "{out}");
}

#[test]
fn a_question_may_be_about_many_uses() {
    // As `chain sts/card-roll` has them, and as the pages that count rewards do.
    for (figure, question) in [
        ("19.97", "the mean uses until rarity = rare of sts/card-roll"),
        ("19", "the median uses until rarity = rare of sts/card-roll"),
        ("17", "the most probable number of uses until rarity = rare of sts/card-roll"),
        ("5.01%", "the long-run share of rarity = rare of sts/card-roll"),
        ("5.01%", "sts/card-roll: long-run share of rarity = rare"),
        ("0%", "P(rarity = rare in use 1) of sts/card-roll"),
        ("0%", "P(rarity = rare within 1 use) of sts/card-roll"),
        ("100%", "P(not rarity = rare within 1 uses) of sts/card-roll"),
        ("3%", "P(rarity = rare within 1 uses) of sts/card-roll with offset=0"),
    ] {
        let text = format!("So it is {figure}<!-- odds: {question} --> then.");
        let found = judged(&text);
        assert!(found.len() == 1 && found[0].1.is_right(), "{text}: {found:?}");
        let wrong = text.replacen(figure, "77.77%", 1);
        let found = judged(&wrong);
        assert!(found.len() == 1 && found[0].1 == Verdict::Wrong, "{wrong}: {found:?}");
    }
    is_no_question(
        "12% <!-- odds: P(rarity = rare within many uses) of sts/card-roll -->",
        "no number of uses",
    );
    is_no_question("12% <!-- odds: the mean uses until rarity = gold of sts/card-roll -->", "gold");
}
