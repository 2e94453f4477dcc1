//! `/compare`: two rule sets of a mechanic, what differs between them and which rule did it; or all that changed in
//! a game.

use askama::Template;
use axum::Router;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use axum::routing::get;

use super::answer::{Answered, Part, shown};
use super::controls::{self, Control, FieldControl, FlagChip};
use super::views::Choice;
use super::{made, page};
use crate::evaluate::Watch;
use crate::scenario::Mechanic;
use crate::session::Session;
use crate::web::{Question, Site};

pub(super) fn router() -> Router<Site> {
    Router::new().route("/compare", get(compare))
}

#[derive(Template)]
#[template(path = "compare.html", config = "src/web/askama.toml")]
struct Compare {
    here: &'static str,
    /// Games and mechanics to choose from.
    whats: Vec<Choice>,
    what: String,
    sets: Vec<Choice>,
    from: String,
    to: String,
    flags: Vec<FlagChip>,
    inputs: Vec<FieldControl>,
    answer: Answered,
}

async fn compare(State(site): State<Site>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    made(site.work.clone().run(move |_, watch| answer(&site, &query, watch)).await)
}

const HINT: &str = "Choose a game or a mechanic, and two rule sets of it.";

fn answer(site: &Site, query: &str, watch: &Watch) -> Response {
    let said = Question::read("", query);
    let is_part = said.first("part").is_some();
    let what = said.first("what").unwrap_or_default().to_owned();
    let mechanic = site.session.mechanic(&what).ok();
    let said = match &mechanic {
        Some(mechanic) => controls::from_form(said, mechanic),
        None => said,
    };
    let side = |name: &str| said.first(name).unwrap_or_default().to_owned();
    let (from, to) = (side("from"), side("to"));
    let answer = if what.is_empty() || from.is_empty() || to.is_empty() {
        Answered::Nothing(HINT)
    } else {
        shown(&site.work, &question(&what, mechanic.as_ref(), &from, &to, &said), watch)
    };
    if is_part {
        return page(&Part { answer });
    }
    let (flags, inputs) = match &mechanic {
        Some(mechanic) => {
            // What is lacking is that of rule sets that stand side by side, which here do not.
            let flags = controls::flags(mechanic, &said).into_iter();
            let flags = flags.map(|flag| FlagChip { lacking: String::new(), ..flag });
            (flags.collect(), controls::inputs(mechanic, &said))
        }
        None => (Vec::new(), Vec::new()),
    };
    let (whats, sets) = (whats(&site.session), sets(&site.session, &what, mechanic.as_ref()));
    page(&Compare { here: "/compare", whats, what, sets, from, to, flags, inputs, answer })
}

/// What is asked: the difference of a mechanic under what is set, or the changes of a game.
fn question(what: &str, mechanic: Option<&Mechanic>, from: &str, to: &str, said: &Question) -> Question {
    let (command, name) = if mechanic.is_some() { ("diff", "mechanic") } else { ("changes", "names") };
    let question = Question { command: command.to_owned(), ..Question::default() };
    let question = question.with(name, what).with("from", from).with("to", to);
    let is_given = |name: &str| mechanic.is_some() && ["set", "with", "state", "rule"].contains(&name);
    let given = said.given.iter().filter(|(name, _)| is_given(name));
    given.fold(question, |question, (name, value)| question.with(name, value.as_str()))
}

/// The games, each with its mechanics.
fn whats(session: &Session) -> Vec<Choice> {
    let mut whats = vec![Choice::new("", "choose")];
    for game in session.games() {
        let names = session.names();
        let own = names.iter().filter(|name| name.starts_with(&format!("{game}/")));
        let mechanics: Vec<Mechanic> = own.filter_map(|name| session.mechanic(name).ok()).collect();
        let title = mechanics.first().and_then(|first| session.wiki(first).ok()?.title);
        let title = title.unwrap_or_else(|| game.clone());
        whats.push(Choice::new(game, format!("Everything in {title}")));
        let mechanics = mechanics.iter().map(|own| (own.model.path.as_str(), own.model.label.as_str()));
        whats.extend(mechanics.map(|(path, label)| Choice::new(path, format!("{label} ({title})"))));
    }
    whats
}

/// The rule sets of what was chosen; of a game those that any of its mechanics has.
fn sets(session: &Session, what: &str, mechanic: Option<&Mechanic>) -> Vec<Choice> {
    let mut sets = vec![Choice::new("", "choose")];
    let mut add = |mechanic: &Mechanic| {
        for set in &mechanic.rule_sets {
            let choice = Choice::new(set.name.as_str(), set.title.as_str());
            if !sets.contains(&choice) {
                sets.push(choice);
            }
        }
    };
    match mechanic {
        Some(mechanic) => add(mechanic),
        None => {
            let names = session.names();
            let own = names.iter().filter(|name| name.split('/').next() == Some(what));
            own.filter_map(|name| session.mechanic(name).ok()).for_each(|mechanic| add(&mechanic));
        }
    }
    sets
}
