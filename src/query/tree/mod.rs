//! `tree`: the draws of a mechanic with the exact mass of every way and every end.

mod document;
mod label;
mod prune;

pub use document::trees_json;
pub(super) use label::{grouped, names};

use super::Mechanic;
use super::columns::{citation, common_label};
use super::origin::{Origin, Origins};
use super::report::{Text, citation_text};
use super::scenario::Scenario;
use super::table::{TableError, fields_by_name};
use crate::check::CheckedExpression;
use crate::evaluate::{Limits, Stop, Target, Tree, tree};
use crate::exact::Rational;
use crate::lower::{Program, lower_expressions};
use crate::source::SourceMap;
use crate::value::Value;
use serde_json::Value as Json;

/// What a tree is asked for.
#[derive(Debug, Clone)]
pub struct TreeRequest {
    /// The rule sets and inputs: a tree for each.
    pub scenarios: Vec<Scenario>,
    /// The outcomes, by name: a tree for each list; an empty list is the first outcome.
    pub fields: Vec<Vec<String>>,
    /// Draws that are further from the beginning are not shown.
    pub depth: Option<usize>,
    /// Ways of less mass are not shown.
    pub min_mass: Option<Rational>,
    /// Only ways on which this may still hold are shown; their masses stay as they are.
    pub only: Option<CheckedExpression>,
    /// The most draws of a tree.
    pub most: usize,
    /// The caption, in place of the one made from the scenario.
    pub caption: Option<String>,
}

/// A tree, ready to be drawn.
#[derive(Debug, Clone)]
pub struct TreeView {
    /// What it is about.
    pub caption: Text,
    /// The draws, from the first on; ways lead to later ones only.
    pub nodes: Vec<ViewNode>,
    /// Where it begins.
    pub root: ViewTarget,
    /// What is known takes away this mass; all chances are shares of the rest.
    pub ruled_out: Rational,
    /// The mass of what is not shown, by depth or mass.
    pub cut: Rational,
    /// The mass of what is left out because it cannot be what was asked for.
    pub left_out: Rational,
    /// The outcomes that are shown, with their probability given what is known.
    pub outcomes: Vec<(Text, Rational)>,
    /// The same for programs.
    pub json: Json,
    /// What a citation names.
    pub subject: String,
}

impl TreeView {
    /// What a reader can compute again, as [`Report::citation`](super::Report::citation).
    #[must_use]
    pub fn citation(&self) -> String {
        citation_text(&self.subject)
    }
}

/// A draw.
#[derive(Debug, Clone)]
pub struct ViewNode {
    /// Its name, where several ways lead to it.
    pub name: Option<String>,
    /// Where it is made.
    pub origin: Origin,
    /// The mass of the ways to it that are shown.
    pub reach: Rational,
    /// The ways on.
    pub ways: Vec<ViewWay>,
}

/// A way on from a draw.
#[derive(Debug, Clone)]
pub struct ViewWay {
    /// Its probability at the draw.
    pub mass: Rational,
    /// Its probability from the beginning on, over all ways to the draw.
    pub through: Rational,
    /// What it is; nothing where it is cut.
    pub label: String,
    /// Where it leads.
    pub next: ViewTarget,
}

/// Where a way leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ViewTarget {
    /// To another draw.
    Node(usize),
    /// To an outcome.
    Leaf(Text),
    /// Nowhere, by what is known.
    RuledOut,
    /// To what is not shown.
    Cut,
}

/// The trees of a mechanic: for each scenario one for each list of outcomes.
///
/// # Errors
/// Outcomes that do not exist, an evaluation that stops, a tree of more draws than are wanted.
///
/// ```
/// use trueodds::evaluate::Limits;
/// use trueodds::query::{Settings, TreeRequest, scenario, trees};
/// use trueodds::session::{DataSource, Session};
///
/// let mut session = Session::open(&DataSource::Embedded)?;
/// let mechanic = session.mechanic("isaac/room-clear-award")?;
/// let request = TreeRequest {
///     scenarios: scenario(&mechanic, &Settings::default()).expect("the default rule set"),
///     fields: vec![vec!["count".to_owned()]],
///     depth: None,
///     min_mass: None,
///     only: None,
///     most: 1_000,
///     caption: None,
/// };
/// let found = trees(&mechanic, &request, session.sources(), &Limits::default()).expect("a tree");
/// assert_eq!(found[0].outcomes[0].1.to_string(), "11/50");
/// # Ok::<(), trueodds::session::Failure>(())
/// ```
pub fn trees(
    mechanic: &Mechanic,
    request: &TreeRequest,
    sources: &SourceMap,
    limits: &Limits,
) -> Result<Vec<TreeView>, TableError> {
    let mut views = Vec::new();
    for scenario in &request.scenarios {
        for names in &request.fields {
            let fields = fields_by_name(mechanic, names).map_err(TableError::Usage)?;
            let stopped = |stop: Stop| TableError::Stopped(stop, Box::new(scenario.clone()));
            let program = program(mechanic, &fields, request).map_err(stopped)?;
            let found =
                tree(&program, &scenario.bindings(mechanic), limits, request.most).map_err(stopped)?;
            let maker = Maker { mechanic, request, scenario, fields: &fields, sources };
            views.push(maker.view(&found));
        }
    }
    Ok(views)
}

