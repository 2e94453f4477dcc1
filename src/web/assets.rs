//! Styles, scripts and the icon, which are part of the program.

use std::hash::{Hash as _, Hasher as _};

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// Every asset: its name, its media type, its text.
const ASSETS: [(&str, &str, &str); 20] = [
    ("style.css", STYLE, include_str!("assets/style.css")),
    ("icon.svg", PICTURE, include_str!("assets/icon.svg")),
    ("page.js", SCRIPT, include_str!("assets/page.js")),
    ("live.js", SCRIPT, include_str!("assets/live.js")),
    ("copy.js", SCRIPT, include_str!("assets/copy.js")),
    ("home.js", SCRIPT, include_str!("assets/home.js")),
    ("answer.js", SCRIPT, include_str!("assets/answer.js")),
    ("ask.js", SCRIPT, include_str!("assets/ask.js")),
    ("form.js", SCRIPT, include_str!("assets/form.js")),
    ("compare.js", SCRIPT, include_str!("assets/compare.js")),
    ("check.css", STYLE, include_str!("assets/check.css")),
    ("check.js", SCRIPT, include_str!("assets/check.js")),
    ("write.css", STYLE, include_str!("assets/write.css")),
    ("write.js", SCRIPT, include_str!("assets/write.js")),
    ("address.js", SCRIPT, include_str!("assets/address.js")),
    ("complete.js", SCRIPT, include_str!("assets/complete.js")),
    ("editor.js", SCRIPT, include_str!("assets/editor.js")),
    ("problems.js", SCRIPT, include_str!("assets/problems.js")),
    ("tokens.js", SCRIPT, include_str!("assets/tokens.js")),
    ("sent.js", SCRIPT, include_str!("assets/sent.js")),
];

pub(super) fn router() -> Router {
    ASSETS.iter().fold(Router::new(), |router, (name, kind, text)| {
        let tag = tag(text);
        let handler = move |headers: HeaderMap| async move { asset(&headers, kind, text, &tag) };
        router.route(&format!("/assets/{name}"), get(handler))
    })
}

/// A text, or that the browser has it already: a new version of the program has new ones under the same names.
fn asset(headers: &HeaderMap, kind: &'static str, text: &'static str, tag: &str) -> Response {
    let head = [(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache"), (ETAG, tag)];
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known == tag) {
        return (StatusCode::NOT_MODIFIED, head.map(|(name, value)| (name, value.to_owned())))
            .into_response();
    }
    (head.map(|(name, value)| (name, value.to_owned())), text).into_response()
}

/// What tells a text from any other.
fn tag(text: &str) -> String {
    let mut hasher = rustc_hash::FxHasher::default();
    text.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}
