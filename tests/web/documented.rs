//! The examples of docs/browser.md are run as they stand, against a server of their own.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::browser::Browser;
use crate::server::Server;

/// The blocks of the page in a language, with the address of this server in place of the usual one.
fn blocks(language: &str, server: &Server) -> Vec<String> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/browser.md")).unwrap();
    let fence = format!("```{language}\n");
    let blocks = page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap());
    let blocks: Vec<String> =
        blocks.map(|block| block.replace("http://127.0.0.1:6337", &server.at(""))).collect();
    assert!(!blocks.is_empty(), "no {language} in docs/browser.md");
    blocks
}

/// What a program writes; `None` where there is none: who has no Python can still work on trueodds.
fn written(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_example_for_a_shell_answers() {
    let server = Server::start(&[]);
    let answers = blocks("bash", &server);
    let answers = answers.iter().map(|block| written("bash", &["-c", block]));
    let Some(answer) = answers.collect::<Option<String>>() else { return };
    assert!(answer.contains("{| class=\"wikitable sortable\"") && answer.contains("18.62%"), "{answer}");
    // The mean of a die.
    assert!(answer.contains("\"value\": \"7/2\""), "{answer}");
}

#[test]
fn the_example_in_python_answers() {
    let server = Server::start(&[]);
    for block in blocks("py", &server) {
        let Some(answer) = written("python3", &["-c", &block]) else { return };
        assert_eq!(answer, "0 931/20000\n3 931/5000\n");
    }
}

#[test]
fn the_example_in_javascript_answers() {
    let server = Server::start(&[]);
    let page = Browser::new().open(&server.at("/"));
    page.wait_ready();
    page.wait_for_pictures();
    for block in blocks("js", &server) {
        let told = block.replace("console.log", "told.push");
        let mean = page.eval(&format!("(async () => {{ const told = [];\n{told}\nreturn told.join(); }})()"));
        assert_eq!(mean, "19.9695913750691");
    }
}
