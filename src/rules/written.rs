//! Values as they stand in a rule set: one, or one for each member of a family.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use toml::Spanned;

use super::raw::{Placed, Said};
use crate::source::{FileId, Span};

/// A value, or values in brackets.
#[derive(Debug)]
pub(super) enum Written {
    /// A text in quotes.
    Text(String),
    /// A number or a flag, which is read from where it stands: `0.05` is 1/20, not the nearest binary fraction.
    Plain,
    /// `[20, 36, 16]`
    Each(Vec<Spanned<Written>>),
}

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Written, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Written;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, a flag, a text in quotes, or several in brackets")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Written, E> {
        Ok(Written::Text(text.to_owned()))
    }

    fn visit_bool<E: de::Error>(self, _: bool) -> Result<Written, E> {
        Ok(Written::Plain)
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<Written, E> {
        Ok(Written::Plain)
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<Written, E> {
        Ok(Written::Plain)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Written, A::Error> {
        let mut each = Vec::new();
        while let Some(one) = all.next_element()? {
            each.push(one);
        }
        Ok(Written::Each(each))
    }
}

/// What a value in the text says.
pub(super) fn said(value: &Spanned<Written>, file: FileId, text: &str) -> Placed<Said> {
    let span = value.span();
    let said = match value.get_ref() {
        Written::Text(text) => Said::Value(text.clone()),
        Written::Plain => Said::Value(text.get(span.clone()).unwrap_or_default().trim().to_owned()),
        Written::Each(each) => Said::Each(each.iter().map(|one| said(one, file, text)).collect()),
    };
    Placed { value: said, span: Span::new(file, span) }
}
