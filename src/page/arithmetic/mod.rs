//! What a page can be held to without any model: its own arithmetic.
//!
//! Every check looks at one way in which pages write figures. It says of each figure it understands
//! whether it is what the other figures make it; a figure it does not understand it leaves alone.

mod bands;
mod changes;
mod draws;
mod heads;
mod hedge;
mod lines;
mod running;
mod shares;
mod tables;
mod totals;
mod tries;
mod worked;

use std::ops::{Bound, Range};

use super::figure::{Both, Figure, Fit, Hedge, Shape, Written};
use super::{Page, TokenKind};
use crate::exact::Rational;
use crate::exact::decimal::{Rounding, round};

pub(crate) use hedge::is_hedged;

/// What the page's own arithmetic says of a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The figure, by its index in the list of the page.
    pub figure: usize,
    /// The name of the check.
    pub code: &'static str,
    /// Whether the figure is what the others make it.
    pub fit: Fit,
    /// The part of the figure that is meant.
    pub range: Range<usize>,
    /// What the others make it.
    pub exact: Option<Rational>,
    /// In words.
    pub message: String,
    /// How that comes about.
    pub derivation: String,
    /// What stands there when only the rounding is mended.
    pub repair: Option<Repair>,
    /// Other figures that the check explains.
    pub explains: Vec<usize>,
}

/// New text for a figure whose rounding is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// What stands there instead.
    pub text: String,
    /// Whether the page alone is reason enough: the figure is less than one unit of its last digit off. Further
    /// away the fraction beside it may be the one that is wrong, and something else has to confirm it.
    pub is_sure: bool,
}

/// All that the page's own arithmetic says, in the order of the page. Cost: linear in its length.
///
/// ```
/// use trueodds::page::{Fit, Page, arithmetic::check};
///
/// let page = Page::read("A heron: 1/6, and an independent 1/4 on top, a total of 3/8 (37.5%). A swan: 1/7 (~15%).");
/// let wrong: Vec<_> = check(&page).into_iter().filter(|check| check.fit == Fit::Off).collect();
/// assert_eq!(wrong.len(), 1);
/// assert_eq!(wrong[0].code, "wrong-rounding");
/// assert_eq!(wrong[0].repair.as_ref().map(|repair| repair.text.as_str()), Some("~14%"));
/// ```
#[must_use]
pub fn check(page: &Page) -> Vec<Check> {
    let mut checks = roundings(page);
    checks.extend(totals::totals(page));
    checks.extend(tries::tries(page));
    checks.extend(bands::bands(page));
    checks.extend(shares::shares(page));
    checks.extend(lines::complements(page));
    checks.extend(lines::comments(page));
    checks.extend(draws::draws(page));
    checks.extend(lines::impossible(page));
    checks.extend(changes::changes(page));
    checks.extend(tables::tables(page));
    checks.extend(worked::worked(page));
    checks.sort_by_key(|check| (check.range.start, check.fit != Fit::Off));
    checks
}

/// `27/125 (~22%)`: the percentage is the fraction, rounded or cut.
fn roundings(page: &Page) -> Vec<Check> {
    let mut checks = Vec::new();
    for (figure, found) in page.tokens.figures.iter().enumerate() {
        let Shape::Both(both) = &found.shape else { continue };
        let Both { fraction, percent, percent_range, .. } = &**both;
        if is_beyond(found, fraction, percent) {
            continue;
        }
        let fit = match percent.fit(&(fraction * &Rational::from(100))) {
            Fit::Off if may_be(page, found) => Fit::Rounded,
            fit => fit,
        };
        let message = if fit == Fit::Off {
            format!("{fraction} is {}, not {}", shown(fraction), text_of(page, percent_range))
        } else {
            format!("{} is {fraction}", text_of(page, percent_range))
        };
        checks.push(Check {
            figure,
            code: "wrong-rounding",
            fit,
            range: percent_range.clone(),
            exact: Some(fraction.clone()),
            message,
            derivation: format!("{fraction} = {}", shown(fraction)),
            repair: (fit == Fit::Off).then(|| repair(page, found)).flatten(),
            explains: Vec::new(),
        });
    }
    checks
}

