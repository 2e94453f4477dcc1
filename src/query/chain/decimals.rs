//! Answers about chains in decimals of which every digit is proven, where exact fractions would be too long to
//! find or to read.
//!
//! A question is answered in rounded numbers that know how far from the exact ones they can be. Where that does not
//! settle every digit that was asked for, it is answered again in longer ones.

use std::collections::BTreeMap;

use crate::evaluate::{Reach, StateValues};
use crate::exact::{Proven, Rational, Rounded};
use crate::prob::chain::rounded::{self, Hit, HitAsked, HitRow};
use crate::prob::chain::{ChainError, Found, Kernel, last_class};
use crate::query::{Expression, QueryError};
use crate::value::Value;

use super::ChainQuestion;
use super::context::{ChainContext, ExploredChain, Subject};
use super::count::Over;
use super::decimal_count::{DecimalCounts, DecimalPercentile};
use super::first_hit::{HitRequest, MOST_USES};
use super::goals::Goals;

/// An answer in decimals.
#[derive(Debug, Clone)]
pub struct Decimals {
    /// How many significant digits were asked for.
    pub digits: usize,
    /// Whether every number has them all.
    pub settled: bool,
    /// The answer.
    pub answer: DecimalAnswer,
}

/// The answer to a question in decimals.
#[derive(Debug, Clone)]
pub enum DecimalAnswer {
    /// The law after some uses.
    After(DecimalLaws),
    /// The long-run law.
    LongRun(DecimalLaws),
    /// How many uses until an event first happens.
    FirstHit(Box<DecimalHit>),
    /// How often something happens over some uses.
    Counts(Box<DecimalCounts>),
    /// Where a count stands among all runs.
    Percentile(Box<DecimalPercentile>),
}

/// Laws of outcomes and of the state.
#[derive(Debug, Clone)]
pub struct DecimalLaws {
    /// After how many uses; for the long run, the period of the chain.
    pub number: u64,
    /// What a use gives.
    pub outcomes: Vec<(Subject, Vec<(Value, Proven)>)>,
    /// The law of the state.
    pub states: Vec<(StateValues, Proven)>,
}

/// How many uses it takes until an event first happens; that use counts.
#[derive(Debug, Clone)]
pub struct DecimalHit {
    /// What is waited for.
    pub goals: Goals,
    /// The probability that it ever happens.
    pub ever: Proven,
    /// Whether it happens with certainty.
    pub certain: bool,
    /// Mean and variance, where it happens with certainty and they were found.
    pub moments: Option<(Proven, Proven)>,
    /// Where half of all runs have had it; `None` where that is not decided.
    pub median: Option<Found>,
    /// The most probable uses; `None` where they were not found out.
    pub modes: Option<Vec<u64>>,
    /// The levels that were asked for, and within how many uses each is reached.
    pub quantiles: Vec<(Rational, Option<Found>)>,
    /// The numbers of uses that were asked for, and the chance that it has not happened by then.
    pub not_yet: Vec<(u64, Proven)>,
    /// Whether somebody asked for so many rows.
    pub asked: bool,
    /// For each use from the first on the chance that it happens first at it, by then, and that it has not yet.
    pub rows: Vec<[Proven; 3]>,
}

impl DecimalAnswer {
    /// Whether nothing was left out because it takes too much work.
    fn is_complete(&self) -> bool {
        match self {
            DecimalAnswer::FirstHit(hit) => hit.moments.is_some() || !hit.certain,
            _ => true,
        }
    }

    /// Whether every number has all digits that were asked for.
    fn is_settled(&self) -> bool {
        match self {
            DecimalAnswer::After(laws) | DecimalAnswer::LongRun(laws) => {
                let outcomes = laws.outcomes.iter().flat_map(|(_, law)| law).map(|(_, number)| number);
                outcomes.chain(laws.states.iter().map(|(_, number)| number)).all(Proven::is_settled)
            }
            DecimalAnswer::Counts(counts) => counts.is_settled(),
            DecimalAnswer::Percentile(percentile) => percentile.is_settled(),
            DecimalAnswer::FirstHit(hit) => {
                let moments = hit.moments.iter().flat_map(|(mean, variance)| [mean, variance]);
                let not_yet = hit.not_yet.iter().map(|(_, left)| left);
                let numbers = std::iter::once(&hit.ever).chain(moments).chain(not_yet);
                numbers.chain(hit.rows.iter().flatten()).all(Proven::is_settled)
                    && hit.median.is_some()
                    && hit.quantiles.iter().all(|(_, found)| found.is_some())
            }
        }
    }
}

