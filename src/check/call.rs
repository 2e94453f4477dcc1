//! Calls: the functions of the language and those of the file.

use super::model::{Binding, Builtin};
use super::{Checker, Code, Diagnostic, Kind, Progress};
use crate::exact::Rational;
use crate::parse::ast::{self, Expr, Name};
use crate::parse::foreign;
use crate::source::Span;

impl Checker {
    pub(super) fn call(&mut self, name: &Name, arguments: &[Expr], span: Span) -> (Kind, Option<Binding>) {
        match self.find_function(&name.text) {
            Some(Binding::Builtin(builtin)) => {
                (self.builtin(builtin, arguments, name, span), Some(Binding::Builtin(builtin)))
            }
            Some(Binding::Function(index)) => {
                self.certain_function(name);
                (self.function_call(index, arguments, name, span), Some(Binding::Function(index)))
            }
            Some(Binding::Mechanic(index)) if arguments.is_empty() => {
                self.use_mechanic(name, &[]);
                (self.whole_record(name, span), Some(Binding::Mechanic(index)))
            }
            Some(Binding::Mechanic(_)) => {
                for argument in arguments {
                    self.expr(argument, None);
                }
                let message = format!("the inputs of `{}` are given by name", name.text);
                let help = format!("as in `{}(input = value)`", name.text);
                self.report(Diagnostic::error(Code::WrongArguments, span, message).help(help));
                (Kind::Unknown, None)
            }
            _ => {
                self.unknown_function(name);
                for argument in arguments {
                    self.expr(argument, None);
                }
                (Kind::Unknown, None)
            }
        }
    }

    fn wrong_arguments(&mut self, span: Span, name: &str, expected: &str, found: usize) -> Kind {
        let message = format!("`{name}` takes {expected}, this has {found}");
        let help = match self.find_function(name) {
            Some(Binding::Builtin(_)) => foreign::for_arguments(name, found),
            _ => None,
        };
        let diagnostic = Diagnostic::error(Code::WrongArguments, span, message);
        self.report(diagnostic.maybe_help(help.map(str::to_owned)));
        Kind::Unknown
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[Expr], name: &Name, span: Span) -> Kind {
        let (least, most) = Builtin::ALL
            .iter()
            .find(|(_, other, ..)| *other == builtin)
            .map_or((0, 0), |(_, _, least, most)| (*least, *most));
        let odd_uniform = builtin == Builtin::Uniform && arguments.len() == 1;
        if arguments.len() < least || arguments.len() > most || odd_uniform {
            for argument in arguments {
                self.expr(argument, None);
            }
            let expected = match (builtin, least, most) {
                (Builtin::Uniform, ..) => "no argument or both ends".to_owned(),
                (_, 1, 1) => "one argument".to_owned(),
                (_, least, most) if least == most => format!("{least} arguments"),
                (_, least, _) => format!("{least} arguments or more"),
            };
            return self.wrong_arguments(span, &name.text, &expected, arguments.len());
        }
        match builtin {
            Builtin::Chance => {
                self.chance(&arguments[0]);
                Kind::Flag
            }
            Builtin::Random => self.random(&arguments[0]),
            Builtin::Die => self.die(&arguments[0]),
            Builtin::Uniform => {
                for argument in arguments {
                    self.require(argument, Kind::Number, "an end of a uniform roll");
                }
                Kind::Roll
            }
            Builtin::Min | Builtin::Max | Builtin::Clamp | Builtin::Abs => {
                let mut kind = Kind::Integer;
                for argument in arguments {
                    let found = self.numeric(argument, &format!("what `{}` takes", name.text));
                    kind = kind.join(found).unwrap_or(Kind::Unknown);
                }
                kind
            }
            Builtin::Floor | Builtin::Ceil | Builtin::Round => {
                self.numeric(&arguments[0], "what is rounded");
                Kind::Integer
            }
            Builtin::Root => {
                self.require(&arguments[0], Kind::Number, "what `root` takes");
                self.not_negative(&arguments[0], "what `root` takes");
                Kind::Integer
            }
            Builtin::Xor => {
                for argument in arguments {
                    self.require(argument, Kind::Integer, "what `xor` takes");
                    self.not_negative(argument, "what `xor` takes");
                }
                Kind::Integer
            }
            Builtin::Float32 => {
                self.require(&arguments[0], Kind::Number, "what `float32` takes");
                Kind::Number
            }
            Builtin::Mod => {
                let first = self.require(&arguments[0], Kind::Number, "what `mod` takes");
                let second = self.require(&arguments[1], Kind::Number, "what `mod` takes");
                first.join(second).unwrap_or(Kind::Unknown)
            }
            // Nobody writes these.
            Builtin::OrMore | Builtin::MoreThan => Kind::Integer,
        }
    }

