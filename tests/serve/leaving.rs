//! Work ends with whoever asked for it, leaves room for others, and is not heaped up.

use std::net::Shutdown;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::client::Line;
use crate::server::{Server, wait_at_most, wait_until};

/// A question that takes minutes.
pub(crate) const SLOW: &str = "/api/v1/diff?mechanic=isaac/floor&sides=rebirth&sides=repentance&all-inputs";

/// Others.
const ALSO_SLOW: [&str; 3] = [
    "/api/v1/changes?names=isaac/floor&from=rebirth",
    "/api/v1/table?mechanic=isaac/room-clear-award&sweep=luck=0..9999",
    "/api/v1/chain?mechanic=sts/card-roll&question=percentile&events=rarity%20=%20rare&over=100000&seen=3",
];

/// Asks the slow question, and waits until it is worked on.
pub(crate) fn slow(server: &Server) -> Line {
    asked(server, SLOW)
}

fn asked(server: &Server, question: &str) -> Line {
    let (before, mut line) = (server.worked(), Line::to(server.port));
    line.ask("GET", question, "", b"");
    wait_until("the question is worked on", || server.worked() > before + 20);
    line
}

/// Whether nothing is worked on: no more than a tick or two in a fifth of a second.
fn rests(server: &Server) -> bool {
    let before = server.worked();
    thread::sleep(Duration::from_millis(200));
    server.worked() <= before + 2
}

#[test]
fn whoever_goes_away_ends_the_work() {
    let server = Server::start();
    for question in ALSO_SLOW.into_iter().chain([SLOW]) {
        let line = asked(&server, question);
        assert!(!rests(&server), "{question} is answered already");
        drop(line);
        wait_at_most(Duration::from_secs(10), question, || rests(&server));
    }
    wait_until("its thread ends", || server.threads() == 1);
    server.assert_answers();
}

#[test]
fn a_slow_question_leaves_room_for_quick_ones() {
    let server = Server::start();
    let line = slow(&server);
    for _ in 0..3 {
        server.assert_answers();
    }
    assert!(!rests(&server), "the slow one was given up");
    drop(line);
}

#[test]
fn more_than_may_wait_are_told_to_come_again() {
    const WAITING: usize = 64;
    const BEYOND: usize = 3;
    let at_once = thread::available_parallelism().unwrap().get().max(2);
    let server = Server::start();
    let (says, replies) = channel();
    let mut ends = Vec::new();
    for _ in 0..at_once + WAITING + BEYOND {
        let mut line = Line::to(server.port);
        line.ask("GET", SLOW, "", b"");
        ends.push(line.other_end());
        let says = says.clone();
        thread::spawn(move || says.send(line.reply()));
    }
    for _ in 0..BEYOND {
        let reply = replies.recv().unwrap().unwrap();
        assert_eq!(reply.status, 503, "{}", reply.text());
        assert_eq!(reply.header("retry-after"), Some("1"));
        assert_eq!(reply.document()["kind"], "refusal");
    }
    assert!(replies.try_recv().is_err(), "the others wait");
    for end in ends {
        end.shutdown(Shutdown::Both).unwrap();
    }
    wait_until("the work ends", || rests(&server));
    server.assert_answers();
}
