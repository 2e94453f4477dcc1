//! The parser's place in the tokens, its errors and its limits.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{FileId, Span};

use super::ast::{Basis, ExprId, Name, Source};
use super::lexer::{Lexed, lex};
use super::token::{RESERVED, Token, TokenKind};

/// How deep blocks and brackets may be nested: far beyond what a person writes, and far below what
/// would exhaust a thread's stack.
pub const MAX_NESTING: u32 = 64;

/// How many findings one text may have; the rest would only repeat the first cause.
const MAX_DIAGNOSTICS: usize = 100;

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    file: FileId,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    pub(super) diagnostics: Vec<Diagnostic>,
    expressions: u32,
    /// The names that statements give new values.
    pub(super) changed: Vec<String>,
    nesting: u32,
    /// Where the current statement, arm or alternative begins.
    pub(super) begin: usize,
    /// Inside parentheses a new line does not end anything.
    pub(super) brackets: u32,
    /// The words of the language that were given as names; each is reported once.
    taken: BTreeSet<String>,
    /// Whose a comma is at this place.
    pub(super) around: Around,
    /// In a query a single `=` compares.
    pub(super) query: bool,
}

/// What stands around an expression: whose a comma after it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Around {
    /// A line or plain parentheses: a comma is the expression's own.
    Line,
    /// A list, such as arguments, arms or alternatives: a comma ends the expression.
    List,
    /// As in a list, before the arrow of a pool: `of weight` ends the expression too.
    Count,
    /// As in a list, in a row of a table: what stands one after another are values, and no dice.
    Row,
}

/// A syntax error was reported; the caller gives up on its construct.
pub(super) struct Abandoned;
pub(super) type Parsed<T> = Result<T, Abandoned>;

impl<'a> Parser<'a> {
    pub(super) fn new(file: FileId, text: &'a str) -> (Parser<'a>, Vec<super::ast::Comment>) {
        let Lexed { tokens, comments, diagnostics } = lex(file, text);
        let parser = Parser {
            text,
            file,
            tokens,
            at: 0,
            diagnostics,
            expressions: 0,
            changed: Vec::new(),
            nesting: 0,
            begin: 0,
            brackets: 0,
            taken: BTreeSet::new(),
            around: Around::Line,
            query: false,
        };
        (parser, comments)
    }

