//! Loops until something is true.

use super::*;

/// How many rounds are walked one after another, and in how many different ways a longer loop may go on.
const ROUNDS: usize = 6;
const WAYS: usize = 24;

impl Walk<'_> {
    pub(super) fn until(&mut self, block: &Block, guard: &Expr, before: After) -> Result<After, Stop> {
        let (mut inside, mut after) = (before, After::new());
        for _ in 0..ROUNDS {
            if inside.is_empty() {
                return Ok(after);
            }
            let (ended, again) = self.round(block, guard, inside)?;
            after.extend(ended);
            inside = merged(again);
            self.count(1)?;
        }
        after.extend(self.endless(block, guard, inside)?);
        Ok(after)
    }

    /// One round: where it ends, and where it goes on.
    fn round(&mut self, block: &Block, guard: &Expr, inside: After) -> Result<(After, After), Stop> {
        let (mut after, mut again) = (After::new(), After::new());
        for (environment, p) in self.block(block, inside)? {
            for (ends, environment, q) in self.eval(guard, environment)? {
                let next = if flag(&ends)? { &mut after } else { &mut again };
                next.push((environment, times(&p, &q)));
            }
        }
        Ok((after, again))
    }

    /// A loop of which nobody knows how long it lasts: how often each way of going on is met solves as many linear
    /// equations.
    fn endless(&mut self, block: &Block, guard: &Expr, start: After) -> Result<After, Stop> {
        let mut known: Vec<Environment> = start.iter().map(|(environment, _)| environment.clone()).collect();
        let mut rounds = Vec::new();
        while let Some(environment) = known.get(rounds.len()).cloned() {
            let (ended, again) = self.round(block, guard, vec![(environment, BigRational::one())])?;
            let mut next = Vec::new();
            for (environment, p) in merged(again) {
                let place = known.iter().position(|own| *own == environment).unwrap_or(known.len());
                if place == known.len() {
                    known.push(environment);
                }
                next.push((place, p));
            }
            if known.len() > WAYS {
                return Err(Stop::TooLarge);
            }
            rounds.push((ended, next));
        }
        let mut equations = vec![vec![BigRational::zero(); known.len() + 1]; known.len()];
        for (place, (_, next)) in rounds.iter().enumerate() {
            equations[place][place] += BigRational::one();
            for (other, p) in next {
                equations[*other][place] -= p;
            }
        }
        for (place, (_, p)) in start.iter().enumerate() {
            equations[place][known.len()] += p;
        }
        let visits = solved(equations).ok_or(Stop::Wrong("a loop never ends"))?;
        let ends = rounds.into_iter().zip(visits);
        Ok(ends
            .flat_map(|((ended, _), often)| {
                ended.into_iter().map(move |(environment, p)| (environment, p * &often))
            })
            .collect())
    }
}

/// The solution of linear equations, each with its right side last.
fn solved(mut rows: Vec<Vec<BigRational>>) -> Option<Vec<BigRational>> {
    for place in 0..rows.len() {
        let pivot = (place..rows.len()).find(|row| !rows[*row][place].is_zero())?;
        rows.swap(place, pivot);
        let by = rows[place][place].clone();
        rows[place].iter_mut().for_each(|cell| *cell /= &by);
        let own = rows[place].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != place) {
            let factor = row[place].clone();
            if !factor.is_zero() {
                row.iter_mut().zip(&own).for_each(|(cell, own)| *cell -= &factor * own);
            }
        }
    }
    rows.into_iter().map(|mut row| row.pop()).collect()
}
