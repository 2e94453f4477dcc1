//! Sums of equal dice, from the faces of one of them.
//!
//! Nothing here goes through rolls: a sum is a coefficient of a power of the generating function, and which dice
//! are kept is decided by how many show at least a face. Weights are not normalised: those of a result are
//! products of as many weights as there are dice.

use std::collections::BTreeMap;

use crate::exact::{Number, Rational, Ring};

/// Values in ascending order, each once, with their weights.
pub type Weighted<R> = Vec<(i64, R)>;

/// The faces of several dice, with their weights.
pub type WeightedFaces<R> = Vec<(Vec<i64>, R)>;

/// Asked before so many operations are made; an error ends the work.
type Work<'w, E> = &'w mut dyn FnMut(usize) -> Result<(), E>;

fn whole<N: Number>(number: i64) -> N::Ring {
    N::from(Rational::from(number)).ratio().0
}

fn add<R: Ring>(to: &mut BTreeMap<i64, R>, value: i64, weight: &R) {
    match to.get_mut(&value) {
        Some(known) => known.add_assign(weight),
        None => {
            to.insert(value, weight.clone());
        }
    }
}

/// A power by repeated squaring; one where the exponent is negative.
#[must_use]
pub fn power<R: Ring>(base: &R, mut exponent: i64) -> R {
    let (mut square, mut product) = (base.clone(), R::one());
    while exponent > 0 {
        if exponent % 2 == 1 {
            product = product.mul(&square);
        }
        exponent /= 2;
        if exponent > 0 {
            square = square.mul(&square);
        }
    }
    product
}

/// The law of the sum of `count` dice. No face times `count + 2` may leave the range of an `i64`.
///
/// The generating function `P` of one die has `P C' = count P' C` with its power `C`, which gives the coefficients
/// of `C` one after another (L. Euler, *Introductio in analysin infinitorum*, 1748, chapter IV). Cost is that of the
/// number of sums times the number of faces.
///
/// # Errors
/// What `work` gives.
///
/// ```
/// use trueodds::exact::{Integer, Rational};
/// use trueodds::prob::dice::sum;
///
/// let coin = [(0, Integer::ONE), (1, Integer::ONE)];
/// let heads = sum::<Rational, ()>(&coin, 3, &mut |_| Ok(())).expect("no limit");
/// assert_eq!(heads.iter().map(|(_, weight)| weight.to_i64().unwrap_or(0)).collect::<Vec<_>>(), [1, 3, 3, 1]);
/// ```
pub fn sum<N: Number, E>(
    faces: &[(i64, N::Ring)],
    count: i64,
    work: Work<'_, E>,
) -> Result<Weighted<N::Ring>, E> {
    let Some(((least, first), others)) = faces.split_first() else { return Ok(Vec::new()) };
    let mut sums = Vec::new();
    // For each sum above the least one, the weight times the sum and the weight of the least face.
    let mut open = BTreeMap::from([(0, power(first, count))]);
    while let Some((above, scaled)) = open.pop_first() {
        work(faces.len())?;
        // Sums of more dice than there are come out as zero.
        if scaled.is_zero() {
            continue;
        }
        let weight = if above == 0 { scaled } else { scaled.exact_div(&first.mul(&whole::<N>(above))) };
        for (face, own) in others {
            let step = face - least;
            let factor = whole::<N>((count + 1) * step - (above + step));
            add(&mut open, above + step, &own.mul(&factor).mul(&weight));
        }
        sums.push((above + count * least, weight));
    }
    Ok(sums)
}

/// The law of the sum of the highest `kept` of `count` dice, where `kept` is neither 0 nor more than `count`.
///
/// Whatever is kept, there is a face such that all kept dice show at least it, and one of them shows it: fewer than
/// `kept` dice are above it, and with those that show it there are enough. The sum of those above is a power
/// of the generating function of the faces above.
///
/// # Errors
/// What `work` gives.
pub fn highest<N: Number, E>(
    faces: &[(i64, N::Ring)],
    count: i64,
    kept: i64,
    work: Work<'_, E>,
) -> Result<Weighted<N::Ring>, E> {
    let mut total = BTreeMap::new();
    let mut below = N::Ring::zero();
    for (index, (face, weight)) in faces.iter().enumerate() {
        let above = faces.get(index + 1..).unwrap_or_default();
        let chances = last_kept::<N, E>(weight, &below, count, kept, work)?;
        // The sum over the numbers of dice above, by Horner's rule: as many times the sum of one of them.
        let mut sums: BTreeMap<i64, N::Ring> = BTreeMap::new();
        for (number, chance) in (0..kept).rev().zip(chances.iter().rev()) {
            if above.is_empty() && number > 0 {
                continue;
            }
            work(sums.len() * above.len() + 1)?;
            let mut next = BTreeMap::new();
            for (sum, own) in &sums {
                for (face, weight) in above {
                    add(&mut next, sum + face, &own.mul(weight));
                }
            }
            add(&mut next, (kept - number) * face, chance);
            sums = next;
        }
        sums.iter().for_each(|(sum, weight)| add(&mut total, *sum, weight));
        below.add_assign(weight);
    }
    Ok(total.into_iter().filter(|(_, weight)| !weight.is_zero()).collect())
}

