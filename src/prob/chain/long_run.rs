//! The law of the state after some steps, and in the long run.

use std::collections::BTreeMap;

use super::{Bounds, ChainError, Class, Kernel, StateWeights, classes};
use crate::exact::linear::System;
use crate::exact::{Integer, Ring};

/// The law of the state after `steps` steps from `start`.
///
/// Cost: steps times transitions, with numbers that grow by the digits of the denominator with each step.
///
/// ```
/// use std::collections::BTreeMap;
/// use trueodds::exact::Rational;
/// use trueodds::prob::chain::{Bounds, Kernel, after};
///
/// // A fair coin, again and again; a head counts 1.
/// let half = || Rational::new(1, 2);
/// let kernel = Kernel::of(vec![BTreeMap::from([((0, 0), half()), ((0, 1), half())])]);
/// assert_eq!(after(&kernel, 0, 5, &Bounds::none())?.masses(), [Rational::ONE]);
/// # Ok::<(), trueodds::prob::chain::ChainError>(())
/// ```
///
/// # Errors
/// [`ChainError::TooLong`], [`ChainError::Interrupted`].
pub fn after(
    kernel: &Kernel,
    start: usize,
    steps: u64,
    bounds: &Bounds<'_>,
) -> Result<StateWeights, ChainError> {
    kernel.must_have(start)?;
    bounds.work(steps, kernel.transitions())?;
    let mut law = StateWeights::sure(kernel.len(), start);
    // A law that ever comes to rest does so within as many steps as there are states: the polynomial of least
    // degree that takes it to zero is then a power of x times x − 1, and no longer than that.
    let moves = u64::try_from(kernel.len()).unwrap_or(u64::MAX);
    for made in 0..steps {
        let next = law.next(kernel);
        if made <= moves && !next.is_moved_from(&law, kernel) {
            break;
        }
        if made == moves && (steps - made).saturating_mul(kernel.denominator.bits() - 1) > bounds.bits {
            return Err(ChainError::TooLong);
        }
        law = next;
        bounds.check(law.total())?;
    }
    Ok(law)
}

/// What becomes of a chain in the long run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongRun {
    /// For each state, the share of all steps that begin in it.
    pub weights: StateWeights,
    /// The closed class in which the chain ends up.
    pub class: Class,
}

/// The law that the chain keeps in the one closed class that it can reach from `start`.
///
/// ```
/// use std::collections::BTreeMap;
/// use trueodds::exact::Rational;
/// use trueodds::prob::chain::{Bounds, Kernel, long_run};
///
/// // A fair coin, again and again; a head counts 1.
/// let half = || Rational::new(1, 2);
/// let kernel = Kernel::of(vec![BTreeMap::from([((0, 0), half()), ((0, 1), half())])]);
/// assert_eq!(long_run(&kernel, 0, &Bounds::none())?.weights.masses(), [Rational::ONE]);
/// # Ok::<(), trueodds::prob::chain::ChainError>(())
/// ```
///
/// # Errors
/// [`ChainError::SeveralClasses`] where it can end up in several, and those of [`stationary`].
pub fn long_run(kernel: &Kernel, start: usize, bounds: &Bounds<'_>) -> Result<LongRun, ChainError> {
    let class = last_class(kernel, start)?;
    let (weights, total) = stationary(kernel, &class, bounds)?;
    let mut of_states = vec![Integer::ZERO; kernel.len()];
    for (state, weight) in class.states.iter().zip(weights) {
        of_states[*state] = weight;
    }
    Ok(LongRun { weights: StateWeights::over(of_states, total), class })
}

/// The one closed class that the chain can reach from `start`.
///
/// # Errors
/// [`ChainError::SeveralClasses`] where it can end up in several.
pub fn last_class<W>(kernel: &Kernel<W>, start: usize) -> Result<Class, ChainError> {
    kernel.must_have(start)?;
    let reachable = reachable(kernel, start);
    let mut closed: Vec<Class> =
        classes(kernel).into_iter().filter(|class| class.closed && reachable[class.states[0]]).collect();
    if closed.len() > 1 {
        return Err(ChainError::SeveralClasses(closed.iter().map(|class| class.states[0]).collect()));
    }
    closed.pop().ok_or(ChainError::Singular)
}

fn reachable<W>(kernel: &Kernel<W>, start: usize) -> Vec<bool> {
    let mut seen = vec![false; kernel.len()];
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if std::mem::replace(&mut seen[state], true) {
            continue;
        }
        open.extend(kernel.rows[state].iter().map(|(to, ..)| *to).filter(|to| !seen[*to]));
    }
    seen
}

/// The stationary law of a closed class: weights in the order of its states, and their sum.
///
/// The weight of the first state is set, the balance of the others is a linear system.
///
/// Cost: that of [`System`]; for 2,000 states with transitions to near ones a second or two, nearly all of it
/// for the digits of the answer.
///
/// # Errors
/// [`ChainError::Interrupted`], [`ChainError::TooLong`].
pub fn stationary(
    kernel: &Kernel,
    class: &Class,
    bounds: &Bounds<'_>,
) -> Result<(Vec<Integer>, Integer), ChainError> {
    let place: BTreeMap<usize, usize> =
        class.states.iter().enumerate().map(|(place, state)| (*state, place)).collect();
    let size = class.states.len().checked_sub(1).ok_or(ChainError::NoSuchState)?;
    let mut rows: Vec<BTreeMap<usize, Integer>> =
        (0..size).map(|row| BTreeMap::from([(row, kernel.denominator.clone())])).collect();
    let mut side = vec![Integer::ZERO; size];
    for (state, from) in &place {
        for (to, _, weight) in &kernel.rows[*state] {
            let Some(to) = place.get(to).and_then(|to| to.checked_sub(1)) else { continue };
            match from.checked_sub(1) {
                None => side[to].add_assign(weight),
                Some(from) => {
                    let entry = rows[to].entry(from).or_insert(Integer::ZERO);
                    *entry = entry.minus(weight);
                }
            }
        }
    }
    let interrupted = || (bounds.interrupted)();
    let solution = System::new(rows, &interrupted)?.solve(&side, &interrupted)?;
    bounds.check(&solution.denominator)?;
    let mut weights = vec![solution.denominator];
    weights.extend(solution.numerators);
    let total = weights.iter().sum();
    Ok((weights, total))
}
