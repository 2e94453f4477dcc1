//! Markup between the words: tags, references, links, templates, entities.

use super::fraction::quotient;
use super::{Lexer, TokenKind};
use crate::page::figure::Shape;
use crate::page::outline::Skip;

/// A tag or a link longer than this is no markup but a stray sign.
const LONGEST_MARKUP: usize = 1000;

/// What the names of templates hold that tell editors what a page lacks.
const NOTICES: [&str; 5] = ["stub", "cleanup", "outdated", "citation", "construction"];

/// Templates that are figures: those of fractions, and `{{chance|1|7}}`.
const FRACTIONS: [&str; 3] = ["frac", "fraction", "sfrac"];
const CHANCE: &str = "chance";

/// Whether the template of a name is a figure, or a formula that may be one.
pub(in crate::page) fn is_figure(name: &str) -> bool {
    name.starts_with('#') || FRACTIONS.iter().chain([&CHANCE]).any(|own| name.eq_ignore_ascii_case(own))
}

/// How long a text is that two tildes strike out: `~~4%~~`.
pub(super) fn struck(rest: &str) -> Option<usize> {
    let inside = rest.strip_prefix("~~")?;
    let line = near(inside, LONGEST_MARKUP / 5).lines().next()?;
    Some(line.find("~~")? + 4)
}

impl Lexer<'_> {
    /// `<`, `<=`, or a tag, a comment or a reference, which are skipped.
    pub(super) fn less(&mut self) {
        let rest = self.rest();
        if let Some((end, Skip::Hidden)) = self.hidden.skip(self.text, self.at..self.text.len()) {
            self.at = end;
        } else if let Some(length) = tag(rest) {
            self.at += length;
        } else if rest.starts_with("<=") {
            self.symbol('\u{2264}', 2);
        } else {
            self.symbol('<', 1);
        }
    }

    /// How far away the next mark of a kind is from the next but one byte on. Each is looked for once.
    fn ahead(&mut self, mark: usize) -> Option<usize> {
        let from = self.at + 2;
        if self.ahead[mark] < from {
            let found = self.text.get(from..).and_then(|rest| rest.find(["]]", "[[", "}}"][mark]));
            self.ahead[mark] = found.map_or(usize::MAX, |length| from + length);
        }
        Some(self.ahead[mark] - from).filter(|length| *length < LONGEST_MARKUP)
    }

    /// `[[target|label]]`: the label is read, the target is not. Files are skipped.
    pub(super) fn link(&mut self) {
        const SKIPPED: [&str; 3] = ["file:", "image:", "category:"];
        let rest = &self.rest()[2..];
        let target = near(near(rest, 20).trim_start(), 10).to_lowercase();
        let is_file = SKIPPED.iter().any(|kind| target.starts_with(kind));
        let nested = self.ahead(1);
        let end = self.ahead(0).filter(|end| is_file || nested.is_none_or(|nested| nested > *end));
        let Some(end) = end.filter(|end| !rest[..*end].contains('\n')) else { return self.symbol('[', 2) };
        self.at += if is_file { end + 4 } else { 2 + rest[..end].rfind('|').map_or(0, |bar| bar + 1) };
    }

    /// `]]`, with the letters of a word that goes on behind it: `[[key]]s` is one word.
    pub(super) fn link_end(&mut self) {
        let close = self.at;
        self.at += 2;
        let trail = self.rest().len() - self.rest().trim_start_matches(|c: char| c.is_lowercase()).len();
        let Some(last) = self.out.list.last().filter(|last| trail > 0 && last.end as usize == close) else {
            return;
        };
        let TokenKind::Word(number) = last.kind else { return };
        if self.out.words.text(number).len() + trail > LONGEST_MARKUP / 10 {
            return;
        }
        let start = last.start as usize;
        let word = format!("{}{}", self.out.words.text(number), &self.rest()[..trail]);
        self.at += trail;
        self.out.list.pop();
        let number = self.out.words.number(&word);
        self.push(start..self.at, TokenKind::Word(number));
    }

    /// `{{name|arguments}}`: the arguments are read, the name is not. Templates of fractions are figures. Notices to
    /// those who edit a page say nothing of its subject: `{{Stub|section=Act 4}}`.
    pub(super) fn template(&mut self) {
        let rest = &self.rest()[2..];
        let name_end =
            near(rest, LONGEST_MARKUP).find(['|', '}', '\n', '{']).filter(|end| *end < LONGEST_MARKUP);
        let Some(name_end) = name_end else { return self.symbol('{', 2) };
        let name = rest[..name_end].trim().to_lowercase();
        if NOTICES.iter().any(|notice| name.contains(notice))
            && let Some(close) = self.ahead(2)
        {
            self.at += close + 4;
            return;
        }
        let is_expression = name.starts_with("#expr:");
        let is_fraction = FRACTIONS.contains(&name.as_str());
        if (is_fraction || is_expression || name == CHANCE)
            && let Some(close) = self.ahead(2)
        {
            let inside = &rest[..close];
            let parts: Vec<&str> = inside.split('|').skip(1).map(str::trim).take(4).collect();
            let end = self.at + close + 4;
            let found = if let Some((_, expression)) = inside.split_once(':').filter(|_| is_expression) {
                self.expression(expression, end)
            } else if is_fraction || parts.len() == 2 {
                quotient(&parts).map(|value| (Shape::Fraction(value), end))
            } else {
                None
            };
            if let Some((shape, end)) = found {
                let start = std::mem::replace(&mut self.at, end);
                return self.figure(start..end, shape, false);
            }
        }
        let named = rest[name_end..].starts_with('|');
        self.at += 2 + if named { name_end + 1 } else { 0 };
    }

    pub(super) fn entity(&mut self) {
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
            Some((text @ "&minus;", _)) if self.is_sign(text.len()) => {
                let start = self.at;
                self.at += text.len();
                self.number(start, true, false);
            }
            Some((text, sign)) => self.symbol(*sign, text.len()),
            None => self.symbol('&', 1),
        }
    }
}

/// The length of a tag at the start of a text.
fn tag(rest: &str) -> Option<usize> {
    let mut chars = rest[1..].chars();
    let first = chars.next()?;
    let second = chars.next();
    if !(first.is_ascii_alphabetic() || first == '/' && second.is_some_and(|c| c.is_ascii_alphabetic())) {
        return None;
    }
    let end = near(&rest[1..], LONGEST_MARKUP).find(['>', '\n', '<'])? + 1;
    rest[end..].starts_with('>').then_some(end + 1)
}

pub(super) fn skip_tags(mut rest: &str) -> &str {
    while rest.starts_with('<')
        && let Some(length) = tag(rest)
    {
        rest = &rest[length..];
    }
    rest
}

/// The part of a text in which markup that begins there may end, so that a page of stray signs is read once.
pub(super) fn near(rest: &str, most: usize) -> &str {
    let mut end = rest.len().min(most);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    &rest[..end]
}
