//! A page: where it is, what stands on it, and waiting for it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use serde_json::{Value, json};

use super::pipe::Answer;
use super::seen::{Seen, thrown};
use super::window::Window;
use super::{PATIENCE, PAUSE};

/// An open page. When it is dropped, whatever went wrong on it fails the test.
pub(crate) struct Page {
    window: Arc<Window>,
    session: String,
    target: String,
    seen: Arc<Seen>,
    pub(super) may_read_clipboard: bool,
}

impl Page {
    #[track_caller]
    pub(super) fn new(window: Arc<Window>, may_read_clipboard: bool) -> Self {
        let ask =
            |method, params| window.pipe.call("", method, params).unwrap_or_else(|error| panic!("{error}"));
        let place = json!({ "url": "about:blank", "browserContextId": window.context, "newWindow": true });
        let target = string(&ask("Target.createTarget", place)["targetId"]);
        let attach = json!({ "targetId": target, "flatten": true });
        let session = string(&ask("Target.attachToTarget", attach)["sessionId"]);
        let seen = Arc::new(Seen::default());
        window.pipe.watch(&session, &seen);
        let page = Self { window, session, target, seen, may_read_clipboard };
        // All is heard from the first byte on.
        for method in ["Inspector.enable", "Page.enable", "Runtime.enable", "Log.enable"] {
            page.call(method, json!({}));
        }
        page.call("Page.setLifecycleEventsEnabled", json!({ "enabled": true }));
        // Windows beside each other have the focus at once.
        page.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true }));
        page.set_viewport(1280, 800, 1);
        page
    }

    /// Goes to an address and waits until all parts of the page are there.
    #[track_caller]
    pub(crate) fn go(&self, address: &str) {
        let gone = self.call("Page.navigate", json!({ "url": address }));
        if let Some(error) = gone["errorText"].as_str() {
            panic!("{address} cannot be opened: {error}");
        }
        // Another fragment of the same document has nothing to load.
        if let Some(document) = gone["loaderId"].as_str() {
            self.until(&format!("{address} to be there"), || self.seen.is_loaded(document).then_some(()));
        }
    }

    #[track_caller]
    pub(crate) fn back(&self) {
        self.travel(-1);
    }

    #[track_caller]
    pub(crate) fn forward(&self) {
        self.travel(1);
    }

    #[track_caller]
    fn travel(&self, by: i64) {
        let history = self.call("Page.getNavigationHistory", json!({}));
        let there = history["currentIndex"].as_i64().unwrap() + by;
        let entry = usize::try_from(there).ok().and_then(|there| history["entries"].get(there));
        let entry = entry.unwrap_or_else(|| panic!("the history has nothing there: {history}"));
        self.call("Page.navigateToHistoryEntry", json!({ "entryId": entry["id"] }));
        self.until(&format!("the page before or after: {}", entry["url"]), || {
            let now = self.ask("Page.getNavigationHistory", json!({})).ok()?;
            (now["currentIndex"] == there).then_some(())
        });
        self.wait_for("document.readyState == 'complete'");
    }

    pub(crate) fn address(&self) -> String {
        string(&self.eval("location.href"))
    }

    /// What an expression comes to; promises are waited for.
    #[track_caller]
    pub(crate) fn eval(&self, script: &str) -> Value {
        self.try_eval(script).unwrap_or_else(|error| panic!("{script}\n{error}"))
    }

    /// The same, where the page may be on its way to another document.
    pub(super) fn try_eval(&self, script: &str) -> Answer {
        let ask = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        let mut answer = self.ask("Runtime.evaluate", ask)?;
        match answer.get("exceptionDetails") {
            Some(details) => Err(thrown(details)),
            None => Ok(answer["result"]["value"].take()),
        }
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub(crate) fn wait_for(&self, condition: &str) {
        let script = format!("!!({condition})");
        let mut last = Ok(Value::Null);
        self.until_told(condition, |said| {
            last = self.try_eval(&script);
            *said = last.as_ref().err().cloned().unwrap_or_default();
            (last == Ok(Value::Bool(true))).then_some(())
        });
    }

    /// Waits until the page has answered for the first time.
    #[track_caller]
    pub(crate) fn wait_ready(&self) {
        self.wait_for("Number(document.documentElement.dataset.ready) > 0");
    }

    /// How many answers this document has shown.
    #[track_caller]
    pub(crate) fn ready_count(&self) -> u64 {
        self.answers().1
    }

    /// Acts, and waits for an answer that comes after it: the next one of this document, or the first of another.
    #[track_caller]
    pub(crate) fn after<T>(&self, act: impl FnOnce(&Self) -> T) -> T {
        let before = self.answers();
        let result = act(self);
        self.until(&format!("an answer after number {}", before.1), || {
            let (document, count) = self.try_answers().ok()?;
            (count > 0 && (document != before.0 || count > before.1)).then_some(())
        });
        result
    }

    #[track_caller]
    fn answers(&self) -> (String, u64) {
        self.try_answers().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Which document this is, and how many answers it has shown.
    fn try_answers(&self) -> Result<(String, u64), String> {
        let script = "[String(performance.timeOrigin), Number(document.documentElement.dataset.ready) || 0]";
        let answer = self.try_eval(script)?;
        Ok((string(&answer[0]), answer[1].as_u64().unwrap_or_default()))
    }

    /// The text of the first element that a selector finds, as it is seen. Waits for it to be there.
    #[track_caller]
    pub(crate) fn text(&self, selector: &str) -> String {
        self.of(selector, "element.innerText")
    }

    /// What a control holds.
    #[track_caller]
    pub(crate) fn value(&self, selector: &str) -> String {
        self.of(selector, "element.value")
    }

    /// The texts of all elements that a selector finds, as they are seen.
    #[track_caller]
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        let texts =
            self.eval(&format!("[...document.querySelectorAll({})].map(e => e.innerText)", json!(selector)));
        texts.as_array().unwrap().iter().map(string).collect()
    }

    #[track_caller]
    fn of(&self, selector: &str, what: &str) -> String {
        self.wait_for(&format!("document.querySelector({})", json!(selector)));
        let script = format!("(element => {what})(document.querySelector({}))", json!(selector));
        string(&self.eval(&script))
    }

    /// A file that the page saves when something is done: its name and its bytes.
    #[track_caller]
    pub(crate) fn saved(&self, act: impl FnOnce(&Self)) -> (String, Vec<u8>) {
        let folder = tempfile::tempdir().unwrap();
        let to = json!({ "behavior": "allowAndName", "downloadPath": folder.path() });
        self.call("Page.setDownloadBehavior", to);
        act(self);
        let (file, name) = self.until("a file to be saved", || self.seen.saved().pop());
        (name, std::fs::read(folder.path().join(file)).unwrap())
    }

    /// Waits for something to go wrong that a test wants to go wrong, and excuses it.
    #[track_caller]
    pub(crate) fn expect_problem(&self, text: &str) {
        self.until(&format!("a problem that says {text:?}"), || self.seen.excuse(text).then_some(()));
    }

    /// Waits until there is something.
    #[track_caller]
    pub(super) fn until<T>(&self, what: &str, mut found: impl FnMut() -> Option<T>) -> T {
        self.until_told(what, |_| found())
    }

    /// The same; what stood in the way the last time is told.
    #[track_caller]
    pub(super) fn until_told<T>(&self, what: &str, mut found: impl FnMut(&mut String) -> Option<T>) -> T {
        let start = Instant::now();
        let mut said = String::new();
        while start.elapsed() < PATIENCE {
            if let Some(found) = found(&mut said) {
                return found;
            }
            thread::sleep(PAUSE);
        }
        panic!("waited {PATIENCE:?} for {what}\n{said}");
    }

    /// Sends a command of the debugger.
    #[track_caller]
    pub(super) fn call(&self, method: &str, params: Value) -> Value {
        self.ask(method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    pub(super) fn ask(&self, method: &str, params: Value) -> Answer {
        self.window.pipe.call(&self.session, method, params)
    }

    /// A command that concerns the whole window.
    #[track_caller]
    pub(super) fn call_window(&self, method: &str, mut params: Value) -> Value {
        params["browserContextId"] = self.window.context.clone();
        self.window.pipe.call("", method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// What went wrong, also what the page is about to say.
    fn settled_problems(&self) -> Vec<String> {
        // After the next picture: what an event started has thrown by then.
        let _ = self.try_eval("new Promise(done => requestAnimationFrame(() => setTimeout(done)))");
        self.seen.problems()
    }

    /// Where it is, what stands on it and what went wrong, with a picture of it in a file.
    fn looks(&self) -> String {
        let script = "`${location.href}, ${document.readyState}, ready ${document.documentElement.dataset.ready}, \
            focus ${document.activeElement?.outerHTML.slice(0, 200)}\n${document.body?.innerText.slice(0, 2000)}`";
        let text = self.try_eval(script).map_or_else(|error| error, |text| string(&text));
        let picture = self.try_screenshot().ok().and_then(|picture| keep(&picture));
        let picture = picture.map(|path| format!("\nPicture: {}", path.display())).unwrap_or_default();
        format!("The page at the end: {text}\nProblems: {:?}{picture}", self.seen.problems())
    }
}

impl Drop for Page {
    #[allow(clippy::print_stderr, reason = "a failed test says what the page looked like")]
    fn drop(&mut self) {
        let problems = self.settled_problems();
        if thread::panicking() || !problems.is_empty() {
            eprintln!("{}", self.looks());
        }
        let _ = self.window.pipe.call("", "Target.closeTarget", json!({ "targetId": self.target }));
        self.window.pipe.forget(&self.session);
        assert!(thread::panicking() || problems.is_empty(), "the page said:\n{}", problems.join("\n"));
    }
}

/// Writes the picture of a failed test.
fn keep(picture: &[u8]) -> Option<PathBuf> {
    let name = thread::current().name().unwrap_or("page").replace("::", "-");
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("png");
    std::fs::write(&path, picture).ok().map(|()| path)
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
