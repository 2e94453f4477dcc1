//! Program to law: forward over weighted states, merged when equal.
//!
//! A [`Plan`] is a program with its inputs and rules bound: constants folded, branches that cannot be
//! taken cut off, variables that nothing reads any more dropped, outcome fields that nobody asked for never
//! carried. [`Plan::law`] runs it. Cost follows the number of distinct states, not of paths.
//!
//! A continuous roll is kept as the affine combination of uniforms that it is. Comparing it splits the
//! states at the threshold; the mass of a piece is taken from the distribution function once, when
//! nothing refers to the roll any more.

mod above;
mod absorb;
mod added;
mod alike;
mod apart;
mod bindings;
mod cell;
mod chance;
mod color;
mod compare;
mod derive;
mod dice;
mod draw;
mod endless;
mod explore;
mod family;
mod fold;
mod groups;
mod held;
mod layer;
mod limits;
mod list;
mod liveness;
mod meter;
mod needs;
mod plan;
mod power;
mod proof;
mod provenance;
mod region;
mod roll;
mod run;
mod slots;
mod state;
mod step;
mod term;
mod tree;
mod until;
mod watch;

pub use above::not_recorded;
pub use alike::{meetings, residue};
pub use bindings::{Bindings, InputBinding};
pub use cell::{Affine, Cell};
pub use derive::input_law;
pub use explore::{Reach, StateValues, Transitions, explore, too_many_transitions};
pub use family::{CutLaw, CutState, Family, Outcomes, Refusable, refuses};
pub use groups::{Group, groups, inputs_read, needed_steps};
pub use limits::{Limits, Stop, not_known};
pub use plan::{Entries, Plan, Sums};
pub(crate) use power::power;
pub use provenance::Provenance;
pub use roll::Roll;
pub use tree::{Arm, Band, BandEnd, Branch, Change, Draw, ROUNDS, RollFormula, Target, Tree, TreeNode, tree};
pub use watch::{Halt, Watch};
