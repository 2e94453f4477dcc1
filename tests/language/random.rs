//! Random programs, computed by the engine and by walking every way through them.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "what was compared is for who runs the tests")]

mod engine;

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use num_rational::BigRational;
use num_traits::Zero;
use trueodds::diagnostic::Code;
use trueodds::exact::Rational;
use trueodds::parse::{parse, print};
use trueodds::source::SourceMap;
use trueodds::value::{Above, Value};

use self::engine::{Engine, Masses, Texts};
use crate::oracle::{self, Bounds, Law, Printed, Program, Stop};
use crate::support::Random;

/// How many programs there are, and how many of them are compared at least.
const PROGRAMS: u64 = 5_200;
const COMPARED: usize = 5_000;

/// What became of one program.
enum Verdict {
    Agrees,
    /// There are too many ways through it for walking them.
    TooLarge,
    /// The engine cannot say it, and says so.
    Refused,
}

fn value(own: &oracle::Value) -> Value {
    match own {
        oracle::Value::Number(number) => {
            let whole = |n: &i128| n.to_string().parse::<Rational>().unwrap();
            Value::Number(whole(number.numer()).checked_div(&whole(number.denom())).unwrap())
        }
        oracle::Value::Flag(flag) => Value::Flag(*flag),
        oracle::Value::Variant(index) => Value::Variant(u32::try_from(*index).unwrap()),
        oracle::Value::Above(bound) => Value::Above(Above::or_more(Rational::from(*bound))),
        oracle::Value::List(list) => Value::List(list.iter().map(value).collect()),
        oracle::Value::Pool(_) => panic!("a pool is no value"),
    }
}

/// The law of the columns of the given names.
fn marginal(law: &Law, columns: &[String], wanted: &[String]) -> Masses {
    let place = |name: &String| columns.iter().position(|column| column == name).unwrap();
    let places: Vec<usize> = wanted.iter().map(place).collect();
    let mut masses = Masses::new();
    for (values, p) in law {
        let key = places.iter().map(|place| value(&values[*place])).collect();
        *masses.entry(key).or_insert_with(BigRational::zero) += p;
    }
    masses
}

/// Everything that is wrong with what the engine says of a program, and whether it refused something.
struct Comparison {
    law: Result<Law, Stop>,
    columns: Vec<String>,
    wrong: String,
    refused: bool,
}

impl Comparison {
    fn compare(&mut self, what: &str, found: &Result<Masses, Code>, wanted: &[String]) {
        let expected = match &self.law {
            Ok(law) => Ok(marginal(law, &self.columns, wanted)),
            // Evidence is never left out, whatever is asked.
            Err(_) => Err(Code::ImpossibleEvidence),
        };
        // How far a count without a bound need be known is not always found, which is said.
        if matches!(found, Err(Code::NotRecorded | Code::Endless)) && expected.is_ok() {
            self.refused = true;
        } else if *found != expected {
            let _ = writeln!(self.wrong, "{what}: found {found:?}\n    expected {expected:?}");
        }
    }

