//! Trees of draws.

use schemars::JsonSchema;
use serde::Serialize;

use super::block::{Block, Text};
use super::branches::{OriginData, branch_words};
use super::columns::Columns;
use super::data::{Decimal, Fraction, Given, Head, OutcomeRow, outcome};
use super::labels::declared_value;
use super::left_out::{LeftOutData, left_out_data};
use super::{Data, Document, Drawing, Records, citation};
use crate::check::{FieldId, Kind};
use crate::evaluate::Draw;
use crate::exact::Rational;
use crate::query::{DrawBranch, DrawNode, DrawTarget, DrawTree, LeftOut, part_name};
use crate::scenario::Mechanic;
use crate::value::Value;

/// Trees of draws: kind `tree`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TreesData<'a> {
    /// Schema and kind.
    #[serde(flatten)]
    pub head: Head,
    /// The mechanic.
    pub mechanic: &'a str,
    /// A tree for each rule set and each list of outcomes.
    pub trees: Vec<TreeData<'a>>,
    /// Where all rule sets were asked for, those that cannot answer; left out where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules_left_out: Vec<LeftOutData>,
}

/// A tree of draws.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TreeData<'a> {
    /// Rules and inputs.
    #[serde(flatten)]
    pub given: Given,
    /// The outcomes that it is about.
    pub fields: Vec<&'a str>,
    /// Where it begins.
    pub root: TargetData,
    /// The draws; their branches lead to later ones only.
    pub nodes: Vec<NodeData<'a>>,
    /// The outcomes that are shown, with their probability given the evidence.
    pub outcomes: Vec<OutcomeRow>,
    /// The mass that is not shown because of the depth or the least mass that was asked for.
    pub cut: Fraction,
    /// The mass of the branches on which what was asked for cannot hold.
    pub left_out: Fraction,
    /// The mass that the evidence rules out.
    pub ruled_out: Fraction,
}

/// A draw.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NodeData<'a> {
    /// Its index.
    pub node: usize,
    /// A letter, where several branches lead to it; else null.
    pub name: Option<String>,
    /// Where it is made.
    pub origin: OriginData<'a>,
    /// The mass of the shown branches to it.
    pub reach: Fraction,
    /// The same as a decimal.
    pub decimal: Decimal,
    /// The branches.
    pub ways: Vec<BranchData>,
}

/// A branch of a draw.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BranchData {
    /// Its probability at the draw.
    pub mass: Fraction,
    /// The same as a decimal.
    pub decimal: Decimal,
    /// Its probability from the beginning on, over all branches to the draw.
    pub through: Fraction,
    /// What it is; empty where several are cut together.
    pub label: String,
    /// Where it leads.
    pub next: TargetData,
}

/// Where a branch leads: an object with one key.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetData {
    /// To a draw, by its index.
    Node(usize),
    /// To an outcome, as people call it.
    Leaf(String),
    /// Nowhere, because of the evidence; always true.
    RuledOut(bool),
    /// To what is not shown; always true.
    Cut(bool),
}

/// A tree as people read it.
#[derive(Debug)]
pub struct TreeView<'a> {
    /// What it is about.
    pub caption: Text,
    /// The draws; their branches lead to later ones only.
    pub nodes: Vec<NodeView<'a>>,
    /// Where it begins.
    pub root: TargetView,
    /// What it does not show.
    pub remarks: Vec<Remark<'a>>,
    /// What a reader can compute again.
    pub citation: String,
}

/// A draw as people read it.
#[derive(Debug)]
pub struct NodeView<'a> {
    /// A letter, where several branches lead to it.
    pub name: Option<String>,
    /// What is drawn: the rule whose chance it is, or the text of the draw.
    pub text: Text,
    /// File and line.
    pub place: Text,
    /// The branches.
    pub branches: Vec<BranchView<'a>>,
}

/// A branch as people read it.
#[derive(Debug)]
pub struct BranchView<'a> {
    /// Its probability at the draw.
    pub mass: &'a Rational,
    /// Its probability from the beginning on, over all branches to the draw.
    pub through: &'a Rational,
    /// What it is; empty where several are cut together.
    pub label: Text,
    /// Where it leads.
    pub next: TargetView,
}

/// Where a branch leads, as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetView {
    /// To a draw, by its index.
    Node(usize),
    /// To an outcome.
    Outcome(Text),
    /// Nowhere, because of the evidence.
    RuledOut,
    /// To what is not shown.
    Cut,
}

