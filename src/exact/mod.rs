//! Exact arithmetic: integers, rationals, and their decimal text. It has never heard of games or of the language.
//!
//! Everything here is exact except [`decimal`], the one door through which a number may leave as
//! rounded text. There is no floating point below it.
//!
//! ```
//! use trueodds::exact::Rational;
//!
//! let dice: Rational = "1/50".parse()?;
//! let again = Rational::new(1, 5);
//! let either = &dice + &(&(&Rational::ONE - &dice) * &again);
//! assert_eq!(either.to_string(), "27/125");
//! # Ok::<(), trueodds::exact::ParseRationalError>(())
//! ```

pub mod decimal;
pub mod fixed;
mod gcd;
mod integer;
pub mod linear;
pub mod machine;
mod modular;
mod natural;
mod number;
pub mod polynomial;
mod proven;
mod rational;
mod reduce;
pub mod residues;
mod rounded;
mod scaled;
pub mod symbol;
mod text;

pub use integer::Integer;
pub use number::{Number, Ring, Undecided};
pub use proven::{Known, Proven, Ten};
pub use rational::Rational;
pub use rounded::Rounded;
pub use scaled::Scaled;
pub use text::ParseRationalError;
