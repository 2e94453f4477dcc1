//! The trial evaluation of `check`: every outcome for itself, the short ones first, and what was not tried is said.

use std::sync::atomic::{AtomicU64, Ordering};

use trueodds::diagnostic::Code;
use trueodds::evaluate::{Halt, Limits, Watch};
use trueodds::session::{Checked, Session};

/// Two outcomes that take long and have ranges that nobody can see they keep, between them one that is wrong at
/// once, and last one that takes long and cannot be wrong.
const MIXED: &str = "mechanic t/mixed
outcome long: integer 0..199000
outcome wrong: flag
outcome longer: integer 0..399000
outcome fine: integer
long = 0
longer = 0
fine = 0
repeat 400 {
    long = long + random(500)
    longer = longer + random(1000)
    fine = fine + random(1000)
}
wrong = chance(1 + random(2))
";

/// Checks a program with limits under which the work ends when it has asked so often whether it may go on.
fn checked(name: &str, text: &str, most: u64) -> Checked {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("trial");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.odds"));
    std::fs::write(&path, text).unwrap();
    let asked = AtomicU64::new(0);
    let ends = move || (asked.fetch_add(1, Ordering::Relaxed) >= most).then_some(Halt::Cancelled);
    let limits = Limits { watch: Watch::asking(ends), ..Limits::default() };
    Session::embedded().unwrap().check_file(path.to_str().unwrap(), &limits).unwrap()
}

fn untried(checked: &Checked) -> Vec<&str> {
    checked.untried.iter().flat_map(|untried| &untried.outcomes).map(String::as_str).collect()
}

#[test]
fn an_outcome_that_takes_long_does_not_hide_what_is_wrong_with_another() {
    let found = checked("mixed", MIXED, 200);
    assert_eq!(untried(&found), ["long", "longer"]);
    assert_eq!(found.untried[0].mechanic, "t/mixed");
    let codes: Vec<Code> = found.findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::ProbabilityRange]);
}

#[test]
fn without_any_time_everything_is_untried_and_nothing_is_wrong() {
    let found = checked("mixed-none", MIXED, 0);
    assert_eq!(untried(&found), ["long", "wrong", "longer", "fine"]);
    assert!(found.findings.is_empty(), "{:?}", found.findings);
}

#[test]
fn what_ends_in_time_is_tried() {
    let text = MIXED.replace("400", "4").replace("1 + random(2)", "1 / (1 + random(2))");
    let found = checked("mixed-short", &text, 1_000_000);
    assert!(found.untried.is_empty() && found.findings.is_empty(), "{found:?}");
}

#[test]
fn a_check_reads_what_the_file_uses_and_not_what_stands_beside_it() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("trial-beside");
    std::fs::create_dir_all(folder.join("rulesets")).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write(
        "coin.odds",
        "mechanic t/coin\nrule p: probability = 1/2 from \"a page\"\noutcome heads: flag\nheads = chance(p)\n",
    );
    write(
        "pair.odds",
        "mechanic t/pair\nuses coin\noutcome both: flag\nboth = coin().heads and coin().heads\n",
    );
    // It is no text, which nobody finds who does not read it.
    std::fs::write(folder.join("other.odds"), [0xff, 0xfe, 0x00]).unwrap();
    let rules = "title = \"One\"\nkind = \"reading\"\n[mechanic.coin.rules]\np = { value = \"1/3\", from = \"b\" }\n[mechanic.other.rules]\n";
    write("rulesets/one.toml", rules);
    let path = folder.join("pair.odds");
    let mut session = Session::embedded().unwrap();
    let found = session.check_file(path.to_str().unwrap(), &Limits::default()).unwrap();
    assert!(found.findings.is_empty(), "{:?}", found.findings);
    // A mechanic that no file is called after is looked for, and missed.
    write("rulesets/one.toml", &rules.replace("mechanic.other", "mechanic.coyn"));
    let mut session = Session::embedded().unwrap();
    let found = session.check_file(path.to_str().unwrap(), &Limits::default()).unwrap();
    let codes: Vec<Code> = found.findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::UnknownMechanic], "{:?}", found.findings);
}
