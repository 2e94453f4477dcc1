//! The command line: arguments as typed, then the work of a command, then one write and an exit status.
//!
//! Each file of `commands` is one command with its arguments, its help and its work; `args` holds the groups
//! of arguments that several share, `context` what the options of every command come to. Only `dispatch`
//! knows all commands.

mod args;
#[cfg(feature = "web")]
mod asked;
mod commands;
mod complete;
mod context;
mod dispatch;
mod ending;
mod error;
mod files;
mod guard;
mod limits;
mod output;
mod pages;
mod streams;
mod temporary;
mod typed;

pub use dispatch::main;
