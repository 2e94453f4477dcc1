//! `diff`: two rule sets, a changed rule, or two folders of data.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::args::AxesArgs;
use crate::cli::complete::Completes;
use crate::cli::context::{Context, Run, Status};
use crate::cli::error::{CliError, option};
use crate::cli::output::{Target, styled_message};
use crate::cli::typed::one_by_one;
use crate::document::{DiffDocument, DiffLayout, DiffsDocument, ExhaustiveDocument, FiguresDocument};
use crate::query::{
    Changes, Diff, DiffRequest, ExhaustiveRequest, Figures, QueryError, changes, diff, exhaustive, figures,
};
use crate::render::Format;
use crate::scenario::{Axes, Mechanic, Scenario, Settings, Sides, Sweep, sides};
use crate::session::{DataSource, Session};

const EXAMPLES: &str = "\
Examples:
  trueodds diff isaac/room-clear-award rebirth fandom --set difficulty=hard
  trueodds diff isaac/room-clear-award --rule battery=1/25
  trueodds diff isaac/room-clear-award rebirth repentance --all-inputs
  trueodds diff --from-data old/data      which published numbers change";

const NOTES: &str = "\
Responsible rules: what each alone makes (total variation distance), what is gone when it alone is
undone, and its share (Shapley value); the shares sum to the whole distance.";

/// What differs between two rule sets, or with a changed rule
#[derive(Debug, Args)]
#[command(before_help = EXAMPLES, after_long_help = NOTES)]
pub(crate) struct DiffArgs {
    /// A mechanic, or the path of an .odds file
    ///
    /// With `--from-data` all mechanics when left out.
    #[arg(add = Completes::Mechanic.completer(), required_unless_present = "from_data")]
    mechanic: Option<String>,
    /// The rule sets on both sides, in place of `--from` and `--to`
    #[arg(add = Completes::RuleSets.completer(), value_name = "RULES", num_args = 0..=2, conflicts_with_all = ["from", "to", "from_data"])]
    sides: Vec<String>,
    /// The rule set on one side
    #[arg(add = Completes::RuleSets.completer(), long, value_name = "NAME")]
    from: Option<String>,
    /// The rule set on the other side
    #[arg(add = Completes::RuleSets.completer(), long, value_name = "NAME")]
    to: Option<String>,
    /// Give an input a value: luck=7/3, difficulty=hard
    #[arg(add = Completes::Inputs.completer(), long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Switch flags on: lucky_foot,guppys_tail
    #[arg(add = Completes::Flags.completer(), long, value_name = "FLAG,…", value_delimiter = ',')]
    with: Vec<String>,
    /// Begin with another state: offset=-10
    #[arg(add = Completes::States.completer(), long, value_name = "NAME=VALUE", allow_hyphen_values = true, value_delimiter = ',')]
    state: Vec<String>,
    /// What runs, and cases, on both sides
    #[command(flatten)]
    axes: AxesArgs,
    /// Change a rule on the second side: battery=1/25
    #[arg(add = Completes::Rules.completer(), long, value_name = "NAME=VALUE")]
    rule: Vec<String>,
    /// Outcomes: count, all
    ///
    /// Without any, those of the mechanic's overview, without one the first; all with `--all-inputs`.
    #[arg(add = Completes::Outcomes.completer(), long, value_name = "NAME,…", value_delimiter = ',')]
    outcome: Vec<String>,
    /// The caption, in place of the one made here
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// Over all inputs: do both agree everywhere?
    ///
    /// Proof that they do, or where they differ most. `--sweep` says through which values an input goes that has no end.
    #[arg(long, conflicts_with_all = ["from_data", "state", "case"])]
    all_inputs: bool,
    /// Compare with another folder of data
    ///
    /// Which published numbers an edit changes.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["from", "to", "set", "with", "state", "rule", "outcome", "sweep", "case"], value_hint = clap::ValueHint::DirPath)]
    from_data: Option<PathBuf>,
    /// Exit with 1 where there is a difference
    #[arg(long)]
    exit_code: bool,
}

