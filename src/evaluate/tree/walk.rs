//! From one state to the next draw, and over it.

use crate::exact::Rational;
use crate::lower::{Dice, Op, Program, Slot};
use crate::source::Span;

use super::super::cell::Cell;
use super::super::layer::{Layer, mass};
use super::super::limits::{Stop, internal, refuse};
use super::super::run::Run;
use super::super::state::State;
use super::super::step::{Sequence, Step};
use super::super::term::Bound;
use super::band::{Landed, RollFormula};
use super::drawn::Drawn;
use super::{Arm, Branch, Change, Draw, Found, Place, ROUNDS, Target, TreeNode};

/// A sequence that is being gone through.
#[derive(Clone)]
pub(super) struct Frame<'p> {
    pub(super) sequence: &'p Sequence<Rational>,
    /// The step that comes next, or in which the frames after this one are.
    pub(super) next: usize,
    /// Which branch of its branch it is.
    pub(super) arm: usize,
    /// How many more rounds come after this one.
    pub(super) left: i64,
    /// Whether it is one of several rounds.
    pub(super) repeats: bool,
}

/// A node whose branches are not known yet.
pub(super) struct Open<'p> {
    node: usize,
    frames: Vec<Frame<'p>>,
    cells: Cells,
}

type Cells = Vec<Cell<Rational>>;

pub(super) struct Walk<'p> {
    pub(super) run: Run<'p, Rational>,
    pub(super) program: &'p Program,
    pub(super) names: Vec<Option<usize>>,
    pub(super) found: Found,
    pub(super) drawn: Drawn,
    /// The lists that got something on the branch at hand, and had nothing.
    pub(super) refills: Vec<String>,
}

fn place(frames: &[Frame]) -> Place {
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    frames.iter().map(|frame| [number(frame.arm), -frame.left, number(frame.next)]).collect()
}

fn clear(cells: &mut Cells, slots: &[Slot]) {
    for slot in slots {
        put(cells, *slot, Cell::Unset);
    }
}

fn put(cells: &mut Cells, slot: Slot, value: Cell<Rational>) {
    if let Some(cell) = cells.get_mut(slot.0 as usize) {
        *cell = value;
    }
}

/// Leaves the last frame, whose steps are done: another round, or the step after it. The slots that are to be
/// emptied then; `None` where nothing comes after it.
fn leave<'p>(frames: &mut Vec<Frame<'p>>) -> Option<&'p [Slot]> {
    let done = frames.pop()?;
    if done.left > 0 {
        let sequence = done.sequence;
        frames.push(Frame { next: 0, left: done.left - 1, ..done });
        return Some(&sequence.kill);
    }
    let outer = frames.last_mut()?;
    outer.next += 1;
    Some(outer.sequence.steps.get(outer.next - 1).map_or(&[], |step| step.kill.as_slice()))
}

/// The step that comes next.
fn next_step<'p>(frames: &[Frame<'p>]) -> Option<&'p Step<Rational>> {
    let frame = frames.last()?;
    frame.sequence.steps.get(frame.next)
}

fn enter<'p>(frames: &mut Vec<Frame<'p>>, cells: &mut Cells, sequence: &'p Sequence<Rational>, arm: usize) {
    clear(cells, &sequence.kill);
    frames.push(Frame { sequence, next: 0, arm, left: 0, repeats: false });
}

fn done(frames: &mut [Frame], cells: &mut Cells, kill: &[Slot]) {
    clear(cells, kill);
    if let Some(frame) = frames.last_mut() {
        frame.next += 1;
    }
}

