//! What a loop carries from round to round: what the question needs, and no more.

use std::collections::BTreeMap;

use trueodds::check::check;
use trueodds::diagnostic::{Code, has_errors};
use trueodds::evaluate::{Bindings, Limits, Plan};
use trueodds::exact::Rational;
use trueodds::lower::lower;
use trueodds::parse::parse;
use trueodds::source::SourceMap;
use trueodds::value::Value;

/// The law of some outcomes of a program, with at most so many states at once.
fn law(text: &str, wanted: &[usize], states: usize) -> Result<Vec<(Vec<i64>, Rational)>, Code> {
    let text = format!("mechanic t/loop\n{text}");
    let file = SourceMap::default().add("loop.odds", text.as_str());
    let (tree, mut findings) = parse(file, &text);
    let (model, more) = check(tree);
    findings.extend(more);
    assert!(!has_errors(&findings), "{findings:?}");
    let program = lower(&model).unwrap();
    let limits = Limits { states, ..Limits::default() };
    let plan = Plan::<Rational>::new(&program, &Bindings::new(&[], &[]), wanted, &(), &limits);
    let law = plan.law(&limits).map_err(|stop| stop.code)?;
    let number = |value: &Value| value.as_number().and_then(Rational::to_i64).unwrap();
    let entry =
        |(values, mass): (&Vec<Value>, &Rational)| (values.iter().map(number).collect(), mass.clone());
    Ok(law.iter().map(entry).collect())
}

/// The probability that the only outcome of the law is a number.
fn at(law: &[(Vec<i64>, Rational)], number: i64) -> Rational {
    law.iter().filter(|(values, _)| *values == [number]).map(|(_, mass)| mass).sum()
}

fn power(base: Rational, exponent: i32) -> Rational {
    base.checked_pow(exponent).unwrap()
}

const TWO: &str = "outcome a: integer\noutcome b: integer\na = 0\nb = 0\n";

#[test]
fn of_two_counters_the_one_that_is_not_asked_for_is_not_carried() {
    let text = format!("{TWO}repeat 30 {{\n if chance(1/3) {{ a = a + 1 }}\n b = b + random(6)\n}}\n");
    let law_of = |wanted: &[usize]| law(&text, wanted, 1_000);
    assert_eq!(at(&law_of(&[0]).unwrap(), 0), power(Rational::new(2, 3), 30));
    assert_eq!(at(&law_of(&[1]).unwrap(), 150), power(Rational::new(1, 6), 30));
    // 31 numbers times 151 are more.
    assert_eq!(law_of(&[0, 1]), Err(Code::Limit));
}

#[test]
fn what_is_not_asked_for_is_not_carried_in_loops_in_loops_and_in_branches_either() {
    let text = format!(
        "{TWO}let kept = 0
        repeat 5 {{
            let inner = 0
            repeat 4 {{
                repeat 3 {{ if chance(1/2) {{ b = b + random(9) }} else {{ kept = kept + b }} }}
                inner = inner + random(5) + kept
            }}
            if chance(1/2) {{ a = a + 1 }} else {{ b = b + inner }}
        }}
        b = kept + b\n"
    );
    assert_eq!(at(&law(&text, &[0], 20).unwrap(), 5), Rational::new(1, 32));
    assert_eq!(law(&text, &[1], 20), Err(Code::Limit));
}

#[test]
fn what_comes_to_matter_rounds_later_is_carried() {
    // What is drawn in one round reaches the outcome four rounds later.
    let shift = "a = d1\nd1 = d2\nd2 = d3\nd3 = random(2) + 1";
    let start = "let d1 = 0\nlet d2 = 0\nlet d3 = 0\n";
    for (rounds, zero) in [(3, 1), (4, 0)] {
        let text = format!("{TWO}{start}repeat {rounds} {{\n{shift}\nb = b + d3\n}}\n");
        assert_eq!(at(&law(&text, &[0], 1_000).unwrap(), 0), Rational::from(zero), "{rounds} rounds");
    }
    let nested = format!("{TWO}{start}repeat 2 {{ repeat 2 {{ repeat 1 {{\n{shift}\n}} }} }}\n");
    assert_eq!(at(&law(&nested, &[0], 1_000).unwrap(), 2), Rational::new(1, 2));
}

