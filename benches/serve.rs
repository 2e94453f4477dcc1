//! How fast the server answers, and what it holds: `cargo bench --bench serve`.
//!
//! A thousand award tables over four connections, no two alike; then what it takes to start.
#![allow(
    clippy::expect_used,
    clippy::print_stdout,
    missing_docs,
    reason = "a benchmark that cannot start should say so and stop; it prints what it measures"
)]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const CONNECTIONS: usize = 4;
const QUESTIONS: usize = 1000;

struct Server {
    child: Child,
    port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start() -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trueodds"));
        command.args(["serve", "--port", "0"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        Server { child, port: port.expect("a port") }
    }

    /// Mebibytes that it holds, where the system says so.
    fn held(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kibibytes| kibibytes / 1024)
    }
}

/// Asks for a path, and reads the whole answer.
fn ask(stream: &mut BufReader<TcpStream>, port: u16, path: &str) {
    let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    stream.get_mut().write_all(head.as_bytes()).expect("a request");
    let mut length = 0;
    let mut line = String::new();
    stream.read_line(&mut line).expect("a status");
    assert!(line.contains(" 200 "), "{path}: {line}");
    while line != "\r\n" {
        line.clear();
        stream.read_line(&mut line).expect("a head");
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    stream.read_exact(&mut vec![0; length]).expect("a body");
}

fn connected(port: u16) -> BufReader<TcpStream> {
    let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.set_nodelay(true).expect("a connection");
    BufReader::new(stream)
}

/// How long each question of a connection took.
fn load(port: u16, first: usize) -> Vec<Duration> {
    let mut stream = connected(port);
    let numbers = (first..QUESTIONS).step_by(CONNECTIONS);
    let took = numbers.map(|number| {
        let luck = format!("{}/{}", number % 50, 1 + number / 50);
        let begin = Instant::now();
        ask(&mut stream, port, &format!("/api/v1/table?mechanic=isaac/room-clear-award&set=luck={luck}"));
        begin.elapsed()
    });
    took.collect()
}

fn main() {
    let begin = Instant::now();
    let server = Server::start();
    let address = begin.elapsed();
    ask(&mut connected(server.port), server.port, "/");
    let page = begin.elapsed();
    println!("starts in {address:.1?}; the first page after {page:.1?}");
    let idle = server.held();
    let port = server.port;
    let begin = Instant::now();
    let asking: Vec<_> = (0..CONNECTIONS).map(|first| thread::spawn(move || load(port, first))).collect();
    let mut took: Vec<Duration> =
        asking.into_iter().flat_map(|one| one.join().expect("a connection")).collect();
    let all = begin.elapsed();
    took.sort();
    let rate = QUESTIONS as u128 * 1_000_000 / all.as_micros().max(1);
    println!("{QUESTIONS} tables over {CONNECTIONS} connections in {all:.1?}: {rate} in a second");
    let at = |percent: usize| took.get(took.len() * percent / 100).copied().unwrap_or_default();
    let slowest = took.last().copied().unwrap_or_default();
    println!("half within {:.1?}, 99 of 100 within {:.1?}, the slowest {slowest:.1?}", at(50), at(99));
    if let (Some(idle), Some(now)) = (idle, server.held()) {
        println!("holds {idle} MiB idle, {now} MiB after it");
    }
}
