//! Arguments as they are typed. Help, completions and the man page are made from this.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use super::diff::DiffArgs;
use super::explain::{EXPLAIN_HELP, ExplainArgs};
use super::formula::{FormulaArgs, SolveArgs};
use super::plot::PlotArgs;
use super::report::ReportArgs;
use super::tree::{TREE_HELP, TreeArgs};
use super::verify::VerifyArgs;
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
    /// A picture of a law, of how it moves, or of a pity timer
    #[command(after_help = PLOT_HELP)]
    Plot(PlotArgs),
    /// A mechanic used again and again: a pity timer, a streak, the count over many uses
    #[command(after_help = CHAIN_HELP)]
    Chain(ChainArgs),
    /// Judge what pages claim: the claims of the data, or the figures of a page
    #[command(after_help = VERIFY_HELP)]
    Verify(VerifyArgs),
    /// What two rule sets, a changed rule or two folders of data make different
    #[command(after_help = DIFF_HELP)]
    Diff(DiffArgs),
    /// Make the pages, pictures and wikitext of reports/ from the data
    Report(ReportArgs),
    /// The closed form of a number in luck, or in any other number: piecewise, with exact ends
    #[command(after_help = FORMULA_HELP)]
    Formula(FormulaArgs),
    /// For which luck, or other number, a comparison holds
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArgs),
    /// How a number arises: a formula of the chances in the text, each with its line and its source
    #[command(after_help = EXPLAIN_HELP)]
    Explain(ExplainArgs),
    /// The draws of a mechanic as a tree, with the exact chance of every way and every end
    #[command(after_help = TREE_HELP)]
    Tree(TreeArgs),
    /// Check mechanics, rule sets and claims, and say everything that is wrong with them
    Check {
        /// Mechanics (.odds), rule sets or claims (.toml); without any, all of the data
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

const PLOT_HELP: &str = "\
Examples:
  trueodds plot isaac/room-clear-award
  trueodds plot isaac/room-clear-award --sweep luck=-1..10:1/4 --format svg --output luck.svg
  trueodds plot isaac/room-clear-award --sweep luck=0..10 --stacked --format svg
  trueodds plot isaac/room-clear-award 'P(award = chest)' --sweep luck=0..10 --rules rebirth,fandom
  trueodds plot sts/card-roll --sweep offset=-40..5
  trueodds plot sts/card-roll --first 'rarity = rare'";

const DIFF_HELP: &str = "\
Examples:
  trueodds diff isaac/room-clear-award --from afterbirth-plus --to repentance --set difficulty=hard
  trueodds diff isaac/room-clear-award --rule battery=1/25
  trueodds diff isaac/room-clear-award --from rebirth --to repentance --all-inputs
  trueodds diff --from-data old/data              which published numbers an edit changes

Responsible rules: what each alone makes (total variation distance), what is gone when it alone is
undone, and its share (Shapley value); the shares sum to the whole distance.";

const FORMULA_HELP: &str = "\
Examples:
  trueodds formula isaac/room-clear-award 'P(award = chest)' --in luck
  trueodds formula isaac/room-clear-award --in luck --with lucky_foot
  trueodds formula isaac/room-clear-award 'P(award = lil_battery)' --in battery
  trueodds formula isaac/room-clear-award 'E(count)' --in luck --range 0..10 --shape
  trueodds formula isaac/room-clear-award 'P(award = chest)' --in luck --format latex";

const SOLVE_HELP: &str = "\
Examples:
  trueodds solve isaac/room-clear-award 'P(award = chest) >= 1/4' --in luck
  trueodds solve isaac/room-clear-award 'P(award = chest) > P(award = coin)' --in luck
  trueodds solve isaac/room-clear-award 'P(award = lil_battery) = 5/100' --in battery";

const VERIFY_HELP: &str = "\
Examples:
  trueodds verify                                   every claim of the data
  trueodds verify isaac/special-rooms --matrix      under which rules each claim holds
  trueodds verify --page page.txt                   the figures of a page, by line and column
  trueodds verify --page page.txt --rules rebirth
  trueodds verify --page page.txt --fix             mend wrong roundings

Verdicts: exact, rounded, truncated (right); depends (right under other rule sets); wrong,
contradicts-code, contradicts-page; undecided (no model decides it); unclassified.";

const CHAIN_HELP: &str = "\
Examples:
  trueodds chain sts/card-roll step                    the chances from every state
  trueodds chain sts/card-roll hit 'rarity = rare'     how many cards until a rare
  trueodds chain sts/card-roll hit 'rarity = rare' --not-yet 40
  trueodds chain sts/card-roll count 'rarity = rare' --over 150
  trueodds chain sts/card-reward path --path 'normal*3,elite,normal*3,elite'

An expression is about one use: outcomes are those of the use, states those after it.
Options may stand before or after the question.";

/// Arguments of `chain`.
#[derive(Debug, Args)]
pub struct ChainArgs {
    /// A mechanic, or the path of an .odds file
    pub mechanic: String,
    /// What is asked
    #[command(subcommand)]
    pub question: ChainCommand,
    /// Rules and inputs
    #[command(flatten)]
    pub scenario: ScenarioArgs,
    /// The outcomes, each on its own [default: those of the mechanic's overview]
    #[arg(long, value_name = "FIELD[,FIELD…]", value_delimiter = ',', global = true)]
    pub outcome: Vec<String>,
    /// How chances are shown
    #[arg(long, value_enum, value_name = "HOW", default_value = "percent", global = true)]
    pub show: ShownArg,
    /// The caption, in place of the one made from the question; with several tables it stands before each title
    #[arg(long, global = true)]
    pub caption: Option<String>,
}

/// What is asked of a chain.
#[derive(Debug, Subcommand)]
pub enum ChainCommand {
    /// The reachable states, their classes and periods; which are transient or absorbing
    States,
    /// From every state the chances of one use, as a table
    Step {
        /// The state after the use in place of the outcomes
        #[arg(long)]
        next: bool,
    },
    /// The state after N uses, and what the N-th use gives
    After {
        /// How many uses
        uses: u64,
    },
    /// The long-run law of the state and of outcomes
    Stationary {
        /// Expressions whose law is asked for, such as 'offset < -10'
        expressions: Vec<String>,
    },
    /// How many uses until something first happens
    Hit {
        /// The event, such as 'rarity = rare'
        event: String,
        /// List the law of so many uses [default: up to the 99th percentile]
        #[arg(long, value_name = "N")]
        over: Option<u64>,
        /// Within how many uses it happens with these probabilities
        #[arg(long, value_name = "LEVEL[,LEVEL…]", value_delimiter = ',', default_value = "0.9,0.99")]
        quantile: Vec<String>,
        /// The chance that it has not happened after so many uses
        #[arg(long, value_name = "N[,N…]", value_delimiter = ',')]
        not_yet: Vec<u64>,
    },
    /// How many of N uses satisfy something, or the sum of a number over them
    Count {
        /// What is counted, such as 'rarity = rare'; a number is summed up
        what: String,
        /// Over which uses
        #[command(flatten)]
        over: OverArgs,
    },
    /// What to expect along uses whose inputs change on the way
    Path {
        /// What is counted, with its law
        what: Vec<String>,
        /// The uses, as 'room=normal*3,room=elite & nloths_gift,boss'
        #[arg(long, value_name = "USES")]
        path: String,
    },
    /// Where a count that was seen stands among all runs
    Percentile {
        /// What is counted, such as 'rarity = rare'
        what: String,
        /// Over which uses
        #[command(flatten)]
        over: OverArgs,
        /// What was seen
        #[arg(long, value_name = "K", allow_hyphen_values = true)]
        seen: i64,
    },
}

/// Over which uses something is counted.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct OverArgs {
    /// Over N uses, all alike
    #[arg(long, value_name = "N")]
    pub over: Option<u64>,
    /// Over uses whose inputs change on the way, as 'room=normal*3,room=elite'
    #[arg(long, value_name = "USES")]
    pub path: Option<String>,
}

