//! `chain`: its arguments as a question.

use clap::{Args, Subcommand};

use crate::check::{Asks, FieldId};
use crate::cli::args::{AxesArgs, ScenarioArgs, ShownArg};
use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::{ChainDocument, ChainLayout, Shown};
use crate::evaluate::Limits;
use crate::exact::{Proven, Rational};
use crate::query::chain::{
    ChainQuestion, ChainRequest, Goal, Goals, HitRequest, Over, chain, chain_in_decimals,
};
use crate::query::{Expression, Gaps};
use crate::render::Format;
use crate::scenario::{Mechanic, Scenario, parse_path};
use crate::session::Reader;

const EXAMPLES: &str = "\
Examples:
  trueodds chain sts/card-roll step                 every state and its chances
  trueodds chain sts/card-roll hit 'rarity = rare'  how many cards until a rare
  trueodds chain sts/card-roll percentile --first 'rarity = rare' --seen 40
  trueodds chain sts/card-roll count 'rarity = rare' --over 150
  trueodds chain sts/room-cards path --path 'normal*3,shop,event,elite'";

const NOTES: &str = "\
An expression is about one use: outcomes are those of the use, states those after it.
Options may stand before or after the question.";

/// A mechanic used again and again: a pity timer, a streak, a count
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true, before_help = EXAMPLES, after_long_help = NOTES)]
pub(crate) struct ChainArgs {
    /// A mechanic, or the path of an .odds file
    #[arg(hide_short_help = true, add = Completes::Mechanic.completer())]
    mechanic: String,
    /// What is asked
    #[command(subcommand)]
    question: ChainCommand,
    /// Rules and inputs
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// What runs, and cases
    #[command(flatten)]
    axes: AxesArgs,
    /// Outcomes, each on its own: count, all
    ///
    /// Without any, those of the mechanic's overview.
    #[arg(add = Completes::Outcomes.completer(), long, value_name = "NAME,…", value_delimiter = ',', global = true)]
    outcome: Vec<String>,
    /// Chances as percent, fraction, both or one-in
    ///
    /// 21.6%, 27/125, 27/125 (21.6%) or 1 in 4.63.
    #[arg(
        long,
        value_enum,
        hide_possible_values = true,
        value_name = "HOW",
        default_value = "percent",
        global = true
    )]
    show: ShownArg,
    /// N proven digits in place of fractions
    ///
    /// N significant digits from 1 to 100, for chains and counts of uses where fractions take too long (after,
    /// stationary, hit, count, percentile).
    #[arg(long, value_name = "N", global = true, value_parser = digits)]
    decimals: Option<usize>,
    /// List long laws too: every use, count and state
    #[arg(long, global = true)]
    list: bool,
    /// The caption, in place of the one made here
    ///
    /// With several tables it stands before each title.
    #[arg(long, value_name = "TEXT", hide_short_help = true, global = true)]
    caption: Option<String>,
}

