//! Means of numbers that grow without end: no sum over draws, but what the equations of a loop give.

use super::formula::Formula;
use super::measure::Measured;
use super::{Explainer, Meaning, Note};
use crate::evaluate::{Plan, Stop, Sums};
use crate::exact::Rational;
use crate::lower::MeasureOutputs;
use crate::parse::Measure;

impl Explainer<'_> {
    /// A mean or a variance of the sums that are solved for; `None` where the subject has a bound that can be seen.
    ///
    /// # Errors
    /// Where there is no such mean.
    pub(super) fn solved(
        &mut self,
        measure: Measure,
        outputs: MeasureOutputs,
    ) -> Result<Option<Formula>, Stop> {
        let Measured { mechanic, lowered, scenario, limits, .. } = self.measured;
        let wanted = (outputs.subject, outputs.evidence);
        let square = measure == Measure::Variance;
        let bindings = scenario.bindings(mechanic);
        let sums = Plan::<Rational>::sums(&lowered.program, &bindings, wanted, square, &(), limits)?;
        let Some(Sums { total, first, second }) = sums else { return Ok(None) };
        if !self.notes.contains(&Note::Solved) {
            self.notes.push(Note::Solved);
        }
        if !square {
            return self.share(first, &total).map(Some);
        }
        let square = self.part(Meaning::MeanOfSquares, 0, |own| own.share(second, &total))?;
        let mean = self.part(Meaning::Mean, 0, |own| own.share(first, &total))?;
        let both = Formula::Product(vec![mean.clone(), mean]);
        Ok(Some(Formula::Difference(Box::new(square), Box::new(both))))
    }

    /// A sum over what is given, as a share of that.
    fn share(&mut self, sum: Rational, total: &Rational) -> Result<Formula, Stop> {
        if *total == Rational::ONE {
            return Ok(Formula::Number(sum));
        }
        let top = self.part(Meaning::SubjectAndEvidence, 0, |_| Ok(Formula::Number(sum)))?;
        let bottom = self.part(Meaning::Evidence, 0, |_| Ok(Formula::Number(total.clone())))?;
        Ok(Formula::Quotient(Box::new(top), Box::new(bottom)))
    }
}
