//! What the command line says and what the server says are the same bytes: for every kind of question in every format,
//! and for the line that the server gives to be typed.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use clap::ValueEnum as _;
use trueodds::render::Format;

use crate::client::{Reply, get, post};
use crate::server::{Server, trueodds};
use crate::support::contract;

/// A mechanic that stands nowhere.
const COIN: &str =
    "mechanic dice/coin\ninput bias: number 0..1 = 1/2\noutcome heads: flag\nheads = chance(bias)\n";
/// A page with a figure that is right and one that is wrong.
const PAGE: &str =
    "At 3 luck the chance of a chest in a room clear award is 18.62%. With 0 luck it is 77.77%.\n";

/// A question as it is typed and as it is asked of the server, with the text that goes along.
struct Question {
    typed: &'static str,
    asked: &'static str,
    text: Option<&'static str>,
}

const fn question(typed: &'static str, asked: &'static str) -> Question {
    Question { typed, asked, text: None }
}

const fn with_text(typed: &'static str, asked: &'static str, text: &'static str) -> Question {
    Question { typed, asked, text: Some(text) }
}

const ANSWERS: [Question; 23] = [
    question("list isaac", "list?games=isaac"),
    question("show sts/card-roll", "show?mechanic=sts/card-roll"),
    question(
        "table isaac/room-clear-award --set luck=7/3 --with lucky_foot,smelter --total",
        "table?mechanic=isaac/room-clear-award&set=luck=7/3&with=lucky_foot,smelter&total",
    ),
    question(
        "table 'Room Clear Award' --rules rebirth,repentance --sweep luck=0..2 --show both --caption 'It'\\''s \"<b>\" & $HOME'",
        "table?mechanic=Room+Clear+Award&rules=rebirth,repentance&sweep=luck=0..2&show=both&caption=It%27s+%22%3Cb%3E%22+%26+%24HOME",
    ),
    with_text("table -", "table?mechanic=-", COIN),
    question(
        "query isaac/room-clear-award 'P(award = chest)' 'P(award = key | award != nothing)' --set luck=2 --digits 5",
        "query?mechanic=isaac/room-clear-award&queries=P(award+%3D+chest)&queries=P(award+%3D+key+|+award+!%3D+nothing)&set=luck=2&digits=5",
    ),
    question(
        "plot isaac/room-clear-award --outcome award",
        "plot?mechanic=isaac/room-clear-award&outcome=award",
    ),
    question(
        "plot isaac/room-clear-award 'P(award = chest)' --in luck",
        "plot?mechanic=isaac/room-clear-award&queries=P(award = chest)&in=luck",
    ),
    question("plot sts/card-roll --first 'rarity = rare'", "plot?mechanic=sts/card-roll&first=rarity = rare"),
    question(
        "diff isaac/room-clear-award rebirth repentance --set luck=2",
        "diff?mechanic=isaac/room-clear-award&sides=rebirth&sides=repentance&set=luck=2",
    ),
    question("changes isaac/room-count --from rebirth", "changes?names=isaac/room-count&from=rebirth"),
    question(
        "formula isaac/room-clear-award 'P(award = chest)' --in luck --shape",
        "formula?mechanic=isaac/room-clear-award&queries=P(award = chest)&in=luck&shape",
    ),
    question(
        "solve isaac/room-clear-award 'P(award = chest) >= 1/5' --in luck",
        "solve?mechanic=isaac/room-clear-award&comparisons=P(award = chest) >= 1/5&in=luck",
    ),
    question(
        "explain isaac/room-clear-award 'P(award = chest)' --verbose",
        "explain?mechanic=isaac/room-clear-award&queries=P(award = chest)&verbose",
    ),
    question("tree isaac/room-clear-award --depth 3", "tree?mechanic=isaac/room-clear-award&depth=3"),
    question("what 50% isaac/room-count", "what?value=50%25&names=isaac/room-count"),
    question("verify sts/card-roll", "verify?claims=sts/card-roll"),
    question("verify sts/card-roll --matrix --all", "verify?claims=sts/card-roll&matrix&all"),
    with_text("verify --page - isaac/room-clear-award", "verify?page=-&claims=isaac/room-clear-award", PAGE),
    with_text(
        "verify isaac/room-clear-award --page - -v",
        "verify?claims=isaac/room-clear-award&page=-&verbose",
        PAGE,
    ),
    with_text("check -", "check?files=-", COIN),
    with_text("check -", "check?files=-", "mechanic dice/coin\noutcome heads: flag\nheads = chnce(1/2)\n"),
    with_text("fmt -", "fmt?files=-", "mechanic dice/coin\noutcome   heads : flag\nheads=chance( 1/2 )\n"),
];

const CHAINS: [Question; 9] = [
    question("chain sts/card-roll states", "chain?mechanic=sts/card-roll&question=states"),
    question("chain sts/card-roll step --next", "chain?mechanic=sts/card-roll&question=step&next"),
    question(
        "chain sts/card-roll after 10 'offset < -10' --state offset=-3",
        "chain?mechanic=sts/card-roll&question=after&uses=10&expressions=offset < -10&state=offset=-3",
    ),
    question("chain sts/card-roll stationary", "chain?question=stationary&mechanic=sts/card-roll"),
    question(
        "chain sts/card-roll hit 'rarity = rare' --not-yet 40 --times 2 --decimals 20",
        "chain?mechanic=sts/card-roll&question=hit&events=rarity = rare&not-yet=40&times=2&decimals=20",
    ),
    question(
        "chain sts/card-roll count 'rarity = rare' --over 30 --list",
        "chain?mechanic=sts/card-roll&question=count&what=rarity = rare&over=30&list",
    ),
    question(
        "chain sts/room-cards path rares --path 'normal*2,shop'",
        "chain?mechanic=sts/room-cards&question=path&what=rares&path=normal*2,shop",
    ),
    question(
        "chain sts/card-roll percentile 'rarity = rare' --over 30 --seen 3",
        "chain?mechanic=sts/card-roll&question=percentile&events=rarity = rare&over=30&seen=3",
    ),
    question(
        "chain sts/card-roll percentile --first 'rarity = rare' --seen 40",
        "chain?mechanic=sts/card-roll&question=percentile&first&events=rarity = rare&seen=40",
    ),
];

