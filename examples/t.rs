#![allow(missing_docs, warnings)]
use std::time::Instant;
use trueodds::*;
fn main() {
    let mut session = session::Session::open(&session::DataSource::Embedded).unwrap();
    let m = session.mechanic("sts/card-roll").unwrap();
    let sc = query::scenario(&m, &query::Settings::default()).unwrap();
    let limits = evaluate::Limits::default();
    let b = sc[0].bindings(&m);
    let t = Instant::now();
    let plan = evaluate::Plan::step(&m.program, &b, &[0], &(), &limits);
    let start = evaluate::Plan::start(&m.program, &b, &(), &limits).law(&limits).unwrap();
    let s0: Vec<_> = start.support().cloned().collect();
    let chain = evaluate::explore(&plan, &s0, source::Span::default(), &limits).unwrap();
    println!("{} states explore {:?}", chain.states.len(), t.elapsed());
    let bounds = prob::chain::Bounds::none();
    let k = chain.kernel(|w| i64::from(w.outcome[0] == value::Value::Variant(0)));
    for _ in 0..2 {
        let t = Instant::now();
        let lr = prob::chain::long_run(&k, 0, &bounds).unwrap();
        println!("stationary {:?} at5 {}", t.elapsed(), exact::decimal::plain(&lr.masses[0]));
        let t = Instant::now();
        let h = prob::chain::first_hit(&k, 0, &bounds).unwrap();
        println!(
            "hit {:?} mean {} {:?} {:?}",
            t.elapsed(),
            exact::decimal::plain(&h.moments.as_ref().unwrap().mean),
            h.quantile(&exact::Rational::new(1, 2), &bounds),
            h.modes(&bounds)
        );
        let m = &h.moments.as_ref().unwrap();
        println!("{} var {}", m.mean, exact::decimal::plain(&m.variance));
        println!("{:?}", t.elapsed());
    }
    for n in [30, 150, 300, 1000] {
        let t = Instant::now();
        let law = prob::chain::count_law(&k, 0, n, &bounds).unwrap();
        println!("count {n} {:?} {}", t.elapsed(), law.len());
    }
    let t = Instant::now();
    println!("{:?}", prob::chain::classes(&k).len());
    println!("{:?}", t.elapsed());
    // banded
    use exact::Rational;
    use std::collections::BTreeMap;
    let n = 2000usize;
    let rows: Vec<BTreeMap<(usize, i64), Rational>> = (0..n)
        .map(|i| {
            let mut r = BTreeMap::new();
            let mut left = Rational::ONE;
            for (d, num) in [
                (-2i64, (i % 7 + 3) as i64),
                (-1, (i % 11 + 5) as i64),
                (1, (i % 5 + 9) as i64),
                (2, (i % 13 + 2) as i64),
            ] {
                let j = i as i64 + d;
                if j >= 0 && (j as usize) < n {
                    let w = Rational::new(num, 100);
                    left = &left - &w;
                    r.insert((j as usize, 0), w);
                }
            }
            r.insert((i, 0), left);
            r
        })
        .collect();
    let k = prob::chain::Kernel::of(rows);
    let cl = prob::chain::classes(&k);
    let t = Instant::now();
    let (w, tot) = prob::chain::stationary(&k, &cl[0], &bounds).unwrap();
    println!("banded {:?} bits {} {}", t.elapsed(), tot.bits(), w.len());
    let t = Instant::now();
    let f: Vec<Rational> = w.iter().take(20).map(|x| Rational::from_integers(x, &tot).unwrap()).collect();
    println!("20 gcds {:?} {}", t.elapsed(), f[3].bits());
}
