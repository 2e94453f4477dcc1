//! Every claim of the data under every rule set, and what is not right.

use super::{File, ReportError, write};
use crate::document::verify::FindingsDocument;
use crate::evaluate::Limits;
use crate::render::{Format, Style, render};
use crate::session::{Failure, Session};
use crate::verify::{Checked, cases, decide, stated};

/// `claims.md`
pub(super) fn file(session: &Session, limits: &Limits) -> Result<File, ReportError> {
    let claims = session.claims(&[])?;
    let mut cases = cases(&claims.files, &claims.mechanics)
        .map_err(|problems| Failure::findings(problems, &claims.sources))?;
    decide(&mut cases, limits);
    let checked = Checked::of_claims(stated(&cases, &[]), &cases, &claims.sources);
    let text = format!(
        "{}# Claims\n\nWhat the pages state, judged by the rules: first every figure that is not right, then each claim under\neach rule set.\n\n```sh\ntrueodds verify --matrix\n```\n\n{}",
        write::MADE,
        render(&FindingsDocument(&checked), Format::Markdown, &Style::default())
    );
    Ok(File { path: "claims.md".to_owned(), text })
}
