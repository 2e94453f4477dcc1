//! The claims of the data, read and decided once for all tests about pages.

use std::sync::LazyLock;

use trueodds::evaluate::Limits;
use trueodds::names::Names;
use trueodds::session::{Claims, Session};
use trueodds::verify::{Case, Judge, cases, decide};

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

/// Does something with a judge.
pub(crate) fn with_judge<T>(work: impl FnOnce(&mut Judge<'static>) -> T) -> T {
    work(&mut judge())
}
