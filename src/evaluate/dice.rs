//! Several equal rolls, added or in a list: one of them is made from each distinct state, and its law is taken to that
//! of all.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::diagnostic::Code;
use crate::exact::{Number, Rational, Ring};
use crate::lower::{Dice, Slot};
use crate::parse::ast::Keep;
use crate::prob::dice::{self, Weighted};
use crate::source::Span;

use super::cell::Cell;
use super::layer::{Layer, common_denominator};
use super::limits::{Limits, Stop, internal, limit, refuse};
use super::run::Run;
use super::state::State;
use super::step::Sequence;
use super::term::{Bound, Context};

/// How many laws are kept.
const MOST_KEPT: usize = 10_000;

/// Values with their weights.
type WeightedCells<N> = Vec<(Cell<N>, <N as Number>::Ring)>;

/// The values of some dice, sums or lists, with their weights over one denominator.
pub(super) struct DiceLaw<N: Number> {
    pub(super) values: WeightedCells<N>,
    pub(super) denominator: N::Ring,
}

/// What some dice are known by: the place of the steps in the program, what they read, how many dice there
/// are and which of them count.
#[derive(PartialEq, Eq, Hash)]
struct Roll<N> {
    place: usize,
    state: State<N>,
    count: i64,
    keep: Option<(Keep, i64)>,
}

/// The laws that were made.
pub(super) struct Rolled<N: Number>(FxHashMap<Roll<N>, Rc<DiceLaw<N>>>);

impl<N: Number> Default for Rolled<N> {
    fn default() -> Self {
        Rolled(FxHashMap::default())
    }
}

/// The faces of a die as whole numbers: a face is the least plus so many units.
pub(super) struct Lattice<N: Number> {
    least: N,
    unit: N,
    faces: Weighted<N::Ring>,
}

impl<N: Number> Lattice<N> {
    /// The largest face, above the least.
    fn largest(&self) -> i64 {
        self.faces.last().map_or(0, |(face, _)| *face)
    }

    /// Whether sums of so many faces stay whole numbers of a machine word.
    pub(super) fn holds(&self, count: i64) -> bool {
        count.checked_add(2).and_then(|count| count.checked_mul(self.largest())).is_some()
    }
}

const TOO_MANY: &str = "these dice make too many distinct states";

