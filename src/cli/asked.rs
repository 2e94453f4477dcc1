//! Questions that come by their names, as a page asks them: they are put to the same commands, with all that these
//! read and write in memory.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use clap::FromArgMatches as _;

use super::context::{Context, Status};
use super::dispatch::{Cli, formats_of};
use super::error::{CliError, option};
use super::streams::Held;
use crate::diagnostic::{Setting, nearest, or_nearest, printable};
use crate::document::RefusalData;
use crate::evaluate::Watch;
use crate::session::{STANDARD_INPUT, Session};
use crate::web::{Answer, Answers, Parameter, Question, Refusal};

/// The commands that may be asked; the others read or write files, or are about the command line itself.
const ASKED: [&str; 16] = [
    "list", "show", "table", "query", "plot", "chain", "verify", "what", "diff", "changes", "formula",
    "solve", "explain", "tree", "check", "fmt",
];

/// Options that reach beyond a question, as they are known inside: files, and how far work may go.
const WITHHELD: [&str; 12] = [
    "output", "data", "from_data", "write", "fix", "annotate", "limit", "color", "width", "quiet", "help",
    "version",
];

/// What is meant by the value of an argument that may name files on the command line. Here all of these are names of the
/// data, or `-`: whatever else is given is refused before anything looks for it, so that nothing is told of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Naming {
    /// A mechanic, by whatever people call it.
    Mechanic,
    /// A game or a mechanic by their full names.
    Full,
    /// What is sent along.
    Text,
}

impl Naming {
    /// The arguments that may name files.
    fn of(command: &str, arg: &str) -> Option<Naming> {
        match (command, arg) {
            (_, "mechanic") | ("changes", "names") => Some(Naming::Mechanic),
            (_, "claims" | "names") => Some(Naming::Full),
            (_, "files" | "page") => Some(Naming::Text),
            _ => None,
        }
    }
}

/// The commands as something that answers.
pub(super) struct Commands {
    session: Arc<Session>,
    /// The option that opens the same data on the command line.
    opens: Option<String>,
    definition: fn() -> clap::Command,
    /// Made once: it takes longer than many an answer.
    built: clap::Command,
}

impl Commands {
    /// The commands about some data; `data` is the folder that was given of it.
    pub(super) fn new(
        session: Arc<Session>,
        data: Option<&Path>,
        definition: fn() -> clap::Command,
    ) -> Commands {
        let mut built = definition();
        built.build();
        let whole = data.map(|data| std::path::absolute(data).unwrap_or_else(|_| data.to_path_buf()));
        let opens = whole.map(|data| format!("--data={}", data.display()));
        Commands { session, opens, definition, built }
    }

    /// The definition of a command, and of what it asks where it has several questions.
    fn definitions(&self, question: &Question) -> Vec<&clap::Command> {
        let command = Some(&self.built).filter(|_| ASKED.contains(&question.command.as_str()));
        let command = command.and_then(|all| all.find_subcommand(&question.command));
        let inner = question.first(QUESTION).zip(command);
        let inner = inner.and_then(|(name, command)| command.find_subcommand(name));
        command.into_iter().chain(inner).collect()
    }

