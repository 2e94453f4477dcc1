//! What holds on every page: nothing for a checker of accessibility to find, in every scheme; all of it reached by
//! Tab and seen; nothing wider than a phone or a page at twice its size.

use crate::browser::Browser;
use crate::screenshots::PAGES;
use crate::server;

#[test]
fn no_page_has_a_finding_in_any_scheme() {
    let server = server::shared();
    let browser = Browser::new();
    for (name, path) in PAGES {
        let page = browser.open(&server.at(path));
        page.wait_ready();
        for scheme in
            [("prefers-color-scheme", "light"), ("prefers-color-scheme", "dark"), ("forced-colors", "active")]
        {
            page.media(&[scheme, ("prefers-reduced-motion", "reduce")]);
            let findings = page.accessibility();
            assert!(findings.is_empty(), "{name}, {}: {findings:#?}", scheme.1);
        }
    }
}

#[test]
fn every_stop_of_every_page_is_named_seen_and_in_the_window() {
    let server = server::shared();
    let browser = Browser::new();
    for (name, path) in PAGES {
        let page = browser.open(&server.at(path));
        page.wait_ready();
        for stop in page.walk() {
            assert!(!stop.name.is_empty(), "{name}: {stop:?}");
            // A table may be longer than the window.
            let is_long = stop.role == "region";
            let is_there = is_long || stop.inside && stop.covered_by.is_none();
            assert!(stop.shows_focus && is_there, "{name}: {stop:?}");
        }
    }
}

#[test]
fn no_page_is_wider_than_a_phone_or_than_half_a_desk_at_twice_its_size() {
    let server = server::shared();
    let browser = Browser::new();
    for (name, path) in PAGES {
        let page = browser.open(&server.at(path));
        page.wait_ready();
        for (width, scale) in [(320, 1), (360, 3), (640, 2)] {
            page.set_viewport(width, 800, scale);
            assert_eq!(page.scrolls_sideways(), None, "{name} at {width}");
        }
    }
}
