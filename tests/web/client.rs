//! The client itself: what it does on a page is what a visitor would have done.

use crate::browser::Browser;
use crate::tiny::Tiny;

/// A page that writes down what happens to it.
const FILES: &[(&str, &str)] = &[
    (
        "/",
        r#"<!doctype html><html lang="en"><title>Tried</title><link rel="icon" href="data:,">
        <script type="module" src="page.js"></script><link rel="stylesheet" href="page.css">
        <main><h1>Tried</h1>
        <p><button id="far">Far down</button> <button id="copy">Copy</button> <button id="save">Save</button></p>
        <p><input id="box" aria-label="Box" value="old"> <textarea id="text" aria-label="Text"></textarea>
        <select id="list" aria-label="List"><option>one</option><option>two</option><option>twenty</option></select>
        <input id="file" type="file" aria-label="File"></p>
        <p id="trusted"></p><p id="key"></p><p id="read"></p><p id="state"></p>
        <p><a id="other" href="/other">Another page</a></p></main>"#,
    ),
    ("/page.css", "#far { margin-top: 3000px } @media (forced-colors: active) { h1 { opacity: 0.5 } }"),
    (
        "/page.js",
        r#"
        const by = (id) => document.getElementById(id);
        let answers = 0;
        // As the page does it: later, and the mark last.
        const answer = (id, text) => setTimeout(() => {
          by(id).textContent = text;
          document.documentElement.dataset.ready = ++answers;
        }, 50);
        by("far").onclick = (event) => answer("trusted", `${event.isTrusted} ${event.detail} ${scrollY > 1000}`);
        by("copy").onclick = () => navigator.clipboard.writeText("1/3 of ½").then(() => answer("state", "copied"));
        by("save").onclick = () => {
          const link = document.createElement("a");
          link.href = URL.createObjectURL(new Blob(["a,b\n"]));
          link.download = "table.csv";
          link.click();
        };
        addEventListener("keydown", (event) => {
          const held = ["ctrlKey", "shiftKey", "altKey"].filter((name) => event[name]);
          by("key").textContent = [event.key, event.code, ...held].join(" ");
        });
        const read = async (file) => answer("read", `${file.name}: ${await file.text()}`);
        by("file").onchange = (event) => read(event.target.files[0]);
        by("text").ondragover = (event) => event.preventDefault();
        by("text").ondrop = (event) => { event.preventDefault(); read(event.dataTransfer.files[0]); };
        by("box").oninput = (event) => {
          history.pushState(null, "", `?box=${event.target.value}`);
          answer("state", `asked ${event.target.value}`);
        };
        addEventListener("popstate", () => answer("state", `back at ${location.search}`));
        answer("state", "first");
        "#,
    ),
    (
        "/other",
        r#"<!doctype html><html lang="en"><title>Other</title><link rel="icon" href="data:,">
        <script type="module" src="other.js"></script><main><h1>Other</h1></main>"#,
    ),
    ("/other.js", "document.documentElement.dataset.ready = 1"),
];

fn opened() -> (Browser, crate::browser::Page) {
    let browser = Browser::new();
    let page = browser.open(&Tiny::new(FILES).at("/"));
    page.wait_ready();
    (browser, page)
}

#[test]
fn a_click_is_a_visitors_wherever_the_element_is() {
    let (_browser, page) = opened();
    page.after(|page| page.click("#far"));
    assert_eq!(page.text("#trusted"), "true 1 true");
    assert_eq!(page.eval("document.activeElement.id"), "far");
}

#[test]
fn what_is_typed_arrives_key_by_key() {
    let (_browser, page) = opened();
    page.click("#box");
    page.press("Control+a");
    page.after(|page| page.type_text("7/3 ½"));
    page.wait_for("document.querySelector('#state').innerText == 'asked 7/3 ½'");
    assert_eq!(page.value("#box"), "7/3 ½");
    page.click("#text");
    page.type_text("if a {\n  b\n}");
    page.insert_text("\nmore");
    assert_eq!(page.value("#text"), "if a {\n  b\n}\nmore");
    assert_eq!(page.texts("option"), ["one", "two", "twenty"]);
    page.choose("#list", "twenty");
    assert_eq!(page.value("#list"), "twenty");
}

