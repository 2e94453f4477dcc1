//! Where the band of an outcome begins and ends in a roll.

use super::candidate::{Candidate, Measure, Test};
use super::law::Law;
use super::laws::Stage;
use super::question::Asker;
use super::subject::Subject;
use crate::exact::Rational;
use crate::value::Value;
use crate::verify::bind::read::cues;
use crate::verify::bind::read::place::{Numbering, Place};

/// The ends of the band of some values that stand side by side, in the order in which they are declared.
fn band(law: &Law, values: &[Value]) -> Option<(Rational, Rational)> {
    let is_own = |value: &Value| values.contains(value);
    let low: Rational = law.iter().take_while(|(value, _)| !is_own(value)).map(|(_, mass)| mass).sum();
    let own = law.iter().skip_while(|(value, _)| !is_own(value)).take_while(|(value, _)| is_own(value));
    let (count, width) = own.fold((0, Rational::ZERO), |(count, sum), (_, mass)| (count + 1, &sum + mass));
    let wanted = law.iter().filter(|(value, _)| is_own(value)).count();
    (count > 0 && count == wanted).then(|| (low.clone(), &low + &width))
}

impl Asker<'_, '_> {
    /// What a plain number may say of the band of an outcome: an end of it, or the same in hundredths.
    pub(super) fn of_band(
        &mut self,
        place: &Place,
        subject: &Subject,
        base: &Candidate,
        found: &mut Vec<Candidate>,
    ) {
        let Test::In(values) = &subject.test else { return };
        if !values.iter().all(|value| matches!(value, Value::Variant(_))) || !place.in_table {
            return;
        }
        let heads = place.layers.own();
        let below = self.has(heads, &cues::BELOW);
        let above = self.has(heads, &cues::ABOVE);
        let kinds = match place.kind {
            Numbering::Low => [true, false],
            Numbering::High => [false, true],
            _ => [above, below],
        };
        let figure = self.page.figure_at(place.figure);
        let is_whole = figure.and_then(|figure| figure.value()).is_some_and(|value| value.is_integer());
        // What comes of it in the end has no bands where something replaces it.
        let mut laws = [Stage::First, Stage::End]
            .into_iter()
            .filter_map(|stage| self.laws.law(&base.asked(subject.field, stage)));
        let Some((low, high)) = laws.find_map(|law| band(&law, values)) else { return };
        let hundred = Rational::from(if is_whole { 100 } else { 1 });
        for (is_wanted, end, is_upper) in [(kinds[0], &low, false), (kinds[1], &high, true)] {
            let value = end * &hundred;
            if is_wanted && (!is_whole || value.is_integer()) {
                let measure = Measure::Edge(subject.field, values.clone(), is_upper);
                found.push(Candidate { measure, value, ..base.clone() });
            }
        }
    }
}