impl<'p> Walk<'p> {
    /// Makes steps up to the next draw, the end or what is ruled out; with everything that changed before it.
    pub(super) fn advance(
        &mut self,
        mut frames: Vec<Frame<'p>>,
        mut cells: Cells,
        mut changes: Vec<Change>,
        waiting: &mut Vec<Open<'p>>,
    ) -> Result<(Target, Vec<Change>), Stop> {
        loop {
            let Some(step) = next_step(&frames) else {
                match leave(&mut frames) {
                    Some(kill) => clear(&mut cells, kill),
                    None => return Ok((self.end(&cells)?, changes)),
                }
                continue;
            };
            self.run.meter.count(1, step.origin)?;
            match &step.op {
                Op::Assign(slot, term) => {
                    let value = self.run.context.eval(term, &cells)?;
                    self.note(&mut changes, *slot, &value);
                    self.note_refill(*slot, &value, &cells);
                    self.drawn.assign(*slot, term);
                    put(&mut cells, *slot, value);
                    done(&mut frames, &mut cells, &step.kill);
                }
                Op::CheckRange(slot, range) => {
                    if let Some(range) = self.run.ranges.get(*range) {
                        self.run.context.check_range(*slot, range, &cells, step.origin)?;
                    }
                    done(&mut frames, &mut cells, &step.kill);
                }
                Op::Refuse(code, message) => return Err(refuse(*code, step.origin, message.clone())),
                Op::Given(evidence) => {
                    if !self.run.context.flag(evidence, &cells)? {
                        return Ok((Target::RuledOut, changes));
                    }
                    done(&mut frames, &mut cells, &step.kill);
                }
                Op::Switch(arms, otherwise) => {
                    let chosen = self.run.context.chosen(arms, &cells)?;
                    arms.iter().take(chosen + 1).for_each(|(guard, _)| self.drawn.ask(guard));
                    let sequence = arms.get(chosen).map_or(otherwise, |(_, sequence)| sequence);
                    enter(&mut frames, &mut cells, sequence, chosen);
                }
                Op::Repeat(count, body) => {
                    let times = self.run.context.rounds(count, &cells)?;
                    if times == 0 {
                        done(&mut frames, &mut cells, &step.kill);
                        continue;
                    }
                    enter(&mut frames, &mut cells, body, 0);
                    if let Some(frame) = frames.last_mut() {
                        frame.left = times - 1;
                        frame.repeats = true;
                    }
                }
                _ => return Ok((self.node(step, frames, cells, waiting)?, changes)),
            }
        }
    }

    fn end(&mut self, cells: &Cells) -> Result<Target, Stop> {
        let mut values = Vec::with_capacity(self.program.outputs.len());
        for slot in &self.program.outputs {
            let value = cells.get(slot.0 as usize).and_then(Cell::to_value);
            values.push(value.ok_or_else(|| internal(Span::default(), "an outcome has no value"))?);
        }
        Ok(self.found.leaf(values))
    }

    /// Notes that something with a name was given a value; what it had before does not matter then.
    fn note(&self, changes: &mut Vec<Change>, slot: Slot, value: &Cell<Rational>) {
        let named = self.names.get(slot.0 as usize).copied().flatten();
        let Some(named) = named.and_then(|name| self.program.names.get(name)) else { return };
        let Some(value) = written(value, &named.values) else { return };
        changes.retain(|change| change.name != named.name);
        changes.push(Change { name: named.name.clone(), value });
    }

    /// Notes a list that gets something and has nothing, by its length.
    fn note_refill(&mut self, slot: Slot, value: &Cell<Rational>, cells: &Cells) {
        let Some((list, _)) = self.program.lengths.iter().find(|(_, length)| *length == slot) else { return };
        let empty = |cell: &Cell<Rational>| *cell == Cell::Number(Rational::ZERO);
        let named = self.names.get(list.0 as usize).copied().flatten();
        if cells.get(slot.0 as usize).is_some_and(empty)
            && !empty(value)
            && let Some(named) = named.and_then(|name| self.program.names.get(name))
        {
            self.refills.push(named.name.clone());
        }
    }

    /// What can be said of a state: what has a name, and the rounds that are to come.
    fn state(&self, frames: &[Frame], cells: &Cells) -> Vec<Change> {
        let mut state = Vec::new();
        for (slot, cell) in (0..).map(Slot).zip(cells) {
            self.note(&mut state, slot, cell);
        }
        if let Some(frame) = frames.iter().rev().find(|frame| frame.repeats) {
            state.push(Change { name: ROUNDS.to_owned(), value: (frame.left + 1).to_string() });
        }
        state
    }

