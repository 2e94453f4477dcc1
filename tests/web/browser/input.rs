//! The mouse, the keyboard, files and the clipboard, as a visitor uses them.

use std::path::Path;

use serde_json::{Value, json};

use super::Page;
use super::keys::Key;

/// What is evaluated before what asks for it, so that the page keeps nothing of it.
const LOOK: &str = include_str!("look.js");

impl Page {
    /// Clicks in the middle of an element, once it is there, rests and is covered by nothing.
    #[track_caller]
    pub(crate) fn click(&self, selector: &str) {
        let (x, y) = self.hover(selector);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Puts the mouse on the middle of an element.
    #[track_caller]
    pub(crate) fn hover(&self, selector: &str) -> (f64, f64) {
        let (x, y) = self.middle(selector);
        self.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y }));
        (x, y)
    }

    #[track_caller]
    fn middle(&self, selector: &str) -> (f64, f64) {
        let script = with_look(&format!("locate({})", json!(selector)));
        self.until_told(&format!("a place to click on {selector}"), |said| {
            let found = self.try_eval(&script).unwrap_or_else(|error| json!({ "not": error }));
            *said = found["not"].to_string();
            Some((found["x"].as_f64()?, found["y"].as_f64()?))
        })
    }

    /// Presses a key: `Enter`, `ArrowRight`, `a`, `Shift+Tab`, `Control+Enter`.
    #[track_caller]
    pub(crate) fn press(&self, key: &str) {
        let key = Key::named(key);
        self.call("Input.dispatchKeyEvent", key.down());
        self.call("Input.dispatchKeyEvent", key.up());
    }

    /// Types into what has the focus, key by key.
    #[track_caller]
    pub(crate) fn type_text(&self, text: &str) {
        for character in text.chars() {
            let key = Key::typing(character);
            self.call("Input.dispatchKeyEvent", key.down());
            self.call("Input.dispatchKeyEvent", key.up());
        }
    }

    /// Puts a text at the cursor at once, as pasting does.
    #[track_caller]
    pub(crate) fn insert_text(&self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Clicks a box and puts something else where all of it was, as one change: on a machine that is busy, a page
    /// would answer the half of what is typed key by key, and that answer would be taken for the last.
    #[track_caller]
    pub(crate) fn fill(&self, selector: &str, text: &str) {
        self.click(selector);
        self.press("Control+a");
        self.insert_text(text);
    }

    /// Chooses from a list by typing the name, as one does without a mouse.
    #[track_caller]
    pub(crate) fn choose(&self, selector: &str, name: &str) {
        let list = format!("document.querySelector({})", json!(selector));
        self.wait_for(&list);
        self.eval(&format!("{list}.focus()"));
        self.type_text(name);
        self.wait_for(&format!("{list}.selectedOptions[0]?.label == {}", json!(name)));
    }

    /// Chooses a file for an input of files.
    #[track_caller]
    pub(crate) fn choose_file(&self, selector: &str, file: &Path) {
        let find = json!({ "expression": format!("document.querySelector({})", json!(selector)) });
        let input = self.call("Runtime.evaluate", find)["result"]["objectId"].clone();
        self.call("DOM.setFileInputFiles", json!({ "objectId": input, "files": [file] }));
    }

    /// Drags a file onto an element and lets it fall.
    #[track_caller]
    pub(crate) fn drop_file(&self, selector: &str, file: &Path) {
        let (x, y) = self.middle(selector);
        let data = json!({ "items": [], "files": [file], "dragOperationsMask": 1 });
        for kind in ["dragEnter", "dragOver", "drop"] {
            self.call("Input.dispatchDragEvent", json!({ "type": kind, "x": x, "y": y, "data": data }));
        }
    }

    /// The text on the clipboard. Only the test may read it, not the page.
    #[track_caller]
    pub(crate) fn clipboard(&self) -> String {
        assert!(self.may_read_clipboard, "a test that reads the clipboard opens `Browser::with_clipboard()`");
        self.call_window("Browser.grantPermissions", json!({ "permissions": ["clipboardReadWrite"] }));
        let text = self.eval("navigator.clipboard.readText()");
        self.call_window("Browser.resetPermissions", json!({}));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// What a function of `look.js` says.
    #[track_caller]
    pub(super) fn look(&self, call: &str) -> Value {
        self.eval(&with_look(call))
    }
}

fn with_look(call: &str) -> String {
    format!("(() => {{\n{LOOK}\nreturn {call};\n}})()")
}
