//! Patterns that find a figure by the words around it.
//!
//! A pattern is a few key words in the order in which they stand on the page, with `{}` where the figure
//! is. Signs and articles of the page are skipped unless the pattern has them; `..` skips words of the same line, `...`
//! skips anything; `{_}` is a figure that is not looked at.

use std::cell::RefCell;

use rustc_hash::FxHashSet;

use super::lexer::{TokenKind, lex, word_figure};
use super::word::Word;
use super::{Page, join};
use crate::exact::Rational;

/// Words that `..` skips at most.
const WORDS: usize = 12;
/// Tokens that `...` skips at most.
const ANYTHING: usize = 40;
/// Signs that are skipped between two parts of a pattern.
const SIGNS: usize = 8;

/// A pattern, ready to be looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Word(String),
    Sign(char),
    /// A number that stands in the pattern itself.
    Number(Rational),
    /// A figure that is judged.
    Hole,
    /// A figure that is not.
    Other,
    /// Words of the line.
    Words,
    /// Anything.
    Anything,
}

/// What may stand in the place of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepts {
    /// Numbers, and words that count or multiply.
    Numbers,
    /// Words of certainty, and chances.
    Certainty,
    /// Words of equality.
    Equality,
    /// Words of direction.
    Direction,
}

/// A match of a pattern: the tokens that stand in its holes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// The first token of the match.
    pub start: usize,
    /// For each hole the token in it.
    pub holes: Vec<usize>,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// What is wrong with it, in one line.
    ///
    /// ```
    /// use trueodds::page::{Accepts, Page, Pattern};
    ///
    /// let page = Page::read("* [[Curse Room]]: a 1/2 chance, and 1/4 more after a visit to the Devil");
    /// let pattern = Pattern::read("curse room {} chance")?;
    /// let found = pattern.find(&page, Accepts::Numbers);
    /// assert_eq!(page.token_text(found[0].holes[0]), "1/2");
    /// # Ok::<(), String>(())
    /// ```
    pub fn read(text: &str) -> Result<Pattern, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let special =
                [("{}", Part::Hole), ("{_}", Part::Other), ("...", Part::Anything), ("..", Part::Words)];
            let next = special
                .iter()
                .filter_map(|(sign, part)| rest.find(sign).map(|at| (at, sign.len(), part)))
                .min_by_key(|(at, length, _)| (*at, std::cmp::Reverse(*length)));
            let (plain, part, after) = match next {
                Some((at, length, part)) => (&rest[..at], Some(part.clone()), &rest[at + length..]),
                None => (rest, None, ""),
            };
            parts.extend(plain_parts(plain)?);
            parts.extend(part);
            rest = after;
        }
        let holes = parts.iter().filter(|part| **part == Part::Hole).count();
        if holes == 0 {
            return Err("the pattern has no `{}` where the figure stands".to_owned());
        }
        if !parts.iter().any(|part| matches!(part, Part::Word(_))) {
            return Err("the pattern has no word; write those that stand around the figure".to_owned());
        }
        if matches!(parts.first(), Some(Part::Words | Part::Anything)) {
            return Err("the pattern begins with a gap; begin with a word".to_owned());
        }
        Ok(Pattern { parts })
    }

    /// How many figures it looks for.
    #[must_use]
    pub fn holes(&self) -> usize {
        self.parts.iter().filter(|part| **part == Part::Hole).count()
    }

    /// How many words it has that say what it is about. Patterns with few of them fit many texts.
    #[must_use]
    pub fn distinctive_words(&self) -> usize {
        const PLAIN: [&str; 25] = [
            "a", "an", "the", "is", "are", "be", "to", "by", "at", "of", "in", "on", "if", "it", "and", "or",
            "with", "for", "from", "base", "chance", "chances", "always", "each", "then",
        ];
        let distinctive = |part: &&Part| match part {
            Part::Word(word) => !PLAIN.contains(&word.as_str()),
            Part::Number(_) => true,
            _ => false,
        };
        self.parts.iter().filter(distinctive).count()
    }

    /// All matches of the pattern on a page. Cost: linear in the length of the page: no part is tried twice at one
    /// place.
    #[must_use]
    pub fn find(&self, page: &Page, accepts: Accepts) -> Vec<Match> {
        let resolved = Resolved::new(self, page, accepts);
        let Some(resolved) = resolved else { return Vec::new() };
        let mut found: Vec<Match> = Vec::new();
        for start in resolved.starts() {
            let mut holes = Vec::new();
            if resolved.at(0, start, &mut holes)
                && !found.iter().rev().take(4).any(|other| other.holes == holes)
            {
                found.push(Match { start, holes });
            }
        }
        found
    }
}

