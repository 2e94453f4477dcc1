//! A mechanic's page, as people use it: found, set, answered, explained, copied, linked, stopped.

use trueodds::session::Session;

use crate::browser::{Browser, Page};
use crate::server;

const AWARD: &str = "/ask/isaac/room-clear-award";

/// The chance of a chest, as the library says it.
fn chest(flags: &[&str], luck: &str) -> String {
    let session = Session::embedded().unwrap();
    let award = session.mechanic("isaac/room-clear-award").unwrap();
    let mut law = award.law("award").unwrap().set("luck", luck).unwrap();
    for flag in flags {
        law = law.with(flag).unwrap();
    }
    law.run().unwrap().probability("chest").unwrap().to_string()
}

/// The cells of the row of the answer that begins with a word.
fn row(page: &Page, word: &str) -> Vec<String> {
    let rows = page.texts("#answer tbody tr");
    let row =
        rows.iter().find(|row| row.starts_with(word)).unwrap_or_else(|| panic!("no {word} in {rows:?}"));
    row.split('\t').map(str::to_owned).collect()
}

fn asked(path: &str) -> (Browser, Page, std::sync::Arc<server::Server>) {
    let (server, browser) = (server::shared(), Browser::new());
    let page = browser.open(&server.at(path));
    page.wait_ready();
    (browser, page, server)
}

#[test]
fn an_item_is_found_and_set_and_the_answer_follows() {
    let (_browser, page, server) = asked("/");
    page.click("#find");
    page.after(|page| page.type_text("lucky foot"));
    page.wait_for("document.querySelectorAll('.card').length === 1");
    page.after(|page| page.click(".hits a[href*=lucky_foot]"));
    assert_eq!(page.address(), server.at(&format!("{AWARD}?with=lucky_foot")));
    assert_eq!(row(&page, "Chest")[2], chest(&["lucky_foot"], "0"));
    page.after(|page| page.fill("#set-luck", "7/3"));
    page.wait_for("document.querySelector('caption').textContent.includes('7/3')");
    assert_eq!(row(&page, "Chest")[2], chest(&["lucky_foot"], "7/3"));
    assert!(page.address().ends_with("?with=lucky_foot&set=luck%3D7%2F3"), "{}", page.address());
    // The slider moves the number: the click to its middle, which is answered first, and the key to its start.
    page.after(|page| page.click("#set-luck-slide"));
    page.wait_for("document.querySelector('caption').textContent.includes('Luck 5')");
    page.after(|page| page.press("Home"));
    page.wait_for("document.querySelector('#set-luck').value === '0'");
    page.wait_for("!document.querySelector('caption').textContent.includes('Luck 5')");
    assert_eq!(row(&page, "Chest")[2], chest(&["lucky_foot"], "0"));
}

#[test]
fn back_and_forward_go_through_what_was_asked_and_a_link_shows_the_same() {
    let (browser, page, _server) = asked(AWARD);
    page.after(|page| page.click("input[value=lucky_foot]"));
    page.after(|page| page.click("input[value=lucky_toe]"));
    page.after(|page| page.click(".views a[href*='view=chart']"));
    let last = page.address();
    assert!(last.contains("with=lucky_foot&with=lucky_toe&view=chart"), "{last}");
    page.after(Page::back);
    assert_eq!(row(&page, "Chest")[2], chest(&["lucky_foot", "lucky_toe"], "0"));
    page.after(Page::back);
    assert_eq!(row(&page, "Chest")[2], chest(&["lucky_foot"], "0"));
    assert_eq!(page.eval("document.querySelector('input[value=lucky_toe]').checked"), false);
    page.after(Page::forward);
    assert_eq!(row(&page, "Chest")[2], chest(&["lucky_foot", "lucky_toe"], "0"));
    // Two pages at once, each with its own question.
    let other = browser.open(&last);
    other.wait_ready();
    other.wait_for_pictures();
    assert_eq!(other.eval("document.querySelector('input[value=lucky_toe]').checked"), true);
    assert_eq!(other.texts("figure img").len(), 1);
    other.after(|page| page.click("input[value=lucky_foot]"));
    page.after(|page| page.click("input[value=lucky_foot]"));
    assert_eq!(row(&page, "Chest")[2], chest(&["lucky_toe"], "0"));
    assert!(
        other.address().contains("with=lucky_toe&view=chart")
            || other.address().contains("view=chart&with=lucky_toe")
    );
}

