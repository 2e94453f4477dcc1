//! Tables by their values: what the heads mean is tried out, and what gives nearly all figures is what was meant.
//!
//! A table has more figures than chance brings together, so that they say themselves what its heads leave open: what the
//! numbers over its columns count, which value "Hallway" or "II" is, whether plain numbers are percentages, which of the
//! things that were said around it hold in it.

mod answers;
mod events;
mod list;
mod one_by_one;
mod rest;
mod roles;
mod sections;
mod sheet;
mod under;
mod ways;
mod wholes;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::Figure;
use crate::rules::RuleSetId;
use crate::value::Value;

use crate::verify::bind::ask::background::{Background, Taken};
use crate::verify::bind::ask::bound::{Bound, weight};
use crate::verify::bind::ask::candidate::{Candidate, Measure, Test};
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::judge::evidence::WHOLE;
use crate::verify::bind::read::learned::{Learned, of_one};
use crate::verify::bind::read::places::Group;
use crate::verify::bind::read::places::Reader;
use answers::{Answer, may_be_chance};
use list::lists;
use roles::Says;
use sheet::Sheet;
use ways::Solver;

/// So many mechanics are tried for a table, those that its heads name most.
const MOST_MECHANICS: usize = 3;
/// So many events of a figure.
const MOST_EVENTS: usize = 6;
/// So many figures that nothing else gives are worth a way to read the heads; one may be a mistake.
const FEWEST: usize = 2;
/// So many figures, four of five right, say that a table is about an event that nothing around it names.
const FEWEST_UNNAMED: usize = 5;
/// So many tables of a page are read like this.
const MOST_TABLES: usize = 60;

/// What may still be tried for the tables of a page.
struct Effort {
    /// Laws beyond those that its labels ask for.
    laws: usize,
    /// Answers to what a figure may be.
    answers: usize,
}

impl Effort {
    fn is_over(&self) -> bool {
        self.laws == 0 || self.answers == 0
    }
}

