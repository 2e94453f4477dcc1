//! Functions of one number against rational evaluation: arithmetic, roots, bounds, and the laws of a family.
//!
//! Remainders and Sturm chains are private; they are held to account through `gcd`, `roots_between` and
//! `rational_roots`, which are public.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crate::support::{Random, awards, law, mechanic};
use num_rational::BigRational;
use num_traits::Zero;
use proptest::prelude::*;
use trueodds::evaluate::{Family, Limits};
use trueodds::exact::symbol::{Axis, Function, Piece, Poly, pieces, sample};
use trueodds::exact::{Integer, Number, Rational, Ring, Undecided};
use trueodds::lower::Program;
use trueodds::scenario::{Mechanic, Settings, scenarios};
use trueodds::value::Value;

fn poly(coefficients: &[i64]) -> Poly {
    Poly::new(coefficients.iter().map(|c| Integer::from(*c)).collect())
}

/// q x - p, whose root is p/q.
fn factor(root: &Rational) -> Poly {
    let minus = Integer::from(-1);
    Poly::new(vec![root.numerator().mul(&minus), root.denominator()])
}

fn product(roots: &[Rational]) -> Poly {
    roots.iter().fold(Poly::one(), |product, root| product.mul(&factor(root)))
}

fn rational() -> impl Strategy<Value = Rational> {
    (-60_i64..61, 1_i64..13).prop_map(|(n, d)| Rational::new(n, d))
}

fn coefficients(most: usize) -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(-9_i64..10, 0..most)
}

fn function() -> impl Strategy<Value = Function> {
    (coefficients(4), coefficients(3)).prop_map(|(top, bottom)| {
        let bottom = if bottom.iter().all(|c| *c == 0) { vec![1] } else { bottom };
        Function::from_ratio(&poly(&top), &poly(&bottom)).unwrap()
    })
}

