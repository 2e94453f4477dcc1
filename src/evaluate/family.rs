//! A mechanic over all values of its inputs: what depends on the symbol apart from what does not.
//!
//! One input may be a symbol, such as luck. The program is cut behind the last step that needs it. Before
//! the cut there are few states, with masses that are functions of the symbol; behind it, what becomes of
//! each of these states is a law of plain fractions. Together they give the law for every value of the
//! symbol, while each of the other inputs is only varied on the side that reads it.

use std::collections::BTreeSet;

use crate::diagnostic::Code;
use crate::exact::Rational;
use crate::exact::symbol::{Axis, Function, Piece, PieceError, pieces_between};
use crate::lower::{Node, Op, Program, Slot, Term, TermKind};
use crate::parse::ast::{BinaryOp, UnaryOp};
use crate::value::{InputValue, RuleValue, Value};

use super::bindings::{Bindings, InputBinding};
use super::cell::Cell;
use super::limits::{Limits, Stop};
use super::plan::Plan;
use super::slots::SlotSet;

/// The cells at the cut: what the rest of the program reads.
pub type CutState = Vec<Cell<Rational>>;

/// A program cut behind what needs the symbol.
#[derive(Debug, Clone)]
pub struct Family {
    before: Program,
    after: Program,
    live: Vec<Slot>,
    symbol: Option<usize>,
    /// The inputs that are read before the cut, without the symbol.
    pub first_inputs: BTreeSet<usize>,
    /// The inputs that are read behind it.
    pub last_inputs: BTreeSet<usize>,
}

/// The states at the cut with their masses as functions of the symbol.
pub type CutLaw = Vec<(CutState, Function)>;

/// Outcomes with their masses.
pub type Outcomes = Vec<(Vec<Value>, Rational)>;

/// A value, or why there is none.
pub type Refusable<T> = Result<T, Stop>;

/// Whether a stop says that the mechanic has nothing to say under these inputs, or needs a rule for it that nobody
/// knows, and no more than that.
#[must_use]
pub fn refuses(stop: &Stop) -> bool {
    matches!(stop.code, Code::Required | Code::ImpossibleEvidence | Code::NotKnown)
}

/// More pieces of the axis than this are refused.
const MOST_PIECES: usize = 10_000;

impl Family {
    /// Cuts a program whose outputs are those that are wanted. `symbol` is the place of the input that is one,
    /// `follows` are the inputs whose defaults are taken that follow from others.
    #[must_use]
    pub fn new(program: &Program, symbol: Option<usize>, follows: &BTreeSet<usize>) -> Family {
        let mut taint = Taint { symbol, inputs: BTreeSet::new(), slots: SlotSet::default() };
        // One may follow from those before it.
        for (input, steps) in program.inputs.iter().enumerate().filter(|(input, _)| follows.contains(input)) {
            if taint.all(&steps.default) {
                taint.inputs.insert(input);
            }
        }
        for node in &program.start {
            taint.needs(node);
        }
        let mut cut = 0;
        for (place, node) in program.body.iter().enumerate() {
            if taint.needs(node) {
                cut = place + 1;
            }
        }
        let (first, last) = program.body.split_at(cut);
        let mut reads = SlotSet::default();
        let mut last_inputs = BTreeSet::new();
        for node in last {
            reads_of(node, &mut reads, &mut last_inputs);
        }
        add_followed(program, follows, &mut last_inputs);
        program.outputs.iter().for_each(|slot| reads.insert(*slot));
        // Only what is given a value before the cut can be carried over it.
        let mut written = SlotSet::default();
        program.start.iter().chain(first).for_each(|node| writes_of(node, &mut written));
        let live: Vec<Slot> = reads.iter().filter(|slot| written.contains(*slot)).collect();
        let mut first_inputs = BTreeSet::new();
        for node in program.start.iter().chain(first) {
            reads_of(node, &mut SlotSet::default(), &mut first_inputs);
        }
        add_followed(program, follows, &mut first_inputs);
        if let Some(symbol) = symbol {
            first_inputs.remove(&symbol);
        }
        Family {
            before: Program { body: first.to_vec(), outputs: live.clone(), ..program.clone() },
            after: Program { body: last.to_vec(), ..program.clone() },
            live,
            symbol,
            first_inputs,
            last_inputs,
        }
    }

