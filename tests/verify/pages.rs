//! Several pages in one call, folders of them, pipes, and where on a page a finding stands.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value as Json;
use trueodds::evaluate::{Halt, Limits, Watch};
use trueodds::page::Page;
use trueodds::verify::Judge;

use crate::prepared::{judge_within, with_judge};

const FINE: &str = "A chest has 1/7 (14%).\n";
const WRONG: &str = "A chest has 1/7 (15%).\n";

/// A folder of its own, with files in it.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify-pages").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
        fs::write(folder.join(file), text).unwrap();
    }
    folder
}

fn run(folder: &Path, program: &str, args: &[&str], input: &str) -> Output {
    let mut command = Command::new(program);
    command.args(args).current_dir(folder).env_remove("TRUEODDS_DATA");
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn verify(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let program = assert_cmd::cargo::cargo_bin!("trueodds").to_str().unwrap();
    let args = [&["verify"], args].concat();
    said(&run(folder, program, &args, WRONG))
}

fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// The files that findings are about, in their order, with the figures.
fn files(folder: &Path, args: &[&str]) -> Vec<(String, String)> {
    let (_, out, err) = verify(folder, &[args, &["--format", "json"]].concat());
    let document: Json = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}"));
    let text = |json: &Json| json.as_str().unwrap().to_owned();
    let verdicts = document["verdicts"].as_array().unwrap().iter();
    verdicts.map(|verdict| (text(&verdict["file"]), text(&verdict["stated"]))).collect()
}

fn pages() -> [(&'static str, &'static str); 8] {
    [
        ("a.txt", FINE),
        ("b.txt", WRONG),
        ("all/z.wikitext", FINE),
        ("all/deep/c.MD", WRONG),
        ("all/m.html", FINE),
        ("all/.hidden.txt", WRONG),
        ("all/.git/d.txt", WRONG),
        ("all/notes.toml", "x = 1"),
    ]
}

#[test]
fn several_pages_and_a_folder_are_judged_in_their_order_and_each_once() {
    let folder = folder("several", &pages());
    let of = |names: &[&str]| -> Vec<(String, String)> {
        let figure = |name: &&str| {
            let stated =
                if ["b.txt", "all/deep/c.MD", "standard input"].contains(name) { "15%" } else { "14%" };
            ((*name).to_owned(), stated.to_owned())
        };
        names.iter().map(figure).collect()
    };
    let in_folder = ["all/deep/c.MD", "all/m.html", "all/z.wikitext"];
    assert_eq!(files(&folder, &["--page", "b.txt", "--page", "a.txt"]), of(&["b.txt", "a.txt"]));
    assert_eq!(files(&folder, &["--page", "b.txt", "a.txt"]), of(&["b.txt", "a.txt"]));
    assert_eq!(files(&folder, &["--page", "all"]), of(&in_folder));
    let all = [&["a.txt"][..], &in_folder, &["standard input"]].concat();
    assert_eq!(files(&folder, &["--page", "a.txt", "all", "a.txt", "-"]), of(&all));
    // The name of a game is no page.
    assert_eq!(files(&folder, &["isaac", "--page", "a.txt"]), of(&["a.txt"]));
    let (status, out, _) = verify(&folder, &["--page", "a.txt", "b.txt"]);
    assert_eq!(status, 1);
    assert!(
        out.contains("b.txt:1:18: error[wrong-rounding]") && out.ends_with("1 rounded, 1 wrong\n"),
        "{out}"
    );
}

