//! Messages to and from Chromium: JSON, each ended by a zero byte.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

use super::PATIENCE;
use super::seen::Seen;

/// What an answer holds, or what Chromium says went wrong.
pub(super) type Answer = Result<Value, String>;

/// Both directions, with who waits for what.
pub(super) struct Pipe {
    to: Mutex<ChildStdin>,
    last: AtomicU64,
    waiting: Mutex<HashMap<u64, Sender<Answer>>>,
    pages: Mutex<HashMap<String, Arc<Seen>>>,
    said: Arc<Mutex<VecDeque<String>>>,
}

impl Pipe {
    pub(super) fn new(to: ChildStdin, from: ChildStdout, said: Arc<Mutex<VecDeque<String>>>) -> Arc<Self> {
        let pipe = Self {
            to: Mutex::new(to),
            last: AtomicU64::new(0),
            waiting: Mutex::default(),
            pages: Mutex::default(),
            said,
        };
        let pipe = Arc::new(pipe);
        let reader = Arc::clone(&pipe);
        thread::spawn(move || reader.read(from));
        pipe
    }

    /// Sends a command and waits for its answer. `session` is empty for what concerns no single page.
    pub(super) fn call(&self, session: &str, method: &str, params: Value) -> Answer {
        let answer = self.send(session, method, params)?;
        answer.recv_timeout(PATIENCE).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("no answer to {method} within {PATIENCE:?}"),
            RecvTimeoutError::Disconnected => self.gone(),
        })?
    }

    /// Sends a command; its answer arrives in what is returned.
    pub(super) fn send(
        &self,
        session: &str,
        method: &str,
        params: Value,
    ) -> Result<Receiver<Answer>, String> {
        let id = self.last.fetch_add(1, Ordering::Relaxed) + 1;
        let (sender, answer) = channel();
        self.waiting.lock().unwrap().insert(id, sender);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if !session.is_empty() {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let mut to = self.to.lock().unwrap();
        to.write_all(&bytes).and_then(|()| to.flush()).map_err(|_| self.gone())?;
        Ok(answer)
    }

    /// What is said of a page from now on goes there.
    pub(super) fn watch(&self, session: &str, seen: &Arc<Seen>) {
        self.pages.lock().unwrap().insert(session.to_owned(), Arc::clone(seen));
    }

    pub(super) fn forget(&self, session: &str) {
        self.pages.lock().unwrap().remove(session);
    }

    fn gone(&self) -> String {
        let said = self.said.lock().unwrap();
        format!(
            "Chromium does not run. It said last:\n{}",
            said.iter().cloned().collect::<Vec<_>>().join("\n")
        )
    }

    fn read(&self, from: ChildStdout) {
        let mut from = BufReader::new(from);
        let mut bytes = Vec::new();
        while from.read_until(0, &mut bytes).is_ok_and(|read| read > 0) {
            bytes.pop();
            let mut message: Value = serde_json::from_slice(&bytes).unwrap_or_default();
            bytes.clear();
            if let Some(id) = message["id"].as_u64() {
                let answer = match message["error"]["message"].as_str() {
                    Some(error) => Err(error.to_owned()),
                    None => Ok(message["result"].take()),
                };
                let sender = self.waiting.lock().unwrap().remove(&id);
                // Who asked may have stopped waiting.
                let _ = sender.map(|sender| sender.send(answer));
            } else if let Some(session) = message["sessionId"].as_str() {
                let page = self.pages.lock().unwrap().get(session).cloned();
                if let (Some(page), Some(method)) = (page, message["method"].as_str()) {
                    page.hear(method, &message["params"]);
                }
            }
        }
        // Ends the waiting of everybody.
        self.waiting.lock().unwrap().clear();
    }
}
