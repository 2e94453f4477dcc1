//! Counts and sums of loops without a bound: means and variances against closed forms.

mod refusals;
mod tools;
mod walk;

use std::fs;
use std::path::Path;
use std::time::Duration;

use trueodds::diagnostic::has_errors;
use trueodds::evaluate::Limits;
use trueodds::exact::Rational;
use trueodds::query::Amount;
use trueodds::session::Session;

use crate::support;

/// A program that questions are asked about.
struct Asked {
    session: Session,
    path: String,
}

impl Asked {
    fn new(name: &str, text: &str) -> Asked {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("endless");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{name}.odds"));
        fs::write(&path, format!("mechanic endless/it\n{text}")).unwrap();
        let path = path.to_str().unwrap().to_owned();
        let mut session = Session::embedded().unwrap();
        let limits = Limits { trial: Some(Duration::ZERO), ..Limits::default() };
        let findings = session.check_file(&path, &limits).unwrap().findings;
        assert!(!has_errors(&findings), "{name}: {findings:?}");
        Asked { session, path }
    }

    fn answer(&self, query: &str) -> Result<Amount, String> {
        support::answer(&self.session, &self.session.mechanic(&self.path).unwrap(), query)
    }

    fn number(&self, query: &str) -> Rational {
        match self.answer(query).unwrap_or_else(|problem| panic!("{}: {query}: {problem}", self.path)) {
            Amount::Probability(number) | Amount::Number(number) | Amount::Root(number) => number,
            other => panic!("{query}: {other:?}"),
        }
    }

    fn holds(&self, query: &str, expected: &Rational) {
        assert_eq!(self.number(query), *expected, "{}: {query}", self.path);
    }
}

fn whole(number: i64) -> Rational {
    Rational::from(number)
}

fn square(number: &Rational) -> Rational {
    number * number
}

fn over(a: &Rational, b: &Rational) -> Rational {
    a.checked_div(b).unwrap()
}

fn inverse(number: &Rational) -> Rational {
    over(&Rational::ONE, number)
}

fn power(number: &Rational, exponent: i32) -> Rational {
    number.checked_pow(exponent).unwrap()
}

#[test]
fn tries_until_a_hit_are_geometric() {
    for (a, b) in [(1, 3), (2, 7), (99, 100), (1, 1000)] {
        let p = Rational::new(a, b);
        let text = format!("outcome n: integer 1..\nn = 0\nrepeat {{ n = n + 1 }} until chance({a}/{b})\n");
        let asked = Asked::new(&format!("geometric-{a}-{b}"), &text);
        let q = &Rational::ONE - &p;
        let (mean, variance) = (inverse(&p), over(&q, &square(&p)));
        asked.holds("E(n)", &mean);
        asked.holds("Var(n)", &variance);
        asked.holds("E(n^2) - E(n) * E(n)", &variance);
        // E(n(n - 1)(n - 2)) = 6q²/p³, from the third derivative of the generating function.
        asked.holds("E(n * (n - 1) * (n - 2))", &over(&(whole(6) * &square(&q)), &power(&p, 3)));
        // Without memory: after two misses it is as at the start.
        asked.holds("E(n | n >= 3)", &(&mean + &whole(2)));
        asked.holds("Var(n | n > 2)", &variance);
        let mass = |n: i32| power(&q, n - 1) * &p;
        let total: Rational = (1..=5).map(mass).sum();
        let weighted: Rational = (1..=5).map(|n| mass(n) * &whole(i64::from(n))).sum();
        asked.holds("E(n | n <= 5)", &over(&weighted, &total));
        asked.holds("E(3 * n - 2)", &(whole(3) * &mean - &whole(2)));
        asked.holds("Var(n / 2)", &(&variance * &Rational::new(1, 4)));
        // The mean of max(n, 3) has (3 - n)⁺ more.
        asked.holds("E(max(n, 3))", &(&mean + &(whole(2) * &mass(1) + &mass(2))));
        asked.holds("E(abs(n - 3))", &(&mean - &whole(3) + &(whole(2) * &(whole(2) * &mass(1) + &mass(2)))));
        asked.holds("E(if n > 3 { n } else { 0 })", &(power(&q, 3) * &(&mean + &whole(3))));
    }
}

