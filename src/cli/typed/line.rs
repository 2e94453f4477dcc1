//! A line of arguments that cannot be read, and what is known of its words.

use crate::diagnostic::or_nearest;
use crate::render::Format;

use clap::ValueEnum as _;

use super::part::{Part, part};
use super::words::Words;

/// Options that people try, and what they are here.
const OTHER_OPTIONS: [(&str, &str); 29] = [
    ("--input", "--set NAME=VALUE"),
    ("--item", "--with NAME"),
    ("--items", "--with NAME"),
    ("--flag", "--with NAME"),
    ("--edition", "--rules NAME"),
    ("--ruleset", "--rules NAME"),
    ("--rule-set", "--rules NAME"),
    ("--out", "--output FILE"),
    ("--file", "--output FILE"),
    ("--save", "--output FILE"),
    ("--precision", "--digits N"),
    ("--places", "--digits N"),
    ("--percent", "--show percent"),
    ("--fraction", "--show fraction"),
    ("--fractions", "--show fraction"),
    ("--exact", "--show fraction"),
    ("--one-in", "--show one-in"),
    ("--title", "--caption TEXT"),
    ("--range", "--sweep NAME=0..10"),
    ("--over", "--sweep NAME=VALUES"),
    ("--output-dir", "--output DIR"),
    ("--run", "--sweep NAME=0..10"),
    ("--step", "--sweep NAME=0..10:STEP"),
    ("--if", "--given EVENT"),
    ("--condition", "--given EVENT"),
    ("--field", "--outcome NAME"),
    ("--no-color", "--color never"),
    ("--no-colour", "--color never"),
    ("--silent", "--quiet"),
];

/// A line, and what could stand on it.
pub(super) struct Line {
    pub(super) words: Words,
    pub(super) definition: clap::Command,
}

impl Line {
    pub(super) fn new(args: &[String], mut definition: clap::Command) -> Line {
        definition.build();
        Line { words: Words(args.get(1..).unwrap_or_default().to_vec()), definition }
    }

    /// The command, where there is one.
    pub(super) fn command(&self) -> Option<&clap::Command> {
        self.words.0.iter().find_map(|word| self.definition.find_subcommand(word))
    }

    pub(super) fn command_name(&self) -> &str {
        self.command().map_or("trueodds", clap::Command::get_name)
    }

    /// Whether the command has an option.
    pub(super) fn takes(&self, option: &str) -> bool {
        let name = option.trim_start_matches('-');
        self.command().is_some_and(|command| command.get_arguments().any(|own| own.get_long() == Some(name)))
    }

    /// What is said of an option that the command does not have.
    pub(super) fn unknown_option(&self, option: &str) -> Option<String> {
        let command = self.command_name();
        let problem = format!("`{command}` has no option `{option}`");
        let word = option.trim_start_matches('-');
        let said = |advice: String| Some(format!("{problem}; {advice}"));
        if let Some(mechanic) = self.words.mechanic()
            && let Some(part) = part(&mechanic, word).filter(|part| self.takes(part.option()))
        {
            let value = self.words.value_of(option).filter(|value| is_value(value));
            return said(format!("{}: write `{}`", part.is_what(&mechanic), part.typed(value)));
        }
        if Format::value_variants().iter().any(|format| format.name() == word) {
            return said(format!("write `--format {word}`"));
        }
        if command == "diff" && option == "--rules" {
            return said(
                "the two rule sets follow the mechanic, as in `trueodds diff isaac/floor rebirth repentance`"
                    .to_owned(),
            );
        }
        let other = OTHER_OPTIONS
            .iter()
            .find(|(own, meant)| *own == option && self.takes(meant.split(' ').next().unwrap_or_default()));
        if let Some((_, meant)) = other {
            return said(format!("write `{meant}`"));
        }
        let having = self.definition.get_subcommands().filter(|other| {
            other.get_arguments().any(|own| own.get_long() == Some(word) && !own.is_global_set())
        });
        let having: Vec<String> = having.map(|other| format!("`{}`", other.get_name())).collect();
        if !having.is_empty() && self.command().is_some() {
            return said(format!("it is one of {}", having.join(", ")));
        }
        let own = self.command().unwrap_or(&self.definition);
        let longs: Vec<String> =
            own.get_arguments().filter_map(|own| Some(format!("--{}", own.get_long()?))).collect();
        let help =
            if self.command().is_some() { format!("trueodds {command}") } else { "trueodds".to_owned() };
        let near = crate::diagnostic::nearest(option, longs.iter().map(String::as_str));
        said(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("`{help} --help` lists those that it has"),
        })
    }

    /// What is said of a word that has no place in the command.
    pub(super) fn left_over(&self, word: &str) -> Option<String> {
        let command = self.command_name();
        if command == "chain" && word.contains(['=', '<', '>']) {
            return Some(self.unknown_question(word));
        }
        let problem = format!("`{word}` has no place here");
        let said = |advice: String| Some(format!("{problem}; {advice}"));
        let before = self.words.before(word).unwrap_or_default();
        if let Some(joined) =
            self.words.session().and_then(|session| session.called(&format!("{before}/{word}")))
        {
            return said(format!("a mechanic is named in one word: `trueodds {command} {joined}`"));
        }
        if let Some(mechanic) = self.words.mechanic() {
            let option = self.words.before(before).unwrap_or_default();
            let both = format!("{before} {word}");
            if option.starts_with("--") && part(&mechanic, &both).is_some() {
                return said(format!("quote a name with a space: `{option} \"{both}\"`"));
            }
            if let Some((name, value)) = word.split_once('=')
                && let Some(part) = part(&mechanic, name.trim()).filter(|part| self.takes(part.option()))
            {
                return said(format!(
                    "{}: write `{}`",
                    part.is_what(&mechanic),
                    part.typed(Some(value.trim()))
                ));
            }
            if let Some(part) = part(&mechanic, word).filter(|part| self.takes(part.option())) {
                let is_more = option == part.option() && matches!(part, Part::Flag(_) | Part::RuleSet(_));
                let list = if is_more { format!("{option} {before},{word}") } else { part.typed(None) };
                return said(format!("{}: write `{list}`", part.is_what(&mechanic)));
            }
            if word.contains(['(', '=', '<', '>']) {
                let path = &mechanic.model.path;
                return said(format!("a question is asked as `trueodds query {path} '{word}'`"));
            }
        }
        if self.words.session().is_some_and(|session| session.called(word).is_some()) {
            return said(format!("`{command}` is about one mechanic at a time"));
        }
        said(format!("`trueodds {command} --help` says what has"))
    }

    /// Names of mechanics, for who named none.
    pub(super) fn mechanics(&self) -> String {
        let names = self.words.session().map(|session| session.names()).unwrap_or_default();
        or_nearest("", names.iter().map(String::as_str)).unwrap_or_else(|| "see `trueodds list`".to_owned())
    }
}

/// Whether an argument is a value: no option, though a number may have a sign.
fn is_value(text: &str) -> bool {
    !text.starts_with('-') || text[1..].starts_with(|c: char| c.is_ascii_digit())
}
