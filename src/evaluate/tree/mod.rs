//! A bound program as the graph of its draws: each place where the ways part, with the exact mass of every way.
//!
//! The program is walked from each state on its own. States that are equal at the same place are one node, so
//! that the graph has shared subtrees. A continuous roll is one draw, from where it is made to where nothing
//! refers to it any more; so is a loop that ends when something holds.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::exact::{Number, Rational};
use crate::lower::Program;
use crate::source::Span;
use crate::value::Value;

use super::cell::Cell;
use super::fold::{Folded, FoldedOp, Folder};
use super::limits::{Limits, Stop, limit};
use super::liveness::unshared;
use super::plan::Bindings;
use super::run::Run;

mod drawn;
mod reduce;
mod walk;

use drawn::Drawn;
use walk::{Frame, Walk};

/// The draws of a program, in the order in which they can happen: ways lead to later nodes only.
#[derive(Debug, Clone)]
pub struct Tree {
    /// Where the ways part.
    pub nodes: Vec<TreeNode>,
    /// Where it begins.
    pub root: Target,
    /// The values of the outputs at the ends of the ways, each once.
    pub leaves: Vec<Vec<Value>>,
    /// The places of the steps that inputs and rules leave to be gone through.
    pub alive: BTreeSet<Span>,
}

/// What a state calls the rounds of a loop that are to come, this one included.
pub const ROUNDS: &str = "rounds to come";

/// Where a way leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// To a draw, by its place among the nodes.
    Node(usize),
    /// To an end, by its place among the leaves.
    Leaf(usize),
    /// Nowhere: what is known (`given`) says that it cannot be.
    RuledOut,
}

/// A place where the ways part.
#[derive(Debug, Clone)]
pub struct TreeNode {
    /// The draw in the text.
    pub origin: Span,
    /// The steps whose terms decide the masses.
    pub steps: Vec<Span>,
    /// What kind of draw it is.
    pub draw: Draw,
    /// Which place of the program it is, in the order in which they come; several states may be at one.
    pub place: usize,
    /// What has a name and a value here that is still read, and how many rounds are to come.
    pub state: Vec<Change>,
    /// The ways with their masses, which sum to 1.
    pub ways: Vec<Way>,
}

/// Kinds of draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draw {
    /// Something happens or does not.
    Chance,
    /// One of several things.
    Choice,
    /// A whole number.
    Random,
    /// A continuous roll.
    Roll,
    /// A loop that ends when something holds.
    Loop,
}

/// One way on from a draw.
#[derive(Debug, Clone)]
pub struct Way {
    /// Its probability at this draw.
    pub mass: Rational,
    /// Which way it is.
    pub arm: Arm,
    /// What was given another value before the next draw: the names of the text, in order.
    pub changes: Vec<Change>,
    /// Where it leads.
    pub next: Target,
}

/// Which way of a draw.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Arm {
    /// It happens.
    Yes,
    /// It does not.
    No,
    /// The choice of that number.
    Choice(usize),
    /// What is left where none of the choices is taken.
    Rest,
    /// The number that was drawn.
    Drawn(i64),
    /// What became of a roll or a loop.
    Result,
}

/// A variable, state or outcome that was given a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Change {
    /// Its name.
    pub name: String,
    /// The value, as a person would type it.
    pub value: String,
}

/// The draws that the outputs of a program depend on, under inputs and rules. At most `most` nodes.
///
/// Cost follows the number of nodes and their ways; each continuous roll costs as in a law.
///
/// # Errors
/// What stops the evaluation of a law, or [`Code::Limit`](crate::diagnostic::Code::Limit) with the limit `nodes`.
///
/// ```
/// use trueodds::evaluate::{Bindings, Limits, Target, tree};
/// use trueodds::{check::check, lower::lower, parse::parse, source::SourceMap};
///
/// let text = "mechanic dice/two\noutcome hit: flag\nhit = chance(1/50) or chance(1/5)\n";
/// let (model, _) = check(parse(SourceMap::default().add("two.odds", text), text).0);
/// let program = lower(&model).expect("a small program");
/// let found = tree(&program, &Bindings::new(&[], &[]), &Limits::default(), 100).expect("two draws");
/// assert_eq!(found.nodes.len(), 2);
/// assert_eq!(found.nodes[0].ways[0].next, Target::Leaf(0));
/// assert_eq!(found.nodes[0].ways[1].mass.to_string(), "49/50");
/// ```
pub fn tree(
    program: &Program,
    bindings: &Bindings<Rational>,
    limits: &Limits,
    most: usize,
) -> Result<Tree, Stop> {
    let folder = Folder { bindings, axis: &(), limits };
    let mut folded = folder.start(program);
    folded.extend(folder.nodes(&program.body));
    let mut alive = BTreeSet::new();
    places_of(&folded, &mut alive);
    let body = unshared(folded, program.slots, &program.outputs);
    let run = Run::<Rational>::new(&(), limits, &program.ranges);
    let mut walk =
        Walk { run, program, names: names(program), found: Found::new(most), drawn: Drawn::default() };
    let start = vec![Frame { sequence: &body, next: 0, arm: 0, left: 0, repeats: false }];
    let cells = vec![Cell::Unset; program.slots as usize];
    let mut waiting = Vec::new();
    let (root, _) = walk.advance(start, cells, Vec::new(), &mut waiting)?;
    while let Some(open) = waiting.pop() {
        walk.expand(open, &mut waiting)?;
    }
    Ok(walk.found.ordered(root, alive))
}

