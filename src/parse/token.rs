//! Tokens: the words of the language.

use crate::source::Span;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name or a word of the language.
    Word,
    /// A whole or decimal number, perhaps with a percent sign.
    Number,
    /// A text in double quotes.
    Text,
    /// A wiki template in double braces.
    Template,
    LeftBrace,
    RightBrace,
    LeftParen,
    RightParen,
    Comma,
    Colon,
    Dot,
    DotDot,
    Arrow,
    Equals,
    EqualsEquals,
    NotEquals,
    Less,
    LessEquals,
    Greater,
    GreaterEquals,
    Plus,
    Minus,
    Star,
    Slash,
    Caret,
    Bar,
    /// Between statements on one line.
    Semicolon,
    /// A sign that has no meaning, or one of another language.
    Foreign,
    /// The end of the text.
    End,
}

impl TokenKind {
    /// How the token is named in messages.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            TokenKind::Word => "a name",
            TokenKind::Number => "a number",
            TokenKind::Text => "a text in quotes",
            TokenKind::Template => "a template",
            TokenKind::LeftBrace => "`{`",
            TokenKind::RightBrace => "`}`",
            TokenKind::LeftParen => "`(`",
            TokenKind::RightParen => "`)`",
            TokenKind::Comma => "`,`",
            TokenKind::Colon => "`:`",
            TokenKind::Dot => "`.`",
            TokenKind::DotDot => "`..`",
            TokenKind::Arrow => "`=>`",
            TokenKind::Equals => "`=`",
            TokenKind::EqualsEquals => "`==`",
            TokenKind::NotEquals => "`!=`",
            TokenKind::Less => "`<`",
            TokenKind::LessEquals => "`<=`",
            TokenKind::Greater => "`>`",
            TokenKind::GreaterEquals => "`>=`",
            TokenKind::Plus => "`+`",
            TokenKind::Minus => "`-`",
            TokenKind::Star => "`*`",
            TokenKind::Slash => "`/`",
            TokenKind::Caret => "`^`",
            TokenKind::Bar => "`|`",
            TokenKind::Semicolon => "`;`",
            TokenKind::Foreign => "a sign",
            TokenKind::End => "the end of the text",
        }
    }
}

/// A token, and whether a new line begins before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
    pub(crate) new_line: bool,
}

/// Words that cannot be names.
pub const RESERVED: &[&str] = &[
    "mechanic", "editions", "input", "rule", "outcome", "state", "uses", "overview", "function", "let", "if",
    "else", "match", "repeat", "until", "given", "require", "pool", "draw", "one", "and", "or", "not", "in",
    "true", "false", "below", "above", "at", "to", "from", "since", "before",
];

/// Words of the language that are names wherever they do not stand in their place.
pub const CONTEXTUAL: &[&str] = &[
    "add", "assumed", "by", "each", "enumeration", "first", "flag", "for", "front", "highest", "inputs",
    "integer", "into", "its", "kinds", "last", "least", "length", "library", "list", "lowest", "more",
    "most", "number", "of", "outcomes", "probability", "procedure", "put", "roll", "sum", "take", "unknown",
    "use", "weight", "with",
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{CONTEXTUAL, RESERVED};

    #[test]
    fn every_word_of_the_grammar_is_known_and_no_other() {
        let grammar = include_str!("mod.rs").split("```").nth(1).unwrap();
        let grammar = grammar.split("query ").next().unwrap();
        let quoted = grammar.split('"').skip(1).step_by(2).flat_map(str::split_whitespace);
        let is_word = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase());
        let mut of_grammar: BTreeSet<&str> = quoted.filter(is_word).collect();
        // The grammar has it as a name before `of`.
        of_grammar.insert("length");
        let known: BTreeSet<&str> = RESERVED.iter().chain(CONTEXTUAL).copied().collect();
        assert_eq!(known, of_grammar);
        assert_eq!(known.len(), RESERVED.len() + CONTEXTUAL.len(), "no word is in both");
    }
}
