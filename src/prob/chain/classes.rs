//! Communicating classes, their periods, and which of them are closed.

use num_integer::Integer as _;

use super::Kernel;

/// States that lead to each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// Its states, ascending.
    pub states: Vec<usize>,
    /// Whether no transition leads out of it: its states are recurrent, those of other classes transient.
    pub closed: bool,
    /// The greatest common divisor of how many steps lead from a state back to it; 0 where none do.
    pub period: u64,
}

impl Class {
    /// Whether it is a single state that is never left.
    #[must_use]
    pub fn is_absorbing(&self) -> bool {
        self.closed && self.states.len() == 1
    }
}

/// The communicating classes in the order of their first states (R. Tarjan, 1972, without recursion).
///
/// Cost: linear in states and transitions.
///
/// ```
/// use std::collections::BTreeMap;
/// use trueodds::exact::Rational;
/// use trueodds::prob::chain::{Kernel, classes};
///
/// // A fair coin, again and again; a head counts 1.
/// let half = || Rational::new(1, 2);
/// let kernel = Kernel::of(vec![BTreeMap::from([((0, 0), half()), ((0, 1), half())])]);
/// assert_eq!(classes(&kernel).len(), 1);
/// ```
#[must_use]
pub fn classes<W>(kernel: &Kernel<W>) -> Vec<Class> {
    let successors: Vec<Vec<usize>> =
        kernel.rows.iter().map(|row| row.iter().map(|(to, ..)| *to).collect()).collect();
    let of = components(&successors);
    let count = of.iter().max().map_or(0, |most| most + 1);
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (state, class) in of.iter().enumerate() {
        members[*class].push(state);
    }
    let class = |states: Vec<usize>| {
        let own = of[states[0]];
        let closed = states.iter().all(|state| successors[*state].iter().all(|to| of[*to] == own));
        let period = period(&states, &successors, &of);
        Class { states, closed, period }
    };
    let mut classes: Vec<Class> =
        members.into_iter().filter(|states| !states.is_empty()).map(class).collect();
    classes.sort_by_key(|class| class.states[0]);
    classes
}

/// For each state the number of its component.
fn components(successors: &[Vec<usize>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = successors.len();
    let (mut order, mut low) = (vec![NEW; count], vec![0; count]);
    let mut component = vec![NEW; count];
    let (mut stack, mut next, mut found) = (Vec::new(), 0, 0);
    for root in 0..count {
        if order[root] != NEW {
            continue;
        }
        // Each entry is a state and how many of its successors were followed.
        let mut open: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((state, followed)) = open.pop() {
            if followed == 0 {
                order[state] = next;
                low[state] = next;
                next += 1;
                stack.push(state);
            }
            if let Some(to) = successors[state].get(followed) {
                open.push((state, followed + 1));
                if order[*to] == NEW {
                    open.push((*to, 0));
                } else if component[*to] == NEW {
                    low[state] = low[state].min(order[*to]);
                }
                continue;
            }
            if low[state] == order[state] {
                while let Some(member) = stack.pop() {
                    component[member] = found;
                    if member == state {
                        break;
                    }
                }
                found += 1;
            }
            if let Some((parent, _)) = open.last() {
                low[*parent] = low[*parent].min(low[state]);
            }
        }
    }
    component
}

/// The period of a class: the common divisor of how far the transitions inside it are from adding one to the
/// distance from its first state.
fn period(states: &[usize], successors: &[Vec<usize>], of: &[usize]) -> u64 {
    let mut distance: std::collections::BTreeMap<usize, i64> = std::collections::BTreeMap::new();
    let mut open = std::collections::VecDeque::from([states[0]]);
    distance.insert(states[0], 0);
    let mut divisor = 0_i64;
    while let Some(state) = open.pop_front() {
        let here = distance.get(&state).copied().unwrap_or(0);
        for to in successors[state].iter().filter(|to| of[**to] == of[states[0]]) {
            match distance.get(to) {
                Some(there) => divisor = divisor.gcd(&(here + 1 - there)),
                None => {
                    distance.insert(*to, here + 1);
                    open.push_back(*to);
                }
            }
        }
    }
    divisor.unsigned_abs()
}
