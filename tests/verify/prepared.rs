//! The claims of the data, read and decided once for all tests about pages.

use std::sync::LazyLock;

use trueodds::evaluate::Limits;
use trueodds::session::{Claims, Session};
use trueodds::verify::{Case, cases, decide};

static CLAIMS: LazyLock<Claims> = LazyLock::new(|| Session::embedded().unwrap().claims(&[]).unwrap());

static CASES: LazyLock<Vec<Case<'static>>> = LazyLock::new(|| {
    let mut cases = cases(&CLAIMS.files, &CLAIMS.mechanics).unwrap();
    decide(&mut cases, &Limits::default());
    cases
});

/// Does something with the claims of the data.
pub(crate) fn with_cases<T>(work: impl FnOnce(&mut [Case<'_>]) -> T) -> T {
    work(&mut CASES.clone())
}
