//! Pages: what figures they hold, where, and whether they agree with themselves.
//!
//! Nothing here knows a mechanic. A [`Page`] is the tokens of a text; a [`Pattern`] finds a figure on it by
//! the words around it; [`arithmetic`] checks what a page can be held to without any model: that a
//! percentage is the fraction beside it, that intervals meet, that totals are totals.

pub mod arithmetic;
mod bbcode;
mod figure;
mod hedge;
mod join;
mod latex;
mod lexer;
mod magic;
mod outline;
mod pattern;
mod reckon;
mod slip;
mod word;

use std::borrow::Cow;
use std::ops::Range;

pub(crate) use figure::one_over;
pub use figure::{Both, Ends, Figure, Fit, Hedge, Shape, Written};
pub use lexer::{Token, TokenKind, Tokens, Words};
pub use outline::{Block, BlockKind, Cell, CellKind, Grid, Outline};
pub use pattern::{Accepts, Match, Pattern};
pub use word::Word;

/// A text cut into words, figures and signs.
///
/// ```
/// use trueodds::page::Page;
///
/// let page = Page::read("* {{i|Lucky Foot}}: 27/125 (~22%), then 5-6 of them");
/// let figures: Vec<&str> = page.tokens.figures.iter().map(|figure| &page.text[figure.range.clone()]).collect();
/// assert_eq!(figures, ["27/125 (~22%)", "5-6"]);
/// ```
#[derive(Debug, Clone)]
pub struct Page {
    /// The text.
    pub text: String,
    /// Its tokens.
    pub tokens: Tokens,
    /// Its headings, sentences, items, tables and code.
    pub outline: Outline,
    /// Whether a comment `<!-- … -->` may stand behind a figure: LaTeX would print it, and among values that commas
    /// part it would be one of them.
    pub takes_comments: bool,
    /// For each word where it stands: the positions of a word are a slice of `positions`.
    first: Vec<u32>,
    positions: Vec<u32>,
    /// The first byte of each line.
    lines: Vec<usize>,
}

impl Page {
    /// Cuts a text. Cost: linear in its length.
    #[must_use]
    pub fn read(text: &str) -> Page {
        let is_latex = outline::is_latex(text);
        let bbcode = if is_latex { None } else { bbcode::plain(text) };
        let is_bbcode = bbcode.is_some();
        let plain = match bbcode {
            Some(plain) => Cow::Owned(plain),
            None if is_latex => Cow::Owned(latex::plain(text)),
            None => magic::plain_signs(text),
        };
        let joined = join::join(lexer::lex(&plain));
        let outline = if is_latex {
            Outline::of_latex(text, &plain, &joined.figures)
        } else if is_bbcode {
            Outline::of_lines(&plain, &joined.figures)
        } else {
            Outline::read(&plain, &joined.figures)
        };
        // Where a sentence is only wrapped, nothing ends: `1 in⏎36` is one figure. Few long pages are, so that the
        // text is read again then, and the figures are not held twice.
        let tokens = if outline.has_wraps(&plain, &joined) {
            drop(joined);
            join::join(outline.without_wraps(&plain, lexer::lex(&plain)))
        } else {
            joined
        };
        let lines: Vec<usize> =
            std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let (first, positions) = index(&tokens);
        let takes_comments = !is_latex && !is_bbcode && !tokens.has_comma_values;
        Page { text: text.to_owned(), tokens, outline, takes_comments, first, positions, lines }
    }

    /// The lines up to the end of what the so-manieth figure stands in: a sentence, an item, a table. None where they
    /// are more than half of the page.
    ///
    /// ```
    /// use trueodds::page::Page;
    ///
    /// let page = Page::read("Coins 15%.\n\n* Hearts 14%\n* Bombs 9%\n\nOf chests there is no word here.");
    /// assert_eq!(page.beginning(2).map(|part| part.text).as_deref(), Some("Coins 15%.\n\n* Hearts 14%\n"));
    /// assert!(page.beginning(4).is_none());
    /// ```
    #[must_use]
    pub fn beginning(&self, figures: usize) -> Option<Page> {
        let last = self.tokens.figures.get(figures.checked_sub(1)?)?.range.end;
        let begun = self.outline.blocks.iter().filter(|block| block.range.start < last);
        let end = begun.map(|block| block.range.end).max().unwrap_or(0).max(last);
        let end = self.line_range(self.line_of(end - 1)).end + 1;
        self.text.get(..end).filter(|part| 2 * part.len() <= self.text.len()).map(Page::read)
    }

