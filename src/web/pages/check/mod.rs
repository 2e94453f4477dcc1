//! `/check`: a page is pasted, and its figures are marked in their places: right, wrong, doubtful, unexplained.
//!
//! The text is sent along and judged by the command `verify`, so that the page says what the command line says. It
//! stands in no address and is written nowhere.

mod judged;
mod marked;
mod said;
mod why;

use askama::Template;
use axum::Router;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

use super::answer::problems;
use super::views::Choice;
use super::{made, page};
use crate::evaluate::Watch;
use crate::session::Session;
use crate::web::api::text;
use crate::web::{Question, Site};
use judged::{Judged, judged};

pub(super) fn router() -> Router<Site> {
    Router::new().route("/check", get(empty).post(sent))
}

/// A page with a rounding and a figure that are wrong.
const EXAMPLE: &str = include_str!("example.wikitext");

const HINT: &str = "Paste a page or choose a file, and press Check.";

#[derive(Template)]
#[template(path = "check.html", config = "src/web/askama.toml")]
struct Whole<'t> {
    here: &'static str,
    text: &'t str,
    about: &'t str,
    known: Vec<Known>,
    answer: Option<Became<'t>>,
}

#[derive(Template)]
#[template(path = "check-answer.html", config = "src/web/askama.toml")]
struct Part<'t> {
    known: Vec<Known>,
    answer: Option<Became<'t>>,
}

/// What became of a page.
enum Became<'t> {
    /// There is nothing to judge.
    Nothing(&'static str),
    /// It cannot be judged.
    Refused(Vec<String>),
    Judged(Box<Judged<'t>>),
}

/// A game that is known.
struct Known {
    name: String,
    title: String,
    mechanics: Vec<Choice>,
}

/// What is to be judged.
#[derive(Default)]
struct Sent {
    text: String,
    /// The game or the mechanic that it is about, where that was chosen.
    about: String,
    is_part: bool,
}

async fn empty(State(site): State<Site>, RawQuery(query): RawQuery) -> Response {
    let given = Question::read("verify", query.as_deref().unwrap_or_default());
    let is_example = given.first("example").is_some();
    let text = if is_example { EXAMPLE.to_owned() } else { String::new() };
    let sent = Sent { text, ..Sent::default() };
    made(site.work.clone().run(move |_, watch| response(&site, &sent, is_example, watch)).await)
}

async fn sent(
    State(site): State<Site>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let mut given = Question::read("verify", query.as_deref().unwrap_or_default());
    let is_part = given.first("part").is_some();
    let body = match text(body).await {
        Ok(body) => body,
        Err(refused) => {
            let status = refused.status();
            let answer = Some(Became::Refused(vec![unread(status).to_owned()]));
            let known = known(&site.session);
            let page = match is_part {
                true => page(&Part { known, answer }),
                false => page(&Whole { here: "/check", text: "", about: "", known, answer }),
            };
            return (status, page).into_response();
        }
    };
    let form = "application/x-www-form-urlencoded";
    let is_form = headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(form.as_bytes()));
    let text = if is_form {
        given = Question::read("verify", &body);
        // As the box of a browser has it, which sends other line ends than it shows.
        given.first("text").unwrap_or_default().replace("\r\n", "\n")
    } else {
        body
    };
    let about = given.first("about").unwrap_or_default().to_owned();
    let sent = Sent { text, about, is_part };
    made(site.work.clone().run(move |_, watch| response(&site, &sent, true, watch)).await)
}

fn response(site: &Site, sent: &Sent, is_asked: bool, watch: &Watch) -> Response {
    let answer = is_asked.then(|| became(site, sent, watch));
    let known = known(&site.session);
    if sent.is_part {
        return page(&Part { known, answer });
    }
    page(&Whole { here: "/check", text: &sent.text, about: &sent.about, known, answer })
}

/// What the command says of a text.
fn became<'t>(site: &Site, sent: &'t Sent, watch: &Watch) -> Became<'t> {
    if sent.text.trim().is_empty() {
        return Became::Nothing(HINT);
    }
    let mut question =
        Question { command: "verify".to_owned(), text: Some(sent.text.clone()), ..Question::default() };
    question = question.with("page", "-");
    if !sent.about.is_empty() {
        question = question.with("claims", sent.about.as_str());
    }
    let line = site.work.answers.command_line(&question);
    match site.work.answers.answer(&question.with("format", "json"), watch) {
        Ok(answer) => match judged(&site.session, &sent.text, &answer.body, line) {
            Some(judged) => Became::Judged(Box::new(judged)),
            None => Became::Refused(vec!["This is a defect of trueodds; please report it.".to_owned()]),
        },
        Err(refusal) => Became::Refused(problems(&refusal)),
    }
}

/// Why a text did not arrive.
fn unread(status: StatusCode) -> &'static str {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => "The page is larger than 5 MB. Check a part of it.",
        StatusCode::REQUEST_TIMEOUT => "The page did not arrive in time. Try once more.",
        _ => "The page is no text in UTF-8.",
    }
}

/// The games, each with its mechanics.
fn known(session: &Session) -> Vec<Known> {
    let names = session.names();
    let game = |name: String| {
        let own = names.iter().filter(|own| own.split('/').next() == Some(name.as_str()));
        let mechanics: Vec<_> = own.filter_map(|own| session.mechanic(own).ok()).collect();
        let title = mechanics.first().and_then(|first| session.wiki(first).ok()?.title);
        let title = title.unwrap_or_else(|| name.clone());
        let choices =
            mechanics.iter().map(|own| Choice::new(own.model.path.as_str(), own.model.label.as_str()));
        Known { title, mechanics: choices.collect(), name }
    };
    session.games().into_iter().map(game).collect()
}