/// For each slot its place among the names; the last one is the innermost.
fn names(program: &Program) -> Vec<Option<usize>> {
    let mut names = vec![None; program.slots as usize];
    for (index, named) in program.names.iter().enumerate() {
        if let Some(name) = names.get_mut(named.slot.0 as usize) {
            *name = Some(index);
        }
    }
    names
}

fn places_of(steps: &[Folded<Rational>], out: &mut BTreeSet<Span>) {
    for step in steps {
        out.insert(step.origin);
        match &step.op {
            FoldedOp::Branch(arms, rest) => {
                arms.iter().for_each(|(_, way)| places_of(way, out));
                rest.iter().for_each(|way| places_of(way, out));
            }
            FoldedOp::Switch(arms, otherwise) => {
                arms.iter().for_each(|(_, way)| places_of(way, out));
                places_of(otherwise, out);
            }
            FoldedOp::Repeat(_, body) | FoldedOp::Until(body, _) => places_of(body, out),
            _ => {}
        }
    }
}

/// Which place of a program: of each sequence around it which way it is, how many rounds are done, and which
/// step comes next. Places compare as they come.
type Place = Vec<[i64; 3]>;

/// The nodes and leaves that were found.
struct Found {
    most: usize,
    ways: usize,
    nodes: Vec<(Place, TreeNode)>,
    known: FxHashMap<(Place, Vec<Cell<Rational>>), usize>,
    leaves: Vec<Vec<Value>>,
    leaf_of: FxHashMap<Vec<Value>, usize>,
}

impl Found {
    fn new(most: usize) -> Found {
        Found {
            most,
            ways: 0,
            nodes: Vec::new(),
            known: FxHashMap::default(),
            leaves: Vec::new(),
            leaf_of: FxHashMap::default(),
        }
    }

    fn leaf(&mut self, values: Vec<Value>) -> Target {
        if let Some(index) = self.leaf_of.get(&values) {
            return Target::Leaf(*index);
        }
        self.leaves.push(values.clone());
        self.leaf_of.insert(values, self.leaves.len() - 1);
        Target::Leaf(self.leaves.len() - 1)
    }

    /// Refuses more nodes than are wanted, or ways out of all proportion to them.
    fn room(&self, origin: Span) -> Result<(), Stop> {
        const WAYS_FOR_EACH: usize = 20;
        if self.nodes.len() >= self.most || self.ways > self.most.saturating_mul(WAYS_FOR_EACH) {
            let what = "the tree has too many draws";
            let stop = limit(origin, "nodes", self.most, what);
            return Err(Box::new(
                stop.help("ask about fewer outcomes, each draw of which then makes fewer states"),
            ));
        }
        Ok(())
    }

    /// The nodes in the order of the program, without those whose ways all lead to the same.
    fn ordered(self, root: Target, alive: BTreeSet<Span>) -> Tree {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by(|a, b| self.nodes[*a].0.cmp(&self.nodes[*b].0));
        let mut new = vec![0; order.len()];
        for (place, old) in order.iter().enumerate() {
            new[*old] = place;
        }
        let moved = |target: Target| match target {
            Target::Node(old) => Target::Node(new[old]),
            other => other,
        };
        let mut sorted: Vec<(Place, TreeNode)> = self.nodes;
        sorted.sort_by(|a, b| a.0.cmp(&b.0));
        let mut nodes = Vec::with_capacity(sorted.len());
        let (mut place, mut last) = (0, None);
        for (key, mut node) in sorted {
            if last.as_ref().is_some_and(|last| *last != key) {
                place += 1;
            }
            last = Some(key);
            node.place = place;
            node.ways.iter_mut().for_each(|way| way.next = moved(way.next));
            nodes.push(node);
        }
        reduce::reduce(Tree { nodes, root: moved(root), leaves: self.leaves, alive })
    }
}

/// The mass of a state in a layer.
fn mass_of(numerator: &<Rational as Number>::Ring, denominator: &<Rational as Number>::Ring) -> Rational {
    Rational::from_ratio(numerator, denominator)
}
