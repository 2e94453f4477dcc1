//! `/write`.

use askama::Template;
use axum::Router;
use axum::response::Response;
use axum::routing::get;

use super::page;
use crate::web::Site;

pub(super) fn router() -> Router<Site> {
    Router::new().route("/write", get(whole))
}

#[derive(Template)]
#[template(path = "write.html", config = "src/web/askama.toml")]
struct Write {
    here: &'static str,
}

async fn whole() -> Response {
    page(&Write { here: "/write" })
}
