//! `--limit NAME=N`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::run::{Job, Trouble};
use crate::diagnostic::or_nearest;
use crate::evaluate::Limits;

/// What can be limited on the command line.
pub(super) struct AllLimits {
    pub(super) evaluate: Limits,
    pub(super) columns: usize,
    /// Rules whose shares of a difference are computed.
    pub(super) players: usize,
    /// Combinations of inputs that are compared.
    pub(super) combinations: usize,
    /// Draws in a tree.
    pub(super) nodes: usize,
}

impl Job {
    pub(super) fn limits(&self) -> Result<AllLimits, Trouble> {
        let mut limits = AllLimits {
            evaluate: Limits::default(),
            columns: 10_000,
            players: 10,
            combinations: 2_000_000,
            nodes: 10_000,
        };
        let mut seconds = 600;
        for text in &self.common.limit {
            let parsed = text.split_once('=').and_then(|(name, value)| {
                Some((name.trim(), value.trim().replace('_', "").parse::<u64>().ok()?))
            });
            let Some((name, value)) = parsed else {
                return Err(format!(
                    "`--limit {text}`: expected `name=number`, as in `--limit states=5000000`"
                )
                .into());
            };
            let size = usize::try_from(value).unwrap_or(usize::MAX);
            match name {
                "states" => limits.evaluate.states = size,
                "steps" => limits.evaluate.steps = value,
                "digits" => limits.evaluate.digits = value,
                "columns" => limits.columns = size,
                // The cost is two to this power.
                "players" => limits.players = size.min(24),
                "combinations" => limits.combinations = size,
                "nodes" => limits.nodes = size,
                "seconds" => seconds = value,
                _ => {
                    let help = or_nearest(
                        name,
                        [
                            "states",
                            "steps",
                            "digits",
                            "columns",
                            "players",
                            "combinations",
                            "seconds",
                            "nodes",
                        ],
                    )
                    .unwrap_or_default();
                    return Err(format!("no limit `{name}`; {help}").into());
                }
            }
        }
        let begin = Instant::now();
        limits.evaluate.interrupt = Some(Arc::new(move || begin.elapsed() > Duration::from_secs(seconds)));
        Ok(limits)
    }
}
