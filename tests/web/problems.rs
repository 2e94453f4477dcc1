//! What is wrong with a page fails its test, and a page without fault passes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::browser::{Browser, Page};
use crate::tiny::Tiny;

const FILES: &[(&str, &str)] = &[
    (
        "/",
        r##"<!doctype html><html lang="en"><title>Good</title><link rel="icon" href="data:,"><link rel="stylesheet" href="good.css">
        <main><h1>Good</h1><p><a href="#more">More</a></p></main>"##,
    ),
    (
        "/good.css",
        "body { color: #111; background: #fff; transition: background 1s }
        a { color: #00c; animation: 1s linear infinite round } @keyframes round { to { rotate: 360deg } }
        @media (prefers-color-scheme: dark) { body { color: #eee; background: #111 } a { color: #9cf } }",
    ),
    (
        "/bad",
        r##"<!doctype html><html><title>Bad</title><link rel="icon" href="data:,"><link rel="stylesheet" href="bad.css">
        <main><h1>Bad</h1><input><img id="picture" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=">
        <p id="pale">Hardly seen</p></main>"##,
    ),
    ("/bad.css", "#pale { color: #ccc; background: #fff }"),
    ("/inline", "<!doctype html><title>Inline</title><link rel=icon href='data:,'><p style='color: red'>Red"),
    (
        "/elsewhere",
        "<!doctype html><title>Elsewhere</title><link rel=icon href='data:,'><img src='http://example.com/a.png'>",
    ),
    (
        "/missing",
        "<!doctype html><title>Missing</title><link rel=icon href='data:,'><link rel=stylesheet href=none.css>",
    ),
    (
        "/throws",
        "<!doctype html><title>Throws</title><link rel=icon href='data:,'><script type=module src=throws.js></script>",
    ),
    ("/throws.js", "throw new Error('on purpose')"),
    (
        "/rejects",
        "<!doctype html><title>Rejects</title><link rel=icon href='data:,'><script type=module src=rejects.js></script>",
    ),
    ("/rejects.js", "Promise.reject(new Error('unheard'))"),
    (
        "/says",
        "<!doctype html><title>Says</title><link rel=icon href='data:,'><script type=module src=says.js></script>",
    ),
    ("/says.js", "console.error('no', {answer: 1}); console.log('well')"),
];

/// Why a test of a page fails that does something there.
fn fails(path: &str, act: impl FnOnce(&Page)) -> Option<String> {
    let run = || {
        let page = Browser::new().open(&Tiny::new(FILES).at(path));
        act(&page);
    };
    let failure = catch_unwind(AssertUnwindSafe(run)).err()?;
    failure.downcast_ref::<String>().cloned()
}

#[test]
fn a_good_page_passes() {
    assert_eq!(fails("/", |_| {}), None);
}

#[test]
fn what_a_page_says_fails_its_test() {
    for (path, said) in [
        ("/throws", "on purpose"),
        ("/rejects", "unheard"),
        ("/says", "console.error: no"),
        ("/inline", "Content Security Policy"),
        ("/missing", "404"),
    ] {
        let failure = fails(path, |_| {}).unwrap_or_else(|| panic!("{path} passes"));
        assert!(failure.contains(said), "{path}: {failure}");
        assert!(!failure.contains("well"), "{failure}");
    }
}

/// Neither the policy of the page nor the browser of the tests lets anything out.
#[test]
fn nothing_comes_from_elsewhere() {
    let failure = fails("/elsewhere", |_| {}).unwrap();
    assert!(failure.contains("Content Security Policy"), "{failure}");
    let page = Browser::new().open("data:text/html,<img src='http://example.com/a.png'>");
    page.expect_problem("ERR_NAME_NOT_RESOLVED");
}

#[test]
fn a_handler_that_throws_after_the_last_step_is_heard() {
    let late = "addEventListener('click', () => requestAnimationFrame(() => { throw new Error('late') }))";
    let failure = fails("/", |page| {
        page.eval(late);
        page.click("h1");
    });
    assert!(failure.unwrap().contains("late"));
}

#[test]
fn what_a_test_expects_is_excused_once() {
    assert_eq!(fails("/throws", |page| page.expect_problem("on purpose")), None);
    let again = fails("/throws", |page| {
        page.expect_problem("on purpose");
        page.eval("setTimeout(() => { throw new Error('once more') })");
    });
    assert!(again.unwrap().contains("once more"));
}

#[test]
fn what_cannot_be_opened_is_named() {
    assert!(fails("/", |page| page.go("http://127.0.0.1:1/")).unwrap().contains("127.0.0.1:1"));
}

#[test]
fn axe_finds_what_is_wrong_under_the_policy_of_the_page() {
    let server = Tiny::new(FILES);
    let browser = Browser::new();
    let page = browser.open(&server.at("/"));
    assert_eq!(page.accessibility(), [""; 0]);
    assert_eq!(page.accessibility_undecided(), [""; 0]);
    // While the background is on its way, the words cannot be read on it.
    page.media(&[("prefers-color-scheme", "dark")]);
    assert_eq!(page.accessibility(), [""; 0]);
    page.media(&[]);
    page.go(&server.at("/bad"));
    let found = page.accessibility();
    for (rule, element) in [
        ("html-has-lang", "html"),
        ("label", "input"),
        ("image-alt", "#picture"),
        ("color-contrast", "#pale"),
    ] {
        let start = format!("{rule}: {element}: ");
        assert!(found.iter().any(|line| line.starts_with(&start)), "{rule}: {found:#?}");
    }
    assert_eq!(found.len(), 4, "{found:#?}");
    // The page is as it was.
    assert_eq!(page.eval("typeof axe"), "undefined");
}