    /// The question as it would be typed, word by word.
    fn words(&self, question: &Question) -> Result<Vec<String>, Vec<String>> {
        let definitions = self.definitions(question);
        let Some(outer) = definitions.first() else {
            return Err(vec![format!("there is no `{}` to ask here", question.command)]);
        };
        let mut problems: Vec<String> = self.not_asked(question, outer).into_iter().collect();
        let mut words = vec!["trueodds".to_owned(), question.command.clone()];
        let (mut options, mut named, mut inner) = (Vec::new(), Vec::new(), Vec::new());
        for (name, value) in &question.given {
            if name == QUESTION && outer.has_subcommands() {
                continue;
            }
            let arg = definitions.iter().enumerate().rev().find_map(|(depth, command)| {
                let own = |arg: &&clap::Arg| arg.get_long() == Some(name) || arg.get_id().as_str() == name;
                command
                    .get_arguments()
                    .filter(|arg| !WITHHELD.contains(&arg.get_id().as_str()))
                    .find(own)
                    .map(|arg| (depth, arg))
            });
            let Some((depth, arg)) = arg else {
                problems.push(format!("`{}` has no `{name}`", question.command));
                continue;
            };
            let naming = Naming::of(&question.command, arg.get_id().as_str());
            problems.extend(naming.and_then(|naming| self.beyond(naming, value)));
            match (arg.is_positional(), arg.get_long()) {
                (true, _) if depth == 0 => named.push((arg.get_index(), value.clone())),
                (true, _) => inner.push((arg.get_index(), value.clone())),
                (false, Some(long)) if is_flag(arg) => match value.as_str() {
                    "" | "true" => options.push(format!("--{long}")),
                    "false" => {}
                    other => problems.push(format!("`{name}` is there or not; `{other}` is no value of it")),
                },
                // An option that may stand without a value.
                (false, Some(long)) if value.is_empty() && least(arg) == 0 => {
                    options.push(format!("--{long}"))
                }
                (false, long) => options.push(format!("--{}={value}", long.unwrap_or_default())),
            }
        }
        if !problems.is_empty() {
            return Err(problems);
        }
        let sorted = |mut named: Vec<(Option<usize>, String)>| {
            named.sort_by_key(|(index, _)| *index);
            named.into_iter().map(|(_, value)| value)
        };
        if outer.has_subcommands() {
            // What is asked of a chain stands behind the mechanic.
            words.extend(sorted(named));
            words.extend(question.first(QUESTION).map(str::to_owned));
            words.extend(options);
            if !inner.is_empty() {
                words.push("--".to_owned());
                words.extend(sorted(inner));
            }
        } else {
            words.extend(options);
            if !named.is_empty() {
                words.push("--".to_owned());
                words.extend(sorted(named));
            }
        }
        Ok(words)
    }

    /// Why the question of a command that has several is none of them: it is put between the words as it is.
    fn not_asked(&self, question: &Question, outer: &clap::Command) -> Option<String> {
        let name = question.first(QUESTION).filter(|_| outer.has_subcommands())?;
        let known: Vec<&str> = outer.get_subcommands().map(clap::Command::get_name).collect();
        let help = or_nearest(name, known.iter().copied()).unwrap_or_default();
        (!known.contains(&name)).then(|| format!("`{}` has no {QUESTION} `{name}`; {help}", question.command))
    }

    /// Why a name is not asked about: it is none of the data.
    fn beyond(&self, naming: Naming, name: &str) -> Option<String> {
        let (games, mechanics) = (self.session.games(), self.session.names());
        let is_full = || games.iter().chain(&mechanics).any(|own| own == name);
        let is_known = match naming {
            Naming::Mechanic => name == STANDARD_INPUT || is_full() || self.session.knows(name),
            Naming::Full => name == STANDARD_INPUT || is_full(),
            Naming::Text => name == STANDARD_INPUT,
        };
        if is_known {
            return None;
        }
        let known = || mechanics.iter().chain(&games).map(String::as_str);
        let is_near = naming != Naming::Text && !Session::is_path(name) && nearest(name, known()).is_some();
        if !is_near && (naming == Naming::Text || name.contains(['/', '\\', '.'])) {
            return Some(format!(
                "`{name}` would be a file, and none is read from here; send its text along as `-`"
            ));
        }
        let help = or_nearest(name, known()).map(|help| format!("; {help}")).unwrap_or_default();
        Some(format!("no mechanic and no game `{name}`{help}"))
    }

    fn run(&self, question: &Question, watch: &Watch) -> Result<Answer, CliError> {
        let words = self.words(question).map_err(CliError::from)?;
        let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        let mut definition = self.built.clone();
        let parsed = definition.try_get_matches_from_mut(words);
        let cli = parsed.and_then(|matches| Cli::from_arg_matches(&matches));
        let cli = cli.map_err(|error| CliError::from(unread(&error)))?;
        let held = Held::new((*self.session).clone(), question.text.clone(), watch.clone());
        let held = Arc::new(held.with_reasons(question.reason));
        // On a page options are controls by their names; an answer for elsewhere is that of the command line.
        let setting = if question.reason.is_some() { named } else { option };
        let context = Context::held(cli.common, self.definition, held.clone(), setting)?;
        let format = context.format;
        let status = cli.command.run(&context)?;
        let (body, said) = held.taken();
        if body.is_empty() && status == Status::Findings {
            // A text that has no answer: what was said of it is why.
            return Err(said.trim_end().to_owned().into());
        }
        Ok(Answer { format, body, said, findings: status == Status::Findings })
    }
}

