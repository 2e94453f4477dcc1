//! `diff`: two rule sets, a changed rule, or two folders of data.

use std::path::PathBuf;

use clap::Args;

use super::limits::AllLimits;
use super::output::{Target, message};
use super::run::{Job, Trouble, failed, stopped};
use crate::query::{
    DiffRequest, EverywhereRequest, Mechanic, Scenario, Settings, SidePair, diff, diff_report, everywhere,
    everywhere_report, parse_sweep, published, published_report, sides,
};
use crate::render::render;
use crate::session::{DataSource, Session};

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// A mechanic, or the path of an .odds file; with `--from-data` all mechanics when left out
    #[arg(required_unless_present = "from_data")]
    pub mechanic: Option<String>,
    /// The rule set on one side [default: the default one]
    #[arg(long, value_name = "NAME")]
    pub from: Option<String>,
    /// The rule set on the other side [default: the default one]
    #[arg(long, value_name = "NAME")]
    pub to: Option<String>,
    /// Give an input a value on both sides: luck=3, difficulty=hard
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Switch flags on, on both sides
    #[arg(long, value_name = "FLAG[,FLAG…]", value_delimiter = ',')]
    pub with: Vec<String>,
    /// Begin with another state than the declared one: offset=-10
    #[arg(long, value_name = "NAME=VALUE[,…]", allow_hyphen_values = true, value_delimiter = ',')]
    pub state: Vec<String>,
    /// Change a rule on the second side: battery=1/25
    #[arg(long, value_name = "NAME=VALUE")]
    pub rule: Vec<String>,
    /// The outcomes [default: those of the mechanic's overview, without one the first]
    #[arg(long, value_name = "FIELD[,FIELD…]", value_delimiter = ',')]
    pub outcome: Vec<String>,
    /// The caption, in place of the one made from the outcome
    #[arg(long)]
    pub caption: Option<String>,
    /// Over all inputs and every luck: proof that both agree everywhere, or where they differ most
    #[arg(long, conflicts_with_all = ["from_data", "state"])]
    pub all_inputs: bool,
    /// With `--all-inputs`: run an input through these values: contracts=0..5
    #[arg(long, value_name = "NAME=VALUES", requires = "all_inputs")]
    pub over: Vec<String>,
    /// Compare with the mechanics in another folder: which published numbers change
    #[arg(long, value_name = "DIR", conflicts_with_all = ["from", "to", "set", "with", "state", "rule", "outcome"], value_hint = clap::ValueHint::DirPath)]
    pub from_data: Option<PathBuf>,
    /// Exit with 1 where there is a difference
    #[arg(long)]
    pub exit_code: bool,
}

impl Job {
    pub(super) fn diff(&self, args: &DiffArgs) -> Result<u8, Trouble> {
        if let Some(folder) = &args.from_data {
            return self.diff_data(folder, args);
        }
        let target = self.target()?;
        let limits = self.limits()?;
        let mut session = self.session()?;
        let mechanic = self.mechanic(&mut session, args.mechanic.as_deref().unwrap_or_default())?;
        let settings = Settings {
            rules: Vec::new(),
            set: args.set.clone(),
            with: args.with.clone(),
            state: args.state.clone(),
            rule: args.rule.clone(),
        };
        let pair = sides(&mechanic, args.from.as_deref(), args.to.as_deref(), &settings)?;
        if args.from.is_none() && args.to.is_none() && args.rule.is_empty() {
            let item = args
                .with
                .first()
                .map(|flag| format!("; what an item changes is seen with `table --sweep {flag}`"));
            return Err(format!(
                "say what to compare: `--from` and `--to` name rule sets, `--rule` changes a rule{}",
                item.unwrap_or_default()
            )
            .into());
        }
        if args.all_inputs {
            return self.everywhere(target, args, pair, &mechanic, &session, &limits);
        }
        let request = DiffRequest {
            from: pair.from,
            to: pair.to,
            fields: args.outcome.clone(),
            players: limits.players,
            notes: pair.notes,
            caption: args.caption.clone(),
        };
        let compared = diff(&mechanic, &request, &limits.evaluate)
            .map_err(|error| stopped(error, &mechanic, &session))?;
        let wiki = session.wiki(&mechanic.model.path).map_err(|failure| failed(failure, &session))?;
        let codes = wiki.edition_codes(self.common.wiki.name());
        let report = diff_report(&mechanic, &request, &compared, &codes);
        target.write(&self.render(&report, &session, &mechanic.model.path)?)?;
        Ok(u8::from(args.exit_code && !compared.agree()))
    }

