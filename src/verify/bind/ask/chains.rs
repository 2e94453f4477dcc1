//! What mechanics say of many uses, each number computed once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::candidate::Test;
use super::laws::{Asked, Given, Laws, Reads, scenario};
use super::times::Times;
use crate::check::model::Declaration;
use crate::check::{Asks, Kind, StateId, check_expression};
use crate::exact::Rational;
use crate::parse::parse_expression;
use crate::query::Expression;
use crate::query::chain::{ChainContext, ChainNumber, HitNumber, OutcomeChain, Over, chain_number};
use crate::source::FileId;
use crate::value::Value;
use crate::verify::bind::read::cues;

/// A number about many uses.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Sought {
    /// The share of uses in the long run.
    Share,
    /// The mean number of uses until an event.
    Mean,
    /// The median.
    Median,
    /// The mode.
    Mode,
    /// The chance of an event within so many uses.
    Within(u64),
    /// The chance that it has not happened by then.
    NotYet(u64),
    /// The number of uses within which this share of runs has had an event.
    Level(Rational),
    /// The chance of an event in the use of this number.
    At(u64),
    /// The chance that it comes there for the first time.
    First(u64),
    /// How often an event comes in so many uses on average, or the mean sum of a number.
    Sum(u64),
    /// The chance that an event comes so often in so many uses.
    Times(Times, u64),
}

impl Sought {
    /// Those that need nothing but a word that tells of them.
    pub(crate) const NUMBERS: [Sought; 4] = [Sought::Share, Sought::Mean, Sought::Median, Sought::Mode];

    /// The words that tell of it.
    pub(crate) fn cues(&self) -> &'static [&'static str] {
        match self {
            Sought::Share => &cues::LONG,
            Sought::Mean => &cues::MEAN_OF_USES,
            Sought::Median => &cues::MEDIAN,
            Sought::Mode => &cues::MODE,
            Sought::Within(_)
            | Sought::NotYet(_)
            | Sought::Level(_)
            | Sought::At(_)
            | Sought::First(_)
            | Sought::Sum(_)
            | Sought::Times(..) => &[],
        }
    }

    /// Of how many uses it is told.
    pub(crate) fn uses(&self) -> Option<u64> {
        match self {
            Sought::Within(uses)
            | Sought::NotYet(uses)
            | Sought::At(uses)
            | Sought::First(uses)
            | Sought::Sum(uses)
            | Sought::Times(_, uses) => Some(*uses),
            Sought::Share | Sought::Mean | Sought::Median | Sought::Mode | Sought::Level(_) => None,
        }
    }

    /// Whether its number is what is stated. Of a share and the number of uses within which so many have something, one is
    /// given: the share, where it is a round one.
    pub(crate) fn is_stated(&self) -> bool {
        match self {
            Sought::Level(level) => is_round(level),
            _ => true,
        }
    }
}

/// What a number about many uses is counted of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Counted {
    /// The outcome that is asked for.
    Outcome,
    /// What a state has come to by then.
    State(StateId),
}

/// Whether a share of runs is one of those for which people say how many uses it takes.
pub(crate) fn is_round(share: &Rational) -> bool {
    const ROUND: [(i64, i64); 9] =
        [(1, 1), (1, 2), (1, 4), (3, 4), (1, 10), (9, 10), (19, 20), (99, 100), (999, 1000)];
    ROUND.iter().any(|(up, down)| *share == Rational::new(*up, *down))
}

