//! Functions, and the libraries that several mechanics take them from.

use super::model::{Builtin, LocalId, Range, Used};
use super::{Checker, Code, Diagnostic, FunctionInfo, Kind, Progress};
use crate::parse::ast::{self, ItemKind, Name};
use crate::source::Span;

/// A checked function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// Its parameters, as they are numbered where it is declared.
    pub parameters: Vec<LocalId>,
    /// The kinds of its parameters.
    pub kinds: Vec<Kind>,
    /// The kind of its value.
    pub result: Kind,
    /// What its value can be.
    pub reach: Range,
    /// Whether it draws.
    pub draws: bool,
    /// Which item it is of the file that declares it.
    pub item: usize,
    /// The library that declares it, by its place among what the mechanic uses.
    pub library: Option<usize>,
}

impl Checker {
    /// Takes over the functions of a library.
    pub(super) fn import_functions(&mut self, library: usize, used: &Used) {
        for function in used.model.functions.iter().filter(|function| function.library.is_none()) {
            let kinds: Vec<Kind> = function.kinds.iter().map(|kind| used.kind(*kind)).collect();
            let result = used.kind(function.result);
            self.functions.push(FunctionInfo {
                name: function.name.clone(),
                span: function.span,
                item: function.item,
                library: Some(library),
                progress: Progress::Done,
                parameters: function.parameters.iter().copied().zip(kinds.iter().copied()).collect(),
                result,
                reach: function.reach.clone(),
                called: false,
                draws: function.draws,
            });
            let library = Some(library);
            self.model.functions.push(Function { kinds, result, library, ..function.clone() });
        }
    }

    pub(super) fn function_name(&mut self, function: &ast::Function, item: usize) {
        let name = &function.name;
        let is_builtin = |(text, builtin, ..): &(&str, Builtin, usize, usize)| {
            *text == name.text && (self.model.library || !builtin.yields())
        };
        let builtin = Builtin::ALL.iter().any(is_builtin);
        if builtin || self.own_function(&name.text).is_some() {
            self.report(
                Diagnostic::error(
                    Code::DuplicateName,
                    name.span,
                    format!("there is already a function `{}`", name.text),
                )
                .help("choose another name"),
            );
        }
        self.functions.push(FunctionInfo {
            name: name.text.clone(),
            span: name.span,
            item,
            library: None,
            progress: Progress::Waiting,
            parameters: Vec::new(),
            result: Kind::Unknown,
            reach: Range::default(),
            called: false,
            draws: false,
        });
    }

    /// Keeps what was found out about a function.
    pub(super) fn checked_function(&mut self, index: usize) {
        let info = &self.functions[index];
        let (parameters, kinds) = info.parameters.iter().copied().unzip();
        self.model.functions.push(Function {
            name: info.name.clone(),
            span: info.span,
            parameters,
            kinds,
            result: info.result,
            reach: info.reach.clone(),
            draws: info.draws,
            item: info.item,
            library: None,
        });
    }

    /// The function of that name that the file itself declares.
    pub(super) fn own_function(&self, name: &str) -> Option<usize> {
        self.functions.iter().position(|function| function.library.is_none() && function.name == name)
    }

    /// The functions of that name that libraries declare: `explode`, or `dice.explode` of a certain one.
    pub(super) fn library_functions(&self, name: &str) -> Vec<usize> {
        let (library, name) = match name.split_once('.') {
            Some((library, name)) => (Some(library), name),
            None => (None, name),
        };
        let called = |used: usize| self.model.uses.get(used).map(|used| used.name.as_str());
        let fits = |function: &FunctionInfo| {
            let Some(used) = function.library else { return false };
            function.name == name && library.is_none_or(|library| called(used) == Some(library))
        };
        (0..self.functions.len()).filter(|index| fits(&self.functions[*index])).collect()
    }

    /// All functions of libraries with the names of these, where a name has that of a library.
    pub(super) fn qualified_functions(&self, name: &str) -> Vec<String> {
        let qualified = |function: &FunctionInfo| {
            let used = self.model.uses.get(function.library?)?;
            name.contains('.').then(|| format!("{}.{}", used.name, function.name))
        };
        self.functions.iter().filter_map(qualified).collect()
    }

