//! Tables by their values: what the heads mean is tried out, and what gives nearly all figures is what was meant.
//!
//! A table has more figures than chance brings together, so that they say themselves what its heads leave open: what the
//! numbers over its columns count, which value "Hallway" or "II" is, whether plain numbers are percentages, which of the
//! things that were said around it hold in it.

mod roles;
mod sheet;

use std::collections::{BTreeMap, BTreeSet};

use crate::page::{Figure, Fit, Shape};
use crate::rules::RuleSetId;

use super::beside::gives;
use super::evidence::{Support, weight};
use super::judge::{Bound, fit};
use super::laws::{Asked, Given, Sought, Stage};
use super::numbers::Numbering;
use super::places::{Group, Reader};
use super::question::{Asker, Candidate, LAYERS, Measure, Test, event_text, nothing};
use crate::check::{FieldId, Kind};
use crate::exact::Rational;
use roles::{Meant, Role, Says, Thing};
use sheet::{Cell, Sheet};

/// The questions of a table that its values tell are readings of their own.
const SOLVED: usize = 200;
/// So many mechanics are tried for a table, those that its heads name most.
const MOST_MECHANICS: usize = 3;
/// So many ways to read the heads.
const MOST_WAYS: usize = 160;
/// So many laws are computed for the tables of a page beyond those that its labels ask for.
const MOST_LAWS: usize = 800;
/// So many ways to take what is said around a table.
const MOST_AROUND: usize = 10;
/// So many events of a figure.
const MOST_EVENTS: usize = 4;
/// So many figures that nothing else gives are worth a way to read the heads; one may be a mistake.
const FEWEST: usize = 2;
/// So many figures are looked at before all are.
const SAMPLE: usize = 6;

/// Adds to the figures of tables what the values of these tell.
pub(super) fn solve(asker: &mut Asker<'_, '_>, bound: &mut [Bound]) {
    let reader = Reader::of(asker.page, asker.names, asker.mentions);
    let mut spare = MOST_LAWS;
    for index in 0..asker.page.outline.grids.len() {
        let Some(sheet) = Sheet::read(asker.page, &reader, bound, index) else { continue };
        if sheet.cells.iter().all(|cell| cell.is_right) {
            continue;
        }
        let mut known: BTreeSet<usize> = BTreeSet::new();
        known.extend((0..sheet.cells.len()).filter(|cell| sheet.cells[*cell].is_right));
        let mut number = SOLVED;
        // What its values alone tell of heads is asked where their words and numbers leave several figures open.
        for is_free in [false, true] {
            if is_free && known.len() + FEWEST >= sheet.cells.len() {
                break;
            }
            let mut found: Vec<Solved> = Vec::new();
            for mechanic in mechanics(asker, &sheet) {
                for rule_set in rule_sets(asker, &sheet, mechanic) {
                    let solved = Solver::new(asker, &sheet, (mechanic, rule_set), &mut spare).solve(is_free);
                    let is_enough = solved.iter().any(|solved| solved.right.len() * 2 > sheet.cells.len());
                    found.extend(solved);
                    // Another edition counts where this one gives hardly anything.
                    if is_enough {
                        break;
                    }
                }
            }
            // The way that gives most figures comes first; another counts where it gives more than those before it.
            found.sort_by_key(|solved| std::cmp::Reverse(solved.right.len()));
            for (place, solved) in found.into_iter().enumerate() {
                let new = solved.right.iter().filter(|cell| !known.contains(cell)).count();
                if new >= FEWEST + usize::from(is_free) || place == 0 && !is_free {
                    known.extend(&solved.right);
                    number += 1;
                    take(&sheet, &solved, number, bound);
                }
            }
        }
    }
}

