//! From candidates to judgements: which readings the figures of a table, a list or a section confirm, and which
//! figures miss what those readings make them.

mod alike;
mod beside;
mod doubt;
mod elsewhere;
pub(super) mod evidence;
mod held;
mod lines;
mod many;
mod near;
pub(super) mod old;
mod shares;
mod stage;
pub(super) mod told;
pub(super) mod traded;

use std::collections::{BTreeMap, BTreeSet};

use crate::exact::Rational;
use crate::page::{Fit, Shape};

use self::alike::doubt_alike;
use self::beside::doubt_beside;
use self::doubt::{doubt, doubt_numbers};
use self::elsewhere::leave_elsewhere;
use self::held::{leave_bounds, leave_given, leave_uses};
use self::lines::{Rows, foreign, is_stated_beside, other_laws, rows, shuffled};
use self::many::leave_many;
use self::near::doubt_near;
use self::shares::leave_shares;
use self::stage::choose_stages;
use self::told::told_together;
use super::ask::bound::{Bound, fit};
use super::ask::candidate::{Candidate, Kind, Measure, Reading, Test};
use super::read::about::About;
use super::read::places::Group;
use crate::verify::bind::ask::background::Background;

/// What became of a figure.
pub(crate) enum Judged<'a> {
    /// It is what this question gives.
    Right(&'a Candidate, Fit),
    /// It is not, and so many of so many others in the same reading are.
    Wrong(&'a Candidate, usize, usize),
    /// Nothing that its words name gives it, and this is what they most likely mean.
    Doubt(&'a Candidate),
}

/// Whether a figure is right.
fn is_right(judged: &Option<Judged<'_>>) -> bool {
    matches!(judged, Some(Judged::Right(..)))
}

/// A reading is confirmed by so many figures at least.
pub(crate) const FEWEST: usize = 3;

/// What some figures say of a reading.
#[derive(Default, Clone, Copy)]
pub(super) struct Votes {
    right: usize,
    all: usize,
    /// So many of those that are right have three digits or more: no chance brings them there.
    precise: usize,
}

impl Votes {
    pub(crate) fn take(&mut self, right: bool, precise: bool) {
        self.all += 1;
        self.right += usize::from(right);
        self.precise += usize::from(right && precise);
    }

    /// Those of the others than a figure that has voted too.
    pub(crate) fn without(self, right: bool, precise: bool) -> Votes {
        Votes {
            right: self.right - usize::from(right),
            all: self.all - 1,
            precise: self.precise - usize::from(right && precise),
        }
    }

    fn and(self, other: Votes) -> Votes {
        Votes {
            right: self.right + other.right,
            all: self.all + other.all,
            precise: self.precise + other.precise,
        }
    }

    /// Whether so many are right that one which is not is worth a look.
    pub(super) fn are_nearly_all(self) -> bool {
        const FEWEST: usize = 6;
        self.right >= FEWEST && self.right * 6 >= self.all * 5
    }

    /// Whether so large a part of some figures is right.
    fn are_at_least(self, part: usize, of: usize) -> bool {
        const FEWEST: usize = 4;
        self.all >= FEWEST && self.right * of >= self.all * part
    }

    /// Whether there are some and none of them is right, but perhaps the one that is looked at.
    pub(super) fn are_foreign_but(self, own: bool) -> bool {
        const FEWEST: usize = 2;
        self.right == usize::from(own) && self.all >= FEWEST + usize::from(own)
    }

    /// Whether they are enough to call others wrong. In a table what is precise counts twice.
    fn are_enough(self, in_table: bool) -> bool {
        let right = self.right + if in_table { self.precise } else { 0 };
        right >= FEWEST && self.right * 5 >= self.all * 4
    }
}

/// What the figures of each group say of each reading.
struct Ballot {
    votes: BTreeMap<(Group, Reading), Votes>,
    /// So many figures of a group are right in a reading and not in the one that most of it confirm.
    apart: BTreeMap<(Group, Reading), usize>,
    /// The rows and columns in which a figure is 0, and right.
    zeros: BTreeSet<Group>,
    /// The rows and columns whose figures are those of a reading in another order: rows that traded their names.
    shuffled: BTreeSet<(Group, Reading)>,
    /// The mechanics of which enough figures are right for another to be called wrong.
    sure: BTreeSet<usize>,
    /// What the figures of each row state.
    rows: Rows,
}

impl Ballot {
    fn count(bound: &[Bound], readings: &[BTreeMap<Reading, bool>]) -> Ballot {
        let mut votes: BTreeMap<(Group, Reading), Votes> = BTreeMap::new();
        let each = || {
            bound
                .iter()
                .zip(readings)
                .flat_map(|(bound, own)| bound.placed.groups.iter().map(move |group| (*group, bound, own)))
        };
        for (group, bound, own) in each() {
            for (reading, right) in own {
                votes.entry((group, reading.clone())).or_default().take(*right, bound.is_precise());
            }
        }
        let foreign = foreign(&votes);
        let in_foreign = |bound: &Bound, reading: &Reading| {
            bound.placed.groups.iter().any(|line| foreign.contains(&(*line, reading.clone())))
        };
        for (group, bound, own) in each().filter(|(group, ..)| matches!(group, Group::Grid(_))) {
            for (reading, _) in own.iter().filter(|(reading, _)| in_foreign(bound, reading)) {
                if let Some(votes) = votes.get_mut(&(group, reading.clone())) {
                    votes.all -= 1;
                }
            }
        }
        // What the tables of a page confirm stands for its text as well.
        for (bound, own) in
            bound.iter().zip(readings).filter(|(bound, own)| bound.placed.place.in_table && !own.is_empty())
        {
            let right = own.values().any(|right| *right);
            votes.entry((Group::Page, OF_TEXT)).or_default().take(right, bound.is_precise());
        }
        let mut best: BTreeMap<Group, (usize, &Reading)> = BTreeMap::new();
        for ((group, reading), votes) in &votes {
            let most = best.entry(*group).or_insert((0, reading));
            if votes.right > most.0 {
                *most = (votes.right, reading);
            }
        }
        let mut apart = BTreeMap::new();
        for (group, _, own) in each() {
            let in_best = best.get(&group).is_some_and(|(_, best)| own.get(*best) == Some(&true));
            for (reading, _) in own.iter().filter(|(_, right)| **right && !in_best) {
                *apart.entry((group, reading.clone())).or_default() += 1;
            }
        }
        let zero = |(_, bound, own): &(Group, &Bound, &BTreeMap<Reading, bool>)| {
            let is_zero = bound.placed.figure.value().is_some_and(|value| value.is_zero());
            is_zero && own.values().any(|right| *right)
        };
        let zeros = each().filter(zero).map(|(group, ..)| group).collect();
        Ballot { votes, apart, zeros, shuffled: shuffled(bound), sure: sure(bound), rows: rows(bound) }
    }
}

impl Ballot {
    /// The question that a cell most likely means which is right only without what all others of its column and row are
    /// told of: `94.3%` under "Weapon banner", where that is so on the other banner and all else in the column is of this one.
    fn meant_by_line<'a>(&self, bound: &'a Bound, right: &Candidate) -> Option<&'a Candidate> {
        let [column, row, ..] = *bound.placed.groups.as_slice() else { return None };
        let others = |line: Group, candidate: &Candidate, is_right: bool| {
            let votes = self.votes.get(&(line, reading(bound, candidate))).copied().unwrap_or_default();
            votes.right.saturating_sub(usize::from(is_right))
        };
        // Of a column of two the row says the rest.
        let confirms = |own: &Candidate| match others(column, own, false) {
            0 => false,
            1 => others(row, own, false) > others(row, right, true) + 1,
            _ => true,
        };
        let is_meant = |own: &&Candidate| {
            own.full
                && own.measure == right.measure
                && own.mechanic == right.mechanic
                && own.given != right.given
                && !bound.placed.is(&own.value)
                && confirms(own)
        };
        let is_alone = bound.placed.place.in_table
            && self.sure.contains(&right.mechanic)
            && others(column, right, true) == 0;
        bound.candidates.iter().filter(|_| is_alone).find(is_meant)
    }

    /// Whether all other figures of a cell's column and row that a reading says something of are right in it.
    fn is_clear(&self, bound: &Bound, candidate: &Candidate) -> bool {
        const FEWEST: usize = 4;
        let counts = match &candidate.measure {
            Measure::Chance(_, Test::In(values), _) => values.iter().any(|value| value.as_number().is_some()),
            _ => true,
        };
        let reading = reading(bound, candidate);
        let lines = bound.placed.groups.iter().filter(|group| group.is_line());
        let lines: Vec<Votes> = lines
            .filter_map(|line| self.votes.get(&(*line, reading.clone())))
            .map(|votes| votes.without(false, bound.is_precise()))
            .collect();
        let all: usize = lines.iter().map(|votes| votes.all).sum();
        !counts
            && all >= FEWEST
            && lines.len() == 2
            && lines.iter().all(|votes| votes.all > 0 && votes.right == votes.all)
    }
}

