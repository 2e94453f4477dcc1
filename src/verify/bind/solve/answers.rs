//! What a figure of a table may be under a way to read its heads.

use crate::check::FieldId;
use crate::exact::Rational;
use crate::page::{Figure, Fit, Shape};
use crate::rules::RuleSetId;
use crate::value::Value;

use super::MOST_EVENTS;
use super::roles::{Role, Says};
use super::sheet::Cell;
use super::ways::Solver;
use crate::verify::bind::ask::bound::fit;
use crate::verify::bind::ask::candidate::{Measure, Test};
use crate::verify::bind::ask::chains::Sought;
use crate::verify::bind::ask::law::Law;
use crate::verify::bind::ask::laws::{Asked, Given, Stage};
use crate::verify::bind::read::mention::nothing;
use crate::verify::bind::read::place::Numbering;

/// What a figure may be under one way to read a table.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) kind: Kind,
    /// Which of the events of its heads it is about.
    pub(super) event: usize,
    pub(super) measure: Measure,
    pub(super) rule_set: RuleSetId,
    pub(super) given: Given,
    pub(super) value: Rational,
}

/// What kind of number an answer is: all figures of a reading are of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Chance(Stage),
    /// The chance that it does not happen.
    Rest,
    /// The chance, given that there is anything.
    Share,
    Mean,
    Least,
    Most,
    /// Both ends of a range.
    Ends,
    Within,
    NotYet,
    /// How many of some have it, by the place of that number in the sheet.
    Of(usize, Stage),
    /// Of how many one has it.
    OneIn(Stage),
}

impl Kind {
    /// Whether it counts what a chance comes to.
    pub(super) fn is_count(self) -> bool {
        matches!(self, Kind::Of(..) | Kind::OneIn(_))
    }
}

impl Answer {
    pub(super) fn variant(&self) -> Variant {
        (self.kind, self.event)
    }

    /// Whether it is no chance.
    pub(super) fn is_number(&self) -> bool {
        matches!(self.measure, Measure::Mean(_) | Measure::Least(_) | Measure::Most(_))
    }
}

/// The answers of a table that are one reading: of one kind, about the same of the events of their heads.
pub(super) type Variant = (Kind, usize);

/// An event that a figure may be about, with what is given.
struct Base<'g> {
    /// Which of the events of its heads it is.
    number: usize,
    field: FieldId,
    test: Test,
    rule_set: RuleSetId,
    given: &'g Given,
}

/// The one value of an event of another outcome than a given one, where that may be known.
fn known((field, test, is_plain): &(FieldId, Test, bool), own: FieldId) -> Option<Value> {
    match test {
        Test::In(values) if *field != own && !is_plain => {
            values.first().filter(|_| values.len() == 1).cloned()
        }
        _ => None,
    }
}

