//! Figures that are written in several pieces: ranges, `1 in 5`, a fraction with its percentage.

mod said;

use super::figure::{Both, Ends, Figure, Hedge, Shape, Written};
use super::hedge;
use super::lexer::{Token, TokenKind, Tokens, word_figure};
use super::word::Word;
use crate::exact::Rational;

/// Joins the pieces; figures that became part of another are no longer in the list.
pub(super) fn join(mut tokens: Tokens) -> Tokens {
    undash(&mut tokens);
    let length = tokens.list.len();
    let figures = Vec::with_capacity(tokens.figures.len());
    let mut joiner = Joiner { old: tokens, figures, out: Vec::with_capacity(length) };
    let mut at = 0;
    while at < length {
        at += joiner.step(at);
    }
    let mut tokens = Tokens { list: joiner.out, figures: joiner.figures, ..joiner.old };
    hedge::mark(&mut tokens);
    tokens
}

/// Takes away the dashes of `1-in-36`, which say nothing.
fn undash(tokens: &mut Tokens) {
    let list = &tokens.list;
    let kind = |at: usize| list.get(at).map(|token| token.kind);
    let is_in = |at: usize| match kind(at) {
        Some(TokenKind::Word(number)) => tokens.words.text(number) == "in",
        _ => false,
    };
    let is_dash = |at: usize| kind(at) == Some(TokenKind::Symbol('-'));
    let is_dashed = |at: usize| is_in(at) && at > 0 && is_dash(at - 1) && is_dash(at + 1);
    let is_idle = |at: usize| is_dash(at) && (is_dashed(at + 1) || at > 0 && is_dashed(at - 1));
    let idle: Vec<bool> = (0..list.len()).map(is_idle).collect();
    let mut idle = idle.into_iter();
    tokens.list.retain(|_| !idle.next().unwrap_or_default());
}

struct Joiner {
    old: Tokens,
    figures: Vec<Figure>,
    out: Vec<Token>,
}

