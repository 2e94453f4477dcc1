//! The questions of mechanics by their answers: which of them give a number.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use super::super::Verdict;
use super::ask::amounts::Amounts;
use super::ask::bound::fit;
use super::ask::candidate::{Candidate, Measure, Test};
use super::ask::law::Law;
use super::ask::laws::{Asked, Given, Laws, Stage};
use super::ask::states::Facts;
use super::read::mention::nothing;
use super::wording::{at_once, event_words, given_words, question};
use crate::check::model::Model;
use crate::check::{FieldId, InputId, Kind};
use crate::cores;
use crate::diagnostic::Message;
use crate::evaluate::Limits;
use crate::exact::Rational;
use crate::names::Names;
use crate::page::{Figure, Fit};
use crate::rules::{RuleSetId, RuleSetKind};
use crate::scenario::{Mechanic, Settings, scenarios, whole_numbers};
use crate::value::Value;

/// A question that gives a number, or nearly.
#[derive(Debug, Clone)]
pub struct Hit {
    /// What it gives.
    pub value: Rational,
    /// Whether that is the number that was looked for: exact, rounded or truncated; `None` where it is only near.
    pub verdict: Option<Verdict>,
    /// The question: `P(award = coin) of isaac/room-clear-award with luck=3`.
    pub question: String,
    /// How to ask it again.
    pub again: Again,
    /// The rule sets under which it gives this, by name.
    pub rules: Vec<String>,
}

/// How to ask a question again.
#[derive(Debug, Clone)]
pub struct Again {
    /// The name of what answers it: `query`, `explain` or `show`.
    pub command: &'static str,
    /// The mechanic, as a person calls it.
    pub mechanic: String,
    /// The query; empty for a number that a mechanic shows.
    pub query: String,
    /// The inputs that are given: `name=value`.
    pub set: Vec<String>,
    /// The states that do not begin as declared: `name=value`.
    pub state: Vec<String>,
    /// The rule set, where it is not the default one.
    pub rules: Option<String>,
}

/// The questions that give a number.
#[derive(Debug, Clone)]
pub struct Hits {
    /// Those that give it, the simplest first; where none does, the nearest.
    pub hits: Vec<Hit>,
    /// How many more give it.
    pub more: usize,
    /// How many questions were asked.
    pub asked: usize,
    /// The mechanics of which not all was asked.
    pub cut: Vec<String>,
}

/// So many questions are shown that give the number.
const SHOWN: usize = 10;
/// So many are shown that only come near it.
const NEAR: usize = 5;
/// All values of an input are tried that has so many whole numbers at most, where the mechanic has one rule set; of others
/// those up to the second.
const FEW: i64 = 32;
const SMALL: i64 = 4;
/// States with more values than this are left where they begin.
const STATES: usize = 128;
/// More values of a number than this are not asked for one by one.
const VALUES: usize = 64;

/// The questions of some mechanics whose answer is a figure. `paths` are the names by which a person calls them, in
/// the order of the names; `settings` say under which rules and inputs they are asked, where a mechanic has them.
///
/// Asked are the chances of all values of all outcomes, at the end, before anything replaces them, and given that there
/// is something; means and ends of numbers; rules, and the chances and bounds in the text; each under the inputs that
/// are given, and then under these with one flag, choice or whole number changed, of many the small ones, or from another state. Cost: one
/// evaluation for each of these and each rule set, on all cores.
///
/// # Errors
/// Settings that no mechanic has.
pub fn what(
    figure: &Figure,
    names: &Names<'_>,
    paths: &[String],
    settings: &Settings,
    limits: &Limits,
) -> Result<Hits, Vec<Message>> {
    let indices: Vec<usize> = (0..names.mechanics.len()).collect();
    let asked = cores::map(indices, |index| -> Result<_, Infallible> {
        let path = paths.get(index).map_or("", String::as_str);
        Ok(Search::new(figure, names, path, index, limits).run(settings))
    });
    let Ok(asked) = asked;
    let mut problems = Vec::new();
    let mut all = Hits { hits: Vec::new(), more: 0, asked: 0, cut: Vec::new() };
    let mut is_answered = false;
    let mut hits = Vec::new();
    for (index, answer) in asked.into_iter().enumerate() {
        match answer {
            Ok(search) => {
                is_answered = true;
                all.asked += search.asked;
                all.cut.extend(search.laws.is_full().then(|| names.mechanics[index].model.path.clone()));
                hits.extend(search.hits());
            }
            Err(mut found) => problems.append(&mut found),
        }
    }
    if !is_answered && !problems.is_empty() {
        problems.dedup();
        return Err(problems);
    }
    let exact = hits.iter().filter(|(_, _, hit)| hit.verdict.is_some()).count();
    if exact > 0 {
        hits.retain(|(_, _, hit)| hit.verdict.is_some());
    }
    hits.sort_by(|(off, rank, hit), (other_off, other_rank, other)| {
        let key = |hit: &Hit, off: &Rational, rank: &(usize, u8)| {
            (hit.verdict, if hit.verdict.is_none() { off.clone() } else { Rational::ZERO }, *rank)
        };
        key(hit, off, rank).cmp(&key(other, other_off, other_rank))
    });
    let shown = if exact > 0 { SHOWN } else { NEAR };
    all.more = exact.saturating_sub(shown);
    all.hits = hits.into_iter().take(shown).map(|(_, _, hit)| hit).collect();
    Ok(all)
}