    /// Single numbers: the probability of a value, also of one when another is known, mean and variance.
    fn ask(&mut self, engine: &Engine, program: &Program, seed: u64) {
        let Ok(law) = &self.law else { return };
        let outcomes = oracle::columns(program).0;
        let mut random = Random(seed);
        let pick = random.below(law.len() as u64) as usize;
        let Some(row) = law.keys().nth(pick) else { return };
        let place = random.below(outcomes.len() as u64) as usize;
        let other = random.below(outcomes.len() as u64) as usize;
        let event = |place: usize| {
            let name = &outcomes[place].asked;
            match &row[place] {
                oracle::Value::Above(bound) => format!("{name} >= {bound}"),
                value => format!("{name} = {}", oracle::typed(program, outcomes[place].kind, value)),
            }
        };
        let mass = |both: &dyn Fn(&Vec<oracle::Value>) -> bool| -> BigRational {
            law.iter().filter(|(values, _)| both(values)).map(|(_, p)| p).sum()
        };
        let known = mass(&|values| values[other] == row[other]);
        let both = mass(&|values| values[other] == row[other] && values[place] == row[place]);
        let mut questions = vec![
            (format!("P({} | {})", event(place), event(other)), &both / &known),
            (format!("P({})", event(other)), known),
        ];
        let or_more = matches!(outcomes[place].bounds, Bounds::OrMore(..));
        if outcomes[place].kind == oracle::Kind::Integer && !or_more {
            let moment = |power: i32| -> BigRational {
                law.iter().map(|(values, p)| oracle::number(&values[place]).pow(power) * p).sum()
            };
            questions.push((format!("E({})", outcomes[place].asked), moment(1)));
            questions.push((format!("Var({})", outcomes[place].asked), moment(2) - moment(1).pow(2)));
        }
        let (one, other_one) = (&outcomes[place].asked, &outcomes[other].asked);
        questions.push((format!("P({} and {})", event(place), event(other)), both));
        if outcomes[place].kind == outcomes[other].kind {
            let same = mass(&|values| values[other] == values[place]);
            let sum = mass(&|values| values[other] == row[other]) + &same;
            if !or_more && !matches!(outcomes[other].bounds, Bounds::OrMore(..)) {
                questions.push((format!("P({one} = {other_one}) + P({})", event(other)), sum));
            }
        }
        if outcomes[place].kind == oracle::Kind::Integer && !or_more {
            let level = BigRational::new(1.into(), 3.into());
            let mut least: Vec<BigRational> =
                law.keys().map(|values| oracle::number(&values[place])).collect();
            least.sort();
            let reached = least
                .into_iter()
                .find(|least| mass(&|values| oracle::number(&values[place]) <= *least) >= level);
            questions.extend(reached.map(|reached| (format!("quantile({one}, 1/3)"), reached)));
            let than = oracle::number(&row[place]);
            let more = mass(&|values| oracle::number(&values[place]) > than);
            questions.push((format!("P({one} > {than})"), more));
        }
        for (question, expected) in questions {
            match engine.answer(&question) {
                Ok(found) if found == expected => {}
                Err(said) if said.contains("code: NotRecorded") || said.contains("code: Endless") => {
                    self.refused = true;
                }
                found => {
                    let _ = writeln!(self.wrong, "{question}: found {found:?}\n    expected {expected}");
                }
            }
        }
    }
}

/// The text in the canonical layout, which must be its own.
fn canonical(text: &str) -> Result<String, String> {
    let layout = |text: &str| {
        let (tree, _) = parse(SourceMap::default().add("random.odds", text), text);
        print(&tree, text)
    };
    let once = layout(text);
    let again = layout(&once);
    if once == again { Ok(once) } else { Err(format!("the layout changes:\n{once}\n---\n{again}")) }
}

/// Compares a program.
fn verdict(seed: u64) -> Result<Verdict, String> {
    let program = oracle::program(seed);
    let Printed { program: text, used, library } = oracle::print(&program, seed);
    let law = match oracle::law(&program) {
        Err(Stop::TooLarge) => return Ok(Verdict::TooLarge),
        Err(Stop::Wrong(what)) => return Err(format!("{what}\n{text}")),
        law => law,
    };
    let (outcomes, states) = oracle::columns(&program);
    let names = |columns: Vec<oracle::Column>| columns.into_iter().map(|column| column.name);
    let outcomes: Vec<String> = names(outcomes).collect();
    let states: Vec<String> = names(states).collect();
    let columns = [outcomes.clone(), states].concat();
    let (rules, inputs) = (oracle::rule_set(&program), oracle::inputs(&program));
    let others = [&used, &library].map(|text| text.clone().unwrap_or_default()).join("\n");
    let all = format!("{text}\n{others}\n{rules}\n{inputs:?}");
    let texts = Texts { program: text, used, library, rules, inputs };
    if seeds() == (seed, seed) {
        println!("{all}");
    }
    let fail = |what: String| format!("{what}\n{all}");
    let mut comparison = Comparison { law, columns, wrong: String::new(), refused: false };
    let engine = Engine::new(&texts).map_err(fail)?;
    comparison.compare("joint law", &engine.law(&outcomes), &outcomes);
    for outcome in &outcomes {
        let one = std::slice::from_ref(outcome);
        comparison.compare(outcome, &engine.law(one), one);
    }
    if let Some(leaves) = engine.leaves(&outcomes) {
        comparison.compare("tree", &leaves, &outcomes);
    }
    let after = [outcomes.clone(), engine.states()].concat();
    comparison.compare("step", &engine.step(&outcomes), &after);
    comparison.ask(&engine, &program, seed);
    for outcome in oracle::dark(&program) {
        let found = engine.law(&[outcome]);
        if found != Err(Code::NotKnown) && comparison.law.is_ok() {
            let _ = writeln!(comparison.wrong, "a rule that is not known: found {found:?}");
        }
    }
    // In the canonical layout it means the same.
    let program = canonical(&texts.program).map_err(fail)?;
    let library = texts.library.as_deref().map(canonical).transpose().map_err(fail)?;
    let engine = Engine::new(&Texts { program, library, ..texts }).map_err(fail)?;
    comparison.compare("canonical layout", &engine.law(&outcomes), &outcomes);
    match comparison {
        Comparison { wrong, .. } if !wrong.is_empty() => Err(fail(wrong)),
        Comparison { refused: true, .. } => Ok(Verdict::Refused),
        _ => Ok(Verdict::Agrees),
    }
}

