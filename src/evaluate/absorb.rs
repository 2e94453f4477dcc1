//! Loops without a bound: `repeat { … } until x` as an absorbing Markov chain, solved exactly.
//!
//! The transient states are those in which a round begins, found by running rounds from every new one.
//! They are eliminated one by one: the mass of a state goes, divided by the probability of leaving it, where
//! one round from it leads, and so does what leads into it. What is left is the law of the
//! states in which the loop ends. (J. Kemeny, J. Snell, *Finite Markov Chains*, 1960, chapter III.)

use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::diagnostic::Code;
use crate::exact::{Number, Rational};
use crate::source::Span;

use super::endless::Weights;
use super::layer::Layer;
use super::limits::{Stop, internal, refuse};
use super::meter::Meter;
use super::state::State;
use super::term::Context;

type Indexed<K, V> = IndexMap<K, V, FxBuildHasher>;

/// A loop as an absorbing chain. States are known by their order of discovery.
pub(super) struct Absorbing<N> {
    /// The states in which a round begins.
    heads: IndexSet<State<N>, FxBuildHasher>,
    /// The states in which the loop ends.
    ends: IndexSet<State<N>, FxBuildHasher>,
    /// For each head, where one round from it leads.
    rounds: Vec<Round<N>>,
    /// From which head each of them was found, but for those with which the loop begins.
    found_from: Vec<Option<usize>>,
    /// The mass of the heads when the loop begins.
    mass: Indexed<usize, N>,
}

/// Where one round leads, with the probability of each; they sum to less than 1 where evidence fails.
struct Round<N> {
    again: Indexed<usize, N>,
    done: Indexed<usize, N>,
    /// Whether evidence took mass away.
    loses: bool,
}

/// Where one round from a state leads: on, or out of the loop; and where evidence failed, if it did.
pub(super) struct Outcome<N> {
    pub(super) again: Vec<(State<N>, N)>,
    pub(super) done: Vec<(State<N>, N)>,
    pub(super) evidence: Option<Span>,
}

/// The rounds that were made, by the place of the loop in the program and the state.
pub(super) type Rounds<N> = FxHashMap<(usize, State<N>), Rc<Outcome<N>>>;

impl<N: Number> Absorbing<N> {
    /// A loop that is entered with the states of a layer.
    pub(super) fn entered(
        layer: Layer<N>,
        origin: Span,
        meter: &mut Meter<'_>,
    ) -> Result<Absorbing<N>, Stop> {
        let mut heads: IndexSet<State<N>, FxBuildHasher> = IndexSet::default();
        let mut mass: Indexed<usize, N> = IndexMap::default();
        for (state, own) in layer.into_masses(origin, meter)? {
            let (index, _) = heads.insert_full(state);
            mass.insert(index, own);
        }
        let found_from = vec![None; heads.len()];
        Ok(Absorbing { heads, ends: IndexSet::default(), rounds: Vec::new(), found_from, mass })
    }

    /// The states in which the rounds begin that lead to the head that was found last, it last.
    pub(super) fn rounds_to_last(&self) -> Vec<&State<N>> {
        let mut rounds = Vec::new();
        let mut head = self.heads.len().checked_sub(1);
        while let Some(index) = head {
            rounds.extend(self.heads.get_index(index));
            head = self.found_from.get(index).copied().flatten();
        }
        rounds.reverse();
        rounds
    }

    /// A state from which no round was made yet, and how many heads are known.
    pub(super) fn next(&self) -> Option<(State<N>, usize)> {
        Some((self.heads.get_index(self.rounds.len())?.clone(), self.heads.len()))
    }

    /// Takes in the round from the state that [`Absorbing::next`] gave.
    pub(super) fn add(&mut self, outcome: &Outcome<N>) {
        let indexed = |masses: &[(State<N>, N)], known: &mut IndexSet<State<N>, FxBuildHasher>| {
            let one = |(state, mass): &(State<N>, N)| (known.insert_full(state.clone()).0, mass.clone());
            masses.iter().map(one).collect()
        };
        let again = indexed(&outcome.again, &mut self.heads);
        self.found_from.resize(self.heads.len(), Some(self.rounds.len()));
        let done = indexed(&outcome.done, &mut self.ends);
        self.rounds.push(Round { again, done, loses: outcome.evidence.is_some() });
    }

    /// The states in which the loop ends, once a round was made from every head.
    pub(super) fn ended(
        self,
        context: &Context<'_, N>,
        meter: &mut Meter<'_>,
        origin: Span,
        weights: Option<&Weights>,
    ) -> Result<Layer<N>, Stop> {
        let weights = self.weights(context, origin, weights)?;
        self.must_end(&weights, origin)?;
        let ended = Self::eliminate(self.rounds, self.mass, &weights, context, meter, origin)?;
        let end = |(index, mass)| {
            let state = self.ends.get_index(index);
            Ok((state.ok_or_else(|| internal(origin, "an end of a loop is not known"))?.clone(), mass))
        };
        Layer::from_masses(ended.into_iter().map(end).collect::<Result<_, Stop>>()?, meter)
    }

