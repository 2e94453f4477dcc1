//! A tree that folds, without a script.

use super::super::Style;
use super::super::html::escape;
use super::{both, remarks, short};
use crate::query::{TreeView, ViewTarget};

enum Task {
    Node(usize),
    Way(usize, usize),
    Close(&'static str),
}

pub(super) fn render(views: &[TreeView], style: &Style) -> String {
    let tree = |(number, view): (usize, &TreeView)| one(number + 1, view, style);
    let mut out: String = views.iter().enumerate().map(tree).collect();
    if style.cite
        && let Some(view) = views.first()
    {
        out.push_str(&format!("<p>{}</p>\n", escape(&view.citation())));
    }
    out
}

fn one(number: usize, view: &TreeView, style: &Style) -> String {
    let mut out = format!("<section>\n<h3>{}</h3>\n", escape(&view.caption.to_plain()));
    let mut tasks = vec![];
    match &view.root {
        ViewTarget::Node(root) => tasks.push(Task::Node(*root)),
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
                    escape(&node.origin.text),
                    escape(&node.origin.place())
                ));
                tasks.push(Task::Close("</ul>\n</details>\n"));
                tasks.extend((0..node.ways.len()).rev().map(|way| Task::Way(index, way)));
            }
            Task::Way(index, place) => {
                let Some(way) = view.nodes[index].ways.get(place) else { continue };
                let what = format!("{} {}", short(style, &way.mass), way.label);
                out.push_str(&format!("<li>{}", escape(what.trim_end())));
                match &way.next {
                    ViewTarget::Node(next) if drawn[*next] => {
                        let name = view.nodes[*next].name.clone().unwrap_or_default();
                        out.push_str(&format!(" → <a href=\"#tree-{number}-{name}\">{name}</a></li>\n"));
                    }
                    ViewTarget::Node(next) => {
                        out.push('\n');
                        tasks.push(Task::Close("</li>\n"));
                        tasks.push(Task::Node(*next));
                    }
                    other => {
                        let chance = escape(&both(style, &way.through));
                        out.push_str(&format!(" {}: {chance}</li>\n", end(other)));
                    }
                }
            }
        }
    }
    for remark in remarks(view, style) {
        out.push_str(&format!("<p>{}</p>\n", escape(remark.trim())));
    }
    out.push_str("</section>\n");
    out
}

fn end(target: &ViewTarget) -> String {
    match target {
        ViewTarget::Leaf(text) => format!("⇒ <b>{}</b>", escape(&text.to_plain())),
        ViewTarget::RuledOut => "⇒ ruled out".to_owned(),
        ViewTarget::Cut | ViewTarget::Node(_) => "…".to_owned(),
    }
}
