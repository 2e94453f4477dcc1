//! Formulas against tables: at random lucks, at every end from both sides, and read back from their text.

use std::collections::BTreeMap;

use crate::support::{Random, awards, law, mechanic};
use trueodds::check::FieldId;
use trueodds::document::FormulaDocument;
use trueodds::evaluate::Limits;
use trueodds::exact::symbol::{Part, Piecewise, Plain, Sign};
use trueodds::exact::{Number, Rational};
use trueodds::query::{
    Comparison, Formula, FormulaOf, FormulaRequest, Formulas, Symbol, formula, measure, outcome_formulas,
};
use trueodds::render::{Format, Style, render};
use trueodds::scenario::{Mechanic, Settings, scenarios};
use trueodds::session::{DataSource, Session};

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}

fn settings(rules: &str, set: &[&str]) -> Settings {
    Settings { rules: vec![rules.to_owned()], set: texts(set), ..Settings::default() }
}

/// What a formula is of, as typed, and the formula.
struct Named {
    query: String,
    formula: Piecewise,
}

fn request(mechanic: &Mechanic, settings: &Settings, symbol: &str) -> FormulaRequest {
    let scenario = scenarios(mechanic, settings).unwrap().remove(0);
    FormulaRequest::new(mechanic, scenario, symbol, None).unwrap()
}

/// The formulas of all values of the first outcome in a symbol.
fn outcomes(mechanic: &Mechanic, settings: &Settings, symbol: &str) -> Vec<Named> {
    let (request, limits) = (request(mechanic, settings, symbol), Limits::default());
    let found = outcome_formulas(mechanic, FieldId::new(0), &request, &limits);
    let found = found.unwrap_or_else(|error| panic!("{error:?}"));
    let found = Formulas::new(mechanic, request, found, &limits);
    let document = FormulaDocument::new(mechanic, &found, false);
    let formulas = found.formulas.iter();
    formulas.map(|own| Named { query: document.query(own), formula: own.function.clone() }).collect()
}

fn of_query(mechanic: &Mechanic, settings: &Settings, query: &str, symbol: &str) -> Piecewise {
    let question = Session::default().question(mechanic, query);
    let question = question.unwrap_or_else(|failure| panic!("{failure:?}"));
    let request = request(mechanic, settings, symbol);
    let found = formula(mechanic, &question, &request, &Limits::default());
    found.unwrap_or_else(|error| panic!("{error:?}")).function
}

fn value_of(mechanic: &Mechanic, settings: &Settings, query: &str) -> Rational {
    let question = Session::default().question(mechanic, query).unwrap();
    let scenarios = scenarios(mechanic, settings).unwrap();
    let answers = measure(mechanic, &question, &scenarios, None, &Limits::default()).unwrap();
    match &answers.values[0].1 {
        trueodds::query::Amount::Probability(value) | trueodds::query::Amount::Number(value) => value.clone(),
        other => panic!("{other:?}"),
    }
}

const ITEMS: [(&str, &[&str]); 6] = [
    ("repentance-plus", &[]),
    ("repentance-plus", &["lucky_foot=true", "lucky_toe=true"]),
    ("repentance", &["lucky_foot=true", "watch_battery=true", "difficulty=hard", "childs_heart=true"]),
    ("fandom", &["lucky_toe=true", "lucky_foot=true", "contracts=2"]),
    ("rebirth", &["guppys_tail=true", "daemons_tail=true"]),
    ("pseudo-code", &["rib_of_greed=true", "ace_of_spades=true", "safety_cap=true", "match_stick=true"]),
];

/// Every end of a part, and numbers close to it on both sides.
fn ends(formulas: &[Named]) -> Vec<Rational> {
    let near = Rational::new(1, 1_000_000_007);
    let ends = formulas.iter().flat_map(|own| &own.formula.parts).flat_map(|part| [&part.low, &part.high]);
    let ends: std::collections::BTreeSet<Rational> = ends.flatten().cloned().collect();
    assert!(!ends.is_empty());
    ends.iter().flat_map(|end| [end - &near, end.clone(), end + &near]).collect()
}

