//! Graphs for other tools: Graphviz and Mermaid. Every draw is one vertex, every outcome too.

use crate::document::tree::{NodeView, TargetView, TreeView};

/// A tree as vertices and edges.
struct Graph<'a> {
    /// The number of the tree.
    tree: usize,
    view: &'a TreeView<'a>,
    /// The ends of the branches, each once.
    ends: Vec<&'a TargetView>,
}

impl<'a> Graph<'a> {
    fn new(tree: usize, view: &'a TreeView<'a>) -> Graph<'a> {
        let mut ends: Vec<&TargetView> = Vec::new();
        let targets = view.nodes.iter().flat_map(|node| node.branches.iter().map(|branch| &branch.next));
        for target in std::iter::once(&view.root).chain(targets) {
            if !matches!(target, TargetView::Node(_)) && !ends.contains(&target) {
                ends.push(target);
            }
        }
        Graph { tree, view, ends }
    }

    fn node(&self, index: usize) -> String {
        format!("t{}n{index}", self.tree)
    }

    fn end(&self, index: usize) -> String {
        format!("t{}e{index}", self.tree)
    }

    /// The vertices of the draws.
    fn nodes(&self) -> impl Iterator<Item = (String, &'a NodeView<'a>)> {
        self.view.nodes.iter().enumerate().map(|(index, node)| (self.node(index), node))
    }

    /// The vertices of the ends with their labels.
    fn ends(&self) -> impl Iterator<Item = (String, String)> {
        self.ends.iter().enumerate().map(|(index, end)| (self.end(index), end.label()))
    }

    /// Each branch: from where, to where, with its label.
    fn edges(&self) -> impl Iterator<Item = (String, String, String)> {
        let branches = self
            .nodes()
            .flat_map(|(from, node)| node.branches.iter().map(move |branch| (from.clone(), branch)));
        branches.filter_map(|(from, branch)| {
            let to = match &branch.next {
                TargetView::Node(node) => self.node(*node),
                other => self.end(self.ends.iter().position(|end| *end == other)?),
            };
            let label = format!("{} {}", branch.mass, branch.label.to_plain());
            Some((from, to, label.trim().to_owned()))
        })
    }
}

pub(super) fn dot(views: &[TreeView<'_>]) -> String {
    let mut out = String::from("digraph odds {\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (tree, view) in views.iter().enumerate() {
        let graph = Graph::new(tree, view);
        out.push_str(&format!("  subgraph cluster_{tree} {{\n"));
        out.push_str(&format!("    label={};\n", quoted(&view.caption.to_plain())));
        for (vertex, node) in graph.nodes() {
            let label = format!("{}\n{}", node.text.to_plain(), node.place.to_plain());
            out.push_str(&format!("    {vertex} [label={}];\n", quoted(&label)));
        }
        for (vertex, label) in graph.ends() {
            out.push_str(&format!("    {vertex} [label={}, shape=ellipse];\n", quoted(&label)));
        }
        for (from, to, label) in graph.edges() {
            out.push_str(&format!("    {from} -> {to} [label={}];\n", quoted(&label)));
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

pub(super) fn mermaid(view: &TreeView<'_>) -> String {
    let graph = Graph::new(0, view);
    let mut out = format!("---\ntitle: {}\n---\nflowchart TD\n", quoted(&view.caption.to_plain()));
    for (vertex, node) in graph.nodes() {
        let label = format!("{}<br/>{}", escaped(&node.text.to_plain()), escaped(&node.place.to_plain()));
        out.push_str(&format!("  {vertex}[\"{label}\"]\n"));
    }
    for (vertex, label) in graph.ends() {
        out.push_str(&format!("  {vertex}([\"{}\"])\n", escaped(&label)));
    }
    for (from, to, label) in graph.edges() {
        out.push_str(&format!("  {from} -->|\"{}\"| {to}\n", escaped(&label)));
    }
    out
}

/// Text in the quotes of Mermaid, which knows entities of HTML by `#`.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => out.push_str("#quot;"),
            '#' => out.push_str("#35;"),
            '<' => out.push_str("#lt;"),
            '>' => out.push_str("#gt;"),
            '&' => out.push_str("#amp;"),
            '`' => out.push_str("#96;"),
            _ => out.push(c),
        }
    }
    out
}
