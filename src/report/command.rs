//! The command lines that compute again what a page says.

use crate::claims::Inputs;

/// A command line, made part by part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Command {
    /// `query`, or `chain` with its question: `chain hit`.
    command: String,
    mechanic: String,
    options: Vec<String>,
    arguments: Vec<String>,
}

impl Command {
    pub(super) fn new(command: &str, mechanic: &str) -> Command {
        let (options, arguments) = (Vec::new(), Vec::new());
        Command { command: command.to_owned(), mechanic: mechanic.to_owned(), options, arguments }
    }

    /// Under some rule sets; without any the default one.
    pub(super) fn rules<'s>(self, names: impl IntoIterator<Item = &'s String>) -> Command {
        let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
        if names.is_empty() { self } else { self.option("rules", &names.join(",")) }
    }

    /// With some inputs, states and rules.
    pub(super) fn inputs(self, inputs: &Inputs) -> Command {
        let with = if inputs.with.is_empty() { self } else { self.option("with", &inputs.with.join(",")) };
        let pairs = [("set", &inputs.set), ("state", &inputs.state), ("rule", &inputs.change)];
        let pairs = pairs.into_iter().flat_map(|(name, texts)| texts.iter().map(move |text| (name, text)));
        pairs.fold(with, |command, (name, text)| command.option(name, text))
    }

    pub(super) fn option(mut self, name: &str, value: &str) -> Command {
        let value = if value.is_empty() { String::new() } else { format!(" {}", quoted(value)) };
        self.options.push(format!("--{name}{value}"));
        self
    }

    /// With a question.
    pub(super) fn asking(mut self, question: &str) -> Command {
        self.arguments.push(format!("'{}'", question.replace('\'', "'\\''")));
        self
    }

    /// Takes over the questions of another, each once.
    pub(super) fn join(&mut self, other: Command) {
        let new: Vec<String> =
            other.arguments.into_iter().filter(|own| !self.arguments.contains(own)).collect();
        self.arguments.extend(new);
    }

    /// Whether one command answers both: they ask under the same inputs, and it takes several questions.
    pub(super) fn answers(&self, other: &Command) -> bool {
        let same = self.command == other.command && self.options == other.options;
        same && (self.command != "chain hit" || self.arguments == other.arguments)
    }

    pub(super) fn text(&self) -> String {
        let (command, question) = self.command.split_once(' ').unwrap_or((&self.command, ""));
        let fixed = ["trueodds", command, &self.mechanic, question].into_iter();
        let parts = fixed.chain(self.options.iter().chain(&self.arguments).map(String::as_str));
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// A value as a shell reads it as one.
fn quoted(value: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "=-_.,:/+*".contains(c);
    if value.chars().all(plain) { value.to_owned() } else { format!("'{}'", value.replace('\'', "'\\''")) }
}