/// For each figure what became of it; `None` where nothing is known. `is_asked` says that somebody named the mechanics.
pub(crate) fn judge(bound: &[Bound], is_asked: bool) -> Vec<Option<Judged<'_>>> {
    let readings: Vec<BTreeMap<Reading, bool>> = bound.iter().map(readings).collect();
    let ballot = Ballot::count(bound, &readings);
    let mut judged: Vec<Option<Judged<'_>>> =
        bound.iter().zip(&readings).map(|(bound, readings)| one(bound, readings, &ballot)).collect();
    let other = other_laws(bound, &judged);
    judged
        .iter_mut()
        .enumerate()
        .filter(|(number, _)| other.contains(number))
        .for_each(|(_, judged)| *judged = None);
    told_together(bound, &mut judged, &ballot.sure);
    doubt(bound, &mut judged, &ballot.rows, is_asked, &ballot.sure);
    doubt_numbers(bound, &mut judged, &ballot.sure);
    doubt_beside(bound, &mut judged);
    doubt_alike(bound, &mut judged, &ballot.sure);
    doubt_near(bound, &mut judged, &ballot.sure);
    leave_given(bound, &mut judged);
    leave_bounds(bound, &mut judged);
    leave_uses(bound, &mut judged);
    leave_shares(bound, &mut judged);
    leave_elsewhere(bound, &mut judged);
    leave_many(bound, &mut judged);
    choose_stages(bound, &mut judged);
    judged
}

