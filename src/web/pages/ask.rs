//! `/ask/GAME/MECHANIC`: everything that can be set, and what follows from it. The address is the question.

use askama::Template;
use axum::Router;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;

use super::answer::{Answered, Part, answered};
use super::controls::{self, Control, FieldControl, FlagChip, SetChip};
use super::views::{VIEWS, View};
use super::{home, made, message, page};
use crate::evaluate::Watch;
use crate::web::{Question, Site};

pub(super) fn router() -> Router<Site> {
    Router::new().route("/ask/{*path}", get(ask))
}

#[derive(Template)]
#[template(path = "ask.html", config = "src/web/askama.toml")]
struct Ask {
    here: &'static str,
    path: String,
    label: String,
    sentence: String,
    view: &'static str,
    view_label: &'static str,
    views: Vec<ViewLink>,
    fields: Vec<FieldControl>,
    more: Vec<FieldControl>,
    /// Whether something is said there.
    more_is_said: bool,
    rule_sets: Vec<SetChip>,
    flags: Vec<FlagChip>,
    inputs: Vec<FieldControl>,
    cases: Vec<String>,
    can_pin: bool,
    /// Whether nothing is set here.
    is_alone: bool,
    answer: Answered,
}

struct ViewLink {
    label: &'static str,
    href: String,
    is_here: bool,
}

async fn ask(State(site): State<Site>, Path(path): Path<String>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    made(site.work.clone().run(move |_, watch| answer(&site, &path, &query, watch)).await)
}

fn answer(site: &Site, path: &str, query: &str, watch: &Watch) -> Response {
    let mechanic = match site.session.mechanic(path) {
        Ok(mechanic) => mechanic,
        Err(failure) => {
            let problems = failure.to_string().lines().map(str::to_owned).collect();
            return message(StatusCode::NOT_FOUND, "There is no such mechanic", problems);
        }
    };
    let said = Question::read("", query);
    let view = View::named(said.first("view").unwrap_or_default());
    let is_part = said.first("part").is_some();
    let said = controls::from_form(said.without("view").without("part"), &mechanic);
    let path = mechanic.model.path.as_str();
    let answer = answered(&site.work, view, path, &said, watch);
    if is_part {
        return page(&Part { answer });
    }
    page(&Ask {
        here: "",
        path: path.to_owned(),
        label: mechanic.model.label.clone(),
        sentence: home::sentence(&mechanic.model),
        view: view.name,
        view_label: view.label,
        views: links(path, view, &said),
        fields: controls::fields(&mechanic, view.fields, &[], &said),
        more: controls::fields(&mechanic, view.more, view.fields, &said),
        more_is_said: view.more_is_said(&said),
        rule_sets: controls::rule_sets(&mechanic, &said),
        flags: controls::flags(&mechanic, &said),
        inputs: controls::inputs(&mechanic, &said),
        cases: said.all("case").map(str::to_owned).collect(),
        can_pin: view.has_axes,
        is_alone: view.command == "show",
        answer,
    })
}

/// The other views, with all that is said: what one of them does not ask for waits there.
fn links(path: &str, here: &View, said: &Question) -> Vec<ViewLink> {
    let shared = said.clone();
    let link = |view: &'static View| {
        let question =
            if view.name == VIEWS[0].name { shared.clone() } else { shared.clone().with("view", view.name) };
        let query = question.query();
        let mark = if query.is_empty() { "" } else { "?" };
        ViewLink {
            label: view.label,
            href: format!("/ask/{path}{mark}{query}"),
            is_here: view.name == here.name,
        }
    };
    VIEWS.iter().map(link).collect()
}