/// Lowest terms, and a denominator that is not negative far out.
fn is_tidy(f: &Function) -> bool {
    let (top, bottom) = (f.numerator(), f.denominator());
    let positive = bottom.coefficients().last().is_some_and(|c| !c.is_negative() && !c.is_zero());
    positive && (top.gcd(bottom).is_one() || (f.is_zero() && bottom.is_one()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn sums_products_and_quotients_agree_with_those_of_the_values(f in function(), g in function(), at in rational()) {
        let (a, b) = (f.at(&at), g.at(&at));
        prop_assert!(is_tidy(&f.plus(&g)) && is_tidy(&f.minus(&g)) && is_tidy(&f.times(&g)));
        if let (Some(a), Some(b)) = (a, b) {
            prop_assert_eq!(f.plus(&g).at(&at), Some(&a + &b));
            prop_assert_eq!(f.minus(&g).at(&at), Some(&a - &b));
            prop_assert_eq!(f.times(&g).at(&at), Some(&a * &b));
            match f.over(&g) {
                Some(quotient) => {
                    prop_assert!(is_tidy(&quotient));
                    if !b.is_zero() { prop_assert_eq!(quotient.at(&at), a.checked_div(&b)); }
                }
                None => prop_assert!(g.is_zero()),
            }
        }
        prop_assert!(f.minus(&f).is_zero());
        prop_assert_eq!(f.plus(&g).minus(&g), f);
    }

    #[test]
    fn the_divisor_of_products_is_the_product_of_the_shared_factors(
        a in prop::collection::vec(rational(), 0..4), b in prop::collection::vec(rational(), 0..4),
        shared in prop::collection::vec(rational(), 0..4), left in 1_i64..40, right in -40_i64..-1,
    ) {
        // Factors q x - p of lowest terms are primitive and prime: the divisor is what both lists share.
        let mut rest: Vec<Rational> = [b.clone(), shared.clone()].concat();
        let mut common = Vec::new();
        for root in a.iter().chain(&shared) {
            if let Some(place) = rest.iter().position(|other| other == root) {
                common.push(rest.swap_remove(place));
            }
        }
        let scaled = |roots: &[Rational], by: i64| product(roots).mul(&Poly::constant(Integer::from(by)));
        let (x, y) = (scaled(&[a, shared.clone()].concat(), left), scaled(&[b, shared].concat(), right));
        let content = num_integer_gcd(left, -right);
        let expected = scaled(&common, content);
        prop_assert_eq!(x.gcd(&y), expected.clone());
        prop_assert_eq!(y.gcd(&x), expected.clone());
        prop_assert_eq!(x.exact_div(&expected).mul(&expected), x);
    }

    #[test]
    fn bounds_hold_at_every_point_between_the_ends(top in coefficients(6), bottom in coefficients(4), a in rational(), b in rational()) {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let bottom = if bottom.iter().all(|c| *c == 0) { vec![3] } else { bottom };
        let f = Function::from_ratio(&poly(&top), &poly(&bottom)).unwrap();
        prop_assume!(low < high && f.denominator().roots_between(Some(&low), Some(&high)) == 0);
        if let Some((least, most)) = f.range(&low, &high) {
            for step in 0..=24 {
                let point = &low + &(&(&high - &low) * &Rational::new(step, 24));
                let value = f.at(&point).unwrap();
                prop_assert!(least <= value && value <= most, "{} {} {}: {} of {:?}", least, value, most, point, f);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn roots_are_those_of_the_factors(
        roots in prop::collection::vec((rational(), 1_usize..4), 0..6), extra in 0_usize..4, minus in any::<bool>(),
        ends in (prop::option::of(rational()), prop::option::of(rational())), on_root in any::<bool>(),
    ) {
        // Besides rational roots nothing, none that is real, two that are not rational, or a number.
        let other = [poly(&[1]), poly(&[1, 1, 1]), poly(&[-2, 0, 1]), poly(&[-12])][extra].clone();
        let list: Vec<Rational> = roots.iter().flat_map(|(root, times)| vec![root.clone(); *times]).collect();
        let p = product(&list).mul(&other);
        let p = if minus { p.mul(&poly(&[-1])) } else { p };
        let distinct: BTreeSet<Rational> = list.into_iter().collect();
        let (mut low, mut high) = ends;
        if on_root { low = distinct.first().cloned().or(low); high = distinct.last().cloned().or(high); }
        if let (Some(a), Some(b)) = (&low, &high) && a > b { std::mem::swap(&mut low, &mut high); }
        let inside = |x: &Rational| low.as_ref().is_none_or(|low| low < x) && high.as_ref().is_none_or(|high| x < high);
        // Where the square roots of 2 lie: x < sqrt 2 exactly where x < 0 or x² < 2.
        let below = |x: &Rational| x.is_negative() || x * x < Rational::from(2);
        let positive = low.as_ref().is_none_or(below) && !high.as_ref().is_some_and(below);
        let negative = low.as_ref().is_none_or(|x| !below(&-x)) && high.as_ref().is_none_or(|x| below(&-x));
        let irrational = if extra == 2 { usize::from(positive) + usize::from(negative) } else { 0 };
        let rational: Vec<Rational> = distinct.iter().filter(|root| inside(root)).cloned().collect();
        prop_assert_eq!(p.roots_between(low.as_ref(), high.as_ref()), rational.len() + irrational, "{:?} {:?} {:?}", p, low, high);
        if p.degree() > 0 {
            let expected = (irrational == 0).then_some(rational);
            prop_assert_eq!(p.rational_roots(low.as_ref(), high.as_ref()), expected, "{:?} {:?} {:?}", p, low, high);
        }
    }

    #[test]
    fn signs_change_just_at_the_roots_of_odd_order(roots in prop::collection::vec((rational(), 1_usize..4), 1..6)) {
        let mut order: BTreeMap<Rational, usize> = BTreeMap::new();
        for (root, times) in &roots { *order.entry(root.clone()).or_default() += times; }
        let list: Vec<Rational> = order.iter().flat_map(|(root, times)| vec![root.clone(); *times]).collect();
        let f = Function::from(&product(&list));
        let found = pieces(1000, |axis| f.sign(axis)).unwrap();
        let odd: Vec<&Rational> = order.iter().filter(|(_, times)| *times % 2 == 1).map(|(root, _)| root).collect();
        let mut expected = if odd.len().is_multiple_of(2) { Ordering::Greater } else { Ordering::Less };
        prop_assert_eq!(found.len(), order.len() + 1);
        for piece in &found {
            prop_assert_eq!(piece.value, expected);
            prop_assert_eq!(f.at(&sample(piece.low.as_ref(), piece.high.as_ref())).unwrap().signum(), expected);
            if piece.high.as_ref().is_some_and(|high| odd.contains(&high)) { expected = expected.reverse(); }
        }
    }
}

fn num_integer_gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { num_integer_gcd(b, a % b) }
}

#[test]
fn pieces_that_cannot_be_given_are_refused() {
    use trueodds::exact::symbol::PieceError;
    let square = Function::symbol().times(&Function::symbol());
    let two = square.minus(&Function::from(Rational::from(2)));
    assert!(matches!(pieces(100, |axis| two.sign(axis)), Err(PieceError::Irrational(_))));
    let many = Function::from(&product(&(0..20).map(Rational::from).collect::<Vec<_>>()));
    assert!(matches!(pieces(20, |axis| many.sign(axis)), Err(PieceError::TooMany(20))));
    assert_eq!(pieces(100, |axis| many.sign(axis)).unwrap().len(), 21);
    assert!(matches!(pieces(9, |_: &Axis| Err::<(), _>(Undecided)), Err(PieceError::Failed(Undecided))));
}

fn covers<T>(piece: &Piece<T>, at: &Rational) -> bool {
    piece.low.as_ref().is_none_or(|low| low < at) && piece.high.as_ref().is_none_or(|high| at < high)
}

/// The law at one luck from the functions before the cut and the laws behind it.
fn family_law(mechanic: &Mechanic, rules: &str, set: &[String], lucks: &[Rational]) -> usize {
    let settings = Settings { rules: vec![rules.to_owned()], set: set.to_vec(), ..Settings::default() };
    let scenario = scenarios(mechanic, &settings).unwrap().remove(0);
    let model = &mechanic.model;
    let symbol = model.inputs.iter().position(|input| input.declaration.name == "luck").unwrap();
    let program = Program { outputs: mechanic.program.outputs[..2].to_vec(), ..mechanic.program.clone() };
    let family = Family::new(&program, Some(symbol), &BTreeSet::new());
    assert!(!family.first_inputs.contains(&symbol) && !family.last_inputs.contains(&symbol));
    let (limits, rule_values) = (Limits::default(), scenario.rule_values(mechanic));
    let found = family.first(&scenario.inputs, &rule_values, &limits).unwrap();
    assert!(found.first().unwrap().low.is_none() && found.last().unwrap().high.is_none());
    assert!(found.windows(2).all(|pair| pair[0].high == pair[1].low && pair[0].high.is_some()));
    for piece in &found {
        let zero = Function::from(Rational::ZERO);
        let total = piece.value.iter().fold(zero, |sum, (_, mass)| sum.plus(mass));
        assert_eq!(total.to_rational(), Some(Rational::ONE));
    }
    let ends = found.iter().filter_map(|piece| piece.high.clone());
    for luck in lucks.iter().cloned().chain(ends) {
        let mut inputs = scenario.inputs.clone();
        inputs[symbol] = Value::Number(luck.clone()).into();
        let at = family.first_at(&inputs, &rule_values, &limits).unwrap();
        if let Some(piece) = found.iter().find(|piece| covers(piece, &luck)) {
            let mut plain: BTreeMap<String, Rational> = BTreeMap::new();
            for (state, mass) in &piece.value {
                plain.insert(format!("{state:?}"), mass.at(&luck).unwrap());
            }
            plain.retain(|_, mass| !mass.is_zero());
            let direct = at.iter().map(|(state, mass)| (format!("{state:?}"), mass.clone()));
            assert_eq!(
                plain,
                direct.filter(|(_, mass)| !mass.is_zero()).collect(),
                "{rules} {set:?} luck={luck}"
            );
        }
        let states: Vec<_> = at.iter().map(|(state, _)| state.clone()).collect();
        let behind = family.last(&inputs, &rule_values, &states, &limits);
        let behind: Vec<_> = behind.into_iter().map(Result::unwrap).collect();
        let mut mixed: BTreeMap<Vec<String>, BigRational> = BTreeMap::new();
        for ((_, weight), row) in at.iter().zip(behind) {
            for (values, mass) in row {
                let fields = model.fields.iter().zip(&values);
                let key = fields.map(|(field, value)| model.value_text(field.kind, value)).collect();
                *mixed.entry(key).or_insert_with(BigRational::zero) += (weight * &mass).to_big();
            }
        }
        mixed.retain(|_, mass| !mass.is_zero());
        let set = [set, &[format!("luck={luck}")]].concat();
        assert_eq!(mixed, law(mechanic, rules, &set, &[0, 1]), "{rules} {set:?}");
    }
    found.len()
}

#[test]
fn the_masses_of_a_family_are_those_of_the_table_at_any_luck() {
    let mechanic = awards();
    let mut random = Random(11);
    let mut number = |low: i64, high: i64| {
        let bottom = i64::try_from(random.below(40)).unwrap() + 1;
        let span = u64::try_from((high - low) * bottom).unwrap();
        Rational::new(low * bottom + i64::try_from(random.below(span + 1)).unwrap(), bottom)
    };
    let lucks: Vec<Rational> =
        (0..200).map(|index| if index % 10 == 0 { number(-4, 14) } else { number(0, 10) }).collect();
    let cases: &[(&str, &[&str])] = &[
        ("pseudo-code", &[]),
        ("pseudo-code", &["lucky_foot=true", "lucky_toe=true"]),
        ("pseudo-code", &["lucky_toe=true", "difficulty=hard", "childs_heart=true", "daemons_tail=true"]),
        ("fandom", &["lucky_foot=true"]),
        ("fandom", &["lucky_foot=true", "lucky_toe=true", "contracts=2", "rib_of_greed=true"]),
        ("wiki-gg", &["watch_battery=true", "guppys_tail=true", "broken_modem=true", "smelter=true"]),
    ];
    let mut counted = BTreeSet::new();
    for (rules, set) in cases {
        let set: Vec<String> = set.iter().map(|text| (*text).to_owned()).collect();
        counted.insert(family_law(&mechanic, rules, &set, &lucks));
    }
    // Without items the sum of both rolls is cut at 0, at seven thresholds below 10, and at 10.
    assert!(counted.iter().all(|count| (7..60).contains(count)), "{counted:?}");
}

#[test]
fn without_a_symbol_everything_is_behind_the_cut() {
    let mechanic = mechanic("isaac/room-count");
    let family = Family::new(&mechanic.program, None, &BTreeSet::new());
    assert!(family.first_inputs.is_empty());
    assert_eq!(family.last_inputs, BTreeSet::from([0, 1, 2]));
}
