//! Which rules are responsible for a difference, and with which share.
//!
//! A share is the Shapley value of a rule in the game whose players are the rules that differ and whose
//! worth of a set of rules is the total variation distance that switching them makes (Shapley, "A value
//! for n-person games", 1953). Shares sum to the whole distance exactly; one that is negative belongs to a
//! rule that undoes a part of what the others do.

use super::super::Mechanic;
use super::super::scenario::Scenario;
use super::super::table::{TableError, law};
use super::DiffRequest;
use crate::check::Kind;
use crate::evaluate::{Limits, Stop};
use crate::exact::Rational;
use crate::prob::{Pmf, total_variation};
use crate::value::Value;

/// A rule or an input that differs, with its share of the difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Responsible {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// Its value on one side, as a person would type it.
    pub from: String,
    /// Its value on the other.
    pub to: String,
    /// The distance that it alone makes, switched on the first side.
    pub alone: Rational,
    /// The distance that it alone makes, switched back on the second side.
    pub back: Rational,
    /// Its share: all of them sum to the whole distance.
    pub share: Rational,
    switch: Switch,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Switch {
    Rule(usize, Value),
    Input(usize, Value),
}

/// The rules and inputs in which two scenarios differ, without shares yet.
pub(super) fn differing(mechanic: &Mechanic, from: &Scenario, to: &Scenario) -> Vec<Responsible> {
    let model = &mechanic.model;
    let player =
        |name: &str, label: &str, kind: Kind, (a, b): (&Value, &Value), switch: Switch| Responsible {
            name: name.to_owned(),
            label: label.to_owned(),
            from: model.value_text(kind, a),
            to: model.value_text(kind, b),
            alone: Rational::ZERO,
            back: Rational::ZERO,
            share: Rational::ZERO,
            switch,
        };
    let (before, after) = (from.rule_values(mechanic), to.rule_values(mechanic));
    let mut found = Vec::new();
    for (index, (rule, (a, b))) in model.rules.iter().zip(before.iter().zip(&after)).enumerate() {
        let own = &rule.declaration;
        if a != b {
            found.push(player(&own.name, &own.label, own.kind, (a, b), Switch::Rule(index, b.clone())));
        }
    }
    for (index, (input, (a, b))) in model.inputs.iter().zip(from.inputs.iter().zip(&to.inputs)).enumerate() {
        let own = &input.declaration;
        if a != b {
            found.push(player(&own.name, &own.label, own.kind, (a, b), Switch::Input(index, b.clone())));
        }
    }
    found
}

/// The same with their shares, the greatest first.
pub(super) fn shares(
    mechanic: &Mechanic,
    request: &DiffRequest,
    fields: &[usize],
    from: &Pmf<Vec<Value>>,
    mut players: Vec<Responsible>,
    limits: &Limits,
) -> Result<Vec<Responsible>, TableError> {
    let count = players.len();
    let all = (1_usize << count) - 1;
    let mut laws = Vec::with_capacity(all + 1);
    for subset in 0..=all {
        let scenario = switched(request, &players, subset, mechanic);
        let stopped = |stop: Stop| TableError::Stopped(stop, Box::new(scenario.clone()));
        laws.push(law(mechanic, &scenario, fields, limits).map_err(stopped)?);
    }
    let worth: Vec<Rational> = laws.iter().map(|law| total_variation(from, law)).collect();
    for (index, player) in players.iter_mut().enumerate() {
        let own = 1 << index;
        player.alone = worth[own].clone();
        player.back = total_variation(&laws[all], &laws[all & !own]);
        player.share = (0..=all)
            .filter(|subset| subset & own == 0)
            .map(|subset| {
                &weight(subset.count_ones() as usize, count) * &(&worth[subset | own] - &worth[subset])
            })
            .sum();
    }
    players.sort_by_key(|player| std::cmp::Reverse(player.share.abs()));
    Ok(players)
}

/// The first side with some rules switched to the values of the second.
fn switched(request: &DiffRequest, players: &[Responsible], subset: usize, mechanic: &Mechanic) -> Scenario {
    let mut scenario = request.from.clone();
    // Rules are given one by one, so that it does not matter under which set they stand.
    let mut rules: Vec<(usize, Value)> = request.from.rule_values(mechanic).into_iter().enumerate().collect();
    for (index, player) in players.iter().enumerate() {
        if subset & (1 << index) == 0 {
            continue;
        }
        match &player.switch {
            Switch::Rule(rule, value) => rules[*rule].1 = value.clone(),
            Switch::Input(input, value) => scenario.inputs[*input] = value.clone(),
        }
    }
    scenario.changed = rules;
    scenario
}

/// `|S|! (n - |S| - 1)! / n!`: the share of all orders in which exactly the rules of S come before.
fn weight(before: usize, players: usize) -> Rational {
    // The binomial coefficient of (n - 1 over |S|), times n.
    let mut ways = Rational::ONE;
    for step in 0..before {
        let top = i64::try_from(players - 1 - step).unwrap_or(1);
        let bottom = i64::try_from(step + 1).unwrap_or(1);
        ways = &ways * &Rational::new(top, bottom);
    }
    let players = Rational::from(i64::try_from(players).unwrap_or(1));
    Rational::ONE.checked_div(&(&ways * &players)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_of_all_orders_sum_to_one() {
        for players in 1..9_usize {
            let choose = |k: usize| {
                (0..k).fold(1_i64, |ways, step| ways * (players as i64 - 1 - step as i64) / (step as i64 + 1))
            };
            let total: Rational =
                (0..players).map(|before| &weight(before, players) * &Rational::from(choose(before))).sum();
            assert_eq!(total, Rational::ONE);
        }
    }
}
