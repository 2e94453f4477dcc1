//! Figures as digits and signs: percentages, fractions, decimals.

use super::markup::skip_tags;
use super::{Lexer, TokenKind};
use crate::exact::Rational;
use crate::page::figure::{Shape, Written};

impl Lexer<'_> {
    /// `~22%`: the sign belongs to the figure, where one follows at once.
    pub(super) fn approximate(&mut self, c: char) {
        let start = self.at;
        let after = self.text.get(start + c.len_utf8()..).unwrap_or_default();
        let gap = after.len() - after.trim_start_matches(' ').len();
        if after.trim_start_matches(' ').starts_with(|c: char| c.is_ascii_digit()) && gap <= 1 {
            self.at += c.len_utf8() + gap;
            self.number(start, false, true);
        } else {
            self.symbol('~', c.len_utf8());
        }
    }

    /// Whether a minus here is the sign of the number after it.
    pub(super) fn is_sign(&self, length: usize) -> bool {
        let after = self.rest().get(length..).unwrap_or_default();
        if !after.starts_with(|c: char| c.is_ascii_digit()) {
            return false;
        }
        match self.previous() {
            None => true,
            Some(c) if c == ' ' || c == '\t' => {
                // `0.22 -0.3` is a range.
                !matches!(self.out.list.last().map(|token| token.kind), Some(TokenKind::Figure(_)))
            }
            Some(c) => {
                matches!(c, '(' | '[' | '<' | '>' | '=' | ',' | '|' | '/' | '+' | '*' | '\n' | ':' | '\\')
            }
        }
    }

    /// Whether a point here begins a decimal: `.25`.
    pub(super) fn is_point(&self) -> bool {
        let begins =
            self.previous().is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '|' | '=' | ':' | '"'));
        let digits = self.rest().bytes().skip(1).take_while(u8::is_ascii_digit).count();
        // `.5.1` is a version.
        let after = self.rest().get(1 + digits..).unwrap_or_default().strip_prefix('.');
        let goes_on = after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
        begins && digits > 0 && !goes_on
    }

    /// A number and what it is part of: a percentage, a fraction, or a word that begins with digits.
    pub(super) fn number(&mut self, start: usize, negative: bool, approximate: bool) {
        if let Some(length) = date(self.rest()).or_else(|| time(self.rest())).filter(|_| self.is_free(start))
        {
            self.at += length;
            let number = self.out.words.number(self.text.get(start..self.at).unwrap_or_default());
            return self.push(start..self.at, TokenKind::Word(number));
        }
        let Some(mut written) = self.digits() else { return };
        if negative {
            written.value = -&written.value;
        }
        let next = self.rest();
        // `3x as likely` is three times as likely.
        if let Some(length) = times_sign(next) {
            self.figure(start..self.at, Shape::Number(written), approximate);
            let range = self.at..self.at + length;
            self.at = range.end;
            let times = self.out.words.number("times");
            return self.push(range, TokenKind::Word(times));
        }
        // `3rd`, `1x1`, `20px`, `1.7.9b`
        let version =
            next.strip_prefix('.').is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
        if version || next.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let length =
                next.find(|c: char| !(c.is_alphanumeric() || c == '.' && version)).unwrap_or(next.len());
            self.at += length;
            let word = self.text.get(start..self.at).unwrap_or_default().to_lowercase();
            let number = self.out.words.number(&word);
            return self.push(start..self.at, TokenKind::Word(number));
        }
        // `186‰`
        let gap = next.len() - next.strip_prefix(' ').unwrap_or(next).len();
        if next[gap..].starts_with('\u{2030}') {
            self.at += gap + '\u{2030}'.len_utf8();
            let value = &written.value * &Rational::new(1, 10);
            let of_hundred = Written { value, places: written.places + 1 };
            return self.figure(start..self.at, Shape::Percent(of_hundred), approximate);
        }
        if let Some(length) = percent_sign(next) {
            self.at += length;
            return self.figure(start..self.at, Shape::Percent(written), approximate);
        }
        if let Some((of, length)) = self.one_of_rounded(start, &written) {
            self.at += length;
            return self.figure(start..self.at, Shape::OneIn(of), approximate);
        }
        if let Some((value, length)) = self.fraction(start, &written) {
            self.at += length;
            return self.figure(start..self.at, Shape::Fraction(value), approximate);
        }
        self.figure(start..self.at, Shape::Number(written), approximate);
    }

    /// Whether what stands before a number is no part of it.
    fn is_free(&self, start: usize) -> bool {
        let before = self.text.get(..start).unwrap_or_default().chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '-' | '/' | '.'))
    }

    /// Digits, with commas between thousands and a decimal point.
    fn digits(&mut self) -> Option<Written> {
        /// More digits than this are no figure that anybody reads.
        const LONGEST: usize = 40;
        let rest = self.rest().as_bytes();
        let digit = |at: usize| rest.get(at).is_some_and(u8::is_ascii_digit);
        let run = |from: usize| (from..).take_while(|at| digit(*at)).count();
        if let Some(written) = self.decimal_comma() {
            return Some(written);
        }
        let mut end = run(0);
        if (1..=3).contains(&end) && !self.out.has_comma_values {
            while rest.get(end) == Some(&b',') && run(end + 1) == 3 {
                end += 4;
            }
        }
        let mut places = 0;
        if rest.get(end) == Some(&b'.') && digit(end + 1) {
            places = run(end + 1);
            end += 1 + places;
        }
        let text: String = self.rest().get(..end)?.chars().filter(|c| *c != ',').collect();
        self.at += end;
        if text.len() > LONGEST {
            return None;
        }
        Some(Written { value: text.parse().ok()?, places })
    }

    /// `1,5%`, `12,5 %`: a comma before one or two digits of a percentage is a decimal one, and on a page that
    /// writes decimals so any other.
    fn decimal_comma(&mut self) -> Option<Written> {
        const PLACES: usize = 12;
        let rest = self.rest();
        let whole = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = rest.get(whole..)?.strip_prefix(',')?;
        let places = after.bytes().take_while(u8::is_ascii_digit).count();
        let sign = after.get(places..)?;
        let listed = self.previous() == Some(',') || self.out.has_comma_values;
        let is_percent = (1..=2).contains(&places) && percent_sign(sign).is_some();
        let is_decimal = self.out.has_decimal_commas && (1..=PLACES).contains(&places);
        if listed || whole > 3 || !(is_percent || is_decimal) {
            return None;
        }
        let value = format!("{}.{}", &rest[..whole], &after[..places]).parse().ok()?;
        self.at += whole + 1 + places;
        Some(Written { value, places })
    }

    /// Whether a number is the first of a fraction written with spaces, that stands alone in its cell or behind a colon:
    /// `Rate: 3 / 4096 (0.07%)`. In `luck 0 / 5 / 10` three numbers are meant, and in `acts 1 / 2` two.
    fn is_spaced_fraction(&self, start: usize, numerator: &Written) -> bool {
        const LEAST: i64 = 6;
        let Some(rest) = self.rest().strip_prefix(" / ") else { return false };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ',').len();
        let before = self.text.get(..start).unwrap_or_default().trim_end_matches(' ').chars().next_back();
        let behind = rest[digits..].trim_start_matches(' ').chars().next();
        let denominator = rest[..digits].replace(',', "").parse::<i64>().unwrap_or_default();
        denominator >= LEAST
            && numerator.value > Rational::ZERO
            && numerator.value <= Rational::from(denominator)
            && is_apart(before, &['|', ':', '(', '=', '~', '\u{2248}', '\u{2192}', '>'])
            && is_apart(behind, &['|', ')', '(', '=', '<', ','])
    }

    /// What follows a 1 makes it one in so many, which has digits after its point: `1/42.67`.
    fn one_of_rounded(&self, start: usize, one: &Written) -> Option<(Written, usize)> {
        let is_date = self.text.get(..start).is_some_and(|before| before.ends_with('/'));
        let rest = self.rest().strip_prefix('/').filter(|_| !is_date && one.value == Rational::ONE)?;
        let run = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let whole = run(rest);
        let places = run(rest.get(whole..)?.strip_prefix('.')?);
        let length = whole + 1 + places;
        let next = rest.get(length..)?.chars().next();
        let is_more = next.is_some_and(|c| matches!(c, '/' | '%' | '_') || c.is_alphanumeric());
        let goes_on = rest[length..].strip_prefix('.').is_some_and(|next| run(next) > 0);
        if !(1..=9).contains(&whole) || !(1..=9).contains(&places) || is_more || goes_on || one.places > 0 {
            return None;
        }
        Some((Written { value: rest[..length].parse().ok()?, places }, 1 + length))
    }

    /// What follows a whole number makes it a fraction: the denominator, with tags between.
    fn fraction(&self, start: usize, numerator: &Written) -> Option<(Rational, usize)> {
        // The second number of a date such as 11/01/2022 begins no fraction.
        if numerator.places > 0 || self.text.get(..start).is_some_and(|before| before.ends_with('/')) {
            return None;
        }
        let rest = if self.is_spaced_fraction(start, numerator) {
            self.rest().strip_prefix(" / ")?
        } else {
            let rest = skip_tags(self.rest());
            skip_tags(rest.strip_prefix(['/', '\u{2044}'])?)
        };
        let run = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let first = run(rest);
        let mut length = first;
        // `1/16,384`
        while !self.out.has_comma_values
            && (1..=3).contains(&first)
            && length <= 15
            && rest[length..].strip_prefix(',').is_some_and(|next| run(next) == 3)
        {
            length += 4;
        }
        let (digits, after) =
            rest.split_at_checked(length).filter(|(digits, _)| (1..=20).contains(&digits.len()))?;
        let digits = digits.replace(',', "");
        // A date, a version, a word, a second slash.
        let next = after.chars().next();
        let point = after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit());
        if point || next.is_some_and(|c| c == '/' || c == '%' || c == '_' || c.is_alphanumeric()) {
            return None;
        }
        let value = numerator.value.checked_div(&digits.parse::<Rational>().ok()?)?;
        // `<sup>1</sup>/<sub>2</sub>` ends with its tag, and that of a cell is no part of it.
        let own = ["</sub>", "</sup>", "</small>", "</span>"].iter().any(|tag| after.starts_with(tag));
        let tags = if own { after.len() - skip_tags(after).len() } else { 0 };
        Some((value, self.rest().len() - after.len() + tags))
    }
}

