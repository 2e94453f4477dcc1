//! The command line: arguments as typed, then a job, then one write and an exit status.

mod args;
mod chain;
mod closed_form;
mod diff;
mod explain;
mod formula;
mod limits;
mod output;
mod plot;
mod report;
mod run;
mod table;
mod tree;
mod verify;

pub use args::Cli;
pub use run::run;
