//! Work on all cores: one place that decides how many threads there are.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// More threads than this gain nothing.
const MOST: usize = 16;

/// How many threads long work is spread over.
#[must_use]
pub fn count() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST))
}

/// Two things side by side.
///
/// ```
/// use trueodds::cores;
///
/// assert_eq!(cores::both(|| 1 + 1, || 2 + 2), (2, 4));
/// ```
pub fn both<A: Send, B>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (joined(one), other)
    })
}

/// The same work on each of some items, in their order. A thread that is done with one takes the next, so that
/// none waits for another. After an error no further item is taken, and the first error is the same however many
/// threads there are.
///
/// ```
/// use trueodds::cores;
///
/// let half = |n: u32| if n % 2 == 0 { Ok(n / 2) } else { Err(n) };
/// assert_eq!(cores::map(vec![2, 4, 6], half), Ok(vec![1, 2, 3]));
/// assert_eq!(cores::map(vec![2, 5, 6, 7], half), Err(5));
/// ```
///
/// # Errors
/// The error of the first item that has one.
pub fn map<T: Send, R: Send, E: Send>(
    items: Vec<T>,
    work: impl Fn(T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    map_with(items, || (), |(), item| work(item))
}

/// As [`map`], where each thread has something of its own that it goes on with from item to item.
///
/// ```
/// use trueodds::cores;
///
/// let append = |text: &mut String, word: &str| -> Result<usize, ()> {
///     text.push_str(word);
///     Ok(word.len())
/// };
/// assert_eq!(cores::map_with(vec!["a", "of", "the"], String::new, append), Ok(vec![1, 2, 3]));
/// ```
///
/// # Errors
/// The error of the first item that has one.
pub fn map_with<T: Send, R: Send, E: Send, S>(
    items: Vec<T>,
    own: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, T) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let threads = if items.len() > 1 { count().min(items.len()) } else { 1 };
    if threads == 1 {
        let mut own = own();
        return items.into_iter().map(|item| work(&mut own, item)).collect();
    }
    let left = Mutex::new(Some(items.into_iter().enumerate()));
    let worker = || {
        let mut own = own();
        let mut done = Vec::new();
        loop {
            // The lock lasts while an item is taken, no longer.
            let next = lock(&left).as_mut().and_then(Iterator::next);
            let Some((place, item)) = next else { return done };
            let result = work(&mut own, item);
            if result.is_err() {
                *lock(&left) = None;
            }
            done.push((place, result));
        }
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        let mut done = worker();
        others.into_iter().for_each(|other| done.append(&mut joined(other)));
        done
    });
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a thread gave; a panic in it goes on here.
fn joined<T>(thread: thread::ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_have_the_order_of_the_items_whoever_is_first() {
        let slow_first = |n: u64| -> Result<u64, ()> {
            thread::sleep(std::time::Duration::from_millis(20 - n.min(20)));
            Ok(n)
        };
        assert_eq!(map((0..50).collect(), slow_first), Ok((0..50).collect()));
        assert_eq!(map(Vec::new(), slow_first), Ok(Vec::new()));
    }

    #[test]
    fn the_first_error_is_found_although_a_later_one_is_there_before() {
        let work = |n: u64| -> Result<(), u64> {
            thread::sleep(std::time::Duration::from_millis(10 - n));
            if n < 3 { Ok(()) } else { Err(n) }
        };
        assert_eq!(map((0..9).collect(), work), Err(3));
    }

    #[test]
    #[should_panic(expected = "in a thread")]
    fn a_panic_comes_through() {
        let _: Result<Vec<()>, ()> = map(vec![1, 2, 3], |n| {
            assert!(n < 2, "in a thread");
            Ok(())
        });
    }
}
