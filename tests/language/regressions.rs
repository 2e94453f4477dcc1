//! Defects that were found and must not come back, each with what it used to do.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Writes a program and runs a command on it.
fn run(name: &str, program: &str, args: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("regressions");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.odds"));
    fs::write(&path, format!("mechanic regression/it\n{program}")).unwrap();
    let path = path.to_str().unwrap();
    let args = args.iter().map(|arg| if *arg == "FILE" { path } else { arg });
    Command::new(assert_cmd::cargo::cargo_bin!("trueodds")).args(args).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap() + &String::from_utf8(output.stderr.clone()).unwrap()
}

fn stops(output: &Output, with: &str) {
    assert_eq!(output.status.code(), Some(2), "{}", said(output));
    assert!(said(output).contains(with), "{}", said(output));
}

#[test]
fn an_even_power_of_minus_one_is_one_however_large() {
    let program = "outcome x: integer\nx = (-1) ^ 100000000000000000000000\n";
    assert_eq!(said(&run("power", program, &["query", "FILE", "P(x = 1)"])), "P(x = 1) = 1 (100%)\n");
}

#[test]
fn a_number_of_too_many_digits_is_refused_and_not_read_as_zero() {
    let program = format!("outcome x: integer\nx = {}\n", "9".repeat(10_001));
    stops(&run("digits", &program, &["table", "FILE"]), "bad-number");
}

#[test]
fn digits_are_limited_in_rolls_too() {
    let program = "outcome x: flag\nlet r: roll = uniform()\nrepeat 2000 { r = r / 3 }\nx = r < 1\n";
    stops(&run("roll-digits", program, &["table", "FILE", "--limit", "digits=100"]), "limit `digits` is 100");
}

#[test]
fn states_are_limited_before_they_are_made() {
    let program = "outcome x: integer\nlet a = random(1000)\nx = a + floor(uniform() * 900000)\n";
    stops(&run("states", program, &["table", "FILE"]), "limit `states`");
}

