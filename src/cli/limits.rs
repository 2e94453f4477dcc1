//! `--limit NAME=N`.

use std::sync::Arc;
use std::time::Duration;

use crate::diagnostic::or_nearest;
use crate::evaluate::{Halt, Limits, Watch};

use super::guard::Clock;

/// The seconds that a command may take where nothing else is said.
const SECONDS: u64 = 600;

/// How long a mechanic is evaluated when it is checked, where nothing is said of seconds: an author waits for
/// it after every change.
const TRIAL: Duration = Duration::from_millis(200);

/// The limits of one command, whose time is that of the clock.
pub(crate) fn read(texts: &[String], clock: &Arc<Clock>) -> Result<Limits, String> {
    let mut limits = Limits::default();
    let mut seconds = SECONDS;
    limits.trial = Some(TRIAL);
    for text in texts {
        let parsed = text.split_once('=').and_then(|(name, value)| {
            Some((name.trim(), value.trim().replace('_', "").parse::<u64>().ok()?))
        });
        let Some((name, value)) = parsed else {
            return Err(format!("`--limit {text}`: expected `name=number`, as in `--limit states=5000000`"));
        };
        if name == Limits::SECONDS {
            seconds = value;
            limits.trial = None;
        } else if !limits.set(name, value) {
            let help = or_nearest(name, Limits::NAMES).unwrap_or_default();
            return Err(format!("no limit `{name}`; {help}"));
        }
    }
    let (clock, most) = (clock.clone(), Duration::from_secs(seconds));
    limits.watch = Watch::asking(move || (clock.elapsed() > most).then_some(Halt::Seconds(seconds)));
    Ok(limits)
}
