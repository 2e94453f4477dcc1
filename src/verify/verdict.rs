//! Verdicts, and how a claim comes to one.

use super::exact::{Exact, Trend};
use crate::claims::{Claim, Question, Transform};
use crate::exact::Rational;
use crate::page::{Figure, Fit, Shape, Word, Written};

/// What becomes of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// It is the exact number.
    Exact,
    /// It is the exact number, rounded.
    Rounded,
    /// It is the exact number with the further digits dropped.
    Truncated,
    /// It is right under some rule sets, not under all that it was judged under.
    Depends,
    /// The code that the page prints says otherwise.
    ContradictsCode,
    /// Another figure of the page says otherwise.
    ContradictsPage,
    /// It is right under no rule set, or against the page's own arithmetic.
    Wrong,
    /// No model decides it.
    Undecided,
    /// Nothing explains the figure.
    Unclassified,
}

impl Verdict {
    /// Every verdict, from right to open.
    pub const ALL: [Verdict; 9] = [
        Verdict::Exact,
        Verdict::Rounded,
        Verdict::Truncated,
        Verdict::Depends,
        Verdict::ContradictsCode,
        Verdict::ContradictsPage,
        Verdict::Wrong,
        Verdict::Undecided,
        Verdict::Unclassified,
    ];

    /// Its name in output, and where a person lists verdicts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Exact => "exact",
            Verdict::Rounded => "rounded",
            Verdict::Truncated => "truncated",
            Verdict::Depends => "depends",
            Verdict::ContradictsCode => "contradicts-code",
            Verdict::ContradictsPage => "contradicts-page",
            Verdict::Wrong => "wrong",
            Verdict::Undecided => "undecided",
            Verdict::Unclassified => "unclassified",
        }
    }

    /// How loudly it is said.
    #[must_use]
    pub fn level(self) -> Level {
        match self {
            Verdict::Wrong | Verdict::ContradictsCode | Verdict::ContradictsPage => Level::Error,
            Verdict::Depends => Level::Warning,
            _ => Level::Note,
        }
    }

    /// Whether the figure is right.
    #[must_use]
    pub fn is_right(self) -> bool {
        matches!(self, Verdict::Exact | Verdict::Rounded | Verdict::Truncated)
    }
}

/// How loudly a verdict is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A figure that is wrong.
    Error,
    /// A figure that is right elsewhere, or in doubt.
    Warning,
    /// Everything else.
    Note,
}

impl Level {
    /// As compilers say it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }
}

impl From<Fit> for Verdict {
    fn from(fit: Fit) -> Verdict {
        match fit {
            Fit::Exact => Verdict::Exact,
            Fit::Rounded => Verdict::Rounded,
            Fit::Truncated => Verdict::Truncated,
            Fit::Off => Verdict::Wrong,
        }
    }
}

/// Whether figures say what is exact. `None` where nothing exact is known.
#[must_use]
pub fn fit(claim: &Claim, figures: &[Figure], exact: &Exact) -> Option<Fit> {
    let numbers = match exact {
        Exact::Numbers(numbers) => numbers,
        Exact::Trends(trends) => return Some(direction(claim, figures, trends)),
        Exact::Unavailable(_) | Exact::Stopped(_) | Exact::Limited(_) => return None,
    };
    let figure = figures.first()?;
    let yes = |holds: bool| if holds { Fit::Exact } else { Fit::Off };
    let fit = match &claim.question {
        Question::Undecided(_) => return None,
        Question::Further(..) => transformed(claim, figure, further(claim, numbers)?),
        Question::Certain(_) | Question::Never(_) => {
            let wanted =
                if matches!(claim.question, Question::Certain(_)) { Rational::ONE } else { Rational::ZERO };
            let same = says(figure) == claim.figures.first().and_then(says);
            yes(numbers.first() == Some(&wanted)).and(yes(same))
        }
        Question::Equal(_) => yes(numbers.windows(2).all(|pair| pair[0] == pair[1]))
            .and(yes(says(figure) == claim.figures.first().and_then(says))),
        Question::Interval(..) | Question::Range(_) => ends(figure, numbers),
        Question::Law(_) => {
            let total: Rational = numbers.iter().sum();
            let each = figures.iter().zip(numbers).map(|(figure, number)| transformed(claim, figure, number));
            each.fold(yes(total == Rational::ONE), Fit::and)
        }
        _ => transformed(claim, figure, numbers.first()?),
    };
    Some(if fit == Fit::Truncated && !figures.iter().all(|figure| may_be_cut(claim, figure)) {
        Fit::Off
    } else {
        fit
    })
}

