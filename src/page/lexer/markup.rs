//! Markup between the words: tags, references, links, templates, entities.

use super::fraction::quotient;
use super::{Lexer, TokenKind};
use crate::page::figure::Shape;

/// A tag or a link longer than this is no markup but a stray sign.
const LONGEST_MARKUP: usize = 1000;

impl Lexer<'_> {
    /// `<`, `<=`, or a tag, a comment or a reference, which are skipped.
    pub(super) fn less(&mut self) {
        let rest = self.rest();
        if let Some(length) =
            rest.strip_prefix("<!--").and_then(|inside| near(inside, 100 * LONGEST_MARKUP).find("-->"))
        {
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
    pub(super) fn link(&mut self) {
        let rest = &self.rest()[2..];
        let end = near(rest, LONGEST_MARKUP)
            .find("]]")
            .filter(|end| *end < LONGEST_MARKUP && !rest[..*end].contains('\n'));
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
    pub(super) fn link_end(&mut self) {
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
    pub(super) fn template(&mut self) {
        let rest = &self.rest()[2..];
        let name_end =
            near(rest, LONGEST_MARKUP).find(['|', '}', '\n', '{']).filter(|end| *end < LONGEST_MARKUP);
        let Some(name_end) = name_end else { return self.symbol('{', 2) };
        let name = rest[..name_end].trim().to_lowercase();
        let close = near(rest, LONGEST_MARKUP).find("}}").filter(|end| *end < LONGEST_MARKUP);
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
    let end = near(rest, LONGEST_MARKUP).find(['>', '\n']).filter(|end| *end < LONGEST_MARKUP)?;
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
    let end = near(rest, 10 * LONGEST_MARKUP).find(CLOSE)?;
    Some(end + CLOSE.len())
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
fn near(rest: &str, most: usize) -> &str {
    let mut end = rest.len().min(most);
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    &rest[..end]
}
