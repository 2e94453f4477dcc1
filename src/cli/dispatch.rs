//! All commands: which was given, whether it prints the format that was asked for, and how the run ends.

use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand, ValueEnum as _};

use super::args::Common;
use super::commands::{
    chain::ChainArgs, changes::ChangesArgs, check::CheckArgs, completions::CompletionsArgs, diff::DiffArgs,
    explain::ExplainArgs, fmt::FmtArgs, formula::FormulaArgs, list::ListArgs, man::ManArgs, plot::PlotArgs,
    query::QueryArgs, report::ReportArgs, schema::SchemaArgs, show::ShowArgs, solve::SolveArgs,
    table::TableArgs, tree::TreeArgs, verify::VerifyArgs, what::WhatArgs,
};
use super::context::{Context, Run, Status};
use super::error::CliError;
use super::guard::Guard;
use super::output::{message, styled_message, terminal_width, unwritten, use_color};
use crate::diagnostic::printable_line;
use crate::render::Format;

/// Exact odds of game mechanics: every answer a fraction, every number with its source
#[derive(Debug, Parser)]
#[command(name = "trueodds", version, max_term_width = 100, after_help = AFTER_HELP)]
struct Cli {
    /// What to do
    #[command(subcommand)]
    command: Command,
    /// Options of every command
    #[command(flatten)]
    common: Common,
}

const AFTER_HELP: &str = "\
Examples:
  trueodds table isaac/room-clear-award --sweep luck=0..10
  trueodds table isaac/room-clear-award --with lucky_foot,lucky_toe --format wikitext
  trueodds query isaac/room-clear-award 'P(award = chest | award != nothing)' --set luck=7/3

Exit status: 0 clean, 1 findings, 2 usage or input error.";

/// What to do. The help of each command stands with its arguments.
#[derive(Debug, Subcommand)]
enum Command {
    List(ListArgs),
    Show(ShowArgs),
    Table(TableArgs),
    Query(QueryArgs),
    Plot(PlotArgs),
    Chain(ChainArgs),
    Verify(VerifyArgs),
    What(WhatArgs),
    Diff(DiffArgs),
    Changes(ChangesArgs),
    Report(ReportArgs),
    Formula(FormulaArgs),
    Solve(SolveArgs),
    Explain(ExplainArgs),
    Tree(TreeArgs),
    Check(CheckArgs),
    Fmt(FmtArgs),
    Schema(SchemaArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl Command {
    fn run(&self, context: &Context) -> Result<Status, CliError> {
        match self {
            Command::List(args) => run(args, context),
            Command::Show(args) => run(args, context),
            Command::Table(args) => run(args, context),
            Command::Query(args) => run(args, context),
            Command::Plot(args) => run(args, context),
            Command::Chain(args) => run(args, context),
            Command::Verify(args) => run(args, context),
            Command::What(args) => run(args, context),
            Command::Diff(args) => run(args, context),
            Command::Changes(args) => run(args, context),
            Command::Report(args) => run(args, context),
            Command::Formula(args) => run(args, context),
            Command::Solve(args) => run(args, context),
            Command::Explain(args) => run(args, context),
            Command::Tree(args) => run(args, context),
            Command::Check(args) => run(args, context),
            Command::Fmt(args) => run(args, context),
            Command::Schema(args) => run(args, context),
            Command::Completions(args) => run(args, context),
            Command::Man(args) => run(args, context),
        }
    }
}

/// The commands that print formats which not every report has, with what they print.
const SPECIAL: [(&str, &[Format]); 3] = [
    (PlotArgs::NAME, PlotArgs::FORMATS),
    (TreeArgs::NAME, TreeArgs::FORMATS),
    (VerifyArgs::NAME, VerifyArgs::FORMATS),
];

/// Runs a command, if it prints what was asked for.
fn run<R: Run>(args: &R, context: &Context) -> Result<Status, CliError> {
    let format = context.common.format;
    if context.common.cite && !Format::CITING.contains(&format) {
        return Err(format!("`--cite` needs {}", listed(Format::CITING.iter(), "or")).into());
    }
    if !R::FORMATS.contains(&format) {
        return Err(refusal::<R>(format).into());
    }
    args.run(context)
}

/// Why a command does not print a format: it is one of other commands, or none of its own.
fn refusal<R: Run>(format: Format) -> String {
    if Format::OF_REPORTS.contains(&format) {
        let own = || format!("`{}` prints {}", R::NAME, listed(R::FORMATS.iter(), "or"));
        return R::REFUSAL.map_or_else(own, str::to_owned);
    }
    let takers = |format: &Format| -> Vec<String> {
        let takers = SPECIAL.iter().filter(|(_, formats)| formats.contains(format));
        takers.map(|(name, _)| format!("`{name}`")).collect()
    };
    let commands = takers(&format);
    // Formats of the same commands are told together.
    let alike: Vec<&Format> = Format::value_variants()
        .iter()
        .filter(|other| !Format::OF_REPORTS.contains(other) && takers(other) == commands)
        .collect();
    let are = if alike.len() == 1 { "is a format" } else { "are formats" };
    format!("{} {are} of {}", listed(alike.into_iter(), "and"), alternatives(&commands, "and"))
}

/// The formats as people give them: the first with the option before it.
fn listed<'a>(formats: impl Iterator<Item = &'a Format>, last: &str) -> String {
    let names: Vec<String> = formats.map(|format| format!("`{}`", format.name())).collect();
    alternatives(&names, last).replacen('`', "`--format ", 1)
}

/// `a, b or c`.
fn alternatives(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// What was asked for does not fit, or cannot be read or written.
const USAGE: u8 = 2;

/// Prints the help or the version that was asked for, or why the arguments cannot be read.
fn unparsed(error: clap::Error) -> ExitCode {
    // Its message quotes the arguments as they are; those of clean ones are the same but for that.
    let clean: Vec<String> =
        std::env::args_os().map(|arg| printable_line(&arg.to_string_lossy()).into_owned()).collect();
    let error = Cli::try_parse_from(clean).err().unwrap_or(error);
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(failed) if failed.kind() != std::io::ErrorKind::BrokenPipe && !error.use_stderr() => {
            message(&format!("error: {}\n", unwritten(&failed)));
            ExitCode::from(USAGE)
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE)),
    }
}

/// Does what the arguments of this process say. Everything is printed, and the exit status returned.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return unparsed(error),
    };
    let color = use_color(cli.common.color);
    let done = Context::new(cli.common, Cli::command).and_then(|context| {
        let guard = Guard {
            watch: context.limits.watch.clone(),
            clock: context.clock.clone(),
            memory: context.limits.memory,
            patience: match cli.command {
                Command::Verify(_) => None,
                Command::Check(_) => Some(5),
                _ => Some(1),
            },
        };
        guard.work(|| cli.command.run(&context), move |error| i32::from(failed(error, color)))
    });
    match done {
        Ok(Status::Clean) => ExitCode::SUCCESS,
        Ok(Status::Findings) => ExitCode::from(1),
        Err(error) => ExitCode::from(failed(&error, color)),
    }
}

/// Says why a command failed; its exit status.
fn failed(error: &CliError, color: bool) -> u8 {
    // A person reads whole words; a program reads whole lines.
    let looking = std::io::IsTerminal::is_terminal(&std::io::stderr());
    styled_message(&error.text(color, looking.then(terminal_width)));
    USAGE
}
