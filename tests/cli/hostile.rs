//! Programs made to be slow: each is answered, or refused in time with advice.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// How a program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    Answered,
    Refused,
}
use Ends::{Answered, Refused};

/// The name, what is asked, how it ends, and the text.
const PROGRAMS: [(&str, &[&str], Ends, &str); 20] = [
    ("doubled", &["query", "E(x)"], Answered, "outcome x: integer = 1\nrepeat 100000 { x = x * 2 }"),
    ("squared", &["table"], Refused, "outcome x: integer = 3\nrepeat 60 { x = x * x }"),
    ("power", &["table"], Refused, "outcome x: integer\nx = floor((7/3) ^ 1000000)"),
    (
        "shuffle",
        &["table"],
        Refused,
        "outcome x: integer = 0\npool bag { for each k in 1..18: 1 => k }\nrepeat 18 { let k = draw bag\nx = x * 31 + k }",
    ),
    (
        "loops",
        &["table"],
        Refused,
        "outcome x: integer = 0\nrepeat 1000 { repeat 1000 { repeat 1000 { x = mod(x + die(6), 7) } } }",
    ),
    (
        "cantor",
        &["table"],
        Refused,
        "outcome x: flag\nlet s: number = 0\nlet p: number = 1\nrepeat 40 { p = p / 3; if chance(1/2) { s = s + p } }\nx = s > 1/4",
    ),
    ("rare-end", &["table"], Answered, "outcome n: integer = 0\nrepeat { n = n + 1 } until chance(1/1000000)"),
    (
        "scores",
        &["table"],
        Refused,
        "outcome x: integer\nlet l = 12 die(20)\nx = 0\nfor each a in l { x = x * 21 + a }",
    ),
    ("median", &["table"], Refused, "outcome x: integer\nlet l = 30 die(100)\nx = l at 15"),
    ("large-die", &["table"], Refused, "outcome x: integer\nx = die(1000000000)"),
    (
        "exploding-cubes",
        &["table"],
        Answered,
        "outcome x: integer = 0\nrepeat { let d = die(6)\n x = x + d * d * d } until d < 6",
    ),
    (
        "plane-walk",
        &["table"],
        Refused,
        "outcome r: integer = 0\nlet x = 0\nlet y = 0\nrepeat {\nif chance(1/2) { if chance(1/2) { x = x + 1 } else { x = x - 1 } }
        else { if chance(1/2) { y = y + 1 } else { y = y - 1 } }\n} until x * x + y * y > 40000\nr = x",
    ),
    (
        "growing-products",
        &["table"],
        Refused,
        "outcome x: integer = 0\nrepeat 200 { let k = die(40)\nx = x * k + k }",
    ),
    ("dice-of-dice", &["table"], Answered, "outcome x: integer = 0\nrepeat 20 { x = x + sum of die(20) die(20) }"),
    ("many-kept", &["table"], Refused, "outcome x: integer\nx = sum of highest 500 of 1000 die(1000)"),
    (
        "three-wheels",
        &["chain", "hit", "hit"],
        Refused,
        "state a: integer = 0\nstate b: integer = 0\nstate c: integer = 0\noutcome hit: flag
a = mod(a + die(97), 97)\nb = mod(b + die(89), 89)\nc = mod(c + die(83), 83)\nhit = a == b and b == c",
    ),
    (
        "wide-count",
        &["chain", "count", "v", "--over", "100"],
        Refused,
        "state s: integer 0..50 = 0\noutcome v: integer\nv = random(1000000) * s\ns = mod(s + die(3), 51)",
    ),
    (
        "evidence",
        &["table"],
        Refused,
        "outcome x: integer = 0\nrepeat 300 { let a = die(6)\n x = mod(x * 7 + a, 1000003)\n given a > 1 }",
    ),
    (
        "running-sum",
        &["query", "E(b)"],
        Answered,
        "outcome a: integer = 0\noutcome b: integer = 0\nrepeat 200 { let v = die(6)\n a = a + v\n b = b + a }",
    ),
    (
        "running-tail",
        &["query", "P(b > 400000)"],
        Refused,
        "outcome a: integer = 0\noutcome b: integer = 0\nrepeat 500 { let v = die(6)\n a = a + v\n b = b + a }",
    ),
];

/// Programs that are long rather than large.
fn long_programs() -> [(&'static str, &'static [&'static str], Ends, String); 5] {
    let uniforms = vec!["uniform()"; 30].join(" + ");
    let chances = vec!["chance(1/99)"; 60].join(" or ");
    let twice = |level: usize| format!("procedure p{level}() {{ p{0}(); p{0}() }}\n", level - 1);
    let calls: String = (1..60).map(twice).collect();
    let deep = format!("x = {}2{}", "if chance(1/2) { 1 } else { ".repeat(100_000), " }".repeat(100_000));
    [
        ("uniforms", &["table"], Answered, format!("outcome x: flag\nx = {uniforms} > 15")),
        ("either", &["table"], Answered, format!("outcome x: flag\nx = {chances}")),
        ("calls", &["check"], Refused, format!("outcome x: integer\nprocedure p0() {{ }}\n{calls}p59()")),
        ("deep", &["check"], Refused, format!("outcome x: integer\n{deep}")),
        (
            "row",
            &["query", "P(x = 2)"],
            Answered,
            format!("outcome x: integer = 0\n{}", "x = die(2)\n".repeat(8000)),
        ),
    ]
}

fn asked(name: &str, ask: &[&str], text: &str) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.odds"));
    fs::write(&path, format!("mechanic t/{name}\n{text}\n")).unwrap();
    let (command, rest) = ask.split_first().unwrap();
    let binary = assert_cmd::cargo::cargo_bin!("trueodds");
    let mut trueodds = Command::new(binary);
    trueodds.arg(command).arg(&path).args(rest).args(["--limit", "seconds=3"]);
    trueodds.env_remove("TRUEODDS_DATA").output().unwrap()
}

#[test]
fn programs_made_to_be_slow_are_answered_or_refused_with_advice() {
    let mut wrong = Vec::new();
    let programs = PROGRAMS.map(|(name, ask, ends, text)| (name, ask, ends, text.to_owned()));
    for (name, ask, ends, text) in programs.into_iter().chain(long_programs()) {
        let output = asked(name, ask, &text);
        let [said, shown] = [&output.stderr, &output.stdout].map(|text| String::from_utf8_lossy(text));
        let found = match output.status.code() {
            Some(0) if !output.stdout.is_empty() => Some(Answered),
            Some(2) if said.contains("error[limit]") && said.contains("= help: ") => Some(Refused),
            // `check` says on the page what is wrong.
            Some(1) if ask == ["check"] && shown.contains("error[") && shown.contains("= help: ") => {
                Some(Refused)
            }
            _ => None,
        };
        if found != Some(ends) {
            wrong.push(format!("{name}: {:?}, expected {ends:?}\n{said}", output.status.code()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
