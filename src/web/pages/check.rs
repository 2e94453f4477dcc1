//! `/check`.

use askama::Template;
use axum::Router;
use axum::response::Response;
use axum::routing::get;

use super::page;
use crate::web::Site;

pub(super) fn router() -> Router<Site> {
    Router::new().route("/check", get(whole))
}

#[derive(Template)]
#[template(path = "check.html", config = "src/web/askama.toml")]
struct Check {
    here: &'static str,
}

async fn whole() -> Response {
    page(&Check { here: "/check" })
}
