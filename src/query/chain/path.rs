//! Paths: uses in a row with inputs that change on the way.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::{IndexMap, IndexSet};

use super::super::Mechanic;
use super::super::scenario::{Scenario, Settings, labelled, scenario};
use super::Asked;
use super::walk::{Answered, Answering, Listed, Subject, Walk, listed};
use crate::check::Kind;
use crate::evaluate::{Plan, StateValues, too_many_ways};
use crate::exact::Rational;
use crate::prob::chain::{Chain, ChainError, Kernel, Way};
use crate::value::Value;

/// Reads a path: `room=normal*3, room=elite & nloths_gift, boss*2`. Each use has the inputs of `base`
/// but for those it names; a value of an enumeration that only one input has stands for that input, and
/// a flag alone is switched on. At most `most` uses.
///
/// # Errors
/// Everything that is wrong with it, one message each.
pub fn parse_path(
    mechanic: &Mechanic,
    base: &Scenario,
    text: &str,
    most: usize,
) -> Result<Vec<Scenario>, Vec<String>> {
    let mut path = Vec::new();
    let mut problems = Vec::new();
    for part in text.split(',').map(str::trim) {
        match uses(mechanic, base, part) {
            Ok((_, count)) if count.saturating_add(path.len()) > most => {
                problems.push(format!(
                    "the path has more than {most} uses; the limit `columns` is {most}, raise it with `--limit columns=…`"
                ));
                break;
            }
            Ok((scenario, count)) => path.extend(std::iter::repeat_n(scenario, count)),
            Err(mut found) => problems.append(&mut found),
        }
    }
    problems.dedup();
    if !problems.is_empty() {
        problems.push("a path is written as `room=normal*3, room=elite & nloths_gift`".to_owned());
    }
    if problems.is_empty() { Ok(path) } else { Err(problems) }
}

/// `room=elite & nloths_gift * 3`: the inputs, and how often.
fn uses(mechanic: &Mechanic, base: &Scenario, part: &str) -> Result<(Scenario, usize), Vec<String>> {
    let (inputs, count) = match part.rsplit_once(['*', '\u{d7}']) {
        None => (part, 1),
        Some((inputs, count)) => match count.trim().parse::<Rational>() {
            Ok(count) if count.is_integer() && count >= Rational::ONE => {
                let count = count.to_i64().and_then(|count| usize::try_from(count).ok());
                (inputs.trim(), count.unwrap_or(usize::MAX))
            }
            _ => {
                return Err(vec![format!(
                    "`--path`: in `{part}` a whole number from 1 on should follow the `*`, as in `room=elite*3`"
                )]);
            }
        },
    };
    let mut settings = Settings::default();
    settings.rules.push(mechanic.rule_sets[base.rule_set].name.clone());
    for input in inputs.split('&').map(str::trim).filter(|input| !input.is_empty()) {
        match input.split_once('=') {
            Some(_) => settings.set.push(input.to_owned()),
            None => match named_by_value(mechanic, input) {
                Some(name) => settings.set.push(format!("{name}={input}")),
                None => settings.with.push(input.to_owned()),
            },
        }
    }
    if inputs.is_empty() && part.is_empty() {
        return Err(vec![
            "`--path`: an empty use; write the inputs of each, as in `room=normal*3,room=elite`".to_owned(),
        ]);
    }
    let given = scenario(mechanic, &settings)?;
    let mut result = base.clone();
    for (index, input) in mechanic.model.inputs.iter().enumerate() {
        let name = &input.declaration.name;
        if settings.gives(&mechanic.model, name)
            && let Some(value) = given.first().and_then(|given| given.inputs.get(index))
        {
            result.inputs[index] = value.clone();
        }
    }
    Ok((result, count))
}

/// The only input that has a value of that name.
fn named_by_value<'m>(mechanic: &'m Mechanic, value: &str) -> Option<&'m str> {
    let model = &mechanic.model;
    let has = |kind: Kind| model.variants(kind).iter().any(|variant| variant.name == value);
    let mut having = model.inputs.iter().filter(|input| has(input.declaration.kind));
    match (having.next(), having.next()) {
        (Some(only), None) => Some(&only.declaration.name),
        _ => None,
    }
}

