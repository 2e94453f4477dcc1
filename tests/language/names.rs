//! What people call things: values of whole numbers, and the uses of a mechanic. What programs read stays a number.

use trueodds::check::Asks;
use trueodds::document::{AnswersDocument, ChainDocument, ChainLayout, Shown, TableLayout};
use trueodds::evaluate::Limits;
use trueodds::query::chain::{ChainQuestion, ChainRequest, Over, chain};
use trueodds::query::measure;
use trueodds::render::{Format, Style, render};
use trueodds::scenario::{Axes, Scenario};
use trueodds::session::Session;

const BOARD: &str = "mechanic game/board \"A board\" use \"move\", \"moves\" from \"by hand\"\n
outcome square: integer 0..39 { 10 \"Jail\" } \"Square\"
outcome jailed: flag
state place: integer 0..39 { 0 \"Go\" } = 7\n
place = mod(place + random(3) + 2, 40)
square = place
jailed = square == 10\n";

fn session() -> Session {
    let mut session = Session::default();
    session.add_text("game/board", BOARD);
    session
}

#[test]
fn answers_call_a_number_by_its_name() {
    let session = session();
    let board = session.mechanic("game/board").unwrap();
    let usual = Scenario::of_defaults(&board, board.default_rule_set());
    for (query, shown) in [
        ("mode(square | square > 9 and square < 11)", "= Jail"),
        ("quantile(square, 1/2)", "= Jail"),
        ("quantile(square + 0, 1/2)", "= 10"),
        ("E(square | jailed)", "= 10"),
        ("quantile(place, 1/3)", "= 9"),
    ] {
        let question = session.question(&board, query).unwrap();
        let answers =
            [measure(&board, &question, std::slice::from_ref(&usual), None, &Limits::default()).unwrap()];
        let (axes, layout) =
            (Axes::default(), TableLayout { shown: vec![Shown::Both], ..TableLayout::default() });
        let document = AnswersDocument::new(&board, &answers, &axes, layout);
        let text = render(&document, Format::Terminal, &Style::default());
        assert!(text.trim().ends_with(shown), "{query}: {text}");
        let json = render(&document, Format::Json, &Style::default());
        assert!(!json.contains("Jail"), "{json}");
    }
}

#[test]
fn uses_have_the_name_that_the_mechanic_gives_them() {
    let session = session();
    let board = session.mechanic("game/board").unwrap();
    let scenario = Scenario::of_defaults(&board, board.default_rule_set());
    let what = session.expression(&board, "jailed", Asks::Event).unwrap();
    for (uses, shown) in [(1, "jailed over 1 move ("), (19, "jailed over 19 moves (")] {
        let question = ChainQuestion::Count { what: what.clone(), over: Over::Uses(uses) };
        let request = ChainRequest { scenario: scenario.clone(), question };
        let answered = chain(&board, &request, &Limits::default()).unwrap();
        let text = render(
            &ChainDocument::new(
                &board,
                std::slice::from_ref(&answered),
                &Axes::default(),
                ChainLayout::default(),
            ),
            Format::Terminal,
            &Style::default(),
        );
        assert!(text.contains(shown), "{text}");
    }
}
