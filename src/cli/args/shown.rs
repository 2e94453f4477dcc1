//! How chances are shown.

use clap::ValueEnum;

use crate::document::Shown;
use crate::query::Cumulative;

/// At least or at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CumulativeArg {
    /// P(X ≥ x)
    AtLeast,
    /// P(X ≤ x)
    AtMost,
}

/// How chances are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShownArg {
    /// 21.6%
    Percent,
    /// 27/125
    Fraction,
    /// 27/125 (21.6%)
    Both,
    /// 1 in 4.63
    OneIn,
}

impl From<ShownArg> for Shown {
    fn from(shown: ShownArg) -> Shown {
        match shown {
            ShownArg::Percent => Shown::Percent,
            ShownArg::Fraction => Shown::Fraction,
            ShownArg::Both => Shown::Both,
            ShownArg::OneIn => Shown::OneIn,
        }
    }
}

impl From<CumulativeArg> for Cumulative {
    fn from(cumulative: CumulativeArg) -> Cumulative {
        match cumulative {
            CumulativeArg::AtLeast => Cumulative::AtLeast,
            CumulativeArg::AtMost => Cumulative::AtMost,
        }
    }
}