/// Whether a percentage lies so far on the right side of a bound that the one says nothing of the other: `better than two
/// in three (86.8%)`.
fn is_beyond(figure: &Figure, fraction: &Rational, percent: &Written) -> bool {
    let stated = &percent.value * &Rational::new(1, 100);
    match figure.hedge {
        Hedge::Most => stated < fraction * &Rational::new(4, 5),
        Hedge::Least => stated > fraction * &Rational::new(5, 4),
        _ => false,
    }
}

/// Whether a fraction that is rounded or hedged and the percentage beside it may be the same number.
fn may_be(page: &Page, figure: &Figure) -> bool {
    let Shape::Both(both) = &figure.shape else { return false };
    let Both { fraction, one_in, percent, .. } = &**both;
    // `Fewer than one in ten rooms (8.28%)`
    let stated = &percent.value * &Rational::new(1, 100);
    match figure.hedge {
        Hedge::Most => return stated <= *fraction,
        Hedge::Least => return stated >= *fraction,
        _ => {}
    }
    // `One room in five (18.6%)` is rounded as `1 in 5` is.
    let count = Rational::ONE.checked_div(fraction).filter(Rational::is_integer);
    let is_spoken = figure.hedge == Hedge::Spoken || text_of(page, &figure.range).contains(" in ");
    let spoken = count.filter(|_| one_in.is_none() && is_spoken).map(|value| Written { value, places: 0 });
    let one_in = one_in.clone().or(spoken);
    let hedged = is_hedged(page, figure);
    let own = if hedged { Hedge::About } else { Hedge::None };
    let beside = Figure { shape: Shape::Percent(percent.clone()), hedge: own, ..figure.clone() };
    let shape = one_in.clone().map_or_else(|| figure.shape.clone(), Shape::OneIn);
    let own = Figure { shape, hedge: own, ..figure.clone() };
    let ends = |figure: &Figure| match figure.interval() {
        Some((Bound::Included(low), Bound::Included(high) | Bound::Excluded(high))) => Some((low, high)),
        _ => None,
    };
    (hedged || one_in.is_some())
        && ends(&own).zip(ends(&beside)).is_some_and(|(a, b)| a.0 <= b.1 && b.0 <= a.1)
}

/// The percentage beside a fraction, rounded as it should be. `None` where it is far off, so that the fraction may
/// be wrong as well, and where the fraction or the whole figure is not meant to the digit.
fn repair(page: &Page, figure: &Figure) -> Option<Repair> {
    let Shape::Both(both) = &figure.shape else { return None };
    let Both { fraction, one_in: None, percent, percent_range } = &**both else { return None };
    let off = (&(fraction * &Rational::from(100)) - &percent.value).abs();
    let step = percent.step();
    // A decimal is no percentage.
    let signed = text_of(page, percent_range).contains('%');
    if off >= &step * &Rational::from(2) || !signed || is_hedged(page, figure) {
        return None;
    }
    let text = spelled(page, percent_range, percent_text(fraction, percent.places, figure.approximate));
    Some(Repair { range: percent_range.clone(), text, is_sure: off < step })
}

/// A percentage with so many places; `~` where the figure had one, or where it is not exact and none other has.
pub(crate) fn percent_text(value: &Rational, places: usize, tilde: bool) -> String {
    let decimal = round(&(value * &Rational::from(100)), places, Rounding::HalfUp);
    format!("{}{decimal}%", if tilde && !decimal.exact { "~" } else { "" })
}

/// A number with the signs that a page has where it stands instead: `22,5%`, `22.5\%`.
pub(crate) fn spelled(page: &Page, instead_of: &Range<usize>, number: String) -> String {
    let number = if page.tokens.has_decimal_commas { number.replace('.', ",") } else { number };
    if text_of(page, instead_of).contains("\\%") { number.replace('%', "\\%") } else { number }
}

