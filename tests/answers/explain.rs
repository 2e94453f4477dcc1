//! Explanations: what is printed evaluates to the answer again, and what is named is where it is said to be.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::process::Output;
use std::str::Chars;

use assert_cmd::Command;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use trueodds::document::ExplanationsDocument;
use trueodds::evaluate::Limits;
use trueodds::query::{Amount, Explanation, explain, measure};
use trueodds::render::{Format, Style, render};
use trueodds::scenario::{Mechanic, Settings, scenarios};
use trueodds::session::Session;

/// A reader of sums, products and names that shares nothing with the tool.
struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    parts: &'a BTreeMap<String, String>,
}

fn evaluate(text: &str, parts: &BTreeMap<String, String>) -> BigRational {
    let mut reader = Reader { chars: text.chars().peekable(), parts };
    let value = reader.sum();
    reader.space();
    assert!(reader.chars.peek().is_none(), "what is left of `{text}`");
    value
}

impl Reader<'_> {
    fn space(&mut self) {
        while self.chars.next_if(|c| c.is_whitespace()).is_some() {}
    }

    fn takes(&mut self, wanted: &[char]) -> Option<char> {
        self.space();
        self.chars.next_if(|c| wanted.contains(c))
    }

    fn sum(&mut self) -> BigRational {
        let mut value = self.product();
        while let Some(sign) = self.takes(&['+', '-', '−']) {
            let next = self.product();
            value = if sign == '+' { value + next } else { value - next };
        }
        value
    }

    fn product(&mut self) -> BigRational {
        let mut value = self.atom();
        while let Some(sign) = self.takes(&['*', '·', '/']) {
            let next = self.atom();
            value = if sign == '/' { value / next } else { value * next };
        }
        value
    }

    fn atom(&mut self) -> BigRational {
        if self.takes(&['(']).is_some() {
            let value = self.sum();
            assert!(self.takes(&[')']).is_some());
            return value;
        }
        if self.takes(&['-', '−']).is_some() {
            return -self.atom();
        }
        let mut word = String::new();
        while let Some(c) = self.chars.next_if(|c| c.is_ascii_alphanumeric()) {
            word.push(c);
        }
        match self.parts.get(&word) {
            Some(text) => evaluate(text, self.parts),
            None => word.parse().unwrap_or_else(|_| panic!("`{word}` is no number and no part")),
        }
    }
}

const QUERIES: &[(&str, &[&str], &[&str])] = &[
    (
        "isaac/room-clear-award",
        &[],
        &[
            "P(award = chest)",
            "P(award = nothing)",
            "P(award = sack)",
            "P(award = lil_battery)",
            "P(award = chest | award != nothing)",
            "P(award = sack | award in { sack, lil_battery })",
            "E(count)",
            "Var(count)",
            "1 - P(award = nothing)",
            "P(award = chest) / P(award = bomb)",
            "P(award = chest) - P(award = locked_chest)",
            "P(award = chest) * 2 + 1/3",
            "-P(award = heart)",
            "P(true)",
        ],
    ),
    (
        "isaac/room-clear-award",
        &[
            "luck=7/3", "watch_battery=on", "guppys_tail=on", "childs_heart=on", "daemons_tail=on",
            "difficulty=hard", "contracts=2", "broken_modem=on", "ace_of_spades=on", "rusted_key=on",
        ],
        &[
            "P(award = heart)",
            "P(award = key)",
            "P(award = chest | award != nothing)",
            "P(award = nothing)",
            "E(count)",
            "Var(count)",
            "P(count = 3 and award = key)",
            "E(count | award = key)",
            "P(award = tarot_card | count > 0)",
        ],
    ),
    (
        "isaac/special-rooms",
        &["keys=2"],
        &[
            "P(dice_or_sacrifice = dice | dice_or_sacrifice != none)",
            "P(dice_or_sacrifice = dice)",
            "P(library)",
            "P(curse > 0)",
            "P(curse > 0 and library)",
            "P(bedroom = clean | bedroom != none)",
            "P(planetarium)",
            "E(curse)",
        ],
    ),
    (
        "isaac/special-rooms",
        &["dead_ends=5"],
        &[
            "P(library)",
            "P(dead_ends_left = 0)",
            "P(library | dead_ends_left = 0)",
            "E(dead_ends_left)",
            "Var(dead_ends_left)",
            "P(bedroom = clean)",
            "P(miniboss)",
            "P(library_rank = 5)",
            "P(curse_rank = 5 | curse > 0)",
            "E(library_rank)",
        ],
    ),
    ("isaac/room-count", &[], &["E(rooms)", "P(rooms > 8)", "Var(rooms)"]),
    (
        "sts/card-roll",
        &[],
        &["P(rarity = rare)", "P(rarity = uncommon)", "P(rarity = rare | rarity != common)", "P(offset = 4)"],
    ),
    ("sts/card-roll", &["room=elite"], &["P(rarity = rare)", "E(offset)", "P(offset = 4 | rarity = common)"]),
    (
        "sts/card-reward",
        &["room=elite"],
        &["P(rares = 0)", "P(rares > 0)", "E(rares)", "Var(rares)", "P(rares = 1 | rares > 0)", "E(offset)"],
    ),
    ("sts/card-reward", &["room=boss"], &["P(rares = 3)", "E(rares)"]),
    ("sts/shop-card", &["offset=-3"], &["P(rarity = rare)", "P(rarity = rare | rarity != common)"]),
    ("sts/colorless-reward", &[], &["E(rares)", "P(given_rare)", "P(rares = 1)"]),
    ("sts/relic-can-spawn", &["floor=60"], &["P(can_spawn)"]),
];

