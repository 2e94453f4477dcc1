//! The command line where something goes wrong on the way: hostile texts, full disks, limits, killed runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::ran::{err, out};

const AWARDS: &str = "isaac/room-clear-award";
/// An escape that turns what follows red, and a mark that turns the direction of writing.
const HOSTILE: &str = "\u{1b}[31m\u{202e}";

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    command.args(args).env_remove("TRUEODDS_DATA");
    command
}

fn trueodds(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Nothing in what is printed steers a terminal, and the hostile text is still to be seen.
fn is_clean(output: &Output) {
    for text in [out(output), err(output)] {
        let unwanted = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || c == '\u{202e}';
        assert!(!text.contains(unwanted), "{text:?}");
    }
    let all = out(output) + &err(output);
    assert!(all.contains('\u{241b}') && all.contains('\u{fffd}'), "{all:?}");
}

/// A mechanic whose rule quotes a hostile source, and whose draw has a hostile comment beside it.
fn mechanic(folder: &Path) -> String {
    let path = folder.join("coin.odds");
    let text = format!(
        "mechanic x/coin \"Coin\"\n\nrule heads: probability = 1/2 from \"page {HOSTILE}\"\n\n\
         outcome hit: flag\n\nhit = chance(heads) # {HOSTILE}\n"
    );
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn explanations_quote_sources_without_their_escapes() {
    let folder = folder("hostile-explain");
    let path = mechanic(&folder);
    for format in ["terminal", "markdown", "wikitext", "latex"] {
        let output = trueodds(&["explain", &path, "P(hit)", "--format", format]);
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        is_clean(&output);
    }
    let tree = trueodds(&["tree", &path]);
    assert!(!out(&tree).contains('\u{1b}'), "{tree:?}");
    // A program gets the text as it is.
    let json = out(&trueodds(&["explain", &path, "P(hit)", "--format", "json"]));
    assert!(json.contains("\\u001b[31m"), "{json}");
}

#[test]
fn the_figures_of_a_page_are_shown_without_its_escapes() {
    let folder = folder("hostile-page");
    let page = folder.join("page.txt");
    let text = format!("A chance of 1/7 (15%) {HOSTILE} to drop.\n");
    for format in ["terminal", "github", "markdown"] {
        fs::write(&page, &text).unwrap();
        let output = trueodds(&["verify", "--page", page.to_str().unwrap(), "--fix", "--format", format]);
        is_clean(&output);
        assert!(err(&output).contains("-A chance of 1/7 (15%)"), "{output:?}");
        // The page itself keeps what it has.
        assert!(fs::read_to_string(&page).unwrap().contains(HOSTILE));
    }
}

#[test]
fn names_of_files_are_shown_without_their_escapes() {
    let folder = folder("hostile-names");
    let missing = folder.join(format!("no{HOSTILE}.odds"));
    is_clean(&trueodds(&["check", missing.to_str().unwrap()]));
    let broken = folder.join(format!("bad{HOSTILE}.odds"));
    fs::write(&broken, "mechanic x/y \"Y\"\nlet a = nope\n").unwrap();
    is_clean(&trueodds(&["check", broken.to_str().unwrap()]));
    let page = folder.join(format!("page{HOSTILE}.txt"));
    fs::write(&page, "A chance of 27/125 (22.6%).\n").unwrap();
    for format in ["terminal", "github"] {
        is_clean(&trueodds(&["verify", "--page", page.to_str().unwrap(), "--format", format]));
    }
    // A line break in a name begins no line of its own.
    let output = trueodds(&["check", "a\nerror: b.odds"]);
    assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
}

#[test]
fn arguments_are_quoted_without_their_escapes() {
    for args in [
        vec![format!("--{HOSTILE}")],
        vec!["table".to_owned(), AWARDS.to_owned(), format!("--format={HOSTILE}")],
        vec!["table".to_owned(), format!("isaac/{HOSTILE}")],
        vec!["table".to_owned(), AWARDS.to_owned(), "--set".to_owned(), format!("x{HOSTILE}=1")],
        vec!["query".to_owned(), AWARDS.to_owned(), format!("P(award = {HOSTILE})")],
        vec![format!("{HOSTILE}")],
    ] {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = trueodds(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        is_clean(&output);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_an_error() {
    for args in [vec!["--help"], vec!["--version"], vec!["table", "--help"], vec!["completions", "bash"]] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(&args).stdout(full).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err(&output).starts_with("error: cannot write: "), "{}", err(&output));
    }
}

#[cfg(unix)]
#[test]
fn help_into_a_closed_pipe_is_no_error() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = command(&["--help"]).stdout(writer).stderr(Stdio::piped()).output().unwrap();
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let folder = folder("killed");
    let answer = folder.join("answer.json");
    let path = answer.to_str().unwrap();
    let left = || -> Vec<String> {
        let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter_map(|name| name.into_string().ok()).filter(|name| name.starts_with('.')).collect()
    };
    // A run that waits for its page has opened its target.
    let wait = |args: &[&str]| {
        let mut waiting = command(args);
        waiting.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = waiting.spawn().unwrap();
        let begin = std::time::Instant::now();
        while left().is_empty() && begin.elapsed() < std::time::Duration::from_secs(60) {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        child
    };
    let mut killed = wait(&["verify", "--page", "-", "--output", path]);
    assert_eq!(left().len(), 1);
    // While the run lives its file stays, whoever else writes here.
    assert_eq!(trueodds(&["list", "--output", path]).status.code(), Some(0));
    assert_eq!(left().len(), 1);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(left().len(), 1);
    assert_eq!(trueodds(&["list", "--output", path]).status.code(), Some(0));
    assert_eq!(left(), Vec::<String>::new());
}

#[test]
fn folders_of_data_that_time_did_not_suffice_to_compare_are_not_called_the_same() {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
    let args = ["diff", "sts/card-roll", "--from-data", data, "--limit", "seconds=0"];
    let output = trueodds(&args);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(err(&output).contains("not compared") && err(&output).contains("`seconds`"), "{}", err(&output));
    assert!(!out(&output).contains("No published number changes"), "{}", out(&output));
    assert!(!out(&output).contains("numbers that change"), "{}", out(&output));
    // Where there is time, nothing is left out.
    let output = trueodds(&args[..4]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(out(&output).starts_with("No published number changes: "), "{}", out(&output));
}

#[test]
fn a_limit_on_one_side_is_no_change() {
    let folder = folder("published-limits");
    for (side, rolls) in [("old", 1), ("new", 12)] {
        let data = folder.join(side).join("x");
        fs::create_dir_all(&data).unwrap();
        let text = format!(
            "mechanic x/dice \"Dice\"\n\noutcome total: integer 0..100\n\nlet sum = 0\n\
             repeat {rolls} {{ sum = sum + random(4) }}\ntotal = sum\n"
        );
        fs::write(data.join("dice.odds"), text).unwrap();
        fs::create_dir_all(data.join("rulesets")).unwrap();
        fs::write(data.join("rulesets/all.toml"), "title = \"All\"\nkind = \"edition\"\ndefault = true\n")
            .unwrap();
    }
    let (old, new) = (folder.join("old"), folder.join("new"));
    let args = ["diff", "--from-data", old.to_str().unwrap(), "--data", new.to_str().unwrap()];
    let output = trueodds(&[&args[..], &["--limit", "steps=60", "--exit-code"]].concat());
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(err(&output).contains("1 law was not compared"), "{}", err(&output));
    assert!(out(&output).contains("No published number was compared."), "{}", out(&output));
    let json = trueodds(&[&args[..], &["--limit", "steps=60", "--format", "json"]].concat());
    let json: serde_json::Value = crate::support::contract::read(&out(&json));
    assert_eq!(json["changed"].as_array().unwrap().len(), 0);
    assert_eq!(json["not_compared"].as_array().unwrap().len(), 1);
}

#[test]
fn inputs_go_by_their_labels() {
    let by_name = out(&trueodds(&["query", AWARDS, "P(award = chest)", "--with", "lucky_foot"]));
    for args in [
        ["--with", "Lucky Foot"],
        ["--with", "lucky  foot"],
        ["--with", "LUCKY_FOOT"],
        ["--set", "Lucky Foot=true"],
    ] {
        let output = trueodds(&[&["query", AWARDS, "P(award = chest)"], &args[..]].concat());
        assert_eq!(out(&output), by_name, "{args:?}: {}", err(&output));
    }
    let sweep = |name: &str| out(&trueodds(&["table", AWARDS, "--sweep", name]));
    assert_eq!(sweep("Luck=0..2"), sweep("luck=0..2"));
    let both = trueodds(&["table", AWARDS, "--sweep", "Luck=0..2", "--set", "luck=1"]);
    assert_eq!(both.status.code(), Some(2));
    assert!(err(&both).contains("is swept and given a value"), "{}", err(&both));
    let twice = trueodds(&["table", AWARDS, "--set", "Luck=2", "--set", "luck=1"]);
    assert!(err(&twice).contains("`luck` is given twice"), "{}", err(&twice));
}

#[test]
fn a_label_of_several_inputs_is_refused() {
    let folder = folder("labels");
    let path = folder.join("x.odds");
    let text = "mechanic x/y \"Y\"\n\ninput first: flag \"Same\"\ninput second: flag \"same\"\n\
                input same_too: flag \"First\"\n\noutcome hit: flag\n\n\
                hit = first or second or same_too or chance(1/2)\n";
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let output = trueodds(&["table", path, "--with", "Same"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("label of several inputs: `first`, `second`"), "{}", err(&output));
    // An exact name is a name, whatever has it as a label.
    let output = trueodds(&["table", path, "--with", "first", "--format", "json"]);
    assert!(out(&output).contains("\"first\": \"true\""), "{}", out(&output));
}

#[test]
fn a_limit_that_nobody_knows_is_refused_by_every_command() {
    for args in [vec!["list"], vec!["check"], vec!["report", "--check"], vec!["diff", "--from-data", "x"]] {
        let output = trueodds(&[&args[..], &["--limit", "second=1"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(err(&output), "error: no limit `second`; did you mean `seconds`?\n", "{args:?}");
    }
}

#[test]
fn commands_whose_time_is_up_say_so() {
    // What `check` did not try is nothing that is wrong.
    for (args, status) in [
        (vec!["table", AWARDS], 2),
        (vec!["verify", AWARDS], 2),
        (vec!["report", "--check"], 2),
        (vec!["check"], 0),
    ] {
        let output = trueodds(&[&args[..], &["--limit", "seconds=0"]].concat());
        assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
        let said = out(&output) + &err(&output);
        assert!(said.contains("limit `seconds`") || said.contains("`--limit seconds="), "{args:?}: {said}");
    }
}

#[test]
fn refusals_of_formats_name_who_takes_them() {
    let said = |args: &[&str]| err(&trueodds(args));
    assert_eq!(
        said(&["list", "--format", "sarif"]),
        "error: `--format github`, `sarif` and `junit` are formats of `verify`\n"
    );
    assert_eq!(
        said(&["plot", AWARDS, "-f", "dot"]),
        "error: `--format dot` and `mermaid` are formats of `tree`\n"
    );
    assert_eq!(said(&["list", "-f", "svg"]), "error: `--format svg` is a format of `plot` and `tree`\n");
    assert_eq!(said(&["check", "-f", "csv"]), "error: `check` prints `--format terminal` or `json`\n");
    assert_eq!(
        said(&["tree", AWARDS, "-f", "csv"]),
        "error: `tree` prints `--format terminal`, `json`, `html`, `svg`, `dot` or `mermaid`\n"
    );
    assert_eq!(
        said(&["list", "--cite"]),
        "error: `--cite` needs `--format wikitext`, `markdown` or `html`\n"
    );
}
