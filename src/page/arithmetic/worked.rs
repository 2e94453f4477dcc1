//! `1 - 0.95 × 0.75 = 28.75%`: what a page works out is what its numbers make.

use std::ops::Range;

use super::{Check, FigureAt, figures_in, is_symbol, is_word, lines, shown, text_of};
use crate::exact::Rational;
use crate::exact::decimal::{Rounding, round};
use crate::page::reckon::{Item, Sign, Span, calculate};
use crate::page::{Figure, Fit, Hedge, Page, Shape, TokenKind, Written};

/// More tokens than this nobody works out in a line.
const LONGEST: usize = 48;

/// What is worked out in a line, and what stands behind its sign. Cost: linear in the length of the page.
pub(super) fn worked(page: &Page) -> Vec<Check> {
    let mut checks = Vec::new();
    for line in lines(page) {
        checks.extend(figures_in(page, line.clone()).filter_map(|stated| one(page, &line, &stated)));
    }
    checks
}

/// `None` where nothing is worked out, or something that is no number.
fn one(page: &Page, line: &Range<usize>, stated: &FigureAt<'_>) -> Option<Check> {
    let is_near = text_of(page, &stated.figure.range).starts_with('\u{2248}');
    let is_sign = |token: usize| is_symbol(page, token, '=') || is_symbol(page, token, '\u{2248}');
    let before = match stated.token.checked_sub(1).filter(|before| *before >= line.start)? {
        tilde if is_symbol(page, tilde, '~') => tilde.checked_sub(1)?,
        before => before,
    };
    let end = if is_sign(before) { before } else { stated.token };
    let goes_on = sign(page, stated.token + 1).is_some_and(|sign| !matches!(sign, Sign::Close | Sign::Open));
    if !(is_near || is_sign(before)) || goes_on || page.in_code(stated.figure.range.start) {
        return None;
    }
    let parts = parts(page, line.start..end)?;
    let operands: Vec<FigureAt<'_>> = figures_in(page, parts.clone()).collect();
    let made = in_unit(stated.figure, &operands, calculate(items(page, parts.clone())?)?)?;
    let claimed = stated.figure.value()?;
    // What is hedged may be further off than its digits say.
    let is_hedged = stated.figure.hedge != Hedge::None || is_near || is_symbol(page, end, '\u{2248}');
    let is_far = (&made.value - &claimed).abs() > &made.value.abs() * &Rational::new(1, 20);
    let fit = match fit(stated.figure, &made) {
        Fit::Off if is_hedged && !is_far => Fit::Rounded,
        fit => fit,
    };
    let range = page.tokens.list[parts.start].start as usize..page.tokens.list[parts.end - 1].end as usize;
    let text = text_of(page, &range).trim();
    let value = if stated.figure.is_chance() { shown(&made.value) } else { plain(&made.value) };
    Some(Check {
        figure: stated.index,
        code: "wrong-result",
        fit,
        range: stated.figure.range.clone(),
        message: match fit {
            Fit::Off => format!("{text} is {value}, not {}", text_of(page, &stated.figure.range)),
            _ => format!("{text} is {value}"),
        },
        exact: Some(made.value.clone()),
        derivation: format!("{text} = {}", made.value),
        repair: None,
        explains: if fit == Fit::Off { Vec::new() } else { operands.iter().map(|at| at.index).collect() },
    })
}