impl Solver<'_, '_, '_, '_> {
    /// What a figure may be under a way to read the heads.
    pub(super) fn answers(
        &mut self,
        cell: &Cell,
        roles: &[Role],
        around: &Given,
        option: Option<&Says>,
    ) -> Vec<Answer> {
        self.effort.answers = self.effort.answers.saturating_sub(1);
        let mut given = Given::default();
        let mut events: Vec<(FieldId, Test, bool)> = Vec::new();
        let mut uses = None;
        let mut rule_set = self.rule_set;
        for head in &cell.heads {
            let own = &self.sheet.heads[*head];
            let role = roles[own.axis];
            let meant = &self.meant[*head];
            let says = match (role, &own.number) {
                (Role::Number(thing), Some(number)) => self.asker.number(self.mechanic, thing, number),
                (Role::Next(thing), Some(number)) => {
                    self.asker.number(self.mechanic, thing, &(number - &Rational::ONE))
                }
                (Role::Values(thing), _) if own.is_name() && !meant.has(thing) => option.cloned(),
                (Role::Only(thing), _) => meant.values.get(&thing).cloned(),
                _ => None,
            };
            rule_set = meant.edition.unwrap_or(rule_set);
            match says {
                Some(Says::Uses(count)) => uses = Some(count),
                Some(Says::Gives(gives)) => {
                    given.take(gives);
                }
                Some(Says::Event(field, Test::In(values))) if own.is_least && values.len() == 1 => {
                    let least = values[0].as_number().cloned();
                    events.extend(least.map(|least| (field, Test::AtLeast(least), false)));
                }
                Some(Says::Event(field, test)) => events.push((field, test, false)),
                None => {}
            }
            if !matches!(role, Role::Only(_) | Role::Title) {
                for gives in &meant.gives {
                    given.take(gives.clone());
                }
                events.extend(meant.events.iter().cloned());
            }
        }
        // What counts something names it only.
        if events.iter().any(|(_, _, is_plain)| !is_plain) {
            events.retain(|(_, _, is_plain)| !is_plain);
        }
        // Beside heads that each name a value one that names none is told of none that stands around them.
        let strange = self.strange(cell, roles).filter(|_| events.is_empty());
        let is_rest = strange.is_some();
        match strange {
            Some(listed) => events.extend(listed.rest.clone().map(|(field, test)| (field, test, false))),
            None if events.is_empty() => events.clone_from(&self.events),
            None => {}
        }
        for (input, value) in &around.inputs {
            given.inputs.entry(*input).or_insert_with(|| value.clone());
        }
        for (state, value) in &around.states {
            given.states.entry(*state).or_insert_with(|| value.clone());
        }
        for (field, test) in &around.outcomes {
            if events.iter().all(|(own, ..)| own != field) {
                given.outcomes.insert(*field, test.clone());
            }
        }
        let mut found = Vec::new();
        events.truncate(MOST_EVENTS);
        for (number, (field, test, _)) in events.iter().enumerate() {
            let base = Base { number, field: *field, test: test.clone(), rule_set, given: &given };
            match uses {
                Some(uses) => self.of_uses(cell, &base, uses, &mut found),
                None => self.of_event(cell, &base, &mut found),
            }
            // What comes of each kind: one of the outcomes that the heads name may be known.
            for (other, value) in
                events.iter().enumerate().filter_map(|(at, event)| Some((at, known(event, *field)?)))
            {
                let mut given = given.clone();
                given.outcomes.insert(events[other].0, Test::In(vec![value]));
                let number = (number + 1) * 10 + other;
                let base = Base { number, field: *field, test: test.clone(), rule_set, given: &given };
                self.of_event(cell, &base, &mut found);
            }
        }
        // It may be told of something else than what they leave out.
        if is_rest {
            found.retain(|answer| fits(cell, answer));
        }
        found
    }

    /// What comes within so many uses, and what has not come by then.
    fn of_uses(&mut self, cell: &Cell, base: &Base<'_>, uses: u64, found: &mut Vec<Answer>) {
        if !cell.is_chance && !may_be_chance(&cell.figures[0]) {
            return;
        }
        let asked = base.asked(self.mechanic, Stage::End);
        for (kind, sought) in [(Kind::Within, Sought::Within(uses)), (Kind::NotYet, Sought::NotYet(uses))] {
            if self.effort.is_over() {
                return;
            }
            let spare = &mut self.effort.laws;
            let value = self.asker.laws.sparingly(spare, |laws| laws.chain(&asked, &sought, &base.test));
            if let Some(value) = value {
                found.push(base.answer(kind, Measure::Chain(sought, base.field, base.test.clone()), value));
            }
        }
    }

    fn of_event(&mut self, cell: &Cell, base: &Base<'_>, found: &mut Vec<Answer>) {
        for stage in [Stage::End, Stage::First] {
            let asked = base.asked(self.mechanic, stage);
            let Some(law) = self.asker.laws.sparingly(&mut self.effort.laws, |laws| laws.law(&asked)) else {
                continue;
            };
            if cell.is_chance || cell.figures.len() > 1 {
                self.chances(base, stage, &law, found);
            }
            if !cell.is_chance {
                self.counts(cell, base, stage, &law, found);
            }
            if !cell.is_chance && stage == Stage::End {
                numbers(cell, base, &law, found);
            }
        }
    }