    /// The states at the cut with their masses as functions of the symbol, piece by piece; where nothing is
    /// a symbol, one piece with constants.
    ///
    /// # Errors
    /// The evaluation's, or an end of a piece that is not rational.
    pub fn first(
        &self,
        inputs: &[InputValue],
        rules: &[RuleValue],
        limits: &Limits,
    ) -> Result<Vec<Piece<CutLaw>>, PieceError<Stop>> {
        let found = self.first_between(inputs, rules, (None, None), limits)?;
        let value = |piece: Piece<Refusable<_>>| match piece.value {
            Ok(value) => Ok(Piece { low: piece.low, high: piece.high, value }),
            Err(stop) => Err(PieceError::Failed(stop)),
        };
        found.into_iter().map(value).collect()
    }

    /// As [`Family::first`], for values of the symbol between two ends. Where the mechanic refuses the
    /// inputs, or what is given cannot happen, the value of the piece is the refusal.
    ///
    /// # Errors
    /// As [`Family::first`].
    pub fn first_between(
        &self,
        inputs: &[InputValue],
        rules: &[RuleValue],
        (low, high): (Option<Rational>, Option<Rational>),
        limits: &Limits,
    ) -> Result<Vec<Piece<Refusable<CutLaw>>>, PieceError<Stop>> {
        let mut bindings: Bindings<Function> = Bindings::new(inputs, rules);
        if let Some(input) = self.symbol.and_then(|symbol| bindings.inputs.get_mut(symbol)) {
            *input = InputBinding::Value(Cell::Number(Function::symbol()));
        }
        let wanted: Vec<usize> = (0..self.live.len()).collect();
        pieces_between(low, high, MOST_PIECES, |axis: &Axis| {
            let plan = Plan::<Function>::new(&self.before, &bindings, &wanted, axis, limits);
            match plan.run(axis, limits) {
                Ok(entries) => {
                    Ok(Ok(entries.into_iter().map(|(cells, mass)| (plain(cells), mass)).collect()))
                }
                Err(stop) if refuses(&stop) && axis.undecided().is_none() => Ok(Err(stop)),
                Err(stop) => Err(stop),
            }
        })
    }

    /// As [`Family::first`] at one value of the symbol, which is among the inputs.
    ///
    /// # Errors
    /// The evaluation's.
    pub fn first_at(
        &self,
        inputs: &[InputValue],
        rules: &[RuleValue],
        limits: &Limits,
    ) -> Result<Vec<(CutState, Rational)>, Stop> {
        let wanted: Vec<usize> = (0..self.live.len()).collect();
        let plan = Plan::<Rational>::new(&self.before, &Bindings::new(inputs, rules), &wanted, &(), limits);
        plan.run(&(), limits)
    }

    /// What becomes of states at the cut: for each of them the law of the outputs, or why it has none. A state
    /// that these inputs cannot reach may have none.
    #[must_use]
    pub fn last(
        &self,
        inputs: &[InputValue],
        rules: &[RuleValue],
        states: &[CutState],
        limits: &Limits,
    ) -> Vec<Refusable<Outcomes>> {
        let bindings = Bindings::new(inputs, rules);
        let plan = Plan::<Rational>::resume(&self.after, &bindings, &self.live, limits);
        states.iter().map(|state| plan.law_of_cells(state, limits)).collect()
    }
}

/// Cells without their symbols: behind the cut there are none.
fn plain(cells: Vec<Cell<Function>>) -> CutState {
    let plain = |cell: Cell<Function>| match cell.to_value() {
        Some(value) => Cell::from_value(&value),
        None => Cell::Unset,
    };
    cells.into_iter().map(plain).collect()
}

