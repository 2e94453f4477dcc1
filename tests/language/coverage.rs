//! A match over whole numbers needs no `else` where its arms take all that its subject can be. Held against what
//! random expressions really are: the checker must never think that less can come out.

use proptest::prelude::*;
use trueodds::check::{Model, check};
use trueodds::diagnostic::{Code, has_errors};
use trueodds::evaluate::{Bindings, Limits, Plan};
use trueodds::exact::Rational;
use trueodds::lower::lower;
use trueodds::parse::parse;
use trueodds::source::SourceMap;

/// Whole numbers that draw, calculate and choose. `v` and `w` are variables, the second of which changes.
fn whole() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-3_i64..4).prop_map(|n| n.to_string()),
        (1_i64..4).prop_map(|n| format!("random({n})")),
        Just("v".to_owned()),
        Just("w".to_owned()),
        Just("five()".to_owned()),
        Just("to_three(random(4))".to_owned()),
        Just("sum of highest 2 of 3 die(2)".to_owned()),
    ];
    leaf.prop_recursive(4, 12, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        let three = (inner.clone(), inner.clone(), inner.clone());
        prop_oneof![
            (two.clone(), prop_oneof![Just("+"), Just("-"), Just("*")])
                .prop_map(|((a, b), op)| format!("({a} {op} {b})")),
            (two.clone(), prop_oneof![Just("min"), Just("max"), Just("mod")])
                .prop_map(|((a, b), name)| format!("{name}({a}, {b})")),
            (inner.clone(), -2_i64..3, prop_oneof![Just("floor"), Just("ceil"), Just("round")])
                .prop_map(|(a, n, name)| format!("{name}({a} / {n} + 1/2)")),
            inner.clone().prop_map(|a| format!("abs({a})")),
            inner.clone().prop_map(|a| format!("-{a}")),
            three.clone().prop_map(|(a, b, c)| format!("clamp({a}, {b}, {c})")),
            three.clone().prop_map(|(a, b, c)| format!("max({a}, {b}, {c})")),
            inner.clone().prop_map(|a| format!("random(abs({a}) + 1)")),
            two.clone().prop_map(|(a, b)| format!(
                "(if chance(1/2) {{ let t = {a}; let u = {b}; u = u + t; u - 1 }} else {{ {b} }})"
            )),
            two.prop_map(|(a, b)| format!("(one of {{ 1/3 => {a}, else => {b} }})")),
            three.prop_map(|(a, b, c)| format!("(match {a} {{ 0 => {b}, else => {c} }})")),
        ]
    })
}

const HEAD: &str = "mechanic random/whole\n\
    function five() = random(2) * 5\n\
    function to_three(n: integer 0..3) = n\n\
    outcome o: integer\n\
    let v = random(3) - 1\n\
    let w = 1\n\
    repeat 2 { w = w + random(2) }\n";

fn model(text: &str) -> (Model, Vec<Code>) {
    let (tree, findings) = parse(SourceMap::default().add("random.odds", text), text);
    assert!(findings.is_empty(), "{findings:?}\n{text}");
    let (model, findings) = check(tree);
    let errors = findings.iter().filter(|finding| finding.is_error()).map(|finding| finding.code).collect();
    (model, errors)
}

