//! The claims of the data, read and decided once for all tests about pages.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

use trueodds::evaluate::Limits;
use trueodds::names::Names;
use trueodds::page::Page;
use trueodds::session::{Claims, Session};
use trueodds::verify::{Case, Finding, Judge, cases, decide};

static CLAIMS: LazyLock<Claims> = LazyLock::new(|| Session::embedded().unwrap().claims(&[]).unwrap());

static CASES: LazyLock<Vec<Case<'static>>> = LazyLock::new(|| {
    let mut cases = cases(&CLAIMS.files, &CLAIMS.mechanics).unwrap();
    decide(&mut cases, &Limits::default());
    cases
});

static NAMES: LazyLock<Names<'static>> = LazyLock::new(|| CLAIMS.names());

static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::default);

/// Judges by the claims of the data, and by what its mechanics call things.
pub(crate) fn judge() -> Judge<'static> {
    Judge::new(&NAMES, CASES.clone(), &LIMITS)
}

/// Judges by what the mechanics of the data call things alone, within some limits.
pub(crate) fn judge_within(limits: &Limits) -> Judge<'_> {
    Judge::new(&NAMES, Vec::new(), limits)
}

/// Does something with a judge.
pub(crate) fn with_judge<T>(work: impl FnOnce(&mut Judge<'static>) -> T) -> T {
    work(&mut judge())
}

/// What is found on a page about a mechanic of one's own, by what stands around its figures alone. `name` is that of the
/// file that the mechanic is written to; `is_asked` says that somebody named the mechanic.
pub(crate) fn findings_about(name: &str, mechanic: &str, text: &str, is_asked: bool) -> Vec<Finding> {
    // Tests run side by side: each mechanic has a folder of its own, and its file is written once.
    static WRITTEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut hasher = DefaultHasher::new();
    mechanic.hash(&mut hasher);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify-own").join(hasher.finish().to_string());
    let file = folder.join(format!("{name}.odds"));
    let mut written = WRITTEN.lock().unwrap();
    if written.insert(file.clone()) {
        fs::create_dir_all(&folder).unwrap();
        fs::write(&file, mechanic).unwrap();
    }
    drop(written);
    let mut session = Session::default();
    session.add_file(&file.display().to_string()).unwrap();
    let claims = session.claims(&[]).unwrap();
    let names = claims.names();
    Judge::new(&names, Vec::new(), &LIMITS).asked_for(is_asked).page(&Page::read(text))
}