/// The mechanics that a table and what stands around it name, those first that its heads name most.
fn mechanics(asker: &Asker<'_, '_>, sheet: &Sheet) -> Vec<usize> {
    let mut counts = vec![0_usize; asker.names.mechanics.len()];
    let mut count = |range: &std::ops::Range<usize>, weight: usize| {
        for mention in asker.mentions.within(range) {
            let named: BTreeSet<usize> =
                asker.mentions.get(mention).named.iter().map(|named| named.mechanic).collect();
            named.into_iter().for_each(|mechanic| counts[mechanic] += weight);
        }
    };
    sheet.heads.iter().for_each(|head| count(&head.tokens, 4));
    sheet.place.layers[3..LAYERS].iter().flatten().for_each(|range| count(range, 1));
    let mut found: Vec<usize> = (0..counts.len()).filter(|mechanic| counts[*mechanic] > 0).collect();
    found.sort_by_key(|mechanic| std::cmp::Reverse(counts[*mechanic]));
    found.truncate(MOST_MECHANICS);
    found
}

/// The rule sets that what stands around a table leaves open, the likeliest first.
fn rule_sets(asker: &Asker<'_, '_>, sheet: &Sheet, mechanic: usize) -> Vec<RuleSetId> {
    const MOST: usize = 3;
    let layers: Vec<Vec<usize>> =
        sheet.place.layers.iter().map(|ranges| asker.mentioned(ranges, usize::MAX)).collect();
    let mut sets = asker.rule_sets(&layers, mechanic);
    sets.truncate(MOST);
    sets
}

/// What a figure may be under one way to read a table.
#[derive(Debug, Clone)]
struct Answer {
    variant: Variant,
    measure: Measure,
    rule_set: RuleSetId,
    given: Given,
    value: Rational,
    /// Whether it is how many of a thousand have it, or of how many one has it.
    is_count: bool,
}

/// The kinds of answers from this on say how many of some have it, or of how many one has it.
const COUNTS: u8 = 20;

/// Which of the answers of a cell it is: the kind of its number, and which of the events of its heads.
type Variant = (u8, usize);

/// A way to read a table that gives the figures of some of its lines.
struct Solved {
    mechanic: usize,
    /// The figures that it says something of, with what that is.
    answers: Vec<(usize, Answer)>,
    /// Those that are right, by their place in the sheet.
    right: BTreeSet<usize>,
    /// Whether plain numbers are percentages.
    is_percent: bool,
}

/// An event that a figure may be about, with what is given.
struct Base<'g> {
    /// Which of the events of its heads it is.
    number: usize,
    field: FieldId,
    test: Test,
    rule_set: RuleSetId,
    given: &'g Given,
}

struct Solver<'s, 'a, 'n, 'm> {
    asker: &'s mut Asker<'a, 'n>,
    sheet: &'s Sheet,
    mechanic: usize,
    rule_set: RuleSetId,
    meant: Vec<Meant>,
    /// Events that are named around the table.
    events: Vec<(FieldId, Test, bool)>,
    spare: &'m mut usize,
}

impl<'s, 'a, 'n, 'm> Solver<'s, 'a, 'n, 'm> {
    fn new(
        asker: &'s mut Asker<'a, 'n>,
        sheet: &'s Sheet,
        (mechanic, rule_set): (usize, RuleSetId),
        spare: &'m mut usize,
    ) -> Solver<'s, 'a, 'n, 'm> {
        let meant = sheet.heads.iter().map(|head| asker.meant(sheet, &head.tokens, mechanic)).collect();
        let around = sheet.place.layers[3..LAYERS].iter().map(|ranges| {
            ranges.iter().flat_map(|range| asker.meant(sheet, range, mechanic).events).collect::<Vec<_>>()
        });
        let events = around.into_iter().find(|events| !events.is_empty());
        // A table of plain numbers that names none is about those that the mechanic has.
        let model = &asker.names.mechanics[mechanic].model;
        let numbers = || {
            let fields =
                model.field_ids().filter(|field| model[*field].kind == Kind::Integer).take(MOST_EVENTS);
            fields.map(|field| (field, Test::AtLeast(Rational::ONE), true)).collect()
        };
        let events = events.unwrap_or_else(numbers);
        Solver { asker, sheet, mechanic, rule_set, meant, events, spare }
    }

    /// All ways that give nearly all figures of some lines; `is_free` are those that need the values of a line of heads.
    fn solve(&mut self, is_free: bool) -> Vec<Solved> {
        let mut found = Vec::new();
        let around = self.around();
        for roles in self.ways(is_free) {
            // What comes within many uses is a chain of its own for each thing that is given.
            const FEW: usize = 2;
            let is_chain = roles.contains(&Role::Number(Thing::Uses));
            for given in around.iter().take(if is_chain { FEW } else { around.len() }) {
                if *self.spare == 0 {
                    return found;
                }
                found.extend(self.one_way(&roles, given));
            }
        }
        found
    }

