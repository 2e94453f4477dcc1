//! Proof that a loop has infinitely many states, found while its states are: a number has changed between two states
//! that are alike in all that decides what happens, and rounds make more of more of it. What happened between the two
//! can then happen again and again, and the number goes on as it went.

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::diagnostic::Code;
use crate::evaluate::cell::Cell;
use crate::evaluate::limits::{Limits, Stop, limit, refuse};
use crate::evaluate::slots::SlotSet;
use crate::evaluate::state::State;
use crate::evaluate::step::{Sequence, Step};
use crate::evaluate::term::{Bound, BoundKind};
use crate::exact::{Number, Rational};
use crate::lower::{Op, Slot};
use crate::parse::ast::BinaryOp;
use crate::source::Span;

/// Of the states that there may be, one in so many may follow each other in a row in which something only grows.
const LONGEST_ROW: usize = 100;

/// A number of which rounds make the more, the more it was.
struct Riser {
    slot: Slot,
    origin: Span,
    /// The slots that decide what is made of it and which way a round goes; it is none of them itself.
    decides: SlotSet,
}

/// What in a loop may grow without end.
pub(in crate::evaluate) struct Growth {
    risers: Vec<Riser>,
    /// What is assigned, and where.
    written: Vec<(Slot, Span)>,
}

impl Growth {
    /// In a loop with these steps, which ends when the guard holds.
    pub(in crate::evaluate) fn of<N: Number>(body: &Sequence<N>, guard: &Bound<N>) -> Growth {
        let steps = body.all_steps();
        let mut control = SlotSet::default();
        control.add_reads(guard);
        for step in &steps {
            match &step.op {
                Op::Assign(..) => {}
                Op::CheckRange(slot, _) => control.insert(*slot),
                op => op.terms().into_iter().for_each(|term| control.add_reads(term)),
            }
        }
        let riser = |step: &&Step<N>| {
            let Op::Assign(slot, term) = &step.op else { return None };
            let mut decides = control.clone();
            let only_rises = steps.iter().filter(|other| other.op.writes() == Some(*slot)).all(|other| {
                let Op::Assign(_, term) = &other.op else { return false };
                rises(*slot, term, &mut decides)
            });
            if !only_rises || !rises(*slot, term, &mut decides) {
                return None;
            }
            close(&steps, &mut decides);
            (!decides.contains(*slot)).then_some(Riser { slot: *slot, origin: step.origin, decides })
        };
        let written = |step: &&Step<N>| Some((step.op.writes()?, step.origin));
        Growth {
            risers: steps.iter().filter_map(riser).collect(),
            written: steps.iter().filter_map(written).collect(),
        }
    }

    /// That something grows without end, where states in which rounds began one after the other show it. Where
    /// something has only grown or fallen for many rounds, that is refused although it may have an end.
    pub(in crate::evaluate) fn stop<N: Number>(
        &self,
        rounds: &[&State<N>],
        names: &[(Span, String)],
        guard: Span,
        limits: &Limits,
    ) -> Option<Stop> {
        if let Some(riser) = self.risers.iter().find(|riser| riser.grows(rounds)) {
            return Some(endless(riser.origin, names, guard));
        }
        if rounds.len() <= limits.states / LONGEST_ROW {
            return None;
        }
        let (_, origin) = self.written.iter().find(|(slot, _)| is_steady(*slot, rounds))?;
        let name = names.iter().find(|(place, _)| place == origin);
        let name = name.map_or_else(|| "this".to_owned(), |(_, name)| format!("`{name}`"));
        let what =
            format!("{name} has another value in each of {} rounds, and they may have no end", rounds.len());
        Some(Box::new(limit(*origin, "states", limits.states, &what).also(guard, "until this holds")))
    }
}