/// What is asked, explored.
enum Asked<'a> {
    /// Over how many uses, and what was seen.
    Count(ExploredChain, Kernel<Rational>, &'a Expression, u64, Option<i64>),
    After(ExploredChain, Kernel<Rational>, u64, Vec<Subject>),
    LongRun(ExploredChain, Kernel<Rational>, Vec<Subject>),
    Hit(Kernel<Rational>, &'a Goals, &'a HitRequest),
}

impl ChainContext<'_> {
    /// The answer to a question with so many significant digits; `None` for a question that is not answered in
    /// decimals.
    ///
    /// # Errors
    /// As the same question answered exactly.
    pub fn decimals(&self, question: &ChainQuestion, digits: usize) -> Result<Option<Decimals>, QueryError> {
        let Some(asked) = self.asked(question)? else { return Ok(None) };
        let answers = [Self::answer::<2>, Self::answer::<4>, Self::answer::<8>];
        // Fewer words than the digits take settle nothing.
        let least = match digits {
            ..25 => 0,
            25..60 => 1,
            _ => 2,
        };
        let mut found = None;
        for answer in &answers[least..] {
            let answer = answer(self, &asked, digits)?;
            let settled = answer.is_settled();
            found = Some(Decimals { digits, settled: settled && answer.is_complete(), answer });
            if settled {
                break;
            }
        }
        Ok(found)
    }

    fn asked<'a>(&'a self, question: &'a ChainQuestion) -> Result<Option<Asked<'a>>, QueryError> {
        Ok(Some(match question {
            ChainQuestion::After { uses, about, fields } => {
                let explored =
                    self.explore_within(fields, about, Reach { uses: Some(*uses), ..Reach::all() })?;
                let kernel = explored.chain.masses(|_| 0);
                Asked::After(explored, kernel, *uses, ChainContext::subjects(fields, about))
            }
            ChainQuestion::Stationary { about, fields } => {
                let explored = self.explore(fields, about)?;
                let kernel = explored.chain.masses(|_| 0);
                Asked::LongRun(explored, kernel, ChainContext::subjects(fields, about))
            }
            ChainQuestion::Hit { goals, request } if goals.cost.is_none() => {
                Asked::Hit(self.until(goals)?.0, goals, request)
            }
            ChainQuestion::Count { what, over: Over::Uses(uses) } => self.asked_count(what, *uses, None)?,
            ChainQuestion::Percentile { what, over: Over::Uses(uses), seen } => {
                self.asked_count(what, *uses, Some(*seen))?
            }
            _ => return Ok(None),
        }))
    }

    fn asked_count<'a>(
        &self,
        what: &'a Expression,
        uses: u64,
        seen: Option<i64>,
    ) -> Result<Asked<'a>, QueryError> {
        let reach = Reach { uses: Some(uses), ..Reach::all() };
        let explored = self.explore_within(&[], std::slice::from_ref(what), reach)?;
        let kernel = self.masses(&explored.chain, what)?;
        Ok(Asked::Count(explored, kernel, what, uses, seen))
    }

    fn answer<const K: usize>(&self, asked: &Asked<'_>, digits: usize) -> Result<DecimalAnswer, QueryError> {
        match asked {
            Asked::After(explored, kernel, uses, subjects) => {
                let kernel = kernel.rounded::<K>();
                let problem = |error| self.problem(&error, &explored.chain.states, self.states_span());
                let walk =
                    |uses| rounded::after(&kernel, explored.start, uses, &self.bounds()).map_err(problem);
                let (outcomes, law) = match uses.checked_sub(1) {
                    None => (Vec::new(), walk(0)?),
                    Some(before) => {
                        let before = walk(before)?;
                        (laws(explored, &before, subjects, digits), rounded::step(&kernel, &before))
                    }
                };
                let states = states(explored, &law, digits);
                Ok(DecimalAnswer::After(DecimalLaws { number: *uses, outcomes, states }))
            }
            Asked::LongRun(explored, kernel, subjects) => {
                let problem = |error| self.problem(&error, &explored.chain.states, self.states_span());
                let class = last_class(kernel, explored.start).map_err(problem)?;
                let kernel = kernel.rounded::<K>();
                let law = rounded::stationary(&kernel, &class, &self.bounds()).map_err(problem)?;
                let outcomes = laws(explored, &law, subjects, digits);
                let states = states(explored, &law, digits);
                Ok(DecimalAnswer::LongRun(DecimalLaws { number: class.period, outcomes, states }))
            }
            Asked::Count(explored, kernel, what, uses, seen) => {
                let problem = |error| self.problem(&error, &explored.chain.states, what.checked.expr.span);
                // More words are more digits here too.
                let more = digits + 10 * (K - 2);
                let law = rounded::count_law(kernel, explored.start, *uses, more, &self.bounds());
                let law = law.map_err(problem)?;
                Ok(match seen {
                    None => {
                        DecimalAnswer::Counts(Box::new(DecimalCounts::new(&what.text, *uses, &law, digits)))
                    }
                    Some(seen) => {
                        let answer = DecimalPercentile::new(&what.text, *uses, *seen, &law, digits);
                        DecimalAnswer::Percentile(Box::new(answer))
                    }
                })
            }
            Asked::Hit(kernel, goals, request) => {
                let problem = |error| self.problem(&error, &[], goals.place());
                let hit = self.hit_in_decimals::<K>(kernel, goals, request, digits).map_err(problem)?;
                Ok(DecimalAnswer::FirstHit(Box::new(hit)))
            }
        }
    }

    fn hit_in_decimals<const K: usize>(
        &self,
        masses: &Kernel<Rational>,
        goals: &Goals,
        request: &HitRequest,
        digits: usize,
    ) -> Result<DecimalHit, ChainError> {
        let kernel = masses.rounded::<K>();
        let waiting = rounded::first_hit(&kernel, masses, 0)?;
        let hit = match waiting.solve(&self.bounds()) {
            // Where states lead to so many others that the mean takes too much, the chances of each use do not.
            Err(ChainError::TooMany | ChainError::TooMuch) if waiting.is_certain() => {
                Hit { ever: Rounded::one(), times: None }
            }
            solved => solved?,
        };
        let half = Rational::new(1, 2);
        let asked = HitAsked {
            over: request.over,
            most: MOST_USES,
            levels: std::iter::once(&half).chain(&request.quantiles).cloned().collect(),
            not_yet: request.not_yet.iter().copied().collect(),
        };
        let found = waiting.find(&hit.ever, &asked, &self.bounds())?;
        let left: BTreeMap<u64, Proven> = asked
            .not_yet
            .iter()
            .copied()
            .zip(found.not_yet.iter().map(|left| left.proven(digits).chance()))
            .collect();
        let not_yet = request.not_yet.iter().filter_map(|uses| Some((*uses, left.get(uses)?.clone())));
        let mut quantiles = found.quantiles.into_iter();
        // The variance is the mean of T (T + 1), less that of T, less its square.
        let moments = hit.times.map(|(mean, product)| {
            let less = mean.plus(&mean.times(&mean));
            (mean.proven(digits), product.proven_minus(&less, digits))
        });
        let row =
            |row: &HitRow<K>| [row.at, row.by_then, row.not_yet].map(|mass| mass.proven(digits).chance());
        Ok(DecimalHit {
            goals: goals.clone(),
            ever: hit.ever.proven(digits).chance(),
            certain: waiting.is_certain(),
            moments,
            median: quantiles.next().flatten(),
            modes: found.modes,
            quantiles: request.quantiles.iter().cloned().zip(quantiles).collect(),
            not_yet: not_yet.collect(),
            asked: request.over.is_some(),
            rows: found.rows.iter().map(row).collect(),
        })
    }
}

/// The law of each subject after one use from a state that has this law.
fn laws<const K: usize>(
    explored: &ExploredChain,
    law: &[Rounded<K>],
    subjects: &[Subject],
    digits: usize,
) -> Vec<(Subject, Vec<(Value, Proven)>)> {
    let of = |(index, subject): (usize, &Subject)| {
        let law = rounded::outcomes(&explored.chain, law, |outcome| outcome[index].clone());
        (
            subject.clone(),
            law.into_iter().map(|(value, mass)| (value, mass.proven(digits).chance())).collect(),
        )
    };
    subjects.iter().enumerate().map(of).collect()
}

/// The states that have mass.
fn states<const K: usize>(
    explored: &ExploredChain,
    law: &[Rounded<K>],
    digits: usize,
) -> Vec<(StateValues, Proven)> {
    let with_mass = explored.chain.states.iter().zip(law).filter(|(_, mass)| !mass.is_zero());
    with_mass.map(|(state, mass)| (state.clone(), mass.proven(digits).chance())).collect()
}
