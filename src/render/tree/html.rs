//! A tree that folds, without a script.

use super::super::Style;
use super::super::html::escape;
use super::{both, remark, short};
use crate::document::tree::{TargetView, TreeView};

enum Task {
    Node(usize),
    Branch(usize, usize),
    Close(&'static str),
}

pub(super) fn render(views: &[TreeView<'_>], style: &Style) -> String {
    let tree = |(number, view): (usize, &TreeView<'_>)| one(number + 1, view, style);
    let mut out: String = views.iter().enumerate().map(tree).collect();
    if style.cite
        && let Some(view) = views.first()
    {
        out.push_str(&format!("<p>{}</p>\n", escape(&view.citation)));
    }
    out
}

fn one(number: usize, view: &TreeView<'_>, style: &Style) -> String {
    let mut out = format!("<section>\n<h3>{}</h3>\n", escape(&view.caption.to_plain()));
    let mut tasks = vec![];
    match &view.root {
        TargetView::Node(root) => tasks.push(Task::Node(*root)),
        other => out.push_str(&format!("<p>{}</p>\n", end(other))),
    }
    let mut drawn = vec![false; view.nodes.len()];
    while let Some(task) = tasks.pop() {
        match task {
            Task::Close(text) => out.push_str(text),
            Task::Node(index) => {
                drawn[index] = true;
                let node = &view.nodes[index];
                let id = node.name.as_ref().map(|name| format!(" id=\"tree-{number}-{name}\""));
                let name = node.name.as_ref().map(|name| format!("<b>{name}</b>: ")).unwrap_or_default();
                out.push_str(&format!(
                    "<details open{}>\n<summary>{name}<code>{}</code> <small>{}</small></summary>\n<ul>\n",
                    id.unwrap_or_default(),
                    escape(&node.text.to_plain()),
                    escape(&node.place.to_plain())
                ));
                tasks.push(Task::Close("</ul>\n</details>\n"));
                tasks.extend((0..node.branches.len()).rev().map(|branch| Task::Branch(index, branch)));
            }
            Task::Branch(index, branch) => {
                let branch = &view.nodes[index].branches[branch];
                let what = format!("{} {}", short(style, branch.mass), branch.label.to_plain());
                out.push_str(&format!("<li>{}", escape(what.trim_end())));
                match &branch.next {
                    TargetView::Node(next) if drawn[*next] => {
                        let name = view.nodes[*next].name.clone().unwrap_or_default();
                        out.push_str(&format!(" → <a href=\"#tree-{number}-{name}\">{name}</a></li>\n"));
                    }
                    TargetView::Node(next) => {
                        out.push('\n');
                        tasks.push(Task::Close("</li>\n"));
                        tasks.push(Task::Node(*next));
                    }
                    other => {
                        let chance = escape(&both(style, branch.through));
                        out.push_str(&format!(" {}: {chance}</li>\n", end(other)));
                    }
                }
            }
        }
    }
    for one in &view.remarks {
        out.push_str(&format!("<p>{}</p>\n", escape(remark(one, style).trim())));
    }
    out.push_str("</section>\n");
    out
}

fn end(target: &TargetView) -> String {
    match target {
        TargetView::Outcome(text) => format!("⇒ <b>{}</b>", escape(&text.to_plain())),
        TargetView::RuledOut => format!("⇒ {}", target.label()),
        TargetView::Cut | TargetView::Node(_) => target.label(),
    }
}
