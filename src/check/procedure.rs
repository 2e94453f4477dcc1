//! Procedures: statements with a name and parameters, run where they are called.

use super::model::{Binding, LocalId, Procedure, Range};
use super::{Checker, Code, Diagnostic, Fixed, Kind, ProcedureInfo, Progress};
use crate::diagnostic::or_nearest;
use crate::parse::ast::{self, Expr, Name};
use crate::parse::foreign;
use crate::source::Span;

impl Checker {
    /// Makes a parameter visible. It keeps its value.
    pub(super) fn parameter(&mut self, name: &Name, kind: Kind, range: Range) -> LocalId {
        let id = self.bind(name, kind, range);
        self.locals[id.0 as usize].fixed = Some(Fixed::Parameter);
        id
    }

    /// Checks a procedure where it stands: it sees what stands above it. Which outcomes it needs and gives is kept
    /// for its calls.
    pub(super) fn procedure(&mut self, procedure: &ast::Procedure, item: usize) {
        let index = self.procedures.len();
        self.procedure_name(&procedure.name);
        let (fields, families) = (self.model.fields.len(), self.model.families.len());
        let before = std::mem::replace(&mut self.assigned, vec![false; fields + families]);
        let open = self.open_reads.replace(Vec::new());
        let parameters = self.scoped(|checker| {
            let mut parameters = Vec::new();
            for (name, kind) in &procedure.parameters {
                let (kind, range) = checker.written_kind(kind, None);
                parameters.push((checker.parameter(name, kind, range), kind));
            }
            for statement in &procedure.body.statements {
                checker.statement(statement);
            }
            parameters
        });
        let assigns = std::mem::replace(&mut self.assigned, before);
        let reads = std::mem::replace(&mut self.open_reads, open).unwrap_or_default();
        let known = self.model.procedures.len();
        self.model
            .procedures
            .push(Procedure { parameters: parameters.iter().map(|(id, _)| *id).collect(), item });
        debug_assert_eq!(known, index);
        if let Some(info) = self.procedures.get_mut(index) {
            *info = ProcedureInfo {
                progress: Progress::Done,
                parameters,
                reads,
                assigns,
                name: info.name.clone(),
                ..*info
            };
        }
    }

    fn procedure_name(&mut self, name: &Name) {
        let own = self.procedures.iter().find(|other| other.name == name.text).map(|other| other.span);
        let function = self.own_function(&name.text).map(|other| self.functions[other].span);
        if let Some(first) = own.or(function) {
            let message = format!("there is already something called `{}` that is run", name.text);
            self.report(
                Diagnostic::error(Code::DuplicateName, name.span, message)
                    .also(first, "it is declared here")
                    .help("choose another name"),
            );
        }
        self.procedures.push(ProcedureInfo {
            name: name.text.clone(),
            span: name.span,
            progress: Progress::Checking,
            parameters: Vec::new(),
            reads: Vec::new(),
            assigns: Vec::new(),
            called: false,
        });
    }

    /// `place(shop)`
    pub(super) fn run(&mut self, name: &Name, arguments: &[Expr], span: Span) {
        let Some(index) = self.procedures.iter().position(|procedure| procedure.name == name.text) else {
            for argument in arguments {
                self.expr(argument, None);
            }
            return self.no_procedure(name);
        };
        self.procedures[index].called = true;
        if self.procedures[index].progress != Progress::Done {
            let message = format!("`{}` calls itself", name.text);
            let finding = Diagnostic::error(Code::Recursion, name.span, message)
                .also(self.procedures[index].span, "it is declared here")
                .help("repeat with `repeat n { … }` or `repeat { … } until x` instead");
            return self.report(finding);
        }
        let parameters = self.procedures[index].parameters.clone();
        for (position, argument) in arguments.iter().enumerate() {
            let wanted = parameters.get(position).map(|(_, kind)| *kind);
            let purpose = format!("argument {} of `{}`", position + 1, name.text);
            match wanted {
                Some(kind) => self.require(argument, kind, &purpose),
                None => self.expr(argument, None),
            };
        }
        self.count_arguments(span, &name.text, parameters.len(), arguments.len());
        self.resolution.targets.insert(name.span, Binding::Procedure(index));
        let reads = self.procedures[index].reads.clone();
        for (field, place) in reads {
            self.needs(field, place, name);
        }
        let assigns = self.procedures[index].assigns.clone();
        for (assigned, new) in self.assigned.iter_mut().zip(assigns) {
            *assigned |= new;
        }
    }

    /// An outcome that a procedure reads must have a value where it is called.
    fn needs(&mut self, field: usize, place: Span, call: &Name) {
        if self.assigned.get(field).copied().unwrap_or(true) {
            return;
        }
        if let Some(reads) = &mut self.open_reads {
            return reads.push((field, place));
        }
        let outcome = &self.model.fields[field].name;
        let message = format!("`{}` reads the outcome `{outcome}`, which may have no value yet", call.text);
        self.report(
            Diagnostic::error(Code::ReadBeforeAssigned, call.span, message)
                .also(place, "it is read here")
                .help("give it one on every way that leads here"),
        );
    }

    fn no_procedure(&mut self, name: &Name) {
        let message = if self.find_function(&name.text).is_some() {
            format!("`{}` gives a value, and nothing takes it", name.text)
        } else {
            format!("no procedure `{}` above this line", name.text)
        };
        let help = if self.find_function(&name.text).is_some() {
            Some(format!("as in `let result = {}(…)`", name.text))
        } else {
            let names = self.procedures.iter().map(|procedure| procedure.name.as_str());
            foreign::for_call(&name.text).map(str::to_owned).or_else(|| or_nearest(&name.text, names))
        };
        let code =
            if self.find_function(&name.text).is_some() { Code::KindMismatch } else { Code::UnknownName };
        self.report(Diagnostic::error(code, name.span, message).maybe_help(help));
    }
}
