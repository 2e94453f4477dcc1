//! The sentence of a finding: words, and the names of figures in braces.

use std::ops::Range;

use crate::page::Page;

/// A sentence whose figures are computed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sentence(pub Vec<Piece>);

/// A piece of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Words as they stand.
    Words(String),
    /// The figure of that name.
    Figure(String),
}

/// What is wrong with a part of a sentence.
pub(super) type Problem = (Range<usize>, String);

impl Sentence {
    /// Reads `An XL floor has a Library in {odds} of the runs.` A chance in the words, which nothing would compute, is
    /// refused.
    ///
    /// # Errors
    /// Everything that is wrong with it, with the bytes that it is about.
    pub(super) fn read(text: &str) -> Result<Sentence, Vec<Problem>> {
        let (mut pieces, mut problems) = (Vec::new(), Vec::new());
        // The same with a name in place of each figure, which is no figure to a reader of pages.
        let mut words = String::with_capacity(text.len());
        let mut at = 0;
        while let Some(open) = text[at..].find(['{', '}']).map(|found| found + at) {
            pieces.push(Piece::Words(text[at..open].to_owned()));
            words.push_str(&text[at..open]);
            let close = text[open..].find('}').map_or(text.len(), |found| found + open);
            let name = text.get(open + 1..close).unwrap_or_default();
            let end = (close + 1).min(text.len());
            if close == text.len() || close == open || name.is_empty() || !is_name(name) {
                let form = "a figure stands in braces by its name, as in `{odds}`";
                problems.push((open..end, format!("`{}`: {form}", &text[open..end])));
            }
            pieces.push(Piece::Figure(name.to_owned()));
            words.extend(std::iter::repeat_n('x', end - open));
            at = end;
        }
        pieces.push(Piece::Words(text[at..].to_owned()));
        words.push_str(&text[at..]);
        pieces.retain(|piece| *piece != Piece::Words(String::new()));
        let page = Page::read(&words);
        for figure in page.tokens.figures.iter().filter(|figure| figure.is_chance()) {
            let range = figure.range.clone();
            let found = text.get(range.clone()).unwrap_or_default();
            let help = "write `{name}` in its place, and `ask.name` for what it is";
            problems.push((range, format!("nothing computes `{found}`; {help}")));
        }
        if problems.is_empty() { Ok(Sentence(pieces)) } else { Err(problems) }
    }

    /// The figures it names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Figure(name) => Some(name.as_str()),
            Piece::Words(_) => None,
        })
    }

    /// The sentence with a text for each figure.
    #[must_use]
    pub fn with(&self, figure: impl Fn(&str) -> String) -> String {
        let text = |piece: &Piece| match piece {
            Piece::Words(words) => words.clone(),
            Piece::Figure(name) => figure(name),
        };
        self.0.iter().map(text).collect()
    }
}

fn is_name(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
