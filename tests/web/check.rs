//! A page is checked: its figures are marked, and what is wrong with them is mended.

use std::fs;
use std::sync::Arc;

use crate::browser::{Browser, Page};
use crate::server::{self, Server};

/// Three percentages beside their fractions: 1/3 is 33.3%, 931/37500 is 2.4826…%.
const TEXT: &str = "🎲 In 931/37500 (2.49%) 🎲 of them, 1/3 (33.3%) 🎲 or 1/3 (33.4%) <b>Грош &amp; x</b>";

fn opened(browser: &Browser) -> (Arc<Server>, Page) {
    let server = server::shared();
    let page = browser.open(&server.at("/check"));
    page.wait_ready();
    (server, page)
}

/// Pastes a text and has it checked.
fn check(page: &Page, text: &str) {
    page.click("#text");
    page.press("Control+a");
    page.insert_text(text);
    page.after(|page| page.click("#check button"));
}

#[test]
fn a_pasted_page_is_marked_and_mended_in_its_place() {
    let browser = Browser::with_clipboard();
    let (_server, page) = opened(&browser);
    check(&page, TEXT);
    assert_eq!(page.text("#summary"), "3 figures: 2 wrong, 1 right");
    assert_eq!(page.eval("document.activeElement.id"), "summary");
    assert_eq!(page.eval("document.querySelector('.lines').textContent"), TEXT);
    assert_eq!(page.texts("mark.wrong"), ["2.49%", "33.4%"]);
    assert_eq!(page.texts("mark.right"), ["33.3%"]);
    // The later one first: the place of the other does not move.
    page.after(|page| page.click(".findings .wrong li:nth-child(2) button"));
    let later = TEXT.replace("33.4%", "33.3%");
    assert_eq!(page.value("#text"), later);
    page.after(|page| page.click(".findings .wrong li:nth-child(1) button"));
    let both = later.replace("2.49%", "2.48%");
    assert_eq!(page.value("#text"), both);
    assert_eq!(page.eval("document.querySelector('.lines').textContent"), both.as_str());
    assert_eq!(page.texts("mark .mended"), ["2.48%", "33.3%"]);
    page.after(|page| page.click("#copy-text"));
    assert_eq!(page.clipboard(), both);
    page.after(|page| page.click(".findings .wrong li:nth-child(2) button"));
    assert_eq!(page.value("#text"), TEXT.replace("2.49%", "2.48%"));
    assert_eq!(page.text("#status"), "33.4% stands there again.");
    page.after(|page| page.click("#again"));
    assert_eq!(page.text("#summary"), "3 figures: 1 wrong, 2 right");
    assert_eq!(page.address(), server::shared().at("/check"), "no text stands in the address");
}

#[test]
fn an_example_is_one_click_away() {
    let browser = Browser::with_clipboard();
    let (_server, page) = opened(&browser);
    page.after(|page| page.click("a[href='/check?example']"));
    assert_eq!(page.texts("mark.wrong"), ["2.49%", "1.99%"]);
    page.after(|page| page.click("#accept-all"));
    assert_eq!(page.text("#accept-all"), "Undo all repairs");
    page.after(|page| page.click("#copy-text"));
    let example = include_str!("../../src/web/pages/check/example.wikitext");
    assert_eq!(page.clipboard(), example.replace("2.49%", "2.48%").replace("1.99%", "1.66%"));
    page.after(|page| page.click("#accept-all"));
    assert_eq!(page.value("#text"), example);
}

#[test]
fn a_figure_leads_to_its_reason_and_back() {
    let browser = Browser::new();
    let (_server, page) = opened(&browser);
    page.after(|page| page.click("a[href='/check?example']"));
    let focused = || page.eval("document.activeElement.closest('[id]').id");
    page.click("mark.right a");
    let reason = focused();
    assert!(page.eval("document.activeElement.closest('details').open").as_bool().unwrap());
    page.click(&format!("#{} a", reason.as_str().unwrap()));
    assert_eq!(page.eval("document.activeElement.closest('mark').className"), "right");
    assert_eq!(page.eval("document.activeElement.hash.slice(1)"), reason);
    // To the page that says why, and back to what was mended.
    page.after(|page| page.click("#accept-all"));
    let mended = page.value("#text");
    page.after(|page| page.click(".findings .wrong a[href^='/ask/']"));
    assert!(page.text("#answer").contains("83/5000"), "{}", page.text("#answer"));
    page.after(|page| page.back());
    assert_eq!(page.value("#text"), mended);
    assert_eq!(page.text("#accept-all"), "Undo all repairs");
    page.after(|page| page.click("#accept-all"));
    assert!(page.value("#text").contains("1.99%"));
}

#[test]
fn a_file_is_chosen_or_dropped() {
    let browser = Browser::new();
    let (_server, page) = opened(&browser);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.wikitext");
    fs::write(&file, "\u{feff}1/3 (33.3%)\r\nand 1/4 (25%)\r\n").unwrap();
    page.after(|page| page.choose_file("#file", &file));
    assert_eq!(page.text("#summary"), "2 figures: 2 right");
    assert_eq!(page.value("#text"), "1/3 (33.3%)\nand 1/4 (25%)\n");
    fs::write(&file, "1/3 (33.4%)").unwrap();
    page.after(|page| page.drop_file("#text", &file));
    assert_eq!(page.text("#summary"), "1 figure: 1 wrong");
    fs::write(&file, [0xff, 0x00, 0x41]).unwrap();
    page.after(|page| page.choose_file("#file", &file));
    assert_eq!(page.text("#answer"), "page.wikitext is no text in UTF-8.");
    fs::write(&file, "x".repeat((5 << 20) + 1)).unwrap();
    page.after(|page| page.choose_file("#file", &file));
    assert!(page.text("#answer").contains("larger than 5 MB"));
}