#[test]
fn formulas_are_the_table_at_a_thousand_lucks_and_at_every_end_from_both_sides() {
    let mechanic = awards();
    let mut random = Random(7);
    for (rules, set) in ITEMS {
        let formulas = outcomes(&mechanic, &settings(rules, set), "luck");
        let mut lucks = ends(&formulas);
        lucks.extend((0..170).map(|_| {
            let top = i64::try_from(random.below(60_000)).unwrap() - 20_000;
            Rational::new(top, 1 + i64::try_from(random.below(4000)).unwrap())
        }));
        for luck in &lucks {
            let mut all = texts(set);
            all.push(format!("luck={luck}"));
            let table = law(&mechanic, rules, &all, &[0]);
            for own in &formulas {
                let value = own.query.trim_start_matches("P(award = ").trim_end_matches(')').to_owned();
                let expected = table.get(&vec![value]).cloned().unwrap_or_default();
                let found =
                    own.formula.at(luck).unwrap_or_else(|| panic!("no value at {luck}: {}", own.query));
                assert_eq!(found.to_big(), expected, "{} at {luck} under {rules} {set:?}", own.query);
            }
        }
    }
}

#[test]
fn formulas_of_all_outcomes_sum_to_one_identically() {
    let mechanic = awards();
    for (rules, set) in ITEMS {
        let formulas = outcomes(&mechanic, &settings(rules, set), "luck");
        let mut places = ends(&formulas);
        places.sort();
        for place in places {
            let parts: Vec<&Part> = formulas
                .iter()
                .map(|own| own.formula.parts.iter().find(|part| part.contains(&place)).unwrap())
                .collect();
            let zero = trueodds::exact::symbol::Function::from(Rational::ZERO);
            let sum = parts.iter().fold(zero, |sum, part| sum.plus(&part.function));
            assert_eq!(sum.to_rational(), Some(Rational::ONE), "at {place} under {rules} {set:?}");
        }
    }
}

#[test]
fn formulas_in_a_rule_are_the_table_with_that_rule() {
    let mechanic = awards();
    let mut random = Random(11);
    for rule in ["battery", "sack", "watch_battery"] {
        let base = settings("repentance-plus", &["watch_battery=true", "luck=3"]);
        let formula = of_query(&mechanic, &base, "P(award = lil_battery)", rule);
        for _ in 0..40 {
            let value = Rational::new(i64::try_from(random.below(1000)).unwrap(), 1000);
            let changed = Settings { rule: vec![format!("{rule}={value}")], ..base.clone() };
            assert_eq!(
                formula.at(&value),
                Some(value_of(&mechanic, &changed, "P(award = lil_battery)")),
                "{rule}={value}"
            );
        }
    }
    // By hand: dice = p + (1 - p) / 5 with two keys.
    let rooms = mechanic_named("isaac/special-rooms");
    let keys = settings("repentance-plus", &["keys=2"]);
    let dice = of_query(&rooms, &keys, "P(dice_or_sacrifice = dice | dice_or_sacrifice != none)", "dice");
    assert_eq!(dice.parts.len(), 1);
    assert_eq!(dice.parts[0].function.text("p", &Plain), "(4*p+1)/5");
    // And as people read it.
    let request = request(&rooms, &keys, "dice");
    let of = FormulaOf::Question("dice".to_owned());
    let formulas = vec![Formula { of, is_probability: true, function: dice }];
    let found = Formulas::new(&rooms, request, formulas, &Limits::default());
    let text = render(&FormulaDocument::new(&rooms, &found, false), Format::Terminal, &Style::default());
    assert!(text.contains("(4·dice + 1)/5"), "{text}");
}

fn mechanic_named(name: &str) -> Mechanic {
    mechanic(name)
}

