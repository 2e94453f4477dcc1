//! `table`: the distribution of the outcomes.

use super::args::{CumulativeArg, TableArgs};
use super::output::message;
use super::run::{Job, Trouble, stopped};
use crate::query::report::Shown;
use crate::query::{
    Cumulative, Mechanic, TableRequest, marginals, marginals_report, parse_sweep, table, table_report,
};
use crate::render::Format;

impl Job {
    pub(super) fn table(&self, args: TableArgs) -> Result<u8, Trouble> {
        let target = self.target()?;
        let limits = self.limits()?;
        let mut session = self.session()?;
        let mechanic = self.mechanic(&mut session, &args.mechanic)?;
        let scenarios = self.scenarios(&mechanic, &args.scenario, args.sweep.sweep.as_deref());
        let sweep = args
            .sweep
            .sweep
            .as_deref()
            .map(|text| parse_sweep(&mechanic.model, text, limits.columns))
            .transpose();
        let (scenarios, sweep) = match (scenarios, sweep) {
            (Ok(scenarios), Ok(sweep)) => (scenarios, sweep),
            (Err(mut trouble), Err(problem)) => {
                trouble.problems.push(problem);
                return Err(trouble);
            }
            (Err(trouble), _) => return Err(trouble),
            (_, Err(problem)) => return Err(problem.into()),
        };
        let (fields, marginal) = self.table_fields(&mechanic, &args);
        let single = scenarios.len() == 1 && sweep.is_none();
        let shown = match args.show.as_slice() {
            [] if single && !args.transpose && !marginal && self.common.format == Format::Terminal => {
                vec![Shown::Percent, Shown::ShortFraction, Shown::OneIn]
            }
            [] => vec![Shown::Percent],
            chosen => chosen.iter().map(|shown| Shown::from(*shown)).collect(),
        };
        let request = TableRequest {
            scenarios,
            sweep,
            fields,
            cumulative: args.cumulative.map(|cumulative| match cumulative {
                CumulativeArg::AtLeast => Cumulative::AtLeast,
                CumulativeArg::AtMost => Cumulative::AtMost,
            }),
            transpose: args.transpose,
            total: args.total,
            shown,
            caption: args.caption,
        };
        let report = if marginal {
            marginals(&mechanic, &request, &limits.evaluate)
                .map(|computed| marginals_report(&mechanic, &request, &computed))
        } else {
            table(&mechanic, &request, &limits.evaluate)
                .map(|computed| table_report(&mechanic, &request, &computed))
        };
        let report = report.map_err(|error| stopped(error, &mechanic, &session))?;
        target.write(&self.render(&report, &session, &mechanic.model.path)?)?;
        self.mention_other_outcomes(&mechanic, &request);
        Ok(0)
    }

    /// Which outcomes a table shows, and whether each on its own.
    fn table_fields(&self, mechanic: &Mechanic, args: &TableArgs) -> (Vec<String>, bool) {
        let model = &mechanic.model;
        let overview = || model.overview.iter().map(|field| model.fields[*field].name.clone()).collect();
        let asks_joint = args.cumulative.is_some() || args.transpose || args.total;
        match args.outcome.as_slice() {
            [all] if all == "all" => {
                (model.fields.iter().map(|field| field.name.clone()).collect(), args.marginals)
            }
            [] if !model.overview.is_empty() && !asks_joint => (overview(), true),
            chosen => (chosen.to_vec(), args.marginals),
        }
    }

    /// A table shows the first outcome; the others are said to be there, where a person is looking.
    fn mention_other_outcomes(&self, mechanic: &Mechanic, request: &TableRequest) {
        let fields = &mechanic.model.fields;
        let looking = std::io::IsTerminal::is_terminal(&std::io::stderr());
        if request.fields.is_empty() && fields.len() > 1 && looking && !self.common.quiet {
            let others: Vec<&str> = fields.iter().skip(1).map(|field| field.name.as_str()).collect();
            message(&format!(
                "\nThis is `{}`; see also `--outcome {}`, or several for their joint law.\n",
                fields[0].name,
                others.join("|")
            ));
        }
    }
}
