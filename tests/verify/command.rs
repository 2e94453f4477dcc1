//! `verify` as a person types it: exit statuses, pages of every kind, mending, and every format.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

/// A page with a figure of every kind: right, rounded, against the code, a wrong rounding, and an open one.
const PAGE: &str = "What drops in a cleared room, from Room Clear Awards, wiki.gg\n\n\
    * Lil' battery: base 5% chance, and an additional 6.67% chance with Watch Battery\n\
    * Dice Room: 1/7 (15%) base chance, and an independent 1/4 on top, a total of 5/14 (~36%)\n\
    * Sack: 2% chance, always in effect\n\
    * In winter 40% of the bats sleep & dream of <b>2/3</b> (66%).\n";

/// A folder of its own, with files in it.
fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (file, bytes) in files {
        fs::write(folder.join(file), bytes).unwrap();
    }
    folder
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    command.arg("verify").args(args).current_dir(folder).env_remove("TRUEODDS_DATA");
    command
}

fn verify(folder: &Path, args: &[&str]) -> Output {
    command(folder, args).output().unwrap()
}

fn piped(args: &[&str], text: &[u8]) -> Output {
    let mut command = command(Path::new(env!("CARGO_TARGET_TMPDIR")), args);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text).unwrap();
    child.wait_with_output().unwrap()
}

fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A page of these bytes is refused with status 2 and this message, and nothing is printed.
fn refuses_page(bytes: &[u8], said: &str) {
    let folder = folder("refused", &[("page.txt", bytes)]);
    let output = verify(&folder, &["--page", "page.txt"]);
    assert_eq!((status(&output), out(&output)), (2, String::new()), "{}", err(&output));
    assert!(err(&output).contains("page.txt") && err(&output).contains(said), "{}", err(&output));
    assert!(!err(&output).contains("panicked"), "{}", err(&output));
    let output = piped(&["--page", "-"], bytes);
    assert_eq!((status(&output), out(&output)), (2, String::new()), "standard input: {}", err(&output));
    assert!(err(&output).contains(said), "standard input: {}", err(&output));
}

#[test]
fn the_exit_status_says_whether_something_is_wrong() {
    let fine: &[u8] = b"A chest has 1/7 (14%).\n";
    let wrong: &[u8] = b"A chest has 1/7 (15%).\n";
    let folder = folder("status", &[("fine.txt", fine), ("wrong.txt", wrong)]);
    assert_eq!(status(&verify(&folder, &["--page", "fine.txt"])), 0);
    assert_eq!(status(&verify(&folder, &["--page", "wrong.txt"])), 1);
    assert_eq!(status(&verify(&folder, &["--page", "missing.txt"])), 2);
    assert_eq!(status(&verify(&folder, &["--page"])), 2);
    assert_eq!(status(&verify(&folder, &[])), 1, "the five pages do contradict their code");
    assert_eq!(status(&verify(&folder, &["isaac/room-clear-awrd"])), 2);
    let rules = verify(&folder, &["--page", "fine.txt", "--rules", "rebrth"]);
    assert_eq!(status(&rules), 2);
    assert!(err(&rules).contains("did you mean `rebirth`?"), "{}", err(&rules));
}

#[test]
fn fail_on_chooses_the_verdicts_that_count() {
    let text: &[u8] = b"A chest has 1/7 (14%), a key 1/6 (16%), a bomb 40%.\n";
    let folder = folder("fail-on", &[("page.txt", text), ("wrong.txt", b"A chest has 1/7 (15%).\n")]);
    let with = |fail_on: &str, page: &str| status(&verify(&folder, &["--page", page, "--fail-on", fail_on]));
    assert_eq!(with("none", "wrong.txt"), 0);
    assert_eq!(with("contradicts-code", "wrong.txt"), 0);
    assert_eq!(with("wrong", "wrong.txt"), 1);
    assert_eq!(with("rounded", "page.txt"), 1);
    assert_eq!(with("truncated", "page.txt"), 1);
    assert_eq!(with("unclassified", "page.txt"), 1);
    assert_eq!(with("depends,contradicts-page", "page.txt"), 0);
    assert_eq!(with("exact", "page.txt"), 0, "none of the three is exact");
    assert_eq!(with("all-of-it", "page.txt"), 2);
}

