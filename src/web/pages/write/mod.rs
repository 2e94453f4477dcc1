//! `/write`: a program that is typed, what is wrong with it, and what comes of it.
//!
//! The program goes along with each question and is kept nowhere: its place is the fragment of the address, which no
//! browser sends.

mod examples;
mod seen;

use askama::Template;
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};

use self::examples::{Example, Section};
use super::answer::{Answered, Part, shown};
use super::views::{VIEWS, View};
use super::{controls, made, message, page};
use crate::check::model::Builtin;
use crate::evaluate::Watch;
use crate::parse::{CONTEXTUAL, RESERVED};
use crate::scenario::Mechanic;
use crate::session::{STANDARD_INPUT, Session};
use crate::web::{Question, Site, api};

pub(super) fn router() -> Router<Site> {
    Router::new()
        .route("/write", get(whole))
        .route("/write/language", get(language))
        .route("/write/example/{name}", get(example))
        .route("/write/guide/{name}", get(guided))
        .route("/write/check", post(check))
        .route("/write/answer", post(answer))
}

#[derive(Template)]
#[template(path = "write.html", config = "src/web/askama.toml")]
struct Write {
    here: &'static str,
    /// What the script knows of the language.
    words: String,
    start: &'static str,
    views: &'static [View],
    examples: &'static [Example],
    guide: &'static [Section],
}

async fn whole(State(site): State<Site>) -> Response {
    page(&Write {
        here: "/write",
        words: words(&site.session),
        start: examples::start(),
        views: &VIEWS,
        examples: examples::own(),
        guide: examples::guide(),
    })
}

/// The words and functions of the language, and the mechanics that a program can use.
fn words(session: &Session) -> String {
    let functions: Vec<&str> = Builtin::ALL.iter().map(|(name, ..)| *name).collect();
    let words = serde_json::json!({
        "reserved": RESERVED,
        "contextual": CONTEXTUAL,
        "functions": functions,
        "mechanics": session.names(),
    });
    words.to_string()
}

/// The guide to the language, as it was written.
async fn language() -> Response {
    plain(examples::GUIDE)
}

async fn example(Path(name): Path<String>) -> Response {
    text_of(examples::own().iter().find(|example| example.name == name))
}

async fn guided(Path(name): Path<String>) -> Response {
    text_of(
        examples::guide().iter().flat_map(|section| &section.examples).find(|example| example.name == name),
    )
}

fn text_of(example: Option<&Example>) -> Response {
    match example {
        Some(example) => plain(&example.text),
        None => {
            message(StatusCode::NOT_FOUND, "There is no such example", vec!["It may have moved.".to_owned()])
        }
    }
}

fn plain(text: &str) -> Response {
    let head = [(CONTENT_TYPE, "text/plain; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    (head, text.to_owned()).into_response()
}

/// What is wrong with a program, and the controls of what can be set in it.
async fn check(State(site): State<Site>, RawQuery(query): RawQuery, body: Body) -> Response {
    let text = match api::text(body).await {
        Ok(text) => text,
        Err(refused) => return refused,
    };
    let query = query.unwrap_or_default();
    made(site.work.clone().run(move |_, watch| seen::checked(&site.session, &query, &text, watch)).await)
}

/// What comes of a program.
async fn answer(State(site): State<Site>, RawQuery(query): RawQuery, body: Body) -> Response {
    let text = match api::text(body).await {
        Ok(text) => text,
        Err(refused) => return refused,
    };
    let query = query.unwrap_or_default();
    made(
        site.work
            .clone()
            .run(move |_, watch| page(&Part { answer: answered(&site, &query, text, watch) }))
            .await,
    )
}

fn answered(site: &Site, query: &str, text: String, watch: &Watch) -> Answered {
    let (_, mechanic) = read(&site.session, &text);
    let mechanic = match mechanic {
        Ok(mechanic) => mechanic,
        Err(failure) => return Answered::Refused(failure.to_string().lines().map(str::to_owned).collect()),
    };
    let (view, said) = asked(query, &mechanic);
    if let Some(hint) = view.hint(&said) {
        return Answered::Nothing(hint);
    }
    let mut question = view.question(STANDARD_INPUT, &said);
    question.text = Some(text);
    match shown(&site.work, &question, watch) {
        Answered::Shown(mut answer) => {
            answer.line = with_file(&answer.line, &mechanic);
            Answered::Shown(answer)
        }
        other => other,
    }
}

/// The data with a program beside it, and the program as a mechanic.
fn read(session: &Session, text: &str) -> (Session, Result<Mechanic, crate::session::Failure>) {
    let mut session = session.clone();
    session.add_input(text);
    let mechanic = session.mechanic(STANDARD_INPUT);
    (session, mechanic)
}

/// The view that is asked for, and what is said in it.
fn asked(query: &str, mechanic: &Mechanic) -> (&'static View, Question) {
    let said = Question::read("", query);
    let view = View::named(said.first("view").unwrap_or_default());
    (view, controls::from_form(said.without("view"), mechanic))
}

/// A command line about the file that the program is saved as, in place of standard input.
fn with_file(line: &str, mechanic: &Mechanic) -> String {
    let file = format!("{}.odds", mechanic.model.name());
    let mut words: Vec<&str> = line.split(' ').collect();
    if let Some(word) = words.iter_mut().find(|word| **word == STANDARD_INPUT) {
        *word = &file;
    }
    words.join(" ")
}
