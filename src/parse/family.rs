//! Enumerations by name, families and their members: `rank of boss`, `size of silent, rare`.

use super::ast::{
    Enumeration, Expr, ExprKind, Family, KindName, KindSyntax, Name, NumberLabel, NumberLabels, Over,
    Pattern, PatternKind, PatternValue, Place, Row, Source, Table,
};
use super::cursor::{Abandoned, Around, Parsed, Parser};
use super::token::{Token, TokenKind};
use crate::diagnostic::{Code, Diagnostic};

impl Parser<'_> {
    /// A kind, and what some of its numbers are called.
    pub(super) fn declared_kind(&mut self) -> Parsed<KindSyntax> {
        let mut kind = self.kind()?;
        if self.at_number_labels() {
            if !matches!(kind.kind, KindName::Integer(_)) {
                let help = "whole numbers may have names, as in `integer 0..39 { 10 \"Jail\" }`".to_owned();
                return Err(self.unexpected_or("a new line or `;`", Some(help)));
            }
            kind.labels = Some(self.number_labels()?);
            kind.span = kind.span.to(self.last_span());
        }
        Ok(kind)
    }

    /// Whether numbers and their names in braces stand here: a number and a text.
    fn at_number_labels(&self) -> bool {
        let number = if self.peek(1).kind == TokenKind::Minus { 2 } else { 1 };
        let labelled = self.peek(number + 1).kind == TokenKind::Text;
        self.at(TokenKind::LeftBrace) && self.peek(number).kind == TokenKind::Number && labelled
    }

    fn number_labels(&mut self) -> Parsed<NumberLabels> {
        let start = self.advance().span;
        let (labels, end) =
            self.entries("the names of the numbers", Around::List, Self::number_label, Self::skip_entry)?;
        Ok(NumberLabels { labels, span: start.to(end) })
    }

    fn number_label(&mut self) -> Parsed<NumberLabel> {
        let start = self.token().span;
        let value = self.operand(6)?;
        let naming = self.naming()?;
        if naming.label.is_none() {
            return Err(self.unexpected("what the number is called, in quotes"));
        }
        let span = start.to(self.last_span());
        if !self.eat(TokenKind::Comma) && !self.at_end_of_statement() {
            return Err(self.unexpected("`,` or a new line after the name"));
        }
        Ok(NumberLabel { span, value, naming })
    }

    /// Whether an enumeration begins here, and not a statement about something of that name.
    pub(super) fn at_enumeration(&self) -> bool {
        let (name, after) = (self.peek(1), self.peek(2));
        let named = name.kind == TokenKind::Word && !name.new_line;
        self.at_word("enumeration")
            && named
            && (self.text_of(name) != "of" || after.kind == TokenKind::LeftBrace)
    }

    /// `enumeration room { boss "Boss Room", shop }`
    pub(super) fn enumeration(&mut self) -> Parsed<Enumeration> {
        self.advance();
        let name = self.name("of the enumeration")?;
        if self.at_sheet() {
            let file = self.sheet()?;
            return Ok(Enumeration { name, variants: Vec::new(), span: file.span, file: Some(file) });
        }
        let start = self.token().span;
        let variants = self.variants()?;
        Ok(Enumeration { name, variants, file: None, span: start.to(self.last_span()) })
    }

    /// The name of a declaration, or of a family and what it goes through.
    pub(super) fn declared(&mut self, purpose: &str) -> Parsed<(Name, Option<Family>)> {
        let braces = self.at(TokenKind::LeftBrace) || self.adjacent(TokenKind::LeftBrace);
        let pattern = if braces { self.member_names()? } else { self.name(purpose)? };
        if !braces && !self.at_by() {
            return Ok((pattern, None));
        }
        if !self.at_by() {
            return Err(self.unexpected("`by` and what is counted through, as in `{room}_rank by room`"));
        }
        let text = if braces { family_name(&pattern.text) } else { pattern.text.clone() };
        if text.is_empty() {
            let message = "the family has no name beside the braces";
            self.report(
                Diagnostic::error(Code::Syntax, pattern.span, message)
                    .help(format!("as in `{}_found`, of which one is read as `found of …`", pattern.text)),
            );
        }
        let name = Name { text, span: pattern.span };
        if braces {
            self.not_reserved(&name, "of a family");
        }
        Ok((name, Some(self.family(pattern)?)))
    }

    /// Whether `by` stands here: no declaration and no variable can go on with that word.
    pub(super) fn at_by(&self) -> bool {
        self.at_word("by") && !self.token().new_line
    }

    /// Whether a token stands right after the current one, without a space.
    fn adjacent(&self, kind: TokenKind) -> bool {
        let next = self.peek(1);
        next.kind == kind && next.span.start == self.token().span.end
    }

    /// `{room}_rank`: names and braces without spaces between.
    fn member_names(&mut self) -> Parsed<Name> {
        let start = self.token().span;
        let follows = |parser: &Self, kinds: &[TokenKind]| {
            kinds.contains(&parser.token().kind) && parser.token().span.start == parser.last_span().end
        };
        let mut text = String::new();
        loop {
            if self.eat(TokenKind::LeftBrace) {
                let of = if self.at(TokenKind::Word) { self.any_word("")?.text } else { String::new() };
                self.take(TokenKind::RightBrace, "after what the name goes through, as in `{room}_rank`")?;
                text.push_str(&format!("{{{of}}}"));
            } else {
                text.push_str(&self.any_word("of the members")?.text);
            }
            if !follows(self, &[TokenKind::LeftBrace, TokenKind::Word]) {
                return Ok(Name { text, span: start.to(self.last_span()) });
            }
        }
    }

    /// `by room`, `by character, rarity`, `by 1..6`
    pub(super) fn family(&mut self, pattern: Name) -> Parsed<Family> {
        self.advance();
        let mut by = vec![self.over()?];
        while self.eat(TokenKind::Comma) {
            by.push(self.over()?);
        }
        Ok(Family { pattern, by })
    }

    fn over(&mut self) -> Parsed<Over> {
        if !matches!(self.token().kind, TokenKind::Number | TokenKind::Minus) {
            return Ok(Over::Values(self.name("of an enumeration")?));
        }
        let first = self.operand(5)?;
        self.take(TokenKind::DotDot, "between the ends of the range, as in `1..6`")?;
        Ok(Over::Range(first, self.operand(5)?))
    }

    /// Whether what follows stands in a file: `from "items.csv"`.
    pub(super) fn at_sheet(&self) -> bool {
        self.at_word("from") && !self.token().new_line
    }

    /// `from "items.csv"`
    pub(super) fn sheet(&mut self) -> Parsed<Source> {
        self.advance();
        let expected = "the name of a file in quotes, as in `from \"items.csv\"`";
        let Some((text, span)) = self.quoted() else { return Err(self.unexpected(expected)) };
        let stem = text.strip_suffix(".csv").unwrap_or_default();
        if stem.is_empty() || stem.starts_with('.') || text.contains(['/', '\\', ':']) {
            let message = format!("found `{text}`, expected the name of a CSV file beside this one");
            let help =
                "as in `from \"items.csv\"`, without a folder; where numbers are from is said after them";
            self.report(Diagnostic::error(Code::Syntax, span, message).help(help));
            return Err(Abandoned);
        }
        Ok(Source { text, span })
    }

    /// The values of a family, in braces or in a file.
    pub(super) fn values_of_members(&mut self, family: &Family) -> Parsed<Table> {
        if !self.at_sheet() {
            return self.table();
        }
        let file = self.sheet()?;
        if family.by.len() > 1 {
            let message = "values by two things stand in braces, and not in a file";
            let help = "or declare a rule for each column, as in `rule common by character: integer from …`";
            self.report(Diagnostic::error(Code::Syntax, file.span, message).help(help));
            return Err(Abandoned);
        }
        Ok(Table { rows: Vec::new(), span: file.span, file: Some(file) })
    }

    /// `{ ironclad 20 36 16; silent 19 33 19 }`
    pub(super) fn table(&mut self) -> Parsed<Table> {
        let start = self.take(TokenKind::LeftBrace, "before the values of the family")?.span;
        let (rows, end) =
            self.entries("the values of the family", Around::Row, Self::row, Self::skip_statement)?;
        Ok(Table { rows, file: None, span: start.to(end) })
    }

    /// `silent 19 33 19`
    fn row(&mut self) -> Parsed<Row> {
        let start = self.token().span;
        // In `rare (1/2)` the value stands in parentheses, and nothing is called.
        let apart = self.peek(1).kind == TokenKind::LeftParen && !self.adjacent(TokenKind::LeftParen);
        let of = if self.at(TokenKind::Word) && apart {
            let name = self.any_word("of a value")?;
            self.make(name.span, ExprKind::Name(None, name))
        } else {
            self.operand(7)?
        };
        let ends = |token: Token| {
            token.new_line
                || matches!(
                    token.kind,
                    TokenKind::Comma | TokenKind::Semicolon | TokenKind::RightBrace | TokenKind::End
                )
        };
        let mut cells = Vec::new();
        let because = |parser: &Self| parser.at_word("assumed") && parser.peek(1).kind == TokenKind::Text;
        while !ends(self.token()) && !self.at_word("from") && !because(self) {
            cells.push(self.operand(6)?);
        }
        let basis = if self.token().new_line { None } else { self.basis()? };
        let span = start.to(self.last_span());
        if !self.eat(TokenKind::Comma) && !self.eat(TokenKind::Semicolon) && !self.at_end_of_statement() {
            return Err(self.unexpected("a new line, `;` or `,` after the row"));
        }
        Ok(Row { span, of, cells, basis })
    }

    /// Whether the name before this place is that of a family: `of` follows, and says no weight of a pool.
    pub(super) fn at_of(&self) -> bool {
        let weight = self.text_of(self.peek(1)) == "weight" && self.peek(2).kind != TokenKind::Arrow;
        self.at_word("of")
            && (!self.token().new_line || self.brackets > 0)
            && !(self.around == Around::Count && weight)
    }

    /// A name, or a member of the family of that name.
    pub(super) fn name_or_member(&mut self, name: Name) -> Parsed<Expr> {
        let (start, of) = (name.span, self.of()?);
        if of.is_empty() {
            return Ok(self.make(start, ExprKind::Name(None, name)));
        }
        if name.text == "kinds" && self.at_word("with") && !self.token().new_line {
            self.advance();
            let pattern = Box::new(self.members_so()?);
            if let Ok([of]) = <[Expr; 1]>::try_from(of) {
                let span = start.to(self.last_span());
                return Ok(self.make(span, ExprKind::KindsWith(Box::new(of), pattern)));
            }
            let span = start.to(self.last_span());
            let message = "`kinds of … with` is of one family";
            let help = "as in `kinds of faces with 2`";
            self.report(Diagnostic::error(Code::Syntax, span, message).help(help));
            return Err(Abandoned);
        }
        Ok(self.make(start.to(self.last_span()), ExprKind::Of(name, of)))
    }

    /// What stands after `with`: a value or a threshold, without operators.
    fn members_so(&mut self) -> Parsed<Pattern> {
        let start = self.token().span;
        if self.token().new_line && self.brackets == 0 {
            return Err(self.unexpected("a value, or a threshold such as `at least 2`"));
        }
        let kind = match self.threshold()? {
            Some(threshold) => PatternKind::Threshold(threshold, self.index()?),
            None => PatternKind::Values(vec![PatternValue { low: self.index()?, high: None }]),
        };
        Ok(Pattern { span: start.to(self.last_span()), kind })
    }

    /// What is given a value: `total`, `rank of boss`.
    pub(super) fn place(&mut self) -> Parsed<Place> {
        let name = self.name("of a variable or outcome")?;
        let of = self.of()?;
        Ok(self.placed(name, of))
    }

    /// As [`Parser::place`], of what was read.
    pub(super) fn placed(&mut self, name: Name, of: Vec<Expr>) -> Place {
        self.changed.push(name.text.clone());
        Place { name, of }
    }

    /// Whether a statement that gives something a value begins here.
    pub(super) fn at_place(&self) -> bool {
        let next = self.peek(1);
        let of = next.kind == TokenKind::Word && self.text_of(next) == "of" && !next.new_line;
        self.at(TokenKind::Word) && (next.kind == TokenKind::Equals || (of && !self.at_reserved()))
    }

    /// What stands after `of`, if it stands here. Where a comma ends an argument or an arm, there is one.
    fn of(&mut self) -> Parsed<Vec<Expr>> {
        let mut of = Vec::new();
        if !self.at_of() {
            return Ok(of);
        }
        self.advance();
        let around = self.around;
        let inside = if around == Around::Line { Around::List } else { around };
        loop {
            of.push(self.within(inside, Self::index)?);
            if around != Around::Line || !self.eat(TokenKind::Comma) {
                return Ok(of);
            }
        }
    }

    /// An expression without operators, or one in parentheses.
    pub(super) fn index(&mut self) -> Parsed<Expr> {
        self.nested(|parser| {
            let inner = parser.primary()?;
            let inner = parser.members(inner)?;
            parser.rolls(inner)
        })
    }
}

/// The name of a family whose members are called so: without the braces and the underscores beside them.
fn family_name(pattern: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in pattern.split('{') {
        let outside = part.split_once('}').map_or(part, |(_, after)| after);
        parts.extend(Some(outside.trim_matches('_')).filter(|part| !part.is_empty()));
    }
    parts.join("_")
}
