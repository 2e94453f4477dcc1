//! `check`: everything that is wrong with mechanics, rule sets and claims.

use clap::{Args, ValueHint};

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::{CliError, option};
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::render::{Format, diagnostics};
use crate::session::Session;

/// Check mechanics, rule sets and claims, and say everything that is wrong with them
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Mechanics (.odds), rule sets or claims (.toml); without any, all of the data
    #[arg(value_hint = ValueHint::FilePath)]
    files: Vec<String>,
    /// Explain a code such as `unknown-name`
    #[arg(long, value_name = "CODE", conflicts_with = "files")]
    explain: Option<String>,
}

impl Run for CheckArgs {
    const NAME: &'static str = "check";
    const FORMATS: &'static [Format] = &[Format::Terminal, Format::Json];

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        if let Some(name) = &self.explain {
            return context.write(&explanation(name)?);
        }
        let target = context.target()?;
        let mut session = context.session()?;
        let findings = self.findings(&mut session, context)?;
        if context.common.format == Format::Json {
            target.write(&diagnostics::json(&findings, session.sources()))?;
        } else if !findings.is_empty() {
            target.write(&text(&findings, &session, context))?;
        } else if !context.common.quiet {
            let checked = match self.files.len() {
                0 => counted(session.names().len(), "mechanic"),
                files => counted(files, "file"),
            };
            target.write(&format!("no findings in {checked}\n"))?;
        }
        Ok(Status::of(!findings.is_empty()))
    }
}

impl CheckArgs {
    fn findings(&self, session: &mut Session, context: &Context) -> Result<Vec<Diagnostic>, CliError> {
        let mut findings = Vec::new();
        if self.files.is_empty() {
            findings = session.check_all(&context.limits);
        }
        for file in &self.files {
            let found = session.check_file(file, &context.limits);
            findings.append(&mut found?);
        }
        findings.dedup();
        Ok(findings.into_iter().map(|finding| finding.worded(&option)).collect())
    }
}

/// The findings and their number.
fn text(findings: &[Diagnostic], session: &Session, context: &Context) -> String {
    let color = context.color && context.common.output.is_none();
    let mut text = diagnostics::render(findings, session.sources(), color);
    let errors = findings.iter().filter(|finding| finding.is_error()).count();
    let warnings = findings.len() - errors;
    text.push_str(&format!("\n{}, {}\n", counted(errors, "error"), counted(warnings, "warning")));
    text
}

/// What a code means.
fn explanation(name: &str) -> Result<String, String> {
    let Some(code) = Code::ALL.iter().find(|code| code.name() == name) else {
        let help = or_nearest(name, Code::ALL.iter().map(|code| code.name()));
        let help = help.map(|help| format!("; {help}")).unwrap_or_default();
        return Err(format!("no code `{name}`{help}"));
    };
    let text: Vec<&str> = code.explanation().lines().map(str::trim).collect();
    Ok(format!("{code}: {}\n", text.join(" ")))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
