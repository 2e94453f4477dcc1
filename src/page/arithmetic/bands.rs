//! `(0.22 - 0.3, base 8% chance)`: the width of a band is its chance, and bands tile [0, 1].

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, FigureAt, figures_in, is_symbol, lines, percent, shown, word_in};
use crate::exact::Rational;
use crate::page::{Ends, Fit, Page, Shape, Written};

/// One band of a roll on [0, 1], as a page lists it.
struct Band {
    low: Rational,
    high: Rational,
    figure: usize,
    /// The figure that says the lower end, for a gap.
    range: std::ops::Range<usize>,
}

/// The bands that a page lists, by the words before their ends: the width of the only one with that word.
pub(super) struct Listed(BTreeMap<String, Option<Rational>>);

impl Listed {
    pub(super) fn read(page: &Page) -> Listed {
        let mut found = BTreeMap::new();
        for line in lines(page) {
            let first = figures_in(page, line.clone()).next();
            let listed = first.and_then(|at| Some((at.token, ends_of(page, &at)?)));
            if let Some((token, (low, high, true))) = listed {
                let width = &high - &low;
                let words: BTreeSet<&str> =
                    (line.start..token).filter_map(|token| page.word_at(token)).collect();
                for word in words {
                    let only = |other: &mut Option<Rational>| *other = None;
                    found.entry(word.to_owned()).and_modify(only).or_insert_with(|| Some(width.clone()));
                }
            }
        }
        Listed(found)
    }

    /// The width of the only band with a name: the reed's, where `owner` is `reed's`.
    pub(super) fn of(&self, owner: &str) -> Option<&Rational> {
        self.0.get(owner.strip_suffix("'s")?)?.as_ref()
    }
}

fn ranges(page: &Page, words: std::ops::Range<usize>) -> Option<usize> {
    word_in(page, words, &["range", "ranges"])
}

/// The word before "range" or "band", where it says whose that is: `the reed's range`.
pub(super) fn owner(page: &Page, token: usize) -> Option<&str> {
    token.checked_sub(1).and_then(|before| page.word_at(before)).filter(|word| word.ends_with("'s"))
}

pub(super) fn bands(page: &Page) -> Vec<Check> {
    let mut checks = Vec::new();
    let listed_bands = Listed::read(page);
    let mut run: Vec<Band> = Vec::new();
    // The width of the band that a changed range belongs to.
    let mut parent: Option<Rational> = None;
    for line in lines(page) {
        let figures: Vec<FigureAt<'_>> = figures_in(page, line.clone()).collect();
        let mut said = line.start;
        let mut last_range = None;
        for pair in figures.windows(2) {
            let [ends, chance] = pair else { continue };
            // What was said of another band is behind it.
            let own_range = ranges(page, std::mem::replace(&mut said, ends.token)..ends.token);
            last_range = own_range.or(last_range);
            // Nothing but a few words stands between them.
            const NEAR: usize = 4;
            if chance.token - ends.token > NEAR {
                continue;
            }
            let Some(stated) = percent(chance.figure) else { continue };
            let Some((low, high, listed)) = ends_of(page, ends) else { continue };
            // `0.5 - 0.8 damage (10% chance …)` is no band.
            if !listed && last_range.is_none() {
                continue;
            }
            let width = &high - &low;
            checks.push(wide(chance, stated, &low, &high));
            let owner = own_range.and_then(|range| owner(page, range));
            let before = owner.map_or(parent.as_ref(), |owner| listed_bands.of(owner));
            if let (Some(range), Some(before), false) = (own_range, before, listed) {
                checks.extend(changed(page, range..ends.token, before, &width, ends));
            }
            if listed {
                parent = Some(width);
                let band = Band { low, high, figure: ends.index, range: ends.figure.range.clone() };
                if band.low.is_zero() {
                    run.clear();
                }
                run.push(band);
                if run.last().is_some_and(|last| last.high == Rational::ONE) {
                    checks.extend(tiling(&run));
                    run.clear();
                }
            }
        }
    }
    checks
}

fn wide(chance: &FigureAt<'_>, stated: &Written, low: &Rational, high: &Rational) -> Check {
    let width = high - low;
    Check {
        figure: chance.index,
        code: "wrong-width",
        fit: stated.fit(&(&width * &Rational::from(100))),
        range: chance.figure.range.clone(),
        message: format!("the band from {} to {} is {} wide", plain(low), plain(high), shown(&width)),
        derivation: format!("{} - {} = {width} ({})", plain(high), plain(low), shown(&width)),
        exact: Some(width),
        repair: None,
        explains: Vec::new(),
    }
}

/// `the range increases to 0.6 - 0.8`: against the width of the band above.
fn changed(
    page: &Page,
    words: std::ops::Range<usize>,
    before: &Rational,
    after: &Rational,
    at: &FigureAt<'_>,
) -> Option<Check> {
    let grows = word_in(page, words.clone(), &["increases", "increase", "widens", "grows"]).is_some();
    let shrinks = word_in(page, words, &["decreases", "decrease", "narrows", "shrinks"]).is_some();
    let off = grows && after < before || shrinks && after > before;
    (grows != shrinks && off).then(|| Check {
        figure: at.index,
        code: "wrong-direction",
        fit: Fit::Off,
        range: at.figure.range.clone(),
        message: format!("the range was {} wide and becomes {}", shown(before), shown(after)),
        exact: None,
        derivation: "the band above is the one whose range changes".to_owned(),
        repair: None,
        explains: Vec::new(),
    })
}

/// The ends of a band of [0, 1], and whether it stands in a list of bands: `(< 0.22`, `(0.22 - 0.3`.
fn ends_of(page: &Page, at: &FigureAt<'_>) -> Option<(Rational, Rational, bool)> {
    let unit = |value: &Rational| !value.is_negative() && *value <= Rational::ONE;
    let before = |back: usize, sign: char| at.token >= back && is_symbol(page, at.token - back, sign);
    match &at.figure.shape {
        Shape::Interval(ends) if !ends.percent && ends.low.places + ends.high.places > 0 => {
            let Ends { low, high, .. } = &**ends;
            let fits = unit(&low.value) && unit(&high.value) && low.value <= high.value;
            fits.then(|| (low.value.clone(), high.value.clone(), before(1, '(')))
        }
        Shape::Number(number) if number.places > 0 && unit(&number.value) => {
            let below = before(1, '<') || before(1, '\u{2264}');
            let above = before(1, '>') || before(1, '\u{2265}');
            match (below, above) {
                (true, _) => Some((Rational::ZERO, number.value.clone(), before(2, '('))),
                (_, true) => Some((number.value.clone(), Rational::ONE, before(2, '('))),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Each band begins where the one before it ends.
fn tiling(run: &[Band]) -> Vec<Check> {
    if !run.first().is_some_and(|first| first.low.is_zero()) {
        return Vec::new();
    }
    let broken = run.windows(2).filter(|pair| pair[0].high != pair[1].low);
    broken
        .map(|pair| {
            let (end, begin) = (&pair[0].high, &pair[1].low);
            let gap = end < begin;
            Check {
                figure: pair[1].figure,
                code: if gap { "gap" } else { "overlap" },
                fit: Fit::Off,
                range: pair[1].range.clone(),
                exact: None,
                message: format!(
                    "this band begins at {}, and the one before ends at {}",
                    plain(begin),
                    plain(end)
                ),
                derivation: "the bands of a roll meet, and together they are all of it".to_owned(),
                repair: None,
                explains: Vec::new(),
            }
        })
        .collect()
}

fn plain(value: &Rational) -> String {
    crate::exact::decimal::plain(value)
}
