//! One measure of a query: its tree, its sums, and where their numbers come from.

use super::super::Mechanic;
use super::super::origin::Origins;
use super::super::scenario::Scenario;
use super::super::tree::grouped;
use super::coarse::{Coarse, coarse, fine, places};
use super::formula::{Formula, written};
use super::sum::{Sums, masses, masses_given};
use super::{ExplainedDraw, ExplainedPart, Explainer};
use crate::evaluate::{Change, Draw, Limits, ROUNDS, Stop, Tree, tree};
use crate::exact::Rational;
use crate::lower::{LoweredQuery, MeasureOutputs, Program};
use crate::parse::Measure;
use crate::source::SourceMap;
use crate::value::Value;

/// An explanation of more terms is given in fewer steps.
const MOST_TERMS: usize = 40;
/// So does one that names more parts.
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
    pub(super) most: usize,
}

impl Measured<'_> {
    /// The program with only these outputs.
    fn program(&self, outputs: &[usize]) -> Program {
        let all = &self.lowered.program;
        let outputs = outputs.iter().filter_map(|index| all.outputs.get(*index).copied()).collect();
        Program { outputs, ..all.clone() }
    }

    fn tree(&self, program: &Program) -> Result<Tree, Stop> {
        tree(program, &self.scenario.bindings(self.mechanic), self.limits, self.most)
    }
}

/// The masses of the ways, as they are or given what is known.
type Masses = Vec<Vec<Rational>>;

/// The sums of a weight over the leaves, in as many steps as stay readable.
fn readable(tree: &Tree, weight: &[Rational], ways: impl Fn(&Tree) -> Masses) -> (Coarse, Sums) {
    let first = fine(tree.clone());
    let sums = Sums::new(tree, &ways(tree), weight);
    let mut best = (first, sums);
    let all = places(tree);
    for steps in STEPS.into_iter().filter(|steps| *steps < all) {
        if best.1.size() <= MOST_TERMS && best.1.parts() <= MOST_PARTS {
            break;
        }
        let next = coarse(tree, steps);
        let sums = Sums::new(&next.tree, &ways(&next.tree), weight);
        best = (next, sums);
    }
    best
}

/// Whether the numbers of a sum are the chances of its draws as the text has them.
fn unchanged(sums: &Sums, tree: &Tree) -> bool {
    let uses = sums.uses();
    let used = sums.sums.iter().zip(uses).filter(|(_, uses)| *uses > 0).map(|(sum, _)| sum);
    used.flat_map(|sum| sum.terms.iter().map(move |term| (sum.node, term))).all(|(node, term)| {
        let ways = term.ways.iter().map(|way| &tree.nodes[node].branches[*way].mass);
        ways.fold(Rational::ZERO, |total, mass| &total + mass) == term.factor
    })
}

