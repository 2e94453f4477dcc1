//! Chances told one after the other for numbers that go up or down by one: `from 0 to 5 luck: 4.66%, 9.31%, 13.97%,
//! 18.62%`, `22% → 17% → 12% → 8.07%`.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::check::{InputId, StateId};
use crate::exact::Rational;
use crate::names::{Meaning, Named};
use crate::page::TokenKind;
use crate::verify::bind::ask::bound::Bound;
use crate::verify::bind::ask::candidate::{Candidate, Measure};
use crate::verify::bind::ask::figures::one;
use crate::verify::bind::ask::question::Asker;
use crate::verify::bind::read::beside::number_at;
use crate::verify::bind::read::layers::Layer;
use crate::verify::bind::read::places::Placed;

/// So many chances in a row are right for numbers that go on by one by no coincidence; of more one may be wrong.
const FEWEST: usize = 4;
/// A row is no longer, and a page has no more of them.
const LONGEST: usize = 16;
const MOST_ROWS: usize = 30;
/// So many questions of its first figure are tried.
const MOST_QUESTIONS: usize = 6;

/// What the numbers are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Counted {
    Input(InputId),
    State(StateId),
}

/// The questions of the figures of a row, and how many of them these give.
struct Row {
    asked: Vec<Candidate>,
    right: usize,
}

impl Asker<'_, '_> {
    /// Adds to the figures of such rows the questions that their places in it say. `silent` are those that no words ask about,
    /// each with the place of the figure before which it stands.
    ///
    /// Cost: at most some thousand laws for a page, and none where it has no such row.
    pub(in crate::verify::bind) fn one_by_one(
        &mut self,
        bound: &mut Vec<Bound>,
        silent: &mut Vec<(usize, Placed)>,
    ) {
        for tokens in self.rows(bound, silent).into_iter().take(MOST_ROWS) {
            let Some(first) = bound.iter().find(|own| own.placed.token == tokens[0]) else { continue };
            let placed = |token: usize| {
                let own = bound.iter().map(|own| &own.placed).chain(silent.iter().map(|(_, placed)| placed));
                own.into_iter().find(|placed| placed.token == token)
            };
            let Some(figures) =
                tokens.iter().map(|token| placed(*token).cloned()).collect::<Option<Vec<_>>>()
            else {
                continue;
            };
            let values: BTreeSet<Rational> = figures.iter().filter_map(|own| own.figure.value()).collect();
            if values.len() < FEWEST {
                continue;
            }
            let questions = questions(first);
            let Some(row) = self.best_row(&figures, &questions) else { continue };
            let block = first.placed.block;
            for (token, candidate) in tokens.iter().zip(row.asked) {
                self.add(*token, candidate, bound, silent);
            }
            // What it is told for states nothing itself.
            for own in bound.iter_mut().filter(|own| own.placed.block == block && !own.placed.is_chance) {
                own.candidates.clear();
                own.alike.clear();
            }
        }
    }

    /// Adds a question to a figure.
    fn add(
        &mut self,
        token: usize,
        candidate: Candidate,
        bound: &mut Vec<Bound>,
        silent: &mut Vec<(usize, Placed)>,
    ) {
        if let Some(own) = bound.iter_mut().find(|own| own.placed.token == token) {
            own.candidates.push(candidate);
            return;
        }
        let Some(at) = silent.iter().position(|(_, placed)| placed.token == token) else { return };
        let (before, placed) = silent.remove(at);
        bound.insert(before, one(self, placed, vec![candidate]));
        silent.iter_mut().filter(|(_, other)| other.token > token).for_each(|(before, _)| *before += 1);
    }

    /// The tokens of the chances of a text of which several stand in a row, with nothing but signs and "and" between them.
    fn rows(&self, bound: &[Bound], silent: &[(usize, Placed)]) -> Vec<Vec<usize>> {
        let all = bound.iter().map(|own| &own.placed).chain(silent.iter().map(|(_, placed)| placed));
        let told = all.filter(|placed| placed.is_chance && !placed.place.in_table);
        let tokens: BTreeSet<usize> = told.map(|placed| placed.token).collect();
        let mut rows: Vec<Vec<usize>> = Vec::new();
        for token in tokens {
            let last = rows.last_mut().filter(|row| {
                let before = row.last().copied().unwrap_or(token);
                row.len() < LONGEST && (before + 1..token).all(|between| self.joins_a_row(between))
            });
            match last {
                Some(row) => row.push(token),
                None => rows.push(vec![token]),
            }
        }
        rows.retain(|row| row.len() >= FEWEST);
        rows
    }

    fn joins_a_row(&self, token: usize) -> bool {
        match self.page.tokens.list.get(token).map(|token| token.kind) {
            Some(TokenKind::Symbol(sign)) => {
                matches!(sign, ',' | '/' | '|' | '>' | '-' | '\u{2192}' | '\u{21d2}')
            }
            Some(TokenKind::Word(_)) => matches!(self.page.word_at(token), Some("and" | "then" | "to")),
            _ => false,
        }
    }

    /// What the words around a row count, of one mechanic.
    fn counted_around(&self, placed: &Placed, mechanic: usize) -> BTreeSet<Counted> {
        let around = placed.place.layers.iter().flat_map(|(_, ranges)| ranges);
        let named = around.flat_map(|range: &Range<usize>| self.mentions.within(range));
        let named = named.flat_map(|mention| self.mentions.get(mention).named.iter());
        let counted = |named: &Named| match &named.meaning {
            Meaning::Input(input) => Some(Counted::Input(*input)),
            Meaning::Is(input, value) if value.as_number().is_some() => Some(Counted::Input(*input)),
            Meaning::State(state) => Some(Counted::State(*state)),
            _ => None,
        };
        named.filter(|named| named.mechanic == mechanic).filter_map(counted).collect()
    }

