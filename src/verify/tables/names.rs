//! What a mechanic's outcomes, inputs, states and rule sets are called, and where a text names them.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::Kind;
use crate::check::model::Declaration;
use crate::exact::Rational;
use crate::page::spoken;
use crate::scenario::Mechanic;
use crate::value::Value;

/// Words of a name, without the endings of plurals.
pub(super) type Name = Vec<String>;

/// What a row of a table may be about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Event {
    /// The outcome field, by its index in the model.
    pub(super) field: usize,
    /// What is asked of it.
    pub(super) test: Test,
}

/// What is asked of an outcome field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Test {
    /// It has this value.
    Is(Value),
    /// It is not this value, which stands for nothing.
    IsNot(Value),
}

impl Test {
    pub(super) fn holds(&self, value: &Value) -> bool {
        match self {
            Test::Is(wanted) => wanted == value,
            Test::IsNot(other) => other != value,
        }
    }
}

/// What the words over a column say of its law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Given {
    /// An input has this value.
    Input(usize, Value),
    /// A state begins with this value.
    State(usize, Value),
    /// The rule set.
    RuleSet(usize),
}

impl Given {
    /// Whether both speak of the same thing.
    pub(super) fn same_subject(&self, other: &Given) -> bool {
        match (self, other) {
            (Given::Input(a, _), Given::Input(b, _)) | (Given::State(a, _), Given::State(b, _)) => a == b,
            (Given::RuleSet(_), Given::RuleSet(_)) => true,
            _ => false,
        }
    }
}

/// What a phrase stands for.
#[derive(Debug, Clone)]
enum Phrase {
    /// A flag that is on, a value of an enumeration, a rule set.
    Says(Given),
    /// An input that takes the number beside it.
    Number(usize),
    /// A state that does.
    State(usize),
}

/// The names of one mechanic.
#[derive(Debug)]
pub(super) struct Names {
    /// For each enumeration among the outcomes its values, and last the fields themselves.
    pub(super) lists: Vec<BTreeMap<Name, Event>>,
    /// The longest first.
    phrases: Vec<(Name, Phrase)>,
    /// What the mechanic is called.
    label: Name,
    /// Words that say nothing about inputs.
    idle: BTreeSet<String>,
}

/// Words of heads that say nothing about inputs.
const IDLE: [&str; 32] = [
    "chance",
    "chances",
    "odd",
    "odds",
    "probability",
    "probabilities",
    "percent",
    "percentage",
    "exact",
    "about",
    "likelihood",
    "rate",
    "base",
    "plain",
    "default",
    "at",
    "with",
    "and",
    "no",
    "item",
    "of",
    "the",
    "a",
    "for",
    "in",
    "is",
    "from",
    "under",
    "rule",
    "outcome",
    "value",
    "result",
];

/// The words of a text as names have them.
pub(super) fn name(text: &str) -> Name {
    spoken(text).into_iter().map(|word| stem(&word)).collect()
}

fn stem(word: &str) -> String {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem.to_owned(),
        _ => word.to_owned(),
    }
}

impl Names {
    pub(super) fn read(mechanic: &Mechanic) -> Names {
        let model = &mechanic.model;
        let label = name(&model.label);
        let idle = label.iter().cloned().chain(IDLE.iter().map(|word| stem(word))).collect();
        let mut names = Names { lists: Vec::new(), phrases: Vec::new(), label, idle };
        let mut fields = BTreeMap::new();
        for (index, field) in model.fields.iter().enumerate() {
            names.idle.extend(name(&field.label));
            names.list(mechanic, index, field);
            field_names(mechanic, index, field, &mut fields);
        }
        names.lists.push(fields);
        names.inputs(mechanic);
        names.rule_sets(mechanic);
        names.phrases.retain(|(words, _)| !words.is_empty());
        names.phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        names
    }

    /// The values of an enumeration, by name, label and template.
    fn list(&mut self, mechanic: &Mechanic, index: usize, field: &Declaration) {
        let variants = mechanic.model.variants(field.kind);
        let mut list = BTreeMap::new();
        for (value, variant) in (0..).zip(variants) {
            let event = Event { field: index, test: Test::Is(Value::Variant(value)) };
            let texts = [Some(&variant.label), Some(&variant.name), variant.template.as_ref()];
            list.extend(texts.into_iter().flatten().map(|text| (name(text), event.clone())));
        }
        if !list.is_empty() {
            self.lists.push(list);
        }
    }

    fn inputs(&mut self, mechanic: &Mechanic) {
        let model = &mechanic.model;
        for (index, input) in model.inputs.iter().enumerate() {
            let declaration = &input.declaration;
            let own = [name(&declaration.label), name(&declaration.name)];
            let phrases = match declaration.kind {
                Kind::Flag => vec![(Vec::new(), Phrase::Says(Given::Input(index, Value::Flag(true))))],
                Kind::Integer | Kind::Number => vec![(Vec::new(), Phrase::Number(index))],
                kind => (0..)
                    .zip(model.variants(kind))
                    .map(|(value, variant)| {
                        let given = Given::Input(index, Value::Variant(value));
                        self.phrases.push((name(&variant.label), Phrase::Says(given.clone())));
                        (name(&variant.label), Phrase::Says(given))
                    })
                    .collect(),
            };
            for (value, phrase) in phrases {
                let named = own.iter().map(|own| [own.as_slice(), value.as_slice()].concat());
                self.phrases.extend(named.map(|words| (words, phrase.clone())));
            }
        }
        for (index, state) in model.states.iter().enumerate() {
            self.phrases.push((name(&state.declaration.label), Phrase::State(index)));
        }
    }