/// What is asked of a chain.
#[derive(Debug, Subcommand)]
enum ChainCommand {
    /// The states that can be reached, and which are left for good
    #[command(before_help = "Examples:\n  trueodds chain sts/card-roll states")]
    States,
    /// From every state the chances of one use, as a table
    #[command(before_help = "Examples:\n  trueodds chain sts/card-roll step --next")]
    Step {
        /// The state after the use in place of the outcomes
        #[arg(long)]
        next: bool,
    },
    /// The state after N uses, and what the N-th use gives
    #[command(before_help = "Examples:\n  trueodds chain sts/card-roll after 10")]
    After {
        /// How many uses
        uses: u64,
        /// Expressions whose law is asked for, as 'offset < -10'
        ///
        /// They stand in place of outcomes and states.
        expressions: Vec<String>,
    },
    /// The long-run law of the state and of outcomes
    #[command(before_help = "Examples:\n  trueodds chain sts/card-roll stationary")]
    Stationary {
        /// Expressions whose law is asked for, such as 'offset < -10'
        expressions: Vec<String>,
    },
    /// How many uses until something happens, or what they cost
    ///
    /// Until something first happens, or several things have; `--sum` says what the uses cost until then.
    #[command(
        before_help = "Examples:\n  trueodds chain sts/card-roll hit 'rarity = rare' --not-yet 40\n  trueodds chain sts/card-roll hit 'rarity = rare' --times 3"
    )]
    Hit {
        /// What is waited for
        #[command(flatten)]
        goals: GoalsArgs,
        /// List the law of so many uses
        ///
        /// Up to the 99th percentile, where nothing is said.
        #[arg(long, value_name = "N")]
        over: Option<u64>,
        /// Within how many uses, with these chances
        #[arg(long, value_name = "LEVEL,…", value_delimiter = ',', default_value = "0.9,0.99")]
        quantile: Vec<String>,
        /// The chance that it has not happened by then
        #[arg(long, value_name = "N,…", value_delimiter = ',')]
        not_yet: Vec<u64>,
    },
    /// How many of N uses satisfy something, or a sum over them
    #[command(before_help = "Examples:\n  trueodds chain sts/card-roll count 'rarity = rare' --over 150")]
    Count {
        /// What is counted, such as 'rarity = rare'; a number is summed up
        what: String,
        /// Over which uses
        #[command(flatten)]
        over: OverArgs,
    },
    /// What to expect along uses whose inputs change on the way
    #[command(
        before_help = "Examples:\n  trueodds chain sts/room-cards path --path 'normal*3,shop,event,elite'"
    )]
    Path {
        /// What is counted, with its law
        what: Vec<String>,
        /// The uses, as 'room=normal*3,room=elite & nloths_gift,boss'
        #[arg(long, value_name = "USES")]
        path: String,
    },
    /// Where a count that was seen, or a wait, stands among all runs
    #[command(
        before_help = "Examples:\n  trueodds chain sts/card-roll percentile 'rarity = rare' --over 150 --seen 3\n  trueodds chain sts/card-roll percentile --first 'rarity = rare' --seen 40"
    )]
    Percentile {
        /// What is counted, such as 'rarity = rare'; with --first, what is waited for
        #[command(flatten)]
        goals: GoalsArgs,
        /// Over which uses
        #[command(flatten)]
        over: SeenOverArgs,
        /// What was seen
        #[arg(long, value_name = "K", allow_hyphen_values = true)]
        seen: i64,
    },
}

/// What is waited for.
#[derive(Debug, Args)]
struct GoalsArgs {
    /// The event, such as 'rarity = rare'
    ///
    /// Of several all have to happen, in any order.
    #[arg(required = true, value_name = "EVENT")]
    events: Vec<String>,
    /// How often each event has to happen [default: once]
    ///
    /// Of a number, how great its sum has to be.
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    times: Vec<u64>,
    /// A number to be summed up until then: what it costs
    #[arg(long, value_name = "NUMBER")]
    sum: Option<String>,
}

/// Over which uses something was seen.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct SeenOverArgs {
    /// Over N uses, all alike
    #[arg(long, value_name = "N")]
    over: Option<u64>,
    /// Over uses whose inputs change on the way, as 'room=normal*3,room=elite'
    #[arg(long, value_name = "USES")]
    path: Option<String>,
    /// Until it first happened; --seen says how many uses
    #[arg(long)]
    first: bool,
}

/// Over which uses something is counted.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct OverArgs {
    /// Over N uses, all alike
    #[arg(long, value_name = "N")]
    over: Option<u64>,
    /// Over uses whose inputs change on the way, as 'room=normal*3,room=elite'
    #[arg(long, value_name = "USES")]
    path: Option<String>,
}

