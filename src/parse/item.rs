//! Declarations: the head of the file, inputs, rules, outcomes, functions.

use crate::diagnostic::{Code, Diagnostic};

use super::ast::{
    Availability, File, Function, Input, Item, ItemKind, KindName, KindSyntax, Mechanic, Name, Naming,
    Outcome, Procedure, RangeSyntax, Rule, RuleDefault, Source, State, Variant,
};
use super::cursor::{Parsed, Parser};
use super::token::TokenKind;
use crate::source::Span;

impl Parser<'_> {
    pub(super) fn file(&mut self, file: &mut File) {
        while !self.at(TokenKind::End) {
            let start = self.token().span;
            if self.at(TokenKind::RightBrace) {
                self.report(Diagnostic::error(Code::Syntax, start, "this `}` closes nothing"));
                self.advance();
                continue;
            }
            self.begin();
            match self.item() {
                Ok(item) => file.items.push(item),
                Err(_) => self.skip_statement(),
            }
        }
    }

    fn item(&mut self) -> Parsed<Item> {
        let start = self.token().span;
        // `input.luck` is an expression, not a declaration.
        let declares = self.at(TokenKind::Word) && self.peek(1).kind != TokenKind::Dot;
        let word = if declares { self.text_of(self.token()) } else { "" };
        let kind = match word {
            "mechanic" => ItemKind::Mechanic(self.mechanic(false)?),
            "library" if self.at_library() => ItemKind::Mechanic(self.mechanic(true)?),
            "editions" => ItemKind::Editions(self.names("of an edition")?),
            "uses" => ItemKind::Uses(self.uses()?),
            "overview" => ItemKind::Overview(self.names("of an outcome")?),
            "state" => ItemKind::State(self.state()?),
            "input" => ItemKind::Input(self.input()?),
            "rule" => ItemKind::Rule(self.rule()?),
            "outcome" => ItemKind::Outcome(self.outcome()?),
            "function" => ItemKind::Function(self.function()?),
            "procedure" if self.peek(1).kind == TokenKind::Word => ItemKind::Procedure(self.procedure()?),
            "enumeration" if self.at_enumeration() => ItemKind::Enumeration(self.enumeration()?),
            _ => {
                let statement = self.statement()?;
                return Ok(Item { span: statement.span, kind: ItemKind::Statement(statement) });
            }
        };
        let span = start.to(self.last_span());
        self.end_of_statement()?;
        Ok(Item { span, kind })
    }

    fn mechanic(&mut self, library: bool) -> Parsed<Mechanic> {
        self.advance();
        let mut path = self.any_word("as the game of the mechanic")?;
        self.take(TokenKind::Slash, "between game and mechanic, as in `isaac/room-clear-award`")?;
        let rest = self.any_word("of the mechanic")?;
        path = Name { text: format!("{}/{}", path.text, rest.text), span: path.span.to(rest.span) };
        let naming = self.naming()?;
        let use_name = self.use_name()?;
        let basis = self.basis()?;
        if self.at_word("use") && !self.token().new_line {
            let help = "`use \"card\", \"cards\"` stands before `from`".to_owned();
            return Err(self.unexpected_or("a new line", Some(help)));
        }
        Ok(Mechanic { library, path, naming, use_name, basis })
    }

    /// `use "card", "cards"`: both are said, for no rule of grammar makes `boxes` and `dice`.
    fn use_name(&mut self) -> Parsed<Option<(String, String)>> {
        if self.token().new_line || !self.eat_word("use") {
            return Ok(None);
        }
        let one = self.word_for_use("what one use is called in quotes, as in `use \"card\", \"cards\"`")?;
        let several = "a comma and what several are called in quotes, as in `use \"die\", \"dice\"`";
        if !self.eat(TokenKind::Comma) {
            return Err(self.unexpected(several));
        }
        Ok(Some((one, self.word_for_use(several)?)))
    }

    fn word_for_use(&mut self, expected: &str) -> Parsed<String> {
        let Some((text, span)) = self.quoted() else { return Err(self.unexpected(expected)) };
        if text.trim().is_empty() {
            let message = format!("found nothing, expected {expected}");
            self.report(Diagnostic::error(Code::Syntax, span, message));
        }
        Ok(text)
    }

    /// A word, then names with commas between.
    fn names(&mut self, purpose: &str) -> Parsed<Vec<Name>> {
        self.advance();
        let mut names = vec![self.name(purpose)?];
        while self.eat(TokenKind::Comma) {
            names.push(self.name(purpose)?);
        }
        Ok(names)
    }

    fn state(&mut self) -> Parsed<State> {
        self.advance();
        let (name, family) = self.declared("of the state")?;
        self.take(TokenKind::Colon, "and the kind of the state")?;
        let kind = self.declared_kind()?;
        let start = if self.eat(TokenKind::Equals) { Some(self.expression()?) } else { None };
        let naming = self.naming()?;
        Ok(State { name, family, kind, start, naming })
    }

    fn input(&mut self) -> Parsed<Input> {
        self.advance();
        let (name, family) = self.declared("of the input")?;
        self.take(TokenKind::Colon, "and the kind of the input")?;
        let kind = self.declared_kind()?;
        let default = if self.eat(TokenKind::Equals) { Some(self.expression()?) } else { None };
        let availability = if self.eat_word("since") {
            Some(Availability::Since(self.name("of an edition")?))
        } else if self.eat_word("before") {
            Some(Availability::Before(self.name("of an edition")?))
        } else {
            None
        };
        let naming = self.naming()?;
        let basis = self.basis()?;
        Ok(Input { name, family, kind, default, availability, naming, basis })
    }

    fn rule(&mut self) -> Parsed<Rule> {
        self.advance();
        let (name, family) = self.declared("of the rule")?;
        let kind = if self.eat(TokenKind::Colon) { Some(self.declared_kind()?) } else { None };
        let in_members = self.at(TokenKind::LeftBrace) || self.at_sheet();
        let default = if let Some(family) = family.as_ref().filter(|_| in_members) {
            RuleDefault::Table(self.values_of_members(family)?)
        } else if self.eat_word("unknown") {
            RuleDefault::Unknown(self.reason()?)
        } else {
            let all = "and a value for all, or the values of the members in braces";
            let purpose = if family.is_some() { all } else { "and the value of the rule" };
            self.take(TokenKind::Equals, purpose)?;
            RuleDefault::Value(self.expression()?)
        };
        let naming = self.naming()?;
        let basis = self.basis()?;
        Ok(Rule { name, family, kind, default, naming, basis })
    }

    /// Why the value of a rule is not known, in quotes on the same line.
    fn reason(&mut self) -> Parsed<Source> {
        let help = "as in `rule bosses: integer unknown \"how many is not said\"`";
        let same_line = !self.token().new_line;
        match self.quoted().filter(|_| same_line) {
            Some((text, span)) => {
                if text.trim().is_empty() {
                    let message = "why its value is not known is not said";
                    self.report(Diagnostic::error(Code::Syntax, span, message).help(help));
                }
                Ok(Source { text, span })
            }
            None => Err(self.unexpected_or("the reason in quotes", Some(help.to_owned()))),
        }
    }

    fn outcome(&mut self) -> Parsed<Outcome> {
        self.advance();
        let (name, family) = self.declared("of the outcome")?;
        self.take(TokenKind::Colon, "and the kind of the outcome")?;
        let kind = self.declared_kind()?;
        let start = if self.eat(TokenKind::Equals) { Some(self.expression()?) } else { None };
        let naming = self.naming()?;
        Ok(Outcome { name, family, kind, start, naming })
    }

    fn function(&mut self) -> Parsed<Function> {
        self.advance();
        let name = self.name("of the function")?;
        let parameters = self.parameters()?;
        if !self.eat(TokenKind::Equals) {
            let help = "as in `function f(n: integer) = { … }`".to_owned();
            return Err(self.unexpected_or("`=` and the value of the function", Some(help)));
        }
        let body = self.body()?;
        Ok(Function { name, parameters, body })
    }

    fn procedure(&mut self) -> Parsed<Procedure> {
        self.advance();
        let name = self.name("of the procedure")?;
        let parameters = self.parameters()?;
        Ok(Procedure { name, parameters, body: self.block()? })
    }

    /// `(a: kind, b: kind)`
    fn parameters(&mut self) -> Parsed<Vec<(Name, KindSyntax)>> {
        self.take(TokenKind::LeftParen, "and the parameters")?;
        let mut parameters = Vec::new();
        while !self.at(TokenKind::RightParen) {
            let parameter = self.name("of a parameter")?;
            self.take(TokenKind::Colon, "and the kind of the parameter")?;
            parameters.push((parameter, self.kind()?));
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.take(TokenKind::RightParen, "after the parameters")?;
        Ok(parameters)
    }

    /// `"Coin" or "penny" or "cent" {{i|Coin}}`
    pub(super) fn naming(&mut self) -> Parsed<Naming> {
        let same_line = |parser: &Self| !parser.token().new_line;
        let label = if same_line(self) { self.quoted().map(|(text, _)| text) } else { None };
        let mut aliases = Vec::new();
        while label.is_some() && self.eat_word("or") {
            let expected = "another word for it in quotes, as in `\"Coin\" or \"penny\"`";
            let Some((text, span)) = self.quoted() else { return Err(self.unexpected(expected)) };
            if !text.contains(char::is_alphanumeric) {
                let is_blank = text.trim().is_empty();
                let found = if is_blank { "nothing".to_owned() } else { format!("no word in `{text}`") };
                let message = format!("found {found}, expected {expected}");
                self.report(Diagnostic::error(Code::Syntax, span, message));
            }
            aliases.push(Source { text, span });
        }
        let mut template = None;
        if same_line(self) && self.at(TokenKind::Template) {
            let token = self.advance();
            template = Some(self.text_of(token).to_owned());
        }
        Ok(Naming { label, aliases, template })
    }

    pub(super) fn kind(&mut self) -> Parsed<KindSyntax> {
        let start = self.token().span;
        let word = if self.at(TokenKind::Word) { self.text_of(self.token()) } else { "" };
        let kind = match word {
            "flag" | "probability" | "roll" => {
                self.advance();
                match word {
                    "flag" => KindName::Flag,
                    "roll" => KindName::Roll,
                    _ => KindName::Probability,
                }
            }
            "number" | "integer" => {
                self.advance();
                let range = self.range()?;
                if word == "number" { KindName::Number(range) } else { KindName::Integer(range) }
            }
            "list" if self.word_ahead(1, "of") => {
                self.advance();
                self.advance();
                KindName::List(Box::new(self.nested(Self::kind)?))
            }
            _ if self.at(TokenKind::LeftBrace) => KindName::Enumeration(self.variants()?),
            _ if self.at(TokenKind::Word) => KindName::Named(self.name("of a kind")?),
            _ => {
                return Err(
                    self.unexpected("a kind: flag, number, integer, probability, or values in braces")
                );
            }
        };
        Ok(KindSyntax { span: start.to(self.last_span()), kind, labels: None })
    }

    fn range(&mut self) -> Parsed<Option<RangeSyntax>> {
        let begins = matches!(self.token().kind, TokenKind::Number | TokenKind::Minus | TokenKind::DotDot);
        if !begins || self.token().new_line {
            return Ok(None);
        }
        let low = if self.at(TokenKind::DotDot) { None } else { Some(self.operand(5)?) };
        self.take(TokenKind::DotDot, "between the ends of the range, as in `0..10`")?;
        let continues = matches!(self.token().kind, TokenKind::Number | TokenKind::Minus);
        let high = if continues && !self.token().new_line { Some(self.operand(5)?) } else { None };
        let or_more = self.or_more()?;
        if let (Some(span), None) = (or_more, &high) {
            let diagnostic = Diagnostic::error(Code::Syntax, span, "`or more` than what?");
            self.report(diagnostic.help("write the greatest number before it, as in `0..30 or more`"));
        }
        Ok(Some(RangeSyntax { low, high, or_more }))
    }

    /// The words `or more` after a range.
    fn or_more(&mut self) -> Parsed<Option<Span>> {
        let or = self.token();
        if or.new_line || !self.eat_word("or") {
            return Ok(None);
        }
        if !self.at_word("more") {
            return Err(self.unexpected("`more`, as in `0..30 or more`"));
        }
        Ok(Some(or.span.to(self.advance().span)))
    }

    pub(super) fn variants(&mut self) -> Parsed<Vec<Variant>> {
        self.take(TokenKind::LeftBrace, "before the values")?;
        let mut variants = Vec::new();
        while !self.at(TokenKind::RightBrace) {
            if self.at(TokenKind::End) {
                return Err(self.unexpected("`}` after the values"));
            }
            self.begin();
            match self.variant() {
                Ok(variant) => variants.push(variant),
                Err(_) => self.skip_entry(),
            }
        }
        self.advance();
        Ok(variants)
    }

    fn variant(&mut self) -> Parsed<Variant> {
        let name = self.name("of a value")?;
        let naming = self.naming()?;
        if !self.eat(TokenKind::Comma) && !self.at_end_of_statement() {
            return Err(self.unexpected("`,` or `}` after a value"));
        }
        Ok(Variant { name, naming })
    }
}
