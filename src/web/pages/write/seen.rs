//! What is seen in a program while it is typed: what is wrong with it, its names, and what can be set.

use std::collections::BTreeSet;
use std::time::Duration;

use askama::Template;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;

use super::{asked, read};
use crate::check::model::{Declaration, Model};
use crate::diagnostic::Diagnostic;
use crate::evaluate::{Limits, Watch};
use crate::scenario::Mechanic;
use crate::session::{STANDARD_INPUT, Session};
use crate::source::SourceMap;
use crate::web::Question;
use crate::web::pages::controls::{self, Control, FieldControl, FlagChip};
use crate::web::pages::views::View;

/// How long a program is tried at most: somebody types.
const TRIAL: Duration = Duration::from_millis(100);

/// What is seen in a program.
#[derive(Serialize)]
struct Seen {
    findings: Vec<Found>,
    /// The outcomes that it took too long to try.
    untried: Vec<String>,
    names: Vec<Name>,
    /// The controls as HTML; none where the program cannot be asked.
    controls: Option<String>,
}

/// Something that is wrong.
#[derive(Serialize)]
struct Found {
    severity: &'static str,
    /// The line and the character in it, from 1.
    line: usize,
    column: usize,
    /// Where it begins and ends, in the units in which a browser counts.
    start: usize,
    end: usize,
    message: String,
    notes: Vec<String>,
    help: Option<String>,
    /// What would be right in its place.
    instead: Option<String>,
}

/// A name that the program knows.
#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    name: String,
    /// What it names.
    what: &'static str,
    label: String,
}

/// The controls of a program.
#[derive(Template)]
#[template(path = "write-controls.html", config = "src/web/askama.toml")]
struct Controls {
    view_label: &'static str,
    fields: Vec<FieldControl>,
    more: Vec<FieldControl>,
    /// Whether something is said there.
    more_is_said: bool,
    flags: Vec<FlagChip>,
    inputs: Vec<FieldControl>,
}

/// Reads and tries a program. `query` is what is set in it at the moment.
pub(super) fn checked(session: &Session, query: &str, text: &str, watch: &Watch) -> Response {
    let (mut session, mechanic) = read(session, text);
    let limits = Limits { trial: Some(TRIAL), watch: watch.clone(), ..Limits::default() };
    let checked = session.check_file(STANDARD_INPUT, &limits).unwrap_or_default();
    let mechanic = mechanic.ok();
    let findings = checked.findings.iter().map(|finding| found(finding, session.sources())).collect();
    let seen = Seen {
        findings,
        untried: checked.untried.into_iter().flat_map(|untried| untried.outcomes).collect(),
        names: mechanic.as_ref().map(|mechanic| names(&mechanic.model)).unwrap_or_default(),
        controls: mechanic.as_ref().and_then(|mechanic| controls(mechanic, query)),
    };
    let head = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-cache")];
    (head, serde_json::to_string(&seen).unwrap_or_default()).into_response()
}

fn controls(mechanic: &Mechanic, query: &str) -> Option<String> {
    let (view, said): (&View, Question) = asked(query, mechanic);
    // What a program says is the same whatever is set.
    let is_asked = view.command != "show";
    let controls = Controls {
        view_label: view.label,
        fields: controls::fields(mechanic, view.fields, &[], &said),
        more: controls::fields(mechanic, view.more, view.fields, &said),
        more_is_said: view.more_is_said(&said),
        flags: if is_asked { controls::flags(mechanic, &said) } else { Vec::new() },
        inputs: if is_asked { controls::inputs(mechanic, &said) } else { Vec::new() },
    };
    controls.render().ok()
}

fn found(finding: &Diagnostic, sources: &SourceMap) -> Found {
    let span = finding.primary.span;
    let file = sources.file(span.file);
    let is_own = file.is_some_and(|file| file.name == "standard input");
    let text = file.filter(|_| is_own).map_or("", |file| file.text.as_str());
    // What is wrong with a file that the program uses has no place in it.
    let message = match file {
        Some(file) if !is_own => format!("{}: {}", file.name, finding.message),
        _ => finding.message.clone(),
    };
    let units = |bytes: u32| text.get(..bytes as usize).map_or(0, |before| before.encode_utf16().count());
    let place = sources.locate(span);
    let (line, column) = if is_own { (place.line, place.column) } else { (1, 1) };
    let help = finding.help.as_ref().map(ToString::to_string);
    let instead = help.as_deref().and_then(|help| instead(help, text.get(span.range()).unwrap_or_default()));
    Found {
        severity: if finding.is_error() { "error" } else { "warning" },
        line,
        column,
        start: units(span.start),
        end: units(span.end),
        message,
        notes: finding.notes.clone(),
        help,
        instead,
    }
}

/// The name that may be meant, where a name alone stands in the wrong place.
fn instead(help: &str, written: &str) -> Option<String> {
    let (_, rest) = help.split_once("did you mean `")?;
    let (name, _) = rest.split_once('`')?;
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || ['_', '-', '/', '.'].contains(&c))
    };
    (is_name(written) && is_name(name) && name != written).then(|| name.to_owned())
}

/// Everything that a checked program calls by a name, its own and what it takes over.
fn names(model: &Model) -> Vec<Name> {
    let named = |what: &'static str| {
        move |own: &Declaration| Name { name: own.name.clone(), what, label: own.label.clone() }
    };
    let mut names: BTreeSet<Name> = BTreeSet::new();
    names.extend(model.inputs.iter().map(|input| named("input")(&input.declaration)));
    names.extend(model.rules.iter().map(|rule| named("rule")(&rule.declaration)));
    names.extend(model.fields.iter().map(named("outcome")));
    names.extend(model.states.iter().map(|state| named("state")(&state.declaration)));
    let values = model.enumerations.iter().flat_map(|list| &list.variants);
    names.extend(values.map(|value| Name {
        name: value.name.clone(),
        what: "value",
        label: value.label.clone(),
    }));
    names.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<Found> {
        let mut session = Session::embedded().unwrap();
        session.add_input(text);
        let checked = session.check_file(STANDARD_INPUT, &Limits::default()).unwrap();
        checked.findings.iter().map(|finding| found(finding, session.sources())).collect()
    }

    #[test]
    fn places_are_counted_as_a_browser_does() {
        // Two units for the dice, one for the letter with two bytes.
        let text = "mechanic a/b \"🎲 é\"\noutcome total: integer\ntotal = dei(6)\n";
        let found = &seen(text)[0];
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(String::from_utf16(&units[found.start..found.end]).unwrap(), "dei");
        assert_eq!((found.line, found.column), (3, 9));
        assert_eq!(found.instead.as_deref(), Some("die"));
    }

    #[test]
    fn only_a_name_is_replaced_by_a_name() {
        assert_eq!(instead("did you mean `luck`?", "lukc").as_deref(), Some("luck"));
        assert_eq!(instead("did you mean `luck`?", "lukc + 1"), None);
        assert_eq!(instead("there is `luck`", "lukc"), None);
    }
}
