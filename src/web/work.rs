//! Work beside the server: as many questions at once as there are cores and at least two, so that a slow one leaves room
//! for others; each ended when nobody waits for it any more, when its time is up, or when the program holds too much.

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

/// How long work whose time is up may take to say so.
const PATIENCE: Duration = Duration::from_secs(2);

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
        let at_once = std::thread::available_parallelism().map_or(1, usize::from).max(2);
        Bounds { at_once, waiting: 64, seconds: 60, memory: 1000 }
    }
}

/// Why work was not done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Undone {
    /// Too many wait already.
    Busy,
    /// Its time was up, and it went on.
    Late,
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
        // Work that asks nobody whether to go on cannot be ended; whoever waits for it is answered all the same.
        let done = tokio::time::timeout(Duration::from_secs(seconds) + PATIENCE, done).await;
        drop(ends);
        match done {
            Ok(done) => done.ok().flatten().ok_or(Undone::Defect),
            Err(_) => Err(Undone::Late),
        }
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use super::*;
    use crate::web::{Answer, Parameter, Question, Refusal};

    /// Somebody who is never asked: the jobs of these tests bring their own work.
    struct Nobody;

    impl Answers for Nobody {
        fn answer(&self, _: &Question, _: &Watch) -> Result<Answer, Refusal> {
            let data = crate::document::RefusalData::of(String::new());
            Err(Refusal { data: Box::new(data), text: String::new() })
        }

        fn command_line(&self, _: &Question) -> String {
            String::new()
        }

        fn parameters(&self, _: &str) -> Option<Vec<Parameter>> {
            None
        }
    }

    fn work(at_once: usize, waiting: usize, seconds: u64) -> Arc<Work> {
        let bounds = Bounds { at_once, waiting, seconds, memory: u64::MAX };
        Arc::new(Work::new(Box::new(Nobody), bounds))
    }

    fn within<T>(future: impl Future<Output = T>) -> T {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        builder.enable_all().build().map(|runtime| runtime.block_on(future)).unwrap()
    }

    /// Work that goes on until it is let go, whatever its watch says.
    fn stubborn(held: Receiver<()>) -> impl FnOnce(&Work, &Watch) + Send + 'static {
        move |_, _| {
            let _ = held.recv();
        }
    }

    #[test]
    fn work_that_asks_nobody_is_late_and_keeps_its_place_until_it_ends() {
        within(async {
            let work = work(1, 0, 0);
            let (let_go, held) = channel();
            assert_eq!(work.run(stubborn(held)).await, Err(Undone::Late));
            assert!(work.running().is_empty());
            assert_eq!(work.permits.available_permits(), 0);
            drop(let_go);
            assert_eq!(work.run(|_, _| 3).await, Ok(3));
        });
    }

    #[test]
    fn more_than_may_wait_are_sent_away() {
        within(async {
            let work = work(1, 1, 60);
            let (let_go, held) = channel();
            let runs = work.clone();
            let first = tokio::spawn(async move { runs.run(stubborn(held)).await });
            let waits = work.clone();
            let second = tokio::spawn(async move { waits.run(|_, _| ()).await });
            while work.waiting.load(Ordering::Relaxed) < 2 {
                tokio::task::yield_now().await;
            }
            assert_eq!(work.run(|_, _| ()).await, Err(Undone::Busy));
            drop(let_go);
            assert_eq!((first.await.unwrap(), second.await.unwrap()), (Ok(()), Ok(())));
            assert_eq!(work.run(|_, _| ()).await, Ok(()));
        });
    }

    #[test]
    fn whoever_goes_away_takes_the_work_along() {
        within(async {
            let work = work(1, 0, 60);
            let (says, said) = tokio::sync::oneshot::channel();
            let mut asked = Box::pin(work.run(move |_, watch| {
                while !watch.is_over() {
                    std::thread::yield_now();
                }
                let _ = says.send(watch.halt());
            }));
            tokio::select! {
                biased;
                _ = &mut asked => {}
                () = tokio::task::yield_now() => {}
            }
            drop(asked);
            assert_eq!(said.await, Ok(Some(Halt::Cancelled)));
        });
    }

    #[test]
    fn a_panic_is_a_defect_of_one_question_alone() {
        within(async {
            let work = work(1, 0, 60);
            let fails = |_: &Work, _: &Watch| -> u8 { std::panic::resume_unwind(Box::new(())) };
            assert_eq!(work.run(fails).await, Err(Undone::Defect));
            assert_eq!(work.run(|_, _| 3).await, Ok(3));
        });
    }
}
