//! Checks within a line: complements, comments beside constants, chances above 1.

use super::{Check, FigureAt, figures_in, is_symbol, lines, near, percent, shown, text_of, word_in};
use crate::exact::Rational;
use crate::page::{Figure, Fit, Page, Shape, TokenKind};

/// Whether a sentence ends among some tokens.
pub(super) fn sentence_ends(page: &Page, mut tokens: std::ops::Range<usize>) -> bool {
    tokens.any(|token| {
        let end = page.tokens.list.get(token).map_or(0, |token| token.end as usize);
        let after = page.text.get(end..).and_then(|rest| rest.chars().next());
        is_symbol(page, token, '.') && after.is_none_or(char::is_whitespace)
    })
}

/// `~0.33 (33% rare, 67% uncommon)`: what stands in one bracket is a whole, and its first part the number before.
pub(super) fn complements(page: &Page) -> Vec<Check> {
    /// A bracket with more tokens lists no parts.
    const LONGEST: usize = 80;
    let mut checks = Vec::new();
    for line in lines(page) {
        for open in line.clone().filter(|token| is_symbol(page, *token, '(')) {
            let near = (open + LONGEST).min(line.end);
            let Some(close) = (open..near).find(|token| is_symbol(page, *token, ')')) else { continue };
            let parts: Vec<FigureAt<'_>> = figures_in(page, open..close).collect();
            let chances: Vec<&FigureAt<'_>> =
                parts.iter().filter(|at| percent(at.figure).is_some()).collect();
            if chances.len() < 2 || chances.len() != parts.len() || !separated(page, &chances) {
                continue;
            }
            let before = open.checked_sub(1).and_then(|token| figures_in(page, token..open).next());
            if let Some(before) = &before
                && let Shape::Number(number) = &before.figure.shape
                && number.places > 0
                && let Some(first) = percent(chances[0].figure)
            {
                checks.push(beside(page, before, number.value.clone(), first.hundredth(), &chances));
            }
            // What is far from a whole is none, unless its first part stands before it.
            let slack = if before.is_some() { Rational::new(1, 10) } else { Rational::new(1, 50) };
            checks.extend(whole(&chances, &slack));
        }
    }
    checks
}

