//! Numbers of inputs and states that a text writes as percentages: `an offset of −5%`, `at +40% it is 43%`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::beside::{sign_at, takes_number};
use super::mention::{Mention, Mentions, game};
use crate::exact::Rational;
use crate::names::{Named, Names};
use crate::page::{Page, Shape};

/// So many words stand between a label and its number at most.
const BETWEEN: usize = 4;
/// A percentage that stands alone goes on with a label at most so many tokens before it.
const AGO: usize = 60;
/// A page with so many different percentages behind such labels writes numbers like that. Fewer are enough where the
/// mechanic takes them only with the sign turned round: by chance that is rare.
const FEWEST: usize = 3;
const FEWEST_TURNED: usize = 2;

/// A percentage with what stands for its sign.
struct Written {
    tokens: Range<usize>,
    figure: usize,
    number: Rational,
    has_sign: bool,
}

/// The whole percentage that begins with a token: `+10%`, `0%`.
fn written(page: &Page, start: usize) -> Option<Written> {
    let list = &page.tokens.list;
    let sign = sign_at(page, start);
    let is_sign = matches!(sign, '+' | '-');
    let figure = start + usize::from(is_sign);
    let touches = !is_sign || list.get(figure).is_some_and(|token| token.start == list[start].end);
    let Shape::Percent(percent) = page.figure_at(figure)?.shape else { return None };
    let number = if sign == '-' { -&percent.value } else { percent.value };
    let has_sign = is_sign || number.is_negative();
    (touches && number.is_integer()).then_some(Written {
        tokens: start..figure + 1,
        figure,
        number,
        has_sign,
    })
}

/// The whole number that some tokens are as a percentage, perhaps with a sign, and nothing else.
pub(super) fn percentage(page: &Page, tokens: &Range<usize>) -> Option<Rational> {
    let written = written(page, tokens.start)?;
    (written.tokens == *tokens).then_some(written.number)
}

impl Mentions {
    /// Adds the numbers that the page writes as percentages behind the label of an input or a state. They are taken as they
    /// are or with the sign turned round, whichever alone the mechanic takes for all of them.
    pub(super) fn add_points(&mut self, page: &Page, names: &Names<'_>) {
        let behind = |mention: &Mention| -> Option<Written> {
            let takes = |named: &Named| takes_number(names, named, None);
            let is_open = mention.number.is_none() && mention.named.iter().all(takes);
            let written = is_open.then(|| percentage_behind(page, mention.tokens.end))??;
            (cell_of(page, mention.tokens.start) == cell_of(page, written.figure)).then_some(written)
        };
        let told: Vec<(usize, Written)> =
            (0..self.list.len()).filter_map(|at| Some((at, behind(&self.list[at])?))).collect();
        if told.is_empty() {
            return;
        }
        let mut of_games: BTreeMap<&str, Vec<(&Named, &Written)>> = BTreeMap::new();
        for (at, written) in &told {
            let named = &self.list[*at].named;
            named.iter().for_each(|own| {
                of_games.entry(game(names, own.mechanic)).or_default().push((own, written));
            });
        }
        let is_turned: BTreeMap<&str, bool> =
            of_games.iter().filter_map(|(game, told)| Some((*game, is_turned(names, told)?))).collect();
        if is_turned.is_empty() {
            return;
        }
        let number = |named: &[Named], written: &Written| {
            let turned = is_turned.get(game(names, named.first()?.mechanic))?;
            let number = if *turned { -&written.number } else { written.number.clone() };
            let takes = |named: &Named| takes_number(names, named, Some(&number));
            named.iter().all(takes).then_some(number)
        };
        let mut found: Vec<Mention> = Vec::new();
        let mut own: Vec<(usize, Rational)> = Vec::new();
        for (at, written) in &told {
            if let Some(number) = number(&self.list[*at].named, written) {
                own.push((*at, number));
                self.points.insert(written.figure);
            }
        }
        // `At +40%` goes on with what has its label.
        for start in 1..page.tokens.list.len() {
            let is_told = page.word_at(start - 1) == Some("at") || sign_at(page, start - 1) == '(';
            let Some(written) = is_told.then(|| written(page, start)).flatten() else { continue };
            let before = own.partition_point(|(at, _)| self.list[*at].tokens.start < start);
            let last = before.checked_sub(1).map(|last| own[last].0);
            let last = last.map(|at| &self.list[at]).filter(|last| last.tokens.end + AGO > start);
            let is_open = written.has_sign && !self.points.contains(&written.figure);
            let Some(last) = last.filter(|_| is_open) else { continue };
            if let Some(number) = number(&last.named, &written) {
                self.points.insert(written.figure);
                let named = last.named.clone();
                found.push(Mention { number: Some(number), ..Mention::of(written.tokens, named) });
            }
        }
        self.given.extend(&self.points);
        own.into_iter().for_each(|(at, number)| self.list[at].number = Some(number));
        self.list.extend(found);
        self.list.sort_by_key(|mention| mention.tokens.start);
    }
}

/// The bytes of the cell that a token stands in.
pub(super) fn cell_of(page: &Page, token: usize) -> Option<Range<usize>> {
    let byte = page.tokens.list.get(token)?.start as usize;
    let (grid, cell) = page.outline.cell_at(byte)?;
    Some(grid.cells[cell].range.clone())
}

/// The percentage behind a label, where nothing but words for being at it stand between.
fn percentage_behind(page: &Page, label: usize) -> Option<Written> {
    let joins = |token: usize| {
        matches!(sign_at(page, token), ':' | '=')
            || page.word_at(token).is_some_and(|word| {
                matches!(
                    word,
                    "of" | "is"
                        | "at"
                        | "to"
                        | "stands"
                        | "starts"
                        | "begins"
                        | "has"
                        | "reached"
                        | "reaches"
                )
            })
    };
    let between = (label..label + BETWEEN).take_while(|token| joins(*token)).count();
    let written = written(page, label + between)?;
    // `Offset 10% chance` is one of something, `+1% per point` a step.
    let is_step = matches!(
        page.word_at(written.tokens.end),
        Some("per" | "for" | "each" | "every" | "chance" | "chances" | "more" | "less" | "of")
    );
    (!is_step).then_some(written)
}

/// Whether the numbers of a game are told with the sign turned round; `None` where nothing says so, or may be both.
fn is_turned(names: &Names<'_>, told: &[(&Named, &Written)]) -> Option<bool> {
    let numbers: BTreeSet<&Rational> = told.iter().map(|(_, written)| &written.number).collect();
    let has_sign = told.iter().any(|(_, written)| written.has_sign);
    let fits = |sign: bool| {
        told.iter().all(|(named, written)| {
            let number = if sign { -&written.number } else { written.number.clone() };
            takes_number(names, named, Some(&number))
        })
    };
    match (fits(false), fits(true)) {
        (true, false) if has_sign && numbers.len() >= FEWEST => Some(false),
        (false, true) if has_sign && numbers.len() >= FEWEST_TURNED => Some(true),
        _ => None,
    }
}
