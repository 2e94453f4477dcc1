//! The draws of a mechanic as a tree, with the exact mass of every branch and every end.

mod label;
mod prune;

pub use label::{BranchLabel, SharedChange};
pub(super) use label::{arms, label};

use super::error::internal;
use super::origin::{Origin, Origins};
use super::tail::{Asked, is_endless};
use super::{Expression, Mechanic, QueryError, start};
use crate::check::{FieldId, Kind};
use crate::evaluate::{Draw, Limits, Stop, Target, Tree, tree};
use crate::exact::Rational;
use crate::lower::{Program, lower_expressions};
use crate::scenario::Scenario;
use crate::source::SourceMap;
use crate::value::Value;
use prune::{Next, Pruned};

/// Which trees are asked for.
#[derive(Debug, Clone)]
pub struct TreeRequest {
    /// The rule sets and inputs: a tree for each.
    pub scenarios: Vec<Scenario>,
    /// The outcomes: a tree for each list.
    pub fields: Vec<Vec<FieldId>>,
    /// Draws that are further from the beginning are not shown.
    pub depth: Option<usize>,
    /// Branches of less mass are not shown.
    pub min_mass: Option<Rational>,
    /// Only branches on which this may still hold are shown; their masses stay as they are.
    pub only: Option<Expression>,
}

/// The draws that outcomes depend on under a scenario, without those that were not asked for.
#[derive(Debug, Clone)]
pub struct DrawTree {
    /// The rule set and inputs.
    pub scenario: Scenario,
    /// The outcomes.
    pub fields: Vec<FieldId>,
    /// Where the states begin; `None` for a mechanic without states.
    pub start: Option<Vec<Value>>,
    /// The draws, from the first on; branches lead to later ones only.
    pub nodes: Vec<DrawNode>,
    /// Where it begins.
    pub root: DrawTarget,
    /// The mass that the evidence rules out; the probabilities of the outcomes are shares of the rest.
    pub ruled_out: Rational,
    /// The mass that is not shown because of the depth or the least mass.
    pub cut: Rational,
    /// The mass of the branches on which [`TreeRequest::only`] cannot hold.
    pub left_out: Rational,
    /// The outcomes that are shown, ascending, each with its probability given the evidence.
    pub outcomes: Vec<(Vec<Value>, Rational)>,
}

/// A draw.
#[derive(Debug, Clone)]
pub struct DrawNode {
    /// Where it is made.
    pub origin: Origin,
    /// What kind of draw it is.
    pub draw: Draw,
    /// The mass of the shown branches to it.
    pub reach: Rational,
    /// How many branches of earlier draws lead to it, before those to the same node are taken together.
    pub entries: usize,
    /// The branches, those to the same end taken together.
    pub branches: Vec<DrawBranch>,
}

/// A branch of a draw.
#[derive(Debug, Clone)]
pub struct DrawBranch {
    /// Its probability at the draw.
    pub mass: Rational,
    /// Its probability from the beginning on, over all branches to the draw.
    pub through: Rational,
    /// What tells it from the others.
    pub label: BranchLabel,
    /// Where it leads.
    pub next: DrawTarget,
}

/// Where a branch leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawTarget {
    /// To another draw, by its index.
    Node(usize),
    /// To an outcome: the values of the fields.
    Outcome(Vec<Value>),
    /// Nowhere, because of the evidence.
    RuledOut,
    /// To what is not shown.
    Cut,
}

/// The trees of a mechanic: for each scenario one for each list of outcomes.
///
/// Cost follows the number of draws and their branches; each continuous roll costs as in a law.
///
/// # Errors
/// An evaluation that stops, a tree of more draws than the limit `nodes`.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{TreeRequest, trees};
/// use trueodds::scenario::{Settings, scenarios};
/// use trueodds::session::Session;
///
/// let session = Session::embedded()?;
/// let award = session.mechanic("isaac/room-clear-award")?;
/// let request = TreeRequest {
///     scenarios: scenarios(&award, &Settings::default()).expect("the default rule set"),
///     fields: vec![vec![award.field("count")?]],
///     depth: None,
///     min_mass: None,
///     only: None,
/// };
/// let found = trees(&award, &request, session.sources(), &Limits::default())?;
/// assert_eq!(found[0].outcomes[0].1.to_string(), "11/50");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trees(
    mechanic: &Mechanic,
    request: &TreeRequest,
    sources: &SourceMap,
    limits: &Limits,
) -> Result<Vec<DrawTree>, QueryError> {
    let mut trees = Vec::new();
    for scenario in &request.scenarios {
        for fields in &request.fields {
            let start = start(mechanic, scenario, limits);
            let builder = Builder { mechanic, request, scenario, fields, sources };
            trees.push(builder.tree(start, limits).map_err(QueryError::stopped(scenario))?);
        }
    }
    Ok(trees)
}

/// Makes one tree.
struct Builder<'a> {
    mechanic: &'a Mechanic,
    request: &'a TreeRequest,
    scenario: &'a Scenario,
    fields: &'a [FieldId],
    sources: &'a SourceMap,
}

