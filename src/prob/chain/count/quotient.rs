//! Counts over many uses. The laws for all numbers of uses together are one quotient of two polynomials:
//! Σ yᴺ f_N(x) = u (I − y M(x))⁻¹ 1, where M(x) has the weights of the kernel times x to the power of what they count.
//!
//! The coefficient of yᴺ is found by halving N: top and bottom are multiplied by the bottom at −y, which leaves only
//! even powers below, and above those of the same parity as N (C. Fiduccia; A. Bostan and R. Mori, 2021). All of this
//! is done modulo primes and at roots of unity in place of x, so that a product is one of machine words.

use super::super::{Bounds, ChainError, Kernel};
use super::scale::Scale;
use super::steps::fits;
use crate::cores;
use crate::exact::Integer;
use crate::exact::residues::{PrimeField, Remainders, Transform};

/// A question about a kernel: its transitions with powers in place of rewards, and where it begins.
struct Asked<'a> {
    kernel: &'a Kernel,
    scale: Scale,
    start: usize,
    uses: u32,
    bounds: &'a Bounds<'a>,
}

/// A quotient of polynomials in y, whose coefficients are polynomials in x.
struct Quotient {
    top: Vec<Vec<Integer>>,
    bottom: Vec<Vec<Integer>>,
}

/// The same modulo a prime, with values or coefficients in x.
struct Rows {
    top: Vec<Vec<u64>>,
    bottom: Vec<Vec<u64>>,
}

/// The weights of all powers over the power of the kernel's denominator; `None` where steps are less work.
///
/// Cost: for N uses and S states N² · S² products of words, times the digits of the denominator and a little that
/// grows as the logarithm of N.
pub(super) fn weights(
    kernel: &Kernel,
    scale: Scale,
    (start, uses): (usize, u32),
    bounds: &Bounds<'_>,
) -> Result<Option<Vec<Integer>>, ChainError> {
    let asked = Asked { kernel, scale, start, uses, bounds };
    if !asked.is_less_work_than_steps() {
        return Ok(None);
    }
    let begin = asked.quotient()?;
    let rounds = asked.rounds_before(&begin);
    let quotient = asked.halved(&begin, rounds)?;
    asked.coefficient(&quotient, uses >> rounds).map(Some)
}

/// How many primes decide numbers of so many binary digits.
fn primes(bits: u64) -> usize {
    usize::try_from(bits / PrimeField::BITS + 1).unwrap_or(usize::MAX)
}

/// How many roots of unity decide a polynomial up to this power.
fn points(power: usize) -> usize {
    power.saturating_add(1).checked_next_power_of_two().unwrap_or(usize::MAX)
}