/// Whether a sign stands before or behind a number, or nothing on its line, so that no word is told with it.
fn is_apart(next: Option<char>, signs: &[char]) -> bool {
    next.is_none_or(|c| c == '\n' || signs.contains(&c))
}

/// How long the date is that a text begins with: `2025-02-08`, `14-06-2022`, `3/11/2021`.
fn date(text: &str) -> Option<usize> {
    const YEAR: usize = 4;
    let run = |from: usize| {
        let digits = text.get(from..)?.bytes().take_while(u8::is_ascii_digit).count();
        text.get(from..from + digits).filter(|digits| !digits.is_empty())
    };
    let first = run(0)?;
    let sign = text.get(first.len()..)?.chars().next().filter(|sign| matches!(sign, '-' | '/'))?;
    let second = run(first.len() + 1)?;
    let between = first.len() + 1 + second.len();
    let third = text.get(between..)?.strip_prefix(sign).and_then(|_| run(between + 1))?;
    let length = between + 1 + third.len();
    let ends =
        text.get(length..)?.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != sign && c != '%');
    let is_of_month =
        |number: &str| number.len() <= 2 && number.parse().is_ok_and(|day: u8| (1..=31).contains(&day));
    let is_dated = match (first.len(), third.len()) {
        (YEAR, _) => is_of_month(second) && is_of_month(third),
        (_, YEAR) => is_of_month(first) && is_of_month(second),
        _ => false,
    };
    (is_dated && ends).then_some(length)
}

