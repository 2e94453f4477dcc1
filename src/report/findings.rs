//! What an editor would post, at the head of a page: sentences of the data with computed figures, and the commands that
//! compute them.

use super::command::Command;
use super::write::{Content, Shown};
use super::{Maker, Part, ReportError, Section};
use crate::claims::{ChainClaim, Inputs, Operand, Question};
use crate::document::{Cell, Shown as Way, Text};
use crate::exact::Rational;
use crate::findings::{Figure, Finding, Show, numbers};
use crate::render::{Format, Style, render};
use crate::session::Failure;

impl Maker<'_> {
    /// The findings about the mechanic.
    pub(super) fn findings(&self) -> Result<Option<Section>, ReportError> {
        let own = self.files.iter().flat_map(|file| &file.findings);
        let own: Vec<&Finding> = own.filter(|found| found.mechanic == self.mechanic.model.path).collect();
        if own.is_empty() {
            return Ok(None);
        }
        let (mut markdown, mut wikitext, mut commands) = (String::new(), String::new(), String::new());
        for (number, finding) in (1..).zip(own) {
            let numbers = numbers(finding, self.mechanic, self.limits)
                .map_err(|problems| Failure::findings(problems, self.session.sources()))?;
            let sentence = finding.sentence.with(|name| {
                let figures = finding.figures.iter().zip(&numbers);
                let figure = figures.into_iter().find(|(figure, _)| figure.name == name);
                figure.map(|(figure, number)| shown(figure, number)).unwrap_or_default()
            });
            let rules = match finding.turns_on.as_slice() {
                [] => String::new(),
                rules => format!(
                    " ({} {})",
                    if rules.len() == 1 { "rule" } else { "rules" },
                    rules.iter().map(|rule| format!("`{rule}`")).collect::<Vec<_>>().join(", ")
                ),
            };
            let words = |format| {
                let content = Content::Words(Text::plain(sentence.as_str()));
                let text = render(&Shown { content, subject: String::new() }, format, &Style::default());
                text.trim_end().to_owned()
            };
            markdown.push_str(&format!("{number}. {}{rules}\n", words(Format::Markdown)));
            let computed = computed(&self.mechanic.model.path, &finding.figures);
            wikitext.push_str(&format!("* {}<!-- {} -->\n", words(Format::Wikitext), computed.join("; ")));
            commands.push_str(&format!("# {number}\n{}\n", computed.join("\n")));
        }
        markdown.push_str(&format!("\nThe commands that compute them:\n\n```sh\n{commands}```\n"));
        let title = "Findings".to_owned();
        Ok(Some(Section { title, parts: vec![Part { markdown, wikitext }], ..Section::default() }))
    }
}

/// A figure as its sentence has it.
fn shown(figure: &Figure, number: &Rational) -> String {
    let number = number.clone();
    let cell = match figure.show {
        Show::Exact => Cell::Probability(number, Way::Both),
        Show::Percent => Cell::Probability(number, Way::Percent),
        Show::OneIn => Cell::Probability(number, Way::OneIn),
        Show::Number => Cell::Number(number),
    };
    Style::default().plain(&cell)
}

/// The commands that compute some figures: one for all that are asked alike.
fn computed(mechanic: &str, figures: &[Figure]) -> Vec<String> {
    let mut commands: Vec<Command> = Vec::new();
    for command in figures.iter().flat_map(|figure| commands_of(mechanic, figure)) {
        match commands.iter_mut().find(|other| other.answers(&command)) {
            Some(other) => other.join(command),
            None => commands.push(command),
        }
    }
    commands.iter().map(Command::text).collect()
}

fn commands_of(mechanic: &str, figure: &Figure) -> Vec<Command> {
    let asking = |command: &str, inputs: &Inputs| {
        Command::new(command, mechanic).rules(figure.rules.as_slice()).inputs(inputs)
    };
    // All rule sets are shown at once.
    let show = || Command::new("show", mechanic);
    match &figure.question {
        Question::Query(query) => vec![asking("query", &figure.inputs).asking(query)],
        Question::Rule(_) => vec![show()],
        Question::Value(_, operands) => {
            let command = |(_, operand): &(String, Operand)| match operand {
                Operand::Query(query, inputs) | Operand::Sum(query, _, inputs) => {
                    asking("query", inputs).asking(query)
                }
                Operand::Rule(_) => show(),
            };
            operands.iter().map(command).collect()
        }
        Question::Chain(
            ChainClaim::HitMean(event)
            | ChainClaim::HitMedian(event)
            | ChainClaim::HitMode(event)
            | ChainClaim::HitMost(event),
        ) => vec![asking("chain hit", &figure.inputs).asking(event)],
        Question::Chain(ChainClaim::Within(uses, event) | ChainClaim::NotYet(uses, event)) => {
            vec![asking(&format!("chain hit --not-yet {uses}"), &figure.inputs).asking(event)]
        }
        Question::Chain(ChainClaim::Stationary(event)) => {
            vec![asking("chain stationary", &figure.inputs).asking(event)]
        }
        Question::Chain(ChainClaim::After(uses, _)) => {
            vec![asking(&format!("chain after {uses}"), &figure.inputs)]
        }
        // A findings file has no other question.
        _ => Vec::new(),
    }
}