#[test]
fn a_page_that_cannot_be_read_is_said_and_the_others_are_judged() {
    let folder = folder("unread", &pages());
    fs::create_dir(folder.join("empty")).unwrap();
    let args = ["--page", "missing.txt", "--page", "b.txt", "--page", "empty"];
    let (status, out, err) = verify(&folder, &args);
    assert_eq!(status, 2);
    assert!(out.contains("b.txt:1:18: error[wrong-rounding]"), "{out}");
    assert!(
        err.contains("missing.txt: No such file") && err.contains("empty: no page in this folder"),
        "{err}"
    );
    // A misspelt name of a page is no unknown game.
    let (status, out, err) = verify(&folder, &["--page", "b.txt", "mising.txt"]);
    assert_eq!((status, out.is_empty()), (2, false));
    assert!(err.contains("mising.txt: No such file"), "{err}");
    let (status, out, err) = verify(&folder, &["--page", "b.txt", "isac"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("no game `isac`"), "{err}");
}

#[test]
fn every_page_is_mended() {
    let two = "A chest has 1/7 (15%), a key 4/7 (58%).\n";
    let folder = folder("mended", &[("a.txt", WRONG), ("b.txt", FINE), ("c.txt", two)]);
    let (status, _, err) = verify(&folder, &["--fix", "--page", "a.txt", "b.txt", "c.txt"]);
    assert_eq!(status, 0, "{err}");
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!((text("a.txt"), text("b.txt")), (FINE.to_owned(), FINE.to_owned()));
    assert_eq!(text("c.txt"), "A chest has 1/7 (14%), a key 4/7 (57%).\n");
    assert!(err.contains("--- a.txt") && err.contains("--- c.txt") && !err.contains("--- b.txt"), "{err}");
    assert!(err.ends_with("1 rounding mended in a.txt\n2 roundings mended in c.txt\n"), "{err}");
}

#[test]
fn a_replacement_has_its_place_in_bytes_and_characters() {
    let text = "\u{feff}Ein Schl\u{fc}ssel\nchest: 1/7 (15%)\n";
    let folder = folder("bytes", &[("page.txt", text)]);
    let (_, out, _) = verify(&folder, &["--page", "page.txt", "--format", "json"]);
    let document: Json = serde_json::from_str(&out).unwrap();
    let verdict = &document["verdicts"][0];
    let at = |json: &Json| {
        let byte = |key: &str| usize::try_from(json[key].as_u64().unwrap()).unwrap();
        text[byte("start")..byte("end")].to_owned()
    };
    assert_eq!(at(verdict), "15%");
    let replacement = &verdict["replacement"];
    assert_eq!((at(replacement).as_str(), &replacement["text"]), ("15%", &"14%".into()));
    let place = ["line", "column", "end_line", "end_column"].map(|key| replacement[key].as_u64().unwrap());
    assert_eq!(place, [2, 13, 2, 16]);
    // The same as readers of SARIF have it.
    let (_, out, _) = verify(&folder, &["--page", "page.txt", "--format", "sarif"]);
    let document: Json = serde_json::from_str(&out).unwrap();
    let change = &document["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "page.txt");
    let region = &change["replacements"][0]["deletedRegion"];
    let place = ["startLine", "startColumn", "endLine", "endColumn"].map(|key| region[key].as_u64().unwrap());
    assert_eq!(place, [2, 13, 2, 16]);
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "14%");
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_may_come_from_a_pipe() {
    let folder = folder("pipe", &[]);
    let program = assert_cmd::cargo::cargo_bin!("trueodds").to_str().unwrap();
    let script = "cat | \"$0\" verify --page /dev/fd/0";
    let (status, out, err) = said(&run(&folder, "sh", &["-c", script, program], WRONG));
    assert_eq!((status, err.as_str()), (1, ""));
    assert!(out.contains("/dev/fd/0:1:18: error[wrong-rounding]"), "{out}");
}

#[test]
fn a_page_that_nobody_reads_is_refused_with_a_word() {
    let folder = folder("large", &[]);
    let file = fs::File::create(folder.join("page.txt")).unwrap();
    file.set_len((64 << 20) + 1).unwrap();
    let (status, out, err) = verify(&folder, &["--page", "page.txt"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("page.txt: more than 67108864 bytes, too large for a page"), "{err}");
}

#[test]
fn a_page_asks_for_as_much_as_it_may_whatever_others_asked_before() {
    // Each line asks for some ten laws of its own, and the whole page for more than there may be.
    let lines: Vec<String> = (0..640)
        .map(|luck| {
            format!("With luck {}.{:03} you get nothing in 22% of all rooms.\n", luck / 1000, luck % 1000)
        })
        .collect();
    let page = |lines: &[String]| Page::read(&format!("# Room clear awards\n\n{}", lines.join("\n")));
    let judged = |judge: &mut Judge<'_>, page: &Page| {
        let findings = judge.page(page);
        let verdicts: Vec<_> = findings.into_iter().map(|finding| (finding.range, finding.verdict)).collect();
        (verdicts, judge.unfinished().map(str::to_owned))
    };
    let alone = with_judge(|judge| judged(judge, &page(&lines)));
    let behind_others = with_judge(|judge| {
        let part = judged(judge, &page(&lines[..300]));
        assert_eq!(part.1, None);
        judged(judge, &page(&lines))
    });
    assert!(alone.1.is_some());
    assert_eq!(alone, behind_others);
}

#[test]
fn no_figure_is_asked_about_when_the_time_is_up() {
    // Each line has a figure that the same law gives, so that it is there for all of them once the first has asked.
    let line = "With Lucky Foot and luck 0 you get nothing in 13.3% of all rooms.\n\n";
    let page = Page::read(&line.repeat(600));
    let asked = Arc::new(AtomicUsize::new(0));
    let judged = |most: usize| {
        let counter = Arc::clone(&asked);
        counter.store(0, Ordering::Relaxed);
        let late = move || (counter.fetch_add(1, Ordering::Relaxed) >= most).then_some(Halt::Seconds(1));
        let limits = Limits { watch: Watch::asking(late), ..Limits::default() };
        let mut judge = judge_within(&limits);
        let findings = judge.page(&page);
        let right = findings.iter().filter(|finding| finding.verdict.is_right()).count();
        (right, judge.unfinished().map(str::to_owned))
    };
    assert_eq!(judged(usize::MAX), (600, None));
    let (right, why) = judged(asked.load(Ordering::Relaxed) - 300);
    assert!((100..=300).contains(&right), "{right}");
    assert_eq!(why.as_deref(), Some("the time is up: the limit `seconds` is 1"));
}