/// Which rules and inputs.
#[derive(Debug, Args)]
pub struct ScenarioArgs {
    /// Rule sets by name; `table` and `query` put several side by side, `all` for every one
    #[arg(long, value_name = "NAME[,NAME…]", value_delimiter = ',', global = true)]
    pub rules: Vec<String>,
    /// Give an input a value: luck=3, luck=0.3, luck=7/3, difficulty=hard
    #[arg(long, value_name = "NAME=VALUE", global = true)]
    pub set: Vec<String>,
    /// Switch flags on
    #[arg(long, value_name = "FLAG[,FLAG…]", value_delimiter = ',', global = true)]
    pub with: Vec<String>,
    /// Begin with another state than the declared one: offset=-10
    #[arg(
        long,
        value_name = "NAME=VALUE[,…]",
        allow_hyphen_values = true,
        value_delimiter = ',',
        global = true
    )]
    pub state: Vec<String>,
    /// Change a rule for this question: battery=1/25
    #[arg(long, value_name = "NAME=VALUE", global = true)]
    pub rule: Vec<String>,
}

/// An input that runs through values.
#[derive(Debug, Args)]
pub struct SweepArgs {
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
    /// An input that runs
    #[command(flatten)]
    pub sweep: SweepArgs,
    /// The outcome, or several for their joint law; `all` for every one [default: those of the mechanic's
    /// overview, each on its own; without one the first]
    #[arg(long, value_name = "FIELD[,FIELD…]", value_delimiter = ',')]
    pub outcome: Vec<String>,
    /// Several outcomes each on its own, not their joint law
    #[arg(long, conflicts_with_all = ["cumulative", "transpose", "total"])]
    pub marginals: bool,
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
    /// An input that runs
    #[command(flatten)]
    pub sweep: SweepArgs,
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
    /// Raise or lower a limit: states, steps, digits, columns, players,
    /// combinations, seconds, nodes
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
