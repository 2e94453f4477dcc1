//! The figures of the README: `cargo bench`.
#![allow(clippy::expect_used, missing_docs, reason = "a benchmark that cannot start should say so and stop")]

use criterion::{Criterion, criterion_group, criterion_main};
use trueodds::check::{FieldId, Kind};
use trueodds::document::{Document as _, LawDocument, TableLayout};
use trueodds::evaluate::{Bindings, Limits, Plan, Reach, StateValues, explore};
use trueodds::exact::Rational;
use trueodds::prob::chain::{Bounds, Kernel, classes, count_law, first_hit, long_run, stationary};
use trueodds::query::{FormulaRequest, LawRequest, laws, outcome_formulas};
use trueodds::scenario::{Axes, Mechanic, Settings, Sweep, scenarios};
use trueodds::session::Session;
use trueodds::source::Span;
use trueodds::value::{InputValue, RuleValue, Value};

fn awards() -> Mechanic {
    let session = Session::embedded().expect("the data of the binary");
    session.mechanic("isaac/room-clear-award").expect("the mechanic")
}

/// The inputs at luck 3 and in hard mode or not; each flag as the bits of `items` say.
fn inputs(mechanic: &Mechanic, items: u32, hard: bool) -> Vec<InputValue> {
    let mut bit = 0;
    let value = |input: &trueodds::check::model::Input| match input.declaration.name.as_str() {
        "luck" => Value::Number(Rational::from(3)),
        "difficulty" => Value::Variant(u32::from(hard)),
        "contracts" => Value::Number(Rational::ZERO),
        _ => {
            bit += 1;
            Value::Flag(items >> (bit - 1) & 1 == 1)
        }
    };
    mechanic.model.inputs.iter().map(value).map(InputValue::from).collect()
}

fn law(mechanic: &Mechanic, inputs: &[InputValue], rules: &[RuleValue], limits: &Limits) -> usize {
    let bindings = Bindings::new(inputs, rules);
    let plan = Plan::<Rational>::new(&mechanic.program, &bindings, &[0], &(), limits);
    plan.law(limits).expect("a law").len()
}

fn one_law(c: &mut Criterion) {
    let (mechanic, limits) = (awards(), Limits::default());
    let rules = mechanic.rule_sets[4].values();
    let all = inputs(&mechanic, u32::MAX, true);
    c.bench_function("one award law, every item, luck 3, hard", |b| {
        b.iter(|| law(&mechanic, &all, &rules, &limits))
    });
    let none = inputs(&mechanic, 0, false);
    c.bench_function("one award law, no item, luck 3, normal", |b| {
        b.iter(|| law(&mechanic, &none, &rules, &limits))
    });
}

fn sweep(c: &mut Criterion) {
    let (mechanic, limits) = (awards(), Limits::default());
    let axes = Axes::from(Some(Sweep::parse(&mechanic, "luck=0..10:1/100", 10_000).expect("a sweep")));
    let usual = scenarios(&mechanic, &Settings::default()).expect("the default");
    let request = LawRequest {
        scenarios: axes.spread(&mechanic, &usual).expect("luck"),
        outcomes: vec![FieldId::new(0)].into(),
        cumulative: None,
        given: None,
    };
    c.bench_function("table with a sweep of 1,001 lucks", |b| {
        b.iter(|| {
            let found = laws(&mechanic, &request, &limits).expect("a table");
            LawDocument::new(&mechanic, &found, &axes, TableLayout::default()).records().count()
        });
    });
}

fn all_subsets(c: &mut Criterion) {
    let (mechanic, limits) = (awards(), Limits::default());
    let rules = mechanic.rule_sets[4].values();
    let mut group = c.benchmark_group("subsets");
    group.sample_size(10);
    group.bench_function("all 8,192 item subsets, both difficulties, luck 3", |b| {
        b.iter(|| {
            let one = |items, hard| law(&mechanic, &inputs(&mechanic, items, hard), &rules, &limits);
            (0..8192).map(|items| one(items, false) + one(items, true)).sum::<usize>()
        });
    });
    group.finish();
}

fn load(c: &mut Criterion) {
    c.bench_function("parse, check and lower the mechanic with its rule sets", |b| b.iter(awards));
}

/// The pity timer: how it is explored, its rare cards marked.
struct Timer {
    mechanic: Mechanic,
    limits: Limits,
}

impl Timer {
    fn new() -> Timer {
        let session = Session::embedded().expect("the data of the binary");
        Timer {
            mechanic: session.mechanic("sts/card-roll").expect("the mechanic"),
            limits: Limits::default(),
        }
    }

    fn kernel(&self) -> Kernel {
        let scenario = &scenarios(&self.mechanic, &Settings::default()).expect("the default")[0];
        let bindings = scenario.bindings(&self.mechanic);
        let program = &self.mechanic.program;
        let start = Plan::start(program, &bindings, &(), &self.limits).law(&self.limits).expect("a start");
        let start: Vec<_> = start.support().cloned().collect();
        let plan = Plan::step(program, &bindings, &[0], &(), &self.limits);
        let mut step = |state: &StateValues| plan.transitions(state, &self.limits);
        let chain = explore(&mut step, &start, Reach::all(), Span::default(), &self.limits).expect("a chain");
        chain.kernel(|way| i64::from(way.outcome[0] == Value::Variant(0)))
    }
}