/// The least and the greatest value that comes out, where the program has a law.
fn ends(text: &str) -> Option<(Rational, Rational)> {
    let (model, errors) = model(text);
    if !errors.is_empty() {
        return None;
    }
    let program = lower(&model).ok()?;
    let limits = Limits::default();
    let plan = Plan::<Rational>::new(&program, &Bindings::new(&[], &[]), &[0], &(), &limits);
    let law = plan.law(&limits).ok()?;
    let values: Vec<Rational> = law.iter().filter_map(|(values, _)| values[0].as_number().cloned()).collect();
    Some((values.iter().min()?.clone(), values.iter().max()?.clone()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn no_value_that_can_come_out_is_thought_impossible(expr in whole()) {
        let Some((low, high)) = ends(&format!("{HEAD}o = {expr}\n")) else { return Ok(()) };
        let (one, far) = (Rational::ONE, Rational::from(1000));
        // Every number but the least, or but the greatest, and far beyond the other end.
        for (from, to) in [(&low + &one, &high + &far), (&low - &far, &high - &one)] {
            let text = format!("{HEAD}let subject = {expr}\nmatch subject {{ {from} to {to} => o = 1 }}\n");
            let (_, errors) = model(&text);
            prop_assert_eq!(errors, vec![Code::NotCovered], "{}", text);
        }
    }

    #[test]
    fn what_is_covered_has_a_law(expr in whole(), spread in 0_i64..4) {
        let Some((low, high)) = ends(&format!("{HEAD}o = {expr}\n")) else { return Ok(()) };
        let spread = Rational::from(spread);
        let (low, high) = (&low - &spread, &high + &spread);
        let text = format!("{HEAD}match {expr} {{ {low} to {high} => o = 1 }}\n");
        let (model, errors) = model(&text);
        if errors.is_empty() {
            prop_assert!(ends(&text).is_some(), "{:?}", model.path);
        }
    }
}

#[test]
fn what_is_known_of_whole_numbers_is_found() {
    let covered = [
        "match v { -1 to 1 => o = 1 }",
        "match random(6) { 0 to 5 => o = 1 }",
        "match random(6) + random(6) + 2 { 2 to 12 => o = 1 }",
        "match mod(w, 3) { 0 or 1 or 2 => o = 1 }",
        "match clamp(w, 0, 3) { 0 to 3 => o = 1 }",
        "match min(max(w, 1), 2, 7) { 1 to 2 => o = 1 }",
        "match five() { below 3 => o = 1, 3 to 5 => o = 2 }",
        "match w { at most 3 => o = 1, above 3 => o = 2 }",
        "match w { below 2.5 => o = 1, 3 => o = 2, at least 7/2 => o = 3 }",
        "match abs(v) { 0 or 1 => o = 1 }",
        "match die(6) + sum of 2 die(3) { 3 to 12 => o = 1 }",
        "o = 0\nfor each i in 1..2 + random(2) { match i { 1 to 3 => o = i } }",
        "match floor(v / 2) { -1 or 0 => o = 1 }",
        "let once = if chance(1/2) { v } else { 7 }\nmatch once { -1 to 7 => o = 1 }",
        "let kept: integer 1..4 = 1\nkept = kept + random(2)\nmatch kept { 1 to 4 => o = 1 }",
    ];
    for text in covered {
        let text = format!("{HEAD}{text}\n");
        assert_eq!(model(&text).1, Vec::new(), "{text}");
        assert!(ends(&text).is_some(), "{text}");
    }
    let gaps = [
        "match v { -1 or 1 => o = 1 }",
        "match w { 1 to 3 => o = 1 }",
        "match w { at most 3 => o = 1, above 4 => o = 2 }",
        "match w { below 1 => o = 1, above 3 => o = 2 }",
        "match mod(w, v) { -1 to 1 => o = 1 }",
        "match floor(uniform() * 6) { 0 to 5 => o = 1 }",
    ];
    for text in gaps {
        let text = format!("{HEAD}{text}\n");
        assert_eq!(model(&text).1, vec![Code::NotCovered], "{text}");
    }
}

#[test]
fn a_draft_with_warnings_is_evaluated() {
    let text = format!(
        "{HEAD}input luck: integer\nrule p = 1/2\nlet mode = random(2)\n\
         o = match mode {{ 0 => 3, else => 4, 1 => 5 }}\n\
         o = o + match w {{ 5 to 2 => 9, below 7 => 10, below 6 => 11, else => 12 }}\n"
    );
    let (tree, _) = parse(SourceMap::default().add("draft.odds", text.as_str()), &text);
    let (_, findings) = check(tree);
    assert!(!has_errors(&findings) && findings.len() >= 5, "{findings:?}");
    assert_eq!(ends(&text), Some((Rational::from(13), Rational::from(14))));
}
