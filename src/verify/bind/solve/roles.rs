//! What the heads of a table may mean in a mechanic.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::check::model::Declaration;
use crate::check::{FieldId, InputId, Kind, StateId};
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::TokenKind;
use crate::rules::RuleSetId;
use crate::value::Value;

use super::sheet::{Head, Sheet};
use crate::verify::bind::ask::candidate::Test;
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::ask::subject::{Subject, union};
use crate::verify::bind::read::beside::{Gives, gives};
use crate::verify::bind::read::told::happens_often;

/// So many things are tried for a line of heads, the nearest named.
const MOST_THINGS: usize = 4;

/// So many things that take a number, where nothing on the page names them.
const MOST_UNNAMED: usize = 2;

/// So many labels of a page are looked at for what it names.
const MOST_NAMED: usize = 2_000;

/// Words that say how many there are of what was drawn several times.
const HOW_MANY: [&str; 6] = ["both", "neither", "none", "all", "every", "either"];

/// What a line of heads may be values of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    Input(InputId),
    State(StateId),
    Field(FieldId),
    /// An outcome that is a number: so much at least.
    AtLeast(FieldId),
    /// So much at most.
    AtMost(FieldId),
    /// The outcomes of a mechanic that are there or not.
    Flags,
    /// The number of its uses: within so many of them something comes.
    Uses,
}

/// What a line of heads says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Each head says what its labels say, and nothing else.
    Labels,
    /// The one head over all others only says what these are: `Defender` over its kinds.
    Title,
    /// Their labels stand for values of one thing, and not of others that have the same values.
    Only(Thing),
    /// Their numbers are numbers of a thing.
    Number(Thing),
    /// Each is one more than the number of a thing: what it is tried to become.
    Next(Thing),
    /// Heads that say nothing of a thing are values of it: the figures under them say which.
    Values(Thing),
}

/// What a head says.
#[derive(Debug, Clone)]
pub(super) enum Says {
    Gives(Gives),
    Event(FieldId, Test),
    Uses(u64),
}

/// What the labels of a head say in a mechanic.
#[derive(Debug, Clone, Default)]
pub(super) struct Meant {
    pub(super) gives: Vec<Gives>,
    /// Events, and whether nothing says how many.
    pub(super) events: Vec<(FieldId, Test, bool)>,
    pub(super) edition: Option<RuleSetId>,
    /// Whether it says how many there are by a word, and not of what: `both of two strikes`, `neither`.
    pub(super) is_how_many: bool,
    /// Of each thing that has a value with this label the value.
    pub(super) values: BTreeMap<Thing, Says>,
}

impl Meant {
    pub(super) fn is_nothing(&self) -> bool {
        self.gives.is_empty() && self.events.is_empty() && self.edition.is_none()
    }

    /// Whether it says which value of a thing there is; what names an event leaves no other event open.
    pub(super) fn has(&self, thing: Thing) -> bool {
        match thing {
            Thing::Input(input) => self.gives.iter().any(|gives| match gives.meaning {
                Meaning::Input(own) | Meaning::Is(own, _) => own == input,
                _ => false,
            }),
            Thing::State(_) | Thing::Uses => !self.is_nothing(),
            Thing::Field(_) | Thing::AtLeast(_) | Thing::AtMost(_) | Thing::Flags => {
                !self.events.is_empty() || !self.gives.is_empty() && !self.is_how_many
            }
        }
    }
}

impl Asker<'_, '_> {
    /// What the labels among some words say in a mechanic.
    pub(super) fn meant(&self, sheet: &Sheet, tokens: &Range<usize>, mechanic: usize) -> Meant {
        let says_how_many =
            |token: usize| self.page.word_at(token).is_some_and(|word| HOW_MANY.contains(&word));
        let mut meant = Meant { is_how_many: tokens.clone().any(says_how_many), ..Meant::default() };
        let ranges = [tokens.clone()];
        let mut subjects = Vec::new();
        for mention in self.mentions.within(tokens) {
            let found = self.mentions.get(mention);
            let own = || found.named_in(mechanic);
            for named in own() {
                match &named.meaning {
                    Meaning::Edition(set) => meant.edition = Some(*set),
                    Meaning::Is(input, value) => {
                        let (meaning, value) = (Meaning::Input(*input), value.clone());
                        let says = Says::Gives(Gives { meaning, value, number: None });
                        meant.values.insert(Thing::Input(*input), says);
                    }
                    Meaning::StateIs(state, value) => {
                        let (meaning, value) = (Meaning::State(*state), value.clone());
                        let says = Says::Gives(Gives { meaning, value, number: None });
                        meant.values.insert(Thing::State(*state), says);
                    }
                    Meaning::Outcome(field, value) => {
                        let says = Says::Event(*field, Test::In(vec![value.clone()]));
                        meant.values.insert(Thing::Field(*field), says);
                    }
                    _ => {}
                }
            }
            meant.gives.extend(gives(self.page, self.names, found, mechanic, tokens));
            subjects.extend(self.events(&sheet.place, mention, mechanic, &ranges));
        }
        let position = |subject: &Subject| self.position(subject);
        match union(&subjects, position) {
            Some(all) => meant.events.push((all.field, all.test, false)),
            None => {
                let one = |subject: Subject| (subject.field, subject.test, subject.is_plain);
                meant.events.extend(subjects.into_iter().map(one));
            }
        }
        meant
    }

