//! Mechanics with states: the outcomes from each state, the first time of what is rarest first, the long run.

use super::{Made, Maker, Picture, Section, refusal};
use crate::check::{Asks, Kind};
use crate::exact::Rational;
use crate::query::report::{Report, Shown};
use crate::query::{About, Along, Asked, ChainQuestion, ChainRequest, TableError, chain};
use crate::value::Value;

impl Maker<'_> {
    fn chained(&self) -> bool {
        !self.mechanic.model.states.is_empty()
    }

    fn ask_chain(&self, question: ChainQuestion) -> Result<Report, TableError> {
        let (scenario, shown) = (self.usual.clone(), Shown::Percent);
        let request = ChainRequest { scenario, question, shown, caption: None };
        chain(self.mechanic, &request, self.limits)
    }

    /// A section with the answer to a question, or with why there is none.
    fn answered(&self, title: &str, command: &str, question: ChainQuestion) -> Result<Section, TableError> {
        let command = format!("trueodds chain {} {command}", self.mechanic.model.path);
        let mut section = Section { title: title.to_owned(), command, ..Section::default() };
        match self.ask_chain(question) {
            Ok(report) => section.parts.push(report),
            Err(error) => section.words.push(format!("No answer: {}.", refusal(error)?)),
        }
        Ok(section)
    }

    /// What one use gives from each state that can be reached.
    pub(super) fn by_state(&mut self) -> Made {
        let [state] = self.mechanic.model.states.as_slice() else {
            return Ok(None);
        };
        let title = format!("By {}", state.declaration.label);
        let question = ChainQuestion::Step { fields: Vec::new(), next: false };
        let mut section = self.answered(&title, "step", question)?;
        section.picture = self.state_picture(&section)?;
        Ok(Some(section))
    }

    /// Areas over the states, where they are numbers and one outcome sums to all.
    fn state_picture(&self, section: &Section) -> Result<Option<Picture>, TableError> {
        let model = &self.mechanic.model;
        let Some(state) = model.states.first() else { return Ok(None) };
        let name = state.declaration.name.as_str();
        let rows = section.parts.first().and_then(|report| report.json["kernel"].as_array());
        let states = rows.into_iter().flatten().filter_map(|row| row["from"][name].as_str());
        let numbers: Option<Vec<Value>> =
            states.map(|text| text.parse::<Rational>().ok().map(Value::Number)).collect();
        match numbers {
            Some(numbers) if numbers.len() > 1 && model.overview.len() < 2 => {
                let fields = model.overview.iter().map(|field| model.fields[*field].name.clone()).collect();
                let about = About::Outcomes { fields, marginal: false };
                self.picture("state", about, Some(Along::State(0, numbers)), true)
            }
            _ => Ok(None),
        }
    }

    /// How long until the first value of the first outcome: what a mechanic names first is what it is about.
    pub(super) fn first(&mut self) -> Made {
        let model = &self.mechanic.model;
        let Some(field) = model.fields.first().filter(|_| self.chained()) else { return Ok(None) };
        let text = match field.kind {
            Kind::Enum(_) => match model.variants(field.kind).first() {
                Some(variant) => format!("{} = {}", field.name, variant.name),
                None => return Ok(None),
            },
            Kind::Flag => field.name.clone(),
            Kind::Integer | Kind::Number => format!("{} > 0", field.name),
            _ => return Ok(None),
        };
        let Ok(checked) = self.session.expression(self.mechanic, &text, Asks::Event) else {
            return Ok(None);
        };
        let event = Asked { text: text.clone(), checked };
        let question = ChainQuestion::Hit {
            event: event.clone(),
            over: None,
            quantiles: vec![Rational::new(9, 10), Rational::new(99, 100)],
            not_yet: Vec::new(),
        };
        let title = format!("Uses until {text}");
        let mut section = self.answered(&title, &format!("hit '{text}'"), question)?;
        section.picture = self.picture("first", About::First(event), None, false)?;
        Ok(Some(section))
    }

    pub(super) fn long_run(&mut self) -> Made {
        if !self.chained() {
            return Ok(None);
        }
        let question = ChainQuestion::Stationary { about: Vec::new(), fields: Vec::new() };
        self.answered("In the long run", "stationary", question).map(Some)
    }
}