#[test]
fn sd_of_an_endless_count_is_a_root_unless_it_is_rational() {
    let text = "outcome n: integer 1..\nn = 0\nrepeat { n = n + 1 } until chance(1/3)\n";
    assert!(
        matches!(Asked::new("root", text).answer("sd(n)"), Ok(Amount::Root(square)) if square == whole(6))
    );
}

#[test]
fn tries_until_some_hits_are_negative_binomial() {
    let text = "outcome n: integer 0..\nn = 0\nlet hits = 0
        repeat { n = n + 1\n if chance(2/5) { hits = hits + 1 } } until hits >= HITS\n";
    let p = Rational::new(2, 5);
    for hits in [1, 2, 5, 12] {
        let asked = Asked::new(&format!("hits-{hits}"), &text.replace("HITS", &hits.to_string()));
        asked.holds("E(n)", &over(&whole(hits), &p));
        asked.holds("Var(n)", &(whole(hits) * &over(&(&Rational::ONE - &p), &square(&p))));
    }
}

#[test]
fn dice_that_explode() {
    for sides in [2, 4, 6, 20] {
        let text = format!(
            "outcome total: integer 0..\ntotal = 0\nlet roll = 0
            repeat {{ roll = die({sides})\n total = total + roll }} until roll < {sides}\n"
        );
        let asked = Asked::new(&format!("exploding-{sides}"), &text);
        // So often the highest face, geometric from 0 on, and then one of the others.
        let (s, others) = (whole(sides), whole(sides - 1));
        let mean = over(&s, &others) + &over(&s, &whole(2));
        let variance =
            square(&s) * &over(&s, &square(&others)) + &over(&(square(&others) - &whole(1)), &whole(12));
        asked.holds("E(total)", &mean);
        asked.holds("Var(total)", &variance);
        // Given that it exploded, one highest face more.
        asked.holds(&format!("E(total | total > {sides})"), &(&mean + &s));
    }
    let six = "outcome total: integer 0..\ntotal = 0\nlet roll = 0
        repeat { roll = die(6)\n total = total + roll } until roll < 6\n";
    Asked::new("exploding", six).holds("E(total)", &Rational::new(21, 5));
}

#[test]
fn coupons_until_all_are_there() {
    for kinds in 3..=6 {
        let names: Vec<String> = (0..kinds).map(|kind| format!("k{kind}")).collect();
        let text = format!(
            "enumeration coupon {{ {} }}\noutcome n: integer 0..\nn = 0\nlet seen by coupon: flag = false
            let some = k0
            repeat {{
                n = n + 1
                some = one of {{ {} }}
                seen of some = true
            }} until {}\n",
            names.join(", "),
            names.iter().map(|name| format!("weight 1 => {name}")).collect::<Vec<_>>().join(", "),
            names.iter().map(|name| format!("(seen of {name})")).collect::<Vec<_>>().join(" and "),
        );
        let asked = Asked::new(&format!("coupons-{kinds}"), &text);
        let chance = |left: i64| Rational::new(left, kinds);
        let mean: Rational = (1..=kinds).map(|left| inverse(&chance(left))).sum();
        let variance = |left: i64| over(&(Rational::ONE - &chance(left)), &square(&chance(left)));
        asked.holds("E(n)", &mean);
        asked.holds("Var(n)", &(1..=kinds).map(variance).sum());
        // Counted without telling them apart.
        let text = format!(
            "outcome n: integer 0..\nn = 0\nlet have = 0
            repeat {{ n = n + 1\n if chance(({kinds} - have)/{kinds}) {{ have = have + 1 }} }} until have == {kinds}\n"
        );
        let asked = Asked::new(&format!("coupons-counted-{kinds}"), &text);
        asked.holds("E(n)", &mean);
        asked.holds("Var(n)", &(1..=kinds).map(variance).sum());
    }
}

/// A walk from `start` until it is at 0 or at `end`.
fn ruin(start: i64, end: i64, up: &str) -> Asked {
    let text = format!(
        "outcome steps: integer 0..\noutcome won: flag\nsteps = 0\nlet place = {start}
        repeat {{
            steps = steps + 1
            if chance({up}) {{ place = place + 1 }} else {{ place = place - 1 }}
        }} until place == 0 or place == {end}
        won = place == {end}\n"
    );
    Asked::new(&format!("ruin-{start}-{end}-{}", up.replace('/', "-")), &text)
}