/// What makes two answers the same one: the mechanic's question, what is given, and the value.
type Key = (Measure, Given, Rational);

/// A question with its answer, the way off, and how simple it is.
type Ranked = (Rational, (usize, u8), Hit);

struct Search<'a, 'n> {
    figure: &'a Figure,
    /// The number that is looked for.
    sought: Rational,
    names: &'n Names<'n>,
    path: &'a str,
    mechanic: usize,
    laws: Laws<'n>,
    asked: usize,
    /// What was given by hand.
    base: usize,
    found: BTreeMap<Key, BTreeSet<RuleSetId>>,
}

impl<'a, 'n> Search<'a, 'n> {
    fn new(
        figure: &'a Figure,
        names: &'n Names<'n>,
        path: &'a str,
        mechanic: usize,
        limits: &'n Limits,
    ) -> Self {
        let laws = Laws::new(names, limits);
        let sought = figure.value().unwrap_or_default();
        Search { figure, sought, names, path, mechanic, laws, asked: 0, base: 0, found: BTreeMap::new() }
    }

    fn own(&self) -> &'n Mechanic {
        self.names.mechanics[self.mechanic]
    }

    fn run(mut self, settings: &Settings) -> Result<Self, Vec<Message>> {
        let mechanic = self.own();
        let mut problems = Vec::new();
        let mut scenes = Vec::new();
        for set in rule_sets(mechanic, settings) {
            let rules = vec![mechanic.rule_set(set).name.clone()];
            match scenarios(mechanic, &Settings { rules, ..settings.clone() }) {
                Ok(found) => scenes.extend(found.into_iter().map(|scenario| (set, scenario))),
                Err(found) => problems = found,
            }
        }
        if settings.rules.iter().any(|rule| rule != "all") {
            let known = |rule: &String| mechanic.find_rule_set(rule).is_ok();
            problems.extend(
                settings
                    .rules
                    .iter()
                    .filter(|rule| !known(rule))
                    .filter_map(|rule| mechanic.find_rule_set(rule).err()),
            );
        }
        if scenes.is_empty() && !problems.is_empty() {
            return Err(problems);
        }
        // Rule sets with the same rules give the same.
        let mut same: Vec<(RuleSetId, Vec<RuleSetId>, Given)> = Vec::new();
        for (set, scenario) in scenes {
            let given =
                scenario.named.iter().filter_map(|input| Some((*input, scenario.value(mechanic, *input)?)));
            let given = Given { inputs: given.collect(), ..Given::default() };
            let rules = |set: RuleSetId| (mechanic.rule_set(set).values(), &mechanic.rule_set(set).available);
            match same.iter_mut().find(|(first, _, _)| rules(*first) == rules(set)) {
                Some((_, sets, _)) => sets.push(set),
                None => same.push((set, vec![set], given)),
            }
        }
        for (set, sets, given) in same {
            self.base = given.inputs.len();
            self.values_of_rules(set, &sets);
            let ends = self.laws.facts(self.mechanic, set);
            for given in givens(mechanic, &given, ends.as_deref().unwrap_or(&Vec::new())) {
                self.outcomes(set, &sets, &given);
            }
        }
        // What an input does not change is said once, without it.
        let found = std::mem::take(&mut self.found);
        let plain: BTreeMap<(Measure, Rational), BTreeSet<RuleSetId>> = found
            .iter()
            .filter(|((_, given, _), _)| changes(given) <= self.base)
            .map(|((measure, _, value), sets)| ((measure.clone(), value.clone()), sets.clone()))
            .collect();
        self.found = found
            .into_iter()
            .filter_map(|((measure, given, value), mut sets)| {
                if changes(&given) > self.base
                    && let Some(without) = plain.get(&(measure.clone(), value.clone()))
                {
                    sets.retain(|set| !without.contains(set));
                }
                (!sets.is_empty()).then_some(((measure, given, value), sets))
            })
            .collect();
        Ok(self)
    }

    /// The chances, means and ends of all outcomes.
    fn outcomes(&mut self, rule_set: RuleSetId, sets: &[RuleSetId], given: &Given) {
        let model = &self.own().model;
        for field in model.field_ids() {
            for stage in [Stage::End, Stage::First] {
                let asked = Asked { mechanic: self.mechanic, rule_set, field, stage, given: given.clone() };
                let Some(law) = self.laws.law(&asked) else { continue };
                let nothing = nothing(self.own(), field);
                let is_number = matches!(model[field].kind, Kind::Integer | Kind::Number);
                for (value, mass) in law.iter().take(VALUES) {
                    let test = match value {
                        Value::Flag(false) => Test::Not(Value::Flag(true)),
                        value if Some(value) == nothing.as_ref() => {
                            let test = Test::Not(value.clone());
                            self.take(
                                Measure::Chance(field, test, stage),
                                given,
                                &Rational::ONE - mass,
                                sets,
                            );
                            Test::In(vec![value.clone()])
                        }
                        value => Test::In(vec![value.clone()]),
                    };
                    let of = Test::In(vec![value.clone()]);
                    if let Some(share) = nothing.as_ref().and_then(|nothing| law.share(&of, nothing))
                        && stage == Stage::End
                    {
                        self.take(Measure::Share(field, test.clone()), given, share, sets);
                    }
                    self.take(Measure::Chance(field, test, stage), given, mass.clone(), sets);
                }
                if is_number && stage == Stage::End {
                    self.numbers(field, &law, given, sets);
                }
            }
        }
    }

    fn numbers(&mut self, field: FieldId, law: &Law, given: &Given, sets: &[RuleSetId]) {
        let Some((numbers, mean)) = law.numbers().zip(law.mean()) else { return };
        self.take(Measure::Mean(field), given, mean, sets);
        let mut above = Rational::ONE;
        for pair in numbers.windows(2).take(VALUES) {
            above = &above - pair[0].1;
            let test = Test::AtLeast(pair[1].0.clone());
            self.take(Measure::Chance(field, test, Stage::End), given, above.clone(), sets);
        }
        if let (Some((least, _)), Some((most, _))) = (numbers.first(), numbers.last()) {
            self.take(Measure::Least(field), given, (*least).clone(), sets);
            self.take(Measure::Most(field), given, (*most).clone(), sets);
        }
    }

    /// Rules, and the chances and bounds in the text.
    fn values_of_rules(&mut self, rule_set: RuleSetId, sets: &[RuleSetId]) {
        let mechanic = self.own();
        let given = Given::default();
        for rule in 0..mechanic.model.rules.len() {
            let Some(value) = self.laws.rule(self.mechanic, rule_set, rule) else { continue };
            self.take(Measure::Rule(rule, false), &given, value, sets);
            for (more, either) in self.laws.joined(self.mechanic, rule_set, rule) {
                if rule < more {
                    self.take(Measure::Either(rule, more), &given, either, sets);
                }
            }
        }
        let draws = self.laws.drawn(self.mechanic);
        let mut rules = Amounts::of_rules(mechanic, rule_set, &draws.bound);
        for (number, drawn) in draws.all.iter().enumerate() {
            if let Some(value) = drawn.value(&mut rules) {
                self.take(Measure::Drawn(number, false), &given, value, sets);
            }
        }
    }

    fn take(&mut self, measure: Measure, given: &Given, value: Rational, sets: &[RuleSetId]) {
        self.asked += 1;
        let is_chance = matches!(measure, Measure::Chance(..) | Measure::Share(..));
        // What is certain is no chance that anybody looks for.
        let is_certain = is_chance && (value.is_zero() || value == Rational::ONE);
        let off = (&value - &self.sought).abs();
        let is_near = &off * &Rational::from(10) <= self.sought.abs();
        let counts = matches!(measure, Measure::Mean(_) | Measure::Least(_) | Measure::Most(_));
        let is_kind = !(counts && self.figure.is_chance());
        if is_kind && !is_certain && (is_near || fit(self.figure, &value) != Fit::Off) {
            self.found.entry((measure, given.clone(), value)).or_default().extend(sets);
        }
    }

    fn hits(self) -> Vec<Ranked> {
        let rank = |measure: &Measure| match measure {
            Measure::Chance(_, _, Stage::End) => 0,
            Measure::Share(..) | Measure::Against(..) => 1,
            Measure::Chance(..) | Measure::Complement(..) | Measure::Both(..) | Measure::Count(..) => 2,
            Measure::Rule(..) | Measure::Either(..) => 3,
            Measure::Mean(_) => 4,
            Measure::Drawn(..) | Measure::State(..) | Measure::Edge(..) => 5,
            Measure::Least(_) | Measure::Most(_) | Measure::Chain(..) | Measure::Arrival(..) => 6,
        };
        let mechanic = self.own();
        let hits = self.found.iter().map(|((measure, given, value), sets)| {
            let first = sets.iter().min_by_key(|set| **set != mechanic.default_rule_set())?;
            let (measure, given) = (measure.clone(), given.clone());
            let candidate = Candidate::tried(self.mechanic, *first, measure, given, value.clone());
            let hit = Hit {
                value: value.clone(),
                verdict: Some(fit(self.figure, value)).filter(|fit| *fit != Fit::Off).map(Verdict::from),
                question: question(self.names, &candidate),
                again: self.again(&candidate),
                rules: sets.iter().map(|set| mechanic.rule_set(*set).name.clone()).collect(),
            };
            // What makes a second rule count is given as well.
            let is_either = usize::from(matches!(candidate.measure, Measure::Either(..)));
            let far = (changes(&candidate.given) + is_either, rank(&candidate.measure));
            Some(((value - &self.sought).abs(), far, hit))
        });
        hits.flatten().collect()
    }

    fn again(&self, candidate: &Candidate) -> Again {
        let mechanic = self.own();
        let model = &mechanic.model;
        let event = |field: &FieldId, test: &Test| event_words(model, *field, test);
        let (command, query) = match &candidate.measure {
            Measure::Chance(field, test, Stage::End) => ("query", format!("P({})", event(field, test))),
            Measure::Complement(field, test, _) => ("query", format!("1 - P({})", event(field, test))),
            Measure::Both(field, test) => {
                ("query", format!("P({})", at_once(model, *field, test, &candidate.given)))
            }
            Measure::Chance(field, test, Stage::First) => ("explain", format!("P({})", event(field, test))),
            Measure::Share(field, test) => {
                let nothing = nothing(mechanic, *field).map(Test::Not);
                let given = nothing.map(|nothing| event(field, &nothing)).unwrap_or_default();
                ("query", format!("P({} | {given})", event(field, test)))
            }
            Measure::Mean(field) => ("query", format!("E({})", model[*field].name)),
            Measure::Least(field) => ("query", format!("quantile({}, 0)", model[*field].name)),
            Measure::Most(field) => ("query", format!("quantile({}, 1)", model[*field].name)),
            Measure::Rule(..)
            | Measure::Either(..)
            | Measure::Count(..)
            | Measure::Against(..)
            | Measure::Drawn(..)
            | Measure::Chain(..)
            | Measure::Arrival(..)
            | Measure::State(..)
            | Measure::Edge(..) => ("show", String::new()),
        };
        let is_default = candidate.rule_set == mechanic.default_rule_set() || command == "show";
        Again {
            command,
            mechanic: self.path.to_owned(),
            query,
            set: given_words(model, &Given { states: BTreeMap::new(), ..candidate.given.clone() }),
            state: given_words(model, &Given { inputs: BTreeMap::new(), ..candidate.given.clone() }),
            rules: (!is_default).then(|| mechanic.rule_set(candidate.rule_set).name.clone()),
        }
    }
}

