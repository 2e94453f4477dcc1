//! The meaning of the language once more, written apart from the engine: random programs as trees of their own, and
//! their laws by walking every way through them with exact fractions. It shares no code with the engine; all that
//! passes between the two is the text of a program.
#![allow(unreachable_pub, reason = "part of a test binary")]

mod generate;
mod given;
mod interpret;
mod print;
mod tree;

pub use generate::program;
pub use given::{Column, columns, dark, inputs, rule_set, typed};
pub use interpret::{Law, Stop, Value, big as number, law};
pub use print::{Printed, print};
pub use tree::{Bounds, Kind, Program};
