//! The walk by Tab sees what a visitor without a mouse sees.

use crate::browser::Browser;
use crate::tiny::Tiny;

const FILES: &[(&str, &str)] = &[
    (
        "/",
        r##"<!doctype html><html lang="en"><title>Stops</title><link rel="icon" href="data:,">
        <link rel="stylesheet" href="page.css">
        <header id="head">Always here</header>
        <a id="skip" href="#main">Skip</a>
        <main id="main"><h1>Stops</h1>
        <button id="shadow" aria-label="With a shadow">S</button>
        <button id="none">Nothing seen</button>
        <p><input type="checkbox" id="chip" class="hidden"><label for="chip">Lucky Foot</label></p>
        <p><input id="wide" aria-label="Sticks out"></p>
        <p><a id="away" href="#z">Away</a></p>
        <p><a id="low" href="#x">Low</a></p>
        <p id="under"><a id="covered" href="#y">Covered</a></p>
        </main>"##,
    ),
    (
        "/page.css",
        "#head { position: fixed; top: 0; left: 0; right: 0; height: 40px; background: #fff; z-index: 1 }
        main { padding-top: 60px; width: 900px } #wide { margin-left: 700px } #low { display: inline-block; margin-top: 3000px }
        #skip { position: absolute; top: 50px }
        #shadow { box-shadow: 0 0 1px #000 } #shadow:focus { outline: none; box-shadow: 0 0 0 3px #05f }
        #none:focus { outline: none } .hidden { position: absolute; width: 1px; height: 1px; opacity: 0 }
        #chip:focus-visible + label { outline: 2px solid #05f }
        #away { position: fixed; left: -500px; top: 100px }
        #under { position: fixed; top: 10px; left: 10px }",
    ),
    ("/trap", "<!doctype html><title>Trap</title><link rel=icon href='data:,'><a href='#'>Out</a><button id=one>1</button><button id=two>2</button><script type=module src=trap.js></script>"),
    (
        "/trap.js",
        "document.querySelector('#two').onkeydown = (event) => {
           if (event.key === 'Tab') { event.preventDefault(); document.querySelector('#one').focus(); } }",
    ),
];

#[test]
fn every_stop_is_told_with_what_shows_it() {
    let page = Browser::new().open(&Tiny::new(FILES).at("/"));
    page.set_viewport(640, 400, 1);
    let stops = page.walk();
    let told: Vec<_> =
        stops.iter().map(|stop| (stop.name.as_str(), stop.role.as_str(), stop.shows_focus)).collect();
    assert_eq!(
        told,
        [
            ("Skip", "link", true),
            ("With a shadow", "button", true),
            ("Nothing seen", "button", false),
            ("Lucky Foot", "checkbox", true),
            ("Sticks out", "textbox", true),
            ("Away", "link", true),
            ("Low", "link", true),
            ("Covered", "link", true),
        ]
    );
    assert_eq!(stops[0].selector, "a#skip");
    let covered = stops.iter().filter_map(|stop| Some((stop.name.as_str(), stop.covered_by.as_deref()?)));
    assert_eq!(covered.collect::<Vec<_>>(), [("Away", "the edge of the window"), ("Covered", "header#head")]);
    let outside = stops.iter().filter(|stop| !stop.inside).map(|stop| stop.selector.as_str());
    assert_eq!(outside.collect::<Vec<_>>(), ["a#away"]);
    // Once more, and from the middle: it begins at the top again.
    page.click("#shadow");
    assert_eq!(page.walk(), stops);
}

#[test]
fn a_page_that_keeps_the_focus_fails() {
    let page = Browser::new().open(&Tiny::new(FILES).at("/trap"));
    let walk = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| page.walk()));
    let failure = walk.unwrap_err();
    assert!(failure.downcast_ref::<String>().unwrap().contains("button#one"));
}

#[test]
fn what_is_wider_than_the_window_is_named() {
    let page = Browser::new().open(&Tiny::new(FILES).at("/"));
    page.set_viewport(1000, 500, 1);
    assert_eq!(page.scrolls_sideways(), None);
    page.set_viewport(640, 400, 2);
    let wide = page.scrolls_sideways().unwrap();
    assert!(wide.contains("main#main"), "{wide}");
}