/// Which slots hold a number with the symbol in it, or a roll.
struct Taint {
    symbol: Option<usize>,
    /// The inputs that follow from the symbol.
    inputs: BTreeSet<usize>,
    slots: SlotSet,
}

impl Taint {
    /// Whether a step needs the symbol, or makes or compares a roll; without a symbol none does.
    fn needs(&mut self, node: &Node) -> bool {
        if self.symbol.is_none() {
            return false;
        }
        let mut needs = false;
        // The steps inside may come round again and read what was written later on.
        let rounds = if matches!(node.op, Op::Repeat(..) | Op::Until(..)) { 2 } else { 1 };
        for _ in 0..rounds {
            needs |= self.step(node);
        }
        needs
    }

    fn step(&mut self, node: &Node) -> bool {
        let op = &node.op;
        let inside = op.bodies().into_iter().fold(false, |needs, body| self.all(body) | needs);
        if let Some(slot) = op.writes() {
            let tainted = match op {
                Op::Assign(_, term) => self.holds(term),
                Op::Dice(_, dice, _) => self.slots.contains(dice.face),
                op => matches!(op, Op::Uniform(_)),
            };
            // A slot that is written in one of several branches keeps what it may hold after the others.
            if tainted {
                self.slots.insert(slot);
            }
        }
        match op {
            // What is known changes the masses of all that came before, so it is not parted from them.
            Op::Uniform(_) | Op::Given(_) => true,
            Op::CheckRange(slot, _) => self.slots.contains(*slot),
            op => inside | op.terms().into_iter().any(|term| self.reads(term)),
        }
    }

    fn all(&mut self, nodes: &[Node]) -> bool {
        nodes.iter().fold(false, |needs, node| self.needs(node) | needs)
    }

    fn reads(&self, term: &Term) -> bool {
        let mut found = false;
        term.each(&mut |term| match &term.kind {
            TermKind::Slot(slot) => found |= self.slots.contains(*slot),
            TermKind::Input(input) => {
                found |= self.symbol == Some(*input) || self.inputs.contains(input);
            }
            _ => {}
        });
        found
    }

    /// Whether the value of a term may hold the symbol; that of a comparison is a plain flag.
    fn holds(&self, term: &Term) -> bool {
        match &term.kind {
            TermKind::Unary(UnaryOp::Not, _) => false,
            TermKind::Binary(op, left, right) => {
                let arithmetic = matches!(
                    op,
                    BinaryOp::Add
                        | BinaryOp::Subtract
                        | BinaryOp::Multiply
                        | BinaryOp::Divide
                        | BinaryOp::Power
                );
                arithmetic && (self.holds(left) || self.holds(right))
            }
            TermKind::Call(_, arguments) => arguments.iter().any(|argument| self.holds(argument)),
            _ => self.reads(term),
        }
    }
}

/// Adds the inputs from which some follow that are read.
pub(super) fn add_followed(program: &Program, follows: &BTreeSet<usize>, inputs: &mut BTreeSet<usize>) {
    // They follow only from inputs before them.
    for (input, steps) in program.inputs.iter().enumerate().rev() {
        if inputs.contains(&input) && follows.contains(&input) {
            steps.default.iter().for_each(|node| reads_of(node, &mut SlotSet::default(), inputs));
        }
    }
}

/// The slots and inputs that a step and the steps inside it read.
pub(super) fn reads_of(node: &Node, slots: &mut SlotSet, inputs: &mut BTreeSet<usize>) {
    node.each(&mut |node| {
        if let Op::CheckRange(slot, _) = &node.op {
            slots.insert(*slot);
        }
        for term in node.op.terms() {
            term.each(&mut |term| match &term.kind {
                TermKind::Slot(slot) => slots.insert(*slot),
                TermKind::Input(input) => {
                    inputs.insert(*input);
                }
                _ => {}
            });
        }
    });
}

/// The slots that a step and the steps inside it give values.
pub(super) fn writes_of(node: &Node, written: &mut SlotSet) {
    node.each(&mut |node| node.op.writes().into_iter().for_each(|slot| written.insert(slot)));
}