/// The rule sets that are asked: those that are chosen, else the editions.
fn rule_sets(mechanic: &Mechanic, settings: &Settings) -> Vec<RuleSetId> {
    let all = || mechanic.rule_set_ids();
    if settings.rules.iter().any(|rule| rule == "all") {
        return all().collect();
    }
    if !settings.rules.is_empty() {
        return settings.rules.iter().filter_map(|rule| mechanic.find_rule_set(rule).ok()).collect();
    }
    let default = mechanic.default_rule_set();
    let editions =
        all().filter(|set| mechanic.rule_set(*set).kind == RuleSetKind::Edition && *set != default);
    std::iter::once(default).chain(editions).collect()
}

/// What is given, and then the same with one flag, choice or number changed, or from another state. `ends` are those of the
/// states that are numbers.
fn givens(mechanic: &Mechanic, given: &Given, ends: &Facts) -> Vec<Given> {
    let model = &mechanic.model;
    let mut all = vec![given.clone()];
    for input in model.input_ids().filter(|input| !given.inputs.contains_key(input)) {
        for value in values(mechanic, input) {
            let mut other = given.clone();
            other.inputs.insert(input, value);
            all.push(other);
        }
    }
    for (state, ends) in model.state_ids().zip(ends) {
        for value in values_of(model, model[state].declaration.kind, ends.as_ref()) {
            let mut other = given.clone();
            other.states.insert(state, value);
            all.push(other);
        }
    }
    all
}