#[test]
fn keys_are_told_with_what_is_held() {
    let (_browser, page) = opened();
    for (key, told) in [
        ("Escape", "Escape Escape"),
        ("Control+Enter", "Enter Enter ctrlKey"),
        ("ArrowRight", "ArrowRight ArrowRight"),
        ("Space", "  Space"),
        ("Alt+Shift+p", "p KeyP shiftKey altKey"),
        ("7", "7 Digit7"),
        ("+", "+ "),
    ] {
        page.press(key);
        assert_eq!(page.eval("document.querySelector('#key').textContent"), told, "{key}");
    }
    page.click("#box");
    page.press("Shift+Tab");
    assert_eq!(page.eval("document.activeElement.id"), "save");
}

#[test]
fn history_is_gone_through() {
    let (_browser, page) = opened();
    let first = page.address();
    page.after(|page| page.fill("#box", "a"));
    page.wait_for("location.search == '?box=a'");
    page.after(|page| page.click("#other"));
    assert_eq!(page.text("h1"), "Other");
    assert_eq!(page.ready_count(), 1);
    page.after(|page| page.back());
    assert!(page.address().ends_with("/?box=a"), "{}", page.address());
    page.after(|page| page.back());
    assert_eq!(page.address(), first);
    page.forward();
    assert!(page.address().ends_with("/?box=a"), "{}", page.address());
}

#[test]
fn windows_keep_nothing_of_each_other() {
    let server = Tiny::new(FILES);
    let one = Browser::new();
    let first = one.open(&server.at("/other"));
    first.eval("localStorage.setItem('kept', 'yes')");
    let second = one.open(&server.at("/other"));
    assert_eq!(second.eval("localStorage.getItem('kept')"), "yes");
    drop((first, second, one));
    let other = Browser::new().open(&server.at("/other"));
    assert_eq!(other.eval("localStorage.getItem('kept')"), serde_json::Value::Null);
}

#[test]
fn the_clipboard_holds_what_the_page_copied() {
    let browser = Browser::with_clipboard();
    let page = browser.open(&Tiny::new(FILES).at("/"));
    page.wait_ready();
    page.after(|page| page.click("#copy"));
    assert_eq!(page.clipboard(), "1/3 of ½");
}

#[test]
fn files_come_and_go() {
    let (_browser, page) = opened();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.txt");
    std::fs::write(&file, "23%").unwrap();
    page.after(|page| page.choose_file("#file", &file));
    assert_eq!(page.text("#read"), "page.txt: 23%");
    std::fs::write(&file, "24%").unwrap();
    page.after(|page| page.drop_file("#text", &file));
    assert_eq!(page.text("#read"), "page.txt: 24%");
    assert_eq!(page.saved(|page| page.click("#save")), ("table.csv".to_owned(), b"a,b\n".to_vec()));
}

#[test]
fn a_visitor_prefers_things() {
    let (_browser, page) = opened();
    let matches = |what: &str| page.eval(&format!("matchMedia('({what})').matches"));
    for feature in [
        ("prefers-color-scheme", "dark"),
        ("forced-colors", "active"),
        ("prefers-reduced-motion", "reduce"),
        ("prefers-contrast", "more"),
    ] {
        let what = format!("{}: {}", feature.0, feature.1);
        assert_eq!(matches(&what), false, "{what}");
        page.media(&[feature]);
        assert_eq!(matches(&what), true, "{what}");
    }
    assert_eq!(matches("prefers-color-scheme: dark"), false);
    page.set_viewport(640, 400, 2);
    assert_eq!(page.eval("[innerWidth, innerHeight, devicePixelRatio]"), serde_json::json!([640, 400, 2]));
}

#[test]
fn a_picture_shows_the_whole_page() {
    let browser = Browser::new();
    let page =
        browser.open("data:text/html,<body style='margin:0'><div style='height:1234px;width:10px'></div>");
    page.set_viewport(360, 640, 2);
    let picture = page.screenshot();
    assert_eq!(&picture[1..4], b"PNG");
    // The header of a PNG says how large it is.
    let number = |at: usize| u32::from_be_bytes(picture[at..at + 4].try_into().unwrap());
    assert_eq!(number(20), 2468);
}