fn session() -> Session {
    Session::embedded().unwrap()
}

fn explained(session: &Session, name: &str, set: &[&str], text: &str) -> (Mechanic, Explanation) {
    let mechanic = session.mechanic(name).unwrap();
    let question = session.question(&mechanic, text).unwrap_or_else(|failure| panic!("{text}: {failure:?}"));
    let set = set.iter().map(|text| (*text).to_owned()).collect();
    let settings = Settings { set, ..Settings::default() };
    let scenarios = scenarios(&mechanic, &settings).unwrap_or_else(|problems| panic!("{problems:?}"));
    let limits = Limits { nodes: 50_000, ..Limits::default() };
    let found = explain(&mechanic, &question, &scenarios[0], session.sources(), &limits);
    let found = found.unwrap_or_else(|error| panic!("{name} {text}: {error:?}"));
    let answers = measure(&mechanic, &question, &scenarios, None, &limits).unwrap();
    let (Amount::Probability(value) | Amount::Number(value)) = &answers.values[0].1 else {
        panic!("{text} is no number")
    };
    assert_eq!(&found.value, value);
    (mechanic, found)
}

fn parts(found: &Explanation) -> BTreeMap<String, String> {
    found.parts.iter().map(|part| (part.name.clone(), part.formula.infix("*"))).collect()
}

#[test]
fn what_is_printed_evaluates_to_the_answer() {
    let session = session();
    let mut compared = 0;
    for (name, set, queries) in QUERIES {
        for text in *queries {
            let (_, found) = explained(&session, name, set, text);
            let parts = parts(&found);
            assert_eq!(parts.len(), found.parts.len(), "{name} {text}: a name stands for two parts");
            let value = evaluate(&found.formula.infix("*"), &parts);
            assert_eq!(value, found.value.to_big(), "{name} {text}");
            for part in &found.parts {
                assert_eq!(evaluate(&part.formula.infix("·"), &parts), part.value.to_big(), "{name} {text}");
            }
            compared += 1;
        }
    }
    assert!(compared >= 60, "{compared}");
}

/// The equations of the terminal, as a reader sees them.
#[test]
fn the_terminal_says_the_same() {
    let session = session();
    for (name, set, queries) in QUERIES {
        for text in *queries {
            let (mechanic, found) = explained(&session, name, set, text);
            let style = Style { width: 100_000, ..Style::default() };
            let document = ExplanationsDocument::new(&mechanic, std::slice::from_ref(&found));
            let printed = render(&document, Format::Terminal, &style);
            let mut blocks = printed.split("\n\n").skip(1);
            let equations: Vec<&str> =
                blocks.find(|block| block.starts_with("  ")).unwrap().lines().collect();
            let mut parts = BTreeMap::new();
            for line in equations.iter().skip(1).filter(|line| !line.starts_with("      ")) {
                let mut sides = line.trim().split(" = ");
                let key = sides.next().unwrap().to_owned();
                parts.insert(key, sides.last().unwrap().to_owned());
            }
            let right = equations[0].trim().split(" = ").last().unwrap();
            assert_eq!(evaluate(right, &parts), found.value.to_big(), "{name} {text}");
        }
    }
}

