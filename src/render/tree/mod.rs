//! Trees of draws: text, HTML, SVG, Graphviz and Mermaid.

mod graph;
mod html;
mod svg;
mod text;

use super::{Format, Style};
use crate::document::block::{Cell, Shown, Text};
use crate::document::tree::{Remark, TreeView};
use crate::exact::Rational;

/// Trees as text; in a format that has none as the terminal shows them.
pub(super) fn text(views: &[TreeView<'_>], format: Format, style: &Style) -> String {
    match format {
        Format::Html => html::render(views, style),
        Format::Svg => svg::render(views, style),
        Format::Dot => graph::dot(views),
        Format::Mermaid => joined(views, graph::mermaid),
        _ => joined(views, |view| text::render(view, style)),
    }
}

fn joined(views: &[TreeView<'_>], render: impl Fn(&TreeView<'_>) -> String) -> String {
    views.iter().map(render).collect::<Vec<_>>().join("\n")
}

/// `11/50 (22%)`
fn both(style: &Style, mass: &Rational) -> String {
    style.cell(&Cell::Probability(mass.clone(), Shown::Both), Text::to_plain)
}

/// `11/50`, or about what it is where the fraction is too long to read.
fn short(style: &Style, mass: &Rational) -> String {
    const LONGEST: usize = 24;
    let fraction = mass.to_string();
    if fraction.chars().count() <= LONGEST { fraction } else { style.percent(mass) }
}

fn remark(remark: &Remark<'_>, style: &Style) -> String {
    format!("{}{}{}", remark.before.to_plain(), both(style, remark.mass), remark.after)
}
