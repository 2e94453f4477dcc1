//! `/api/v1/COMMAND?NAME=VALUE&…`: the answers of the command line for programs, as JSON where nothing else is asked
//! for. What is sent as the body goes by `-`.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use super::question::{Answer, Question, Refusal};
use super::work::Undone;
use super::{Site, Work};
use crate::document::{RefusalData, schema};
use crate::evaluate::Watch;
use crate::render::Format;

/// The most bytes of a body.
const LONGEST_BODY: usize = 5 << 20;

/// How long a body may take.
const BODY: Duration = Duration::from_secs(10);

pub(super) fn router() -> Router<Site> {
    Router::new().route("/api/v1/schema", get(contract)).route("/api/v1/{command}", get(asked).post(asked))
}

/// The JSON Schema of everything that is said as JSON.
async fn contract() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/schema+json")], format!("{:#}\n", schema().to_value()))
}

async fn asked(
    State(site): State<Site>,
    Path(command): Path<String>,
    RawQuery(query): RawQuery,
    method: Method,
    body: Body,
) -> Response {
    let mut question = Question::read(&command, query.as_deref().unwrap_or_default());
    if question.first("format").is_none() {
        question = question.with("format", Format::Json.name());
    }
    if method == Method::POST {
        match text(body).await {
            Ok(text) => question.text = Some(text),
            Err(refused) => return refused,
        }
    }
    match site.work.run(move |work, watch| answer(work, &question, watch)).await {
        Ok(response) => response,
        Err(undone) => undone.into_response(),
    }
}

fn answer(work: &Work, question: &Question, watch: &Watch) -> Response {
    if work.answers.parameters(&question.command).is_none() {
        let problem = format!("there is no `{}` to ask here", question.command);
        return refused(StatusCode::NOT_FOUND, &RefusalData::of(problem));
    }
    match work.answers.answer(question, watch) {
        Ok(answer) => answer.into_response(),
        Err(Refusal { data, .. }) => refused(StatusCode::BAD_REQUEST, &data),
    }
}

/// The text that is sent along.
pub(super) async fn text(body: Body) -> Result<String, Response> {
    let problem = |status, problem: String| Err(refused(status, &RefusalData::of(problem)));
    let bytes = match tokio::time::timeout(BODY, to_bytes(body, LONGEST_BODY)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => {
            let most = LONGEST_BODY >> 20;
            return problem(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("a text may have {most} MB; send a part of it"),
            );
        }
        Err(_) => return problem(StatusCode::REQUEST_TIMEOUT, "the text did not arrive in time".to_owned()),
    };
    match String::from_utf8(bytes.to_vec()) {
        Ok(text) => Ok(text),
        Err(error) => {
            let place = error.utf8_error().valid_up_to();
            problem(StatusCode::BAD_REQUEST, format!("the text is not UTF-8: byte {place} is none of it"))
        }
    }
}

fn refused(status: StatusCode, data: &RefusalData) -> Response {
    let text = serde_json::to_string_pretty(data).unwrap_or_default();
    (status, [(CONTENT_TYPE, "application/json")], format!("{text}\n")).into_response()
}

impl IntoResponse for Undone {
    fn into_response(self) -> Response {
        match self {
            Undone::Busy => {
                let data =
                    RefusalData::of("too many questions wait already; ask again in a moment".to_owned());
                let mut response = refused(StatusCode::SERVICE_UNAVAILABLE, &data);
                response.headers_mut().insert(RETRY_AFTER, 1.into());
                response
            }
            Undone::Defect => {
                let problem = "this is a defect of trueodds; please report it with the address".to_owned();
                refused(StatusCode::INTERNAL_SERVER_ERROR, &RefusalData::of(problem))
            }
        }
    }
}

impl IntoResponse for Answer {
    fn into_response(self) -> Response {
        // A picture has its styles in it. Opened by its own address it is a page, which may do nothing else.
        let policy = match self.format {
            Format::Svg => {
                Some((CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'; sandbox"))
            }
            _ => None,
        };
        let head = [(CONTENT_TYPE, kind(self.format)), (CACHE_CONTROL, "no-cache")];
        let mut response = (head, self.body).into_response();
        if let Some((name, value)) = policy {
            response.headers_mut().insert(name, axum::http::HeaderValue::from_static(value));
        }
        response
    }
}

/// The media type of a format. What is to be copied is text, whatever it would mean to a browser.
fn kind(format: Format) -> &'static str {
    match format {
        Format::Json => "application/json",
        Format::Sarif => "application/sarif+json",
        Format::Csv => "text/csv; charset=utf-8",
        Format::Svg => "image/svg+xml",
        Format::Junit => "application/xml",
        Format::Html
        | Format::Terminal
        | Format::Wikitext
        | Format::Markdown
        | Format::Latex
        | Format::Lua
        | Format::Github
        | Format::Dot
        | Format::Mermaid => "text/plain; charset=utf-8",
    }
}
