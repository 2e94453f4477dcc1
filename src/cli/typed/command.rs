//! A command that is misspelt or missing, and what one lacks.

use std::path::Path;

use super::line::Line;
use crate::check::Kind;
use crate::check::model::Declaration;
use crate::diagnostic::nearest;
use crate::page::read_figure;
use crate::scenario::{Mechanic, all_values};
use crate::session::Session;

/// Words that people try, and the command that is meant.
const OTHER_WORDS: [(&str, &str); 33] = [
    ("ls", "list"),
    ("games", "list"),
    ("mechanics", "list"),
    ("info", "show"),
    ("describe", "show"),
    ("inputs", "show"),
    ("odds", "table"),
    ("chances", "table"),
    ("dist", "table"),
    ("distribution", "table"),
    ("ask", "query"),
    ("calc", "query"),
    ("prob", "query"),
    ("probability", "query"),
    ("p", "query"),
    ("graph", "plot"),
    ("chart", "plot"),
    ("draw", "plot"),
    ("picture", "plot"),
    ("pity", "chain"),
    ("page", "verify"),
    ("find", "what"),
    ("search", "what"),
    ("compare", "diff"),
    ("why", "explain"),
    ("closed-form", "formula"),
    ("lint", "check"),
    ("validate", "check"),
    ("format", "fmt"),
    ("init", "new"),
    ("create", "new"),
    ("version", "--version"),
    ("completion", "completions"),
];

impl Line {
    /// What is said of a word in the place of the command, or of the question of a chain.
    pub(super) fn unknown_command(&self, word: &str) -> String {
        if self.command_name() == "chain" {
            return self.unknown_question(word);
        }
        let problem = format!("no command `{word}`");
        if let Some(mechanic) = self.words.session().and_then(|session| session.called(word)) {
            return format!(
                "`{word}` is a mechanic; say what to do with it, as in `trueodds show {mechanic}` or `trueodds table {mechanic}`"
            );
        }
        if Session::is_path(word) && Path::new(word).is_file() {
            return format!(
                "{problem}; to ask a mechanic write `trueodds table {word}`, to check it `trueodds check {word}`"
            );
        }
        if Path::new(word).is_file() {
            return format!(
                "{problem}; to judge the page in that file write `trueodds verify --page {word}`"
            );
        }
        let names: Vec<&str> = self.definition.get_subcommands().map(clap::Command::get_name).collect();
        let by_word =
            OTHER_WORDS.iter().find(|(own, _)| word.eq_ignore_ascii_case(own)).map(|(_, meant)| *meant);
        if let Some(meant) = by_word.or_else(|| nearest(word, names.iter().copied())) {
            return format!("{problem}; did you mean `trueodds {meant}`?");
        }
        if read_figure(word).is_ok() {
            return format!("{problem}; to see what gives a number write `trueodds what {word}`");
        }
        let games = self.words.session().map(|session| session.games()).unwrap_or_default();
        if games.iter().any(|game| game == word) {
            return format!("`{word}` is a game; `trueodds list` has its mechanics");
        }
        format!("{problem}; there is {}, and `trueodds help` says what each does", names.join(", "))
    }

    /// What is said of a word in the place of the question of a chain.
    pub(super) fn unknown_question(&self, word: &str) -> String {
        let Some(chain) = self.command() else { return format!("no command `{word}`") };
        let names: Vec<&str> = chain.get_subcommands().map(clap::Command::get_name).collect();
        let problem = format!("`chain` has no question `{word}`");
        if word.contains(['=', '<', '>']) {
            return format!(
                "{problem}; say what of it is asked: `hit '{word}'` (how many uses until then) or \
                 `count '{word}' --over 10` (how many of 10)"
            );
        }
        match nearest(word, names.iter().copied()) {
            Some(near) => format!("{problem}; did you mean `{near}`?"),
            None => format!("{problem}; there is {}", names.join(", ")),
        }
    }