    /// The line of a byte, from 0.
    #[must_use]
    pub fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|start| *start <= byte).saturating_sub(1)
    }

    /// The bytes of a line, without its end.
    #[must_use]
    pub fn line_range(&self, line: usize) -> Range<usize> {
        let start = self.lines.get(line).copied().unwrap_or(self.text.len());
        let end = self.lines.get(line + 1).map_or(self.text.len(), |next| next - 1);
        start..end.max(start)
    }

    /// Line and column of a byte, both from 1; columns count characters.
    #[must_use]
    pub fn locate(&self, byte: usize) -> (usize, usize) {
        let line = self.line_of(byte);
        let start = self.lines.get(line).copied().unwrap_or(0);
        let column = self.text.get(start..byte).map_or(0, |before| before.chars().count());
        (line + 1, column + 1)
    }

    /// Locates many bytes one after the other.
    #[must_use]
    pub fn cursor(&self) -> Cursor<'_> {
        Cursor { page: self, line: 0, byte: 0, column: 0 }
    }

    /// The text of a token.
    #[must_use]
    pub fn token_text(&self, token: usize) -> &str {
        let range =
            self.tokens.list.get(token).map_or(0..0, |token| token.start as usize..token.end as usize);
        self.text.get(range).unwrap_or_default()
    }

    /// Whether a token is a figure that states a chance by its form, as [`Figure::is_chance`] has it; no word does.
    #[must_use]
    pub fn has_chance_at(&self, token: usize) -> bool {
        match self.tokens.list.get(token).map(|found| found.kind) {
            Some(TokenKind::Figure(index)) => {
                self.tokens.figures.get(index as usize).is_some_and(Figure::is_chance)
            }
            _ => false,
        }
    }

    /// The figure that a token is; words that say as much as a figure are one.
    #[must_use]
    pub fn figure_at(&self, token: usize) -> Option<Figure> {
        let found = self.tokens.list.get(token)?;
        match found.kind {
            TokenKind::Figure(index) => self.tokens.figures.get(index as usize).cloned(),
            _ => {
                let word = lexer::word_figure(&self.tokens, found)?;
                let before = token.checked_sub(1).and_then(|before| self.word_at(before));
                let word = if before.is_some_and(denies) { word.denied() } else { word };
                let hedge = if before.is_some_and(hedge::is_rough) { Hedge::About } else { Hedge::None };
                let range = found.start as usize..found.end as usize;
                Some(Figure { shape: Shape::Word(word), approximate: false, hedge, range })
            }
        }
    }

    /// The word that a token is, in lower case.
    #[must_use]
    pub fn word_at(&self, token: usize) -> Option<&str> {
        match self.tokens.list.get(token)?.kind {
            TokenKind::Word(number) => Some(self.tokens.words.text(number)),
            _ => None,
        }
    }

    /// The word that stands so many tokens before one, in small letters; `None` where there is none.
    pub(crate) fn word_before(&self, token: usize, back: usize) -> Option<&str> {
        self.word_at(token.checked_sub(back)?)
    }

    /// The bytes of the cell of a table that a token stands in; `None` outside of tables.
    pub(crate) fn cell_of(&self, token: usize) -> Option<Range<usize>> {
        let byte = self.tokens.list.get(token)?.start as usize;
        let (grid, cell) = self.outline.cell_at(byte)?;
        Some(grid.cells[cell].range.clone())
    }

    /// The text of a block.
    #[must_use]
    pub fn block_text(&self, block: usize) -> &str {
        let range = self.outline.blocks.get(block).map_or(0..0, |block| block.range.clone());
        self.text.get(range).unwrap_or_default()
    }

    /// The figures among some bytes, with their places in the list of the page.
    pub fn figures_within(&self, range: Range<usize>) -> impl Iterator<Item = (usize, &Figure)> {
        let figures = &self.tokens.figures;
        let first = figures.partition_point(|figure| figure.range.start < range.start);
        let inside = figures.iter().enumerate().skip(first);
        inside.take_while(move |(_, figure)| figure.range.end <= range.end)
    }

    /// Whether a byte stands in printed code.
    #[must_use]
    pub fn in_code(&self, byte: usize) -> bool {
        let block = self.outline.block_at(byte).and_then(|block| self.outline.blocks.get(block));
        block.is_some_and(|block| block.kind == BlockKind::Code)
    }

    /// Whether the caption of the table a byte stands in, or else the nearest heading above it, has all these
    /// words, in lower case.
    #[must_use]
    pub fn is_under(&self, byte: usize, words: &[String]) -> bool {
        /// No title is longer.
        const LONGEST: usize = 300;
        let caption = self.outline.cell_at(byte).map(|(grid, _)| grid.caption.clone());
        let text = match caption.filter(|caption| !caption.is_empty()) {
            Some(caption) => self.text.get(caption).unwrap_or_default(),
            None => self.outline.heading_above(byte).map_or("", |heading| self.block_text(heading)),
        };
        let found = if text.len() > LONGEST { Vec::new() } else { words_of(text) };
        words.iter().all(|word| found.contains(word))
    }

    /// The tokens where a word stands, by its number.
    fn positions_of(&self, word: u32) -> Vec<usize> {
        let number = word as usize;
        let end = self.first.get(number + 1).copied().unwrap_or_default() as usize;
        let start = self.first.get(number).copied().unwrap_or_default() as usize;
        self.positions.get(start..end).unwrap_or_default().iter().map(|position| *position as usize).collect()
    }

    /// The tokens of all figures.
    fn figure_positions(&self) -> Vec<usize> {
        let is_figure = |token: &Token| {
            matches!(token.kind, TokenKind::Figure(_)) || lexer::word_figure(&self.tokens, token).is_some()
        };
        let tokens = self.tokens.list.iter().enumerate();
        tokens.filter(|(_, token)| is_figure(token)).map(|(index, _)| index).collect()
    }
}