    /// The ways to read the lines of heads together: at most one of them is told by values alone.
    fn ways(&self, is_free: bool) -> Vec<Vec<Role>> {
        let mut ways: Vec<Vec<Role>> = vec![Vec::new()];
        for axis in 0..self.sheet.axes {
            let roles = self.asker.roles(self.sheet, axis, &self.meant, self.mechanic);
            let longer = ways.iter().flat_map(|way| {
                roles.iter().map(move |role| way.iter().copied().chain([*role]).collect::<Vec<Role>>())
            });
            ways = longer.filter(|way| is_way(way, is_free)).take(MOST_WAYS).collect();
        }
        ways.retain(|way| way.iter().any(|role| matches!(role, Role::Values(_))) == is_free);
        ways
    }

    /// What may be given by what stands around the table: all of it, less and less of it, each thing alone, nothing.
    fn around(&self) -> Vec<Given> {
        let sheet = self.sheet;
        let mut all = Vec::new();
        let mut ends = Vec::new();
        for ranges in &sheet.place.layers[3..LAYERS] {
            for range in ranges {
                for mention in self.asker.mentions.within(range) {
                    let found = self.asker.mentions.get(mention);
                    all.extend(gives(self.asker.page, self.asker.names, found, self.mechanic, range));
                }
            }
            ends.push(all.len());
        }
        let of = |some: &mut dyn Iterator<Item = &super::beside::Gives>| {
            let mut given = Given::default();
            for gives in some {
                given.take(gives.clone());
            }
            given
        };
        let mut found: Vec<Given> = ends.iter().rev().map(|end| of(&mut all[..*end].iter())).collect();
        found.push(Given::default());
        found.extend(all.iter().map(|gives| of(&mut std::iter::once(gives))));
        let mut seen = BTreeSet::new();
        found.retain(|given| seen.insert(given.clone()));
        found.truncate(MOST_AROUND);
        found
    }

    fn one_way(&mut self, roles: &[Role], around: &Given) -> Vec<Solved> {
        let free = roles.iter().enumerate().find_map(|(axis, role)| match role {
            Role::Values(thing) => Some((axis, *thing)),
            _ => None,
        });
        let options = free.map(|(_, thing)| self.asker.options(self.mechanic, thing)).unwrap_or_default();
        let sample = self.sample();
        let mut right = 0;
        for cell in &sample {
            let cell = &self.sheet.cells[*cell];
            let fits = if self.is_free(cell, free) {
                options.iter().any(|option| self.fits_some(cell, roles, around, Some(option)))
            } else {
                self.fits_some(cell, roles, around, None)
            };
            right += usize::from(fits);
        }
        if right * 3 < sample.len() {
            return Vec::new();
        }
        let said = self.values(roles, around, free, &options);
        let all: Vec<Vec<Answer>> = (0..self.sheet.cells.len())
            .map(|number| {
                let cell = &self.sheet.cells[number];
                let of_free = cell.heads.iter().find_map(|head| said[*head]);
                let option = of_free.and_then(|option| options.get(option));
                if self.is_free(cell, free) && option.is_none() {
                    return Vec::new();
                }
                self.answers(cell, roles, around, option)
            })
            .collect();
        let variants: BTreeSet<Variant> = all.iter().flatten().map(|answer| answer.variant).collect();
        variants.into_iter().filter_map(|variant| self.solved(&all, variant)).collect()
    }

