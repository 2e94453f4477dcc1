//! A private window: pages that share storage and history with nobody else.

use std::cell::Cell;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::Page;
use super::chromium::chromium;
use super::pipe::Pipe;

/// How many windows are open at once; the machine has also the server and the tests to run.
const AT_ONCE: usize = 2;

static OPEN: Mutex<usize> = Mutex::new(0);
static CLOSED: Condvar = Condvar::new();

thread_local! {
    /// Whether the test of this thread has a window. Two tests that wait for a second would wait forever.
    static HAS_ONE: Cell<bool> = const { Cell::new(false) };
}

/// There is one clipboard for all windows.
static CLIPBOARD: Mutex<()> = Mutex::new(());

/// A private window. It is closed when the last of it and its pages is dropped. A test has one at a time, with as
/// many pages as it likes.
pub(crate) struct Browser {
    window: Arc<Window>,
    /// Held by tests that look at the clipboard, so that they come one after another.
    clipboard: Option<MutexGuard<'static, ()>>,
}

impl Browser {
    /// A new window. Waits for its turn.
    #[track_caller]
    pub(crate) fn new() -> Self {
        Self { window: Arc::new(Window::new()), clipboard: None }
    }

    /// A new window whose pages may be asked what the clipboard holds.
    #[track_caller]
    pub(crate) fn with_clipboard() -> Self {
        // Before the turn: one that has its turn never waits for another.
        let clipboard = CLIPBOARD.lock().unwrap_or_else(PoisonError::into_inner);
        Self { clipboard: Some(clipboard), ..Self::new() }
    }

    /// Opens a page and waits until all its parts are there.
    #[track_caller]
    pub(crate) fn open(&self, address: &str) -> Page {
        let page = Page::new(Arc::clone(&self.window), self.clipboard.is_some());
        page.go(address);
        page
    }
}

/// What Chromium calls a browser context.
pub(super) struct Window {
    pub(super) pipe: Arc<Pipe>,
    pub(super) context: Value,
    _turn: Turn,
}

impl Window {
    #[track_caller]
    fn new() -> Self {
        let turn = Turn::wait();
        let pipe = Arc::clone(&chromium().pipe);
        let made = pipe.call("", "Target.createBrowserContext", json!({}));
        let context = made.unwrap_or_else(|error| panic!("{error}"))["browserContextId"].clone();
        Self { pipe, context, _turn: turn }
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        let _ =
            self.pipe.call("", "Target.disposeBrowserContext", json!({ "browserContextId": self.context }));
    }
}

/// One of the windows that may be open at once.
struct Turn;

impl Turn {
    #[track_caller]
    fn wait() -> Self {
        assert!(!HAS_ONE.replace(true), "a test has one window at a time");
        let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut open =
            CLOSED.wait_while(open, |open| *open >= AT_ONCE).unwrap_or_else(PoisonError::into_inner);
        *open += 1;
        Self
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *OPEN.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        HAS_ONE.set(false);
        CLOSED.notify_one();
    }
}