/// What is made in the unit of the result, where that may be another one: `10 + 7 = 17%`, `5% + 10% = 15`.
fn in_unit(stated: &Figure, operands: &[FigureAt<'_>], made: Span) -> Option<Span> {
    let claimed = stated.value()?;
    let is_percent = |figure: &Figure| figure.shape.percent().is_some();
    let scale = match (is_percent(stated), operands.iter().any(|at| is_percent(at.figure))) {
        (true, false) => Rational::new(1, 100),
        (false, true) => Rational::from(100),
        _ => return Some(made),
    };
    let scaled = made.times(&Span::of(scale));
    let is_off = |made: &Span| (fit(stated, made) == Fit::Off, (&made.value - &claimed).abs());
    [made, scaled].into_iter().min_by_key(is_off)
}

/// A number with at most four places.
fn plain(value: &Rational) -> String {
    let decimal = round(value, 4, Rounding::HalfUp);
    format!("{}{}", if decimal.exact { "" } else { "~" }, decimal.trimmed())
}

/// Whether a figure is what is worked out from numbers that may be rounded themselves. Of what is more than one a whole
/// number may be all that counts: of 14.4 rooms there are 14.
fn fit(figure: &Figure, made: &Span) -> Fit {
    let is_cut = |written: &Written| {
        let off = &made.value - &written.value;
        written.places == 0 && !off.is_negative() && off < Rational::ONE
    };
    match (figure.fit(&made.value), &figure.shape) {
        (Fit::Off, Shape::Number(written)) if is_cut(written) => Fit::Truncated,
        (Fit::Off, _) => match figure.accepted() {
            Some((low, high)) if made.low < high && low <= made.high => Fit::Rounded,
            _ => Fit::Off,
        },
        (fit, _) => fit,
    }
}

/// What a token between numbers stands for.
fn sign(page: &Page, token: usize) -> Option<Sign> {
    match page.tokens.list.get(token)?.kind {
        TokenKind::Symbol(sign) => Sign::of(sign),
        _ => is_word(page, token, &["x", "times"]).then_some(Sign::Times),
    }
}

/// The tokens before an equals sign that are numbers and signs between them. `None` where a word goes on with them, as in
/// `n × 5 = 10` or `floor(7 / 2) = 3`.
fn parts(page: &Page, before: Range<usize>) -> Option<Range<usize>> {
    let is_number = |token: usize| page.figure_at(token).is_some();
    let is_part = |token: &usize| is_number(*token) || sign(page, *token).is_some();
    let least = before.end.saturating_sub(LONGEST).max(before.start);
    let mut start = before.end;
    let mut open = 0_usize;
    for token in (least..before.end).rev().take_while(is_part) {
        match sign(page, token) {
            Some(Sign::Close) => open += 1,
            // A bracket around all of it and what stands behind it: `(1 - 0.95 = 5%)`.
            Some(Sign::Open) if open == 0 => break,
            Some(Sign::Open) => open -= 1,
            // What stands on the line before is another sum, where nothing ends that line.
            None if is_number(token + 1) && token + 1 < before.end => break,
            _ => {}
        }
        start = token;
    }
    // `- 1/6 + 1/4 = 5/12` in a list.
    if start == before.start && sign(page, start) == Some(Sign::Minus) {
        start += 1;
    }
    if start >= before.end || open > 0 || start == least && least > before.start {
        return None;
    }
    let goes_on = |token: usize| is_word(page, token, &["of", "by", "minus", "plus", "over", "to", "than"]);
    let is_adjacent = |token: usize| page.tokens.list[token].end == page.tokens.list[start].start;
    let is_joined = |token: usize| page.word_at(token).is_some() || is_symbol(page, token, ':');
    let is_call = |token: usize| is_joined(token) && is_adjacent(token);
    let last = start.checked_sub(1).filter(|last| *last >= before.start);
    let is_begun = is_number(start) || sign(page, start) == Some(Sign::Open);
    if !is_begun || last.is_some_and(|last| goes_on(last) || is_call(last)) {
        return None;
    }
    // `Floor 3 + 4 = 16`: two floors.
    let is_named = last.is_some_and(|last| page.word_at(last).is_some());
    let adds = |token: usize| match page.figure_at(token) {
        Some(figure) => matches!(&figure.shape, Shape::Number(written) if written.places == 0),
        None => sign(page, token) == Some(Sign::Plus),
    };
    (!is_named || !(start..before.end).all(adds)).then_some(start..before.end)
}

/// Whether numbers and signs work something out: a number alone does not, `2 - 3` may be a range, and `5% / 3%` two things.
fn tells(items: &[Item]) -> bool {
    let is_one = matches!(items.first(), Some(Item::Number(number, _)) if number.value == Rational::ONE);
    // `35% - 4%` falls, and is no range.
    let falls = |three: &[Item]| match three {
        [Item::Number(a, true), Item::Sign(Sign::Minus), Item::Number(b, true)] => a.value > b.value,
        _ => false,
    };
    let by_percent = |pair: &[Item]| matches!(pair, [Item::Sign(Sign::Over), Item::Number(_, true)]);
    let is_difference = is_one || items.windows(3).any(falls);
    let works = items.iter().any(|item| match item {
        Item::Sign(Sign::Minus) => is_difference,
        Item::Number(..) | Item::Sign(Sign::Open | Sign::Close) => false,
        Item::Sign(_) => true,
    });
    works && !adds_points(items) && !items.windows(2).any(by_percent)
}

/// Whether a plain number of more than one is added to percentages, as in `22% + 3 = 25%`: it may be so many points.
fn adds_points(items: &[Item]) -> bool {
    let is_factor = |at: Option<usize>| {
        let item = at.and_then(|at| items.get(at));
        matches!(item, Some(Item::Sign(sign)) if !matches!(sign, Sign::Plus | Sign::Minus | Sign::Open | Sign::Close))
    };
    let is_point = |(at, item): (usize, &Item)| {
        let is_many = matches!(item, Item::Number(number, false) if number.value > Rational::ONE);
        is_many && !is_factor(at.checked_sub(1)) && !is_factor(Some(at + 1))
    };
    items.iter().any(|item| matches!(item, Item::Number(_, true))) && items.iter().enumerate().any(is_point)
}

/// The numbers and signs among some tokens. `1 - 0.95` is written as a range is, and none as it falls; a range is nothing that
/// is worked out.
fn items(page: &Page, parts: Range<usize>) -> Option<Vec<Item>> {
    let mut items = Vec::new();
    for token in parts {
        let Some(figure) = page.figure_at(token) else {
            items.push(Item::Sign(sign(page, token)?));
            continue;
        };
        match &figure.shape {
            Shape::Interval(ends) if ends.low.value > ends.high.value => {
                let unit = if ends.percent { Rational::new(1, 100) } else { Rational::ONE };
                let number = |end: &Written| Item::Number(Span::of(&end.value * &unit), ends.percent);
                items.extend([number(&ends.low), Item::Sign(Sign::Minus), number(&ends.high)]);
            }
            shape => items.push(Item::Number(Span::read(&figure)?, shape.percent().is_some())),
        }
    }
    tells(&items).then_some(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of the results of a text, each with how it fits.
    fn said(text: &str) -> Vec<(String, Fit)> {
        worked(&Page::read(text)).into_iter().map(|check| (check.message, check.fit)).collect()
    }

    #[test]
    fn a_result_is_what_its_numbers_make() {
        // By hand: 1 - 0.7125; 0.764 · 0.05; 1 - 0.857375; 37 of a hundred; half of 4.655 to 4.665.
        let right = [
            "The library (1 - 0.95*0.75 = 28.75%, not 30%).",
            "So 0.78 × 0.05 × 0.98 = 3.82%.",
            "1 - (1 - 0.05)^3 = 14.26%",
            "3 x 10 + 7 = 37%",
            "22% + 3 × 5% = 37%",
            "4.66% / 2 = 2.33%",
            "- 1/6 + 1/4 = 5/12",
            "100% - 22% = 78%",
            "1 - 0.97³ ≈ 8.7%",
            "1.8 × 8 = 14 rooms",
            "Of 0.5%\n3 × 3 + 7 = 16%",
        ];
        for text in right {
            let said = said(text);
            assert!(matches!(said.as_slice(), [(_, fit)] if *fit != Fit::Off), "{text}: {said:?}");
        }
        let wrong = [
            ("The library (1 - 0.95*0.75 = 28.15%).", "1 - 0.95*0.75 is 28.75%, not 28.15%"),
            ("1 - 0.97³ ≈ 12.7%", "1 - 0.97³ is ~8.73%, not ≈ 12.7%"),
            ("3 × 10 + 7 = 39%", "3 × 10 + 7 is 37%, not 39%"),
            ("1.8 × 20 = 37 rooms", "1.8 × 20 is 36, not 37"),
        ];
        for (text, message) in wrong {
            assert_eq!(said(text), [(message.to_owned(), Fit::Off)], "{text}");
        }
    }

    #[test]
    fn what_is_no_sum_says_nothing() {
        let texts = [
            "Floors 2-3 = 10%, 1-50 = 40%",
            "n × 5 = 12, half of 3 × 5 = 12, floor(7 / 2) = 5",
            "5% / 3% / 2% = 40%",
            "22% + 3 = 25%, 35% - 4 = 31%",
            "Floor 3 + 4 = 16 rooms",
            "3 × 4 = 2 × 5",
            "a roll of 5:3 × 2 = 9",
            "2^3^2 = 5, 2^300 = 5, 3 / 0 = 5, 2 × = 5, () = 5",
        ];
        for text in texts {
            assert_eq!(said(text), [], "{text}");
        }
    }
}
