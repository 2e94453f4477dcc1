//! The pages.

use axum::Router;
use axum::http::StatusCode;

use super::Site;

pub(super) fn router() -> Router<Site> {
    Router::new()
}

pub(super) async fn not_found() -> (StatusCode, &'static str) {
    (StatusCode::NOT_FOUND, "there is no such page\n")
}
