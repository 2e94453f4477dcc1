//! A bound program as the graph of its draws: each draw with its branches and their exact masses.
//!
//! The program is walked from each state on its own. States that are equal at the same place are one node, so
//! that the graph has shared subtrees. A continuous roll is one draw, from where it is made to where nothing
//! refers to it any more; so is a loop that ends when something holds.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::diagnostic::Code;
use crate::exact::Rational;
use crate::lower::Program;
use crate::source::Span;
use crate::value::Value;

use super::bindings::Bindings;
use super::cell::Cell;
use super::endless::{assigned_in_loops, bounded};
use super::fold::{Folded, Folder};
use super::limits::{Limits, Stop, limit};
use super::liveness::unshared;
use super::provenance::Provenance;
use super::run::Run;

mod band;
mod drawn;
mod reduce;
mod walk;

pub use band::{Band, BandEnd, RollFormula};
use drawn::Drawn;
use walk::{Frame, Walk};

/// The draws of a program, in the order in which they can happen: branches lead to later nodes only.
#[derive(Debug, Clone)]
pub struct Tree {
    /// The draws, one node for each state in which a draw is made.
    pub nodes: Vec<TreeNode>,
    /// Where the program begins.
    pub root: Target,
    /// The values that the outputs can have at the end, each once.
    pub leaves: Vec<Vec<Value>>,
    /// Which rules the numbers of its draws come from.
    pub provenance: Arc<Provenance>,
}

/// What a state calls the rounds of a loop that are to come, this one included.
pub const ROUNDS: &str = "rounds to come";

/// Where a branch leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// To a draw, by its index among the nodes.
    Node(usize),
    /// To an end, by its index among the leaves.
    Leaf(usize),
    /// `given` rules it out.
    RuledOut,
}

/// A draw in one state.
#[derive(Debug, Clone)]
pub struct TreeNode {
    /// The draw in the text.
    pub origin: Span,
    /// The steps whose terms decide the masses.
    pub steps: Vec<Span>,
    /// What kind of draw it is.
    pub draw: Draw,
    /// The number of its place in the program, in order; a draw that is made in several states is at one place.
    pub place: usize,
    /// What has a name and a value here that is still read, and how many rounds are to come.
    pub state: Vec<Change>,
    /// Of a continuous roll that is compared with numbers, how it is made up.
    pub roll: Option<RollFormula>,
    /// The branches with their masses, which sum to 1.
    pub branches: Vec<Branch>,
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
    /// Several equal rolls.
    Dice,
    /// A continuous roll.
    Roll,
    /// A loop that ends when something holds.
    Loop,
}

/// One branch on from a draw.
#[derive(Debug, Clone)]
pub struct Branch {
    /// Its probability at this draw.
    pub mass: Rational,
    /// Which of the branches it is.
    pub arm: Arm,
    /// Where the roll falls, if the node has a [`RollFormula`]: ascending, apart from each other.
    pub bands: Vec<Band>,
    /// The lists by name that had nothing in them before and got something.
    pub refills: Vec<String>,
    /// What was given another value before the next draw, by its name in the text, in order.
    pub changes: Vec<Change>,
    /// Where it leads.
    pub next: Target,
}

/// Which branch of a draw it is.
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
    /// What was drawn, as a person would type it: a number, or several where they are a list.
    Drawn(String),
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
/// Cost follows the number of nodes and their branches; each continuous roll costs as in a law.
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
/// assert_eq!(found.nodes[0].branches[0].next, Target::Leaf(0));
/// assert_eq!(found.nodes[0].branches[1].mass.to_string(), "49/50");
/// ```
pub fn tree(
    program: &Program,
    bindings: &Bindings<Rational>,
    limits: &Limits,
    most: usize,
) -> Result<Tree, Stop> {
    let folder = Folder::new(program, bindings, &(), limits);
    let mut folded = folder.start();
    let starts = folded.len();
    folded.extend(folder.nodes(&program.body));
    let provenance = Arc::new(Provenance::of(&folded, starts, &program.states));
    let names = assigned_in_loops(&folded, program);
    let whole = found(program, &names, folded.clone(), provenance.clone(), limits, most);
    match whole {
        // What has infinitely many values is one draw of finitely many results where it is not told apart further.
        Err(stop) if stop.code == Code::Endless => {
            let known = bounded(&folded, program.slots, &program.ranges, &program.outputs, &[]);
            found(program, &names, known.unwrap_or(folded), provenance, limits, most)
        }
        whole => whole,
    }
}

/// The draws of bound steps.
fn found(
    program: &Program,
    assigned: &[(Span, String)],
    folded: Vec<Folded<Rational>>,
    provenance: Arc<Provenance>,
    limits: &Limits,
    most: usize,
) -> Result<Tree, Stop> {
    let body = unshared(folded, program.slots, &program.outputs);
    let run = Run { names: assigned, ..Run::<Rational>::new(&(), limits, &program.ranges) };
    let mut walk = Walk {
        run,
        program,
        names: names(program),
        found: Found::new(most),
        drawn: Drawn::default(),
        refills: Vec::new(),
    };
    let start = vec![Frame { sequence: &body, next: 0, arm: 0, left: 0, repeats: false }];
    let cells = vec![Cell::Unset; program.slots as usize];
    let mut waiting = Vec::new();
    let (root, _) = walk.advance(start, cells, Vec::new(), &mut waiting)?;
    while let Some(open) = waiting.pop() {
        walk.expand(open, &mut waiting)?;
    }
    Ok(walk.found.ordered(root, provenance))
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

/// A place of a program: for each sequence around it which branch it is, how many rounds are done, and which
/// step comes next. An earlier place is less than a later one.
type Place = Vec<[i64; 3]>;

/// The nodes and leaves that were found.
struct Found {
    most: usize,
    branches: usize,
    nodes: Vec<(Place, TreeNode)>,
    known: FxHashMap<(Place, Vec<Cell<Rational>>), usize>,
    leaves: Vec<Vec<Value>>,
    leaf_of: FxHashMap<Vec<Value>, usize>,
}

impl Found {
    fn new(most: usize) -> Found {
        Found {
            most,
            branches: 0,
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

    /// Refuses more nodes than are wanted, or far more branches than nodes.
    fn room(&self, origin: Span) -> Result<(), Stop> {
        const BRANCHES_FOR_EACH: usize = 20;
        if self.nodes.len() >= self.most || self.branches > self.most.saturating_mul(BRANCHES_FOR_EACH) {
            let what = "the tree has too many draws";
            let stop = limit(origin, "nodes", self.most, what);
            return Err(Box::new(
                stop.help("ask about fewer outcomes, each draw of which then makes fewer states"),
            ));
        }
        Ok(())
    }

    /// The nodes in the order of the program, without those whose branches all lead to the same.
    fn ordered(self, root: Target, provenance: Arc<Provenance>) -> Tree {
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
            node.branches.iter_mut().for_each(|branch| branch.next = moved(branch.next));
            nodes.push(node);
        }
        reduce::reduce(Tree { nodes, root: moved(root), leaves: self.leaves, provenance })
    }
}
