//! The tables that the data lists for the page of a mechanic.

use super::command::Command;
use super::{Maker, Part, ReportError, Section, refusal};
use crate::document::{AnswersDocument, LawDocument, MarginalsDocument, TableLayout};
use crate::findings::{Contents, TableRequest, TableSpec, table_request};
use crate::query::{LawRequest, QueryError, Question, laws, marginals, measures};
use crate::scenario::{Axes, Scenario};
use crate::session::Failure;

impl Maker<'_> {
    fn specs(&self) -> impl Iterator<Item = &TableSpec> {
        let path = &self.mechanic.model.path;
        self.files.iter().flat_map(|file| &file.tables).filter(move |table| table.mechanic == *path)
    }

    /// Whether a table of the data runs an input through values, so that the page needs no other that does.
    pub(super) fn sweeps(&self, input: &str) -> bool {
        let swept =
            |spec: &TableSpec| spec.sweep.as_ref().and_then(|text| text.split('=').next().map(str::to_owned));
        self.specs().any(|spec| swept(spec).is_some_and(|name| name.trim() == input))
    }

    /// A section for each table.
    pub(super) fn tables(&self) -> Result<Vec<Section>, ReportError> {
        self.specs().map(|spec| self.listed(spec)).collect()
    }

    fn listed(&self, spec: &TableSpec) -> Result<Section, ReportError> {
        let request = table_request(spec, self.mechanic)
            .map_err(|problems| Failure::findings(problems, self.session.sources()))?;
        let stopped = |error| ReportError::Stopped(error, Box::new(self.mechanic.clone()));
        let title = spec.title.clone();
        let mut section = Section { title, command: self.command_of(spec).text(), ..Section::default() };
        let made = match &request {
            TableRequest::Laws(request, axes) => self.joint(request, axes),
            TableRequest::Marginals(request, axes) => self.alone(request, axes),
            TableRequest::Questions(questions, scenarios, axes) => self.asked(questions, scenarios, axes),
        };
        match made {
            Ok(part) => section.parts.push(part),
            Err(error) => section.words.push(format!("No answer: {}.", refusal(error).map_err(stopped)?)),
        }
        Ok(section)
    }

    fn joint(&self, request: &LawRequest, axes: &Axes) -> Result<Part, QueryError> {
        let found = laws(self.mechanic, request, self.limits)?;
        let layout = TableLayout::default();
        let document = LawDocument::new(self.mechanic, &found, axes, layout);
        Ok(self.part(&document))
    }

    fn alone(&self, request: &LawRequest, axes: &Axes) -> Result<Part, QueryError> {
        let found = marginals(self.mechanic, request, self.limits)?;
        let layout = TableLayout { members: true, ..TableLayout::default() };
        let document = MarginalsDocument::new(self.mechanic, &found, axes, layout);
        Ok(self.part(&document))
    }

    /// A column for each question, a row for each scenario.
    fn asked(
        &self,
        questions: &[(String, Question)],
        scenarios: &[Scenario],
        axes: &Axes,
    ) -> Result<Part, QueryError> {
        let (headers, questions): (Vec<String>, Vec<Question>) = questions.iter().cloned().unzip();
        let answers = measures(self.mechanic, &questions, scenarios, self.limits)?;
        let document = AnswersDocument::new(self.mechanic, &answers, axes, TableLayout::default());
        Ok(self.part(&document.headed(&headers)))
    }

    fn command_of(&self, spec: &TableSpec) -> Command {
        let name = if matches!(spec.contents, Contents::Questions(_)) { "query" } else { "table" };
        let mut command =
            Command::new(name, &self.mechanic.model.path).rules(&spec.rules).inputs(&spec.inputs);
        if let Some(sweep) = &spec.sweep {
            command = command.option("sweep", sweep);
        }
        match &spec.contents {
            Contents::Questions(columns) => {
                command = columns.iter().fold(command, |command, (_, query)| command.asking(query));
            }
            Contents::Outcomes { names, marginals, given } => {
                if !names.is_empty() {
                    command = command.option("outcome", &names.join(","));
                }
                if *marginals {
                    command = command.option("marginals", "");
                }
                if let Some(given) = given {
                    command = command.option("given", given);
                }
            }
        }
        command
    }
}
