//! `trueodds serve` for tests of its pages.

use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::browser::PATIENCE;

/// The shell becomes the server. What it leaves beside it interrupts the server, as Ctrl+C does, as soon as the
/// input ends: when a test asks for that, and when the tests are killed. Like all that runs behind others it starts with
/// that signal ignored.
const START: &str = r#"
trap '' INT
exec 3<&0 </dev/null
(read -r line <&3; kill -INT $$) >/dev/null 2>&1 &
exec "$@" 3<&-
"#;

/// A server on a port of its own. Dropped, it is interrupted, and has to end well.
pub(crate) struct Server {
    address: String,
    child: Child,
    /// Held, so that the server can go on writing.
    _said: BufReader<ChildStdout>,
}

/// The server that tests share which only look: it ends with the last of them that runs.
pub(crate) fn shared() -> Arc<Server> {
    static SHARED: Mutex<Weak<Server>> = Mutex::new(Weak::new());
    let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    shared.upgrade().unwrap_or_else(|| {
        let server = Arc::new(Server::start(&[]));
        *shared = Arc::downgrade(&server);
        server
    })
}

impl Server {
    /// Starts one with more options.
    #[track_caller]
    pub(crate) fn start(options: &[&str]) -> Self {
        let mut child = Command::new("sh")
            .args(["-c", START, "sh", env!("CARGO_BIN_EXE_trueodds"), "serve", "--port", "0"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let address = line.split_whitespace().find_map(|word| word.strip_suffix('/'));
        let address = address.filter(|address| address.starts_with("http://"));
        let Some(address) = address.map(str::to_owned) else {
            let mut complaint = String::new();
            let _ = child.stderr.take().unwrap().read_to_string(&mut complaint);
            panic!("the first line names no address: {line:?}\n{complaint}");
        };
        Self { address, child, _said: said }
    }

    /// The address of a path.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Interrupts it and waits for its end.
    fn end(&mut self) -> Option<ExitStatus> {
        drop(self.child.stdin.take());
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let status = self.end();
        let ended_well = status.is_some_and(|status| status.success());
        assert!(thread::panicking() || ended_well, "interrupted, the server ends with {status:?}");
    }
}
