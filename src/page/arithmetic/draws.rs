//! `rng:RandomInt(4) == 0 -- 25%`: the comment says how likely the draw beside it is.

use std::ops::Range;

use super::lines::comment_marker;
use super::{Check, FigureAt, figures_in, is_symbol, lines, percent, text_of};
use crate::exact::Rational;
use crate::page::{Page, Shape, TokenKind};

/// Comments beside lines of code with one draw.
pub(super) fn draws(page: &Page) -> Vec<Check> {
    let mut checks = Vec::new();
    for line in lines(page) {
        let Some(first) = page.tokens.list.get(line.start) else { continue };
        if !line.is_empty() && page.in_code(first.start as usize) {
            checks.extend(draw(page, line));
        }
    }
    checks
}

fn draw(page: &Page, line: Range<usize>) -> Option<Check> {
    let marker = comment_marker(page, line.clone())?;
    let said = only_percent(page, marker..line.end)?;
    let written = percent(said.figure)?;
    let numbers: Vec<FigureAt<'_>> = figures_in(page, line.start..marker).collect();
    let [sides, face] = numbers.as_slice() else { return None };
    let chance = chance(page, line.start..marker, sides, face)?;
    let code = text_of(page, &(sides.figure.range.start..face.figure.range.end));
    Some(Check {
        figure: said.index,
        code: "wrong-comment",
        fit: written.fit(&(&chance * &Rational::from(100))),
        range: said.figure.range.clone(),
        message: format!("the draw beside it has a chance of {chance}"),
        derivation: format!("`{code}` of a draw from 0 on is {chance}"),
        exact: Some(chance),
        repair: None,
        explains: Vec::new(),
    })
}

/// A comment that is a percentage and nothing else: another word may say that something else is meant.
fn only_percent(page: &Page, comment: Range<usize>) -> Option<FigureAt<'_>> {
    let word = |token: usize| {
        matches!(page.tokens.list.get(token).map(|token| token.kind), Some(TokenKind::Word(number))
            if !["chance", "probability"].contains(&page.tokens.words.text(number)))
    };
    let mut figures = figures_in(page, comment.clone());
    let said = figures.next().filter(|at| percent(at.figure).is_some())?;
    (figures.next().is_none() && !comment.into_iter().any(word)).then_some(said)
}

/// `RandomInt(4) == 0` is 1/4, `RandomInt(100) < 15` is 15/100, and `>= 15` and `!= 0` the rest.
fn chance(page: &Page, code: Range<usize>, sides: &FigureAt<'_>, face: &FigureAt<'_>) -> Option<Rational> {
    let whole = |at: &FigureAt<'_>| match &at.figure.shape {
        Shape::Number(number) if number.places == 0 && !number.value.is_negative() => {
            Some(number.value.clone())
        }
        _ => None,
    };
    let call = is_symbol(page, sides.token.checked_sub(1)?, '(') && is_symbol(page, sides.token + 1, ')');
    let named =
        sides.token.checked_sub(2).and_then(|token| page.word_at(token)).is_some_and(|word| word == "int");
    let random =
        sides.token.checked_sub(3).and_then(|token| page.word_at(token)).is_some_and(|word| word == "random");
    // Another condition beside the draw makes it less likely.
    let alone = !code.into_iter().any(|token| super::is_word(page, token, &["and", "or", "not"]));
    if !(call && named && random && alone) || face.token != sides.token + 3 {
        return None;
    }
    let sign = page.tokens.list.get(sides.token + 2)?.kind;
    let (sides, face) = (whole(sides)?, whole(face)?);
    let below = face.checked_div(&sides).filter(|below| *below <= Rational::ONE)?;
    let single = Rational::ONE.checked_div(&sides).filter(|_| face < sides);
    let rest = |chance: Rational| &Rational::ONE - &chance;
    match sign {
        TokenKind::Symbol('\u{2261}') => single,
        TokenKind::Symbol('\u{2260}') => single.map(rest),
        TokenKind::Symbol('<') => Some(below),
        TokenKind::Symbol('\u{2265}') => Some(rest(below)),
        TokenKind::Symbol('\u{2264}') => single.map(|single| &below + &single),
        TokenKind::Symbol('>') => single.map(|single| rest(&below + &single)),
        _ => None,
    }
}