#[test]
fn loops_in_loops_are_looked_through_without_going_over_them_again_and_again() {
    // One pass over a loop for each pass over the one around it would be two to the power of the depth.
    let depth = 40;
    let variables: String = (0..=depth).map(|n| format!("let v{n} = 0\n")).collect();
    let open: String = (0..depth).map(|n| format!("repeat 1 {{\nv{n} = v{n} + v{}\n", n + 1)).collect();
    let text = format!("{TWO}{variables}{open}v{depth} = 1\n{}a = v{depth} + v0\n", "}\n".repeat(depth));
    assert_eq!(at(&law(&text, &[0], 10).unwrap(), 1), Rational::ONE);
}

#[test]
fn a_counter_without_end_stands_in_the_way_only_of_those_who_ask_for_it() {
    let text = format!("{TWO}repeat {{\n let die = random(6)\n a = die\n b = b + 1\n}} until a < 2\n");
    assert_eq!(at(&law(&text, &[0], 100).unwrap(), 1), Rational::new(1, 2));
    assert_eq!(law(&text, &[1], 100), Err(Code::Endless));
}

#[test]
fn a_loop_that_may_never_end_is_refused_whatever_is_asked_of_it() {
    let round = "if n < 2 { n = random(3) }\na = random(2)\nb = b + 1";
    let text = format!("{TWO}let n = 0\nrepeat {{\n{round}\n}} until n == 1\n");
    assert_eq!(law(&text, &[0], 200), Err(Code::NeverEnds));
}

#[test]
fn what_a_requirement_or_evidence_reads_is_carried_and_other_refusals_are_not_made() {
    let grows = |step: &str| {
        format!("{TWO}let n: integer 0..9 = 0\nrepeat 12 {{\n n = n + 1\n a = random(2)\n{step}\n}}\n")
    };
    // It is out of range in the tenth round, and nobody needs it.
    assert_eq!(at(&law(&grows(""), &[0], 50).unwrap(), 1), Rational::new(1, 2));
    assert_eq!(law(&grows("b = n"), &[1], 50), Err(Code::OutOfRange));
    assert_eq!(law(&grows("require n < 5 \"too many\""), &[0], 50), Err(Code::Required));
    assert_eq!(law(&grows("given n < 5"), &[0], 50), Err(Code::ImpossibleEvidence));
}

/// The law of a sum of some numbers, each by way of every one of `faces` with its chance, by adding one after another.
fn added(start: i64, faces: &[(i64, Rational)], times: usize) -> Vec<(Vec<i64>, Rational)> {
    let mut sums = BTreeMap::from([(start, Rational::ONE)]);
    for _ in 0..times {
        let mut next: BTreeMap<i64, Rational> = BTreeMap::new();
        for (sum, mass) in &sums {
            for (face, chance) in faces {
                *next.entry(sum + face).or_insert(Rational::ZERO) += mass * chance;
            }
        }
        sums = next;
    }
    sums.into_iter().map(|(sum, mass)| (vec![sum], mass)).collect()
}

#[test]
fn a_loop_that_only_adds_has_the_law_of_one_round_after_another() {
    let text = "outcome a: integer\na = -2\nrepeat 9 { a = a + (if chance(1/3) { 7 } else { -4 }) - 1 }\n";
    let faces = [(6, Rational::new(1, 3)), (-5, Rational::new(2, 3))];
    assert_eq!(law(text, &[0], 1_000).unwrap(), added(-2, &faces, 9));
    // A loop in the loop, and a number of the round before it.
    let text = "outcome a: integer\na = 1\nrepeat 5 { let x = random(2)\n repeat 4 { a = x + a } }\n";
    let faces = [(0, Rational::new(1, 2)), (4, Rational::new(1, 2))];
    assert_eq!(law(text, &[0], 1_000).unwrap(), added(1, &faces, 5));
}

#[test]
fn what_a_loop_adds_may_depend_on_what_was_drawn_before_it() {
    let text = "outcome side: integer\noutcome a: integer\nside = 1 + random(2)\na = side\n
        let rounds = 4 + side\nrepeat rounds { a = a + side * random(3) }\n";
    let third = || Rational::new(1, 3);
    let mut expected = Vec::new();
    for side in [1, 2] {
        let faces = [(0, third()), (side, third()), (2 * side, third())];
        for (sum, mass) in added(side, &faces, usize::try_from(4 + side).unwrap()) {
            expected.push((vec![side, sum[0]], mass * Rational::new(1, 2)));
        }
    }
    assert_eq!(law(text, &[0, 1], 1_000).unwrap(), expected);
}

