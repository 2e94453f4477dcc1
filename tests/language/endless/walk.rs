//! Irregular loops, followed round by round: what has ended is a lower bound of a mean, and what has not ended is
//! bounded by the chance with which every round ends and by how much it adds at most.

use std::collections::BTreeMap;

use trueodds::exact::Rational;

use super::{Asked, over, square, whole};

/// One in fixed point. Products are rounded down; what is lost so has not ended.
const ONE: u128 = 1 << 100;

/// What counts and two other numbers.
type State = (i64, i64, i64);

/// What a round may come to: so many of `of` ways, with what there is then and whether the loop ends.
type Ways = Vec<(u128, State, bool)>;

struct Loop {
    text: &'static str,
    start: State,
    of: u128,
    round: fn(State) -> Ways,
    /// A round ends with at least this chance, and adds at most so much.
    ends: Rational,
    most: i64,
    rounds: i64,
}

fn fixed(mass: u128) -> Rational {
    let one: Rational = ONE.to_string().parse().unwrap();
    over(&mass.to_string().parse().unwrap(), &one)
}

impl Loop {
    /// Between which numbers the mean of the count and of its square lie.
    fn bounds(&self) -> [(Rational, Rational); 2] {
        let mut running = BTreeMap::from([(self.start, ONE)]);
        let mut ended: BTreeMap<i64, u128> = BTreeMap::new();
        for _ in 0..self.rounds {
            let mut next: BTreeMap<State, u128> = BTreeMap::new();
            for (state, mass) in running {
                let ways = (self.round)(state);
                assert_eq!(ways.iter().map(|(ways, ..)| ways).sum::<u128>(), self.of);
                for (ways, to, ends) in ways {
                    let share = mass / self.of * ways;
                    *if ends { ended.entry(to.0).or_default() } else { next.entry(to).or_default() } += share;
                }
            }
            running = next;
        }
        let sum = |of: &dyn Fn(i64) -> Rational| -> Rational {
            ended.iter().map(|(count, mass)| of(*count) * &fixed(*mass)).sum()
        };
        let left = fixed(ONE - ended.values().sum::<u128>());
        // What is left has no more than this now, and adds `most` for each of its rounds, which are fewer than
        // geometric ones.
        let now = whole(self.start.0 + self.most * self.rounds);
        let (most, p) = (whole(self.most), &self.ends);
        let mean = &now + &over(&most, p);
        let squares = square(&most) * &over(&(whole(2) - p), &square(p));
        let squares = square(&now) + &(whole(2) * &now * &over(&most, p)) + &squares;
        let first = sum(&whole);
        let second = sum(&|count| whole(count * count));
        [(first.clone(), &first + &(&left * &mean)), (second.clone(), &second + &(&left * &squares))]
    }

    fn compare(&self, name: &str) {
        let asked = Asked::new(name, self.text);
        for (query, (low, high)) in ["E(x)", "E(x^2)"].into_iter().zip(self.bounds()) {
            assert!(&high - &low < Rational::new(1, 1_000_000_000), "{name}: {query} is not known closely");
            let found = asked.number(query);
            assert!(low <= found && found <= high, "{name}: {query} is {found}");
        }
        assert_eq!(asked.number("Var(x)"), asked.number("E(x^2)") - &square(&asked.number("E(x)")));
    }
}

#[test]
fn a_sum_of_what_another_number_is_at_the_moment() {
    let walked = Loop {
        text: "outcome x: integer 0..\nx = 0\nlet m = 0
            repeat {
                if chance(1/3) { m = mod(m + 1, 4) } else { x = x + m }
                if m == 2 { x = x + 1 }
            } until chance(1/6) or (m == 3 and chance(1/2))\n",
        start: (0, 0, 0),
        of: 36,
        round: |(x, m, _)| {
            let mut ways = Vec::new();
            for (often, turned) in [(1, true), (2, false)] {
                let now = if turned { (m + 1) % 4 } else { m };
                let then = if turned { x } else { x + m } + i64::from(now == 2);
                // Of 12: 2 end at once, and of the other 10 half where it is at 3.
                let ends = if now == 3 { 7 } else { 2 };
                ways.push((often * ends, (then, now, 0), true));
                ways.push((often * (12 - ends), (then, now, 0), false));
            }
            ways
        },
        ends: Rational::new(1, 6),
        most: 4,
        rounds: 400,
    };
    walked.compare("walk-moment");
}

#[test]
fn a_count_that_starts_over_and_decides_how_the_loop_ends() {
    let walked = Loop {
        text: "outcome x: integer 0..\nx = 1\nlet row = 0\nlet d = 0
            repeat {
                d = random(6)
                if d == 0 { row = 0 } else if d < 3 { row = row + 1\n x = x + row } else { x = x + 2 }
                if x > 4 and d == 5 { row = 0 }
            } until row >= 3 or chance(1/4)\n",
        start: (1, 0, 0),
        of: 24,
        round: |(x, row, _)| {
            let mut ways = Vec::new();
            for d in 0..6 {
                let (mut x, mut row) = (x, row);
                match d {
                    0 => row = 0,
                    1 | 2 => (row, x) = (row + 1, x + row + 1),
                    _ => x += 2,
                }
                if x > 4 && d == 5 {
                    row = 0;
                }
                let ends = if row >= 3 { 4 } else { 1 };
                ways.push((ends, (x, row, 0), true));
                ways.push((4 - ends, (x, row, 0), false));
            }
            ways.retain(|(ways, ..)| *ways > 0);
            ways
        },
        ends: Rational::new(1, 4),
        most: 3,
        rounds: 250,
    };
    walked.compare("walk-row");
}

#[test]
fn a_count_that_falls_back_to_where_it_was_kept() {
    let walked = Loop {
        text: "outcome x: integer 0..\nx = 3\nlet kept = 1\nlet low = false\nlet d = 0
            repeat {
                d = random(5)
                match d { 0 => x = kept, 1 => kept = x, else => x = x + 2 }
                low = low or d == 2
            } until (if low { chance(2/5) } else { chance(1/5) })\n",
        start: (3, 1, 0),
        of: 25,
        round: |(x, kept, low)| {
            let mut ways = Vec::new();
            for d in 0..5 {
                let (x, kept) = match d {
                    0 => (kept, kept),
                    1 => (x, x),
                    _ => (x + 2, kept),
                };
                let low = i64::from(low == 1 || d == 2);
                let ends = if low == 1 { 2 } else { 1 };
                ways.push((ends, (x, kept, low), true));
                ways.push((5 - ends, (x, kept, low), false));
            }
            ways
        },
        ends: Rational::new(1, 5),
        most: 2,
        rounds: 150,
    };
    walked.compare("walk-kept");
}
