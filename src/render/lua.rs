//! A Lua data module for Scribunto: the JSON document as a table, without functions. It is written as it is read, so
//! that a document of many findings is never held as text.

use std::io::{self, Write};

use serde::Serialize as _;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};

use crate::document::Document;

pub(super) fn write(document: &dyn Document, out: &mut dyn io::Write) -> io::Result<()> {
    out.write_all(b"return ")?;
    document.data().serialize(&mut Serializer::with_formatter(&mut *out, Lua::default()))?;
    out.write_all(b"\n")
}

const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// What serde takes for a form of JSON, as Lua writes it. A key waits for its value, since an entry without one
/// (`null`) is left out.
#[derive(Default)]
struct Lua {
    /// For each table that is open, whether something stands in it.
    open: Vec<bool>,
    /// The key whose value comes next, as it is to be written between quotes.
    key: Option<Vec<u8>>,
    /// Whether what is read belongs to the key.
    in_key: bool,
    /// Whether the entry that ends next was left out.
    is_left_out: bool,
}

impl Lua {
    /// Begins a value: its line, and its key.
    fn begin<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        let Some(has_entries) = self.open.last_mut() else {
            return Ok(());
        };
        if !std::mem::replace(has_entries, true) {
            writer.write_all(b"\n")?;
        }
        self.indent(writer)?;
        match self.key.take() {
            Some(key) if is_name(&key) => writer.write_all(&key)?,
            Some(key) => {
                writer.write_all(b"[\"")?;
                writer.write_all(&key)?;
                writer.write_all(b"\"]")?;
            }
            None => return Ok(()),
        }
        writer.write_all(b" = ")
    }

    fn open<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin(writer)?;
        self.open.push(false);
        writer.write_all(b"{")
    }

    fn close<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.open.pop() == Some(true) {
            self.indent(writer)?;
        }
        writer.write_all(b"}")
    }

    fn indent<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        self.open.iter().try_for_each(|_| writer.write_all(b"\t"))
    }

    /// Writes a piece of a text, or keeps it where it is one of a key.
    fn text<W: ?Sized + Write>(&mut self, writer: &mut W, piece: &[u8]) -> io::Result<()> {
        match &mut self.key {
            Some(key) if self.in_key => key.write_all(piece),
            _ => writer.write_all(piece),
        }
    }
}

/// Numbers are written as in JSON; serde writes those of keys with the same functions.
macro_rules! as_in_json {
    ($($write:ident($value:ty)),* $(,)?) => {
        $(fn $write<W: ?Sized + Write>(&mut self, writer: &mut W, value: $value) -> io::Result<()> {
            match &mut self.key {
                Some(key) if self.in_key => CompactFormatter.$write(key, value),
                _ => {
                    self.begin(writer)?;
                    CompactFormatter.$write(writer, value)
                }
            }
        })*
    };
}

impl Formatter for Lua {
    as_in_json! {
        write_bool(bool), write_i8(i8), write_i16(i16), write_i32(i32), write_i64(i64), write_i128(i128),
        write_u8(u8), write_u16(u16), write_u32(u32), write_u64(u64), write_u128(u128), write_f32(f32),
        write_f64(f64), write_number_str(&str),
    }

    fn write_null<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.key.take().is_some() {
            self.is_left_out = true;
            return Ok(());
        }
        self.begin(writer)?;
        writer.write_all(b"nil")
    }

    fn begin_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.in_key {
            return Ok(());
        }
        self.begin(writer)?;
        writer.write_all(b"\"")
    }

    fn end_string<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.in_key { Ok(()) } else { writer.write_all(b"\"") }
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, text: &str) -> io::Result<()> {
        // JSON lets it stand.
        const DELETE: char = '\x7f';
        let mut pieces = text.split(DELETE);
        self.text(writer, pieces.next().unwrap_or_default().as_bytes())?;
        pieces.try_for_each(|piece| {
            self.text(writer, b"\\127")?;
            self.text(writer, piece.as_bytes())
        })
    }

    fn write_char_escape<W: ?Sized + Write>(&mut self, writer: &mut W, escape: CharEscape) -> io::Result<()> {
        let control = |code: u8| format!("\\{code:03}");
        let text = match escape {
            CharEscape::Quote => "\\\"".to_owned(),
            CharEscape::ReverseSolidus => "\\\\".to_owned(),
            CharEscape::Solidus => "/".to_owned(),
            CharEscape::LineFeed => "\\n".to_owned(),
            CharEscape::CarriageReturn => "\\r".to_owned(),
            CharEscape::Backspace => control(0x08),
            CharEscape::Tab => control(b'\t'),
            CharEscape::FormFeed => control(0x0c),
            CharEscape::AsciiControl(code) => control(code),
        };
        self.text(writer, text.as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, _: &mut W, _: bool) -> io::Result<()> {
        Ok(())
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b",\n")
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.open(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.close(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, _: &mut W, _: bool) -> io::Result<()> {
        self.key = Some(Vec::new());
        self.in_key = true;
        Ok(())
    }

    fn end_object_key<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.in_key = false;
        Ok(())
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if std::mem::take(&mut self.is_left_out) { Ok(()) } else { writer.write_all(b",\n") }
    }
}

fn is_name(key: &[u8]) -> bool {
    let starts = key.first().is_some_and(|c| c.is_ascii_alphabetic() || *c == b'_');
    let goes_on = key.iter().all(|c| c.is_ascii_alphanumeric() || *c == b'_');
    starts && goes_on && !KEYWORDS.iter().any(|word| word.as_bytes() == key)
}

#[cfg(test)]
mod tests {
    use serde::Serialize as _;
    use serde_json::json;
    use serde_json::ser::Serializer;

    fn lua(value: &serde_json::Value) -> String {
        let mut text = Vec::new();
        let mut serializer = Serializer::with_formatter(&mut text, super::Lua::default());
        assert!(value.serialize(&mut serializer).is_ok());
        String::from_utf8_lossy(&text).into_owned()
    }

    #[test]
    fn entries_without_a_value_are_left_out_and_keys_quoted_where_they_have_to_be() {
        let table =
            json!({ "a": null, "b_1": [1, null, -2.5], "end": {}, "1x": { "c": null }, "q\"\n": true });
        let expected = "{\n\tb_1 = {\n\t\t1,\n\t\tnil,\n\t\t-2.5,\n\t},\n\t[\"end\"] = {},\n\t[\"1x\"] = {},\n\t\
                        [\"q\\\"\\n\"] = true,\n}";
        assert_eq!(lua(&table), expected);
    }

    #[test]
    fn controls_are_escaped_by_their_number() {
        assert_eq!(lua(&json!("a\u{1}b\u{7f}\tc\\ / é")), "\"a\\001b\\127\\009c\\\\ / é\"");
        assert_eq!(lua(&json!([])), "{}");
        assert_eq!(lua(&json!(null)), "nil");
    }
}
