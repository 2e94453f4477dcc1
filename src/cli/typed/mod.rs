//! What people type before they know how: settings are joined, and what cannot be read is answered with what to type.

mod address;
mod command;
mod given;
mod line;
mod part;
mod words;

use std::ffi::OsString;

pub(super) use address::address_advice;
pub(super) use given::one_by_one;
pub(super) use words::Words;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use line::Line;

/// The arguments as the definition understands them.
///
/// # Errors
/// What is wrong with a setting, and how it is typed.
pub(super) fn spelled_out(args: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    given::spelled_out(args.collect())
}

/// What to say of arguments that cannot be read, where more is known than the definition knows.
///
/// Cost: reads the data, to see what the words mean there.
pub(super) fn advice(error: &clap::Error, args: &[String], definition: clap::Command) -> Option<String> {
    let line = Line::new(args, definition);
    let found = match error.get(ContextKind::InvalidArg).or_else(|| error.get(ContextKind::InvalidSubcommand))
    {
        Some(ContextValue::String(found)) => vec![found.clone()],
        Some(ContextValue::Strings(found)) => found.clone(),
        _ => Vec::new(),
    };
    let first = found.first().map_or("", String::as_str);
    match error.kind() {
        ErrorKind::UnknownArgument if first.starts_with('-') => line.unknown_option(first),
        ErrorKind::UnknownArgument => line.left_over(first),
        ErrorKind::InvalidSubcommand => Some(line.unknown_command(first)),
        ErrorKind::MissingRequiredArgument => line.missing(&found),
        ErrorKind::MissingSubcommand => line.missing_question(),
        _ => None,
    }
}