    fn rule_sets(&mut self, mechanic: &Mechanic) {
        for (index, set) in mechanic.rule_sets.iter().enumerate() {
            let phrase = Phrase::Says(Given::RuleSet(index));
            self.phrases.push((name(&set.title), phrase.clone()));
            self.phrases.push((name(&set.name), phrase));
        }
    }

    /// Whether a caption has the name of the mechanic.
    pub(super) fn in_caption(&self, caption: &[Name]) -> bool {
        let own = self.label.as_slice();
        !own.is_empty() && caption.iter().any(|words| words.windows(own.len()).any(|part| part == own))
    }

    /// What the head of a column gives. `None` where it has a word that is not understood, or says a thing
    /// twice.
    pub(super) fn head(&self, mechanic: &Mechanic, words: &[String]) -> Option<Vec<Given>> {
        let (given, unknown) = self.given(mechanic, words);
        let twice = |index: usize| given[..index].iter().any(|other| other.same_subject(&given[index]));
        let clear = unknown.is_empty() && !(0..given.len()).any(twice);
        clear.then_some(given)
    }

    /// What a caption gives: of its words only those that are understood, and nothing that it says twice.
    pub(super) fn caption(&self, mechanic: &Mechanic, words: &[String]) -> Vec<Given> {
        let (given, _) = self.given(mechanic, words);
        let others =
            |own: &Given| given.iter().filter(|other| other.same_subject(own) && *other != own).count();
        let mut clear: Vec<Given> = given.iter().filter(|own| others(own) == 0).cloned().collect();
        clear.dedup();
        clear
    }

    /// What is given, and the words that are not understood.
    fn given(&self, mechanic: &Mechanic, words: &[String]) -> (Vec<Given>, Vec<String>) {
        let mut given = Vec::new();
        let mut unknown = Vec::new();
        let mut rest = words;
        while let Some(first) = rest.first() {
            let found = self.phrase(mechanic, rest);
            let taken = found.as_ref().map_or(1, |(_, taken)| *taken);
            match found {
                Some((found, _)) => given.push(found),
                None if self.idle.contains(first) => {}
                None => unknown.push(first.clone()),
            }
            rest = rest.get(taken..).unwrap_or_default();
        }
        (given, unknown)
    }

    /// The phrase that a text begins with, and how many words it has.
    fn phrase(&self, mechanic: &Mechanic, words: &[String]) -> Option<(Given, usize)> {
        let denied = usize::from(matches!(words[0].as_str(), "no" | "without"));
        let model = &mechanic.model;
        self.phrases.iter().find_map(|(phrase, says)| {
            let number = |before: usize| words.get(before).map(String::as_str).and_then(number);
            let stands = |at: usize| words.get(at..).is_some_and(|rest| rest.starts_with(phrase));
            let length = phrase.len();
            // `Luck 3`, `2 keys`
            let value = || match (stands(0), stands(1)) {
                (true, _) => number(length),
                (_, true) => number(0),
                _ => None,
            };
            match says {
                Phrase::Says(Given::Input(input, Value::Flag(_))) if denied == 1 && stands(1) => {
                    Some((Given::Input(*input, Value::Flag(false)), length + 1))
                }
                Phrase::Says(given) => stands(0).then(|| (given.clone(), length)),
                Phrase::Number(input) => {
                    let value = model.parse_value(&model.inputs[*input].declaration, value()?).ok()?;
                    Some((Given::Input(*input, value), length + 1))
                }
                Phrase::State(state) => {
                    let value = model.parse_value(&model.states[*state].declaration, value()?).ok()?;
                    Some((Given::State(*state, value), length + 1))
                }
            }
        })
    }
}

/// A word that is a plain number.
fn number(word: &str) -> Option<&str> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    plain.then_some(word)
}

/// The names of a field where it stands for itself, and with a value: `Library`, `Curse Rooms: 1`.
fn field_names(mechanic: &Mechanic, index: usize, field: &Declaration, names: &mut BTreeMap<Name, Event>) {
    let model = &mechanic.model;
    let own = name(&field.label);
    let event = |test: Test| Event { field: index, test };
    let nothing = match field.kind {
        Kind::Integer => Some(Value::Number(Rational::ZERO)),
        kind => model
            .variants(kind)
            .iter()
            .zip(0..)
            .find(|(variant, _)| variant.name == "none")
            .map(|(_, value)| Value::Variant(value)),
    };
    let there = match field.kind {
        Kind::Flag => Some(Test::Is(Value::Flag(true))),
        _ => nothing.map(Test::IsNot),
    };
    if let Some(there) = there {
        // A Miniboss Room is also called a Miniboss.
        let short = own.split_last().filter(|(last, short)| !short.is_empty() && *last == "room");
        if let Some((_, short)) = short {
            names.entry(short.to_vec()).or_insert_with(|| event(there.clone()));
        }
        names.insert(own.clone(), event(there));
    }
    for (value, variant) in (0..).zip(model.variants(field.kind)) {
        names.insert([own.clone(), name(&variant.label)].concat(), event(Test::Is(Value::Variant(value))));
    }
    let most = field.range.high.as_ref().and_then(Rational::to_i64).filter(|_| field.kind == Kind::Integer);
    // The greatest may stand for all above it, and is then not what a page means by it.
    for value in 0..=(most.unwrap_or(-1) - i64::from(field.or_more)).min(100) {
        let words = [own.clone(), vec![value.to_string()]].concat();
        names.insert(words, event(Test::Is(Value::Number(Rational::from(value)))));
    }
}
