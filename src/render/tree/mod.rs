//! Trees of draws: text, HTML, Graphviz and Mermaid. Pictures are drawn as those of charts are.

mod graph;
mod html;
pub(super) mod text;

use super::{Format, Style, svg};
use crate::document::block::{Cell, Shown, Text};
use crate::document::tree::{Remark, TreeView};
use crate::exact::Rational;

/// Trees as text; in a format that has none as the terminal shows them.
pub(super) fn text(views: &[TreeView<'_>], format: Format, style: &Style) -> String {
    match format {
        Format::Html => html::render(views, style),
        Format::Svg => svg::trees(views, style),
        Format::Dot => graph::dot(views),
        Format::Mermaid => joined(views, graph::mermaid),
        _ => joined(views, |view| text::render(view, style)),
    }
}

fn joined(views: &[TreeView<'_>], render: impl Fn(&TreeView<'_>) -> String) -> String {
    views.iter().map(render).collect::<Vec<_>>().join("\n")
}

/// `11/50 (22%)`
pub(super) fn both(style: &Style, mass: &Rational) -> String {
    style.cell(&Cell::Probability(mass.clone(), Shown::Both), Text::to_plain)
}

/// `11/50`, or about what it is where the fraction is too long to read.
pub(super) fn short(style: &Style, mass: &Rational) -> String {
    const LONGEST: usize = 24;
    let fraction = mass.to_string();
    if fraction.chars().count() <= LONGEST { fraction } else { style.percent(mass) }
}

pub(super) fn remark(remark: &Remark<'_>, style: &Style) -> String {
    format!("{}{}{}", remark.before.to_plain(), both(style, remark.mass), remark.after)
}
