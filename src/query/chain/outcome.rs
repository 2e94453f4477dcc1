//! Many questions about one outcome: what a use does from each state is computed once for all of them.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::check::FieldId;
use crate::evaluate::{Plan, Reach, StateValues, Stop, Transitions, explore};
use crate::exact::Rational;
use crate::prob::chain::{ChainError, Kernel, not_yet};
use crate::query::QueryError;
use crate::query::error::internal;
use crate::value::Value;

use super::context::{ChainContext, ExploredChain};
use super::goals::Scale;
use super::number::Awaited;

/// What a use of a mechanic makes of one outcome, kept for every state that was used from: the inputs are those of the
/// context that it was made for, and the states may begin anywhere.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::exact::Rational;
/// use trueodds::query::chain::{ChainContext, HitNumber, OutcomeChain};
/// use trueodds::scenario::Scenario;
/// use trueodds::session::Session;
/// use trueodds::value::Value;
///
/// let session = Session::embedded()?;
/// let reward = session.mechanic("sts/card-reward")?;
/// let scenario = Scenario::of_defaults(&reward, reward.default_rule_set());
/// let limits = Limits::default();
/// let context = ChainContext::new(&reward, &scenario, &limits);
/// let mut rares = OutcomeChain::new(&context, reward.field("rares")?)?;
/// let any = |value: &Value| value.as_number().is_some_and(|number| *number >= Rational::ONE);
/// let rare = rares.awaited(&context, &any)?;
/// assert_eq!(context.hit_number(&rare, &HitNumber::Median)?.to_string(), "7");
/// let first = rares.after(&context, 1, &any)?;
/// assert_eq!(first.to_string(), "0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct OutcomeChain {
    plan: Plan<Rational>,
    known: FxHashMap<StateValues, Transitions>,
}

impl OutcomeChain {
    /// The chain of an outcome. Cost: one use, and then one for each state that is used from.
    ///
    /// # Errors
    /// Where an evaluation stops, among others because the outcome grows without end within one use.
    pub fn new(context: &ChainContext<'_>, field: FieldId) -> Result<OutcomeChain, QueryError> {
        let plan = context.plan(context.scenario, &context.program(&[field], &[])?)?;
        let start = context.start()?;
        let first = plan.transitions(&start, context.limits).map_err(|stop| context.stopped(stop))?;
        Ok(OutcomeChain { plan, known: FxHashMap::from_iter([(start, first)]) })
    }

    /// The chain up to the first use whose outcome is one of some.
    ///
    /// # Errors
    /// As [`ChainContext::awaited`].
    pub fn awaited(
        &mut self,
        context: &ChainContext<'_>,
        holds: &dyn Fn(&Value) -> bool,
    ) -> Result<Awaited, QueryError> {
        let kernel = self.until_hit(context, holds, None)?;
        Ok(Awaited { place: context.states_span(), kernel, scale: Scale::Uses })
    }

    /// The chance that the outcome of none of so many uses is one of some. No state is used from that more uses lead to.
    ///
    /// # Errors
    /// As [`ChainContext::first_hit`].
    pub fn not_yet(
        &mut self,
        context: &ChainContext<'_>,
        uses: u64,
        holds: &dyn Fn(&Value) -> bool,
    ) -> Result<Rational, QueryError> {
        let mut left = |within| -> Result<_, QueryError> {
            let kernel = self.until_hit(context, holds, within)?;
            Ok(not_yet(&kernel, 0, &BTreeSet::from([uses]), &context.bounds()))
        };
        let found = match left(Some(uses))? {
            // It may be that it comes later only, or never.
            Err(ChainError::NeverHits) => left(None)?,
            found => found,
        };
        let place = context.states_span();
        let found = found.map_err(|error| context.problem(&error, &[], place))?;
        found.into_iter().next().ok_or_else(|| context.stopped(internal(place, "nothing was asked")))
    }

    /// The share of uses in the long run whose outcome is one of some.
    ///
    /// # Errors
    /// As [`ChainContext::long_run`].
    pub fn share(
        &mut self,
        context: &ChainContext<'_>,
        holds: &dyn Fn(&Value) -> bool,
    ) -> Result<Rational, QueryError> {
        let explored = self.explored(context, holds, Reach::all())?;
        let found = context.solve_long_run(&explored, context.states_span())?;
        Ok(explored.law_after(&found.weights, 0).mass_of(&Value::Flag(true)))
    }

    /// The chance that the outcome of use number so many is one of some.
    ///
    /// # Errors
    /// As [`ChainContext::after`].
    pub fn after(
        &mut self,
        context: &ChainContext<'_>,
        uses: u64,
        holds: &dyn Fn(&Value) -> bool,
    ) -> Result<Rational, QueryError> {
        let explored = self.explored(context, holds, Reach { uses: Some(uses), ..Reach::all() })?;
        let (kernel, before) = (explored.chain.kernel(|_| 0), uses.saturating_sub(1));
        let law = context.weights_after(&explored, &kernel, before, context.states_span())?;
        Ok(explored.law_after(&law, 0).mass_of(&Value::Flag(true)))
    }

    /// The kernel up to the first use whose outcome is one of some, a hit with a reward, from state 0; with the states that so
    /// many uses lead to, or all.
    fn until_hit(
        &mut self,
        context: &ChainContext<'_>,
        holds: &dyn Fn(&Value) -> bool,
        uses: Option<u64>,
    ) -> Result<Kernel, QueryError> {
        let is_hit = |outcome: &[Value]| outcome.first() == Some(&Value::Flag(true));
        // What comes after a hit does not matter.
        let waits = |outcome: &[Value]| !is_hit(outcome);
        let explored = self.explored(context, holds, Reach { uses, follow: &waits })?;
        Ok(explored.chain.kernel(|transition| i64::from(is_hit(&transition.outcome))))
    }

    /// The chain from the start, with whether the outcome is one of some on its transitions.
    fn explored(
        &mut self,
        context: &ChainContext<'_>,
        holds: &dyn Fn(&Value) -> bool,
        reach: Reach<'_>,
    ) -> Result<ExploredChain, QueryError> {
        let start = [context.start()?];
        let mut step = |state: &StateValues| self.step(context, holds, state);
        let chain = explore(&mut step, &start, reach, context.states_span(), context.limits);
        Ok(ExploredChain { chain: chain.map_err(|stop| context.stopped(stop))?, start: 0 })
    }

    fn step(
        &mut self,
        context: &ChainContext<'_>,
        holds: &dyn Fn(&Value) -> bool,
        state: &StateValues,
    ) -> Result<Transitions, Stop> {
        if !self.known.contains_key(state) {
            self.known.insert(state.clone(), self.plan.transitions(state, context.limits)?);
        }
        let mut sums: BTreeMap<(bool, &StateValues), Rational> = BTreeMap::new();
        for (outcome, next, mass) in self.known.get(state).into_iter().flatten() {
            let sum = sums.entry((outcome.first().is_some_and(holds), next)).or_default();
            *sum = &*sum + mass;
        }
        let transition =
            |((holds, next), mass): ((bool, &StateValues), _)| (vec![Value::Flag(holds)], next.clone(), mass);
        Ok(sums.into_iter().map(transition).collect())
    }
}
