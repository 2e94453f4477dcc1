//! The findings of a page as values: what each figure is, and what it should be.
#![allow(clippy::print_stdout, reason = "an example shows its answer")]

use trueodds::evaluate::Limits;
use trueodds::page::Page;
use trueodds::session::Session;
use trueodds::verify::{Judge, cases};

const TEXT: &str = "\
Clearing a room has a chance to spawn a pickup.

{| class=\"wikitable\"
! Award !! Chance
|-
| Nothing || 22%
|-
| Coin || 1/4 (24%)
|}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let session = Session::embedded()?;
    let claims = session.claims(&[])?;
    let cases = cases(&claims.files, &claims.mechanics).map_err(|problems| {
        problems.into_iter().map(|problem| problem.to_string()).collect::<Vec<_>>().join("\n")
    })?;
    let read = Page::read(TEXT);
    let (names, limits) = (claims.names(), Limits::default());
    for finding in Judge::new(&names, cases, &limits).page(&read) {
        println!("{} ({}): {}", finding.stated, finding.verdict.name(), finding.message);
    }
    Ok(())
}