impl Run for DiffArgs {
    const NAME: &'static str = "diff";
    const FORMATS: &'static [Format] = &Format::OF_REPORTS;

    fn run(&self, context: &Context) -> Result<Status, CliError> {
        if let Some(folder) = &self.from_data {
            return self.folders(folder, context);
        }
        if let [_] = self.sides.as_slice() {
            let problem =
                "two rule sets follow the mechanic, as in `trueodds diff isaac/floor rebirth repentance`";
            return Err(problem.into());
        }
        let target = context.target()?;
        let mut session = context.session()?;
        let mechanic = context.mechanic(&mut session, self.mechanic.as_deref().unwrap_or_default())?;
        let sides = self.sides(&mechanic)?;
        let comparison = Comparison { args: self, context, session: &session, mechanic: &mechanic };
        if self.all_inputs {
            return comparison.exhaustive(target, sides);
        }
        let most = context.limits.columns;
        let axes = Axes::parse(&mechanic, &self.settings(), &self.axes.case, &self.axes.sweep, most)?;
        let found: Vec<Diff> = spread(&mechanic, &axes, &sides)?
            .into_iter()
            .map(|sides| comparison.at(sides))
            .collect::<Result<_, _>>()
            .map_err(|error| comparison.stopped(error))?;
        let layout = DiffLayout { caption: self.caption.clone(), ..comparison.layout()? };
        match found.as_slice() {
            [only] if axes.0.is_empty() => {
                let elsewhere = comparison.elsewhere(only).map_err(|error| comparison.stopped(error))?;
                let document = DiffDocument::new(&mechanic, only, layout).with_changes(elsewhere.as_ref());
                context.print(target, &document, &session, &mechanic)?;
            }
            several => {
                let document = DiffsDocument::new(&mechanic, several, &axes, layout);
                context.print(target, &document, &session, &mechanic)?;
            }
        }
        Ok(Status::of(self.exit_code && !found.iter().all(Diff::agrees)))
    }
}

impl DiffArgs {
    fn settings(&self) -> Settings {
        Settings {
            rules: Vec::new(),
            set: one_by_one(&self.set),
            with: self.with.clone(),
            state: self.state.clone(),
            rule: self.rule.clone(),
        }
    }

    /// The two sides that are compared.
    fn sides(&self, mechanic: &Mechanic) -> Result<Sides, CliError> {
        let (from, to) = match self.sides.as_slice() {
            [from, to] => (Some(from), Some(to)),
            _ => (self.from.as_ref(), self.to.as_ref()),
        };
        let found = sides(mechanic, from.map(String::as_str), to.map(String::as_str), &self.settings())?;
        if from.is_none() && to.is_none() && self.rule.is_empty() {
            let item = self.with.first();
            let item = item.map(|flag| format!("; what an item changes is seen with `table --sweep {flag}`"));
            return Err(format!(
                "say what to compare: two rule sets after the mechanic, or `--rule` with the new value of a rule{}",
                item.unwrap_or_default()
            )
            .into());
        }
        Ok(found)
    }

    /// Two folders of data: which published numbers change.
    fn folders(&self, folder: &Path, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut numbers = Vec::new();
        let mut before = Session::open(&DataSource::Folder(folder.to_path_buf()))?;
        let mut after = context.data_alone()?;
        // A file goes by the name of its mechanic, as in the other folder.
        let wanted = match &self.mechanic {
            Some(name) => Some(context.mechanic(&mut after, name)?.model.path),
            None => None,
        };
        let names = |session: &Session| match &wanted {
            Some(name) => session.names().into_iter().filter(|own| own == name).collect(),
            None => session.names(),
        };
        for session in [&mut before, &mut after] {
            let mut all = Figures::default();
            let own = names(session);
            if own.is_empty() {
                let name = wanted.as_deref().unwrap_or("any mechanic");
                return Err(format!("one of the two folders does not have {name}").into());
            }
            for name in own {
                let mechanic = context.mechanic(session, &name)?;
                let own = figures(&mechanic, &context.limits);
                all.extend(own.map_err(|error| CliError::stopped(error, &mechanic, session.sources()))?);
            }
            numbers.push(all);
        }
        let found = numbers[0].compare(&numbers[1]);
        let style = context.style(Vec::new());
        context.print_styled(target, &FiguresDocument::new(&found), &style)?;
        if let Some(first) = found.not_compared.first() {
            let count = found.not_compared.len();
            let laws = if count == 1 { "law was" } else { "laws were" };
            return Err(format!("{count} {laws} not compared: {}", first.reason).into());
        }
        Ok(Status::of(self.exit_code && !found.changed.is_empty()))
    }
}