    /// For each head with which product its mass is weighted; 0 for the mass itself. What comes back to the same
    /// product, or to one that leads to it again, must not be negative: then a mean is finite exactly where every
    /// head is left more than it is come back to. (A. Berman, R. Plemmons, *Nonnegative Matrices in the Mathematical
    /// Sciences*, 1979, chapter 6.)
    fn weights(
        &self,
        context: &Context<'_, N>,
        origin: Span,
        weights: Option<&Weights>,
    ) -> Result<Vec<usize>, Stop> {
        let Some(weights) = weights else { return Ok(vec![0; self.heads.len()]) };
        let of: Vec<usize> = self.heads.iter().map(|head| weights.of(head)).collect();
        for (from, round) in self.rounds.iter().enumerate().filter(|(from, _)| of[*from] > 0) {
            for (_, mass) in
                round.again.iter().filter(|(to, _)| weights.products.circular(of[from], of[**to]))
            {
                if context.sign(mass, origin)?.is_lt() {
                    return Err(no_mean(
                        origin,
                        "has no mean that is known: something in the loop takes turns in growing and falling",
                    ));
                }
            }
        }
        Ok(of)
    }

    /// Eliminates the heads in the order of their discovery; `mass` is that of each when the loop begins. Returns
    /// the masses of the ends.
    fn eliminate(
        mut rounds: Vec<Round<N>>,
        mut mass: Indexed<usize, N>,
        weights: &[usize],
        context: &Context<'_, N>,
        meter: &mut Meter<'_>,
        origin: Span,
    ) -> Result<Indexed<usize, N>, Stop> {
        let mut ended: Indexed<usize, N> = IndexMap::default();
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); rounds.len()];
        for (from, round) in rounds.iter().enumerate() {
            round.again.keys().for_each(|to| into[*to].push(from));
        }
        for index in 0..rounds.len() {
            let round = take(&mut rounds[index]);
            let stays = round.again.get(&index).cloned();
            let leaves = N::from(Rational::ONE).minus(&stays.unwrap_or_else(|| N::from(Rational::ZERO)));
            if weights[index] > 0 && !context.sign(&leaves, origin)?.is_gt() {
                return Err(no_mean(origin, "is infinite: something grows faster than the loop ends"));
            }
            let often = N::from(Rational::ONE)
                .over(&leaves)
                .ok_or_else(|| internal(origin, "a state of the loop is never left"))?;
            context.check_number(&often, origin)?;
            meter.work(1 + round.again.len() + round.done.len(), often.bits())?;
            if let Some(here) = mass.swap_remove(&index) {
                let visits = here.times(&often);
                add_all(&mut ended, &round.done, &visits, None);
                add_all(&mut mass, &round.again, &visits, Some(index));
            }
            for from in std::mem::take(&mut into[index]) {
                if from <= index {
                    continue;
                }
                meter.count(1 + round.again.len() + round.done.len(), origin)?;
                let Some(step) = rounds[from].again.swap_remove(&index) else { continue };
                let visits = step.times(&often);
                meter.work(1 + round.again.len() + round.done.len(), visits.bits())?;
                add_all(&mut rounds[from].done, &round.done, &visits, None);
                for (to, share) in round.again.iter().filter(|(to, _)| **to != index) {
                    if !rounds[from].again.contains_key(to) {
                        into[*to].push(from);
                    }
                    add(&mut rounds[from].again, *to, share.times(&visits));
                }
            }
        }
        for mass in ended.values() {
            context.check_number(mass, origin)?;
        }
        Ok(ended)
    }

    /// Every head must have a way out. Those that have are found backward from the heads that end at once. Where masses
    /// are weighted, this is about the masses themselves.
    fn must_end(&self, weights: &[usize], origin: Span) -> Result<(), Stop> {
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); self.rounds.len()];
        for (from, round) in self.rounds.iter().enumerate() {
            round.again.keys().for_each(|to| into[*to].push(from));
        }
        let mut ends: Vec<bool> =
            self.rounds.iter().map(|round| !round.done.is_empty() || round.loses).collect();
        ends.iter_mut().zip(weights).for_each(|(ends, weight)| *ends &= *weight == 0);
        let mut open: Vec<usize> = (0..ends.len()).filter(|index| ends[*index]).collect();
        while let Some(index) = open.pop() {
            for from in &into[index] {
                if !ends[*from] && weights[*from] == 0 {
                    ends[*from] = true;
                    open.push(*from);
                }
            }
        }
        if ends.iter().zip(weights).all(|(ends, weight)| *ends || *weight > 0) {
            return Ok(());
        }
        let mut stop = refuse(
            Code::NeverEnds,
            origin,
            "this loop may never end: there is a state from which no way leads out of it",
        );
        stop.help =
            Some("let what `until` waits for be possible from every state, or `require` it before".into());
        Err(stop)
    }
}

/// That the mean of what is asked for cannot be had.
fn no_mean(origin: Span, why: &str) -> Stop {
    refuse(Code::Endless, origin, format!("what is asked for {why}"))
}

fn take<N>(round: &mut Round<N>) -> Round<N> {
    Round {
        again: std::mem::take(&mut round.again),
        done: std::mem::take(&mut round.done),
        loses: round.loses,
    }
}

fn add<N: Number>(masses: &mut Indexed<usize, N>, index: usize, mass: N) {
    match masses.entry(index) {
        indexmap::map::Entry::Occupied(mut entry) => {
            let sum = entry.get().plus(&mass);
            entry.insert(sum);
        }
        indexmap::map::Entry::Vacant(entry) => {
            entry.insert(mass);
        }
    }
}

/// Adds the masses times a factor, except for that of one index.
fn add_all<N: Number>(
    to: &mut Indexed<usize, N>,
    from: &Indexed<usize, N>,
    factor: &N,
    except: Option<usize>,
) {
    for (index, mass) in from.iter().filter(|(index, _)| Some(**index) != except) {
        add(to, *index, mass.times(factor));
    }
}
