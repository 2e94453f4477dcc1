//! A tree as a picture: the lines of the text with drawn branches. All trees stand one below the other.

use super::super::Style;
use super::super::xml::escape;
use super::text;
use crate::document::tree::TreeView;

/// The height of a line, and the width of a column of the branches.
const ROW: usize = 20;
const COLUMN: usize = 8;
/// Room around the picture.
const EDGE: usize = 16;
/// The room that a character of the text takes at most, on the whole.
const LETTER: usize = 7;

pub(super) fn render(views: &[TreeView<'_>], style: &Style) -> String {
    let texts: Vec<String> = views.iter().map(|view| text::render(view, style)).collect();
    let joined = texts.join("\n");
    let lines: Vec<&str> = joined.lines().collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let (width, height) = (widest * LETTER + 2 * EDGE, lines.len() * ROW + 2 * EDGE);
    let title = views.iter().map(|view| view.caption.to_plain()).collect::<Vec<_>>().join("; ");
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"trueodds-tree\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<desc>{}</desc>\n<style>\n{STYLE}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"#fff\" class=\"g\"/>\n",
        escape(&title),
        // Who does not see the picture reads the same lines.
        lines.iter().map(|line| escape(line) + "\n").collect::<String>()
    );
    for (row, line) in lines.iter().enumerate() {
        out.push_str(&one(EDGE + row * ROW, line));
    }
    out.push_str("</svg>\n");
    out
}

/// A line: its branches, then its text.
fn one(top: usize, line: &str) -> String {
    let (middle, bottom) = (top + ROW / 2, top + ROW);
    let is_branch = |c: &char| matches!(c, '│' | '├' | '└' | '─' | ' ');
    let branches: Vec<char> = line.chars().take_while(is_branch).collect();
    let mut out = String::new();
    for (column, c) in branches.iter().enumerate() {
        let x = EDGE + column * COLUMN + COLUMN / 2;
        let across = x + 2 * COLUMN;
        match c {
            '│' => out.push_str(&format!("<path d=\"M{x} {top}V{bottom}\"/>\n")),
            '├' => out.push_str(&format!("<path d=\"M{x} {top}V{bottom}M{x} {middle}H{across}\"/>\n")),
            '└' => out.push_str(&format!("<path d=\"M{x} {top}V{middle}H{across}\"/>\n")),
            _ => {}
        }
    }
    let text: String = line.chars().skip(branches.len()).collect();
    if !text.is_empty() {
        let x = EDGE + branches.len() * COLUMN;
        out.push_str(&format!("<text x=\"{x}\" y=\"{}\">{}</text>\n", middle + 4, escape(&text)));
    }
    out
}

/// Readable on light and dark ground, as the other pictures are.
const STYLE: &str = "\
.trueodds-tree{color:#1f2328;font-family:system-ui,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,sans-serif;font-size:12px}
.trueodds-tree text{fill:currentColor}
.trueodds-tree path{fill:none;stroke:currentColor;stroke-width:1;opacity:.6}
.trueodds-tree .g{fill:#fff}
@media (prefers-color-scheme:dark){
.trueodds-tree{color:#e6edf3}
.trueodds-tree .g{fill:#14181d}
}
";