#[test]
fn the_keyboard_alone_is_enough() {
    let browser = Browser::new();
    let (_server, page) = opened(&browser);
    let go_to = |selector: &str| {
        for _ in 0..40 {
            page.press("Tab");
            if page.eval(&format!("document.activeElement.matches({selector:?})")) == true {
                return;
            }
        }
        panic!("Tab does not lead to {selector}");
    };
    go_to("#text");
    page.insert_text(TEXT);
    page.after(|page| page.press("Control+Enter"));
    go_to("mark.wrong a");
    page.press("Enter");
    assert_eq!(page.eval("document.activeElement.matches('.findings .wrong li:first-child')"), true);
    go_to("button[data-mends]");
    page.after(|page| page.press("Enter"));
    assert_eq!(page.value("#text"), TEXT.replace("2.49%", "2.48%"));
    // The focus stays where the repair can be undone.
    assert_eq!(page.eval("document.activeElement.textContent"), "Undo");
    page.after(|page| page.press("Space"));
    assert_eq!(page.value("#text"), TEXT);
}

#[test]
fn a_text_that_has_changed_is_checked_again_before_it_is_mended() {
    let browser = Browser::new();
    let (_server, page) = opened(&browser);
    check(&page, "1/3 (33.4%)");
    assert_eq!(page.eval("document.querySelector('#stale').hidden"), true);
    page.click("#text");
    page.press("End");
    page.type_text(" of 2/3 (66.6%)");
    page.wait_for("!document.querySelector('#stale').hidden");
    assert_eq!(page.eval("document.querySelector('[data-mends]').disabled"), true);
    page.after(|page| page.click("#again"));
    page.after(|page| page.click("#accept-all"));
    // 66.6% is 2/3 cut off, and right.
    assert_eq!(page.value("#text"), "1/3 (33.3%) of 2/3 (66.6%)");
}

#[test]
fn what_there_is_to_say_of_no_page_and_of_a_strange_one() {
    let browser = Browser::new();
    let (_server, page) = opened(&browser);
    check(&page, "   ");
    assert!(page.text("#answer").contains("Paste a page"));
    check(&page, "Bread has 3% salt and 65% water.");
    assert_eq!(page.text("#summary"), "2 figures: 2 unexplained");
    assert!(page.text("#answer").contains("Room clear award"), "what is known is named");
    check(&page, "No numbers here.");
    assert_eq!(page.text("#summary"), "No figures");
}

#[test]
fn of_a_long_page_the_lines_around_are_shown_and_all_of_it_is_mended() {
    let browser = Browser::with_clipboard();
    let (_server, page) = opened(&browser);
    let lines = "Nothing of note stands in this line, and it is rather long.\n".repeat(8_000);
    let text = format!("{lines}Here 1/3 (33.4%) is.\n{lines}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.txt");
    fs::write(&file, &text).unwrap();
    page.after(|page| page.choose_file("#file", &file));
    assert_eq!(page.texts(".judged .text h4"), ["Line 8000"]);
    assert_eq!(page.text(".judged .lines").lines().count(), 3);
    page.after(|page| page.click("#accept-all"));
    page.after(|page| page.click("#copy-text"));
    assert!(page.clipboard() == text.replace("33.4%", "33.3%"));
}

#[test]
fn without_a_script_the_form_is_answered_as_a_whole() {
    let browser = Browser::new();
    let (_server, page) = opened(&browser);
    let sent = "fetch('/check', { method: 'POST', body: new URLSearchParams({ text: 'a\\r\\n1/3 (33.4%) <i>', about: 'isaac' }) })
        .then(async (response) => [response.headers.get('content-type'), await response.text()])";
    let answer = page.eval(sent);
    assert_eq!(answer[0], "text/html; charset=utf-8");
    let html = answer[1].as_str().unwrap();
    assert!(html.starts_with("<!doctype html>"));
    assert!(html.contains(r#"<mark class="wrong""#));
    assert!(html.contains("<option value=\"isaac\" selected>"));
    assert!(!html.contains("<i>"), "the text is escaped");
}

#[test]
fn everybody_can_use_it() {
    let browser = Browser::new();
    let (_server, page) = opened(&browser);
    assert_eq!(page.accessibility(), [""; 0]);
    page.after(|page| page.click("a[href='/check?example']"));
    page.after(|page| page.click(".findings .wrong button"));
    page.eval(
        "document.querySelectorAll('.findings details').forEach((details) => { details.open = true; })",
    );
    for features in [
        [("prefers-color-scheme", "light"), ("forced-colors", "none")],
        [("prefers-color-scheme", "dark"), ("forced-colors", "none")],
        [("prefers-color-scheme", "light"), ("forced-colors", "active")],
    ] {
        page.media(&features);
        assert_eq!(page.accessibility(), [""; 0], "{features:?}");
    }
    page.media(&[]);
    // What was said last goes again.
    page.wait_for("document.querySelector('#status').textContent == ''");
    for stop in page.walk() {
        // A region that scrolls may reach beyond the window.
        let is_seen = stop.inside || stop.role == "region";
        assert!(stop.shows_focus && is_seen && stop.covered_by.is_none(), "{stop:?}");
    }
    for (width, scale) in [(360, 2), (640, 2), (1400, 1)] {
        page.set_viewport(width, 800, scale);
        assert_eq!(page.scrolls_sideways(), None, "{width}");
    }
}