/// Of a further chance and what it adds, the one that the page speaks of.
pub(super) fn further<'a>(claim: &Claim, numbers: &'a [Rational]) -> Option<&'a Rational> {
    if claim.transforms.contains(&Transform::Added) { numbers.last() } else { numbers.first() }
}

/// Whether a figure may have its further digits dropped: people cut percentages; a single digit is too little to
/// tell a cut from another number, and code computes with what stands there.
fn may_be_cut(claim: &Claim, figure: &Figure) -> bool {
    figure.shape.percent().is_some_and(|percent| !claim.in_code && significant(percent) >= 2)
}

/// How many digits a number has from the first that is not 0.
fn significant(written: &Written) -> usize {
    written.to_string().chars().filter(char::is_ascii_digit).skip_while(|digit| *digit == '0').count()
}

/// The exact numbers for which the figure of a claim is right, as [`Figure::accepted`].
pub(super) fn accepted(claim: &Claim, figure: &Figure) -> Option<(Rational, Rational)> {
    let (low, high) = figure.accepted()?;
    if low == high || may_be_cut(claim, figure) {
        return Some((low, high));
    }
    // Without a cut the end is as far above what is written as the beginning is below.
    let middle = figure.value()?;
    let high = &(&middle + &middle) - &low;
    Some((low, high))
}

/// What a figure says, however it is written.
fn says(figure: &Figure) -> Option<String> {
    match (&figure.shape, figure.value()) {
        (Shape::Interval(ends), _) => Some(format!("{} to {}", ends.low.value, ends.high.value)),
        (_, Some(value)) => Some(value.to_string()),
        (Shape::Word(word), None) => Some(format!("{word:?}")),
        _ => None,
    }
}

/// The exact number in the terms of the figure.
#[must_use]
pub fn in_terms_of(claim: &Claim, exact: &Rational) -> Option<Rational> {
    claim.transforms.iter().rev().try_fold(exact.clone(), |value, transform| match transform {
        Transform::OneIn => Rational::ONE.checked_div(&value),
        Transform::Hundredths => Some(&value * &Rational::from(100)),
        Transform::Complement => Some(&Rational::ONE - &value),
        Transform::Added | Transform::Not => Some(value),
    })
}

fn transformed(claim: &Claim, figure: &Figure, exact: &Rational) -> Fit {
    in_terms_of(claim, exact).map_or(Fit::Off, |exact| figure.fit(&exact))
}

fn ends(figure: &Figure, numbers: &[Rational]) -> Fit {
    let (Some(least), Some(most)) = (numbers.first(), numbers.last()) else { return Fit::Off };
    match &figure.shape {
        Shape::Interval(ends) => {
            let scale = if ends.percent { Rational::from(100) } else { Rational::ONE };
            ends.low.fit(&(least * &scale)).and(ends.high.fit(&(most * &scale)))
        }
        _ if least == most => figure.fit(least),
        _ => Fit::Off,
    }
}

fn direction(claim: &Claim, figures: &[Figure], trends: &[(Trend, Vec<Rational>)]) -> Fit {
    let wanted = match figures.first().map(|figure| &figure.shape) {
        Some(Shape::Word(Word::Increases)) => Trend::Rises,
        Some(Shape::Word(Word::Decreases)) => Trend::Falls,
        Some(Shape::Word(Word::Unchanged | Word::Never | Word::Equal)) => Trend::Stays,
        Some(Shape::Word(Word::Changes)) => {
            let moves = trends.iter().all(|(trend, _)| *trend != Trend::Stays);
            return if moves { Fit::Exact } else { Fit::Off };
        }
        _ => return Fit::Off,
    };
    let denied = claim.transforms.contains(&Transform::Not);
    let holds = trends.iter().all(|(trend, _)| (*trend == wanted) != denied);
    if holds { Fit::Exact } else { Fit::Off }
}
