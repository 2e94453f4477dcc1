//! A server that runs, and what the system says of its process.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use trueodds::session::Session;

use crate::client::{Reply, get};

/// The program under test, without what the shell of whoever runs the tests says.
pub(crate) fn trueodds() -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("trueodds"));
    command.env_remove("TRUEODDS_DATA").env_remove("NO_COLOR");
    command
}

/// A server on a free port; it ends with the test.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::start_in(Path::new("."), &[])
    }

    /// Starts one in a folder, with more options.
    pub(crate) fn start_in(folder: &Path, more: &[&str]) -> Server {
        let mut command = trueodds();
        command.args(["serve", "--port", "0"]).args(more).current_dir(folder);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix('/'));
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("no address: {line}"));
        Server { child, port }
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        get(self.port, path)
    }

    /// That it still answers, and right: the chance that the library gives.
    #[track_caller]
    pub(crate) fn assert_answers(&self) {
        let reply = self.get("/api/v1/table?mechanic=isaac/room-clear-award&set=luck=3");
        assert_eq!(reply.status, 200, "{}", reply.text());
        let chest = "931/5000";
        let row = reply.document()["tables"][0]["rows"].as_array().unwrap().clone();
        let row = row.iter().find(|row| row["outcome"]["award"] == "chest").unwrap().clone();
        assert_eq!(row["probability"], chest);
        let session = Session::embedded().unwrap().mechanic("isaac/room-clear-award").unwrap();
        let law = session.law("award").unwrap().set("luck", 3).unwrap().run().unwrap();
        assert_eq!(law.probability("chest").unwrap().to_string(), chest);
    }

    fn proc(&self, name: &str) -> String {
        fs::read_to_string(format!("/proc/{}/{name}", self.child.id())).unwrap()
    }

    /// A figure of /proc/PID/status.
    fn status(&self, name: &str) -> u64 {
        let text = self.proc("status");
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':')).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    }

    /// Mebibytes that it holds.
    pub(crate) fn held(&self) -> u64 {
        self.status("VmRSS") / 1024
    }

    pub(crate) fn threads(&self) -> u64 {
        self.status("Threads")
    }

    /// The time it has worked, in the ticks of the system: a hundredth of a second.
    pub(crate) fn worked(&self) -> u64 {
        let text = self.proc("stat");
        let fields: Vec<&str> = text.rsplit_once(") ").unwrap().1.split(' ').collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    }

    /// Sends it a signal by name.
    pub(crate) fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }
}

/// Waits until something holds; what is wrong where it never does.
#[track_caller]
pub(crate) fn wait_until(what: &str, holds: impl FnMut() -> bool) {
    wait_at_most(Duration::from_secs(30), what, holds);
}

#[track_caller]
pub(crate) fn wait_at_most(most: Duration, what: &str, mut holds: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < most, "in vain: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