#[test]
fn every_number_of_a_formula_is_named_with_a_line_that_is_there() {
    let session = session();
    for (name, set, queries) in QUERIES {
        for text in *queries {
            let (mechanic, found) = explained(&session, name, set, text);
            for draw in &found.draws {
                let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&draw.origin.file);
                let file = std::fs::read_to_string(&file).unwrap_or_else(|_| {
                    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
                    std::fs::read_to_string(data.join(&draw.origin.file)).unwrap()
                });
                let line = file.lines().nth(draw.origin.line - 1).unwrap();
                assert_eq!(line.trim(), draw.origin.whole_line);
                assert!(line.contains(&draw.origin.text), "{} in {line}", draw.origin.text);
                assert!(!draw.numbers.is_empty());
                for rule in &draw.origin.rules {
                    assert!(mechanic.model.rules.iter().any(|own| own.declaration.name == rule.name));
                    assert!(rule.basis.is_some(), "{}", rule.name);
                }
                let none = BTreeMap::new();
                for own in &draw.numbers {
                    let value = evaluate(&own.number.to_string(), &none);
                    assert!(value > BigRational::zero() && value <= BigRational::one());
                }
            }
        }
    }
}

#[test]
fn the_dice_room_reads_as_a_person_would_write_it() {
    let session = session();
    let text = "P(dice_or_sacrifice = dice | dice_or_sacrifice != none)";
    let (_, found) = explained(&session, "isaac/special-rooms", &["keys=2"], text);
    assert_eq!(found.formula.infix("·"), "1/50 + 49/50 · 1/5");
    assert!(found.parts.is_empty());
    let rules: Vec<&str> =
        found.draws.iter().flat_map(|draw| &draw.origin.rules).map(|rule| rule.name.as_str()).collect();
    assert_eq!(rules, ["dice", "dice_keys"]);
}

#[test]
fn a_number_that_was_drawn_names_the_rules_that_it_is_compared_with() {
    let session = session();
    let (_, found) = explained(&session, "sts/shop-card", &["offset=0"], "P(rarity = rare)");
    assert_eq!(found.formula.infix("·"), "9/100");
    let rules: Vec<&str> =
        found.draws.iter().flat_map(|draw| &draw.origin.rules).map(|rule| rule.name.as_str()).collect();
    assert_eq!(rules, ["rare", "uncommon"]);
}

#[test]
fn the_chest_is_the_width_of_its_band_times_the_chance_that_it_stays() {
    let session = session();
    let (_, found) = explained(&session, "isaac/room-clear-award", &[], "P(award = chest)");
    assert_eq!(found.formula.infix("·"), "1/20 · 19/20 · 49/50");
    let (_, given) =
        explained(&session, "isaac/room-clear-award", &[], "P(award = chest | award != nothing)");
    assert_eq!(given.formula.infix("·"), "(1/20 · 19/20 · 49/50) / (39/50)");
}

/// The chance that a constant and multiples of two uniforms are below a threshold, by cutting corners off a square.
fn below(constant: &BigRational, multiples: &[BigRational], threshold: &BigRational) -> BigRational {
    let zero = BigRational::zero();
    let room = threshold - constant;
    let corner = |cut: &BigRational, power: i32| {
        let left = &room - cut;
        if left < zero { zero.clone() } else { left.pow(power) }
    };
    let share = match multiples {
        [one] => (corner(&zero, 1) - corner(one, 1)) / one,
        [one, two] => {
            let all = corner(&zero, 2) - corner(one, 2) - corner(two, 2) + corner(&(one + two), 2);
            all / (one * two * BigRational::from_integer(2.into()))
        }
        _ => panic!("another number of uniforms"),
    };
    share.min(BigRational::one())
}