/// The seeds, or those that somebody who looks for something asks for: `SEEDS=1..300`.
fn seeds() -> (u64, u64) {
    let asked = std::env::var("SEEDS").ok();
    let ends = asked.as_deref().and_then(|asked| asked.split_once(".."));
    ends.map_or((1, PROGRAMS), |(from, to)| (from.parse().unwrap(), to.parse().unwrap()))
}

#[test]
fn random_programs_mean_what_walking_every_way_through_them_gives() {
    let (from, to) = seeds();
    let next = AtomicU64::new(from);
    let found = Mutex::new(Vec::new());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > to {
                break;
            }
            let verdict = catch_unwind(AssertUnwindSafe(|| verdict(seed)));
            let verdict = verdict.unwrap_or_else(|_| Err("it panics".to_owned()));
            found.lock().unwrap().push((seed, verdict));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort_by_key(|(seed, _)| *seed);
    let (mut agree, mut large, mut refused, mut wrong) = (0, 0, Vec::new(), Vec::new());
    for (seed, verdict) in found {
        match verdict {
            Ok(Verdict::Agrees) => agree += 1,
            Ok(Verdict::TooLarge) => large += 1,
            Ok(Verdict::Refused) => refused.push(seed),
            Err(what) => wrong.push((seed, what)),
        }
    }
    println!("{agree} agree, {large} are too large, refused {refused:?}");
    for (place, (seed, what)) in wrong.iter().enumerate() {
        // The first ones with their programs.
        let what = if place < 3 { what } else { what.lines().next().unwrap_or_default() };
        eprintln!("=== seed {seed}: {what}");
    }
    let seeds: Vec<u64> = wrong.iter().map(|(seed, _)| *seed).collect();
    assert!(wrong.is_empty(), "{} programs differ: {seeds:?}", wrong.len());
    assert!((from, to) != (1, PROGRAMS) || agree >= COMPARED, "only {agree} programs were compared");
    assert!(refused.len() <= 10, "the engine refuses {refused:?}");
}

/// What stands in the programs, as a text has it.
const CONSTRUCTS: &str = "enumeration hue|hue.blue|mood.blue|input |rule |state |outcome |function |procedure |let |\
    given |if |else if |match |at most |below |above |at least | to |repeat |until |for each | in hue| in mood|1..|\
    one of |weight |else =>|chance(|random(|die(|pool |draw |put | into |of weight |for each _|length of |first of |\
    list of integer|last of |sum of |take first of |take last of |add | to front of | at | in {| and | or |not |\
    by hue| by 1..|{hue}|{mood}|most of |least of |kinds of |with at least |highest |lowest |or more| unknown |^ |\
    float32(|root(|xor(|min(|max(|clamp(|floor(|ceil(|round(|abs(|mod(|uniform()|uniform(|min(uniform()|\
    max(uniform()|uniform() + uniform()|match uniform() |chance(uniform|uses sub|sub().|sub(i0 = |uses lib|\
    library random/lib|lib.f|# |; |<=|>=|!=| - | / ";

#[test]
fn random_programs_have_every_construct_many_times() {
    let print = |seed| {
        let Printed { program, used, library } = oracle::print(&oracle::program(seed), seed);
        [program, used.unwrap_or_default(), library.unwrap_or_default()].join("\n")
    };
    let texts: Vec<String> = (1..=1_000).map(print).collect();
    for construct in CONSTRUCTS.split('|') {
        let often = texts.iter().filter(|text| text.contains(construct)).count();
        assert!(often >= 5, "`{construct}` stands in {often} of {} programs", texts.len());
    }
}