/// Adds to the figures of tables what the values of these tell. Gives what the page calls things in their heads.
pub(super) fn solve(asker: &mut Asker<'_, '_>, bound: &mut [Bound]) -> Vec<Learned> {
    let reader = Reader::of(asker.page, asker.names, asker.mentions);
    let mut effort = Effort { laws: 1_000, answers: 300_000 };
    let grids = (0..asker.page.outline.grids.len().min(MOST_TABLES))
        .filter_map(|index| Sheet::read(asker.page, &reader, bound, index));
    let lists = lists(bound).into_iter().take(MOST_TABLES);
    let lists = lists.filter_map(|list| Sheet::of_list(asker.page, &reader, bound, list));
    let sheets: Vec<Sheet> = grids.chain(lists).collect();
    let mut learned = Vec::new();
    for sheet in sheets {
        // Few figures of one digit bring no reading together.
        let figures = || sheet.cells.iter().flat_map(|cell| &cell.figures);
        let values = || figures().filter_map(Figure::value).collect::<BTreeSet<_>>().len();
        let tells = || figures().any(|figure| weight(figure) > 0) || values() >= WHOLE;
        if effort.is_over() || asker.laws.is_over() {
            break;
        }
        if sheet.cells.iter().all(|cell| cell.is_right) || !tells() {
            continue;
        }
        let mut known: BTreeSet<usize> = BTreeSet::new();
        known.extend((0..sheet.cells.len()).filter(|cell| sheet.cells[*cell].is_right));
        let mut number = 0;
        // What its values alone tell of heads is asked where their words and numbers leave several figures open.
        for (is_free, is_unnamed) in [(false, false), (false, true), (true, false)] {
            if is_free && known.len() + FEWEST >= sheet.cells.len() {
                continue;
            }
            // What is named around a table it may not be about: `Every missing award is a heart` before the chances of none.
            if is_unnamed && (known.len() * 3 > sheet.cells.len() || sheet.cells.len() < FEWEST_UNNAMED) {
                continue;
            }
            let mut found: Vec<Solved> = Vec::new();
            for mechanic in mechanics(asker, &sheet) {
                for rule_set in rule_sets(asker, &sheet, mechanic) {
                    let solved = Solver::new(asker, &sheet, (mechanic, rule_set), is_unnamed, &mut effort)
                        .solve(is_free);
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
                let is_whole = solved.right.len() * 5 >= sheet.cells.len() * 4;
                if is_unnamed && is_whole
                    || !is_unnamed && (new >= FEWEST + usize::from(is_free) || place == 0 && !is_free)
                {
                    known.extend(&solved.right);
                    number += 1;
                    take(&sheet, &solved, number, bound);
                    give_meant(asker, &sheet, &solved, bound);
                    learned.extend(solved.learned(asker, &sheet, bound));
                }
            }
        }
    }
    of_one(learned)
}

/// The mechanics that a table and what stands around it name, those first that its heads name most.
fn mechanics(asker: &Asker<'_, '_>, sheet: &Sheet) -> Vec<usize> {
    let mut counts = vec![0_usize; asker.names.mechanics.len()];
    let mut count = |range: &Range<usize>, weight: usize| {
        for mention in asker.mentions.within(range) {
            let named: BTreeSet<usize> =
                asker.mentions.get(mention).named.iter().map(|named| named.mechanic).collect();
            named.into_iter().for_each(|mechanic| counts[mechanic] += weight);
        }
    };
    sheet.heads.iter().for_each(|head| count(&head.tokens, 4));
    sheet.around().flatten().for_each(|range| count(range, 1));
    let mut found: Vec<usize> = (0..counts.len()).filter(|mechanic| counts[*mechanic] > 0).collect();
    // Where there is one mechanic alone, a page may be about it and call everything something else.
    if found.is_empty() && counts.len() == 1 {
        found.push(0);
    }
    found.sort_by_key(|mechanic| std::cmp::Reverse(counts[*mechanic]));
    found.truncate(MOST_MECHANICS);
    found
}

/// The rule sets that what stands around a table leaves open, the likeliest first.
fn rule_sets(asker: &Asker<'_, '_>, sheet: &Sheet, mechanic: usize) -> Vec<RuleSetId> {
    const MOST: usize = 3;
    let labels = asker.reach(&sheet.place, true).labels;
    let mut sets = asker.rule_sets(&labels, sheet.place.figure, mechanic);
    sets.truncate(MOST);
    sets
}

/// A way to read a table that gives the figures of some of its lines.
struct Solved {
    mechanic: usize,
    /// The figures that it says something of, with what that is.
    answers: Vec<(usize, Answer)>,
    /// Those that are right, by their place in the sheet.
    right: BTreeSet<usize>,
    /// Whether plain numbers are percentages.
    is_percent: bool,
    /// The heads that nobody knew, and what their figures say that these mean.
    meant: Vec<(usize, Says)>,
}

impl Solved {
    /// What the page calls things in the heads of a table.
    fn learned(&self, asker: &Asker<'_, '_>, sheet: &Sheet, bound: &[Bound]) -> Vec<Learned> {
        let heads = sheet.heads.iter().map(|head| head.tokens.start);
        let figures = sheet.cells.iter().filter_map(|cell| Some(bound.get(cell.at)?.placed.token));
        let first = heads.chain(figures.clone()).min().unwrap_or_default();
        let taught = first..figures.max().map_or(first, |last| last + 1);
        let name = |(head, says): &(usize, Says)| {
            let meaning = match says {
                Says::Event(field, Test::In(values)) => match values.as_slice() {
                    [Value::Flag(_)] => Meaning::Field(*field),
                    [value] => Meaning::Outcome(*field, value.clone()),
                    _ => return None,
                },
                Says::Gives(gives) => match gives.meaning {
                    Meaning::Input(input) => Meaning::Is(input, gives.value.clone()),
                    _ => return None,
                },
                _ => return None,
            };
            let named = Named { mechanic: self.mechanic, meaning };
            Learned::new(asker.page, &sheet.heads[*head].tokens, vec![named], taught.clone())
        };
        self.meant.iter().filter_map(name).collect()
    }
}

/// Asks what other figures of a row or column tell under what its head means: an average beside what the values told.
fn give_meant(asker: &mut Asker<'_, '_>, sheet: &Sheet, solved: &Solved, bound: &mut [Bound]) {
    for (head, says) in &solved.meant {
        let Says::Gives(gives) = says else { continue };
        let others = (0..sheet.cells.len()).filter(|cell| !solved.right.contains(cell));
        for cell in others.map(|cell| &sheet.cells[cell]).filter(|cell| cell.heads.contains(head)) {
            let Some(own) = bound.get_mut(cell.at) else { continue };
            for asked in own.candidates.iter_mut().filter(|own| own.full && own.mechanic == solved.mechanic) {
                let told = asker.asked_with(asked, None, |given| {
                    given.take(gives.clone());
                });
                let is_same = told.as_ref().is_some_and(|told| told.given == asked.given);
                match told {
                    _ if is_same => {}
                    Some(told) => {
                        *asked = Candidate {
                            full: true,
                            left: asked.left.take(),
                            background: asked.background,
                            ..told
                        };
                    }
                    None => asked.full = false,
                }
            }
        }
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
    // Plain numbers of a column of which few are right may be anything: prices beside chances. Where numbers are percentages
    // that is so where hardly any is: an offset of 0 is right by chance.
    let column = |bound: &Bound| bound.placed.groups.first().copied();
    let mut counts: BTreeMap<Option<Group>, (usize, usize)> = BTreeMap::new();
    for (cell, _) in &solved.answers {
        let Some(bound) = bound.get(sheet.cells[*cell].at) else { continue };
        let (right, all) = counts.entry(column(bound)).or_default();
        *right += usize::from(solved.right.contains(cell));
        *all += 1;
    }
    let is_few = |right: usize, all: usize| right * if solved.is_percent { 4 } else { 2 } <= all;
    let few = counts.into_iter().filter(|(_, (right, all))| is_few(*right, *all));
    let few: BTreeSet<Option<Group>> = few.map(|(column, _)| column).collect();
    for (cell, answer) in &solved.answers {
        let is_right = solved.right.contains(cell);
        let cell = &sheet.cells[*cell];
        let Some(bound) = bound.get_mut(cell.at) else { continue };
        if !is_right && !bound.placed.is_chance && few.contains(&column(bound)) {
            continue;
        }
        // What the rows around it tell a chance of says nothing against a mean.
        if cell.is_mean && !is_right && !matches!(answer.measure, Measure::Mean(_)) {
            continue;
        }
        // That there is something which is always there says nothing against a figure.
        let is_some = matches!(answer.measure, Measure::Chance(_, Test::AtLeast(_), _));
        if is_some && !is_right && answer.value == Rational::ONE {
            continue;
        }
        if solved.is_percent
            && let [_, percent] = cell.figures.as_slice()
        {
            bound.placed.figure = percent.clone();
            bound.placed.is_chance = true;
        }
        bound.placed.is_chance |= !(solved.is_percent || answer.is_number() || answer.kind.is_count())
            && may_be_chance(&bound.placed.figure);
        // So many of a thousand are rounded.
        bound.placed.figure.approximate |= answer.kind.is_count();
        bound.placed.place.unclear = false;
        bound.placed.place.has_foreign = false;
        bound.strange.retain(|(_, head)| !known.contains(head));
        let (measure, given) = (answer.measure.clone(), answer.given.clone());
        let told = Candidate::tried(solved.mechanic, answer.rule_set, measure, given, answer.value.clone());
        let background = Background::of(Taken::Solved(number));
        bound.candidates.push(Candidate { background, full: true, left: Some(Vec::new()), ..told });
    }
}
