//! The pages: HTML that is made here from what the data and the answers say. Everything can be read without a script;
//! with one, what is set is answered at once.

mod answer;
mod ask;
mod check;
mod compare;
mod controls;
mod home;
mod views;
mod write;

use askama::Template;
use axum::Router;
use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use axum::response::{Html, IntoResponse, Response};

use super::Site;
use super::work::Undone;

pub(super) fn router() -> Router<Site> {
    Router::new()
        .merge(home::router())
        .merge(ask::router())
        .merge(check::router())
        .merge(write::router())
        .merge(compare::router())
}

/// A page that says something, and no more.
#[derive(Template)]
#[template(path = "message.html", config = "src/web/askama.toml")]
struct Message {
    here: &'static str,
    heading: &'static str,
    problems: Vec<String>,
}

/// What is said of an address that leads nowhere.
pub(super) async fn not_found() -> Response {
    message(StatusCode::NOT_FOUND, "There is no such page", vec!["The address leads nowhere.".to_owned()])
}

fn message(status: StatusCode, heading: &'static str, problems: Vec<String>) -> Response {
    (status, page(&Message { here: "", heading, problems })).into_response()
}

/// A template as a page.
fn page(template: &impl Template) -> Response {
    match template.render() {
        Ok(text) => ([(CACHE_CONTROL, "no-cache")], Html(text)).into_response(),
        Err(_) => Undone::Defect.into_response(),
    }
}

/// A page that was made, or why it was not.
fn made(page: Result<Response, Undone>) -> Response {
    page.unwrap_or_else(|undone| match undone {
        Undone::Busy => {
            let problem = "Too many questions wait already; ask again in a moment.".to_owned();
            message(StatusCode::SERVICE_UNAVAILABLE, "Busy", vec![problem])
        }
        Undone::Late => {
            let problem =
                "The time is up: ask for less (one outcome, one number, fewer values or uses).".to_owned();
            message(StatusCode::SERVICE_UNAVAILABLE, "This takes too long", vec![problem])
        }
        Undone::Defect => {
            let problem = "This is a defect of trueodds; please report it with the address.".to_owned();
            message(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong", vec![problem])
        }
    })
}
