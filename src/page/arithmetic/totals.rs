//! `p, plus an independent q chance for a total of t`.

use super::lines::sentence_ends;
use super::{
    Check, FigureAt, chances_in, figures_in, is_word, lines, meet, percent, shown, stands_for, word_in,
};
use crate::exact::Rational;
use crate::page::{Figure, Fit, Page, Shape, Written};

/// Totals of two chances: `p + q - p·q` where they are independent, `p + q` or that where nothing says so.
pub(super) fn totals(page: &Page) -> Vec<Check> {
    let mut checks = Vec::new();
    for line in lines(page) {
        let mut from = line.start;
        while let Some(total) = word_in(page, from..line.end, &["total"]) {
            from = total + 1;
            checks.extend(one(page, line.start, total, line.end));
        }
    }
    checks
}

fn one(page: &Page, start: usize, total: usize, end: usize) -> Option<Check> {
    // The total stands soon after its word.
    let after = total + 1..(total + 6).min(end);
    let stated = figures_in(page, after).find(|at| stands_for(at.figure).is_some())?;
    // Another total begins the search anew.
    let start =
        (start..total).rev().find(|token| is_word(page, *token, &["total"])).map_or(start, |token| token + 1);
    let second = chances_in(page, start..total).next_back()?;
    let first = chances_in(page, start..second.token).next_back()?;
    if sentence_ends(page, first.token..total) {
        return None;
    }
    let between = first.token..second.token;
    word_in(
        page,
        between.clone(),
        &["plus", "additional", "additionally", "independent", "another", "extra", "added"],
    )?;
    let independent = word_in(page, between, &["independent", "independently", "separate"]).is_some();
    judge(&first, &second, &stated, independent)
}

/// `None` where one of the three states no number.
fn judge(
    first: &FigureAt<'_>,
    second: &FigureAt<'_>,
    stated: &FigureAt<'_>,
    independent: bool,
) -> Option<Check> {
    // Beside 6.67% a plain 5% is meant as 5.00%.
    let places = [first, second, stated].iter().filter_map(|at| percent(at.figure)).map(|p| p.places).max();
    let finer = |at: &FigureAt<'_>| {
        let finer = percent(at.figure).filter(|_| !at.figure.approximate).map(|written| Written {
            value: written.value.clone(),
            places: places.unwrap_or(written.places),
        });
        match finer {
            Some(written) => stands_for(&Figure { shape: Shape::Percent(written), ..at.figure.clone() }),
            None => stands_for(at.figure),
        }
    };
    let p = finer(first)?;
    let q = finer(second)?;
    let either = |p: &Rational, q: &Rational| &(p + q) - &(p * q);
    let both = (either(&p.0, &q.0), either(&p.1, &q.1));
    let sum = (&p.0 + &q.0, &p.1 + &q.1);
    let accepted = stands_for(stated.figure)?;
    let fits = meet(&both, &accepted) || !independent && meet(&sum, &accepted);
    let (p, q) = (first.figure.value()?, second.figure.value()?);
    let exact = if independent { either(&p, &q) } else { &p + &q };
    let derivation = if independent {
        format!("{p} + {q} - {p} · {q} = {exact} ({})", shown(&exact))
    } else {
        format!("{p} + {q} = {exact} ({})", shown(&exact))
    };
    let claimed = stated.figure.value()?;
    Some(Check {
        figure: stated.index,
        code: "wrong-total",
        fit: match (fits, claimed == exact) {
            (false, _) => Fit::Off,
            (true, true) => Fit::Exact,
            (true, false) => Fit::Rounded,
        },
        range: stated.figure.range.clone(),
        message: format!("the total of {p} and {q} is {exact} ({})", shown(&exact)),
        exact: Some(exact),
        derivation,
        repair: None,
        explains: vec![first.index, second.index],
    })
}
