//! A program is written: what is wrong is said and mended, names are offered, the answer and the address follow.

use crate::browser::{Browser, Page};
use crate::server::{self, Server};

fn written(path: &str) -> (Browser, Page, std::sync::Arc<Server>) {
    let (server, browser) = (server::shared(), Browser::new());
    let page = browser.open(&server.at(path));
    page.wait_ready();
    (browser, page, server)
}

/// Puts a program in place of the one that is there.
fn put(page: &Page, program: &str) {
    page.click("label[for=program]");
    page.press("Control+a");
    page.insert_text(program);
    page.wait_for(&format!("document.querySelector('#program').value === {program:?}"));
}

fn begin_with(page: &Page, label: &str) {
    let script = format!(
        "[...document.querySelectorAll('[data-example]')].find((link) => link.textContent === {label:?}).id = 'it'"
    );
    page.eval(&script);
    page.after(|page| page.click("#it"));
}

/// Waits until as much is wrong as is said here.
fn wait_count(page: &Page, words: &str) {
    page.wait_for(&format!("document.querySelector('#count').textContent === {words:?}"));
}

/// Waits until the answer has this in it.
fn wait_answer(page: &Page, words: &str) {
    page.wait_for(&format!("document.querySelector('#answer').innerText.includes({words:?})"));
}

/// Four dice of which the lowest is dropped, by hand.
const MEAN: &str = "15869/1296";

/// Far more states than can be looked at while somebody waits.
const LONG: &str = "mechanic test/long \"Long\"\n\noutcome s: integer\ns = 0\nrepeat 60 {\n    s = s * 3 + random(7) + s * random(2)\n}\n";

#[test]
fn an_error_is_seen_where_it_is_typed_and_mended_by_its_button() {
    let (_browser, page, server) = written("/write");
    put(&page, "");
    // Indented as people see it: the editor puts what each line begins with.
    page.type_text("mechanic dice/score \"Score\"\noutcome score: integer\nfunction single() = {\nlet face = die(6)\nfcae\n}\n");
    page.type_text("score = sum of highest 3 of 4 single()\n");
    wait_count(&page, "1 error");
    let program = page.value("#program");
    assert!(program.contains("{\n    let face = die(6)\n    fcae\n}\nscore"), "{program}");
    assert_eq!(page.texts("#overlay .is-error"), ["fcae"]);
    assert!(
        page.text("#problems .error").contains("no name fcae\ndid you mean face?"),
        "{}",
        page.text("#problems")
    );
    assert!(!page.text("#former").is_empty());
    // Its place: the cursor goes there, and the line below the editor says the same.
    page.click("#problems .error .place");
    page.wait_for("document.querySelector('#here').textContent.startsWith('Line 5: no name')");
    page.after(|page| page.click("#problems .error button:last-child"));
    wait_count(&page, "Nothing wrong");
    assert_eq!(page.texts("#overlay .is-error, #overlay .is-warning"), Vec::<String>::new());
    assert!(page.value("#program").contains("\n    face\n}"), "{}", page.value("#program"));
    assert_eq!(page.eval("document.querySelector('#former').hidden"), true);
    // The chance of 18: 21 of the 1296 throws have three sixes or four.
    let rows = page.texts("#answer tbody tr");
    assert!(rows.iter().any(|row| row.starts_with("18\t") && row.contains("7/432")), "{rows:?}");
    assert!(page.address().starts_with(&server.at("/write#p=")), "{}", page.address());
}

#[test]
fn a_link_holds_the_program_and_what_was_asked() {
    let (browser, page, _server) = written("/write");
    begin_with(&page, "4d6, the lowest dropped");
    page.after(|page| page.choose("#view", "One number"));
    page.choose("#field-queries", "Mean of Score");
    page.press("Enter");
    wait_answer(&page, MEAN);
    page.wait_for("location.hash.endsWith('&view=ask&queries=E%28score%29')");
    let other = browser.open(&page.address());
    other.wait_ready();
    assert!(other.text("#answer").contains(MEAN), "{}", other.text("#answer"));
    assert_eq!(other.value("#program"), page.value("#program"));
    assert_eq!(other.value("#field-queries"), "E(score)");
    // One step back is the program that was there before.
    page.after(Page::back);
    assert!(page.value("#program").contains("mechanic example/coin"), "{}", page.value("#program"));
    page.after(Page::forward);
    wait_answer(&page, MEAN);
}

