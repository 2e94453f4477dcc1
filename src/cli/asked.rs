//! Questions that come by their names, as a page asks them: they are put to the same commands, with all that these
//! read and write in memory.

use std::ffi::OsString;
use std::sync::Arc;

use clap::FromArgMatches as _;

use super::context::{Context, Status};
use super::dispatch::Cli;
use super::error::CliError;
use super::streams::Held;
use crate::diagnostic::{Setting, printable};
use crate::document::RefusalData;
use crate::evaluate::Watch;
use crate::session::{STANDARD_INPUT, Session};
use crate::web::{Answer, Answers, Parameter, Question, Refusal};

/// The commands that may be asked; the others read or write files, or are about the command line itself.
const ASKED: [&str; 16] = [
    "list", "show", "table", "query", "plot", "chain", "verify", "what", "diff", "changes", "formula",
    "solve", "explain", "tree", "check", "fmt",
];

/// Options that reach beyond a question: files, and how far work may go.
const WITHHELD: [&str; 12] = [
    "output",
    "data",
    "from-data",
    "write",
    "fix",
    "annotate",
    "limit",
    "color",
    "width",
    "quiet",
    "help",
    "version",
];

/// Arguments that may name files.
const NAMING: [&str; 6] = ["mechanic", "claims", "names", "files", "page", "explain"];

/// The commands as something that answers.
pub(super) struct Commands {
    session: Arc<Session>,
    definition: fn() -> clap::Command,
    /// Made once: it takes longer than many an answer.
    built: clap::Command,
}

impl Commands {
    /// The commands about some data.
    pub(super) fn new(session: Arc<Session>, definition: fn() -> clap::Command) -> Commands {
        let mut built = definition();
        built.build();
        Commands { session, definition, built }
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
        let mut problems = Vec::new();
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
            let Some((depth, arg)) = arg.filter(|_| !WITHHELD.contains(&name.as_str())) else {
                problems.push(format!("`{}` has no `{name}`", question.command));
                continue;
            };
            if NAMING.contains(&name.as_str())
                && let Some(problem) = self.beyond(value)
            {
                problems.push(problem);
            }
            match (arg.is_positional(), arg.get_long()) {
                (true, _) if depth == 0 => named.push((arg.get_index(), value.clone())),
                (true, _) => inner.push((arg.get_index(), value.clone())),
                (false, Some(long)) if is_flag(arg) => match value.as_str() {
                    "" | "true" => options.push(format!("--{long}")),
                    "false" => {}
                    other => problems.push(format!("`{name}` is there or not; `{other}` is no value of it")),
                },
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

    /// Why a name is not asked about: it would be that of a file.
    fn beyond(&self, name: &str) -> Option<String> {
        let is_known = name == STANDARD_INPUT
            || self.session.games().iter().any(|game| game == name)
            || self.session.called(name).is_some();
        let is_file = name.contains(['/', '\\', '.']) && !is_known;
        is_file.then(|| match self.session.mechanic(name) {
            Err(failure) if !Session::is_path(name) && !name.contains("..") => failure.to_string(),
            _ => format!("`{name}` would be a file, and none is read from here; send its text along as `-`"),
        })
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
        let context = Context::held(cli.common, self.definition, held.clone(), named)?;
        let format = context.format;
        let status = cli.command.run(&context)?;
        let (body, said) = held.taken();
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
        let words = self.words(question).unwrap_or_else(|_| vec![format!("trueodds {}", question.command)]);
        typed(&words)
    }

    fn parameters(&self, command: &str) -> Option<Vec<Parameter>> {
        let definition = self.built.find_subcommand(command).filter(|_| ASKED.contains(&command))?;
        let shown = definition.get_arguments().filter(|arg| !WITHHELD.contains(&arg.get_id().as_str()));
        Some(shown.map(parameter).collect())
    }
}

/// What is known of an argument.
fn parameter(arg: &clap::Arg) -> Parameter {
    let values = arg.get_possible_values();
    Parameter {
        name: arg.get_long().unwrap_or(arg.get_id().as_str()).to_owned(),
        help: arg.get_help().map(ToString::to_string).unwrap_or_default(),
        values: values.iter().map(|value| value.get_name().to_owned()).collect(),
        is_flag: is_flag(arg),
    }
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