/// How much is given.
fn changes(given: &Given) -> usize {
    given.inputs.len() + given.states.len()
}

/// The values of a state: of a flag, of a choice, of a whole number all from the least to the greatest that it ever is, where
/// these are not very many.
fn values_of(model: &Model, kind: Kind, ends: Option<&[Rational; 3]>) -> Vec<Value> {
    match (kind, ends) {
        (Kind::Flag, _) => vec![Value::Flag(false), Value::Flag(true)],
        (Kind::Enum(_), _) => {
            let variants = u32::try_from(model.variants(kind).len()).unwrap_or(0);
            (0..variants).map(Value::Variant).collect()
        }
        (Kind::Integer, Some([_, least, most])) => {
            let number = |number: &Rational| number.to_i64();
            let (Some(least), Some(most)) = (number(least), number(most)) else { return Vec::new() };
            let steps = most.checked_sub(least).and_then(|steps| usize::try_from(steps).ok());
            let few = steps.is_some_and(|steps| steps < STATES);
            (least..=most).filter(|_| few).map(|number| Value::Number(Rational::from(number))).collect()
        }
        _ => Vec::new(),
    }
}

/// The values of an input that are not the usual one: of a flag, of a choice, of a number those with a label, and small
/// whole ones.
fn values(mechanic: &Mechanic, input: InputId) -> Vec<Value> {
    let declaration = &mechanic.model[input].declaration;
    let mut values: Vec<Value> = match declaration.kind {
        Kind::Flag => vec![Value::Flag(false), Value::Flag(true)],
        Kind::Enum(_) => {
            let variants = mechanic.model.variants(declaration.kind).len();
            (0..u32::try_from(variants).unwrap_or(0)).map(Value::Variant).collect()
        }
        Kind::Integer => {
            let is_one = mechanic.rule_sets.len() == 1;
            let all = whole_numbers(&declaration.range, FEW).filter(|_| is_one);
            let tried = all.unwrap_or_else(|| (0..=SMALL).map(Rational::from).collect());
            let known = |number| mechanic.model.check_number(declaration, number).ok();
            tried.into_iter().filter_map(known).collect()
        }
        _ => declaration.labels.iter().map(|label| Value::Number(label.value.clone())).collect(),
    };
    values.retain(|value| mechanic.model[input].default.value() != Some(value));
    values
}
