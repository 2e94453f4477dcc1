//! Somebody who asks the server over a connection, and need not behave.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use serde_json::Value as Json;

use crate::support::contract;

/// Longer than anything here takes: a server that says nothing fails a test, and does not hold it up.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the server said.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    #[track_caller]
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// The body as a document of the contract.
    #[track_caller]
    pub(crate) fn document(&self) -> Json {
        contract::read(self.text())
    }
}

/// A connection, over which several requests may go.
pub(crate) struct Line {
    stream: BufReader<TcpStream>,
    port: u16,
}

impl Line {
    pub(crate) fn to(port: u16) -> Line {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream.set_nodelay(true).unwrap();
        Line { stream: BufReader::new(stream), port }
    }

    /// Sends bytes as they are. The server may have hung up on them already.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let _ = self.stream.get_mut().write_all(bytes);
    }

    /// Sends a request for a path with more lines of its head; each ends with CR and LF.
    pub(crate) fn ask(&mut self, method: &str, path: &str, more: &str, body: &[u8]) {
        let port = self.port;
        let length =
            if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
        let head = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{length}{more}\r\n");
        self.send(&[head.as_bytes(), body].concat());
    }

    /// Another hold on the connection, to hang up from elsewhere.
    pub(crate) fn other_end(&self) -> TcpStream {
        self.stream.get_ref().try_clone().unwrap()
    }

    /// Says that nothing more is sent, and waits until the server hangs up.
    pub(crate) fn end(mut self) -> Vec<u8> {
        let _ = self.stream.get_mut().shutdown(Shutdown::Write);
        let mut rest = Vec::new();
        let _ = self.stream.read_to_end(&mut rest);
        rest
    }

    /// The next reply; `None` where the server hangs up without one.
    pub(crate) fn reply(&mut self) -> Option<Reply> {
        let status = self.line()?;
        let status = status.split(' ').nth(1)?.parse().ok()?;
        let mut headers = Vec::new();
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        let length = headers.iter().find(|(name, _)| name == "content-length");
        let mut body = vec![0; length.map_or(0, |(_, length)| length.parse().unwrap())];
        self.stream.read_exact(&mut body).ok()?;
        Some(Reply { status, headers, body })
    }

    fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        self.stream.read_until(b'\n', &mut line).ok().filter(|read| *read > 0)?;
        Some(String::from_utf8_lossy(&line).trim_end().to_owned())
    }
}

/// Asks for a path over a connection of its own.
#[track_caller]
pub(crate) fn get(port: u16, path: &str) -> Reply {
    let mut line = Line::to(port);
    line.ask("GET", path, "", b"");
    line.reply().unwrap_or_else(|| panic!("no reply to {path:.200}"))
}

/// Sends a text along.
#[track_caller]
pub(crate) fn post(port: u16, path: &str, text: &[u8]) -> Reply {
    let mut line = Line::to(port);
    // A body without a byte has a length too.
    let more = if text.is_empty() { "Content-Length: 0\r\n" } else { "" };
    line.ask("POST", path, more, text);
    line.reply().unwrap_or_else(|| panic!("no reply to {path:.200}"))
}