    fn chances(&self, base: &Base<'_>, stage: Stage, law: &Law, found: &mut Vec<Answer>) {
        let (field, test) = (base.field, &base.test);
        let mass = test.mass(law);
        if stage == Stage::End {
            let rest = Measure::Complement(field, test.clone(), stage);
            found.push(base.answer(Kind::Rest, rest, &Rational::ONE - &mass));
            let nothing = nothing(self.asker.names.mechanics[self.mechanic], field);
            let share = nothing.and_then(|nothing| law.share(test, &nothing));
            let share = share.filter(|share| *share != mass && *share <= Rational::ONE);
            let measure = Measure::Share(field, test.clone());
            found.extend(share.map(|share| base.answer(Kind::Share, measure, share)));
        }
        found.push(base.answer(Kind::Chance(stage), Measure::Chance(field, test.clone(), stage), mass));
    }

    /// How many of a thousand have it, and of how many one has it.
    fn counts(&self, cell: &Cell, base: &Base<'_>, stage: Stage, law: &Law, found: &mut Vec<Answer>) {
        if !matches!(cell.figures[0].shape, Shape::Number(_)) {
            return;
        }
        let mass = base.test.mass(law);
        let measure = |total| Measure::Count(base.field, base.test.clone(), stage, total);
        for (number, total) in self.sheet.totals.iter().enumerate() {
            let measure = measure(Some(total.clone()));
            found.push(base.answer(Kind::Of(number, stage), measure, &mass * total));
        }
        let one_in = Rational::ONE.checked_div(&mass);
        found.extend(one_in.map(|count| base.answer(Kind::OneIn(stage), measure(None), count)));
    }
}

/// The mean, the least and the greatest of a number.
fn numbers(cell: &Cell, base: &Base<'_>, law: &Law, found: &mut Vec<Answer>) {
    let Some((numbers, mean)) = law.numbers().zip(law.mean()) else { return };
    let Some(((least, _), (most, _))) = numbers.first().zip(numbers.last()) else { return };
    let least = (Measure::Least(base.field), (*least).clone());
    let most = (Measure::Most(base.field), (*most).clone());
    let mut push = |kind, (measure, value)| found.push(base.answer(kind, measure, value));
    match cell.kind {
        Numbering::Low => push(Kind::Ends, least),
        Numbering::High => push(Kind::Ends, most),
        Numbering::Mean => push(Kind::Mean, (Measure::Mean(base.field), mean)),
        Numbering::Any | Numbering::Condition => {
            push(Kind::Mean, (Measure::Mean(base.field), mean));
            push(Kind::Least, least);
            push(Kind::Most, most);
        }
    }
}

impl Base<'_> {
    fn asked(&self, mechanic: usize, stage: Stage) -> Asked {
        Asked { mechanic, rule_set: self.rule_set, field: self.field, stage, given: self.given.clone() }
    }

    fn answer(&self, kind: Kind, measure: Measure, value: Rational) -> Answer {
        let (event, rule_set, given) = (self.number, self.rule_set, self.given.clone());
        Answer { kind, event, measure, rule_set, given, value }
    }
}

/// Whether a plain number may be a chance as it stands: `0.1396` under "Coin".
pub(super) fn may_be_chance(figure: &Figure) -> bool {
    const PLACES: usize = 2;
    let Shape::Number(number) = &figure.shape else { return false };
    number.places >= PLACES && number.value > Rational::ZERO && number.value < Rational::ONE
}

/// Whether an answer gives a figure.
pub(super) fn fits(cell: &Cell, answer: &Answer) -> bool {
    cell.figure(answer).is_some()
}

impl Cell {
    /// The figure that an answer gives, as it stands or as a percentage.
    pub(super) fn figure(&self, answer: &Answer) -> Option<&Figure> {
        if answer.kind.is_count() {
            let rounded = Figure { approximate: true, ..self.figures[0].clone() };
            return Some(&self.figures[0]).filter(|_| fit(&rounded, &answer.value) != Fit::Off);
        }
        let of = |figure: &&Figure| {
            let is_plain = matches!(figure.shape, Shape::Number(_)) && !self.is_chance;
            let is_kind = is_plain == answer.is_number() || is_plain && may_be_chance(figure);
            is_kind && fit(figure, &answer.value) != Fit::Off
        };
        self.figures.iter().find(of)
    }
}