#[test]
fn how_long_a_game_lasts_and_how_long_given_how_it_ends() {
    for (start, end) in [(1, 3), (2, 5), (3, 6), (7, 12)] {
        let asked = ruin(start, end, "1/2");
        let (a, b) = (whole(start), whole(end - start));
        asked.holds("P(won)", &Rational::new(start, end));
        asked.holds("E(steps)", &(&a * &b));
        let third = Rational::new(1, 3);
        let squares = square(&a) + &square(&b) - &whole(2);
        asked.holds("Var(steps)", &(&a * &b * &squares * &third));
        let from_the_other = |near: &Rational| (square(&whole(end)) - &square(near)) * &third;
        asked.holds("E(steps | won)", &from_the_other(&a));
        asked.holds("E(steps | not won)", &from_the_other(&b));
    }
    for (start, end, (a, b)) in [(1, 4, (2, 5)), (3, 7, (3, 4))] {
        let asked = ruin(start, end, &format!("{a}/{b}"));
        let p = Rational::new(a, b);
        let q = Rational::ONE - &p;
        let ratio = over(&q, &p);
        let share = over(
            &(Rational::ONE - &power(&ratio, i32::try_from(start).unwrap())),
            &(Rational::ONE - &power(&ratio, i32::try_from(end).unwrap())),
        );
        asked.holds("P(won)", &share);
        let drift = &q - &p;
        asked.holds("E(steps)", &(over(&whole(start), &drift) - &over(&(whole(end) * &share), &drift)));
    }
}

#[test]
fn a_count_with_two_ways_to_end() {
    // A guard sleeps and wakes with 1/2 in each round; asleep he is passed with 1/3, awake he catches with 1/4.
    let text = "outcome n: integer 0..\noutcome passed: flag\nn = 0\npassed = false\nlet caught = false
        let awake = false
        repeat {
            n = n + 1
            if awake { caught = chance(1/4) } else {
                passed = chance(1/3)
                if not passed { awake = chance(1/2) }
            }
        } until passed or caught\n";
    let asked = Asked::new("two-ends", text);
    // Asleep 1/3 passes, 1/3 stays, 1/3 wakes: the rounds asleep are geometric with 2/3, and so they are whatever
    // comes then; those awake are geometric with 1/4.
    let asleep = Rational::new(3, 2);
    asked.holds("P(passed)", &Rational::new(1, 2));
    asked.holds("E(n | passed)", &asleep);
    asked.holds("E(n | not passed)", &(&asleep + &whole(4)));
    asked.holds("E(n)", &(&asleep + &whole(2)));
    let (short, long) = (Rational::new(3, 4), whole(12));
    asked.holds("Var(n | passed)", &short);
    asked.holds("Var(n | not passed)", &(&short + &long));
    // The awake rounds are there with 1/2: half of their variance, and 4² times 1/4.
    asked.holds("Var(n)", &(&short + &whole(6) + &whole(4)));
}

#[test]
fn random_amounts_until_a_hit_keep_to_wald() {
    let text = "outcome n: integer 0..\noutcome total: integer 0..\nn = 0\ntotal = 0
        repeat { n = n + 1\n total = total + random(5) * 3 } until chance(2/9)\n";
    let asked = Asked::new("wald", text);
    let p = Rational::new(2, 9);
    let (rounds, spread) = (inverse(&p), over(&(Rational::ONE - &p), &square(&p)));
    // 0, 3, 6, 9, 12
    let (mean, variance) = (whole(6), whole(18));
    asked.holds("E(total)", &(&rounds * &mean));
    let of_total = &rounds * &variance + &(&spread * &square(&mean));
    asked.holds("Var(total)", &of_total);
    let squares = &spread + &square(&rounds);
    asked.holds("E(n * total)", &(&mean * &squares));
    let covariance = &mean * &spread;
    asked.holds("E(n * total) - E(n) * E(total)", &covariance);
    asked.holds("(Var(n + total) - Var(n) - Var(total)) / 2", &covariance);
    asked.holds("Var(total - 6 * n)", &(&rounds * &variance));
    asked.holds("E(total | n = 4)", &(whole(4) * &mean));
    asked.holds("E(total | n >= 4)", &((whole(3) + &rounds) * &mean));
}

