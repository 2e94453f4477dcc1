//! Where a closed form is drawn: the ends of its parts, and points between them.

use std::collections::BTreeSet;

use super::About;
use crate::check::InputId;
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::exact::symbol::Piecewise;
use crate::query::error::internal;
use crate::query::{Ends, Formula, FormulaRequest, QueryError, Symbol, formula, outcome_formulas};
use crate::scenario::{Mechanic, Scenario, Sweep};

/// Parts of the axis between which a curve is drawn.
const STEPS: i64 = 60;
/// More marks than these cover the picture.
const MOST_MARKS: usize = 8;

/// The values of an input at which a closed form is drawn, and those at which it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClosedForm {
    /// The values.
    pub sweep: Sweep,
    /// The ends of its parts; none where they are too many to be told apart.
    pub ends: Vec<Rational>,
}

impl ClosedForm {
    /// Where the closed forms in an input are drawn together, those of all scenarios in one picture; `range` is
    /// the part of the axis that is looked at, such as `0..10`. Where that has no end, it goes a little further
    /// than the last change.
    ///
    /// Cost: that of the formulas.
    ///
    /// # Errors
    /// Where the name is no input that may be any fraction, or a formula cannot be computed.
    ///
    /// ```
    /// use trueodds::evaluate::Limits;
    /// use trueodds::exact::Rational;
    /// use trueodds::query::plot::{About, ClosedForm};
    /// use trueodds::scenario::Scenario;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let scenarios = [Scenario::of_defaults(&award, award.default_rule_set())];
    /// let about = About::Questions(vec![session.question(&award, "P(award = chest)")?]);
    /// let form = ClosedForm::new(&award, &scenarios, &about, "luck", None, &Limits::default())?;
    /// assert_eq!(form.ends, [0.into(), Rational::new(19, 2), 10.into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        mechanic: &Mechanic,
        scenarios: &[Scenario],
        about: &About,
        symbol: &str,
        range: Option<&str>,
        limits: &Limits,
    ) -> Result<ClosedForm, QueryError> {
        let mut formulas = Vec::new();
        let mut axis = None;
        for scenario in scenarios {
            let request =
                FormulaRequest::new(mechanic, scenario.clone(), symbol, range).map_err(QueryError::usage)?;
            let Symbol::Input(input) = request.symbol else {
                let problem = format!("`{symbol}` is a rule; a curve runs along an input, such as luck");
                return Err(QueryError::usage(problem));
            };
            formulas.extend(formulas_of(mechanic, about, &request, limits)?);
            let usual = request.symbol.usual(mechanic, scenario).ok_or_else(|| {
                let span = request.symbol.declaration(mechanic).span;
                QueryError::stopped(scenario)(internal(span, "an input that is a number has no value"))
            })?;
            axis = Some((input, request.ends, usual));
        }
        let Some((input, ends, usual)) = axis else { return Err(QueryError::usage("nothing to draw")) };
        Ok(ClosedForm::of(input, &formulas, ends, &usual))
    }

    /// Where some formulas in an input are drawn; `usual` stands for a change where nothing changes.
    fn of(input: InputId, formulas: &[Formula], ends: Ends, usual: &Rational) -> ClosedForm {
        let mut changes: BTreeSet<Rational> = BTreeSet::new();
        let mut jumps: BTreeSet<Rational> = BTreeSet::new();
        for formula in formulas {
            collect(&formula.function, &mut changes, &mut jumps);
        }
        let low = ends.low.unwrap_or_else(|| changes.first().unwrap_or(usual) - &Rational::ONE);
        let high = ends.high.unwrap_or_else(|| changes.last().unwrap_or(usual) + &Rational::ONE);
        let step = &(&high - &low) * &Rational::new(1, STEPS);
        let mut values: BTreeSet<Rational> =
            (0..=STEPS).map(|n| &low + &(&step * &Rational::from(n))).collect();
        values.extend(changes.iter().cloned());
        // Beside a jump the curve goes on at its other end.
        let beside = &step * &Rational::new(1, 10_000);
        values.extend(jumps.iter().flat_map(|jump| [jump - &beside, jump + &beside]));
        let values = values.into_iter().filter(|point| *point >= low && *point <= high);
        let mut within: Vec<Rational> =
            changes.into_iter().filter(|change| *change > low && *change < high).collect();
        if within.len() > MOST_MARKS {
            within.clear();
        }
        ClosedForm { sweep: Sweep::numbers(input, values), ends: within }
    }
}

/// The formulas of what is drawn.
fn formulas_of(
    mechanic: &Mechanic,
    about: &About,
    request: &FormulaRequest,
    limits: &Limits,
) -> Result<Vec<Formula>, QueryError> {
    match about {
        About::Questions(questions) => {
            questions.iter().map(|question| formula(mechanic, question, request, limits)).collect()
        }
        About::Outcomes { given: Some(given), .. } => {
            let advice = format!("ask for some as in 'P(… | {})'", given.text);
            Err(QueryError::usage(format!("there is no closed form of outcomes given something; {advice}")))
        }
        About::Outcomes { outcomes, given: None, .. } => {
            let formulas =
                outcomes.fields.iter().map(|field| outcome_formulas(mechanic, *field, request, limits));
            Ok(formulas.collect::<Result<Vec<_>, _>>()?.concat())
        }
        About::First(_) => Ok(Vec::new()),
    }
}

/// The ends of the parts, and those at which the values on both sides differ.
fn collect(formula: &Piecewise, changes: &mut BTreeSet<Rational>, jumps: &mut BTreeSet<Rational>) {
    for pair in formula.parts.windows(2) {
        let Some(end) = pair[0].high.as_ref().filter(|end| pair[1].low.as_ref() == Some(*end)) else {
            continue;
        };
        changes.insert(end.clone());
        if pair[0].function.at(end) != pair[1].function.at(end) {
            jumps.insert(end.clone());
        }
    }
}
