//! How much work an evaluation has done, against its limits.

use crate::source::Span;

use super::limits::{Limits, Stop, limit};

/// How often the watch is asked: every so many small things that are done, each a fraction of a microsecond.
const ASK_EVERY: u64 = 1024;

/// Counts state steps.
pub(super) struct Meter<'a> {
    limits: &'a Limits,
    steps: u64,
    /// What was done since the watch was asked.
    since: u64,
    /// What is being done.
    place: Span,
}

impl<'a> Meter<'a> {
    pub(super) fn new(limits: &'a Limits) -> Meter<'a> {
        // Many small evaluations take long too: each asks once when it begins.
        Meter { limits, steps: 0, since: ASK_EVERY, place: Span::default() }
    }

    /// Counts a step of so many states, before it is made.
    pub(super) fn count(&mut self, states: usize, origin: Span) -> Result<(), Stop> {
        self.place = origin;
        // A step costs something even where no state is left.
        self.steps = self.steps.saturating_add(u64::try_from(states).unwrap_or(u64::MAX).max(1));
        if self.steps > self.limits.steps {
            return Err(limit(origin, "steps", self.limits.steps, "the evaluation takes too many steps"));
        }
        self.work(states, 0)
    }

    /// Says that so many things are done in the step that was counted last, with numbers of so many binary
    /// digits; that ends where the time is up.
    pub(super) fn work(&mut self, things: usize, bits: u64) -> Result<(), Stop> {
        // Products and common divisors cost the square of the length.
        let words = bits / 64;
        let cost = words.saturating_mul(words).saturating_add(1);
        let things = u64::try_from(things).unwrap_or(u64::MAX).max(1);
        self.since = self.since.saturating_add(cost.saturating_mul(things));
        if self.since < ASK_EVERY {
            return Ok(());
        }
        self.since = 0;
        self.limits.ask(self.place)
    }

    /// Refuses more states than the limit, before they are made.
    pub(super) fn room(&self, states: usize, origin: Span, what: &str) -> Result<(), Stop> {
        if states > self.limits.states {
            return Err(limit(origin, "states", self.limits.states, what));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::evaluate::Watch;

    /// How often the watch is asked while something is done.
    fn asked(work: impl FnOnce(&mut Meter<'_>)) -> u64 {
        let times = Arc::new(AtomicU64::new(0));
        let counter = times.clone();
        let watch = Watch::asking(move || {
            counter.fetch_add(1, Ordering::Relaxed);
            None
        });
        let limits = Limits { watch, ..Limits::default() };
        work(&mut Meter::new(&limits));
        times.load(Ordering::Relaxed)
    }

    #[test]
    fn the_watch_is_asked_at_the_beginning_and_more_often_where_numbers_are_long() {
        let done = |times: usize, bits: u64| {
            asked(|meter| (0..times).for_each(|_| assert!(meter.work(1, bits).is_ok())))
        };
        assert_eq!(done(1, 0), 1);
        assert_eq!(done(1024, 0), 1);
        assert_eq!(done(1025, 0), 2);
        assert_eq!(done(10, 64 * 32), 10);
    }
}
