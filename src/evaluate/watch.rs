//! Who says that work ends before it is done, and why.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// Why work ends before it is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// It took as many seconds as it may.
    Seconds(u64),
    /// The program holds as many mebibytes as it may.
    Memory(u64),
    /// Nobody waits for the answer any more.
    Cancelled,
}

/// Says whether work is to go on. All that works for one question asks the same watch every few microseconds; from
/// another thread a clone of it ends the work. Once it is over it stays so.
///
/// ```
/// use trueodds::evaluate::{Limits, Halt};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let limits = Limits::default();
/// // What a server keeps, and does when the person who asked has gone.
/// let watch = limits.watch.clone();
/// std::thread::spawn(move || watch.end(Halt::Cancelled)).join().expect("no panic");
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let stopped = award.law("award")?.limits(limits).run();
/// assert_eq!(stopped.unwrap_err().to_string(), "the work was cancelled");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Watch {
    over: Arc<OnceLock<Halt>>,
    ends: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl Watch {
    /// A watch that also asks a clock, or whatever else there is to ask. That is asked often, and must answer fast.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use trueodds::evaluate::{Halt, Watch};
    ///
    /// let begin = Instant::now();
    /// let watch = Watch::asking(move || (begin.elapsed() >= Duration::ZERO).then_some(Halt::Seconds(0)));
    /// assert_eq!(watch.halt(), Some(Halt::Seconds(0)));
    /// ```
    #[must_use]
    pub fn asking(ask: impl Fn() -> Option<Halt> + Send + Sync + 'static) -> Watch {
        let over: Arc<OnceLock<Halt>> = Arc::default();
        let known = over.clone();
        let ends = move || {
            let asked = || ask().map(|why| known.get_or_init(|| why));
            known.get().or_else(asked).is_some()
        };
        Watch { over, ends: Arc::new(ends) }
    }

    /// Ends the work, from whatever thread. What was said first stays the reason.
    pub fn end(&self, why: Halt) {
        self.over.get_or_init(|| why);
    }

    /// Why the work is over; `None` where it goes on.
    #[must_use]
    pub fn halt(&self) -> Option<Halt> {
        if self.is_over() { self.over.get().copied() } else { None }
    }

    /// Whether the work is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        (self.ends)()
    }

    /// Whether it was said before that the work is over; asks nobody.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.over.get().is_some()
    }

    /// The question alone, for what knows nothing of reasons.
    pub fn question(&self) -> &(dyn Fn() -> bool + Send + Sync) {
        &*self.ends
    }

    /// A watch for a part of the work, which is over with this one, and also when `ask` says so.
    ///
    /// ```
    /// use trueodds::evaluate::{Halt, Watch};
    ///
    /// let whole = Watch::default();
    /// let part = whole.until(|| None);
    /// part.end(Halt::Cancelled);
    /// assert!(part.is_over() && !whole.is_over());
    /// ```
    #[must_use]
    pub fn until(&self, ask: impl Fn() -> Option<Halt> + Send + Sync + 'static) -> Watch {
        let outer = self.clone();
        Watch::asking(move || ask().or_else(|| outer.halt()))
    }
}

impl Default for Watch {
    fn default() -> Watch {
        Watch::asking(|| None)
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("over", &self.over.get()).finish_non_exhaustive()
    }
}
