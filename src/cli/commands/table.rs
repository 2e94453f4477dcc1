//! `table`: the distribution of the outcomes.

use clap::Args;

use crate::check::Asks;
use crate::cli::args::{AxesArgs, CumulativeArg, ScenarioArgs, ShownArg};
use crate::cli::complete::Completes;
use crate::cli::context::{Asked, Context, Run, Status};
use crate::cli::error::CliError;
use crate::diagnostic::{Message, Setting};
use crate::document::{Document, LawDocument, MarginalsDocument, Shown, TableLayout};
use crate::query::{Cumulative, Gaps, LawRequest, LeftOut, laws, marginals};
use crate::render::Format;
use crate::scenario::{Axes, Mechanic};
use crate::session::Reader;

const EXAMPLES: &str = "\
Examples:
  trueodds table isaac/room-clear-award --sweep luck=0..10
  trueodds table isaac/room-clear-award --rules all -o award.wikitext
  trueodds table isaac/room-clear-award --outcome count --cumulative at-least
  trueodds table isaac/floor --outcome rank --marginals";

/// The exact chances of the outcomes
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES)]
pub(crate) struct TableArgs {
    /// A mechanic, or the path of an .odds file
    #[arg(add = Completes::Mechanic.completer())]
    mechanic: String,
    /// Rules and inputs
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// What runs, and cases
    #[command(flatten)]
    axes: AxesArgs,
    /// Outcomes: count, award=chest, all
    ///
    /// Several are shown together, each combination with its chance; a value shows that one alone. Without any, those of
    /// the mechanic's overview, each on its own; without one the first.
    #[arg(add = Completes::Outcomes.completer(), long, value_name = "NAME,…", value_delimiter = ',')]
    outcome: Vec<String>,
    /// What is known, as 'award != nothing'
    #[arg(long, value_name = "EVENT")]
    given: Option<String>,
    /// Several outcomes each on its own
    ///
    /// Members of one family are a grid: a row for each and a column for each value; an empty cell is a chance of 0.
    #[arg(long, conflicts_with_all = ["cumulative", "total"])]
    marginals: bool,
    /// Chances of `at-least` or `at-most` a number
    #[arg(long, value_enum, value_name = "HOW", hide_possible_values = true)]
    cumulative: Option<CumulativeArg>,
    /// Rows as columns
    #[arg(long)]
    transpose: bool,
    /// Add a row with the sum
    #[arg(long)]
    total: bool,
    /// Rows with the same chances as one
    ///
    /// As in: Tarot card, Trinket, Pill (each).
    #[arg(long)]
    merge_rows: bool,
    /// Chances as percent, fraction, both or one-in
    ///
    /// 21.6%, 27/125, 27/125 (21.6%) or 1 in 4.63; percent, where nothing is said, and a single column on a terminal shows
    /// the fraction and 1 in N too.
    #[arg(long, value_enum, hide_possible_values = true, value_name = "HOW,…", value_delimiter = ',')]
    show: Vec<ShownArg>,
    /// The caption, in place of the one made here
    ///
    /// A wiki has it as it stands.
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
}

impl Run for TableArgs {
    const NAME: &'static str = "table";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut session = context.session()?;
        let mechanic = context.mechanic(&mut session, &self.mechanic)?;
        let mut reader = session.reader();
        let (request, axes, left_out) = self.request(&mechanic, &mut reader, context)?;
        let codes = context.codes(&session, &mechanic)?;
        let reasons = context.wants_reasons();
        let layout = TableLayout { codes, reasons, ..self.layout(&mechanic, &request, context) };
        let limits = &context.limits;
        let stopped = |error| CliError::stopped(error, &mechanic, reader.sources());
        let print = |document: &dyn Document| context.print(target, document, &session, &mechanic);
        if self.is_marginal(&mechanic) {
            let marginals = marginals(&mechanic, &request, limits).map_err(stopped)?;
            print(&MarginalsDocument::new(&mechanic, &marginals, &axes, layout).leaving_out(&left_out))?;
            context.mention_unknown(&mechanic, marginals.unknown());
        } else {
            let laws = laws(&mechanic, &request, limits).map_err(stopped)?;
            print(&LawDocument::new(&mechanic, &laws, &axes, layout).leaving_out(&left_out))?;
            context.mention_unknown(&mechanic, laws.unknown());
        }
        if self.fields(&mechanic).is_empty() && context.is_watched() {
            mention_other_outcomes(context, &mechanic);
        }
        Ok(Status::Clean)
    }
}