    /// The figures that say most, of as many rows and columns as may be.
    fn sample(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.sheet.cells.len()).collect();
        let telling = |cell: &usize| self.sheet.cells[*cell].figures.iter().map(weight).max().unwrap_or(0);
        all.sort_by_key(|cell| std::cmp::Reverse(telling(cell)));
        let mut found: Vec<usize> = Vec::new();
        let mut lines: BTreeSet<Group> = BTreeSet::new();
        for round in 0..2 {
            for cell in &all {
                let own = &self.sheet.cells[*cell].lines;
                let is_new = own.iter().all(|line| !lines.contains(line));
                if found.len() < SAMPLE && !found.contains(cell) && (is_new || round == 1) {
                    lines.extend(own);
                    found.push(*cell);
                }
            }
        }
        found
    }

    /// Whether a figure stands under a head of a line whose values are tried, and that nobody knows.
    fn is_free(&self, cell: &Cell, free: Option<(usize, Thing)>) -> bool {
        free.is_some_and(|free| cell.heads.iter().any(|head| self.is_open(*head, free)))
    }

    fn is_open(&self, head: usize, (axis, thing): (usize, Thing)) -> bool {
        let own = &self.sheet.heads[head];
        own.axis == axis && own.number.is_none() && !self.meant[head].has(thing)
    }

    fn fits_some(&mut self, cell: &Cell, roles: &[Role], around: &Given, option: Option<&Says>) -> bool {
        let answers = self.answers(cell, roles, around, option);
        answers.iter().any(|answer| fits(cell, answer))
    }

    /// For each head that says nothing of a thing the value of it that gives most of its figures. Heads that say nothing
    /// at all have a value each.
    fn values(
        &mut self,
        roles: &[Role],
        around: &Given,
        free: Option<(usize, Thing)>,
        options: &[Says],
    ) -> Vec<Option<usize>> {
        let mut said = vec![None; self.sheet.heads.len()];
        let Some(free) = free else { return said };
        let mut scores: Vec<(usize, usize, usize)> = Vec::new();
        let open: Vec<usize> = (0..self.sheet.heads.len()).filter(|head| self.is_open(*head, free)).collect();
        for head in open {
            for (option, says) in options.iter().enumerate() {
                let cells: Vec<usize> = (0..self.sheet.cells.len())
                    .filter(|cell| self.sheet.cells[*cell].heads.contains(&head))
                    .collect();
                let mut right = 0;
                for cell in cells {
                    let cell = &self.sheet.cells[cell];
                    right += usize::from(self.fits_some(cell, roles, around, Some(says)));
                }
                scores.push((right, head, option));
            }
        }
        scores.sort_by_key(|(right, head, option)| (std::cmp::Reverse(*right), *head, *option));
        let mut taken = BTreeSet::new();
        for (right, head, option) in scores {
            let is_shared = !self.meant[head].is_nothing();
            if right > 0 && said[head].is_none() && (is_shared || taken.insert(option)) {
                said[head] = Some(option);
            }
        }
        said
    }

    /// What a figure may be under a way to read the heads.
    fn answers(&mut self, cell: &Cell, roles: &[Role], around: &Given, option: Option<&Says>) -> Vec<Answer> {
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
                (Role::Values(thing), None) if !meant.has(thing) => option.cloned(),
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
            if !matches!(role, Role::Only(_)) {
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
        if events.is_empty() {
            events.clone_from(&self.events);
        }
        for (input, value) in &around.inputs {
            given.inputs.entry(*input).or_insert_with(|| value.clone());
        }
        for (state, value) in &around.states {
            given.states.entry(*state).or_insert_with(|| value.clone());
        }
        let mut found = Vec::new();
        for (number, (field, test, _)) in events.into_iter().take(MOST_EVENTS).enumerate() {
            let base = Base { number, field, test, rule_set, given: &given };
            match uses {
                Some(uses) => self.of_uses(cell, &base, uses, &mut found),
                None => self.of_event(cell, &base, &mut found),
            }
        }
        found
    }

    /// What comes within so many uses, and what has not come by then.
    fn of_uses(&mut self, cell: &Cell, base: &Base<'_>, uses: u64, found: &mut Vec<Answer>) {
        let model = &self.asker.names.mechanics[self.mechanic].model;
        let (field, test) = (base.field, base.test.clone());
        let Some(event) = event_text(model, field, &test).filter(|_| cell.is_chance) else { return };
        let (mechanic, rule_set, given) = (self.mechanic, base.rule_set, base.given.clone());
        let asked = Asked { mechanic, rule_set, field, stage: Stage::End, given };
        for (kind, sought) in [(8, Sought::Within(uses)), (9, Sought::NotYet(uses))] {
            if *self.spare == 0 {
                return;
            }
            *self.spare -= 1;
            if let Some(value) = self.asker.laws.chain(&asked, &sought, &event) {
                let measure = Measure::Chain(sought, field, test.clone());
                let (variant, given, is_count) = ((kind, base.number), asked.given.clone(), false);
                found.push(Answer { variant, measure, rule_set, given, value, is_count });
            }
        }
    }

    fn of_event(
        &mut self,
        cell: &Cell,
        Base { number, field, test, rule_set, given }: &Base<'_>,
        found: &mut Vec<Answer>,
    ) {
        let (mechanic, rule_set, field, number) = (self.mechanic, *rule_set, *field, *number);
        let given = *given;
        let has_chance = cell.is_chance || cell.figures.len() > 1;
        for stage in [Stage::End, Stage::First] {
            let asked = Asked { mechanic, rule_set, field, stage, given: given.clone() };
            let Some(law) = self.asker.laws.law_within(&asked, self.spare) else { continue };
            let mut push = |kind: u8, measure: Measure, value: Rational| {
                found.push(Answer {
                    variant: (kind, number),
                    measure,
                    rule_set,
                    given: given.clone(),
                    value,
                    is_count: kind >= COUNTS,
                });
            };
            if has_chance {
                let mass = test.mass(&law);
                let kind = u8::from(stage == Stage::First);
                let rest = &Rational::ONE - &mass;
                if stage == Stage::End {
                    push(3, Measure::Complement(field, test.clone(), stage), rest);
                    let nothing = nothing(self.asker.names.mechanics[mechanic], field);
                    let none = nothing.map(|nothing| law.get(&nothing).cloned().unwrap_or_default());
                    let share = none.and_then(|none| mass.checked_div(&(&Rational::ONE - &none)));
                    let share = share.filter(|share| *share != mass && *share <= Rational::ONE);
                    share.into_iter().for_each(|share| push(2, Measure::Share(field, test.clone()), share));
                }
                push(kind, Measure::Chance(field, test.clone(), stage), mass);
            }
            if !cell.is_chance && matches!(cell.figures[0].shape, Shape::Number(_)) {
                let mass = test.mass(&law);
                let counts = self.sheet.totals.iter().map(|total| Some(&mass * total));
                // `1 in`: how many it takes for one.
                let counts = std::iter::once(Rational::ONE.checked_div(&mass)).chain(counts);
                for (kind, count) in (COUNTS..).zip(counts) {
                    let kind = kind + if stage == Stage::First { COUNTS } else { 0 };
                    let measure = Measure::Chance(field, test.clone(), stage);
                    count.into_iter().for_each(|count| push(kind, measure.clone(), count));
                }
            }
            if !cell.is_chance && stage == Stage::End {
                let numbers: Option<Vec<(&Rational, &Rational)>> =
                    law.iter().map(|(value, mass)| Some((value.as_number()?, mass))).collect();
                let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { continue };
                let there = || numbers.iter().filter(|(_, mass)| !mass.is_zero()).map(|(number, _)| *number);
                let mean: Rational = numbers.iter().map(|(number, mass)| *number * *mass).sum();
                let (least, most) = (there().min().cloned(), there().max().cloned());
                let is_any = matches!(cell.kind, Numbering::Any | Numbering::Condition);
                if is_any || cell.kind == Numbering::Mean {
                    push(4, Measure::Mean(field), mean);
                }
                // Both ends of a range are one reading.
                let kinds = if is_any { [5, 6] } else { [7, 7] };
                let ends = [
                    (Numbering::Low, least, Measure::Least(field)),
                    (Numbering::High, most, Measure::Most(field)),
                ];
                for ((end, value, measure), kind) in ends.into_iter().zip(kinds) {
                    if is_any || cell.kind == end {
                        value.into_iter().for_each(|value| push(kind, measure.clone(), value));
                    }
                }
            }
        }
    }

    /// What one kind of answers gives, where it gives nearly all figures of the table or of some of its lines.
    fn solved(&self, all: &[Vec<Answer>], variant: Variant) -> Option<Solved> {
        let own: Vec<(usize, &Answer)> = all
            .iter()
            .enumerate()
            .filter_map(|(cell, answers)| {
                Some((cell, answers.iter().find(|answer| answer.variant == variant)?))
            })
            .collect();
        let mut lines: BTreeMap<Option<Group>, Support> = BTreeMap::new();
        let mut right = BTreeSet::new();
        for (number, answer) in &own {
            let cell = &self.sheet.cells[*number];
            let fits = fits(cell, answer);
            if fits {
                right.insert(*number);
            }
            for line in [None, Some(cell.lines[0]), Some(cell.lines[1])] {
                lines.entry(line).or_default().take(fits.then(|| cell.figure(answer)).flatten());
            }
        }
        let is_strong = |line: &Option<Group>| lines.get(line).is_some_and(Support::is_strong_among_many);
        let counts = |number: &usize| {
            let cell = &self.sheet.cells[*number];
            is_strong(&None) || cell.lines.iter().any(|line| is_strong(&Some(*line)))
        };
        right.retain(counts);
        if right.is_empty() {
            return None;
        }
        let is_turned = |number: &usize| {
            let answer = own.iter().find(|(cell, _)| cell == number).map(|(_, answer)| *answer);
            let cell = &self.sheet.cells[*number];
            answer
                .and_then(|answer| cell.figure(answer))
                .is_some_and(|figure| figure.shape != cell.figures[0].shape)
        };
        let is_percent = right.iter().any(is_turned);
        let answers = own.into_iter().filter(|(cell, _)| counts(cell));
        let answers = answers.map(|(cell, answer)| (cell, answer.clone())).collect();
        Some(Solved { mechanic: self.mechanic, answers, right, is_percent })
    }
}