/// The program with the outcomes as outputs, and whether a way is one that is asked for.
fn program(mechanic: &Mechanic, fields: &[usize], request: &TreeRequest) -> Result<Program, Stop> {
    let outputs = fields.iter().filter_map(|field| mechanic.program.outputs.get(*field)).copied();
    let mut outputs: Vec<_> = outputs.collect();
    let mut program = mechanic.program.clone();
    if let Some(only) = &request.only {
        program = lower_expressions(&mechanic.model, &program, &[only]).map_err(Box::new)?;
        outputs.extend(&program.outputs);
    }
    Ok(Program { outputs, ..program })
}

struct Maker<'a> {
    mechanic: &'a Mechanic,
    request: &'a TreeRequest,
    scenario: &'a Scenario,
    fields: &'a [usize],
    sources: &'a SourceMap,
}

impl Maker<'_> {
    fn view(&self, tree: &Tree) -> TreeView {
        let wanted = |leaf: &Vec<Value>| {
            self.request.only.is_none() || leaf.last().is_none_or(|value| *value == Value::Flag(true))
        };
        let pruned = prune::prune(tree, self.request.depth, self.request.min_mass.as_ref(), wanted);
        let (_, leaves, ruled_out) = tree.reached();
        let kept = &Rational::ONE - &ruled_out;
        let origins = Origins {
            mechanic: self.mechanic,
            scenario: self.scenario,
            sources: self.sources,
            provenance: &tree.provenance,
        };
        let nodes = self.nodes(tree, &pruned, &origins);
        let shown = leaves.iter().zip(&tree.leaves).filter(|(_, leaf)| wanted(leaf));
        let mut by_outcome: Vec<(Vec<Value>, Rational)> = Vec::new();
        for (mass, leaf) in shown {
            let outcome = leaf[..self.fields.len()].to_vec();
            match by_outcome.iter_mut().find(|(own, _)| *own == outcome) {
                Some((_, own)) => *own = &*own + mass,
                None => by_outcome.push((outcome, mass.clone())),
            }
        }
        by_outcome.sort();
        for (_, mass) in &mut by_outcome {
            *mass = mass.checked_div(&kept).unwrap_or_default();
        }
        let outcomes = by_outcome
            .iter()
            .map(|(leaf, mass)| (label::outcome(self.mechanic, self.fields, leaf), mass.clone()));
        let mut view = TreeView {
            caption: self.caption(),
            nodes,
            root: self.target(tree, &pruned.root, &pruned),
            ruled_out: pruned.ruled_out.clone(),
            cut: pruned.cut.clone(),
            left_out: pruned.left_out.clone(),
            outcomes: outcomes.collect(),
            json: Json::Null,
            subject: citation(self.mechanic, std::slice::from_ref(self.scenario), None),
        };
        view.json = self.json(&view, &by_outcome);
        view
    }

    fn nodes(&self, tree: &Tree, pruned: &prune::Pruned, origins: &Origins) -> Vec<ViewNode> {
        let mut names = label::names();
        let mut nodes = Vec::with_capacity(pruned.nodes.len());
        for kept in &pruned.nodes {
            let node = &tree.nodes[kept.node];
            let mut ways: Vec<(ViewWay, Vec<usize>)> = Vec::new();
            for way in &kept.ways {
                let next = self.target(tree, &way.next, pruned);
                let through = &kept.reach * &way.mass;
                let same = |(own, of): &&mut (ViewWay, Vec<usize>)| {
                    own.next == next && (next != ViewTarget::Cut) && !of.is_empty()
                };
                match ways.iter_mut().find(same) {
                    Some((own, of)) => {
                        own.mass = &own.mass + &way.mass;
                        own.through = &own.through + &through;
                        of.extend(way.of);
                    }
                    None => {
                        let label = String::new();
                        let made = ViewWay { mass: way.mass.clone(), through, label, next };
                        ways.push((made, way.of.into_iter().collect()));
                    }
                }
            }
            let labelled =
                ways.into_iter().map(|(way, of)| ViewWay { label: label::grouped(node, &of), ..way });
            let ways = labelled.collect();
            let name = (kept.entries > 1).then(|| names.next().unwrap_or_default());
            let origin = origins.origin(node.origin, &node.steps);
            nodes.push(ViewNode { name, origin, reach: kept.reach.clone(), ways });
        }
        nodes
    }

    fn target(&self, tree: &Tree, next: &prune::Next, pruned: &prune::Pruned) -> ViewTarget {
        match next {
            prune::Next::Cut => ViewTarget::Cut,
            prune::Next::On(Target::RuledOut) => ViewTarget::RuledOut,
            prune::Next::On(Target::Leaf(leaf)) => {
                let values = &tree.leaves[*leaf];
                ViewTarget::Leaf(label::outcome(self.mechanic, self.fields, values))
            }
            prune::Next::On(Target::Node(node)) => match pruned.place(*node) {
                Some(place) => ViewTarget::Node(place),
                None => ViewTarget::Cut,
            },
        }
    }

    fn caption(&self) -> Text {
        if let Some(caption) = &self.request.caption {
            return Text::plain(caption.clone());
        }
        let model = &self.mechanic.model;
        let fields: Vec<&str> = self.fields.iter().map(|field| model.fields[*field].label.as_str()).collect();
        let text = format!("{}: {}", model.label, fields.join(", "));
        let common = common_label(self.mechanic, std::slice::from_ref(self.scenario), false, None);
        if common.0.is_empty() { Text::plain(text) } else { Text::plain(text + " (").join(common).and(")") }
    }
}
