//! `fmt`: mechanics in the canonical layout.

use std::path::Path;

use clap::{Args, ValueHint};

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::cli::output::styled_message;
use crate::diagnostic::{Diagnostic, has_errors};
use crate::parse::{parse, print};
use crate::render::{Format, diagnostics};
use crate::session::{STANDARD_INPUT, mechanics_below, read_text};
use crate::source::SourceMap;

const EXAMPLES: &str = "\
Examples:
  trueodds fmt my.odds
  trueodds fmt --check data/";

/// Write mechanics in the canonical layout
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct FmtArgs {
    /// Mechanics (.odds), folders of them, or `-` for standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<String>,
    /// Write nothing; exit with 1 where a file would change
    #[arg(long)]
    check: bool,
}

/// What was found on the way.
#[derive(Default)]
struct Found {
    changed: bool,
    unreadable: Vec<String>,
    findings: Vec<Diagnostic>,
    sources: SourceMap,
}

impl Run for FmtArgs {
    const NAME: &'static str = "fmt";
    const FORMATS: &'static [Format] = &[Format::Terminal];

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        if context.output.is_some() && (self.check || self.files != ["-"]) {
            return Err("`fmt` writes each file in its own place; with `--output` give it `-`".into());
        }
        let mut found = Found::default();
        for name in &self.files {
            match mechanics_below(Path::new(name)) {
                Ok(paths) => {
                    for path in paths {
                        self.file(&path.to_string_lossy(), context, &mut found)?;
                    }
                }
                Err(problems) => found.unreadable.extend(problems),
            }
        }
        if !found.unreadable.is_empty() {
            return Err(CliError::findings(found.findings, found.sources).with_problems(found.unreadable));
        }
        if !found.findings.is_empty() {
            styled_message(&diagnostics::render(&found.findings, &found.sources, context.color));
            return Ok(Status::Findings);
        }
        Ok(Status::of(found.changed))
    }
}

impl FmtArgs {
    /// Writes a file in the canonical layout, or says that it is not.
    fn file(&self, name: &str, context: &Context, found: &mut Found) -> Result<(), CliError> {
        let text = match read(name, context) {
            Ok(text) => text,
            Err(problem) => {
                found.unreadable.push(problem);
                return Ok(());
            }
        };
        let id = found.sources.add(name, text.as_str());
        let (tree, problems) = parse(id, &text);
        if has_errors(&problems) {
            found.findings.extend(problems);
            return Ok(());
        }
        let formatted = print(&tree, &text);
        if self.check {
            if formatted != text {
                found.changed = true;
                let help = if name == "-" { String::new() } else { format!("; run `trueodds fmt {name}`") };
                context.message(&format!("{name}: not in canonical layout{help}\n"));
            }
        } else if name == "-" {
            context.write(&formatted)?;
        } else if formatted != text {
            context.target_at(Some(Path::new(name)))?.write(&formatted)?;
        }
        Ok(())
    }
}

fn read(name: &str, context: &Context) -> Result<String, String> {
    if name == STANDARD_INPUT { context.input() } else { read_text(Path::new(name)) }
}