    /// Adds what heads lack that have all words of another beside them but for a thing that one has: `Booster` beside
    /// `Deluxe booster`, `Eel` beside `Eel (lamp)`.
    pub(super) fn tell_plain(&self, sheet: &Sheet, meant: &mut [Meant]) {
        /// So many heads that name things are looked at.
        const MOST: usize = 40;
        let words = |head: &Head| -> BTreeSet<&str> {
            head.tokens.clone().filter_map(|token| self.page.word_at(token)).collect()
        };
        let input = |gives: &Gives| match gives.meaning {
            Meaning::Input(input) | Meaning::Is(input, _) => Some(input),
            _ => None,
        };
        let thing = |gives: &Gives| input(gives).filter(|_| gives.value == Value::Flag(true));
        let things = |meant: &Meant| -> Vec<InputId> { meant.gives.iter().filter_map(thing).collect() };
        let with = sheet.heads.iter().zip(meant.iter()).map(|(head, meant)| (head, things(meant)));
        let with: Vec<(usize, BTreeSet<&str>, Vec<InputId>)> = with
            .filter(|(_, things)| !things.is_empty())
            .map(|(head, things)| (head.axis, words(head), things))
            .take(MOST)
            .collect();
        for (head, own) in sheet.heads.iter().zip(meant).filter(|(head, _)| head.is_name()) {
            let plain = words(head);
            let is_less = |more: &BTreeSet<&str>| {
                !plain.is_empty() && plain.len() < more.len() && plain.is_subset(more)
            };
            let others = with.iter().filter(|(axis, more, _)| *axis == head.axis && is_less(more));
            for lacked in others.flat_map(|(_, _, things)| things) {
                if !own.gives.iter().any(|gives| input(gives) == Some(*lacked)) {
                    let meaning = Meaning::Input(*lacked);
                    own.gives.push(Gives { meaning, value: Value::Flag(false), number: None });
                }
            }
        }
    }

    /// The things of a mechanic that the page names, those first that the table and what stands around it name.
    pub(super) fn things(&self, sheet: &Sheet, mechanic: usize) -> Vec<Thing> {
        let heads = sheet.heads.iter().map(|head| head.tokens.clone());
        let around = sheet.around().flatten().cloned();
        let page = 0..self.page.tokens.list.len();
        let mut found: Vec<Thing> = Vec::new();
        let over = sheet.over.iter().cloned();
        let ranges: Vec<Range<usize>> = over.chain(heads).chain(around).chain([page]).collect();
        let named = ranges.iter().flat_map(|range| self.mentions.within(range)).take(MOST_NAMED);
        for named in named.flat_map(|mention| self.mentions.get(mention).named.iter()) {
            let thing =
                self.thing(named).filter(|thing| named.mechanic == mechanic && !found.contains(thing));
            found.extend(thing);
        }
        // What the page has no name for it may still count.
        let model = &self.names.mechanics[mechanic].model;
        let inputs = model.input_ids().filter(|input| is_number(model[*input].declaration.kind));
        let states = model.state_ids().filter(|state| is_number(model[*state].declaration.kind));
        let numbers = states.map(Thing::State).chain(inputs.map(Thing::Input));
        let unnamed: Vec<Thing> = numbers.filter(|thing| !found.contains(thing)).take(MOST_UNNAMED).collect();
        found.extend(unnamed);
        // So may it be about the one outcome that the mechanic is for.
        let outcome = model.field_ids().find(|field| matches!(model[*field].kind, Kind::Enum(_)));
        found.extend(outcome.map(Thing::Field).filter(|thing| !found.contains(thing)));
        let mut counted = model.field_ids().filter(|field| is_number(model[*field].kind));
        let only = counted.next().filter(|_| counted.next().is_none());
        found.extend(only.map(Thing::Field).filter(|thing| !found.contains(thing)));
        // A number may be told as the least or the most that comes.
        let bounds = |thing: Thing| match thing {
            Thing::Field(field) if is_number(model[field].kind) => {
                vec![thing, Thing::AtLeast(field), Thing::AtMost(field)]
            }
            _ => vec![thing],
        };
        found.into_iter().flat_map(bounds).collect()
    }

