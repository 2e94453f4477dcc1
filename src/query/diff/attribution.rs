//! Which rules are responsible for a difference, and with which share.
//!
//! A share is the Shapley value of a rule in the game whose players are the rules that differ and whose
//! worth of a set of rules is the total variation distance that switching them makes (Shapley, "A value
//! for n-person games", 1953). Shares sum to the whole distance exactly; one that is negative belongs to a
//! rule that undoes a part of what the others do.

use std::cmp::Reverse;

use crate::check::{FieldId, InputId, RuleId};
use crate::evaluate::{Limits, Stop};
use crate::exact::Rational;
use crate::prob::{Pmf, total_variation};
use crate::query::error::is_of_the_mechanic;
use crate::query::{Mechanic, QueryError, law};
use crate::scenario::{Scenario, Sides};
use crate::value::{InputValue, RuleValue, Value};

/// A rule or an input that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Responsible {
    /// What differs.
    pub changed: Changed,
    /// What it is on one side.
    pub from: Held,
    /// What it is on the other.
    pub to: Held,
    /// What it does to the difference; `None` where [`Attribution`] says why.
    pub effect: Option<Effect>,
}

/// A rule or an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Changed {
    /// A rule.
    Rule(RuleId),
    /// An input.
    Input(InputId),
}

/// What a rule or an input is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// The value of a rule, where it is known.
    Rule(RuleValue),
    /// What an input is.
    Input(InputValue),
}

impl Held {
    /// The value, where there is one.
    #[must_use]
    pub fn value(&self) -> Option<&Value> {
        match self {
            Held::Rule(value) => value.known(),
            Held::Input(value) => value.value(),
        }
    }
}

/// What a rule or an input that differs does to the difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effect {
    /// The distance that it alone makes, switched on the first side.
    pub alone: Rational,
    /// The distance that it alone makes, switched back on the second side.
    pub undone: Rational,
    /// Its share: all of them sum to the whole distance.
    pub share: Rational,
}

impl Effect {
    /// Whether switching it changes nothing.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.alone.is_zero() && self.undone.is_zero() && self.share.is_zero()
    }
}

/// Whether the rules that differ have an effect each.
#[derive(Debug, Clone)]
pub enum Attribution {
    /// They have.
    Each,
    /// They are more than this.
    TooMany(usize),
    /// With only some of them switched, the mechanic has no law; this is why.
    Mixture(Stop),
}

/// Two to this power is how many evaluations shares may cost.
const MOST_PLAYERS: usize = 24;

/// What the rules that differ play for: the laws of both sides.
pub(super) struct Game<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) sides: &'a Sides,
    pub(super) fields: &'a [FieldId],
    pub(super) from: &'a Pmf<Vec<Value>>,
    pub(super) to: &'a Pmf<Vec<Value>>,
    pub(super) limits: &'a Limits,
}

impl Game<'_> {
    /// The rules and inputs that differ, with the effects of at most so many.
    pub(super) fn responsible(&self, most: usize) -> Result<(Vec<Responsible>, Attribution), QueryError> {
        let mut players = self.players();
        let most = most.min(MOST_PLAYERS);
        if players.len() > most {
            return Ok((players, Attribution::TooMany(most)));
        }
        match self.effects(&players) {
            Ok(effects) => {
                for (player, effect) in players.iter_mut().zip(effects) {
                    player.effect = Some(effect);
                }
                players.sort_by_cached_key(|player| {
                    Reverse(player.effect.as_ref().map(|effect| effect.share.abs()))
                });
                Ok((players, Attribution::Each))
            }
            Err(QueryError::Stopped(stop, _)) if is_of_the_mechanic(&stop) => {
                Ok((players, Attribution::Mixture(stop)))
            }
            Err(error) => Err(error),
        }
    }

    /// The rules and inputs that differ, rules first, in the order of the model.
    fn players(&self) -> Vec<Responsible> {
        let player = |(changed, from, to)| Responsible { changed, from, to, effect: None };
        differing(self.mechanic, self.sides).into_iter().map(player).collect()
    }

    /// What each of them does.
    fn effects(&self, players: &[Responsible]) -> Result<Vec<Effect>, QueryError> {
        let all = (1_usize << players.len()) - 1;
        let mut laws = Vec::with_capacity(all + 1);
        for subset in 0..=all {
            laws.push(match subset {
                0 => self.from.clone(),
                _ if subset == all => self.to.clone(),
                _ => {
                    let scenario = self.switched(players, subset);
                    law(self.mechanic, &scenario, self.fields, self.limits)
                        .map_err(QueryError::stopped(&scenario))?
                }
            });
        }
        let worth: Vec<Rational> = laws.iter().map(|law| total_variation(self.from, law)).collect();
        let effect = |own: usize| {
            let without = (0..=all).filter(|subset| subset & own == 0);
            let gained = without.map(|subset| {
                let gain = &worth[subset | own] - &worth[subset];
                &weight(subset.count_ones(), all.count_ones()) * &gain
            });
            Effect {
                alone: worth[own].clone(),
                undone: total_variation(&laws[all], &laws[all & !own]),
                share: gained.sum(),
            }
        };
        Ok((0..players.len()).map(|index| effect(1 << index)).collect())
    }

    /// The first side with some rules switched to the values of the second.
    fn switched(&self, players: &[Responsible], subset: usize) -> Scenario {
        let mut scenario = self.sides.from.clone();
        // Rules are given one by one, so that it does not matter under which set they stand.
        let mut rules = scenario.rule_values(self.mechanic);
        let switched = players.iter().enumerate().filter(|(index, _)| subset & (1 << index) != 0);
        for (_, player) in switched {
            match (player.changed, &player.to) {
                (Changed::Rule(rule), Held::Rule(value)) => rules[rule.index()] = value.clone(),
                (Changed::Input(input), Held::Input(value)) => scenario.set_input(input, value.clone()),
                (Changed::Rule(_), Held::Input(_)) | (Changed::Input(_), Held::Rule(_)) => {}
            }
        }
        scenario.changed = self.mechanic.model.rule_ids().zip(rules).collect();
        scenario
    }
}

