//! The names and labels of the members of a family: placeholders for what it goes through.

use super::families::{Domain, Family};
use super::family::Called;
use super::model::label_from_name;
use super::{Checker, Code, Diagnostic};
use crate::parse::ast::{self, Name, Naming, Over};
use crate::source::Span;

impl Checker {
    /// Whether every placeholder of a name or label stands for something the family goes through; where `all` must
    /// stand there, whether each does.
    pub(super) fn placeholders(&mut self, text: &str, all: bool, family: &ast::Family, span: Span) -> bool {
        let places = placeholders(text);
        let mut used = vec![false; family.by.len()];
        for (index, (_, name)) in places.iter().enumerate() {
            let Some(place) = placeholder_index(name, index, family) else {
                let message = format!("`{}` does not go through `{{{name}}}`", family.pattern.text);
                let help = match family.by.first() {
                    Some(Over::Values(first)) => format!("write `{{{}}}`", first.text),
                    _ => "write `{}` for a number of a range".to_owned(),
                };
                self.report(Diagnostic::error(Code::UnknownName, span, message).help(help));
                return false;
            };
            if let Some(used) = used.get_mut(place) {
                *used = true;
            }
        }
        let missing = used.iter().position(|used| !used).filter(|_| all);
        if let Some(missing) = missing {
            let name = match &family.by[missing] {
                Over::Values(name) => format!("{{{}}}", name.text),
                Over::Range(..) => "{}".to_owned(),
            };
            let message =
                format!("several members of the family would be called the same; `{name}` is missing");
            self.report(
                Diagnostic::error(Code::DuplicateName, span, message)
                    .help("name all that it goes through, or nothing: then members are called `name.value`"),
            );
        }
        missing.is_none()
    }

    /// What a member is called.
    pub(super) fn member_name(
        &self,
        shape: &Family,
        member: usize,
        family: &ast::Family,
        naming: &Naming,
    ) -> Called {
        let places: Vec<(Domain, usize)> = shape.over.iter().copied().zip(shape.places(member)).collect();
        let own = |labels: bool| -> Vec<String> {
            let text = |(over, place): &(Domain, usize)| match labels {
                true => self.model.place_label(*over, *place),
                false => self.model.place_name(*over, *place),
            };
            places.iter().map(text).collect()
        };
        let pattern = &family.pattern;
        let text = match pattern.text.contains('{') {
            true => filled(&pattern.text, &own(false), family),
            false => format!("{}.{}", pattern.text, own(false).join(".")),
        };
        let values = own(true).join(", ");
        let with_values = |label: &str| match label.contains('{') {
            true => filled(label, &own(true), family),
            false => format!("{label} ({values})"),
        };
        let label = match &naming.label {
            Some(label) => with_values(label),
            None if pattern.text.contains('{') => label_from_name(&text),
            None => format!("{} ({values})", label_from_name(&pattern.text)),
        };
        let mut aliases: Vec<String> = naming.aliases.iter().map(|own| with_values(&own.text)).collect();
        // What a value is called otherwise, its member is called otherwise as well.
        let patterns = || naming.label.iter().chain(naming.aliases.iter().map(|own| &own.text));
        for (at, (over, place)) in places.iter().enumerate() {
            for alias in self.model.place_aliases(*over, *place) {
                let mut values = own(true);
                values[at].clone_from(alias);
                let of_value = patterns().filter(|pattern| pattern.contains('{'));
                aliases.extend(of_value.map(|pattern| filled(pattern, &values, family)));
            }
        }
        Called { name: Name { text, span: pattern.span }, label, aliases }
    }
}

/// The placeholders of a name or label: what stands before each, and what stands in it.
fn placeholders(text: &str) -> Vec<(&str, &str)> {
    let parts = text.split('{').scan("", |_, part| Some(part)).collect::<Vec<_>>();
    let mut found = Vec::new();
    for pair in parts.windows(2) {
        if let [before, part] = pair {
            let before = before.split_once('}').map_or(*before, |(_, after)| after);
            if let Some((name, _)) = part.split_once('}') {
                found.push((before, name));
            }
        }
    }
    found
}

/// What of a family a placeholder stands for: a name for the enumeration of that name, nothing for the next one.
fn placeholder_index(name: &str, index: usize, family: &ast::Family) -> Option<usize> {
    if name.is_empty() {
        return (index < family.by.len()).then_some(index);
    }
    family.by.iter().position(|over| matches!(over, Over::Values(own) if own.text == name))
}

/// A name or label with its placeholders replaced.
fn filled(text: &str, values: &[String], family: &ast::Family) -> String {
    let mut filled = String::new();
    for (index, (before, name)) in placeholders(text).into_iter().enumerate() {
        filled.push_str(before);
        let value = placeholder_index(name, index, family).and_then(|place| values.get(place));
        filled.push_str(value.map_or("", String::as_str));
    }
    filled + text.rsplit_once('}').map_or(text, |(_, after)| after)
}
