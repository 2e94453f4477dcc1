//! `formula` and `solve`: closed forms in one number.

use clap::Args;

use super::args::ScenarioArgs;
use super::run::{Job, Trouble, failed, stopped};
use crate::exact::Rational;
use crate::query::report::Text;
use crate::query::{
    Ends, Formula, FormulaSetting, FormulaSymbol, FormulaView, Mechanic, Scenario, Solution, formula_report,
    formula_text, outcome_formulas, query_formula, solve_report, split_comparison,
};
use crate::render::Format;

/// The number on the axis, and where it is looked at.
#[derive(Debug, Args)]
pub struct SubjectArgs {
    /// The number on the axis: an input such as luck, or a rule such as battery
    #[arg(long = "in", value_name = "SYMBOL")]
    pub symbol: String,
    /// Only between these values: 0..10
    #[arg(long, value_name = "FROM..TO", allow_hyphen_values = true)]
    pub range: Option<String>,
    /// Rules and inputs
    #[command(flatten)]
    pub scenario: ScenarioArgs,
}

/// Arguments of `formula`.
#[derive(Debug, Args)]
pub struct FormulaArgs {
    /// A mechanic, or the path of an .odds file
    pub mechanic: String,
    /// Queries such as 'P(award = chest)' or 'E(count)' [default: the chances of all outcomes]
    pub queries: Vec<String>,
    /// What it is in, and under which rules and inputs
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// Without a query: the outcome [default: the first]
    #[arg(long, value_name = "FIELD", conflicts_with = "queries")]
    pub outcome: Option<String>,
    /// The derivative
    #[arg(long)]
    pub derivative: bool,
    /// Say where it rises and falls, and its least and greatest value
    #[arg(long)]
    pub shape: bool,
}

/// Arguments of `solve`.
#[derive(Debug, Args)]
pub struct SolveArgs {
    /// A mechanic, or the path of an .odds file
    pub mechanic: String,
    /// Comparisons such as 'P(award = chest) >= 1/4'
    #[arg(required = true)]
    pub comparisons: Vec<String>,
    /// What is sought, and under which rules and inputs
    #[command(flatten)]
    pub subject: SubjectArgs,
    /// Digits after the point of an end that is not rational
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub places: u16,
}

impl Job {
    pub(super) fn formula(&self, args: &FormulaArgs) -> Result<u8, Trouble> {
        let target = self.target()?;
        let limits = self.limits()?.evaluate;
        let mut session = self.session()?;
        let mechanic = self.mechanic(&mut session, &args.mechanic)?;
        let (scenario, symbol, ends) = self.subject(&mechanic, &args.subject)?;
        let setting =
            FormulaSetting { mechanic: &mechanic, scenario: &scenario, symbol, ends: &ends, limits: &limits };
        let mut formulas = Vec::new();
        for text in &args.queries {
            let query = session.query(&mechanic, text).map_err(|failure| failed(failure, &session))?;
            let formula =
                query_formula(&setting, &query).map_err(|error| stopped(error, &mechanic, &session))?;
            formulas.push(Formula { query: text.clone(), label: Text::plain(text.clone()), formula });
        }
        if args.queries.is_empty() {
            let field = field(&mechanic, args.outcome.as_deref())?;
            formulas =
                outcome_formulas(&setting, field).map_err(|error| stopped(error, &mechanic, &session))?;
        }
        if args.derivative {
            formulas.iter_mut().for_each(|own| own.formula = own.formula.derivative());
        }
        let view = FormulaView {
            mechanic: &mechanic,
            scenario: &scenario,
            symbol,
            ends: &ends,
            formulas: &formulas,
            derivative: args.derivative,
            shape: args.shape,
        };
        let text = match self.common.format {
            Format::Latex => formula_text(&view, false),
            Format::Wikitext => formula_text(&view, true),
            _ => self.render(&formula_report(&view), &session, &mechanic.model.path)?,
        };
        target.write(&text)?;
        Ok(0)
    }