#[test]
fn cumulative_tables_have_every_level_in_every_format_and_survive_wide_ones() {
    let gap = "outcome x: integer\nx = random(2) * 3\n";
    let csv = said(&run("gap", gap, &["table", "FILE", "--cumulative", "at-least", "--format", "csv"]));
    assert_eq!(csv.lines().count(), 5, "{csv}");
    let wide = "outcome x: integer\nx = random(2) * 9000000000000000000 * 2 - 9000000000000000000\n";
    let output = run("wide", wide, &["table", "FILE", "--cumulative", "at-most"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

#[test]
fn ranges_of_any_length_cover_and_overlap() {
    let covered = "input n: integer 0..10000\noutcome x: flag\nx = match n { 0 to 10000 => true }\n";
    assert_eq!(run("covered", covered, &["check", "FILE"]).status.code(), Some(0));
    let overlap = "input n: integer\noutcome x: flag\nx = match n { 0 to 30000 => true, 15000 to 15010 => false, else => true }\n";
    assert!(
        said(&run("overlap", overlap, &["check", "FILE"])).contains("error[overlap]: two arms take `15000`")
    );
}

#[test]
fn long_chains_and_deep_functions_end_with_an_answer_or_a_limit() {
    let arms: String = (1..20_000).map(|n| format!(" else if n == {n} {{ x = {n} }}")).collect();
    let chain = format!("outcome x: integer\nlet n = random(10)\nx = 0\nif n == 0 {{ x = 0 }}{arms}\n");
    assert_eq!(run("chain", &chain, &["table", "FILE"]).status.code(), Some(0));
    let open = "if chance(1/2) { ".repeat(40);
    let close = " } else { 0 }".repeat(40);
    let mut deep = format!("outcome x: integer\nfunction f0() = {open} 1 {close}\n");
    for n in 1..190 {
        deep.push_str(&format!("function f{n}() = {open} f{}() {close}\n", n - 1));
    }
    deep.push_str("x = f189()\n");
    stops(&run("deep", &deep, &["table", "FILE"]), "error[limit]");
}

#[test]
fn evaluation_at_the_depth_limit_fits_a_small_stack() {
    let open = "if chance(1/2) { ".repeat(24);
    let close = " } else { 0 }".repeat(24);
    let mut text =
        format!("mechanic regression/depth\noutcome x: integer\nfunction f0() = {open} 1 {close}\n");
    for n in 1..3 {
        text.push_str(&format!("function f{n}() = {open} f{}() {close}\n", n - 1));
    }
    text.push_str("x = f2()\n");
    // The stack of a test thread: 2 MiB.
    let file = trueodds::source::SourceMap::default().add("depth.odds", text.as_str());
    let (model, findings) = trueodds::check::check(trueodds::parse::parse(file, &text).0);
    assert!(findings.is_empty(), "{findings:?}");
    let program = trueodds::lower::lower(&model).unwrap();
    let limits = trueodds::evaluate::Limits::default();
    let bindings = trueodds::evaluate::Bindings::new(&[], &[]);
    let plan =
        trueodds::evaluate::Plan::<trueodds::exact::Rational>::new(&program, &bindings, &[0], &(), &limits);
    assert_eq!(plan.law(&limits).unwrap().len(), 2);
}

#[test]
fn a_level_of_a_quantile_that_depends_on_the_outcome_is_refused() {
    let program = "outcome x: integer\nx = random(3)\n";
    stops(&run("level", program, &["query", "FILE", "quantile(x, x / 2)"]), "depends on the outcome");
}

#[test]
fn a_label_of_dashes_is_not_cut() {
    let program = "outcome x: { a \"---\u{e9}\", b \"B\" }\nx = if chance(1/25) { a } else { b }\n";
    assert!(said(&run("dashes", program, &["table", "FILE"])).contains("1 in 25\n"));
}

/// The value of the only outcome of a program without draws.
fn certain(text: &str) -> trueodds::value::Value {
    let file = trueodds::source::SourceMap::default().add("words.odds", text);
    let (tree, mut findings) = trueodds::parse::parse(file, text);
    let (model, more) = trueodds::check::check(tree);
    findings.extend(more);
    assert!(!trueodds::diagnostic::has_errors(&findings), "{findings:#?}\n{text}");
    let program = trueodds::lower::lower(&model).unwrap();
    let limits = trueodds::evaluate::Limits::default();
    let bindings = trueodds::evaluate::Bindings::new(&[], &[]);
    let plan =
        trueodds::evaluate::Plan::<trueodds::exact::Rational>::new(&program, &bindings, &[0], &(), &limits);
    let law = plan.law(&limits).unwrap();
    assert_eq!(law.len(), 1, "{text}");
    law.iter().next().unwrap().0[0].clone()
}

#[test]
fn words_that_are_words_only_where_they_can_stand_as_one_are_names_everywhere_else() {
    let words = "enumeration procedure for each list take add put front first last length sum highest lowest most \
                 kinds die weight root xor float32 library unknown more with into by";
    for word in words.split_whitespace() {
        let variable = "let W = 2
            let x = if W == 2 { W } else { W - 1 }
            match W { 1 to 2 => { W = W + 1 }, else => { W = 3 } }
            let y = match x { 0 => { W }, 2 to 3 => { W * (2) - 1 }, else => W }
            o = if W in { 1, 2, 3 } and W > 0 { -W + y } else { W }";
        let function = "function W(a: integer, b: integer) = a + b
            let x = 2
            o = match x { 1 => { W(1, 2) }, 2 to 3 => { W(1, (2)) - 1 }, else => W(x, 1) }";
        for program in [variable, function] {
            let program = program.replace('W', word);
            let text = format!("mechanic t/words\noutcome o: integer\n{program}\n");
            let two = trueodds::value::Value::Number(trueodds::exact::Rational::from(2));
            assert_eq!(certain(&text), two, "{text}");
        }
    }
}

#[test]
fn the_lowest_dice_are_sorted_upward_where_all_are_kept() {
    let program = "outcome x: integer\nlet dice = lowest 3 of 2 die(2)\nx = first of dice\n";
    assert_eq!(said(&run("lowest", program, &["query", "FILE", "P(x = 1)"])), "P(x = 1) = 3/4 (75%)\n");
}

#[test]
fn a_value_of_a_table_may_stand_in_parentheses() {
    let program = "enumeration side { heads, tails }\n\
        rule p by side: probability { heads (1/3), tails (2/3) } from \"a page\"\n\
        rule q by 0..1, 1..2: probability { 0 1 (1/4); 1 (1/5) (1/2) } from \"a page\"\n\
        outcome x: flag\nx = chance(p of heads) and chance(p of tails) and chance((q of 0, 1))\n";
    assert_eq!(said(&run("table", program, &["query", "FILE", "P(x)"])), "P(x) = 2/9 (~22.22%)\n");
}

#[test]
fn a_family_that_nothing_reads_is_no_error() {
    let program = "rule p by 1..2: integer = 1 from \"a page\"\noutcome x: flag\nx = true\n";
    let output = run("unread", program, &["table", "FILE"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains("warning[never-read]: nothing reads the rules of the family `p`"));
}

#[test]
fn families_that_are_read_in_the_wrong_place_say_what_to_write() {
    let says = |name: &str, program: &str, what: &str| {
        let found = run(name, program, &["check", "FILE"]);
        assert_eq!(found.status.code(), Some(1), "{}", said(&found));
        assert!(said(&found).contains(what), "{}", said(&found));
    };
    let program = "enumeration e { a, b }\nrule rare by e, flag: probability = 1/10\noutcome x: flag\n";
    let commas = format!("{program}x = one of {{ weight rare of a, true => true, else => false }}\n");
    says("commas", &commas, "`weight (price of sword, new) => book`");
    let program = "rule rare by 1..2: probability { 1 1/10, 2 2/10 }\noutcome x: flag\n";
    says("named", &format!("{program}x = chance(rule.rare of 2)\n"), "write `rare of …`");
}

#[test]
fn a_query_is_raised_to_a_power() {
    let program = "outcome x: flag\nx = chance(3/10)\n";
    let asked = |query: &str| run("raised", program, &["query", "FILE", query]);
    // 1 - 0.7^3 = 657/1000, and the power binds before the sign.
    assert_eq!(said(&asked("1 - (1 - P(x))^3")), "1 - (1 - P(x))^3 = 657/1000 (65.7%)\n");
    assert_eq!(said(&asked("0 + -P(x)^2 + P(x)^0")), "0 + -P(x)^2 + P(x)^0 = 91/100 (91%)\n");
    assert!(said(&asked("P(x)^(1/2)")).contains("expected a whole number"));
    assert!(said(&asked("P(x)^99999999999")).contains("a whole number up to 1000"));
    assert!(said(&asked("P(x)^2^3")).contains("the end of the power"));
    // What would be too long is refused before it is made: 10^-1000000, 2^1000000000, a long literal.
    assert!(said(&asked("((P(x)^1000)^1000)^10")).contains("digits"));
    assert!(said(&asked("(((P(x)^0 + P(x)^0)^1000)^1000)^1000")).contains("digits"));
    assert!(said(&asked(&format!("(P(x) * 0.{})^500", "7".repeat(3_000)))).contains("digits"));
    assert!(!said(&asked("1 - (1 - P(x))^1000")).contains("error"));
    assert!(said(&run("raised", program, &["explain", "FILE", "P(x)^2"])).contains("explain what is raised"));
}