/// The bands that are shown are those whose chances the roll has, by a formula of areas.
#[test]
fn the_band_of_a_roll_has_the_chance_that_is_shown() {
    let session = session();
    let mut compared = 0;
    for luck in ["0", "1/2", "3", "5", "10", "20"] {
        for items in [&[][..], &["lucky_foot=on"], &["lucky_toe=on"], &["lucky_foot=on", "lucky_toe=on"]] {
            let luck = format!("luck={luck}");
            let set: Vec<&str> = [luck.as_str()].into_iter().chain(items.iter().copied()).collect();
            for award in ["nothing", "trinket", "coin", "heart", "key", "bomb", "chest"] {
                let text = format!("P(award = {award})");
                let (_, found) = explained(&session, "isaac/room-clear-award", &set, &text);
                let Some(draw) = found.draws.iter().find(|draw| draw.roll.is_some()) else { continue };
                let formula = &draw.roll.as_ref().unwrap().formula;
                let multiples: Vec<BigRational> =
                    formula.uniforms.iter().map(|number| number.to_big()).collect();
                for number in &draw.numbers {
                    let at = |end: &trueodds::evaluate::BandEnd| {
                        below(&formula.constant.to_big(), &multiples, &end.at.to_big())
                    };
                    for band in &number.bands {
                        let low = band.low.as_ref().map_or_else(BigRational::zero, at);
                        let high = band.high.as_ref().map_or_else(BigRational::one, at);
                        assert_eq!(high - low, band.chance().to_big(), "{set:?} {award}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 150, "{compared}");
}

fn printed(session: &Session, name: &str, set: &[&str], question: &str) -> String {
    let (mechanic, found) = explained(session, name, set, question);
    let style = Style { width: 1000, ..Style::default() };
    render(&ExplanationsDocument::new(&mechanic, std::slice::from_ref(&found)), Format::Terminal, &style)
}

/// The roll as the pseudo-code of the page makes it, written down by hand.
#[test]
fn the_roll_is_shown_with_the_numbers_of_the_items() {
    let session = session();
    let cases: &[(&[&str], &str, &str)] = &[
        (&[], "roll = u; u is anywhere from 0 to 1", "[0.95, 1), 0.05 wide, of 0 to 1: 1/20 of all rolls"),
        (
            &["luck=5", "lucky_foot=on"],
            "roll = 0.1 + 0.9·u + 0.5·v; u and v are each anywhere from 0 to 1",
            "[0.95, 1.5), 0.55 wide, of 0.1 to 1.5: 1/3 of all rolls",
        ),
        // 1 - 0.85² / (2 · 0.81)
        (
            &["luck=10", "lucky_toe=on"],
            "roll = 0.1 + 0.9·u + 0.9·v; u and v are each anywhere from 0 to 1",
            "[0.95, 1.9), 0.95 wide, of 0.1 to 1.9: 359/648 of all rolls",
        ),
    ];
    for (set, roll, band) in cases {
        let text = printed(&session, "isaac/room-clear-award", set, "P(award = chest)");
        assert!(text.contains(roll) && text.contains(band), "{text}");
    }
}

#[test]
fn a_sentence_says_what_has_to_happen() {
    let session = session();
    let cases: &[(&str, &[&str], &str, &str)] = &[
        (
            "isaac/room-clear-award",
            &["luck=5", "lucky_foot=on"],
            "P(award = chest)",
            "It takes a roll from 0.95 on, and neither Lil' battery (1/20) nor Sack (1/50).",
        ),
        (
            "isaac/special-rooms",
            &["dead_ends=5"],
            "P(library)",
            "It takes neither Dice or Sacrifice Room (1/7) nor “Dice or Sacrifice Room, more when healthy” (1/4), \
             which would take the last of the dead ends, and Library (1/20).",
        ),
        (
            "isaac/special-rooms",
            &["keys=2"],
            "P(dice_or_sacrifice = dice | dice_or_sacrifice != none)",
            "Where dice_or_sacrifice != none, it takes either Dice Room in place of a Sacrifice Room (1/50) or \
             else “Dice Room, more with two keys” (1/5).",
        ),
        ("sts/shop-card", &["offset=0"], "P(rarity = rare)", "It takes a roll of 0 to 8 out of 0 to 99."),
    ];
    for (name, set, question, expected) in cases {
        let text = printed(&session, name, set, question);
        assert!(text.contains(expected), "{text}");
    }
}

/// What an item does is what two plain questions differ by.
#[test]
fn no_sentence_says_twice_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("coins.odds");
    let coins = "mechanic example/coins \"Coins\"\noutcome coin: { golden \"Golden\", plain \"Plain\" } \"Coin\"\n\
                 if chance(1/10) { coin = golden } else if chance(1/4) { coin = golden } else { coin = plain }\n";
    std::fs::write(&path, coins).unwrap();
    let output = run(&["explain", path.to_str().unwrap(), "P(coin = golden)"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("13/40 = 1/10 + 9/10 · 1/4") && !text.contains("either"), "{text}");
}

#[test]
fn the_answer_without_an_input_is_that_of_the_question_without_it() {
    let session = session();
    let all = ["luck=7/3", "difficulty=hard", "lucky_foot=on", "daemons_tail=on", "contracts=2"];
    let (mechanic, found) = explained(&session, "isaac/room-clear-award", &all, "P(award = heart)");
    assert_eq!(found.without.len(), all.len());
    for one in &found.without {
        let name = format!("{}=", mechanic.model[one.input].declaration.name);
        let others: Vec<&str> = all.into_iter().filter(|text| !text.starts_with(&name)).collect();
        assert_eq!(others.len(), all.len() - 1);
        let (_, other) = explained(&session, "isaac/room-clear-award", &others, "P(award = heart)");
        assert_eq!(one.value, other.value, "{name}");
    }
}

/// Every outcome of the overview of every mechanic under every rule set: the product is what the law has.
#[test]
fn the_product_is_the_answer_everywhere() {
    const MOST_VALUES: usize = 12;
    let session = session();
    let limits = Limits { nodes: 50_000, ..Limits::default() };
    let mut compared = 0;
    for name in session.names() {
        let mechanic = session.mechanic(&name).unwrap();
        let fields = mechanic.fields_or_overview(&[]).unwrap();
        for rule_set in &mechanic.rule_sets {
            let settings = Settings { rules: vec![rule_set.name.clone()], ..Settings::default() };
            let scenarios = scenarios(&mechanic, &settings).unwrap();
            for field in &fields {
                let law = trueodds::query::law(&mechanic, &scenarios[0], &[*field], &limits);
                // A rule set may not know what the outcome needs.
                let Ok(law) = law else { continue };
                let declared = &mechanic.model[*field];
                for (values, mass) in law.iter().take(MOST_VALUES) {
                    let value = mechanic.model.value_text(declared.kind, &values[0]);
                    let text = format!("P({} = {value})", declared.name);
                    let question = session.question(&mechanic, &text).unwrap();
                    let found = explain(&mechanic, &question, &scenarios[0], session.sources(), &limits);
                    let found = found.unwrap_or_else(|error| panic!("{name} {text}: {error:?}"));
                    let value = evaluate(&found.formula.infix("*"), &parts(&found));
                    assert_eq!(value, mass.to_big(), "{name} {} {text}", rule_set.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn no_explanation_is_too_long_to_read() {
    let session = session();
    for (name, set, queries) in QUERIES {
        for text in *queries {
            let (_, found) = explained(&session, name, set, text);
            assert!(found.parts.len() <= 14, "{name} {text}: {} parts", found.parts.len());
        }
    }
}

fn run(args: &[&str]) -> Output {
    Command::cargo_bin("trueodds").unwrap().args(args).output().unwrap()
}

#[test]
fn what_does_not_fit_is_refused() {
    let award = "isaac/room-clear-award";
    let cases: &[(&[&str], &str)] = &[
        (&["explain", award, "P(awrd = chest)"], "award"),
        (&["explain", award, "P(award = cest)"], "chest"),
        (&["explain", award, "sd(count)"], "explain `Var(…)`"),
        (&["explain", award, "mode(award)"], "about `P`, `E` and `Var`"),
        (&["explain", award, "quantile(count, 1/2) + 1"], "about `P`, `E` and `Var`"),
        (&["explain", award, "P(award = chest | award = locked_chest)"], "probability 0"),
        (&["explain", award, "P(award = chest) / P(award = locked_chest)"], "nothing can be divided"),
        (&["explain", award, "P(award = chest)", "--limit", "nodes=2"], "limit `nodes` is 2"),
        (&["explain", award, "P(award = chest)", "--format", "csv"], "`latex`"),
        (&["explain", award, "P(award = chest)", "--set", "luk=2"], "luck"),
        (&["explain", award], "needs a question in quotes"),
    ];
    for (args, expected) in cases {
        let output = run(args);
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}

#[test]
fn explanations_in_every_format() {
    let session = session();
    let (mechanic, first) = explained(
        &session,
        "isaac/special-rooms",
        &["keys=2"],
        "P(dice_or_sacrifice = dice | dice_or_sacrifice != none)",
    );
    let (_, second) = explained(&session, "isaac/special-rooms", &["dead_ends=5"], "P(dead_ends_left = 0)");
    for (format, name) in [
        (Format::Terminal, "terminal"),
        (Format::Markdown, "markdown"),
        (Format::Wikitext, "wikitext"),
        (Format::Latex, "latex"),
        (Format::Json, "json"),
    ] {
        let both = [first.clone(), second.clone()];
        let text = render(&ExplanationsDocument::new(&mechanic, &both), format, &Style::default());
        insta::assert_snapshot!(format!("explain-{name}"), text);
    }
}