/// The scenario with the inputs that all uses of a path share; the others at their defaults.
pub(super) fn shared(mechanic: &Mechanic, base: &Scenario, path: &[Scenario]) -> Scenario {
    let mut shared = base.clone();
    for (index, input) in mechanic.model.inputs.iter().enumerate() {
        let mut values = path.iter().map(|scenario| &scenario.inputs[index]);
        let first = values.next().unwrap_or(&input.default);
        let same = values.all(|value| value == first);
        shared.inputs[index] = if same { first.clone() } else { input.default.clone() };
    }
    shared
}

/// A path in words: what tells its uses from the shared scenario, `Normal ×3, Elite`.
pub(super) fn described(mechanic: &Mechanic, shared: &Scenario, path: &[Scenario]) -> String {
    let model = &mechanic.model;
    let differs = |index: &usize| {
        let values = path.iter().map(|scenario| &scenario.inputs[*index]);
        values.collect::<BTreeSet<_>>().len() > 1
    };
    let inputs: Vec<usize> = (0..shared.inputs.len()).filter(differs).collect();
    let mut runs: Vec<(Vec<&Value>, usize)> = Vec::new();
    for scenario in path {
        let values: Vec<&Value> = inputs.iter().map(|index| &scenario.inputs[*index]).collect();
        match runs.last_mut() {
            Some((last, count)) if *last == values => *count += 1,
            _ => runs.push((values, 1)),
        }
    }
    let run = |(values, count): &(Vec<&Value>, usize)| {
        let parts = inputs.iter().zip(values).map(|(index, value)| labelled(model, *index, value).to_plain());
        let words = parts.collect::<Vec<_>>().join(" and ");
        if *count == 1 { words } else { format!("{words} \u{d7}{count}") }
    };
    if inputs.is_empty() { String::new() } else { runs.iter().map(run).collect::<Vec<_>>().join(", ") }
}

/// A path with the states that it can reach.
pub(super) struct Along {
    /// For each kind of use, the ways out of the states from which it is made.
    chains: Vec<Chain<StateValues, Vec<Value>>>,
    /// For each use, which kind it is.
    pub(super) path: Vec<usize>,
    /// The law of the state before each use, and after the last.
    pub(super) masses: Vec<Vec<Rational>>,
    pub(super) start: usize,
    pub(super) subjects: Vec<Subject>,
}

impl Along {
    /// One kernel for each kind of use, with the marks that `mark` gives to the ways.
    pub(super) fn kernels(&self, mark: impl Fn(&Way<Vec<Value>>) -> Answered<i64>) -> Answered<Vec<Kernel>> {
        let mut kernels = Vec::new();
        for chain in &self.chains {
            for way in chain.ways.iter().flatten() {
                mark(way)?;
            }
            kernels.push(chain.kernel(|way| mark(way).unwrap_or_default()));
        }
        Ok(kernels)
    }

    /// The states as a chain without ways.
    pub(super) fn walk(&self) -> Walk {
        let states = self.chains.first().map(|chain| chain.states.clone()).unwrap_or_default();
        let ways = vec![Vec::new(); states.len()];
        Walk { chain: Chain { states, ways }, start: self.start, subjects: Vec::new() }
    }

    /// One kind of use as a chain.
    pub(super) fn walk_of(&self, use_: usize) -> Walk {
        Walk { chain: self.chains[use_].clone(), start: self.start, subjects: Vec::new() }
    }
}

/// What following a path finds, the states in the order of discovery.
struct Followed {
    states: IndexSet<StateValues>,
    /// The ways of a kind of use from a state.
    rows: IndexMap<(usize, usize), Vec<Way<Vec<Value>>>>,
    /// The law of the state before each use, and after the last.
    laws: Vec<BTreeMap<usize, Rational>>,
}

