//! One measure of a query: its tree, its sums, and where their numbers come from.

use super::super::error::internal;
use super::super::origin::{Origin, Origins};
use super::super::tree::{arms, label};
use super::coarse::{Coarse, coarse, fine, positions};
use super::formula::Formula;
use super::layout::lines;
use super::story::{Saved, counted, story};
use super::sum::{Factor, Sums, masses, masses_given};
use super::{BranchNumber, ExplainedDraw, ExplainedPart, ExplainedRoll, Explainer, Meaning, Note};
use crate::evaluate::{Band, Branch, Change, Draw, Limits, ROUNDS, Stop, Tree, TreeNode, not_recorded, tree};
use crate::exact::Rational;
use crate::lower::{LoweredQuery, MeasureOutputs, Program};
use crate::parse::Measure;
use crate::query::Mechanic;
use crate::query::tail::is_endless;
use crate::scenario::Scenario;
use crate::source::SourceMap;
use crate::value::Value;

/// An explanation of more terms is given in fewer steps.
const MOST_TERMS: usize = 40;
/// So is one that names more parts.
const MOST_PARTS: usize = 4;
/// In so many steps, one after the other, until there are few enough terms.
const STEPS: [usize; 12] = [24, 20, 16, 12, 10, 8, 6, 5, 4, 3, 2, 1];
/// A numerator or denominator with more numbers has a line of its own.
const LONGEST_SIDE: usize = 4;

/// What measures are taken of.
pub(super) struct Measured<'a> {
    pub(super) mechanic: &'a Mechanic,
    pub(super) lowered: &'a LoweredQuery,
    pub(super) scenario: &'a Scenario,
    pub(super) sources: &'a SourceMap,
    pub(super) limits: &'a Limits,
}

impl Measured<'_> {
    /// The program with only the subject and the evidence as outputs.
    pub(super) fn program(&self, outputs: MeasureOutputs) -> Program {
        let all = &self.lowered.program;
        let wanted = [Some(outputs.subject), outputs.evidence].into_iter().flatten();
        Program { outputs: wanted.map(|index| all.outputs[index]).collect(), ..all.clone() }
    }
}

/// The draws that a measure depends on.
struct Draws {
    tree: Tree,
    /// Whether the evidence holds at each leaf: 1 or 0.
    evidence: Vec<Rational>,
}

/// The masses of the branches of each node, as they are or given the evidence.
type Masses = Vec<Vec<Rational>>;

/// The sums of a weight over the leaves, in as many steps as stay readable.
fn readable(tree: &Tree, weight: &[Rational], masses: impl Fn(&Tree) -> Masses) -> (Coarse, Sums) {
    let first = fine(tree.clone());
    let sums = Sums::new(tree, &masses(tree), weight);
    let mut best = (first, sums);
    let all = positions(tree);
    for steps in STEPS.into_iter().filter(|steps| *steps < all) {
        if best.1.size() <= MOST_TERMS && best.1.parts() <= MOST_PARTS {
            break;
        }
        let next = coarse(tree, steps);
        let sums = Sums::new(&next.tree, &masses(&next.tree), weight);
        best = (next, sums);
    }
    best
}

/// Whether the numbers of a sum are the chances of its draws as the text has them.
fn unchanged(sums: &Sums, tree: &Tree) -> bool {
    let mut terms = sums.used().flat_map(|sum| sum.terms.iter().map(move |term| (sum.node, term)));
    terms.all(|(node, term)| {
        let masses = term.branches.iter().map(|branch| &tree.nodes[node].branches[*branch].mass);
        masses.fold(Rational::ZERO, |total, mass| &total + mass) == term.mass
    })
}

