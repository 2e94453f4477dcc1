//! The ways to read the heads of a table, and which of them its figures confirm.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::{self, FieldId};
use crate::exact::Rational;
use crate::names::Meaning;
use crate::rules::RuleSetId;
use crate::value::Value;

use super::answers::{Answer, Variant, fits};
use super::rest::{Listed, listed};
use super::roles::{Meant, Role, Says, Thing};
use super::sheet::{Cell, Sheet};
use super::{Effort, MOST_EVENTS, Solved};
use crate::verify::bind::ask::bound::weight;
use crate::verify::bind::ask::candidate::Test;
use crate::verify::bind::ask::laws::Given;
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::judge::evidence::Support;
use crate::verify::bind::read::beside::{Gives, gives};
use crate::verify::bind::read::places::Group;

/// So many ways to read the heads.
const MOST_WAYS: usize = 160;
/// So many events of a mechanic that nothing names.
const MOST_UNNAMED: usize = 24;
/// So many ways to take what is said around a table.
const MOST_AROUND: usize = 10;
/// So many outcomes that are named there may be known.
const MOST_KNOWN: usize = 2;
/// So many figures are looked at before all are.
const SAMPLE: usize = 6;

/// The value that a head means which nobody knows.
struct Said {
    option: usize,
    /// Whether no other value gives as many of its figures.
    is_only: bool,
}

/// Tries what the heads of a table may mean in a mechanic.
pub(super) struct Solver<'s, 'a, 'n, 'm> {
    pub(super) asker: &'s mut Asker<'a, 'n>,
    pub(super) sheet: &'s Sheet,
    pub(super) mechanic: usize,
    pub(super) rule_set: RuleSetId,
    pub(super) meant: Vec<Meant>,
    /// Events that are named around the table.
    pub(super) events: Vec<(FieldId, Test, bool)>,
    /// Lines of heads that mostly name a value each.
    pub(super) listed: Vec<Listed>,
    pub(super) effort: &'m mut Effort,
}

impl<'s, 'a, 'n, 'm> Solver<'s, 'a, 'n, 'm> {
    pub(super) fn new(
        asker: &'s mut Asker<'a, 'n>,
        sheet: &'s Sheet,
        (mechanic, rule_set): (usize, RuleSetId),
        is_unnamed: bool,
        effort: &'m mut Effort,
    ) -> Solver<'s, 'a, 'n, 'm> {
        let mut meant: Vec<Meant> =
            sheet.heads.iter().map(|head| asker.meant(sheet, &head.tokens, mechanic)).collect();
        asker.tell_plain(sheet, &mut meant);
        let around = sheet.around().map(|ranges| {
            ranges.iter().flat_map(|range| asker.meant(sheet, range, mechanic).events).collect::<Vec<_>>()
        });
        let events = around.into_iter().find(|events| !events.is_empty()).filter(|_| !is_unnamed);
        // A table that names none is about the numbers that the mechanic has; where no head does, it may be about one value
        // of an outcome, or what is there or not.
        let is_named = meant.iter().any(|meant| !meant.events.is_empty());
        let model = &asker.names.mechanics[mechanic].model;
        let all = || {
            let of_kind = |kind| model.field_ids().filter(move |field| model[*field].kind == kind);
            let numbers =
                of_kind(check::Kind::Integer).map(|field| (field, Test::AtLeast(Rational::ONE), true));
            let open = model.field_ids().filter(|_| !is_named);
            let values = open.flat_map(|field| {
                let variants = (0..).zip(model.variants(model[field].kind));
                let is_there = (model[field].kind == check::Kind::Flag).then_some(Value::Flag(true));
                let values = variants.map(|(value, _)| Value::Variant(value)).chain(is_there);
                values.map(move |value| (field, Test::In(vec![value]), true))
            });
            numbers.chain(values).take(if is_unnamed { MOST_UNNAMED } else { MOST_EVENTS }).collect()
        };
        let mut events = events.unwrap_or_else(all);
        // What one sentence around it tells of several it may be about each: `a 20 always crits and a 1 always misses`.
        if !is_named {
            let each = events.iter().flat_map(|(field, test, _)| match test {
                Test::In(values) if values.len() > 1 => {
                    values.iter().map(|value| (*field, Test::In(vec![value.clone()]), false)).collect()
                }
                _ => Vec::new(),
            });
            let each: Vec<_> = each.take(MOST_EVENTS).collect();
            events.extend(each);
        }
        let listed = listed(sheet, &meant, model);
        Solver { asker, sheet, mechanic, rule_set, meant, events, listed, effort }
    }

