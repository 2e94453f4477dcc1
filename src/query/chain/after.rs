//! Where a chain is after some uses, and in the long run.

use crate::check::FieldId;
use crate::evaluate::Reach;
use crate::prob::Pmf;
use crate::prob::chain::{self, Kernel, StateWeights, after, long_run};
use crate::query::{Expression, QueryError};
use crate::source::Span;
use crate::value::Value;

use super::context::{ChainContext, ExploredChain, Subject};
use super::states::StateLaw;

/// The state after so many uses, and what the last of them gives.
#[derive(Debug, Clone)]
pub struct After {
    /// How many uses.
    pub uses: u64,
    /// What the last use gives; nothing where there is none.
    pub outcomes: Vec<(Subject, Pmf<Value>)>,
    /// The law of the state after it.
    pub states: StateLaw,
}

/// What becomes of a chain in the long run: shares of all uses.
#[derive(Debug, Clone)]
pub struct LongRun {
    /// After how many uses the chain may be where it was: where this is more than 1 there is no law after many
    /// uses, only shares of all of them.
    pub period: u64,
    /// What uses give.
    pub outcomes: Vec<(Subject, Pmf<Value>)>,
    /// The law of the state before a use.
    pub states: StateLaw,
}

impl ChainContext<'_> {
    /// The state after so many uses, and what the last of them gives.
    ///
    /// # Errors
    /// Where an evaluation stops or a limit is reached.
    pub fn after(&self, uses: u64, fields: &[FieldId], about: &[Expression]) -> Result<After, QueryError> {
        let explored = self.explore_within(fields, about, Reach { uses: Some(uses), ..Reach::all() })?;
        let subjects = ChainContext::subjects(fields, about);
        let kernel = explored.chain.kernel(|_| 0);
        let (outcomes, law) = match uses.checked_sub(1) {
            None => (Vec::new(), self.weights_after(&explored, &kernel, 0, self.states_span())?),
            Some(before) => {
                let before = self.weights_after(&explored, &kernel, before, self.states_span())?;
                (laws(&explored, &before, subjects), before.step(&kernel))
            }
        };
        Ok(After { uses, outcomes, states: StateLaw::new(&explored.chain.states, law.masses()) })
    }

    /// The law of the state after some uses; `span` is what was asked for.
    pub(super) fn weights_after(
        &self,
        explored: &ExploredChain,
        kernel: &Kernel,
        uses: u64,
        span: Span,
    ) -> Result<StateWeights, QueryError> {
        let found = after(kernel, explored.start, uses, &self.bounds());
        found.map_err(|error| self.problem(&error, &explored.chain.states, span))
    }

    /// The long-run law of the state, of outcomes and of expressions.
    ///
    /// # Errors
    /// As [`ChainContext::after`]; a chain that ends up in one of several closed classes.
    pub fn long_run(&self, fields: &[FieldId], about: &[Expression]) -> Result<LongRun, QueryError> {
        let explored = self.explore(fields, about)?;
        let found = self.solve_long_run(&explored, self.states_span())?;
        let outcomes = laws(&explored, &found.weights, ChainContext::subjects(fields, about));
        let states = StateLaw::new(&explored.chain.states, found.weights.masses());
        Ok(LongRun { period: found.class.period, outcomes, states })
    }

    pub(super) fn solve_long_run(
        &self,
        explored: &ExploredChain,
        span: Span,
    ) -> Result<chain::LongRun, QueryError> {
        let found = long_run(&explored.chain.kernel(|_| 0), explored.start, &self.bounds());
        found.map_err(|error| self.problem(&error, &explored.chain.states, span))
    }
}

/// The law of each subject after one use from a state that has this law.
fn laws(explored: &ExploredChain, law: &StateWeights, subjects: Vec<Subject>) -> Vec<(Subject, Pmf<Value>)> {
    let of = |(index, subject)| (subject, explored.law_after(law, index));
    subjects.into_iter().enumerate().map(of).collect()
}
