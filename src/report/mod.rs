//! `report`: what stands in reports/, made from the data alone: a page for each mechanic with its pictures,
//! the same ready to paste into a wiki, and the claims of all pages under every rule set.
//!
//! Nothing here is written to disk, and nothing depends on the day or the machine: the same data give the
//! same bytes.

mod chain;
mod claims;
mod command;
mod findings;
mod form;
mod law;
mod rules;
mod tables;
mod write;

use std::fmt;

use crate::diagnostic::Code;
use crate::document::{Document, EditionCodes};
use crate::evaluate::Limits;
use crate::findings::FindingsFile;
use crate::query::QueryError;
use crate::render::{Format, Style, render};
use crate::scenario::{Mechanic, Scenario};
use crate::session::{Failure, Session};

/// A file of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its path below the folder of reports, with `/`.
    pub path: String,
    /// Its contents.
    pub text: String,
}

/// Why there is no report.
#[derive(Debug, Clone)]
pub enum ReportError {
    /// The data cannot be read, or something is wrong with it.
    Data(Failure),
    /// A computation reached a limit, or a request did not fit.
    Stopped(QueryError, Box<Mechanic>),
}

impl fmt::Display for ReportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportError::Data(failure) => write!(f, "{failure}"),
            ReportError::Stopped(error, mechanic) => write!(f, "{}: {error}", mechanic.model.path),
        }
    }
}

impl std::error::Error for ReportError {}

impl From<Failure> for ReportError {
    fn from(failure: Failure) -> ReportError {
        ReportError::Data(failure)
    }
}

/// All files of the report, by path. `progress` is told what is being worked on.
///
/// Cost: for each mechanic some hundred evaluations, and every claim under every rule set.
///
/// # Errors
/// Where the data has errors, or a computation reaches a limit. What a mechanic refuses to answer is said
/// on its page.
///
/// ```no_run
/// use trueodds::evaluate::Limits;
/// use trueodds::report::files;
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let files = files(&session, &Limits::default(), &|_| {})?;
/// assert!(files.iter().any(|file| file.path == "isaac/room-clear-award.md"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn files(session: &Session, limits: &Limits, progress: &dyn Fn(&str)) -> Result<Vec<File>, ReportError> {
    let mut files = Vec::new();
    let mut index = Vec::new();
    let found = session.findings()?;
    for name in session.names() {
        progress(&name);
        let mechanic = session.mechanic(&name)?;
        let page = page(session, &mechanic, &found, limits)?;
        files.extend(write::page(&page));
        index.push(page);
    }
    progress("claims");
    files.push(claims::file(session, limits)?);
    files.push(write::index(&index));
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

/// Whose wikitext is written.
const WIKI: &str = "wikigg";

/// The page of a mechanic.
struct Page {
    /// `isaac/room-clear-award`
    path: String,
    label: String,
    sections: Vec<Section>,
}

/// A part of a page.
#[derive(Default)]
struct Section {
    title: String,
    /// What computes it again.
    command: String,
    /// What is to be said of it.
    words: Vec<String>,
    picture: Option<Picture>,
    parts: Vec<Part>,
}

/// An answer as both pages have it.
struct Part {
    markdown: String,
    wikitext: String,
}

/// A picture beside the page.
struct Picture {
    /// What it is called after the name of the mechanic.
    name: String,
    /// Its title.
    title: String,
    svg: String,
}

/// What sections are made from.
struct Maker<'a> {
    session: &'a Session,
    mechanic: &'a Mechanic,
    /// The findings and tables of the data.
    files: &'a [FindingsFile],
    /// The default rule set with every input at its default.
    usual: Scenario,
    codes: EditionCodes,
    /// How wikitext looks.
    wikitext: Style,
    limits: &'a Limits,
}

impl Maker<'_> {
    /// An answer as both pages have it.
    fn part(&self, document: &dyn Document) -> Part {
        Part {
            markdown: render(document, Format::Markdown, &Style::default()),
            wikitext: render(document, Format::Wikitext, &self.wikitext),
        }
    }
}

fn page<'a>(
    session: &'a Session,
    mechanic: &'a Mechanic,
    files: &'a [FindingsFile],
    limits: &'a Limits,
) -> Result<Page, ReportError> {
    let usual = Scenario::of_defaults(mechanic, mechanic.default_rule_set());
    let wiki = session.wiki(mechanic)?;
    let wikitext = Style { templates: wiki.templates(WIKI), cite: true, ..Style::default() };
    let codes = wiki.edition_codes(WIKI);
    let mut maker = Maker { session, mechanic, files, usual, codes, wikitext, limits };
    let mut sections = Vec::new();
    sections.extend(maker.findings()?);
    sections.extend(maker.tables()?);
    // In the order of the page.
    let makers: [fn(&mut Maker<'a>) -> Made; 11] = [
        Maker::law,
        Maker::sweep,
        Maker::areas,
        Maker::closed_form,
        Maker::flags,
        Maker::by_state,
        Maker::first,
        Maker::long_run,
        Maker::side_by_side,
        Maker::editions,
        Maker::readings,
    ];
    for make in makers {
        let stopped = |error| ReportError::Stopped(error, Box::new(mechanic.clone()));
        sections.extend(make(&mut maker).map_err(stopped)?);
    }
    let (path, label) = (mechanic.model.path.clone(), mechanic.model.label.clone());
    Ok(Page { path, label, sections })
}

/// A section, or none where the mechanic has nothing of the kind.
type Made = Result<Option<Section>, QueryError>;

/// Why a mechanic does not answer, in words. A limit is no answer at all, and ends the report.
fn refusal(error: QueryError) -> Result<String, QueryError> {
    match error {
        QueryError::Stopped(stop, scenario) if matches!(stop.code, Code::Limit | Code::Internal) => {
            Err(QueryError::Stopped(stop, scenario))
        }
        QueryError::Stopped(stop, _) => Ok(stop.message.clone()),
        QueryError::Usage(problems) => {
            Ok(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        }
    }
}
