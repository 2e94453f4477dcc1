//! Properties that hold for every mechanic, on random inputs and random programs.

use std::collections::BTreeMap;

use crate::support::{FLAGS, awards, law};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use trueodds::check::check;
use trueodds::evaluate::{Bindings, Limits, Plan};
use trueodds::exact::{Integer, Rational, Ring};
use trueodds::lower::lower;
use trueodds::parse::{parse, print};
use trueodds::prob::uniform_sum_cdf;
use trueodds::source::SourceMap;

/// Settings as a person types them: any items, luck, contracts and difficulty.
fn settings() -> impl Strategy<Value = Vec<String>> {
    let flags = prop::collection::vec(any::<bool>(), FLAGS.len());
    (flags, -40_i64..140, 1_i64..12, 0_u32..4, any::<bool>()).prop_map(|(flags, n, d, contracts, hard)| {
        let mut set: Vec<String> = FLAGS.iter().zip(flags).map(|(flag, on)| format!("{flag}={on}")).collect();
        set.push(format!("luck={n}/{d}"));
        set.push(format!("contracts={contracts}"));
        set.push(format!("difficulty={}", if hard { "hard" } else { "normal" }));
        set
    })
}

/// A random program of draws and branches, as text. Variables are whole numbers and flags.
fn program() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        (0_i64..5).prop_map(|n| n.to_string()),
        Just("x".to_owned()),
        Just("y".to_owned()),
        (1_i64..4).prop_map(|n| format!("random({n})")),
        (1_i64..3).prop_map(|n| format!("sum of highest {n} of 2 (die(2) + x)")),
        (1_i64..4).prop_map(|n| format!("one of {{ weight {n} => 1, weight 1/2 => y }}")),
        Just("min(x, 2)".to_owned()),
    ]
    .boxed();
    let flag = prop_oneof![
        Just("flag".to_owned()),
        (0_i64..7).prop_map(|n| format!("chance({n}/6)")),
        (number.clone(), number.clone()).prop_map(|(a, b)| format!("{a} < {b}")),
        (number.clone(), number.clone()).prop_map(|(a, b)| format!("not ({a} == {b} and chance(1/3))")),
    ];
    let flag = (flag.clone(), flag).prop_map(|(a, b)| format!("({a}) or ({b})"));
    let simple = prop_oneof![
        number.clone().prop_map(|value| format!("x = {value}")),
        number.clone().prop_map(|value| format!("y = mod({value}+1,3)")),
        flag.clone().prop_map(|value| format!("flag={value}")),
        (number.clone(), number.clone())
            .prop_map(|(a, b)| format!("x = one of {{ 1/3 => {a}, else => {b} }}")),
        (number.clone(), number)
            .prop_map(|(a, b)| format!("y = if flag {{ let z = {a}; z }} else {{ {b} }}")),
    ];
    let statement = simple.prop_recursive(3, 12, 3, move |inner| {
        let block = (prop::collection::vec(inner, 1..3), prop_oneof![Just("\n"), Just("; "), Just(" ;\n")])
            .prop_map(|(lines, between)| lines.join(between));
        prop_oneof![
            (flag.clone(), block.clone(), block.clone())
                .prop_map(|(guard, a, b)| format!("if {guard} {{ # a comment\n{a}\n}} else {{\n\n{b}\n}}")),
            (0_u32..4, block.clone()).prop_map(|(n, body)| format!("repeat {n} {{\n{body}\n}}")),
            (0_u32..4, block.clone()).prop_map(|(n, body)| format!("repeat {n} {{{body}}}; y = x")),
            (block.clone(), block)
                .prop_map(|(a, b)| format!("match x {{\nbelow 1 => {{\n{a}\n}}\n else   => {{\n{b}\n}}\n}}")),
        ]
    });
    prop::collection::vec(statement, 1..6).prop_map(|lines| {
        format!(
            "# random\nmechanic random/program\noutcome a: integer\noutcome b: integer\noutcome c: flag\n\
             let x = random(2)\nlet y = 1\nlet flag = false\n{}\na = x # last\nb = y\nc = flag\n",
            lines.join("\n")
        )
    })
}

