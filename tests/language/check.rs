//! One small program for each finding, in tests/check. The first lines of a program say which finding is
//! expected and where: `# expect: unknown-name 5:6`. How it looks is kept as a snapshot of source and output.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use trueodds::diagnostic::{Code, Setting};
use trueodds::evaluate::Limits;
use trueodds::render::diagnostics;
use trueodds::session::Session;

/// Findings that no text of a mechanic can have: they are about rule sets, about questions, or defects.
const ELSEWHERE: &[Code] = &[
    Code::Cancelled,
    Code::BadClaims,
    Code::BadFindings,
    Code::NotKnown,
    Code::BadRuleSet,
    Code::UnknownRule,
    Code::UnknownMechanic,
    Code::UnknownRuleSet,
    Code::ExtendsCycle,
    Code::SeveralClasses,
    Code::Internal,
];

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "odds"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 50, "only {} programs", paths.len());
    paths
}

fn expected(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("# expect: ")).map(str::to_owned).collect()
}

/// What became of one program.
struct Checked {
    name: String,
    expected: Vec<String>,
    found: Vec<String>,
    shown: String,
}

/// Every program, checked once for all tests: one of them runs into the limit of states, which takes seconds.
static CHECKED: LazyLock<Vec<Checked>> =
    LazyLock::new(|| programs().iter().map(|path| check(path)).collect());

fn check(path: &Path) -> Checked {
    let mut session = Session::embedded().unwrap();
    let findings = session.check_file(path.to_str().unwrap(), &Limits::default()).unwrap().findings;
    // Settings as the command line shows them.
    let option = |setting: Setting| format!("--{}", setting.name());
    let findings: Vec<_> = findings.into_iter().map(|finding| finding.worded(&option)).collect();
    let place = |finding: &trueodds::diagnostic::Diagnostic| {
        let at = session.sources().locate(finding.primary.span);
        format!("{} {}:{}", finding.code, at.line, at.column)
    };
    let folder = format!("{}/", path.parent().unwrap().display());
    Checked {
        name: path.file_name().unwrap().display().to_string(),
        expected: expected(&fs::read_to_string(path).unwrap()),
        found: findings.iter().map(place).collect(),
        shown: diagnostics::render(&findings, session.sources(), false).replace(&folder, ""),
    }
}

#[test]
fn every_program_has_the_finding_it_expects() {
    let mut wrong = Vec::new();
    for Checked { name, expected, found, .. } in &*CHECKED {
        assert!(!expected.is_empty(), "{name} expects nothing");
        if found != expected {
            wrong.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_program() {
    let texts: Vec<String> = programs().iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let all: Vec<String> = texts.iter().flat_map(|text| expected(text)).collect();
    for code in Code::ALL.iter().filter(|code| !ELSEWHERE.contains(code)) {
        assert!(all.iter().any(|line| line.starts_with(&format!("{code} "))), "no program for `{code}`");
    }
}

#[test]
fn findings_look_as_they_did() {
    let mut page = String::new();
    for checked in &*CHECKED {
        page.push_str(&checked.shown);
        page.push('\n');
    }
    insta::assert_snapshot!("findings", page);
}
