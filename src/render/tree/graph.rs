//! Graphs for other tools: Graphviz and Mermaid. Every draw is one vertex, every outcome too.

use crate::query::{TreeView, ViewTarget};

/// The vertices at the ends of the ways, each once.
fn ends(view: &TreeView) -> Vec<&ViewTarget> {
    let mut ends: Vec<&ViewTarget> = Vec::new();
    let ways = view.nodes.iter().flat_map(|node| node.ways.iter().map(|way| &way.next));
    for target in std::iter::once(&view.root).chain(ways) {
        if !matches!(target, ViewTarget::Node(_)) && !ends.contains(&target) {
            ends.push(target);
        }
    }
    ends
}

fn end_label(target: &ViewTarget) -> String {
    match target {
        ViewTarget::Leaf(text) => text.to_plain(),
        ViewTarget::RuledOut => "ruled out".to_owned(),
        ViewTarget::Cut | ViewTarget::Node(_) => "…".to_owned(),
    }
}

fn vertex(tree: usize, target: &ViewTarget, ends: &[&ViewTarget]) -> String {
    match target {
        ViewTarget::Node(node) => format!("t{tree}n{node}"),
        other => format!("t{tree}e{}", ends.iter().position(|end| *end == other).unwrap_or_default()),
    }
}

pub(super) fn dot(views: &[TreeView]) -> String {
    let mut out = String::from("digraph odds {\n  node [shape=box, fontname=\"sans-serif\"];\n");
    for (tree, view) in views.iter().enumerate() {
        let ends = ends(view);
        out.push_str(&format!("  subgraph cluster_{tree} {{\n"));
        out.push_str(&format!("    label={};\n", quoted(&view.caption.to_plain())));
        for (index, node) in view.nodes.iter().enumerate() {
            let label = format!("{}\n{}", node.origin.text, node.origin.place());
            out.push_str(&format!("    t{tree}n{index} [label={}];\n", quoted(&label)));
        }
        for end in &ends {
            let label = quoted(&end_label(end));
            out.push_str(&format!("    {} [label={label}, shape=ellipse];\n", vertex(tree, end, &ends)));
        }
        for (index, node) in view.nodes.iter().enumerate() {
            for way in &node.ways {
                let label = quoted(format!("{} {}", way.mass, way.label).trim());
                let next = vertex(tree, &way.next, &ends);
                out.push_str(&format!("    t{tree}n{index} -> {next} [label={label}];\n"));
            }
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

pub(super) fn mermaid(view: &TreeView) -> String {
    let ends = ends(view);
    let mut out = format!("---\ntitle: {}\n---\nflowchart TD\n", quoted(&view.caption.to_plain()));
    for (index, node) in view.nodes.iter().enumerate() {
        let label = format!("{}<br/>{}", escaped(&node.origin.text), escaped(&node.origin.place()));
        out.push_str(&format!("  t0n{index}[\"{label}\"]\n"));
    }
    for end in &ends {
        out.push_str(&format!("  {}([\"{}\"])\n", vertex(0, end, &ends), escaped(&end_label(end))));
    }
    for (index, node) in view.nodes.iter().enumerate() {
        for way in &node.ways {
            let label = escaped(format!("{} {}", way.mass, way.label).trim());
            let next = vertex(0, &way.next, &ends);
            out.push_str(&format!("  t0n{index} -->|\"{label}\"| {next}\n"));
        }
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
