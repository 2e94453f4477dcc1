//! `verify`: claims, and pages.

use std::io::Read as _;
use std::path::Path;

use clap::Args;

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::cli::output::message;
use crate::diagnostic::or_nearest;
use crate::document::verify::MatrixDocument;
use crate::page::Page;
use crate::render::{Format, VerdictStyle, render, verdicts};
use crate::session::{Claims, LARGEST_PAGE, decoded, read_page};
use crate::verify::{Case, Checked, Judge, Verdict, cases, decide, fixed, stated};

const HELP: &str = "\
Examples:
  trueodds verify                                   every claim of the data
  trueodds verify isaac/special-rooms --matrix      under which rules each claim holds
  trueodds verify --page page.txt                   the figures of a page, by line and column
  trueodds verify --page page.txt --rules rebirth
  trueodds verify --page page.txt --fix             mend wrong roundings

Verdicts: exact, rounded, truncated (right); depends (right under other rule sets); wrong,
contradicts-code, contradicts-page; undecided (no model decides it); unclassified.";

/// Judge what pages claim: the claims of the data, or the figures of a page
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct VerifyArgs {
    /// Claims to judge: games, mechanics, or claims files (.toml) [default: all]
    claims: Vec<String>,
    /// Judge the figures of a page: wikitext, scraped text or Markdown; `-` reads standard input
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    page: Option<String>,
    /// Judge under these rule sets [default: those that each claim is read under]
    #[arg(long, value_name = "NAME[,NAME…]", value_delimiter = ',')]
    rules: Vec<String>,
    /// Exit with 1 where a figure has one of these verdicts
    #[arg(
        long,
        value_enum,
        value_name = "VERDICT[,…]",
        value_delimiter = ',',
        default_value = "wrong,contradicts-code,contradicts-page"
    )]
    fail_on: Vec<FailOn>,
    /// Mend wrong roundings in the page: show the change, then write it
    #[arg(long, requires = "page")]
    fix: bool,
    /// Show the claims under each rule set as a table
    #[arg(long, conflicts_with = "page")]
    matrix: bool,
    /// List right figures too
    #[arg(long)]
    all: bool,
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
        let target = context.target()?;
        let claims = context.session()?.claims(&self.claims)?;
        known_rules(&claims, &self.rules)?;
        if self.page.is_none() && claims.files.iter().all(|file| file.claims.is_empty()) {
            return Err("there are no claims to judge; they stand in claims/*.toml of a game's folder".into());
        }
        let mut cases = cases(&claims.files, &claims.mechanics)
            .map_err(|problems| CliError::findings(problems, claims.sources.clone()))?;
        let mut closing = String::new();
        let names = claims.names();
        let checked = match &self.page {
            Some(name) => {
                let judge = Judge::new(&names, cases, &context.limits);
                let mut judge = judge.under(&self.rules).asked_for(!self.claims.is_empty());
                let checked = self.page(name, context, &mut judge, &mut closing)?;
                cases = judge.cases().to_vec();
                checked
            }
            None => {
                decide(&mut cases, &context.limits);
                Checked::of_claims(stated(&cases, &self.rules), &cases, &claims.sources)
            }
        };
        target.write(&self.text(&checked, context))?;
        message(&closing);
        let limited: Vec<&str> = cases.iter().filter_map(Case::limit).collect();
        if let Some(reason) = limited.first() {
            return Err(format!("{} claims are not decided: {reason}", limited.len()).into());
        }
        let fails = |verdict: Verdict| self.fail_on.iter().any(|fail| fail.verdict() == Some(verdict));
        Ok(Status::of(checked.findings.iter().any(|found| fails(found.finding.verdict))))
    }
}

impl VerifyArgs {
    fn text(&self, checked: &Checked, context: &Context) -> String {
        let format = context.common.format;
        let style = context.style(Vec::new());
        if self.matrix && matches!(format, Format::Terminal | Format::Markdown) {
            return render(&MatrixDocument(checked), format, &style);
        }
        let look = VerdictStyle {
            style: &style,
            all: self.all,
            color: context.color_of_output(),
            mend: Some("`--fix` does"),
            list_all: Some("--all lists these"),
        };
        verdicts(checked, format, &look)
    }

    /// Judges a page. With `--fix` its roundings are mended first, and the change is shown.
    fn page(
        &self,
        name: &str,
        context: &Context,
        judge: &mut Judge<'_>,
        closing: &mut String,
    ) -> Result<Checked, CliError> {
        let text = read(name, context)?;
        // A byte order mark is no part of the text, and stays where it is.
        const MARK: &str = "\u{feff}";
        let (mark, text) = match text.strip_prefix(MARK) {
            Some(rest) => (MARK, rest.to_owned()),
            None => ("", text),
        };
        let read = Page::read(&text);
        let findings = judge.page(&read);
        let shown = if name == "-" { "standard input" } else { name };
        if !self.fix {
            return Ok(Checked::of_page(&read, shown, findings, judge.cases()));
        }
        let (mended, count) = fixed(&read, &findings);
        message(&difference(shown, &text, &mended));
        if count == 0 {
            // The last line is what a person looks for.
            *closing = if findings.iter().any(|finding| finding.code == "wrong-rounding") {
                "nothing to mend: no wrong rounding is a slip in the last digit beside an exact fraction;\n\
                 see to them by hand\n"
            } else {
                "nothing to mend: no rounding is wrong\n"
            }
            .to_owned();
        } else if name == "-" {
            // What was judged is what still stands there.
            message("standard input cannot be written to: copy the change by hand\n\n");
            return Ok(Checked::of_page(&read, shown, findings, judge.cases()));
        } else {
            context.target_at(Some(Path::new(name)))?.write(&format!("{mark}{mended}"))?;
            *closing = format!("{count} rounding{} mended in {name}\n", if count == 1 { "" } else { "s" });
            message("\n");
        }
        let read = Page::read(&mended);
        let findings = judge.page(&read);
        Ok(Checked::of_page(&read, shown, findings, judge.cases()))
    }
}

/// Rule sets that no mechanic has are named at once, and not passed over.
fn known_rules(claims: &Claims, names: &[String]) -> Result<(), CliError> {
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

fn read(name: &str, context: &Context) -> Result<String, CliError> {
    let text = if name == "-" {
        let mut bytes = Vec::new();
        let stdin = std::io::stdin();
        let mut page = stdin.lock().take(LARGEST_PAGE + 1);
        let read = context.clock.wait(|| page.read_to_end(&mut bytes));
        read.map_err(|error| format!("standard input: {error}"))?;
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
