//! `chain`: its arguments as a question.

use super::args::{ChainArgs, ChainCommand, OverArgs};
use super::limits::AllLimits;
use super::run::{Job, Trouble, failed, stopped};
use crate::check::Asks;
use crate::exact::Rational;
use crate::query::report::Shown;
use crate::query::{Asked, ChainQuestion, ChainRequest, Mechanic, Over, Scenario, chain, parse_path};
use crate::session::Session;

impl Job {
    pub(super) fn chain(&self, args: &ChainArgs) -> Result<u8, Trouble> {
        let target = self.target()?;
        let limits = self.limits()?;
        let mut session = self.session()?;
        let mechanic = self.mechanic(&mut session, &args.mechanic)?;
        let mut scenarios = self.scenarios(&mechanic, &args.scenario, None)?;
        if scenarios.len() > 1 {
            return Err("`chain` answers for one rule set at a time; name one after `--rules`"
                .to_owned()
                .into());
        }
        let scenario = scenarios.remove(0);
        let mut reader =
            Reader { session: &mut session, mechanic: &mechanic, scenario: &scenario, limits: &limits };
        let question = reader.question(args)?;
        let request =
            ChainRequest { scenario, question, shown: Shown::from(args.show), caption: args.caption.clone() };
        let report = chain(&mechanic, &request, &limits.evaluate)
            .map_err(|error| stopped(error, &mechanic, &session))?;
        target.write(&self.render(&report, &session, &mechanic.model.path)?)?;
        Ok(0)
    }
}

/// What is needed to read a question.
struct Reader<'a> {
    session: &'a mut Session,
    mechanic: &'a Mechanic,
    scenario: &'a Scenario,
    limits: &'a AllLimits,
}

impl Reader<'_> {
    fn question(&mut self, args: &ChainArgs) -> Result<ChainQuestion, Trouble> {
        let fields = args.outcome.clone();
        Ok(match &args.question {
            ChainCommand::States => ChainQuestion::States,
            ChainCommand::Step { next } => ChainQuestion::Step { fields, next: *next },
            ChainCommand::After { uses } => ChainQuestion::After { uses: *uses, fields },
            ChainCommand::Stationary { expressions } => {
                let about = expressions.iter().map(|text| self.asked(text, Asks::Law));
                ChainQuestion::Stationary { about: about.collect::<Result<_, _>>()?, fields }
            }
            ChainCommand::Hit { event, over, quantile, not_yet } => ChainQuestion::Hit {
                event: self.asked(event, Asks::Event)?,
                over: *over,
                quantiles: levels(quantile)?,
                not_yet: not_yet.clone(),
            },
            ChainCommand::Count { what, over } => {
                ChainQuestion::Count { what: self.asked(what, Asks::Count)?, over: self.over(over)? }
            }
            ChainCommand::Path { what, path } => {
                let about = what.iter().map(|text| self.asked(text, Asks::Count));
                let about = about.collect::<Result<_, _>>()?;
                ChainQuestion::Path { about, fields, path: self.path(path)? }
            }
            ChainCommand::Percentile { what, over, seen } => ChainQuestion::Percentile {
                what: self.asked(what, Asks::Count)?,
                over: self.over(over)?,
                seen: *seen,
            },
        })
    }

    fn asked(&mut self, text: &str, asks: Asks) -> Result<Asked, Trouble> {
        match self.session.expression(self.mechanic, text, asks) {
            Ok(checked) => Ok(Asked { text: text.trim().to_owned(), checked }),
            Err(failure) => Err(failed(failure, self.session)),
        }
    }

    fn over(&self, over: &OverArgs) -> Result<Over, Trouble> {
        Ok(match (&over.over, &over.path) {
            (Some(uses), _) => Over::Uses(*uses),
            (None, Some(path)) => Over::Path(self.path(path)?),
            (None, None) => {
                return Err("say over how many uses: `--over N` or `--path USES`".to_owned().into());
            }
        })
    }

    fn path(&self, text: &str) -> Result<Vec<Scenario>, Trouble> {
        Ok(parse_path(self.mechanic, self.scenario, text, self.limits.columns)?)
    }
}

/// Levels of quantiles: numbers between 0 and 1.
fn levels(texts: &[String]) -> Result<Vec<Rational>, Trouble> {
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
