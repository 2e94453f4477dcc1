//! A page as words, figures and symbols, whatever markup it comes in.
//!
//! Raw wikitext, scraped text, Markdown and code all become the same tokens: links keep their label,
//! templates their arguments, tags and references are skipped, words come apart where their case changes
//! (icon names are often glued to the words after them) and at underscores.

mod expression;
mod fraction;
mod markup;
mod number;

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::figure::{Figure, Hedge, Shape, Written};
use super::outline::Hidden;
use super::word::Word;
use crate::exact::Rational;
use fraction::vulgar;
pub(super) use markup::is_figure;
use markup::struck;

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
    /// A figure, by its index in the list of figures.
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
    /// Whether a comma stands before decimals.
    pub has_decimal_commas: bool,
    /// Whether commas part the values of each line.
    pub has_comma_values: bool,
}

/// Cuts a text into tokens; figures are not joined yet.
pub(super) fn lex(text: &str) -> Tokens {
    let mut lexer = Lexer {
        text,
        at: 0,
        out: Tokens {
            has_decimal_commas: number::decimal_commas(text),
            has_comma_values: number::comma_values(text),
            ..Tokens::default()
        },
        buffer: String::new(),
        hidden: Hidden::default(),
        ahead: [0; 3],
    };
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
    hidden: Hidden,
    /// Where the next `]]`, `[[` and `}}` stand, as far as they are known.
    ahead: [usize; 3],
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
            '0'..='9' => match self.minus() {
                Some(start) => self.number(start, true, false),
                None => self.number(self.at, false, false),
            },
            '.' if self.is_point() => self.number(self.at, false, false),
            // `1/12 ≈ 8.33%` says that both are the same.
            '\u{2248}' if matches!(self.out.list.last(), Some(Token { kind: TokenKind::Figure(_), .. })) => {
                self.symbol(c, c.len_utf8());
            }
            '~' if let Some(length) = struck(self.rest()) => self.at += length,
            '~' | '\u{2248}' if !self.rest().starts_with("~=") => self.approximate(c),
            '<' => self.less(),
            '[' if self.rest().starts_with("[[") => self.link(),
            ']' if self.rest().starts_with("]]") => self.link_end(),
            '{' if self.rest().starts_with("{{") => self.template(),
            '&' => self.entity(),
            '\\' if self.rest().starts_with("\\frac{") => self.latex_fraction(),
            // Markdown writes `\-10` for `-10`, and `a\_b` for `a_b`.
            '\\' if self.rest()[1..].starts_with(['-', '_']) => self.at += 1,
            '#' if let Some(length) = colour(self.rest()) => self.at += length,
            '*' | '\'' | '`' if let Some(length) = self.emphasis(c) => self.at += length,
            '-' | '\u{2212}' if self.is_sign(c.len_utf8()) => {
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

    /// How many signs here only set words apart, and say nothing: `**bold**`, `''slanted''`, `` `code` ``.
    fn emphasis(&self, sign: char) -> Option<usize> {
        /// So many signs before it show whether it begins a line.
        const MARKS: usize = 8;
        /// No sign that sets words apart is longer.
        const LONGEST: usize = 5;
        let rest = self.rest();
        let run = rest.chars().take(LONGEST + 1).take_while(|c| *c == sign).count();
        if self.previous() == Some(sign) {
            return None;
        }
        let before = self.text.get(..self.at).unwrap_or_default();
        let marks = before.chars().rev().take(MARKS).take_while(|c| matches!(c, '*' | '#' | ':' | ';' | ' '));
        let begins_line = before[..before.len() - marks.map(char::len_utf8).sum::<usize>()]
            .chars()
            .next_back()
            .is_none_or(|c| c == '\n');
        let (last, next) = (self.previous(), rest[run..].chars().next());
        let opens_word = next.is_some_and(char::is_alphabetic)
            && !last.is_some_and(|last| last.is_alphanumeric() || matches!(last, ')' | ']'));
        let is_power = || [last, next].into_iter().flatten().all(|c| c.is_ascii_digit());
        let is_set_apart = match (sign, run) {
            ('\'', 2..=5) | ('`', 1) => true,
            ('*', 2..=3) => !begins_line && !is_power(),
            ('*', 1) => !begins_line && opens_word,
            _ => false,
        };
        is_set_apart.then_some(run)
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

    fn figure(&mut self, range: Range<usize>, shape: Shape, approximate: bool) {
        let index = u32::try_from(self.out.figures.len()).unwrap_or(u32::MAX);
        self.out.figures.push(Figure { shape, approximate, hedge: Hedge::None, range: range.clone() });
        self.push(range, TokenKind::Figure(index));
    }

    /// A word: letters and the digits after them. It ends where a capital follows a small letter.
    fn word(&mut self) {
        let start = self.at;
        self.buffer.clear();
        let mut before: Option<char> = None;
        let mut length = 0;
        while let Some(c) = self.text.get(start + length..).and_then(|rest| rest.chars().next()) {
            let rest = self.text.get(start + length..).unwrap_or_default();
            let apostrophe = APOSTROPHES.iter().find(|sign| rest.starts_with(**sign)).map(|sign| sign.len());
            let after = apostrophe.and_then(|length| rest.get(length..)).unwrap_or_default();
            let glued = before.is_some_and(char::is_lowercase) && c.is_uppercase();
            if glued || !(c.is_alphanumeric() || after.starts_with(char::is_alphabetic)) {
                break;
            }
            match apostrophe {
                Some(_) => self.buffer.push('\''),
                None => self.buffer.extend(c.to_lowercase()),
            }
            before = Some(c);
            length += apostrophe.unwrap_or(c.len_utf8());
        }
        self.at = start + length.max(1);
        if self.is_last(1, &["minus"])
            && let Some(Word::Count(count)) = Word::read(&self.buffer)
            && let Some(start) = self.minus()
        {
            let value = Rational::from(-count);
            return self.figure(start..self.at, Shape::Number(Written { value, places: 0 }), false);
        }
        let number = self.out.words.number(&self.buffer);
        self.push(start..self.at, TokenKind::Word(number));
    }

    /// Whether the token so far back is one of some words.
    fn is_last(&self, back: usize, words: &[&str]) -> bool {
        let at = self.out.list.len().checked_sub(back);
        let Some(TokenKind::Word(number)) = at.and_then(|at| self.out.list.get(at)).map(|token| token.kind)
        else {
            return false;
        };
        words.contains(&self.out.words.text(number))
    }

    /// Takes back a word that is the sign of the number after it, as in `at minus ten`: where it begins.
    fn minus(&mut self) -> Option<usize> {
        const BEFORE: [&str; 12] =
            ["at", "to", "of", "is", "be", "with", "from", "and", "or", "past", "below", "reaches"];
        if !self.is_last(1, &["minus"]) || !self.is_last(2, &BEFORE) {
            return None;
        }
        self.out.list.pop().map(|token| token.start as usize)
    }
}

/// The length of a colour, which is no number: `#777`, `#8a6d3b`.
fn colour(rest: &str) -> Option<usize> {
    let digits = rest.bytes().skip(1).take_while(u8::is_ascii_hexdigit).count();
    let after = rest.get(1 + digits..).unwrap_or_default();
    (matches!(digits, 3 | 6 | 8) && !after.starts_with(char::is_alphanumeric)).then_some(1 + digits)
}

/// What stands inside a word for an apostrophe.
const APOSTROPHES: [&str; 5] = ["'", "\u{2019}", "&rsquo;", "&apos;", "&#39;"];

/// Whether a word says as much as a figure.
pub(super) fn word_figure(tokens: &Tokens, token: &Token) -> Option<Word> {
    match token.kind {
        TokenKind::Word(number) => tokens.words.figures.get(number as usize).copied().flatten(),
        _ => None,
    }
}