impl Run for ChainArgs {
    const NAME: &'static str = "chain";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        self.fits_decimals(context)?;
        let target = context.target()?;
        let mut session = context.session()?;
        let mechanic = context.mechanic(&mut session, &self.mechanic)?;
        let asked = context.asked(&mechanic, &self.scenario, &self.axes, Gaps::Refused)?;
        let limits = &context.limits;
        let mut reader = session.reader();
        let mut answered = Vec::new();
        for scenario in asked.spread(&mechanic)? {
            let mut questions =
                Questions { reader: &mut reader, mechanic: &mechanic, scenario: &scenario, limits };
            let question = questions.question(self)?;
            let request = ChainRequest { scenario, question };
            let found = match self.decimals {
                None => chain(&mechanic, &request, limits).map(Some),
                Some(digits) => chain_in_decimals(&mechanic, &request, digits, limits),
            };
            let found = found.map_err(|error| CliError::stopped(error, &mechanic, reader.sources()))?;
            answered.push(found.ok_or(NOT_IN_DECIMALS)?);
        }
        let next_states = matches!(self.question, ChainCommand::Step { next: true });
        let (shown, caption) = (Shown::from(self.show), self.caption.clone());
        let codes = context.codes(&session, &mechanic)?;
        let layout =
            ChainLayout { shown, caption, next_states, codes, list: self.list, setting: context.setting };
        let document = ChainDocument::new(&mechanic, &answered, &asked.axes, layout);
        context.print(target, &document, &session, &mechanic)?;
        context.mention_left_out(&mechanic, &asked.left_out);
        Ok(Status::Clean)
    }
}

const NOT_IN_DECIMALS: &str = "`--decimals` goes with `after`, `stationary` and `hit` without `--sum`, and with `count` and `percentile` over N uses; leave it out for an exact answer";

impl GoalsArgs {
    /// The one thing that is counted, where nothing is waited for.
    fn counted(&self) -> Result<&str, CliError> {
        match self.events.as_slice() {
            [one] if self.times.is_empty() && self.sum.is_none() => Ok(one),
            _ => Err(
                "several events, `--times` and `--sum` go with `--first`; without it one thing is counted"
                    .into(),
            ),
        }
    }
}

impl ChainArgs {
    /// Refuses what says otherwise than `--decimals`.
    fn fits_decimals(&self, context: &Context) -> Result<(), CliError> {
        if self.decimals.is_none() {
            return Ok(());
        }
        if matches!(self.show, ShownArg::Fraction | ShownArg::Both) {
            return Err("`--decimals` has no fractions; with it `--show` takes `percent` or `one-in`".into());
        }
        if context.common.digits.is_some() {
            return Err("`--decimals` says how many digits are shown; leave out `--digits`".into());
        }
        Ok(())
    }
}

/// How many digits are to be proven.
fn digits(text: &str) -> Result<usize, String> {
    let most = Proven::MOST_DIGITS;
    let digits = text.parse().ok().filter(|digits| (1..=most).contains(digits));
    digits.ok_or_else(|| format!("a number of significant digits from 1 to {most} is expected"))
}

/// What is needed to read a question.
struct Questions<'a> {
    reader: &'a mut Reader,
    mechanic: &'a Mechanic,
    scenario: &'a Scenario,
    limits: &'a Limits,
}

