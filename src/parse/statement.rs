//! Statements: the steps of a mechanic.

use crate::diagnostic::{Code, Diagnostic};

use super::ast::{
    Arm, Block, Body, KindName, KindSyntax, Let, Pattern, PatternKind, PatternValue, Statement,
    StatementKind, Threshold,
};
use super::cursor::{Abandoned, Around, Parsed, Parser};
use super::token::TokenKind;

impl Parser<'_> {
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        self.begin();
        let start = self.token().span;
        let kind = self.within(Around::Line, |parser| parser.nested(Self::statement_kind))?;
        let span = start.to(self.last_span());
        self.end_of_statement()?;
        Ok(Statement { span, kind })
    }

    pub(super) fn statement_kind(&mut self) -> Parsed<StatementKind> {
        if self.at_word("let") {
            return Ok(StatementKind::Let(Box::new(self.let_binding()?)));
        }
        if self.at_word("if") {
            return self.if_statement();
        }
        if self.eat_word("match") {
            let subject = self.expression()?;
            let arms = self.arms(Self::arm_block)?;
            return Ok(StatementKind::Match(subject, arms));
        }
        if self.eat_word("repeat") {
            return self.repeat();
        }
        if self.eat_word("given") {
            return Ok(StatementKind::Given(self.expression()?));
        }
        if self.eat_word("require") {
            let condition = self.expression()?;
            let Some((why, _)) = self.quoted() else {
                return Err(self.unexpected("a text in quotes that says why it must hold"));
            };
            return Ok(StatementKind::Require(condition, why));
        }
        if self.eat_word("pool") {
            return Ok(StatementKind::Pool(self.pool()?));
        }
        if self.at_place() {
            let place = self.place()?;
            self.take(TokenKind::Equals, "and the value")?;
            return Ok(StatementKind::Assign(place, self.expression()?));
        }
        if self.at_set() {
            return self.set_at();
        }
        if self.at_for_each() {
            return self.for_each();
        }
        if self.at_add() {
            return self.add();
        }
        if self.at_put() {
            return self.put();
        }
        if self.at(TokenKind::Word) && self.peek(1).kind == TokenKind::LeftParen {
            return self.run();
        }
        if let Some(pointer) = self.pointer_after_place() {
            self.report(pointer);
            return Err(Abandoned);
        }
        let help = if self.at_word("one") {
            Some("say what it is given to: `name = one of { … }`".to_owned())
        } else if self.at_word("else") {
            Some("`else` stands right after the `}` of its `if`".to_owned())
        } else {
            self.near_keyword()
        };
        let expected = "a declaration or a statement, such as `let`, `if`, `match` or `name = value`";
        Err(self.unexpected_or(expected, help))
    }

    /// `repeat n { … }` or `repeat { … } until x`.
    fn repeat(&mut self) -> Parsed<StatementKind> {
        if self.at_word("until") {
            let help = "the block stands first: `repeat { … } until x`".to_owned();
            return Err(self.unexpected_or("the block that is repeated", Some(help)));
        }
        if !self.at(TokenKind::LeftBrace) {
            let count = self.expression()?;
            return Ok(StatementKind::Repeat(count, self.block()?));
        }
        let block = self.block()?;
        if !self.eat_word("until") {
            return Err(self.unexpected("`until` and what ends the loop, or a number after `repeat`"));
        }
        Ok(StatementKind::Until(block, self.expression()?))
    }

    pub(super) fn at_for_each(&self) -> bool {
        self.at_word("for") && self.word_ahead(1, "each")
    }

    /// `for each r in room { … }`
    fn for_each(&mut self) -> Parsed<StatementKind> {
        self.advance();
        self.advance();
        let name = self.name("of the variable")?;
        if !self.eat_word("in") {
            return Err(self.unexpected("`in`, as in `for each x in list { … }`"));
        }
        let all = self.expression()?;
        Ok(StatementKind::ForEach(name, all, self.block()?))
    }

    /// `place(shop, 1/2)`
    fn run(&mut self) -> Parsed<StatementKind> {
        let name = self.name("of a procedure")?;
        let arguments = self.arguments()?;
        Ok(StatementKind::Run(name, arguments))
    }

    pub(super) fn let_binding(&mut self) -> Parsed<Let> {
        let start = self.advance().span;
        let name = self.name("of a variable")?;
        let family = if self.at_by() { Some(self.family(name.clone())?) } else { None };
        let kind = if self.eat(TokenKind::Colon) { Some(self.kind()?) } else { None };
        if !self.at(TokenKind::Equals) {
            let start = kind.as_ref().and_then(first_value);
            let help = start.map(|value| format!("it has a value from the start, as in `= {value}`"));
            return Err(self.unexpected_or("`=` and the value of the variable", help));
        }
        self.advance();
        let value = self.expression()?;
        Ok(Let { span: start.to(value.span), name, family, kind, value })
    }

    fn if_statement(&mut self) -> Parsed<StatementKind> {
        let mut branches = Vec::new();
        loop {
            self.advance();
            let guard = self.expression()?;
            branches.push((guard, self.block()?));
            if !self.eat_word("else") {
                return Ok(StatementKind::If(branches, None));
            }
            if !self.at_word("if") {
                return Ok(StatementKind::If(branches, Some(self.block()?)));
            }
        }
    }

    pub(super) fn block(&mut self) -> Parsed<Block> {
        let start = self.take(TokenKind::LeftBrace, "before the statements of the block")?.span;
        let mut statements = Vec::new();
        // Parentheses outside do not reach into a block.
        let brackets = std::mem::take(&mut self.brackets);
        while !matches!(self.token().kind, TokenKind::RightBrace | TokenKind::End) {
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(_) => self.skip_statement(),
            }
        }
        self.brackets = brackets;
        if self.at(TokenKind::End) {
            self.report(
                Diagnostic::error(Code::Syntax, self.token().span, "found the end of the text, expected `}`")
                    .also(start, "this block is not closed"),
            );
        }
        self.eat(TokenKind::RightBrace);
        Ok(Block { span: start.to(self.last_span()), statements, braced: true })
    }

    fn arm_block(&mut self) -> Parsed<Block> {
        if self.at(TokenKind::LeftBrace) {
            return self.block();
        }
        let start = self.token().span;
        let kind = self.nested(Self::statement_kind)?;
        let span = start.to(self.last_span());
        Ok(Block { span, statements: vec![Statement { span, kind }], braced: false })
    }

    pub(super) fn arm_body(&mut self) -> Parsed<Body> {
        self.body()
    }

    /// The arms of a match, in braces, one a line or with commas between.
    pub(super) fn arms<B>(&mut self, body: impl Fn(&mut Self) -> Parsed<B>) -> Parsed<Vec<Arm<B>>> {
        self.take(TokenKind::LeftBrace, "before the arms of the match")?;
        let brackets = std::mem::take(&mut self.brackets);
        let mut arms = Vec::new();
        while !matches!(self.token().kind, TokenKind::RightBrace | TokenKind::End) {
            // An arm that cannot be read does not take the others with it.
            match self.within(Around::List, |parser| parser.arm(&body)) {
                Ok(arm) => arms.push(arm),
                Err(_) => self.skip_entry(),
            }
        }
        self.brackets = brackets;
        self.take(TokenKind::RightBrace, "after the last arm")?;
        Ok(arms)
    }

    fn arm<B>(&mut self, body: impl Fn(&mut Self) -> Parsed<B>) -> Parsed<Arm<B>> {
        self.begin();
        let start = self.token().span;
        let pattern = self.pattern()?;
        self.take(TokenKind::Arrow, "after the values of the arm")?;
        let body = body(self)?;
        let span = start.to(self.last_span());
        if !self.eat(TokenKind::Comma) && !self.at_end_of_statement() {
            return Err(self.unexpected("a new line or `,` after the arm"));
        }
        Ok(Arm { span, pattern, body })
    }

    fn pattern(&mut self) -> Parsed<Pattern> {
        let start = self.token().span;
        let kind = self.pattern_kind()?;
        Ok(Pattern { span: start.to(self.last_span()), kind })
    }

    fn pattern_kind(&mut self) -> Parsed<PatternKind> {
        if self.eat_word("else") {
            return Ok(PatternKind::Else);
        }
        if let Some(threshold) = self.threshold()? {
            return Ok(PatternKind::Threshold(threshold, self.operand(5)?));
        }
        let mut values = Vec::new();
        loop {
            let low = self.operand(5)?;
            let high = if self.eat_word("to") { Some(self.operand(5)?) } else { None };
            values.push(PatternValue { low, high });
            if !self.eat_word("or") {
                return Ok(PatternKind::Values(values));
            }
        }
    }

    pub(super) fn threshold(&mut self) -> Parsed<Option<Threshold>> {
        if self.eat_word("below") {
            return Ok(Some(Threshold::Below));
        }
        if self.eat_word("above") {
            return Ok(Some(Threshold::Above));
        }
        if !self.eat_word("at") {
            return Ok(None);
        }
        if self.eat_word("most") {
            return Ok(Some(Threshold::AtMost));
        }
        if self.eat_word("least") {
            return Ok(Some(Threshold::AtLeast));
        }
        Err(self.unexpected("`most` or `least`"))
    }
}

/// A value that something of the kind may begin with, where one is plain.
fn first_value(kind: &KindSyntax) -> Option<&'static str> {
    match kind.kind {
        KindName::Flag => Some("false"),
        KindName::Number(None) | KindName::Integer(None) | KindName::Probability => Some("0"),
        KindName::List(_) => Some("{}"),
        _ => None,
    }
}
