//! A page as words, figures and symbols, whatever markup it comes in.
//!
//! Raw wikitext, scraped text, Markdown and code all become the same tokens: links keep their label,
//! templates their arguments, tags and references are skipped, words come apart where their case changes
//! (icon names are often glued to the words after them) and at underscores.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::figure::{Figure, Shape, Word, Written};
use crate::exact::Rational;

/// A piece of the page.
#[derive(Debug, Clone)]
pub struct Token {
    /// Its first byte.
    pub start: u32,
    /// The byte after its last.
    pub end: u32,
    /// What it is.
    pub kind: TokenKind,
}

/// What a piece of the page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A word, by its number in [`Words`].
    Word(u32),
    /// A figure, by its place in the list of figures.
    Figure(u32),
    /// A sign; `==` is `≡`, `!=` and `~=` are `≠`, `<=` and `>=` are `≤` and `≥`, `+=` is `⊕`.
    Symbol(char),
    /// The end of a line.
    LineEnd,
}

/// The words of a page, each once, in lower case.
#[derive(Debug, Clone, Default)]
pub struct Words {
    numbers: FxHashMap<String, u32>,
    texts: Vec<String>,
    /// What each word says, where it says as much as a figure.
    figures: Vec<Option<Word>>,
}

impl Words {
    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.numbers.insert(word.to_owned(), number);
        self.texts.push(word.to_owned());
        self.figures.push(Word::read(word));
        number
    }

    /// The number of a word, if the page has it.
    #[must_use]
    pub fn find(&self, word: &str) -> Option<u32> {
        self.numbers.get(word).copied()
    }

    /// The word of a number.
    #[must_use]
    pub fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", String::as_str)
    }
}

/// The tokens of a text, with its words and figures.
#[derive(Debug, Clone, Default)]
pub struct Tokens {
    /// In the order of the text.
    pub list: Vec<Token>,
    /// The words.
    pub words: Words,
    /// The figures.
    pub figures: Vec<Figure>,
}

/// A tag or a link longer than this is no markup but a stray sign.
const LONGEST_MARKUP: usize = 1000;

