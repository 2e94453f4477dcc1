//! Arguments as they are typed. Help, completions and the man page are made from this.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::exact::decimal::Rounding;
use crate::query::report::Shown;
use crate::render::Format;

/// Exact odds of game mechanics: every answer a fraction, every number with its source
#[derive(Debug, Parser)]
#[command(name = "trueodds", version, max_term_width = 100, after_help = AFTER_HELP)]
pub struct Cli {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// Options of every command
    #[command(flatten)]
    pub common: Common,
}

const AFTER_HELP: &str = "\
Examples:
  trueodds table isaac/room-clear-award --sweep luck=0..10
  trueodds table isaac/room-clear-award --with lucky_foot,lucky_toe --format wikitext
  trueodds query isaac/room-clear-award 'P(award = chest | award != nothing)' --set luck=7/3

Exit status: 0 clean, 1 findings, 2 usage or input error.";

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the mechanics
    List,
    /// Show the inputs, rules with their sources, and outcomes of a mechanic
    Show {
        /// A mechanic, or the path of an .odds file
        mechanic: String,
    },
    /// The exact distribution of the outcomes
    Table(TableArgs),
    /// Single numbers: P, E, Var, sd, quantile, mode
    #[command(after_help = QUERY_HELP)]
    Query(QueryArgs),
    /// Check mechanics and rule sets, and say everything that is wrong with them
    Check {
        /// Mechanics (.odds) or rule sets (.toml); without any, all of the data
        #[arg(value_hint = ValueHint::FilePath)]
        files: Vec<String>,
        /// Explain a code such as `unknown-name`
        #[arg(long, value_name = "CODE", conflicts_with = "files")]
        explain: Option<String>,
    },
    /// Write mechanics in the canonical layout
    Fmt {
        /// Mechanics (.odds), or `-` for standard input
        #[arg(required = true, value_hint = ValueHint::FilePath)]
        files: Vec<String>,
        /// Write nothing; exit with 1 where a file would change
        #[arg(long)]
        check: bool,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page of trueodds, or of one of its commands
    Man {
        /// A command such as `table`
        command: Option<String>,
    },
}

const QUERY_HELP: &str = "\
Queries:
  P(award = chest)                       the probability of an event
  P(award = chest | award != nothing)    given what is known
  P(award in { heart, key } and count > 1)
  E(count)  Var(count)  sd(count)        mean, variance, standard deviation
  quantile(count, 1/2)  mode(award)      the lower median; the most probable values
  1 - P(award = nothing)                 sums, differences, products, quotients";

/// Which rules and inputs.
#[derive(Debug, Args)]
pub struct ScenarioArgs {
    /// Rule sets, side by side; `all` for every one
    #[arg(long, value_name = "NAME[,NAME…]", value_delimiter = ',')]
    pub rules: Vec<String>,
    /// Give an input a value: luck=3, luck=0.3, luck=7/3, difficulty=hard
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Switch flags on
    #[arg(long, value_name = "FLAG[,FLAG…]", value_delimiter = ',')]
    pub with: Vec<String>,
    /// Begin with another state than the declared one: offset=-10
    #[arg(long, value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub state: Vec<String>,
    /// Run an input through values: luck=0..10, luck=0..1:1/4, luck=0,1,5, or a name for all its values
    #[arg(long, value_name = "NAME=A..B:STEP")]
    pub sweep: Option<String>,
}

/// Arguments of `table`.
#[derive(Debug, Args)]
pub struct TableArgs {
    /// A mechanic, or the path of an .odds file
    pub mechanic: String,
    /// Rules and inputs
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// The outcome, or several for their joint law; `all` for every one [default: the first]
    #[arg(long, value_name = "FIELD[,FIELD…]", value_delimiter = ',')]
    pub outcome: Vec<String>,
    /// Cumulative probabilities of a number
    #[arg(long, value_enum)]
    pub cumulative: Option<CumulativeArg>,
    /// Outcomes as columns
    #[arg(long)]
    pub transpose: bool,
    /// Add a row with the sum
    #[arg(long)]
    pub total: bool,
    /// How chances are shown [default: percent; on a terminal a single column shows all three]
    #[arg(long, value_enum, value_name = "HOW[,HOW…]", value_delimiter = ',')]
    pub show: Vec<ShownArg>,
    /// The caption, in place of the one made from rules and inputs
    #[arg(long)]
    pub caption: Option<String>,
}

/// Arguments of `query`.
#[derive(Debug, Args)]
pub struct QueryArgs {
    /// A mechanic, or the path of an .odds file
    pub mechanic: String,
    /// Questions, each in quotes
    #[arg(required = true)]
    pub queries: Vec<String>,
    /// Rules and inputs
    #[command(flatten)]
    pub scenario: ScenarioArgs,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub struct Common {
    /// The format of the output
    #[arg(long, short, value_enum, default_value = "terminal", global = true)]
    pub format: Format,
    /// Write to a file, whole or not at all
    #[arg(long, short, value_name = "FILE", global = true, value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// A folder of mechanics to use instead of the built-in ones
    #[arg(long, value_name = "DIR", env = "TRUEODDS_DATA", global = true, value_hint = ValueHint::DirPath)]
    pub data: Option<PathBuf>,
    /// Places after the point [default: 2 for percentages]
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub digits: Option<u16>,
    /// How the last place is rounded
    #[arg(long, value_enum, default_value = "half-up", global = true)]
    pub round: RoundArg,
    /// Whether ~ stands before a figure that is not exact
    #[arg(long, value_enum, default_value = "auto", global = true)]
    pub tilde: TildeArg,
    /// Whose wikitext
    #[arg(long, value_enum, default_value = "wikigg", global = true)]
    pub wiki: WikiArg,
    /// Add a reference that names the tool, the rules and the inputs (wikitext, markdown, html)
    #[arg(long, global = true)]
    pub cite: bool,
    /// Columns of the terminal [default: those of the terminal, else 80]
    #[arg(long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(20..))]
    pub width: Option<u16>,
    /// When to use colour
    #[arg(long, value_enum, default_value = "auto", global = true)]
    pub color: ColorArg,
    /// Print nothing but the answer and errors
    #[arg(long, short, global = true)]
    pub quiet: bool,
    /// Raise or lower a limit: states, steps, digits, columns, seconds
    #[arg(long, value_name = "NAME=N", global = true)]
    pub limit: Vec<String>,
}

/// At least or at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CumulativeArg {
    /// P(X ≥ x)
    AtLeast,
    /// P(X ≤ x)
    AtMost,
}

/// How chances are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ShownArg {
    /// 21.6%
    Percent,
    /// 27/125
    Fraction,
    /// 27/125 (21.6%)
    Both,
    /// 1 in 4.63
    OneIn,
}

impl From<ShownArg> for Shown {
    fn from(shown: ShownArg) -> Shown {
        match shown {
            ShownArg::Percent => Shown::Percent,
            ShownArg::Fraction => Shown::Fraction,
            ShownArg::Both => Shown::Both,
            ShownArg::OneIn => Shown::OneIn,
        }
    }
}

/// How the last place is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RoundArg {
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
pub enum TildeArg {
    /// Before a figure that is not exact
    Auto,
    /// Never
    Never,
}

/// Whose wikitext.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum WikiArg {
    /// A wiki on wiki.gg
    Wikigg,
    /// A wiki on Fandom
    Fandom,
}

impl WikiArg {
    /// Its name in `wiki.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            WikiArg::Wikigg => "wikigg",
            WikiArg::Fandom => "fandom",
        }
    }
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