    /// The node of a state at a place, which is new where it was not met before.
    fn node(
        &mut self,
        step: &'p Step<Rational>,
        frames: Vec<Frame<'p>>,
        cells: Cells,
        waiting: &mut Vec<Open<'p>>,
    ) -> Result<Target, Stop> {
        let place = place(&frames);
        let key = (place, cells);
        if let Some(node) = self.found.known.get(&key) {
            return Ok(Target::Node(*node));
        }
        self.found.room(step.origin)?;
        let node = self.found.nodes.len();
        let draw = match &step.op {
            Op::Branch(arms, Some(_)) if arms.len() == 1 => Draw::Chance,
            Op::Branch(..) => Draw::Choice,
            Op::Random(..) => Draw::Random,
            Op::Dice(..) => Draw::Dice,
            Op::Until(..) => Draw::Loop,
            _ => Draw::Roll,
        };
        let state = self.state(&frames, &key.1);
        let steps = vec![step.origin];
        let made =
            TreeNode { origin: step.origin, steps, draw, place: 0, state, roll: None, branches: Vec::new() };
        self.found.nodes.push((key.0.clone(), made));
        waiting.push(Open { node, frames, cells: key.1.clone() });
        self.found.known.insert(key, node);
        Ok(Target::Node(node))
    }

    /// Finds the branches of a node.
    pub(super) fn expand(&mut self, open: Open<'p>, waiting: &mut Vec<Open<'p>>) -> Result<(), Stop> {
        let Some(step) = next_step(&open.frames) else { return Ok(()) };
        let node = open.node;
        let branches = match &step.op {
            Op::Branch(arms, rest) => self.branch(arms, rest.as_ref(), step, open, waiting)?,
            Op::Random(slot, bound) => self.random(*slot, bound, step, open, waiting)?,
            Op::Dice(slot, dice, body) => self.dice(*slot, dice, body, step, open, waiting)?,
            _ => self.roll(open, waiting)?,
        };
        self.found.branches += branches.len();
        self.found.nodes[node].1.branches = branches;
        Ok(())
    }

    fn branch(
        &mut self,
        arms: &'p [(Bound<Rational>, Sequence<Rational>)],
        rest: Option<&'p Sequence<Rational>>,
        step: &Step<Rational>,
        open: Open<'p>,
        waiting: &mut Vec<Open<'p>>,
    ) -> Result<Vec<Branch>, Stop> {
        let weights = self.run.context.weights(arms, rest.is_some(), &open.cells, step.origin)?;
        let plain = arms.len() == 1 && rest.is_some();
        let sequences = arms.iter().map(|(_, sequence)| sequence).chain(rest);
        let mut branches = Vec::with_capacity(weights.len());
        for (index, (sequence, (numerator, denominator))) in sequences.zip(weights).enumerate() {
            if numerator.is_zero() {
                continue;
            }
            let (mut frames, mut cells) = (open.frames.clone(), open.cells.clone());
            enter(&mut frames, &mut cells, sequence, index);
            self.refills.clear();
            let (next, changes) = self.advance(frames, cells, Vec::new(), waiting)?;
            let arm = match (plain, index) {
                (true, 0) => Arm::Yes,
                (true, _) => Arm::No,
                (false, _) if index < arms.len() => Arm::Choice(index),
                (false, _) => Arm::Rest,
            };
            branches.push(Branch {
                mass: mass::<Rational>(&numerator, &denominator, step.origin)?,
                arm,
                bands: Vec::new(),
                refills: std::mem::take(&mut self.refills),
                changes,
                next,
            });
        }
        Ok(branches)
    }

