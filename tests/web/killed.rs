//! Nothing of Chromium and of the server stays when the tests are killed.

use std::env;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::browser::{Browser, PATIENCE, process_group};
use crate::server::Server;

/// The other half of the next test, in a process that can be killed.
#[test]
#[ignore = "waits to be killed by the next one"]
fn holds_a_page() {
    let browser = Browser::new();
    let page = browser.open("data:text/html,<title>Held</title>");
    let server = Server::start(&[]);
    // Past what holds back the words of tests that pass.
    writeln!(io::stdout(), "group {}", process_group()).unwrap();
    // Until it is killed, or the one that kills it is.
    let _ = io::stdin().read(&mut [0]);
    drop((page, server));
}

#[test]
#[cfg(target_os = "linux")]
fn a_killed_test_leaves_neither_process_nor_folder() {
    let folder = tempfile::tempdir().unwrap();
    let mut held = Command::new(env::current_exe().unwrap())
        .args(["--exact", "killed::holds_a_page", "--ignored", "--nocapture"])
        .env("TMPDIR", folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(held.stdout.take().unwrap()).lines().map_while(Result::ok);
    let group = lines.filter_map(|line| Some(line.split_once("group ")?.1.to_owned())).next().unwrap();
    let running = || running(&group, folder.path());
    assert!(running().len() > 4, "Chromium is several processes");
    assert!(entries(folder.path()) > 0, "it writes somewhere");
    // With the signal that nobody can answer.
    held.kill().unwrap();
    held.wait().unwrap();
    let start = Instant::now();
    while running().len() + entries(folder.path()) > 0 {
        assert!(start.elapsed() < PATIENCE, "{:#?} run, {:?}", running(), folder.path());
        thread::sleep(Duration::from_millis(10));
    }
}

/// The processes that belong to a group, or left it and write into a folder: what the system says of each, and its
/// command.
fn running(group: &str, folder: &Path) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let of_group = processes.filter_map(|process| {
        let line = fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        // After the name, which may hold anything: the state, the parent, the group.
        let mut words = line.rsplit(") ").next().unwrap_or_default().split(' ');
        // One that has ended and waits for its parent to ask is not running.
        let runs = words.next() != Some("Z")
            && (words.nth(1) == Some(group) || names(&process.path().join("environ"), folder));
        let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
        runs.then(|| format!("{} {}", line.trim_end(), String::from_utf8_lossy(&command).replace('\0', " ")))
    });
    of_group.collect()
}

/// Whether a file names a folder. One that may not be read does not.
fn names(file: &Path, folder: &Path) -> bool {
    let text = fs::read(file).unwrap_or_default();
    String::from_utf8_lossy(&text).contains(folder.to_str().unwrap())
}

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}
