//! `query`: single numbers.

use clap::Args;

use crate::cli::args::{AxesArgs, ScenarioArgs, ShownArg};
use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::document::{AnswersDocument, Shown, TableLayout};
use crate::query::{Answers, Gaps, measures};
use crate::render::Format;

const EXAMPLES: &str = "\
Examples:
  trueodds query isaac/room-clear-award 'P(award = chest)' --set luck=7/3
  trueodds query isaac/room-clear-award 'E(count)' --sweep luck=0..3 --rules all";

const QUESTIONS: &str = "\
Questions:
  P(award = chest)                       the probability of an event
  P(award = chest | award != nothing)    given what is known
  P(award in { heart, key } and count > 1)
  E(count)  Var(count)  sd(count)        mean, variance, standard deviation
  quantile(count, 1/2)  mode(award)      the lower median; the most probable values
  1 - (1 - P(award = chest))^10          sums, products, quotients, powers";

/// Single numbers: P, E, Var, sd, quantile, mode
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_help = QUESTIONS)]
pub(crate) struct QueryArgs {
    /// A mechanic, or the path of an .odds file
    #[arg(add = Completes::Mechanic.completer())]
    mechanic: String,
    /// Questions, each in quotes
    #[arg(required = true)]
    queries: Vec<String>,
    /// Rules and inputs
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// What runs, and cases
    #[command(flatten)]
    axes: AxesArgs,
    /// Rows as columns
    #[arg(long)]
    transpose: bool,
    /// Chances as percent, fraction, both or one-in
    ///
    /// 21.6%, 27/125, 27/125 (21.6%) or 1 in 4.63.
    #[arg(
        long,
        value_enum,
        hide_possible_values = true,
        value_name = "HOW,…",
        value_delimiter = ',',
        default_value = "both"
    )]
    show: Vec<ShownArg>,
    /// The caption, in place of the one made here
    ///
    /// A wiki has it as it stands.
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
}

impl Run for QueryArgs {
    const NAME: &'static str = "query";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut session = context.session()?;
        let mechanic = context.mechanic(&mut session, &self.mechanic)?;
        let asked = context.asked(&mechanic, &self.scenario, &self.axes, Gaps::Allowed)?;
        let scenarios = asked.spread(&mechanic)?;
        let mut reader = session.reader();
        let questions = self.queries.iter().map(|text| reader.question(&mechanic, text));
        let questions = questions.collect::<Result<Vec<_>, _>>()?;
        let answers = measures(&mechanic, &questions, &scenarios, &context.limits);
        let answers = answers.map_err(|error| CliError::stopped(error, &mechanic, reader.sources()))?;
        let layout = TableLayout {
            transpose: self.transpose,
            shown: self.show.iter().map(|shown| Shown::from(*shown)).collect(),
            caption: self.caption.clone(),
            codes: context.codes(&session, &mechanic)?,
            reasons: context.wants_reasons(),
            ..TableLayout::default()
        };
        let document = AnswersDocument::new(&mechanic, &answers, &asked.axes, layout);
        let document = document.leaving_out(&asked.left_out);
        context.print(target, &document, &session, &mechanic)?;
        context.mention_unknown(&mechanic, answers.iter().flat_map(Answers::unknown));
        context.mention_start(&mechanic, scenarios.first());
        Ok(Status::Clean)
    }
}