#[test]
fn expectations_and_conditions_are_those_of_queries() {
    let mechanic = awards();
    for query in [
        "E(count)",
        "Var(count)",
        "P(award = chest | award != nothing)",
        "P(award = chest) / P(award = coin) - 1/3",
    ] {
        let base = settings("repentance-plus", &["lucky_toe=true"]);
        let formula = of_query(&mechanic, &base, query, "luck");
        for luck in ["-3", "0", "1/7", "2", "9", "19/2", "10", "31/3"] {
            let at = settings("repentance-plus", &["lucky_toe=true", &format!("luck={luck}")]);
            assert_eq!(
                formula.at(&luck.parse().unwrap()),
                Some(value_of(&mechanic, &at, query)),
                "{query} {luck}"
            );
        }
    }
}

/// A tiny calculator for the plain notation: numbers, x, + - * / ^ and parentheses.
fn calculate(text: &str, x: &Rational) -> Rational {
    fn sum(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, x: &Rational) -> Rational {
        let mut total =
            if chars.next_if_eq(&'-').is_some() { -&product(chars, x) } else { product(chars, x) };
        while let Some(sign) = chars.next_if(|c| matches!(c, '+' | '-')) {
            let next = product(chars, x);
            total = if sign == '+' { &total + &next } else { &total - &next };
        }
        total
    }
    fn product(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, x: &Rational) -> Rational {
        let mut total = power(chars, x);
        while let Some(sign) = chars.next_if(|c| matches!(c, '*' | '/')) {
            let next = power(chars, x);
            total = if sign == '*' { &total * &next } else { total.checked_div(&next).unwrap() };
        }
        total
    }
    fn power(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, x: &Rational) -> Rational {
        let base = atom(chars, x);
        if chars.next_if_eq(&'^').is_none() {
            return base;
        }
        let exponent: u32 = digits(chars).parse().unwrap();
        (0..exponent).fold(Rational::ONE, |total, _| &total * &base)
    }
    fn digits(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
        std::iter::from_fn(|| chars.next_if(char::is_ascii_digit)).collect()
    }
    fn atom(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, x: &Rational) -> Rational {
        match chars.peek() {
            Some('(') => {
                chars.next();
                let inner = sum(chars, x);
                assert_eq!(chars.next(), Some(')'));
                inner
            }
            Some('x') => {
                chars.next();
                x.clone()
            }
            _ => digits(chars).parse().unwrap(),
        }
    }
    let mut chars = text.chars().peekable();
    let value = sum(&mut chars, x);
    assert_eq!(chars.next(), None, "{text}");
    value
}

#[test]
fn the_text_of_a_formula_calculates_to_its_value() {
    let mechanic = awards();
    let mut longest: BTreeMap<usize, String> = BTreeMap::new();
    for (rules, set) in ITEMS {
        for own in outcomes(&mechanic, &settings(rules, set), "luck") {
            for part in &own.formula.parts {
                let text = part.function.text("x", &Plain);
                for point in [Rational::new(7, 3), Rational::new(-5, 11), Rational::from(8)] {
                    if let Some(value) = part.function.at(&point) {
                        assert_eq!(calculate(&text, &point), value, "{text}");
                    }
                }
                longest.insert(text.len(), text);
            }
        }
    }
    assert!(longest.len() > 10);
}

#[test]
fn solutions_are_what_a_fine_scan_finds() {
    let mechanic = awards();
    let cases = [
        "P(award = chest) >= 1/4",
        "P(award = chest) > P(award = coin)",
        "P(award = nothing) < P(award = heart)",
        "P(award = lil_battery) != 49/1000",
        "P(award = chest) * P(award = nothing) > 1/80",
        "P(award = nothing) = 1/27",
    ];
    for (rules, set) in &ITEMS[..3] {
        for text in cases {
            let comparison = Comparison::parse(text).unwrap();
            let formula = of_query(&mechanic, &settings(rules, set), &comparison.difference, "luck");
            let solution = formula.solve(comparison.sign);
            for step in -40..260 {
                let luck = Rational::new(step, 20);
                let holds = solution.iter().any(|interval| {
                    let low = interval.low.as_ref().is_none_or(|root| match root.to_rational() {
                        Some(low) => *low < luck || interval.low_closed && *low == luck,
                        None => *root.refined(&Rational::new(1, 1000)).between().1 < luck,
                    });
                    let high = interval.high.as_ref().is_none_or(|root| match root.to_rational() {
                        Some(high) => luck < *high || interval.high_closed && luck == *high,
                        None => luck < *root.refined(&Rational::new(1, 1000)).between().0,
                    });
                    low && high
                });
                let difference = formula.at(&luck).unwrap();
                let expected = match comparison.sign {
                    Sign::NotNegative => !difference.is_negative(),
                    Sign::Positive => !difference.is_negative() && !difference.is_zero(),
                    Sign::Negative => difference.is_negative(),
                    Sign::NotZero => !difference.is_zero(),
                    Sign::Zero => difference.is_zero(),
                    Sign::NotPositive => difference.is_negative() || difference.is_zero(),
                };
                assert_eq!(holds, expected, "{text} at {luck} under {rules} {set:?}: {solution:?}");
            }
        }
    }
}