impl Explainer<'_> {
    pub(super) fn measure(&mut self, measure: Measure, outputs: MeasureOutputs) -> Result<Formula, Stop> {
        let wanted: Vec<usize> = [Some(outputs.subject), outputs.evidence].into_iter().flatten().collect();
        let program = self.measured.program(&wanted);
        let tree = self.measured.tree(&program)?;
        let number = |leaf: &Vec<Value>| match leaf.first() {
            Some(Value::Flag(flag)) => Rational::from(i64::from(*flag)),
            Some(Value::Number(number)) => number.clone(),
            _ => Rational::ZERO,
        };
        let holds = |leaf: &Vec<Value>| match leaf.get(1) {
            Some(value) => Rational::from(i64::from(*value == Value::Flag(true))),
            None => Rational::ONE,
        };
        let known: Vec<Rational> = tree.leaves.iter().map(holds).collect();
        let weight: Vec<Rational> = tree.leaves.iter().map(number).collect();
        if measure != Measure::Variance {
            return self.mean(&tree, &weight, &known);
        }
        let squares: Vec<Rational> = weight.iter().map(|value| value * value).collect();
        let square = self.apart("the mean of the squares", 1, |own| own.mean(&tree, &squares, &known))?;
        let mean = self.apart("the mean", 1, |own| own.mean(&tree, &weight, &known))?;
        let both = Formula::Product(vec![mean.clone(), mean]);
        Ok(Formula::Difference(Box::new(square), Box::new(both)))
    }

    /// A formula with a line of its own, unless it is short. Its name comes before those inside it.
    pub(super) fn apart(
        &mut self,
        meaning: &str,
        longest: usize,
        make: impl FnOnce(&mut Self) -> Result<Formula, Stop>,
    ) -> Result<Formula, Stop> {
        let name = self.names.next();
        let place = self.parts.len();
        let formula = make(self)?;
        if formula.size() <= longest {
            self.names.spare.push(name);
            return Ok(formula);
        }
        let value = self.evaluated(&formula);
        let meaning = meaning.to_owned();
        self.parts.insert(place, ExplainedPart { name: name.clone(), value, formula, meaning });
        Ok(Formula::Name(name))
    }

    /// The mean of a weight given what is known: on the ways that are left where their chances stay as they
    /// are, else as a quotient.
    fn mean(&mut self, tree: &Tree, weight: &[Rational], known: &[Rational]) -> Result<Formula, Stop> {
        let certain = Sums::new(tree, &masses(tree), known).root == super::sum::Part::Number(Rational::ONE);
        if certain {
            let (coarse, sums) = readable(tree, weight, masses);
            return Ok(self.write(&coarse, &sums));
        }
        let (coarse, sums) = readable(tree, weight, |tree| masses_given(tree, known));
        if unchanged(&sums, &coarse.tree) {
            let note = "Of the ways on which what is given fails, none is counted; the chances of the others stay as they are, because what is given does not depend on these draws.";
            if !self.notes.iter().any(|own| own == note) {
                self.notes.push(note.to_owned());
            }
            return Ok(self.write(&coarse, &sums));
        }
        let both: Vec<Rational> = weight.iter().zip(known).map(|(weight, known)| weight * known).collect();
        let sides = [
            (both.as_slice(), "what is asked for, where what is given holds"),
            (known, "the chance of what is given"),
        ];
        let mut formulas = Vec::with_capacity(sides.len());
        for (weight, meaning) in sides {
            let (coarse, sums) = readable(tree, weight, masses);
            let write = |own: &mut Self| Ok(own.write(&coarse, &sums));
            formulas.push(Box::new(self.apart(meaning, LONGEST_SIDE, write)?));
        }
        match (formulas.pop(), formulas.pop()) {
            (Some(bottom), Some(top)) => Ok(Formula::Quotient(top, bottom)),
            _ => Ok(Formula::Number(Rational::ZERO)),
        }
    }

    /// Writes sums down, with their parts and draws.
    fn write(&mut self, coarse: &Coarse, sums: &Sums) -> Formula {
        let measured = &self.measured;
        let origins = Origins {
            mechanic: measured.mechanic,
            scenario: measured.scenario,
            sources: measured.sources,
            provenance: &coarse.tree.provenance,
        };
        let (formula, defined) = written(sums, &mut self.names);
        let origin = |node: usize| {
            let draw = &coarse.tree.nodes[node];
            origins.origin(draw.origin, &draw.steps)
        };
        let uses = sums.uses();
        let used: Vec<usize> =
            sums.sums.iter().zip(&uses).filter(|(_, uses)| **uses > 0).map(|(sum, _)| sum.node).collect();
        for part in defined {
            let at = origin(sums.sums[part.sum].node);
            let state = told(&coarse.tree, &used, sums.sums[part.sum].node);
            let meaning = format!("from {} on{state}, {}", at.text, at.place());
            let (name, value, formula) = (part.name, part.value, part.formula);
            self.parts.push(ExplainedPart { name, value, formula, meaning });
        }
        for (sum, _) in sums.sums.iter().zip(&uses).filter(|(_, uses)| **uses > 0).rev() {
            let draw = &coarse.tree.nodes[sum.node];
            let until = coarse.last[sum.node].map(|span| measured.sources.locate(span).line);
            let kind = kind(draw.draw, until.is_some()).map(str::to_owned);
            let mut found = ExplainedDraw { origin: origin(sum.node), until, kind, numbers: Vec::new() };
            let state = told(&coarse.tree, &used, sum.node);
            for term in &sum.terms {
                found.numbers.push((term.factor.clone(), grouped(draw, &term.ways) + &state));
            }
            add_draw(&mut self.draws, found);
        }
        formula
    }
}

/// What tells the state at a draw from those in which it is made otherwise: ` (at heads = 2)`. Only as much as
/// is needed.
fn told(tree: &Tree, used: &[usize], node: usize) -> String {
    let here = &tree.nodes[node];
    let others = used.iter().map(|other| &tree.nodes[*other]);
    let mut alike: Vec<_> =
        others.filter(|other| other.origin == here.origin && other.state != here.state).collect();
    let mut told = Vec::new();
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
        told.push(match change.name.as_str() {
            ROUNDS if change.value == "1" => "the last round".to_owned(),
            ROUNDS => format!("{} rounds to come", change.value),
            name => format!("{name} = {}", change.value),
        });
    }
    if told.is_empty() { String::new() } else { format!(" (at {})", told.join(", ")) }
}

/// What a draw is called that does not say so itself.
fn kind(draw: Draw, several: bool) -> Option<&'static str> {
    match (several, draw) {
        (true, _) => Some("several draws taken together"),
        (false, Draw::Roll) => Some("a continuous roll: the part of it that falls there"),
        (false, Draw::Loop) => Some("a loop, solved for how it ends"),
        (false, Draw::Random) => Some("a whole number, each equally likely"),
        (false, Draw::Chance | Draw::Choice) => None,
    }
}

/// The same draw in another state has further numbers.
fn add_draw(draws: &mut Vec<ExplainedDraw>, found: ExplainedDraw) {
    let same = |own: &&mut ExplainedDraw| own.origin == found.origin && own.until == found.until;
    let Some(own) = draws.iter_mut().find(same) else { return draws.push(found) };
    for number in found.numbers {
        if !own.numbers.contains(&number) {
            own.numbers.push(number);
        }
    }
}
