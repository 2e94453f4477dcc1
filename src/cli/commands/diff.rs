//! `diff`: two rule sets, a changed rule, or two folders of data.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::context::{Context, Run, Status};
use crate::cli::error::CliError;
use crate::cli::output::{Target, styled_message};
use crate::query::{
    DiffRequest, EverywhereRequest, Mechanic, Scenario, Settings, SidePair, diff, diff_report, everywhere,
    everywhere_report, parse_sweep, published, published_report, sides,
};
use crate::render::{Format, render};
use crate::session::{DataSource, Session};

const HELP: &str = "\
Examples:
  trueodds diff isaac/room-clear-award --from afterbirth-plus --to repentance --set difficulty=hard
  trueodds diff isaac/room-clear-award --rule battery=1/25
  trueodds diff isaac/room-clear-award --from rebirth --to repentance --all-inputs
  trueodds diff --from-data old/data              which published numbers an edit changes

Responsible rules: what each alone makes (total variation distance), what is gone when it alone is
undone, and its share (Shapley value); the shares sum to the whole distance.";

/// What two rule sets, a changed rule or two folders of data make different
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct DiffArgs {
    /// A mechanic, or the path of an .odds file; with `--from-data` all mechanics when left out
    #[arg(required_unless_present = "from_data")]
    mechanic: Option<String>,
    /// The rule set on one side [default: the default one]
    #[arg(long, value_name = "NAME")]
    from: Option<String>,
    /// The rule set on the other side [default: the default one]
    #[arg(long, value_name = "NAME")]
    to: Option<String>,
    /// Give an input a value on both sides: luck=3, difficulty=hard
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Switch flags on, on both sides
    #[arg(long, value_name = "FLAG[,FLAG…]", value_delimiter = ',')]
    with: Vec<String>,
    /// Begin with another state than the declared one: offset=-10
    #[arg(long, value_name = "NAME=VALUE[,…]", allow_hyphen_values = true, value_delimiter = ',')]
    state: Vec<String>,
    /// Change a rule on the second side: battery=1/25
    #[arg(long, value_name = "NAME=VALUE")]
    rule: Vec<String>,
    /// The outcomes [default: those of the mechanic's overview, without one the first]
    #[arg(long, value_name = "FIELD[,FIELD…]", value_delimiter = ',')]
    outcome: Vec<String>,
    /// The caption, in place of the one made from the outcome
    #[arg(long)]
    caption: Option<String>,
    /// Over all inputs and every luck: proof that both agree everywhere, or where they differ most
    #[arg(long, conflicts_with_all = ["from_data", "state"])]
    all_inputs: bool,
    /// With `--all-inputs`: run an input through these values: contracts=0..5
    #[arg(long, value_name = "NAME=VALUES", requires = "all_inputs")]
    over: Vec<String>,
    /// Compare with the mechanics in another folder: which published numbers change
    #[arg(long, value_name = "DIR", conflicts_with_all = ["from", "to", "set", "with", "state", "rule", "outcome"], value_hint = clap::ValueHint::DirPath)]
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
        let target = context.target()?;
        let mut session = context.session()?;
        let mechanic = context.mechanic(&mut session, self.mechanic.as_deref().unwrap_or_default())?;
        let pair = self.pair(&mechanic)?;
        let comparison = Comparison { args: self, context, session: &session, mechanic: &mechanic };
        if self.all_inputs {
            return comparison.everywhere(target, pair);
        }
        let request = DiffRequest {
            from: pair.from,
            to: pair.to,
            fields: self.outcome.clone(),
            players: context.limits.players,
            notes: pair.notes,
            caption: self.caption.clone(),
        };
        let (report, agree) = comparison.at(&request)?;
        target.write(&context.render(&report, &session, &mechanic)?)?;
        Ok(Status::of(self.exit_code && !agree))
    }
}

impl DiffArgs {
    /// The two sides that are compared.
    fn pair(&self, mechanic: &Mechanic) -> Result<SidePair, CliError> {
        let settings = Settings {
            rules: Vec::new(),
            set: self.set.clone(),
            with: self.with.clone(),
            state: self.state.clone(),
            rule: self.rule.clone(),
        };
        let pair = sides(mechanic, self.from.as_deref(), self.to.as_deref(), &settings)?;
        if self.from.is_none() && self.to.is_none() && self.rule.is_empty() {
            let item = self.with.first();
            let item = item.map(|flag| format!("; what an item changes is seen with `table --sweep {flag}`"));
            return Err(format!(
                "say what to compare: `--from` and `--to` name rule sets, `--rule` changes a rule{}",
                item.unwrap_or_default()
            )
            .into());
        }
        Ok(pair)
    }