impl Explainer<'_> {
    pub(super) fn measure(&mut self, measure: Measure, outputs: MeasureOutputs) -> Result<Formula, Stop> {
        let Measured { mechanic, scenario, limits, .. } = self.measured;
        let program = self.measured.program(outputs);
        let tree = match tree(&program, &scenario.bindings(mechanic), limits, limits.nodes) {
            Err(stop) if is_endless(&stop) && measure != Measure::Probability => {
                return self.solved(measure, outputs)?.ok_or(stop);
            }
            tree => tree?,
        };
        let number = |leaf: &Vec<Value>| match leaf.first() {
            Some(Value::Flag(flag)) => Ok(Rational::from(i64::from(*flag))),
            Some(Value::Number(number)) => Ok(number.clone()),
            Some(Value::Above(above)) => Err(not_recorded(above, self.place())),
            _ => Err(internal(self.place(), "a measure of something that is no number")),
        };
        let holds = |leaf: &Vec<Value>| match leaf.get(1) {
            Some(value) => Rational::from(i64::from(*value == Value::Flag(true))),
            None => Rational::ONE,
        };
        let weight = tree.leaves.iter().map(number).collect::<Result<Vec<_>, Stop>>()?;
        let evidence = tree.leaves.iter().map(holds).collect();
        let draws = Draws { tree, evidence };
        if measure != Measure::Variance {
            return self.mean(&draws, &weight);
        }
        let squares: Vec<Rational> = weight.iter().map(|value| value * value).collect();
        let square = self.part(Meaning::MeanOfSquares, 1, |own| own.mean(&draws, &squares))?;
        let mean = self.part(Meaning::Mean, 1, |own| own.mean(&draws, &weight))?;
        let both = Formula::Product(vec![mean.clone(), mean]);
        Ok(Formula::Difference(Box::new(square), Box::new(both)))
    }

    /// A formula with a line of its own, unless it is short. Its name comes before those inside it.
    pub(super) fn part(
        &mut self,
        meaning: Meaning,
        longest: usize,
        make: impl FnOnce(&mut Self) -> Result<Formula, Stop>,
    ) -> Result<Formula, Stop> {
        let name = self.names.next();
        let index = self.parts.len();
        let formula = make(self)?;
        if formula.size() <= longest {
            self.names.spare.push(name);
            return Ok(formula);
        }
        let value = self.value(&formula)?;
        self.parts.insert(index, ExplainedPart { name: name.clone(), value, formula, meaning });
        Ok(Formula::Name(name))
    }

    /// The mean of a weight given the evidence: on the branches that are left where their chances stay as they
    /// are, else as a quotient.
    fn mean(&mut self, draws: &Draws, weight: &[Rational]) -> Result<Formula, Stop> {
        let Draws { tree, evidence } = draws;
        if Sums::new(tree, &masses(tree), evidence).root == Factor::Number(Rational::ONE) {
            return Ok(self.sum(draws, weight));
        }
        let (coarse, sums) = readable(tree, weight, |tree| masses_given(tree, evidence));
        if unchanged(&sums, &coarse.tree) {
            if !self.notes.contains(&Note::UnaffectedByEvidence) {
                self.notes.push(Note::UnaffectedByEvidence);
            }
            return Ok(self.write(&coarse, &sums));
        }
        let both: Vec<Rational> =
            weight.iter().zip(evidence).map(|(weight, evidence)| weight * evidence).collect();
        let top = self.part(Meaning::SubjectAndEvidence, LONGEST_SIDE, |own| Ok(own.sum(draws, &both)))?;
        let bottom = self.part(Meaning::Evidence, LONGEST_SIDE, |own| Ok(own.sum(draws, evidence)))?;
        Ok(Formula::Quotient(Box::new(top), Box::new(bottom)))
    }

    /// The sum of a weight over the leaves, whatever the evidence.
    fn sum(&mut self, draws: &Draws, weight: &[Rational]) -> Formula {
        let (coarse, sums) = readable(&draws.tree, weight, masses);
        self.write(&coarse, &sums)
    }

    /// Writes sums down, with their parts and draws, and tells the story of the first that are written.
    fn write(&mut self, coarse: &Coarse, sums: &Sums) -> Formula {
        let Measured { mechanic, scenario, sources, .. } = self.measured;
        let origins = Origins { mechanic, scenario, sources, provenance: &coarse.tree.provenance };
        let (formula, lines) = lines(sums, &mut self.names);
        let used: Vec<usize> = sums.used().map(|sum| sum.node).collect();
        let drawn = Drawn { coarse, origins: &origins, used: &used, program: &mechanic.program };
        for line in lines {
            let node = sums.sums[line.sum].node;
            let state = distinguishing_state(&coarse.tree, &used, node);
            let meaning = Meaning::From { origin: drawn.origin(node), state };
            self.parts.push(ExplainedPart {
                name: line.name,
                value: line.value,
                formula: line.formula,
                meaning,
            });
        }
        let mut told = Vec::new();
        for (index, sum) in sums.used_by_index().rev() {
            let numbers: Vec<BranchNumber> =
                sum.terms.iter().map(|term| drawn.number(sum.node, &term.mass, &term.branches)).collect();
            let draw = self.add_draw(drawn.draw(sum.node, numbers.clone(), sources));
            told.extend(numbers.into_iter().map(|number| (index, draw, number)));
        }
        if std::mem::take(&mut self.tells) {
            self.story = story(sums, &told, &self.draws, &drawn);
        }
        formula
    }

    /// Adds a draw, and says where it is; one that is there already, in another state, gets further numbers.
    fn add_draw(&mut self, found: ExplainedDraw) -> usize {
        let same = |own: &ExplainedDraw| own.origin == found.origin && own.until == found.until;
        let Some(index) = self.draws.iter().position(same) else {
            self.draws.push(found);
            return self.draws.len() - 1;
        };
        let own = &mut self.draws[index];
        for number in found.numbers {
            if !own.numbers.contains(&number) {
                own.numbers.push(number);
            }
        }
        index
    }
}

