//! Inputs with a law in place of a value: the answer is the mixture of the answers for each value.

use trueodds::check::Asks;
use trueodds::diagnostic::Message;
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::chain::{ChainQuestion, ChainRequest, Goals, HitRequest, chain};
use trueodds::query::{Amount, TreeRequest, law, measure, trees};
use trueodds::scenario::{Mechanic, Scenario, Settings, scenarios};
use trueodds::session::Session;

const PROGRAM: &str = "mechanic game/ends from \"by hand\"\n
input extra: integer 0..3 = 0
input mode: { easy, hard } = easy
input lucky: flag
input ends: integer = extra + 2
input luck: number 0.. = 0
outcome shop: flag
outcome left: integer
state place: integer 0..9 = extra\n
shop = chance((if mode == easy { 1/2 } else { 1/4 }) + extra / 10 + luck / 100)
left = ends - (if shop { 1 } else { 0 }) - (if lucky and chance(1/3) { 1 } else { 0 })
place = min(place + left, 9)\n";

fn ends() -> (Session, Mechanic) {
    let mut session = Session::default();
    session.add_text("game/ends", PROGRAM);
    let mechanic = session.mechanic("game/ends").unwrap();
    (session, mechanic)
}

fn given(mechanic: &Mechanic, set: &[&str]) -> Result<Scenario, String> {
    let settings = Settings { set: set.iter().map(|&text| text.to_owned()).collect(), ..Settings::default() };
    let texts =
        |problems: Vec<Message>| problems.iter().map(Message::to_string).collect::<Vec<_>>().join("\n");
    scenarios(mechanic, &settings).map(|mut found| found.remove(0)).map_err(texts)
}

fn answer(set: &[&str], query: &str) -> Rational {
    let (session, mechanic) = ends();
    let question = session.question(&mechanic, query).unwrap();
    let scenario = given(&mechanic, set).unwrap();
    let answers = measure(&mechanic, &question, &[scenario], None, &Limits::default()).unwrap();
    match answers.values[0].1.clone() {
        Amount::Probability(value) | Amount::Number(value) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_answer_is_the_mixture() {
    let law = "extra = one of { 1/2 => 0, 1/6 => 1, else => 3 }";
    let shares = [
        ("extra=0", Rational::new(1, 2)),
        ("extra=1", Rational::new(1, 6)),
        ("extra=3", Rational::new(1, 3)),
    ];
    for query in ["P(shop)", "E(left)", "P(left = 2)", "P(place = 3)", "P(shop and left = 1)"] {
        let parts = shares.iter().map(|(value, mass)| mass * &answer(&[*value], query));
        let mixture = parts.fold(Rational::ZERO, |sum, part| &sum + &part);
        assert_eq!(answer(&[law], query), mixture, "{query}");
    }
}

#[test]
fn weights_equal_shares_and_flags_are_laws_too() {
    let query = "E(left)";
    let thirds = answer(&["extra = one of { 1/3 => 0, 2/3 => 2 }"], query);
    assert_eq!(answer(&["extra=one of{weight 2 => 0, weight 4 => 2}"], query), thirds);
    assert_eq!(answer(&["extra = one of { 0, 2, 2 }"], query), thirds);
    assert_eq!(
        answer(&["lucky = one of { 1/4 => true, 3/4 => false }"], query),
        Rational::new(3, 2) - Rational::new(1, 12)
    );
    assert_eq!(answer(&["extra = one of { 1 => 2, 0 => 1 }"], query), answer(&["extra=2"], query));
}

#[test]
fn inputs_with_laws_are_independent_and_what_happens_tells_about_them() {
    let laws = ["extra = one of { 1/2 => 0, 1/2 => 1 }", "mode = one of { 1/5 => hard, 4/5 => easy }"];
    assert_eq!(answer(&laws, "P(extra = 1 and mode = hard)"), Rational::new(1, 10));
    assert_eq!(answer(&laws, "P(shop)"), Rational::new(1, 2));
    // 1/2 * (4/5 * 6/10 + 1/5 * 7/20) of 1/2
    assert_eq!(answer(&laws, "P(extra = 1 | shop)"), Rational::new(11, 20));
    // What follows from an input with a law is mixed with it.
    assert_eq!(answer(&laws, "P(ends = 3 and extra = 1)"), Rational::new(1, 2));
}

#[test]
fn a_tree_and_a_table_have_the_same_law() {
    let (_, mechanic) = ends();
    let scenario =
        given(&mechanic, &["luck = one of { 1/2 => 0, 1/2 => 1/3 }", "lucky=one of {true, false}"]).unwrap();
    let fields = vec![mechanic.field("left").unwrap()];
    let limits = Limits::default();
    let table = law(&mechanic, &scenario, &fields, &limits).unwrap();
    let request = TreeRequest {
        scenarios: vec![scenario],
        fields: vec![fields],
        depth: None,
        min_mass: None,
        only: None,
    };
    let tree = trees(&mechanic, &request, &Session::default().sources().clone(), &limits).unwrap();
    let mut outcomes = tree[0].outcomes.clone();
    outcomes.sort();
    let law: Vec<_> = table.iter().map(|(value, mass)| (value.clone(), mass.clone())).collect();
    assert_eq!(outcomes, law);
}

#[test]
fn a_chain_says_that_a_law_does_not_tell_what_is_meant() {
    let (session, mechanic) = ends();
    let scenario = given(&mechanic, &["extra = one of { 0, 1 }"]).unwrap();
    let event = session.expression(&mechanic, "shop", Asks::Event).unwrap();
    let question = ChainQuestion::Hit { goals: Goals::once(event), request: HitRequest::default() };
    let problem = chain(&mechanic, &ChainRequest { scenario, question }, &Limits::default()).unwrap_err();
    assert!(problem.to_string().contains("`extra` has a law"), "{problem}");
}

#[test]
fn what_is_no_law_is_refused_with_what_it_should_be() {
    let (_, mechanic) = ends();
    for (text, said) in [
        ("extra = one of { 1/2 => 0, 1/3 => 1 }", "the probabilities sum to 5/6, and not to 1"),
        ("extra = one of { 1/2 => 0, 1/2 => 7 }", "`extra` goes from 0 to 3: found 7"),
        ("extra = one of { 1/2 => 0, 1/2 => 1/2 }", "`extra` is a whole number: found 1/2"),
        ("extra = one of { 3/2 => 0, -1/2 => 1 }", "found -1/2, expected a probability"),
        ("extra = one of { 2/3 => 0, 2/3 => 1, else => 2 }", "the probabilities sum to 4/3"),
        ("extra = one of { 1/2 => 0, else => 1, else => 2 }", "`else` stands there twice"),
        ("extra = one of { 1/2 => 0, weight 1 => 1 }", "weights stand beside weights only"),
        ("extra = one of { weight 0 => 0, weight 0 => 1 }", "all weights are 0"),
        ("extra = one of { p => 0, 1/2 => 1 }", "found `p`, expected a number"),
        ("extra = one of {", "expected `}`"),
        ("extra = one of { 0, 1 } + 1", "and nothing more"),
        ("luck = uniform(0, 1)", "expected a value, or a law that lists all values"),
        ("extra = die(3)", "expected a value, or a law that lists all values"),
        ("mode = one of { 1/2 => hrad, 1/2 => easy }", "did you mean `hard`?"),
    ] {
        let problem = given(&mechanic, &[text]).unwrap_err();
        assert!(problem.contains(said), "{text}: {problem}");
    }
}