/// `21.6%`, `~33.33%`
pub(crate) fn shown(value: &Rational) -> String {
    let decimal = round(&(value * &Rational::from(100)), 2, Rounding::HalfUp);
    format!("{}{}%", if decimal.exact { "" } else { "~" }, decimal.trimmed())
}

fn text_of<'a>(page: &'a Page, range: &Range<usize>) -> &'a str {
    page.text.get(range.clone()).unwrap_or_default()
}

/// The numbers that a stated chance may stand for: itself for a fraction, an interval for digits.
fn stands_for(figure: &Figure) -> Option<(Rational, Rational)> {
    match &figure.shape {
        shape if let Some(value) = shape.fraction() => Some((value.clone(), value.clone())),
        Shape::Percent(_) => figure.accepted(),
        Shape::OneIn(_) => figure.value().map(|value| (value.clone(), value)),
        _ => None,
    }
}

/// The chances among some tokens.
fn chances_in(page: &Page, tokens: Range<usize>) -> impl DoubleEndedIterator<Item = FigureAt<'_>> {
    figures_in(page, tokens).filter(|at| stands_for(at.figure).is_some())
}

/// Whether two intervals meet. An interval of one number holds it; others hold their lower end only.
fn meet(a: &(Rational, Rational), b: &(Rational, Rational)) -> bool {
    let point = |interval: &(Rational, Rational)| interval.0 == interval.1;
    match (point(a), point(b)) {
        (true, true) => a.0 == b.0,
        (true, false) => b.0 <= a.0 && a.0 < b.1,
        (false, true) => a.0 <= b.0 && b.0 < a.1,
        (false, false) => a.0 < b.1 && b.0 < a.1,
    }
}

/// A figure of the page with its token.
struct FigureAt<'a> {
    token: usize,
    index: usize,
    figure: &'a Figure,
}

/// The tokens of each line: first and last.
fn lines(page: &Page) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (index, token) in page.tokens.list.iter().enumerate() {
        if token.kind == TokenKind::LineEnd {
            lines.push(start..index);
            start = index + 1;
        }
    }
    lines.push(start..page.tokens.list.len());
    lines
}

fn figures_in(page: &Page, tokens: Range<usize>) -> impl DoubleEndedIterator<Item = FigureAt<'_>> {
    tokens.filter_map(move |token| match page.tokens.list.get(token)?.kind {
        TokenKind::Figure(index) => {
            let index = index as usize;
            Some(FigureAt { token, index, figure: page.tokens.figures.get(index)? })
        }
        _ => None,
    })
}

/// The position of a word among some tokens.
fn word_in(page: &Page, tokens: Range<usize>, words: &[&str]) -> Option<usize> {
    tokens.into_iter().find(|token| is_word(page, *token, words))
}

fn is_word(page: &Page, token: usize, words: &[&str]) -> bool {
    match page.tokens.list.get(token).map(|token| token.kind) {
        Some(TokenKind::Word(number)) => words.contains(&page.tokens.words.text(number)),
        _ => false,
    }
}

fn is_symbol(page: &Page, token: usize, sign: char) -> bool {
    page.tokens.list.get(token).map(|token| token.kind) == Some(TokenKind::Symbol(sign))
}

/// A percentage as its digits.
fn percent(figure: &Figure) -> Option<&Written> {
    match &figure.shape {
        Shape::Percent(percent) => Some(percent),
        _ => None,
    }
}

/// Whether parts that were rounded or cut to these steps can be parts of a whole. A part that was rounded
/// up is too large by half a step at most; one that was cut is too small by less than a step.
fn near(sum: &Rational, whole: &Rational, steps: &[Rational]) -> Fit {
    let slack: Rational = steps.iter().sum();
    let above = sum - whole;
    if above.is_zero() {
        Fit::Exact
    } else if above <= &slack * &Rational::new(1, 2) && -&above < slack {
        Fit::Rounded
    } else {
        Fit::Off
    }
}
