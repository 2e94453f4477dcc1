//! Formulas in one number.

mod against_tables;
mod command;
mod functions;
