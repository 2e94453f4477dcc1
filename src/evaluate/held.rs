//! What a list holds: values that many states share, with their hash.

use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::cell::Cell;

/// The values of a list, one after another. They are never changed: states that hold the same list share it, and its
/// hash is made once, for a state is looked up by the hash of all it holds after every step.
#[derive(Debug, Clone)]
pub struct Held<N> {
    hash: u64,
    values: Arc<[Cell<N>]>,
}

impl<N: Hash> From<Vec<Cell<N>>> for Held<N> {
    fn from(values: Vec<Cell<N>>) -> Held<N> {
        let mut hasher = FxHasher::default();
        values.hash(&mut hasher);
        Held { hash: hasher.finish(), values: values.into() }
    }
}

impl<N> Deref for Held<N> {
    type Target = [Cell<N>];

    fn deref(&self) -> &[Cell<N>] {
        &self.values
    }
}

impl<N: PartialEq> PartialEq for Held<N> {
    fn eq(&self, other: &Held<N>) -> bool {
        self.hash == other.hash && (Arc::ptr_eq(&self.values, &other.values) || self.values == other.values)
    }
}

impl<N: Eq> Eq for Held<N> {}

impl<N> Hash for Held<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}