    fn random(&mut self, bound: &Expr) -> Kind {
        self.require(bound, Kind::Integer, "the bound of `random`");
        if self.bounds(bound).high.is_some_and(|high| high < Rational::ONE) {
            self.report(Diagnostic::error(
                Code::OutOfRange,
                bound.span,
                "`random(n)` gives a whole number below n, so n is at least 1",
            ));
        }
        Kind::Integer
    }

    fn function_call(&mut self, index: usize, arguments: &[Expr], name: &Name, span: Span) -> Kind {
        self.functions[index].called = true;
        if self.functions[index].progress == Progress::Waiting {
            for argument in arguments {
                self.expr(argument, None);
            }
            let diagnostic = Diagnostic::error(
                Code::Recursion,
                name.span,
                format!("`{}` is declared further down", name.text),
            )
            .also(self.functions[index].span, "it is declared here")
            .help("a function uses those above it; move this one below, so that none can call itself");
            self.report(diagnostic);
            return Kind::Unknown;
        }
        if self.functions[index].progress == Progress::Checking {
            let diagnostic =
                Diagnostic::error(Code::Recursion, name.span, format!("`{}` calls itself", name.text))
                    .also(self.functions[index].span, "it is declared here")
                    .help("repeat with `repeat n { … }` or `repeat { … } until x` instead");
            self.report(diagnostic);
            return Kind::Unknown;
        }
        let parameters: Vec<Kind> = self.functions[index].parameters.iter().map(|(_, kind)| *kind).collect();
        for (position, argument) in arguments.iter().enumerate() {
            match parameters.get(position) {
                Some(kind) => {
                    self.require(argument, *kind, &format!("argument {} of `{}`", position + 1, name.text));
                }
                None => {
                    self.expr(argument, None);
                }
            }
        }
        if !self.count_arguments(span, &name.text, parameters.len(), arguments.len()) {
            return Kind::Unknown;
        }
        self.functions[index].result
    }

    /// Whether there are as many arguments as parameters; an error where not.
    pub(super) fn count_arguments(&mut self, span: Span, name: &str, wanted: usize, found: usize) -> bool {
        if wanted == found {
            return true;
        }
        let expected = match wanted {
            0 => "no argument".to_owned(),
            1 => "one argument".to_owned(),
            count => format!("{count} arguments"),
        };
        self.wrong_arguments(span, name, &expected, found);
        false
    }

    /// Checks the bodies of all functions. A function may use those declared before it, and itself not at all.
    pub(super) fn functions(&mut self, tree: &ast::File) {
        for index in 0..self.functions.len() {
            let item = self.functions[index].item;
            let Some(ast::ItemKind::Function(function)) = tree.items.get(item).map(|item| &item.kind) else {
                continue;
            };
            if self.functions[index].library.is_some() {
                continue;
            }
            let outside = self.scopes.isolate();
            self.in_function = true;
            self.functions[index].progress = Progress::Checking;
            let result = self.scoped(|checker| {
                for (name, kind) in &function.parameters {
                    let (kind, range) = checker.written_kind(kind, None);
                    let id = checker.parameter(name, kind, range);
                    checker.functions[index].parameters.push((id, kind));
                }
                checker.body(&function.body, None)
            });
            self.functions[index].draws = function.body.expressions().any(|expr| self.draws(expr));
            self.scopes = outside;
            self.in_function = false;
            self.functions[index].result = result;
            self.functions[index].reach = self.reach(&function.body.value);
            self.functions[index].progress = Progress::Done;
            self.checked_function(index);
        }
    }

    /// Whether evaluating the expression draws something.
    pub(super) fn draws(&self, expr: &Expr) -> bool {
        let own = match (&expr.kind, self.resolution.binding(expr.id)) {
            (ast::ExprKind::OneOf(_) | ast::ExprKind::Draw(_) | ast::ExprKind::Use(..), _)
            | (ast::ExprKind::Dice(_), _) => true,
            // What takes something away happens in order, as a draw does.
            (ast::ExprKind::Take(..), _) => true,
            (_, Some(Binding::Mechanic(_))) => true,
            (_, Some(Binding::Builtin(builtin))) => {
                matches!(builtin, Builtin::Chance | Builtin::Random | Builtin::Die | Builtin::Uniform)
            }
            (_, Some(Binding::Function(index))) => {
                self.functions.get(index).is_some_and(|function| function.draws)
            }
            _ => false,
        };
        own || expr.kind.children().into_iter().any(|child| self.draws(child))
    }

    /// A place that is looked at in order, as far as needed, and so must not draw.
    pub(super) fn must_not_draw(&mut self, expr: &Expr, place: &str) {
        if self.draws(expr) {
            self.report(
                Diagnostic::error(Code::DrawHere, expr.span, format!("{place} cannot draw"))
                    .help("draw before it: `let drawn = …`"),
            );
        }
    }
}