/// The mechanics that enough figures of the page are about, and right.
fn sure(bound: &[Bound]) -> BTreeSet<usize> {
    let mut right: BTreeMap<usize, Votes> = BTreeMap::new();
    for bound in bound {
        let fits =
            bound.candidates.iter().filter(|candidate| candidate.full && bound.placed.is(&candidate.value));
        let mechanics: BTreeSet<usize> = fits.map(|candidate| candidate.mechanic).collect();
        mechanics
            .into_iter()
            .for_each(|mechanic| right.entry(mechanic).or_default().take(true, bound.is_precise()));
    }
    right.into_iter().filter(|(_, votes)| votes.are_enough(true)).map(|(mechanic, _)| mechanic).collect()
}

/// The readings in which questions use all that the figure's own words name, and whether one of them fits. What is not
/// understood in full says nothing against a reading.
fn readings(bound: &Bound) -> BTreeMap<Reading, bool> {
    let mut readings = BTreeMap::new();
    // `0.6 - 0.8` is no number that a question gives, and `150% damage` in a text no chance.
    let is_apart = !bound.placed.place.in_table && bound.placed.is_over();
    // Nor is `+4%` in a column of chances.
    let is_change =
        bound.placed.place.in_table && matches!(bound.placed.place.about, About::Change | About::Once);
    if is_apart || is_change || bound.placed.figure.value().is_none() {
        return readings;
    }
    for candidate in bound.candidates.iter().filter(|candidate| candidate.full) {
        let fits = bound.placed.is(&candidate.value);
        *readings.entry(reading(bound, candidate)).or_insert(false) |= fits;
    }
    readings.retain(|_, right| *right || !bound.is_doubtful());
    // What chances confirm stands for the numbers beside them as well, and not the other way round.
    if let Some(right) = readings.get(&OF_TEXT).copied() {
        readings.insert(OF_NUMBERS, right);
    }
    // What fits something else that is told in the sentence says nothing against a reading either.
    if is_elsewhere(bound) {
        readings.retain(|_, right| *right);
    }
    readings
}

/// Whether a figure in a text is what a question gives that leaves out some of its words.
fn is_elsewhere(bound: &Bound) -> bool {
    let mut all = bound.candidates.iter();
    !bound.placed.place.in_table && all.any(|candidate| bound.placed.is(&candidate.value))
}

/// The cells of a table have one reading together. In a text each sentence may speak of something else: there it only
/// matters whether the questions that its figures ask are the right ones.
pub(crate) fn reading(bound: &Bound, candidate: &Candidate) -> Reading {
    match (bound.placed.place.in_table, bound.placed.is_chance) {
        (true, _) => candidate.reading(),
        (false, true) => OF_TEXT,
        (false, false) => OF_NUMBERS,
    }
}