/// The name under which a chain is told what is asked of it.
const QUESTION: &str = "question";

impl Answers for Commands {
    fn answer(&self, question: &Question, watch: &Watch) -> Result<Answer, Refusal> {
        self.run(question, watch).map_err(|error| {
            let text = undashed(&error.text_for(&named, false, None));
            let mut data: Box<RefusalData> = Box::new(error.data(&named));
            data.problems.iter_mut().for_each(|problem| *problem = undashed(problem));
            Refusal { data, text }
        })
    }

    fn command_line(&self, question: &Question) -> String {
        let words = self.words(question);
        let mut words = words.unwrap_or_else(|_| vec!["trueodds".to_owned(), question.command.clone()]);
        words.splice(2..2, self.opens.clone());
        typed(&words)
    }

    fn parameters(&self, command: &str) -> Option<Vec<Parameter>> {
        let definition = self.built.find_subcommand(command).filter(|_| ASKED.contains(&command))?;
        let shown = definition.get_arguments().filter(|arg| !WITHHELD.contains(&arg.get_id().as_str()));
        Some(shown.map(|arg| parameter(command, arg)).collect())
    }
}

/// What is known of an argument.
fn parameter(command: &str, arg: &clap::Arg) -> Parameter {
    let mut values = arg.get_possible_values();
    if arg.get_id() == "format" {
        let formats = formats_of(command);
        values.retain(|value| formats.iter().any(|format| format.name() == value.get_name()));
    }
    Parameter {
        name: arg.get_long().unwrap_or(arg.get_id().as_str()).to_owned(),
        help: arg.get_help().map(ToString::to_string).unwrap_or_default(),
        values: values.iter().map(|value| value.get_name().to_owned()).collect(),
        is_flag: is_flag(arg),
    }
}

/// How many values an option has at least.
fn least(arg: &clap::Arg) -> usize {
    arg.get_num_args().map_or(1, |range| range.min_values())
}

fn is_flag(arg: &clap::Arg) -> bool {
    !arg.get_action().takes_values()
}

/// A setting as it is given here.
fn named(setting: Setting) -> String {
    match setting {
        // Here the limits are those of the server.
        Setting::Limit => "trueodds … --limit".to_owned(),
        setting => setting.name().to_owned(),
    }
}

/// Why the words cannot be read, without what is only about a terminal.
fn unread(error: &clap::Error) -> String {
    let text = printable(&error.to_string()).into_owned();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let lines = text.lines().take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let lines: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join(" ")
}

/// The same without the dashes of options: names have none here.
fn undashed(text: &str) -> String {
    text.replace("`--", "`").replace("'--", "'")
}

/// Words as people type them: what is asked about stands before the options.
fn typed(words: &[String]) -> String {
    let (before, named) = match words.iter().position(|word| word == "--") {
        Some(place) => (&words[..place], &words[place + 1..]),
        None => (words, &[][..]),
    };
    let (options, commands): (Vec<&String>, Vec<&String>) =
        before.iter().partition(|word| word.starts_with("--"));
    let is_plain = !named.iter().any(|word| word.starts_with('-') && word != STANDARD_INPUT);
    let option = |word: &&String| match word.split_once('=') {
        // A value with a dash before it would be taken for an option.
        Some((_, value)) if value.starts_with('-') => quoted(word),
        Some((option, value)) => format!("{option} {}", quoted(value)),
        None => (*word).clone(),
    };
    let commands = commands.iter().map(|word| quoted(word));
    let (options, named) = (options.iter().map(option), named.iter().map(|word| quoted(word)));
    let all: Vec<String> = match is_plain {
        true => commands.chain(named).chain(options).collect(),
        false => commands.chain(options).chain(["--".to_owned()]).chain(named).collect(),
    };
    all.join(" ")
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:=+%@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