#[test]
fn a_page_may_come_from_standard_input() {
    let output = piped(&["--page", "-"], PAGE.as_bytes());
    assert_eq!(status(&output), 1, "{}", err(&output));
    assert!(out(&output).contains("error[wrong-rounding]: 1/7 is ~14.29%, not 15%"), "{}", out(&output));
    assert!(out(&output).contains(":4:19: "), "{}", out(&output));
    let empty = piped(&["--page", "-"], b"");
    assert_eq!((status(&empty), out(&empty)), (0, "no figures\n".to_owned()));
}

#[test]
fn what_is_no_text_is_refused_with_its_name_and_no_panic() {
    refuses_page(&[0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0x00, 0x13], "not a text in UTF-8");
    refuses_page(b"A chest has 1/7\0(14%).\n", "zero bytes");
    refuses_page(b"fine\nA chest \xff 1/7\n", "byte 14 ");
    refuses_page(b"\xff\xfeA\x00 \x00", "not a text in UTF-8");
    let folder = folder("no-file", &[]);
    fs::create_dir(folder.join("inside")).unwrap();
    for (name, said) in [("missing.txt", "No such file"), ("inside", "no page in this folder")] {
        let output = verify(&folder, &["--page", name]);
        assert_eq!((status(&output), out(&output)), (2, String::new()), "{name}");
        assert!(err(&output).contains(name) && err(&output).contains(said), "{}", err(&output));
    }
}

#[test]
fn a_byte_order_mark_is_no_character_of_the_line() {
    let output = piped(&["--page", "-"], "\u{feff}A chest has 1/7 (15%).\n".as_bytes());
    assert_eq!(status(&output), 1);
    assert!(out(&output).contains(":1:18: error[wrong-rounding]"), "{}", out(&output));
    assert!(!out(&output).contains('\u{feff}'), "{:?}", out(&output));
}

#[test]
fn columns_count_characters_and_not_bytes() {
    let output = piped(&["--page", "-"], "Größe – größer 🎲: 1/7 (15%).\n".as_bytes());
    assert!(out(&output).contains(":1:24: error[wrong-rounding]"), "{}", out(&output));
}

#[test]
fn fix_mends_wrong_roundings_and_nothing_else() {
    let folder = folder("fix", &[("page.txt", PAGE.as_bytes())]);
    let output = verify(&folder, &["--page", "page.txt", "--fix"]);
    let mended = fs::read_to_string(folder.join("page.txt")).unwrap();
    assert_eq!(mended, PAGE.replace("1/7 (15%)", "1/7 (14%)"), "{}", err(&output));
    let change = "--- page.txt\n+++ page.txt\n@@ -4 +4 @@\n-* Dice Room: 1/7 (15%)";
    assert!(err(&output).starts_with(change), "{}", err(&output));
    assert!(err(&output).contains("\n+* Dice Room: 1/7 (14%)"), "{}", err(&output));
    assert_eq!(status(&output), 1, "6.67% is still against the code");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "a temporary file was left");
    // A second time there is nothing to do.
    let again = verify(&folder, &["--page", "page.txt", "--fix"]);
    assert!(err(&again).contains("nothing to mend"), "{}", err(&again));
    assert_eq!(fs::read_to_string(folder.join("page.txt")).unwrap(), mended);
}

#[test]
fn fix_keeps_the_ends_of_lines_and_what_is_around_them() {
    let text = "\u{feff}A chest has 1/7 (15%).\r\n\r\n\tA key has 4/7 (~58%) \r\nno end of line: 2/7 (29%)";
    let folder = folder("fix-crlf", &[("page.txt", text.as_bytes())]);
    let output = verify(&folder, &["--page", "page.txt", "--fix"]);
    assert_eq!(status(&output), 0, "{}{}", out(&output), err(&output));
    let mended = fs::read(folder.join("page.txt")).unwrap();
    assert_eq!(String::from_utf8(mended).unwrap(), text.replace("15%", "14%").replace("58%", "57%"));
}

