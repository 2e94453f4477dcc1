//! `repeat { … } until x`: its rounds, of which [`Absorbing`] makes the law of what it ends with.

use std::rc::Rc;

use crate::exact::Number;
use crate::source::Span;

use super::absorb::{Absorbing, Outcome};
use super::endless::Growth;
use super::layer::Layer;
use super::limits::Stop;
use super::run::Run;
use super::state::State;
use super::step::Sequence;
use super::term::Bound;

/// How many rounds are kept: enough for loops inside loops, without a share of the memory worth naming.
const MOST_KEPT: usize = 10_000;

/// After how many states of a loop, and after twice as many each time, it is looked at whether they end.
const FIRST_LOOK: usize = 32;

impl<N: Number> Run<'_, N> {
    /// The states in which the loop ends, from those of a layer in which it begins.
    pub(super) fn until(
        &mut self,
        body: &Sequence<N>,
        guard: &Bound<N>,
        mut layer: Layer<N>,
        origin: Span,
    ) -> Result<Layer<N>, Stop> {
        if layer.states.is_empty() {
            return Ok(layer);
        }
        self.prepare(&mut layer, body)?;
        let mut absorbing = Absorbing::entered(layer, origin, &mut self.meter)?;
        let mut look = FIRST_LOOK;
        while let Some((head, heads)) = absorbing.next() {
            if heads >= look {
                look = heads.saturating_mul(2);
                let growth = Growth::of(body, guard);
                let rounds = absorbing.rounds_to_last();
                if let Some(stop) = growth.stop(&rounds, self.names, guard.origin, self.context.limits) {
                    return Err(stop);
                }
            }
            self.meter.room(heads, origin, "each round of this loop leads to new states").map_err(
                |mut stop| {
                    stop.notes
                        .push("perhaps something grows from round to round, such as a count".to_owned());
                    stop
                },
            )?;
            let outcome = self.one_round(body, guard, head)?;
            absorbing.add(&outcome);
        }
        absorbing.ended(&self.context, &mut self.meter, origin, self.weights)
    }

    /// One round from a state. What was found is kept: a loop inside another one is entered from the same
    /// states again and again.
    fn one_round(
        &mut self,
        body: &Sequence<N>,
        guard: &Bound<N>,
        head: State<N>,
    ) -> Result<Rc<Outcome<N>>, Stop> {
        let key = (std::ptr::from_ref(body) as usize, head);
        let known = match self.rounds.get(&key) {
            Some(known) => known.clone(),
            None => {
                let found = Rc::new(self.round_from(body, guard, key.1.clone())?);
                if self.rounds.len() >= MOST_KEPT {
                    self.rounds.clear();
                }
                self.rounds.insert(key, found.clone());
                found
            }
        };
        self.evidence = self.evidence.or(known.evidence);
        Ok(known)
    }

    fn round_from(
        &mut self,
        body: &Sequence<N>,
        guard: &Bound<N>,
        head: State<N>,
    ) -> Result<Outcome<N>, Stop> {
        let before = self.evidence.take();
        let layer = self.sequence(body, Layer::of(head))?;
        let evidence = self.evidence.take();
        self.evidence = before;
        let (mut again, mut done) = (layer.empty(), layer.empty());
        for (state, mass) in layer.states {
            self.meter.work(1, 0)?;
            let ends = self.context.flag(guard, &state.cells)?;
            if ends { &mut done } else { &mut again }.states.push((state, mass));
        }
        self.prepare(&mut again, body)?;
        done.forget(&body.leave);
        done.settle(&mut self.meter)?;
        done.merge(&mut self.meter)?;
        let again = again.into_masses(guard.origin, &mut self.meter)?;
        let done = done.into_masses(guard.origin, &mut self.meter)?;
        Ok(Outcome { again, done, evidence })
    }

    /// Empties what a round does not read, so that equal beginnings are one.
    fn prepare(&mut self, layer: &mut Layer<N>, body: &Sequence<N>) -> Result<(), Stop> {
        layer.forget(&body.kill);
        layer.settle(&mut self.meter)?;
        layer.merge(&mut self.meter)
    }
}