impl Laws<'_> {
    /// A number about many uses of a mechanic and an event of an outcome; `None` where it has none, as [`Laws::law`].
    pub(crate) fn chain(&mut self, asked: &Asked, sought: &Sought, test: &Test) -> Option<Rational> {
        self.chain_of(asked, sought, Counted::Outcome, test)
    }

    /// The same of an outcome or of a state.
    pub(super) fn chain_of(
        &mut self,
        asked: &Asked,
        sought: &Sought,
        counted: Counted,
        test: &Test,
    ) -> Option<Rational> {
        // Which values the most of something are is known of one law, and not of a value alone.
        if matches!(test, Test::Most) {
            return None;
        }
        let key = (self.plain(asked)?, sought.clone(), counted, test.clone());
        // In the long run no state is given any more.
        if *sought == Sought::Share && !key.0.given.states.is_empty() {
            return None;
        }
        let known = self.chains.get(&key).cloned();
        if self.counts_for_page(known.as_ref()) {
            return known?.found;
        }
        if !self.may_ask() {
            return None;
        }
        let found = match known {
            Some(known) => known.found,
            None => self.compute_chain(&key.0, sought, counted, test),
        };
        self.chains.insert(key, self.known(found.clone()));
        self.answered(found)
    }

    /// The same question without what is given as it is anyway, or for nothing: idle inputs, states where they start.
    pub(super) fn plain(&mut self, asked: &Asked) -> Option<Asked> {
        // What is known of one use says nothing of many.
        if !asked.given.outcomes.is_empty() {
            return None;
        }
        let mechanic = *self.names.mechanics.get(asked.mechanic)?;
        let mut plain = self.without_idle(asked, Reads::Uses)?;
        let states = std::mem::take(&mut plain.given.states);
        if !states.is_empty() {
            let limits = self.limits;
            let start = || {
                let scenario = scenario(mechanic, asked.rule_set, &plain.given)?;
                ChainContext::new(mechanic, &scenario, limits).start().ok()
            };
            let start = self.starts.entry(plain.clone()).or_insert_with(start).clone();
            let begins_elsewhere = |(state, value): &(StateId, Value)| {
                start.as_ref().and_then(|start| start.get(state.index())) != Some(value)
            };
            plain.given.states = states.into_iter().filter(begins_elsewhere).collect();
        }
        Some(plain)
    }

    fn compute_chain(
        &mut self,
        asked: &Asked,
        sought: &Sought,
        counted: Counted,
        test: &Test,
    ) -> Option<Rational> {
        let mechanic = *self.names.mechanics.get(asked.mechanic)?;
        let of: &Declaration = match counted {
            Counted::Outcome => &mechanic.model[asked.field],
            // How often a state comes to something is not asked.
            Counted::State(_) if matches!(sought, Sought::First(_) | Sought::Sum(_) | Sought::Times(..)) => {
                return None;
            }
            Counted::State(state) => &mechanic.model[state].declaration,
        };
        let scenario = scenario(mechanic, asked.rule_set, &asked.given)?;
        let context = ChainContext::new(mechanic, &scenario, self.limits);
        let written = |text: String, asks| {
            let (expr, count) = parse_expression(FileId::default(), &text).ok()?;
            let checked = check_expression(&mechanic.model, expr, count, asks).ok()?;
            Some(Expression { text, checked })
        };
        let expression = |asks| written(test.expression_of(&mechanic.model, of)?, asks);
        let holds = |value: &Value| test.holds(value);
        let outcome = || OutcomeChain::new(&context, asked.field).ok();
        let anywhere =
            || Asked { given: Given { states: BTreeMap::new(), ..asked.given.clone() }, ..asked.clone() };
        let outcome = match counted {
            Counted::Outcome => self.outcomes.entry(anywhere()).or_insert_with(outcome).as_mut(),
            Counted::State(_) => None,
        };
        let number = match sought {
            Sought::Share => {
                return match outcome {
                    Some(outcome) => outcome.share(&context, &holds).ok(),
                    None => {
                        let share = ChainNumber::Stationary(expression(Asks::Event)?);
                        chain_number(mechanic, &scenario, &share, self.limits).ok()
                    }
                };
            }
            Sought::At(uses) => {
                return match outcome {
                    Some(outcome) => outcome.after(&context, *uses, &holds).ok(),
                    None => {
                        let after = ChainNumber::After(*uses, expression(Asks::Event)?);
                        chain_number(mechanic, &scenario, &after, self.limits).ok()
                    }
                };
            }
            Sought::Times(times, uses) => {
                let key = (asked.clone(), test.clone(), *uses);
                let count =
                    || Some(Arc::new(context.count(&expression(Asks::Count)?, &Over::Uses(*uses)).ok()?));
                let counts = self.counts.entry(key).or_insert_with(count).clone()?;
                return Some(
                    counts.iter().filter(|(count, _)| times.holds(*count)).map(|(_, mass)| mass).sum(),
                );
            }
            Sought::Sum(uses) => {
                // Of a number the sum is asked for, of an event how often it comes.
                let counted = match of.kind {
                    Kind::Integer => written(of.name.clone(), Asks::Count)?,
                    _ => expression(Asks::Count)?,
                };
                return context.count_mean(&counted, *uses).ok();
            }
            Sought::First(uses) => {
                let mut left = |uses: u64| match uses {
                    0 => Some(Rational::ONE),
                    _ => self.compute_chain(asked, &Sought::NotYet(uses), counted, test),
                };
                return Some(&left(uses.checked_sub(1)?)? - &left(*uses)?);
            }
            Sought::Mean => HitNumber::Mean,
            Sought::Median => HitNumber::Median,
            Sought::Mode => HitNumber::Mode,
            Sought::Level(level) => HitNumber::Level(level.clone()),
            Sought::NotYet(uses) | Sought::Within(uses) => {
                let left = match outcome {
                    Some(outcome) => outcome.not_yet(&context, *uses, &holds),
                    None => {
                        let awaited = context.awaited(expression(Asks::Event)?).ok()?;
                        context.hit_number(&awaited, &HitNumber::NotYet(*uses))
                    }
                };
                let is_within = matches!(sought, Sought::Within(_));
                return left.ok().map(|left| if is_within { &Rational::ONE - &left } else { left });
            }
        };
        let awaited = || match outcome {
            Some(outcome) => outcome.awaited(&context, &holds).ok().map(Arc::new),
            None => context.awaited(expression(Asks::Event)?).ok().map(Arc::new),
        };
        let awaited =
            self.awaited.entry((asked.clone(), counted, test.clone())).or_insert_with(awaited).clone()?;
        context.hit_number(&awaited, &number).ok()
    }
}