    /// A name that several libraries have must say which one is meant.
    pub(super) fn certain_function(&mut self, name: &Name) {
        let several = self.library_functions(&name.text);
        let [first, second, ..] = several.as_slice() else { return };
        if self.own_function(&name.text).is_some() || self.used_mechanic(&name.text).is_some() {
            return;
        }
        let of = |index: &usize| {
            let used = self.functions[*index].library.and_then(|used| self.model.uses.get(used));
            used.map_or("", |used| used.name.as_str())
        };
        let message = format!("`{}` is a function of `{}` and of `{}`", name.text, of(first), of(second));
        let help = format!("say which one is meant, as in `{}.{}(…)`", of(first), name.text);
        self.report(Diagnostic::error(Code::AmbiguousName, name.span, message).help(help));
    }

    /// Whether something of a library is used. Of its enumerations that is not known.
    pub(super) fn uses_library(&self, library: usize) -> bool {
        let called = |function: &FunctionInfo| function.library == Some(library) && function.called;
        let used = self.model.uses.get(library);
        let named = used.is_some_and(|used| used.model.library && !used.model.enumerations.is_empty());
        named || self.functions.iter().any(called)
    }

    /// The mechanic of that name that is used, which is no library.
    pub(super) fn used_mechanic(&self, name: &str) -> Option<usize> {
        self.model.uses.iter().position(|used| used.name == name && !used.model.library)
    }

    /// A library that is called as a mechanic is.
    pub(super) fn called_library(&self, name: &str) -> Option<String> {
        let library = self.model.uses.iter().find(|used| used.name == name && used.model.library)?;
        let first = library.model.functions.iter().find(|function| function.library.is_none());
        let call = first.map(|function| format!(", as in `{}(…)`", function.name));
        Some(format!("`{name}` is a library: call one of its functions{}", call.unwrap_or_default()))
    }

    /// Two enumerations of one name that libraries give, of which no name could mean the second.
    pub(super) fn enumeration_of_library(&mut self, used: &Used, place: Span) {
        for list in &used.model.enumerations {
            let same = |own: &super::model::Enumeration| {
                let names = own.variants.iter().map(|variant| &variant.name);
                names.eq(list.variants.iter().map(|variant| &variant.name))
            };
            let clash = self.model.enumerations.iter().find(|own| own.name == list.name && !same(own));
            if clash.is_some() {
                let message = format!(
                    "two enumerations are called `{}` here, one of them in `{}`",
                    list.name, used.name
                );
                self.report(
                    Diagnostic::error(Code::DuplicateName, place, message).help("rename one of the two"),
                );
            }
        }
    }

    /// What a library cannot have.
    pub(super) fn in_library(&mut self, tree: &ast::File) {
        if !self.model.library {
            return;
        }
        let parameter = "make it a parameter of the functions that need it";
        for item in &tree.items {
            let (what, help) = match &item.kind {
                ItemKind::Input(_) => ("input", parameter),
                ItemKind::Rule(_) => ("rule", parameter),
                ItemKind::Outcome(_) => ("outcome", "what has outcomes is a mechanic: `mechanic game/name`"),
                ItemKind::State(_) => ("state", "what has states is a mechanic: `mechanic game/name`"),
                ItemKind::Procedure(_) => (
                    "procedure",
                    "a procedure changes what its mechanic has, and here is nothing; write a function",
                ),
                ItemKind::Statement(_) => {
                    ("statement of its own", "put it into a function: `function f(n: integer) = { … }`")
                }
                ItemKind::Overview(_) => ("overview", "it has no outcomes to show"),
                ItemKind::Editions(_) => ("editions", "the mechanics that use it have them"),
                ItemKind::Mechanic(_)
                | ItemKind::Enumeration(_)
                | ItemKind::Uses(_)
                | ItemKind::Function(_) => continue,
            };
            let message = format!("a library has no {what}");
            self.report(Diagnostic::error(Code::NotInLibrary, item.span, message).help(help));
        }
    }
}