/// A word and the forms of it that mean the same in a pattern: with and without the ending of a plural or
/// of a verb.
fn forms(word: &str) -> Vec<String> {
    let other = match word {
        "is" => Some("are"),
        "are" => Some("is"),
        "has" => Some("have"),
        "have" => Some("has"),
        _ => None,
    };
    let mut forms = vec![word.to_owned(), format!("{word}s")];
    forms.extend(other.map(str::to_owned));
    // `is`, `class`: no plural.
    forms.extend(
        word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s')).map(str::to_owned),
    );
    forms
}

fn plain_parts(text: &str) -> Result<Vec<Part>, String> {
    let tokens = join::join(lex(text));
    let part = |kind: TokenKind| match kind {
        TokenKind::Word(number) => Ok(Part::Word(tokens.words.text(number).to_owned())),
        TokenKind::Symbol('{' | '}') => Err("write `{}` for the figure and `{_}` for another".to_owned()),
        TokenKind::Symbol(sign) => Ok(Part::Sign(sign)),
        TokenKind::LineEnd => Err("a pattern stands in one line".to_owned()),
        TokenKind::Figure(index) => {
            let figure = tokens.figures.get(index as usize);
            let value = figure.and_then(|figure| figure.value());
            value.map(Part::Number).ok_or_else(|| "write `{_}` for a range that is not judged".to_owned())
        }
    };
    tokens.list.iter().map(|token| part(token.kind)).collect()
}

/// A pattern with the words of a page.
struct Resolved<'a> {
    page: &'a Page,
    parts: &'a [Part],
    /// The numbers of each word and its other forms; empty for other parts.
    words: Vec<Vec<u32>>,
    accepts: Accepts,
    /// Where the rest of the pattern from a part on is known not to stand, so that gaps are not tried again.
    fails: RefCell<FxHashSet<(usize, usize)>>,
}

impl<'a> Resolved<'a> {
    /// `None` where the page lacks a word of the pattern.
    fn new(pattern: &'a Pattern, page: &'a Page, accepts: Accepts) -> Option<Resolved<'a>> {
        let word = |part: &Part| match part {
            Part::Word(word) => {
                let forms = forms(word);
                let found: Vec<u32> = forms.iter().filter_map(|form| page.tokens.words.find(form)).collect();
                (!found.is_empty()).then_some(found)
            }
            _ => Some(Vec::new()),
        };
        let words = pattern.parts.iter().map(word).collect::<Option<Vec<Vec<u32>>>>()?;
        Some(Resolved { page, parts: &pattern.parts, words, accepts, fails: RefCell::default() })
    }

    /// Where the first part may stand.
    fn starts(&self) -> Vec<usize> {
        match self.parts.first() {
            Some(Part::Word(_)) => {
                let words = self.words.first().into_iter().flatten();
                let mut starts: Vec<usize> = words.flat_map(|word| self.page.positions_of(*word)).collect();
                starts.sort_unstable();
                starts
            }
            _ => self.page.figure_positions(),
        }
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.page.tokens.list.get(at).map(|token| token.kind)
    }

    /// Whether the parts from `part` on stand from the token `at` on. Fills the holes.
    fn at(&self, part: usize, at: usize, holes: &mut Vec<usize>) -> bool {
        /// More than what a pattern can reach from one place.
        const KEPT: usize = 10_000;
        let Some(wanted) = self.parts.get(part) else { return true };
        if self.fails.borrow().contains(&(part, at)) {
            return false;
        }
        let found = self.stands(part, at, wanted, holes);
        if !found {
            let mut fails = self.fails.borrow_mut();
            if fails.len() >= KEPT {
                fails.clear();
            }
            fails.insert((part, at));
        }
        found
    }

    fn stands(&self, part: usize, at: usize, wanted: &Part, holes: &mut Vec<usize>) -> bool {
        match wanted {
            Part::Words => self.gap(part, at, holes, WORDS, |kind| {
                matches!(kind, TokenKind::Word(_) | TokenKind::Symbol(_))
            }),
            Part::Anything => self.gap(part, at, holes, ANYTHING, |_| true),
            _ => {
                for next in at..=at + SIGNS {
                    let Some(kind) = self.kind(next) else { return false };
                    let fits = self.fits(part, wanted, kind, next);
                    if fits {
                        if *wanted == Part::Hole {
                            holes.push(next);
                        }
                        if self.at(part + 1, next + 1, holes) {
                            return true;
                        }
                        if *wanted == Part::Hole {
                            holes.pop();
                        }
                    }
                    if !self.is_skipped(wanted, kind, fits) {
                        return false;
                    }
                }
                false
            }
        }
    }

    /// Signs and articles are skipped before every part; before a figure also what joins it to its subject,
    /// a denial, which the figure then says itself, and "can", after which it may say the opposite.
    fn is_skipped(&self, wanted: &Part, kind: TokenKind, fits: bool) -> bool {
        let TokenKind::Word(number) = kind else { return !fits && matches!(kind, TokenKind::Symbol(_)) };
        let word = self.page.tokens.words.text(number);
        let words = matches!(self.accepts, Accepts::Certainty | Accepts::Equality);
        match word {
            "a" | "an" | "the" => !fits,
            "is" | "are" => !fits && *wanted == Part::Hole,
            "not" | "never" | "does" | "do" | "can" => *wanted == Part::Hole && words,
            _ => false,
        }
    }

    /// Skips as little as possible.
    fn gap(
        &self,
        part: usize,
        at: usize,
        holes: &mut Vec<usize>,
        most: usize,
        may_skip: impl Fn(TokenKind) -> bool,
    ) -> bool {
        let mut skipped = 0;
        let mut next = at;
        // Signs between words are for free, up to a number that no sentence has.
        while skipped <= most && next - at <= ANYTHING {
            let filled = holes.len();
            if self.at(part + 1, next, holes) {
                return true;
            }
            holes.truncate(filled);
            match self.kind(next) {
                Some(kind) if may_skip(kind) => {
                    let free = most == WORDS && matches!(kind, TokenKind::Symbol(_));
                    skipped += usize::from(!free);
                    next += 1;
                }
                _ => return false,
            }
        }
        false
    }

    fn fits(&self, part: usize, wanted: &Part, kind: TokenKind, at: usize) -> bool {
        match (wanted, kind) {
            (Part::Word(_), TokenKind::Word(number)) => {
                self.words.get(part).is_some_and(|forms| forms.contains(&number))
            }
            (Part::Sign(sign), TokenKind::Symbol(found)) => *sign == found,
            (Part::Number(value), TokenKind::Figure(index)) => {
                let figure = self.page.tokens.figures.get(index as usize);
                figure.and_then(|figure| figure.value()).as_ref() == Some(value)
            }
            (Part::Other, TokenKind::Figure(_)) => true,
            (Part::Hole, TokenKind::Figure(index)) => match self.accepts {
                Accepts::Numbers => true,
                Accepts::Certainty => {
                    let figure = self.page.tokens.figures.get(index as usize);
                    figure.is_some_and(|figure| figure.is_chance() && figure.value().is_some())
                }
                Accepts::Equality | Accepts::Direction => false,
            },
            (Part::Other | Part::Hole, TokenKind::Word(_)) => {
                let Some(token) = self.page.tokens.list.get(at) else { return false };
                let word = word_figure(&self.page.tokens, token);
                word.is_some_and(|word| *wanted == Part::Other || self.accepts.word(word))
            }
            _ => false,
        }
    }
}