    /// What is said where a chain is asked nothing.
    pub(super) fn missing_question(&self) -> Option<String> {
        let chain = self.command().filter(|command| command.get_name() == "chain")?;
        let names: Vec<&str> = chain.get_subcommands().map(clap::Command::get_name).collect();
        let mechanic = self.words.mechanic().map_or_else(|| "sts/card-roll".to_owned(), |own| own.model.path);
        Some(format!(
            "`chain` asks one question after the mechanic: {}; for example `trueodds chain {mechanic} step`",
            names.join(", ")
        ))
    }

    /// What is said where arguments are missing; `None` where their names say it all.
    pub(super) fn missing(&self, missing: &[String]) -> Option<String> {
        let lacks = |name: &str| missing.iter().any(|own| own.starts_with(name));
        let command = self.command_name();
        let typed = self.words.0.iter().find(|arg| !arg.starts_with('-') && *arg != command);
        if lacks("<MECHANIC>") {
            let example = self.example("isaac/room-clear-award");
            let mechanics = self.mechanics();
            return Some(format!(
                "`{command}` needs a mechanic, as in `trueodds {command} {example}`; {mechanics}"
            ));
        }
        if lacks("<QUERIES>") || lacks("<COMPARISONS>") {
            let typed = typed.map_or("", String::as_str);
            // The question stands where the mechanic should.
            if typed.contains(['(', '=', '<', '>']) {
                return Some(format!(
                    "`{command}` needs a mechanic before the question, as in `trueodds {command} isaac/room-clear-award '{typed}'`; {}",
                    self.mechanics()
                ));
            }
            let path = self.words.mechanic().map_or_else(|| typed.to_owned(), |own| own.model.path);
            return Some(format!(
                "`{command}` needs a question in quotes, as in `trueodds {command} {}`",
                self.example(&path)
            ));
        }
        if lacks("--in <SYMBOL>") {
            let path = self
                .words
                .mechanic()
                .map_or_else(|| "isaac/room-clear-award".to_owned(), |own| own.model.path);
            return Some(format!(
                "`{command}` needs the number on its axis, an input or a rule: `trueodds {command} {}`",
                self.example(&path)
            ));
        }
        if lacks("<VALUE>") {
            return Some("`what` needs a number as a page has it, as in `trueodds what 15.52%`".to_owned());
        }
        if lacks("<FILE>") {
            return Some(format!(
                "`{command}` needs files or folders; `trueodds {command} -` reads standard input"
            ));
        }
        if lacks("<EVENT>") || lacks("<WHAT>") {
            let mechanic = self.words.mechanic()?;
            let event = event(&mechanic)?;
            return Some(format!("say what is counted or awaited after the question, in quotes: '{event}'"));
        }
        None
    }

    /// A mechanic, and what the command asks of it.
    fn example(&self, path: &str) -> String {
        let mechanic = self.words.session().and_then(|session| session.mechanic(path).ok());
        let event = mechanic.as_ref().and_then(event).unwrap_or_else(|| "award = chest".to_owned());
        let number = mechanic.as_ref().and_then(number).unwrap_or("luck");
        match self.command_name() {
            "query" | "explain" => format!("{path} 'P({event})'"),
            "formula" => format!("{path} 'P({event})' --in {number}"),
            "solve" => format!("{path} 'P({event}) >= 1/4' --in {number}"),
            "chain" => format!("{path} hit '{event}'"),
            "diff" => format!("{path} rebirth repentance"),
            _ => path.to_owned(),
        }
    }
}

/// An event of a mechanic: its first outcome has a value.
fn event(mechanic: &Mechanic) -> Option<String> {
    let model = &mechanic.model;
    let field = model.fields.first()?;
    let values = all_values(model, field.kind)?;
    Some(format!("{} = {}", field.name, model.value_text(field.kind, values.last()?)))
}

/// A number that a mechanic is given: an input, else a rule.
fn number(mechanic: &Mechanic) -> Option<&str> {
    let is_number = |own: &&Declaration| matches!(own.kind, Kind::Number | Kind::Integer);
    let inputs = mechanic.model.inputs.iter().map(|input| &input.declaration);
    let rules = mechanic.model.rules.iter().map(|rule| &rule.declaration);
    let own = inputs.filter(is_number).chain(rules.filter(is_number)).next()?;
    Some(&own.name)
}