/// As [`highest`], of the lowest.
///
/// # Errors
/// What `work` gives.
pub fn lowest<N: Number, E>(
    faces: &[(i64, N::Ring)],
    count: i64,
    kept: i64,
    work: Work<'_, E>,
) -> Result<Weighted<N::Ring>, E> {
    let turned = |law: &[(i64, N::Ring)]| -> Weighted<N::Ring> {
        law.iter().rev().map(|(value, weight)| (-value, weight.clone())).collect()
    };
    Ok(turned(&highest::<N, E>(&turned(faces), count, kept, work)?))
}

/// The law of the highest `kept` of `count` dice, from the highest downward, where `kept` is neither 0 nor more than
/// `count`. Each choice of faces is one value, however many orders it has.
///
/// # Errors
/// What `room` gives, which is asked with the number of values and beginnings of values that there are.
pub fn faces_of_highest<N: Number, E>(
    faces: &[(i64, N::Ring)],
    count: i64,
    kept: i64,
    room: Work<'_, E>,
) -> Result<WeightedFaces<N::Ring>, E> {
    let (mut done, mut begun) = (Vec::new(), vec![(Vec::new(), N::Ring::one())]);
    for (index, (face, weight)) in faces.iter().enumerate().rev() {
        let below = faces.iter().take(index).fold(N::Ring::zero(), |sum, (_, weight)| plus(sum, weight));
        let chances = last_kept::<N, E>(weight, &below, count, kept, room)?;
        let mut further: WeightedFaces<N::Ring> = Vec::new();
        for (above, ways) in begun {
            let before = above.len();
            let left = usize::try_from(kept).unwrap_or(usize::MAX).saturating_sub(before);
            let with =
                |times: usize| above.iter().copied().chain(std::iter::repeat_n(*face, times)).collect();
            if let Some(chance) = chances.get(before) {
                done.push((with(left), ways.mul(chance)));
            }
            let mut more = ways.clone();
            for times in 1..left {
                // In how many orders they come among those above.
                more = more
                    .mul(weight)
                    .mul(&whole::<N>(size(before + times)))
                    .exact_div(&whole::<N>(size(times)));
                further.push((with(times), more.clone()));
            }
            further.push((above, ways));
            room(done.len() + further.len())?;
        }
        begun = further;
    }
    Ok(done.into_iter().filter(|(_, weight)| !weight.is_zero()).collect())
}

fn plus<R: Ring>(mut sum: R, weight: &R) -> R {
    sum.add_assign(weight);
    sum
}