impl Accepts {
    fn word(self, word: Word) -> bool {
        match word {
            Word::Always => self == Accepts::Certainty,
            Word::Never => matches!(self, Accepts::Certainty | Accepts::Direction),
            Word::Equal => self == Accepts::Equality,
            Word::Denied => matches!(self, Accepts::Certainty | Accepts::Equality),
            Word::Increases | Word::Decreases | Word::Unchanged | Word::Changes => self == Accepts::Direction,
            Word::Times(..) | Word::Count(_) => self == Accepts::Numbers,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(pattern: &str, text: &str) -> Vec<String> {
        let page = Page::read(text);
        let pattern = Pattern::read(pattern).unwrap();
        let matches = pattern.find(&page, Accepts::Numbers);
        matches
            .iter()
            .flat_map(|found| found.holes.iter().map(|hole| page.token_text(*hole).to_owned()))
            .collect()
    }

    #[test]
    fn glued_names_come_apart_and_signs_are_skipped() {
        let text = "Item Rusty Hook icon.pngRusty Hook multiplies baitWeight by 0.8, then adds 0.2";
        assert_eq!(found("hook multiplies bait weight by {} then adds {}", text), ["0.8", "0.2"]);
        assert_eq!(
            found("silver eel multiplies .. by {}", "Silver EelSilver Eel multiplies the whole catch by 0.8"),
            ["0.8"]
        );
    }

    #[test]
    fn a_gap_of_words_stops_at_figures_and_lines_and_one_of_anything_does_not() {
        assert_eq!(found("chest .. {}", "a chest, says everybody, 5%"), ["5%"]);
        assert!(found("chest .. {} key", "a chest 5% of a bomb 6% key").is_empty());
        assert!(found("chest .. {}", "chest\n\n5%").is_empty());
        assert_eq!(found("chest ... {}", "chest\n\n5%"), ["5%"]);
        // Where a paragraph is only wrapped, nothing ends.
        assert_eq!(found("chest .. {}", "a chest, says\neverybody, 5%"), ["5%"]);
    }

    #[test]
    fn signs_in_the_pattern_must_be_there() {
        assert_eq!(found("roll < {}", "roll < -37"), ["-37"]);
        assert!(found("roll > {}", "roll < -37").is_empty());
        assert_eq!(found("stage id >= {}", "StageId >= 2"), ["2"]);
    }

    #[test]
    fn a_pattern_without_a_figure_or_a_word_is_refused() {
        assert!(Pattern::read("chest").is_err());
        assert!(Pattern::read("{}").is_err());
        assert!(Pattern::read(".. chest {}").is_err());
    }
}