    fn random(
        &mut self,
        slot: Slot,
        bound: &Bound<Rational>,
        step: &Step<Rational>,
        open: Open<'p>,
        waiting: &mut Vec<Open<'p>>,
    ) -> Result<Vec<Branch>, Stop> {
        let sides = self.run.context.sides(bound, &open.cells, 0, &self.run.meter)?;
        let number = |number| (Cell::Number(Rational::from(number)), Rational::one_over(sides));
        self.each(slot, (0..sides.get()).map(number), step, &open, waiting)
    }

    fn dice(
        &mut self,
        slot: Slot,
        dice: &Dice<Bound<Rational>>,
        body: &'p Sequence<Rational>,
        step: &Step<Rational>,
        open: Open<'p>,
        waiting: &mut Vec<Open<'p>>,
    ) -> Result<Vec<Branch>, Stop> {
        let state = State { cells: open.cells.clone(), regions: Vec::new() };
        let law = self.run.dice_law(dice, body, &state, step.origin)?;
        let mut values = Vec::with_capacity(law.values.len());
        for (value, weight) in &law.values {
            values.push((value.clone(), mass::<Rational>(weight, &law.denominator, step.origin)?));
        }
        self.found.nodes[open.node].1.steps.extend(origins(body));
        self.each(slot, values.into_iter(), step, &open, waiting)
    }

    /// A branch for each value that can be drawn.
    fn each(
        &mut self,
        slot: Slot,
        values: impl Iterator<Item = (Cell<Rational>, Rational)>,
        step: &Step<Rational>,
        open: &Open<'p>,
        waiting: &mut Vec<Open<'p>>,
    ) -> Result<Vec<Branch>, Stop> {
        let mut branches = Vec::new();
        for (value, mass) in values {
            self.found.room(step.origin)?;
            let (mut frames, mut cells) = (open.frames.clone(), open.cells.clone());
            self.drawn.begin(slot);
            let arm = Arm::Drawn(written(&value, &[]).unwrap_or_default());
            put(&mut cells, slot, value);
            done(&mut frames, &mut cells, &step.kill);
            let (next, changes) = self.advance(frames, cells, Vec::new(), waiting)?;
            branches.push(Branch { mass, arm, bands: Vec::new(), refills: Vec::new(), changes, next });
        }
        // What it is compared with decides how many numbers go on alike.
        let asked = self.drawn.finish();
        self.found.nodes[open.node].1.steps.extend(asked);
        Ok(branches)
    }

    /// A step whose states have no mass of their own before nothing refers to a roll any more.
    fn roll(&mut self, open: Open<'p>, waiting: &mut Vec<Open<'p>>) -> Result<Vec<Branch>, Stop> {
        let Open { node, mut frames, cells } = open;
        let start = frames.clone();
        let mut layer = Layer::start(cells.clone());
        let mut through = Vec::new();
        let mut compared = None;
        let mut moves = 0;
        loop {
            if let Some(step) = next_step(&frames) {
                through.push(step.origin);
                if matches!(step.op, Op::Band(..) | Op::Floor(..)) && compared.is_none() {
                    compared = Some(step.origin);
                }
            }
            let goes_on = self.one_move(&mut frames, &mut layer)?;
            moves += 1;
            if !goes_on || layer.states.iter().all(|(state, _)| is_plain(state)) {
                break;
            }
        }
        let made = &mut self.found.nodes[node].1;
        let origin = compared.unwrap_or(made.origin);
        made.origin = origin;
        made.steps = through;
        let landed = self.landed(start, cells.clone(), moves);
        let landed = landed.filter(|landed| landed.explains(&layer));
        let mut branches = Vec::with_capacity(layer.states.len());
        let mut left = Rational::ONE;
        for (state, numerator) in &layer.states {
            let mass = mass::<Rational>(numerator, &layer.denominator, origin)?;
            left -= &mass;
            let changes = self.differences(&cells, &state.cells);
            let (next, changes) = self.advance(frames.clone(), state.cells.clone(), changes, waiting)?;
            let bands = landed.as_ref().map_or_else(Vec::new, |landed| landed.bands(&state.cells));
            branches.push(Branch { mass, arm: Arm::Result, bands, refills: Vec::new(), changes, next });
        }
        // What is known may have taken mass away in between.
        if !left.is_zero() {
            let (arm, next) = (Arm::Result, Target::RuledOut);
            branches.push(Branch {
                mass: left,
                arm,
                bands: Vec::new(),
                refills: Vec::new(),
                changes: Vec::new(),
                next,
            });
        }
        self.found.nodes[node].1.roll = landed.map(|landed| landed.formula);
        Ok(branches)
    }