#[test]
fn a_chance_leads_to_its_reason_and_back() {
    let (_browser, page, _server) = asked(&format!("{AWARD}?set=luck=3"));
    page.after(|page| page.click("tbody tr:nth-child(9) a[data-why]"));
    let why = page.text("#why-answer");
    assert!(why.contains("931/5000 = 1/5 · 19/20 · 49/50"), "{why}");
    assert_eq!(page.eval("document.activeElement.id"), "why");
    page.press("Escape");
    page.wait_for("document.querySelector('#why').hidden");
    assert_eq!(page.eval("document.activeElement.closest('tr').firstElementChild.innerText"), "Chest");
}

#[test]
fn a_click_that_leaves_a_field_does_not_draw_the_answer_anew() {
    let (_browser, page, _server) = asked(AWARD);
    page.after(|page| page.fill("#set-luck", "3"));
    page.wait_for("document.querySelector('#answer tbody tr:nth-child(9)')?.textContent.includes('18.62%')");
    page.eval("document.querySelector('#answer table').dataset.same = 'yes'");
    page.click("tbody tr:nth-child(9) a[data-why]");
    page.wait_for("document.querySelector('#why-answer').textContent.includes('931/5000')");
    assert_eq!(page.eval("document.querySelector('#answer table').dataset.same"), "yes");
    // What is typed next is one step back again.
    page.press("Escape");
    page.after(|page| page.fill("#set-luck", "4"));
    page.wait_for("location.search.includes('luck%3D4')");
    page.after(Page::back);
    page.wait_for("location.search.includes('luck%3D3')");
}

#[test]
fn what_is_copied_is_what_the_command_line_writes() {
    let server = server::shared();
    let browser = Browser::with_clipboard();
    let page = browser
        .open(&server.at(&format!("{AWARD}?sweep=luck=0..2&outcome=award=chest&rules=rebirth&rules=fandom")));
    page.wait_ready();
    for (label, format) in
        [("Wikitext (wiki.gg)", "wikitext"), ("Markdown", "markdown"), ("CSV", "csv"), ("HTML", "html")]
    {
        page.after(|page| page.click(&format!("[data-copy='{label}']")));
        let options = [
            "--sweep", "luck=0..2", "--outcome", "award=chest", "--rules", "rebirth,fandom", "--format",
            format,
        ];
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_trueodds"))
            .args(["table", "isaac/room-clear-award"])
            .args(options)
            .env_remove("TRUEODDS_DATA")
            .output()
            .unwrap();
        assert_eq!(page.clipboard(), String::from_utf8(output.stdout).unwrap(), "{label}");
    }
    page.after(|page| page.click("[data-link]"));
    assert_eq!(page.clipboard(), page.address());
    // The line that is shown does the same.
    let line = page.text("#line");
    assert_eq!(
        line,
        "trueodds table isaac/room-clear-award --outcome award=chest --rules rebirth --rules fandom --sweep luck=0..2"
    );
}

#[test]
fn what_is_pinned_stands_beside_what_is_set_next() {
    let (_browser, page, _server) = asked(AWARD);
    page.after(|page| page.click("input[value=lucky_foot]"));
    page.after(|page| page.click("#pin"));
    // What is set next is a column of its own, and changes none that is there.
    page.after(|page| page.click("input[value=lucky_foot]"));
    page.after(|page| page.fill("#set-luck", "3"));
    page.wait_for("document.querySelector('#answer thead').innerText.includes('Now')");
    assert_eq!(row(&page, "Chest"), ["Chest", "~5.17%", "18.62%"]);
    page.after(|page| page.click("#pin"));
    assert_eq!(page.texts("#answer thead th"), ["Award", "Lucky Foot", "Luck 3"]);
    assert_eq!(row(&page, "Chest"), ["Chest", "~5.17%", "18.62%"]);
    page.after(|page| page.click("[data-unpin]"));
    assert_eq!(page.texts("#answer thead th"), ["Award", "Luck 3"]);
    // However many answers there were, who presses once copies once; and nothing that was removed waits elsewhere.
    page.eval("(() => { const own = fetch; window.asked = 0; window.fetch = (...all) => { asked += 1; return own(...all); }; })()");
    page.after(|page| page.click("[data-copy='CSV']"));
    assert_eq!(page.eval("asked"), 1);
    assert_eq!(
        page.eval("document.querySelector(\".views a[href*='view=why']\").href.includes('case=Lucky')"),
        false
    );
}