    fn thing(&self, named: &Named) -> Option<Thing> {
        let model = &self.names.mechanics[named.mechanic].model;
        Some(match named.meaning {
            Meaning::Input(input) | Meaning::Is(input, _) => Thing::Input(input),
            Meaning::State(state) | Meaning::StateIs(state, _) => Thing::State(state),
            Meaning::Outcome(field, _) => Thing::Field(field),
            Meaning::Field(field) if model[field].kind == Kind::Flag => Thing::Flags,
            Meaning::Field(field) => Thing::Field(field),
            Meaning::Mechanic => Thing::Field(self.names.counted_by_title(named.mechanic)?),
            Meaning::Edition(_) => return None,
        })
    }

    /// What a line of heads may say, what its labels say first.
    pub(super) fn roles(&self, sheet: &Sheet, axis: usize, meant: &[Meant], mechanic: usize) -> Vec<Role> {
        let mut roles = vec![Role::Labels];
        let all: Vec<(&Head, &Meant)> =
            sheet.heads.iter().zip(meant).filter(|(head, _)| head.axis == axis).collect();
        if let [(_, meant)] = all.as_slice()
            && !meant.is_nothing()
            && sheet.axes > 2
        {
            roles.push(Role::Title);
        }
        let numbers: Vec<&Rational> = all.iter().filter_map(|(head, _)| head.number.as_ref()).collect();
        let different: BTreeSet<&Rational> = numbers.iter().copied().collect();
        let things = self.things(sheet, mechanic);
        // Several things may have the same values: the colours of two parents and of their young.
        let named: BTreeSet<Thing> = all.iter().flat_map(|(_, meant)| meant.values.keys().copied()).collect();
        let is_shared = all.iter().any(|(_, meant)| meant.values.len() > 1);
        roles.extend(named.into_iter().filter(|_| is_shared).map(Role::Only));
        if different.len() > 1 {
            let takes = |thing: &&Thing| {
                numbers.iter().all(|number| self.number(mechanic, **thing, number).is_some())
            };
            let uses = self.names_uses(sheet, mechanic).then_some(&Thing::Uses);
            let all = things.iter().filter(takes).take(MOST_THINGS).chain(uses.filter(|uses| takes(uses)));
            roles.extend(all.map(|thing| Role::Number(*thing)));
            // `+7` may be tried at 6.
            let is_signed = |head: &Head| {
                let sign = head.tokens.start;
                matches!(self.page.tokens.list[sign].kind, TokenKind::Symbol('+'))
            };
            let numbered = || sheet.heads.iter().filter(|head| head.axis == axis && head.number.is_some());
            let is_before = |thing: &&Thing| {
                let before = |number: &&Rational| self.number(mechanic, **thing, &(*number - &Rational::ONE));
                numbers.iter().all(|number| before(number).is_some())
            };
            // So is the tenth pull told: nine are behind it.
            let is_next = |thing: &&Thing| match thing {
                Thing::Input(_) => numbered().all(is_signed),
                Thing::State(_) => uses.is_some() || numbered().all(is_signed),
                _ => false,
            };
            let next = things.iter().filter(is_next).filter(is_before).take(MOST_THINGS);
            roles.extend(next.map(|thing| Role::Next(*thing)));
        }
        let open =
            |thing: Thing| all.iter().filter(|(head, meant)| head.is_name() && !meant.has(thing)).count();
        // Numbers of an outcome are told by words that say how many.
        let model = &self.names.mechanics[mechanic].model;
        let says_how_many = all.iter().any(|(_, meant)| meant.is_how_many);
        let is_number_of =
            |thing: &Thing| matches!(thing, Thing::Field(field) if is_number(model[*field].kind));
        let is_open = |thing: &&Thing| {
            if is_number_of(thing) && !says_how_many {
                return false;
            }
            let options = self.options(mechanic, **thing).len();
            let open = open(**thing);
            open > 0 && (2..=40).contains(&options) && (open <= options || matches!(thing, Thing::Input(_)))
        };
        if all.len() > 1 {
            roles.extend(things.iter().filter(is_open).take(MOST_THINGS).map(|thing| Role::Values(*thing)));
        }
        roles
    }

