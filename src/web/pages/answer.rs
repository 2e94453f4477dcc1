//! An answer as a part of a page: what was asked of the commands, as HTML, with the ways to copy it.

use askama::Template;

use super::views::View;
use crate::document::Reason;
use crate::evaluate::Watch;
use crate::web::{Question, Work};

/// What became of what is asked.
pub(super) enum Answered {
    /// Something is still to be said.
    Nothing(&'static str),
    /// It cannot be answered.
    Refused(Vec<String>),
    Shown(Shown),
}

/// An answer.
pub(super) struct Shown {
    /// What it is, in a line.
    pub(super) announced: String,
    /// The address of its picture; empty where it has none.
    pub(super) picture: String,
    pub(super) html: String,
    pub(super) said: String,
    pub(super) ways: Vec<Way>,
    /// The command that does the same.
    pub(super) line: String,
}

/// A way to copy an answer.
pub(super) struct Way {
    pub(super) label: &'static str,
    pub(super) href: String,
}

/// An answer alone.
#[derive(Template)]
#[template(path = "answer.html", config = "src/web/askama.toml")]
pub(super) struct Part {
    pub(super) answer: Answered,
}

/// The formats to copy: what people call them, and what is asked for.
const WAYS: [(&str, &[(&str, &str)]); 6] = [
    ("Wikitext (wiki.gg)", &[("format", "wikitext")]),
    ("Wikitext (Fandom)", &[("format", "wikitext"), ("wiki", "fandom")]),
    ("Markdown", &[("format", "markdown")]),
    ("HTML", &[("format", "html")]),
    ("CSV", &[("format", "csv")]),
    ("JSON", &[("format", "json")]),
];

/// The formats that explanations have.
const OF_EXPLANATIONS: [&str; 4] = ["wikitext", "markdown", "html", "json"];

/// Asks what a view asks of a mechanic.
pub(super) fn answered(work: &Work, view: &View, mechanic: &str, said: &Question, watch: &Watch) -> Answered {
    if let Some(hint) = view.hint(said) {
        return Answered::Nothing(hint);
    }
    shown(work, &view.question(mechanic, said), watch)
}

/// A question and its answer.
pub(super) fn shown(work: &Work, question: &Question, watch: &Watch) -> Answered {
    let asked = Question { reason: Some(reason), ..on_page(question).with("format", "html") };
    let answer = match work.answers.answer(&asked, watch) {
        Ok(answer) => answer,
        Err(refusal) => return Answered::Refused(problems(&refusal)),
    };
    let html = String::from_utf8_lossy(&answer.body).into_owned();
    let picture =
        if question.command == "plot" { address(question, &[("format", "svg")]) } else { String::new() };
    let has = |format: &&str| question.command != "explain" || OF_EXPLANATIONS.contains(format);
    let ways = WAYS.iter().filter(|(_, given)| has(&given[0].1));
    Answered::Shown(Shown {
        announced: announced(&html),
        picture,
        said: answer.said.trim().to_owned(),
        ways: ways.map(|(label, given)| Way { label, href: address(question, given) }).collect(),
        line: work.answers.command_line(question),
        html,
    })
}

/// The question as a page asks it: where there is room, a chance is shown in all ways, as on a terminal.
fn on_page(question: &Question) -> Question {
    let has = |name: &str| question.first(name).is_some();
    let has_columns = has("sweep") || has("case") || question.all("rules").count() > 1;
    let several = question.first("rules").is_some_and(|rules| rules.contains(',') || rules == "all");
    if question.command != "table" || has("show") || has("transpose") || has_columns || several {
        return question.clone();
    }
    question.clone().with("show", "percent,fraction,one-in")
}

/// Where a mechanic's page says why a number is what it is.
fn reason(asked: &Reason) -> String {
    let mechanic = asked.iter().find(|(name, _)| *name == "mechanic").map_or("", |(_, value)| value.as_str());
    let given = asked.iter().filter(|(name, _)| *name != "mechanic");
    let question = Question::default().with("view", "why");
    let question = given.fold(question, |question, (name, value)| question.with(name, value.as_str()));
    format!("/ask/{mechanic}?{}", question.query())
}

/// Why something cannot be answered, as people read it.
pub(super) fn problems(refusal: &crate::web::Refusal) -> Vec<String> {
    let data = &refusal.data;
    let finding = |found: &crate::document::FindingData| {
        let help = found.help.as_ref().map(|help| format!(" ({help})")).unwrap_or_default();
        let notes: String = found.notes.iter().map(|note| format!("\n{note}")).collect();
        format!("{}{help}{notes}", found.message)
    };
    data.findings.iter().map(finding).chain(data.problems.iter().cloned()).collect()
}

/// Where a question is answered in a format.
fn address(question: &Question, given: &[(&str, &str)]) -> String {
    let question = given.iter().fold(question.clone(), |question, (name, value)| question.with(name, *value));
    format!("/api/v1/{}?{}", question.command, question.query())
}

/// What a document is about: the caption of its first table, else that it is there.
fn announced(html: &str) -> String {
    let caption = html.split_once("<caption>").and_then(|(_, rest)| rest.split_once("</caption>"));
    let text = caption.map_or("Answered.", |(caption, _)| caption);
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    if text.ends_with('.') { text } else { format!("{text}.") }
}