/// Runs a line as a shell does, with the program under test as `trueodds`.
fn sh(line: &str, text: Option<&str>) -> Output {
    let program = trueodds();
    let folder = Path::new(program.get_program()).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("PATH", path).env_remove("TRUEODDS_DATA");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Whoever needs no text does not read it.
    let _ = child.stdin.take().unwrap().write_all(text.unwrap_or_default().as_bytes());
    child.wait_with_output().unwrap()
}

impl Question {
    fn reply(&self, server: &Server, format: Option<Format>) -> Reply {
        let format = format.map(|format| format!("&format={}", format.name())).unwrap_or_default();
        let path = format!(
            "/api/v1/{}{format}",
            self.asked.replace(' ', "%20").replace('<', "%3C").replace('>', "%3E")
        );
        match self.text {
            Some(text) => post(server.port, &path, text.as_bytes()),
            None => get(server.port, &path),
        }
    }

    /// Holds both to each other in every format; how many the command has.
    fn hold(&self, server: &Server) -> usize {
        let mut answered = 0;
        for format in Format::value_variants() {
            let reply = self.reply(server, Some(*format));
            let line = format!("trueodds {} --format {}", self.typed, format.name());
            let ran = sh(&line, self.text);
            if ran.status.code() == Some(2) {
                assert_eq!(reply.status, 400, "{line}: {}", String::from_utf8_lossy(&reply.body));
                assert_eq!(reply.document()["kind"], "refusal", "{line}");
                continue;
            }
            assert_eq!(reply.status, 200, "{line}: {}", String::from_utf8_lossy(&reply.body));
            assert!(!reply.body.is_empty(), "{line}");
            let [said, shown] = [&reply.body, &ran.stdout].map(|text| String::from_utf8_lossy(text));
            assert_eq!(said, shown, "{line}");
            if *format == Format::Json {
                contract::read(&shown);
            }
            answered += 1;
        }
        assert_ne!(answered, 0, "{} is answered in no format", self.typed);
        // What is said where no format is named, and the line that is given for it.
        let reply = self.reply(server, None);
        let line = reply.header("trueodds-command").unwrap();
        let ran = sh(line, self.text);
        assert_eq!(reply.text(), String::from_utf8_lossy(&ran.stdout), "{line}");
        answered
    }
}

#[track_caller]
fn hold(questions: &[Question], formats: &[usize]) {
    let server = Server::start();
    let answered: Vec<usize> = questions.iter().map(|question| question.hold(&server)).collect();
    let mut kinds = answered.clone();
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, formats, "how many formats the commands have: {answered:?}");
}

#[test]
fn every_command_about_a_mechanic_says_the_same_on_the_server() {
    hold(&ANSWERS[..15], &[6, 8, 9]);
}

#[test]
fn every_command_about_pages_and_texts_says_the_same_on_the_server() {
    hold(&ANSWERS[15..], &[1, 2, 8, 11]);
}

#[test]
fn every_question_about_a_chain_is_answered_the_same_on_the_server() {
    hold(&CHAINS, &[8]);
}

#[test]
fn with_data_of_ones_own_the_line_names_the_folder() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/example");
    let server = Server::start_in(&own, &["--data", "."]);
    let own = question("list --format json", "list");
    let reply = own.reply(&server, None);
    assert!(reply.text().contains("example/"), "{}", reply.text());
    let ran = sh(reply.header("trueodds-command").unwrap(), None);
    assert_eq!(reply.text(), String::from_utf8_lossy(&ran.stdout));
}

#[test]
fn codes_are_explained_as_text_alone() {
    let server = Server::start();
    for (typed, asked) in [("", ""), (" never-assigned", "=never-assigned")] {
        let shown = sh(&format!("trueodds check --explain{typed}"), None).stdout;
        let reply = get(server.port, &format!("/api/v1/check?explain{asked}&format=terminal"));
        assert_eq!(reply.text(), String::from_utf8_lossy(&shown));
        let refused = get(server.port, &format!("/api/v1/check?explain{asked}"));
        assert_eq!((refused.status, refused.document()["kind"].as_str()), (400, Some("refusal")));
    }
}

#[test]
fn what_is_not_said_on_the_page_is_said_why() {
    let server = Server::start();
    let broken = post(server.port, "/api/v1/fmt?files=-", b"mechanic dice/coin\nheads = = 1\n");
    assert_eq!(broken.status, 400);
    assert_eq!(broken.document()["findings"][0]["code"], "syntax", "{}", broken.text());
    let untidy =
        post(server.port, "/api/v1/fmt?check&files=-", b"mechanic dice/coin\noutcome   x: flag = true\n");
    assert_eq!(untidy.status, 400);
    assert_eq!(untidy.document()["problems"][0], "-: not in canonical layout");
    let without = get(server.port, "/api/v1/table?mechanic=-");
    assert_eq!(without.status, 400);
    assert!(without.text().contains("none is"), "{}", without.text());
}
