//! How the server starts, does not start, and ends.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use crate::leaving::slow;
use crate::server::{Server, trueodds, wait_at_most};

fn refused(more: &[&str]) -> String {
    let output: Output = trueodds().arg("serve").args(more).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{more:?}: {said}");
    assert!(output.stdout.is_empty(), "{more:?}: no address is given");
    said
}

#[test]
fn a_port_that_cannot_be_had_is_said() {
    let server = Server::start();
    let port = server.port.to_string();
    let said = refused(&["--port", &port]);
    assert!(said.contains(&format!("port {port} is in use")) && said.contains("`--port`"), "{said}");
    assert!(refused(&["--port", "65536"]).contains("65536"));
    assert!(refused(&["--port", "0", "--output", "page.txt"]).contains("writes no file"));
    assert!(refused(&["--port", "0", "--format", "json"]).contains("terminal"));
    server.assert_answers();
    let who = Command::new("id").arg("-u").output().unwrap();
    let first = fs::read_to_string("/proc/sys/net/ipv4/ip_unprivileged_port_start").unwrap();
    // Some may take any port.
    if who.stdout != b"0\n" && first.trim().parse::<u16>().unwrap() > 80 {
        assert!(refused(&["--port", "80"]).contains("above 1023"));
    }
}

#[test]
fn data_that_is_none_is_said() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve/empty");
    fs::create_dir_all(&folder).unwrap();
    let empty = folder.to_str().unwrap();
    let file = folder.join("file.odds");
    let _ = fs::remove_file(&file);
    let said = refused(&["--port", "0", "--data", empty]);
    assert!(said.contains(empty), "{said}");
    let said = refused(&["--port", "0", "--data", "no/such/folder"]);
    assert!(said.contains("no/such/folder"), "{said}");
    let said = refused(&["--port", "0", "--data", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]);
    assert!(said.contains("Cargo.toml"), "{said}");
}

#[test]
fn without_a_browser_the_address_is_given() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("serve/no-browser");
    fs::create_dir_all(&folder).unwrap();
    let mut serve = trueodds();
    serve.args(["serve", "--port", "0", "--open"]).env("PATH", &folder);
    let mut child = serve.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let said = lines.find_map(|line| line.ok().filter(|line| line.contains("cannot open a browser")));
    let _ = child.kill();
    let _ = child.wait();
    assert!(said.unwrap().contains("open http://127.0.0.1:"));
}

#[test]
fn a_signal_ends_it_whatever_it_does() {
    for signal in ["INT", "TERM"] {
        let mut server = Server::start();
        let mut line = slow(&server);
        server.signal(signal);
        let mut status = None;
        wait_at_most(Duration::from_secs(3), "it ends", || {
            status = server.child.try_wait().unwrap();
            status.is_some()
        });
        assert_eq!(status.unwrap().code(), Some(0), "{signal}");
        let reply = line.reply();
        assert!(reply.is_none_or(|reply| reply.status != 200), "{signal}");
    }
}
