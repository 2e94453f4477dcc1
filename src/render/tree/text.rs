//! A tree with lines and corners. A draw to which several ways lead is drawn once, with a name.

use super::super::{Style, wrap};
use super::{both, remarks, short};
use crate::query::{TreeView, ViewTarget, ViewWay};

/// What is still to be written.
enum Task {
    Node(usize, String),
    Way(usize, usize, String),
}

pub(super) fn render(view: &TreeView, style: &Style) -> String {
    let mut out = format!("{}\n\n", wrap(&view.caption.to_plain(), style.width));
    let mut tasks = Vec::new();
    match &view.root {
        ViewTarget::Node(root) => tasks.push(Task::Node(*root, String::new())),
        other => out.push_str(&format!("{}\n", end(other).unwrap_or_default())),
    }
    let mut drawn = vec![false; view.nodes.len()];
    // A stack, because a tree may be deeper than what a thread can recurse into.
    while let Some(task) = tasks.pop() {
        match task {
            Task::Node(index, prefix) => {
                drawn[index] = true;
                out.push_str(&block(&head(view, index), &prefix, &prefix, style));
                let ways = view.nodes[index].ways.len();
                tasks.extend((0..ways).rev().map(|way| Task::Way(index, way, prefix.clone())));
            }
            Task::Way(index, number, prefix) => {
                let node = &view.nodes[index];
                let Some(way) = node.ways.get(number) else { continue };
                let last = number + 1 == node.ways.len();
                let (corner, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                let inner = format!("{prefix}{below}");
                let text = line(view, way, &drawn, style);
                out.push_str(&block(&text, &format!("{prefix}{corner}"), &format!("{inner}   "), style));
                if let ViewTarget::Node(next) = way.next
                    && !drawn[next]
                {
                    tasks.push(Task::Node(next, inner));
                }
            }
        }
    }
    let remarks = remarks(view, style);
    if !remarks.is_empty() {
        out.push('\n');
    }
    for remark in remarks {
        out.push_str(&format!("{}\n", wrap(&remark, style.width)));
    }
    out
}

/// `A: chance(rule.sack)  room-clear-award.odds:99`
fn head(view: &TreeView, index: usize) -> String {
    let node = &view.nodes[index];
    let name = node.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    format!("{name}{}  [{}]", node.origin.text, node.origin.place())
}

fn end(target: &ViewTarget) -> Option<String> {
    match target {
        ViewTarget::Node(_) => None,
        ViewTarget::Leaf(text) => Some(format!("⇒ {}", text.to_plain())),
        ViewTarget::RuledOut => Some("⇒ ruled out".to_owned()),
        ViewTarget::Cut => Some("…".to_owned()),
    }
}

/// `1/20 yes: award = lil_battery → A`, `11/50 award = nothing ⇒ Nothing: 11/50 (22%)`
fn line(view: &TreeView, way: &ViewWay, drawn: &[bool], style: &Style) -> String {
    let mut text = short(style, &way.mass);
    if !way.label.is_empty() {
        text.push_str(&format!("  {}", way.label));
    }
    match &way.next {
        ViewTarget::Node(next) if drawn[*next] => {
            let name = view.nodes[*next].name.clone().unwrap_or_default();
            text.push_str(&format!(" → {name}"));
        }
        ViewTarget::Node(_) => {}
        other => {
            let end = end(other).unwrap_or_default();
            text.push_str(&format!(" {end}  {}", both(style, &way.through)));
        }
    }
    text
}

/// Text behind a prefix, with another one on further lines.
fn block(text: &str, first: &str, further: &str, style: &Style) -> String {
    const LEAST: usize = 24;
    let room = style.width.saturating_sub(further.chars().count()).max(LEAST);
    let wrapped = wrap(text, room);
    let lines = wrapped.lines().enumerate();
    lines.map(|(index, line)| format!("{}{line}\n", if index == 0 { first } else { further })).collect()
}