impl Builder<'_> {
    fn tree(&self, start: Option<Vec<Value>>, limits: &Limits) -> Result<DrawTree, Stop> {
        let program = self.program()?;
        let bindings = self.scenario.bindings(self.mechanic);
        let tree = match tree(&program, &bindings, limits, limits.nodes) {
            Err(stop) if is_endless(&stop) => {
                let kinds = self.fields.iter().map(|field| self.mechanic.model[*field].kind);
                let outputs = (0..).zip(kinds.chain(self.request.only.iter().map(|_| Kind::Flag))).collect();
                let columns = vec![bindings.clone()];
                let asked = Asked { program: &program, columns, outputs, given: None, limits };
                tree(&asked.program_to_tail()?, &bindings, limits, limits.nodes)?
            }
            found => found?,
        };
        let wanted = |leaf: &Vec<Value>| self.wanted(leaf);
        let pruned = prune::prune(&tree, self.request.depth, self.request.min_mass.as_ref(), wanted);
        Ok(DrawTree {
            scenario: self.scenario.clone(),
            fields: self.fields.to_vec(),
            start,
            nodes: self.nodes(&tree, &pruned),
            root: self.target(&tree, pruned.root, &pruned),
            outcomes: self.outcomes(&tree)?,
            ruled_out: pruned.ruled_out,
            cut: pruned.cut,
            left_out: pruned.left_out,
        })
    }

    /// The program with the outcomes as outputs, and then whether a branch is one that is asked for.
    fn program(&self) -> Result<Program, Stop> {
        let all = &self.mechanic.program;
        let mut outputs: Vec<_> = self.fields.iter().map(|field| all.outputs[field.index()]).collect();
        let mut program = all.clone();
        if let Some(only) = &self.request.only {
            program = lower_expressions(&self.mechanic.model, all, &[&only.checked]).map_err(Box::new)?;
            outputs.extend(&program.outputs);
        }
        Ok(Program { outputs, ..program })
    }

    /// Whether an end is one that is asked for.
    fn wanted(&self, leaf: &[Value]) -> bool {
        self.request.only.is_none() || leaf.last() == Some(&Value::Flag(true))
    }

    /// The values of the fields at an end.
    fn outcome(&self, leaf: &[Value]) -> Vec<Value> {
        leaf.iter().take(self.fields.len()).cloned().collect()
    }

    /// The outcomes that are asked for, with their probability given the evidence.
    fn outcomes(&self, tree: &Tree) -> Result<Vec<(Vec<Value>, Rational)>, Stop> {
        let (_, masses, ruled_out) = tree.reached();
        let evidence = &Rational::ONE - &ruled_out;
        let mut outcomes: Vec<(Vec<Value>, Rational)> = Vec::new();
        for (mass, leaf) in masses.iter().zip(&tree.leaves).filter(|(_, leaf)| self.wanted(leaf)) {
            // Where everything is ruled out there is no end, and nothing to divide.
            let share = mass.checked_div(&evidence).ok_or_else(|| {
                let place = self.mechanic.model.evidence.unwrap_or_default();
                internal(place, "an outcome is left where everything is ruled out")
            })?;
            let outcome = self.outcome(leaf);
            match outcomes.iter_mut().find(|(own, _)| *own == outcome) {
                Some((_, own)) => *own = &*own + &share,
                None => outcomes.push((outcome, share)),
            }
        }
        outcomes.sort();
        Ok(outcomes)
    }

    fn nodes(&self, tree: &Tree, pruned: &Pruned) -> Vec<DrawNode> {
        let (mechanic, scenario, sources) = (self.mechanic, self.scenario, self.sources);
        let origins = Origins { mechanic, scenario, sources, provenance: &tree.provenance };
        let node = |kept: &prune::KeptNode| {
            let node = &tree.nodes[kept.node];
            DrawNode {
                origin: origins.origin(node.origin, &node.steps),
                draw: node.draw,
                reach: kept.reach.clone(),
                entries: kept.entries,
                branches: self.branches(tree, kept, pruned),
            }
        };
        pruned.nodes.iter().map(node).collect()
    }

    /// The branches of a node, those to the same end as one; what is cut stays apart.
    fn branches(&self, tree: &Tree, kept: &prune::KeptNode, pruned: &Pruned) -> Vec<DrawBranch> {
        struct Group {
            mass: Rational,
            next: DrawTarget,
            of: Vec<usize>,
        }
        let mut groups: Vec<Group> = Vec::new();
        for branch in &kept.branches {
            let next = self.target(tree, branch.next, pruned);
            let same = |group: &&mut Group| group.next == next && next != DrawTarget::Cut;
            match groups.iter_mut().find(same) {
                Some(group) => {
                    group.mass = &group.mass + &branch.mass;
                    group.of.extend(branch.of);
                }
                None => {
                    groups.push(Group {
                        mass: branch.mass.clone(),
                        next,
                        of: branch.of.into_iter().collect(),
                    });
                }
            }
        }
        let branch = |group: Group| DrawBranch {
            through: &kept.reach * &group.mass,
            label: label(&tree.nodes[kept.node], &group.of),
            mass: group.mass,
            next: group.next,
        };
        groups.into_iter().map(branch).collect()
    }

    fn target(&self, tree: &Tree, next: Next, pruned: &Pruned) -> DrawTarget {
        match next {
            Next::Cut => DrawTarget::Cut,
            Next::On(Target::RuledOut) => DrawTarget::RuledOut,
            Next::On(Target::Leaf(leaf)) => DrawTarget::Outcome(self.outcome(&tree.leaves[leaf])),
            Next::On(Target::Node(node)) => pruned.index(node).map_or(DrawTarget::Cut, DrawTarget::Node),
        }
    }
}
