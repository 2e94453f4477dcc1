//! Starts Chromium so that nothing of it is left behind, however the tests end.

use std::collections::VecDeque;
use std::env;
use std::io::{BufRead as _, BufReader};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

use super::pipe::Pipe;

/// Names under which Chromium is installed.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Chromium reads commands from 3 and answers on 4, and ends when 3 does. The shell stays to take the folder
/// away afterwards, also when the tests were killed; all that Chromium writes is in that folder.
const START: &str = r#"
export HOME="$1" TMPDIR="$1" XDG_CONFIG_HOME="$1" XDG_CACHE_HOME="$1" DBUS_SESSION_BUS_ADDRESS=disabled:
shift
"$@" --user-data-dir="$HOME" 3<&0 4>&1 </dev/null >/dev/null
exec </dev/null >/dev/null
for try in 1 2 3 4 5 6 7 8 9; do rm -rf "$HOME" && break; sleep 1; done
"#;

/// Names are found nowhere: a page that asks for anything from elsewhere has an error on its console.
const SETTINGS: [&str; 16] = [
    "--headless=new",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-renderer-backgrounding",
    "--disable-sync",
    "--force-color-profile=srgb",
    // A window is as wide as its page, as on a phone.
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE ::1, EXCLUDE [::1], EXCLUDE localhost",
];

/// The Chromium of this process.
pub(super) struct Chromium {
    pub(super) pipe: Arc<Pipe>,
    shell: Child,
}

/// Starts at the first use. It is never dropped: that the process ends closes the pipe, and that ends Chromium.
pub(super) fn chromium() -> &'static Chromium {
    static CHROMIUM: OnceLock<Chromium> = OnceLock::new();
    CHROMIUM.get_or_init(start)
}

/// The process group of Chromium and of the shell that waits for it.
pub(crate) fn process_group() -> u32 {
    chromium().shell.id()
}

fn start() -> Chromium {
    let folder = tempfile::Builder::new().prefix("trueodds-browser-").tempdir().unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", START, "sh"]).arg(folder.path()).arg(program()).args(SETTINGS);
    if is_root() {
        // It refuses to run as root otherwise.
        command.arg("--no-sandbox");
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // In a group of its own, so that an interrupt at the terminal ends only the tests, and then the pipe.
    let mut shell = command.process_group(0).spawn().unwrap();
    // From here on the shell takes it away.
    let _ = folder.keep();
    let said = last_lines(shell.stderr.take().unwrap());
    let pipe = Pipe::new(shell.stdin.take().unwrap(), shell.stdout.take().unwrap(), said);
    Chromium { pipe, shell }
}

fn program() -> PathBuf {
    if let Some(named) = env::var_os("CHROMIUM") {
        return named.into();
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&folders).flat_map(|folder| NAMES.map(|name| folder.join(name)));
    places.into_iter().find(|path| path.is_file()).unwrap_or_else(|| {
        panic!("the tests of the page need Chromium: install it (`apt-get install chromium`), or name one in CHROMIUM")
    })
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output().unwrap();
    output.stdout.trim_ascii() == b"0"
}

/// What Chromium says of itself, most of which concerns nobody: the last lines, for when it does not start.
fn last_lines(from: impl std::io::Read + Send + 'static) -> Arc<Mutex<VecDeque<String>>> {
    let lines = Arc::new(Mutex::new(VecDeque::new()));
    let kept = Arc::clone(&lines);
    thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            let mut kept = kept.lock().unwrap();
            kept.push_back(line);
            if kept.len() > 10 {
                kept.pop_front();
            }
        }
    });
    lines
}