/// The one reading of all chances in sentences.
const OF_TEXT: Reading =
    Reading { mechanic: None, rule_set: None, kind: Kind::Chance, background: Background::OWN };
/// The one reading of all plain numbers there.
const OF_NUMBERS: Reading =
    Reading { mechanic: None, rule_set: None, kind: Kind::Mean, background: Background::OWN };

/// The readings of a figure that the nearest others confirm which confirm any, and how many of how many these are: of
/// its column, its row, both, its table; of its list, its section, the page.
fn confirmed<'r>(
    bound: &Bound,
    readings: &'r BTreeMap<Reading, bool>,
    ballot: &Ballot,
) -> (BTreeSet<&'r Reading>, Option<(usize, usize)>) {
    // A column of which nothing else is right in a reading is about something else, whatever its rows say.
    let is_foreign = |group: Group, reading: &Reading, right: bool| {
        let is_other = |line: &&Group| **line != group && line.is_line();
        let mut lines = bound.placed.groups.iter().filter(is_other);
        let of_line = |line: &Group| ballot.votes.get(&(*line, reading.clone()));
        group.is_table() && lines.any(|line| of_line(line).is_some_and(|votes| votes.are_foreign_but(right)))
    };
    let others = |group: Group, reading: &Reading, right: bool| {
        if is_foreign(group, reading, right) {
            return None;
        }
        Some(ballot.votes.get(&(group, reading.clone()))?.without(right, bound.is_precise()))
    };
    let is_own = |reading: &&Reading| **reading != OF_NUMBERS || !bound.placed.is_chance;
    let groups = &bound.placed.groups;
    let mut together: Vec<&[Group]> = groups.chunks(1).collect();
    if bound.placed.place.in_table {
        together.insert(2, &groups[..2]);
    }
    let mut confirmed = BTreeSet::new();
    let mut by = None;
    for groups in together {
        for (reading, right) in readings.iter().filter(|(reading, _)| is_own(reading)) {
            let votes = groups.iter().filter_map(|group| others(*group, reading, *right));
            let sum = votes.fold(Votes::default(), Votes::and);
            let shuffled = matches!(groups, [group] if ballot.shuffled.contains(&(*group, reading.clone())));
            if sum.are_enough(bound.placed.place.in_table) || shuffled {
                confirmed.insert(reading);
                by = by.max(Some((sum.right, sum.all)));
            }
        }
        if !confirmed.is_empty() {
            return (confirmed, by);
        }
    }
    // One that is wrong already hides no other, where nothing in its row speaks against it.
    if let [column, row, ..] = groups.as_slice()
        && bound.placed.place.in_table
    {
        for (reading, right) in readings {
            let [column, row] =
                [column, row].map(|group| others(*group, reading, *right).unwrap_or_default());
            let hides = |line: Votes, across: Votes| {
                line.right >= FEWEST && line.right + 1 == line.all && across.right == across.all
            };
            if hides(column, row) || hides(row, column) {
                confirmed.insert(reading);
                by = by.max(Some((column.right + row.right, column.all + row.all)));
            }
        }
        if !confirmed.is_empty() {
            return (confirmed, by);
        }
    }
    // A table too small to confirm anything stands with the text around it: the readings in which it holds no error.
    let page = || others(Group::Page, &OF_TEXT, readings.values().any(|right| *right));
    let of_page = bound.placed.place.in_table.then(page).flatten();
    if let Some(votes) = of_page.filter(|votes| votes.are_enough(false)) {
        let of_table = |reading: &Reading, right: bool| others(groups[groups.len() - 1], reading, right);
        let small = readings.iter().filter_map(|(reading, right)| {
            let votes = of_table(reading, *right)?;
            (votes.right == votes.all && votes.all < FEWEST).then_some((votes.right, reading))
        });
        let small: Vec<(usize, &Reading)> = small.collect();
        let most = small.iter().map(|(own, _)| *own).max();
        confirmed.extend(small.iter().filter(|(own, _)| Some(*own) == most).map(|(_, reading)| *reading));
        by = (!confirmed.is_empty()).then_some((votes.right, votes.all));
    }
    (confirmed, by)
}