#[test]
fn fix_takes_no_figure_for_a_rounding_that_is_none() {
    // Which of the two is wrong nobody can say: 34% is no way to round 1/7.
    let text: &[u8] = b"A chest has 1/7 (34%).\n";
    let folder = folder("fix-far", &[("page.txt", text)]);
    let output = verify(&folder, &["--page", "page.txt", "--fix"]);
    assert_eq!(fs::read(folder.join("page.txt")).unwrap(), text, "{}", err(&output));
    assert_eq!(status(&output), 1, "{}", out(&output));
}

#[test]
fn fix_says_so_when_it_cannot_write() {
    let text: &[u8] = b"A chest has 1/7 (15%).\n";
    // What comes through a pipe is as wrong afterwards as before.
    let output = piped(&["--page", "-", "--fix"], text);
    assert!(err(&output).contains("cannot be written to"), "{}", err(&output));
    assert_ne!(status(&output), 0, "{}", out(&output));
    let folder = folder("fix-read-only", &[("page.txt", text)]);
    let path = folder.join("page.txt");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let output = verify(&folder, &["--page", "page.txt", "--fix"]);
    assert_eq!(status(&output), 2);
    assert!(err(&output).contains("read-only"), "{}", err(&output));
    assert_eq!(fs::read(&path).unwrap(), text);
    let output = verify(&folder, &["--fix"]);
    assert_eq!(status(&output), 2, "there is nothing to fix without a page");
    assert!(err(&output).contains("--page"), "{}", err(&output));
}

#[test]
fn the_figures_of_the_page_are_shown_in_every_format() {
    // An error that only some formats show is an error that is missed.
    let folder = folder("formats", &[("page.txt", PAGE.as_bytes())]);
    for format in
        ["terminal", "github", "sarif", "junit", "markdown", "json", "csv", "lua", "wikitext", "html"]
    {
        let output = verify(&folder, &["--page", "page.txt", "--format", format]);
        assert_eq!(status(&output), 1, "{format}");
        assert_eq!(err(&output), "", "{format}");
        for figure in ["15%", "6.67%"] {
            // GitHub writes the sign as %25.
            let text = out(&output).replace("%25", "%");
            assert!(text.contains(figure), "{format} does not show {figure}:\n{text}");
        }
    }
}

#[test]
fn what_was_asked_is_said_to_who_asks_for_it() {
    let page = "| Offset | Rare | Uncommon | Common |\n|---|---|---|---|\n| -40 | 34% | 37% | 20% |\n| 0 | 3% | 37% | 60% |\n\
        \nThese are the odds of a card roll in a normal room of Slay the Spire.\n";
    let plain = out(&piped(&["--page", "-"], page.as_bytes()));
    for said in
        [": Rare (Offset", "is 43%, not 34%", "figures beside it agree with this reading", "= write 43%"]
    {
        assert!(plain.contains(said), "{said}: {plain}");
    }
    let asked = out(&piped(&["--page", "-", "--verbose"], page.as_bytes()));
    for said in ["P(rarity = rare) of sts/card-roll", "under shipped", "exactly 43/100 (43%)"] {
        assert!(!plain.contains(said), "{said}: {plain}");
        assert!(asked.contains(said), "{said}: {asked}");
    }
    // A claim says what it is about, why it is wrong, and what to write.
    let page = "* Lil' battery: base 5% chance, and an additional 6.67% chance with Watch Battery\n";
    let plain = out(&piped(&["isaac", "--page", "-"], page.as_bytes()));
    for said in ["lil' battery: 6.33%,", "not 6.67%", "drawn only where the 1/20 has failed", "= write 6.33%"]
    {
        assert!(plain.contains(said), "{said}: {plain}");
    }
    assert!(!plain.contains("further chance of"), "{plain}");
    let asked = out(&piped(&["isaac", "--page", "-", "-v"], page.as_bytes()));
    assert!(asked.contains("further chance of") && asked.contains("right under wiki-gg"), "{asked}");
}

#[test]
fn formats_look_as_they_did() {
    let folder = folder("snapshots", &[("page.txt", PAGE.as_bytes())]);
    for format in ["terminal", "github", "sarif", "junit", "markdown", "json"] {
        let output = verify(&folder, &["--page", "page.txt", "--format", format, "--width", "100"]);
        insta::assert_snapshot!(format!("page-{format}"), out(&output));
    }
}

fn json(page: &str) -> Json {
    let output = piped(&["--page", "-", "--format", "json"], page.as_bytes());
    crate::support::contract::read(&out(&output))
}

