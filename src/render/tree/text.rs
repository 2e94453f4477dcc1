//! A tree with lines and corners. A draw to which several branches lead is drawn once, with a name.

use super::super::{Style, wrap};
use super::{both, remark, short};
use crate::document::tree::{BranchView, TargetView, TreeView};

/// What is still to be written.
enum Task {
    Node(usize, String),
    Branch(usize, usize, String),
}

pub(in crate::render) fn render(view: &TreeView<'_>, style: &Style) -> String {
    let mut out = format!("{}\n\n", wrap(&view.caption.to_plain(), style.width));
    let mut tasks = Vec::new();
    match &view.root {
        TargetView::Node(root) => tasks.push(Task::Node(*root, String::new())),
        other => out.push_str(&format!("{}\n", end(other))),
    }
    let mut drawn = vec![false; view.nodes.len()];
    // A stack, because a tree may be deeper than what a thread can recurse into.
    while let Some(task) = tasks.pop() {
        match task {
            Task::Node(index, prefix) => {
                drawn[index] = true;
                out.push_str(&block(&head(view, index), &prefix, &prefix, style));
                let branches = 0..view.nodes[index].branches.len();
                tasks.extend(branches.rev().map(|branch| Task::Branch(index, branch, prefix.clone())));
            }
            Task::Branch(index, number, prefix) => {
                let node = &view.nodes[index];
                let branch = &node.branches[number];
                let last = number + 1 == node.branches.len();
                let (corner, below) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
                let inner = format!("{prefix}{below}");
                let text = line(view, branch, &drawn, style);
                out.push_str(&block(&text, &format!("{prefix}{corner}"), &format!("{inner}   "), style));
                if let TargetView::Node(next) = branch.next
                    && !drawn[next]
                {
                    tasks.push(Task::Node(next, inner));
                }
            }
        }
    }
    if !view.remarks.is_empty() {
        out.push('\n');
    }
    for one in &view.remarks {
        out.push_str(&format!("{}\n", wrap(&remark(one, style), style.width)));
    }
    out
}

/// `A: chance(rule.sack)  room-clear-award.odds:99`
fn head(view: &TreeView<'_>, index: usize) -> String {
    let node = &view.nodes[index];
    let name = node.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    format!("{name}{}  [{}]", node.text.to_plain(), node.place.to_plain())
}

fn end(target: &TargetView) -> String {
    let arrow = if *target == TargetView::Cut { "" } else { "⇒ " };
    format!("{arrow}{}", target.label())
}

/// `1/20 yes: award = lil_battery → A`, `11/50 award = nothing ⇒ Nothing: 11/50 (22%)`
fn line(view: &TreeView<'_>, branch: &BranchView<'_>, drawn: &[bool], style: &Style) -> String {
    let mut text = short(style, branch.mass);
    let label = branch.label.to_plain();
    if !label.is_empty() {
        text.push_str(&format!("  {label}"));
    }
    match &branch.next {
        TargetView::Node(next) if drawn[*next] => {
            let name = view.nodes[*next].name.clone().unwrap_or_default();
            text.push_str(&format!(" → {name}"));
        }
        TargetView::Node(_) => {}
        other => {
            text.push_str(&format!(" {}  {}", end(other), both(style, branch.through)));
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
