//! Where lines are broken in the canonical layout.

use trueodds::parse::{parse, print};
use trueodds::source::SourceMap;

/// Holds the printer to what `written` becomes, and to leaving that alone.
fn becomes(written: &str, expected: &str) {
    for text in [written, expected] {
        let (tree, findings) = parse(SourceMap::default().add("t.odds", text), text);
        assert!(findings.is_empty(), "{findings:?}\n{text}");
        assert_eq!(print(&tree, text), expected);
    }
}

#[test]
fn short_statements_stay_on_the_line_they_were_written_on() {
    becomes("a = 1 ;b=2;\n", "a = 1; b = 2\n");
    becomes("if x {a=1;given b ; let c=3;}\n", "if x { a = 1; given b; let c = 3 }\n");
    becomes("if x {a=1;\nb=2}\n", "if x {\n    a = 1\n    b = 2\n}\n");
    becomes("if x {\na=1;b=2\nc=3}\n", "if x {\n    a = 1; b = 2\n    c = 3\n}\n");
    becomes("a = 1; b = 2 # why\n\nc = 3\n", "a = 1; b = 2  # why\n\nc = 3\n");
    becomes(
        "a = if x { let y:flag=z;y } else {let q = 1; q}\n",
        "a = if x { let y: flag = z; y } else { let q = 1; q }\n",
    );
}

#[test]
fn what_takes_lines_inside_of_a_short_statement_is_not_lost() {
    becomes(
        "x = if y { let z = if a { pool b { 1 => c }; draw b } else { c }; z } else { c }\n",
        "x = if y {\n    let z = if a {\n        pool b { 1 => c }\n        draw b\n    } else { c }\n    z\n} else { c }\n",
    );
}

#[test]
fn a_family_stays_one_on_one_line() {
    becomes(
        "if x {let seen by hue,1..2:flag=false;let n = 1}\n",
        "if x { let seen by hue, 1..2: flag = false; let n = 1 }\n",
    );
}

#[test]
fn other_statements_and_declarations_take_lines_of_their_own() {
    becomes(
        "if x { a = 1; if y { b = 2 }; c = 3 }\n",
        "if x {\n    a = 1\n    if y { b = 2 }\n    c = 3\n}\n",
    );
    becomes("input a: flag; outcome b: flag; b = a\n", "input a: flag\noutcome b: flag\nb = a\n");
    becomes("repeat 2 { a = 1 }; b = 2; c = 3\n", "repeat 2 { a = 1 }\nb = 2; c = 3\n");
}

#[test]
fn what_does_not_fit_is_broken() {
    let long = "x".repeat(60);
    becomes(
        &format!("if a {{ {long} = 1; {long} = 2 }}\n"),
        &format!("if a {{\n    {long} = 1\n    {long} = 2\n}}\n"),
    );
    let list = format!("one of {{ {long}, {long} }}");
    becomes(
        &format!("a = 1; b = {list}; c = 2\n"),
        &format!("a = 1\nb = one of {{\n    {long}\n    {long}\n}}\nc = 2\n"),
    );
    let (a, b, c) = ("a".repeat(40), "b".repeat(40), "c".repeat(40));
    becomes(
        &format!("x = max(0, ({a} - {b} - {c}) * 2)\ny = {a} + {b} + {c}\n"),
        &format!("x = max(0, ({a} - {b} -\n    {c})\n    * 2)\ny = {a} + {b}\n    + {c}\n"),
    );
}

#[test]
fn other_words_follow_a_label_on_its_line() {
    becomes(
        "outcome a:{ b \"B\"or\"bee\"\n  or \"c\" {{i|B}}, d }  \"A\" or \"one\"\n",
        "outcome a: {\n    b \"B\" or \"bee\" or \"c\" {{i|B}}\n    d\n} \"A\" or \"one\"\n",
    );
}

#[test]
fn other_words_that_do_not_fit_begin_the_next_line() {
    let words = |of: &str| format!("\"{}\"", of.repeat(30));
    let (label, one, other, last) = (words("a"), words("b"), words("c"), words("d"));
    becomes(
        &format!("input bait: {{ worm {label} or {one} or {other} or {last} {{{{t}}}}, bread }} = worm\n"),
        &format!(
            "input bait: {{\n    worm {label} or {one}\n        or {other} or {last} {{{{t}}}}\n    bread\n}} = worm\n"
        ),
    );
    becomes(
        &format!("outcome x: flag {label} or {one}\nor {other} or {last} # why\nx = true\n"),
        &format!("outcome x: flag {label} or {one}\n    or {other} or {last}  # why\nx = true\n"),
    );
}