fn sarif(page: &str) -> Json {
    let output = piped(&["--page", "-", "--format", "sarif"], page.as_bytes());
    serde_json::from_str(&out(&output)).unwrap()
}

#[test]
fn the_json_contract_of_verify_holds() {
    let document = json(PAGE);
    let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["schema", "kind", "verdicts", "summary"]);
    assert_eq!((&document["schema"], &document["kind"]), (&"trueodds/1".into(), &"verify".into()));
    let verdicts = document["verdicts"].as_array().unwrap();
    let mut counted = std::collections::BTreeMap::<&str, u64>::new();
    for verdict in verdicts {
        for key in ["claim", "file", "line", "column", "stated", "exact", "verdict", "rules"] {
            assert!(verdict.get(key).is_some(), "no {key}: {verdict}");
        }
        *counted.entry(verdict["verdict"].as_str().unwrap()).or_default() += 1;
    }
    let summary = document["summary"].as_object().unwrap();
    assert_eq!(summary.len(), counted.len());
    assert!(counted.iter().all(|(verdict, count)| summary[*verdict] == *count), "{summary:?}");
    // Probabilities are fractions in lowest terms, with the decimal beside them.
    let of = |stated: &str| verdicts.iter().find(|verdict| verdict["stated"] == stated).unwrap();
    assert_eq!((&of("2%")["exact"], &of("2%")["decimal"]), (&"1/50".into(), &"0.02".into()));
    assert_eq!(of("6.67%")["exact"], "19/300");
}

#[test]
fn the_sarif_document_has_what_readers_of_sarif_require() {
    let document = sarif(PAGE);
    assert_eq!(document["version"], "2.1.0");
    let run = &document["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert_eq!(run["tool"]["driver"]["name"], "trueodds");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert!(results.len() >= 3, "{results:?}");
    let mut prints = std::collections::BTreeSet::new();
    for result in results {
        let rule = result["ruleId"].as_str().unwrap();
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], rule);
        assert!(["error", "warning", "note"].contains(&result["level"].as_str().unwrap()));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].is_string());
        let line = place["region"]["startLine"].as_u64().unwrap();
        let column = place["region"]["startColumn"].as_u64().unwrap();
        assert!(line >= 1 && column >= 1 && place["region"]["endColumn"].as_u64().unwrap() > column);
        let print = result["partialFingerprints"].as_object().unwrap().values().next().unwrap().to_string();
        assert!(prints.insert(print), "two results have one fingerprint: {result}");
    }
    // What GitHub shows of a rule.
    assert!(rules.iter().all(|rule| rule["shortDescription"]["text"].is_string()), "{rules:?}");
    // A line above moves the figures and not their fingerprints.
    let moved = sarif(&format!("One more line.\n{PAGE}"));
    for result in moved["runs"][0]["results"].as_array().unwrap() {
        let print = result["partialFingerprints"].as_object().unwrap().values().next().unwrap().to_string();
        assert!(prints.contains(&print), "{result}");
    }
}