    /// Makes the next step in all states, or leaves the frame that is done; whether there is more.
    fn one_move(&mut self, frames: &mut Vec<Frame<'p>>, layer: &mut Layer<Rational>) -> Result<bool, Stop> {
        if let Some(step) = next_step(frames) {
            let before = std::mem::replace(layer, Layer::empty(layer));
            *layer = self.run.steps(std::slice::from_ref(step), before)?;
            done(frames, &mut Vec::new(), &[]);
        } else {
            match leave(frames) {
                Some(kill) => layer.forget(kill),
                None => return Ok(false),
            }
        }
        layer.settle(&mut self.run.meter)?;
        layer.merge(&mut self.run.meter)?;
        Ok(true)
    }

    /// The same moves once more with the roll that is compared first kept to the end, so that each state has the
    /// interval in which it lies; `None` where no sum of uniforms is compared, or not in plain sight.
    fn landed(&mut self, mut frames: Vec<Frame<'p>>, cells: Cells, moves: usize) -> Option<Landed> {
        let mut layer = Layer::start(cells);
        let mut formula = None;
        for _ in 0..moves {
            if formula.is_none()
                && let Some(Step { op: Op::Band(_, roll, _), .. }) = next_step(&frames)
            {
                let [(state, _)] = layer.states.as_mut_slice() else { return None };
                let kept = self.run.context.eval(roll, &state.cells).ok()?;
                let name = self.name_of(&kept, &state.cells);
                formula = Some(RollFormula::of(name, &kept)?);
                state.cells.push(kept);
            }
            self.one_move(&mut frames, &mut layer).ok()?;
        }
        Landed::new(formula?, &layer)
    }

    /// What the text calls a roll.
    fn name_of(&self, roll: &Cell<Rational>, cells: &Cells) -> Option<String> {
        let held = cells.iter().position(|cell| cell == roll)?;
        let name = self.names.get(held).copied().flatten()?;
        Some(self.program.names.get(name)?.name.clone())
    }

    fn differences(&self, before: &Cells, after: &Cells) -> Vec<Change> {
        let mut changes = Vec::new();
        for (slot, (old, new)) in (0..).map(Slot).zip(before.iter().zip(after)) {
            if old != new {
                self.note(&mut changes, slot, new);
            }
        }
        changes
    }
}

/// The places of steps and of all steps inside them.
fn origins(sequence: &Sequence<Rational>) -> Vec<Span> {
    let inside = |step: &Step<Rational>| {
        let deeper = step.op.bodies().into_iter().flat_map(origins);
        std::iter::once(step.origin).chain(deeper).collect::<Vec<_>>()
    };
    sequence.steps.iter().flat_map(inside).collect()
}

fn is_plain(state: &State<Rational>) -> bool {
    state.regions.is_empty() && !state.cells.iter().any(|cell| matches!(cell, Cell::Roll(_)))
}

/// A value as text; `None` for what has none.
fn written(value: &Cell<Rational>, names: &[String]) -> Option<String> {
    Some(match value {
        Cell::Flag(flag) => flag.to_string(),
        Cell::Number(number) => number.to_string(),
        Cell::Above(above) => above.to_string(),
        Cell::Variant(index) => names.get(*index as usize)?.clone(),
        Cell::List(list) => {
            list.iter().map(|value| written(value, names)).collect::<Option<Vec<_>>>()?.join(",")
        }
        Cell::Unset | Cell::Roll(_) => return None,
    })
}