    /// Over all inputs; where they differ most is shown as any other comparison.
    fn everywhere(
        &self,
        target: Target,
        args: &DiffArgs,
        pair: SidePair,
        mechanic: &Mechanic,
        session: &Session,
        limits: &AllLimits,
    ) -> Result<u8, Trouble> {
        let mut problems = Vec::new();
        let mut over = Vec::new();
        for text in &args.over {
            match parse_sweep(&mechanic.model, text, limits.columns) {
                Ok(swept) => over.push(swept),
                Err(problem) => problems.push(problem.replace("--sweep", "--over")),
            }
        }
        if !problems.is_empty() {
            return Err(problems.into());
        }
        let (from, to) = (pair.from, pair.to);
        let fields = args.outcome.clone();
        let notes = pair.notes;
        let request = EverywhereRequest { from, to, fields, over, combinations: limits.combinations };
        let looking = std::io::IsTerminal::is_terminal(&std::io::stderr()) && !self.common.quiet;
        let progress = |done: usize, all: usize| {
            if looking && done.is_multiple_of(64) {
                message(&format!("\rcompared {done} of {all} "));
            }
        };
        let found = everywhere(mechanic, &request, &limits.evaluate, &progress);
        if looking {
            message("\r\u{1b}[K");
        }
        let found = found.map_err(|error| stopped(error, mechanic, session))?;
        let most = match &found.most {
            None => None,
            Some(witness) => {
                let at = |scenario: &Scenario| witness.side(mechanic, scenario);
                let request = DiffRequest {
                    from: at(&request.from),
                    to: at(&request.to),
                    fields: args.outcome.clone(),
                    players: limits.players,
                    notes: Vec::new(),
                    caption: None,
                };
                let compared = diff(mechanic, &request, &limits.evaluate)
                    .map_err(|error| stopped(error, mechanic, session))?;
                let wiki = session.wiki(&mechanic.model.path).map_err(|failure| failed(failure, session))?;
                Some(diff_report(mechanic, &request, &compared, &wiki.edition_codes(self.common.wiki.name())))
            }
        };
        let report = everywhere_report(mechanic, &request, &found, &notes, most);
        target.write(&self.render(&report, session, &mechanic.model.path)?)?;
        Ok(u8::from(args.exit_code && found.most.is_some()))
    }

    /// Two folders of data: which published numbers change.
    fn diff_data(&self, folder: &std::path::Path, args: &DiffArgs) -> Result<u8, Trouble> {
        let target = self.target()?;
        let limits = self.limits()?.evaluate;
        let mut numbers = Vec::new();
        let mut before = Session::open(&DataSource::Folder(folder.to_path_buf()))
            .map_err(|failure| failed(failure, &Session::default()))?;
        let mut after = self.session()?;
        // A file goes by the name of its mechanic, as in the other folder.
        let wanted = match &args.mechanic {
            Some(name) => Some(self.mechanic(&mut after, name)?.model.path),
            None => None,
        };
        let names = |session: &Session| match &wanted {
            Some(name) => session.names().into_iter().filter(|own| own == name).collect(),
            None => session.names(),
        };
        for session in [&mut before, &mut after] {
            let mut all = std::collections::BTreeMap::new();
            let own = names(session);
            if own.is_empty() {
                let name = wanted.as_deref().unwrap_or("any mechanic");
                return Err(format!("one of the two folders does not have {name}").into());
            }
            for name in own {
                all.extend(published(&self.mechanic(session, &name)?, &limits));
            }
            numbers.push(all);
        }
        let (changed, report) = published_report(&numbers[0], &numbers[1]);
        target.write(&render(&report, self.common.format, &self.style(Vec::new())))?;
        Ok(u8::from(args.exit_code && changed > 0))
    }
}
