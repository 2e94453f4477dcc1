//! A Lua data module for Scribunto: the JSON document as a table, without functions.

use std::io;

use serde_json::Value as Json;

use crate::document::Document;

pub(super) fn write(document: &dyn Document, out: &mut dyn io::Write) -> io::Result<()> {
    let data = serde_json::to_value(&*document.data())?;
    let mut text = String::from("return ");
    value(&data, 0, &mut text);
    text.push('\n');
    out.write_all(text.as_bytes())
}

const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

fn value(value: &Json, indent: usize, out: &mut String) {
    match value {
        Json::Null => out.push_str("nil"),
        Json::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Json::Number(number) => out.push_str(&number.to_string()),
        Json::String(text) => quote(text, out),
        Json::Array(items) => group(items.iter().map(|item| (None, item)), indent, out),
        Json::Object(entries) => {
            let entries = entries.iter().filter(|(_, value)| !value.is_null());
            group(entries.map(|(key, value)| (Some(key.as_str()), value)), indent, out);
        }
    }
}

fn group<'a>(entries: impl Iterator<Item = (Option<&'a str>, &'a Json)>, indent: usize, out: &mut String) {
    let mut entries = entries.peekable();
    if entries.peek().is_none() {
        return out.push_str("{}");
    }
    out.push_str("{\n");
    for (key, value) in entries {
        out.push_str(&"\t".repeat(indent + 1));
        if let Some(key) = key {
            if is_name(key) {
                out.push_str(key);
            } else {
                out.push('[');
                quote(key, out);
                out.push(']');
            }
            out.push_str(" = ");
        }
        self::value(value, indent + 1, out);
        out.push_str(",\n");
    }
    out.push_str(&"\t".repeat(indent));
    out.push('}');
}

fn is_name(key: &str) -> bool {
    let mut chars = key.chars();
    let starts = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    starts && chars.all(|c| c.is_ascii_alphanumeric() || c == '_') && !KEYWORDS.contains(&key)
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            c if c.is_ascii_control() => out.push_str(&format!("\\{:03}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}