impl Asked<'_> {
    fn states(&self) -> usize {
        self.kernel.len()
    }

    /// Binary digits of a number that no coefficient passes after some halvings: of det(I − y M) the minors that stand
    /// at yⁱ are fewer than 2^S and have weights up to the i-th power of the denominator; above there is one more use.
    fn bits(&self, rounds: u32) -> u64 {
        let states = self.states() as u64;
        states + 2 + ((states + 1) << rounds).saturating_mul(self.kernel.denominator.bits())
    }

    /// The greatest power of a count in one use, and over all.
    fn powers(&self) -> (usize, usize) {
        let size = |power: i64| usize::try_from(power).unwrap_or(usize::MAX);
        (size(self.scale.width()), size(self.scale.most()))
    }

    /// The primes and the points for the answer.
    fn last_size(&self) -> (usize, usize) {
        (primes(u64::from(self.uses) * self.kernel.denominator.bits()), points(self.powers().1))
    }

    /// Compares counts of products, each about a nanosecond.
    fn is_less_work_than_steps(&self) -> bool {
        let wide = |number: usize| number as u128;
        let (width, _) = self.powers();
        let (states, transitions) = (wide(self.states()), wide(self.kernel.transitions()));
        let uses = u128::from(self.uses);
        let steps = transitions
            .saturating_mul(wide(width) * u128::from(self.kernel.denominator.bits()))
            .saturating_mul(uses * uses * uses)
            / 768;
        let (primes_of_answer, points_of_answer) = self.last_size();
        let answer =
            wide(primes_of_answer) * wide(points_of_answer) * (3 * states * states / 2 + 30 * states);
        let points_of_begin = points(self.states().saturating_mul(width));
        let of_point = 2 * states * states * states + 2 * states * transitions;
        let begin = wide(primes(self.bits(0))).saturating_mul(wide(points_of_begin) * of_point);
        let has_room = fits(primes_of_answer.saturating_mul(points_of_answer), self.bounds).is_ok();
        let many = 2 * states <= uses && points_of_answer <= PrimeField::ROOTS;
        has_room && many && answer.saturating_add(begin) < steps
    }

    /// How many halvings are made with numbers that are still short, in fewer fields and at fewer points.
    fn rounds_before(&self, begin: &Quotient) -> u32 {
        let states = self.states() as u128;
        let (primes_of_answer, points_of_answer) = self.last_size();
        let saved = (primes_of_answer * points_of_answer) as u128 * states * states * 3 / 2;
        let power = begin.power();
        let gain = |rounds: u32| {
            let (primes, points) = (primes(self.bits(rounds)) as u128, points(power << rounds) as u128);
            let work = primes * points * (u128::from(rounds) * states * states * 3 / 2 + 60 * states)
                + points * primes * primes * states * 3;
            (u128::from(rounds) * saved).saturating_sub(work)
        };
        let short = |rounds: &u32| (self.states() as u64) << *rounds <= u64::from(self.uses / 2);
        (0..u32::BITS).take_while(short).max_by_key(|rounds| gain(*rounds)).unwrap_or(0)
    }

    fn fields(count: usize) -> Vec<PrimeField> {
        PrimeField::all().take(count).collect()
    }

    /// The quotient itself, from its values.
    fn quotient(&self) -> Result<Quotient, ChainError> {
        let size = points(self.states() * self.powers().0);
        let fields = Asked::fields(primes(self.bits(0)));
        let rows = cores::map(fields.clone(), |field| {
            let transform = Transform::new(field, size);
            let mut places = vec![0; size];
            places[1 % size] = field.one();
            transform.values(&mut places);
            let states = self.states();
            let mut rows = Rows { top: vec![vec![0; size]; states], bottom: vec![vec![0; size]; states + 1] };
            for (place, x) in places.into_iter().enumerate() {
                self.bounds.check(&Integer::ZERO)?;
                let (top, bottom) = self.at(field, x);
                rows.set(place, &top, &bottom);
            }
            rows.change_to_coefficients(&transform);
            Ok::<_, ChainError>(rows)
        })?;
        Ok(Quotient::of(&rows, &fields))
    }

    /// Top and bottom with a number in place of x.
    fn at(&self, field: PrimeField, x: u64) -> (Vec<u64>, Vec<u64>) {
        let states = self.states();
        let mut matrix = vec![vec![0; states]; states];
        for (own, row) in matrix.iter_mut().zip(&self.kernel.rows) {
            for (to, reward, weight) in row {
                let power = self.scale.power(*reward).unsigned_abs();
                let weight = field.mul(field.residue(weight), field.pow(x, power));
                own[*to] = field.add(own[*to], weight);
            }
        }
        // What is counted in 0, 1, 2 … uses from the start, the last first.
        let mut series = vec![0; states];
        let mut futures = vec![field.one(); states];
        for coefficient in series.iter_mut().rev() {
            *coefficient = futures[self.start];
            futures = matrix.iter().map(|row| field.dot(row, &futures)).collect();
        }
        let bottom = characteristic(field, matrix);
        let top = (1..=states).map(|count| field.dot(&bottom[..count], &series[states - count..])).collect();
        (top, bottom)
    }

    /// The quotient after some halvings.
    fn halved(&self, quotient: &Quotient, rounds: u32) -> Result<Quotient, ChainError> {
        let fields = Asked::fields(primes(self.bits(rounds)));
        let size = points(quotient.power() << rounds);
        let rows =
            cores::map(fields.clone(), |field| self.halved_in(field, quotient, size, (self.uses, rounds)))?;
        Ok(Quotient::of(&rows, &fields))
    }

    /// The coefficient of the quotient at this power of y.
    fn coefficient(&self, quotient: &Quotient, uses: u32) -> Result<Vec<Integer>, ChainError> {
        let (primes, points) = self.last_size();
        let fields = Asked::fields(primes);
        let rounds = u32::BITS - uses.leading_zeros();
        let rows = cores::map(fields.clone(), |field| {
            let mut rows = self.halved_in(field, quotient, points, (uses, rounds))?;
            // Below is 1, and the first row above is all that is left.
            Ok::<_, ChainError>(rows.top.swap_remove(0))
        })?;
        let remainders = Remainders::new(&fields);
        let places: Vec<usize> = (0..=self.powers().1).collect();
        let chunks = places.chunks(256).map(<[usize]>::to_vec).collect();
        let numbers = cores::map(chunks, |places: Vec<usize>| {
            self.bounds.check(&Integer::ZERO)?;
            let number =
                |place: usize| remainders.number(&rows.iter().map(|row| row[place]).collect::<Vec<_>>());
            Ok::<_, ChainError>(places.into_iter().map(number).collect::<Vec<_>>())
        })?;
        Ok(numbers.into_iter().flatten().collect())
    }

    /// The coefficients in x after some halvings, modulo a prime.
    fn halved_in(
        &self,
        field: PrimeField,
        quotient: &Quotient,
        size: usize,
        (uses, rounds): (u32, u32),
    ) -> Result<Rows, ChainError> {
        self.bounds.check(&Integer::ZERO)?;
        let transform = Transform::new(field, size);
        let begin = quotient.values(field, &transform, size);
        let mut rows = Rows { top: Vec::new(), bottom: Vec::new() };
        let mut halving = Halving::default();
        for place in 0..size {
            halving.begin(&begin, place);
            let mut left = uses;
            for _ in 0..rounds {
                halving.halve(field, left);
                left /= 2;
            }
            if place == 0 {
                rows.top = vec![vec![0; size]; halving.top.len()];
                rows.bottom = vec![vec![0; size]; halving.bottom.len()];
            }
            rows.set(place, &halving.top, &halving.bottom);
        }
        rows.change_to_coefficients(&transform);
        Ok(rows)
    }
}