    pub(super) fn solve(&self, args: &SolveArgs) -> Result<u8, Trouble> {
        let target = self.target()?;
        let limits = self.limits()?.evaluate;
        let mut session = self.session()?;
        let mechanic = self.mechanic(&mut session, &args.mechanic)?;
        let (scenario, symbol, ends) = self.subject(&mechanic, &args.subject)?;
        let setting =
            FormulaSetting { mechanic: &mechanic, scenario: &scenario, symbol, ends: &ends, limits: &limits };
        let mut solutions = Vec::new();
        for text in &args.comparisons {
            let comparison = split_comparison(text)?;
            let query = session
                .query(&mechanic, &comparison.difference)
                .map_err(|failure| failed(failure, &session))?;
            let formula =
                query_formula(&setting, &query).map_err(|error| stopped(error, &mechanic, &session))?;
            solutions.push(Solution { text: text.clone(), intervals: formula.solve(comparison.sign) });
        }
        let view = FormulaView {
            mechanic: &mechanic,
            scenario: &scenario,
            symbol,
            ends: &ends,
            formulas: &[],
            derivative: false,
            shape: false,
        };
        let report = solve_report(&view, &solutions, usize::from(args.places));
        target.write(&self.render(&report, &session, &mechanic.model.path)?)?;
        Ok(0)
    }

    fn subject(
        &self,
        mechanic: &Mechanic,
        args: &SubjectArgs,
    ) -> Result<(Scenario, FormulaSymbol, Ends), Trouble> {
        let scenario = self.one_scenario(mechanic, &args.scenario)?;
        let symbol = FormulaSymbol::find(mechanic, &scenario, &args.symbol)?;
        let ends = ends(mechanic, symbol, args.range.as_deref())?;
        Ok((scenario, symbol, ends))
    }

    /// The only scenario; formulas of several rule sets are asked for one by one.
    fn one_scenario(&self, mechanic: &Mechanic, args: &ScenarioArgs) -> Result<Scenario, Trouble> {
        let mut scenarios = self.scenarios(mechanic, args, None)?;
        match scenarios.len() {
            1 => Ok(scenarios.remove(0)),
            count => Err(format!("a formula is of one rule set; `--rules` names {count}").into()),
        }
    }
}

/// The part of the axis: all that the symbol can be, or a part of that.
pub(super) fn ends(mechanic: &Mechanic, symbol: FormulaSymbol, range: Option<&str>) -> Result<Ends, Trouble> {
    let domain = symbol.domain(mechanic);
    let Some(text) = range else { return Ok(domain) };
    let form = || format!("`--range {text}` is no range; write it as 0..10, or 0.. or ..10");
    let (low, high) = text.split_once("..").ok_or_else(form)?;
    let end = |text: &str| -> Result<Option<Rational>, String> {
        let text = text.trim();
        if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(|_| form()) }
    };
    let (low, high) = (end(low)?, end(high)?);
    let low = low.into_iter().chain(domain.0).max();
    let high = high.into_iter().chain(domain.1).min();
    match (&low, &high) {
        (Some(from), Some(to)) if from >= to => {
            Err(format!("`--range {text}` is empty: `{}` has no values there", symbol.name(mechanic)).into())
        }
        _ => Ok((low, high)),
    }
}

fn field(mechanic: &Mechanic, name: Option<&str>) -> Result<usize, Trouble> {
    let fields = &mechanic.model.fields;
    let Some(name) = name else { return Ok(0) };
    fields.iter().position(|field| field.name == name).ok_or_else(|| {
        let help = crate::diagnostic::or_nearest(name, fields.iter().map(|field| field.name.as_str()));
        let help = help.map(|help| format!("; {help}")).unwrap_or_default();
        format!("no outcome `{name}`{help}").into()
    })
}
