//! `verify`: claims, and pages.

use std::io::Read as _;
use std::path::Path;

use clap::Args;

use super::output::{Target, message};
use super::run::{Job, Trouble, failed};
use crate::diagnostic::or_nearest;
use crate::document::verify::MatrixDocument;
use crate::page::Page;
use crate::render::{Format, VerdictStyle, verdicts};
use crate::session::{Claims, LARGEST_PAGE, decoded, read_page};
use crate::verify::{Case, Checked, Verdict, cases, decide, fixed, page, stated};

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Claims to judge: games, mechanics, or claims files (.toml) [default: all]
    pub claims: Vec<String>,
    /// Judge the figures of a page: wikitext, scraped text or Markdown; `-` reads standard input
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub page: Option<String>,
    /// Judge under these rule sets [default: those that each claim is read under]
    #[arg(long, value_name = "NAME[,NAME…]", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// Exit with 1 where a figure has one of these verdicts
    #[arg(
        long,
        value_enum,
        value_name = "VERDICT[,…]",
        value_delimiter = ',',
        default_value = "wrong,contradicts-code,contradicts-page"
    )]
    pub fail_on: Vec<FailOn>,
    /// Mend wrong roundings in the page: show the change, then write it
    #[arg(long, requires = "page")]
    pub fix: bool,
    /// Show the claims under each rule set as a table
    #[arg(long, conflicts_with = "page")]
    pub matrix: bool,
    /// List right figures too
    #[arg(long)]
    pub all: bool,
}

/// A verdict to fail on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum FailOn {
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

impl Job {
    pub(super) fn verify(&self, args: &VerifyArgs) -> Result<u8, Trouble> {
        let target = self.target()?;
        let limits = self.limits()?.evaluate;
        let mut session = self.session()?;
        let claims = session.claims(&args.claims).map_err(|failure| failed(failure, &session))?;
        known_rules(&claims, &args.rules)?;
        if args.page.is_none() && claims.files.iter().all(|file| file.claims.is_empty()) {
            return Err("there are no claims to judge; they stand in claims/*.toml of a game's folder"
                .to_owned()
                .into());
        }
        let mut cases = cases(&claims.files, &claims.mechanics)
            .map_err(|problems| failed(crate::session::Failure::Findings(problems), &session))?;
        let mut closing = String::new();
        let checked = match &args.page {
            Some(name) => self.page(name, args, &mut cases, &limits, &mut closing)?,
            None => {
                decide(&mut cases, &limits);
                Checked::of_claims(stated(&cases, &args.rules), &cases, session.sources())
            }
        };
        let status = self.report(target, args, &checked)?;
        message(&closing);
        let limited: Vec<&str> = cases.iter().filter_map(Case::limit).collect();
        match limited.first() {
            Some(reason) => Err(format!("{} claims are not decided: {reason}", limited.len()).into()),
            None => Ok(status),
        }
    }

    fn report(&self, target: Target, args: &VerifyArgs, checked: &Checked) -> Result<u8, Trouble> {
        let style = self.style(Vec::new());
        let text = if args.matrix && matches!(self.common.format, Format::Terminal | Format::Markdown) {
            let report = MatrixDocument(checked).report().map_err(defect)?;
            crate::render::render(&report, self.common.format, &style)
        } else {
            let look = VerdictStyle {
                style: &style,
                all: args.all,
                color: self.color_of_output(),
                mend: Some("`--fix` does"),
                list_all: Some("--all lists these"),
            };
            verdicts(checked, self.common.format, &look).map_err(defect)?
        };
        target.write(&text)?;
        let fails = |verdict: Verdict| args.fail_on.iter().any(|fail| fail.verdict() == Some(verdict));
        let failed = checked.findings.iter().any(|found| fails(found.finding.verdict));
        Ok(u8::from(failed))
    }

    /// Judges a page. With `--fix` its roundings are mended first, and the change is shown.
    fn page(
        &self,
        name: &str,
        args: &VerifyArgs,
        cases: &mut [Case<'_>],
        limits: &crate::evaluate::Limits,
        closing: &mut String,
    ) -> Result<Checked, Trouble> {
        let text = read(name)?;
        // A byte order mark is no part of the text, and stays where it is.
        const MARK: &str = "\u{feff}";
        let (mark, text) = match text.strip_prefix(MARK) {
            Some(rest) => (MARK, rest.to_owned()),
            None => ("", text),
        };
        let read = Page::read(&text);
        let findings = page(&read, cases, &args.rules, !args.claims.is_empty(), limits);
        let shown = if name == "-" { "standard input" } else { name };
        if !args.fix {
            return Ok(Checked::of_page(&read, shown, findings, cases));
        }
        let (mended, count) = fixed(&read, &findings);
        message(&difference(shown, &text, &mended));
        if count == 0 {
            // The last line is what a person looks for.
            *closing = "nothing to mend: no rounding is wrong\n".to_owned();
        } else if name == "-" {
            // What was judged is what still stands there.
            message("standard input cannot be written to: copy the change by hand\n\n");
            return Ok(Checked::of_page(&read, shown, findings, cases));
        } else {
            Target::open(Some(Path::new(name)))?.write(&format!("{mark}{mended}"))?;
            *closing = format!("{count} rounding{} mended in {name}\n", if count == 1 { "" } else { "s" });
            message("\n");
        }
        let read = Page::read(&mended);
        let findings = page(&read, cases, &args.rules, !args.claims.is_empty(), limits);
        Ok(Checked::of_page(&read, shown, findings, cases))
    }
}

/// What is never wrong with the input.
fn defect(error: impl std::fmt::Display) -> String {
    format!("internal error, please report: {error}")
}

/// Rule sets that no mechanic has are named at once, and not passed over.
fn known_rules(claims: &Claims, names: &[String]) -> Result<(), Trouble> {
    let sets =
        || claims.mechanics.values().flat_map(|mechanic| &mechanic.rule_sets).map(|set| set.name.as_str());
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
    if problems.is_empty() { Ok(()) } else { Err(problems.into()) }
}

fn read(name: &str) -> Result<String, Trouble> {
    let text = if name == "-" {
        let mut bytes = Vec::new();
        let stdin = std::io::stdin();
        stdin
            .lock()
            .take(LARGEST_PAGE + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| format!("standard input: {error}"))?;
        if bytes.len() as u64 > LARGEST_PAGE {
            return Err(
                format!("standard input: more than {LARGEST_PAGE} bytes, too large for a page").into()
            );
        }
        decoded(bytes, "standard input")?
    } else {
        read_page(Path::new(name))?
    };
    if text.contains('\0') {
        return Err(format!("{name}: not a text: it holds zero bytes").into());
    }
    Ok(text)
}

/// The lines that change, in the manner of `diff -u` without context. Both texts have the same lines.
fn difference(name: &str, before: &str, after: &str) -> String {
    let mut out = String::new();
    for (number, (old, new)) in (1..).zip(before.lines().zip(after.lines())) {
        if old != new {
            if out.is_empty() {
                out.push_str(&format!("--- {name}\n+++ {name}\n"));
            }
            out.push_str(&format!("@@ -{number} +{number} @@\n-{old}\n+{new}\n"));
        }
    }
    out
}