    /// The questions that give all figures of a row, or of many all but one.
    fn best_row(&mut self, figures: &[Placed], questions: &[Candidate]) -> Option<Row> {
        let enough = figures.len() - usize::from(figures.len() > FEWEST);
        let said = self.numbers_beside(figures);
        let mut best: Option<Row> = None;
        for question in questions {
            for counted in self.counted_around(&figures[0], question.mechanic) {
                if !self.takes_all_given(&figures[0], question, counted) {
                    continue;
                }
                for numbers in numbers(question, counted, &said, figures.len()) {
                    let row = self.row(figures, question, counted, &numbers);
                    let row = row.filter(|row| row.right >= enough);
                    let most = best.as_ref().map_or(0, |best| best.right);
                    best = row.filter(|row| row.right > most).or(best);
                }
            }
        }
        best
    }

    /// The whole numbers of the sentence of a row that are no chances.
    fn numbers_beside(&self, figures: &[Placed]) -> Vec<Rational> {
        let (Some(first), Some(last)) = (figures.first(), figures.last()) else { return Vec::new() };
        let layers = [first, last].into_iter().flat_map(|own| own.place.layers.upto(Layer::After));
        let tokens: BTreeSet<usize> = layers.flat_map(Range::clone).collect();
        let is_own = |token: &usize| figures.iter().any(|own| own.token == *token);
        let tokens = tokens.into_iter().filter(|token| !is_own(token));
        tokens.filter_map(|token| number_at(self.page, token)).filter(Rational::is_integer).collect()
    }

    /// Whether a question takes all that the sentence of a figure gives, but for what its row counts.
    fn takes_all_given(&self, placed: &Placed, question: &Candidate, counted: Counted) -> bool {
        let around = placed.place.layers.upto(Layer::After);
        let mut named = around
            .flat_map(|range| self.mentions.within(range))
            .flat_map(|mention| self.mentions.get(mention).named.iter())
            .filter(|named| named.mechanic == question.mechanic);
        named.all(|named| match &named.meaning {
            Meaning::Is(input, _) if counted == Counted::Input(*input) => true,
            Meaning::Is(input, value) => question.given.inputs.get(input) == Some(value),
            Meaning::StateIs(state, value) => question.given.states.get(state) == Some(value),
            _ => true,
        })
    }

    fn row(
        &mut self,
        figures: &[Placed],
        question: &Candidate,
        counted: Counted,
        numbers: &[Rational],
    ) -> Option<Row> {
        let model = &self.names.mechanics[question.mechanic].model;
        let mut row = Row { asked: Vec::new(), right: 0 };
        for (placed, number) in figures.iter().zip(numbers) {
            let declaration = match counted {
                Counted::Input(input) => &model[input].declaration,
                Counted::State(state) => &model[state].declaration,
            };
            let value = model.check_number(declaration, number.clone()).ok()?;
            let asked = self.asked_with(question, None, |given| {
                match counted {
                    Counted::Input(input) => given.inputs.insert(input, value),
                    Counted::State(state) => given.states.insert(state, value),
                };
            })?;
            row.right += usize::from(placed.is(&asked.value));
            row.asked.push(Candidate { full: true, left: Some(Vec::new()), ..asked });
            // One may be wrong, and no two.
            if row.asked.len() > row.right + 1 {
                return None;
            }
        }
        Some(row)
    }
}

/// The numbers that a row of so many chances may be told for: those that its sentence lists; those from the one to the
/// other that it has; from the one that it has, or that its first figure is told under, else from none or one.
fn numbers(question: &Candidate, counted: Counted, said: &[Rational], count: usize) -> Vec<Vec<Rational>> {
    let one_by_one = |start: &Rational, step: i64| {
        let number = |at: usize| start + &Rational::from(i64::try_from(at).unwrap_or_default() * step);
        (0..count).map(number).collect::<Vec<_>>()
    };
    let both = |start: &Rational| [1, -1].map(|step| one_by_one(start, step));
    match said {
        [] => {
            let given = match counted {
                Counted::Input(input) => question.given.inputs.get(&input),
                Counted::State(state) => question.given.states.get(&state),
            };
            match given.and_then(|value| value.as_number()) {
                Some(start) => both(start).into(),
                None => [Rational::ZERO, Rational::ONE].iter().flat_map(both).collect(),
            }
        }
        // `22% at 0 luck, then 17%, 12%, 8.07%`
        [start] => [start.clone(), start + &Rational::ONE].iter().flat_map(both).collect(),
        [first, last] => {
            let is_whole = |row: &Vec<Rational>| row.last() == Some(last);
            both(first).into_iter().filter(is_whole).collect()
        }
        listed if listed.len() == count => vec![listed.to_vec()],
        _ => Vec::new(),
    }
}

/// What the words of the first figure of a row ask, those that give it first.
fn questions(first: &Bound) -> Vec<Candidate> {
    let is_chance = |own: &&Candidate| {
        matches!(own.measure, Measure::Chance(..) | Measure::Complement(..) | Measure::Share(..))
    };
    let mut found: Vec<Candidate> = Vec::new();
    let mut own: Vec<&Candidate> = first.candidates.iter().filter(is_chance).collect();
    own.sort_by_key(|own| !first.placed.is(&own.value));
    for own in own {
        let is_same = |other: &Candidate| {
            (other.mechanic, other.rule_set) == (own.mechanic, own.rule_set)
                && other.measure == own.measure
                && other.given == own.given
        };
        if !found.iter().any(is_same) {
            found.push(own.clone());
        }
    }
    found.truncate(MOST_QUESTIONS);
    found
}
