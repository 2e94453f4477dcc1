//! Work that is ended from another thread.

use std::thread;
use std::time::Duration;

use trueodds::check::Asks;
use trueodds::diagnostic::Code;
use trueodds::evaluate::{Halt, Limits};
use trueodds::query::QueryError;
use trueodds::query::chain::{ChainContext, Over};
use trueodds::query::{LawRequest, laws};
use trueodds::scenario::{Mechanic, Scenario};
use trueodds::session::Session;

/// A mechanic with this text, in a session that has it.
fn mechanic(name: &str, body: &str) -> (Session, Mechanic) {
    let mut session = Session::embedded().unwrap();
    session.add_text(&format!("t/{name}"), &format!("mechanic t/{name}\n{body}"));
    let mechanic = session.mechanic(&format!("t/{name}")).unwrap();
    (session, mechanic)
}

/// Limits whose work somebody cancels from another thread a moment after it began.
fn cancelled_soon() -> Limits {
    let limits = Limits::default();
    let watch = limits.watch.clone();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        watch.end(Halt::Cancelled);
    });
    limits
}

fn says_cancelled(error: &QueryError) {
    let QueryError::Stopped(stop, _) = error else { panic!("{error}") };
    assert_eq!((stop.code, stop.message.as_str()), (Code::Cancelled, "the work was cancelled"));
}

#[test]
fn a_long_law_ends_when_it_is_cancelled() {
    let (_, draws) = mechanic("draws", "outcome k: integer\nk = 0\nrepeat 3000 { k = k + random(100) }\n");
    let scenario = Scenario::of_defaults(&draws, draws.default_rule_set());
    let fields = draws.fields_or_all(&[]).unwrap();
    let request =
        LawRequest { scenarios: vec![scenario], outcomes: fields.into(), cumulative: None, given: None };
    says_cancelled(&laws(&draws, &request, &cancelled_soon()).unwrap_err());
}

#[test]
fn a_long_count_of_a_chain_ends_when_it_is_cancelled() {
    let body =
        "state s: integer = 0\noutcome hit: flag\nhit = s == 777\ns = mod(s * 7919 + random(13), 3001)\n";
    let (session, walk) = mechanic("walk", body);
    let scenario = Scenario::of_defaults(&walk, walk.default_rule_set());
    let limits = cancelled_soon();
    let hit = session.expression(&walk, "hit", Asks::Event).unwrap();
    says_cancelled(&ChainContext::new(&walk, &scenario, &limits).count(&hit, &Over::Uses(300)).unwrap_err());
}

#[test]
fn what_needs_more_memory_than_there_is_is_refused_before_it_is_made() {
    // Half a million sums with weights of up to 77,816 digits.
    let (_, dice) = mechanic("dice", "outcome n: integer\nn = sum of 100000 die(6)\n");
    let scenario = Scenario::of_defaults(&dice, dice.default_rule_set());
    let fields = dice.fields_or_all(&[]).unwrap();
    let request =
        LawRequest { scenarios: vec![scenario], outcomes: fields.into(), cumulative: None, given: None };
    let error = laws(&dice, &request, &Limits::default()).unwrap_err();
    let said = error.to_string();
    assert!(said.starts_with("this takes too much memory: the limit `memory` is 1500 (MiB)"), "{said}");
}
