//! All commands: which was given, whether it prints the format that was asked for, and how the run ends.

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum as _};

use clap_complete::CompleteEnv;

use super::args::{ColorArg, Common};
use super::commands::completions::{SHELLS, VARIABLE};
#[cfg(feature = "web")]
use super::commands::serve::ServeArgs;
use super::commands::{
    chain::ChainArgs, changes::ChangesArgs, check::CheckArgs, completions::CompletionsArgs, diff::DiffArgs,
    explain::ExplainArgs, export::ExportArgs, fmt::FmtArgs, formula::FormulaArgs, list::ListArgs,
    man::ManArgs, new::NewArgs, plot::PlotArgs, query::QueryArgs, report::ReportArgs, schema::SchemaArgs,
    show::ShowArgs, solve::SolveArgs, table::TableArgs, tree::TreeArgs, verify::VerifyArgs, what::WhatArgs,
};
use super::context::{Context, Run, Status};
use super::error::CliError;
use super::guard::Guard;
use super::output::{message, styled_message, terminal_width, unwritten, use_color};
use super::typed;
use crate::diagnostic::printable_line;
use crate::render::Format;

/// Exact odds of game mechanics, every number with its source
#[derive(Debug, Parser)]
#[command(name = "trueodds", version, max_term_width = 100, before_help = EXAMPLES, after_long_help = STATUS)]
pub(super) struct Cli {
    /// What to do
    #[command(subcommand)]
    pub(super) command: Command,
    /// Options of every command
    #[command(flatten)]
    pub(super) common: Common,
}

const EXAMPLES: &str = "\
Examples:
  trueodds table isaac/room-clear-award --sweep luck=0..10 -o award.wikitext
  trueodds verify --page page.txt";

const STATUS: &str = "\
Exit status: 0 clean, 1 findings, 2 usage or input error.";

/// What stands where in the help of a command: examples first.
const TEMPLATE: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// The arguments of all commands. The help of each lists the formats that it prints.
fn definition() -> clap::Command {
    let mut all = Cli::command().help_template(TEMPLATE);
    let format = all.get_arguments().find(|arg| arg.get_id() == "format").cloned();
    // The short help of all commands together is long enough without it.
    all = all.mut_arg("format", |format| format.hide_short_help(true));
    for (name, formats) in Command::FORMATS {
        let names: Vec<String> = formats.iter().map(|format| format.name()).collect();
        let own = format.clone().map(|format| format.help(names.join(", ")).hide(names.len() == 1));
        all = all.mut_subcommand(*name, |command| with_template(command).args(own));
    }
    all
}

/// A command and its questions with the template.
fn with_template(command: clap::Command) -> clap::Command {
    let command = command.help_template(TEMPLATE);
    let names: Vec<String> = command.get_subcommands().map(|own| own.get_name().to_owned()).collect();
    names.into_iter().fold(command, |command, name| command.mut_subcommand(name, with_template))
}

/// The commands: their arguments as one, what each prints, and how it is run.
macro_rules! commands {
    ($($(#[$when:meta])* $command:ident($args:ident),)+) => {
        /// What to do. The help of each command stands with its arguments.
        #[derive(Debug, Subcommand)]
        pub(super) enum Command {
            $($(#[$when])* $command($args),)+
        }

        impl Command {
            /// The commands with the formats that they print.
            const FORMATS: &'static [(&'static str, &'static [Format])] =
                &[$($(#[$when])* ($args::NAME, $args::FORMATS),)+];

            pub(super) fn run(&self, context: &Context) -> Result<Status, CliError> {
                match self {
                    $($(#[$when])* Command::$command(args) => run(args, context),)+
                }
            }
        }
    };
}

commands! {
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
    #[cfg(feature = "web")]
    Serve(ServeArgs),
    New(NewArgs),
    Export(ExportArgs),
    Check(CheckArgs),
    Fmt(FmtArgs),
    Schema(SchemaArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Runs a command, if it prints what was asked for.
fn run<R: Run>(args: &R, context: &Context) -> Result<Status, CliError> {
    let format = context.format;
    if context.common.cite && !Format::CITING.contains(&format) {
        return Err(format!("`--cite` needs {}", listed(Format::CITING.iter(), "or")).into());
    }
    if !R::FORMATS.contains(&format) {
        let refusal = refusal::<R>(format);
        return Err(match (&context.common.format, &context.output) {
            (None, Some(file)) => format!("`--output {}`: {refusal}", file.display()).into(),
            _ => refusal.into(),
        });
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
        let takers = Command::FORMATS.iter().filter(|(_, formats)| formats.contains(format));
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
fn unparsed(error: clap::Error, args: &[OsString]) -> ExitCode {
    // Its message quotes the arguments as they are; those of clean ones are the same but for that.
    let clean: Vec<String> =
        args.iter().map(|arg| printable_line(&arg.to_string_lossy()).into_owned()).collect();
    if let Some(advice) = typed::advice(&error, &clean, definition()) {
        return ExitCode::from(failed(&advice.into(), use_color(ColorArg::Auto)));
    }
    let error = parsed(clean).err().unwrap_or(error);
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(failed) if failed.kind() != std::io::ErrorKind::BrokenPipe && !error.use_stderr() => {
            message(&format!("error: {}\n", unwritten(&failed)));
            ExitCode::from(USAGE)
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(USAGE)),
    }
}

/// Answers a shell that asks what could stand on the line; whether one did.
fn completed() -> Result<bool, clap::Error> {
    let asked = CompleteEnv::with_factory(definition).var(VARIABLE).shells(SHELLS);
    asked.try_complete(std::env::args_os(), std::env::current_dir().ok().as_deref())
}

/// The arguments as typed.
fn parsed<T: Into<OsString> + Clone>(args: Vec<T>) -> Result<Cli, clap::Error> {
    let mut definition = definition();
    let matches = definition.try_get_matches_from_mut(args)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut definition))
}

/// Does what the arguments of this process say. Everything is printed, and the exit status returned.
#[must_use]
pub fn main() -> ExitCode {
    match completed() {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(error) => {
            return ExitCode::from(failed(&error.to_string().trim().into(), use_color(ColorArg::Auto)));
        }
    }
    let args = match typed::spelled_out(std::env::args_os()) {
        Ok(args) => args,
        Err(problem) => return ExitCode::from(failed(&problem.into(), use_color(ColorArg::Auto))),
    };
    let cli = match parsed(args.clone()) {
        Ok(cli) => cli,
        Err(error) => return unparsed(error, &args),
    };
    let color = use_color(cli.common.color);
    let done = Context::new(cli.common, definition).and_then(|context| {
        #[cfg(feature = "web")]
        if let Command::Serve(_) = cli.command {
            // It works until it is told to end; each question has a watch of its own.
            return cli.command.run(&context);
        }
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
