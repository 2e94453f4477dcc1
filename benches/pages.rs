//! The figures of the README about claims, pages and differences: `cargo bench --bench pages`.
#![allow(clippy::expect_used, missing_docs, reason = "a benchmark that cannot start should say so and stop")]

use criterion::{Criterion, criterion_group, criterion_main};
use trueodds::evaluate::Limits;
use trueodds::page::Page;
use trueodds::query::{ExhaustiveRequest, exhaustive};
use trueodds::scenario::{Settings, sides};
use trueodds::session::Session;
use trueodds::verify::{Checked, Judge, cases, decide, stated};

fn all_claims(c: &mut Criterion) {
    let limits = Limits::default();
    c.bench_function("every claim under every rule set, from the files", |b| {
        b.iter(|| {
            let session = Session::embedded().expect("the data of the binary");
            let claims = session.claims(&[]).expect("claims");
            let mut cases = cases(&claims.files, &claims.mechanics).expect("cases");
            decide(&mut cases, &limits);
            stated(&cases, &[]).len()
        });
    });
}

/// Five megabytes of prose with figures, and a page of claims at its beginning.
fn large_page() -> String {
    let mut text = include_str!("../tests/data/page.txt").to_owned();
    let words = include_str!("../README.md");
    while text.len() < 5_000_000 {
        text.push_str(words);
    }
    text
}

fn pages(c: &mut Criterion) {
    let limits = Limits::default();
    let text = large_page();
    let session = Session::embedded().expect("the data of the binary");
    let claims = session.claims(&[]).expect("claims");
    let names = claims.names();
    let mut group = c.benchmark_group("pages");
    group.sample_size(10);
    group.bench_function("a page of 5 MB", |b| {
        b.iter(|| {
            let cases = cases(&claims.files, &claims.mechanics).expect("cases");
            let mut judge = Judge::new(&names, cases, &limits);
            let read = Page::read(&text);
            let findings = judge.page(&read);
            Checked::of_page(&read, "page", findings, judge.cases()).findings.len()
        });
    });
    group.finish();
}

fn editions(c: &mut Criterion) {
    let limits = Limits::default();
    let session = Session::embedded().expect("the data of the binary");
    let mechanic = session.mechanic("isaac/room-clear-award").expect("the mechanic");
    let mut group = c.benchmark_group("diff --all-inputs");
    group.sample_size(10);
    for (from, to) in [("afterbirth-plus", "repentance"), ("repentance", "repentance-plus")] {
        let request = ExhaustiveRequest {
            sides: sides(&mechanic, Some(from), Some(to), &Settings::default()).expect("two sides"),
            fields: mechanic.fields_or_all(&[]).expect("the outcomes"),
            over: Vec::new(),
            combinations: 100_000,
        };
        group.bench_function(format!("{from} against {to}"), |b| {
            b.iter(|| {
                exhaustive(&mechanic, &request, &limits, &|_, _| {}).expect("a comparison").combinations
            });
        });
    }
    group.finish();
}

criterion_group!(benches, all_claims, pages, editions);
criterion_main!(benches);
