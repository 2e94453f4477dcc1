//! Loops without a bound: `repeat { … } until x` as an absorbing Markov chain, solved exactly.
//!
//! The transient states are those in which a round begins, found by running rounds from every new one.
//! They are eliminated one by one: the mass of a state goes, divided by the probability of leaving it, where
//! one round from it leads, and ways into it are led on in the same way. What is left is the law of the
//! states in which the loop ends. (J. Kemeny, J. Snell, *Finite Markov Chains*, 1960, chapter III.)

use std::rc::Rc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::diagnostic::Code;
use crate::exact::{Number, Rational};
use crate::source::Span;

use super::layer::{Layer, State};
use super::limits::{Stop, internal, refuse};
use super::liveness::{Loop, Sequence};
use super::run::{Run, empty, settle};

type Indexed<K, V> = IndexMap<K, V, FxBuildHasher>;

/// A loop as an absorbing chain. States are known by their order of discovery.
struct Absorbing<N> {
    /// The states in which a round begins.
    heads: IndexSet<State<N>, FxBuildHasher>,
    /// The states in which the loop ends.
    ends: IndexSet<State<N>, FxBuildHasher>,
    /// For each head, where one round from it leads.
    rounds: Vec<Round<N>>,
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
    again: Vec<(State<N>, N)>,
    done: Vec<(State<N>, N)>,
    evidence: Option<Span>,
}

/// How many rounds are kept: enough for loops inside loops, without a share of the memory worth naming.
const MOST_KEPT: usize = 10_000;

/// The rounds that were made, by the place of the loop in the program and the state.
pub(super) type Rounds<N> = FxHashMap<(usize, State<N>), Rc<Outcome<N>>>;

impl<N: Number> Run<'_, N> {
    /// The states in which the loop ends, from those of a layer in which it begins.
    pub(super) fn until(
        &mut self,
        inside: &Loop<N>,
        mut layer: Layer<N>,
        origin: Span,
    ) -> Result<Layer<N>, Stop> {
        if layer.states.is_empty() {
            return Ok(layer);
        }
        prepare(&mut layer, &inside.body);
        let mut absorbing =
            Absorbing { heads: IndexSet::default(), ends: IndexSet::default(), rounds: Vec::new() };
        let mut mass: Indexed<usize, N> = IndexMap::default();
        for (state, numerator) in layer.states {
            let (index, _) = absorbing.heads.insert_full(state);
            mass.insert(index, N::from_ratio(&numerator, &layer.denominator));
        }
        while let Some(head) = absorbing.heads.get_index(absorbing.rounds.len()).cloned() {
            self.room(absorbing.heads.len(), origin, "each round of this loop leads to new states").map_err(
                |mut stop| {
                    stop.notes
                        .push("perhaps something grows from round to round, such as a count".to_owned());
                    stop
                },
            )?;
            let round = self.one_round(inside, head, &mut absorbing)?;
            absorbing.rounds.push(round);
        }
        absorbing.must_end(origin)?;
        let ended = self.eliminate(absorbing.rounds, mass, origin)?;
        let states = ended
            .into_iter()
            .filter_map(|(index, mass)| absorbing.ends.get_index(index).map(|state| (state.clone(), mass)));
        Ok(Layer::from_masses(states.collect()))
    }

    /// One round from a state. What was found is kept: a loop inside another one is entered from the same
    /// states again and again.
    fn one_round(
        &mut self,
        inside: &Loop<N>,
        head: State<N>,
        absorbing: &mut Absorbing<N>,
    ) -> Result<Round<N>, Stop> {
        let key = (std::ptr::from_ref(inside) as usize, head);
        let known = match self.rounds.get(&key) {
            Some(known) => known.clone(),
            None => {
                let found = Rc::new(self.round_from(inside, key.1.clone())?);
                if self.rounds.len() >= MOST_KEPT {
                    self.rounds.clear();
                }
                self.rounds.insert(key, found.clone());
                found
            }
        };
        let indexed = |masses: &[(State<N>, N)], known: &mut IndexSet<State<N>, FxBuildHasher>| {
            let one = |(state, mass): &(State<N>, N)| (known.insert_full(state.clone()).0, mass.clone());
            masses.iter().map(one).collect()
        };
        if let Some(origin) = known.evidence {
            self.evidence = self.evidence.or(Some(origin));
        }
        Ok(Round {
            again: indexed(&known.again, &mut absorbing.heads),
            done: indexed(&known.done, &mut absorbing.ends),
            loses: known.evidence.is_some(),
        })
    }

    fn round_from(&mut self, inside: &Loop<N>, head: State<N>) -> Result<Outcome<N>, Stop> {
        let before = self.evidence.take();
        let layer = self.sequence(&inside.body, Layer::of(head))?;
        let evidence = self.evidence.take();
        self.evidence = before;
        let (mut again, mut done) = (layer.empty(), layer.empty());
        for (state, mass) in layer.states {
            let ends = self.context.flag(&inside.guard, &state.cells)?;
            if ends { &mut done } else { &mut again }.states.push((state, mass));
        }
        prepare(&mut again, &inside.body);
        empty(&mut done, &inside.leave);
        settle(&mut done);
        done.merge();
        Ok(Outcome { again: masses(again), done: masses(done), evidence })
    }

    /// Eliminates the heads in the order of their discovery; `mass` is where the loop begins. Returns the
    /// masses of the ends.
    fn eliminate(
        &mut self,
        mut rounds: Vec<Round<N>>,
        mut mass: Indexed<usize, N>,
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
            let often = N::from(Rational::ONE)
                .over(&leaves)
                .ok_or_else(|| internal(origin, "a state of the loop is never left"))?;
            self.context.check_number(&often, origin)?;
            if let Some(here) = mass.swap_remove(&index) {
                let visits = here.times(&often);
                add_all(&mut ended, &round.done, &visits, None);
                add_all(&mut mass, &round.again, &visits, Some(index));
            }
            for from in std::mem::take(&mut into[index]) {
                if from <= index {
                    continue;
                }
                self.count(1 + round.again.len() + round.done.len(), origin)?;
                let Some(way) = rounds[from].again.swap_remove(&index) else { continue };
                let visits = way.times(&often);
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
            self.context.check_number(mass, origin)?;
        }
        Ok(ended)
    }
}

impl<N: Number> Absorbing<N> {
    /// Every head must have a way out. Those that have are found backward from the heads that end at once.
    fn must_end(&self, origin: Span) -> Result<(), Stop> {
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); self.rounds.len()];
        for (from, round) in self.rounds.iter().enumerate() {
            round.again.keys().for_each(|to| into[*to].push(from));
        }
        let mut ends: Vec<bool> =
            self.rounds.iter().map(|round| !round.done.is_empty() || round.loses).collect();
        let mut open: Vec<usize> = (0..ends.len()).filter(|index| ends[*index]).collect();
        while let Some(index) = open.pop() {
            for from in &into[index] {
                if !ends[*from] {
                    ends[*from] = true;
                    open.push(*from);
                }
            }
        }
        if ends.iter().all(|ends| *ends) {
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

/// Empties what a round does not read, so that equal beginnings are one.
fn prepare<N: Number>(layer: &mut Layer<N>, body: &Sequence<N>) {
    empty(layer, &body.kill);
    settle(layer);
    layer.merge();
}

fn masses<N: Number>(layer: Layer<N>) -> Vec<(State<N>, N)> {
    let denominator = layer.denominator;
    layer.states.into_iter().map(|(state, mass)| (state, N::from_ratio(&mass, &denominator))).collect()
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