    /// All ways that give nearly all figures of some lines; `is_free` are those that need the values of a line of heads.
    pub(super) fn solve(&mut self, is_free: bool) -> Vec<Solved> {
        let mut found = Vec::new();
        let around = self.around();
        for roles in self.ways(is_free) {
            // What comes within many uses is a chain of its own for each thing that is given.
            const FEW: usize = 2;
            let is_chain = roles.contains(&Role::Number(Thing::Uses));
            for given in around.iter().take(if is_chain { FEW } else { around.len() }) {
                if self.effort.is_over() {
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
    fn around(&mut self) -> Vec<Given> {
        let sheet = self.sheet;
        let mut all = Vec::new();
        let mut ends = Vec::new();
        for ranges in sheet.around() {
            for range in ranges {
                for mention in self.asker.mentions.within(range) {
                    let found = self.asker.mentions.get(mention);
                    all.extend(gives(self.asker.page, self.asker.names, found, self.mechanic, range));
                }
            }
            ends.push(all.len());
        }
        let of = |some: &mut dyn Iterator<Item = &Gives>| {
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
        // `What a backlash does` over a table of what comes of one.
        let known = self.known_around();
        let last = found.len();
        for (field, test) in known {
            for given in [0, last - 1].into_iter().collect::<BTreeSet<usize>>() {
                let mut given = found[given].clone();
                given.outcomes.insert(field, test.clone());
                found.push(given);
            }
        }
        // A table may have the chances that no offset has moved yet.
        if !self.asker.names.mechanics[self.mechanic].model.states.is_empty() {
            let base = self.asker.at_zero(self.mechanic, self.rule_set, &found[0]);
            found.extend(seen.insert(base.clone()).then_some(base));
        }
        found
    }

    /// The outcomes that are named around the table, the nearest, as what may be known of all of its figures.
    fn known_around(&self) -> Vec<(FieldId, Test)> {
        let mut found: Vec<(FieldId, Test)> = Vec::new();
        for range in self.sheet.around().flatten() {
            for mention in self.asker.mentions.within(range).map(|mention| self.asker.mentions.get(mention)) {
                let own =
                    mention.named.iter().filter(|named| named.mechanic == self.mechanic && !mention.denied);
                for named in own {
                    if let Meaning::Outcome(field, value) = &named.meaning {
                        let known = (*field, Test::In(vec![value.clone()]));
                        if found.len() < MOST_KNOWN && !found.contains(&known) {
                            found.push(known);
                        }
                    }
                }
            }
        }
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
        if right * 3 < sample.len() || self.effort.is_over() {
            return Vec::new();
        }
        let said = self.values(roles, around, free, &options);
        let all: Vec<Vec<Answer>> = (0..self.sheet.cells.len())
            .map(|number| {
                let cell = &self.sheet.cells[number];
                let of_free = cell.heads.iter().find_map(|head| said[*head].as_ref());
                let option = of_free.and_then(|said| options.get(said.option));
                if self.is_free(cell, free) && option.is_none() {
                    return Vec::new();
                }
                self.answers(cell, roles, around, option)
            })
            .collect();
        let variants: BTreeSet<Variant> = all.iter().flatten().map(Answer::variant).collect();
        let mut found: Vec<Solved> =
            variants.into_iter().filter_map(|variant| self.solved(&all, variant)).collect();
        for solved in &mut found {
            let meant = said.iter().enumerate().filter_map(|(head, said)| {
                let said = said.as_ref().filter(|said| said.is_only && self.confirms(solved, head))?;
                Some((head, options.get(said.option)?.clone()))
            });
            solved.meant = meant.collect();
        }
        found
    }

    /// Whether the figures under a head that nobody knows say what it means: two of them at least, and nearly all; or one
    /// of three digits, where all figures are right and four heads or more stand for what they are of.
    fn confirms(&self, solved: &Solved, head: usize) -> bool {
        const FEWEST: usize = 2;
        const WHOLE: usize = 4;
        const PRECISE: usize = 2;
        let under = |cell: &usize| self.sheet.cells[*cell].heads.contains(&head);
        let right = solved.right.iter().filter(|cell| under(cell)).count();
        let all = solved.answers.iter().filter(|(cell, _)| under(cell)).count();
        let is_precise =
            |cell: &usize| self.sheet.cells[*cell].figures.iter().any(|own| weight(own) == PRECISE);
        let is_whole = || {
            let cells = self.sheet.cells.len();
            cells >= WHOLE
                && solved.right.len() == cells
                && solved.right.iter().filter(|cell| under(cell)).all(is_precise)
        };
        self.meant[head].is_nothing() && (right >= FEWEST && right * 5 >= all * 4 || right > 0 && is_whole())
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
        own.axis == axis && own.is_name() && !self.meant[head].has(thing)
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
    ) -> Vec<Option<Said>> {
        let mut said: Vec<Option<Said>> = (0..self.sheet.heads.len()).map(|_| None).collect();
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
        for (right, head, option) in &scores {
            let is_shared = !self.meant[*head].is_nothing();
            if *right > 0 && said[*head].is_none() && (is_shared || taken.insert(*option)) {
                let mut others = scores.iter().filter(|(_, own, other)| own == head && other != option);
                let is_only = others.all(|(other, ..)| other < right);
                said[*head] = Some(Said { option: *option, is_only });
            }
        }
        said
    }

    /// What one kind of answers gives, where it gives nearly all figures of the table or of some of its lines.
    fn solved(&self, all: &[Vec<Answer>], variant: Variant) -> Option<Solved> {
        let own: Vec<(usize, &Answer)> = all
            .iter()
            .enumerate()
            .filter_map(|(cell, answers)| {
                Some((cell, answers.iter().find(|answer| answer.variant() == variant)?))
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
        Some(Solved { mechanic: self.mechanic, answers, right, is_percent, meant: Vec::new() })
    }
}

/// Whether at most one line of heads is told by its values alone, and no two lines are numbers of the same thing.
fn is_way(way: &[Role], is_free: bool) -> bool {
    let Some((last, before)) = way.split_last() else { return true };
    match last {
        Role::Labels | Role::Title => true,
        Role::Number(_) | Role::Next(_) | Role::Only(_) => !before.contains(last),
        Role::Values(_) => is_free && !before.iter().any(|role| matches!(role, Role::Values(_))),
    }
}
