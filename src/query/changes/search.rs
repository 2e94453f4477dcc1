//! The search for the inputs under which one rule matters.

use super::super::error::is_of_the_mechanic;
use super::super::{QueryError, law};
use super::dependence::{Near, near, together};
use super::{GreatestEffect, Inputs, Refused, RuleChange, RuleEffect, candidates};
use crate::check::model::Binding;
use crate::check::{FieldId, InputId, RuleId};
use crate::evaluate::{Limits, inputs_read, needed_steps};
use crate::exact::Rational;
use crate::lower::{Program, TermKind};
use crate::prob::Pmf;
use crate::scenario::{Mechanic, Scenario, Sides};
use crate::value::{InputValue, RuleValue, Value};

/// So many inputs are put away from their defaults at once, at most.
const MOST_AT_ONCE: usize = 3;
/// After so many laws no further input is put away.
const MOST_LAWS: usize = 3000;

/// One rule, and the sides between which it differs.
pub(super) struct Search<'a> {
    mechanic: &'a Mechanic,
    sides: &'a Sides,
    limits: &'a Limits,
    rule: RuleId,
    from: &'a RuleValue,
    to: &'a RuleValue,
    /// How many laws were compared in the search at hand.
    tried: usize,
    refused: Option<Refused>,
}

/// A side with all its rules, and the same with the one rule switched.
struct Pair {
    from: Scenario,
    to: Scenario,
    of_second: bool,
}

/// Which inputs are put away in a search, and how far it goes.
struct Reach<'i> {
    /// Of these as many at once as are allowed.
    inputs: &'i [InputId],
    most: usize,
    /// Beside them one of these.
    others: &'i [InputId],
}