#[test]
fn a_picture_is_saved_as_a_picture() {
    let (_browser, page, _server) = asked(&format!("{AWARD}?view=chart&sweep=luck=0..10"));
    page.wait_for_pictures();
    let (name, bytes) = page.saved(|page| page.click("[data-png]"));
    assert_eq!((name.as_str(), &bytes[..8]), ("trueodds.png", &b"\x89PNG\r\n\x1a\n"[..]));
}

#[test]
fn a_player_hears_how_unlucky_a_wait_was() {
    let (_browser, page, _server) = asked("/ask/sts/card-roll");
    page.after(|page| page.click(".views a[href*='view=waiting']"));
    page.after(|page| page.choose("#field-events", "Rarity: Rare"));
    page.after(|page| page.fill("#field-not-yet", "40"));
    page.wait_for("document.querySelector('#answer table')");
    assert!(page.text("#answer").contains("about 1 run in 57"), "{}", page.text("#answer"));
}

#[test]
fn what_does_not_fit_is_said_and_mended() {
    let (_browser, page, _server) = asked(AWARD);
    page.after(|page| page.fill("#set-luck", "many"));
    page.wait_for("document.querySelector('#answer .problem')");
    assert!(page.text("#answer .problem").contains("`many`"), "{}", page.text("#answer"));
    page.after(|page| page.fill("#set-luck", "3"));
    page.wait_for("document.querySelector('#answer table')");
    // A row for each, as people write what runs.
    page.after(|page| page.choose("#field-run", "Luck"));
    page.wait_for("document.querySelectorAll('#answer thead th').length === 12");
    page.after(|page| page.fill("#field-through", "0-3"));
    page.wait_for("document.querySelectorAll('#answer thead th').length === 5");
}

#[test]
fn a_slow_question_shows_that_it_is_and_is_stopped() {
    let (_browser, page, _server) = asked("/ask/sts/card-roll?view=luck&events=rarity+=+rare&seen=300");
    page.fill("#field-over", "5000");
    page.press("Tab");
    page.wait_for("!document.querySelector('#working').hidden");
    page.after(|page| page.click("#stop"));
    assert_eq!(page.text("#status"), "Stopped.");
    page.wait_for("document.querySelector('#working').hidden");
    // The next question is answered.
    page.after(|page| page.fill("#field-over", "100"));
    page.wait_for("document.querySelector('#answer table')");
}

#[test]
fn all_of_it_goes_by_keys_alone() {
    let (_browser, page, _server) = asked("/");
    // To the search, and to what it finds.
    let to = |selector: &str| {
        for _ in 0..100 {
            page.press("Tab");
            let found = page.eval(&format!("document.activeElement.matches({selector:?})"));
            if found == true {
                return;
            }
        }
        panic!("no Tab leads to {selector}");
    };
    to("#find");
    page.after(|page| page.type_text("rib of"));
    page.wait_for("document.querySelectorAll('.card').length === 1");
    to("a[href*=rib_of_greed]");
    page.after(|page| page.press("Enter"));
    assert!(page.address().ends_with("?with=rib_of_greed"), "{}", page.address());
    to("input[value=lucky_foot]");
    page.after(|page| page.press("Space"));
    to("#set-luck");
    page.after(|page| {
        page.press("Control+a");
        page.type_text("3");
    });
    page.wait_for("document.querySelector('caption').textContent.includes('Luck 3')");
    to("tbody tr:nth-child(9) a[data-why]");
    page.after(|page| page.press("Enter"));
    assert!(page.text("#why-answer").contains("Lucky Foot"));
    page.press("Escape");
    page.wait_for("document.querySelector('#why').hidden");
}

#[test]
fn two_editions_are_compared() {
    let (_browser, page, _server) = asked("/compare");
    page.after(|page| page.choose("#what", "Room clear award (The Binding of Isaac: Rebirth)"));
    page.after(|page| page.choose("#from", "Rebirth"));
    page.after(|page| page.choose("#to", "Fandom prose"));
    page.wait_for("document.querySelector('#answer table')");
    assert!(page.text("#answer").contains("Lil' battery\t1/20\t0"), "{}", page.text("#answer"));
    let address = page.address();
    assert!(address.ends_with("/compare?what=isaac%2Froom-clear-award&from=rebirth&to=fandom"), "{address}");
    page.after(Page::back);
    page.wait_for("!document.querySelector('#answer table')");
}