/// Whether at most one line of heads is told by its values alone, and no two lines are numbers of the same thing.
fn is_way(way: &[Role], is_free: bool) -> bool {
    let Some((last, before)) = way.split_last() else { return true };
    match last {
        Role::Labels => true,
        Role::Number(_) | Role::Only(_) => !before.contains(last),
        Role::Values(_) => is_free && !before.iter().any(|role| matches!(role, Role::Values(_))),
    }
}

fn fits(cell: &Cell, answer: &Answer) -> bool {
    cell.figure(answer).is_some()
}

impl Cell {
    /// The figure that an answer gives, as it stands or as a percentage.
    fn figure(&self, answer: &Answer) -> Option<&Figure> {
        if answer.is_count {
            let rounded = Figure { approximate: true, ..self.figures[0].clone() };
            return Some(&self.figures[0]).filter(|_| fit(&rounded, &answer.value) != Fit::Off);
        }
        let is_number = matches!(answer.measure, Measure::Mean(_) | Measure::Least(_) | Measure::Most(_));
        let of = |figure: &&Figure| {
            let is_plain = matches!(figure.shape, Shape::Number(_)) && !self.is_chance;
            is_plain == is_number && fit(figure, &answer.value) != Fit::Off
        };
        self.figures.iter().find(of)
    }
}