impl Answering<'_> {
    /// Follows a path from the start: only states that it can reach at a use are used from.
    pub(super) fn along(&self, path: &[Scenario], fields: &[usize], about: &[Asked]) -> Answered<Along> {
        let program = self.program(fields, about)?;
        let kinds: IndexSet<Vec<&Value>> =
            path.iter().map(|scenario| scenario.inputs.iter().collect()).collect();
        let which = |scenario: &Scenario| {
            kinds.get_index_of(&scenario.inputs.iter().collect::<Vec<_>>()).unwrap_or_default()
        };
        let path_kinds: Vec<usize> = path.iter().map(which).collect();
        let mut plans = BTreeMap::new();
        for (kind, scenario) in path_kinds.iter().zip(path) {
            plans.entry(*kind).or_insert_with(|| self.plan(scenario, &program));
        }
        let followed = self.follow(&path_kinds, &plans)?;
        self.arranged(followed, path_kinds, kinds.len(), self.subjects(fields, about))
    }

    /// Use after use, each of its kind.
    fn follow(&self, path: &[usize], plans: &BTreeMap<usize, Plan<Rational>>) -> Answered<Followed> {
        let mut states: IndexSet<StateValues> = IndexSet::new();
        let (start, _) = states.insert_full(self.start()?);
        let mut rows: IndexMap<(usize, usize), Vec<Way<Vec<Value>>>> = IndexMap::new();
        let mut laws = vec![BTreeMap::from([(start, Rational::ONE)])];
        let mut made = 0;
        for kind in path {
            let mut next: BTreeMap<usize, Rational> = BTreeMap::new();
            for (state, mass) in laws.last().into_iter().flatten() {
                if !rows.contains_key(&(*kind, *state)) {
                    let values = states[*state].clone();
                    let ways = plans[kind].ways(&values, self.limits)?;
                    let way = |(outcome, after, mass)| Way { to: states.insert_full(after).0, outcome, mass };
                    let ways: Vec<_> = ways.into_iter().map(way).collect();
                    made += ways.len();
                    too_many_ways(made.max(states.len()), self.place(), self.limits)?;
                    rows.insert((*kind, *state), ways);
                }
                for way in &rows[&(*kind, *state)] {
                    let sum = next.entry(way.to).or_default();
                    *sum = &*sum + &(mass * &way.mass);
                }
            }
            self.within_limits(&next)?;
            laws.push(next);
        }
        Ok(Followed { states, rows, laws })
    }

    fn within_limits(&self, law: &BTreeMap<usize, Rational>) -> Answered<()> {
        let longest = law.values().map(Rational::bits).max().unwrap_or(0);
        let error = match longest > self.limits.bits() {
            true => ChainError::TooLong,
            false if (self.interrupted())() => ChainError::Interrupted,
            false => return Ok(()),
        };
        let walk = Walk { chain: Chain::default(), start: 0, subjects: Vec::new() };
        Err(self.chain_problem(&error, &walk, self.place()))
    }

    /// The same with the states in the order in which they are listed.
    fn arranged(
        &self,
        followed: Followed,
        path: Vec<usize>,
        kinds: usize,
        subjects: Vec<Subject>,
    ) -> Answered<Along> {
        let Followed { states, rows, laws } = followed;
        let Listed { order, place } = listed(&states.iter().collect::<Vec<_>>(), &self.declared_start()?);
        let named: Vec<StateValues> = order.iter().map(|old| states[*old].clone()).collect();
        let empty = Chain { states: named, ways: vec![Vec::new(); states.len()] };
        let mut chains = vec![empty; kinds.max(1)];
        for ((kind, state), ways) in rows {
            let moved = ways.into_iter().map(|way| Way { to: place[way.to], ..way });
            chains[kind].ways[place[state]] = moved.collect();
        }
        let spread = |law: &BTreeMap<usize, Rational>| {
            let mut masses = vec![Rational::ZERO; states.len()];
            law.iter().for_each(|(state, mass)| masses[place[*state]] = mass.clone());
            masses
        };
        let masses = laws.iter().map(spread).collect();
        // The start was found first.
        let start = place.first().copied().unwrap_or_default();
        Ok(Along { chains, path, masses, start, subjects })
    }
}
