//! Numbers of inputs and states that a text writes as percentages: `an offset of −5%`, `at +40% it is 43%`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::beside::{sign_at, takes_number};
use super::mention::{Mention, Mentions, game};
use super::places::Reader;
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
    /// Whether it stands behind a word for being at it: `an offset of 0%`.
    is_told: bool,
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
        is_told: false,
    })
}

/// The whole number that some tokens are as a percentage, perhaps with a sign, and nothing else.
pub(super) fn percentage(page: &Page, tokens: &Range<usize>) -> Option<Rational> {
    let written = written(page, tokens.start)?;
    (written.tokens == *tokens).then_some(written.number)
}

impl Mentions {
    /// Adds the numbers that the page writes as percentages behind the label of an input or a state. They are taken as they
    /// are or with the sign turned round, whichever alone the mechanic takes for all of them; where that leaves it open, as
    /// a table of the page shows that they are turned round. Where all are `an offset of 0%`, they are 0 either way.
    pub(super) fn add_points(&mut self, page: &Page, names: &Names<'_>) {
        let behind = |mention: &Mention| -> Option<Written> {
            let takes = |named: &Named| takes_number(names, named, None);
            let is_open = mention.number.is_none() && mention.named.iter().all(takes);
            let written = is_open.then(|| percentage_behind(page, mention.tokens.end))??;
            (page.cell_of(mention.tokens.start) == page.cell_of(written.figure)).then_some(written)
        };
        let told: Vec<(usize, Written)> =
            (0..self.list.len()).filter_map(|at| Some((at, behind(&self.list[at])?))).collect();
        if told.is_empty() {
            return;
        }
        let turned = self.turned(page, names, &told);
        let number = |(at, written): (usize, Written)| {
            let number = number_told(names, &turned, &self.list[at].named, &written)?;
            Some((at, number, written.figure))
        };
        let own: Vec<(usize, Rational, usize)> = told.into_iter().filter_map(number).collect();
        self.points.extend(own.iter().map(|(.., figure)| *figure));
        let further = self.further_points(page, names, &turned, &own);
        self.points.extend(further.iter().map(|mention| mention.tokens.end - 1));
        self.given.extend(&self.points);
        own.into_iter().for_each(|(at, number, _)| self.list[at].number = Some(number));
        self.add(further);
    }

    /// The games whose numbers are told with the sign turned round, and those whose are not; of others nothing says which.
    fn turned<'n>(
        &self,
        page: &Page,
        names: &'n Names<'_>,
        told: &[(usize, Written)],
    ) -> BTreeMap<&'n str, bool> {
        let mut of_games: BTreeMap<&str, Vec<(&Named, &Written)>> = BTreeMap::new();
        for (at, written) in told {
            for own in self.list[*at].named.iter() {
                of_games.entry(game(names, own.mechanic)).or_default().push((own, written));
            }
        }
        let are_zero = |told: &[(&Named, &Written)]| {
            told.iter().all(|(_, written)| written.is_told && written.number.is_zero())
        };
        let turned = |told: &[(&Named, &Written)]| is_turned(names, told).or(are_zero(told).then_some(false));
        let mut found: BTreeMap<&str, bool> =
            of_games.iter().filter_map(|(game, told)| Some((*game, turned(told)?))).collect();
        if found.len() < of_games.len() {
            let shown = Reader::of(page, names, self).turned_in_tables();
            let shown: BTreeSet<&str> = shown.into_iter().map(|mechanic| game(names, mechanic)).collect();
            for (own, told) in &of_games {
                if shown.contains(own) && fits(names, told, true) {
                    found.entry(own).or_insert(true);
                }
            }
        }
        found
    }

    /// What goes on with a label that has such a number: `at +40%`, `(0%)`. `own` are these labels with their numbers.
    fn further_points(
        &self,
        page: &Page,
        names: &Names<'_>,
        turned: &BTreeMap<&str, bool>,
        own: &[(usize, Rational, usize)],
    ) -> Vec<Mention> {
        let further = |start: usize| {
            let is_told = page.word_at(start - 1) == Some("at") || sign_at(page, start - 1) == '(';
            let written = is_told.then(|| written(page, start))??;
            let before = own.partition_point(|(at, ..)| self.list[*at].tokens.start < start);
            let last = &self.list[own[before.checked_sub(1)?].0];
            let is_near = last.tokens.end + AGO > start;
            let is_open =
                (written.has_sign || written.number.is_zero()) && !self.points.contains(&written.figure);
            let number =
                (is_near && is_open).then(|| number_told(names, turned, &last.named, &written))??;
            Some(Mention { number: Some(number), ..Mention::of(written.tokens, last.named.clone()) })
        };
        (1..page.tokens.list.len()).filter_map(further).collect()
    }
}

/// The number of a label that is written as a percentage.
fn number_told(
    names: &Names<'_>,
    turned: &BTreeMap<&str, bool>,
    named: &[Named],
    written: &Written,
) -> Option<Rational> {
    let turned = turned.get(game(names, named.first()?.mechanic))?;
    let number = if *turned { -&written.number } else { written.number.clone() };
    let takes = |named: &Named| takes_number(names, named, Some(&number));
    named.iter().all(takes).then_some(number)
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
    let is_told = between == 1 && matches!(page.word_at(label), Some("of" | "at"));
    (!is_step).then_some(Written { is_told, ..written })
}

/// Whether the numbers of a game are told with the sign turned round; `None` where nothing says so, or may be both.
fn is_turned(names: &Names<'_>, told: &[(&Named, &Written)]) -> Option<bool> {
    let numbers: BTreeSet<&Rational> = told.iter().map(|(_, written)| &written.number).collect();
    let has_sign = told.iter().any(|(_, written)| written.has_sign);
    match (fits(names, told, false), fits(names, told, true)) {
        (true, false) if has_sign && numbers.len() >= FEWEST => Some(false),
        (false, true) if has_sign && numbers.len() >= FEWEST_TURNED => Some(true),
        _ => None,
    }
}

/// Whether a mechanic takes all of some numbers, with the sign turned round or as they are.
fn fits(names: &Names<'_>, told: &[(&Named, &Written)], turned: bool) -> bool {
    told.iter().all(|(named, written)| {
        let number = if turned { -&written.number } else { written.number.clone() };
        takes_number(names, named, Some(&number))
    })
}
