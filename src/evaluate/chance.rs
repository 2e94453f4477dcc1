//! A probability that is itself a roll: what was drawn with it makes some of its values likelier than others.

use crate::diagnostic::Code;
use crate::exact::{Number, Rational};
use crate::parse::ast::BinaryOp;
use crate::source::Span;

use super::cell::{Affine, Cell};
use super::compare::{Outcomes, shared};
use super::draw::shown;
use super::layer::Layer;
use super::limits::{Stop, refuse};
use super::region::Region;
use super::roll::Roll;
use super::run::Run;
use super::state::State;
use super::step::Sequence;
use super::term::{Bound, Context};

impl<N: Number> Run<'_, N> {
    /// A branch by a roll, from the states in which it is one; and the other states.
    pub(super) fn chance_of_roll(
        &mut self,
        weight: &Bound<N>,
        happens: &Sequence<N>,
        not: &Sequence<N>,
        layer: Layer<N>,
    ) -> Result<(Option<Layer<N>>, Layer<N>), Stop> {
        let (mut yes, mut no, mut plain) = (layer.empty(), layer.empty(), layer.empty());
        for (state, mass) in layer.states {
            if !reads_roll(weight, &state) {
                plain.states.push((state, mass));
                continue;
            }
            let roll = self.context.roll(weight, &state.cells)?;
            let (holds, fails) = self.context.chance(&state, &roll, weight.origin)?;
            yes.states.extend(holds.into_iter().map(|state| (state, mass.clone())));
            no.states.extend(fails.into_iter().map(|state| (state, mass.clone())));
        }
        if yes.states.is_empty() && no.states.is_empty() {
            return Ok((None, plain));
        }
        let empty = plain.empty();
        let mut results = Vec::new();
        for (sequence, layer) in [(happens, yes), (not, no)] {
            if !layer.states.is_empty() {
                results.push(self.sequence(sequence, layer)?);
            }
        }
        Ok((Some(Layer::combine(results, empty, &mut self.meter)?), plain))
    }
}

/// Whether a term reads a roll in a state.
fn reads_roll<N: Number>(term: &Bound<N>, state: &State<N>) -> bool {
    let mut found = false;
    term.each_slot(&mut |slot| {
        found |= matches!(state.cells.get(slot.0 as usize), Some(Cell::Roll(_)));
    });
    found
}

impl<N: Number> Context<'_, N> {
    /// The state in which something happens whose probability is a roll, and the state in which it does not.
    fn chance(&self, state: &State<N>, roll: &Roll<N>, origin: Span) -> Result<Outcomes<N>, Stop> {
        let Roll::Sum(sum) = roll else {
            let message = "the least or greatest of several rolls cannot be a probability";
            return Err(refuse(Code::RollNotIntegrable, origin, message)
                .help("compare it with a number, or take one roll as the probability")
                .into());
        };
        match sum.terms.as_slice() {
            [(id, slope)] => self.weigh(state, *id, (&sum.constant, slope), origin),
            _ => {
                let (low, high) = self.ends(sum, origin)?;
                self.is_probability(&low, &high, origin)?;
                // As a fresh uniform below it: after that they are known together only.
                let fresh = Affine::uniform(state.fresh_uniform());
                let distance = fresh.plus_scaled(sum, &N::from(Rational::from(-1)));
                self.compare_roll(state, &Roll::Sum(distance), BinaryOp::Less, origin)
            }
        }
    }

    /// Of one uniform, the density takes in the probability that it gave.
    fn weigh(
        &self,
        state: &State<N>,
        id: u32,
        (constant, slope): (&N, &N),
        origin: Span,
    ) -> Result<Outcomes<N>, Stop> {
        let place = state.regions.iter().position(|region| region.mentions(id));
        let region = match place.and_then(|place| state.regions.get(place)) {
            Some(region) if region.direction.len() == 1 => region.clone(),
            Some(_) => return Err(shared(origin)),
            None => Region::new(vec![(id, N::from(Rational::ONE))]),
        };
        let (low, high) = region.ends();
        let at = |end: &N| constant.plus(&slope.times(end));
        self.is_probability(&at(&low), &at(&high), origin)?;
        let (one, minus_one) = (N::from(Rational::ONE), N::from(Rational::from(-1)));
        let happens = region.weighted(constant, slope);
        let not = region.weighted(&one.minus(constant), &slope.times(&minus_one));
        let with = |region: Region<N>| {
            for coefficient in &region.density {
                self.check_number(coefficient, origin)?;
            }
            if region.mass() == N::from(Rational::ZERO) {
                return Ok::<_, Stop>(Vec::new());
            }
            Ok(vec![state.with_region(place, region)])
        };
        Ok((with(happens)?, with(not)?))
    }

    /// Refuses a roll that is not always between 0 and 1, from its values at its ends.
    fn is_probability(&self, one: &N, other: &N, origin: Span) -> Result<(), Stop> {
        for end in [one, other] {
            let above = N::from(Rational::ONE).minus(end);
            if self.sign(end, origin)?.is_lt() || self.sign(&above, origin)?.is_lt() {
                let (one, other) = (shown(one), shown(other));
                let message = format!(
                    "a probability lies between 0 and 1; here it is a roll between {one} and {other}"
                );
                return Err(refuse(Code::ProbabilityRange, origin, message));
            }
        }
        Ok(())
    }
}