/// Adds to figures what a way to read their table makes them.
fn take(sheet: &Sheet, solved: &Solved, number: usize, bound: &mut [Bound]) {
    // What stands over a figure that is right is understood.
    let known: BTreeSet<usize> = solved
        .right
        .iter()
        .flat_map(|cell| sheet.cells[*cell].heads.iter().map(|head| sheet.heads[*head].tokens.start))
        .collect();
    for (cell, answer) in &solved.answers {
        let cell = &sheet.cells[*cell];
        let Some(bound) = bound.get_mut(cell.at) else { continue };
        if solved.is_percent
            && let [_, percent] = cell.figures.as_slice()
        {
            bound.placed.figure = percent.clone();
            bound.placed.is_chance = true;
        }
        // So many of a thousand are rounded.
        bound.placed.figure.approximate |= answer.is_count;
        bound.placed.place.unclear = false;
        bound.strange.retain(|(_, head)| !known.contains(head));
        bound.candidates.push(Candidate {
            mechanic: solved.mechanic,
            rule_set: answer.rule_set,
            measure: answer.measure.clone(),
            given: answer.given.clone(),
            background: number,
            value: answer.value.clone(),
            full: true,
            left: Some(Vec::new()),
            is_named: false,
            is_told: false,
        });
    }
}