/// Locates bytes as [`Page::locate`] does. Where they come in order, the cost is that of one walk over the
/// page, however long its lines are.
#[derive(Debug)]
pub struct Cursor<'a> {
    page: &'a Page,
    line: usize,
    byte: usize,
    column: usize,
}

impl Cursor<'_> {
    /// Line and column of a byte, both from 1; columns count characters.
    pub fn locate(&mut self, byte: usize) -> (usize, usize) {
        let line = self.page.line_of(byte);
        if line != self.line || byte < self.byte {
            self.line = line;
            self.byte = self.page.lines.get(line).copied().unwrap_or(0);
            self.column = 0;
        }
        self.column += self.page.text.get(self.byte..byte).map_or(0, |between| between.chars().count());
        self.byte = byte;
        (line + 1, self.column + 1)
    }
}

/// Whether a word denies the one after it.
fn denies(word: &str) -> bool {
    matches!(word, "not" | "never" | "no" | "cannot" | "without") || word.ends_with("n't")
}

/// For each word its tokens, by counting.
fn index(tokens: &Tokens) -> (Vec<u32>, Vec<u32>) {
    let words = tokens.list.iter().enumerate().filter_map(|(index, token)| match token.kind {
        TokenKind::Word(number) => Some((number as usize, u32::try_from(index).unwrap_or(u32::MAX))),
        _ => None,
    });
    let largest = words.clone().map(|(number, _)| number + 1).max().unwrap_or(0);
    let mut first = vec![0_u32; largest + 1];
    words.clone().for_each(|(number, _)| first[number + 1] += 1);
    for number in 1..first.len() {
        first[number] += first[number - 1];
    }
    let mut next = first.clone();
    let mut positions = vec![0_u32; first.last().copied().unwrap_or(0) as usize];
    for (number, index) in words {
        positions[next[number] as usize] = index;
        next[number] += 1;
    }
    (first, positions)
}

/// The words of a text as a page has them: in lower case, cut where their case changes.
#[must_use]
pub fn words_of(text: &str) -> Vec<String> {
    let tokens = lexer::lex(text);
    let word = |token: &Token| match token.kind {
        TokenKind::Word(number) => Some(tokens.words.text(number).to_owned()),
        _ => None,
    };
    tokens.list.iter().filter_map(word).collect()
}

/// The words and figures of a text as people say them: in lower case, with a plus sign where one is part of a
/// word, a plain sign before negative numbers, and stars by that word.
///
/// ```
/// use trueodds::page::spoken;
///
/// assert_eq!(spoken("{{p|Tarot Card}}"), ["tarot", "card"]);
/// assert_eq!(spoken("Repentance+, Luck \u{2212}3"), ["repentance+", "luck", "-3"]);
/// assert_eq!(spoken("a 5\u{2605}"), ["a", "5", "star"]);
/// ```
#[must_use]
pub fn spoken(text: &str) -> Vec<String> {
    let tokens = lexer::lex(text);
    let mut spoken: Vec<String> = Vec::new();
    let mut word_end = None;
    for token in &tokens.list {
        let stands = text.get(token.start as usize..token.end as usize).unwrap_or_default();
        match token.kind {
            TokenKind::Word(number) => spoken.push(tokens.words.text(number).to_owned()),
            TokenKind::Figure(_) => spoken.push(stands.replace('\u{2212}', "-")),
            // `5★`
            TokenKind::Symbol('\u{2605}' | '\u{2606}' | '\u{2b50}') => spoken.push("star".to_owned()),
            TokenKind::Symbol('+') if word_end == Some(token.start) => {
                spoken.last_mut().into_iter().for_each(|word| word.push('+'));
            }
            _ => {}
        }
        word_end = matches!(token.kind, TokenKind::Word(_)).then_some(token.end);
    }
    spoken
}

/// Reads a text that is one figure, as a claim states it.
///
/// # Errors
/// Where it is no figure, or more than one.
///
/// ```
/// use trueodds::page::{Shape, read_figure};
///
/// assert!(matches!(read_figure("27/125 (~22%)")?.shape, Shape::Both(_)));
/// assert!(matches!(read_figure("0.22 - 0.3")?.shape, Shape::Interval(_)));
/// assert!(read_figure("a lot").is_err());
/// # Ok::<(), String>(())
/// ```
pub fn read_figure(text: &str) -> Result<Figure, String> {
    let page = Page::read(text);
    let mut figures = (0..page.tokens.list.len()).filter_map(|token| page.figure_at(token));
    match (figures.next(), figures.next()) {
        (Some(figure), None) => Ok(figure),
        (None, _) => {
            Err(format!("`{text}` is no figure; figures are such as 27/125, 22%, 0.45, 5-6, always"))
        }
        (Some(_), Some(_)) => Err(format!("`{text}` holds several figures; state one")),
    }
}

#[cfg(test)]
mod tests;