/// Whether a number rises from each state to the next, or falls, or is further from 0.
fn is_steady<N: Number>(slot: Slot, rounds: &[&State<N>]) -> bool {
    let number = |state: &State<N>| match state.cells.get(slot.0 as usize) {
        Some(Cell::Number(number)) => number.to_rational(),
        _ => None,
    };
    let numbers: Option<Vec<Rational>> = rounds.iter().map(|state| number(state)).collect();
    let all = |compare: fn(&Rational, &Rational) -> bool| {
        let pairs =
            |numbers: &Vec<Rational>| numbers.windows(2).all(|pair| matches!(pair, [a, b] if compare(a, b)));
        numbers.as_ref().is_some_and(pairs)
    };
    all(|a, b| a < b) || all(|a, b| a > b) || all(|a, b| a.abs() < b.abs())
}

impl Riser {
    /// Whether two of these states differ in the number and are alike in what decides.
    fn grows<N: Number>(&self, rounds: &[&State<N>]) -> bool {
        let mut known: FxHashMap<State<N>, &Cell<N>> =
            FxHashMap::with_capacity_and_hasher(rounds.len(), FxBuildHasher);
        rounds.iter().any(|state| {
            let Some(own) = state.cells.get(self.slot.0 as usize) else { return false };
            let mut deciding =
                State { cells: vec![Cell::Unset; state.cells.len()], regions: state.regions.clone() };
            for slot in self.decides.iter() {
                if let Some(cell) = state.cells.get(slot.0 as usize) {
                    deciding.set(slot, cell.clone());
                }
            }
            known.insert(deciding, own).is_some_and(|before| before != own)
        })
    }
}

/// Whether a term is the greater the greater a slot is, whatever else it reads; that is noted.
fn rises<N: Number>(slot: Slot, term: &Bound<N>, decides: &mut SlotSet) -> bool {
    let mentions = |term: &Bound<N>| {
        let mut reads = SlotSet::default();
        reads.add_reads(term);
        reads.contains(slot)
    };
    let positive = |term: &Bound<N>| match &term.kind {
        BoundKind::Constant(Cell::Number(number)) => {
            number.to_rational().is_some_and(|number| number > Rational::ZERO)
        }
        _ => false,
    };
    match &term.kind {
        BoundKind::Slot(own) => *own == slot,
        BoundKind::Binary(op, left, right) => match (op, mentions(left), mentions(right)) {
            (BinaryOp::Add, true, true) => rises(slot, left, decides) && rises(slot, right, decides),
            (BinaryOp::Add | BinaryOp::Subtract, true, false) => {
                decides.add_reads(right);
                rises(slot, left, decides)
            }
            (BinaryOp::Add, false, true) => {
                decides.add_reads(left);
                rises(slot, right, decides)
            }
            (BinaryOp::Multiply | BinaryOp::Divide, true, false) => {
                positive(right) && rises(slot, left, decides)
            }
            (BinaryOp::Multiply, false, true) => positive(left) && rises(slot, right, decides),
            _ => false,
        },
        _ => false,
    }
}

/// Adds what decides what the slots of a set hold.
fn close<N: Number>(steps: &[&Step<N>], set: &mut SlotSet) {
    loop {
        let before = set.clone();
        for step in steps {
            if step.op.writes().is_some_and(|slot| set.contains(slot)) {
                step.op.terms().into_iter().for_each(|term| set.add_reads(term));
                if let Op::Dice(_, dice, _) = &step.op {
                    set.insert(dice.face);
                }
            }
        }
        if *set == before {
            return;
        }
    }
}

/// That what is assigned at a place grows without end.
fn endless(origin: Span, names: &[(Span, String)], guard: Span) -> Stop {
    let name = names.iter().find(|(place, _)| *place == origin).map(|(_, name)| name.as_str());
    let what = name.map_or_else(|| "this".to_owned(), |name| format!("`{name}`"));
    let message = format!("{what} grows from round to round without end, so it has infinitely many values");
    let name = name.unwrap_or("x");
    let mut stop = refuse(Code::Endless, origin, message);
    stop = Box::new(stop.also(guard, "until this holds"));
    stop.help = Some(
        format!("ask for one of its values or what is beyond, as in `P({name} = 3)` and `P({name} > 3)`, or for its mean").into(),
    );
    stop
}
