//! `check`: everything that is wrong with mechanics, rule sets, claims and findings.

use std::path::Path;

use clap::{Args, ValueHint};

use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::cli::output::terminal_width;
use crate::diagnostic::{Code, Diagnostic, or_nearest};
use crate::document::UntriedData;
use crate::render::{Format, diagnostics, wrap};
use crate::session::{Checked, STANDARD_INPUT, Session, Untried, mechanics_below};

const EXAMPLES: &str = "\
Examples:
  trueodds check my.odds                     a mechanic and its rule sets
  trueodds check                             all of the data
  trueodds check --explain never-assigned    what a code means";

/// Say everything that is wrong with mechanics and their files
///
/// Each mechanic is also evaluated, for a fifth of a second at most; what that is too short for is named, and
/// `--limit seconds=60` tries for longer.
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct CheckArgs {
    /// Mechanics (.odds), folders of them, or .toml files [default: all]
    ///
    /// These are rule sets, claims, findings or what a wiki understands; `-` is a mechanic on standard input.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<String>,
    /// Explain a code of a finding; without one, list them all
    #[arg(add = Completes::Codes.completer(), long, value_name = "CODE", num_args = 0..=1, conflicts_with = "files")]
    explain: Option<Option<String>>,
}

impl Run for CheckArgs {
    const NAME: &'static str = "check";
    const FORMATS: &'static [Format] = &[Format::Terminal, Format::Json];

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        if self.explain.is_some() && context.format != Format::Terminal {
            return Err("`check --explain` prints `--format terminal`".into());
        }
        match &self.explain {
            Some(Some(name)) => return context.write(&explanation(name)?),
            Some(None) => return context.write(&codes()),
            None => {}
        }
        let target = context.target()?;
        let mut session = context.session()?;
        let files = self.files()?;
        let Checked { findings, untried } = check(&files, &mut session, context)?;
        if context.format == Format::Json {
            let untried =
                untried.into_iter().map(|Untried { mechanic, outcomes }| UntriedData { mechanic, outcomes });
            target.write(&diagnostics::json(&findings, untried.collect(), session.sources()))?;
            return Ok(Status::of(!findings.is_empty()));
        }
        let mut said = String::new();
        if !findings.is_empty() {
            said = text(&findings, &session, context);
        } else if !context.common.quiet {
            let checked = match files.len() {
                0 => counted(session.own_names().len(), "mechanic"),
                files => counted(files, "file"),
            };
            said = format!("no findings in {checked}\n");
        }
        if !context.common.quiet {
            // A person reads whole words; a program reads whole lines.
            let looking = context.is_on_terminal();
            for line in untried.iter().map(not_tried) {
                said.push_str(&if looking { wrap(&line, terminal_width()) } else { line });
            }
        }
        if !said.is_empty() {
            target.write(&said)?;
        }
        Ok(Status::of(!findings.is_empty()))
    }
}

impl CheckArgs {
    /// The files that are meant; none where all of the data is.
    fn files(&self) -> Result<Vec<String>, CliError> {
        let (mut files, mut problems) = (Vec::new(), Vec::new());
        for name in &self.files {
            match mechanics_below(Path::new(name)) {
                Ok(paths) => files.extend(paths.iter().map(|path| path.to_string_lossy().into_owned())),
                Err(found) => problems.extend(found),
            }
        }
        if problems.is_empty() { Ok(files) } else { Err(CliError::default().with_problems(problems)) }
    }
}

/// What is wrong with the files, or with all of the data where there are none.
fn check(files: &[String], session: &mut Session, context: &Context) -> Result<Checked, CliError> {
    let mut checked = Checked::default();
    if files.is_empty() {
        checked = session.check_all(&context.limits);
    }
    for file in files {
        if file == STANDARD_INPUT {
            session.add_input(&context.input()?);
        }
        checked.add(session.check_file(file, &context.limits)?);
    }
    checked.findings.dedup();
    let worded = checked.findings.into_iter().map(|finding| finding.worded(&context.setting));
    Ok(Checked { findings: worded.collect(), untried: checked.untried })
}

/// What was not evaluated of a mechanic, in a line.
fn not_tried(untried: &Untried) -> String {
    const NAMED: usize = 4;
    let (named, others) = untried.outcomes.split_at(untried.outcomes.len().min(NAMED));
    let mut list = named.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if !others.is_empty() {
        list.push_str(&format!(" and {} more", others.len()));
    }
    let mechanic = &untried.mechanic;
    format!(
        "not evaluated to the end, as a check takes a moment only: {list} of {mechanic}; `--limit seconds=60` gives it longer\n"
    )
}

/// The findings and their number.
fn text(findings: &[Diagnostic], session: &Session, context: &Context) -> String {
    let color = context.color && context.output.is_none();
    let mut text = diagnostics::render(findings, session.sources(), color);
    let errors = findings.iter().filter(|finding| finding.is_error()).count();
    let warnings = findings.len() - errors;
    text.push_str(&format!("\n{}, {}\n", counted(errors, "error"), counted(warnings, "warning")));
    text
}

/// All codes, each with what it means in a sentence.
fn codes() -> String {
    let widest = Code::ALL.iter().map(|code| code.name().len()).max().unwrap_or_default();
    let line = |code: &Code| {
        let meaning = whole(*code);
        let sentence = meaning.split_inclusive(". ").next().unwrap_or_default();
        format!("{:widest$}  {}\n", code.name(), sentence.trim())
    };
    let lines: String = Code::ALL.iter().map(line).collect();
    format!("{lines}\n`trueodds check --explain CODE` says how to mend it.\n")
}

/// What a code means, in a line.
fn whole(code: Code) -> String {
    code.explanation().lines().map(str::trim).collect::<Vec<_>>().join(" ")
}

/// What a code means.
fn explanation(name: &str) -> Result<String, String> {
    let Some(code) = Code::ALL.iter().find(|code| code.name() == name) else {
        let help = or_nearest(name, Code::ALL.iter().map(|code| code.name()));
        let help = help.map(|help| format!("; {help}")).unwrap_or_default();
        return Err(format!("no code `{name}`{help}"));
    };
    Ok(format!("{code}: {}\n", whole(*code)))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