impl Rows {
    fn set(&mut self, place: usize, top: &[u64], bottom: &[u64]) {
        for (rows, values) in [(&mut self.top, top), (&mut self.bottom, bottom)] {
            rows.iter_mut().zip(values).for_each(|(row, value)| row[place] = *value);
        }
    }

    fn change_to_coefficients(&mut self, transform: &Transform) {
        self.top.iter_mut().chain(&mut self.bottom).for_each(|row| transform.coefficients(row));
    }
}

impl Quotient {
    /// From the coefficients modulo several primes.
    fn of(rows: &[Rows], fields: &[PrimeField]) -> Quotient {
        let remainders = Remainders::new(fields);
        let lift = |part: &dyn Fn(&Rows) -> &Vec<Vec<u64>>| -> Vec<Vec<Integer>> {
            let count = rows.first().map_or(0, |rows| part(rows).len());
            let row = |index: usize| {
                let size = rows.first().map_or(0, |rows| part(rows)[index].len());
                let number = |place: usize| -> Integer {
                    let residues: Vec<u64> = rows.iter().map(|rows| part(rows)[index][place]).collect();
                    remainders.signed(&residues)
                };
                let mut row: Vec<Integer> = (0..size).map(number).collect();
                row.truncate(row.iter().rposition(|number| !number.is_zero()).map_or(0, |last| last + 1));
                row
            };
            (0..count).map(row).collect()
        };
        Quotient { top: lift(&|rows| &rows.top), bottom: lift(&|rows| &rows.bottom) }
    }

    /// The greatest power of x.
    fn power(&self) -> usize {
        let rows = self.top.iter().chain(&self.bottom);
        rows.map(Vec::len).max().unwrap_or(0).saturating_sub(1)
    }

    fn values(&self, field: PrimeField, transform: &Transform, size: usize) -> Rows {
        let row = |row: &Vec<Integer>| {
            let mut values: Vec<u64> = row.iter().map(|number| field.residue(number)).collect();
            values.resize(size, 0);
            transform.values(&mut values);
            values
        };
        Rows { top: self.top.iter().map(row).collect(), bottom: self.bottom.iter().map(row).collect() }
    }
}

/// Top and bottom at one point, with room for what is made of them.
#[derive(Default)]
struct Halving {
    top: Vec<u64>,
    bottom: Vec<u64>,
    negated: Vec<u64>,
    next: Vec<u64>,
}

impl Halving {
    fn begin(&mut self, rows: &Rows, place: usize) {
        self.top.clear();
        self.top.extend(rows.top.iter().map(|row| row[place]));
        self.bottom.clear();
        self.bottom.extend(rows.bottom.iter().map(|row| row[place]));
    }

    /// Makes the coefficient of y to the power `uses` that of half of it. What lies beyond is left out.
    fn halve(&mut self, field: PrimeField, uses: u32) {
        let Halving { top, bottom, negated, next } = self;
        let degree = bottom.len().saturating_sub(1);
        let parity = usize::from(uses % 2 == 1);
        let count = usize::try_from(uses / 2).unwrap_or(usize::MAX).saturating_add(1);
        // The bottom at −y, the last coefficient first: a coefficient of a product is then one sum along two rows.
        negated.clear();
        let negate = |(power, value): (usize, &u64)| {
            if power % 2 == 0 { *value } else { field.negative(*value) }
        };
        negated.extend(bottom.iter().enumerate().map(negate).rev());
        next.clear();
        for power in (parity..top.len() + degree).step_by(2).take(count) {
            let (from, to) = (power.saturating_sub(degree), (power + 1).min(top.len()));
            let behind = degree - power.min(degree);
            next.push(field.dot(&top[from..to], &negated[behind..]));
        }
        std::mem::swap(top, next);
        next.clear();
        for half in (0..=degree).take(count) {
            // Each pair stands there twice, and the square once.
            let from = (2 * half).saturating_sub(degree);
            let pairs = field.dot(&bottom[from..half], &negated[degree + from - 2 * half..]);
            let square = field.mul(bottom[half], negated[degree - half]);
            next.push(field.add(field.add(pairs, pairs), square));
        }
        std::mem::swap(bottom, next);
    }
}