impl<N: Number> Run<'_, N> {
    /// Draws the dice in every state.
    pub(super) fn dice(
        &mut self,
        slot: Slot,
        dice: &Dice<Bound<N>>,
        body: &Sequence<N>,
        layer: Layer<N>,
        origin: Span,
    ) -> Result<Layer<N>, Stop> {
        let mut laws = Vec::with_capacity(layer.states.len());
        let mut made = 0_usize;
        for (state, _) in &layer.states {
            let law = self.dice_law(dice, body, state, origin)?;
            made = made.saturating_add(law.values.len());
            self.meter.room(made, origin, TOO_MANY)?;
            laws.push(law);
        }
        self.drawn(&layer, &laws, origin, TOO_MANY, |state, value| state.set(slot, value.clone()))
    }

    /// Draws from the law of each state; `give` says what becomes of a state with the value.
    pub(super) fn drawn(
        &mut self,
        layer: &Layer<N>,
        laws: &[Rc<DiceLaw<N>>],
        origin: Span,
        too_many: &str,
        give: impl Fn(&mut State<N>, &Cell<N>),
    ) -> Result<Layer<N>, Stop> {
        let mut made = 0_usize;
        for law in laws {
            made = made.saturating_add(law.values.len());
            self.meter.count(law.values.len(), origin)?;
            self.meter.room(made, origin, too_many)?;
        }
        let common = common_denominator::<N>(laws.iter().map(|law| &law.denominator), &mut self.meter)?;
        let mut next =
            Layer { denominator: layer.denominator.mul(&common), states: Vec::with_capacity(made) };
        for ((state, mass), law) in layer.states.iter().zip(laws) {
            let mass = mass.mul(&common.exact_div(&law.denominator));
            self.meter.work(law.values.len(), common.bits())?;
            for (value, weight) in &law.values {
                let mut rolled = state.clone();
                give(&mut rolled, value);
                next.states.push((rolled, mass.mul(weight)));
            }
        }
        Ok(next)
    }

    /// The law of the dice in one state.
    pub(super) fn dice_law(
        &mut self,
        dice: &Dice<Bound<N>>,
        body: &Sequence<N>,
        state: &State<N>,
        origin: Span,
    ) -> Result<Rc<DiceLaw<N>>, Stop> {
        let keep = match &dice.keep {
            Some((which, number)) => Some((*which, self.number_of_dice(number, state, "kept")?)),
            None => None,
        };
        let count = self.number_of_dice(&dice.count, state, "rolled")?;
        let mut start = state.clone();
        body.kill.iter().for_each(|slot| start.set(*slot, Cell::Unset));
        start.settle();
        start.renumber();
        if start.cells.iter().any(|cell| matches!(cell, Cell::Roll(_))) {
            return Err(held(origin));
        }
        // Keeping more dice than there are keeps all; as a list they are still sorted as is said.
        let keep = match keep {
            Some((_, kept)) if dice.added && kept >= count => None,
            keep => keep.map(|(which, kept)| (which, kept.min(count))),
        };
        let roll = Roll { place: std::ptr::from_ref(body) as usize, state: start, count, keep };
        if let Some(known) = self.rolled.0.get(&roll) {
            return Ok(known.clone());
        }
        let law = Rc::new(self.dice_from(&roll, dice, body, origin)?);
        if self.rolled.0.len() >= MOST_KEPT {
            self.rolled.0.clear();
        }
        self.rolled.0.insert(roll, law.clone());
        Ok(law)
    }

    fn number_of_dice(&self, term: &Bound<N>, state: &State<N>, done: &str) -> Result<i64, Stop> {
        let number = self.context.count(term, &state.cells, &format!("how many dice are {done}"))?;
        if number < 0 {
            let message = format!("{number} dice cannot be {done}");
            return Err(refuse(Code::OutOfRange, term.origin, message));
        }
        Ok(number)
    }

    fn dice_from(
        &mut self,
        roll: &Roll<N>,
        dice: &Dice<Bound<N>>,
        body: &Sequence<N>,
        origin: Span,
    ) -> Result<DiceLaw<N>, Stop> {
        let counted = roll.keep.map_or(roll.count, |(_, kept)| kept);
        if counted == 0 {
            let zero = Cell::Number(N::from(Rational::ZERO));
            let nothing = if dice.added { zero } else { Cell::List(Vec::new().into()) };
            return Ok(DiceLaw { values: vec![(nothing, N::Ring::one())], denominator: N::Ring::one() });
        }
        let one = self.one_roll(dice.face, body, roll.state.clone(), origin);
        let (faces, denominator) = one.map_err(|stop| with_no_end(stop, dice.keep.is_some(), origin))?;
        let digits = denominator.bits().saturating_mul(roll.count.unsigned_abs());
        self.context.check_size_ahead(digits, origin)?;
        let lattice = self.context.lattice(faces, origin)?;
        if !lattice.holds(roll.count) {
            return Err(far(self.context.limits, origin));
        }
        let values = if dice.added {
            self.sums(&lattice, roll.count, roll.keep, digits, origin)?
        } else {
            self.lists(roll, &lattice, digits, origin)?
        };
        Ok(DiceLaw { values, denominator: dice::power(&denominator, roll.count) })
    }

    /// The sums of some dice, or of those of them that count.
    pub(super) fn sums(
        &mut self,
        lattice: &Lattice<N>,
        count: i64,
        keep: Option<(Keep, i64)>,
        digits: u64,
        origin: Span,
    ) -> Result<WeightedCells<N>, Stop> {
        let rising = self.context.sign(&lattice.unit, origin);
        // Faces that lie close together make nearly every sum between the least and the greatest.
        let faces = i64::try_from(lattice.faces.len()).unwrap_or(i64::MAX);
        if lattice.largest() < faces.saturating_mul(2) {
            let counted = keep.map_or(count, |(_, kept)| kept);
            let sums = usize::try_from(lattice.largest().saturating_mul(counted)).unwrap_or(usize::MAX);
            self.context.limits.holds(sums, digits / 2, origin)?;
        }
        let meter = &mut self.meter;
        let mut work = |operations: usize| {
            meter.count(operations, origin)?;
            meter.work(operations, digits)
        };
        let (sums, counted) = match keep {
            None => (dice::sum::<N, Stop>(&lattice.faces, count, &mut work)?, count),
            Some((which, kept)) => {
                let highest = (which == Keep::Highest) == rising?.is_ge();
                let rule = if highest { dice::highest::<N, Stop> } else { dice::lowest::<N, Stop> };
                (rule(&lattice.faces, count, kept, &mut work)?, kept)
            }
        };
        let base = lattice.least.times(&N::from(Rational::from(counted)));
        let mut values = Vec::with_capacity(sums.len());
        for (sum, weight) in sums {
            let value = base.plus(&lattice.unit.times(&N::from(Rational::from(sum))));
            self.context.check_number(&value, origin)?;
            values.push((Cell::Number(value), weight));
        }
        Ok(values)
    }

    /// The dice that count, from the highest downward, or upward where the lowest are kept.
    fn lists(
        &mut self,
        roll: &Roll<N>,
        lattice: &Lattice<N>,
        digits: u64,
        origin: Span,
    ) -> Result<WeightedCells<N>, Stop> {
        let (which, kept) = roll.keep.unwrap_or((Keep::Highest, roll.count));
        let rising = self.context.sign(&lattice.unit, origin)?.is_ge();
        let turned = (which == Keep::Highest) != rising;
        let mut faces = lattice.faces.clone();
        if turned {
            faces.reverse();
            faces.iter_mut().for_each(|(face, _)| *face = -*face);
        }
        let meter = &mut self.meter;
        let mut room = |values: usize| {
            meter.room(values, origin, "these dice make too many distinct lists")?;
            meter.count(1, origin)?;
            meter.work(1, digits)
        };
        let lists = dice::faces_of_highest::<N, Stop>(&faces, roll.count, kept, &mut room)?;
        let value = |face: i64| {
            let face = N::from(Rational::from(if turned { -face } else { face }));
            Cell::Number(lattice.least.plus(&lattice.unit.times(&face)))
        };
        let list = |(faces, weight): (Vec<i64>, N::Ring)| {
            (Cell::List(faces.into_iter().map(value).collect::<Vec<_>>().into()), weight)
        };
        Ok(lists.into_iter().map(list).collect())
    }

    /// What one roll gives, each value once, with weights over one denominator.
    fn one_roll(
        &mut self,
        face: Slot,
        body: &Sequence<N>,
        state: State<N>,
        origin: Span,
    ) -> Result<SumParts<N>, Stop> {
        let mut layer = self.sequence(body, Layer::of(state))?;
        for (state, _) in &mut layer.states {
            for (slot, cell) in (0..).map(Slot).zip(&mut state.cells) {
                if slot != face {
                    *cell = Cell::Unset;
                }
            }
        }
        layer.settle(&mut self.meter)?;
        layer.merge(&mut self.meter)?;
        layer.reduce(&mut self.meter)?;
        let number = |(state, weight): (State<N>, N::Ring)| match state.cells.into_iter().nth(face.0 as usize)
        {
            Some(Cell::Number(number)) => Ok((number, weight)),
            _ => Err(internal(origin, "a roll has no number")),
        };
        let faces = layer.states.into_iter().map(number).collect::<Result<_, Stop>>()?;
        Ok((faces, layer.denominator))
    }
}

