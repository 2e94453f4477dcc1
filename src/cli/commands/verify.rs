//! `verify`: claims, and pages.

use std::io;
use std::path::Path;

use clap::Args;

use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::cli::pages::{Changes, judge_all};
use crate::cli::typed::address_advice;
use crate::diagnostic::or_nearest;
use crate::document::verify::MatrixDocument;
use crate::render::{Format, VerdictStyle, write, write_verdicts};
use crate::session::{Claims, Session, is_page};
use crate::verify::{Case, Checked, Judge, Verdict, cases, decide, stated};

const EXAMPLES: &str = "\
Examples:
  trueodds verify --page page.txt                the figures of a page
  trueodds verify --page a.txt b.txt pages/      of several, and of a folder
  trueodds verify --page page.txt --fix          mend wrong roundings
  trueodds verify --page page.txt --annotate     put its question beside each
  trueodds verify                                every claim of the data
  trueodds verify isaac/floor --matrix           under which rules each holds";

const VERDICTS: &str = "\
Verdicts: exact, rounded, truncated (right); depends (right under other rule sets); wrong,
contradicts-code, contradicts-page; undecided (no model decides it); unclassified.";

/// Judge the figures of a page, or the claims of the data
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = VERDICTS)]
pub(crate) struct VerifyArgs {
    /// Games, mechanics or files (.odds, .toml) to judge by [default: all]
    ///
    /// Beside `--page` these may be more pages too.
    #[arg(add = Completes::Names.completer(), value_name = "NAME")]
    claims: Vec<String>,
    /// Judge the figures of a page, or of those of a folder
    ///
    /// Wikitext, copied text, Markdown, HTML or LaTeX; `-` is standard input.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::AnyPath)]
    page: Vec<String>,
    /// Judge under these rule sets; `all` for every one
    ///
    /// Where none is named, those under which each claim is read.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    rules: Vec<String>,
    /// Exit with 1 where a figure has one of these verdicts
    #[arg(
        long,
        hide_short_help = true,
        value_enum,
        value_name = "VERDICT[,…]",
        value_delimiter = ',',
        default_value = "wrong,contradicts-code,contradicts-page"
    )]
    fail_on: Vec<FailOn>,
    /// Mend wrong roundings: show the change and write it
    #[arg(long, requires = "page")]
    fix: bool,
    /// Propose the question of each figure that is right
    #[arg(long, requires = "page", conflicts_with = "fix")]
    annotate: bool,
    /// Write what `--annotate` proposes
    #[arg(long, requires = "annotate")]
    write: bool,
    /// Show the claims under each rule set as a table
    #[arg(long, conflicts_with = "page")]
    matrix: bool,
    /// List right figures too
    #[arg(long)]
    all: bool,
    /// Say of each figure what was asked
    ///
    /// And in which reading, and for which numbers it would be right.
    #[arg(short, long)]
    verbose: bool,
}

/// A verdict to fail on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    /// Right, to the last digit
    Exact,
    /// Right when rounded
    Rounded,
    /// Right with further digits dropped
    Truncated,
    /// Right under other rule sets
    Depends,
    /// Against the code that the page prints
    ContradictsCode,
    /// Against another place of the page
    ContradictsPage,
    /// Right nowhere
    Wrong,
    /// Decided by no model
    Undecided,
    /// Explained by nothing
    Unclassified,
    /// Never fail
    None,
}

impl FailOn {
    fn verdict(self) -> Option<Verdict> {
        Some(match self {
            FailOn::Exact => Verdict::Exact,
            FailOn::Rounded => Verdict::Rounded,
            FailOn::Truncated => Verdict::Truncated,
            FailOn::Depends => Verdict::Depends,
            FailOn::ContradictsCode => Verdict::ContradictsCode,
            FailOn::ContradictsPage => Verdict::ContradictsPage,
            FailOn::Wrong => Verdict::Wrong,
            FailOn::Undecided => Verdict::Undecided,
            FailOn::Unclassified => Verdict::Unclassified,
            FailOn::None => return None,
        })
    }
}

