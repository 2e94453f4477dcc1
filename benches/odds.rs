//! The figures of the README: `cargo bench`.
#![allow(clippy::expect_used, missing_docs, reason = "a benchmark that cannot start should say so and stop")]

use criterion::{Criterion, criterion_group, criterion_main};
use trueodds::evaluate::{Bindings, Limits, Plan};
use trueodds::exact::Rational;
use trueodds::query::report::Shown;
use trueodds::query::{Mechanic, Settings, TableRequest, parse_sweep, scenario, table, table_report};
use trueodds::session::{DataSource, Session};
use trueodds::value::Value;

fn awards() -> Mechanic {
    let mut session = Session::open(&DataSource::Embedded).expect("the data of the binary");
    session.mechanic("isaac/room-clear-award").expect("the mechanic")
}

/// The inputs at luck 3 and in hard mode or not; each flag as the bits of `items` say.
fn inputs(mechanic: &Mechanic, items: u32, hard: bool) -> Vec<Value> {
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
    mechanic.model.inputs.iter().map(value).collect()
}

fn law(mechanic: &Mechanic, inputs: &[Value], rules: &[Value], limits: &Limits) -> usize {
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
    let request = TableRequest {
        scenarios: scenario(&mechanic, &Settings::default()).expect("the default"),
        sweep: Some(parse_sweep(&mechanic.model, "luck=0..10:1/100", 10_000).expect("a sweep")),
        fields: Vec::new(),
        cumulative: None,
        transpose: false,
        total: false,
        shown: vec![Shown::Percent],
        caption: None,
    };
    c.bench_function("table with a sweep of 1,001 lucks", |b| {
        b.iter(|| {
            let computed = table(&mechanic, &request, &limits).expect("a table");
            table_report(&mechanic, &request, &computed).records.len()
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

criterion_group!(benches, one_law, sweep, all_subsets, load);
criterion_main!(benches);