fn size(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

/// For each number of dice above a face, from 0 to below `kept`: in how many ways that many are above, enough for
/// the rest of the kept show the face, and all others show it or less; without the weights of those above.
fn last_kept<N: Number, E>(
    face: &N::Ring,
    below: &N::Ring,
    count: i64,
    kept: i64,
    work: Work<'_, E>,
) -> Result<Vec<N::Ring>, E> {
    let powers = |base: &N::Ring| {
        let next = |power: &N::Ring| Some(power.mul(base));
        let all = std::iter::successors(Some(N::Ring::one()), next);
        all.take(usize::try_from(count).unwrap_or(usize::MAX).saturating_add(1)).collect::<Vec<_>>()
    };
    work(usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(2))?;
    let (on, under) = (powers(face), powers(below));
    let at = |powers: &[N::Ring], exponent: i64| {
        usize::try_from(exponent)
            .ok()
            .and_then(|index| powers.get(index).cloned())
            .unwrap_or_else(N::Ring::zero)
    };
    // The binomial coefficient of the next pair of numbers from that of one.
    let next =
        |ways: &N::Ring, top: i64, bottom: i64| ways.mul(&whole::<N>(top)).exact_div(&whole::<N>(bottom));
    let mut chances = Vec::new();
    // Which of the dice are kept, and which of those are above.
    let mut first = (0..kept).fold(N::Ring::one(), |ways, taken| next(&ways, count - taken, taken + 1));
    for above in 0..kept {
        work(usize::try_from(count - kept + 1).unwrap_or(usize::MAX))?;
        let (mut ways, mut chance) = (first.clone(), N::Ring::zero());
        for on_face in kept - above..=count - above {
            let rest = count - above - on_face;
            chance.add_assign(&ways.mul(&at(&on, on_face)).mul(&at(&under, rest)));
            ways = next(&ways, rest, on_face + 1);
        }
        chances.push(chance);
        first = next(&first, kept - above, above + 1);
    }
    Ok(chances)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Integer;

    type Faces = Vec<(i64, Integer)>;

    fn faces(faces: &[(i64, i64)]) -> Faces {
        faces.iter().map(|(face, weight)| (*face, Integer::from(*weight))).collect()
    }

    /// Every way the dice can fall.
    fn all(faces: &Faces, count: i64, value: impl Fn(&mut Vec<i64>) -> i64) -> Faces {
        let mut rolls: Vec<(Vec<i64>, Integer)> = vec![(Vec::new(), Integer::ONE)];
        for _ in 0..count {
            let more = |(roll, weight): &(Vec<i64>, Integer)| {
                let one = |(face, own): &(i64, Integer)| {
                    let mut roll = roll.clone();
                    roll.push(*face);
                    (roll, weight.mul(own))
                };
                faces.iter().map(one).collect::<Vec<_>>()
            };
            rolls = rolls.iter().flat_map(more).collect();
        }
        let mut law = BTreeMap::new();
        for (mut roll, weight) in rolls {
            add(&mut law, value(&mut roll), &weight);
        }
        law.into_iter().collect()
    }

    fn free(_: usize) -> Result<(), ()> {
        Ok(())
    }

    #[test]
    fn sums_are_those_of_all_ways_the_dice_can_fall() {
        for die in [faces(&[(1, 1), (2, 1), (3, 1)]), faces(&[(-2, 3), (0, 1), (7, 2)]), faces(&[(5, 4)])] {
            for count in 0..6 {
                let found = sum::<Rational, ()>(&die, count, &mut free).expect("no limit");
                assert_eq!(found, all(&die, count, |roll| roll.iter().sum()));
            }
        }
    }

    #[test]
    fn kept_sums_are_those_of_all_ways_the_dice_can_fall() {
        for die in
            [faces(&[(1, 1), (2, 1), (3, 1), (4, 1)]), faces(&[(-2, 3), (0, 1), (7, 2)]), faces(&[(5, 4)])]
        {
            for count in 1..6 {
                for kept in 1..=count {
                    let keep = usize::try_from(kept).expect("small");
                    let best = highest::<Rational, ()>(&die, count, kept, &mut free).expect("no limit");
                    let expected = all(&die, count, |roll| {
                        roll.sort_unstable();
                        roll.iter().rev().take(keep).sum()
                    });
                    assert_eq!(best, expected, "highest {kept} of {count}");
                    let worst = lowest::<Rational, ()>(&die, count, kept, &mut free).expect("no limit");
                    let expected = all(&die, count, |roll| {
                        roll.sort_unstable();
                        roll.iter().take(keep).sum()
                    });
                    assert_eq!(worst, expected, "lowest {kept} of {count}");
                }
            }
        }
    }

    #[test]
    fn kept_faces_are_those_of_all_ways_the_dice_can_fall() {
        for die in
            [faces(&[(1, 1), (2, 1), (3, 2)]), faces(&[(-2, 3), (0, 1), (7, 2), (9, 1)]), faces(&[(5, 4)])]
        {
            for count in 1..6 {
                for kept in 1..=count {
                    let keep = usize::try_from(kept).expect("small");
                    let mut best =
                        faces_of_highest::<Rational, ()>(&die, count, kept, &mut free).expect("no limit");
                    // The faces as digits, the highest first.
                    let digits = |roll: &[i64]| roll.iter().fold(0, |number, face| number * 20 + face + 2);
                    let expected = all(&die, count, |roll| {
                        roll.sort_unstable_by_key(|face| -face);
                        digits(roll.get(..keep).unwrap_or_default())
                    });
                    let mut best: Faces =
                        best.drain(..).map(|(roll, weight)| (digits(&roll), weight)).collect();
                    best.sort_by_key(|(roll, _)| *roll);
                    assert_eq!(best, expected, "highest {kept} of {count}");
                }
            }
        }
    }

    #[test]
    fn work_that_is_refused_ends() {
        let die = faces(&[(1, 1), (2, 1)]);
        assert_eq!(sum::<Rational, &str>(&die, 1000, &mut |_| Err("enough")), Err("enough"));
        assert_eq!(highest::<Rational, &str>(&die, 1000, 3, &mut |_| Err("enough")), Err("enough"));
    }
}
