//! Trees of draws: text, HTML, SVG, Graphviz and Mermaid.

mod graph;
mod html;
mod svg;
mod text;

use super::{Format, Style};
use crate::diagnostic::printable;
use crate::exact::Rational;
use crate::query::report::{Cell, Shown, Text};
use crate::query::{TreeView, trees_json};

/// The trees of a mechanic in a format; `None` where the format has no trees.
///
/// ```
/// use trueodds::render::{Format, Style, trees};
///
/// assert!(trees("isaac/room-clear-award", &[], Format::Csv, &Style::default()).is_none());
/// ```
#[must_use]
pub fn trees(mechanic: &str, views: &[TreeView], format: Format, style: &Style) -> Option<String> {
    let text = match format {
        Format::Terminal => joined(views, |view| text::render(view, style)),
        // JSON escapes what it must.
        Format::Json => return Some(format!("{:#}\n", trees_json(mechanic, views))),
        Format::Html => html::render(views, style),
        Format::Svg => svg::render(views, style),
        Format::Dot => graph::dot(views),
        Format::Mermaid => joined(views, graph::mermaid),
        _ => return None,
    };
    Some(printable(&text).into_owned())
}

fn joined(views: &[TreeView], render: impl Fn(&TreeView) -> String) -> String {
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

/// What a tree does not show, in sentences.
fn remarks(view: &TreeView, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    if !view.cut.is_zero() {
        lines.push(format!("Not shown (\u{2026}): {}.", both(style, &view.cut)));
    }
    if !view.left_out.is_zero() {
        lines.push(format!("Left out, because it cannot hold there: {}.", both(style, &view.left_out)));
    }
    if !view.ruled_out.is_zero() {
        let text = format!("Ruled out by what is given: {}. Of the rest:", both(style, &view.ruled_out));
        lines.push(text);
        let each = view.outcomes.iter();
        lines.extend(each.map(|(label, mass)| format!("  {} {}", label.to_plain(), both(style, mass))));
    }
    lines
}
