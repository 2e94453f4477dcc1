//! One small file of claims or findings for each way to write one wrongly, in tests/check-claims. Its first lines say which
//! finding is expected and where, `# expect: bad-claims 8:1`, and what it says: what was found and what could
//! stand there instead.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use trueodds::diagnostic::Diagnostic;
use trueodds::evaluate::Limits;
use trueodds::render::diagnostics;
use trueodds::session::Session;

fn files() -> Vec<PathBuf> {
    // The folder says which game they are about.
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check-claims/isaac");
    let listed = |name: &str| {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder.join(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        assert!(paths.len() >= 25, "only {} files of {name}", paths.len());
        paths
    };
    [listed("claims"), listed("findings")].concat()
}

fn lines<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    text.lines().filter_map(|line| line.strip_prefix(key)).collect()
}

/// The findings as `bad-claims 8:1`, and how they look.
fn check(path: &Path) -> (Vec<String>, String) {
    let mut session = Session::embedded().unwrap();
    let findings = session.check_file(path.to_str().unwrap(), &Limits::default()).unwrap().findings;
    let place = |finding: &Diagnostic| {
        let at = session.sources().locate(finding.primary.span);
        format!("{} {}:{}", finding.code, at.line, at.column)
    };
    let found = findings.iter().map(place).collect();
    (found, diagnostics::render(&findings, session.sources(), false))
}

#[test]
fn every_file_has_the_finding_it_expects_where_it_expects_it() {
    let mut wrong = Vec::new();
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let expected = lines(&text, "# expect: ");
        assert!(!expected.is_empty(), "{} expects nothing", path.display());
        let (found, _) = check(&path);
        if found != expected {
            let name = path.file_name().unwrap().display().to_string();
            wrong.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_finding_says_its_file_what_was_found_and_what_is_expected() {
    let mut wrong = Vec::new();
    for path in files() {
        let (_, shown) = check(&path);
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(shown.contains(&format!("{name}:")), "{name} is not named:\n{shown}");
        let text = fs::read_to_string(&path).unwrap();
        let says = lines(&text, "# says: ");
        assert!(!says.is_empty(), "{name} expects no words");
        for said in says.iter().filter(|said| !shown.contains(**said)) {
            wrong.push(format!("{name} does not say {said:?}:\n{shown}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The status and all output of the command in this folder.
fn trueodds(args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    let output = command.args(args).env_remove("TRUEODDS_DATA").output().unwrap();
    let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    (output.status.code(), text)
}

/// A folder of data with one mechanic and these claims.
fn data(name: &str, claims: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-claims").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("game/claims")).unwrap();
    let mechanic =
        "mechanic game/it\nrule p: probability = 1/2 from \"here\"\noutcome x: flag\nx = chance(p)\n";
    fs::write(folder.join("game/it.odds"), mechanic).unwrap();
    fs::write(folder.join("game/claims/mine.toml"), claims).unwrap();
    folder.to_str().unwrap().to_owned()
}

const HEAD: &str = "title = \"T\"\nsource = \"Page\"\nmechanic = \"it\"\n";

fn claim(more: &str) -> String {
    format!("\n[[claim]]\nid = \"a\"\nsection = \"S\"\nabout = \"It\"\nstated = \"50%\"\n{more}\n")
}

#[test]
fn check_and_verify_refuse_the_same_data() {
    let fine = claim("query = 'P(x)'");
    for (name, claims, status) in [
        ("fine", fine.clone(), 0),
        ("twice", format!("{fine}{fine}"), 1),
        ("key", claim("kueri = 'P(x)'"), 1),
        ("name", claim("query = 'P(y)'"), 1),
        ("rules", claim("query = 'P(x)'\nrules = [\"nope\"]"), 1),
        ("mechanic", claim("query = 'P(x)'\nmechanic = \"that\""), 1),
    ] {
        let folder = data(name, &format!("{HEAD}{claims}"));
        let (checked, said) = trueodds(&["check", "--data", &folder]);
        assert_eq!(checked, Some(status), "check with {name}:\n{said}");
        let (judged, said) = trueodds(&["verify", "--data", &folder]);
        assert_eq!(judged, Some(if status == 0 { 0 } else { 2 }), "verify with {name}:\n{said}");
    }
}

#[test]
fn all_mistakes_of_all_files_are_said_at_once() {
    let folder = data("several", &format!("{HEAD}{}", claim("query = 'P(y)'\nset = { m = 1 }")));
    let other = Path::new(&folder).join("game/claims/other.toml");
    fs::write(other, format!("{HEAD}{}", claim("rule = 'q'"))).unwrap();
    let (_, said) = trueodds(&["verify", "--data", &folder]);
    for mistake in ["mine.toml:6:6", "no name `y`", "no input `m`", "other.toml:6:6", "no rule `q`"] {
        assert!(said.contains(mistake), "not said: {mistake}\n{said}");
    }
}

#[test]
fn data_without_claims_say_so() {
    let folder = data("none", HEAD);
    fs::remove_file(Path::new(&folder).join("game/claims/mine.toml")).unwrap();
    let (status, said) = trueodds(&["verify", "--data", &folder]);
    assert!(said.contains("no claims"), "{status:?}: {said}");
}