impl Questions<'_> {
    fn question(&mut self, args: &ChainArgs) -> Result<ChainQuestion, CliError> {
        let all = |own: &mut Self, texts: &[String], asks: Asks| {
            texts.iter().map(|text| own.expression(text, asks)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match &args.question {
            ChainCommand::States => ChainQuestion::States,
            ChainCommand::Step { .. } => ChainQuestion::Step { fields: self.fields(args)? },
            ChainCommand::After { uses, expressions } => {
                let about = all(self, expressions, Asks::Law)?;
                ChainQuestion::After { uses: *uses, fields: self.fields_beside(args, &about)?, about }
            }
            ChainCommand::Stationary { expressions } => {
                let about = all(self, expressions, Asks::Law)?;
                ChainQuestion::Stationary { fields: self.fields_beside(args, &about)?, about }
            }
            ChainCommand::Hit { goals, over, quantile, not_yet } => ChainQuestion::Hit {
                goals: self.goals(goals)?,
                request: HitRequest { over: *over, quantiles: levels(quantile)?, not_yet: not_yet.clone() },
            },
            ChainCommand::Count { what, over } => ChainQuestion::Count {
                what: self.expression(what, Asks::Count)?,
                over: self.over(over.over, over.path.as_deref())?,
            },
            ChainCommand::Path { what, path } => {
                let about = all(self, what, Asks::Count)?;
                let path = self.path(path)?;
                ChainQuestion::Path { fields: self.fields_beside(args, &about)?, about, path }
            }
            ChainCommand::Percentile { goals, over: SeenOverArgs { first: true, .. }, seen } => {
                let seen =
                    u64::try_from(*seen).map_err(|_| "`--seen` is how many uses it took: 0 or more")?;
                ChainQuestion::Waited { goals: self.goals(goals)?, seen }
            }
            ChainCommand::Percentile { goals, over, seen } => ChainQuestion::Percentile {
                what: self.expression(goals.counted()?, Asks::Count)?,
                over: self.over(over.over, over.path.as_deref())?,
                seen: *seen,
            },
        })
    }

    /// The outcomes by name; where none is named those of the overview, or the first.
    fn fields(&self, args: &ChainArgs) -> Result<Vec<FieldId>, CliError> {
        Ok(self.mechanic.fields_or_overview(&args.outcome)?)
    }

    /// The same, but none where none is named and an expression is asked about.
    fn fields_beside(&self, args: &ChainArgs, about: &[Expression]) -> Result<Vec<FieldId>, CliError> {
        if args.outcome.is_empty() && !about.is_empty() { Ok(Vec::new()) } else { self.fields(args) }
    }

    fn expression(&mut self, text: &str, asks: Asks) -> Result<Expression, CliError> {
        Ok(self.reader.expression(self.mechanic, text, asks)?)
    }

    /// What is waited for. A number is only waited for where it is said how great its sum has to be.
    fn goals(&mut self, args: &GoalsArgs) -> Result<Goals, CliError> {
        let times = match (args.times.as_slice(), args.events.len()) {
            ([], events) => vec![1; events],
            ([one], events) => vec![*one; events],
            (times, events) if times.len() == events => times.to_vec(),
            (times, events) => {
                let problem = format!(
                    "`--times` has {} numbers for {events} events: one for each, or one for all",
                    times.len()
                );
                return Err(problem.into());
            }
        };
        let asks = if args.times.is_empty() { Asks::Event } else { Asks::Count };
        let goals = args.events.iter().zip(times);
        let goals = goals.map(|(event, times)| Ok(Goal { event: self.expression(event, asks)?, times }));
        let all = goals.collect::<Result<_, CliError>>()?;
        let cost = args.sum.as_ref().map(|sum| self.expression(sum, Asks::Count)).transpose()?;
        Ok(Goals { all, cost })
    }

    fn over(&self, uses: Option<u64>, path: Option<&str>) -> Result<Over, CliError> {
        Ok(match (uses, path) {
            (Some(uses), _) => Over::Uses(uses),
            (None, Some(path)) => Over::Path(self.path(path)?),
            (None, None) => {
                return Err("say over how many uses: `--over N` or `--path USES`".into());
            }
        })
    }

    fn path(&self, text: &str) -> Result<Vec<Scenario>, CliError> {
        Ok(parse_path(self.mechanic, self.scenario, text, self.limits.columns)?)
    }
}

/// Levels of quantiles: numbers between 0 and 1.
fn levels(texts: &[String]) -> Result<Vec<Rational>, CliError> {
    let mut problems = Vec::new();
    let mut levels = Vec::new();
    for text in texts {
        match text.trim().parse::<Rational>() {
            Ok(level) if !level.is_negative() && level <= Rational::ONE => levels.push(level),
            Ok(level) => {
                problems.push(format!("`--quantile {text}`: a level lies between 0 and 1; this is {level}"))
            }
            Err(error) => problems.push(format!("`--quantile {text}`: {error}")),
        }
    }
    if problems.is_empty() { Ok(levels) } else { Err(problems.into()) }
}