    /// Two folders of data: which published numbers change.
    fn folders(&self, folder: &Path, context: &Context) -> Result<Status, CliError> {
        let target = context.target()?;
        let mut numbers = Vec::new();
        let mut before = Session::open(&DataSource::Folder(folder.to_path_buf()))
            .map_err(|failure| CliError::failure(failure, &Session::default()))?;
        let mut after = context.session()?;
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
            let mut all = BTreeMap::new();
            let own = names(session);
            if own.is_empty() {
                let name = wanted.as_deref().unwrap_or("any mechanic");
                return Err(format!("one of the two folders does not have {name}").into());
            }
            for name in own {
                all.extend(published(&context.mechanic(session, &name)?, &context.limits));
            }
            numbers.push(all);
        }
        let found = published_report(&numbers[0], &numbers[1]);
        target.write(&render(&found.report, context.common.format, &context.style(Vec::new())))?;
        match &found.limit {
            Some(limit) => {
                let count = found.not_compared;
                let numbers = if count == 1 { "number is" } else { "numbers are" };
                Err(format!("{count} published {numbers} not compared: {limit}").into())
            }
            None => Ok(Status::of(self.exit_code && found.changed > 0)),
        }
    }
}

/// Two sides of one mechanic, and what it takes to compare them.
struct Comparison<'a> {
    args: &'a DiffArgs,
    context: &'a Context,
    session: &'a Session,
    mechanic: &'a Mechanic,
}

impl Comparison<'_> {
    /// Under the inputs of a request: what is told of it, and whether both sides agree.
    fn at(&self, request: &DiffRequest) -> Result<(crate::query::Report, bool), CliError> {
        let (mechanic, session) = (self.mechanic, self.session);
        let compared = diff(mechanic, request, &self.context.limits)
            .map_err(|error| CliError::stopped(error, mechanic, session))?;
        let wiki = session.wiki(&mechanic.model.path);
        let wiki = wiki.map_err(|failure| CliError::failure(failure, session))?;
        let codes = wiki.edition_codes(self.context.common.wiki.name());
        Ok((diff_report(mechanic, request, &compared, &codes), compared.agree()))
    }

    /// Over all inputs; where they differ most is shown as any other comparison.
    fn everywhere(&self, target: Target, pair: SidePair) -> Result<Status, CliError> {
        let (args, context, mechanic) = (self.args, self.context, self.mechanic);
        let limits = &context.limits;
        let over = args.over.iter().map(|text| {
            parse_sweep(&mechanic.model, text, limits.columns)
                .map_err(|problem| problem.replace("--sweep", "--over"))
        });
        let (over, problems): (Vec<_>, Vec<_>) = over.partition(Result::is_ok);
        let problems: Vec<String> = problems.into_iter().filter_map(Result::err).collect();
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let over = over.into_iter().flatten().collect();
        let (from, to, notes) = (pair.from, pair.to, pair.notes);
        let fields = args.outcome.clone();
        let request = EverywhereRequest { from, to, fields, over, combinations: limits.combinations };
        let watched = context.is_watched();
        let progress = |done: usize, all: usize| {
            if watched && done.is_multiple_of(64) {
                styled_message(&format!("\rcompared {done} of {all} "));
            }
        };
        let found = everywhere(mechanic, &request, limits, &progress);
        if watched {
            styled_message("\r\u{1b}[K");
        }
        let found = found.map_err(|error| CliError::stopped(error, mechanic, self.session))?;
        let most = found.most.as_ref().map(|witness| {
            let at = |scenario: &Scenario| witness.side(mechanic, scenario);
            let request = DiffRequest {
                from: at(&request.from),
                to: at(&request.to),
                fields: args.outcome.clone(),
                players: limits.players,
                notes: Vec::new(),
                caption: None,
            };
            self.at(&request).map(|(report, _)| report)
        });
        let report = everywhere_report(mechanic, &request, &found, &notes, most.transpose()?);
        target.write(&context.render(&report, self.session, mechanic)?)?;
        Ok(Status::of(args.exit_code && found.most.is_some()))
    }
}