    pub(super) fn finish(mut self) -> (Vec<Diagnostic>, u32) {
        // Every sign without a meaning stops the parser; should one not, it is said here.
        if self.diagnostics.is_empty() {
            let signs = self.tokens.iter().filter(|token| token.kind == TokenKind::Foreign);
            self.diagnostics = signs.map(|sign| self.foreign(*sign)).collect();
        }
        self.diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span);
        self.diagnostics.truncate(MAX_DIAGNOSTICS);
        (self.diagnostics, self.expressions)
    }

    pub(super) fn next_id(&mut self) -> ExprId {
        self.expressions += 1;
        ExprId(self.expressions - 1)
    }

    /// The current token; the end stays current forever.
    pub(super) fn token(&self) -> Token {
        self.peek(0)
    }

    pub(super) fn peek(&self, ahead: usize) -> Token {
        let end = Token {
            kind: TokenKind::End,
            span: Span::new(self.file, self.text.len()..self.text.len()),
            new_line: true,
        };
        self.tokens.get(self.at + ahead).copied().unwrap_or(end)
    }

    pub(super) fn advance(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    /// The place right after the last token that was taken.
    pub(super) fn last_span(&self) -> Span {
        self.tokens.get(self.at.wrapping_sub(1)).map_or(self.token().span, |token| token.span)
    }

    pub(super) fn text_of(&self, token: Token) -> &'a str {
        self.text.get(token.span.range()).unwrap_or_default()
    }

    pub(super) fn at(&self, kind: TokenKind) -> bool {
        self.token().kind == kind
    }

    pub(super) fn at_word(&self, word: &str) -> bool {
        self.at(TokenKind::Word) && self.text_of(self.token()) == word
    }

    pub(super) fn eat(&mut self, kind: TokenKind) -> bool {
        let found = self.at(kind);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn take(&mut self, kind: TokenKind, purpose: &str) -> Parsed<Token> {
        if self.at(kind) {
            return Ok(self.advance());
        }
        Err(self.unexpected(&format!("{} {purpose}", kind.describe())))
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        // Giving up on a construct may report at the same place again; the first report is the cause.
        let same_place = |other: &Diagnostic| other.primary.span.start == diagnostic.primary.span.start;
        if self.diagnostics.len() <= MAX_DIAGNOSTICS && !self.diagnostics.iter().any(same_place) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports the current token where something else was expected.
    pub(super) fn unexpected(&mut self, expected: &str) -> Abandoned {
        self.unexpected_or(expected, None)
    }

    /// As [`Parser::unexpected`], with what to write, where the text does not tell better what was meant.
    pub(super) fn unexpected_or(&mut self, expected: &str, help: Option<String>) -> Abandoned {
        let token = self.token();
        // Declared before, and reported there.
        if token.kind == TokenKind::Word && self.taken.contains(self.text_of(token)) {
            return Abandoned;
        }
        // What is missing at the end of a line is missing there, not at the start of the next one.
        let line_ended = token.new_line && self.at > self.begin && self.brackets == 0;
        if !line_ended && let Some(pointer) = self.pointer() {
            self.report(pointer);
            return Abandoned;
        }
        let span = if line_ended { after(self.last_span()) } else { token.span };
        let found = match token.kind {
            TokenKind::End => "the end of the text".to_owned(),
            _ if line_ended => "the end of the line".to_owned(),
            TokenKind::Text | TokenKind::Template => token.kind.describe().to_owned(),
            _ => format!("`{}`", shortened(self.text_of(token))),
        };
        let diagnostic = Diagnostic::error(Code::Syntax, span, format!("found {found}, expected {expected}"));
        let of_sign = match token.kind {
            TokenKind::Equals if !expected.starts_with("`:`") => Some("to compare write `==`"),
            TokenKind::Arrow if expected.starts_with("`{`") => Some("to compare write `>=`"),
            TokenKind::Text if expected == "a value" => Some(
                "names stand without quotes, and are declared: `enumeration kind { rare \"Rare\", common \"Common\" }`",
            ),
            // `P(catch = Old boot)`
            TokenKind::Word
                if expected == "`)` to close the query"
                    && !matches!(self.text_of(token), "given" | "if" | "when" | "under" | "with") =>
            {
                Some("a label of several words stands in quotes, as in `P(catch = \"Old boot\")`")
            }
            TokenKind::Semicolon => Some("`;` stands between the statements of a block: `{ a = 1; b = 2 }`"),
            _ => None,
        };
        self.report(diagnostic.maybe_help(help.or(of_sign.map(str::to_owned))));
        Abandoned
    }

    /// Whether the text declares a function of that name.
    pub(super) fn declares_function(&self, name: &str) -> bool {
        let text = |index: usize| self.tokens.get(index).map(|token| self.text_of(*token));
        (0..self.tokens.len()).any(|index| text(index) == Some("function") && text(index + 1) == Some(name))
    }

    /// A word where words of the language do no harm.
    pub(super) fn any_word(&mut self, purpose: &str) -> Parsed<Name> {
        let token = self.take(TokenKind::Word, purpose)?;
        Ok(Name { text: self.text_of(token).to_owned(), span: token.span })
    }

    /// A name that is not a word of the language.
    pub(super) fn name(&mut self, purpose: &str) -> Parsed<Name> {
        let name = self.any_word(purpose)?;
        self.not_reserved(&name, purpose);
        Ok(name)
    }

    /// Reports a name that is a word of the language.
    pub(super) fn not_reserved(&mut self, name: &Name, purpose: &str) {
        let Name { text, span } = name;
        if RESERVED.contains(&text.as_str()) && self.taken.insert(text.clone()) {
            let message = format!("`{text}` is a word of the language and cannot be the name {purpose}");
            let help = format!("choose another name, such as `{text}_`");
            self.report(Diagnostic::error(Code::ReservedWord, *span, message).help(help));
        }
    }

    /// The contents of a text in quotes, with `\"` and `\\` undone.
    pub(super) fn quoted(&mut self) -> Option<(String, Span)> {
        if !self.at(TokenKind::Text) {
            return None;
        }
        let token = self.advance();
        let raw = self.text_of(token).trim_start_matches('"');
        let raw = raw.strip_suffix('"').unwrap_or(raw);
        let mut text = String::with_capacity(raw.len());
        let mut chars = raw.chars();
        while let Some(c) = chars.next() {
            text.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
        }
        Some((text, token.span))
    }

    /// Where something comes from, or why it is assumed.
    pub(super) fn basis(&mut self) -> Parsed<Option<Basis>> {
        let assumed = self.eat_word("assumed");
        if !assumed && !self.eat_word("from") {
            return Ok(None);
        }
        let expected =
            if assumed { "why it is assumed as a text in quotes" } else { "the source as a text in quotes" };
        let Some((text, span)) = self.quoted() else { return Err(self.unexpected(expected)) };
        if assumed && text.trim().is_empty() {
            let help = "as in `rule bosses = 2 assumed \"the page speaks of several\"`";
            let message = "why it is assumed is not said";
            self.report(Diagnostic::error(Code::Syntax, span, message).help(help));
        }
        Ok(Some(Basis { assumed, source: Source { text, span } }))
    }

    /// Runs `parse` one level deeper, or reports that the limit is reached.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting >= MAX_NESTING {
            let span = self.token().span;
            self.report(
                Diagnostic::error(
                    Code::NestingLimit,
                    span,
                    format!("nested deeper than {MAX_NESTING} levels"),
                )
                .help("move the inner part into a function or a `let`"),
            );
            return Err(Abandoned);
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }

    /// Runs `parse` where a comma is that of `around`.
    pub(super) fn within<T>(
        &mut self,
        around: Around,
        parse: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let outer = std::mem::replace(&mut self.around, around);
        let result = parse(self);
        self.around = outer;
        result
    }

    /// Whether the current token is a word that cannot be a name.
    pub(super) fn at_reserved(&self) -> bool {
        RESERVED.contains(&self.text_of(self.token()))
    }

    /// Whether the current token begins a new statement or ends the block.
    pub(super) fn at_end_of_statement(&self) -> bool {
        let token = self.token();
        token.new_line || matches!(token.kind, TokenKind::RightBrace | TokenKind::End)
    }

    /// After a statement: a new line must follow, or `;` on the same line.
    pub(super) fn end_of_statement(&mut self) -> Parsed<()> {
        if self.at_end_of_statement() || self.eat(TokenKind::Semicolon) {
            return Ok(());
        }
        if self.at(TokenKind::Equals) {
            let span = self.token().span;
            self.report(
                Diagnostic::error(Code::Syntax, span, "a single `=` gives a value, it does not compare")
                    .help("to compare write `==`"),
            );
            return Err(Abandoned);
        }
        Err(self.unexpected("a new line or `;`"))
    }

    /// Marks where a statement, an arm or an alternative begins.
    pub(super) fn begin(&mut self) {
        self.begin = self.at;
    }

    /// Skips to where the next statement can begin: the start of a line at the depth of the current
    /// block, the place after a `;` there, or the brace that ends it.
    pub(super) fn skip_statement(&mut self) {
        let open = |kind: TokenKind| {
            let since = self.tokens.get(self.begin..self.at).unwrap_or_default();
            since.iter().filter(|token| token.kind == kind).count()
        };
        let parentheses = open(TokenKind::LeftParen).saturating_sub(open(TokenKind::RightParen));
        self.skip(Some(parentheses));
    }

    /// The entries between braces, and where the closing one stands; the opening one was read. What cannot be read is reported
    /// and passed over by `skip`; `what` names the entries. Parentheses outside do not reach into the braces.
    pub(super) fn entries<T>(
        &mut self,
        what: &str,
        around: Around,
        read: impl Fn(&mut Self) -> Parsed<T>,
        skip: impl Fn(&mut Self),
    ) -> Parsed<(Vec<T>, Span)> {
        let brackets = std::mem::take(&mut self.brackets);
        let mut entries = Vec::new();
        while !self.at(TokenKind::RightBrace) {
            if self.at(TokenKind::End) {
                return Err(self.unexpected(&format!("`}}` after {what}")));
            }
            self.begin();
            match self.within(around, &read) {
                Ok(entry) => entries.push(entry),
                Err(_) => skip(self),
            }
        }
        self.brackets = brackets;
        Ok((entries, self.advance().span))
    }

    /// As [`Parser::skip_statement`], in a list where `;` separates nothing.
    pub(super) fn skip_entry(&mut self) {
        self.skip(None);
    }

    /// `parentheses` says how many are open, where a `;` outside them ends what is skipped.
    fn skip(&mut self, mut parentheses: Option<usize>) {
        self.brackets = 0;
        let mut depth = 0_usize;
        let start = self.begin;
        loop {
            let token = self.token();
            match token.kind {
                TokenKind::End => return,
                TokenKind::LeftBrace => depth += 1,
                TokenKind::RightBrace if depth == 0 => return,
                TokenKind::RightBrace => depth -= 1,
                _ if depth == 0 && token.new_line && self.at > start => return,
                TokenKind::LeftParen => parentheses = parentheses.map(|open| open + 1),
                TokenKind::RightParen => parentheses = parentheses.map(|open| open.saturating_sub(1)),
                TokenKind::Semicolon if depth == 0 && parentheses == Some(0) => {
                    self.advance();
                    return;
                }
                _ => {}
            }
            self.advance();
        }
    }

    /// The help line for a word that begins no item, if it is close to one that does.
    pub(super) fn near_keyword(&self) -> Option<String> {
        const OPENERS: &[&str] = &[
            "mechanic", "editions", "input", "rule", "outcome", "state", "uses", "overview", "function",
            "enumeration", "let", "if", "match", "repeat", "given", "require", "pool",
        ];
        let word = self.text_of(self.token());
        nearest(word, OPENERS.iter().copied()).map(|near| format!("did you mean `{near}`?"))
    }
}

/// The place right after another.
fn after(span: Span) -> Span {
    Span { start: span.end, ..span }
}

/// A token as it fits in a message.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}
