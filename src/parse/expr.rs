//! Expressions, by precedence (V. Pratt, *Top down operator precedence*, 1973).

use crate::diagnostic::{Code, Diagnostic};
use crate::exact::{ParseRationalError, Rational};
use crate::source::Span;

use super::ast::{BinaryOp, Body, Choice, ChoiceWeight, Expr, ExprKind, Name, Namespace, UnaryOp};
use super::cursor::{Abandoned, Around, Parsed, Parser};
use super::token::{RESERVED, TokenKind};

/// The precedence of `not`, between `and` and the comparisons.
const NOT: u8 = 3;
/// The precedence of a minus before an operand, between products and powers.
const NEGATE: u8 = 7;
/// The precedence of `in`, that of the comparisons.
const IN: u8 = 4;
/// The precedence of `at`, tighter than all operators.
pub(super) const AT: u8 = 9;

/// How many expressions may stand inside one another, counting each operator of a long sum: what
/// every later stage may recurse into.
const MAX_DEPTH: u16 = 200;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        let first = self.operand(1)?;
        self.range_of(first)
    }

    pub(super) fn make(&mut self, span: Span, kind: ExprKind) -> Expr {
        let inner = kind.children().iter().map(|child| child.depth).max();
        let depth = inner.unwrap_or(0).saturating_add(1);
        if depth > MAX_DEPTH {
            self.report(
                Diagnostic::error(
                    Code::NestingLimit,
                    span,
                    format!("an expression of more than {MAX_DEPTH} levels"),
                )
                .help("give parts of it names with `let`"),
            );
            return Expr { id: self.next_id(), span, depth: 1, kind: ExprKind::Invalid };
        }
        Expr { id: self.next_id(), span, depth, kind }
    }

    /// An expression of operators that bind at least as tightly as `least`.
    pub(super) fn operand(&mut self, least: u8) -> Parsed<Expr> {
        self.nested(|parser| {
            let left = parser.prefix()?;
            parser.infix(left, least)
        })
    }

    fn prefix(&mut self) -> Parsed<Expr> {
        let start = self.token().span;
        if self.eat_word("not") {
            let inner = self.operand(NOT)?;
            return Ok(self.make(start.to(inner.span), ExprKind::Unary(UnaryOp::Not, Box::new(inner))));
        }
        if self.eat(TokenKind::Minus) {
            let inner = self.operand(NEGATE)?;
            return Ok(self.make(start.to(inner.span), ExprKind::Unary(UnaryOp::Negate, Box::new(inner))));
        }
        let inner = self.primary()?;
        let inner = self.members(inner)?;
        self.rolls(inner)
    }

    /// What a mechanic that was used gave: `rolled.rarity`.
    pub(super) fn members(&mut self, mut inner: Expr) -> Parsed<Expr> {
        while self.at(TokenKind::Dot) && !matches!(inner.kind, ExprKind::Number(..)) {
            self.advance();
            let name = self.name("of an outcome")?;
            let span = inner.span.to(name.span);
            inner = self.make(span, ExprKind::Member(Box::new(inner), name));
        }
        Ok(inner)
    }

    pub(super) fn infix(&mut self, mut left: Expr, least: u8) -> Parsed<Expr> {
        loop {
            // A line that begins with a minus is a new arm or statement; any other operator continues.
            let token = self.token();
            if token.new_line && self.brackets == 0 && token.kind == TokenKind::Minus {
                return Ok(left);
            }
            if self.at_word("at") && least <= AT && self.at_index() {
                left = self.list_place(left)?;
                continue;
            }
            if self.at_word("in") && least <= IN {
                left = self.membership(left)?;
                continue;
            }
            let Some(op) = self.binary_operator().filter(|op| op.precedence() >= least) else {
                return Ok(left);
            };
            let chained = op.is_comparison() && is_comparison(&left);
            if chained {
                let diagnostic = Diagnostic::error(Code::Syntax, token.span, "comparisons do not chain")
                    .help("write `a < b and b < c`");
                self.report(diagnostic);
            }
            self.advance();
            // Powers bind to the right: 2^3^2 is 2^9.
            let right = self.operand(op.precedence() + u8::from(op != BinaryOp::Power))?;
            let span = left.span.to(right.span);
            let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
            left = self.make(span, if chained { ExprKind::Invalid } else { kind });
        }
    }

    fn binary_operator(&self) -> Option<BinaryOp> {
        let token = self.token();
        Some(match token.kind {
            TokenKind::Word => match self.text_of(token) {
                "or" => BinaryOp::Or,
                "and" => BinaryOp::And,
                _ => return None,
            },
            TokenKind::Equals if self.query => BinaryOp::Equals,
            TokenKind::EqualsEquals => BinaryOp::Equals,
            TokenKind::NotEquals => BinaryOp::NotEquals,
            TokenKind::Less => BinaryOp::Less,
            TokenKind::LessEquals => BinaryOp::LessEquals,
            TokenKind::Greater => BinaryOp::Greater,
            TokenKind::GreaterEquals => BinaryOp::GreaterEquals,
            TokenKind::Plus => BinaryOp::Add,
            TokenKind::Minus => BinaryOp::Subtract,
            TokenKind::Star => BinaryOp::Multiply,
            TokenKind::Slash => BinaryOp::Divide,
            TokenKind::Caret => BinaryOp::Power,
            _ => return None,
        })
    }

    fn membership(&mut self, left: Expr) -> Parsed<Expr> {
        self.advance();
        if self.begins_value(0) {
            return self.in_list(left);
        }
        self.take(TokenKind::LeftBrace, "before the values, as in `x in { a, b }`")?;
        let mut members = Vec::new();
        while !self.at(TokenKind::RightBrace) {
            members.push(self.within(Around::List, |parser| parser.operand(5))?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        let end = self.take(TokenKind::RightBrace, "after the values")?.span;
        let span = left.span.to(end);
        Ok(self.make(span, ExprKind::In(Box::new(left), members)))
    }

    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        let token = self.token();
        match token.kind {
            TokenKind::Number => {
                self.advance();
                let text = self.text_of(token).to_owned();
                // The lexer has reported digits that are not a number; too many of them are found here.
                let value: Rational = text.parse().unwrap_or_else(|error: ParseRationalError| {
                    self.report(Diagnostic::error(Code::BadNumber, token.span, error.to_string()));
                    Rational::ZERO
                });
                Ok(self.make(token.span, ExprKind::Number(text, value)))
            }
            TokenKind::LeftParen => {
                self.advance();
                self.brackets += 1;
                let inner = self.within(Around::Line, Self::expression)?;
                self.brackets -= 1;
                let end = self.take(TokenKind::RightParen, "to close the parenthesis")?.span;
                Ok(self.make(token.span.to(end), ExprKind::Paren(Box::new(inner))))
            }
            TokenKind::LeftBrace => self.list(),
            TokenKind::Word => self.word(),
            // What people call something, where that is more than a word.
            TokenKind::Text if self.query => {
                self.advance();
                let text = self.text_of(token).trim_matches('"').to_owned();
                let name = Name { span: token.span, text };
                Ok(self.make(token.span, ExprKind::Name(None, name)))
            }
            _ => Err(self.unexpected("a value")),
        }
    }

    fn word(&mut self) -> Parsed<Expr> {
        let token = self.token();
        let qualified = self.peek(1).kind == TokenKind::Dot;
        match self.text_of(token) {
            "true" | "false" => {
                self.advance();
                let value = self.text_of(token) == "true";
                Ok(self.make(token.span, ExprKind::Flag(value)))
            }
            "if" => self.if_expression(),
            "match" => {
                self.advance();
                let subject = self.expression()?;
                let arms = self.arms(Self::arm_body)?;
                Ok(self.make(token.span.to(self.last_span()), ExprKind::Match(Box::new(subject), arms)))
            }
            "one" => self.one_of(),
            "sum" if self.at_sum_of_dice() => self.sum_of_dice(),
            "highest" | "lowest" if self.at_kept_dice() => self.list_of_dice(),
            "draw" => {
                self.advance();
                let name = self.name("of a pool")?;
                Ok(self.make(token.span.to(name.span), ExprKind::Draw(name)))
            }
            "input" if qualified => self.qualified(Namespace::Input),
            "rule" if qualified => self.qualified(Namespace::Rule),
            word if RESERVED.contains(&word) => Err(self.unexpected("a value")),
            _ if self.at_take() => self.take_from(),
            _ => {
                let name = self.name("of a value")?;
                let name = self.of_library(name);
                if self.at(TokenKind::LeftParen) && (!self.token().new_line || self.brackets > 0) {
                    return self.call(name);
                }
                self.name_or_member(name)
            }
        }
    }

    fn qualified(&mut self, namespace: Namespace) -> Parsed<Expr> {
        let start = self.advance().span;
        self.advance();
        let name = self.name("of an input or rule")?;
        if self.at_of() {
            let message = format!("`{}` is a family, and read by its name alone", name.text);
            let help = format!(
                "write `{0} of …`; where something else is called `{0}` too, rename one of them",
                name.text
            );
            self.report(Diagnostic::error(Code::Syntax, start.to(name.span), message).help(help));
            return Err(Abandoned);
        }
        Ok(self.make(start.to(name.span), ExprKind::Name(Some(namespace), name)))
    }

    /// `card-roll(room = elite, nloths_gift = true)`
    fn named_arguments(&mut self, name: super::ast::Name) -> Parsed<Expr> {
        let mut arguments = Vec::new();
        while !self.at(TokenKind::RightParen) {
            let input = self.name("of an input of the mechanic")?;
            self.take(TokenKind::Equals, "and the value of the input")?;
            arguments.push((input, self.within(Around::List, Self::expression)?));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.brackets -= 1;
        let end = self.take(TokenKind::RightParen, "after the inputs")?.span;
        let span = name.span.to(end);
        Ok(self.make(span, ExprKind::Use(name, arguments)))
    }

    fn call(&mut self, name: super::ast::Name) -> Parsed<Expr> {
        self.advance();
        self.brackets += 1;
        let named = self.at(TokenKind::Word) && self.peek(1).kind == TokenKind::Equals && !self.query;
        if named {
            return self.named_arguments(name);
        }
        let arguments = self.arguments_inside()?;
        let span = name.span.to(self.last_span());
        Ok(self.make(span, ExprKind::Call(name, arguments)))
    }

    /// `(a, b)`
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.advance();
        self.brackets += 1;
        self.arguments_inside()
    }

    fn arguments_inside(&mut self) -> Parsed<Vec<Expr>> {
        let mut arguments = Vec::new();
        while !self.at(TokenKind::RightParen) {
            arguments.push(self.within(Around::List, Self::expression)?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.brackets -= 1;
        self.take(TokenKind::RightParen, "after the arguments")?;
        Ok(arguments)
    }

    fn if_expression(&mut self) -> Parsed<Expr> {
        let start = self.advance().span;
        let guard = self.expression()?;
        let then = self.braced_body()?;
        if !self.eat_word("else") {
            return Err(self.unexpected("`else`: an `if` that gives a value needs one for both cases"));
        }
        let otherwise = if self.at_word("if") {
            let chained = self.nested(Self::if_expression)?;
            Body::plain(chained)
        } else {
            self.braced_body()?
        };
        let span = start.to(otherwise.span);
        Ok(self.make(span, ExprKind::If(Box::new(guard), Box::new(then), Box::new(otherwise))))
    }

    /// A value, or statements and a value in braces.
    pub(super) fn body(&mut self) -> Parsed<Body> {
        if self.at(TokenKind::LeftBrace) {
            return self.braced_body();
        }
        Ok(Body::plain(self.expression()?))
    }

    fn one_of(&mut self) -> Parsed<Expr> {
        let start = self.advance().span;
        if !self.eat_word("of") {
            return Err(self.unexpected("`of`, as in `one of { a, b }`"));
        }
        self.take(TokenKind::LeftBrace, "before the alternatives")?;
        let brackets = std::mem::take(&mut self.brackets);
        let mut choices = Vec::new();
        let mut unread = false;
        while !self.at(TokenKind::RightBrace) {
            if self.at(TokenKind::End) {
                return Err(self.unexpected("`}` after the alternatives"));
            }
            match self.within(Around::List, Self::choice) {
                Ok(choice) => choices.push(choice),
                Err(_) => {
                    unread = true;
                    self.skip_entry();
                }
            }
        }
        self.brackets = brackets;
        let end = self.advance().span;
        // That there are none is said only where none was written.
        let kind = if unread && choices.is_empty() { ExprKind::Invalid } else { ExprKind::OneOf(choices) };
        Ok(self.make(start.to(end), kind))
    }

    fn choice(&mut self) -> Parsed<Choice> {
        self.begin();
        if self.at_for_each() {
            let help = "things that go through values make a pool: `pool t { for each i in item: weight of i => i }`, \
                        and then `draw t`";
            let message = "`one of` lists its alternatives; it does not go through values";
            self.report(Diagnostic::error(Code::Syntax, self.token().span, message).help(help));
            return Err(Abandoned);
        }
        let choice = self.weighted()?;
        if !self.eat(TokenKind::Comma) && !self.at_end_of_statement() {
            return Err(self.unexpected("a new line or `,` after the alternative"));
        }
        Ok(choice)
    }

    fn weighted(&mut self) -> Parsed<Choice> {
        let start = self.token().span;
        if self.eat_word("else") {
            self.take(TokenKind::Arrow, "after `else`")?;
            let value = self.body()?;
            return Ok(Choice { span: start.to(value.span), weight: ChoiceWeight::Else, value });
        }
        let weight = self.at_weight();
        if weight {
            self.advance();
        }
        let first = self.expression()?;
        if weight && !self.at(TokenKind::Arrow) {
            let is_index = self.at(TokenKind::Comma) && matches!(first.kind, ExprKind::Of(..));
            let help =
                "put what stands behind `of` in parentheses with it: `weight (price of sword, new) => book`";
            let help = is_index.then(|| help.to_owned());
            return Err(self.unexpected_or("`=>` and the value, as in `weight 5 => book`", help));
        }
        if self.eat(TokenKind::Arrow) {
            let value = self.body()?;
            let weight = if weight { ChoiceWeight::Weight(first) } else { ChoiceWeight::Given(first) };
            return Ok(Choice { span: start.to(value.span), weight, value });
        }
        let value = Body::plain(first);
        Ok(Choice { span: start.to(value.span), weight: ChoiceWeight::Equal, value })
    }

    /// Whether an alternative begins with its weight. Where `weight` may be a name, it is one.
    fn at_weight(&self) -> bool {
        let next = self.peek(1);
        self.at_word("weight")
            && !next.new_line
            && match next.kind {
                TokenKind::Number => true,
                TokenKind::LeftParen => !self.declares_function("weight"),
                TokenKind::Word => !matches!(self.text_of(next), "and" | "or" | "in" | "of" | "at"),
                _ => false,
            }
    }
}

fn is_comparison(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary(op, ..) if op.is_comparison())
        || matches!(expr.kind, ExprKind::In(..))
}