/// Whether every tag of an XML text is closed in order, and every `&` begins an entity.
fn is_well_formed(xml: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let body = xml.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").unwrap();
    for part in body.split('<').skip(1) {
        let Some((tag, text)) = part.split_once('>') else { return false };
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap_or_default();
        let quotes = tag.matches('"').count();
        let entities = ["amp;", "lt;", "gt;", "quot;", "apos;", "#10;", "#13;", "#9;"];
        let escaped =
            |text: &str| text.split('&').skip(1).all(|rest| entities.iter().any(|e| rest.starts_with(e)));
        if quotes % 2 != 0
            || !escaped(tag)
            || !escaped(text)
            || text.contains(char::is_control) && text.trim() != ""
        {
            return false;
        }
        if tag.starts_with('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty()
}

#[test]
fn the_junit_document_is_well_formed_and_counts_its_cases() {
    let page = format!("{PAGE}\n| \"Odd\" & <i>tag</i> \u{1b}[31m | 1/7 (15%) |\n");
    let output = piped(&["--page", "-", "--format", "junit"], page.as_bytes());
    let xml = out(&output);
    assert!(is_well_formed(&xml), "{xml}");
    let count = |what: &str| xml.matches(what).count();
    assert!(xml.contains(&format!(
        "tests=\"{}\" failures=\"{}\" skipped=\"{}\"",
        count("<testcase "),
        count("<failure "),
        count("<skipped ")
    )));
    assert_eq!(count("<failure "), 3, "{xml}");
}

#[test]
fn github_annotations_are_one_line_each_with_their_escapes() {
    let name = "a,b: 100%.txt";
    let folder = folder("github", &[(name, PAGE.as_bytes())]);
    let text = out(&verify(&folder, &["--page", name, "--format", "github"]));
    for line in text.lines() {
        let command = line.split("::").nth(1).unwrap();
        assert!(["error ", "warning ", "notice "].iter().any(|level| command.starts_with(level)), "{line}");
        assert!(command.contains("file=a%2Cb%3A 100%25.txt,line="), "{line}");
    }
    assert!(text.contains("line=4,col=19,"), "{text}");
}

#[test]
fn a_page_of_five_megabytes_goes_through() {
    let mut page = PAGE.repeat(5 * 1024 * 1024 / PAGE.len() + 1);
    page.push_str("A chest has 1/7 (14%).");
    let output = piped(&["--page", "-", "--format", "github"], page.as_bytes());
    assert_eq!(status(&output), 1);
    // What is not compared with mechanics is said, as claims and arithmetic go on to the end.
    let said = err(&output);
    assert!(
        said.starts_with("standard input: so many figures stand beside labels that those behind line "),
        "{said}"
    );
    assert_eq!(out(&output).matches("title=contradicts-code").count(), page.matches("6.67%").count());
}

#[test]
fn a_limit_that_is_reached_is_no_verdict() {
    // Without it some of these claims are against the code: to pass would be to hide that.
    let output = piped(&["isaac/special-rooms", "--limit", "states=1"], b"");
    let said = format!("{}{}", out(&output), err(&output));
    assert!(said.contains("limit `states`"), "{said}");
    assert_ne!(status(&output), 0, "{}", said.lines().last().unwrap());
}

#[test]
fn a_page_that_the_time_ran_out_for_is_no_clean_page() {
    let page = b"With Lucky Foot and luck 0 you get nothing in 13.3% of all rooms.";
    let output = piped(&["--page", "-", "--limit", "seconds=0"], page);
    let said = err(&output);
    assert_eq!(status(&output), 2, "{}{said}", out(&output));
    for part in ["standard input: not all figures were judged", "the limit `seconds` is 0"] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn the_matrix_has_a_row_for_each_claim_and_a_column_for_each_rule_set() {
    let output = piped(&["isaac/room-clear-award", "--matrix", "--width", "200"], b"");
    let text = out(&output);
    let row = |name: &str| -> Vec<&str> {
        let found = text.lines().find(|line| line.split_whitespace().next() == Some(name));
        found.unwrap_or_else(|| panic!("no row {name}:\n{text}")).split_whitespace().collect()
    };
    let sets = [
        "rebirth", "afterbirth", "afterbirth-plus", "repentance", "repentance-plus", "fandom", "pseudo-code",
    ];
    assert_eq!(row("Claim")[3..], [&sets[..], &["wiki-gg"]].concat());
    let newer = ["hard-mode-newer", "33%", "exact", "no", "no", "no", "yes", "yes", "yes", "no", "yes"];
    assert_eq!(row("hard-mode-newer"), newer);
    let adds =
        ["watch-battery-adds", "6.67%", "contradicts-code", "–", "no", "no", "no", "no", "no", "no", "~"];
    assert_eq!(row("watch-battery-adds"), adds);
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_on_one_line_does_not_take_that_line_for_each_figure() {
    // As a scraped page without its line ends; each figure once more with all of the line would be a gigabyte.
    let page = "A chest has 1/7 (15%). ".repeat(8000);
    let folder = folder("one-line", &[("page.txt", page.as_bytes())]);
    let program = assert_cmd::cargo::cargo_bin!("trueodds");
    let script = "ulimit -v 600000; exec \"$0\" verify --page page.txt --format github";
    let output = Command::new("sh").args(["-c", script]).arg(program).current_dir(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    assert_eq!(out(&output).lines().count(), 8000);
}
