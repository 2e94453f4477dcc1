//! What a shell offers to complete: mechanics, and what the one that stands on the line has.

use std::ffi::OsStr;
use std::path::Path;

use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _};

use crate::check::Kind;
use crate::check::model::Declaration;
use crate::diagnostic::Code;
use crate::evaluate::Limits;
use crate::scenario::{Mechanic, all_values};
use crate::session::Session;

use super::typed::Words;

/// What an argument stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Completes {
    /// A mechanic, or the path of one.
    Mechanic,
    /// Games, mechanics and libraries.
    Names,
    Games,
    RuleSets,
    /// `luck=…`
    Inputs,
    Flags,
    /// `offset=…`
    States,
    /// `battery=…`
    Rules,
    /// `luck=…`, or a name that runs through all its values.
    Sweeps,
    /// `count`, `award=chest`
    Outcomes,
    /// A number on an axis.
    Numbers,
    /// `states=…`
    Limits,
    Codes,
}

impl Completes {
    /// What a shell asks for candidates.
    pub(super) fn completer(self) -> ArgValueCompleter {
        ArgValueCompleter::new(move |typed: &OsStr| {
            let typed = typed.to_string_lossy();
            let own = self.candidates(&line());
            let own =
                own.into_iter().filter(|found| found.get_value().to_string_lossy().starts_with(&*typed));
            let mut all: Vec<CompletionCandidate> = own.collect();
            if self == Completes::Mechanic {
                let is_mechanic =
                    |path: &Path| path.is_dir() || path.extension().is_some_and(|ending| ending == "odds");
                all.extend(PathCompleter::any().filter(is_mechanic).complete(OsStr::new(&*typed)));
            }
            all
        })
    }
}

impl Completes {
    fn candidates(self, line: &Words) -> Vec<CompletionCandidate> {
        match self {
            Completes::Limits => Limits::NAMES.iter().map(|name| new(format!("{name}="))).collect(),
            Completes::Codes => Code::ALL.iter().map(|code| new(code.name())).collect(),
            Completes::Mechanic | Completes::Names | Completes::Games => {
                line.session().map(|session| self.names(&session)).unwrap_or_default()
            }
            _ => line.mechanic().map(|mechanic| self.parts(&mechanic)).unwrap_or_default(),
        }
    }

    fn names(self, session: &Session) -> Vec<CompletionCandidate> {
        let games = if self == Completes::Mechanic { Vec::new() } else { session.games() };
        let others = if self == Completes::Games { Vec::new() } else { session.names() };
        games.into_iter().chain(others).map(new).collect()
    }

    /// What a mechanic has of it.
    fn parts(self, mechanic: &Mechanic) -> Vec<CompletionCandidate> {
        let model = &mechanic.model;
        let inputs = || model.inputs.iter().map(|input| &input.declaration);
        let states = || model.states.iter().map(|state| &state.declaration);
        let rules = || model.rules.iter().map(|rule| &rule.declaration);
        let is_flag = |own: &&Declaration| own.kind == Kind::Flag;
        let is_number = |own: &&Declaration| matches!(own.kind, Kind::Number | Kind::Integer);
        match self {
            Completes::RuleSets => {
                let sets = mechanic.rule_sets.iter();
                let sets = sets.map(|set| new(&set.name).help(Some(set.title.clone().into())));
                sets.chain([new("all").help(Some("Every one that can answer".into()))]).collect()
            }
            Completes::Inputs => inputs().flat_map(|own| assigned(mechanic, own)).collect(),
            Completes::Flags => inputs().filter(is_flag).map(named).collect(),
            Completes::States => states().flat_map(|own| assigned(mechanic, own)).collect(),
            Completes::Rules => rules().flat_map(|own| assigned(mechanic, own)).collect(),
            Completes::Sweeps => {
                let own = |own: &Declaration| match own.kind {
                    Kind::Flag | Kind::Enum(_) => named(own),
                    _ => new(format!("{}=", own.name)).help(Some(own.label.clone().into())),
                };
                inputs().chain(states()).map(own).collect()
            }
            Completes::Outcomes => {
                let fields = model
                    .fields
                    .iter()
                    .flat_map(|own| std::iter::once(named(own)).chain(values(mechanic, own).map(new)));
                fields.chain([new("all").help(Some("Every outcome".into()))]).collect()
            }
            Completes::Numbers => inputs().chain(rules()).filter(is_number).map(named).collect(),
            Completes::Mechanic
            | Completes::Names
            | Completes::Games
            | Completes::Limits
            | Completes::Codes => Vec::new(),
        }
    }
}

fn new(value: impl AsRef<str>) -> CompletionCandidate {
    CompletionCandidate::new(value.as_ref())
}

/// A name with its label.
fn named(own: &Declaration) -> CompletionCandidate {
    new(&own.name).help(Some(own.label.clone().into()))
}

/// `luck=`, and `difficulty=hard` for each value where there are few.
fn assigned(mechanic: &Mechanic, own: &Declaration) -> Vec<CompletionCandidate> {
    let known: Vec<CompletionCandidate> = values(mechanic, own).map(new).collect();
    if known.is_empty() {
        vec![new(format!("{}=", own.name)).help(Some(own.label.clone().into()))]
    } else {
        known
    }
}

/// `difficulty=hard` for each value; none for numbers.
fn values(mechanic: &Mechanic, own: &Declaration) -> impl Iterator<Item = String> {
    let model = &mechanic.model;
    let is_listed = matches!(own.kind, Kind::Flag | Kind::Enum(_));
    let values = all_values(model, own.kind).filter(|_| is_listed).unwrap_or_default();
    let texts: Vec<String> =
        values.iter().map(|value| format!("{}={}", own.name, model.value_text(own.kind, value))).collect();
    texts.into_iter()
}

/// The line that a shell handed over: behind `--` the words, the first of which is the program.
fn line() -> Words {
    let words = std::env::args_os().skip_while(|word| word != "--").skip(2);
    Words(words.map(|word| word.to_string_lossy().into_owned()).collect())
}