/// Commas between the parts, and a word with each: `33% rare, 67% uncommon`.
fn separated(page: &Page, chances: &[&FigureAt<'_>]) -> bool {
    chances.windows(2).all(|pair| {
        let between = pair[0].token + 1..pair[1].token;
        let comma = between.clone().any(|token| is_symbol(page, token, ',') || is_symbol(page, token, ';'));
        let named = between.into_iter().any(|token| {
            matches!(page.tokens.list.get(token).map(|token| token.kind), Some(TokenKind::Word(_)))
        });
        comma && named
    })
}

fn beside(
    page: &Page,
    before: &FigureAt<'_>,
    number: Rational,
    first: Rational,
    chances: &[&FigureAt<'_>],
) -> Check {
    let same = before.figure.fit(&first).min(chances[0].figure.fit(&number));
    Check {
        figure: chances[0].index,
        code: "wrong-rounding",
        fit: same,
        range: chances[0].figure.range.clone(),
        message: format!(
            "{} stands beside {}",
            text_of(page, &chances[0].figure.range),
            text_of(page, &before.figure.range)
        ),
        exact: Some(number.clone()),
        derivation: format!("{} is {}", text_of(page, &before.figure.range), shown(&number)),
        repair: None,
        explains: vec![before.index],
    }
}

/// Parts of a whole sum to 1, as far as their digits go. Parts that are far from it are no whole.
fn whole(chances: &[&FigureAt<'_>], slack: &Rational) -> Option<Check> {
    let sum: Rational = chances.iter().filter_map(|at| at.figure.value()).sum();
    let last = chances.last()?;
    if (&sum - &Rational::ONE).abs() > *slack {
        return None;
    }
    let hundredth = Rational::new(1, 100);
    let written = chances.iter().filter_map(|at| percent(at.figure));
    let steps: Vec<Rational> = written.map(|written| &written.step() * &hundredth).collect();
    let fit = near(&sum, &Rational::ONE, &steps);
    Some(Check {
        figure: last.index,
        code: "wrong-complement",
        fit,
        range: last.figure.range.clone(),
        message: format!("these parts sum to {}", shown(&sum)),
        exact: last.figure.value().map(|value| &value + &(&Rational::ONE - &sum)),
        derivation: format!("the sum is {sum} ({})", shown(&sum)),
        repair: None,
        explains: chances.iter().map(|at| at.index).collect(),
    })
}

/// `rareChance = 3; // 3% base`: the comment says what the constant is.
pub(super) fn comments(page: &Page) -> Vec<Check> {
    let mut checks = Vec::new();
    for line in lines(page) {
        let Some(first) = page.tokens.list.get(line.start) else { continue };
        if line.is_empty() || !page.in_code(first.start as usize) {
            continue;
        }
        let Some(marker) = comment_marker(page, line.clone()) else { continue };
        let Some(equals) = (line.start..marker).find(|token| is_symbol(page, *token, '=')) else { continue };
        let constant = figures_in(page, equals..marker).next();
        let said = figures_in(page, marker..line.end).find(|at| percent(at.figure).is_some());
        let (Some(constant), Some(said)) = (constant, said) else { continue };
        let (Some(number), Some(written)) = (constant.figure.value(), percent(said.figure)) else { continue };
        let mut readings = readings(&number, chance_is_meant(page, line.clone()));
        // `chance = 1/3 -- ~33%`: nothing says that the rest of it is meant.
        if number < Rational::ONE && names_chance(page, line.start..equals) && is_bare(page, marker..line.end)
        {
            readings.truncate(1);
        }
        let best = readings.iter().min_by_key(|value| written.fit(&(*value * &Rational::from(100))));
        let Some(best) = best else { continue };
        checks.push(Check {
            figure: said.index,
            code: "wrong-comment",
            fit: written.fit(&(best * &Rational::from(100))),
            range: said.figure.range.clone(),
            message: format!("the constant beside it is {}", text_of(page, &constant.figure.range)),
            exact: Some(best.clone()),
            derivation: format!(
                "{} beside {}",
                text_of(page, &said.figure.range),
                text_of(page, &constant.figure.range)
            ),
            repair: None,
            explains: Vec::new(),
        });
    }
    checks
}

/// The chances that a constant may stand for: 0.05, 5 of 100, one in 20; and what is missing to 1, as in
/// `0.75 -- 25% less`. A constant above 1 stands for a chance only where the line speaks of one.
fn readings(number: &Rational, chance: bool) -> Vec<Rational> {
    if *number <= Rational::ONE {
        let rest = &Rational::ONE - number;
        // A whole 1 is 1% among others that are in percent.
        let hundredth = number * &Rational::new(1, 100);
        return if number.is_integer() {
            vec![number.clone(), hundredth]
        } else {
            vec![number.clone(), rest]
        };
    }
    if !chance {
        return Vec::new();
    }
    let one_in = Rational::ONE.checked_div(number);
    one_in.into_iter().chain([number * &Rational::new(1, 100)]).rev().collect()
}

/// Whether a constant is called a chance.
fn names_chance(page: &Page, name: std::ops::Range<usize>) -> bool {
    word_in(page, name, &["chance", "probability", "prob"]).is_some()
}

/// Whether a comment has no word.
fn is_bare(page: &Page, comment: std::ops::Range<usize>) -> bool {
    !comment.into_iter().any(|token| page.word_at(token).is_some())
}

fn chance_is_meant(page: &Page, line: std::ops::Range<usize>) -> bool {
    const WORDS: [&str; 9] =
        ["chance", "chances", "percent", "percentage", "probability", "odds", "rate", "prob", "base"];
    word_in(page, line, &WORDS).is_some()
}

/// Where the comment of a line begins: `//`, `#`, `--`.
pub(super) fn comment_marker(page: &Page, line: std::ops::Range<usize>) -> Option<usize> {
    line.clone().find(|token| {
        let twice =
            |sign| is_symbol(page, *token, sign) && is_symbol(page, token + 1, sign) && token + 1 < line.end;
        *token > line.start && (twice('/') || twice('-') || is_symbol(page, *token, '#'))
    })
}

/// A chance above 1 is none.
pub(super) fn impossible(page: &Page) -> Vec<Check> {
    /// Words that make it a change of a chance, which may be above 1.
    const MORE: [&str; 10] = [
        "more", "higher", "increased", "increase", "multiplier", "bonus", "modifier", "boost", "of", "times",
    ];
    let above_one =
        |figure: &Figure| figure.is_chance() && figure.value().is_some_and(|value| value > Rational::ONE);
    let mut checks = Vec::new();
    for (token, found) in page.tokens.list.iter().enumerate() {
        let TokenKind::Figure(index) = found.kind else { continue };
        let index = index as usize;
        let Some(figure) = page.tokens.figures.get(index).filter(|figure| above_one(figure)) else {
            continue;
        };
        let words = token + 1..token + 3;
        if word_in(page, words, &["chance", "chances", "probability", "odds"]).is_none()
            || word_in(page, token + 1..token + 4, &MORE).is_some()
        {
            continue;
        }
        checks.push(Check {
            figure: index,
            code: "impossible-chance",
            fit: Fit::Off,
            range: figure.range.clone(),
            message: format!("{} is more than 1, and no chance", text_of(page, &figure.range)),
            exact: None,
            derivation: "a chance lies between 0 and 1".to_owned(),
            repair: None,
            explains: Vec::new(),
        });
    }
    checks
}
