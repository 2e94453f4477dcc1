//! The first page: games and mechanics, found by what stands in them.

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use axum::routing::get;

use super::views::{VIEWS, View};
use super::{made, page};
use crate::check::Kind;
use crate::check::model::Model;
use crate::scenario::{Mechanic, all_values};
use crate::session::Session;
use crate::web::{Question, Site};

pub(super) fn router() -> Router<Site> {
    Router::new().route("/", get(home))
}

#[derive(Template)]
#[template(path = "home.html", config = "src/web/askama.toml")]
struct Home {
    here: &'static str,
    find: String,
    games: Vec<Game>,
    jobs: Vec<&'static View>,
}

#[derive(Template)]
#[template(path = "found.html", config = "src/web/askama.toml")]
struct Found {
    find: String,
    games: Vec<Game>,
    jobs: Vec<&'static View>,
}

struct Game {
    name: String,
    cards: Vec<Card>,
}

/// A mechanic among others.
struct Card {
    path: String,
    label: String,
    sentence: String,
    /// What of it was found.
    hits: Vec<Hit>,
    /// The question that its picture answers.
    picture: String,
}

struct Hit {
    label: String,
    query: String,
}

async fn home(State(site): State<Site>, RawQuery(query): RawQuery) -> Response {
    made(
        site.work
            .clone()
            .run(move |_, _| {
                let question = Question::read("list", query.as_deref().unwrap_or_default());
                let find = question.first("find").unwrap_or_default().trim().to_owned();
                let games = games(&site.session, &find);
                match question.first("part") {
                    Some(_) => page(&Found { find, games, jobs: jobs() }),
                    None => page(&Home { here: "/", find, games, jobs: jobs() }),
                }
            })
            .await,
    )
}

/// What people come for.
fn jobs() -> Vec<&'static View> {
    ["table", "chart", "luck", "waiting"].map(View::named).into()
}

/// The games with the mechanics in which something is called so; all where nothing is sought.
fn games(session: &Session, find: &str) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    // What is wrong with a mechanic is said on its own page.
    for mechanic in session.names().iter().filter_map(|name| session.mechanic(name).ok()) {
        let folder = mechanic.model.path.split('/').next().unwrap_or_default().to_owned();
        let name = session.wiki(&mechanic).ok().and_then(|wiki| wiki.title).unwrap_or(folder);
        let Some(card) = card(&mechanic, &name, &find.to_lowercase()) else { continue };
        match games.iter_mut().find(|game| game.name == name) {
            Some(game) => game.cards.push(card),
            None => games.push(Game { name, cards: vec![card] }),
        }
    }
    games
}

fn card(mechanic: &Mechanic, game: &str, find: &str) -> Option<Card> {
    /// More than these are too many to read.
    const HITS: usize = 6;
    let model = &mechanic.model;
    // The words may stand in any order, some in the names of the game and the mechanic.
    let around = format!("{game} {} {} chances odds", model.label, model.path).to_lowercase();
    let words: Vec<&str> = find.split_whitespace().collect();
    let has = |text: &str, word: &str| {
        text.split(|c: char| !c.is_alphanumeric()).any(|own| own.starts_with(word)) || text.starts_with(word)
    };
    let is_hit = |label: &str| {
        let label = label.to_lowercase();
        let own = words.iter().any(|word| has(&label, word));
        own && words.iter().all(|word| has(&label, word) || has(&around, word))
    };
    let mut hits = hits(mechanic, &is_hit);
    hits.truncate(HITS);
    let named = words.iter().all(|word| has(&around, word));
    if hits.is_empty() && !named {
        return None;
    }
    let picture = Question::default().with("mechanic", model.path.as_str()).with("format", "svg").query();
    Some(Card {
        path: model.path.clone(),
        label: model.label.clone(),
        sentence: sentence(model),
        hits,
        picture,
    })
}

/// The inputs, the values of inputs and outcomes and the questions that are called so, each as what it sets.
fn hits(mechanic: &Mechanic, is_hit: &dyn Fn(&str) -> bool) -> Vec<Hit> {
    let model = &mechanic.model;
    let mut hits = Vec::new();
    let mut hit = |label: &str, name: &str, value: String| {
        hits.push(Hit { label: label.to_owned(), query: Question::default().with(name, value).query() });
    };
    for view in VIEWS.iter().filter(|view| is_hit(view.label)) {
        hit(view.label, "view", view.name.to_owned());
    }
    for input in &model.inputs {
        let own = &input.declaration;
        match own.kind {
            Kind::Flag if is_hit(&own.label) => hit(&own.label, "with", own.name.clone()),
            Kind::Flag => {}
            _ if is_hit(&own.label) => hit(&own.label, "find", own.label.clone()),
            kind => {
                for variant in model.variants(kind).iter().filter(|variant| is_hit(&variant.label)) {
                    hit(&variant.label, "set", format!("{}={}", own.name, variant.name));
                }
            }
        }
    }
    for field in &model.fields {
        let values = all_values(model, field.kind).unwrap_or_default();
        if is_hit(&field.label) {
            hit(&field.label, "outcome", field.name.clone());
            continue;
        }
        for variant in model.variants(field.kind) {
            if !is_hit(&variant.label) {
                continue;
            }
            let is_value = values.iter().any(|value| model.value_text(field.kind, value) == variant.name);
            if is_value {
                hit(&variant.label, "outcome", format!("{}={}", field.name, variant.name));
            }
        }
    }
    hits
}

/// What a mechanic gives, and what it depends on.
pub(super) fn sentence(model: &Model) -> String {
    const NAMED: usize = 3;
    let list = |labels: Vec<&str>| {
        let more = labels.len().saturating_sub(NAMED);
        let first = labels.into_iter().take(NAMED).collect::<Vec<_>>().join(", ");
        if more == 0 { first } else { format!("{first} and {more} more") }
    };
    let fields = list(model.fields.iter().map(|field| field.label.as_str()).collect());
    let inputs = list(model.inputs.iter().map(|input| input.declaration.label.as_str()).collect());
    match inputs.is_empty() {
        true => format!("Gives {fields}."),
        false => format!("Gives {fields}. Depends on {inputs}."),
    }
}