impl<'a> Search<'a> {
    pub(super) fn new(
        mechanic: &'a Mechanic,
        sides: &'a Sides,
        limits: &'a Limits,
        (rule, from, to): (RuleId, &'a RuleValue, &'a RuleValue),
    ) -> Search<'a> {
        Search { mechanic, sides, limits, rule, from, to, tried: 0, refused: None }
    }

    pub(super) fn run(mut self) -> Result<RuleChange, QueryError> {
        let [whole, families] = self.fields();
        let near = self.near();
        let few = self.varied(together(&self.mechanic.program, self.rule.index()).into_iter());
        let reached: Vec<usize> = inputs_read(&self.mechanic.program).into_iter().collect();
        let all = self.varied(reached.into_iter());
        let reaches = [
            Reach { inputs: &few, most: MOST_AT_ONCE, others: &[] },
            Reach { inputs: &few, most: few.len().min(1), others: &all },
        ];
        let mut at_once = 0;
        for fields in [whole, families].iter().filter(|fields| !fields.is_empty()) {
            for reach in &reaches {
                for second in [true, false] {
                    let pair = self.pair(second);
                    let (effect, looked) = self.search(&pair, reach, &near, fields)?;
                    at_once = at_once.max(looked);
                    if effect.is_some() {
                        return Ok(self.change(effect, few, looked));
                    }
                }
            }
        }
        Ok(self.change(None, all, at_once))
    }

    fn change(self, effect: Option<RuleEffect>, varied: Vec<InputId>, at_once: usize) -> RuleChange {
        RuleChange {
            rule: self.rule,
            from: self.from.clone(),
            to: self.to.clone(),
            effect,
            refused: self.refused,
            varied,
            at_once,
        }
    }

    /// The outcomes that the rule reaches: those on their own, and those of families.
    fn fields(&self) -> [Vec<FieldId>; 2] {
        let mechanic = self.mechanic;
        let reached = mechanic.model.field_ids().filter(|field| {
            let output = mechanic.program.outputs.get(field.index());
            output.is_some_and(|output| {
                let own = Program { outputs: vec![*output], ..mechanic.program.clone() };
                mentions(&needed_steps(&own), self.rule.index())
            })
        });
        let is_member = |field: &FieldId| {
            let of_field = |member: &Binding| matches!(member, Binding::Field(own) if *own == field.index());
            mechanic.model.families.iter().any(|family| family.members.iter().any(of_field))
        };
        let (families, whole) = reached.partition(is_member);
        [whole, families]
    }

    /// The numbers that inputs are compared with on either side.
    fn near(&self) -> Near {
        let mut found = Near::new();
        for side in [&self.sides.from, &self.sides.to] {
            for (input, numbers) in near(&self.mechanic.program, &side.rule_values(self.mechanic)) {
                found.entry(input).or_default().extend(numbers);
            }
        }
        found
    }

    /// Those that are not given a value of their own.
    fn varied(&self, inputs: impl Iterator<Item = usize>) -> Vec<InputId> {
        let is_free =
            |input: &InputId| !self.sides.from.named.contains(input) && !self.sides.to.named.contains(input);
        inputs.map(InputId::new).filter(is_free).collect()
    }

    fn pair(&self, of_second: bool) -> Pair {
        let (from, to) = (&self.sides.from, &self.sides.to);
        let switched = |side: &Scenario, value: &RuleValue| {
            let mut side = side.clone();
            side.changed.retain(|(rule, _)| *rule != self.rule);
            side.changed.push((self.rule, value.clone()));
            side
        };
        match of_second {
            true => Pair { from: switched(to, self.from), to: to.clone(), of_second },
            false => Pair { from: from.clone(), to: switched(from, self.to), of_second },
        }
    }

    /// The values of inputs that are looked at.
    fn singles(&self, pair: &Pair, inputs: &[InputId], near: &Near) -> Inputs {
        let available = &self.mechanic.rule_set_of(&pair.to).available;
        let mut singles: Inputs = Vec::new();
        for input in inputs.iter().filter(|input| available[input.index()]) {
            let usual = pair.to.value(self.mechanic, *input);
            let near: Vec<Rational> = near.get(&input.index()).into_iter().flatten().cloned().collect();
            let values = candidates(self.mechanic, *input, usual.as_ref(), &near);
            singles.extend(values.into_iter().map(|value| (*input, value)));
        }
        singles
    }

    /// The effect under some inputs, more of them at once as long as there is time; and how many at once it was.
    fn search(
        &mut self,
        pair: &Pair,
        reach: &Reach<'_>,
        near: &Near,
        fields: &[FieldId],
    ) -> Result<(Option<RuleEffect>, usize), QueryError> {
        let singles = self.singles(pair, reach.inputs, near);
        let others = self.singles(pair, reach.others, near);
        let mut found: Option<RuleEffect> = None;
        let mut level: Vec<Inputs> = vec![Vec::new()];
        let mut before: Vec<Inputs> = Vec::new();
        self.tried = 0;
        let mut at_once = 0;
        loop {
            let mut needs: Vec<Inputs> = Vec::new();
            for changed in &level {
                let Some(effect) = self.effect(pair, changed, fields)? else { continue };
                needs.push(changed.clone());
                match &mut found {
                    Some(known) if effect.exceeds(&known.greatest) => known.greatest = effect,
                    Some(_) => {}
                    None => found = Some(RuleEffect { needs: Vec::new(), greatest: effect }),
                }
            }
            if let Some(known) = &mut found
                && known.needs.is_empty()
            {
                let fewest = needs.iter().map(Vec::len).min();
                needs.retain(|need| Some(need.len()) == fewest);
                known.needs = needs;
            }
            before.append(&mut level);
            level = match at_once {
                // Two at a time show what one hides; three are for what nothing else shows.
                2.. if found.is_some() => Vec::new(),
                own if own < reach.most => combinations(&before, own, &singles),
                own if own == reach.most => beside(&before, &others),
                _ => Vec::new(),
            };
            let room = MOST_LAWS.saturating_sub(self.tried);
            if level.is_empty() || level.len().saturating_mul(fields.len()) > room {
                return Ok((found, at_once));
            }
            at_once += 1;
        }
    }

    /// What the rule changes most under some inputs; `None` where it changes nothing, or there is no law.
    fn effect(
        &mut self,
        pair: &Pair,
        changed: &Inputs,
        fields: &[FieldId],
    ) -> Result<Option<GreatestEffect>, QueryError> {
        let at = |side: &Scenario| {
            let mut side = side.clone();
            for (input, value) in changed {
                side.set_input(*input, InputValue::Value(value.clone()));
            }
            side
        };
        let (from, to) = (at(&pair.from), at(&pair.to));
        let mut greatest: Option<GreatestEffect> = None;
        for field in fields {
            self.tried += 1;
            let (before, after) = match (self.law(&from, *field)?, self.law(&to, *field)?) {
                (Some(before), Some(after)) => (before, after),
                (None, None) => continue,
                (before, _) => {
                    let refused = Refused { inputs: changed.clone(), by_first: before.is_none() };
                    self.refused.get_or_insert(refused);
                    continue;
                }
            };
            let all = before.support().chain(after.support());
            // That a flag does not hold says no more than that it holds.
            for value in all.filter(|value| value[0] != Value::Flag(false)) {
                let effect = GreatestEffect {
                    inputs: changed.clone(),
                    field: *field,
                    value: value[0].clone(),
                    from: before.mass_of(value),
                    to: after.mass_of(value),
                    of_second: pair.of_second,
                };
                let is_greater = greatest.as_ref().is_none_or(|known| effect.exceeds(known));
                if is_greater && !effect.size().is_zero() {
                    greatest = Some(effect);
                }
            }
        }
        Ok(greatest)
    }

    /// The law of an outcome; none where the mechanic refuses the inputs or does not know a rule.
    fn law(&self, scenario: &Scenario, field: FieldId) -> Result<Option<Pmf<Vec<Value>>>, QueryError> {
        match law(self.mechanic, scenario, &[field], self.limits) {
            Ok(law) => Ok(Some(law)),
            Err(stop) if is_of_the_mechanic(&stop) => Ok(None),
            Err(stop) => Err(QueryError::stopped(scenario)(stop)),
        }
    }
}

/// Those of so many inputs, each with one further input, which comes after its own.
fn combinations(before: &[Inputs], count: usize, singles: &Inputs) -> Vec<Inputs> {
    let mut next = Vec::new();
    for own in before.iter().filter(|own| own.len() == count) {
        let last = own.last().map(|(input, _)| input.index());
        for single in singles.iter().filter(|(input, _)| last.is_none_or(|last| input.index() > last)) {
            next.push(own.iter().chain([single]).cloned().collect());
        }
    }
    next
}

/// Each with one of others, that it does not have.
fn beside(before: &[Inputs], others: &Inputs) -> Vec<Inputs> {
    let mut next = Vec::new();
    for own in before {
        let has = |input: InputId| own.iter().any(|(other, _)| *other == input);
        for other in others.iter().filter(|(input, _)| !has(*input)) {
            next.push(own.iter().chain([other]).cloned().collect());
        }
    }
    next
}

/// Whether a program, or the default of an input that it may need, reads a rule.
fn mentions(program: &Program, rule: usize) -> bool {
    let mut found = false;
    let defaults = program.inputs.iter().flat_map(|steps| &steps.default);
    for node in program.start.iter().chain(&program.body).chain(defaults) {
        node.each(&mut |node| {
            for term in node.op.terms() {
                term.each(&mut |inside| found |= matches!(inside.kind, TermKind::Rule(own) if own == rule));
            }
        });
    }
    found
}