impl TableArgs {
    /// What is asked of the mechanic, and the rule sets that are left out; everything that does not fit is said at
    /// once.
    fn request(
        &self,
        mechanic: &Mechanic,
        reader: &mut Reader,
        context: &Context,
    ) -> Result<(LawRequest, Axes, Vec<LeftOut>), CliError> {
        let asked = context.asked(mechanic, &self.scenario, &self.axes, Gaps::Allowed)?;
        let mut outcomes = mechanic.outcomes(&self.fields(mechanic));
        if self.cumulative.is_some() && self.total {
            let problem = Message::from("cumulative chances have no total; leave out ");
            let problem = problem.typed(Setting::Total, "").words(" or ").typed(Setting::Cumulative, "");
            let mut problems = outcomes.err().unwrap_or_default();
            problems.push(problem);
            outcomes = Err(problems);
        }
        if self.total && outcomes.as_ref().is_ok_and(|outcomes| !outcomes.only.is_empty()) {
            let problem = Message::from("the sum is of all outcomes; leave out ").typed(Setting::Total, "");
            outcomes = Err(vec![problem.words(" or the values of ").typed(Setting::Outcome, "")]);
        }
        let given = self.given.as_deref();
        let given = given.map(|text| reader.expression(mechanic, text, Asks::Evidence)).transpose()?;
        let cumulative = self.cumulative.map(Cumulative::from);
        let scenarios = asked.spread(mechanic)?;
        let Asked { axes, left_out, .. } = asked;
        Ok((LawRequest { scenarios, outcomes: outcomes?, cumulative, given }, axes, left_out))
    }

    /// How the table looks. On a terminal a single column shows all that can be said of a chance.
    fn layout(&self, mechanic: &Mechanic, request: &LawRequest, context: &Context) -> TableLayout {
        let single = request.scenarios.len() == 1 && !self.transpose;
        let on_terminal = context.format == Format::Terminal;
        let shown = match self.show.as_slice() {
            [] if single && on_terminal && !self.is_marginal(mechanic) => {
                vec![Shown::Percent, Shown::ShortFraction, Shown::OneIn]
            }
            [] => vec![Shown::Percent],
            chosen => chosen.iter().map(|shown| Shown::from(*shown)).collect(),
        };
        let (transpose, total, caption) = (self.transpose, self.total, self.caption.clone());
        let (members, merge_rows) = (self.marginals, self.merge_rows);
        TableLayout { transpose, members, total, merge_rows, shown, caption, ..TableLayout::default() }
    }

    /// Whether the table shows the outcomes of the mechanic's overview.
    fn is_overview(&self, mechanic: &Mechanic) -> bool {
        let asks_joint = self.cumulative.is_some() || self.total;
        self.outcome.is_empty() && !mechanic.model.overview.is_empty() && !asks_joint
    }

    /// Whether the table shows each outcome on its own.
    fn is_marginal(&self, mechanic: &Mechanic) -> bool {
        self.marginals || self.is_overview(mechanic)
    }

    /// Which outcomes the table shows; none for the first.
    fn fields(&self, mechanic: &Mechanic) -> Vec<String> {
        let model = &mechanic.model;
        match self.outcome.as_slice() {
            [] if self.is_overview(mechanic) => {
                model.overview.iter().map(|field| model[*field].name.clone()).collect()
            }
            chosen => chosen.to_vec(),
        }
    }
}

/// A table shows the first outcome; the others are said to be there.
fn mention_other_outcomes(context: &Context, mechanic: &Mechanic) {
    let fields = &mechanic.model.fields;
    if fields.len() > 1 {
        let others: Vec<&str> = fields.iter().skip(1).map(|field| field.name.as_str()).collect();
        context.message(&format!(
            "\nThis is `{}`; see also `--outcome {}`, or several for their joint law.\n",
            fields[0].name,
            others.join("|")
        ));
    }
}
