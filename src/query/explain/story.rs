//! On what a probability rests, draw by draw, as one would tell it.

use super::measure::Drawn;
use super::sum::{Factor, Sums};
use super::{BranchNumber, ExplainedDraw};
use crate::exact::Rational;
use crate::lower::{Op, Program, TermKind};

/// What has to happen from a draw on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Story {
    /// Nothing more.
    Done,
    /// One of these.
    Ways(Vec<Way>),
}

/// One thing that can happen at a draw, and what has to happen after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    /// The draw, by its index among those of the explanation.
    pub draw: usize,
    /// What happens there.
    pub number: BranchNumber,
    /// Of a list with something in it: what would be left of it otherwise is nothing.
    pub saves: Option<Saved>,
    /// What comes after.
    pub then: Story,
}

/// A list whose last value would be taken if something else happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saved {
    /// It counts up to this input.
    Counted(usize),
    /// It has only a name.
    Named(String),
}

/// More things than these are no sentence any more.
const MOST_THINGS: usize = 7;

/// The story of sums whose numbers are told by draws; `None` where it would be too long, where draws are taken
/// together, and where the measure is no probability.
pub(super) fn story(
    sums: &Sums,
    told: &[(usize, usize, BranchNumber)],
    draws: &[ExplainedDraw],
    drawn: &Drawn<'_>,
) -> Option<Story> {
    let mut teller = Teller { sums, told, draws, drawn, things: 0 };
    let story = teller.story(&sums.root)?;
    (story != Story::Done).then_some(story)
}

struct Teller<'a> {
    sums: &'a Sums,
    /// For each sum and term, in this order, the draw and the number.
    told: &'a [(usize, usize, BranchNumber)],
    draws: &'a [ExplainedDraw],
    drawn: &'a Drawn<'a>,
    things: usize,
}

impl Teller<'_> {
    fn story(&mut self, factor: &Factor) -> Option<Story> {
        let sum = match factor {
            Factor::Number(number) => return (*number == Rational::ONE).then_some(Story::Done),
            Factor::Sum(sum) => *sum,
        };
        let mut ways = Vec::new();
        let terms = self.sums.sums.get(sum)?.terms.iter();
        for (term, (_, draw, number)) in terms.zip(self.told.iter().filter(|(own, ..)| *own == sum)) {
            self.things += 1;
            if self.things > MOST_THINGS || self.draws.get(*draw)?.until.is_some() {
                return None;
            }
            let saves = self.drawn.saves(self.sums.sums.get(sum)?.node, &term.branches);
            ways.push(Way { draw: *draw, number: number.clone(), saves, then: self.story(&term.factor)? });
        }
        Some(Story::Ways(ways))
    }
}

/// What a list counts that begins as all numbers up to an input, by its name.
pub(super) fn counted(program: &Program, name: &str) -> Saved {
    let is_called = |slot| program.names.iter().any(|named| named.slot == slot && named.name == name);
    let mut inputs = Vec::new();
    for node in &program.body {
        node.each(&mut |node| {
            if let Op::Assign(slot, term) = &node.op
                && is_called(*slot)
            {
                term.each(&mut |inside| {
                    if let TermKind::Input(input) = inside.kind {
                        inputs.push(input);
                    }
                });
            }
        });
    }
    match inputs.as_slice() {
        [only] => Saved::Counted(*only),
        _ => Saved::Named(name.to_owned()),
    }
}