#[test]
fn half_a_link_is_said_and_what_is_there_stays() {
    let (_browser, page, _server) = written("/write");
    begin_with(&page, "A pity timer");
    let whole = page.address();
    let half = &whole[..whole.len() - 40];
    page.eval(&format!("void location.assign({half:?})"));
    page.wait_for("!document.querySelector('#broken').hidden");
    assert!(page.text("#broken").contains("not hold a whole program"), "{}", page.text("#broken"));
    assert_eq!(page.address(), half);
    page.back();
    page.wait_for("document.querySelector('#program').value.includes('example/pity')");
    assert_eq!(page.eval("document.querySelector('#broken').hidden"), true);
}

#[test]
fn names_are_completed_by_keys_and_tab_goes_on() {
    let (_browser, page, _server) = written("/write");
    put(&page, "mechanic a/b \"B\"\ninput lucky_foot: flag \"Lucky Foot\"\noutcome hit: flag\nhit = ");
    page.type_text("luc");
    page.wait_for("document.querySelectorAll('#names:not([hidden]) [role=option]').length === 1");
    assert_eq!(page.text("#names [role=option]"), "lucky_foot input, Lucky Foot");
    page.press("ArrowDown");
    assert_eq!(
        page.eval("document.querySelector('#program').getAttribute('aria-activedescendant')"),
        "name-0"
    );
    page.press("Enter");
    page.wait_for("document.querySelector('#program').value.endsWith('hit = lucky_foot')");
    // What is dismissed changes nothing; what is asked for has a choice at once.
    page.type_text(" an");
    page.wait_for("!document.querySelector('#names').hidden");
    page.press("Escape");
    page.wait_for("document.querySelector('#names').hidden");
    page.type_text("d chan");
    page.press("Control+Space");
    page.press("Tab");
    page.type_text("(1/2)\n");
    page.wait_for("document.querySelector('#program').value.endsWith('hit = lucky_foot and chance(1/2)\\n')");
    wait_count(&page, "Nothing wrong");
    page.press("Tab");
    assert_ne!(page.eval("document.activeElement.id"), "program");
    page.press("Shift+Tab");
    assert_eq!(page.eval("document.activeElement.id"), "program");
}

#[test]
fn a_program_that_takes_long_is_stopped_by_hand_and_by_another_one() {
    let (_browser, page, _server) = written("/write");
    put(&page, LONG);
    page.wait_for("!document.querySelector('#working').hidden");
    page.after(|page| page.click("#stop"));
    assert_eq!(page.text("#status"), "Stopped.");
    assert!(page.text("#former").starts_with("This answers the program as it was before"));
    // The whole of it once more, and a letter ends it.
    page.click("button.answer");
    page.wait_for("!document.querySelector('#working').hidden");
    put(&page, "mechanic a/b \"B\"\noutcome x: integer\nx = die(3)\n");
    page.wait_for("document.querySelector('#answer caption')?.textContent === 'B'");
    page.wait_for("document.querySelector('#working').hidden");
    assert_eq!(page.texts("#answer tbody th"), ["1", "2", "3"]);
}

#[test]
fn inputs_are_set_and_chances_say_why() {
    let (_browser, page, _server) = written("/write");
    begin_with(&page, "Cards from a deck");
    page.after(|page| page.fill("#set-drawn", "1"));
    page.wait_for("document.querySelectorAll('#answer tbody tr').length === 2");
    assert!(page.texts("#answer tbody tr")[1].contains("1/13"), "{:?}", page.texts("#answer tbody tr"));
    // The click leaves the field: what was answered as it was typed stays where it is.
    page.eval("document.querySelector('#answer table').dataset.same = 'yes'");
    page.click("#answer tbody tr:nth-child(2) a[data-why]");
    page.wait_for("document.querySelector('#why-answer').textContent.includes('1/13')");
    assert_eq!(page.eval("document.querySelector('#answer table').dataset.same"), "yes");
    page.press("Escape");
    page.wait_for("document.querySelector('#why').hidden");
    page.after(|page| page.choose("#view", "Chart"));
    page.wait_for_pictures();
    assert_eq!(page.eval("document.querySelector('#answer img').naturalWidth > 100"), true);
    assert_eq!(page.eval("document.querySelector('#answer img').src.startsWith('blob:')"), true);
}

