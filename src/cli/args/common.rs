//! Options that every command has.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use crate::cli::complete::Completes;

use crate::exact::decimal::Rounding;
use crate::render::Format;

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Common {
    /// The format [default: by the ending of --output, else terminal]
    #[arg(long, short, value_enum, hide_possible_values = true, global = true)]
    pub(crate) format: Option<Format>,
    /// Write to a file, in the format of its ending
    ///
    /// It is written whole or not at all; `-` is standard output.
    #[arg(long, short, value_name = "FILE", global = true, value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// A folder of mechanics beside the built-in ones
    ///
    /// One of the same name stands in place of the built-in one, and that is said. `check`, `report`, `verify` without
    /// names and `diff --from-data` go through the folder alone.
    #[arg(long, value_name = "DIR", env = "TRUEODDS_DATA", hide_short_help = true, global = true, value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,
    /// Places after the point [default: 2 for percentages]
    #[arg(long, value_name = "N", hide_short_help = true, global = true, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub(crate) digits: Option<u16>,
    /// How the last place is rounded
    #[arg(long, value_enum, default_value = "half-up", hide_short_help = true, global = true)]
    pub(crate) round: RoundArg,
    /// Whether ~ stands before a figure that is not exact
    #[arg(long, value_enum, default_value = "auto", hide_short_help = true, global = true)]
    pub(crate) tilde: TildeArg,
    /// Whose wikitext
    #[arg(long, value_enum, default_value = "wikigg", hide_short_help = true, global = true)]
    pub(crate) wiki: WikiArg,
    /// Add a reference that names the tool, the rules and the inputs (wikitext, markdown, html)
    #[arg(long, hide_short_help = true, global = true)]
    pub(crate) cite: bool,
    /// Columns of the terminal [default: those of the terminal, else 80]
    #[arg(long, value_name = "N", hide_short_help = true, global = true, value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) width: Option<u16>,
    /// When to use colour
    #[arg(long, value_enum, default_value = "auto", hide_short_help = true, global = true)]
    pub(crate) color: ColorArg,
    /// Print nothing but the answer and errors
    #[arg(long, short, hide_short_help = true, global = true)]
    pub(crate) quiet: bool,
    /// Raise or lower a limit: states, steps, digits, columns, players,
    /// combinations, seconds, memory (MiB), nodes, cells
    #[arg(add = Completes::Limits.completer(), long, value_name = "NAME=N", hide_short_help = true, global = true)]
    pub(crate) limit: Vec<String>,
}

/// How the last place is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RoundArg {
    /// To the nearest, ties away from zero
    HalfUp,
    /// To the nearest, ties to the even digit
    HalfEven,
    /// Further digits are dropped
    Trunc,
}

impl From<RoundArg> for Rounding {
    fn from(round: RoundArg) -> Rounding {
        match round {
            RoundArg::HalfUp => Rounding::HalfUp,
            RoundArg::HalfEven => Rounding::HalfEven,
            RoundArg::Trunc => Rounding::Truncate,
        }
    }
}

/// Whether ~ is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TildeArg {
    /// Before a figure that is not exact
    Auto,
    /// Never
    Never,
}

/// Whose wikitext.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WikiArg {
    /// A wiki on wiki.gg
    Wikigg,
    /// A wiki on Fandom
    Fandom,
}

impl WikiArg {
    /// Its name in `wiki.toml`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            WikiArg::Wikigg => "wikigg",
            WikiArg::Fandom => "fandom",
        }
    }
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
