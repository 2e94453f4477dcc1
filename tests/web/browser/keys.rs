//! Keys as Chromium wants them: a name, a place on the keyboard, a number, and the text that they type.

use serde_json::{Value, json};

/// Keys that type nothing, or something else than their name: the name, the number, the text.
const NAMED: [(&str, u32, &str); 15] = [
    ("Backspace", 8, ""),
    ("Tab", 9, ""),
    ("Enter", 13, "\r"),
    ("Escape", 27, ""),
    ("Space", 32, " "),
    ("PageUp", 33, ""),
    ("PageDown", 34, ""),
    ("End", 35, ""),
    ("Home", 36, ""),
    ("ArrowLeft", 37, ""),
    ("ArrowUp", 38, ""),
    ("ArrowRight", 39, ""),
    ("ArrowDown", 40, ""),
    ("Delete", 46, ""),
    ("F1", 112, ""),
];

const MODIFIERS: [(&str, u32); 4] = [("Alt", 1), ("Control", 2), ("Meta", 4), ("Shift", 8)];

/// A key with those that are held while it is pressed.
pub(super) struct Key {
    key: String,
    code: String,
    number: u32,
    text: String,
    held: u32,
}

impl Key {
    /// `Enter`, `a`, `Shift+Tab`.
    #[track_caller]
    pub(super) fn named(name: &str) -> Self {
        let (held, name) = match name.rsplit_once('+') {
            Some((held, name)) if !name.is_empty() => (held, name),
            _ => ("", name),
        };
        let held: u32 = held.split('+').filter(|name| !name.is_empty()).map(modifier).sum();
        let mut key = match NAMED.iter().find(|key| key.0 == name) {
            Some((name, number, text)) => Self {
                key: if *name == "Space" { " ".to_owned() } else { (*name).to_owned() },
                code: (*name).to_owned(),
                number: *number,
                text: (*text).to_owned(),
                held,
            },
            None => {
                let mut characters = name.chars();
                let (Some(character), None) = (characters.next(), characters.next()) else {
                    panic!("no key is called {name:?}")
                };
                Self { held, ..Self::typing(character) }
            }
        };
        // Control and the like make a command of what would type.
        if held & !8 != 0 {
            key.text.clear();
        }
        key
    }

    /// The key that types a character. Where it lies is told for letters and digits only.
    pub(super) fn typing(character: char) -> Self {
        if character == '\n' {
            return Self::named("Enter");
        }
        let upper = character.to_ascii_uppercase();
        let code = match upper {
            'A'..='Z' => format!("Key{upper}"),
            '0'..='9' => format!("Digit{upper}"),
            ' ' => "Space".to_owned(),
            _ => String::new(),
        };
        let number = if code.is_empty() { 0 } else { u32::from(upper) };
        Self { key: character.to_string(), code, number, text: character.to_string(), held: 0 }
    }

    pub(super) fn down(&self) -> Value {
        let mut event = self.event(if self.text.is_empty() { "rawKeyDown" } else { "keyDown" });
        event["text"] = self.text.as_str().into();
        event
    }

    pub(super) fn up(&self) -> Value {
        self.event("keyUp")
    }

    fn event(&self, kind: &str) -> Value {
        json!({
            "type": kind,
            "key": self.key,
            "code": self.code,
            "windowsVirtualKeyCode": self.number,
            "modifiers": self.held,
        })
    }
}

#[track_caller]
fn modifier(name: &str) -> u32 {
    let found = MODIFIERS.iter().find(|modifier| modifier.0 == name);
    found.unwrap_or_else(|| panic!("no key {name:?} is held with others")).1
}