/// How long the time of day is that a text begins with: `21:17`.
fn time(text: &str) -> Option<usize> {
    const LENGTH: usize = 5;
    let (hours, minutes) = text.get(..LENGTH)?.split_once(':')?;
    let is_below = |part: &str, most: u8| {
        part.len() == 2
            && part.bytes().all(|byte| byte.is_ascii_digit())
            && part.parse().is_ok_and(|own: u8| own < most)
    };
    let ends = text.get(LENGTH..)?.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '%');
    (is_below(hours, 24) && is_below(minutes, 60) && ends).then_some(LENGTH)
}

/// `%` with at most one space or a backslash before it, or the word.
pub(super) fn percent_sign(rest: &str) -> Option<usize> {
    const SPACES: [char; 4] = [' ', '\u{a0}', '\u{202f}', '\u{2009}'];
    let after = rest.strip_prefix("&nbsp;").or_else(|| rest.strip_prefix(SPACES)).unwrap_or(rest);
    let gap = rest.len() - after.len();
    if let Some(behind) = after.strip_prefix('%') {
        // `Rng() % 50`: a remainder has a number on its other side, and no gap of a table.
        let operand = behind.strip_prefix(' ').unwrap_or(behind).starts_with(|c: char| c.is_ascii_digit());
        return (gap == 0 || !operand).then_some(gap + 1);
    }
    // `3 percentage points` are no percentage.
    let ends = |sign: &str| !after[sign.len()..].starts_with(char::is_alphabetic);
    let words =
        ["percent", "per cent", "pct"].into_iter().filter(|sign| after.starts_with(sign) && ends(sign));
    let signs = ["\\%", "\u{ff05}"].into_iter().filter(|sign| after.starts_with(sign));
    { signs.chain(words) }.next().map(|sign| gap + sign.len())
}