#[test]
fn least_and_greatest_values_bound_a_fine_scan() {
    let mechanic = awards();
    for (rules, set) in ITEMS {
        for own in outcomes(&mechanic, &settings(rules, set), "luck") {
            let (least, most) = own.formula.extremes().unwrap();
            let values: Vec<Rational> =
                (-60..260).map(|step| own.formula.at(&Rational::new(step, 20)).unwrap()).collect();
            assert!(
                values.iter().all(|value| least.value.0 <= *value && *value <= most.value.1),
                "{}",
                own.query
            );
            for extreme in [&least, &most] {
                let at = extreme.at.as_ref().and_then(|root| root.to_rational());
                if let (Some(at), true) = (at, extreme.attained) {
                    assert_eq!(own.formula.at(at).as_ref(), Some(&extreme.value.0), "{}", own.query);
                }
            }
        }
    }
}

#[test]
fn an_outcome_that_jumps_at_luck_0_has_its_end_there() {
    // With Lucky Foot and Lucky Toe nothing comes 1 in 27 at luck 0, and 17/147 just above it.
    let formulas = outcomes(&awards(), &settings("repentance-plus", ITEMS[1].1), "luck");
    let nothing = &formulas.iter().find(|own| own.query == "P(award = nothing)").unwrap().formula;
    assert_eq!(nothing.at(&Rational::ZERO), Some(Rational::new(1, 27)));
    assert_eq!(nothing.parts[1].function.at(&Rational::ZERO), Some(Rational::new(17, 147)));
    assert!(!nothing.parts[1].low_closed);
}

#[test]
fn where_something_is_divided_by_zero_a_formula_has_no_value_even_if_nothing_of_it_is_left() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("formula-pole");
    std::fs::create_dir_all(folder.join("x")).unwrap();
    let text = "mechanic x/pole \"Pole\" from \"A test\"\n\noutcome hit: flag \"Hit\"\n\
                input luck: number = 1\nlet part = 1 / (luck + 7)\nhit = chance(1/2) and part - part == 0\n";
    std::fs::write(folder.join("x/pole.odds"), text).unwrap();
    let mechanic = Session::open(&DataSource::Folder(folder)).unwrap().mechanic("x/pole").unwrap();
    let hit = of_query(&mechanic, &Settings::default(), "P(hit)", "luck");
    assert_eq!(hit.at(&Rational::from(-7)), None);
    assert_eq!(hit.at(&Rational::from(3)), Some(Rational::new(1, 2)));
    assert_eq!(hit.parts.len(), 2);
}

#[test]
fn what_is_no_formula_is_refused_with_the_reason() {
    let mechanic = awards();
    let scenario = scenarios(&mechanic, &Settings::default()).unwrap().remove(0);
    let refused = |name: &str| Symbol::find(&mechanic, &scenario, name).unwrap_err().to_string();
    assert!(refused("contracts").contains("whole number"), "{}", refused("contracts"));
    assert!(refused("lukc").contains("did you mean `luck`"), "{}", refused("lukc"));
    assert!(refused("lucky_foot").contains("is no number"), "{}", refused("lucky_foot"));
    for text in ["P(award = chest)", "1 < 2 < 3", ">= 1", ""] {
        assert!(Comparison::parse(text).is_err(), "{text}");
    }
}