/// Cuts a text into tokens; figures are not joined yet.
pub(super) fn lex(text: &str) -> Tokens {
    let mut lexer = Lexer { text, at: 0, out: Tokens::default(), buffer: String::new() };
    while lexer.at < text.len() {
        lexer.next();
    }
    lexer.out
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    out: Tokens,
    buffer: String,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn previous(&self) -> Option<char> {
        self.text.get(..self.at).and_then(|before| before.chars().next_back())
    }

    fn push(&mut self, range: Range<usize>, kind: TokenKind) {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        self.out.list.push(Token { start: clip(range.start), end: clip(range.end), kind });
    }

    fn symbol(&mut self, sign: char, length: usize) {
        let range = self.at..self.at + length;
        self.at = range.end;
        self.push(range, TokenKind::Symbol(sign));
    }

    fn next(&mut self) {
        let Some(c) = self.peek() else { return };
        match c {
            '\n' => {
                self.push(self.at..self.at + 1, TokenKind::LineEnd);
                self.at += 1;
            }
            '0'..='9' => self.number(self.at, false, false),
            '~' | '\u{2248}' if !self.rest().starts_with("~=") => self.approximate(c),
            '<' => self.less(),
            '[' if self.rest().starts_with("[[") => self.link(),
            ']' if self.rest().starts_with("]]") => self.link_end(),
            '{' if self.rest().starts_with("{{") => self.template(),
            '&' => self.entity(),
            '\\' if self.rest().starts_with("\\frac{") => self.latex_fraction(),
            '-' | '\u{2212}' if self.is_sign() => {
                let start = self.at;
                self.at += c.len_utf8();
                self.number(start, true, false);
            }
            '-' | '\u{2012}'..='\u{2015}' | '\u{2212}' if !self.rest().starts_with("-=") => {
                self.symbol('-', c.len_utf8());
            }
            _ if c.is_alphabetic() => self.word(),
            _ if c.is_whitespace() || c == '_' => self.at += c.len_utf8(),
            _ if vulgar(c).is_some() => {
                let range = self.at..self.at + c.len_utf8();
                self.at = range.end;
                if let Some(value) = vulgar(c) {
                    self.figure(range, Shape::Fraction(value), false);
                }
            }
            _ => self.operator(c),
        }
    }

    fn operator(&mut self, c: char) {
        let rest = self.rest();
        let double = [
            ("==", '\u{2261}'),
            ("!=", '\u{2260}'),
            ("~=", '\u{2260}'),
            (">=", '\u{2265}'),
            ("+=", '\u{2295}'),
            ("-=", '\u{2296}'),
        ];
        // A heading of a wiki is no comparison.
        if rest.starts_with("===") {
            return self.symbol('=', rest.len() - rest.trim_start_matches('=').len());
        }
        match double.iter().find(|(text, _)| rest.starts_with(text)) {
            Some((text, sign)) => self.symbol(*sign, text.len()),
            None => self.symbol(c, c.len_utf8()),
        }
    }

    /// `~22%`: the sign belongs to the figure, where one follows at once.
    fn approximate(&mut self, c: char) {
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
    fn is_sign(&self) -> bool {
        let mut after = self.rest().chars();
        after.next();
        if !after.next().is_some_and(|c| c.is_ascii_digit()) {
            return false;
        }
        match self.previous() {
            None => true,
            Some(c) if c == ' ' || c == '\t' => {
                // `0.22 -0.3` is a range.
                !matches!(self.out.list.last().map(|token| token.kind), Some(TokenKind::Figure(_)))
            }
            Some(c) => matches!(c, '(' | '[' | '<' | '>' | '=' | ',' | '|' | '/' | '+' | '*' | '\n' | ':'),
        }
    }

    /// A number and what it is part of: a percentage, a fraction, or a word that begins with digits.
    fn number(&mut self, start: usize, negative: bool, approximate: bool) {
        let Some(mut written) = self.digits() else { return };
        if negative {
            written.value = -&written.value;
        }
        let next = self.rest();
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
        if let Some(length) = percent_sign(next) {
            self.at += length;
            return self.figure(start..self.at, Shape::Percent(written), approximate);
        }
        if let Some((value, length)) = self.fraction(start, &written) {
            self.at += length;
            return self.figure(start..self.at, Shape::Fraction(value), approximate);
        }
        self.figure(start..self.at, Shape::Number(written), approximate);
    }

    fn figure(&mut self, range: Range<usize>, shape: Shape, approximate: bool) {
        let index = u32::try_from(self.out.figures.len()).unwrap_or(u32::MAX);
        self.out.figures.push(Figure { shape, approximate, range: range.clone() });
        self.push(range, TokenKind::Figure(index));
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
        if end <= 3 {
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

    /// `1,5%`, `12,5 %`: a comma before one or two digits of a percentage is a decimal one.
    fn decimal_comma(&mut self) -> Option<Written> {
        let rest = self.rest();
        let whole = rest.bytes().take_while(u8::is_ascii_digit).count();
        let after = rest.get(whole..)?.strip_prefix(',')?;
        let places = after.bytes().take_while(u8::is_ascii_digit).count();
        let sign = after.get(places..)?;
        let listed = self.previous() == Some(',');
        if listed || !(1..=2).contains(&places) || whole > 3 || percent_sign(sign).is_none() {
            return None;
        }
        let value = format!("{}.{}", &rest[..whole], &after[..places]).parse().ok()?;
        self.at += whole + 1 + places;
        Some(Written { value, places })
    }

    /// What follows a whole number makes it a fraction: the denominator, with tags between.
    fn fraction(&self, start: usize, numerator: &Written) -> Option<(Rational, usize)> {
        // The second number of a date such as 11/01/2022 begins no fraction.
        if numerator.places > 0 || self.text.get(..start).is_some_and(|before| before.ends_with('/')) {
            return None;
        }
        let rest = skip_tags(self.rest());
        let rest = rest.strip_prefix(['/', '\u{2044}'])?;
        let rest = skip_tags(rest);
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, after) =
            rest.split_at_checked(length).filter(|(digits, _)| (1..=18).contains(&digits.len()))?;
        // A date, a version, a word, a second slash.
        let next = after.chars().next();
        let point = after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit());
        if point || next.is_some_and(|c| c == '/' || c == '%' || c == '_' || c.is_alphanumeric()) {
            return None;
        }
        let value = numerator.value.checked_div(&digits.parse::<Rational>().ok()?)?;
        let tags = if after.starts_with("</") { after.len() - skip_tags(after).len() } else { 0 };
        Some((value, self.rest().len() - after.len() + tags))
    }

    /// A word: letters and the digits after them. It ends where a capital follows a small letter.
    fn word(&mut self) {
        let start = self.at;
        self.buffer.clear();
        let mut before: Option<char> = None;
        let mut chars = self.rest().char_indices().peekable();
        let mut length = 0;
        while let Some((at, c)) = chars.next() {
            let apostrophe = matches!(c, '\'' | '\u{2019}');
            let letter_next = chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
            let glued = before.is_some_and(char::is_lowercase) && c.is_uppercase();
            if glued || !(c.is_alphanumeric() || apostrophe && letter_next) {
                break;
            }
            if apostrophe {
                self.buffer.push('\'');
            } else {
                self.buffer.extend(c.to_lowercase());
            }
            before = Some(c);
            length = at + c.len_utf8();
        }
        self.at = start + length.max(1);
        let number = self.out.words.number(&self.buffer);
        self.push(start..self.at, TokenKind::Word(number));
    }

    /// `<`, `<=`, or a tag, a comment or a reference, which are skipped.
    fn less(&mut self) {
        let rest = self.rest();
        if let Some(length) = rest.strip_prefix("<!--").and_then(|inside| inside.find("-->")) {
            self.at += length + 7;
        } else if let Some(length) = reference(rest) {
            self.at += length;
        } else if let Some(length) = tag(rest) {
            self.at += length;
        } else if rest.starts_with("<=") {
            self.symbol('\u{2264}', 2);
        } else {
            self.symbol('<', 1);
        }
    }

    /// `[[target|label]]`: the label is read, the target is not. Files are skipped.
    fn link(&mut self) {
        let rest = &self.rest()[2..];
        let end = rest.find("]]").filter(|end| *end < LONGEST_MARKUP && !rest[..*end].contains('\n'));
        let Some(end) = end else { return self.symbol('[', 2) };
        let inside = &rest[..end];
        let target = inside.trim_start().to_lowercase();
        if ["file:", "image:", "category:"].iter().any(|kind| target.starts_with(kind)) {
            self.at += end + 4;
            return;
        }
        self.at += 2 + inside.rfind('|').map_or(0, |bar| bar + 1);
    }

    /// `]]`, with the letters of a word that goes on behind it: `[[key]]s` is one word.
    fn link_end(&mut self) {
        let close = self.at;
        self.at += 2;
        let trail = self.rest().len() - self.rest().trim_start_matches(|c: char| c.is_lowercase()).len();
        let Some(last) = self.out.list.last().filter(|last| trail > 0 && last.end as usize == close) else {
            return;
        };
        let TokenKind::Word(number) = last.kind else { return };
        let start = last.start as usize;
        let word = format!("{}{}", self.out.words.text(number), &self.rest()[..trail]);
        self.at += trail;
        self.out.list.pop();
        let number = self.out.words.number(&word);
        self.push(start..self.at, TokenKind::Word(number));
    }

    /// `{{name|arguments}}`: the arguments are read, the name is not. Templates of fractions are figures.
    fn template(&mut self) {
        let rest = &self.rest()[2..];
        let name_end = rest.find(['|', '}', '\n', '{']).filter(|end| *end < LONGEST_MARKUP);
        let Some(name_end) = name_end else { return self.symbol('{', 2) };
        let name = rest[..name_end].trim().to_lowercase();
        let close = rest.find("}}").filter(|end| *end < LONGEST_MARKUP);
        if let (true, Some(close)) = (["frac", "fraction", "sfrac"].contains(&name.as_str()), close) {
            let parts: Vec<&str> = rest[..close].split('|').skip(1).map(str::trim).collect();
            if let Some(value) = quotient(&parts) {
                let range = self.at..self.at + close + 4;
                self.at = range.end;
                return self.figure(range, Shape::Fraction(value), false);
            }
        }
        let named = rest[name_end..].starts_with('|');
        self.at += 2 + if named { name_end + 1 } else { 0 };
    }

    fn entity(&mut self) {
        const KNOWN: [(&str, char); 9] = [
            ("&nbsp;", ' '),
            ("&thinsp;", ' '),
            ("&minus;", '-'),
            ("&ndash;", '-'),
            ("&mdash;", '-'),
            ("&lt;", '<'),
            ("&gt;", '>'),
            ("&amp;", '&'),
            ("&times;", '\u{d7}'),
        ];
        match KNOWN.iter().find(|(text, _)| self.rest().starts_with(text)) {
            Some((text, ' ')) => self.at += text.len(),
            Some((text, sign)) => self.symbol(*sign, text.len()),
            None => self.symbol('&', 1),
        }
    }

    fn latex_fraction(&mut self) {
        let rest = &self.rest()["\\frac{".len()..];
        let parsed = rest.split_once("}{").and_then(|(numerator, rest)| {
            let (denominator, _) = rest.split_once('}')?;
            let value = quotient(&[numerator, denominator])?;
            Some((value, "\\frac{".len() + numerator.len() + denominator.len() + 3))
        });
        match parsed {
            Some((value, length)) => {
                let range = self.at..self.at + length;
                self.at = range.end;
                self.figure(range, Shape::Fraction(value), false);
            }
            None => self.symbol('\\', 1),
        }
    }
}

/// `%` with at most one space before it, or the word.
fn percent_sign(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix("&nbsp;").or_else(|| rest.strip_prefix([' ', '\u{a0}'])).unwrap_or(rest);
    let gap = rest.len() - after.len();
    if after.starts_with('%') {
        // `Rng() % 50`: a remainder has a number on its other side.
        let operand = after[1..].trim_start_matches(' ').starts_with(|c: char| c.is_ascii_digit());
        return (gap == 0 || !operand).then_some(gap + 1);
    }
    ["percent", "per cent"].iter().find(|word| after.starts_with(*word)).map(|word| gap + word.len())
}

/// Numerator and denominator, with whole ones before them.
fn quotient(parts: &[&str]) -> Option<Rational> {
    let number = |text: &&str| -> Option<Rational> {
        let plain = text.len() <= 18 && text.bytes().all(|byte| byte.is_ascii_digit());
        if plain { text.parse().ok() } else { None }
    };
    let numbers: Vec<Rational> = parts.iter().map(number).collect::<Option<_>>()?;
    match numbers.as_slice() {
        [denominator] => Rational::ONE.checked_div(denominator),
        [numerator, denominator] => numerator.checked_div(denominator),
        [whole, numerator, denominator] => Some(whole + &numerator.checked_div(denominator)?),
        _ => None,
    }
}

/// The value of ½ and its like.
fn vulgar(c: char) -> Option<Rational> {
    let (up, down) = match c {
        '\u{bc}' => (1, 4),
        '\u{bd}' => (1, 2),
        '\u{be}' => (3, 4),
        '\u{2150}' => (1, 7),
        '\u{2151}' => (1, 9),
        '\u{2152}' => (1, 10),
        '\u{2153}' => (1, 3),
        '\u{2154}' => (2, 3),
        '\u{2155}' => (1, 5),
        '\u{2156}' => (2, 5),
        '\u{2157}' => (3, 5),
        '\u{2158}' => (4, 5),
        '\u{2159}' => (1, 6),
        '\u{215a}' => (5, 6),
        '\u{215b}' => (1, 8),
        '\u{215c}' => (3, 8),
        '\u{215d}' => (5, 8),
        '\u{215e}' => (7, 8),
        _ => return None,
    };
    Some(Rational::new(up, down))
}

/// The length of a tag at the start of a text.
fn tag(rest: &str) -> Option<usize> {
    let mut chars = rest[1..].chars();
    let first = chars.next()?;
    let second = chars.next();
    if !(first.is_ascii_alphabetic() || first == '/' && second.is_some_and(|c| c.is_ascii_alphabetic())) {
        return None;
    }
    let end = rest.find(['>', '\n']).filter(|end| *end < LONGEST_MARKUP)?;
    rest[end..].starts_with('>').then_some(end + 1)
}

/// The length of `<ref>…</ref>` at the start of a text.
fn reference(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix("<ref")?;
    if !after.starts_with(['>', ' ']) {
        return None;
    }
    let open = tag(rest)?;
    if rest[..open].ends_with("/>") {
        return Some(open);
    }
    const CLOSE: &str = "</ref>";
    let end = rest.find(CLOSE).filter(|end| *end < 10 * LONGEST_MARKUP)?;
    Some(end + CLOSE.len())
}

fn skip_tags(mut rest: &str) -> &str {
    while rest.starts_with('<')
        && let Some(length) = tag(rest)
    {
        rest = &rest[length..];
    }
    rest
}

/// Whether a word says as much as a figure.
pub(super) fn word_figure(tokens: &Tokens, token: &Token) -> Option<Word> {
    match token.kind {
        TokenKind::Word(number) => tokens.words.figures.get(number as usize).copied().flatten(),
        _ => None,
    }
}