#[test]
fn evidence_in_a_loop_that_only_adds_is_made_up_for() {
    let text = "outcome a: integer\na = 0\nrepeat 6 { let x = random(3)\n given x != 1\n a = a + x }\n";
    let faces = [(0, Rational::new(1, 2)), (2, Rational::new(1, 2))];
    assert_eq!(law(text, &[0], 1_000).unwrap(), added(0, &faces, 6));
}

#[test]
fn a_loop_that_reads_what_it_adds_to_or_keeps_something_else_is_run() {
    // The sum decides what is added, or whether anything is.
    let text = "outcome a: integer\na = 0\nrepeat 6 { if a < 3 { a = a + random(2) } }\n";
    let coin = [(0, Rational::new(1, 2)), (1, Rational::new(1, 2))];
    let capped = added(0, &coin, 6).into_iter().fold(BTreeMap::new(), |mut law, (sum, mass)| {
        *law.entry(sum[0].min(3)).or_insert(Rational::ZERO) += mass;
        law
    });
    let expected: Vec<_> = capped.into_iter().map(|(sum, mass)| (vec![sum], mass)).collect();
    assert_eq!(law(text, &[0], 1_000).unwrap(), expected);
    // What the round before drew is added.
    let text = "outcome a: integer\na = 0\nlet last = 0\nrepeat 6 { a = a + last\n last = random(2) }\n";
    assert_eq!(law(text, &[0], 1_000).unwrap(), added(0, &coin, 5));
}

/// The number of ways in which so many rounds, each of which adds -1, 0 or 1, give each sum, from the least on.
fn trinomials(rounds: usize) -> Vec<Rational> {
    (0..rounds).fold(vec![Rational::ONE], |row, _| {
        let at = |index: usize| row.get(index).cloned().unwrap_or(Rational::ZERO);
        let sum = |index: usize| {
            let before = |by: usize| index.checked_sub(by).map_or(Rational::ZERO, at);
            &(&before(0) + &before(1)) + &before(2)
        };
        (0..row.len() + 2).map(sum).collect()
    })
}

#[test]
fn a_sum_that_is_only_compared_is_added_up_as_if_it_were_asked_for() {
    let ways = trinomials(200);
    let all: Rational = ways.iter().sum();
    for (question, holds) in [
        ("sum == 70", (|sum| sum == 70) as fn(i64) -> bool),
        ("sum >= 70", |sum| sum >= 70),
        ("sum > -5", |sum| sum > -5),
        ("max(sum, 65) == 65", |sum| sum <= 65),
        ("sum == 300", |_| false),
    ] {
        let text = format!(
            "outcome holds: integer\nlet sum = 0\nrepeat 200 {{ sum = sum + random(3) - 1 }}
            holds = if {question} {{ 1 }} else {{ 0 }}\n"
        );
        let wanted =
            (-200..).zip(&ways).filter(|(sum, _)| holds(*sum)).map(|(_, ways)| ways).sum::<Rational>();
        let found = law(&text, &[0], 500).unwrap();
        assert_eq!(at(&found, 1), wanted.checked_div(&all).unwrap(), "{question}");
    }
}

#[test]
fn what_is_drawn_apart_from_many_states_leaves_them_as_they_are() {
    // Dice are rolled beside a state, in places that hold something else in it.
    let text = "outcome a: integer\nlet first = die(2)\nlet second = die(3)\nlet kept = first + second
        let list = highest 1 of 2 die(2)\na = 10 * kept + sum of list\n";
    let found = law(text, &[0], 100).unwrap();
    assert_eq!(at(&found, 21), Rational::new(1, 24));
    assert_eq!(at(&found, 32), Rational::new(2, 6) * Rational::new(3, 4));
    // Of a slot that only some ways write, the others keep what was there.
    let text = "outcome a: integer\nlet kept = die(6)\nlet other = die(2)
        if chance(1/3) { kept = 0 }\na = 10 * kept + other\n";
    let found = law(text, &[0], 100).unwrap();
    assert_eq!(at(&found, 1), Rational::new(1, 6));
    assert_eq!(at(&found, 62), Rational::new(1, 18));
}
