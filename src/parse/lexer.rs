//! Text to tokens. Never fails: what cannot be read is reported and skipped.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{FileId, Span};

use super::ast::Comment;
use super::foreign;
use super::token::{Token, TokenKind};

/// The tokens of a text, ending with [`TokenKind::End`], its comments, and what could not be read.
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

pub(crate) fn lex(file: FileId, text: &str) -> Lexed {
    let mut lexer = Lexer {
        file,
        text,
        at: 0,
        new_line: true,
        out: Lexed { tokens: Vec::new(), comments: Vec::new(), diagnostics: Vec::new() },
    };
    lexer.run();
    lexer.out
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
    new_line: bool,
    out: Lexed,
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                '\n' => {
                    self.new_line = true;
                    self.at += 1;
                }
                // A byte order mark is white space that some editors leave at the start.
                c if c.is_whitespace() || c == '\u{feff}' => self.at += c.len_utf8(),
                '#' => self.comment(),
                '"' => self.text_literal(),
                '{' if self.rest().starts_with("{{") => self.template(),
                c if c.is_ascii_digit() => self.number(),
                c if c.is_alphabetic() || c == '_' => self.word(),
                _ => self.sign(c),
            }
        }
        self.push(TokenKind::End, self.at);
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start..self.at)
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let span = self.span(start);
        self.out.tokens.push(Token { kind, span, new_line: self.new_line });
        self.new_line = false;
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) {
        let length = self.rest().find(|c| !keep(c)).unwrap_or(self.rest().len());
        self.at += length;
    }

    fn comment(&mut self) {
        let start = self.at;
        self.take_while(|c| c != '\n');
        let text = self.text[start..self.at].trim_end().to_owned();
        self.out.comments.push(Comment { span: self.span(start), text, own_line: self.new_line });
    }

    fn word(&mut self) {
        let start = self.at;
        loop {
            self.take_while(|c| c.is_alphanumeric() || c == '_');
            // A hyphen belongs to a name when a letter follows at once: `afterbirth-plus`.
            let mut ahead = self.rest().chars();
            match (ahead.next(), ahead.next()) {
                (Some('-'), Some(next)) if next.is_alphabetic() => self.at += 1,
                _ => break,
            }
        }
        self.push(TokenKind::Word, start);
    }

    fn number(&mut self) {
        let start = self.at;
        self.take_while(|c| c.is_ascii_digit());
        let mut ahead = self.rest().chars();
        if let (Some('.'), Some(digit)) = (ahead.next(), ahead.next())
            && digit.is_ascii_digit()
        {
            self.at += 1;
            self.take_while(|c| c.is_ascii_digit());
        }
        if self.peek() == Some('%') {
            self.at += 1;
        }
        if self.peek().is_some_and(|c| c.is_alphabetic() || c == '_') {
            self.take_while(|c| c.is_alphanumeric() || c == '_');
            let word = &self.text[start..self.at];
            let diagnostic = Diagnostic::error(
                Code::BadNumber,
                self.span(start),
                format!("`{word}` is neither a number nor a name"),
            )
            .help(foreign::dice(word).unwrap_or_else(|| {
                "numbers are written 3, 0.22 or 35%; names begin with a letter".to_owned()
            }));
            self.out.diagnostics.push(diagnostic);
        }
        self.push(TokenKind::Number, start);
    }

    fn text_literal(&mut self) {
        let start = self.at;
        self.at += 1;
        let mut escaped = false;
        while let Some(c) = self.peek() {
            if c == '\n' {
                break;
            }
            self.at += c.len_utf8();
            if c == '"' && !escaped {
                return self.push(TokenKind::Text, start);
            }
            escaped = c == '\\' && !escaped;
        }
        self.unterminated(start, "this text", "\"");
        self.push(TokenKind::Text, start);
    }

    fn template(&mut self) {
        let start = self.at;
        let line = self.rest().split('\n').next().unwrap_or_default();
        match line.find("}}") {
            Some(end) => self.at += end + 2,
            None => {
                self.at += line.len();
                self.unterminated(start, "this template", "}}");
            }
        }
        self.push(TokenKind::Template, start);
    }

    fn unterminated(&mut self, start: usize, what: &str, close: &str) {
        let diagnostic =
            Diagnostic::error(Code::Unterminated, self.span(start), format!("{what} is not closed"))
                .help(format!("end it with `{close}` on the same line"));
        self.out.diagnostics.push(diagnostic);
    }

    fn symbol(&self) -> Option<(TokenKind, usize)> {
        const SYMBOLS: &[(&str, TokenKind)] = &[
            ("..", TokenKind::DotDot),
            ("=>", TokenKind::Arrow),
            ("==", TokenKind::EqualsEquals),
            ("!=", TokenKind::NotEquals),
            ("<=", TokenKind::LessEquals),
            (">=", TokenKind::GreaterEquals),
            ("{", TokenKind::LeftBrace),
            ("}", TokenKind::RightBrace),
            ("(", TokenKind::LeftParen),
            (")", TokenKind::RightParen),
            (",", TokenKind::Comma),
            (":", TokenKind::Colon),
            (".", TokenKind::Dot),
            ("=", TokenKind::Equals),
            ("<", TokenKind::Less),
            (">", TokenKind::Greater),
            ("+", TokenKind::Plus),
            ("-", TokenKind::Minus),
            ("\u{2212}", TokenKind::Minus),
            ("*", TokenKind::Star),
            ("/", TokenKind::Slash),
            ("^", TokenKind::Caret),
            ("|", TokenKind::Bar),
            (";", TokenKind::Semicolon),
        ];
        let rest = self.rest();
        SYMBOLS.iter().find(|(text, _)| rest.starts_with(text)).map(|(text, kind)| (*kind, text.len()))
    }

    /// A symbol, or a sign of another language where that is longer. What parser meets one says so.
    fn sign(&mut self, c: char) {
        let start = self.at;
        let symbol = self.symbol();
        let length = symbol.map_or(0, |(_, length)| length);
        match (foreign::sign(self.rest()).filter(|sign| sign.len() > length), symbol) {
            (Some(sign @ ("//" | "/*")), _) => self.foreign_comment(sign),
            (Some("'"), _) => {
                let line = self.rest()[1..].split('\n').next().unwrap_or_default();
                self.at += line.find('\'').map_or(1, |end| end + 2);
                self.push(TokenKind::Foreign, start);
            }
            (Some(sign), _) => {
                self.at += sign.len();
                self.push(TokenKind::Foreign, start);
            }
            (None, Some((kind, length))) => {
                self.at += length;
                self.push(kind, start);
            }
            (None, None) => {
                // A run of the same rubbish is one sign.
                self.take_while(|other| other == c);
                self.push(TokenKind::Foreign, start);
            }
        }
    }

    /// A comment as other languages have it is skipped, so that what is around it can be read.
    fn foreign_comment(&mut self, sign: &str) {
        let start = self.at;
        let rest = self.rest();
        let line = rest.split('\n').next().unwrap_or_default().trim_end().len();
        let length = if sign == "/*" { rest.find("*/").map_or(line, |end| end + 2) } else { line };
        self.at += sign.len();
        let message = format!("`{sign}` has no meaning here");
        let diagnostic = Diagnostic::error(Code::Syntax, self.span(start), message);
        self.out.diagnostics.push(diagnostic.maybe_help(foreign::for_sign(sign, "")));
        self.at = start + length;
    }
}
