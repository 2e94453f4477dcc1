//! Where a command reads what is given to it, and where its answer and its messages go.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use crate::document::Reason;
use crate::evaluate::Watch;
use crate::session::Session;
use crate::source::Span;

/// The most bytes of an answer that is held.
const LONGEST: usize = 64 << 20;

/// What a command is surrounded by.
#[derive(Debug, Clone)]
pub(crate) enum Streams {
    /// Standard input, output and error, and files.
    Process,
    /// Memory: for questions that come from elsewhere than the command line. No file is read or written.
    Held(Arc<Held>),
}

/// What is given to a command in memory, and what it gives.
#[derive(Debug)]
pub(crate) struct Held {
    /// The data that it asks.
    pub(crate) session: Session,
    /// A mechanic or a page, in place of standard input.
    pub(crate) input: Option<String>,
    /// Who says that it is to end.
    pub(crate) watch: Watch,
    /// Where the reason of a number is found by what to ask for it.
    pub(crate) reason: Option<fn(&Reason) -> String>,
    answer: Mutex<Vec<u8>>,
    messages: Mutex<String>,
}

#[cfg_attr(not(feature = "web"), expect(dead_code, reason = "only the server asks in memory"))]
impl Held {
    /// Before the work.
    pub(crate) fn new(session: Session, input: Option<String>, watch: Watch) -> Held {
        let (answer, messages) = (Mutex::default(), Mutex::default());
        Held { session, input, watch, reason: None, answer, messages }
    }

    /// The same where the numbers of an answer lead to their reasons.
    #[must_use]
    pub(crate) fn with_reasons(self, reason: Option<fn(&Reason) -> String>) -> Held {
        Held { reason, ..self }
    }

    /// Whether an answer may grow to so many bytes: it is not written for nobody, and not without end.
    ///
    /// # Errors
    /// Why it may not.
    pub(crate) fn room(&self, bytes: usize) -> io::Result<()> {
        if let Some(halt) = self.watch.halt() {
            return Err(io::Error::other(halt.stop(Span::default()).message));
        }
        if bytes > LONGEST {
            let most = LONGEST >> 20;
            return Err(io::Error::other(format!("the answer has more than {most} MB; ask for less")));
        }
        Ok(())
    }

    /// Adds to the answer.
    pub(crate) fn answer(&self, bytes: &[u8]) {
        self.answer.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
    }

    /// Adds to what is said beside the answer.
    pub(crate) fn message(&self, text: &str) {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
    }

    /// The answer, and what was said beside it.
    pub(crate) fn taken(&self) -> (Vec<u8>, String) {
        let answer = std::mem::take(&mut *self.answer.lock().unwrap_or_else(PoisonError::into_inner));
        let messages = std::mem::take(&mut *self.messages.lock().unwrap_or_else(PoisonError::into_inner));
        (answer, messages)
    }
}