#[test]
fn what_is_copied_and_saved_is_about_the_program() {
    let server = server::shared();
    let browser = Browser::with_clipboard();
    let page = browser.open(&server.at("/write"));
    page.wait_ready();
    begin_with(&page, "4d6, the lowest dropped");
    page.after(|page| page.click("[data-copy=Markdown]"));
    let (name, bytes) = page.saved(|page| page.click("#save"));
    assert_eq!(name, "ability-score.odds");
    assert_eq!(String::from_utf8(bytes.clone()).unwrap(), page.value("#program"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(&name);
    std::fs::write(&file, &bytes).unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_trueodds"))
        .args(["table", "--format", "markdown"])
        .arg(&file)
        .env_remove("TRUEODDS_DATA")
        .output()
        .unwrap();
    assert_eq!(page.clipboard(), String::from_utf8(output.stdout).unwrap());
    assert_eq!(page.text("#line"), "trueodds table ability-score.odds");
    // The same file is opened again.
    put(&page, "mechanic a/b \"B\"\noutcome x: integer\nx = die(3)\n");
    page.after(|page| page.choose_file("#open", &file));
    page.wait_for("document.querySelector('#program').value.includes('ability-score')");
    page.wait_for("document.querySelector('#answer caption')?.textContent === '4d6, the lowest dropped'");
    std::fs::write(&file, b"mechanic \xff").unwrap();
    page.after(|page| page.choose_file("#open", &file));
    assert!(page.text("#status").contains("was not opened"), "{}", page.text("#status"));
    assert!(page.value("#program").contains("ability-score"));
}

#[test]
fn the_letters_lie_where_their_colours_are() {
    let (_browser, page, _server) = written("/write");
    let wide = "let x = abc + \"x\" + 12 * ".repeat(30);
    put(
        &page,
        &format!(
            "mechanic a/b \"漢字 🎲 e\u{301}\"\n\tinput x: flag\t# two tabs\n{wide}\n{}",
            "\n".repeat(80)
        ),
    );
    // All that gives a letter its place is the same in both.
    let differing = page.eval(
        "(() => { const [a, b] = ['.lines', '#program'].map((id) => getComputedStyle(document.querySelector(id)));
           return ['fontFamily', 'fontSize', 'fontWeight', 'lineHeight', 'letterSpacing', 'wordSpacing', 'tabSize',
             'whiteSpace', 'fontVariantLigatures', 'fontKerning', 'textIndent', 'paddingTop', 'paddingLeft'
            ].filter((name) => a[name] !== b[name]); })()",
    );
    assert_eq!(differing, serde_json::json!([]));
    // What is under the letters goes along to the very ends.
    for place in ["[0, 500]", "[300, 0]", "[1e6, 1e6]"] {
        let script = format!(
            "(() => {{ const [left, top] = {place}; const [under, field] = ['overlay', 'program'].map((id) => document.getElementById(id));
               field.scrollTo(left, top); return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
                 [under.scrollLeft - field.scrollLeft, under.scrollTop - field.scrollTop, field.scrollLeft + field.scrollTop > 0])))); }})()"
        );
        assert_eq!(page.eval(&script), serde_json::json!([0, 0, true]), "{place}");
    }
    // Colours cost no width: less than half a pixel in all of the longest line.
    let moved = page.eval(
        "(() => { const line = document.querySelectorAll('#overlay .line')[2];
           const width = () => { const range = document.createRange(); range.selectNodeContents(line); return range.getBoundingClientRect().width; };
           const own = width(); line.textContent = line.textContent; return Math.abs(own - width()); })()",
    );
    assert!(moved.as_f64().unwrap() < 0.5, "{moved}");
}

#[test]
fn nothing_is_in_the_way_of_anybody_while_something_is_wrong() {
    let (_browser, page, _server) = written("/write");
    put(&page, "mechanic a/b \"B\"\noutcome hit: flag\nlet unused = 1\nhit = chance(1/0)\nhi");
    wait_count(&page, "1 error");
    page.press("Control+Space");
    page.wait_for("!document.querySelector('#names').hidden");
    for scheme in
        [("prefers-color-scheme", "light"), ("prefers-color-scheme", "dark"), ("forced-colors", "active")]
    {
        page.media(&[scheme, ("prefers-reduced-motion", "reduce")]);
        let findings = page.accessibility();
        assert!(findings.is_empty(), "{}: {findings:#?}", scheme.1);
    }
    page.set_viewport(360, 740, 2);
    // The list finds its new place in the next frame.
    page.wait_for("document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(page.scrolls_sideways(), None);
}