#[test]
fn counts_of_loops_one_after_the_other_and_in_each_other() {
    let text =
        "outcome a: integer 0..\noutcome b: integer 0..\noutcome inner: integer 0..\na = 0\nb = 0\ninner = 0
        repeat { a = a + 1 } until chance(1/4)
        repeat { b = b + 2 } until chance(2/3)
        repeat { repeat { inner = inner + 1 } until chance(1/5) } until chance(1/2)\n";
    let asked = Asked::new("several", text);
    asked.holds("E(a + b)", &whole(7));
    asked.holds("Var(a + b)", &whole(12 + 3));
    asked.holds("E(a * b)", &whole(12));
    asked.holds("Var(a - b)", &whole(12 + 3));
    asked.holds("E(a | b >= 4)", &whole(4));
    asked.holds("E(b | a <= 2)", &whole(3));
    // A geometric number of geometric ones is geometric with the product of the chances.
    asked.holds("E(inner)", &whole(10));
    asked.holds("Var(inner)", &whole(90));
    asked.holds("E(inner | inner >= 3)", &whole(12));
}

#[test]
fn what_is_multiplied_has_a_mean_while_the_loop_ends_faster_than_it_grows() {
    let text = "outcome x: integer\nx = 1\nrepeat { x = 2 * x } until chance(4/5)\n";
    let asked = Asked::new("doubled", text);
    let (p, q) = (Rational::new(4, 5), Rational::new(1, 5));
    // Σ (2q)ⁿ p/q and Σ (4q)ⁿ p/q.
    asked.holds("E(x)", &over(&(whole(2) * &p), &(Rational::ONE - &(whole(2) * &q))));
    asked.holds("E(x^2)", &over(&(whole(4) * &p), &(Rational::ONE - &(whole(4) * &q))));
    let fibonacci = "outcome x: integer\nx = 1\nlet y = 1\nlet z = 0
        repeat { z = x + y\n y = x\n x = z } until chance(3/4)\n";
    // x₁ = 2, x₂ = 3 …: the mean m of x and l of y after a round are 3/4 of what is there and 1/4 of what comes:
    // m = 3/4 · 2 + 1/4 · (m + l) shifted, from the generating function x(t) = (2 + t)/(1 - t - t²) at t = 1/4.
    let t = Rational::new(1, 4);
    let mean = over(&(whole(2) + &t), &(Rational::ONE - &t - &square(&t))) * &Rational::new(3, 4);
    Asked::new("fibonacci", fibonacci).holds("E(x)", &mean);
}

#[test]
fn evidence_in_the_loop_is_given_in_the_mean() {
    // Of the rounds only those with an even die are known to be: each has three faces, and ends it with the 6.
    let text = "outcome n: integer 0..\nn = 0\nlet roll = 0
        repeat { roll = die(6)\n given mod(roll, 2) == 0\n n = n + 1 } until roll == 6\n";
    // A run of n rounds has the chance (1/6)ⁿ⁻¹·2ⁿ⁻¹/6: geometric with 1 - 1/3, once it is known to be one.
    Asked::new("even-dice", text).holds("E(n)", &Rational::new(3, 2));
}

#[test]
fn a_count_that_the_condition_bounds_is_finite() {
    let text = "outcome n: integer\noutcome least: integer\noutcome odd: flag\noutcome high: flag
        n = 0\nlet hit = false\nlet sum = 0
        repeat {
            n = n + 1
            hit = chance(1/4)
            sum = sum + min(n, 2) * n
        } until hit or n >= 3
        least = max(min(n, 5), 2)
        odd = mod(n, 2) == 1
        high = n * n + sum > 10\n";
    let asked = Asked::new("bounded", text);
    let mass = [Rational::new(1, 4), Rational::new(3, 16), Rational::new(9, 16)];
    let mean: Rational = mass.iter().zip(1..).map(|(mass, n)| mass * &whole(n)).sum();
    asked.holds("E(n)", &mean);
    asked.holds("P(odd)", &(&mass[0] + &mass[2]));
    // n² + sum: 2, 9 and 20.
    asked.holds("P(high)", &mass[2]);
    asked.holds("P(least = 2)", &(&mass[0] + &mass[1]));
    asked.holds("E(n | high)", &whole(3));
    asked.holds(
        "E(1 / n)",
        &(&mass[0] + &(&mass[1] * &Rational::new(1, 2)) + &(&mass[2] * &Rational::new(1, 3))),
    );
}