fn one<'a>(bound: &'a Bound, readings: &BTreeMap<Reading, bool>, ballot: &Ballot) -> Option<Judged<'a>> {
    let (confirmed, by) = confirmed(bound, readings, ballot);
    let in_table = bound.placed.place.in_table;
    let fits = |candidate: &&Candidate| bound.placed.takes(candidate);
    let in_confirmed =
        |candidate: &&Candidate| candidate.full && confirmed.contains(&reading(bound, candidate));
    // Beside a confirmed reading another counts where a figure confirms it that the first does not explain.
    let beside = |candidate: &&Candidate| {
        let needed = || {
            let reading = reading(bound, candidate);
            let apart = |group: &Group| ballot.apart.get(&(*group, reading.clone())).copied().unwrap_or(0);
            bound.placed.groups.iter().any(|group| apart(group) >= FEWEST)
        };
        // A table tells of rules in a row or column of their own.
        let is_apart = candidate.measure.is_of_uses() || matches!(candidate.measure, Measure::State(..));
        candidate.full && (!in_table || is_apart || needed())
    };
    let all = || bound.candidates.iter();
    // What a figure is to the last digit comes before what it is rounded.
    let is_rounded = |candidate: &&Candidate| fit(&bound.placed.figure, &candidate.value) != Fit::Exact;
    let right = if confirmed.is_empty() {
        let full = all().filter(|candidate| candidate.full).filter(fits);
        full.min_by_key(is_rounded).or_else(|| all().find(fits))
    } else {
        let own = all().filter(in_confirmed).filter(fits);
        own.min_by_key(is_rounded)
            .or_else(|| all().filter(beside).find(fits))
            .or_else(|| all().filter(|candidate| !in_table && candidate.is_apart()).find(fits))
    };
    if let Some(right) = right {
        return Some(match ballot.meant_by_line(bound, right) {
            Some(meant) => Judged::Doubt(meant),
            None => Judged::Right(right, fit(&bound.placed.figure, &right.value)),
        });
    }
    // What is told of something else may be right as well.
    let other = || {
        let candidate = all().find(fits)?;
        Some(Judged::Right(candidate, fit(&bound.placed.figure, &candidate.value)))
    };
    // Two digits that changed places tell of themselves what was meant.
    let exchanged = |candidate: &&Candidate| {
        ballot.sure.contains(&candidate.mechanic) && bound.placed.figure.exchanges(&candidate.value)
    };
    let Some((right, of)) = by.filter(|_| !bound.is_doubtful() && !is_elsewhere(bound)) else {
        let exchanged = all().filter(|candidate| candidate.full).find(exchanged);
        return other().or(exchanged.map(|candidate| Judged::Wrong(candidate, 0, 0)));
    };
    let Some(value) = bound.placed.figure.value() else { return other() };
    // A plain number in a sentence may count anything.
    let counts = |candidate: &&Candidate| match candidate.measure {
        // Of one chance in the text of a mechanic a figure may leave out what comes before or after.
        Measure::Drawn(..) => false,
        Measure::Rule(..) => in_table || !bound.placed.is_chance,
        // `Half of all runs have one by card 19`: that is the median, and no chance of exactly a half.
        Measure::Chain(..) | Measure::Arrival(..) if matches!(bound.placed.figure.shape, Shape::Word(_)) => {
            false
        }
        // What cannot be may be told of something else, unless a figure beside it says that it cannot be, or all others
        // around it are right.
        _ if candidate.value.is_zero() => {
            let beside = || bound.placed.groups[..2].iter().any(|group| ballot.zeros.contains(group));
            in_table && !candidate.given.is_empty() && (beside() || ballot.is_clear(bound, candidate))
        }
        // So may what is certain.
        _ if !in_table && bound.placed.is_chance && candidate.value == Rational::ONE => false,
        _ => {
            let own = candidate.background.is_own() && !candidate.given.is_empty();
            own || in_table || !value.is_zero() && value != Rational::ONE
        }
    };
    let is_shuffled = |candidate: &Candidate| {
        let reading = reading(bound, candidate);
        bound.placed.groups.iter().any(|group| ballot.shuffled.contains(&(*group, reading.clone())))
    };
    let sure = |candidate: &&Candidate| ballot.sure.contains(&candidate.mechanic) || is_shuffled(candidate);
    // Under a remark that its row has too the figure beside it may be the one that is told without.
    let is_beside = |candidate: &&Candidate| {
        bound.placed.narrow.is_some() && is_stated_beside(bound, candidate, &ballot.rows)
    };
    let missed =
        all().filter(in_confirmed).filter(counts).filter(sure).filter(|candidate| !is_beside(candidate));
    match missed.min_by_key(|candidate| (&candidate.value - &value).abs()) {
        Some(nearest) => Some(Judged::Wrong(nearest, right, of)),
        None => other(),
    }
}