/// The rules and inputs that differ between two sides, rules first, in the order of the model.
pub(in super::super) fn differing(mechanic: &Mechanic, sides: &Sides) -> Vec<(Changed, Held, Held)> {
    let Sides { from, to, .. } = sides;
    let (before, after) = (from.rule_values(mechanic), to.rule_values(mechanic));
    let rules = mechanic.model.rule_ids().map(Changed::Rule).zip(before.into_iter().zip(after));
    let rules = rules.filter(|(_, (from, to))| !from.is_same(to));
    let rules = rules.map(|(changed, (from, to))| (changed, Held::Rule(from), Held::Rule(to)));
    let inputs = from.inputs.iter().cloned().zip(to.inputs.iter().cloned());
    let inputs = mechanic.model.input_ids().map(Changed::Input).zip(inputs);
    let inputs = inputs.filter(|(_, (from, to))| from != to);
    let inputs = inputs.map(|(changed, (from, to))| (changed, Held::Input(from), Held::Input(to)));
    rules.chain(inputs).collect()
}

/// `|S|! (n - |S| - 1)! / n!`: the share of all orders in which exactly the rules of S come before one of n.
fn weight(before: u32, players: u32) -> Rational {
    let (before, players) = (i64::from(before), i64::from(players));
    // One over n times the binomial coefficient of (n - 1 over |S|), factor by factor.
    let factor = |step: i64| Rational::new(step + 1, players - 1 - step);
    (0..before).fold(Rational::new(1, players), |weight, step| &weight * &factor(step))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;
    use crate::check::check_using;
    use crate::lower::lower;
    use crate::parse::parse;
    use crate::query::{Diff, DiffRequest, diff};
    use crate::rules::{RuleSet, RuleSetId};
    use crate::source::FileId;

    #[test]
    fn the_weights_of_all_orders_sum_to_one() {
        for players in 1..9_u32 {
            let choose = |k: u32| {
                let (n, k) = (i64::from(players) - 1, i64::from(k));
                Rational::from((0..k).fold(1, |count, step| count * (n - step) / (step + 1)))
            };
            let total: Rational = (0..players).map(|before| &weight(before, players) * &choose(before)).sum();
            assert_eq!(total, Rational::ONE);
        }
    }

    /// A mechanic whose second side has the rules `a` and `b` swapped, each 1/4 or 3/4.
    fn swapped(body: &str) -> Diff {
        let text = format!(
            "mechanic x/swap \"Swap\" from \"A test\"\noutcome hit: flag \"Hit\"\n\
             rule a: probability = 1/4\nrule b: probability = 3/4\n{body}\n"
        );
        let (tree, findings) = parse(FileId::default(), &text);
        let (model, others) = check_using(tree, &crate::check::Library::default());
        assert!(findings.is_empty() && others.is_empty(), "{findings:?} {others:?}");
        let rule_sets = vec![RuleSet::declared(&model)];
        let mechanic = Mechanic { program: lower(&model).unwrap(), model, rule_sets, warnings: Vec::new() };
        let from = Scenario::of_defaults(&mechanic, RuleSetId::new(0));
        let values = from.rule_values(&mechanic).into_iter().rev();
        let to = Scenario { changed: mechanic.model.rule_ids().zip(values).collect(), ..from.clone() };
        let fields = mechanic.fields(&[]).unwrap();
        let sides = Sides { from, to, lacking: Vec::new() };
        diff(&mechanic, &DiffRequest { sides, fields, players: 10 }, &Limits::default()).unwrap()
    }

    #[test]
    fn rules_that_cancel_each_other_have_their_effects() {
        let found = swapped("hit = chance(a) and chance(b)");
        assert!(found.agrees());
        // Alone the one makes 9/16 of 3/16, the other 1/16.
        let effects: Vec<&Effect> = found.responsible.iter().filter_map(|one| one.effect.as_ref()).collect();
        let expected =
            [(Rational::new(3, 8), Rational::new(1, 8)), (Rational::new(1, 8), Rational::new(3, 8))];
        let (alone, undone): (Vec<_>, Vec<_>) =
            effects.iter().map(|effect| (effect.alone.clone(), effect.undone.clone())).unzip();
        assert_eq!(alone.into_iter().zip(undone).collect::<Vec<_>>(), expected);
        assert_eq!(effects.iter().map(|effect| &effect.share).sum::<Rational>(), Rational::ZERO);
    }

    #[test]
    fn shares_sum_to_the_distance() {
        let found = swapped("hit = chance(a) or chance(b * b)");
        let shares =
            found.responsible.iter().filter_map(|one| one.effect.as_ref()).map(|effect| &effect.share);
        assert_eq!(shares.sum::<Rational>(), found.total_variation);
        assert!(!found.agrees());
    }
}