/// The sides of each combination of cases and what runs.
fn spread(mechanic: &Mechanic, axes: &Axes, sides: &Sides) -> Result<Vec<Sides>, CliError> {
    let of = |side: &Scenario| axes.spread(mechanic, std::slice::from_ref(side));
    let pairs = of(&sides.from)?.into_iter().zip(of(&sides.to)?);
    Ok(pairs.map(|(from, to)| Sides { from, to, lacking: sides.lacking.clone() }).collect())
}

/// Two sides of one mechanic, and what it takes to compare them.
struct Comparison<'a> {
    args: &'a DiffArgs,
    context: &'a Context,
    session: &'a Session,
    mechanic: &'a Mechanic,
}

impl Comparison<'_> {
    fn stopped(&self, error: QueryError) -> CliError {
        CliError::stopped(error, self.mechanic, self.session.sources())
    }

    fn layout(&self) -> Result<DiffLayout, CliError> {
        let codes = self.context.codes(self.session, self.mechanic)?;
        Ok(DiffLayout { caption: None, codes, setting: self.context.setting })
    }

    fn at(&self, sides: Sides) -> Result<Diff, QueryError> {
        let fields = self.mechanic.fields_or_overview(&self.args.outcome)?;
        let request = DiffRequest { sides, fields, players: self.context.limits.players };
        diff(self.mechanic, &request, &self.context.limits)
    }

    /// Where both sides agree: what the rules that differ change under other inputs.
    fn elsewhere(&self, diff: &Diff) -> Result<Option<Changes>, QueryError> {
        if !diff.agrees() {
            return Ok(None);
        }
        changes(self.mechanic, &diff.sides, &self.context.limits).map(Some)
    }

    /// The inputs that run, with their values.
    fn over(&self) -> Result<Vec<Sweep>, CliError> {
        let mut problems: Vec<String> = Vec::new();
        let mut over = Vec::new();
        for text in &self.args.axes.sweep {
            match Sweep::parse(self.mechanic, text, self.context.limits.columns) {
                Ok(sweep) => over.push(sweep),
                Err(problem) => problems.push(problem.worded(&option)),
            }
        }
        if problems.is_empty() { Ok(over) } else { Err(problems.into()) }
    }

    fn exhaustive(&self, target: Target, sides: Sides) -> Result<Status, CliError> {
        let (context, mechanic) = (self.context, self.mechanic);
        let limits = &context.limits;
        // That two sides agree is said of every outcome.
        let fields = mechanic.fields_or_all(&self.args.outcome)?;
        let over = self.over()?;
        let request =
            ExhaustiveRequest { sides: sides.clone(), fields, over, combinations: limits.combinations };
        let watched = context.is_watched();
        let progress = |done: usize, all: usize| {
            if watched && done.is_multiple_of(64) {
                styled_message(&format!("\rcompared {done} of {all} "));
            }
        };
        let found = exhaustive(mechanic, &request, limits, &progress);
        if watched {
            styled_message("\r\u{1b}[K");
        }
        let found = found.map_err(|error| self.stopped(error))?;
        let most = found.most.as_ref().map(|witness| self.at(sides.at(mechanic, &witness.inputs)));
        let most = most.transpose().map_err(|error| self.stopped(error))?;
        let layout = self.layout()?;
        let most = most.as_ref().map(|most| DiffDocument::new(mechanic, most, layout));
        let document = ExhaustiveDocument::new(mechanic, &found, most);
        context.print(target, &document, self.session, mechanic)?;
        Ok(Status::of(self.args.exit_code && found.most.is_some()))
    }
}