impl TargetView {
    /// What an end is called.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            TargetView::Outcome(text) => text.to_plain(),
            TargetView::RuledOut => "ruled out".to_owned(),
            TargetView::Cut | TargetView::Node(_) => "\u{2026}".to_owned(),
        }
    }
}

/// Words around a mass.
#[derive(Debug)]
pub struct Remark<'a> {
    /// The words before it.
    pub before: Text,
    /// The mass.
    pub mass: &'a Rational,
    /// The words behind it.
    pub after: &'static str,
}

/// Trees of draws of a mechanic.
#[derive(Debug, Clone)]
pub struct TreesDocument<'a> {
    mechanic: &'a Mechanic,
    trees: &'a [DrawTree],
    caption: Option<String>,
    left_out: &'a [LeftOut],
}

impl<'a> TreesDocument<'a> {
    /// The document of some trees; `caption` stands in place of those made from the scenarios.
    ///
    /// ```
    /// use trueodds::document::TreesDocument;
    /// use trueodds::evaluate::Limits;
    /// use trueodds::query::{TreeRequest, trees};
    /// use trueodds::render::{Format, Style, render};
    /// use trueodds::scenario::Scenario;
    /// use trueodds::session::Session;
    ///
    /// let session = Session::embedded()?;
    /// let award = session.mechanic("isaac/room-clear-award")?;
    /// let usual = Scenario::of_defaults(&award, award.default_rule_set());
    /// let fields = vec![vec![award.field("count")?]];
    /// let request = TreeRequest { scenarios: vec![usual], fields, depth: None, min_mass: None, only: None };
    /// let found = trees(&award, &request, session.sources(), &Limits::default())?;
    /// let document = TreesDocument::new(&award, &found, None);
    /// assert!(render(&document, Format::Json, &Style::default()).contains("11/50"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mechanic: &'a Mechanic, trees: &'a [DrawTree], caption: Option<String>) -> TreesDocument<'a> {
        TreesDocument { mechanic, trees, caption, left_out: &[] }
    }

    /// Says which rule sets are left out, where all were asked for; to programs only.
    #[must_use]
    pub fn leaving_out(self, left_out: &'a [LeftOut]) -> TreesDocument<'a> {
        TreesDocument { left_out, ..self }
    }

    fn scenario(&self, tree: &'a DrawTree) -> Columns<'a> {
        Columns::one(self.mechanic, &tree.scenario, tree.start.as_deref())
    }

    fn caption(&self, tree: &'a DrawTree) -> Text {
        if let Some(caption) = &self.caption {
            return Text::plain(caption);
        }
        let model = &self.mechanic.model;
        let fields: Vec<&str> = tree.fields.iter().map(|field| model[*field].label.as_str()).collect();
        self.scenario(tree).caption(format!("{}: {}", model.label, fields.join(", ")))
    }

    fn tree(&self, tree: &'a DrawTree) -> TreeData<'a> {
        let model = &self.mechanic.model;
        let target = |target: &DrawTarget| self.target_data(&tree.fields, target);
        let branch = |branch: &DrawBranch| BranchData {
            mass: (&branch.mass).into(),
            decimal: (&branch.mass).into(),
            through: (&branch.through).into(),
            label: branch_words(&branch.label),
            next: target(&branch.next),
        };
        let node = |(index, (node, name)): (usize, (&'a DrawNode, Option<String>))| NodeData {
            node: index,
            name,
            origin: (&node.origin).into(),
            reach: (&node.reach).into(),
            decimal: (&node.reach).into(),
            ways: node.branches.iter().map(branch).collect(),
        };
        let row = |(values, probability): &(Vec<Value>, Rational)| {
            OutcomeRow::new(outcome(self.mechanic, &tree.fields, values), probability)
        };
        TreeData {
            given: Given::new(self.mechanic, &tree.scenario),
            fields: tree.fields.iter().map(|field| model[*field].name.as_str()).collect(),
            root: target(&tree.root),
            nodes: named(&tree.nodes).enumerate().map(node).collect(),
            outcomes: tree.outcomes.iter().map(row).collect(),
            cut: (&tree.cut).into(),
            left_out: (&tree.left_out).into(),
            ruled_out: (&tree.ruled_out).into(),
        }
    }

    fn view(&self, tree: &'a DrawTree) -> TreeView<'a> {
        let target = |target: &DrawTarget| self.target_view(&tree.fields, target);
        let branch = |branch: &'a DrawBranch| BranchView {
            mass: &branch.mass,
            through: &branch.through,
            label: Text::plain(branch_words(&branch.label)),
            next: target(&branch.next),
        };
        let node = |(node, name): (&'a DrawNode, Option<String>)| NodeView {
            name,
            text: Text::plain(draw_words(node)),
            place: Text::plain(node.origin.place()),
            branches: node.branches.iter().map(branch).collect(),
        };
        TreeView {
            caption: self.caption(tree),
            nodes: named(&tree.nodes).map(node).collect(),
            root: target(&tree.root),
            remarks: self.remarks(tree),
            citation: citation(&self.scenario(tree).subject()),
        }
    }

    /// What a tree does not show, in sentences.
    fn remarks(&self, tree: &'a DrawTree) -> Vec<Remark<'a>> {
        let remark = |before: Text, mass: &'a Rational, after| Remark { before, mass, after };
        let mut remarks = Vec::new();
        if !tree.cut.is_zero() {
            remarks.push(remark(Text::plain("Not shown (\u{2026}): "), &tree.cut, "."));
        }
        if !tree.left_out.is_zero() {
            let before = Text::plain("Left out, because it cannot hold there: ");
            remarks.push(remark(before, &tree.left_out, "."));
        }
        if !tree.ruled_out.is_zero() {
            let before = Text::plain("Ruled out by what is given: ");
            remarks.push(remark(before, &tree.ruled_out, ". Of the rest:"));
            remarks.extend(tree.outcomes.iter().map(|(values, mass)| {
                let label = self.outcome_label(&tree.fields, values);
                remark(Text::plain("  ").join(label).and(" "), mass, "")
            }));
        }
        remarks
    }

    /// An outcome as people call it.
    fn outcome_label(&self, fields: &[FieldId], values: &[Value]) -> Text {
        let model = &self.mechanic.model;
        let part = |(field, value): (&FieldId, &Value)| {
            let declared = &model[*field];
            let label = declared_value(model, declared, value);
            match declared.kind {
                Kind::Enum(_) if fields.len() == 1 => label,
                _ => Text::plain(format!("{}: ", declared.label)).join(label),
            }
        };
        Text::list(fields.iter().zip(values).map(part), ", ")
    }

    fn target_view(&self, fields: &[FieldId], target: &DrawTarget) -> TargetView {
        match target {
            DrawTarget::Node(node) => TargetView::Node(*node),
            DrawTarget::Outcome(values) => TargetView::Outcome(self.outcome_label(fields, values)),
            DrawTarget::RuledOut => TargetView::RuledOut,
            DrawTarget::Cut => TargetView::Cut,
        }
    }

    fn target_data(&self, fields: &[FieldId], target: &DrawTarget) -> TargetData {
        match target {
            DrawTarget::Node(node) => TargetData::Node(*node),
            DrawTarget::Outcome(values) => TargetData::Leaf(self.outcome_label(fields, values).to_plain()),
            DrawTarget::RuledOut => TargetData::RuledOut(true),
            DrawTarget::Cut => TargetData::Cut(true),
        }
    }
}

/// What is drawn: the one rule whose chance it is, else the text of the draw.
fn draw_words(node: &DrawNode) -> &str {
    match (node.draw, node.origin.rules.as_slice()) {
        (Draw::Chance, [only]) => &only.label,
        _ => &node.origin.text,
    }
}

/// The nodes with their names: a letter for each to which several branches lead.
fn named(nodes: &[DrawNode]) -> impl Iterator<Item = (&DrawNode, Option<String>)> {
    let mut taken = 0;
    nodes.iter().map(move |node| {
        let name = (node.entries > 1).then(|| {
            taken += 1;
            part_name(taken - 1)
        });
        (node, name)
    })
}

impl Document for TreesDocument<'_> {
    /// There are none: a tree is drawn.
    fn blocks(&self) -> Vec<Block<'_>> {
        Vec::new()
    }

    fn drawing(&self) -> Option<Drawing<'_>> {
        Some(Drawing::Trees(self.trees.iter().map(|tree| self.view(tree)).collect()))
    }

    fn data(&self) -> Data<'_> {
        Box::new(TreesData {
            head: Head::new("tree"),
            mechanic: &self.mechanic.model.path,
            trees: self.trees.iter().map(|tree| self.tree(tree)).collect(),
            rules_left_out: left_out_data(self.mechanic, self.left_out),
        })
    }

    /// There are none: a tree is no table.
    fn records(&self) -> Records<'_> {
        Box::new(std::iter::empty())
    }

    fn subject(&self) -> String {
        self.trees.first().map_or_else(String::new, |first| self.scenario(first).subject())
    }
}