fn program_law(text: &str, wanted: &[usize]) -> BTreeMap<Vec<trueodds::value::Value>, Rational> {
    let (tree, findings) = parse(SourceMap::default().add("random.odds", text), text);
    assert!(findings.is_empty(), "{findings:?}\n{text}");
    let (model, findings) = check(tree);
    assert!(!trueodds::diagnostic::has_errors(&findings), "{findings:?}\n{text}");
    let limits = Limits::default();
    let program = lower(&model).unwrap();
    let plan = Plan::<Rational>::new(&program, &Bindings::new(&[], &[]), wanted, &(), &limits);
    let pmf = plan.law(&limits).unwrap();
    assert_eq!(pmf.total(), Rational::ONE);
    pmf.iter().map(|(outcome, mass)| (outcome.clone(), mass.clone())).collect()
}

/// A tree without the places of its parts.
fn shape(text: &str) -> String {
    let (tree, findings) = parse(SourceMap::default().add("shape.odds", text), text);
    assert!(findings.is_empty(), "{findings:?}\n{text}");
    let shape =
        format!("{:?}", (&tree.items, tree.comments.iter().map(|comment| &comment.text).collect::<Vec<_>>()));
    let mut out = String::new();
    let mut rest = shape.as_str();
    while let Some(at) = rest.find(['@', '#']) {
        out.push_str(&rest[..at]);
        rest = rest[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    }
    out + rest
}

fn big(value: &Rational) -> BigRational {
    value.to_big()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn masses_sum_to_one_and_marginals_agree_with_the_joint(set in settings()) {
        let mechanic = awards();
        let joint = law(&mechanic, "pseudo-code", &set, &[0, 1]);
        prop_assert_eq!(joint.values().sum::<BigRational>(), BigRational::one());
        for field in [0, 1] {
            let marginal = law(&mechanic, "pseudo-code", &set, &[field]);
            let mut summed: BTreeMap<Vec<String>, BigRational> = BTreeMap::new();
            for (outcome, mass) in &joint {
                *summed.entry(vec![outcome[field].clone()]).or_insert_with(BigRational::zero) += mass;
            }
            prop_assert_eq!(marginal, summed);
        }
        let swapped = law(&mechanic, "pseudo-code", &set, &[1, 0]);
        let turned: BTreeMap<_, _> = joint.into_iter().map(|(outcome, mass)| (outcome.into_iter().rev().collect(), mass)).collect();
        prop_assert_eq!(swapped, turned);
    }

    #[test]
    fn tables_do_not_depend_on_the_order_in_which_states_are_merged(
        weights in prop::collection::vec(1_i64..9, 4),
        shuffle in Just([0, 1, 2, 3]).prop_shuffle(),
    ) {
        // The alternatives in another order reach the same states in another order.
        let total: i64 = weights.iter().sum();
        let text = |order: &[usize]| {
            let arms: Vec<String> =
                order.iter().map(|index| format!("{}/{total} => {}", weights[*index], index % 3)).collect();
            let choice = format!("one of {{ {} }}", arms.join(", "));
            format!(
                "mechanic random/order\noutcome a: integer\noutcome b: integer\nlet x = {choice}\nlet y = {choice}\n\
                 a = x + y\nb = 0\nrepeat x + 1 {{\nif chance(1 / (2 + y)) {{ b = b + 1 }}\n}}\n"
            )
        };
        prop_assert_eq!(program_law(&text(&shuffle), &[0, 1]), program_law(&text(&[0, 1, 2, 3]), &[0, 1]));
    }

    #[test]
    fn sums_of_dice_are_those_of_a_loop(
        faces in prop::collection::vec((-3_i64..7, 1_i64..4, 1_i64..6), 1..5),
        count in 0_i64..5,
    ) {
        let faces: Vec<String> =
            faces.iter().map(|(n, d, weight)| format!("weight {weight} => {n}/{d}")).collect();
        let all_but_one = (count - 1).max(0);
        let text = format!(
            "mechanic random/dice\noutcome a: integer\noutcome b: integer\noutcome c: integer\noutcome d: integer\n\
             function roll() = one of {{ {} }}\n\
             let total: number = 0\nlet least: number = 9\nlet most: number = -9\n\
             repeat {count} {{\nlet now = roll()\ntotal = total + now\nleast = min(least, now)\nmost = max(most, now)\n}}\n\
             if {count} == 0 {{\nleast = 0\nmost = 0\n}}\n\
             a = round(6 * (total - least))\nb = round(6 * sum of highest {all_but_one} of {count} roll())\n\
             c = round(6 * most - 6 * total)\nd = round(-6 * sum of lowest {all_but_one} of {count} roll())\n",
            faces.join(", ")
        );
        prop_assert_eq!(program_law(&text, &[0]), program_law(&text, &[1]));
        prop_assert_eq!(program_law(&text, &[2]), program_law(&text, &[3]));
    }

    #[test]
    fn printing_then_parsing_is_the_identity(text in program()) {
        let file = SourceMap::default().add("random.odds", text.as_str());
        let printed = print(&parse(file, &text).0, &text);
        prop_assert_eq!(shape(&printed), shape(&text));
        let again = print(&parse(file, &printed).0, &printed);
        prop_assert_eq!(&again, &printed);
        prop_assert_eq!(program_law(&printed, &[0, 1, 2]), program_law(&text, &[0, 1, 2]));
    }

    #[test]
    fn marginals_of_random_programs_agree_with_the_joint(text in program()) {
        let joint = program_law(&text, &[0, 1, 2]);
        for field in 0..3 {
            let mut summed = BTreeMap::new();
            for (outcome, mass) in &joint {
                let sum = summed.entry(vec![outcome[field].clone()]).or_insert(Rational::ZERO);
                *sum = &*sum + mass;
            }
            prop_assert_eq!(program_law(&text, &[field]), summed);
        }
    }

    #[test]
    fn rationals_agree_with_the_big_ones(a in any::<i64>(), b in 1_i64..i64::MAX, c in any::<i64>(), d in 1_i64..i64::MAX) {
        let (x, y) = (Rational::new(a, b), Rational::new(c, d));
        prop_assert_eq!(big(&(&x + &y)), big(&x) + big(&y));
        prop_assert_eq!(big(&(&x - &y)), big(&x) - big(&y));
        prop_assert_eq!(big(&(&x * &y)), big(&x) * big(&y));
        prop_assert_eq!(x.cmp(&y), big(&x).cmp(&big(&y)));
        prop_assert_eq!(big(&x.floor()), big(&x).floor());
        prop_assert_eq!(big(&x.ceil()), big(&x).ceil());
        if let Some(quotient) = x.checked_div(&y) {
            prop_assert_eq!(big(&quotient), big(&x) / big(&y));
        }
        prop_assert_eq!(x.to_string().parse::<Rational>().unwrap(), x);
    }

    #[test]
    fn small_rationals_agree_with_the_big_ones(a in -60_i64..60, b in 1_i64..60, c in -60_i64..60, d in 1_i64..60, e in -6_i32..7) {
        let (x, y) = (Rational::new(a, b), Rational::new(c, d));
        prop_assert_eq!(big(&(&x + &y)), big(&x) + big(&y));
        prop_assert_eq!(big(&(&x * &y)), big(&x) * big(&y));
        if !x.is_zero() {
            prop_assert_eq!(big(&x.checked_pow(e).unwrap()), big(&x).pow(e));
        }
    }

    #[test]
    fn integers_agree_with_the_big_ones(a in any::<i64>(), b in any::<i64>(), c in any::<i64>(), e in 0_u32..9) {
        let (x, y) = (Integer::from(a).pow(e), Integer::from(b));
        let z = x.mul(&y).mul(&Integer::from(c));
        prop_assert_eq!(z.to_big(), BigInt::from(a).pow(e) * BigInt::from(b) * BigInt::from(c));
        let mut sum = z.clone();
        sum.add_assign(&x);
        prop_assert_eq!(sum.to_big(), z.to_big() + x.to_big());
        prop_assert_eq!(x.cmp(&z), x.to_big().cmp(&z.to_big()));
        if !y.is_zero() {
            prop_assert_eq!(z.exact_div(&y), x.mul(&Integer::from(c)));
        }
    }

    #[test]
    fn the_law_of_a_sum_of_uniforms_is_a_law(scales in prop::collection::vec((-9_i64..10, 1_i64..5), 1..5), n in -60_i64..60) {
        let scales: Vec<Rational> = scales.into_iter().filter(|(n, _)| *n != 0).map(|(n, d)| Rational::new(n, d)).collect();
        let at = |t: &Rational| uniform_sum_cdf(&scales, t, &()).unwrap();
        let t = Rational::new(n, 4);
        let (here, further) = (at(&t), at(&(&t + &Rational::new(1, 7))));
        prop_assert!(!here.is_negative() && here <= further && further <= Rational::ONE);
        // Turning every uniform round turns the law round its middle.
        let whole: Rational = scales.iter().sum();
        if !scales.is_empty() {
            prop_assert_eq!(at(&(&whole - &t)), &Rational::ONE - &here);
        }
    }
}