/// Values with weights, and the denominator of those.
type SumParts<N> = (Vec<(N, <N as Number>::Ring)>, <N as Number>::Ring);

impl<N: Number> Context<'_, N> {
    /// The faces as whole multiples of one unit above the first.
    pub(super) fn lattice(&self, faces: Vec<(N, N::Ring)>, origin: Span) -> Result<Lattice<N>, Stop> {
        let Some((first, _)) = faces.first().cloned() else {
            return Err(internal(origin, "a roll has no face"));
        };
        let away =
            faces.iter().map(|(face, _)| face.minus(&first)).find(|away| *away != N::from(Rational::ZERO));
        // Of one face only, every unit is right.
        let step = away.unwrap_or_else(|| N::from(Rational::ONE));
        self.sign(&step, origin)?;
        let mut shares = Vec::with_capacity(faces.len());
        for (face, weight) in faces {
            let share = face.minus(&first).over(&step).and_then(|share| share.to_rational());
            let Some(share) = share else { return Err(apart(origin)) };
            shares.push((share, weight));
        }
        let denominator = shares.iter().fold(Rational::ONE, |common, (share, _)| {
            let (own, all) = (share.denominator(), common.numerator());
            Rational::from_integers(&Ring::common(&own, &all).0, &Ring::one()).unwrap_or(common)
        });
        let whole: Option<Vec<(i64, N::Ring)>> = shares
            .into_iter()
            .map(|(share, weight)| Some(((&share * &denominator).to_i64()?, weight)))
            .collect();
        let far = || far(self.limits, origin);
        let mut faces = whole.ok_or_else(far)?;
        faces.sort_by_key(|(face, _)| *face);
        let least = faces.first().map_or(0, |(face, _)| *face);
        let moved = |(face, weight): (i64, N::Ring)| Some((face.checked_sub(least)?, weight));
        let faces: Vec<(i64, N::Ring)> =
            faces.into_iter().map(moved).collect::<Option<_>>().ok_or_else(far)?;
        let unit = step.times(&N::from(Rational::ONE.checked_div(&denominator).unwrap_or(Rational::ONE)));
        Ok(Lattice { least: first.plus(&unit.times(&N::from(Rational::from(least)))), unit, faces })
    }
}

fn far(limits: &Limits, origin: Span) -> Stop {
    limit(origin, "steps", limits.steps, "the faces of these dice lie too far apart")
}

/// A roll that may be of any size: what several of them are together is known only as far as is asked, and that is found
/// out where they are added in a loop.
fn with_no_end(mut stop: Stop, kept: bool, origin: Span) -> Stop {
    if stop.code == Code::Endless {
        stop = Box::new(stop.also(origin, "it is rolled several times here"));
        stop.help = Some(match kept {
            true => "roll them in a loop: `repeat n { best = max(best, …) }`".into(),
            false => "add them in a loop: `repeat n { total = total + … }`".into(),
        });
    }
    stop
}

/// A roll of which all dice would depend.
fn held(origin: Span) -> Stop {
    let message = "what is rolled several times compares a continuous roll that was made before";
    let mut stop = refuse(Code::RollShared, origin, message);
    stop.notes.push("each of the rolls would depend on it, and so on the others".to_owned());
    stop.help = Some("make the continuous roll within it, or add up in a loop: `repeat n { … }`".into());
    stop
}

/// Faces that are no multiples of one unit, which only a symbol can make.
fn apart(origin: Span) -> Stop {
    refuse(
        Code::RollNotIntegrable,
        origin,
        "the faces of these dice depend on the symbol in more than one way, so their sums cannot be told apart",
    )
}