/// The draws of a tree, and where they come from.
pub(super) struct Drawn<'a> {
    coarse: &'a Coarse,
    origins: &'a Origins<'a>,
    /// The nodes that sums are about.
    used: &'a [usize],
    program: &'a Program,
}

impl Drawn<'_> {
    fn node(&self, node: usize) -> &TreeNode {
        &self.coarse.tree.nodes[node]
    }

    fn origin(&self, node: usize) -> Origin {
        let draw = self.node(node);
        self.origins.origin(draw.origin, &draw.steps)
    }

    fn draw(&self, node: usize, numbers: Vec<BranchNumber>, sources: &SourceMap) -> ExplainedDraw {
        let draw = self.node(node);
        let until = self.coarse.last[node].map(|span| sources.locate(span).line);
        let whole = match draw.draw {
            Draw::Random => Some(draw.branches.len()),
            _ => None,
        };
        let roll = draw.roll.clone().map(|formula| ExplainedRoll { formula, without: Vec::new() });
        ExplainedDraw { origin: self.origin(node), until, draw: draw.draw, roll, numbers, whole }
    }

    fn number(&self, node: usize, mass: &Rational, branches: &[usize]) -> BranchNumber {
        let draw = self.node(node);
        BranchNumber {
            number: mass.clone(),
            label: label(draw, branches),
            arms: arms(draw, branches),
            state: distinguishing_state(&self.coarse.tree, self.used, node),
            bands: Band::union(branches.iter().flat_map(|branch| &draw.branches[*branch].bands)),
        }
    }

    /// The list that gets something on some branches, and that stays with nothing on all others.
    pub(super) fn saves(&self, node: usize, branches: &[usize]) -> Option<Saved> {
        let all = &self.node(node).branches;
        let first = &all.get(*branches.first()?)?.refills;
        let (chosen, others): (Vec<_>, Vec<_>) =
            all.iter().enumerate().partition(|(index, _)| branches.contains(index));
        let refilled = |branch: &(usize, &Branch), list: &String| branch.1.refills.contains(list);
        let list = first.iter().find(|list| {
            !others.is_empty()
                && chosen.iter().all(|branch| refilled(branch, list))
                && !others.iter().any(|branch| refilled(branch, list))
        })?;
        Some(counted(self.program, list))
    }
}

/// What tells the state at a node from those of other nodes at which the same draw is made. Only as much as is
/// needed.
fn distinguishing_state(tree: &Tree, used: &[usize], node: usize) -> Vec<Change> {
    let here = &tree.nodes[node];
    let others = used.iter().map(|other| &tree.nodes[*other]);
    let mut alike: Vec<_> =
        others.filter(|other| other.origin == here.origin && other.state != here.state).collect();
    let mut needed = Vec::new();
    let mut left: Vec<&Change> = here.state.iter().collect();
    while !alike.is_empty() {
        // What tells it from the most others; of equals the first, and the rounds before all.
        let alike_by = |change: &Change| alike.iter().filter(|other| other.state.contains(change)).count();
        let key = |(_, change): &(usize, &&Change)| (alike_by(change), change.name != ROUNDS);
        let Some((best, _)) = left.iter().enumerate().min_by_key(key) else { break };
        let change = left.remove(best);
        let before = alike.len();
        alike.retain(|other| other.state.contains(change));
        if alike.len() == before {
            break;
        }
        needed.push(change.clone());
    }
    needed
}
