//! Styles, scripts and the icon, which are part of the program.

use axum::Router;

pub(super) fn router() -> Router {
    Router::new()
}
