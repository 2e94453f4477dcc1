//! Mechanics with states: the outcomes from each state, the first time of what is rarest first, the long run.

use super::{Made, Maker, Picture, Section, refusal};
use crate::check::{Asks, Kind, StateId};
use crate::document::{ChainDocument, ChainLayout};
use crate::exact::Rational;
use crate::query::chain::{
    ChainAnswer, ChainAnswered, ChainQuestion, ChainRequest, Goals, HitRequest, chain,
};
use crate::query::{About, QueryError};
use crate::scenario::{Axes, Sweep, Swept};
use crate::value::Value;

impl Maker<'_> {
    fn chained(&self) -> bool {
        !self.mechanic.model.states.is_empty()
    }

    /// A section with the answer to a question, or with why there is none; and the answer.
    fn answered(
        &self,
        title: &str,
        command: &str,
        question: ChainQuestion,
    ) -> Result<(Section, Option<ChainAnswered>), QueryError> {
        let command = format!("trueodds chain {} {command}", self.mechanic.model.path);
        let mut section = Section { title: title.to_owned(), command, ..Section::default() };
        let request = ChainRequest { scenario: self.usual.clone(), question };
        match chain(self.mechanic, &request, self.limits) {
            Ok(answered) => {
                let axes = Axes::default();
                let document = ChainDocument::new(
                    self.mechanic,
                    std::slice::from_ref(&answered),
                    &axes,
                    ChainLayout { list: true, ..ChainLayout::default() },
                );
                section.parts.push(self.part(&document));
                Ok((section, Some(answered)))
            }
            Err(error) => {
                section.words.push(format!("No answer: {}.", refusal(error)?));
                Ok((section, None))
            }
        }
    }

    /// What one use gives from each state that can be reached.
    pub(super) fn by_state(&mut self) -> Made {
        let [state] = self.mechanic.model.states.as_slice() else {
            return Ok(None);
        };
        let title = format!("By {}", state.declaration.label);
        let fields = self.overview();
        let (mut section, answered) = self.answered(&title, "step", ChainQuestion::Step { fields })?;
        section.picture = answered.map_or(Ok(None), |answered| self.state_picture(&answered))?;
        Ok(Some(section))
    }

    /// Areas over the states, where they are numbers and one outcome sums to all.
    fn state_picture(&self, answered: &ChainAnswered) -> Result<Option<Picture>, QueryError> {
        let ChainAnswer::Steps(steps) = &answered.answer else { return Ok(None) };
        let values: Vec<Value> = steps.states.iter().filter_map(|state| state.first().cloned()).collect();
        let numbers = values.iter().all(|value| value.as_number().is_some());
        if !numbers || values.len() < 2 || self.mechanic.model.overview.len() > 1 {
            return Ok(None);
        }
        let about = About::Outcomes { outcomes: self.outcomes(), marginal: false, given: None };
        let sweep = Sweep { swept: Swept::State(StateId::new(0)), values };
        self.picture("state", about, Some(sweep), true)
    }

    /// How long until the first value of the first outcome: what a mechanic names first is what it is about.
    pub(super) fn first(&mut self) -> Made {
        let model = &self.mechanic.model;
        let Some(field) = model.fields.first().filter(|_| self.chained()) else { return Ok(None) };
        let (text, words) = match field.kind {
            Kind::Enum(_) => match model.variants(field.kind).first() {
                Some(variant) => (
                    format!("{} = {}", field.name, variant.name),
                    format!("{}: {}", field.label, variant.label),
                ),
                None => return Ok(None),
            },
            Kind::Flag => (field.name.clone(), field.label.clone()),
            Kind::Integer | Kind::Number => {
                (format!("{} > 0", field.name), format!("{}: more than 0", field.label))
            }
            _ => return Ok(None),
        };
        let Ok(event) = self.session.expression(self.mechanic, &text, Asks::Event) else {
            return Ok(None);
        };
        let quantiles = vec![Rational::new(9, 10), Rational::new(99, 100)];
        let request = HitRequest { quantiles, ..HitRequest::default() };
        let question = ChainQuestion::Hit { goals: Goals::once(event.clone()), request };
        let title = format!("{} until {words}", model.use_name.headings());
        let (mut section, _) = self.answered(&title, &format!("hit '{text}'"), question)?;
        section.picture = self.picture("first", About::First(event), None, false)?;
        Ok(Some(section))
    }

    pub(super) fn long_run(&mut self) -> Made {
        if !self.chained() {
            return Ok(None);
        }
        let question = ChainQuestion::Stationary { about: Vec::new(), fields: self.overview() };
        Ok(Some(self.answered("In the long run", "stationary", question)?.0))
    }
}
