//! Where the text cannot be read: whether a word or a sign of another language is why.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

use super::cursor::Parser;
use super::foreign;
use super::token::{Token, TokenKind};

impl Parser<'_> {
    /// What is wrong at the current token, if it, or what stands before it, is of another language.
    pub(super) fn pointer(&self) -> Option<Diagnostic> {
        let token = self.token();
        if token.kind == TokenKind::Foreign {
            return Some(self.foreign(token));
        }
        // `while x`: the word was taken for a name, and what follows it shows that it is none.
        if let Some(found) = self.not_a_name(self.begin) {
            return Some(found);
        }
        if let Some(help) = self.for_word(token) {
            return Some(no_meaning(self.text_of(token), token.span, help));
        }
        let before = self.at.checked_sub(1).filter(|_| !token.new_line)?;
        self.misread_number(before).or_else(|| self.not_a_name(before))
    }

    /// What is wrong with a word that was read as a name, where a value follows it.
    fn not_a_name(&self, index: usize) -> Option<Diagnostic> {
        let (word, next) = (*self.tokens.get(index)?, *self.tokens.get(index + 1)?);
        let text = self.text_of(word);
        // `for each` is of this language.
        if (text, self.text_of(next)) == ("for", "each") {
            return None;
        }
        let help = self.for_word(word).or_else(|| foreign::for_bare_function(text))?;
        // `for each` is ours.
        let ours = text == "for" && self.text_of(next) == "each";
        (!ours && index < self.at && begins_operand(next)).then(|| no_meaning(text, word.span, help))
    }

    /// What to write for a word of another language that the text does not declare.
    fn for_word(&self, word: Token) -> Option<String> {
        let text = self.text_of(word);
        let help = foreign::for_word(text).filter(|_| word.kind == TokenKind::Word)?;
        (!self.declares(text)).then_some(help)
    }

    /// Whether something in the text is declared with that name.
    fn declares(&self, name: &str) -> bool {
        const DECLARING: &[&str] = &[
            "input", "rule", "outcome", "state", "function", "procedure", "let", "pool", "each",
            "enumeration",
        ];
        self.tokens.windows(2).any(|pair| match pair {
            [word, named] => self.text_of(*named) == name && DECLARING.contains(&self.text_of(*word)),
            _ => false,
        })
    }

    /// As [`Parser::pointer`], where a statement was to begin: with something that seems to be given a value.
    pub(super) fn pointer_after_place(&self) -> Option<Diagnostic> {
        let (place, sign) = (self.token(), self.peek(1));
        if place.kind != TokenKind::Word || sign.new_line {
            return None;
        }
        if sign.kind == TokenKind::Foreign {
            let help = foreign::for_sign(self.text_of(sign), self.text_of(place));
            return Some(self.no_meaning_of(sign, help));
        }
        let (text, help) = foreign::giving(self.text.get(sign.span.start as usize..)?, self.text_of(place))?;
        let span = Span { end: sign.span.start + u32::try_from(text.len()).unwrap_or(0), ..sign.span };
        Some(no_meaning(text, span, help))
    }

    /// What is wrong with a sign that has no meaning.
    pub(super) fn foreign(&self, sign: Token) -> Diagnostic {
        let start = self.tokens.get(self.begin).map_or(0, |token| token.span.start as usize);
        let place = self.text.get(start..sign.span.start as usize).unwrap_or_default();
        self.no_meaning_of(sign, foreign::for_sign(self.text_of(sign), place.trim()))
    }

    fn no_meaning_of(&self, sign: Token, help: Option<String>) -> Diagnostic {
        let text = self.text_of(sign);
        let mut letters = text.chars();
        let shown = match (letters.next(), letters.next()) {
            (Some(c), _) if c.is_control() => format!("U+{:04X}", u32::from(c)),
            _ => text.to_owned(),
        };
        let of_symbols = text.len() > 1 && text.is_ascii() && help.is_some() && !text.starts_with('\'');
        let code = if of_symbols { Code::Syntax } else { Code::UnexpectedCharacter };
        Diagnostic::error(code, sign.span, format!("`{shown}` has no meaning here")).maybe_help(help)
    }

    /// `.5`, `7%3`, and `a-3` as a name; `before` is the place of the token before the current one.
    fn misread_number(&self, before: usize) -> Option<Diagnostic> {
        let (before, token, next) = (*self.tokens.get(before)?, self.token(), self.peek(1));
        let (first, second, third) = (self.text_of(before), self.text_of(token), self.text_of(next));
        let touches = token.span.end == next.span.start && next.kind == TokenKind::Number;
        match (before.kind, token.kind) {
            (_, TokenKind::Dot) if touches => {
                let help = format!("write `0.{third}`");
                Some(no_meaning(&format!(".{third}"), token.span.to(next.span), help))
            }
            (TokenKind::Number, _) if first.ends_with('%') && begins_operand(token) => {
                let number = first.trim_end_matches('%');
                let help =
                    format!("`{first}` is {number} in a hundred; a remainder is `mod({number}, {second})`");
                Some(no_meaning(second, token.span, help))
            }
            (TokenKind::Word, TokenKind::Minus) if touches && before.span.end == token.span.start => {
                let help = format!("in a name a letter follows a hyphen: write `{first}_{third}`");
                Some(no_meaning(&format!("{first}-{third}"), before.span.to(next.span), help))
            }
            _ => None,
        }
    }
}

/// Whether the token is the start of a value on its own, on the line of the one before.
fn begins_operand(token: Token) -> bool {
    use TokenKind::{LeftBrace, LeftParen, Number, Text, Word};
    !token.new_line && matches!(token.kind, LeftBrace | LeftParen | Number | Text | Word)
}

fn no_meaning(text: &str, span: Span, help: String) -> Diagnostic {
    Diagnostic::error(Code::Syntax, span, format!("`{text}` has no meaning here")).help(help)
}
