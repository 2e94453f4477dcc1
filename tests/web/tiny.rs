//! A server for a few texts under the content policy of the real one, to try the client on.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;

/// Ends with the tests.
pub(crate) struct Tiny {
    address: String,
}

impl Tiny {
    /// Serves texts under their paths.
    pub(crate) fn new(files: &'static [(&'static str, &'static str)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // Who asked may be gone before the answer.
                thread::spawn(move || answer(&stream, files));
            }
        });
        Self { address }
    }

    /// The address of a path.
    pub(crate) fn at(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }
}

fn answer(mut stream: &TcpStream, files: &[(&str, &str)]) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let asked = lines.next().transpose()?.unwrap_or_default();
    // Answered before all is read, a browser sees a broken connection.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = asked.split(' ').nth(1).unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    let found = files.iter().find(|file| file.0 == path);
    let status = if found.is_some() { "200 OK" } else { "404 Not Found" };
    let text = found.map_or("", |file| file.1);
    let kind = match path.rsplit_once('.') {
        Some((_, "js")) => "text/javascript",
        Some((_, "css")) => "text/css",
        _ => "text/html; charset=utf-8",
    };
    let length = text.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\
        Content-Security-Policy: default-src 'self'; img-src 'self' blob: data:\r\n\r\n{text}"
    )
}