fn pity_timer(c: &mut Criterion) {
    let timer = Timer::new();
    c.bench_function("pity timer: 46 states with the rarity law of each", |b| {
        b.iter(|| timer.kernel().len())
    });
    let kernel = timer.kernel();
    c.bench_function("pity timer: stationary law and mean first rare", |b| {
        b.iter(|| {
            let law = long_run(&kernel, 0, &Bounds::none()).expect("a law");
            (law, first_hit(&kernel, 0, &Bounds::none()).expect("a hit").moments)
        });
    });
    let mut group = c.benchmark_group("counts");
    group.sample_size(10);
    for uses in [30, 150, 300, 1000] {
        group.bench_function(format!("law of the rares in {uses} cards"), |b| {
            b.iter(|| count_law(&kernel, 0, uses, &Bounds::none()).expect("a law").len());
        });
    }
    group.finish();
}

fn rooms(c: &mut Criterion) {
    let session = Session::embedded().expect("the data of the binary");
    let mechanic = session.mechanic("isaac/special-rooms").expect("the mechanic");
    let settings = Settings {
        set: ["dead_ends=13", "stage=2", "coins=9", "keys=2", "hearts=1"].map(str::to_owned).to_vec(),
        with: vec!["voodoo_head".to_owned()],
        ..Settings::default()
    };
    let scenario = &scenarios(&mechanic, &settings).expect("a scenario")[0];
    let (bindings, limits) = (scenario.bindings(&mechanic), Limits::default());
    let law = |fields: &[usize]| {
        let plan = Plan::<Rational>::new(&mechanic.program, &bindings, fields, &(), &limits);
        plan.law(&limits).expect("a law").len()
    };
    let fields: Vec<usize> = (0..mechanic.model.fields.len()).collect();
    let is_rank = |field: &usize| mechanic.model.fields[*field].name.ends_with("_rank");
    let rooms: Vec<usize> = fields.iter().copied().filter(|field| !is_rank(field)).collect();
    c.bench_function("special rooms, 13 dead ends: each outcome on its own, without ranks", |b| {
        b.iter(|| rooms.iter().map(|field| law(&[*field])).sum::<usize>());
    });
    c.bench_function("special rooms, 13 dead ends: joint law without ranks", |b| b.iter(|| law(&rooms)));
    c.bench_function("special rooms, 13 dead ends: joint law with all ranks", |b| b.iter(|| law(&fields)));
}

/// 2,000 states, each with ways to the two before it and the two after it.
fn banded(c: &mut Criterion) {
    let size = 2_000_usize;
    let row = |state: usize| {
        let mut row = std::collections::BTreeMap::new();
        let mut stay = Rational::ONE;
        for (to, weight) in [
            (state.checked_sub(2), 3 + state % 7),
            (state.checked_sub(1), 5 + state % 11),
            (Some(state + 1), 9 + state % 5),
            (Some(state + 2), 2 + state % 13),
        ] {
            if let Some(to) = to.filter(|to| *to < size) {
                let weight = Rational::new(i64::try_from(weight).expect("a small number"), 100);
                stay = &stay - &weight;
                row.insert((to, 0), weight);
            }
        }
        row.insert((state, 0), stay);
        row
    };
    let kernel = Kernel::of((0..size).map(row).collect());
    let class = &classes(&kernel)[0];
    let mut group = c.benchmark_group("banded");
    group.sample_size(10);
    group.bench_function("stationary law of 2,000 states, weights over one sum", |b| {
        b.iter(|| stationary(&kernel, class, &Bounds::none()).expect("a law").1.bits());
    });
    group.bench_function("the same in lowest terms, each a fraction", |b| {
        b.iter(|| long_run(&kernel, 0, &Bounds::none()).expect("a law").class.states.len());
    });
    group.finish();
}

fn closed_forms(c: &mut Criterion) {
    let (mechanic, limits) = (awards(), Limits::default());
    let flags = mechanic.model.inputs.iter().filter(|input| input.declaration.kind == Kind::Flag);
    let with = flags.map(|input| input.declaration.name.clone()).collect();
    let settings = Settings { with, set: vec!["difficulty=hard".to_owned()], ..Settings::default() };
    let scenario = scenarios(&mechanic, &settings).expect("a scenario").remove(0);
    let request = FormulaRequest::new(&mechanic, scenario, "luck", None).expect("an input");
    c.bench_function("formulas of every award in luck, every item, hard", |b| {
        b.iter(|| outcome_formulas(&mechanic, FieldId::new(0), &request, &limits).expect("formulas").len());
    });
}

criterion_group!(benches, one_law, sweep, all_subsets, load, pity_timer, rooms, banded, closed_forms);
criterion_main!(benches);