impl Run for VerifyArgs {
    const NAME: &'static str = "verify";
    const FORMATS: &'static [Format] = &Format::OF_FINDINGS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        if let Some(advice) = self.claims.iter().chain(&self.page).find_map(|name| address_advice(name)) {
            return Err(advice.into());
        }
        let target = context.target()?;
        let session = context.session()?;
        let (pages, named) = self.pages_and_names(&session);
        let claims = match (pages.as_slice(), named.as_slice()) {
            ([], []) => session.own_claims()?,
            _ => session.claims(&named)?,
        };
        let rules = rules(&claims, &self.rules)?;
        if pages.is_empty() && claims.files.iter().all(|file| file.claims.is_empty()) {
            return Err("there are no claims to judge; they stand in claims/*.toml of a game's folder".into());
        }
        let mut cases = cases(&claims.files, &claims.mechanics)
            .map_err(|problems| CliError::findings(problems, claims.sources.clone()))?;
        let names = claims.names();
        let (checked, limited, mut problems, closing) = if pages.is_empty() {
            decide(&mut cases, &context.limits);
            let limited = cases.iter().filter_map(Case::limit).map(str::to_owned).collect();
            let checked = Checked::of_claims(stated(&cases, &rules), &cases, &claims.sources);
            (checked, limited, Vec::new(), String::new())
        } else {
            let judge = Judge::new(&names, cases, &context.limits);
            let judge = judge.under(&rules).asked_for(!named.is_empty());
            let judge = judge.annotated_by(claims.templates.clone());
            let judged = judge_all(&judge, context, self.changes(), &pages);
            if judged.read == 0 {
                return Err(judged.problems.into());
            }
            let closing = judged.closing(self.changes());
            if self.annotate {
                target.write(&judged.difference)?;
                context.message(&closing);
                return if judged.problems.is_empty() {
                    Ok(Status::Clean)
                } else {
                    Err(judged.problems.into())
                };
            }
            let limited: Vec<String> = judged.limited.into_values().collect();
            (judged.checked, limited, judged.problems, closing)
        };
        let mut out = target.writer();
        let written = self.write_to(&mut out, &checked, context);
        out.finish(written)?;
        context.message(&closing);
        if let Some(reason) = limited.first() {
            problems.push(format!("{} claims are not decided: {reason}", limited.len()));
        }
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let fails = |verdict: Verdict| self.fail_on.iter().any(|fail| fail.verdict() == Some(verdict));
        Ok(Status::of(checked.findings.iter().any(|found| fails(found.finding.verdict))))
    }
}

impl VerifyArgs {
    fn write_to(&self, out: &mut dyn io::Write, checked: &Checked, context: &Context) -> io::Result<()> {
        let format = context.format;
        let style = context.style(Vec::new());
        if self.matrix && matches!(format, Format::Terminal | Format::Markdown) {
            return write(&MatrixDocument(checked), format, &style, out);
        }
        let look = VerdictStyle {
            style: &style,
            all: self.all,
            verbose: self.verbose,
            mend: Some("`--fix` does"),
            list_all: Some("--all lists these"),
        };
        write_verdicts(checked, format, &look, out)
    }

    fn changes(&self) -> Changes {
        match (self.fix, self.annotate, self.write) {
            (true, _, _) => Changes::Fix,
            (_, true, write) => Changes::Annotate { write },
            _ => Changes::None,
        }
    }

    /// The pages, and the games, mechanics and claims by name. `-` is a page, and beside one a name that is none of these, and that
    /// of a folder or a file that is no claims file, is one more page: a shell makes several of one pattern.
    fn pages_and_names(&self, session: &Session) -> (Vec<String>, Vec<String>) {
        let mut pages = self.page.clone();
        if pages.is_empty() && !self.claims.iter().any(|name| name == "-") {
            return (pages, self.claims.clone());
        }
        let (games, mechanics) = (session.games(), session.names());
        let is_more = |name: &&String| {
            let path = Path::new(name.as_str());
            let is_source = path.extension().is_some_and(|ending| ending == "toml" || ending == "odds");
            let is_known = games.contains(name) || mechanics.contains(name);
            !is_known && !is_source && (*name == "-" || is_page(path) || path.exists())
        };
        let (more, named): (Vec<&String>, Vec<&String>) = self.claims.iter().partition(is_more);
        pages.extend(more.into_iter().cloned());
        (pages, named.into_iter().cloned().collect())
    }
}

/// The rule sets to judge under. Those that no mechanic has are named at once, and not passed over.
fn rules(claims: &Claims, names: &[String]) -> Result<Vec<String>, CliError> {
    let sets =
        || claims.mechanics.values().flat_map(|mechanic| &mechanic.rule_sets).map(|set| set.name.as_str());
    if names == ["all"] {
        let all: std::collections::BTreeSet<&str> = sets().collect();
        return Ok(all.into_iter().map(str::to_owned).collect());
    }
    let problems: Vec<String> = names
        .iter()
        .filter(|name| !sets().any(|set| set == name.as_str()))
        .map(|name| {
            let mut known: Vec<&str> = sets().collect();
            known.sort_unstable();
            known.dedup();
            let help = or_nearest(name, known).map(|help| format!("; {help}")).unwrap_or_default();
            format!("no rule set `{name}`{help}")
        })
        .collect();
    if problems.is_empty() { Ok(names.to_vec()) } else { Err(problems.into()) }
}
