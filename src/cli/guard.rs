//! A thread that watches over the work: where that goes on although its time is up or its memory full, the command ends
//! all the same.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use memory_stats::memory_stats;

use super::error::CliError;
use super::temporary;
use crate::evaluate::{Halt, Watch};
use crate::source::{SourceMap, Span};

/// How often it looks; also how long memory may grow unseen.
const LOOK: Duration = Duration::from_millis(10);

/// For how many looks work that is over may go on, to say where it ended: what it holds is given back first. Counted in
/// looks and not by a clock, since a machine with much to do delays both.
const PATIENCE: u32 = 80;

/// What may be held for that long, as a share of the limit on memory.
const OVERDRAFT: (u64, u64) = (6, 5);

/// The room for its calls, which are few.
const STACK: usize = 256 << 10;

const MEBIBYTE: u64 = 1 << 20;

/// How long the command has worked. While nobody takes what it writes, as where a person reads it page by page, it
/// does not work.
#[derive(Debug)]
pub(super) struct Clock {
    begin: Instant,
    waited: AtomicU64,
    is_waiting: AtomicBool,
}

impl Clock {
    /// A clock that runs from now on.
    pub(super) fn start() -> Arc<Clock> {
        let (waited, is_waiting) = (AtomicU64::new(0), AtomicBool::new(false));
        Arc::new(Clock { begin: Instant::now(), waited, is_waiting })
    }

    /// How long the command has worked.
    pub(super) fn elapsed(&self) -> Duration {
        self.begin.elapsed().saturating_sub(Duration::from_nanos(self.waited.load(Ordering::Relaxed)))
    }

    /// Does something that may have to wait for others.
    pub(super) fn wait<T>(&self, reads_or_writes: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let begin = Instant::now();
        self.is_waiting.store(true, Ordering::Relaxed);
        let done = reads_or_writes();
        let waited = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.waited.fetch_add(waited, Ordering::Relaxed);
        self.is_waiting.store(false, Ordering::Relaxed);
        done
    }
}

/// What ends a command.
pub(super) struct Guard {
    /// What the work asks.
    pub(super) watch: Watch,
    /// The clock that the watch looks at.
    pub(super) clock: Arc<Clock>,
    /// How many mebibytes the program may hold.
    pub(super) memory: u64,
    /// How patient it is with a command that says itself what it had no time for, as a multiple of the usual; `None`
    /// without end.
    pub(super) patience: Option<u32>,
}

impl Guard {
    /// Does the work of a command, and ends the whole program where it does not end by itself; `end` says why, and
    /// gives the exit status.
    pub(super) fn work<T>(
        self,
        work: impl FnOnce() -> Result<T, CliError>,
        end: impl FnOnce(&CliError) -> i32 + Send + 'static,
    ) -> Result<T, CliError> {
        // Either the work is done or it is ended, never both.
        let done = Arc::new(Mutex::new(false));
        let known = done.clone();
        let look = move || {
            let mut looks_since = 0;
            loop {
                thread::sleep(LOOK);
                let Some(halt) = self.over(&mut looks_since) else { continue };
                let done = known.lock().unwrap_or_else(PoisonError::into_inner);
                if *done {
                    return;
                }
                temporary::remove_own();
                let error = CliError::findings(vec![*halt.stop(Span::default())], SourceMap::default());
                leave(end(&error));
            }
        };
        let thread = thread::Builder::new().name("guard".to_owned()).stack_size(STACK).spawn(look);
        thread.map_err(|error| format!("cannot watch over the work: {error}"))?;
        let found = work();
        *done.lock().unwrap_or_else(PoisonError::into_inner) = true;
        found
    }

    /// Why the work is to end now, whatever it is doing.
    fn over(&self, looks_since: &mut u32) -> Option<Halt> {
        let held = memory_stats().map_or(0, |held| u64::try_from(held.physical_mem).unwrap_or(u64::MAX));
        let held = held / MEBIBYTE;
        if held > self.memory {
            self.watch.end(Halt::Memory(self.memory));
        }
        let over = self.watch.halt()?;
        *looks_since += u32::from(!self.clock.is_waiting.load(Ordering::Relaxed));
        let is_late = self.patience.is_some_and(|times| *looks_since > PATIENCE.saturating_mul(times));
        let (most, of) = OVERDRAFT;
        (is_late || held > self.memory.saturating_mul(most) / of).then_some(over)
    }
}

/// Ends the program from beside the work.
#[expect(clippy::exit, reason = "work that asks nobody whether to go on can be ended in no other way")]
fn leave(status: i32) -> ! {
    std::process::exit(status)
}
