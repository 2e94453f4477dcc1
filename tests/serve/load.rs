//! Many questions over few connections: each is answered, and right. What it takes is measured by `cargo bench --bench
//! serve`.

use std::thread;

use trueodds::scenario::Mechanic;

use crate::client::Line;
use crate::server::Server;
use crate::support::mechanic;

const CONNECTIONS: usize = 4;
const QUESTIONS: usize = 1000;

/// The luck of a question; with its fractions no two are alike.
fn luck(number: usize) -> String {
    format!("{}/{}", number % 50, 1 + number / 50)
}

/// The law that the library gives: each award with its chance.
fn expected(mechanic: &Mechanic, luck: &str) -> Vec<(String, String)> {
    let law = mechanic.law("award").unwrap().set("luck", luck).unwrap().run().unwrap();
    let rows = law.probabilities().map(|(award, chance)| (award, chance.to_string()));
    let mut rows: Vec<(String, String)> = rows.collect();
    rows.sort();
    rows
}

#[test]
fn a_thousand_tables_over_four_connections_are_those_of_the_library() {
    let server = Server::start();
    let port = server.port;
    let ask = move |first: usize| {
        let mechanic = mechanic("isaac/room-clear-award");
        let mut line = Line::to(port);
        for number in (first..QUESTIONS).step_by(CONNECTIONS) {
            let luck = luck(number);
            let path = format!("/api/v1/table?mechanic=isaac/room-clear-award&set=luck={luck}");
            line.ask("GET", &path, "", b"");
            let reply = line.reply().unwrap();
            assert_eq!(reply.status, 200, "{}", reply.text());
            let document: serde_json::Value = serde_json::from_str(reply.text()).unwrap();
            let rows = document["tables"][0]["rows"].as_array().unwrap();
            let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
            let mut rows: Vec<(String, String)> =
                rows.iter().map(|row| (text(&row["outcome"]["award"]), text(&row["probability"]))).collect();
            rows.sort();
            assert_eq!(rows, expected(&mechanic, &luck), "luck {luck}");
        }
    };
    let asking: Vec<_> = (0..CONNECTIONS).map(|first| thread::spawn(move || ask(first))).collect();
    asking.into_iter().for_each(|one| one.join().unwrap());
    server.assert_answers();
}