/// Whether a page writes its percentages with a decimal comma, and none with a point.
pub(super) fn decimal_commas(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits_before =
        |end: usize| bytes[..end].iter().rev().take(12).take_while(|byte| byte.is_ascii_digit()).count();
    let mut found = false;
    for (at, _) in text.match_indices('%') {
        let mut end = at;
        // A space of several bytes and a backslash.
        for sign in ["\\", " ", "\u{a0}", "\u{202f}"] {
            end -= usize::from(text[..end].ends_with(sign)) * sign.len();
        }
        let places = digits_before(end);
        let Some(comma) = end.checked_sub(places + 1).filter(|comma| places > 0 && digits_before(*comma) > 0)
        else {
            continue;
        };
        match bytes[comma] {
            b'.' => return false,
            b',' => found |= places != 3,
            _ => {}
        }
    }
    found || has_comma_decimals(text)
}

/// Whether commas part the values of a text whose first line names them: all of its first lines have as many, and no space
/// behind them.
pub(super) fn comma_values(text: &str) -> bool {
    const FEWEST: usize = 3;
    const LINES: usize = 20;
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).take(LINES);
    let counts: Vec<usize> = lines.clone().map(|line| line.matches(',').count()).collect();
    let names = text.lines().next().unwrap_or_default();
    counts.len() >= FEWEST
        && counts[0] > 0
        && counts.iter().all(|count| *count == counts[0])
        && !names.contains(|sign: char| sign.is_ascii_digit())
        && !lines.any(|line| line.contains(", "))
}

/// Whether several numbers begin with `0,` and two digits or more, and none with `0.`: a table of decimals without a
/// sign.
fn has_comma_decimals(text: &str) -> bool {
    const FEWEST: usize = 4;
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_own = |at: usize| at == 0 || !is_digit(at - 1) && !matches!(bytes[at - 1], b',' | b'.');
    let is_decimal = |at: usize| {
        let places = (at + 2..at + 12).take_while(|place| is_digit(*place)).count();
        let end = at + 2 + places;
        is_own(at) && places > 1 && !(bytes.get(end) == Some(&b',') && is_digit(end + 1))
    };
    let is_pointed = |at: usize| is_own(at) && is_digit(at + 2);
    text.match_indices("0,").filter(|(at, _)| is_decimal(*at)).count() >= FEWEST
        && !text.match_indices("0.").any(|(at, _)| is_pointed(at))
}

/// How long a sign is that says that so many times as much is meant.
fn times_sign(next: &str) -> Option<usize> {
    const MORE: [&str; 6] = ["as ", "more ", "the ", "likelier", "higher", "better"];
    let rest = next.strip_prefix(['x', '\u{d7}'])?;
    let is_told = MORE.iter().any(|word| rest.trim_start_matches(' ').starts_with(word));
    (is_told && rest.starts_with(' ')).then_some(next.len() - rest.len())
}
