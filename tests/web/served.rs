//! That the server, the browser and the checks of every page work together.

use crate::browser::Browser;
use crate::server::{self, Server};

#[test]
fn the_first_page_is_shown_without_a_word_of_complaint() {
    let server = server::shared();
    let page = Browser::new().open(&server.at("/"));
    page.wait_ready();
    assert!(page.text("h1").len() > 3);
}

#[test]
fn an_interrupted_server_ends_well_and_answers_nobody() {
    let server = Server::start(&[]);
    let address = server.at("/");
    let page = Browser::new().open(&address);
    page.wait_ready();
    // None is under way when the server ends.
    page.wait_for_pictures();
    drop(server);
    let gone = page.eval(&format!("fetch({address:?}).then(() => 'there', () => 'gone')"));
    assert_eq!(gone, "gone");
    page.expect_problem("ERR_CONNECTION_REFUSED");
}
