//! `/api/v1/COMMAND?NAME=VALUE&…`: the answers of the command line for programs, as JSON where nothing else is asked
//! for. What is sent as the body goes by `-`.

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody as _};
use axum::extract::{Path, RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use tokio::sync::Semaphore;

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

/// Bodies that are read at once; those beyond wait.
const BODIES: usize = 8;

/// The places of those whose bodies are read.
static READING: Semaphore = Semaphore::const_new(BODIES);

/// Says of an answer how the command line is asked the same.
const LINE: HeaderName = HeaderName::from_static("trueodds-command");

pub(super) fn router() -> Router<Site> {
    Router::new()
        .route("/api/v1/schema", get(contract))
        .route("/api/v1/{command}", get(asked).post(asked))
        .method_not_allowed_fallback(not_so)
}

/// What is said to a method that changes something: there is nothing to change.
async fn not_so() -> Response {
    let problem = "questions are asked with GET, or with POST where a text is sent along";
    refused(StatusCode::METHOD_NOT_ALLOWED, &RefusalData::of(problem.to_owned()))
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
    let Some(parameters) = site.work.answers.parameters(&command) else {
        let problem = format!("there is no `{command}` to ask here");
        return refused(StatusCode::NOT_FOUND, &RefusalData::of(problem));
    };
    let mut formats = parameters.iter().filter(|own| own.name == "format").flat_map(|own| &own.values);
    if question.first("format").is_none() && formats.any(|own| *own == Format::Json.name()) {
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
    match work.answers.answer(question, watch) {
        Ok(answer) => {
            let mut response = answer.into_response();
            if let Ok(line) = HeaderValue::try_from(work.answers.command_line(question).into_bytes()) {
                response.headers_mut().insert(LINE, line);
            }
            response
        }
        Err(Refusal { data, .. }) => refused(StatusCode::BAD_REQUEST, &data),
    }
}

/// The text that is sent along.
pub(super) async fn text(body: Body) -> Result<String, Response> {
    let problem = |status, problem: String| Err(refused(status, &RefusalData::of(problem)));
    let too_large = || {
        let words = format!("a text may have {} MB; send a part of it", LONGEST_BODY >> 20);
        problem(StatusCode::PAYLOAD_TOO_LARGE, words)
    };
    // Where it says itself how long it is, nobody waits for the end.
    if body.size_hint().lower() > LONGEST_BODY as u64 {
        return too_large();
    }
    let Ok(Ok(_place)) = tokio::time::timeout(BODY, READING.acquire()).await else {
        return Err(Undone::Busy.into_response());
    };
    match tokio::time::timeout(BODY, whole(body)).await {
        Ok(Ok(bytes)) => String::from_utf8(bytes).or_else(|error| {
            let place = error.utf8_error().valid_up_to();
            problem(StatusCode::BAD_REQUEST, format!("the text is not UTF-8: byte {place} is none of it"))
        }),
        Ok(Err(Unread::TooLarge)) => too_large(),
        Ok(Err(Unread::Broken)) => {
            problem(StatusCode::BAD_REQUEST, "the text did not arrive as it was announced".to_owned())
        }
        Err(_) => problem(StatusCode::REQUEST_TIMEOUT, "the text did not arrive in time".to_owned()),
    }
}

/// Why a body was not read.
enum Unread {
    TooLarge,
    /// It is not what its head says, or it broke off.
    Broken,
}

async fn whole(mut body: Body) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Ok(data) = frame.map_err(|_| Unread::Broken)?.into_data() else { continue };
        if bytes.len() + data.len() > LONGEST_BODY {
            return Err(Unread::TooLarge);
        }
        bytes.extend_from_slice(&data);
    }
    Ok(bytes)
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
            Undone::Late => {
                let problem = "the time is up; ask for less (one outcome, one number, fewer values or uses)";
                refused(StatusCode::SERVICE_UNAVAILABLE, &RefusalData::of(problem.to_owned()))
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
