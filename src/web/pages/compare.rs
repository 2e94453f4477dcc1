//! `/compare`.

use askama::Template;
use axum::Router;
use axum::response::Response;
use axum::routing::get;

use super::page;
use crate::web::Site;

pub(super) fn router() -> Router<Site> {
    Router::new().route("/compare", get(whole))
}

#[derive(Template)]
#[template(path = "compare.html", config = "src/web/askama.toml")]
struct Compare {
    here: &'static str,
}

async fn whole() -> Response {
    page(&Compare { here: "/compare" })
}
