//! The command works on a thread of its own, and the main one watches over it: where the work goes on although its
//! time is up or its memory full, the command ends all the same.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use memory_stats::memory_stats;

use super::error::CliError;
use super::temporary;
use crate::evaluate::{Halt, Watch};
use crate::source::{SourceMap, Span};

/// How often the main thread looks; also how long memory may grow unseen.
const LOOK: Duration = Duration::from_millis(10);

/// For how many looks work that is over may go on, to say where it ended: what it holds is given back first. Counted in
/// looks and not by a clock, since a machine with much to do delays both.
const PATIENCE: u32 = 80;

/// What may be held for that long, as a share of the limit on memory.
const OVERDRAFT: (u64, u64) = (6, 5);

/// The room for calls within calls, whatever the system gives a main thread.
const STACK: usize = 16 << 20;

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
    /// Does the work of a command, and ends it where it does not end by itself.
    pub(super) fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, CliError> + Send + 'static,
    ) -> Result<T, CliError> {
        let (answer, answers) = sync_channel(1);
        let work = move || {
            // Nobody takes an answer that comes too late.
            let _ = answer.send(work());
        };
        let thread = thread::Builder::new().name("work".to_owned()).stack_size(STACK).spawn(work);
        let thread = thread.map_err(|error| format!("cannot start to work: {error}"))?;
        let mut looks_since = 0;
        loop {
            match answers.recv_timeout(LOOK) {
                Ok(done) => return done,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(over) = self.over(&mut looks_since) {
                temporary::remove_own();
                return Err(CliError::findings(vec![*over.stop(Span::default())], SourceMap::default()));
            }
        }
        // It failed by a defect, and so does the whole.
        match thread.join() {
            Err(defect) => std::panic::resume_unwind(defect),
            Ok(()) => Err("the work ended without an answer".into()),
        }
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
