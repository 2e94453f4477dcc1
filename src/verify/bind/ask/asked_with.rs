//! A question that is asked again with something else given: of another value of an input, of another state.

use super::background::{Background, Taken};
use super::candidate::{Candidate, Measure};
use super::laws::{Given, Stage};
use super::question::Asker;
use crate::exact::Rational;
use crate::verify::bind::read::mention::nothing;

impl Asker<'_, '_> {
    /// A question with something else given, for a figure that states its answer. It is only tried: whether its words ask it
    /// is for the caller to say.
    ///
    /// `None` where it has no answer, and where the page has asked for too much already.
    pub(in crate::verify::bind) fn asked_with(
        &mut self,
        own: &Candidate,
        figure: Option<usize>,
        give: impl FnOnce(&mut Given),
    ) -> Option<Candidate> {
        if !self.laws.has_room() {
            return None;
        }
        let mut told = own.clone();
        give(&mut told.given);
        let value = self.value_on(&told, figure)?;
        let background = Background::of(Taken::Nothing);
        Some(Candidate { value, background, full: false, left: None, ..told })
    }

    /// The answer of a question that has none yet, for a figure that states it.
    pub(in crate::verify::bind) fn value_on(
        &mut self,
        told: &Candidate,
        figure: Option<usize>,
    ) -> Option<Rational> {
        if let Measure::Chain(sought, field, test) = &told.measure {
            let asked = told.asked(*field, Stage::End);
            let share = figure.and_then(|figure| self.share_of(&asked, sought, test, (figure, false)));
            return share.or_else(|| self.laws.chain(&asked, sought, test));
        }
        let mut law = |field, stage| self.laws.law(&told.asked(field, stage));
        match &told.measure {
            Measure::Chance(field, test, stage) => Some(test.mass(&*law(*field, *stage)?)),
            Measure::Complement(field, test, stage) => {
                Some(&Rational::ONE - &test.mass(&*law(*field, *stage)?))
            }
            Measure::Share(field, test) => {
                let law = law(*field, Stage::End)?;
                law.share(test, &nothing(self.names.mechanics[told.mechanic], *field)?)
            }
            Measure::Both(field, test) => self.laws.both(&told.asked(*field, Stage::End), test),
            Measure::Drawn(number, is_rest) => {
                let asked = (told.mechanic, told.rule_set);
                let value = self.laws.drawn_under(asked, *number, &told.given)?;
                Some(if *is_rest { &Rational::ONE - &value } else { value })
            }
            Measure::Mean(field) => law(*field, Stage::End)?.mean(),
            _ => None,
        }
    }
}
