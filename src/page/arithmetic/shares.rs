//! `all three are equally likely, 2.66% each`: a share is its whole over the count.

use std::cell::OnceCell;
use std::ops::Range;

use super::bands::{Listed, owner};
use super::lines::sentence_ends;
use super::{Check, FigureAt, figures_in, is_symbol, is_word, lines, percent, shown, word_in};
use crate::exact::Rational;
use crate::page::{Fit, Page, Shape, Word, Written};

/// How many words may stand between the count, "equally" and the share.
const NEAR: usize = 12;
/// A whole is named so many words before at most.
const SENTENCE: usize = 40;
const EQUALLY: [&str; 2] = ["equally", "equal"];
const UNEQUALLY: [&str; 2] = ["unequally", "unequal"];

/// Equal shares: of the chance in a line just above, of a band that is named, or of everything.
pub(super) fn shares(page: &Page) -> Vec<Check> {
    let lines = lines(page);
    let bands = Listed::read(page);
    let mut checks = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let whole_above = OnceCell::new();
        let mut from = line.start;
        while let Some(equally) = word_in(page, from..line.end, &[EQUALLY, UNEQUALLY].concat()) {
            from = equally + 1;
            let soon = from..(from + NEAR).min(line.end);
            let Some(share) = figures_in(page, soon).find(|at| percent(at.figure).is_some()) else {
                continue;
            };
            let sentence = equally.saturating_sub(SENTENCE).max(line.start)..equally;
            let above = || {
                named(page, sentence, &bands)
                    .or_else(|| whole_above.get_or_init(|| above(page, &lines, number)).clone())
            };
            checks.extend(equal(page, line.start, equally, &share, above));
        }
        let shares = figures_in(page, line.clone()).filter(|at| is_word(page, at.token + 1, &["each"]));
        checks.extend(shares.filter_map(|share| each(page, line.start, &share)));
    }
    checks
}

fn equal(
    page: &Page,
    start: usize,
    equally: usize,
    share: &FigureAt<'_>,
    above: impl FnOnce() -> Option<Rational>,
) -> Option<Check> {
    let near = equally.saturating_sub(NEAR).max(start)..share.token;
    let stated = percent(share.figure)?;
    let told = near.clone().find_map(|token| counted(page, token));
    let count = told.or_else(|| listed(page, start..equally))?;
    // Another sentence says something else.
    if sentence_ends(page, equally..share.token) || share.token - equally > NEAR {
        return None;
    }
    // Shares that nearly sum to 1 are shares of that.
    let sum = &stated.hundredth() * &Rational::from(count);
    let nearly = (&sum - &Rational::ONE).abs() <= Rational::new(1, 20);
    let is_each = is_word(page, share.token + 1, &["each"]);
    // `The three share 7.45% equally`; what is listed by its names is no part of what stands above.
    let is_own = |at: &FigureAt<'_>| percent(at.figure).is_some() && !sentence_ends(page, at.token..equally);
    let own = || figures_in(page, near.start..equally).rfind(is_own)?.figure.value();
    let single =
        is_each || word_in(page, equally..share.token, &["each", "individual", "individually"]).is_some();
    // `At 2 luck chests and coins are equally common (14%)` shares out nothing that stands above.
    let above = || told.filter(|_| single).and_then(|_| above());
    let whole = Some(Rational::ONE).filter(|_| nearly && is_each).or_else(own).or_else(above)?;
    let denied =
        is_word(page, equally, &UNEQUALLY) || equally > start && is_word(page, equally - 1, &["not"]);
    let check = share_of(share, stated, &whole, count);
    match (denied, single && check.fit != Fit::Off) {
        (false, _) => Some(check),
        // What is one share for each of them is equal.
        (true, true) => Some(Check { fit: Fit::Off, ..check }),
        (true, false) => None,
    }
}

/// `Six faces, 16.67% each`: shares to some places after the point that make nearly a whole.
fn each(page: &Page, start: usize, share: &FigureAt<'_>) -> Option<Check> {
    const WORDS: usize = 4;
    let stated = percent(share.figure).filter(|stated| stated.places > 0)?;
    let near = share.token.saturating_sub(WORDS + 1).max(start)..share.token;
    let count_at = near.clone().find(|token| counted(page, *token).is_some())?;
    if word_in(page, near, &[EQUALLY, UNEQUALLY].concat()).is_some()
        || sentence_ends(page, count_at..share.token)
    {
        return None;
    }
    let count = counted(page, count_at)?;
    let sum = &stated.value * &Rational::from(count);
    let slack = &stated.step() * &Rational::from(2 * count);
    let whole = (&sum - &Rational::from(100)).abs() <= slack;
    whole.then(|| share_of(share, stated, &Rational::ONE, count))
}

fn share_of(share: &FigureAt<'_>, stated: &Written, whole: &Rational, count: i64) -> Check {
    let exact = whole * &Rational::new(1, count);
    Check {
        figure: share.index,
        code: "wrong-share",
        fit: stated.fit(&(&exact * &Rational::from(100))),
        range: share.figure.range.clone(),
        message: format!("one of {count} equal shares of {} is {}", shown(whole), shown(&exact)),
        derivation: format!("{whole} / {count} = {exact} ({})", shown(&exact)),
        exact: Some(exact),
        repair: None,
        explains: Vec::new(),
    }
}

/// The band whose owner a sentence names: `share the reed's band`.
fn named(page: &Page, tokens: Range<usize>, bands: &Listed) -> Option<Rational> {
    let band = word_in(page, tokens, &["band", "range"])?;
    bands.of(owner(page, band)?).cloned()
}

/// The last percentage in the lines just above, of the same paragraph.
fn above(page: &Page, lines: &[Range<usize>], number: usize) -> Option<Rational> {
    /// How many lines above the whole may stand.
    const ABOVE: usize = 3;
    let paragraph = (number.saturating_sub(ABOVE)..number).rev().take_while(|line| !lines[*line].is_empty());
    paragraph
        .into_iter()
        .find_map(|line| figures_in(page, lines[line].clone()).rfind(|at| percent(at.figure).is_some()))
        .and_then(|at| at.figure.value())
}

/// `red, green, blue or white`: how many things are listed just before, each of few words.
fn listed(page: &Page, tokens: Range<usize>) -> Option<i64> {
    /// How many words the last thing may have, and what joins it to the share.
    const LAST: usize = 4;
    const WORDS: usize = 3;
    const MOST: i64 = 100;
    let joins = |token: &usize| is_word(page, *token, &["or", "and"]);
    let last = tokens.clone().rev().take(LAST + 1).find(joins)?;
    let mut count = 2;
    let mut words = 0;
    for token in (tokens.start..last).rev() {
        if is_symbol(page, token, ',') {
            count += 1;
            words = 0;
        } else {
            words += 1;
        }
        if words > WORDS || joins(&token) || count > MOST {
            break;
        }
    }
    (count > 2).then_some(count)
}

/// A whole number of two or more, in digits or as a word.
fn counted(page: &Page, token: usize) -> Option<i64> {
    let count = match page.figure_at(token)?.shape {
        Shape::Word(Word::Count(count)) => count,
        Shape::Number(number) if number.places == 0 => number.value.to_i64()?,
        _ => return None,
    };
    (2..=100).contains(&count).then_some(count)
}