impl Joiner {
    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.old.list.get(at).map(|token| token.kind)
    }

    fn figure(&self, at: usize) -> Option<&Figure> {
        match self.kind(at) {
            Some(TokenKind::Figure(index)) => self.old.figures.get(index as usize),
            _ => None,
        }
    }

    fn is_symbol(&self, at: usize, signs: &[char]) -> bool {
        matches!(self.kind(at), Some(TokenKind::Symbol(sign)) if signs.contains(&sign))
    }

    fn is_word(&self, at: usize, words: &[&str]) -> bool {
        match self.kind(at) {
            Some(TokenKind::Word(number)) => words.contains(&self.old.words.text(number)),
            _ => false,
        }
    }

    /// Takes what stands at a token, and says how many tokens that were.
    fn step(&mut self, at: usize) -> usize {
        if let Some((figure, taken)) = self.several_in(at) {
            return self.with_percent(figure, at, taken);
        }
        let joined = self
            .odds(at)
            .or_else(|| self.interval(at))
            .or_else(|| self.of_a_power(at))
            .or_else(|| self.one_in(at))
            .or_else(|| self.some_of(at))
            .or_else(|| self.spelled(at))
            .or_else(|| self.spelled_percent(at))
            .or_else(|| self.of_a_hundred(at))
            .or_else(|| self.spelled_number(at));
        if let Some((figure, taken)) = joined {
            // `1 in 5 (20%)` keeps the percentage beside it as a figure of its own with a check.
            return self.with_percent(figure, at, taken);
        }
        match self.figure(at) {
            Some(figure) => {
                let mut figure = figure.clone();
                figure.approximate |= at > 0 && self.is_symbol(at - 1, &['\u{2248}']);
                self.with_percent(figure, at, 1)
            }
            None => {
                self.out.push(self.old.list[at].clone());
                1
            }
        }
    }

    fn push(&mut self, figure: Figure) {
        let index = u32::try_from(self.figures.len()).unwrap_or(u32::MAX);
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let (start, end) = (clip(figure.range.start), clip(figure.range.end));
        self.out.push(Token { start, end, kind: TokenKind::Figure(index) });
        self.figures.push(figure);
    }

    /// `27/125 (~22%)`, `27/125, or 21.6%`, `21.6% (27/125)`, `1/5 chance (20%)`: one figure in two forms.
    fn with_percent(&mut self, figure: Figure, at: usize, taken: usize) -> usize {
        let joined = self.second(&figure, at + taken);
        match joined {
            Some((second, length, end)) => {
                self.push(Figure { range: figure.range.start..end, ..second });
                taken + length
            }
            None => {
                self.push(figure);
                taken
            }
        }
    }

    /// The other form of a figure that begins at a token: both as one, how many tokens it takes, its end.
    fn second(&self, figure: &Figure, at: usize) -> Option<(Figure, usize, usize)> {
        let symbol = |at: usize, signs: &[char]| usize::from(self.is_symbol(at, signs));
        // `$3/16$ (18.75%)`
        let mut next = at + symbol(at, &['$']);
        // A few words may stand before the bracket.
        // `one in 20 casts (5%)`: the fraction of `2 in 20 casts` takes three tokens too.
        let counted =
            matches!(figure.shape, Shape::OneIn(_)) || self.several_in(at.saturating_sub(3)).is_some();
        let named = self.is_word(next, &["chance", "chances", "odds", "probability"])
            || counted && matches!(self.kind(next), Some(TokenKind::Word(_)));
        if named && self.is_symbol(next + 1, &['(', '[']) {
            next += 1;
        }
        if self.is_symbol(next, &['(', '[']) {
            next += 1;
            let says_so = self.is_word(next, &["or", "about", "around", "approximately", "roughly", "i"])
                || self.is_symbol(next, &['=', '\u{2248}', '~']);
            next += usize::from(says_so);
            let second = self.figure(next)?;
            // The closing bracket is what ends the figure, so that nothing else does.
            let end = self.old.list.get(next + 1)?;
            if !self.is_symbol(next + 1, &[')', ']']) {
                return None;
            }
            let joined = both(figure, second)?;
            return self.is_near(figure, second).then_some((joined, next + 2 - at, end.end as usize));
        }
        if named {
            return None;
        }
        let again = self.says_again(next + symbol(next, &[',', ';', '-']));
        let equals = self.is_symbol(next, &['=', '\u{2248}', '~']) || again.is_some();
        if let Some(end) = again {
            next = end;
        } else if equals {
            next += 1;
        } else if self.is_word(next, &["or"])
            || self.is_symbol(next, &[',']) && self.is_word(next + 1, &["or"])
        {
            next += 1 + symbol(next, &[',']);
        } else if !self.figure(next).is_some_and(|second| {
            // Further away it stands in the next column of a table.
            second.approximate && second.range.start <= figure.range.end + 1
        }) {
            return None;
        }
        let second = self.figure(next)?;
        // `1/4, which is 10% more than a coin`
        const OPERATORS: [char; 6] = ['*', '\u{d7}', '\u{b7}', '+', '-', '/'];
        const COMPARED: [&str; 10] =
            ["more", "less", "higher", "lower", "better", "worse", "above", "below", "faster", "points"];
        // `2% of the 5/14, i.e. 0.71%`: that is what the two make.
        let is_multiplied = || {
            let first = self.old.list.partition_point(|token| (token.start as usize) < figure.range.start);
            let mut before = (0..first).rev().filter(|at| !self.is_word(*at, &["the", "those", "these"]));
            let is_of = before.next().is_some_and(|of| self.is_word(of, &["of"]));
            is_of && before.next().is_some_and(|at| self.figure(at).is_some())
        };
        if again.is_some() && (self.is_word(next + 1, &COMPARED) || is_multiplied()) {
            return None;
        }
        // `1 - 6/7 * 3/4 = 35.71%`: that is what all of it makes.
        let is_operand = || {
            let first = self.old.list.partition_point(|token| (token.start as usize) < figure.range.start);
            let before = first.checked_sub(2).filter(|_| self.is_symbol(first - 1, &OPERATORS));
            before.is_some_and(|before| self.figure(before).is_some() || self.is_symbol(before, &[')']))
        };
        if equals && is_operand() {
            return None;
        }
        let joined = both(figure, second)?;
        // `1/3 or 25%` are two chances; nearly the same number is one.
        let near = (&figure.value()? - &second.value()?).abs() <= Rational::new(1, 50);
        (near || equals && self.is_near(figure, second)).then(|| (joined, next + 1 - at, second.range.end))
    }

    /// Where words end that say that a figure comes again: `1/36, i.e. 2.78%`, `1 in 128, which is 0.78%`.
    fn says_again(&self, at: usize) -> Option<usize> {
        let dot = |at: usize| at + usize::from(self.is_symbol(at, &['.']));
        let end = if self.is_word(at, &["i"]) && self.is_word(dot(at + 1), &["e"]) {
            dot(dot(at + 1) + 1)
        } else if self.is_word(at, &["that", "which"]) && self.is_word(at + 1, &["is"]) {
            at + 2
        } else if self.is_word(at, &["ie", "namely"]) {
            at + 1
        } else {
            return None;
        };
        Some(end + usize::from(self.is_symbol(end, &[','])))
    }

    /// Whether a decimal is about what stands beside it; a percentage that is far off is wrong.
    fn is_near(&self, figure: &Figure, second: &Figure) -> bool {
        let decimal = [figure, second].iter().any(|figure| matches!(figure.shape, Shape::Number(_)));
        let off = figure.value().zip(second.value()).map(|(a, b)| (&a - &b).abs());
        !decimal || off.is_some_and(|off| off <= Rational::new(1, 50))
    }

    /// A count in digits or as a word.
    fn count(&self, at: usize) -> Option<Rational> {
        match (self.figure(at), self.old.list.get(at)) {
            (Some(Figure { shape: Shape::Number(number), approximate: false, .. }), _)
                if number.places == 0 =>
            {
                Some(number.value.clone())
            }
            (None, Some(token)) => match word_figure(&self.old, token)? {
                Word::Count(count) if !self.is_word(at, &["an", "another", "both"]) => {
                    Some(Rational::from(count))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn chance(&self, value: Rational, tokens: std::ops::RangeInclusive<usize>) -> Option<(Figure, usize)> {
        let (first, last) = (self.old.list.get(*tokens.start())?, self.old.list.get(*tokens.end())?);
        let approximate = self.figure(*tokens.start()).is_some_and(|figure| figure.approximate);
        let range = first.start as usize..last.end as usize;
        let has_digits = tokens.clone().any(|token| self.figure(token).is_some());
        let hedge = if has_digits { Hedge::None } else { Hedge::Spoken };
        let figure = Figure { shape: Shape::Fraction(value), approximate, hedge, range };
        Some((figure, tokens.end() - tokens.start() + 1))
    }

    /// `odds of 3:1`, `3 to 1 odds`: the smaller number is that of what happens.
    fn odds(&self, at: usize) -> Option<(Figure, usize)> {
        const NEAR: usize = 3;
        const BETWEEN: [&str; 6] = ["of", "are", "is", "at", "about", "roughly"];
        let joined = self.is_symbol(at + 1, &[':']) || self.is_word(at + 1, &["to"]);
        let (a, b) = joined.then(|| self.count(at).zip(self.count(at + 2)))??;
        let said = |at: usize| self.is_word(at, &["odds"]);
        let mut words = (at.saturating_sub(NEAR)..at).rev().skip_while(|at| self.is_word(*at, &BETWEEN));
        let before = words.next().is_some_and(said);
        if !(before || said(at + 3)) || !a.is_integer() || a.is_zero() || b.is_zero() {
            return None;
        }
        self.chance(a.clone().min(b.clone()).checked_div(&(&a + &b))?, at..=at + 2)
    }

    /// `5-6`, `0.22 - 0.3`, `5%-10%`
    fn interval(&self, at: usize) -> Option<(Figure, usize)> {
        let (low, high) = (self.figure(at)?, self.figure(at + 2)?);
        if !self.is_symbol(at + 1, &['-']) && !self.is_word(at + 1, &["to"]) {
            return None;
        }
        let written = |figure: &Figure| match &figure.shape {
            Shape::Number(number) => Some((number.clone(), false)),
            Shape::Percent(percent) => Some((percent.clone(), true)),
            _ => None,
        };
        let ((first, first_percent), (second, percent)) = (written(low)?, written(high)?);
        // `7-5` is a difference or a date; `from 3 to 5%` is one range, `3% to 5` none.
        if first_percent && !percent || self.is_word(at + 1, &["to"]) && first.value >= second.value {
            return None;
        }
        // `from 3% to 7%` may be a change whatever verb tells it; a range has two ends as well.
        let is_from = at.checked_sub(1).is_some_and(|before| self.is_word(before, &["from"]));
        if self.is_change(at) || first_percent && is_from || !first_percent && self.is_told_under(at) {
            return None;
        }
        let spaced = |a: usize, b: usize| b > a;
        let dash = &self.old.list[at + 1];
        let (before, after) =
            (spaced(low.range.end, dash.start as usize), spaced(dash.end as usize, high.range.start));
        let is_labelled = before && !first_percent && percent && self.is_after_a_label(at);
        if before != after || is_labelled {
            return None;
        }
        let shape = Shape::Interval(Box::new(Ends { low: first, high: second, percent }));
        let range = low.range.start..high.range.end;
        Some((Figure { shape, approximate: low.approximate, hedge: Hedge::None, range }, 3))
    }

    /// Whether a number belongs to the word that a line begins with: `Level 0 - 95%`.
    fn is_after_a_label(&self, at: usize) -> bool {
        const HEDGES: [&str; 12] = [
            "from", "about", "roughly", "around", "between", "approximately", "only", "just", "some",
            "maybe", "approx", "ca",
        ];
        let Some(word) = at.checked_sub(1) else { return false };
        let begins = match word.checked_sub(1).and_then(|before| self.kind(before)) {
            None | Some(TokenKind::LineEnd) => true,
            Some(TokenKind::Symbol(sign)) => matches!(sign, '*' | '-' | '#' | '+'),
            Some(_) => false,
        };
        begins && matches!(self.kind(word), Some(TokenKind::Word(_))) && !self.is_word(word, &HEDGES)
    }

    /// Whether a number is what the figure before it is told under: `from 22% at luck 0 to 5% at luck 5`.
    fn is_told_under(&self, at: usize) -> bool {
        const NEAR: usize = 8;
        let states = |at: usize| {
            self.figure(at)
                .is_some_and(|figure| matches!(figure.shape, Shape::Percent(_) | Shape::Fraction(_)))
        };
        let is_start = |before: &usize| self.is_word(*before, &["from"]) && states(*before + 1);
        matches!(at.checked_sub(1).and_then(|before| self.kind(before)), Some(TokenKind::Word(_)))
            && (at.saturating_sub(NEAR)..at.saturating_sub(2)).any(|before| is_start(&before))
    }

    /// Whether two figures are what something was and what it becomes: `rises from 3% to 7%`.
    fn is_change(&self, at: usize) -> bool {
        const NEAR: usize = 8;
        const CHANGES: [&str; 41] = [
            "go", "goes", "went", "going", "rise", "rises", "rose", "raise", "raises", "raised", "fall",
            "falls", "fell", "drop", "drops", "dropped", "grow", "grows", "grew", "shrink", "shrinks",
            "climb", "climbs", "jump", "jumps", "sink", "sinks", "increase", "increases", "increased",
            "decrease", "decreases", "decreased", "lower", "lowers", "lowered", "boost", "boosts", "change",
            "changes", "changed",
        ];
        let from = at.checked_sub(1).is_some_and(|before| self.is_word(before, &["from"]));
        from && self.is_word(at + 1, &["to"])
            && (at.saturating_sub(NEAR)..at).any(|token| self.is_word(token, &CHANGES))
    }
}

/// A fraction and a percentage or a decimal, in either order.
fn both(first: &Figure, second: &Figure) -> Option<Figure> {
    let exact = |figure: &Figure| match &figure.shape {
        Shape::Fraction(value) => Some((value.clone(), None)),
        Shape::OneIn(of) => Some((Rational::ONE.checked_div(&of.value)?, Some(of.clone()))),
        _ => None,
    };
    let digits = |figure: &Figure| match &figure.shape {
        Shape::Percent(percent) => Some(percent.clone()),
        Shape::Number(number) if number.places >= 2 && number.value < Rational::ONE => {
            Some(Written { value: &number.value * &Rational::from(100), places: number.places - 2 })
        }
        _ => None,
    };
    let ((fraction, one_in), own, percent, beside) = match (exact(first), digits(second)) {
        (Some(fraction), Some(percent)) => (fraction, first, percent, second),
        _ => (exact(second)?, second, digits(first)?, first),
    };
    let both = Both { fraction, one_in, percent, percent_range: beside.range.clone() };
    let shape = Shape::Both(Box::new(both));
    let hedge = if own.approximate { Hedge::About } else { Hedge::None };
    Some(Figure { shape, approximate: beside.approximate, hedge, range: first.range.clone() })
}
