//! Work beside the server: as many questions at once as there are cores, each ended when nobody waits for it any more,
//! when its time is up, or when the program holds too much.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use memory_stats::memory_stats;
use tokio::sync::Semaphore;

use super::question::Answers;
use crate::evaluate::{Halt, Watch};

/// How often memory is looked at while there is work.
const LOOK: Duration = Duration::from_millis(10);

const MEBIBYTE: u64 = 1 << 20;

/// How far questions may go.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// How many are worked on at once.
    pub at_once: usize,
    /// How many may wait for that.
    pub waiting: usize,
    /// How long one may take, in seconds.
    pub seconds: u64,
    /// How many mebibytes the program may hold.
    pub memory: u64,
}

impl Default for Bounds {
    fn default() -> Bounds {
        let at_once = std::thread::available_parallelism().map_or(1, usize::from);
        Bounds { at_once, waiting: 64, seconds: 60, memory: 1000 }
    }
}

/// Why work was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Undone {
    /// Too many wait already.
    Busy,
    /// It failed in a way that it must not.
    Defect,
}

/// Where questions are worked on.
pub struct Work {
    /// Who knows what questions mean.
    pub(super) answers: Box<dyn Answers>,
    bounds: Bounds,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    running: Mutex<BTreeMap<u64, Watch>>,
    next: AtomicU64,
}

/// Ends the work of a question with whoever asked: it is dropped with the connection.
struct EndsWith<'w> {
    work: &'w Work,
    number: u64,
    watch: Watch,
}

impl Drop for EndsWith<'_> {
    fn drop(&mut self) {
        self.watch.end(Halt::Cancelled);
        self.work.running().remove(&self.number);
    }
}

/// Counts one who waits.
struct Waits<'w>(&'w AtomicUsize);

impl Drop for Waits<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Work {
    /// Work within bounds.
    #[must_use]
    pub fn new(answers: Box<dyn Answers>, bounds: Bounds) -> Work {
        let permits = Arc::new(Semaphore::new(bounds.at_once.max(1)));
        let (running, waiting, next) = (Mutex::default(), AtomicUsize::new(0), AtomicU64::new(0));
        Work { answers, bounds, permits, waiting, running, next }
    }

    fn running(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, Watch>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something that takes a while on another thread. Its watch is over when this is dropped.
    pub(super) async fn run<T: Send + 'static>(
        self: &Arc<Work>,
        job: impl FnOnce(&Work, &Watch) -> T + Send + 'static,
    ) -> Result<T, Undone> {
        let waits = Waits(&self.waiting);
        if waits.0.fetch_add(1, Ordering::Relaxed) >= self.bounds.waiting + self.bounds.at_once {
            return Err(Undone::Busy);
        }
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| Undone::Busy)?;
        let (begin, seconds) = (Instant::now(), self.bounds.seconds);
        let late = move || (begin.elapsed() > Duration::from_secs(seconds)).then_some(Halt::Seconds(seconds));
        let watch = Watch::asking(late);
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.running().insert(number, watch.clone());
        let ends = EndsWith { work: self, number, watch: watch.clone() };
        let work = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            // Held by the thread and not by the request: one that does not end at once still takes a core.
            let _permit = permit;
            catch_unwind(AssertUnwindSafe(|| job(&work, &watch))).ok()
        });
        let done = done.await.ok().flatten().ok_or(Undone::Defect);
        drop(ends);
        done
    }

    /// Ends all work.
    pub(super) fn end(&self, why: Halt) {
        self.running().values().for_each(|watch| watch.end(why));
    }

    /// Looks at what the program holds for as long as it runs, and ends all work where that is too much.
    pub(super) async fn watch_memory(&self) {
        let mut ticks = tokio::time::interval(LOOK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if self.running().is_empty() {
                continue;
            }
            let held = memory_stats().map_or(0, |held| u64::try_from(held.physical_mem).unwrap_or(u64::MAX));
            if held / MEBIBYTE > self.bounds.memory {
                self.end(Halt::Memory(self.bounds.memory));
            }
        }
    }
}