/// det(I − y M), the least power first, by way of a matrix with zeros below its second diagonal (K. Hessenberg).
fn characteristic(field: PrimeField, mut matrix: Vec<Vec<u64>>) -> Vec<u64> {
    let size = matrix.len();
    for column in 0..size.saturating_sub(2) {
        let next = column + 1;
        let Some(pivot) = (next..size).find(|row| matrix[*row][column] != 0) else { continue };
        matrix.swap(pivot, next);
        matrix.iter_mut().for_each(|row| row.swap(pivot, next));
        let inverse = field.inverse(matrix[next][column]);
        for row in next + 1..size {
            let factor = field.mul(matrix[row][column], inverse);
            if factor == 0 {
                continue;
            }
            let (upper, lower) = matrix.split_at_mut(row);
            for (own, other) in lower[0][column..].iter_mut().zip(&upper[next][column..]) {
                *own = field.sub(*own, field.mul(factor, *other));
            }
            // The inverse of what was done to the rows, to the columns.
            for own in &mut matrix {
                own[next] = field.add(own[next], field.mul(factor, own[row]));
            }
        }
    }
    // The determinants of the leading parts, each from those before it.
    let mut parts = vec![vec![field.one()]];
    for last in 0..size {
        let mut part = parts[last].clone();
        part.push(0);
        let mut below = field.one();
        for row in (0..=last).rev() {
            let factor = field.mul(below, matrix[row][last]);
            for (own, other) in part[last + 1 - row..].iter_mut().zip(&parts[row]) {
                *own = field.sub(*own, field.mul(factor, *other));
            }
            if row > 0 {
                below = field.mul(below, matrix[row][row - 1]);
            }
        }
        parts.push(part);
    }
    parts.pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::count_law_along;
    use super::*;
    use crate::exact::Rational;

    /// The law by halving, and one step after the other.
    fn compare(rows: Vec<BTreeMap<(usize, i64), Rational>>, start: usize, uses: u32, rounds: u32) {
        let (kernel, bounds) = (Kernel::of(rows), Bounds::none());
        let scale = Scale::of(&[&kernel], uses.into(), &bounds).unwrap();
        let asked = Asked { kernel: &kernel, scale, start, uses, bounds: &bounds };
        let begin = asked.quotient().unwrap();
        let halved = asked.halved(&begin, rounds).unwrap();
        let found = asked.coefficient(&halved, uses >> rounds).unwrap();
        let found = (0..).map(|power| scale.count(power)).zip(found);
        let found: Vec<_> = found.filter(|(_, weight)| !weight.is_zero()).collect();
        let path = vec![&kernel; uses as usize];
        let (law, _) = count_law_along(&path, start, &bounds).unwrap();
        let expected: Vec<_> = law.weights().map(|(count, weight)| (count, weight.clone())).collect();
        assert_eq!(found, expected, "{uses} uses, {rounds} rounds, {kernel:?}");
    }

    #[test]
    fn halving_gives_what_the_steps_give() {
        // Some chains by a rule: circles with ways back, that count up and down, with states that are never left.
        for size in 1..6_usize {
            for kind in 0..4_i64 {
                let row = |state: usize| {
                    let share = |part: i64| Rational::new(part, 7 + kind);
                    let (next, back) = ((state + 1) % size, state / 2);
                    let mut row = BTreeMap::new();
                    let mut add = |to: usize, counted: i64, part: i64| {
                        *row.entry((to, counted)).or_insert(Rational::ZERO) += &share(part);
                    };
                    if kind == 3 && state + 1 == size {
                        add(state, 1, 7 + kind);
                    } else {
                        add(next, 0, 3);
                        add(back, kind, 2);
                        add(state, -kind * 2, 2 + kind);
                    }
                    row
                };
                for (uses, rounds) in [(2 * size, 0), (2 * size + 1, 0), (4 * size + 3, 1), (9 * size, 2)] {
                    let uses = u32::try_from(uses).unwrap();
                    compare((0..size).map(row).collect(), size / 2, uses, rounds);
                }
            }
        }
    }

    #[test]
    fn a_zero_in_the_place_of_a_pivot_is_passed_over() {
        // 0 leads to 2, 2 to 1, and 1 anywhere.
        let one = |to: usize, counted: i64| BTreeMap::from([((to, counted), Rational::ONE)]);
        let third = || Rational::new(1, 3);
        let any = BTreeMap::from([((0, 1), third()), ((1, 0), third()), ((3, 2), third())]);
        for start in 0..4 {
            compare(vec![one(2, 1), any.clone(), one(1, 0), one(3, 0)], start, 21, 1);
        }
    }
}