    /// Whether the heads of a table or what stands around it name the uses of a mechanic.
    fn names_uses(&self, sheet: &Sheet, mechanic: usize) -> bool {
        let heads = sheet.heads.iter().map(|head| &head.tokens);
        let around = sheet.around().flatten();
        heads.chain(around).flat_map(Clone::clone).any(|token| {
            let tells = |word| happens_often(word) || matches!(word, "after" | "within");
            self.mentions.is_use(token, mechanic) || self.page.word_at(token).is_some_and(tells)
        })
    }

    /// What a number of a thing says.
    pub(super) fn number(&self, mechanic: usize, thing: Thing, number: &Rational) -> Option<Says> {
        /// Votes and years are no luck, and a mechanic may count as far as it is given.
        const GREATEST: i64 = 10_000;
        let model = &self.names.mechanics[mechanic].model;
        let given = |meaning, declaration| {
            if number.abs() > Rational::from(GREATEST) {
                return None;
            }
            let value = model.check_number(declaration, number.clone()).ok()?;
            Some(Says::Gives(Gives { meaning, value, number: None }))
        };
        match thing {
            Thing::Input(input) if is_number(model[input].declaration.kind) => {
                given(Meaning::Input(input), &model[input].declaration)
            }
            Thing::State(state) if is_number(model[state].declaration.kind) => {
                given(Meaning::State(state), &model[state].declaration)
            }
            Thing::Field(field) | Thing::AtLeast(field) | Thing::AtMost(field)
                if is_number(model[field].kind) =>
            {
                let test = match thing {
                    Thing::AtLeast(_) => Test::AtLeast(number.clone()),
                    Thing::AtMost(_) => Test::AtMost(number.clone()),
                    _ => Test::In(vec![Value::Number(number.clone())]),
                };
                (number.is_integer() && !number.is_negative()).then_some(Says::Event(field, test))
            }
            Thing::Uses => {
                const MOST: u64 = 1_000;
                let uses = number.to_i64().and_then(|uses| u64::try_from(uses).ok());
                uses.filter(|uses| number.is_integer() && (1..=MOST).contains(uses)).map(Says::Uses)
            }
            _ => None,
        }
    }

    /// The values that a thing may have.
    pub(super) fn options(&self, mechanic: usize, thing: Thing) -> Vec<Says> {
        let model = &self.names.mechanics[mechanic].model;
        match thing {
            Thing::Input(input) => {
                let declaration = &model[input].declaration;
                let mut values = model.values(declaration.kind);
                values.extend(few_numbers(declaration));
                let says = |value| Says::Gives(Gives { meaning: Meaning::Input(input), value, number: None });
                values.into_iter().map(says).collect()
            }
            Thing::State(_) | Thing::Uses | Thing::AtLeast(_) | Thing::AtMost(_) => Vec::new(),
            Thing::Field(field) if model[field].kind == Kind::Flag => Vec::new(),
            Thing::Field(field) => {
                let says = |value| Says::Event(field, Test::In(vec![value]));
                let numbers = few_numbers(&model[field]);
                // `Either of the two` is one of them at least.
                let some = numbers.iter().find(|value| value.as_number() == Some(&Rational::ONE));
                let some = some.map(|_| Says::Event(field, Test::AtLeast(Rational::ONE)));
                let values = model.values(model[field].kind).into_iter().chain(numbers);
                values.map(says).chain(some).collect()
            }
            Thing::Flags => {
                let flags = model.field_ids().filter(|field| model[*field].kind == Kind::Flag);
                flags.map(|field| Says::Event(field, Test::In(vec![Value::Flag(true)]))).collect()
            }
        }
    }
}

/// The numbers that a whole number may be, where they are few.
fn few_numbers(declaration: &Declaration) -> Vec<Value> {
    const MOST: i64 = 16;
    let end = |end: &Option<Rational>| end.as_ref().filter(|_| declaration.kind == Kind::Integer)?.to_i64();
    let ends = end(&declaration.range.low).zip(end(&declaration.range.high));
    let few = ends.filter(|(low, high)| high.saturating_sub(*low) < MOST);
    few.map(|(low, high)| (low..=high).map(|number| Value::Number(Rational::from(number))).collect())
        .unwrap_or_default()
}

fn is_number(kind: Kind) -> bool {
    matches!(kind, Kind::Integer | Kind::Number)
}
